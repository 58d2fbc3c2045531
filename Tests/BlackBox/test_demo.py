"""`watchpost run --demo`: what an author of an app develops against."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.appliance import Appliance
from harness.phone import Phone
from harness.waiting import wait_until


@pytest.fixture
def demo(tmp_path: Path):
    """A demonstration on a free port, without account or hardware."""
    config = tmp_path / "demo.toml"
    config.write_text('[server]\nlisten = "127.0.0.1:0"\n', encoding="utf-8")
    appliance = Appliance(config, tmp_path / "demo.log")
    appliance.start(options=("--demo",))
    yield appliance
    appliance.close()


@pytest.mark.waits
def test_a_phone_registers_watches_and_reads_what_it_would_have_been_sent(demo):
    phone = Phone(demo)
    push = {"kind": "apns", "token": "00", "environment": "development", "use": "alert"}
    assert phone.register(push)["push"]["state"] == "active"
    phone.watch("eu", "retail/kazzak", "retail/silvermoon", "retail/draenor")
    wait_until(lambda: demo.get_json("/demo/notices")["notices"] or None, "the first realm of the story is down")
    notice = demo.get_json("/demo/notices")["notices"][0]
    assert notice["title"] == "Kazzak is down"
    assert notice["channel"] == "apns"
    assert notice["link"] == "/realms/eu/retail/kazzak"
    assert '"token":"00"' in notice["address"].replace(" ", "")
    assert phone.ask("POST", "/test").json["accepted"] is True


def test_it_says_where_the_app_is(demo):
    wait_until(lambda: f"{demo.base}/app" in demo.output.read_text(encoding="utf-8").split(), "the address of the app")
    assert demo.get("/app").status == 200


@pytest.mark.parametrize(
    "push",
    [
        {"kind": "webpush", "endpoint": "https://192.168.1.1/x", "keys": {"p256dh": "P", "auth": "A"}},
        {"kind": "apns", "token": "no hexadecimal", "environment": "production"},
        {"kind": "apns", "token": "00", "environment": "nowhere"},
        {"kind": "pigeon"},
    ],
)
def test_it_refuses_what_the_real_one_refuses(demo, push):
    phone = Phone(demo)
    answer = phone.ask("PUT", "", {"locale": "en", "timeZone": "UTC", "push": push})
    assert (answer.status, answer.json["push"]) == (201, None)
    assert answer.json["pushRefused"]["code"] in ("push-address", "not-set-up")


def test_all_five_regions_have_realms(demo):
    demo.await_fresh("us", "eu", "kr", "tw", "cn")
    for region in ("us", "eu", "kr", "tw", "cn"):
        assert len(demo.get_json(f"/v1/regions/{region}/realms")["realms"]) >= 3
    assert demo.get_json("/v1/panel")["faults"] == []


def test_nothing_of_it_is_left_behind(demo):
    folder = next(link.parent for link in held(demo) if link.name == "state.db")
    assert folder.name.startswith("watchpost-demo-")
    demo.stop()
    assert not folder.exists()


def held(demo) -> list[Path]:
    """Files that the appliance has open."""
    links = Path(f"/proc/{demo.process.pid}/fd").iterdir()
    return [link.readlink() for link in links if link.exists()]
