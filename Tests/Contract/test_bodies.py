"""Every path of the document answers as the document says, whatever the state of the world."""

from __future__ import annotations

import json
import re

import pytest
from contract.document import DOCUMENT, EXAMPLES, Operation, check, named, operations
from harness.appliance import Appliance, Reply

OPERATIONS = list(operations())
EVERY_OPERATION = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda item: item.path)
CLOCKWORK = {"/v1/panel", "/metrics"}
"""Bodies that change from second to second."""
TRIES = 20
"""Between two requests a body may change: that often it is asked again."""


def address(appliance: Appliance, operation: Operation) -> str:
    """An address of the operation; the pages themselves say which files they have."""
    if "{player}" in operation.path or "{hash}" in operation.path:
        [row] = appliance.get_json("/v1/games/snake/boards/level-1")["rows"]
        player = row["player"]
        return operation.address({**EXAMPLES, "player": player["code"], "hash": player["picture"].rsplit("/", 1)[1]})
    page, folder = ("/app", "app") if operation.path.startswith("/app/") else ("/", "assets")
    files = re.findall(rf"/{folder}/([A-Za-z0-9._-]+)", appliance.get(page).body.decode())
    return operation.address({**EXAMPLES, "name": files[0] if files else EXAMPLES["name"]})


def get(appliance: Appliance, operation: Operation) -> Reply:
    """The answer; the Map Timer app's third mode is in no schedule of the tests."""
    path = address(appliance, operation)
    reply = appliance.get(path)
    if path.startswith("/ltm/") and reply.status == 404:
        pytest.skip("the schedule of the tests has no such mode")
    return reply


@EVERY_OPERATION
def test_a_path_answers_with_a_body_that_fits_its_schema(appliance: Appliance, operation: Operation) -> None:
    reply = get(appliance, operation)
    assert reply.status == 200, reply.body[:500]
    operation.check(reply.headers.get_content_type(), reply.body)
    for name in operation.headers:
        check(reply.headers[name], DOCUMENT["components"]["headers"][name]["schema"])


@EVERY_OPERATION
def test_head_says_what_get_says_without_the_body(appliance: Appliance, operation: Operation) -> None:
    passing = {"date"} | ({"content-length", "etag"} if operation.path in CLOCKWORK else set())
    moving = "/history" in operation.path

    def told(reply: Reply) -> dict[str, str | None]:
        names = {name.lower() for name in reply.headers} - passing - ({"etag"} if moving else set())
        return {name: reply.headers[name] for name in names}

    for _ in range(TRIES):
        before, head, after = (
            get(appliance, operation), appliance.get(address(appliance, operation), "HEAD"), get(appliance, operation)
        )
        assert (head.status, head.body) == (before.status, b"")
        # Else the body changed meanwhile, which nothing is wrong with.
        if told(before) == told(after):
            break
    else:
        raise AssertionError("no two answers in a row are the same")
    for name, value in told(before).items():
        assert head.headers[name] == value, name


@EVERY_OPERATION
def test_a_known_tag_is_answered_with_304_and_no_body(appliance: Appliance, operation: Operation) -> None:
    for _ in range(TRIES):
        tag = get(appliance, operation).headers["ETag"]
        if tag is None:
            assert "ETag" not in operation.headers, "the document promises a tag"
            return
        reply = appliance.get(address(appliance, operation), If_None_Match=f'"other", W/{tag}')
        if reply.status == 304:
            assert (reply.body, reply.headers["ETag"]) == (b"", tag)
            return
        # Else the body changed between the two requests.
        assert reply.headers["ETag"] != tag
    assert operation.path in CLOCKWORK or "/history" in operation.path, reply.status


def test_the_server_hands_out_this_very_document(appliance: Appliance) -> None:
    assert appliance.get_json("/openapi.json") == DOCUMENT


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/nothing", 404),
        ("/v1/regions/xx/realms", 404),
        ("/v1/regions/us/realms?locale=xx", 400),
        ("/v1/regions/us/history?hours=0", 400),
        ("/v1/realms/us/retail/no-such-realm", 404),
        ("/v1/rotations/none", 404),
        ("/v1/timeline?modes=none", 400),
        ("/assets/none", 404),
        ("/v1/events?after=x", 400),
    ],
)
def test_a_refusal_is_a_problem_of_the_document(appliance: Appliance, path: str, status: int) -> None:
    reply = appliance.get(path)
    assert (reply.status, reply.headers.get_content_type()) == (status, "application/problem+json")
    check(json.loads(reply.body), named("ProblemBody"))
    assert reply.json["status"] == status
