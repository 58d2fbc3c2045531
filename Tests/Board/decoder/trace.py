"""Lines of QEMU's trace as values.

With `-msg timestamp=on` a line begins with thread and Unix time: `29513@1795250729.065100:memory_region_ops_write
cpu 0 mr 0x7efd… addr 0x3f20001c value 0x20000 size 4 name 'bcm2835_gpio'`, `…:i2c_send send(addr:0x27) data:0x08`,
`…:i2c_event start(addr:0x27)`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

GPIO_BASE = 0x3F20_0000
"""The BCM2837's GPIO registers, as ARM cores see them (BCM2835 ARM Peripherals, 6.1, moved to 0x3f000000)."""

_WRITE = re.compile(
    r"^\d+@(?P<at>\d+\.\d+):memory_region_ops_write .* addr 0x(?P<address>[0-9a-f]+) value 0x(?P<value>[0-9a-f]+)"
    r" size \d+ name 'bcm2835_gpio'"
)
_BYTE = re.compile(r"^\d+@(?P<at>\d+\.\d+):i2c_send send\(addr:0x(?P<address>[0-9a-f]+)\) data:0x(?P<data>[0-9a-f]+)")
_EVENT = re.compile(r"^\d+@(?P<at>\d+\.\d+):i2c_event (?P<kind>\w+)\(addr:0x(?P<address>[0-9a-f]+)\)")


@dataclass(frozen=True)
class RegisterWrite:
    """A write to a register of the GPIO block; `offset` is in bytes from the block's base."""

    at: float
    offset: int
    value: int


@dataclass(frozen=True)
class BusByte:
    """A byte that an I2C device has got."""

    at: float
    address: int
    value: int


@dataclass(frozen=True)
class BusEvent:
    """`start`, `start_send`, `finish`… on the I2C bus."""

    at: float
    address: int
    kind: str


def parse(line: str) -> RegisterWrite | BusByte | BusEvent | None:
    """The line's value; None for lines about anything else."""
    if found := _WRITE.match(line):
        return RegisterWrite(
            float(found["at"]), int(found["address"], 16) - GPIO_BASE, int(found["value"], 16)
        )
    if found := _BYTE.match(line):
        return BusByte(float(found["at"]), int(found["address"], 16), int(found["data"], 16))
    if found := _EVENT.match(line):
        return BusEvent(float(found["at"]), int(found["address"], 16), found["kind"])
    return None
