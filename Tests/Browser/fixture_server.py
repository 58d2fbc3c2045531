"""Serves the page's files under its Content-Security-Policy, and a World as the API."""

import hashlib
import json
import queue
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePath
from urllib.parse import parse_qs, urlsplit

import bodies as b
import worlds
from measures import PATIENCE
from pages import TYPES, WEB, Pages, lasting  # noqa: F401 (WEB: for the tests)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)


class QuietServer(ThreadingHTTPServer):
    """A browser that is closed resets its connections; that is no failure of a test. Other failures are kept, and fail it when the server stops."""

    def __init__(self, *arguments):
        self.failures: list[str] = []
        super().__init__(*arguments)

    def handle_error(self, request, client_address):
        error = sys.exc_info()[1]
        if isinstance(error, AssertionError):
            self.failures.append(str(error))
        if not isinstance(error, ConnectionError):
            super().handle_error(request, client_address)


class Appliance:
    """The far side of the page: a server on a free port of the loopback, with events and failures on demand."""

    def __init__(self, world: worlds.World, base: "type[Handler] | None" = None):
        self.world = world
        self.streams: list[queue.Queue] = []
        self.requests: list[str] = []
        self.answers: list[tuple[str, int]] = []
        self.lock = threading.Lock()
        self.broken = False
        self.statuses: dict[str, int] = {}
        #: Files by address that stand in the place of the folder's, or beside them.
        self.files: dict[str, bytes] = {}
        self.version = "development"
        self.sequence = 0
        handler = type("Handler", (base or Handler,), {"appliance": self})
        self.server = QuietServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def emit(self, name: str, data: dict):
        """Sends one event to every open stream."""
        with self.lock:
            self.sequence += 1
            text = f"id: {self.sequence}\nevent: {name}\ndata: {json.dumps(data)}\n\n"
            for stream in self.streams:
                stream.put(text)

    def break_link(self):
        """From now on every connection is dropped without an answer."""
        self.broken = True
        with self.lock:
            for stream in self.streams:
                stream.put(None)

    def mend_link(self):
        self.broken = False

    def stop(self):
        self.break_link()
        self.server.shutdown()
        self.server.server_close()
        assert self.server.failures == [], "what a handler waited for"

    def await_release(self, gate: threading.Event, what: str):
        """In a handler: keeps an answer back until a test lets it go. A test that never does fails, instead of going on late."""
        assert gate.wait(PATIENCE), f"{what} was not let go within {PATIENCE} s"


class Handler(BaseHTTPRequestHandler):
    appliance: Appliance
    protocol_version = "HTTP/1.1"
    # An answer goes out as one piece, and at once: in two, the second waits up to 40 ms for the other side to confirm the first.
    wbufsize = -1
    disable_nagle_algorithm = True

    def log_message(self, *_):
        """Quiet: pytest shows what matters."""

    def do_GET(self):
        site = self.appliance
        if site.broken:
            self.close_connection = True
            return
        address = urlsplit(self.path)
        self.note()
        if address.path in site.statuses:
            status = site.statuses[address.path]
            self.send(status, problem(status), "application/problem+json")
        elif address.path == "/v1/events":
            self.stream()
        elif address.path in ("/", "/widget") or address.path.startswith("/assets/"):
            self.file(address.path)
        elif address.path in ("/widget.js", "/widget.svg"):
            self.widget(address.path, {key: values[0] for key, values in parse_qs(address.query).items()})
        else:
            self.api(address.path, {key: values[0] for key, values in parse_qs(address.query).items()})

    def note(self):
        """Keeps what was asked for; barriers of tests (`measures.two_answers`) are no request of the page's."""
        if not self.path.endswith("?barrier"):
            self.appliance.requests.append(self.path)

    def file(self, address: str):
        data = Pages(self.appliance.files, self.appliance.version).read(address)
        if data is None:
            return self.send(404, problem(404), "application/problem+json")
        return self.send(200, data, TYPES.get(PurePath(address).suffix, TYPES[".html"]))

    def widget(self, path: str, query: dict):
        """The widget's script, or a picture in the place of its QR code."""
        if path == "/widget.svg":
            picture = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 33 33"><path fill="#fff" d="M0 0h33v33H0z"/>' \
                b'<path d="M4 4h7v7H4zM22 4h7v7h-7zM4 22h7v7H4z"/></svg>'
            return self.send(200, picture, TYPES[".svg"])
        listed = b.rotations(*self.appliance.world.modes)[0]["modes"]
        modes = [one for one in listed if one["mode"] in query["modes"].split(",")]
        script = Pages(self.appliance.files).script("http://watchpost.local:8080", modes, query["language"])
        return self.send(200, script, TYPES[".js"])

    def api(self, path: str, query: dict):
        body = answer(self.appliance.world, path, query)
        if body is None:
            return self.send(404, problem(404), "application/problem+json")
        return self.send(200, json.dumps(body, sort_keys=True).encode(), "application/json")

    def send(self, status: int, data: bytes, kind: str):
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        if status == 200 and self.headers.get("If-None-Match") == tag:
            status, data = 304, b""
        self.appliance.answers.append((self.path, status))
        self.send_response(status)
        self.send_header("ETag", tag)
        if status != 304:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", lasting(self.path))
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(data)

    def stream(self):
        site = self.appliance
        line: queue.Queue = queue.Queue()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True
        with site.lock:
            site.streams.append(line)
        try:
            while not site.broken:
                try:
                    # allowed: between two looks whether the page has gone
                    text = line.get(timeout=0.2)
                except queue.Empty:
                    text = ": still here\n\n"
                if text is None:
                    return
                self.wfile.write(text.encode())
                self.wfile.flush()
        except OSError:
            pass
        finally:
            with site.lock:
                site.streams.remove(line)


def problem(status: int) -> bytes:
    body = {"type": "/problems/fixture", "title": "Refused", "status": status, "detail": f"refused with {status} for a test"}
    return json.dumps(body).encode()


def answer(world: worlds.World, path: str, query: dict):
    """The body of an address, or None."""
    if path in world.overrides:
        return world.overrides[path]
    listed, timeline = b.rotations(*world.modes)
    plain = {
        "/v1/regions": world.region_list, "/v1/panel": lambda: world.panel, "/v1/rotations": lambda: listed,
        "/v1/timeline": lambda: timeline, "/healthz": lambda: {"status": "ok"}, "/openapi.json": lambda: {"openapi": "3.1.0"},
    }
    if path in plain:
        return plain[path]()
    if path == "/v1/history":
        return {"histories": [world.histories[key] for key in world.realms]}
    parts = path.strip("/").split("/")
    if parts[:2] == ["v1", "regions"] and parts[3:] == ["realms", "history"]:
        key = (parts[2], query.get("flavour", "retail"))
        return world.days_of(*key) if key in world.realms else None
    if parts[:2] == ["v1", "regions"] and len(parts) == 4:
        key = (parts[2], query.get("flavour", "retail"))
        if key in world.realms and parts[3] == "history":
            return world.histories[key]
        if key in world.realms and parts[3] == "realms":
            return {"region": key[0], "flavour": key[1], "locale": query.get("locale", "en_US"),
                    "freshness": world.freshness[key], "source": world.origin, "realms": world.realms[key]}
    return None
