"""Results that somebody looks at: hidden, restored and held ones, players who are removed, and what a player sees of its own."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.device import Phone, ask, is_problem
from harness.ledger import put_together
from test_arena_boards import BOARD, read, shown
from test_arena_games import begin, game
from test_arena_results import player

RESULTS = "/v1/admin/games/snake/results"


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch, registrations_per_hour=1_000)
    for words in (("level-1", "windows=day", "hold=100"), ("level-2", "operator=sum")):
        added = game(appliance, "board", "snake", *words)
        assert added.returncode == 0, added.stderr
    return appliance


def owner(arena: Appliance, method: str, path: str) -> Any:
    return ask(arena.base, method, path, Authorization=f"Bearer {arena.owner_key}")


def numbers(arena: Appliance, query: str = "") -> list[tuple[int, str]]:
    return [(one["number"], one["state"]) for one in owner(arena, "GET", RESULTS + query).json["results"]]


def test_a_hidden_result_counts_nowhere_and_comes_back(arena: Appliance) -> None:
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    key = str(uuid.uuid4())
    assert ola.send(50).status == 201
    assert ola.send(90, key=key).status == 201
    assert jan.send(70).status == 201
    code = ola.me().json["code"]
    assert [one for one, _ in numbers(arena)] == [3, 2, 1]
    for _ in range(2):
        hidden = owner(arena, "POST", f"{RESULTS}/2/hide")
        assert hidden.status == 200 and hidden.json == {"number": 2, "state": "hidden"}
    for again in range(2):
        for window in ("all", "day"):
            rows = read(arena, window=window, limit=11).json["rows"]
            assert [(row["score"], row["position"]) for row in rows] == [(70, 1), (50, 2)], (window, again)
        mine = ola.ask("GET", "/v1/me/games").json["games"][0]["boards"][0]["standings"]
        assert [(one["score"], one["position"]) for one in mine] == [(50, 2), (50, 2)]
        own = ola.ask("GET", "/v1/me/games/snake/results").json["boards"]
        assert [(one["score"], one["state"]) for one in own[0]["newest"]] == [(90, "hidden"), (50, "counts")]
        assert [one["score"] for one in own[0]["best"]] == [50]
        repeated = ola.send(90, key=key)
        assert repeated.status == 200 and repeated.json["state"] == "hidden"
        arena.kill()
        arena.start()
    assert numbers(arena, "?state=hidden") == [(2, "hidden")]
    assert owner(arena, "POST", f"{RESULTS}/2/restore").json["state"] == "counts"
    assert read(arena, f"{BOARD}/around/{code}").json["own"]["position"] == 1
    listed = owner(arena, "GET", f"{RESULTS}?limit=2").json
    assert [one["number"] for one in listed["results"]] == [3, 2] and listed["next"] == 2
    assert [one for one, _ in numbers(arena, "?limit=2&before=2")] == [1]
    assert listed["results"][1]["player"]["name"] == "Ola" and listed["results"][1]["board"] == "level-1"


def test_a_held_result_waits_until_somebody_takes_it(arena: Appliance) -> None:
    ola = player(arena)
    held = ola.send(500)
    assert held.status == 201 and held.json["state"] == "held" and held.json["standings"] == []
    assert read(arena, limit=11).json["total"] == 0
    # Also once results are put together, and nothing else of the player counts.
    for _ in range(2):
        own = ola.ask("GET", "/v1/me/games/snake/results").json["boards"]
        assert [(one["score"], one["state"]) for board in own for one in board["newest"]] == [(500, "held")], own
        put_together(arena)
    shown_there = game(arena, "results", "snake", "held")
    assert shown_there.returncode == 0 and shown_there.stdout.startswith("1: level-1, ") and "held" in shown_there.stdout
    taken = game(arena, "restore", "snake", "1")
    assert taken.stdout == "1: counts\n", taken
    assert [row["score"] for row in read(arena, limit=11).json["rows"]] == [500]
    assert game(arena, "results", "snake", "held").stdout == "there is no such result\n"
    assert game(arena, "hide", "snake", "1").stdout == "1: hidden\n"
    assert read(arena, limit=11).json["total"] == 0


def test_a_player_asks_for_its_own_results_on_one_board(arena: Appliance) -> None:
    """Detailed results of one game (P5)."""
    ola = player(arena)
    for score, board in ((5, "level-1"), (6, "level-2"), (7, "level-2")):
        assert ola.send(score, board=board).status == 201
    path = "/v1/me/games/snake/results"
    assert [one["board"] for one in ola.ask("GET", path).json["boards"]] == ["level-1", "level-2"]
    for board, scores in (("level-1", [5]), ("level-2", [7, 6])):
        (alone,) = ola.ask("GET", f"{path}?board={board}").json["boards"]
        assert alone["board"] == board and [one["score"] for one in alone["newest"]] == scores
    assert is_problem(ola.ask("GET", f"{path}?board=level-9"), 404)


def test_a_sum_loses_and_gains_what_is_hidden_and_restored(arena: Appliance) -> None:
    ola = player(arena)
    for score in (5, 7, -3):
        assert ola.send(score, board="level-2").status == 201
    board = f"{BOARD[:-1]}2"
    put_together(arena)
    for verb, sums in (("hide", [2, -3]), ("restore", [4, 9])):
        for number, total in zip((2, 1), sums, strict=True):
            assert owner(arena, "POST", f"{RESULTS}/{number}/{verb}").status == 200
            assert [row["score"] for row in read(arena, board, limit=11).json["rows"]] == [total], (verb, number)


def test_a_removed_player_is_gone_with_everything(arena: Appliance) -> None:
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    for one in (ola, jan):
        for board in ("level-1", "level-2"):
            assert one.send(50, board=board).status == 201
    code, other = ola.me().json["code"], jan.me().json["code"]
    gone = owner(arena, "DELETE", f"/v1/admin/players/{code}")
    assert gone.status == 200 and gone.json["name"] == "Ola"
    for again in range(2):
        for board in (BOARD, f"{BOARD[:-1]}2"):
            assert [row[0] for row in shown(read(arena, board, limit=11))] == [other], (board, again)
        assert ola.me().status == 401 and ola.send(60).status == 401
        assert is_problem(read(arena, f"/v1/players/{code}"), 404)
        assert is_problem(owner(arena, "DELETE", f"/v1/admin/players/{code}"), 404)
        arena.kill()
        arena.start()
    assert player(arena, "Ola").me().json["name"] == "Ola", "the name is free again"
    removed = game(arena, "remove-player", other)
    assert removed.stdout == f"Jan ({other}) is gone, with all results\n", removed


def test_what_is_no_result_is_told_and_strangers_judge_nothing(arena: Appliance) -> None:
    ola = player(arena)
    assert ola.send(5).status == 201
    assert game(arena, "add", "chess").returncode == 0
    for path in (f"{RESULTS}/2/hide", f"{RESULTS}/0/hide", f"{RESULTS}/x/restore", f"{RESULTS}/99999999999999999999/hide"):
        assert is_problem(owner(arena, "POST", path), 404), path
    assert is_problem(owner(arena, "POST", "/v1/admin/games/chess/results/1/hide"), 404)
    unknown = owner(arena, "POST", "/v1/admin/games/nogame/results/1/hide")
    assert is_problem(unknown, 404) and "no game of this name" in unknown.json["detail"]
    for words in (("hide", "nogame", "1"), ("restore", "nogame", "1"), ("results", "nogame")):
        refused = game(arena, *words)
        assert refused.returncode == 1 and "there is no game “nogame”; see watchpost game list" in refused.stderr, words
    assert is_problem(owner(arena, "GET", "/v1/admin/games/none/results"), 404)
    assert is_problem(owner(arena, "GET", f"{RESULTS}?state=gone"), 400)
    assert is_problem(owner(arena, "GET", f"{RESULTS}?limit=101"), 400)
    for bearer in (ola.bearer, Phone(arena).registered().bearer):
        for method, path in (("POST", f"{RESULTS}/1/hide"), ("GET", RESULTS), ("DELETE", "/v1/admin/players/x")):
            assert ask(arena.base, method, path, Authorization=bearer).status in (401, 403), path
    assert numbers(arena) == [(1, "counts")]
    assert is_problem(ola.ask("GET", "/v1/me/games/none/results"), 404)
    assert ola.ask("GET", "/v1/me/games/chess/results").json == {"game": "chess", "boards": []}
    for words in (("hide", "snake", "x"), ("results", "snake", "gone"), ("hide", "snake"), ("remove-player",)):
        assert game(arena, *words).returncode != 0, words
