"""The simulated Battle.net as a process of its own, and its control port."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from harness.standins import StandIn
from harness.waiting import PATIENCE, wait_until


class Simulator(StandIn):
    """Starts the simulator; ``close`` ends it."""

    def __init__(self, secrets: Path, *options: str) -> None:
        self.secrets = secrets
        super().__init__("battlenet", "--secrets", str(secrets), *options)

    def set(self, region: str, state: str, **change: Any) -> dict[str, Any]:
        """Changes realms; see the simulator's README."""
        return self._post("set", {"region": region, "state": state} | change)

    def touch(self, region: str) -> None:
        """Another document with the same facts."""
        self._post("set", {"region": region, "touch": True})

    def switch(self, **switches: Any) -> None:
        """``probes``, ``conditional`` or ``reroll``."""
        self._post("set", switches)

    def fault(self, target: str | list[str], kind: str, **options: Any) -> None:
        """Sets a fault; ``none`` clears it."""
        self._post("fault", {"target": target, "kind": kind} | options)

    def faults(self, faults: dict[str, dict[str, Any]]) -> None:
        """Sets several faults at once, by target."""
        self._post("fault", [{"target": target} | fault for target, fault in faults.items()])

    def reset(self) -> None:
        """Everything up, nothing broken."""
        self._post("reset", {})

    def state(self, region: str) -> dict[str, Any]:
        """What is served of a region, and what a loose stand-in decided."""
        url = f"{self.addresses['control']}/_sim/state?region={region}"
        with urllib.request.urlopen(url, timeout=PATIENCE) as reply:
            return json.load(reply)

    def requests(self) -> dict[str, Any]:
        """All counters."""
        with urllib.request.urlopen(self.addresses["control"] + "/_sim/requests", timeout=PATIENCE) as reply:
            return json.load(reply)

    def count(self, target: str, key: str = "total") -> int:
        """One counter."""
        return self.requests()["targets"].get(target, {}).get(key, 0)

    def page_answers(self, name: str) -> int:
        """How many complete lists the status page handed out, by the page's name for them: ``us``."""
        return self.requests()["answers"].get(f"status-page-{name}", 0)

    def answers(self, region: str, flavour: str = "retail") -> int:
        """How many complete observations of a source were handed out."""
        prefix = {"retail": "dynamic", "classic": "dynamic-classic"}[flavour]
        return self.requests()["answers"].get(f"{prefix}-{region}", 0)

    def await_answers(self, regions: str | Iterable[str], more: int) -> None:
        """Waits until so many further observations were handed out and the next one was asked for.

        The last one has been digested by then, because a source is polled by one task.
        """
        names = [regions] if isinstance(regions, str) else list(regions)
        targets = {region: self.answers(region) + more + 1 for region in names}
        wait_until(
            lambda: all(self.answers(region) >= target for region, target in targets.items()),
            f"{more} more answers about {', '.join(names)}",
        )

    def _post(self, path: str, body: object) -> Any:
        request = urllib.request.Request(
            f"{self.addresses['control']}/_sim/{path}", json.dumps(body).encode(), method="POST"
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)
