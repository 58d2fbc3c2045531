"""Fixtures: a stand-in of our own in this process, and a client that knows how to ask it."""

from __future__ import annotations

import base64
import http.client
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from battlenet.network import Network, Settings
from harness.waiting import PATIENCE


def pytest_report_header() -> str:
    """Says whether bodies are compared with recorded ones."""
    folder = os.environ.get("WATCHPOST_RECORDINGS")
    return f"recordings: {folder or 'none, WATCHPOST_RECORDINGS is not set: shapes are not compared'}"


@dataclass
class Reply:
    """A complete answer."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        """The body, decoded."""
        return json.loads(self.body)


class Client:
    """Asks one stand-in; each request on a connection of its own unless one is handed in."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.tokens: dict[str, str] = {}

    def send(
        self,
        url: str,
        method: str = "GET",
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        timeout: float = PATIENCE,
    ) -> Reply:
        """One request."""
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)
        try:
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            connection.request(method, target, body, headers or {})
            answer = connection.getresponse()
            return Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def grant(self, office: str = "token", secret: str | None = None, **request: Any) -> Reply:
        """Asks for a token."""
        keeper = self.network.offices[office]
        pair = f"{keeper.client_id}:{secret or keeper.secret}".encode()
        headers = {
            "Authorization": "Basic " + base64.b64encode(pair).decode(),
            "Content-Type": "application/x-www-form-urlencoded",
        }
        url = self.network.listeners[office].url + "/token"
        return self.send(
            url,
            **({"method": "POST", "body": b"grant_type=client_credentials", "headers": headers} | request),
        )

    def ask(
        self,
        region: str,
        path: str,
        namespace: str | None = "",
        headers: dict[str, str] | None = None,
        timeout: float = PATIENCE,
        **query: object,
    ) -> Reply:
        """Asks the Game Data API with a valid token; namespace "" is retail's, None leaves it out."""
        office = "token-cn" if region == "cn" else "token"
        if office not in self.tokens:
            self.tokens[office] = self.grant(office).json["access_token"]
        if namespace is not None:
            query["namespace"] = namespace or f"dynamic-{region}"
        headers = {"Authorization": f"Bearer {self.tokens[office]}"} | (headers or {})
        url = f"{self.network.listeners[region].url}/data/wow/{path}?{urlencode(query)}"
        return self.send(url, headers=headers, timeout=timeout)

    def search(self, region: str = "us", timeout: float = PATIENCE, **query: object) -> Reply:
        """A whole region in one page."""
        return self.ask(region, "search/connected-realm", timeout=timeout, **({"_pageSize": 1000} | query))

    def control(self, path: str, request: object) -> Reply:
        """Uses the control API."""
        return self.send(
            f"{self.network.listeners['control'].url}/_sim/{path}", "POST", json.dumps(request).encode()
        )


@pytest.fixture
def network() -> Iterator[Network]:
    """A stand-in with free ports, gone after the test."""
    network = Network(Settings())
    yield network
    for target in (*network.regions, *network.offices):
        network.faults.put(target, None)
    for listener in network.listeners.values():
        listener.close()


@pytest.fixture
def client(network: Network) -> Client:
    """A client of it."""
    return Client(network)
