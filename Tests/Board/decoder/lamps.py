"""The table of lamps of the design as light over time, and which of its rows a timeline is.

Written from the table, not from the program; where the table says "short", "blip", "dip" or "flash" without a
length, anything between a twentieth and three tenths of a second will do.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from decoder.lines import Segment

_SHORT = (0.02, 0.35)
_SLACK = 0.06
"""Seconds by which the usual length of a step may differ: the emulated board shares its processors with others."""
_HELD_UP = 0.25
"""The part of all lengths that may differ by more, because the emulator was held up for a moment."""


@dataclass(frozen=True)
class Light:
    """A repeating light; lengths in seconds, as (least, most), lit first. None: it never changes."""

    steps: tuple[tuple[float, float], ...] | None
    lit: bool = True

    def fits(self, segments: Sequence[Segment]) -> bool:
        """Whether the segments, whose first and last are cut off, are this light for at least one period."""
        if self.steps is None:
            return len(segments) == 1 and segments[0].lit == self.lit
        whole = segments[1:-1]
        if len(whole) < len(self.steps) or not any(self._aligned(whole, shift) for shift in range(len(self.steps))):
            return False
        return all(self._is_possible_end(end) for end in (segments[0], segments[-1]))

    def _aligned(self, whole: Sequence[Segment], shift: int) -> bool:
        steps = self.steps or ()
        if whole[0].lit != (shift % 2 == 0):
            return False
        wrong = 0
        for position in range(len(steps)):
            least, most = steps[(position + shift) % len(steps)]
            lengths = [segment.duration for segment in whole[position :: len(steps)]]
            if not least - _SLACK <= statistics.median(lengths) <= most + _SLACK:
                return False
            wrong += sum(not least - _SLACK <= length <= most + _SLACK for length in lengths)
        return wrong <= len(whole) * _HELD_UP

    def _is_possible_end(self, end: Segment) -> bool:
        longest = max(most for index, (_, most) in enumerate(self.steps or ()) if (index % 2 == 0) == end.lit)
        return end.duration <= longest + 8 * _SLACK


def _flashing(*lengths: float | tuple[float, float]) -> Light:
    steps = tuple(item if isinstance(item, tuple) else (item, item) for item in lengths)
    return Light(steps)


OFF, STEADY = Light(None, lit=False), Light(None)
HALF_HERTZ = _flashing(1.0, 1.0)
FAST = _flashing(0.2, 0.2)
TWO_FLASHES = _flashing(_SHORT, _SHORT, _SHORT, (1.0, 1.9))
FLASH = _flashing(0.2, 2.8)
BLIP_EACH_SECOND = _flashing(_SHORT, (0.65, 0.98))
DIP = _flashing((2.65, 2.98), _SHORT)
TWO_DIPS = _flashing(_SHORT, _SHORT, (2.0, 2.9), _SHORT)
RARE_BLIP = _flashing((0.02, 0.1), (9.85, 10.0))
ONE_HERTZ = _flashing(0.5, 0.5)
QUARTER_HERTZ = _flashing(2.0, 2.0)

PAIRS: dict[str, tuple[Light, Light]] = {
    "identify": (ONE_HERTZ, ONE_HERTZ),
    "internal fault": (OFF, FAST),
    "not set up": (HALF_HERTZ, HALF_HERTZ),
    "no network": (OFF, TWO_FLASHES),
    "stale, was up": (HALF_HERTZ, OFF),
    "stale, was down": (OFF, HALF_HERTZ),
    "down": (OFF, STEADY),
    "maintenance": (OFF, FLASH),
    "some down": (STEADY, BLIP_EACH_SECOND),
    "suspected": (DIP, OFF),
    "all up": (STEADY, OFF),
    "quiet hours": (RARE_BLIP, OFF),
    "dark": (OFF, OFF),
}
"""Green and red of a pair of LEDs."""

SINGLES: dict[str, Light] = {
    "internal fault": FAST,
    "not set up": QUARTER_HERTZ,
    "no network": TWO_FLASHES,
    "stale": HALF_HERTZ,
    "down": ONE_HERTZ,
    "maintenance": FLASH,
    "some down": TWO_DIPS,
    "suspected": DIP,
    "all up": STEADY,
    "quiet hours": RARE_BLIP,
    "dark": OFF,
}
"""A lamp that is one LED."""


def pair_says(green: Sequence[Segment], red: Sequence[Segment]) -> set[str]:
    """The rows of the table that a pair of LEDs fits; a good timeline fits exactly one."""
    return {name for name, lights in PAIRS.items() if lights[0].fits(green) and lights[1].fits(red)}


def single_says(light: Sequence[Segment]) -> set[str]:
    """The rows of the table that a single LED fits."""
    return {name for name, row in SINGLES.items() if row.fits(light)}


def alternates(green: Sequence[Segment], red: Sequence[Segment]) -> bool:
    """Whether one LED of a pair is dark while the other one is lit, but for moments."""
    lit = [[(s.start, s.end) for s in light if s.lit] for light in (green, red)]
    both = sum(max(0.0, min(a[1], b[1]) - max(a[0], b[0])) for a in lit[0] for b in lit[1])
    return both <= 0.05 * sum(end - start for light in lit for start, end in light)
