"""Positions, pages and moves in memory, beside Redis and SQLite's count over an index.

The order in memory is compiled here, optimised, from its own sources. Redis is asked over a Unix socket by its own load
generator, 32 commands at once; its CPU is that of the server alone, its clock that of the load generator. Both get one
stream of results and come to the same order, which is checked.
"""

from __future__ import annotations

import pathlib
import random
import shutil
import sqlite3
import statistics
import subprocess
import time

from serving import ROUNDS, SERVER_CORE
from sortedsets import cli, cpu, piped, rate, redis
from table import Row, spread

ROOT = pathlib.Path(__file__).resolve().parents[2]
INDEX = ("BoardIndex", "BoardBlocks", "PlayerSlots", "FenwickTree", "BoardEntry", "BoardCircle")
QUESTIONS = 100_000
FRIENDS = 500
CIRCLES = 2_000
"""How often a board of friends is asked for: five hundred times the work of a question."""


def rows(run: pathlib.Path) -> list[Row]:
    """The order of both, then boards of three sizes, with scores apart and with 100 of them."""
    program = compiled(run)
    with redis(run) as socket:
        found = same_order(program, socket)
        for players in (1_000, 100_000, 1_000_000):
            for scores in (2**40, 100):
                found += memory(program, socket, players, scores)
    return found


def compiled(run: pathlib.Path) -> pathlib.Path:
    """The program, from the sources of the index."""
    swiftc = shutil.which("swiftc")
    if not swiftc:
        raise SystemExit("no swiftc on the PATH")
    arena = ROOT / "Sources" / "Core" / "Arena"
    sources = [arena / "Boards" / f"{name}.swift" for name in INDEX]
    sources += [arena / "Games" / "BoardOperator.swift", ROOT / "Tests" / "Benchmarks" / "Board.swift"]
    program = run / "board"
    options = ["-O", "-wmo", "-swift-version", "6", "-parse-as-library", "-package-name", "watchpost", "-module-name", "Board"]
    subprocess.run([swiftc, *options, *sources, "-o", program], check=True)
    return program


def same_order(program: pathlib.Path, socket: str) -> list[Row]:
    """A stream of 200,000 results of 20,000 players, every other score there many times; who was first is ahead."""
    chance, members, commands, lines = random.Random(5), {}, [], []
    for number in range(200_000):
        player = chance.randrange(20_000)
        score = chance.randrange(100) if number % 2 else chance.randrange(10**9)
        lines.append(f"{player} {score}")
        if player in members:
            commands.append(["ZREM", "order", members[player]])
        # Redis orders equal scores by the member's bytes.
        members[player] = f"{number:09d}:{player}"
        commands.append(["ZADD", "order", str(score), members[player]])
    piped(socket, commands)
    theirs = [member.split(":")[1] for member in cli(socket, "ZRANGE", "order", "0", "-1").split()]
    command = [program, "order"]
    ours = subprocess.run(command, check=True, capture_output=True, text=True, input="\n".join(lines)).stdout.split()
    if ours != theirs:
        raise SystemExit("Redis comes to another order")
    cli(socket, "DEL", "order")
    return [Row("200,000 results of 20,000 players: the order of Redis", f"the same {len(ours):,} rows", "", "", "the same", True)]


def asked(socket: str, players: int, *words: str, count: int = QUESTIONS) -> tuple[float, float]:
    """Microseconds of the server's CPU for a command, and of the clock."""
    before = cpu(socket)
    speed = rate(socket, count, list(words), members=players, at_once=32)
    return (cpu(socket) - before) / count * 1e6, 1e6 / speed


def friends(program: pathlib.Path, socket: str, name: str, players: int, scores: int) -> list[Row]:
    """A board of friends beside ZMSCORE of the same members, which says their scores and neither order nor places."""
    ours = [subprocess.run(["taskset", "-c", SERVER_CORE, program, "friends", str(players), str(scores)], check=True,
                           capture_output=True, text=True).stdout.split() for _ in range(ROUNDS)]  # fmt: skip
    circles = [[f"{(circle * FRIENDS + place) * 2_654_435_761 % players:012d}" for place in range(FRIENDS)] for circle in range(20)]
    for members in circles:
        if len(cli(socket, "ZMSCORE", "board", *members).split()) != FRIENDS:
            raise SystemExit("Redis does not know all friends")
    each = CIRCLES // len(circles)
    rounds = [[asked(socket, players, "ZMSCORE", "board", *members, count=each) for members in circles] for _ in range(ROUNDS)]
    theirs = [tuple(statistics.mean(one[clock] for one in asks) for clock in (0, 1)) for asks in rounds]
    found = []
    for clock, kind in enumerate(("", ", by the clock")):
        mine, rival = [float(one[clock]) / 1_000 for one in ours], [one[clock] for one in theirs]
        ratio = statistics.median(mine) / statistics.median(rival)
        what = f"{name}: board of {FRIENDS} friends, with order and places, beside ZMSCORE{kind}"
        found.append(Row(what, spread(mine, " us", 0), f"Redis: {spread(rival, ' us', 0)}", f"{ratio:.2f}x",
                         "" if clock else "<= 1x", None if clock else ratio <= 1))  # fmt: skip
    return found


def memory(program: pathlib.Path, socket: str, players: int, scores: int) -> list[Row]:
    """A board of so many players."""
    ours = [subprocess.run(["taskset", "-c", SERVER_CORE, program, str(players), str(scores)], check=True, capture_output=True,
                           text=True).stdout.split() for _ in range(ROUNDS)]
    load, size, *mine = ([float(words[place]) for words in ours] for place in range(8))
    chance = random.Random(7)
    for first in range(0, players, 50_000):
        part = [["ZADD", "board", str(chance.randrange(scores)), f"{number:012d}"] for number in range(first, min(first + 50_000, players))]
        piped(socket, part)
    used = int(cli(socket, "MEMORY", "USAGE", "board", "SAMPLES", "1000"))
    member, score = "__rand_int__", str(chance.randrange(scores))
    middle = str(players // 2), str(players // 2 + 10)
    questions = {
        "position": ("ZREVRANK", "board", member),
        "11 rows around a player": ("ZRANGE", "board", *middle, "REV", "WITHSCORES"),
        "move": ("ZADD", "board", score, member),
    }
    theirs = [[asked(socket, players, *words) for _ in range(ROUNDS)] for words in questions.values()]
    name = f"{players:,} players, {'100 scores' if scores == 100 else 'scores apart'}"
    found = friends(program, socket, name, players, scores) if players >= 100_000 else []
    cli(socket, "DEL", "board")
    for clock, kind in enumerate(("", ", by the clock")):
        for place, (what, budget) in enumerate(zip(questions, (1, 2, 3), strict=True)):
            rival = [one[clock] for one in theirs[place]]
            found.append(against(f"{name}: {what}{kind}", mine[place + 3 * clock], rival, None if clock else budget))
    found += [
        Row(f"{name}: memory", spread(size, " B a player", 1), f"Redis: {used / players:.0f} B",
            f"{statistics.median(size) * players / used:.2f}x", "<= 64 B", statistics.median(size) <= 64),
        Row(f"{name}: load", spread(load, " ms", 1), "", "", "<= 1,000 ms", statistics.median(load) <= 1_000),
    ]
    return [*found, counted(name, players, scores, mine[0])]


def against(what: str, nanoseconds: list[float], rival: list[float], budget: float | None) -> Row:
    """Ours beside microseconds of Redis."""
    ours = [one / 1_000 for one in nanoseconds]
    middle = statistics.median(ours)
    return Row(what, spread(ours, " us", 2), f"Redis: {spread(rival, ' us', 1)}", f"{middle / statistics.median(rival):.2f}x",
               f"<= {budget:g} us" if budget else "", middle <= budget if budget else None)


def counted(name: str, players: int, scores: int, position: list[float]) -> Row:
    """The same position by SQL: how many are better, over an index."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE board (player INTEGER PRIMARY KEY, score INTEGER) STRICT")
    database.execute("CREATE INDEX scores ON board (score)")
    chance = random.Random(7)
    database.executemany("INSERT INTO board VALUES (?, ?)", ((number, chance.randrange(scores)) for number in range(players)))
    # It reads half of the board each time.
    times, questions = [], 10 if players > 100_000 else 100
    for _ in range(ROUNDS):
        begin = time.process_time()
        for _ in range(questions):
            question = "SELECT count(*) FROM board WHERE score > (SELECT score FROM board WHERE player = ?)"
            database.execute(question, (chance.randrange(players),)).fetchone()
        times.append((time.process_time() - begin) / questions * 1e6)
    ratio = statistics.median(position) / 1_000 / statistics.median(times)
    return Row(f"{name}: position", spread([one / 1_000 for one in position], " us", 2), f"SQLite count: {spread(times, ' us', 1)}",
               f"{ratio:.4f}x", "", None)
