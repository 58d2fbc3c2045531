"""How the release binary is linked, read from its own headers.

That the C shims are built with _FORTIFY_SOURCE is a condition of compiling them for a release (`#error`): none of their
calls has a size that the compiler knows, so nothing of it is to be seen in the binary.
"""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest
from harness.appliance import binary

PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO = 2, 0x6474E551, 0x6474E552
DT_FLAGS, DT_FLAGS_1, DT_RPATH, DT_TEXTREL = 30, 0x6FFFFFFB, 15, 22


class Program:
    """The parts of an ELF file (System V ABI, chapters 4 and 5) that say how it may be attacked."""

    def __init__(self, path: str) -> None:
        data = Path(path).read_bytes()
        assert data[:6] == b"\x7fELF\x02\x01", "a 64-bit little-endian program"
        (self.kind,) = struct.unpack_from("<H", data, 16)
        (offset,) = struct.unpack_from("<Q", data, 32)
        size, count = struct.unpack_from("<HH", data, 54)
        self.segments: dict[int, int] = {}
        self.dynamic: dict[int, int] = {}
        for index in range(count):
            kind, flags, begin, _, _, length = struct.unpack_from("<IIQQQQ", data, offset + index * size)
            self.segments[kind] = flags
            if kind == PT_DYNAMIC:
                self.dynamic = dict(struct.iter_unpack("<QQ", data[begin : begin + length]))
        self.data = data


@pytest.fixture(scope="module")
def program() -> Program:
    """The binary under test; WATCHPOST_PROGRAM where WATCHPOST_BINARY is a program that starts it."""
    return Program(os.environ.get("WATCHPOST_PROGRAM") or binary())


def test_every_symbol_is_bound_at_the_start_and_read_only_after_it(program: Program) -> None:
    assert program.dynamic.get(DT_FLAGS, 0) & 8, "BIND_NOW"
    assert program.dynamic.get(DT_FLAGS_1, 0) & 1, "NOW"
    assert PT_GNU_RELRO in program.segments


def test_it_lies_anywhere_and_runs_no_data(program: Program) -> None:
    assert program.kind == 3 and program.dynamic.get(DT_FLAGS_1, 0) & 0x08000000, "position independent"
    assert not program.segments[PT_GNU_STACK] & 1, "a stack that runs"
    assert not {DT_RPATH, DT_TEXTREL} & program.dynamic.keys()
