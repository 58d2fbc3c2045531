"""What a paired phone does for a box with games: invites developers, and reads what people wrote to the owner."""

import pytest
from contract.document import check
from harness.device import ask

import bodies as b
import measures
from measures import two_answers
import worlds
from app_desk import CODE
from app_hands import HIDE, SETTINGS, Late, back, go, open_app, setting, settled, sure, until
from play_scene import PHONE, SECRET, games, known_phone
from test_app_words import POLISH, only_english
from test_layout import fits
from test_play_contract import described
from test_status_words import SAID

LINE = "#panel-settings a[href='/app#settings/developers']"
CONTACT, INVITATIONS = "/v1/admin/contact", "/v1/admin/invitations"
HOSTILE = "<img src=x onerror=\"document.title='gone'\"> & {count} javascript:alert(1)\n\n" + "ń" * 700


def paired(visit, site, line: bool = True, **options):
    """The settings of a phone that is an administrator."""
    games_of = getattr(site, "arena", None)
    if games_of is not None and not games_of.games:
        games(games_of)
    page = open_app(visit, site, **options)
    until(lambda: site.people.devices)
    site.device["administrator"] = True
    page.reload()
    go(page, SETTINGS)
    page.locator("#panel-settings a[href='/app#settings/box']").wait_for()
    if line:
        page.locator(LINE).wait_for()
    settled(site)
    return page


def at_desk(page):
    """The page of the line, after what it asks for on being opened has come: messages first, then invitations."""
    part = setting(page, "developers")
    part.locator(".invitation, h3 + p:not(:empty)").first.wait_for()
    return part


def value(page) -> str:
    return page.locator(f"{LINE} .line-value").inner_text()


def heads(page) -> list[str]:
    return page.locator("#detail .message .row-name").all_inner_texts()


def elsewhere(page):
    """Another page of the settings, and back to their lines."""
    back(page)
    setting(page, "language")
    back(page)


def test_the_line_counts_what_is_unread_and_opening_reads(arena, visit):
    site = arena(worlds.all_up())
    desk = site.people.desk
    desk.write("Ola", "Dzień dobry,\n\njak się gra?", hours=5)
    desk.write("Ben", read=True, hours=3)
    desk.write("Jagna", "One\n  two", hours=2)
    page = paired(visit, site)
    assert value(page) == "2 unread" and page.locator("h3", has_text="Messages").count() == 0
    part = at_desk(page)
    part.get_by_text("2 unread").wait_for()
    assert heads(page) == ["Jagna", "Ola", "Ben"], "the unread first"
    ola = part.locator(".message").nth(1)
    assert ola.locator(".message-text").is_hidden() and ola.locator(".message-new").is_visible()
    ola.locator("summary").click()
    ola.locator(".message-text").wait_for()
    assert ola.locator(".message-text").inner_text() == "Dzień dobry,\n\njak się gra?"
    part.get_by_text("1 unread").wait_for()
    assert site.puts(CONTACT) == [{"isRead": True}] and not ola.locator(".message-new").is_visible()
    assert heads(page) == ["Jagna", "Ola", "Ben"], "what is being read stays where it is"
    ola.locator("summary").click()
    ola.locator("summary").click()
    settled(site)
    assert len(site.puts(CONTACT)) == 1, "read once"
    part.locator(".message").first.locator("summary").click()
    part.get_by_text("All messages are read.").wait_for()
    back(page)
    assert value(page) == ""


def test_an_answer_from_before_it_was_read_makes_no_message_new_again(arena, visit):
    site = arena(worlds.all_up())
    site.people.desk.write("Ola")
    site.people.desk.write("Ben")
    page = paired(visit, site)
    late = Late(page, f"{CONTACT}$")
    part = setting(page, "developers")
    late.asked()
    ben = part.locator(".message").first
    ben.locator("summary").click()
    part.get_by_text("1 unread").wait_for()
    late.come()
    part.get_by_text("No invitation is open.").wait_for()
    assert part.get_by_text("1 unread").is_visible() and not ben.locator(".message-new").is_visible()
    assert len(site.puts(CONTACT)) == 1


def test_a_message_is_deleted_after_a_question(arena, visit):
    site = arena(worlds.all_up())
    site.people.desk.write("Ola")
    site.people.desk.write("Ben")
    page = paired(visit, site, noisy=True)
    part = at_desk(page)
    ben = part.locator(".message").first
    ben.locator("summary").click()
    part.get_by_text("1 unread").wait_for()
    ben.get_by_role("button", name="Delete").click()
    assert "Ben: this message is deleted for good." in page.locator("dialog[open]").inner_text()
    page.locator("dialog[open]").get_by_role("button", name="Cancel").click()
    assert len(site.people.desk.messages) == 2
    ben.get_by_role("button", name="Delete").click()
    sure(page, "Delete")
    part.get_by_text("Deleted.").wait_for()
    assert heads(page) == ["Ola"] and [one["name"] for one in site.people.desk.messages] == ["Ola"]
    assert page.evaluate("document.activeElement.textContent") == "Deleted."
    site.people.desk.messages.clear()
    part.locator(".message summary").click()
    part.get_by_text("This message was deleted elsewhere.").wait_for()
    part.get_by_role("button", name="Delete").click()
    sure(page, "Delete")
    part.locator(".message").wait_for(state="detached")
    assert part.get_by_text("unread").count() == 0


ADDRESSES = [
    ("ola@example.org", "mailto:ola@example.org"), ("a?bcc=x&b=%0A@example.org", "mailto:a%3Fbcc%3Dx%26b%3D%250A@example.org"),
    ("ola@localhost", None), ("javascript:alert(1)", None), ("ola@example.org?cc=jan@example.org", None), ("ola@example.org\nBcc: x", None),
    ("a" * 65 + "@example.org", None), ("ola@" + "a." * 130 + "org", None), ("", None),
]  # fmt: skip


def test_only_a_plain_address_is_a_link_and_nothing_in_it_adds_a_field(arena, visit):
    site = arena(worlds.all_up())
    for number, (address, _) in enumerate(ADDRESSES):
        site.people.desk.write(f"Ola {number}", address=address)
    page = paired(visit, site)
    part = at_desk(page)
    for number, (address, link) in enumerate(ADDRESSES):
        message = part.locator(".message", has=page.get_by_text(f"Ola {number}", exact=True))
        message.locator("summary").click()
        shown = message.locator(".message-address")
        assert shown.get_attribute("href") == link
        assert shown.evaluate("(one) => one.textContent") == address


def test_what_strangers_wrote_is_text_and_fits(arena, visit):
    site = arena(worlds.all_up())
    site.people.desk.write("<b>" + "W" * 97, HOSTILE, address="x" * 60 + "@" + "w" * 60 + ".example.org")
    site.people.desk.invite("<script>alert(1)</script>" + "W" * 70)
    page = paired(visit, site)
    part = at_desk(page)
    part.locator(".message summary").click()
    part.get_by_text("All messages are read.").wait_for()
    assert part.locator(".message-text").evaluate("(one) => one.textContent") == HOSTILE
    assert part.locator("img, script, b").count() == 0 and page.title() != "gone"
    page.get_by_role("button", name="Make an invitation").click()
    part.get_by_text(CODE, exact=True).wait_for()
    fits(page)


def test_older_ones_come_page_by_page_and_the_unread_at_once(arena, visit):
    site = arena(worlds.all_up())
    desk = site.people.desk
    desk.page = 3
    for number in range(10):
        desk.write(f"Ann {number}", read=number not in (4, 8))
    page = paired(visit, site)
    part = at_desk(page)
    part.get_by_text("2 unread").wait_for()
    assert heads(page) == ["Ann 8", "Ann 4", "Ann 9", "Ann 7", "Ann 6", "Ann 5"], "asked on until every unread one was there"
    part.get_by_role("button", name="Older messages").click()
    part.locator(".message").nth(8).wait_for()
    part.get_by_role("button", name="Older messages").click()
    part.locator(".message").nth(9).wait_for()
    assert heads(page)[2:] == [f"Ann {number}" for number in (9, 7, 6, 5, 3, 2, 1, 0)]
    assert part.get_by_role("button", name="Older messages").is_hidden()
    back(page)
    go(page, "watched")
    go(page, SETTINGS)
    settled(site)
    setting(page, "developers")
    settled(site)
    assert len(heads(page)) == 10, "asking again keeps what was shown"


def test_a_developer_is_invited_and_the_invitation_taken_back(arena, visit):
    site = arena(worlds.all_up())
    desk = site.people.desk
    desk.invite("Used", usedAt=b.stamp(b.now()))
    desk.invite("Over", expiresAt=b.stamp(b.now() - b.timedelta(hours=1)))
    page = paired(visit, site)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    part = setting(page, "developers")
    part.get_by_text("No invitation is open.").wait_for()
    assert part.locator(".invite-code").is_hidden()
    part.get_by_label("Who it is for").fill(" Ola Nowak ")
    part.get_by_role("button", name="Make an invitation").click()
    part.get_by_text(CODE, exact=True).wait_for()
    part.get_by_text("It is shown only this once, and works once, until").wait_for()
    assert site.posts(INVITATIONS) == [{"note": "Ola Nowak"}] and part.get_by_label("Who it is for").input_value() == ""
    address = f"{site.url}/developers#register/{CODE}"
    assert part.get_by_role("link", name=address).get_attribute("href") == address
    part.get_by_role("button", name="Copy the link").click()
    part.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == address
    part.get_by_role("button", name="Withdraw: Ola Nowak").click()
    assert "this invitation can no longer be used to register" in page.locator("dialog[open]").inner_text()
    sure(page, "Withdraw")
    part.get_by_text("Withdrawn.").wait_for()
    assert [one.get("note") for one in desk.invitations] == ["Over", "Used"]
    elsewhere(page)
    part = setting(page, "developers")
    assert part.locator(".invite-code").is_hidden() and CODE not in part.inner_text(), "shown this once"


def test_an_answer_from_before_an_invitation_was_made_does_not_hide_it(arena, visit):
    site = arena(worlds.all_up())
    page = paired(visit, site)
    late = Late(page, f"{INVITATIONS}$")
    part = setting(page, "developers")
    late.asked()
    part.get_by_label("Who it is for").fill("Ola")
    part.get_by_role("button", name="Make an invitation").click()
    part.locator(".invitation").wait_for()
    late.come()
    two_answers(page)
    assert part.locator(".invitation").count() == 1 and not part.get_by_text("No invitation is open.").is_visible()


def test_the_link_of_an_invitation_leads_outside_where_the_box_is_reached_there(arena, visit):
    site = arena(worlds.all_up())
    site.people.about["publicURL"] = "https://watch.example.org"
    page = paired(visit, site)
    part = setting(page, "developers")
    part.get_by_role("button", name="Make an invitation").click()
    part.get_by_role("link", name=f"https://watch.example.org/developers#register/{CODE}").wait_for()
    assert site.posts(INVITATIONS) == [{}]


def test_what_comes_meanwhile_is_shown_when_the_person_comes_back_to_the_app(arena, visit):
    site = arena(worlds.all_up())
    page = paired(visit, site)
    part = at_desk(page)
    part.get_by_text("No messages yet.").wait_for()
    site.people.desk.write("Ola")
    page.evaluate(HIDE, True)
    page.wait_for_timeout(1600)  # allowed: for so long after an answer the page asks for nothing new
    page.evaluate(HIDE, False)
    part.get_by_text("1 unread").wait_for()
    assert heads(page) == ["Ola"]


def test_a_refusal_is_said_in_words(arena, visit):
    site = arena(worlds.all_up())
    page = paired(visit, site, noisy=True)
    part = setting(page, "developers")
    part.get_by_text("No messages yet.").wait_for()
    site.statuses[CONTACT] = site.statuses[INVITATIONS] = 403
    part.get_by_role("button", name="Make an invitation").click()
    part.locator(".result.bad").get_by_text("Refused with 403 for a test.").wait_for()
    elsewhere(page)
    part = setting(page, "developers")
    part.get_by_text("The messages could not be loaded: refused with 403").wait_for()
    part.get_by_text("The invitations could not be loaded: refused with 403").wait_for()


def test_without_games_there_is_no_line_and_nothing_is_asked(home, visit):
    site = home(worlds.all_up())
    page = paired(visit, site, line=False)
    assert page.locator(LINE).is_hidden() and site.gets(CONTACT) == site.gets(INVITATIONS) == 0
    page.goto(f"{site.url}/app#settings/developers")
    page.reload()
    page.locator("#detail").get_by_text("This box has no games at the moment").wait_for()


def test_where_the_routes_are_not_there_there_is_no_line(arena, visit):
    site = arena(worlds.all_up())
    site.people.desk = None
    page = paired(visit, site, line=False, noisy=True)
    until(lambda: site.gets(CONTACT) > 0)
    settled(site)
    assert page.locator(LINE).is_hidden()


def test_who_is_not_paired_sees_nothing_of_it(arena, visit):
    site = arena(worlds.all_up())
    games(site.arena)
    page = open_app(visit, site)
    go(page, SETTINGS)
    until(lambda: site.people.devices)
    settled(site)
    assert page.locator(LINE).is_hidden() and site.gets("/v1/admin") == 0
    page.goto(f"{site.url}/app#settings/developers")
    page.locator("#detail").get_by_text("Only a paired phone can manage the box.").wait_for()


def test_it_is_polish_counts_as_poles_do_and_fits(arena, visit):
    site = arena(worlds.all_up())
    for number in range(3):
        site.people.desk.write(f"Żaneta {number}")
    site.people.desk.invite("Zażółć")
    page = paired(visit, site, width=320, height=568, **POLISH)
    assert value(page) == "3 nieprzeczytane"
    fits(page)
    part = at_desk(page)
    part.get_by_text("3 nieprzeczytane").wait_for()
    part.locator(".message summary").first.click()
    part.get_by_text("2 nieprzeczytane").wait_for()
    part.get_by_role("button", name="Utwórz zaproszenie").click()
    part.get_by_text(CODE, exact=True).wait_for()
    assert only_english() & set(page.evaluate(SAID)) == set()
    fits(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_in_both_schemes(arena, visit, scheme):
    site = arena(worlds.all_up())
    site.people.desk.write("Ola")
    site.people.desk.write("Ben", read=True)
    page = paired(visit, site, width=1280, height=900, color_scheme=scheme)
    part = at_desk(page)
    part.locator(".message summary").nth(1).click()
    part.get_by_role("button", name="Make an invitation").click()
    # The code stands there before the list has been asked for again.
    part.get_by_text("It is shown only this once, and works once, until").wait_for()
    assert page.evaluate(measures.CONTRAST)["poor"] == []


@pytest.mark.parametrize("asked", [
    ("GET", CONTACT), ("GET", f"{CONTACT}?before=2"), ("PUT", f"{CONTACT}/1", {"isRead": True}), ("DELETE", f"{CONTACT}/1"),
    ("GET", INVITATIONS), ("POST", INVITATIONS, {"note": "Ola"}), ("POST", INVITATIONS, {}), ("DELETE", f"{INVITATIONS}/inv00001"),
], ids=lambda one: " ".join(one[:2]))  # fmt: skip
def test_the_stand_in_answers_as_the_api_is_described(arena, asked):
    site = arena(worlds.all_up())
    known_phone(site)
    site.device["administrator"] = True
    site.people.desk.write("Ola")
    site.people.desk.invite("Ben")
    method, path, *body = asked
    answer = ask(site.url, method, path, *body, Authorization=f"Bearer {PHONE}.{SECRET}")
    assert answer.status in (200, 201, 204), answer.body
    content = described(method, path)[str(answer.status)].get("content", {})
    if answer.status != 204:
        check(answer.json, content["application/json"]["schema"])
