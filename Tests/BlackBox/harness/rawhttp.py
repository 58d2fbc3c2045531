"""HTTP by hand, for what no proper client would send."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from harness.waiting import PATIENCE


@dataclass
class RawReply:
    """What came back; a status of 0 means that the connection was closed without an answer."""

    status: int
    headers: dict[str, str]
    body: bytes
    closed: bool
    """Whether the server ended the connection."""


class RawConnection:
    """A TCP connection to the appliance."""

    def __init__(self, base: str) -> None:
        parts = urlsplit(base)
        self.host = parts.netloc
        self._socket = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)

    def send(self, data: bytes) -> None:
        """Sends bytes as they are; a server that has hung up already is no error."""
        try:
            self._socket.sendall(data)
        except OSError:
            return

    def request(self, *lines: str) -> RawReply:
        """Sends lines and an empty one, and reads the reply."""
        self.send("".join(f"{line}\r\n" for line in (*lines, "")).encode("latin-1"))
        return self.read()

    def read(self) -> RawReply:
        """Reads one reply: by its Content-Length, else until the connection ends."""
        data, closed = b"", False
        while b"\r\n\r\n" not in data and not closed:
            data, closed = self._more(data)
        head, _, body = data.partition(b"\r\n\r\n")
        status, headers = _parse(head)
        while len(body) < int(headers.get("content-length", 1 << 30)) and status and not closed:
            body, closed = self._more(body)
        return RawReply(status, headers, body, closed)

    def read_all(self) -> bytes:
        """Everything until the server hangs up."""
        data, closed = b"", False
        while not closed:
            data, closed = self._more(data)
        return data

    def peek(self, count: int) -> bytes:
        """So many bytes of what comes next, which stay to be read."""
        return self._socket.recv(count, socket.MSG_PEEK | socket.MSG_WAITALL)

    def is_closed(self) -> bool:
        """Whether the server hangs up in the end; what it says before does not count."""
        closed = False
        try:
            while not closed:
                closed = not self._socket.recv(65_536)
        except TimeoutError:
            return False
        except OSError:
            return True
        return closed

    def close(self) -> None:
        """Hangs up."""
        self._socket.close()

    def _more(self, data: bytes) -> tuple[bytes, bool]:
        try:
            piece = self._socket.recv(65_536)
        except ConnectionError:
            return data, True
        return data + piece, not piece


def _parse(head: bytes) -> tuple[int, dict[str, str]]:
    lines = head.decode("latin-1").split("\r\n")
    words = lines[0].split(" ", 2)
    if len(words) < 2 or not words[1].isdigit():
        return 0, {}
    pairs = (line.partition(":") for line in lines[1:])
    return int(words[1]), {name.strip().lower(): value.strip() for name, _, value in pairs}
