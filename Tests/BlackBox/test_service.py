"""Being a service: readiness, the watchdog, stopping."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from harness.waiting import holds_for, wait_until
from notify_socket import NotifySocket

WATCHDOG = 4.0
"""Seconds that the service manager would wait for a sign of life."""


@pytest.fixture
def manager(tmp_path: Path):
    manager = NotifySocket(tmp_path / "notify")
    yield manager
    manager.close()


def supervised(manager: NotifySocket) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": str(int(WATCHDOG * 1_000_000))}


def last_sign(manager: NotifySocket) -> float:
    return max((message.at for message in manager.having("WATCHDOG=1")), default=0.0)


def test_ready_and_stopping_are_said_once_and_in_order(launch, manager):
    appliance = launch(regions=("us",), environment=supervised(manager))
    assert manager.wait_for("READY=1", 5)
    code, _ = appliance.stop()
    assert code == 0
    assert manager.wait_for("STOPPING=1", 2)
    order = [key for message in manager.messages for key in message.fields if key in ("READY", "STOPPING")]
    assert order == ["READY", "STOPPING"]


def test_ready_does_not_wait_for_battle_net(launch, manager, simulator):
    simulator.fault("all", "timeout")
    launch(regions=("us",), fresh=False, environment=supervised(manager))
    assert manager.wait_for("READY=1", 5)


def test_signs_of_life_come_at_least_twice_a_watchdog_period(launch, manager):
    launch(regions=("us",), environment=supervised(manager))
    start = time.monotonic()
    time.sleep(3 * WATCHDOG)
    times = [start, *(message.at for message in manager.having("WATCHDOG=1", after=start)), time.monotonic()]
    assert max(later - earlier for earlier, later in zip(times, times[1:], strict=False)) <= WATCHDOG * 0.75


def test_a_stalled_upstream_is_no_reason_to_be_restarted(launch, manager, simulator):
    launch(environment=supervised(manager), battlenet={"timeout": "30s"})
    simulator.fault("all", "stalled")
    holds_for(lambda: time.monotonic() - last_sign(manager) <= WATCHDOG, 4 * WATCHDOG, "signs of life")


def test_a_store_that_cannot_write_is_a_reason_to_be_restarted(launch, manager, simulator, tmp_path):
    appliance = launch(regions=("us",), environment=supervised(manager))
    assert manager.wait_for("WATCHDOG=1", 2 * WATCHDOG)
    holds_for(lambda: time.monotonic() - last_sign(manager) <= WATCHDOG, WATCHDOG, "signs of life before")
    database = next((tmp_path / "state").rglob("state.db"))
    holder = sqlite3.connect(database, isolation_level=None, timeout=10)
    try:
        holder.execute("BEGIN IMMEDIATE")
        simulator.set("us", "down", category="Oceanic")
        wait_until(lambda: time.monotonic() - last_sign(manager) > WATCHDOG, "signs of life to stop")
        # The present is shown all the same: it waits for no disk.
        assert appliance.flavour("us")["counts"]["down"] == 12
    finally:
        holder.close()


def test_a_short_wait_for_the_store_is_forgiven_and_nothing_is_lost(launch, manager, simulator, tmp_path):
    appliance = launch(regions=("us",), environment=supervised(manager))
    stream = appliance.events()
    database = next((tmp_path / "state").rglob("state.db"))
    holder = sqlite3.connect(database, isolation_level=None, timeout=10)
    try:
        holder.execute("BEGIN IMMEDIATE")
        simulator.set("us", "down", slug="tichondrius")
        wait_until(lambda: appliance.realm("us", "tichondrius")["state"] == "down", "down, shown")
        assert stream.facts() == [], "told before it was committed"
    finally:
        holder.close()
    stream.wait_for("realm", id="retail/tichondrius", change="down")
    holds_for(lambda: time.monotonic() - last_sign(manager) <= WATCHDOG, 2 * WATCHDOG, "signs of life")


def test_sigterm_ends_open_streams_and_exits_within_two_seconds(launch):
    appliance = launch(regions=("us",))
    streams = [appliance.events() for _ in range(5)]
    code, seconds = appliance.stop()
    assert (code, seconds < 2) == (0, True), f"exit code {code} after {seconds:.1f} s"
    for stream in streams:
        assert stream.ended.wait(1)


def test_sigterm_is_obeyed_while_upstream_hangs(launch, simulator):
    appliance = launch(battlenet={"timeout": "60s"})
    simulator.fault("all", "timeout")
    wait_until(lambda: simulator.count("us", "outcome fault timeout") >= 1, "a hanging request")
    code, seconds = appliance.stop()
    assert (code, seconds < 2) == (0, True), f"exit code {code} after {seconds:.1f} s"


def test_sigterm_is_obeyed_at_the_very_start(launch, simulator):
    simulator.fault("token", "timeout")
    code, seconds = launch(fresh=False).stop()
    assert (code, seconds < 2) == (0, True), f"exit code {code} after {seconds:.1f} s"


def test_nothing_secret_is_ever_written(launch, simulator, tmp_path):
    appliance = launch()
    simulator.fault(["token", "token-cn"], "401")
    simulator.fault(["token", "token-cn"], "expired")
    wait_until(lambda: appliance.freshness("us") == "stale", "stale")
    pages = [appliance.get(path).body.decode() for path in ("/v1/regions", "/metrics", "/v1/panel", "/")]
    appliance.stop()
    for text in (*pages, appliance.output.read_text(encoding="utf-8")):
        assert "sim-secret" not in text
        assert "Basic " not in text
        assert "Bearer US" not in text
