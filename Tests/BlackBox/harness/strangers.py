"""What strangers may send: one request of every route that takes a body, and the longest queries and lists.

The black box asks how they are answered; `make bench PART=strangers` what they cost.
"""

from __future__ import annotations

import contextlib
import functools
import json
import select
import socket
import time
import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from harness.appliance import Appliance
from harness.device import REGISTRATION, Phone, ask
from harness.waiting import PATIENCE

ROUTES = (
    "PUT /v1/devices/{id}", "PUT /v1/devices/{id}/watchlist/{region}", "PUT /v1/devices/{id}/alerts",
    "PUT /v1/devices/{id}/wishes/{region}", "PUT /v1/devices/{id}/maps",
    "POST /v1/devices/{id}/join", "POST /v1/pairing/redeem", "PUT /v1/admin/settings",
    "PUT /v1/games/{game}/installs/{id}", "PUT /v1/me", "DELETE /v1/me", "POST /v1/me/join", "POST /v1/players/recovery",
    "POST /v1/games/{game}/boards/{board}/results",
    "POST /v1/games/{game}/results", "POST /v1/me/duels", "PUT /v1/admin/games/{game}", "PUT /v1/admin/games/{game}/boards/{board}",
    "POST /v1/admin/games/{game}/keys", "POST /v1/admin/games/{game}/boards/{board}/seasons",
    "POST /v1/developers", "POST /v1/developers/session", "PUT /v1/developers/me", "DELETE /v1/developers/me",
    "PUT /v1/developers/me/password", "POST /v1/developers/me/recovery", "POST /v1/developers/recovery",
    "PUT /v1/developers/recovery", "POST /v1/admin/invitations",
    "POST /v1/developers/me/confirmation", "PUT /v1/developers/me/confirmation",
    "PUT /v1/developers/games/{game}", "PUT /v1/developers/games/{game}/boards/{board}", "POST /v1/developers/games/{game}/keys",
    "POST /v1/developers/games/{game}/boards/{board}/seasons", "POST /v1/developers/games/{game}/hidings",
    "POST /v1/developers/games/{game}/hidings/preview", "PUT /v1/developers/games/{game}/bans/{player}",
    "POST /v1/admin/games/{game}/hidings", "POST /v1/admin/games/{game}/hidings/preview", "PUT /v1/admin/games/{game}/bans/{player}",
    "PUT /v1/admin/games/{game}/promotion", "PUT /v1/developers/games/{game}/promotion", "POST /v1/games/{game}/server/results",
    "DELETE /v1/admin/games/{game}", "DELETE /v1/developers/games/{game}", "PUT /v1/admin/players/{player}", "POST /v1/contact", "PUT /v1/admin/contact/{message}",
    "POST /v1/admin/schedule/preview", "POST /v1/admin/schedule/edits", "POST /v1/admin/schedule/seen", "POST /v1/schedule/start",
)  # fmt: skip
DEEP = b'{"locale":"en-GB","timeZone":"UTC","push":' + b"[" * 490 + b"]" * 490 + b"}"
"""A kilobyte that stopped the box once: 2 s for one of these, and every personal route for minutes after ten."""


def appliance_settings(tunnel: dict[str, Any], devices: dict[str, Any]) -> dict[str, Any]:
    """Changes of the settings: polled once an hour, with a door for strangers and room for all that they register."""
    return {
        "battlenet": {"interval": "1h"}, "tunnel": tunnel, "devices": devices,
        "arena": {"enabled": True, "registrations_per_hour": 1_000_000},
    }  # fmt: skip


def with_a_game(appliance: Appliance) -> Appliance:
    """Adds the game and the board that the routes name."""
    owner = f"Bearer {appliance.owner_key}"
    for path in ("/v1/admin/games/snake", "/v1/admin/games/snake/boards/b"):
        assert ask(appliance.base, "PUT", path, {"version": 0, "name": "x"}, Authorization=owner).status == 201
    return appliance


def takers(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Routes with a body, and their schema, by the OpenAPI document."""
    found = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            taken = operation.get("requestBody", {}).get("content", {}) if isinstance(operation, dict) else {}
            if "application/json" in taken:
                schema = taken["application/json"]["schema"]
                found[f"{method.upper()} {path}"] = schema
    return found


def longest(appliance: Appliance, route: str) -> int:
    """The longest body that a route takes, found by asking and halving: one byte more is 413."""
    method, path = route.split(" ", 1)
    path = path.replace("{id}", "A" * 22).replace("{region}", "eu").replace("{game}", "snake").replace("{board}", "b")
    path = path.replace("{player}", "abcdefghij").replace("{message}", "1")
    low, high = 0, 1 << 20
    while low + 1 < high:
        middle = (low + high) // 2
        status = ask(appliance.base, method, path, b" " * middle).status
        low, high = (low, middle) if status == 413 else (middle, high)
    return low


@functools.cache
def developer(appliance: Appliance) -> str:
    """The session of somebody who writes games."""
    owner = f"Bearer {appliance.owner_key}"
    code = ask(appliance.base, "POST", "/v1/admin/invitations", {}, Authorization=owner).json["code"]
    wish = {"email": "ola@example.org", "password": "correct horse", "firstName": "O", "lastName": "N", "invitation": code}
    session = ask(appliance.base, "POST", "/v1/developers", wish).json["credential"]
    for path in ("/v1/developers/games/hers", "/v1/developers/games/hers/boards/b"):
        added = ask(appliance.base, "PUT", path, {"version": 0, "name": "x"}, Authorization=f"Bearer {session}")
        assert added.status == 201, added.body
    return session


@functools.cache
def server_key(appliance: Appliance) -> str:
    """By which the game's own server sends results."""
    owner = f"Bearer {appliance.owner_key}"
    return ask(appliance.base, "POST", "/v1/admin/games/snake/keys", {"keyVersion": 1}, Authorization=owner).json["serverKey"]


def prepared(appliance: Appliance, tunnel: str, route: str, body: bytes, visitor: int) -> Callable[[], int]:
    """One request by a phone nobody knows, or by one that registers first where the route asks for that."""
    method, path = route.split(" ", 1)
    phone = Phone(appliance)
    bearer = phone.bearer
    base, address = tunnel, f"203.0.{visitor // 250 % 250}.{visitor % 250 + 1}"
    if path.startswith("/v1/games/{game}/") and method == "POST":
        assert phone.ask("PUT", f"/v1/games/snake/installs/{phone.id}", {}).status == 201
    elif path != "/v1/devices/{id}":
        plain = {"locale": "en-GB", "timeZone": "UTC"}
        assert phone.ask("PUT", body=plain, base=tunnel, X_Forwarded_For=address).status == 201
    if "admin" in path:
        bearer, base = f"Bearer {appliance.owner_key}", appliance.base
    if path.startswith(("/v1/developers/me", "/v1/developers/games")):
        bearer = f"Bearer {developer(appliance)}"
    if path.endswith("/server/results"):
        bearer = f"Bearer {server_key(appliance)}"
    # The other game is the owner's.
    path = path.replace("{game}", "hers") if path.startswith("/v1/developers/games") else path
    path = path.replace("{player}", "abcdefghij").replace("{message}", "1")
    path = path.replace("{id}", phone.id).replace("{region}", "eu").replace("{game}", "snake").replace("{board}", "b")
    fields = {} if base == appliance.base else {"X_Forwarded_For": address}
    if path.endswith(("/boards/b/results", "/v1/me/duels")):
        fields["Idempotency_Key"] = str(uuid.UUID(int=visitor))
    return lambda: ask(base, method, path, body, Authorization=bearer, **fields).status


def longest_query(appliance: Appliance) -> int:
    """The longest target that is read, by halving."""
    low, high = 0, 1 << 16
    while low + 1 < high:
        middle = (low + high) // 2
        try:
            is_read = ask(appliance.base, "GET", "/v1/rotations?a=" + "b" * middle).status not in (414, 431)
        except ConnectionError:
            # A head that does not fit the memory of a connection is not answered at all.
            is_read = False
        low, high = (middle, high) if is_read else (low, middle)
    # Other fields need room as well: a tunnel adds some.
    return low - 512


def statuses(base: str, target: str, count: int, patience: float) -> set[int]:
    """What so many connections are told that ask for the same at once; 0: nothing within so many seconds."""
    parts = urlsplit(base)
    with contextlib.ExitStack() as opened:
        waiting = [opened.enter_context(socket.create_connection((parts.hostname, parts.port), PATIENCE)) for _ in range(count)]
        for number, one in enumerate(waiting):
            lines = ["GET " + target + " HTTP/1.1", "Host: localhost", f"X-Forwarded-For: 203.0.113.{number + 1}"]
            one.sendall("\r\n".join([*lines, "", ""]).encode())
        told = set()
        end = time.monotonic() + patience
        while waiting and time.monotonic() < end:
            for one in select.select(waiting, [], [], 0.1)[0]:
                waiting.remove(one)
                line = one.recv(4_096).split(b" ", 2)
                told.add(int(line[1]) if len(line) > 1 else 0)
        return told | ({0} if waiting else set())


NAMES = {
    "no accents": "kazzak" * 20,
    "accents": "e" + "\u0301" * 55,
    "cyrillic": "\u0433\u043e\u0440\u0434" * 15,
    "hangul": "\uac01" * 40,
    "capitals": "\u0130" * 60,
    "spellings": "Kel'Thuzad",
}
"""Names of realms that do not exist, nearly as long as a name may be, and one that does."""


def spelt(name: str, number: int) -> str:
    """The same name with capitals where the number has bits."""
    return "".join(letter.upper() if number >> place & 1 else letter.lower() for place, letter in enumerate(name))


def longest_watch_list(kind: str, visitor: int) -> bytes:
    """As many names as a list may have; those of the last kind are sought, each, and are one realm."""
    names = [f"retail/{NAMES[kind]}{visitor}{number}" for number in range(400)]
    if kind == "spellings":
        names = [f"retail/{spelt(NAMES[kind], number)}" for number in range(400)]
    return json.dumps({"version": 0, "realms": names}, ensure_ascii=False).encode()


QUERIES = ("17", "400", "longest", "longest value", "most pairs")


def query(kind: str, room: int) -> str:
    """Parameters of a request; `room`: how many bytes its target may have."""
    letter = "%c3%a9"
    # The library notes each pair in the same memory as the head, and its answer besides.
    shared = room - 1_024
    return {
        "17": "&".join(f"k{number}={letter * 20}" for number in range(17)),
        "400": "&".join(f"k{number}={letter}" for number in range(400)),
        "longest": "&".join(f"k{number}={letter * (shared // 16 // len(letter))}" for number in range(16)),
        "longest value": "k=" + letter * (room // len(letter) - 1),
        "most pairs": "&".join("a" for _ in range(shared // 2)),
    }[kind]


MOST_ALERTS = 64
"""Of one phone."""


def stored_alerts(appliance: Appliance, number: int, version: int = 0, phone: Phone | None = None) -> Phone:
    """A stranger's phone without notifications, with all the alerts that it may have, of maps that no schedule names."""
    address = f"203.0.{number // 250}.{number % 250 + 1}"
    if phone is None:
        phone = Phone(appliance)
        assert phone.ask("PUT", body=REGISTRATION, base=appliance.tunnel, X_Forwarded_For=address).status == 201
    alerts = [
        {"mode": ("pubs", "ranked", f"m{number}")[each % 3], "map": f"Z{number}-{each}", "minutesBefore": each * 11, "repeat": "always"}
        for each in range(MOST_ALERTS)
    ]
    body = {"version": version, "quietHours": None, "maps": alerts}
    reply = phone.ask("PUT", "/alerts", body, base=appliance.tunnel, X_Forwarded_For=address)
    assert reply.status == 200, reply.body
    return phone
