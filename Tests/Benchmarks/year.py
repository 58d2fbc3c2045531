"""A year of slots of three modes, worked out by WatchpostModel and by SQLite.

Both work in memory and come to the same slots, which is checked. The arithmetic is that of appliance and client library;
it is compiled here, optimised, from its own sources.
"""

from __future__ import annotations

import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from rotations import ANCHOR, Cycles, Rival, cycles
from serving import ROUNDS
from table import Row, spread

TITLE = "8,760 hours of three modes of five maps in memory: the arithmetic of appliance and client library, beside SQLite."
ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 365 * 86_400
TIMES = 20


class YearRival(Rival):
    """SQLite with the same cycles; it adds up what the others add up."""

    SQL = Rival.SQL[: Rival.SQL.index(") SELECT json_group_array")].replace("ORDER BY start, c.mode LIMIT :most", "") + (
        ") SELECT count(*), sum(start + end) FROM slot"
    )

    def year(self, now: int) -> tuple[int, int]:
        """How many slots, and the sum of their starts and ends."""
        values = {"anchor": int(ANCHOR.timestamp()), "now": now, "until": now + SECONDS}
        return self.database.execute(self.SQL, values).fetchone()

    def year_cpu(self, now: int, times: int) -> float:
        """Milliseconds for each turn."""
        begin = time.process_time()
        for _ in range(times):
            self.year(now)
        return (time.process_time() - begin) / times * 1_000


def compiled(run: pathlib.Path) -> pathlib.Path:
    """The program, from the sources of WatchpostModel."""
    swiftc = shutil.which("swiftc")
    if not swiftc:
        raise SystemExit("no swiftc on the PATH")
    sources = sorted((ROOT / "Sources" / "WatchpostModel").rglob("*.swift"))
    program = run / "year"
    options = ["-O", "-wmo", "-swift-version", "6", "-parse-as-library", "-package-name", "watchpost", "-module-name", "Year"]
    subprocess.run([swiftc, *options, *sources, ROOT / "Tests" / "Benchmarks" / "Year.swift", "-o", program], check=True)
    return program


def ours(program: pathlib.Path, modes: Cycles, now: int) -> tuple[tuple[int, int], float]:
    """What it comes to, and milliseconds for each turn."""
    words = [f"{key}={','.join(f'{code}:{minutes}' for code, minutes in cycle)}" for key, cycle in modes.items()]
    command = [program, str(now), str(now + SECONDS), str(TIMES), *words]
    count, total, cpu = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return (int(count), int(total)), float(cpu)


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Neither the binary nor the simulators are asked: it is arithmetic alone."""
    del binary, sim
    return measured(run)


def measured(run: pathlib.Path) -> list[Row]:
    """Both, in turns."""
    program, modes, now = compiled(run), cycles(3, 60), int(time.time())
    rival = YearRival(modes)
    mine, theirs = [], []
    for _ in range(ROUNDS):
        told, cpu = ours(program, modes, now)
        if told != tuple(rival.year(now)):
            raise SystemExit(f"SQLite comes to other slots: {rival.year(now)}, not {told}")
        mine.append(cpu)
        theirs.append(rival.year_cpu(now, max(1, TIMES // 4)))
    ratio = statistics.median(mine) / statistics.median(theirs)
    what = f"CPU of a year of slots, 3 modes ({told[0]:,} slots)"
    return [Row(what, spread(mine, " ms", 2), f"SQLite: {spread(theirs, ' ms', 2)}", f"{ratio:.2f}x", "<= 1x", ratio <= 1)]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for row in measured(pathlib.Path(folder)):
            print(row, file=sys.stdout)
