"""The library as an app's author meets it: a package that depends on it, on a machine without our C libraries."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Tests" / "ClientPackage"
SCRATCH = ROOT / ".build" / "client"
CATALOGUE = ROOT / "Sources" / "WatchpostClient" / "WatchpostClient.docc"
EXAMPLE = PACKAGE / "Sources" / "Example" / "Example.swift"
GRAPHS = SCRATCH / "graphs"


def swift_tool(name: str) -> str:
    """A tool that comes with the compiler; docc is not on every PATH."""
    swift = shutil.which(os.environ.get("SWIFT", "swift"))
    assert swift, "no swift on the PATH"
    beside = Path(swift).resolve().parent / name
    found = str(beside) if beside.exists() else shutil.which(name)
    assert found, f"no {name} beside {swift}"
    return found


def without_libraries(*command: str, timeout: float = 1_200) -> subprocess.CompletedProcess[str]:
    """Runs a command where the headers of our C libraries do not exist; both outputs are in `stdout`."""
    bare = {key: value for key, value in os.environ.items() if key not in ("PKG_CONFIG_PATH", "CPATH", "LIBRARY_PATH")}
    return subprocess.run(
        [ROOT / ".ci" / "without-libraries", *command],
        env=bare | {"PKG_CONFIG_PATH": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.fixture(scope="module")
def built() -> Path:
    """The package, built without our libraries, with the symbol graphs that documentation is made of."""
    GRAPHS.mkdir(parents=True, exist_ok=True)
    symbols = ["-emit-symbol-graph", "-emit-symbol-graph-dir", str(GRAPHS)]
    flags = [option for flag in ["-warnings-as-errors", *symbols] for option in ("-Xswiftc", flag)]
    done = without_libraries("swift", "build", "--package-path", str(PACKAGE), "--scratch-path", str(SCRATCH), *flags)
    assert done.returncode == 0, done.stdout[-4_000:]
    return SCRATCH / "debug"


@pytest.mark.parametrize("header", ["sqlite3.h", "microhttpd.h", "curl/curl.h", "openssl/evp.h", "gpiod.h", "cctz/time_zone.h"])
def test_without_libraries_means_without(tmp_path: Path, header: str) -> None:
    """Else the build above would prove nothing."""
    source = tmp_path / "probe.cpp"
    source.write_text(f"#include <{header}>\n", encoding="utf-8")
    command = [swift_tool("clang++"), "-std=c++17", "-fsyntax-only", str(source)]
    assert subprocess.run(command, check=False).returncode == 0
    there = without_libraries(*command)
    assert there.returncode != 0 and "not installed here" in there.stdout


def test_a_package_that_depends_on_the_library_needs_none_of_our_c_libraries(built: Path) -> None:
    compiled = {path.name.removesuffix(".build") for path in built.glob("*.build") if any(path.rglob("*.o"))}
    assert compiled == {"Example", "FirstScore", "Driver", "WatchpostClient", "WatchpostModel"}
    wanted = subprocess.run(["readelf", "-d", built / "Example"], check=True, capture_output=True, text=True).stdout
    ours = re.findall(r"lib(?:microhttpd|sqlite3|ssl|crypto|cctz|utf8proc|gpiod|qrencode|simdjson)\b", wanted)
    assert ours == []


def test_the_documentation_is_whole_and_its_example_is_the_one_that_compiles(built: Path, tmp_path: Path) -> None:
    """docc resolves each symbol that the articles name; the listing is the compiled file, line by line."""
    assert built.exists()
    article = (CATALOGUE / "GettingStarted.md").read_text(encoding="utf-8")
    listings = re.findall(r"```swift\n(.*?)```", article, re.DOTALL)
    assert EXAMPLE.read_text(encoding="utf-8") in listings
    page = (ROOT / "docs" / "client.md").read_text(encoding="utf-8")
    dependency = (PACKAGE / "Package.swift").read_text(encoding="utf-8")
    assert '.product(name: "WatchpostClient", package: "watchpost")' in dependency
    assert '.product(name: "WatchpostClient", package: "watchpost")' in page
    mine = tmp_path / "graphs"
    mine.mkdir()
    for graph in GRAPHS.glob("WatchpostClient*.symbols.json"):
        shutil.copy(graph, mine)
    assert list(mine.iterdir())
    done = subprocess.run(
        [
            *(swift_tool("docc"), "convert", CATALOGUE, "--additional-symbol-graph-dir", mine),
            *("--fallback-display-name", "WatchpostClient", "--fallback-bundle-identifier", "watchpost.client"),
            *("--output-path", tmp_path / "archive", "--warnings-as-errors", "--analyze"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    pages = {path.stem for path in (tmp_path / "archive").rglob("*.json")}
    assert {"gettingstarted", "watchpostappliance", "phone", "mapschedules", "mapschedule", "games", "watchpostgame", "boardtheme"} <= pages


def test_the_first_score_of_the_manual_takes_at_most_ten_lines_and_is_what_compiles(built: Path) -> None:
    """docs/games.md shows it with the address of a box, and the documentation as well; Tests/BlackBox runs it."""
    assert (built / "FirstScore").exists()
    source = (PACKAGE / "Sources" / "FirstScore" / "main.swift").read_text(encoding="utf-8")
    shown = source.replace("CommandLine.arguments[1]", '"http://watchpost.local:8080"')
    for page in (ROOT / "docs" / "games.md", CATALOGUE / "Games.md"):
        blocks = re.findall(r"^```swift\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
        assert blocks[0] == shown, page
        assert len(blocks[0].strip().split("\n")) <= 10 and max(map(len, blocks[0].split("\n"))) < 120
