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
    group: int | None = None
    """Only requests for the connected realm of this number."""
    options: dict[str, Any] = field(default_factory=dict)
    cleared: threading.Event = field(default_factory=threading.Event, repr=False)

    def meets(self, kind: str, namespace: str, group: int | None) -> bool:
        """Whether a request falls under it."""
        return (
            self.path in (None, kind)
            and self.namespace in (None, namespace)
            and (self.group is None or self.group == group)
        )


class FaultBoard:
    """The faults in force; a target has at most one, and beside it one for each connected realm."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: dict[str, list[Fault]] = {}

    def put(self, target: str, fault: Fault | None) -> None:
        """Sets or clears the fault of a target; whoever is held by an old one is let go.

        One that is for a single connected realm replaces only another one for it.
        """
        with self._lock:
            known = self._faults.pop(target, [])
            kept = [one for one in known if fault and fault.group is not None and one.group != fault.group]
            if fault:
                self._faults[target] = [fault, *kept]
        for old in known:
            if old not in kept:
                old.cleared.set()

    def take(
        self, target: str, kind: str = "", namespace: str = "", group: int | None = None
    ) -> Fault | None:
        """The fault that this request meets, if any; counts it."""
        with self._lock:
            faults = self._faults.get(target, [])
            fault = next((one for one in faults if one.meets(kind, namespace, group)), None)
            if fault is not None and fault.count is not None:
                fault.count -= 1
                if fault.count <= 0:
                    faults.remove(fault)
            return fault

    def body(self) -> dict[str, Any]:
        """The newest fault in force of each target, for ``/_sim/state``."""
        with self._lock:
            return {
                target: {"kind": faults[0].kind, "count": faults[0].count}
                for target, faults in self._faults.items()
                if faults
            }
