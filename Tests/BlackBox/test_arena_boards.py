"""Boards over the binary: pages that join to the board, places around a player, and who may ask what."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.device import Phone, ask, is_problem
from harness.effort import seed_of
from harness.flood import flooded
from harness.settings import TUNNEL
from test_arena_games import begin, game
from test_arena_results import LARGEST, Player, player

BOARD = "/v1/games/snake/boards/level-1"


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch, registrations_per_hour=1_000)
    for board in ("level-1", "level-2"):
        added = game(appliance, "board", "snake", board, f"name={board}", "unit=pts", "low=-1000", "windows=day,week")
        assert added.returncode == 0, added.stderr
    return appliance


def read(appliance: Appliance, path: str = BOARD, **query: object) -> Any:
    """An answer to somebody who says nothing of themselves."""
    text = "&".join(f"{name}={value}" for name, value in query.items())
    return ask(appliance.base, "GET", f"{path}?{text}" if text else path)


def filled(appliance: Appliance, count: int, seed: int) -> tuple[list[tuple[str, int]], dict[str, Player]]:
    """Players with scores, some of them equal; `(code, score)` in the order of the board."""
    chance = random.Random(f"{seed_of('boards')} {seed}")
    order, players = [], {}
    for _ in range(count):
        one = player(appliance)
        score = chance.choice([-1_000, 0, 5, 5, 7, chance.randrange(100)])
        assert one.send(score).status == 201
        code = one.me().json["code"]
        order.append((code, score))
        players[code] = one
    order.sort(key=lambda row: -row[1])
    return order, players


def shown(page: Any) -> list[tuple[str, int]]:
    return [(row["player"]["code"], row["score"]) for row in page.json["rows"]]


def test_pages_joined_both_ways_are_the_board(arena: Appliance) -> None:
    """The board inside a game, for a guest (G5)."""
    order, _ = filled(arena, 23, 7)
    for limit in (1, 4, 10, 23, 100):
        pages = [read(arena, limit=limit)]
        while "next" in pages[-1].json:
            pages.append(read(arena, limit=limit, cursor=pages[-1].json["next"]))
        assert [row for page in pages for row in shown(page)] == order
        assert [row["position"] for page in pages for row in page.json["rows"]] == list(range(1, 24))
        back = [pages[-1]]
        while "previous" in back[-1].json:
            back.append(read(arena, limit=limit, cursor=back[-1].json["previous"]))
        assert [row for page in back[::-1] for row in shown(page)] == order
    ranks = [row["rank"] for row in read(arena, limit=100).json["rows"]]
    assert ranks == [1 + sum(other > score for _, other in order) for _, score in order]
    day = read(arena, window="day", limit=100).json
    assert shown(read(arena, window="day", limit=100)) == order and len(day["period"]) == 10 and day["total"] == 23


def test_around_a_player_is_full_and_the_player_is_in_it(arena: Appliance) -> None:
    """The board as a game shows it to its player, and the games that one plays (S1 P4)."""
    order, players = filled(arena, 12, 11)
    for limit in (1, 2, 5, 11, 12, 30):
        for place, row in enumerate(order):
            page = read(arena, f"{BOARD}/around/{row[0]}", limit=limit)
            first = max(0, min(place - (min(limit, 12) - 1) // 2, 12 - min(limit, 12)))
            assert shown(page) == order[first:first + limit], (limit, place)
            assert page.json["own"]["position"] == place + 1 and page.json["total"] == 12
    code, score = order[5]
    mine = players[code].ask("GET", f"{BOARD}/me?limit=3")
    assert mine.json["own"]["player"]["code"] == code and mine.json["own"]["score"] == score
    assert mine.headers["Cache-Control"] == "private, no-cache"
    newcomer = player(arena)
    empty = newcomer.ask("GET", f"{BOARD}/me?limit=3")
    assert "own" not in empty.json and shown(empty) == order[:3]
    assert is_problem(read(arena, f"{BOARD}/around/{newcomer.me().json['code']}"), 404)
    assert newcomer.ask("GET", "/v1/me/games").json == {"games": []}
    [played] = players[code].ask("GET", "/v1/me/games").json["games"]
    [board] = played["boards"]
    assert (played["game"], board["board"]) == ("snake", "level-1")
    assert [one["window"] for one in board["standings"]] == ["all", "day", "week"]
    assert board["standings"][0]["position"] == 6 and board["standings"][0]["total"] == 12


def test_a_phone_reads_boards_as_the_player_of_its_person(arena: Appliance) -> None:
    order, _ = filled(arena, 2, 3)
    phone = Phone(arena).registered()
    page = phone.ask("GET", f"{BOARD}/me")
    assert page.status == 200 and "own" not in page.json and shown(page) == order
    assert phone.ask("GET", "/v1/me/games").json == {"games": []}
    again = phone.ask("GET", f"{BOARD}/me", If_None_Match=page.headers["ETag"])
    assert again.status == 304 and again.headers["Cache-Control"] == "private, no-cache"
    assert ask(arena.base, "GET", f"{BOARD}/me").status == 401


def test_what_everybody_sees_of_games_boards_and_players(arena: Appliance) -> None:
    """Boards of all games, for a guest (G3)."""
    ola = player(arena, "Ola")
    assert ola.send(LARGEST, also={"extra": "äöü"}).status == 201
    [listed] = read(arena, "/v1/games").json["games"]
    assert listed == read(arena, "/v1/games/snake").json
    assert listed["name"] == "Snake" and [one["board"] for one in listed["boards"]] == ["level-1", "level-2"]
    assert not {"low", "high", "pace", "holdAbove", "version", "keyVersion"} & set(listed["boards"][0]) | (set(listed) & {"signed"})
    row = read(arena).json["rows"][0]
    assert (row["exact"], row["extra"], row["scoreText"]) == (str(LARGEST), "äöü", f"{LARGEST} pts")
    assert row["player"] == {"code": ola.me().json["code"], "name": "Ola"}
    seen = read(arena, f"/v1/players/{row['player']['code']}").json
    assert seen["name"] == "Ola" and set(seen) == {"code", "name", "since"}


def test_a_first_page_may_be_kept_for_a_moment_and_has_a_tag(arena: Appliance) -> None:
    ola = player(arena, "Ola")
    assert ola.send(5).status == 201
    first = read(arena)
    assert first.headers["Cache-Control"] == "public, max-age=2, stale-while-revalidate=30"
    again = ask(arena.base, "GET", BOARD, If_None_Match=first.headers["ETag"])
    assert again.status == 304 and not again.body
    assert ola.send(6).status == 201
    fresh = Player(arena)
    assert fresh.join("Jan").status == 201 and fresh.send(7).json["standings"][0]["position"] == 1
    # One that is kept is a tenth of a second old at most when somebody asks who waited for it.
    page = read(arena, limit=99)
    assert [row["score"] for row in page.json["rows"]] == [7, 6]


def test_cursors_of_elsewhere_are_refused(arena: Appliance) -> None:
    filled(arena, 5, 5)
    cursor = read(arena, limit=2).json["next"]
    other = read(arena, window="day", limit=2).json["next"]
    turned = ("1" if cursor[0] == "0" else "0") + cursor[1:]
    swapped = cursor[:52] + other[52:]
    for bad in ("", "x", cursor[:-2], cursor + "00", turned, swapped, "%F0%9F%98%80", "0" * 84):
        assert is_problem(read(arena, cursor=bad), 400), bad
    assert is_problem(read(arena, "/v1/games/snake/boards/level-2", cursor=cursor), 400)
    assert is_problem(read(arena, window="day", cursor=cursor), 400)
    assert read(arena, cursor=cursor, limit=1).status == 200


@pytest.mark.parametrize(("path", "status"), [
    ("/v1/games/chess", 404), ("/v1/games/chess/boards/level-1", 404), ("/v1/games/snake/boards/level-9", 404),
    (f"{BOARD}?window=month", 404), (f"{BOARD}?window=hour", 400), (f"{BOARD}?limit=0", 400), (f"{BOARD}?limit=101", 400),
    (f"{BOARD}?limit=1e1", 400), (f"{BOARD}?limit=-1", 400), (f"{BOARD}/around/nobody", 404), ("/v1/players/nobody", 404),
    (f"{BOARD}/around/%00", 400), ("/v1/players/" + "a" * 400, 404),
])
def test_what_is_not_there_is_said(arena: Appliance, path: str, status: int) -> None:
    assert is_problem(read(arena, path), status)


def test_boards_are_the_same_after_a_pulled_plug(arena: Appliance) -> None:
    order, _ = filled(arena, 9, 13)
    before = read(arena, limit=9).json
    cursor = read(arena, limit=4).json["next"]
    arena.kill()
    arena.start()
    assert read(arena, limit=9).json == before
    assert shown(read(arena, limit=4, cursor=cursor)) == order[4:8]


def test_who_reads_too_much_from_outside_waits_and_players_do_not(
    launch: Callable[..., Appliance], tmp_path: Path
) -> None:
    arena = begin(launch, registrations_per_hour=1_000, tunnel=TUNNEL)
    assert game(arena, "board", "snake", "level-1", "name=Level 1").returncode == 0
    order, players = filled(arena, 8, 17)
    statuses = Counter(answer.status for answer in flooded(f"{arena.tunnel}{BOARD}?limit=3", tmp_path))
    assert set(statuses) == {200, 429} and statuses[200] >= 50, statuses
    assert ask(arena.tunnel, "GET", BOARD, X_Forwarded_For="203.0.113.9").status == 200, "first pages have their own share"
    one = players[order[0][0]]
    assert one.ask("GET", f"{BOARD}/me", base=arena.tunnel, X_Forwarded_For="203.0.113.9").status == 200, "so have players"


def test_a_board_that_cannot_be_shown_closes_itself_alone(arena: Appliance, tmp_path: Path) -> None:
    one, other = player(arena), player(arena)
    for board in ("level-1", "level-2"):
        for each in (one, other):
            assert each.send(50, board=board).status == 201
    arena.stop()
    # Such numbers take four thousand million results; that of the first board alone.
    with closing(sqlite3.connect(tmp_path / "state" / "arena.db")) as file, file:
        file.execute("DELETE FROM standings WHERE board = 1 AND seq > 1")
        file.execute("UPDATE results SET seq = seq + 5000000000 WHERE board = 1 AND seq > 1")
        file.execute("UPDATE sqlite_sequence SET seq = 5000000010 WHERE name = 'results'")
    arena.start()
    for _ in range(2):
        closed = read(arena, limit=11)
        assert is_problem(closed, 503) and closed.json["code"] == "board-closed", closed.body
        assert "begin a new board" in closed.json["detail"]
    assert len(read(arena, f"{BOARD[:-1]}2", limit=11).json["rows"]) == 2
    mine = one.ask("GET", "/v1/me/games").json["games"][0]["boards"]
    assert [board["board"] for board in mine] == ["level-2"]
    assert sum("cannot be shown" in line for line in arena.output.read_text(encoding="utf-8").splitlines()) == 1
