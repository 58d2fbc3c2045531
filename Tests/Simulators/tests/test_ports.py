"""Ports for tests: two runs on one machine, in two clones, are never given the same one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from harness import ports

BLACKBOX = Path(ports.__file__).resolve().parents[1]
OTHER = "import sys; sys.path.insert(0, sys.argv[1]); from harness import ports; ports._PORTS = iter(map(int, sys.argv[2:])); print(ports.free_port())"


def test_another_run_is_not_given_a_port_that_is_taken_and_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    # Nobody listens at either: an appliance is being started again.
    first, second = ports.free_port(), ports.free_port()
    monkeypatch.setattr(ports, "_PORTS", ports._endless())
    later = ports.free_port()
    ports._TAKEN.pop().close()
    done = subprocess.run([sys.executable, "-c", OTHER, BLACKBOX, *map(str, (first, second, later))], capture_output=True, text=True)
    assert done.stdout.strip() == str(later), done.stderr


def test_marks_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "_MOST", len(ports._TAKEN) + 3)
    given = [ports.free_port() for _ in range(9)]
    assert len(set(given)) == 9 and len(ports._TAKEN) == ports._MOST
