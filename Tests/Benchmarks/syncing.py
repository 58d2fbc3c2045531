"""How long a personal read waits while a slow card writes.

    syncing.py BINARY [BINARY …]

Each fdatasync takes 5 ms longer (`slowsync.c`). Two connections change registrations without a pause, so that the writer
is always in a sync; beside them one connection reads map alerts, 100 a second, and times each answer. Rounds of the
binaries alternate.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import multiprocessing
import os
import pathlib
import statistics
import sys
import tempfile
import time

import personal
import phones
from house import TESTS
from personal import Box
from table import Row, percentile

sys.path.insert(0, str(TESTS / "BlackBox"))

from harness.slowsync import SlowSyncs  # noqa: E402

DELAY_US = 5_000
ROUNDS = 5
READS = 500
WRITERS = 2
TITLE = (
    f"{personal.PHONES} phones, {personal.CONNECTIONS} connections; then one connection that reads beside {WRITERS} that write. "
    "No rival: earlier binaries are compared by `syncing.py` and `personal.py` themselves."
)


async def exchange(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes) -> None:
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 20"), head
    length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    await reader.readexactly(length)


def request(method: str, path: str, bearer: str, body: dict | None = None) -> bytes:
    data = json.dumps(body).encode() if body else b""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bearer}\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n".encode() + data


async def write(url: str, bearers: list[str]) -> None:
    """Changes registrations for ever."""
    host, port = url.removeprefix("http://").split(":")

    async def one(bearer: str) -> None:
        connection = await asyncio.open_connection(host, int(port))
        # What says nothing new is not written.
        for locale in itertools.cycle(("pl-PL", "en-GB")):
            body = {"locale": locale, "timeZone": "Europe/Warsaw"}
            await exchange(*connection, request("PUT", f"/v1/devices/{bearer.split('.')[0]}", bearer, body))

    await asyncio.gather(*(one(bearer) for bearer in bearers))


async def read(url: str, bearers: list[str]) -> list[float]:
    """The seconds of each read."""
    host, port = url.removeprefix("http://").split(":")
    connection = await asyncio.open_connection(host, int(port))
    took = []
    for number in range(READS):
        bearer = bearers[number % len(bearers)]
        asked = request("GET", f"/v1/devices/{bearer.split('.')[0]}/alerts", bearer)
        begin = time.perf_counter()
        await exchange(*connection, asked)
        took.append(time.perf_counter() - begin)
        await asyncio.sleep(0.01)
    return took


def round_(box: Box, everybody: list[str]) -> list[float]:
    """Writers have a process of their own, so that they do not hold up the reader's clock."""
    writers = multiprocessing.Process(target=lambda: asyncio.run(write(box.url, everybody[:WRITERS])), daemon=True)
    writers.start()
    try:
        return asyncio.run(read(box.url, everybody[WRITERS:]))
    finally:
        writers.kill()
        writers.join()


def slow_sync(folder: pathlib.Path, microseconds: int) -> dict[str, str]:
    """The environment of a process whose every fdatasync takes so much longer."""
    syncs = SlowSyncs(folder / "syncs")
    syncs.take(microseconds / 1_000_000)
    return os.environ | syncs.environment


def measure(binaries: list[str]) -> list[list[list[float]]]:
    """The seconds of each read: by round, then by binary."""
    with tempfile.TemporaryDirectory(prefix="syncing-") as name:
        folder = pathlib.Path(name)
        environment = slow_sync(folder, DELAY_US)
        boxes = []
        try:
            for number, binary in enumerate(binaries):
                home = folder / str(number)
                home.mkdir()
                boxes.append(Box(binary, home, environment))
            everybody = [f"{phones.name(number)}.{'s' * 43}" for number in range(20)]
            for box in boxes:
                for one in everybody:
                    body = {"locale": "en-GB", "timeZone": "Europe/Warsaw"}
                    box.call("PUT", f"/v1/devices/{one.split('.')[0]}", one, body)
            return [[round_(box, everybody) for box in boxes] for _ in range(ROUNDS)]
        finally:
            for box in boxes:
                box.process.terminate()
                box.process.wait(timeout=10)


def rows(binary: pathlib.Path, _sim: dict, _run: pathlib.Path) -> list[Row]:
    """Every line of the part."""
    found = [
        Row(f"{reads.title}: CPU for one; hits of the identity cache", f"{reads.cpu:.1f} us; {reads.hits}")
        for reads in personal.measure(str(binary))
    ]
    rounds = [1000 * second for result in measure([str(binary)]) for second in result[0]]
    delay = f"{DELAY_US // 1000} ms in each fdatasync"
    tail = percentile(rounds, 0.99)
    return [
        *found,
        Row(f"a read while others write without a pause, {delay}: median", f"{statistics.median(rounds):.2f} ms"),
        Row("the same, p99", f"{tail:.2f} ms", budget=f"<= {DELAY_US // 1000} ms: it waits for no sync",
            met=tail <= DELAY_US / 1000),
    ]


def main(binaries: list[str]) -> None:
    results = measure(binaries)
    for number, binary in enumerate(binaries):
        tails = [1000 * percentile(result[number], 0.99) for result in results]
        middles = [1000 * statistics.median(result[number]) for result in results]
        print(
            f"{binary}: read p50 {statistics.median(middles):.2f} ms, "
            f"p99 {statistics.median(tails):.2f} ({min(tails):.2f}-{max(tails):.2f}) ms"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
