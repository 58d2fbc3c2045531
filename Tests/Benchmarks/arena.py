"""Boards of games: the order in memory beside Redis and SQLite, pages beside nginx, results on the card."""

from __future__ import annotations

import asyncio
import json
import pathlib
import random
import shutil
import time
from collections.abc import Callable

import beside
import boards
import disk
import exporting
import fronts
import hiding
import house
import ledger
from players import Games, key, send, submit
from serving import ROUNDS, SERVER_CORE, throughput
from syncing import request, slow_sync
from table import Row, percentile, spread

TITLE = (
    "Positions, pages and moves in memory beside redis-server on a Unix socket (32 commands at once, CPU of its server) and "
    "SQLite's count over an index; then results in process, and over HTTP. Durable figures beside one fdatasync of this disk. "
    "The front of Redis is Tests/Benchmarks/front.c: one thread, one EVALSHA a request; it takes no account of limits, signatures, "
    "names that change and ties."
)
CONNECTIONS = 50
EACH = 100
"""Results of each connection in a round: an installation may send 120 a minute."""


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """All of it; the simulators are asked for lamps alone."""
    found = needing(["swiftc", "redis-server", "redis-benchmark"], "in memory beside Redis", lambda: boards.rows(run))
    found += needing(["swiftc", "redis-server", "redis-benchmark"], "the ledger in process", lambda: ledger.rows(binary, run))
    found += needing(["nginx", "wrk"], "front pages", lambda: pages(str(binary), run))
    found += needing(["cc", "wrk", "redis-server"], "HTTP beside a front of Redis", lambda: fronts.rows(str(binary), run))
    for delay in (0, 5_000):
        found += durable(str(binary), run, delay)
    found += hiding.rows(str(binary), run)
    found += exporting.rows(str(binary), run)
    return found + needing(["wrk"], "answers beside results", lambda: beside.rows(binary, sim, run))


def needing(programs: list[str], part: str, measured: Callable[[], list[Row]]) -> list[Row]:
    """What a part comes to; where a program is missing, a row that says so."""
    missing = [program for program in programs if not shutil.which(program)]
    if not missing:
        return measured()
    return [Row(f"{part}: left out", f"no {' and no '.join(missing)} here; it needs Swift, and what .ci/dependencies bench installs")]


def pages(binary: str, run: pathlib.Path) -> list[Row]:
    """The first page of a board with 100 players beside nginx with the same bytes."""
    box = Games(binary, run / "pages")
    box.pin()
    box.game("front")
    bearers = box.installs("front", 100)
    for bearer in bearers:
        asyncio.run(send(box.url, [submit("front", bearer)], []))
    path = "/v1/games/front/boards/b"
    body = json.dumps(box.call("GET", path, bearers[0]), separators=(",", ":"), ensure_ascii=False).encode()
    with house.nginx(run, 18182, "", {"board.json": body}, SERVER_CORE) as rival:
        found = []
        for connections in (1, 32, CONNECTIONS):
            what = f"front page of 20 rows ({len(body):,} B), {connections} connection{'s' if connections > 1 else ''}"
            found += throughput(what, box.url + path, rival + "/board.json", 0.9, "nginx sendfile", connections)
    box.stop()
    return found


def durable(binary: str, run: pathlib.Path, delay: int) -> list[Row]:
    """Results that are on the disk when they are answered; each fdatasync takes `delay` microseconds longer."""
    folder = run / f"durable{delay}"
    box = Games(binary, folder, slow_sync(run, delay) if delay else None)
    sync = f"fdatasync {disk.fdatasync(folder) + delay / 1_000:.2f} ms"
    alone, together, rates, hashes = [], [], [], []
    for number in range(ROUNDS):
        slug = f"game{number}"
        box.game(slug)
        bearers = box.installs(slug, CONNECTIONS)
        asyncio.run(send(box.url, [submit(slug, bearers[0])], []))
        asyncio.run(send(box.url, [submit(slug, bearers[0]) for _ in range(EACH // 10)], alone))
        shares = [[submit(slug, bearer) for _ in range(EACH)] for bearer in bearers[1:]]
        reads = [request("GET", "/v1/hash", bearers[0]) for _ in range(200)]

        async def crowd(shares: list[list[bytes]] = shares, reads: list[bytes] = reads) -> float:
            begin = time.perf_counter()
            await asyncio.gather(send(box.url, reads, hashes), *(send(box.url, share, together) for share in shares))
            return sum(map(len, shares)) / (time.perf_counter() - begin)

        rates.append(asyncio.run(crowd()))
    bytes_of = None if delay else written(box)
    box.stop()
    name = f"{sync}: "
    found = [
        Row(f"{name}a result alone, round trip", spread(alone, " ms", 2), "", "", "", None),
        Row(f"{name}results of {CONNECTIONS - 1} connections, a second (client: one Python process)", spread(rates), "", "", "", None),
        Row(f"{name}GET /v1/hash beside them, p99", f"{percentile(hashes, 0.99):.2f} ms", "", "", "", None),
    ]
    if bytes_of:
        lone, grouped = bytes_of
        found += [
            Row("written for a result alone", f"{lone / 1_000:.1f} kB", "", "", "<= 10 kB", lone <= 10_000),
            Row("written for a result, 50 at once", f"{grouped / 1_000:.2f} kB", "", "", "<= 0.6 kB (in hundreds)", grouped <= 600),
        ]
    return found


def written(box: Games) -> tuple[float, float]:
    """Bytes for a result that is alone, and for one of fifty that come at once."""
    box.game("bytes")
    bearers = box.installs("bytes", 4)
    asyncio.run(send(box.url, [submit("bytes", bearers[0])], []))
    before = disk.written(box.process.pid)
    for bearer in bearers[1:]:
        asyncio.run(send(box.url, [submit("bytes", bearer) for _ in range(EACH)], []))
    lone = (disk.written(box.process.pid) - before) / (3 * EACH)
    batches = [
        request("POST", "/v1/games/bytes/results", bearers[0],
                {"results": [{"key": key(), "board": "b", "score": random.randrange(10**6)} for _ in range(50)]})
        for _ in range(40)
    ]
    before = disk.written(box.process.pid)
    asyncio.run(send(box.url, batches, []))
    return lone, (disk.written(box.process.pid) - before) / (40 * 50)
