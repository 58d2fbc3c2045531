"""The plug is pulled at each write and sync of the arena's file: nothing acknowledged is missing, nothing counts twice."""

from __future__ import annotations

import contextlib
import http.client
import signal
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.crash import library
from harness.device import ask
from harness.waiting import wait_until
from test_arena_boards import BOARD, read
from test_arena_games import begin, game
from test_arena_results import Player, player

CALLS = {"write": "pwrite64", "sync": "fdatasync"}
"""`write`: nothing of the transaction is stored; `sync`: it is durable, and nobody has been told."""


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


def end(world: World) -> int:
    return world.end_season().status


def stop(world: World) -> int:
    world.arena.stop()
    return 0


@dataclass(frozen=True)
class Case:
    """A statement of one transaction, what leads to it, and what doing it again answers by where the plug was pulled."""

    statement: str
    act: Callable[[World], int]
    again: dict[str, tuple[int, ...]]
    scores: list[int]
    """Of all time, in the end."""


CASES = {
    "a result": Case("INSERT INTO results (key", submit, {"write": (201,), "sync": (200,)}, [9, 7]),
    "an installation": Case("INSERT INTO installs", register, {"write": (201,), "sync": (200,)}, [7, 6]),
    "a name": Case("UPDATE players SET name", rename, {"write": (200,), "sync": (200,)}, [7, 6]),
    "hiding": Case("UPDATE results SET state", hide, {"write": (200,), "sync": (200,)}, [6]),
    "a player's end": Case("DELETE FROM players WHERE id", remove, {"write": (200,), "sync": (404,)}, [7]),
    "folding": Case("INSERT INTO folded", stop, {"write": (0,), "sync": (0,)}, [7, 6]),
    "a season's end": Case("SET season = season + 1", end, {"write": (201,), "sync": (409,)}, [7, 6]),
    "a season's archive": Case("UPDATE archives SET count", end, {"write": (409,), "sync": (409,)}, [7, 6]),
    "a season's rows": Case("DELETE FROM season_standings WHERE (board", end, {"write": (409,), "sync": (409,)}, [7, 6]),
}


@pytest.fixture
def world(launch: Callable[..., Appliance]) -> World:
    arena = begin(launch)
    assert game(arena, "board", "snake", "level-1", "windows=day").returncode == 0
    assert game(arena, "season", "snake", "level-1").returncode == 0
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    for one, score in ((ola, 5), (jan, 7), (ola, 6)):
        assert one.send(score).status == 201
    return World(arena, ola, ola.me().json["code"], jan, Player(arena))


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", CASES)
def test_the_plug_is_pulled(world: World, tmp_path: Path, name: str, call: str) -> None:
    case, arena, record = CASES[name], world.arena, tmp_path / "plug"
    # What was not put together stays so: a stop would do that.
    arena.kill()
    usual = dict(arena.environment)
    settings = {"PLUG_STATEMENT": case.statement, "PLUG_CALL": call, "PLUG_COUNT": "1", "PLUG_LOG": "arena.db-wal"}
    arena.environment = usual | settings | {"PLUG_RECORD": str(record), "LD_PRELOAD": str(library())}
    arena.start()
    with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
        case.act(world)
    assert arena.process is not None and arena.process.wait(20) == -signal.SIGKILL
    assert record.read_text(encoding="utf-8") == f"{CALLS[call]} arena.db-wal, {case.statement}"
    arena.environment = usual
    arena.start()
    assert case.act(world) in case.again[call]
    if case.act is stop:
        arena.start()
    for _ in range(2):
        assert world.scores() == case.scores
        assert world.scores(window="day") == case.scores
        if case.act is end:
            assert world.scores(window="season") == []
            wait_until(lambda: world.scores(window="season", period="1") == [7, 6], 10, "the season's archive")
        else:
            assert world.scores(window="season") == case.scores
        arena.kill()
        arena.start()
    assert "E34" not in {fault["code"] for fault in arena.get_json("/v1/panel")["faults"]}
