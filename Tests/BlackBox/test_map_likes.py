"""Maps that a phone likes or avoids, and when a good one comes, against the tests' schedule by hand."""

from __future__ import annotations

import pytest
from harness.appliance import Appliance
from harness.device import Phone, is_problem
from harness.waiting import wait_until
from test_next_map import instant, slots


def put(phone: Phone, version: int, liked: list[str], avoided: list[str]):
    return phone.ask("PUT", "/maps", {"version": version, "liked": liked, "avoided": avoided})


def test_what_is_stored_comes_back_sorted_and_by_version(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    assert phone.ask("GET", "/maps").json == {"version": 0, "liked": [], "avoided": [], "next": []}
    stored = put(phone, 0, ["SP", "OL", "SP"], [])
    assert stored.status == 200
    assert {**stored.json, "next": None} == {"version": 1, "liked": ["OL", "SP"], "avoided": [], "next": None}
    assert put(phone, 0, ["SP", "OL"], []).json["version"] == 1, "the same again is no change"
    conflict = put(phone, 0, ["SP"], [])
    assert is_problem(conflict, 409)
    assert conflict.json["current"]["liked"] == ["OL", "SP"]
    other = Phone(appliance).registered()
    assert other.ask("GET", "/maps").json["liked"] == [], "each phone has its own"


@pytest.mark.parametrize(("liked", "avoided", "good"), [(["OL"], [], "OL"), ([], ["OL"], "SP"), (["SP"], ["OL"], "SP")])
def test_the_next_good_map_of_each_mode(appliance: Appliance, liked: list[str], avoided: list[str], good: str) -> None:
    phone = Phone(appliance).registered()
    put(phone, 0, liked, avoided)

    def is_right() -> bool:
        before = instant(appliance.get_json("/v1/timeline?hours=1")["generatedAt"])
        body = phone.ask("GET", "/maps").json
        assert [mode["mode"] for mode in body["next"]] == ["pubs", "ranked"]
        expected = {mode["mode"]: slots(mode["mode"], good, before) for mode in body["next"]}
        wanted = [[next(expected[mode["mode"]]) for _ in mode["slots"]] for mode in body["next"]]
        found = [[(instant(slot["start"]), instant(slot["end"])) for slot in mode["slots"]] for mode in body["next"]]
        return found == wanted and all(len(mode) == 3 for mode in found)

    # A slot may end between two questions.
    wait_until(is_right, "the next good maps")


def test_an_empty_list_is_a_list_and_answers_say_what_comes_of_them(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    assert [len(mode["slots"]) for mode in put(phone, 0, ["OL"], []).json["next"]] == [3, 3]
    assert put(phone, 1, [], []).json == {"version": 2, "liked": [], "avoided": [], "next": []}


def test_a_map_that_no_schedule_names_is_refused_with_those_that_are(appliance: Appliance) -> None:
    refused = put(Phone(appliance).registered(), 0, ["WE"], [])
    assert is_problem(refused, 400) and "“WE”; there are OL, SP" in refused.json["detail"]


@pytest.mark.parametrize("body", [
    {"version": 0, "liked": ["SP"], "avoided": ["SP"]},
    {"version": 0, "liked": [f"m{n}" for n in range(65)], "avoided": []},
    {"version": 0, "liked": ["a map"], "avoided": []},
    {"version": 0, "liked": [""], "avoided": []},
    {"version": 0, "liked": "SP", "avoided": []},
    {"version": -1, "liked": [], "avoided": []},
    {"liked": [], "avoided": []},
])
def test_a_wrong_list_is_refused_in_words_and_changes_nothing(appliance: Appliance, body: dict) -> None:
    phone = Phone(appliance).registered()
    put(phone, 0, ["OL"], [])
    refused = phone.ask("PUT", "/maps", {**body, "version": body["version"] + 1} if body.get("version", -1) >= 0 else body)
    assert is_problem(refused, 400) and len(refused.json["detail"]) > 10
    assert phone.ask("GET", "/maps").json["liked"] == ["OL"]


def test_strangers_and_the_forgotten_see_nothing(appliance: Appliance) -> None:
    phone, other = Phone(appliance).registered(), Phone(appliance)
    put(phone, 0, ["OL"], [])
    assert is_problem(phone.ask("GET", "/maps", Authorization=other.bearer), 403)
    assert phone.ask("DELETE").status == 204
    assert is_problem(phone.ask("GET", "/maps"), 401)
    assert phone.register().status == 201
    assert phone.ask("GET", "/maps").json["liked"] == [], "nothing of it stays"
