"""A box without a Battle.net client: it reads Blizzard's public status page, seldom, and stops when it is told to."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance, command
from harness.maps import MapSimulator
from harness.settings import merged, settings_for, toml
from harness.simulator import Simulator
from harness.waiting import wait_until

KEYLESS = {"client_id": None, "client_secret_file": None}
HASH = "2417df09c21c29c0fc39a8aff3909c4ca67b712dc55a6cf9481d0d918e404384"
DAY = "It is left alone for a day."


@pytest.fixture
def keyless(launch: Callable[..., Appliance], simulator: Simulator) -> Callable[..., Appliance]:
    """Starts an appliance without a client, whose status page is the simulator's."""

    def start(*regions: str, fresh: bool = True, page: dict[str, Any] | None = None, **changes: Any) -> Appliance:
        settings = {"enabled": True, "url": simulator.addresses["status_page"], "interval": "2s", "timeout": "30s"}
        return launch(
            regions or ("us",), fresh=fresh, battlenet=KEYLESS, status_page=settings | (page or {}), **changes
        )

    return start


@pytest.fixture
def maps(tmp_path: Path) -> Iterator[MapSimulator]:
    """What goes on being asked, as often as the page would be: which map is on."""
    maps = MapSimulator(tmp_path / "maps")
    yield maps
    maps.close()


def await_rounds(maps: MapSimulator, more: int = 3) -> None:
    """Waits until it was asked so many times more."""
    wanted = len(maps.requests()) + more
    wait_until(lambda: len(maps.requests()) >= wanted, f"{more} more questions about maps")


def lamps(appliance: Appliance) -> list[str]:
    """What the lamps mean."""
    return [lamp["meaning"] for lamp in appliance.get_json("/v1/panel")["lamps"]]


def faults(appliance: Appliance) -> list[str]:
    """The codes that the panel shows."""
    return [fault["code"] for fault in appliance.get_json("/v1/panel")["faults"]]


def reason(appliance: Appliance, region: str) -> str:
    """Why a source is not fresh."""
    return appliance.flavour(region)["freshness"].get("reason", "")


def test_without_an_account_the_lamps_light_and_say_from_where(keyless, simulator):
    appliance = keyless("us", "eu", "kr", "tw")
    wait_until(lambda: lamps(appliance) == ["allUp"], "a lamp that shows what the page said")
    totals = {"us": 246, "eu": 267, "kr": 18, "tw": 25}
    for region, total in totals.items():
        flavour = appliance.flavour(region)
        assert flavour["source"] == {"name": "status-page", "official": False}
        assert flavour["counts"]["total"] == flavour["counts"]["up"] == total
    body = appliance.get_json("/v1/regions/eu/realms")
    assert body["source"] == {"name": "status-page", "official": False}
    assert faults(appliance) == []
    page = appliance.get("/realms/us/retail/tichondrius").body.decode()
    assert "From Blizzard&#39;s status page: unofficial, and read every few minutes only." in page
    # Nobody but the page was asked.
    assert set(simulator.requests()["targets"]) == {"status-page"}
    text = command("status", "--config", str(appliance.settings)).stdout
    assert "us/retail: ▲ 246  ▼ 0  of 246  (status-page, unofficial)" in text


def test_realms_are_the_same_ones_as_with_an_account(keyless, simulator, tmp_path):
    """Slugs without accents and native names must not make other realms of them."""
    slugs = {}
    appliance = keyless("eu", "kr", "tw")
    for region in ("eu", "kr", "tw"):
        slugs[region] = {realm["slug"] for realm in appliance.get_json(f"/v1/regions/{region}/realms")["realms"]}
    for region, known in slugs.items():
        groups = simulator.state(region)["sources"][f"dynamic-{region}"]["groups"]
        # Three realms of the simulator's Taiwan exist nowhere else: nobody can know what they are called in English.
        invented = {slug for slug in known if any(ord(c) > 0x2E80 for c in slug)}
        assert len(invented) == (3 if region == "tw" else 0)
        assert known - invented <= {slug for group in groups for slug in group["slugs"]}
    assert appliance.realm("eu", "aggra-portugues")["slug"] == "aggra-português"
    body = appliance.get_json("/v1/realms/kr/retail/azshara")
    assert body["names"]["ko_KR"] == "아즈샤라"
    assert body["connectedWith"] == []


def test_an_outage_is_announced_and_its_end(keyless, simulator):
    appliance = keyless("us")
    stream = appliance.events()
    simulator.set("us", "down", category="Oceanic")
    event = stream.wait_for("outage", over=False)
    assert (event.data["scope"], event.data["category"], len(event.data["realms"])) == ("category", "Oceanic", 12)
    simulator.set("us", "up", category="Oceanic")
    stream.wait_for("outage", over=True)
    assert [fact.name for fact in stream.facts()] == ["outage", "outage"]


def test_a_lock_is_told(keyless, simulator):
    appliance = keyless("eu")
    stream = appliance.events()
    simulator.set("eu", "locked", slug="kazzak")
    stream.wait_for("realm", id="retail/kazzak", change="locked")
    assert appliance.realm("eu", "kazzak")["locked"] is True


@pytest.mark.parametrize(
    ("fault", "words"),
    [("403", "HTTP 403"), ("429", "HTTP 429"), ("hash", "PersistedQueryNotFound")],
)
def test_once_it_has_said_no_it_is_asked_no_more(keyless, simulator, maps, fault, words):
    appliance = keyless("us", "eu", rotations={"upstream": maps.settings})
    if fault == "hash":
        simulator.switch(query_hash="f" * 64)
    else:
        simulator.fault("status-page", fault)
    wait_until(lambda: faults(appliance) == ["E31"], "the fault on the panel")
    simulator.fault("status-page", "none")
    asked = simulator.count("status-page")
    for region in ("us", "eu"):
        wait_until(lambda region=region: words in reason(appliance, region), f"the reason for {region}")
        assert reason(appliance, region).startswith("not set up: ")
    wait_until(lambda: set(lamps(appliance)) == {"notSetUp"}, "lamps that say it")
    await_rounds(maps)
    assert simulator.count("status-page") == asked, "no further question"
    log = appliance.output.read_text(encoding="utf-8")
    assert log.count("asked Blizzard's status page for the state of realms") == 1
    assert DAY in log and words in log and "docs/install.md, step 3" in log
    panel = appliance.get_json("/v1/panel")
    assert words in panel["faults"][0]["words"]
    # What was known is still told, as old.
    assert appliance.freshness("us") == "stale"
    assert appliance.flavour("us")["counts"]["total"] == 246


@pytest.mark.parametrize(("fault", "words"), [("403", "HTTP 403"), ("410", "HTTP 410")])
def test_a_restart_does_not_ask_again_and_another_hash_does(keyless, simulator, maps, fault, words):
    appliance = keyless("us", rotations={"upstream": maps.settings})
    simulator.fault("status-page", fault)
    wait_until(lambda: faults(appliance) == ["E31"], "the fault on the panel")
    simulator.fault("status-page", "none")
    appliance.stop()
    asked = simulator.count("status-page")
    appliance.start()
    wait_until(lambda: words in reason(appliance, "us"), "the reason")
    wait_until(lambda: faults(appliance) == ["E31"], "the fault on the panel again")
    await_rounds(maps)
    assert simulator.count("status-page") == asked, "no question after the restart"
    appliance.stop()
    # The simulator takes any hash until it is told otherwise.
    settings = appliance.config.read_text(encoding="utf-8")
    simulator.switch(query_hash="a" * 64)
    added = settings.replace("[status_page]\n", "[status_page]\n" + f'query_hash = "{"a" * 64}"\n')
    assert added != settings
    appliance.config.write_text(added, encoding="utf-8")
    appliance.start()
    appliance.await_fresh("us")
    assert faults(appliance) == []


def test_a_damaged_file_is_no_stop(keyless, simulator, tmp_path):
    appliance = keyless("us")
    simulator.fault("status-page", "403")
    wait_until(lambda: faults(appliance) == ["E31"], "the fault on the panel")
    simulator.fault("status-page", "none")
    appliance.stop()
    (kept,) = tmp_path.rglob("status-page-stop.json")
    kept.write_bytes(b'{"key":')
    appliance.start()
    appliance.await_fresh("us")


def test_lists_that_are_gone_are_asked_for_once_each(keyless, simulator, maps):
    appliance = keyless("us", "eu", rotations={"upstream": maps.settings})
    simulator.fault("status-page", "410")
    for region in ("us", "eu"):
        wait_until(lambda region=region: "HTTP 410" in reason(appliance, region), f"the reason for {region}")
    asked = simulator.count("status-page")
    simulator.fault("status-page", "none")
    wait_until(lambda: faults(appliance) == ["E31"], "the fault on the panel")
    wait_until(lambda: set(lamps(appliance)) == {"notSetUp"}, "lamps that say it")
    await_rounds(maps)
    assert simulator.count("status-page") == asked, "no further question"


def test_another_hash_in_the_settings_is_asked_for(keyless, simulator):
    simulator.switch(query_hash="a" * 64)
    appliance = keyless("us", page={"query_hash": "A" * 64})
    assert appliance.flavour("us")["counts"]["total"] == 246


def test_a_hash_that_is_refused_at_the_first_start_leaves_the_box_not_set_up(keyless, simulator):
    appliance = keyless("us", fresh=False, page={"query_hash": "0" * 64})
    wait_until(lambda: set(lamps(appliance)) == {"notSetUp"}, "lamps that say it")
    assert "PersistedQueryNotFound" in reason(appliance, "us")
    assert simulator.count("status-page") == 1


@pytest.mark.parametrize("kind", ["malformed", "html", "empty", "503", "oversized", "bomb", "redirect"])
def test_nonsense_blames_no_realm_and_heals(keyless, simulator, kind):
    appliance = keyless("us")
    stream = appliance.events()
    options = {"to": simulator.addresses["api"]["us"]} if kind == "redirect" else {}
    simulator.fault("status-page", kind, **options)
    # At first it may only be old: "no poll has finished since then".
    wait_until(lambda: reason(appliance, "us").startswith("Blizzard's status page us/retail: "), "the reason")
    assert appliance.freshness("us") == "stale"
    assert faults(appliance) == []
    wait_until(lambda: lamps(appliance) == ["stale"], "lamps that doubt it")
    simulator.fault("status-page", "none")
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh again")
    assert stream.facts() == []
    wait_until(lambda: lamps(appliance) == ["allUp"], "lamps that trust it again")


def test_a_lost_network_is_said_of_us(keyless, simulator):
    appliance = keyless("us")
    simulator.switch(probes=False)
    simulator.fault("status-page", "refused")
    wait_until(lambda: set(lamps(appliance)) == {"noNetwork"}, "no network")
    simulator.fault("status-page", "none")
    simulator.switch(probes=True)
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh")


def test_what_the_page_does_not_have_says_that_it_is_not_set_up(keyless):
    appliance = keyless("us", "cn", fresh=False, region={"cn": {"client_id": None, "client_secret_file": None}})
    wait_until(lambda: appliance.freshness("us") == "fresh", "fresh")
    assert reason(appliance, "cn") == "not set up: the settings have no Battle.net client for China"
    assert "source" not in appliance.flavour("cn")
    assert "source" in appliance.flavour("us")


def test_a_client_that_is_added_later_tells_nothing_false_and_loses_nothing(
    keyless, simulator, tmp_path, configure
):
    """The same realms under the same names, whoever tells of them: no event, and the history goes on."""
    simulator.set("us", "queue", slug="tichondrius")
    simulator.set("us", "locked", slug="illidan")
    simulator.set("us", "down", slug="kilrogg")
    watch = ["us/retail/kelthuzad", "us/retail/azjolnerub"]
    appliance = keyless("us", panel={"watch": watch})
    wait_until(lambda: appliance.realm("us", "kilrogg")["state"] == "down", "kilrogg down")
    before = {realm["slug"]: realm for realm in appliance.get_json("/v1/regions/us/realms")["realms"]}
    newest = appliance.get("/v1/regions").headers["ETag"]
    assert newest
    appliance.stop()
    asked = simulator.count("status-page")

    appliance.config.write_text(
        toml(merged(settings_for(simulator, tmp_path / "state", ("us",)), {"panel": {"watch": watch}})),
        encoding="utf-8",
    )
    appliance.start()
    stream = appliance.events()
    appliance.await_fresh("us")
    simulator.await_answers("us", 5)
    assert stream.facts() == []
    assert simulator.count("status-page") == asked
    after = {realm["slug"]: realm for realm in appliance.get_json("/v1/regions/us/realms")["realms"]}
    assert set(after) == set(before)
    assert {slug: realm["state"] for slug, realm in after.items()} == {
        slug: realm["state"] for slug, realm in before.items()
    }
    assert after["kilrogg"].get("since") == before["kilrogg"].get("since")
    assert all(realm["connectedRealm"] < 0 for realm in before.values())
    assert all(realm["connectedRealm"] > 0 for realm in after.values())
    assert appliance.flavour("us")["source"] == {"name": "battlenet", "official": True}
    lamp = appliance.get_json("/v1/panel")["lamps"][0]
    assert lamp["meaning"] == "allUp", lamp
    # Its own news are told again.
    simulator.set("us", "up", slug="kilrogg")
    stream.wait_for("realm", id="retail/kilrogg", change="up")


def test_the_pace_is_kept(keyless, simulator):
    """Two sources at two seconds are sixty questions a minute; whatever happens, no more than two and a half times that."""
    appliance = keyless("us", "eu")
    start, asked = time.monotonic(), simulator.count("status-page")
    states = cycle(("down", "up"))

    def count() -> int:
        """Realms that come and go are looked at again sooner."""
        simulator.set("us", next(states), slug="tichondrius")
        time.sleep(0.7)
        return simulator.count("status-page") - asked

    wait_until(lambda: count() >= 12, "questions about both")
    assert count() <= 2.5 * (time.monotonic() - start) + 20
    appliance.await_fresh("us")


def test_switched_off_the_box_says_what_it_lacks_and_asks_nobody(keyless, simulator):
    appliance = keyless("us", fresh=False, page={"enabled": False})
    wait_until(lambda: reason(appliance, "us").startswith("not set up"), "the reason")
    wait_until(lambda: set(lamps(appliance)) == {"notSetUp"}, "the lamps")
    assert simulator.count("status-page") == 0


def test_check_says_from_where_facts_will_come(tmp_path, simulator):
    path = tmp_path / "watchpost.toml"
    settings = merged(
        settings_for(simulator, tmp_path / "state", ("us", "cn")),
        {
            "battlenet": KEYLESS,
            "region": {"cn": KEYLESS},
            "status_page": {"enabled": True, "url": simulator.addresses["status_page"]},
        },
    )
    path.write_text(toml(settings), encoding="utf-8")
    done = command("check", "--config", str(path))
    assert done.returncode == 0, done.stderr
    assert "read from Blizzard's status page, which is unofficial, for want of client_id and its secret: us/retail" in done.stdout
    assert "not set up yet, because only a Battle.net client can ask for them: cn/retail" in done.stdout
    assert simulator.count("status-page") == 0
