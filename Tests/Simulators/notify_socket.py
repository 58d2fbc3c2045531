"""A stand-in for systemd's notification socket: records what a service says, and when."""

from __future__ import annotations

import argparse
import os
import socket
import threading
import time
from dataclasses import dataclass
from pathlib import Path


PATIENCE = 60
"""Seconds after which what is awaited does not come."""


@dataclass(frozen=True)
class Message:
    """One datagram and the monotonic second at which it came."""

    at: float
    text: str

    @property
    def fields(self) -> dict[str, str]:
        """Its assignments: ``READY=1``, ``STATUS=…``."""
        return dict(line.split("=", 1) for line in self.text.splitlines() if "=" in line)


class NotifySocket:
    """Binds a datagram socket and listens on a thread of its own until it is closed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._messages: list[Message] = []
        self._changed = threading.Condition()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def messages(self) -> list[Message]:
        """Everything so far."""
        with self._changed:
            return list(self._messages)

    def having(self, assignment: str, after: float = 0.0) -> list[Message]:
        """The messages with this assignment that came later than a monotonic second."""
        key, _, value = assignment.partition("=")
        return [
            message for message in self.messages if message.at > after and message.fields.get(key) == value
        ]

    def wait_for(self, assignment: str, *, timeout: float = PATIENCE, after: float = 0.0) -> Message | None:
        """The first such message, as soon as it is there; None when the time is over."""
        deadline = time.monotonic() + timeout
        while not (found := self.having(assignment, after)):
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            with self._changed:
                self._changed.wait(min(0.2, left))
        return found[0]

    def close(self) -> None:
        """Stops listening and removes the socket."""
        self._socket.shutdown(socket.SHUT_RD)
        self._thread.join(timeout=PATIENCE)
        self._socket.close()
        self.path.unlink(missing_ok=True)

    def _listen(self) -> None:
        while data := self._socket.recv(65_536):
            message = Message(time.monotonic(), data.decode("utf-8", "replace"))
            with self._changed:
                self._messages.append(message)
                self._changed.notify_all()


def main() -> None:
    """Prints every message with its time until interrupted."""
    parser = argparse.ArgumentParser(description="Listen on a notification socket.")
    parser.add_argument("path", type=Path, nargs="?", default=Path(f"notify-{os.getpid()}.socket"))
    listener = NotifySocket(parser.parse_args().path)
    print(f"NOTIFY_SOCKET={listener.path.resolve()}", flush=True)
    told = 0
    try:
        while True:
            time.sleep(0.1)
            for message in listener.messages[told:]:
                print(f"{message.at:.3f} {message.text!r}", flush=True)
                told += 1
    except KeyboardInterrupt:
        listener.close()


if __name__ == "__main__":
    main()
