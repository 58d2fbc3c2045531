"""The widget's script, as the box hands it out, in a stand-in for the app that draws it: every size, and every trouble."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from harness.appliance import Appliance
from harness.scriptable import Run, run

NOW = "2026-11-24T12:00:00Z"
"""A Tuesday."""
TAG = '"0123456789abcdef"'


@pytest.fixture(scope="module")
def script(appliance: Appliance) -> str:
    """The script for both modes of the schedule, in English."""
    return appliance.get("/widget.js").body.decode()


@pytest.fixture(scope="module")
def box(script: str) -> str:
    """The address that stands in it."""
    return settings(script)["box"]


def settings(script: str) -> dict[str, Any]:
    [line] = re.findall(r"^const settings = (\{.*\});$", script, re.M)
    return json.loads(line)


def stamp(minutes: float, since: str = NOW) -> str:
    at = datetime.fromisoformat(since) + timedelta(minutes=minutes)
    return at.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def slots(mode: str, first: int, length: int, maps: list[str], count: int, **more: Any) -> list[dict[str, Any]]:
    """Stretches of equal length; `first` is the start of the first in minutes from now."""
    names = {"SP": "Storm Point", "OL": "Olympus", "ED": "E-District", "KC": "Kings Canyon"}
    return [
        {"mode": mode, "start": stamp(first + length * n), "end": stamp(first + length * (n + 1)),
         "code": maps[n % len(maps)], "map": names[maps[n % len(maps)]], **more}
        for n in range(count)
    ]


PUBS = slots("pubs", -60, 90, ["SP", "OL", "ED"], 30)
RANKED = slots("ranked", -300, 1440, ["KC", "OL"], 3)


def timeline(*entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = list(entries) or PUBS + RANKED
    return {"generatedAt": stamp(-60), "reloadAfter": stamp(32), "source": "a test", "entries": given, **more}


def good(body: Any, status: int = 200, tag: str | None = TAG) -> dict[str, Any]:
    headers = {"Etag": tag} if tag else {}
    return {"default": {"status": status, "headers": headers, "text": body if isinstance(body, str) else json.dumps(body)}}


OFFLINE: dict[str, Any] = {}


def first_run(script: str, body: Any | None = None, **world: Any) -> Run:
    """A run that gets an answer and keeps it."""
    return run(script, NOW, answers=good(timeline() if body is None else body), **world)


def later(script: str, before: Run, minutes: float, **world: Any) -> Run:
    """A run so many minutes after `NOW` with what an earlier one kept."""
    return run(script, stamp(minutes), files=before.files, **world)


def test_the_box_is_asked_once_with_bounds_and_the_answer_is_kept(script, box):
    seen = first_run(script)
    [request] = seen.requests
    assert request["url"] == f"{box}/v1/timeline?modes=pubs,ranked&hours=72"
    assert request["headers"] == {"Accept": "application/json"} and request["timeout"] <= 10
    assert len(seen.files) == 1 and seen.seen["warnings"] == []
    assert (seen.seen["set"], seen.seen["completed"], seen.seen["present"]) == (1, 1, None)
    assert seen.seen["url"] == f"{box}/app#maps"
    assert seen.refresh_after == stamp(30), "the end of the slot"


def test_a_medium_widget_has_a_column_for_each_mode(script):
    seen = first_run(script)
    assert seen.seen["columns"] == [
        ["Casual", "Storm Point", "until 12:30", "12:30  Olympus", "14:00  E-District", "15:30  Storm Point"],
        ["Ranked", "Kings Canyon", "until Wed 07:00", "Wed 07:00  Olympus", "Thu 07:00  Kings Canyon"],
    ]


FAMILIES = {
    "small": ["Casual", "Storm Point", "until 12:30", "12:30  Olympus", "14:00  E-District", "15:30  Storm Point"],
    "large": ["Casual", "Storm Point", "until 12:30", "12:30  Olympus", "14:00  E-District", "15:30  Storm Point",
              "17:00  Olympus", "18:30  E-District",
              "Ranked", "Kings Canyon", "until Wed 07:00", "Wed 07:00  Olympus", "Thu 07:00  Kings Canyon"],
    "accessoryInline": ["Storm Point · until 12:30"],
    "accessoryCircular": ["SP", "12:30"],
    "accessoryRectangular": ["Storm Point until 12:30", "Kings Canyon until Wed 07:00"],
}
FAMILIES["extraLarge"] = FAMILIES["large"]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_size_is_drawn(script, family):
    seen = first_run(script, config={"widgetFamily": family})
    assert seen.texts == FAMILIES[family]
    isLock = family.startswith("accessory")
    assert (seen.seen["ground"] is None) == isLock, "the Lock Screen has its own ground"
    assert seen.seen["accessoryGround"] == (family == "accessoryCircular")
    assert all(one["lines"] == 1 for one in seen.seen["texts"])
    assert not isLock or all(one["colour"] is None for one in seen.seen["texts"])


@pytest.mark.parametrize("parameter, words", [
    ("ranked", ["Kings Canyon", "until Wed 07:00", "Wed 07:00  Olympus"]), (" Ranked ", ["Kings Canyon", "until Wed 07:00", "Wed 07:00  Olympus"]),
    ("pubs,ranked", FAMILIES["accessoryRectangular"]), ("x" * 5000, FAMILIES["accessoryRectangular"]), ("__proto__", FAMILIES["accessoryRectangular"])])
def test_a_widgets_parameter_chooses_of_the_modes(script, parameter, words):
    seen = first_run(script, config={"widgetFamily": "accessoryRectangular"}, parameter=parameter)
    assert seen.texts == words


def test_a_star_stands_before_what_no_schedule_says(script):
    source = "Apex Legends Status"
    entries = slots("pubs", -60, 90, ["SP"], 1) + slots("pubs", 30, 90, ["OL"], 1, source=source)
    seen = first_run(script, timeline(*entries), config={"widgetFamily": "small"})
    assert seen.texts[1:4] == ["Storm Point", "until 12:30", "12:30  *Olympus"]
    alone = timeline(*slots("pubs", -60, 90, ["SP"], 1, source=source))
    assert first_run(script, alone, config={"widgetFamily": "accessoryCircular"}).texts == ["*SP", "12:30"]


def test_in_the_app_it_shows_itself(script):
    seen = first_run(script, config={"runsInApp": True, "runsInWidget": False, "widgetFamily": None})
    assert (seen.seen["present"], seen.seen["set"], seen.seen["completed"]) == ("medium", 0, 1)
    assert seen.texts[1] == "Storm Point"


@pytest.mark.parametrize("minutes, words", [
    (29, ["Storm Point", "until 12:30"]), (29.99, ["Storm Point", "until 12:30"]), (30, ["Olympus", "until 14:00"]), (31, ["Olympus", "until 14:00"])])
def test_without_asking_it_finds_the_slot_by_itself(script, minutes, words):
    seen = later(script, first_run(script), minutes, config={"widgetFamily": "small"})
    assert seen.requests == [], "the box said when to ask again"
    assert seen.texts[1:3] == words


def test_the_box_is_asked_again_when_it_said_so_and_not_before(script):
    before = first_run(script)
    assert later(script, before, 31.9, answers=good(timeline())).requests == []
    seen = later(script, before, 32, answers=good(timeline(reloadAfter=stamp(125))))
    [request] = seen.requests
    assert request["headers"]["If-None-Match"] == TAG
    assert later(script, seen, 124).requests == []


@pytest.mark.parametrize("strict", [False, True])
def test_not_modified_keeps_what_is_there_and_is_believed(script, strict):
    seen = later(script, first_run(script), 40, answers=good("", status=304), strict304=strict, config={"widgetFamily": "small"})
    assert seen.texts[1:3] == ["Olympus", "until 14:00"] and "as of" not in " ".join(seen.texts)
    assert later(script, seen, 54).requests == [], "the same answer is not asked for at every drawing"
    assert len(later(script, seen, 55).requests) == 1


def test_offline_it_goes_on_and_says_as_of_when(script):
    seen = later(script, first_run(script), 125, answers=OFFLINE, config={"widgetFamily": "small"})
    assert seen.texts[1:3] == ["E-District", "until 15:30"] and seen.texts[-1] == "as of 12:00"
    assert seen.refresh_after == stamp(130), "tried again soon"
    again = later(script, seen, 127, answers=good(timeline()), config={"widgetFamily": "small"})
    assert again.requests == [] and again.texts[-1] == "as of 12:00", "and not at once"
    healed = later(script, seen, 131, answers=good(timeline(reloadAfter=stamp(212))), config={"widgetFamily": "small"})
    assert len(healed.requests) == 1 and "as of" not in " ".join(healed.texts)


@pytest.mark.parametrize("family, words", [
    ("accessoryInline", ["E-District · until 15:30 · as of 12:00"]), ("accessoryCircular", ["ED", "15:30", "(!)"]),
    ("accessoryRectangular", ["E-District until 15:30", "Kings Canyon until Wed 07:00", "as of 12:00"])])
def test_the_lock_screen_says_it_too(script, family, words):
    assert later(script, first_run(script), 125, config={"widgetFamily": family}).texts == words


ENDED = PUBS[:3] + [{"mode": "pubs", "start": PUBS[2]["end"]}] + RANKED


@pytest.mark.parametrize("answers", [OFFLINE, good(timeline(*ENDED, validUntil=PUBS[2]["end"], reloadAfter=stamp(800)))])
def test_past_its_end_it_says_that_the_split_ended(script, answers):
    before = first_run(script, timeline(*ENDED, validUntil=PUBS[2]["end"]))
    assert before.seen["columns"][0][-1] == "15:30  Schedule ended"
    seen = later(script, before, 215, answers=answers)
    assert seen.seen["columns"][0] == ["Casual", "Schedule ended", "since 15:30"]
    assert seen.seen["columns"][1][1:3] == ["Kings Canyon", "until Wed 07:00"], "the other mode goes on"
    assert ("as of 12:00" in seen.texts) == (answers == OFFLINE)


def test_where_the_word_of_an_upstream_ends_no_split_has_ended(script):
    """A box that asks an upstream knows its next two maps; while it cannot be reached nobody says more."""
    theirs = slots("ranked", -10, 30, ["SP", "OL"], 2, source="U")
    silent = {"mode": "ranked", "start": theirs[-1]["end"], "source": "U"}
    before = first_run(script, timeline(*PUBS, *theirs, silent))
    assert before.seen["columns"][1][-1] == "12:50  No map known"
    seen = later(script, before, 80)
    assert seen.seen["columns"][1][1:] == ["No map known"]
    assert "Schedule ended" not in " ".join(seen.texts + before.texts)


def test_each_mode_says_when_it_ended_itself(script):
    """`validUntil` is the earliest end of all."""
    ended = [{"mode": mode, "start": stamp(minutes)} for mode, minutes in (("pubs", -120), ("ranked", -60))]
    seen = first_run(script, timeline(*ended, validUntil=stamp(-120)))
    assert [column[1:] for column in seen.seen["columns"]] == [["Schedule ended", "since 10:00"], ["Schedule ended", "since 11:00"]]


def test_what_ended_long_ago_says_the_date_and_in_another_year_that_too(script):
    """2025-11-20 and 2026-11-10, seen on 2026-11-24."""
    ended = [{"mode": mode, "start": stamp(-days * 1440)} for mode, days in (("pubs", 369), ("ranked", 14))]
    seen = first_run(script, timeline(*ended, validUntil=stamp(-369 * 1440)))
    assert [column[2] for column in seen.seen["columns"]] == ["since 20 Nov 2025 12:00", "since 10 Nov 12:00"]


def test_what_ran_out_says_how_old_it_is_though_the_box_need_not_be_asked_yet(script):
    seen = later(script, first_run(script, timeline(*PUBS[:1])), 31, config={"widgetFamily": "small"})
    assert seen.requests == [] and seen.texts[1:] == ["Not known here", "as of 12:00"]


def test_what_reaches_no_further_is_no_end_of_a_split(script):
    before = first_run(script, timeline(*PUBS[:3], *RANKED))
    seen = later(script, before, 215)
    assert seen.seen["columns"][0] == ["Casual", "Not known here"] and seen.texts[-1] == "as of 12:00"
    ended = later(script, first_run(script, timeline(*PUBS[:3], *RANKED, validUntil=PUBS[2]["end"])), 215)
    assert ended.seen["columns"][0] == ["Casual", "Schedule ended", "since 15:30"], "an older box sends no stretch for it"
    both = later(script, first_run(script, timeline(*PUBS[:3], *RANKED, validUntil=PUBS[2]["end"])), 9_000)
    assert both.seen["columns"][1] == ["Ranked", "Not known here"], "it was known for longer than the other"


def test_a_gap_says_how_it_goes_on(script):
    gap = [{"mode": "pubs", "start": stamp(-10), "end": stamp(1500)}]
    known = slots("pubs", 1500, 90, ["OL"], 2)
    seen = first_run(script, timeline(*gap, *known, *RANKED))
    assert seen.seen["columns"][0][:3] == ["Casual", "No map known", "from Wed 13:00: Olympus"]
    assert first_run(script, timeline(*gap, *RANKED)).seen["columns"][0] == ["Casual", "No map known", "until Wed 13:00"]
    seen = later(script, first_run(script, timeline(*PUBS[:1], {**gap[0], "start": stamp(30)}, *known)), 0)
    assert seen.seen["columns"][0][3:5] == ["12:30  No map known", "Wed 13:00  Olympus"]


def test_a_takeover_is_named_and_a_game_mode_is_said(script):
    solos = slots("pubs", -60, 90, ["SP"], 4, takeover="Solos")
    runs = slots("ranked", -10, 15, ["KC"], 4, gameMode="Gun Run")
    seen = first_run(script, timeline(*solos, *runs))
    assert seen.seen["columns"][0][:4] == ["Casual", "Storm Point", "until 12:30", "Takeover: Solos"]
    assert seen.seen["columns"][1][1] == "Kings Canyon · Gun Run"
    lock = first_run(script, timeline(*solos), parameter="pubs", config={"widgetFamily": "accessoryRectangular"})
    assert lock.texts == ["Storm Point", "until 12:30", "Takeover: Solos"]


def test_a_stale_schedule_is_said(script):
    assert first_run(script, timeline(stale=True)).texts[-1] == "The schedule may be outdated"
    assert "outdated" not in " ".join(first_run(script, timeline(stale=False)).texts)


def test_a_mode_that_is_gone_takes_no_other_with_it(script, box):
    answers = {f"{box}/v1/timeline?modes=pubs,ranked&hours=72": {"status": 400, "text": "{}"},
               f"{box}/v1/timeline?hours=72": good(timeline(*PUBS))["default"]}
    seen = run(script, NOW, answers=answers)
    assert [one["url"] for one in seen.requests] == list(answers)
    assert [column[1] for column in seen.seen["columns"]] == ["Storm Point", "Not in the schedule"]


NONSENSE = {
    "html": "<html>login</html>", "empty": "", "null": "null", "list": "[]", "number": "1", "no entries": json.dumps({"reloadAfter": NOW}),
    "too many entries": json.dumps(timeline(*PUBS * 20)), "too long": json.dumps(timeline()) + " " * 200_001,
    "no reloadAfter": json.dumps({"entries": PUBS}), "an odd reloadAfter": json.dumps(timeline(reloadAfter="soon")), "deep": "[" * 100_000,
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_no_answer(script, name):
    never = run(script, NOW, answers=good(NONSENSE[name]))
    assert never.seen["columns"][0] == ["Casual", "No maps yet", "The box does not answer"]
    seen = later(script, first_run(script), 40, answers=good(NONSENSE[name]), config={"widgetFamily": "small"})
    assert seen.texts[1] == "Olympus" and seen.texts[-1] == "as of 12:00"
    assert "14:00  E-District" in later(script, seen, 50).texts, "the store was not lost"


@pytest.mark.parametrize("answer", [{"status": 500, "text": json.dumps(timeline())}, {"status": 304, "text": ""},
                                    {"status": 302, "redirect": "https://elsewhere.example/", "text": json.dumps(timeline())},
                                    {"error": "timed out"}])
def test_only_an_answer_of_the_box_counts(script, answer):
    seen = run(script, NOW, answers={"default": answer})
    assert seen.seen["columns"][0][1:] == ["No maps yet", "The box does not answer"]
    assert len(seen.requests) == 1 and seen.refresh_after == stamp(5)


ODD = [{"mode": "pubs", "start": stamp(-5), "end": stamp(-10), "map": "Backwards", "code": "B"}, {"mode": "pubs", "start": "today", "map": "x"},
       {"mode": 5, "start": stamp(-5), "map": "x"},
       {"mode": "pubs", "start": stamp(10), "end": stamp(5), "map": "x"}, {"mode": "pubs", "start": stamp(9), "end": stamp(9), "map": "x"}, None, "text", [], {}, {"mode": "pubs", "start": stamp(-5), "end": 7, "map": "x"}]


def test_odd_entries_are_passed_over(script):
    odd = first_run(script, timeline(*ODD, *PUBS, *RANKED))
    assert odd.seen["columns"] == first_run(script).seen["columns"]


@pytest.mark.parametrize("name, words", [
    ("x" * 5000, "x" * 59 + "…"), ("a\nb\u2028c\r\n", "a b c"), ("\u202eevil\u202c", "evil"), ("${t('x')} {time} $&", "${t('x')} {time} $&"),
    ("</script>", "</script>"), ("Żółw 🗺", "Żółw 🗺"), ("\u0000\u0007 ", "No map known"), (7, "No map known"), ({"a": 1}, "No map known")])
def test_names_are_text_in_one_line_and_bounded(script, name, words):
    entry = {**PUBS[0], "map": name, "takeover": name, "code": name}
    seen = first_run(script, timeline(entry, *RANKED), config={"widgetFamily": "small"})
    assert seen.texts[1] == words
    assert all(len(text) <= 80 for text in seen.texts)



@pytest.mark.parametrize("text", ["", "{", "null", "[]", "{}", '{"address": 1}', "x" * 300_000])
def test_a_broken_store_is_no_store(script, text):
    before = first_run(script)
    files = {path: text for path in before.files}
    seen = run(script, NOW, files=files, answers=good(timeline()))
    assert len(seen.requests) == 1 and seen.seen["columns"][0][1] == "Storm Point"
    assert run(script, NOW, files=files).seen["columns"][0][1] == "No maps yet"


@pytest.mark.parametrize("change", [
    {"body": None}, {"body": {"entries": 5}}, {"seenAt": "yesterday"}, {"tag": 'x"\r\nEvil: 1'}, {"askAfter": 1e300}, {"triedAt": -1e300},
    {"askAfter": "never"}, {"address": "https://elsewhere.example/v1/timeline"}])
def test_a_store_that_was_changed_keeps_nobody_silent_for_ever(script, change):
    before = first_run(script)
    files = {path: json.dumps(json.loads(text) | change) for path, text in before.files.items()}
    seen = run(script, stamp(60 * 25), files=files, answers=good(timeline()))
    assert len(seen.requests) == 1
    assert "\n" not in seen.requests[0]["headers"].get("If-None-Match", "")


def test_what_another_box_said_is_not_shown(script, box):
    other = script.replace(box, "https://elsewhere.example")
    before = first_run(other)
    assert len(later(script, before, 1).requests) == 1, "each has a file of its own"
    [(path, text)] = before.files.items()
    [own] = first_run(script).files
    moved = run(script, stamp(1), files={own: text})
    assert path != own and len(moved.requests) == 1 and moved.seen["columns"][0][1] == "No maps yet"


def test_a_clock_that_was_set_back_asks_again(script):
    seen = later(script, first_run(script), -600, answers=good(timeline()))
    assert len(seen.requests) == 1


def test_a_full_phone_still_draws(script):
    seen = first_run(script, readOnly=True)
    assert seen.seen["columns"][0][1] == "Storm Point" and seen.files == {}
    assert len(seen.seen["warnings"]) == 1


def test_times_are_those_of_the_phone_and_words_of_the_page(appliance):
    polish = appliance.get("/widget.js?modes=pubs&language=pl").body.decode()
    seen = run(polish, NOW, zone="Europe/Warsaw", answers=good(timeline(*PUBS)), config={"widgetFamily": "accessoryInline"})
    assert seen.texts == ["Storm Point · do 13:30"]
    ranked = appliance.get("/widget.js?modes=ranked&language=pl").body.decode()
    seen = run(ranked, NOW, zone="Europe/Warsaw", answers=good(timeline(*RANKED)), config={"widgetFamily": "small"})
    assert seen.texts[2] == "do śr. 08:00"


def test_from_the_real_box_the_real_maps(appliance, script):
    def listed() -> dict[str, list[str]]:
        modes = appliance.get_json("/v1/rotations")["modes"]
        return {one["mode"]: [one["name"], (one.get("current") or {}).get("map", "Schedule ended")] for one in modes}

    before = listed()
    now = appliance.get_json("/v1/timeline")["generatedAt"]
    seen = run(script, stamp(0, now), fetch=appliance.base)
    # A map may change meanwhile.
    after = listed()
    assert len(seen.requests) == 1
    for column, mode in zip(seen.seen["columns"], settings(script)["modes"], strict=True):
        assert column[:2] in (before[mode["key"]], after[mode["key"]])
    again = run(script, stamp(60 * 24 + 1, now), files=seen.files, fetch=appliance.base)
    packed = appliance.get("/v1/timeline?modes=pubs,ranked&hours=72", Accept_Encoding="gzip")
    assert again.requests[0]["headers"]["If-None-Match"] == packed.headers["ETag"]
