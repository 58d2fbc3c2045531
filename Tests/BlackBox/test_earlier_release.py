"""A state folder that an earlier release wrote opens, and everything in it is kept (fixtures/make_state.py made it)."""

from __future__ import annotations

import json
import sqlite3
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance
from harness.backups import Box
from harness.device import ask, is_problem
from harness.phone import Phone
from harness.push import PushServices
from harness.waiting import wait_until

ARCHIVE = Path(__file__).parent / "fixtures" / "state-0.1.0.tar.xz"
Rows = dict[str, list[dict[str, Any]]]

AGEING = {
    # How far the map alerts were looked through moves on with the clock.
    "notice_cursors": {"name"},
    # Times that have passed since: what waited is given up, and what is announced of sources is looked at again.
    "outbox": {"id", "device", "subject", "aspect", "word", "at", "title"},
    "realm_sources": {"region", "flavour"},
    "link_codes": set(),
    "alive": {"id"},
}
"""The columns that must stay where the others may change with time."""


@pytest.fixture
def kept(tmp_path: Path) -> dict[str, Any]:
    """Unpacks the folder to where `launch` looks for it; what the earlier release answered."""
    with tarfile.open(ARCHIVE) as archive:
        archive.extractall(tmp_path, filter="data")
    return json.loads((tmp_path / "answers.json").read_text(encoding="utf-8"))


@pytest.fixture
def services(tmp_path: Path) -> Iterator[PushServices]:
    """Push services in which everything works."""
    services = PushServices(tmp_path / "push")
    yield services
    services.close()


SCHEDULE = """\
source = "over for long"
[maps]
SP = "Storm Point"
"""
MODE = """
[[mode]]
key = "{0}"
name = "{0}"
[[mode.schedule]]
anchor = 2025-01-01T00:00:00Z
to = 2025-02-01T00:00:00Z
cycle = [{{ map = "SP", minutes = 90 }}]
"""
"""No alert of the household is due, at whatever time the test runs."""


@pytest.fixture
def start(launch: Callable[..., Appliance], simulator, tmp_path: Path) -> Callable[..., Appliance]:
    """Starts today's binary on it while Blizzard does not answer: nothing changes but what the release changes."""
    schedule = tmp_path / "over.toml"
    schedule.write_text(SCHEDULE + "".join(MODE.format(mode) for mode in ("pubs", "ranked")), encoding="utf-8")

    def begin(**changes: Any) -> Appliance:
        simulator.fault("all", "503")
        changes = {"rotations": {"schedule_file": str(schedule)}} | changes
        settings = {"push": {"web": {"contact": "mailto:o@example.org"}}, "server": {"public_url": "https://box.example.org"}}
        return launch(("us", "eu"), fresh=False, **(settings | changes))

    return begin


def phone(appliance: Appliance, kept: dict[str, Any], name: str) -> Phone:
    """One of the household's phones."""
    known = kept["phones"][name]
    phone = Phone(appliance)
    phone.identifier, phone.secret, phone.profile = known["identifier"], known["secret"], known["profile"]
    return phone


def rows(file: Path) -> Rows:
    """Every row of every table."""
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    database.row_factory = sqlite3.Row
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {name: [dict(row) for row in database.execute(f'SELECT * FROM "{name}"')] for name in names}
    database.close()
    return found


def lost(before: Rows, after: Rows) -> list[str]:
    """Rows of before that are not there any more with all their values; new columns and rows are welcome."""
    missing = []
    for table, old in before.items():
        for row in old:
            wanted = {key: value for key, value in row.items() if key in AGEING.get(table, set(row))}
            if not any(all(new.get(key) == value for key, value in wanted.items()) for new in after.get(table, [])):
                missing.append(f"{table}: {wanted}")
    return missing


def test_every_row_survives_the_step_to_this_release(kept, start, tmp_path):
    files = {name: tmp_path / "state" / name for name in ("state.db", "history.db")}
    before = {name: rows(file) for name, file in files.items()}
    filled = {table for found in before.values() for table, content in found.items() if content}
    assert filled >= {
        "persons", "devices", "removed_devices", "watch_lists", "watched_realms", "realm_wishes", "map_alerts",
        "phone_settings", "outbox", "told", "notice_buckets", "events", "realms", "realm_sources", "realm_outages",
        "realm_downs", "migrations", "notice_cursors",
    }, "the fixture holds something of everything"  # fmt: skip
    keys = {name: (tmp_path / "state" / name).read_bytes() for name in ("owner-key", "vapid.pem")}
    appliance = start()
    assert appliance.stop() == 0
    for name, file in files.items():
        assert lost(before[name], rows(file)) == []
    assert {name: (tmp_path / "state" / name).read_bytes() for name in keys} == keys


@pytest.mark.parametrize("ran", [True, False], ids=["after this release ran on it", "before it did"])
def test_a_backup_of_it_is_restored_into_a_fresh_box(kept, start, tmp_path, ran):
    state = tmp_path / "state" / "state.db"
    before = rows(state)
    if ran:
        assert start().stop() == 0
    household, archive = Box(tmp_path), tmp_path / "household.backup"
    if not ran:
        household.write()
    done = household.command("backup", archive)
    assert done.returncode == 0, done.stderr
    fresh = Box(tmp_path / "fresh").write()
    done = fresh.command("restore", archive)
    assert done.returncode == 0, done.stderr
    if ran:
        restored, kept_here = rows(fresh.state / "state.db"), rows(state)
        # Numbers that were given since the backup are never given again.
        assert [len(found.pop("person_numbers")) for found in (restored, kept_here)] == [1, 1]
        assert restored == kept_here
    appliance = Appliance(fresh.config, fresh.folder / "log").start()
    try:
        for name in kept["answers"]:
            reply = phone(appliance, kept, name).ask("GET", "")
            assert reply.status == 200, (name, reply.body)
    finally:
        assert appliance.stop() == 0
    assert lost(before, rows(fresh.state / "state.db")) == []
    # And what this release made of it can be restored once more.
    again = tmp_path / "again.backup"
    assert fresh.command("backup", again).returncode == 0
    done = Box(tmp_path / "third").write().command("restore", again)
    assert done.returncode == 0, done.stderr


def test_phones_are_answered_as_before(kept, start):
    appliance = start()
    for name, answers in kept["answers"].items():
        for path, answer in answers.items():
            if path.startswith("/wishes"):
                # A mute has its end.
                for realm in answer["realms"]:
                    realm["mutedUntil"] = None
            reply = phone(appliance, kept, name).ask("GET", path)
            assert reply.status == 200, (name, path, reply.body)
            if path == "/notices":
                sent = [notice for notice in answer["notices"] if notice["state"] == "sent"]
                assert [notice for notice in reply.json["notices"] if notice["state"] == "sent"] == sent
            elif path.startswith("/wishes"):
                assert [realm | {"mutedUntil": None} for realm in reply.json["realms"]] == answer["realms"]
            else:
                assert reply.json == answer, (name, path)
    owner = phone(appliance, kept, "owner")
    admin = {"Authorization": f"Bearer {owner.identifier}.{owner.secret}"}
    for path, answer in kept["admin"].items():
        reply = ask(appliance.base, "GET", path, **admin)
        # What came to the answer since then is not compared. The machine's name is the file's value where the file has none.
        told = {name: value for name, value in reply.json.items() if name in answer}
        assert without_machine(told) == without_machine(answer), path
    gone = phone(appliance, kept, "lost").ask("GET", "")
    assert is_problem(gone, 401) and gone.json["code"] == "device-removed"


def without_machine(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer without the name of the machine that gave it."""
    for setting in ("name",):
        answer.get("settings", {}).get(setting, {}).pop("file", None)
    return answer


def test_an_outage_of_before_ends_once_and_numbers_go_on(kept, start, simulator, tmp_path):
    newest = max(row["sequence"] for row in rows(tmp_path / "state" / "state.db")["events"])
    appliance = start()
    stream = appliance.events(after=newest)
    simulator.fault("all", "none")
    appliance.await_fresh("us", "eu")

    def told() -> dict[str, int]:
        """How often each realm came back."""
        counts: dict[str, int] = {}
        for event in stream.facts():
            back = event.name == "recovery" or event.data.get("over") or event.data.get("change") == "up"
            for realm in (event.data.get("realms") or [event.data.get("id")]) if back else []:
                counts[realm] = counts.get(realm, 0) + 1
        return counts

    away = {"retail/illidan", "retail/caelestrasz", "retail/frostmourne"}
    wait_until(lambda: away <= told().keys(), "who was down for the earlier release is back")
    assert min(event.id for event in stream.facts()) > newest
    simulator.await_answers(("us", "eu"), 2)
    assert set(told().values()) == {1}, "each of them once"


def test_what_could_never_match_is_told_to_its_phone_once_and_by_name(kept, launch, simulator, services):
    push = services.subscribe()
    addresses = services.addresses
    changes = {
        "push": {"connect_to": addresses["connect_to"], "ca_file": addresses["ca"], "web": {"contact": "mailto:o@example.org"}},
        "server": {"public_url": "https://box.example.org"},
    }
    appliance = launch(("us", "eu"), fresh=False, environment={"WATCHPOST_TEST": "1"}, **changes)
    ann = phone(appliance, kept, "ann")
    # Its old subscription was with a service of another day.
    ann.register(push)

    def told() -> list[dict[str, Any]]:
        return [shown for shown in services.shown(push) if shown["title"] == "US: your watch list"]

    wait_until(lambda: told() or None, f"the notice; got {services.shown(push)}, {ann.notices()}")
    body = told()[0]["body"]
    assert "No realm is called no-such-realm" in body
    assert "kel'thuzad (Kel'Thuzad)" in body
    listed = ann.ask("GET", "/watchlist/us").json
    wanted = ["retail/area-52", "retail/kelthuzad", "retail/no-such-realm", "retail/stormrage", "retail/tichondrius"]
    assert (listed["realms"], listed["version"]) == (wanted, kept["answers"]["ann"]["/watchlist/us"]["version"] + 1)
    assert appliance.stop() == 0
    appliance.start()
    appliance.await_fresh("us", "eu")
    simulator.await_answers(("us", "eu"), 3)
    assert len(told()) == 1, "it is told once"
    assert [notice["title"] for notice in ann.notices()].count("US: your watch list") == 1
    wanted.remove("retail/no-such-realm")
    assert ann.watch("us", *wanted)["realms"] == wanted
    assert is_problem(ann.ask("PUT", "/watchlist/us", {"version": 3, "realms": ["retail/tichondrus"]}), 400)
