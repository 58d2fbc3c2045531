"""What a person in front of the box sees: the traced writes, decoded as they come."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass

from decoder import rom
from decoder.hd44780 import Controller
from decoder.lamps import pair_says, single_says
from decoder.lines import Change, Segment, timeline
from decoder.lines import Pins as Registers
from decoder.trace import BusByte, BusEvent, RegisterWrite
from decoder.wires import Expander, Pins, drive
from harness.waiting import PATIENCE, wait_until

from emulator.recorder import Recorder

LOOK = {"maintenance": 10.0, "suspected": 10.0, "quiet hours": 23.0, "not set up": 9.0, "some down": 10.0}
"""Seconds that a lamp is looked at, where `SHORT_LOOK` would not show a whole period."""
SHORT_LOOK = 7.0


@dataclass(frozen=True)
class Pair:
    """The lines of a lamp of two LEDs."""

    green: int
    red: int
    active_low: bool = False


@dataclass(frozen=True)
class Single:
    """The line of a lamp of one LED."""

    line: int


class Eyes:
    """Watches lamps, and two displays: one behind a backpack and one on GPIO lines."""

    def __init__(self, recorder: Recorder, backpack: int, parallel: dict[str, int]) -> None:
        self._recorder = recorder
        self._lock = threading.Lock()
        self._read = 0
        self._registers = Registers()
        self._address = backpack
        self._pins = {line: pin for pin, line in parallel.items()}
        self.history: list[Change] = []
        self.backpack = Expander()
        self.parallel = Pins()

    def look(self) -> Eyes:
        """Brings everything up to date."""
        with self._lock:
            records = self._recorder.records(self._read)
            self._read += len(records)
            for record in records:
                if isinstance(record, RegisterWrite):
                    self._take(self._registers.write(record))
                elif isinstance(record, (BusByte, BusEvent)) and record.address == self._address:
                    self.backpack.take(record)
        return self

    def _take(self, change: Change) -> None:
        if change.levels:
            self.history.append(change)
            drive(self.parallel, change, self._pins)

    def light(self, line: int, start: float, end: float, active_low: bool = False) -> list[Segment]:
        """The light of an LED between two instants."""
        return timeline(self.look().history, line, start, end, active_low)

    def says(self, lamp: Pair | Single, seconds: float, end: float | None = None) -> set[str]:
        """The rows of the design's table that the lamp has fitted for the last seconds."""
        end = end or time.time() - 0.1
        if isinstance(lamp, Single):
            return single_says(self.light(lamp.line, end - seconds, end))
        lights = [self.light(line, end - seconds, end, lamp.active_low) for line in (lamp.green, lamp.red)]
        return pair_says(lights[0], lights[1])

    def await_lamp(self, lamp: Pair | Single, meaning: str, timeout: float = PATIENCE) -> None:
        """Waits until the lamp means exactly this; `timeout`: for what takes longer than PATIENCE by itself."""
        seconds = LOOK.get(meaning, SHORT_LOOK)
        seen: list[set[str]] = []

        def means_it() -> bool:
            seen[:] = [self.says(lamp, seconds)]
            return seen[0] == {meaning}

        try:
            wait_until(means_it, f"the lamp {lamp} says: {meaning}", timeout=timeout + seconds)
        except AssertionError as error:
            now = time.time()
            lines = (lamp.line,) if isinstance(lamp, Single) else (lamp.green, lamp.red)
            looked = {line: self.light(line, now - seconds, now) for line in lines}
            lights = {line: [(part.lit, round(part.duration, 3)) for part in parts] for line, parts in looked.items()}
            raise AssertionError(f"{error}; it fits {seen} and looked like {lights}") from error

    def text(self, display: Controller, columns: int, rows: int, read: object = rom.a00) -> list[str]:
        """The rows of a display of that size in front of the controller; glyphs as private characters."""
        self.look()
        starts = (0x00, 0x40, columns, 0x40 + columns)[:rows]
        return ["".join(map(read, display.row(start, columns))) for start in starts]  # type: ignore[arg-type]


def readable(rows: Iterable[str]) -> str:
    """Rows as one text, glyphs as a dot in a box, for messages."""
    return " / ".join("".join("▣" if 0xE000 <= ord(sign) < 0xE010 else sign for sign in row) for row in rows)
