"""What may stand between a phone and its appliance: something that cuts, keeps silent, or answers itself."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from harness.waiting import PATIENCE

Rule = Callable[["Exchange"], None]


class Exchange(BaseHTTPRequestHandler):
    """One request that passes; the rule for its path decides what becomes of it."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        """Any method comes here."""
        # All of it: what an answer leaves unread would be taken for the next request on this connection.
        self.body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        box = self.server.box
        path = self.path.split("?")[0]
        with box.lock:
            box.seen.append((self.command, path, self.headers.get("Authorization")))
            rule = box.rules.get(path) or box.rules.get("*") or Exchange.forward
        rule(self)

    do_PUT = do_POST = do_DELETE = do_GET

    def forward(self, shorten: int = 0, pause: float = 0) -> None:
        """Passes the request on and the answer back; without its last bytes, or byte by byte, if wanted."""
        parts = urlsplit(self.server.box.target)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        connection.request(self.command, self.path, self.body or None, headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding", "date"):
                self.send_header(name, value)
        if answer.status != 304 and answer.status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        whole = body[: len(body) - shorten]
        for piece in [whole[i : i + 1] for i in range(len(whole))] if pause else [whole]:
            self.wfile.write(piece)
            if self.server.box.over.wait(pause):
                break
        if shorten:
            self.close_connection = True

    def cut(self) -> None:
        """Closes without a word."""
        self.close_connection = True

    def truncate(self) -> None:
        """Closes in the middle of the body."""
        self.forward(shorten=40)

    def keep_silent(self) -> None:
        """Says nothing until the test is over, however long that takes: a connection that ends before is another fault."""
        self.server.box.over.wait()
        self.close_connection = True

    def drip(self) -> None:
        """Passes the answer on so slowly that something always comes and nothing is ever whole."""
        self.forward(pause=0.3)

    def never_end(self) -> None:
        """Sends more than any appliance would."""
        self.answer(200, b" " * (3 << 20) + b"{}", ("Content-Type", "application/json"))

    def login_page(self) -> None:
        """What hotels answer to everything."""
        self.answer(200, b"<html>Welcome</html>", ("Content-Type", "text/html"))

    def answer(self, status: int, body: bytes, *headers: tuple[str, str]) -> None:
        """An answer of its own."""
        self.send_response(status)
        for name, value in (*headers, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Says nothing on the test's output."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    box: Middlebox

    def handle_error(self, *_: object) -> None:
        """A phone that hangs up is no error here."""


class Middlebox:
    """An HTTP proxy in front of an appliance; `rules` by path, `*` for all."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.rules: dict[str, Rule] = {}
        self.seen: list[tuple[str, str, str | None]] = []
        self.lock = threading.Lock()
        self.over = threading.Event()
        self._server = _Server(("127.0.0.1", 0), Exchange)
        self._server.box = self
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.base = f"http://127.0.0.1:{self._server.server_address[1]}"

    def asked(self) -> list[str]:
        """The paths since the last look."""
        with self.lock:
            paths = [path for _, path, _ in self.seen]
            self.seen.clear()
        return paths

    def close(self) -> None:
        """Ends it, and everything that still waits."""
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
