"""Blizzard's public status page, as the page's own script asks it: one POST for a whole list, without a key.

Written from recorded questions and answers. What it says differs from the Game Data API in the ways that were seen: no
connected realms, no queues, no population while a realm is down, abbreviated time zones, slugs without accents, native
names and slugs in Asia, locks as texts.
"""

from __future__ import annotations

import json
import unicodedata
from typing import TYPE_CHECKING, Any

from .deliveries import DELIVERIES
from .wire import Answer, Handler
from .world import Group, Realm, World

if TYPE_CHECKING:
    from .network import Network

HASH = "2417df09c21c29c0fc39a8aff3909c4ca67b712dc55a6cf9481d0d918e404384"
"""Of the question that the page's script asked on 2026-09-30."""

TARGET = "status-page"
REGIONS = {"us": "Americas & Oceania", "eu": "Europe", "kr": "Korea", "tw": "Taiwan"}
EDITIONS = {"": "dynamic", "classic-": "dynamic-classic"}
ZONES = {
    "America/Los_Angeles": "PDT",
    "America/Denver": "MDT",
    "America/Chicago": "CDT",
    "America/New_York": "EDT",
    "America/Sao_Paulo": "BRT",
    "Australia/Melbourne": "AEST",
    "Europe/Paris": "CEST",
    "Asia/Seoul": "KST",
    "Asia/Taipei": "CST",
}
POPULATIONS = {"LOW": "1", "MEDIUM": "2", "HIGH": "3", "FULL": "4", "RECOMMENDED": "5", "LOCKED": "6"}
TYPES = {"NORMAL": "0", "PVP": "2", "RP": "6", "PVP_RP": "8"}


class StatusPage:
    """What the page answers; ``hash`` is the one question that it knows."""

    def __init__(self, world: World) -> None:
        self.hash = HASH
        self._world = world

    def namespace(self, name: str) -> str | None:
        """The namespace in which the world keeps a list, ``us`` or ``classic-eu``; None: there is no such list."""
        for prefix, namespace in EDITIONS.items():
            region = name.removeprefix(prefix)
            if name == prefix + region and region in REGIONS:
                return f"{namespace}-{region}"
        return None

    def answer(self, question: Any) -> Answer:
        """What the page says when nothing is wrong with it."""
        persisted = _member(question, "extensions", "persistedQuery")
        if _member(question, "operationName") != "GetInitialRealmStatusData" or not persisted:
            return Answer.of(400, {"errors": [{"message": "GET query missing."}]})
        if persisted != {"version": 1, "sha256Hash": self.hash}:
            return Answer.of(200, UNKNOWN_QUERY)
        name = _member(question, "variables", "input", "compoundRegionGameVersionSlug")
        namespace = self.namespace(name) if isinstance(name, str) else None
        return Answer.of(200, {"data": self._lists(namespace)})

    def _lists(self, namespace: str | None) -> dict[str, Any]:
        realms = []
        if namespace:
            source = self._world.sources[namespace]
            with source.lock:
                realms = [_row(realm, group) for group in source.groups for realm in group.realms]
        return {
            "GameVersions": [{"name": "World of Warcraft", "slug": "retail", "key": "modern"}],
            "Regions": [{"name": name, "slug": slug, "key": slug} for slug, name in REGIONS.items()],
            "Realms": sorted(realms, key=lambda row: row["name"]),
        }


UNKNOWN_QUERY = {
    "errors": [{"message": "PersistedQueryNotFound", "extensions": {"code": "PERSISTED_QUERY_NOT_FOUND"}}]
}
"""What a server of persisted queries answers to a hash that it does not know."""


def _member(body: Any, *keys: str) -> Any:
    for key in keys:
        body = body.get(key) if isinstance(body, dict) else None
    return body


def _row(realm: Realm, group: Group) -> dict[str, Any]:
    is_asian = realm.locale in ("koKR", "zhTW")
    native = realm.names["ko_KR" if realm.locale == "koKR" else "zh_TW"] if is_asian else None
    name = native or realm.names["en_US"]
    is_online = group.status == "UP"
    population = "FULL" if group.population == "LOCKED" else group.population
    return {
        "name": name,
        "slug": name.replace(" ", "-") if native else _without_accents(realm.slug),
        "locale": f"{realm.locale[:2]}-{realm.locale[2:]}",
        "timezone": ZONES[realm.timezone],
        "online": is_online,
        "category": realm.category,
        "realmLockStatus": {"isLockedForNewCharacters": "true", "isLockedForPct": "false"}
        if group.population == "LOCKED"
        else None,
        "type": _word(TYPES, realm.type),
        "population": _word(POPULATIONS, population) if is_online else None,
    }


def _word(ids: dict[str, str], word: str) -> dict[str, str]:
    slug = "recomended" if word == "RECOMMENDED" else word.lower()
    return {"id": ids.get(word, "9"), "name": word.capitalize(), "slug": slug, "enum": word}


def _without_accents(slug: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", slug) if not unicodedata.combining(c))


def page_handler(network: Network) -> type[Handler]:
    """The handler of the page's port."""
    page = network.status_page

    class PageHandler(Handler):
        """One question of the page's script."""

        server_version = "cloudflare"

        def answer(self) -> None:
            """Answers a question, or lets the fault in force do it."""
            body = self.read_body()
            if self.command != "POST" or self.path != "/graphql":
                network.ledger.note(TARGET, "other", self.path, "404")
                return self.reply(Answer.of(404, {"error": "not found"}))
            try:
                question = json.loads(body)
            except ValueError:
                question = None
            name = str(_member(question, "variables", "input", "compoundRegionGameVersionSlug"))

            def healthy() -> Answer:
                if self.headers.get("Content-Type", "").split(";")[0] != "application/json":
                    return Answer.of(415, {"errors": [{"message": "POST body missing."}]})
                return page.answer(question)

            if fault := network.faults.take(TARGET, name):
                network.ledger.note(TARGET, name, self.path, f"fault {fault.kind}", self.accepts_gzip)
                return DELIVERIES[fault.kind](self, fault, healthy)
            answer = healthy()
            network.ledger.note(TARGET, name, self.path, str(answer.status), self.accepts_gzip)
            self._count(name, answer)
            return self.reply(answer)

        def _count(self, name: str, answer: Answer) -> None:
            namespace = page.namespace(name)
            if answer.status == 200 and namespace and b'"errors"' not in answer.body:
                network.ledger.answered(f"status-page-{name}")
                network.world.sources[namespace].was_answered()

        do_GET = do_POST = answer

    return PageHandler
