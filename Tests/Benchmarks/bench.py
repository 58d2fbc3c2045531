"""`make bench`: what the appliance costs, next to named rivals in the same run.

Server and load generator have a core each, the same for both sides; rounds alternate; medians and the spread of the
rounds are printed, and written to docs/benchmarks.md, a section for each part.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import statistics
import tempfile
import time
import urllib.request

import arena
import developers
import duels
import house
import notices
import opening
import rotations
import strangers
import syncing
import table
import tabs
import year
from latency import observation_to_stream
from serving import SERVER_CORE, throughput
from table import Row, spread

def reads(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Cached GETs against nginx."""
    appliance = house.Appliance(binary, sim, run, "60s", cores=SERVER_CORE)
    appliance.await_fresh()
    bodies = {name: appliance.get(path) for name, path in PATHS.items()}
    files = {"realms.json": bodies["realms"], "rotations.json": bodies["rotations"]}
    rows: list[Row] = []
    with house.nginx(run, 18181, bodies["hash"].decode(), files, SERVER_CORE) as rival:
        sizes = {name: len(body) for name, body in bodies.items()}
        rows += throughput(f"hash ({sizes['hash']} B)", appliance.url + PATHS["hash"], rival + "/hash", 0.95,
                           "nginx return")
        rows += throughput(f"realms ({sizes['realms']:,} B)", appliance.url + PATHS["realms"], rival + "/realms.json",
                           0.9, "nginx sendfile")
        rows += throughput(f"rotations ({sizes['rotations']:,} B)", appliance.url + PATHS["rotations"],
                           rival + "/rotations.json", 0.9, "nginx sendfile")
    appliance.stop()
    return rows


PATHS = {"hash": "/v1/hash", "realms": "/v1/regions/us/realms", "rotations": "/v1/rotations"}


def polling(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """CPU of a poll, memory after 100 polls, bytes written."""
    appliance = house.Appliance(binary, sim, run, "2s")
    appliance.await_fresh()
    streams = [urllib.request.urlopen(appliance.url + "/v1/events", timeout=60) for _ in range(10)]
    before, start = appliance.cpu_seconds(), time.monotonic()
    # What a first start writes (every realm once, its history within two minutes) is not an ordinary day's.
    time.sleep(140)
    settled, written = time.monotonic(), io_bytes(appliance)
    time.sleep(70)
    daily = (io_bytes(appliance) - written) / (time.monotonic() - settled) * 86_400
    polls = (time.monotonic() - start) / 2
    cpu = (appliance.cpu_seconds() - before) / polls
    for index in range(1_000):
        appliance.get(("/v1/regions/us/realms", "/v1/hash", "/v1/rotations", "/v1/panel")[index % 4])
    status = appliance.proc("status")
    anonymous = int(re.search(r"RssAnon:\s+(\d+)", status)[1]) / 1024
    for stream in streams:
        stream.close()
    appliance.stop()
    return [
        Row("CPU per poll of five regions", f"{cpu * 1000:.1f} ms", "", "", "<= 22 ms", cpu <= 0.022),
        Row("share of a core at 60 s", f"{cpu / 60 * 100:.3f} %", "", "", "<= 0.5 %", cpu / 60 <= 0.005),
        Row("anonymous memory: 100 polls, 1,000 GETs, 10 streams", f"{anonymous:.1f} MB", "", "", "<= 8 MB",
            anonymous <= 8),
        Row("written to disk in a quiet day, extrapolated", f"{daily / 1e6:.2f} MB", "", "", "<= 5 MB",
            daily <= 5e6),
    ]


def io_bytes(appliance: house.Appliance) -> int:
    return int(re.search(r"^write_bytes: (\d+)", appliance.proc("io"), re.M)[1])


def starting(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Time to the ready line with the state of an earlier run."""
    appliance = house.Appliance(binary, sim, run, "60s")
    appliance.await_fresh()
    times = []
    for _ in range(20):
        appliance.stop()
        times.append(appliance.start() * 1000)
    appliance.stop()
    middle = statistics.median(times)
    return [Row("start to ready", spread(times, " ms", 1), "", "", "<= 50 ms", middle <= 50)]


def latency(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """From the answer that confirms a realm down to the panel that shows it."""
    appliance = house.Appliance(binary, sim, run, "2s")
    appliance.await_fresh()
    times = observation_to_stream(appliance, sim, 10)
    appliance.stop()
    middle = statistics.median(times)
    return [
        Row("question taken by Battle.net to lamp changed in /v1/panel", spread(times, " ms", 1), "",
            "", "<= 5 ms to GPIO, without the reading of the answer", None if middle > 5 else True)
    ]


PARTS = {
    "reads": (reads, "One core for the server, one for wrk (1 thread, 32 connections)."),
    "start": (starting, "With the state of an earlier run."),
    "latency": (latency, "As a client of the panel sees it."),
    "polling": (polling, "Five regions every two seconds."),
    "push": (notices.rows, notices.TITLE),
    "personal": (syncing.rows, syncing.TITLE),
    "rotations": (rotations.rows, rotations.TITLE),
    "year": (year.rows, year.TITLE),
    "arena": (arena.rows, arena.TITLE),
    "developers": (developers.rows, developers.TITLE),
    "duels": (duels.rows, duels.TITLE),
    "opening": (opening.rows, opening.TITLE),
    "tabs": (tabs.rows, tabs.TITLE),
    "strangers": (strangers.rows, strangers.TITLE),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", required=True, type=pathlib.Path)
    parser.add_argument("--part", choices=PARTS, help="this part alone")
    options = parser.parse_args()
    for name, (part, title) in PARTS.items():
        if options.part not in (None, name):
            continue
        before = table.busy()
        with tempfile.TemporaryDirectory() as folder:
            run = pathlib.Path(folder)
            with house.simulators(run) as sim:
                print(f"{name}: {title}", flush=True)
                rows = part(options.binary.resolve(), sim, run)
        for row in rows:
            print("  " + " | ".join(row.cells()), flush=True)
        table.write(name, title, rows, before, table.busy())


if __name__ == "__main__":
    main()
