"""The event stream: every event is one of the document, and fits its schema."""

from __future__ import annotations

import pytest
from contract.document import check, named
from harness.appliance import Appliance
from harness.simulator import Simulator
from harness.waiting import wait_until

BODIES = {
    "realm": "RealmEventBody",
    "outage": "OutageEventBody",
    "recovery": "RecoveryEventBody",
    "freshness": "FreshnessEventBody",
    "rotation": "RotationEventBody",
    "schedule": "ScheduleEventBody",
}


def test_every_event_fits_its_schema(world: tuple[Appliance, Simulator]) -> None:
    appliance, simulator = world
    stream = appliance.events(after=0)
    simulator.reset()
    simulator.set("us", "queue", slug="tichondrius")
    stream.wait_for("realm", change="queueStarted")
    simulator.set("us", "down")
    stream.wait_for("outage", region="us", over=False)
    simulator.fault("us", "503")
    stream.wait_for("freshness", region="us")
    simulator.reset()
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh data after the fault")
    for event in stream.all:
        if event.name == "reset":
            assert event.data == {}
        else:
            check(event.data, named(BODIES[event.name]))
    assert {event.name for event in stream.all} >= {"realm", "outage", "freshness"}
    numbers = [event.id for event in stream.all if event.name != "reset"]
    assert None not in numbers
    assert numbers == sorted(set(numbers))
    stream.close()


@pytest.mark.parametrize("after", ["-1", "x", "", "1.5", "9223372036854775808", "%00"])
def test_what_is_no_event_number_is_a_bad_request(appliance: Appliance, after: str) -> None:
    reply = appliance.get(f"/v1/events?after={after}")
    assert reply.status == 400
    check(reply.json, named("ProblemBody"))


def test_head_of_the_stream_ends(appliance: Appliance) -> None:
    reply = appliance.get("/v1/events", "HEAD")
    assert (reply.status, reply.headers.get_content_type(), reply.body) == (200, "text/event-stream", b"")
