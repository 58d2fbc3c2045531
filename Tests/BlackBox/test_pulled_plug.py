"""The plug is pulled at every durable step of a notice's way; phones hear the truth, once on the screen."""

from __future__ import annotations

import contextlib
import datetime
import http.client
import json
import re
import sqlite3
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance
from harness.crash import STEPS, TEST, WRITES, Plug, Watcher, deliveries, die_at, revive, screen
from harness.push import PushServices
from harness.settings import UNLIMITED
from harness.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.waits

REALM = "retail/tichondrius"
DOWN, UP = "Tichondrius is down", "Tichondrius is up"


@dataclass(frozen=True)
class Case:
    """Where the plug is pulled, one start after the other, and how often a notice may then be sent."""

    at: tuple[str, ...]
    copies: int = 1
    """2: its fate was unknown, so it was sent once more, with the same ids and silently."""
    is_doubled: bool = False
    """At least one phone certainly got it twice: the push service had taken it."""
    phones: int = 4

    def __str__(self) -> str:
        return ",".join(self.at)


CASES = [
    Case(("event-committing",)),
    Case(("event-committed",)),
    Case(("fan-out-committing",)),
    Case(("fan-out-committed",)),
    Case(("lease-committing",)),
    Case(("lease-committed",)),
    Case(("request-written",), copies=2, is_doubled=True),
    Case(("answer-taken",), copies=2, is_doubled=True),
    Case(("settlement-committing",), copies=2, is_doubled=True),
    Case(("settlement-committed",), copies=2),
    # Between two batches: some are settled, some under way, some not even leased.
    Case(("lease-committing:4",), copies=2, phones=500),
    Case(("lease-committed:4",), copies=2, phones=500),
    Case(("settlement-committed:3",), copies=2, phones=500),
    # A plug that is pulled again before the next start has put things in order.
    Case(("lease-committed", "resume-committing")),
    Case(("lease-committed", "resume-committed")),
    Case(("answer-taken", "lease-committed"), copies=2, is_doubled=True),
    Case(("fan-out-committed", "sweep-committing"), copies=2),
    Case(("fan-out-committed", "sweep-committed"), copies=2),
]
# `test_schedule_end.py` has those of a schedule's end.
OTHERS = [
    "alerts-committing", "alerts-committed", "replay-committing", "replay-committed",
    "schedule-end-committing", "schedule-end-committed",
]
NO_STEPS = {
    "identity of notices", "hasten notices", "wake notices", "handled map alerts", "disable address", "notices are read",
    "discard a dead letter", "repair watch lists",
}
"""Writes of the stores of notices that nothing on a notice's way depends on."""


@pytest.fixture
def services(tmp_path: Path) -> Iterator[PushServices]:
    """Push services in which everything works."""
    services = PushServices(tmp_path / "push")
    yield services
    services.close()


Start = Callable[..., Appliance]
Plugs = Callable[[str], Plug]


@pytest.fixture
def plug(services: PushServices, tmp_path: Path) -> Plugs:
    """A plug to be pulled at a step."""
    return lambda step: Plug(step, services, tmp_path / "killed-at")


@pytest.fixture
def start(launch: Start, services: PushServices) -> Start:
    """Starts an appliance whose plug will be pulled at a step."""

    def begin(plug: Plug, **changes: Any) -> Appliance:
        addresses = services.addresses
        names = {name: addresses[name] for name in ("topic", "key_id")}
        apns = names | {"team_id": addresses["team"], "key_file": addresses["key"]}
        push = {"connect_to": addresses["connect_to"], "ca_file": addresses["ca"], "apns": apns}
        push["web"] = {"contact": "mailto:o@example.org"}
        settings = {"push": push, "notices": {"group_wait": "1s"}, "devices": UNLIMITED}
        return launch(regions=("us",), environment=plug.insert(), **(settings | changes))

    return begin


def watchers(services: PushServices, appliance: Appliance, count: int) -> list[Watcher]:
    """So many phones that watch one realm, of both kinds in turns; of a crowd all are of the quicker kind."""
    kinds = ["apns"] if count > 10 else ["apns", "webpush"]
    found = [Watcher(services, appliance, kinds[number % len(kinds)], number) for number in range(count)]
    for one in found:
        one.phone.watch("us", REALM)
    return found


def told(services: PushServices, phones: list[Watcher], *titles: str) -> None:
    """Waits until every screen has shown just that."""
    wait_until(
        lambda: Counter(map(screen, deliveries(services, phones))) == {titles: len(phones)} or None,
        f"{titles} on {len(phones)} phones",
    )


def leave_something_to_sweep(state_db: Path) -> None:
    """A realm that came back long ago: otherwise a sweep stores nothing, and nothing could be cut off."""
    with contextlib.closing(sqlite3.connect(state_db)) as database, database:
        database.execute("INSERT INTO realm_downs (region, realm, began, ended) VALUES ('us', 'retail/gone', 1, 2)")


def settled(phone: Watcher) -> bool:
    """Nothing is on its way to it any more."""
    return all(notice["state"] in ("sent", "dropped") for notice in phone.phone.notices())


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_plug_is_pulled(start, plug, services, simulator, tmp_path, case):
    first, *rest = map(plug, case.at)
    appliance = start(first)
    phones = watchers(services, appliance, case.phones)
    simulator.set("us", "down", slug="tichondrius")
    first.await_death(appliance)
    if any("sweep" in step for step in case.at):
        leave_something_to_sweep(tmp_path / "state" / "state.db")
    for again in rest:
        die_at(appliance, again)
    revive(appliance)
    told(services, phones, DOWN)
    wait_until(lambda: all(settled(one) for one in phones[-5:]), "nothing is left on its way")
    sent = deliveries(services, phones)
    for taken in sent:
        assert len(taken) <= case.copies, taken
        assert len({(one.identifier, one.replaces) for one in taken}) == 1, "a double replaces itself"
        assert all(one.is_silent for one in taken[1:]), "a double makes no sound"
    assert not case.is_doubled or max(map(len, sent)) > 1, "what the service had taken was sent again"
    appliance.await_fresh("us")
    simulator.set("us", "up", slug="tichondrius")
    told(services, phones, DOWN, UP)
    for taken, before in zip(deliveries(services, phones), sent, strict=True):
        assert {one.replaces for one in taken} == {before[0].replaces}, "up replaces down"
        assert len(taken) == len(before) + 1


@pytest.mark.parametrize(
    "step",
    ["fan-out-committed", "lease-committed", "request-written", "answer-taken", "settlement-committing",
     "settlement-committed"],
)
def test_a_realm_that_comes_back_while_nobody_knows_who_was_told(start, plug, services, simulator, step):
    pulled = plug(step)
    appliance = start(pulled)
    phones = watchers(services, appliance, 4)
    simulator.set("us", "down", slug="tichondrius")
    pulled.await_death(appliance)
    simulator.set("us", "up", slug="tichondrius")
    revive(appliance)
    appliance.await_fresh("us")

    def everybody_is_right() -> bool:
        return all(not taken or screen(taken)[-1] == UP for taken in deliveries(services, phones))

    wait_until(lambda: appliance.realm("us", "tichondrius")["state"] == "up" or None, "it is back")
    wait_until(lambda: all(settled(one) for one in phones) and everybody_is_right(), "no screen says down")
    simulator.await_answers("us", 2)
    assert all(settled(one) for one in phones) and everybody_is_right(), "no screen says down"


@pytest.mark.parametrize("step", ["alerts-committing", "alerts-committed"])
def test_the_plug_is_pulled_while_a_map_alert_fires(start, plug, services, tmp_path, step):
    pulled = plug(step)
    schedule = tmp_path / "maps.toml"
    # Soon, and every other minute after that: on a busy machine the first border may pass unused.
    begins = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=20)
    schedule.write_text(
        'source = "a test"\n[maps]\nOL = "Olympus"\nSP = "Storm Point"\n[[mode]]\nkey = "pubs"\nname = "Casual"\n[[mode.schedule]]\n'
        f"anchor = {begins - datetime.timedelta(minutes=1):%Y-%m-%dT%H:%M:%SZ}\n"
        'cycle = [{ map = "OL", minutes = 1 }, { map = "SP", minutes = 1 }]\n',
        encoding="utf-8",
    )
    appliance = start(pulled, rotations={"schedule_file": str(schedule)})
    phones = [Watcher(services, appliance, kind, 1) for kind in ("apns", "webpush")]
    alert = {"mode": "pubs", "map": "SP", "minutesBefore": 0, "repeat": "once", "from": None, "to": None}
    alert["days"] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    for one in phones:
        reply = one.phone.ask("PUT", "/alerts", {"version": 0, "quietHours": None, "maps": [alert]})
        assert reply.status == 200, reply.body
    pulled.await_death(appliance, timeout=3 * PATIENCE)
    assert services.requests() == []
    revive(appliance)
    wait_until(lambda: all(deliveries(services, phones)) or None, "the alert")
    for one in phones:
        assert one.phone.ask("GET", "/alerts").json["maps"] == [], "once is once"
        wait_until(lambda: settled(one), "nothing is left on its way")
        assert len(one.phone.notices()) == 1
    assert all(len(taken) == 1 for taken in deliveries(services, phones)), "one alert each"


def administer(appliance: Appliance, method: str, path: str) -> Any:
    """A request of the owner's."""
    headers = {"Authorization": f"Bearer {appliance.owner_key}"}
    request = urllib.request.Request(appliance.base + path, method=method, headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
        body = reply.read()
        return json.loads(body) if body else None


@pytest.mark.parametrize("step", ["replay-committing", "replay-committed"])
def test_the_plug_is_pulled_while_a_dead_letter_is_sent_again(start, plug, services, simulator, step):
    pulled = plug(step)
    appliance = start(pulled)
    phones = watchers(services, appliance, 1)
    services.change("apns", status=400, reason="BadCollapseId", times=1)
    simulator.set("us", "down", slug="tichondrius")

    def dead() -> list[dict[str, Any]]:
        return administer(appliance, "GET", "/v1/admin/notices/dead")["notices"]

    letter = wait_until(dead, "the dead letter")[0]
    replay = f"/v1/admin/notices/dead/{letter['id']}/replay"
    with contextlib.suppress(OSError, http.client.HTTPException):
        administer(appliance, "POST", replay)
    pulled.await_death(appliance)
    revive(appliance)
    if step == "replay-committing":
        assert [one["id"] for one in dead()] == [letter["id"]], "it is still there to be sent again"
        administer(appliance, "POST", replay)
    told(services, phones, DOWN)
    assert len(deliveries(services, phones)[0]) == 1
    assert dead() == []


def test_every_step_of_the_stores_has_its_case():
    sources = Path(__file__).resolve().parents[2] / "Sources" / "Core"
    files = [*(sources / "Notices").rglob("*.swift"), sources / "Realms" / "RealmStore.swift"]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    # An example in a comment writes nothing.
    text = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
    writes = set(re.findall(r'\.write\("([^"]+)"', text)) | set(re.findall(r'"(announce changes)"', text))
    assert writes == set(WRITES) | NO_STEPS
    assert STEPS == {step.split(":")[0] for case in CASES for step in case.at} | set(OTHERS)
