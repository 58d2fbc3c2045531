"""The board of a game (P5 of the seed) at the size of a phone: me in the middle, pages both ways, windows, friends, what is over."""

import re

from app_hands import until
from play_scene import befriend, evening, furnished, in_the_middle, named, open_play

CLOCK = r"(\w+ )?(\d+ \w+ )?\d\d:\d\d"


def test_p5_the_board_of_a_game_opens_with_me_in_the_middle(arena, visit):
    site, page = furnished(arena, visit, many=200)
    page.get_by_role("link", name="Orbit Drift").click()
    me = page.locator(".board-row.me")
    # The middle of 844.
    in_the_middle(page, 300, 480)
    assert me.get_attribute("aria-current") == "true" and page.locator("[aria-current=true]").count() == 1
    assert me.evaluate("n => getComputedStyle(n).backgroundColor") == "rgb(250, 240, 215)"
    assert " ".join(me.inner_text().split()) == "Place 12 You 48,210 ▲ 4 4 places better than on Monday"
    assert {round(one.bounding_box()["height"]) for one in page.locator(".board-row").all()[:8]} == {54}
    assert "friend" in page.locator(".board-row", has_text="Kestrel_9").inner_text()
    assert page.locator(".board-view h1").inner_text() == "Orbit Drift"
    assert page.locator(".board-head .player-note").inner_text() == "217 players"
    page.get_by_role("button", name="To the top").click()
    until(lambda: page.evaluate("scrollY") == 0)
    bar = page.locator(".me-bar")
    bar.wait_for()
    assert " ".join(bar.inner_text().split()) == "12 You 1,190 to place 11 48,210 ▲ 4 4 places better than on Monday Jump to me"
    box = bar.bounding_box()
    assert box["y"] + box["height"] <= page.locator("#tabs").bounding_box()["y"], "above the tabs"
    bar.click()
    in_the_middle(page, 200, 560)
    bar.wait_for(state="hidden")


def test_p5_windows_are_filters_and_pages_go_both_ways(arena, visit):
    site, page = furnished(arena, visit, "games/orbit/endless", many=200)
    page.locator(".board-row.me").wait_for()
    windows = page.get_by_role("radiogroup", name="Period")
    assert windows.locator("label").all_inner_texts() == ["Today", "Week", "Month", "All"]
    windows.get_by_role("radio", name="Week").check(force=True)
    until(lambda: any("/me?limit=31&window=week" in one for one in site.requests))
    page.locator(".board-head .player-note", has_text="ends").wait_for()
    assert re.fullmatch(rf"217 players · ends {CLOCK}", page.locator(".board-head .player-note").inner_text())
    first = page.locator(".board-place").all_inner_texts()
    # Again and again: rows that are new are put with me in the middle once, a frame after they were drawn.
    until(lambda: page.evaluate("scrollTo(0, document.documentElement.scrollHeight)") or page.locator(".board-row").count() > len(first))
    places = [int(one) for one in page.locator(".board-place").all_inner_texts() if one]
    rows = [place for place in places if place]
    assert sorted(set(rows)) == list(range(min(rows), max(rows) + 1)), "nobody is left out or shown twice"


def test_p5_from_far_down_earlier_places_come_above_without_a_jump(arena, visit):
    site = evening(arena, 200)
    page = open_play(visit, site, "games")
    until(lambda: site.phones)
    site.arena.submit(site.mine, "orbit", "endless", 41_105)
    page.goto(f"{site.url}/app#games/orbit/endless")
    page.reload()
    in_the_middle(page)
    me = page.locator(".board-row.me")
    place = int(me.locator(".board-place").inner_text())
    assert place > 80
    page.evaluate("document.querySelector('.board-row').scrollIntoView({ block: 'center' })")
    until(lambda: page.locator(".board-row").count() > 60)
    anchor = page.locator(".board-row", has_text="extra070")
    assert anchor.count() == 1
    page.get_by_role("button", name="To the top").or_(page.locator(".me-bar")).first.wait_for()
    assert page.evaluate("scrollY") > 300, "what came above did not push away what was looked at"
    me.scroll_into_view_if_needed()
    page.get_by_role("button", name="To the top").click()
    page.locator(".board-row.podium").first.wait_for()
    until(lambda: page.evaluate("scrollY") == 0)
    page.locator(".me-bar").click()
    in_the_middle(page, 200, 600)


def test_p5_all_friends_are_on_their_board_however_many(arena, visit):
    def ready(known):
        for number in range(150):
            befriend(known, named(known, "Marten"), made := known.player(f"pal {number:03}"))
            known.submit(made, "orbit", "endless", 90_000 - number)

    site, page = furnished(arena, visit, "games/orbit/endless", ready=ready)
    in_the_middle(page)
    # The filters stand above the rows.
    page.get_by_role("button", name="To the top").click()
    until(lambda: page.evaluate("scrollY") == 0)
    page.get_by_role("radiogroup", name="Players to show").get_by_role("radio", name="Friends").check(force=True)
    until(lambda: page.locator(".board-row").count() == 155)
    in_the_middle(page, 200, 800)
    page.get_by_role("button", name="To the top").click()
    until(lambda: page.evaluate("scrollY") == 0)
    # What is far from the screen is not laid out, and has no inner text.
    places = page.locator(".board-row .player-name").all_text_contents()
    assert places[:2] == ["pal 000", "pal 001"] and places[-1] == "You" and len(places) == 155
    assert "Zephyrine" not in places, "no stranger comes among them"
    assert not page.locator(".more-button:visible").count()


def test_p5_friends_only_what_is_over_and_other_boards(arena, visit):
    site, page = furnished(arena, visit, "games/orbit/endless")
    arena_ = site.arena
    arena_.over = [{"window": "week", "period": "2026-W46", "from": "2026-11-08T23:00:00Z", "until": "2026-11-15T23:00:00Z", "seed": "0" * 32, "total": 2}]
    arena_.scores["orbit", "endless", "week", "2026-W46"] = {site.mine: (100, 1), site.people_of_play["oxbow"]: (90, 2)}
    page.locator(".board-row.me").wait_for()
    page.get_by_role("radiogroup", name="Players to show").get_by_role("radio", name="Friends").check(force=True)
    until(lambda: page.locator(".board-row").count() == 5)
    assert [one.split("\n")[0] for one in page.locator(".board-row .player-text").all_inner_texts()] == ["Kestrel_9", "mossback", "bramble77", "Żaneta", "You"]
    assert "12 overall" in page.locator(".board-row.me").inner_text()
    page.get_by_role("radiogroup", name="Players to show").get_by_role("radio", name="Everyone").check(force=True)
    page.get_by_role("radio", name="Week").check(force=True)
    page.locator("#as-of").click()
    page.get_by_role("button", name="Now or earlier: Now").click()
    page.get_by_role("radio", name=re.compile("9.+15 Nov")).click()
    until(lambda: page.locator(".board-row").count() == 2)
    assert page.locator(".board-head .player-note").inner_text() == "2 players · over"
    page.get_by_role("button", name="Board: Endless").click()
    page.get_by_role("radio", name="Daily run").click()
    page.get_by_text("Nobody has played here yet.").wait_for()
    assert page.url.endswith("#games/orbit/daily")
