"""The page that edits maps in front of a real appliance, which WATCHPOST_BINARY names: what it says counts on /v1/schedules."""

import re
import time
from pathlib import Path

import pytest
from harness.appliance import Appliance
from harness.device import Phone, ask
from harness.settings import SCHEDULE, UNLIMITED, merged, settings_for, toml
from harness.simulator import Simulator

from app_editing import PAGE, agree, mode, part, preview, put
from app_hands import until
from measures import PATIENCE

pytestmark = pytest.mark.appliance

COMMITS = "/v1/admin/schedule/edits"
MIXTAPE = """\
[[mode]]
key = "mixtape"
name = "Mixtape"
[[mode.schedule]]
anchor = {anchor}
cycle = [
    {{ map = "OL", game_mode = "Control", minutes = 30 }},
    {{ map = "SP", game_mode = "TDM", minutes = 30 }},
    {{ map = "OL", game_mode = "TDM", minutes = 30 }},
]
"""


@pytest.fixture
def appliance(tmp_path):
    """One of a region, with a mode in which game modes take turns."""
    simulator = Simulator(tmp_path / "secrets")
    settings = merged(settings_for(simulator, tmp_path / "state", ("us",)), {"devices": UNLIMITED})
    # No map ends during a test: one that is tapped just after it came on is rightly refused.
    anchor = time.strftime("%Y-%m-%dT%H:%M:00Z", time.gmtime(time.time() - 600))
    schedule = re.sub("anchor = .*", f"anchor = {anchor}", SCHEDULE) + MIXTAPE.format(anchor=anchor)
    Path(settings["rotations"]["schedule_file"]).write_text(schedule, encoding="utf-8")
    config = tmp_path / "watchpost.toml"
    config.write_text(toml(settings), encoding="utf-8")
    running = Appliance(config, tmp_path / "watchpost.log")
    running.start()
    until(lambda: running.get("/v1/rotations").status == 200)
    yield running
    running.close()
    simulator.close()


@pytest.fixture
def page(appliance, visit):
    """The page on a phone that was paired by the digits on the display."""
    page = visit(f"{appliance.base}/app#settings/pair", width=390, height=844, expect="#detail .code-form", noisy=True)
    page.locator("#detail .code-form input").fill(pairing_code(appliance))
    page.locator("#detail .code-form button").click()
    page.locator("#detail .code-form").wait_for(state="hidden")
    page.goto(f"{appliance.base}/app#maps/edit")
    mode(page, "mixtape").wait_for()
    return page


def pairing_code(appliance) -> str:
    return ask(appliance.base, "POST", "/v1/pairing", Authorization=f"Bearer {appliance.owner_key}").json["code"]


def cycle(appliance, key: str) -> list[tuple]:
    """Map, game mode and minutes of each turn that is published for now."""
    now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    [found] = [one for one in appliance.get_json("/v1/schedules")["modes"] if one["mode"] == key]
    [in_force] = [one for one in found["schedules"] if one.get("usableFrom", "") <= now < one.get("usableTo", "9999")]
    return [(one["code"], one.get("gameMode"), one["minutes"]) for one in in_force["cycle"]]


def new_order(page):
    """The maps of Casual in another order with other minutes, up to the look at what that does."""
    form = part(page, "pubs", "Set its maps")
    form.get_by_role("button", name="Move map 2 up").click()
    form.get_by_label("Minutes of map 1").fill("45")
    put(form.get_by_label("Which one is on now"), "0")
    form.get_by_label("or minutes left").fill("30")
    form.get_by_role("button", name="Preview changes").click()
    preview(page)
    return form


BEFORE, AFTER = [("OL", None, 90), ("SP", None, 60)], [("SP", None, 45), ("OL", None, 90)]


def test_a_new_order_is_looked_at_counts_and_is_taken_back(appliance, page):
    form = new_order(page)
    preview(page).get_by_text("As before: Ranked, Mixtape").wait_for()
    assert cycle(appliance, "pubs") == BEFORE, "to look changes nothing"
    agree(page)
    form.get_by_text("Changed, in effect now.").wait_for()
    assert cycle(appliance, "pubs") == AFTER
    until(lambda: mode(page, "pubs").locator(".edit-map").inner_text() == "Storm Point")
    page.locator(f"{PAGE} .edits").get_by_role("button", name="Undo").click()
    agree(page)
    page.locator(f"{PAGE} .edits").get_by_text("Undid a change").wait_for()
    assert cycle(appliance, "pubs") == BEFORE


def test_each_slot_gets_its_game_mode(appliance, page):
    form = part(page, "mixtape", "Set its maps")
    put(form.get_by_label("Game mode of map 1", exact=True), "TDM")
    form.get_by_label("Game mode of map 3", exact=True).select_option(label="Another game mode…")
    form.get_by_label("Name of the game mode of map 3").fill("Gun Run")
    put(form.get_by_label("Which one is on now"), "2")
    form.get_by_label("or minutes left").fill("20")
    form.get_by_role("button", name="Preview changes").click()
    assert "Olympus · Gun Run" in preview(page).locator(".stretches li").first.inner_text()
    agree(page)
    assert cycle(appliance, "mixtape") == [("OL", "TDM", 30), ("SP", "TDM", 30), ("OL", "Gun Run", 30)]
    until(lambda: mode(page, "mixtape").locator(".edit-map").inner_text() == "Olympus · Gun Run")


def test_the_map_that_is_seen_is_told_apart_by_what_is_played(appliance, page):
    other = mode(page, "mixtape").locator(".seen-maps button", has_not=page.locator(".tag"))
    name = other.last.inner_text()
    other.last.click()
    assert name in preview(page).locator(".stretches li").first.inner_text()
    agree(page)
    until(lambda: mode(page, "mixtape").locator(".edit-map").inner_text() == name)


def test_who_commits_second_is_shown_what_the_first_one_did(appliance, page):
    new_order(page)
    second = Phone(appliance).registered()
    assert second.ask("POST", "/v1/pairing/redeem", {"code": pairing_code(appliance)}).status == 200
    looked = second.ask("POST", "/v1/admin/schedule/preview", {"text": "set pubs: OL 20 SP 20, OL for 10m"}).json
    assert second.ask("POST", COMMITS, {key: looked[key] for key in ("text", "basis", "at")}).status == 200
    preview(page).get_by_role("button", name="Apply changes").click()
    preview(page).get_by_text("The schedule was changed in the meantime.").wait_for()
    assert cycle(appliance, "pubs") == [("OL", None, 20), ("SP", None, 20)], "nothing is lost unseen"
    agree(page)
    assert cycle(appliance, "pubs") == AFTER
    until(lambda: page.locator(f"{PAGE} .edits li").count() == 2)


def test_a_change_whose_answer_was_lost_is_not_done_twice(appliance, page):
    def lose(route):
        route.fetch(timeout=PATIENCE * 1000)
        route.abort()

    page.route(f"**{COMMITS}", lose)
    new_order(page)
    preview(page).get_by_role("button", name="Apply changes").click()
    preview(page).get_by_text("the change may or may not have been made").wait_for()
    page.unroute(f"**{COMMITS}")
    agree(page)
    until(lambda: page.locator(f"{PAGE} .edits li").count() == 1)
    assert cycle(appliance, "pubs") == AFTER
