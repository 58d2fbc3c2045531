"""What a developer's game has, on the page of developers: boards and seasons, keys, promotion, pictures and style."""

import datetime
import re

from harness.device import ask

from developer_hands import (  # noqa: F401 (fixtures)
    Player, as_developer, at_home, developer, error_of, fill, leads, open_part, press, sure, with_game,
)
from measures import wait_until
from site_scene import box, noon, pytestmark  # noqa: F401 (fixtures)
from test_play_profile import png


def test_from_a_board_to_a_key_and_a_result_of_the_server(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, submissions="server", zone=noon())
    open_part(box, page, game, "boards")
    page.get_by_text("The game has no board yet.").wait_for()
    page.get_by_role("link", name="Add a board").click()
    fill(page, {"Name": "Level 1", "Name in addresses": "level-1", "Refuse results below": "10", "Refuse results above": "5"})
    page.get_by_label("each week").check()
    press(page, "Add a board")
    assert error_of(page, "Refuse results below") == "This is more than the upper limit."
    fill(page, {"Refuse results above": "99000"})
    press(page, "Add a board")
    page.get_by_text("The board was added.").wait_for()
    page.get_by_role("link", name="Level 1").click()
    page.get_by_label("each week").wait_for()
    assert page.get_by_label("each week").is_checked() and page.get_by_label("Refuse results above").input_value() == "99000"
    page.get_by_role("link", name="Keys").click()
    press(page, "Make the first key")
    page.get_by_text("Write both down: they are shown only this once.").wait_for()
    key, server = page.locator(".shown-once code").all_inner_texts()
    assert re.fullmatch("[0-9a-f]{64}", key) and server.startswith("server.")
    press(page, "Copy: Server key")
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == server
    page.get_by_text(re.compile("The previous key works until")).wait_for()
    press(page, "I have both")
    page.locator(".shown-once").wait_for(state="detached")
    player = Player(box, game, "Zosia")
    assert player.send("level-1", 500)["status"] == 403, "its server alone may send"
    body = {"results": [{"key": "0197e0a2-7c1f-7e42-9d5b-3f1c2a6b8e90", "player": player.code, "board": "level-1", "score": 500}]}
    said = ask(box.base, "POST", f"/v1/games/{game}/server/results", body, Authorization=f"Bearer {server}")
    assert said.json["results"][0]["status"] == 201
    leads(box, game, "level-1", "Zosia")
    sure(page, "Make the next key")
    page.locator(".shown-once code").first.wait_for()
    assert page.locator(".shown-once code").all_inner_texts()[0] != key
    page.get_by_role("navigation", name="Parts of the account").get_by_role("link", name="Games").click()
    page.locator(".figures").wait_for()
    assert page.locator(".figures dd").all_inner_texts()[1:] == ["1", "1", "0"]


def test_a_board_that_was_changed_elsewhere_can_be_taken_as_it_is_now(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    open_part(box, page, game, "boards", "level")
    fill(page, {"Unit (optional)": "apples"})
    assert as_developer(box, page, "PUT", f"/{game}/boards/level", {"version": 1, "name": "Elsewhere"}).status == 200
    press(page, "Save", exact=True)
    page.get_by_text("The board was changed elsewhere in the meantime.").wait_for()
    press(page, "Use the current version")
    assert page.get_by_label("Name", exact=True).input_value() == "Elsewhere" and page.get_by_label("Unit (optional)").input_value() == ""


def test_what_only_the_box_refuses_stands_beside_its_entry(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    open_part(box, page, game, "boards", "level")
    fill(page, {"Unit (optional)": "a\u202eb"})
    press(page, "Save", exact=True)
    assert "U+202E" in error_of(page, "Unit (optional)")
    assert page.evaluate("document.activeElement.value") == "a\u202eb"


def test_a_season_is_begun_planned_kept_and_ended_under_other_rules(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    open_part(box, page, game, "boards", "level")
    press(page, "Start the first season")
    page.get_by_text(re.compile("Season 1 has been running since")).wait_for()
    press(page, "Schedule the end")
    assert error_of(page, "When it ends") == "This is required."
    fill(page, {"When it ends": "2020-01-01T12:00"})
    press(page, "Schedule the end")
    assert error_of(page, "When it ends") == "This is in the past."
    later = datetime.datetime.now() + datetime.timedelta(days=9)
    fill(page, {"When it ends": later.strftime("%Y-%m-%dT12:00")})
    press(page, "Schedule the end")
    page.get_by_text("The end of the season is scheduled.").wait_for()
    board = as_developer(box, page, "GET", "").json["games"][0]["boards"][0]
    assert board["season"]["until"][:10] == later.strftime("%Y-%m-%d")
    press(page, "Cancel the scheduled end")
    page.get_by_text("The season goes on until you end it.").wait_for()
    page.get_by_text("Other rules for the next season").click()
    page.get_by_role("group").get_by_label("What is better").select_option("Less is better")
    sure(page, "End the season now")
    page.get_by_text("The season is over, the next one has started.").wait_for()
    board = as_developer(box, page, "GET", "").json["games"][0]["boards"][0]
    assert (board["season"]["number"], board["order"]) == (2, "less")


def test_a_fourth_game_is_not_promoted_and_the_others_are_named(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    for number in range(3):
        other = with_game(box, page, name=f"Other {number}")
        assert as_developer(box, page, "PUT", f"/{other}/promotion", {"place": 1}).status == 200
    game = with_game(box, page)
    open_part(box, page, game, "look")
    place = page.get_by_label("Place", exact=True)
    place.select_option("Place 2")
    press(page, "Save", exact=True)
    page.get_by_text(re.compile("Three of your games are promoted already: .*Other 0")).wait_for()
    assert as_developer(box, page, "DELETE", f"/{other}/promotion").status == 200
    press(page, "Save", exact=True)
    page.get_by_text("Saved.").wait_for()
    assert place.input_value() == "2"


def test_pictures_and_style_are_sent_shown_and_taken_away(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    open_part(box, page, game, "look")
    icon, sent = page.get_by_role("region", name="Icon"), []
    page.on("request", lambda one: sent.append(one.url) if one.method == "PUT" else None)
    send = icon.get_by_role("button", name="Upload")
    free = send.and_(page.locator(":not([aria-busy])"))
    for name, kind, data, words in (
        ("large.png", "image/png", png(200, noise=True), "The file has 118 KiB, 64 are allowed; nothing was sent."),
        ("wide.png", "image/png", png(1025), "The picture has 1,025 × 1,025 pixels, 1024 are allowed; nothing was sent."),
        ("icon.gif", "image/gif", b"GIF89a", "This is neither PNG nor JPEG; nothing was sent."),
        ("torn.png", "image/png", png()[:40], "This file cannot be shown as a picture; nothing was sent."),
    ):
        icon.get_by_label("File for the icon").set_input_files({"name": name, "mimeType": kind, "buffer": data})
        send.click()
        icon.get_by_text(words).wait_for()
        # It is looked at twice, when it is chosen and when it is to be sent: the words are there after the first look.
        free.wait_for()
    assert sent == []
    icon.get_by_label("File for the icon").set_input_files({"name": "icon.png", "mimeType": "image/png", "buffer": png(64)})
    send.click()
    page.get_by_text("The picture was uploaded.").wait_for()
    page.get_by_role("img", name="Icon").wait_for()
    path = as_developer(box, page, "GET", "").json["games"][0]["icon"]
    assert box.get(path).headers["Content-Type"] == "image/png"
    page.get_by_label("File for the background").set_input_files({"name": "sky.png", "mimeType": "image/png", "buffer": png(32)})
    press(page, "Upload", page.get_by_role("region", name="Background"))
    page.get_by_role("img", name="Background").wait_for()
    assert box.get(f"/v1/games/{game}/background").status == 200
    sure(page, "Remove: Icon")
    page.get_by_text("The picture was removed.").wait_for()
    assert "icon" not in as_developer(box, page, "GET", "").json["games"][0]
    style = page.get_by_label("Style sheet of embedded boards", exact=True).and_(page.locator("textarea"))
    style.fill(".row { color: red }\n.row { background: url(https://example.org/a.png) }")
    press(page, "Upload the style sheet")
    page.get_by_text(re.compile("^Not accepted: .*line 2")).wait_for()
    style.fill("a" * 32_769)
    press(page, "Upload the style sheet")
    page.get_by_text("More than 32 KiB; nothing was sent.").wait_for()
    style.fill(".row { color: #123456 }")
    press(page, "Upload the style sheet")
    page.get_by_text("The style sheet was uploaded.").wait_for()
    sheets = re.findall('rel="stylesheet" href="([^"]+)"', box.get(f"/embed/{game}/level").body.decode())
    assert any(b"#123456" in box.get(sheet).body for sheet in sheets)


def test_a_new_game_has_no_look_and_nothing_is_asked_for_that_is_not_there(box, developer):  # noqa: F811
    page, missing, said = developer, [], []
    at_home(page)
    game = with_game(box, page, "level")
    page.on("response", lambda one: missing.append(one.url) if one.status == 404 else None)
    page.on("console", lambda one: said.append(one.text) if one.type in ("error", "warning") else None)
    open_part(box, page, game, "look")
    style = page.get_by_label("Style sheet of embedded boards", exact=True).and_(page.locator("textarea"))
    page.get_by_label("File for the background").wait_for()
    page.wait_for_load_state("networkidle")
    assert (missing, said, style.input_value()) == ([], [], "")
    assert as_developer(box, page, "PUT", f"/{game}/style", b".row { color: #123456 }", Content_Type="text/css").status == 204
    shown = as_developer(box, page, "GET", "").json["games"][0]
    assert box.get(shown["style"]).body == b".row { color: #123456 }" and "background" not in shown
    open_part(box, page, game, "boards")
    open_part(box, page, game, "look")
    wait_until(page, "() => [...document.querySelectorAll('textarea')].some((one) => one.value.includes('#123456'))")
    assert (missing, said) == ([], [])


def test_what_is_wrong_with_a_file_is_not_said_of_the_next_one(box, developer):  # noqa: F811
    """A large picture is looked at for a while, and another file is chosen meanwhile."""
    page = developer
    at_home(page)
    open_part(box, page, with_game(box, page), "look")
    page.evaluate("""() => { const real = createImageBitmap, waits = new Promise((resolve) => { window.goOn = resolve; });
        window.createImageBitmap = (file) => window.looked = waits.then(() => real(file)); }""")
    icon = page.get_by_role("region", name="Icon")
    file = icon.get_by_label("File for the icon")
    file.set_input_files({"name": "wide.png", "mimeType": "image/png", "buffer": png(1025)})
    wait_until(page, "() => Boolean(window.looked)")
    file.set_input_files({"name": "icon.gif", "mimeType": "image/gif", "buffer": b"GIF89a"})
    icon.get_by_text("This is neither PNG nor JPEG; nothing was sent.").wait_for()
    page.evaluate("async () => { goOn(); await looked; await new Promise((resolve) => { setTimeout(resolve); }); }")
    assert icon.locator(".wrong").all_inner_texts() == ["This is neither PNG nor JPEG; nothing was sent."]
