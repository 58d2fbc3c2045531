"""Own positions and results over HTTP, with wrk: the appliance beside Redis behind a small front in C.

The front (front.c) is one thread that makes one EVALSHA of each request; a script in Redis finds the player of the
credential, and makes the body. It takes no account of limits, signatures, names that change, and players who tie. Server,
or front and Redis, have one core, wrk the other one. Each player sends few requests, as many as an installation may: they are
spread over games.
"""

from __future__ import annotations

import asyncio
import contextlib
import pathlib
import re
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import disk
from players import Games, send, submit
from serving import LOAD_CORE, ROUNDS, SERVER_CORE
from sortedsets import KEEPS, cli, cpu, piped, redis
from syncing import slow_sync
from table import Row, spread

HERE = pathlib.Path(__file__).parent
PORT = 18183
EACH = 60
"""Players of a game: 6,000 requests a minute are a game's, 120 a player's."""
CONNECTIONS = (1, 50)
SECONDS = 1
Player = tuple[str, str]
"""The game and the credential."""


@dataclass
class Side:
    """Who answers."""

    url: str
    cpu: Callable[[], float]
    """Seconds of all of its processes so far."""


OWN = """
local player = redis.call('HGET', 'installs', ARGV[2])
if not player then return '' end
local board = 'board:' .. ARGV[1]
local from = math.max(redis.call('ZREVRANK', board, player) - 5, 0)
local found, ids, rows = redis.call('ZRANGE', board, from, from + 10, 'REV', 'WITHSCORES'), {}, {}
for n = 1, #found, 2 do ids[#ids + 1] = found[n] end
local names = redis.call('HMGET', 'names', unpack(ids))
for n, id in ipairs(ids) do rows[n] = {position = from + n, player = id, name = names[n], score = tonumber(found[2 * n])} end
return cjson.encode({total = redis.call('ZCARD', board), rows = rows})
"""
TAKE = """
local player = redis.call('HGET', 'installs', ARGV[2])
if not player then return '' end
local board, isNew, standings = 'board:' .. ARGV[1], redis.call('HSETNX', 'keys', ARGV[3] .. player, ARGV[4]), {}
for n, window in ipairs({'', ':day', ':week'}) do
  local name = board .. window
  if isNew == 1 then redis.call('ZADD', name, 'GT', ARGV[4], player) end
  standings[n] = {score = tonumber(redis.call('ZSCORE', name, player)), position = redis.call('ZREVRANK', name, player) + 1,
                  total = redis.call('ZCARD', name)}
end
return cjson.encode({score = tonumber(ARGV[4]), standings = standings})
"""


def rows(binary: str, run: pathlib.Path) -> list[Row]:
    """Own positions, then results, as the disk is and 5 ms slower."""
    return positions(binary, run) + results(binary, run, 0) + results(binary, run, 5_000)


def crowd(box: Games, games: int) -> list[Player]:
    """Players of so many games, each with a result."""
    players = []
    for number in range(games):
        slug = f"game{number}"
        box.game(slug)
        bearers = box.installs(slug, EACH)
        players += [(slug, bearer) for bearer in bearers]

    async def begin() -> None:
        await asyncio.gather(*(send(box.url, [submit(*player) for player in players[part::50]], []) for part in range(50)))

    asyncio.run(begin())
    return players


@contextlib.contextmanager
def front(run: pathlib.Path, socket: str, players: list[Player]) -> Iterator[Side]:
    """The front, with the same players; each has a score there, too."""
    program = run / "front"
    subprocess.run(["cc", "-O2", "-Wall", "-Werror", "-o", program, HERE / "front.c"], check=True)
    commands = []
    for number, (game, bearer) in enumerate(players):
        commands += [["HSET", "installs", bearer, str(number)], ["HSET", "names", str(number), f"name{number}"]]
        commands += [["ZADD", f"board:{game}{window}", str(number), str(number)] for window in ("", ":day", ":week")]
    piped(socket, commands)
    scripts = [cli(socket, "SCRIPT", "LOAD", script).strip() for script in (OWN, TAKE)]
    process = subprocess.Popen(["taskset", "-c", SERVER_CORE, program, str(PORT), socket, *scripts])
    time.sleep(0.3)
    try:
        yield Side(f"http://127.0.0.1:{PORT}", lambda: disk.cpu(process.pid) + cpu(socket))
    finally:
        process.terminate()
        process.wait()


def load(side: Side, connections: int, asks: str, players: pathlib.Path) -> tuple[float, float, float]:
    """Requests a second, the 99th percentile in milliseconds, and microseconds of CPU for one."""
    before = side.cpu()
    command = ["taskset", "-c", LOAD_CORE, "wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--latency", "-s",
               str(HERE / "players.lua"), side.url, "--", str(players), asks]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in text or "Socket errors" in text:
        raise SystemExit(f"wrk reports errors for {asks} at {side.url}:\n{text}")
    spent = (side.cpu() - before) / int(re.search(r"(\d+) requests in", text)[1]) * 1e6
    value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", text).groups()
    tail = float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit]
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1]), tail, spent


def listed(run: pathlib.Path, players: list[Player]) -> pathlib.Path:
    """A file of players, of another game each."""
    file = run / "players"
    games = len(players) // EACH
    turns = [players[game * EACH + number] for number in range(EACH) for game in range(games)]
    file.write_text("".join(f"{game} {bearer}\n" for game, bearer in turns), encoding="utf-8")
    return file


def compared(what: str, box: Games, rival: Side, asks: str, players: pathlib.Path) -> list[Row]:
    """Alternating rounds."""
    found, ours = [], Side(box.url, box.cpu)
    figures = (("", 0, "a second"), (" ms", 2, "p99"), (" us", 1, "CPU for one"))
    for connections in CONNECTIONS:
        load(ours, connections, asks, players), load(rival, connections, asks, players)
        rounds = [(load(ours, connections, asks, players), load(rival, connections, asks, players)) for _ in range(ROUNDS)]
        for place, (unit, digits, name) in enumerate(figures):
            mine, theirs = ([side[place] for side in sides] for sides in zip(*rounds, strict=True))
            ratio = statistics.median(mine) / statistics.median(theirs)
            crowded = f"{connections} connection{'s' if connections > 1 else ''}"
            found.append(Row(f"{what}, {crowded}, {name}", spread(mine, unit, digits),
                             f"front of Redis: {spread(theirs, unit, digits)}", f"{ratio:.2f}x"))
    return found


def positions(binary: str, run: pathlib.Path) -> list[Row]:
    """Eleven rows around the player who asks."""
    box = Games(binary, run / "positions")
    box.pin()
    try:
        players = crowd(box, 50)
        with redis(run) as socket, front(run, socket, players) as rival:
            return compared("GET own position, 11 rows", box, rival, "me", listed(run, players))
    finally:
        box.stop()


def results(binary: str, run: pathlib.Path, delay: int) -> list[Row]:
    """On the disk when they are answered."""
    environment = slow_sync(run, delay) if delay else None
    folder = run / f"results{delay}"
    box = Games(binary, folder, environment)
    box.pin()
    sync = f"fdatasync {disk.fdatasync(folder) + delay / 1_000:.2f} ms"
    try:
        players = crowd(box, 20)
        with redis(run, KEEPS, environment) as socket, front(run, socket, players) as rival:
            return compared(f"{sync}: POST a result", box, rival, "results", listed(run, players))
    finally:
        box.stop()
