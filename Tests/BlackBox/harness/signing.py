"""A game's signature as its author would write it from the protocol's manual, and the key behind it from the arena's own."""

from __future__ import annotations

import hashlib
import hmac


def signature(
    key: str, version: int, method: str, path: str, install: str, at: int, body: bytes, idempotency_key: str = ""
) -> str:
    """The field Watchpost-Signature."""
    lines = [method, path, install, str(at), idempotency_key, hashlib.sha256(body).hexdigest()]
    code = hmac.new(key.encode(), "\n".join(lines).encode(), hashlib.sha256).hexdigest()
    return f"v={version},t={at},s={code}"


def game_key(secret: str, row: int, slug: str, version: int) -> str:
    """A game's key: HKDF (RFC 5869) of the file arena-key."""
    extracted = hmac.new(b"watchpost", secret.encode(), hashlib.sha256).digest()
    return hmac.new(extracted, f"game key\n{row}\n{slug}\n{version}".encode() + b"\x01", hashlib.sha256).hexdigest()
