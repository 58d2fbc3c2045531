"""A key of notices that cannot be used: the appliance goes on without that kind, says so, and takes a mended key up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance, command
from harness.phone import Phone
from harness.push import PushServices
from harness.waiting import wait_until

RUBBISH: dict[str, bytes] = {
    "empty": b"",
    "words": b"not a key at all\n",
    "cut": b"-----BEGIN PRIVATE KEY-----\nMIGHAgEAMBMG\n",
    "bytes": bytes(range(256)) * 4,
}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[PushServices]:
    """Push services in which everything works."""
    services = PushServices(tmp_path / "push")
    yield services
    services.close()


def settings(services: PushServices, **apns: Any) -> dict[str, Any]:
    """Settings that reach the simulated push services."""
    addresses = services.addresses
    push: dict[str, Any] = {"connect_to": addresses["connect_to"], "ca_file": addresses["ca"]}
    push["web"] = {"contact": "mailto:o@example.org"}
    if apns:
        push["apns"] = {"team_id": addresses["team"], "key_id": addresses["key_id"], "topic": addresses["topic"]} | apns
    return {"push": push, "notices": {"group_wait": "1s"}}


def faults(appliance: Appliance) -> dict[str, str]:
    """The faults of the panel by their codes."""
    return {fault["code"]: fault["words"] for fault in appliance.get_json("/v1/panel")["faults"]}


def log(appliance: Appliance) -> str:
    return appliance.output.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", RUBBISH)
def test_a_damaged_web_push_key_stops_browsers_alone_until_it_is_put_back(launch, services, simulator, tmp_path, kind):
    environment = {"WATCHPOST_TEST": "1"}
    appliance = launch(regions=("us",), environment=environment, **settings(services))
    push = services.subscribe()
    phone = Phone(appliance)
    phone.register(push)
    phone.watch("us", "retail/tichondrius")
    public = appliance.get_json("/v1/about")["webPush"]
    path = tmp_path / "state" / "vapid.pem"
    key = path.read_bytes()
    appliance.stop()
    path.write_bytes(RUBBISH[kind])
    appliance.start()
    appliance.await_fresh("us")
    wait_until(lambda: "E21" in faults(appliance) or None, "the fault")
    assert str(path) in faults(appliance)["E21"]
    assert not any("E21" in lamp["words"] for lamp in appliance.get_json("/v1/panel")["lamps"])
    assert appliance.get("/readyz").status == 200
    assert appliance.get_json("/v1/about")["webPush"] is None
    reply = Phone(appliance).ask("PUT", "", {"locale": "en", "timeZone": "UTC", "push": services.subscribe()})
    assert reply.status == 201 and reply.json["push"] is None
    assert reply.json["pushRefused"]["code"] == "push-broken" and "E21" in reply.json["pushRefused"]["detail"]
    check = command("check", "--config", str(appliance.config), **environment)
    assert check.returncode == 0
    assert "E21: the key pair for Web Push" in check.stdout, check.stdout
    # Announced while nobody can be told; notices wait without a write.
    stream = appliance.events()
    simulator.set("us", "down", slug="tichondrius")
    stream.wait_for("realm", id="retail/tichondrius", change="down")
    test = phone.ask("POST", "/test").json
    assert not test["accepted"] and test["reason"] == "the box's key cannot be used"
    assert path.read_bytes() == RUBBISH[kind], "never replaced"
    path.write_bytes(key)
    services.await_titles(push, ["Tichondrius is down"])
    assert "E21" not in faults(appliance)
    assert appliance.get_json("/v1/about")["webPush"] == public
    Phone(appliance).register(services.subscribe())
    assert log(appliance).count("E21") == 1, "told once, however often it is tried"
    assert "notices by webpush again" in log(appliance)


@pytest.mark.parametrize("kind", ["missing", *RUBBISH])
def test_a_damaged_apple_key_stops_iphones_alone_until_it_is_mended(launch, services, tmp_path, kind):
    path = tmp_path / "AuthKey.p8"
    if kind in RUBBISH:
        path.write_bytes(RUBBISH[kind])
        path.chmod(0o600)
    environment = {"WATCHPOST_TEST": "1"}
    appliance = launch(regions=("us",), environment=environment, **settings(services, key_file=str(path)))
    wait_until(lambda: "E22" in faults(appliance) or None, "the fault")
    about = appliance.get_json("/v1/about")
    assert about["apns"] is None and about["webPush"]
    token = {"kind": "apns", "token": f"00{7:062x}", "environment": "production", "use": "alert"}
    reply = Phone(appliance).ask("PUT", "", {"locale": "en", "timeZone": "UTC", "push": token})
    assert reply.status == 201 and reply.json["pushRefused"]["code"] == "push-broken"
    assert "E22" in reply.json["pushRefused"]["detail"]
    check = command("check", "--config", str(appliance.config), **environment)
    assert check.returncode == 0 and "E22: the key for APNs" in check.stdout, check.stdout
    browser = Phone(appliance)
    browser.register(services.subscribe())
    assert browser.ask("POST", "/test").json["accepted"], "browsers are told"
    path.write_bytes(Path(services.addresses["key"]).read_bytes())
    path.chmod(0o600)
    wait_until(lambda: "E22" not in faults(appliance) or None, "the fault is over")
    assert appliance.get_json("/v1/about")["apns"]["topic"] == services.addresses["topic"]
    iphone = Phone(appliance)
    iphone.register(token)
    assert iphone.ask("POST", "/test").json["accepted"]
    assert log(appliance).count("E22") == 1
