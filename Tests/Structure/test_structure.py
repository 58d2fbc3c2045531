"""The map of the sources is true, and folders stand in layers: none is used by what it uses."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from folders import FolderGraph
from index import IndexMissing, uses

ROOT = Path(__file__).resolve().parents[2]


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


def test_every_thread_and_queue_stands_in_the_table_of_threads() -> None:
    """By the name of the file that begins it; the client library is no part of the appliance."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.split("## Threads")[1].split("\n## ")[0]
    begins = re.compile(r"^[^/\n]*(?:SerialQueueExecutor\(named|DispatchQueue\(label|OwnThread\.(?:start|joinable))", re.MULTILINE)
    files = [
        path.stem
        for path in sorted((ROOT / "Sources").rglob("*.swift"))
        if "WatchpostClient" not in path.parts and begins.search(path.read_text(encoding="utf-8"))
    ]
    assert {"PanelHost", "TransferLoop"} <= set(files)
    assert [name for name in files if f"`{name}" not in table] == []


def test_every_package_of_the_tests_is_named_with_its_purpose() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").split("Tests only, from PyPI")[1]
    wanted = (ROOT / "Tests" / "requirements.txt").read_text(encoding="utf-8").split()
    assert len(wanted) > 10
    assert [line for line in wanted if line.split("==")[0].lower() not in page.lower()] == []


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


def test_no_folder_is_used_by_what_it_uses() -> None:
    """By the index of the last debug build: a cycle is one folder in disguise, and none of it can be read alone."""
    graph = FolderGraph(uses(ROOT / ".build/debug/index/store", ROOT / "Sources"))
    assert {"Core/Realms", "Core/Storage"} <= graph.next["Core/History"]
    cycles = graph.cycles()
    assert not cycles, (
        "let one side know a protocol, a closure or a narrow value, or move the file to where it belongs:\n"
        + "\n\n".join(graph.told(cycle) for cycle in cycles)
    )


SAMPLE = {
    "One/First.swift": "struct First {\n    func ask() -> Int { Second().answer() }\n}\n",
    "Two/Second.swift": '/// Unlike First.\nstruct Second {\n    let text = "First"\n    func answer() -> Int { 1 }\n}\n',
    "Three/Third.swift": "extension Int {\n    var tripled: Int { 3 * self }\n}\n",
}


def graph_of(files: dict[str, str], place: Path) -> FolderGraph:
    """Compiles files as one module, and reads their graph."""
    for name, text in files.items():
        (place / "Sources" / name).parent.mkdir(parents=True, exist_ok=True)
        (place / "Sources" / name).write_text(text, encoding="utf-8")
    paths = [str(place / "Sources" / name) for name in files]
    command = ["swiftc", "-c", "-parse-as-library", "-module-name", "Sample", "-index-store-path", "store", *paths]
    subprocess.run(command, check=True, cwd=place)
    return FolderGraph(uses(place / "store", place / "Sources"))


def test_comments_and_strings_are_no_uses(tmp_path: Path) -> None:
    graph = graph_of(SAMPLE, tmp_path)
    assert dict(graph.next) == {"One": {"Two"}}
    assert graph.cycles() == []


def test_a_cycle_is_found_and_told(tmp_path: Path) -> None:
    """Through three folders, by a member of an extension, which names no type."""
    files = SAMPLE | {
        "Two/Second.swift": "struct Second {\n    func answer() -> Int { 1.tripled }\n}\n",
        "Three/Third.swift": "extension Int {\n    var tripled: Int { First.times * self }\n}\n",
        "One/First.swift": SAMPLE["One/First.swift"] + "extension First {\n    static let times = 3\n}\n",
    }
    graph = graph_of(files, tmp_path)
    [cycle] = graph.cycles()
    assert sorted(cycle) == ["One", "Three", "Two"]
    told = graph.told(cycle)
    assert "Two uses Three\n    Second.swift: getter:tripled, tripled" in told
    assert "Three uses One" in told and "First.swift: Second" in told


def test_an_index_that_is_older_than_the_files_is_refused(tmp_path: Path) -> None:
    graph_of(SAMPLE, tmp_path)
    (tmp_path / "Sources/Two/Fourth.swift").write_text("struct Fourth {}\n", encoding="utf-8")
    with pytest.raises(IndexMissing, match="Two/Fourth.swift"):
        uses(tmp_path / "store", tmp_path / "Sources")
