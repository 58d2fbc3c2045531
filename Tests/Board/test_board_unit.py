"""On the emulated Pi: the unit under a real systemd, with its whole sandbox, its watchdog and its end."""

from __future__ import annotations

import hashlib
import random
import re
import time
from pathlib import Path

import pytest

from decoder import rom
from emulator.board import REALM, UNIT, Board
from harness.effort import rounds, seed_of
from harness.waiting import wait_until

UNIT_FILE = Path(__file__).resolve().parents[2] / "systemd" / UNIT
INSTALLED = f"/usr/lib/systemd/system/{UNIT}"


@pytest.fixture(scope="module")
def box(board: Board) -> Board:
    """The appliance, running."""
    board.simulator.reset()
    board.configure()
    board.start()
    return board


def shown(box: Board, *properties: str) -> dict[str, str]:
    """Properties as the running systemd has them."""
    names = " ".join(f"-p {name}" for name in properties)
    lines = box.guest.run(f"systemctl show {names} {UNIT}").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def inside(box: Board, command: str, user: str = "root") -> str:
    """What a command sees and may do in the mounts of the service; as root only the sandbox can forbid it."""
    pid = shown(box, "MainPID")["MainPID"]
    return box.guest.run(
        f"nsenter --target {pid} --mount setpriv --reuid {user} --regid {user} --init-groups sh -c '{command}'",
        check=False,
    )


def test_the_unit_file_of_the_repository_is_the_one_that_runs(box):
    digest = hashlib.sha256(UNIT_FILE.read_bytes()).hexdigest()
    assert box.guest.run(f"sha256sum <{INSTALLED}").split()[0] == digest
    running = shown(box, "FragmentPath", "DropInPaths", "NeedDaemonReload", "ActiveState", "SubState")
    assert running == {
        "FragmentPath": INSTALLED,
        "DropInPaths": "",
        "NeedDaemonReload": "no",
        "ActiveState": "active",
        "SubState": "running",
    }


def test_every_yes_or_no_of_the_unit_file_is_in_force(box):
    words = "yes|strict|closed|invisible|private|pid|notify|main"
    wishes = dict(re.findall(rf"^(\w+)=({words})$", UNIT_FILE.read_text(encoding="utf-8"), re.M))
    assert len(wishes) > 15
    assert shown(box, *wishes) == wishes


def test_the_process_has_no_privilege_and_a_filter(box):
    pid = shown(box, "MainPID")["MainPID"]
    status = dict(re.findall(r"^(\w+):\s*(.*)$", box.guest.run(f"cat /proc/{pid}/status"), re.M))
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert {status[name] for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb", "CapInh")} == {"0000000000000000"}
    assert status["Uid"].split()[0] == box.guest.run("id -u watchpost").strip() != "0"
    groups = {box.guest.run(f"getent group {name}").split(":")[2] for name in ("gpio", "i2c")}
    assert groups <= set(status["Groups"].split())


def test_nothing_but_the_state_folder_can_be_written(box):
    for place in ("/usr/bin", "/var/lib", "/boot", "/etc", "/etc/watchpost"):
        assert "Read-only file system" in inside(box, f"touch {place}/sandbox-test"), place
    trial = "/var/lib/watchpost/sandbox-test"
    assert inside(box, f"touch {trial} && rm {trial} && echo yes") == "yes\n"
    assert inside(box, "ls -A /home /root") == "/home:\n\n/root:\n"


def test_only_the_devices_it_needs_can_be_opened(box):
    group = shown(box, "ControlGroup")["ControlGroup"]
    attempt = 'if head -c 0 "$device" 2>/dev/null; then echo "$device opens"; else echo "$device is closed"; fi'
    said = box.guest.run(
        f"echo $BASHPID >/sys/fs/cgroup{group}/cgroup.procs\n"
        f"for device in /dev/mmcblk0 /dev/watchdog0 /dev/gpiochip0 /dev/i2c-1 /dev/null; do {attempt}; done"
    )
    closed = {line.split()[0] for line in said.splitlines() if line.endswith("is closed")}
    assert closed == {"/dev/mmcblk0", "/dev/watchdog0"}


def test_systemd_rates_the_running_unit_as_the_house_demands(box):
    said = box.guest.run(f"systemd-analyze security --no-pager {UNIT} | tail -n 1")
    assert float(re.search(r"([\d.]+) (OK|MEDIUM|EXPOSED|UNSAFE)", said)[1]) <= 1.5, said


def test_nothing_was_refused_that_the_service_needs(box):
    said = box.guest.run(f"journalctl -u {UNIT} -o cat --no-pager; dmesg")
    for words in ("Operation not permitted", "Permission denied", "audit: type=1326", "Failed to set thread priority"):
        assert words not in said


def test_a_stuck_loop_is_named_and_the_watchdog_starts_the_service_anew(box):
    """A program that holds the write lock of state.db, as SQLite's WAL format defines it: byte 120 of the -shm file."""
    before = shown(box, "MainPID", "NRestarts")
    box.guest.run(
        "systemctl reset-failed board-test-lock 2>/dev/null; "
        "systemd-run -q --unit=board-test-lock perl -MFcntl -e '"
        'open(my $file, "+<", "/var/lib/watchpost/state.db-shm") or die "open: $!";'
        'my $lock = pack("s s x4 q q i x4", F_WRLCK, 0, 120, 1, 0);'
        'fcntl($file, F_SETLKW, $lock) or die "lock: $!"; sleep 600'
        "'"
    )
    try:
        box.simulator.set("us", "down", slug="tichondrius")
        box.eyes.await_lamp(REALM, "down", 120)  # lamps wait for no disk
        wait_until(lambda: int(shown(box, "NRestarts")["NRestarts"]) > int(before["NRestarts"]), "a new start", timeout=120)
    finally:
        box.guest.run("systemctl stop board-test-lock 2>/dev/null; :")
        box.simulator.reset()
    journal = box.journal()
    assert "Watchdog timeout (limit 30s)" in journal
    assert re.search(r"(store|commit|announce)\w*", journal), journal[-2000:]
    wait_until(lambda: box.freshness("us") == "fresh", "the service runs again", timeout=90)
    assert shown(box, "MainPID")["MainPID"] != before["MainPID"]
    box.eyes.await_lamp(REALM, "all up")


def test_a_killed_process_leaves_dark_lamps_and_comes_back(box):
    box.eyes.await_lamp(REALM, "all up")
    begin, written = time.time(), len(box.eyes.look().backpack.pins.controller.written)
    # The command's end comes late over the emulated network: what happened meanwhile is looked up afterwards. The main
    # process alone: to kill the whole group kills what systemd starts in it a moment later, "panel off" among it.
    box.guest.run(f"systemctl kill --kill-whom=main -s KILL {UNIT}")
    box.eyes.await_lamp(REALM, "all up", 90)
    light = box.eyes.light(REALM.green, begin, time.time())
    assert max(segment.duration for segment in light if not segment.lit) > 3, "dark until the new start"
    # "watchpost panel off" of the unit: a killed process says nothing any more.
    cells = box.eyes.look().backpack.pins.controller.written[written:]
    assert "not running" in "".join(rom.a00(cell.code) for cell in cells)


def test_a_killed_group_leaves_no_number_on_the_display(box):
    """The kill takes ExecStopPost's process along, as a killer of whole groups does; a unit of its own wipes."""
    box.eyes.await_lamp(REALM, "all up")
    written = len(box.eyes.look().backpack.pins.controller.written)
    box.guest.run(f"for round in 1 2 3; do systemctl kill --kill-whom=all -s KILL {UNIT} 2>/dev/null; sleep 0.2; done; :")
    box.eyes.await_lamp(REALM, "all up", 120)
    cells = box.eyes.look().backpack.pins.controller.written[written:]
    assert "not running" in "".join(rom.a00(cell.code) for cell in cells)
    said = box.guest.run("journalctl -u watchpost-off.service -o cat --no-pager -n 20")
    assert "Finished" in said, said


def test_wrong_settings_are_told_by_the_display_with_their_line(box):
    settings = box.guest.run("cat /etc/watchpost/watchpost.toml")
    try:
        box.guest.write("/etc/watchpost/watchpost.toml", "nonsense = 1\n" + settings)
        box.guest.run(f"systemctl restart {UNIT}; :")
        wait_until(lambda: box.display()[0].startswith("Settings, line 1"), "the first problem")
        assert shown(box, "ExecMainStatus", "NRestarts")["ExecMainStatus"] == "78"
    finally:
        box.guest.write("/etc/watchpost/watchpost.toml", settings)
        box.guest.run(f"systemctl reset-failed {UNIT}; systemctl start {UNIT}")
        wait_until(lambda: box.freshness("us") == "fresh", "the service runs again", timeout=90)


def test_stops_at_random_instants_of_page_turns_leave_no_number(box):
    seed = seed_of("stops")
    chance = random.Random(seed)
    # Forty where all is run: each takes a start of the emulated machine's slow service.
    for number in range(rounds(2, most=40)):
        box.guest.run(f"systemctl start {UNIT}")
        wait_until(lambda: box.freshness("us") == "fresh", "fresh", timeout=90)
        # Pages of 3 s: somewhere in the turn of one of the first two.
        box.guest.run(f"sleep {chance.uniform(0, 6):.3f}; systemctl stop {UNIT}")
        rows = box.display()
        assert rows[0].startswith("Watchpost") and rows[1].startswith("stopped"), (seed, number, rows)
        assert not re.search(r"\d+ of \d+", rows[1]), (seed, number, rows)
    box.guest.run(f"systemctl start {UNIT}")
    wait_until(lambda: box.freshness("us") == "fresh", "the service runs again", timeout=90)


def test_stopped_is_said_by_the_display_and_the_lamps_are_dark(box):
    box.guest.run("systemctl log-level debug")
    box.stop()
    box.guest.run("systemctl log-level info")
    rows = box.display()
    assert rows[0].startswith("Watchpost") and rows[1].startswith("stopped"), rows
    now = time.time()
    assert box.eyes.light(REALM.green, now - 0.2, now)[-1].lit is False
    assert shown(box, "Result", "ExecMainStatus") == {"Result": "success", "ExecMainStatus": "0"}
    # systemd forgets what it ran for a unit that has ended; its journal does not.
    said = box.guest.run("journalctl _PID=1 -n 1000 -o cat --no-pager | grep -F 'watchpost.service: '")
    _, _, afterwards = said.rpartition("About to execute: /usr/bin/watchpost panel off")
    assert "Control process exited, code=exited, status=0/SUCCESS" in afterwards, said[-3000:]
