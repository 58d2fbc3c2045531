"""Ports for tests: two runs on one machine, in two clones, are never given the same one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from harness import ports

BLACKBOX = Path(ports.__file__).resolve().parents[1]
OTHER = (
    "import sys; sys.path.insert(0, sys.argv[1]); from harness import ports; "
    "ports._in_turn = lambda: iter(map(int, sys.argv[2:])); print(ports.reserved_port('a test'))"
)


def test_another_run_is_not_given_a_port_that_is_taken_and_quiet() -> None:
    # Nobody listens at any of them: an appliance is being started again.
    first, second, later = (ports.reserved_port("two runs are the subject") for _ in range(3))
    assert len({first, second, later}) == 3
    ports._HELD.pop().close()
    done = subprocess.run([sys.executable, "-c", OTHER, BLACKBOX, *map(str, (first, second, later))], capture_output=True, text=True)
    assert done.stdout.strip() == str(later), done.stderr
