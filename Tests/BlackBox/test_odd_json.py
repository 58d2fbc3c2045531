"""Every route that takes a body, given the worst bodies that it takes: it refuses or takes them, and goes on.

The routes come from the OpenAPI document, the bodies from a seed (WATCHPOST_SEED; it is printed). What bounds their cost is
counted in unit tests (depth, values, parameters, questions); what they do cost is measured by `make bench PART=strangers`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from harness.appliance import Appliance
from harness.device import Phone
from harness.effort import seed_of
from harness.odd_json import bodies
from harness.settings import TUNNEL, UNLIMITED
from harness.strangers import (
    DEEP, NAMES, QUERIES, ROUTES, appliance_settings, longest, longest_query, longest_watch_list, prepared, query, statuses, takers, with_a_game,
)  # fmt: skip
from harness.waiting import PATIENCE, wait_until

SEED = seed_of("odd bodies")


@pytest.fixture
def appliance(launch: Callable[..., Appliance]) -> Iterator[Appliance]:
    """An appliance that polls nothing for an hour, with a door for strangers."""
    yield with_a_game(launch(("us",), fresh=False, **appliance_settings(TUNNEL, UNLIMITED)))


def test_the_document_names_the_routes_that_are_tried(appliance: Appliance) -> None:
    assert set(takers(appliance.get_json("/openapi.json"))) == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_every_body_of_a_stranger_is_taken_or_refused(appliance: Appliance, tunnel: str, route: str) -> None:
    document = appliance.get_json("/openapi.json")
    most = longest(appliance, route)
    assert most >= 256
    print(f"WATCHPOST_SEED={SEED}, {route}: {most} bytes")
    for visitor, (name, body) in enumerate(bodies(takers(document)[route], document, most, SEED)):
        status = prepared(appliance, tunnel, route, body, visitor)()
        assert 400 <= status < 500 or status in (200, 201), f"{name}: {status}"
    assert appliance.get_json("/healthz")


def test_a_kilobyte_of_brackets_is_refused(appliance: Appliance, tunnel: str) -> None:
    assert len(DEEP) < 1_100
    assert {prepared(appliance, tunnel, ROUTES[0], DEEP, number)() for number in range(20)} == {400}
    assert appliance.get_json("/healthz")


@pytest.mark.parametrize("kind", QUERIES)
def test_long_queries_of_strangers_are_refused_or_answered(appliance: Appliance, tunnel: str, kind: str) -> None:
    """Parameters are counted before any is decoded, on threads that all requests share."""
    room = longest_query(appliance)
    assert room > 4_000
    expected = {"longest": {200}, "longest value": {400, 431}}.get(kind, {400})
    for _ in range(3):
        told = statuses(tunnel, f"/v1/rotations?{query(kind, room)}", 20, PATIENCE)
        assert told and told <= expected, told
    assert appliance.get_json("/healthz")


@pytest.mark.parametrize("kind", NAMES)
def test_the_longest_watch_list_of_a_stranger_is_sought_through(appliance: Appliance, tunnel: str, kind: str) -> None:
    """Names are sought among those that realms have in all locales."""
    appliance.await_fresh("us")
    for visitor in range(5):
        # The region that is polled: elsewhere no name is sought. What is no realm ends the search.
        route, body = "PUT /v1/devices/{id}/watchlist/us", longest_watch_list(kind, visitor)
        assert len(body) <= 65_536
        assert prepared(appliance, tunnel, route, body, visitor)() == (200 if kind == "spellings" else 400)


def test_phones_at_home_and_known_ones_go_on_under_a_rain_of_bodies(appliance: Appliance, tunnel: str) -> None:
    known = Phone(appliance).registered()
    body = b'{"locale":"en-GB","timeZone":"UTC","push":[' + b",".join([b"[" * 400 + b"]" * 400] * 19) + b"]}"
    ended = threading.Event()
    statuses: list[int] = []

    def pour(number: int) -> None:
        while not ended.is_set():
            statuses.append(prepared(appliance, tunnel, ROUTES[0], body, number)())

    threads = [threading.Thread(target=pour, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    try:
        for version in range(20):
            assert known.watch(version, f"classic/realm-{version}", region="us").status == 200
            assert known.ask("GET", base=tunnel).status == 200
        wait_until(lambda: len(statuses) >= 20, "the rain")
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    assert set(statuses) == {400}
