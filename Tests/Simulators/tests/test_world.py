"""The realms: as many as there are, with the names that are hard to show."""

from __future__ import annotations

import unicodedata

import pytest

from battlenet.birth import make_world
from battlenet.slugs import slug_of

COUNTS = {
    "dynamic-us": (83, 246),
    "dynamic-eu": (92, 267),
    "dynamic-kr": (4, 18),
    "dynamic-tw": (3, 25),
    "dynamic-cn": (170, 340),
    "dynamic-classic-us": (20, 20),
    "dynamic-classic-eu": (20, 20),
    "dynamic-classic-kr": (18, 18),
    "dynamic-classic-tw": (19, 19),
    "dynamic-classic-cn": (20, 20),
}
SEED = 1


def realms(namespace, seed=SEED):
    return [realm for group in make_world(seed).sources[namespace].groups for realm in group.realms]


def test_there_are_as_many_groups_and_realms_as_in_the_world():
    sources = make_world(SEED).sources
    assert {name: (len(source.groups), source.realm_count) for name, source in sources.items()} == COUNTS


@pytest.mark.parametrize("seed", range(8))
def test_numbers_and_slugs_are_unique_whatever_the_seed(seed):
    for source in make_world(seed).sources.values():
        numbers = [group.id for group in source.groups]
        everyone = [realm for group in source.groups for realm in group.realms]
        assert len(set(numbers)) == len(numbers)
        assert (
            len({realm.id for realm in everyone}) == len({realm.slug for realm in everyone}) == len(everyone)
        )
        assert all(1 <= len(group.realms) <= 10 for group in source.groups)


def test_the_same_seed_makes_the_same_world_and_another_one_another():
    def groups(seed):
        return [
            (g.id, g.population, [r.slug for r in g.realms])
            for g in make_world(seed).sources["dynamic-eu"].groups
        ]

    assert groups(5) == groups(5) != groups(6)


def test_europe_has_exactly_the_seven_slugs_with_accents():
    slugs = {realm.slug for realm in realms("dynamic-eu") if not realm.slug.isascii()}
    assert slugs == {
        "chants-éternels",
        "festung-der-stürme",
        "confrérie-du-thorium",
        "la-croisade-écarlate",
        "aggra-português",
        "pozzo-delleternità",
        "marécage-de-zangar",
    }
    assert all(unicodedata.is_normalized("NFC", slug) for slug in slugs)


@pytest.mark.parametrize(
    "name, slug",
    [
        ("Kel'Thuzad", "kelthuzad"),
        ("Azjol-Nerub", "azjolnerub"),
        ("Arak-arahm", "arakarahm"),
        ("Area 52", "area-52"),
        ("Aggra (Português)", "aggra-português"),
        ("Pozzo dell'Eternità", "pozzo-delleternità"),
    ],
)
def test_slugs_are_made_as_battle_net_makes_them(name, slug):
    assert slug_of(name) == slug


def test_oceania_is_twelve_realms_in_several_groups():
    groups = make_world(SEED).sources["dynamic-us"].chosen(None, "Oceanic")
    assert sum(len(group.realms) for group in groups) == 12
    assert len(groups) == 5
    assert {realm.timezone for group in groups for realm in group.realms} == {"Australia/Melbourne"}


def test_russian_korean_and_chinese_names_have_their_own_script_and_an_english_name():
    names = {realm.slug: realm.names for realm in realms("dynamic-eu")}
    assert names["howling-fjord"]["ru_RU"] == "Ревущий фьорд"
    assert sum(name["ru_RU"] != name["en_US"] for name in names.values()) >= 17
    assert {r.slug: r.names["ko_KR"] for r in realms("dynamic-kr")}["azshara"] == "아즈샤라"
    assert {r.slug: r.names["zh_TW"] for r in realms("dynamic-tw")}["order-of-the-cloud-serpent"] == "雲蛟衛"
    china = realms("dynamic-cn")
    assert all(not realm.names["en_US"].isascii() for realm in china)
    assert sum("(四川)" in realm.names["zh_CN"] for realm in china) == 2


def test_some_names_are_too_long_for_a_display_and_many_have_apostrophes():
    names = [realm.names["en_US"] for realm in realms("dynamic-eu")]
    assert max(map(len, names)) == len("Culte de la Rive noire") == 22
    assert sum(len(name) > 16 for name in names) >= 10
    assert sum("'" in name for name in names) >= 15


def test_some_groups_are_called_after_a_realm_that_is_gone():
    groups = make_world(SEED).sources["dynamic-us"].groups
    lost = [group for group in groups if group.id not in {realm.id for realm in group.realms}]
    assert 5 <= len(lost) <= 30


def test_oddities_are_listed_only_when_asked_for():
    odd = make_world(SEED, oddities=True).sources
    assert [r.slug for g in odd["dynamic-us"].groups for r in g.realms if r.is_tournament] == ["arena-pass-1"]
    assert sum("CWOW" in r.names["en_US"] for g in odd["dynamic-classic-eu"].groups for r in g.realms) == 2
    assert not any(realm.is_tournament for realm in realms("dynamic-us"))
