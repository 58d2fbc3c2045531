"""Counts every request, so that tests can hold a client to its budget."""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from typing import Any


class Ledger:
    """Counters by target (``us`` … ``cn``, ``token``, ``token-cn``, ``probe-1``…) and the newest requests."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: dict[str, Counter[str]] = {}
        self._answers: Counter[str] = Counter()
        self._recent: deque[dict[str, Any]] = deque(maxlen=2_000)
        self._start = time.monotonic()

    def note(self, target: str, kind: str, path: str, outcome: str, gzip: bool = False) -> None:
        """Notes one request: what was asked for, and the status or the fault that met it."""
        with self._lock:
            counts = self._counts.setdefault(target, Counter())
            counts.update(("total", kind, f"outcome {outcome}"))
            seconds = round(time.monotonic() - self._start, 3)
            entry = {"at": seconds, "time": time.time(), "target": target, "path": path, "outcome": outcome, "gzip": gzip}
            self._recent.append(entry)

    def answered(self, namespace: str) -> None:
        """Notes that a source was told completely: one observation for whoever polls it."""
        with self._lock:
            self._answers[namespace] += 1

    def count(self, target: str, key: str = "total") -> int:
        """One counter."""
        with self._lock:
            return self._counts.get(target, Counter())[key]

    def answers(self, namespace: str) -> int:
        """How often a source was told completely."""
        with self._lock:
            return self._answers[namespace]

    def body(self) -> dict[str, Any]:
        """Everything, as ``GET /_sim/requests`` tells it."""
        with self._lock:
            return {
                "seconds": round(time.monotonic() - self._start, 3),
                "targets": {target: dict(counts) for target, counts in self._counts.items()},
                "answers": dict(self._answers),
                "recent": list(self._recent),
            }
