"""Games, boards and seasons by a phone that administers: what the owner's key may do, and what nobody else may."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from harness.appliance import Appliance
from harness.device import Phone, ask, is_problem
from test_arena_boards import read
from test_arena_games import Game, begin
from test_arena_results import player
from test_rotation_edits import paired

ADMIN = "/v1/admin/games"
CHESS = {"version": 0, "name": "Chess", "zone": "Europe/Warsaw"}
BOARD = {"version": 0, "name": "Rated", "windows": ["day"]}


def wishes() -> list[tuple[str, str, Any, int]]:
    """Everything in the order in which it can be done, and what it is answered with."""
    later = (datetime.now(UTC) + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
    seasons = f"{ADMIN}/snake/boards/level-1/seasons"
    return [
        ("PUT", f"{ADMIN}/chess", CHESS, 201),
        ("PUT", f"{ADMIN}/chess", CHESS | {"version": 1, "name": "Fast chess"}, 200),
        ("PUT", f"{ADMIN}/snake/boards/level-1", BOARD, 201),
        ("PUT", f"{ADMIN}/snake/boards/level-1", BOARD | {"version": 1, "unit": "pts"}, 200),
        ("POST", seasons, {"season": 0}, 201),
        ("POST", seasons, {"season": 1, "at": later}, 200),
        ("GET", ADMIN, None, 200),
        ("POST", f"{ADMIN}/chess/close", None, 200),
    ]


def test_a_phone_that_administers_makes_and_closes_games_and_nobody_else_does(launch: Callable[..., Appliance]) -> None:
    arena = begin(launch)
    administrator, stranger, installed = paired(arena), Phone(arena).registered(), Game(arena)
    assert installed.join("Ola").status == 201
    for method, path, body, status in wishes():
        before = administrator.ask("GET", ADMIN).json
        assert is_problem(ask(arena.base, method, path, body), 401), path
        assert is_problem(stranger.ask(method, path, body), 403), path
        assert installed.ask(method, path, body).status in (401, 403), path
        assert administrator.ask("GET", ADMIN).json == before, path
        done = administrator.ask(method, path, body)
        assert done.status == status, (method, path, done.body)
    games = {one["game"]: one for one in administrator.ask("GET", ADMIN).json["games"]}
    assert games["chess"]["name"] == "Fast chess" and "closedAt" in games["chess"]
    [board] = games["snake"]["boards"]
    assert (board["board"], board["name"], board["unit"], board["windows"]) == ("level-1", "Rated", "pts", ["day"])
    assert is_problem(Game(arena).join(game="chess"), 410)
    played = player(arena).send(5)
    assert [one["window"] for one in played.json["standings"]] == ["all", "season", "day"]
    assert read(arena, window="season").json["period"] == "1"
    owned = ask(arena.base, "GET", ADMIN, Authorization=f"Bearer {arena.owner_key}")
    assert owned.json == administrator.ask("GET", ADMIN).json, "the owner sees the same"
