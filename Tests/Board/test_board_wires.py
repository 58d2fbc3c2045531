"""On the emulated Pi: wires that are held, missing or silent are told in words, and heal by themselves."""

from __future__ import annotations

import pytest

from emulator.board import EUROPE, LAMPS, LONE, REALM, Board
from emulator.eyes import readable
from harness.waiting import wait_until

HOLDER = "board-test-holder"


@pytest.fixture
def box(board: Board):
    """Everything up, nothing held by anybody."""
    board.simulator.reset()
    yield board
    board.guest.run(f"systemctl stop {HOLDER} 2>/dev/null; :")
    board.guest.run("cd /sys/bus/platform/drivers/i2c-bcm2835; [ -e 3f804000.i2c ] || echo 3f804000.i2c >bind")


def hold(board: Board, line: str) -> None:
    """Another program takes a line."""
    board.guest.run(f"systemd-run -q --unit={HOLDER} gpioset --consumer=neighbour {line}=0")
    wait_until(lambda: "neighbour" in board.guest.run("gpioinfo"), "the other program has the line")


def test_a_held_line_is_named_with_its_holder_and_lit_when_it_is_let_go(box):
    box.stop()
    hold(box, "GPIO17")
    box.configure()
    box.start()
    assert box.faults() == {"E11": ["GPIO17 is used by neighbour"]}
    assert "GPIO17 is in use by “neighbour”: end it, or choose another line" in box.journal()
    assert "GPIO17 is in use by “neighbour”" in box.guest.run("watchpost check", check=False)
    box.await_display("Fault E11", "GPIO17 is used")
    for lamp in (EUROPE, LONE):
        box.eyes.await_lamp(lamp, "all up")
    box.guest.run(f"systemctl stop {HOLDER}")
    box.eyes.await_lamp(REALM, "all up")
    wait_until(lambda: box.faults() == {}, "no fault any more")
    assert "lamps: every line is there again" in box.journal()
    assert box.journal().count("GPIO17 is in use") == 1, "told once, however often it was tried"


def test_a_line_that_the_service_has_cannot_be_taken(box):
    box.configure()
    box.start()
    assert "busy" in box.guest.run("gpioset -t 0 GPIO17=0", check=False).lower()
    assert 'consumer="watchpost lamps"' in box.guest.run("gpioinfo")
    said = box.guest.run("watchpost lamps test", check=False)
    assert "systemctl stop watchpost" in said
    box.eyes.await_lamp(REALM, "all up")


def test_a_line_that_does_not_exist_is_told_and_the_others_are_lit(box):
    lamps = [{**LAMPS[0], "green": "GPIO77"}, *LAMPS[1:]]
    box.configure(panel={"lamp": lamps})
    box.start()
    assert box.faults() == {"E11": ["GPIO77 does not exist"]}
    assert "GPIO77 is not a line of gpiochip0 (pinctrl-bcm2835)" in box.journal()
    box.await_display("Fault E11", "GPIO77")
    box.eyes.await_lamp(LONE, "all up")


def test_two_leds_on_one_line_are_told_and_everything_else_runs(box):
    lamps = [{**LAMPS[0], "red": "GPIO17"}, *LAMPS[1:]]
    box.configure(panel={"lamp": lamps})
    box.start()
    assert "E11" in box.faults()
    assert "GPIO17" in box.journal()
    for lamp in (EUROPE, LONE):
        box.eyes.await_lamp(lamp, "all up")


def test_an_address_that_does_not_answer_is_told_by_the_lamps(box):
    box.configure(panel={"backpack": {"address": 0x26}})
    box.start()
    wait_until(lambda: "E12" in box.faults(), "the fault of the display")
    assert "0x26" in " ".join(box.faults()["E12"])
    assert "0x26" in box.journal()
    for lamp in (REALM, EUROPE, LONE):
        box.eyes.await_lamp(lamp, "internal fault")
    assert box.freshness("us") == "fresh", "realms are polled all the same"


def test_the_address_need_not_be_known(box):
    box.configure(panel={"backpack": {"bus": 1, "address": None}})
    box.start()
    box.await_display("Realms")
    assert box.faults() == {}


def test_a_bus_that_goes_away_mid_run_is_told_and_heals(box):
    box.configure()
    box.start()
    box.await_display("Realms")
    setups = len(box.eyes.backpack.pins.controller.initialisations)
    box.guest.run("echo 3f804000.i2c >/sys/bus/platform/drivers/i2c-bcm2835/unbind")
    wait_until(lambda: "E12" in box.faults(), "the fault of the display")
    box.eyes.await_lamp(REALM, "internal fault")
    box.guest.run("echo 3f804000.i2c >/sys/bus/platform/drivers/i2c-bcm2835/bind")
    wait_until(lambda: box.faults() == {}, "no fault any more")
    box.eyes.await_lamp(REALM, "all up")
    box.await_display("Realms")
    controller = box.eyes.look().backpack.pins.controller
    assert len(controller.initialisations) > setups, "a display that was away is set up again"
    assert controller.violations == []
    assert "the display answers again" in box.journal()
    assert "▣" in readable(box.display()), "the signs were loaded again"
