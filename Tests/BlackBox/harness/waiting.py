"""Waiting for something, never for a time alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

PATIENCE = 60
"""Seconds after which what is awaited does not come. It says nothing of how fast it has to be: a busy machine takes its time."""


SHORTEST, LONGEST = 0.05, 0.25
"""Seconds between two questions: a fifth of what was waited already, within these. A question is a request to a process that
other tests wait for, too: twelve tests that each ask twenty times a second keep a core busy with that alone."""


def wait_until(predicate: Callable[[], Value], what: str, *, timeout: float = PATIENCE, pause: float | None = None) -> Value:
    """Asks until the answer is true and returns it; AssertionError with the last one after `timeout`.

    `timeout`: for what takes longer than PATIENCE by itself. `pause`: seconds between two questions, where the moment matters.
    """
    begun = time.monotonic()
    while True:
        value = predicate()
        if value:
            return value
        waited = time.monotonic() - begun
        if waited >= timeout:
            raise AssertionError(f"not within {timeout} s: {what}; last seen: {value!r}")
        time.sleep(pause or min(max(waited / 5, SHORTEST), LONGEST))
