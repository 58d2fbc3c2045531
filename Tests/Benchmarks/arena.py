"""Boards of games: the order in memory beside Redis and SQLite, pages beside nginx, results on the card.

The order in memory is compiled here, optimised, from its own sources. Redis is asked over a Unix socket by its own
load generator, 32 commands at once; its CPU is that of the server alone. Both get one stream of results and come to the
same order, which is checked.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import time
import uuid
from collections.abc import Iterator

import house
from personal import Box
from serving import LOAD_CORE, ROUNDS, SERVER_CORE, throughput
from syncing import request, slow_sync
from table import Row, percentile, spread

TITLE = (
    "Positions, pages and moves in memory beside redis-server on a Unix socket (32 commands at once, CPU of its server) and "
    "SQLite's count over an index; then over HTTP. Durable figures beside one fdatasync of this disk."
)
ROOT = pathlib.Path(__file__).resolve().parents[2]
INDEX = ("BoardIndex", "BoardBlocks", "PlayerSlots", "FenwickTree", "BoardEntry")
QUESTIONS = 100_000
CONNECTIONS = 50
EACH = 100
"""Results of each connection in a round: an installation may send 120 a minute."""


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """All of it; the simulators are not asked."""
    del sim
    program = compiled(run)
    with redis(run) as socket:
        found = same_order(program, socket)
        for players, scores in ((1_000, 2**40), (100_000, 2**40), (1_000_000, 2**40), (1_000_000, 100)):
            found += memory(program, socket, players, scores)
    found += pages(str(binary), run)
    for delay in (0, 5_000):
        found += durable(str(binary), run, delay)
    return found


def compiled(run: pathlib.Path) -> pathlib.Path:
    """The program, from the sources of the index."""
    swiftc = shutil.which("swiftc")
    if not swiftc:
        raise SystemExit("no swiftc on the PATH")
    arena = ROOT / "Sources" / "Core" / "Arena"
    sources = [arena / "Boards" / f"{name}.swift" for name in INDEX]
    sources += [arena / "Games" / "BoardOperator.swift", ROOT / "Tests" / "Benchmarks" / "Board.swift"]
    program = run / "board"
    options = ["-O", "-wmo", "-swift-version", "6", "-parse-as-library", "-package-name", "watchpost", "-module-name", "Board"]
    subprocess.run([swiftc, *options, *sources, "-o", program], check=True)
    return program


@contextlib.contextmanager
def redis(run: pathlib.Path) -> Iterator[str]:
    """A server without persistence, on the server's core."""
    socket = str(run / "redis.sock")
    command = ["taskset", "-c", SERVER_CORE, "redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while not pathlib.Path(socket).exists():
            time.sleep(0.05)
        yield socket
    finally:
        process.terminate()
        process.wait()


def cli(socket: str, *words: str, text: str | None = None) -> str:
    command = ["redis-cli", "-s", socket, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True, input=text).stdout


def piped(socket: str, commands: list[list[str]]) -> None:
    """Sends commands in Redis' own form."""
    text = "".join(f"*{len(words)}\r\n" + "".join(f"${len(word)}\r\n{word}\r\n" for word in words) for words in commands)
    if "errors: 0" not in cli(socket, "--pipe", text=text):
        raise SystemExit("redis-cli --pipe reports errors")


def same_order(program: pathlib.Path, socket: str) -> list[Row]:
    """A stream of 200,000 results of 20,000 players, every other score there many times; who was first is ahead."""
    chance, members, commands, lines = random.Random(5), {}, [], []
    for number in range(200_000):
        player = chance.randrange(20_000)
        score = chance.randrange(100) if number % 2 else chance.randrange(10**9)
        lines.append(f"{player} {score}")
        if player in members:
            commands.append(["ZREM", "order", members[player]])
        # Redis orders equal scores by the member's bytes.
        members[player] = f"{number:09d}:{player}"
        commands.append(["ZADD", "order", str(score), members[player]])
    piped(socket, commands)
    theirs = [member.split(":")[1] for member in cli(socket, "ZRANGE", "order", "0", "-1").split()]
    command = [program, "order"]
    ours = subprocess.run(command, check=True, capture_output=True, text=True, input="\n".join(lines)).stdout.split()
    if ours != theirs:
        raise SystemExit("Redis comes to another order")
    cli(socket, "DEL", "order")
    return [Row("200,000 results of 20,000 players: the order of Redis", f"the same {len(ours):,} rows", "", "", "the same", True)]


def asked(socket: str, players: int, *words: str) -> float:
    """Microseconds of the server's CPU for a command."""
    def cpu() -> float:
        info = cli(socket, "INFO", "cpu")
        return sum(float(re.search(rf"{name}:([\d.]+)", info)[1]) for name in ("used_cpu_sys", "used_cpu_user"))

    before = cpu()
    command = ["taskset", "-c", LOAD_CORE, "redis-benchmark", "-s", socket, "-P", "32", "-c", "1", "-n", str(QUESTIONS),
               "-r", str(players), "-q", *words]
    subprocess.run(command, check=True, capture_output=True)
    return (cpu() - before) / QUESTIONS * 1e6


def memory(program: pathlib.Path, socket: str, players: int, scores: int) -> list[Row]:
    """A board of so many players."""
    ours = [subprocess.run(["taskset", "-c", SERVER_CORE, program, str(players), str(scores)], check=True, capture_output=True,
                           text=True).stdout.split() for _ in range(ROUNDS)]
    load, size, position, around, move = ([float(words[place]) for words in ours] for place in range(5))
    chance = random.Random(7)
    for first in range(0, players, 50_000):
        part = [["ZADD", "board", str(chance.randrange(scores)), f"{number:012d}"] for number in range(first, min(first + 50_000, players))]
        piped(socket, part)
    used = int(cli(socket, "MEMORY", "USAGE", "board", "SAMPLES", "1000"))
    member, score = "__rand_int__", str(chance.randrange(scores))
    theirs = {
        "position": [asked(socket, players, "ZREVRANK", "board", member) for _ in range(ROUNDS)],
        "page": [asked(socket, players, "ZRANGE", "board", str(players // 2), str(players // 2 + 10), "REV", "WITHSCORES")
                 for _ in range(ROUNDS)],
        "move": [asked(socket, players, "ZADD", "board", score, member) for _ in range(ROUNDS)],
    }
    cli(socket, "DEL", "board")
    name = f"{players:,} players, {'100 scores' if scores == 100 else 'scores apart'}"

    def row(what: str, mine: list[float], rival: list[float], budget: float) -> Row:
        middle = statistics.median(mine) / 1_000
        against = f"Redis: {spread(rival, ' us', 1)}"
        return Row(f"{name}: {what}", spread([one / 1_000 for one in mine], " us", 2), against,
                   f"{middle / statistics.median(rival):.2f}x", f"<= {budget:g} us", middle <= budget)

    found = [
        row("position", position, theirs["position"], 1), row("11 rows around a player", around, theirs["page"], 2),
        row("move", move, theirs["move"], 3),
        Row(f"{name}: memory", spread(size, " B a player", 1), f"Redis: {used / players:.0f} B", f"{statistics.median(size) * players / used:.2f}x",
            "<= 64 B", statistics.median(size) <= 64),
        Row(f"{name}: load", spread(load, " ms", 1), "", "", "<= 1,000 ms", statistics.median(load) <= 1_000),
    ]
    if players == 100_000:
        found.append(counted(name, players, scores, position))
    return found


def counted(name: str, players: int, scores: int, position: list[float]) -> Row:
    """The same position by SQL: how many are better, over an index."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE board (player INTEGER PRIMARY KEY, score INTEGER) STRICT")
    database.execute("CREATE INDEX scores ON board (score)")
    chance = random.Random(7)
    database.executemany("INSERT INTO board VALUES (?, ?)", ((number, chance.randrange(scores)) for number in range(players)))
    times = []
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(100):
            question = "SELECT count(*) FROM board WHERE score > (SELECT score FROM board WHERE player = ?)"
            database.execute(question, (chance.randrange(players),)).fetchone()
        times.append((time.process_time() - begin) * 1e4)
    ratio = statistics.median(position) / 1_000 / statistics.median(times)
    return Row(f"{name}: position", spread([one / 1_000 for one in position], " us", 2), f"SQLite count: {spread(times, ' us', 1)}",
               f"{ratio:.4f}x", "", None)


class Games(Box):
    """An appliance with an arena, counting nobody out."""

    def __init__(self, binary: str, folder: pathlib.Path, environment: dict[str, str] | None = None):
        folder.mkdir()
        super().__init__(binary, folder, environment, "[arena]\nenabled = true\nregistrations_per_hour = 100000\n")

    def game(self, slug: str) -> None:
        """With a board of two windows."""
        self.call("PUT", f"/v1/admin/games/{slug}", self.owner, {"version": 0, "name": slug})
        self.call("PUT", f"/v1/admin/games/{slug}/boards/b", self.owner, {"version": 0, "name": "b", "windows": ["day", "week"]})

    def installs(self, slug: str, count: int) -> list[str]:
        """So many installations of a game, by their credentials."""
        names = [hashlib.sha256(f"{slug} {number}".encode()).digest()[:16] for number in range(count)]
        bearers = [base64.urlsafe_b64encode(name).decode().rstrip("=") + "." + "s" * 43 for name in names]
        for bearer in bearers:
            self.call("PUT", f"/v1/games/{slug}/installs/{bearer[:22]}", bearer, {"name": None})
        return bearers

    def written(self) -> int:
        text = pathlib.Path(f"/proc/{self.process.pid}/io").read_text()
        return int(re.search(r"^write_bytes: (\d+)", text, re.M)[1])

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=10)


def key() -> str:
    """A UUID of version 7, as SDKs make them."""
    number = int(time.time() * 1_000) << 80 | 7 << 76 | random.getrandbits(12) << 64 | 2 << 62 | random.getrandbits(62)
    return str(uuid.UUID(int=number))


def submit(slug: str, bearer: str) -> bytes:
    plain = request("POST", f"/v1/games/{slug}/boards/b/results", bearer, {"score": random.randrange(10**6)})
    return plain.replace(b"\r\nHost:", f"\r\nIdempotency-Key: {key()}\r\nHost:".encode(), 1)


async def send(url: str, requests: list[bytes], times: list[float]) -> None:
    """One connection, one request after the other."""
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for each in requests:
        begin = time.perf_counter()
        writer.write(each)
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 20"):
            raise SystemExit(f"refused: {head!r}")
        length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
        await reader.readexactly(length)
        times.append((time.perf_counter() - begin) * 1_000)
    writer.close()


def pages(binary: str, run: pathlib.Path) -> list[Row]:
    """The first page of a board with 100 players beside nginx with the same bytes."""
    box = Games(binary, run / "pages")
    os.sched_setaffinity(box.process.pid, {int(SERVER_CORE)})
    for thread in pathlib.Path(f"/proc/{box.process.pid}/task").iterdir():
        with contextlib.suppress(ProcessLookupError):
            os.sched_setaffinity(int(thread.name), {int(SERVER_CORE)})
    box.game("front")
    bearers = box.installs("front", 100)
    for bearer in bearers:
        asyncio.run(send(box.url, [submit("front", bearer)], []))
    path = "/v1/games/front/boards/b"
    body = json.dumps(box.call("GET", path, bearers[0]), separators=(",", ":"), ensure_ascii=False).encode()
    with house.nginx(run, 18182, "", {"board.json": body}, SERVER_CORE) as rival:
        found = throughput(f"front page of 20 rows ({len(body):,} B)", box.url + path, rival + "/board.json", 0.9, "nginx sendfile")
    box.stop()
    return found


def fdatasync(folder: pathlib.Path) -> float:
    """Milliseconds of one, of 4 kB."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(100):
            file.write(bytes(4_096))
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - begin) * 1_000)
    return statistics.median(times)


def durable(binary: str, run: pathlib.Path, delay: int) -> list[Row]:
    """Results that are on the disk when they are answered; each fdatasync takes `delay` microseconds longer."""
    folder = run / f"durable{delay}"
    box = Games(binary, folder, slow_sync(run, delay) if delay else None)
    sync = f"fdatasync {fdatasync(folder) + delay / 1_000:.2f} ms"
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
    before = box.written()
    for bearer in bearers[1:]:
        asyncio.run(send(box.url, [submit("bytes", bearer) for _ in range(EACH)], []))
    lone = (box.written() - before) / (3 * EACH)
    batches = [
        request("POST", "/v1/games/bytes/results", bearers[0],
                {"results": [{"key": key(), "board": "b", "score": random.randrange(10**6)} for _ in range(50)]})
        for _ in range(40)
    ]
    before = box.written()
    asyncio.run(send(box.url, batches, []))
    return lone, (box.written() - before) / (40 * 50)
