"""The whole bench: the emulated Pi with lamps and displays, the simulated Battle.net, the appliance between."""

from __future__ import annotations

import json
import time
import urllib.request
from pathlib import Path
from typing import Any

from harness.settings import merged, settings_for, toml
from harness.simulator import Simulator
from harness.waiting import PATIENCE, wait_until

from emulator.eyes import Eyes, Pair, Single, readable
from emulator.machine import BACKPACK, Machine

UNIT = "watchpost.service"
REALM = Pair(17, 5)
"""Lines of the lamp whose target is one realm, us/retail/tichondrius."""
EUROPE = Pair(13, 19, active_low=True)
"""Lines of the lamp whose target is a region; its LEDs are wired to 3.3 V."""
LONE = Single(6)
"""The line of a lamp of one LED, for the same realm."""
PARALLEL = {"rs": 25, "e": 24, "d4": 23, "d5": 22, "d6": 27, "d7": 18, "backlight": 12}
"""Lines of the display without a backpack."""

LAMPS = [
    {"name": "Realm", "target": "us/retail/tichondrius", "green": "GPIO17", "red": "GPIO5"},
    {"name": "Europe", "target": "eu", "green": 13, "red": 19, "active_low": True},
    {"name": "Lone", "target": "us/retail/tichondrius", "single": "GPIO6"},
]
REGIONS = ("us", "eu")


def parallel_settings() -> dict[str, Any]:
    """The table [panel.parallel]."""
    return {pin: f"GPIO{line}" for pin, line in PARALLEL.items()}


def _without_nothing(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree without the keys whose value is None: a change to settings may take keys away."""
    return {
        key: _without_nothing(value) if isinstance(value, dict) else value
        for key, value in tree.items()
        if value is not None
    }


class Board:
    """One boot."""

    def __init__(self, machine: Machine, simulator: Simulator, folder: Path) -> None:
        self.machine, self.guest, self.simulator = machine, machine.guest, simulator
        self.eyes = Eyes(machine.recorder, BACKPACK, PARALLEL)
        self.starts: list[float] = []
        self._folder = folder
        # A Pi has no clock that runs without power; the network would set it.
        self.guest.run(f"date -s @{time.time():.3f}")
        secret = (simulator.secrets / "battlenet-client-secret").read_text(encoding="ascii")
        self.guest.write("/etc/watchpost/credentials/battlenet-client-secret", secret.strip(), "600")

    def configure(self, schedule: str | None = None, **changes: Any) -> None:
        """Writes settings: the wires above and a backpack, everything else as little as the tests need."""
        settings = settings_for(self.simulator, self._folder / "state", REGIONS)
        text = json.dumps(settings).replace("localhost:", "second.board:").replace("127.0.0.1", "10.0.2.2")
        settings = json.loads(text)
        del settings["state"], settings["battlenet"]["client_secret_file"]
        settings["server"]["listen"] = "0.0.0.0:8080"
        settings["rotations"]["schedule_file"] = "/etc/watchpost/schedule.toml"
        settings["battlenet"] |= {"interval": "4s", "recheck": "2s", "timeout": "5s"}
        settings["network"]["probe_timeout"] = "5s"
        settings["panel"] |= {"watch": ["us/retail/tichondrius", "eu"], "display": "16x2", "lamp": LAMPS}
        settings["panel"] |= {"seconds_per_page": 3, "backpack": {"address": BACKPACK}}
        changed = merged(settings, changes)
        self.guest.write("/etc/watchpost/watchpost.toml", toml(_without_nothing(changed)))
        default = (self._folder / "schedule.toml").read_text(encoding="utf-8")
        self.guest.write("/etc/watchpost/schedule.toml", schedule or default)

    def start(self, fresh: bool = True) -> None:
        """Starts the unit, or restarts it; with `fresh` waits until both regions are known."""
        self.guest.run(f"systemctl stop {UNIT}; systemctl reset-failed {UNIT} 2>/dev/null; :")
        # A light on a line of nobody's tells the trace when the unit was asked to start.
        self.guest.run(f"gpioset -t 0 GPIO20=0; gpioset -t 0 GPIO20=1; systemctl start {UNIT}")
        marks = [change.at for change in self.eyes.look().history if change.levels.get(20) is True]
        self.starts.append(marks[-1])
        if fresh:
            wait_until(lambda: all(self.freshness(region) == "fresh" for region in REGIONS), "fresh data")

    def stop(self) -> None:
        """Stops the unit."""
        self.guest.run(f"systemctl stop {UNIT}")

    def get(self, path: str) -> Any:
        """Asks the appliance over HTTP, from outside of the board."""
        with urllib.request.urlopen(self.machine.http + path, timeout=PATIENCE) as reply:
            return json.load(reply)

    def freshness(self, region: str) -> str | None:
        """`fresh`, `stale`…; None while nobody answers."""
        try:
            regions = self.get("/v1/regions")["regions"]
        except (OSError, ValueError):
            return None
        found = next(item for item in regions if item["region"] == region)
        return str(found["flavours"][0]["freshness"]["state"])

    def faults(self) -> dict[str, list[str]]:
        """What the API says is wrong with the box, by code; nothing while nobody answers."""
        found: dict[str, list[str]] = {}
        try:
            faults = self.get("/v1/panel")["faults"]
        except OSError:
            return {}
        for fault in faults:
            found.setdefault(fault["code"], []).append(fault["words"])
        return found

    def journal(self) -> str:
        """What the service said since its last start."""
        return self.guest.run(f"journalctl -u {UNIT} -o cat --no-pager -n 300")

    def display(self, columns: int = 16, rows: int = 2) -> list[str]:
        """What the display behind the backpack shows."""
        return self.eyes.text(self.eyes.backpack.pins.controller, columns, rows)

    def await_display(self, *words: str, timeout: float = PATIENCE) -> list[str]:
        """Waits until all these words are on the display at once."""
        try:
            wait_until(lambda: all(word in readable(self.display()) for word in words), f"{words}", timeout=timeout)
        except AssertionError as error:
            raise AssertionError(f"{error}; the display shows: {readable(self.display())}") from error
        return self.display()
