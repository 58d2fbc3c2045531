"""The page that hands out the widget: three steps that can be followed, on a phone and on a computer, in both languages."""

import json
import re

import pytest

import measures
import worlds
from pages import languages
from test_app_words import only_english
from test_layout import fits
from test_status_words import POLISH, SAID

READY = "#copy:not([disabled])"


def open_page(home, visit, *, query="", world=None, **options):
    site = home(world or worlds.evening())
    site.people.about["publicURL"] = None
    return site, visit(f"{site.url}/widget{query}", expect=READY, **options)


def script(page) -> str:
    return page.locator("#script").input_value()


def test_three_steps_with_the_script_of_all_modes(home, visit):
    site, page = open_page(home, visit)
    assert page.locator(".step h2").all_inner_texts() == ["1\nGet Scriptable", "2\nCopy the script", "3\nPut it on the screen"]
    assert page.title() == "Widget · Watchpost"
    assert '"key": "pubs", "name": "Casual"' in script(page) and '"key": "ranked"' in script(page)
    assert page.locator("#asks").inner_text() == "It gets the coming maps from http://watchpost.local:8080, and contacts nothing else."
    assert page.get_by_role("link", name="Open Scriptable with a new script").get_attribute("href") == "scriptable:///add"
    assert page.locator("#parameter").inner_text().endswith(": pubs, ranked.")
    # A box without an address outside; whether it has one is asked for after the script is there.
    page.locator("#home").wait_for()
    measures.wait_until(page, "() => document.querySelector('#picture').complete && document.querySelector('#picture').naturalWidth > 0")
    assert page.locator("#picture").get_attribute("alt") == "QR code of http://watchpost.local:8080/widget"


def test_the_chosen_modes_are_in_the_script_the_address_and_the_picture(home, visit):
    site, page = open_page(home, visit, query="?modes=ranked,none")
    assert page.get_by_role("checkbox", name="Ranked").is_checked() and not page.get_by_role("checkbox", name="Casual").is_checked()
    assert '"key": "pubs"' not in script(page)
    page.get_by_role("checkbox", name="Casual").check()
    measures.wait_until(page, "() => document.querySelector('#script').value.includes('\"pubs\"')")
    assert page.evaluate("location.pathname + location.search") == "/widget?modes=pubs,ranked"
    assert page.locator("#picture").get_attribute("src") == "/widget.svg?modes=pubs,ranked"
    assert page.locator("#download").get_attribute("href") == "/widget.js?modes=pubs,ranked&language=en"
    for name in ("Casual", "Ranked"):
        page.get_by_role("checkbox", name=name).uncheck()
    assert page.locator("#error").inner_text() == "Choose at least one mode."
    assert page.locator("#copy").is_disabled()


@pytest.mark.parametrize("secure", [True, False])
def test_a_tap_copies_the_script(home, visit, secure):
    """A phone at home comes over http, where browsers have no clipboard for pages."""
    blocked = [] if secure else ["Object.defineProperty(navigator, 'clipboard', { value: undefined });"]
    granted = {"permissions": ["clipboard-read", "clipboard-write"]}
    site, page = open_page(home, visit, scripts=blocked, **granted)
    page.get_by_role("button", name="Copy", exact=True).click()
    page.locator("#copied", has_text="Copied").wait_for()
    if secure:
        assert page.evaluate("navigator.clipboard.readText()") == script(page)
    else:
        selected = "(({ selectionStart, selectionEnd }) => selectionEnd - selectionStart)(document.activeElement)"
        assert page.evaluate(selected) == page.evaluate("document.querySelector('#script').value.length") > 1000


def test_a_box_that_makes_no_script_says_why(home, visit):
    site = home(worlds.evening())
    site.statuses["/widget.js"] = 503
    page = visit(f"{site.url}/widget", expect="#error:not([hidden])", noisy=True)
    assert page.locator("#error").inner_text() == "The script cannot be made right now: refused with 503 for a test"
    assert page.locator("#copy").is_disabled() and page.locator("#picture").is_hidden()


def test_a_name_of_a_mode_is_text(home, visit):
    world = worlds.evening()
    world.modes[0][0]["name"] = "<img src=x onerror=alert(1)>"
    site, page = open_page(home, visit, world=world)
    assert page.get_by_role("checkbox", name="<img src=x onerror=alert(1)>").is_checked()
    assert page.locator(".choice img").count() == 0


def test_polish_says_it_in_polish(home, visit):
    site, page = open_page(home, visit, **POLISH)
    assert page.evaluate("document.documentElement.lang") == "pl"
    assert page.locator("h1").inner_text() == "Mapy na ekranie początkowym"
    assert only_english() & set(page.evaluate(SAID)) == set()
    said = json.loads(re.search(r"^const settings = (.*);$", script(page), re.M)[1])
    assert said["words"]["script.ended"] == languages()["pl"]["words"]["script.ended"] and said["language"] == "pl"


@pytest.mark.parametrize("options", [{}, POLISH], ids=["English", "Polish"])
def test_it_fits_every_screen(home, visit, options):
    site, page = open_page(home, visit, **options)
    fits(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_both_schemes(home, visit, scheme):
    site, page = open_page(home, visit, color_scheme=scheme)
    found = page.evaluate(measures.CONTRAST)
    assert found["seen"] > 15 and found["poor"] == []


def test_the_status_page_leads_there(serve, visit):
    page = visit(serve(worlds.evening()).url)
    assert page.get_by_role("link", name="A widget for your phone").get_attribute("href") == "/widget"
