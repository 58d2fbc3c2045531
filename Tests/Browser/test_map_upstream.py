"""What page and app say of the upstream with which the map schedule is compared."""

from datetime import timedelta

import pytest

import bodies as b
import worlds


def world_with(upstream: dict | None, *modes) -> worlds.World:
    """A quiet evening with these modes."""
    world = worlds.all_up()
    world.modes = list(modes or world.modes)
    listed, _ = b.rotations(*world.modes)
    world.overrides["/v1/rotations"] = listed | ({"upstream": upstream} if upstream else {})
    return world


def alarm() -> worlds.World:
    """Pubs are disputed and moved, ranked is confirmed, and the mixtape has no schedule."""
    theirs = b.slot("OL", "Olympus", b.now() - timedelta(minutes=10), 90)
    ours = b.slot("SP", "Storm Point", b.now() - timedelta(minutes=40), 90)
    moved = {"anchor": b.stamp(b.now()), "from": b.stamp(b.now()), "shiftSeconds": 1800, "applied": False}
    mixtape, entries = b.running("pubs", "Mixtape", 15, 400)
    mixtape |= {"mode": "mixtape", "source": "Apex Legends Status", "schedules": []}
    return world_with(
        b.upstream(
            b.check("pubs", "disagreeing", schedule=ours, upstream=theirs, proposal=moved),
            b.check("ranked", "confirmed"), b.check("mixtape", "alone"),
        ),
        b.running("pubs", "Casual", 90, 40 * 60), b.running("ranked", "Ranked", 270, 3600),
        (mixtape, [entry | {"mode": "mixtape", "source": "Apex Legends Status"} for entry in entries[:2]]),
    )  # fmt: skip


def words(page, mode: str) -> list[str]:
    return page.locator(".mode", has_text=mode).locator(".check").all_inner_texts()


@pytest.mark.parametrize("width", [390, 1280])
def test_an_alarm_names_both_answers_and_who_gave_them(serve, visit, width):
    page = visit(serve(alarm()).url, width=width)
    page.wait_for_selector(".check.alarm")
    disputed = words(page, "Casual")
    assert disputed[0].startswith("Apex Legends Status says Olympus until ") and "one of them is wrong" in disputed[0]
    assert disputed[1] == "Moved 30 minutes later, the schedule would agree with Apex Legends Status"
    assert page.locator(".mode", has_text="Casual").locator(".map").inner_text() == "Storm Point", "the schedule is shown"
    assert words(page, "Ranked") == ["Apex Legends Status says the same"]
    assert words(page, "Mixtape") == ["No schedule is in force; according to Apex Legends Status"]
    link = page.locator(".upstream a")
    assert link.inner_text() == "Data from apexlegendsstatus.com" and link.get_attribute("href") == "https://apexlegendsstatus.com"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_comes_by_the_upstreams_word_alone_is_marked_and_an_old_confirmation_is_told_as_old(serve, visit):
    casual, entries = b.running("pubs", "Casual", 90, 40 * 60)
    casual["next"] = casual["next"] | {"source": "Apex Legends Status"}
    ranked = b.running("ranked", "Ranked", 270, 3600)
    over = b.check("ranked", "confirmed", until=b.stamp(b.now() - timedelta(minutes=3)))
    holds = b.check("pubs", "confirmed", until=b.stamp(b.now() + timedelta(minutes=30)))
    page = visit(serve(world_with(b.upstream(over, holds), (casual, entries), ranked)).url)
    page.wait_for_selector(".check")
    marked, confirmed = words(page, "Casual")
    assert marked.startswith("No schedule is in force from ") and marked.endswith("what follows is according to Apex Legends Status")
    assert confirmed == "Apex Legends Status says the same"
    (old,) = words(page, "Ranked")
    assert old.startswith("Apex Legends Status said the same until ")


def test_without_an_upstream_nothing_is_said_of_it(serve, visit):
    page = visit(serve(world_with(None)).url)
    page.wait_for_selector(".mode")
    assert page.locator(".check").count() == 0
    assert not page.locator(".upstream").is_visible()


def test_a_stale_upstream_says_since_when_and_why(serve, visit):
    stale = b.upstream(b.check("pubs", "confirmed"), state="stale", since=b.stamp(b.now() - timedelta(minutes=5)),
                       reason="it answered HTTP 500")  # fmt: skip
    page = visit(serve(world_with(stale)).url)
    line = page.locator(".upstream")
    line.wait_for()
    assert "cannot be asked since" in line.inner_text() and line.inner_text().endswith("it does not answer (500)")
    assert line.locator("span").get_attribute("title") == "it answered HTTP 500"


def test_nonsense_breaks_nothing_and_a_link_only_leads_to_the_web(serve, visit):
    page = visit(serve(world_with({"name": 5, "url": "javascript:alert(1)", "modes": [{"mode": "pubs", "verdict": "disagreeing"}, 7]})).url)
    page.wait_for_selector(".check.alarm")
    assert page.locator(".upstream a").get_attribute("href") is None


def test_the_app_says_the_same(home, visit):
    site = home(alarm())
    page = visit(f"{site.url}/app#maps", width=390, height=844, expect=".mode")
    page.wait_for_selector(".check.alarm")
    assert words(page, "Casual")[0].startswith("Apex Legends Status says Olympus")
    assert page.get_by_text("Data from apexlegendsstatus.com").is_visible()


def test_it_is_said_in_polish_too(serve, visit):
    page = visit(serve(alarm()).url, locale="pl-PL")
    page.wait_for_selector(".check.alarm")
    assert words(page, "Ranked") == ["Apex Legends Status mówi to samo"]
    assert words(page, "Casual")[1] == "Przesunięty o 30 minut później, plan zgadzałby się z Apex Legends Status"
