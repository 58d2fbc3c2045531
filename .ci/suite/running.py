"""Runs a stage: shows what it says, keeps it in a log, ends it when it takes too long, and leaves no process of it behind."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import selectors
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from reading import Reading
from table import ROOT, Stage

LOGS = ROOT / ".build" / "stages"
#: From prctl(2): orphans of what runs here become children of this process.
_PR_SET_CHILD_SUBREAPER = 36
#: Processes that are to outlive stages.
KEPT: set[int] = set()


@dataclass
class Result:
    """How a stage ended."""

    stage: Stage
    status: str
    seconds: float = 0
    computed: float = 0
    reading: Reading = field(default_factory=Reading)
    tail: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        return self.status == "passed"


def adopt_orphans() -> None:
    """From now on nothing that a stage leaves running escapes `end_children`."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_children() -> None:
    """Ends every process that still descends from this one, those that forked away too."""
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGKILL):
        for child in descendants(os.getpid()):
            _send(child, number)
        end = time.monotonic() + 5
        while descendants(os.getpid()) and time.monotonic() < end:
            _count_the_dead()
            time.sleep(0.05)
    _count_the_dead()


def _send(process: int, number: int) -> None:
    """A signal to a process, which may have ended, or be root's because a stage uses sudo."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return
    except PermissionError:
        with contextlib.suppress(FileNotFoundError):
            subprocess.run(["sudo", "--non-interactive", "kill", f"-{int(number)}", str(process)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _count_the_dead() -> None:
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def descendants(root: int) -> list[int]:
    """Processes below one, the deepest last; processes that are over and only wait to be counted are none."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name, in brackets, may contain anything.
            state, parent = entry.read_text(errors="replace").rpartition(")")[2].split()[:2]
            if state != "Z" and int(entry.parent.name) not in KEPT:
                parents.setdefault(int(parent), []).append(int(entry.parent.name))
    found, level = [], [root]
    while level:
        level = [child for parent in level for child in parents.get(parent, [])]
        found += level
    return found


class Running:
    """A stage that has begun. The caller reads it until it is over."""

    def __init__(self, stage: Stage, environment: dict[str, str], is_first: bool = True) -> None:
        self.stage = stage
        self.is_first = is_first
        #: What it has said while another stage is shown; None while it is shown itself.
        self._held: list[str] | None = []
        self.reading = Reading()
        self.tail: list[str] = []
        self.begun = self.heard = time.monotonic()
        self.why = ""
        #: When it was made to end.
        self.ended = 0.0
        #: When its process was seen to have ended, before all output had.
        self.over = 0.0
        self._rest = b""
        LOGS.mkdir(parents=True, exist_ok=True)
        self._log = (LOGS / f"{stage.name}.log").open("w", encoding="utf-8")
        self._show(f"\n== {stage.name}: {stage.run}")
        self.process = subprocess.Popen(
            ["/usr/bin/env", "bash", "-euo", "pipefail", "-c", stage.run],
            cwd=ROOT, env={**environment, "PYTEST_TIMEOUT": str(stage.test_limit)}, stdin=None if stage.is_install else subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=not stage.is_install,
        )  # fmt: skip
        os.set_blocking(self.process.stdout.fileno(), False)

    def read(self) -> bool:
        """Takes what is there; false at the end of all output, or a moment after the end if something else keeps the pipe open or writes to it."""
        if self.ended and self.process.poll() is not None and time.monotonic() - self.ended > 10:
            return False
        try:
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
        except BlockingIOError:
            if self.process.poll() is None:
                return True
            self.over = self.over or time.monotonic()
            return time.monotonic() - max(self.over, self.heard) < 3
        if not piece:
            return False
        self.heard = time.monotonic()
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for line in lines:
            self._take(line)
        return True

    def _take(self, raw: bytes, is_urgent: bool = False) -> None:
        line = raw.decode("utf-8", "replace")
        self._log.write(line + "\n")
        self.tail = [*self.tail[-99:], line]
        if self.reading.take(line, time.monotonic()):
            self._show(line, is_urgent)

    def _show(self, line: str, is_urgent: bool = False) -> None:
        """Says a line, in its turn; one that is urgent at once."""
        if self._held is None or is_urgent:
            say(line)
        else:
            self._held.append(line)

    def show(self) -> None:
        """From now on what it says is shown at once. Of stages beside each other each is shown whole, in their order."""
        held, self._held = self._held or [], None
        for line in held:
            say(line)

    def name_what_hangs(self) -> None:
        """Says once which tests are under way for so long that they may hang, while others go on. Swift Testing ends none of them."""
        for test in self.reading.hanging(time.monotonic() - self.stage.named_after):
            self._take(f"{self.stage.name}: still under way after {self.stage.named_after} s: {test}".encode(), is_urgent=True)

    def overdue(self) -> str:
        """Why it may not go on; empty while it may."""
        now = time.monotonic()
        if now - self.begun > self.stage.limit:
            return f"it took longer than {self.stage.limit} s"
        if self.stage.silence and now - self.heard > self.stage.silence:
            return f"it said nothing for {self.stage.silence} s"
        return ""

    def end(self, why: str) -> None:
        """Ends it, and says what it was doing; what installs is only asked to end."""
        self.why = why
        if self.stage.is_install:
            self._take(f"{self.stage.name}: still at it after {self.stage.limit} s; asked to end, which waits for packages that are half installed".encode(), is_urgent=True)
            return self.interrupt()
        under_way = ", ".join(list(self.reading.under_way)[:10]) or "see its last lines"
        processes = subprocess.run(["ps", "-o", "pid,etimes,time,args", "--forest", "-s", str(self.process.pid)], capture_output=True, text=True)
        self._take(f"{self.stage.name}: ended, because {why}. Under way: {under_way}".encode(), is_urgent=True)
        for line in processes.stdout.splitlines()[:40]:
            self._take(line[:200].encode())
        for number in (signal.SIGTERM, signal.SIGKILL):
            # What runs as root by sudo is ended in `end_children`.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
        self.ended = time.monotonic()

    def interrupt(self) -> None:
        """Tells what installs that a Ctrl-C came, as the terminal would."""
        for process in [self.process.pid, *descendants(self.process.pid)]:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                if os.getsid(process) == os.getsid(0):
                    os.kill(process, signal.SIGINT)

    def finish(self) -> None:
        """Interrupts what installs and lets it end by itself: packages stay whole."""
        self.interrupt()
        while self.read():
            _wait([self])

    def result(self, before: os.times_result, beside: int) -> Result:
        """After its end. Of what `beside` stages computed together since then each is told a part."""
        if self._rest:
            self._take(self._rest)
        code = self.process.wait()
        self._log.close()
        self.process.stdout.close()
        # A process counts for its parent once it was waited for.
        computed = _computed(before) / beside
        status = self.why or ("passed" if code == 0 else f"exit code {code}")
        return Result(self.stage, status, time.monotonic() - self.begun, computed, self.reading, self.tail)


def run_beside(stages: list[Stage], environment: dict[str, str]) -> list[Result]:
    """Runs stages beside each other until all are over."""
    before = os.times()
    running = [Running(stage, environment) for stage in stages]
    try:
        return _run_to_the_end(running, environment, before)
    except KeyboardInterrupt:
        for one in running:
            if one.stage.is_install:
                one.finish()
        raise
    finally:
        end_children()


def _run_to_the_end(running: list[Running], environment: dict[str, str], before: os.times_result) -> list[Result]:
    results: dict[str, Result] = {}
    while len(results) < len(running):
        _show_in_turn(running, results)
        _wait([one for one in running if one.stage.name not in results])
        for number, one in enumerate(running):
            if one.stage.name in results or one.read():
                continue
            result = one.result(before, len(running))
            if _crashed(result) and one.is_first:
                one.show()
                say(f"{one.stage.name}: the package manager crashed ({result.status}); what it has compiled stays: once more")
                running[number] = Running(one.stage, environment, is_first=False)
            else:
                results[one.stage.name] = result
    _show_in_turn(running, results)
    return [results[one.stage.name] for one in running]


def _show_in_turn(running: list[Running], results: dict[str, Result]) -> None:
    """What the first says that is under way is shown at once, and what those before it said."""
    for one in running:
        one.show()
        if one.stage.name not in results:
            break


def _wait(running: list[Running]) -> None:
    """Until one of them says something, or is overdue and ended."""
    with selectors.DefaultSelector() as selector:
        for one in running:
            selector.register(one.process.stdout, selectors.EVENT_READ)
        selector.select(timeout=1)
    for one in running:
        one.name_what_hangs()
        if not one.why and (why := one.overdue()):
            one.end(why)


def _crashed(result: Result) -> bool:
    """SwiftPM itself crashes now and then while it reads from a plugin."""
    said = " ".join([result.status, *result.tail[-5:]])
    return result.stage.is_build and re.search(r"(?:exit code|Error) 13[249]\b", said) is not None


def _computed(before: os.times_result) -> float:
    """Seconds of CPU that children took since; of what runs beside each other they are told together."""
    now = os.times()
    return now.children_user + now.children_system - before.children_user - before.children_system


def say(line: str) -> None:
    """Prints at once, since another process may be about to."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
