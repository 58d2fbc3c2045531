"""A mode whose schedule has ended, and who may set it going again."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.device import Phone, ask, is_problem
from harness.settings import TUNNEL, UNLIMITED
from harness.waiting import wait_until

PATH = "/v1/schedule/start"

SCHEDULE = """\
source = "ended two days ago"
[maps]
OL = "Olympus"
SP = "Storm Point"
[[mode]]
key = "pubs"
name = "Casual"
[[mode.schedule]]
to = {end}
anchor = {end}
cycle = [{{ map = "OL", minutes = 90 }}, {{ map = "SP", minutes = 90 }}]
[[mode]]
key = "ranked"
name = "Ranked"
[[mode.schedule]]
anchor = {end}
cycle = [{{ map = "SP", minutes = 14400 }}, {{ map = "OL", minutes = 14400 }}]
"""


def stamp(instant: float) -> str:
    """An instant as the API writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(instant))


@pytest.fixture
def ended(launch: Callable[..., Appliance], tmp_path: Path) -> Callable[..., Appliance]:
    """Starts one of which the schedule of a mode has ended."""

    def start(**more: Any) -> Appliance:
        file = tmp_path / "ended.toml"
        # A quarter of an hour into a slot of the split that follows.
        file.write_text(SCHEDULE.format(end=stamp(time.time() - 900 - 32 * 5_400)), encoding="utf-8")
        made = launch(("us",), fresh=False, devices=UNLIMITED, rotations={"schedule_file": str(file)}, **more)
        wait_until(lambda: made.get("/v1/rotations").status == 200, "the schedule")
        return made

    return start


def paired(appliance: Appliance) -> Phone:
    """A phone that administers."""
    phone = Phone(appliance).registered()
    code = ask(appliance.base, "POST", "/v1/pairing", Authorization=f"Bearer {appliance.owner_key}").json["code"]
    assert phone.ask("POST", "/v1/pairing/redeem", {"code": code}).status == 200
    return phone


def pubs(appliance: Appliance) -> dict:
    """The mode as everybody reads it."""
    return appliance.get_json("/v1/rotations/pubs")


def test_an_ended_mode_is_started_at_home_with_one_tap(ended: Callable[..., Appliance]) -> None:
    appliance = ended()
    assert pubs(appliance)["state"] == "ended"
    phone = Phone(appliance).registered()
    refused = [
        ({"mode": "pubs", "map": "XX"}, 400, "OL (Olympus), SP (Storm Point)"),
        ({"mode": "arenas", "map": "OL"}, 400, "there are pubs, ranked"),
        ({"mode": "pubs"}, 400, "map"),
        ({"mode": ["pubs"], "map": "OL"}, 400, "mode"),
        ({"mode": "pubs\nundo", "map": "OL, SP on"}, 400, "there is no mode"),
        ({"mode": "ranked", "map": "OL"}, 403, "has not ended"),
    ]
    for body, status, words in refused:
        answer = phone.ask("POST", PATH, body)
        assert is_problem(answer, status) and words in answer.json["detail"], answer.body
    page = ask(appliance.base, "POST", PATH, {"mode": "pubs", "map": "OL"}, Origin="https://evil.example")
    assert page.status in (401, 403), page.body
    assert pubs(appliance)["state"] == "ended"

    started = phone.ask("POST", PATH, {"mode": "pubs", "map": "SP"})
    assert started.status == 200, started.body
    shown = pubs(appliance)
    assert started.json["current"] == shown["current"] and shown["current"]["code"] == "SP"
    assert shown["next"]["code"] == "OL"
    assert appliance.get("/pubs/current").status == 200
    # Who taps late says the same, or is told who may change it.
    assert phone.ask("POST", PATH, {"mode": "pubs", "map": "SP"}).json["current"] == shown["current"]
    late = phone.ask("POST", PATH, {"mode": "pubs", "map": "OL"})
    assert is_problem(late, 403) and late.json["code"] == "not-paired"

    appliance.kill()
    appliance.start()
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule")
    assert pubs(appliance)["current"] == shown["current"]
    owner = paired(appliance)
    listed = owner.ask("GET", "/v1/admin/schedule").json
    assert [(one["by"], one["phone"]) for one in listed["edits"]] == [("phone", "Ann's phone")]
    undone = owner.ask("POST", "/v1/admin/schedule/edits", {"text": "undo", "basis": listed["basis"]})
    assert undone.status == 200 and pubs(appliance)["state"] == "ended"


def test_outside_an_ended_mode_is_started_by_administrators_alone(ended: Callable[..., Appliance]) -> None:
    # A program of this machine without the owner's key is not at home either, once there is a tunnel.
    appliance = ended(server={"public_url": "https://watchpost.example.org"}, tunnel=TUNNEL)
    body = {"mode": "pubs", "map": "OL"}
    phone = Phone(appliance).registered()
    for base in (appliance.tunnel, appliance.base):
        assert is_problem(ask(base, "POST", PATH, body), 401)
        refused = phone.ask("POST", PATH, body, base=base)
        assert is_problem(refused, 403) and refused.json["code"] == "not-paired"
    assert pubs(appliance)["state"] == "ended"
    assert paired(appliance).ask("POST", PATH, body, base=appliance.tunnel).status == 200
    assert pubs(appliance)["current"]["code"] == "OL"
