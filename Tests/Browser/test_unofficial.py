"""Facts of the page for people are never shown as Battle.net's: page and app say from where they are."""

import pytest

import worlds
from app_hands import REALMS, WATCHED, go, open_app, row, watching

WORDS = {"en-US": "From Blizzard’s status page: unofficial", "pl-PL": "Ze strony stanu Blizzarda: nieoficjalnie"}


@pytest.mark.parametrize("locale", WORDS)
def test_the_page_says_from_where_its_facts_are(serve, visit, locale):
    page = visit(serve(worlds.unofficial()).url, locale=locale)
    page.locator("main", has_text=WORDS[locale]).wait_for()


@pytest.mark.parametrize("locale", WORDS)
def test_the_app_says_from_where_its_facts_are(home, visit, locale):
    page = open_app(visit, home(worlds.unofficial()), locale=locale)
    go(page, REALMS)
    page.locator("#panel-realms .list-note", has_text=WORDS[locale]).wait_for()
    page.goto(page.url.split("/app")[0] + "/realms/eu/retail/eu-realm-0")
    page.locator(".realm-card .facts", has_text=WORDS[locale]).wait_for()


@pytest.mark.parametrize("locale", WORDS)
def test_the_first_tab_says_it_below_the_watched_realms(home, visit, locale):
    page = open_app(visit, watching(home, "eu-realm-0", world=worlds.unofficial()), locale=locale)
    assert row(page, "Kazzak", WATCHED).is_visible()
    page.locator("#panel-watched .list-note", has_text=WORDS[locale]).wait_for()
    assert page.locator("#panel-watched .list-note", has_text=WORDS[locale]).count() == 1


def test_the_first_tab_says_it_of_realms_that_are_there_alone(home, visit):
    page = open_app(visit, watching(home, world=worlds.unofficial()), locale="en-US")
    page.locator("#panel-watched .empty:visible, #panel-watched .first:visible").first.wait_for()
    assert "unofficial" not in page.locator("#panel-watched").inner_text()


def test_what_battle_net_says_needs_no_such_words(serve, home, visit):
    page = visit(serve(worlds.all_up()).url)
    assert "unofficial" not in page.locator("main").inner_text()
    page = open_app(visit, watching(home, "eu-realm-0"), locale="en-US")
    assert row(page, "Kazzak", WATCHED).count() == 1
    assert "unofficial" not in page.locator("#panel-watched").inner_text()
    go(page, REALMS)
    assert row(page, "Kazzak").count() == 1
    assert "unofficial" not in page.locator("#panel-realms").inner_text()
