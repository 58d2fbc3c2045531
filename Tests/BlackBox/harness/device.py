"""A phone as its app would be written from the protocol's manual: one credential, JSON, a bearer."""

from __future__ import annotations

import base64
import contextlib
import http.client
import json
import os
from typing import Any
from urllib.parse import urlsplit

from harness.appliance import Appliance, Reply
from harness.waiting import PATIENCE

REGISTRATION = {"name": "Ann's phone", "locale": "en-GB", "timeZone": "Europe/Warsaw"}


def random_text(count: int) -> str:
    """Random bytes as base64url without padding."""
    return base64.urlsafe_b64encode(os.urandom(count)).decode().rstrip("=")


def ask(
    base: str,
    method: str,
    path: str,
    body: object | None = None,
    source: str = "",
    **headers: str,
) -> Reply:
    """One request on a connection of its own; a body of bytes is sent as it is, anything else as JSON.

    `source`: the address of this machine that it comes from.
    """
    parts = urlsplit(base)
    fields = {name.replace("_", "-"): value for name, value in headers.items()}
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    if data is not None:
        fields.setdefault("Content-Type", "application/json")
    connection = http.client.HTTPConnection(
        parts.hostname, parts.port, timeout=PATIENCE, source_address=(source, 0) if source else None
    )
    try:
        # Who is refused for the length of a body may be told so, and cut off, while it still sends.
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            connection.request(method, path, data, fields)
        answer = connection.getresponse()
        return Reply(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


class Phone:
    """An installation of an app."""

    def __init__(self, appliance: Appliance) -> None:
        self.appliance = appliance
        self.id = random_text(16)
        self.secret = random_text(32)

    @property
    def bearer(self) -> str:
        """The Authorization header."""
        return f"Bearer {self.id}.{self.secret}"

    def ask(
        self, method: str, rest: str = "", body: object | None = None, base: str = "", **headers: str
    ) -> Reply:
        """A request about this device; ``rest`` that begins with /v1 is a whole path."""
        path = rest if rest.startswith("/v1") else f"/v1/devices/{self.id}{rest}"
        return ask(
            base or self.appliance.base, method, path, body, **({"Authorization": self.bearer} | headers)
        )

    def register(self, **changes: Any) -> Reply:
        """PUT of the device itself."""
        return self.ask("PUT", body=REGISTRATION | changes)

    def registered(self) -> Phone:
        """The same phone, once it is registered."""
        reply = self.register()
        assert reply.status == 201, reply.body
        return self

    def watch(self, version: int, *realms: str, region: str = "eu", **more: Any) -> Reply:
        """PUT of a watch list."""
        return self.ask("PUT", f"/watchlist/{region}", {"version": version, "realms": realms} | more)

    def watched(self, region: str = "eu") -> dict[str, Any]:
        """The stored list."""
        reply = self.ask("GET", f"/watchlist/{region}")
        assert reply.status == 200, reply.body
        return reply.json


def is_problem(reply: Reply, status: int) -> bool:
    """Whether the answer is a refusal of this status in the house's form."""
    assert reply.status == status, (reply.status, reply.body[:500])
    assert reply.headers.get_content_type() == "application/problem+json"
    assert reply.json["status"] == status
    assert reply.json["detail"]
    return True
