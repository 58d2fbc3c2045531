"""One outage as seen from beside the appliance: its event stream, its database (read only) and its memory."""

from __future__ import annotations

import contextlib
import pathlib
import re
import sqlite3
import threading
import time
import urllib.request

import house


class Outage:
    """Notes when the change was committed, when the outbox had it, and the most memory meanwhile."""

    def __init__(self, appliance: house.Appliance, run: pathlib.Path) -> None:
        self._appliance = appliance
        self._path = run / "state" / "state.db"
        self.committed = 0.0
        self.enqueued = 0.0
        self.memory = 0.0
        self._ended = threading.Event()

    def watch(self) -> None:
        """Begins to look."""
        for look in (self._stream, self._outbox, self._memory):
            threading.Thread(target=look, daemon=True).start()

    def _stream(self) -> None:
        """An event is told right after its commit."""
        with contextlib.suppress(OSError), urllib.request.urlopen(self._appliance.url + "/v1/events", timeout=120) as stream:
            for line in stream:
                if line.startswith(b"event:") and not self.committed:
                    self.committed = time.monotonic()
                    return

    def _outbox(self) -> None:
        with contextlib.closing(self._open()) as database:
            while not self._ended.wait(0.002):
                if database.execute("SELECT EXISTS (SELECT 1 FROM outbox)").fetchone()[0]:
                    self.enqueued = time.monotonic()
                    return

    def _memory(self) -> None:
        while not self._ended.wait(0.02):
            anonymous = int(re.search(r"RssAnon:\s+(\d+)", self._appliance.proc("status"))[1]) / 1024
            self.memory = max(self.memory, anonymous)

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{self._path}?mode=ro", uri=True, check_same_thread=False, timeout=5)

    def check(self, count: int) -> None:
        """Every phone has been told, or the figures are worth nothing."""
        self._ended.set()
        deadline = time.monotonic() + 10
        with contextlib.closing(self._open()) as database:
            while time.monotonic() < deadline:
                states = dict(database.execute("SELECT state, count(*) FROM outbox GROUP BY state"))
                if states == {2: count}:
                    return
                time.sleep(0.1)
        raise SystemExit(f"not every notice was accepted; rows of the outbox by their state: {states}")

    def result(self) -> dict[str, float]:
        """Milliseconds and megabytes."""
        if not self.committed or not self.enqueued:
            raise SystemExit("the outage was not seen")
        return {"enqueue": (self.enqueued - self.committed) * 1000, "memory": self.memory}
