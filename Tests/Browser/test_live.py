"""The page stays true while the world changes, and says so when it cannot."""

import json
from urllib.parse import urlparse

import pytest

import bodies as b
import worlds
from app_hands import HIDE, Late, settled, until
from measures import two_answers, wait_until

#: Counts the questions that are under way.
COUNTED = """window.pending = 0;
const real = window.fetch;
window.fetch = (...all) => { pending += 1; return real(...all).finally(() => { pending -= 1; }); };"""
#: What a page without a connection says, at one moment.
LOST = """() => {
  const words = css => document.querySelector(css).innerText;
  const count = css => document.querySelectorAll(css).length;
  return { lost: document.querySelector('#lost').hidden ? '' : words('#lost').split('—')[0].trim(),
    asOf: words('#lost').includes('data as of'),
    headline: words('h1'), link: words('#link-words'), fresh: count('[data-look=fresh]'), up: count('.sign [data-shape=up]'),
    lamp: words('.lamp-words').includes('Last seen'), moving: document.getAnimations().length };
}"""


def test_an_event_leads_to_an_update_and_is_told(serve, visit):
    appliance = serve(worlds.all_up())
    page = visit(appliance.url)
    until(lambda: appliance.streams)
    appliance.world.realms["eu", "retail"][0].update(state="down")
    appliance.emit("realm", {"region": "eu", "id": "retail/eu-realm-0", "name": "Kazzak", "change": "down",
                             "at": b.stamp(b.now())})
    wait_until(page, "() => document.querySelector('#verdict-words').textContent === '1 of 663 realms is down.'")
    wait_until(page, "() => document.querySelector('#latest').textContent.includes('Kazzak, Europe, is down')")
    assert page.locator("#latest").get_attribute("aria-live") == "polite"


def test_a_rotation_event_changes_the_map(serve, visit):
    appliance = serve(worlds.all_up())
    page = visit(appliance.url)
    until(lambda: appliance.streams)
    body, entries = b.running("pubs", "Casual", 90, 0)
    body["current"].update(code="XX", map="Rooftops")
    appliance.world.modes[0] = (body, entries)
    appliance.emit("rotation", {"mode": "pubs", "state": "running", "at": b.stamp(b.now())})
    wait_until(page, "() => document.querySelector('.map')?.textContent === 'Rooftops'")


def test_a_slot_that_ends_is_asked_for_anew(serve, visit):
    appliance = serve(worlds.all_up())
    appliance.world.modes = [b.running("pubs", "Casual", 90, 90 * 60 - 2)]
    page = visit(appliance.url)
    before = len([one for one in appliance.requests if one == "/v1/rotations"])
    wait_until(page, "() => document.querySelector('.countdown')?.textContent.startsWith('Changing now')")
    until(lambda: len([one for one in appliance.requests if one == "/v1/rotations"]) > before)


def test_unchanged_bodies_are_answered_with_304(serve, visit):
    appliance = serve(worlds.all_up())
    visit(appliance.url)
    until(lambda: appliance.streams)
    until(lambda: ("/v1/panel", 304) in appliance.answers)
    appliance.emit("reset", {})
    until(lambda: ("/v1/regions", 304) in appliance.answers)


def test_a_lost_connection_is_said_and_nothing_looks_fresh(serve, visit):
    appliance = serve(worlds.all_up())
    page = visit(appliance.url, noisy=True)
    until(lambda: appliance.streams)
    page.locator(".lamp").first.wait_for()
    page.locator(".mode").first.wait_for()
    appliance.break_link()
    page.wait_for_selector("#lost:not([hidden])")
    wanted = {"lost": "Connection lost", "asOf": True, "headline": "Connection lost.", "link": "Connection lost", "fresh": 0, "up": 0,
              "lamp": True, "moving": 0}
    # An answer that was under way may yet come.
    until(lambda: page.evaluate(LOST) == wanted, what=f"{page.evaluate(LOST)}")
    appliance.mend_link()
    page.wait_for_selector("#lost", state="hidden")
    page.wait_for_selector(".flavour[data-look=fresh]")
    wait_until(page, "() => document.querySelector('#verdict-words').textContent === 'Every realm is up.'")
    until(lambda: appliance.streams)


def test_an_appliance_that_never_answers_is_not_shown_as_well(serve, visit):
    appliance = serve(worlds.all_up())
    for address in ("/v1/regions", "/v1/panel", "/v1/rotations"):
        appliance.statuses[address] = 503
    page = visit(appliance.url, expect="#regions-note:not([hidden])", noisy=True)
    assert "refused with 503" in page.locator("#regions-note").inner_text()
    assert page.locator("h1").inner_text() == "Looking…"


def test_a_refused_part_is_marked_and_the_others_go_on(serve, visit):
    appliance = serve(worlds.all_up())
    page = visit(appliance.url, noisy=True)
    until(lambda: appliance.streams)
    page.locator(".mode").first.wait_for()
    appliance.statuses["/v1/rotations"] = 500
    appliance.emit("reset", {})
    page.wait_for_selector("#rotations-note:not([hidden])")
    assert "as of" in page.locator("#rotations-note").inner_text()
    assert page.locator(".mode[data-look=fresh]").count() == 0
    assert page.locator(".flavour[data-look=fresh]").count() == 5


def test_too_many_streams_means_asking_instead(serve, visit):
    appliance = serve(worlds.all_up())
    appliance.statuses["/v1/events"] = 503
    page = visit(appliance.url, noisy=True)
    wait_until(page, "() => document.querySelector('#link-words').textContent.startsWith('Every 15 s, as of ')")
    assert page.locator("#lost").is_hidden()


def test_a_hidden_page_closes_its_stream_and_asks_again_when_seen(home, visit):
    appliance = home(worlds.all_up())
    page = visit(appliance.url, scripts=[COUNTED])
    until(lambda: len(appliance.streams) == 1)
    page.evaluate(HIDE, True)
    until(lambda: not appliance.streams)
    assert page.locator("[data-look=fresh]").count() == 0, "unseen data grows old"
    # What was asked before may be under way still.
    wait_until(page, "() => pending === 0")
    settled(appliance)
    quiet = len(appliance.requests)
    two_answers(page, 3500)
    assert len(appliance.requests) == quiet
    page.evaluate(HIDE, False)
    until(lambda: len(appliance.streams) == 1)
    page.wait_for_selector(".flavour[data-look=fresh]")
    until(lambda: "/v1/regions" in appliance.requests[quiet:])


def test_a_page_that_is_opened_unseen_asks_for_nothing_before_it_is_seen(home, visit):
    site = home(worlds.all_up())
    page = visit(site.url, expect=None, scripts=[f"({HIDE})(true)"])
    page.locator("h1", has_text="Looking…").wait_for()
    until(lambda: "/assets/en.json" in site.requests)
    two_answers(page, 300)
    assert not [one for one in site.requests if one.startswith("/v1/")]
    page.evaluate(HIDE, False)
    page.locator("h1", has_text="Every realm is up.").wait_for()


def test_what_is_found_to_be_missing_while_nobody_looks_is_asked_for_afterwards(home, visit):
    site = home(worlds.all_up())
    answer = site.hold("/v1/regions")
    page = visit(site.url, expect=".lamp")
    until(lambda: site.under_way > 0)
    page.evaluate(HIDE, True)
    answer.set()
    page.locator(".flavour").first.wait_for()
    two_answers(page, 300)
    assert not histories(site)
    page.evaluate(HIDE, False)
    wait_until(page, "() => document.querySelectorAll('.strip:not(:has(.bar))').length === 0")


def histories(site) -> list[str]:
    return [one for one in site.requests if urlparse(one).path.endswith("/history") and "/realms/" not in one]


@pytest.mark.parametrize("world", [worlds.all_up, worlds.some_down])
def test_all_histories_are_one_question_and_one_more_after_what_happens(home, visit, world):
    site = home(world())
    page = visit(site.url)
    until(lambda: site.streams)
    wait_until(page, "() => document.querySelectorAll('.strip:not(:has(.bar))').length === 0")
    settled(site)
    assert histories(site) == ["/v1/history"]
    # Of a region with two versions of the game, and of realms in it.
    site.emit("outage", {"region": "us", "scope": "region", "over": False, "at": b.stamp(b.now())})
    for number in (0, 1):
        site.emit("realm", {"region": "us", "id": f"retail/us-realm-{number}", "change": "down", "at": b.stamp(b.now())})
    until(lambda: len(histories(site)) > 1)
    settled(site)
    assert histories(site) == ["/v1/history", "/v1/history"]
    # Of one version alone.
    site.emit("realm", {"region": "eu", "id": "retail/eu-realm-0", "change": "down", "at": b.stamp(b.now())})
    until(lambda: len(histories(site)) > 2)
    settled(site)
    assert histories(site)[2:] == ["/v1/regions/eu/history?flavour=retail&hours=24"]


def test_the_page_is_opened_with_twelve_requests(home, visit):
    """Without those for the panel that come every three seconds; what is down has its names by one more for each version of the game."""
    site = home(worlds.all_up())
    page = visit(site.url, scripts=["window.setInterval = () => 0"])
    until(lambda: site.streams)
    wait_until(page, "() => document.querySelectorAll('.strip:not(:has(.bar))').length === 0")
    settled(site)
    asked = [one for one in site.requests if "barrier" not in one]
    assert len(asked) <= 12, asked


def test_an_answer_to_what_was_asked_before_a_page_was_hidden_makes_nothing_fresh(home, visit):
    site = home(worlds.all_up())
    page = visit(site.url, scripts=[COUNTED])
    page.locator(".lamp").first.wait_for()
    wait_until(page, "() => document.querySelectorAll('.strip:not(:has(.bar))').length === 0")
    answer = site.hold("/v1/panel")
    until(lambda: site.under_way > 0)
    page.evaluate(HIDE, True)
    answer.set()
    wait_until(page, "() => pending === 0")
    settled(site)
    assert page.locator("[data-look=fresh]").count() == 0
    page.evaluate(HIDE, False)
    page.wait_for_selector(".flavour[data-look=fresh]")


def test_a_page_that_is_seen_again_says_nothing_of_now_before_it_has_heard(home, visit):
    site = home(worlds.all_up())
    page = visit(site.url)
    page.locator("h1", has_text="Every realm is up.").wait_for()
    settled(site)
    answers = [site.hold(path) for path in ("/v1/", "/healthz")]
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)
    page.locator("h1", has_text="Looking…").wait_for()
    assert page.locator("#verdict-notes").inner_text().startswith("Everything on this page is as of ")
    assert page.locator("#verdict").get_attribute("data-mood") == "unsure" and "up" not in page.title()
    for one in answers:
        one.set()
    page.locator("h1", has_text="Every realm is up.").wait_for()


def test_what_other_parts_hear_says_nothing_of_the_realms(home, visit):
    site = home(worlds.all_up())
    page = visit(site.url)
    page.locator("h1", has_text="Every realm is up.").wait_for()
    until(lambda: site.streams)
    settled(site)
    late = Late(page, r"/v1/regions$")
    page.evaluate(HIDE, True)
    with page.expect_response(lambda one: urlparse(one.url).path == "/v1/panel"):
        page.evaluate(HIDE, False)
    late.asked()
    settled(site, page=page)
    assert page.locator("h1").inner_text() == "Looking…"
    assert page.locator("#regions-body [data-look=fresh]").count() == 0
    late.come()
    page.locator("h1", has_text="Every realm is up.").wait_for()


def turn(site, slug: int, state: str):
    """A realm of Europe is otherwise from now on, and an event says so."""
    listed = site.world.realms["eu", "retail"]
    listed[slug].update(state=state, since=b.stamp(b.now()))
    site.emit("realm", {"region": "eu", "id": f"retail/eu-realm-{slug}", "change": state, "at": b.stamp(b.now())})


#: What shows that the newer answer stands: the list that is open, the names above, and the last day.
PARTS = {
    "list": (r"/v1/regions/eu/realms\?", "[data-region=eu] .realms .down >> nth=1"),
    "names": (r"/v1/regions/eu/realms\?", "#verdict-notes:has-text('Kazzak')"),
    "day": (r"/v1/regions/eu/history\?", "[data-region=eu] .strip-words:has-text('50')"),
}


@pytest.mark.parametrize("part", PARTS)
def test_an_older_answer_takes_nothing_back(home, visit, part):
    path, place = PARTS[part]
    site = home(worlds.all_up())
    page = visit(site.url)
    if part == "list":
        page.locator("[data-region=eu] summary").first.click()
        page.locator("[data-region=eu] .realms li").first.wait_for()
    until(lambda: site.streams)
    wait_until(page, "() => document.querySelectorAll('.strip:not(:has(.bar))').length === 0")
    settled(site)
    late = Late(page, path)
    turn(site, 1, "down")
    late.asked()
    site.world.histories["eu", "retail"] = b.history("eu", None, 0.5)
    turn(site, 0, "down")
    newer = page.locator(place)
    newer.wait_for(state="attached")
    late.come()
    settled(site, page=page)
    assert newer.count() == 1
    if part == "names":
        # They are said with the next answer.
        known = "async () => (await import('/assets/affected.js')).struck({ region: 'eu', flavour: 'retail' }).length"
        assert page.evaluate(known) == 2


def test_a_broken_module_takes_down_only_its_part(serve, visit):
    appliance = serve(worlds.all_up())
    appliance.files["/assets/panel.js"] = b"throw new Error('broken');"
    page = visit(appliance.url, noisy=True)
    page.locator("#panel-note", has_text="This part of the page failed").wait_for()
    page.locator(".mode").first.wait_for()
    assert page.locator(".mode").count() == 2
    assert page.locator("h1").inner_text() == "Every realm is up."


def test_a_body_of_another_form_takes_down_only_its_part(serve, visit):
    world = worlds.all_up()
    world.overrides["/v1/rotations"] = json.loads('{"modes": [{"mode": "pubs", "state": "running", "current": 5}], "x": 1}')
    world.overrides["/v1/panel"] = [1, 2, 3]
    page = visit(serve(world).url)
    assert page.locator(".flavour").count() == 5
    assert page.locator("h1").inner_text() == "Every realm is up."
