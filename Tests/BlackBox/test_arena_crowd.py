"""The arena and a crowd: what many strangers can fill, and what is left for home and for others who play."""

from __future__ import annotations

import sqlite3
import threading
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from harness.appliance import Appliance
from harness.device import Phone, is_problem
from harness.settings import TUNNEL
from harness.slowsync import SlowSyncs
from harness.waiting import wait_until
from test_arena_attack import hold, let_go, waiting_calls
from test_arena_full import MOST
from test_arena_games import begin, faults, game
from test_arena_results import Player, player

STRANGER = "203.0.113.9"


class Outsider(Player):
    """An installation outside: what it sends came through something that nobody declared, and no network is known."""

    is_at_home = False

    def ask(self, method: str, rest: str = "", body: object | None = None, base: str = "", **headers: str) -> Any:
        mark = {} if self.is_at_home else {"X_Forwarded_For": STRANGER}
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


def older(box: Appliance, seconds: int, *but: Player) -> None:
    """All installations registered earlier, but these; on the stopped box."""
    with closing(sqlite3.connect(box.config.parent / "state" / "arena.db")) as file, file:
        file.execute("UPDATE installs SET registered_at = registered_at - ?", (seconds,))
        file.executemany("UPDATE installs SET registered_at = registered_at + ? WHERE install = ?", [(seconds, one.id) for one in but])


def test_who_never_played_makes_room_and_home_keeps_places(launch: Callable[..., Appliance]) -> None:
    box = crowded(launch, max_players=20)
    guests = [outsider(box) for _ in range(18)]
    refused = Outsider(box).join()
    assert is_problem(refused, 503) and refused.json["code"] == "arena-full"
    assert player(box, "Ola").send(5).status == 201, "the last tenth is for home"
    assert guests[0].send(9).status == 201
    wait_until(lambda: "E35" in faults(box), "the fault")
    assert "of at most 18 players before newcomers from outside are refused" in box.output.read_text(encoding="utf-8")
    box.stop()
    older(box, 3_601, guests[17])
    box.start()
    newcomers = [outsider(box) for _ in range(15)]
    assert is_problem(Outsider(box).join(), 503), "an hour is everybody's"
    assert guests[0].me().status == guests[17].me().status == 200, "who played, and who registered just now"
    assert {one.me().status for one in guests[1:17]} == {401}
    board = box.get_json("/v1/games/snake/boards/level-1?limit=99")["rows"]
    assert [row["score"] for row in board] == [9, 5]
    said = game(box, "players").stdout
    assert "18 of at most 20 players" in said and "2 of at most 1000000 results, 1 of them from outside" in said, said
    pruned = game(box, "prune", "hours=0")
    assert pruned.stdout.startswith("16 players who never played are removed\n2 of at most 20 players\n"), pruned.stdout + pruned.stderr
    assert {one.me().status for one in newcomers} == {401} and guests[0].me().status == 200
    assert game(box, "prune", "hours=soon").returncode == 64


def test_a_crowd_behind_one_address_gets_in_beside_twenty_who_flood(launch: Callable[..., Appliance]) -> None:
    box = begin(launch, tunnel=TUNNEL)
    assert game(box, "board", "snake", "level-1").returncode == 0
    assert game(box, "add", "chess").returncode == 0
    tunnel = {"base": box.tunnel, "X_Forwarded_For": STRANGER}

    def join(where: str) -> Player:
        new = Player(box)
        joined = new.join(game=where, **tunnel)
        assert joined.status == 201, joined.body
        return new

    flood = [join("snake") for _ in range(20)]
    with ThreadPoolExecutor(4) as pool:
        statuses = Counter(pool.map(lambda number: flood[number % 20].ask("GET", "/v1/me", **tunnel).status, range(1_800)))
    assert statuses[429] > 0, "the network has spent what it may"
    honest = [join(where) for where in ("snake", "chess") for _ in range(50)]
    assert [one.send(7, **tunnel).status for one in honest[:50]] == [201] * 50
    assert {one.ask("GET", "/v1/me", **tunnel).status for one in honest} == {200}


def test_home_waits_for_nobody_outside_while_the_disk_is_slow(launch: Callable[..., Appliance]) -> None:
    box = crowded(launch)
    outside, home = [outsider(box) for _ in range(50)], [player(box) for _ in range(20)]
    for one in (*outside, *home):
        assert one.me().status == 200
    holder = hold(box.config.parent / "state" / "arena.db")
    with ThreadPoolExecutor(70) as pool:
        strangers = [pool.submit(one.send, 1) for one in outside]
        wait_until(lambda: sum(one.done() for one in strangers) + waiting_calls(box) >= 50, "all of them have asked")
        own = [pool.submit(one.send, 2) for one in home]
        wait_until(lambda: sum(one.done() for one in (*strangers, *own)) + waiting_calls(box) >= 70, "home has asked as well")
        let_go(holder)
    refused = Counter(one.result().status for one in strangers)
    assert refused[503] > 0, f"more than one game outside may have: {refused}"
    assert Counter(one.result().status for one in own) == {201: 20}


def honest_result(one: Player, refused: Counter[int]) -> None:
    """Sends a result again until it is taken, as games do."""

    def is_taken() -> bool:
        status = one.send(7).status
        if status != 201:
            refused[status] += 1
        return status == 201

    wait_until(is_taken, "a result that is taken")


def test_home_is_refused_nothing_beside_sixty_players_and_twenty_who_flood(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    """All outside are behind one address, and each sync takes a tenth of a second."""
    syncs = SlowSyncs(tmp_path / "syncs")
    box = crowded(launch, registrations_per_hour=1_000)
    box.stop()
    box.environment = box.environment | syncs.environment
    box.start()
    outside = [outsider(box) for _ in range(80)]
    honest, hostile = outside[:60], outside[60:]
    home = [player(box) for _ in range(10)]
    over = threading.Event()
    told: dict[str, Counter[int]] = {"home": Counter(), "honest, refused": Counter(), "hostile": Counter()}

    def flood(one: Player) -> None:
        while not over.is_set():
            told["hostile"][one.send(1).status] += 1

    syncs.take(0.1)
    with ThreadPoolExecutor(120) as pool:
        floods = [pool.submit(flood, one) for one in hostile for _ in range(2)]
        try:
            wait_until(lambda: sum(told["hostile"].values()) >= 40, "the flood")
            players = [pool.submit(honest_result, one, told["honest, refused"]) for one in honest]
            for _ in range(5):
                told["home"].update(pool.map(lambda one: one.send(2).status, home))
            for one in players:
                one.result()
        finally:
            over.set()
        for one in floods:
            one.result()
    print({who: dict(statuses) for who, statuses in told.items()})
    assert told["home"] == {201: 50}, told
    assert told["hostile"][503] + told["hostile"][429] > 0, f"it was no flood: {told}"


def test_a_phone_outside_takes_none_of_homes_places(launch: Callable[..., Appliance]) -> None:
    """A phone has no installation: its player is made as it asks for the first time, wherever it is then."""
    box = crowded(launch, max_players=20)
    guests = [outsider(box) for _ in range(16)]
    assert {one.send(5).status for one in guests} == {201}
    idle = [player(box), player(box)]
    box.stop()
    older(box, 3_601)
    box.start()
    away = Phone(box).registered()
    refused = away.ask("GET", "/v1/me", X_Forwarded_For=STRANGER)
    assert is_problem(refused, 503) and refused.json["code"] == "arena-full", refused.body
    assert away.ask("GET", "/v1/me").status == 200, "at home it has a place"
    assert away.ask("GET", "/v1/me", X_Forwarded_For=STRANGER).status == 200, "and keeps it everywhere"
    assert Phone(box).registered().ask("GET", "/v1/me").status == 200
    assert is_problem(Phone(box).registered().ask("GET", "/v1/me", X_Forwarded_For=STRANGER), 503)
    assert {one.me().status for one in idle} == {200}, "home's guests stay, though they never played"
