"""The manual's pictures, its settings and the header agree with each other and with the appliance."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import command

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs" / "wiring"))

import draw  # noqa: E402
import header  # noqa: E402

PAGE = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.S)


def settings() -> dict[str, Any]:
    """All examples of the page as one tree; the lamps in the order of the page."""
    panel: dict[str, Any] = {"lamp": []}
    for example in EXAMPLES:
        more = tomllib.loads(example).get("panel", {})
        panel["lamp"] += more.pop("lamp", [])
        panel.update(more)
    return {"panel": panel}


def value(tree: Any, path: str) -> Any:
    for step in re.findall(r"[a-z0-9_]+", path):
        tree = tree[int(step)] if step.isdigit() else tree[step]
    return tree


@pytest.mark.parametrize("name", draw.PICTURES)
def test_a_picture_is_what_its_program_draws(name):
    drawn = (ROOT / "docs" / "images" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == draw.PICTURES[name](), "run: python3 docs/wiring/draw.py"


def test_the_settings_name_the_lines_of_the_pictures():
    wires = [wire for wire in header.LAMPS + header.BACKPACK + header.PARALLEL if wire.setting]
    assert len(wires) == 12
    for wire in wires:
        assert value(settings(), wire.setting) == wire.name, wire


def test_no_two_parts_meet_on_a_line_even_when_all_are_wired():
    lines = [wire.name for wire in header.LAMPS + header.PARALLEL if wire.setting]
    assert len(set(lines)) == len(lines)
    assert not set(lines) & header.RESERVED.keys()


@pytest.mark.parametrize("display", [header.BACKPACK, header.PARALLEL], ids=["backpack", "parallel"])
def test_every_wire_has_a_pin_of_its_own(display):
    pins = [wire.pin for wire in header.LAMPS + display]
    assert len(set(pins)) == len(pins)


def test_the_appliance_s_own_advice_names_the_pins_of_the_picture():
    pins = {wire.end: wire.pin for wire in header.BACKPACK}
    source = (ROOT / "Sources/Display/Drivers/I2C/BackpackSearch.swift").read_text(encoding="utf-8")
    advice = f"SDA on pin {pins['SDA']}, SCL on pin {pins['SCL']}, 5 V on pin {pins['VCC']}, ground on pin {pins['GND']}"
    assert advice in source


def test_what_a_picture_shows_is_in_its_words_for_those_who_do_not_see_it():
    found = re.findall(r"!\[(.*?)\]\(images/(wiring-[a-z0-9-]+)\.svg\)", PAGE)
    alternatives = {name: words for words, name in found}
    assert set(alternatives) == set(draw.PICTURES)
    for wire in header.LAMPS + header.PARALLEL:
        if wire.setting:
            picture = "wiring-display-parallel" if wire in header.PARALLEL else "wiring-lamps"
            assert re.search(rf"\b{wire.name}\b", alternatives[picture]), wire


def test_the_header_is_the_pi_s():
    assert len(header.PINS) == 40
    assert {pin for pin, name in header.PINS.items() if name == "GND"} == {6, 9, 14, 20, 25, 30, 34, 39}
    assert {pin for pin, name in header.PINS.items() if name == "5V"} == {2, 4}
    assert {pin for pin, name in header.PINS.items() if name == "3V3"} == {1, 17}
    left = [2, 3, 4, 17, 27, 22, 10, 9, 11, 0, 5, 6, 13, 19, 26]
    right = [14, 15, 18, 23, 24, 25, 8, 7, 1, 12, 16, 20, 21]
    for side, numbers in ((1, left), (0, right)):
        names = [name for pin, name in header.PINS.items() if pin % 2 == side and name.startswith("GPIO")]
        assert names == [f"GPIO{number}" for number in numbers]


def together(display: str) -> str:
    """All examples of the page with one of the two displays."""
    other = {"backpack": "[panel.parallel]", "parallel": "[panel.backpack]"}[display]
    return "\n".join(example for example in EXAMPLES if other not in example)


@pytest.mark.parametrize("settings", [*EXAMPLES, together("backpack"), together("parallel")])
def test_the_appliance_accepts_the_examples_alone_and_together(settings, tmp_path):
    path = tmp_path / "watchpost.toml"
    path.write_text(settings, encoding="utf-8")
    result: subprocess.CompletedProcess[str] = command("check", "--config", str(path))
    assert result.returncode == 0, result.stderr
    assert result.stderr == "", "a warning: two parts on one line"
