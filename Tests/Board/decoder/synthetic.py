"""Traces as the emulator writes them, made by hand: what the decoder is tested with."""

from __future__ import annotations

from collections.abc import Iterable

_GPFSEL_OUTPUT = 0b001


class Wires:
    """Someone who drives GPIO lines and writes the trace of it; times are in seconds."""

    def __init__(self, at: float = 1000.0) -> None:
        self.now = at
        self.lines: list[str] = []
        self._functions: dict[int, int] = {}

    def register(self, offset: int, value: int, after: float = 5e-6) -> None:
        """A write, some time after the one before."""
        self.now += after
        self.lines.append(
            f"4711@{self.now:.6f}:memory_region_ops_write cpu 1 mr 0x7efd addr {0x3F200000 + offset:#x}"
            f" value {value:#x} size 4 name 'bcm2835_gpio'\n"
        )

    def request(self, line: int, level: bool) -> None:
        """Sets a line's level and makes it an output."""
        self.drive({line: level})
        self._select(line, _GPFSEL_OUTPUT)

    def release(self, line: int) -> None:
        """Makes it an input again."""
        self._select(line, 0)

    def drive(self, levels: dict[int, bool], after: float = 5e-6) -> None:
        """Sets lines with one write, and clears others with a second one."""
        for offset, wanted in ((0x1C, True), (0x28, False)):
            mask = sum(1 << line for line, level in levels.items() if level is wanted)
            if mask:
                self.register(offset, mask, after)

    def _select(self, line: int, function: int) -> None:
        register, shift = line // 10, line % 10 * 3
        old = self._functions.get(register, 0)
        self._functions[register] = old & ~(0b111 << shift) | function << shift
        self.register(register * 4, self._functions[register])


def blinks(wires: Wires, line: int, lengths: Iterable[float], lit: bool = True) -> None:
    """Plays lengths on a line, beginning with `lit`."""
    for length in lengths:
        wires.drive({line: lit})
        wires.now += length
        lit = not lit


class DisplayDriver:
    """A driver by the book for a display on GPIO lines, whose waits can be shortened."""

    def __init__(self, wires: Wires, lines: dict[str, int]) -> None:
        self.wires, self.lines = wires, lines
        for line in lines.values():
            wires.request(line, False)

    def nibble(self, rs: bool, value: int, wait: float) -> None:
        """One pulse of E, and a wait."""
        levels = {self.lines["rs"]: rs}
        levels |= {self.lines[f"d{4 + bit}"]: bool(value >> bit & 1) for bit in range(4)}
        self.wires.drive(levels)
        self.wires.drive({self.lines["e"]: True})
        self.wires.drive({self.lines["e"]: False})
        self.wires.now += wait

    def byte(self, rs: bool, value: int, wait: float = 50e-6) -> None:
        """Both halves of a byte."""
        self.nibble(rs, value >> 4, 5e-6)
        self.nibble(rs, value & 0xF, wait)

    def initialise(self, first_wait: float = 4.5e-3) -> None:
        """Figure 24, and a cleared display that is on."""
        for value, wait in ((3, first_wait), (3, 150e-6), (3, 150e-6), (2, 50e-6)):
            self.nibble(False, value, wait)
        for value, wait in ((0x28, 5e-5), (0x08, 5e-5), (0x01, 2e-3), (0x06, 5e-5), (0x0C, 5e-5)):
            self.byte(False, value, wait)

    def text(self, address: int, text: str) -> None:
        """Moves and writes."""
        self.byte(False, 0x80 | address)
        for character in text:
            self.byte(True, ord(character))


def bus_lines(at: float, address: int, data: Iterable[int], gap: float = 1e-6) -> list[str]:
    """A writing transaction on the I2C bus."""
    lines = [f"4711@{at:.6f}:i2c_event start_send(addr:{address:#04x})\n"]
    for index, byte in enumerate(data):
        moment = at + (index + 1) * gap
        lines.append(f"4711@{moment:.6f}:i2c_send send(addr:{address:#04x}) data:{byte:#04x}\n")
    return [*lines, f"4711@{at + 1e-3:.6f}:i2c_event finish(addr:{address:#04x})\n"]
