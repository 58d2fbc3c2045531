"""The control API: states, states for a number of answers, counters, probes, scenarios."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from battlenet import scenario
from harness.waiting import PATIENCE, wait_until

COMMAND = [sys.executable, str(Path(__file__).parent.parent / "battlenet")]


def statuses(client, region="us"):
    return {
        realm["slug"]: row["data"]["status"]["type"]
        for row in client.search(region).json["results"]
        for realm in row["data"]["realms"]
    }


def test_a_realm_goes_down_with_its_group_and_comes_back(client):
    changed = client.control("set", {"region": "us", "slug": "frostmourne", "state": "down"}).json
    assert "frostmourne" in changed["realms"]
    assert {slug for slug, status in statuses(client).items() if status == "DOWN"} == set(changed["realms"])
    client.control("set", {"region": "us", "slug": "frostmourne", "state": "up"})
    assert set(statuses(client).values()) == {"UP"}


def test_a_category_goes_down_in_one_answer(client):
    assert (
        len(client.control("set", {"region": "us", "category": "Oceanic", "state": "down"}).json["realms"])
        == 12
    )
    assert sum(status == "DOWN" for status in statuses(client).values()) == 12


@pytest.mark.parametrize("answers", [1, 2, 3])
def test_a_state_lasts_for_the_number_of_answers_asked_for(client, answers):
    client.control("set", {"region": "eu", "slug": "kazzak", "state": "down", "answers": answers})
    seen = [statuses(client, "eu")["kazzak"] for _ in range(answers + 2)]
    assert seen == ["DOWN"] * answers + ["UP"] * 2


def test_a_state_for_some_answers_counts_whole_regions_not_pages(client):
    client.control("set", {"region": "us", "slug": "tichondrius", "state": "down", "answers": 1})
    for page in (1, 2, 3):
        client.search(_page=page, _pageSize=40)
    assert statuses(client)["tichondrius"] == "UP"


@pytest.mark.parametrize(
    "state, key, value",
    [
        ("queue", "has_queue", True),
        ("locked", "population", "LOCKED"),
        ("maintenance", "population", "OFFLINE"),
    ],
)
def test_every_state_shows_in_the_body(client, state, key, value):
    client.control("set", {"region": "us", "slug": "tichondrius", "state": state})
    body = client.ask("us", "connected-realm/11", locale="en_US").json
    assert (body[key]["type"] if isinstance(body[key], dict) else body[key]) == value


@pytest.mark.parametrize(
    "request_body",
    [
        {"region": "xx", "state": "down"},
        {"region": "us", "slug": "nowhere", "state": "down"},
        {"region": "us", "state": "sideways"},
        {"region": "us"},
        {"regoin": "us"},
        "nonsense",
    ],
)
def test_nonsense_is_refused_with_a_reason(client, request_body):
    reply = client.control("set", request_body)
    assert reply.status == 400
    assert reply.json["error"]


def test_requests_are_counted_by_target_kind_and_outcome(client, network):
    client.search()
    client.search("eu", _pageSize=10)
    client.ask("us", "connected-realm/999999")
    body = json.loads(client.send(network.listeners["control"].url + "/_sim/requests").body)
    assert body["targets"]["us"] == {"total": 2, "search": 1, "realm": 1, "outcome 200": 1, "outcome 404": 1}
    assert body["targets"]["token"]["outcome 200"] == 1
    assert body["answers"] == {"dynamic-us": 1}
    assert [entry["target"] for entry in body["recent"]] == ["token", "us", "eu", "us"]


def test_the_state_tells_groups_faults_and_probes(client, network):
    client.control("fault", {"target": "eu", "kind": "500"})
    client.control("set", {"region": "us", "slug": "tichondrius", "state": "queue"})
    body = client.send(network.listeners["control"].url + "/_sim/state?region=us").json
    assert set(body["sources"]) == {"dynamic-us", "dynamic-classic-us"}
    group = next(g for g in body["sources"]["dynamic-us"]["groups"] if g["id"] == 11)
    assert group["queue"] is True
    assert body["faults"] == {"eu": {"kind": "500", "count": None}}


def test_probes_answer_until_they_are_switched_off(client, network):
    addresses = network.addresses()["probes"]
    assert [client.send(url).status for url in addresses] == [200, 200]
    assert b"\nh=" in client.send(addresses[0]).body
    client.control("set", {"probes": "portal"})
    assert all(b"Log in" in client.send(url).body for url in addresses)
    client.control("set", {"probes": False})
    for url in addresses:
        with pytest.raises(ConnectionError):
            client.send(url)


def test_reset_makes_everything_well(client):
    client.control("set", {"region": "us", "category": "Oceanic", "state": "down"})
    client.control("fault", {"target": "all", "kind": "refused"})
    client.control("reset", {})
    assert set(statuses(client).values()) == {"UP"}


def test_the_demonstration_shows_its_three_acts_within_two_minutes():
    steps = scenario.load("demo")["steps"]
    acts = [(step["set"].get("slug") or step["set"]["category"], step["set"]["state"]) for step in steps]
    assert acts == [
        ("tichondrius", "down"),
        ("tichondrius", "up"),
        ("Oceanic", "down"),
        ("Oceanic", "up"),
        ("kazzak", "queue"),
        ("kazzak", "no-queue"),
    ]
    assert max(step["at"] for step in steps) < 120
    assert all(later["at"] - earlier["at"] >= 10 for earlier, later in itertools.pairwise(steps))


def test_a_scenario_of_ones_own_is_played(network, client):
    scenario.play(
        network, {"steps": [{"at": 0.1, "set": {"region": "us", "slug": "tichondrius", "state": "down"}}]}
    )
    wait_until(lambda: statuses(client)["tichondrius"] == "DOWN", "the step of the scenario")


def test_the_command_prints_one_ready_line_and_ends_on_sigterm(tmp_path):
    process = subprocess.Popen([*COMMAND, "--secrets", str(tmp_path)], stdout=subprocess.PIPE, text=True)
    try:
        word, _, addresses = process.stdout.readline().partition(" ")
        assert word == "ready"
        with urllib.request.urlopen(json.loads(addresses)["control"] + "/_sim/state", timeout=PATIENCE) as reply:
            assert len(json.load(reply)["sources"]) == 10
        assert (tmp_path / "battlenet-client-secret-cn").read_text() == "sim-secret-cn\n"
        assert (tmp_path / "battlenet-client-secret").stat().st_mode & 0o777 == 0o600
    finally:
        process.terminate()
        rest, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, rest) == (0, "")
