"""The stand-in for Apex Legends Status says what the facts say, and is as wrong as they say it is."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from apexstatus.answers import KINDS, STATUS, odd, usual
from apexstatus.game import USUAL, Game

NOON = 1_778_068_800
DISTRICT = USUAL | {"battle_royale": {"anchor": 0, "cycle": [["edistrict_rotation", 90], ["olympus_rotation", 60]]}}
"""With the map that the upstream has called by three codes."""


def body(now: int = NOON + 100, rotations: dict = USUAL) -> dict:
    return json.loads(json.dumps(usual(Game.of(rotations).slots(now), now)))


def test_slots_follow_each_other_and_count_down() -> None:
    for name, mode in body().items():
        current, following = mode["current"], mode["next"]
        assert current["start"] <= NOON + 100 < current["end"] == following["start"], name
        assert current["remainingSecs"] == current["end"] - NOON - 100
        assert current["DurationInSecs"] == current["end"] - current["start"] == current["DurationInMinutes"] * 60
        assert "remainingSecs" not in following


def test_the_second_of_a_change_lacks_what_changes() -> None:
    game = Game.of(USUAL)
    border = game.slots(NOON + 100)["ltm"][0].end
    assert "ltm" not in usual(game.slots(border), border)
    assert "ltm" in usual(game.slots(border + 1), border + 1)
    everything = 0  # all anchors
    assert usual(game.slots(everything), everything) == []


def test_a_split_cuts_the_last_slot_and_nobody_knows_what_follows_until_it_is_there() -> None:
    game = Game.of(USUAL)
    new = Game.of({"battle_royale": {"anchor": NOON + 1000, "cycle": [["kings_canyon_rotation", 90]]}}).modes
    game.split = (NOON + 1000, new)
    before = usual(game.slots(NOON + 100), NOON + 100)["ranked"]
    assert before["current"]["end"] == NOON + 1000
    assert before["next"]["code"] == "unknown_rotation" and before["next"]["end"] == 0
    assert usual(game.slots(NOON + 1000), NOON + 1000) == []
    after = usual(game.slots(NOON + 1001), NOON + 1001)
    assert list(after) == ["battle_royale"]
    assert after["battle_royale"]["current"]["code"] == "kings_canyon_rotation"


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_differs_from_the_usual_answer(kind: str) -> None:
    rotations = DISTRICT if kind == "code-alias" else USUAL
    plain = json.dumps(body(rotations=rotations)).encode()
    sent = odd(kind, body(rotations=rotations), "battle_royale")
    assert kind in STATUS or kind in ("late", "timeout") or sent != plain


@pytest.mark.skipif("WATCHPOST_RECORDINGS" not in os.environ, reason="WATCHPOST_RECORDINGS is not set")
@pytest.mark.parametrize("name", ["als-v2-2023-04-17.json", "als-v2-2022-07-05.json"])
def test_the_members_are_those_of_recorded_answers(name: str) -> None:
    path = Path(os.environ["WATCHPOST_RECORDINGS"]) / "rotations" / name
    recorded = json.loads(path.read_text(encoding="utf-8"))
    ours = body()
    for mode in ours.keys() & recorded.keys():
        for slot in ("current", "next"):
            missing = recorded[mode][slot].keys() ^ ours[mode][slot].keys()
            assert not missing, f"{mode} {slot}: {missing}"
