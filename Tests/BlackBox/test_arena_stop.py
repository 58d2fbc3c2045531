"""A stop leaves what is long to the next start: nothing is put together for it, and no work is waited for."""

from __future__ import annotations

import contextlib
import http.client
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.device import ask
from harness.waiting import PATIENCE, wait_until
from test_arena_boards import read
from test_arena_games import begin, game
from test_arena_hiding import owner
from test_arena_results import Player, player

MANY = 10_000
"""Where so many results wait, they are put together at once."""


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch)
    added = game(appliance, "board", "snake", "level-1", "windows=day")
    assert added.returncode == 0, added.stderr
    return appliance


def sql(arena: Appliance, query: str) -> Any:
    """The first value that the file has for it."""
    path = arena.config.parent / "state" / "arena.db"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE)) as file:
        return file.execute(query).fetchone()[0]


def fill(arena: Appliance, count: int) -> None:
    """So many more results of the first player, each better than all before it, while it is off."""
    path = arena.config.parent / "state" / "arena.db"
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?) "
            "INSERT INTO results (key, install, board, score, at, state) SELECT randomblob(16), install, board, 1000 + number, at, 0 "
            "FROM numbers, (SELECT install, board, at FROM results ORDER BY seq LIMIT 1)",
            (count,),
        )


def board(arena: Appliance) -> list[tuple[int, int]]:
    return [(row["position"], row["score"]) for row in read(arena, limit=100).json["rows"]]


def played(arena: Appliance) -> list[Player]:
    players = [player(arena, name) for name in ("Ola", "Jan", "Ewa")]
    for place, one in enumerate(players):
        for score in (10 * place, 5):
            assert one.send(score).status == 201
    return players


def test_nothing_is_put_together_at_the_end_and_boards_are_what_they_were(arena: Appliance) -> None:
    players = played(arena)
    for _ in range(3):
        before = (board(arena), [row["score"] for row in read(arena, window="day", limit=100).json["rows"]])
        assert before == ([(1, 20), (2, 10), (3, 5)], [20, 10, 5])
        assert arena.stop() == 0
        assert sql(arena, "SELECT seq FROM folded") == 0 and sql(arena, "SELECT count(*) FROM standings") == 0
        arena.start()
    own = players[2].ask("GET", "/v1/me/games/snake/results").json["boards"]
    assert [one["score"] for one in own[0]["newest"]] == [5, 20]


def test_a_stop_while_ten_thousand_results_are_put_together_loses_none(arena: Appliance) -> None:
    played(arena)
    assert arena.stop() == 0
    fill(arena, MANY)
    for _ in range(2):
        arena.start()
        wait_until(lambda: sql(arena, "SELECT seq FROM folded") > 0, "the first step of it")
        assert board(arena) == [(1, 1000 + MANY), (2, 20), (3, 10)]
        assert arena.stop() == 0
    arena.start()
    assert board(arena) == [(1, 1000 + MANY), (2, 20), (3, 10)]
    assert read(arena, window="day", limit=100).json["rows"][0]["score"] == 1000 + MANY


@pytest.mark.parametrize("count", [100, 3_000], ids=["in one write", "in many"])
def test_a_stop_while_results_are_hidden_leaves_the_rest_to_the_next_start(arena: Appliance, count: int) -> None:
    played(arena)
    assert arena.stop() == 0
    fill(arena, count)
    arena.start()
    assert board(arena)[0] == (1, 1000 + count)
    wish = threading.Thread(target=hide, args=(arena,), daemon=True)
    wish.start()
    wait_until(lambda: sql(arena, "SELECT count(*) FROM hidings") == 1, "the wish")
    assert arena.stop() == 0
    wish.join(PATIENCE)
    assert not wish.is_alive()
    arena.start()
    wait_until(lambda: owner(arena, "GET", "/v1/admin/games/snake/hidings/1").json["state"] == "hidden", "the rest of it")
    assert owner(arena, "GET", "/v1/admin/games/snake/hidings/1").json["results"] == count
    for _ in range(2):
        assert board(arena) == [(1, 20), (2, 10), (3, 5)]
        assert arena.stop() == 0
        arena.start()


def hide(arena: Appliance) -> None:
    """Whatever is answered: the appliance may be gone before it is."""
    body = {"board": "level-1", "above": 1000}
    with contextlib.suppress(OSError, http.client.HTTPException):
        ask(arena.base, "POST", "/v1/admin/games/snake/hidings", body, Authorization=f"Bearer {arena.owner_key}")
