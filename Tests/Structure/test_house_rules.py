"""The rules that a script keeps refuse what they are there for, each by its own words, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def lines(count: int, line: str = "    work()") -> str:
    return (line + "\n") * count


KEPT = {
    "Sources/Core/Kept.swift": "func long() {\n" + lines(58) + "}\n\nlet rows = try? JSONDecoder().decode([Int].self, from: own)\n",
    "Sources/WatchpostClient/Kept.swift": "import Foundation\nlet reply = try? JSONDecoder().decode(Reply.self, from: body)\n",
    "Sources/Appliance/Web/app/kept.js": "export function long() {\n" + lines(58, "    work();") + "}\n",
    "Tests/Kept.swift": lines(300),
    "Tests/Waits.swift": "#expect(await becomesTrue { isOver })\nlet isOver = try await becomesTrue { try await over() }\n",
}
"""A project that keeps every rule, as closely as it may."""

BROKEN = {
    "a function of 61 lines": ("Sources/Core/A.swift", "    func long() {\n" + lines(59) + "    }\n", "functions over 60 lines"),
    "a start of 61 lines": ("Sources/Push/A.swift", "    package init(one: Int) {\n" + lines(59) + "    }\n", "functions over 60 lines"),
    "a script's function": ("Sources/Appliance/Web/a.js", "function long() {\n" + lines(59) + "}\n", "functions over 60 lines"),
    "a script's arrow": ("Sources/Appliance/Web/a.js", "const long = () => {\n" + lines(59) + "};\n", "functions over 60 lines"),
    "a decoder for what phones send": ("Sources/Serving/A.swift", "let body = try JSONDecoder().decode(A.self, from: data)\n", "JSONReading alone"),
    "a second reader for push answers": ("Sources/Push/A.swift", "let body = try JSONSerialization.jsonObject(with: data)\n", "JSONReading alone"),
    "a wait that nobody looks at": ("Tests/A.swift", "_ = await becomesTrue { isOver }\n", "a wait came to is asserted"),
    "a wait that throws": ("Tests/A.swift", "    _ = try await becomesTrue { try isOver() }\n", "a wait came to is asserted"),
    "a file of 301 lines": ("Tests/A.swift", lines(301), "files over 300 lines"),
    "all of Foundation": ("Sources/Core/A.swift", "import Foundation\n", "FoundationEssentials"),
    "a word": ("Sources/Core/A.swift", "let one = try! two()\n", "no place in the sources"),
    "an unproven promise": ("Sources/Core/A.swift", "/// Fast.\nfinal class A: @unchecked Sendable {}\n", "needs its proof"),
    "a server in Core": ("Sources/Core/A.swift", "import CMicrohttpd\n", "Core imports no network"),
}


def judged(folder: Path, files: dict[str, str]) -> subprocess.CompletedProcess[str]:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return subprocess.run([ROOT / ".ci/house-rules", folder], capture_output=True, text=True, check=False)


def test_what_keeps_them_all_is_let_through(tmp_path: Path) -> None:
    done = judged(tmp_path, KEPT)
    assert (done.returncode, done.stdout) == (0, "house rules: kept\n"), done.stderr


@pytest.mark.parametrize("kind", BROKEN)
def test_what_breaks_one_is_refused_with_its_place(tmp_path: Path, kind: str) -> None:
    name, text, words = BROKEN[kind]
    done = judged(tmp_path, KEPT | {name: text})
    rules = [line for line in done.stdout.splitlines() if line.startswith("house rule: ")]
    assert done.returncode == 1 and len(rules) == 1, done.stdout + done.stderr
    assert words in rules[0]
    assert name in done.stdout
