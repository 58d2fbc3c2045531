"""All results of a game in one file: what was sent comes out of it, for those who govern the game alone, however much it is."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from harness.appliance import Appliance, Reply, command
from harness.device import Phone, ask, is_problem
from harness.rawhttp import RawConnection
from harness.waiting import wait_until
from test_arena_games import game
from test_arena_results import Player
from test_developer_games import Developer, begin

EXTRAS = (
    "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "'=1", "'", '"', '","', 'a"b', "a,b", "a\r\nb", "", " ",
    '=HYPERLINK("http://x","y")', "<script>alert(1)</script>", "\u202e\u202dabc", "Zażółć 🐍", "{\"a\": [1]}", "\x1b[2J", "x" * 256,
)  # fmt: skip
"""What games may say of a result."""
NAMES = ("+Ola", "-Ola Two", "'Jan", "#1", "Żółw", "O'Neil & Co")
MANY = 50_000


def as_sent(text: str) -> str:
    """Without the apostrophe that keeps spreadsheets from carrying something out."""
    return text[1:] if text.startswith("'") else text


def table(reply: Reply) -> list[dict[str, str]]:
    """Rows of CSV, as they were sent."""
    assert reply.status == 200 and reply.headers["Content-Type"].startswith("text/csv"), reply.body
    rows = list(csv.DictReader(io.StringIO(reply.body.decode(), newline=""), strict=True))
    return [{name: as_sent(text) for name, text in row.items()} for row in rows]


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    return begin(launch)


@pytest.fixture
def ola(arena: Appliance) -> Developer:
    """A developer with a game and two boards."""
    ola = Developer(arena, "ola")
    assert ola.put("/snake").status == 201
    for board in ("level-1", "level-2"):
        assert ola.put(f"/snake/boards/{board}", unit="=pts", holdAbove=1_000).status == 201
    return ola


def played(arena: Appliance, name: str) -> Player:
    player = Player(arena)
    joined = player.join(name)
    assert joined.status == 201 and joined.json["player"]["name"] == name, joined.body
    return player


def fill(arena: Appliance, tmp_path: Path, count: int) -> None:
    """So many results, as the appliance would have stored them; it starts again."""
    arena.stop()
    with closing(sqlite3.connect(tmp_path / "state" / "arena.db")) as file, file:
        (install,) = file.execute("SELECT min(id) FROM installs").fetchone()
        (board,) = file.execute("SELECT min(id) FROM boards").fetchone()
        now = int(time.time()) - 3_600
        file.executemany(
            "INSERT INTO results (key, install, board, score, at, extra, state) VALUES (?, ?, ?, ?, ?, ?, 0)",
            ((number.to_bytes(16, "big"), install, board, number, now, "=" * 100) for number in range(count)),
        )
        # Put together as it were: that would take its time, and no export asks for it.
        file.execute("UPDATE folded SET seq = (SELECT max(seq) FROM results)")
    arena.start()


def begin_export(arena: Appliance, path: str, bearer: str) -> RawConnection:
    """A client that has asked, is answered, and reads nothing yet.

    The place of an export that ended is free a moment after its connection.
    """
    host = urlsplit(arena.base).netloc

    def begun() -> RawConnection | None:
        connection = RawConnection(arena.base)
        connection.send(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: {bearer}\r\n\r\n".encode())
        if connection.peek(12) == b"HTTP/1.1 200":
            return connection
        return connection.close()

    return wait_until(begun, "a place for an export")


def streamed(arena: Appliance) -> int:
    (line,) = [line for line in arena.get("/metrics").body.decode().splitlines() if line.startswith("watchpost_http_bodies_streamed ")]
    return int(line.split()[1])


def memory(arena: Appliance) -> int:
    """Resident memory in bytes."""
    assert arena.process is not None
    lines = Path(f"/proc/{arena.process.pid}/status").read_text().splitlines()
    return 1_024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def warm_up(arena: Appliance, ola: Developer) -> None:
    """Makes the first poll and the first export, whose memory a long export must not be blamed for."""
    arena.await_fresh("us")
    assert table(ola.ask("GET", "/snake/export?board=level-2")) == []


def test_what_was_sent_comes_out_of_the_csv_and_the_json(arena: Appliance, ola: Developer) -> None:
    sent: list[dict[str, Any]] = []
    for name in NAMES:
        player = played(arena, name)
        code = player.me().json["code"]
        for number, extra in enumerate((*EXTRAS, None)):
            score = (-(2**63), 2**63 - 1, 5, -5)[number % 4]
            body = {"score": score} | ({} if extra is None else {"extra": extra})
            board = f"level-{number % 2 + 1}"
            reply = player.send(score, board=board, body=body)
            assert reply.status == 201, reply.body
            sent.append({"name": name, "player": code, "board": board, "score": score, "extra": extra, "state": reply.json["state"], "at": reply.json["at"]})
    rows = table(ola.ask("GET", "/snake/export"))
    assert len(rows) == len(sent) > 100
    assert [int(row["number"]) for row in rows] == list(range(1, len(sent) + 1))
    for row, one in zip(rows, sent, strict=True):
        for member in ("name", "player", "board", "state", "at"):
            assert row[member] == one[member], one
        assert int(row["score"]) == one["score"] and row["extra"] == (one["extra"] or ""), one
        assert row["scoreText"].endswith(" =pts") and row["achieved"] == ""
        assert row["reasons"] == ("bounds" if one["state"] == "held" else "")
    whole = ola.ask("GET", "/snake/export?format=json")
    assert whole.status == 200 and whole.headers["Content-Type"] == "application/json"
    for row, one in zip(whole.json, sent, strict=True):
        assert (row["player"]["name"], row["score"], row.get("extra"), row["board"]) == (one["name"], one["score"], one["extra"], one["board"])
    assert [json.loads(line.rstrip(",")) for line in whole.body.decode().split("\n")[1:-2]] == whole.json
    alone = table(ola.ask("GET", "/snake/export?board=level-2"))
    assert alone == [row for row in rows if row["board"] == "level-2"] and alone
    owner = ask(arena.base, "GET", "/v1/admin/games/snake/export", Authorization=f"Bearer {arena.owner_key}")
    assert table(owner) == rows and "attachment" in owner.headers["Content-Disposition"]


def test_no_field_begins_what_a_spreadsheet_would_carry_out(arena: Appliance, ola: Developer) -> None:
    player = played(arena, "+Ola")
    for extra in EXTRAS:
        assert player.send(-5, body={"score": -5, "extra": extra}).status == 201
    text = ola.ask("GET", "/snake/export").body.decode()
    for row in csv.DictReader(io.StringIO(text, newline=""), strict=True):
        for name, field in row.items():
            assert name == "score" or not field.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝")), (name, field)


def test_names_are_those_of_now_and_states_say_what_became_of_a_result(arena: Appliance, ola: Developer) -> None:
    player = played(arena, "Ola")
    for score in (5, 2_000, 7):
        assert player.send(score).status == 201
    assert ola.ask("POST", "/snake/results/3/hide").status == 200
    me = player.me().json
    assert player.me("PUT", {"version": me["version"], "name": "Olga"}).status == 200
    rows = table(ola.ask("GET", "/snake/export"))
    assert [(row["name"], row["state"]) for row in rows] == [("Olga", "counts"), ("Olga", "held"), ("Olga", "hidden")]


def test_nobody_else_is_handed_a_game(arena: Appliance, ola: Developer) -> None:
    jan = Developer(arena, "jan")
    for query in ("", "?format=json", "?board=level-1", "?board=level-9"):
        there, none = (jan.ask("GET", f"/{slug}/export{query}") for slug in ("snake", "chess"))
        assert is_problem(there, 404) and there.body == none.body, query
        assert is_problem(ask(arena.base, "GET", f"/v1/developers/games/snake/export{query}"), 401)
        assert is_problem(ask(arena.base, "GET", f"/v1/admin/games/snake/export{query}"), 401)
        bearer = Phone(arena).registered().bearer
        assert ask(arena.base, "GET", f"/v1/developers/games/snake/export{query}", Authorization=bearer).status == 401
        assert ask(arena.base, "GET", f"/v1/admin/games/snake/export{query}", Authorization=bearer).status == 403
    assert is_problem(ola.ask("GET", "/snake/export?board=level-9"), 404)
    for query in ("?format=xlsx", "?format=", "?format=csv&format=json", "?board=a&board=b"):
        assert is_problem(ola.ask("GET", f"/snake/export{query}"), 400), query
    assert ola.ask("POST", "/snake/export", {}).status == 405
    assert table(ola.ask("GET", "/snake/export")) == []
    assert ola.ask("GET", "/snake/export?format=json").json == []
    session = ola.session.split(".")[1]
    ended = ask(arena.base, "DELETE", f"/v1/developers/sessions/{session}", Authorization=f"Bearer {ola.session}")
    assert ended.status in (200, 204), ended.body
    assert is_problem(ola.ask("GET", "/snake/export"), 401)


def test_a_long_one_is_sent_as_it_is_read_and_costs_no_memory(arena: Appliance, ola: Developer, tmp_path: Path) -> None:
    played(arena, "Ola")
    fill(arena, tmp_path, MANY)
    warm_up(arena, ola)
    before = memory(arena)
    rows = table(ola.ask("GET", "/snake/export"))
    assert [int(row["score"]) for row in rows] == list(range(MANY))
    # Some 10 MB were sent.
    assert memory(arena) - before < 8 << 20
    words = ("export", "snake", "format=json", "board=level-1")
    to_file = command("game", *words, "--config", str(arena.settings), timeout=120)
    assert to_file.returncode == 0, to_file.stderr
    assert [row["score"] for row in json.loads(to_file.stdout)] == list(range(MANY))
    nowhere = game(arena, "export", "chess")
    assert nowhere.returncode == 1 and "no game" in nowhere.stderr


def test_who_hangs_up_in_the_middle_leaves_nothing_behind(arena: Appliance, ola: Developer, tmp_path: Path) -> None:
    played(arena, "Ola")
    fill(arena, tmp_path, MANY)
    bearer, path = f"Bearer {ola.session}", "/v1/developers/games/snake/export"
    warm_up(arena, ola)
    before = memory(arena)
    for attempt in range(4):
        readers = [begin_export(arena, path, bearer) for _ in range(2)]
        wait_until(lambda: streamed(arena) == 2, "both are under way")
        refused = ola.ask("GET", "/snake/export")
        assert is_problem(refused, 429) and int(refused.headers["Retry-After"]) > 0, attempt
        # Nobody waits for somebody who reads nothing: results are taken, boards are read, administrators have places of their own.
        assert ask(arena.base, "GET", "/v1/games/snake/boards/level-1").status == 200
        owner = f"Bearer {arena.owner_key}"
        none = ask(arena.base, "GET", "/v1/admin/games/snake/export?board=level-2", Authorization=owner)
        assert table(none) == []
        for reader in readers:
            reader.close()
        wait_until(lambda: streamed(arena) == 0, "both are gone")
    assert memory(arena) - before < 8 << 20
    assert len(table(ola.ask("GET", "/snake/export?board=level-2"))) == 0


def test_a_stop_cuts_an_export_so_that_nobody_takes_a_part_for_the_whole(arena: Appliance, ola: Developer, tmp_path: Path) -> None:
    played(arena, "Ola")
    fill(arena, tmp_path, MANY)
    reader = begin_export(arena, "/v1/developers/games/snake/export", f"Bearer {ola.session}")
    wait_until(lambda: streamed(arena) == 1, "it is under way")
    assert arena.stop() == 0
    came = reader.read_all()
    assert came.startswith(b"HTTP/1.1 200 ") and not came.endswith(b"0\r\n\r\n")
    arena.start()
    assert streamed(arena) == 0
