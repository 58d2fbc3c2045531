"""The GPIO block of the BCM2835 (ARM Peripherals, 6.1): register writes become what each pin drives, with times."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from decoder.trace import RegisterWrite

GPSET0, GPSET1, GPCLR0, GPCLR1 = 0x1C, 0x20, 0x28, 0x2C
_GPFSEL_END = 0x18
_OUTPUT = 0b001


@dataclass(frozen=True)
class Change:
    """What the pins did at one instant; all of `levels` changed in one register write."""

    at: float
    levels: dict[int, bool | None]
    """By line; None: it is no output any more and drives nothing."""


class Pins:
    """The registers: latches that survive a change of direction, and directions."""

    def __init__(self) -> None:
        self._latch = 0
        self._outputs = 0

    def level(self, line: int) -> bool | None:
        """What a line drives, None while it is no output."""
        return bool(self._latch >> line & 1) if self._outputs >> line & 1 else None

    def write(self, write: RegisterWrite) -> Change:
        """Does what the block does; writes to other registers change nothing."""
        before = (self._latch, self._outputs)
        if write.offset in (GPSET0, GPSET1):
            self._latch |= write.value << (32 if write.offset == GPSET1 else 0)
        elif write.offset in (GPCLR0, GPCLR1):
            self._latch &= ~(write.value << (32 if write.offset == GPCLR1 else 0))
        elif 0 <= write.offset < _GPFSEL_END:
            self._select(write.offset // 4 * 10, write.value)
        touched = (before[0] ^ self._latch) | (before[1] ^ self._outputs)
        levels = {line: self.level(line) for line in range(54) if touched >> line & 1}
        shown = (self._outputs | before[1]) & touched
        return Change(write.at, {line: level for line, level in levels.items() if shown >> line & 1})

    def _select(self, first: int, value: int) -> None:
        for index in range(10):
            bit = 1 << (first + index)
            self._outputs &= ~bit
            if value >> (3 * index) & 0b111 == _OUTPUT:
                self._outputs |= bit


def changes(records: Iterable[object]) -> list[Change]:
    """All changes of all pins since power-on, which is where the records have to begin."""
    pins = Pins()
    found = [pins.write(record) for record in records if isinstance(record, RegisterWrite)]
    return [change for change in found if change.levels]


@dataclass(frozen=True)
class Segment:
    """A stretch of time in which an LED was lit or dark."""

    start: float
    end: float
    lit: bool

    @property
    def duration(self) -> float:
        """In seconds."""
        return self.end - self.start


def timeline(
    history: Iterable[Change], line: int, start: float, end: float, active_low: bool = False
) -> list[Segment]:
    """The light of an LED on a line between two instants; a line that drives nothing lights nothing."""
    segments: list[Segment] = []
    lit, since = False, start
    for change in history:
        if line not in change.levels or change.at >= end:
            continue
        level = change.levels[line]
        now = level is not None and level != active_low
        if now == lit:
            continue
        if change.at > since:
            segments.append(Segment(since, change.at, lit))
            since = change.at
        lit = now
    segments.append(Segment(since, end, lit))
    return _joined(segments)


def _joined(segments: list[Segment]) -> list[Segment]:
    result: list[Segment] = []
    for segment in segments:
        if result and result[-1].lit == segment.lit:
            result[-1] = Segment(result[-1].start, segment.end, segment.lit)
        else:
            result.append(segment)
    return result
