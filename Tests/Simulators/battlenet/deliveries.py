"""How each kind of fault reaches the client."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable
from typing import Any

from .bodies import PROXY_PAGE, error
from .faults import Fault
from .wire import Answer, Handler, encode

LONGEST_HOLD = 120.0
"""Seconds after which a held connection ends even if nobody clears the fault."""

Healthy = Callable[[], Answer]
Delivery = Callable[[Handler, Fault, Healthy], None]


def _status(code: int) -> Delivery:
    def deliver(handler: Handler, fault: Fault, healthy: Healthy) -> None:
        answer = Answer(code, b"") if fault.options.get("empty") else Answer.of(code, error(code))
        if "retry_after" in fault.options:
            answer.headers["Retry-After"] = str(fault.options["retry_after"])
        handler.reply(answer)

    return deliver


def _proxy(code: int, title: str) -> Delivery:
    def deliver(handler: Handler, fault: Fault, healthy: Healthy) -> None:
        handler.reply(Answer(code, PROXY_PAGE.format(title=title).encode(), "text/html"))

    return deliver


def _body(change: Callable[[bytes, Fault], bytes], content_type: str | None = None) -> Delivery:
    """A reply with status 200 whose body was changed."""

    def deliver(handler: Handler, fault: Fault, healthy: Healthy) -> None:
        answer = healthy()
        if answer.status == 200:
            answer = Answer(
                200, change(answer.body, fault), content_type or answer.content_type, answer.headers
            )
        handler.reply(answer)

    return deliver


def _json(change: Callable[[dict[str, Any], Fault], object]) -> Delivery:
    """The same for bodies that stay JSON; ``change`` works in place, or returns another body."""

    def changed(body: bytes, fault: Fault) -> bytes:
        document = json.loads(body)
        return encode(change(document, fault) or document)

    return _body(changed)


def _empty(document: dict[str, Any], fault: Fault) -> object:
    for key in ("results", "connected_realms", "realms"):
        if key in document:
            document[key] = []
            document.update({"pageSize": 0} if key == "results" else {})
            return document
    return {"_": None}


def _wrong_types(document: dict[str, Any], fault: Fault) -> None:
    for row in document.get("results", []):
        row["data"].update(id="eleven", has_queue="no", status=["UP"], realms={"slug": 5})
    if "connected_realms" in document:
        document["connected_realms"] = {"href": 4}
    if "access_token" in document:
        document.update(access_token={"value": 5}, expires_in="a while")
    if "status" in document:
        document.update(status=1, has_queue=None)


def _without_realm(document: dict[str, Any], fault: Fault) -> None:
    wanted = fault.options.get("slug")
    for row in document.get("results", []):
        row["data"]["realms"] = [realm for realm in row["data"]["realms"] if realm["slug"] != wanted]
    if "results" in document:
        document["results"] = [row for row in document["results"] if row["data"]["realms"]]
        document["pageSize"] = len(document["results"])


def _pages(document: dict[str, Any], fault: Fault) -> None:
    """Page one speaks of two pages, page two of three, and claims to be the first."""
    if "results" in document:
        first = document["page"] == 1
        document.update(page=1, pageCount=2 if first else 3)


def _oversized(body: bytes, fault: Fault) -> bytes:
    """Valid JSON with more of it than anybody should read."""
    padding = b" " * int(fault.options.get("bytes", 12 << 20))
    return body[:-1] + padding + body[-1:]


def _bomb(handler: Handler, fault: Fault, healthy: Healthy) -> None:
    """Small on the wire, enormous when unpacked."""
    packed = gzip.compress(_oversized(healthy().body, Fault("bomb", options={"bytes": 64 << 20})), 6)
    answer = Answer(200, packed)
    handler.wfile.write(handler.head(answer, len(packed), Content_Encoding="gzip") + packed)


def _truncated(handler: Handler, fault: Fault, healthy: Healthy) -> None:
    answer = healthy()
    handler.wfile.write(handler.head(answer, len(answer.body)) + answer.body[: len(answer.body) // 2])
    handler.close_connection = True


def _held(sent: Callable[[Answer], int | None]) -> Delivery:
    """Sends a part of the reply (None: not even the head), then nothing more until the fault is cleared."""

    def deliver(handler: Handler, fault: Fault, healthy: Healthy) -> None:
        answer = healthy()
        length = sent(answer)
        if length is not None:
            handler.wfile.write(handler.head(answer, len(answer.body)) + answer.body[:length])
        fault.cleared.wait(LONGEST_HOLD)
        handler.drop()

    return deliver


def _slow(handler: Handler, fault: Fault, healthy: Healthy) -> None:
    """A body that arrives a few bytes at a time, faster only when the fault is cleared."""
    answer = healthy()
    step = max(1, int(fault.options.get("bytes_per_second", 500)) // 10)
    handler.wfile.write(handler.head(answer, len(answer.body)))
    position, deadline = 0, time.monotonic() + LONGEST_HOLD
    while position < len(answer.body) and not fault.cleared.wait(0.1):
        handler.wfile.write(answer.body[position : position + step])
        position += step
        if time.monotonic() > deadline:
            return handler.drop()
    handler.wfile.write(answer.body[position:])
    return None


def _redirect(handler: Handler, fault: Fault, healthy: Healthy) -> None:
    place = f"{fault.options['to']}{handler.path}"
    handler.reply(Answer(302, b"", headers={"Location": place}))


def _reset(handler: Handler, fault: Fault, healthy: Healthy) -> None:
    handler.drop()


def _life(document: dict[str, Any], fault: Fault) -> None:
    """A token whose life is left out, or is what the option says."""
    document.pop("expires_in", None)
    if "expires_in" in fault.options:
        document["expires_in"] = fault.options["expires_in"]


DELIVERIES: dict[str, Delivery] = {
    "400": _status(400),
    "405": _status(405),
    "410": _status(410),
    "501": _status(501),
    "life": _json(_life),
    "401": _status(401),
    "403": _status(403),
    "404": _status(404),
    "429": _status(429),
    "500": _status(500),
    "502": _proxy(502, "502 Bad Gateway"),
    "503": _proxy(503, "503 Service Temporarily Unavailable"),
    "504": _proxy(504, "504 Gateway Time-out"),
    "html": _proxy(200, "Scheduled maintenance"),
    "maintenance": _body(lambda body, fault: encode({"code": "MAINTENANCE", "reason": "Back soon"})),
    "malformed": _body(lambda body, fault: body[: len(body) * 2 // 3]),
    "types": _json(_wrong_types),
    "empty": _json(_empty),
    "missing": _json(_without_realm),
    "pages": _json(_pages),
    "oversized": _body(_oversized),
    "bomb": _bomb,
    "truncated": _truncated,
    "timeout": _held(lambda answer: None),
    "stalled": _held(lambda answer: len(answer.body) // 2),
    "slow": _slow,
    "redirect": _redirect,
    "reset": _reset,
}
"""How each kind of fault is delivered. ``refused`` and ``expired`` are not here: they are no answers."""
