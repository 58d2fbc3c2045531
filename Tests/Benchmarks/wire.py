"""What a page gets over the network, as Chromium tells it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field

from playwright.sync_api import Page

QUIET = 0.7
"""So long nothing is asked once all of it was, in seconds."""


@dataclass
class Opening:
    """What one opening of a page came to."""

    paths: list[str] = field(default_factory=list)
    size: int = 0
    drawn: float = 0
    """In milliseconds."""

    @property
    def requests(self) -> int:
        return len(self.paths)

    @property
    def questions(self) -> int:
        """Those that are not for a file of the app."""
        return sum(path.startswith("/v1/") for path in self.paths)


class Wire:
    """What a page gets over the network, as the browser tells it."""

    def __init__(self, page: Page):
        self.paths: dict[str, str] = {}
        self.cached: set[str] = set()
        self.kept: set[str] = set()
        """By a worker."""
        self.sizes: dict[str, int] = {}
        self.over: set[str] = set()
        self.at = time.monotonic()
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", self.asked)
        session.on("Network.requestServedFromCache", lambda event: self.cached.add(event["requestId"]))
        session.on("Network.responseReceived", self.answered)
        session.on("Network.loadingFinished", self.finished)
        session.on("Network.loadingFailed", lambda event: self.over.add(event["requestId"]))
        session.send("Network.enable")

    def asked(self, event: dict) -> None:
        self.at = time.monotonic()
        if event["request"]["url"].startswith("http"):
            self.paths[event["requestId"]] = re.sub(r"^\w+://[^/]+", "", event["request"]["url"])

    def answered(self, event: dict) -> None:
        name, response = event["requestId"], event["response"]
        if response.get("fromDiskCache"):
            self.cached.add(name)
        # A worker asks the appliance for what is no file of the app.
        if response.get("fromServiceWorker") and not self.paths[name].startswith("/v1/"):
            self.kept.add(name)
        self.sizes[name] = int(response["encodedDataLength"])

    def finished(self, event: dict) -> None:
        self.at = time.monotonic()
        self.over.add(event["requestId"])
        # Of an answer without a body nothing but its head was counted.
        self.sizes[event["requestId"]] = max(int(event["encodedDataLength"]), self.sizes.get(event["requestId"], 0))

    def is_quiet(self) -> bool:
        return self.paths.keys() <= self.over | self.cached and time.monotonic() - self.at > QUIET

    def opening(self, drawn: float) -> Opening:
        sent = [name for name in self.paths if name not in self.cached | self.kept]
        return Opening([self.paths[name] for name in sent], sum(self.sizes.get(name, 0) for name in sent), drawn)


def settle(page: Page, wire: Wire) -> None:
    """Until nothing is under way any more."""
    deadline = time.monotonic() + 30
    while not wire.is_quiet():
        if time.monotonic() > deadline:
            raise SystemExit(f"{page.url} asks without an end: {list(wire.paths.values())}")
        page.wait_for_timeout(50)
