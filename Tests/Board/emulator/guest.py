"""Commands inside the board: each connection to its port is a root shell that reads a script."""

from __future__ import annotations

import socket

from harness.waiting import wait_until

_END = "board-test-exit-status"
_ONE_TRY = 15.0
"""Seconds after which an answer is asked for again."""


class CommandFailed(AssertionError):
    """A command inside the board ended with another status than 0."""


class Guest:
    """The running system on the emulated board."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._count = 0

    def answers(self) -> bool:
        """Whether commands can be run already."""
        try:
            # allowed: one try of many, while the board boots
            return self.run("echo here", timeout=10).strip() == "here"
        except AssertionError:
            return False

    def run(self, script: str, timeout: float = 90, check: bool = True) -> str:
        """Runs a shell script and returns what it said, errors among it; CommandFailed when it did not end well.

        The emulated network loses a packet now and then. The script runs once all the same: whoever asks again
        under the same number gets the outcome of the first time.
        """
        self._count += 1
        place = f"/run/board-test/{self._count}"
        whole = (
            f"mkdir -p /run/board-test\nif mkdir {place} 2>/dev/null; then\n"
            f"(\n{script}\n) >{place}/said 2>&1 </dev/null\necho $? >{place}/new; mv {place}/new {place}/status\nfi\n"
            f"until [ -e {place}/status ]; do sleep 0.1; done\ncat {place}/said; echo {_END} $(cat {place}/status)\n"
        )
        said = wait_until(lambda: self._ask(whole, min(timeout, _ONE_TRY)), f"the end of: {script}", timeout=timeout)
        output, _, status = said.rpartition(f"{_END} ")
        if check and status.strip() != "0":
            raise CommandFailed(f"exit status {status.strip()} of:\n{script}\nIt said:\n{output}")
        return output

    def _ask(self, script: str, timeout: float) -> str:
        """What a shell said to a script, all of it; empty when the connection broke or stalled."""
        said = b""
        try:
            with socket.create_connection(("127.0.0.1", self._port), timeout=timeout) as connection:
                connection.sendall(script.encode())
                connection.shutdown(socket.SHUT_WR)
                while piece := connection.recv(65_536):
                    said += piece
        except OSError:
            return ""
        text = said.decode("utf-8", "replace")
        return text if _END in text else ""

    def write(self, path: str, text: str, mode: str = "644") -> None:
        """Writes a file, all of it or nothing."""
        mark = "end of the file from the board tests"
        self.run(f"cat >{path}.new <<'{mark}'\n{text}\n{mark}\nchmod {mode} {path}.new\nmv {path}.new {path}")
