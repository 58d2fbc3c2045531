"""A state that is lost: refused like a damaged one, until its owner says that it is to begin again."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from harness.appliance import Appliance, binary, command
from harness.phone import Phone
from harness.waiting import PATIENCE

COMPANIONS = ("state.db-wal", "state.db-shm")


def refused(config: Path, *options: str) -> str:
    """What a start says that ends with EX_DATAERR, after which systemd does not try again."""
    done = subprocess.run(
        [binary(), "run", "--config", str(config), *options], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 65, done.stderr
    return done.stderr


@pytest.fixture
def lived_in(launch) -> Appliance:
    """A box with a phone, stopped."""
    appliance = launch(regions=("us",), push={"web": {"contact": "mailto:o@example.org"}})
    Phone(appliance).register()
    appliance.stop()
    return appliance


def lose(state: Path, how: str) -> None:
    for name in COMPANIONS:
        (state / name).unlink(missing_ok=True)
    if how == "missing":
        (state / "state.db").unlink()
    elif how == "empty":
        (state / "state.db").write_bytes(b"")
    else:
        (state / "state.db").write_bytes(b"SQLite format 3\0" + bytes(5_000))


@pytest.mark.parametrize("how", ["missing", "empty", "damaged"])
def test_it_is_refused_and_nothing_is_made_in_its_place(lived_in, tmp_path, how):
    state = tmp_path / "state"
    lose(state, how)
    before = {path.name: path.read_bytes() for path in state.iterdir() if path.is_file()}
    for _ in range(2):
        said = refused(lived_in.config)
        assert "state.db" in said and "watchpost restore FILE" in said and "watchpost new-state" in said
    after = {path.name: path.read_bytes() for path in state.iterdir() if path.is_file()}
    assert {name: after.get(name) for name in before} == before


@pytest.mark.parametrize("how", ["missing", "empty", "damaged"])
@pytest.mark.parametrize("word", ["new-state", "--new-state"])
def test_its_owner_says_yes(lived_in, tmp_path, how, word):
    state = tmp_path / "state"
    keys = {name: (state / name).read_bytes() for name in ("vapid.pem", "owner-key")}
    lose(state, how)
    if word == "new-state":
        done = command("new-state", "--config", str(lived_in.config))
        assert done.returncode == 0, done.stderr
        lived_in.start()
    else:
        lived_in.start(options=(word,))
    Phone(lived_in).register()
    lived_in.stop()
    lived_in.start()
    lived_in.stop()
    assert {name: (state / name).read_bytes() for name in keys} == keys, "browsers know the box by its key"
    kept = [path.name for path in state.iterdir() if ".damaged-" in path.name]
    assert bool(kept) == (how == "damaged")


def test_a_sound_state_is_never_given_up(lived_in, tmp_path):
    before = (tmp_path / "state" / "state.db").read_bytes()
    done = command("new-state", "--config", str(lived_in.config))
    assert done.returncode == 0 and "the state is sound" in done.stdout
    assert (tmp_path / "state" / "state.db").read_bytes() == before


def test_a_backup_brings_a_lost_state_back(lived_in, tmp_path):
    config, file = str(lived_in.config), str(tmp_path / "kept.backup")
    assert command("backup", file, "--config", config).returncode == 0
    lose(tmp_path / "state", "missing")
    refused(lived_in.config)
    assert command("restore", file, "--config", config).returncode == 0
    lived_in.start()
    lived_in.stop()


def test_a_key_pair_alone_is_no_state(configure, tmp_path, launch):
    """`watchpost vapid` may be the first that anybody does with a box."""
    config = configure(regions=("us",))
    (tmp_path / "state").mkdir()
    assert command("vapid", "--config", str(config)).returncode == 0
    assert (tmp_path / "state" / "vapid.pem").exists()
    launch(regions=("us",)).stop()


def test_a_running_appliance_keeps_its_state(launch):
    appliance = launch(regions=("us",))
    done = command("new-state", "--config", str(appliance.config))
    assert done.returncode == 1 and "another watchpost" in done.stderr
