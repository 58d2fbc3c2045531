"""A game that goes for good: nobody finds it at once, its rows go behind that whatever happens, and those of others stay (D4)."""

from __future__ import annotations

import random
import sqlite3
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.clock import NOON
from harness.device import is_problem
from harness.effort import rounds, seed_of
from harness.ledger import put_together
from harness.waiting import PATIENCE, wait_until
from test_arena_boards import read
from test_arena_games import Game, begin, game
from test_arena_results import player
from test_developer_games import Developer, listed, picture
from test_developer_games import begin as begin_open

#: Tables that remember more than there is: numbers that are never given out twice, what was done, and what is told of it.
KEPT = {"sqlite_sequence", "moderation_audit", "developer_audit", "players", "news"}
#: What the calendar makes of boards that stay: none of their rows is of a board that is gone, or it would point to nothing.
OVER = {"archives", "archive_chunks", "archive_places"}


class Worm(Game):
    """An installation of the game that goes."""

    def send(self, score: int, board: str = "level-1") -> Any:
        """One result, with words that nothing else has."""
        body = {"score": score, "extra": "only a worm says so"}
        return self.ask("POST", f"/v1/games/worm/boards/{board}/results", body, Idempotency_Key=str(uuid.uuid4()))


def database(appliance: Appliance) -> sqlite3.Connection:
    return sqlite3.connect(appliance.config.parent / "state" / "arena.db", timeout=PATIENCE)


def rows(appliance: Appliance) -> dict[str, int]:
    """How many rows each table has, and that none points to one that is not there."""
    with closing(database(appliance)) as file:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        assert file.execute("SELECT seq FROM results WHERE install NOT IN (SELECT id FROM installs)").fetchall() == []
        names = [name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: file.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names if name not in KEPT | OVER}


def going(appliance: Appliance) -> int:
    with closing(database(appliance)) as file:
        return file.execute("SELECT count(*) FROM game_removals").fetchone()[0]


def gone(appliance: Appliance) -> None:
    wait_until(lambda: going(appliance) == 0, "the game is gone")


def worm(appliance: Appliance, ola: Developer) -> list[Worm]:
    """A game with everything that a game can have."""
    assert ola.put("/worm", name="Worm", genre="puzzle", shop="https://example.org/worm", zone=NOON).status == 201
    for board in ("level-1", "level-2"):
        assert ola.put(f"/worm/boards/{board}", windows=["day", "week", "month"]).status == 201
    for shade, kind in enumerate(("icon", "picture", "background")):
        assert ola.ask("PUT", f"/worm/{kind}", picture(shade), Content_Type="image/png").status == 204
    assert ola.ask("PUT", "/worm/style", b".row { color: red }", Content_Type="text/css").status == 204
    assert ola.ask("PUT", "/worm/promotion", {"place": 1}).status == 200
    players = [Worm(appliance) for _ in range(4)]
    for number, one in enumerate(players):
        assert one.join(f"Digger {number}", game="worm").status == 201
        for score in (5, 7):
            assert one.send(score + number).status == 201
            assert one.send(score * 2, "level-2").status == 201
    assert ola.ask("POST", "/worm/boards/level-1/seasons", {"season": 0}).status == 201
    assert ola.ask("POST", "/worm/boards/level-1/seasons", {"season": 1}).status == 201
    assert players[0].send(3).status == 201
    code = players[3].me().json["code"]
    assert ola.ask("PUT", f"/worm/bans/{code}", {"note": "digs too deep"}).status == 200
    assert ola.ask("POST", "/worm/hidings", {"board": "level-1", "above": 8}).status in (200, 201, 202)
    return players


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin_open(launch)
    for words in (("add", "snake", "name=Snake", f"zone={NOON}"), ("board", "snake", "level-1", "windows=day")):
        done = game(appliance, *words)
        assert done.returncode == 0, done.stderr
    return appliance


def test_all_that_a_game_had_goes_and_nothing_of_another(arena: Appliance) -> None:
    jan = player(arena, "Jan")
    assert jan.send(50).status == 201
    ola, other = Developer(arena, "ola"), Developer(arena, "eve")
    put_together(arena)
    before = rows(arena)
    diggers = worm(arena, ola)
    put_together(arena)
    assert all(rows(arena)[name] > before[name] for name in ("results", "standings", "hidings", "bans", "installs"))
    assert is_problem(other.ask("DELETE", "/worm", {"name": "Worm"}), 404)
    wrong = ola.ask("DELETE", "/worm", {"name": "worm"})
    assert is_problem(wrong, 422) and wrong.json["code"] == "name-mismatch" and "“Worm”" in wrong.json["detail"]
    assert listed(arena) == ["worm", "snake"]
    icon = next(one["icon"] for one in arena.get_json("/v1/games")["games"] if one["game"] == "worm")
    assert arena.get(icon).status == 200
    assert ola.ask("DELETE", "/worm", {"name": "Worm"}).status == 204
    # At once, whatever goes on behind it.
    assert listed(arena) == ["snake"] and ola.ask("GET").json["games"] == []
    for path in ("/v1/games/worm", "/v1/games/worm/boards/level-1", "/embed/worm/level-1", "/games/worm", icon):
        assert arena.get(path).status == 404, path
    assert is_problem(ola.ask("DELETE", "/worm", {"name": "Worm"}), 404)
    assert diggers[0].send(9).status in (401, 404)
    gone(arena)
    assert diggers[0].me().status == 401
    after = rows(arena)
    assert {name: count for name, count in after.items() if count != before[name]} == {}
    assert jan.me().status == 200 and [row["score"] for row in read(arena, limit=10).json["rows"]] == [50]
    with closing(database(arena)) as file:
        assert [name for (name,) in file.execute("SELECT name FROM players")] == ["Jan"]
        assert file.execute("SELECT count(*) FROM moderation_audit").fetchone() == (0,)
    assert b"developer 1 removed the game worm" in arena.output.read_bytes()
    # Its name in paths is free, and nothing comes back with it.
    assert ola.put("/worm", name="Worm two").status == 201
    assert ola.ask("GET").json["games"][0]["boards"] == []
    arena.stop()
    for file in arena.config.parent.joinpath("state").glob("arena.db*"):
        data = file.read_bytes()
        assert b"only a worm says so" not in data and b"Digger" not in data and b"digs too deep" not in data, file


def test_the_plug_is_pulled_while_a_game_goes(launch: Callable[..., Appliance]) -> None:
    chance = random.Random(seed_of("plug while a game goes"))
    arena = begin(launch, registrations_per_hour=100_000)
    for words in (("board", "snake", "level-1", "windows=day"), ("add", "worm", "name=Worm"), ("board", "worm", "level-1")):
        assert game(arena, *words).returncode == 0
    jan, digger = player(arena, "Jan"), Worm(arena)
    assert digger.join("Digger", game="worm").status == 201
    assert jan.send(50).status == 201 and digger.send(9).status == 201
    many(arena, 6_000)
    arena.start()
    assert game(arena, "remove", "worm", "Worm").stdout == "Worm (worm) is gone, with its boards, results and duels\n"
    pulls = 0
    # The first comes at once: on a busy machine all may be gone before a look at the file.
    while pulls == 0 or (going(arena) and pulls < rounds(12, most=60)):
        time.sleep(chance.uniform(0.0, 0.06))  # The moment is what is tried here.
        arena.kill()
        pulls += 1
        assert rows(arena)["game_removals"] <= 1
        arena.start()
        assert arena.get("/v1/games/worm").status == 404
    gone(arena)
    left = rows(arena)
    assert (left["results"], left["installs"], left["games"], left["boards"]) == (1, 1, 1, 1), (pulls, left)
    assert left["standings"] <= 1
    assert [row["score"] for row in read(arena, limit=10).json["rows"]] == [50]


def many(arena: Appliance, count: int) -> None:
    """Results of the game that goes, and installations, as they are stored."""
    arena.stop()
    with closing(database(arena)) as file, file:
        file.execute("PRAGMA foreign_keys = ON")
        (install, board), = file.execute("SELECT install, board FROM results ORDER BY seq DESC LIMIT 1")
        file.executemany(
            "INSERT INTO results (key, install, board, score, at, state) SELECT randomblob(16), ?, ?, ?, at, 0 FROM results WHERE seq = 1",
            ((install, board, score) for score in range(count)),
        )
        for number in range(count // 4):
            file.execute(
                "INSERT INTO players (code, name, folded, version, created_at, updated_at) VALUES (?, ?, ?, 1, 0, 0)",
                (f"Q{number}", f"Digger {number}", f"digger {number}"),
            )
            file.execute(
                "INSERT INTO installs (install, secret, player, game, registered_at) SELECT ?, zeroblob(32), ?, game, 0 FROM installs "
                "WHERE id = ?",
                (f"{number:022}", file.execute("SELECT max(id) FROM players").fetchone()[0], install),
            )


def test_the_owner_removes_a_game_by_its_name(launch: Callable[..., Appliance]) -> None:
    arena = begin(launch)
    wrong = game(arena, "remove", "snake", "snake")
    assert wrong.returncode == 1 and "the game is called “Snake”; type that in" in wrong.stderr
    assert game(arena, "remove", "snake").returncode != 0
    assert game(arena, "remove", "snake", "Snake").returncode == 0
    assert "there is no game" in game(arena, "list").stdout
    assert "removed-game" in game(arena, "audit").stdout


def test_the_owner_puts_a_game_first_by_a_command(launch: Callable[..., Appliance]) -> None:
    arena = begin(launch)
    assert game(arena, "add", "worm", "name=Worm").returncode == 0
    assert listed(arena) == ["snake", "worm"]
    assert game(arena, "promote", "worm", "place=2", "pin=pinned").stdout == "worm: place 2 among those of its developer, pinned\n"
    assert listed(arena) == ["worm", "snake"]
    assert game(arena, "promote", "worm", "pin=none").stdout == "worm: place 2 among those of its developer\n"
    assert game(arena, "promote", "worm", "place=none").stdout == "worm: no place among those of its developer\n"
    assert listed(arena) == ["snake", "worm"]
    for words in (("promote", "worm"), ("promote", "worm", "place=4"), ("promote", "worm", "pin=up"), ("promote", "nogame", "place=1")):
        refused = game(arena, *words)
        assert refused.returncode != 0 and refused.stderr, words
