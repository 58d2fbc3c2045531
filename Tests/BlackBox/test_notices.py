"""From a realm upstream to a notice that a browser can read: the real binary, and push services that are not ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from harness.appliance import Appliance
from harness.phone import Phone
from harness.push import PushServices
from harness.waiting import wait_until

Start = Callable[..., Appliance]


@pytest.fixture
def services(tmp_path) -> Iterator[PushServices]:
    """Push services in which everything works."""
    services = PushServices(tmp_path / "push")
    yield services
    services.close()


@pytest.fixture
def start(launch, services) -> Start:
    """Starts an appliance that polls America and reaches the simulated push services."""

    def begin(**changes: Any) -> Appliance:
        addresses = services.addresses
        push = {"connect_to": addresses["connect_to"], "ca_file": addresses["ca"], "web": {"contact": "mailto:o@example.org"}}
        settings = {"push": push, "notices": {"group_wait": "1s"}, "server": {"public_url": "https://box.example.org"}}
        return launch(regions=("us",), environment={"WATCHPOST_TEST": "1"}, **(settings | changes))

    return begin


def phone_of(appliance: Appliance, push: dict[str, Any], *realms: str, **kinds: bool) -> Phone:
    """A registered phone that watches these realms."""
    phone = Phone(appliance)
    phone.register(push)
    phone.watch("us", *realms, **kinds)
    return phone


def test_a_realm_goes_down_and_comes_back_on_the_screen_of_a_phone(start, services, simulator):
    appliance = start()
    push = services.subscribe()
    phone = phone_of(appliance, push, "retail/tichondrius", "retail/area-52", "retail/illidan")
    simulator.set("us", "down", slug="tichondrius")
    services.await_titles(push, ["Tichondrius is down"])
    simulator.set("us", "up", slug="tichondrius")
    services.await_titles(push, ["Tichondrius is down", "Tichondrius is up"])
    down, up = services.shown(push)
    assert down["navigate"] == up["navigate"] == "https://box.example.org/realms/us/retail/tichondrius"
    assert down["tag"] == up["tag"], "the second replaces the first on the screen"
    assert re.fullmatch(r"US · since \d\d:\d\d", down["body"])
    wait_until(lambda: [notice["state"] for notice in phone.notices()] == ["sent", "sent"], "both are listed")


def test_what_went_down_one_by_one_and_comes_back_together_leaves_nothing_on_the_screen(start, services, simulator):
    appliance = start()
    push = services.subscribe()
    realms = {"tichondrius": "Tichondrius", "area-52": "Area 52", "illidan": "Illidan"}
    phone_of(appliance, push, *(f"retail/{slug}" for slug in realms), "retail/stormrage", "retail/dalaran")
    titles = []
    for slug, name in realms.items():
        simulator.set("us", "down", slug=slug)
        titles.append(f"{name} is down")
        services.await_titles(push, titles)
    assert services.shown(push)[-1]["body"].endswith(" · also down: Area 52, Tichondrius")
    simulator.set("us", "up")
    services.await_titles(push, [*titles, "US: all 3 realms are up"])
    screen = {shown["tag"]: shown["title"] for shown in services.shown(push)}
    assert list(screen.values()) == ["US: all 3 realms are up"]


def test_an_outage_is_one_notice_for_each_phone(start, services, simulator):
    appliance = start()
    pushes = [services.subscribe() for _ in range(3)]
    listed = appliance.get_json("/v1/regions/us/realms")["realms"]
    oceanic = [realm["id"] for realm in listed if realm["category"] == "Oceanic"]
    assert len(oceanic) == 12
    for push in pushes:
        phone_of(appliance, push, *oceanic)
    simulator.set("us", "down", category="Oceanic")
    for push in pushes:
        services.await_titles(push, ["US: all 12 realms are down"])
    simulator.set("us", "up", category="Oceanic")
    for push in pushes:
        services.await_titles(push, ["US: all 12 realms are down", "US: all 12 realms are up"])


def test_a_phone_that_is_gone_is_told_nothing_more_and_learns_why(start, services, simulator):
    appliance = start()
    gone, alive = services.subscribe(kind="410"), services.subscribe()
    lost = phone_of(appliance, gone, "retail/tichondrius")
    phone_of(appliance, alive, "retail/tichondrius")
    simulator.set("us", "down", slug="tichondrius")
    services.await_titles(alive, ["Tichondrius is down"])
    wait_until(lambda: lost.device()["push"]["state"] == "disabled", "the address is known to be dead")
    assert lost.device()["push"]["reason"]
    again = services.subscribe()
    assert lost.register(again)["push"] == {"kind": "webpush", "state": "active", "reason": None, "code": None}
    simulator.set("us", "up", slug="tichondrius")
    services.await_titles(alive, ["Tichondrius is down", "Tichondrius is up"])


@pytest.mark.parametrize("kind", ["406", "408", "425"])
def test_a_service_that_means_later_buries_no_notice(start, services, simulator, kind):
    phone = phone_of(start(), services.subscribe(kind=kind), "retail/tichondrius")
    simulator.set("us", "down", slug="tichondrius")

    def answered() -> list[dict[str, Any]]:
        return [notice for notice in phone.notices() if notice["reason"] == f"Made{kind}"]

    [notice] = wait_until(answered, "the service's answer is known")
    assert notice["state"] == "pending"


@pytest.mark.parametrize(("kind", "accepted"), [("201", True), ("410", False), ("403", False), ("500", False)])
def test_a_test_tells_the_real_outcome(start, services, kind, accepted):
    phone = Phone(start())
    phone.register(services.subscribe(kind=kind))
    answer = phone.ask("POST", "/test").json
    assert answer["accepted"] is accepted
    assert answer["detail"]
    assert (answer["reason"] is None) is accepted


def test_a_test_without_notifications_says_so(start):
    phone = Phone(start())
    phone.register(None)
    assert phone.ask("POST", "/test").json == {
        "accepted": False,
        "detail": "notifications are not enabled on this phone",
        "reason": None,
        "code": "off",
        "push": None,
    }


def test_a_push_service_that_does_not_answer_delays_nothing_but_itself(start, services, simulator):
    appliance = start()
    silent = services.subscribe(host="fcm.googleapis.com", kind="slow")
    alive = services.subscribe()
    phone_of(appliance, silent, "retail/tichondrius")
    phone_of(appliance, alive, "retail/tichondrius")
    simulator.set("us", "down", slug="tichondrius")
    services.await_titles(alive, ["Tichondrius is down"])
    assert appliance.get("/readyz").status == 200


def test_a_queue_is_told_to_those_who_asked(start, services, simulator):
    appliance = start()
    push, other = services.subscribe(), services.subscribe()
    phone_of(appliance, push, "retail/tichondrius", queue=True)
    phone_of(appliance, other, "retail/tichondrius")
    simulator.set("us", "queue", slug="tichondrius")
    services.await_titles(push, ["Tichondrius has a queue"])
    # What is told next is the first that the other one hears of.
    simulator.set("us", "down", slug="tichondrius")
    services.await_titles(other, ["Tichondrius is down"])
