"""The Game Data API: who may ask, what is asked for, and the healthy answer to it."""

from __future__ import annotations

import hashlib
import re
import time
from dataclasses import dataclass
from email.utils import formatdate, parsedate_to_datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .bodies import Writer, error
from .ledger import Ledger
from .locales import LOCALES
from .loose import Looseness
from .loose import encode as encode_loosely
from .tokens import TokenOffice
from .wire import Answer, encode
from .world import Group, Source, World

CACHES = ("kept", "own")
"""Kinds of caches: one leaves the ``Date`` of its copies as it came, the other writes its own."""

_GROUP = re.compile(r"/data/wow/connected-realm/(\d{1,12})$")
DEFAULT_PAGE, LARGEST_PAGE = 100, 1_000


@dataclass
class Question:
    """A request to the Game Data API, taken apart."""

    method: str
    path: str
    query: dict[str, str]
    headers: Any

    @classmethod
    def of(cls, method: str, target: str, headers: Any) -> Question:
        """From the request line and the headers."""
        parts = urlsplit(target)
        query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
        return cls(method, parts.path, query, headers)

    @property
    def kind(self) -> str:
        """``search``, ``index``, ``realm`` or ``other``: requests are counted and faults chosen by it."""
        match self.path.rstrip("/"):
            case "/data/wow/search/connected-realm":
                return "search"
            case "/data/wow/connected-realm/index" | "/data/wow/connected-realm":
                return "index"
            case path:
                return "realm" if _GROUP.match(path) else "other"

    @property
    def group(self) -> int | None:
        """The number of the connected realm that is asked for; None: of no single one."""
        found = _GROUP.match(self.path.rstrip("/"))
        return int(found.group(1)) if found else None

    @property
    def namespace(self) -> str:
        """From the query or the header."""
        return self.query.get("namespace") or self.headers.get("Battlenet-Namespace") or ""

    def number(self, key: str, default: int, most: int) -> int:
        """A positive number of the query; anything else is the default."""
        text = self.query.get(key, "")
        return min(int(text), most) if text.isascii() and text.isdigit() and int(text) else default


class GameData:
    """The API of one region."""

    def __init__(self, region: str, world: World, office: TokenOffice, ledger: Ledger) -> None:
        self.region = region
        self.base = ""
        self.conditional = False
        self.page_size = LARGEST_PAGE
        """The most rows on a page, whatever is asked for."""
        self.tags = False
        """Whether each page has an entity tag of its own."""
        self.cache: str | None = None
        """Which kind of cache answers with copies made when the document changed: see `CACHES`."""
        self.loose: Looseness | None = None
        self._world = world
        self._office = office
        self._ledger = ledger
        self._written: dict[tuple[object, ...], bytes] = {}

    def answer(self, question: Question, largest_page: int | None = None) -> Answer:
        """What the API says when nothing is wrong with it."""
        largest_page = largest_page or self._page_size(question)
        if not self._office.accepts(question.headers.get("Authorization") or ""):
            return Answer.of(401, error(401))
        if question.method not in ("GET", "HEAD"):
            return Answer.of(405, error(405), Allow="GET, HEAD")
        source = self._world.sources.get(question.namespace)
        if source is None or source.region != self.region:
            return Answer.of(403, error(403))
        if question.kind == "other":
            return Answer.of(404, error(404))
        with source.lock:
            if self.conditional and self._knows_already(question, source):
                return Answer(304, b"", headers=self._headers(source))
            match question.kind:
                case "index":
                    body = encode(self._writer(source, question).index())
                case "search":
                    body = self._search(source, question, largest_page)
                case _:
                    body = self._group(source, question)
            if body is None:
                return Answer.of(404, error(404))
            headers = self._headers(source) | self._validator(source, question, body)
            if _is_known(question, headers):
                return Answer(304, b"", headers=headers)
            return Answer(200, body, headers=headers)

    def _page_size(self, question: Question) -> int:
        source = self._world.sources.get(question.namespace)
        return self.loose.of(source).page_size if self.loose and source else self.page_size

    def _validator(self, source: Source, question: Question, body: bytes) -> dict[str, str]:
        """What tells this page from another one."""
        if question.kind != "search":
            return {}
        page = question.number("_page", 1, 1 << 30)
        if self.loose:
            return self.loose.validator(source, page, body)
        return {"ETag": f'"{hashlib.sha256(body).hexdigest()[:16]}"'} if self.tags else {}

    def told(self, question: Question, answer: Answer) -> None:
        """Counts the answer as an observation if it completes one."""
        if answer.status != 200 or question.kind != "search":
            return
        source = self._world.sources[question.namespace]
        size = question.number("_pageSize", DEFAULT_PAGE, self._page_size(question))
        if question.number("_page", 1, 1 << 30) * size >= len(source.groups):
            self._ledger.answered(source.namespace)
            source.was_answered()

    def _writer(self, source: Source, question: Question) -> Writer:
        locale = question.query.get("locale")
        return Writer(source, self.base, locale if locale in LOCALES else None)

    def _search(self, source: Source, question: Question, largest_page: int) -> bytes:
        page = question.number("_page", 1, 1 << 30)
        size = question.number("_pageSize", DEFAULT_PAGE, largest_page)
        filters = {key: value for key, value in question.query.items() if key in FILTERS}
        key = (
            source.namespace,
            source.version,
            question.query.get("locale"),
            page,
            size,
            *sorted(filters.items()),
        )
        if key not in self._written:
            if len(self._written) > 32:
                self._written.clear()
            groups = [
                group for group in source.groups if all(FILTERS[k](group, v) for k, v in filters.items())
            ]
            if question.query.get("orderby", "").startswith("id"):
                groups.sort(key=lambda group: group.id)
            if self.loose:
                return self._loose_search(source, question, groups, page, size)
            self._written[key] = encode(self._writer(source, question).search(groups, page, size))
        return self._written[key]

    def _loose_search(
        self, source: Source, question: Question, groups: list[Group], page: int, size: int
    ) -> bytes:
        rows = self.loose.arranged(source, groups)
        body = self._writer(source, question).search(rows, page, size)
        for group, row in zip(rows[(page - 1) * size :], body["results"], strict=False):
            row["data"] = self.loose.bend(source, group.id, row["data"])
        return encode_loosely(body)

    def _group(self, source: Source, question: Question) -> bytes | None:
        number = int(_GROUP.match(question.path.rstrip("/")).group(1))
        group = next((group for group in source.groups if group.id == number), None)
        if group is None or (self.loose and number in self.loose.of(source).missing):
            return None
        body = self._writer(source, question).group(group)
        return encode_loosely(self.loose.bend(source, number, body)) if self.loose else encode(body)

    def _headers(self, source: Source) -> dict[str, str]:
        headers = {
            "Battlenet-Namespace": source.namespace,
            "Battlenet-Schema": "public-search",
            "Battlenet-Schema-Revision": "0",
            "Cache-Control": "max-age=0",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "SAMEORIGIN",
        }
        if self.conditional:
            headers["Last-Modified"] = formatdate(source.modified, usegmt=True)
        if self.cache:
            now = max(int(time.time()), source.modified)
            date = source.modified if self.cache == "kept" else now
            headers |= {"Date": formatdate(date, usegmt=True), "Age": str(now - source.modified)}
        return headers

    def _knows_already(self, question: Question, source: Source) -> bool:
        try:
            since = parsedate_to_datetime(question.headers.get("If-Modified-Since") or "")
        except ValueError:
            return False
        return source.modified <= since.timestamp()


def _is_known(question: Question, headers: dict[str, str]) -> bool:
    """Whether the condition of a request names the validator that the answer has."""
    if (tag := headers.get("ETag")) and (condition := question.headers.get("If-None-Match")):
        return condition.removeprefix("W/") == tag.removeprefix("W/")
    # A date that is the very same is known, whatever a server makes of others.
    date = headers.get("Last-Modified")
    return date is not None and date == question.headers.get("If-Modified-Since")


def _any(value: object, wanted: str) -> bool:
    return str(value).lower() in wanted.lower().split("||")


FILTERS = {
    "id": lambda group, wanted: _any(group.id, wanted),
    "status.type": lambda group, wanted: _any(group.status, wanted),
    "population.type": lambda group, wanted: _any(group.population, wanted),
    "has_queue": lambda group, wanted: _any(group.queue, wanted),
    "realms.slug": lambda group, wanted: any(_any(realm.slug, wanted) for realm in group.realms),
    "realms.timezone": lambda group, wanted: any(_any(realm.timezone, wanted) for realm in group.realms),
}
"""The filters of the search that the stand-in knows: one value, or several with ``||`` between them."""
