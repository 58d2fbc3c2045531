"""The body of ``maprotation?version=2``, and everything wrong that was seen in it."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any

from .game import EVENTS, NAMES, Slot

KINDS = (
    "empty", "missing", "unknown-next", "next-name-only", "no-next", "map-only", "minutes-only", "no-remaining",
    "wrapped", "bare", "late", "inactive", "drifting-names", "error-200", "slow-down-200", "400", "403", "404", "405",
    "410", "429", "429-discord", "403-html", "404-html", "500", "503", "html", "truncated", "deep", "big", "types", "timeout",
    "timer-lies", "next-no-code", "code-alias",
)  # fmt: skip

ALIASES = {"edistrict_rotation": "e_district_rotation", "e_district_rotation": "edistrict"}

STATUS = {"400": 400, "403": 403, "403-html": 403, "404": 404, "404-html": 404, "405": 405, "410": 410, "429": 429,
          "429-discord": 429, "500": 500, "503": 503}  # fmt: skip

WORDS = {
    "error-200": "Player /apexmap not found (code 103 - skipping origin backup api)",
    "403": "Invalid API key",
    "404": "not found",
    "410": "this address is no longer in use",
    "429": "Slow down !",
    "429-discord": "API key not verified: link your Discord account to raise the limit",
}


def readable(time: int) -> str:
    """As the API writes times for people: UTC, without saying so."""
    return datetime.fromtimestamp(time, timezone.utc).strftime("%Y-%m-%d %H:%M:%S")


def slot_body(slot: Slot, now: int | None, event: bool) -> dict[str, Any]:
    """A slot; ``now`` is given for the current one, which counts down."""
    name = NAMES.get(slot.code, slot.code)
    body: dict[str, Any] = {
        "start": slot.start,
        "end": slot.end,
        "readableDate_start": readable(slot.start),
        "readableDate_end": readable(slot.end),
        "map": name,
        "code": slot.code,
        "DurationInSecs": slot.end - slot.start,
        "DurationInMinutes": (slot.end - slot.start) // 60,
        "asset": f"https://apexlegendsstatus.com/assets/maps/{'' if event else name.replace(' ', '_') + '.png'}",
    }
    if event:
        body |= {"isActive": True, "eventName": EVENTS.get(slot.code, "")}
    if now is not None:
        rest = slot.end - now
        body |= {
            "remainingSecs": rest,
            "remainingMins": round(rest / 60),
            "remainingTimer": f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}",
        }
    return body


def usual(slots: dict[str, tuple[Slot, Slot | None]], now: int) -> Any:
    """All modes; one that changes in this very second is missing, and when all do there is an empty list."""
    body: dict[str, Any] = {}
    for name, (current, following) in slots.items():
        if current.start == now:
            continue
        event = name == "ltm"
        body[name] = {"current": slot_body(current, now, event)}
        if following:
            body[name]["next"] = slot_body(following, None, event)
        else:
            body[name]["next"] = unknown(current.end)
    return body or []


def unknown(start: int) -> dict[str, Any]:
    """What follows the last slot of a split, as recorded in July 2022."""
    return {
        "start": start,
        "end": 0,
        "readableDate_start": readable(start),
        "readableDate_end": readable(0),
        "map": "Unknown",
        "code": "unknown_rotation",
        "DurationInSecs": -start,
        "DurationInMinutes": -(start // 60),
        "asset": "https://apexlegendsstatus.com/assets/maps/Unknown.png",
    }


def odd(kind: str, body: Any, mode: str) -> bytes:
    """A usual body with something wrong in it; ``mode`` is the one that suffers."""
    if kind in WORDS:
        return json.dumps({"Error" if kind != "403" else "error": WORDS[kind]}).encode()
    if kind in STATUS:
        return b"<html>proxy</html>" if kind in ("503", "403-html", "404-html") else b""
    if not isinstance(body, dict) or kind == "empty":
        return b"[]"
    one = body.get(mode, {})
    current = one.get("current", {})
    match kind:
        case "missing":
            body.pop(mode, None)
        case "unknown-next":
            one["next"] = unknown(current.get("end", 0))
        case "next-name-only":
            one["next"] = {"map": "Unknown"}
        case "no-next":
            one.pop("next", None)
        case "map-only":
            one |= {key: {"map": value["map"]} for key, value in one.items()}
        case "minutes-only":
            kept = ("map", "remainingMins", "DurationInMinutes")
            one["current"] = {key: current[key] for key in kept if key in current}
        case "no-remaining":
            for key in ("remainingSecs", "remainingMins", "remainingTimer"):
                current.pop(key, None)
        case "wrapped":
            body = {"bannerPath": "/x.png", "rotation": body}
        case "bare":
            body = one
        case "inactive":
            body["ltm"] = {"current": {"isActive": False}}
        case "drifting-names":
            for value in one.values():
                value["map"] = value["map"].upper() + " 4"
        case "timer-lies":
            # As recorded: the text for people runs on while the seconds stand, or the other way round.
            current |= {"remainingTimer": "824:18:34", "remainingMins": 49458}
        case "next-no-code":
            one.get("next", {}).pop("code", None)
        case "code-alias":
            # Seen in 2024: the same map under three codes.
            for value in one.values():
                value["code"] = ALIASES.get(value.get("code"), value.get("code"))
        case "types":
            body |= {mode: {"current": [1, {"start": "soon"}]}, "x": None, "y": 7}
        case "slow-down-200":
            return b"Slow down !"
        case "html":
            return b"<!doctype html><title>Just a moment...</title>"
        case "truncated":
            return json.dumps(body).encode()[:-40]
        case "deep":
            return b'{"ranked":' * 20_000 + b"1" + b"}" * 20_000
        case "big":
            body["padding"] = "x" * (2 << 20)
    return json.dumps(body).encode()
