"""People in the arena over the binary: pictures, joining and parting, coming back, and going for good."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import signal
import sqlite3
import struct
import uuid
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.device import Phone, ask, is_problem
from harness.effort import rounds, seed_of
from harness.preload import library
from harness.waiting import PATIENCE, wait_until
from test_arena_boards import read
from test_arena_games import Game, begin, game
from test_arena_plug import CALLS
from test_arena_results import Player, player

@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch)
    assert game(appliance, "board", "snake", "level-1", "windows=day").returncode == 0
    return appliance


def state_of(appliance: Appliance) -> Path:
    return appliance.config.parent / "state"


def phone(appliance: Appliance) -> Phone:
    return Phone(appliance).registered()


def me(one: Phone, method: str = "GET", rest: str = "", body: object | None = None, **fields: str) -> Any:
    return one.ask(method, f"/v1/me{rest}", body, **fields)


def code(one: Phone) -> str:
    made = me(one, "POST", "/codes")
    assert made.status == 201, made.body
    assert len(made.json["code"]) == 8 and made.json["expiresAt"]
    return str(made.json["code"])


def join(one: Phone, text: str, **more: Any) -> Any:
    return me(one, "POST", "/join", {"code": text} | more)


def joined(one: Phone, other: Phone) -> dict[str, Any]:
    """`one` becomes the player of `other`; what is done is what was said before."""
    text = code(other)
    preview = join(one, text, preview=True)
    assert preview.status == 200 and preview.json["done"] is False, preview.body
    done = join(one, text)
    assert done.status == 200 and done.json == preview.json | {"done": True}, done.body
    assert join(one, text).json == done.json, "a lost answer is told again"
    return dict(done.json)


def scores(appliance: Appliance) -> dict[str, int]:
    return {row["player"]["name"]: row["score"] for row in read(appliance, limit=11).json["rows"]}


def test_a_guest_becomes_the_phones_player_and_its_results_count_at_once(arena: Appliance) -> None:
    ola, jan, mine = player(arena, "Ola"), player(arena, "Jan"), phone(arena)
    assert me(mine, "PUT", body={"version": 1, "name": "Zosia"}).status == 200
    for one, score in ((ola, 5), (jan, 7)):
        assert one.send(score).status == 201
    assert scores(arena) == {"Jan": 7, "Ola": 5}
    done = joined(ola, mine)
    assert (done["keeps"], done["loses"], done["installs"], done["player"]["name"]) == ("Zosia", "Ola", 1, "Zosia")
    assert scores(arena) == {"Jan": 7, "Zosia": 5}
    assert ola.me().json == me(mine).json
    joined(jan, mine)
    assert scores(arena) == {"Zosia": 7}
    stands = ola.send(9).json["standings"][0]
    assert (stands["position"], stands["total"], stands["score"]) == (1, 1, 9)
    listed = me(mine, rest="/installs").json["installs"]
    assert [(one["id"], one["former"]["name"], one["isCaller"]) for one in listed] == [
        (ola.id, "Ola", False), (jan.id, "Jan", False),
    ]  # fmt: skip
    arena.kill()
    arena.start()
    left = me(mine, "DELETE", f"/installs/{jan.id}")
    assert left.status == 200 and left.json["former"] and left.json["player"]["name"] == "Jan"
    assert scores(arena) == {"Zosia": 9, "Jan": 7}
    assert jan.me().json["name"] == "Jan" and jan.me().json["guest"]
    assert is_problem(me(jan, "DELETE", f"/installs/{jan.id}"), 409)
    assert is_problem(me(jan, "DELETE", f"/installs/{ola.id}"), 404)


def test_linked_phones_bring_their_players_together(arena: Appliance) -> None:
    one, two, ola = phone(arena), phone(arena), player(arena, "Ola")
    assert ola.send(5).status == 201
    joined(ola, one)
    first = me(two).json
    link = two.ask("POST", "/link").json["code"]
    assert one.ask("POST", "/join", {"code": link}).status == 200
    wait_until(lambda: me(one).json == me(two).json, "one player")
    wait_until(lambda: ola.me().json["code"] == first["code"], "the game's player")
    assert scores(arena) == {first["name"]: 5}


def test_the_link_of_a_code_joins_as_a_game_scans_it(arena: Appliance) -> None:
    ola, mine = player(arena, "Ola"), phone(arena)
    text = code(mine)
    for wrong in (f"https://box.example/app#join={text[:-1]}", "https://box.example/app#join=", f"https://box.example/{'x' * 500}#join={text}"):
        assert is_problem(join(ola, wrong), 404), wrong
    assert join(ola, f"https://box.example:8443/app?x=#join={text.lower()}").json["done"] is True
    assert ola.me().json["code"] == me(mine).json["code"]


def test_a_phone_that_is_unlinked_begins_anew_and_the_player_stays_with_the_other(arena: Appliance) -> None:
    one, two, ola = phone(arena), phone(arena), player(arena, "Ola")
    assert ola.send(5).status == 201
    joined(ola, one)
    link = two.ask("POST", "/link").json["code"]
    assert one.ask("POST", "/join", {"code": link}).status == 200
    wait_until(lambda: me(one).json == me(two).json, "one player")
    shared = me(two).json
    wait_until(lambda: ola.me().json["code"] == shared["code"], "the game's player")
    assert one.ask("DELETE", "/link").status == 200
    wait_until(lambda: me(one).json["code"] != shared["code"], "another player")
    assert me(two).json["code"] == shared["code"] == ola.me().json["code"]
    assert scores(arena) == {shared["name"]: 5} and me(one, rest="/installs").json["installs"] == []


@pytest.mark.parametrize("kills", ["state.db", "arena.db"])
@pytest.mark.parametrize("call", CALLS)
def test_a_plug_pulled_between_the_two_files(arena: Appliance, tmp_path: Path, kills: str, call: str) -> None:
    """Phones become one in `state.db`, and their players in `arena.db`, whatever of it was stored first."""
    one, two, ola = phone(arena), phone(arena), player(arena, "Ola")
    assert ola.send(5).status == 201
    joined(ola, one)
    stays = me(two).json
    link = two.ask("POST", "/link").json["code"]
    arena.kill()
    usual, record = dict(arena.environment), tmp_path / "plug"
    statement = "INSERT INTO person_log" if kills == "state.db" else "UPDATE installs SET player = ?2, linked_at"
    settings = {"PLUG_STATEMENT": statement, "PLUG_CALL": call, "PLUG_COUNT": "1", "PLUG_LOG": f"{kills}-wal"}
    arena.environment = usual | settings | {"PLUG_RECORD": str(record), "LD_PRELOAD": str(library("plug"))}
    arena.start()
    with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
        one.ask("POST", "/join", {"code": link})
    assert arena.process is not None and arena.process.wait(PATIENCE) == -signal.SIGKILL
    assert record.read_text(encoding="utf-8").startswith(f"{CALLS[call]} {kills}-wal")
    arena.environment = usual
    arena.start()
    assert one.ask("POST", "/join", {"code": link}).status == 200, "said again"
    for _ in range(2):
        wait_until(lambda: me(one).json["code"] == stays["code"], "one player")
        wait_until(lambda: ola.me().json["code"] == stays["code"], "the game's player")
        assert scores(arena) == {stays["name"]: 5}
        arena.kill()
        arena.start()
    assert "E34" not in {fault["code"] for fault in arena.get_json("/v1/panel")["faults"]}


@pytest.mark.parametrize("call", CALLS)
def test_a_plug_pulled_while_players_join(arena: Appliance, tmp_path: Path, call: str) -> None:
    mine, ola = phone(arena), player(arena, "Ola")
    assert ola.send(5).status == 201
    text, name = code(mine), me(mine).json["name"]
    arena.kill()
    usual, record = dict(arena.environment), tmp_path / "plug"
    settings = {"PLUG_STATEMENT": "UPDATE player_codes SET used_by", "PLUG_CALL": call, "PLUG_COUNT": "1", "PLUG_LOG": "arena.db-wal"}
    arena.environment = usual | settings | {"PLUG_RECORD": str(record), "LD_PRELOAD": str(library("plug"))}
    arena.start()
    with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
        join(ola, text)
    assert arena.process is not None and arena.process.wait(PATIENCE) == -signal.SIGKILL
    arena.environment = usual
    arena.start()
    for _ in range(2):
        again = join(ola, text)
        assert again.status == 200 and again.json["done"] and (again.json["keeps"], again.json["loses"]) == (name, "Ola")
        assert scores(arena) == {name: 5}


@pytest.mark.parametrize("call", CALLS)
def test_a_plug_pulled_while_a_game_goes_its_own_way(arena: Appliance, tmp_path: Path, call: str) -> None:
    """Either nothing of it happened, or all of it; said again, it comes to the same."""
    mine, ola = phone(arena), player(arena, "Ola")
    assert ola.send(5).status == 201
    joined(ola, mine)
    name = me(mine).json["name"]
    arena.kill()
    usual, record = dict(arena.environment), tmp_path / "plug"
    statement = "UPDATE installs SET player = ?2, former_player = NULL"
    settings = {"PLUG_STATEMENT": statement, "PLUG_CALL": call, "PLUG_COUNT": "1", "PLUG_LOG": "arena.db-wal"}
    arena.environment = usual | settings | {"PLUG_RECORD": str(record), "LD_PRELOAD": str(library("plug"))}
    arena.start()
    assert scores(arena) == {name: 5}
    with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
        me(mine, "DELETE", f"/installs/{ola.id}")
    assert arena.process is not None and arena.process.wait(PATIENCE) == -signal.SIGKILL
    arena.environment = usual
    arena.start()
    left = [me(mine, "DELETE", f"/installs/{ola.id}").status for _ in range(2)]
    assert left in ([200, 404], [404, 404]), left
    if call == "write":
        assert left[0] == 200, "nothing of it was stored"
    assert scores(arena) == {"Ola": 5} and ola.me().json["guest"] and me(mine).json["name"] == name


STEPS = {
    "the mark": ("INSERT OR IGNORE INTO arena_persons", "state.db-wal"),
    "the player": ("UPDATE players SET person", "arena.db-wal"),
    "the end of the other": ("DELETE FROM arena_persons", "state.db-wal"),
}
"""What is stored while a player moves to a new phone: in `state.db` that it outlives its last one, in `arena.db` whose it is."""


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("step", STEPS)
def test_a_plug_pulled_while_a_player_moves_to_a_new_phone(arena: Appliance, tmp_path: Path, step: str, call: str) -> None:
    lost, ola = phone(arena), player(arena, "Ola")
    assert ola.send(5).status == 201
    joined(ola, lost)
    kept, way = me(lost).json, me(lost, "POST", "/recovery").json["codes"][0]
    new = phone(arena)
    arena.kill()
    usual, record = dict(arena.environment), tmp_path / "plug"
    statement, log = STEPS[step]
    settings = {"PLUG_STATEMENT": statement, "PLUG_CALL": call, "PLUG_COUNT": "1", "PLUG_LOG": log}
    arena.environment = usual | settings | {"PLUG_RECORD": str(record), "LD_PRELOAD": str(library("plug"))}
    arena.start()
    with contextlib.suppress(OSError, http.client.HTTPException, AssertionError):
        join(new, way)
    assert arena.process is not None and arena.process.wait(PATIENCE) == -signal.SIGKILL
    assert record.read_text(encoding="utf-8") == f"{CALLS[call]} {log}, {statement}"
    arena.environment = usual
    arena.start()
    assert join(new, way).json["done"], "said again, or told again"
    for rest in (lost, new):
        for _ in range(2):
            assert me(new).json["code"] == ola.me().json["code"] == kept["code"] and me(new).json["recoveryCodes"] == 7
            assert scores(arena) == {kept["name"]: 5}
            arena.kill()
            arena.start()
        # The first takes nothing along that is not its own any more; what hangs on the player outlives the second.
        assert rest.ask("DELETE").status == 204
        if rest is new:
            wait_until(lambda: persons(arena) == 1, "the last phone is gone, and its person is kept")
            arena.kill()
            arena.start()
            assert ola.me().json["code"] == kept["code"] and scores(arena) == {kept["name"]: 5}
        else:
            wait_until(lambda: persons(arena) == 1, "the person of the lost phone is over")


def persons(appliance: Appliance) -> int:
    with contextlib.closing(sqlite3.connect(state_of(appliance) / "state.db")) as state:
        return int(state.execute("SELECT count(*) FROM persons").fetchone()[0])


def test_codes_that_join_nothing(arena: Appliance) -> None:
    ola, jan, ela, mine, other = (*(player(arena, name) for name in ("Ola", "Jan", "Ela")), phone(arena), phone(arena))
    made = code(ola)
    assert is_problem(join(ola, made), 409) and join(ola, made).json["code"] == "own-code"
    rings = code(jan)
    assert join(jan, made.lower()[:4] + " - " + made.lower()[4:]).status == 200, "as people write it"
    used = join(ela, made)
    assert is_problem(used, 404) and used.json["code"] == "code-unknown"
    assert join(ola, rings).json["code"] == "own-code", "a ring"
    me(mine), me(other)
    twice = join(other, code(mine))
    assert is_problem(twice, 409) and twice.json["code"] == "other-person"
    assert is_problem(join(mine, "x" * 65), 404)
    for body in ({}, {"code": 7}, {"code": None}, [], {"code": "A", "preview": "yes"}):
        assert is_problem(me(mine, "POST", "/join", body), 400)


def test_five_wrong_tries_are_all_there_are(arena: Appliance) -> None:
    ola, jan, mine = player(arena, "Ola"), player(arena, "Jan"), phone(arena)
    for number in range(5):
        assert is_problem(join(ola, f"WRONG{number}00"), 404)
    right = code(mine)
    assert is_problem(join(ola, right), 429), "a right one as well"
    assert is_problem(join(ola, right, preview=True), 429)
    assert join(jan, right).status == 200, "and nobody else"


def test_one_player_is_joined_and_left_thirty_times_an_hour(arena: Appliance) -> None:
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    assert joined(jan, ola)["done"] is True
    for _ in range(29):
        assert is_problem(me(ola, "DELETE", "/installs/none"), 404)
    refused = me(ola, "DELETE", f"/installs/{jan.id}")
    assert is_problem(refused, 429) and refused.headers["Retry-After"]
    ewa = player(arena, "Ewa")
    text = code(ola)
    assert join(ewa, text, preview=True).json["done"] is False, "to look is free"
    assert is_problem(join(ewa, text), 429)
    assert join(ola, code(ewa)).status == 200, "another player has its own"


def test_a_lost_phone_and_eight_codes(arena: Appliance) -> None:
    lost, ola = phone(arena), player(arena, "Ola")
    assert ola.send(5).status == 201
    joined(ola, lost)
    kept = me(lost).json
    codes = me(lost, "POST", "/recovery").json["codes"]
    assert len(set(codes)) == 8 and me(lost).json["recoveryCodes"] == 8
    stored = b"".join(path.read_bytes() for path in state_of(arena).glob("arena.db*"))
    assert all(text.encode() not in stored and text.replace("-", "").encode() not in stored for text in codes)
    assert lost.ask("DELETE").status == 204, "the phone is gone"
    arena.kill()
    arena.start()
    assert ola.me().json["code"] == kept["code"], "what hangs on the player keeps it"
    new = phone(arena)
    preview = join(new, codes[0], preview=True)
    assert preview.json["keeps"] == kept["name"] and not preview.json["done"]
    assert me(new).json["code"] != kept["code"]
    assert join(new, codes[0].lower()).status == 200
    assert me(new).json["code"] == kept["code"] and me(new).json["recoveryCodes"] == 7
    assert is_problem(join(phone(arena), codes[0]), 404)
    person = "SELECT count(*) FROM persons"
    with sqlite3.connect(state_of(arena) / "state.db") as state:
        wait_until(lambda: state.execute(person).fetchone()[0] == 2, "the lost phone's person is over")


def test_a_phone_that_goes_takes_only_a_player_along_that_nobody_comes_back_to(arena: Appliance) -> None:
    alone, ola = phone(arena), player(arena, "Ola")
    assert me(alone, "PUT", body={"version": 1, "name": "Zosia"}).status == 200
    assert alone.ask("DELETE").status == 204
    wait_until(lambda: player(arena, "Zosia").me().json["name"] == "Zosia", "the name is free")
    kept = phone(arena)
    joined(ola, kept)
    assert kept.ask("DELETE").status == 204
    assert ola.me().json["name"] and ola.send(1).status == 201


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(width: int = 3, height: int = 2, *before: bytes) -> bytes:
    """A grey picture, with further chunks behind its head."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    rows = chunk(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(min(width, 8)) for _ in range(min(height, 2)))))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(before) + rows + chunk(b"IEND", b"")


def segment(marker: int, data: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(data) + 2) + data


JPEG = (
    b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + segment(0xDB, bytes(65))
    + segment(0xC0, b"\x08\0\x08\0\x08\1\1\x11\0") + segment(0xC4, b"\0\1" + bytes(16)) + segment(0xDA, b"\1\1\0\0\x3f\0") + b"\xd2\x20\xff\xd9"
)  # fmt: skip
GPS = b"Exif\0\0at home: 52.2297 N 21.0122 E"


def put(one: Phone, picture: bytes, kind: str = "image/png") -> Any:
    return me(one, "PUT", "/avatar", picture, Content_Type=kind)


def test_pictures_lose_what_shows_nothing_and_go_with_the_last_who_has_them(arena: Appliance) -> None:
    ola, jan = player(arena, "Ola"), player(arena, "Jan")
    given = png(3, 2, chunk(b"eXIf", GPS), chunk(b"tEXt", b"Comment\0" + GPS))
    done = put(ola, given)
    assert done.status == 200 and done.json["version"] == 2, done.body
    path = done.json["picture"]
    shown = arena.get(path)
    assert shown.status == 200 and shown.body == png()
    assert shown.headers["Content-Type"] == "image/png" and shown.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in shown.headers["Cache-Control"] and "default-src 'none'" in shown.headers["Content-Security-Policy"]
    assert ask(arena.base, "GET", path, If_None_Match=shown.headers["ETag"]).status == 304
    assert put(jan, png()).json["picture"] == path, "the same bytes are one picture"
    assert ola.send(5).status == 201
    assert read(arena, limit=11).json["rows"][0]["player"]["picture"] == path
    assert arena.get_json(f"/v1/players/{ola.me().json['code']}")["picture"] == path
    jpeg = put(ola, JPEG[:2] + segment(0xE1, GPS) + JPEG[2:] + GPS, "image/jpeg")
    assert arena.get(jpeg.json["picture"]).body == JPEG and arena.get(path).status == 200
    assert "picture" not in me(jan, "DELETE", "/avatar").json
    assert arena.get(path).status == 404 and arena.get(jpeg.json["picture"]).status == 200
    assert all(GPS not in file.read_bytes() for file in state_of(arena).glob("arena.db*"))


def test_pictures_that_are_refused(arena: Appliance) -> None:
    ola, whole = player(arena, "Ola"), png()
    bad = {
        "nothing": b"", "cut": whole[:-9], "SVG": b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
        "a huge head": png(1 << 31, 1 << 31), "too wide": png(1025, 1), "no height": png(3, 0),
        "an archive behind it": whole + b"PK\3\4", "a page before it": b"<html>" + whole, "moving": png(3, 2, chunk(b"acTL", bytes(8))),
        "a wrong sum": whole[:30] + bytes([whole[30] ^ 1]) + whole[31:], "GIF": b"GIF89a" + bytes(20),
    }  # fmt: skip
    for name, picture in bad.items():
        refused = put(ola, picture)
        assert refused.status == 422 and refused.json["code"] == "picture-refused", name
    for cut in range(3, len(JPEG) - 1, 20):
        assert is_problem(put(ola, JPEG[:cut], "image/jpeg"), 422)
    assert is_problem(put(ola, JPEG), 422), "another type than it says"
    assert is_problem(put(ola, whole, "image/svg+xml"), 415)
    assert is_problem(put(ola, whole + bytes(66_560)), 413)
    with sqlite3.connect(state_of(arena) / "arena.db") as file:
        assert file.execute("SELECT count(*) FROM pictures").fetchone() == (0,)
    assert ola.me().json["version"] == 1
    assert is_problem(arena.get("/v1/pictures/" + "0" * 64), 404)
    assert is_problem(arena.get("/v1/pictures/0"), 404)


def test_what_players_say_of_themselves(arena: Appliance) -> None:
    ola, mine = player(arena, "Ola"), phone(arena)
    change = {"version": 1, "link": "https://example.org", "email": "ola@example.org", "notices": {"passed": True, "invited": False}}
    done = me(ola, "PUT", body=change)
    assert done.status == 200, done.body
    assert (done.json["link"], done.json["email"], done.json["name"]) == ("https://example.org", "ola@example.org", "Ola")
    assert done.json["notices"] == {
        "invited": False, "accepted": True, "challenged": True, "answered": True, "decided": True, "behind": True, "passed": True,
    }  # fmt: skip
    public = arena.get_json(f"/v1/players/{done.json['code']}")
    assert public["link"] == "https://example.org" and "email" not in public
    assert me(ola, "PUT", body={"version": 2, "link": ""}).json.get("link") is None
    for bad in ("http://example.org", "javascript:alert(1)", "https://a\u202eb.org", "https://" + "a" * 200 + ".org"):
        assert me(ola, "PUT", body={"version": 3, "link": bad}).json["code"] == "link-not-allowed"
    assert me(ola, "PUT", body={"version": 3, "email": "ola"}).json["code"] == "email-not-allowed"
    assert me(mine).json["notices"]["passed"] is False


def test_a_name_that_is_refused_does_not_count_as_a_change(arena: Appliance) -> None:
    player(arena, "Jan")
    ola = player(arena, "Ola")
    for _ in range(10):
        refused = me(ola, "PUT", body={"version": 1, "name": "Jan"})
        assert refused.status == 409 and refused.json["code"] == "name-taken", refused.body
        late = me(ola, "PUT", body={"version": 9, "name": "Late"})
        assert is_problem(late, 409) and "version 1 is current" in late.json["detail"], late.body
    statuses = [me(ola, "PUT", body={"version": number, "name": f"Ola {number}"}).status for number in range(1, 9)]
    assert statuses[:6] == [200] * 6 and statuses[6] == 429, statuses


def test_a_phone_and_an_installation_never_share_an_id(arena: Appliance) -> None:
    ola, mine = player(arena, "Ola"), phone(arena)
    stranger, guest = Phone(arena), Game(arena)
    (stranger.id, stranger.secret), (guest.id, guest.secret) = (ola.id, ola.secret), (mine.id, mine.secret)
    taken = stranger.register()
    assert is_problem(taken, 409) and taken.json["code"] == "id-taken", taken.body
    taken = guest.join("Eve")
    assert is_problem(taken, 409) and taken.json["code"] == "id-taken", taken.body
    assert mine.register().status == 200 and ola.join("Ola").status == 200
    assert ola.me().json["name"] == "Ola" and me(mine).json["code"] != ola.me().json["code"]


def test_an_export_says_at_once_what_stands(arena: Appliance) -> None:
    ola = player(arena, "Ola")
    for score in (5, 9, 7):
        assert ola.send(score).status == 201
    [standing] = me(ola, rest="/export").json["standings"]
    assert (standing["board"], standing["score"], standing["count"], standing["install"]) == ("level-1", 9, 3, ola.id)


def content(file: Path) -> bytes:
    """Of one that goes meanwhile, nothing."""
    try:
        return file.read_bytes() if file.is_file() else b""
    except FileNotFoundError:
        return b""


def test_who_goes_leaves_nothing_in_any_file(arena: Appliance) -> None:
    ola, jan, mine = player(arena, "Zenobia"), player(arena, "Jan"), phone(arena)
    for one, score in ((ola, 5), (jan, 7)):
        assert one.send(score, also={"extra": f"said by {one.me().json['name']}"}).status == 201
    assert me(ola, "PUT", body={"version": 1, "link": "https://zenobia.example", "email": "zenobia@mail.example"}).status == 200
    assert put(ola, png(7, 2, chunk(b"tRNS", b"\0\7"))).status == 200
    for _ in range(2):
        code(ola), me(ola, "POST", "/recovery")
    public = ola.me().json["code"]
    export = me(ola, rest="/export").json
    assert export["me"] == ola.me().json and export["results"][0]["extra"] == "said by Zenobia"
    assert export["installs"][0]["id"] == ola.id and export["me"]["email"] == "zenobia@mail.example"
    assert is_problem(me(ola, "DELETE", body={"name": "zenobia"}), 422)
    assert me(ola, "DELETE", body={"name": "Jan"}).json["code"] == "name-mismatch"
    assert me(ola, "DELETE", body={"name": "Zenobia"}).status == 204
    assert is_problem(ola.me(), 401)
    texts = [b"Zenobia", b"zenobia", public.encode(), ola.id.encode(), png(7, 2)[:24]]

    def left() -> list[tuple[str, bytes]]:
        files = [(file.name, content(file)) for file in state_of(arena).rglob("*")]
        return [(name, text) for name, content in files for text in texts if text in content]

    # What takes notices back names the player once more, until it has reached the outbox.
    wait_until(lambda: left() == [], "nothing of the player in any file")
    assert scores(arena) == {"Jan": 7}
    assert player(arena, "Zenobia").me().json["name"] == "Zenobia"
    assert me(mine, "DELETE", body={"name": me(mine).json["name"]}).status == 204
    assert me(mine).status == 200, "a phone begins anew"


BOARDS = {"most": "best", "newest": "latest", "total": "sum"}
"""Boards of each game, and how they count."""


def folded(operator: str, sent: list[tuple[int, int]]) -> int:
    """What results, each with its place among all, come to."""
    scores = [score for _, score in sorted(sent)]
    return {"best": max(scores), "latest": scores[-1], "sum": sum(scores)}[operator]


def test_players_join_and_part_at_random_with_plugs_pulled(arena: Appliance) -> None:
    """In two games, by boards that count in every way: a result that is lost, or counts for two, shows in one of them."""
    chance = random.Random(seed_of("players join and part"))
    assert game(arena, "add", "chess", "name=Chess", "zone=UTC").returncode == 0
    for slug in ("snake", "chess"):
        for board, operator in BOARDS.items():
            assert game(arena, "board", slug, board, f"operator={operator}").returncode == 0
    plays = ["snake", "chess", "snake", "chess", "snake"]
    games = [Player(arena) for _ in plays]
    for number, (one, slug) in enumerate(zip(games, plays, strict=True)):
        assert one.join(f"Guest {number}", slug).status == 201
    sent: dict[tuple[str, str], list[tuple[int, int, int]]] = {(slug, board): [] for slug in ("snake", "chess") for board in BOARDS}
    for step in range(rounds(80, most=400)):
        one = chance.randrange(5)
        if step % 12 == 11:
            arena.kill()
            arena.start()
        elif chance.random() < 0.5:
            score, board = chance.randrange(1, 99), chance.choice(list(BOARDS))
            path = f"/v1/games/{plays[one]}/boards/{board}/results"
            assert games[one].ask("POST", path, {"score": score}, Idempotency_Key=str(uuid.uuid4())).status == 201
            sent[plays[one], board].append((one, step, score))
        elif chance.random() < 0.6:
            answer = join(games[one], code(games[chance.randrange(5)]))
            assert answer.status in (200, 409, 429), answer.body
        else:
            assert me(games[one], "DELETE", f"/installs/{games[one].id}").status in (200, 409)
        publics = [game.me().json["code"] for game in games]
        for (slug, board), results in sent.items():
            whose: dict[str, list[tuple[int, int]]] = {}
            for number, at, score in results:
                whose.setdefault(publics[number], []).append((at, score))
            rows = arena.get_json(f"/v1/games/{slug}/boards/{board}?limit=99")["rows"]
            found = {row["player"]["code"]: row["score"] for row in rows}
            wanted = {public: folded(BOARDS[board], scores) for public, scores in whose.items()}
            assert found == wanted, f"{slug}, {board}, step {step}: {json.dumps(found)}"


def test_a_game_takes_nothing_from_somebody_with_the_app(arena: Appliance) -> None:
    ola, snake, other = phone(arena), player(arena, "Guest"), player(arena, "Other")
    version = me(ola).json["version"]
    assert me(ola, "PUT", body={"version": version, "email": "ola@mail.example.org"}).status == 200
    joined(snake, ola)
    joined(other, ola)
    name = me(ola).json["name"]
    assert me(ola).json["email"] == "ola@mail.example.org" and "email" not in me(snake).json
    refused = [
        me(snake, "DELETE", body={"name": name}),
        me(snake, "GET", "/export"),
        me(snake, "POST", "/codes"),
        me(snake, "POST", "/recovery"),
        me(snake, "PUT", body={"version": me(snake).json["version"], "email": "eve@mail.example.org"}),
        me(snake, "DELETE", f"/installs/{other.id}"),
    ]
    guest = player(arena, "Eve")
    ways = me(guest, "POST", "/recovery").json["codes"]
    refused.append(join(snake, code(guest)))
    for answer in refused:
        assert is_problem(answer, 403) and answer.json["code"] == "app-only"
    assert me(ola).json["name"] == name and len(me(ola, "GET", "/installs").json["installs"]) == 2
    # Nor does a guest that the person takes over keep ways in that its game knows.
    assert join(ola, code(guest)).json["done"]
    assert me(ola).json["recoveryCodes"] == 0 and join(phone(arena), ways[0]).json["code"] == "code-unknown"
    assert me(ola).json["name"] == "Eve"
    assert me(snake, "DELETE", f"/installs/{snake.id}").status == 200
    assert me(snake).json["name"] == "Guest" and me(snake, "GET", "/export").status == 200
