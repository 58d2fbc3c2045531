"""The plug is pulled at each write and sync of the arena's file: nothing acknowledged is missing, nothing counts twice."""

from __future__ import annotations

import contextlib
import http.client
import signal
import sqlite3
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from harness.appliance import Appliance
from harness.clock import NOON
from harness.device import Phone, ask
from harness.ledger import PUT_TOGETHER
from harness.preload import library
from harness.waiting import PATIENCE, wait_until
from test_arena_boards import BOARD, read
from test_arena_games import begin, game
from test_arena_results import Player, player

CALLS = {"write": "pwrite64", "frame": "pwrite64", "sync": "fdatasync"}
"""`write`: nothing of the transaction is stored; `frame`: part of it is; `sync`: it is durable, and nobody has been told."""


@dataclass
class World:
    """A board in its first season: Ola has 5 and 6, Jan has 7."""

    arena: Appliance
    ola: Player
    code: str
    """Ola's."""
    jan: Player
    newcomer: Player
    """Not registered yet."""
    file: Path

    def owner(self, method: str, path: str, body: object | None = None) -> Any:
        return ask(self.arena.base, method, path, body, Authorization=f"Bearer {self.arena.owner_key}")

    def scores(self, **query: object) -> list[int]:
        return [row["score"] for row in read(self.arena, limit=11, **query).json["rows"]]

    def end_season(self) -> Any:
        return self.owner("POST", f"/v1/admin{BOARD.removeprefix('/v1')}/seasons", {"season": 1})


KEY = str(uuid.uuid4())


def submit(world: World) -> int:
    return world.ola.send(9, key=KEY).status


def register(world: World) -> int:
    return world.newcomer.join("Ada").status


def rename(world: World) -> int:
    return world.jan.me("PUT", {"version": 1, "name": "Janek"}).status


def hide(world: World) -> int:
    return world.owner("POST", "/v1/admin/games/snake/results/2/hide").status


def remove(world: World) -> int:
    return world.owner("DELETE", f"/v1/admin/players/{world.code}").status


def add_game(world: World) -> int:
    return world.owner("PUT", "/v1/admin/games/tetris", {"version": 0, "name": "Tetris"}).status


def change_game(world: World) -> int:
    return world.owner("PUT", "/v1/admin/games/snake", {"version": 1, "name": "Snakes"}).status


def add_board(world: World) -> int:
    return world.owner("PUT", "/v1/admin/games/snake/boards/level-2", {"version": 0, "name": "Level 2"}).status


def change_board(world: World) -> int:
    body = {"version": 2, "name": "Level one", "windows": ["day"]}
    return world.owner("PUT", f"/v1/admin{BOARD.removeprefix('/v1')}", body).status


def change_key(world: World) -> int:
    return world.owner("POST", "/v1/admin/games/snake/keys", {"keyVersion": 1}).status


def end(world: World) -> int:
    return world.end_season().status


@dataclass(frozen=True)
class Case:
    """A statement of one transaction, what leads to it, and what doing it again answers by where the plug was pulled."""

    statement: str
    act: Callable[[World], int]
    again: dict[str, tuple[int, ...]]
    scores: list[int]
    """Of all time, in the end."""
    audit: tuple[str, str] | None = None
    """Where its entry of the audit is read, and what it did: there is exactly one if it was done, and none if not."""


OF_SNAKE = ("/v1/admin/games/snake/audit", "hid-result")
OF_ALL = ("/v1/admin/audit", "removed-player")
CASES = {
    "a result": Case("INSERT INTO results (key", submit, {"write": (201,), "sync": (200,)}, [9, 7]),
    "an installation": Case("INSERT INTO installs", register, {"write": (201,), "sync": (200,)}, [7, 6]),
    "a name": Case("UPDATE players SET name", rename, {"write": (200,), "sync": (200,)}, [7, 6]),
    "hiding": Case("UPDATE results SET state", hide, {"write": (200,), "sync": (200,)}, [6], OF_SNAKE),
    "a player's end": Case("DELETE FROM players WHERE id", remove, {"write": (200,), "sync": (404,)}, [7], OF_ALL),
    "a game": Case("INSERT INTO games (slug", add_game, {"write": (201,), "sync": (200,)}, [7, 6]),
    "a game's words": Case("UPDATE games SET name", change_game, {"write": (200,), "sync": (200,)}, [7, 6]),
    "a board": Case("INSERT INTO boards (game", add_board, {"write": (201,), "sync": (200,)}, [7, 6]),
    "a board's words": Case("UPDATE boards SET name", change_board, {"write": (200,), "sync": (200,)}, [7, 6]),
    "a game's key": Case("UPDATE games SET key_version", change_key, {"write": (201,), "sync": (409,)}, [7, 6]),
    "a season's end": Case("SET season = season + 1", end, {"write": (201,), "sync": (409,)}, [7, 6]),
    "a season's archive": Case("UPDATE archives SET count", end, {"write": (409,), "sync": (409,)}, [7, 6]),
    "a season's rows": Case("DELETE FROM standings WHERE (board", end, {"write": (409,), "sync": (409,)}, [7, 6]),
}


@pytest.fixture
def world(launch: Callable[..., Appliance], tmp_path: Path) -> World:
    arena = begin(launch)
    assert game(arena, "board", "snake", "level-1", "windows=day").returncode == 0
    assert game(arena, "season", "snake", "level-1").returncode == 0
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    for one, score in ((ola, 5), (jan, 7), (ola, 6)):
        assert one.send(score).status == 201
    return World(arena, ola, ola.me().json["code"], jan, Player(arena), tmp_path / "state" / "arena.db")


def pull(arena: Appliance, record: Path, statement: str, call: str, count: int, act: Callable[[], object]) -> None:
    """The plug is pulled while the arena, which is off, does something."""
    usual = dict(arena.environment)
    settings = {"PLUG_STATEMENT": statement, "PLUG_CALL": call, "PLUG_COUNT": str(count), "PLUG_LOG": "arena.db-wal"}
    arena.environment = usual | settings | {"PLUG_RECORD": str(record), "LD_PRELOAD": str(library("plug"))}
    with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
        arena.start()
        act()
    assert arena.process is not None and arena.process.wait(PATIENCE) == -signal.SIGKILL
    assert record.read_text(encoding="utf-8") == f"{CALLS[call]} arena.db-wal, {statement}"
    arena.environment = usual
    arena.start()


@pytest.mark.parametrize("call", ["write", "sync"])
@pytest.mark.parametrize("name", CASES)
def test_the_plug_is_pulled(world: World, tmp_path: Path, name: str, call: str) -> None:
    case, arena = CASES[name], world.arena
    arena.kill()
    pull(arena, tmp_path / "plug", case.statement, call, 1, lambda: case.act(world))
    comes_to_the_same(world, case, call)


@pytest.mark.parametrize("count", [2, 3])
@pytest.mark.parametrize("name", ["hiding", "a player's end", "a season's end", "a season's rows"])
def test_the_plug_is_pulled_in_the_middle_of_what_has_many_rows(world: World, tmp_path: Path, name: str, count: int) -> None:
    """Part of a transaction is nothing, so the second time is as if there had been no first one."""
    case, arena = CASES[name], world.arena
    arena.kill()
    pull(arena, tmp_path / "plug", case.statement, "frame", count, lambda: case.act(world))
    comes_to_the_same(world, case, "write")


def acts(world: World, case: Case) -> int:
    """How often the audit says that it was done."""
    if case.audit is None:
        return 0
    path, act = case.audit
    return [entry["act"] for entry in world.owner("GET", path).json["entries"]].count(act)


def comes_to_the_same(world: World, case: Case, call: str) -> None:
    """Done again, and over two more pulled plugs."""
    arena = world.arena
    assert acts(world, case) == (1 if case.audit and call == "sync" else 0), "the act and its entry are one transaction"
    assert case.act(world) in case.again[call]
    for _ in range(2):
        assert acts(world, case) == (1 if case.audit else 0)
        assert world.scores() == case.scores
        assert world.scores(window="day") == case.scores
        if case.act is end:
            assert world.scores(window="season") == []
            wait_until(lambda: world.scores(window="season", period="1") == [7, 6], "the season's archive")
        else:
            assert world.scores(window="season") == case.scores
        arena.kill()
        arena.start()
    assert "E34" not in {fault["code"] for fault in arena.get_json("/v1/panel")["faults"]}


@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_the_plug_is_pulled_in_the_middle_of_a_result(world: World, tmp_path: Path, count: int) -> None:
    case, arena = CASES["a result"], world.arena
    arena.kill()
    pull(arena, tmp_path / "plug", case.statement, "frame", count, lambda: submit(world))
    assert world.scores() == [7, 6], "part of a transaction is nothing"
    assert submit(world) == 201 and submit(world) == 200
    arena.kill()
    arena.start()
    assert world.scores() == world.scores(window="day") == [9, 7]


@dataclass(frozen=True)
class Kept:
    """What the appliance does by itself: its transaction, what makes it necessary, and what has to come of it."""

    statement: str
    prepare: str
    """SQL while it is off."""
    holds: Callable[[World, str], bool]
    """Given the day before this one."""


def is_archived(world: World, yesterday: str) -> bool:
    answer = read(world.arena, window="day", period=yesterday, limit=11)
    return answer.status == 200 and [row["score"] for row in answer.json["rows"]] == [7, 6]


def is_swept(world: World, _: str) -> bool:
    with contextlib.closing(sqlite3.connect(world.file)) as file:
        return file.execute("SELECT count(*) FROM results").fetchone() == (0,)


def is_put_together(world: World, _: str) -> bool:
    with contextlib.closing(sqlite3.connect(world.file)) as file:
        return file.execute("SELECT seq FROM folded").fetchone() == file.execute("SELECT max(seq) FROM results").fetchone()


# So many that they are put together at once, also after a first step of it; that they are hidden keeps them out of all scores.
MANY = """
UPDATE results SET at = at - 86400;
WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 11000)
INSERT INTO results (key, install, board, score, at, state)
    SELECT randomblob(16), install, board, 1, at, 2 FROM numbers, (SELECT install, board, at FROM results ORDER BY seq LIMIT 1)
"""
KEPT = {
    "folding": Kept("INSERT INTO folded", MANY, is_put_together),
    "archives": Kept(
        "INSERT OR IGNORE INTO archives",
        "UPDATE results SET at = at - 86400; UPDATE games SET created_at = created_at - 10 * 86400",
        is_archived,
    ),
    # What is put together is what is swept.
    "the sweep": Kept("DELETE FROM results WHERE seq", f"{PUT_TOGETHER} UPDATE results SET at = at - 100 * 86400", is_swept),
}


@pytest.mark.parametrize(
    ("name", "call", "count"),
    [(name, call, 1) for name in KEPT for call in ("write", "sync")] + [("folding", "frame", 2), ("folding", "frame", 3)],
)
def test_the_plug_is_pulled_while_it_keeps_order(world: World, tmp_path: Path, name: str, call: str, count: int) -> None:
    case, arena = KEPT[name], world.arena
    arena.stop()
    with contextlib.closing(sqlite3.connect(world.file)) as file:
        file.executescript(case.prepare)
        (at,) = file.execute("SELECT max(at) FROM results").fetchone()
    yesterday = datetime.fromtimestamp(at, ZoneInfo(NOON)).strftime("%Y-%m-%d")
    pull(arena, tmp_path / "plug", case.statement, call, count, lambda: None)
    wait_until(lambda: case.holds(world, yesterday), name)
    for _ in range(2):
        assert world.scores() == world.scores(window="season") == [7, 6]
        assert world.scores(window="day") == []
        arena.kill()
        arena.start()
    assert case.holds(world, yesterday)


@pytest.mark.parametrize("call", ["write", "sync"])
def test_the_plug_is_pulled_while_it_follows_persons(world: World, tmp_path: Path, call: str) -> None:
    arena, phone = world.arena, Phone(world.arena).registered()
    assert phone.ask("GET", "/v1/me").status == 200

    def persons() -> int:
        with contextlib.closing(sqlite3.connect(world.file)) as file:
            return file.execute("SELECT count(*) FROM players WHERE person IS NOT NULL").fetchone()[0]

    assert persons() == 1
    arena.kill()
    pull(arena, tmp_path / "plug", "INSERT INTO person_cursor", call, 1, lambda: phone.ask("DELETE"))
    assert phone.ask("DELETE").status in (204, 401)
    wait_until(lambda: persons() == 0, "the arena follows")
    assert world.scores() == [7, 6]
    arena.kill()
    arena.start()
    assert persons() == 0 and world.scores() == [7, 6]
