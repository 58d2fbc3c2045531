"""When a map is on next, against the tests' schedule file by hand."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from harness.appliance import Appliance
from harness.maps import ANCHOR

CYCLES = {"pubs": [("OL", 90), ("SP", 60)], "ranked": [("SP", 1440), ("OL", 1440)]}
"""As in ``settings.SCHEDULE``."""
WINDOW = 336 * 3600


def instant(text: str) -> int:
    return int(datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc).timestamp())


def slots(mode: str, code: str, now: int):
    """Start and end of each slot of a map, what is on at an instant first; for ever."""
    cycle = CYCLES[mode]
    length = sum(minutes for _, minutes in cycle) * 60
    start = ANCHOR + (now - ANCHOR) // length * length
    while True:
        for name, minutes in cycle:
            end = start + minutes * 60
            if name == code and end > now:
                yield start, end
            start = end


@pytest.mark.parametrize("code", ["OL", "SP"])
@pytest.mark.parametrize("count", [1, 3, 10])
def test_every_mode_names_the_next_slots(appliance: Appliance, code: str, count: int) -> None:
    body = appliance.get_json(f"/v1/maps/{code}/next?count={count}")
    assert body["code"] == code and body["map"] == {"OL": "Olympus", "SP": "Storm Point"}[code]
    assert body["source"] == "made for the tests" and "stale" not in body
    assert [mode["mode"] for mode in body["modes"]] == ["pubs", "ranked"]
    now = instant(body["generatedAt"])
    for mode in body["modes"]:
        assert mode["slots"], "a schedule without an end always has a next one"
        expected = slots(mode["mode"], code, now)
        for slot in mode["slots"]:
            assert (instant(slot["start"]), instant(slot["end"])) == next(expected)
            assert slot["code"] == code
        assert len(mode["slots"]) <= count
        # What stops it is the count, or the window.
        if len(mode["slots"]) < count:
            assert next(expected)[0] >= instant(mode["until"]) >= now + WINDOW
        assert "knownUntil" not in mode


def test_modes_can_be_chosen_and_the_answer_has_a_tag(appliance: Appliance) -> None:
    for query in ("modes=ranked", "modes=ranked&count=2"):
        reply = appliance.get(f"/v1/maps/OL/next?{query}")
        assert [mode["mode"] for mode in reply.json["modes"]] == ["ranked"]
        assert appliance.get(f"/v1/maps/OL/next?{query}", If_None_Match=reply.headers["ETag"]).status == 304


@pytest.mark.parametrize("code", ["XX", "o", "%F0%9F%97%BA", "OL%2F"])
def test_an_unknown_map_names_those_that_there_are(appliance: Appliance, code: str) -> None:
    reply = appliance.get(f"/v1/maps/{code}/next")
    assert reply.status == 404
    if "%2F" not in code:
        assert "OL, SP" in reply.json["detail"]


@pytest.mark.parametrize("query", ["count=0", "count=11", "count=x", "modes=arena", "modes="])
def test_what_makes_no_sense_is_refused(appliance: Appliance, query: str) -> None:
    assert appliance.get(f"/v1/maps/OL/next?{query}").status == 400
