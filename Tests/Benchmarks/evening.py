"""An appliance with five regions and an arena, and a phone whose player has as many friends, games and duels as there may be."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import pathlib
import sqlite3
import time

import house
from duels import run_duels
from players import Games, send, submit
from serving import SERVER_CORE

FRIENDS, GAMES, DUELS = 500, 50, 20
OTHERS = FRIENDS // GAMES
"""Who plays a game besides the phone's player."""
UNLIMITED = """
[arena]
enabled = true
registrations_per_hour = 100000
[devices]
requests_per_minute = 1000000
registrations_per_hour = 1000000
"""


class Evening(Games):
    """What is slow through the API, or needs a second person's yes, is written into its file while it is stopped."""

    def __init__(self, binary: pathlib.Path, sim: dict, run: pathlib.Path):
        self.house = house.Appliance(binary, sim, run, "60s", SERVER_CORE, more=UNLIMITED)
        self.house.await_fresh()
        self.owner = (run / "state" / "owner-key").read_text().strip()
        self.phone = ".".join(base64.urlsafe_b64encode(os.urandom(size)).decode().rstrip("=") for size in (16, 32))
        self.call("PUT", f"/v1/devices/{self.phone[:22]}", self.phone, {"name": "Phone", "locale": "en-GB", "timeZone": "Europe/Warsaw"})
        self.furnish(run / "state" / "arena.db")

    @property
    def url(self) -> str:
        return self.house.url

    def furnish(self, path: pathlib.Path) -> None:
        """Fills it."""
        slugs = [f"game-{number:02}" for number in range(GAMES)]
        players: dict[str, list[str]] = {}
        for slug in slugs:
            self.game(slug)
            players[slug] = self.installs(slug, OTHERS + 1)
        mine = [bearers[0][:22] for bearers in players.values()]
        code = self.call("GET", "/v1/me", self.phone)["code"]
        self.house.stop()
        with contextlib.closing(sqlite3.connect(path, timeout=10)) as file, file:
            befriend(file, code, mine)
        self.house.start()
        self.house.await_fresh()
        requests = [submit(slug, bearer) for slug, bearers in players.items() for bearer in bearers]
        asyncio.run(send(self.url, requests, []))


def befriend(file: sqlite3.Connection, code: str, mine: list[str]) -> None:
    """The phone's player plays with these installations, is everybody's friend, and has a duel in each of the first games."""
    now = int(time.time())
    (me,) = file.execute("SELECT id FROM players WHERE code = ?", (code,)).fetchone()
    file.executemany(
        "UPDATE installs SET former_player = player, player = ?, linked_at = ? WHERE install = ?",
        [(me, now, install) for install in mine],
    )
    file.execute("UPDATE players SET merged_into = ?1, until = ?2 WHERE id IN (SELECT former_player FROM installs)", (me, now + 30 * 86_400))
    others = [row[0] for row in file.execute("SELECT player FROM installs WHERE former_player IS NULL ORDER BY game, id")]
    file.executemany(
        "INSERT INTO friends (low, high, inviter, type, at) VALUES (?, ?, ?, 2, ?)",
        [(min(me, one), max(me, one), me, now) for one in others],
    )
    pairs = [(me, one) for one in others[::OTHERS][:DUELS]]
    run_duels(file, pairs, [now + 80_000] * len(pairs), "duel")
    # Each on the board of the game that the other one plays: games, boards and duels have numbers from 1.
    file.execute("UPDATE duels SET board = id")
