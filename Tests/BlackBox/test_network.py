"""Our own internet is gone: nobody else is blamed for it."""

from __future__ import annotations

import pytest

from harness.waiting import wait_until

REGIONS = ("us", "eu", "kr", "tw", "cn")


@pytest.mark.parametrize("kind", ["refused", "timeout"])
def test_lost_internet_is_said_of_us_and_of_no_realm(launch, simulator, kind):
    appliance = launch(battlenet={"timeout": "5s"} if kind == "timeout" else {})
    stream = appliance.events()
    simulator.switch(probes=False)
    simulator.fault("all", kind)
    for region in REGIONS:
        wait_until(lambda: appliance.freshness(region) == "noNetwork", f"no network for {region}")
    wait_until(lambda: {lamp["meaning"] for lamp in appliance.get_json("/v1/panel")["lamps"]} == {"noNetwork"}, "all lamps say so")
    assert [realm["state"] for realm in appliance.get_json("/v1/regions/us/realms")["realms"]] == ["up"] * 246

    simulator.fault("all", "none")
    simulator.switch(probes=True)
    for region in REGIONS:
        wait_until(lambda: appliance.freshness(region) == "fresh", f"{region} fresh again")
    simulator.await_answers(REGIONS, 2)
    assert stream.facts() == []
    told = {(event.data["region"], event.data["freshness"]["state"]) for event in stream.named("freshness")}
    assert {(region, "noNetwork") for region in REGIONS} <= told
    assert {(region, "fresh") for region in REGIONS} <= told


def test_a_realm_that_went_down_meanwhile_is_announced_after_the_return(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.switch(probes=False)
    simulator.fault("all", "refused")
    wait_until(lambda: appliance.freshness("us") == "noNetwork", "no network")
    simulator.set("us", "down", slug="tichondrius")
    simulator.fault("all", "none")
    simulator.switch(probes=True)
    stream.wait_for("realm", id="retail/tichondrius", change="down")
    assert len(stream.facts()) == 1


def test_when_only_battle_net_is_gone_the_network_is_not_blamed(launch, simulator):
    appliance = launch()
    stream = appliance.events()
    simulator.fault("all", "refused")
    for region in REGIONS:
        wait_until(lambda: appliance.freshness(region) == "stale", f"{region} stale")
        assert f"{region}/retail" in appliance.flavour(region)["freshness"]["reason"]
    assert simulator.count("probe-1") + simulator.count("probe-2") >= 1
    assert not [e for e in stream.named("freshness") if e.data["freshness"]["state"] == "noNetwork"]
    assert stream.facts() == []


def test_one_answering_probe_is_network_enough(launch, simulator):
    appliance = launch(regions=("us",))
    simulator.switch(probes=[False, True])
    simulator.fault("all", "refused")
    wait_until(lambda: appliance.freshness("us") == "stale", "stale")
    simulator.switch(probes=[False, False])
    wait_until(lambda: appliance.freshness("us") == "noNetwork", "no network")


def test_a_boot_without_a_cable_says_so_within_seconds_not_intervals(launch, simulator):
    """However seldom it polls: the next poll comes later than anything is awaited."""
    simulator.switch(probes=False)
    simulator.fault("all", "refused")
    lamps = {"lamp": [{"name": "Everything", "target": "us"}]}
    appliance = launch(
        regions=("us",), fresh=False, battlenet={"interval": "10m", "recheck": "10m", "timeout": "10s"}, panel=lamps
    )

    def says() -> list[str]:
        panel = appliance.get_json("/v1/panel")
        return [lamp["meaning"] for lamp in panel["lamps"]]

    wait_until(lambda: says() == ["noNetwork"], "no network")


def test_without_network_at_the_start_the_appliance_is_ready_and_says_so(launch, simulator):
    simulator.switch(probes=False)
    simulator.fault("all", "refused")
    appliance = launch(regions=("us",), fresh=False)
    wait_until(lambda: appliance.freshness("us") == "noNetwork", "no network")
    assert appliance.get("/healthz").json == {"status": "ok"}
    simulator.fault("all", "none")
    simulator.switch(probes=True)
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh")


def test_a_captive_portal_is_no_internet(launch, simulator):
    appliance = launch(regions=("us",))
    simulator.switch(probes="portal")
    simulator.fault("all", "refused")
    wait_until(lambda: appliance.freshness("us") == "noNetwork", "no network")


def test_probes_that_an_ad_filter_blocks_blame_nobody_while_a_region_answers(launch, simulator):
    appliance = launch(regions=("us", "tw"))
    stream = appliance.events()
    simulator.switch(probes=False)
    simulator.fault("us", "refused")
    stream.wait_for("freshness", region="us")
    wait_until(lambda: simulator.count("probe-1") >= 1, "a question whether it is our network")
    simulator.await_answers("tw", 3)
    said = {event.data["freshness"]["state"] for event in stream.named("freshness", region="us")}
    assert said == {"stale"}, "no talk of our network"
    assert "us/retail" in appliance.flavour("us")["freshness"]["reason"]
    appliance.await_fresh("tw")


def test_an_answer_of_the_api_ends_the_time_without_network_and_the_probing(launch, simulator):
    appliance = launch(regions=("us",))
    simulator.switch(probes=False)
    simulator.fault("us", "refused")
    wait_until(lambda: appliance.freshness("us") == "noNetwork", "no network")
    simulator.fault("us", "none")
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh")
    # A probe that was on its way then is counted by now.
    simulator.await_answers("us", 1)
    asked = simulator.count("probe-1")
    simulator.await_answers("us", 3)
    assert simulator.count("probe-1") == asked, "no further probe"
