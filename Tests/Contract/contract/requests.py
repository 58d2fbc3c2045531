"""What requests carry by the OpenAPI document: their routes, their parameters, and every field of them that is text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from contract.document import DOCUMENT

JSON = "application/json"
METHODS = ("get", "put", "post", "delete", "patch")


@dataclass(frozen=True)
class Call:
    """A route with its method."""

    method: str
    path: str
    """With its parameters in braces."""
    security: str
    """Which credential it asks for; empty: none."""
    operation: dict[str, Any] = field(compare=False, repr=False)
    parameters: tuple[dict[str, Any], ...] = field(compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def names(self) -> list[str]:
        """The parameters of its path."""
        return re.findall(r"{(\w+)}", self.path)

    def texts(self) -> Iterator[TextField]:
        """Its fields that are text, but for those of the path."""
        for parameter in self.parameters:
            if parameter["in"] != "path":
                for _, schema in _texts(parameter["schema"]):
                    yield TextField(self, parameter["in"], parameter["name"], _is_choice(schema))
        for media, content in _whole(self.operation.get("requestBody", {})).get("content", {}).items():
            for name, schema in _texts(content["schema"]):
                yield TextField(self, media, name, _is_choice(schema))


@dataclass(frozen=True)
class TextField:
    """A place in a request that takes text."""

    call: Call
    place: str
    """`query`, `header`, or the type of the body."""
    name: str
    """Of one in a list: `results[].key`; empty: the body itself."""
    is_choice: bool
    """Of a few words, which the document lists."""

    def __str__(self) -> str:
        return f"{self.call} {self.place} {self.name}".rstrip()


def calls() -> Iterator[Call]:
    """Every route of the document."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in item:
                operation = item[method]
                given = [*item.get("parameters", ()), *operation.get("parameters", ())]
                security = next(iter(operation.get("security", [{}])[0]), "")
                yield Call(method.upper(), path, security, operation, tuple(_whole(one) for one in given))


def _whole(value: dict[str, Any]) -> dict[str, Any]:
    """What a reference leads to."""
    while "$ref" in value:
        found: Any = DOCUMENT
        for name in value["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        value = found
    return value


def _is_choice(schema: dict[str, Any]) -> bool:
    return "enum" in schema or "const" in schema


def _texts(schema: dict[str, Any], name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every text in a schema; bytes of pictures are none."""
    schema = _whole(schema)
    kinds = schema.get("type", "string" if _is_choice(schema) else ())
    if "string" in (kinds if isinstance(kinds, list) else [kinds]) and "contentEncoding" not in schema:
        yield name, schema
    for word in ("oneOf", "anyOf", "allOf"):
        for part in schema.get(word, ()):
            yield from _texts(part, name)
    for member, part in schema.get("properties", {}).items():
        yield from _texts(part, f"{name}.{member}".lstrip("."))
    if "items" in schema:
        yield from _texts(schema["items"], f"{name}[]")
    if isinstance(schema.get("additionalProperties"), dict):
        yield from _texts(schema["additionalProperties"], f"{name}.*".lstrip("."))
