"""`watchpost tunnel install FILE`: the owner's cloudflared, in the place where the service starts it."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path

import pytest

from harness.appliance import command

PLACE = "usr/local/libexec/watchpost/cloudflared"
PROGRAM = Path("/bin/true").resolve().read_bytes()
DIGEST = hashlib.sha256(PROGRAM).hexdigest()


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system in a folder."""
    root = tmp_path / "root"
    root.mkdir()
    return root


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program for this machine, as downloaded: not executable."""
    path = tmp_path / "cloudflared-linux"
    path.write_bytes(PROGRAM)
    path.chmod(0o644)
    return path


def install(root: Path, *words: str | Path):
    return command("tunnel", "install", *map(str, words), DESTDIR=str(root))


def changed(offset: int, value: int) -> bytes:
    data = bytearray(PROGRAM)
    data[offset] = value
    return bytes(data)


def test_the_checksum_is_shown_and_everybody_may_run_it(root, program):
    umask = os.umask(0o077)
    try:
        done = install(root, program)
    finally:
        os.umask(umask)
    assert done.returncode == 0, done.stderr
    assert DIGEST in done.stdout
    assert "watchpost-tunnel" in done.stdout
    installed = root / PLACE
    assert installed.read_bytes() == PROGRAM
    assert stat.S_IMODE(installed.stat().st_mode) == 0o755
    assert installed.stat().st_uid == os.geteuid()
    for folder in (installed.parent, installed.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert os.listdir(installed.parent) == ["cloudflared"]


def test_a_running_one_is_replaced_and_never_written_into(root, program):
    assert install(root, program).returncode == 0
    first = (root / PLACE).stat().st_ino
    assert install(root, program, "--sha256", DIGEST.upper()).returncode == 0
    assert (root / PLACE).stat().st_ino != first


@pytest.mark.parametrize("order", ["before", "after"])
def test_another_file_than_the_expected_one_is_not_installed(root, program, order):
    digest = ("--sha256", "0" * 64)
    words = (*digest, program) if order == "before" else (program, *digest)
    done = install(root, *words)
    assert done.returncode == 1
    assert DIGEST in done.stderr and "0" * 64 in done.stderr
    assert not any(path.is_file() for path in root.rglob("*"))


@pytest.mark.parametrize("digest", ["", "abc", "g" * 64, "0" * 63])
def test_a_checksum_that_is_none_is_a_misuse(root, program, digest):
    done = install(root, program, "--sha256", digest)
    assert done.returncode == 64
    assert "64 hexadecimal digits" in done.stderr


BAD = {
    "another machine": (changed(18, 8), "this machine is"),
    "a library's form": (changed(16, 1), "is no program"),
    "32 bits": (changed(4, 1), "this machine is"),
    "big-endian": (changed(5, 2), "is no program"),
    "a script": (b"#!/bin/sh\nexit 0\n", "is no program"),
    "a web page": (b"<!doctype html><title>404</title>", "is no program"),
    "a package": (b"!<arch>\ndebian-binary", "is no program"),
    "nothing": (b"", "is no program"),
    "a head alone": (PROGRAM[:10], "is no program"),
    "headers alone": (PROGRAM[:64], "was cut off"),
    "cut off": (PROGRAM[: len(PROGRAM) * 2 // 3], "was cut off"),
    "without its last byte": (PROGRAM[:-1], "was cut off"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_program_for_this_machine_is_refused(root, program, kind):
    content, words = BAD[kind]
    program.write_bytes(content)
    done = install(root, program)
    assert done.returncode == 1
    assert done.stderr.startswith("nothing was installed: ")
    assert words in done.stderr
    assert os.listdir(root) == []


def test_a_folder_a_pipe_and_a_missing_file_are_said(root, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", tmp_path / "nowhere"):
        done = install(root, path)
        assert done.returncode == 1
        assert str(path) in done.stderr


def test_a_link_in_its_place_is_replaced_and_not_followed(root, program, tmp_path):
    victim = tmp_path / "victim"
    victim.write_text("mine")
    (root / PLACE).parent.mkdir(parents=True)
    (root / PLACE).symlink_to(victim)
    (root / (PLACE + ".partial")).symlink_to(victim)
    assert install(root, program).returncode == 0
    assert victim.read_text() == "mine"
    assert (root / PLACE).read_bytes() == PROGRAM


def test_a_file_that_is_not_named_is_asked_for():
    done = command("tunnel", "install")
    assert done.returncode == 64
    assert "tunnel install FILE" in done.stderr
