"""Being a service: readiness, the watchdog, stopping."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from harness.appliance import Appliance
from harness.settings import INTERVAL
from harness.waiting import PATIENCE, wait_until
from notify_socket import NotifySocket

WATCHDOG = 4.0
"""Seconds that the service manager would wait for a sign of life."""

HANG = 60
"""Seconds after which the appliance gives up what it asked for: the most that the settings allow, so that nothing ends by itself."""


@pytest.fixture
def manager(tmp_path: Path):
    manager = NotifySocket(tmp_path / "notify")
    yield manager
    manager.close()


def supervised(manager: NotifySocket) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": str(int(WATCHDOG * 1_000_000))}


def signs(manager: NotifySocket) -> int:
    return len(manager.having("WATCHDOG=1"))


def await_signs(manager: NotifySocket, more: int) -> None:
    """Waits until so many further signs of life have come."""
    wanted = signs(manager) + more
    wait_until(lambda: signs(manager) >= wanted, f"{more} more signs of life")


def last_sign(manager: NotifySocket) -> float:
    return max((message.at for message in manager.having("WATCHDOG=1")), default=0.0)


def test_ready_and_stopping_are_said_once_and_in_order(launch, manager):
    appliance = launch(regions=("us",), environment=supervised(manager))
    assert manager.wait_for("READY=1")
    assert appliance.stop() == 0
    assert manager.wait_for("STOPPING=1")
    order = [key for message in manager.messages for key in message.fields if key in ("READY", "STOPPING")]
    assert order == ["READY", "STOPPING"]


def test_ready_does_not_wait_for_battle_net(launch, manager, simulator):
    simulator.fault("all", "timeout")
    launch(regions=("us",), fresh=False, environment=supervised(manager), battlenet={"timeout": f"{HANG}s"})
    assert manager.wait_for("READY=1")
    assert simulator.count("us") == 0, "nothing was asked, for want of a token"


def test_signs_of_life_come_at_least_twice_a_watchdog_period(launch, manager, simulator):
    """Measured by polls, which a busy machine holds up as well: each comes an interval after the last one at the earliest."""
    launch(regions=("us",), environment=supervised(manager))
    polls, before = 6, signs(manager)
    simulator.await_answers("us", polls)
    assert signs(manager) - before >= polls * INTERVAL / WATCHDOG * 2 - 1


def test_a_stalled_upstream_is_no_reason_to_be_restarted(launch, manager, simulator):
    launch(regions=("us",), environment=supervised(manager), battlenet={"timeout": f"{HANG}s"})
    simulator.fault("us", "stalled")
    wait_until(lambda: simulator.count("us", "outcome fault stalled") == 1, "a hanging request")
    await_signs(manager, 8)
    assert simulator.count("us", "outcome fault stalled") == 1, "it hung all the time"


def test_a_store_that_cannot_write_is_a_reason_to_be_restarted(launch, manager, simulator, tmp_path):
    appliance = launch(regions=("us",), environment=supervised(manager))
    await_signs(manager, 2)
    database = next((tmp_path / "state").rglob("state.db"))
    holder = sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)
    try:
        holder.execute("BEGIN IMMEDIATE")
        simulator.set("us", "down", category="Oceanic")
        wait_until(lambda: "stuck: " in appliance.output.read_text(encoding="utf-8"), "what is stuck")
        wait_until(lambda: time.monotonic() - last_sign(manager) > WATCHDOG, "signs of life to stop")
        # The present is shown all the same: it waits for no disk.
        wait_until(lambda: appliance.flavour("us")["counts"]["down"] == 12, "the present")
    finally:
        holder.close()


def test_a_short_wait_for_the_store_is_forgiven_and_nothing_is_lost(launch, manager, simulator, tmp_path):
    appliance = launch(regions=("us",), environment=supervised(manager))
    stream = appliance.events()
    database = next((tmp_path / "state").rglob("state.db"))
    holder = sqlite3.connect(database, isolation_level=None, timeout=PATIENCE)
    try:
        holder.execute("BEGIN IMMEDIATE")
        simulator.set("us", "down", slug="tichondrius")
        wait_until(lambda: appliance.realm("us", "tichondrius")["state"] == "down", "down, shown")
        assert stream.facts() == [], "told before it was committed"
    finally:
        holder.close()
    stream.wait_for("realm", id="retail/tichondrius", change="down")
    await_signs(manager, 4)


def test_sigterm_ends_open_streams_and_exits(launch):
    appliance = launch(regions=("us",))
    streams = [appliance.events() for _ in range(5)]
    assert appliance.stop() == 0
    for stream in streams:
        assert stream.ended.wait(PATIENCE)


def stops_without_an_answer(appliance: Appliance) -> None:
    """Ends it while its request hangs: a stop that waited for the request would have its end, by the limit, behind it."""
    assert appliance.stop() == 0
    said = appliance.output.read_text(encoding="utf-8").partition("stopping on signal")[2]
    assert said and "no complete answer within" not in said, said


def test_sigterm_is_obeyed_while_upstream_hangs(launch, simulator):
    appliance = launch(battlenet={"timeout": f"{HANG}s"})
    simulator.fault("all", "timeout")
    wait_until(lambda: simulator.count("us", "outcome fault timeout") >= 1, "a hanging request")
    stops_without_an_answer(appliance)


def test_sigterm_is_obeyed_at_the_very_start(launch, simulator):
    simulator.fault("token", "timeout")
    stops_without_an_answer(launch(fresh=False, battlenet={"timeout": f"{HANG}s"}))


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
