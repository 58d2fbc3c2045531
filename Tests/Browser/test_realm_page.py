"""The page that a notice leads to."""

import pytest

import measures
import worlds
from app_hands import until
from measures import wait_until
from test_app_trouble import KEPT
from test_layout import fits


def realm(visit, site, slug="eu-realm-0", **options):
    return visit(f"{site.url}/realms/eu/retail/{slug}", **{"expect": ".realm-title", "width": 390, "height": 844, **options})


def test_it_says_what_the_realm_is_doing_since_when_and_what_was(home, visit):
    page = realm(visit, home(worlds.troubled()))
    assert page.locator("h1").inner_text() == "Kazzak"
    assert page.locator("h1 svg").get_attribute("data-shape") == "down"
    assert page.locator(".realm-now").inner_text().startswith("Down since ")
    page.locator(".bar").first.wait_for(state="attached")
    assert "99.2 % up" in page.locator(".strip-words").inner_text()
    assert page.title().startswith("Kazzak: Down since")


def test_the_eye_watches_and_the_first_tap_registers(home, visit):
    site = home(worlds.all_up())
    page = realm(visit, site)
    assert site.people.devices == {}, "looking registers nobody"
    page.get_by_role("button", name="Watch this realm").click()
    until(lambda: site.people.devices and site.list_of("eu")["realms"] == ["retail/eu-realm-0"])
    page.get_by_role("button", name="Watched").click()
    until(lambda: site.list_of("eu")["realms"] == [])
    page.reload()
    page.get_by_role("button", name="Watch this realm").wait_for()


def test_connected_realms_are_linked(home, visit):
    world = worlds.all_up()
    world.realms["eu", "retail"][1]["connectedRealm"] = 100
    page = realm(visit, home(world))
    page.get_by_role("link", name="Eu Realm 1").click()
    page.wait_for_selector("h1:has-text('Ревущий фьорд')")


def test_the_name_comes_in_the_viewers_language(home, visit):
    assert realm(visit, home(worlds.all_up()), locale="ko-KR").locator("h1").inner_text() == "카자크"


def test_an_unknown_realm_is_a_clear_answer(home, visit):
    page = realm(visit, home(worlds.all_up()), slug="atlantis", expect="#realm h1", noisy=True)
    assert page.locator("h1").inner_text() == "There is no such realm."
    page.get_by_role("link", name="All my realms").click()
    page.wait_for_selector("#tab-watched")


def test_without_a_connection_the_last_known_state_is_marked(home, visit):
    site = home(worlds.all_up())
    page = realm(visit, site, noisy=True)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    page.reload()
    wait_until(page, KEPT.replace("/realms'", "/v1/realms/'"))
    site.break_link()
    page.reload()
    page.wait_for_selector("#realm.old")
    assert "last known at" in page.locator("#realm > .note").inner_text()
    assert page.locator("h1").inner_text() == "Kazzak"


def test_an_unreachable_appliance_is_said(home, visit):
    site = home(worlds.all_up())
    page = realm(visit, site, noisy=True)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    site.break_link()
    page.goto(f"{site.url}/realms/eu/retail/eu-realm-9")
    page.wait_for_selector("#realm h1")
    assert "cannot be reached" in page.locator("#realm .note").inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_every_size_and_has_contrast(home, visit, scheme):
    page = realm(visit, home(worlds.troubled()), color_scheme=scheme)
    page.locator(".bar").first.wait_for(state="attached")
    fits(page)
    assert page.evaluate(measures.CONTRAST)["poor"] == []
