"""`watchpost backup` and `watchpost restore`: one file for what must not be lost."""

from __future__ import annotations

import functools
import hashlib
import os
import random
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from harness.appliance import Appliance
from harness.backups import Box, key_pair, mark, marks, unpack
from harness.effort import rounds, seed_of

KEY = key_pair()


@pytest.fixture(scope="module")
def used(tmp_path_factory: pytest.TempPathFactory) -> Box:
    """A box that has run once: the state it makes, and a key pair."""
    box = Box(tmp_path_factory.mktemp("used")).write()
    appliance = Appliance(box.config, box.folder / "log").start()
    appliance.stop()
    (box.state / "vapid.pem").write_bytes(KEY)
    mark(box.state / "state.db", "kept")
    return box


@pytest.fixture
def box(used: Box, tmp_path: Path) -> Box:
    """The same, for one test alone."""
    return used.copy(tmp_path / "box")


@pytest.fixture(scope="module")
def backup(used: Box, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of that box."""
    path = tmp_path_factory.mktemp("backup") / "box.backup"
    done = used.command("backup", path)
    assert done.returncode == 0, done.stderr
    return path


def asides(box: Box) -> list[Path]:
    """The folders with what was there before a restore."""
    return sorted(box.state.glob("before-restore-*"))


def test_a_backup_of_a_running_appliance_is_whole_and_for_its_owner_only(launch, simulator, tmp_path):
    appliance = launch(regions=("us",))
    events = appliance.events()
    simulator.set("us", "down", category="Oceanic")
    events.wait_for("outage", over=False)
    path = tmp_path / "box.backup"
    box = Box(tmp_path)
    done = box.command("backup", path)
    assert done.returncode == 0, done.stderr
    assert appliance.get("/healthz").status == 200
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    (tmp_path / "copy.db").write_bytes(unpack(path)["state.db"])
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert copy.execute("SELECT count(*) FROM realm_outages").fetchone()[0] >= 1
    assert [name for name in os.listdir(tmp_path) if "partial" in name] == []


def test_what_is_restored_goes_on_where_the_backup_was_made(launch, simulator, tmp_path):
    appliance = launch(regions=("us",))
    events = appliance.events()
    simulator.set("us", "down", category="Oceanic")
    outage = events.wait_for("outage", over=False)
    box, path = Box(tmp_path), tmp_path / "box.backup"
    assert box.command("backup", path).returncode == 0
    simulator.set("us", "up", category="Oceanic")
    events.wait_for("outage", over=True)
    simulator.set("us", "down", category="Oceanic")
    # The write-ahead log of a killed appliance must not find its way into the restored database.
    appliance.kill()
    done = box.command("restore", path)
    assert done.returncode == 0, done.stderr
    appliance.start()
    again = appliance.events(after=outage.id)
    appliance.await_fresh("us")
    simulator.await_answers("us", 4)
    assert again.facts() == []
    assert [o["category"] for o in appliance.flavour("us")["outages"]] == ["Oceanic"]


def test_nothing_is_overwritten_by_a_backup(box, tmp_path):
    path = tmp_path / "precious"
    path.write_text("mine")
    done = box.command("backup", path)
    assert done.returncode == 1
    assert "is not overwritten" in done.stderr
    assert path.read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["box", "precious"]


def test_a_link_in_the_way_of_a_backup_is_not_followed(box, tmp_path):
    before = (box.state / "state.db").read_bytes()
    (tmp_path / "box.backup.partial").symlink_to(box.state)
    done = box.command("backup", tmp_path / "box.backup")
    assert done.returncode == 1
    assert "is in the way" in done.stderr
    assert (box.state / "state.db").read_bytes() == before
    assert not (tmp_path / "box.backup").exists()


def test_a_box_that_never_ran_has_nothing_to_keep(tmp_path):
    box = Box(tmp_path).write()
    done = box.command("backup", tmp_path / "box.backup")
    assert done.returncode == 1
    assert "state.db" in done.stderr and "--config" in done.stderr
    assert sorted(os.listdir(tmp_path)) == ["watchpost.toml"]


def test_a_restore_keeps_what_was_there(box, backup):
    mark(box.state / "state.db", "later")
    (box.state / "vapid.pem").write_bytes(b"another key")
    done = box.command("restore", backup)
    assert done.returncode == 0, done.stderr
    assert marks(box.state / "state.db") == ["kept"]
    assert (box.state / "vapid.pem").read_bytes() == KEY
    assert stat.S_IMODE((box.state / "vapid.pem").stat().st_mode) == 0o600
    [aside] = asides(box)
    assert str(aside) in done.stdout
    assert marks(aside / "state.db") == ["kept", "later"]
    assert (aside / "vapid.pem").read_bytes() == b"another key"


def test_a_broken_key_pair_in_a_backup_does_not_replace_a_good_one(used, box, tmp_path):
    broken, archive = used.copy(tmp_path / "broken"), tmp_path / "broken.backup"
    (broken.state / "vapid.pem").write_bytes(b"no key")
    assert broken.command("backup", archive).returncode == 0
    mark(box.state / "state.db", "later")
    done = box.command("restore", archive)
    assert done.returncode == 0, done.stderr
    assert "vapid.pem in the backup is not a key pair and was left out" in done.stdout
    assert (box.state / "vapid.pem").read_bytes() == KEY
    assert "later" not in marks(box.state / "state.db")


def test_a_backup_of_a_release_that_kept_one_database_restores_it(box, backup, tmp_path):
    early = tmp_path / "early"
    shutil.copy(backup, early)
    no_digest = "DELETE FROM checks WHERE name = 'about'"
    _sql("PRAGMA user_version = 1", no_digest, *(f"DELETE FROM {table} WHERE name = 'history.db'" for table in ("sqlar", "checks")))(early)
    mark(box.state / "state.db", "later")
    mark(box.state / "history.db", "of this box")
    done = box.command("restore", early)
    assert done.returncode == 0, done.stderr
    assert marks(box.state / "state.db") == ["kept"]
    assert marks(box.state / "history.db") == ["of this box"]
    [aside] = asides(box)
    assert sorted(os.listdir(aside)) == ["state.db", "vapid.pem"]


def test_a_damaged_history_is_left_out_of_a_backup_and_said(box, tmp_path):
    path = tmp_path / "box.backup"
    (box.state / "history.db").write_bytes(b"no database " * 1000)
    done = box.command("backup", path)
    assert done.returncode == 0, done.stderr
    assert "history.db is not in it: damaged" in done.stdout
    assert set(unpack(path)) == {"state.db", "vapid.pem"}
    assert box.command("restore", path).returncode == 0


def test_a_restore_into_a_new_box_makes_its_folder(backup, tmp_path):
    box = Box(tmp_path / "new").write()
    done = box.command("restore", backup)
    assert done.returncode == 0, done.stderr
    assert marks(box.state / "state.db") == ["kept"]
    assert asides(box) == []
    assert stat.S_IMODE(box.state.stat().st_mode) == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_the_service(box, backup):
    for path in [box.state, *box.state.iterdir()]:
        os.chown(path, 65534, 65534)
    (box.state / "lock").unlink(missing_ok=True)
    assert box.command("restore", backup).returncode == 0
    assert {path.stat().st_uid for path in box.state.rglob("*")} == {65534}


def test_a_running_appliance_is_left_alone(box, backup):
    appliance = Appliance(box.config, box.folder / "log").start()
    done = box.command("restore", backup)
    assert done.returncode == 1
    assert "systemctl stop watchpost" in done.stderr
    assert appliance.stop() == 0
    assert asides(box) == []


def _text(path: Path) -> None:
    path.write_text("This is no database, only words. " * 100)


def _nothing(path: Path) -> None:
    path.write_bytes(b"")


def _other_database(path: Path) -> None:
    path.unlink()
    mark(path, "of something else")


def _sql(*statements: str):
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as database, database:
            for statement in statements:
                database.execute(statement)

    return change


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size * 2 // 3)


def _inner(name: str, *statements: str):
    """Changes a database within the archive, with a digest that fits."""

    def change(path: Path) -> None:
        inner = path.with_suffix(".inner")
        inner.write_bytes(unpack(path)[name] if statements else b"")
        _sql(*statements)(inner)
        data = inner.read_bytes()
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("UPDATE sqlar SET data = ?, sz = ? WHERE name = ?", (data, len(data), name))
            database.execute("UPDATE checks SET sha256 = ? WHERE name = ?", (hashlib.sha256(data).digest(), name))

    return change


_state = functools.partial(_inner, "state.db")
_history = functools.partial(_inner, "history.db")


A_PHONE = (
    "INSERT INTO persons VALUES (900, 0, 1800000000)",
    "INSERT INTO devices (id, install, secret, person, name, locale, zone, registered_at, seen_at)"
    " VALUES (900, 'abcdefghijklmnopqrstuv', zeroblob(32), 900, 'Phone', 'en-GB', 'UTC', 1800000000, 1800000000)",
)
ENDLESS = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT"


ENDLESS_ALERT = """
    INSERT INTO map_alerts (device, position, mode, map, minutes, once, days)
    VALUES (900, 0, 'pubs', 'SP', 9223372036854775807, 0, 127)
"""

BAD = {
    "text": (_text, "is not a backup"),
    "nothing": (_nothing, "is not a backup"),
    "another database": (_other_database, "is not a backup"),
    "cut off": (_cut, "is damaged"),
    "a newer archive": (_sql("PRAGMA user_version = 4"), "newer release"),
    "a newer state": (_state("INSERT INTO migrations VALUES ('future/1')"), "newer release"),
    "an empty state": (_state(), "is damaged"),
    "a state without a table": (_state("DROP TABLE map_alerts"), "is damaged"),
    "a state with a trigger": (
        _state("CREATE TRIGGER t AFTER INSERT ON devices BEGIN UPDATE persons SET is_administrator = 1; END"),
        "is damaged",
    ),
    "an alert of more minutes than there are": (
        _state(*A_PHONE, ENDLESS_ALERT),
        "minutes",
    ),
    "a time that no clock has": (_state(*A_PHONE, f"UPDATE devices SET seen_at = {-(2**63)}"), "seen_at"),
    "a state that never ends": (
        _state("DROP TABLE migrations", f"CREATE VIEW migrations AS {ENDLESS} max(x) AS name FROM r"),
        "is damaged",
    ),
    "a view that never ends": (
        _sql("DROP TABLE about", f"CREATE VIEW about AS {ENDLESS} '0.1.0' AS release, max(x) AS made_at FROM r"),
        "is damaged",
    ),
    "a newer history": (_history("INSERT INTO migrations VALUES ('future/1')"), "newer release"),
    "a history of nothing": (_history("DROP TABLE transitions"), "is damaged"),
    "a history that fills the memory": (
        _history(
            "INSERT INTO subjects VALUES (900, 'us', 'retail', 'x')",
            "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r WHERE x <= 1000001)"
            " INSERT INTO transitions (subject, at, state) SELECT 900, x, 1 FROM r",
        ),
        "more than 1000000",
    ),
    "a history with a slug of a megabyte": (
        _history("INSERT INTO subjects VALUES (900, 'us', 'retail', hex(zeroblob(500000)))"),
        "slug",
    ),
    "a state whose numbers are used up": (
        _state(f"INSERT INTO sqlite_sequence VALUES ('person_log', {2**63 - 1})"),
        "the numbers of person_log are used up",
    ),
    "a state that lacks a migration": (_state("DELETE FROM migrations WHERE name = 'devices/3'"), "lacks devices/3"),
    "a state that lacks its last migration": (
        _state("DELETE FROM migrations WHERE name = 'devices/7'"),
        "not what its list of migrations makes",
    ),
    "a state that takes one language only": (_state("CREATE UNIQUE INDEX mine ON devices (locale)"), "is damaged"),
    "a state that takes no phone": (
        _state(
            "PRAGMA writable_schema = ON",
            "UPDATE sqlite_schema SET sql = replace(sql, 'locale TEXT NOT NULL', 'locale TEXT NOT NULL CHECK (0)')",
        ),
        "is damaged",
    ),
    "a history that lacks its only migration": (_history("DELETE FROM migrations"), "is damaged"),
    "of another release": (_sql("UPDATE about SET release = '9.9.9'"), "is damaged"),
    "of another time": (_sql("UPDATE about SET made_at = made_at + 1"), "is damaged"),
    "of two releases": (_sql("INSERT INTO about SELECT * FROM about"), "is damaged"),
    "with a digest of no file": (_sql("INSERT INTO checks VALUES ('x', zeroblob(32))"), "is damaged"),
    "without the state": (
        _sql(*(f"DELETE FROM {table} WHERE name = 'state.db'" for table in ("sqlar", "checks"))),
        "does not hold",
    ),
    "with a stranger": (
        _sql(*(f"UPDATE {table} SET name = '../x' WHERE name = 'vapid.pem'" for table in ("sqlar", "checks"))),
        "does not hold",
    ),
    "without digests": (_sql("DELETE FROM checks"), "is damaged"),
    "with a trigger": (_sql("CREATE TRIGGER t AFTER DELETE ON about BEGIN SELECT 1; END"), "is damaged"),
    "with half a file": (_sql("UPDATE sqlar SET sz = sz + 1"), "is damaged"),
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_whole_backup_of_this_release_changes_nothing(box, backup, tmp_path, kind):
    spoil, words = BAD[kind]
    path = tmp_path / "bad"
    shutil.copy(backup, path)
    spoil(path)
    before = (box.state / "state.db").read_bytes()
    done = box.command("restore", path)
    assert done.returncode == 1
    assert done.stderr.startswith("nothing was restored: ")
    assert words in done.stderr
    assert (box.state / "state.db").read_bytes() == before
    assert (box.state / "vapid.pem").read_bytes() == KEY
    assert [path.name for path in box.state.iterdir() if "restore" in path.name] == []


def test_a_missing_file_and_a_folder_are_said(box, tmp_path):
    for path in (tmp_path / "nowhere", tmp_path):
        done = box.command("restore", path)
        assert done.returncode == 1
        assert str(path) in done.stderr


def test_a_pipe_is_refused_and_not_waited_for(box, tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    before = (box.state / "state.db").read_bytes()
    done = box.command("restore", path)
    assert done.returncode == 1
    assert f"{path} is not a regular file" in done.stderr
    assert (box.state / "state.db").read_bytes() == before


def test_nothing_but_the_files_of_the_backup_stays_in_the_state_folder(box, backup, tmp_path):
    path = tmp_path / "logged"
    shutil.copy(backup, path)
    for name in ("state.db", "history.db"):
        # An SQLite of somebody else's may keep a write-ahead log for it: reading it already makes companions.
        _inner(name, "PRAGMA journal_mode = WAL")(path)
        for suffix in ("-wal", "-shm", "-journal"):
            (box.state / f"{name}{suffix}").write_bytes(b"of the former one")
    done = box.command("restore", path)
    assert done.returncode == 0, done.stderr
    assert sorted(name for name in os.listdir(box.state) if "-" in name) == sorted(
        ["owner-key", asides(box)[0].name]
    )
    assert marks(box.state / "state.db") == ["kept"]
    assert len(list(asides(box)[0].glob("*.db-*"))) == 6


def _content(state: Path) -> list[str]:
    """Everything in a state but the numbers that its next persons get: each restore begins others."""
    with closing(sqlite3.connect(state)) as database:
        return [line for line in database.iterdump() if not line.startswith('INSERT INTO "person_numbers"')]


def test_no_flipped_bit_comes_through(used, backup, tmp_path):
    generator = random.Random(seed_of("flipped bits"))
    whole = backup.read_bytes()
    flips, refused = rounds(40, most=400), 0
    kept = tmp_path / "kept.db"
    kept.write_bytes(unpack(backup)["state.db"])
    for number in range(flips):
        data = bytearray(whole)
        data[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        path = tmp_path / "flipped"
        path.write_bytes(data)
        box = Box(tmp_path / f"box-{number}").write()
        done = box.command("restore", path)
        if done.returncode == 0:
            assert _content(box.state / "state.db") == _content(kept)
            assert (box.state / "vapid.pem").read_bytes() == KEY
        else:
            refused += 1
            assert not (box.state / "state.db").exists()
    assert refused > flips // 2, "most of the file is content, and the digests guard it"
