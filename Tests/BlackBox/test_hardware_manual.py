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
    """All examples of the page as one tree."""
    merged: dict[str, Any] = {}
    for example in EXAMPLES:
        merged.setdefault("panel", {}).update(tomllib.loads(example).get("panel", {}))
    return merged


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
    assert len(wires) == 11
    for wire in wires:
        assert value(settings(), wire.setting) == wire.name, wire


def test_no_two_parts_meet_on_a_line_even_when_all_are_wired():
    lines = [wire.name for wire in header.LAMPS + header.PARALLEL if wire.setting]
    assert len(set(lines)) == len(lines)
    assert not set(lines) & header.RESERVED


def test_the_header_is_the_pi_s():
    assert len(header.PINS) == 40
    assert {pin for pin, name in header.PINS.items() if name == "GND"} == {6, 9, 14, 20, 25, 30, 34, 39}
    assert {pin for pin, name in header.PINS.items() if name == "5V"} == {2, 4}
    lines = sorted(int(name[4:]) for name in header.PINS.values() if name.startswith("GPIO"))
    assert lines == list(range(28))


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_appliance_accepts_every_example(example, tmp_path):
    path = tmp_path / "watchpost.toml"
    path.write_text(example, encoding="utf-8")
    result: subprocess.CompletedProcess[str] = command("check", "--config", str(path))
    assert result.returncode == 0, result.stderr
    assert result.stderr == "", "an example without a warning"
