"""What a personal read costs, and how many need no row to know who asks.

    personal.py BINARY [BINARY …]

Each binary gets a state folder of its own, 200 phones over 8 connections, one of them paired. CPU is the process's own
(user and system) for each request; a binary without the cache's numbers shows “-” for its hits.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass

import phones

PHONES = 200
CONNECTIONS = 8
REQUESTS = 24_000


class Box:
    """An appliance without sources that counts nobody out."""

    def __init__(self, binary: str, folder: pathlib.Path, environment: dict[str, str] | None = None, more: str = ""):
        config = folder / "watchpost.toml"
        config.write_text(
            f'[server]\nlisten = "127.0.0.1:0"\nmax_calls = 256\n[state]\ndirectory = "{folder}/state"\n'
            "[devices]\nrequests_per_minute = 1000000\nregistrations_per_hour = 1000000\n" + more,
            encoding="utf-8",
        )
        log = (folder / "log").open("w")
        command = [binary, "run", "--config", str(config)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment)
        self.url = self.process.stdout.readline().split()[1]
        self.owner = (folder / "state" / "owner-key").read_text().strip()

    def call(self, method: str, path: str, bearer: str, body: dict | None = None) -> dict:
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=10)
        data = json.dumps(body) if body else None
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {bearer}"} if bearer else {})}
        connection.request(method, path, data, headers)
        answer = json.loads(connection.getresponse().read() or "{}")
        connection.close()
        return answer

    def cpu(self) -> float:
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def hits(self) -> dict[str, int]:
        connection = http.client.HTTPConnection(self.url.removeprefix("http://"), timeout=10)
        connection.request("GET", "/metrics")
        lines = connection.getresponse().read().decode().splitlines()
        name = "watchpost_identity_cache_requests_total"
        return {line.split('"')[1]: int(line.split()[1]) for line in lines if line.startswith(name)}


async def ask(box: Box, requests: list[bytes]) -> None:
    """Sends them one after the other, on so many connections at once."""
    host, port = box.url.removeprefix("http://").split(":")

    async def one(share: list[bytes]) -> None:
        reader, writer = await asyncio.open_connection(host, int(port))
        for request in share:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            length = next(int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
            await reader.readexactly(length)
        writer.close()

    await asyncio.gather(*(one(requests[number::CONNECTIONS]) for number in range(CONNECTIONS)))


@dataclass
class Reads:
    """What reads of one kind cost."""

    title: str
    cpu: float
    """Microseconds of CPU for one."""
    rate: float
    """How many a second, over all connections."""
    hits: str
    """The share that needed no row to know who asks."""


def measure(binary: str) -> Iterator[Reads]:
    """Each kind of reads."""
    with tempfile.TemporaryDirectory() as name:
        box = Box(binary, pathlib.Path(name))
        try:
            everybody = [f"{phones.name(number)}.{'s' * 43}" for number in range(PHONES)]
            for one in everybody:
                registration = {"locale": "en-GB", "timeZone": "Europe/Warsaw"}
                box.call("PUT", f"/v1/devices/{one.split('.')[0]}", one, registration)
            last = everybody[-1]
            code = box.call("POST", "/v1/pairing", box.owner)["code"]
            box.call("POST", "/v1/pairing/redeem", last, {"code": code})
            cases = {
                "settings (nothing else from the disk)": [("/v1/admin/settings", last)],
                "map alerts (one read)": [(f"/v1/devices/{one.split('.')[0]}/alerts", one) for one in everybody],
                "watch list (two reads)": [(f"/v1/devices/{one.split('.')[0]}/watchlist/us", one) for one in everybody],
            }
            for title, targets in cases.items():
                requests = [
                    f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {bearer}\r\n\r\n".encode()
                    for path, bearer in targets
                ]
                requests = [requests[number % len(requests)] for number in range(REQUESTS)]
                before, begin, counted = box.cpu(), time.perf_counter(), box.hits()
                asyncio.run(ask(box, requests))
                took, cpu, now = time.perf_counter() - begin, box.cpu() - before, box.hits()
                hits = {key: now[key] - counted[key] for key in now}
                rate = f"{100 * hits['hit'] / sum(hits.values()):.2f} %" if hits else "-"
                yield Reads(title, 1e6 * cpu / REQUESTS, REQUESTS / took, rate)
        finally:
            box.process.terminate()
            box.process.wait(timeout=10)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        for reads in measure(each):
            print(f"{each}: {reads.title}: {reads.cpu:.1f} us of CPU, {reads.rate:.0f}/s, hits {reads.hits}")
