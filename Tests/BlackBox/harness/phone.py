"""A phone: registers itself, watches realms, asks for tests. It stores one credential, as an app does."""

from __future__ import annotations

import base64
import http.client
import json
import os
from typing import Any
from urllib.parse import urlsplit

from harness.appliance import Appliance, Reply
from harness.waiting import PATIENCE


def _random(count: int) -> str:
    return base64.urlsafe_b64encode(os.urandom(count)).rstrip(b"=").decode()


class Phone:
    """Its credential is made here: ID and SECRET, as docs/protocol.md has it."""

    def __init__(self, appliance: Appliance, locale: str = "en-GB", zone: str = "UTC") -> None:
        self.appliance = appliance
        self.identifier = _random(16)
        self.secret = _random(32)
        self.profile = {"locale": locale, "timeZone": zone}

    def ask(self, method: str, path: str, body: Any = None) -> Reply:
        """One personal request; `path` after `/v1/devices/{id}`."""
        parts = urlsplit(self.appliance.base)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
        headers = {"Authorization": f"Bearer {self.identifier}.{self.secret}"}
        text = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            text = json.dumps(body)
        try:
            connection.request(method, f"/v1/devices/{self.identifier}{path}", text, headers)
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def register(self, push: dict[str, Any] | None = None) -> dict[str, Any]:
        """Registers, or says again what is known."""
        reply = self.ask("PUT", "", self.profile | {"push": push})
        assert reply.status in (200, 201), reply.body
        return reply.json

    def device(self) -> dict[str, Any]:
        """What the appliance knows of it."""
        return self.ask("GET", "").json

    def watch(self, region: str, *realms: str, **kinds: bool) -> dict[str, Any]:
        """Replaces the list of a region."""
        current = self.ask("GET", f"/watchlist/{region}").json
        current["realms"] = list(realms)
        current["kinds"] |= kinds
        reply = self.ask("PUT", f"/watchlist/{region}", current)
        assert reply.status == 200, reply.body
        return reply.json

    def notices(self) -> list[dict[str, Any]]:
        """Its newest notices, newest first."""
        return self.ask("GET", "/notices").json["notices"]
