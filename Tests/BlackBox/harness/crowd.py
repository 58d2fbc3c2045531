"""An arena with everybody who asks for something in it, and what stands there now: for tests that go through all of its routes."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import Any

from contract.requests import Call
from harness.appliance import Appliance, Reply
from harness.device import Phone, ask
from harness.settings import UNLIMITED

PASSWORD = "correct horse battery"
SHEET = b".row { color: red }"
GAME = "/v1/admin/games/snake"


class Crowd:
    """The owner, Ola who has the game snake, Jan who has orbit, Eva who signs in and comes back, and players who come and go.

    `reply`: the last answer that a test looks at.
    """

    def __init__(self, appliance: Appliance) -> None:
        self.appliance = appliance
        self.number = self.uses = 0
        self.reply: Reply | None = None
        self.session = self.register("ola").json["credential"]
        self.jan = self.register("jan").json["credential"]
        self.codes: list[str] = self.register("eva").json["codes"]
        for bearer, game in ((self.session, "snake"), (self.jan, "orbit")):
            for path, more in (("", {}), ("/boards/level-1", {"windows": ["day"], "unit": "pts"})):
                body = {"version": 0, "name": "Level 1"} | more
                assert self.ask("PUT", f"/v1/developers/games/{game}{path}", body, bearer).status == 201
        assert self.ask("PUT", f"{GAME}/style", SHEET, appliance.owner_key, Content_Type="text/css").status == 204
        self.server = self.own("POST", f"{GAME}/keys", {"keyVersion": 1}).json["serverKey"]
        self.guest, self.player = self.newcomer(), self.newcomer("Ola")
        self.guest_code = code(self.guest)
        self.friends = (self.newcomer(), self.newcomer())
        for one, other in (self.friends, self.friends[::-1]):
            assert one.ask("PUT", f"/v1/me/friends/{code(other)}").status == 200
        # The first of all results.
        assert self.guest.ask("POST", "/v1/games/snake/boards/level-1/results", {"score": 7}, Idempotency_Key=key()).status == 201

    def ask(self, method: str, path: str, body: object | None = None, bearer: str = "", **fields: str) -> Reply:
        """Each request from another address: nobody is refused for having come before."""
        self.number += 1
        fields |= {"Authorization": f"Bearer {bearer}"} if bearer else {}
        source = f"127.1.{self.number // 250}.{self.number % 250 + 1}"
        return ask(self.appliance.base, method, path, body, source=source, **fields)

    def own(self, method: str, path: str, body: object | None = None) -> Reply:
        """The owner asks."""
        return self.ask(method, path, body, self.appliance.owner_key)

    def send(self, call: Call, path: str, body: object | None, who: Phone, **fields: str) -> Reply:
        """With the credential that the route asks for; `who`: where players ask."""
        if call.security == "device":
            return who.ask(call.method, path, body, **fields)
        bearers = {"": "", "administrator": self.appliance.owner_key, "gameServer": self.server}
        bearer = self.developer() if call.security == "developer" else bearers[call.security]
        return self.ask(call.method, path, body, bearer, **fields)

    def path(self, call: Call, who: Phone, **values: str) -> str:
        """The route's, where nothing else is said with what is there, or could be."""
        there = {"game": "snake", "board": "level-1", "number": "1", "hiding": "1", "message": "1", "hash": "0" * 64, "id": who.id}
        there |= dict.fromkeys(("session", "invitation", "duel", "install"), "k7m2p9x4qa") | {"player": self.guest_code}
        return call.path.format(**(there | values))

    # Whoever asks.

    def address(self) -> str:
        """One that nobody said yet."""
        self.number += 1
        return f"somebody-{self.number}@example.org"

    def register(self, name: str, **more: object) -> Reply:
        body = {"email": f"{name}@example.org", "password": PASSWORD, "firstName": "Ola", "lastName": "Nowak"}
        reply = self.ask("POST", "/v1/developers", body | more)
        assert reply.status == 201, reply.body
        return reply

    def sign_in(self) -> str:
        """Ola, in a session that asked for nothing yet."""
        reply = self.ask("POST", "/v1/developers/session", {"email": "ola@example.org", "password": PASSWORD})
        assert reply.status == 201, reply.body
        self.session, self.uses = reply.json["credential"], 0
        return self.session

    def developer(self) -> str:
        """Ola; a session may ask 120 times a minute."""
        self.uses += 1
        return self.session if self.uses < 100 else self.sign_in()

    def newcomer(self, name: str | None = None) -> Phone:
        """An installation of snake, with a player of its own."""
        new = Phone(self.appliance)
        joined = new.ask("PUT", f"/v1/games/snake/installs/{new.id}", {"name": name} if name else {})
        assert joined.status == 201, joined.body
        self.player = new
        return new

    def unknown(self) -> Phone:
        """An installation that did not join yet."""
        self.player = Phone(self.appliance)
        return self.player

    # What stands there now.

    def game(self) -> dict[str, Any]:
        listed = self.own("GET", "/v1/admin/games").json["games"]
        return next(one for one in listed if one["game"] == "snake")

    def board(self) -> dict[str, Any]:
        return self.game()["boards"][0]

    def sheet(self) -> dict[str, Any]:
        page = self.ask("GET", "/embed/snake/level-1").body.decode()
        [link] = re.findall(r'"(/embed/snake/level-1/style\.css\?v=\w+)"', page)
        return {"": self.ask("GET", link).body}

    def account(self) -> dict[str, Any]:
        return self.ask("GET", "/v1/developers/me", bearer=self.developer()).json

    def me(self) -> dict[str, Any]:
        """The player who came last, if it joined."""
        reply = self.player.ask("GET", "/v1/me")
        assert reply.status in (200, 401), reply.body
        return reply.json if reply.status == 200 else {}

    def judged(self) -> dict[str, Any]:
        """The guest, as everybody sees it."""
        return self.ask("GET", f"/v1/players/{self.guest_code}").json

    def result(self) -> dict[str, Any]:
        """The newest one of the player who came last, in the list of all."""
        newest = self.own("GET", f"{GAME}/results?limit=1").json["results"][0]
        return newest if newest["player"]["code"] == self.me().get("code") else {}

    def invitation(self) -> dict[str, Any]:
        listed = self.own("GET", "/v1/admin/invitations").json["invitations"]
        return {"note": listed[0].get("note")} if listed else {}

    def ban(self) -> dict[str, Any]:
        """Read, and lifted: the note of a ban stays as it is for as long as the ban does."""
        for one in self.own("GET", f"{GAME}/bans").json["bans"]:
            assert self.own("DELETE", f"{GAME}/bans/{self.guest_code}").status == 200
            return {"note": one.get("note")}
        return {}

    def message(self) -> dict[str, Any]:
        """Read, and deleted: fifty wait at most. Its lines end as a form ends them."""
        for one in self.own("GET", "/v1/admin/contact").json["messages"]:
            assert self.own("DELETE", f"/v1/admin/contact/{one['message']}").status == 204
            return {name: one[name].replace("\n", "\r\n") for name in ("name", "address", "text")}
        return {}


def gathered(launch: Callable[..., Appliance]) -> Crowd:
    """On an appliance of their own. Its letters wait: nothing takes them."""
    mail = {"server": "smtp://127.0.0.1:9", "from": "box@example.net", "tls": "none"}
    arena = {"enabled": True, "developers": "open", "registrations_per_hour": 100_000}
    return Crowd(launch(("us",), fresh=False, devices=UNLIMITED, arena=arena, mail=mail))


def code(player: Phone) -> str:
    """By which others name a player."""
    return player.ask("GET", "/v1/me").json["code"]


def key() -> str:
    """A new one for a request that is sent once."""
    return str(uuid.uuid4())
