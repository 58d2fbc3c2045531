"""Makes the world: the same one for the same seed, as large as the real one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from . import names
from .locales import CLASSIC_LOCALES, LOCALES, everywhere
from .slugs import slug_of
from .world import Group, Realm, Source, World

REGION_IDS = {"us": 1, "kr": 2, "eu": 3, "tw": 4, "cn": 5}

# category, realms, groups, locale, time zones, names to be invented
_US_ZONES = ("America/Los_Angeles", "America/New_York", "America/Chicago", "America/Denver")
_EUROPE = ("Europe/Paris",)
RETAIL = {
    "us": (
        ("United States", 226, 73, "enUS", _US_ZONES, names.invented_english),
        ("Oceanic", 12, 5, "enUS", ("Australia/Melbourne",), None),
        ("Brazil", 5, 3, "ptBR", ("America/Sao_Paulo",), None),
        ("Latin America", 3, 2, "esMX", ("America/Chicago",), None),
    ),
    "eu": (
        ("English", 114, 40, "enGB", _EUROPE, names.invented_english),
        ("German", 85, 24, "deDE", _EUROPE, names.invented_german),
        ("French", 35, 11, "frFR", _EUROPE, names.invented_french),
        ("Spanish", 10, 5, "esES", _EUROPE, None),
        ("Italian", 2, 2, "itIT", _EUROPE, None),
        ("Portuguese", 1, 1, "ptPT", _EUROPE, None),
        ("Russian", 20, 9, "ruRU", _EUROPE, None),
    ),
    "kr": (("Korea", 18, 4, "koKR", ("Asia/Seoul",), None),),
    "tw": (("Taiwan", 25, 3, "zhTW", ("Asia/Taipei",), None),),
    "cn": (("China", 340, 170, "zhCN", ("Asia/Shanghai",), names.invented_chinese),),
}
_NATIVE = {"Russian": ("ru_RU",), "Korea": ("ko_KR",), "Taiwan": ("zh_TW", "zh_CN")}
CLASSIC_COUNTS = {"us": 20, "eu": 20, "kr": 18, "tw": 19, "cn": 20}
_FIRST_ID = {"us": 11, "kr": 301, "eu": 501, "tw": 963, "cn": 1658}
_LOST_HOSTS = {"us": 3694, "kr": 2116, "eu": 1378, "tw": 2134, "cn": 6001}


def make_world(seed: int, oddities: bool = False) -> World:
    """Five regions, retail and classic.

    ``oddities`` adds what ought not to be shown: a tournament realm that is permanently down, and the
    internal realms that Europe's classic list had at times.
    """
    sources: dict[str, Source] = {}
    for region in RETAIL:
        for source in (_retail(region, seed), _classic(region, seed)):
            sources[source.namespace] = source
    if oddities:
        _add_oddities(sources)
    return World(sources)


def _retail(region: str, seed: int) -> Source:
    rng = random.Random(f"{seed} retail {region}")
    ids, used = iter(range(_FIRST_ID[region], 10_000)), set()
    lost = iter(range(_LOST_HOSTS[region], 20_000))
    groups: list[Group] = []
    for category, count, group_count, locale, zones, invented in RETAIL[region]:
        known = names.KNOWN.get(category, []) or list(names.TRANSLATED.get(category, {}))
        texts = list(islice(_unused(chain(known, invented() if invented else ()), used), count))
        if region == "cn":
            texts[-2:] = [f"{text}(四川)" for text in texts[-2:]]
        assert len(texts) == count, (region, category, len(texts))
        for index, size in enumerate(_sizes(count, group_count, rng)):
            zone = zones[0] if index == 0 else rng.choice(zones)
            realms = [_realm(next(ids), texts.pop(0), category, locale, zone, rng) for _ in range(size)]
            # One group in five is still called after a realm that was merged away.
            number = next(lost) if index and rng.random() < 0.2 else realms[0].id
            groups.append(Group(number, realms, _population(rng)))
    rng.shuffle(groups)
    return Source(region, REGION_IDS[region], f"dynamic-{region}", groups, locales=LOCALES)


def _classic(region: str, seed: int) -> Source:
    """In Classic each realm is its own connected realm, some are PvP, and bodies lack the leaderboards."""
    rng = random.Random(f"{seed} classic {region}")
    category, _, _, locale, zones, _ = RETAIL[region][0]
    first = 4_372 + 100 * REGION_IDS[region]
    groups = []
    for offset, text in enumerate(names.KNOWN["Classic"][: CLASSIC_COUNTS[region]]):
        realm = _realm(first + offset, text, category, locale, rng.choice(zones), rng, localised=False)
        realm.type = rng.choice(("NORMAL", "PVP"))
        groups.append(Group(realm.id, [realm], _population(rng)))
    source = Source(
        region, 40 + REGION_IDS[region], f"dynamic-classic-{region}", groups, has_leaderboards=False
    )
    source.locales = CLASSIC_LOCALES
    return source


def _add_oddities(sources: dict[str, Source]) -> None:
    text = "Arena Pass 1"
    arena = Realm(
        9_901, slug_of(text), everywhere(text), "United States", "enUS", _US_ZONES[0], "NORMAL", True
    )
    sources["dynamic-us"].groups.append(Group(9_901, [arena], "OFFLINE", status="DOWN"))
    for number, text in enumerate(("EU4 CWOW Web", "EU4 CWOW GMSS 1"), start=9_911):
        realm = Realm(number, slug_of(text), everywhere(text), "English", "enGB", _EUROPE[0])
        sources["dynamic-classic-eu"].groups.append(Group(number, [realm], "LOW"))


def _unused(texts: Iterable[str], used: set[str]) -> Iterator[str]:
    for text in texts:
        if (slug := slug_of(text)) not in used:
            used.add(slug)
            yield text


def _sizes(count: int, groups: int, rng: random.Random) -> list[int]:
    """Sizes of 1 to 10 that sum to ``count``; where there is room, a category's first realm is alone."""
    sizes = [1] * groups
    alone = groups // 4 if groups > 10 else 1
    joinable = list(range(alone if count <= 10 * (groups - alone) else 0, groups))
    for _ in range(count - groups):
        sizes[rng.choice([index for index in joinable if sizes[index] < 10])] += 1
    return sizes


def _realm(
    number: int, text: str, category: str, locale: str, zone: str, rng: random.Random, localised: bool = True
) -> Realm:
    texts = everywhere(text) | (_translations(text, category) if localised else {})
    kind = "RP" if rng.random() < 0.08 else "NORMAL"
    return Realm(number, slug_of(text), texts, category, locale, zone, kind)


def _translations(text: str, category: str) -> dict[str, str]:
    if category in names.TRANSLATED:
        return dict.fromkeys(_NATIVE[category], names.TRANSLATED[category][text])
    if text == "Khaz'goroth":
        return {"ru_RU": "Khaz'goroth US9"}
    return {"pt_BR": "Nascente da Eternidade"} if text == "Well of Eternity" else {}


def _population(rng: random.Random) -> str:
    return rng.choices(("LOW", "MEDIUM", "HIGH", "FULL", "RECOMMENDED"), (4, 4, 3, 3, 1))[0]
