"""How the sources hang together, of this tree or of any commit: `python3 Tests/Structure/structure.py [REVISION...]`.

Counted from the text, because old commits have no build: a folder uses another when its code names a type that only that
one declares. (What must hold is checked in `test_structure.py`, by the index of the build.) What a newcomer touches
for a new channel, source, driver or setting is estimated by the files outside its own folder that name the newest of
its kind: Swift only, without tests, descriptions and documentation. The ways of a fact (`ways.py`) are those of this
tree alone: they are written down by hand, and nobody wrote those of old commits.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path, PurePosixPath

from ways import WAYS, hand_overs, rooms, told

ROOT = Path(__file__).resolve().parents[2]

DECLARED = re.compile(
    r"^(?:@\w+(?:\([^)]*\))? )*(?:(?:package|public|private|fileprivate|final|indirect) )*"
    r"(?:struct|enum|class|actor|protocol|typealias) ([A-Z]\w+)",
    re.MULTILINE,
)
WORD = re.compile(r"\b[A-Z]\w+\b")
COMMENT = re.compile(r"//[^\n]*")
COMMENT_OR_STRING = re.compile(
    r'//[^\n]*|"""(?:\\.|.)*?"""|"(?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*"', re.DOTALL
)
INTERPOLATED = re.compile(r"\\\(((?:[^()]|\([^()]*\))*)\)")
HEAD = re.compile(r"^( *)(?:[@\w()]+ )*(?:func |init[?(<]|deinit)[^\n]*[^}\n]$", re.MULTILINE)

KINDS = {
    "channel": (r"\bAPNs|\bapns", "/APNs/"),
    "source": (r"\bBattleNet|\bbattleNet", "/BattleNet/"),
    "driver": (r"\bBackpack|\bbackpack", "/I2C/"),
    "setting": (r"\bmaxCalls|max_calls", "//"),
    "route": (r"\bWishRoutes|/wishes", "//"),
    "feature": (r"\bCalendarRoutes|\bCalendarRevision|\.calendar\b", "/Calendar/"),
}


def git(*arguments: str) -> str:
    """What git prints."""
    return subprocess.run(["git", "-C", str(ROOT), *arguments], check=True, capture_output=True, text=True).stdout


def sources(revision: str) -> dict[str, str]:
    """The Swift files of a commit, path to text; `-` is the tree as it lies here."""
    if revision == "-":
        found = sorted(path for kind in ("swift", "json") for path in (ROOT / "Sources").rglob(f"*.{kind}"))
        return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in found}
    paths = git("ls-tree", "-r", "--name-only", revision, "Sources").split("\n")
    wanted = [path for path in paths if path.endswith((".swift", ".json"))]
    return {path: git("show", f"{revision}:{path}") for path in wanted}


def code(text: str) -> str:
    """A file without comments and strings; what is interpolated into a string is code."""

    def kept(found: re.Match[str]) -> str:
        return "" if found[0].startswith("//") else " ".join(code(part) for part in INTERPOLATED.findall(found[0]))

    return COMMENT_OR_STRING.sub(kept, text)


def uses(files: dict[str, str]) -> dict[str, set[str]]:
    """For each folder the folders whose types it names; those of another target only where that is imported."""
    homes: dict[str, set[str]] = defaultdict(set)
    for path, text in files.items():
        for name in DECLARED.findall(text):
            homes[name].add(str(PurePosixPath(path).parent))
    graph: dict[str, set[str]] = defaultdict(set)
    for path, text in files.items():
        folder = str(PurePosixPath(path).parent)
        for name in set(WORD.findall(code(text))):
            owners = homes.get(name, set())
            if len(owners) == 1 and folder not in owners and is_seen(*owners, path, text):
                graph[folder] |= owners
    return graph


def is_seen(folder: str, path: str, text: str) -> bool:
    """Whether a file of Swift can mean what a folder declares: a folder of its own target, or of an imported one."""
    target = PurePosixPath(folder).parts[1]
    return target == PurePosixPath(path).parts[1] or re.search(rf"^(?:package )?import {target}$", text, re.MULTILINE) is not None


def mutual(graph: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Pairs of folders that use each other."""
    return sorted((a, b) for a in graph for b in graph[a] if a < b and a in graph.get(b, set()))


def longest(files: dict[str, str]) -> int:
    """Lines of the longest function."""
    most = 0
    for text in files.values():
        lines = text.split("\n")
        for head in HEAD.finditer(text):
            first = text.count("\n", 0, head.start())
            end = next((n for n in range(first, len(lines)) if lines[n] == head[1] + "}"), first)
            most = max(most, end - first + 1)
    return most


def measure(revision: str) -> dict[str, int]:
    """The figures of one tree."""
    everything = sources(revision)
    files = {path: text for path, text in everything.items() if path.endswith(".swift")}
    lengths = [text.count("\n") for text in files.values()]
    figures = {
        "Swift files": len(files),
        "lines of Swift": sum(lengths),
        "lines of JSON": sum(text.count("\n") for path, text in everything.items() if path.endswith(".json")),
        "files of 30 lines and fewer": sum(1 for length in lengths if length <= 30),
        "longest function": longest(files),
        "pairs of folders that use each other": len(mutual(uses(files))),
    }
    for kind, (pattern, home) in KINDS.items():
        figures[f"files that name a {kind}"] = sum(
            1 for path, text in files.items() if home not in path and re.search(pattern, COMMENT.sub("", text))
        )
    return figures


def main() -> None:
    """Prints a column for each revision, this tree last; with `--pairs` or `--ways` the pairs or the ways of this tree."""
    if sys.argv[1:] == ["--pairs"]:
        for one, other in mutual(uses({p: t for p, t in sources("-").items() if p.endswith(".swift")})):
            print(one, other)
        return
    if sys.argv[1:] == ["--ways"]:
        for name, way in WAYS.items():
            print(f"{name}: {rooms(way)} rooms, {hand_overs(way)} hand-overs\n{told(way)}")
        return
    revisions = [*sys.argv[1:], "-"]
    columns = [measure(revision) for revision in revisions]
    print(f"{'':40}" + "".join(f"{revision:>12}" for revision in revisions))
    for name in columns[0]:
        print(f"{name:40}" + "".join(f"{column[name]:>12}" for column in columns))
    uncounted = "".join(f"{'-':>12}" for _ in columns[1:])
    for name, way in WAYS.items():
        print(f"{'rooms ' + name:40}{uncounted}{rooms(way):>12}")
        print(f"{'hand-overs ' + name:40}{uncounted}{hand_overs(way):>12}")


if __name__ == "__main__":
    main()
