"""Days and weeks of boards over the binary, whose clock is moved over a Monday's midnight and back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from harness.appliance import Appliance
from harness.clock import Clock
from harness.device import is_problem
from harness.waiting import wait_until
from test_arena_boards import read
from test_arena_friends import befriend, people
from test_arena_games import begin, game
from test_arena_results import player

SEASONS = "/v1/games/snake/boards/level-1/seasons"


class Monday:
    """A clock around the next Monday's midnight, in the zone of the game."""

    def __init__(self, clock: Clock) -> None:
        today = datetime.now(ZoneInfo("Europe/Warsaw")).replace(hour=0, minute=0, second=0, microsecond=0)
        self.begin = today + timedelta(days=7 - today.weekday())
        self.clock = clock

    def read(self, seconds: float) -> None:
        """So many seconds after it."""
        self.clock.read(self.begin + timedelta(seconds=seconds))

    def day(self, days: int) -> str:
        return (self.begin + timedelta(days=days)).strftime("%Y-%m-%d")

    def week(self, weeks: int) -> str:
        year, week, _ = (self.begin + timedelta(weeks=weeks)).isocalendar()
        return f"{year}-W{week:02}"


@pytest.fixture
def monday(tmp_path: Path) -> Monday:
    return Monday(Clock(tmp_path / "clock"))


@pytest.fixture
def arena(launch: Callable[..., Appliance], monday: Monday) -> Appliance:
    monday.read(-600)
    appliance = begin(launch, zone="Europe/Warsaw")
    appliance.stop()
    appliance.environment = appliance.environment | monday.clock.environment
    appliance.start()
    added = game(appliance, "board", "snake", "level-1", "name=Level 1", "windows=day,week")
    assert added.returncode == 0, added.stderr
    return appliance


def scores(arena: Appliance, **query: object) -> list[int]:
    answer = read(arena, limit=11, **query)
    assert answer.status == 200, answer.body
    return [row["score"] for row in answer.json["rows"]]


def test_at_midnight_the_old_order_is_over_and_the_new_one_is_empty(arena: Appliance, monday: Monday) -> None:
    sunday = monday.day(-1)
    players = [player(arena) for _ in range(5)]
    for place, one in enumerate(players):
        assert one.send(10 * place).status == 201
    first = read(arena, window="day", limit=2).json
    told = arena.get(SEASONS)
    seeds = {one["window"]: one["seed"] for one in told.json["running"]}
    monday.read(1)
    assert scores(arena, window="day") == [] and scores(arena, window="week") == []
    over = read(arena, window="day", limit=2, cursor=first["next"])
    assert is_problem(over, 410) and over.json["code"] == "window-over"
    assert scores(arena, window="day", period=sunday) == [40, 30, 20, 10, 0] == scores(arena)
    listed = arena.get(SEASONS).json
    ended = {one["window"]: one for one in listed["over"] if one["period"] in (sunday, monday.week(-1))}
    assert {window: (one["seed"], one["total"]) for window, one in ended.items()} == {
        window: (seed, 5) for window, seed in seeds.items()
    }
    assert [one["period"] for one in listed["running"] if one["window"] == "day"] == [monday.day(0)]
    fresh = [one["seed"] for one in listed["running"] if one["window"] in ("day", "week")]
    assert len(fresh) == 2 and not any(seed in told.body.decode() for seed in fresh), "nobody knew them before they began"
    # Who was last is first now: four places since Monday, and the new day has it alone.
    assert players[0].send(70).status == 201
    standings = players[0].ask("GET", "/v1/me/games").json["games"][0]["boards"][0]["standings"]
    assert [(one["window"], one["position"], one.get("change")) for one in standings] == [
        ("all", 1, 4), ("day", 1, None), ("week", 1, None)
    ], standings
    rows = [(row["score"], row.get("change")) for row in read(arena, limit=50).json["rows"]]
    assert rows == [(70, 4), (40, -1), (30, -1), (20, -1), (10, -1)], "everybody's rows say it, too"
    newcomer = player(arena)
    assert newcomer.send(5).status == 201
    own = newcomer.ask("GET", "/v1/games/snake/boards/level-1/me").json["own"]
    assert own["position"] == 6 and "change" not in own, "nowhere on Monday"
    assert not any("change" in row for row in read(arena, window="week").json["rows"]), "of all time alone"
    standings = newcomer.ask("GET", "/v1/me/games").json["games"][0]["boards"][0]["standings"]
    assert "change" not in standings[0], standings
    arena.kill()
    arena.start()
    assert scores(arena, window="day", period=sunday) == [40, 30, 20, 10, 0]
    assert scores(arena, window="day") == [70, 5]


def test_a_friends_page_says_where_both_were_on_monday(arena: Appliance, monday: Monday) -> None:
    ola, jan, ewa, late = people(arena, "Ola", "Jan", "Ewa", "Late")
    for friend in (jan, late):
        befriend(ola, friend)
    for one, score in ((ola, 10), (jan, 20), (ewa, 30)):
        assert one.send(score).status == 201

    def places(friend: str) -> list[tuple[int, int | None]]:
        """Mine and the friend's: now, and as the week began."""
        [shown] = ola.ask("GET", f"/v1/me/friends/{friend}").json["games"][0]["boards"]
        return [(shown[side]["position"], shown[side].get("monday")) for side in ("mine", "theirs")]

    assert places(jan.code) == [(3, None), (2, None)], "nobody was anywhere as this week began"
    monday.read(1)
    wait_until(lambda: places(jan.code) == [(3, 3), (2, 2)], "the order as the week began")
    for one, score in ((ola, 40), (late, 35)):
        assert one.send(score).status == 201
    for _ in range(2):
        assert places(jan.code) == [(1, 3), (4, 2)], "both moved since, each its own way"
        assert places(late.code) == [(1, 3), (2, None)], "one of them was not there"
        arena.kill()
        arena.start()


def test_a_clock_that_was_ahead_ends_no_day_too_early(arena: Appliance, monday: Monday) -> None:
    sunday = monday.day(-1)
    players = [player(arena) for _ in range(3)]
    assert players[0].send(10).status == 201
    monday.read(3 * 86_400)
    assert scores(arena, window="day", period=sunday) == [10]
    monday.read(-300)
    assert scores(arena, window="day") == [10], "the day goes on"
    assert [one["period"] for one in arena.get(SEASONS).json["over"] if one["window"] == "day"][:1] != [sunday]
    assert players[1].send(20).status == 201
    monday.read(2)
    assert scores(arena, window="day", period=sunday) == [20, 10]
    wait_until(lambda: sunday in [one["period"] for one in arena.get(SEASONS).json["over"]], "the archive of the day")
    assert scores(arena, window="day") == []


def test_days_in_which_the_plug_was_out_are_there_when_it_is_back(arena: Appliance, monday: Monday) -> None:
    sunday = monday.day(-1)
    one = player(arena)
    assert one.send(10).status == 201
    arena.kill()
    monday.read(3 * 86_400 + 60)
    arena.start()
    assert scores(arena, window="day", period=sunday) == [10]
    days = [one for one in arena.get(SEASONS).json["over"] if one["window"] == "day"]
    expected = [(monday.day(day), 0) for day in (2, 1, 0)]
    assert [(day["period"], day["total"]) for day in days][:4] == [*expected, (sunday, 1)]
