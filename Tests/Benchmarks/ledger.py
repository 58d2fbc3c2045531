"""Results in the ledger, in process: how many a second are durable, and what they write, beside Redis and classic tables.

The program is linked with the very objects of the release build; nothing goes over HTTP, and nothing is put together (fold)
meanwhile. Redis keeps no key of a result and no time, only a member and a score.
"""

from __future__ import annotations

import pathlib
import re
import statistics
import subprocess

import classic
from disk import fdatasync
from serving import ROUNDS
from sortedsets import KEEPS, rate, redis
from syncing import slow_sync
from table import Row, spread

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOTH_CORES = "0,1"
MODULES = ("CSQLite", "CCivilTime", "CUTF8Proc")
FILLED = 100_000
"""Results that are there before bytes are counted."""
GROUPS = {1: 2_000, 10: 500, 100: 100}
"""How many are written in one transaction, and how often."""


def compiled(binary: pathlib.Path, run: pathlib.Path) -> pathlib.Path:
    """The program, with Core as the release build has it."""
    build = binary.resolve().parent
    package = re.search(r'"-package-name",\s*"(\w+)"', (build / "description.json").read_text(encoding="utf-8"))[1]
    options = ["-O", "-wmo", "-swift-version", "6", "-parse-as-library", "-static-stdlib", "-package-name", package,
               "-module-name", "Ledger", "-I", build / "Modules"]
    for module in MODULES:
        options += ["-Xcc", f"-fmodule-map-file={build / f'{module}.build' / 'module.modulemap'}"]
    objects = [each for module in ("Core", "WatchpostModel", *MODULES) for each in (build / f"{module}.build").glob("*.o")]
    libraries = ["-lsqlite3", "-lcctz", "-lutf8proc", "-lstdc++"]
    source, program = ROOT / "Tests" / "Benchmarks" / "Ledger.swift", run / "ledger"
    made = subprocess.run(["swiftc", *options, source, *objects, *libraries, "-o", program], capture_output=True, text=True)
    if made.returncode:
        raise SystemExit(f"the ledger's benchmark does not compile:\n{made.stderr}")
    return program


def asked(program: pathlib.Path, *words: object, environment: dict[str, str] | None = None) -> list[float]:
    """What it prints."""
    command = [program, *map(str, words)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
    return [float(word) for word in done.stdout.split()]


def rows(binary: pathlib.Path, run: pathlib.Path) -> list[Row]:
    """How fast, as the disk is and 5 ms slower, and how much."""
    if not (binary.resolve().parent / "Core.build").is_dir():
        return [Row("the ledger in process: left out", "no objects of a release build beside the binary")]
    program = compiled(binary, run)
    found = []
    for delay in (0, 5_000):
        found += rates(program, run, delay)
    return found + written(program, run)


def rates(program: pathlib.Path, run: pathlib.Path, delay: int) -> list[Row]:
    """Both have both cores: ours for writers and the database's thread, Redis for its server and its load generator."""
    folder = run / f"ledger{delay}"
    folder.mkdir()
    environment = slow_sync(run, delay) if delay else None
    sync = f"fdatasync {fdatasync(folder) + delay / 1_000:.2f} ms"
    cases = {1: 100 if delay else 1_000, 50: 5_000 if delay else 20_000, 1_000: 60_000}
    mine: dict[int, list[list[float]]] = {writers: [] for writers in cases}
    theirs: dict[int, list[float]] = {1: [], 50: []}
    words = ["ZADD", "board", "__rand_int__", "__rand_int__"]
    for number in range(ROUNDS):
        with redis(folder, KEEPS, environment, BOTH_CORES) as socket:
            for writers, results in cases.items():
                file = folder / f"arena{number}.db"
                mine[writers].append(asked(program, file, "rate", writers, results, environment=environment))
                if writers in theirs:
                    theirs[writers].append(rate(socket, results, words, members=20_000, connections=writers, cores=BOTH_CORES))
    found = []
    for writers in cases:
        speeds = [one[0] for one in mine[writers]]
        crowd = f"{writers:,} at once" if writers > 1 else "one after the other"
        rival, ratio = "", ""
        if writers in theirs:
            rival = f"Redis, ZADD, AOF always, {writers} connections: {spread(theirs[writers])}"
            ratio = f"{statistics.median(speeds) / statistics.median(theirs[writers]):.2f}x"
        is_most = writers == max(cases)
        found.append(Row(f"{sync}: results in process, {crowd}, a second", spread(speeds), rival, ratio, ">= 30,000" if is_most else "",
                         statistics.median(speeds) >= 30_000 if is_most else None))
    found.append(Row(f"{sync}: CPU for a result, 50 and 1,000 at once",
                     ", ".join(spread([one[1] for one in mine[writers]], " us", 1) for writers in (50, 1_000))))
    return found


def written(program: pathlib.Path, run: pathlib.Path) -> list[Row]:
    """Bytes for a result, alone and in groups; both files have 100,000 results of 1,000 players before."""
    folder = run / "bytes"
    folder.mkdir()
    asked(program, folder / "arena.db", "bytes", 1_000, FILLED // 1_000)
    rival = classic.Tables(folder / "classic.db")
    rival.fill(FILLED)
    found = []
    budgets = {1: 10_000, 100: 600}
    for group, times in GROUPS.items():
        ours, theirs = [], []
        for _ in range(ROUNDS):
            ours += asked(program, folder / "arena.db", "bytes", group, times)
            theirs.append(rival.written(group, times))
        middle, budget = statistics.median(ours), budgets.get(group)
        crowd = "alone" if group == 1 else f"of {group} in one commit"
        found.append(
            Row(f"written for a result {crowd}, in process", spread([one / 1_000 for one in ours], " kB", 2),
                f"{classic.TITLE}: {spread([one / 1_000 for one in theirs], ' kB', 2)}",
                f"{middle / statistics.median(theirs):.2f}x", f"<= {budget / 1_000:g} kB" if budget else "",
                middle <= budget if budget else None)
        )
    return found
