"""When upstream honours If-Modified-Since: unchanged is fresh, and a document counts again when its origin says it again."""

from __future__ import annotations

import time

import pytest

from harness.settings import INTERVAL
from harness.waiting import PATIENCE, wait_until

origin = pytest.mark.parametrize("simulator", [("--conditional",)], indirect=True)
caches = pytest.mark.parametrize(
    "simulator", [("--conditional", "--cache", "kept"), ("--conditional", "--cache", "own")], indirect=True
)
cache = pytest.mark.parametrize("simulator", [("--conditional", "--cache", "own")], indirect=True)


def told_early(stream, changed):
    """What was told of realms before one document alone is believed, ten intervals after the second at which it changed.

    On a busy machine so much time may pass between two steps of a test: then what is told is right.
    """
    return [event for event in stream.facts() if event.at < changed + 10 * INTERVAL]


def is_noticed(appliance, region, slug):
    """Whether a realm that is down is suspected, or by now believed to be."""
    return appliance.realm(region, slug)["state"] in ("suspected", "down")


@origin
def test_not_modified_keeps_a_source_fresh(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    wait_until(lambda: simulator.count("us", "outcome 304") >= 5, "four times unchanged, and asked again")
    assert simulator.count("us", "outcome 200") <= 2
    assert stream.complaints() == []
    appliance.await_fresh("us")
    assert appliance.flavour("us")["counts"]["up"] == 246


@origin
def test_what_the_origin_says_again_counts_again_though_nothing_has_changed(launch, simulator):
    """Ten intervals, after which it would be believed without that, are longer than anything is awaited."""
    appliance = launch(regions=("us",), battlenet={"interval": f"{PATIENCE // 10 + 1}s", "recheck": "1s"})
    stream = appliance.events()
    before = simulator.set("us", "down", slug="tichondrius")["answers_before"]
    wait_until(lambda: is_noticed(appliance, "us", "tichondrius"), "suspected")
    stream.wait_for("realm", id="retail/tichondrius", change="down")
    assert simulator.answers("us") == before + 1, "one document, and the word that it is the same"


@caches
def test_one_document_is_one_observation_however_often_a_cache_serves_it(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    changed = time.monotonic()
    simulator.set("us", "down", slug="tichondrius")
    wait_until(lambda: is_noticed(appliance, "us", "tichondrius"), "suspected")
    unchanged = simulator.count("us", "outcome 304")
    wait_until(lambda: simulator.count("us", "outcome 304") >= unchanged + 3, "three times unchanged")
    assert told_early(stream, changed) == []
    answers = simulator.answers("us")
    simulator.touch("us")
    wait_until(lambda: simulator.answers("us") > answers, "the second document")
    unchanged = simulator.count("us", "outcome 304")
    wait_until(lambda: simulator.count("us", "outcome 304") > unchanged, "and that it is unchanged")
    assert told_early(stream, changed) == []
    simulator.touch("us")
    stream.wait_for("realm", id="retail/tichondrius", change="down")


@pytest.mark.slow
@cache
def test_a_document_that_never_changes_again_is_believed_in_the_end(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.set("us", "down", slug="tichondrius")
    stream.wait_for("realm", id="retail/tichondrius", change="down")
    simulator.set("us", "up", slug="tichondrius")
    stream.wait_for("realm", id="retail/tichondrius", change="up")


@cache
def test_one_document_is_one_observation_when_each_connected_realm_is_asked_by_its_number_too(
    launch, simulator
):
    simulator.fault("tw", "404", path="search")
    appliance = launch(regions=("tw",))
    stream = appliance.events()

    def walks(more):
        asked = simulator.count("tw", "index") + more
        wait_until(lambda: simulator.count("tw", "index") >= asked, f"{more} more walks")

    changed = time.monotonic()
    simulator.set("tw", "down", slug="arthas")
    wait_until(lambda: is_noticed(appliance, "tw", "arthas"), "suspected")
    walks(4)
    assert told_early(stream, changed) == []
    assert is_noticed(appliance, "tw", "arthas")
    simulator.touch("tw")
    walks(3)
    assert told_early(stream, changed) == []
    simulator.touch("tw")
    stream.wait_for("realm", id="retail/arthas", change="down")
