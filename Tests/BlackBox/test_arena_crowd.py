"""The arena and a crowd: what many strangers can fill, and what is left for home and for others who play."""

from __future__ import annotations

import sqlite3
import uuid
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from typing import Any

from harness.appliance import Appliance
from harness.device import is_problem
from harness.waiting import wait_until
from test_arena_full import MOST
from test_arena_games import begin, faults, game
from test_arena_results import Player, player


class Outsider(Player):
    """An installation outside: what it sends came through something that nobody declared, and no network is known."""

    is_at_home = False

    def ask(self, method: str, rest: str = "", body: object | None = None, base: str = "", **headers: str) -> Any:
        mark = {} if self.is_at_home else {"X_Forwarded_For": "203.0.113.9"}
        return super().ask(method, rest, body, base, **mark | headers)


def outsider(appliance: Appliance) -> Outsider:
    new = Outsider(appliance)
    joined = new.join()
    assert joined.status == 201, joined.body
    return new


def fifty(first: int = 0) -> list[dict[str, Any]]:
    return [{"key": str(uuid.uuid4()), "board": "level-1", "score": first + one} for one in range(50)]


def crowded(launch: Callable[..., Appliance], **arena: Any) -> Appliance:
    box = begin(launch, **arena)
    assert game(box, "board", "snake", "level-1").returncode == 0
    return box


def metric(box: Appliance, name: str) -> int:
    [line] = [line for line in box.get("/metrics").body.decode().splitlines() if line.startswith(f"{name} ")]
    return int(line.split()[-1])


def kept(box: Appliance, where: str) -> int:
    return metric(box, f'watchpost_arena_results_kept{{from="{where}"}}')


def test_three_installations_of_a_stranger_leave_home_its_ledger(launch: Callable[..., Appliance]) -> None:
    """201 batches of fifty were a ledger of ten thousand, for a month."""
    box = crowded(launch, max_results=MOST)
    strangers = [outsider(box) for _ in range(3)]
    statuses: Counter[int] = Counter()
    for turn in range(201):
        answer = strangers[turn % 3].batch(fifty(turn * 50))
        statuses.update([answer.status] if answer.status != 200 else [one["status"] for one in answer.json["results"]])
    assert statuses[201] < MOST / 2 and statuses[429] > 100, f"results are counted, not requests: {statuses}"
    assert kept(box, "outside") == statuses[201]
    ola = player(box)
    for turn in range(20):
        assert {one["status"] for one in ola.batch(fifty(turn * 50)).json["results"]} == {201}
    assert kept(box, "home") == 1_000
    assert outsider(box).send(1).status == 201, "another one outside is not kept out"


def fill(box: Appliance, install: Player, count: int) -> None:
    """So many results of an installation, as if it had sent them before; on the stopped box."""
    with closing(sqlite3.connect(box.config.parent / "state" / "arena.db")) as file, file:
        file.execute(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
            "INSERT INTO results (key, install, board, score, at, state) "
            "SELECT randomblob(16), (SELECT id FROM installs WHERE install = ?), (SELECT id FROM boards), i, unixepoch(), 0 FROM n",
            (count, install.id),
        )


def test_where_it_is_scarce_each_has_a_share_and_the_owner_is_told(launch: Callable[..., Appliance]) -> None:
    box = crowded(launch, max_results=MOST)
    greedy, late = outsider(box), outsider(box)
    ola = player(box)
    assert "E35" not in faults(box)
    box.stop()
    # Of the five thousand that newcomers may have.
    fill(box, greedy, 4_100)
    box.start()
    told = wait_until(lambda: faults(box).get("E35"), "the fault")
    assert told.startswith("the arena has 4100 of at most 5000 results that newcomers from outside may have: ")
    assert told in box.output.read_text(encoding="utf-8"), "the log has it, too"
    assert metric(box, "watchpost_arena_results_most") == MOST
    refused = greedy.send(1)
    assert is_problem(refused, 503) and refused.json["code"] == "arena-full", refused.body
    taken = Counter(one["status"] for turn in range(5) for one in late.batch(fifty(turn)).json["results"])
    assert taken == {201: 200, 503: 50}, "another one has its share"
    assert ola.send(7).status == 201
    # At home it is one of home, wherever it began.
    late.is_at_home = True
    assert late.send(9).status == 201
    late.is_at_home = False
    assert late.send(10).status == 201
    box.kill()
    box.start()
    assert kept(box, "home") == 203 and kept(box, "outside") == 4_100
