"""Access tokens: one for all, renewed in time and when refused. And how much is asked at all."""

from __future__ import annotations

import time

import pytest

from harness.settings import INTERVAL
from harness.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.waits

REGIONS = ("us", "eu", "kr", "tw", "cn")


def refused(simulator):
    return sum(simulator.count(region, "outcome 401") for region in REGIONS)


def test_one_token_serves_four_regions_and_china_has_its_own(launch, simulator):
    launch()
    simulator.await_answers(REGIONS, 2)
    assert (simulator.count("token"), simulator.count("token-cn")) == (1, 1)
    assert refused(simulator) == 0


def test_a_token_that_is_void_in_the_middle_is_renewed_and_nothing_goes_stale(launch, simulator):
    appliance = launch()
    stream = appliance.events()
    for _ in range(2):
        tokens = simulator.count("token")
        simulator.fault(["token", "token-cn"], "expired")
        wait_until(lambda: simulator.count("token") > tokens, "a new token")
        simulator.await_answers(REGIONS, 3)
        appliance.await_fresh(*REGIONS)
    assert simulator.count("token") == 3
    assert simulator.count("token-cn") == 3
    assert stream.complaints() == stream.facts() == []


@pytest.mark.parametrize("simulator", [("--token-life", "40")], indirect=True)
def test_a_token_is_renewed_before_it_ends(launch, simulator):
    """Four seconds before: a busy machine has time to use the one that it has in hand."""
    begun = time.monotonic()
    stream = launch().events()
    wait_until(lambda: simulator.count("token") >= 2 and simulator.count("token-cn") >= 2, "renewals")
    simulator.await_answers(REGIONS, 1)
    assert simulator.count("token") <= (time.monotonic() - begun) / 36 + 1, "one that came for nothing"
    assert refused(simulator) == 0
    assert stream.complaints() == []


def test_a_client_that_is_refused_for_good_does_not_hammer_the_token_service(launch, simulator):
    appliance = launch(regions=("us",))
    simulator.fault("us", "401")
    wait_until(lambda: appliance.freshness("us") == "stale", "stale")
    assert simulator.count("token") <= 1 + simulator.count("us", "outcome fault 401")
    assert simulator.count("us", "outcome fault 401") <= 12


def test_polls_keep_their_interval(launch, simulator):
    launch()
    start = time.monotonic()
    before = {region: simulator.count(region) for region in REGIONS}
    simulator.await_answers(REGIONS, 4)
    asked = {region: simulator.count(region) - before[region] for region in REGIONS}
    most = (time.monotonic() - start) / INTERVAL + 1
    assert max(asked.values()) <= most, asked


def test_the_budget_holds_for_all_regions_together(launch, simulator):
    appliance = launch(
        battlenet={"interval": "10m", "requests_per_hour": 60},
        realms={"flavours": {"retail": "dynamic", "classic": "dynamic-classic"}},
    )

    def asked() -> int:
        return sum(simulator.count(target) for target in (*REGIONS, "token", "token-cn"))

    wait_until(lambda: asked() >= 10, "each source is asked once")
    # Two signs of life of a stream are thirty seconds of the appliance's own clock: ten sources every two seconds would be 150.
    stream = appliance.events()
    wait_until(lambda: stream.comments >= 2, "two signs of life", timeout=30 + PATIENCE)
    assert asked() <= 60
    assert appliance.get("/healthz").status == 200


def test_answers_are_asked_for_compressed_and_without_the_token_in_the_address(launch, simulator):
    launch(regions=("us",))
    entries = [entry for entry in simulator.requests()["recent"] if entry["target"] == "us"]
    assert entries
    assert all("access_token" not in entry["path"] for entry in entries)
    assert all(entry["gzip"] for entry in entries)
    assert len(entries) <= 3
