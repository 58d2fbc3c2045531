"""News of friends and duels reach phones by push, each kind once, and none that was taken back before it left."""

from __future__ import annotations

import json
import signal
import sqlite3
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance, command
from harness.clock import NOON
from harness.device import ask
from harness.phone import Phone
from harness.preload import library
from harness.push import PushServices
from harness.settings import UNLIMITED
from harness.waiting import PATIENCE, wait_until
from test_arena_games import ON
from test_arena_results import player

DAY = 86_400
CONTENT = {
    "player": "Kestrel_9", "page": "duels/abc", "game": "Snake", "board": "Level 1", "mine": "5310", "theirs": "9000",
    "gap": "3690", "place": 4,
}  # fmt: skip
KINDS = {
    "invited": ("friends", "Kestrel_9 wants to be your friend"),
    "accepted": ("friends", "Kestrel_9 and you are friends now"),
    "challenged": ("duels/abc", "Kestrel_9 challenges you to a duel"),
    "answered": ("duels/abc", "Kestrel_9 accepts your challenge"),
    "decided": ("duels/abc", "Kestrel_9 wins the duel against you"),
    "behind": ("duels/abc", "A day left, and you are 3690 behind"),
    "passed": ("games/snake/level-1", "Kestrel_9 passed you: place 4 now"),
}
WORDS = {"answered": "accepted", "decided": "lost"}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[PushServices]:
    """Push services in which everything works."""
    services = PushServices(tmp_path / "push")
    yield services
    services.close()


@pytest.fixture
def box(launch: Callable[..., Appliance], services: PushServices) -> Appliance:
    """An arena with a board, and push."""
    addresses = services.addresses
    push = {"connect_to": addresses["connect_to"], "ca_file": addresses["ca"], "web": {"contact": "mailto:o@example.org"}}
    server = {"public_url": "https://box.example.org"}
    settings = {"devices": UNLIMITED, "server": server, "arena": ON, "push": push}
    box = launch(("us",), fresh=False, environment={"WATCHPOST_TEST": "1"}, **settings)
    for words in (("add", "snake", "name=Snake", f"zone={NOON}"), ("board", "snake", "level-1", "name=Level 1")):
        done = command("game", *words, "--config", str(box.settings), WATCHPOST_TEST="1")
        assert done.returncode == 0, done.stderr
    return box


@dataclass
class Person:
    """Somebody with a phone, who plays."""

    phone: Phone
    push: dict[str, Any]
    code: str
    """Of the player."""


def person(box: Appliance, services: PushServices, locale: str = "en-GB") -> Person:
    phone, push = Phone(box, locale), services.subscribe()
    phone.register(push)
    me = ask(box.base, "GET", "/v1/me", Authorization=f"Bearer {phone.identifier}.{phone.secret}")
    assert me.status == 200, me.body
    return Person(phone, push, me.json["code"])


def write(tmp_path: Path, statement: str, *values: object) -> None:
    """A statement on the arena's file, whether or not the box runs."""
    with sqlite3.connect(tmp_path / "state" / "arena.db", timeout=PATIENCE) as arena:
        arena.execute(statement, values)
    arena.close()


def tell(tmp_path: Path, who: Person, kind: str, subject: str = "d:abc", word: str | None = None, **content: object) -> None:
    """Puts news down, as the arena does; an empty word takes back."""
    now = int(time.time())
    text = json.dumps(CONTENT | {"page": KINDS[kind][0]} | content)
    write(
        tmp_path,
        "INSERT INTO news (person, kind, subject, word, payload, at, expires_at)"
        " SELECT person, ?2, ?3, ?4, ?5, ?6, ?7 FROM players WHERE code = ?1",
        who.code, kind, subject, WORDS.get(kind, kind) if word is None else word, text, now, now + DAY,
    )  # fmt: skip


def waiting(tmp_path: Path) -> int:
    with sqlite3.connect(tmp_path / "state" / "arena.db", timeout=PATIENCE) as arena:
        [count] = arena.execute("SELECT count(*) FROM news").fetchone()
    arena.close()
    return count


def afterwards(box: Appliance, services: PushServices, tmp_path: Path, last: Person) -> None:
    """Starts the stopped box with news for somebody who heard of nothing yet: what was to be told before has been told then."""
    tell(tmp_path, last, "decided", subject="d:late", player="Late")
    box.start()
    services.await_titles(last.push, ["Late wins the duel against you"])


def titles(services: PushServices, who: Person) -> list[str]:
    return [shown["title"] for shown in services.shown(who.push)]


def test_each_kind_arrives_in_its_language_with_its_page(box: Appliance, services: PushServices, tmp_path: Path) -> None:
    people = {kind: person(box, services) for kind in KINDS}
    pole, last = person(box, services, "pl-PL"), person(box, services)
    box.stop()
    for kind, who in people.items():
        tell(tmp_path, who, kind)
    tell(tmp_path, pole, "decided")
    box.start()
    for kind, who in people.items():
        page, title = KINDS[kind]
        services.await_titles(who.push, [title])
        [shown] = services.shown(who.push)
        assert shown["navigate"] == f"https://box.example.org/app#{page}"
        assert shown["tag"] == f"arena-{kind}:d:abc"
    services.await_titles(pole.push, ["Kestrel_9 wygrywa z tobą pojedynek"])
    wait_until(lambda: waiting(tmp_path) == 0, "nothing waits any more")
    metrics = box.get("/metrics").body.decode()
    assert "watchpost_arena_news_relayed_total 8" in metrics and "watchpost_arena_news_waiting 0" in metrics
    box.stop()
    afterwards(box, services, tmp_path, last)
    assert all(len(titles(services, who)) == 1 for who in people.values()), "nothing is told again"


def test_what_is_taken_back_before_it_leaves_never_does(box: Appliance, services: PushServices, tmp_path: Path) -> None:
    ola, jan, last = (person(box, services) for _ in range(3))
    box.stop()
    tell(tmp_path, ola, "challenged")
    tell(tmp_path, ola, "challenged", word="")
    tell(tmp_path, ola, "answered", subject="d:other")
    # Three leave at once; the last two wait for their turn.
    for number in range(3):
        tell(tmp_path, jan, "decided", subject=f"d:{number}", player=f"P{number}")
    tell(tmp_path, jan, "invited", subject=f"f:{ola.code}", player="Ola")
    tell(tmp_path, jan, "decided", subject="d:last", player="Last")
    box.start()
    services.await_titles(ola.push, ["Kestrel_9 accepts your challenge"])
    services.await_titles(jan.push, [f"P{number} wins the duel against you" for number in range(3)])
    # A service has a notice before the box has noted its answer.
    expected = ["pending", "pending", "sent", "sent", "sent"]
    wait_until(lambda: [notice["state"] for notice in jan.phone.notices()] == expected, "three left")

    removed = ask(
        box.base, "DELETE", f"/v1/admin/players/{ola.code}", Authorization=f"Bearer {box.owner_key}"
    )
    assert removed.status == 200, removed.body
    wait_until(lambda: jan.phone.notices()[1]["state"] == "dropped", "nobody is invited by a deleted player")
    box.stop()
    tell(tmp_path, jan, "decided", subject="*", word="")
    box.start()
    wait_until(lambda: jan.phone.notices()[0]["state"] == "dropped", "the kind was switched off")
    assert jan.phone.notices()[0]["reason"] == "no longer wanted"
    box.stop()
    afterwards(box, services, tmp_path, last)
    assert len(titles(services, jan)) == 3 and len(titles(services, ola)) == 1, "nothing more leaves"


PLUGS = {
    "told": ("row_number() OVER (PARTITION BY o.device, o.aspect", "state.db-wal"),
    "deleted": ("DELETE FROM news WHERE id <= ?1", "arena.db-wal"),
}
CALLS = {"write": "pwrite64", "sync": "fdatasync"}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", PLUGS)
def test_the_plug_is_pulled_between_the_two_files(
    box: Appliance, services: PushServices, tmp_path: Path, name: str, call: str
) -> None:
    (statement, log), record = PLUGS[name], tmp_path / "plug"
    ola, jan, last = (person(box, services) for _ in range(3))
    box.stop()
    tell(tmp_path, ola, "challenged", player="Gone")
    tell(tmp_path, ola, "challenged", word="")
    tell(tmp_path, ola, "challenged", player="Stays")
    tell(tmp_path, ola, "behind")
    tell(tmp_path, jan, "invited", subject="f:xyz")
    usual = dict(box.environment)
    plug = {"PLUG_STATEMENT": statement, "PLUG_CALL": call, "PLUG_COUNT": "1", "PLUG_LOG": log, "PLUG_RECORD": str(record)}
    box.environment = usual | plug | {"LD_PRELOAD": str(library("plug"))}
    try:
        box.start()
    except AssertionError as error:
        assert "no ready line" in str(error), error
    assert box.process is not None and box.process.wait(PATIENCE) == -signal.SIGKILL
    assert record.read_text(encoding="utf-8") == f"{CALLS[call]} {log}, {statement}"
    box.environment = usual
    box.start()
    wait_until(lambda: waiting(tmp_path) == 0, "all are moved")

    def heard(who: Person) -> dict[str, str]:
        """By their ids: one whose fate nobody knows is sent again with the same."""
        address = who.push["endpoint"].rsplit("/", 1)[1]
        taken = [one["payload"] for one in services.requests() if one["status"] < 300 and one["path"].endswith(address)]
        return {one["id"]: one["notification"]["title"] for one in taken}

    wanted = ["A day left, and you are 3690 behind", "Stays challenges you to a duel"]
    wait_until(lambda: sorted(heard(ola).values()) == wanted, "what holds is told")
    wait_until(lambda: list(heard(jan).values()) == [KINDS["invited"][1]], "everybody is told")
    box.stop()
    afterwards(box, services, tmp_path, last)
    assert len(heard(ola)) == 2 and len(heard(jan)) == 1, "nothing is told twice"


def test_a_friend_passes(box: Appliance, services: PushServices, tmp_path: Path) -> None:
    ola = person(box, services)
    mine, jan = player(box, "Ola"), player(box, "Jan")
    box.stop()
    write(tmp_path, "UPDATE players SET notices = 127")
    write(tmp_path, "UPDATE installs SET player = (SELECT id FROM players WHERE code = ?1) WHERE install = ?2", ola.code, mine.id)
    write(
        tmp_path,
        "INSERT INTO friends (low, high, inviter, type, at) SELECT min(id), max(id), min(id), 2, 0 FROM players"
        " WHERE code = ?1 OR name = 'Jan'",
        ola.code,
    )  # fmt: skip
    box.start()
    for one, score in ((mine, 50), (jan, 40), (jan, 60)):
        assert one.send(score).status == 201
    services.await_titles(ola.push, ["Jan passed you: place 2 now"])
    [shown] = services.shown(ola.push)
    assert shown["body"] == "Snake: Level 1 · you 50, Jan 60"
    assert shown["navigate"] == "https://box.example.org/app#games/snake/level-1"
    assert mine.send(70).status == 201
    assert jan.send(80).status == 201

    def challenged() -> None:
        """Jan does something else that Ola is told of, and behind whatever was to be told before it."""
        body = {"player": ola.code, "game": "snake", "board": "level-1", "seconds": 3_600}
        made = jan.ask("POST", "/v1/me/duels", body, Idempotency_Key=str(uuid.uuid4()))
        assert made.status == 201, made.body

    passed, challenge = "Jan passed you: place 2 now", "Jan challenges you to a duel"
    challenged()
    # One a board and day.
    services.await_titles(ola.push, [passed, challenge])
    box.stop()
    box.start()
    assert mine.send(90).status == jan.send(95).status == 201
    challenged()
    # A restart forgets nothing of it.
    services.await_titles(ola.push, [passed, challenge, challenge])
