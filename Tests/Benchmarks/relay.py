"""A TCP relay that adds a round trip, because this kernel has no netem; a process of its own.

Usage: relay.py PORT SECONDS: passes everything on to 127.0.0.1:PORT, half of SECONDS later each way, and prints its own
port. It ends with its standard input.
"""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import subprocess
import sys
import threading
from collections.abc import Iterator


@contextlib.contextmanager
def relay(port: int, seconds: float) -> Iterator[int]:
    """The port of a relay to `port`; `port` itself where nothing is to be added."""
    if not seconds:
        yield port
        return
    command = [sys.executable, str(pathlib.Path(__file__)), str(port), str(seconds)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.stdin.close()
        process.wait(10)


async def _pass(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, delay: float) -> None:
    loop = asyncio.get_running_loop()
    while data := await reader.read(65_536):
        loop.call_later(delay, writer.write, data)
    loop.call_later(delay, writer.close)


async def _main(target: int, delay: float) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", target)
        with contextlib.suppress(ConnectionError, asyncio.CancelledError):
            await asyncio.gather(_pass(reader, there_writer, delay), _pass(there_reader, writer, delay))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    ended, loop = asyncio.Event(), asyncio.get_running_loop()
    threading.Thread(target=lambda: (sys.stdin.read(), loop.call_soon_threadsafe(ended.set)), daemon=True).start()
    await ended.wait()


if __name__ == "__main__":
    asyncio.run(_main(int(sys.argv[1]), float(sys.argv[2]) / 2))
