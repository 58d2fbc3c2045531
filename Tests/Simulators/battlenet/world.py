"""What is served: sources (a region and a namespace), their connected realms and the realms in them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

STATES = {
    "up": {"status": "UP", "population": None},
    "down": {"status": "DOWN", "population": "OFFLINE"},
    "maintenance": {"status": "DOWN", "population": "OFFLINE"},
    "queue": {"queue": True},
    "no-queue": {"queue": False},
    "locked": {"population": "LOCKED"},
    "unlocked": {"population": None},
}
"""What the words of the control API change in a group; no population: the one it was born with.

That ``OFFLINE`` goes with ``DOWN`` is likely but was never recorded; ``population`` overrides it.
"""


@dataclass
class Realm:
    """One realm with its names by locale."""

    id: int
    slug: str
    names: dict[str, str]
    category: str
    locale: str
    timezone: str
    type: str = "NORMAL"
    is_tournament: bool = False


@dataclass
class Group:
    """A connected realm: what is up or down, full or queued, is the group and never a realm of its own."""

    id: int
    realms: list[Realm]
    population: str
    status: str = "UP"
    queue: bool = False
    native_population: str = field(init=False)
    answers_left: int | None = None
    """After so many complete answers the group is as it was before; None: until told otherwise."""
    before: dict[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.native_population = self.population

    def change(self, changes: dict[str, object], answers: int | None) -> None:
        """Takes on a state, for ``answers`` complete answers or for good."""
        if self.answers_left is None:
            self.before = {"status": self.status, "population": self.population, "queue": self.queue}
        self.answers_left = answers
        for key, value in changes.items():
            setattr(self, key, self.native_population if key == "population" and value is None else value)

    def was_answered(self) -> bool:
        """Counts one complete answer; true when the state ends with it."""
        if self.answers_left is None:
            return False
        self.answers_left -= 1
        if self.answers_left > 0:
            return False
        self.answers_left = None
        for key, value in self.before.items():
            setattr(self, key, value)
        return True


@dataclass
class Source:
    """Every connected realm of one region and namespace, with the lock that guards their states."""

    region: str
    region_id: int
    namespace: str
    groups: list[Group]
    has_leaderboards: bool = True
    locales: tuple[str, ...] = ()
    version: int = 1
    modified: int = field(default_factory=lambda: int(time.time()))
    """When the document changed, in the whole seconds of ``Last-Modified``; each change is a later one."""
    lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    def touch(self) -> None:
        """The document is another one from now on."""
        self.version += 1
        self.modified = max(int(time.time()), self.modified + 1)

    def chosen(self, slug: str | None, category: str | None) -> list[Group]:
        """The groups of a realm or of a category, else all of them."""

        def fits(realm: Realm) -> bool:
            return (slug is None or realm.slug == slug) and (category is None or realm.category == category)

        return [group for group in self.groups if any(fits(realm) for realm in group.realms)]

    def change(self, groups: Iterable[Group], changes: dict[str, object], answers: int | None) -> None:
        """Changes some groups at once: no answer shows a part of it."""
        with self.lock:
            for group in groups:
                group.change(changes, answers)
            self.touch()

    def was_answered(self) -> None:
        """Counts one complete answer for states that last a number of answers."""
        with self.lock:
            if any([group.was_answered() for group in self.groups]):
                self.touch()

    @property
    def realm_count(self) -> int:
        """How many realms are in all groups together."""
        return sum(len(group.realms) for group in self.groups)


@dataclass
class World:
    """Every source by its namespace."""

    sources: dict[str, Source]

    def of_region(self, region: str) -> list[Source]:
        """The sources of a region, retail first."""
        return [source for source in self.sources.values() if source.region == region]

    def source(self, region: str, flavour: str) -> Source:
        """The source of a region by ``retail`` or ``classic``; KeyError when there is none."""
        prefix = {"retail": "dynamic", "classic": "dynamic-classic"}[flavour]
        return self.sources[f"{prefix}-{region}"]
