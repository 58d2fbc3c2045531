"""What the contract leaves open: decided at random, the same for the same seed, and told to tests."""

from __future__ import annotations

import json

import pytest

from battlenet.loose import HARMLESS, ODD, Looseness

SEEDS = range(1, 9)


def pages(client, region):
    first = client.search(region).json
    rest = [client.search(region, _page=number).json for number in range(2, first["pageCount"] + 1)]
    return [first, *rest]


@pytest.fixture
def loosely(network):
    """Makes the running stand-in loose, with a seed."""

    def switch(seed):
        network.loose = Looseness(seed)
        for data in network.regions.values():
            data.loose = network.loose
        return network.loose

    return switch


@pytest.mark.parametrize("seed", SEEDS)
def test_every_group_stands_on_one_of_the_pages(client, network, loosely, seed):
    loose = loosely(seed)
    source = network.world.sources["dynamic-us"]
    rows = [row for page in pages(client, "us") for row in page["results"]]
    keys = {int(row["key"]["href"].split("/")[-1].split("?")[0]) for row in rows}
    assert keys == {group.id for group in source.groups}
    twice = sum(what == "twice" for what in loose.of(source).odd.values())
    assert len(rows) == len(source.groups) + twice


def test_the_same_seed_decides_the_same_and_a_reroll_something_else(network, loosely):
    source = network.world.sources["dynamic-us"]
    first = loosely(7).body(source)
    assert loosely(7).body(source) == first
    network.loose.reroll()
    assert network.loose.body(source) != first


def test_seeds_show_every_form(network, loosely):
    odd, harmless, sizes, validators = set(), set(), set(), set()
    source = network.world.sources["dynamic-us"]
    for seed in range(200):
        choices = loosely(seed).of(source)
        odd |= set(choices.odd.values())
        harmless |= set(choices.harmless.values())
        sizes.add(choices.page_size)
        validators.add(tuple(choices.validators))
    assert odd == {*ODD, "twice", "unknown word"}
    assert harmless == set(HARMLESS)
    assert len(sizes) >= 4
    assert len(validators) > 10


def test_a_number_of_the_index_may_be_missing(client, network, loosely):
    missing = loosely(3).of(network.world.sources["dynamic-us"]).missing
    links = json.dumps(client.ask("us", "connected-realm/index").json)
    for number in missing:
        assert f"connected-realm/{number}?" in links
        assert client.ask("us", f"connected-realm/{number}").status == 404


def test_each_page_has_its_own_tag(client, network):
    for data in network.regions.values():
        data.tags, data.page_size = True, 30
    first = [client.search(_page=number) for number in (1, 2, 3)]
    assert first[0].json["pageCount"] == 3
    tags = [reply.headers["ETag"] for reply in first]
    assert len(set(tags)) == 3
    last = first[2].json["results"][-1]["data"]["realms"][0]["slug"]
    client.control("set", {"region": "us", "slug": last, "state": "down"})
    statuses = [
        client.search(_page=number, headers={"If-None-Match": tag}).status
        for number, tag in enumerate(tags, start=1)
    ]
    assert statuses == [304, 304, 200]
