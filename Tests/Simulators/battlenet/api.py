"""The Game Data API: who may ask, what is asked for, and the healthy answer to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.utils import formatdate, parsedate_to_datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .bodies import Writer, error
from .ledger import Ledger
from .locales import LOCALES
from .tokens import TokenOffice
from .wire import Answer, encode
from .world import Source, World

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
        self._world = world
        self._office = office
        self._ledger = ledger
        self._written: dict[tuple[object, ...], bytes] = {}

    def answer(self, question: Question, largest_page: int = LARGEST_PAGE) -> Answer:
        """What the API says when nothing is wrong with it."""
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
            return Answer(200, body, headers=self._headers(source))

    def told(self, question: Question, answer: Answer) -> None:
        """Counts the answer as an observation if it completes one."""
        if answer.status != 200 or question.kind != "search":
            return
        source = self._world.sources[question.namespace]
        size = question.number("_pageSize", DEFAULT_PAGE, LARGEST_PAGE)
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
            self._written[key] = encode(self._writer(source, question).search(groups, page, size))
        return self._written[key]

    def _group(self, source: Source, question: Question) -> bytes | None:
        number = int(_GROUP.match(question.path.rstrip("/")).group(1))
        group = next((group for group in source.groups if group.id == number), None)
        return group and encode(self._writer(source, question).group(group))

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
        return headers

    def _knows_already(self, question: Question, source: Source) -> bool:
        try:
            since = parsedate_to_datetime(question.headers.get("If-Modified-Since") or "")
        except ValueError:
            return False
        return source.modified <= since.timestamp()


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
