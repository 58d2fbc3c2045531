"""How a controller's pins are reached: over GPIO lines, or behind a PCF8574 on the I2C bus.

The bus timing of the datasheet's tables for 2.7 V: the level of RS is there before E rises, D7…D4 before E falls, and
none of them changes in the same instant as an edge that needs it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from decoder.hd44780 import Controller
from decoder.lines import Change
from decoder.trace import BusByte, BusEvent

DATA = ("d4", "d5", "d6", "d7")
ENABLE_HIGH, ENABLE_CYCLE = 450e-9, 1000e-9
_RESOLUTION = 2e-6


@dataclass
class Pins:
    """The pins of a controller with something that drives them; `backlight` is beside them on the same wires."""

    controller: Controller = field(default_factory=Controller)
    backlight: list[tuple[float, bool]] = field(default_factory=list)
    """When it was switched, and how."""

    def __post_init__(self) -> None:
        self._levels: dict[str, bool] = {}
        self._rose = self._cycle = float("-inf")

    def change(self, at: float, levels: Mapping[str, bool]) -> None:
        """Some pins change in one instant."""
        new = {pin: level for pin, level in levels.items() if self._levels.get(pin) != level}
        before = dict(self._levels)
        self._levels |= new
        if "backlight" in new:
            self.backlight.append((at, new["backlight"]))
        if self._levels.get("rw"):
            self._complain(at, "R/W is high: the controller drives its pins against ours")
        if "e" not in new:
            if before.get("e") and "rs" in new:
                self._complain(at, "RS changes while E is high")
            return
        if new["e"]:
            self._rise(at, new)
        else:
            self._fall(at, before, new)

    def _rise(self, at: float, new: Mapping[str, bool]) -> None:
        if "rs" in new:
            self._complain(at, "RS changes with the rising edge of E")
        if at - self._rose < ENABLE_CYCLE - _RESOLUTION:
            self._complain(at, "E rises again too soon")
        self._rose = at

    def _fall(self, at: float, before: Mapping[str, bool], new: Mapping[str, bool]) -> None:
        if not before.get("e"):
            return  # the first level that is known
        if at - self._rose < ENABLE_HIGH - _RESOLUTION:
            self._complain(at, "E is high for too short")
        late = sorted(pin for pin in (*DATA, "rs") if pin in new)
        if late:
            self._complain(at, f"{', '.join(late)} change with the falling edge of E")
        missing = [pin for pin in (*DATA, "rs") if pin not in before]
        if missing:
            self._complain(at, f"{', '.join(missing)} are driven by nobody")
            return
        nibble = sum(before[pin] << index for index, pin in enumerate(DATA))
        self.controller.latch(at, before["rs"], nibble)

    def _complain(self, at: float, words: str) -> None:
        self.controller.violations.append(f"{at:.6f}: {words}")


def over_lines(history: Iterable[Change], lines: Mapping[str, int]) -> Pins:
    """A display whose pins are GPIO lines, by the pin's name: rs, e, d4…d7, backlight."""
    pins = Pins()
    names = {line: pin for pin, line in lines.items()}
    for change in history:
        drive(pins, change, names)
    return pins


def drive(pins: Pins, change: Change, names: Mapping[int, str]) -> None:
    """One change of GPIO lines, as far as it reaches the display; a line that drives nothing leaves its pin alone."""
    driven = {names[line]: level for line, level in change.levels.items() if line in names and level is not None}
    if driven:
        pins.change(change.at, driven)


COMMON_BACKPACK = {"rs": 0, "rw": 1, "e": 2, "backlight": 3, "d4": 4, "d5": 5, "d6": 6, "d7": 7}
"""The wiring of most backpacks: outputs P0…P7 of the expander."""


@dataclass
class Transaction:
    """Bytes that were written to the expander in one go."""

    at: float
    """When it began, in the trace's time."""
    data: list[int]
    least: int = 1
    """The fewest bytes that do the same by the datasheet, the address included: two for each half of a byte, and one
    more when RS changes, because it has to be there before E rises."""

    @property
    def length(self) -> int:
        """In bytes, the address included."""
        return len(self.data) + 1


@dataclass
class Expander:
    """A PCF8574 with a display behind it: each byte sets all eight outputs when it is acknowledged.

    The emulator's bus takes no time. A real one takes nine clocks for each byte, in which its sender waits; so each
    byte moves everything that follows by that much.
    """

    wiring: Mapping[str, int] = field(default_factory=lambda: dict(COMMON_BACKPACK))
    clock_rate: float = 100_000
    pins: Pins = field(default_factory=Pins)
    transactions: list[Transaction] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._delay = 0.0
        self._register_select: bool | None = None

    def take(self, record: BusByte | BusEvent) -> None:
        """A byte for this device, or the begin of a transaction with it."""
        byte_time = 9 / self.clock_rate
        if isinstance(record, BusEvent):
            if record.kind in ("start", "start_send"):
                self.transactions.append(Transaction(record.at, []))
                self._delay += byte_time
            return
        self._delay += byte_time
        levels = {pin: bool(record.value >> bit & 1) for pin, bit in self.wiring.items()}
        if self.transactions:
            self._count(self.transactions[-1], record.value, levels)
        self.pins.change(record.at + self._delay, levels)

    def _count(self, transaction: Transaction, value: int, levels: Mapping[str, bool]) -> None:
        transaction.data.append(value)
        if levels["e"]:
            transaction.least += 2 + (levels["rs"] != self._register_select)
            self._register_select = levels["rs"]


def over_bus(records: Iterable[object], address: int, wiring: Mapping[str, int] | None = None) -> Expander:
    """The display behind the expander with this address."""
    expander = Expander(dict(wiring or COMMON_BACKPACK))
    for record in records:
        if isinstance(record, (BusByte, BusEvent)) and record.address == address:
            expander.take(record)
    return expander
