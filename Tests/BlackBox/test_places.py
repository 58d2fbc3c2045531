"""Places for phones: a stranger with a whole /48, who is told of it, and what the owner does about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator

import pytest
from harness.appliance import Appliance, command
from harness.device import Phone
from harness.settings import TUNNEL, UNLIMITED


@pytest.fixture
def appliance(launch: Callable[..., Appliance]) -> Iterator[Appliance]:
    """An appliance for a hundred phones, with a second door."""
    yield launch(
        ("eu",),
        fresh=False,
        devices=UNLIMITED | {"max": 100},
        tunnel=TUNNEL,
    )


def outside(appliance: Appliance, address: str) -> tuple[Phone, int]:
    """A phone that registers from an address outside, and what it is told."""
    phone = Phone(appliance)
    reply = phone.ask(
        "PUT", body={"locale": "en-GB", "timeZone": "UTC"}, base=appliance.tunnel, X_Forwarded_For=address
    )
    return phone, reply.status


def age(appliance: Appliance, phone: Phone, hours: int) -> None:
    """Lets a phone have registered so many hours earlier; the appliance starts again."""
    assert appliance.stop() == 0
    with sqlite3.connect(appliance.config.parent / "state" / "state.db") as database:
        changed = database.execute(
            "UPDATE devices SET registered_at = registered_at - ?1 WHERE install = ?2", (hours * 3600, phone.id)
        )
        assert changed.rowcount == 1
    database.close()
    appliance.start()


def prune(appliance: Appliance, *words: str) -> list[str]:
    """What the owner's command says."""
    done = command("devices", "prune", *words, "--config", str(appliance.settings))
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_from_half_full_on_a_network_has_its_part_and_no_more(appliance: Appliance) -> None:
    statuses = [outside(appliance, f"2001:db8:7:{number:x}::1")[1] for number in range(47)]
    assert statuses == [201] * 45 + [503] * 2
    assert outside(appliance, "2001:db8:8::1")[1] == 201
    # The tunnel did not say from where.
    Phone(appliance).registered()


def test_the_log_says_once_that_places_run_short_and_the_owner_makes_room(appliance: Appliance) -> None:
    met = [outside(appliance, f"2001:db8:{number:x}::1") for number in range(1, 95)]
    assert [status for _, status in met] == [201] * 90 + [503] * 4
    lines = [line for line in appliance.output.read_text().splitlines() if "places for phones from outside" in line]
    assert len(lines) == 2, lines
    assert "72 of the 90 places" in lines[0] and "all 90 places" in lines[1]
    friend, stranger = met[0][0], met[1][0]
    age(appliance, friend, 12)
    # Half a day later, and on the same occasion.
    for phone in (friend, stranger):
        assert phone.ask("GET", "/alerts", base=appliance.tunnel).status == 200
    assert prune(appliance, "--hours", "1") == [
        "no registration is removed",
        "90 phones stay:",
        "  1 that came back 12 hours or more after registering, or got a notice",
        "  89 registered in the last hour",
    ]
    assert prune(appliance)[-1] == "  89 registered in the last 12 hours"
    assert prune(appliance, "--hours", "0") == [
        "89 registrations that were never used are removed",
        "1 phone stays:",
        "  1 that came back 12 hours or more after registering, or got a notice",
    ]
    assert friend.ask("GET", base=appliance.tunnel).status == 200
    assert stranger.ask("GET", base=appliance.tunnel).json["code"] == "unknown-device"
    assert outside(appliance, "2001:db8:7::1")[1] == 201
