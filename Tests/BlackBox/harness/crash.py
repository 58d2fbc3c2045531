"""Pulling the plug: an appliance that is killed at a step of a notice's way, and what phones were sent around that."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness.appliance import Appliance
from harness.phone import Phone
from harness.preload import library
from harness.push import PushServices
from harness.waiting import PATIENCE, wait_until

TEST = {"WATCHPOST_TEST": "1"}

WRITES = {
    "announce changes": ("event", "INSERT INTO notice_changes (region, realm, word, at) SELECT ?1"),
    "fan out notices": ("fan-out", "DELETE FROM notice_changes WHERE region = ?1 AND id <= ?2"),
    "fire map alerts": ("alerts", "DELETE FROM map_alerts WHERE device = ?1 AND position = ?2"),
    "lease notices": ("lease", "UPDATE outbox SET state = 1, attempts = attempts + 1"),
    "settle notices": ("settlement", "FROM outbox WHERE id = ?1 AND attempts = ?2"),
    "replay a dead letter": ("replay", "UPDATE outbox SET state = 0, attempts = 0, uncertain = 1"),
    "sweep notices": ("sweep", "DELETE FROM outbox WHERE state = 4 AND settled_at < ?1"),
    "resume notices": ("resume", "UPDATE outbox SET state = 0, uncertain = 1, lease_until = NULL"),
    "store schedule ends": ("schedule-end", "INSERT OR REPLACE INTO schedule_ends"),
}
"""The durable steps of a notice's way: the writes as the stores name them, how they are called here, and a statement by
which `plug.c` knows the transaction. `STEP-committing`: its COMMIT has not stored anything; `STEP-committed`: it is
durable, and nobody has been told yet."""

CALLS = {"committing": ("write", "pwrite64 state.db-wal"), "committed": ("sync", "fdatasync state.db-wal")}

OTHER_STEPS = {
    # A request has left whole and waits for its answer; what the far side of the connection sees.
    "request-written",
    # A push service has answered, and nobody but the transport's thread knows.
    "answer-taken",
}
STEPS = {f"{step}-{phase}" for step, _ in WRITES.values() for phase in CALLS} | OTHER_STEPS


@dataclass(frozen=True)
class Plug:
    """A step, `NAME` or `NAME:N` for its n-th time, at which an appliance is killed."""

    step: str
    services: PushServices
    record: Path

    @property
    def _name(self) -> str:
        return self.step.split(":")[0]

    @property
    def _killer(self) -> tuple[str, str, str]:
        """Its statement or address, its call for `plug.c`, and what that records."""
        assert self._name in STEPS, self._name
        if self._name == "answer-taken":
            return ".push.", "answer", "curl_multi_info_read"
        step, _, phase = self._name.rpartition("-")
        statement = next(statement for name, statement in WRITES.values() if name == step)
        return statement, *CALLS[phase]

    def insert(self) -> dict[str, str]:
        """The environment in which the process will not survive the step."""
        if self._name == "request-written":
            self._delay(600)
            return TEST
        self.record.unlink(missing_ok=True)
        statement, call, _ = self._killer
        settings = {"PLUG_STATEMENT": statement, "PLUG_CALL": call, "PLUG_RECORD": str(self.record)}
        count = self.step.partition(":")[2] or "1"
        return TEST | settings | {"PLUG_COUNT": count, "LD_PRELOAD": str(library("plug"))}

    def await_death(self, appliance: Appliance, timeout: float = PATIENCE) -> None:
        """Waits until the process was killed at just this step."""
        assert appliance.process is not None
        if self._name == "request-written":
            wait_until(lambda: [one for one in self.services.requests() if one["status"] < 300], "a request")
            appliance.kill()
            self._delay(0)
            print("killed while a request that has arrived whole waits for its answer")
            return
        code = appliance.process.wait(timeout)
        assert code == -signal.SIGKILL, f"ended with {code} instead of being killed"
        statement, _, call = self._killer
        where = self.record.read_text(encoding="utf-8")
        print(f"{self.step}: killed at {where}")
        assert where == f"{call}, {statement}"

    def _delay(self, seconds: int) -> None:
        for service in ("apns", "webpush"):
            self.services.change(service, delay=seconds)


def die_at(appliance: Appliance, plug: Plug) -> None:
    """Starts it with a step that it will not survive, which may come before its ready line."""
    appliance.environment = plug.insert()
    try:
        appliance.start()
    except AssertionError as error:
        assert "no ready line" in str(error), error
    plug.await_death(appliance)


def revive(appliance: Appliance) -> None:
    """Starts it to stay."""
    appliance.environment = dict(TEST)
    appliance.start()


@dataclass(frozen=True)
class Delivery:
    """A notice that a push service took for a phone."""

    title: str
    identifier: str
    replaces: str
    """What it replaces on the screen: the collapse id, or the tag."""
    is_silent: bool


class Watcher:
    """A phone of one kind."""

    def __init__(self, services: PushServices, appliance: Appliance, kind: str, number: int) -> None:
        self.phone = Phone(appliance)
        if kind == "apns":
            self.address = f"00{number:062x}"
            push: dict[str, Any] = {"kind": kind, "token": self.address, "environment": "production", "use": "alert"}
        else:
            push = services.subscribe()
            self.address = push["endpoint"].rsplit("/", 1)[1]
        self.phone.register(push)


def deliveries(services: PushServices, phones: list[Watcher]) -> list[list[Delivery]]:
    """What was taken for each phone, oldest first."""
    found: dict[str, list[Delivery]] = {one.address: [] for one in phones}
    for entry in services.requests():
        address = entry["path"].rsplit("/", 1)[1]
        if entry["status"] < 300 and address in found:
            found[address].append(_delivery(entry["payload"], entry["headers"]))
    return [found[one.address] for one in phones]


def _delivery(payload: dict[str, Any], headers: dict[str, str]) -> Delivery:
    if "aps" in payload:
        aps = payload["aps"]
        return Delivery(aps["alert"]["title"], headers["apns-id"], headers["apns-collapse-id"], "sound" not in aps)
    shown = payload["notification"]
    return Delivery(shown["title"], payload["id"], shown["tag"], shown.get("silent", False))


def screen(taken: list[Delivery]) -> tuple[str, ...]:
    """The titles that a screen has shown; doubles are left out, because they replace themselves."""
    first = {one.identifier: one.title for one in reversed(taken)}
    order = dict.fromkeys(one.identifier for one in taken)
    return tuple(first[identifier] for identifier in order)
