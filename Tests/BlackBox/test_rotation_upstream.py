"""The schedule is compared with an upstream that watches the game."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from apexstatus.answers import KINDS
from contract.document import check, named
from harness.appliance import Appliance, command
from harness.maps import ANCHOR, GAME, MapSimulator
from harness.simulator import Simulator
from harness.waiting import wait_until

SCHEDULE_ENDED = """\
source = "over since February"
[maps]
OL = "Olympus"
[[mode]]
key = "pubs"
name = "Casual"
[[mode.schedule]]
anchor = 2026-01-01T00:00:00Z
to = 2026-02-01T00:00:00Z
cycle = [{ map = "OL", minutes = 90 }]
"""


@pytest.fixture
def maps(tmp_path: Path) -> Iterator[MapSimulator]:
    """An upstream that shows what the tests' schedule file says, and a mode beside it."""
    maps = MapSimulator(tmp_path / "maps")
    yield maps
    maps.close()


def upstream(appliance: Appliance) -> dict[str, Any]:
    return appliance.get_json("/v1/rotations")["upstream"]


def verdict(appliance: Appliance, mode: str) -> dict[str, Any]:
    """How a mode compares, in a body that is as the document says."""
    body = appliance.get_json("/v1/rotations")
    check(body, named("RotationListBody"))
    return next(one for one in body["upstream"]["modes"] if one["mode"] == mode)


def rotation(appliance: Appliance, mode: str) -> dict[str, Any]:
    return next(one for one in appliance.get_json("/v1/rotations")["modes"] if one["mode"] == mode)


def await_verdict(appliance: Appliance, mode: str, wanted: str) -> dict[str, Any]:
    return wait_until(
        lambda: (found := verdict(appliance, mode))["verdict"] == wanted and found, f"{mode} is {wanted}"
    )


def metric(appliance: Appliance, name: str) -> int:
    lines = appliance.get("/metrics").body.decode().splitlines()
    return next(int(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def start(launch: Any, maps: MapSimulator, **changes: Any) -> Appliance:
    settings = {"upstream": maps.settings | changes.pop("upstream", {})} | changes
    appliance = launch(("us",), fresh=False, rotations=settings)
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule was read")
    return appliance


def test_without_a_key_there_is_no_trace_and_no_traffic(launch: Any, maps: MapSimulator, simulator: Simulator) -> None:
    settings = {key: value for key, value in maps.settings.items() if key != "key_file"}
    appliance = launch(("us",), fresh=True, rotations={"upstream": settings})
    assert "upstream" not in appliance.get_json("/v1/rotations")
    assert "rotation_" not in appliance.get("/metrics").body.decode()
    # Realms are asked for as often as maps would be.
    simulator.await_answers("us", 2)
    assert maps.requests() == []
    assert "Apex" not in appliance.output.read_text(encoding="utf-8")


def test_two_answers_confirm_the_schedule_and_a_mode_without_one_is_the_upstreams_word(
    launch: Any, maps: MapSimulator
) -> None:
    appliance = start(launch, maps)
    for mode in ("pubs", "ranked"):
        await_verdict(appliance, mode, "confirmed")
        assert "source" not in rotation(appliance, mode)
    await_verdict(appliance, "mixtape", "alone")
    mixtape = rotation(appliance, "mixtape")
    assert mixtape["source"] == "Apex Legends Status"
    assert mixtape["current"]["code"] in ("freedm_tdm_skulltown", "freedm_gungame_estates")
    assert (mixtape["current"]["gameMode"], mixtape["current"]["map"]) in (("TDM", "Skulltown"), ("Gun Run", "Estates"))
    assert mixtape["current"]["end"] == mixtape["next"]["start"]
    entries = appliance.get_json("/v1/timeline?hours=4&modes=mixtape,pubs")["entries"]
    assert {one["mode"] for one in entries if one.get("source")} == {"mixtape"}
    body = upstream(appliance)
    assert body["state"] == "fresh" and body["attribution"] == "Data from apexlegendsstatus.com"
    assert metric(appliance, "watchpost_rotation_upstream_fresh") == 1
    assert metric(appliance, "watchpost_rotation_modes_disagreeing") == 0
    request = maps.requests()[0]
    assert request["path"] == "/maprotation?version=2" and request["key"]
    assert appliance.get_json("/ltm/schedule") == [], "the Map Timer app is given nothing to roll on"
    assert maps.key not in appliance.output.read_text(encoding="utf-8")


def test_two_contradictions_are_an_alarm_with_both_answers(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps)
    await_verdict(appliance, "pubs", "confirmed")
    maps.mode("battle_royale", anchor=ANCHOR, cycle=[["kings_canyon_rotation", 90], ["broken_moon_rotation", 60]])
    found = await_verdict(appliance, "pubs", "disagreeing")
    assert found["schedule"]["code"] in ("OL", "SP") and found["upstream"]["code"] in ("KC", "BM")
    assert rotation(appliance, "pubs")["current"]["code"] in ("OL", "SP"), "the file is the owner's"
    # Of both a slot may have ended between two looks.
    wait_until(lambda: (one := verdict(appliance, "pubs"))["schedule"]["end"] == one["upstream"]["end"], "the same change")
    assert "proposal" not in found
    assert metric(appliance, "watchpost_rotation_modes_disagreeing") == 1
    assert verdict(appliance, "ranked")["verdict"] == "confirmed"
    said = command("status", "--config", str(appliance.settings))
    assert said.returncode == 0, said.stderr
    assert f"Apex Legends Status says {found['upstream']['map']}" in said.stdout
    maps.mode("battle_royale", **GAME["battle_royale"])
    await_verdict(appliance, "pubs", "confirmed")
    log = appliance.output.read_text(encoding="utf-8")
    assert log.count("disagree about pubs") == 1 and log.count("agree again about pubs") == 1


def test_an_outage_is_stale_with_its_reason_and_changes_no_verdict(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps)
    await_verdict(appliance, "pubs", "confirmed")
    maps.fault("500")
    stale = wait_until(lambda: (body := upstream(appliance))["state"] == "stale" and "HTTP" in body.get("reason", "") and body, "stale")
    assert stale["reason"] == "it answered HTTP 500" and stale["since"]
    assert verdict(appliance, "pubs")["verdict"] == "confirmed"
    assert rotation(appliance, "mixtape")["current"], "what is known of coming slots stays"
    assert metric(appliance, "watchpost_rotation_upstream_fresh") == 0
    maps.fault("none")
    wait_until(lambda: upstream(appliance)["state"] == "fresh", "fresh again")
    log = appliance.output.read_text(encoding="utf-8")
    assert log.count("cannot be asked which map is on") == 1 and log.count("answers again which map") == 1


def test_a_cache_that_is_stuck_is_stale_and_says_how_old_its_answer_is(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps)
    found = await_verdict(appliance, "pubs", "confirmed")
    assert found["until"] > found["since"]
    maps.fault("late", seconds=4 * 86_400)
    wait_until(lambda: upstream(appliance).get("reason", "").startswith("its answer is older than 20"), "an old answer")
    assert upstream(appliance)["state"] == "stale"
    assert metric(appliance, "watchpost_rotation_upstream_fresh") == 0
    assert verdict(appliance, "pubs")["until"] == found["until"], "nothing newer was said"
    maps.fault("none")
    wait_until(lambda: upstream(appliance)["state"] == "fresh", "fresh again")


def test_a_verdict_ends_when_the_mode_is_named_no_more(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps)
    maps.mode("battle_royale", anchor=ANCHOR, cycle=[["kings_canyon_rotation", 90], ["broken_moon_rotation", 60]])
    await_verdict(appliance, "pubs", "disagreeing")
    maps.mode("battle_royale")
    found = await_verdict(appliance, "pubs", "unchecked")
    assert found["since"] and "upstream" not in found and "until" not in found
    assert verdict(appliance, "ranked")["verdict"] == "confirmed"
    assert metric(appliance, "watchpost_rotation_modes_disagreeing") == 0
    assert appliance.output.read_text(encoding="utf-8").count("says nothing of pubs any more") == 1


@pytest.mark.parametrize("kind", ["403-html", "404-html"])
def test_a_page_of_a_proxy_is_no_refusal(launch: Any, maps: MapSimulator, kind: str) -> None:
    maps.fault(kind, count=1)
    appliance = start(launch, maps)
    await_verdict(appliance, "pubs", "confirmed")
    assert upstream(appliance)["state"] == "fresh"
    assert "a proxy may stand between" in appliance.output.read_text(encoding="utf-8")


def test_a_429_is_left_alone_for_as_long_as_it_wishes(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps)
    await_verdict(appliance, "pubs", "confirmed")
    maps.fault("429", retry_after=8, count=1)
    wait_until(lambda: upstream(appliance)["state"] == "stale", "stale")
    wait_until(lambda: upstream(appliance)["state"] == "fresh", "fresh again")
    [(refused, after)] = [pair for pair in pairwise(maps.requests()) if pair[0]["kind"] == "429"]
    assert after["time"] - refused["time"] >= 7.9


@pytest.mark.parametrize(
    ("kind", "words"), [("429-discord", "not linked to Discord"), ("403", "refuses the key"), ("410", "address")]
)
def test_what_a_person_has_to_mend_is_left_alone_for_long(
    launch: Any, maps: MapSimulator, simulator: Simulator, kind: str, words: str
) -> None:
    maps.fault(kind)
    appliance = start(launch, maps)
    wait_until(lambda: words in upstream(appliance).get("reason", ""), "the reason")
    assert upstream(appliance)["state"] == "stale"
    maps.fault("none")
    simulator.await_answers("us", 3)
    assert len(maps.requests()) == 1, "nobody asks"
    assert rotation(appliance, "pubs")["current"], "the schedule goes on"


def test_a_new_anchor_is_proposed_and_not_applied(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps)
    await_verdict(appliance, "pubs", "confirmed")
    maps.mode("battle_royale", shift=1_800)
    await_verdict(appliance, "pubs", "disagreeing")
    proposal = wait_until(lambda: verdict(appliance, "pubs").get("proposal"), "a proposal")
    assert proposal["shiftSeconds"] == 1_800 and not proposal["applied"]
    assert f"anchor = {proposal['anchor']}" in appliance.output.read_text(encoding="utf-8")
    # A slot may end between two looks.
    wait_until(lambda: rotation(appliance, "pubs")["current"]["end"] == verdict(appliance, "pubs")["schedule"]["end"], "as before")


def test_a_new_anchor_is_applied_where_the_settings_say_so(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps, upstream={"apply_anchor": True})
    await_verdict(appliance, "pubs", "confirmed")
    before = appliance.get("/hash").body
    maps.mode("battle_royale", shift=-1_200)
    proposal = wait_until(lambda: verdict(appliance, "pubs").get("proposal"), "a proposal")
    assert proposal["applied"] and proposal["shiftSeconds"] == -1_200
    await_verdict(appliance, "pubs", "confirmed")

    def expected() -> str:
        end = int((time.time() - ANCHOR + 1_200) // 9_000 * 9_000 + ANCHOR - 1_200)
        ends = [end + 5_400, end + 9_000]
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(next(one for one in ends if one > time.time())))

    # A slot may end between the question and the look.
    wait_until(lambda: rotation(appliance, "pubs")["current"]["end"] == expected(), "the other times")
    assert appliance.get("/hash").body != before, "the Map Timer app learns of it"


def test_after_the_end_of_the_schedule_the_upstream_stands_in(launch: Any, maps: MapSimulator, tmp_path: Path) -> None:
    schedule = tmp_path / "ended.toml"
    schedule.write_text(SCHEDULE_ENDED, encoding="utf-8")
    appliance = start(launch, maps, schedule_file=str(schedule))
    await_verdict(appliance, "pubs", "alone")
    pubs = rotation(appliance, "pubs")
    assert pubs["state"] == "running" and pubs["source"] == "Apex Legends Status"
    assert pubs["current"]["code"] in ("OL", "SP")
    assert appliance.get("/pubs/schedule").status == 404, "no guess for an app that would roll it on for ever"


@pytest.mark.slow
def test_every_oddity_is_borne(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps, upstream={"timeout": "2s"})
    await_verdict(appliance, "pubs", "confirmed")
    lasting = {"403", "404", "410", "429-discord"}
    for kind in (one for one in KINDS if one not in lasting):
        maps.fault(kind, count=1, seconds=4 if kind == "timeout" else 2)
        wait_until(lambda kind=kind: kind in {one["kind"] for one in maps.requests()}, f"{kind} was asked for")
        wait_until(lambda kind=kind: maps.requests()[-1]["kind"] == "usual", f"it asks again after {kind}")
    wait_until(lambda: upstream(appliance)["state"] == "fresh", "fresh again")
    # Two odd answers never followed each other: nothing was believed.
    assert verdict(appliance, "pubs")["verdict"] == "confirmed"
    assert "disagree about" not in appliance.output.read_text(encoding="utf-8")
    assert rotation(appliance, "mixtape")["source"] == "Apex Legends Status"


EVERY = GAME | {
    "arenas": {"anchor": ANCHOR, "cycle": [["arenas_drop_off", 15], ["arenas_party_crasher", 15]]},
    "arenasRanked": {"anchor": ANCHOR, "cycle": [["arenas_encore", 44 * 60]]},
    "control": {"anchor": ANCHOR, "cycle": [["control_tropics_barometer", 30], ["control_cascades_hammond", 30]]},
    "wildcard": {"anchor": ANCHOR, "cycle": [["edistrict_rotation", 12], ["worlds_edge_rotation", 12]]},
    # As the first split of a season: one map for weeks.
    "ranked": {"anchor": ANCHOR, "cycle": [["storm_point_rotation", 35 * 1440], ["olympus_rotation", 35 * 1440]]},
}


def test_every_mode_that_was_ever_named_is_shown_with_its_own_maps(launch: Any, tmp_path: Path) -> None:
    maps = MapSimulator(tmp_path / "every", EVERY)
    try:
        appliance = start(launch, maps)
        keys = {"pubs", "ranked", "mixtape", "arenas", "arenas-ranked", "control", "wildcard"}
        wait_until(lambda: {one["mode"] for one in upstream(appliance)["modes"]} == keys, "all modes")
        now = int(time.time())
        for mode, name, length in (("arenas", "arenas", 15), ("wildcard", "wildcard", 12), ("arenas-ranked", "arenasRanked", 2640)):
            # A slot may end between the question and the look.
            def is_right(mode: str = mode, name: str = name, length: int = length) -> bool:
                shown = rotation(appliance, mode).get("current") or {}
                cycle = [code for code, _ in EVERY[name]["cycle"]]
                at = int(time.time()) - ANCHOR
                wanted = cycle[at // (length * 60) % len(cycle)]
                begin = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(ANCHOR + at // (length * 60) * length * 60))
                known = {"edistrict_rotation": "ED", "worlds_edge_rotation": "WE"}.get(wanted, wanted)
                return (shown.get("code"), shown.get("start")) == (known, begin)

            wait_until(is_right, f"{mode} is right")
            assert rotation(appliance, mode)["source"] == "Apex Legends Status"
        # The file's day-long slots and the upstream's weeks disagree unless both have Storm Point until the same change.
        weeks = verdict(appliance, "ranked").get("upstream")
        assert weeks is None or weeks["end"] > time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + 86_400))
    finally:
        maps.close()


def test_a_split_that_the_file_does_not_know_is_an_alarm(launch: Any, maps: MapSimulator) -> None:
    appliance = start(launch, maps)
    await_verdict(appliance, "ranked", "confirmed")
    at = maps.split(
        4,
        {
            "battle_royale": {"cycle": [["worlds_edge_rotation", 90], ["edistrict_rotation", 90]]},
            "ranked": {"cycle": [["edistrict_rotation", 270], ["worlds_edge_rotation", 270]]},
        },
    )
    # Before it the last slot is cut short already, which the file does not know either.
    begins = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
    for mode, code in (("pubs", "WE"), ("ranked", "ED")):
        found = wait_until(
            lambda mode=mode: (one := verdict(appliance, mode)).get("upstream", {}).get("start") == begins and one, mode
        )
        assert found["upstream"]["code"] == code and found["verdict"] == "disagreeing"
