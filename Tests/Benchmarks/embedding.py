"""A board in a game's own page, `/embed/…`: what it asks for and when its rows stand there, beside the same rows as one file."""

from __future__ import annotations

import asyncio
import os
import pathlib
import random
import urllib.request

from playwright.sync_api import Browser, BrowserContext, sync_playwright

import house
from players import Games, send, submit
from serving import SERVER_CORE
from table import Row
from tabs import GZIP, compared
from wire import Opening, Wire, settle

PLAYERS = 100
ROUNDS = 7
PORT = 18184
CHROMIUM = os.environ.get("WATCHPOST_CHROMIUM", "/usr/bin/chromium-headless-shell")
FRAME = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A game</title>
<style>body { margin: 0 } iframe { border: 0; width: 100%; height: 420px; display: block }</style><iframe src="ADDRESS"></iframe></html>"""
WATCH = """(() => {
  const watcher = new MutationObserver(look);
  function look() {
    const rows = document.querySelectorAll(".rows > li");
    if (rows.length !== COUNT || window.drawnAt) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.drawnAt = performance.now(); }));
  }
  watcher.observe(document, { subtree: true, childList: true });
})()"""


def rows(binary: str, run: pathlib.Path) -> list[Row]:
    """In a page of another origin, cold and again; the rival is the document that was drawn, in the same frame."""
    box = Games(binary, run / "embedding")
    box.game("front")
    for bearer in box.installs("front", PLAYERS):
        asyncio.run(send(box.url, [submit("front", bearer)], []))
    box.pin()
    board = f"{box.url}/embed/front/b"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        document, count = drawn(browser, board)
        files = {"board.html": document, "ours.html": frame(board), "rival.html": frame(f"http://127.0.0.1:{PORT}/board.html")}
        with house.nginx(run, PORT, "", files, SERVER_CORE, GZIP) as site:
            found = measured(browser, site.replace("127.0.0.1", "localhost"), count)
        browser.close()
    box.stop()
    return found


def frame(address: str) -> bytes:
    return FRAME.replace("ADDRESS", address).encode()


def drawn(browser: Browser, board: str) -> tuple[bytes, int]:
    """The page with its styles within it and without its scripts, and how many rows it has."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    page = context.new_page()
    wire = Wire(page)
    page.goto(board)
    settle(page, wire)
    count = page.locator(".rows > li").count()
    if count < 10:
        raise SystemExit(f"the board has {count} rows: {page.inner_text('body')[:300]}")
    sheets = page.locator("link[rel=stylesheet]").evaluate_all("(all) => all.map((one) => one.href)")
    styles = "\n".join(fetched(sheet) for sheet in sheets)
    text = page.evaluate("""() => {
      const copy = document.documentElement.cloneNode(true);
      for (const one of copy.querySelectorAll("script, link")) one.remove();
      return copy.outerHTML;
    }""")
    context.close()
    return f"<!doctype html>{text.replace('</head>', f'<style>{styles}</style></head>')}".encode(), count


def fetched(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as reply:
        return reply.read().decode()


def measured(browser: Browser, site: str, count: int) -> list[Row]:
    """Rounds that alternate."""
    openings: dict[tuple[str, str], list[Opening]] = {}
    for number in range(ROUNDS):
        for side in random.sample(["ours", "rival"], 2) if number else ["ours", "rival"]:
            context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
            context.add_init_script(WATCH.replace("COUNT", str(count)))
            for when in ("cold", "again"):
                openings.setdefault((side, when), []).append(opened(context, f"{site}/{side}.html"))
            context.close()
    return [row for when in ("cold", "again") for row in compared("embedded board", when, openings["ours", when], openings["rival", when])]


def opened(context: BrowserContext, address: str) -> Opening:
    """One opening of the game's page, until its board asks for nothing more; what the game's own page costs is counted with both."""
    page = context.new_page()
    wire = Wire(page)
    page.goto(address, wait_until="commit")
    settle(page, wire)
    inner = page.frames[1]
    when = inner.evaluate("window.drawnAt ?? null")
    if when is None:
        raise SystemExit(f"{address} was never drawn: {inner.inner_text('body')[:300]}")
    page.close()
    return wire.opening(when)
