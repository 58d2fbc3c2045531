"""A map schedule with mistakes: what is said, where, and what stays in force."""

from __future__ import annotations

import pytest

from harness.appliance import command
from harness.disk import SmallDisk
from harness.settings import SCHEDULE
from harness.waiting import wait_until

BROKEN = SCHEDULE + "\n" + "\n".join(f"strange{number} = 1" for number in range(5_000))


def refusal(appliance):
    return appliance.get_json("/v1/rotations").get("refused")


def faults(appliance):
    return {fault["code"]: fault["words"] for fault in appliance.get_json("/v1/panel")["faults"]}


@pytest.mark.slow
def test_a_disk_that_is_full_keeps_the_old_copy_until_there_is_room(launch, tmp_path):
    disk = SmallDisk(tmp_path / "state")
    try:
        appliance = launch(regions=("us",), fresh=False)
        copy = tmp_path / "state" / "schedule.kept.toml"
        wait_until(copy.exists, "the copy")
        before = appliance.get("/v1/schedules").body
        disk.fill()
        wanted = SCHEDULE.replace("90", "91")
        (tmp_path / "schedule.toml").write_text(wanted, encoding="utf-8")
        said = "the schedule is in force, but cannot be kept for a restart"
        wait_until(lambda: said in appliance.output.read_text(encoding="utf-8"), "what is said of the disk")
        assert copy.read_text(encoding="utf-8") == SCHEDULE and not list(copy.parent.glob("*.new"))
        assert appliance.get("/v1/schedules").body != before, "the new one is in force all the same"
        disk.free()
        wait_until(lambda: copy.read_text(encoding="utf-8") == wanted, "the new copy", timeout=150)
        log = appliance.output.read_text(encoding="utf-8")
        assert log.count(said) == 1 and "the schedule is kept for a restart again" in log
    finally:
        disk.close()


def test_a_refused_schedule_is_said_everywhere_and_survives_a_restart(launch, tmp_path):
    file = tmp_path / "schedule.toml"
    appliance = launch(
        regions=("us",), panel={"modes": ["pubs", "arenas"]}
    )
    check = command("check", "--config", str(appliance.config))
    assert check.returncode == 0, check.stderr
    assert "pubs: 1 schedule, without a known end" in check.stdout
    assert "panel.modes: the schedule has no mode “arenas”" in check.stderr
    copy = tmp_path / "state" / "schedule.kept.toml"
    wait_until(copy.exists, "the copy")
    assert copy.read_text(encoding="utf-8") == SCHEDULE

    stream = appliance.events()
    file.write_text(BROKEN, encoding="utf-8")
    event = stream.wait_for("schedule", accepted=False).data
    assert len(event["problems"]) == 21 and event["problems"][-1] == "and 4980 more problems"
    assert str(tmp_path) not in str(event)
    assert refusal(appliance)["inForce"] == "before"
    wait_until(lambda: "E33" in faults(appliance), "the panel's fault")
    assert "line 18, column 1" in faults(appliance)["E33"]
    assert "watchpost_schedule_refused 1" in appliance.get("/metrics").body.decode()
    status = command("status", "--config", str(appliance.settings))
    assert "fault E33: schedule file refused, the previous schedule stays in force" in status.stdout
    check = command("check", "--config", str(appliance.config))
    assert check.returncode == 1
    assert len(check.stderr.splitlines()) < 30 and "and 4980 more problems" in check.stderr

    appliance.stop()
    appliance.start()
    # It is read before the appliance says that it is ready, for two seconds: a file so long may take more where much else runs.
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the maps")
    assert refusal(appliance)["inForce"] == "kept"
    assert appliance.get_json("/v1/rotations")["source"] == "made for the tests"
    wait_until(lambda: "E33" in faults(appliance), "the panel's fault")
    assert "a kept copy of the last good one is in force" in faults(appliance)["E33"]

    file.write_text(SCHEDULE.replace("90", "91"), encoding="utf-8")
    wait_until(lambda: refusal(appliance) is None, "the mended file")
    wait_until(lambda: "E33" not in faults(appliance), "the end of the panel's fault")
    assert "watchpost_schedule_refused 0" in appliance.get("/metrics").body.decode()
    log = appliance.output.read_text(encoding="utf-8")
    assert "the schedule file is refused; the previous schedule stays in force" in log
    assert "the schedule file is refused; a kept copy of the last good one is in force" in log
    assert "the schedule file is accepted again: pubs: 1 schedule" in log
    wait_until(lambda: "91" in copy.read_text(encoding="utf-8"), "the newer copy")
