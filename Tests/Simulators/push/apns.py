"""APNs as Apple documents it: who may send, what is well-formed, and what each token is answered with."""

from __future__ import annotations

import json
import re
import time
import uuid

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from push import reasons
from push.behaviour import Behaviour
from push.http2 import Answer
from push.ledger import Entry, Ledger

TEAM = "TEAM123456"
KEY_ID = "KEY1234567"
TOPIC = "org.example.watchpost"
_HOUR = 3_600
_TYPES = {"alert", "background", "liveactivity", "widgets", "controls", "voip", "complication", "location"}


class APNs:
    """One environment of APNs."""

    first_streams = 1

    def __init__(self, name: str, key: ec.EllipticCurvePrivateKey, ledger: Ledger) -> None:
        self.name = name
        self.behaviour = Behaviour()
        self.ledger = ledger
        self._is_sandbox = name == "apns-sandbox"
        self._key = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        self._tokens: dict[int, tuple[str, float]] = {}
        self._checked: dict[str, dict[str, object]] = {}

    def answer(self, connection: int, headers: dict[str, str], body: bytes) -> Answer:
        """Judges one request."""
        status, reason = self.behaviour.forced() or self._judge(connection, headers, body) or (200, None)
        payload = json.loads(body) if body[:1] == b"{" else None
        self.ledger.add(Entry(self.name, connection, status, reason, headers[":path"], headers, payload, len(body)))
        identifier = headers.get("apns-id") or str(uuid.uuid4())
        answer = Answer(status, [("apns-id", identifier)], is_trusted=status != 403)
        if status == 200:
            return answer
        failure: dict[str, object] = {"reason": reason}
        if status == 410:
            failure["timestamp"] = int(time.time() * 1000)
        text = json.dumps(failure) if self.behaviour.body is None else self.behaviour.body
        answer.body = text.encode()
        return answer

    def _judge(self, connection: int, headers: dict[str, str], body: bytes) -> tuple[int, str] | None:
        if headers[":method"] != "POST":
            return 405, "MethodNotAllowed"
        path = re.fullmatch(r"/3/device/(.*)", headers[":path"])
        if path is None:
            return 404, "BadPath"
        return (
            self._sender(connection, headers.get("authorization", ""))
            or self._fields(headers, body)
            or self._device(path[1])
        )

    def _sender(self, connection: int, field: str) -> tuple[int, str] | None:
        if not field.startswith("bearer "):
            return 403, "MissingProviderToken"
        text = field[7:]
        try:
            claims = self._claims(text)
        except jwt.PyJWTError:
            return 403, "InvalidProviderToken"
        age = time.time() + self.behaviour.ahead - float(str(claims["iat"]))
        if age > _HOUR:
            return 403, "ExpiredProviderToken"
        if claims.get("iss") != TEAM or age < -60:
            return 403, "InvalidProviderToken"
        known = self._tokens.get(connection)
        if known and known[0] != text and time.time() - known[1] < 1_200:
            return 429, "TooManyProviderTokenUpdates"
        if not known or known[0] != text:
            self._tokens[connection] = (text, time.time())
        return None

    def _claims(self, text: str) -> dict[str, object]:
        """Checks a signature once, because a thousand pushes share one token."""
        if text not in self._checked:
            header = jwt.get_unverified_header(text)
            if header.get("kid") != KEY_ID or header.get("alg") != "ES256":
                raise jwt.InvalidTokenError("another key")
            options = {"verify_iat": False, "verify_aud": False, "require": ["iat", "iss"]}
            self._checked[text] = jwt.decode(text, self._key, algorithms=["ES256"], options=options)
        return self._checked[text]

    @staticmethod
    def _fields(headers: dict[str, str], body: bytes) -> tuple[int, str] | None:
        topic, kind = headers.get("apns-topic"), headers.get("apns-push-type", "alert")
        priority = headers.get("apns-priority", "10")
        identifier = headers.get("apns-id", str(uuid.uuid4()))
        rules = [
            (not topic, (400, "MissingTopic")),
            (topic != TOPIC, (400, "TopicDisallowed")),
            (kind not in _TYPES, (400, "InvalidPushType")),
            (priority not in {"1", "5", "10"}, (400, "BadPriority")),
            (kind == "background" and priority == "10", (400, "BadPriority")),
            (not headers.get("apns-expiration", "0").isdigit(), (400, "BadExpirationDate")),
            (len(headers.get("apns-collapse-id", "").encode()) > 64, (400, "BadCollapseId")),
            (not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", identifier), (400, "BadMessageId")),
            (not body, (400, "PayloadEmpty")),
            (len(body) > 4_096, (413, "PayloadTooLarge")),
        ]
        return next((answer for is_broken, answer in rules if is_broken), None)

    def _device(self, token: str) -> tuple[int, str] | None:
        if not re.fullmatch(r"([0-9a-fA-F]{2})+", token):
            return 400, "BadDeviceToken"
        if reasons.belongs_to_sandbox(token) != self._is_sandbox and not reasons.reason_of(token):
            return 400, "BadDeviceToken"
        return reasons.reason_of(token)
