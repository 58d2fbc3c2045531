"""The Map Timer app while the schedule is edited, restarted, and ends by itself: no wrong map is shown unmarked."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harness.appliance import Appliance, command
from harness.effort import rounds, seed_of
from harness.map_timer import App
from harness.rotation_truth import HEAD, Truth, stamp
from harness.saving import save
from harness.settings import UNLIMITED
from harness.waiting import wait_until


class Laid:
    """What is published of a mode and what was edited over it, in two planes, newest first: (from, until, truth or None)."""

    def __init__(self, base: list, events: list) -> None:
        self.planes = {"base": base, "events": events}

    def on(self, instant: int) -> tuple[str, float, Truth] | None:
        """Where the map comes from, until when, and what it is."""
        for plane in ("events", "base"):
            for begin, end, truth in self.planes[plane]:
                if begin <= instant < end:
                    if truth:
                        return plane, end, truth
                    break
        return None

    def map_at(self, instant: int) -> str | None:
        found = self.on(instant)
        return found and found[2].map_at(instant)

    def with_layer(self, plane: str, begin: int, end: float, truth: Truth | None) -> Laid:
        planes = {**self.planes, plane: [(begin, end, truth), *self.planes[plane]]}
        return Laid(planes["base"], planes["events"])


FOREVER = float("inf")
BRIEF = 20
"""Seconds until what is brief ends: by then it is in force, also on a busy machine."""


class Edited:
    """Two modes that are edited by command, what is true of them, and what it was before each edit."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        self.path, self.chance, self.number = path, chance, 0
        self.modes: dict[str, Laid] = {}
        self.before: list[dict[str, Laid]] = []
        self.ends: list[int] = []

    def cycle(self, now: int, end: int | None = None) -> Truth:
        codes = self.chance.choice(["KC OL SP", "BM KC", "SP BM OL KC", "OL BM"])
        minutes = self.chance.choice([15, 60, 90])
        return Truth(codes, minutes, now - self.chance.randrange(10**6), end)

    def new_file(self, is_brief: bool, meanwhile: Callable[[], None]) -> None:
        """Other schedules for both: no edit holds any more. `is_brief`: an event of one and all of the other end soon.

        `meanwhile`: see `save`.
        """
        now, tables = int(time.time()), []
        soon = now + BRIEF
        self.number += 1
        self.before, self.modes = [], {}
        for key in ("pubs", "ranked"):
            ends = is_brief and key == "ranked"
            base = self.cycle(now, soon if ends else None)
            tables.append(f'[[mode]]\nkey = "{key}"\nname = "{key}"\n{base.table()}')
            events = []
            if is_brief and not ends:
                event = self.cycle(now)
                events = [(now - 60, soon, event)]
                tables.append(event.table().replace(
                    "[[mode.schedule]]\n",
                    f'[[mode.takeover]]\nname = "Brief"\nfrom = {stamp(now - 60)}\nto = {stamp(soon)}\n'))
            self.modes[key] = Laid([(0, soon if ends else FOREVER, base)], events)
        self.ends = [soon] if is_brief else []
        save(self.path, HEAD.format(name=f"number {self.number}") + "".join(tables), self.chance, meanwhile)

    def edit(self, kind: str) -> list[str] | None:
        """The words of a command, whose effect is true from now on; None: there is nothing to do it to."""
        now, key = int(time.time()), self.chance.choice(["pubs", "ranked"])
        self.ends = []
        if kind == "undo":
            if not self.before:
                return None
            self.modes = self.before.pop()
            return ["undo"]
        mode, found = self.modes[key], self.modes[key].on(now)
        if kind in ("takeover", "brief"):
            until = now + (BRIEF if kind == "brief" else 3_600)
            event = self.cycle(now)
            event.anchor = now - 400
            self.ends = [until] if kind == "brief" else []
            cycle, left = f"{event.codes[0]} on until", stamp(event.anchor + event.minutes * 60)
            line = [key, f"Event {len(self.before)}:", *event.codes, f"{event.minutes},", f"{cycle} {left},"]
            words = ["takeover", *line, f"until {stamp(until)}"]
            laid = mode.with_layer("events", now, until, event)
        elif found is None:
            return None
        elif kind == "end":
            words, laid = ["end", key], mode.with_layer(found[0], now, found[1], None)
        else:
            plane, until, old = found
            index = self.chance.randrange(len(old.codes))
            left = self.chance.randrange(60, old.minutes * 60 - 60)
            seen = Truth(" ".join(old.codes), old.minutes, now + left - (index + 1) * old.minutes * 60)
            words = ["see", f"{key}:", f"{old.codes[index]} on until {stamp(now + left)}"]
            laid = mode.with_layer(plane, now, until, seen)
        self.before.append(dict(self.modes))
        self.modes = {**self.modes, key: laid}
        return words


def is_in_force(listed: dict, world: Edited) -> bool:
    """The newest file with both its modes: a half that lay there for two seconds may have been taken for one."""
    return listed.get("source") == f"number {world.number}" and len(listed["modes"]) == 2


EDITS = ["takeover", "end", "see", "undo", "restart", "brief", "see", "end", "undo", "takeover", "brief", "undo", "see", "between"]


@pytest.mark.slow
@pytest.mark.parametrize("first", ["file", "brief file"])
def test_no_wrong_map_is_shown_without_a_mark_while_it_is_edited(launch, tmp_path, first: str) -> None:
    chance = random.Random(seed_of("edits"))
    appliance: Appliance = launch(regions=("us",), fresh=False, devices=UNLIMITED)
    world = Edited(tmp_path / "schedule.toml", chance)

    def get(path: str) -> bytes | None:
        try:
            return appliance.get(path).body
        except OSError:
            return None

    apps = [App(get), App(get)]
    turns = [kind for _ in range(rounds(1, most=4)) for kind in chance.sample(EDITS, len(EDITS))]
    for kind in [first, *turns, "file", "see", "undo", "end"]:
        before = dict(world.modes)
        if kind == "restart":
            appliance.stop()
            look(apps[0], [before], kind)
            appliance.start()
        elif kind.endswith("file"):
            # While half of the next file lies there, what was in force is what is true.
            world.new_file(
                kind.startswith("brief"), lambda: look(apps[0], [before], f"half of {kind}") if before else None
            )
            wait_until(lambda: is_in_force(appliance.get_json("/v1/rotations"), world), kind)
        elif kind == "between":
            for _ in range(20):
                between(apps[0], appliance, world, chance.randrange(1, 3))
                look(apps[0], [world.modes], kind)
        else:
            words = world.edit(kind)
            if words is None:
                continue
            edit(appliance, words, lambda: look(apps[0], [before, world.modes], kind))
        wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule")
        for app in (*apps, *apps):
            look(app, [world.modes], kind)
        # What ends by itself while nobody edits.
        while world.ends and time.time() < world.ends[0] + 3:
            look(apps[0], [world.modes], f"{kind}, ending")
            time.sleep(0.3)
        for app in apps:
            look(app, [world.modes], f"after {kind}")


def test_an_app_that_opens_across_two_edits_keeps_no_mixture(launch, tmp_path) -> None:
    chance = random.Random(seed_of("edits between questions"))
    appliance: Appliance = launch(regions=("us",), fresh=False, devices=UNLIMITED)
    world = Edited(tmp_path / "schedule.toml", chance)
    world.new_file(False, lambda: None)
    wait_until(lambda: is_in_force(appliance.get_json("/v1/rotations"), world), "the schedule")
    app = App(lambda path: appliance.get(path).body)
    for _ in range(rounds(10, most=100)):
        between(app, appliance, world, chance.randrange(1, 3))
        look(app, [world.modes], "between")


def between(app: App, appliance: Appliance, world: Edited, moment: int) -> None:
    """An app opens, and behind so many of its three questions the schedule is another one until the next: it must keep no mixture."""
    plain, asked = app.get, 0

    def get(path: str) -> bytes | None:
        nonlocal asked
        body = plain(path)
        asked += 1
        if asked in (moment, moment + 1):
            edit(appliance, world.edit("takeover" if asked == moment else "undo"), lambda: None)
        return body

    app.hash, app.get = None, get
    app.open()
    app.get = plain
    assert asked == 3, "the hash and both schedules"


def edit(appliance: Appliance, words: list[str], meanwhile: Callable[[], object]) -> None:
    """Runs `watchpost rotations …`, and something else until it is done."""
    done: list = []
    line = ("rotations", *words, "--yes", "--config", str(appliance.settings))
    runner = threading.Thread(target=lambda: done.append(command(*line)))
    runner.start()
    while runner.is_alive():
        meanwhile()
        time.sleep(0.1)
    runner.join()
    assert done and done[0].returncode == 0, f"{words}: {done and done[0].stderr}"


def look(app: App, truths: list[dict[str, Laid]], kind: str) -> None:
    """What is shown unmarked was true when the app was opened, or has become true: a second before counts, too."""
    opened = int(time.time())
    shown = app.open()
    instants = range(opened - 1, int(time.time()) + 1)
    for mode, (schedule, is_unmarked) in shown.items():
        if not is_unmarked:
            continue
        known = [(truth[mode].map_at(at), schedule.map_at(at)) for truth in truths if mode in truth for at in instants]
        assert any(one == other for one, other in known), f"{kind}: {mode} shows {known[-1][1]} unmarked, not {known}"
