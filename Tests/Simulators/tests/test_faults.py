"""Every fault does what its name says, for as many requests as asked for."""

from __future__ import annotations

import http.client
import json
import threading
import time

import pytest

from harness.waiting import PATIENCE, wait_until


@pytest.mark.parametrize(
    "kind, status, code",
    [
        ("401", 401, "BLZWEBAPI00000401"),
        ("403", 403, "BLZWEBAPI00000403"),
        ("404", 404, "BLZWEBAPI00000404"),
        ("429", 429, "BLZWEBAPI00000429"),
        ("500", 500, "BLZWEBAPI00000500"),
    ],
)
def test_a_refusal_has_the_documented_body(client, kind, status, code):
    client.control("fault", {"target": "us", "kind": kind})
    reply = client.search()
    assert (reply.status, reply.json["type"], reply.headers["Retry-After"]) == (status, code, None)


def test_retry_after_and_an_empty_body_are_options(client):
    client.control("fault", {"target": "us", "kind": "429", "retry_after": 7, "empty": True})
    reply = client.search()
    assert (reply.status, reply.headers["Retry-After"], reply.body) == (429, "7", b"")


@pytest.mark.parametrize("kind, status", [("502", 502), ("503", 503), ("504", 504), ("html", 200)])
def test_the_proxy_answers_html(client, kind, status):
    client.control("fault", {"target": "us", "kind": kind})
    reply = client.search()
    assert (reply.status, reply.headers["Content-Type"]) == (status, "text/html")
    assert reply.body.startswith(b"<html>")


def test_a_fault_meets_as_many_requests_as_asked_for(client):
    client.control("fault", {"target": "us", "kind": "500", "count": 2})
    assert [client.search().status for _ in range(3)] == [500, 500, 200]


def test_a_fault_can_be_limited_to_a_kind_of_request_and_a_namespace(client):
    client.control("fault", {"target": "us", "kind": "404", "path": "search", "namespace": "dynamic-us"})
    assert client.search().status == 404
    assert client.search(namespace="dynamic-classic-us").status == 200
    assert client.ask("us", "connected-realm/index").status == 200
    assert client.search("eu").status == 200


def test_a_fault_of_one_connected_realm_stands_beside_that_of_the_rest(client):
    other = next(row["data"]["id"] for row in client.search().json["results"] if row["data"]["id"] != 11)
    client.control("fault", {"target": "us", "kind": "404", "path": "search"})
    client.control("fault", {"target": "us", "kind": "500", "group": 11, "count": 1})

    def statuses():
        return [
            client.search().status,
            client.ask("us", "connected-realm/11").status,
            client.ask("us", f"connected-realm/{other}").status,
        ]

    assert statuses() == [404, 500, 200]
    assert statuses() == [404, 200, 200]
    client.control("fault", {"target": "us", "kind": "none"})
    assert statuses() == [200, 200, 200]


def test_malformed_is_no_json_but_as_long_as_it_says(client):
    client.control("fault", {"target": "us", "kind": "malformed"})
    reply = client.search()
    assert len(reply.body) == int(reply.headers["Content-Length"])
    with pytest.raises(json.JSONDecodeError):
        json.loads(reply.body)


def test_truncated_ends_in_the_middle(client):
    client.control("fault", {"target": "us", "kind": "truncated"})
    with pytest.raises(http.client.IncompleteRead):
        client.search()


@pytest.mark.parametrize("kind", ["timeout", "stalled"])
def test_a_held_answer_never_comes_and_lets_go_when_cleared(client, network, kind):
    client.control("fault", {"target": "us", "kind": kind})
    with pytest.raises(TimeoutError):
        # allowed: giving up is the subject, and nothing comes however long one waits
        client.search(timeout=0.4)
    outcome = []
    waiting = threading.Thread(target=lambda: outcome.append(raised(lambda: client.search())))
    waiting.start()
    wait_until(lambda: network.ledger.count("us", f"outcome fault {kind}") == 2, "the second request")
    client.control("fault", {"target": "us", "kind": "none"})
    waiting.join(PATIENCE)
    assert isinstance(outcome[0], (ConnectionError, http.client.HTTPException))
    assert client.search().status == 200


def raised(action):
    try:
        return action()
    except (OSError, http.client.HTTPException) as error:
        return error


def test_slow_dribbles_and_finishes_when_cleared(client):
    client.control("fault", {"target": "us", "kind": "slow", "bytes_per_second": 100})
    timer = threading.Timer(0.6, lambda: client.control("fault", {"target": "us", "kind": "none"}))
    start = time.monotonic()
    timer.start()
    assert client.search().json["pageCount"] == 1
    assert time.monotonic() - start >= 0.5
    timer.join()


def test_oversized_is_valid_json_of_the_size_asked_for(client):
    client.control("fault", {"target": "us", "kind": "oversized", "bytes": 9_000_000})
    reply = client.search()
    assert len(reply.body) > 9_000_000
    assert reply.json["pageCount"] == 1


def test_a_bomb_is_small_on_the_wire(client):
    client.control("fault", {"target": "us", "kind": "bomb"})
    reply = client.search()
    assert reply.headers["Content-Encoding"] == "gzip"
    assert len(reply.body) < 1_000_000


def test_empty_wrong_types_and_maintenance_are_status_200(client):
    client.control("fault", {"target": "us", "kind": "empty", "count": 1})
    assert client.search().json["results"] == []
    client.control("fault", {"target": "us", "kind": "types", "count": 1})
    assert client.search().json["results"][0]["data"]["id"] == "eleven"
    client.control("fault", {"target": "us", "kind": "maintenance", "count": 1})
    reply = client.search()
    assert (reply.status, reply.json["code"]) == (200, "MAINTENANCE")


def test_inconsistent_pages_contradict_each_other(client):
    client.control("fault", {"target": "us", "kind": "pages"})
    first, second = client.search().json, client.search(_page=2).json
    assert (first["page"], first["pageCount"]) == (1, 2)
    assert (second["page"], second["pageCount"]) == (1, 3)


def test_a_missing_realm_is_missing_alone(client):
    client.control("fault", {"target": "us", "kind": "missing", "slug": "tichondrius"})
    body = client.search().json
    slugs = {realm["slug"] for row in body["results"] for realm in row["data"]["realms"]}
    assert len(slugs) == 245
    assert "tichondrius" not in slugs


def test_refused_closes_the_port_and_opens_the_same_one_again(client, network):
    port = network.listeners["us"].port
    client.control("fault", {"target": "us", "kind": "refused"})
    with pytest.raises(ConnectionRefusedError):
        client.search()
    assert client.search("eu").status == 200
    client.control("fault", {"target": "us", "kind": "none"})
    assert network.listeners["us"].port == port
    assert client.search().status == 200


def test_reset_ends_the_connection(client):
    client.control("fault", {"target": "us", "kind": "reset"})
    with pytest.raises(ConnectionError):
        client.search()


def test_expired_voids_the_tokens_once(client):
    client.search()
    client.control("fault", {"target": "token", "kind": "expired"})
    assert client.search().status == 401
    client.tokens.clear()
    assert client.search().status == 200


@pytest.mark.parametrize("kind, field", [("types", "access_token"), ("empty", "access_token")])
def test_the_token_endpoint_can_answer_nonsense(client, kind, field):
    client.control("fault", {"target": "token", "kind": kind})
    assert not isinstance(client.grant().json.get(field), str)


def test_faults_of_the_token_endpoint_leave_the_regions_alone(client):
    client.search()
    client.control("fault", {"target": "token", "kind": "503"})
    assert client.grant().status == 503
    assert client.search().status == 200


def test_all_targets_fail_together(client, network):
    client.grant()
    client.tokens = {"token": "any", "token-cn": "any"}
    client.control("fault", {"target": "all", "kind": "500"})
    assert [client.search(region).status for region in network.regions] == [500] * 5
    assert [client.grant(office).status for office in network.offices] == [500] * 2


@pytest.mark.parametrize(
    "fault",
    [
        {"target": "us", "kind": "gremlins"},
        {"target": "mars", "kind": "500"},
        {"target": "us", "kind": "expired"},
        {"kind": "500"},
        {"target": "us", "kind": "500", "cuont": 1},
    ],
)
def test_a_fault_that_makes_no_sense_is_refused(client, fault):
    assert client.control("fault", fault).status == 400
    assert client.search().status == 200
