"""`make run` and `.ci/page-on-appliance` with a stand-in for the appliance: what they refuse, and what Ctrl-C leaves."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness.waiting import PATIENCE, wait_until

Begin = Callable[..., "subprocess.Popen[str]"]
ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "Tests" / "Simulators" / "demo.py"
#: Says where it serves, as to a service manager, and runs until Ctrl-C; which waits until it serves, because Python would tell
#: which of its modules it was reading.
APPLIANCE = """#!/bin/sh
exec env --block-signal=INT python3 - <<'END'
import os, pathlib, signal, socket
with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
    manager.sendto(b"STATUS=serving at http://127.0.0.1:9", os.environ["NOTIFY_SOCKET"].replace("@", "\\0"))
pathlib.Path("appliance").write_text(str(os.getpid()))
signal.sigwait([signal.SIGINT])
END
"""


#: The program, with a Ctrl-C that comes when the appliance has been forked and is not yet the appliance: the third of its children.
AT_THE_FORK = """
import os, signal, sys
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import demo
made, calls = demo.ending_with, []
def ending_with(parent):
    calls.append(child := made(parent))
    third = len(calls) == 3
    return lambda: (third and os.killpg(parent, signal.SIGINT), child())
demo.ending_with = ending_with
del sys.argv[1]
sys.exit(demo.main())
"""


FOLDER = f"a folder {'deep ' * 20}down"


def heard() -> None:
    """Before a program starts: as at a terminal, also where these tests run in the background of a shell, which ignores Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """As a terminal does it, in a process group of its own, in a folder with spaces and a long name; what still runs is ended."""
    started = []

    def start(*words: str, program: tuple[str, ...] = (str(PROGRAM),)) -> subprocess.Popen[str]:
        place = tmp_path / FOLDER
        place.mkdir()
        (place / "watchpost").write_text(APPLIANCE)
        (place / "watchpost").chmod(0o755)
        command = [sys.executable, *program, "--binary", str(place / "watchpost"), "--run", str(place / ".run"), *words]
        started.append(subprocess.Popen(
            command, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True, preexec_fn=heard
        ))
        return started[-1]

    yield start
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def children(parent: int) -> set[int]:
    """The processes below one, as far as they are there."""
    found = subprocess.run(["pgrep", "-P", str(parent)], capture_output=True, text=True).stdout.split()
    return {int(one) for one in found} | {deeper for one in found for deeper in children(int(one))}


def two_ports(stack: contextlib.ExitStack) -> int:
    """Listens at two, and returns the first; 0: the second was taken."""
    first, second = (stack.enter_context(socket.socket()) for _ in range(2))
    first.bind(("127.0.0.1", 0))
    first.listen()
    port = first.getsockname()[1]
    try:
        second.bind(("127.0.0.1", port + 1))
        second.listen()
    except (OSError, OverflowError):
        return 0
    return port if port < 60_000 else 0


def gone(processes: set[int]) -> bool:
    return not any(runs(one) for one in processes)


def runs(process: int) -> bool:
    """Whether a process does something: one that has ended stays in the table until its parent, or init, looks."""
    try:
        return Path("/proc", str(process), "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_ctrl_c_ends_the_appliance_and_what_it_talks_to(begin: Begin, tmp_path: Path) -> None:
    process = begin("--port", "0")
    wait_until(lambda: (tmp_path / FOLDER / "appliance").exists(), "the appliance runs")
    family = children(process.pid)
    assert len(family) == 3, "two stand-ins and the appliance"
    os.killpg(process.pid, signal.SIGINT)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0 and "Traceback" not in said
    assert gone(family)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_ctrl_c_while_it_starts_leaves_nothing(begin: Begin, number: signal.Signals) -> None:
    process = begin("--port", "0")
    family = wait_until(lambda: children(process.pid), "the first stand-in")
    os.killpg(process.pid, number)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode != 1 and "Traceback" not in said
    wait_until(lambda: gone(family), "the end of what it had started")


@pytest.mark.parametrize("name", ["battlenet", "apexstatus"])
def test_a_stand_in_whose_reader_has_ended_ends_without_a_word(name: str) -> None:
    read, write = os.pipe()
    os.close(read)
    environment = os.environ | {"PYTHONPATH": str(PROGRAM.parent)}
    try:
        process = subprocess.run([sys.executable, "-m", name], env=environment, stdout=write, stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    finally:
        os.close(write)
    assert (process.returncode, process.stderr) == (0, "")


def test_ctrl_c_at_the_fork_of_the_appliance_is_not_lost(begin: Begin) -> None:
    process = begin("--port", "0", program=("-c", AT_THE_FORK, str(PROGRAM)))
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode in {256 - signal.SIGINT, 256 - signal.SIGTERM} and "Traceback" not in said


def test_a_port_that_is_taken_is_said_with_two_that_are_free(begin: Begin) -> None:
    """The second is for the game: the next after a demonstration's is the one of its game."""
    with contextlib.ExitStack() as stack:
        port = wait_until(lambda: two_ports(stack), "two ports, one behind the other")
        process = begin("--port", str(port))
        said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1
    start, _, other = said.strip().partition("; try: make run PORT=")
    assert start == f"port {port} is taken" and int(other) > port + 1


@pytest.mark.parametrize("port", ["65535", "70000", "-1", "eighty"])
def test_what_is_no_port_is_refused(begin: Begin, port: str) -> None:
    process = begin(f"--port={port}")
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2 and f"'{port}' is none: a number up to 65534" in said


def test_the_pages_stage_says_when_there_is_no_appliance(tmp_path: Path) -> None:
    place = tmp_path / "a clone"
    (place / ".ci").mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "page-on-appliance", place / ".ci")
    (place / "Tests").symlink_to(ROOT / "Tests")
    process = subprocess.Popen([place / ".ci" / "page-on-appliance", "/bin/false"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and "error: the appliance of the demonstration is not ready; its last words:" in said
