"""The rules of the arena as its contract says them: players, boards, friends, duels. Tests look into it and change it."""

import functools
import hashlib
import threading
from datetime import timedelta

import bodies as b
from app_people import Refused
from play_duels import Duels, better, code_of, text

KINDS = ("invited", "accepted", "challenged", "answered", "decided", "behind", "passed")
def board(slug: str, name: str, order: str = "more", score_format: str = "points", windows=("day", "week", "month"), **more) -> dict:
    return {"board": slug, "name": name, "order": order, "operator": "best", "format": score_format, "windows": list(windows), **more}


def alone(kind: type) -> type:
    """Whatever the arena does is done alone: a test changes it while the page asks, and what is walked through must not grow meanwhile."""
    def locked(act):
        @functools.wraps(act)
        def wrapped(self, *given, **named):
            with self.lock:
                return act(self, *given, **named)

        return wrapped

    for name, member in [*vars(Duels).items(), *vars(kind).items()]:
        if callable(member) and not name.startswith("_"):
            setattr(kind, name, locked(member))
    return kind


@alone
class Arena(Duels):
    """Who plays what, and what they are to each other. Everybody is named by a code."""

    def __init__(self):
        self.lock = threading.RLock()
        self.games: dict[str, dict] = {}
        self.players: dict[str, dict] = {}
        self.installs: dict[str, dict] = {}
        #: (game, board, window, period or None) -> {player's code: (score, order of arrival)}
        self.scores: dict[tuple, dict] = {}
        self.ledger: list[dict] = []
        self.monday: dict[tuple, int] = {}
        self.over: list[dict] = []
        #: frozenset of two codes -> {inviter, type, again, blocked: set}
        self.pairs: dict[frozenset, dict] = {}
        self.duels: dict[str, dict] = {}
        self.keys: dict[tuple, tuple] = {}
        self.codes: dict[str, str] = {}
        self.wrong: dict[str, int] = {}
        self.pictures: dict[str, tuple[str, bytes]] = {}
        #: Addresses to which a letter was wanted, and in which language.
        self.letters: list[tuple[str, str | None]] = []
        self.sends_mail = True
        self.arrived = 0
        self.made = 0
        self.most_duels = 20

    # Games and players.

    def game(self, slug: str, name: str, *boards: dict, description: str = "") -> dict:
        self.games[slug] = {"game": slug, "name": name, "description": description, "zone": "Europe/Warsaw", "since": b.stamp(b.now()),
                            "boards": list(boards), "promoted": False}
        return self.games[slug]

    def front(self, slug: str, icon: bytes | None = None, **facts) -> dict:
        """What a game says of itself: `genre`, `price`, `currency`, `shop`; and whether it is `promoted`."""
        if icon:
            code = hashlib.sha256(icon).hexdigest()
            self.pictures[code] = ("image/png", icon)
            facts["icon"] = f"/v1/pictures/{code}"
        self.games[slug] |= facts
        return self.games[slug]

    def listed(self) -> dict:
        """The games as everybody sees them, promoted ones first; bounds of boards are their author's."""
        games = sorted(self.games.values(), key=lambda one: not one["promoted"])
        return {"games": [{**game, "boards": [{key: value for key, value in one.items() if key not in ("low", "high")} for one in game["boards"]]}
                          for game in games]}

    def board(self, game: str, slug: str) -> dict:
        found = [one for one in self.games.get(game, {"boards": []})["boards"] if one["board"] == slug]
        if not found:
            raise Refused(404, "there is no such board")
        return found[0]

    def player(self, name: str, guest: bool = True) -> str:
        self.made += 1
        code = code_of(f"player {name} {self.made}")
        self.players[code] = {"code": code, "name": name, "version": 1, "since": b.stamp(b.now()), "guest": guest, "picture": None, "link": None,
                              "email": None, "notices": {kind: kind != "passed" for kind in KINDS}, "recovery": []}
        return code

    def install(self, player: str, game: str) -> str:
        """The game is there for this player; it is a caller of its own."""
        known = [one["id"] for one in self.installs.values() if one["player"] == player and one["game"] == game]
        if known:
            return known[0]
        made = code_of(f"install {player} {game} {len(self.installs)}", 22)
        self.installs[made] = {"id": made, "game": game, "name": "", "player": player, "since": b.stamp(b.now()), "linkedAt": None, "former": None}
        return made

    def shown(self, code: str | None) -> dict | None:
        if code is None or code not in self.players:
            return None
        player = self.players[code]
        return {"code": code, "name": player["name"], **({"picture": f"/v1/pictures/{player['picture']}"} if player["picture"] else {})}

    def me(self, code: str) -> dict:
        player = self.players[code]
        more = {key: player[key] for key in ("link", "email") if player[key]}
        return {**self.shown(code), "version": player["version"], "since": player["since"], "guest": player["guest"], "notices": player["notices"],
                "recoveryCodes": len(player["recovery"]), **more}

    # Results and boards.

    def submit(self, player: str, game: str, slug: str, score: int) -> None:
        """A result counts at once in every window, and in every duel that runs on this board."""
        rules = self.board(game, slug)
        self.install(player, game)
        self.arrived += 1
        self.ledger.append({"player": player, "game": game, "board": slug, "score": score, "at": b.stamp(b.now()), "number": self.arrived})
        windows = ["all", *rules["windows"], *(["season"] if rules.get("season") else [])]
        for window in windows:
            known = self.scores.setdefault((game, slug, window, None), {})
            if player not in known or better(rules, score, known[player][0]):
                known[player] = (score, self.arrived)
        for duel in self.duels.values():
            self.scored(duel, player, game, slug, score)

    def order(self, game: str, slug: str, window: str, period: str | None = None) -> list[tuple[str, int]]:
        sign = 1 if self.board(game, slug)["order"] == "less" else -1
        known = self.scores.get((game, slug, window, period), {})
        return [(code, score) for code, (score, _) in sorted(known.items(), key=lambda one: (sign * one[1][0], one[1][1])) if code in self.players]

    def rows(self, caller: str | None, order: list, rules: dict, overall: dict | None = None) -> list[dict]:
        scores = [score for _, score in order]
        friends = self.friends_of(caller) if caller else set()
        return [{"position": place, "rank": scores.index(score) + 1, "player": self.shown(code), "score": score, "scoreText": text(rules, score),
                 **({"isMe": True} if code == caller else {}), **({"isFriend": True} if code in friends else {}),
                 **({"overall": overall[code]} if overall else {})} for place, (code, score) in enumerate(order, 1)]

    def page(self, caller: str | None, game: str, slug: str, query: dict, around: bool) -> dict:
        window, period = query.get("window", "all"), query.get("period")
        rules = self.board(game, slug)
        if period and (game, slug, window, period) not in self.scores:
            raise Refused(404, "nothing is kept from that time", code="no-period")
        order = self.order(game, slug, window, period)
        friends = query.get("scope") == "friends"
        overall = None
        if friends:
            overall = {code: place for place, (code, _) in enumerate(order, 1)}
            order = [one for one in order if one[0] == caller or one[0] in self.friends_of(caller)]
        rows = self.rows(caller, order, rules, overall)
        limit = int(query.get("limit", str(len(rows)) if friends else "20"))
        mine = next((one for one in rows if one["player"]["code"] == caller), None) if caller else None
        start = max(0, mine["position"] - 1 - limit // 2) if around and mine else 0
        if around:
            start = max(0, min(start, len(rows) - limit))
        if "cursor" in query:
            way, place = query["cursor"].split("-")
            start = int(place) if way == "next" else max(0, int(place) - limit)
            limit = limit if way == "next" else int(place) - start
        shown = rows[start:start + limit]
        body = {"game": game, "board": slug, "window": window, "total": len(rows), "rows": shown}
        body |= {"period": period or "now"} if window != "all" else {}
        body |= {"scope": "friends"} if friends else {}
        body |= {"own": mine} if mine and around else {}
        if friends:
            return body
        body |= {"next": f"next-{start + limit}"} if start + limit < len(rows) else {}
        return body | ({"previous": f"previous-{start}"} if start > 0 else {})

    def place(self, code: str, game: str, slug: str, window: str = "all") -> dict | None:
        order = self.order(game, slug, window)
        found = [(place, score) for place, (one, score) in enumerate(order, 1) if one == code]
        if not found:
            return None
        place, score = found[0]
        return {"position": place, "total": len(order), "score": score, "scoreText": text(self.board(game, slug), score)}

    def games_of(self, code: str) -> dict:
        listed = []
        for game in self.games.values():
            boards = []
            for rules in game["boards"]:
                standings = []
                for window in ("all", *rules["windows"]):
                    standing = self.place(code, game["game"], rules["board"], window)
                    if not standing:
                        continue
                    standing |= {"window": window, "rank": standing["position"]}
                    before = self.monday.get((game["game"], rules["board"], code))
                    standings.append(standing | ({"change": before - standing["position"]} if window == "all" and before else {}))
                if standings:
                    boards.append({"board": rules["board"], "name": rules["name"], "standings": standings})
            if boards:
                listed.append({"game": game["game"], "name": game["name"], "boards": boards})
        return {"games": listed}

    # Friends: what the seed's types 1, 2, 3 mean to both sides.

    def pair(self, one: str, other: str) -> dict:
        return self.pairs.setdefault(frozenset((one, other)), {"inviter": one, "type": 0, "again": False, "blocked": set()})

    def relation(self, me: str, other: str) -> str:
        if me == other:
            return "me"
        pair = self.pairs.get(frozenset((me, other)))
        if pair is None or (other in pair["blocked"] and me not in pair["blocked"]):
            return "none"
        if me in pair["blocked"]:
            return "blocked"
        if pair["type"] == 2:
            return "friend"
        if pair["type"] == 0:
            return "none"
        if pair["inviter"] == me:
            return "sent" if pair["type"] == 1 or pair["again"] else "none"
        return "received"

    def friends_of(self, code: str) -> set[str]:
        return {other for other in self.players if other != code and self.relation(code, other) == "friend"}

    def want(self, me: str, other: str) -> None:
        if me == other:
            raise Refused(422, "that is you yourself", code="self")
        pair = self.pair(me, other)
        if me in pair["blocked"]:
            raise Refused(409, "you blocked this player", code="blocked-by-me")
        if other in pair["blocked"]:
            return
        if pair["type"] in (1, 3) and pair["inviter"] == other:
            pair.update(type=2)
        elif pair["type"] == 0:
            pair.update(type=1, inviter=me, again=False)
        elif pair["type"] == 3:
            pair.update(again=True)

    def unwant(self, me: str, other: str) -> None:
        pair = self.pair(me, other)
        if pair["type"] == 1 and pair["inviter"] == other:
            return pair.update(type=3)
        if pair["type"] == 3 and pair["inviter"] == other:
            return None
        if pair["type"] == 2:
            for duel in self.between(me, other):
                if duel["state"] == "waiting":
                    self.end(duel, "void", "unfriended")
        return pair.update(type=0, again=False)

    def block(self, me: str, other: str, on: bool) -> None:
        pair = self.pair(me, other)
        if not on:
            return pair["blocked"].discard(me)
        pair["blocked"].add(me)
        pair.update(type=0, again=False)
        for duel in self.between(me, other):
            if duel["state"] != "over":
                self.end(duel, "void", "unfriended")
        return None

    def between(self, me: str, other: str) -> list[dict]:
        return [duel for duel in self.duels.values() if {duel["creator"], duel["other"]} == {me, other}]

    # One player in several places.

    def moves(self, caller: str, into: str) -> dict:
        """What joining would come to, for whoever asks first."""
        friends = (self.friends_of(caller) | self.friends_of(into)) - {caller, into}
        void = [duel for duel in self.between(caller, into) if duel["state"] != "over"]
        installs = [one for one in self.installs.values() if one["player"] == caller]
        return {"player": self.shown(into), "keeps": self.players[into]["name"], "loses": self.players[caller]["name"], "installs": len(installs),
                "friends": len(friends), "voidedDuels": len(void), "done": False}

    def join(self, caller: str, into: str) -> None:
        for duel in self.between(caller, into):
            if duel["state"] != "over":
                self.end(duel, "void", "merged")
        until = b.stamp(b.now() + timedelta(days=30))
        for one in self.installs.values():
            if one["player"] == caller:
                one.update(player=into, linkedAt=b.stamp(b.now()), former={"name": self.players[caller]["name"], "until": until})
        for other in self.friends_of(caller) - {into}:
            self.pair(into, other).update(type=2)
        for known in self.scores.values():
            if caller in known:
                known[into] = max(known.pop(caller), known.get(into, (-2**63, 0)))
        for duel in self.duels.values():
            duel.update({side: into for side in ("creator", "other") if duel[side] == caller and duel["state"] != "over"})
            if duel["state"] != "over" and caller in duel["bests"]:
                duel["bests"][into] = duel["bests"].pop(caller)
        del self.players[caller]
