"""The API and its control port."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .answers import KINDS, STATUS, odd, usual
from .game import Game, Mode

KEY = "sim-als-key"


@dataclass
class Stand:
    """Everything that a stand-in knows; ``lock`` guards all of it but the game."""

    game: Game
    lock: threading.Lock = field(default_factory=threading.Lock)
    faults: list[dict[str, Any]] = field(default_factory=list)
    requests: list[dict[str, Any]] = field(default_factory=list)
    rate: list[float] = field(default_factory=list)

    def fault(self) -> dict[str, Any] | None:
        """The one that counts for this request, which is then one fewer."""
        with self.lock:
            if not self.faults:
                return None
            first = self.faults[0]
            if "count" in first:
                first["count"] -= 1
                if first["count"] <= 0:
                    self.faults.pop(0)
            return dict(first)

    def note(self, request: dict[str, Any]) -> int:
        """Counts a request; how many there were in the last second."""
        with self.lock:
            self.requests.append(request)
            now = time.monotonic()
            self.rate = [one for one in self.rate if now - one < 1] + [now]
            return len(self.rate)


def api_handler(stand: Stand) -> type[BaseHTTPRequestHandler]:
    """``GET /maprotation?version=2`` with the key as header or as ``auth=``."""

    class Handler(_Handler):
        def do_GET(self) -> None:
            address = urlsplit(self.path)
            query = parse_qs(address.query)
            key = self.headers.get("Authorization") or query.get("auth", [""])[0]
            fault = stand.fault()
            kind = fault["kind"] if fault else "usual"
            request = {"path": self.path, "key": key == KEY, "kind": kind, "time": time.time(),
                       "agent": self.headers.get("User-Agent", "")}  # fmt: skip
            self.extra = {"X-Current-Rate": str(stand.note(request))}
            if address.path != "/maprotation":
                self.answer(404, b'{"Error":"not found"}')
            elif key != KEY:
                self.answer(403, b'{"Error":"Invalid API key"}')
            elif fault is None:
                self.answer(200, json.dumps(body(int(time.time()), query)).encode())
            else:
                self.wrong(fault, query)

        def wrong(self, fault: dict[str, Any], query: dict[str, list[str]]) -> None:
            kind = fault["kind"]
            if kind == "timeout":
                time.sleep(fault.get("seconds", 30))
                return
            if "retry_after" in fault:
                self.extra["Retry-After"] = str(fault["retry_after"])
            # A cache that is late still has what was on before.
            now = int(time.time()) - (fault.get("seconds", 60) if kind == "late" else 0)
            whole = body(now, query)
            self.answer(STATUS.get(kind, 200), odd(kind, whole, fault.get("mode", "battle_royale")))

    def body(now: int, query: dict[str, list[str]]) -> Any:
        whole = usual(stand.game.slots(now), now)
        is_bare = query.get("version", ["1"])[0] == "1"
        return whole.get("battle_royale", {}) if is_bare and isinstance(whole, dict) else whole

    return Handler


def control_handler(stand: Stand) -> type[BaseHTTPRequestHandler]:
    """``/_sim/…``; see the README."""

    class Handler(_Handler):
        def do_GET(self) -> None:
            with stand.lock:
                self.answer(200, json.dumps({"requests": stand.requests}).encode())

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            change = json.loads(self.rfile.read(length) or b"{}")
            try:
                self.answer(200, json.dumps(apply(self.path, change)).encode())
            except (KeyError, ValueError) as problem:
                self.answer(400, json.dumps({"error": repr(problem)}).encode())

    def apply(path: str, change: dict[str, Any]) -> dict[str, Any]:
        game = stand.game
        match path:
            case "/_sim/fault":
                if change["kind"] != "none" and change["kind"] not in KINDS:
                    raise ValueError(f"no kind {change['kind']}")
                with stand.lock:
                    stand.faults = [] if change["kind"] == "none" else [*stand.faults, change]
            case "/_sim/mode":
                with game.lock:
                    if "cycle" in change:
                        game.modes[change["mode"]] = Mode.read(change)
                    elif "shift" in change:
                        game.modes[change["mode"]].anchor += int(change["shift"])
                    else:
                        game.modes.pop(change["mode"])
            case "/_sim/split":
                at = int(time.time()) + int(change["in"])
                modes = {
                    name: Mode.read({"anchor": at} | mode) for name, mode in change["modes"].items()
                }
                with game.lock:
                    game.split = (at, modes)
                return {"at": at}
            case _:
                raise ValueError(path)
        return {}

    return Handler


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extra: dict[str, str] = {}

    def answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        for name, value in self.extra.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


class Listener(ThreadingHTTPServer):
    """A port of the loopback that is served in the background."""

    daemon_threads = True

    def __init__(self, port: int, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(("127.0.0.1", port), handler)
        threading.Thread(target=self.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Who hangs up on a late answer is no failure of ours."""
