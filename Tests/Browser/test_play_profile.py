"""Who one is: codes, joining and what it says before, phones and games, recovery, notices, export, deleting."""

import json
import os
import struct
import zlib

from app_hands import Late, settled, sure, until
from measures import PATIENCE, two_answers, wait_until
from play_scene import FRIENDS, FURNISHED, PHONE, PROFILE, STILL, befriend, evening, furnished, known_phone, open_play, tab, up_to_date


def png(side: int = 8, noise: bool = False) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    rows = b"".join(b"\0" + (os.urandom(3 * side) if noise else bytes((40, 120, 100)) * side) for _ in range(side))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


PNG = png()


def line(page, key: str):
    page.locator(f"#panel-profile a[href='/app#profile/{key}']").click()
    page.locator("#detail .setting-page").wait_for()
    return page.locator("#detail")


def not_sure(page):
    """Says no in the dialog, until the button that opened it can be pressed again."""
    page.locator("dialog.asks").get_by_role("button", name="Cancel").click()
    page.locator("dialog.asks").wait_for(state="detached")


def test_the_profile_is_lines_with_values(arena, visit):
    _, page = furnished(arena, visit, PROFILE)
    # How many play for one is an answer of its own.
    page.locator("#panel-profile a[href='/app#profile/installs'] .line-value", has_text="3").wait_for()
    page.locator("#panel-profile .page-name", has_text="Marten").wait_for()
    read = {one.locator(".line-name").inner_text(): one.locator(".line-value").inner_text() for one in page.locator("#panel-profile .entry").all()}
    assert read == {"Name": "Marten", "Picture": "Drawn", "Link and email": "", "My code": "", "I have a code": "", "Phones and games": "3",
                    "Recovery codes": "None", "What to notify me about": "", "Export": "", "Delete": ""}
    assert min(one.bounding_box()["height"] for one in page.locator("#panel-profile .entry").all()) >= 46


def test_a_code_of_a_game_is_taken_and_says_before_what_it_does(arena, visit):
    """A guest of a game made it: its name stays, and what the phone had comes along."""
    site, page = furnished(arena, visit, PROFILE, noisy=True)
    mine, guest = site.mine, site.arena.player("Guest of Orbit")
    site.arena.submit(guest, "orbit", "daily", 700)
    befriend(site.arena, guest, site.people_of_play["oxbow"])
    site.arena.codes["GAMECODE"] = guest
    page.goto("about:blank")
    page.goto(f"{site.url}/app#join=GAMECODE")
    field = page.get_by_label("Code", exact=True)
    field.wait_for()
    assert field.input_value() == "GAMECODE" and "GAMECODE" not in page.url
    assert site.mine == mine and site.posts("/v1/me/join") == [], "the tap is the person's"
    page.get_by_role("button", name="See what it does").click()
    said = page.locator("dialog[open] p").inner_text()
    assert said.startswith("You will play as Guest of Orbit. The name Marten goes, with its picture, link, email address and recovery codes. "
                           "The recovery codes of Guest of Orbit stop working as well. 3 games and phones move with their results. You will have 5 friends. ")
    assert said.endswith("Each can be separated again; for 30 days it gets its old name and results back.")
    not_sure(page)
    assert site.posts("/v1/me/join") == [{"code": "GAMECODE", "preview": True}] and site.mine == mine
    page.get_by_role("button", name="See what it does").click()
    page.locator("dialog[open]").get_by_role("button", name="Join").click()
    page.get_by_text("Done. You play as Guest of Orbit.").wait_for()
    assert site.mine == guest and mine not in site.arena.players
    tab(page, FRIENDS).get_by_text("5 friends").wait_for()
    tab(page, "games").locator(".game-row", has_text="48,210").wait_for()


def test_linking_says_before_what_becomes_of_who_only_plays(arena, visit):
    """No watch list, but a name that would go: it is asked, and Cancel leaves all as it is."""
    site, page = furnished(arena, visit, PROFILE)
    page.locator("#panel-profile .entry").first.wait_for()
    page.evaluate("location.hash = 'link=K7QX2M9P'")
    page.get_by_role("button", name="Link", exact=True).click()
    said = page.locator("dialog[open] p").inner_text()
    assert said.startswith("If you play on both, you become one player: the name, picture, link and email address of the other device stay; those of this phone go, ")
    assert "duels between the two end without a winner" in said and said.endswith("Continue only if the code is from one of your devices.")
    assert "one list" not in said, "it has none"
    not_sure(page)
    assert site.gets("/join") == 0 and site.arena.players[site.mine]["name"] == "Marten"
    page.get_by_role("button", name="Link", exact=True).click()
    asked = site.gets("/v1/me")
    page.locator("dialog[open]").get_by_role("button", name="Link").click()
    until(lambda: site.gets("/join") == 1 and site.gets("/v1/me") > asked, what="who one is then is asked for at once")


def test_unlinking_says_before_that_a_phone_which_plays_begins_anew(arena, visit):
    site, page = furnished(arena, visit, PROFILE)
    page.locator("#panel-profile .entry").first.wait_for()
    site.people.linked = [{"id": "B" * 22, "name": "Tablet", "this": False, "seenAt": None}]
    site.people.devices[PHONE]["linkedDevices"] = 2
    page.goto("about:blank")
    page.goto(f"{site.url}/app#settings/linked")
    page.locator("#detail li", has_text="Tablet").wait_for()
    for button, words in ((page.get_by_role("button", name="Unlink this phone"), "your player stays with the other devices."),
                          (page.locator("#detail li", has_text="Tablet").get_by_role("button", name="Unlink"), "your player stays here.")):
        button.click()
        assert page.locator("dialog[open] p").inner_text().endswith(f"In games it starts over as another player; {words}")
        not_sure(page)


def test_friends_who_have_no_room_and_duels_that_are_called_off_are_said_before(arena, visit):
    site, page = furnished(arena, visit, "profile/join", noisy=True)
    site.arena.codes["GAMECODE"] = site.arena.player("Guest of Orbit")
    moves = site.arena.moves
    for left, ended, words in (
        (1, 0, " 1 friend cannot be kept: there is room for 500. "), (2, 0, " 2 friends cannot be kept: there is room for 500. "),
        (0, 1, " 1 duel with somebody else is called off. "), (0, 3, " 3 duels with others are called off. "),
    ):
        site.arena.moves = lambda caller, into, left=left, ended=ended: moves(caller, into) | {
            key: count for key, count in (("friendsLeft", left), ("endedDuels", ended)) if count
        }
        page.get_by_label("Code", exact=True).fill("GAMECODE")
        page.get_by_role("button", name="See what it does").click()
        said = page.locator("dialog[open] p").inner_text()
        assert words in said and ("room" in said, "called off" in said) == (left > 0, ended > 0), said
        not_sure(page)


def test_the_code_of_another_phone_is_refused_in_words(arena, visit):
    """Two phones are two persons until they are linked."""
    site, page = furnished(arena, visit, "profile/code")
    other = open_play(visit, site, "games", noisy=True)
    until(lambda: len(site.phones) == 2)
    before = list(site.phones.values())
    to_settings = "To link another phone, go to Settings, Linked devices."
    assert page.locator("#detail .list-note").inner_text().endswith(to_settings)
    page.get_by_role("button", name="Show a code").click()
    page.locator(".big-code:not(:empty)").wait_for()
    code = page.locator(".big-code").inner_text()
    assert len(code) == 8 and page.locator(".qr-picture").get_attribute("aria-label") == "QR code of the link below"
    link = page.locator("#detail .link-address").get_attribute("href")
    assert link == f"{site.url}/app#join={code}"
    other.goto("about:blank")
    other.goto(link)
    assert other.locator("#detail .list-note").inner_text().endswith(to_settings)
    other.get_by_role("button", name="See what it does").click()
    other.locator("#detail .result").get_by_text("They belong to phones that are not linked; link the phones first.").wait_for()
    assert list(site.phones.values()) == before and site.posts("/v1/me/join") == [{"code": code, "preview": True}]


def test_wrong_codes_are_said_in_words(arena, visit):
    site, page = furnished(arena, visit, "profile/join", noisy=True)
    field, look = page.get_by_label("Code", exact=True), page.get_by_role("button", name="See what it does")
    result = page.locator("#detail .result")
    field.fill("abc")
    look.click()
    result.get_by_text("A code has eight letters; recovery codes are longer.").wait_for()
    assert site.posts("/v1/me/join") == []
    field.fill("WRONGWRO")
    for number in range(1, 6):
        look.click()
        until(lambda: len(site.posts("/v1/me/join")) == number)
        result.get_by_text("The code is wrong, already used or expired.").wait_for()
        wait_until(page, "() => document.querySelector('#detail button[aria-busy]') === null")
    site.arena.codes["OWNCODEX"] = site.mine
    look.click()
    result.get_by_text("Too many tries; there is another try in 2 min.").wait_for()
    site.arena.wrong.clear()
    field.fill("OWNCODEX")
    look.click()
    result.get_by_text("This is your own code; type it in the other place.").wait_for()


def test_recovery_codes_are_shown_once(arena, visit):
    site, page = furnished(arena, visit, "profile/recovery")
    page.get_by_text("You have none yet.").wait_for()
    page.get_by_role("button", name="Make new codes").click()
    codes = page.locator(".recovery-codes li")
    until(lambda: codes.count() == 8)
    assert codes.all_inner_texts() == site.arena.players[site.mine]["recovery"]
    page.locator("#detail").get_by_text("8 left").wait_for()
    kept = page.evaluate("JSON.stringify({ ...localStorage })")
    assert site.arena.players[site.mine]["recovery"][0] not in kept, "they stay nowhere"
    page.locator("#back").click()
    line(page, "recovery")
    assert page.locator(".recovery-codes li").count() == 0
    page.get_by_role("button", name="Make new codes").click()
    assert "Your current codes stop working." in page.locator("dialog[open]").inner_text()


def test_a_code_is_sent_to_the_address_of_a_player(arena, visit):
    site, page = furnished(arena, visit, "profile/join", noisy=True)
    address = page.get_by_label("No code? The email address in your profile")
    send = page.get_by_role("button", name="Email me a code")
    address.fill("ola at example")
    send.click()
    page.get_by_text("An address looks like name@example.org.").wait_for()
    address.fill(" ola@example.org")
    address.press("Enter")
    page.get_by_text("If a player has this address, an email with a code is on its way. The code works until").wait_for()
    assert site.arena.letters == [("ola@example.org", "en")]
    site.arena.sends_mail = False
    send.click()
    page.get_by_text("This box sends no email; use one of your recovery codes.").wait_for()


def test_a_game_is_separated_and_says_what_comes_back(arena, visit):
    site, page = furnished(arena, visit, "profile/installs")
    known = [one for one in site.arena.installs.values() if one["player"] == site.mine]
    known[0].update(linkedAt="2026-11-20T10:00:00Z", former={"name": "Guest of old", "until": "2026-12-20T10:00:00Z"})
    page.locator("#as-of").click()
    page.locator("#back").click()
    line(page, "installs")
    page.get_by_text("was Guest of old, comes back until").wait_for()
    page.get_by_role("button", name="Separate Orbit Drift").click()
    assert "It plays as Guest of old again, with its earlier results." in page.locator("dialog[open]").inner_text()
    page.locator("dialog[open]").get_by_role("button", name="Separate").click()
    page.get_by_text("It plays as Guest of old again.").wait_for()
    page.get_by_role("button", name="Separate Beetle Rally").click()
    assert "It gets a new player of its own" in page.locator("dialog[open]").inner_text()
    page.locator("dialog[open]").get_by_role("button", name="Separate").click()
    page.get_by_text("It plays as the new player").wait_for()
    until(lambda: page.locator("#detail .player-row").count() == 1)


def test_each_kind_of_news_has_its_switch(arena, visit):
    site, page = furnished(arena, visit, "profile/notices")
    switches = page.locator("#detail [role=switch]")
    wait_until(page, "() => document.querySelector('#detail [role=switch]')?.disabled === false")
    assert [one.is_checked() for one in switches.all()] == [True] * 6 + [False]
    page.get_by_role("switch", name="A friend passed me on a board").check()
    until(lambda: site.arena.players[site.mine]["notices"]["passed"])
    assert site.puts("/v1/me")[-1]["notices"] == {"passed": True}
    page.get_by_role("switch", name="A friend challenges me").uncheck()
    until(lambda: not site.arena.players[site.mine]["notices"]["challenged"])


def test_switches_that_are_turned_one_after_the_other_are_all_sent(arena, visit):
    """The second is turned before the first was answered: it is no change from elsewhere."""
    site, page = furnished(arena, visit, "profile/notices", scripts=[STILL])
    wait_until(page, "() => document.querySelector('#detail [role=switch]')?.disabled === false")
    settled(site)
    held = []
    page.route("**/v1/me", lambda route: held.append((route, route.fetch(timeout=PATIENCE * 1000))) if route.request.method == "PUT" and not held else route.continue_())
    page.get_by_role("switch", name="A friend passed me on a board").check()
    until(lambda: page.wait_for_timeout(20) or held, what="the first was sent")
    page.get_by_role("switch", name="A friend challenges me").uncheck()
    two_answers(page)
    held[0][0].fulfill(response=held[0][1])
    until(lambda: page.wait_for_timeout(20) or not site.arena.players[site.mine]["notices"]["challenged"], what="the second was sent, too")
    assert page.get_by_role("switch", name="A friend passed me on a board").is_checked() and page.locator("#detail .result").is_hidden()


def test_a_name_that_is_typed_and_saved_before_the_first_answer_is_taken(arena, visit):
    site = evening(arena)
    answers = site.hold("/v1/me")
    page = open_play(visit, site, "profile/name")
    page.get_by_label("Your name, as others see it").fill("Pine Marten")
    page.get_by_role("button", name="Save name").click()
    answers.set()
    page.get_by_text("Saved. Every board shows the new name.").wait_for()
    assert site.arena.players[site.mine]["name"] == page.get_by_label("Your name, as others see it").input_value() == "Pine Marten"


def test_a_link_that_is_saved_before_the_first_answer_leaves_the_address_as_it_is(arena, visit):
    site = evening(arena)
    known_phone(site)
    site.arena.players[site.mine]["email"] = "me@example.org"
    answers = site.hold("/v1/me")
    page = open_play(visit, site, "profile/contact", scripts=[FURNISHED])
    page.get_by_label("Link", exact=True).fill("https://example.org/me")
    page.get_by_role("button", name="Save both").click()
    answers.set()
    page.locator("#detail .result", has_text="Saved").wait_for()
    assert [site.arena.players[site.mine][key] for key in ("link", "email")] == ["https://example.org/me", "me@example.org"]


def test_a_large_picture_is_made_smaller_and_what_is_none_is_said(arena, visit):
    site, page = furnished(arena, visit, "profile/picture", noisy=True)
    large = png(400, noise=True)
    assert len(large) > 400_000
    choose = page.locator("#detail input[type=file]")
    choose.set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": large})
    page.locator("#detail .avatar-disc img").wait_for()
    [(kind, data)] = site.arena.pictures.values()
    assert kind == "image/jpeg" and data[:2] == b"\xff\xd8" and len(data) <= 65_536
    choose.set_input_files({"name": "me.gif", "mimeType": "image/gif", "buffer": b"GIF89a nothing"})
    page.get_by_text("This picture cannot be read").wait_for()
    site.refusals = {("PUT", "/v1/me/avatar"): (422, None, None)}
    choose.set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": PNG})
    page.locator("#detail .result.bad", has_text="efused with 422 for a test").wait_for()


def test_a_change_from_another_phone_is_taken_and_said(arena, visit):
    # Nor does it hear of the change before it saves.
    site, page = furnished(arena, visit, "profile/contact", noisy=True, scripts=[STILL])
    up_to_date(page)
    settled(site)
    site.arena.players[site.mine]["version"] += 4
    page.get_by_label("Link", exact=True).fill("https://example.org/me")
    page.get_by_role("button", name="Save both").click()
    page.get_by_text("Something was changed on another phone; check and save again.").wait_for()
    page.get_by_label("Link", exact=True).fill("https://example.org/me")
    page.get_by_role("button", name="Save both").click()
    page.locator("#detail .result", has_text="Saved").wait_for()
    assert site.arena.players[site.mine]["link"] == "https://example.org/me"


def test_the_export_is_a_file(arena, visit):
    site, page = furnished(arena, visit, "profile/export")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    body = json.loads(waiting.value.path().read_text())
    assert waiting.value.suggested_filename == "watchpost-player.json"
    assert body["me"]["name"] == "Marten" and len(body["results"]) == 3


def test_deleting_says_what_goes_and_wants_the_name(arena, visit):
    site, page = furnished(arena, visit, "profile/delete", noisy=True)
    before = site.mine
    page.get_by_role("button", name="Delete this player").click()
    dialog = page.locator("dialog[open]")
    assert "On boards that are over your place stays empty." in dialog.inner_text()
    assert dialog.get_by_role("button", name="Delete for good").is_disabled()
    dialog.get_by_label("Type Marten to continue").fill("marten")
    dialog.get_by_role("button", name="Delete for good").click()
    dialog.get_by_text("The name you typed does not match.").wait_for()
    assert before in site.arena.players
    dialog.get_by_label("Type Marten to continue").fill("Marten")
    dialog.get_by_role("button", name="Delete for good").click()
    page.get_by_text("No games yet. Open one that uses Watchpost and you are in.").wait_for()
    assert before not in site.arena.players and site.mine != before
    assert "Marten" not in page.evaluate("JSON.stringify({ ...localStorage })"), "nothing of it stays on the phone"


def test_deleting_that_is_tapped_before_the_first_answer_waits_for_it(arena, visit):
    site = evening(arena)
    answers = site.hold("/v1/me")
    page = open_play(visit, site, "profile/delete")
    page.get_by_role("button", name="Delete this player").click()
    answers.set()
    page.locator("dialog[open]").get_by_role("button", name="Delete for good").wait_for()


def test_a_forgotten_phone_keeps_nothing_of_play(arena, visit):
    site = evening(arena)
    page = open_play(visit, site, noisy=True)
    until(lambda: page.evaluate("Object.keys(localStorage).some((one) => one.startsWith('watchpost.play'))"))
    up_to_date(page)
    settled(site)
    page.locator(".rooms").get_by_role("radio", name="Realms").check(force=True)
    page.locator("#tab-settings").click()
    page.locator("#panel-settings a[href='/app#settings/phone']").click()
    page.get_by_role("button", name="Forget this phone").click()
    before = page.evaluate("localStorage.getItem('watchpost.credential')")
    with page.expect_navigation():
        page.locator("dialog[open]").get_by_role("button", name="Forget this phone").click()
    page.locator("#tabs [role=tab]:visible").first.wait_for()
    wait_until(page, "before => ![null, before].includes(localStorage.getItem('watchpost.credential'))", before)
    assert not [one for one in page.evaluate("Object.keys(localStorage)") if one.startswith("watchpost.play:/v1/me")]


def test_what_is_answered_after_the_phone_was_forgotten_is_kept_nowhere(arena, visit):
    site = evening(arena)
    # The page stands until what the worker keeps is gone.
    slow = "if (window.caches) CacheStorage.prototype.delete = () => new Promise(done => { (window.waiting ??= []).push(done); });"
    page = open_play(visit, site, PROFILE, noisy=True, scripts=[slow, STILL])
    up_to_date(page)
    settled(site)
    late = [Late(page, "/v1/me$"), Late(page, "/v1/me$", "PUT")]
    page.goto(f"{site.url}/app#profile/name")
    page.locator("#as-of").click()
    late[0].asked()
    page.get_by_label("Your name, as others see it").fill("Martina")
    page.get_by_role("button", name="Save name").click()
    late[1].asked()
    page.goto(f"{site.url}/app#settings/phone")
    page.get_by_role("button", name="Forget this phone").click()
    sure(page, "Forget this phone")
    wait_until(page, "() => window.waiting?.length > 0")
    for one in late:
        one.come()
    settled(site, page=page)
    assert page.evaluate("Object.keys(localStorage)") == []
