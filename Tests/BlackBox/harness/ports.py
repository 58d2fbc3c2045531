"""Ports of this machine.

Servers of tests bind port 0 and say which one they got; the appliance says it with "ready". `reserved_port` is for the few
whose number somebody has to know before: it is given the reason.
"""

from __future__ import annotations

import random
import socket
from collections.abc import Iterator

from harness.waiting import PATIENCE

_RANGE = range(20_000, 32_640)
"""Below 32,768: the kernel gives no client a port from there, so that an appliance finds its own again after a restart."""
_HELD: list[socket.socket] = []
"""A name for each port that this process was given, as long as it runs."""


def _in_turn() -> Iterator[int]:
    """All ports, from a random one on."""
    start = random.randrange(len(_RANGE))
    for step in range(len(_RANGE)):
        yield _RANGE[(start + step) % len(_RANGE)]


def _is_mine(port: int) -> bool:
    """Takes the name that stands for a port, which the kernel gives to one process of this machine, whatever clone it tests."""
    name = socket.socket(socket.AF_UNIX)
    try:
        name.bind(f"\0watchpost-test-port-{port}")
    except OSError:
        name.close()
        return False
    _HELD.append(name)
    return True


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def reserved_port(why: str) -> int:
    """A port that nobody uses, and that no other test is given while this process runs; `why` none can be asked for at the start."""
    assert why
    for port in _in_turn():
        if _is_mine(port) and _is_free(port):
            return port
    raise AssertionError(f"no port is free from {_RANGE.start} to {_RANGE.stop}")


def answers(port: int) -> bool:
    """Whether somebody takes connections there."""
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE):
            return True
    except ConnectionError:
        return False
