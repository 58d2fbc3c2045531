"""The control port: plain HTTP, JSON both ways."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from push.network import Network
from push.webpush import Browser


async def listen(network: Network, port: int) -> int:
    """Starts it; the port."""
    control = Control(network)
    server = await asyncio.start_server(control.serve, "127.0.0.1", port)
    return server.sockets[0].getsockname()[1]


class Control:
    """Answers one request a connection."""

    def __init__(self, network: Network) -> None:
        self._network = network

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            method, path, _ = head[0].split(" ")
            lengths = [line.split(":")[1] for line in head if line.lower().startswith("content-length:")]
            body = await reader.readexactly(int(lengths[0])) if lengths else b""
            status, answer = self._answer(method, path, json.loads(body or b"{}"))
        except (ValueError, KeyError) as error:
            status, answer = 400, {"error": str(error)}
        text = json.dumps(answer).encode()
        writer.write(
            f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {len(text)}\r\n"
            "connection: close\r\n\r\n".encode() + text
        )
        await writer.drain()
        writer.close()

    def _answer(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        network = self._network
        match method, path:
            case "GET", "/_sim/addresses":
                return 200, network.addresses()
            case "GET", "/_sim/summary":
                return 200, network.ledger.summary()
            case "GET", "/_sim/requests":
                return 200, network.ledger.entries()
            case "POST", "/_sim/reset":
                network.reset()
                return 200, {}
            case "POST", "/_sim/set":
                network.service(body.pop("service")).behaviour.change(body)
                return 200, {}
            case "POST", "/_sim/subscribe":
                kind = str(body.get("kind", "201"))
                return 200, network.webpush.subscribe(body["host"], kind, body.get("server_key"))
            case "POST", "/_sim/browser":
                network.webpush.browsers[body["name"]] = Browser()
                return 200, network.webpush.browsers[body["name"]].keys()
            case _:
                return 404, {"error": f"there is no {method} {path}"}
