"""`make run` at a terminal: its addresses, and what is left of it when the window is closed."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from harness.appliance import binary
from harness.waiting import PATIENCE, wait_until

PROGRAM = Path(__file__).resolve().parents[1] / "Simulators" / "demo.py"


class Terminal:
    """A window with the program in it, as `make run` starts it."""

    def __init__(self, folder: Path) -> None:
        self.master, child = pty.openpty()
        words = ["--binary", binary(), "--port", "0", "--run", str(folder / "run")]
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), *words],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=folder,
            start_new_session=True,
            preexec_fn=own_terminal,
        )
        os.close(child)
        self.text = ""

    def await_text(self, pattern: str) -> str:
        """What the pattern's group matched of what stands in the window."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := re.search(pattern, self.text):
                return found[1]
            if select.select([self.master], [], [], 0.1)[0] and not self._reads():
                break
        raise AssertionError(f"no {pattern} within {PATIENCE} s: {self.text[-500:]!r}")

    def _reads(self) -> bool:
        """Takes what was written; false: the program has ended."""
        try:
            self.text += os.read(self.master, 65_536).decode(errors="replace")
        except OSError:
            return False
        return True

    def close(self) -> None:
        """Closes the window: the kernel sends SIGHUP to whoever owns the terminal."""
        os.close(self.master)

    def family(self) -> dict[int, str]:
        """The program and all its descendants, with what they are called."""
        parents = {}
        for folder in Path("/proc").iterdir():
            if folder.name.isdecimal() and (fields := stat(int(folder.name))):
                parents[int(folder.name)] = fields
        family = {self.process.pid}
        while more := {pid for pid, (_, parent, _) in parents.items() if parent in family} - family:
            family |= more
        return {pid: parents[pid][0] for pid in family if pid in parents}


def own_terminal() -> None:
    """Makes the standard input the terminal of this session, so that closing it is felt."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def stat(pid: int) -> tuple[str, int, str] | None:
    """Name, parent and state of a process; None: it is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    name, rest = text.split("(", 1)[1].rsplit(")", 1)
    state, parent = rest.split()[:2]
    return name, int(parent), state


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    for pid in terminal.family():
        try:
            os.kill(pid, 9)
        except ProcessLookupError:
            continue
    terminal.process.wait(PATIENCE)


def test_a_closed_terminal_ends_everything_that_it_began(terminal: Terminal) -> None:
    address = terminal.await_text(r"app: (http://localhost:\d+/app)\s")
    with urllib.request.urlopen(address, timeout=PATIENCE) as reply:
        assert reply.status == 200
    # The panel is drawn: all of them run.
    terminal.await_text(r"(Tichondrius)")
    family = terminal.family()
    assert len(family) >= 4, f"the program, two stand-ins and the appliance: {family}"
    terminal.close()

    def left() -> dict[int, str]:
        terminal.process.poll()
        return {pid: name for pid, name in family.items() if (now := stat(pid)) and now[2] != "Z"}

    wait_until(lambda: not left(), f"the end of all of {family}")
