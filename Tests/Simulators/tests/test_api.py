"""Tokens, namespaces, paging, compression and conditions, as they are documented."""

from __future__ import annotations

import gzip
import http.client
from email.utils import parsedate_to_datetime

import pytest

from battlenet.api import CACHES
from harness.waiting import PATIENCE


def test_a_token_is_granted_for_posted_credentials(client):
    reply = client.grant()
    assert reply.status == 200
    assert {"token_type": "bearer", "expires_in": 86399, "sub": "watchpost-sim"}.items() <= reply.json.items()


def test_a_get_on_the_token_endpoint_is_an_invalid_request(client):
    reply = client.grant(method="GET", body=None)
    assert (reply.status, reply.json["error"]) == (400, "invalid_request")


def test_a_wrong_secret_is_refused_with_the_documented_words(client):
    reply = client.grant(secret="wrong")
    assert (reply.status, reply.json["error_description"]) == (401, "Bad client credentials")


def test_a_missing_grant_type_is_an_invalid_request(client):
    assert client.grant(body=b"").json["error"] == "invalid_request"
    assert client.grant(body=b"grant_type=password").json["error"] == "unsupported_grant_type"


def test_china_neither_knows_the_clients_nor_the_tokens_of_the_others(client, network):
    ours = network.offices["token"]
    network.offices["token-cn"].client_id, theirs = ours.client_id, network.offices["token-cn"].client_id
    assert client.grant("token-cn", secret=ours.secret).status == 401
    network.offices["token-cn"].client_id = theirs
    client.tokens["token-cn"] = client.grant("token").json["access_token"]
    assert client.search("cn").status == 401


@pytest.mark.parametrize("authorization", ["", "Bearer nonsense", "Basic d2F0Y2g6cG9zdA=="])
def test_without_a_valid_token_there_is_nothing(client, authorization):
    reply = client.ask("us", "connected-realm/index", headers={"Authorization": authorization})
    assert (reply.status, reply.json) == (
        401,
        {"code": 401, "type": "BLZWEBAPI00000401", "detail": "Unauthorized"},
    )


def test_a_token_in_the_query_is_not_accepted(client):
    client.search()
    reply = client.ask(
        "us", "connected-realm/index", headers={"Authorization": ""}, access_token=client.tokens["token"]
    )
    assert reply.status == 401


def test_tokens_end(client, network):
    network.offices["token"].life = 0
    assert client.search().status == 401


@pytest.mark.parametrize("namespace", [None, "dynamic-eu", "static-us", "dynamic-classic1x-us"])
def test_a_missing_or_wrong_namespace_is_forbidden(client, namespace):
    reply = client.ask("us", "connected-realm/index", namespace=namespace)
    assert (reply.status, reply.json) == (
        403,
        {"code": 403, "type": "BLZWEBAPI00000403", "detail": "Forbidden"},
    )


def test_the_namespace_may_stand_in_a_header(client):
    reply = client.ask(
        "us", "connected-realm/index", namespace=None, headers={"Battlenet-Namespace": "dynamic-us"}
    )
    assert reply.status == 200


def test_the_pages_of_a_search_make_up_the_region(client):
    pages = [client.search(_page=number, _pageSize=40).json for number in (1, 2, 3)]
    assert [(page["page"], page["pageSize"], page["maxPageSize"], page["pageCount"]) for page in pages] == [
        (1, 40, 40, 3),
        (2, 40, 40, 3),
        (3, 3, 40, 3),
    ]
    assert len({row["data"]["id"] for page in pages for row in page["results"]}) == 83


def test_a_search_without_a_page_size_has_pages_of_a_hundred(client):
    body = client.ask("cn", "search/connected-realm").json
    assert (body["pageSize"], body["maxPageSize"], body["pageCount"]) == (100, 100, 2)


def test_a_page_past_the_end_is_empty(client):
    body = client.search(_page=9).json
    assert (body["results"], body["pageCount"]) == ([], 1)


def test_orderby_sorts_and_filters_choose(client):
    numbers = [row["data"]["id"] for row in client.search(orderby="id").json["results"]]
    assert numbers == sorted(numbers)
    client.control("set", {"region": "us", "slug": "tichondrius", "state": "down"})
    down = client.search(**{"status.type": "DOWN"}).json["results"]
    assert [row["data"]["id"] for row in down] == [11]


def test_bodies_are_compressed_when_asked(client):
    plain = client.search()
    packed = client.search(headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) * 5 < len(plain.body)


def test_a_connection_serves_many_requests(client, network):
    client.search()
    connection = http.client.HTTPConnection("127.0.0.1", network.listeners["us"].port, timeout=PATIENCE)
    for _ in range(3):
        connection.request(
            "GET",
            "/data/wow/connected-realm/11?namespace=dynamic-us",
            headers={"Authorization": f"Bearer {client.tokens['token']}"},
        )
        local = connection.sock.getsockname()
        assert connection.getresponse().read()
        assert connection.sock.getsockname() == local
    connection.close()


def test_without_conditions_there_is_no_last_modified(client):
    assert client.search().headers["Last-Modified"] is None


@pytest.mark.parametrize("kind", CACHES)
def test_a_cache_tells_how_old_its_copy_is(client, network, kind):
    source = network.world.sources["dynamic-us"]
    network.regions["us"].conditional = True
    network.regions["us"].cache = kind
    first = client.search()
    condition = {"If-Modified-Since": first.headers["Last-Modified"]}
    source.modified -= 100
    replies = [first, client.search(), client.search(headers=condition)]
    assert [reply.status for reply in replies] == [200, 200, 304]
    for reply in replies:
        assert len(reply.headers.get_all("Date")) == 1
    dates = [parsedate_to_datetime(reply.headers["Date"]).timestamp() for reply in replies]
    ages = [int(reply.headers["Age"]) for reply in replies]
    assert min(ages[1:]) >= 100
    made = [date - age if kind == "own" else date for date, age in zip(dates, ages, strict=True)]
    assert made == [source.modified + 100, source.modified, source.modified]


def test_an_unchanged_document_is_not_sent_again(client):
    client.control("set", {"conditional": True})
    first = client.search()
    condition = {"If-Modified-Since": first.headers["Last-Modified"]}
    assert (client.search(headers=condition).status, client.search(headers=condition).body) == (304, b"")
    client.control("set", {"region": "us", "slug": "tichondrius", "state": "down"})
    changed = client.search(headers=condition)
    assert changed.status == 200
    assert changed.headers["Last-Modified"] != first.headers["Last-Modified"]
