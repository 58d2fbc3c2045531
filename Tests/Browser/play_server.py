"""The fixture server with an arena: the app's stand-in of the routes of players, friends and duels, as their contract says them."""

import hashlib
import json
import re
import time
from datetime import timedelta
from urllib.parse import parse_qs, unquote, urlsplit

import bodies as b
from app_desk import Desk
from app_people import Refused
from app_server import AppAppliance, AppHandler
from play_duels import code_of
from play_rules import Arena

PATHS = re.compile(r"/v1/(games|me|players|pictures)(/|$)")


class PlayAppliance(AppAppliance):
    """An appliance with games. `arena` holds everything; `player_of` is who a phone is."""

    def __init__(self, world):
        super().__init__(world)
        self.people.desk = Desk()
        self.arena = Arena()
        self.phones: dict[str, str] = {}
        #: `(method, the beginning of a path)` -> `(status, code, Retry-After)`: refused whatever it is.
        self.refusals: dict[tuple[str, str], tuple] = {}
        self.is_open = True
        self.server.RequestHandlerClass = type("Handler", (PlayHandler,), {"appliance": self})

    def player_of(self, device: str) -> str:
        """The player of a phone, made on first use."""
        if self.phones.get(device) not in self.arena.players:
            self.phones[device] = self.arena.player(f"Player-{code_of(device, 4).upper()}")
        return self.phones[device]

    @property
    def mine(self) -> str:
        """The player of the only phone."""
        [device] = self.people.devices
        return self.player_of(device)


class PlayHandler(AppHandler):
    appliance: PlayAppliance

    def act(self, method: str):
        path = urlsplit(self.path).path
        site = self.appliance
        if not PATHS.match(path) or site.broken:
            return super().act(method)
        site.requests.append(self.path)
        site.keep_back(path)
        size = int(self.headers.get("Content-Length") or 0)
        data = self.rfile.read(size) if size else b""
        kind = self.headers.get("Content-Type", "")
        body = json.loads(data) if data and kind == "application/json" else (kind, data) if data else None
        site.told.append((method, path, body if isinstance(body, dict) else None))
        try:
            if not site.is_open:
                raise Refused(404, "there is nothing at this path")
            for (verb, start), (status, code, wait) in site.refusals.items():
                if method == verb and path.startswith(start):
                    raise Refused(status, f"refused with {status} for a test", code=code, wait=wait)
            with site.lock, site.arena.lock:
                status, answer = self.answer(method, [unquote(one) for one in path.strip("/").split("/")[1:]], body)
        except Refused as refusal:
            wait = refusal.more.pop("wait", None)
            more = {key: value for key, value in refusal.more.items() if value is not None}
            text = {"type": "/problems/x", "title": "Refused", "status": refusal.status, "detail": str(refusal), **more}
            return self.reply(refusal.status, json.dumps(text).encode(), "application/problem+json", wait)
        if isinstance(answer, tuple):
            return self.reply(status, answer[1], answer[0])
        return self.reply(status, b"" if answer is None else json.dumps(answer, sort_keys=True).encode(), "application/json")

    def reply(self, status: int, data: bytes, kind: str, wait: int | None = None):
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        if status == 200 and self.headers.get("If-None-Match") == tag:
            status, data = 304, b""
        self.appliance.answers.append((self.path, status))
        self.send_response(status)
        if status == 200:
            self.send_header("ETag", tag)
        if status not in (204, 304):
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
        if wait:
            self.send_header("Retry-After", str(wait))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(data)

    # What is answered.

    def answer(self, method: str, parts: list[str], body):
        query = {key: values[0] for key, values in parse_qs(urlsplit(self.path).query).items()}
        arena = self.appliance.arena
        if parts[0] == "pictures":
            kind, data = arena.pictures.get(parts[1], (None, None))
            if data is None:
                raise Refused(404, "there is no such picture")
            return 200, (kind, data)
        if parts == ["games"]:
            return 200, arena.listed()
        if parts[0] == "games":
            return self.board(arena, parts[1:], query)
        me = self.caller()
        if parts == ["players", "recovery"]:
            if not arena.sends_mail:
                raise Refused(409, "this box sends no email", code="mail-off")
            arena.letters.append((body["email"], body.get("language")))
            return 202, {"expiresAt": b.stamp(b.now() + timedelta(minutes=15))}
        if parts == ["players"]:
            return 200, self.search(arena, me, query.get("name", ""))
        if parts[0] == "players":
            known = self.known(arena, parts[1])
            link = {"link": arena.players[known]["link"]} if arena.players[known]["link"] else {}
            return 200, {**arena.shown(known), **link, "since": arena.players[known]["since"], "relation": arena.relation(me, known)}
        return self.mine(arena, me, method, parts[1:], body, query)

    def caller(self) -> str:
        site = self.appliance
        device = site.people.authorize(self.headers.get("Authorization", ""), None)
        return site.player_of(device)

    def known(self, arena: Arena, code: str) -> str:
        if code not in arena.players:
            raise Refused(404, "there is no such player")
        return code

    def board(self, arena: Arena, rest: list[str], query: dict):
        game, slug, what = rest[0], rest[2], rest[3] if len(rest) > 3 else None
        arena.board(game, slug)
        if what == "seasons":
            midnight = b.now().replace(hour=23, minute=0, second=0, microsecond=0)
            running = [{"window": window, "period": "now", "from": b.stamp(midnight - timedelta(days=1)), "until": b.stamp(midnight + timedelta(days=days)),
                        "seed": "0" * 32} for window, days in (("day", 0), ("week", 4), ("month", 20)) if window in arena.board(game, slug)["windows"]]
            return 200, {"game": game, "board": slug, "running": running, "over": arena.over}
        return 200, arena.page(self.caller() if what == "me" else None, game, slug, query, around=what == "me")

    def search(self, arena: Arena, me: str, name: str) -> dict:
        wanted = name.casefold()
        if len(wanted) < 2:
            raise Refused(400, "name: two letters at least")
        exact = [code for code, one in arena.players.items() if one["name"].casefold() == wanted]
        begins = [code for code, one in arena.players.items() if len(wanted) >= 3 and one["name"].casefold().startswith(wanted) and code not in exact]
        return {"players": [{"player": arena.shown(code), "relation": arena.relation(me, code)} for code in [*exact, *begins][:20]]}

    def mine(self, arena: Arena, me: str, method: str, rest: list[str], body, query: dict):
        if not rest:
            return self.self_(arena, me, method, body)
        if rest[0] in ("friends", "blocks") and len(rest) > 1:
            return self.relate(arena, me, method, rest, query)
        if rest[0] == "duels":
            return self.duels(arena, me, method, rest[1:], body, query)
        if rest[0] == "installs" and method == "DELETE":
            return 200, self.separate(arena, me, rest[1])
        plain = {"games": lambda: arena.games_of(me), "waiting": lambda: self.waiting(arena, me), "friends": lambda: {"friends": [
            {"player": arena.shown(one), "since": b.stamp(b.now())} for one in sorted(arena.friends_of(me), key=lambda one: arena.players[one]["name"])]},
                 "invitations": lambda: self.invitations(arena, me), "blocks": lambda: {"players": [
                     arena.shown(one) for one in arena.players if arena.relation(me, one) == "blocked"]},
                 "installs": lambda: {"installs": [{key: value for key, value in {**one, "isCaller": False}.items() if key != "player" and value is not None}
                                                   for one in arena.installs.values() if one["player"] == me]},
                 "export": lambda: self.export(arena, me)}
        if method == "GET" and rest[0] in plain:
            return 200, plain[rest[0]]()
        return self.changed(arena, me, method, rest, body)

    def export(self, arena: Arena, me: str) -> dict:
        """Results belong to the installation that sent them."""
        places = {one["game"]: one["id"] for one in arena.installs.values() if one["player"] == me}
        results = [{**{key: one[key] for key in ("game", "board", "score", "at")}, "install": places[one["game"]], "state": "counts"}
                   for one in arena.ledger if one["player"] == me]
        friends = [{**{key: arena.shown(one)[key] for key in ("code", "name")}, "relation": "friend", "isBlocked": False, "since": b.stamp(b.now())}
                   for one in arena.friends_of(me)]
        duels = [{**{key: one[key] for key in ("duel", "game", "board", "seconds", "state", "createdAt")}, "isMine": one["creator"] == me}
                 for one in arena.duels.values() if me in (one["creator"], one["other"])]
        return {"me": arena.me(me), "installs": [], "standings": [], "results": results, "hasMoreResults": False, "places": [],
                "hasMorePlaces": False, "friends": friends, "duels": duels}

    def self_(self, arena: Arena, me: str, method: str, body):
        player = arena.players[me]
        if method == "DELETE":
            if body["name"] != player["name"]:
                raise Refused(422, "the name is another one", code="name-mismatch")
            del arena.players[me]
            return 204, None
        if method == "PUT":
            if body["version"] != player["version"]:
                raise Refused(409, "another change came first", current=arena.me(me))
            name = body.get("name", player["name"])
            if not 1 <= len(name) <= 20:
                raise Refused(422, "a name has 1 to 20 characters", code="name-not-allowed")
            if any(one["name"].casefold() == name.casefold() and one is not player for one in arena.players.values()):
                raise Refused(409, "the name is taken", code="name-taken", current=arena.me(me))
            if body.get("link") and not body["link"].startswith("https://"):
                raise Refused(422, "link: an https address")
            player.update(name=name, version=player["version"] + 1)
            player.update({key: body[key] or None for key in ("link", "email") if key in body})
            player["notices"] |= body.get("notices", {})
        return 200, arena.me(me)

    def changed(self, arena: Arena, me: str, method: str, rest: list[str], body):
        player = arena.players[me]
        if rest == ["avatar"]:
            player["picture"] = None
            if method == "PUT":
                kind, data = body
                if kind not in ("image/png", "image/jpeg") or len(data) > 65_536:
                    raise Refused(413, "a picture has 64 KiB at most")
                player["picture"] = hashlib.sha256(data).hexdigest()
                arena.pictures[player["picture"]] = (kind, data)
            player["version"] += 1
            return 200, arena.me(me)
        if rest == ["codes"]:
            code = code_of(f"code {me} {len(arena.codes)}", 8).upper().translate(str.maketrans("0123456789", "ABCDEFGHJK"))
            arena.codes[code] = me
            return 201, {"code": code, "expiresAt": b.stamp(b.now() + timedelta(minutes=10)), "link": f"{self.appliance.url}/app#join={code}"}
        if rest == ["recovery"]:
            player["recovery"] = [code_of(f"recovery {me} {number} {time.time()}", 16).upper() for number in range(8)]
            return 201, {"codes": player["recovery"]}
        if rest == ["join"]:
            return 200, self.join(arena, me, body)
        raise Refused(404, "there is nothing at this path")

    def join(self, arena: Arena, me: str, body: dict) -> dict:
        if arena.wrong.get(me, 0) >= 5:
            raise Refused(429, "five wrong codes; one more try comes back every two minutes", code="too-often", wait=120)
        recovered = next((code for code, one in arena.players.items() if body["code"] in one["recovery"]), None)
        into = arena.codes.get(body["code"], recovered)
        if into not in arena.players:
            arena.wrong[me] = arena.wrong.get(me, 0) + 1
            raise Refused(404, "there is no such code", code="code-unknown")
        if into == me:
            raise Refused(409, "this is your own code", code="own-code")
        if into in self.appliance.phones.values() and into != recovered:
            raise Refused(409, "both players have phones, of two persons", code="other-person")
        answer = arena.moves(me, into)
        if body.get("preview"):
            return answer
        arena.join(me, into)
        arena.codes.pop(body["code"], None)
        phones = self.appliance.phones
        phones.update({device: into for device, code in phones.items() if code == me})
        return {**answer, "done": True}

    def separate(self, arena: Arena, me: str, install: str) -> dict:
        one = arena.installs.get(install)
        if one is None or one["player"] != me:
            raise Refused(404, "there is no such installation")
        former = one["former"]
        one.update(player=arena.player(former["name"] if former else f"Player-{len(arena.players):04}"), former=None, linkedAt=None)
        return {"player": arena.shown(one["player"]), "former": former is not None}

    def waiting(self, arena: Arena, me: str) -> dict:
        duels = [one for one in arena.duels.values() if me in (one["creator"], one["other"])]
        return {"invitations": len([one for one in self.invitations(arena, me)["received"] if one["type"] == 1]),
                "running": len([one for one in duels if one["state"] == "running"]),
                "duels": len([one for one in duels if one["state"] == "waiting" and one["other"] == me])}

    def invitations(self, arena: Arena, me: str) -> dict:
        lists = {"received": [], "sent": []}
        for other in arena.players:
            relation = arena.relation(me, other)
            if relation in lists:
                kind = arena.pair(me, other)["type"] if relation == "received" else 1
                lists[relation].append({"player": arena.shown(other), "type": kind, "at": b.stamp(b.now())})
        return lists

    def relate(self, arena: Arena, me: str, method: str, rest: list[str], query: dict):
        other = self.known(arena, rest[1])
        if method == "GET":
            if arena.relation(me, other) != "friend":
                raise Refused(404, "there is no such friend")
            return 200, self.friend(arena, me, other)
        if rest[0] == "blocks":
            arena.block(me, other, method == "PUT")
        else:
            (arena.want if method == "PUT" else arena.unwant)(me, other)
        return 200, {"player": arena.shown(other), "relation": arena.relation(me, other)}

    def friend(self, arena: Arena, me: str, other: str) -> dict:
        def place(code, game, slug):
            found = arena.place(code, game, slug)
            before = arena.monday.get((game, slug, code))
            return found and {**found, **({"monday": before} if before else {})}

        games = []
        for game in arena.games.values():
            boards = [{"board": one["board"], "name": one["name"], **{key: value for key, value in (
                ("mine", place(me, game["game"], one["board"])), ("theirs", place(other, game["game"], one["board"]))) if value}} for one in game["boards"]]
            if any("mine" in one for one in boards) and any("theirs" in one for one in boards):
                games.append({"game": game["game"], "name": game["name"], "boards": boards})
        newest = [{"game": one["game"], "board": one["board"], "boardName": arena.board(one["game"], one["board"])["name"], "score": one["score"],
                   "scoreText": str(one["score"]), "at": one["at"]} for one in reversed(arena.ledger) if one["player"] == other][:10]
        over = [arena.duel_body(me, one)["outcome"] for one in arena.between(me, other) if one["state"] == "over"]
        link = {"link": arena.players[other]["link"]} if arena.players[other]["link"] else {}
        return {"player": arena.shown(other), "since": b.stamp(b.now()), **link, "games": games, "newest": newest,
                "duels": {"won": over.count("won"), "drawn": over.count("draw"), "lost": over.count("lost")}}

    def duels(self, arena: Arena, me: str, method: str, rest: list[str], body, query: dict):
        if not rest and method == "POST":
            status, duel = arena.challenge(me, body, self.headers.get("Idempotency-Key"))
            return status, arena.duel_body(me, duel)
        own = [one for one in arena.duels.values() if me in (one["creator"], one["other"])]
        if not rest:
            state = {"archive": "over"}.get(query["state"], query["state"])
            found = [arena.duel_body(me, one) for one in reversed(own) if one["state"] == state]
            start, limit = int(query.get("cursor", "0")), int(query.get("limit", "50"))
            more = {"next": str(start + limit)} if start + limit < len(found) else {}
            return 200, {"duels": found[start:start + limit], **more}
        duel = next((one for one in own if one["duel"] == rest[0]), None)
        if duel is None:
            raise Refused(404, "there is no such duel")
        if method == "POST" and rest[1] == "rematch":
            other = duel["other"] if me == duel["creator"] else duel["creator"]
            again = {key: duel[key] for key in ("game", "board", "seconds", "goal") if duel[key] is not None}
            status, made = arena.challenge(me, {**again, "player": other}, None, rematch=duel["duel"])
            return status, arena.duel_body(me, made)
        if method == "POST":
            arena.act(me, duel, rest[1])
        return 200, arena.duel_body(me, duel)
