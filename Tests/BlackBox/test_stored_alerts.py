"""Map alerts that strangers stored, for maps that nobody knows and phones that nobody can reach: what they cost the others.

They were walked over eight days of maps once: 8 s of processor time for a list, and 12 s from SIGTERM to the end.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable

from harness.appliance import Appliance
from harness.device import REGISTRATION, Phone
from harness.settings import TUNNEL, UNLIMITED
from harness.waiting import wait_until
from test_odd_json import BUDGET, SLACK, Meter

PHONES = 100
MOST = 64
"""Alerts of one phone."""


def alerts(phone: int) -> list[dict[str, object]]:
    """As many as a phone may have, of known modes and of others, for maps that no schedule names."""
    return [
        {"mode": ("pubs", "ranked", f"m{phone}")[number % 3], "map": f"Z{phone}-{number}", "minutesBefore": number * 11, "repeat": "always"}
        for number in range(MOST)
    ]


def stored(appliance: Appliance, number: int, version: int = 0, phone: Phone | None = None) -> Phone:
    """A stranger's phone without notifications, with all the alerts that it may have."""
    address = f"203.0.{number // 250}.{number % 250 + 1}"
    if phone is None:
        phone = Phone(appliance)
        assert phone.ask("PUT", body=REGISTRATION, base=appliance.tunnel, X_Forwarded_For=address).status == 201
    body = {"version": version, "quietHours": None, "maps": alerts(number)}
    reply = phone.ask("PUT", "/alerts", body, base=appliance.tunnel, X_Forwarded_For=address)
    assert reply.status == 200, reply.body
    return phone


def spent(meter: Meter) -> float:
    """The seconds of processor time that the process took since its start."""
    return time.clock_gettime(meter.clock)


def ended() -> float:
    """The same of all processes that this one began and that have ended."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def at_rest(meter: Meter) -> None:
    """Waits until nothing that was begun goes on: from one look to the next the process spends no time."""
    last = [spent(meter) - 1]

    def is_still() -> bool:
        before, last[0] = last[0], spent(meter)
        return last[0] - before < 0.001

    wait_until(is_still, "the end of what the lists began")


def test_what_strangers_stored_makes_no_list_dear_and_no_stop_late(launch: Callable[..., Appliance]) -> None:
    appliance = launch(
        ("us",), fresh=False, devices=UNLIMITED, battlenet={"interval": "1h"},
        tunnel=TUNNEL,
    )  # fmt: skip
    phones = [stored(appliance, number) for number in range(PHONES)]
    meter = Meter(appliance)

    def again(version: int) -> None:
        for number in range(20):
            stored(appliance, number, version, phones[number])
        at_rest(meter)

    at_rest(meter)
    # Other work of the process may fall into one of the measurements, but hardly into each of three.
    costs = [meter.cost(lambda version=version: again(version))[1] / 20 for version in (1, 2, 3)]
    print(", ".join(f"{cost * 1_000:.2f} ms" for cost in costs) + " a list")
    assert min(costs) <= SLACK * BUDGET
    # What a list begins holds up no end: counted in processor time, too.
    before = ended() + spent(meter)
    stored(appliance, 0, 4, phones[0])
    code = appliance.stop()
    rest = ended() - before
    print(f"{rest * 1_000:.0f} ms from the last list to the end")
    assert code == 0 and rest < 1
