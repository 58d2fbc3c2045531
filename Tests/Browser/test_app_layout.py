"""The app fits every size and scheme, can be touched, read aloud, and worked from the keyboard."""

import re

import pytest

import measures
import worlds
from app_hands import MAPS, REALMS, SETTINGS, WATCHED, go, is_gold, open_app, ready, until, watching
from test_layout import fits

TABS = [WATCHED, REALMS, MAPS, SETTINGS]
#: What a tab shows as soon as its answers have come.
CONTENT = {WATCHED: ".row", REALMS: ".row", MAPS: ".mode", SETTINGS: ".entry"}


def filled(visit, home, world=worlds.some_down, **options):
    """The app with realms on its list; `content-visibility` would hide what is measured."""
    page = open_app(visit, watching(home, "eu-realm-0", "eu-realm-3", "eu-realm-4", "gone-away", world=world()), **options)
    page.wait_for_selector("#panel-watched .row-button:not([disabled])")
    page.evaluate("""() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.row { content-visibility: visible }');
        document.adoptedStyleSheets = [sheet]; }""")
    return page


def look(page, tab: str):
    go(page, tab)
    page.locator(f"#panel-{tab} {CONTENT[tab]}").first.wait_for()


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
@pytest.mark.parametrize("tab", TABS)
def test_nothing_sticks_out_or_is_too_small_to_touch(home, visit, tab, direction):
    page = filled(visit, home)
    page.evaluate("dir => { document.documentElement.dir = dir; }", direction)
    look(page, tab)
    fits(page)


@pytest.mark.parametrize("world", ["hostile", "waiting"])
def test_odd_names_fit_as_well(home, visit, world):
    page = open_app(visit, home(getattr(worlds, world)()))
    go(page, REALMS)
    page.wait_for_selector("#panel-realms .group")
    fits(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tab", TABS)
def test_text_has_enough_contrast(home, visit, tab, scheme):
    page = filled(visit, home, color_scheme=scheme)
    look(page, tab)
    measured = page.evaluate(measures.CONTRAST)
    assert measured["seen"] > 10 and measured["poor"] == []


@pytest.mark.parametrize("size", [(320, 568), (1280, 900)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_control_is_reached_with_tab_and_shows_it(home, visit, size):
    page = filled(visit, home, world=worlds.waiting, width=size[0], height=size[1], reduced_motion="reduce")
    go(page, SETTINGS)
    page.locator(".skip").focus()
    places = [page.evaluate(measures.FOCUSED)["place"]]
    reachable = page.evaluate("""() => [...document.querySelectorAll('a[href], button, input, select, summary')]
        .filter(n => n.checkVisibility({ visibilityProperty: true }) && n.tabIndex >= 0 && !n.disabled).length""")
    radios = page.locator('#panel-settings input[type="radio"]').count()
    for _ in range(reachable - 1 - radios):
        page.keyboard.press("Tab")
        focused = page.evaluate(measures.FOCUSED)
        assert focused["outline"] != "none" and focused["width"] >= 2, focused
        assert focused["inside"], focused
        places.append(focused["place"])
    assert places == sorted(set(places)), "the order of focus is the order of the page"


def test_tabs_are_worked_with_the_arrow_keys(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    page.locator("#tab-watched").focus()
    seen = []
    for key in ("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.id"))
    assert seen == ["tab-realms", "tab-settings", "tab-watched", "tab-settings", "tab-watched"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=tablist]')") is None, "one stop for all tabs"


def test_a_row_is_toggled_with_the_keyboard_and_says_its_state(home, visit):
    site = home(worlds.some_down())
    page = ready(open_app(visit, site))
    first = page.locator("#panel-realms .row-button").first
    first.focus()
    for key, gold in (("Space", True), ("Enter", False)):
        page.keyboard.press(key)
        assert is_gold(first) is gold
    kazzak = page.locator("#panel-realms").get_by_role("button", name="Watch Kazzak", exact=True)
    assert "pressed" not in kazzak.aria_snapshot()
    kazzak.click()
    assert "[pressed]" in kazzak.aria_snapshot()
    said = kazzak.evaluate("n => n.getAttribute('aria-describedby').split(' ').map(id => document.getElementById(id).textContent).join(' ')")
    assert "Down since" in said and "English" in said


def test_back_returns_to_the_tab_before(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    go(page, MAPS)
    go(page, SETTINGS)
    page.go_back()
    page.wait_for_selector("#panel-maps:not([hidden])")
    page.go_back()
    page.wait_for_selector("#panel-watched:not([hidden])")


def test_nothing_moves_for_those_who_asked_for_that(home, visit):
    site = watching(home, "eu-realm-0")
    page = open_app(visit, site, reduced_motion="reduce")
    page.locator("#panel-watched .row-button").first.click()
    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.worker
def test_the_app_can_be_installed(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    tool = page.context.new_cdp_session(page)
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null"))
    errors = [one["errorId"] for one in tool.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert [one for one in errors if one != "in-incognito"] == []
    manifest = tool.send("Page.getAppManifest")
    assert manifest["errors"] == []
    sizes = page.evaluate("""async () => {
        const manifest = await (await fetch('/app/watchpost.webmanifest')).json();
        const apple = document.querySelector('link[rel=apple-touch-icon]').getAttribute('href');
        const found = [];
        for (const src of [...manifest.icons.map(one => one.src), apple]) {
            const image = new Image();
            image.src = src;
            await image.decode();
            found.push([src, image.naturalWidth]);
        }
        return found; }""")
    assert dict(sizes)["/app/icon-192.png"] == 192 and dict(sizes)["/app/icon-512.png"] == 512
    assert dict(sizes)["/app/icon-maskable-512.png"] == 512 and dict(sizes)["/app/touch-icon-180.png"] == 180


def test_the_app_has_a_script_a_style_sheet_and_its_words(home, visit):
    site = home(worlds.some_down())
    page = open_app(visit, site)
    go(page, REALMS)
    page.locator(".row").first.wait_for()
    page.wait_for_load_state("networkidle")
    files = [re.sub("[0-9a-f]{16}", "DIGEST", one) for one in site.requests if not one.startswith("/v1/")]
    assert sorted(files) == ["/app", "/assets/app.DIGEST.css", "/assets/app.DIGEST.js", "/assets/en.json"]
