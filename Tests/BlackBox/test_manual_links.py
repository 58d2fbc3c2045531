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
