"""The appliance under test: the real binary as a process, asked over HTTP only."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import threading
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from harness.events import EventStream
from harness.waiting import PATIENCE, wait_until

_REPOSITORY = Path(__file__).resolve().parents[3]
_NOT_INHERITED = (
    "NOTIFY_SOCKET",
    "WATCHDOG_USEC",
    "WATCHDOG_PID",
    "STATE_DIRECTORY",
    "CREDENTIALS_DIRECTORY",
)


def binary() -> str:
    """The binary under test: WATCHPOST_BINARY, else the release build of this repository."""
    return os.environ.get("WATCHPOST_BINARY") or str(_REPOSITORY / ".build" / "release" / "watchpost")


def command(*arguments: str, timeout: float = PATIENCE, **environment: str) -> subprocess.CompletedProcess[str]:
    """Runs a command that ends by itself."""
    return subprocess.run(
        [binary(), *arguments], capture_output=True, text=True, timeout=timeout, env=_environment(environment)
    )


def _environment(changes: dict[str, str]) -> dict[str, str]:
    inherited = {key: value for key, value in os.environ.items() if key not in _NOT_INHERITED}
    return inherited | changes


@dataclass
class Reply:
    """A complete answer."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


class Appliance:
    """One configuration and state folder; the process may be started, stopped and killed many times."""

    def __init__(self, config: Path, output: Path, **environment: str) -> None:
        self.config = config
        self.output = output
        self.environment = environment
        self.process: subprocess.Popen[str] | None = None
        self.base = ""
        self._streams: list[EventStream] = []

    @property
    def settings(self) -> Path:
        """The configuration with the port that the running process got: by that our own commands find it."""
        path = self.config.with_name(f"found-{self.config.name}")
        listen = self.base.removeprefix("http://")
        text = self.config.read_text(encoding="utf-8")
        path.write_text(text.replace('[server]\nlisten = "127.0.0.1:0"', f'[server]\nlisten = "{listen}"'), encoding="utf-8")
        return path

    @property
    def tunnel(self) -> str:
        """Where tunnels come in, as the process says before it is ready; for a `[tunnel]` with port 0 too."""
        said = self.output.read_text(encoding="utf-8").rpartition("--- start\n")[2]
        found = re.search(r"tunnels come in at (http://\S+)", said)
        assert found, "nothing is said of a tunnel"
        return found[1]

    @property
    def owner_key(self) -> str:
        """What our own commands prove with that they are the owner's."""
        return (self.config.parent / "state" / "owner-key").read_text(encoding="utf-8").strip()

    def start(self, options: tuple[str, ...] = ()) -> Appliance:
        """Starts the process, with further options of `run`, and waits for its ready line."""
        self._stays_here(options)
        with self.output.open("a", encoding="utf-8") as log:
            log.write("--- start\n")
            log.flush()
            self.process = subprocess.Popen(
                [binary(), "run", "--config", str(self.config), *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=_environment(self.environment),
            )
        ready: list[str] = []
        found = threading.Event()
        threading.Thread(target=self._copy, args=(self.process, ready, found), daemon=True).start()
        if not found.wait(PATIENCE) or not ready:
            self.kill()
            raise AssertionError(f"no ready line within {PATIENCE} s, exit code {self.process.returncode}")
        self.base = ready[0].split(" ", 1)[1].strip()
        return self

    def _stays_here(self, options: tuple[str, ...]) -> None:
        """Refuses to start a box that would ask Blizzard's real status page."""
        settings = tomllib.loads(self.config.read_text(encoding="utf-8"))
        page = settings.get("status_page", {})
        is_near = not page.get("enabled", True) or page.get("url", "").startswith("http://127.0.0.1")
        assert "--demo" in options or is_near, "this box would talk to the real internet"

    def get(self, path: str, method: str = "GET", **headers: str) -> Reply:
        """One request; underscores in header names stand for hyphens."""
        parts = urlsplit(self.base)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        try:
            connection.request(
                method, path, headers={name.replace("_", "-"): value for name, value in headers.items()}
            )
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get_json(self, path: str) -> Any:
        """The body of a 200."""
        reply = self.get(path)
        assert reply.status == 200, f"{path} answered {reply.status}: {reply.body[:500]!r}"
        return reply.json

    def flavour(self, region: str, flavour: str = "retail") -> dict[str, Any]:
        """A source as ``/v1/regions`` tells it."""
        for body in self.get_json("/v1/regions")["regions"]:
            if body["region"] == region:
                return next(item for item in body["flavours"] if item["flavour"] == flavour)
        raise AssertionError(f"no region {region}")

    def freshness(self, region: str, flavour: str = "retail") -> str:
        """The state of a source's freshness."""
        return self.flavour(region, flavour)["freshness"]["state"]

    def await_fresh(self, *regions: str) -> None:
        """Waits until every source of these regions is fresh."""

        def stale() -> list[str]:
            bodies = [body for body in self.get_json("/v1/regions")["regions"] if body["region"] in regions]
            sources = [(body["region"], item) for body in bodies for item in body["flavours"]]
            return [
                f"{name} {item['flavour']}" for name, item in sources if item["freshness"]["state"] != "fresh"
            ]

        wait_until(lambda: not stale(), f"fresh data of {', '.join(regions)}")

    def realm(self, region: str, slug: str, flavour: str = "retail") -> dict[str, Any]:
        """One realm."""
        return self.get_json(f"/v1/realms/{region}/{flavour}/{quote(slug)}")["realm"]

    def events(self, after: int | None = None) -> EventStream:
        """An event stream; it is closed with the appliance."""
        stream = EventStream(self.base, after)
        self._streams.append(stream)
        return stream

    def signal(self, number: int) -> None:
        """Sends a signal to this process."""
        self.process.send_signal(number)

    def stop(self) -> int:
        """SIGTERM; the exit code."""
        self.signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)

    def kill(self) -> None:
        """SIGKILL: no chance to put anything in order."""
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait(PATIENCE)

    def close(self) -> None:
        """Ends everything."""
        self.kill()
        for stream in self._streams:
            stream.close()

    def _copy(self, process: subprocess.Popen[str], ready: list[str], found: threading.Event) -> None:
        with self.output.open("a", encoding="utf-8") as log:
            for line in process.stdout:
                log.write(f"stdout: {line}")
                log.flush()
                if line.startswith("ready http"):
                    ready.append(line)
                    found.set()
        found.set()
