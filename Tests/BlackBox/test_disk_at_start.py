"""A disk that refuses while the box starts: said on lamps, display and API, and over when the disk is well again."""

from __future__ import annotations

import http.client
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.appliance import Appliance, binary
from harness.device import ask
from harness.disk import SmallDisk
from harness.phone import Phone
from harness.ports import reserved_port
from harness.waiting import PATIENCE, wait_until
from notify_socket import NotifySocket


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    """The disk on which the state is to be."""
    disk = SmallDisk(tmp_path / "state")
    yield disk
    disk.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[NotifySocket]:
    """Stands for systemd."""
    manager = NotifySocket(tmp_path / "notify")
    yield manager
    manager.close()


def begin(disk: SmallDisk, trouble: str) -> None:
    if trouble == "full":
        disk.fill()
    else:
        disk.read_only(True)


def end(disk: SmallDisk, trouble: str) -> None:
    if trouble == "full":
        disk.free()
    else:
        disk.read_only(False)


def faults(appliance: Appliance) -> list[str]:
    """The codes that the panel shows; none while nobody answers."""
    try:
        return [fault["code"] for fault in appliance.get_json("/v1/panel")["faults"]]
    except (OSError, http.client.HTTPException, AssertionError):
        return []


@pytest.mark.parametrize("trouble", ["full", "read-only"])
@pytest.mark.parametrize("is_new", [True, False], ids=["first start", "later start"])
def test_the_box_comes_up_with_e01_and_heals(launch, configure, disk, manager, tmp_path, trouble, is_new):
    port = reserved_port("it is asked before it says where it is")
    server = {"listen": f"127.0.0.1:{port}"}
    lamp = [{"name": "Here", "target": "us"}]
    environment = {"NOTIFY_SOCKET": str(manager.path), "WATCHDOG_USEC": "4000000"}
    phone = None
    if not is_new:
        before = launch(regions=("us",), server=server)
        phone = Phone(before)
        phone.register()
        phone.watch("us", "retail/tichondrius")
        before.stop()
    begin(disk, trouble)
    path = configure(regions=("us",), server=server, panel={"lamp": lamp})
    appliance = Appliance(path, tmp_path / "second.log", **environment)
    appliance.base = f"http://127.0.0.1:{port}"
    if phone:
        phone.appliance = appliance
    with (tmp_path / "second.log").open("w", encoding="utf-8") as log:
        appliance.process = subprocess.Popen(
            [binary(), "run", "--config", str(path)],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={"PATH": "/usr/bin:/bin", **environment},
        )
    try:
        wait_until(lambda: faults(appliance) == ["E01"], "E01")
        said = appliance.get_json("/v1/panel")
        assert {lamp["meaning"] for lamp in said["lamps"]} == {"internalFault"}
        # It takes turns with the address, which is of use now.
        wait_until(lambda: "Fault E01" in appliance.get_json("/v1/panel")["display"]["lines"][0], "words")
        assert manager.wait_for("READY=1"), "systemd would give up"
        assert appliance.get("/readyz").status == 503
        assert "the disk refuses" in appliance.get("/readyz").json["detail"]
        # A phone must neither be told that it is unknown, nor that what it asks for is stored.
        assert ask(appliance.base, "PUT", "/v1/devices/AAAAAAAAAAAAAAAAAAAAAA").status == 503
        signs = len(manager.having("WATCHDOG=1"))
        wait_until(lambda: len(manager.having("WATCHDOG=1")) >= signs + 3, "signs of life: the watchdog would end it")
        assert appliance.process.poll() is None and faults(appliance) == ["E01"], "it waits"
        end(disk, trouble)
        assert appliance.process.stdout.readline().startswith("ready http")
        wait_until(lambda: faults(appliance) == [] and appliance.freshness("us") == "fresh", "all well")
        if phone:
            assert phone.ask("GET", "/watchlist/us").json["realms"] == ["retail/tichondrius"]
        log = (tmp_path / "second.log").read_text(encoding="utf-8")
        assert log.count("cannot be opened (E01)") == 1 and log.count("the disk works again") == 1, log
        assert appliance.stop() == 0
    finally:
        appliance.close()


def test_a_stop_ends_the_waiting(configure, disk, tmp_path):
    disk.read_only(True)
    path = configure(regions=("us",))
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        process = subprocess.Popen([binary(), "run", "--config", str(path)], stderr=log, stdout=log)
    try:
        wait_until(lambda: "E01" in (tmp_path / "log").read_text(encoding="utf-8"), "it waits")
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()


def test_a_phone_whose_request_is_not_stored_is_a_fault_on_the_panel(launch, disk):
    limits = {"registrations_per_hour": 100_000, "requests_per_minute": 100_000}
    appliance = launch(regions=("us",), devices=limits)
    phone = Phone(appliance)
    phone.register()
    wait_until(lambda: appliance.freshness("us") == "fresh" and faults(appliance) == [], "all well")
    disk.fill()
    current, is_refused = phone.ask("GET", "/watchlist/us").json, False
    for number in range(400):
        current["realms"] = [f"classic/{'x' * 60}-{number}-{index}" for index in range(100)]
        is_refused = phone.ask("PUT", "/watchlist/us", current).status == 503
        if is_refused:
            break
        current = phone.ask("GET", "/watchlist/us").json
    assert is_refused, "the disk refused nothing"
    wait_until(lambda: faults(appliance) == ["E01"], "the fault")
    assert appliance.get("/readyz").status == 200, "the box goes on"
    disk.free()
    wait_until(lambda: phone.ask("PUT", "/watchlist/us", current).status == 200, "stored again")
    wait_until(lambda: faults(appliance) == [], "the end of the fault")


def test_a_hundred_refused_requests_are_one_line_in_the_log(launch, disk):
    appliance = launch(regions=("us",), devices={"registrations_per_hour": 100_000, "requests_per_minute": 100_000})
    phone = Phone(appliance)
    phone.register()
    disk.fill()
    refused = 0
    for number in range(400):
        current = phone.ask("GET", "/watchlist/us").json
        current["realms"] = [f"classic/{'x' * 60}-{number}-{index}" for index in range(100)]
        refused += phone.ask("PUT", "/watchlist/us", current).status == 503
        if refused == 100:
            break
    assert refused == 100, "the disk refused too little"
    lines = appliance.output.read_text(encoding="utf-8").count("cannot answer what phones ask for")
    assert lines == 1
    disk.free()
    wait_until(lambda: phone.ask("PUT", "/watchlist/us", current).status == 200, "stored again")
    assert appliance.output.read_text(encoding="utf-8").count("what phones ask for is stored again") == 1
