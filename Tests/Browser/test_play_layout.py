"""The room Play fits every size, scheme and language, can be touched, read aloud, and worked from the keyboard."""

import pytest

import measures
from app_hands import settled, until
from measures import wait_until
from play_scene import DUELS, FRIENDS, GAMES, PROFILE, STILL, furnished, up_to_date
from test_app_words import only_english
from test_layout import fits

TABS = [GAMES, FRIENDS, DUELS, PROFILE]
PAGES = ["games/orbit/endless", "duels/new", "friends/me", *(f"profile/{key}" for key in ("name", "picture", "contact", "code", "join", "installs", "recovery", "notices", "export", "delete"))]
#: `content-visibility` would hide what is measured.
ALL = """() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('.player-row, .game-row, .board-row { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet]; }"""
SHORT = (844, 390)
#: What an address shows once its answers are there; the first beginning that fits counts.
SHOWN = {"games/": ".board-row.me", "duels/new": ".challenge-form:visible", "duels/": "#detail .duel-card", "friends/me": "#detail .qr-picture",
         "friends/": "#detail .player-head",
         "profile/": "#detail .setting-page", GAMES: "#panel-games .wants-card", FRIENDS: "#panel-friends .player-row", DUELS: "#panel-duels .duel-card",
         PROFILE: "#panel-profile .entry"}
#: To another address, until the app has heard of it.
GO = """address => location.hash === `#${address}` || new Promise((done) => {
    addEventListener('popstate', () => setTimeout(done), { once: true });
    location.hash = address; })"""


def opened(arena, visit, address, **options):
    site, page = furnished(arena, visit, address, many=40, scripts=[STILL], **options)
    page.evaluate(ALL)
    shown(page, site, address, 0.3)
    return site, page


def shown(page, site, address: str, pause: float):
    """Waits until an address shows what it is about."""
    page.locator(next(one for start, one in SHOWN.items() if address.startswith(start))).first.wait_for()
    up_to_date(page)
    settled(site, pause)
    # What was asked for at last: an arrow that is still turning sticks out by a corner.
    up_to_date(page)


def fits_everywhere(page):
    fits(page)
    for text in ("100%", "200%"):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", text)
        for width, height in ((390, 844), SHORT):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(measures.OVERFLOW) == {"scroll": 0, "culprits": []}, (width, text)
            assert page.evaluate(measures.CUT_TEXT) == [] and page.evaluate(measures.SMALL_TARGETS) == [], (width, text)


def look(page, site, address: str):
    """Another address in the same app, at the size of a phone."""
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(GO, address)
    shown(page, site, address, 0.12)


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_tabs_fit(arena, visit, locale):
    site, page = opened(arena, visit, GAMES, locale=locale)
    for tab in TABS:
        look(page, site, tab)
        fits_everywhere(page)


@pytest.mark.parametrize("half", [0, 1])
def test_pages_fit_in_the_longer_language(arena, visit, half):
    site, page = opened(arena, visit, GAMES, locale="pl-PL")
    for address in PAGES[half::2]:
        look(page, site, address)
        if address == "profile/code":
            page.locator("#detail button.strong").click()
            page.locator(".qr-picture").wait_for()
        fits(page)


def test_a_friend_a_duel_and_an_archive_fit(arena, visit):
    site, page = opened(arena, visit, DUELS, locale="pl-PL")
    duels = {one["state"]: one["duel"] for one in site.arena.duels.values()}
    site.arena.unwant(site.mine, site.people_of_play["quartzkid"])
    look(page, site, FRIENDS)
    page.locator("#panel-friends h2:visible", has_text="Odrzucone").wait_for()
    fits(page)
    for address in [f"duels/{code}" for code in duels.values()] + [f"friends/{site.people_of_play[name]}" for name in ("Kestrel_9", "oxbow", "quartzkid")]:
        look(page, site, address)
        page.locator("#detail .play-page .duel-card, #detail .player-head").first.wait_for()
        fits(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(arena, visit, scheme):
    site, page = opened(arena, visit, GAMES, color_scheme=scheme)
    for address in [*TABS, "games/orbit/endless", "duels/new", "profile/installs", "profile/delete", f"friends/{site.people_of_play['Kestrel_9']}"]:
        look(page, site, address)
        measured = page.evaluate(measures.CONTRAST)
        assert measured["seen"] > 10 and measured["poor"] == [], address


@pytest.mark.parametrize("size", [(320, 568), (390, 844)], ids=lambda one: str(one[0]))
def test_the_header_is_52_high_and_what_is_first_within_90(arena, visit, size):
    _, page = opened(arena, visit, GAMES, width=size[0], height=size[1])
    assert page.locator("#bar").bounding_box()["height"] == 52
    assert page.locator("#panel-games .wants-card").first.bounding_box()["y"] <= 90
    assert page.locator("#rooms .room-words").first.is_visible() == (size[0] == 390)


@pytest.mark.parametrize("address, size", [(FRIENDS, (320, 568)), (DUELS, (1280, 900)), (PROFILE, (390, 844))], ids=lambda one: str(one))
def test_every_control_is_reached_with_tab_and_shows_it(arena, visit, address, size):
    _, page = opened(arena, visit, address, width=size[0], height=size[1], reduced_motion="reduce")
    page.locator(".skip").focus()
    places = [page.evaluate(measures.FOCUSED)["place"]]
    reachable = page.evaluate("""() => { const all = [...document.querySelectorAll('a[href], button, input, select, summary')]
        .filter(n => n.checkVisibility({ visibilityProperty: true }) && n.tabIndex >= 0 && !n.disabled);
        const groups = new Set(all.filter(n => n.type === 'radio').map(n => n.name));
        return all.filter(n => n.type !== 'radio').length + groups.size; }""")
    for _ in range(reachable - 1):
        page.keyboard.press("Tab")
        focused = page.evaluate(measures.FOCUSED)
        assert focused["inside"], focused
        places.append(focused["place"])
    assert places == sorted(set(places)), "the order of focus is the order of the page"


def test_tabs_are_worked_with_the_arrow_keys(arena, visit):
    _, page = opened(arena, visit, GAMES)
    page.locator("#tab-games").focus()
    seen = []
    for key in ("ArrowRight", "End", "ArrowRight", "ArrowLeft", "Home"):
        page.keyboard.press(key)
        seen.append(page.evaluate("document.activeElement.id"))
    assert seen == ["tab-friends", "tab-profile", "tab-games", "tab-profile", "tab-games"], "those of the other room are out of reach"


def test_readers_hear_lists_rows_and_what_a_tap_came_to(arena, visit):
    _, page = opened(arena, visit, FRIENDS)
    tree = page.locator("#panel-friends").aria_snapshot()
    assert '- button "Accept quartzkid"' in tree and '- button "Cancel the invitation to Pixelfox"' in tree
    assert '- link "Kestrel_9"' in tree and 'heading "4 friends" [level=2]' in tree
    page.get_by_role("button", name="Accept quartzkid").click()
    wait_until(page, "() => document.querySelector('#live').textContent === 'quartzkid is your friend.'")
    page.goto(page.url.replace("#friends", "#games/orbit/endless"))
    page.locator(".board-row.me").wait_for()
    assert page.locator("ol.board-rows").get_attribute("aria-label") == "Places"
    assert 'radiogroup "Period"' in page.locator("#detail").aria_snapshot()


def test_nothing_moves_for_those_who_asked_for_that(arena, visit):
    _, page = opened(arena, visit, "games/orbit/endless", reduced_motion="reduce")
    page.locator(".board-row.me").wait_for()
    page.evaluate("""() => { window.ways = [];
        const original = Element.prototype.scrollTo;
        Element.prototype.scrollTo = function (...where) { window.ways.push(where[0]?.behavior); return original.apply(this, where); }; }""")
    page.get_by_role("button", name="To the top").click()
    until(lambda: page.evaluate("scrollY") == 0)
    ways = page.evaluate("window.ways")
    assert ways and "smooth" not in ways
    assert page.evaluate("document.getAnimations().length") == 0


def test_forced_colours_keep_shapes_and_edges(arena, visit):
    _, page = opened(arena, visit, "games/orbit/endless", forced_colors="active")
    me = page.locator(".board-row.me")
    me.wait_for()
    assert me.evaluate("n => getComputedStyle(n).outlineStyle") == "solid"
    assert page.locator(".board-row .figure").first.evaluate("n => getComputedStyle(n).forcedColorAdjust") == "none"


def test_odd_names_and_scores_fit(arena, visit):
    site, page = opened(arena, visit, GAMES)
    rules = site.arena.game("long", "Donaudampfschifffahrtsgesellschaft", {"board": "x", "name": "Unaussprechlich langer Name eines Rankings", "order": "more",
                                                                         "operator": "sum", "format": "points", "unit": "Lichtjahre", "windows": []})
    assert rules["game"] == "long"
    for code in list(site.arena.players)[:4]:
        site.arena.players[code]["name"] = "Wojciechowska-Malino"
        site.arena.submit(code, "long", "x", 9_007_199_254_740_991)
    site.arena.submit(site.mine, "long", "x", 9_007_199_254_740_990)
    page.locator("#as-of").click()
    page.get_by_role("link", name="Donaudampfschifffahrtsgesellschaft").wait_for()
    up_to_date(page)
    fits(page)
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{site.url}/app#games/long/x")
    page.locator(".board-row.me").wait_for()
    page.evaluate(ALL)
    fits(page)


def test_no_english_word_is_left_on_a_polish_screen(arena, visit):
    site, page = opened(arena, visit, GAMES, locale="pl-PL")
    english = only_english()
    codes = {one["state"]: one["duel"] for one in site.arena.duels.values()}
    for address in [*TABS, *PAGES, f"friends/{site.people_of_play['Kestrel_9']}", *(f"duels/{code}" for code in codes.values())]:
        look(page, site, address)
        seen = page.evaluate("""() => { const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const texts = []; while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
            return [...texts, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)]; }""")
        assert english & set(seen) == set(), address


COUNTS = [(1, "1 znajomy"), (2, "2 znajomych"), (5, "5 znajomych"), (22, "22 znajomych")]


def test_counts_take_the_polish_forms(arena, visit):
    _, page = opened(arena, visit, GAMES, locale="pl-PL")
    said = page.evaluate("""async (counts) => { const { t } = await import('/assets/words.js');
        return counts.map((count) => t('friends.count', { count })); }""", [count for count, _ in COUNTS])
    assert said == [text for _, text in COUNTS]
    read = [" ".join(one.inner_text().split()) for one in page.locator("#panel-games .game-row").all()]
    assert read[0].startswith("Orbit Drift 48 210, Endless Miejsce 12 z 57 ▲ 4 o 4 miejsca wyżej niż w poniedziałek")
    assert "1:42,8" in read[1]
