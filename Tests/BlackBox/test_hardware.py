"""Wires that lead nowhere: said in words, in the journal, the API and on the lamps, while everything else runs."""

from __future__ import annotations

import pytest

from harness.appliance import command
from harness.device import ask
from harness.waiting import wait_until

NOWHERE = {
    "gpio": {"chip": "no-such-chip"},
    "panel": {
        "lamp": [{"name": "Both", "target": "us", "green": "GPIO17", "red": "GPIO17"}],
        "button": {"line": "GPIO26"},
    },
}


def with_panel(**more):
    """The wires that lead nowhere, and more of the panel's settings."""
    return {"gpio": NOWHERE["gpio"], "panel": NOWHERE["panel"] | more}


def faults(appliance) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for fault in appliance.get_json("/v1/panel")["faults"]:
        found.setdefault(fault["code"], []).append(fault["words"])
    return found


def test_without_wires_there_are_no_faults(launch):
    assert launch(regions=("us",)).get_json("/v1/panel")["faults"] == []


def test_every_wire_that_leads_nowhere_is_told_and_realms_are_polled_all_the_same(launch, simulator):
    appliance = launch(regions=("us",), **with_panel(backpack={"bus": 250}))
    wait_until(lambda: set(faults(appliance)) == {"E11", "E12", "E13"}, "three faults")
    assert "/dev/i2c-250 does not exist" in faults(appliance)["E12"][0]
    lamp = appliance.get_json("/v1/panel")["lamps"][0]
    assert lamp["meaning"] == "internalFault", "no display can tell, so the lamps do"
    assert lamp["words"].startswith("E11: ")
    simulator.set("us", "down", slug="tichondrius")
    wait_until(lambda: appliance.realm("us", "tichondrius")["state"] == "down", "the realm is known to be down")
    log = appliance.output.read_text(encoding="utf-8")
    for words in ("no GPIO chip is called “no-such-chip”", "/dev/i2c-250 does not exist"):
        assert words in log
    assert log.count("lamps (E11)") == 1, "told once, however often it is tried"


def test_a_line_that_is_given_twice_is_a_warning_with_its_place(configure):
    result = command("check", "--config", str(configure(regions=("us",), **NOWHERE)))
    assert result.returncode == 0, result.stderr
    assert "GPIO17 is the line of panel.lamp[1].green too" in result.stderr
    assert "no GPIO chip is called “no-such-chip”" in result.stdout


def test_a_display_larger_than_its_controller_runs_in_part(launch):
    appliance = launch(regions=("us",), panel={"display": "40x4"})
    panel = appliance.get_json("/v1/panel")
    assert (panel["display"]["columns"], panel["display"]["rows"]) == (40, 2)
    assert "more than the 80 cells" in faults(appliance)["E12"][0]


@pytest.mark.parametrize(
    "words, changes, said",
    [
        (("lamps", "test"), {}, "no lamp has a line"),
        (("lamps", "test"), NOWHERE, "no GPIO chip is called"),
        (("display", "test"), {}, "no display is wired"),
        (("display", "test"), {"panel": {"backpack": {"bus": 250}}}, "/dev/i2c-250 does not exist"),
    ],
)
def test_the_tests_of_the_wires_say_what_is_missing(configure, words, changes, said):
    result = command(*words, "--config", str(configure(regions=("us",), **changes)))
    assert result.returncode == 1
    assert said in result.stdout


@pytest.mark.parametrize("words", [("lamps",), ("display", "tset"), ("lamps", "test", "--loud")])
def test_half_a_command_is_answered_with_the_whole_one(words):
    result = command(*words)
    assert result.returncode == 64
    assert "lamps test" in result.stderr


def test_putting_the_panel_out_says_what_cannot_be_reached_and_fails_nobody(configure):
    path = str(configure(regions=("us",), **with_panel(backpack={"bus": 250})))
    by_hand = command("panel", "off", "--config", path)
    assert by_hand.returncode == 0
    assert "no GPIO chip is called “no-such-chip”" in by_hand.stderr
    assert "i2c-250" not in by_hand.stderr, "without a failed service the display keeps its last words"
    after_failure = command("panel", "off", "--config", path, SERVICE_RESULT="watchdog")
    assert after_failure.returncode == 0
    assert "/dev/i2c-250 does not exist" in after_failure.stderr


def test_the_panel_is_put_out_under_settings_that_cannot_be_started(configure):
    path = configure(regions=("us",), **with_panel())
    path.write_text("[nonsense]\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert command("check", "--config", str(path)).returncode == 78
    by_hand = command("panel", "off", "--config", str(path))
    assert by_hand.returncode == 0
    assert "no GPIO chip is called “no-such-chip”" in by_hand.stderr


def test_a_code_that_the_display_cannot_show_is_in_the_journal(launch):
    appliance = launch(regions=("us",), panel={"backpack": {"bus": 250}})
    wait_until(lambda: "E12" in faults(appliance), "the display is known to fail")
    asked = ask(appliance.base, "POST", "/v1/pairing")
    assert (asked.status, asked.json["shownOn"]) == (202, "journal")
    assert "pairing code " in appliance.output.read_text(encoding="utf-8")
