"""A mail server (aiosmtpd) that takes letters, or does what servers do instead."""

from __future__ import annotations

import asyncio
import email
import email.policy
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session
from harness.waiting import PATIENCE, wait_until

USER, PASSWORD = "box@example.net", "w5-Mail"


class Postbox:
    """What the server does with letters, and what it got: tests change ``answers`` while it runs.

    Each letter takes the next of ``answers``, the last one stays: ``ok``, ``drop`` (it keeps the letter and cuts the
    connection without an answer), a line such as ``451 later``, or an event until which it thinks before it says ok.
    """

    def __init__(self) -> None:
        self.answers: list[str | threading.Event] = ["ok"]
        self.recipients = "250 OK"
        self.letters: list[EmailMessage] = []
        self.envelopes: list[tuple[str | None, list[str]]] = []
        self.tries = 0
        self.logins: list[tuple[str, str]] = []

    async def handle_RCPT(
        self, server: Any, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.recipients.startswith("2"):
            envelope.rcpt_tos.append(address)
        else:
            self.tries += 1
        return self.recipients

    async def handle_DATA(self, server: Any, session: Session, envelope: Envelope) -> str:
        self.tries += 1
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, str) and answer[0] in "45":
            return answer
        raw = envelope.original_content
        assert raw is not None
        message = email.message_from_bytes(raw, policy=email.policy.default)
        assert isinstance(message, EmailMessage)
        self.letters.append(message)
        self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        while isinstance(answer, threading.Event) and not answer.is_set():
            await asyncio.sleep(0.05)
        if answer == "drop":
            server.transport.abort()
        return "250 OK"

    def login(self, server: Any, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        if not isinstance(data, LoginPassword):
            return AuthResult(success=False)
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=self.logins[-1] == (USER, PASSWORD), handled=False)

    def got(self, count: int) -> list[EmailMessage]:
        """Waits for so many letters, which must be all so far."""
        wait_until(lambda: len(self.letters) >= count, f"{count} letters")
        assert len(self.letters) == count, [letter["Subject"] for letter in self.letters]
        return self.letters


def text_of(letter: EmailMessage) -> str:
    """The text of a letter, decoded."""
    content = letter.get_content()
    assert isinstance(content, str)
    return content


class _Server(Controller):
    """Its first connection, to itself, speaks TLS where all have to; port 0 is any that is free."""

    def _trigger_server(self) -> None:
        self.port = self.server.sockets[0].getsockname()[1]
        client = ssl.create_default_context()
        client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection((self.hostname, self.port), PATIENCE) as plain:
            if self.ssl_context:
                with client.wrap_socket(plain) as safe:
                    safe.recv(100)
            else:
                plain.recv(100)


@contextmanager
def mail_server(
    box: Postbox, port: int = 0, tls: str = "", folder: Path | None = None, names: str = "127.0.0.1"
) -> Iterator[dict[str, Any]]:
    """Runs the server; gives the appliance's `[mail]`. ``tls``: ``smtp`` for STARTTLS, ``smtps``; else none at all."""
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {"from": "box@example.net"}
    if tls:
        assert folder is not None
        authority = trustme.CA()
        authority.cert_pem.write_to_path(folder / "mail-ca.pem")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(names).configure_cert(context)
        secret = folder / "mail-password"
        secret.write_text(PASSWORD, encoding="utf-8")
        secret.chmod(0o600)
        settings |= {"ca_file": str(folder / "mail-ca.pem"), "user": USER, "password_file": str(secret)}
        options = {"authenticator": box.login, "auth_required": True}
        if tls == "smtp":
            options |= {"tls_context": context, "require_starttls": True}
        else:
            options |= {"ssl_context": context, "auth_require_tls": False}
    else:
        settings["tls"] = "none"
    controller = _Server(box, hostname="127.0.0.1", port=port, ready_timeout=PATIENCE, **options)
    controller.start()
    settings["server"] = f"{tls or 'smtp'}://127.0.0.1:{controller.port}"
    try:
        yield settings
    finally:
        controller.stop(no_assert=True)
