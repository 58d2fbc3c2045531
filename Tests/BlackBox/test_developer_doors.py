"""What is somebody else's: every route of a game tried by another developer, and every route at all by whoever is not asked there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from contract.requests import Call, calls
from harness.appliance import Appliance
from harness.crowd import Crowd, gathered, key
from harness.device import Phone, is_problem
from test_developer_games import picture

OWN = "/v1/developers/games/{game}"
PNG = {"Content_Type": "image/png"}
SHEET = (b".row { color: blue }", {"Content_Type": "text/css"})
WISHES: dict[str, tuple[Any, dict[str, str]]] = {
    "PUT ": ({"version": 2, "name": "Level 1", "description": "Mine"}, {}),
    "PUT /boards/{board}": ({"version": 1, "name": "Mine"}, {}),
    "POST /boards/{board}/seasons": ({"season": 0}, {}),
    "POST /keys": ({"keyVersion": 2}, {}),
    "PUT /promotion": ({"place": 2}, {}),
    "DELETE /promotion": (None, {}),
    "PUT /style": SHEET,
    "DELETE /style": (None, {}),
    "PUT /icon": (picture(9), PNG),
    "DELETE /icon": (None, {}),
    "PUT /picture": (picture(9), PNG),
    "DELETE /picture": (None, {}),
    "PUT /background": (picture(9), PNG),
    "DELETE /background": (None, {}),
    "GET /results": (None, {}),
    "GET /export": (None, {}),
    "POST /results/{number}/hide": (None, {}),
    "POST /results/{number}/restore": (None, {}),
    "GET /hidings": (None, {}),
    "POST /hidings": ({"board": "level-1", "below": 100}, {}),
    "POST /hidings/preview": ({"board": "level-1", "below": 100}, {}),
    "GET /hidings/{hiding}": (None, {}),
    "POST /hidings/{hiding}/undo": (None, {}),
    "GET /bans": (None, {}),
    "PUT /bans/{player}": ({"note": "mine"}, {}),
    "DELETE /bans/{player}": (None, {}),
    "GET /audit": (None, {}),
    "POST /close": (None, {}),
    "DELETE ": ({"name": "Level 1"}, {}),
}
"""What another developer sends, in an order in which its own would do it. A route that is new is to be entered here."""


def doors() -> dict[str, Call]:
    """Every route of a developer's game."""
    return {f"{call.method} {call.path.removeprefix(OWN)}": call for call in calls() if call.path.startswith(OWN)}


def furnished(crowd: Crowd) -> Crowd:
    """Ola's game has all that somebody else could look at, change or take away."""
    guest, bearer = crowd.guest, crowd.session
    score = "/v1/games/snake/boards/level-1/results"
    assert guest.ask("POST", score, {"score": 50}, Idempotency_Key=key()).status == 201
    path = OWN.format(game="snake")
    for what in ("icon", "picture", "background"):
        assert crowd.ask("PUT", f"{path}/{what}", picture(3), bearer, **PNG).status == 204
    for method, rest, body in (
        ("PUT", "promotion", {"place": 1}),
        ("POST", "hidings", {"result": 1}),
        ("PUT", f"bans/{crowd.guest_code}", {"note": "a bot"}),
    ):
        assert crowd.ask(method, f"{path}/{rest}", body, bearer).status in (200, 201), rest
    return crowd


def stands(crowd: Crowd) -> list[Any]:
    """All of Ola's game."""
    path = "/v1/admin/games/snake"
    lists = [crowd.own("GET", f"{path}/{what}").json for what in ("results", "hidings", "bans", "audit", "keys")]
    background = crowd.ask("GET", "/v1/games/snake/background").body
    return [crowd.game(), crowd.sheet(), background, *lists]


def test_every_route_of_a_game_is_tried_by_another_developer() -> None:
    assert doors().keys() == WISHES.keys()


def test_another_developers_game_is_answered_as_one_that_is_not_there(launch: Callable[..., Appliance]) -> None:
    crowd = furnished(gathered(launch))
    before = stands(crowd)
    keys = crowd.ask("POST", "/v1/developers/games/orbit/keys", {"keyVersion": 1}, crowd.jan)
    assert keys.status == 201
    for name, (body, fields) in WISHES.items():
        call = doors()[name]
        there, none = (
            crowd.ask(call.method, crowd.path(call, crowd.guest, game=game), body, crowd.jan, **fields) for game in ("snake", "chess")
        )
        assert is_problem(there, 404) and there.body == none.body, name
        for bearer in ("", crowd.guest.bearer.removeprefix("Bearer "), crowd.server, keys.json["serverKey"]):
            assert is_problem(crowd.ask(call.method, crowd.path(call, crowd.guest), body, bearer, **fields), 401), name
    assert is_problem(crowd.ask("DELETE", f"/v1/developers/sessions/{crowd.session.split('.')[1]}", bearer=crowd.jan), 404)
    assert stands(crowd) == before
    for name, (body, fields) in WISHES.items():
        call = doors()[name]
        done = crowd.ask(call.method, crowd.path(call, crowd.guest), body, crowd.session, **fields)
        assert done.status in (200, 201, 204), (name, done.body)


def test_no_route_takes_the_credential_of_another_kind(launch: Callable[..., Appliance]) -> None:
    crowd = furnished(gathered(launch))
    before = stands(crowd)
    phone = Phone(crowd.appliance).registered()
    bearers = {"": "", "developer": crowd.session, "gameServer": crowd.server}
    bearers |= {name: who.bearer.removeprefix("Bearer ") for name, who in (("install", crowd.guest), ("phone", phone))}
    tried = 0
    for call in (call for call in calls() if call.security):
        path = call.path.format(**dict.fromkeys(call.names, "1") | {"game": "snake", "board": "level-1", "region": "us"})
        for kind, bearer in bearers.items():
            if kind == call.security or call.security == "device" and kind in ("install", "phone"):
                continue
            body = {} if call.method in ("PUT", "POST") else None
            # At home it asks for none where a schedule has ended, and this body names no schedule.
            refusals = (400, 401, 403) if str(call) == "POST /v1/schedule/start" else (401, 403)
            assert crowd.ask(call.method, path, body, bearer).status in refusals, (str(call), kind)
            tried += 1
    assert tried > 400 and stands(crowd) == before
