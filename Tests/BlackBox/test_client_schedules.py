"""The client library against the real appliance: which map is on, and whether that is certain."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance
from harness.client import App, finished
from harness.middlebox import Exchange, Middlebox
from harness.settings import SCHEDULE
from harness.waiting import wait_until

NOBODY = "http://127.0.0.1:9"
"""Where nothing listens."""


@pytest.fixture
def box(launch: Any) -> Iterator[Middlebox]:
    """A proxy before an appliance with the schedule of the tests."""
    middlebox = Middlebox(with_schedule(launch(regions=("us",), fresh=False)).base)
    yield middlebox
    middlebox.close()


def with_schedule(appliance: Appliance) -> Appliance:
    """The same, once it has read its schedule: until then it says 503."""
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule is read")
    return appliance


@pytest.fixture
def app(box: Middlebox, tmp_path: Path) -> App:
    """An app that was never opened."""
    return App(tmp_path / "app" / "group", box.base)


def expected(at: datetime) -> str:
    """The map of `pubs` by the schedule's text, calculated here."""
    minutes = (at - datetime(2026, 1, 1, tzinfo=timezone.utc)) // timedelta(minutes=1) % 150
    return "OL" if minutes < 90 else "SP"


def is_right(line: dict[str, Any]) -> bool:
    """Whether the map is the one of the instant of the answer."""
    at = datetime.fromtimestamp(float(line["answered"]), timezone.utc)
    near = {expected(at), expected(at - timedelta(seconds=2))}
    return line["map"] in near


def edit(tmp_path: Path, text: str) -> None:
    """Replaces the schedule file in one step."""
    fresh = tmp_path / "schedule.fresh"
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(tmp_path / "schedule.toml")


def edited(tmp_path: Path, box: Middlebox, minutes: int) -> None:
    """Changes the minutes of a map, and waits until the appliance goes by it."""
    edit(tmp_path, SCHEDULE.replace("minutes = 60", f"minutes = {minutes}"))
    source = Appliance(tmp_path / "watchpost.toml", tmp_path / "unused")
    source.base = box.target

    def goes_by_it() -> bool:
        cycle = source.get_json("/v1/rotations/pubs")["schedules"][0]["cycle"]
        return cycle[1]["minutes"] == minutes

    wait_until(goes_by_it, "the edit is seen")


def test_first_fetched_then_confirmed_by_the_hash_alone(app: App, box: Middlebox) -> None:
    first = app.refresh()
    assert list(first) == ["pubs", "ranked"]
    assert {line["mark"] for line in first.values()} == {""}
    assert first["pubs"]["origin"] == "fetched" and is_right(first["pubs"])
    assert box.asked() == ["/v1/hash", "/v1/schedules"]
    second = app.refresh()
    assert {line["mark"] for line in second.values()} == {""} and is_right(second["pubs"])
    assert {line["origin"] for line in second.values()} == {"stored"}
    assert box.asked() == ["/v1/hash"]
    forced = app.refresh(command="force")
    assert forced["pubs"]["origin"] == "fetched" and forced["pubs"]["mark"] == ""


@pytest.mark.parametrize("rule", ["cut", "keep_silent", "drip", "never_end", "login_page"])
def test_whatever_stands_between_the_stored_one_is_shown_and_marked(app: App, box: Middlebox, rule: str) -> None:
    assert app.refresh("pubs")["pubs"]["mark"] == ""
    box.rules["*"] = getattr(Exchange, rule)
    line = app.refresh("pubs")["pubs"]
    assert line["origin"] == "stored" and line["mark"].startswith("may be outdated") and is_right(line)
    box.rules.clear()
    assert app.refresh("pubs")["pubs"]["mark"] == ""


def test_an_app_that_never_had_a_connection_shows_what_it_came_with_marked(tmp_path: Path) -> None:
    app = App(tmp_path / "app", NOBODY)
    lines = app.refresh()
    assert {line["origin"] for line in lines.values()} == {"builtIn"}
    assert all(line["mark"].startswith("may be outdated") for line in lines.values())
    assert {line["map"] for line in lines.values()} == {""}, "it ended in 2025: no map is known"


@pytest.mark.parametrize("rule", ["cut", "truncate", "login_page"])
def test_a_fetch_that_fails_leaves_the_old_hash_so_that_the_next_one_fetches(
    app: App, box: Middlebox, tmp_path: Path, rule: str
) -> None:
    before = app.refresh("pubs")["pubs"]
    edited(tmp_path, box, 61)
    route = schedules_route(app, box)
    box.rules[route] = getattr(Exchange, rule)
    for _ in range(2):
        line = app.refresh("pubs")["pubs"]
        assert line["mark"].startswith("outdated") and line["codes"] == before["codes"]
    box.rules.clear()
    after = app.refresh("pubs")["pubs"]
    assert after["mark"] == "" and "SP Storm Point 61" in after["codes"]


def schedules_route(app: App, box: Middlebox) -> str:
    """The path at which the library fetches, seen by forcing another app to."""
    box.asked()
    App(app.folder.parent / "other", app.base).refresh(command="force")
    return box.asked()[-1]


def test_a_cache_between_that_keeps_an_old_answer_is_found_out(app: App, box: Middlebox, tmp_path: Path) -> None:
    app.refresh("pubs")
    route = schedules_route(app, box)
    kept: list[tuple[int, bytes, list[tuple[str, str]]]] = []

    def keep(exchange: Exchange) -> None:
        if not kept:
            source = Appliance(tmp_path / "watchpost.toml", tmp_path / "unused")
            source.base = box.target
            reply = source.get(route)
            names = ("etag", "content-type")
            kept.append((reply.status, reply.body, [(n, v) for n, v in reply.headers.items() if n.lower() in names]))
        status, body, headers = kept[0]
        exchange.answer(status, body, *headers)

    box.rules[route] = keep
    assert App(tmp_path / "fills", box.base).refresh("pubs")["pubs"]["mark"] == ""
    edited(tmp_path, box, 62)
    line = app.refresh("pubs")["pubs"]
    assert "keeps old answers" in line["mark"] and "SP Storm Point 60" in line["codes"]
    box.rules.clear()
    assert "SP Storm Point 62" in app.refresh("pubs")["pubs"]["codes"]


def test_a_damaged_store_is_none(app: App) -> None:
    app.refresh()
    (app.folder / "schedules.json").write_bytes(b'{"hash":"')
    line = app.refresh("pubs")["pubs"]
    assert line["origin"] == "fetched" and line["mark"] == ""


def test_no_unmarked_answer_of_several_processes_is_one_that_the_appliance_did_not_have(
    app: App, box: Middlebox, tmp_path: Path
) -> None:
    """A state may be answered from the write of its file to the first sight of the next one."""
    source = Appliance(tmp_path / "watchpost.toml", tmp_path / "unused")
    source.base = box.target
    written = {60: 0.0}
    replaced: dict[int, float] = {}
    processes = [app.start("refreshes", "150") for _ in range(3)]
    for minutes in (61, 62, 63):
        written[minutes] = time.time()
        edited(tmp_path, box, minutes)
        replaced[minutes - 1] = time.time()
    lines = [line for process in processes for line in finished(process)]
    accurate = [line for line in lines if line["key"] == "pubs" and line["mark"] == ""]
    assert len(accurate) >= 300
    for line in accurate:
        minutes = int(line["codes"].split("SP Storm Point ")[1].split(",")[0])
        assert float(line["answered"]) >= written[minutes]
        assert float(line["asked"]) <= replaced.get(minutes, float("inf"))
    assert "SP Storm Point 63" in app.refresh("pubs")["pubs"]["codes"]


def test_what_comes_with_the_app_is_what_comes_with_the_appliance(launch: Any, tmp_path: Path) -> None:
    appliance = with_schedule(launch(regions=("us",), fresh=False, rotations=None))
    shipped = App(tmp_path / "one", appliance.base).refresh()
    built_in = App(tmp_path / "two", NOBODY).refresh()
    assert {line["origin"] for line in shipped.values()} == {"fetched"}
    for mode, line in built_in.items():
        assert line["origin"] == "builtIn"
        assert (line["codes"], line["until"]) == (shipped[mode]["codes"], shipped[mode]["until"])
