"""Every body that the arena takes, with its fields that are text: what is said beside each, and what may become of it.

A field that a new release brings along has to be entered here; a test compares this with the OpenAPI document.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from harness.attacks import CORPUS, FEW, SHEETS, UNSEEN
from harness.crowd import PASSWORD, Crowd, code, key
from harness.device import Phone

OTHER = "another horse battery"
FORM = "application/x-www-form-urlencoded"

Now = dict[str, Any]
"""What stands there now, by names of members."""


def nothing(*_: object) -> Now:
    return {}


@dataclass(frozen=True)
class Body:
    """What a route takes; names of fields stand in texts, with blanks between them."""

    says: Callable[[Crowd, str, Now], Any] = nothing
    """What is said beside a text, by the field in which that stands, and by what stands there."""
    kept: str = ""
    """Stored: byte for byte, or refused in words."""
    refused: str = ""
    """Choices, codes, times and secrets, none of which an attack is."""
    passed: str = ""
    """Looked at and forgotten: taken or refused."""
    raw: str = ""
    """Of those that are kept: whatever is said there stands in no page."""
    lines: str = ""
    """Of those that are kept: several lines, which may end as those of forms do."""
    stands: Callable[[Crowd], Now] = nothing
    is_new: bool = False
    """Each text is a thing of its own, of somebody who did nothing before."""
    who: Callable[[Crowd], Phone] = Crowd.newcomer
    """Who asks where players do."""
    texts: tuple[str, ...] = ()
    """Others than usual."""

    def fields(self) -> list[str]:
        """All of them; a body that is itself a text has the empty name."""
        return f"{self.kept} {self.refused} {self.passed}".split() or [""]

    def unseen(self, name: str) -> str:
        """The signs that do not stand in a field."""
        return "" if name in self.raw.split() else UNSEEN.replace("\r", "") if name in self.lines.split() else UNSEEN

    def attacks(self, name: str) -> tuple[str, ...]:
        if name in ("password", "newPassword"):
            return FEW[:3]
        return self.texts or (CORPUS if name in self.kept.split() else FEW)


def of_game(_: Crowd, field: str, now: Now) -> Now:
    return {name: now[name] for name in ("version", "name", "description", "zone")} | ({"price": 5} if field == "currency" else {})


def of_board(_: Crowd, __: str, now: Now) -> Now:
    return {name: now[name] for name in ("version", "name", "unit", "windows")}


def of_season(_: Crowd, __: str, now: Now) -> Now:
    return {"season": now.get("season", {"number": 0})["number"]}


def of_account(_: Crowd, field: str, now: Now) -> Now:
    """Another address is proved by the password."""
    proof = {"email": {"password": PASSWORD}, "password": {"email": "other@example.org"}}
    return {"version": now["version"]} | proof.get(field, {})


def of_batch(*_: object) -> Now:
    return {"results": [{"key": key(), "board": "level-1", "score": 5}]}


def of_server(crowd: Crowd, *_: object) -> Now:
    return {"results": [{"key": key(), "player": code(crowd.player), "board": "level-1", "score": 5}]}


def of_duel(crowd: Crowd, *_: object) -> Now:
    return {"player": code(crowd.friends[1]), "game": "snake", "board": "level-1", "seconds": 3_600}


def of_newcomer(crowd: Crowd, *_: object) -> Now:
    return {"email": crowd.address(), "password": PASSWORD, "firstName": "Ola", "lastName": "Nowak"}


def of_sign_in(crowd: Crowd, field: str, _: Now) -> Now:
    """A wrong password locks the address that it was said of."""
    return {"email": crowd.address() if field == "password" else "eva@example.org", "password": PASSWORD}


def of_recovery(crowd: Crowd, field: str, _: Now) -> Now:
    """By a code that is right where the text stands in what only shows then."""
    right = crowd.codes.pop() if field == "name" else "AAAA-BBBB-CCCC-DDDD"
    return {"email": "eva@example.org", "code": right, "newPassword": PASSWORD}


def registered(crowd: Crowd) -> Now:
    """The account that was just made."""
    made = crowd.reply
    return crowd.ask("GET", "/v1/developers/me", bearer=made.json["credential"]).json if made and made.status == 201 else {}


def signed_in(crowd: Crowd) -> Now:
    """The session that just began."""
    begun = crowd.reply
    if not begun or begun.status != 201:
        return {}
    sessions = crowd.ask("GET", "/v1/developers/sessions", bearer=begun.json["credential"]).json["sessions"]
    return {"name": next(one.get("name") for one in sessions if one["isCaller"])}


MESSAGE = {"name": "Ola", "address": "ola@example.org", "text": "Hello"}
CONTACT = Body(lambda *_: MESSAGE, "name address text", passed="website", lines="text", stands=Crowd.message, is_new=True)
RESULT = "results[].extra"
NO_NAMES = tuple(f"{text} of none" for text in FEW)
"""The game may be called by an attack, which is then its name."""

BODIES: dict[str, Body] = {
    "PUT /v1/games/{game}/installs/{id}": Body(nothing, "name", stands=Crowd.me, is_new=True, who=Crowd.unknown),
    "POST /v1/games/{game}/boards/{board}/results": Body(
        lambda *_: {"score": 5}, "extra", "achieved", raw="extra", stands=Crowd.result, is_new=True
    ),
    "POST /v1/games/{game}/results": Body(
        of_batch, RESULT, "results[].key results[].board results[].achieved", raw=RESULT, stands=Crowd.result, is_new=True
    ),
    "POST /v1/games/{game}/server/results": Body(
        of_server,
        RESULT,
        "results[].key results[].board results[].achieved results[].player",
        raw=RESULT,
        stands=Crowd.result,
        is_new=True,
    ),
    "PUT /v1/me": Body(lambda *_: {"version": 1}, "name link email", stands=Crowd.me),
    "DELETE /v1/me": Body(nothing, refused="name", stands=Crowd.me),
    "POST /v1/me/join": Body(nothing, refused="code", stands=Crowd.me),
    "POST /v1/players/recovery": Body(lambda *_: {"email": "ola@example.org"}, refused="email", passed="language"),
    "POST /v1/me/duels": Body(of_duel, refused="player game board", who=lambda crowd: crowd.friends[0]),
    "PUT /v1/admin/players/{player}": Body(nothing, "name", stands=Crowd.judged),
    "POST /v1/admin/invitations": Body(nothing, "note", stands=Crowd.invitation),
    "POST /v1/contact": CONTACT,
    f"POST /v1/contact {FORM}": CONTACT,
    "POST /v1/developers": Body(
        of_newcomer, "firstName lastName company email", passed="password invitation", stands=registered, is_new=True, texts=FEW
    ),
    "PUT /v1/developers/me": Body(of_account, "firstName lastName company email", "password", stands=Crowd.account),
    "DELETE /v1/developers/me": Body(
        lambda *_: {"password": PASSWORD, "games": "close"}, refused="password games", stands=Crowd.account
    ),
    "POST /v1/developers/me/confirmation": Body(nothing, passed="language"),
    "PUT /v1/developers/me/confirmation": Body(nothing, refused="code", stands=Crowd.account),
    "PUT /v1/developers/me/password": Body(
        lambda *_: {"password": OTHER, "newPassword": PASSWORD}, refused="password newPassword", stands=Crowd.account
    ),
    "POST /v1/developers/me/recovery": Body(nothing, refused="password", stands=Crowd.account),
    "POST /v1/developers/recovery": Body(
        lambda *_: {"email": "ola@example.org", "by": "mail"}, refused="email by", passed="language"
    ),
    "PUT /v1/developers/recovery": Body(
        of_recovery, "name", "email code newPassword", stands=signed_in, is_new=True, texts=FEW
    ),
    "POST /v1/developers/session": Body(of_sign_in, "name", "email password", stands=signed_in, is_new=True, texts=FEW),
}
# Both sides do the same: a few say whether the other one does.
for side, texts, sheets in (("developers", (), SHEETS), ("admin", FEW, SHEETS[::6])):
    path = f"/v1/{side}/games/{{game}}"
    hiding = Body(lambda *_: {"board": "level-1", "below": 1}, refused="board player since until")
    BODIES |= {
        f"PUT {path}": Body(of_game, "name description zone shop", "submissions genre currency", stands=Crowd.game, texts=texts),
        f"DELETE {path}": Body(nothing, refused="name", stands=Crowd.game, texts=NO_NAMES),
        f"PUT {path}/boards/{{board}}": Body(
            of_board, "name unit", "order operator format windows[]", stands=Crowd.board, texts=texts
        ),
        f"POST {path}/boards/{{board}}/seasons": Body(of_season, refused="at order operator", stands=Crowd.board),
        f"PUT {path}/promotion": Body(lambda *_: {"place": 1}, refused="pin", stands=Crowd.game),
        f"PUT {path}/style": Body(stands=Crowd.sheet, texts=sheets),
        f"POST {path}/hidings": hiding,
        f"POST {path}/hidings/preview": hiding,
        f"PUT {path}/bans/{{player}}": Body(nothing, "note", stands=Crowd.ban, is_new=True, texts=texts),
    }
