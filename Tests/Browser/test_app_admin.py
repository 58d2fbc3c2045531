"""What a paired phone administers in the app: the box's settings, other phones, what could not be delivered."""

import re

import pytest

import bodies as b
import worlds
from app_hands import SETTINGS, WATCHED, Late, go, open_app, settled, sure, until
from measures import PATIENCE, wait_until
from pages import ROOT
from test_app_settings import sheet

PATH = "/v1/admin/settings"
NAME, PANEL = "Watchpost, name and clock", "Lamps and display"


def paired(visit, site, **options):
    """The settings of a phone that is an administrator."""
    page = open_app(visit, site, **options)
    until(lambda: site.people.devices)
    site.device["administrator"] = True
    page.reload()
    go(page, SETTINGS)
    page.locator("#panel-settings a[href='/app#settings/box']").wait_for()
    settled(site)
    return page


def news(page, site, title: str, path: str):
    """A sheet after what it asks for when it is opened has come: it asks once more, though the tab has asked."""
    asked = site.gets(path)
    part = sheet(page, title)
    until(lambda: site.gets(path) > asked)
    settled(site)
    return part


def saved(page):
    page.locator("#detail").get_by_text("Saved, in effect now.").wait_for()


def test_who_is_not_paired_sees_nothing_of_it(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site)
    go(page, SETTINGS)
    until(lambda: site.people.devices)
    for key in ("box", "panel", "phones", "undelivered"):
        assert page.locator(f"#panel-settings a[href='/app#settings/{key}']").is_hidden()
    assert site.gets("/v1/admin") == 0


def test_a_push_service_that_is_not_known_is_named_to_who_administers(home, visit):
    site = home(worlds.all_up())
    site.people.unknown = {"push.example.org"}
    page = paired(visit, site)
    page.evaluate("location.hash = 'settings/phones'")
    page.get_by_text("A phone’s browser uses the push service push.example.org").wait_for()


def test_only_what_was_changed_is_sent_and_shown_as_a_phones(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site)
    part = sheet(page, NAME)
    part.get_by_label("Name", exact=True).wait_for()
    assert part.get_by_label("Name", exact=True).input_value() == "watchpost.local"
    part.get_by_label("Name", exact=True).fill("Attic")
    part.get_by_role("button", name="Save", exact=True).click()
    saved(page)
    assert site.puts(PATH) == [{"version": 0, "settings": {"name": "Attic"}}]
    part.get_by_text("Set by a phone; the settings file says: watchpost.local").wait_for()
    part.get_by_role("button", name="Use the settings file: Name").click()
    until(lambda: site.puts(PATH)[-1] == {"version": 1, "settings": {"name": None}})
    wait_until(page, "() => document.activeElement.value === 'watchpost.local'")
    assert part.get_by_text("Set by a phone").count() == 0 or part.get_by_text("Set by a phone").first.is_hidden()


def test_quiet_hours_are_switched_with_their_times(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site)
    part = sheet(page, PANEL)
    toggle = part.get_by_role("switch", name="Quiet hours for lamps and display")
    assert not toggle.is_checked() and part.get_by_label("Dark from").is_hidden()
    toggle.check()
    part.get_by_label("Dark from").fill("22:30")
    part.get_by_role("button", name="Save", exact=True).click()
    saved(page)
    toggle.uncheck()
    part.get_by_role("button", name="Save", exact=True).click()
    until(lambda: len(site.puts(PATH)) == 2)
    hours = {"from": "22:30", "to": "07:00"}
    assert [one["settings"]["quietHours"] for one in site.puts(PATH)] == [{"on": True, **hours}, {"on": False, **hours}]


def test_the_phones_own_zone_is_one_tap_away(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site)
    part = sheet(page, NAME)
    part.get_by_role("button", name=f"Use {b.ZONE}").click()
    part.get_by_label("Clock", exact=True).select_option("12-hour")
    part.get_by_role("button", name="Save", exact=True).click()
    saved(page)
    assert site.puts(PATH)[-1]["settings"] == {"timeZone": b.ZONE, "clock": "12h"}
    assert part.get_by_role("button", name=f"Use {b.ZONE}").is_hidden()
    part = sheet(page, PANEL)
    part.get_by_role("spinbutton").fill("10")
    part.get_by_role("switch", name="Show one realm down").check()
    part.get_by_role("button", name="Save", exact=True).click()
    saved(page)
    assert site.puts(PATH)[-1]["settings"] == {"secondsPerPage": 10, "anyDownIsAll": True}


#: A system that names no zone, or one that no clock knows.
ZONE_OF_THE_SYSTEM = """const real = Intl.DateTimeFormat.prototype.resolvedOptions;
Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...real.call(this), timeZone: ZONE }; };"""


@pytest.mark.parametrize("zone", ['"Etc/Unknown"', '""', "undefined", '"Nowhere/City"'])
def test_a_zone_that_no_clock_knows_is_not_offered(home, visit, zone):
    page = paired(visit, home(worlds.all_up()), scripts=[ZONE_OF_THE_SYSTEM.replace("ZONE", zone)])
    part = sheet(page, NAME)
    part.get_by_label("Time zone", exact=True).wait_for()
    assert part.get_by_role("button", name=re.compile("^Use ")).count() == 0
    offered = part.get_by_label("Time zone", exact=True).locator("option").evaluate_all("all => all.map(one => one.value)")
    assert "UTC" in offered and zone.strip('"') not in [one for one in offered if one]


def test_an_answer_that_a_change_of_ours_overtook_is_no_news(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site)
    late = []

    def keep(route):
        if route.request.method == "GET":
            late.append((route, route.fetch(timeout=PATIENCE * 1000)))
        else:
            route.continue_()

    page.route(f"**{PATH}", keep)
    part = sheet(page, NAME)
    until(lambda: page.title() and late)
    part.get_by_label("Name", exact=True).fill("Attic")
    part.get_by_role("button", name="Save", exact=True).click()
    saved(page)
    for route, answer in late:
        with page.expect_response(f"**{PATH}"):
            route.fulfill(response=answer)
    part.get_by_role("button", name="Use the settings file: Name").click()
    until(lambda: site.puts(PATH)[-1] == {"version": 1, "settings": {"name": None}})


@pytest.mark.parametrize("label, value, complaint", [
    ("Name", "  ", "1 to 20 characters"), ("Seconds per display page", "1", "from 2 to 60"), ("Seconds per display page", "", "from 2 to 60")])
def test_what_cannot_be_meant_is_not_sent(home, visit, label, value, complaint):
    site = home(worlds.all_up())
    page = paired(visit, site)
    part = sheet(page, NAME if label == "Name" else PANEL)
    part.get_by_label(label).first.fill(value)
    part.get_by_role("button", name="Save", exact=True).click()
    part.get_by_text(complaint).wait_for()
    assert site.puts(PATH) == []


def test_a_refusal_is_said_and_what_was_typed_stays(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site, noisy=True)
    part = sheet(page, NAME)
    part.get_by_label("Name", exact=True).fill("refuse")
    part.get_by_role("button", name="Save", exact=True).click()
    part.get_by_text("Settings.name: will not do.").wait_for()
    assert part.get_by_label("Name", exact=True).input_value() == "refuse"


def test_another_phones_change_is_shown_before_ours_is_sent_again(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site, noisy=True)
    part = news(page, site, NAME, PATH)
    site.people.settings("PUT", {"version": 0, "settings": {"name": "Cellar", "clock": "12h"}})
    part.get_by_label("Name", exact=True).fill("Attic")
    part.get_by_role("button", name="Save", exact=True).click()
    part.get_by_text("Another phone changed a setting in the meantime").wait_for()
    assert part.get_by_label("Name", exact=True).input_value() == "Attic"
    assert part.get_by_label("Clock", exact=True).input_value() == "12h"
    part.get_by_role("button", name="Save", exact=True).click()
    saved(page)
    assert site.people.changed == {"name": "Attic", "clock": "12h"}


def test_the_box_shows_which_one_it_is(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site)
    sheet(page, NAME).get_by_role("button", name="Blink the box").click()
    sheet(page, NAME).get_by_text("The lamps and display blink for half a minute").wait_for()
    assert site.people.identified == 1


def phone(number: int, **more):
    return {"id": str(number) * 22, "name": f"Phone {number}", "push": None, "person": number, "administrator": False,
            "registeredAt": b.stamp(b.now()), "seenAt": b.stamp(b.now()), **more}


def test_the_phones_come_page_by_page(home, visit):
    site = home(worlds.all_up())
    site.people.others = [phone(number) for number in range(3, 9)]
    site.people.page = 4
    page = paired(visit, site)
    part = news(page, site, "Phones on this box", "/v1/admin/devices")
    part.get_by_text("7 phones are registered.").wait_for()
    assert part.locator("li").count() == 4
    part.get_by_role("button", name="Show more").click()
    part.locator("li").nth(6).wait_for()
    assert part.locator(".row-name").all_inner_texts() == ["Linux PC", *(f"Phone {number}" for number in range(3, 9))]
    part.get_by_role("button", name="Show more").wait_for(state="hidden")
    asked = site.gets("/v1/admin/devices")
    page.locator("#back").click()
    go(page, WATCHED)
    go(page, SETTINGS)
    sheet(page, "Phones on this box")
    until(lambda: site.gets("/v1/admin/devices") > asked)
    settled(site)
    assert part.locator("li").count() == 7, "asking again keeps what was shown"


@pytest.mark.parametrize("title, path, name, act", [
    ("Phones on this box", r"/v1/admin/devices\?", "Phone 7", "Revoke"),
    ("Undelivered notices", "/v1/admin/notices/dead$", "Kazzak is down", "Delete")])
def test_an_answer_from_before_brings_nothing_back_that_is_gone(home, visit, title, path, name, act):
    site = home(worlds.all_up())
    site.people.others = [phone(7), phone(8)]
    site.people.dead = [{"id": number, "device": "7" * 22, "channel": "webpush", "at": b.stamp(b.now()), "title": what,
                         "reason": "Unregistered"} for number, what in enumerate(("Kazzak is down", "Kazzak is up"))]
    page = paired(visit, site)
    late = Late(page, path)
    part = sheet(page, title)
    late.asked()
    entry = part.locator("li", has_text=name)
    entry.get_by_role("button", name=act, exact=True).click()
    sure(page, act)
    entry.wait_for(state="detached")
    late.come()
    settled(site, page=page)
    assert entry.count() == 0 and part.locator("li").count() > 0


def test_a_phone_that_is_removed_while_further_ones_are_on_their_way_is_not_among_them(home, visit):
    site = home(worlds.all_up())
    site.people.others = [phone(number) for number in range(3, 9)]
    site.people.page = 4
    page = paired(visit, site)
    part = news(page, site, "Phones on this box", "/v1/admin/devices")
    late = Late(page, r"/v1/admin/devices\?")
    part.get_by_role("button", name="Show more").click()
    late.asked()
    entry = part.locator("li", has_text="Phone 3")
    entry.get_by_role("button", name="Revoke").click()
    assert "The box forgets Phone 3, with its lists and alerts." in page.locator("dialog[open]").inner_text()
    sure(page, "Revoke")
    entry.wait_for(state="detached")
    late.come()
    part.locator("li", has_text="Phone 8").wait_for()
    settled(site, page=page)
    assert part.locator(".row-name").all_inner_texts() == ["Linux PC", *(f"Phone {number}" for number in range(4, 9))]


def test_administration_is_taken_after_a_question(home, visit):
    site = home(worlds.all_up())
    site.people.others = [phone(7, administrator=True), phone(8)]
    page = paired(visit, site)
    part = news(page, site, "Phones on this box", "/v1/admin/devices")
    assert part.locator("li", has_text="Phone 8").get_by_role("button", name="Remove admin rights").count() == 0
    button = part.locator("li", has_text="Phone 7").locator("button.danger").first
    button.click()
    assert "Phone 7 and the devices linked to it can then only watch." in page.locator("dialog[open]").inner_text()
    assert site.people.others[0]["administrator"]
    sure(page, "Remove admin rights")
    part.get_by_text("Admin rights removed. 3 phones are registered.").wait_for()
    assert not site.people.others[0]["administrator"]
    ours = part.locator("li", has_text="this phone").locator("button.danger").first
    ours.click()
    sure(page, "Remove admin rights")
    part.wait_for(state="hidden")
    page.locator("#detail").get_by_text("Only a paired phone can manage the box.").wait_for()
    page.locator("#back").click()
    page.locator("#panel-settings a[href='/app#settings/pair']").wait_for()
    assert page.locator("#panel-settings a[href='/app#settings/box']").is_hidden()


DEAD = [("Unregistered", "removed or its permission withdrawn"), ("HTTP 503, after 8 attempts", "had trouble for too long"),
        ("Couldn't connect to server, after 8 attempts", "could not be reached"), ("SomethingNew", "did not take it")]
#: As Mozilla's service answers where a phone subscribed with another key.
OTHER_KEY = "VapidPkHashMismatch (HTTP 403)"
#: What the person reads of a reason for which there are no words of its own.
GENERAL = {"en-GB": "The push service did not take it.", "pl-PL": "Usługa push tego nie przyjęła."}


def test_dead_letters_say_why_and_are_sent_again_or_deleted(home, visit):
    site = home(worlds.all_up())
    site.people.others = [phone(7)]
    site.people.dead = [{"id": number, "device": "7" * 22 if number else "9" * 22, "channel": "webpush", "at": b.stamp(b.now()),
                         "title": f"Kazzak {number}", "reason": reason} for number, (reason, _) in enumerate(DEAD)]
    page = paired(visit, site)
    phones = site.hold("/v1/admin/devices")
    page.goto(f"{site.url}/app#settings")
    page.reload()
    page.locator("#panel-settings a[href='/app#settings/undelivered']").wait_for()
    part = sheet(page, "Undelivered notices")
    part.locator("li").nth(3).wait_for()
    assert "gone" not in part.locator("li").first.inner_text(), "while nobody knows its name"
    asked = site.gets("/v1/admin/notices/dead")
    phones.set()
    part.get_by_text("to a removed phone").wait_for()
    # After the phones the tab asks for the notices, too: what it hears then takes the place of what a tap came to.
    until(lambda: site.gets("/v1/admin/notices/dead") > asked)
    settled(site)
    for row, (reason, words) in zip(part.locator("li").all(), DEAD, strict=True):
        assert reason in row.inner_text() and words in row.inner_text()
    assert "to a removed phone, Web Push" in part.locator("li").first.inner_text()
    part.locator("li", has_text="to Phone 7, Web Push").first.wait_for()
    part.get_by_role("button", name="Send again: Kazzak 1").click()
    part.get_by_text("Back in the queue.").wait_for()
    assert site.people.replayed == [1]
    drop = part.locator("li", has_text="Kazzak 0").locator("button.danger")
    drop.click()
    assert part.locator("li").count() == 3
    sure(page, "Delete")
    part.locator("li", has_text="Kazzak 0").wait_for(state="detached")
    assert [one["id"] for one in site.people.dead] == [2, 3]


def documented() -> list[str]:
    """The reasons in the table of docs/notifications.md, as they are stored."""
    page = (ROOT / "docs/notifications.md").read_text(encoding="utf-8").split("## When a notice does not arrive", 1)[1]
    table = page.split("| reason |", 1)[1].split("\n\n")[0]
    reasons = [word for row in table.splitlines()[2:] for word in re.findall(r"`([^`]+)`", row.split(" | ")[0])]
    return [re.sub(r"^(\d{3})$", r"HTTP \1", word).replace("xx", "18").replace("…", "HTTP 403,") for word in reasons]


@pytest.mark.parametrize("locale", GENERAL)
def test_every_reason_of_the_manual_is_said_in_the_persons_language(home, visit, locale):
    final = re.search(r"statuses: Set<Int> = \[([\d, ]+)\]", (ROOT / "Sources/Push/FinalStatus.swift").read_text(encoding="utf-8"))
    reasons = documented()
    assert {f"HTTP {status}" for status in final[1].split(", ")} | {"HTTP 404", "HTTP 408", "HTTP 418", "HTTP 518"} <= set(reasons)
    # As they are stored with what became of them.
    reasons += ["redirect not followed (HTTP 302)", "NewWord (HTTP 413)", "HTTP 425, after 8 attempts", "Unregistered, though it was registered later", OTHER_KEY]
    site = home(worlds.all_up())
    site.people.dead = [{"id": number, "device": "7" * 22, "channel": "webpush", "at": b.stamp(b.now()), "title": f"Kazzak {number}",
                         "reason": reason} for number, reason in enumerate(reasons)]
    page = paired(visit, site, locale=locale)
    page.evaluate("location.hash = 'settings/undelivered'")
    rows = page.locator("#detail li")
    rows.nth(len(reasons) - 1).wait_for()
    said = page.locator("#detail li > p:nth-of-type(3)").all_inner_texts()
    for reason, words in zip(reasons, said, strict=True):
        assert words.endswith(f" ({reason})") and not words.startswith(GENERAL[locale]), words
    alike = [words.removesuffix(f" ({reason})") for reason, words in zip(reasons, said, strict=True) if reason in ("VapidPkHashMismatch", OTHER_KEY)]
    assert len(alike) == 2 and len(set(alike)) == 1, "the word and not the status says what it was"


def test_what_the_box_cannot_do_stands_above_the_settings_of_who_administers_it(home, visit):
    """The ledger of results is nearly full: only the owner can do anything about that."""
    site = home(worlds.all_up())
    site.world.panel["faults"] = [{"code": "E35", "words": "arena: 95 % of 1,000,000 results are kept; <b>raise</b> max_results"}, None, {}]
    page = open_app(visit, site)
    go(page, SETTINGS)
    page.locator("#panel-settings .entry:visible").first.wait_for()
    settled(site)
    faults = page.locator("#panel-settings section", has=page.get_by_role("heading", name="Faults"))
    assert faults.count() == 0 and site.gets("/v1/panel") == 0, "a phone that is not paired can do nothing about it"
    site.device["administrator"] = True
    page.reload()
    faults.get_by_text("arena: 95 % of 1,000,000 results are kept; <b>raise</b> max_results").wait_for()
    assert faults.locator("li").count() == 1 and faults.locator(".line-value").inner_text() == "E35"
    site.world.panel["faults"] = []
    go(page, WATCHED)
    go(page, SETTINGS)
    faults.wait_for(state="hidden")


def test_without_dead_letters_it_says_so(home, visit):
    page = paired(visit, home(worlds.all_up()))
    sheet(page, "Undelivered notices").get_by_text("every notice was delivered or is still being tried").wait_for()


def test_an_error_of_the_lists_is_said(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site, noisy=True)
    for part in (PATH, "/v1/admin/devices", "/v1/admin/notices/dead"):
        site.statuses[part] = 503
    page.reload()
    for title, words in ((NAME, "settings could not be loaded"), ("Phones on this box", "list could not be loaded"),
                         ("Undelivered notices", "list could not be loaded")):
        sheet(page, title).get_by_text(words).wait_for()
