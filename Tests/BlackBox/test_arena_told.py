"""Who is told of what: each kind of news has a switch that turns off that kind alone, and nobody hears of what was refused."""

from __future__ import annotations

import re
import sqlite3
import time
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any

from harness.appliance import Appliance, command
from harness.device import ask, is_problem
from harness.push import PushServices
from harness.waiting import wait_until
from test_arena_walk import Friend, arena, services

__all__ = ["arena", "services"]
"""Fixtures of that file, for the tests of this one."""

DAY = 86_400
DUELS = "/v1/me/duels"
ALONG = ("invited", "accepted", "challenged", "answered", "decided")
"""Kinds in the order in which a friendship and a duel bring them."""
KINDS = (*ALONG, "behind", "passed")


def told(one: Friend) -> list[str]:
    """The kinds of what was pushed to somebody, oldest first."""
    return [shown["tag"].split(":")[0].removeprefix("arena-") for shown in one.services.shown(one.push)]


def afterwards(one: Friend) -> None:
    """Somebody new is told of something: all that was to be told before has been told then."""
    last = Friend(one.appliance, one.services, f"Late {uuid.uuid4().hex[:8]}")
    assert one.ask("PUT", f"/v1/me/friends/{last.code}").json["relation"] == "sent"
    wait_until(lambda: told(last) == ["invited"], "the last invitation")


def sql(appliance: Appliance, *statements: str) -> None:
    """On the stopped box."""
    appliance.stop()
    with closing(sqlite3.connect(appliance.config.parent / "state" / "arena.db")) as file, file:
        for statement in statements:
            file.execute(statement)
    appliance.start()


def rows(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """All that is stored of friends, duels and whom installations play for."""
    wanted = {"friends": "*", "duels": "*", "installs": "install, player, former_player", "player_codes": "player, used_by"}
    with closing(sqlite3.connect(f"file:{folder}/arena.db?mode=ro", uri=True)) as file:
        return {table: file.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall() for table, columns in wanted.items()}


def test_a_switch_turns_off_its_kind_and_no_other(arena: Appliance, services: PushServices) -> None:
    pairs: dict[str, tuple[Friend, Friend]] = {}
    wanted: dict[Friend, list[str]] = {}
    for number, off in enumerate(ALONG):
        pairs[off] = Friend(arena, services, f"Ola {number}"), Friend(arena, services, f"Jan {number}")
        for one in pairs[off]:
            one.switch(**{off: False})
            wanted[one] = []

    def heard(kind: str, *sides: int) -> None:
        """All of these sides hear of it, but those who do not want to."""
        for off, pair in pairs.items():
            for side in sides:
                wanted[pair[side]] += [kind] if kind != off else []
        wait_until(lambda: all(told(one) == kinds for one, kinds in wanted.items()), f"everybody hears of {kind}")

    for one, other in pairs.values():
        assert one.ask("PUT", f"/v1/me/friends/{other.code}").json["relation"] == "sent"
    heard("invited", 1)
    for one, other in pairs.values():
        assert other.ask("PUT", f"/v1/me/friends/{one.code}").json["relation"] == "friend"
    heard("accepted", 0)
    duels = {off: one.challenge(other)["duel"] for off, (one, other) in pairs.items()}
    heard("challenged", 1)
    for off, (_, other) in pairs.items():
        assert other.ask("POST", f"{DUELS}/{duels[off]}/accept").status == 200
    heard("answered", 0)
    for off, (one, _) in pairs.items():
        assert one.ask("POST", f"{DUELS}/{duels[off]}/giveUp").status == 200
    heard("decided", 0, 1)
    afterwards(pairs["decided"][0])
    assert all(told(one) == kinds for one, kinds in wanted.items()), "nobody hears of more"


def test_near_the_end_of_a_duel_who_is_behind_gets_a_push(arena: Appliance, services: PushServices) -> None:
    ola, jan, ewa = (Friend(arena, services, name) for name in ("Ola", "Jan", "Ewa"))
    ewa.switch(behind=False)
    sql(arena, "INSERT INTO friends (low, high, inviter, type, at) SELECT min(a.id, b.id), max(a.id, b.id), a.id, 2, 0 "
        "FROM players a, players b WHERE a.name = 'Ola' AND b.name IN ('Jan', 'Ewa')")
    duels = [ola.challenge(other)["duel"] for other in (jan, ewa)]
    for other, duel in zip((jan, ewa), duels, strict=True):
        assert other.ask("POST", f"{DUELS}/{duel}/accept").status == 200
    assert jan.snake.send(20).status == ola.snake.send(50).status == 201
    # Of an hour the last quarter is near the end: ten minutes are left.
    sql(arena, f"UPDATE duels SET ends_at = {int(time.time()) + 600}")

    def of_its_end(one: Friend) -> list[dict[str, Any]]:
        return [shown for shown in services.shown(one.push) if shown["tag"].startswith("arena-behind:")]

    [shown] = wait_until(lambda: of_its_end(jan), "who is behind hears of it")
    assert re.fullmatch(r"([1-9]|10) minutes left, and you are 30 behind", shown["title"]), shown
    assert shown["body"] == "Ola is ahead · Snake: Level 1"
    assert shown["navigate"].endswith(f"/app#duels/{duels[0]}")
    arena.stop()
    arena.start()
    afterwards(ola)
    assert len(of_its_end(jan)) == 1 and of_its_end(ola) == of_its_end(ewa) == [], "once, and nobody else"


def test_nobody_hears_of_what_was_refused_and_nothing_of_it_is_stored(
    arena: Appliance, services: PushServices, tmp_path: Path
) -> None:
    ola, jan, ewa, kai, gone = everybody = [Friend(arena, services, name) for name in ("Ola", "Jan", "Ewa", "Kai", "Gone")]
    added = command("game", "board", "snake", "bounded", "low=0", "high=100", "--config", str(arena.settings), WATCHPOST_TEST="1")
    assert added.returncode == 0, added.stderr
    # What leads here is told to nobody: a phone takes few of these at once.
    for one in everybody:
        one.switch(**dict.fromkeys(KINDS, False))
    ola.befriend(jan)
    ola.befriend(gone)
    ola.befriend(kai)
    assert ola.ask("PUT", f"/v1/me/blocks/{kai.code}").json["relation"] == "blocked"
    waiting, running, over = (ola.challenge(jan)["duel"] for _ in range(3))
    for duel in (running, over):
        assert jan.ask("POST", f"{DUELS}/{duel}/accept").status == 200
    assert jan.ask("POST", f"{DUELS}/{over}/giveUp").status == 200
    code, removed = ola.ask("POST", "/v1/me/codes").json["code"], gone.code
    assert ask(arena.base, "DELETE", f"/v1/admin/players/{removed}", Authorization=f"Bearer {arena.owner_key}").status == 200
    for one in (ola, jan, ewa, kai):
        one.switch(**dict.fromkeys(KINDS, True))
    before = rows(tmp_path / "state")
    assert len(before["friends"]) == 2 and len(before["duels"]) == 3

    for what, method in ((what, method) for what in ("friends", "blocks") for method in ("PUT", "DELETE")):
        assert is_problem(ola.ask(method, f"/v1/me/{what}/{ola.code}"), 422)
        for nobody in (removed, "nobody"):
            assert is_problem(ola.ask(method, f"/v1/me/{what}/{nobody}"), 404)
    assert is_problem(ola.ask("PUT", f"/v1/me/friends/{kai.code}"), 409)
    wishes = [(ola, other, {}) for other in (ola.code, ewa.code, kai.code, removed, "nobody")] + [(ewa, jan.code, {}), (kai, ola.code, {})]
    wishes += [(ola, jan.code, {"board": "bounded", "goal": goal}) for goal in (-1, 101)]
    wishes += [(ola, jan.code, {"seconds": seconds}) for seconds in (0, 3_599, 30 * DAY + 1, 31 * DAY)]
    for one, other, more in wishes:
        body = {"player": other, "game": "snake", "board": "level-1", "seconds": 3_600} | more
        assert is_problem(one.ask("POST", DUELS, body, Idempotency_Key=str(uuid.uuid4())), 422), (other, more)
    allowed = {(waiting, "accept", jan), (waiting, "decline", jan), (waiting, "cancel", ola), (running, "accept", jan),
               (running, "giveUp", ola), (running, "giveUp", jan), (over, "rematch", ola), (over, "rematch", jan)}  # fmt: skip
    for duel in (waiting, running, over):
        for action in ("accept", "decline", "cancel", "giveUp", "rematch"):
            for one in {ola, jan} - {who for known, act, who in allowed if (known, act) == (duel, action)}:
                assert is_problem(one.ask("POST", f"{DUELS}/{duel}/{action}"), 409), (duel, action)
            assert is_problem(ewa.ask("POST", f"{DUELS}/{duel}/{action}"), 404)
    for one, text, status in ((ola, code, 409), (ewa, code, 409), (jan, code, 409), (ewa, "WRONGONE", 404)):
        assert is_problem(one.ask("POST", "/v1/me/join", {"code": text}), status)
    assert rows(tmp_path / "state") == before

    # What is told in the end would have come behind it.
    assert ewa.ask("PUT", f"/v1/me/friends/{jan.code}").json["relation"] == "sent"
    wait_until(lambda: told(jan), "an invitation")
    afterwards(ewa)
    assert told(jan) == ["invited"] and not any(told(one) for one in (ola, ewa, kai, gone)), "nothing but that"
