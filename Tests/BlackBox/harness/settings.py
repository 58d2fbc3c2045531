"""The configuration of an appliance under test: a tree, written as TOML."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from harness.simulator import Simulator

INTERVAL = 2.0
"""Seconds between polls in tests: the least that the configuration allows."""

RAW = "RAW "
"""Before a text that is TOML already: a time of day, for example."""

REGIONS = ("us", "eu", "kr", "tw", "cn")

UNLIMITED = {"registrations_per_hour": 100_000, "requests_per_minute": 100_000}
"""`[devices]` for tests that register many phones in a moment."""

TUNNEL = {"listen": "127.0.0.1:0", "client_address": "X-Forwarded-For"}
"""`[tunnel]` for strangers whose addresses a test makes up; `Appliance.tunnel` is where they come in."""

SCHEDULE = """\
source = "made for the tests"
[maps]
OL = "Olympus"
SP = "Storm Point"
[[mode]]
key = "pubs"
name = "Casual"
[[mode.schedule]]
anchor = 2026-01-01T00:00:00Z
cycle = [{ map = "OL", minutes = 90 }, { map = "SP", minutes = 60 }]
[[mode]]
key = "ranked"
name = "Ranked"
[[mode.schedule]]
anchor = 2026-01-01T00:00:00Z
cycle = [{ map = "SP", minutes = 1440 }, { map = "OL", minutes = 1440 }]
"""


def settings_for(simulator: Simulator, state: Path, regions: tuple[str, ...] = REGIONS) -> dict[str, Any]:
    """Everything points at the simulator; no maintenance window hides what goes down."""
    addresses, secrets = simulator.addresses, simulator.secrets
    region = {name: {"api_url": addresses["api"][name], "maintenance": []} for name in regions}
    if "cn" in region:
        region["cn"] |= {
            "token_url": addresses["token_url_cn"],
            "client_id": addresses["clients"]["token-cn"]["id"],
            "client_secret_file": str(secrets / "battlenet-client-secret-cn"),
        }
    schedule = state.parent / "schedule.toml"
    schedule.write_text(SCHEDULE, encoding="utf-8")
    return {
        "rotations": {"schedule_file": str(schedule)},
        "server": {"listen": "127.0.0.1:0"},
        "state": {"directory": str(state)},
        "battlenet": {
            "client_id": addresses["clients"]["token"]["id"],
            "client_secret_file": str(secrets / "battlenet-client-secret"),
            "token_url": addresses["token_url"],
            "interval": "2s",
            "recheck": "1s",
            # An answer may be late on a busy machine; tests of what never comes say how long that is waited for.
            "timeout": "30s",
            "requests_per_hour": 36_000,
        },
        # No box under test talks to the real page; tests of the page name the simulator's.
        "status_page": {"enabled": False},
        "realms": {"regions": list(regions), "flavours": {"retail": "dynamic"}},
        "region": region,
        "network": {"probes": addresses["probes"], "probe_timeout": "30s"},
        "panel": {"watch": list(regions), "time_zone": "UTC"},
    }


def merged(settings: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Settings with some of them changed, table by table; None takes one away."""
    result = copy.deepcopy(settings)
    for key, value in changes.items():
        nested = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged(result[key], value) if nested else value
    return {key: value for key, value in result.items() if value is not None}


def toml(settings: dict[str, Any]) -> str:
    """TOML: sections of two levels, everything deeper inline."""
    lines: list[str] = []
    for section, keys in settings.items():
        tables = {key: value for key, value in keys.items() if isinstance(value, dict)}
        lines.append(f"[{section}]")
        lines += [f"{key} = {_value(value)}" for key, value in keys.items() if key not in tables]
        for name, table in tables.items():
            lines.append(f"[{section}.{name}]")
            lines += [f"{key} = {_value(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str) and value.startswith(RAW):
        return value.removeprefix(RAW)
    # JSON's strings, numbers and booleans are TOML's too.
    return json.dumps(value, ensure_ascii=False)
