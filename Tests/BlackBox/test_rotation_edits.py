"""Changing the schedule: by command and by phone, looked at first, committed, kept, taken back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance, command
from harness.clock import Clock
from harness.device import Phone, ask, is_problem
from harness.disk import SmallDisk
from harness.settings import SCHEDULE, UNLIMITED
from harness.waiting import wait_until

PATH = "/v1/admin/schedule"


def stamp(instant: float) -> str:
    """An instant as the API writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(instant))


def calm(folder: Path) -> dict[str, str]:
    """`[rotations]` with a schedule: of both modes a map has been on for ten minutes, and goes on while a test runs."""
    text = SCHEDULE.replace("2026-01-01T00:00:00Z", stamp(time.time() // 60 * 60 - 600))
    file = folder / "calm.toml"
    file.write_text(text, encoding="utf-8")
    return {"schedule_file": str(file)}


@pytest.fixture
def appliance(launch: Callable[..., Appliance], tmp_path: Path) -> Appliance:
    """One that our own commands find, with a schedule that was read."""
    appliance = launch(("us",), fresh=False, devices=UNLIMITED, rotations=calm(tmp_path))
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule")
    return appliance


def rotations(appliance: Appliance, *words: str, **more: Any) -> Any:
    """`watchpost rotations …`."""
    return command("rotations", *words, "--config", str(appliance.settings), **more)


def current(appliance: Appliance, mode: str = "pubs") -> tuple[str, str] | None:
    """The map that is on, and until when."""
    slot = appliance.get_json(f"/v1/rotations/{mode}").get("current")
    return slot and (slot["code"], slot["end"])


def other(appliance: Appliance) -> tuple[str, str]:
    """A line that puts the other map on for an hour, and when that ends."""
    code = {"OL": "SP", "SP": "OL"}[current(appliance)[0]]
    end = stamp(int(time.time()) // 60 * 60 + 3600)
    return f"pubs: {code} BM 90, {code} on until {end}", end


def paired(appliance: Appliance) -> Phone:
    """A phone that administers."""
    phone = Phone(appliance).registered()
    code = ask(appliance.base, "POST", "/v1/pairing", Authorization=f"Bearer {appliance.owner_key}").json["code"]
    assert phone.ask("POST", "/v1/pairing/redeem", {"code": code}).status == 200
    return phone


def test_the_owner_looks_commits_restarts_and_takes_it_back(appliance: Appliance) -> None:
    before = current(appliance)
    line, end = other(appliance)
    declined = rotations(appliance, "set", line)
    assert declined.returncode == 1 and "nothing was changed" in declined.stderr
    assert "as before: ranked" in declined.stdout and ", not " in declined.stdout
    assert current(appliance) == before
    done = rotations(appliance, "set", *line.split(), "--yes")
    assert done.returncode == 0, done.stderr
    assert current(appliance) == (line.split()[1], end)
    shown = rotations(appliance, "show")
    assert f"the owner: set pubs: {line.split()[1]} 90 BM 90" in shown.stdout and "(in force)" in shown.stdout
    following = rotations(appliance, "next", "broken moon")
    assert following.returncode == 0 and "pubs: Broken Moon from " in following.stdout
    assert rotations(appliance, "next", "KC").returncode == 1
    appliance.kill()
    appliance.start()
    wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule")
    assert current(appliance) == (line.split()[1], end)
    undone = rotations(appliance, "undo", "--yes")
    assert undone.returncode == 0, undone.stderr
    assert current(appliance) == before
    again = rotations(appliance, "undo", "--yes")
    assert again.returncode == 1 and "there is nothing to undo" in again.stderr
    assert "(taken back)" in rotations(appliance, "show").stdout


def test_a_takeover_comes_and_ends_and_a_mode_that_vanishes_stands_out(appliance: Appliance) -> None:
    before = current(appliance)
    until = stamp(time.time() + 7_200)
    line = ("takeover", "pubs", "Straight", "Shot:", "KC", "OL", "15,", "KC", "for", "10m,", "until", until, "--yes")
    assert rotations(appliance, *line).returncode == 0
    mode = appliance.get_json("/v1/rotations/pubs")
    assert (mode["takeover"], mode["current"]["code"]) == ("Straight Shot", "KC")
    assert rotations(appliance, "end", "pubs", "--yes").returncode == 0
    assert current(appliance) == before
    ended = rotations(appliance, "end", "pubs", "--yes")
    assert "!!! pubs VANISHES" in ended.stdout
    assert appliance.get_json("/v1/rotations/pubs")["state"] == "ended"
    assert appliance.get("/pubs/schedule").status == 404
    assert "pubs ended at" in appliance.get("/pubs/schedule").json["detail"]


def test_a_phone_taps_on_the_map_that_it_sees(appliance: Appliance) -> None:
    phone = paired(appliance)
    code, end = other(appliance)[0].split()[1], stamp(int(time.time()) // 60 * 60 + 1_200)
    stream = appliance.events()
    seen = phone.ask("POST", f"{PATH}/seen", {"mode": "pubs", "map": code, "until": end})
    assert seen.status == 200, seen.body
    assert current(appliance) == (code, end)
    assert seen.json["edits"][0]["phone"] == "Ann's phone"
    assert stream.wait_for("schedule", accepted=True)
    assert phone.ask("DELETE").status == 204
    shown = rotations(appliance, "show").stdout
    assert "a removed phone: see pubs" in shown and "Ann" not in shown


def test_an_edit_between_preview_and_commit_is_told(appliance: Appliance) -> None:
    phone = paired(appliance)
    line, _ = other(appliance)
    looked = phone.ask("POST", f"{PATH}/preview", {"text": f"set {line}"}).json
    assert rotations(appliance, "end", "ranked", "--yes").returncode == 0
    late = phone.ask("POST", f"{PATH}/edits", {"text": looked["text"], "basis": looked["basis"]})
    assert is_problem(late, 409) and late.json["code"] == "changed-meanwhile"
    assert len(phone.ask("GET", PATH).json["edits"]) == 1


def test_a_commit_does_what_its_preview_said_and_every_change_is_an_event(appliance: Appliance) -> None:
    phone = paired(appliance)
    line, end = other(appliance)
    looked = phone.ask("POST", f"{PATH}/preview", {"text": f"set {line}"}).json
    old = stamp(time.time() - 601)
    late = phone.ask("POST", f"{PATH}/edits", {"text": looked["text"], "basis": looked["basis"], "at": old})
    assert is_problem(late, 409) and late.json["code"] == "changed-meanwhile" and "look at it again" in late.json["detail"]
    stream = appliance.events()
    # "now" was then: the event of a minute that is over by now is not mistaken for anything else.
    done = phone.ask("POST", f"{PATH}/edits", {name: looked[name] for name in ("text", "basis", "at")})
    assert done.status == 200, done.body
    assert current(appliance) == (line.split()[1], end)
    assert stream.wait_for("schedule", accepted=True)
    again = phone.ask("POST", f"{PATH}/edits", {name: looked[name] for name in ("text", "basis", "at")})
    assert is_problem(again, 409), "one that was carried out is not carried out again"
    undone = phone.ask("POST", f"{PATH}/preview", {"text": "undo"}).json
    stream = appliance.events()
    assert phone.ask("POST", f"{PATH}/edits", {name: undone[name] for name in ("text", "basis", "at")}).status == 200
    assert stream.wait_for("schedule", accepted=True)


def test_a_commit_without_an_answer_says_that_it_may_have_been_made(appliance: Appliance) -> None:
    line, _ = other(appliance)
    key = {"Authorization": f"Bearer {appliance.owner_key}"}
    preview = ask(appliance.base, "POST", f"{PATH}/preview", {"text": f"set {line}"}, **key).body
    appliance.kill()

    class Silent(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            if self.path.endswith("/preview"):
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(preview)))
                self.end_headers()
                self.wfile.write(preview)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Silent) as server:
        appliance.base = f"http://127.0.0.1:{server.server_port}"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            lost = rotations(appliance, "set", line, "--yes")
        finally:
            server.shutdown()
            thread.join()
    assert lost.returncode == 1 and "may have been changed all the same" in lost.stderr, lost.stderr
    assert "watchpost rotations show" in lost.stderr


def test_an_end_leaves_the_next_split(appliance: Appliance, tmp_path: Path) -> None:
    soon, later = stamp(time.time() // 60 * 60 + 3_600), stamp(time.time() // 60 * 60 + 7_200)
    file = tmp_path / "calm.toml"
    before = file.read_text(encoding="utf-8")
    text = before.replace('[[mode]]\nkey = "ranked"', f"""[[mode.schedule]]
mode = "pubs"
from = {later}
anchor = {later}
cycle = [{{ map = "SP", minutes = 30 }}]
[[mode]]
key = "ranked\"""")
    assert text != before
    head, rest = text.split("[[mode.schedule]]", 1)
    file.write_text(f"{head}[[mode.schedule]]\nto = {soon}{rest}", encoding="utf-8")
    wait_until(lambda: len(appliance.get_json("/v1/rotations/pubs")["schedules"]) == 2, "the two splits")
    assert rotations(appliance, "end", "pubs", "--yes").returncode == 0
    mode = appliance.get_json("/v1/rotations/pubs")
    assert mode["state"] == "gap" and mode["schedules"][-1]["usableFrom"] == later


def test_strangers_change_and_learn_nothing(appliance: Appliance) -> None:
    before = current(appliance)
    line, _ = other(appliance)
    stranger = Phone(appliance).registered()
    for rest, body in (
        ("preview", {"text": f"set {line}"}),
        ("edits", {"text": f"set {line}", "basis": "0-0000000000000000"}),
        ("seen", {"mode": "pubs", "map": line.split()[1]}),
    ):
        assert is_problem(ask(appliance.base, "POST", f"{PATH}/{rest}", body), 401)
        assert is_problem(stranger.ask("POST", f"{PATH}/{rest}", body), 403)
        # Beyond its bound nobody reads a body.
        assert is_problem(stranger.ask("POST", f"{PATH}/{rest}", b"{" * 5_000), 413)
    assert is_problem(ask(appliance.base, "GET", PATH), 401)
    assert is_problem(stranger.ask("GET", PATH), 403)
    assert current(appliance) == before


def test_a_newer_file_overrides_what_it_changes(appliance: Appliance, tmp_path: Path) -> None:
    line, _ = other(appliance)
    assert rotations(appliance, "set", line, "--yes").returncode == 0
    assert rotations(appliance, "set", "ranked: KC 30, KC for 20m", "--yes").returncode == 0
    file = tmp_path / "calm.toml"
    before = file.read_text(encoding="utf-8")
    file.write_text(before.replace("minutes = 60", "minutes = 75"), encoding="utf-8")
    wait_until(lambda: "overridden" in rotations(appliance, "show").stdout, "the newer file")
    assert current(appliance)[0] in ("OL", "SP") and current(appliance, "ranked")[0] == "KC"
    log = appliance.output.read_text(encoding="utf-8")
    assert "the schedule file overrides the edit of" in log and ": set pubs:" in log
    file.write_text(before, encoding="utf-8")
    wait_until(lambda: "there holds again the edit" in appliance.output.read_text(encoding="utf-8"), "the old file")


def test_a_full_disk_keeps_the_old_schedule_and_says_so(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path / "state")
    try:
        appliance = launch(("us",), fresh=False, devices=UNLIMITED, rotations=calm(tmp_path))
        wait_until(lambda: appliance.get("/v1/rotations").status == 200, "the schedule")
        line, end = other(appliance)
        disk.fill()
        # What is left of the write-ahead log takes a few rows.
        for number in range(400):
            words = ("set", line) if number % 2 == 0 else ("undo",)
            before = appliance.get("/v1/schedules").body, appliance.get("/hash").body
            refused = rotations(appliance, *words, "--yes")
            if refused.returncode != 0:
                break
        assert refused.returncode == 1, "the disk took everything"
        assert "cannot use its disk" in refused.stderr and "leaves the schedule as it is" in refused.stderr
        assert (appliance.get("/v1/schedules").body, appliance.get("/hash").body) == before
        disk.free()
        assert rotations(appliance, *words, "--yes").returncode == 0
        assert (current(appliance) == (line.split()[1], end)) == (words[0] == "set")
    finally:
        disk.close()


def test_history_is_replayed_without_an_appliance(configure: Callable[..., Path], tmp_path: Path) -> None:
    config = str(configure(("us",)))
    old = tmp_path / "old.toml"
    old.write_text(SCHEDULE.replace("2026-01-01", "2020-01-01"), encoding="utf-8")
    at = command("rotations", "at", "2020-01-01T01:31:00Z", "--file", str(old), "--config", config)
    assert at.returncode == 0, at.stderr
    assert "pubs: Storm Point from 2020-01-01 01:30 until 2020-01-01 02:30, then Olympus" in at.stdout
    far = command("rotations", "at", "9999-01-01T00:00:00Z", "--config", config)
    assert far.returncode == 0 and "pubs: " in far.stdout
    assert command("rotations", "at", "tomorrow", "--config", config).returncode == 64
    assert command("rotations", "at", "tomorrow", "18:30", "--config", config).returncode == 0
    for words in (("show",), ("next",), ("next", "olympus"), ("check",)):
        looked = command("rotations", *words, "--file", str(old), "--config", config)
        assert looked.returncode == 0 and "pubs: " in looked.stdout, (words, looked.stderr)
    changed = command("rotations", "end", "pubs", "--file", str(old), "--config", config)
    assert changed.returncode == 64 and "never a file" in changed.stderr
    assert command("rotations", "check", str(old), "--config", config).returncode == 0
    old.write_text("source = 1", encoding="utf-8")
    for words in (("check", str(old)), ("at", "12:00", "--file", str(old))):
        wrong = command("rotations", *words, "--config", config)
        assert wrong.returncode == 1 and f"{old}:1:" in wrong.stderr
    offline = command("rotations", "undo", "--yes", "--config", config)
    assert offline.returncode == 1 and "owner-key" in offline.stderr


@pytest.mark.parametrize("year", [1970, 1999, 2020, 2100])
def test_history_is_replayed_by_a_box_that_does_not_know_the_time(configure: Callable[..., Path], tmp_path: Path, year: int) -> None:
    config, old, clock = str(configure(("us",))), tmp_path / "old.toml", Clock(tmp_path / "clock")
    old.write_text(SCHEDULE.replace("2026-01-01", "2020-01-01"), encoding="utf-8")
    clock.read(datetime(year, 1, 2, 3, 4, 5, tzinfo=UTC))
    words = ("rotations", "at", "2020-01-01T01:31:00Z", "--file", str(old), "--config", config)
    at = command(*words, **clock.environment)
    assert at.returncode == 0, at.stderr
    assert at.stdout == command(*words).stdout, "by the instant that was asked for, not by the clock"
    assert "pubs: Storm Point from 2020-01-01 01:30 until 2020-01-01 02:30, then Olympus" in at.stdout
    today = command("rotations", "at", "18:30", "--file", str(old), "--config", config, **clock.environment)
    assert today.returncode == 0 and f"{year}-01-02" in today.stdout, today.stdout + today.stderr
