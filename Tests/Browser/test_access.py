"""Every view has one title, and every word a landmark; the focus comes back; nothing breaks with little room and large letters."""

import pytest

import measures
import worlds
from app_editing import paired
from app_hands import MAPS, REALMS, SETTINGS, WATCHED, back, go, open_app, settled, until, watching
from measures import wait_until
from play_scene import DUELS, FRIENDS, GAMES, PROFILE, STILL, furnished
from site_server import Site
from test_play_layout import ALL, PAGES, look

PHONE, DESK = (390, 844), (1280, 900)
#: Pages of Settings by their addresses.
SETTING_PAGES = ["phone", "linked", "language", "notifications", "told", "alerts", "quiet", "notices", "box", "panel", "phones", "undelivered", "about"]
#: Each part that leads to a page: the tab, and the address of the link.
WAYS = [(WATCHED, "/realms/eu/retail/eu-realm-3"), (REALMS, "/realms/eu/retail/eu-realm-0"), (MAPS, "/app#maps/edit"),
        *[(SETTINGS, f"/app#settings/{key}") for key in ("phone", "about")]]
FOCUSED = "href => document.activeElement.getAttribute('href') === href"
#: To another address, until the app has heard of it.
GO = """address => location.hash === address || new Promise((done) => {
    addEventListener('popstate', () => setTimeout(done), { once: true });
    location.hash = address; })"""


def at_home(home, visit, size=PHONE, world=worlds.some_down, **options):
    """The app of somebody who watches realms and administers the box."""
    site = watching(home, "eu-realm-0", "eu-realm-3", "eu-realm-4", world=world())
    page = paired(visit, site, width=size[0], height=size[1], **options)
    page.evaluate("""() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.row { content-visibility: visible }');
        document.adoptedStyleSheets = [sheet]; }""")
    return site, page


def outlined(page, where):
    found = page.evaluate(measures.OUTLINE)
    assert len(found["titles"]) == 1 and found["titles"][0], (where, found)
    assert found == {"titles": found["titles"], "landmarks": [], "outside": [], "within": []}, where


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_view_of_the_realms_has_one_title_and_landmarks(home, visit, size):
    site, page = at_home(home, visit, size)
    for tab in (WATCHED, REALMS, MAPS, SETTINGS):
        page.evaluate(GO, f"#{tab}")
        settled(site, 0.1)
        outlined(page, tab)
    for address in ["#maps/edit", "#settings/pair", *(f"#settings/{key}" for key in SETTING_PAGES)]:
        page.evaluate(GO, address)
        settled(site, 0.1)
        page.locator("#detail .setting-page").wait_for()
        outlined(page, address)
    page.goto(f"{site.url}/realms/eu/retail/eu-realm-3")
    page.locator("#detail h1.realm-title").wait_for()
    outlined(page, "realm")


def test_a_page_that_needs_a_paired_phone_has_its_title_too(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site)
    for address in ("#settings/box", "#settings/phones", "#maps/edit"):
        page.evaluate(GO, address)
        settled(site, 0.1)
        page.locator("#detail .setting-page .empty").first.wait_for()
        outlined(page, address)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_every_view_of_the_games_has_one_title_and_landmarks(arena, visit, size):
    site, page = furnished(arena, visit, GAMES, scripts=[STILL])
    for address in [*(GAMES, FRIENDS, DUELS, PROFILE), *PAGES, f"friends/{site.people_of_play['Kestrel_9']}", f"duels/{next(iter(site.arena.duels))}"]:
        look(page, site, address)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        outlined(page, address)


@pytest.mark.parametrize("how", ["header", "browser"])
@pytest.mark.parametrize(("tab", "address"), WAYS, ids=[one[1].split("/")[-1] for one in WAYS])
def test_the_focus_comes_back_to_the_row(home, visit, tab, address, how):
    site, page = at_home(home, visit)
    go(page, tab)
    link = page.locator(f"#panel-{tab} a[href='{address}']")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#detail:not([hidden])")
    assert page.evaluate("document.activeElement.id") == "detail"
    settled(site, 0.1)
    if how == "browser":
        page.go_back()
    else:
        page.locator("#back").focus()
        page.keyboard.press("Enter")
    page.wait_for_selector(f"#panel-{tab}:visible")
    wait_until(page, FOCUSED, address)
    assert link.evaluate("n => n.matches(':focus-visible')"), "and that is seen"


def test_a_page_that_was_opened_from_a_notice_leads_to_the_row_of_its_realm(home, visit):
    site, page = at_home(home, visit)
    page.goto(f"{site.url}/realms/eu/retail/eu-realm-3")
    page.locator("#detail h1.realm-title").wait_for()
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    wait_until(page, FOCUSED, "/realms/eu/retail/eu-realm-3")


def test_a_row_that_is_gone_leaves_the_focus_in_the_list(home, visit):
    _, page = at_home(home, visit)
    go(page, WATCHED)
    page.locator("#panel-watched .row-more").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#detail:not([hidden])")
    page.evaluate("() => document.querySelectorAll('#panel-watched .row-more').forEach((one) => one.setAttribute('href', '/nowhere'))")
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    wait_until(page, "() => document.activeElement.id === 'main'")


def test_who_taps_is_given_no_focus(home, visit):
    _, page = at_home(home, visit, has_touch=True)
    go(page, SETTINGS)
    page.evaluate("() => document.activeElement.blur()")
    page.evaluate(GO, "#settings/about")
    page.wait_for_selector("#detail:not([hidden])")
    page.go_back()
    page.wait_for_selector("#panel-settings:visible")
    assert page.evaluate("document.activeElement === document.body")


@pytest.mark.parametrize(("tab", "address"), [(PROFILE, "profile/name"), (GAMES, None), (FRIENDS, None), (DUELS, None)], ids=str)
def test_the_focus_comes_back_in_the_room_of_games(arena, visit, tab, address):
    site, page = furnished(arena, visit, tab, scripts=[STILL])
    settled(site)
    link = page.locator(f"#panel-{tab} a[href='/app#{address}']" if address else f"#panel-{tab} a[href^='/app#{tab}/']").first
    href = link.get_attribute("href")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#detail:not([hidden])")
    settled(site, 0.1)
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(f"#panel-{tab}:visible")
    wait_until(page, FOCUSED, href)


def test_a_row_that_moves_keeps_the_focus(home, visit):
    _, page = at_home(home, visit)
    kept = page.evaluate("""async () => {
        const { el, keyed } = await import('/assets/dom.js');
        const [place, views] = [el('div'), new Map()];
        document.querySelector('#main').append(place);
        const draw = (...keys) => keyed(place, views, keys, (key) => key, (key) => ({ root: el('button', { text: key }), update() {} }));
        draw('a', 'b', 'c');
        place.lastElementChild.focus();
        draw('c', 'a', 'b');
        return document.activeElement.textContent; }""")
    assert kept == "c"


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_search_stacks_before_it_is_cut(home, visit, locale):
    _, page = at_home(home, visit, locale=locale)
    go(page, REALMS)
    for size in [(320, 568), (390, 844), (844, 390), (1280, 900)]:
        for text in ("100%", "200%"):
            page.evaluate("text => { document.documentElement.style.fontSize = text; }", text)
            page.set_viewport_size({"width": size[0], "height": size[1]})
            room, sign, needs = page.evaluate("""() => { const input = document.querySelector('#find');
                const [style, pen] = [getComputedStyle(input), document.createElement('canvas').getContext('2d')];
                pen.font = style.font;
                const start = parseFloat(style.paddingInlineStart);
                const icon = document.querySelector('.finder .icon').getBoundingClientRect();
                return [input.clientWidth - start - parseFloat(style.paddingInlineEnd), input.getBoundingClientRect().left + start - icon.right,
                    pen.measureText(input.placeholder).width]; }""")
            assert room >= needs and sign >= 2, (size, text)


VIEWS = [WATCHED, REALMS, MAPS, SETTINGS, "maps/edit", *(f"settings/{key}" for key in SETTING_PAGES)]
#: Width and size of the text.
TIGHT = [(320, "100%"), (390, "200%"), (320, "200%"), (844, "100%"), (844, "200%"), (1280, "200%")]


def broken(page, where) -> dict:
    """What is broken in a view, by the size at which it is."""
    found = {}
    for width, text in TIGHT:
        page.evaluate("text => { document.documentElement.style.fontSize = text; }", text)
        page.set_viewport_size({"width": width, "height": 390 if width == 844 else 844})
        one = page.evaluate(measures.BROKEN)
        if one["words"] or one["over"]:
            found[where, width, text] = one
    page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
    page.set_viewport_size({"width": 390, "height": 844})
    return found


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
@pytest.mark.parametrize("part", range(2))
def test_no_word_breaks_and_none_lies_over_another(home, visit, locale, part):
    site, page = at_home(home, visit, locale=locale)
    found = {}
    for address in VIEWS[part::2]:
        page.evaluate(GO, f"#{address}")
        settled(site, 0.1)
        found |= broken(page, address)
    assert found == {}


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
@pytest.mark.parametrize("part", range(2))
def test_no_word_of_the_games_breaks_and_none_lies_over_another(arena, visit, locale, part):
    site, page = furnished(arena, visit, GAMES, scripts=[STILL], locale=locale)
    page.evaluate(ALL)
    found = {}
    for address in [GAMES, FRIENDS, DUELS, PROFILE, *PAGES][part::2]:
        look(page, site, address)
        found |= broken(page, address)
    assert found == {}


def whole(page, where):
    """One title, landmarks (a site's languages are a second navigation), and no word broken."""
    found = page.evaluate(measures.OUTLINE)
    assert len(found["titles"]) == 1 and found["titles"][0] and found["outside"] == found["within"] == []
    assert set(found["landmarks"]) <= {"nav"}
    assert broken(page, where) == {}


@pytest.mark.parametrize(("path", "shown"), [("/", ".flavour"), ("/widget", "#calendars li")])
@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_pages_have_one_title_landmarks_and_whole_words(home, visit, path, shown, locale):
    site = home(worlds.some_down())
    whole(visit(f"{site.url}{path}", expect=shown, locale=locale, reduced_motion="reduce"), path)


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_site_has_one_title_landmarks_and_whole_words(visit, locale):
    site = Site()
    try:
        whole(visit(f"{site.url}/about", expect="main h1", locale=locale, reduced_motion="reduce"), "/about")
    finally:
        site.stop()


@pytest.mark.parametrize("path", ["/", "/app", "/widget"])
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_without_javascript_pages_say_what_is_true_in_whole_words(home, visit, path, width):
    page = visit(f"{home(worlds.all_up()).url}{path}", width=width, height=844, expect="h1:visible", java_script_enabled=False)
    seen = page.locator("body").inner_text()
    assert "needs JavaScript" in seen
    assert not any(words in seen for words in ("Looking…", "Connecting…", "Loading…", "Open Realms"))
    assert len([one for one in page.locator("h1").all() if one.is_visible()]) == 1
    assert page.locator("h1").bounding_box()["height"] < 100, "in a line, or two"
    assert [one for one in page.locator("button").all() if one.is_visible() and one.inner_text() == ""] == []
