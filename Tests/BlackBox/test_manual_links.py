"""What the manual points to is there: files, pictures and headings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
LINK = re.compile(r"""\]\(([^)\s]+)\)|(?:src|href)="([^"]+)\"""")


def without_code(text: str) -> str:
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)


def headings(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    lines = re.findall(r"^#+ (.+)$", without_code(page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", line.lower()).strip().replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page):
    missing = []
    for markdown, html in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
        link = markdown or html
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in headings(target)):
            missing.append(link)
    assert missing == []


def test_every_page_can_be_reached_from_the_readme():
    seen, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen or page.suffix != ".md":
            continue
        seen.add(page)
        for markdown, html in LINK.findall(without_code(page.read_text(encoding="utf-8"))):
            target = (page.parent / (markdown or html).partition("#")[0]).resolve()
            waiting += [target] if target.is_file() else []
    assert sorted(page.name for page in set(PAGES) - seen) == []


def test_what_the_threat_model_relies_on_is_there():
    """Each row names something that would fail: a test, or a check of the continuous integration."""
    page = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
    proofs = re.findall(r"`([^`\s]+\.(?:swift|py|service|m?js)|test_\w+|Sources/\w+|\.ci/[\w-]+)`", page)
    rows = [line.strip("| ").split(" | ") for line in page.split("\n## ")[0].split("\n") if line.startswith("| ")][1:]
    assert len(proofs) > 20 and len(rows) > 20
    folders = ("Sources", "Tests", "systemd")
    files = {path.name: path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()}
    tests = {
        name
        for path in (ROOT / "Tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.M)
    }
    assert [proof for proof in proofs if proof not in files and proof not in tests and not (ROOT / proof).exists()] == []
    proven = re.compile(r"`(?:test_\w+|[^`]*Tests[^`]*\.swift|[^`]*test[^`]*\.(?:py|mjs)|\.ci/[\w-]+|make \w+)`")
    assert [row[:2] for row in rows if not proven.search(row[-1])] == []
