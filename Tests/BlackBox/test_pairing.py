"""Pairing and administration: who may make the appliance show a code, and what a guesser gets."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from harness.appliance import Appliance, Reply
from harness.device import Phone, ask, is_problem
from harness.settings import TUNNEL, UNLIMITED
from harness.simulator import Simulator
from harness.waiting import wait_until


@pytest.fixture
def appliance(launch: Callable[..., Appliance]) -> Iterator[Appliance]:
    """An appliance with a second door and without a display: codes are in its log."""
    yield launch(
        ("eu",),
        fresh=False,
        devices=UNLIMITED,
        tunnel=TUNNEL,
        server={"public_url": "https://watchpost.example.org"},
    )


def owner(appliance: Appliance) -> str:
    """The bearer of our own commands."""
    return f"Bearer {appliance.owner_key}"


def ask_for_code(appliance: Appliance) -> Reply:
    """Asks as `watchpost pair` does: with a tunnel, a program of the box itself has to prove whose it is."""
    return ask(appliance.base, "POST", "/v1/pairing", Authorization=owner(appliance))


def shown(appliance: Appliance) -> str:
    """The code that was shown last."""

    def codes() -> list[str]:
        return re.findall(r"pairing code (\d{6})", appliance.output.read_text(encoding="utf-8"))

    wait_until(lambda: bool(codes()), "a code in the log")
    return str(codes()[-1])


def redeem(phone: Phone, code: str, base: str = "") -> Reply:
    """Says a code."""
    return phone.ask("POST", "/v1/pairing/redeem", {"code": code}, base=base)


def test_nobody_reads_a_code_off_the_api(appliance: Appliance, tunnel: str) -> None:
    ask_for_code(appliance)
    code = shown(appliance)

    def panel(base: str) -> dict[str, str]:
        return ask(base, "GET", "/v1/panel").json["display"]

    wait_until(lambda: panel(tunnel)["page"] == "code", "the code's page")
    for base in (appliance.base, tunnel):
        assert code not in json.dumps(panel(base))
        for path in ("/", "/metrics", "/v1/about", "/readyz"):
            assert code not in ask(base, "GET", path).body.decode()


def test_a_code_is_used_once_and_a_lost_answer_asked_for_again(appliance: Appliance) -> None:
    ann, eve = Phone(appliance).registered(), Phone(appliance).registered()
    ask_for_code(appliance)
    code = shown(appliance)
    assert redeem(ann, code).status == 200
    assert redeem(ann, code).status == 200
    assert is_problem(redeem(eve, code), 409)
    assert eve.ask("GET").json["administrator"] is False


def test_after_five_guesses_a_phone_is_not_listened_to(appliance: Appliance, tunnel: str) -> None:
    phone = Phone(appliance).registered()
    assert is_problem(redeem(phone, "123456"), 409)
    ask_for_code(appliance)
    code = shown(appliance)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    for left in (4, 3, 2, 1, 0):
        reply = redeem(phone, wrong)
        assert is_problem(reply, 403)
        assert reply.json["triesLeft"] == left
    assert redeem(phone, code).status in (403, 429)
    assert phone.ask("GET").json["administrator"] is False
    other = Phone(appliance).registered()
    reply = other.ask("POST", "/v1/pairing/redeem", {"code": code}, base=tunnel, X_Forwarded_For="203.0.113.9")
    assert reply.status == 200, "the code is still good for others"


def test_strangers_cannot_guess_a_code_away(appliance: Appliance, tunnel: str) -> None:
    """Thirty guesses of everybody outside, each from an address and a phone of its own; then home pairs."""
    ask_for_code(appliance)
    code = shown(appliance)
    wrong = {"code": f"{(int(code) + 1) % 1_000_000:06}"}
    for number in range(40):
        stranger = Phone(appliance)
        address = f"198.51.100.{number + 1}"
        body = {"locale": "en-GB", "timeZone": "UTC"}
        assert stranger.ask("PUT", body=body, base=tunnel, X_Forwarded_For=address).status == 201
        path = "/v1/pairing/redeem"
        reply = stranger.ask("POST", path, wrong, base=tunnel, X_Forwarded_For=address)
        assert is_problem(reply, 403)
        assert (reply.json["triesLeft"] > 0) == (number < 29)
    last = Phone(appliance).registered()
    assert redeem(last, code, tunnel).status == 403, "nobody outside has a try left"
    assert [code] == re.findall(r"pairing code (\d{6})", appliance.output.read_text(encoding="utf-8"))
    fresh = ask_for_code(appliance).json["code"]
    assert fresh != code
    assert redeem(last, fresh, tunnel).status == 200, "a new code brings new tries"


def test_administrators_list_revoke_and_unpair(appliance: Appliance) -> None:
    ann, bob = Phone(appliance).registered(), Phone(appliance).registered()
    key = owner(appliance)
    redeem(ann, ask(appliance.base, "POST", "/v1/pairing", Authorization=key).json["code"])
    devices = ann.ask("GET", "/v1/admin/devices").json["devices"]
    assert {device["id"]: device["administrator"] for device in devices} == {ann.id: True, bob.id: False}
    assert is_problem(bob.ask("DELETE", f"/v1/admin/devices/{ann.id}"), 403)
    assert ann.ask("DELETE", f"/v1/admin/devices/{bob.id}").status == 204
    assert is_problem(bob.ask("GET"), 401)
    assert ann.ask("DELETE", f"/v1/admin/devices/{ann.id}/administrator").status == 204
    assert is_problem(ann.ask("GET", "/v1/admin/devices"), 403)
    assert ann.ask("GET").json["administrator"] is False


def test_a_code_does_not_survive_a_restart_but_the_pairing_does(appliance: Appliance) -> None:
    ann, bob = Phone(appliance).registered(), Phone(appliance).registered()
    ask_for_code(appliance)
    assert redeem(ann, shown(appliance)).status == 200
    code = ask_for_code(appliance).json["code"]
    appliance.kill()
    appliance.start()
    assert is_problem(redeem(bob, code), 409)
    assert ann.ask("GET").json["administrator"] is True


def test_addresses_behind_the_tunnel_are_rationed_each_on_its_own(launch: Callable[..., Appliance]) -> None:
    appliance = launch(("eu",), fresh=False, devices={"registrations_per_hour": 2}, tunnel=TUNNEL)

    def register(forwarded: str) -> int:
        phone = Phone(appliance)
        body = {"locale": "en-GB", "timeZone": "UTC"}
        return phone.ask("PUT", body=body, base=appliance.tunnel, X_Forwarded_For=forwarded).status

    assert [register("203.0.113.7") for _ in range(3)] == [201, 201, 429]
    assert register("198.51.100.1, 203.0.113.7") == 429, "only the last element is the proxy's own"
    assert register("203.0.113.7, 203.0.113.8") == 201
    assert register("203.0.113.8") == 201
    assert register("203.0.113.8") == 429


def test_the_golden_eye_of_a_paired_phone_drives_the_lamp_at_home(
    launch: Callable[..., Appliance], simulator: Simulator
) -> None:
    simulator.set("eu", "down", slug="kazzak")
    mine = {"name": "Mine", "target": "watch"}
    appliance = launch(("eu",), devices=UNLIMITED, panel={"watch": [], "lamp": [mine]})

    def lamp() -> str:
        lamps = appliance.get_json("/v1/panel")["lamps"]
        return str(next(one["words"] for one in lamps if one["name"] == "Mine"))

    wait_until(lambda: appliance.get_json("/v1/realms/eu/retail/kazzak")["realm"]["state"] == "down", "kazzak is down")
    ann, bob = (Phone(appliance).registered() for _ in range(2))
    ask(appliance.base, "POST", "/v1/pairing")
    assert redeem(ann, shown(appliance)).status == 200
    before = lamp()
    assert bob.watch(0, "retail/kazzak").status == 200
    realms = appliance.get_json("/v1/regions/eu/realms")["realms"]
    assert ann.watch(0, f"retail/{next(one['slug'] for one in realms if one['state'] == 'up')}").status == 200
    wait_until(lambda: lamp() != before, "the lamp of what is up")
    assert "Kazzak" not in lamp() and "down" not in lamp(), "who is not paired changes nothing at home"
    assert ann.watch(1, "retail/kazzak").status == 200
    wait_until(lambda: "Kazzak" in lamp() or "down" in lamp(), "the lamp")
    assert ann.watch(2).status == 200
    wait_until(lambda: lamp() == before, "the lamp, without the eye")
