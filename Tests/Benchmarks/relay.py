"""A TCP relay that adds a round trip and remembers when bytes passed: this kernel has no netem."""

from __future__ import annotations

import asyncio
import threading
import time


class Relay:
    """Listens on a free port and passes everything on to `target`, each way `delay` seconds later."""

    def __init__(self, target: int, delay: float) -> None:
        self._target = target
        self._delay = delay
        self.connections = 0
        self.first = 0.0
        self.last = 0.0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()
        self._ready.wait(10)

    def forget(self) -> None:
        """Begins a new measurement."""
        self.connections, self.first, self.last = 0, 0.0, 0.0

    def await_rest(self, seconds: float, limit: float) -> float:
        """Waits until nothing has passed for `seconds`; how long it went on from the first byte to the last."""
        deadline = time.monotonic() + limit
        while time.monotonic() < deadline:
            if self.last and time.monotonic() - self.last > seconds:
                return self.last - self.first
            time.sleep(0.05)
        raise SystemExit("the relay did not come to rest")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port: int = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        await asyncio.gather(self._pass(reader, there_writer, True), self._pass(there_reader, writer, False))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, counts: bool) -> None:
        while data := await reader.read(65_536):
            now = time.monotonic()
            if counts:
                self.first = self.first or now
                self.last = now
            if self._delay:
                self._loop.call_later(self._delay, writer.write, data)
            else:
                writer.write(data)
        self._loop.call_later(self._delay, writer.close)
