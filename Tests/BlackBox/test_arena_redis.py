"""The same stream of results into the arena and into Redis' sorted sets: the same order, whatever comes."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.effort import rounds, seed_of
from harness.waiting import PATIENCE, wait_until
from test_arena_boards import read
from test_arena_games import begin, game
from test_arena_results import Player, player

LAST = 10**12
"""More than results of a test: behind a score stands how many came after it, so that the first one is ahead."""


class Redis:
    """A server of its own on a Unix socket."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "redis.sock"
        options = ["--port", "0", "--unixsocket", str(self.socket), "--dir", str(folder), "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)

    def say(self, *commands: tuple[str, ...]) -> list[str]:
        """The lines of its answers."""
        lines = "".join(" ".join(words) + "\n" for words in commands)
        words = ["redis-cli", "-s", str(self.socket)]
        done = subprocess.run(words, input=lines, capture_output=True, text=True, check=True, timeout=PATIENCE)
        return done.stdout.split("\n")[:-1]

    def close(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    assert shutil.which("redis-server"), "install what .ci/dependencies test names"
    server = Redis(tmp_path)
    try:
        wait_until(lambda: server.socket.exists() and server.say(("PING",)) == ["PONG"], "Redis answers")
        yield server
    finally:
        server.close()


@pytest.mark.parametrize("order", ["more", "less"])
def test_the_order_is_that_of_sorted_sets(launch: Callable[..., Appliance], redis: Redis, order: str) -> None:
    chance = random.Random(f"{seed_of('sorted sets')} {order}")
    arena = begin(launch, registrations_per_hour=1_000)
    added = game(arena, "board", "snake", "level-1", f"order={order}", "windows=day")
    assert added.returncode == 0, added.stderr
    players: list[Player] = [player(arena) for _ in range(25)]
    codes = [one.me().json["code"] for one in players]
    best: dict[int, tuple[int, str]] = {}
    commands: list[tuple[str, ...]] = []
    for number in range(1, rounds(400, most=1_200) + 1):
        place = chance.randrange(len(players))
        # Many equal ones; Redis' scores are exact up to 2^53.
        score = chance.choice([chance.randrange(-5, 6), chance.randrange(-(2**53), 2**53 + 1)])
        assert players[place].send(score).status == 201
        known = best.get(place)
        if known is None or (score > known[0] if order == "more" else score < known[0]):
            # Read backwards where more is better: then who was first needs the larger name.
            turn = LAST - number if order == "more" else number
            member = f"{turn:013}-{codes[place]}"
            commands += [("ZREM", "board", known[1])] if known else []
            commands += [("ZADD", "board", str(score), member)]
            best[place] = (score, member)
        if number % 100 == 0:
            redis.say(*commands)
            commands = []
            assert ranked(redis, order) == shown(read(arena, limit=100)) == shown(read(arena, limit=100, window="day"))
    arena.kill()
    arena.start()
    assert ranked(redis, order) == shown(read(arena, limit=100))


def ranked(redis: Redis, order: str) -> list[tuple[str, int]]:
    """Codes and scores."""
    lines = redis.say(("ZREVRANGE" if order == "more" else "ZRANGE", "board", "0", "-1", "WITHSCORES"))
    return [(member[14:], int(float(score))) for member, score in zip(lines[::2], lines[1::2], strict=True)]


def shown(page: Any) -> list[tuple[str, int]]:
    return [(row["player"]["code"], row["score"]) for row in page.json["rows"]]
