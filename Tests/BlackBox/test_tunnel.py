"""Strangers from outside, through a real nginx and a real reverse ssh tunnel, set up as docs/tunnel.md says."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from harness.appliance import Appliance, Reply, command
from harness.ports import reserved_port
from harness.terminal import decode, picture
from harness.tunnel import SSH, Nginx, documented_server
from harness.waiting import PATIENCE

NAME = "watchpost.example.org"
FORGED = {
    "X-Forwarded-For": "192.168.1.2",
    "x-forwarded-for": "127.0.0.1, 192.168.1.2",
    "CF-Connecting-IP": "127.0.0.1",
    "Forwarded": "for=127.0.0.1;host=localhost",
    "X-Real-IP": "10.0.0.1",
    "True-Client-IP": "127.0.0.1",
    "X-Forwarded-Host": "localhost",
    "Via": "1.1 home",
    "Origin": "https://evil.example",
    "Host": "localhost",
}
_sources = (f"127.0.{1 + number // 250}.{1 + number % 250}" for number in count(10))
"""An address for each visitor, so that none of them shares the allowance of another."""


@dataclass
class Visitor:
    """Somebody with an address of its own (all of 127/8 is this machine) and a phone's credential."""

    port: int
    host: str
    source: str
    credential: str

    def ask(self, method: str, path: str, body: Any = None, bearer: str | None = "own", **headers: str) -> Reply:
        """One request."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE, source_address=(self.source, 0))
        fields = {"Host": self.host} | {name.replace("_", "-"): value for name, value in headers.items()}
        if bearer:
            fields["Authorization"] = f"Bearer {self.credential if bearer == 'own' else bearer}"
        text = None
        if body is not None:
            fields["Content-Type"] = "application/json"
            text = json.dumps(body)
        try:
            connection.request(method, path, text, fields)
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    @property
    def identifier(self) -> str:
        """The public half of the credential."""
        return self.credential.split(".")[0]

    def register(self, **headers: str) -> Reply:
        """Registers the phone."""
        body = {"locale": "en-GB", "timeZone": "UTC", "push": None}
        return self.ask("PUT", f"/v1/devices/{self.identifier}", body, **headers)

    def raw(self, data: bytes) -> bytes:
        """Sends bytes as they are and returns everything that comes until the other side ends the connection: it has to."""
        with socket.create_connection(("127.0.0.1", self.port), PATIENCE, source_address=(self.source, 0)) as connection:
            received = b""
            with contextlib.suppress(ConnectionError):
                connection.sendall(data)
                while piece := connection.recv(65536):
                    received += piece
            return received


def credential() -> str:
    return ".".join(base64.urlsafe_b64encode(os.urandom(size)).rstrip(b"=").decode() for size in (16, 32))


@dataclass
class Stack:
    """The box, and the ways to it."""

    appliance: Appliance
    tunnel: int
    public: int
    detour: int
    """An nginx at home that nobody declared and that leads to the main port."""

    def outside(self) -> Visitor:
        """Somebody on the internet."""
        return Visitor(self.public, NAME, next(_sources), credential())

    def at_the_tunnels_door(self) -> Visitor:
        """Somebody behind a tunnel that checks nothing."""
        return Visitor(self.tunnel, NAME, next(_sources), credential())

    def on_the_box(self) -> Visitor:
        """A program of the box itself."""
        port = int(self.appliance.base.rsplit(":", 1)[1])
        return Visitor(port, f"127.0.0.1:{port}", next(_sources), credential())

    def behind_a_detour(self) -> Visitor:
        """Somebody on the internet whom a wrongly set proxy lets in."""
        return Visitor(self.detour, NAME, next(_sources), credential())

    def code(self) -> str:
        """A pairing code, from the box itself."""
        done = command("pair", "--config", str(self.appliance.settings))
        assert done.returncode == 0, done.stderr
        match = re.search(r"#pair=(\d{6})$", done.stdout.rstrip())
        assert match, done.stdout
        return match[1]


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Everything, started once: most tests only ask."""
    folder = tmp_path_factory.mktemp("tunnel")
    public, detour = (reserved_port("nginx says nowhere which port it got") for _ in range(2))
    config = folder / "watchpost.toml"
    config.write_text(
        f'[server]\nlisten = "127.0.0.1:0"\npublic_url = "https://{NAME}"\n'
        f'[tunnel]\nlisten = "127.0.0.1:0"\nclient_address = "X-Forwarded-For"\n'
        f'[state]\ndirectory = "{folder}/state"\n[realms]\nregions = ["us"]\n'
        '[network]\nprobes = ["http://127.0.0.1:9/", "http://127.0.0.2:9/"]\n[status_page]\nenabled = false\n'
    )
    appliance = Appliance(config, folder / "watchpost.log").start()
    main, inner = (int(address.rsplit(":", 1)[1]) for address in (appliance.base, appliance.tunnel))
    ssh = SSH(folder / "ssh", inner)
    servers: list[Nginx] = []
    try:
        ssh.start()
        servers.append(Nginx(folder / "nginx", public, documented_server(public, ssh.outer)).start())
        servers.append(Nginx(folder / "detour", detour, documented_server(detour, main)).start())
        yield Stack(appliance, inner, public, detour)
    finally:
        for server in servers:
            server.close()
        ssh.close()
        appliance.close()


def test_the_test_would_notice_a_code(stack):
    judge = stack.outside()
    assert judge.register().status == 201
    code = stack.code()
    assert code == "000000" or a_code_is_shown(judge)
    assert judge.ask("POST", "/v1/pairing/redeem", {"code": code}).status == 200


def test_the_box_knows_where_a_visitor_stands(stack):
    # On the box itself, too: it may be a proxy that adds nothing.
    for visitor in (stack.outside(), stack.at_the_tunnels_door(), stack.behind_a_detour(), stack.on_the_box()):
        about = visitor.ask("GET", "/v1/about", bearer=None).json
        assert about["access"] == "public"
        assert about["publicURL"] == f"https://{NAME}"


@pytest.mark.parametrize("form", [f"{NAME}.", f"{NAME.upper()}.:443", f"{NAME} \t"])
def test_no_form_of_the_public_name_is_home(stack, form):
    for visitor in (stack.at_the_tunnels_door(), stack.behind_a_detour(), stack.on_the_box()):
        visitor.host = form
        reply = visitor.ask("GET", "/v1/about", bearer=None)
        # A server in front may refuse it, so that it never comes to the box.
        refused = reply.status == 400 and b"nginx" in reply.body
        assert refused or reply.json["access"] == "public", reply.body


def test_what_everybody_may_read_passes_the_tunnel_unchanged(stack):
    away, home = stack.outside(), stack.on_the_box()
    for path in ("/v1/regions", "/v1/rotations", "/app", "/openapi.json"):
        outside, inside = away.ask("GET", path, bearer=None), home.ask("GET", path, bearer=None)
        assert outside.status == inside.status == 200
        assert outside.body == inside.body


@pytest.mark.parametrize(("way", "name"), [
    *(("at_the_tunnels_door", name) for name in FORGED if name != "Host"), ("outside", "X-Forwarded-For"),
    ("behind_a_detour", "X-Forwarded-For"), ("behind_a_detour", "Forwarded"),
    *(("on_the_box", name) for name in ("X-Forwarded-For", "Via", "Origin", "Host")),
])
def test_no_header_makes_a_stranger_local(stack, way, name):
    visitor = getattr(stack, way)()
    assert visitor.register().status == 201
    assert visitor.ask("GET", "/v1/about", bearer=None, **{name: FORGED[name]}).json["access"] == "public"
    reply = visitor.ask("POST", "/v1/pairing", **{name: FORGED[name]})
    assert reply.status == 403, reply.body
    assert reply.headers["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "192.168.1.2:8080"])
def test_no_host_makes_a_stranger_local(stack, host):
    visitor = stack.at_the_tunnels_door()
    assert visitor.register().status == 201
    visitor.host = host
    assert visitor.ask("POST", "/v1/pairing").status in (403, 421)


def test_a_foreign_host_is_misdirected_through_the_tunnel_too(stack):
    visitor = stack.at_the_tunnels_door()
    visitor.host = "evil.example"
    assert visitor.ask("GET", "/v1/about", bearer=None).status == 421


def test_a_code_can_be_used_from_outside_and_not_asked_for(stack):
    visitor = stack.outside()
    assert visitor.register().status == 201
    assert visitor.ask("POST", "/v1/pairing").status == 403
    assert visitor.ask("GET", "/v1/admin/devices").status == 403
    code = stack.code()
    reply = visitor.ask("POST", "/v1/pairing/redeem", {"code": code})
    assert reply.status == 200, reply.body
    assert reply.json["administrator"] is True
    assert visitor.ask("GET", "/v1/admin/devices").status == 200
    other = stack.outside()
    assert other.register().status == 201
    assert other.ask("POST", "/v1/pairing/redeem", {"code": code}).status == 409, "a code is good for one phone"
    assert other.ask("GET", "/v1/admin/devices").status == 403


def test_the_picture_for_the_camera_leads_through_the_tunnel(stack, tmp_path):
    done = command("pair", "--config", str(stack.appliance.settings))
    address = decode(picture(done.stdout), tmp_path)
    assert re.fullmatch(rf"https://{NAME}/app#pair=\d{{6}}", address)
    visitor = stack.outside()
    assert visitor.register().status == 201
    assert visitor.ask("POST", "/v1/pairing/redeem", {"code": address[-6:]}).status == 200


def test_the_owners_key_is_worth_nothing_outside(stack):
    key = stack.appliance.owner_key
    assert stack.on_the_box().ask("GET", "/v1/admin/devices", bearer=key).status == 200
    assert stack.on_the_box().ask("GET", "/v1/admin/devices", bearer=key + "x").status == 401
    judge = stack.outside()
    assert judge.register().status == 201
    for visitor in (stack.outside(), stack.at_the_tunnels_door(), stack.behind_a_detour()):
        assert visitor.ask("GET", "/v1/admin/devices", bearer=key).status == 401
        refused = visitor.ask("POST", "/v1/pairing", bearer=key)
        assert (refused.status, refused.json["code"]) == (403, "not-at-home")
    assert not a_code_is_shown(judge)


def test_limits_count_the_real_client(stack):
    greedy, statuses = stack.outside(), []
    for number in range(24):
        greedy.credential = credential()
        statuses.append(greedy.register(X_Forwarded_For=f"203.0.113.{number}").status)
    assert statuses[0] == 201 and statuses[-1] == 429
    assert 18 <= statuses.count(201) <= 21, statuses
    greedy.credential = credential()
    refused = greedy.register(CF_Connecting_IP="203.0.113.200")
    assert refused.status == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert stack.outside().register().status == 201, "somebody else is not held up"
    assert stack.on_the_box().register().status == 201


HIDDEN = "POST /v1/pairing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
LAST = f"GET /healthz HTTP/1.1\r\nHost: {NAME}\r\nConnection: close\r\n\r\n"
"""Behind a trick: requests of a connection are answered in their order, so that by its end everything hidden has been answered."""


def smuggles() -> dict[str, bytes]:
    """Requests that two servers might cut into pieces differently, with another request hidden in them, and then a plain one."""
    head = f"POST /v1/about HTTP/1.1\r\nHost: {NAME}\r\n"
    chunked = f"0\r\n\r\n{HIDDEN}"
    return {
        name: (text + LAST).encode()
        for name, text in {
            "length and chunks": f"{head}Content-Length: {len(chunked)}\r\nTransfer-Encoding: chunked\r\n\r\n{chunked}",
            "chunks and length": f"{head}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n{chunked}",
            "two lengths": f"{head}Content-Length: 0\r\nContent-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}",
            "a list of lengths": f"{head}Content-Length: 0, {len(HIDDEN)}\r\n\r\n{HIDDEN}",
            "a blank before the colon": f"{head}Content-Length : {len(HIDDEN)}\r\n\r\n{HIDDEN}",
            "chunked twice": f"{head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n{chunked}",
            "chunks, then hidden": f"{head}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n{chunked}",
            "bare line feeds in chunks": f"{head}Transfer-Encoding: chunked\r\n\r\n5\nhello\n0\n\n{HIDDEN}",
            "a bare line feed at the end": f"{head}Transfer-Encoding: chunked\r\n\r\n0\r\n\n{HIDDEN}",
            "an extension with quotes": f'{head}Transfer-Encoding: chunked\r\n\r\n0;a="\r\n\r\n{HIDDEN}',
            "a field behind the chunks": f"{head}Transfer-Encoding: chunked\r\n\r\n0\r\nContent-Length: 9\r\n\r\n{HIDDEN}",
            "chunked, and a blank": f"{head}Transfer-Encoding: chunked \r\n\r\n{chunked}",
            "chunked in disguise": f"{head}Transfer-Encoding: xchunked\r\n\r\n{chunked}",
            "a folded header": f"{head}X: y\r\n Transfer-Encoding: chunked\r\n\r\n{chunked}",
            "a bare line feed": f"{head}X: y\nTransfer-Encoding: chunked\r\n\r\n{chunked}",
            "a header in a header": f"{head}X: y\rTransfer-Encoding: chunked\r\n\r\n{chunked}",
            "a NUL in a header": f"{head}X: y\0Transfer-Encoding: chunked\r\n\r\n{chunked}",
            "a NUL as a line": f"{head}\0\r\nContent-Length: {len(HIDDEN)}\r\n\r\n{HIDDEN}",
            "a blank before the first header": f"POST /v1/about HTTP/1.1\r\n Content-Length: {len(HIDDEN)}\r\n"
            f"Host: {NAME}\r\n\r\n{HIDDEN}",
            "a sign": f"{head}Content-Length: +0\r\n\r\n{HIDDEN}",
            "a whole address": f"GET http://localhost/v1/about HTTP/1.1\r\nHost: {NAME}\r\n\r\n{HIDDEN}",
            "one after the other": f"GET /v1/about HTTP/1.1\r\nHost: {NAME}\r\n\r\n{HIDDEN}",
            "an upgrade": f"GET /v1/about HTTP/1.1\r\nHost: {NAME}\r\nConnection: Upgrade, HTTP2-Settings\r\n"
            f"Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n{HIDDEN}",
            "a line in the path": f"GET /v1/about%20HTTP/1.1%0d%0aHost:%20localhost%0d%0a%0d%0a HTTP/1.1\r\n"
            f"Host: {NAME}\r\n\r\n{HIDDEN}",
        }.items()
    }


def a_code_is_shown(visitor: Visitor) -> bool:
    """Whether a wrong guess is answered with the tries that are left."""
    reply = visitor.ask("POST", "/v1/pairing/redeem", {"code": "000000"})
    assert reply.status in (403, 409), reply.body
    return reply.status == 403


AT_THE_DOOR = (
    "two lengths", "chunks, then hidden", "a NUL as a line", "a whole address", "one after the other", "an upgrade", "a line in the path",
)  # fmt: skip
"""Tricks for the box's own door: one of each table that HostileRequestTests and ChunkedBodyTests have, and what no table has."""


@pytest.mark.parametrize(("way", "trick"), [
    *((way, trick) for way in ("outside", "behind_a_detour") for trick in smuggles()),
    *(("at_the_tunnels_door", trick) for trick in AT_THE_DOOR),
])
def test_nothing_is_smuggled_past_the_tunnel(stack, way, trick):
    visitor, judge = getattr(stack, way)(), stack.outside()
    assert judge.register().status == 201
    assert not a_code_is_shown(judge)
    received = visitor.raw(smuggles()[trick])
    assert b" 202 " not in received and b"shownOn" not in received, received
    assert not a_code_is_shown(judge)
    assert stack.appliance.get("/healthz").status == 200


def test_requests_of_tunnels_without_a_body_are_answered(stack):
    """cloudflared sends a body without a length in chunks, also an empty one, where it speaks HTTP/2 with its edge."""
    visitor = stack.at_the_tunnels_door()
    assert visitor.register().status == 201
    fields = f"Host: {NAME}\r\nAuthorization: Bearer {visitor.credential}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    paths = {f"/v1/devices/{visitor.identifier}/link": 201, f"/v1/devices/{visitor.identifier}/test": 200, "/v1/pairing": 403}
    for path, status in paths.items():
        received = visitor.raw(f"POST {path} HTTP/1.1\r\n{fields}".encode())
        assert received.startswith(f"HTTP/1.1 {status} ".encode()), received
        assert b"connection: close" in received.lower(), "an end that is not announced costs the next request"


def test_a_body_in_chunks_is_read_as_one_with_a_length(stack):
    visitor = stack.at_the_tunnels_door()
    body = json.dumps({"locale": "pl", "timeZone": "UTC", "name": "Ola"}).encode()
    pieces = [body[start : start + 7] for start in range(0, len(body), 7)]
    head = (
        f"PUT /v1/devices/{visitor.identifier} HTTP/1.1\r\nHost: {NAME}\r\nAuthorization: Bearer {visitor.credential}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces)
    received = visitor.raw(head.encode() + chunks + b"0\r\n\r\n")
    assert received.startswith(b"HTTP/1.1 201 ") and b'"name":"Ola"' in received, received


def test_a_trick_does_not_answer_somebody_else(stack):
    """The connections between nginx and the box are shared: what one visitor leaves in them meets the next."""
    for data in smuggles().values():
        stack.outside().raw(data)
    for _ in range(20):
        reply = stack.outside().ask("GET", "/v1/about", bearer=None)
        assert reply.status == 200 and reply.json["name"] == "watchpost"


def test_events_pass_at_once(stack):
    visitor = stack.outside()
    connection = http.client.HTTPConnection("127.0.0.1", visitor.port, timeout=PATIENCE)
    connection.request("GET", "/v1/events", headers={"Host": NAME})
    answer = connection.getresponse()
    assert answer.status == 200
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    assert answer.read1(64), "the first bytes come before the stream ends"
    connection.close()
