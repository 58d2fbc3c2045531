"""Reading over HTTP: that every route is there, and what changes with the world.

HEAD, tags, compression, CORS and the hash are proven by SnapshotTests and HostileRequestTests, and of every path of the document by
Tests/Contract, which compares the document with the released one as well.
"""

from __future__ import annotations

from harness.routes import JSON_ROUTES, LEGACY_ROUTES, OTHER_ROUTES


def test_every_route_answers_and_says_what_it_is(appliance):
    for path in (*JSON_ROUTES, *LEGACY_ROUTES, *OTHER_ROUTES):
        reply = appliance.get(path)
        assert reply.status == 200, (path, reply.status, reply.body[:300])
        assert reply.body, path
        if path in JSON_ROUTES:
            assert reply.headers.get_content_type() == "application/json", path
            reply.json  # noqa: B018 - it has to be JSON


def test_a_change_changes_the_tag(launch, simulator):
    appliance = launch(regions=("us",), realms={"down_after": 1})
    stream = appliance.events()
    tag = appliance.get("/v1/regions").headers["ETag"]
    simulator.set("us", "down", slug="tichondrius")
    stream.wait_for("realm", change="down")
    reply = appliance.get("/v1/regions", If_None_Match=tag)
    assert reply.status == 200
    assert reply.headers["ETag"] != tag


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
