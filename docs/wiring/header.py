"""The Pi's 40-pin header and what this manual wires to it: the one place that knows both.

Source of the header: Raspberry Pi documentation, "GPIO and the 40-pin header".
"""

from __future__ import annotations

from dataclasses import dataclass

_NAMES = """
3V3 5V  GPIO2 5V  GPIO3 GND  GPIO4 GPIO14  GND GPIO15  GPIO17 GPIO18  GPIO27 GND  GPIO22 GPIO23  3V3 GPIO24
GPIO10 GND  GPIO9 GPIO25  GPIO11 GPIO8  GND GPIO7  GPIO0 GPIO1  GPIO5 GND  GPIO6 GPIO12  GPIO13 GND
GPIO19 GPIO16  GPIO26 GPIO20  GND GPIO21
""".split()

PINS: dict[int, str] = dict(enumerate(_NAMES, start=1))
"""Physical pin (1…40) to its name."""

RESERVED: dict[str, str] = {
    "GPIO2": "I2C data", "GPIO3": "I2C clock", "GPIO14": "serial console", "GPIO15": "serial console",
    "GPIO0": "HAT EEPROM", "GPIO1": "HAT EEPROM",
    "GPIO7": "SPI", "GPIO8": "SPI", "GPIO9": "SPI", "GPIO10": "SPI", "GPIO11": "SPI",
}
"""Lines that other things of a Pi use, and what for: no lamp, display or button is wired to them here."""


@dataclass(frozen=True)
class Wire:
    """A wire from a pin of the header to a part."""

    pin: int
    end: str
    """What it leads to, as the part is labelled."""
    setting: str | None = None
    """The key that names the line, for those that the settings name."""

    @property
    def name(self) -> str:
        return PINS[self.pin]


LAMPS = [
    Wire(9, "LEDs"),
    Wire(11, "green", "panel.lamp[0].green"),
    Wire(13, "red", "panel.lamp[0].red"),
    Wire(15, "single", "panel.lamp[1].single"),
    Wire(17, "low line"),
    Wire(29, "low line", "panel.lamp[2].single"),
    Wire(37, "button", "panel.button.line"),
    Wire(39, "button"),
]

BACKPACK = [Wire(2, "VCC"), Wire(3, "SDA"), Wire(5, "SCL"), Wire(6, "GND")]

SHIFTER = [Wire(1, "LV"), Wire(3, "LV1"), Wire(5, "LV2"), Wire(6, "GND"), Wire(2, "HV")]
"""The low side of a level shifter between Pi and backpack, and the supply of its high side."""

PARALLEL = [
    Wire(2, "VDD"),
    Wire(25, "VSS"),
    Wire(12, "RS", "panel.parallel.rs"),
    Wire(14, "R/W"),
    Wire(16, "E", "panel.parallel.e"),
    Wire(18, "D4", "panel.parallel.d4"),
    Wire(22, "D5", "panel.parallel.d5"),
    Wire(32, "D6", "panel.parallel.d6"),
    Wire(36, "D7", "panel.parallel.d7"),
    Wire(38, "backlight", "panel.parallel.backlight"),
]
