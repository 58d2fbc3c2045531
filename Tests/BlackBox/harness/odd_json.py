"""Bodies that nobody's app would send: deep, wide and odd JSON, from a seed, each at the bound of its route."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from harness.effort import rounds

Body = tuple[str, bytes]
"""A name for messages, and the bytes."""


def sample(schema: dict[str, Any], document: dict[str, Any]) -> Any:
    """A plain value of an OpenAPI schema."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rsplit("/", 1)[1]]
    for several in ("oneOf", "anyOf", "allOf"):
        if several in schema:
            return sample(schema[several][0], document)
    if "enum" in schema:
        return schema["enum"][0]
    kinds = schema.get("type", "object")
    kind = kinds if isinstance(kinds, str) else kinds[0]
    if kind == "object":
        return {name: sample(part, document) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [sample(schema.get("items", {}), document)]
    return {"string": "text", "integer": 0, "number": 0.5, "boolean": True, "null": None}[kind]


def paths(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of each value in a body."""
    yield place
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from paths(part, (*place, name))


def replaced(value: Any, place: tuple[Any, ...], mark: str) -> Any:
    """The body with a mark in one place."""
    if not place:
        return mark
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = replaced(value[place[0]], place[1:], mark)
    return copy


def _filled(piece: str, most: int, between: str = ",") -> str:
    return between.join([piece] * max(1, most // (len(piece.encode()) + len(between))))


def hostile(room: int) -> Iterator[tuple[str, str]]:
    """Values of about so many bytes that are dear to read carelessly."""
    for depth in (17, 100, 500, room // 2):
        depth = min(depth, room // 2)
        yield f"{depth} arrays", "[" * depth + "]" * depth
        yield f"{depth // 3} objects", '{"a":' * (depth // 3) + "1" + "}" * (depth // 3)
    runs = "[" * 400 + "]" * 400
    yield "many deep arrays", f"[{_filled(runs, room)}]"
    yield "many shallow arrays", f"[{_filled('[[[[[]]]]]', room)}]"
    yield "never closed", "[" * room
    yield "never closed objects", '{"a":' * (room // 5)
    yield "numbers", f"[{_filled('1', room)}]"
    yield "long numbers", f"[{_filled('-1.2345678901234567e-300', room)}]"
    yield "one long number", "1" * room
    yield "one long fraction", "0." + "1" * (room - 4)
    yield "texts", f"[{_filled(chr(34) * 2, room)}]"
    yield "objects", f"[{_filled('{}', room)}]"
    yield "one name", "{" + _filled('"a":1', room) + "}"
    yield "members", "{" + ",".join(f'"m{number}":{number}' for number in range(room // 14)) + "}"
    yield "a long text", json.dumps("x" * (room - 4))
    yield "escapes", '"' + "\\u0041" * (room // 6 - 1) + '"'
    yield "accents", '"e' + "\u0301" * (room // 2 - 4) + '"'
    yield "hangul in pieces", '"' + "\u1112\u1161\u11ab" * (room // 9 - 1) + '"'
    yield "emoji in a row", '"' + "\U0001f469\u200d" * (room // 7 - 1) + '"'
    yield "surrogates", '"' + "\\ud83d\\ude00" * (room // 12 - 1) + '"'
    yield "accented list", f"[{_filled(chr(34) + 'retail/e' + chr(0x301) * 60 + chr(34), room)}]"
    for odd in (
        "null", "true", "-0", "1e308", "9223372036854775807", "9223372036854775808", "1.0000000000000000000001",
        "NaN", "Infinity", "01", '"\\ud800"', '"\\u0000"', '"\\x"', '"\x01"', "[1,]", "{,}", "'a'", "", " ", "{}", "[]",
    ):  # fmt: skip
        yield f"odd {odd!r}", odd


def bodies(schema: dict[str, Any], document: dict[str, Any], most: int, seed: int) -> Iterator[Body]:
    """Bodies for a route that takes `most` bytes: each hostile value as the whole, and in place of a member."""
    whole = sample(schema, document)
    chance = random.Random(seed)
    places = [place for place in paths(whole) if place]
    for name, text in hostile(most - 8):
        yield f"{name} as the body", text.encode()[:most]
    room = most - len(json.dumps(whole)) - 64
    for name, text in hostile(room):
        place = chance.choice(places)
        frame = json.dumps(replaced(whole, place, "@mark@"))
        yield f"{name} at {place}", frame.replace('"@mark@"', text).encode("utf-8", "surrogatepass")[:most]
    good = json.dumps(whole).encode()
    for number in range(rounds(40, most=400)):
        damaged = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        yield f"damage {number}", bytes(damaged)
    yield "UTF-16", json.dumps(whole).encode("utf-16")
    yield "a byte order mark", b"\xef\xbb\xbf" + good
    yield "zeros", bytes(most)
    yield "noise", chance.randbytes(most)
