"""The Map Timer app against the real appliance: it never shows a wrong map unmarked, whatever becomes of the schedule."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from harness.clock import Clock
from harness.effort import rounds, seed_of
from harness.map_timer import App, Schedule, Trapped, decoded, decoded_list
from harness.rotation_truth import HEAD, Truth
from harness.saving import save
from harness.waiting import PATIENCE, wait_until


class World:
    """A schedule file that is rewritten at random, and what is true under it."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        self.path, self.chance, self.number = path, chance, 0
        self.modes: dict[str, Truth] = {}
        self.is_broken = False
        self.is_whole = True

    def rotation(self, codes: str, end: int | None = None) -> Truth:
        return Truth(codes, self.chance.choice([15, 60, 90]), int(time.time()) - self.chance.randrange(10**6), end)

    def change(self, kind: str, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Saves another file; `meanwhile`: see `save`."""
        codes = self.chance.sample(["KC OL SP", "BM KC", "OL", "SP BM OL KC"], 2)
        modes = {"pubs": self.rotation(codes[0]), "ranked": self.rotation(codes[1])}
        if kind in modes:  # the other one is taken away
            del modes[kind]
        if kind == "unknown":
            modes["ranked"] = self.rotation("KC XX")
        if kind == "ended":
            modes["pubs"].end = int(time.time()) - 60
        self.is_broken = kind == "broken"
        self.number += 1
        if not self.is_broken:
            self.modes = modes
        self.write("mode = 5\n" if self.is_broken else "", meanwhile)

    def write(self, first: str, meanwhile: Callable[[], None] = lambda: None) -> None:
        tables = [f'[[mode]]\nkey = "{key}"\nname = "{key}"\n{truth.table()}' for key, truth in self.modes.items()]
        text = first + HEAD.format(name=f"number {self.number}") + "".join(tables)
        self.is_whole = save(self.path, text, self.chance, meanwhile)

    def is_in_force(self, listed: dict) -> bool:
        if self.is_broken:
            return "refused" in listed
        if listed.get("source") != f"number {self.number}":
            return False
        is_whole = {one["mode"] for one in listed["modes"]} == set(self.modes)
        assert is_whole or not self.is_whole, f"half of number {self.number} was taken for a file"
        return is_whole


KINDS = ["both", "pubs", "both", "unknown", "broken", "ended", "both", "ranked", "restart", "both"]


@pytest.mark.waits
def test_no_wrong_map_is_shown_without_a_mark(launch, tmp_path):
    chance = random.Random(seed_of("files"))
    appliance = launch(regions=("us",), fresh=False)
    world = World(tmp_path / "schedule.toml", chance)

    def get(path: str) -> bytes | None:
        try:
            return appliance.get(path).body
        except OSError:
            return None

    apps = [App(get), App(get)]
    kinds = ["both", *(kind for _ in range(rounds(1, most=5)) for kind in chance.sample(KINDS, len(KINDS)))]
    for kind in kinds:
        before = dict(world.modes)
        if kind == "restart":
            appliance.stop()
            apps[0].open()
            appliance.start()
        else:
            # While half of the next file lies there, what was in force is what is true.
            world.change(kind, lambda: check(apps[0], [before], f"half of {kind}") if before else None)
        deadline = time.monotonic() + PATIENCE
        while not world.is_in_force(appliance.get("/v1/rotations").json):
            assert time.monotonic() < deadline, f"{kind}: the file was not read"
            # An app that is opened while the schedule changes may see either; it must not keep a mixture.
            if before:
                check(apps[0], [before, world.modes], kind)
            time.sleep(0.3)
        for app in (*apps, *apps):
            check(app, [world.modes], kind)


def check(app: App, truths: list[dict[str, Truth]], kind: str) -> None:
    for mode, (schedule, is_unmarked) in app.open().items():
        now = int(time.time())
        shown = schedule.map_at(now)
        assert schedule.map_at(now - 365 * 86_400), "a phone whose clock is a year slow"
        if is_unmarked:
            known = [truth[mode].map_at(now) if mode in truth else None for truth in truths]
            assert shown in known, f"after {kind}: {mode} shows {shown}, unmarked, where {known} is true"


def test_the_player_finds_the_mistake_of_serving_one_of_the_two():
    """What the appliance did once: a new hash for both, and a schedule for one."""
    old, new = (
        json.dumps({
            "origin": {"name": code, "availableAt": "2024-01-01T00:00:00Z", "availableTo": "2024-01-01T01:00:00Z"},
            "rotation": [code], "rotationInterval": 3600,
        }).encode()
        for code in ("KC", "OL")
    )
    answers = {"/hash": b"1", "/pubs/schedule": old, "/ranked/schedule": old}
    app = App(lambda path: answers.get(path, b'{"status":404}'))
    assert all(is_unmarked for _, is_unmarked in app.open().values())
    answers.update({"/hash": b"2", "/pubs/schedule": new})
    del answers["/ranked/schedule"]
    assert app.open()["ranked"][1] is False
    schedule, is_unmarked = app.open()["ranked"]
    assert is_unmarked and schedule.rotation == ("KC",), "the second opening shows the old one unmarked"


def test_a_negative_index_is_what_traps():
    with pytest.raises(Trapped):
        Schedule(10_000, 13_600, ("KC", "OL"), 3_600, None).map_at(5_000)


def test_the_hash_stays_while_slots_pass_and_changes_with_the_file(launch, tmp_path):
    clock = Clock(tmp_path / "clock")
    appliance = launch(regions=("us",), fresh=False, environment=clock.environment)
    world = World(tmp_path / "schedule.toml", random.Random(seed_of("saves")))
    # Three maps: whether one or two slots pass with a minute, it is another one.
    world.modes = {"pubs": Truth("OL SP KC", 1, 0), "ranked": Truth("KC", 90, 0)}
    world.write("")
    wait_until(lambda: appliance.get_json("/v1/rotations")["source"] == "number 0", "the file")
    first = [appliance.get("/hash").body, appliance.get("/pubs/schedule").body]
    listed = appliance.get_json("/v1/hash")
    tag = appliance.get("/v1/schedules").headers["ETag"]
    current = appliance.get_json("/v1/rotations/pubs")["current"]["code"]
    clock.read(datetime.now(UTC) + timedelta(minutes=1))
    wait_until(lambda: appliance.get_json("/v1/rotations/pubs")["current"]["code"] != current, "the next slot")
    assert [appliance.get("/hash").body, appliance.get("/pubs/schedule").body] == first
    later = appliance.get_json("/v1/hash")
    assert later["hash"] != listed["hash"]
    assert (later["schedules"], later["modes"]) == (listed["schedules"], listed["modes"])
    assert appliance.get("/v1/schedules", If_None_Match=tag).status == 304
    schedules = appliance.get_json("/v1/schedules")
    assert schedules["hash"] == later["schedules"]
    assert {mode["mode"]: mode["hash"] for mode in schedules["modes"]} == later["modes"]
    world.modes["ranked"] = Truth("KC", 60, 0)
    world.number += 1
    world.write("")
    wait_until(lambda: appliance.get("/hash").body != first[0], "another hash")
    changed = appliance.get_json("/v1/hash")
    assert changed["modes"]["pubs"] == listed["modes"]["pubs"]
    assert changed["modes"]["ranked"] != listed["modes"]["ranked"]
    assert decoded(appliance.get("/ranked/schedule").body).interval == 3_600
    assert decoded_list(appliance.get("/ltm/schedule").body) == []


def test_another_symbol_alone_is_another_schedule(launch, tmp_path):
    appliance = launch(regions=("us",), fresh=False)
    world = World(tmp_path / "schedule.toml", random.Random(seed_of("saves")))

    def named(title: str, symbol: str) -> Truth:
        return Truth("OL SP", 60, 0, name=f'takeover = "{title}"\nsymbol = "{symbol}"\n')

    def look() -> dict:
        """What tells a phone whether something changed, and what the old app shows; any change moves its revision."""
        schedules = appliance.get_json("/v1/schedules")
        bodies = {path: appliance.get(path).body for path in ("/hash", "/pubs/schedule", "/ranked/schedule", "/ltm/schedule")}
        bodies |= {path: re.sub(rb'"revision":\d+', b"", body) for path, body in bodies.items()}
        return bodies | {"all": schedules["hash"]} | {mode["mode"]: mode["hash"] for mode in schedules["modes"]}

    world.modes = {"pubs": named("Straight Shot", "moon.fill"), "ranked": Truth("KC", 90, 0), "ltm": named("Solos", "person.fill")}
    world.write("")
    wait_until(lambda: appliance.get_json("/v1/rotations")["source"] == "number 0", "the file")
    before = look()
    for mode, title, other, symbol in (("pubs", "Straight Shot", "ltm", "sun.max"), ("ltm", "Solos", "pubs", "person.2")):
        world.modes[mode] = named(title, symbol)
        world.write("")
        wait_until(lambda hash=before["/hash"]: appliance.get("/hash").body != hash, f"another hash after that of {mode}")
        after = look()
        same = {name for name in before if before[name] == after[name]}
        assert same == {"ranked", "/ranked/schedule", other, f"/{other}/schedule"}, (mode, same)
        assert symbol.encode() in after[f"/{mode}/schedule"]
        before = after
