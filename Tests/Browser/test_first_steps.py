"""A new box: what it says while it knows little, and that each of these words leads on."""

import re

import pytest

import bodies as b
import worlds
from app_hands import MAPS, WATCHED, back, go, open_app, ready, row, setting, until, watching
from test_layout import fits

#: A page that came over http, as at home.
PLAIN_HTTP = "Object.defineProperty(window, 'isSecureContext', { get: () => false });"


def card(page, name: str):
    """The card of a mode in the app."""
    return page.locator("#panel-maps .mode", has=page.get_by_text(name, exact=True))


def maps_of(home, visit, world=None, **options):
    site = home(world or worlds.first_run())
    page = open_app(visit, site, **options)
    go(page, MAPS)
    page.locator("#panel-maps .mode-start").first.wait_for()
    return site, page


@pytest.mark.parametrize("locale, words", [
    ("en-GB", r"The published schedule of Casual ended Tue, 4 Nov {year} 19:00\. This box knows no newer one\."),
    ("pl-PL", r"Opublikowany plan trybu Casual skończył się \(.+ 4 lis {year} 19:00\)\. To urządzenie nie zna nowszego\."),
])
def test_a_schedule_that_ended_says_which_and_when_with_its_year(home, visit, locale, words):
    site, page = maps_of(home, visit, locale=locale)
    wanted = words.replace("{year}", str(b.now().year - 1)).replace("Tue", r"\w+").replace("19:00", r"\d\d:\d\d")
    until(lambda: re.search(wanted, card(page, "Casual").locator(".until").inner_text()), what=card(page, "Casual").inner_text())
    status = visit(site.url, locale=locale, expect=".mode .ways")
    assert re.search(wanted, status.locator(".mode").first.inner_text()), status.locator(".mode").first.inner_text()
    links = status.locator(".mode").first.locator(".ways a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links == ["/app#maps", "/manual/rotations#is-the-schedule-right"]


def test_one_tap_on_the_map_that_is_on_sets_an_ended_mode_going(home, visit):
    site, page = maps_of(home, visit)
    card(page, "Casual").get_by_role("button", name="Which map is on?").click()
    sheet = page.get_by_role("dialog", name="Casual: which map is on?")
    assert sheet.locator(".start-map").all_inner_texts() == [
        "Broken Moon", "E-District", "Kings Canyon", "Olympus", "Storm Point", "World's Edge"]
    assert all(one.bounding_box()["height"] >= 44 for one in sheet.get_by_role("button").all())
    sheet.get_by_role("button", name="Olympus").click()
    sheet.wait_for(state="detached")
    card(page, "Casual").get_by_role("heading", name="Casual").wait_for()
    until(lambda: card(page, "Casual").locator(".map").inner_text() == "Olympus")
    assert [body for body in site.posts("/v1/schedule/start")] == [{"mode": "pubs", "map": "OL"}]
    assert card(page, "Casual").locator(".mode-start").is_hidden()
    toast = page.locator(".toast-line")
    assert re.match(r"Olympus until (\w+ )?\d\d:\d\d, and then on in order\.", toast.inner_text())
    toast.get_by_role("button", name="Pair this phone").click()
    page.locator("#detail").get_by_role("heading", name="Pair this phone").wait_for()
    assert card(page, "Ranked").locator(".map").text_content() == "Schedule ended"


def test_the_second_of_two_sees_why_it_failed_and_what_is_on(home, visit):
    site, page = maps_of(home, visit, noisy=True)
    card(page, "Casual").get_by_role("button", name="Which map is on?").click()
    site.people.schedule.start("pubs", "KC", False)
    sheet = page.get_by_role("dialog", name="Casual: which map is on?")
    sheet.get_by_role("button", name="Olympus").click()
    sheet.get_by_text("A map is already on; a paired phone can change it.").wait_for()
    until(lambda: card(page, "Casual").locator(".map").text_content() == "Kings Canyon")
    sheet.get_by_role("button", name="Cancel").click()
    page.locator("dialog.start-sheet[open]").wait_for(state="detached")


def test_away_from_home_it_is_said_where_that_works(home, visit):
    world = worlds.first_run()
    site = home(world)
    site.people.about["access"] = "public"
    page = open_app(visit, site)
    go(page, MAPS)
    note = card(page, "Casual").get_by_text("At home, or on a paired phone, you can say here which map is on.")
    note.wait_for()
    assert card(page, "Casual").get_by_role("button", name="Which map is on?").is_hidden()
    key = card(page, "Casual").get_by_role("link", name="Use a free key")
    assert key.get_attribute("href") == "/manual/rotations#is-the-schedule-right"


@pytest.mark.parametrize("width, height", [(320, 568), (844, 390)])
def test_the_sheet_of_maps_fits(home, visit, width, height):
    _, page = maps_of(home, visit, width=width, height=height, locale="pl-PL")
    card(page, "Casual").get_by_role("button", name="Która mapa trwa?").click()
    fits(page)


def test_what_waits_says_so_once_and_nothing_of_it_is_stale(serve, visit):
    page = visit(serve(worlds.first_run()).url, expect=".flavour")
    said = page.locator("body").inner_text()
    # Two regions and the verdict: one phrase, a time each.
    assert said.count("Waiting for data") == 3
    assert "Europe, Korea: Waiting for data" in said
    for words in ("stale", "Stale", "no data", "No data", "Nothing is known"):
        assert words not in said, words
    assert page.locator("#link-words").inner_text().startswith(("Live", "Every"))


def test_the_first_watched_realm_is_followed_by_what_comes_next(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, scripts=[PLAIN_HTTP]))
    go(page, WATCHED)
    steps = page.get_by_role("region", name="What comes next")
    page.locator(".first").wait_for()
    assert steps.is_hidden()
    go(page, "realms")
    row(page, "Kazzak").click()
    until(lambda: site.puts("/watchlist/"))
    go(page, WATCHED)
    steps.wait_for()
    links = steps.get_by_role("link").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert links == ["/app#settings/pair", "/app#maps", "/app#settings/notifications"]
    # What was done, or looked at, is gone from the list.
    steps.get_by_role("link", name="See the maps").click()
    page.wait_for_selector("#panel-maps:not([hidden])")
    site.device["administrator"] = True
    page.reload()
    go(page, WATCHED)
    until(lambda: steps.get_by_role("link").count() == 1)
    steps.get_by_role("link", name="Use an https address").click()
    guide = page.locator("#detail").get_by_role("link", name="Open the guide")
    assert guide.get_attribute("href") == "/manual/tunnel"
    back(page)
    go(page, WATCHED)
    steps.get_by_role("button", name="Not now").click()
    assert steps.is_hidden()
    page.reload()
    page.locator("#panel-watched .row").wait_for()
    assert steps.is_hidden()


def test_a_box_without_a_display_says_what_to_run(home, visit):
    site = watching(home, "eu-realm-0")
    page = open_app(visit, site)
    real = site.people.pair

    def without_display(rest, bearer, body):
        status, answer = real(rest, bearer, body)
        return status, {**answer, "shownOn": "journal"} if "shownOn" in answer else answer

    site.people.pair = without_display
    place = setting(page, "pair")
    place.get_by_role("button", name="Show a code on the box").click()
    place.get_by_text("This box has no display. Run “sudo watchpost pair” on it").wait_for()


def test_about_leads_to_the_manual_of_the_box(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    links = setting(page, "about").get_by_role("link")
    assert links.evaluate_all("all => all.map(one => one.getAttribute('href'))") == ["/manual", "/"]


def test_no_words_of_ours_name_a_file_of_the_project():
    """A phone cannot open one: the manual is served by the box, and linked."""
    from pages import languages

    named = [(tag, key) for tag, file in languages().items() for key, words in file["words"].items() if re.search(r"\bdocs/|\.md\b", str(words))]
    assert named == []
