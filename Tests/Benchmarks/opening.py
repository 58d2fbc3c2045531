"""Status page and app on a phone outside: what opening them asks for, and how long it takes until they are of use."""

from __future__ import annotations

import os
import pathlib
import socket
import statistics
import time

from playwright.sync_api import Browser, BrowserContext, sync_playwright

import house
from serving import SERVER_CORE
from table import Row, spread
from wire import Opening, Wire

TITLE = (
    "A phone (headless Chromium, 390×844, its processor slowed down to a quarter) opens the status page and the app's list of all realms "
    "over 4G as Chromium has it (\"Fast 4G\": 8.1 Mbit/s, 165 ms before each answer), plain HTTP: cold, as a phone that was never "
    "here, and again. Useful: the sentence that sums the realms up, and the row of each region with its state, are on the screen; in the app "
    "the rows of a region. Bytes: answers with their headers, as they came."
)
ROUNDS = 5
AFTERWARDS = 2500
"""For so long it is looked at then, in milliseconds: the status page asks for its panel every three seconds, without an end."""
NAME = f"{socket.gethostname().split('.')[0]}.local"
"""The appliance's name at home, which to a browser is no secure context: no worker takes part."""
CHROMIUM = os.environ.get("WATCHPOST_CHROMIUM", "/usr/bin/chromium-headless-shell")
NETWORK = {"offline": False, "latency": 165, "downloadThroughput": 9e6 / 8 * 0.9, "uploadThroughput": 1.5e6 / 8 * 0.9}
SLOWER = 4

PAGES = {
    "Status page": ("/", "document.querySelectorAll('.flavour[data-look=fresh]').length > 4 && document.querySelector('#verdict-notes li, #verdict[data-mood=good]')"),
    "App": ("/app#realms", "document.querySelectorAll('#panel-realms:not([hidden]) .row').length > 4"),
}
"""Of each its address, and what is true once it is of use."""
WATCH = """
const watcher = new MutationObserver(() => {
  if (!(USEFUL)) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => {
    window.usefulAt = performance.now();
    window.askedBy = performance.getEntriesByType("resource").filter((one) => one.startTime < usefulAt).length + 1;
  }));
});
watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""


def opened(context: BrowserContext, address: str) -> tuple[Opening, int]:
    """Opens a page there; what came of it, and how many of its answers were there when it was of use."""
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    wire = Wire(page)
    page.goto(address, wait_until="commit")
    useful, deadline = None, time.monotonic() + 60
    while useful is None:
        if time.monotonic() > deadline:
            raise SystemExit(f"{address} was never of use: {page.inner_text('body')[:500]}")
        page.wait_for_timeout(50)
        useful = page.evaluate("window.usefulAt ?? null")
    page.wait_for_timeout(AFTERWARDS)
    by_then = page.evaluate("window.askedBy")
    page.close()
    return wire.opening(useful), by_then


def measured(browser: Browser, name: str, base: str) -> list[Row]:
    """One page, in rounds."""
    path, useful = PAGES[name]
    found: dict[str, list[tuple[Opening, int]]] = {"cold": [], "again": []}
    for _ in range(ROUNDS):
        context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Warsaw")
        context.add_init_script(WATCH.replace("USEFUL", useful))
        for openings in found.values():
            openings.append(opened(context, base + path))
        context.close()
    return [row for when, openings in found.items() for row in rows_of(f"{name}, {when}", openings, when == "cold")]


def rows_of(name: str, openings: list[tuple[Opening, int]], is_cold: bool) -> list[Row]:
    """The rows of one page at one time."""
    def row(what: str, values: list[float], unit: str = "", most: float | None = None) -> Row:
        budget = f"<= {most:g}{unit}" if most else ""
        return Row(f"{name}: {what}", spread(values, unit), "", "", budget, statistics.median(values) <= most if most else None)

    return [
        row("requests", [one.requests for one, _ in openings], most=12 if is_cold else None),
        row("files among them", [one.requests - one.questions for one, _ in openings]),
        row("requests until useful", [by_then for _, by_then in openings]),
        row("kB", [one.size / 1000 for one, _ in openings]),
        row("useful", [one.drawn for one, _ in openings], " ms", 1500),
    ]


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Each page, cold and again."""
    box = house.Appliance(binary, sim, run, "60s", SERVER_CORE)
    box.await_fresh()
    base = box.url.replace("127.0.0.1", NAME)
    with sync_playwright() as playwright:
        rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
        found = [row for name in PAGES for row in measured(browser, name, base)]
        browser.close()
    box.stop()
    return found
