"""The map of the sources is true, and no two more folders use each other."""

from __future__ import annotations

import re
import shutil
import subprocess
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


def test_every_list_was_followed_by_a_test_with_a_sample() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = text.split("## Adding something")[1].split("\n## ")[0]
    lists, samples = (
        {row.split(" | ")[0] for row in table.split("\n") if row.startswith("| ")}
        for table in section.split("\nEach list was followed")
    )
    assert len(lists) > 9
    assert lists - {"| what"} == samples - {"| what"}


def test_a_file_of_the_pages_gets_its_line_in_the_list(tmp_path: Path) -> None:
    """A drawing, a room and a language, each in its folder; the generator that writes the list is the real one."""
    for place in (".ci/page-files", "Sources/Appliance/Web", "Sources/Appliance/Pages"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (ROOT / place).is_dir() else shutil.copy
        copy(ROOT / place, tmp_path / place)
    written = tmp_path / "Sources/Appliance/Pages/PageFiles+List.swift"
    before = written.read_text(encoding="utf-8")
    lines = {
        "install/sample.png": 'file(.install, "sample.png", PackageResources.sample_png),',
        "app/sampleroom.js": 'file(.app, "sampleroom.js", PackageResources.sampleroom_js),',
        "words/xx.json": 'file(.words, "xx.json", PackageResources.xx_json),',
    }
    for file in lines:
        (tmp_path / "Sources/Appliance/Web" / file).write_text("sample", encoding="utf-8")
    generator = tmp_path / ".ci/page-files"
    stale = subprocess.run([generator, "--check"], capture_output=True, text=True, check=False)
    assert stale.returncode != 0 and "run .ci/page-files" in stale.stderr
    subprocess.run([generator], check=True)
    added = set(written.read_text(encoding="utf-8").split("\n")) - set(before.split("\n"))
    assert {line.strip() for line in added} == set(lines.values())
    subprocess.run([generator, "--check"], check=True)


def test_no_two_more_folders_use_each_other() -> None:
    """Two folders that name each other's types are one; those that still do stand in a list that only shrinks."""
    swift = {path: text for path, text in sources("-").items() if path.endswith(".swift")}
    now = {f"{one} {other}" for one, other in mutual(uses(swift))}
    known = set(KNOWN.read_text(encoding="utf-8").splitlines())
    assert sorted(now - known) == [], "new: let one of the two know a protocol or a closure instead"
    assert sorted(known - now) == [], "gone, well done: take them out of pairs.txt"
