"""A Hitachi HD44780U as its datasheet (ADE-207-272) describes it: pins in, characters out, complaints about misuse.

Figures and tables named here are the datasheet's. Times are those of 270 kHz and 2.7 V, the slowest that it allows.
"""

from __future__ import annotations

from dataclasses import dataclass, field

EXECUTION = 37e-6
"""Table 6: most instructions. Data writes need `ADDRESS_UPDATE` more before the address counter is right."""
ADDRESS_UPDATE = 4e-6
CLEAR_OR_HOME = 1.52e-3
FIRST_WAIT, SECOND_WAIT = 4.1e-3, 100e-6
"""Figure 24: after the first and the second function set of the initialisation by instruction."""
_RESOLUTION = 2e-6
"""Traces tell microseconds; two of them may be rounded against us."""


@dataclass(frozen=True)
class CellWrite:
    """A character that was written to display memory."""

    at: float
    address: int
    code: int


@dataclass
class Controller:
    """One controller from power-on; `latch` is a falling edge of E."""

    violations: list[str] = field(default_factory=list)
    written: list[CellWrite] = field(default_factory=list)
    instructions: list[tuple[float, int]] = field(default_factory=list)
    """All complete instructions of 4-bit mode, with their times."""
    initialisations: list[float] = field(default_factory=list)
    """When the first function set of each initialisation by instruction came."""

    def __post_init__(self) -> None:
        self.cells = [0x20] * 0x80
        self.glyph_memory = [0] * 64
        self.is_on = self.cursor = self.blink = False
        self.two_lines = False
        self.is_initialised = False
        """Whether 4-bit mode, two lines and the entry mode were set after power-on."""
        self._is_eight_bit = True
        self._threes = self._threes_before = 0
        self._high: tuple[bool, int] | None = None
        self._began = float("-inf")
        self._address = 0
        self._to_glyphs = False
        self._increments = True
        self._ready_at = float("-inf")
        self._busy_with = ""

    def latch(self, at: float, register_select: bool, nibble: int) -> None:
        """Takes D7…D4 in; D3…D0 are not connected."""
        if at < self._ready_at - _RESOLUTION:
            missing = (self._ready_at - at) * 1e6
            self._complain(at, f"written {missing:.0f} µs before {self._busy_with} was over")
        self._threes = self._threes + 1 if nibble == 0x3 and not register_select else 0
        if self._threes == 1:
            self._began = at
        if self._is_eight_bit:
            self._take_half(at, register_select, nibble)
        elif self._high is None:
            # Figure 9: the controller works after both halves, not between them.
            self._high = (register_select, nibble)
        else:
            (selected, high), self._high = self._high, None
            if selected != register_select:
                self._complain(at, "RS differs between the two halves of a byte")
            self._take(at, register_select, high << 4 | nibble)

    def row(self, start: int, length: int) -> list[int]:
        """The codes of cells that follow each other in memory."""
        return self.cells[start : start + length]

    def glyph(self, slot: int) -> tuple[int, ...]:
        """The eight rows of a character of CGRAM, five bits each."""
        return tuple(row & 0x1F for row in self.glyph_memory[slot * 8 : slot * 8 + 8])

    def _take_half(self, at: float, register_select: bool, nibble: int) -> None:
        """8-bit mode with half of the bus open: only function sets make sense."""
        threes, self._threes = self._threes, self._threes if nibble == 0x3 else 0
        if register_select or nibble not in (0x2, 0x3):
            self._complain(at, f"{'data' if register_select else 'an instruction'} {nibble:#x} in 8-bit mode")
        elif nibble == 0x3:
            self._reset(at, {1: FIRST_WAIT, 2: SECOND_WAIT}.get(threes, EXECUTION))
        else:
            if self._threes_before < 3:
                self._complain(at, f"4-bit mode after {self._threes_before} of 3 function sets (figure 24)")
            self._is_eight_bit = False
            self._busy(at, EXECUTION, "the function set for 4 bits")
        self._threes_before = threes

    def _reset(self, at: float, wait: float) -> None:
        if self.is_initialised or not self.initialisations:
            self.initialisations.append(at)
        self.is_initialised = False
        self._busy(at, wait, "a function set of the initialisation")

    def _take(self, at: float, register_select: bool, byte: int) -> None:
        if register_select:
            self._write(at, byte)
            return
        self.instructions.append((at, byte))
        self._busy(at, CLEAR_OR_HOME if byte < 0x04 else EXECUTION, f"the instruction {byte:#04x}")
        if byte & 0x80:
            self._move(at, byte & 0x7F)
        elif byte & 0x40:
            self._address, self._to_glyphs = byte & 0x3F, True
        elif byte & 0x20:
            self._function_set(at, byte)
        elif byte & 0x10:
            self._complain(at, f"{byte:#04x} shifts the cursor or the display")
        elif byte & 0x08:
            self.is_on, self.cursor, self.blink = bool(byte & 4), bool(byte & 2), bool(byte & 1)
        elif byte & 0x04:
            self._entry_mode(at, byte)
        elif byte:
            self._clear_or_home(byte)
        else:
            self._complain(at, "0x00 is no instruction")

    def _move(self, at: float, address: int) -> None:
        if not (address < 0x28 or 0x40 <= address < 0x68):
            self._complain(at, f"display memory has no address {address:#04x} (figure 5)")
        self._address, self._to_glyphs = address, False

    def _function_set(self, at: float, byte: int) -> None:
        self.two_lines = bool(byte & 0x08)
        if byte & 0x10:
            # The first two function sets of an initialisation that meets a controller in 4-bit mode.
            if at - self._began < FIRST_WAIT - _RESOLUTION:
                self._complain(at, f"{(at - self._began) * 1e3:.1f} ms after the first function set, not 4.1 ms")
            self._is_eight_bit = True
            self._reset(at, SECOND_WAIT)
            self._threes_before = self._threes

    def _entry_mode(self, at: float, byte: int) -> None:
        self._increments = bool(byte & 0x02)
        if byte & 0x01:
            self._complain(at, "the entry mode shifts the display")
        self.is_initialised = self.two_lines and not self._is_eight_bit

    def _clear_or_home(self, byte: int) -> None:
        self._address, self._to_glyphs = 0, False
        if byte == 0x01:
            self.cells = [0x20] * 0x80
            self._increments = True

    def _write(self, at: float, byte: int) -> None:
        self._busy(at, EXECUTION + ADDRESS_UPDATE, f"the data {byte:#04x}")
        if not self.is_initialised:
            self._complain(at, f"data {byte:#04x} before the initialisation was complete")
        if self._to_glyphs:
            self.glyph_memory[self._address] = byte
            self._address = (self._address + 1) % 64
        else:
            self.cells[self._address] = byte
            self.written.append(CellWrite(at, self._address, byte))
            self._address = self._next()

    def _next(self) -> int:
        step = 1 if self._increments else -1
        return {0x28: 0x40, 0x68: 0x00, -1: 0x67, 0x3F: 0x27}.get(self._address + step, self._address + step)

    def _busy(self, at: float, duration: float, what: str) -> None:
        self._ready_at, self._busy_with = at + duration, what

    def _complain(self, at: float, words: str) -> None:
        self.violations.append(f"{at:.6f}: {words}")
