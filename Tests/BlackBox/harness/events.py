"""Reads a stream of server-sent events (WHATWG HTML, section 9.2) on a thread of its own."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from harness.waiting import PATIENCE, wait_until


_LATE = re.compile("no poll of .* has finished since then|no complete answer within")


@dataclass(frozen=True)
class Event:
    """One event and the monotonic second at which it came."""

    id: int | None
    name: str
    data: dict[str, Any]
    at: float


class EventStream:
    """Connects to ``/v1/events`` and collects what comes until it is closed or the server ends it."""

    def __init__(self, base: str, after: int | None = None) -> None:
        parts = urlsplit(base)
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        self._connection.request("GET", "/v1/events", headers=headers)
        # A copy: http.client gives its own up once an answer has no length.
        self._socket = self._connection.sock.dup()
        self._reply = self._connection.getresponse()
        assert self._reply.status == 200, f"/v1/events answered {self._reply.status}"
        assert self._reply.headers.get_content_type() == "text/event-stream"
        self._lock = threading.Lock()
        self._events: list[Event] = []
        self.comments = 0
        self.ended = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def all(self) -> list[Event]:
        """Everything so far, in order."""
        with self._lock:
            return list(self._events)

    def named(self, name: str, **fields: Any) -> list[Event]:
        """The events of a kind whose data has these values."""
        return [event for event in self.all if event.name == name and fields.items() <= event.data.items()]

    def facts(self) -> list[Event]:
        """What is said about realms: single changes and outages."""
        return [event for event in self.all if event.name in ("realm", "outage", "recovery")]

    def complaints(self) -> list[Event]:
        """What is said against sources; a poll or an answer that is late on a busy machine is nothing against one."""
        said = [event for event in self.named("freshness") if event.data["freshness"]["state"] != "fresh"]
        return [event for event in said if not _LATE.search(event.data["freshness"].get("reason", ""))]

    def wait_for(self, name: str, *, timeout: float = PATIENCE, **fields: Any) -> Event:
        """The first such event."""
        what = f"an event {name} with {fields}; there were {[(e.name, e.data) for e in self.all][-5:]}"
        return wait_until(lambda: self.named(name, **fields), what, timeout=timeout)[0]

    def wait_where(self, fits: Callable[[Event], bool], what: str) -> Event:
        """The first event that fits."""
        return wait_until(lambda: [event for event in self.all if fits(event)], what)[0]

    @property
    def last_id(self) -> int:
        """The id of the newest event; 0 before the first."""
        return max((event.id for event in self.all if event.id is not None), default=0)

    def close(self) -> None:
        """Hangs up at once: closing alone would leave the reader waiting for the next heartbeat."""
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        self._connection.close()

    def _read(self) -> None:
        fields: dict[str, str] = {}
        try:
            while raw := self._reply.readline():
                line = raw.decode("utf-8").rstrip("\r\n")
                if line.startswith(":"):
                    self.comments += 1
                elif line:
                    key, _, value = line.partition(":")
                    fields[key] = fields.get(key, "") + value.removeprefix(" ")
                else:
                    self._finish(fields)
                    fields = {}
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # the connection was closed, by us or by a killed process: the stream has ended either way
        self.ended.set()

    def _finish(self, fields: dict[str, str]) -> None:
        if "data" not in fields:
            return
        number = int(fields["id"]) if fields.get("id") else None
        event = Event(number, fields.get("event", "message"), json.loads(fields["data"]), time.monotonic())
        with self._lock:
            self._events.append(event)
