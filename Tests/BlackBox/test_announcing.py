"""When something is announced, and when it is not: thresholds, outages, queues, missing realms."""

from __future__ import annotations

import pytest
from harness.waiting import PATIENCE, wait_until

WATCHED = "tichondrius"
ID = f"retail/{WATCHED}"


def passes_through(appliance, simulator, state, answers):
    """Waits for a state that lasts for one or two answers only; a test that is held up until there were so many has missed it."""
    wait_until(
        lambda: appliance.realm("us", WATCHED)["state"] == state or simulator.answers("us") >= answers, state
    )


def test_two_observations_of_down_announce_nothing(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    before = simulator.set("us", "down", slug=WATCHED, answers=2)["answers_before"]
    passes_through(appliance, simulator, "suspected", before + 3)
    wait_until(lambda: appliance.realm("us", WATCHED)["state"] == "up", "up again")
    simulator.await_answers("us", 3)
    assert stream.facts() == []


def test_the_third_observation_of_down_is_announced(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    before = simulator.set("us", "down", slug=WATCHED)["answers_before"]
    event = stream.wait_for("realm", id=ID, change="down")
    assert simulator.answers("us") >= before + 3
    assert (event.data["region"], event.data["name"]) == ("us", "Tichondrius")
    assert appliance.realm("us", WATCHED)["state"] == "down"
    assert appliance.realm("us", WATCHED)["since"]
    simulator.await_answers("us", 3)
    assert len(stream.facts()) == 1


def test_one_observation_of_up_announces_nothing_and_the_second_does(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.set("us", "down", slug=WATCHED)
    stream.wait_for("realm", id=ID, change="down")
    before = simulator.set("us", "up", slug=WATCHED, answers=1)["answers_before"]
    passes_through(appliance, simulator, "recovering", before + 2)
    wait_until(lambda: appliance.realm("us", WATCHED)["state"] == "down", "down as before")
    simulator.await_answers("us", 2)
    assert stream.named("realm", change="up") == []
    before = simulator.set("us", "up", slug=WATCHED)["answers_before"]
    up = stream.wait_for("realm", id=ID, change="up")
    assert simulator.answers("us") >= before + 2
    assert up.id > stream.named("realm", change="down")[0].id
    assert [event.data["change"] for event in stream.facts()] == ["down", "up"]


def test_the_thresholds_are_settings(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1, "up_after": 1})
    stream = appliance.events()
    simulator.set("us", "down", slug=WATCHED, answers=1)
    stream.wait_for("realm", id=ID, change="down")
    stream.wait_for("realm", id=ID, change="up")


@pytest.mark.waits
def test_a_contradiction_is_looked_at_again_sooner(launch, simulator):
    """Two more answers an interval apart would take longer than anything is awaited."""
    interval = f"{PATIENCE // 2 + 1}s"
    appliance = launch(
        regions=("us",), battlenet={"interval": interval, "recheck": "1s"}, realms={"down_after": 3}
    )
    stream = appliance.events()
    before = simulator.set("us", "down", slug=WATCHED)["answers_before"]
    passes_through(appliance, simulator, "suspected", before + 3)
    stream.wait_for("realm", id=ID, change="down")


def test_the_outage_of_oceania_is_one_event_and_so_is_its_end(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    realms = simulator.set("us", "down", category="Oceanic")["realms"]
    begun = stream.wait_for("outage", over=False)
    expected = sorted(f"retail/{slug}" for slug in realms)
    assert len(expected) == 12
    assert sorted(begun.data["realms"]) == expected
    facts = {key: begun.data.get(key) for key in ("region", "flavour", "scope", "category", "maintenance")}
    assert facts == {
        "region": "us",
        "flavour": "retail",
        "scope": "category",
        "category": "Oceanic",
        "maintenance": False,
    }
    body = appliance.flavour("us")
    assert (body["counts"]["down"], body["counts"]["up"]) == (12, 234)
    assert [(o["scope"], o["category"], o["realms"]) for o in body["outages"]] == [
        ("category", "Oceanic", 12)
    ]
    simulator.await_answers("us", 3)
    assert [event.name for event in stream.facts()] == ["outage"]

    simulator.set("us", "up", category="Oceanic")
    over = stream.wait_for("outage", over=True)
    assert (over.data["category"], sorted(over.data["realms"])) == ("Oceanic", expected)
    simulator.await_answers("us", 3)
    assert [event.name for event in stream.facts()] == ["outage", "outage"]
    assert appliance.flavour("us")["outages"] == []
    assert appliance.flavour("us")["counts"]["up"] == 246


def test_the_outage_of_a_whole_region_is_one_event(launch, simulator):
    appliance = launch(regions=("eu",))
    stream = appliance.events()
    simulator.set("eu", "down")
    begun = stream.wait_for("outage", over=False)
    assert (begun.data["scope"], begun.data.get("category"), len(begun.data["realms"])) == (
        "region",
        None,
        267,
    )
    simulator.await_answers("eu", 2)
    simulator.set("eu", "up")
    stream.wait_for("outage", over=True)
    simulator.await_answers("eu", 2)
    assert [event.name for event in stream.facts()] == ["outage", "outage"]


def test_what_goes_down_in_its_maintenance_window_is_maintenance(launch, simulator):
    windows = [
        {"day": day, "from": "RAW 00:00:00", "to": "RAW 00:00:00", "zone": "UTC"}
        for day in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    ]
    appliance = launch(regions=("us",), region={"us": {"maintenance": windows}})
    stream = appliance.events()
    simulator.set("us", "maintenance", slug=WATCHED)
    stream.wait_for("realm", id=ID, change="maintenance")
    assert appliance.realm("us", WATCHED)["state"] == "maintenance"
    assert stream.named("realm", change="down") == []
    assert appliance.get_json("/v1/regions")["regions"][0]["maintenanceWindow"] is True


def test_a_queue_and_a_lock_are_announced_once_each_way(launch, simulator):
    appliance = launch(regions=("eu",))
    stream = appliance.events()
    for state, change in (
        ("queue", "queueStarted"),
        ("no-queue", "queueEnded"),
        ("locked", "locked"),
        ("unlocked", "unlocked"),
    ):
        simulator.set("eu", state, slug="kazzak")
        stream.wait_for("realm", id="retail/kazzak", change=change)
    changes = [event.data["change"] for event in stream.facts() if event.data["change"] != "population"]
    assert changes == ["queueStarted", "queueEnded", "locked", "unlocked"]
    assert {event.data["id"] for event in stream.facts()} == {"retail/kazzak"}


def test_a_realm_that_one_answer_leaves_out_keeps_its_state(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.fault("us", "missing", slug=WATCHED, count=1)
    wait_until(lambda: simulator.count("us", "outcome fault missing") == 1, "one incomplete answer")
    simulator.await_answers("us", 2)
    assert appliance.realm("us", WATCHED)["state"] == "up"
    assert stream.facts() == []
    appliance.await_fresh("us")


def test_a_realm_that_stays_away_has_vanished_and_is_never_called_down(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.fault("us", "missing", slug=WATCHED)
    stream.wait_for("realm", id=ID, change="vanished")
    assert appliance.realm("us", WATCHED)["state"] == "unknown"
    simulator.fault("us", "none")
    stream.wait_for("realm", id=ID, change="appeared")
    wait_until(lambda: appliance.realm("us", WATCHED)["state"] == "up", "up")
    assert stream.named("realm", change="down") == []


def test_an_unknown_word_for_the_status_is_unknown_and_tells_nobody(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.set("us", "up", slug=WATCHED, status="FROZEN", population="SUPER_FULL")
    simulator.await_answers("us", 3)
    assert appliance.realm("us", WATCHED)["state"] == "unknown"
    assert appliance.realm("us", WATCHED)["population"] == "super_full"
    assert stream.named("realm", change="down") == []
    appliance.await_fresh("us")
