"""The event stream: ids, replay, limits."""

from __future__ import annotations

import http.client
from urllib.parse import urlsplit

import pytest
from harness.waiting import PATIENCE, wait_until

ID = "retail/tichondrius"


def down_and_up(stream, simulator, times):
    for _ in range(times):
        for change in ("down", "up"):
            known = len(stream.named("realm", id=ID, change=change))
            simulator.set("us", change, slug="tichondrius")
            wait_until(lambda: len(stream.named("realm", id=ID, change=change)) > known, change)


def test_ids_increase_and_last_event_id_replays_the_rest(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1, "up_after": 1})
    stream = appliance.events()
    down_and_up(stream, simulator, 2)
    # As they are now: more may come by themselves, of a map that begins or a poll that was late.
    events = stream.all
    identifiers = [event.id for event in events]
    assert identifiers == sorted(set(identifiers))
    for position, event in enumerate(events):
        replay = appliance.events(after=event.id)
        expected = [(item.id, item.data) for item in events[position + 1 :]]
        wait_until(lambda: len(replay.all) >= len(expected), f"the replay after {event.id}")
        replayed = [(item.id, item.data) for item in replay.all]
        assert replayed[: len(expected)] == expected
        assert all(identifier > identifiers[-1] for identifier, _ in replayed[len(expected) :])
        replay.close()


def test_the_query_replays_like_the_header(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1, "up_after": 1})
    stream = appliance.events()
    down_and_up(stream, simulator, 1)
    first, second = stream.all[0].id, stream.all[1].id
    parts = urlsplit(appliance.base)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
    connection.request("GET", f"/v1/events?after={first}")
    reply = connection.getresponse()
    lines = []
    while not any(line.startswith(b"data:") for line in lines):
        lines.append(reply.readline())
        assert lines[-1], "the stream ended"
    connection.close()
    assert f"id: {second}\n".encode() in [line.replace(b"\r", b"") for line in lines]


def test_an_unknown_id_is_answered_with_a_reset(launch):
    appliance = launch(regions=("us",))
    stream = appliance.events(after=10**12)
    assert stream.wait_for("reset").data == {}
    first, *later = [event.name for event in stream.all]
    # What comes by itself meanwhile is no replay: a map that begins, a poll that was late.
    assert first == "reset" and set(later) <= {"rotation", "freshness"}


def test_nonsense_as_an_id_is_no_server_error(launch):
    appliance = launch(regions=("us",))
    parts = urlsplit(appliance.base)
    for text in ("-1", "abc", "9" * 40, "1e3", " "):
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        connection.request("GET", "/v1/events", headers={"Last-Event-ID": text})
        assert connection.getresponse().status in (200, 400)
        connection.close()


def test_every_stream_sees_the_same_events(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1})
    streams = [appliance.events() for _ in range(20)]
    simulator.set("us", "down", slug="tichondrius")
    seen = {
        (event.id, event.data["at"])
        for event in (stream.wait_for("realm", id=ID, change="down") for stream in streams)
    }
    assert len(seen) == 1


def test_one_stream_too_many_is_refused_and_a_place_becomes_free_again(launch):
    appliance = launch(regions=("us",), server={"max_streams": 2})
    streams = [appliance.events() for _ in range(2)]
    reply = appliance.get("/v1/events")
    assert reply.status == 503
    assert reply.headers.get_content_type() == "application/problem+json"
    streams[0].close()

    def admitted():
        parts = urlsplit(appliance.base)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/v1/events")
            return connection.getresponse().status == 200
        finally:
            connection.close()

    wait_until(admitted, "a place for another stream")


@pytest.mark.waits
def test_a_quiet_stream_is_kept_alive_by_comments(launch):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    # One comes every 15 s.
    wait_until(lambda: stream.comments >= 2, "two comments", timeout=30 + PATIENCE)
    assert not stream.ended.is_set()
    assert stream.facts() == stream.complaints() == []


def test_a_reader_that_does_not_read_holds_nobody_up(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1, "up_after": 1})
    parts = urlsplit(appliance.base)
    idle = []
    for _ in range(10):
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        connection.request("GET", "/v1/events")
        idle.append(connection)
    stream = appliance.events()
    down_and_up(stream, simulator, 2)
    assert appliance.get("/healthz").status == 200
    for connection in idle:
        connection.close()
