"""The simulated push services as a process of their own, and their control port."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path
from typing import Any

from harness.standins import StandIn
from harness.waiting import PATIENCE, wait_until


class PushServices(StandIn):
    """Starts them; ``close`` ends them."""

    def __init__(self, folder: Path) -> None:
        super().__init__("push", "--folder", str(folder))

    def subscribe(self, host: str = "updates.push.services.mozilla.com", kind: str = "201") -> dict[str, Any]:
        """A browser's new subscription, as a registration carries it; `kind` is how pushes are answered."""
        answer = self._post("subscribe", {"host": host, "kind": kind})
        return {"kind": "webpush"} | answer

    def change(self, service: str, **behaviour: Any) -> None:
        """Changes how a service behaves; see the simulator's README."""
        self._post("set", {"service": service} | behaviour)

    def requests(self) -> list[dict[str, Any]]:
        """Everything that arrived, oldest first."""
        return self._get("requests")

    def shown(self, push: dict[str, Any]) -> list[dict[str, Any]]:
        """The notifications that were accepted for one subscription, decrypted."""
        name = push["endpoint"].rsplit("/", 1)[1]
        return [
            entry["payload"]["notification"]
            for entry in self.requests()
            if entry["status"] < 300 and entry["path"].endswith(name)
        ]

    def await_titles(self, push: dict[str, Any], titles: list[str]) -> None:
        """Waits until exactly these titles were accepted, in this order."""
        wait_until(
            lambda: [item["title"] for item in self.shown(push)] == titles or None,
            f"the notices {titles}; got {[item['title'] for item in self.shown(push)]}",
        )

    def _get(self, name: str) -> Any:
        with urllib.request.urlopen(f"{self.addresses['control']}/_sim/{name}", timeout=PATIENCE) as reply:
            return json.load(reply)

    def _post(self, name: str, body: Any) -> Any:
        request = urllib.request.Request(
            f"{self.addresses['control']}/_sim/{name}", json.dumps(body).encode(), method="POST"
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            return json.load(reply)
