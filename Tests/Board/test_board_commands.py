"""On the emulated Pi: the commands for the person with the soldering iron."""

from __future__ import annotations

import threading
import time

import pytest

from emulator.board import EUROPE, LONE, REALM, Board
from emulator.eyes import readable


@pytest.fixture(scope="module")
def bench(board: Board) -> Board:
    """A box whose service is stopped."""
    board.simulator.reset()
    board.configure()
    board.stop()
    return board


def test_lamps_test_lights_each_led_alone_and_then_all_and_says_which(bench):
    start = time.time()
    said = bench.guest.run("watchpost lamps test")
    end = time.time()
    order = [(REALM.green, False), (REALM.red, False), (EUROPE.green, True), (EUROPE.red, True), (LONE.line, False)]
    lit = {
        line: [segment for segment in bench.eyes.light(line, start, end, low) if segment.lit] for line, low in order
    }
    assert {len(segments) for segments in lit.values()} == {2}, lit
    alone = [lit[line][0] for line, _ in order]
    assert [segment.start for segment in alone] == sorted(segment.start for segment in alone)
    for earlier, later in zip(alone, alone[1:], strict=False):
        assert later.start >= earlier.end, "one after the other"
    together = [lit[line][1] for line, _ in order]
    assert max(segment.start for segment in together) < min(segment.end for segment in together)
    for words in ("gpiochip0 (pinctrl-bcm2835)", "Realm, green (GPIO17)", "Europe, red (line 19, lit by a low line)"):
        assert words in said
    assert "every line was driven" in said


def test_ctrl_c_ends_lamps_test_and_leaves_every_led_dark(bench):
    start = time.time()
    said = bench.guest.run("timeout --signal=INT 3 watchpost lamps test; echo ended with $?")
    end = time.time()
    assert "lit now: Realm, green" in said and "every line was driven" not in said
    # 124: timeout's own, after its command has ended by the signal alone.
    assert said.rstrip().endswith("ended with 124"), said
    for line, low in ((REALM.green, False), (REALM.red, False), (EUROPE.green, True), (EUROPE.red, True)):
        light = bench.eyes.light(line, start, end, low)
        assert light[-1].lit is False, line
    assert any(segment.lit for segment in bench.eyes.light(REALM.green, start, end)), "it had begun"


def test_display_test_says_what_answers_and_shows_what_it_says(bench):
    pages: list[str] = []
    said: list[str] = []
    command = threading.Thread(target=lambda: said.append(bench.guest.run("watchpost display test", timeout=120)))
    command.start()
    while command.is_alive():
        page = readable(bench.display())
        if not pages or pages[-1] != page:
            pages.append(page)
        time.sleep(0.1)
    command.join()
    seen = "\n".join(pages)
    size, characters = "1>    16x2    <1 / 2>   row 2    <2", "äöüñ°µ ROM A00   / ABCxyz 0189 !?%&"
    for text in (size, characters, "▣" * 16, "Test is over"):
        assert text in seen
    assert "the backpack answers at 0x27 on /dev/i2c-1" in said[0]
    lights = [lit for at, lit in bench.eyes.backpack.pins.backlight][-2:]
    assert lights == [False, True], "the backlight went off and on"
    assert bench.eyes.backpack.pins.controller.violations == []


def test_check_names_each_wire_and_what_answers(bench):
    said = bench.guest.run("watchpost check")
    for words in (
        "GPIO: gpiochip0 (pinctrl-bcm2835)",
        "lamp Realm, green: GPIO17 is free",
        "display: a backpack answers at 0x27 on /dev/i2c-1",
    ):
        assert words in said


def test_check_of_a_running_box_does_not_disturb_it(bench):
    bench.start()
    bench.eyes.await_lamp(REALM, "all up")
    start = time.time()
    assert "GPIO17, driven by the running service" in bench.guest.run("watchpost check")
    bench.eyes.await_lamp(REALM, "all up")
    light = bench.eyes.light(REALM.green, start, time.time())
    assert [segment.lit for segment in light] == [True]
    bench.stop()
