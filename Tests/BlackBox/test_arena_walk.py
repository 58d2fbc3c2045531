"""The seed's player from end to end: two phones, a game, friends, a duel, and a push for each kind of news."""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance, command
from harness.clock import NOON
from harness.device import Phone
from harness.push import PushServices
from harness.settings import UNLIMITED
from harness.waiting import wait_until
from test_arena_games import ON
from test_arena_results import Player, player



class Friend(Phone):
    """Somebody with the app and a game on the same phone."""

    def __init__(self, appliance: Appliance, services: PushServices, name: str, locale: str = "en-GB") -> None:
        super().__init__(appliance)
        self.services = services
        self.push = services.subscribe()
        registered = self.register(locale=locale, push=self.push)
        assert registered.status == 201, registered.body
        me = self.me
        renamed = self.ask("PUT", "/v1/me", {"version": me["version"], "name": name})
        assert renamed.status == 200, renamed.body
        self.snake: Player = player(appliance, f"{name} guest")
        code = self.ask("POST", "/v1/me/codes")
        assert code.status == 201, code.body
        joined = self.snake.ask("POST", "/v1/me/join", {"code": code.json["code"]})
        assert joined.status == 200 and joined.json["done"] and joined.json["keeps"] == name, joined.body

    @property
    def me(self) -> dict[str, Any]:
        return self.ask("GET", "/v1/me").json

    @property
    def code(self) -> str:
        return self.me["code"]

    def switch(self, **kinds: bool) -> None:
        changed = self.ask("PUT", "/v1/me", {"version": self.me["version"], "notices": kinds})
        assert changed.status == 200, changed.body

    def befriend(self, other: Friend) -> None:
        assert self.ask("PUT", f"/v1/me/friends/{other.code}").json["relation"] == "sent"
        assert other.ask("PUT", f"/v1/me/friends/{self.code}").json["relation"] == "friend"

    def challenge(self, other: Friend, **more: Any) -> dict[str, Any]:
        body = {"player": other.code, "game": "snake", "board": "level-1", "seconds": 3_600} | more
        made = self.ask("POST", "/v1/me/duels", body, Idempotency_Key=str(uuid.uuid4()))
        assert made.status == 201, made.body
        return made.json

    def titles(self) -> list[str]:
        return [shown["title"] for shown in self.services.shown(self.push)]

    def await_push(self, count: int) -> dict[str, Any]:
        """The newest of so many pushes."""
        wait_until(lambda: len(self.services.shown(self.push)) >= count, f"{count} pushes, not {self.titles()}")
        shown = self.services.shown(self.push)
        assert len(shown) == count, self.titles()
        return shown[-1]


@pytest.fixture
def services(tmp_path: Path) -> Iterator[PushServices]:
    services = PushServices(tmp_path / "push")
    yield services
    services.close()


@pytest.fixture
def arena(launch: Callable[..., Appliance], services: PushServices) -> Appliance:
    addresses = services.addresses
    push = {"connect_to": addresses["connect_to"], "ca_file": addresses["ca"], "web": {"contact": "mailto:o@example.org"}}
    appliance = launch(
        ("us",),
        fresh=False,
        environment={"WATCHPOST_TEST": "1"},
        devices=UNLIMITED,
        push=push,
        arena=ON | {"registrations_per_hour": 1_000},
        server={"public_url": "https://box.example.org"},
    )
    for words in (("add", "snake", "name=Snake", f"zone={NOON}"), ("board", "snake", "level-1", "name=Level 1", "windows=day,week")):
        done = command("game", *words, "--config", str(appliance.settings), WATCHPOST_TEST="1")
        assert done.returncode == 0, done.stderr
    return appliance


def test_two_friends_and_a_duel_with_a_push_for_each_step(arena: Appliance, services: PushServices) -> None:
    ola, jan = Friend(arena, services, "Ola"), Friend(arena, services, "Jan", "pl-PL")
    assert ola.snake.ask("GET", "/v1/me").json["code"] == ola.code, "the game's guest is the app's player"
    # Invited, accepted.
    assert ola.ask("PUT", f"/v1/me/friends/{jan.code}").json["relation"] == "sent"
    invited = jan.await_push(1)
    assert "Ola" in invited["title"] + invited["body"] and invited["navigate"].endswith("/app#friends")
    assert jan.ask("PUT", f"/v1/me/friends/{ola.code}").json["relation"] == "friend"
    accepted = ola.await_push(1)
    assert "Jan" in accepted["title"] + accepted["body"]
    assert [one["player"]["name"] for one in jan.ask("GET", "/v1/me/friends").json["friends"]] == ["Ola"]
    # Challenged, answered.
    duel = ola.challenge(jan, goal=100)
    assert duel["state"] == "waiting" and duel["isMine"] and duel["goal"] == 100
    challenged = jan.await_push(2)
    assert challenged["navigate"].endswith(f"/app#duels/{duel['duel']}") and challenged["body"].endswith(" · cel: 100"), challenged
    assert jan.ask("GET", "/v1/me/waiting").json == {"invitations": 0, "duels": 1, "running": 0}
    running = jan.ask("POST", f"/v1/me/duels/{duel['duel']}/accept")
    assert running.status == 200 and running.json["state"] == "running", running.body
    ola.await_push(2)
    # Decided at once by whoever reaches the goal.
    assert jan.snake.send(40).status == 201
    shown = ola.ask("GET", f"/v1/me/duels/{duel['duel']}").json
    assert shown["theirBest"]["score"] == 40 and shown["ahead"] == "theirs", shown
    assert ola.snake.send(120).status == 201
    over = jan.ask("GET", f"/v1/me/duels/{duel['duel']}").json
    assert (over["state"], over["outcome"], over["reason"]) == ("over", "lost", "goal"), over
    assert ola.ask("GET", f"/v1/me/duels/{duel['duel']}").json["outcome"] == "won"
    won, lost = ola.await_push(3), jan.await_push(3)
    assert "Jan" in won["title"] + won["body"] and "Ola" in lost["title"] + lost["body"]
    # A friend's profile and board.
    profile = ola.ask("GET", f"/v1/me/friends/{jan.code}").json
    assert profile["duels"] == {"won": 1, "drawn": 0, "lost": 0}, profile
    board = jan.ask("GET", "/v1/games/snake/boards/level-1/me?scope=friends").json
    assert [(row["player"]["name"], row["position"]) for row in board["rows"]] == [("Ola", 1), ("Jan", 2)]


def test_nothing_is_pushed_that_was_taken_back_or_is_not_wanted(arena: Appliance, services: PushServices) -> None:
    ola, jan, eve = (Friend(arena, services, name) for name in ("Ola", "Jan", "Eve"))
    jan.switch(invited=False)
    assert ola.ask("PUT", f"/v1/me/friends/{jan.code}").json["relation"] == "sent"
    assert ola.ask("DELETE", f"/v1/me/friends/{jan.code}").json["relation"] == "none"
    ola.befriend(jan)
    ola.await_push(1)
    # Blocked: nothing of it arrives, and it looks as if nothing had happened.
    assert jan.ask("PUT", f"/v1/me/blocks/{eve.code}").json["relation"] == "blocked"
    assert eve.ask("PUT", f"/v1/me/friends/{jan.code}").json["relation"] in ("none", "sent")
    # A duel that is cancelled at once is told to nobody, or taken back before the answer is known.
    duel = ola.challenge(jan)
    assert ola.ask("POST", f"/v1/me/duels/{duel['duel']}/cancel").json["state"] == "over"
    refused = jan.ask("POST", f"/v1/me/duels/{duel['duel']}/accept")
    assert refused.status == 409, refused.body
    # Whoever is no side of it learns nothing.
    assert eve.ask("GET", f"/v1/me/duels/{duel['duel']}").status == 404
    last = ola.challenge(jan)
    jan.ask("POST", f"/v1/me/duels/{last['duel']}/decline")
    wait_until(lambda: len(ola.titles()) == 2, "the answer to the second challenge")
    # What comes last is told behind all that was to be told before.
    end = f"/app#duels/{ola.challenge(jan)['duel']}"
    wait_until(lambda: services.shown(jan.push)[-1:] and services.shown(jan.push)[-1]["navigate"].endswith(end), "the third challenge")
    pushed = [shown["navigate"] for shown in services.shown(jan.push)]
    assert all("duels" in link for link in pushed) and len(pushed) <= 3, pushed
    assert ola.ask("PUT", f"/v1/me/friends/{eve.code}").json["relation"] == "sent"
    assert "Ola" in eve.await_push(1)["title"]


def test_somebody_who_is_passed_is_told_once_a_day_and_only_when_that_is_wanted(
    arena: Appliance, services: PushServices
) -> None:
    ola, jan = Friend(arena, services, "Ola"), Friend(arena, services, "Jan")
    ola.befriend(jan)
    ola.await_push(1)
    jan.await_push(1)
    assert ola.snake.send(10).status == 201
    jan.snake.send(20)
    jan.switch(passed=True)
    ola.snake.send(30)
    passed = jan.await_push(2)
    assert "Ola" in passed["title"] + passed["body"] and passed["navigate"].endswith("#games/snake/level-1")
    jan.snake.send(40)
    ola.snake.send(50)
    # A duel is told behind whatever was to be told before it.
    duel = ola.challenge(jan)["duel"]
    assert jan.await_push(3)["navigate"].endswith(f"/app#duels/{duel}")
    assert jan.ask("POST", f"/v1/me/duels/{duel}/accept").status == 200
    assert ola.await_push(2)["navigate"].endswith(f"/app#duels/{duel}"), "whoever has not asked for it is told nothing"


def test_a_deleted_player_leaves_no_trace_in_the_files(arena: Appliance, services: PushServices) -> None:
    ola, jan = Friend(arena, services, "Olaformerly"), Friend(arena, services, "Jan")
    ola.befriend(jan)
    jan.await_push(1)
    renamed = ola.ask("PUT", "/v1/me", {"version": ola.me["version"], "name": "Olagreppable"})
    assert renamed.status == 200, renamed.body
    duel = ola.challenge(jan)
    assert jan.ask("POST", f"/v1/me/duels/{duel['duel']}/accept").status == 200
    ola.snake.send(77)
    given = ola.challenge(jan)
    assert jan.ask("POST", f"/v1/me/duels/{given['duel']}/accept").status == 200
    code = ola.code
    # Pushes of it are under way while its player goes.
    assert ola.ask("POST", f"/v1/me/duels/{given['duel']}/giveUp").status == 200
    gone = ola.ask("DELETE", "/v1/me", {"name": "Olagreppable"})
    assert gone.status == 204, gone.body
    over = jan.ask("GET", f"/v1/me/duels/{duel['duel']}").json
    assert over["state"] == "over" and over["outcome"] == "void" and "opponent" not in over, over
    assert jan.ask("GET", "/v1/me/friends").json["friends"] == []
    assert jan.ask("GET", f"/v1/players/{code}").status == 404
    assert arena.get_json("/v1/games/snake/boards/level-1")["rows"] == []
    state = Path(arena.config.parent / "state")

    def news() -> int:
        with closing(sqlite3.connect(f"file:{state}/arena.db?mode=ro", uri=True)) as file:
            return int(file.execute("SELECT count(*) FROM news").fetchone()[0])

    # What takes notices back names the player until it has reached the outbox.
    wait_until(lambda: news() == 0, "the end of what is to be told")
    arena.stop()
    for file in (*sorted(state.glob("state.db*")), *sorted(state.glob("arena.db*"))):
        for name in (b"Olagreppable", b"Olaformerly", code.encode()):
            assert name not in file.read_bytes(), f"{name.decode()} stands in {file.name}"
