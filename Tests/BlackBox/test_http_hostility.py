"""What no proper client would send: refused, bounded, never a hang, never a 500.

Here stands what needs the process, its sockets and all of its routes. The tables of requests that can be read in two ways, of chunks,
hosts, paths and lengths are those of HostileRequestTests, ChunkedBodyTests, ConnectionTests and RouteTests; here is a line of each, and
what the tables do not have.
"""

from __future__ import annotations

import socket
import threading

import pytest

from harness.rawhttp import RawConnection
from harness.routes import ROUTES
from harness.waiting import PATIENCE, wait_until

MACHINE = socket.gethostname().split(".")[0]

WRONG_METHODS = ("POST", "PUT", "DELETE", "PATCH")


def raw(appliance, *lines):
    connection = RawConnection(appliance.base)
    try:
        return connection.request(*lines)
    finally:
        connection.close()


def lives(appliance):
    assert appliance.get("/healthz").status == 200


def host(appliance):
    return appliance.base.removeprefix("http://")


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 0", "Content-Length: 5"),
        ("Content-Length: 5, 6",),
        ("Content-Length: +0",),
        ("Content-Length: 0x0",),
        ("Content-Length: 99999999999999999999",),
        ("Transfer-Encoding: chunked", "Content-Length: 5"),
    ],
    ids=" + ".join,
)
def test_a_request_of_doubtful_length_is_refused_and_the_connection_ends(appliance, headers):
    connection = RawConnection(appliance.base)
    reply = connection.request("GET /v1/regions HTTP/1.1", f"Host: {host(appliance)}", *headers)
    assert 400 <= reply.status < 500 or reply.status == 501 or (reply.status == 0 and reply.closed), reply
    # What would follow must never be taken for another request.
    connection.send(f"GET /v1/panel HTTP/1.1\r\nHost: {host(appliance)}\r\n\r\n".encode())
    assert connection.is_closed()
    connection.close()
    lives(appliance)


HOST = b"Host: localhost\r\n"

ODD_LINES = {
    "a field that begins with a blank first": b"GET /v1/regions HTTP/1.1\r\n Host: localhost\r\n\r\n",
    "a blank line first": b"GET /v1/regions HTTP/1.1\r\n \r\n" + HOST + b"\r\n",
    "a CR as the end of the head": b"GET /v1/regions HTTP/1.1\r\n" + HOST + b"\r\r\n\r\n",
    "a CR behind the version": b"GET /v1/regions HTTP/1.1\r\r\n" + HOST + b"\r\n",
    "a NUL in a name": b"GET /v1/regions HTTP/1.1\r\n" + HOST + b"Content\0-Length: 5\r\n\r\n",
    "LF alone": b"GET /v1/regions HTTP/1.1\nHost: localhost\n\n",
}


@pytest.mark.parametrize("head", ODD_LINES.values(), ids=ODD_LINES.keys())
def test_lines_that_could_be_read_in_two_ways_are_refused_and_the_connection_ends(appliance, head):
    connection = RawConnection(appliance.base)
    # What follows must never be taken for another request: a server in front would have seen it in a body or a value.
    connection.send(head + b"GET /v1/panel HTTP/1.1\r\n" + HOST + b"\r\n")
    data = connection.read_all()
    connection.close()
    # A library that does not even know the method may close without a word.
    assert data == b"" or data.startswith(b"HTTP/1.1 400 "), data[:60]
    assert data.count(b"HTTP/1.1 ") <= 1, data
    lives(appliance)


def test_odd_bytes_in_bodies_are_nobodys_lines(appliance):
    connection = RawConnection(appliance.base)
    body = b"\0\r\n \r\0"
    for _ in range(3):
        connection.send(b"GET /healthz HTTP/1.1\r\n" + HOST + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        assert connection.read().status == 200
    connection.close()


def test_the_box_answers_to_its_own_name_and_to_no_other(appliance):
    for name in (f"{MACHINE}.local", "[::1]:8080"):
        assert raw(appliance, "GET /healthz HTTP/1.1", f"Host: {name}", "Connection: close").status == 200, name
    reply = raw(appliance, "GET /v1/regions HTTP/1.1", "Host: evil.example")
    assert reply.status == 421
    assert "problem+json" in reply.headers["content-type"]


def test_a_configured_host_is_ours(launch):
    appliance = launch(
        regions=("us",), server={"hosts": ["post.example.org"], "public_url": "https://watch.example.net"}
    )
    for name, status in (("post.example.org", 200), ("watch.example.net", 200), ("other.example.net", 421)):
        assert (
            raw(appliance, "GET /healthz HTTP/1.1", f"Host: {name}", "Connection: close").status == status
        ), name


@pytest.mark.parametrize(
    "start",
    [
        "GET",
        "GET /",
        "GET / HTTP/9.9",
        "\x00\x01\x02",
        "GET http://[::1 HTTP/1.1",
        "GET relative HTTP/1.1",
        "get /healthz HTTP/1.1",
        "BREW /healthz HTTP/1.1",
        "CONNECT localhost:80 HTTP/1.1",
        "TRACE / HTTP/1.1",
        "PRI * HTTP/2.0",
    ],
)
def test_a_strange_request_line_is_no_server_error(appliance, start):
    connection = RawConnection(appliance.base)
    connection.send(f"{start}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode("latin-1"))
    reply = connection.read()
    connection.close()
    assert reply.status in (0, 501, 505) or 400 <= reply.status < 500, reply
    lives(appliance)


def test_every_route_refuses_every_wrong_method_and_names_the_right_ones(appliance):
    for path in ROUTES:
        for method in WRONG_METHODS:
            reply = raw(
                appliance,
                f"{method} {path} HTTP/1.1",
                f"Host: {host(appliance)}",
                "Content-Length: 0",
                "Connection: close",
            )
            assert reply.status == 405, (method, path, reply.status)
            allowed = {word.strip() for word in reply.headers.get("allow", "").split(",")}
            assert {"GET", "HEAD"} <= allowed, (method, path, allowed)
            assert method not in allowed


@pytest.mark.parametrize(
    "path",
    [
        "/v1/realms/us/retail/%0d%0aSet-Cookie:x=1",
        "/v1/realms/us/retail/" + "%E2%80%AE" * 100,
        "/v1/regions/us/realms?flavour=%00",
        "/v1/timeline?modes=%00",
        "/v1/events?after=%00",
    ],
)
def test_tricks_with_paths_are_client_errors(appliance, path):
    reply = raw(appliance, f"GET {path} HTTP/1.1", f"Host: {host(appliance)}", "Connection: close")
    assert 400 <= reply.status < 500, (path, reply.status)
    assert "set-cookie" not in reply.headers
    assert reply.headers.get("content-type", "").startswith("application/problem+json")


def test_percent_encoding_of_ordinary_letters_is_the_same_address(appliance):
    assert (
        raw(
            appliance, "GET /v1/regions/%75%73/realms HTTP/1.1", "Host: localhost", "Connection: close"
        ).status
        == 200
    )


def test_a_client_that_never_finishes_its_headers_is_hung_up_on(appliance):
    slow = RawConnection(appliance.base)
    stop = threading.Event()

    def dribble():
        slow.send(b"GET /v1/regions HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        while not stop.wait(1):
            slow.send(b"a")

    writer = threading.Thread(target=dribble, daemon=True)
    writer.start()
    assert slow.is_closed(), "still open, and headers still come"
    stop.set()
    writer.join(PATIENCE)
    assert not writer.is_alive()
    lives(appliance)


def is_served(appliance):
    return raw(appliance, "GET /healthz HTTP/1.1", "Host: localhost", "Connection: close").status == 200


def test_silent_connections_do_not_keep_others_out_for_ever(launch):
    appliance = launch(regions=("us",), server={"max_connections": 16, "max_streams": 4})
    silent = [RawConnection(appliance.base) for _ in range(40)]
    wait_until(lambda: is_served(appliance), "an answer beside connections that say nothing")
    for connection in silent:
        connection.close()


def test_pipelined_requests_are_answered_in_order(appliance):
    connection = RawConnection(appliance.base)
    connection.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    connection.send(b"GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    replies = connection.read_all()
    connection.close()
    assert replies.count(b"HTTP/1.1 ") == 2
    assert replies.index(b"HTTP/1.1 200") < replies.index(b"HTTP/1.1 404")
