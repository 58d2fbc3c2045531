"""The box is off: every view of the app says so within three seconds, and shows what was last seen instead of nothing."""

import re

import pytest

import worlds
from app_hands import MAPS, REALMS, WATCHED, caught_up, go, names, open_app, row, settled, until, watching
from measures import two_answers, wait_until
from test_app_errors import LISTS, kept, visited_once

CLOCK = r"(\w+ )?\d\d:\d\d"
KAZZAK = "/realms/eu/retail/eu-realm-0"
#: Timers of the page that are due after three seconds never are, so that what still comes does so within them.
THREE_SECONDS = """const soon = window.setTimeout;
window.setTimeout = (act, time = 0, ...more) => (time > 3000 ? 0 : soon(act, time, ...more));"""
LANGUAGES = {
    "en-GB": (rf"No answer from the box yet\. As of {CLOCK}\.", "All realms, as last seen", "Try again", "has not answered yet"),
    "pl-PL": (rf"Urządzenie jeszcze nie odpowiada\. Stan z {CLOCK}\.", "Wszystkie serwery, ostatnio znany stan", "Spróbuj ponownie",
              "jeszcze nie odpowiada"),
}


def switch_off(site):
    """Packets go nowhere from now on: nothing is refused, nothing answered."""
    return [site.hold(path) for path in ("/v1/", "/realms/")]


def let_go(held):
    for one in held:
        one.set()


@pytest.mark.worker
@pytest.mark.parametrize("locale", LANGUAGES)
def test_watched_shows_all_realms_as_last_seen_while_nothing_is_answered(home, visit, locale):
    silent, title, again, _ = LANGUAGES[locale]
    site = watching(home, "eu-realm-0")
    page = visited_once(visit, site, locale=locale, scripts=[THREE_SECONDS])
    held = switch_off(site)
    page.reload()
    page.locator("#panel-watched .as-seen", has_text=title).wait_for()
    assert re.fullmatch(silent, page.locator("#strip-words").inner_text())
    assert page.locator("#again").inner_text() == again and page.locator("#again").is_visible()
    assert len(names(page, WATCHED)) == 340 and page.locator("#panel-watched .ghosts").is_hidden()
    let_go(held)
    until(lambda: names(page, WATCHED) == ["Kazzak"])
    assert page.locator("#panel-watched .as-seen").is_hidden() and page.locator("#strip").is_hidden()


@pytest.mark.worker
def test_a_box_that_refuses_leaves_watched_with_all_realms_too(home, visit):
    site = watching(home, "eu-realm-0")
    page = visited_once(visit, site)
    site.break_link()
    page.reload()
    page.locator("#panel-watched .as-seen", has_text="All realms, as last seen").wait_for()
    assert len(names(page, WATCHED)) == 340 and row(page, "Kazzak", WATCHED).is_disabled()
    site.mend_link()
    page.locator("#again").click()
    until(lambda: names(page, WATCHED) == ["Kazzak"])


def test_a_list_that_alone_cannot_be_had_is_asked_for_again_by_a_button(home, visit):
    site = watching(home, "eu-realm-0")
    site.foreign = ("/v1/devices/",)
    page = open_app(visit, site, noisy=True)
    page.locator("#panel-watched .as-seen", has_text="All realms").wait_for()
    site.foreign = ()
    page.locator("#panel-watched").get_by_role("button", name="Try again").click()
    until(lambda: names(page, WATCHED) == ["Kazzak"])


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("tab", [WATCHED, REALMS, MAPS])
def test_where_nothing_is_known_there_are_words_and_a_button_while_nothing_is_answered(home, visit, tab, locale):
    *_, again, words = LANGUAGES[locale]
    site = home(worlds.all_up())
    held = switch_off(site)
    page = open_app(visit, site, locale=locale, scripts=[THREE_SECONDS])
    go(page, tab)
    panel = page.locator(f"#panel-{tab}")
    panel.get_by_text(words).wait_for()
    panel.get_by_role("button", name=again).wait_for()
    let_go(held)
    panel.get_by_text(words).wait_for(state="hidden")


@pytest.mark.worker
def test_maps_are_there_without_a_connection_though_they_were_never_opened(home, visit):
    site = home(worlds.all_up())
    page = visited_once(visit, site)
    kept(page, "/v1/rotations", "/v1/timeline")
    site.break_link()
    page.reload()
    page.locator("#strip-words", has_text="cannot be reached").wait_for()
    go(page, MAPS)
    page.locator("#panel-maps .mode").nth(1).wait_for()
    assert page.locator("#panel-maps .mode").first.locator("li, .slot").count() > 2, "what comes is there as well"


def test_where_no_worker_keeps_them_the_maps_are_asked_for_when_their_tab_is_opened(home, visit):
    """Over plain http there is no worker: the app asks for nothing ahead of time."""
    site = home(worlds.all_up())
    page = open_app(visit, site, scripts=["delete Navigator.prototype.serviceWorker;"])
    page.wait_for_selector(".as-of:not(.stale)[aria-busy=false]")
    until(lambda: site.people.devices)
    settled(site)
    assert site.gets("/v1/rotations") == site.gets("/v1/timeline") == 0
    go(page, MAPS)
    page.locator("#panel-maps .mode").first.wait_for()
    assert site.gets("/v1/rotations") > 0


def test_the_page_of_a_realm_shows_what_the_list_on_the_screen_knew(home, visit):
    site = home(worlds.some_down())
    page = open_app(visit, site, noisy=True)
    go(page, REALMS)
    row(page, "Kazzak").wait_for()
    settled(site)
    site.break_link()
    page.locator("#panel-realms .row", has=page.get_by_text("Kazzak", exact=True)).locator(".row-more").click()
    page.locator("#detail h1", has_text="Kazzak").wait_for()
    assert page.locator(".realm-now").inner_text() == "Down when last seen"
    assert re.fullmatch(rf"The box cannot be reached\. As of {CLOCK}\.", page.locator("#strip-words").inner_text())
    site.mend_link()
    page.locator("#again").click()
    page.locator(".realm-now", has_text="Down since").wait_for()


@pytest.mark.worker
def test_the_page_of_a_realm_from_a_notice_shows_what_the_kept_list_knew(home, visit):
    site = home(worlds.all_up())
    page = visited_once(visit, site, scripts=[THREE_SECONDS])
    kept(page, *LISTS)
    held = switch_off(site)
    page.goto(f"{site.url}{KAZZAK}")
    page.locator("#detail h1", has_text="Kazzak").wait_for()
    page.locator("#strip-words", has_text="No answer from the box yet. As of").wait_for()
    assert page.locator(".realm-now").inner_text() == "Up when last seen"
    let_go(held)
    page.locator("#strip").wait_for(state="hidden")


def test_an_unknown_realm_says_within_three_seconds_that_nothing_is_answered(home, visit):
    site = home(worlds.all_up())
    held = site.hold("/v1/")
    page = visit(f"{site.url}{KAZZAK}", width=390, height=844, expect="#detail", scripts=[THREE_SECONDS])
    page.locator("#detail").get_by_text("the box has not answered yet").wait_for()
    page.locator("#detail").get_by_role("button", name="Try again").wait_for()
    held.set()
    page.locator("#detail h1", has_text="Kazzak").wait_for()


def test_a_slow_deed_says_nothing_of_silence(home, visit):
    """A test of notices waits for the push service: that the box answers late is no silence of it."""
    site = home(worlds.all_up())
    page = open_app(visit, site)
    page.wait_for_selector(".as-of:not(.stale)[aria-busy=false]")
    settled(site)
    held = site.hold("/v1/devices/")
    page.evaluate("import('/app/ask.js').then(({ personal }) => { personal('POST', '/test').catch(() => {}); })")
    until(lambda: site.under_way > 0)
    two_answers(page, 3000)
    assert page.evaluate("import('/app/silence.js').then(({ silence }) => silence.isThere)") is False
    held.set()
    caught_up(page)


def test_an_answer_ends_the_silence(home, visit):
    site = home(worlds.all_up())
    held = switch_off(site)
    page = open_app(visit, site)
    is_silent = "() => import('/app/silence.js').then(({ silence }) => silence.isThere)"
    wait_until(page, is_silent)
    let_go(held)
    wait_until(page, f"async () => !await ({is_silent})()")
