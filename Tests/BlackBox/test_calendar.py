"""Calendars of maps, read by an independent parser (the package icalendar)."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone

import icalendar
import pytest

from harness.appliance import Appliance, command
from harness.settings import SCHEDULE
from harness.waiting import wait_until

NAMES = """\
source = "made, with care; for the tests\\\\"
[maps]
OL = "Olympus, the „Ólýmpos” of the Outlands"
SP = "Storm Point; 嵐の岬 嵐の岬 嵐の岬 嵐の岬"
[[mode]]
key = "pubs"
name = "Casual, ünranked"
[[mode.schedule]]
anchor = 2026-01-01T00:00:00Z
cycle = [{ map = "OL", minutes = 90 }, { map = "SP", minutes = 60 }]
[[mode.takeover]]
name = "Straight, Shot; 夜"
from = 2026-01-01T00:00:00Z
to = 2099-01-01T00:00:00Z
anchor = 2026-01-01T00:00:00Z
cycle = [{ map = "SP", minutes = 30 }, { map = "OL", minutes = 30 }]
"""


def instant(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)


def read(appliance: Appliance, path: str) -> icalendar.Calendar:
    """The calendar at a path, after a look at what a parser forgives."""
    reply = appliance.get(path)
    assert reply.status == 200, reply.body
    assert reply.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = reply.body.split(b"\r\n")
    assert lines.pop() == b"" and b"\n" not in b"".join(lines)
    for line in lines:
        assert len(line) <= 75
        line.decode("utf-8")
    calendar = icalendar.Calendar.from_ical(reply.body)
    assert not calendar.errors and calendar["VERSION"] == "2.0" and calendar["PRODID"]
    for event in calendar.walk("VEVENT"):
        assert not event.errors and event["TRANSP"] == "TRANSPARENT"
    return calendar


def slots(calendar: icalendar.Calendar) -> list[tuple[datetime, datetime]]:
    return [(event.decoded("DTSTART"), event.decoded("DTEND")) for event in calendar.walk("VEVENT")]


CODES = ("OL", "SP")


def at_once(appliance: Appliance, mode: str) -> tuple[list[dict], icalendar.Calendar, icalendar.Calendar, icalendar.Calendar]:
    """The timeline of a mode, its calendar and those of its maps, none of which has lost a slot meanwhile."""
    while True:
        entries = appliance.get_json(f"/v1/timeline?modes={mode}&hours=336")["entries"]
        whole, first, second = (read(appliance, f"/v1/calendar/{mode}{code}.ics") for code in ("", *(f"/{code}" for code in CODES)))
        if appliance.get_json(f"/v1/timeline?modes={mode}&hours=336")["entries"] == entries:
            return entries, whole, first, second


@pytest.mark.parametrize("mode, name", [("pubs", "Casual"), ("ranked", "Ranked")])
def test_its_slots_are_those_of_the_timeline(appliance: Appliance, mode: str, name: str) -> None:
    entries, whole, *singles = at_once(appliance, mode)
    assert whole["NAME"] == whole["X-WR-CALNAME"] == f"Apex: {name}"
    assert whole["REFRESH-INTERVAL"].params["VALUE"] == "DURATION"
    assert whole.decoded("REFRESH-INTERVAL").total_seconds() == 3_600
    assert "made for the tests" in whole["DESCRIPTION"]
    assert slots(whole) == [(instant(one["start"]), instant(one["end"])) for one in entries]
    summaries = [str(event["SUMMARY"]) for event in whole.walk("VEVENT")]
    assert summaries == [f"{one['map']} · {name}" for one in entries]
    for code, single in zip(CODES, singles, strict=True):
        mine = [one for one in entries if one["code"] == code]
        assert slots(single) == [(instant(one["start"]), instant(one["end"])) for one in mine]
        assert {event["UID"] for event in single.walk("VEVENT")} <= {event["UID"] for event in whole.walk("VEVENT")}


def test_it_is_told_304_and_what_there_is_not_is_named(appliance: Appliance) -> None:
    for path in ("/v1/calendar/pubs.ics", "/v1/calendar/pubs/OL.ics"):
        for _ in range(2):
            tag = appliance.get(path).headers["ETag"]
            assert appliance.get(path, If_None_Match=tag).status == 304
    for path, words in [
        ("/v1/calendar/arena.ics", "pubs, ranked"),
        ("/v1/calendar/pubs", "pubs.ics"),
        ("/v1/calendar/pubs/XX.ics", "OL, SP"),
    ]:
        reply = appliance.get(path)
        assert reply.status == 404 and words in reply.json["detail"]


def test_entries_keep_their_names_and_numbers_until_the_schedule_is_another(launch, tmp_path) -> None:
    file = tmp_path / "schedule.toml"
    appliance = launch(regions=("us",))
    before = appliance.get("/v1/calendar/pubs.ics").body
    appliance.stop()
    appliance.start()
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule")
    after = appliance.get("/v1/calendar/pubs.ics").body
    first, second = (icalendar.Calendar.from_ical(text).walk("VEVENT") for text in (before, after))
    # A slot may have ended meanwhile.
    kept = {event["UID"]: event for event in first}
    again = [event for event in second if event["UID"] in kept]
    assert len(again) >= len(first) - 1
    for event in again:
        assert event.to_ical() == kept[event["UID"]].to_ical()

    file.write_text(SCHEDULE.replace("90", "91"), encoding="utf-8")
    wait_until(lambda: appliance.get("/v1/calendar/pubs.ics").body not in (before, after), "the other schedule")
    third = read(appliance, "/v1/calendar/pubs.ics").walk("VEVENT")
    assert {event["SEQUENCE"] for event in second} != {event["SEQUENCE"] for event in third}
    assert min(event["SEQUENCE"] for event in third) > max(event["SEQUENCE"] for event in second)
    assert min(event.decoded("DTSTAMP") for event in third) > max(event.decoded("DTSTAMP") for event in second)


def test_edits_raise_the_number_and_leave_untouched_entries_their_names(launch) -> None:
    appliance = launch(regions=("us",))
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule")

    def rotations(*words: str) -> None:
        done = command("rotations", *words, "--yes", "--config", str(appliance.settings))
        assert done.returncode == 0, done.stderr

    def events(mode: str = "pubs") -> list:
        return list(read(appliance, f"/v1/calendar/{mode}.ics").walk("VEVENT"))

    def number(found: list) -> int:
        [only] = {int(event["SEQUENCE"]) for event in found}
        return only

    before = events()

    def part(found: list, until: int) -> list[tuple[str, str]]:
        """What begins from the second slot on: the first one may have ended meanwhile."""
        first = before[1].decoded("DTSTART").timestamp()
        return [
            (str(event["UID"]), str(event["SUMMARY"])) for event in found if first <= event.decoded("DTSTART").timestamp() < until
        ]

    begin = int(before[20].decoded("DTSTART").timestamp())
    stamps = [time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(begin + 60 * minutes)) for minutes in (0, 90)]
    rotations("takeover", f"pubs Straight Shot: SP 30 OL 30, from {stamps[0]}, until {stamps[1]}")
    edited = events()
    assert number(edited) == number(before) + 1
    named = [event for event in edited if "Straight Shot" in str(event["SUMMARY"])]
    assert [int(event.decoded("DTSTART").timestamp()) - begin for event in named] == [0, 1800, 3600]
    assert all("Straight Shot" in [str(word) for word in event["CATEGORIES"].cats] for event in named)
    # Those before it begin when they did, and are still called what they were.
    assert part(edited, begin) == part(before, begin)
    assert number(events("ranked")) == number(edited), "one number for all"
    rotations("undo")
    back = events()
    assert number(back) == number(before) + 2
    end = int(before[40].decoded("DTSTART").timestamp())
    assert part(back, end) == part(before, end)


def test_names_with_commas_quotes_and_other_scripts_come_through(launch, tmp_path) -> None:
    appliance = launch(regions=("us",))
    (tmp_path / "schedule.toml").write_text(NAMES, encoding="utf-8")
    wait_until(lambda: "ünranked" in appliance.get("/v1/rotations").body.decode(), "the names")
    calendar = read(appliance, "/v1/calendar/pubs.ics")
    # The parser leaves properties that it does not know as they are written.
    assert str(calendar["NAME"]) == "Apex: Casual\\, ünranked"
    assert "made, with care; for the tests\\." in calendar["DESCRIPTION"]
    events = calendar.walk("VEVENT")
    expected = {f"{name} · Straight, Shot; 夜" for name in (
        "Olympus, the „Ólýmpos” of the Outlands", "Storm Point; 嵐の岬 嵐の岬 嵐の岬 嵐の岬")}
    assert {str(event["SUMMARY"]) for event in events} == expected
    for event in events:
        assert [str(word) for word in event["CATEGORIES"].cats] == ["Casual, ünranked", "Straight, Shot; 夜"]
        assert event["STATUS"] == "CONFIRMED"
    # Fourteen days of half hours, and the one that is on.
    assert len(events) in (672, 673)


def entries(calendar: icalendar.Calendar, *names: str) -> list[list]:
    return [[event.decoded(name) for name in names] for event in calendar.walk("VEVENT")]


def test_a_calendar_speaks_the_language_that_is_asked_for(launch, tmp_path) -> None:
    appliance = launch(regions=("us",))
    text = SCHEDULE.replace("anchor = 2026-01-01T00:00:00Z", "anchor = 2026-01-01T00:00:00Z\nto = 2026-02-01T00:00:00Z")
    (tmp_path / "schedule.toml").write_text(text, encoding="utf-8")
    wait_until(lambda: appliance.get_json("/v1/rotations/pubs")["state"] == "ended", "the end")
    for path in ("/v1/calendar/pubs.ics", "/v1/calendar/pubs/OL.ics"):
        english, polish = (read(appliance, f"{path}{query}") for query in ("", "?lang=pl"))
        assert {str(event["SUMMARY"]) for event in polish.walk("VEVENT")} == {"Mapa nieznana · Casual"}
        assert "Rozkład map" in polish["DESCRIPTION"] and "chedule" not in polish["DESCRIPTION"].replace("schedule.toml", "")
        assert str(polish["PRODID"]).endswith("//PL") and str(english["PRODID"]).endswith("//EN")
        same = ("UID", "SEQUENCE", "DTSTAMP", "DTSTART", "DTEND")
        assert entries(polish, *same) == entries(english, *same)
        tags = {query: appliance.get(f"{path}{query}").headers["ETag"] for query in ("", "?lang=pl", "?lang=pl-PL")}
        assert tags["?lang=pl"] == tags["?lang=pl-PL"] != tags[""]
        assert appliance.get(f"{path}?lang=pl", If_None_Match=tags["?lang=pl"]).status == 304
        assert appliance.get(f"{path}?lang=pl", If_None_Match=tags[""]).status == 200
        for unknown in ("de", "", "plx", "%F0%9F%8E%B2", "en-GB", "p" * 400):
            assert appliance.get(f"{path}?lang={unknown}").body == appliance.get(path).body


def test_where_the_schedule_ends_the_calendar_says_so(launch, tmp_path) -> None:
    appliance = launch(regions=("us",))
    text = SCHEDULE.replace("anchor = 2026-01-01T00:00:00Z", "anchor = 2026-01-01T00:00:00Z\nto = 2026-02-01T00:00:00Z")
    (tmp_path / "schedule.toml").write_text(text, encoding="utf-8")
    wait_until(lambda: appliance.get_json("/v1/rotations/pubs")["state"] == "ended", "the end")
    [event] = read(appliance, "/v1/calendar/pubs.ics").walk("VEVENT")
    assert str(event["SUMMARY"]) == "No map is known · Casual"
    assert event.decoded("DTSTART") == datetime(2026, 2, 1, tzinfo=timezone.utc)
    assert event.decoded("DTEND") > datetime.now(timezone.utc) + timedelta(days=14)
