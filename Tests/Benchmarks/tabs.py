"""The room Play on a phone: what opening each tab asks for, and how long it takes until its last row is there."""

from __future__ import annotations

import json
import os
import pathlib
import socket
import statistics

from playwright.sync_api import Browser, BrowserContext, sync_playwright

import house
from evening import DUELS, FRIENDS, GAMES, Evening
from serving import SERVER_CORE
from table import Row, spread
from wire import Opening, Wire, settle

TITLE = (
    f"A phone (headless Chromium, 390×844) whose player has {FRIENDS} friends, {GAMES} games and {DUELS} running duels opens the "
    "app at a tab over plain HTTP: cold (nothing kept but the phone's credential), and again (lists and files kept, asked for with "
    "their ETags); then again where a worker keeps the files, as over HTTPS. Questions: to the API, of the tab and of the app around "
    "it. Bytes: answers with their headers, as they came. Drawn: the frame with the last row is out, from the start of the navigation. "
    "The rival is the document that the app drew, its styles within it, as one file without scripts behind nginx, compressed. Both "
    "servers have one core, the same; Chromium has whatever the machine has left."
)
ROUNDS = 7
PORT = 18183
NAME = f"{socket.gethostname().split('.')[0]}.local"
"""The appliance's name at home, which to a browser is no secure context: no worker."""
CHROMIUM = os.environ.get("WATCHPOST_CHROMIUM", "/usr/bin/chromium-headless-shell")
GZIP = "gzip on; gzip_min_length 256; add_header Cache-Control no-cache;"

TABS = {
    "games": ("#panel-games .game-row", GAMES, ".player-name, .player-note, .big-place"),
    "friends": ("#panel-friends .player-row", FRIENDS, ".player-name"),
    "duels": ("#panel-duels .duel-card", DUELS, ".player-name, .duel-verdict, .bar-score"),
    "profile": ("#panel-profile .lines li", 10, ".line-name, .line-value"),
}
"""Of each tab its rows, how many there are, and what of them has to stand there."""

WORDS = """const words = (rows, within) => [...document.querySelectorAll(rows)]
    .flatMap((row) => [...row.querySelectorAll(within)].map((one) => one.textContent)).join("|");"""
WATCH = """(({ rows, count, within, text, credential }) => {
  WORDS
  const keep = { "watchpost.credential": credential, "watchpost.region": "us" };
  for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
  const watcher = new MutationObserver(() => {
    const found = document.querySelectorAll(rows);
    if (found.length !== count || found[count - 1].closest("[hidden]") || words(rows, within) !== text) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.drawnAt = performance.now(); }));
  });
  watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["hidden"] });
})(GIVEN)""".replace("WORDS", WORDS)
COPY = """() => {
  const copy = document.documentElement.cloneNode(true);
  for (const one of copy.querySelectorAll("script, link, noscript, [role=tabpanel][hidden]")) one.remove();
  return copy.outerHTML;
}"""


def opened(context: BrowserContext, address: str, awaited: str = "true") -> Opening:
    """Opens a page there, and closes it when it has all that it asks for, and what it is to wait for besides."""
    page = context.new_page()
    wire = Wire(page)
    page.goto(address, wait_until="commit")
    settle(page, wire)
    drawn = page.evaluate("window.drawnAt ?? null")
    if drawn is None:
        raise SystemExit(f"{address} was never drawn: {page.inner_text('body')[:500]}")
    page.evaluate(awaited)
    page.close()
    return wire.opening(drawn)


def phone(browser: Browser, tab: str, text: str, credential: str) -> BrowserContext:
    """A browser that knows nothing but the phone's credential, and notes when the rows of a tab say `text`."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/Warsaw")
    rows, count, within = TABS[tab]
    given = dict(rows=rows, count=count, within=within, text=text, credential=credential)
    context.add_init_script(WATCH.replace("GIVEN", json.dumps(given)))
    return context


def looked_at(browser: Browser, box: Evening, base: str, tab: str) -> tuple[str, bytes]:
    """What the rows of a tab say in the end, and the document that the app drew."""
    context = phone(browser, tab, "", box.phone)
    page = context.new_page()
    wire = Wire(page)
    page.goto(f"{base}/app#{tab}")
    settle(page, wire)
    rows, count, within = TABS[tab]
    found = page.locator(rows).count()
    if found != count:
        raise SystemExit(f"the tab {tab} has {found} rows instead of {count}")
    text = page.evaluate(f"([rows, within]) => {{ {WORDS} return words(rows, within); }}", [rows, within])
    sheets = page.locator("link[rel=stylesheet]").evaluate_all("(all) => all.map((one) => one.getAttribute('href'))")
    styles = "\n".join(box.house.get(sheet).decode() for sheet in sheets)
    document = page.evaluate(COPY).replace("</head>", f"<style>{styles}</style></head>")
    context.close()
    return text, f"<!doctype html>{document}".encode()


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Each tab, cold and again."""
    box = Evening(binary, sim, run)
    base = box.url.replace("127.0.0.1", NAME)
    with sync_playwright() as playwright:
        rules = f"--host-resolver-rules=MAP {NAME} 127.0.0.1"
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", rules])
        seen = {tab: looked_at(browser, box, base, tab) for tab in TABS}
        files = {f"{tab}.html": document for tab, (_, document) in seen.items()}
        with house.nginx(run, PORT, "", files, SERVER_CORE, GZIP) as plain:
            plain = plain.replace("127.0.0.1", NAME)
            found = [row for tab in TABS for row in measured(browser, box, tab, seen[tab][0], {
                "ours": f"{base}/app#{tab}", "rival": f"{plain}/{tab}.html"})]
        browser.close()
    box.house.stop()
    return found


def measured(browser: Browser, box: Evening, tab: str, text: str, addresses: dict[str, str]) -> list[Row]:
    """One tab, in rounds that alternate."""
    openings: dict[tuple[str, str], list[Opening]] = {}
    for number in range(ROUNDS):
        for side in addresses if number % 2 else reversed(addresses):
            context = phone(browser, tab, text, box.phone)
            for when in ("cold", "again"):
                openings.setdefault((side, when), []).append(opened(context, addresses[side]))
            context.close()
        context = phone(browser, tab, text, box.phone)
        opened(context, f"{box.url}/app#{tab}", awaited="navigator.serviceWorker.ready.then(() => true)")
        openings.setdefault(("ours", "kept"), []).append(opened(context, f"{box.url}/app#{tab}"))
        context.close()
    found = [row for when in ("cold", "again")
             for row in compared(tab, when, openings["ours", when], openings["rival", when])]
    return found + with_worker(tab, openings["ours", "kept"])


def with_worker(tab: str, openings: list[Opening]) -> list[Row]:
    """Bytes that a worker gets are not the page's, and are left out."""
    name = f"{tab.capitalize()}, again with a worker"
    return [
        Row(f"{name}: requests", spread([len(one.paths) for one in openings]), "", "", "", None),
        Row(f"{name}: drawn", spread([one.drawn for one in openings], " ms"), "", "", "", None),
    ]


def compared(tab: str, when: str, ours: list[Opening], rival: list[Opening]) -> list[Row]:
    """The rows of the table for one tab at one time."""
    name = f"{tab.capitalize()}, {when}"
    is_cold = when == "cold"

    def row(what: str, of: str, unit: str, share: float, most: float | None, digits: int = 0) -> Row:
        mine, theirs = ([getattr(one, of) * share for one in side] for side in (ours, rival))
        middle, other = statistics.median(mine), statistics.median(theirs)
        budget = "" if most is None or not is_cold else f"<= {most:g}{unit}"
        against, ratio = (f"nginx: {spread(theirs, unit, digits)}", f"{middle / other:.1f}x") if other else ("", "")
        return Row(f"{name}: {what}", spread(mine, unit, digits), against, ratio, budget, middle <= most if budget else None)

    return [
        row("requests", "requests", "", 1, None),
        row("questions among them", "questions", "", 1, 12),
        row("bytes", "size", " kB", 0.001, 150, 1),
        row("drawn", "drawn", " ms", 1, 400),
    ]
