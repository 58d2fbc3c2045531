"""The manual as the box serves it: every page of `docs/`, and nothing in one that leads nowhere or runs."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

from harness.appliance import Appliance

DOCS = Path(__file__).resolve().parents[2] / "docs"
#: Elements that a page of the manual may have; the frame's among them.
OURS = set(
    "html head meta title link body a img header nav main article footer ul ol li p h1 h2 h3 h4 h5 h6 pre code table thead tbody "
    "tr th td div strong em span details summary".split()
)
ATTRIBUTES = set("href src alt id class rel lang charset name content media type width height aria-label tabindex scope start".split())


class Page(HTMLParser):
    """What a page has: elements with their attributes, anchors, where it leads, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        # A block begins a line of its own.
        self.text += "\n" if tag == "pre" else ""

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def anchors(self) -> set[str | None]:
        return {attributes.get("id") for _, attributes in self.elements}

    @property
    def addresses(self) -> set[str]:
        return {value for _, attributes in self.elements for name in ("href", "src") if (value := attributes.get(name))}


def read(appliance: Appliance, path: str) -> Page:
    """A page that is there, in UTF-8, and that nothing on it may run."""
    answer = appliance.get(path)
    assert answer.status == 200, path
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';") and "script" not in policy
    return Page(answer.body.decode())


def test_every_page_of_the_manual_is_there_and_leads_on(appliance: Appliance) -> None:
    names = sorted(page.stem.lower() for page in DOCS.glob("*.md"))
    pages = {f"/manual/{name}": read(appliance, f"/manual/{name}") for name in names}
    index = read(appliance, "/manual")
    assert {one for one in index.addresses if one.startswith("/manual/")} == set(pages)
    pages["/manual"] = index
    dead, seen = [], {}
    for path, page in pages.items():
        for address in page.addresses:
            if address.startswith(("https://", "http://")):
                continue
            target, _, anchor = address.partition("#")
            target = target or path
            if target not in seen:
                seen[target] = appliance.get(target).status
            if seen[target] != 200 or (anchor and anchor not in pages.get(target, page).anchors):
                dead.append((path, address))
    assert dead == []
    assert any(one.endswith(".svg") for one in seen)


def test_a_page_of_the_manual_says_what_docs_say_and_no_markup_of_it_counts(appliance: Appliance) -> None:
    for page in DOCS.glob("*.md"):
        shown = read(appliance, f"/manual/{page.stem.lower()}")
        wrong = [(tag, attributes) for tag, attributes in shown.elements if tag not in OURS or not set(attributes) <= ATTRIBUTES]
        assert wrong == [], page.name
        assert [tag for tag, _ in shown.elements].count("h1") == 1 and ("main" in [tag for tag, _ in shown.elements])
        # All that the page says, without its signs: every word of every line is there.
        said = set(shown.text.split())
        words = page.read_text(encoding="utf-8")
        plain = [word for line in words.split("\n") if not line.startswith(("|", "<", "![")) for word in line.split() if word.isalnum()]
        assert [word for word in plain if word not in said][:5] == [], page.name


def test_a_page_that_is_not_there_says_where_all_are(appliance: Appliance) -> None:
    for path in ("/manual/nothing", "/manual/images/nothing.svg", "/manual/..%2Fstate", "/manual/images/..%2Ftunnel"):
        answer = appliance.get(path)
        assert answer.status in (400, 404), path
    assert "/manual lists all" in appliance.get("/manual/nothing").json["detail"]
    # Another spelling of a drawing's address is none of it, nor what is kept for it.
    assert appliance.get("/manual/images%2Fwiring-header.svg").status == 404
    assert appliance.get("/manual/images/wiring-header.svg").headers["Content-Type"] == "image/svg+xml"
    settings = appliance.get("/manual/watchpost.toml")
    assert settings.status == 200 and settings.body == (DOCS / "watchpost.toml").read_bytes()
