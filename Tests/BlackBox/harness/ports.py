"""Ports of this machine."""

from __future__ import annotations

import os
import random
import socket
from collections import deque
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


# What other runs on this machine see of the ports that were given here, also while nobody listens there. A worker needs few at a
# time, and the parts have room for three runs.
_TAKEN: deque[socket.socket] = deque()
_MOST = 200


def _take(port: int) -> bool:
    """Names the port as taken, for this machine and as long as this process; whether no other run has."""
    mark = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        mark.bind(f"\0watchpost-test-port-{port}")
    except OSError:
        mark.close()
        return False
    _TAKEN.append(mark)
    if len(_TAKEN) > _MOST:
        _TAKEN.popleft().close()
    return True


def free_port() -> int:
    """A port that nobody uses, and that nobody else is given while the test runs, in other runs of the tests neither."""
    for _ in range(_PART):
        port = next(_PORTS)
        if not _take(port):
            continue
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
