"""What games and strangers can spend of the arena, and what they cannot spend of the box."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance
from harness.device import Phone
from harness.settings import TUNNEL
from harness.simulator import Simulator
from harness.waiting import PATIENCE, wait_until
from test_arena_games import begin, game
from test_arena_results import Player, player

MINE, NEIGHBOUR, OTHER = "203.0.113.9", "203.0.113.77", "198.51.100.7"


def outside(launch: Callable[..., Appliance], panel: dict[str, Any] | None = None) -> tuple[Appliance, str]:
    """An appliance with a board, and where its tunnel ends."""
    arena = begin(launch, tunnel=TUNNEL, panel=panel, registrations_per_hour=1_000)
    assert game(arena, "board", "snake", "level-1", "name=Level 1").returncode == 0
    return arena, arena.tunnel


def used_up(players: list[Player], tunnel: str, network: str) -> Counter[int]:
    """What they are answered until one of them is refused; together, which is faster than requests come back."""
    statuses: Counter[int] = Counter()

    def ask(one: Player) -> int:
        return one.ask("GET", "/v1/me", base=tunnel, X_Forwarded_For=network).status

    def is_refused() -> bool:
        statuses.update(pool.map(ask, players))
        return statuses[429] > 0

    with ThreadPoolExecutor(8) as pool:
        # Twenty a second come back meanwhile: a busy machine takes minutes to outrun that.
        wait_until(is_refused, "a network that is refused", timeout=3 * PATIENCE)
    return statuses


def test_one_network_outside_does_not_use_up_a_game(launch: Callable[..., Appliance]) -> None:
    arena, tunnel = outside(launch)
    # Each by itself asks less often than it may.
    players = [player(arena) for _ in range(20)]
    begun = time.monotonic()

    def most() -> float:
        """Twenty a second come back while they are asked, and each has ten a minute of its own."""
        took = time.monotonic() - begun
        return 1_200 + 20 * took + 1 + len(players) * (10 + took / 6)

    statuses = used_up(players, tunnel, MINE)
    assert set(statuses) == {200, 429} and 1_200 <= statuses[200] <= most(), statuses
    assert players[0].ask("GET", "/v1/me", base=tunnel, X_Forwarded_For=OTHER).status == 200
    near = used_up(players, tunnel, NEIGHBOUR)
    assert statuses[200] + near[200] <= most(), "its neighbour has no share of its own"


def test_what_one_installation_is_refused_takes_nothing_from_its_neighbours(
    launch: Callable[..., Appliance],
) -> None:
    arena, tunnel = outside(launch)
    greedy, neighbour = player(arena), player(arena)
    begun = time.monotonic()
    statuses = Counter(
        greedy.ask("GET", path, base=tunnel, X_Forwarded_For=MINE).status
        for _ in range(800)
        for path in ("/v1/me", "/v1/games/snake")
    )
    # Two a second come back.
    most = 120 + 2 * (time.monotonic() - begun) + 1
    assert set(statuses) == {200, 429} and statuses[200] <= most, statuses
    assert neighbour.ask("GET", "/v1/me", base=tunnel, X_Forwarded_For=MINE).status == 200


def hold(path: Path) -> sqlite3.Connection:
    """Nobody else reads or writes this file until it is let go."""
    holder = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE)
    holder.execute("BEGIN EXCLUSIVE")
    return holder


def let_go(holder: sqlite3.Connection) -> None:
    assert holder.in_transaction, "the file was held all the time"
    holder.execute("ROLLBACK")
    holder.close()


def waiting_calls(arena: Appliance) -> int:
    """How many requests have no answer yet."""
    [line] = [line for line in arena.get("/metrics").body.decode().splitlines() if line.startswith("watchpost_http_calls_waiting ")]
    return int(line.split()[1])


@pytest.mark.parametrize("where", ["outside", "at home"])
def test_phones_do_not_wait_for_games_whose_file_is_held(
    launch: Callable[..., Appliance], tmp_path: Path, where: str
) -> None:
    arena, tunnel = outside(launch)
    base = tunnel if where == "outside" else arena.base
    phone = Phone(arena).registered()
    players = [player(arena) for _ in range(100)]
    assert phone.ask("GET", "", base=base, X_Forwarded_For=MINE).status == 200
    for one in players:
        assert one.ask("GET", "/v1/me", base=base, X_Forwarded_For=OTHER).status == 200
    holder = hold(tmp_path / "state" / "arena.db")
    answers: list[int] = []

    def send(one: Player) -> None:
        answers.append(one.send(1, base=base, X_Forwarded_For=OTHER).status)

    threads = [threading.Thread(target=send, args=(one,)) for one in players]
    for thread in threads:
        thread.start()
    wait_until(lambda: len(answers) + waiting_calls(arena) >= len(players), "all of them have asked")
    assert waiting_calls(arena) > 0
    # Before the file is let go: whoever waited for it would be told 503.
    for _ in range(20):
        assert phone.ask("GET", "", base=base, X_Forwarded_For=MINE).status == 200
        assert phone.watched("us") is not None
    let_go(holder)
    for thread in threads:
        thread.join()
    assert set(answers) <= {201, 503}
    one = player(arena)
    wait_until(lambda: one.send(2).status == 201, "the arena after its file is let go")


def test_games_go_on_while_the_file_of_phones_is_held(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    arena, _ = outside(launch)
    players = [player(arena) for _ in range(5)]
    holder = hold(tmp_path / "state" / "state.db")
    # Before the file is let go: whoever waited for it would be told 503.
    for score in range(20):
        for one in players:
            assert one.send(score).status == 201
    newcomer = player(arena)
    assert newcomer.send(5).status == 201
    assert arena.get("/v1/regions").status == 200
    let_go(holder)


def test_pages_and_lamps_go_on_while_the_file_of_games_is_held(
    launch: Callable[..., Appliance], tmp_path: Path, simulator: Simulator
) -> None:
    arena, _ = outside(launch, panel={"lamp": [{"name": "Everything", "target": "us"}]})
    one = player(arena)
    assert one.send(5).status == 201

    def lamp(meaning: str) -> bool:
        return [shown["meaning"] for shown in arena.get_json("/v1/panel")["lamps"]] == [meaning]

    wait_until(lambda: lamp("allUp"), "the lamp is green")
    holder = hold(tmp_path / "state" / "arena.db")
    simulator.set("us", "down", slug="tichondrius")
    wait_until(lambda: arena.realm("us", "tichondrius")["state"] == "down", "the realm is known to be down")
    wait_until(lambda: lamp("someDown"), "the lamp tells of it")
    for path in ("/v1/hash", "/v1/panel", "/"):
        assert arena.get(path).status == 200
    simulator.set("us", "up", slug="tichondrius")
    wait_until(lambda: lamp("allUp"), "the lamp is green again")
    let_go(holder)
    wait_until(lambda: one.send(7).status == 201, "the arena after its file is let go")
