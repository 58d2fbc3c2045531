"""The simulated Apex Legends Status as a process of its own, and its control port."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

from harness.standins import StandIn
from harness.waiting import PATIENCE

ANCHOR = 1_767_225_600
"""2026-01-01T00:00:00Z: that of the tests' schedule file, ``settings.SCHEDULE``."""

GAME = {
    "battle_royale": {"anchor": ANCHOR, "cycle": [["olympus_rotation", 90], ["storm_point_rotation", 60]]},
    "ranked": {"anchor": ANCHOR, "cycle": [["storm_point_rotation", 1440], ["olympus_rotation", 1440]]},
    "ltm": {"anchor": ANCHOR, "cycle": [["freedm_tdm_skulltown", 15], ["freedm_gungame_estates", 15]]},
}


class MapSimulator(StandIn):
    """Starts the simulator; ``close`` ends it."""

    def __init__(self, folder: Path, game: dict[str, Any] | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "game.json"
        path.write_text(json.dumps(GAME if game is None else game), encoding="utf-8")
        self.key_file = folder / "apex-legends-status-key"
        super().__init__("apexstatus", "--game", str(path), "--secrets", str(folder))
        self.key = self.addresses["key"]

    @property
    def settings(self) -> dict[str, Any]:
        """``[rotations.upstream]`` of an appliance that asks it."""
        return {
            "url": self.addresses["api"],
            "key_file": str(self.key_file),
            "interval": "2s",
            "timeout": "30s",
        }

    def fault(self, kind: str, **options: Any) -> None:
        """From now on something is wrong, for ``count`` requests or until ``none``."""
        self._post("fault", {"kind": kind} | options)

    def mode(self, mode: str, **change: Any) -> None:
        """Another cycle (``anchor``, ``cycle``), a ``shift`` in seconds, or without either: the mode is gone."""
        self._post("mode", {"mode": mode} | change)

    def split(self, seconds: int, modes: dict[str, Any]) -> int:
        """In so many seconds these modes replace all; the instant."""
        return self._post("split", {"in": seconds, "modes": modes})["at"]

    def requests(self) -> list[dict[str, Any]]:
        """All requests so far."""
        with urllib.request.urlopen(self.addresses["control"] + "/_sim/requests", timeout=PATIENCE) as reply:
            return json.load(reply)["requests"]

    def _post(self, path: str, body: object) -> Any:
        url = f"{self.addresses['control']}/_sim/{path}"
        request = urllib.request.Request(url, json.dumps(body).encode(), method="POST")
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)
