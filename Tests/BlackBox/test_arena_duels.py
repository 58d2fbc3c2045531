"""Duels over the binary: three people, one of them an outsider, and a clock that is moved; pulled plugs; what is refused."""

from __future__ import annotations

import re
import sqlite3
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.clock import Clock
from harness.device import Phone, ask, is_problem
from harness.waiting import wait_until
from test_arena_games import begin, game
from test_arena_results import Player, player

DUELS = "/v1/me/duels"
HOUR = 3_600
DAY = 86_400


class Box:
    """An appliance whose clock is moved, and people who are friends."""

    def __init__(self, launch: Callable[..., Appliance], folder: Path) -> None:
        self.state = folder / "state"
        self.clock = Clock(folder / "clock")
        self.noon = datetime.now(UTC).replace(microsecond=0)
        self.appliance = begin(launch, panel={"seconds_per_page": 2})
        self.appliance.stop()
        self.appliance.environment = self.appliance.environment | self.clock.environment
        self.appliance.start()
        added = game(self.appliance, "board", "snake", "level-1", "name=Level 1", "unit=pts", "low=0", "high=1000", "hold=900")
        assert added.returncode == 0, added.stderr

    def later(self, seconds: float) -> None:
        """So many seconds after the beginning, and on from there."""
        self.clock.read(self.noon + timedelta(seconds=seconds))

    def befriend(self, *people: Any) -> None:
        """Each with each, as if they had said so."""
        codes = [one.ask("GET", "/v1/me").json["code"] for one in people]
        self.sql("arena.db", *(
            f"INSERT INTO friends (low, high, inviter, type, at) SELECT min(a.id, b.id), max(a.id, b.id), a.id, 2, 0 "
            f"FROM players a, players b WHERE a.code = '{one}' AND b.code = '{other}'"
            for place, one in enumerate(codes) for other in codes[place + 1:]
        ))

    def sql(self, name: str, *statements: str) -> None:
        """On the stopped box."""
        self.appliance.stop()
        with sqlite3.connect(self.state / name) as file:
            for statement in statements:
                file.execute(statement)
        self.appliance.start()

    def read(self, query: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(f"file:{self.state}/arena.db?mode=ro", uri=True) as file:
            return file.execute(query).fetchall()


@pytest.fixture
def box(launch: Callable[..., Appliance], tmp_path: Path) -> Box:
    return Box(launch, tmp_path)


@pytest.fixture
def three(box: Box) -> tuple[Player, Player, Player]:
    """Ola and Jan are friends, Ewa is nobody's."""
    ola, jan, ewa = (player(box.appliance, name) for name in ("Ola", "Jan", "Ewa"))
    box.befriend(ola, jan)
    return ola, jan, ewa


def code(one: Phone) -> str:
    return one.ask("GET", "/v1/me").json["code"]


def challenge(one: Phone, other: str, key: str | None = None, **wish: Any) -> Any:
    """Asks for a duel."""
    body = {"player": other, "game": "snake", "board": "level-1", "seconds": 2 * HOUR} | wish
    return one.ask("POST", DUELS, {name: value for name, value in body.items() if value is not None},
                   Idempotency_Key=key or str(uuid.uuid4()))


def act(one: Phone, duel: str, action: str) -> Any:
    return one.ask("POST", f"{DUELS}/{duel}/{action}")


def seen(one: Phone, duel: str) -> dict[str, Any]:
    answer = one.ask("GET", f"{DUELS}/{duel}")
    assert answer.status == 200, answer.body
    return answer.json


def running(one: Phone, other: Phone, **wish: Any) -> str:
    """The code of a duel that was asked for and accepted."""
    made = challenge(one, code(other), **wish)
    assert made.status == 201, made.body
    assert act(other, made.json["duel"], "accept").status == 200
    return made.json["duel"]


def test_a_duel_from_the_challenge_to_the_goal(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, ewa = three
    assert ola.send(700).status == 201, "before it: counts nowhere in it"
    key = str(uuid.uuid4())
    made = challenge(ola, code(jan), key, goal=800)
    assert made.status == 201, made.body
    duel = made.json
    assert (duel["state"], duel["isMine"], duel["goalText"], duel["opponent"]["name"]) == ("waiting", True, "800 pts", "Jan")
    assert duel["boardName"] == "Level 1" and duel["gameName"] == "Snake" and duel["order"] == "more"
    assert "best" not in duel and "endsAt" not in duel and duel["answerBy"] > duel["createdAt"]
    repeated = challenge(ola, code(jan), f'"{key.upper()}"', goal=800)
    assert repeated.status == 200 and repeated.json == duel
    for change in ({"goal": 801}, {"goal": None}, {"seconds": HOUR}, {"board": "x"}):
        used = challenge(ola, code(jan), key, **({"goal": 800} | change))
        assert is_problem(used, 422) and used.json["code"] == "key-used", change
    assert seen(jan, duel["duel"])["isMine"] is False
    started = act(jan, duel["duel"], "accept")
    assert started.status == 200 and started.json["state"] == "running", started.body
    for one in (ola, jan):
        early = one.ask("POST", f"{DUELS}/{duel['duel']}/rematch")
        assert is_problem(early, 409) and early.json["code"] == "duel-state"
        assert early.json["current"] == seen(one, duel["duel"])
    assert box.read("SELECT count(*) FROM duels") == [(1,)], "nothing is stored before it is over"
    assert act(jan, duel["duel"], "accept").json == started.json, "a lost answer"
    assert ola.send(500).status == 201 and jan.send(300).status == 201 and jan.send(100).status == 201
    assert ewa.send(850).status == 201
    mine = seen(ola, duel["duel"])
    assert (mine["best"]["score"], mine["theirBest"]["scoreText"], mine["ahead"]) == (500, "300 pts", "mine")
    assert mine["gapText"] == "200 pts"
    assert seen(jan, duel["duel"])["ahead"] == "theirs"
    box.appliance.kill()
    box.appliance.start()
    assert jan.send(800).status == 201
    over = seen(jan, duel["duel"])
    assert (over["state"], over["outcome"], over["reason"]) == ("over", "won", "goal")
    assert seen(ola, duel["duel"])["outcome"] == "lost"
    assert ola.send(890).status == 201
    assert seen(ola, duel["duel"])["best"]["score"] == 500
    again = ola.ask("POST", f"{DUELS}/{duel['duel']}/rematch")
    assert again.status == 201 and again.json["rematchOf"] == duel["duel"] and again.json["goal"] == 800
    assert ola.ask("POST", f"{DUELS}/{duel['duel']}/rematch").json == again.json
    crossed = jan.ask("POST", f"{DUELS}/{duel['duel']}/rematch")
    assert crossed.status == 200 and crossed.json["duel"] == again.json["duel"] and not crossed.json["isMine"]


def test_every_wish_of_every_side_in_every_state(three: tuple[Player, ...]) -> None:
    ola, jan, ewa = three
    allowed = {"waiting": {("jan", "accept"), ("jan", "decline"), ("ola", "cancel")},
               "running": {("ola", "giveUp"), ("jan", "giveUp"), ("jan", "accept")}, "over": set()}
    people = {"ola": ola, "jan": jan}
    for state, may in allowed.items():
        duel = ""
        for name, one in people.items():
            for action in ("accept", "decline", "cancel", "giveUp"):
                if not duel:
                    duel = challenge(ola, code(jan)).json["duel"]
                    if state != "waiting":
                        assert act(jan, duel, "accept").status == 200
                    if state == "over":
                        assert act(ola, duel, "giveUp").status == 200
                before = seen(ola, duel)
                assert is_problem(act(ewa, duel, action), 404)
                answer = act(one, duel, action)
                if (name, action) in may:
                    assert answer.status == 200, (state, name, action)
                    duel = "" if state == "waiting" or action == "giveUp" else duel
                else:
                    assert is_problem(answer, 409), (state, name, action)
                    assert answer.json["current"]["duel"] == duel and answer.json["current"]["state"] == state
                    assert seen(ola, duel) == before, "nothing was stored"
    reasons = {one["reason"] for one in ola.ask("GET", f"{DUELS}?state=archive&limit=50").json["duels"]}
    assert reasons == {"declined", "cancelled", "gaveUp"}
    for one in ola.ask("GET", f"{DUELS}?state=running").json["duels"]:
        assert act(ola, one["duel"], "giveUp").json["outcome"] == "lost"


def test_the_end_is_decided_by_the_boxs_own_clock(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, _ = three
    box.later(0)
    read, unread = running(ola, jan), running(jan, ola)
    assert ola.send(10).status == 201 and jan.send(20).status == 201
    box.later(2 * HOUR - 300)
    assert ola.send(15).status == 201, "in its last minutes"
    assert seen(ola, read)["state"] == "running"
    box.later(HOUR)
    assert seen(ola, read)["state"] == "running", "a clock that was put back"
    box.later(2 * HOUR + 300)
    # Whoever reads it first sees it decided; nobody has to.
    over = seen(ola, read)
    assert (over["outcome"], over["reason"], over["best"]["score"], over["theirBest"]["score"]) == ("lost", "better", 15, 20)
    assert over["overAt"] == over["endsAt"]
    wait_until(lambda: box.read(f"SELECT state FROM duels WHERE code = '{unread}'") == [(2,)], "the end of the other")
    assert ola.send(100).status == 201
    assert seen(jan, unread)["best"]["score"] == 20
    box.later(0)
    assert seen(ola, read)["outcome"] == "lost", "what is decided stays"
    assert is_problem(act(ola, read, "giveUp"), 409)


def test_what_ended_while_the_plug_was_out_is_decided_at_the_start(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, _ = three
    duel, waiting = running(ola, jan), challenge(jan, code(ola)).json["duel"]
    assert jan.send(20).status == 201
    box.appliance.kill()
    box.later(8 * DAY)
    box.appliance.start()
    states = f"SELECT state, outcome, reason FROM duels WHERE code IN ('{duel}', '{waiting}') ORDER BY id"
    wait_until(lambda: box.read(states) == [(2, 1, "alone"), (2, 3, "expired")], "the decision")
    assert seen(jan, duel)["outcome"] == "won"
    assert seen(ola, waiting)["reason"] == "expired" and is_problem(act(ola, waiting, "accept"), 409)


def test_a_clock_that_is_not_set_decides_nothing(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, _ = three
    duel = running(ola, jan)
    box.appliance.stop()
    box.clock.read(datetime(1970, 1, 2, tzinfo=UTC))
    box.appliance.start()
    assert is_problem(ola.ask("GET", f"{DUELS}/{duel}"), 503)
    assert is_problem(act(ola, duel, "giveUp"), 503)
    assert box.read(f"SELECT state FROM duels WHERE code = '{duel}'") == [(1,)]
    box.later(60)
    wait_until(lambda: ola.ask("GET", f"{DUELS}/{duel}").status == 200, "a clock that is set")
    assert seen(ola, duel)["state"] == "running"


def test_a_hidden_result_decides_anew_and_a_held_one_counts_when_it_is_taken(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, _ = three
    box.later(0)
    duel = running(ola, jan)
    assert ola.send(50).status == 201 and jan.send(40).status == 201
    assert ola.send(950).json["state"] == "held"
    assert seen(ola, duel)["best"]["score"] == 50
    box.later(3 * HOUR)
    assert seen(ola, duel)["outcome"] == "won"

    def judge(number: int, verb: str) -> None:
        path = f"/v1/admin/games/snake/results/{number}/{verb}"
        assert ask(box.appliance.base, "POST", path, Authorization=f"Bearer {box.appliance.owner_key}").status == 200

    judge(1, "hide")
    assert (seen(ola, duel)["outcome"], seen(ola, duel)["reason"]) == ("lost", "hidden")
    judge(3, "restore")
    assert seen(ola, duel)["outcome"] == "won" and seen(ola, duel)["best"]["score"] == 950
    judge(2, "hide")
    assert (seen(jan, duel)["outcome"], seen(jan, duel)["reason"]) == ("lost", "alone")
    box.later(33 * DAY)
    judge(3, "hide")
    assert seen(ola, duel)["outcome"] == "won", "too late to decide anew"


def test_lists_go_on_by_cursor_and_are_asked_about_by_tag(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, ewa = three
    running_ones = [running(ola, jan, seconds=HOUR + number) for number in (30, 10, 20)]
    waiting = [challenge(jan, code(ola)).json["duel"] for _ in range(3)]
    over = [running(jan, ola) for _ in range(3)]
    for duel in over:
        assert act(ola, duel, "giveUp").status == 200

    def walked(one: Phone, state: str) -> list[str]:
        found, cursor = [], ""
        while True:
            page = one.ask("GET", f"{DUELS}?state={state}&limit=2{cursor}").json
            found += [entry["duel"] for entry in page["duels"]]
            if "next" not in page:
                return found
            cursor = f"&cursor={page['next']}"

    assert walked(ola, "running") == [running_ones[number] for number in (1, 2, 0)]
    assert walked(jan, "waiting") == waiting[::-1]
    assert walked(ola, "archive") == over[::-1]
    assert walked(ewa, "running") == walked(ewa, "waiting") == walked(ewa, "archive") == []
    for query in ("state=won", "limit=0", "limit=51"):
        assert is_problem(ola.ask("GET", f"{DUELS}?{query}"), 400), query
    bad = ["cursor=nothing", "cursor=", "cursor=%ff", f"state=archive&cursor={running_ones[0]}", f"state=archive&cursor={waiting[0]}",
           f"state=running&cursor={waiting[0]}"]
    for query in bad + [f"state=archive&cursor={'x' * length}" for length in (200, 600, 3_000)]:
        refused = ola.ask("GET", f"{DUELS}?{query}")
        assert is_problem(refused, 400) and refused.json["code"] == "cursor-invalid", query
    others = ewa.ask("GET", f"{DUELS}?cursor={over[0]}")
    assert is_problem(others, 400) and others.json["code"] == "cursor-invalid", "of others"
    assert ola.ask("GET", f"{DUELS}?cursor={over[0]}").status == 200, "one that has left the list meanwhile"
    first = ola.ask("GET", DUELS)
    assert first.headers["Cache-Control"] == "private, no-cache"
    assert ola.ask("GET", DUELS, If_None_Match=first.headers["ETag"]).status == 304
    assert ola.send(5).status == 201
    assert ola.ask("GET", DUELS, If_None_Match=first.headers["ETag"]).status == 200


@pytest.mark.parametrize(("wish", "status", "word"), [
    ({"goal": 1_001}, 422, "goal-out-of-bounds"), ({"goal": -1}, 422, "goal-out-of-bounds"),
    ({"goal": 2**63}, 400, None), ({"goal": 1.5}, 400, None), ({"goal": "5"}, 400, None),
    ({"seconds": 0}, 422, "seconds"), ({"seconds": -5}, 422, "seconds"), ({"seconds": 31 * DAY}, 422, "seconds"),
    ({"seconds": HOUR - 1}, 422, "seconds"), ({"seconds": None}, 400, None), ({"board": "none"}, 404, None),
    ({"game": "none"}, 404, None), ({"player": "nobody"}, 422, "not-a-friend"), ({"player": ""}, 422, "not-a-friend"),
    ({"player": None}, 400, None), ({"board": "x" * 600}, 404, None), ({"board": "x" * 2_000}, 413, None),
])  # fmt: skip
def test_bad_wishes_are_refused_in_words_and_nothing_is_stored(
    box: Box, three: tuple[Player, ...], wish: dict[str, Any], status: int, word: str | None
) -> None:
    ola, jan, _ = three
    refused = challenge(ola, code(jan), **wish)
    assert is_problem(refused, status) and refused.json.get("code") == word, refused.body
    assert box.read("SELECT count(*) FROM duels") == [(0,)] and box.read("SELECT count(*) FROM news") == [(0,)]


def test_nobody_but_friends_and_nothing_without_a_key(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, ewa = three
    for one, other, word in ((ola, ewa, "not-a-friend"), (ewa, ola, "not-a-friend"), (ola, ola, "self")):
        refused = challenge(one, code(other))
        assert is_problem(refused, 422) and refused.json["code"] == word
    stranger, unknown = challenge(ewa, code(ola)).json, challenge(ewa, "nobody").json
    assert stranger == unknown, "whether there is such a player is not said"
    body = {"player": code(jan), "game": "snake", "board": "level-1", "seconds": HOUR}
    for key in ("", "five", "x" * 36):
        missing = ola.ask("POST", DUELS, body, **({"Idempotency_Key": key} if key else {}))
        assert is_problem(missing, 400) and missing.json["code"] == "key-missing"
    assert ask(box.appliance.base, "GET", DUELS).status == 401
    assert is_problem(ola.ask("GET", f"{DUELS}/none"), 404)
    box.sql("arena.db", "UPDATE friends SET blocked = 1")
    assert challenge(ola, code(jan)).json == challenge(ola, "nobody").json
    assert box.read("SELECT count(*) FROM duels") == [(0,)]


def test_the_21st_duel_and_the_31st_challenge_of_an_hour(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, ewa = three
    box.befriend(jan, ewa)
    duels = [challenge(ola, code(jan)) for _ in range(20)]
    assert all(one.status == 201 for one in duels)
    for one, other in ((ola, jan), (jan, ola), (ewa, jan)):
        full = challenge(one, code(other))
        assert is_problem(full, 409) and full.json["code"] == "duels-full"
    assert box.read("SELECT count(*) FROM duels") == [(20,)]
    assert act(jan, duels[0].json["duel"], "decline").status == 200
    assert challenge(ola, code(jan)).status == 201
    for _ in range(8):
        assert challenge(ola, code(jan)).status == 409
    assert is_problem(challenge(ola, code(jan)), 429)


def test_who_is_banned_from_a_game_begins_no_duel_of_it(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, _ = three
    sent, runs = challenge(jan, code(ola)).json["duel"], running(ola, jan)
    assert game(box.appliance, "ban", "snake", code(ola)).returncode == 0
    own, others = challenge(ola, code(jan)), challenge(jan, code(ola))
    assert is_problem(own, 403) and own.json["code"] == "player-banned"
    assert is_problem(others, 422) and others.json["code"] == "friend-unavailable" and "ban" not in others.json["detail"]
    assert is_problem(act(ola, sent, "accept"), 403)
    assert seen(ola, runs)["state"] == "running"
    assert act(ola, runs, "giveUp").status == 200
    assert is_problem(ola.ask("POST", f"{DUELS}/{runs}/rematch"), 403) and is_problem(jan.ask("POST", f"{DUELS}/{runs}/rematch"), 422)
    assert game(box.appliance, "unban", "snake", code(ola)).returncode == 0
    assert act(ola, sent, "accept").status == 200


def test_a_closed_game_and_a_removed_player_leave_their_duels(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, ewa = three
    box.befriend(ola, ewa)
    with_ewa, with_jan, won = running(ola, ewa), running(ola, jan), running(ewa, ola)
    asked = challenge(ewa, code(ola)).json["duel"]
    assert act(ewa, won, "giveUp").status == 200
    removed = game(box.appliance, "remove-player", code(ewa))
    assert removed.returncode == 0, removed.stderr
    left = seen(ola, with_ewa)
    assert (left["outcome"], left["reason"]) == ("void", "removed") and "opponent" not in left
    archive = ola.ask("GET", f"{DUELS}?state=archive").json["duels"]
    assert {one["duel"]: (one["outcome"], one["reason"]) for one in archive} == {
        won: ("won", "gaveUp"), with_ewa: ("void", "removed"), asked: ("void", "removed"),
    }, archive
    assert not any("opponent" in one for one in archive), "nobody is named there"
    assert is_problem(ola.ask("POST", f"{DUELS}/{with_ewa}/rematch"), 422)
    assert game(box.appliance, "close", "snake").returncode == 0
    assert (seen(jan, with_jan)["outcome"], seen(jan, with_jan)["reason"]) == ("void", "closed")
    closed = challenge(ola, code(jan))
    assert is_problem(closed, 410) and closed.json["code"] == "game-closed"
    assert is_problem(ola.ask("POST", f"{DUELS}/{with_jan}/rematch"), 410)


def test_who_blocked_whom_is_said_to_neither(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, _ = three
    going, waiting = running(ola, jan), challenge(jan, code(ola)).json["duel"]
    assert jan.ask("PUT", f"/v1/me/blocks/{code(ola)}").json["relation"] == "blocked"
    for duel in (going, waiting):
        mine, theirs = seen(ola, duel), seen(jan, duel)
        assert mine["outcome"] == theirs["outcome"] == "void" and mine["reason"] == theirs["reason"] == "unfriended"
    for one in (ola, jan):
        exported = one.ask("GET", "/v1/me/export")
        assert {duel["reason"] for duel in exported.json["duels"]} == {"unfriended"}


def test_who_is_no_friend_any_more_keeps_what_runs_and_who_becomes_the_other_side_keeps_nothing(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, ewa = three
    going, waiting = running(ola, jan), challenge(jan, code(ola)).json["duel"]
    assert ola.ask("DELETE", f"/v1/me/friends/{code(jan)}").json["relation"] == "none"
    for one in (ola, jan):
        assert (seen(one, waiting)["outcome"], seen(one, waiting)["reason"]) == ("void", "unfriended")
        assert seen(one, going)["state"] == "running"
    said = jan.ask("POST", "/v1/me/codes").json["code"]
    assert ola.ask("POST", "/v1/me/join", {"code": said, "preview": True}).json["voidedDuels"] == 1
    assert ola.ask("POST", "/v1/me/join", {"code": said}).json["done"] is True
    for one in (ola, jan):
        assert (seen(one, going)["outcome"], seen(one, going)["reason"]) == ("void", "merged")
    for duel in (going, waiting):
        assert is_problem(ewa.ask("GET", f"{DUELS}/{duel}"), 404)


def test_a_hidden_score_is_gone_everywhere_with_the_answer(box: Box, three: tuple[Player, ...]) -> None:
    """Board, place, total, friend's page, duel, and the pages for people who have no app: by the first read of each after it."""
    ola, jan, _ = three
    duel = running(ola, jan)
    assert ola.send(40).status == 201 and ola.send(777).status == 201 and jan.send(60).status == 201
    board = "/v1/games/snake/boards/level-1"

    def reads() -> dict[str, bytes]:
        """What is said of Ola, each by one question."""
        asked = {place: ask(box.appliance.base, "GET", place) for place in (board, "/games/snake", "/embed/snake/level-1")}
        asked |= {place: jan.ask("GET", place) for place in (f"{board}/me", f"/v1/me/friends/{code(ola)}", f"{DUELS}/{duel}")}
        asked |= {f"own {place}": ola.ask("GET", place) for place in (f"{board}/me", "/v1/me/games", f"{DUELS}/{duel}")}
        assert all(answer.status == 200 for answer in asked.values())
        return {place: answer.body for place, answer in asked.items()}

    # Not within a code or another number.
    score = re.compile(rb"(?<![\w-])777(?![\w-])")
    assert {place for place, body in reads().items() if not score.search(body)} == set()
    path = "/v1/admin/games/snake/results/2/hide"
    assert ask(box.appliance.base, "POST", path, Authorization=f"Bearer {box.appliance.owner_key}").status == 200
    assert {place for place, body in reads().items() if score.search(body)} == set()
    assert [row["score"] for row in ask(box.appliance.base, "GET", board).json["rows"]] == [60, 40]
    assert (seen(ola, duel)["best"]["score"], seen(ola, duel)["ahead"]) == (40, "theirs")


def test_a_board_that_counts_the_other_way_round_leaves_who_was_ahead(box: Box, three: tuple[Player, ...]) -> None:
    ola, jan, _ = three
    box.later(0)
    decided = running(ola, jan)
    assert ola.send(50).status == 201 and jan.send(40).status == 201
    box.later(3 * HOUR)
    given = running(ola, jan)
    assert ola.send(60).status == 201 and jan.send(70).status == 201
    assert act(ola, given, "giveUp").status == 200
    before = {duel: (seen(ola, duel), seen(jan, duel)) for duel in (decided, given)}
    assert [seen["ahead"] for seen in before[decided] + before[given]] == ["mine", "theirs", "theirs", "mine"]
    owner = f"Bearer {box.appliance.owner_key}"
    turned = ask(box.appliance.base, "POST", "/v1/admin/games/snake/boards/level-1/seasons", {"season": 0, "order": "less"},
                 Authorization=owner)
    assert turned.status == 201, turned.body
    assert (seen(ola, decided), seen(jan, decided)) == before[decided], "as it was: more is better, and by how much"
    later = seen(ola, given)
    assert "ahead" not in later and "gapText" not in later and later["outcome"] == "lost", "nothing says it any more"
    fresh = running(ola, jan)
    # Better ones than 900 would be held, which are the smaller ones now.
    assert ola.send(950).status == 201 and jan.send(960).status == 201
    assert seen(ola, fresh)["ahead"] == "mine" and seen(ola, fresh)["order"] == "less"


def turn(page: Callable[[], str]) -> list[str]:
    """The pages of the display until one of them is there again."""
    pages = [page()]

    def is_round() -> bool:
        if (now := page()) != pages[-1]:
            pages.append(now)
        return len(set(pages)) < len(pages)

    wait_until(is_round, "a whole turn of the display")
    return pages


@pytest.mark.slow
def test_a_phone_is_a_side_and_its_duel_is_on_the_display_of_its_home(box: Box) -> None:
    ola = Phone(box.appliance).registered()
    renamed = ola.ask("PUT", "/v1/me", {"version": ola.ask("GET", "/v1/me").json["version"], "name": "Żółć"})
    assert renamed.status == 200, renamed.body
    jan = player(box.appliance, "Jan")
    box.sql("state.db", "UPDATE persons SET administrator = 1")
    box.befriend(ola, jan)
    duel = running(ola, jan, seconds=5 * HOUR)
    assert jan.send(300).status == 201

    def page() -> str:
        return box.appliance.get_json("/v1/panel")["display"]["page"]

    def shown(page: str) -> list[str] | None:
        display = box.appliance.get_json("/v1/panel")["display"]
        return display["lines"] if display["page"] == page else None

    lines = wait_until(lambda: shown(f"duel/{duel}"), "the page of the duel")
    assert lines == ["Zolc           -", "Jan      300 pts"]
    assert wait_until(lambda: shown(f"duel/{duel}/left"), "its time")[0] == "Zolc - Jan      "
    assert act(jan, duel, "giveUp").status == 200
    wait_until(lambda: not page().startswith("duel/"), "another page")
    assert not any(one.startswith("duel/") for one in turn(page)), "no page of a duel that is over"


@pytest.mark.waits
def test_the_display_shows_no_duels_where_the_settings_say_so(box: Box) -> None:
    ola, jan = Phone(box.appliance).registered(), player(box.appliance, "Jan")
    box.befriend(ola, jan)

    def panel(*lines: str) -> None:
        """Further lines of the section `[panel]`, for the box that starts anew."""
        box.appliance.stop()
        config = box.appliance.config
        text = config.read_text(encoding="utf-8").replace("[panel]\n", "".join(["[panel]\n", *(f"{line}\n" for line in lines)]))
        config.write_text(text, encoding="utf-8")
        box.appliance.start()

    def page() -> str:
        return box.appliance.get_json("/v1/panel")["display"]["page"]

    box.sql("state.db", "UPDATE persons SET administrator = 1")
    duel = running(ola, jan, seconds=5 * HOUR)
    wait_until(lambda: page() == f"duel/{duel}", "the page of the duel")
    panel("duels = false")
    assert seen(ola, duel)["state"] == "running"
    assert not any(one.startswith("duel/") for one in turn(page)), "a display without duels"


def test_near_its_end_who_is_behind_is_told_once(box: Box) -> None:
    ola, jan = Phone(box.appliance).registered(), player(box.appliance, "Jan")
    box.befriend(ola, jan)
    box.later(0)
    duel = running(ola, jan, seconds=5 * DAY)
    assert jan.send(300).status == 201
    told = f"SELECT count(*) FROM duels WHERE code = '{duel}' AND is_near = 1"
    box.later(4 * DAY - 60)
    assert seen(ola, duel)["state"] == "running" and box.read(told) == [(0,)]
    box.later(4 * DAY + 60)
    wait_until(lambda: box.read(told) == [(1,)], "the notice")
