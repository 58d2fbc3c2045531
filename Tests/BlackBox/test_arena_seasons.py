"""Seasons over the binary: they end at once or in their instant, and what is over stays to be read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.clock import Clock
from harness.device import Phone, ask, is_problem
from harness.waiting import wait_until
from test_arena_boards import BOARD, read, shown
from test_arena_games import begin, game
from test_arena_results import player

ADMIN = f"/v1/admin{BOARD.removeprefix('/v1')}/seasons"


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch, registrations_per_hour=1_000)
    added = game(appliance, "board", "snake", "level-1", "name=Level 1", "windows=day,week")
    assert added.returncode == 0, added.stderr
    return appliance


def season(arena: Appliance, number: int, **more: Any) -> Any:
    owner = f"Bearer {arena.owner_key}"
    return ask(arena.base, "POST", ADMIN, {"season": number} | more, Authorization=owner)


def soon(seconds: float) -> str:
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_a_season_ends_and_stays_to_be_read(arena: Appliance) -> None:
    players = [player(arena) for _ in range(7)]
    assert players[0].send(500).status == 201
    assert is_problem(read(arena, window="season"), 404)
    first = game(arena, "season", "snake", "level-1")
    assert first.returncode == 0 and "season 1 since" in first.stdout, first
    assert read(arena, window="season").json["total"] == 0
    for place, one in enumerate(players):
        sent = one.send(10 * (place // 2))
        assert [standing["window"] for standing in sent.json["standings"]] == ["all", "season", "day", "week"]
        assert sent.json["standings"][1]["period"] == "1"
    before = read(arena, window="season", limit=100).json
    assert before["period"] == "1" and before["total"] == 7
    assert read(arena, window="season", period="1").json["rows"] == before["rows"][:20]
    live = read(arena, window="season", limit=3).json["next"]
    assert season(arena, 1).json["season"]["number"] == 2
    over = read(arena, window="season", limit=3, cursor=live)
    assert is_problem(over, 410) and over.json["code"] == "window-over"
    after = read(arena, window="season").json
    assert (after["total"], after["period"], after["rows"]) == (0, "2", [])
    assert read(arena).json["rows"][0]["score"] == 500, "all time goes on"
    arena.kill()
    arena.start()
    over = read(arena, window="season", period="1", limit=100)
    assert over.status == 200 and over.json["total"] == 7
    names = ("position", "rank", "score", "player", "scoreText")
    assert [{name: row[name] for name in names} for row in over.json["rows"]] == [
        {name: row[name] for name in names} for row in before["rows"]
    ]
    pages = [read(arena, window="season", period="1", limit=3)]
    while "next" in pages[-1].json:
        pages.append(read(arena, window="season", period="1", limit=3, cursor=pages[-1].json["next"]))
    assert [row for page in pages for row in shown(page)] == shown(over) and len(pages) == 3
    assert shown(read(arena, window="season", period="1", limit=3, cursor=pages[2].json["previous"])) == shown(pages[1])
    assert is_problem(read(arena, window="season", limit=3, cursor=pages[0].json["next"]), 410), "it is not the one that runs"
    code = players[3].me().json["code"]
    around = read(arena, f"{BOARD}/around/{code}", window="season", period="1", limit=5).json
    assert around["own"]["position"] == 5 and len(around["rows"]) == 5
    mine = players[3].ask("GET", f"{BOARD}/me?window=season&period=1").json
    assert mine["own"]["position"] == 5


def test_a_planned_end_comes_in_its_instant_also_without_the_appliance(arena: Appliance, tmp_path: Path) -> None:
    clock = Clock(tmp_path / "clock")
    arena.stop()
    arena.environment = arena.environment | clock.environment
    arena.start()
    ola = player(arena)
    assert season(arena, 0).status == 201
    assert ola.send(5).status == 201
    end = soon(3_600)
    planned = season(arena, 1, at=end)
    assert planned.status == 200 and planned.json["season"]["until"] == end
    assert season(arena, 1, keep=True).json["season"].get("until") is None
    assert season(arena, 1, at=end).status == 200
    clock.read(datetime.fromisoformat(end) - timedelta(seconds=300))
    assert read(arena, window="season").json["total"] == 1
    clock.read(datetime.fromisoformat(end))
    wait_until(lambda: read(arena, window="season").json["total"] == 0, "the end of the season")
    page = read(arena, window="season").json
    assert page["period"] == "2"
    times = read(arena, f"{BOARD}/seasons").json
    assert [one["period"] for one in times["over"]] == ["1"] and times["over"][0]["until"] == end
    assert times["running"][0]["from"] == end
    end = soon(7_200)
    assert season(arena, 2, at=end).status == 200
    arena.kill()
    clock.read(datetime.fromisoformat(end))
    arena.start()
    assert read(arena, window="season").json["period"] == "3"


def test_another_order_begins_all_time_as_well(arena: Appliance) -> None:
    ola, jan = player(arena), player(arena)
    for one, score in ((ola, 5), (jan, 9)):
        assert one.send(score).status == 201
    assert season(arena, 0, order="less", operator="sum").json["order"] == "less"
    for window in ("all", "season", "day", "week"):
        assert read(arena, window=window).json["total"] == 0
    assert ola.ask("GET", "/v1/me/games").json == {"games": []}
    for one, score in ((ola, 5), (jan, 9), (ola, 1)):
        assert one.send(score).status == 201
    for window in ("all", "season", "day", "week"):
        assert [row["score"] for row in read(arena, window=window, limit=11).json["rows"]] == [6, 9], window


def test_seeds_are_the_same_for_everybody_and_differ_by_window(arena: Appliance) -> None:
    assert season(arena, 0).status == 201
    assert game(arena, "board", "snake", "level-2", "windows=day").returncode == 0
    first = read(arena, f"{BOARD}/seasons").json
    assert [one["window"] for one in first["running"]] == ["season", "day", "week"] and first["over"] == []
    other = read(arena, f"{BOARD[:-1]}2/seasons").json
    seeds = [one["seed"] for one in first["running"] + other["running"]]
    assert len(set(seeds)) == 4 and all(len(seed) == 32 for seed in seeds)
    arena.kill()
    arena.start()
    again = read(arena, f"{BOARD}/seasons").json
    assert again == first
    assert season(arena, 1).status == 201
    later = read(arena, f"{BOARD}/seasons").json
    assert later["over"][0]["seed"] == first["running"][0]["seed"] != later["running"][0]["seed"]


def test_what_is_no_season_is_told(arena: Appliance) -> None:
    assert is_problem(season(arena, 0, at=soon(60)), 400), "none runs"
    assert season(arena, 0).status == 201
    stale = season(arena, 0)
    assert is_problem(stale, 409) and stale.json["current"]["season"]["number"] == 1
    for wrong in ({"at": "2020-01-01T00:00:00Z"}, {"at": soon(60), "order": "less"}, {"at": soon(60), "keep": True}):
        assert is_problem(season(arena, 1, **wrong), 400), wrong
    for wrong in ({"season": 1.5}, {"season": "1"}, {}, {"season": 1, "order": "best"}):
        owner = f"Bearer {arena.owner_key}"
        assert is_problem(ask(arena.base, "POST", ADMIN, wrong, Authorization=owner), 400), wrong
    stranger = Phone(arena).registered()
    assert ask(arena.base, "POST", ADMIN, {"season": 1}, Authorization=stranger.bearer).status == 403
    for window, period in (("season", "2"), ("day", "2020-01-01"), ("week", "x"), ("month", "2026-11"), ("all", "1")):
        assert is_problem(read(arena, window=window, period=period), 404), (window, period)
    for words, reason in (
        ("at=soon", "is not a time"), ("until=never", "is not understood"), ("order=up", "is not understood"),
    ):
        refused = game(arena, "season", "snake", "level-1", words)
        assert refused.returncode != 0 and reason in refused.stderr, refused
    assert game(arena, "season", "snake", "level-9").returncode == 1
    assert "season 1 since" in game(arena, "list").stdout
