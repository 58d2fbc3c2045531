"""Stand-ins for the outside world, each a process of its own: forks of one that has imported them (`Simulators/forkserver.py`)."""

from __future__ import annotations

import atexit
import functools
import json
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from harness.waiting import PATIENCE

_PROGRAM = Path(__file__).resolve().parents[2] / "Simulators" / "forkserver.py"


class ForkServer:
    """The process that forks; it ends when this one closes it, or is over."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._socket, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._socket.settimeout(PATIENCE)
        with there:
            self.process = subprocess.Popen(
                [sys.executable, str(_PROGRAM), str(there.fileno())],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, pass_fds=[there.fileno()],
            )  # fmt: skip
        atexit.register(self.close)

    def ask(self, request: dict[str, Any], *files: int) -> int:
        """What it answers; an AssertionError, and the next one asks another process, if it does not."""
        with self._one_at_a_time:
            try:
                socket.send_fds(self._socket, [json.dumps(request).encode()], files)
                if answer := self._socket.recv(1 << 16):
                    return json.loads(answer)
                why = "it has ended"
            except OSError as error:
                why = str(error)
        # Not that of another one, which took its place.
        if server.cache_info().currsize and server() is self:
            server.cache_clear()
        self.process.kill()
        raise AssertionError(f"the process that forks stand-ins does not answer: {why}")

    def close(self) -> None:
        """Ends it, and the stand-ins that run."""
        self._socket.close()
        self.process.wait(PATIENCE)


@functools.cache
def server() -> ForkServer:
    """One for all tests of this process."""
    return ForkServer()


class StandIn:
    """A stand-in by the name of its folder, with the words of its command line."""

    def __init__(self, name: str, *words: str) -> None:
        self._server = server()
        reader, writer = os.pipe()
        self._said = os.fdopen(reader, encoding="utf-8")
        try:
            self._process = self._server.ask({"start": name, "words": words}, writer)
        except AssertionError:
            self._said.close()
            raise
        finally:
            os.close(writer)
        word, _, addresses = self._said.readline().partition(" ")
        if word != "ready":
            self.close()
            raise AssertionError(f"the stand-in {name} did not start")
        self.addresses: dict[str, Any] = json.loads(addresses)

    def close(self) -> None:
        """Ends the process, and waits until it has ended."""
        with self._said:
            self._server.ask({"end": self._process})
