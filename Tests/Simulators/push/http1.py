"""The same services over HTTP/1.1, as older and self-hosted ones are."""

from __future__ import annotations

import asyncio

from push.http2 import Service

_LONGEST_HEAD = 65_536


async def serve(service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """One connection of a client, request after request."""
    number = service.ledger.open(f"{service.name}-http1", "http/1.1")
    try:
        while await _exchange(service, number, reader, writer):
            pass
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError, ValueError):
        pass
    finally:
        writer.close()


async def _exchange(
    service: Service, number: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> bool:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    line, *fields = head.removesuffix("\r\n\r\n").split("\r\n")
    method, path, _ = line.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (field.partition(":") for field in fields)}
    headers |= {":method": method, ":path": path, ":authority": headers.get("host", "")}
    body = await reader.readexactly(min(int(headers.get("content-length", "0")), _LONGEST_HEAD))
    answer = service.answer(number, headers, body)
    if service.behaviour.black_hole:
        await asyncio.sleep(600)
    await asyncio.sleep(service.behaviour.delay + answer.delay)
    lines = [f"HTTP/1.1 {answer.status} X", *(f"{name}: {value}" for name, value in answer.headers)]
    lines.append(f"content-length: {len(answer.body)}")
    writer.write("\r\n".join([*lines, "", ""]).encode() + answer.body)
    await writer.drain()
    return True
