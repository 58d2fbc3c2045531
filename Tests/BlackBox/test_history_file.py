"""What the box does without its history: everything else, and the panel says so until the file is well again."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance
from harness.backups import Box
from harness.disk import SmallDisk
from harness.waiting import PATIENCE, wait_until

SLUG = "tichondrius"


def faults(appliance: Appliance) -> dict[str, str]:
    """The panel's faults, words by code."""
    return {fault["code"]: fault["words"] for fault in appliance.get_json("/v1/panel")["faults"]}


def states(appliance: Appliance) -> list[str]:
    """What the history says of one realm."""
    body: dict[str, Any] = appliance.get_json(f"/v1/realms/us/retail/{SLUG}/history?hours=1")
    return [segment["state"] for segment in body["segments"]]


def stored(path: Path) -> list[int]:
    """What the file says of that realm: 1 up, 3 down."""
    with closing(sqlite3.connect(path)) as database:
        return [
            row[0]
            for row in database.execute(
                "SELECT state FROM transitions JOIN subjects s ON s.id = subject WHERE slug = ? ORDER BY transitions.id",
                (SLUG,),
            )
        ]


def _a_folder(path: Path) -> None:
    path.mkdir()


def _a_newer_release(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE migrations (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID")
        database.execute("INSERT INTO migrations VALUES ('history/9')")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [(_a_folder, "unable to open"), (_a_newer_release, "written by a newer release of watchpost")],
    ids=["a folder", "a newer release"],
)
def test_a_history_that_cannot_be_used_closes_nothing_else(launch, simulator, tmp_path, spoil, words):
    path = tmp_path / "state" / "history.db"
    path.parent.mkdir(mode=0o700)
    spoil(path)
    appliance = launch(regions=("us",))
    wait_until(lambda: "E02" in faults(appliance), "the fault")
    assert faults(appliance)["E02"].startswith("history.db: ") and words in faults(appliance)["E02"]
    assert appliance.get("/readyz").status == 200
    stream = appliance.events()
    simulator.set("us", "down", slug=SLUG)
    stream.wait_for("realm", id=f"retail/{SLUG}", change="down")
    wait_until(lambda: states(appliance)[-1] == "down", "what is seen meanwhile is known")
    path.rmdir() if path.is_dir() else path.unlink()
    wait_until(lambda: "E02" not in faults(appliance), "the end of the fault")
    assert appliance.stop() == 0
    assert stored(path)[-1] == 3, "and stored as soon as it can be"
    assert 1 in stored(path)


def test_a_backup_brings_the_history_along(launch, simulator, tmp_path):
    appliance = launch(regions=("us",))
    stream = appliance.events()
    simulator.set("us", "down", slug=SLUG)
    stream.wait_for("realm", id=f"retail/{SLUG}", change="down")
    # A state of no second is none.
    wait_until(lambda: states(appliance)[-1] == "down", "a second of it")
    assert appliance.stop() == 0
    box, path = Box(tmp_path), tmp_path / "box.backup"
    assert box.command("backup", path).returncode == 0
    for file in (tmp_path / "state").glob("*.db*"):
        file.unlink()
    assert box.command("restore", path).returncode == 0
    appliance.start()
    assert "down" in states(appliance)


@pytest.mark.slow
def test_a_full_disk_is_told_for_the_history_as_well_and_nothing_is_lost(launch, simulator, tmp_path):
    disk = SmallDisk(tmp_path / "state")
    try:
        appliance = launch(regions=("us",))
        disk.fill()
        simulator.set("us", "down", slug=SLUG)
        # What happened to realms is written a minute later at the earliest.
        wait_until(lambda: {"E01", "E02"} <= faults(appliance).keys(), "both faults", timeout=60 + PATIENCE)
        assert faults(appliance)["E02"] == "history.db: database or disk is full"
        disk.free()
        wait_until(lambda: not {"E01", "E02"} & faults(appliance).keys(), "the end of both", timeout=60 + PATIENCE)
        assert appliance.stop() == 0
        assert stored(disk.folder / "history.db")[-1] == 3
    finally:
        disk.close()
