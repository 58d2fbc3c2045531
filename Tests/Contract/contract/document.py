"""The OpenAPI document of the repository, joined of its parts: its operations, and validators made from its schemas."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SOURCES = Path(__file__).resolve().parents[3] / "Sources"


def join(whole: dict[str, Any], part: dict[str, Any]) -> dict[str, Any]:
    """Adds what a part says; AssertionError where two parts say something about the same thing."""
    for name, value in part.items():
        if isinstance(value, dict) and isinstance(whole.get(name), dict):
            join(whole[name], value)
        else:
            assert name not in whole, f"{name} is said twice"
            whole[name] = value
    return whole


DOCUMENT: dict[str, Any] = {}
for _part in sorted(SOURCES.glob("**/OpenAPI/*.json")):
    join(DOCUMENT, json.loads(_part.read_text(encoding="utf-8")))

STREAM = "/v1/events"

EXAMPLES = {"region": "us", "flavour": "retail", "slug": "tichondrius", "mode": "pubs", "name": "app.js",
    "manualPage": "tunnel", "drawing": "wiring-header.svg",
    "code": "OL", "calendar": "pubs.ics", "map": "OL.ics", "game": "snake", "board": "level-1"}
"""Values of path parameters that exist in the simulated world."""


@dataclass(frozen=True)
class Operation:
    """One path of the document that everybody may read with GET, and what it answers."""

    path: str
    content: dict[str, Any]
    headers: tuple[str, ...]

    def address(self, values: dict[str, str] = EXAMPLES) -> str:
        """The path with values in the place of its parameters."""
        return self.path.format(**values)

    def check(self, media_type: str, body: bytes) -> None:
        """Checks the body of a 200 against the document; AssertionError lists what is wrong."""
        assert media_type in self.content or "*/*" in self.content, f"{self.path}: {media_type}"
        schema = self.content.get(media_type, {}).get("schema")
        if schema is not None and media_type.startswith("image/p"):
            assert body.startswith(b"\x89PNG\r\n"), f"{self.path}: no PNG"
        elif schema is not None:
            text = body.decode("utf-8")
            check(json.loads(text) if media_type == "application/json" else text, schema)


def operations() -> Iterator[Operation]:
    """Every operation that everybody may read, but the event stream."""
    for path, item in DOCUMENT["paths"].items():
        if path != STREAM and "get" in item and "security" not in item["get"]:
            answer = item["get"]["responses"]["200"]
            yield Operation(path, answer["content"], tuple(answer.get("headers", ())))


def named(schema: str) -> dict[str, str]:
    """A reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{schema}"}


def check(value: object, schema: dict[str, Any]) -> None:
    """AssertionError when the value does not fit, or has members that the document does not know."""
    whole = {**_closed(schema), "components": _CLOSED}
    errors = [
        f"{error.json_path}: {error.message}" for error in Draft202012Validator(whole).iter_errors(value)
    ]
    assert not errors, "\n".join(error[:300] for error in errors[:10])


def _closed(schema: Any) -> Any:
    """The schema without room for members that it does not name: clients may get more, the document may not lag."""
    if isinstance(schema, list):
        return [_closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: _closed(value) for key, value in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        closed.setdefault("additionalProperties", False)
    return closed


_CLOSED = {"schemas": _closed(DOCUMENT["components"]["schemas"])}
