"""The line of docs/tunnel.md that puts the owner's cloudflared where the service starts it."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[2]
PLACE = "/usr/local/libexec/watchpost/cloudflared"
PROGRAM = Path("/bin/true").resolve().read_bytes()
NAME = "cloudflared-linux-arm64"


@pytest.fixture
def line(tmp_path: Path) -> str:
    """As it stands on the page, for a system in a folder and without sudo."""
    (found,) = re.findall(r"^ +(echo .*sha256sum.*)$", (PROJECT / "docs/tunnel.md").read_text(), re.MULTILINE)
    return found.replace("sudo ", "").replace(PLACE, f"{tmp_path}{PLACE}")


def run(line: str, folder: Path, digest: str) -> subprocess.CompletedProcess[str]:
    (folder / NAME).write_bytes(PROGRAM)
    line = line.replace("THE_ONE_FROM_THE_LIST", digest)
    return subprocess.run(["bash", "-c", f"umask 077; {line}"], cwd=folder, capture_output=True, text=True, check=False)


def test_the_released_program_gets_its_place_and_the_service_may_run_it(line: str, tmp_path: Path) -> None:
    assert PLACE in (PROJECT / "systemd/watchpost-tunnel.service").read_text()
    done = run(line, tmp_path, hashlib.sha256(PROGRAM).hexdigest())
    assert done.returncode == 0, done.stderr
    assert "OK" in done.stdout
    installed = Path(f"{tmp_path}{PLACE}")
    assert installed.read_bytes() == PROGRAM
    assert installed.stat().st_mode & 0o777 == 0o755


def test_another_program_than_the_released_one_is_not_installed(line: str, tmp_path: Path) -> None:
    done = run(line, tmp_path, "0" * 64)
    assert done.returncode != 0
    assert not Path(f"{tmp_path}{PLACE}").exists()
