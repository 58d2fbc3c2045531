"""Settings and Maps: pairing, linking, administration, forgetting, alerts and quiet hours."""

import re
import subprocess

import pytest

import bodies as b
import worlds
from app_browser import PUSH_SERVICE, permission
from app_hands import HIDE, MAPS, SETTINGS, Late, go, open_app, ready, row, setting, settled, sure, until
from app_people import CODE, PUBLIC
from measures import PATIENCE, two_answers, wait_until
from test_map_strip import MOVED


#: The line of Settings behind which each page is.
KEYS = {"Pair this phone": "pair", "Linked devices": "linked", "This phone": "phone", "Recent notices": "notices",
        "Phones on this box": "phones", "Map alerts": "alerts", "Quiet hours": "quiet", "Undelivered notices": "undelivered",
        "Watchpost, name and clock": "box", "Lamps and display": "panel", "About": "about", "What to notify me about": "told"}


def settings(visit, site, **options):
    """The settings of a phone that the appliance knows."""
    page = open_app(visit, site, **options)
    go(page, SETTINGS)
    page.wait_for_selector("#panel-settings a[href='/app#settings/phone'] .line-value:not(:empty)")
    return page


def sheet(page, title):
    """The page behind a line, opened if it is not."""
    found = page.locator("#detail .sheet", has=page.get_by_role("heading", name=title, exact=True))
    if not page.url.endswith(f"#settings/{KEYS[title]}"):
        if not page.locator("#panel-settings").is_visible():
            page.locator("#tab-settings").click()
        page.locator(f"#panel-settings a[href='/app#settings/{KEYS[title]}']").click()
        found.wait_for()
    return found


def asked_anew(page, site, title, path):
    """Leaves a page for another one and comes back: its answer is on its way."""
    settled(site)
    page.locator("#back").click()
    sheet(page, "About")
    page.locator("#back").click()
    late = Late(page, path)
    sheet(page, title)
    return late


def test_a_phone_is_paired_with_the_code_on_the_display(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    part = sheet(page, "Pair this phone")
    part.get_by_role("button", name="Show a code").click()
    part.get_by_text("on the box’s display until").wait_for()
    part.get_by_label("Six-digit code").fill("123 456")
    page.keyboard.press("Enter")
    part.get_by_text("can change the box’s settings").wait_for()
    assert site.device["administrator"] is True
    assert part.get_by_label("Six-digit code").is_hidden()
    part.get_by_role("heading", name="What you can do now").wait_for()
    ways = part.get_by_role("link")
    assert ways.all_inner_texts() == ["Watchpost, name and clock", "Lamps and display", "Edit maps", "Phones"]
    ways.first.click()
    sheet(page, "Watchpost, name and clock").get_by_role("button", name="Blink the box").wait_for()


def test_an_answer_from_before_a_phone_was_paired_takes_nothing_back(home, visit):
    site = home(worlds.all_up())
    site.people.pairing = "123456"
    page = settings(visit, site)
    sheet(page, "Pair this phone")
    # Opening the app says who this phone is, and is told what is known of it.
    late = Late(page, r"/v1/devices/[\w-]+$", "PUT")
    page.reload()
    part = sheet(page, "Pair this phone")
    late.asked()
    part.get_by_label("Six-digit code").fill("123456")
    page.keyboard.press("Enter")
    done = part.get_by_text("can change the box’s settings")
    done.wait_for()
    late.come()
    settled(site, page=page)
    assert done.is_visible() and part.get_by_label("Six-digit code").is_hidden()


def test_a_wrong_code_says_how_many_tries_are_left(home, visit):
    site = home(worlds.all_up())
    site.people.pairing = "123456"
    page = settings(visit, site, noisy=True)
    part = sheet(page, "Pair this phone")
    part.get_by_label("Six-digit code").fill("000000")
    part.get_by_role("button", name="Pair", exact=True).click()
    part.get_by_text("4 tries are left").wait_for()


@pytest.mark.parametrize("code", ["12345", "abcdef", ""])
def test_what_cannot_be_a_code_is_not_sent(home, visit, code):
    site = home(worlds.all_up())
    page = settings(visit, site)
    part = sheet(page, "Pair this phone")
    part.get_by_label("Six-digit code").fill(code)
    part.get_by_role("button", name="Pair", exact=True).click()
    part.get_by_text("six digits.").wait_for()
    assert site.gets("redeem") == 0


def test_a_code_from_outside_is_refused_with_the_reason(home, visit):
    site = home(worlds.all_up())
    site.statuses["/v1/pairing"] = 403
    page = settings(visit, site, noisy=True)
    sheet(page, "Pair this phone").get_by_role("button", name="Show a code").click()
    sheet(page, "Pair this phone").get_by_text("refused with 403 for a test").wait_for()


def test_linked_devices_are_said_to_be_paired_as_well(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    assert "linked to it" not in sheet(page, "Pair this phone").inner_text()
    until(lambda: site.people.devices)
    site.device["linkedDevices"] = 2
    page.reload()
    sheet(page, "Pair this phone").get_by_text("the devices linked to it").wait_for()


@pytest.mark.parametrize("word, label, code", [("pair", "Six-digit code", "123456"), ("link", "Code from the other device", "K7QX2M9P")])
def test_a_scanned_code_is_filled_in_but_not_sent(home, visit, word, label, code):
    site = home(worlds.all_up())
    page = visit(f"{site.url}/app#{word}={code}", expect="#detail .setting-page")
    assert page.get_by_label(label).input_value() == code
    assert page.evaluate("location.href").endswith(f"/app#settings/{'pair' if word == 'pair' else 'linked'}"), "no code in the address"
    until(lambda: site.people.devices)
    assert site.gets("redeem") + site.gets("/join") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_that_is_scanned_is_the_link(home, visit, tmp_path, scheme):
    site = home(worlds.all_up())
    site.people.public = PUBLIC
    page = settings(visit, site, color_scheme=scheme)
    part = sheet(page, "Linked devices")
    part.get_by_role("button", name="Show a code").click()
    picture = part.get_by_role("img", name=f"QR code of the link with the code {CODE}")
    picture.wait_for()
    wait_until(page, "() => document.querySelector('.link-picture').naturalWidth > 0")
    picture.screenshot(path=tmp_path / "seen.png")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", tmp_path / "seen.png"], capture_output=True, text=True, timeout=PATIENCE)
    assert read.stdout.strip() == f"{PUBLIC}/app#link={CODE}" == part.locator(".link-address").inner_text()


def test_without_a_picture_there_is_the_address_of_this_page(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    part = sheet(page, "Linked devices")
    part.get_by_role("button", name="Show a code").click()
    part.get_by_role("link", name=f"{site.url}/app#link={CODE}").wait_for()
    assert part.get_by_role("img").count() == 0


def test_linked_devices_share_their_lists(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    part = sheet(page, "Linked devices")
    part.get_by_role("button", name="Show a code").click()
    part.locator("output:has-text('K7QX2M9P')").wait_for()
    part.get_by_label("Code from the other device").fill("k7qx-2m9p")
    part.get_by_role("button", name="Link", exact=True).click()
    part.get_by_text("2 devices share your watch lists").wait_for()
    until(lambda: len([one for one in site.told if one[0] == "GET" and "watchlist" in one[1]]) == 2, what="the merged list is fetched")


def test_an_answer_from_before_a_device_was_removed_does_not_bring_it_back(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    site.people.linked = [{"id": letter * 22, "name": name, "this": False, "seenAt": b.stamp(b.now())}
                          for letter, name in (("B", "Tablet"), ("C", "Laptop"))]
    site.device["linkedDevices"] = 3
    page.reload()
    part = sheet(page, "Linked devices")
    entry = part.locator("li", has_text="Tablet")
    entry.wait_for()
    late = asked_anew(page, site, "Linked devices", "/link$")
    late.asked()
    entry.get_by_role("button", name="Unlink").click()
    sure(page, "Unlink")
    entry.wait_for(state="detached")
    late.come()
    settled(site, page=page)
    assert entry.count() == 0 and part.locator("li", has_text="Laptop").count() == 1


def test_the_phone_has_a_name(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    part = sheet(page, "This phone")
    wait_until(page, "() => document.querySelector('.sheet input[maxlength=\"64\"]').value === 'Linux PC'")
    part.get_by_label("Name").fill("Ann’s phone")
    part.get_by_role("button", name="Save name").click()
    part.get_by_text("Saved.").wait_for()
    assert site.device["name"] == "Ann’s phone"


def test_forgetting_asks_what_goes_and_leaves_nothing(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    [before] = site.people.devices
    button = sheet(page, "This phone").locator("button.danger")
    button.click()
    asked = page.locator("dialog[open]")
    assert "deletes this phone’s lists, alerts and quiet hours" in asked.inner_text()
    asked.get_by_role("button", name="Cancel").click()
    asked.wait_for(state="detached")
    assert button.evaluate("n => n === document.activeElement"), "the dialog gives the focus back"
    assert before in site.people.devices
    button.click()
    sure(page, "Forget this phone")
    until(lambda: before not in site.people.devices)
    until(lambda: len(site.people.devices) == 1, what="the app begins again")
    assert before not in page.evaluate("localStorage.getItem('watchpost.credential')")


@pytest.mark.worker
def test_forgetting_leaves_nothing_to_a_worker_that_does_not_listen(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    [before] = site.people.devices
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    page.reload()
    wait_until(page, "async () => (await caches.keys()).includes('watchpost-identity')")
    page.add_init_script("Object.defineProperty(ServiceWorkerContainer.prototype, 'controller', { get: () => null });")
    page.reload()
    go(page, SETTINGS)
    sheet(page, "This phone").locator("button.danger").click()
    sure(page, "Forget this phone")
    until(lambda: site.people.devices and before not in site.people.devices)
    kept = page.evaluate("""async () => (await (await caches.match('/app/identity'))?.text()) ?? ''""")
    assert before not in kept


def test_recent_notices_are_listed_with_what_became_of_them(home, visit):
    site = home(worlds.all_up())
    site.people.notices = [
        {"id": 2, "at": b.stamp(b.now()), "title": "Kazzak is down", "body": "Europe", "link": "/realms/eu/retail/kazzak",
         "state": "sent", "reason": None},
        {"id": 1, "at": b.stamp(b.now()), "title": "<b>x</b>", "body": "", "link": "javascript:alert(1)", "state": "dead",
         "reason": "410 Unregistered"}]
    page = settings(visit, site)
    rows = sheet(page, "Recent notices").locator("li")
    rows.first.wait_for()
    assert rows.first.get_by_role("link").get_attribute("href") == f"{site.url}/realms/eu/retail/kazzak"
    assert "· sent" in rows.first.inner_text()
    assert rows.nth(1).get_by_role("link").count() == 0 and "<b>x</b>" in rows.nth(1).inner_text()
    assert "failed: 410 Unregistered" in rows.nth(1).inner_text()


def test_an_answer_from_before_notices_were_seen_does_not_call_them_unread_again(home, visit):
    site = home(worlds.all_up())
    site.people.notices = [{"id": 1, "at": b.stamp(b.now()), "title": "Kazzak is down", "body": "", "link": "/app", "state": "sent"}]
    page = settings(visit, site)
    settled(site)
    sheet(page, "Recent notices").locator("li").wait_for()
    late = asked_anew(page, site, "Recent notices", "/notices$")
    late.asked()

    def look(times):
        for hidden in (True, False):
            page.evaluate(HIDE, hidden)
        until(lambda: page.wait_for_timeout(20) or len(site.posts("/read")) >= times)
        settled(site, page=page)

    before = len(site.posts("/read"))
    look(before + 1)
    site.people.notices = []
    late.come()
    settled(site, page=page)
    look(before + 1)
    assert len(site.posts("/read")) == before + 1


def test_administrators_see_every_phone_test_and_revoke(home, visit):
    site = home(worlds.all_up())
    other = {"id": "B" * 22, "name": "Old tablet", "push": {"kind": "apns", "state": "active", "reason": None}, "person": 2,
             "administrator": False, "registeredAt": b.stamp(b.now()), "seenAt": b.stamp(b.now())}
    site.people.others = [other]
    page = settings(visit, site)
    line = page.locator("#panel-settings a[href='/app#settings/phones']")
    assert line.is_hidden(), "not paired, not shown"
    site.device["administrator"] = True
    page.reload()
    line.wait_for()
    part = sheet(page, "Phones on this box")
    entry = part.locator("li", has_text="Old tablet")
    assert "APNs" in entry.inner_text() and "this phone" in part.locator("li").first.inner_text()
    entry.get_by_role("button", name="Send test").click()
    entry.get_by_text("The push service accepted it.").wait_for()
    asked = site.gets("/v1/admin/devices")
    with page.expect_response(lambda answer: "/v1/admin/devices" in answer.url):
        page.locator("#back").click()
        go(page, MAPS)
        go(page, SETTINGS)
        sheet(page, "Phones on this box")
    assert site.gets("/v1/admin/devices") > asked
    two_answers(page)
    assert entry.get_by_text("The push service accepted it.").is_visible(), "asking again loses no answer"
    entry.get_by_role("button", name="Revoke").click()
    sure(page, "Revoke")
    entry.wait_for(state="detached")
    assert ("DELETE", f"/v1/admin/devices/{'B' * 22}", None) in site.told


@pytest.mark.worker
def test_the_switches_say_what_to_tell_and_population_is_off(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site, scripts=(permission("default", "granted"), PUSH_SERVICE))
    part = setting(page, "told")
    read = """n => [...n.querySelectorAll('.switch')].map(one => [one.innerText, one.querySelector('input').checked])"""
    assert not any(isOn for _, isOn in part.evaluate(read)), "nothing is told without notifications"
    part.get_by_role("link", name="Turn them on").click()
    page.get_by_role("button", name="Enable notifications").click()
    page.wait_for_selector(".sheet[data-state=on]")
    part = setting(page, "told")
    # They can be turned once the list has come.
    part.locator(".switch input:not([disabled])").first.wait_for(state="attached")
    assert dict(part.evaluate(read)) == {"Down and up": True, "Queues": False, "Locked to new characters": False,
                                         "Maintenance is over": False, "Population": False}
    page.get_by_role("switch", name="Queues").check()
    wanted = {"status": True, "queue": True, "lock": False, "maintenance": False, "population": False}
    until(lambda: site.list_of("eu").get("kinds") == wanted, what="the list is kept as it was sent")


def maps(visit, site, **options):
    page = open_app(visit, site, **options)
    go(page, MAPS)
    page.wait_for_selector("#panel-maps .mode")
    return page


def test_maps_show_what_is_on_a_countdown_and_what_comes(home, visit):
    page = maps(visit, home(worlds.all_up()), scripts=[MOVED])
    mode = page.locator("#panel-maps .mode").first
    left = lambda: int(re.fullmatch(r" ?· (\d+) min left", mode.locator(".until strong").inner_text())[1])  # noqa: E731
    assert mode.locator(".map").inner_text() == "Storm Point"
    # Real minutes go by, too, while the page comes up and is looked at.
    first = left()
    assert 32 <= first <= 42
    page.evaluate("window.ahead = 300_000")
    until(lambda: first - 15 <= left() <= first - 5, what="the countdown stood still")
    assert mode.locator(".slot-map").all_text_contents()[:2] == ["Olympus", "E-District"]


def test_a_question_that_failed_says_nothing_of_a_later_one(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site, noisy=True)
    go(page, MAPS)
    page.locator("#panel-maps .map").first.wait_for()
    settled(site)
    late = Late(page, "/v1/rotations$")
    page.locator("#as-of").click()
    late.asked()
    asked = site.gets("/v1/rotations")
    page.locator("#as-of").click()
    until(lambda: page.wait_for_timeout(20) or site.gets("/v1/rotations") > asked)
    settled(site, page=page)
    late.fail()
    settled(site, page=page)
    assert page.locator("#as-of.stale").count() == 0 and page.locator("#strip").is_hidden()


def test_an_alert_is_made_changed_and_deleted(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    part = sheet(page, "Map alerts")
    part.locator("button.strong:not([disabled])").click()
    assert page.evaluate("document.activeElement.tagName") == "SELECT"
    part.get_by_label("Map", exact=True).select_option("Olympus")
    part.get_by_label("Minutes before").fill("10")
    part.get_by_role("radio", name="Once").check()
    for day in ("Sat", "Sun"):
        part.get_by_role("checkbox", name=day).uncheck()
    part.get_by_label("Not before").fill("18:00")
    part.get_by_label("Not after").fill("23:30")
    part.get_by_role("button", name="Save alert").click()
    until(lambda: site.puts("/alerts"))
    assert site.puts("/alerts")[-1] == {"version": 0, "quietHours": None, "maps": [{
        "mode": "pubs", "map": "OL", "minutesBefore": 10, "repeat": "once", "days": ["mon", "tue", "wed", "thu", "fri"],
        "from": "18:00", "to": "23:30"}]}
    assert "10 min before Olympus · Casual" in part.locator(".alert").inner_text()
    assert "once · weekdays · 18:00–23:30" in part.locator(".alert").inner_text()
    part.get_by_role("button", name="Change").click()
    part.get_by_label("Minutes before").fill("0")
    part.get_by_role("button", name="Save alert").click()
    part.get_by_text("When Olympus begins").wait_for()
    part.get_by_role("button", name="Delete").click()
    until(lambda: site.puts("/alerts")[-1]["maps"] == [])


def test_a_change_of_the_minutes_does_not_change_what_an_alert_is_about(home, visit):
    site = home(worlds.all_up())
    page = maps(visit, site)
    until(lambda: site.people.devices)
    usual = {"minutesBefore": 5, "repeat": "always", "days": ["mon"], "from": None, "to": None}
    site.people.documents[site.device["id"], "alerts"] = {"version": 1, "quietHours": None, "maps": [
        {"mode": "pubs", "map": "ZZ", **usual}, {"mode": "big-event", "map": None, **usual}]}
    page.reload()
    part = sheet(page, "Map alerts")
    part.locator("button.strong:not([disabled])").wait_for()
    for place in (0, 1):
        part.locator(".alert").nth(place).get_by_role("button", name="Change").click()
        part.get_by_label("Minutes before").fill("7")
        part.get_by_role("button", name="Save alert").click()
    until(lambda: [one["minutesBefore"] for one in (site.puts("/alerts") or [{"maps": []}])[-1]["maps"]] == [7, 7])
    assert [(one["mode"], one["map"]) for one in site.puts("/alerts")[-1]["maps"]] == [("pubs", "ZZ"), ("big-event", None)]


@pytest.mark.parametrize("label, value, complaint", [("Minutes before", "-1", "0 to 720"), ("Minutes before", "721", "0 to 720"),
                                                     ("Not before", "18:00", "both times")])
def test_an_alert_that_makes_no_sense_is_not_sent(home, visit, label, value, complaint):
    site = home(worlds.all_up())
    page = settings(visit, site)
    part = sheet(page, "Map alerts")
    part.locator("button.strong:not([disabled])").click()
    part.get_by_label(label).fill(value)
    part.get_by_role("button", name="Save alert").click()
    assert complaint in part.get_by_role("alert").inner_text()
    assert site.puts("/alerts") == []


def test_alerts_without_notifications_are_called_useless(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    until(lambda: site.people.devices)
    site.people.documents[site.device["id"], "alerts"] = {"version": 1, "quietHours": None, "maps": [
        {"mode": "pubs", "map": None, "minutesBefore": 0, "repeat": "always", "days": ["mon"], "from": None, "to": None}]}
    page.reload()
    sheet(page, "Map alerts").get_by_role("link", name="Turn them on").click()
    page.wait_for_selector("#detail .sheet[data-state]")


def test_quiet_hours_are_switched_and_set(home, visit):
    site = home(worlds.all_up())
    page = settings(visit, site)
    sheet(page, "Quiet hours").locator("input[role=switch]:not([disabled])").wait_for(state="attached")
    page.get_by_role("switch", name="Quiet hours").check()
    until(lambda: site.puts("/alerts"))
    page.get_by_label("From", exact=True).fill("23:15")
    until(lambda: site.puts("/alerts")[-1]["quietHours"] == {"from": "23:15", "to": "07:00"})
    page.get_by_role("switch", name="Quiet hours").uncheck()
    until(lambda: site.puts("/alerts")[-1]["quietHours"] is None)


def test_realms_are_found_by_name_and_by_what_is_not_up(home, visit):
    page = ready(open_app(visit, home(worlds.some_down())))
    page.get_by_label("Find a realm").fill("silberne")
    assert page.locator("#panel-realms .row-name").all_text_contents() == ["Die Silberne Hand"]
    page.get_by_label("Find a realm").fill("")
    page.get_by_role("button", name="Not up 3").click()
    assert page.locator("#panel-realms .row").count() == 3
    page.get_by_label("Find a realm").fill("nowhere")
    assert "No matching realm." in page.locator("#panel-realms .empty:visible").inner_text()
    page.get_by_role("button", name="Clear").click()
    assert page.locator("#panel-realms .row").count() == 340


def test_versions_of_the_game_are_told_apart_and_chosen(home, visit):
    page = ready(open_app(visit, home(worlds.all_up()), timezone_id="America/New_York"))
    assert page.locator("#panel-realms .versions label").all_inner_texts() == ["All", "Retail", "Classic"]
    page.get_by_role("radio", name="Classic").check(force=True)
    assert page.locator("#panel-realms .row").count() == 38


def test_connected_realms_name_each_other(home, visit):
    world = worlds.all_up()
    for number in (1, 2, 3):
        world.realms["eu", "retail"][number]["connectedRealm"] = 100
    page = ready(open_app(visit, home(world)))
    assert "with Ревущий фьорд, Гордунни and 1 more" in row(page, "Kazzak").text_content(), "for readers"
    assert row(page, "Kazzak").locator(".row-facts").inner_text().endswith("3 more")


def test_names_come_in_the_viewers_language(home, visit):
    site = home(worlds.all_up())
    ready(open_app(visit, site, locale="de-DE"))
    assert site.gets("locale=de_DE") == 1
