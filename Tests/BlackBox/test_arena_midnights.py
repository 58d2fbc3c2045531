"""Days over midnights, with a slow card and somebody who reads the list of days: each day's archive has all of its results."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from harness.appliance import Appliance
from harness.clock import Clock
from harness.effort import seed_of
from harness.preload import together
from harness.slowsync import SlowSyncs
from test_arena_boards import BOARD, read
from test_arena_games import begin, game
from test_arena_results import player

SENDERS = 4
BEFORE = 0.7
"""Seconds before a midnight at which the clock begins."""
KEPT = 12
"""Days of which the box keeps the order."""


class Sender:
    """A player who sends one result after the other, and what of them was acknowledged."""

    def __init__(self, arena: Appliance, chance: random.Random) -> None:
        self.player, self._chance = player(arena), chance
        self.code = self.player.me().json["code"]
        self.sums: Counter[str] = Counter()
        """By day; the board adds results up, so that none may be missing."""

    def go_on_into(self, day: str) -> None:
        """Until two results of this day are acknowledged."""
        of_day = 0
        while of_day < 2:
            score = self._chance.randint(1, 1_000_000)
            answer = self.player.send(score)
            assert answer.status == 201, answer.body
            self.sums[answer.json["at"][:10]] += score
            of_day += answer.json["at"].startswith(day)


@contextmanager
def readers_of_days(arena: Appliance) -> Iterator[Counter[int]]:
    """Somebody reads the list of days again and again, which puts together what is over; what they are answered."""
    statuses: Counter[int] = Counter()
    ended = threading.Event()

    def ask() -> None:
        while not ended.wait(0.01):
            statuses[read(arena, f"{BOARD}/seasons").status] += 1

    reader = threading.Thread(target=ask)
    reader.start()
    try:
        yield statuses
    finally:
        ended.set()
        reader.join()


def archive(arena: Appliance, day: str) -> dict[str, int]:
    """The order of a day that is over."""
    page = read(arena, window="day", period=day, limit=50)
    assert page.status == 200, page.body
    return {row["player"]["code"]: row["score"] for row in page.json["rows"]}


@pytest.mark.waits
@pytest.mark.parametrize("midnights", [pytest.param(5, id="few"), pytest.param(60, id="sixty", marks=pytest.mark.slow)])
def test_each_day_has_all_results_that_were_acknowledged_in_it(
    launch: Callable[..., Appliance], tmp_path: Path, midnights: int
) -> None:
    seed = seed_of("midnights")
    clock, syncs = Clock(tmp_path / "clock"), SlowSyncs(tmp_path / "syncs", seed)
    arena = begin(launch, zone="Etc/UTC")
    assert game(arena, "board", "snake", "level-1", "operator=sum", "windows=day").returncode == 0
    arena.stop()
    arena.environment = arena.environment | together(clock.environment, syncs.environment)
    first = datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    clock.read(first - timedelta(hours=1))
    arena.start()
    senders = [Sender(arena, random.Random(f"{seed} {number}")) for number in range(SENDERS)]
    days: list[str] = []

    def expected(day: str) -> dict[str, int]:
        return {one.code: one.sums[day] for one in senders if one.sums[day]}

    syncs.take(0.075, 0.3)
    with ThreadPoolExecutor(SENDERS) as pool, readers_of_days(arena) as statuses:
        for number in range(midnights):
            midnight = first + timedelta(days=number)
            clock.read(midnight - timedelta(seconds=BEFORE))
            list(pool.map(lambda one, day=f"{midnight:%Y-%m-%d}": one.go_on_into(day), senders))
            days.append(f"{midnight - timedelta(days=1):%Y-%m-%d}")
            assert archive(arena, days[-1]) == expected(days[-1]), days[-1]
    assert set(statuses) == {200}, statuses
    syncs.take(0)
    arena.kill()
    arena.start()
    kept = days[-KEPT + 1 :]
    assert {day: archive(arena, day) for day in kept} == {day: expected(day) for day in kept}
    count = sum(len(one.sums) for one in senders)
    print(f"{midnights} midnights, {count} sums of {SENDERS} players, {statuses[200]} lists of days: none is wrong")
