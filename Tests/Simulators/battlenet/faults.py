"""What can go wrong with an upstream, on demand: chosen over the control API, met by the next requests."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Fault:
    """One fault of one target."""

    kind: str
    count: int | None = None
    """How many requests it meets; None: every one until it is cleared."""
    path: str | None = None
    """Only requests of this kind: ``search``, ``index``, ``realm``."""
    namespace: str | None = None
    options: dict[str, Any] = field(default_factory=dict)
    cleared: threading.Event = field(default_factory=threading.Event, repr=False)

    def meets(self, kind: str, namespace: str) -> bool:
        """Whether a request falls under it."""
        return self.path in (None, kind) and self.namespace in (None, namespace)


class FaultBoard:
    """The faults in force; a target has at most one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: dict[str, Fault] = {}

    def put(self, target: str, fault: Fault | None) -> None:
        """Sets or clears the fault of a target; whoever is held by the old one is let go."""
        with self._lock:
            old = self._faults.pop(target, None)
            if fault:
                self._faults[target] = fault
        if old:
            old.cleared.set()

    def take(self, target: str, kind: str = "", namespace: str = "") -> Fault | None:
        """The fault that this request meets, if any; counts it."""
        with self._lock:
            fault = self._faults.get(target)
            if fault is None or not fault.meets(kind, namespace):
                return None
            if fault.count is not None:
                fault.count -= 1
                if fault.count <= 0:
                    del self._faults[target]
            return fault

    def body(self) -> dict[str, Any]:
        """The faults in force, for ``/_sim/state``."""
        with self._lock:
            return {
                target: {"kind": fault.kind, "count": fault.count} for target, fault in self._faults.items()
            }
