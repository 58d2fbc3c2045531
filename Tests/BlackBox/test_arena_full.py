"""Where there is no room for results: a full disk and a full ledger refuse what is new, and lose and double nothing."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

from harness.appliance import Appliance
from harness.device import is_problem
from harness.disk import SmallDisk
from harness.waiting import wait_until
from test_arena_boards import read, shown
from test_arena_games import begin, faults, game
from test_arena_results import Player, player

MOST = 10_000
"""The least that `max_results` may be."""


def board(arena: Appliance) -> list[tuple[str, int]]:
    """The board itself, not a kept copy."""
    return shown(read(arena, limit=99))


def test_a_full_disk_refuses_results_and_loses_none(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path / "state")
    try:
        arena = begin(launch, registrations_per_hour=1_000)
        assert game(arena, "board", "snake", "level-1").returncode == 0
        players = {one.me().json["code"]: one for one in (player(arena) for _ in range(20))}
        best: dict[str, int] = {}
        taken: list[tuple[Player, str, int, str]] = []
        disk.fill()
        # What is left of the write-ahead log takes a few.
        for score, (code, one) in zip(range(1_500), cycle(players.items())):
            key = str(uuid.uuid4())
            refused = one.send(score, key=key)
            if refused.status != 201:
                break
            taken.append((one, key, score, refused.json["at"]))
            best[code] = score
        rows = sorted(best.items(), key=lambda row: -row[1])
        assert is_problem(refused, 503) and refused.json["code"] == "arena-closed"
        together = one.batch([{"key": str(uuid.uuid4()), "board": "level-1", "score": 5_000}])
        assert together.status == 503 or [answer["status"] for answer in together.json["results"]] == [503], together.body
        during = read(arena, limit=99)
        assert during.status == 503 or shown(during) == rows, "what was refused moved nobody"
        wait_until(lambda: "E34" in faults(arena), "the fault")
        disk.free()
        wait_until(lambda: "E34" not in faults(arena), "the end of the fault")
        assert board(arena) == rows
        again = one.send(score, key=key)
        assert again.status == 201, f"what was refused is new, not {again.status}"
        taken.append((one, key, score, again.json["at"]))
        best[code] = score
        arena.kill()
        arena.start()
        assert board(arena) == sorted(best.items(), key=lambda row: -row[1])
        for sender, kept, sent, at in taken[-60:]:
            repeated = sender.send(sent, key=kept)
            assert repeated.status == 200 and (repeated.json["score"], repeated.json["at"]) == (sent, at)
    finally:
        disk.close()


def test_a_full_ledger_takes_nothing_new_and_knows_what_it_took(launch: Callable[..., Appliance]) -> None:
    arena = begin(launch, registrations_per_hour=1_000, max_results=MOST)
    assert game(arena, "board", "snake", "level-1").returncode == 0
    players = [player(arena) for _ in range(4)]
    first = None
    for step in range(MOST // 50):
        results = [{"key": str(uuid.uuid4()), "board": "level-1", "score": step * 50 + one} for one in range(50)]
        answer = players[step % 4].batch(results)
        assert {one["status"] for one in answer.json["results"]} == {201}, answer.body[:500]
        first = first or results[0]
    rows = board(arena)
    for _ in range(2):
        refused = players[0].send(50_000)
        assert is_problem(refused, 503) and refused.json["code"] == "arena-full", refused.body
        new = {"key": str(uuid.uuid4()), "board": "level-1", "score": 50_001}
        [known, unknown] = players[0].batch([first, new]).json["results"]
        assert (known["status"], unknown["status"]) == (200, 503) and unknown["code"] == "arena-full", unknown
        assert board(arena) == rows and rows[0][1] == MOST - 1
        arena.kill()
        arena.start()
    assert faults(arena).get("E34") is None, "it is full, and nothing is wrong with it"
