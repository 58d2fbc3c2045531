"""The map of the sources is true, and folders stand in layers: none is used by what it uses."""

from __future__ import annotations

import ast
import base64
import re
import subprocess
from pathlib import Path

import pytest
from folders import FolderGraph
from index import IndexMissing, uses
from ways import WAYS, Step, faults, hand_overs, rooms, swift_files

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def used() -> dict[tuple[str, str], set[str]]:
    """Which file uses what of which, by the index of the newest build of the tests, be it one for the address sanitizer."""
    plain, *others = (ROOT / ".build" / name / "index/store" for name in ("tests/debug", "debug", "address/debug"))
    built = {store: units.stat().st_mtime for store in (plain, *others) for units in store.glob("*/units")}
    return uses(max(built, key=lambda store: built[store], default=plain), ROOT / "Sources")


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


def test_names_are_looked_at_with_the_one_set_of_ascii_characters() -> None:
    """Ranges of letters of one's own forget a capital or a digit sooner or later."""
    own = re.compile(r'ascii: "[aA]"\)\s*\.\.\.|"[aA]"\.\.\."[zZ]"')
    files = [path.name for path in sorted((ROOT / "Sources").rglob("*.swift")) if own.search(path.read_text(encoding="utf-8"))]
    assert files == []


def test_every_picture_of_app_and_status_page_is_one_of_the_tools_and_stands_on_a_page() -> None:
    tools = [(ROOT / "Tests/Browser" / name).read_text(encoding="utf-8") for name in ("app_shots.py", "play_shots.py", "shots.py")]
    drawn = set(re.findall(r'^    "((?:app|status)-[a-z-]+)":', "\n".join(tools), re.MULTILINE))
    kept = {path.stem for kind in ("app", "status") for path in (ROOT / "docs" / "images").glob(f"{kind}-*.png")}
    pages = "".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    assert {"app-settings-phone-light", "app-watched-landscape-dark", "status-phone-dark"} <= kept <= drawn
    assert [name for name in sorted(kept) if f"images/{name}.png" not in pages] == []


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


def test_each_function_of_the_seed_has_a_test_that_names_its_number() -> None:
    """In its name (`test_p4_…`) or in the brackets that end its text (`(S5 G1)`): guests', players', games' and developers' functions."""
    wanted = {f"{who}{number}" for who, last in (("G", 5), ("P", 12), ("D", 7), ("S", 7)) for number in range(1, last + 1)}
    named: set[str] = set()
    places = ("test_arena_*.py", "test_developer*.py", "test_contact.py")
    tests = [path for name in places for path in (ROOT / "Tests/BlackBox").glob(name)]
    for path in [*tests, *(ROOT / "Tests/Browser").glob("test_*.py")]:
        for item in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(item, ast.FunctionDef) and item.name.startswith("test_"):
                numbers = re.search(r"\(([PSGD\d, ]+)\)\.$", (ast.get_docstring(item) or "").strip())
                named |= {number.upper() for number in re.findall(r"(?<=_)p\d+(?=_)", item.name)}
                named |= set(re.findall(r"[PSGD]\d+", numbers[1])) if numbers else set()
    assert sorted(wanted - named) == []


def test_every_part_of_the_benchmarks_has_its_section() -> None:
    """Of the page that says what they came to; a part that was never run is told by its absence."""
    source = (ROOT / "Tests" / "Benchmarks" / "bench.py").read_text(encoding="utf-8")
    parts = re.findall(r'^    "(\w+)": \(', source.split("PARTS = {")[1].split("\n}")[0], re.MULTILINE)
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    assert len(parts) > 8
    assert [part for part in parts if part not in sections] == []
    assert [part for part in parts if "\n| what | ours |" not in sections[part]] == []


READER = """
struct EmbeddedFile {
    let path: StaticString, text: StaticString
    init(_ path: StaticString, text: StaticString) { (self.path, self.text) = (path, text) }
    init(_ path: StaticString, base64URL: StaticString) { (self.path, text) = (path, base64URL) }
}
for file in EmbeddedFiles.web + [EmbeddedFiles.OpenAPI.sample, EmbeddedFiles.OpenAPI.other] {
    print(file.path, file.text, separator: "\\n", terminator: "\\0")
}
"""


def embed(folder: Path, files: dict[str, bytes]) -> subprocess.CompletedProcess[str]:
    """Writes the files and has the build's own script embed them."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    command = [ROOT / "Plugins/EmbedFiles/embed.sh", folder / "Files.swift", folder, *sorted(files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_file_of_the_pages_is_embedded_as_it_lies_there(tmp_path: Path) -> None:
    files = {
        "API/OpenAPI/other.json": b"{}",
        "API/OpenAPI/sample.json": b'{"pattern": "^\\\\d\\u0041$"}\n\n',
        "Web/app/sampleroom.js": 'const room = `${"""}` + "\\#(x) \\n żółć 🎲";\n'.encode(),
        "Web/install/sample.png": bytes(range(256)),
        "Web/words/xx.json": b"\t no line's end",
    }
    assert embed(tmp_path, files).returncode == 0
    (tmp_path / "main.swift").write_text(READER, encoding="utf-8")
    subprocess.run(["swiftc", "-o", "reader", "main.swift", "Files.swift"], check=True, cwd=tmp_path)
    printed = subprocess.run([tmp_path / "reader"], capture_output=True, check=True).stdout
    read = dict(part.split(b"\n", 1) for part in printed.split(b"\0")[:-1])
    drawing = read[b"Web/install/sample.png"]
    read[b"Web/install/sample.png"] = base64.urlsafe_b64decode(drawing + b"=" * (-len(drawing) % 4))
    assert read == {name.encode(): content for name, content in files.items()}


@pytest.mark.parametrize("text", ['"""###', "\\###(1)"])
def test_what_would_end_the_literal_is_refused_by_name(tmp_path: Path, text: str) -> None:
    refused = embed(tmp_path, {"Web/app/bad.js": text.encode()})
    assert refused.returncode != 0 and "Web/app/bad.js: has an end or an escape" in refused.stderr
    assert not (tmp_path / "Files.swift").exists()


def test_no_folder_is_used_by_what_it_uses(used: dict[tuple[str, str], set[str]]) -> None:
    """A cycle is one folder in disguise, and none of it can be read alone."""
    graph = FolderGraph(used)
    assert {"Core/Realms", "Core/Storage"} <= graph.next["Core/History"]
    cycles = graph.cycles()
    assert not cycles, (
        "let one side know a protocol, a closure or a narrow value, or move the file to where it belongs:\n"
        + "\n\n".join(graph.told(cycle) for cycle in cycles)
    )


@pytest.mark.parametrize("name", WAYS)
def test_the_ways_of_a_fact_are_those_of_the_sources(name: str, used: dict[tuple[str, str], set[str]]) -> None:
    wrong = faults(WAYS[name], swift_files(ROOT / "Sources"), used)
    assert not wrong, f"the way {name} is another one by now; write it anew in ways.py:\n" + "\n".join(wrong)


WALK = (Step("A/Poll"), Step("A/Judge", by="a thread", through=("B/Loop+Wires",)), Step("B/Lamp"), Step("A/Judge"))
WALK_FILES = ["A/Poll.swift", "A/Judge+More.swift", "B/Loop+Wires.swift", "B/Lamp.swift"]
WALK_USES = [
    ("A/Poll.swift", "B/Loop+Wires.swift"),
    ("B/Loop+Wires.swift", "A/Judge+More.swift"),
    ("B/Lamp.swift", "A/Judge+More.swift"),
]


def test_a_way_counts_rooms_once_and_every_hand_over() -> None:
    assert faults(WALK, WALK_FILES, WALK_USES) == []
    assert (rooms(WALK), hand_overs(WALK)) == (3, 1)


def test_a_way_that_is_no_more_is_told_by_name() -> None:
    gone = [file for file in WALK_FILES if file != "B/Lamp.swift"]
    assert faults(WALK, gone, WALK_USES) == ["there is no B/Lamp.swift"]
    assert faults(WALK, WALK_FILES, WALK_USES[:1] + WALK_USES[2:]) == [
        "B/Loop+Wires and A/Judge do not use each other (from A/Poll to A/Judge)"
    ]
    assert faults((WALK[0], *WALK[2:]), WALK_FILES, WALK_USES) == [
        "A/Poll and B/Lamp do not use each other (from A/Poll to B/Lamp)"
    ]


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
