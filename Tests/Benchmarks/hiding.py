"""Hiding a hundred thousand results of one board: seconds until all of it is done, and what somebody waits meanwhile who sends one."""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import sqlite3
import time

from players import Games, send, submit
from table import Row

RESULTS = 100_000
PLAYERS = 200


def rows(binary: str, run: pathlib.Path) -> list[Row]:
    """The same appliance hides them, and gives them back."""
    box = Games(binary, run / "hiding")
    box.game("hidden")
    box.installs("hidden", PLAYERS)
    box.stop()
    fill(run / "hiding")
    box = Games(binary, run / "hiding")
    sender = box.installs("hidden", PLAYERS + 20)[PLAYERS:]
    found = []
    for what, path, body in (
        ("hiding", "/v1/admin/games/hidden/hidings", {"board": "b", "above": 2_000_000}),
        ("giving back", "/v1/admin/games/hidden/hidings/1/undo", None),
    ):
        seconds, longest, sent = asyncio.run(measured(box, sender, path, body))
        found.append(
            Row(f"{what} {RESULTS:,} results; longest wait of {sent} results sent meanwhile", f"{seconds:.1f} s", f"{longest:.0f} ms", "", "", None)
        )
    box.stop()
    return found


async def measured(box: Games, sender: list[str], path: str, body: dict | None) -> tuple[float, float, int]:
    """Seconds, and milliseconds of the slowest of those that were sent until it was done."""
    begin = time.perf_counter()
    wish = asyncio.create_task(asyncio.to_thread(box.call, "POST", path, box.owner, body))
    times: list[float] = []
    state, number = "", 0
    while state not in ("hidden", "undone"):
        await send(box.url, [submit("hidden", sender[number % len(sender)])], times)
        number += 1
        if wish.done():
            state = (await asyncio.to_thread(box.call, "GET", "/v1/admin/games/hidden/hidings/1", box.owner))["state"]
        await asyncio.sleep(0.01)
    return time.perf_counter() - begin, max(times), len(times)


def fill(folder: pathlib.Path, count: int = RESULTS) -> None:
    """So many results of all installations, accepted lately, as the appliance would have stored them."""
    (file,) = folder.rglob("arena.db")
    with contextlib.closing(sqlite3.connect(file)) as db, db:
        installs = [row[0] for row in db.execute("SELECT id FROM installs")]
        (board,) = db.execute("SELECT id FROM boards").fetchone()
        now = int(time.time()) - 3_600
        db.executemany(
            "INSERT INTO results (key, install, board, score, at, state) VALUES (?, ?, ?, ?, ?, 0)",
            (
                (number.to_bytes(16, "big"), installs[number % len(installs)], board, 2_000_001 + number * 7_919 % 1_000_003, now)
                for number in range(count)
            ),
        )
