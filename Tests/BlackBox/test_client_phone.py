"""The client library against the real appliance: one installation, its lists, its files shared by processes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance
from harness.client import App, finished
from harness.device import ask
from harness.middlebox import Exchange, Middlebox
from harness.settings import REGIONS, UNLIMITED


@pytest.fixture
def appliance(launch: Any) -> Appliance:
    """Five regions, polled, and no limits that this many requests would meet."""
    return launch(devices=UNLIMITED)


@pytest.fixture
def app(appliance: Appliance, tmp_path: Path) -> App:
    """An app that was never opened."""
    return App(tmp_path / "app", appliance.base)


@pytest.fixture
def box(appliance: Appliance) -> Iterator[Middlebox]:
    """A proxy before the appliance."""
    middlebox = Middlebox(appliance.base)
    yield middlebox
    middlebox.close()


def personal(appliance: Appliance, app: App, rest: str, method: str = "GET") -> Any:
    """What the appliance says to somebody with this app's credential; asked without the library."""
    install, bearer = app.credential
    return ask(appliance.base, method, f"/v1/devices/{install}{rest}", Authorization=bearer)


def realms(appliance: Appliance, region: str) -> list[str]:
    """Ids of realms that can be watched."""
    return [realm["id"] for realm in appliance.get_json(f"/v1/regions/{region}/realms")["realms"]]


def test_it_registers_watches_and_wants_to_be_told_of_maps(appliance: Appliance, app: App) -> None:
    device = app.run("register", "Ann's phone")[0]
    assert device == {"id": app.credential[0], "name": "Ann's phone"}
    realm = realms(appliance, "eu")[0]
    app.run("watch", "eu", realm)
    app.run("alert", "pubs", "SP")
    assert personal(appliance, app, "/watchlist/eu").json["realms"] == [realm]
    alerts = personal(appliance, app, "/alerts").json
    assert [(alert["mode"], alert["map"], alert["repeat"]) for alert in alerts["maps"]] == [("pubs", "SP", "always")]
    assert alerts["quietHours"] == {"from": "22:00", "to": "07:00"}
    assert app.run("alerts")[0]["maps"] == "pubs/SP"
    assert app.refused("watch", "eu", "retail/no-such-realm") == "unknown-realm"


def test_without_a_connection_the_list_is_shown_as_last_seen(appliance: Appliance, box: Middlebox, tmp_path: Path) -> None:
    app = App(tmp_path / "app", box.base)
    app.run("register", "P")
    realm = realms(appliance, "eu")[0]
    app.run("watch", "eu", realm)
    box.rules["*"] = Exchange.cut
    seen = app.run("watched", "eu")[0]
    assert seen["realms"] == realm and "does not answer" in seen["mark"]
    assert app.refused("watch", "eu", realms(appliance, "eu")[1]) == "unreachable"
    box.rules.clear()
    assert app.run("watched", "eu")[0] == {"version": "1", "realms": realm, "mark": ""}


def test_an_answer_that_is_lost_is_asked_for_again(appliance: Appliance, box: Middlebox, tmp_path: Path) -> None:
    app = App(tmp_path / "app", box.base)
    app.run("register", "P")
    path = f"/v1/devices/{app.credential[0]}/watchlist/eu"
    lost: list[str] = []

    def lose_the_first(exchange: Exchange) -> None:
        if exchange.command == "PUT" and not lost:
            lost.append(exchange.path)
            # The appliance has it, the phone does not know.
            exchange.wfile = Nowhere()
            exchange.forward()
            exchange.close_connection = True
        else:
            exchange.forward()

    box.rules[path] = lose_the_first
    realm = realms(appliance, "eu")[0]
    assert app.run("watch", "eu", realm)[0] == {"version": "1", "realms": realm}
    assert lost


class Nowhere:
    """Takes everything that is written."""

    closed = False

    def write(self, data: bytes) -> int:
        """Forgets it."""
        return len(data)

    def flush(self) -> None:
        """There is nothing to flush."""

    def close(self) -> None:
        """Nor to close."""


def test_a_credential_goes_nowhere_else(box: Middlebox, tmp_path: Path) -> None:
    thief = Middlebox("http://127.0.0.1:9")
    app = App(tmp_path / "app", box.base)
    box.rules["*"] = lambda exchange: exchange.answer(307, b"", ("Location", thief.base + exchange.path))
    assert app.refused("register", "P") == "notWatchpost"
    assert thief.asked() == []
    thief.close()


def test_all_processes_that_start_at_once_are_one_phone(appliance: Appliance, app: App) -> None:
    processes = [app.start("register", f"P{number}") for number in range(6)]
    ids = {line["id"] for process in processes for line in finished(process)}
    assert ids == {app.credential[0]}
    listed = ask(
        appliance.base, "GET", "/v1/admin/devices?limit=100&after=0", Authorization=f"Bearer {appliance.owner_key}"
    )
    assert [device["id"] for device in listed.json["devices"]] == list(ids)


def test_processes_that_change_different_things_lose_none(appliance: Appliance, app: App) -> None:
    """Each process keeps the newest list of one region in the file that all of them write."""
    app.run("register", "P")
    processes = {
        region: app.start("churn", region, realms(appliance, region)[0], "40") for region in REGIONS
    }
    versions = {region: finished(process)[-1]["version"] for region, process in processes.items()}
    assert set(versions.values()) == {"40"}
    kept = json.loads((app.folder / "phone.json").read_text(encoding="utf-8"))
    [lists] = kept["lists"].values()
    assert {region: str(seen["list"]["version"]) for region, seen in lists["watchLists"].items()} == versions
    assert kept["profile"]["name"] == "P"


def test_processes_that_change_the_same_list_lose_none(appliance: Appliance, app: App) -> None:
    app.run("register", "P")
    wanted = realms(appliance, "eu")[:4]
    for process in [app.start("watch", "eu", realm) for realm in wanted]:
        finished(process)
    assert personal(appliance, app, "/watchlist/eu").json["realms"] == sorted(wanted)


def test_a_phone_that_the_appliance_lost_registers_by_itself(appliance: Appliance, app: App) -> None:
    app.run("register", "Ann's phone")
    assert personal(appliance, app, "", "DELETE").status == 204
    realm = realms(appliance, "eu")[0]
    assert app.run("watch", "eu", realm)[0]["realms"] == realm
    assert personal(appliance, app, "").json["name"] == "Ann's phone"


def test_a_registration_that_is_lost_is_sent_again_and_not_the_request(
    appliance: Appliance, box: Middlebox, tmp_path: Path
) -> None:
    app = App(tmp_path / "app", box.base)
    app.run("register", "Ann's phone")
    assert personal(appliance, app, "", "DELETE").status == 204
    path = f"/v1/devices/{app.credential[0]}"
    lost: list[str] = []

    def lose_the_first(exchange: Exchange) -> None:
        if lost:
            exchange.forward()
        else:
            lost.append(exchange.command)
            exchange.cut()

    box.rules[path] = lose_the_first
    box.asked()
    realm = realms(appliance, "eu")[0]
    assert app.run("watch", "eu", realm)[0]["realms"] == realm
    list_path, about, asked = f"{path}/watchlist/eu", "/v1/about", box.asked()
    assert lost == ["PUT"]
    # URLSession may send it once more by itself, on a new connection.
    assert 2 <= asked.count(path) <= 3
    assert asked[0] == about and asked.count(about) <= 2, "who lost a connection asks again who is there"
    personally = [entry for entry in asked if entry != about]
    assert personally == [list_path, *[path] * asked.count(path), list_path, list_path]
    assert personal(appliance, app, "").json["name"] == "Ann's phone"


def test_liked_and_avoided_maps(appliance: Appliance, box: Middlebox, tmp_path: Path) -> None:
    app = App(tmp_path / "app", box.base)
    app.run("register", "P")
    modes = appliance.get_json("/v1/rotations")["modes"]
    codes = sorted({entry["code"] for mode in modes for schedule in mode["schedules"] for entry in schedule["cycle"]})
    app.run("like", codes[0], codes[1])
    stored = personal(appliance, app, "/maps").json
    assert (stored["liked"], stored["avoided"]) == ([codes[0]], [codes[1]])
    seen = app.run("likes")[0]
    assert (seen["liked"], seen["avoided"], seen["mark"]) == (codes[0], codes[1], "")
    assert app.refused("like", "no-such-map", codes[1])
    box.rules["*"] = Exchange.cut
    seen = app.run("likes")[0]
    assert (seen["liked"], seen["next"]) == (codes[0], "") and "does not answer" in seen["mark"]


def test_a_box_that_is_gone_is_forgotten_here(appliance: Appliance, box: Middlebox, tmp_path: Path) -> None:
    app = App(tmp_path / "app", box.base)
    app.run("register", "P")
    app.run("watch", "eu", realms(appliance, "eu")[0])
    before = app.credential[0]
    box.rules["*"] = Exchange.cut
    assert app.refused("forget")
    app.run("forget-here")
    assert app.credentials == {} and json.loads((app.folder / "phone.json").read_text(encoding="utf-8"))["lists"] == {}
    assert app.refused("watched", "eu") == "unreachable"
    box.rules.clear()
    assert app.run("register", "P")[0]["id"] != before


def change_state(appliance: Appliance, box: Middlebox, aside: Path, back: Path | None = None) -> None:
    """Makes another appliance of it: its state is put aside, and the one of before comes back, or none."""
    appliance.stop()
    state = aside.parent / "state"
    state.rename(aside)
    if back:
        back.rename(state)
    appliance.start()
    appliance.await_fresh("eu")
    box.target = appliance.base


def test_at_another_appliance_the_phone_is_somebody_else_and_stays_who_it_was(
    appliance: Appliance, box: Middlebox, tmp_path: Path
) -> None:
    """The same address, as `watchpost.local` is in every home that has one."""
    app = App(tmp_path / "app", box.base)
    at_one = app.run("register", "P")[0]["id"]
    realm = realms(appliance, "eu")[0]
    app.run("watch", "eu", realm)
    first = set(app.credentials.values())
    change_state(appliance, box, tmp_path / "one")
    box.seen.clear()
    assert app.run("watched", "eu")[0]["realms"] == ""
    bearers = {bearer for _, _, bearer in box.seen if bearer}
    assert bearers and not bearers & {f"Bearer {text}" for text in first}
    assert app.run("register", "P")[0]["id"] != at_one
    change_state(appliance, box, tmp_path / "two", back=tmp_path / "one")
    assert app.run("watched", "eu")[0] == {"version": "1", "realms": realm, "mark": ""}
    assert app.run("register", "P")[0]["id"] == at_one
    assert len(app.credentials) == 2


@pytest.mark.parametrize("code", ["wrong-secret", "unknown-device"])
def test_what_a_login_page_says_costs_no_identity(
    appliance: Appliance, box: Middlebox, tmp_path: Path, code: str
) -> None:
    app = App(tmp_path / "app", box.base)
    before = app.run("register", "P")[0]["id"]
    body = json.dumps({"type": "/problems/x", "title": "x", "status": 401, "detail": "x", "code": code})
    refusal = (401, body.encode(), ("Content-Type", "application/problem+json"))
    box.rules["*"] = lambda exchange: exchange.answer(*refusal)
    for command in (("register", "P"), ("watched", "eu"), ("forget",)):
        assert app.refused(*command)
    # It may even pass on which appliance is behind it.
    box.rules["/v1/about"] = Exchange.forward
    for command in (("register", "P"), ("watched", "eu")):
        assert app.refused(*command) == code
    box.rules.clear()
    assert app.run("watched", "eu")[0]["mark"] == ""
    assert app.run("register", "P")[0]["id"] == before
    assert len(app.credentials) == 1


@pytest.mark.parametrize("name", ["credentials.json", "phone.json"])
def test_a_damaged_file_is_kept_aside_and_told(app: App, name: str) -> None:
    app.run("register", "P")
    (app.folder / name).write_text("{damaged", encoding="utf-8")
    assert app.refused("register", "P") == "storage"
    assert (app.folder / f"{name}.unreadable-1").read_text(encoding="utf-8") == "{damaged"
    app.run("register", "P")


def test_a_removed_phone_says_so_until_it_is_forgotten(appliance: Appliance, app: App) -> None:
    before = app.run("register", "P")[0]["id"]
    removal = ask(
        appliance.base, "DELETE", f"/v1/admin/devices/{before}", Authorization=f"Bearer {appliance.owner_key}"
    )
    assert removal.status == 204
    assert app.refused("register", "P") == "removed"
    assert app.refused("watched", "eu") == "removed"
    after = app.run("forget")[0]["id"]
    assert after != before
    assert app.run("register", "P")[0]["id"] == after


def test_a_pulled_plug_brings_no_old_file_back(appliance: Appliance, app: App, tmp_path: Path) -> None:
    """A new content has its name for good: the folder is synced after each rename(2)."""
    trace = tmp_path / "trace"
    calls = "trace=fsync,rename,renameat,renameat2"
    strace = ["strace", "-f", "-y", "-qq", "-e", calls, "-e", "signal=none", "-o", str(trace)]
    finished(app.start("register", "Ann's phone", before=strace))
    steps = re.findall(r"\b(rename|fsync)\w*\((.*)\) = 0", trace.read_text(encoding="utf-8"))
    folder = f"<{app.folder}>"
    renamed = [index for index, (call, words) in enumerate(steps) if call == "rename" and ".new" in words]
    assert renamed, steps
    for index in renamed:
        assert any(call == "fsync" and words.endswith(folder) for call, words in steps[index + 1 :][:1]), steps
