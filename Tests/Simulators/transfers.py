"""An HTTP server for the tests of our client: it hangs, never ends, and remembers what reached it.

| path | what |
|---|---|
| `/echo` | the request: method, header fields, body |
| `/body/N`, `/gzip/N` | a body of N zero bytes; compressed |
| `/endless`, `/endless-head` | a body, or a header, that goes on for as long as anybody reads |
| `/endless-status-like` | the same, of fields whose names begin like a status line |
| `/endless-interim`, `/interim/N` | interim answers (103) for as long as anybody reads; N of them, then an answer |
| `/hang` | no answer, until the client goes |
| `/gate`, `/open` | an answer once somebody asked for the other |
| `/redirect` | to `/echo` |
| `/state` | requests by path, clients that went while they were answered, connections |

`hole` is the port of a listener whose queue is full: whoever connects hears nothing, as from behind a firewall.
"""

from __future__ import annotations

import gzip
import json
import os
import socket
import threading
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PIECE = 1 << 14


class Ledger:
    """What reached the server."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.asked: Counter[str] = Counter()
        self.gone: Counter[str] = Counter()
        self.connections = 0
        self.gate = threading.Event()

    def state(self) -> dict[str, object]:
        with self.lock:
            return {"asked": dict(self.asked), "gone": dict(self.gone), "connections": self.connections}


LEDGER = Ledger()


class Handler(BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        with LEDGER.lock:
            LEDGER.connections += 1

    def log_message(self, *_: object) -> None:
        """Says nothing."""

    def answer(self) -> None:
        path = self.path
        with LEDGER.lock:
            LEDGER.asked[path] += 1
        try:
            self.serve(path.strip("/").split("/"))
        except OSError:
            with LEDGER.lock:
                LEDGER.gone[path] += 1
            self.close_connection = True

    do_GET = do_POST = do_PUT = answer  # noqa: N815

    def serve(self, parts: list[str]) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        match parts:
            case ["echo"]:
                fields = {name.lower(): value for name, value in self.headers.items()}
                told = {"method": self.command, "fields": fields, "body": body.decode("latin-1")}
                self.reply(json.dumps(told).encode())
            case ["state"]:
                self.reply(json.dumps(LEDGER.state()).encode())
            case ["body", size]:
                self.reply(bytes(int(size)))
            case ["gzip", size]:
                self.reply(gzip.compress(bytes(int(size))), ("Content-Encoding", "gzip"))
            case ["endless"]:
                self.start(200)
                self.end_headers()
                while True:
                    self.wfile.write(bytes(PIECE))
            case ["endless-head"]:
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                while True:
                    self.wfile.write(b"X-More: " + b"x" * 1000 + b"\r\n")
            case ["endless-status-like"]:
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                while True:
                    self.wfile.write(b"HTTP/1.1: " + b"x" * 1000 + b"\r\n")
            case ["endless-interim"]:
                while True:
                    self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nX-Interim: " + b"x" * 1000 + b"\r\n\r\n")
            case ["interim", count]:
                self.wfile.write(b"HTTP/1.1 103 Early Hints\r\nX-Interim: y\r\n\r\n" * int(count))
                self.reply(b"")
            case ["hang"]:
                if not self.connection.recv(1):
                    raise ConnectionResetError
            case ["gate"]:
                LEDGER.gate.wait()
                self.reply(b"open")
            case ["open"]:
                LEDGER.gate.set()
                self.reply(b"")
            case ["redirect"]:
                self.start(302)
                self.send_header("Location", "/echo")
                self.send_header("Content-Length", "0")
                self.end_headers()
            case _:
                self.send_error(404)

    def start(self, status: int) -> None:
        self.send_response(status)
        self.send_header("X-Twice", "first")
        self.send_header("X-Twice", "second")

    def reply(self, body: bytes, *fields: tuple[str, str]) -> None:
        self.start(200)
        for name, value in (("Content-Length", str(len(body))), *fields):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def black_hole() -> tuple[int, list[socket.socket]]:
    """A port whose queue is full for good; the sockets that keep it so."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=0)
    port = listener.getsockname()[1]
    kept = [listener]
    for _ in range(4):
        filler = socket.socket()
        filler.setblocking(False)
        filler.connect_ex(("127.0.0.1", port))
        kept.append(filler)
    return port, kept


def main() -> None:
    """Serves until SIGTERM, and no longer than whoever started it."""
    parent = os.getppid()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    hole, _kept = black_hole()
    print("ready", json.dumps({"port": server.server_address[1], "hole": hole}), flush=True)
    while os.getppid() == parent:
        time.sleep(1)


if __name__ == "__main__":
    main()
