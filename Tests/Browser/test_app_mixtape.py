"""Editing a mode whose slots have game modes: "Control" on Olympus, then "TDM" on the same map, each its own turn."""

import re

import pytest

import bodies as b
import worlds
from app_editing import PAGE, agree, editing, mode, moment, near, part, preview, put
from app_hands import until
from test_app_schedule import lines
from test_layout import fits

#: What is played where, for fifteen minutes each; the first is on since a minute.
PLAYED = [("OL", "Olympus", "Control"), ("SP", "Storm Point", "TDM"), ("OL", "Olympus", "TDM")]


def world() -> worlds.World:
    made = worlds.all_up()
    start = b.now() - b.timedelta(minutes=1)
    slots = [{**b.slot(code, title, start + b.timedelta(minutes=15 * n), 15), "gameMode": game}
             for n, (code, title, game) in enumerate(PLAYED * 4)]
    cycle = [{"code": code, "map": title, "minutes": 15, "gameMode": game} for code, title, game in PLAYED]
    body = {"mode": "mixtape", "name": "Mixtape", "state": "running", "current": slots[0], "next": slots[1],
            "schedules": [{"cycle": cycle, "anchor": b.stamp(start)}]}
    made.modes.append((body, [{"mode": "mixtape", **one} for one in slots]))
    return made


@pytest.fixture
def site(home):
    return home(world())


def played(form) -> list[tuple[str, str]]:
    """Map and game mode of each turn of a form."""
    return [tuple(one.input_value() for one in turn.locator("select").all()) for turn in form.locator(".turn").all()]


def test_the_form_begins_with_what_is_played_in_each_slot(site, visit):
    page = editing(visit, site)
    form = part(page, "mixtape", "Set its maps")
    assert played(form) == [("OL", "Control"), ("SP", "TDM"), ("OL", "TDM")]
    assert form.get_by_label("Which one is on now").locator("option").all_inner_texts() == [
        "1. Olympus · Control", "2. Storm Point · TDM", "3. Olympus · TDM"]
    choices = form.get_by_label("Game mode of map 1", exact=True).locator("option").all_inner_texts()
    assert choices == ["Not given", "Control", "TDM", "Another game mode…"]


def test_each_slot_gets_its_game_mode(site, visit):
    page = editing(visit, site)
    form = part(page, "mixtape", "Set its maps")
    put(form.get_by_label("Game mode of map 1", exact=True), "TDM")
    put(form.get_by_label("Game mode of map 3", exact=True), "Control")
    form.get_by_label("Minutes of map 2").fill("20")
    form.get_by_role("button", name="Add a map").click()
    put(form.get_by_label("Map 4", exact=True), "KC")
    put(form.get_by_label("Which one is on now"), "2")
    form.get_by_label("or minutes left").fill("5")
    looked = b.now()
    form.get_by_role("button", name="Preview changes").click()
    agree(page)
    form.get_by_text("Changed, in effect now.").wait_for()
    found = re.fullmatch(r"set mixtape: OL \(TDM\) 15 SP \(TDM\) 20 OL \(Control\) 15 KC \(Control\) 15, OL \(Control\) on until (\S+)", lines(site)[0])
    assert found and near(found[1], 5, looked), lines(site)
    until(lambda: mode(page, "mixtape").locator(".edit-map").inner_text() == "Olympus · Control")


def test_a_game_mode_that_nobody_knows_yet_is_typed(site, visit):
    page = editing(visit, site)
    form = part(page, "mixtape", "Set its maps")
    form.get_by_label("Game mode of map 2", exact=True).select_option(label="Another game mode…")
    name = form.get_by_label("Name of the game mode of map 2")
    form.get_by_label("or minutes left").fill("5")
    for wrong in ("", "Gun (Run)", "Gun, Run"):
        name.fill(wrong)
        form.get_by_role("button", name="Preview changes").click()
        form.get_by_text("Enter the game mode, without brackets or commas.").wait_for()
        assert name.get_attribute("aria-invalid") == "true"
    name.fill(" Gun  Run ")
    form.get_by_role("button", name="Preview changes").click()
    assert "SP (Gun Run) 15" in preview(page).locator(".edit-line").inner_text()
    agree(page)
    until(lambda: "SP (Gun Run) 15" in lines(site)[0])
    until(lambda: played(form) == [("OL", "Control"), ("SP", "Gun Run"), ("OL", "TDM")])
    assert name.is_hidden(), "it is one of the known names now"


def test_a_takeover_of_such_a_mode_names_its_game_modes(site, visit):
    page = editing(visit, site)
    form = part(page, "mixtape", "Takeover")
    form.get_by_label("Name", exact=True).fill("Control Weekend")
    put(form.get_by_label("Map 1", exact=True), "KC")
    put(form.get_by_label("Game mode of map 1", exact=True), "Control")
    form.get_by_role("radio", name="It is on already").click()
    form.get_by_label("or minutes left").fill("10")
    put(form.get_by_label("Ends", exact=True), moment(page, 600))
    form.get_by_role("button", name="Preview changes").click()
    agree(page)
    until(lambda: re.fullmatch(r"takeover mixtape Control Weekend: KC \(Control\) 15, until \S+, KC \(Control\) on until \S+", lines(site)[0]))
    until(lambda: mode(page, "mixtape").locator(".edit-map").inner_text() == "Kings Canyon · Control")


def test_the_map_that_is_seen_is_told_apart_by_what_is_played(site, visit):
    page = editing(visit, site)
    chips = mode(page, "mixtape").locator(".seen-maps button")
    assert [one.inner_text() for one in chips.all()] == ["Olympus · Control now", "Storm Point · TDM", "Olympus · TDM"]
    chips.nth(2).click()
    assert "Olympus · TDM" in preview(page).locator(".stretches li").first.inner_text()
    assert site.posts("/v1/admin/schedule/preview")[0]["text"] == "see mixtape: OL (TDM) on"
    agree(page)
    until(lambda: mode(page, "mixtape").locator(".edit-map").inner_text() == "Olympus · TDM")


def test_a_mode_without_game_modes_asks_for_none(site, visit):
    page = editing(visit, site)
    form = part(page, "pubs", "Set its maps")
    assert form.get_by_label("Game mode of map 1", exact=True).is_hidden()


@pytest.mark.matrix
@pytest.mark.parametrize("size", [(320, 568), (390, 844), (1280, 900)])
@pytest.mark.parametrize("language", ["en-GB", "pl-PL"])
def test_it_fits_with_a_name_that_is_typed(site, visit, size, language):
    page = editing(visit, site, width=size[0], height=size[1], locale=language)
    page.evaluate("() => document.querySelectorAll('#detail details').forEach(one => { one.open = true; })")
    put(page.locator(f"{PAGE} [data-mode=mixtape] .turn-game select").first, " another")
    fits(page)
