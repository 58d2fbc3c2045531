"""The JavaScript of docs/games.md, as somebody copies it into a page: it is short, and does what the page says."""

import re
from pathlib import Path

import pytest
from harness.appliance import command

from measures import PATIENCE, PATIENT, wait_until
from pages import sdk
from test_sdk_on_appliance import box, play, pytestmark, rows, shoot  # noqa: F401 (fixtures)

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "games.md").read_text(encoding="utf-8")


def blocks(heading: str, kind: str) -> list[str]:
    """The blocks of a kind below a heading of the page."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", TEXT.split(f"\n{heading}")[1].split("\n#")[0], re.M | re.S)


#: What somebody copies first, and what makes the board that of the game.
[FIRST], [LOOK] = blocks("### In a page", "html"), blocks("## 6.", "js")


@pytest.fixture
def copied(play):  # noqa: F811
    """A page with the manual's first block, of another origin than the box."""
    page = play()
    play.files["/copied"] = ("<!doctype html>" + FIRST.replace("http://watchpost.local:8080", "BOX"), "text/html")
    page.goto(page.url + "copied")
    return page


def test_the_first_score_takes_at_most_ten_lines():
    assert len(FIRST.strip().split("\n")) <= 10 and max(map(len, FIRST.split("\n"))) < 120


def test_the_first_block_puts_a_score_on_the_board(box, copied):  # noqa: F811
    copied.wait_for_selector("#board li[aria-current]")
    assert ["3", "Ola2 You", "9250"] in rows(copied) or ["3", "Ola-2 You", "9250"] in rows(copied), "another player is called Ola here"
    assert copied.get_by_role("button").all_inner_texts() == ["Week", "All time"]


def test_a_file_that_somebody_opens_does_it_as_well(box, browser, tmp_path):  # noqa: F811
    (tmp_path / "try.html").write_text("<!doctype html>" + FIRST.replace("http://watchpost.local:8080", box.base), encoding="utf-8")
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(PATIENT)
    page = context.new_page()
    page.goto((tmp_path / "try.html").as_uri())
    page.wait_for_selector("#board li[aria-current]")
    assert [place for place, _, score in rows(page) if score == "9250"] == ["3"]
    context.close()


def test_the_second_block_shows_it_in_the_look_of_the_game(copied, play):  # noqa: F811
    copied.wait_for_selector("#board li[aria-current]")
    before = "import { connect } from '/watchpost.js';\nconst arena = connect({ url: 'BOX', game: 'snake' });\n"
    play.files["/second.js"] = (before + LOOK, "text/javascript")
    copied.evaluate("document.querySelector('#board').replaceChildren()")
    copied.add_script_tag(url="/second.js", type="module")
    copied.wait_for_selector("#board p >> nth=4")
    wait_until(copied, "() => [...document.querySelectorAll('#board p')].some((row) => /^3\\. Ola.?2: 9250$/.test(row.textContent))")
    shoot(copied, "manual")


def test_the_box_serves_the_module_to_pages_of_any_origin(box):  # noqa: F811
    answer = box.get("/sdk/watchpost.js", Origin="https://game.example")
    assert answer.status == 200 and answer.body.decode() == sdk()
    assert answer.headers.get_content_type() == "text/javascript"
    assert answer.headers["Access-Control-Allow-Origin"] == "*" and answer.headers["X-Content-Type-Options"] == "nosniff"
    assert box.get("/sdk/watchpost.js", If_None_Match=answer.headers["ETag"]).status == 304
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert command("game", "list", "--config", str(box.config)).returncode == 0
