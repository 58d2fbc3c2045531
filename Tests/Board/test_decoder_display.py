"""The decoder of displays, with traces made by hand and faults that it has to notice."""

from __future__ import annotations

import pytest

from decoder import rom
from decoder.lines import changes
from decoder.synthetic import DisplayDriver, Wires, bus_lines
from decoder.trace import parse
from decoder.wires import Expander, Pins, over_bus, over_lines

LINES = {"rs": 25, "e": 24, "d4": 23, "d5": 22, "d6": 27, "d7": 18}


@pytest.fixture
def driver() -> DisplayDriver:
    return DisplayDriver(Wires(), LINES)


def seen(driver: DisplayDriver) -> Pins:
    return over_lines(changes(map(parse, driver.wires.lines)), driver.lines)


def text(pins: Pins, address: int = 0, length: int = 16) -> str:
    return "".join(map(rom.a00, pins.controller.row(address, length)))


def test_a_driver_by_the_book_is_read_without_complaint(driver):
    driver.initialise()
    driver.text(0x00, "Storm Point")
    driver.text(0x40, "until 18:30")
    pins = seen(driver)
    assert (text(pins).strip(), text(pins, 0x40).strip()) == ("Storm Point", "until 18:30")
    assert pins.controller.violations == []
    assert (pins.controller.is_on, pins.controller.cursor, len(pins.controller.initialisations)) == (True, False, 1)


def test_a_second_initialisation_in_step_is_no_fault(driver):
    driver.initialise()
    driver.text(0, "A")
    driver.initialise()
    assert seen(driver).controller.violations == []
    assert len(seen(driver).controller.initialisations) == 2


def test_a_second_initialisation_out_of_step_brings_it_back_into_step(driver):
    driver.initialise()
    driver.nibble(True, 4, 5e-3)  # the other half never comes
    driver.initialise()
    driver.text(0, "B")
    pins = seen(driver)
    assert text(pins, length=1) == "B"
    assert [words for words in pins.controller.violations if "RS differs" not in words] == []


def complaints(driver: DisplayDriver) -> str:
    return "\n".join(seen(driver).controller.violations)


def test_a_lost_nibble_garbles_what_follows(driver):
    driver.initialise()
    driver.nibble(True, 4, 5e-5)
    driver.text(0, "AB")
    assert text(seen(driver), length=2) != "AB"
    assert "RS differs" in complaints(driver)


def test_data_before_the_initialisation_is_noticed(driver):
    driver.byte(True, 0x41)
    assert "in 8-bit mode" in complaints(driver)


def test_a_short_wait_in_the_initialisation_is_noticed(driver):
    driver.initialise(first_wait=3e-3)
    assert "before a function set of the initialisation was over" in complaints(driver)


def test_a_short_wait_in_a_second_initialisation_is_noticed(driver):
    driver.initialise()
    driver.initialise(first_wait=3e-3)
    assert "after the first function set" in complaints(driver)


@pytest.mark.parametrize(
    ("value", "wait", "busy"), [(0x01, 1.0e-3, "0x01"), (0x0C, 1e-6, "0x0c"), (0x80, 1e-6, "0x80")]
)
def test_a_write_to_a_busy_controller_is_noticed(driver, value, wait, busy):
    driver.initialise()
    driver.byte(False, value, wait)
    driver.byte(False, 0x0C)
    assert f"before the instruction {busy} was over" in complaints(driver)


def test_a_missing_function_set_is_noticed(driver):
    for value, wait in ((3, 5e-3), (3, 1e-3), (2, 1e-3)):
        driver.nibble(False, value, wait)
    assert "after 2 of 3 function sets" in complaints(driver)


def test_an_address_that_does_not_exist_is_noticed(driver):
    driver.initialise()
    driver.byte(False, 0x80 | 0x30)
    assert "no address 0x30" in complaints(driver)


def test_levels_that_change_with_an_edge_are_noticed(driver):
    driver.initialise()
    lines = driver.lines
    driver.wires.drive({lines["e"]: True, lines["rs"]: True})
    driver.wires.drive({lines["e"]: False, lines["d4"]: False, lines["rs"]: False})
    words = complaints(driver)
    assert "RS changes with the rising edge" in words
    assert "change with the falling edge of E" in words


def test_glyphs_and_rows_that_run_over_are_where_the_datasheet_says(driver):
    driver.initialise()
    driver.byte(False, 0x40 | 8)
    for row in range(8):
        driver.byte(True, row)
    driver.text(0x27, "XY")
    controller = seen(driver).controller
    assert controller.glyph(1) == (0, 1, 2, 3, 4, 5, 6, 7)
    assert (chr(controller.cells[0x27]), chr(controller.cells[0x40])) == ("X", "Y")
    assert [(write.address, write.code) for write in controller.written] == [(0x27, 0x58), (0x40, 0x59)]


def byte_on_bus(value: int, rs: bool, light: int = 8) -> list[int]:
    """Both halves of a byte behind a backpack: level, E high, E low each."""
    low = [(value & 0xF0) | light | rs, (value << 4 & 0xF0) | light | rs]
    return [octet | enable for octet in low for enable in (0, 4, 0)]


def on_bus(*steps: tuple[float, list[int]], address: int = 0x27) -> Expander:
    at, lines = 1000.0, []
    for wait, data in steps:
        lines += bus_lines(at, address, data)
        at += wait
    return over_bus(map(parse, lines), 0x27)


FOUR_BITS = [(5e-3, [0x38, 0x3C, 0x38]), (1e-3, [0x38, 0x3C, 0x38]), (1e-3, [0x38, 0x3C, 0x38, 0x28, 0x2C, 0x28])]
READY = [*FOUR_BITS, (1e-3, byte_on_bus(0x28, False)), (1e-3, byte_on_bus(0x06, False) + byte_on_bus(0x0C, False))]


def test_a_backpack_is_read_byte_by_byte_and_counted():
    run = byte_on_bus(0x80, False) + byte_on_bus(ord("O"), True) + byte_on_bus(ord("k"), True)
    expander = on_bus(*READY, (1e-3, run))
    assert text(expander.pins, length=2) == "Ok"
    assert expander.pins.controller.violations == []
    assert expander.pins.backlight[0][1] and len(expander.pins.backlight) == 1
    assert expander.transactions[-1].length == 1 + len(run)
    assert expander.transactions[-1].least == 1 + 3 * 4 + 1, "RS changes once, from the address to the text"


def test_a_wait_that_only_the_bus_would_give_counts_and_a_clear_needs_more():
    run = byte_on_bus(0x01, False) + byte_on_bus(ord("k"), True)
    assert "before the instruction 0x01 was over" in "\n".join(on_bus(*READY, (1e-3, run)).pins.controller.violations)


def test_reading_a_display_that_has_5_volts_is_noticed():
    expander = on_bus((1e-3, [0x0A]))
    assert "R/W is high" in expander.pins.controller.violations[0]


def test_a_backlight_that_flickers_is_seen():
    assert [lit for _, lit in on_bus(*READY, (1e-3, [0x00]), (1e-3, [0x08])).pins.backlight] == [True, False, True]


def test_other_devices_on_the_bus_are_not_the_display():
    assert on_bus((1e-3, [0x0A]), address=0x50).transactions == []
