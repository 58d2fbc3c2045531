"""Places for phones: a stranger with a whole /48, who is told of it, and what the owner does about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from harness.appliance import Appliance, command
from harness.device import Phone
from harness.ports import free_port
from harness.settings import UNLIMITED


@pytest.fixture
def appliance(launch: Callable[..., Appliance], tunnel: str) -> Iterator[Appliance]:
    """An appliance for a hundred phones, with a second door."""
    yield launch(
        ("eu",),
        fresh=False,
        devices=UNLIMITED | {"max": 100},
        tunnel={"listen": tunnel.removeprefix("http://"), "client_address": "X-Forwarded-For"},
        server={"listen": f"127.0.0.1:{free_port()}"},
    )


def outside(appliance: Appliance, tunnel: str, address: str) -> tuple[Phone, int]:
    """A phone that registers from an address outside, and what it is told."""
    phone = Phone(appliance)
    reply = phone.ask(
        "PUT", body={"locale": "en-GB", "timeZone": "UTC"}, base=tunnel, X_Forwarded_For=address
    )
    return phone, reply.status


def test_a_network_has_its_part_and_no_more(appliance: Appliance, tunnel: str) -> None:
    statuses = [outside(appliance, tunnel, f"2001:db8:7:{number:x}::1")[1] for number in range(12)]
    assert statuses == [201] * 10 + [503] * 2
    assert outside(appliance, tunnel, "2001:db8:8::1")[1] == 201
    # The tunnel did not say from where.
    Phone(appliance).registered()


def test_the_log_says_once_that_places_run_short_and_the_owner_makes_room(appliance: Appliance, tunnel: str) -> None:
    met = [outside(appliance, tunnel, f"2001:db8:{number:x}::1") for number in range(1, 95)]
    assert [status for _, status in met] == [201] * 90 + [503] * 4
    friend = met[0][0]
    assert friend.ask("GET", "/alerts", base=tunnel).status == 200
    lines = [line for line in appliance.output.read_text().splitlines() if "places for phones from outside" in line]
    assert len(lines) == 2, lines
    assert "72 of the 90 places" in lines[0] and "all 90 places" in lines[1]
    old = command("devices", "prune", "--hours", "1", "--config", str(appliance.config))
    assert (old.returncode, old.stdout) == (0, "no registration is unused: every phone came back after it had registered\n")
    done = command("devices", "prune", "--config", str(appliance.config))
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"89 registrations that were never used are removed\n", done.stdout)
    assert friend.ask("GET", base=tunnel).status == 200
    assert met[1][0].ask("GET", base=tunnel).json["code"] == "unknown-device"
    assert outside(appliance, tunnel, "2001:db8:7::1")[1] == 201
