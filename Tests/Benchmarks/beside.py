"""What others wait while 50 connections send results: kept answers, lamps, and a lamp that changes.

wrk sends results, its players spread over games; a prober asks in turns for `/v1/hash` and for `/v1/panel`, every two
milliseconds, calm and meanwhile. Both have the same core, the appliance has the other one: what the prober waits for its core
is in its figures.
"""

from __future__ import annotations

import contextlib
import json
import pathlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import fronts
import house
from latency import observation_to_stream
from players import Games
from serving import LOAD_CORE, SERVER_CORE
from table import Row, percentile, spread

HERE = pathlib.Path(__file__).parent
SECONDS = 8
LONGEST = 90
"""Seconds in which all that is measured beside results is done."""
CHANGES = 5
GAMES = 50
KINDS = {"hash": "/v1/hash", "panel": "/v1/panel"}
SETTINGS = """
[devices]
registrations_per_hour = 1000000
requests_per_minute = 1000000
[arena]
enabled = true
registrations_per_hour = 100000
"""


class Both(house.Appliance):
    """Lamps of five regions, and games."""

    def start(self) -> float:
        """As the others, with games."""
        config = self.run / "watchpost.toml"
        text = config.read_text(encoding="utf-8").replace("[server]\n", "[server]\nmax_calls = 256\n", 1)
        config.write_text(text + SETTINGS, encoding="utf-8")
        took = super().start()
        self.owner = (self.run / "state" / "owner-key").read_text().strip()
        return took

    call, game, installs = Games.call, Games.game, Games.installs


@contextlib.contextmanager
def submitting(url: str, players: pathlib.Path, rates: list[float]) -> Iterator[None]:
    """50 connections; how many they sent a second."""
    command = ["taskset", "-c", LOAD_CORE, "wrk", "-t1", "-c50", f"-d{LONGEST}s", "-s", str(HERE / "players.lua"), url, "--",
               str(players), "results"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    try:
        yield
        if process.poll() is not None:
            raise SystemExit("wrk ended before what was to be measured beside it")
    finally:
        # At that it says what it did.
        process.send_signal(signal.SIGINT)
        text = process.communicate()[0]
    if "Non-2xx" in text:
        raise SystemExit(f"results were refused:\n{text}")
    rates.append(float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]))


def probed(url: str) -> dict[str, list[float]]:
    """Milliseconds of each answer, by its kind."""
    command = ["taskset", "-c", LOAD_CORE, sys.executable, str(HERE / "prober.py"), url, "nobody.nobody",
               *(f"{kind}={path}" for kind, path in KINDS.items())]
    prober = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    time.sleep(SECONDS)
    answers = json.loads(prober.communicate("")[0])
    return {kind: [took for _, took in taken] for kind, taken in answers.items()}


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Calm, then meanwhile."""
    folder = run / "beside"
    folder.mkdir()
    for secret in run.glob("battlenet-*"):
        (folder / secret.name).symlink_to(secret)
    appliance = Both(binary, sim, folder, "2s", cores=SERVER_CORE)
    try:
        appliance.await_fresh()
        players = fronts.listed(folder, fronts.crowd(appliance, GAMES))
        calm = probed(appliance.url)
        calm_changes = observation_to_stream(appliance, sim, CHANGES)
        rates: list[float] = []
        with submitting(appliance.url, players, rates):
            during = probed(appliance.url)
        with submitting(appliance.url, players, rates):
            changes = observation_to_stream(appliance, sim, CHANGES)
    finally:
        appliance.stop()
    names = {"hash": "GET /v1/hash", "panel": "GET /v1/panel, the lamps"}
    found = [
        Row(f"{name} beside 50 connections that send {rates[0]:,.0f} results a second: p99 calm, meanwhile",
            ", ".join(f"{percentile(times[kind], 0.99):.2f} ms" for times in (calm, during)))
        for kind, name in names.items()
    ]
    found.append(
        Row(f"a lamp changes, from Battle.net's answer to the panel: calm, beside {rates[1]:,.0f} results a second",
            f"{spread(calm_changes, ' ms', 1)}, {spread(changes, ' ms', 1)}")
    )
    return found
