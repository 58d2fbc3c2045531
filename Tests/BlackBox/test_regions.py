"""What is there: regions, realms, names, counts."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from harness.waiting import wait_until

RETAIL = {"us": (83, 246), "eu": (92, 267), "kr": (4, 18), "tw": (3, 25), "cn": (170, 340)}
CLASSIC = {"us": 20, "eu": 20, "kr": 18, "tw": 19, "cn": 20}


def test_five_regions_and_two_flavours_appear_with_the_right_counts(launch):
    appliance = launch(realms={"flavours": {"retail": "dynamic", "classic": "dynamic-classic"}})
    bodies = appliance.get_json("/v1/regions")["regions"]
    assert [body["region"] for body in bodies] == ["us", "eu", "kr", "tw", "cn"]
    for body in bodies:
        retail, classic = body["flavours"]
        assert (retail["flavour"], classic["flavour"]) == ("retail", "classic")
        assert (retail["groups"], retail["counts"]["total"]) == RETAIL[body["region"]]
        assert (classic["groups"], classic["counts"]["total"]) == (CLASSIC[body["region"]],) * 2
        for flavour in body["flavours"]:
            counts = flavour["counts"]
            assert counts["up"] == counts["total"]
            states = ("up", "suspected", "down", "recovering", "maintenance", "unknown")
            assert sum(counts[state] for state in states) == counts["total"]
            assert flavour["outages"] == []
        assert body["statusPage"].startswith("https://")


def test_a_box_without_a_client_says_what_it_lacks(launch):
    appliance = launch(("eu",), fresh=False, battlenet={"client_id": None, "client_secret_file": None})
    reason = "not set up: the settings have no Battle.net client for Europe"
    wait_until(lambda: appliance.flavour("eu")["freshness"].get("reason") == reason, "the reason")
    assert appliance.freshness("eu") == "waiting"


def test_the_list_of_a_region_is_ordered_and_complete(appliance):
    for region in ("us", "eu"):
        body = appliance.get_json(f"/v1/regions/{region}/realms")
        slugs = [realm["slug"] for realm in body["realms"]]
        assert (body["region"], body["flavour"], body["locale"]) == (region, "retail", "en_US")
        assert body["freshness"]["state"] == "fresh"
        assert len(set(slugs)) == len(slugs) == RETAIL[region][1]
        assert slugs == sorted(slugs)
        assert all(realm["id"] == f"retail/{realm['slug']}" for realm in body["realms"])
        assert all(realm["state"] == "up" for realm in body["realms"])


@pytest.mark.parametrize(
    ("region", "locale", "slug", "name", "category"),
    [
        ("eu", "ru_RU", "howling-fjord", "Ревущий фьорд", "Русский"),
        ("eu", "en_US", "howling-fjord", "Howling Fjord", "Russian"),
        ("kr", "ko_KR", "azshara", "아즈샤라", "한국"),
        ("tw", "zh_TW", "order-of-the-cloud-serpent", "雲蛟衛", "台灣"),
        ("eu", "de_DE", "festung-der-stürme", "Festung der Stürme", "Deutsch"),
    ],
)
def test_names_and_categories_come_in_the_locale_asked_for(launch, region, locale, slug, name, category):
    appliance = launch(regions=(region,))
    realms = appliance.get_json(f"/v1/regions/{region}/realms?locale={locale}")["realms"]
    realm = next(realm for realm in realms if realm["slug"] == slug)
    assert (realm["name"], realm["category"]) == (name, category)


def test_a_realm_is_found_however_its_name_is_written(appliance):
    spellings = {
        "chants-éternels": ("chants-éternels", "chants-e\u0301ternels", "chants-eternels"),
        "kelthuzad": ("kelthuzad", "kel'thuzad", "kel\u2019thuzad", "Kel'Thuzad"),
        "pozzo-delleternità": ("pozzo-delleternita", "pozzo-dell'eternità"),
    }
    for slug, inputs in spellings.items():
        for text in inputs:
            assert appliance.realm("eu", text)["slug"] == slug, text


def test_a_realm_is_found_by_its_native_name_where_it_is(launch):
    appliance = launch(regions=("us", "kr"))
    for text in ("아즈샤라", "azshara"):
        assert appliance.realm("kr", text)["slug"] == "azshara", text
    assert appliance.get(f"/v1/realms/us/retail/{quote('아즈샤라')}").status == 404


def test_a_realm_tells_its_names_and_its_neighbours(launch, simulator):
    appliance = launch(regions=("eu",))
    body = appliance.get_json("/v1/realms/eu/retail/howling-fjord")
    assert body["names"]["ru_RU"] == "Ревущий фьорд"
    assert body["names"]["en_US"] == "Howling Fjord"
    assert len(body["names"]) == 12
    neighbours = set(simulator.set("eu", "up", slug="howling-fjord")["realms"]) - {"howling-fjord"}
    assert set(body["connectedWith"]) == neighbours


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/v1/regions/mars/realms", 404),
        ("/v1/regions/us/realms?flavour=vanilla", 400),
        ("/v1/regions/us/realms?locale=xx_XX", 400),
        ("/v1/regions/us/history?hours=0", 400),
        ("/v1/regions/us/history?hours=721", 400),
        ("/v1/regions/us/history?hours=many", 400),
        ("/v1/realms/us/retail/no-such-realm", 404),
        ("/v1/realms/us/retail/" + quote("아즈샤라"), 404),
        ("/v1/nothing", 404),
        ("/nothing", 404),
    ],
)
def test_what_does_not_exist_is_a_problem_that_says_so(appliance, path, status):
    reply = appliance.get(path)
    # An unknown value in a path may be a missing page or a bad value; it is never a success or a crash.
    assert reply.status == status or (path.startswith("/v1/regions/mars") and reply.status == 400)
    assert reply.headers.get_content_type() == "application/problem+json"
    problem = reply.json
    assert problem["status"] == reply.status
    assert problem["type"] and problem["title"] and problem["detail"]


def test_a_bad_value_is_answered_with_the_valid_ones(appliance):
    assert "retail" in appliance.get("/v1/regions/us/realms?flavour=vanilla").json["detail"]
    assert "en_US" in appliance.get("/v1/regions/us/realms?locale=xx_XX").json["detail"]


@pytest.mark.parametrize("simulator", [("--oddities",)], indirect=True)
@pytest.mark.parametrize(("asked_for", "count"), [(False, 246), (True, 247)])
def test_a_tournament_realm_is_left_out_unless_asked_for(launch, asked_for, count):
    appliance = launch(regions=("us",), realms={"tournament": asked_for})
    assert appliance.flavour("us")["counts"]["total"] == count
    assert appliance.get("/v1/realms/us/retail/arena-pass-1").status == (200 if asked_for else 404)
