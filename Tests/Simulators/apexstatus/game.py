"""What is on in the game: cycles of maps, and splits that replace them.

Written from what is known of the game, and from nobody's code: within a split the maps of a mode follow each other for
so many minutes each, counted in UTC from an anchor.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

NAMES = {
    "worlds_edge_rotation": "World's Edge",
    "olympus_rotation": "Olympus",
    "kings_canyon_rotation": "Kings Canyon",
    "storm_point_rotation": "Storm Point",
    "broken_moon_rotation": "Broken Moon",
    "edistrict_rotation": "E-District",
    "freedm_tdm_skulltown": "Skulltown",
    "freedm_gungame_estates": "Estates",
    "control_tropics_barometer": "Barometer",
}
EVENTS = {
    "freedm_tdm_skulltown": "TDM",
    "freedm_gungame_estates": "Gun Run",
    "control_tropics_barometer": "Control",
}

USUAL = {
    "battle_royale": {
        "anchor": 0,
        "cycle": [["olympus_rotation", 90], ["storm_point_rotation", 60]],
    },
    "ranked": {
        "anchor": 0,
        "cycle": [["storm_point_rotation", 1440], ["olympus_rotation", 1440]],
    },
    "ltm": {
        "anchor": 0,
        "cycle": [["freedm_tdm_skulltown", 15], ["control_tropics_barometer", 15], ["freedm_gungame_estates", 15]],
    },
}


@dataclass(frozen=True)
class Slot:
    """A map from start to end, seconds since 1970."""

    code: str
    start: int
    end: int


@dataclass
class Mode:
    """Maps that follow each other, each for its minutes; the first one starts at the anchor."""

    anchor: int
    cycle: list[tuple[str, int]]

    @classmethod
    def read(cls, body: dict) -> Mode:
        return cls(int(body["anchor"]), [(str(code), int(minutes)) for code, minutes in body["cycle"]])

    def slot(self, time: int) -> Slot:
        """What is on."""
        length = sum(minutes for _, minutes in self.cycle) * 60
        start = time - (time - self.anchor) % length
        for code, minutes in self.cycle:
            end = start + minutes * 60
            if time < end:
                return Slot(code, start, end)
            start = end
        raise AssertionError("a cycle ends where it begins")


@dataclass
class Game:
    """The modes as they are, and as they will be from an instant on."""

    modes: dict[str, Mode] = field(default_factory=dict)
    split: tuple[int, dict[str, Mode]] | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of(cls, modes: dict) -> Game:
        return cls({name: Mode.read(body) for name, body in modes.items()})

    def slots(self, time: int) -> dict[str, tuple[Slot, Slot | None]]:
        """For each mode what is on and what follows; a split cuts the last slot before it, and nobody knows beyond."""
        with self.lock:
            if self.split and time >= self.split[0]:
                self.modes, self.split = self.split[1], None
            border = self.split[0] if self.split else None
            modes = dict(self.modes)
        found: dict[str, tuple[Slot, Slot | None]] = {}
        for name, mode in modes.items():
            now = mode.slot(time)
            following: Slot | None = mode.slot(now.end)
            if border is not None and now.end >= border:
                now, following = Slot(now.code, now.start, border), None
            found[name] = (now, following)
        return found
