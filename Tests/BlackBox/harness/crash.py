"""Pulling the plug: an appliance that kills itself at a named step, and what phones were sent around that."""

from __future__ import annotations

import signal
from dataclasses import dataclass
from typing import Any

from harness.appliance import Appliance
from harness.phone import Phone
from harness.push import PushServices

VARIABLE = "WATCHPOST_CRASH_AT"
PATIENCE = 40


def await_death(appliance: Appliance) -> None:
    """Waits until the process has killed itself."""
    assert appliance.process is not None
    code = appliance.process.wait(PATIENCE)
    assert code == -signal.SIGKILL, f"ended with {code} instead of by its own hand"


def die_at(appliance: Appliance, step: str) -> None:
    """Starts it with a step that it will not survive, which may come before its ready line."""
    appliance.environment[VARIABLE] = step
    try:
        appliance.start()
    except AssertionError as error:
        assert "no ready line" in str(error), error
    await_death(appliance)


def revive(appliance: Appliance) -> None:
    """Starts it to stay."""
    appliance.environment.pop(VARIABLE, None)
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
