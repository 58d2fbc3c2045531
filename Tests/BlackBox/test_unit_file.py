"""The unit against the program: what systemd waits for and forbids must fit what the program needs."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path

from harness.appliance import binary
from harness.waiting import PATIENCE

UNITS = Path(__file__).resolve().parents[2] / "systemd"


def settings(unit: str, key: str) -> list[str]:
    """The words of every line of that key, in order."""
    text = (UNITS / unit).read_text(encoding="utf-8")
    return [word for line in re.findall(rf"(?m)^{key}=(.*)$", text) for word in line.split()]


def test_a_start_waits_for_no_network():
    for key in ("After", "Wants", "Requires", "BindsTo"):
        waited_for = settings("watchpost.service", key)
        # Both are only reached with a connection: after a power cut without internet they keep the box dark for minutes.
        assert not {"network-online.target", "time-sync.target"} & set(waited_for), (key, waited_for)


def test_the_service_is_never_given_up():
    assert settings("watchpost.service", "StartLimitIntervalSec") == ["0"]
    assert settings("watchpost.service", "Restart") == ["on-failure"]


def test_the_service_has_bounds_that_leave_the_system_its_part_and_fit_what_it_may_open():
    (most,) = settings("watchpost.service", "MemoryMax")
    (high,) = settings("watchpost.service", "MemoryHigh")
    # Half of a Pi Zero 2 W, with what the kernel and everything else take.
    assert re.fullmatch(r"\d+M", most) and 64 <= int(high[:-1]) < int(most[:-1]) <= 256, (high, most)
    (tasks,) = settings("watchpost.service", "TasksMax")
    assert 64 <= int(tasks) <= 512, tasks
    # The most connections that the settings take are 4,096, each of which may need a file, and those of the service itself.
    (files,) = settings("watchpost.service", "LimitNOFILE")
    assert int(files) >= 8_512, files


def test_a_unit_of_its_own_wipes_what_a_killed_group_leaves():
    (wiper,) = settings("watchpost.service", "OnFailure")
    assert settings(wiper, "ExecStart") == settings("watchpost.service", "ExecStopPost")
    assert "watchpost.service" in settings(wiper, "Before"), "a new start must not meet it at the wires"
    for key in ("User", "SupplementaryGroups", "DeviceAllow"):
        assert settings(wiper, key) == settings("watchpost.service", key)


def test_threads_get_the_priority_that_the_runtime_asks_for(configure, tmp_path):
    """Refused, each thread says so in the journal: five to fourteen lines a minute."""
    trace = tmp_path / "trace"
    config = configure(regions=("us",))
    strace = ["strace", "-f", "-qq", "-e", "trace=setpriority", "-e", "signal=none", "-o", str(trace)]
    process = subprocess.Popen(
        [*strace, binary(), "run", "--config", str(config)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout.readline().startswith("ready http")
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(PATIENCE)
    asked = [int(value) for value in re.findall(r"setpriority\(PRIO_PROCESS, 0, (-?\d+)\)", trace.read_text())]
    # A runtime of before Swift 6.2 leaves its threads alone.
    least = min(asked, default=0)
    filters = settings("watchpost.service", "SystemCallFilter")
    # The last word on a call counts.
    assert filters[-1] == "setpriority", filters
    assert int(settings("watchpost.service", "LimitNICE")[0]) <= least, asked
