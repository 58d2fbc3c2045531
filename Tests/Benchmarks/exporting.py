"""All results of a game as one file: rows a second, and by how much the appliance grows while it sends a million of them."""

from __future__ import annotations

import http.client
import pathlib
import time

from hiding import fill
from players import Games
from table import Row

RESULTS = 1_000_000
PLAYERS = 200
GROWTH = 16 << 20
"""Bytes that it may grow by: what is sent is several times as much."""


def rows(binary: str, run: pathlib.Path) -> list[Row]:
    """The same appliance sends them in both forms."""
    folder = run / "exporting"
    box = Games(binary, folder)
    box.game("exported")
    box.installs("exported", PLAYERS)
    box.stop()
    fill(folder, RESULTS)
    box = Games(binary, folder)
    found = []
    for form in ("csv", "json"):
        before, begin = memory(box), time.perf_counter()
        lines, size, most = taken(box, f"/v1/admin/games/exported/export?format={form}")
        seconds, growth = time.perf_counter() - begin, most - before
        # A line before all rows; JSON has one behind them as well.
        assert lines - (1 if form == "csv" else 2) == RESULTS, lines
        what = f"{form} of {RESULTS:,} results, {size / 1e6:,.0f} MB; most that the appliance grew by"
        budget = f"<= {GROWTH / 1e6:.0f} MB"
        found.append(Row(what, f"{RESULTS / seconds:,.0f} rows/s", f"{growth / 1e6:.1f} MB", "", budget, growth <= GROWTH))
    box.stop()
    return found


def taken(box: Games, path: str) -> tuple[int, int, int]:
    """Lines and bytes that came, and the most memory that the appliance had meanwhile."""
    connection = http.client.HTTPConnection(box.url.removeprefix("http://"), timeout=60)
    connection.request("GET", path, headers={"Authorization": f"Bearer {box.owner}"})
    answer = connection.getresponse()
    assert answer.status == 200, answer.read()
    lines = size = most = looked = 0
    while piece := answer.read(1 << 16):
        lines += piece.count(b"\n")
        size += len(piece)
        if size - looked > 4 << 20:
            most, looked = max(most, memory(box)), size
    connection.close()
    return lines, size, max(most, memory(box))


def memory(box: Games) -> int:
    """Resident bytes."""
    status = pathlib.Path(f"/proc/{box.process.pid}/status").read_text().splitlines()
    return 1_024 * next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
