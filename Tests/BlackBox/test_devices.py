"""Phones: registering, watch lists, alerts, links, and what a hostile one tries."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from harness.appliance import Appliance
from harness.device import Phone, ask, is_problem, random_text
from harness.rawhttp import RawConnection
from harness.settings import UNLIMITED
from harness.terminal import decode, squares
from harness.waiting import PATIENCE

KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""A browser's, as RFC 8291 has them in its example."""


@pytest.fixture
def appliance(launch: Callable[..., Appliance]) -> Appliance:
    """An appliance that takes many phones; what it polls does not matter, because nobody polls Classic here."""
    return launch(("eu",), fresh=False, devices=UNLIMITED)


def test_a_phone_registers_reads_and_leaves(appliance: Appliance) -> None:
    phone = Phone(appliance)
    first = phone.register()
    assert first.status == 201
    assert first.json["id"] == phone.id
    assert first.json["push"] is None
    assert first.json["administrator"] is False
    assert (phone.register().status, phone.ask("GET").json) == (200, first.json)
    assert phone.register(name="Tablet").json["name"] == "Tablet"
    assert phone.ask("DELETE").status == 204
    assert is_problem(phone.ask("GET"), 401)


def test_a_list_is_replaced_by_version_and_a_lost_answer_is_asked_for_again(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    assert phone.watched()["version"] == 0
    assert phone.watch(0, "retail/kazzak").json["version"] == 1
    assert phone.watch(0, "retail/kazzak").json["version"] == 1, "the same again is no change"
    conflict = phone.watch(0, "retail/draenor")
    assert is_problem(conflict, 409)
    assert conflict.json["current"] == phone.watched()
    assert phone.watch(1).json == {**phone.watched(), "version": 2, "realms": []}, "the empty list is a list"


def test_two_phones_that_write_at_once_never_overwrite_each_other(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    statuses: list[int] = []

    def add(name: str) -> None:
        while True:
            current = phone.watched()
            reply = phone.watch(current["version"], *current["realms"], f"classic/{name}")
            statuses.append(reply.status)
            if reply.status == 200:
                return

    threads = [threading.Thread(target=add, args=(f"realm-{number}",)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)
    assert len(phone.watched()["realms"]) == 12
    assert phone.watched()["version"] == 12
    assert set(statuses) <= {200, 409}


def test_stopping_with_requests_under_way_is_clean(appliance: Appliance) -> None:
    phones = [Phone(appliance).registered() for _ in range(8)]
    stop = threading.Event()

    def write(phone: Phone) -> None:
        version = 0
        try:
            while not stop.is_set():
                version = phone.watch(version, f"classic/realm-{version}").json.get("version", version)
        except (OSError, ValueError):
            return

    threads = [threading.Thread(target=write, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    assert appliance.stop() == 0
    stop.set()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize(
    "authorization",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer .",
        "Basic YTpi",
        "Bearer {id}",
        "Bearer {id}.",
        "Bearer {id}.{id}",
        "Bearer {id}.{secret}.{secret}",
        "Bearer {id}.{secret}x",
        "Bearer {secret}.{id}",
        "Bearer {id}.{other}",
        "Bearer {id} {secret}",
        "Bearer {id}.{secret},Bearer {id}.{secret}",
        "Bearer \xff.{secret}",
        "Bearer " + "A" * 8_000,
    ],
)
def test_a_malformed_or_wrong_credential_is_401(appliance: Appliance, authorization: str) -> None:
    phone = Phone(appliance).registered()
    text = authorization.format(id=phone.id, secret=phone.secret, other=random_text(32))
    reply = ask(appliance.base, "GET", f"/v1/devices/{phone.id}", Authorization=text)
    assert is_problem(reply, 401)
    assert reply.headers["WWW-Authenticate"].startswith("Bearer")
    assert phone.secret not in reply.body.decode()


def test_two_credentials_in_one_request_are_refused(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    reply = RawConnection(appliance.base).request(
        f"GET /v1/devices/{phone.id} HTTP/1.1",
        "Host: localhost",
        f"Authorization: {phone.bearer}",
        "Authorization: Bearer x",
    )
    assert reply.status == 400


def test_nobody_learns_from_the_answer_whether_another_device_exists(appliance: Appliance) -> None:
    ann, bob, nobody = Phone(appliance).registered(), Phone(appliance).registered(), Phone(appliance)
    for rest in ("", "/watchlist/eu", "/alerts", "/notices"):
        known = ask(appliance.base, "GET", f"/v1/devices/{bob.id}{rest}", Authorization=ann.bearer)
        unknown = ask(appliance.base, "GET", f"/v1/devices/{nobody.id}{rest}", Authorization=ann.bearer)
        assert is_problem(known, 403)
        assert known.body == unknown.body
    stolen = ask(appliance.base, "DELETE", f"/v1/devices/{bob.id}", Authorization=ann.bearer)
    assert is_problem(stolen, 403)
    assert bob.ask("GET").status == 200
    bare = Phone(appliance)
    bare.id = bob.id
    assert is_problem(bare.register(), 401)
    assert is_problem(bare.ask("DELETE"), 401)
    for admin in ("/v1/admin/devices", "/v1/admin/notices/dead"):
        assert is_problem(ann.ask("GET", admin), 403)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "empty"),
        (b"{", "not valid JSON"),
        (b"\xff\xfe", "not valid JSON"),
        (b"[]", "not an object"),
        (b'{"version":0}', "realms: missing"),
        (b'{"version":1e99,"realms":[]}', ""),
        (b'{"version":0,"realms":[' + b"[" * 5_000, "not valid JSON"),
        (json.dumps({"version": 0, "realms": ["retail/x"] * 401}).encode(), "401"),
        (json.dumps({"version": 0, "realms": ["../../etc/passwd"]}).encode(), "realms[0]"),
        (json.dumps({"version": 0, "realms": ["retail/'; DROP TABLE devices"]}).encode(), "realms[0]"),
        (json.dumps({"version": 0, "realms": ["retail/\u202ekazzak"]}).encode(), "realms[0]"),
    ],
)
def test_a_list_that_cannot_be_meant_is_refused_and_nothing_stored(
    appliance: Appliance, body: bytes, words: str
) -> None:
    phone = Phone(appliance).registered()
    reply = phone.ask("PUT", "/watchlist/eu", body)
    assert is_problem(reply, 400)
    assert words in reply.json["detail"]
    assert phone.watched()["version"] == 0


@pytest.mark.parametrize(
    "zone", ["file:/dev/ptmx", "file:/usr/share/zoneinfo/UTC", "libc:x", "/dev/tty", "../UTC", "Mars/X", "", "Etc/Unknown"]
)
def test_a_zone_that_is_no_name_of_the_database_opens_nothing_and_is_utc(appliance: Appliance, zone: str) -> None:
    registered = Phone(appliance).register(timeZone=zone)
    assert (registered.status, registered.json["timeZone"]) == (201, "UTC")
    assert Phone(appliance).register().status == 201, "the others are still served"


@pytest.mark.parametrize(
    ("said", "taken"),
    [("en-US@posix", "en-US"), ("C", "en"), ("pl_PL.UTF-8", "pl-PL"), ("zh-Hans-CN", "zh-Hans-CN"), ("", "en"), (None, "en")],
)
def test_a_language_that_is_said_oddly_registers_all_the_same(
    appliance: Appliance, said: str | None, taken: str
) -> None:
    registered = Phone(appliance).register(locale=said)
    assert (registered.status, registered.json["locale"]) == (201, taken)


@pytest.mark.parametrize("zone", ["Asia/Calcutta", "Asia/Saigon", "Europe/Kiev", "America/Buenos_Aires"])
def test_zones_are_known_by_the_names_that_browsers_go_on_using(appliance: Appliance, zone: str) -> None:
    registered = Phone(appliance).register(timeZone=zone)
    assert (registered.status, registered.json["timeZone"]) == (201, zone)


@pytest.mark.parametrize(
    ("host", "code"),
    [("push.example.org", "unknown-service"), ("permanently-removed.invalid", "dead-end"), ("jmt17.google.com", None)],
)
def test_an_address_that_is_not_taken_undoes_nothing(appliance: Appliance, host: str, code: str | None) -> None:
    phone = Phone(appliance)
    push = {"kind": "webpush", "endpoint": f"https://{host}/fcm/send/x", "keys": KEYS}
    for number in range(20):
        answer = phone.register(name="Tablet", push=push)
        assert answer.status == (200 if number else 201)
        assert answer.json["name"] == "Tablet"
        assert answer.json.get("pushRefused", {}).get("code") == code
        assert (answer.json["push"] is None) is (code is not None)
    assert phone.watch(0, "retail/kazzak").status == 200, "its list can be saved"
    lines = appliance.output.read_text(encoding="utf-8").count(f"by {host}, which is not a known push service")
    assert lines == (1 if code == "unknown-service" else 0)


def test_a_megabyte_is_refused_unread(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    connection = RawConnection(appliance.base)
    reply = connection.request(
        f"PUT /v1/devices/{phone.id}/watchlist/eu HTTP/1.1",
        "Host: localhost",
        f"Authorization: {phone.bearer}",
        "Content-Type: application/json",
        f"Content-Length: {1 << 20}",
    )
    assert (reply.status, reply.headers["connection"].lower()) == (413, "close")
    assert phone.watched()["version"] == 0


def test_other_media_types_and_methods_are_refused_with_what_would_do(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    body = json.dumps({"version": 0, "realms": []}).encode()
    assert is_problem(phone.ask("PUT", "/watchlist/eu", body, Content_Type="text/plain"), 415)
    assert phone.ask("PUT", "/watchlist/eu", body, Content_Type="Application/JSON; charset=utf-8").status == 200
    wrong = phone.ask("POST", "/watchlist/eu", body)
    assert is_problem(wrong, 405)
    assert wrong.headers["Allow"] == "GET, HEAD, PUT, OPTIONS"
    preflight = ask(appliance.base, "OPTIONS", f"/v1/devices/{phone.id}")
    assert preflight.status == 204
    assert preflight.headers["Access-Control-Allow-Methods"] == "PUT, GET, HEAD, DELETE, OPTIONS"
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]


def test_linked_phones_share_lists_and_a_code_joins_once(appliance: Appliance) -> None:
    ann, tablet, stranger = (Phone(appliance).registered() for _ in range(3))
    ann.watch(0, "retail/kazzak")
    tablet.watch(0, "retail/draenor")
    code = ann.ask("POST", "/link").json["code"]
    joined = tablet.ask("POST", "/join", {"code": code.lower()})
    assert (joined.status, joined.json["linkedDevices"]) == (200, 2)
    assert ann.watched() == tablet.watched()
    assert ann.watched()["realms"] == ["retail/draenor", "retail/kazzak"]
    assert tablet.ask("POST", "/join", {"code": code}).status == 200, "a lost answer"
    assert is_problem(stranger.ask("POST", "/join", {"code": code}), 403)
    assert is_problem(ann.watch(1, "retail/kazzak"), 409), "a list from before the link"


@pytest.mark.parametrize("public", ["https://watch.example.org", None])
def test_a_code_comes_with_a_link_and_a_picture_of_it_to_scan(
    launch: Callable[..., Appliance], tmp_path: Path, public: str | None
) -> None:
    server = {"server": {"public_url": public}} if public else {}
    appliance = launch(("eu",), fresh=False, devices=UNLIMITED, **server)
    phone = Phone(appliance).registered()
    made = phone.ask("POST", "/link").json
    site = public or appliance.get_json("/v1/about")["site"]
    assert made["link"] == f"{site}/app#link={made['code']}"
    assert decode(squares(made["picture"].encode()), tmp_path) == made["link"]
    outside = phone.ask("POST", "/link", Via="1.1 elsewhere").json
    if public:
        assert decode(squares(outside["picture"].encode()), tmp_path) == f"{public}/app#link={outside['code']}"
    else:
        # Who comes by a tunnel that nobody declared knows its address, and we do not.
        assert (outside["link"], outside["picture"]) == (None, None)


def test_alerts_and_quiet_hours_come_back(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    alert = {
        "mode": "pubs",
        "map": "SP",
        "minutesBefore": 15,
        "repeat": "once",
        "days": ["mon", "sun"],
        "from": "18:00",
        "to": "23:30",
    }
    body = {"version": 0, "quietHours": {"from": "22:00", "to": "07:00"}, "maps": [alert]}
    stored = phone.ask("PUT", "/alerts", body)
    assert (stored.status, stored.json) == (200, body | {"version": 1})
    assert phone.ask("GET", "/alerts").json == stored.json
    assert is_problem(phone.ask("PUT", "/alerts", {"version": 0, "maps": []}), 409)


def test_secrets_are_neither_stored_nor_logged(appliance: Appliance) -> None:
    phone = Phone(appliance).registered()
    phone.ask("GET", Authorization=f"Bearer {phone.id}.wrong")
    appliance.stop()
    state = Path(appliance.config.parent / "state")
    stored = b"".join(path.read_bytes() for path in state.glob("state.db*"))
    assert phone.id.encode() in stored
    assert phone.secret.encode() not in stored
    assert phone.secret not in appliance.output.read_text(encoding="utf-8")
    assert (state / "owner-key").stat().st_mode & 0o077 == 0
    with sqlite3.connect(state / "state.db") as database:
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []


def test_new_devices_of_one_address_are_rationed(launch: Callable[..., Appliance]) -> None:
    appliance = launch(("eu",), fresh=False)
    phones = [Phone(appliance) for _ in range(21)]
    statuses = [phone.register().status for phone in phones]
    assert statuses == [201] * 20 + [429]
    late = phones[-1].register()
    assert is_problem(late, 429)
    assert 1 <= int(late.headers["Retry-After"]) <= 180
    assert phones[0].register().status == 200, "a device that is known is not a new one"


def test_a_full_appliance_refuses_strangers_and_keeps_its_friends(launch: Callable[..., Appliance]) -> None:
    appliance = launch(("eu",), fresh=False, devices=UNLIMITED | {"max": 2})
    first, _ = Phone(appliance).registered(), Phone(appliance).registered()
    assert is_problem(Phone(appliance).register(), 503)
    assert first.register().status == 200
    assert first.ask("DELETE").status == 204
    assert Phone(appliance).register().status == 201


def test_about_says_what_an_app_needs_first(appliance: Appliance) -> None:
    about = appliance.get_json("/v1/about")
    assert about["name"] == "watchpost"
    assert about["access"] == "local"
    assert about["publicURL"] is None
    assert re.fullmatch("[0-9a-f]{32}", about["id"])


def test_the_appliance_is_itself_over_a_restart_and_another_one_is_not(appliance: Appliance, tmp_path: Path) -> None:
    first = appliance.get_json("/v1/about")["id"]
    appliance.stop()
    appliance.start()
    assert appliance.get_json("/v1/about")["id"] == first
    appliance.stop()
    (tmp_path / "state").rename(tmp_path / "before")
    appliance.start()
    assert appliance.get_json("/v1/about")["id"] != first
