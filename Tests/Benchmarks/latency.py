"""How long a fact takes from the simulator's answer to the lamp in `/v1/panel`."""

from __future__ import annotations

import json
import time
import urllib.request

import house


def observation_to_stream(appliance: house.Appliance, sim: dict, rounds: int) -> list[float]:
    """Milliseconds from the newest question about us that the simulator took to the change of the lamp, as seen by a
    client that asks for the panel without a pause. Both clocks are this machine's."""
    times = []
    for index in range(rounds):
        state = "down" if index % 2 == 0 else "up"
        wanted = "down" if state == "down" else "allUp"
        post(sim, "/_sim/set", {"region": "us", "slug": "tichondrius", "state": state})
        deadline = time.monotonic() + 30
        while meaning(appliance) != wanted:
            if time.monotonic() > deadline:
                raise SystemExit(f"the lamp did not change to {wanted} within 30 s")
        seen = time.time()
        answered = newest_answer(sim)
        times.append((seen - answered) * 1000)
    return times


def meaning(appliance: house.Appliance) -> str:
    lamps = json.loads(appliance.get("/v1/panel"))["lamps"]
    return next(lamp["meaning"] for lamp in lamps if lamp["name"] == "Tichondrius")


def newest_answer(sim: dict) -> float:
    """When the simulator took the newest question about us, in seconds since 1970."""
    with urllib.request.urlopen(sim["control"] + "/_sim/requests", timeout=5) as reply:
        recent = json.loads(reply.read())["recent"]
    return max(entry["time"] for entry in recent if entry["target"] == "us")


def post(sim: dict, path: str, body: dict) -> None:
    request = urllib.request.Request(sim["control"] + path, json.dumps(body).encode(), method="POST")
    urllib.request.urlopen(request, timeout=5).close()
