"""Reading over HTTP: types, ETags, HEAD, CORS, the description of the API."""

from __future__ import annotations

import gzip
import hashlib
import re

from harness.routes import JSON_ROUTES, LEGACY_ROUTES, OTHER_ROUTES, SNAPSHOTS
from harness.waiting import wait_until


def test_every_route_answers_and_says_what_it_is(appliance):
    for path in (*JSON_ROUTES, *LEGACY_ROUTES, *OTHER_ROUTES):
        reply = appliance.get(path)
        assert reply.status == 200, (path, reply.status, reply.body[:300])
        assert reply.body, path
        if path in JSON_ROUTES:
            assert reply.headers.get_content_type() == "application/json", path
            reply.json  # noqa: B018 - it has to be JSON


def test_head_is_get_without_a_body(appliance):
    for path in (*JSON_ROUTES, *LEGACY_ROUTES):
        get, head = appliance.get(path), appliance.get(path, method="HEAD")
        assert (head.status, head.body) == (get.status, b""), path
        assert head.headers["Content-Length"] == get.headers["Content-Length"], path
        assert head.headers["Content-Type"] == get.headers["Content-Type"], path


def test_snapshots_have_strong_tags_and_are_not_sent_twice(appliance):
    for path in SNAPSHOTS:
        first = appliance.get(path)
        tag = first.headers["ETag"]
        assert re.fullmatch(r'"[^"]+"', tag), (path, tag)
        for condition in (tag, f'"other", {tag}', "*", f"W/{tag}"):
            reply = appliance.get(path, If_None_Match=condition)
            assert (reply.status, reply.body) == (304, b""), (path, condition)
            assert reply.headers["ETag"] == tag
        assert appliance.get(path, If_None_Match='"other"').status == 200, path


def test_a_change_changes_the_tag(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1})
    stream = appliance.events()
    tag = appliance.get("/v1/regions").headers["ETag"]
    simulator.set("us", "down", slug="tichondrius")
    stream.wait_for("realm", change="down")
    reply = appliance.get("/v1/regions", If_None_Match=tag)
    assert reply.status == 200
    assert reply.headers["ETag"] != tag


def test_bodies_are_compressed_for_those_who_ask_and_only_for_them(appliance):
    plain = appliance.get("/v1/regions/us/realms")
    packed = appliance.get("/v1/regions/us/realms", Accept_Encoding="gzip")
    refused = appliance.get("/v1/regions/us/realms", Accept_Encoding="gzip;q=0, identity")
    assert (packed.headers["Content-Encoding"], plain.headers["Content-Encoding"]) == ("gzip", None)
    assert refused.headers["Content-Encoding"] is None
    assert gzip.decompress(packed.body) == plain.body
    assert "accept-encoding" in (plain.headers["Vary"] or "").lower()


def test_anybodys_page_may_read(appliance):
    assert (
        appliance.get("/v1/regions", Origin="https://example.org").headers["Access-Control-Allow-Origin"]
        == "*"
    )
    preflight = appliance.get(
        "/v1/regions", method="OPTIONS", Origin="https://example.org", Access_Control_Request_Method="GET"
    )
    assert preflight.status in (200, 204)
    assert preflight.headers["Access-Control-Allow-Origin"] == "*"
    assert "GET" in preflight.headers["Access-Control-Allow-Methods"]


def test_the_description_lists_the_routes(appliance):
    paths = appliance.get_json("/openapi.json")["paths"]
    for path in (
        "/v1/regions",
        "/v1/regions/{region}/realms",
        "/v1/regions/{region}/history",
        "/v1/realms/{region}/{flavour}/{slug}",
        "/v1/realms/{region}/{flavour}/{slug}/history",
        "/v1/rotations",
        "/v1/rotations/{mode}",
        "/v1/timeline",
        "/v1/maps/{code}/next",
        "/v1/calendar/{calendar}",
        "/v1/calendar/{mode}/{map}",
        "/v1/hash",
        "/v1/panel",
        "/v1/events",
    ):
        assert "get" in paths[path], path


def test_the_hash_covers_the_rotations(appliance):
    # A slot may end between two questions.
    wait_until(
        lambda: appliance.get_json("/v1/hash")["hash"] == hashlib.sha256(appliance.get("/v1/rotations").body).hexdigest(),
        "the hash of what is on",
    )


def test_history_has_no_gaps_and_remembers_the_outage(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1, "up_after": 1})
    stream = appliance.events()
    simulator.set("us", "down", slug="tichondrius")
    stream.wait_for("realm", change="down")
    simulator.set("us", "up", slug="tichondrius")
    stream.wait_for("realm", change="up")
    for path in ("/v1/realms/us/retail/tichondrius/history?hours=1", "/v1/regions/us/history?hours=1"):
        body = appliance.get_json(path)
        segments = body["segments"]
        assert segments[0]["from"] == body["from"]
        assert segments[-1]["to"] == body["to"]
        assert all(a["to"] == b["from"] for a, b in zip(segments, segments[1:], strict=False))
        assert "down" in {segment["state"] for segment in segments}, path
