"""On the emulated Pi: power comes back after a cut, and the internet does not."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from emulator.board import LAMPS, PARALLEL, REALM
from emulator.eyes import Eyes
from emulator.machine import BACKPACK, BOOT, CARD, Machine
from harness.settings import toml

SETTINGS = {
    "battlenet": {"client_id": "watchpost-sim", "interval": "60s"},
    "realms": {"regions": ["us", "eu"]},
    "panel": {"watch": ["us/retail/tichondrius"], "lamp": LAMPS},
}
LONGEST = 60.0
"""Seconds from the first light to "no network" on a busy emulator; systemd alone would wait for 120."""


def debugfs(card: Path, *commands: str) -> None:
    """Changes a card that nobody has mounted."""
    for command in commands:
        subprocess.run(["debugfs", "-w", "-R", command, str(card)], check=True, capture_output=True, timeout=60)


@pytest.fixture
def dark_house(tmp_path: Path) -> Iterator[Machine]:
    """A set up box whose service starts with the machine, and whose cable leads nowhere."""
    card = CARD.with_name("card-power.img")
    subprocess.run(["cp", "--sparse=always", CARD, card], check=True, timeout=300)
    (tmp_path / "settings").write_text(toml(SETTINGS), encoding="utf-8")
    (tmp_path / "secret").write_text("sim-secret", encoding="utf-8")
    secret = "/etc/watchpost/credentials/battlenet-client-secret"
    unit = "/etc/systemd/system/multi-user.target.wants/watchpost.service"
    debugfs(
        card,
        "rm /etc/watchpost/watchpost.toml",
        f"write {tmp_path / 'settings'} /etc/watchpost/watchpost.toml",
        f"rm {secret}",
        f"write {tmp_path / 'secret'} {secret}",
        f"symlink {unit} /usr/lib/systemd/system/watchpost.service",
    )
    machine = Machine(card, has_cable=False)
    yield machine
    machine.close()
    card.unlink()
    shutil.rmtree(tmp_path, ignore_errors=True)


def test_lamps_say_no_network_soon_after_the_first_light(dark_house: Machine) -> None:
    eyes = Eyes(dark_house.recorder, BACKPACK, PARALLEL)
    deadline = time.time() + BOOT
    first = None
    while first is None and time.time() < deadline:
        lit = [change.at for change in eyes.look().history if change.levels.get(REALM.green) is True]
        first = lit[0] if lit else None
        time.sleep(0.5)
    assert first is not None, f"no light at all; the console said: {dark_house.console()[-500:]}"
    eyes.await_lamp(REALM, "no network", LONGEST)
