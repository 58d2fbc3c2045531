"""A restart neither repeats nor forgets an announcement, whether it was asked for or was a kill."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from harness.effort import rounds
from harness.waiting import wait_until

ENDS = ["stop", "kill"]


def end(appliance, how):
    if how == "stop":
        code = appliance.stop()
        assert code == 0
    else:
        appliance.kill()


@pytest.mark.parametrize("how", ENDS)
def test_an_outage_is_announced_once_and_ends_once(launch, simulator, how):
    appliance = launch(regions=("us",))
    first = appliance.events()
    simulator.set("us", "down", category="Oceanic")
    begun = first.wait_for("outage", over=False)
    end(appliance, how)
    appliance.start()
    second = appliance.events(after=begun.id)
    appliance.await_fresh("us")
    simulator.await_answers("us", 4)
    assert second.facts() == []
    assert [o["category"] for o in appliance.flavour("us")["outages"]] == ["Oceanic"]
    assert appliance.flavour("us")["counts"]["down"] == 12
    simulator.set("us", "up", category="Oceanic")
    over = second.wait_for("outage", over=True)
    assert over.id > begun.id
    assert len(over.data["realms"]) == 12
    simulator.await_answers("us", 2)
    assert [event.name for event in second.facts()] == ["outage"]


@pytest.mark.parametrize("how", ENDS)
def test_a_realm_that_was_down_before_is_not_announced_again_but_its_return_is(launch, simulator, how):
    appliance = launch(regions=("us",))
    first = appliance.events()
    simulator.set("us", "down", slug="tichondrius")
    down = first.wait_for("realm", id="retail/tichondrius", change="down")
    since = appliance.realm("us", "tichondrius")["since"]
    end(appliance, how)
    appliance.start()
    second = appliance.events(after=down.id)
    body = appliance.realm("us", "tichondrius")
    assert (body["state"], body["since"]) == ("down", since)
    simulator.await_answers("us", 4)
    assert second.facts() == []
    simulator.set("us", "up", slug="tichondrius")
    up = second.wait_for("realm", id="retail/tichondrius", change="up")
    assert up.id > down.id
    assert len(second.facts()) == 1


@pytest.mark.parametrize("how", ENDS)
def test_what_changed_while_we_were_away_is_announced(launch, simulator, how):
    appliance = launch(regions=("us",))
    first = appliance.events()
    simulator.set("us", "down", slug="tichondrius")
    down = first.wait_for("realm", id="retail/tichondrius", change="down")
    end(appliance, how)
    simulator.set("us", "up", slug="tichondrius")
    simulator.set("us", "down", slug="lightbringer")
    appliance.start()
    second = appliance.events(after=down.id)
    second.wait_for("realm", id="retail/tichondrius", change="up")
    second.wait_for("realm", id="retail/lightbringer", change="down")
    identifiers = [event.id for event in second.all]
    assert identifiers == sorted(set(identifiers))
    assert identifiers[0] > down.id


def test_a_kill_in_the_middle_of_the_evidence_announces_once_in_the_end(launch, simulator):
    # So many that the middle lasts, however long this process is held up in it.
    appliance = launch(regions=("us",), realms={"down_after": 20})
    first = appliance.events()
    simulator.set("us", "down", category="Oceanic")
    wait_until(lambda: appliance.realm("us", "frostmourne")["state"] == "suspected", "suspected")
    appliance.kill()
    settings = appliance.config.read_text(encoding="utf-8")
    appliance.config.write_text(settings.replace("down_after = 20", "down_after = 3"), encoding="utf-8")
    appliance.start()
    second = appliance.events(after=first.last_id)
    second.wait_for("outage", over=False)
    simulator.await_answers("us", 3)
    assert [event.name for event in second.facts()] == ["outage"]


def test_kill_after_kill_loses_and_repeats_nothing(launch, simulator):
    appliance = launch(regions=("us",))
    told = []
    last = 0
    walk = ["down", "up"] * rounds(2, most=10)
    for change in walk:
        stream = appliance.events(after=last) if last else appliance.events()
        simulator.set("us", change, slug="tichondrius")
        event = stream.wait_for("realm", id="retail/tichondrius", change=change)
        told.append(event)
        appliance.kill()  # the very moment in which the event was read
        last = event.id
        appliance.start()
        appliance.await_fresh("us")
    assert [event.data["change"] for event in told] == walk
    assert [event.id for event in told] == sorted({event.id for event in told})
    replay = appliance.events(after=told[0].id)
    replay.wait_where(lambda event: event.id == told[-1].id, "the replay of the newest event")
    changes = [event.data["change"] for event in replay.named("realm", id="retail/tichondrius")]
    assert changes == walk[1:]


def stored_groups(state):
    """How many groups of realms are on the disk."""
    with closing(sqlite3.connect(f"file:{state}/state.db?mode=ro", uri=True)) as file:
        return file.execute("SELECT count(*) FROM realms").fetchone()[0]


def test_restored_facts_are_stale_until_they_are_confirmed(launch, simulator, tmp_path):
    appliance = launch(regions=("us",))
    # What is shown is not stored yet.
    wait_until(lambda: stored_groups(tmp_path / "state") > 0, "stored")
    appliance.kill()
    simulator.fault("us", "500")
    appliance.start()
    body = appliance.flavour("us")
    assert body["freshness"]["state"] == "stale"
    assert body["counts"]["total"] == 246
    simulator.fault("us", "none")
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh")


def test_a_damaged_state_folder_is_an_error_for_people_not_a_crash(launch, simulator, tmp_path):
    appliance = launch(regions=("us",))
    appliance.stop()
    for path in (tmp_path / "state").rglob("state.db*"):
        path.write_bytes(b"this is no database " * 1_000)
    try:
        appliance.start()
    except AssertionError:
        assert appliance.process.returncode == 65, "systemd must not try again"
        assert "state.db" in appliance.output.read_text(encoding="utf-8")
    else:
        appliance.await_fresh("us")
