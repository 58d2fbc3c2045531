"""What the pages list is what there is: C libraries, their packages and wrappers, and who owns a thread."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def rows() -> list[list[str]]:
    """The table of C libraries, a cell a text."""
    page = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    table = page.split("|---|", 1)[1].split("\n\n")[0].split("\n")[1:]
    return [row.strip("| ").split(" | ") for row in table]


def test_every_wrapper_of_a_library_has_its_row_and_every_row_its_wrapper() -> None:
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    wrappers = dict(re.findall(r'^ +library\("(C\w+)"((?:, links: .+)?)\)', package, re.MULTILINE))
    folders = {path.name for path in (ROOT / "Sources/CLibraries").iterdir() if path.is_dir()}
    assert len(wrappers) > 10 and set(wrappers) == folders
    named = [row[1].strip("`") for row in rows()]
    assert len(set(named)) == len(named)
    linked = {name for name, links in wrappers.items() if links}
    assert linked <= set(named) <= set(wrappers)
    # Of the others the page says why they are none.
    page = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    [others] = [part for part in page.split("\n\n") if part.startswith("Not libraries: ")]
    assert [name for name in sorted(set(wrappers) - set(named)) if f"`{name}`" not in others] == []


def test_every_package_that_is_built_with_has_its_row_and_every_row_its_package() -> None:
    script = (ROOT / ".ci/dependencies").read_text(encoding="utf-8")
    [wanted] = re.findall(r"^libraries=\((.*?)\)", script, re.MULTILINE | re.DOTALL)
    named = [package for row in rows() for package in re.findall(r"`([^`]+)`", row[0])]
    assert len(named) > 10
    assert sorted(named) == sorted(wanted.split())
    assert all(any(package.endswith("-dev") for package in re.findall(r"`([^`]+)`", row[0])) for row in rows())


def test_every_owner_in_the_table_of_threads_is_a_type() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    table = page.split("## Threads")[1].split("\n## ")[0]
    owners = {name for row in re.findall(r"^\| (.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert {"PanelHost", "TransferLoop", "ScheduleFileWatcher"} <= owners
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "Sources").rglob("*.swift")))
    types = set(re.findall(r"\b(?:class|struct|enum|actor) (\w+)", sources))
    assert sorted(owners - types) == []
