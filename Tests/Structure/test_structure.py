"""The map of the house is true, and the rooms grow no new doors into each other."""

from __future__ import annotations

import re
from pathlib import Path

from structure import mutual, sources, uses

ROOT = Path(__file__).resolve().parents[2]
KNOWN = Path(__file__).with_name("pairs.txt")


def test_every_place_that_the_lists_name_exists() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("## Adding something")[1].split("\n## ")[0]
    places = [
        place
        for place in re.findall(r"`((?:Sources|Tests|docs)/[^`]+|Package\.swift)`", section)
        if "Name.swift" not in place and " " not in place
    ]
    assert len(places) > 15
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_no_two_more_folders_use_each_other() -> None:
    """Two folders that name each other's types are one; those that still do stand in a list that only shrinks."""
    swift = {path: text for path, text in sources("-").items() if path.endswith(".swift")}
    now = {f"{one} {other}" for one, other in mutual(uses(swift))}
    known = set(KNOWN.read_text(encoding="utf-8").splitlines())
    assert sorted(now - known) == [], "new: let one of the two know a protocol or a closure instead"
    assert sorted(known - now) == [], "gone, well done: take them out of pairs.txt"
