"""The map schedule of an appliance as its API edits it: a second reading of the contract, simple and by layers."""

import re
import zlib
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

import bodies as b

MAPS = {"SP": "Storm Point", "OL": "Olympus", "ED": "E-District", "BM": "Broken Moon", "KC": "Kings Canyon", "WE": "World's Edge"}
DAY = timedelta(hours=24)


class Refusal(Exception):
    """The appliance's words, its status and, with some, a code."""

    def __init__(self, words: str, status: int = 400, **more):
        super().__init__(words)
        self.status, self.more = status, more


class Turn(NamedTuple):
    """A map of a cycle, its minutes, and what is played on it where game modes take turns."""

    code: str
    minutes: int
    game: str | None = None


def read_stamp(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class Schedule:
    """Layers of each mode, of which the last that covers an instant says what is on; each edit lays one, an undo takes it away."""

    def __init__(self, world):
        self.world = world
        self.edits: list[dict] = []
        self.previews = 0
        #: Whether a commit does what was looked at for a while: then previews name their instant.
        self.holds = False

    @cached_property
    def names(self) -> dict[str, str]:
        return {body["mode"]: body["name"] for body, _ in self.world.modes}

    @cached_property
    def layers(self) -> dict[str, list[dict]]:
        """By mode: `{from, to, anchor, cycle, takeover, edit}`; no cycle: nothing is known."""
        return {body["mode"]: [
            {"from": None, "to": None, "anchor": read_stamp(one["anchor"]), "takeover": body.get("takeover"), "edit": 0,
             "cycle": [Turn(slot["code"], slot["minutes"], slot.get("gameMode")) for slot in one["cycle"]]} for one in body.get("schedules", [])]
            for body, _ in self.world.modes}

    @property
    def version(self) -> int:
        return len(self.edits)

    @property
    def basis(self) -> str:
        return f"{self.version}-{zlib.crc32(repr(self.layers).encode()):016x}"

    def answer(self, method: str, rest: list[str], body, phone: str):
        if method == "POST":
            if rest == ["preview"]:
                self.previews += 1
                return 200, self.preview(body["text"])
            if body["basis"] != self.basis:
                raise Refusal("the schedule was changed meanwhile; look at the preview again", 409, code="changed-meanwhile")
            self.commit(body["text"], by="phone", phone=phone)
        maps = [{"code": code, "map": name} for code, name in MAPS.items()]
        return 200, {"basis": self.basis, "modes": list(self.layers), "maps": maps, "edits": self.edits[::-1]}

    def commit(self, text: str, **who):
        """Who made it: `by="owner"`, or `by="phone"` with the name of one."""
        _, words, layers = self.read(text)
        assert self.names
        newest = self.newest()
        entry = {"version": self.version + 1, "at": b.stamp(b.now()), "text": words, "state": "inForce", **who}
        if text == "undo":
            newest["state"] = "undone"
            entry.update(text=f"undo {newest['version']}: {newest['text']}", state="undo")
        self.edits.append(entry)
        self.layers = layers
        self.world.modes = [self.shown(key) for key in self.layers if self.layers[key]]

    def start(self, key: str, code: str, owner: bool) -> dict:
        """Of a mode that has ended the newest cycle with a map goes on; the slot of the map began a quarter of an hour ago."""
        place, body = next(((place, body) for place, (body, _) in enumerate(self.world.modes) if body["mode"] == key), (None, None))
        if body is None:
            raise Refusal(f"there is no mode “{key}”")
        if body["state"] == "running" and body["current"]["code"] == code:
            return body
        if body["state"] != "ended":
            raise Refusal("the schedule of this mode has not ended: only a paired phone changes it", 409 if owner else 403, code="not-paired")
        cycle = next((one["cycle"] for one in body["schedules"][::-1] if any(turn["code"] == code for turn in one["cycle"])), None)
        if cycle is None:
            raise Refusal(f"“{code}” is in no cycle of {key} that is known")
        at = next(number for number, turn in enumerate(cycle) if turn["code"] == code)
        begin, slots = b.now() - timedelta(minutes=15), []
        for turn in (cycle[at:] + cycle[:at]) * 2:
            end = begin + timedelta(minutes=turn["minutes"])
            slots.append({"code": turn["code"], "map": turn["map"], "start": b.stamp(begin), "end": b.stamp(end)})
            begin = end
        made = {"mode": key, "name": body["name"], "state": "running", "current": slots[0], "next": slots[1],
                "validUntil": b.stamp(b.now() + timedelta(days=42)), "schedules": body["schedules"]}
        self.world.modes[place] = (made, [{"mode": key, **slot} for slot in slots])
        return made

    def newest(self) -> dict | None:
        return next((one for one in self.edits[::-1] if one["state"] == "inForce"), None)

    def layer(self, layers: list[dict], at: datetime) -> dict | None:
        covering = [one for one in layers if (one["from"] is None or one["from"] <= at) and (one["to"] is None or at < one["to"])]
        return covering[-1] if covering else None

    def slot(self, layers: list[dict], at: datetime):
        """`(turn, end, takeover)` of what is on; no turn where nothing is known."""
        borders = [edge for one in layers for edge in (one["from"], one["to"]) if edge and edge > at]
        layer = self.layer(layers, at)
        if layer is None or not layer["cycle"]:
            return None, min(borders, default=at + 2 * DAY), None
        total = timedelta(minutes=sum(one.minutes for one in layer["cycle"]))
        start = layer["anchor"] + (at - layer["anchor"]) // total * total
        for turn in layer["cycle"]:
            if start + timedelta(minutes=turn.minutes) > at:
                return turn, min([start + timedelta(minutes=turn.minutes), *borders]), layer["takeover"]
            start += timedelta(minutes=turn.minutes)
        raise AssertionError("a cycle covers everything")

    def preview(self, text: str) -> dict:
        begin, words, after = self.read(text)
        modes = [self.difference(key, begin, self.layers[key], after[key]) for key in self.layers]
        held = {"at": b.stamp(b.now())} if self.holds else {}
        return {"basis": self.basis, **held, "text": words, "from": b.stamp(begin), "until": b.stamp(begin + DAY), "modes": modes}

    def difference(self, key: str, begin: datetime, before: list[dict], after: list[dict]) -> dict:
        stretches, at = [], begin
        while at < begin + DAY and before != after:
            (old, old_end, was), (new, new_end, now) = self.slot(before, at), self.slot(after, at)
            end = min(old_end, new_end, begin + DAY)
            one = {"start": b.stamp(at), "end": b.stamp(end), "change": change(old and (old, was), new and (new, now))}
            one.update({"before": shown(old, was)} if old else {}, **({"after": shown(new, now)} if new else {}))
            stretches.append(one)
            at = end
        kinds = {one["change"] for one in stretches}
        vanished = any("before" in one for one in stretches) and not any("after" in one for one in stretches)
        whole = "vanished" if vanished else "same" if kinds <= {"same"} else "changed"
        return {"mode": key, "name": self.names[key], "change": whole, "stretches": stretches, "cut": False}

    def shown(self, key: str):
        """The mode as `/v1/rotations` has it, with its coming slots."""
        layers, at, slots = self.layers[key], b.now(), []
        while len(slots) < 12:
            turn, end, takeover = self.slot(layers, at)
            if turn is None:
                break
            slots.append({**shown(turn, takeover), "start": b.stamp(at), "end": b.stamp(end)})
            at = end
        now = self.layer(layers, b.now())
        # Two layers never say the same instant: what lies below is cut.
        listed = [one for one in layers if one["cycle"] and (one is now or one["to"])] if now else []
        schedules = [{"cycle": [{**shown(turn, None), "minutes": turn.minutes} for turn in one["cycle"]],
                      "anchor": b.stamp(one["anchor"]), **{name: b.stamp(one[key]) for name, key in (("usableFrom", "from"), ("usableTo", "to")) if one[key]},
                      **({"takeover": one["takeover"]} if one["takeover"] else {})} for one in listed]
        state = {"state": "running", "current": slots[0], "next": slots[1]} if slots else {"state": "ended", "validUntil": b.stamp(b.now())}
        body = {"mode": key, "name": self.names[key], "schedules": schedules, **state, **({"takeover": now["takeover"]} if slots and now["takeover"] else {})}
        return body, [{"mode": key, **one} for one in slots]

    def read(self, text: str):
        """When it starts, the words as they can be typed again, and the layers after it."""
        now, word = b.now(), text.split()[0]
        if text == "undo":
            newest = self.newest()
            if newest is None:
                raise Refusal("there is nothing to undo: no change of the schedule is in force", 409)
            return now, "undo", {key: [one for one in layers if one["edit"] != newest["version"]] for key, layers in self.layers.items()}
        if word not in ("set", "takeover", "end", "see"):
            raise Refusal(f"“{word}” is nothing that can be done; there are set, takeover, end, see and undo")
        key = re.split("[ :]", text)[1]
        if key not in self.layers:
            raise Refusal(f"there is no mode “{key}”; there are {', '.join(self.layers)}")
        current = self.layer(self.layers[key], now)
        made = {"from": now, "to": current and current["to"], "takeover": current and current["takeover"], "edit": self.version + 1}
        words = getattr(self, word)(text, key, current, made, now)
        return made["from"], words, {**self.layers, key: [*self.layers[key], made]}

    def set(self, text, key, current, made, now):
        turns, seen = re.fullmatch(r"\S+ \S+: ([^,]+), (.+?)(?:, ends \S+)?", text).groups()
        made["cycle"] = self.turns(turns)
        made["anchor"], words = self.anchor(made["cycle"], seen, now)
        return f"set {key}: {spelled(made['cycle'])}, {words}"

    def takeover(self, text, key, current, made, now):
        name, turns, rest = re.fullmatch(r"\S+ \S+ ([^:]+): ([^,]+), (.+)", text).groups()
        clauses = rest.split(", ")
        to = next(one for one in clauses if one.startswith("until "))
        made.update(takeover=name, cycle=self.turns(turns), to=read_stamp(to[6:]))
        if made["to"] <= now:
            raise Refusal(f"it would end at {to[6:]}, which is over")
        start = next((one for one in clauses if one.startswith("from ")), None)
        if start:
            made["from"] = made["anchor"] = read_stamp(start[5:])
            return f"takeover {key} {name}: {spelled(made['cycle'])}, {start}, {to}"
        made["anchor"], seen = self.anchor(made["cycle"], next(one for one in clauses if one != to), now)
        return f"takeover {key} {name}: {spelled(made['cycle'])}, {to}, {seen}"

    def end(self, text, key, current, made, now):
        if " at " in text:
            made["from"] = read_stamp(text.split(" at ")[1])
        below = [one for one in self.layers[key] if not one["takeover"]]
        covered = self.layer(below, now) if current and current["takeover"] else None
        made.update(takeover=None, anchor=covered and covered["anchor"], cycle=covered["cycle"] if covered else [])
        return text

    def see(self, text, key, current, made, now):
        made["cycle"] = current["cycle"]
        seen = text.split(": ")[1]
        if " until " not in seen and " for " not in seen:
            seen = seen.replace(" on", f" on until {b.stamp(self.slot(self.layers[key], now)[1])}", 1)
        made["anchor"], _ = self.anchor(made["cycle"], seen, now)
        if (made["anchor"] - current["anchor"]) % timedelta(minutes=sum(one.minutes for one in made["cycle"])) == timedelta():
            raise Refusal("the schedule says so already: nothing would change", 409)
        return text

    def turns(self, text: str) -> list:
        found, waiting = [], []
        for word, game in re.findall(r"([^ (]+)(?: \(([^)]+)\))?", text):
            if word.isdigit():
                found += [Turn(code, int(word), played) for code, played in waiting]
                waiting = []
            elif word not in MAPS:
                raise Refusal(f"“{word}” is the code of no map that is known; known are SP (Storm Point), OL (Olympus)")
            else:
                waiting.append((word, game or None))
        return found

    def anchor(self, cycle: list, seen: str, now: datetime):
        """The start of the first map, and the words with a whole instant."""
        code, game, left, stamp, following = re.fullmatch(
            r"(\w+) (?:\(([^)]+)\) )?(?:on )?(?:for (\d+)m|until ([^,]+))(?:, then (\w+))?", seen).groups()
        end = read_stamp(stamp) if stamp else now + timedelta(minutes=int(left))
        places = [n for n, one in enumerate(cycle) if one.code == code
                  and game in (None, one.game) and following in (None, cycle[(n + 1) % len(cycle)].code)]
        if not places:
            raise Refusal(f"{code} is not one of the maps of this cycle: {', '.join(one.code for one in cycle)}")
        minutes = cycle[places[0]].minutes
        if end - now > timedelta(minutes=minutes):
            raise Refusal(f"{code} is on for {minutes} minutes, and {b.stamp(end)} is {(end - now) // timedelta(minutes=1)} minutes from now")
        start = end - timedelta(minutes=sum(one.minutes for one in cycle[:places[0] + 1]))
        return start, f"{played(code, game)} on until {b.stamp(end)}" + (f", then {following}" if following else "")


def spelled(cycle: list) -> str:
    return " ".join(f"{played(turn.code, turn.game)} {turn.minutes}" for turn in cycle)


def played(code: str, game: str | None) -> str:
    return f"{code} ({game})" if game else code


def shown(turn: Turn, takeover: str | None) -> dict:
    more = {"gameMode": turn.game, "takeover": takeover}
    return {"code": turn.code, "map": MAPS[turn.code], **{key: value for key, value in more.items() if value}}


def change(before, after) -> str:
    return "same" if before == after else "added" if not before else "gone" if not after else "changed"
