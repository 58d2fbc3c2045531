"""Editing maps when something goes wrong: somebody else was first, answers are late, lost or none at all, and nothing typed goes."""

import pytest

import bodies as b
import worlds
from app_editing import PAGE, agree, editing, mode, paired, part, preview, put
from app_hands import HIDE, Late, caught_up, go, settled, until
from app_schedule import read_stamp
from measures import PATIENCE, wait_until

PATH = "/v1/admin/schedule"
#: The phone's clock stands: a look is looked at again after 20 s, and who taps on a busy machine is slower.
STILL = "() => { const at = Date.now(); Date.now = () => at; }"
#: The phone's clock goes on by half a minute.
LATER = "() => { const real = Date.now; Date.now = () => real() + 30000; }"


def commits(site) -> int:
    return len(site.posts(f"{PATH}/edits"))


def still(visit, site, **options):
    """The page, on a phone whose clock stands."""
    page = editing(visit, site, **options)
    page.evaluate(STILL)
    return page


def line(page, text: str):
    """Types a line and asks what it does."""
    page.locator(PAGE).get_by_label("A change in one line").fill(text)
    page.locator(f"{PAGE} .sheet", has_text="In words").get_by_role("button", name="Preview changes").click()


def typed(page) -> str:
    return page.locator(PAGE).get_by_label("A change in one line").input_value()


@pytest.mark.parametrize("later", [False, True])
def test_somebody_elses_change_is_said_and_ours_is_looked_at_again(home, visit, later):
    site = home(worlds.all_up())
    page = still(visit, site, noisy=True)
    line(page, "pubs: KC OL 90, KC for 20m")
    preview(page)
    if later:
        page.evaluate(LATER)
    site.people.schedule.commit("set pubs: ED SP 60, ED for 30m", by="owner")
    preview(page).get_by_role("button", name="Apply changes").click()
    preview(page).get_by_text("The schedule was changed in the meantime. This is what your change does now").wait_for()
    assert "was E-District" in preview(page).locator(".stretches li").first.inner_text(), "the difference to what is on now"
    assert len(site.people.schedule.edits) == 1 and typed(page) == "pubs: KC OL 90, KC for 20m"
    assert mode(page, "pubs").locator(".edit-map").inner_text() == "E-District", "behind it stands what the other one made"
    agree(page)
    until(lambda: len(site.people.schedule.edits) == 2)
    until(lambda: mode(page, "pubs").locator(".edit-map").inner_text() == "Kings Canyon")


def test_after_a_conflict_the_appliance_may_have_nothing_left_to_change(home, visit):
    site = home(worlds.all_up())
    page = still(visit, site, noisy=True)
    mode(page, "pubs").get_by_role("button", name="Olympus").click()
    preview(page)
    site.people.schedule.commit("see pubs: OL on", by="owner")
    preview(page).get_by_role("button", name="Apply changes").click()
    preview(page).get_by_text("The schedule says so already: nothing would change.").wait_for()
    preview(page).get_by_role("button", name="Keep as it is").click()
    assert len(site.people.schedule.edits) == 1


def test_what_is_typed_outlives_news(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site)
    form = part(page, "pubs", "Set its maps")
    form.get_by_label("Minutes of map 2").fill("45")
    put(form.get_by_label("Which one is on now"), "2")
    site.people.schedule.commit("set pubs: KC OL 60, KC for 30m", by="owner")
    page.locator("#as-of").click()
    until(lambda: mode(page, "pubs").locator(".edit-map").inner_text() == "Kings Canyon")
    assert form.get_by_label("Minutes of map 2").input_value() == "45" and form.get_attribute("open") is not None
    assert form.get_by_label("Map 1", exact=True).input_value() == "SP" and form.get_by_label("Which one is on now").input_value() == "2"
    other = part(page, "ranked", "Set its maps")
    assert other.get_by_label("Map 1", exact=True).input_value() == "BM"


@pytest.mark.parametrize("text, words", [
    ("see pubs: SP on", "The schedule says so already: nothing would change."),
    ("end arenas", "There is no mode “arenas”; there are pubs, ranked."),
    ("pubs: dance 90, SP for 3m", "“dance” is the code of no map that is known"), ("undo", "There is nothing to undo"),
    ("set pubs: SP OL 90, SP on until 2099-01-01T10:00:00Z", "SP is on for 90 minutes, and ")])
def test_a_refusal_is_said_in_the_appliances_words_and_the_line_stays(home, visit, text, words):
    site = home(worlds.all_up())
    page = editing(visit, site, noisy=True)
    line(page, text)
    page.locator("#edit-line-result", has_text=words).wait_for()
    assert "2099-01-01T" not in page.locator("#edit-line-result").inner_text(), "times are those of this phone's clock"
    assert typed(page) != "" and commits(site) == 0
    assert page.evaluate("document.activeElement.tagName") == "TEXTAREA"


def test_late_answers_are_waited_for_and_a_second_tap_does_nothing(home, visit):
    site = home(worlds.all_up())
    page = still(visit, site)
    previews, edits = site.hold(f"{PATH}/preview"), site.hold(f"{PATH}/edits")
    chip = mode(page, "pubs").get_by_role("button", name="Olympus")
    chip.dblclick()
    mode(page, "pubs").get_by_role("button", name="E-District").click()
    assert chip.get_attribute("aria-busy") == "true"
    previews.set()
    button = preview(page).get_by_role("button", name="Apply changes")
    button.dblclick()
    assert button.get_attribute("aria-busy") == "true"
    page.keyboard.press("Escape")
    preview(page).get_by_role("button", name="Keep as it is").click()
    assert page.locator("dialog.preview").count() == 1, "what is under way is waited for"
    edits.set()
    page.locator("dialog.preview").wait_for(state="detached")
    settled(site)
    assert commits(site) == 1 and site.people.schedule.previews == 1
    assert page.locator("dialog[open]").count() == 0


def test_without_a_connection_nothing_is_lost(home, visit):
    site = home(worlds.all_up())
    page = still(visit, site, noisy=True)
    site.break_link()
    line(page, "pubs: KC OL 90, KC for 20m")
    page.locator("#edit-line-result", has_text="The box cannot be reached.").wait_for()
    site.mend_link()
    assert typed(page) == "pubs: KC OL 90, KC for 20m"
    page.locator(f"{PAGE} .sheet", has_text="In words").get_by_role("button", name="Preview changes").click()
    preview(page)
    site.break_link()
    preview(page).get_by_role("button", name="Apply changes").click()
    preview(page).get_by_text("the change may or may not have been made").wait_for()
    site.mend_link()
    agree(page)
    until(lambda: len(site.people.schedule.edits) == 1)


@pytest.mark.parametrize("text", ["pubs: KC OL 90, KC for 20m", "undo"])
def test_a_change_whose_answer_was_lost_is_not_done_twice(home, visit, text):
    site = home(worlds.all_up())
    site.people.schedule.commit("see ranked: WE on", by="owner")
    site.people.schedule.commit("see pubs: OL on", by="owner")
    page = still(visit, site, noisy=True)

    def lose(route):
        route.fetch(timeout=PATIENCE * 1000)
        route.abort()

    page.route(f"**{PATH}/edits", lose)
    line(page, text)
    preview(page).get_by_role("button", name="Apply changes").click()
    preview(page).get_by_text("the change may or may not have been made").wait_for()
    page.unroute(f"**{PATH}/edits")
    # It looks what became of it; a refresh that overtakes the look answers that, too.
    late = Late(page, f"{PATH}$")
    preview(page).get_by_role("button", name="Apply changes", exact=True).click()
    late.asked()
    newer = Late(page, f"{PATH}$")
    for hidden in (True, False):
        page.evaluate(HIDE, hidden)
    newer.asked()
    late.come()
    caught_up(page)
    newer.come()
    page.locator("dialog.preview").wait_for(state="detached")
    page.locator(PAGE).get_by_text("Changed, in effect now.").wait_for()
    assert len(site.people.schedule.edits) == 3
    until(lambda: page.locator(f"{PAGE} .edits li").count() == 3)


def test_a_look_of_long_ago_is_taken_again_before_it_counts(home, visit):
    site = home(worlds.all_up())
    page = still(visit, site)
    mode(page, "pubs").get_by_role("button", name="Olympus").click()
    preview(page)
    page.evaluate(LATER)
    real = site.people.schedule.preview

    def other(text):
        body = real(text)
        body["modes"][0]["stretches"][0]["after"] = {"code": "KC", "map": "Kings Canyon"}
        return body

    site.people.schedule.preview = other
    preview(page).get_by_role("button", name="Apply changes").click()
    preview(page).get_by_text("Time has passed since the preview.").wait_for()
    assert commits(site) == 0 and "Kings Canyon" in preview(page).locator(".stretches li").first.inner_text()
    agree(page)
    assert commits(site) == 1


def test_a_look_of_long_ago_that_still_holds_counts_at_once(home, visit):
    site = home(worlds.all_up())
    page = still(visit, site)
    mode(page, "pubs").get_by_role("button", name="Olympus").click()
    preview(page)
    page.evaluate(LATER)
    agree(page)
    settled(site)
    assert commits(site) == 1 and site.people.schedule.previews == 2


def test_an_appliance_that_does_what_was_looked_at_is_told_when_that_was(home, visit):
    site = home(worlds.all_up())
    site.people.schedule.holds = True
    page, begun = still(visit, site), b.now()
    mode(page, "pubs").get_by_role("button", name="Olympus").click()
    preview(page)
    page.evaluate(LATER)
    agree(page)
    [sent] = site.posts(f"{PATH}/edits")
    settled(site)
    assert begun <= read_stamp(sent["at"]) <= b.now() and site.people.schedule.previews == 1


def test_a_page_that_could_not_be_loaded_says_why_and_tries_again(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site, noisy=True)
    site.statuses[PATH] = 503
    page.locator("#panel-maps .maps-edit a").click()
    page.locator(PAGE).get_by_text("The schedule could not be loaded: refused with 503 for a test.").wait_for()
    assert page.locator(f"{PAGE} .edit-mode").count() == 0
    del site.statuses[PATH]
    page.locator(PAGE).get_by_role("button", name="Try again").click()
    mode(page, "pubs").wait_for()
    assert page.locator(PAGE).get_by_role("button", name="Try again").is_hidden()


def test_what_is_only_remembered_says_so(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site, noisy=True)
    site.break_link()
    page.locator("#as-of").click()
    page.wait_for_selector(".as-of.stale")
    assert mode(page, "pubs").locator(".until").inner_text().split(" · ")[0].endswith("as last seen")
    page.locator(PAGE).get_by_text("The schedule could not be loaded: the box cannot be reached.").wait_for()
    mode(page, "pubs").get_by_role("button", name="Olympus").click()
    mode(page, "pubs").get_by_text("The box cannot be reached.").wait_for()


def test_a_mode_of_an_upstream_is_shown_and_cannot_be_changed(home, visit):
    site = home(worlds.all_up())
    assert site.people.schedule.layers
    mixtape = b.running("pubs", "Mixtape", 15, 60, source="Apex Legends Status")
    mixtape[0].update(mode="mixtape", schedules=[], current={**mixtape[0]["current"], "source": "Apex Legends Status"})
    site.world.modes.append(mixtape)
    page = editing(visit, site)
    shown = mode(page, "mixtape")
    assert shown.locator(".edit-origin").inner_text() == "No schedule is in force; according to Apex Legends Status"
    assert shown.locator(".check").count() == 0, "said once"
    shown.get_by_text("The schedule file does not have this mode").wait_for()
    assert shown.get_by_role("button").count() == 0 and shown.locator("summary:visible").count() == 0


def test_a_map_that_is_there_twice_is_told_apart_by_what_follows(home, visit):
    site = home(worlds.all_up())
    site.people.schedule.commit("set pubs: SP OL SP ED 90, OL for 40m", by="owner")
    page = still(visit, site)
    chips = mode(page, "pubs").locator(".seen-maps button")
    assert [one.evaluate("n => n.firstChild.textContent") for one in chips.all()] == [
        "Storm Point, then Olympus", "Olympus", "Storm Point, then E-District", "E-District"]
    mode(page, "pubs").locator(".seen-set summary").click()
    mode(page, "pubs").locator(".seen-set").get_by_label("or minutes left").fill("25")
    chips.nth(2).click()
    agree(page)
    until(lambda: commits(site) == 1)
    assert site.posts(f"{PATH}/edits")[0]["text"].startswith("see pubs: SP on")
    assert site.posts(f"{PATH}/preview")[0]["text"] == "see pubs: SP on for 25m, then ED"


def test_a_tap_is_not_lost_when_the_map_changes_under_the_finger(home, visit):
    site = home(worlds.all_up())
    site.people.schedule.commit("set pubs: SP OL ED 90, OL for 40m", by="owner")
    page = editing(visit, site)
    chips = mode(page, "pubs").locator(".seen-maps button")
    chips.filter(has_text="E-District").hover()
    page.mouse.down()
    site.people.schedule.commit("see pubs: SP on", by="owner")
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    chips.filter(has_text="Storm Point").locator(".tag").wait_for()
    assert chips.filter(has_text="Olympus").inner_text() == "Olympus"
    page.mouse.up()
    assert "E-District" in preview(page).locator(".stretches li").first.inner_text()


def test_who_loses_administration_meanwhile_is_told(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site, noisy=True)
    site.device["administrator"] = False
    mode(page, "pubs").get_by_role("button", name="Olympus").click()
    mode(page, "pubs").get_by_text("Only paired phones can do this.").wait_for()
    page.reload()
    page.locator(PAGE).get_by_text("Only a paired phone can manage the box.").wait_for()


def test_hostile_names_stay_text(home, visit):
    site = home(worlds.hostile())
    page = editing(visit, site)
    site.people.schedule.edits.append({"version": 9, "at": b.stamp(b.now()), "text": "see pubs: <img src=x onerror=window.broken=1>",
                                       "state": "<b>", "by": "phone", "phone": "<script>window.broken=1</script>"})
    page.locator("#as-of").click()
    page.locator(f"{PAGE} .edits li").first.wait_for()
    assert page.evaluate("window.broken") is None and page.locator(f"{PAGE} img, {PAGE} script").count() == 0


def test_on_a_desk_it_stands_beside_the_maps_and_goes_with_the_tab(home, visit):
    site = home(worlds.all_up())
    page = editing(visit, site, width=1280, height=900)
    assert page.locator("#panel-maps .mode").first.is_visible() and page.locator(PAGE).is_visible()
    mode(page, "pubs").get_by_role("button", name="Olympus").click()
    agree(page)
    until(lambda: page.locator("#panel-maps .mode .map").first.inner_text() == "Olympus")
    go(page, "maps")
    wait_until(page, "() => document.querySelector('#detail').hidden")
