"""The Map Timer app of 2025, as far as its answers matter: a strict decoder, its arithmetic, and its cache.

Written from the app's behaviour, not from our code: it decodes what Apple's JSONDecoder would, computes as the app does,
and keeps one hash for both of its playlists.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

CODES = {"KC", "WE", "OL", "SP", "BM", "ED"}
INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")

Get = Callable[[str], "bytes | None"]
"""Asks for a path: the body, whatever the status, because the app never looks at that; None: no answer."""


class Undecodable(Exception):
    """What the app's decoder throws on."""


class Trapped(Exception):
    """The app ended with an error of its own: an index below zero."""


@dataclass(frozen=True)
class Schedule:
    """A decoded schedule."""

    start: int
    end: int
    rotation: tuple[str, ...]
    interval: float
    takeover: str | None

    def map_at(self, time: int) -> str:
        """The app's own rule; Swift's `Int(_:)` and `%` cut towards zero."""
        index = int((time - self.end) / self.interval) + 1
        if index < 0:
            raise Trapped(f"index {index} at {time}")
        return self.rotation[index % len(self.rotation)]


def decoded(body: bytes) -> Schedule:
    """One schedule, or the error that the app's decoder would throw."""
    return _schedule(_parsed(body))


def decoded_list(body: bytes) -> list[Schedule]:
    """The limited-time modes: one that cannot be decoded takes all of them away."""
    items = _parsed(body)
    if not isinstance(items, list):
        raise Undecodable("no list")
    return [_schedule(item) for item in items]


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError as error:
        raise Undecodable(str(error)) from error


def _schedule(item: Any) -> Schedule:
    origin = _member(item, "origin", dict)
    rotation = _member(item, "rotation", list)
    if not rotation or not all(isinstance(code, str) and code in CODES for code in rotation):
        raise Undecodable(f"rotation {rotation}")
    if _member(origin, "name", str) not in CODES:
        raise Undecodable(f"origin {origin}")
    interval = _member(item, "rotationInterval", (int, float))
    if isinstance(interval, bool):
        raise Undecodable("interval")
    for optional in ("takeoverName", "takeoverSystemImage"):
        if not isinstance(item.get(optional), (str, type(None))):
            raise Undecodable(optional)
    start, end = (_instant(_member(origin, name, str)) for name in ("availableAt", "availableTo"))
    return Schedule(start, end, tuple(rotation), float(interval), item.get("takeoverName"))


def _member(item: Any, name: str, kind: Any) -> Any:
    value = item.get(name) if isinstance(item, dict) else None
    if not isinstance(value, kind):
        raise Undecodable(name)
    return value


def _instant(text: str) -> int:
    if not INSTANT.fullmatch(text):
        raise Undecodable(text)
    return int(datetime.fromisoformat(text).timestamp())


@dataclass
class App:
    """The app with its cache; `open` is what happens when it becomes active."""

    get: Get
    stored: dict[str, Schedule] = field(default_factory=dict)
    hash: bytes | None = None

    def open(self) -> dict[str, tuple[Schedule, bool]]:
        """What is shown of each playlist, and whether it is shown without the mark "may be outdated"."""
        live = self.get("/hash")
        shown: dict[str, tuple[Schedule, bool]] = {}
        fetched = False
        for mode in ("pubs", "ranked"):
            if live is not None and live == self.hash and mode in self.stored:
                shown[mode] = (self.stored[mode], True)
                continue
            schedule = self._fetch(mode) if live is not None else None
            if schedule is not None:
                self.stored[mode], fetched = schedule, True
                shown[mode] = (schedule, True)
            elif mode in self.stored:
                shown[mode] = (self.stored[mode], False)
        if fetched:
            self.hash = live
        return shown

    def _fetch(self, mode: str) -> Schedule | None:
        body = self.get(f"/{mode}/schedule")
        if body is None:
            return None
        try:
            return decoded(body)
        except Undecodable:
            return None
