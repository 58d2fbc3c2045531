"""Backups and restores that are killed at each step, or run into a full disk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from harness.appliance import Appliance
from harness.backups import Box, key_pair, mark, marks, unpack

KEYS = {"old": key_pair(), "new": key_pair()}
DATABASES = ("state.db", "history.db")
MOST_CALLS = 80


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> tuple[Box, Box]:
    """Two boxes that have run, with different states and keys."""
    folder = tmp_path_factory.mktemp("boxes")
    old = Box(folder / "old").write()
    appliance = Appliance(old.config, old.folder / "log").start()
    appliance.stop()
    new = old.copy(folder / "new")
    for name, box in (("old", old), ("new", new)):
        for database in DATABASES:
            mark(box.state / database, name)
        (box.state / "vapid.pem").write_bytes(KEYS[name])
    return old, new


@pytest.fixture(scope="module")
def backup(boxes: tuple[Box, Box], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the new box."""
    path = tmp_path_factory.mktemp("backup") / "new.backup"
    assert boxes[1].command("backup", path).returncode == 0
    return path


@pytest.mark.parametrize("call", ("mkdir", "link", "unlink", "rmdir", "fsync"))
def test_a_backup_that_is_killed_leaves_no_half_file_and_the_next_one_works(boxes, tmp_path, call):
    path, count = tmp_path / "box.backup", 1
    while boxes[0].killed_at(call, count, "backup", path):
        if path.exists():
            assert set(unpack(path)) == {*DATABASES, "vapid.pem"}
            path.unlink()
        count += 1
        assert count < MOST_CALLS
    assert count > 1, "it was not killed at all"
    path.unlink()
    done = boxes[0].command("backup", path)
    assert done.returncode == 0, done.stderr
    assert os.listdir(tmp_path) == ["box.backup"]


@pytest.mark.parametrize("call", ("mkdir", "rename", "rmdir", "fsync"))
def test_a_restore_that_is_killed_has_happened_or_has_not(boxes, backup, tmp_path, call):
    seen: list[str] = []
    killed = True
    while killed:
        box = boxes[0].copy(tmp_path / str(len(seen)))
        killed = box.killed_at(call, len(seen) + 1, "restore", backup)
        appliance = Appliance(box.config, tmp_path / "log").start()
        assert appliance.stop() == 0
        [name] = marks(box.state / "state.db")
        assert marks(box.state / "history.db") == [name], f"the history of another state, {call} {len(seen)}"
        assert (box.state / "vapid.pem").read_bytes() == KEYS[name], f"the key of another state, {call} {len(seen)}"
        if name == "new":
            [aside] = box.state.glob("before-restore-*")
            assert [marks(aside / database) for database in DATABASES] == [["old"], ["old"]]
            assert (aside / "vapid.pem").read_bytes() == KEYS["old"]
            assert not list(box.state.glob("restore-*"))
        seen.append(name)
        assert len(seen) < MOST_CALLS
    assert len(seen) > 2 and seen[0] == "old", seen
    assert seen == sorted(seen, reverse=True), f"once it has happened it stays so: {seen}"


@pytest.mark.parametrize(("call", "count"), [("mkdir", 1), ("fsync", 2), ("rename", 1), ("rename", 3), ("rename", 5), ("mkdir", 2)])
def test_a_restore_after_a_killed_one_works(boxes, backup, tmp_path, call, count):
    box = boxes[0].copy(tmp_path / "box")
    assert box.killed_at(call, count, "restore", backup)
    done = box.command("restore", backup)
    assert done.returncode == 0, done.stderr
    assert [marks(box.state / database) for database in DATABASES] == [["new"], ["new"]]
    assert not list(box.state.glob("restore*"))


def alone(script: str) -> tuple[str, ...]:
    """What to put before a command so that it runs in a shell whose mounts nobody else sees."""
    return ("unshare", "--mount", "--map-root-user", "sh", "-c", script, "sh")


def test_a_backup_that_finds_no_space_says_so(boxes, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    script = f'mount -t tmpfs -o size=96k small "{disk}"; "$@"; code=$?; ls -A "{disk}" >"{tmp_path}/left"; exit $code'
    done = boxes[0].command("backup", disk / "box.backup", before=alone(script))
    assert done.returncode == 1
    assert "no space left" in done.stderr.lower()
    assert (tmp_path / "left").read_text() == ""


def test_a_restore_that_finds_no_space_changes_nothing(boxes, backup, tmp_path):
    box = boxes[0].copy(tmp_path / "box")
    full = tmp_path / "full"
    full.mkdir()
    # The state is copied onto the small disk, which then has no room for a second one.
    size = sum(path.stat().st_size for path in box.state.iterdir()) // 1024 + 64
    script = (
        f'mount -t tmpfs -o size={size}k small "{full}"; cp -a "{box.state}/." "{full}"; '
        f'mount --bind "{full}" "{box.state}"; "$@"; code=$?; cp -a "{full}" "{tmp_path}/after"; exit $code'
    )
    done = box.command("restore", backup, before=alone(script))
    assert done.returncode == 1
    assert "no space left" in done.stderr.lower()
    after = tmp_path / "after"
    assert [marks(after / database) for database in DATABASES] == [["old"], ["old"]]
    assert (after / "vapid.pem").read_bytes() == KEYS["old"]
    assert not list(after.glob("*restore*"))
