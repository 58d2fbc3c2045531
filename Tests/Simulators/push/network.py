"""All services and their ports."""

from __future__ import annotations

import asyncio
import ssl
from functools import partial
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from push import apns, http1
from push.apns import APNs
from push.authority import APNS_HOSTS, WEB_HOSTS, Authority
from push.http2 import Connection, Service
from push.ledger import Ledger
from push.reasons import REASONS
from push.webpush import WebPush

_HOST = "127.0.0.1"
_ADDRESSES = {name: f"127.0.0.{number}" for number, name in enumerate(("apns", "apns-sandbox", *WEB_HOSTS), 1)}
"""libcurl counts the connections of one address together, whatever their ports: each service has its own."""


class Network:
    """The stand-in: two environments of APNs, the browsers' services, and variants that nobody should talk to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ledger = Ledger()
        self.authority = Authority(folder)
        key = ec.generate_private_key(ec.SECP256R1())
        self.key_path = folder / "AuthKey.p8"
        self.key_path.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        self.key_path.chmod(0o600)
        self.webpush = WebPush(self.ledger)
        self.services: dict[str, Service] = {
            "apns": APNs("apns", key, self.ledger),
            "apns-sandbox": APNs("apns-sandbox", key, self.ledger),
            **dict.fromkeys(WEB_HOSTS, self.webpush),
        }
        self.ports: dict[str, int] = {}

    async def start(self) -> None:
        """Listens on free ports."""
        good = self.authority.context(["h2", "http/1.1"])
        for name, service in self.services.items():
            await self._http2(name, service, good)
        production = self.services["apns"]
        await self._http2("strange-authority", production, self.authority.context(["h2"], strange=True))
        await self._http2("other-name", production, self.authority.context(["h2"], names=("other.example",)))
        old = self.authority.context(["http/1.1"])
        await self._http1("apns-http1", production, old)
        await self._http1("webpush-http1", self.webpush, old)

    def reset(self) -> None:
        """Nothing misbehaves, nothing has happened."""
        for service in self.services.values():
            service.behaviour.__init__()  # type: ignore[misc]
        self.ledger.__init__()  # type: ignore[misc]

    def service(self, name: str) -> Service:
        """``apns``, ``apns-sandbox`` or ``webpush``."""
        return self.webpush if name == self.webpush.name else self.services[name]

    def addresses(self) -> dict[str, Any]:
        """Everything that a sender has to know."""
        return {
            "ports": self.ports,
            "ca": str(self.authority.path),
            "key": str(self.key_path),
            "team": apns.TEAM,
            "key_id": apns.KEY_ID,
            "topic": apns.TOPIC,
            "connect_to": [
                f"{APNS_HOSTS[0]}:443:{_ADDRESSES['apns']}:{self.ports['apns']}",
                f"{APNS_HOSTS[1]}:443:{_ADDRESSES['apns-sandbox']}:{self.ports['apns-sandbox']}",
                *(f"{host}:443:{_ADDRESSES[host]}:{self.ports[host]}" for host in WEB_HOSTS),
            ],
            "reasons": REASONS,
        }

    async def _http2(self, name: str, service: Service, context: ssl.SSLContext) -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(partial(Connection, service), _ADDRESSES.get(name, _HOST), 0, ssl=context)
        self.ports[name] = server.sockets[0].getsockname()[1]

    async def _http1(self, name: str, service: Service, context: ssl.SSLContext) -> None:
        server = await asyncio.start_server(partial(http1.serve, service), _HOST, 0, ssl=context)
        self.ports[name] = server.sockets[0].getsockname()[1]
