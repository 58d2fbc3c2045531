"""The OAuth endpoints: client credentials in, bearer tokens out (RFC 6749, section 4.4)."""

from __future__ import annotations

import base64
import binascii
import secrets
import threading
import time
from urllib.parse import parse_qs

from .wire import Answer

REALM_HEADER = {"WWW_Authenticate": 'Basic realm="oauth/client"'}


class TokenOffice:
    """One issuer with one client. China's is another one, and neither takes the other's clients or tokens."""

    def __init__(self, client_id: str, secret: str, life: float) -> None:
        self.client_id = client_id
        self.secret = secret
        self.life = life
        self._lock = threading.Lock()
        self._ends: dict[str, float] = {}

    def grant(self, method: str, authorization: str, body: bytes) -> Answer:
        """The answer of the token endpoint."""
        if method != "POST":
            return _refusal(400, "invalid_request", "Request method must be POST")
        if not self._knows(authorization):
            return _refusal(401, "invalid_client", "Bad client credentials", **REALM_HEADER)
        form = parse_qs(body.decode("ascii", "replace"))
        if "grant_type" not in form:
            return _refusal(400, "invalid_request", "Missing grant type")
        if form["grant_type"] != ["client_credentials"]:
            return _refusal(400, "unsupported_grant_type", f"Unsupported grant type: {form['grant_type'][0]}")
        token = "US" + secrets.token_urlsafe(24)
        with self._lock:
            self._ends[token] = time.monotonic() + self.life
        grant = {
            "access_token": token,
            "token_type": "bearer",
            "expires_in": int(self.life),
            "sub": self.client_id,
        }
        return Answer.of(200, grant, Cache_Control="no-store")

    def accepts(self, authorization: str) -> bool:
        """Whether a request's ``Authorization`` carries a token that is valid now."""
        scheme, _, token = authorization.partition(" ")
        with self._lock:
            return scheme.lower() == "bearer" and self._ends.get(token.strip(), 0) > time.monotonic()

    def expire_all(self) -> None:
        """Every token that was ever granted is void from now on."""
        with self._lock:
            self._ends.clear()

    def _knows(self, authorization: str) -> bool:
        scheme, _, encoded = authorization.partition(" ")
        try:
            pair = base64.b64decode(encoded.strip(), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            return False
        return scheme.lower() == "basic" and secrets.compare_digest(
            pair.encode(), f"{self.client_id}:{self.secret}".encode()
        )


def _refusal(status: int, error: str, description: str, **headers: str) -> Answer:
    return Answer.of(status, {"error": error, "error_description": description}, **headers)
