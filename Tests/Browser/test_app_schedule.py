"""Editing maps with a paired phone: what is on, the map that is seen, a mode's maps, takeovers, a line, the way back."""

import re

import bodies as b
import worlds
from app_editing import PAGE, agree, editing, mode, moment, near, paired, part, preview, put
from app_hands import MAPS, go, open_app, settled, until

COMMITS = "/v1/admin/schedule/edits"


def lines(site) -> list[str]:
    return [body["text"] for body in site.posts(COMMITS)]


def test_who_does_not_administer_sees_nothing_of_it(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site)
    go(page, MAPS)
    page.wait_for_selector("#panel-maps .mode")
    assert page.locator("#panel-maps .maps-edit").is_hidden()
    settled(site)
    page.goto(f"{site.url}/app#maps/edit")
    settled(site)
    page.reload()
    page.locator(PAGE).get_by_text("Only a paired phone can manage the box.").wait_for()
    settled(site)
    assert page.locator(f"{PAGE} .sheet").first.is_hidden() and page.locator(f"{PAGE} .edit-mode").count() == 0
    assert site.gets("/v1/admin") == 0


def test_each_mode_says_what_is_on_until_when_and_who_says_so(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    pubs = mode(page, "pubs")
    assert pubs.locator("h2").inner_text() == "Casual"
    assert pubs.locator(".edit-map").inner_text() == "Storm Point"
    assert re.match(r"until (\w+ )?\d\d?:\d\d", pubs.locator(".until").inner_text())
    assert pubs.locator(".edit-origin").inner_text() == "As the schedule file has it"
    assert mode(page, "ranked").locator(".edit-map").inner_text() == "Broken Moon"
    page.locator(PAGE).get_by_text("The schedule has not been changed.").wait_for()


def test_a_tap_on_the_map_that_is_seen_shows_the_difference_and_then_moves_the_mode(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    mode(page, "pubs").get_by_role("button", name="Olympus", exact=True).click()
    look = preview(page)
    first = look.locator(".stretches li").first
    assert "Olympus" in first.inner_text() and "was Storm Point" in first.inner_text()
    assert first.get_attribute("data-change") == "changed"
    look.get_by_text("As before: Ranked").wait_for()
    assert lines(site) == [], "to look changes nothing"
    agree(page)
    mode(page, "pubs").get_by_text("Changed, in effect now.").wait_for()
    assert lines(site) == ["see pubs: OL on"]
    until(lambda: mode(page, "pubs").locator(".edit-map").inner_text() == "Olympus")
    assert re.match("Changed by .+, ", mode(page, "pubs").locator(".edit-origin").inner_text())
    page.locator("#back").click()
    until(lambda: page.locator("#panel-maps .mode .map").first.inner_text() == "Olympus")


def test_to_look_and_leave_changes_nothing(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    mode(page, "pubs").get_by_role("button", name="E-District", exact=True).click()
    body = preview(page).locator(".preview-body > *")
    assert page.locator("dialog.preview").get_by_role("heading", level=2).inner_text() == "Preview"
    assert [one for one in range(body.count()) if body.nth(one).locator("code").count()] == [body.count() - 1], "what it does comes first"
    preview(page).get_by_role("button", name="Keep as it is").click()
    page.locator("dialog.preview").wait_for(state="detached")
    assert lines(site) == [] and site.people.schedule.edits == []
    assert mode(page, "pubs").locator(".edit-map").inner_text() == "Storm Point"


def test_a_mode_gets_its_maps_in_order_with_minutes_and_the_one_that_is_on(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    form, begun = part(page, "pubs", "Set its maps"), b.now()
    assert [one.input_value() for one in form.locator(".turn-map select").all()] == ["SP", "OL", "ED"], "it begins with what is on"
    put(form.get_by_label("Map 3", exact=True), "KC")
    form.get_by_label("Minutes of map 3").fill("60")
    form.get_by_role("button", name="Move map 3 up").click()
    form.get_by_role("button", name="Remove map 1").click()
    form.get_by_role("button", name="Add a map").click()
    put(form.get_by_label("Map 3", exact=True), "KC")
    put(form.get_by_label("Which one is on now"), "2")
    form.get_by_label("or minutes left").fill("30")
    put(form.get_by_label("Known until"), moment(page, 60 * 24 * 20))
    form.get_by_role("button", name="Preview changes").click()
    agree(page)
    form.get_by_text("Changed, in effect now.").wait_for()
    text = lines(site)[0]
    # Kings Canyon is there twice: what follows says which of them is meant.
    found = re.fullmatch(r"set pubs: KC 60 OL 90 KC 90, KC on until (\S+), then KC", text)
    assert found and near(found[1], 30, begun), text
    until(lambda: mode(page, "pubs").locator(".edit-map").inner_text() == "Kings Canyon")
    assert form.get_by_label("or minutes left").input_value() == ""


def test_what_is_missing_is_said_beside_the_form_and_nothing_is_asked(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    form = part(page, "pubs", "Set its maps")
    form.get_by_role("button", name="Preview changes").click()
    form.get_by_text("Enter when it ends, or how many minutes are left.").wait_for()
    assert form.get_by_label("It is on until").get_attribute("aria-invalid") == "true"
    form.get_by_label("Minutes of map 2").fill("0")
    form.get_by_role("button", name="Preview changes").click()
    form.get_by_text("Enter whole minutes, 1 or more.").wait_for()
    assert form.get_by_label("It is on until").get_attribute("aria-invalid") is None
    assert site.people.schedule.previews == 0


def test_a_takeover_is_laid_over_a_mode_and_ended(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    form = part(page, "pubs", "Takeover")
    form.get_by_label("Name", exact=True).fill("Straight  Shot")
    put(form.get_by_label("Map 1", exact=True), "KC")
    form.get_by_role("radio", name="It is on already").click()
    form.get_by_label("or minutes left").fill("10")
    put(form.get_by_label("Ends", exact=True), moment(page, 600))
    form.get_by_role("button", name="Preview changes").click()
    assert "Kings Canyon · Straight Shot" in preview(page).locator(".stretches li").first.inner_text()
    agree(page)
    until(lambda: "Takeover: Straight Shot" in mode(page, "pubs").locator("h2").inner_text())
    assert re.fullmatch(r"takeover pubs Straight Shot: KC 15, until \S+, KC on until \S+", lines(site)[0])
    assert mode(page, "pubs").locator(".edit-map").inner_text() == "Kings Canyon"
    assert "Changed by" in mode(page, "pubs").locator(".edit-origin").inner_text()
    settled(site)
    end = part(page, "pubs", "End the takeover Straight Shot")
    end.get_by_text("The maps that the takeover covers come back.").wait_for()
    end.get_by_role("button", name="Preview changes").click()
    assert "Storm Point" in preview(page).locator(".stretches li").first.inner_text()
    agree(page)
    until(lambda: mode(page, "pubs").locator(".edit-map").inner_text() == "Storm Point")
    assert lines(site)[1] == "end pubs"


def test_a_takeover_that_begins_later_says_from_when(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    form, begun = part(page, "ranked", "Takeover"), b.now()
    form.get_by_label("Name", exact=True).fill("Wild: Card")
    form.get_by_role("button", name="Preview changes").click()
    form.get_by_text("Enter a name, without a colon.").wait_for()
    form.get_by_label("Name", exact=True).fill("Wild Card")
    put(form.get_by_label("From"), moment(page, 120))
    form.get_by_role("button", name="Preview changes").click()
    form.get_by_text("Enter a day and a time.").wait_for()
    put(form.get_by_label("Ends", exact=True), moment(page, 480))
    form.get_by_role("button", name="Preview changes").click()
    agree(page)
    until(lambda: len(lines(site)) == 1)
    found = re.fullmatch(r"takeover ranked Wild Card: BM 15, from (\S+), until (\S+)", lines(site)[0])
    assert found and near(found[1], 120, begun) and near(found[2], 480, begun)
    until(lambda: page.locator(f"{PAGE} .edits li").count() == 1)
    assert mode(page, "ranked").locator(".edit-origin").inner_text() == "As the schedule file has it", "until it begins"


def test_a_mode_that_vanishes_stands_out_and_asks_in_other_words(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    end = part(page, "ranked", "End the mode")
    end.get_by_role("button", name="Preview changes").click()
    preview(page).get_by_text("Ranked disappears: no map of it will be known in this time.").wait_for()
    assert preview(page).locator(".stretches li").first.get_attribute("data-change") == "gone"
    agree(page, "Apply anyway")
    until(lambda: mode(page, "ranked").locator(".edit-map").inner_text() == "Schedule ended")
    assert mode(page, "ranked").locator(".edit-origin").inner_text().startswith("Ended by ")
    assert mode(page, "ranked").locator("details.edit-part", has_text="End the mode").is_hidden()
    assert mode(page, "ranked").get_by_role("button", name="Kings Canyon").count() == 0, "nothing that could be moved"


def test_a_line_is_taken_as_on_the_command_line_and_refused_in_the_appliances_words(home, visit):
    site = home(worlds.all_up())
    # The browser reports every refusal of a request.
    page = editing(visit, site, **noisy(visit))
    words = page.locator(PAGE).get_by_label("A change in one line")
    send = page.locator(f"{PAGE} .sheet", has_text="In words").get_by_role("button", name="Preview changes")
    words.fill("pubs: SP XX 90, SP for 20m")
    send.click()
    page.locator(PAGE).get_by_text("“XX” is the code of no map that is known").wait_for()
    assert words.input_value() == "pubs: SP XX 90, SP for 20m" and words.get_attribute("aria-invalid") == "true"
    words.fill("pubs: OL SP 60, SP for 20m")
    send.click()
    agree(page)
    until(lambda: words.input_value() == "")
    assert re.fullmatch(r"set pubs: OL 60 SP 60, SP on until \S+Z", lines(site)[0])
    assert words.get_attribute("aria-invalid") is None


def noisy(visit) -> dict:
    """WebKit says nothing of refused requests, and its `visit` knows no such option."""
    return {"noisy": True} if "noisy" in visit.__code__.co_varnames else {}


def test_changes_are_listed_with_who_made_them_and_the_newest_is_taken_back(home, visit):
    site = home(worlds.all_up())
    site.people.schedule.commit("see pubs: OL on", by="owner")
    site.people.schedule.commit("see ranked: WE on", by="phone", phone="Ann's phone")
    site.people.schedule.edits.insert(0, {"version": 0, "at": "2026-11-01T10:00:00Z", "text": "end pubs", "state": "overridden", "by": "phone"})
    page = editing(visit, site)
    rows = page.locator(f"{PAGE} .edits li")
    assert rows.count() == 3
    facts = [row.inner_text() for row in rows.all()]
    assert "In force · Ann's phone" in facts[0] and "In force · the owner" in facts[1]
    assert "Overridden by the schedule file · a removed phone" in facts[2]
    assert page.locator(f"{PAGE} .edits button").count() == 1, "only the newest can be taken back"
    assert "Changed by Ann's phone" in mode(page, "ranked").locator(".edit-origin").inner_text()
    rows.first.get_by_role("button", name="Undo: see ranked: WE on").click()
    assert "Broken Moon" in preview(page).locator(".stretches li").first.inner_text()
    agree(page)
    page.locator(PAGE).get_by_text("Changed, in effect now.").wait_for()
    until(lambda: rows.count() == 4)
    assert lines(site) == ["undo"]
    assert "Undone" in rows.nth(1).inner_text() and "Undid a change" in rows.first.inner_text()
    assert page.evaluate("document.activeElement.textContent") == "Changes"
    until(lambda: mode(page, "ranked").locator(".edit-map").inner_text() == "Broken Moon")
    rows.nth(2).get_by_role("button", name="Undo: see pubs: OL on").wait_for()


def test_the_tab_leads_there_and_back(home, visit):
    page = paired(visit, home(worlds.all_up()))
    page.locator("#panel-maps").get_by_role("link", name="Edit maps").click()
    page.locator(PAGE).get_by_role("heading", name="Edit maps", exact=True).wait_for()
    assert page.title() == "Edit maps · Watchpost"
    page.locator("#back").click()
    page.wait_for_selector("#panel-maps .mode")
