"""What the contract leaves open, done at random: a client that copes with one stand-in has read one stand-in.

The recorded answers do not say into how many pages a search falls, which pages carry which validator, in which order
rows and members come, which members may be absent or null, which words there are, or whether a number of the index
can still be asked for. A loose stand-in decides each of them by chance, again with every ``reroll``.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import formatdate
from typing import Any

from .world import Group, Source

Row = dict[str, Any]
LONE_SURROGATE = "\ud800"
"""Half of a character: JSON may write it, Unicode has no such text."""


def _set(*path: str | int, value: Any) -> Callable[[Row], None]:
    def change(data: Row) -> None:
        target: Any = data
        for step in path[:-1]:
            target = target[step]
        target[path[-1]] = value

    return change


ODD: dict[str, Callable[[Row], None]] = {
    "timezone a number": _set("realms", 0, "timezone", value=5),
    "name null": _set("realms", 0, "name", value=None),
    "name half a character": _set("realms", 0, "name", value=f"Half{LONE_SURROGATE}"),
    "slug null": _set("realms", 0, "slug", value=None),
    "slug without end": _set("realms", 0, "slug", value="é" * 40_000),
    "status null": _set("status", value=None),
    "status a list": _set("status", value=["UP"]),
    "realms empty": _set("realms", value=[]),
    "realms an object": _set("realms", value={"slug": 5}),
    "queue a word": _set("has_queue", value="no"),
    "number a word": _set("id", value="eleven"),
    "number null": _set("id", value=None),
}
"""Rows that make no sense: nothing may be believed of such a group, and nothing else may suffer."""

HARMLESS: dict[str, Callable[[Row], None]] = {
    "new member": _set("charter", value={"a": [{"b": None}] * 3}),
    "population null": _set("population", value=None),
    "population new": _set("population", value={"type": "GIGANTIC", "name": "Gigantic"}),
    "category null": _set("realms", 0, "category", value=None),
    "timezone null": _set("realms", 0, "timezone", value=None),
    "type new": _set("realms", 0, "type", value={"type": "HARDCORE", "name": "Hardcore"}),
    "no queue": lambda data: data.pop("has_queue"),
    "name plain": lambda data: data["realms"][0].update(name="Plain"),
}
"""Rows that are unusual and fine."""


@dataclass
class Choices:
    """What one source does until the next ``reroll``."""

    page_size: int
    order: int
    validators: list[str]
    odd: dict[int, str] = field(default_factory=dict)
    """Why nothing can be read of a group, by its number: an odd row, a row that comes twice, an unknown word."""
    harmless: dict[int, str] = field(default_factory=dict)
    missing: set[int] = field(default_factory=set)
    """Numbers that the index lists and that cannot be asked for."""


class Looseness:
    """The choices of every source, from one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._random = random.Random(seed)
        self._choices: dict[str, Choices] = {}
        self._pages: dict[tuple[str, int], tuple[str, int]] = {}
        self._clock = 1_000_000_000

    def reroll(self) -> None:
        """Everything is decided again."""
        self._choices.clear()

    def of(self, source: Source) -> Choices:
        """What a source does now."""
        if source.namespace not in self._choices:
            self._choices[source.namespace] = self._choose(source)
        return self._choices[source.namespace]

    def body(self, source: Source) -> dict[str, Any]:
        """The choices, for ``/_sim/state``."""
        choices = self.of(source)
        return {
            "odd": choices.odd,
            "harmless": choices.harmless,
            "missing": sorted(choices.missing),
            "page_size": choices.page_size,
            "validators": choices.validators,
        }

    def arranged(self, source: Source, groups: list[Group]) -> list[Group]:
        """The rows in the order of these choices; a row that comes twice is given twice."""
        choices = self.of(source)
        twice = [group for group in groups if choices.odd.get(group.id) == "twice"]
        rows = sorted([*groups, *twice], key=lambda group: group.id)
        random.Random(choices.order).shuffle(rows)
        return rows

    def bend(self, source: Source, number: int, data: Row) -> Row:
        """A group's document, made odd or unusual; members in another order."""
        choices = self.of(source)
        what = choices.odd.get(number)
        if what in ODD:
            ODD[what](data)
        elif what == "unknown word":
            data["status"] = {"type": "MIGRATING", "name": "Migrating"}
        elif number in choices.harmless:
            HARMLESS[choices.harmless[number]](data)
        members = list(data.items())
        random.Random(choices.order + number).shuffle(members)
        return dict(members)

    def validator(self, source: Source, page: int, body: bytes) -> dict[str, str]:
        """The validator of one page: it changes with the body, and one time in two without a reason."""
        choices = self.of(source)
        kind = choices.validators[page % len(choices.validators)]
        key, digest = (source.namespace, page), hashlib.sha256(body).hexdigest()[:16]
        known, modified = self._pages.get(key, ("", 0))
        if known != digest or self._random.random() < 0.5:
            self._clock += 1
            modified = self._clock
        self._pages[key] = (digest, modified)
        match kind:
            case "tag":
                return {"ETag": f'"{digest}-{modified}"'}
            case "weak tag":
                return {"ETag": f'W/"{digest}-{modified}"'}
            case "date":
                return {"Last-Modified": formatdate(modified, usegmt=True)}
            case _:
                return {}

    def _choose(self, source: Source) -> Choices:
        chance = self._random
        numbers = [group.id for group in source.groups]
        pages = chance.choice((1, 2, 3, 3, 4))
        size = max(1, -(-len(numbers) // pages))
        every = chance.choice(("tag", "weak tag", "date", "none", "mixed"))
        kinds = ["tag", "weak tag", "date", "none"]
        validators = [chance.choice(kinds) for _ in range(4)] if every == "mixed" else [every]
        strange = chance.sample(numbers, max(1, len(numbers) // 20))
        odd = {number: chance.choice([*ODD, "twice", "unknown word"]) for number in strange}
        others = [number for number in numbers if number not in odd]
        harmless = {
            number: chance.choice(list(HARMLESS)) for number in chance.sample(others, max(1, len(others) // 4))
        }
        missing = set(chance.sample(others, 1))
        return Choices(size, chance.randrange(1 << 30), validators, odd, harmless, missing)


def encode(body: Any) -> bytes:
    """JSON in which half a character is an escape, because UTF-8 has no form of it."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return text.replace(LONE_SURROGATE, "\\ud800").encode()
