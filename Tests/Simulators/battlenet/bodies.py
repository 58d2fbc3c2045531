"""The JSON bodies of the Game Data API, built from the world."""

from __future__ import annotations

from typing import Any

from .locales import CATEGORY, POPULATION, REALM_TYPE, REGION, STATUS, everywhere
from .world import Group, Realm, Source


class Writer:
    """Writes bodies of one source under one base address, with names in one locale or in all of them."""

    def __init__(self, source: Source, base: str, locale: str | None) -> None:
        self.source = source
        self.base = base
        self.locale = locale

    def index(self) -> dict[str, Any]:
        """``/data/wow/connected-realm/index``: addresses only."""
        links = [{"href": self._link(f"connected-realm/{group.id}")} for group in self.source.groups]
        return {"_links": {"self": {"href": self._link("connected-realm/")}}, "connected_realms": links}

    def group(self, group: Group) -> dict[str, Any]:
        """``/data/wow/connected-realm/{id}``."""
        here = f"connected-realm/{group.id}"
        body: dict[str, Any] = {
            "_links": {"self": {"href": self._link(here)}},
            "id": group.id,
            "has_queue": group.queue,
            "status": self._word(STATUS, group.status),
            "population": self._word(POPULATION, group.population),
            "realms": [self._realm(realm, here) for realm in group.realms],
        }
        if self.source.has_leaderboards:
            body["mythic_leaderboards"] = {"href": self._link(f"{here}/mythic-leaderboard/")}
        return body | {"auctions": {"href": self._link(f"{here}/auctions")}}

    def search(self, groups: list[Group], page: int, page_size: int) -> dict[str, Any]:
        """One page of ``/data/wow/search/connected-realm``; a page past the end has no rows."""
        count = max(1, -(-len(groups) // page_size))
        rows = groups[(page - 1) * page_size : page * page_size]
        return {
            "page": page,
            "pageSize": len(rows),
            "maxPageSize": page_size,
            "pageCount": count,
            "results": [self._row(group) for group in rows],
        }

    def _row(self, group: Group) -> dict[str, Any]:
        """A row has fewer keys than the group's own document."""
        return {
            "key": {"href": self._link(f"connected-realm/{group.id}")},
            "data": {
                "realms": [self._realm(realm, None) for realm in group.realms],
                "id": group.id,
                "has_queue": group.queue,
                "status": self._word(STATUS, group.status),
                "population": self._word(POPULATION, group.population),
            },
        }

    def _realm(self, realm: Realm, group: str | None) -> dict[str, Any]:
        region = {"name": self._text(REGION[self.source.region]), "id": self.source.region_id}
        body: dict[str, Any] = {"id": realm.id, "region": region}
        if group:
            body["region"] = {"key": {"href": self._link(f"region/{self.source.region_id}")}} | region
            body["connected_realm"] = {"href": self._link(group)}
        return body | {
            "name": self._text(realm.names),
            "category": self._text(CATEGORY[realm.category]),
            "locale": realm.locale,
            "timezone": realm.timezone,
            "type": self._word(REALM_TYPE, realm.type),
            "is_tournament": realm.is_tournament,
            "slug": realm.slug,
        }

    def _word(self, words: dict[str, dict[str, str]], key: str) -> dict[str, Any]:
        return {"type": key, "name": self._text(words.get(key) or everywhere(key))}

    def _text(self, texts: dict[str, str]) -> str | dict[str, str]:
        if self.locale:
            return texts.get(self.locale, texts["en_US"])
        return {locale: texts[locale] for locale in self.source.locales}

    def _link(self, path: str) -> str:
        return f"{self.base}/data/wow/{path}?namespace={self.source.namespace}"


def error(code: int) -> dict[str, Any]:
    """An error body of the Game Data API."""
    detail = {
        400: "Bad Request",
        401: "Unauthorized",
        403: "Forbidden",
        404: "Not Found",
        405: "Method Not Allowed",
        410: "Gone",
        429: "Too Many Requests",
        500: "Internal Server Error",
        501: "Not Implemented",
    }[code]
    return {"code": code, "type": f"BLZWEBAPI{code:08d}", "detail": detail}


PROXY_PAGE = (
    "<html>\r\n<head><title>{title}</title></head>\r\n<body>\r\n<center><h1>{title}</h1></center>\r\n"
    "<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n"
)
"""What the proxies in front of the API answer when it is gone: HTML, whatever was asked for."""
