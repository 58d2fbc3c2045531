"""The decoder of lamps, with traces made by hand and faults that it has to notice."""

from __future__ import annotations

import random

import pytest

from decoder.lamps import PAIRS, SINGLES, Light, alternates, pair_says, single_says
from decoder.lines import Segment, changes, timeline
from decoder.synthetic import Wires, blinks
from decoder.trace import parse

GREEN, RED = 17, 4


def played(light: Light, start: float, seconds: float, seed: int = 0, late: float = 0.0) -> list[Segment]:
    """A light as it would be seen, each change up to `late` seconds late."""
    if light.steps is None:
        return [Segment(start, start + seconds, light.lit)]
    chance = random.Random(seed)
    segments, at, index, nominal = [], start, 1, start - 0.037
    while at < start + seconds:
        least, most = light.steps[index % len(light.steps)]
        nominal += (least + most) / 2
        end = min(nominal + chance.random() * late, start + seconds)
        if end > at:
            segments.append(Segment(at, end, index % 2 == 0))
        at, index = max(at, end), index + 1
    return segments


@pytest.mark.parametrize("late", [0.0, 0.06])
@pytest.mark.parametrize("name", PAIRS)
def test_each_row_of_a_pair_is_told_from_all_others(name: str, late: float):
    green, red = (played(light, 50, 33, late=late) for light in PAIRS[name])
    assert pair_says(green, red) == {name}


@pytest.mark.parametrize("late", [0.0, 0.06])
@pytest.mark.parametrize("name", SINGLES)
def test_each_row_of_a_single_lamp_is_told_from_all_others(name: str, late: float):
    assert single_says(played(SINGLES[name], 50, 33, late=late)) == {name}


def test_a_lamp_that_flickers_once_is_not_steady():
    wires = Wires()
    wires.request(GREEN, True)
    wires.now += 5
    blinks(wires, GREEN, [0.002, 5], lit=False)
    light = timeline(changes(map(parse, wires.lines)), GREEN, 1001, wires.now)
    assert single_says(light) == set()


def test_a_blink_that_stops_is_no_blink():
    assert single_says([*played(SINGLES["stale"], 0, 9.5), Segment(9.5, 14, False)]) == set()


def test_two_leds_in_step_do_not_alternate():
    light = played(PAIRS["identify"][0], 0, 10)
    assert not alternates(light, light)
    other = [Segment(segment.start, segment.end, not segment.lit) for segment in light]
    assert alternates(light, other)


def test_latches_and_directions_are_those_of_the_block():
    wires = Wires()
    wires.drive({GREEN: True})
    assert changes(map(parse, wires.lines)) == [], "a latch of an input drives nothing"
    wires.request(GREEN, True)
    wires.release(GREEN)
    wires.request(GREEN, False)
    levels = [change.levels for change in changes(map(parse, wires.lines))]
    assert levels == [{GREEN: True}, {GREEN: None}, {GREEN: False}]


def test_active_low_is_light_from_a_low_line_that_is_driven():
    wires = Wires()
    wires.request(RED, True)
    blinks(wires, RED, [0.5, 0.5], lit=False)
    wires.release(RED)
    light = timeline(changes(map(parse, wires.lines)), RED, 1000, wires.now + 1, active_low=True)
    assert [segment.lit for segment in light] == [False, True, False]


def test_other_devices_lines_are_not_ours():
    line = "1@2.0:memory_region_ops_write cpu 0 mr 0x1 addr 0x3f201000 value 0x41 size 4 name 'pl011'"
    assert parse(line) is None
