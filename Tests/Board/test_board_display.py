"""On the emulated Pi: what is written to displays, cell by cell and byte by byte."""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass
from itertools import pairwise

import pytest

from decoder import rom
from decoder.hd44780 import CellWrite, Controller
from emulator.board import Board, parallel_settings
from emulator.eyes import readable
from harness.waiting import wait_until

NAMES = ("Ångström", "Señor Über", "한국")
"""ö and ñ are in the ROM, Å and Ü have a letter that is, and Hangul has none: the map's code stands for it."""


def schedule(border: int) -> str:
    """A rotation of three maps whose next border is at that Unix time."""
    anchor = time.gmtime(border - 3600)
    return (
        'source = "made for the tests"\n[maps]\n'
        f'AA = "{NAMES[0]}"\nBB = "{NAMES[1]}"\nCC = "{NAMES[2]}"\n'
        '[[mode]]\nkey = "pubs"\nname = "Casual"\n[[mode.schedule]]\n'
        f"anchor = {time.strftime('%Y-%m-%dT%H:%M:%SZ', anchor)}\n"
        'cycle = [{ map = "AA", minutes = 60 }, { map = "BB", minutes = 60 }, { map = "CC", minutes = 60 }]\n'
    )


@dataclass
class Batch:
    """Cells that were written one after the other, and what was there before."""

    writes: list[CellWrite]
    before: list[int]
    after: list[int]

    @property
    def differing(self) -> int:
        """The least that had to be written."""
        return sum(old != new for old, new in zip(self.before, self.after, strict=True))

    @property
    def is_a_tick(self) -> bool:
        """Whether nothing but digits and the progress sign has changed."""
        changed = [(old, new) for old, new in zip(self.before, self.after, strict=True) if old != new]
        return bool(changed) and all(
            (chr(old).isdigit() and chr(new).isdigit()) or (old < 16 and new < 16) for old, new in changed
        )


SETTING_UP = 3.0
"""Seconds in which a display that is set up gets its text; every five minutes it is, against noise on long wires."""
HEALING = 290.0
"""Seconds between two of those, at least."""


def batches(display: Controller, after: float, pause: float = 0.15) -> list[Batch]:
    """What was written since then, cut where nothing was for a while, without what was written to set it up."""
    memory, result = [0x20] * 0x80, []
    for write in display.written:
        is_counted = write.at >= after and not is_setting_up(display, write.at)
        if is_counted:
            if not result or write.at - result[-1].writes[-1].at > pause:
                result.append(Batch([], list(memory), memory))
            result[-1].writes.append(write)
        memory[write.address] = write.code
        if is_counted:
            result[-1].after = list(memory)
    return result


def is_setting_up(display: Controller, at: float) -> bool:
    return any(begun <= at <= begun + SETTING_UP for begun in display.initialisations)


@pytest.fixture(scope="module")
def maps(board: Board) -> Board:
    """A box that shows maps, one of which ends when a minute does, in 90 to 150 s.

    Then the minutes that are left change when the display looks, each minute. Pages of 22 s, of which there are two for the
    first minutes, turn at another second of each minute, so that they hide two changes in a row at most; those of 30 s hid
    all or none.
    """
    board.simulator.reset()
    panel = {"watch": [], "modes": ["pubs"], "seconds_per_page": 22, "display": "20x4"}
    minute = 60
    board.configure(schedule(math.ceil(time.time() / minute + 1.5) * minute), panel=panel)
    board.start()
    return board


def display_of(box: Board) -> Controller:
    """The controller behind the backpack, up to date."""
    return box.eyes.look().backpack.pins.controller


def test_long_and_foreign_names_are_folded_to_the_display(maps):
    def rows() -> list[str]:
        return maps.display(20, 4)

    wait_until(lambda: rows()[0].startswith("Angström "), "ö is in the ROM, Å is not")
    wait_until(lambda: rows()[1].rstrip().endswith(" Señor Uber"), "ñ is in the ROM, Ü is not")
    assert "\N{REPLACEMENT CHARACTER}" not in "".join(rows())


def test_a_map_that_ends_is_replaced_on_time(maps):
    def current() -> str:
        return str(maps.get("/v1/rotations")["modes"][0]["current"]["map"])

    wait_until(lambda: current() == NAMES[1], "the border", timeout=180)
    wait_until(lambda: maps.display(20, 4)[0].startswith("Señor Uber "), "the second map is on")
    wait_until(lambda: maps.display(20, 4)[1].rstrip().endswith(" CC"), "the code of a map whose name the ROM lacks")


def test_a_minute_later_at_most_two_cells_are_written(maps, record_property):
    since = display_of(maps).initialisations[-1]

    def ticks() -> list[Batch]:
        return [batch for batch in batches(display_of(maps), since) if batch.is_a_tick]

    wait_until(ticks, "a minute has passed on the display", timeout=240)
    record_property("cells of a clock tick", [len(batch.writes) for batch in ticks()])
    assert all(len(batch.writes) == batch.differing <= 2 for batch in ticks())


def test_only_changed_cells_are_written_and_the_display_is_never_cleared(maps):
    setup = display_of(maps).initialisations[-1]
    # Once the first map is over there is one page, which changes once a minute.
    seen = wait_until(lambda: found if len(found := batches(display_of(maps), setup)) > 2 else None, "pages", timeout=240)
    setups = [at for at in display_of(maps).initialisations if at >= setup]
    assert all(later - earlier > HEALING for earlier, later in pairwise(setups)), "a set up display is written again"
    for batch in seen:
        assert batch.differing > 0, "cells were written that had this text already"
        # One cell that stays between two that change may be written: moving the cursor would cost as much.
        assert len(batch.writes) <= batch.differing * 1.5, (len(batch.writes), batch.differing)
    display = display_of(maps)
    cleared = [at for at, value in display.instructions if value in (1, 2, 3) and at > setup]
    assert [at for at in cleared if not is_setting_up(display, at)] == []


def test_no_byte_on_the_bus_is_wasted(maps, record_property):
    setup = display_of(maps).initialisations[-1]
    written = [item for item in maps.eyes.backpack.transactions if item.data and item.at > setup + 3]
    largest = max(written, key=lambda item: item.length)
    record_property("largest repaint", f"{largest.length} bytes, {largest.length * 9 / 100:.1f} ms at 100 kHz")
    record_property("bytes", (sum(item.length for item in written), sum(item.least for item in written)))
    assert sum(item.length for item in written) <= 1.02 * sum(item.least for item in written)


def test_nothing_that_the_datasheet_forbids_was_done_to_the_backpack(maps):
    pins = maps.eyes.look().backpack.pins
    assert len(pins.controller.written) > 100
    assert pins.controller.violations == []
    assert pins.controller.is_on and not pins.controller.cursor and not pins.controller.blink


def test_a_display_on_six_lines_shows_the_same_with_four_rows(board):
    board.configure(
        panel={"display": "20x4", "backpack": None, "parallel": parallel_settings(), "watch": ["us", "eu"]},
    )
    board.start()
    display = board.eyes.look().parallel.controller

    def rows() -> str:
        return readable(board.eyes.text(display, 20, 4))

    wait_until(lambda: "Olympus" in rows() and "of 513" in rows(), "maps and realms on four rows")
    assert display.violations == [], display.violations[:5]
    assert board.eyes.parallel.backlight[-1][1] is True
    assert board.faults() == {}
    board.stop()
    wait_until(lambda: "stopped" in rows(), "the last words")
