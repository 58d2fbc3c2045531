"""What the app asks for when it is opened: what is on the screen, and the rest when it is looked at."""

import pytest

import worlds
from app_hands import MAPS, REALMS, SETTINGS, WATCHED, open_app, settled, until
from measures import wait_until

#: What a browser at home has, where the address is no secure one.
NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })"


def questions(site) -> list[str]:
    """Without the phone's name in them, and without what stands behind a question mark."""
    return ["/".join(part for part in one.split("?")[0].split("/") if len(part) != 22) for one in site.requests if "barrier" not in one]


@pytest.mark.parametrize("tab", [REALMS, WATCHED])
def test_the_app_is_opened_with_twelve_requests(home, visit, tab):
    site = home(worlds.some_down())
    page = visit(f"{site.url}/app#{tab}", width=390, height=844, expect=f"#tab-{tab}:visible", scripts=[NO_WORKER])
    until(lambda: "/v1/devices/watchlist/eu" in questions(site))
    settled(site)
    assert len(questions(site)) <= 12, questions(site)
    assert page.locator(f"#panel-{tab}").is_visible()


def test_alerts_once_and_likes_are_asked_for_where_they_are_shown(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site, scripts=[NO_WORKER])
    until(lambda: "/v1/devices/watchlist/eu" in questions(site))
    settled(site)
    alerts, likes = "/v1/devices/alerts", "/v1/devices/maps"
    assert not {alerts, likes} & set(questions(site))
    for tab in (MAPS, SETTINGS, WATCHED, MAPS):
        page.locator(f"#tab-{tab}").click()
        wait_until(page, "name => !document.querySelector(`#panel-${name}`).hidden", tab)
        settled(site)
        assert questions(site).count(alerts) == 1, tab
        assert likes in questions(site)


@pytest.mark.parametrize("tab", [MAPS, SETTINGS])
def test_an_app_that_is_opened_there_asks_for_them_as_soon_as_the_phone_is_known(home, visit, tab):
    site = home(worlds.all_up())
    visit(f"{site.url}/app#{tab}", width=390, height=844, expect=f"#tab-{tab}:visible")
    until(lambda: "/v1/devices/alerts" in questions(site))
    settled(site)
    assert questions(site).count("/v1/devices/alerts") == 1
