"""What Battle.net's contract leaves open: pages, validators, odd rows, unknown words, a search that is refused."""

from __future__ import annotations

import random

import pytest

from harness.effort import rounds, seed_of
from harness.settings import INTERVAL
from harness.waiting import wait_until

SETTLED = 40 * INTERVAL
"""Ten intervals confirm what an unchanged document says; the rest is for gaps and a busy machine."""

PAGED = ("--tags", "--pages", "30")
SEED = seed_of("documents")


def states(appliance, region):
    return {
        realm["slug"]: realm["state"]
        for realm in appliance.get_json(f"/v1/regions/{region}/realms")["realms"]
    }


def groups(simulator, region):
    """The connected realms of a region, in the order of the search."""
    source = simulator.state(region)["sources"][f"dynamic-{region}"]
    return sorted(source["groups"], key=lambda group: group["id"])


@pytest.mark.parametrize("simulator", [PAGED], indirect=True)
@pytest.mark.parametrize("place", [pytest.param(0, id="page 1", marks=pytest.mark.slow), pytest.param(45, id="page 2"), pytest.param(-1, id="page 3", marks=pytest.mark.slow)])
def test_a_group_that_goes_down_is_found_on_every_page(launch, simulator, place):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    members = groups(simulator, "us")[place]["slugs"]
    slug = members[0]
    wait_until(lambda: simulator.count("us", "outcome 304") >= 6, "two polls of unchanged pages")
    simulator.set("us", "down", slug=slug)
    # First suspected, which nobody looks at for long enough on a busy machine.
    wait_until(lambda: states(appliance, "us")[slug] in ("suspected", "down"), "suspected")
    wait_until(lambda: states(appliance, "us")[slug] == "down", "down", timeout=SETTLED)
    appliance.await_fresh("us")
    due = sorted((f"retail/{member}", "down") for member in members)
    wait_until(lambda: len(stream.facts()) >= len(due), "the events of the group")
    assert sorted((event.data["id"], event.data["change"]) for event in stream.facts()) == due
    simulator.set("us", "up", slug=slug)
    wait_until(lambda: states(appliance, "us")[slug] == "up", "up", timeout=SETTLED)


@pytest.mark.parametrize("simulator", [("--conditional",)], indirect=True)
def test_a_document_that_was_refused_does_not_turn_fresh_by_not_modified(launch, simulator):
    appliance = launch(regions=("us",))
    simulator.fault("us", "empty")
    simulator.set("us", "down", slug="tichondrius")
    seen = simulator.count("us", "outcome fault empty")
    wait_until(lambda: simulator.count("us", "outcome fault empty") > seen, "the refused document")
    simulator.fault("us", "none")
    # Suspected at first, and believed after ten intervals.
    wait_until(lambda: appliance.realm("us", "tichondrius")["state"] in ("suspected", "down"), "the document itself")
    appliance.await_fresh("us")


@pytest.mark.parametrize("simulator", [("--conditional",)], indirect=True)
def test_a_queue_and_a_lock_in_a_document_that_never_changes_again_are_told(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.set("us", "queue", slug="tichondrius", population="LOCKED")
    stream.wait_for("realm", id="retail/tichondrius", change="queueStarted", timeout=SETTLED)
    stream.wait_for("realm", id="retail/tichondrius", change="locked", timeout=SETTLED)
    assert appliance.realm("us", "tichondrius")["queue"]


def test_a_status_that_nobody_knows_is_unknown_everywhere(launch, simulator):
    appliance = launch(regions=("us",), panel={"watch": ["us/retail/tichondrius"]})
    stream = appliance.events()
    before = appliance.flavour("us")["counts"]["total"]
    simulator.set("us", "up", slug="tichondrius", status="MIGRATING")
    wait_until(lambda: appliance.realm("us", "tichondrius")["state"] == "unknown", "unknown")
    realm = appliance.realm("us", "tichondrius")
    assert realm["since"]
    counts = appliance.flavour("us")["counts"]
    assert (counts["unknown"], counts["up"]) == (1, before - 1)
    appliance.await_fresh("us")

    def lamps():
        return {lamp["meaning"] for lamp in appliance.get_json("/v1/panel")["lamps"]}

    # The panel hears of it a moment after the API.
    wait_until(lambda: not lamps() & {"allUp", "down"}, "lamps that say neither")
    simulator.set("us", "up", slug="tichondrius", status="UP")
    wait_until(lambda: appliance.realm("us", "tichondrius")["state"] == "up", "up again")
    assert stream.facts() == []


def test_a_search_that_is_refused_now_and_then_is_not_given_up(launch, simulator):
    launch(regions=("us",))
    for status in ("404", "500", "403"):
        answers = simulator.answers("us")
        simulator.fault("us", status, path="search", count=2)
        wait_until(lambda: simulator.answers("us") > answers + 1, "the search is back")
    assert simulator.count("us", "index") == 0
    assert simulator.count("us", "realm") == 0


@pytest.mark.parametrize("status", ["404", "410", "503"])
def test_a_search_that_stays_refused_is_replaced_by_the_index_until_it_is_back(launch, simulator, status):
    appliance = launch(regions=("tw",))
    simulator.fault("tw", status, path="search")
    wait_until(lambda: simulator.count("tw", "index") >= 2, "the index, twice")
    wait_until(lambda: appliance.freshness("tw") == "fresh", "fresh")
    simulator.fault("tw", "none")
    simulator.await_answers("tw", 1)
    asked = simulator.count("tw", "index")
    simulator.await_answers("tw", 3)
    assert simulator.count("tw", "index") == asked, "the index is left alone"


def test_no_second_sees_more_than_twenty_requests(launch, simulator):
    regions = ("us", "eu", "kr", "tw")
    for region in regions:
        simulator.fault(region, "404", path="search")
    launch(regions=regions, fresh=False)
    wait_until(lambda: sum(simulator.count(region, "realm") for region in regions) > 120, "the walks")
    recent = simulator.requests()["recent"]
    times = sorted(entry["at"] for entry in recent if entry["target"] in (*regions, "token"))
    worst = max(sum(start <= other < start + 1 for other in times) for start in times)
    # One request of each region may be noted late, after a second in which it was not sent.
    assert worst <= 20 + len(regions)


@pytest.mark.parametrize("life", [None, "soon", 0, -5, 1e300, "86399"])
def test_a_token_without_a_life_that_makes_sense_is_used_all_the_same(launch, simulator, life):
    simulator.fault("token", "life", **({} if life is None else {"expires_in": life}))
    appliance = launch(regions=("tw",))
    answers = simulator.answers("tw")
    wait_until(lambda: simulator.answers("tw") > answers + 2, "three more polls")
    assert simulator.count("token") == 1
    stream = appliance.events()
    simulator.fault("token", "expired")
    simulator.await_answers("tw", 2)
    assert stream.complaints() == []
    appliance.await_fresh("tw")


@pytest.mark.parametrize("simulator", [("--loose", str(SEED))], indirect=True)
@pytest.mark.parametrize("search", [True, False], ids=["search", "index"])
def test_whatever_the_contract_leaves_open_every_realm_is_shown_as_it_is(launch, simulator, search):
    """An odd row is unknown, every other realm is what it is: for whatever the stand-in chooses."""
    print(f"documents: WATCHPOST_SEED={SEED}")
    chance = random.Random(SEED)
    region = "us" if search else "kr"
    if not search:
        simulator.fault(region, "404", path="search")
    appliance = launch(regions=(region,))
    for turn in range(rounds(3, most=30)):
        if turn:
            simulator.switch(reroll=True)
        source = simulator.state(region)["sources"][f"dynamic-{region}"]
        for group in chance.sample(source["groups"], max(1, len(source["groups"]) // 10)):
            simulator.set(region, chance.choice(("up", "down")), slug=group["slugs"][0])
        expected = truth(simulator, region, search)
        try:
            wait_until(
                lambda: not differences(expected, states(appliance, region)), "every realm as it is", timeout=SETTLED
            )
        finally:
            print(turn, source["loose"], differences(expected, states(appliance, region)))
        appliance.await_fresh(region)


def truth(simulator, region, search):
    """What has to be shown of each realm in the end."""
    source = simulator.state(region)["sources"][f"dynamic-{region}"]
    odd = {int(number) for number in source["loose"]["odd"]}
    if not search:
        # In the index no number comes twice.
        odd -= {int(number) for number, what in source["loose"]["odd"].items() if what == "twice"}
        odd |= set(source["loose"]["missing"])
    return {
        slug: "unknown" if group["id"] in odd else group["status"].lower()
        for group in source["groups"]
        for slug in group["slugs"]
    }


def differences(expected, shown):
    return {
        slug: (state, shown.get(slug))
        for slug, state in expected.items()
        # A realm that was never read has no name yet, so it is not listed at all.
        if shown.get(slug) != state and not (state == "unknown" and slug not in shown)
    }
