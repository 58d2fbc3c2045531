"""Runs the widget's script under Node in front of a stand-in for the app Scriptable."""

from __future__ import annotations

import atexit
import json
import subprocess
import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from harness.waiting import PATIENCE

_STANDIN = Path(__file__).resolve().parents[1] / "widget" / "standin.js"


@dataclass(frozen=True)
class Run:
    """What one run of the script drew, asked and kept."""

    seen: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        """Every text that was drawn, in order."""
        return [one["text"] for one in self.seen["texts"]]

    @property
    def requests(self) -> list[dict[str, Any]]:
        return self.seen["requests"]

    @property
    def files(self) -> dict[str, str]:
        """The files of the phone after the run, by path."""
        return self.seen["files"]

    @property
    def refresh_after(self) -> str:
        """RFC 3339, to the second."""
        return self.seen["refreshAfter"].replace(".000Z", "Z")


def run(script: str, now: str, *, zone: str = "UTC", **world: Any) -> Run:
    """Runs `script` at the instant `now` in a time zone; `world` is what standin.js takes."""
    given = {"script": script, "now": now, "zone": zone, "files": {}, "answers": {}, **world}
    node = _node()
    guard = threading.Timer(PATIENCE, node.kill)
    guard.start()
    node.stdin.write(json.dumps(given) + "\n")
    node.stdin.flush()
    line = node.stdout.readline()
    guard.cancel()
    if not line:
        # The next one begins anew.
        _node.cache_clear()
    assert line, f"the stand-in died, or took longer than {PATIENCE} s"
    seen = json.loads(line)
    assert "problem" not in seen, seen["problem"]
    return Run(seen)


@cache
def _node() -> subprocess.Popen[str]:
    """One process for all runs: each has a context of its own in there."""
    node = subprocess.Popen(["node", str(_STANDIN)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(node.kill)
    return node
