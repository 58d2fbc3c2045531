"""The order in which processes take the tests of the black box."""

from __future__ import annotations

from typing import TypeVar

Test = TypeVar("Test")


def in_shares(waiting: list[Test], others: list[Test], processes: int) -> list[Test]:
    """All tests, so ordered that two of three processes begin with those that wait for long.

    Those then run beside what computes, and none is the last of all. The scheduler (`--dist worksteal`) hands each process an
    equal part of the list, in its order; one that has nothing left takes from the ends of others.
    """
    holders = -(-processes * 2 // 3)
    size = -(-(len(waiting) + len(others)) // processes)
    ordered, begun = [], 0
    for number in range(processes):
        own = waiting[number::holders] if number < holders else []
        # Of a few tests that all wait, a share may be more than a part.
        room = max(0, size - len(own))
        ordered += own + others[begun : begun + room]
        begun += room
    return ordered + others[begun:]
