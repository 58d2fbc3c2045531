"""What the seed says a player does (P1 to P12; the boards of P5 have a file of their own), at the size of a phone, with a game and where it needs two with two phones."""

import re

from app_hands import until
from measures import wait_until
from play_scene import DUELS, FRIENDS, befriend, evening, furnished, games_known, named, open_play, running
from test_play_parts import read_code
from test_play_profile import PNG

#: The squares of a drawn QR code, without the quiet edge of four.
SQUARES = """picture => { const size = picture.viewBox.baseVal.width - 8;
    const dark = new Set([...picture.querySelector('path').getAttribute('d').matchAll(/M(\\d+) (\\d+)h1/g)].map(([, x, y]) => `${x - 4} ${y - 4}`));
    return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark.has(`${x} ${y}`))); }"""
CLOCK = r"(\w+ )?(\d+ \w+ )?\d\d:\d\d"


def refresh(page):
    page.locator("#as-of").click()


def cards(page) -> list[str]:
    return [" ".join(one.inner_text().split()) for one in page.locator("#panel-duels .duel-card").all()]


def test_p1_one_is_in_by_simply_opening_it(arena, visit):
    site = evening(arena)
    page = open_play(visit, site)
    page.get_by_text("No games yet. Open one that uses Watchpost and you are in.").wait_for()
    assert page.locator("#panel-games input, #panel-games form").count() == 0
    assert len(site.phones) == 1 and site.arena.players[site.mine]["guest"]
    page.locator("#panel-games .game-link").first.wait_for()
    assert page.locator("#panel-games .game-link .player-name").all_inner_texts() == ["Orbit Drift", "Beetle Rally", "Night Parcel", "Tile Harbour"]


def test_p2_another_name_is_shown_everywhere_at_once(arena, visit):
    site, page = furnished(arena, visit, "profile/name", noisy=True)
    other = open_play(visit, site, "games/orbit/endless")
    wait_until(page, "() => document.querySelector('#player-name').value === 'Marten'")
    page.get_by_label("Your name, as others see it").fill("Kestrel_9")
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("This name, or one that looks like it, is taken.").wait_for()
    page.get_by_label("Your name, as others see it").fill("Pine Marten")
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("Saved. Every board shows the new name.").wait_for()
    assert site.arena.players[site.phones[next(iter(site.phones))]]["name"] == "Pine Marten"
    refresh(other)
    other.locator(".board-row .player-name", has_text="Pine Marten").wait_for(state="attached")


def test_p3_a_picture_takes_the_place_of_the_drawn_figure(arena, visit):
    site, page = furnished(arena, visit, "profile/picture")
    page.locator("#detail .avatar-disc svg").wait_for()
    page.locator("#detail input[type=file]").set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": PNG})
    page.locator("#detail .avatar-disc img").wait_for()
    me = site.arena.players[site.mine]
    assert me["picture"] and page.locator("#detail .avatar-disc img").get_attribute("src") == f"/v1/pictures/{me['picture']}"
    page.get_by_role("button", name="Remove it").click()
    page.locator("#detail .avatar-disc svg").wait_for()
    assert site.arena.players[site.mine]["picture"] is None


def test_the_figure_is_the_same_wherever_the_code_is(arena, visit):
    site, page = furnished(arena, visit, FRIENDS)
    page.locator("#panel-friends .player-row", has_text="Kestrel_9").wait_for()
    drawn = page.locator("#panel-friends .player-row", has_text="Kestrel_9").locator("svg.figure").inner_html()
    page.get_by_role("link", name="Kestrel_9").click()
    page.locator(".player-head svg.figure").wait_for()
    assert page.locator(".player-head svg.figure").inner_html() == drawn
    others = page.evaluate("""async () => { const { avatar } = await import('/app/figure.js');
        return ['aaaa', 'bbbb', 'cccc'].map((code) => avatar({ code }).innerHTML); }""")
    assert len(set(others)) == 3


def test_p4_the_games_one_plays_with_place_total_and_change(arena, visit):
    _, page = furnished(arena, visit)
    games_known(page)
    rows = page.locator("#panel-games .game-row")
    read = [" ".join(one.inner_text().split()) for one in rows.all()]
    assert read[0] == "Orbit Drift 48,210, Endless Place 12 of 17 ▲ 4 4 places better than on Monday"
    assert read[1] == "Beetle Rally 1:42.8 Place 1 of 9 ▲ 2 2 places better than on Monday"
    assert read[2] == "Night Parcel 9,120 parcels Place 4 of 9 ▼ 1 1 place worse than on Monday"
    assert rows.first.locator(".game-sign").bounding_box()["width"] == 48
    assert page.locator("#panel-games h2:visible").all_inner_texts() == ["You play", "Other games"] and "change since Monday" in page.locator("#panel-games").inner_text()


def test_what_wants_an_answer_is_on_top_in_gold(arena, visit):
    site, page = furnished(arena, visit)
    first = page.locator("#panel-games .wants-card").first
    first.get_by_text("bramble77 challenges you").wait_for()
    assert "Night Parcel, 3 days" in first.inner_text()
    assert first.evaluate("n => getComputedStyle(n).backgroundColor") == "rgb(250, 240, 215)"
    page.locator("#panel-games .wants-card").nth(1).get_by_text("quartzkid wants to be your friend").wait_for()
    assert page.locator("#tab-duels .badge").inner_text() == "1" and "1 challenge to answer" in page.locator("#tab-duels").text_content()
    first.get_by_role("link", name="Answer").click()
    page.locator("#detail").get_by_role("button", name="Accept the challenge of bramble77, Night Parcel").click()
    until(lambda: site.arena.duels and [one for one in site.arena.duels.values() if one["game"] == "parcel"][0]["state"] == "running")
    page.locator("#tab-duels .badge").wait_for(state="hidden")


def test_p6_p7_friends_and_invitations_are_lists(arena, visit):
    site, page = furnished(arena, visit, FRIENDS)
    for heading in ("Sent", "4 friends"):
        page.locator("#panel-friends h2:visible", has_text=heading).wait_for()
    parts = {one.locator("h2").inner_text(): one.locator(".player-name").all_inner_texts() for one in page.locator("#panel-friends .play-part:visible").all()}
    assert parts == {"Invitations": ["quartzkid"], "4 friends": ["Kestrel_9", "bramble77", "mossback", "Żaneta"], "Sent": ["Pixelfox"]}
    page.get_by_role("button", name="Accept quartzkid").click()
    page.get_by_text("5 friends").wait_for()
    page.get_by_role("button", name="Cancel the invitation to Pixelfox").click()
    page.locator("#panel-friends h2", has_text="Sent").wait_for(state="hidden")
    assert site.arena.relation(site.mine, site.people_of_play["Pixelfox"]) == "none"


def test_p7_declining_is_quiet_and_can_be_taken_back(arena, visit):
    site, page = furnished(arena, visit, FRIENDS)
    them = site.people_of_play["quartzkid"]
    page.locator("#tab-friends .badge", has_text="1").wait_for()
    page.get_by_role("button", name="Decline quartzkid").click()
    until(lambda: site.arena.pair(site.mine, them)["type"] == 3)
    assert site.arena.relation(them, site.mine) in ("sent", "none"), "nobody tells them"
    declined = page.locator("#panel-friends .play-part:visible", has=page.get_by_role("heading", name="Declined"))
    declined.locator(".player-name", has_text="quartzkid").wait_for()
    assert page.locator("#live").inner_text() == "Declined: quartzkid."
    assert declined.get_by_role("button").all_inner_texts() == ["Accept"]
    assert page.locator("#panel-friends h2:visible").all_inner_texts() == ["4 friends", "Sent", "Declined"], "nothing waits in gold"
    page.locator("#tab-friends .badge").wait_for(state="hidden")
    page.get_by_role("button", name="Accept quartzkid").click()
    page.get_by_text("5 friends").wait_for()
    page.locator("#panel-friends h2", has_text="Declined").wait_for(state="hidden")


def test_p7_what_was_declined_is_declined_on_the_players_page_and_in_the_search(arena, visit):
    site, page = furnished(arena, visit)
    page.goto(f"{site.url}/app#friends/{site.people_of_play['quartzkid']}")
    acts = page.locator("#detail .actions")
    acts.get_by_role("button", name="Decline quartzkid").click()
    acts.get_by_role("button", name="Decline quartzkid").wait_for(state="detached")
    assert acts.get_by_role("button").all_inner_texts() == ["Accept", "Block"]
    assert page.locator(".player-head .player-note").inner_text() == "you declined"
    page.locator("#back").click()
    page.get_by_label("Find a player").fill("quartzkid")
    page.locator(".player-search .player-note", has_text="you declined").wait_for()
    page.goto(f"{site.url}/app#friends/{site.people_of_play['quartzkid']}")
    acts.get_by_role("button", name="Accept quartzkid").click()
    page.locator("#detail").get_by_role("link", name="Challenge").wait_for()
    assert site.arena.relation(site.mine, site.people_of_play["quartzkid"]) == "friend"


def test_the_card_on_top_names_who_waits_and_not_who_was_declined(arena, visit):
    def ready(known):
        known.want(known.player("aaa declined"), me := named(known, "Marten"))
        known.unwant(me, named(known, "aaa declined"))

    _, page = furnished(arena, visit, duels=False, ready=ready)
    page.locator("#panel-games .wants-card", has_text="quartzkid wants to be your friend").wait_for()


def test_p8_players_are_found_by_name_and_invitations_that_cross_join(arena, visit):
    site, page = furnished(arena, visit, FRIENDS)
    other = open_play(visit, site, FRIENDS)
    until(lambda: len(site.phones) == 2)
    mine, theirs = site.phones.values()
    site.arena.players[theirs]["name"] = "Ola"
    find = page.get_by_label("Find a player")
    find.fill("O")
    page.get_by_text("Type at least two letters").wait_for()
    find.fill("ze")
    page.get_by_text("Nobody is called ze.").wait_for()
    find.fill("zep")
    page.locator(".player-search .player-row", has_text="Zephyrine").wait_for()
    find.fill("ola")
    page.get_by_role("button", name="Invite Ola").click()
    page.locator(".player-search .player-row", has_text="invited").wait_for()
    other.get_by_label("Find a player").fill("marten")
    other.locator(".player-search").get_by_role("button", name="Accept Marten").click()
    other.get_by_text("1 friend", exact=True).wait_for()
    refresh(page)
    page.get_by_text("5 friends").wait_for()
    assert site.arena.relation(mine, theirs) == "friend"


def test_no_friends_yet_says_where_to_begin(arena, visit):
    site = evening(arena)
    page = open_play(visit, site, FRIENDS)
    empty = page.locator("#panel-friends .empty:visible")
    empty.wait_for()
    assert empty.locator("span").inner_text() == "No friends yet. Find someone by name or show your invite link."
    empty.get_by_role("link", name="Show my invite link").click()
    page.get_by_role("heading", name="My invite link").wait_for()


def test_an_invite_link_leads_to_the_player_and_joins_nothing(arena, visit):
    site, page = furnished(arena, visit, FRIENDS)
    page.locator("#panel-friends").get_by_role("link", name="Show my invite link").click()
    link = f"{site.url}/app#friends/{site.mine}"
    page.get_by_role("link", name=link).wait_for()
    assert read_code(page.locator(".qr-picture").evaluate(SQUARES)) == link
    assert site.posts("/v1/me/codes") == [], "no code with which a game would play for its player"
    other = visit(link, width=390, height=844, expect="#detail .player-head")
    other.get_by_role("button", name="Invite Marten").click()
    other.get_by_role("button", name="Cancel the invitation to Marten").wait_for()
    mine, theirs = site.phones.values()
    assert site.arena.relation(mine, theirs) == "received"


def test_p9_a_friends_progress_beside_ones_own(arena, visit):
    site, page = furnished(arena, visit, FRIENDS)
    page.get_by_role("link", name="Kestrel_9").click()
    orbit = page.locator(".common-game", has_text="Orbit Drift")
    orbit.wait_for()
    words = " ".join(orbit.inner_text().split())
    assert words == ("Orbit Drift Endless You 12 of 17 ▲ 4 4 places better than on Monday 48,210 · 16 on Monday "
                     "Kestrel_9 4 of 17 ▲ 12 12 places better than on Monday 51,900 · 16 on Monday")
    assert page.locator(".tally").all_inner_texts() == ["1\nwon", "0\ndrawn", "0\nlost"]
    assert page.locator(".newest li").count() == 3 and "51,900" in page.locator(".newest").inner_text()
    page.get_by_role("button", name="Block Kestrel_9").click()
    assert "can no longer invite or challenge you" in page.locator("dialog[open]").inner_text()
    page.locator("dialog[open]").get_by_role("button", name="Block").click()
    page.get_by_role("button", name="Unblock Kestrel_9").wait_for()
    assert page.locator(".common-game").count() == 0
    assert {one["reason"] for one in site.arena.between(site.mine, site.people_of_play["Kestrel_9"])} == {"unfriended", "better"}


def test_p9_strangers_show_name_picture_and_link_alone(arena, visit):
    site, page = furnished(arena, visit)
    site.arena.players[site.people_of_play["oxbow"]]["link"] = "https://example.org/oxbow"
    page.goto(f"{site.url}/app#friends/{site.people_of_play['oxbow']}")
    page.get_by_role("button", name="Invite oxbow").wait_for()
    assert page.locator(".player-head").inner_text().split("\n") == ["oxbow", "https://example.org/oxbow"]
    assert page.locator(".player-web").get_attribute("rel") == "noopener noreferrer"
    assert page.locator("#detail .card").count() == 0
    page.get_by_role("button", name="Invite oxbow").click()
    page.get_by_role("button", name="Cancel the invitation to oxbow").wait_for()


def test_p10_p12_a_duel_from_the_challenge_to_the_rematch_with_two_phones(arena, visit):
    site, page = furnished(arena, visit, DUELS, duels=False)
    other = open_play(visit, site, DUELS)
    until(lambda: len(site.phones) == 2)
    mine, theirs = site.phones.values()
    site.arena.players[theirs]["name"] = "Ola"
    befriend(site.arena, mine, theirs)
    page.get_by_role("link", name="Challenge a friend").click()
    page.get_by_label("Friend", exact=True).select_option(label="Ola")
    page.get_by_label("Goal (optional)").fill("60,000")
    page.get_by_role("radio", name="1 week").check(force=True)
    page.locator("#detail").get_by_role("button", name="Challenge", exact=True).click()
    page.get_by_text("You challenged Ola").wait_for()
    [sent] = site.posts("/v1/me/duels")
    assert sent == {"player": theirs, "game": "orbit", "board": "endless", "seconds": 604_800, "goal": 60_000}
    refresh(other)
    other.locator("#tab-duels .badge", has_text="1").wait_for()
    card = other.locator(".duel-card", has_text="Marten challenges you")
    # Which board it is and how its scores are written is known with the list of games.
    note = re.compile(rf"Orbit Drift, Endless, first to 60,000, 1 week, answer by {CLOCK}")
    until(lambda: note.fullmatch(card.locator(".player-note").inner_text()), what="the challenge in words")
    assert other.get_by_text("48,210").count() == 0, "bests are hidden until it runs"
    card.get_by_role("button", name="Accept the challenge of Marten, Orbit Drift").click()
    other.get_by_text("Nobody has played yet").first.wait_for()
    site.arena.submit(theirs, "orbit", "endless", 41_000)
    site.arena.submit(mine, "orbit", "endless", 44_500)
    refresh(page)
    page.locator("#detail").get_by_text("3,500 ahead").wait_for()
    refresh(other)
    other.locator("#panel-duels").get_by_text("3,500 behind").wait_for()
    assert other.locator(".duel-bars").get_attribute("aria-label") == "You 41,000, Marten 44,500"
    site.arena.submit(mine, "orbit", "endless", 60_100)
    refresh(other)
    other.get_by_role("radio", name="Archive").check(force=True)
    other.get_by_text("You lost: 41,000 to 60,100").wait_for()
    assert "The goal was reached." in cards(other)[0]
    refresh(page)
    page.locator("#detail").get_by_text("You won: 60,100 to 41,000").wait_for()
    page.get_by_role("button", name="Rematch with Ola, Orbit Drift").click()
    page.get_by_text("You challenged Ola").wait_for()
    assert len(site.arena.duels) == 2


def test_p11_running_waiting_and_the_archive_by_cursor(arena, visit):
    site, page = furnished(arena, visit, DUELS)
    page.locator(".duel-card").first.wait_for()
    segments = page.get_by_role("radiogroup", name="Which duels")
    until(lambda: segments.locator("label").all_inner_texts() == ["Running 2", "Waiting 1", "Archive"])
    # How scores are written is known with the list of games, and minutes pass while one looks.
    page.get_by_text("first to 60,000").wait_for()
    lap, orbit, asked = cards(page)
    assert re.fullmatch(rf"Beetle Rally Best lap, less is better Time left: (4\d|5[0-2]) min 1\.3 s ahead You 1:42\.8 mossback 1:44\.1 Ends {CLOCK} · every score counts Details", lap)
    assert re.fullmatch(rf"Orbit Drift Endless, first to 60,000 Time left: 1 d 4 h 3,690 behind You 48,210 Kestrel_9 51,900 Ends {CLOCK} · every score counts Details", orbit)
    assert asked.startswith("bramble77 challenges you Night Parcel, 3 days, answer by")
    soon = page.locator(".time-pill")
    assert [one.evaluate("n => n.classList.contains('soon')") for one in soon.all()] == [True, False], "less than an hour is amber"
    bars = page.locator(".duel-bars")
    assert bars.nth(1).get_attribute("role") == "img" and bars.nth(1).get_attribute("aria-label") == "You 48,210, Kestrel_9 51,900"
    widths = [one.bounding_box()["width"] for one in bars.nth(1).locator(".duel-bar i").all()]
    assert widths[0] < widths[1] < bars.nth(1).locator(".duel-bar").first.bounding_box()["width"], "the leader's is the longest"
    assert bars.nth(0).locator(".goal-tick").count() == 0 and bars.nth(1).locator(".goal-tick").count() == 2
    for _ in range(23):
        site.arena.time_is_up(running(site.arena, site.mine, site.people_of_play["mossback"], "beetle", "lap", None, 3600, 60, ()))
    segments.get_by_role("radio", name="Archive").check(force=True)
    until(lambda: page.locator(".duel-card").count() == 20)
    assert cards(page)[0].startswith("Beetle Rally Best lap, less is better No winner Nobody has played.")
    page.get_by_role("button", name="Show more").click()
    until(lambda: page.locator(".duel-card").count() == 24)
    assert "You won: 52,010 to 51,900" in cards(page)[-1]
    page.get_by_role("button", name="Show more").wait_for(state="hidden")


def test_p11_a_page_of_its_own_where_one_gives_up_declines_or_takes_back(arena, visit):
    site, page = furnished(arena, visit, DUELS)
    page.get_by_role("link", name="Details of the duel with Kestrel_9, Orbit Drift").click()
    facts = page.locator("#detail .fact-list")
    facts.wait_for()
    assert facts.locator("dt").all_inner_texts() == ["Rule", "Length", "Challenged", "Started", "Ends"]
    page.get_by_role("button", name="Give up the duel with Kestrel_9, Orbit Drift").click()
    assert "Kestrel_9 wins this duel." in page.locator("dialog[open]").inner_text()
    page.locator("dialog[open]").get_by_role("button", name="Give up").click()
    page.get_by_text("You lost: 48,210 to 51,900").wait_for()
    assert "One side gave up." in page.locator("#detail").inner_text()
    page.locator("#back").click()
    page.get_by_role("button", name="Decline the challenge of bramble77, Night Parcel").click()
    until(lambda: page.locator("#panel-duels .duel-card").count() == 1)
    site.arena.challenge(site.mine, {"player": site.people_of_play["Żaneta"], "game": "orbit", "board": "daily", "seconds": 3600}, None)
    page.get_by_role("radio", name="Waiting").check(force=True)
    refresh(page)
    page.get_by_role("button", name="Cancel the challenge to Żaneta, Orbit Drift").click()
    page.get_by_text("No challenges waiting for an answer.").wait_for()
    assert {one["reason"] for one in site.arena.duels.values()} == {None, "better", "gaveUp", "declined", "cancelled"}


def test_p12_a_result_of_the_game_is_seen_at_the_next_look(arena, visit):
    site, page = furnished(arena, visit)
    page.locator("#panel-games .big-place", has_text="12").wait_for()
    site.arena.submit(site.mine, "orbit", "endless", 70_000)
    refresh(page)
    page.locator("#panel-games .game-row").first.locator(".big-place", has_text=re.compile("^2$")).wait_for()
