"""On the emulated Pi: what the lamps and the display say of realms and of the connection."""

from __future__ import annotations

import pytest

from emulator.board import EUROPE, LONE, REALM, REGIONS, Board
from harness.waiting import wait_until


@pytest.fixture(scope="module")
def running(board: Board):
    """The appliance with the settings of most tests, and a world in which everything is up."""
    board.simulator.reset()
    board.configure()
    board.start()
    yield board
    board.simulator.reset()


@pytest.fixture
def box(running: Board):
    """The same for each test, with everything up again afterwards."""
    yield running
    running.machine.monitor.cable(True)
    running.simulator.reset()
    for lamp in (REALM, EUROPE, LONE):
        running.eyes.await_lamp(lamp, "all up")


def test_all_up_is_steady_green_and_the_display_counts(box):
    for lamp in (REALM, EUROPE, LONE):
        box.eyes.await_lamp(lamp, "all up")
    box.await_display("Realms", "of 268")
    assert box.faults() == {}


def test_an_outage_is_red_and_named_and_its_end_is_green(box):
    box.simulator.set("us", "down", slug="tichondrius")
    box.eyes.await_lamp(REALM, "down")
    box.eyes.await_lamp(LONE, "down")
    box.await_display("Tichondrius", "down since")
    assert box.eyes.says(EUROPE, 5) == {"all up"}, "another region's lamp has nothing to do with it"
    box.simulator.set("us", "up", slug="tichondrius")
    box.eyes.await_lamp(REALM, "all up")
    box.eyes.await_lamp(LONE, "all up")
    wait_until(lambda: "Tichondrius" not in "".join(box.display()), "the outage has left the display")


def test_some_of_a_region_down_is_a_red_blip_over_steady_green(box):
    box.simulator.set("eu", "down", slug="kazzak")
    box.eyes.await_lamp(EUROPE, "some down")
    box.await_display("Kazzak")
    assert box.eyes.says(REALM, 5) == {"all up"}


def test_a_whole_region_down_is_steady_red(box):
    box.simulator.set("eu", "down")
    box.eyes.await_lamp(EUROPE, "down")
    box.await_display("down")


@pytest.mark.parametrize("fault", ["500", "stalled"])
def test_old_data_blinks_and_the_display_says_since_when(box, fault):
    box.simulator.fault("all", fault)
    box.eyes.await_lamp(REALM, "stale, was up")
    box.eyes.await_lamp(LONE, "stale")
    box.await_display("stale")


def test_a_pulled_cable_is_no_network_and_no_realms_fault(box):
    box.machine.monitor.cable(False)
    for lamp in (REALM, EUROPE, LONE):
        box.eyes.await_lamp(lamp, "no network", 90)
    box.await_display("No network")
    box.machine.monitor.cable(True)
    for lamp in (REALM, EUROPE, LONE):
        box.eyes.await_lamp(lamp, "all up", 90)


def test_quiet_hours_are_a_rare_blip_and_a_dark_display(board):
    board.configure(panel={"quiet_hours": {"from": "RAW 00:00:00", "to": "RAW 23:59:59"}})
    board.start()
    board.eyes.await_lamp(REALM, "quiet hours")
    assert board.eyes.look().backpack.pins.backlight[-1][1] is False
    assert {board.freshness(region) for region in REGIONS} == {"fresh"}
