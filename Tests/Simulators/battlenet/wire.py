"""The HTTP plumbing of every port: replies, and a listener that can vanish and come back."""

from __future__ import annotations

import gzip
import json
import socket
import struct
import threading
import time
from dataclasses import dataclass, field
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

JSON_TYPE = "application/json;charset=UTF-8"
PATIENCE = 60
"""Seconds after which what is awaited does not come: that of all tests; the demonstration runs without them."""


@dataclass
class Answer:
    """A reply before it is put on the wire."""

    status: int
    body: bytes
    content_type: str = JSON_TYPE
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, status: int, body: Any, **headers: str) -> Answer:
        """A JSON reply."""
        return cls(
            status, encode(body), headers={name.replace("_", "-"): value for name, value in headers.items()}
        )


def encode(body: Any) -> bytes:
    """JSON as the API writes it: UTF-8, no blanks."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


class Handler(BaseHTTPRequestHandler):
    """One connection. Subclasses define ``do_GET`` and the like and call ``reply``."""

    protocol_version = "HTTP/1.1"
    server_version = "blizzard"
    sys_version = ""
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: stdout belongs to the ready line, and tests ask ``/_sim/requests``."""

    def head(self, answer: Answer, length: int, **extra: str) -> bytes:
        """Status line and headers, ready to send."""
        headers = {"Date": formatdate(usegmt=True), "Server": self.server_version}
        if answer.status not in (204, 304):
            headers |= {"Content-Type": answer.content_type, "Content-Length": str(length)}
        headers |= answer.headers | {name.replace("_", "-"): value for name, value in extra.items()}
        lines = [f"HTTP/1.1 {answer.status} {self.responses.get(answer.status, ('',))[0]}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def reply(self, answer: Answer) -> None:
        """Sends a whole reply, compressed when the client asked for that."""
        body, extra = answer.body, {}
        if len(body) > 256 and self.accepts_gzip:
            body, extra = gzip.compress(body, 1), {"Content_Encoding": "gzip", "Vary": "Accept-Encoding"}
        head = self.head(answer, len(body), **extra)
        self.wfile.write(head if self.command == "HEAD" or answer.status == 304 else head + body)

    @property
    def accepts_gzip(self) -> bool:
        """Whether the client understands gzip."""
        return "gzip" in self.headers.get("Accept-Encoding", "")

    def read_body(self, limit: int = 1 << 20) -> bytes:
        """The request's body; longer than the limit: ValueError."""
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 <= length <= limit:
            raise ValueError(f"a body of {length} bytes")
        return self.rfile.read(length)

    def drop(self) -> None:
        """Ends the connection without a word, as a broken network does: a reset, not a close."""
        self.close_connection = True
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], handler: type[Handler]) -> None:
        self.open_connections: set[socket.socket] = set()
        self._is_over = False
        super().__init__(address, handler)
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        """Instead of `serve_forever`, which wakes up all the time to look whether it is over, on eleven ports of each test."""
        while not self._is_over:
            try:
                request, address = self.get_request()
            except OSError:
                # With no file left there is one again when a connection ends.
                time.sleep(0 if self._is_over else 0.01)
                continue
            try:
                self.process_request(request, address)
            except Exception:
                # As `serve_forever` does it: the next one is served.
                self.shutdown_request(request)

    def stop(self) -> None:
        """Takes no more connections; the port is free after it."""
        self._is_over = True
        # On Linux this wakes the thread that waits for a connection.
        self.socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away in the middle are what faults are for."""

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open_connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.open_connections.discard(request)
        super().shutdown_request(request)


class Listener:
    """A port that can be closed, so that connections are refused, and opened again under the same number."""

    def __init__(self, handler: type[Handler], port: int = 0) -> None:
        self._handler = handler
        self._server: _Server | None = None
        self._lock = threading.Lock()
        # Bound and never listened on: while the port refuses, the system gives its number to nobody else.
        self._place = socket.socket()
        self._place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._place.bind(("127.0.0.1", port))
        self.port = self._place.getsockname()[1]
        self.open()

    @property
    def url(self) -> str:
        """The base address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Listens; nothing happens when it does already."""
        with self._lock:
            if self._server:
                return
            self._server = self._bind()
            self.port = self._server.server_address[1]

    def close(self) -> None:
        """Refuses connections from now on and ends those that exist."""
        with self._lock:
            server, self._server = self._server, None
        if not server:
            return
        server.stop()
        for connection in list(server.open_connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def _bind(self) -> _Server:
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return _Server(("127.0.0.1", self.port), self._handler)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)
