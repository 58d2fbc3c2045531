"""Compares JSON by shape: keys and types, not values."""

from __future__ import annotations

from typing import Any


def shape(value: Any) -> Any:
    """The shape of a value; the elements of a list are merged into one."""
    match value:
        case dict():
            return {key: shape(item) for key, item in value.items()}
        case list():
            return [merge(*(shape(item) for item in value))] if value else []
        case _:
            return type(value).__name__


def merge(first: Any, *others: Any) -> Any:
    """One shape for several values, which have to have the same."""
    for other in others:
        assert other == first, f"two elements of a list differ in shape: {first} and {other}"
    return first
