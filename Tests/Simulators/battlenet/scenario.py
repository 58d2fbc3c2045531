"""Plays a timeline of changes, so that a demonstration shows something without anybody touching it."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .control import set_fault, set_state

if TYPE_CHECKING:
    from .network import Network

_SHIPPED = Path(__file__).parent / "scenarios"


def load(name: str) -> dict[str, Any]:
    """A scenario by the name of a shipped one, or by the path of a JSON file.

    ``{"steps": [{"at": SECONDS, "set": {…}} or {"at": SECONDS, "fault": {…}}], "repeat": SECONDS}``; what
    ``set`` and ``fault`` take is what the control API takes, and ``repeat`` may be absent.
    """
    path = _SHIPPED / f"{name}.json" if name.isidentifier() else Path(name)
    scenario = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(scenario.get("steps"), list):
        raise ValueError(f"{path} has no list of steps")
    return scenario


def play(network: Network, scenario: dict[str, Any]) -> None:
    """Plays a scenario on a thread of its own, over and over if it says so."""
    threading.Thread(target=_run, args=(network, scenario), daemon=True).start()


def _run(network: Network, scenario: dict[str, Any]) -> None:
    start = time.monotonic()
    while True:
        for step in sorted(scenario["steps"], key=lambda step: step["at"]):
            time.sleep(max(0.0, start + step["at"] - time.monotonic()))
            if "set" in step:
                set_state(network, step["set"])
            if "fault" in step:
                set_fault(network, step["fault"])
        if "repeat" not in scenario:
            return
        start += scenario["repeat"]
