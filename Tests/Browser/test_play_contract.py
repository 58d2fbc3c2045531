"""What the stand-in of the room Play says is what the API's description says: a test of the app proves no more than that."""

import re

import pytest
from contract.document import DOCUMENT, check
from harness.device import ask

from play_promoted import promote
from play_scene import PHONE, SECRET, evening, known_phone, settle

ASKED = [
    ("GET", "/v1/games"), ("GET", "/v1/games/orbit/boards/endless"), ("GET", "/v1/games/orbit/boards/endless/me"),
    ("GET", "/v1/games/orbit/boards/endless/me?scope=friends"), ("GET", "/v1/games/orbit/boards/endless/me?window=week&limit=5"),
    ("GET", "/v1/games/orbit/boards/endless/seasons"), ("GET", "/v1/players?name=zep"), ("GET", "/v1/players/{stranger}"), ("GET", "/v1/me"),
    ("PUT", "/v1/me", {"version": 1, "link": "https://example.org", "notices": {"passed": True}}), ("GET", "/v1/me/games"), ("GET", "/v1/me/waiting"),
    ("GET", "/v1/me/friends"), ("GET", "/v1/me/friends/{friend}"), ("GET", "/v1/me/invitations"), ("GET", "/v1/me/installs"), ("GET", "/v1/me/export"),
    ("PUT", "/v1/me/friends/{stranger}"), ("DELETE", "/v1/me/friends/{stranger}"), ("PUT", "/v1/me/blocks/{stranger}"), ("GET", "/v1/me/blocks"),
    ("DELETE", "/v1/me/blocks/{stranger}"), ("GET", "/v1/me/duels?state=running"), ("GET", "/v1/me/duels?state=waiting"),
    ("GET", "/v1/me/duels?state=archive"), ("GET", "/v1/me/duels/{duel}"), ("POST", "/v1/me/duels/{duel}/giveUp"), ("POST", "/v1/me/duels/{duel}/rematch"),
    ("POST", "/v1/me/duels", {"player": "{friend}", "game": "orbit", "board": "endless", "seconds": 3600, "goal": 9}),
    ("POST", "/v1/me/codes"), ("POST", "/v1/me/recovery"),
    ("POST", "/v1/players/recovery", {"email": "ola@example.org", "language": "en"}), ("POST", "/v1/me/join", {"code": "GAMECODE", "preview": True}),
    ("DELETE", "/v1/me/installs/{install}"), ("DELETE", "/v1/me", {"name": "Marten"}),
]  # fmt: skip


def described(method: str, path: str) -> dict:
    """The answers of the operation to which a path belongs."""
    for known, item in DOCUMENT["paths"].items():
        if method.lower() in item and re.fullmatch(re.sub(r"\{[a-z]+\}", "[^/]+", known), path.split("?")[0]):
            return item[method.lower()]["responses"]
    raise AssertionError(f"{method} {path} is not described")


@pytest.mark.parametrize("asked", ASKED, ids=lambda one: " ".join(one[:2]))
def test_the_stand_in_answers_as_the_api_is_described(arena, asked):
    method, path, *body = asked
    site = evening(arena)
    known_phone(site)
    settle(site, site.mine)
    promote(site.arena)
    people = site.people_of_play
    site.arena.codes["GAMECODE"] = site.arena.player("Guest of Orbit")
    names = {"friend": people["Kestrel_9"], "stranger": people["oxbow"], "duel": next(iter(site.arena.duels)),
             "install": next(one["id"] for one in site.arena.installs.values() if one["player"] == site.mine)}
    sent = {key: value.format(**names) if isinstance(value, str) else value for key, value in body[0].items()} if body else None
    if path.endswith("/rematch"):
        site.arena.act(site.mine, site.arena.duels[names["duel"]], "giveUp")
    answer = ask(site.url, method, path.format(**names), sent, Authorization=f"Bearer {PHONE}.{SECRET}")
    assert answer.status in (200, 201, 202, 204), answer.body
    content = described(method, path)[str(answer.status)].get("content", {})
    if answer.status != 204:
        check(answer.json, content["application/json"]["schema"])
