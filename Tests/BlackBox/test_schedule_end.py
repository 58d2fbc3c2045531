"""The last known end of a map schedule comes near: display, status, phones of administrators and the log say so, once."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance, command
from harness.crash import Plug, die_at, revive
from harness.device import ask
from harness.phone import Phone
from harness.push import PushServices
from harness.settings import SCHEDULE
from harness.waiting import wait_until

DAY = 86_400
# Notices name the nearest whole day: not half a day, where a second decides which that is.
SIX_DAYS = 6.4 * DAY


def ending(seconds: float, mode: str = "Casual", schedule: str = SCHEDULE) -> str:
    """A schedule with an end of one mode, so many seconds from now."""
    end = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + seconds))
    before, name, after = schedule.partition(f'name = "{mode}"\n[[mode.schedule]]\n')
    assert name
    return f"{before}{name}to = {end}\n{after}"


@pytest.fixture
def services(tmp_path: Path) -> Iterator[PushServices]:
    """Push services in which everything works."""
    services = PushServices(tmp_path / "push")
    yield services
    services.close()


@pytest.fixture
def appliance(launch: Any, services: PushServices) -> Appliance:
    """An appliance with push, whose schedule has no end yet."""
    addresses = services.addresses
    push = {"connect_to": addresses["connect_to"], "ca_file": addresses["ca"], "web": {"contact": "mailto:o@example.org"}}
    server = {"public_url": "https://box.example.org"}
    return launch(regions=("us",), environment={"WATCHPOST_TEST": "1"}, push=push, server=server)


def administrator(appliance: Appliance, push: dict[str, Any]) -> Phone:
    """A phone that said the code."""
    phone = Phone(appliance)
    phone.register(push)
    asked = ask(appliance.base, "POST", "/v1/pairing", Authorization=f"Bearer {appliance.owner_key}")
    assert asked.status == 202, asked.body
    shown = lambda: re.findall(r"pairing code (\d{6})", appliance.output.read_text(encoding="utf-8"))  # noqa: E731
    code = wait_until(shown, "a code in the log")[-1]
    bearer = f"Bearer {phone.identifier}.{phone.secret}"
    told = ask(appliance.base, "POST", "/v1/pairing/redeem", {"code": code}, Authorization=bearer)
    assert told.status == 200 and told.json["administrator"], told.body
    return phone


def status(appliance: Appliance) -> str:
    said = command("status", "--config", str(appliance.settings), WATCHPOST_TEST="1")
    assert said.returncode == 0, said.stderr
    return said.stdout


def logged(appliance: Appliance) -> int:
    return appliance.output.read_text(encoding="utf-8").count("the map schedule of pubs ends at")


@pytest.mark.waits
def test_seven_days_and_one_day_before_the_end_it_is_told_once_each(
    appliance: Appliance, services: PushServices, tmp_path: Path
) -> None:
    file = tmp_path / "schedule.toml"
    push, other = services.subscribe(), services.subscribe()
    phone = administrator(appliance, push)
    Phone(appliance).register(other)
    assert "the schedule ends" not in status(appliance)

    file.write_text(ending(SIX_DAYS), encoding="utf-8")
    services.await_titles(push, ["Casual: the map schedule ends in 6 days"])
    [shown] = services.shown(push)
    assert shown["navigate"] == "https://box.example.org/app#maps" and shown["tag"] == "e:pubs"
    said = status(appliance)
    assert "maps of pubs: the schedule ends at " in said and ", in 6 days, and nothing is known after it" in said
    assert "maps of ranked" not in status(appliance)
    wait_until(lambda: "ends in 6 d" in str(display(appliance)), "the display says so")

    appliance.stop()
    appliance.start()
    # A restart says nothing again: what comes of the other mode is all.
    file.write_text(ending(SIX_DAYS, "Ranked", file.read_text(encoding="utf-8")), encoding="utf-8")
    titles = ["Casual: the map schedule ends in 6 days", "Ranked: the map schedule ends in 6 days"]
    services.await_titles(push, titles)
    assert logged(appliance) == 1

    file.write_text(ending(23 * 3_600), encoding="utf-8")
    titles.append("Casual: the map schedule ends in 23 h")
    services.await_titles(push, titles)
    file.write_text(SCHEDULE, encoding="utf-8")
    wait_until(lambda: "the schedule ends" not in status(appliance), "a newer schedule ends it")
    file.write_text(ending(23 * 3_600, "Ranked"), encoding="utf-8")
    services.await_titles(push, [*titles, "Ranked: the map schedule ends in 23 h"])
    assert services.shown(other) == [], "it is no news for visitors"
    wait_until(lambda: [notice["state"] for notice in phone.notices()] == ["sent"] * 4, "all are sent")


@pytest.mark.parametrize("step", ["schedule-end-committing", "schedule-end-committed"])
def test_the_plug_is_pulled_while_it_is_stored(
    appliance: Appliance, services: PushServices, tmp_path: Path, step: str
) -> None:
    push = services.subscribe()
    phone = administrator(appliance, push)
    appliance.stop()
    (tmp_path / "schedule.toml").write_text(ending(SIX_DAYS), encoding="utf-8")
    die_at(appliance, Plug(step, services, tmp_path / "killed-at"))
    assert services.requests() == []
    revive(appliance)
    titles = ["Casual: the map schedule ends in 6 days"]
    services.await_titles(push, titles)
    file = tmp_path / "schedule.toml"
    file.write_text(ending(SIX_DAYS, "Ranked", file.read_text(encoding="utf-8")), encoding="utf-8")
    # It is told once: what comes of the other mode is all.
    services.await_titles(push, [*titles, "Ranked: the map schedule ends in 6 days"])
    wait_until(lambda: [notice["state"] for notice in phone.notices()] == ["sent", "sent"], "both are sent")


def display(appliance: Appliance) -> Any:
    """What the display shows now."""
    return appliance.get_json("/v1/panel")["display"]
