"""Results over the binary: what is accepted is in its place at once, is there after a pulled plug, and counts once."""

from __future__ import annotations

import json
import random
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.device import ask, is_problem
from harness.effort import EFFORT, rounds, seed_of
from harness.signing import signature
from harness.strangers import server_key
from harness.waiting import wait_until
from test_arena_games import Game, begin, game

LARGEST = 2**63 - 1
# `make check` has a stage of its own for the many.
KILLS = rounds(5, most=1_000 if EFFORT > 20 else 20)
"""How often the plug is pulled under load; a thousand of them take a quarter of an hour."""


class Player(Game):
    """A game's installation that sends results."""

    def send(self, score: object, board: str = "level-1", key: str | None = None, **more: Any) -> Any:
        """One result; `body` and fields of the head go on as they are."""
        body = more.pop("body", None) or {"score": score} | more.pop("also", {})
        headers = {"Idempotency_Key": key or str(uuid.uuid4())} | more
        return self.ask("POST", f"/v1/games/snake/boards/{board}/results", body, **headers)

    def batch(self, results: list[dict[str, Any]], **headers: str) -> Any:
        return self.ask("POST", "/v1/games/snake/results", {"results": results}, **headers)


def player(appliance: Appliance, name: str | None = None) -> Player:
    new = Player(appliance)
    assert new.join(name).status == 201
    return new


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch)
    added = game(appliance, "board", "snake", "level-1", "name=Level 1", "unit=pts", "windows=day,week,month")
    assert added.returncode == 0, added.stderr
    return appliance


def test_a_result_says_at_once_where_it_brings_its_player(arena: Appliance) -> None:
    """A game sends a result of its player (S7 P12)."""
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    first = ola.send(50)
    assert first.status == 201 and first.json["state"] == "counts" and first.json["scoreText"] == "50 pts"
    assert [place["window"] for place in first.json["standings"]] == ["all", "day", "week", "month"]
    assert all(place["position"] == place["total"] == 1 and place["improved"] for place in first.json["standings"])
    assert jan.send(70).json["standings"][0]["position"] == 1
    worse = ola.send(40).json["standings"][0]
    assert (worse["score"], worse["position"], worse["total"], worse["improved"]) == (50, 2, 2, False)
    tie = ola.send(70).json["standings"][0]
    assert (tie["position"], tie["rank"], tie["improved"]) == (2, 1, True)


@pytest.mark.parametrize(("counts", "again"), [("best", 100), ("latest", 100), ("sum", 0)])
def test_who_had_a_score_first_stays_ahead(arena: Appliance, counts: str, again: int) -> None:
    added = game(arena, "board", "snake", counts, f"name={counts}", f"operator={counts}", "windows=day")
    assert added.returncode == 0, added.stderr
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    for one in (ola, jan):
        assert one.send(100, counts).status == 201
    for place in ola.send(again, counts).json["standings"]:
        assert (place["position"], place["score"], place["improved"]) == (1, 100, False)
    arena.kill()
    arena.start()
    assert [place["position"] for place in jan.send(again, counts).json["standings"]] == [2, 2]


def test_sending_again_changes_nothing_also_after_a_pulled_plug(arena: Appliance) -> None:
    ola, key = player(arena), str(uuid.uuid4())
    first = ola.send(50, key=key, also={"extra": "äöü", "achieved": None})
    assert first.status == 201, first.body
    assert player(arena).send(60).status == 201
    arena.kill()
    arena.start()
    again = ola.send(50, key=f'"{key.upper()}"', also={"extra": "äöü"})
    assert again.status == 200
    for member in ("board", "score", "at", "extra", "state"):
        assert again.json[member] == first.json[member]
    assert again.json["standings"][0]["position"] == 2
    assert is_problem(ola.send(51, key=key), 422)
    assert ola.send(10).json["standings"][0]["total"] == 2


def test_up_to_fifty_together_each_with_its_own_answer(arena: Appliance) -> None:
    ola = player(arena)
    keys = [str(uuid.uuid4()) for _ in range(50)]
    results = [{"key": key, "board": "level-1", "score": number} for number, key in enumerate(keys)]
    results[3]["board"], results[4]["key"] = "chess", "no uuid"
    answer = ola.batch(results)
    assert answer.status == 200, answer.body
    answers = answer.json["results"]
    assert [entry["key"] for entry in answers] == [entry["key"] for entry in results]
    assert [entry["status"] for entry in answers] == [201] * 3 + [404, 400] + [201] * 45
    assert answers[-1]["result"]["standings"][0]["score"] == 49
    assert [entry["status"] for entry in ola.batch(results).json["results"]] == [200] * 3 + [404, 400] + [200] * 45
    assert is_problem(ola.batch([*results, results[0]]), 400)
    assert is_problem(ola.batch([]), 400)


ODD = {
    "a fraction": '"key": "KEY", "board": "level-1", "score": 1.5',
    "a text": '"key": "KEY", "board": "level-1", "score": "5"',
    "too large": '"key": "KEY", "board": "level-1", "score": 9223372036854775808',
    "a list": '"key": "KEY", "board": "level-1", "score": [1]',
    "no score": '"key": "KEY", "board": "level-1"',
    "no time": '"key": "KEY", "board": "level-1", "score": 5, "achieved": "soon"',
    "a number beside it": '"key": "KEY", "board": "level-1", "score": 5, "extra": 7',
    "no board": '"key": "KEY", "score": 5',
    "no key": '"board": "level-1", "score": 5',
    "a number as its key": '"key": 5, "board": "level-1", "score": 5',
}
"""What one of several may be, in JSON, though none that can be read."""


@pytest.mark.parametrize("odd", [*ODD.values(), None], ids=[*ODD, "no object"])
def test_one_that_cannot_be_read_is_refused_by_itself_and_the_others_are_taken(arena: Appliance, odd: str | None) -> None:
    ola = player(arena)
    keys = [str(uuid.uuid4()) for _ in range(4)]
    entries = [f'{{"key": "{key}", "board": "level-1", "score": {score}}}' for score, key in enumerate(keys)]
    entries[1] = "7" if odd is None else "{" + odd.replace("KEY", keys[1]) + "}"
    body = ('{"results": [' + ", ".join(entries) + "]}").encode()
    answer = ola.ask("POST", "/v1/games/snake/results", body, Content_Type="application/json")
    assert answer.status == 200, answer.body
    answers = answer.json["results"]
    assert [one["status"] for one in answers] == [201, 400, 201, 201], answers
    assert [one["key"] for one in answers] == [keys[0], keys[1] if odd and "KEY" in odd else "", keys[2], keys[3]]
    assert answers[1]["detail"].startswith("results[1]"), answers[1]


def test_odd_ones_from_a_games_own_server_are_refused_by_themselves_as_well(arena: Appliance) -> None:
    """All of them at once, each between two that are taken, of two players."""
    codes = [player(arena).me().json["code"] for _ in range(2)]
    odd = [f'{{{one}, "player": "{codes[0]}"}}' for one in ODD.values()]
    odd += ["7", '{"key": "KEY", "board": "level-1", "score": 5}', '{"key": "KEY", "board": "level-1", "score": 5, "player": 7}']
    keys = [str(uuid.uuid4()) for _ in range(2 * len(odd) + 1)]
    entries = []
    for number, key in enumerate(keys):
        good = {"key": key, "board": "level-1", "score": number, "player": codes[number % 4 // 2]}
        entries.append(odd[number // 2].replace("KEY", key) if number % 2 else json.dumps(good))
    body = ('{"results": [' + ", ".join(entries) + "]}").encode()
    answer = ask(
        arena.base, "POST", "/v1/games/snake/server/results", body,
        Authorization=f"Bearer {server_key(arena)}", Content_Type="application/json",
    )  # fmt: skip
    assert answer.status == 200, answer.body
    answers = answer.json["results"]
    assert [one["status"] for one in answers] == [400 if number % 2 else 201 for number in range(len(keys))], answers
    assert all(one["detail"].startswith(f"results[{number}]") for number, one in enumerate(answers) if number % 2), answers
    rows = ask(arena.base, "GET", "/v1/games/snake/boards/level-1").json["rows"]
    assert sorted(row["score"] for row in rows) == [len(keys) - 3, len(keys) - 1], rows


@pytest.mark.parametrize("score", [
    "1.5", "1e3", "1.0", "1e-3", "1e300", "NaN", '"7"', "null", "true", str(LARGEST + 1), str(-LARGEST - 2), "[]", "{}", "1" * 400,
])  # fmt: skip
def test_scores_that_are_none(arena: Appliance, score: str) -> None:
    ola = player(arena)
    assert is_problem(ola.send(0, body=f'{{"score":{score}}}'.encode(), Content_Type="application/json"), 400)
    assert ola.send(1).json["standings"][0]["score"] == 1


def test_scores_at_the_ends_of_their_range(arena: Appliance) -> None:
    low, high = player(arena), player(arena)
    assert low.send(-LARGEST - 1).json["standings"][0]["exact"] == str(-LARGEST - 1)
    best = high.send(LARGEST).json["standings"][0]
    assert (best["position"], best["exact"], best["score"]) == (1, str(LARGEST), LARGEST)


def test_what_is_refused(arena: Appliance, launch: Callable[..., Appliance]) -> None:
    ola = player(arena)
    path = "/v1/games/snake/boards/level-1/results"

    def stored() -> tuple[Any, ...]:
        """The board itself in each window, and what lies in the ledger."""
        windows = ("all", "day", "week", "month")
        boards = [arena.get_json(f"/v1/games/snake/boards/level-1?window={one}&limit=99") for one in windows]
        owner = {"Authorization": f"Bearer {arena.owner_key}"}
        listed = ask(arena.base, "GET", "/v1/admin/games/snake/results", **owner).json["results"]
        return [(one["total"], one["rows"]) for one in boards], [(one["number"], one["state"]) for one in listed]

    assert ola.send(50).status == 201
    before = stored()
    assert before[1] == [(1, "counts")] and [total for total, _ in before[0]] == [1] * 4
    assert is_problem(ola.ask("POST", path, {"score": 1}), 400), "no key"
    assert is_problem(ola.send(1, key="7"), 400)
    assert is_problem(ola.send(1, board="chess"), 404)
    assert is_problem(Player(arena).send(1), 401), "nobody"
    assert is_problem(ola.send(1, also={"extra": "x" * 257}), 422)
    assert is_problem(ola.send(1, also={"achieved": "2020-01-01T00:00:00Z"}), 422)
    assert is_problem(ola.send(1, body=b"[" * 900, Content_Type="application/json"), 400)
    assert ola.send(1, body=b'{"score":1' + b" " * 4_000 + b"}", Content_Type="application/json").status == 413
    assert game(arena, "add", "chess", "name=Chess").returncode == 0
    other = Player(arena)
    assert other.join(game="chess").status == 201
    assert is_problem(other.send(1), 403)
    assert stored() == before
    assert game(arena, "board", "snake", "level-1", "high=100", "hold=90").returncode == 0
    assert is_problem(ola.send(101), 422)
    assert stored() == before
    held = ola.send(91)
    assert held.status == 201 and held.json["state"] == "held"
    assert [(place["score"], place["improved"]) for place in held.json["standings"]] == [(50, False)] * 4
    assert game(arena, "close", "snake").returncode == 0
    assert is_problem(ola.send(2), 410)
    assert stored() == (before[0], [(2, "held"), *before[1]])


def test_a_game_that_asks_for_signatures(arena: Appliance) -> None:
    ola = player(arena)
    shown = dict(line.split("=", 1) for line in game(arena, "key", "snake").stdout.split())
    assert game(arena, "add", "snake", "signed=yes").returncode == 0
    path, key = "/v1/games/snake/boards/level-1/results", str(uuid.uuid4())
    body = json.dumps({"score": 7}).encode()
    signed = signature(shown["key"], int(shown["version"]), "POST", path, ola.id, int(time.time()), body, key)
    assert is_problem(ola.send(7, key=key), 403), "not signed"
    assert ola.send(0, key=key, body=body, Watchpost_Signature=signed).status == 201
    other = json.dumps({"score": 8}).encode()
    assert is_problem(ola.send(0, key=key, body=other, Watchpost_Signature=signed), 403)
    assert ola.send(0, key=key, body=body, Watchpost_Signature=signed).status == 200, "a replay changes nothing"
    quoted = ola.send(0, key=f'"{key}"', body=body, Watchpost_Signature=signed)
    assert quoted.status == 200, "the quotation marks of the field are not part of what is signed"


@dataclass
class Sender:
    """A player on a board that adds results: one that was lost or counted twice shows in the sum."""

    player: Player
    taken: list[tuple[str, int, str]] = field(default_factory=list)
    """Key, score, and when it was accepted."""
    open: tuple[str, int] | None = None
    """What was sent and not answered."""

    def play(self, chance: random.Random, is_over: threading.Event) -> None:
        while not is_over.is_set():
            if self.open is None:
                self.open = str(uuid.UUID(int=chance.getrandbits(128))), chance.randrange(1, 1000)
            try:
                self.send_open()
            except (OSError, AttributeError):
                # Cut off; the second one is what http.client says where the socket was closed in between.
                return

    def send_open(self) -> None:
        assert self.open is not None
        (key, score), answer = self.open, self.player.send(self.open[1], board="total", key=self.open[0])
        if answer.status == 429:
            time.sleep(0.1)
            return
        assert answer.status in (200, 201), (answer.status, answer.body)
        self.taken.append((key, score, answer.json["at"]))
        self.open = None


def test_a_plug_pulled_under_load_loses_and_doubles_nothing(arena: Appliance) -> None:
    seed = seed_of("plug under load")
    assert game(arena, "board", "snake", "total", "operator=sum").returncode == 0
    # Each may send 120 requests a minute.
    senders = [Sender(player(arena)) for _ in range(min(50, 4 + KILLS // 10))]
    is_over = threading.Event()
    for turn in range(KILLS):
        is_over.clear()
        before = sum(len(one.taken) for one in senders)
        threads = [
            threading.Thread(target=one.play, args=(random.Random(f"{seed} {turn} {place}"), is_over))
            for place, one in enumerate(senders)
        ]
        for thread in threads:
            thread.start()
        wait_until(lambda before=before: sum(len(one.taken) for one in senders) >= before + 20, "twenty more results")
        arena.kill()
        is_over.set()
        for thread in threads:
            thread.join()
        arena.start()
        chance = random.Random(f"{seed} {turn}")
        for one in chance.sample(senders, 4):
            for key, score, at in one.taken[-2:]:
                again = one.player.send(score, board="total", key=key)
                assert again.status == 200 and (again.json["score"], again.json["at"]) == (score, at)
        if turn % 20 == 19:
            print(f"{turn + 1} of {KILLS} kills", flush=True)
    for one in senders:
        while one.open is not None:
            one.send_open()
    for one in senders:
        total = next(row for row in read_total(arena) if row["player"]["code"] == one.player.me().json["code"])
        assert total["score"] == sum(score for _, score, _ in one.taken)
    print(f"{sum(len(one.taken) for one in senders)} results, {KILLS} kills")


def read_total(arena: Appliance) -> list[dict[str, Any]]:
    """The board itself: a copy of first pages of other lengths is kept for a tenth of a second."""
    return arena.get_json("/v1/games/snake/boards/total?limit=99")["rows"]


def test_numbers_for_whoever_watches_the_box(arena: Appliance) -> None:
    ola, key = player(arena), str(uuid.uuid4())
    for score in (1, 2):
        assert ola.send(score, key=key if score == 1 else None).status == 201
    assert ola.send(1, key=key).status == 200
    assert ola.send(1, also={"extra": "x" * 257}).status == 422
    lines = dict(line.rsplit(" ", 1) for line in arena.get("/metrics").body.decode().splitlines() if line[0] != "#")
    outcomes = {name: int(lines[f'watchpost_arena_results_total{{outcome="{name}"}}']) for name in ("accepted", "repeated", "refused")}
    assert outcomes == {"accepted": 2, "repeated": 1, "refused": 1}
    assert int(lines["watchpost_arena_boards_loaded"]) == 1 and int(lines["watchpost_arena_board_bytes"]) > 0
    assert int(lines["watchpost_arena_writes_total"]) >= int(lines["watchpost_arena_commits_total"]) >= 4
    assert int(lines["watchpost_arena_folded_results_total"]) == 0
