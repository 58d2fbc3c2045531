"""What requests of strangers cost: processor time of the whole process, by the kernel's clock of it.

That clock does not depend on who else uses this machine, but other work of the process falls into it: of each cost the least
of several is taken. The bounds behind it (depth, values, parameters, questions to the database) are counted in unit tests.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import pathlib
import random
import resource
import statistics
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from house import TESTS
from table import Row

sys.path.insert(0, str(TESTS / "BlackBox"))

from harness import strangers  # noqa: E402
from harness.appliance import Appliance  # noqa: E402
from harness.device import Phone, ask  # noqa: E402
from harness.odd_json import bodies  # noqa: E402
from harness.settings import TUNNEL, UNLIMITED, merged, settings_for, toml  # noqa: E402
from harness.simulator import Simulator  # noqa: E402
from harness.waiting import PATIENCE, wait_until  # noqa: E402

TITLE = "Processor time of one request, through the tunnel; of each the least of three. Bodies by chance, the dearest route."
BUDGET = 0.005
"""Seconds that the design allows for any one request of a stranger."""
PHONES = 100
SHORT = """\
[[mode]]
key = "short"
name = "Short"
[[mode.schedule]]
anchor = 2026-01-01T00:00:00Z
cycle = [{ map = "OL", minutes = 15 }]
"""
"""A mode with as many slots as a calendar lists."""


class Meter:
    """Processor time of another process (the clock that clock_getcpuclockid(3) gives for it)."""

    def __init__(self, appliance: Appliance) -> None:
        assert appliance.process is not None
        self._clock = (~appliance.process.pid << 3) | 2

    def spent(self) -> float:
        """Seconds since its start."""
        return time.clock_gettime(self._clock)

    def cost(self, work: Callable[[], Any]) -> float:
        """Seconds that the process spent while a piece of work was done."""
        before = self.spent()
        work()
        return self.spent() - before


def rows(binary: pathlib.Path, _sim: dict, run: pathlib.Path) -> list[Row]:
    os.environ["WATCHPOST_BINARY"] = str(binary)
    with appliance(run) as box:
        meter = Meter(box)
        found = [dearest_body(box, meter), brackets(box, meter), texts(box, meter), queries(box, meter), lists(box, meter)]
        found += [calendars(box, meter), *arena_reads(box, meter)]
        found += developers(box, meter)
    with appliance(run / "alerts") as box:
        found += beside_alerts(box, Meter(box))
    return found


@contextlib.contextmanager
def appliance(run: pathlib.Path) -> Iterator[Appliance]:
    """As the black box starts it, polled once an hour."""
    run.mkdir(exist_ok=True)
    simulator = Simulator(run / "secrets")
    changes = strangers.appliance_settings(TUNNEL, UNLIMITED)
    changes["arena"] |= {"developers": "open"}
    config = run / "watchpost.toml"
    config.write_text(toml(merged(settings_for(simulator, run / "state", ("us",)), changes)), encoding="utf-8")
    with (run / "schedule.toml").open("a", encoding="utf-8") as schedule:
        schedule.write(SHORT)
    box = Appliance(config, run / "watchpost.log")
    try:
        box.start()
        box.await_fresh("us")
        yield strangers.with_a_game(box)
    finally:
        box.close()
        simulator.close()


def row(what: str, seconds: float, detail: str = "") -> Row:
    return Row(what, f"{seconds * 1_000:.2f} ms{detail}", "", "", f"<= {BUDGET * 1_000:.0f} ms", seconds <= BUDGET)


_COUNT = itertools.count()


def visitor() -> int:
    """A number for somebody who was not here yet: of another network than those before, since each may register a few phones only."""
    number = next(_COUNT)
    return 250 * number + number // 250


def dearest_body(box: Appliance, meter: Meter) -> Row:
    """Of all routes with a body and all odd bodies the one that costs most."""
    document, seed = box.get_json("/openapi.json"), random.SystemRandom().randrange(1 << 32)
    schemas = strangers.takers(document)
    print(f"  bodies: seed {seed}", flush=True)
    worst = (0.0, "")
    for route in strangers.ROUTES:
        for name, body in bodies(schemas[route], document, strangers.longest(box, route), seed):
            cost = meter.cost(strangers.prepared(box, box.tunnel, route, body, visitor()))
            for _ in range(2) if cost > worst[0] else ():
                cost = min(cost, meter.cost(strangers.prepared(box, box.tunnel, route, body, visitor())))
            worst = max(worst, (cost, f"{route}, {name}"))
    return row("the dearest body", worst[0], f" ({worst[1]})")


def brackets(box: Appliance, meter: Meter) -> Row:
    ready = [strangers.prepared(box, box.tunnel, strangers.ROUTES[0], strangers.DEEP, visitor()) for _ in range(60)]
    least = min(meter.cost(lambda part=part: [request() for request in ready[part::3]]) for part in range(3))
    return row("a kilobyte of brackets", least / 20)


def texts(box: Appliance, meter: Meter) -> Row:
    """As many empty texts as a watch list's body has room for."""
    count, route = 21_800, "PUT /v1/devices/{id}/watchlist/us"
    body = b'{"version":0,"realms":[' + b",".join([b'""'] * count) + b"]}"
    ready = [strangers.prepared(box, box.tunnel, route, body, visitor()) for _ in range(5)]
    return row(f"a list of {count:,} empty texts", min(map(meter.cost, ready)))


def calendars(box: Appliance, meter: Meter) -> Row:
    """The longest calendar, while it is not kept: its map was never asked for in this language."""
    costs = []
    for lang in ("en", "pl"):
        answers: list[bytes] = []
        target = f"/v1/calendar/short/OL.ics?lang={lang}"
        costs.append(meter.cost(lambda: answers.append(ask(box.tunnel, "GET", target).body)))
        assert answers[0].count(b"BEGIN:VEVENT") > 600, answers[0][:500]
    return row("the longest calendar of a map, which is not kept", min(costs))


BOARDS = 100
"""Of one game; more a game may not have."""


def arena_reads(box: Appliance, meter: Meter) -> list[Row]:
    """What a stranger reads who has played on all boards of a game; a page that is kept costs what it costs to send."""
    for number in range(1, BOARDS):
        wish = {"version": 0, "name": "x", "windows": ["day", "week", "month"]}
        path = f"/v1/admin/games/snake/boards/board-{number}"
        assert ask(box.base, "PUT", path, wish, Authorization=f"Bearer {box.owner_key}").status == 201
    who, address = Phone(box), {"X_Forwarded_For": f"203.0.113.{visitor() % 250 + 1}"}
    joined = who.ask("PUT", f"/v1/games/snake/installs/{who.id}", {}, box.tunnel, **address)
    assert joined.status == 201, joined.body
    for first in (*range(1, BOARDS, 50), 1):
        some = range(first, min(first + 50, BOARDS))
        results = [{"key": str(uuid.uuid4()), "board": f"board-{number}", "score": number} for number in some]
        assert who.ask("POST", "/v1/games/snake/results", {"results": results}, box.tunnel, **address).status == 200
    code, board = joined.json["player"]["code"], "/v1/games/snake/boards/board-1"
    paths = {
        "its own results": "/v1/me/games/snake/results", f"its games, {BOARDS} boards": "/v1/me/games",
        "its place on a board": f"{board}/me", "the places around it": f"{board}/around/{code}?limit=50",
        "a page of a board": f"{board}?window=day&limit=50", "the days of a board": f"{board}/seasons",
        "a game": "/v1/games/snake", "the games": "/v1/games?limit=50",
    }  # fmt: skip
    found = []
    for what, path in paths.items():
        assert (answer := who.ask("GET", path, None, box.tunnel, **address)).status == 200, answer.body
        cost = min(meter.cost(lambda path=path: who.ask("GET", path, None, box.tunnel, **address)) for _ in range(3))
        found.append(row(f"a player reads {what}", cost))
    return found


def queries(box: Appliance, meter: Meter) -> Row:
    room, costs = strangers.longest_query(box), {}
    for kind in strangers.QUERIES:
        target = f"/v1/rotations?{strangers.query(kind, room)}"
        costs[kind] = min(meter.cost(lambda: strangers.statuses(box.tunnel, target, 20, PATIENCE)) for _ in range(3)) / 20
    kind = max(costs, key=costs.__getitem__)
    return row("the dearest query", costs[kind], f" ({kind})")


def lists(box: Appliance, meter: Meter) -> Row:
    costs, route = {}, "PUT /v1/devices/{id}/watchlist/us"
    for kind in strangers.NAMES:
        ready = [strangers.prepared(box, box.tunnel, route, strangers.longest_watch_list(kind, each), visitor()) for each in range(5)]
        costs[kind] = min(map(meter.cost, ready))
    kind = max(costs, key=costs.__getitem__)
    return row("the dearest watch list", costs[kind], f" ({kind})")


def developers(box: Appliance, meter: Meter) -> list[Row]:
    """A wrong password for an address that is known, and for one that is not: nobody learns from the cost which it was."""
    strangers.developer(box)
    costs: dict[str, list[float]] = {"ola@example.org": [], "jan@example.org": []}
    for number in range(40):
        email = list(costs)[number % 2]
        wish, address = {"email": email, "password": "another horse"}, f"203.0.{number}.7"
        costs[email].append(meter.cost(lambda: ask(box.tunnel, "POST", "/v1/developers/session", wish, X_Forwarded_For=address)))
    known, unknown = map(statistics.median, costs.values())
    ratio = known / unknown
    return [Row("a wrong password, known and unknown address", f"{known * 1_000:.1f} ms", f"{unknown * 1_000:.1f} ms",
                f"{ratio:.2f}", "0.9 to 1.1", 0.9 <= ratio <= 1.1)]  # fmt: skip


def beside_alerts(box: Appliance, meter: Meter) -> list[Row]:
    """A list while strangers' phones have all the alerts that they may have, and the end after one: they took 8 s and 12 s once."""
    phones = [strangers.stored_alerts(box, number) for number in range(PHONES)]

    def again(version: int) -> None:
        for number in range(20):
            strangers.stored_alerts(box, number, version, phones[number])
        at_rest(meter)

    at_rest(meter)
    cost = min(meter.cost(lambda version=version: again(version)) / 20 for version in (1, 2, 3))
    before = children() + meter.spent()
    strangers.stored_alerts(box, 0, 4, phones[0])
    box.stop()
    rest = children() - before
    return [row(f"a list beside {PHONES} phones full of alerts", cost),
            Row("from the last list to the end", f"{rest * 1_000:.0f} ms", "", "", "<= 1,000 ms", rest <= 1)]  # fmt: skip


def children() -> float:
    """Seconds of all processes that this one began and that have ended."""
    return sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def at_rest(meter: Meter) -> None:
    """Waits until nothing that was begun goes on: from one look to the next the process spends no time."""
    last = [meter.spent() - 1]

    def is_still() -> bool:
        before, last[0] = last[0], meter.spent()
        return last[0] - before < 0.001

    wait_until(is_still, "the end of what the lists began")
