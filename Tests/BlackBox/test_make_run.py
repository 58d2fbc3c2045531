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
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness.appliance import binary
from harness.preload import library
from harness.waiting import PATIENCE, wait_until

PROGRAM = Path(__file__).resolve().parents[1] / "Simulators" / "demo.py"


class Terminal:
    """A window with the program in it, as `make run` starts it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.master, child = pty.openpty()
        self.log = folder / "run" / "watchpost.log"
        words = ["--binary", binary(), "--port", "0", "--run", str(folder / "run")]
        self.process = subprocess.Popen(
            [sys.executable, str(PROGRAM), *words],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=folder,
            env=os.environ | environment,
            start_new_session=True,
            preexec_fn=own_terminal,
        )
        os.close(child)
        self.text = ""
        self.is_open = True

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
        """Closes the window: the kernel sends SIGHUP to the program that owns the terminal."""
        self.drain()
        os.close(self.master)
        self.is_open = False

    def drain(self) -> None:
        """Takes what has been written: without that the window is full some time, and the panel waits."""
        while self.is_open and select.select([self.master], [], [], 0)[0] and self._reads():
            pass

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


def left(terminal: Terminal, family: dict[int, str]) -> list[str]:
    """Who of the family still runs: name, number, state, and where in the kernel it waits."""
    terminal.drain()
    terminal.process.poll()
    now = {pid: stat(pid) for pid in family}
    return [f"{name} {pid} {now[pid][2]} {wait(pid)}" for pid, name in family.items() if now[pid] and now[pid][2] != "Z"]


def wait(pid: int) -> str:
    """The kernel's function that a process waits in; empty: it is gone, or the kernel does not tell."""
    try:
        return Path(f"/proc/{pid}/wchan").read_text(encoding="ascii")
    except OSError:
        return ""


def last_words(terminal: Terminal) -> str:
    log = terminal.log.read_text(encoding="utf-8", errors="replace") if terminal.log.exists() else ""
    return f"the window ended with {terminal.text[-1_000:]!r}, the log with {log[-2_000:]!r}"


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[[dict[str, str]], Terminal]]:
    """Opens a window; what still runs in it is ended."""
    opened: list[Terminal] = []

    def begin(environment: dict[str, str]) -> Terminal:
        opened.append(Terminal(tmp_path, environment))
        return opened[-1]

    yield begin
    for terminal in opened:
        for pid in terminal.family():
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                continue
        terminal.process.wait(PATIENCE)


def ends(terminal: Terminal, family: dict[int, str]) -> None:
    """Waits until nothing of the family runs; the failure says what does, and what it said."""
    try:
        wait_until(lambda: not left(terminal, family), "the end of everything")
    except AssertionError as error:
        raise AssertionError(f"{error}; left: {left(terminal, family)}; {last_words(terminal)}") from None


def test_a_closed_terminal_ends_everything_that_it_began(begin: Callable[[dict[str, str]], Terminal]) -> None:
    terminal = begin({})
    address = terminal.await_text(r"app: (http://localhost:\d+/app)\s")
    with urllib.request.urlopen(address, timeout=PATIENCE) as reply:
        assert reply.status == 200
    # The panel is drawn: all of them run.
    terminal.await_text(r"(Tichondrius)")
    family = terminal.family()
    assert len(family) >= 4, f"the program, two stand-ins and the appliance: {family}"
    terminal.close()
    ends(terminal, family)


def test_a_signal_just_before_the_program_waits_ends_everything_too(begin: Callable[[dict[str, str]], Terminal]) -> None:
    terminal = begin({"LD_PRELOAD": str(library("hangup")), "HANGUP_PARENT": str(os.getpid())})
    terminal.await_text(r"app: (http://localhost:\d+/app)\s")
    ends(terminal, {terminal.process.pid: "demo"})
    assert terminal.process.returncode == 0, last_words(terminal)
