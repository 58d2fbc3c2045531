"""Every body of the stand-in has the shape of a recorded one."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from shapes import merge, shape


def recorded(name: str) -> Any:
    """A recorded body. Without recordings the test is skipped, which is counted: the rest of it has been looked at by then."""
    folder = os.environ.get("WATCHPOST_RECORDINGS")
    if not folder:
        pytest.skip("WATCHPOST_RECORDINGS is not set")
    return json.loads((Path(folder) / "realms" / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("region", ["us", "eu", "kr", "tw", "cn"])
def test_a_group_in_all_locales_looks_like_the_recorded_ones(client, network, region):
    bodies = [
        client.ask(region, f"connected-realm/{group.id}").json
        for group in network.world.source(region, "retail").groups[:12]
    ]
    ours = merge(*map(shape, bodies))
    assert set(ours) == {
        "_links",
        "id",
        "has_queue",
        "status",
        "population",
        "realms",
        "mythic_leaderboards",
        "auctions",
    }
    assert ours == merge(*map(shape, recorded("us-connected-realms-2020-12.json")))


def test_a_group_in_one_locale_looks_like_the_recorded_one(client):
    body = client.ask("us", "connected-realm/11", locale="en_US").json
    assert body["realms"][0]["name"] == "Tichondrius"
    assert body["realms"][0]["category"] == "United States"
    assert shape(body) == shape(recorded("connected-realm-11-us-enUS.json"))


def test_the_index_looks_like_the_recorded_one(client):
    body = client.ask("us", "connected-realm/index").json
    assert len(body["connected_realms"]) == 83
    assert shape(body) == shape(recorded("connected-realm-index-us-excerpt.json"))


@pytest.mark.parametrize("region", ["us", "eu", "kr", "tw", "cn"])
def test_a_search_looks_like_the_recorded_one(client, region):
    body = client.search(region).json
    assert body["pageSize"] == len(body["results"])
    assert shape(body) == shape(recorded("search-connected-realm-us-one-result.json"))


def test_a_realm_that_is_down_keeps_the_shape(client):
    up = shape(client.search().json)
    client.control("set", {"region": "us", "category": "Oceanic", "state": "down"})
    assert shape(client.search().json) == up


def test_a_missing_page_has_the_recorded_body(client):
    reply = client.ask("us", "connected-realm/999999")
    assert (reply.status, reply.json) == (
        404,
        {"code": 404, "type": "BLZWEBAPI00000404", "detail": "Not Found"},
    )
    assert reply.json == recorded("error-404.json")


def test_classic_bodies_lack_the_leaderboards_and_italian(client, network):
    group = network.world.source("eu", "classic").groups[0]
    body = client.ask("eu", f"connected-realm/{group.id}", namespace="dynamic-classic-eu").json
    assert "mythic_leaderboards" not in body
    assert len(body["realms"][0]["name"]) == 11
    assert "it_IT" not in body["realms"][0]["name"]
