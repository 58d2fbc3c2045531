"""The app as it was drawn: measures, order, and the exact words of every state."""

import re
from zoneinfo import ZoneInfo

import pytest

import bodies as b
import measures
import worlds
from app_browser import PUSH_SERVICE, permission
from app_hands import MAPS, REALMS, SETTINGS, WATCHED, back, choose_region, go, open_app, ready, row, setting, sure, until, watching
from measures import two_answers, wait_until

CLOCK = r"(\w+ )?\d\d:\d\d"
#: A toast goes after ten seconds; here it stays until it is tapped.
LASTING = """(() => {
  const soon = window.setTimeout;
  window.setTimeout = (act, time, ...more) => (time === 10000 ? 0 : soon(act, time, ...more));
})();"""


def heads(page, tab):
    return page.locator(f"#panel-{tab} .group h2").all_inner_texts()


def top_of(page, selector):
    return page.locator(selector).first.bounding_box()["y"]


def some_down():
    """Kazzak down, Twisting Nether with a queue, Burning Legion in maintenance, Classic stale."""
    world = worlds.some_down()
    eu = world.realms["eu", "retail"]
    eu[4].update(state="maintenance", since=b.stamp(b.now() - b.timedelta(minutes=20)), locked=False)
    eu[3].update(since=b.stamp(b.now() - b.timedelta(days=12, hours=1)))
    classic = [b.realm("eu", 900, "Firemaw", id="classic/firemaw", slug="firemaw")]
    world.source("eu", classic, "classic", freshness={
        "state": "stale", "since": b.stamp(b.now() - b.timedelta(minutes=31)), "reason": "Battle.net eu/classic answered HTTP 503"})
    return world


def watched(home, visit, world=None, **options):
    site = watching(home, "eu-realm-0", "eu-realm-3", "eu-realm-4", world=world or some_down())
    page = open_app(visit, site, **options)
    page.wait_for_selector("#panel-watched .row-button:not([disabled])")
    return site, page


@pytest.mark.parametrize("size", [(320, 568), (390, 844)], ids=lambda one: str(one[0]))
def test_the_header_is_52_high_and_the_first_row_within_90(home, visit, size):
    _, page = watched(home, visit, width=size[0], height=size[1])
    assert page.locator("#bar").bounding_box()["height"] == 52
    assert top_of(page, "#panel-watched .row") <= 90
    assert all(one.bounding_box()["height"] >= 66 for one in page.locator("#panel-watched .row").all())


def test_what_is_down_is_on_top_tinted_and_said_in_words(home, visit):
    site, page = watched(home, visit)
    assert heads(page, WATCHED) == ["1 down", "1 in maintenance", "1 up"]
    grounds = [one.evaluate("n => getComputedStyle(n).backgroundColor") for one in page.locator("#panel-watched .group .group-card").all()]
    assert grounds == ["rgb(251, 231, 222)", "rgb(229, 237, 248)", "rgb(255, 253, 248)"]
    assert page.locator("#tab-watched .badge").inner_text() == "1"
    assert "1 down" in page.locator("#tab-watched").text_content(), "the badge is said"
    site.world.realms["eu", "retail"][0].update(state="up", since=b.stamp(b.now()))
    page.locator("#as-of").click()
    until(lambda: heads(page, WATCHED) == ["1 in maintenance", "2 up"], what="the row moves to where it belongs")
    wait_until(page, "() => document.querySelector('#live').textContent.startsWith('Kazzak is up again.')")


def test_rows_say_what_was_drawn(home, visit):
    _, page = watched(home, visit)
    facts = lambda name: row(page, name, WATCHED).locator(".row-facts").inner_text()  # noqa: E731
    assert re.fullmatch(rf"Down since {CLOCK} · English", facts("Kazzak"))
    assert facts("Twisting Nether") == "Up 12 days · English · Full"
    assert row(page, "Twisting Nether", WATCHED).locator(".tag").all_inner_texts() == ["Queue"]
    assert re.fullmatch(rf"Maintenance since {CLOCK} · English · Full|Maintenance since {CLOCK} · English.*", facts("Burning Legion"))


def test_up_since_is_a_time_for_a_day_and_then_days(home, visit):
    world = worlds.all_up()
    eu = world.realms["eu", "retail"]
    for number, hours in ((0, 5), (3, 25), (4, 24 * 12)):
        eu[number]["since"] = b.stamp(b.now() - b.timedelta(hours=hours))
    _, page = watched(home, visit, world)
    states = [one.inner_text() for one in page.locator("#panel-watched .row-state").all()]
    assert re.fullmatch(rf"Up since {CLOCK}", states[1]) and {states[0], states[2]} == {"Up 12 days", "Up 1 day"}


def test_the_link_beside_the_eye_opens_the_page_and_back_returns(home, visit):
    _, page = watched(home, visit)
    link = page.get_by_role("link", name="Kazzak, details")
    box = link.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    disc = link.locator(".disc").bounding_box()
    assert (disc["width"], disc["height"]) == (28, 28)
    link.click()
    page.wait_for_selector(".realm-title:has-text('Kazzak')")
    assert page.url.endswith("/realms/eu/retail/eu-realm-0")
    assert page.locator("#back").inner_text() == "Watched" and page.locator("#panel-watched").is_hidden()
    back(page)
    assert page.url.endswith("/app") and row(page, "Kazzak", WATCHED).is_visible()


def test_the_bar_has_three_heights_and_no_outage_vanishes(home, visit):
    world = some_down()
    world.days["eu", "retail", "eu-realm-0"] = {24: [
        ("up", 0, 6, 0), ("maintenance", 6, 8, 1), ("up", 8, 12, 0), ("down", 12, 12.02, 1), ("unknown", 12.02, 14, 1), ("up", 14, 24, 0)]}
    _, page = watched(home, visit, world, width=320, height=568)
    bar = row(page, "Kazzak", WATCHED).locator(".day")
    bar.locator(".down").wait_for(state="attached")
    assert {kind: bar.locator(f"rect.{kind}").first.get_attribute("height") for kind in ("up", "maintenance", "down")} == {
        "up": "3", "maintenance": "7", "down": "9"}
    assert bar.locator(".down").bounding_box()["width"] >= 2
    assert bar.locator("path.unknown").count() == 1, "dots"
    whole = row(page, "Twisting Nether", WATCHED).locator(".day rect")
    assert whole.count() == 1 and whole.get_attribute("class") == "up", "what most realms had is said once"
    assert "Down " in page.locator("#panel-watched .row").first.locator("[id^=past]").text_content(), "readers hear it"


def test_one_body_brings_the_bars_of_a_whole_list(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    page.wait_for_selector("#panel-realms .day rect", state="attached")
    assert site.gets("/v1/regions/eu/realms/history") == 1 and site.gets("/v1/realms/") == 0


def test_a_tick_touches_no_row(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site))
    page.wait_for_selector("#panel-realms .day rect", state="attached")
    changes = page.evaluate("""async () => {
        let count = 0;
        const watch = new MutationObserver((all) => { count += all.length; });
        watch.observe(document.querySelector('#panel-realms'), { subtree: true, childList: true, attributes: true, characterData: true });
        window.dispatchEvent(new Event('popstate'));
        document.querySelector('#find').dispatchEvent(new Event('input'));
        await new Promise((done) => setTimeout(done, 50));
        return count;
    }""")
    assert changes <= 12, "340 rows were looked at and none was written"


# The states, in their exact words.

def test_first_run_is_one_big_link(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    first = page.get_by_role("link", name="Choose your realms. You will be notified when one goes down and when it is back.")
    first.wait_for()
    first.click()
    page.wait_for_selector("#panel-realms:not([hidden])")


def test_an_empty_region_is_a_link(home, visit):
    site = watching(home, "eu-realm-0")
    page = open_app(visit, site)
    page.wait_for_selector("#panel-watched .row")
    site.device["regions"] = ["eu"]
    page.reload()
    page.wait_for_selector("#panel-watched .row")
    choose_region(page, "Korea")
    empty = page.locator("#panel-watched .empty:visible")
    empty.wait_for()
    assert " ".join(empty.inner_text().split()) == "You are not watching any realm in Korea. Choose realms"
    empty.get_by_role("link", name="Choose realms").click()
    page.wait_for_selector("#panel-realms .row")


def test_fresh_is_said_in_the_header_only(home, visit):
    _, page = watched(home, visit, worlds.all_up())
    assert re.fullmatch(rf"as of {CLOCK}", page.locator("#as-of-words").inner_text())
    assert re.fullmatch(rf"As of {CLOCK}\. Refresh", page.locator("#as-of").get_attribute("aria-label"))
    assert page.locator("#strip").is_hidden() and page.locator(".as-of.stale").count() == 0


def test_loading_is_six_grey_rows_after_300_ms(home, visit):
    site = home(worlds.all_up())
    regions = site.hold("/v1/regions")
    page = open_app(visit, site, noisy=True)  # left while the slow histories are on their way
    page.wait_for_selector("#panel-watched .ghosts:not([hidden])")
    assert page.locator("#panel-watched .ghost-row").count() == 6
    regions.set()
    page.wait_for_selector("#panel-watched .first:visible")


def test_a_stale_source_has_a_strip_of_its_own(home, visit):
    site, page = watched(home, visit)
    page.evaluate("document.querySelector('#tab-realms').click()")
    strip = page.locator("#panel-realms .group[data-kind=stale] .group-strip p")
    assert re.fullmatch(rf"Classic is stale since {CLOCK}\. Blizzard’s service does not answer \(503\)\. Shown as last seen\.",
                        strip.inner_text())
    firemaw = row(page, "Firemaw")
    assert firemaw.locator(".row-facts").inner_text().startswith("Up when last seen")
    assert firemaw.locator(".arrow .ink").evaluate("n => [getComputedStyle(n).fill, getComputedStyle(n).strokeDasharray]") == [
        "none", "2.6px, 2.4px"], "hollow and dashed"
    assert page.locator(".as-of.stale").count() == 0, "Retail is fresh"


@pytest.mark.parametrize("tab", [WATCHED, REALMS, MAPS, SETTINGS])
def test_no_network_is_said_on_every_tab(home, visit, tab):
    """Watched said "As of 01:21 … Up" while the box had no network, in words nowhere."""
    _, page = watched(home, visit, worlds.no_network())
    go(page, tab)
    page.wait_for_selector("#strip:not([hidden])")
    assert re.fullmatch(rf"Stale since {CLOCK}\. The box has no network\.", page.locator("#strip-words").inner_text())
    assert page.locator(".as-of.stale").is_visible()
    if tab == WATCHED:
        states = page.locator("#panel-watched .row-state").all_inner_texts()
        assert states and set(states) == {"Up when last seen"}
        assert heads(page, WATCHED) == ["3 stale"]


@pytest.mark.parametrize("tab", [WATCHED, REALMS, MAPS, SETTINGS])
def test_offline_and_unreachable_are_told_apart_on_every_tab(home, visit, tab):
    site, page = watched(home, visit, worlds.all_up(), noisy=True)
    go(page, tab)
    if tab == MAPS:
        # What was never there has no age that could be told.
        page.wait_for_selector("#panel-maps .mode")
    site.break_link()
    page.locator("#as-of").click()
    page.wait_for_selector("#strip:not([hidden])")
    assert re.fullmatch(rf"The box cannot be reached\. As of {CLOCK}\.", page.locator("#strip-words").inner_text())
    assert page.locator("#again").inner_text() == "Try again"
    page.evaluate("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })")
    page.locator("#as-of").click()
    page.wait_for_selector("#strip-words:has-text('This phone is offline.')")
    assert re.fullmatch(rf"This phone is offline\. As of {CLOCK}\.", page.locator("#strip-words").inner_text())
    assert page.locator("#again").is_hidden()


def test_nothing_at_all_says_why_and_tries_again(home, visit):
    site = home(worlds.all_up())
    site.statuses["/v1/regions"] = 503
    page = open_app(visit, site, noisy=True)
    error = page.locator("#panel-watched .page-error")
    error.wait_for()
    assert error.locator("p").inner_text() == "Nothing could be loaded: refused with 503 for a test."
    del site.statuses["/v1/regions"]
    error.get_by_role("button", name="Try again").click()
    page.wait_for_selector("#panel-watched .first:visible")


def test_what_is_not_saved_yet_is_dashed_and_said(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    site.statuses[f"/v1/devices/{site.device['id']}/watchlist/eu"] = 503
    row(page, "Kazzak").click()
    page.wait_for_selector("#say:not([hidden])")
    assert page.locator("#say-words").inner_text() == "Not saved yet: refused with 503 for a test. Trying again."
    assert "unsaved" in row(page, "Kazzak").locator("xpath=..").get_attribute("class")
    site.statuses.clear()
    page.wait_for_selector("#say", state="hidden")
    assert "unsaved" not in row(page, "Kazzak").locator("xpath=..").get_attribute("class")


def test_what_was_refused_says_that_the_list_is_the_appliances(home, visit):
    site = home(worlds.all_up())
    page = ready(open_app(visit, site, noisy=True))
    site.statuses[f"/v1/devices/{site.device['id']}/watchlist/eu"] = 400
    row(page, "Kazzak").click()
    page.wait_for_selector("#say:not([hidden])")
    assert page.locator("#say-words").inner_text() == (
        "Not saved: Refused with 400 for a test. The list is shown as the box has it.")


def test_a_removed_phone_is_told_and_has_two_ways_on(home, visit):
    site, page = watched(home, visit, worlds.all_up(), noisy=True)
    [before] = site.people.devices
    site.people.removed.add(before)
    page.reload()
    gone = page.locator(".revoked")
    gone.wait_for()
    assert gone.inner_text().split("\n")[0] == "This phone was removed."
    assert "Its lists and alerts are gone." in gone.inner_text()
    assert gone.get_by_role("button").all_inner_texts() == ["Start again", "Link with a code"]
    gone.get_by_role("button", name="Start again").click()
    until(lambda: set(site.people.devices) - {before}, what="a new phone registers")
    page.wait_for_selector("#panel-watched:visible")


def test_a_removed_phone_may_link_with_a_code(home, visit):
    site, page = watched(home, visit, worlds.all_up(), noisy=True)
    site.people.removed.add(next(iter(site.people.devices)))
    page.reload()
    page.get_by_role("button", name="Link with a code").click()
    page.get_by_label("Code from the other device").wait_for()


def test_an_answer_to_the_removed_phone_does_not_come_between(home, visit):
    site, page = watched(home, visit, worlds.all_up(), noisy=True)
    old = next(iter(site.people.devices))
    site.people.removed.add(old)
    answer = site.hold(f"/v1/devices/{old}/watchlist")
    page.reload()
    page.get_by_role("button", name="Link with a code").click()
    answer.set()
    until(lambda: (f"/v1/devices/{old}/watchlist/eu", 401) in site.answers)
    page.get_by_label("Code from the other device").wait_for()
    two_answers(page)
    assert page.locator(".revoked").count() == 0


# Sizes.

def test_landscape_has_a_rail_a_lower_header_counts_and_two_columns(home, visit):
    site = watching(home, "eu-realm-0", "eu-realm-3", "eu-realm-6", "eu-realm-8", world=some_down())
    page = open_app(visit, site, width=844, height=390)
    page.wait_for_selector("#panel-watched .row-button:not([disabled])")
    assert page.locator("#tabs").bounding_box()["width"] == 76
    assert page.locator("#bar").bounding_box()["height"] == 46
    assert page.locator("#counts").inner_text().split("\n") == ["1 down", "3 up"]
    rows = [one.bounding_box() for one in page.locator("#panel-watched .group[data-kind=up] .row").all()]
    assert rows[0]["y"] == rows[1]["y"] and rows[0]["x"] < rows[1]["x"]
    # The minutes go on while the page comes up.
    assert re.search(r", 5\d min", row(page, "Kazzak", WATCHED).inner_text().replace("\n", "")), "there is room for how long"


def test_a_desk_has_details_beside_the_list(home, visit):
    site = watching(home, "eu-realm-0", "eu-realm-3", world=some_down())
    page = open_app(visit, site, width=1280, height=900)
    page.wait_for_selector(".realm-title:has-text('Kazzak')")
    assert page.url.endswith("/app"), "nobody chose it yet"
    assert page.locator("#tabs").bounding_box()["width"] == 200
    assert page.locator(".list-pane").bounding_box()["width"] == 384
    page.get_by_role("link", name="Twisting Nether, details").click()
    page.wait_for_selector(".realm-title:has-text('Twisting Nether')")
    assert row(page, "Kazzak", WATCHED).is_visible()
    assert page.locator(".row.chosen .row-name").inner_text() == "Twisting Nether"
    go(page, SETTINGS)
    page.locator("#detail").get_by_role("heading", name="This phone").wait_for()


@pytest.mark.parametrize("width", [320, 343])
def test_on_the_narrowest_phones_as_of_is_in_the_name_only(home, visit, width):
    _, page = watched(home, visit, width=width, height=568)
    assert page.locator("#as-of-words").is_hidden()
    assert page.locator("#as-of").get_attribute("aria-label").startswith("As of ")


def test_letters_twice_as_large_keep_the_tabs_readable(home, visit):
    _, page = watched(home, visit)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    sizes = page.locator(".tab-words").evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert max(sizes) <= 18


def test_shapes_and_edges_stay_in_forced_colours(home, visit):
    site, page = watched(home, visit, forced_colors="active")
    shapes = {row(page, name, WATCHED).locator(".row-sign path").first.get_attribute("d") for name in ("Kazzak", "Twisting Nether")}
    assert len(shapes) == 2
    card = page.locator("#panel-watched .group .group-card").first
    assert card.evaluate("n => [getComputedStyle(n).borderTopStyle, getComputedStyle(n).borderTopWidth]") == ["solid", "1px"]


def test_names_carry_their_language(home, visit):
    site = watching(home, "eu-realm-0")
    page = open_app(visit, site, locale="de-DE")
    page.wait_for_selector("#panel-watched .row")
    assert page.locator("#panel-watched .row-name").first.get_attribute("lang") == "de-DE"


# Phones.

def test_enable_says_within_15_seconds_why_not(home, visit):
    silent = permission("default", "granted") + "Notification.requestPermission = () => new Promise(() => {});"
    site = watching(home, "eu-realm-0")
    hurry = "const slow = window.setTimeout; window.setTimeout = (act, time, ...more) => slow(act, time === 15000 ? 200 : time, ...more);"
    page = open_app(visit, site, scripts=(silent, PUSH_SERVICE, hurry))
    line = page.locator("#panel-watched .ask-line")
    line.wait_for()
    assert " ".join(line.inner_text().split()) == "Notifications are off Enable"
    line.get_by_role("button", name="Enable").click()
    line.get_by_text("No answer for 15 s").wait_for()
    assert line.get_by_role("button", name="Try again").is_visible()


@pytest.mark.parametrize("scripts, agent, words", [
    ((permission("denied", "denied"),), None, "Notifications are blocked in the browser"),
    ((), "iPhone", "Notifications need the Home Screen")])
def test_the_prompt_names_what_is_in_the_way(home, visit, scripts, agent, words):
    from test_app_notices import IPHONE

    more = {"user_agent": IPHONE} if agent else {}
    page = open_app(visit, watching(home, "eu-realm-0"), scripts=scripts, **more)
    line = page.locator("#panel-watched .ask-line")
    line.wait_for()
    assert line.locator("p").inner_text() == words
    line.get_by_role("link", name="How").click()
    page.wait_for_selector("#detail .sheet[data-state]")


@pytest.mark.worker
def test_the_switch_of_settings_turns_notifications_and_says_what_was_told_last(home, visit):
    site = home(worlds.all_up())
    at = b.now() - b.timedelta(minutes=5)
    told = at.astimezone(ZoneInfo(b.ZONE)).strftime("%H:%M")
    # There before the app asks: it does so more than once, and the answers may overtake each other.
    site.people.notices = [{"id": 1, "at": b.stamp(at), "title": "Kazzak is down", "body": "", "link": "/app", "state": "sent"}]
    page = open_app(visit, site, scripts=(permission("default", "granted"), PUSH_SERVICE))
    go(page, SETTINGS)
    toggle = page.get_by_role("switch", name="Notifications")
    page.locator(".tell-line .line-note:has-text('Off'):visible").wait_for()
    toggle.check()
    page.locator(f".tell-line .line-note:has-text('On. Last notice {told}: Kazzak is down'):visible").wait_for()
    assert site.device["push"]["state"] == "active"
    toggle.uncheck()
    until(lambda: site.device["push"] is None)


@pytest.mark.worker
def test_a_test_that_finds_the_address_gone_disables_and_offers_enable_again(home, visit):
    from test_app_notices import enabled

    site = home(worlds.all_up())
    page = enabled(visit, site)
    site.people.test = {"accepted": False, "detail": "gone", "reason": "HTTP 410", "code": "gone"}
    page.get_by_role("button", name="Send a test").click()
    page.wait_for_selector(".sheet[data-state=refused]")
    page.get_by_text("Not delivered: the push service no longer knows this phone’s address").wait_for()
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")


@pytest.mark.worker
def test_reasons_come_in_the_phones_language(home, visit):
    from test_app_notices import enabled

    site = home(worlds.all_up())
    page = enabled(visit, site)
    site.people.test = {"accepted": False, "detail": "the service asks to wait", "reason": "HTTP 429", "code": "busy"}
    page.evaluate("localStorage.setItem('watchpost.language', 'pl')")
    page.add_init_script(permission("granted", "granted"))
    page.reload()
    page.wait_for_selector(".sheet[data-state=on]")
    page.get_by_role("button", name="Wyślij test").click()
    page.get_by_text("usługa push każe poczekać").wait_for()
    assert "asks to wait" not in page.locator("#detail").inner_text()


@pytest.mark.parametrize("is_early", [False, True])
def test_a_link_that_was_opened_keeps_the_person(home, visit, is_early):
    site = home(worlds.all_up())
    site.people.public = "https://watch.example.org"
    page = open_app(visit, site)
    part = setting(page, "linked")
    part.get_by_role("button", name="Show a code").click()
    part.get_by_text("it works once").wait_for()
    assert part.locator(".link-address").inner_text() == "https://watch.example.org/app#link=K7QX2M9P"
    # The phone may be tapped before it is registered.
    about = site.hold("/v1/about")
    if not is_early:
        about.set()
    other = visit(f"{site.url}/app#link=K7QX2M9P", expect="#detail .setting-page", width=390, height=844)
    other.get_by_role("button", name="Link", exact=True).click()
    about.set()
    other.get_by_text("Linked: both devices share their watch lists now").wait_for()
    assert "K7QX2M9P" not in other.url


def test_who_has_lists_is_asked_before_they_are_shared(home, visit):
    site = watching(home, "eu-realm-0")
    page = open_app(visit, site)
    page.wait_for_selector("#panel-watched .row")
    page.evaluate("location.hash = 'link=K7QX2M9P'")
    page.get_by_role("button", name="Link", exact=True).click()
    asked = page.locator("dialog[open]")
    assert "combines both into one list" in asked.inner_text()
    asked.get_by_role("button", name="Cancel").click()
    # The button hears no tap until the answer has come: a dialog is closed a moment before it says so, and then goes.
    page.locator("dialog.asks").wait_for(state="detached")
    two_answers(page)
    assert site.gets("/join") == 0
    page.get_by_role("button", name="Link", exact=True).click()
    sure(page, "Link")
    until(lambda: site.gets("/join") == 1)


def test_linked_devices_are_named_and_unlinked(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site)
    until(lambda: site.people.devices)
    site.device["linkedDevices"] = 2
    site.people.linked = [{"id": "L" * 22, "name": "Ann’s tablet", "this": False, "push": None, "seenAt": b.stamp(b.now())}]
    site.delays["/v1/about"] = 1
    page.reload()
    part = setting(page, "linked")
    part.locator("li", has_text="Ann’s tablet").get_by_role("button", name="Unlink").click()
    sure(page, "Unlink")
    part.get_by_text("alerts and quiet hours stay separate").wait_for()
    assert ("DELETE", f"/v1/devices/{site.device['id']}/link/{'L' * 22}", None) in site.told


def test_names_of_any_language_are_found(home, visit):
    world = worlds.all_up()
    eu = world.realms["eu", "retail"]
    eu[6].update(name="Aggra (Português)", slug="aggra-português")
    eu[7].update(name="Howling Fjord", otherNames=["Ревущий фьорд", "Heulender Fjord"])
    page = ready(open_app(visit, home(world)))
    find = page.get_by_label("Find a realm")
    for typed, name in (("aggra portugues", "Aggra (Português)"), ("portugues aggra", "Aggra (Português)"), ("ревущии", "Howling Fjord"),
                        ("heulender", "Howling Fjord")):
        find.fill(typed)
        assert name in page.locator("#panel-realms .row-name").all_text_contents(), typed


def test_what_was_told_is_marked_as_read(home, visit):
    site = home(worlds.all_up())
    site.people.notices = [{"id": 1, "at": b.stamp(b.now()), "title": "Kazzak is down", "body": "", "link": "/app", "state": "sent"}]
    open_app(visit, site)
    until(lambda: site.people.read >= 1)


#: Zones in steps of 15 and 30 minutes: whole hours of the viewer stand elsewhere on the strip in each.
ZONES = ["UTC", "Europe/Warsaw", "Europe/Athens", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Yangon", "Asia/Kabul", "Asia/Tehran",
         "Australia/Eucla", "Pacific/Chatham"]


@pytest.mark.parametrize("zone", ZONES)
def test_the_hours_below_the_strip_stay_inside_at_every_time_of_day(home, visit, zone):
    """The last hour stuck out by two points for twenty minutes of every three hours."""
    page = open_app(visit, home(worlds.all_up()), width=320, height=568, timezone_id=zone)
    go(page, MAPS)
    page.wait_for_selector("#panel-maps .axis span", state="attached")
    found = page.locator("#panel-maps .axis").evaluate_all("all => all.map(one => [one.scrollWidth, one.clientWidth])")
    assert found and all(whole <= wide for whole, wide in found)


def test_slots_too_short_for_the_strip_leave_no_gap_in_its_place(home, visit):
    world = worlds.all_up()
    body, _ = b.running("pubs", "Casual", 2, 60)
    start = b.now() - b.timedelta(minutes=1)
    many = [{"mode": "pubs", **b.slot(*b.CYCLES["pubs"][n % 3], start + b.timedelta(minutes=2 * n), 2)} for n in range(300)]
    world.modes = [(body, many), b.running("ranked", "Ranked", 90, 60)]
    page = open_app(visit, home(world))
    go(page, MAPS)
    page.wait_for_selector("#panel-maps .axis span", state="attached")
    short, usual = page.locator("#panel-maps .mode").all()
    assert usual.locator(".slots-strip").is_visible() and usual.locator(".axis").is_visible()
    assert not short.locator(".slots-strip").is_visible() and not short.locator(".axis").is_visible()
    assert short.locator(".slot:visible").count() == 3, "the slots themselves are listed"


def test_a_tap_on_a_slot_fills_its_bell_and_can_be_undone(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site, scripts=[LASTING])
    go(page, MAPS)
    slot = page.locator("#panel-maps .slot", has_text="Olympus").first
    page.wait_for_selector("#panel-maps .slot:not([disabled])")
    assert re.fullmatch(rf"Alert for Olympus, {CLOCK}", slot.get_attribute("aria-label"))
    slot.click()
    until(lambda: site.puts("/alerts"))
    [alert] = site.puts("/alerts")[-1]["maps"]
    assert (alert["mode"], alert["map"], alert["minutesBefore"], alert["repeat"], len(alert["days"])) == ("pubs", "OL", 10, "once", 1)
    assert slot.get_attribute("aria-pressed") == "true" and "10 min before" in slot.inner_text()
    assert page.locator("#panel-maps .slot[aria-pressed=true]").count() == 1, "that slot alone"
    toast = page.locator(".toast-line")
    assert re.match(rf"Alert for Olympus at {CLOCK}\.", toast.inner_text())
    assert toast.evaluate("node => getComputedStyle(node).borderStyle") == "solid", "nothing is in doubt"
    toast.get_by_role("button", name="Every time").click()
    until(lambda: [one["repeat"] for one in site.puts("/alerts")[-1]["maps"]] == ["always"])
    assert page.locator("#panel-maps .slot[aria-pressed=true]").count() > 1
    slot.click()
    until(lambda: site.puts("/alerts")[-1]["maps"] == [])
    toast.get_by_role("button", name="Undo").click()
    until(lambda: len(site.puts("/alerts")[-1]["maps"]) == 1)


def test_settings_are_lines_of_46_with_values(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    go(page, SETTINGS)
    # The phone is known first, then what is its own.
    for name in ("phone", "quiet", "alerts", "about"):
        page.wait_for_selector(f"#panel-settings a[href='/app#settings/{name}'] .line-value:not(:empty)")
    lines = page.locator("#panel-settings .entry:visible").all()
    heights = {round(one.bounding_box()["height"]) for one in lines}
    assert 46 in heights and min(heights) >= 46
    read = {one.locator(".line-name").inner_text(): one.locator(".line-value").inner_text() for one in lines if one.locator(".line-value").count()}
    assert read["This phone"] == "Linux PC" and read["Region"] == "Europe" and read["Language"] == "English"
    assert read["Quiet hours"] == "Off" and read["Map alerts"] == "0" and read["About"] == "1.2.3"
    assert page.evaluate(measures.OVERFLOW)["scroll"] == 0
