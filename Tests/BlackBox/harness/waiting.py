"""Waiting for something, never for a time alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

PATIENCE = 60
"""Seconds after which what is awaited does not come. It says nothing of how fast it has to be: a busy machine takes its time."""


def wait_until(predicate: Callable[[], Value], what: str, *, timeout: float = PATIENCE, pause: float = 0.05) -> Value:
    """Asks until the answer is true and returns it; AssertionError with the last one after `timeout`.

    `timeout`: for what takes longer than PATIENCE by itself. `pause`: between two questions.
    """
    deadline = time.monotonic() + timeout
    while True:
        value = predicate()
        if value:
            return value
        if time.monotonic() >= deadline:
            raise AssertionError(f"not within {timeout} s: {what}; last seen: {value!r}")
        time.sleep(pause)
