"""Ports of this machine."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Iterator

from harness.waiting import PATIENCE

_FIRST, _PART, _PARTS = 20_000, 790, 16
"""Below 32,768: the kernel gives no client a port from there, so that an appliance finds its own again after a restart."""


def _part() -> range:
    """The ports of this worker of pytest, which no other one asks for."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    first = _FIRST + int(worker) % _PARTS * _PART
    return range(first, first + _PART)


def _endless() -> Iterator[int]:
    """All ports of the part in turn, from a random one on: one comes again only after all others."""
    part = _part()
    offset = random.randrange(len(part))
    while True:
        yield part[offset]
        offset = (offset + 1) % len(part)


_PORTS = _endless()


def free_port() -> int:
    """A port that nobody uses, and that nobody else is given while the test runs."""
    for _ in range(_PART):
        port = next(_PORTS)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError(f"no port is free from {_FIRST} to {_FIRST + _PART * _PARTS}")


def answers(port: int) -> bool:
    """Whether somebody takes connections there."""
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE):
            return True
    except ConnectionError:
        return False
