"""The settings that phones may change answer as the document says, and take what it allows."""

from __future__ import annotations

from typing import Any

import pytest
from contract.document import DOCUMENT, check, named
from harness.appliance import Appliance, Reply
from harness.device import ask

PATH = "/v1/admin/settings"
QUIET = {"on": True, "from": "23:00", "to": "07:00"}


@pytest.fixture
def bearer(appliance: Appliance) -> str:
    """The owner's key, which administers on this machine."""
    key = (appliance.config.parent / "state" / "owner-key").read_text(encoding="utf-8").strip()
    return f"Bearer {key}"


def put(appliance: Appliance, bearer: str, version: int, settings: dict[str, Any]) -> Reply:
    """One change."""
    body = {"version": version, "settings": settings}
    check(body, named("SettingsChangeBody"))
    return ask(appliance.base, "PUT", PATH, body, Authorization=bearer)


def test_each_setting_that_the_document_names_is_taken_and_given_back(
    appliance: Appliance, bearer: str
) -> None:
    known = ask(appliance.base, "GET", PATH, Authorization=bearer)
    assert known.status == 200
    check(known.json, named("SettingsBody"))
    named_ones = DOCUMENT["components"]["schemas"]["SettingsChangeBody"]["properties"]["settings"]["properties"]
    wanted = {
        "name": "Attic",
        "timeZone": "Europe/Warsaw",
        "clock": "12h",
        "secondsPerPage": 60,
        "quietHours": QUIET,
        "anyDownIsAll": True,
    }
    assert set(wanted) == set(named_ones) == set(known.json["settings"])
    changed = put(appliance, bearer, known.json["version"], wanted)
    assert changed.status == 200, changed.body
    check(changed.json, named("SettingsBody"))
    for name, value in wanted.items():
        assert changed.json["settings"][name]["value"] == value, name
        assert changed.json["settings"][name]["source"] == "phone", name
    late = put(appliance, bearer, known.json["version"], {"name": "Cellar"})
    assert late.status == 409
    check(late.json, named("SettingsConflictBody"))
    back = put(appliance, bearer, changed.json["version"], dict.fromkeys(wanted))
    assert back.json["settings"] == known.json["settings"]


@pytest.mark.parametrize("settings", [{"clock": "25h"}, {"secondsPerPage": 61}, {"name": ""}, {"watch": []}])
def test_what_the_document_does_not_allow_is_refused(
    appliance: Appliance, bearer: str, settings: dict[str, Any]
) -> None:
    body = {"version": 0, "settings": settings}
    with pytest.raises(AssertionError):
        check(body, named("SettingsChangeBody"))
    refused = ask(appliance.base, "PUT", PATH, body, Authorization=bearer)
    assert refused.status == 400
    check(refused.json, named("ProblemBody"))
