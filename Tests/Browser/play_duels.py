"""Duels as their contract says them: who may do what, which scores count, how they end."""

import hashlib
from datetime import timedelta

import bodies as b
from app_people import Refused

ALPHABET = "abcdefghjkmnpqrstvwxyz0123456789"


def code_of(text: str, length: int = 10) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:length])


def better(rules: dict, score: int, than: int) -> bool:
    return score < than if rules["order"] == "less" else score > than


def text(rules: dict, score: int) -> str:
    """As the appliance writes it: ScoreText."""
    if rules["format"] == "time":
        minutes, rest = divmod(score, 60_000)
        return f"{minutes}:{rest / 1000:06.3f}" if minutes else f"{rest / 1000:.3f}"
    return f"{score}{' ' + rules['unit'] if rules.get('unit') else ''}"


class Duels:
    """The part of the arena that is about duels."""

    def challenge(self, me: str, body: dict, key: str | None, rematch: str | None = None) -> tuple[int, dict]:
        if key and (me, key) in self.keys:
            known, duel = self.keys[me, key]
            if known != body:
                raise Refused(422, "the key was used for another challenge", code="key-used")
            return 200, self.duels[duel]
        other = body["player"]
        if other == me:
            raise Refused(422, "that is you yourself", code="self")
        if self.relation(me, other) != "friend":
            raise Refused(422, "only friends can be challenged", code="not-a-friend")
        if not 3600 <= body["seconds"] <= 2_592_000:
            raise Refused(422, "seconds: from an hour to 30 days", code="seconds")
        rules = self.board(body["game"], body["board"])
        goal = body.get("goal")
        if goal is not None and not rules.get("low", -2**63) <= goal <= rules.get("high", 2**63):
            raise Refused(422, "the goal is beyond the board's bounds", code="goal-out-of-bounds")
        if len([one for one in self.duels.values() if me in (one["creator"], one["other"]) and one["state"] != "over"]) >= self.most_duels:
            raise Refused(409, "20 duels run or wait", code="duels-full")
        code = code_of(f"duel {len(self.duels)}")
        now = b.now()
        self.duels[code] = {"duel": code, "creator": me, "other": other, "game": body["game"], "board": body["board"], "goal": goal,
                            "seconds": body["seconds"], "state": "waiting", "winner": None, "outcome": None, "reason": None, "createdAt": b.stamp(now),
                            "answerBy": b.stamp(now + timedelta(days=7)), "bests": {}, "version": 1, "rematchOf": rematch}
        if key:
            self.keys[me, key] = (body, code)
        return 201, self.duels[code]

    def act(self, me: str, duel: dict, what: str) -> None:
        """Whoever is not asked, and whatever is over, is refused with the duel as it stands."""
        asked = {"accept": duel["other"], "decline": duel["other"], "cancel": duel["creator"]}.get(what, me)
        state = "running" if what == "giveUp" else "waiting"
        if what == "accept" and duel["state"] == "running" and me == duel["other"]:
            return
        if duel["state"] != state or me != asked:
            raise Refused(409, "this is not yours to do any more", current=self.duel_body(me, duel))
        if what == "accept":
            now = b.now()
            duel.update(state="running", startedAt=b.stamp(now), endsAt=b.stamp(now + timedelta(seconds=duel["seconds"])))
        elif what == "giveUp":
            self.end(duel, "won", "gaveUp", winner=duel["other"] if me == duel["creator"] else duel["creator"])
        else:
            self.end(duel, "void", {"decline": "declined", "cancel": "cancelled"}[what])

    def end(self, duel: dict, outcome: str, reason: str, winner: str | None = None) -> None:
        duel.update(state="over", outcome=outcome, reason=reason, winner=winner, overAt=b.stamp(b.now()), version=duel["version"] + 1)

    def scored(self, duel: dict, player: str, game: str, slug: str, score: int) -> None:
        if duel["state"] != "running" or (duel["game"], duel["board"]) != (game, slug) or player not in (duel["creator"], duel["other"]):
            return
        rules, known = self.board(game, slug), duel["bests"].get(player)
        if known is None or better(rules, score, known):
            duel["bests"][player] = score
        if duel["goal"] is not None and not better(rules, duel["goal"], score):
            self.end(duel, "won", "goal", winner=player)

    def time_is_up(self, duel: dict) -> None:
        """The end of its time: the better one, the only one, a draw, nobody."""
        mine, theirs = (duel["bests"].get(one) for one in (duel["creator"], duel["other"]))
        if mine is None and theirs is None:
            return self.end(duel, "void", "nobody")
        if mine == theirs:
            return self.end(duel, "draw", "level")
        is_alone = mine is None or theirs is None
        won = theirs is None or (mine is not None and better(self.board(duel["game"], duel["board"]), mine, theirs))
        return self.end(duel, "won", "alone" if is_alone else "better", winner=duel["creator"] if won else duel["other"])

    def duel_body(self, me: str, duel: dict) -> dict:
        rules = self.board(duel["game"], duel["board"])
        other = duel["other"] if me == duel["creator"] else duel["creator"]
        body = {key: duel[key] for key in ("duel", "game", "board", "seconds", "state", "createdAt", "version")}
        body |= {key: duel[key] for key in ("answerBy", "startedAt", "endsAt", "overAt", "reason", "rematchOf") if duel.get(key)}
        body |= {"gameName": self.games[duel["game"]]["name"], "boardName": rules["name"], "order": rules["order"], "isMine": me == duel["creator"]}
        body |= {"opponent": self.shown(other)} if self.shown(other) else {}
        if duel["goal"] is not None:
            body |= {"goal": duel["goal"], "goalText": text(rules, duel["goal"])}
        if duel["state"] == "over":
            body["outcome"] = duel["outcome"] if duel["outcome"] != "won" else ("won" if duel["winner"] == me else "lost")
        if duel["state"] != "waiting" and "startedAt" in duel:
            body |= self.standing(rules, duel["bests"].get(me), duel["bests"].get(other))
        return body

    def standing(self, rules: dict, mine: int | None, theirs: int | None) -> dict:
        body = {name: {"score": score, "scoreText": text(rules, score)} for name, score in (("best", mine), ("theirBest", theirs)) if score is not None}
        if mine is not None and theirs is not None:
            body["ahead"] = "level" if mine == theirs else "mine" if better(rules, mine, theirs) else "theirs"
            body["gapText"] = text(rules, abs(mine - theirs))
        elif body:
            body["ahead"] = "mine" if mine is not None else "theirs"
        return body
