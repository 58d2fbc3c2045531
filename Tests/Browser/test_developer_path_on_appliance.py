"""A developer's whole path in front of a real appliance, and the guest's: from an invitation to a themed board in a page of another origin."""

import re
import uuid
from pathlib import Path

import pytest

from measures import PATIENCE, PATIENT
from office_hands import Office, add_board, add_game, choose_look, figures, invited, left_in_english, register, see_a_key_once, turn_every_page
from pages import languages
from site_scene import box, pytestmark  # noqa: F401 (fixtures)
from test_sdk_manual import blocks
from test_sdk_on_appliance import SHOTS, Site

#: What docs/games.md tells to put into the game's page: the frame, and the script that says who plays.
[FRAME], HEARS = blocks("## 8.", "html"), blocks("## 8.", "js")[0]
#: Names that are no words of any language of ours.
GAME, BOARD = "Zając", "Etap 1"
#: Ground and text are those that the frame's address names; the row of who plays has colours of its own.
LOOK = """body { margin: 0; background: var(--watchpost-background); color: var(--watchpost-color); font: 17px/1.4 Georgia, serif }
.board { padding: 12px }
.title { margin: 0 0 8px; font-size: 1.2em }
.tabs, .views { display: flex; gap: 8px; margin-bottom: 8px }
.tab, .view { display: inline-flex; align-items: center; min-height: 44px; padding: 0 14px; border: 1px solid rgb(90, 110, 130);
    border-radius: 8px; background: none; color: inherit; font: inherit; text-decoration: none }
.tab[aria-current], .view[aria-pressed=true] { border-color: rgb(255, 200, 60); color: rgb(255, 200, 60) }
.rows { margin: 0; padding: 0; list-style: none }
.row { display: grid; grid-template-columns: 3em 1fr auto; padding: 10px }
.own { background: rgb(255, 200, 60); color: rgb(30, 10, 60); border-radius: 8px }
[hidden] { display: none }
"""
#: A game's page, as it lies on its developer's own server. Its frame asks once who plays, so it comes when the player has a key.
PAGE = """<!doctype html><html lang="TAG"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Zając</title>
<style>body { margin: 12px auto; padding: 0 12px; max-width: 34rem; background: rgb(60, 70, 80); color: white; font: 17px Georgia, serif }
iframe { width: 100%; border: 0 }</style>
<h1>Zając</h1><div id="board"></div><div id="place"></div>
<script type="module">SAMPLE
window.arena = arena;
const token = await arena.token();
document.querySelector("#place").innerHTML = `FRAME`;
HEARS</script></html>"""
COLOURS = """() => { const own = getComputedStyle(document.querySelector('.own'));
    return [getComputedStyle(document.body).backgroundColor, own.backgroundColor, own.color]; }"""


@pytest.fixture
def open_game(box, browser):  # noqa: F811
    """Opens a game's page on its developer's own server: another port is another origin."""
    site, opened = Site(box.base), []
    site.files.clear()

    def go(text, locale):
        site.files["/"] = (text, "text/html")
        opened.append(browser.new_context(viewport={"width": 390, "height": 844}, locale=locale))
        opened[-1].set_default_timeout(PATIENCE * 1000)
        opened[-1].add_init_script(PATIENT)
        page = opened[-1].new_page()
        page.complaints = []
        page.on("console", lambda m: page.complaints.append(m.text) if m.type in ("error", "warning") and "favicon" not in m.text else None)
        page.on("pageerror", lambda e: page.complaints.append(f"uncaught: {e}"))
        page.goto(site.url.replace("localhost", "127.0.0.1"))
        return page

    yield go
    for context in opened:
        context.close()
    site.server.shutdown()


def page_of_the_game(office, box, slug, tag) -> str:  # noqa: F811
    """What the page of developers and the manual tell to write, with the names of this game."""
    sample = office.page.locator(".sample")
    assert "/embed/snake/level-1" in sample.inner_text() and "/embed/snake/level-1?" in FRAME
    frame = FRAME.strip().replace("http://watchpost.local:8080", box.base).replace('" title', f'&language={tag}" title')
    parts = {"TAG": tag, "SAMPLE": sample.locator("code").inner_text(), "FRAME": frame, "HEARS": HEARS}
    text = re.sub("|".join(parts), lambda found: parts[found[0]], PAGE)
    return text.replace("level-1", "etap-1").replace("Level 1", BOARD).replace("snake", slug)


def play_as_a_guest(page, words, newer):
    """A result stands on the board in the frame, in the colours of the game; and so does another name."""
    own = page.frame_locator("iframe").locator(".own")
    own.wait_for()
    name = page.evaluate("arena.player.name")
    assert own.inner_text().split("\n") == ["1", f"{name} {words['embed.you']}", "9250"]
    assert own.evaluate(COLOURS) == ["rgb(16, 24, 32)", "rgb(255, 200, 60)", "rgb(30, 10, 60)"]
    assert page.evaluate("arena.me()")["guest"] and name != newer
    page.evaluate("(name) => arena.rename(name)", newer)
    page.frame_locator("iframe").get_by_role("link", name=words["embed.all"], exact=True).click()
    own.get_by_text(newer, exact=True).wait_for()
    assert own.inner_text().split("\n") == ["1", f"{newer} {words['embed.you']}", "9250"]
    assert page.complaints == []


def shoot(page, tag):
    for form, width, height in (("phone", 390, 844), ("desktop", 1280, 900)) if SHOTS else ():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=str(Path(SHOTS) / f"path-{tag}-{form}.png"))


@pytest.mark.parametrize("tag", sorted(languages()))
def test_from_an_invitation_to_a_themed_board_in_a_page_of_another_origin(box, visit, open_game, tag):  # noqa: F811
    """A developer registers and adds a game; a guest plays it and is renamed (D1 D4 D5 G1 G5 S1 S2 S5 S6 S7)."""
    words, locale = languages()[tag]["words"], languages()[tag]["language"]["locale"]
    slug = f"hare-{uuid.uuid4().hex[:8]}"
    office = Office(visit(invited(box, visit, words, locale), expect="#office form", noisy=True, locale=locale), words)
    register(office)
    add_game(office, GAME, slug)
    add_board(office, BOARD, "etap-1")
    see_a_key_once(office)
    choose_look(office, LOOK)
    page = open_game(page_of_the_game(office, box, slug, tag), locale)
    play_as_a_guest(page, words, f"Zośka {tag}")
    shoot(page, tag)
    # How many play it is counted once a minute.
    assert figures(office)[1:] == ["1", "1", "0"]
    turn_every_page(office)
    assert tag == "en" or left_in_english(office.seen) == set()
