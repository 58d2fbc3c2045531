"""Whatever is wrong with upstream: said, blamed on no realm, over when it is over."""

from __future__ import annotations

import re

import pytest

from harness.waiting import wait_until

pytestmark = pytest.mark.waits

ENDLESS = {"timeout", "stalled", "slow"}
"""Answers that do not end: the appliance gives them up."""

HASTY = {"timeout": "5s"}
"""`[battlenet]` where that is waited for."""

DOWN = {"us": "tichondrius", "eu": "kazzak", "kr": "azshara", "tw": "arthas"}

# Four at a time, one a region; China has none and has to stay fresh.
BATCHES = [
    {"us": {"kind": "401"}, "eu": {"kind": "403"}, "kr": {"kind": "404"}, "tw": {"kind": "429"}},
    {
        "us": {"kind": "429", "retry_after": 3},
        "eu": {"kind": "500"},
        "kr": {"kind": "503"},
        "tw": {"kind": "502"},
    },
    {
        "us": {"kind": "timeout"},
        "eu": {"kind": "truncated"},
        "kr": {"kind": "malformed"},
        "tw": {"kind": "stalled"},
    },
    {"us": {"kind": "slow"}, "eu": {"kind": "types"}, "kr": {"kind": "empty"}, "tw": {"kind": "html"}},
    {
        "us": {"kind": "pages"},
        "eu": {"kind": "maintenance"},
        "kr": {"kind": "oversized"},
        "tw": {"kind": "refused"},
    },
    {
        "us": {"kind": "bomb"},
        "eu": {"kind": "reset"},
        "kr": {"kind": "504"},
        "tw": {"kind": "404", "empty": True},
    },
    {"eu": {"kind": "500"}},
    {"us": {"kind": "stalled"}},
]


@pytest.mark.parametrize(
    "batch", BATCHES, ids=lambda batch: "-".join(fault["kind"] for fault in batch.values())
)
def test_a_fault_makes_its_region_stale_and_nothing_else_happens(launch, simulator, batch):
    kinds = {fault["kind"] for fault in batch.values()}
    appliance = launch(battlenet=HASTY if kinds & ENDLESS else {})
    stream = appliance.events()
    for region, slug in DOWN.items():
        simulator.set(region, "down", slug=slug)
    for region in DOWN:
        wait_until(lambda: down_slugs(appliance, region), f"something down in {region}")
    simulator.await_answers(DOWN, 1)
    known = {region: states(appliance, region) for region in DOWN}
    facts = len(stream.facts())

    simulator.faults(batch)
    for region in batch:
        wait_until(lambda: appliance.freshness(region) == "stale", f"{region} stale")
    for region in batch:
        freshness = appliance.flavour(region)["freshness"]
        assert f"{region}/retail" in freshness["reason"], freshness
        assert freshness["since"]
        stream.wait_where(
            lambda event: (
                event.name == "freshness"
                and event.data["region"] == region
                and event.data["freshness"]["state"] == "stale"
            ),
            f"an event that {region} is stale",
        )
    for region in [region for region, fault in batch.items() if fault["kind"] in ENDLESS]:
        wait_until(lambda: "no complete answer" in reason(appliance, region), f"{region} given up")
    others = [region for region in ("us", "eu", "kr", "tw", "cn") if region not in batch]
    simulator.await_answers(others, 2)
    appliance.await_fresh(*others)
    assert {event.data["region"] for event in stream.complaints()} <= set(batch)
    assert {region: states(appliance, region) for region in DOWN} == known

    simulator.faults({region: {"kind": "none"} for region in batch})
    for region in batch:
        wait_until(lambda: appliance.freshness(region) == "fresh", f"{region} fresh again")
    simulator.await_answers(batch, 2)
    assert {region: states(appliance, region) for region in DOWN} == known
    assert len(stream.facts()) == facts, stream.facts()[facts:]


def test_a_redirect_is_a_fault_and_takes_no_token_elsewhere(launch, simulator):
    appliance = launch(regions=("us",))
    before = simulator.count("kr")
    elsewhere = simulator.addresses["api"]["kr"]
    simulator.fault("us", "redirect", to=elsewhere)
    wait_until(lambda: appliance.freshness("us") == "stale", "stale")
    assert simulator.count("kr") == before, "asked at the place that the answer named"
    wait_until(lambda: "302" in reason(appliance, "us"), "the reason")
    simulator.fault("us", "none")
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh again")


def reason(appliance, region):
    return appliance.flavour(region)["freshness"].get("reason", "")


def states(appliance, region):
    return {
        realm["slug"]: realm["state"]
        for realm in appliance.get_json(f"/v1/regions/{region}/realms")["realms"]
    }


def down_slugs(appliance, region):
    return [slug for slug, state in states(appliance, region).items() if state == "down"]


def test_evidence_from_before_a_gap_does_not_count(launch, simulator):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    before = simulator.set("us", "down", slug="tichondrius", answers=2)["answers_before"]
    wait_until(lambda: simulator.answers("us") > before, "an observation")
    simulator.fault("us", "500")
    wait_until(lambda: appliance.freshness("us") == "stale", "stale")
    # One or two observations before the gap, two after it: three in all, but never three in a row.
    simulator.set("us", "up", slug="tichondrius")
    simulator.set("us", "down", slug="tichondrius", answers=2)
    simulator.fault("us", "none")
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh again")
    simulator.await_answers("us", 3)
    assert stream.facts() == []


def test_a_failing_token_service_is_named_and_the_token_in_hand_goes_on(launch, simulator):
    appliance = launch()
    stream = appliance.events()
    simulator.fault("token", "503")
    simulator.await_answers("us", 4)
    appliance.await_fresh("us")
    assert stream.complaints() == [], "the token in hand goes on"
    simulator.fault("token", "expired")
    for region in ("us", "eu", "kr", "tw"):
        wait_until(lambda: simulator.addresses["token_url"] in reason(appliance, region), f"{region} stale")
        assert appliance.freshness(region) == "stale"
    assert stream.complaints() and not any(event.data["region"] == "cn" for event in stream.complaints())
    appliance.await_fresh("cn")
    simulator.fault("token", "none")
    for region in ("us", "eu", "kr", "tw"):
        wait_until(lambda: appliance.freshness(region) == "fresh", f"{region} fresh")


@pytest.mark.parametrize("kind", ["401", "malformed", "types", "empty", "html", "timeout", "refused"])
def test_a_token_service_that_answers_nonsense_at_the_start_is_said_and_got_over(launch, simulator, kind):
    simulator.fault("token", kind)
    appliance = launch(regions=("us", "cn"), fresh=False, battlenet=HASTY if kind in ENDLESS else {})
    wait_until(lambda: appliance.freshness("cn") == "fresh", "cn fresh")
    wait_until(lambda: appliance.freshness("us") == "stale", "us stale")
    wait_until(lambda: "token" in reason(appliance, "us"), "the reason")
    simulator.fault("token", "none")
    wait_until(lambda: appliance.freshness("us") == "fresh", "us fresh")


def test_wrong_credentials_of_china_leave_the_others_alone(launch):
    appliance = launch(regions=("us", "cn"), fresh=False, region={"cn": {"client_id": "watchpost-sim"}})
    wait_until(lambda: appliance.freshness("us") == "fresh", "us fresh")
    wait_until(lambda: appliance.freshness("cn") == "stale", "cn stale")
    wait_until(lambda: "watchpost-sim" in reason(appliance, "cn"), "the reason")
    assert "sim-secret" not in appliance.get("/v1/regions").body.decode()


def test_without_the_search_the_index_does(launch, simulator):
    simulator.fault("tw", "404", path="search")
    appliance = launch(regions=("tw",))
    assert appliance.flavour("tw")["counts"]["up"] == 25
    assert simulator.count("tw", "index") >= 1
    assert simulator.count("tw", "realm") >= 3


def test_a_connected_realm_that_fails_now_and_then_keeps_its_facts_and_one_that_goes_on_is_unknown(
    launch, simulator
):
    source = simulator.state("tw")["sources"]["dynamic-tw"]
    group = next(group for group in source["groups"] if "arthas" in group["slugs"])
    simulator.fault("tw", "404", path="search")
    appliance = launch(regions=("tw",))
    stream = appliance.events()
    simulator.set("tw", "down", slug="arthas")
    for slug in group["slugs"]:
        stream.wait_for("realm", id=f"retail/{slug}", change="down")
    facts = len(stream.facts())

    def shown():
        return {states(appliance, "tw")[slug] for slug in group["slugs"]}

    def failures():
        return simulator.count("tw", "outcome fault 500")

    for turn in range(1, 3):
        simulator.fault("tw", "500", group=group["id"], count=2)
        wait_until(lambda: failures() == 2 * turn, "two failures")
        asked = simulator.count("tw", "index")
        assert shown() == {"down"}, "kept"
        # One walk may be under way, the second has no failure, and the third begins when that has been digested.
        wait_until(lambda: simulator.count("tw", "index") >= asked + 3, "a walk without a failure")
        assert shown() == {"down"}, "kept"
    simulator.fault("tw", "500", group=group["id"])
    wait_until(lambda: shown() == {"unknown"}, "unknown in the end")
    assert failures() >= 2 * 2 + 3
    appliance.await_fresh("tw")
    others = {slug: state for slug, state in states(appliance, "tw").items() if slug not in group["slugs"]}
    assert set(others.values()) == {"up"}
    simulator.fault("tw", "404", path="search")
    wait_until(lambda: shown() == {"down"}, "known again")
    assert len(stream.facts()) == facts


@pytest.mark.parametrize("simulator", [("--pages", "60", "--tags")], indirect=True)
def test_a_region_in_several_pages_is_put_together(launch, simulator):
    """Page 1 goes on answering 304 while a realm of the last page goes down: its validator speaks for itself alone."""
    appliance = launch(regions=("cn",))
    assert appliance.flavour("cn")["groups"] == 170
    wait_until(lambda: "304" in page_outcomes(simulator, "cn", 1), "page 1 is unchanged")
    assert {page: page_outcomes(simulator, "cn", page)[0] for page in (1, 2, 3)} == {1: "200", 2: "200", 3: "200"}
    stream = appliance.events()
    source = simulator.state("cn")["sources"]["dynamic-cn"]
    last = [group for group in sorted(source["groups"], key=lambda one: one["id"])[120:] if len(group["slugs"]) == 1]
    [slug] = last[-1]["slugs"]
    simulator.set("cn", "down", slug=slug)
    stream.wait_for("realm", id=f"retail/{slug}", change="down")
    # Once a page has changed all are asked for anew, as one document; until then page 1 said that nothing had.
    answers = search_outcomes(simulator, "cn")
    [_, changed, *_] = [place for place, one in enumerate(answers) if one == (3, "200")]
    assert [outcome for page, outcome in answers[:changed] if page == 1][-1] == "304"
    assert states(appliance, "cn")[slug] == "down"
    assert [event.data["id"] for event in stream.facts()] == [f"retail/{slug}"]


def page_outcomes(simulator, region, page):
    """What the stand-in answered to questions for a page of the search, in order."""
    return [outcome for asked, outcome in search_outcomes(simulator, region) if asked == page]


def search_outcomes(simulator, region):
    """The page of each question for the search, with what the stand-in answered, in order."""
    recent = [entry for entry in simulator.requests()["recent"] if entry["target"] == region]
    asked = [(re.search(r"/search/.*[?&]_page=(\d+)(?:&|$)", entry["path"]), entry["outcome"]) for entry in recent]
    return [(int(found[1]), outcome) for found, outcome in asked if found]
