"""Settings from a paired phone: at once on the panel, for good, and given back to the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from harness.appliance import Appliance, Reply, command
from harness.device import Phone, ask, is_problem
from harness.settings import UNLIMITED
from harness.waiting import wait_until

SETTINGS = "/v1/admin/settings"


@pytest.fixture
def appliance(launch: Callable[..., Appliance]) -> Iterator[Appliance]:
    """An appliance whose file gives it a name, with a second door."""
    yield launch(
        ("eu",),
        devices=UNLIMITED,
        panel={"name": "Attic"},
        tunnel={"listen": "127.0.0.1:0"},
    )


@pytest.fixture
def phone(appliance: Appliance) -> Phone:
    """A paired phone."""
    phone = Phone(appliance).registered()
    code = ask(appliance.base, "POST", "/v1/pairing", Authorization=f"Bearer {appliance.owner_key}").json["code"]
    assert phone.ask("POST", "/v1/pairing/redeem", {"code": code}).status == 200
    return phone


def put(phone: Phone, version: int, base: str = "", **settings: object) -> Reply:
    """Changes settings."""
    return phone.ask("PUT", SETTINGS, {"version": version, "settings": settings}, base=base)


def now_quiet(zone: timedelta = timedelta()) -> dict[str, Any]:
    """Hours around this moment."""
    now = datetime.now(UTC) + zone
    hour = timedelta(hours=1)
    return {"on": True, "from": f"{now - hour:%H:%M}", "to": f"{now + hour:%H:%M}"}


def backlight(appliance: Appliance) -> bool:
    """Whether the display is lit."""
    return bool(appliance.get_json("/v1/panel")["display"]["backlight"])


def meanings(appliance: Appliance) -> set[str]:
    """What the lamps mean."""
    return {lamp["meaning"] for lamp in appliance.get_json("/v1/panel")["lamps"]}


def test_quiet_hours_from_outside_darken_the_panel_at_once(
    appliance: Appliance, phone: Phone, tunnel: str
) -> None:
    wait_until(lambda: backlight(appliance) and meanings(appliance) == {"allUp"}, "a panel that is lit")
    stored = put(phone, 0, tunnel, quietHours=now_quiet())
    assert stored.status == 200, stored.body
    wait_until(lambda: not backlight(appliance) and meanings(appliance) == {"quietHours"}, "the display is dark")
    assert put(phone, 1, tunnel, quietHours=now_quiet() | {"on": False}).status == 200
    wait_until(lambda: backlight(appliance), "the display is lit")
    answer = phone.ask("GET", SETTINGS).json["settings"]["quietHours"]
    assert (answer["value"]["on"], answer["source"], answer["file"]) == (False, "phone", None)


def test_the_hours_are_those_of_the_zone_that_the_phone_chose(appliance: Appliance, phone: Phone) -> None:
    assert put(phone, 0, quietHours=now_quiet(timedelta(hours=9))).status == 200
    assert backlight(appliance)
    assert put(phone, 1, timeZone="Asia/Tokyo").status == 200
    wait_until(lambda: not backlight(appliance), "it is quiet in Tokyo")


def test_a_name_is_shown_when_the_box_is_asked_who_it_is(appliance: Appliance, phone: Phone) -> None:
    def shown() -> str:
        phone.ask("POST", "/v1/admin/identify")
        return " ".join(appliance.get_json("/v1/panel")["display"]["lines"])

    wait_until(lambda: "Attic" in shown(), "the file's name")
    assert put(phone, 0, name="Cellar").status == 200
    wait_until(lambda: "Cellar" in shown(), "the phone's name")
    assert put(phone, 1, name=None).json["settings"]["name"] == {
        "value": "Attic",
        "source": "file",
        "file": "Attic",
    }
    wait_until(lambda: "Attic" in shown(), "the file's name again")


def test_quiet_hours_hold_from_the_first_look_after_a_kill(appliance: Appliance, phone: Phone) -> None:
    assert put(phone, 0, quietHours=now_quiet()).status == 200
    appliance.kill()
    appliance.start()
    assert not backlight(appliance), "dark from the first look"
    assert phone.ask("GET", SETTINGS).json["version"] == 1


def test_a_phone_that_did_not_know_is_told_what_is_current(appliance: Appliance, phone: Phone) -> None:
    assert put(phone, 0, name="Cellar").status == 200
    late = put(phone, 0, clock="12h")
    assert is_problem(late, 409)
    assert late.json["current"] == phone.ask("GET", SETTINGS).json
    assert put(phone, 0, name="Cellar").status == 200, "an answer that was lost"
    assert put(phone, late.json["current"]["version"], clock="12h").json["version"] == 2


STRANGE = [
    b"",
    b"{",
    b"[]",
    b"null",
    b'{"version":0}',
    b'{"version":0,"settings":{"name":' + b"[" * 1_000 + b"]" * 1_000 + b"}}",
    b'{"version":0,"settings":' + b'{"name":' * 300 + b"1" + b"}" * 300 + b"}",
    b'{"version":1e99,"settings":{}}',
    b'{"version":0,"settings":{"secondsPerPage":1e400}}',
    b'{"version":0,"settings":{"name":"\xff\xfe"}}',
    '{"version":0,"settings":{"name":"\u202etxt"}}'.encode(),
    '{"version":0,"settings":{"name":"a\\u0000b"}}'.encode(),
    '{"version":0,"settings":{"timeZone":"/etc/passwd"}}'.encode(),
    '{"version":0,"settings":{"timeZone":"UTC\\u0000"}}'.encode(),
    '{"version":0,"settings":{"__proto__":{}}}'.encode(),
    '{"version":0,"settings":{"quietHours":{"on":true,"from":"7:00","to":"08:00"}}}'.encode(),
]


def test_what_cannot_be_meant_is_a_problem_and_changes_nothing(appliance: Appliance, phone: Phone) -> None:
    before = phone.ask("GET", SETTINGS).json
    for body in STRANGE:
        assert is_problem(phone.ask("PUT", SETTINGS, body), 400), body
    assert is_problem(phone.ask("PUT", SETTINGS, b" " * 5_000), 413)
    assert is_problem(phone.ask("PUT", SETTINGS, b"{}", Content_Type="text/plain"), 415)
    stranger = Phone(appliance).registered()
    assert is_problem(put(stranger, 0, name="Mine"), 403)
    assert is_problem(ask(appliance.base, "GET", SETTINGS), 401)
    assert phone.ask("GET", SETTINGS).json == before


def test_the_owner_sees_and_drops_what_phones_said(appliance: Appliance, phone: Phone) -> None:
    config = ("--config", str(appliance.settings))
    assert put(phone, 0, name="Cellar", quietHours=now_quiet(), clock="12h").status == 200
    listed = command("settings", *config)
    assert listed.returncode == 0, listed.stderr
    assert 'name = "Cellar"  (a phone said so; the file: "Attic")' in listed.stdout
    assert "seconds_per_page = 6\n" in listed.stdout
    reset = command("settings", "reset", *config)
    assert reset.returncode == 0, reset.stderr
    assert 'name = "Attic"\n' in reset.stdout and "phone" not in reset.stdout
    wait_until(lambda: backlight(appliance), "the file has no quiet hours")
    assert phone.ask("GET", SETTINGS).json["version"] == 2
    checked = command("check", *config)
    assert checked.returncode == 0
    assert "quiet_hours" in checked.stdout and "watchpost settings" in checked.stdout


def test_without_an_appliance_the_command_says_so(configure: Callable[..., Any]) -> None:
    result = command("settings", "--config", str(configure(("eu",))))
    assert result.returncode == 1
    assert "owner-key" in result.stderr
