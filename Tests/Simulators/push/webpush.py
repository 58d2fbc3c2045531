"""The push services of browsers: who may send, what is well-formed, and browsers that can read what they get."""

from __future__ import annotations

import base64
import json
import os
import re
import time
from dataclasses import dataclass, field
from typing import Any

import http_ece
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from push.behaviour import Behaviour
from push.http2 import Answer
from push.ledger import Entry, Ledger

_DAY = 86_400
_CONTACT = r"mailto:[^@\s]+@(?!localhost)[^@\s]+\.[^@\s]+|https://(?!localhost)[^\s]+"


def encode(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """The bytes of base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Browser:
    """A browser with one subscription."""

    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))
    server_key: str | None = None
    """The key it subscribed with; None takes every sender."""

    def keys(self) -> dict[str, str]:
        """As ``PushSubscription.toJSON()`` has them."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"p256dh": encode(point), "auth": encode(self.secret)}

    def read(self, body: bytes) -> bytes:
        """What the message says."""
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")


class WebPush:
    """All push services of browsers behind one address; the host tells them apart."""

    first_streams = 100
    name = "webpush"

    def __init__(self, ledger: Ledger) -> None:
        self.behaviour = Behaviour()
        self.ledger = ledger
        self.browsers: dict[str, Browser] = {}

    def subscribe(self, host: str, kind: str, server_key: str | None) -> dict[str, Any]:
        """A new browser's subscription; ``kind`` is what its pushes are answered with: a status, or a word."""
        name = encode(os.urandom(12))
        self.browsers[name] = Browser(server_key=server_key)
        return {"endpoint": f"https://{host}/{kind}/{name}", "keys": self.browsers[name].keys()}

    def answer(self, connection: int, headers: dict[str, str], body: bytes) -> Answer:
        """Judges one request."""
        path = re.fullmatch(r"/(\d{3}|slow|big|redirect)/([\w-]+)", headers[":path"])
        browser = self.browsers.get(path[2]) if path else None
        text: bytes | None = None
        failure = self.behaviour.forced() or self._judge(headers, body, browser)
        if failure is None and browser:
            try:
                text = browser.read(body)
            except Exception:  # Whatever the library says, the browser cannot read it.
                failure = (400, "BadWebPushRequest")
        answer = self._failure(*failure) if failure else self._success(path[1] if path else "", headers)
        payload = json.loads(text) if text else None
        reason = failure[1] if failure else None
        self.ledger.add(
            Entry(self.name, connection, answer.status, reason, headers[":path"], headers, payload, len(body))
        )
        return answer

    def _judge(self, headers: dict[str, str], body: bytes, browser: Browser | None) -> tuple[int, str] | None:
        urgencies = {"very-low", "low", "normal", "high"}
        rules = [
            (headers[":method"] != "POST", (405, "MethodNotAllowed")),
            (browser is None, (404, "BadPath")),
            (not re.fullmatch(r"\d+", headers.get("ttl", "")), (400, "BadTtl")),
            (headers.get("urgency", "normal") not in urgencies, (400, "BadUrgency")),
            (not re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers.get("topic", "a")), (400, "BadWebPushTopic")),
            (headers.get("content-encoding") != "aes128gcm", (400, "BadWebPushRequest")),
            (len(body) > 4_096, (413, "PayloadTooLarge")),
        ]
        broken = next((answer for is_broken, answer in rules if is_broken), None)
        return broken or self._sender(headers, browser)

    @staticmethod
    def _sender(headers: dict[str, str], browser: Browser | None) -> tuple[int, str] | None:
        scheme, _, rest = headers.get("authorization", "").partition(" ")
        parts = dict(part.split("=", 1) for part in re.split(r",\s*", rest) if "=" in part)
        if scheme.lower() != "vapid" or not {"t", "k"} <= parts.keys():
            return 403, "BadAuthorizationHeader"
        host = headers[":authority"]
        try:
            key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
            claims = jwt.decode(parts["t"], key, algorithms=["ES256"], audience=f"https://{host}")
        except (jwt.PyJWTError, ValueError):
            return 403, "BadJwtToken"
        contact = claims.get("sub", "")
        is_apple = host.endswith("push.apple.com")
        if claims["exp"] - time.time() > _DAY or (is_apple and not re.fullmatch(_CONTACT, contact)):
            return 403, "BadJwtToken"
        if browser and browser.server_key not in (None, parts["k"]):
            return 403, "VapidPkHashMismatch"
        return None

    @staticmethod
    def _failure(status: int, reason: str) -> Answer:
        return Answer(status, body=json.dumps({"reason": reason}).encode(), is_trusted=status != 403)

    def _success(self, kind: str, headers: dict[str, str]) -> Answer:
        location = ("location", f"https://{headers[':authority']}/m/1")
        match kind:
            case "slow":
                return Answer(201, [location], delay=60)
            case "big":
                return Answer(201, [location], body=b"x" * 10_000_000)
            case "redirect":
                return Answer(307, [("location", "https://127.0.0.1/stolen")])
            case "429":
                return Answer(429, [("retry-after", "7")], body=b'{"reason":"TooManyRequests"}')
            case _ if int(kind) >= 300:
                return Answer(int(kind), body=json.dumps({"reason": f"Made{kind}"}).encode())
            case _:
                return Answer(int(kind), [location, ("ttl", headers["ttl"])])
