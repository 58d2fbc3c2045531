"""Each sentence of the specification of WoWRealmStatus about its app, in the order of the specification."""

import json
import re

import pytest

import bodies as b
import worlds
from app_hands import HIDE, REALMS, SETTINGS, WATCHED, choose_region, go, is_gold, names, open_app, ready, row, setting, settled, until, watching
from measures import two_answers, wait_until


def test_it_generates_a_unique_id_and_registers_it(home, visit):
    site = home(worlds.all_up())
    for _ in range(2):
        page = ready(open_app(visit, site))
    ids = list(site.people.devices)
    assert len(ids) == 2, "each phone makes its own"
    assert all(re.fullmatch(r"[\w-]{22}", one) for one in ids)
    assert all(re.fullmatch(r"[\w-]{43}", one) for one in site.people.secrets.values())
    assert site.people.devices[ids[0]]["timeZone"] == b.ZONE
    assert site.people.devices[ids[0]]["locale"] == page.evaluate("navigator.language")


def test_it_shows_the_current_status_of_realms(home, visit):
    page = ready(open_app(visit, home(worlds.some_down())))
    assert "Down since" in row(page, "Kazzak").text_content()
    assert "Up" in row(page, "Twisting Nether").text_content()
    assert "Queue" in row(page, "Twisting Nether").text_content()
    assert "Locked" in row(page, "Burning Legion").text_content()
    assert page.locator("#as-of-words").inner_text().startswith("as of ")


def test_it_is_a_tabbed_interface(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    tabs = page.get_by_role("tab")
    assert tabs.all_inner_texts() == ["Watched", "All realms", "Maps", "Settings"]
    for number in range(4):
        tabs.nth(number).click()
        assert [tabs.nth(one).get_attribute("aria-selected") == "true" for one in range(4)].index(True) == number
        shown = page.locator('[role="tabpanel"]:visible')
        until(lambda: shown.count() == 1)
        assert shown.get_attribute("aria-labelledby") == tabs.nth(number).get_attribute("id")


def test_one_tab_is_an_abbreviated_list_of_watched_realms(home, visit):
    page = open_app(visit, watching(home, "eu-realm-0", "eu-realm-3"))
    page.wait_for_selector("#panel-watched .row")
    assert names(page, WATCHED) == ["Kazzak", "Twisting Nether"]


def test_another_is_a_list_of_all_the_realms(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    assert sorted(names(page, REALMS)) == sorted(one["name"] for one in site.world.realms["eu", "retail"])
    assert page.locator("#panel-realms .row > button.row-button").count() == 340, "each row is a realm"


def test_settings_have_a_region_selector_about_and_a_link_to_the_manual(home, visit):
    page = ready(open_app(visit, home(worlds.all_up())))
    go(page, SETTINGS)
    page.locator("#panel-settings button.entry").click()
    page.get_by_role("radio", name="Europe").wait_for()
    assert page.locator(".choice:has([name=region])").all_inner_texts() == ["Americas", "Europe", "Korea", "Taiwan"]
    assert page.get_by_role("radio", name="Europe").is_checked(), "the time zone of the phone chose it"
    page.get_by_role("button", name="Done").click()
    about = setting(page, "about")
    assert "Version 1.2.3" in about.inner_text()
    assert about.get_by_role("link", name="Manual").get_attribute("href") == "/manual"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_arrows_are_green_and_up_or_red_and_down(home, visit, scheme):
    page = ready(open_app(visit, home(worlds.some_down()), color_scheme=scheme))
    seen = {}
    for name in ("Kazzak", "Twisting Nether"):
        sign = row(page, name).locator(".row-sign")
        red, green, _ = map(int, re.findall(r"\d+", sign.evaluate("n => getComputedStyle(n).color"))[:3])
        top, bottom = sign.locator("path").evaluate("""n => {
            const box = n.getBBox();
            const wide = y => { const hits = []; for (let x = box.x; x <= box.x + box.width; x += 0.25) {
                const p = new DOMPoint(x, y); if (n.isPointInFill(p)) hits.push(x); } return hits.length; };
            return [wide(box.y + 2.5), wide(box.y + box.height - 2.5)]; }""")
        seen[name] = (red > green, top > bottom)
    assert seen["Kazzak"][0] and not seen["Twisting Nether"][0], "red and green"
    assert row(page, "Kazzak").locator("svg").first.get_attribute("data-shape") == "down"
    assert row(page, "Twisting Nether").locator("svg").first.get_attribute("data-shape") == "up"
    assert seen["Kazzak"][1] and not seen["Twisting Nether"][1], "the point of the arrow is below, or above"


def test_the_arrows_can_be_read_without_colour(home, visit):
    page = ready(open_app(visit, home(worlds.some_down())))
    shapes = {name: row(page, name).locator(".row-sign path").get_attribute("d") for name in ("Kazzak", "Twisting Nether")}
    assert shapes["Kazzak"] != shapes["Twisting Nether"]
    said = """n => [n.getAttribute('aria-label'), ...n.getAttribute('aria-describedby').split(' ').map(
        (id) => document.getElementById(id).textContent)].join(' ')"""
    spoken = row(page, "Kazzak").evaluate(said)
    assert spoken.startswith("Watch Kazzak") and "Down since" in spoken
    assert "Up" in row(page, "Twisting Nether").evaluate(said)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_eye_is_muted_grey_or_glowing_gold(home, visit, scheme):
    page = ready(open_app(visit, home(worlds.all_up()), color_scheme=scheme))
    eye = row(page, "Kazzak").locator(".eye")
    look = "n => { const s = getComputedStyle(n); return [s.color.match(/\\d+/g).map(Number), s.filter]; }"
    (grey, plain), before = eye.evaluate(look), eye.screenshot()
    assert max(grey[:3]) - min(grey[:3]) < 30 and plain == "none"
    row(page, "Kazzak").click()
    gold, glow = eye.evaluate(look)
    assert gold[0] > gold[1] > gold[2] + 60 and "drop-shadow" in glow
    iris = eye.locator(".eye-iris")
    until(lambda: iris.evaluate("n => getComputedStyle(n).fill") != "none", what="filled against hollow: without colour, too")
    until(lambda: eye.screenshot() != before, what="it looks the same")


def test_a_tap_anywhere_on_the_row_toggles_the_watch_and_the_eye(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    settled(site)
    button = row(page, "Kazzak")
    box = button.bounding_box()
    whole = button.locator("xpath=..").bounding_box()
    assert box["x"] - whole["x"] < 1 and whole["width"] - box["width"] <= 52.5, "all but the way to the page"
    for step, share in enumerate((0.02, 0.3, 0.6, 0.98)):
        page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] * (0.15 + 0.2 * step))
        assert is_gold(button) == (step % 2 == 0), f"a tap at {share} of the row's width"
    until(lambda: len(site.puts("watchlist/eu")) > 0 and site.list_of("eu")["realms"] == [])


def test_the_watched_screen_has_the_same_cells(home, visit):
    page = open_app(visit, watching(home, "eu-realm-0", world=worlds.some_down()))
    page.wait_for_selector("#panel-watched .row .day > *", state="attached")

    def cell(tab):
        go(page, tab)
        return re.sub(r"(facts|past)-\d+", r"\1", row(page, "Kazzak", tab).locator("xpath=..").inner_html())

    # Between two looks a minute may turn, which the cells say.
    until(lambda: cell(WATCHED) == cell(REALMS), what=f"{cell(WATCHED)}\n{cell(REALMS)}")


def test_an_unwatched_realm_stays_with_a_grey_eye_and_can_be_taken_back(home, visit):
    site = watching(home, "eu-realm-0", "eu-realm-3")
    page = open_app(visit, site)
    button = row(page, "Kazzak", WATCHED)
    button.click()
    assert not is_gold(button)
    until(lambda: site.list_of("eu")["realms"] == ["retail/eu-realm-3"])
    assert names(page, WATCHED) == ["Kazzak", "Twisting Nether"], "it did not disappear"
    button.click()
    assert is_gold(button)
    until(lambda: sorted(site.list_of("eu")["realms"]) == ["retail/eu-realm-0", "retail/eu-realm-3"])


def test_after_a_change_of_tabs_only_what_is_watched_is_shown(home, visit):
    page = open_app(visit, watching(home, "eu-realm-0", "eu-realm-3"))
    row(page, "Kazzak", WATCHED).click()
    go(page, SETTINGS)
    go(page, WATCHED)
    assert names(page, WATCHED) == ["Twisting Nether"]


def test_every_change_sends_the_entire_list(home, visit):
    site = watching(home, "eu-realm-0", "eu-realm-3")
    page = ready(open_app(visit, site))
    for count, name in enumerate(("Burning Legion", "Kazzak"), 1):
        row(page, name).click()
        until(lambda count=count: len(site.puts("watchlist/eu")) == count)
    assert [body["realms"] for body in site.puts("watchlist/eu")] == [
        ["retail/eu-realm-0", "retail/eu-realm-3", "retail/eu-realm-4"], ["retail/eu-realm-3", "retail/eu-realm-4"]]
    assert [body["version"] for body in site.puts("watchlist/eu")] == [3, 4], "each names the version it replaces"


def test_the_last_realm_can_be_unwatched_the_empty_list_is_a_list(home, visit):
    site = watching(home, "eu-realm-0")
    page = open_app(visit, site)
    row(page, "Kazzak", WATCHED).click()
    until(lambda: site.puts("watchlist/eu") and site.list_of("eu")["realms"] == [])


def test_one_list_is_in_flight_and_the_newest_goes_next(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    answers = site.hold("/v1/devices")
    page.evaluate("[...document.querySelectorAll('#panel-realms .row-button')].slice(10, 18).forEach(one => one.click())")
    answers.set()
    until(lambda: len(site.list_of("eu")["realms"]) == 8)
    sent = [len(body["realms"]) for body in site.puts("watchlist/eu")]
    assert sent == [1, 8], "the lists between the first and the newest were never needed"


def test_status_is_pulled_on_opening_and_on_a_change_of_region_only(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    row(page, "Kazzak").click()
    for tab in (SETTINGS, WATCHED, REALMS, SETTINGS):
        go(page, tab)
    two_answers(page, 1500)
    assert (pulled(site), site.gets("/v1/events")) == (1, 0)
    choose_region(page, "Korea")
    go(page, REALMS)
    row(page, "하이잘").wait_for()
    assert (pulled(site), pulled(site, "kr")) == (1, 1)


def opened(site):
    """How often this phone was registered or brought up to date: each opening does that."""
    return len([1 for method, path, _ in site.told if method == "PUT" and path.count("/") == 3])


def pulled(site, region="eu"):
    return len([path for path in site.requests if path.startswith(f"/v1/regions/{region}/realms?")])


def test_coming_back_after_a_while_counts_as_opening(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    before = opened(site)
    until(lambda: site.gets("/v1/regions/eu/realms/history") == 1)
    # At once: a minute away is more than a glance.
    page.evaluate(f"() => {{ for (const hidden of [true, false]) ({HIDE})(hidden); }}")
    until(lambda: pulled(site) == 2, what="becoming visible refreshes")
    assert opened(site) == before, "a glance away is no opening"
    # Days come last, after the lists.
    until(lambda: site.gets("/v1/regions/eu/realms/history") == 2)
    page.evaluate(HIDE, True)
    page.evaluate("() => { const real = Date.now; Date.now = () => real() + 120_000; }")
    settled(site)
    asked = site.gets("/v1/")
    two_answers(page, 300)
    assert site.gets("/v1/") == asked, "nothing is asked for while hidden"
    page.evaluate(HIDE, False)
    until(lambda: pulled(site) == 3 and opened(site) > before)


def test_the_watch_list_is_fetched_when_the_region_changes_or_the_app_is_loaded(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    row(page, "Kazzak").click()
    until(lambda: site.list_of("eu")["realms"])

    def fetched(region):
        return len([one for one in site.told if one[0] == "GET" and one[1].endswith(f"watchlist/{region}")])

    assert fetched("eu") == 1
    choose_region(page, "Korea")
    until(lambda: fetched("kr") == 1)
    choose_region(page, "Europe")
    until(lambda: fetched("eu") == 2)
    page.reload()
    until(lambda: fetched("eu") == 3)
    go(page, WATCHED)
    row(page, "Kazzak", WATCHED).wait_for()


@pytest.mark.worker
def test_only_the_device_id_and_the_region_are_saved_on_the_device(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    row(page, "Kazzak").click()
    choose_region(page, "Korea")
    until(lambda: site.gets("/v1/regions/kr/realms"))
    stored = json.loads(page.evaluate("JSON.stringify({ ...localStorage })"))
    [device] = site.people.devices
    assert stored == {"watchpost.credential": f"{device}.{site.people.secrets[device]}", "watchpost.region": "kr"}
    assert page.evaluate("[document.cookie, sessionStorage.length]") == ["", 0]
    assert page.evaluate("async () => (await indexedDB.databases()).length") == 0
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    page.reload()
    wait_until(page, "async () => (await caches.keys()).includes('watchpost-kept')")
    assert set(page.evaluate("caches.keys()")) <= {"watchpost-shell-development", "watchpost-kept", "watchpost-identity"}
    kept = page.evaluate("async () => (await (await caches.open('watchpost-kept')).keys()).map(one => one.url)")
    assert not [one for one in kept if "devices" in one], "what is personal is not kept offline"


def test_the_region_is_remembered(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site)
    page.wait_for_selector("#place:has-text('Europe')")
    choose_region(page, "Taiwan")
    page.reload()
    page.wait_for_selector("#place:has-text('Taiwan')")
    go(page, REALMS)
    row(page, "暗影之月").wait_for()


def test_lists_of_regions_that_are_not_shown_go_on_being_sent(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    answers = site.hold("/v1/devices")
    row(page, "Kazzak").click()
    row(page, "Burning Legion").click()
    choose_region(page, "Korea")
    answers.set()
    until(lambda: len(site.list_of("eu")["realms"]) == 2, what="the newest list of the region that was left")
