"""Many phones: registered through the API over a few connections at once, as they would come after a restart."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
from urllib.parse import urlsplit

CONNECTIONS = 32


def name(number: int) -> str:
    """A phone's id; its credential goes with it."""
    return base64.urlsafe_b64encode(number.to_bytes(16, "big")).rstrip(b"=").decode()


def register(url: str, count: int, realms: list[str]) -> tuple[float, str]:
    """So many phones, each watching `realms`; the seconds that it took, and the last phone's credential."""
    secret = base64.urlsafe_b64encode(os.urandom(32)).rstrip(b"=").decode()
    begin = time.perf_counter()
    asyncio.run(_register(url, count, realms, secret))
    return time.perf_counter() - begin, f"{name(count - 1)}.{secret}"


async def _register(url: str, count: int, realms: list[str], secret: str) -> None:
    numbers = iter(range(count))
    await asyncio.gather(*(_phones(url, numbers, realms, secret) for _ in range(CONNECTIONS)))


async def _phones(url: str, numbers, realms: list[str], secret: str) -> None:  # noqa: ANN001 - an iterator that all share
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    kinds = {"status": True, "queue": False, "lock": False, "maintenance": False, "population": False}
    watched = json.dumps({"version": 0, "realms": realms, "kinds": kinds})
    for number in numbers:
        identifier = name(number)
        push = {"kind": "apns", "token": f"00{number:062x}", "environment": "production", "use": "alert"}
        device = json.dumps({"locale": "en-GB", "timeZone": "Europe/Warsaw", "push": push})
        for path, body in ((f"/v1/devices/{identifier}", device), (f"/v1/devices/{identifier}/watchlist/us", watched)):
            writer.write(
                f"PUT {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {identifier}.{secret}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
            length = next(int(line[15:]) for line in head.split("\r\n") if line.startswith("content-length:"))
            answer = await reader.readexactly(length)
            if not head.startswith(("http/1.1 200", "http/1.1 201")):
                raise SystemExit(f"PUT {path}: {head.splitlines()[0]} {answer.decode()}")
    writer.close()
