"""Liked and avoided maps: marks, the next good map, the list of all maps, and the way to a calendar."""

import re

import bodies as b
import worlds
from app_hands import MAPS, go, open_app, until
from test_layout import fits
from test_map_strip import MOVED

CARD = "#panel-maps .mode"


def maps(home, visit, world=None, scripts=(), **document):
    site = home(world or worlds.all_up())
    page = open_app(visit, site, scripts=scripts)
    if document:
        until(lambda: site.people.devices)
        site.people.documents[site.device["id"], "maps"] = {"version": 1, "liked": [], "avoided": [], **document}
        page.reload()
    go(page, MAPS)
    page.wait_for_selector(f"{CARD} .like")
    return site, page


def next_slot(code: str, name: str, minutes: int) -> dict:
    return {"mode": "pubs", **b.slot(code, name, b.now() + b.timedelta(minutes=minutes), 90)}


def test_a_heart_marks_every_slot_of_a_map_and_another_tap_takes_it_back(home, visit):
    site, page = maps(home, visit)
    row = page.locator("#panel-maps details.later", has_text="Maps you like")
    row.locator("summary").click()
    heart = row.get_by_role("button", name="I like Olympus")
    heart.click()
    until(lambda: site.puts("/maps"))
    assert site.puts("/maps")[-1] == {"version": 0, "liked": ["OL"], "avoided": []}
    assert heart.get_attribute("aria-pressed") == "true"
    pubs = page.locator(CARD).first
    assert pubs.locator(".block.liked").count() > 0
    assert all(one.get_attribute("data-code") == "OL" for one in pubs.locator(".block.liked").all())
    assert pubs.locator(".slot", has_text="Olympus").first.locator(".heart-sign").is_visible()
    row.get_by_role("button", name="I avoid Olympus").click()
    until(lambda: site.puts("/maps")[-1] == {"version": 1, "liked": [], "avoided": ["OL"]})
    assert heart.get_attribute("aria-pressed") == "false"
    assert pubs.locator(".block.liked").count() == 0 and pubs.locator(".block.avoided").count() > 0
    row.get_by_role("button", name="I avoid Olympus").click()
    until(lambda: site.puts("/maps")[-1] == {"version": 2, "liked": [], "avoided": []})


def test_the_list_of_all_maps_fits_when_it_is_open(home, visit):
    _, page = maps(home, visit)
    page.locator("#panel-maps details.later", has_text="Maps you like").locator("summary").click()
    page.locator(".like-list li").first.wait_for()
    fits(page)


def test_the_map_that_is_on_has_its_buttons(home, visit):
    site, page = maps(home, visit)
    card = page.locator(CARD).first
    name = card.locator(".map").inner_text()
    card.get_by_role("button", name=f"I like {name}").click()
    until(lambda: site.puts("/maps"))
    assert len(site.puts("/maps")[-1]["liked"]) == 1
    assert card.locator(".like[data-mark=liked]").get_attribute("aria-pressed") == "true"


def test_the_next_good_map_is_the_first_that_has_not_begun(home, visit):
    following = [
        {"mode": "ranked", "name": "Ranked", "until": b.stamp(b.now()), "slots": []},
        {"mode": "pubs", "name": "Casual", "until": b.stamp(b.now()),
         "slots": [next_slot("OL", "Olympus", -10), next_slot("SP", "Storm Point", 99)]},
    ]
    _, page = maps(home, visit, liked=["OL", "SP"], next=following)
    line = page.locator(".next-good")
    line.wait_for()
    assert re.fullmatch(r"Next good map: Storm Point (\w+ )?\d\d:\d\d, Casual, in 1 h 3[89] min", line.inner_text())


def test_the_next_good_map_moves_on_when_its_slot_begins(home, visit):
    world = worlds.all_up()
    world.modes = [b.running("pubs", "Casual", 90, 60 * 60)]
    soon = {"mode": "pubs", **b.slot("OL", "Olympus", b.now() + b.timedelta(minutes=30), 90)}
    site, page = maps(home, visit, world, [MOVED], liked=["OL", "SP"], next=[{"mode": "pubs", "name": "Casual", "slots": [soon]}])
    line = page.locator(".next-good")
    line.get_by_text("Olympus").wait_for()
    site.people.documents[site.device["id"], "maps"]["next"] = [
        {"mode": "pubs", "name": "Casual", "slots": [next_slot("SP", "Storm Point", 180)]}]
    site.world.modes = [b.running("pubs", "Casual", 90, 0)]
    assert "Olympus" in line.inner_text(), "nothing has begun, nothing is asked for"
    page.evaluate("window.ahead = 31 * 60_000")
    line.get_by_text("Storm Point").wait_for()


def test_without_a_list_nothing_is_said(home, visit):
    _, page = maps(home, visit)
    assert page.locator(".next-good").is_hidden()


def test_each_mode_leads_to_the_calendars(home, visit):
    site, page = maps(home, visit)
    link = page.locator(CARD).first.get_by_role("link", name="Calendar")
    assert link.get_attribute("href") == "/widget#calendar"
    widget = visit(f"{site.url}/widget", expect="#copy:not([disabled])")
    rows = widget.locator("#calendars li").all()
    assert [row.get_by_role("link").get_attribute("href") for row in rows] == [
        f"webcal://watchpost.local:8080/v1/calendar/{mode}.ics" for mode in ("pubs", "ranked")]
    assert [row.locator("p").inner_text() for row in rows] == [
        f"http://watchpost.local:8080/v1/calendar/{mode}.ics" for mode in ("pubs", "ranked")]
    polish = visit(f"{site.url}/widget", expect="#copy:not([disabled])", locale="pl-PL")
    first = polish.locator("#calendars li").first
    assert first.get_by_role("link").get_attribute("href") == "webcal://watchpost.local:8080/v1/calendar/pubs.ics?lang=pl"
    assert first.locator("p").inner_text() == "http://watchpost.local:8080/v1/calendar/pubs.ics?lang=pl"
