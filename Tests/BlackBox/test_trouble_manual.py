"""The trouble table quotes the appliance word for word, and leaves no code out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "trouble.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| (E\d\d(?:, E\d\d)*) \| `([^`]*)`", PAGE, re.M)


def texts(folder: str) -> str:
    """The Swift sources of a folder, wrapped texts put together, with `…` for what is filled in."""
    files = sorted((ROOT / "Sources" / folder).rglob("*.swift"))
    source = "\n".join(path.read_text(encoding="utf-8") for path in files)
    joined = re.sub(r'"\s*\n\s*\+ "', "", source)
    return re.sub(r"\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", "…", joined)


def with_gaps(words: str) -> str:
    """What differs from case to case (lines, programs, buses, addresses, sizes) becomes `…`."""
    words = re.sub(r"/dev/i2c-\d|\bGPIO\d+|\b0x[0-9a-f]{2}\b(?!…| or)|gpioset|\d+x\d|\b80\b", "…", words)
    return re.sub(r"…, …(?= answer)", "…", re.sub("watchpost display|the kernel$", "…", words))


SOURCES = texts("Display") + texts("Appliance") + texts("Push") + texts("Core/Watching") + texts("Core/Storage") + texts("Arena")


@pytest.mark.parametrize("code, words", ROWS, ids=[words[:40] for _, words in ROWS])
def test_the_words_of_a_fault_are_the_appliance_s_own(code, words):
    for part in with_gaps(words).split("…"):
        assert part.strip(" :“”.") in SOURCES, f"{code}: {part!r} of {words!r}"


def test_every_code_of_the_sources_is_explained():
    codes = set(re.findall(r'"(E\d\d)"', SOURCES))
    assert codes == {code for row, _ in ROWS for code in row.split(", ")}


def explains(words: str) -> bool:
    return any(words in with_gaps(row) for _, row in ROWS)


def test_every_refusal_of_a_line_is_explained():
    """By its short words, which page and lamps show, or by the long ones, which the display shows of itself."""
    pattern = r'(?:"([^"]*)",\s*)?short: (?:\w+ \? )?"([^"]*)"(?: : "([^"]*)")?'
    found = re.findall(pattern, texts("Display/Drivers"))
    assert len(found) >= 6
    missing = []
    for words, *shorts in found:
        told = {short for short in shorts if short and not short.endswith(": …")}  # an errno speaks for itself
        missing += [short for short in told if not explains(short) and not explains(words.partition(":")[0] or short)]
    assert missing == []
