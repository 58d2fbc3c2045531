"""A realm of which nobody knows how it is while its source answers: it is said to be unknown, and taken for up nowhere."""

from datetime import timedelta

import pytest

import bodies as b
import worlds
from app_hands import REALMS, WATCHED, go, names, open_app, row, shows, watching

SINCE = {"en-GB": "Unknown since ", "pl-PL": "Stan nieznany od "}
GROUP = {"en-GB": ["1 unknown", "339 up"], "pl-PL": ["1 nieznany", "339 działa"]}


def one_unknown() -> worlds.World:
    world = worlds.all_up()
    world.source("eu", b.realms("eu", 340))
    since = b.stamp(b.now() - timedelta(minutes=50))
    world.realms["eu", "retail"][0].update(state="unknown", since=since, population="unknown")
    return world


@pytest.mark.parametrize("locale", SINCE)
def test_its_page_says_so_and_shows_no_arrow(home, visit, locale):
    page = visit(f"{home(one_unknown()).url}/realms/eu/retail/eu-realm-0", locale=locale, expect=".realm-now", width=390, height=844)
    assert page.locator(".realm-now").inner_text().startswith(SINCE[locale])
    assert page.locator(".realm-now svg").get_attribute("data-shape") == "unknown"
    assert page.title().startswith(f"Kazzak: {SINCE[locale]}")


@pytest.mark.parametrize("locale", SINCE)
def test_in_the_lists_it_has_a_group_of_its_own_above_what_is_up(home, visit, locale):
    page = open_app(visit, watching(home, "eu-realm-0", "eu-realm-3", world=one_unknown()), locale=locale)
    for tab in (WATCHED, REALMS):
        go(page, tab)
        kazzak = row(page, "Kazzak", tab)
        assert SINCE[locale] in kazzak.inner_text()
        assert kazzak.locator("svg").first.get_attribute("data-shape") == "unknown"
        assert page.locator(f"#panel-{tab} .group[data-kind=unknown] .row-name").all_inner_texts() == ["Kazzak"]
        assert "Kazzak" not in page.locator(f"#panel-{tab} .group[data-kind=up] .row-name").all_inner_texts()
    assert page.locator("#panel-realms .group h2").all_inner_texts() == GROUP[locale]


def test_it_is_among_those_that_are_not_well(home, visit):
    page = open_app(visit, home(one_unknown()))
    go(page, REALMS)
    row(page, "Kazzak").wait_for()
    page.locator("#panel-realms .toggle").click()
    assert names(page, REALMS) == ["Kazzak"]


def test_the_status_page_promises_nothing_for_it(serve, visit):
    page = visit(serve(one_unknown()).url)
    shows(page.locator("h1"), "Up, as far as we can see.")
    page.locator("#verdict-notes", has_text="1 realm with unknown status").wait_for()
    block = page.locator(".region[data-region=eu] .flavour").first
    shows(block.locator(".headline"), "339 of 340 up")
    assert block.locator(".chip.unknown").inner_text().strip() == "1 unknown"


def test_a_region_of_which_nothing_is_known_has_no_arrow(serve, visit):
    world = one_unknown()
    for realm in world.realms["eu", "retail"]:
        realm.update(state="unknown", population="unknown")
    block = visit(serve(world).url).locator(".region[data-region=eu] .flavour").first
    assert block.locator(".sign svg").first.get_attribute("data-shape") == "unknown"
    block.locator(".headline", has_text="0 of 340 up").wait_for()
