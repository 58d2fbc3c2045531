"""Results that are hidden together, players who are banned, and what is written down of it: over the API and by the command line."""

from __future__ import annotations

import sqlite3
import time
import uuid
from collections.abc import Callable
from contextlib import closing

import pytest
from harness.appliance import Appliance
from harness.device import is_problem
from test_arena_boards import BOARD, read
from test_arena_games import begin, game
from test_arena_hiding import owner
from test_arena_results import player

HIDINGS = "/v1/admin/games/snake/hidings"


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch, registrations_per_hour=1_000)
    added = game(appliance, "board", "snake", "level-1", "windows=day")
    assert added.returncode == 0, added.stderr
    return appliance


def scores(arena: Appliance) -> list[int]:
    return [row["score"] for row in read(arena, limit=100).json["rows"]]


def test_everything_above_a_score_is_previewed_hidden_and_undone_by_the_command_line(arena: Appliance) -> None:
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    for one, score in ((ola, 50), (ola, 900), (jan, 70)):
        assert one.send(score).status == 201
    words = ("snake", "board=level-1", "above=100")
    preview = game(arena, "preview", *words)
    assert preview.returncode == 0 and "1 results of 1 players would be hidden" in preview.stdout, preview
    assert "with 900 leads now" in preview.stdout and "with 70 afterwards" in preview.stdout, preview.stdout
    assert scores(arena) == [900, 70]
    hidden = game(arena, "hide", *words)
    assert hidden.returncode == 0 and "hidden, can be undone until" in hidden.stdout, hidden
    for _ in range(2):
        assert scores(arena) == [70, 50]
        arena.kill()
        arena.start()
    assert "above=100, 1 results of 1 players, hidden" in game(arena, "hidings", "snake").stdout
    assert "undone" in game(arena, "undo", "snake", "1").stdout
    assert scores(arena) == [900, 70]
    audit = game(arena, "audit", "snake").stdout.splitlines()
    assert "the owner, undid, 1 results" in audit[0] and "the owner, hid, 1 results" in audit[1], audit
    again = game(arena, "hide", "snake", "board=level-1", "above=1000")
    assert again.returncode == 1 and "nothing was hidden" in again.stderr, again


def test_what_cannot_be_meant_is_refused_by_the_command_line(arena: Appliance) -> None:
    for words in (
        ("hide", "snake", "colour=red"), ("hide", "snake", "above=5", "above=6"), ("preview", "snake", "5"), ("undo", "snake", "x"),
        ("ban", "snake", "x", "why=5"), ("hide", "snake", "board=level-1", "above=9223372036854775808"), ("hide", "snake", "above=5"),
        ("hide", "snake", "since=yesterday"), ("ban", "snake", "nobody"), ("unban", "snake", "nobody"), ("hidings", "nogame"),
    ):
        refused = game(arena, *words)
        assert refused.returncode != 0 and refused.stderr, words


def test_a_banned_player_is_refused_until_the_ban_is_lifted(arena: Appliance) -> None:
    ola = player(arena, "Ola")
    key = str(uuid.uuid4())
    assert ola.send(50, key=key).status == 201
    code = ola.me().json["code"]
    assert "Ola" in game(arena, "ban", "snake", code, "note=a bot").stdout
    for _ in range(2):
        refused = ola.send(60)
        assert is_problem(refused, 403) and refused.json["code"] == "player-banned"
        assert ola.send(50, key=key).status == 200
        assert scores(arena) == [50]
        arena.kill()
        arena.start()
    assert "a bot" in game(arena, "bans", "snake").stdout
    assert game(arena, "unban", "snake", code).stdout == f"Ola ({code}) may play again\n"
    assert ola.send(60).status == 201
    assert game(arena, "rename-player", code, "Ala").stdout == f"{code} is called Ala\n"
    assert ola.me().json["name"] == "Ala"


def test_after_thirty_days_it_cannot_be_undone(arena: Appliance) -> None:
    ola = player(arena, "Ola")
    assert ola.send(50).status == 201
    assert owner(arena, "POST", "/v1/admin/games/snake/results/1/hide").status == 200
    assert owner(arena, "POST", "/v1/admin/games/snake/results/1/restore").status == 200
    assert game(arena, "hide", "snake", f"player={ola.me().json['code']}").returncode == 0
    arena.stop()
    with closing(sqlite3.connect(arena.config.parent / "state" / "arena.db")) as file, file:
        file.execute("UPDATE hidings SET at = ?", (int(time.time()) - 30 * 86_400 - 60,))
    arena.start()
    late = owner(arena, "POST", f"{HIDINGS}/1/undo")
    assert is_problem(late, 410) and late.json["code"] == "hiding-final", late.json
    assert scores(arena) == []
    listed = owner(arena, "GET", f"{HIDINGS}/1").json
    assert listed["state"] in ("hidden", "final") and listed["results"] == 1
    assert read(arena, BOARD).json["total"] == 0
