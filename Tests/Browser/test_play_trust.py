"""How old what is shown is, when it is asked for again, and why something was refused."""

import re

import pytest

from app_hands import HIDE, Late, settled, until
from measures import PATIENCE, two_answers, wait_until
from play_scene import DUELS, FRIENDS, GAMES, PROFILE, STILL, befriend, evening, furnished, open_play, up_to_date
from test_app_box_off import THREE_SECONDS

CLOCK = r"(\w+ )?\d\d:\d\d"
#: A poll that takes twenty seconds takes a fifth of one.
FAST = "(() => { const real = setInterval; window.setInterval = (act, pace, ...all) => real(act, pace / 100, ...all); })()"
#: How many questions of the page wait for their answer.
FLYING = """(() => { const real = fetch; window.flying = 0;
    window.fetch = (...all) => { window.flying += 1; return real(...all).finally(() => { window.flying -= 1; }); }; })()"""
SHOWN = {GAMES: "#panel-games .game-row", FRIENDS: "#panel-friends .player-row", DUELS: "#panel-duels .duel-card", PROFILE: "#panel-profile .entry"}


@pytest.mark.parametrize("name", [GAMES, FRIENDS, DUELS, PROFILE])
def test_offline_and_unreachable_are_told_apart_on_every_tab(arena, visit, name):
    site, page = furnished(arena, visit, name, noisy=True)
    page.locator(SHOWN[name]).first.wait_for()
    up_to_date(page)
    assert re.fullmatch(rf"as of {CLOCK}", page.locator("#as-of-words").inner_text()) and page.locator("#strip").is_hidden()
    site.break_link()
    page.locator("#as-of").click()
    page.locator("#strip:not([hidden])").wait_for()
    assert re.fullmatch(rf"The box cannot be reached\. As of {CLOCK}\.", page.locator("#strip-words").inner_text())
    assert page.locator(".as-of.stale").count() == 1 and page.locator(SHOWN[name]).first.is_visible()
    page.evaluate("Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })")
    page.locator("#as-of").click()
    page.get_by_text("This phone is offline.").first.wait_for()
    assert re.fullmatch(rf"This phone is offline\. As of {CLOCK}\.", page.locator("#strip-words").inner_text())


@pytest.mark.parametrize("name", [GAMES, FRIENDS, DUELS, PROFILE])
def test_the_last_state_is_there_at_once_after_the_app_was_closed(arena, visit, name):
    site, page = furnished(arena, visit, name, noisy=True)
    page.locator(SHOWN[name]).first.wait_for()
    up_to_date(page)
    settled(site)
    held = [site.hold(path) for path in ("/v1/me", "/v1/games")]
    page.goto("about:blank")
    page.goto(f"{site.url}/app#{name}", wait_until="commit")
    page.locator(SHOWN[name]).first.wait_for()
    assert page.locator(".as-of.stale").count() == 1, "what is only remembered says so"
    for one in held:
        one.set()
    page.locator(".as-of:not(.stale)").wait_for()


@pytest.mark.parametrize("name", [GAMES, FRIENDS, DUELS, PROFILE])
def test_a_box_that_is_off_is_said_within_three_seconds_above_what_is_remembered(arena, visit, name):
    site, page = furnished(arena, visit, name, noisy=True)
    page.locator(SHOWN[name]).first.wait_for()
    up_to_date(page)
    settled(site)
    page.add_init_script(THREE_SECONDS)
    held = site.hold("/v1/")
    page.goto("about:blank")
    page.goto(f"{site.url}/app#{name}", wait_until="commit")
    page.locator(SHOWN[name]).first.wait_for()
    page.locator("#strip:not([hidden])").wait_for()
    assert re.fullmatch(rf"No answer from the box yet\. As of {CLOCK}\.", page.locator("#strip-words").inner_text())
    assert page.locator("#again").inner_text() == "Try again" and page.locator("#again").is_visible()
    held.set()
    page.locator("#strip").wait_for(state="hidden")
    up_to_date(page)


def test_a_board_and_a_friend_are_remembered_too(arena, visit):
    site, page = furnished(arena, visit, "games/orbit/endless", noisy=True)
    page.locator(".board-row.me").wait_for()
    up_to_date(page)
    settled(site)
    page.goto("about:blank")
    site.refusals = {("GET", "/v1/"): (503, "busy", 1)}
    # The board is asked for once it is known who asks.
    answers = site.hold("/v1/me")
    page.goto(f"{site.url}/app#games/orbit/endless")
    page.locator(".board-row.me").wait_for()
    assert page.locator("#strip").is_hidden(), "what was not asked for yet is not out of reach"
    answers.set()
    page.locator("#strip:not([hidden])").wait_for()
    assert re.fullmatch(rf"Not refreshed: the box is too busy right now\. As of {CLOCK}\.", page.locator("#strip-words").inner_text())


def test_nothing_at_all_says_why_and_tries_again(arena, visit):
    site = evening(arena)
    site.refusals = {("GET", "/v1/me"): (503, None, None)}
    # By the button, and not by the poll before it was pressed.
    page = open_play(visit, site, noisy=True, scripts=[STILL])
    page.get_by_text("Nothing could be loaded: refused with 503 for a test.").wait_for()
    site.refusals = {}
    page.locator("#panel-games").get_by_role("button", name="Try again").click()
    page.locator("#panel-games .game-row").first.wait_for()


def test_six_grey_rows_while_nothing_is_known(arena, visit):
    site = evening(arena)
    answers = site.hold("/v1/me")
    page = open_play(visit, site)
    page.locator("#panel-games .ghosts:not([hidden])").wait_for()
    assert page.locator("#panel-games .ghost-row").count() == 6
    answers.set()
    page.locator("#panel-games .game-row").first.wait_for()


def test_it_asks_again_by_etag_while_it_is_seen_and_not_while_it_is_hidden(arena, visit):
    site, page = furnished(arena, visit, FRIENDS, scripts=[FAST, FLYING])
    page.locator(SHOWN[FRIENDS]).first.wait_for()
    until(lambda: site.answers.count(("/v1/me/friends", 304)) >= 3, what="asked again, and nothing new was sent")
    befriend(site.arena, site.mine, site.people_of_play["oxbow"])
    page.get_by_text("5 friends").wait_for()
    page.evaluate(HIDE, True)
    # What was asked before it was hidden may still be on its way to the appliance.
    wait_until(page, "() => window.flying === 0")
    settled(site, 0.5)
    before = len(site.requests)
    two_answers(page, 900)
    assert len(site.requests) == before, "a hidden app asks nothing"
    assert not [one for one in site.requests if one.startswith("/v1/events")], "and has no stream"
    befriend(site.arena, site.mine, site.people_of_play["ferncloud"])
    page.evaluate(HIDE, False)
    page.get_by_text("6 friends").wait_for()


def test_what_was_answered_before_a_deed_is_not_taken_for_its_outcome(arena, visit):
    # Without the poll that would mend it later.
    site, page = furnished(arena, visit, FRIENDS, scripts=[STILL])
    page.get_by_role("button", name="Accept quartzkid").wait_for()
    settled(site)
    held = []
    page.route("**/v1/me/friends", lambda route: held.append((route, route.fetch(timeout=PATIENCE * 1000))) if not held else route.continue_())
    page.locator("#as-of").click()
    until(lambda: page.wait_for_timeout(20) or held, what="the list was asked for")
    page.get_by_role("button", name="Accept quartzkid").click()
    until(lambda: page.wait_for_timeout(20) or site.arena.relation(site.mine, site.people_of_play["quartzkid"]) == "friend")
    held[0][0].fulfill(response=held[0][1])
    page.get_by_text("5 friends").wait_for()


def test_what_was_answered_before_a_change_does_not_take_the_change_back(arena, visit):
    site, page = furnished(arena, visit, "profile/name", scripts=[STILL])
    name = page.get_by_label("Your name, as others see it")
    wait_until(page, "() => document.querySelector('#player-name')?.value === 'Marten'")
    settled(site)
    held = []
    page.route("**/v1/me", lambda route: held.append((route, route.fetch(timeout=PATIENCE * 1000))) if route.request.method == "GET" and not held else route.continue_())
    page.locator("#as-of").click()
    until(lambda: page.wait_for_timeout(20) or held, what="the player was asked for")
    name.fill("Martina")
    page.get_by_role("button", name="Save name").click()
    page.locator("#detail .result", has_text="Saved").wait_for()
    asked = site.answers.count(("/v1/me", 200))
    held[0][0].fulfill(response=held[0][1])
    until(lambda: page.wait_for_timeout(20) or site.answers.count(("/v1/me", 200)) > asked, what="asked once more")
    settled(site)
    assert page.evaluate("JSON.parse(localStorage.getItem('watchpost.play:/v1/me')).body.name") == "Martina"
    name.blur()
    assert name.input_value() == "Martina"


def test_a_deed_whose_answer_was_lost_is_not_judged_by_what_was_answered_before_it(arena, visit):
    site, page = furnished(arena, visit, FRIENDS, scripts=[STILL], noisy=True)
    code = site.people_of_play["quartzkid"]
    page.goto(f"{site.url}/app#friends/{code}")
    accept = page.locator("#detail").get_by_role("button", name="Accept quartzkid")
    accept.wait_for()
    settled(site)

    def lose(route):
        route.fetch(timeout=PATIENCE * 1000)
        route.abort()

    page.route(f"**/v1/me/friends/{code}", lambda route: lose(route) if route.request.method == "PUT" else route.fallback())
    late = Late(page, f"/v1/players/{code}$")
    page.locator("#as-of").click()
    late.asked()
    accept.click()
    page.locator("#say-words:not(:empty)").wait_for()
    late.come()
    page.locator("#detail").get_by_role("link", name="Challenge").wait_for()


def test_only_the_tab_that_is_seen_is_asked_for(arena, visit):
    site, page = furnished(arena, visit, PROFILE, scripts=[FAST])
    page.locator(SHOWN[PROFILE]).first.wait_for()
    # What the app asks once when it is opened: of the room it is whether there are games.
    until(lambda: ("/v1/games", 200) in site.answers)
    wanted = ("/v1/me", "/v1/me/installs", "/v1/me/waiting")
    # Whatever it asks once and late is asked in the first rounds.
    until(lambda: all(site.requests.count(one) >= 3 for one in wanted), what="it was not asked for")
    first = len(site.requests)
    until(lambda: all(site.requests[first:].count(one) >= 3 for one in wanted), what="it was not asked for again")
    assert {one.split("?")[0] for one in site.requests[first:] if re.match("/v1/(me|games|players)", one)} == set(wanted)


def test_what_is_not_on_the_screen_is_asked_for_after_what_is(arena, visit):
    site, page = furnished(arena, visit, "profile", scripts=[STILL])
    page.locator(SHOWN[PROFILE]).first.wait_for()
    settled(site)
    page.goto("about:blank")
    answers = site.hold("/v1/me/games")
    before = len(site.requests)
    page.goto(f"{site.url}/app#games")
    until(lambda: site.requests[before:].count("/v1/me/games") == 1)
    two_answers(page, 700)
    asked = [one for one in site.requests[before:] if one.startswith("/v1/")]
    assert len(asked) <= 12 and not [one for one in asked if one.startswith("/v1/regions")], asked
    answers.set()
    until(lambda: any(one.startswith("/v1/regions") for one in site.requests[before:]), what="the realms come after that")


#: What is asked is given up by itself after some seconds; here it waits for its answer.
WAITS = "AbortSignal.timeout = () => new AbortController().signal"


def test_who_looks_at_the_realms_meanwhile_waits_for_no_game(arena, visit):
    site, page = furnished(arena, visit, "profile", scripts=[STILL, WAITS])
    page.locator(SHOWN[PROFILE]).first.wait_for()
    settled(site)
    page.goto("about:blank")
    answers = site.hold("/v1/me/games")
    page.goto(f"{site.url}/app#games")
    until(lambda: "/v1/me/games" in site.requests)
    page.get_by_role("radiogroup", name="Room").get_by_role("radio", name="Realms").check(force=True)
    page.locator("#tab-realms").click()
    page.locator("#panel-realms .row-button").first.wait_for()
    answers.set()


def test_an_appliance_that_wants_to_be_left_alone_is(arena, visit):
    site, page = furnished(arena, visit, FRIENDS, scripts=[FAST], noisy=True)
    page.locator(SHOWN[FRIENDS]).first.wait_for()
    site.refusals = {("GET", "/v1/me/friends"): (429, "too-often", 600)}
    page.locator("#strip-words", has_text="Not refreshed: too many requests; try again in a moment.").wait_for()
    settled(site, 0.05)
    before = site.gets("/v1/me/friends")
    two_answers(page, 700)
    assert site.gets("/v1/me/friends") - before <= 1
    site.refusals = {}
    page.locator("#as-of").click()
    page.locator("#strip").wait_for(state="hidden")


REFUSED = [(409, "friends-full", "there is room for 500 friends"), (409, "invitations-full", "you have 50 open invitations; cancel some first"),
           (429, "too-often", "too many requests; try again in a moment"), (409, "blocked-by-me", "you blocked this player; unblock first")]


@pytest.mark.parametrize("status, code, words", REFUSED, ids=lambda one: one if isinstance(one, str) and " " not in one else "")
def test_refused_actions_say_why_in_the_apps_words(arena, visit, status, code, words):
    site, page = furnished(arena, visit, FRIENDS, noisy=True)
    site.refusals = {("PUT", "/v1/me/friends/"): (status, code, None)}
    page.get_by_role("button", name="Accept quartzkid").click()
    page.locator("#say:not([hidden])").wait_for()
    assert page.locator("#say-words").inner_text() == f"Not done: {words[0].upper()}{words[1:]}."


CHALLENGES = [(422, "not-a-friend", "Only friends can be challenged."), (422, "goal-out-of-bounds", "No score of this board can reach that goal."),
              (409, "duels-full", "One of you has 20 duels already.")]


@pytest.mark.parametrize("status, code, words", CHALLENGES, ids=lambda one: one if isinstance(one, str) and " " not in one else "")
def test_a_refused_challenge_says_why_beside_its_button(arena, visit, status, code, words):
    site, page = furnished(arena, visit, "duels/new", noisy=True)
    site.refusals = {("POST", "/v1/me/duels"): (status, code, None)}
    page.locator("#detail").get_by_role("button", name="Challenge", exact=True).click()
    page.locator("#detail .result.bad").wait_for()
    assert page.locator("#detail .result.bad").inner_text() == words


def test_a_goal_that_is_no_score_is_not_sent_and_one_beyond_the_bounds_is_refused(arena, visit):
    site, page = furnished(arena, visit, "duels/new", noisy=True)
    page.get_by_label("Goal (optional)").fill("many")
    send = page.locator("#detail").get_by_role("button", name="Challenge", exact=True)
    send.click()
    page.get_by_text("The goal is not a possible score on this board.").wait_for()
    assert site.posts("/v1/me/duels") == []
    page.get_by_label("Goal (optional)").fill("2000000")
    send.click()
    page.get_by_text("No score of this board can reach that goal.").wait_for()
    page.get_by_label("Game", exact=True).select_option(label="Beetle Rally")
    page.get_by_label("Goal (optional)").fill("1:40.5")
    send.click()
    page.get_by_text("You challenged").wait_for()
    assert site.posts("/v1/me/duels")[-1]["goal"] == 100_500


def test_a_challenge_whose_answer_was_lost_is_sent_again_under_the_same_key(arena, visit):
    site, page = furnished(arena, visit, "duels/new", duels=False, noisy=True)
    page.get_by_label("Friend", exact=True).wait_for()
    settled(site)
    site.break_link()
    send = page.locator("#detail").get_by_role("button", name="Challenge", exact=True)
    send.click()
    page.locator("#detail .result.bad").wait_for()
    site.mend_link()
    send.click()
    page.get_by_text("You challenged").wait_for()
    assert len(site.arena.duels) == 1 and len(site.arena.keys) == 1


def test_an_answer_that_came_too_late_shows_the_duel_as_it_stands(arena, visit):
    # Nor does the page hear that it was taken back before it answers.
    site, page = furnished(arena, visit, DUELS, noisy=True, scripts=[STILL])
    duel = next(one for one in site.arena.duels.values() if one["game"] == "parcel")
    page.goto(f"{site.url}/app#duels/{duel['duel']}")
    accept = page.get_by_role("button", name="Accept the challenge of bramble77, Night Parcel")
    accept.wait_for()
    site.arena.end(duel, "void", "cancelled")
    accept.click()
    page.get_by_text("The challenge was withdrawn.").first.wait_for()
    assert page.locator("#say").is_visible()


def test_a_phone_that_was_removed_is_told_so(arena, visit):
    site, page = furnished(arena, visit, GAMES, noisy=True)
    page.locator(SHOWN[GAMES]).first.wait_for()
    settled(site)
    site.people.removed.update(site.people.devices)
    page.locator("#as-of").dispatch_event("click")
    page.locator(".revoked").wait_for()
    page.get_by_role("button", name="Start again").click()
    until(lambda: len(site.people.devices) == 2)
    page.locator("#tabs [role=tab]:visible").first.wait_for()
    assert "Marten" not in page.evaluate("JSON.stringify({ ...localStorage })")
