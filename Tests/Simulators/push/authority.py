"""Certificates for the stand-in's hosts, made when it starts: a CA of its own, and one that nobody trusts."""

from __future__ import annotations

import ssl
from pathlib import Path

import trustme

APNS_HOSTS = ("api.push.apple.com", "api.sandbox.push.apple.com")
WEB_HOSTS = (
    "web.push.apple.com",
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "par02.notify.windows.com",
    "push.example.org",
)


class Authority:
    """Makes TLS contexts; ``path`` is the CA's certificate for whoever shall trust it."""

    def __init__(self, folder: Path) -> None:
        self._trusted = trustme.CA()
        self._stranger = trustme.CA()
        self.path = folder / "ca.pem"
        self._trusted.cert_pem.write_to_path(self.path)

    def context(self, protocols: list[str], *, strange: bool = False, names: tuple[str, ...] = ()) -> ssl.SSLContext:
        """A server's context: for all hosts of push services unless ``names`` says otherwise."""
        authority = self._stranger if strange else self._trusted
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        authority.issue_cert(*(names or APNS_HOSTS + WEB_HOSTS)).configure_cert(context)
        context.set_alpn_protocols(protocols)
        return context
