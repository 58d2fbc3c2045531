"""What attackers type, in every field of the arena that takes text: it is refused, or stands there byte for byte; it is never a command."""

from __future__ import annotations

import copy
import csv
import html
import io
import re
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from contract.requests import JSON, Call, TextField, calls
from harness import attacks
from harness.appliance import Appliance, Reply
from harness.bodies import BODIES, FORM, Body, Now
from harness.crowd import GAME, Crowd, gathered, key
from harness.device import Phone

OTHERS = re.compile(
    r"/(v1/(devices|pairing|maps|calendar|events|regions|realms|rotations|timeline|schedules?|hash|panel|about)\b.*"
    r"|v1/admin/(devices|unused-devices|identify|notices|schedule|settings)\b.*"
    r"|(app|assets|manual|widget|realms|pubs|ranked|ltm)\b.*|hash|healthz|readyz|metrics|openapi\.json|)"
)
"""Paths of other features: whatever is none of them is the arena's."""
PAGES = ("/games", "/games/snake", "/games/snake?lang=pl", "/embed/snake/level-1")
OF_ITS_GAME = ("GET /embed/{game}/{board}/style.css", "board")
"""A sheet is its game's, on whatever board."""

Launch = Callable[..., Appliance]


def arena_calls() -> Iterator[Call]:
    return (call for call in calls() if not OTHERS.fullmatch(call.path))


def row(call: Call, place: str = JSON) -> str:
    """What the body of a route is called in the corpus; one that comes as a form has a row of its own."""
    return f"{call} {FORM}" if place == FORM else str(call)


def untouched(crowd: Crowd) -> list[Any]:
    """What nobody attacks, and the tables themselves."""
    orbit = crowd.ask("GET", "/v1/games/orbit").json
    account = crowd.ask("GET", "/v1/developers/me", bearer=crowd.jan).json
    state = crowd.appliance.config.parent / "state" / "arena.db"
    with sqlite3.connect(f"file:{state}?mode=ro", uri=True) as file:
        tables = file.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
    return [orbit, account, [one.ask("GET", "/v1/me").json for one in crowd.friends], tables]


def bodies() -> Iterator[TextField]:
    """Every field of a body that is text."""
    return (field for call in arena_calls() for field in call.texts() if field.place not in ("query", "header"))


def test_every_text_of_a_body_is_in_the_corpus() -> None:
    """A field that the document has and the corpus does not is to be entered in `harness/bodies.py`."""
    known = {(name, field) for name, body in BODIES.items() for field in body.fields()}
    there = {(row(field.call, field.place), field.name) for field in bodies()}
    assert there - known == set(), "the corpus does not have them"
    assert known - there == set(), "the document does not have them"


def send(crowd: Crowd, field: TextField, body: Body, text: str, now: Now) -> Reply:
    """A text in a field of a body."""
    call, says = field.call, copy.deepcopy(body.says(crowd, field.name, now))
    head = {"Idempotency_Key": key()} if call.security == "device" and call.method == "POST" else {}
    if field.place == JSON:
        attacks.put(says, field.name, text)
    else:
        head["Content_Type"] = field.place
        says = attacks.in_form(says | {field.name: text}) if field.place == FORM else text.encode("utf-8", "surrogatepass")
    return crowd.send(call, crowd.path(call, crowd.player), says, crowd.player, **head)


def check(body: Body, name: str, text: str, now: Now, then: Now) -> None:
    """What was taken is what was sent, could be, and changed nothing else."""
    member = name.rpartition(".")[2]
    assert name in f"{body.kept} {body.passed}".split()
    assert body.is_new or all(then[one] == now[one] for one in now if one not in (member, "version")), (now, then)
    if name in body.kept.split():
        assert then[member] == text and not any(sign in text for sign in body.unseen(name)), then


def attacked(crowd: Crowd, field: TextField) -> int:
    """Sends each text in a field of a body, and looks at what stands there then; how many were taken."""
    body, name, taken = BODIES[row(field.call, field.place)], field.name, 0
    is_players = field.call.security in ("device", "gameServer")
    crowd.player = body.who(crowd) if is_players else crowd.guest
    now = {} if body.is_new else body.stands(crowd)
    for text in body.attacks(name):
        if is_players and body.is_new:
            crowd.player = body.who(crowd)
        reply = crowd.reply = send(crowd, field, body, text, now)
        then = body.stands(crowd)
        assert attacks.is_harmless(reply), (text, reply.body)
        if attacks.is_taken(reply):
            check(body, name, text, now, then)
            now, taken = then, taken + 1
        elif body.is_new:
            assert then.get(name.rpartition(".")[2]) != text, (text, reply.body)
        else:
            assert then == now, (text, reply.body)
    return taken


def test_what_attackers_type_in_a_body_is_text_or_nothing(launch: Launch) -> None:
    crowd = gathered(launch)
    before, taken = untouched(crowd), 0
    for field in bodies():
        if field.call.security == "developer" and field.name in ("password", "newPassword", "language"):
            # A session says few passwords, and asks for few letters.
            crowd.sign_in()
        try:
            taken += attacked(crowd, field)
        except AssertionError as fault:
            fault.add_note(str(field))
            raise
    assert taken > 200, "most of it is only text"
    assert untouched(crowd) == before
    exported = crowd.own("GET", f"{GAME}/export").body.decode()
    for line in csv.DictReader(io.StringIO(exported, newline=""), strict=True):
        formulas = {name for name, text in line.items() if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))}
        assert formulas <= {"score"}, line


def addressed(crowd: Crowd, call: Call, who: Phone) -> Iterator[tuple[str, str, dict[str, str], bool]]:
    """Texts in an address and in fields of a head: where, the path and the fields, and whether it has to be refused."""
    for name in call.names:
        for text in attacks.FEW:
            yield f"{call} {name}", crowd.path(call, who, **{name: attacks.in_address(text)}), {}, (str(call), name) != OF_ITS_GAME
    path = crowd.path(call, who)
    for field in call.texts():
        for text in attacks.FEW if field.is_choice or field.place == "header" else attacks.CORPUS:
            line = attacks.in_head(text)
            if field.place == "query":
                yield str(field), f"{path}?{field.name}={attacks.in_address(text)}", {}, field.is_choice
            elif field.place == "header" and line is not None:
                yield str(field), path, {field.name: line}, field.name == "Idempotency-Key"


def test_what_attackers_type_in_an_address_or_a_head_is_no_command(launch: Launch) -> None:
    """In paths, queries and fields of heads, as the document has them: none is left out."""
    crowd = gathered(launch)
    before = untouched(crowd)
    for call in arena_calls():
        who = crowd.newcomer() if call.security == "device" else crowd.guest
        body = BODIES.get(str(call))
        says = body.says(crowd, "", body.stands(crowd)) if body else b"x" if call.method == "PUT" else None
        for where, path, head, must_fail in addressed(crowd, call, who):
            reply = crowd.send(call, path, says, who, **head)
            assert attacks.is_harmless(reply) and (reply.status >= 400 or not must_fail), (where, path, head, reply.body)
    assert untouched(crowd) == before


def test_pages_show_what_was_typed_and_carry_nothing_of_it_out(launch: Launch) -> None:
    crowd = gathered(launch)
    taken = 0
    board = f"{GAME}/boards/level-1"
    for path, stands, name in (
        (GAME, Crowd.game, "name"), (GAME, Crowd.game, "description"), (board, Crowd.board, "name"), (board, Crowd.board, "unit"),
    ):  # fmt: skip
        for text in attacks.CORPUS:
            now = stands(crowd)
            kept = {member: now[member] for member in ("version", "name", "description", "unit", "windows") if member in now}
            if crowd.own("PUT", path, kept | {name: text}).status != 200:
                continue
            pages = [crowd.ask("GET", page) for page in PAGES]
            assert all(page.status == 200 and attacks.is_harmless(page) for page in pages), text
            assert any(html.escape(text).replace("&#x27;", "&#39;") in page.body.decode() for page in pages), (name, text)
            taken += 1
    assert taken > 40


def test_a_password_of_any_text_opens_its_account_and_no_other_text_does(launch: Launch) -> None:
    crowd = gathered(launch)
    for text in attacks.FEW[:3]:
        wish = {"email": "eva@example.org", "code": crowd.codes.pop(), "newPassword": text}
        assert crowd.ask("PUT", "/v1/developers/recovery", wish).status == 201, text
        for said, status in ((text, 201), (text[:-1], 401)):
            signed = crowd.ask("POST", "/v1/developers/session", {"email": "eva@example.org", "password": said})
            assert signed.status == status, (text, said)
