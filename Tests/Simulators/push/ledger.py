"""What happened, for tests that count: connections, requests, and what each of them said."""

from __future__ import annotations

import collections
import itertools
from dataclasses import asdict, dataclass, field
from typing import Any

_KEPT = 20_000
_NUMBERS = itertools.count(1)
"""A connection outlives a reset, and its number stays its own."""


@dataclass
class Entry:
    """One request as the service saw it."""

    service: str
    connection: int
    status: int
    reason: str | None
    path: str
    headers: dict[str, str]
    payload: Any = None
    size: int = 0


@dataclass
class Ledger:
    """Everything since the start or the last reset."""

    connections: collections.Counter[str] = field(default_factory=collections.Counter)
    refused_streams: int = 0
    protocols: collections.Counter[str] = field(default_factory=collections.Counter)
    requests: collections.deque[Entry] = field(default_factory=lambda: collections.deque(maxlen=_KEPT))
    count: int = 0

    def open(self, name: str, protocol: str) -> int:
        """Counts a connection; its number."""
        self.connections[name] += 1
        self.protocols[protocol] += 1
        return next(_NUMBERS)

    def add(self, entry: Entry) -> None:
        """Keeps the newest."""
        self.count += 1
        self.requests.append(entry)

    def summary(self) -> dict[str, Any]:
        """Counters, and how often each message arrived."""
        ids = collections.Counter(entry.headers.get("apns-id", "") for entry in self.requests)
        return {
            "connections": dict(self.connections),
            "protocols": dict(self.protocols),
            "refused_streams": self.refused_streams,
            "count": self.count,
            "statuses": dict(collections.Counter(str(entry.status) for entry in self.requests)),
            "tokens": len({entry.headers.get("authorization", "") for entry in self.requests}),
            "repeated": sum(1 for identifier, times in ids.items() if identifier and times > 1),
        }

    def entries(self) -> list[dict[str, Any]]:
        """The newest requests as JSON."""
        return [asdict(entry) for entry in self.requests]
