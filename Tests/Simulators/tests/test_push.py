"""The stand-in for push services, asked by clients that are not ours: aioapns and pywebpush."""

from __future__ import annotations

import asyncio
import json
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aioapns
import jwt
import pytest
import pywebpush
import requests
from py_vapid import Vapid02 as Vapid

from harness.waiting import PATIENCE
from push.reasons import REASONS, token_for

_PROGRAM = Path(__file__).resolve().parents[1] / "push"


class Running:
    """A stand-in in a process of its own."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(_PROGRAM), "--with-parent"], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout
        word, _, text = self._process.stdout.readline().partition(" ")
        assert word == "ready"
        self.addresses: dict[str, Any] = json.loads(text)

    def close(self) -> None:
        """Ends the process."""
        self._process.terminate()
        self._process.communicate(timeout=PATIENCE)

    def ask(self, path: str, body: object | None = None) -> Any:
        """One request to the control port."""
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(f"{self.addresses['control']}/_sim/{path}", data, timeout=PATIENCE) as reply:
            return json.load(reply)

    def port(self, host: str) -> tuple[str, int]:
        """Where a host is reached instead."""
        entry = next(text for text in self.addresses["connect_to"] if text.startswith(f"{host}:"))
        _, _, address, port = entry.split(":")
        return address, int(port)


@pytest.fixture(scope="module")
def process() -> Iterator[Running]:
    running = Running()
    yield running
    running.close()


@pytest.fixture
def stand_in(process: Running) -> Running:
    process.ask("reset", {})
    return process


def _send(stand_in: Running, tokens: list[str], **changes: Any) -> list[tuple[str, str | None]]:
    """Sends an alert to each token with aioapns; status and reason of each."""

    async def run() -> list[tuple[str, str | None]]:
        loop = asyncio.get_running_loop()
        original = loop.create_connection
        context = ssl.create_default_context(cafile=stand_in.addresses["ca"])
        context.set_alpn_protocols(["h2"])
        address, port = stand_in.port("api.push.apple.com")

        async def redirected(protocol_factory: Any, host: str, **options: Any) -> Any:
            options |= {"port": port, "ssl": context, "server_hostname": host}
            return await original(protocol_factory, address, **options)

        loop.create_connection = redirected  # type: ignore[method-assign]
        settings = {
            "key": Path(stand_in.addresses["key"]).read_text(),
            "key_id": stand_in.addresses["key_id"],
            "team_id": stand_in.addresses["team"],
            "topic": stand_in.addresses["topic"],
        }
        # Ten seconds without a word, and it would hang up: on a busy machine in the middle of an answer.
        aioapns.connection.APNsBaseClientProtocol.INACTIVITY_TIME = PATIENCE
        client = aioapns.APNs(**(settings | changes))
        alert = {"aps": {"alert": "hello"}}
        results = []
        for token in tokens:
            result = await client.send_notification(aioapns.NotificationRequest(token, alert))
            results.append((result.status, result.description))
        return results

    return asyncio.run(asyncio.wait_for(run(), PATIENCE))


def test_an_independent_client_is_taken(stand_in: Running) -> None:
    assert _send(stand_in, ["00ff", "0a0b"]) == [("200", None), ("200", None)]
    summary = stand_in.ask("summary")
    assert summary["connections"] == {"apns": 1}
    assert summary["protocols"] == {"h2": 1}


@pytest.mark.parametrize(("status", "reason"), REASONS)
def test_every_reason_can_be_had(stand_in: Running, status: int, reason: str) -> None:
    if reason in {"ExpiredProviderToken", "InvalidProviderToken"}:
        pytest.skip("aioapns asks again by itself")
    assert _send(stand_in, [token_for(reason)]) == [(str(status), reason)]


def test_a_key_of_another_team_is_refused(stand_in: Running) -> None:
    assert _send(stand_in, ["00ff"], team_id="OTHER12345") == [("403", "InvalidProviderToken")]


def test_a_token_of_a_development_build_is_not_known_in_production(stand_in: Running) -> None:
    assert _send(stand_in, ["5a00"]) == [("400", "BadDeviceToken")]


class _Adapter(requests.adapters.HTTPAdapter):
    """Connects to the stand-in while the URL, the name in TLS and the Host stay those of the service."""

    def __init__(self, address: str, port: int, host: str, context: ssl.SSLContext) -> None:
        self._place = (address, port, host, context)
        super().__init__()

    def get_connection_with_tls_context(self, *_arguments: Any, **_options: Any) -> Any:
        address, port, host, context = self._place
        return self.poolmanager.connection_from_host(
            address, port, "https", pool_kwargs={"ssl_context": context, "server_hostname": host, "assert_hostname": host}
        )


def _push(stand_in: Running, host: str, subscription: dict[str, Any], text: bytes, **claims: Any) -> requests.Response:
    address, port = "127.0.0.1", stand_in.addresses["ports"]["webpush-http1"]
    session = requests.Session()
    session.trust_env = False
    context = ssl.create_default_context(cafile=stand_in.addresses["ca"])
    session.mount("https://", _Adapter(address, port, host, context))
    return pywebpush.WebPusher(subscription, requests_session=session).send(
        text,
        headers={"host": host, **_vapid(host, claims)},
        ttl=60,
        content_encoding="aes128gcm",
    )


def _vapid(host: str, claims: dict[str, Any]) -> dict[str, str]:
    key = Vapid.from_raw(_KEY)
    defaults = {"aud": f"https://{host}", "sub": "mailto:ann@example.org", "exp": int(time.time()) + 3_600}
    return dict(key.sign(defaults | claims))


_KEY = b"c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3I"


@pytest.mark.parametrize("host", ["web.push.apple.com", "fcm.googleapis.com"])
def test_a_message_of_an_independent_sender_is_read(stand_in: Running, host: str) -> None:
    subscription = stand_in.ask("subscribe", {"host": host})
    reply = _push(stand_in, host, subscription, b'{"hello": "there"}')
    assert (reply.status_code, reply.headers["location"]) == (201, f"https://{host}/m/1")
    assert stand_in.ask("requests")[-1]["payload"] == {"hello": "there"}


@pytest.mark.parametrize(
    ("kind", "status"), [("404", 404), ("410", 410), ("429", 429), ("500", 500), ("202", 202)]
)
def test_kinds_of_subscriptions_answer_as_they_say(stand_in: Running, kind: str, status: int) -> None:
    subscription = stand_in.ask("subscribe", {"host": "fcm.googleapis.com", "kind": kind})
    assert _push(stand_in, "fcm.googleapis.com", subscription, b"{}").status_code == status


@pytest.mark.parametrize(
    "claims", [{"sub": "mailto:ann@localhost"}, {"aud": "https://example.org"}, {"exp": int(time.time()) + 90_000}]
)
def test_apple_refuses_careless_senders(stand_in: Running, claims: dict[str, Any]) -> None:
    subscription = stand_in.ask("subscribe", {"host": "web.push.apple.com"})
    reply = _push(stand_in, "web.push.apple.com", subscription, b"{}", **claims)
    assert (reply.status_code, reply.json()) == (403, {"reason": "BadJwtToken"})


def test_what_is_too_long_is_refused(stand_in: Running) -> None:
    subscription = stand_in.ask("subscribe", {"host": "fcm.googleapis.com"})
    assert _push(stand_in, "fcm.googleapis.com", subscription, b'"%b"' % (b"x" * 3_991)).status_code == 201
    assert _push(stand_in, "fcm.googleapis.com", subscription, b'"%b"' % (b"x" * 3_992)).status_code == 413


def test_tokens_are_signed_as_pyjwt_has_them(stand_in: Running) -> None:
    _send(stand_in, ["00ff"])
    field = stand_in.ask("requests")[-1]["headers"]["authorization"]
    assert jwt.get_unverified_header(field.removeprefix("bearer "))["alg"] == "ES256"
