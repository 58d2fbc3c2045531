"""An appliance with an arena, games on it, and players who send results."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import hashlib
import os
import pathlib
import random
import time
import uuid

from personal import Box
from serving import SERVER_CORE
from syncing import request


class Games(Box):
    """An appliance with an arena, counting nobody out."""

    def __init__(self, binary: str, folder: pathlib.Path, environment: dict[str, str] | None = None, more: str = ""):
        """`more`: further keys of its arena."""
        folder.mkdir(exist_ok=True)
        super().__init__(binary, folder, environment, f"[arena]\nenabled = true\nregistrations_per_hour = 100000\n{more}")

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

    def pin(self) -> None:
        """Keeps it to the server's core."""
        os.sched_setaffinity(self.process.pid, {int(SERVER_CORE)})
        for thread in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(thread.name), {int(SERVER_CORE)})

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
