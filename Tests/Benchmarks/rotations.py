"""What maps cost: a timeline that is kept, and one that is worked out for whoever asks.

The rival of what is worked out is SQLite: one prepared statement over the same cycles, which makes the slots by a
recursive query, takes the first 300 of all modes and writes them as JSON. Both have to come to the same slots.
"""

from __future__ import annotations

import datetime
import http.client
import json
import pathlib
import sqlite3
import statistics
import time

import house
from serving import ROUNDS, SERVER_CORE, throughput
from table import Row, spread

TITLE = (
    "A kept timeline beside nginx (one core for the server, one for wrk); timelines that nobody keeps, in CPU of the "
    "whole process for each request over HTTP, beside SQLite that makes the same slots in memory, without HTTP."
)
ANCHOR = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
MAPS = {"KC": "Kings Canyon", "WE": "World's Edge", "OL": "Olympus", "SP": "Storm Point", "BM": "Broken Moon"}
REQUESTS = 400
Cycles = dict[str, list[tuple[str, int]]]


def cycles(modes: int, minutes: int) -> Cycles:
    """So many modes of five maps, each map as long as the others of its mode and a little longer than in the one before."""
    return {f"mode{number:02}": [(code, minutes + number) for code in MAPS] for number in range(modes)}


def schedule(modes: Cycles) -> str:
    """The schedule file of these modes."""
    lines = ['source = "a benchmark"', "[maps]", *(f'{code} = "{name}"' for code, name in MAPS.items())]
    for key, cycle in modes.items():
        entries = ", ".join(f'{{ map = "{code}", minutes = {minutes} }}' for code, minutes in cycle)
        anchor = ANCHOR.strftime("%Y-%m-%dT%H:%M:%SZ")
        lines += ["[[mode]]", f'key = "{key}"', f'name = "{key}"', "[[mode.schedule]]", f"anchor = {anchor}",
                  f"cycle = [ {entries} ]"]
    return "\n".join(lines) + "\n"


class Rival:
    """SQLite with the same cycles in memory."""

    SQL = """
    WITH RECURSIVE turn(mode, start, total) AS (
      SELECT mode, :anchor + (:now - :anchor) / sum(seconds) * sum(seconds), sum(seconds) FROM cycle GROUP BY mode
      UNION ALL SELECT mode, start + total, total FROM turn WHERE start + total < :until
    ), slot AS (
      SELECT c.mode, t.start + c.offset AS start, t.start + c.offset + c.seconds AS end, c.code
      FROM turn t JOIN cycle c ON c.mode = t.mode
      WHERE t.start + c.offset < :until AND t.start + c.offset + c.seconds > :now
      ORDER BY start, c.mode LIMIT :most
    ) SELECT json_group_array(json_object('mode', mode, 'start', strftime('%Y-%m-%dT%H:%M:%SZ', start, 'unixepoch'),
             'end', strftime('%Y-%m-%dT%H:%M:%SZ', end, 'unixepoch'), 'code', code)) FROM slot
    """

    def __init__(self, modes: Cycles) -> None:
        self.database = sqlite3.connect(":memory:")
        self.database.execute("CREATE TABLE cycle (mode TEXT, offset INTEGER, seconds INTEGER, code TEXT)")
        for key, cycle in modes.items():
            offset = 0
            for code, minutes in cycle:
                self.database.execute("INSERT INTO cycle VALUES (?, ?, ?, ?)", (key, offset, minutes * 60, code))
                offset += minutes * 60

    def answer(self, now: int, hours: int, most: int) -> str:
        values = {"anchor": int(ANCHOR.timestamp()), "now": now, "until": now + hours * 3_600, "most": most}
        return self.database.execute(self.SQL, values).fetchone()[0]

    def cpu(self, now: int, hours: int, most: int, times: int) -> float:
        """Milliseconds for each answer."""
        begin = time.process_time()
        for _ in range(times):
            self.answer(now, hours, most)
        return (time.process_time() - begin) / times * 1_000


def kept(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """48 hours of three modes, from the snapshot."""
    appliance = house.Appliance(binary, sim, run, "60s", cores=SERVER_CORE, schedule=schedule(cycles(3, 60)))
    appliance.await_fresh()
    path = "/v1/timeline?hours=48"
    body = appliance.get(path)
    with house.nginx(run, 18181, "{}", {"timeline.json": body}, SERVER_CORE) as rival:
        what = f"timeline of 48 h x 3 modes ({len(body):,} B)"
        rows = throughput(what, appliance.url + path, rival + "/timeline.json", 0.9, "nginx sendfile")
    appliance.stop()
    return rows


def worked_out(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """336 hours of 20 modes, of slots so short that the answer is cut, and so long that it is not."""
    rows = []
    for title, minutes in (("cut at 300 entries", 15), ("whole", 24 * 60)):
        modes = cycles(20, minutes)
        appliance = house.Appliance(binary, sim, run, "60s", cores=SERVER_CORE, schedule=schedule(modes))
        appliance.await_fresh()
        rival = Rival(modes)
        # Not one of the lengths that are kept.
        path, hours = "/v1/timeline?hours=335", 335
        told = json.loads(appliance.get(path))
        check(told, rival, hours)
        now = int(time.time())
        mine, theirs = [], []
        for _ in range(ROUNDS):
            before = appliance.cpu_seconds()
            ask(appliance.url, path, REQUESTS)
            mine.append((appliance.cpu_seconds() - before) / REQUESTS * 1_000)
            theirs.append(rival.cpu(now, hours, len(told["entries"]), REQUESTS // 4))
        ratio = statistics.median(mine) / statistics.median(theirs)
        rows.append(
            Row(f"CPU of a timeline of 336 h x 20 modes, {title} ({len(told['entries'])})", spread(mine, " ms", 2),
                f"SQLite: {spread(theirs, ' ms', 2)}", f"{ratio:.2f}x", "<= 2 ms", statistics.median(mine) <= 2)
        )
        appliance.stop()
    return rows


def ask(base: str, path: str, times: int) -> None:
    """One after the other on one connection."""
    connection = http.client.HTTPConnection(base.removeprefix("http://"), timeout=30)
    for _ in range(times):
        connection.request("GET", path)
        reply = connection.getresponse()
        reply.read()
        if reply.status != 200:
            raise SystemExit(f"{path} was answered with {reply.status}")
    connection.close()


def check(told: dict, rival: Rival, hours: int) -> None:
    """The rival has to do the same work."""
    start = datetime.datetime.strptime(told["generatedAt"], "%Y-%m-%dT%H:%M:%S%z")
    answer = json.loads(rival.answer(int(start.timestamp()), hours, len(told["entries"])))
    ours = {(entry["mode"], entry["start"]) for entry in told["entries"]}
    theirs = {(entry["mode"], entry["start"]) for entry in answer}
    # At its cut each may take another of several slots that begin at once.
    if len(ours ^ theirs) > 40:
        raise SystemExit(f"SQLite comes to other slots: {sorted(ours ^ theirs)[:4]}…")


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """All of it."""
    return kept(binary, sim, run) + worked_out(binary, sim, run)
