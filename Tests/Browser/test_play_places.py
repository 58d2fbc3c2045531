"""Where one was: rooms, tabs and lists keep their places, also after the app was closed; addresses lead to every part."""

import pytest

import worlds
from app_hands import open_app, settled, until
from measures import two_answers, wait_until
from play_scene import DUELS, FRIENDS, GAMES, PROFILE, SLOWLY, STILL, befriend, evening, furnished, in_the_middle, named, tab


def enter(page, name: str):
    page.get_by_role("radiogroup", name="Room").get_by_role("radio", name=name).check(force=True)


def scrolled(page, y: int):
    until(lambda: page.evaluate("y => { scrollTo(0, y); return scrollY; }", y) == y, what="the list is not that long")


def tabs(page) -> list[str]:
    return page.locator("#tabs [role=tab]:visible .tab-words").all_inner_texts()


def crowded(arena, visit, **options):
    """Sixty friends: a list that is longer than the screen."""
    def ready(known):
        for number in range(60):
            befriend(known, named(known, "Marten"), known.player(f"zz friend {number:02}"))

    site, page = furnished(arena, visit, FRIENDS, ready=ready, **options)
    page.get_by_text("64 friends").wait_for()
    return site, page


def test_without_an_arena_there_is_no_switch_and_nothing_is_stored(home, visit):
    page = open_app(visit, site := home(worlds.all_up()))
    until(lambda: ("/v1/games", 404) in site.answers)
    settled(site)
    assert page.locator("#rooms").is_hidden() and tabs(page) == ["Watched", "All realms", "Maps", "Settings"]
    assert not site.gets("/v1/me"), "nobody becomes a player who does not look at the room"
    assert set(page.evaluate("Object.keys(localStorage)")) == {"watchpost.credential", "watchpost.region"}


def test_an_address_of_the_room_without_an_arena_leads_to_the_realms(home, visit):
    site = home(worlds.all_up())
    page = visit(f"{site.url}/app#games", width=390, height=844, expect="#tabs", noisy=True)
    page.locator("#tab-realms:visible").wait_for()
    assert page.locator("#panel-games").is_hidden() and page.locator("#rooms").is_hidden()


@pytest.mark.parametrize("name", [GAMES, FRIENDS, DUELS, PROFILE])
def test_whether_there_are_games_is_asked_with_their_list(arena, visit, name):
    site, page = furnished(arena, visit, name, scripts=[STILL])
    page.locator("#rooms:not([hidden])").wait_for()
    settled(site)
    assert [one for one in site.requests if one.startswith("/v1/games")] == ["/v1/games"]


def test_with_an_arena_the_switch_comes_and_nobody_becomes_a_player_before_it_is_used(arena, visit):
    site = evening(arena)
    page = open_app(visit, site)
    page.locator("#rooms:not([hidden])").wait_for()
    two_answers(page)
    assert site.phones == {}
    enter(page, "Play")
    assert tabs(page) == ["Games", "Friends", "Duels", "Profile"] and page.url.endswith("/app#games")
    until(lambda: len(site.phones) == 1)
    enter(page, "Realms")
    assert tabs(page)[0] == "Watched"


def test_the_switch_remembers_the_tab_of_each_room(arena, visit):
    page = open_app(visit, evening(arena))
    page.locator("#rooms:not([hidden])").wait_for()
    page.locator("#tab-maps").click()
    enter(page, "Play")
    tab(page, DUELS)
    enter(page, "Realms")
    assert page.locator("#panel-maps").is_visible()
    enter(page, "Play")
    assert page.locator("#panel-duels").is_visible()


def test_room_tab_and_place_are_there_after_the_app_was_closed(arena, visit):
    site, page = crowded(arena, visit)
    scrolled(page, 900)
    tab(page, PROFILE)
    tab(page, FRIENDS)
    until(lambda: abs(page.evaluate("scrollY") - 900) < 3, what="a tab keeps its place")
    page.goto("about:blank")
    page.goto(f"{site.url}/app")
    page.locator("#panel-friends:not([hidden])").wait_for()
    until(lambda: abs(page.evaluate("scrollY") - 900) < 3, what="also after the app was closed")
    assert page.get_by_role("radio", name="Play").is_checked() and page.url.endswith("/app#friends")
    enter(page, "Realms")
    page.locator("#tab-realms").click()
    page.goto("about:blank")
    page.goto(f"{site.url}/app")
    page.locator("#panel-realms:not([hidden])").wait_for()


def test_a_place_is_not_lost_when_the_app_is_closed_before_its_list_came(arena, visit):
    site, page = crowded(arena, visit, scripts=[SLOWLY])
    scrolled(page, 900)
    settled(site)
    page.goto("about:blank")
    answers = site.hold("/v1/me")
    page.goto(f"{site.url}/")
    page.evaluate("for (const key of Object.keys(localStorage)) if (key.startsWith('watchpost.play')) localStorage.removeItem(key)")
    page.goto(f"{site.url}/app")
    page.locator("#panel-friends:not([hidden])").wait_for()
    two_answers(page)
    assert page.evaluate("scrollY") == 0, "there is nothing to scroll yet"
    page.goto("about:blank")
    answers.set()
    page.goto(f"{site.url}/app")
    until(lambda: abs(page.evaluate("scrollY") - 900) < 3, what="it is where it was")


def test_back_from_a_page_returns_to_the_place_in_the_list(arena, visit):
    _, page = crowded(arena, visit)
    scrolled(page, 1200)
    row = page.locator("#panel-friends .player-row:visible").nth(25)
    row.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    row.locator("a").click()
    page.locator(".player-head").wait_for()
    assert page.evaluate("scrollY") == 0
    page.locator("#back").click()
    until(lambda: abs(page.evaluate("scrollY") - before) < 3)


def test_each_list_of_duels_has_a_place_and_which_one_it_was_is_remembered(arena, visit):
    def ready(known):
        me, other = named(known, "Marten"), named(known, "mossback")
        for _ in range(12):
            made = known.challenge(me, {"player": other, "game": "orbit", "board": "endless", "seconds": 3600}, None)[1]
            known.act(other, made, "accept")

    site, page = furnished(arena, visit, DUELS, ready=ready)
    until(lambda: page.locator(".duel-card").count() == 15)
    scrolled(page, 1500)
    # A finger or a mouse would have to scroll to them first.
    choose = "part => document.querySelector(`#panel-duels input[value=${part}]`).click()"
    page.evaluate(choose, "archive")
    page.get_by_text("You won: 52,010 to 51,900").wait_for()
    page.evaluate(choose, "running")
    until(lambda: abs(page.evaluate("scrollY") - 1500) < 3)
    page.evaluate("scrollTo(0, 0)")
    page.get_by_role("radio", name="Waiting").check(force=True)
    page.goto("about:blank")
    page.goto(f"{site.url}/app")
    page.get_by_role("radio", name="Waiting").wait_for(state="attached")
    assert page.get_by_role("radio", name="Waiting").is_checked()


def test_a_count_that_changes_leaves_the_choice_where_it_is(arena, visit):
    site, page = furnished(arena, visit, DUELS)
    chosen = page.get_by_role("radio", name="Waiting")
    chosen.check(force=True)
    chosen.focus()
    page.evaluate("window.choice = document.activeElement")
    site.arena.challenge(site.people_of_play["mossback"], {"player": site.mine, "game": "orbit", "board": "daily", "seconds": 3600}, None)
    page.locator("#as-of").evaluate("button => button.click()")
    page.locator("label", has_text="Waiting 2").wait_for()
    assert page.evaluate("window.choice === document.activeElement && window.choice.isConnected && window.choice.checked")


def test_a_board_comes_back_as_it_was_scrolled_and_filtered(arena, visit):
    site, page = furnished(arena, visit, "games/orbit/endless", many=200)
    page.locator(".board-row.me").wait_for()
    page.get_by_role("radio", name="Month").check(force=True)
    until(lambda: any("window=month" in one for one in site.requests))
    me = page.locator(".board-row.me")
    in_the_middle(page)
    scrolled(page, 1000)
    row = page.locator(".board-row", has_text="extra005")
    row.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    row.locator("a").click()
    page.locator(".player-head").wait_for()
    page.go_back()
    page.locator(".board-row.me").wait_for(state="attached")
    until(lambda: abs(page.evaluate("scrollY") - before) < 3)
    page.goto("about:blank")
    page.goto(f"{site.url}/app#games/orbit")
    page.locator(".board-row.me").wait_for()
    assert page.get_by_role("radio", name="Month").is_checked(), "the window that was chosen last"


def leads_to(page, address: str):
    wait_until(page, "address => location.hash === `#${address}`", address)


def tapped(page, name: str, address: str):
    page.locator(f"#tab-{name}").click()
    leads_to(page, address)


def test_a_tab_comes_back_with_the_page_that_was_open_in_it_and_a_second_tap_leads_to_its_list(arena, visit):
    site, page = furnished(arena, visit, "games/orbit/endless", many=200, duels=False)
    me = page.locator(".board-row.me")
    in_the_middle(page)
    scrolled(page, 700)
    tapped(page, FRIENDS, "friends")
    page.locator("#panel-friends .player-row").first.wait_for()
    tapped(page, GAMES, "games/orbit/endless")
    until(lambda: me.count() == 1 and abs(page.evaluate("scrollY") - 700) < 3, what="the same board at the same place")
    page.goto("about:blank")
    page.goto(f"{site.url}/app")
    until(lambda: me.count() == 1 and abs(page.evaluate("scrollY") - 700) < 3, what="also after the app was closed")
    leads_to(page, "games/orbit/endless")
    tapped(page, GAMES, "games")
    page.locator("#panel-games .game-row").first.wait_for()
    tapped(page, FRIENDS, "friends")
    tapped(page, GAMES, "games")


def test_each_tab_has_a_page_of_its_own_and_back_leads_from_it_to_its_list(arena, visit):
    site, page = furnished(arena, visit, GAMES)
    friend, duel = site.people_of_play["Kestrel_9"], next(iter(site.arena.duels))
    pages = {GAMES: "games/beetle/lap", FRIENDS: f"friends/{friend}", DUELS: f"duels/{duel}"}
    for name, address in pages.items():
        page.evaluate("address => { location.hash = address; }", address)
        page.locator(f"#tab-{name}[aria-selected=true]").wait_for()
    page.evaluate("location.hash = 'profile/code'")
    page.locator("#detail .sheet").wait_for()
    for name, address in pages.items():
        tapped(page, name, address)
    enter(page, "Realms")
    enter(page, "Play")
    leads_to(page, pages[DUELS])
    tapped(page, PROFILE, "profile")
    tapped(page, FRIENDS, pages[FRIENDS])
    page.locator(".player-head").wait_for()
    page.locator("#back").click()
    # The list that the arrow names, and not the tab before.
    leads_to(page, "friends")
    tapped(page, GAMES, pages[GAMES])
    tapped(page, FRIENDS, "friends")


def test_a_page_that_is_gone_meanwhile_is_not_come_back_to(arena, visit):
    site, page = furnished(arena, visit, noisy=True)
    code = site.people_of_play["Kestrel_9"]
    page.goto(f"{site.url}/app#friends/{code}")
    page.locator(".common-game").first.wait_for()
    tapped(page, GAMES, "games")
    with site.arena.lock:
        del site.arena.players[code]
    tapped(page, FRIENDS, "friends")
    page.locator("#panel-friends .player-row").first.wait_for()
    page.goto(f"{site.url}/app#friends/{code}")
    page.get_by_text("Nothing could be loaded: there is no such player.").wait_for()


def test_a_board_comes_back_with_all_rows_that_were_at_hand_after_the_app_was_closed(arena, visit):
    def ready(known):
        known.scores["orbit", "endless", "all", None][named(known, "Marten")] = (41_105, 0)

    site, page = furnished(arena, visit, "games/orbit/endless", many=200, duels=False, ready=ready)
    in_the_middle(page)
    row = page.locator(".board-row", has_text="extra065")
    until(lambda: page.evaluate("document.querySelector('.board-row').scrollIntoView({ block: 'center' })") or row.count() == 1, what="earlier places came")
    settled(site)
    row.scroll_into_view_if_needed()
    before = row.bounding_box()["y"]
    page.goto("about:blank")
    page.goto(f"{site.url}/app")
    until(lambda: row.count() == 1 and abs(row.bounding_box()["y"] - before) < 3, what="the same rows at the same place")


def test_a_board_that_is_opened_anew_begins_with_me_in_the_middle_and_with_few_questions(arena, visit):
    site, page = furnished(arena, visit, "games/orbit/endless", many=200, duels=False)
    in_the_middle(page)
    page.get_by_role("button", name="To the top").click()
    until(lambda: page.locator(".board-row.podium").count() == 3 and page.evaluate("scrollY") == 0)
    # Many more rows are at hand.
    until(lambda: page.evaluate("scrollTo(0, document.documentElement.scrollHeight)") or page.locator(".board-row").count() > 150)
    settled(site)
    tapped(page, GAMES, "games")
    before = len(site.requests)
    page.get_by_role("link", name="Orbit Drift").click()
    in_the_middle(page)
    settled(site)
    for address in ("app", "app#games/orbit/endless"):
        page.goto("about:blank")
        page.goto(f"{site.url}/{address}")
        in_the_middle(page)
        settled(site)
        assert page.locator(".board-row").count() < 60, "those around me"
    assert not [one for one in site.requests[before:] if "cursor=" in one]


ADDRESSES = [("games", "#panel-games .game-row"), ("games/beetle/lap", ".board-row.me"), ("games/beetle", ".board-row.me"), ("friends", "#panel-friends .player-row"),
             ("duels", "#panel-duels .duel-card"), ("duels/new", ".challenge-form"), ("profile", "#panel-profile .entry"), ("profile/code", "#detail .sheet")]


@pytest.mark.parametrize("address, expected", ADDRESSES, ids=lambda one: one if "#" not in one and "." not in one else "")
def test_every_address_opens_its_part(arena, visit, address, expected):
    _, page = furnished(arena, visit, address)
    page.locator(expected).first.wait_for()
    assert page.url.endswith(f"/app#{address}")
    assert page.title().endswith(" · Watchpost") and page.title() != "Watchpost"


def test_the_addresses_of_notices_open_a_duel_and_a_board(arena, visit):
    """`friends`, `duels/CODE`, `games/GAME/BOARD`: NewsContent.page."""
    site, page = furnished(arena, visit, noisy=True)
    duel = next(one for one in site.arena.duels.values() if one["game"] == "parcel")
    page.goto(f"{site.url}/app#duels/{duel['duel']}")
    page.get_by_role("button", name="Accept the challenge of bramble77, Night Parcel").wait_for()
    until(lambda: page.title() == "Duel with bramble77 · Watchpost")
    page.goto(f"{site.url}/app#duels/nosuchduel")
    page.get_by_text("Nothing could be loaded: there is no such duel.").wait_for()
    page.goto(f"{site.url}/app#games/orbit/nosuchboard")
    page.get_by_text("Nothing could be loaded: there is no such board.").wait_for()


#: A tap on a notice, as the worker hears of it. Only a real tap may bring a window to the front.
TAP = """async (navigate) => {
  const work = [];
  const event = new Event('notificationclick');
  event.notification = { close() {}, data: { navigate } };
  event.waitUntil = (promise) => work.push(promise);
  self.dispatchEvent(event);
  await Promise.allSettled(work);
}"""


@pytest.mark.worker
def test_a_tap_on_a_notice_opens_its_part_in_the_app_that_is_open(arena, visit):
    site, page = furnished(arena, visit, GAMES)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    workers = []
    until(lambda: page.wait_for_timeout(20) or workers.extend(one for one in page.context.service_workers if one.url.endswith("/app/worker.js")) or workers)
    worker = workers[0]
    duel = next(one for one in site.arena.duels.values() if one["game"] == "parcel")
    for address, expected in ((f"duels/{duel['duel']}", ".duel-card"), ("friends", ".player-row"), ("games/beetle/lap", ".board-row.me")):
        worker.evaluate(TAP, f"{site.url}/app#{address}")
        page.locator(f"#detail {expected}, #panel-friends:not([hidden]) {expected}").first.wait_for()
        assert page.url == f"{site.url}/app#{address}" and len(page.context.pages) == 1


def test_a_desk_has_lists_and_pages_side_by_side(arena, visit):
    site, page = furnished(arena, visit, GAMES, width=1280, height=900)
    page.locator(".board-row.me").wait_for()
    assert page.locator("#panel-games .game-row").first.is_visible(), "the first board beside the list"
    page.get_by_role("link", name="Beetle Rally").click()
    page.locator(".board-head", has_text="Beetle Rally").wait_for()
    assert page.locator("#panel-games").is_visible() and page.locator("#back").is_hidden()
    tab(page, DUELS)
    page.locator("#detail .fact-list").wait_for()
    tapped(page, GAMES, "games/beetle/lap")
    page.locator(".board-head", has_text="Beetle Rally").wait_for()
    tab(page, DUELS)
    tab(page, PROFILE)
    page.locator("#detail .sheet", has_text="Your name, as others see it").wait_for()
    wait_until(page, "() => document.documentElement.scrollWidth <= innerWidth")
    assert site.phones
