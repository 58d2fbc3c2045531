"""The stand-in for Blizzard's status page: its question, its answer, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from battlenet.statuspage import HASH
from shapes import shape

WORD = {"id": "str", "name": "str", "slug": "str", "enum": "str"}
RECORDED = {
    "name": "str",
    "slug": "str",
    "locale": "str",
    "timezone": "str",
    "online": "bool",
    "type": WORD,
    "population": WORD,
}
"""The shape of a row as it was recorded in 2019; `category` and `realmLockStatus` came later."""


def ask(client: Any, name: str = "us", **change: Any) -> Any:
    """The page's own question."""
    question = {
        "operationName": "GetInitialRealmStatusData",
        "variables": {"input": {"compoundRegionGameVersionSlug": name}},
        "extensions": {"persistedQuery": {"version": 1, "sha256Hash": HASH}},
    }
    return client.send(
        client.network.addresses()["status_page"],
        "POST",
        json.dumps(question | change).encode(),
        {"Content-Type": "application/json"},
    )


@pytest.mark.parametrize(
    ("name", "count"), [("us", 246), ("eu", 267), ("kr", 18), ("tw", 25), ("classic-us", 20), ("cn", 0), ("xx", 0)]
)
def test_a_list_has_the_recorded_shape(client, name, count):
    rows = ask(client, name).json["data"]["Realms"]
    assert len(rows) == count
    for row in rows:
        known = {key: shape(value) for key, value in row.items()}
        assert {key: known[key] for key in RECORDED} == RECORDED
        assert set(known) - set(RECORDED) == {"category", "realmLockStatus"}


def test_a_realm_that_is_down_has_no_population(client):
    client.control("set", {"region": "us", "slug": "tichondrius", "state": "down"})
    row = next(row for row in ask(client).json["data"]["Realms"] if row["slug"] == "tichondrius")
    assert (row["online"], row["population"]) == (False, None)


def test_a_lock_is_told_in_texts(client):
    client.control("set", {"region": "us", "slug": "tichondrius", "state": "locked"})
    row = next(row for row in ask(client).json["data"]["Realms"] if row["slug"] == "tichondrius")
    assert row["realmLockStatus"] == {"isLockedForNewCharacters": "true", "isLockedForPct": "false"}
    assert row["population"]["enum"] == "FULL"


def test_another_hash_is_not_found(client):
    client.control("set", {"query_hash": "f" * 64})
    assert ask(client).json["errors"][0]["message"] == "PersistedQueryNotFound"
    client.control("reset", {})
    assert "data" in ask(client).json


def test_faults_meet_it_and_requests_are_counted(client, network):
    client.control("fault", {"target": "status-page", "kind": "403", "count": 1})
    assert ask(client).status == 403
    assert ask(client).status == 200
    assert network.ledger.count("status-page") == 2
    assert network.ledger.answers("status-page-us") == 1
