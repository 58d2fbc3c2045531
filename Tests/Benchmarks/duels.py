"""Duels: what twenty that run cost each result, ten thousand that end in one minute, and who joins and leaves beside a full ledger.

Duels are written into the file of a stopped appliance, as they stand after they were accepted.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pathlib
import sqlite3
import statistics
import threading
import time
from collections.abc import Iterator

import phones
from beside import probed
from personal import Box
from players import Games, send, submit
from pushservice import HOST, Service, credentials, service
from serving import ROUNDS
from table import Row, percentile, spread

TITLE = (
    "Results of players with running duels beside those of players without; then what many ends at once, and joining and leaving a "
    "player with twenty running duels on twenty boards, cost others. Players and duels are written into the file of a stopped appliance."
)
CONNECTIONS = 50
EACH = 100
"""Results of each connection in a round: an installation may send 120 a minute."""
RUNNING = 20
ENDING = 10_000
PUSHED = 100
"""Of these, duels of two phones each that are pushed to: what is told once there is a push."""
MINUTE = 60
LEDGER = 800_000
"""Results since the duels began, all of them of their sides: as much as there is to count again."""
MOVES = 5
ARENA = "[arena]\nenabled = true\nregistrations_per_hour = 100000\n"
PUSH = """
[push]
ca_file = "{run}/ca.pem"
connect_to = ["{host}:443:127.0.0.1:{port}"]
[push.apns]
team_id = "TEAM123456"
key_id = "KEY1234567"
key_file = "{run}/AuthKey.p8"
topic = "org.example.watchpost"
"""


class Duels(Games):
    """An appliance whose file is changed while it is stopped."""

    def __init__(self, binary: str, folder: pathlib.Path, push: str = ""):
        folder.mkdir()
        self.binary, self.folder, self.settings = binary, folder, ARENA + push
        self.start()

    def start(self) -> None:
        """Again, with what its files say by now."""
        super(Games, self).__init__(self.binary, self.folder, os.environ | {"WATCHPOST_TEST": "1"}, self.settings)

    @contextlib.contextmanager
    def stopped(self) -> Iterator[sqlite3.Connection]:
        """Its file; it starts again after that."""
        self.stop()
        with contextlib.closing(self.file()) as file, file:
            yield file
        self.start()

    def file(self) -> sqlite3.Connection:
        return sqlite3.connect(self.folder / "state" / "arena.db", timeout=10)


def run_duels(file: sqlite3.Connection, pairs: list[tuple[int, int]], ends: list[int], name: str) -> None:
    """Duels that run, of players by their rows, each without a best yet; near ends were told."""
    now = int(time.time())
    file.executemany(
        "INSERT INTO duels (code, board, creator, opponent, seconds, state, created_at, answer_by, started_at, ends_at, "
        "started_seq, key, is_near, version) VALUES (?, (SELECT max(id) FROM boards), ?, ?, 86400, 1, ?, ?, ?, ?, "
        "(SELECT ifnull(max(seq), 0) FROM results), ?, 2, 2)",
        [
            (f"{name}{number}", one, other, now, now, now, end, f"{name}{number:010}".encode()[-16:].rjust(16, b"0"))
            for number, ((one, other), end) in enumerate(zip(pairs, ends, strict=True))
        ],
    )


def rows(binary: pathlib.Path, _sim: dict, run: pathlib.Path) -> list[Row]:
    """All of it."""
    return beside_results(str(binary), run) + ending(str(binary), run) + moving(str(binary), run)


def beside_results(binary: str, run: pathlib.Path) -> list[Row]:
    """Results of players with duels beside those of players without, in turns, of two games that are alike otherwise."""
    rates: dict[str, list[float]] = {"plain": [], "duels": []}
    for number in range(ROUNDS):
        box = Duels(binary, run / f"submits{number}")
        box.game("plain")
        box.game("duels")
        bearers = {game: box.installs(game, CONNECTIONS) for game in rates}
        with box.stopped() as file:
            players = [row[0] for row in file.execute("SELECT player FROM installs WHERE game = 2 ORDER BY id")]
            # Each with the ten behind it: ten that it asked for, and ten that it was asked for.
            pairs = [
                (one, players[(place + step) % len(players)])
                for place, one in enumerate(players) for step in range(1, RUNNING // 2 + 1)
            ]
            run_duels(file, pairs, [int(time.time()) + 80_000] * len(pairs), "d")
        for game in rates if number % 2 else reversed(rates):
            shares = [[submit(game, bearer) for _ in range(EACH)] for bearer in bearers[game]]
            rates[game].append(asyncio.run(crowd(box.url, shares)))
        box.stop()
    ratio = statistics.median(rates["duels"]) / statistics.median(rates["plain"])
    return [
        Row(f"results a second of players with {RUNNING} running duels, beside those of players without",
            spread(rates["duels"]), spread(rates["plain"]), f"{ratio:.2f}", ">= 0.8", ratio >= 0.8)
    ]


async def crowd(url: str, shares: list[list[bytes]]) -> float:
    """Results a second of connections that send at once."""
    begin = time.perf_counter()
    await asyncio.gather(*(send(url, share, []) for share in shares))
    return sum(map(len, shares)) / (time.perf_counter() - begin)


def ending(binary: str, run: pathlib.Path) -> list[Row]:
    """All of it, with a push service."""
    credentials(run)
    with service(run, run / "nghttpd.log") as far:
        return ending_told(Duels(binary, run / "ending", PUSH.format(run=run, host=HOST, port=far.port)), far)


def meet(box: Duels) -> None:
    """Phones that are pushed to, each with a player."""
    for number in range(2 * PUSHED):
        name = phones.name(number)
        bearer = f"{name}.{'s' * 43}"
        push = {"kind": "apns", "token": f"00{number:062x}", "environment": "production", "use": "alert"}
        box.call("PUT", f"/v1/devices/{name}", bearer, {"locale": "en-GB", "timeZone": "Europe/Warsaw", "push": push})
        if "code" not in box.call("GET", "/v1/me", bearer):
            raise SystemExit("a phone has no player")


def sides(players: list[int], pushed: list[int]) -> list[tuple[int, int]]:
    """Who has a duel with whom, in the order in which they end: two phones, which have no other one, now and then."""
    pairs = [(players[number % 100], players[(number + 1 + number // 100 % 99) % 100]) for number in range(ENDING)]
    pairs = [(one, other) if one != other else (one, players[(players.index(one) + 1) % 100]) for one, other in pairs]
    pairs[::ENDING // PUSHED] = zip(pushed[::2], pushed[1::2], strict=True)
    return pairs


def ending_told(box: Duels, far: Service) -> list[Row]:
    """The wait of others while they end, how late the last one was decided, how many rows of news that made, and how many pushes."""
    box.pin()
    box.game("ends")
    box.installs("ends", 100)
    meet(box)
    calm = probed(box.url)["hash"]
    begin = int(time.time()) + 15
    with box.stopped() as file:
        pushed = [row[0] for row in file.execute("SELECT id FROM players WHERE person IS NOT NULL ORDER BY id")]
        players = [row[0] for row in file.execute("SELECT id FROM players WHERE person IS NULL ORDER BY id")]
        file.execute("UPDATE players SET person = id + 1000000 WHERE person IS NULL")
        run_duels(file, sides(players, pushed), [begin + number * MINUTE // ENDING for number in range(ENDING)], "e")
    box.pin()
    during: list[float] = []
    late = 0.0
    with contextlib.closing(box.file()) as file:
        while time.time() < begin:
            time.sleep(0.1)
        while True:
            during += probed(box.url)["hash"]
            left = file.execute("SELECT count(*) FROM duels WHERE state = 1").fetchone()[0]
            if not left:
                break
            if time.time() > begin + 5 * MINUTE:
                raise SystemExit(f"{left} duels are not decided")
        # A person without a phone is told nothing, and a row of news is made for it all the same.
        told = file.execute("SELECT seq FROM sqlite_sequence WHERE name = 'news'").fetchone()[0]
        late = max(0.0, time.time() - (begin + MINUTE))
    # What came twice would come within this time.
    deadline = time.time() + MINUTE
    while far.seen()["requests"] < 2 * PUSHED and time.time() < deadline:
        time.sleep(0.5)
    time.sleep(10)
    pushes = far.seen()["requests"]
    box.stop()
    both = ", ".join(f"{percentile(times, 0.99):.2f} ms" for times in (calm, during))
    return [
        Row(f"{ENDING:,} duels that end in one minute: all decided (seconds behind the last end, by steps of the probe)",
            f"{late:.0f} s", "", "", "<= 10 s", late <= 10),
        Row("… told once, each side, and that it was accepted is taken back", f"{told:,} rows", "", "", f"{3 * ENDING:,}",
            told == 3 * ENDING),
        Row(f"… pushed once to each side of the {PUSHED} between phones", f"{pushes:,} pushes", "", "", f"{2 * PUSHED:,}",
            pushes == 2 * PUSHED),
        Row("… GET /v1/hash: p99 calm, meanwhile (server and probe have a core each)", both, "", "", "", None),
    ]


def moving(binary: str, run: pathlib.Path) -> list[Row]:
    """How long an installation waits that becomes a player with duels on all boards and leaves it, and results of others meanwhile."""
    box = Duels(binary, run / "moving")
    box.call("PUT", "/v1/admin/games/moves", box.owner, {"version": 0, "name": "moves"})
    for number in range(RUNNING):
        name = "b" if number == 0 else f"b{number}"
        box.call("PUT", f"/v1/admin/games/moves/boards/{name}", box.owner, {"version": 0, "name": name})
    bearers = box.installs("moves", RUNNING + MOVES + 2)
    with box.stopped() as file:
        fill(file)
    waits: list[float] = []
    done, times = threading.Event(), {"join": [], "leave": []}
    calm = [timed(box, bearers[-1]) for _ in range(50)]
    sender = threading.Thread(target=lambda: waits.extend(iter(lambda: 0.0 if done.is_set() else timed(box, bearers[-1]), 0.0)))
    sender.start()
    for bearer in bearers[RUNNING + 1:RUNNING + 1 + MOVES]:
        code = box.call("POST", "/v1/me/codes", bearers[0])["code"]
        for what, call in (("join", ("POST", "/v1/me/join", bearer, {"code": code})),
                           ("leave", ("DELETE", f"/v1/me/installs/{bearer[:22]}", bearer))):
            begin = time.perf_counter()
            if "player" not in box.call(*call):
                raise SystemExit(f"refused: {what}")
            times[what].append((time.perf_counter() - begin) * 1_000)
    done.set()
    sender.join()
    box.stop()
    words = f"with {RUNNING} running duels on {RUNNING} boards and {LEDGER:,} results to count"
    return [
        Row(f"{what} a player {words}", spread(found, " ms"), "", "", "", None) for what, found in times.items()
    ] + [Row("… a result of another one: longest calm, meanwhile", f"{max(calm):.0f} ms, {max(waits):.0f} ms", "", "", "", None)]


def fill(file: sqlite3.Connection) -> None:
    """Results and running duels of the first player with the next ones, one on each board; results are put together already."""
    installs = file.execute("SELECT id, player FROM installs ORDER BY id").fetchall()
    boards = [row[0] for row in file.execute("SELECT id FROM boards ORDER BY id")]
    now = int(time.time())
    file.executemany(
        "INSERT INTO results (key, install, board, score, at, state) VALUES (?, ?, ?, ?, ?, 0)",
        (
            (number.to_bytes(16, "big"), installs[number % len(installs)][0], boards[number // len(installs) % RUNNING],
             number * 7_919 % 100_000, now - 100)
            for number in range(LEDGER)
        ),
    )
    file.execute("DELETE FROM folded")
    file.execute("INSERT INTO folded VALUES (?)", (LEDGER,))
    file.executemany(
        "INSERT INTO duels (code, board, creator, opponent, seconds, state, created_at, answer_by, started_at, ends_at, started_seq, "
        "key, is_near, version) VALUES (?, ?, ?, ?, 2592000, 1, ?, ?, ?, ?, 0, ?, 2, 2)",
        [
            (f"m{number}", board, installs[0][1], installs[1 + number][1], now - 200, now - 200, now - 200, now + 2_500_000,
             number.to_bytes(16, "big"))
            for number, board in enumerate(boards)
        ],
    )


def timed(box: Duels, bearer: str) -> float:
    """Milliseconds of a result."""
    begin = time.perf_counter()
    asyncio.run(send(box.url, [submit("moves", bearer)], []))
    return (time.perf_counter() - begin) * 1_000
