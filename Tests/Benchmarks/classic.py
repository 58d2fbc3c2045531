"""The usual tables of a leaderboard, as the rival of the ledger: results by random keys with two indexes, and bests of each
player in three windows with an index by score."""

from __future__ import annotations

import pathlib
import random
import sqlite3
import time
import uuid

import disk

TITLE = "classic tables with indexes"
PLAYERS = 1_000
WINDOWS = ("all", "day", "week")
SCHEMA = """
CREATE TABLE results (id TEXT PRIMARY KEY, board INTEGER NOT NULL, player INTEGER NOT NULL, score INTEGER NOT NULL,
                      at INTEGER NOT NULL) STRICT;
CREATE INDEX results_of_boards ON results (board, score DESC, at);
CREATE INDEX results_of_players ON results (player, board, at);
CREATE TABLE bests (board INTEGER NOT NULL, window TEXT NOT NULL, player INTEGER NOT NULL, score INTEGER NOT NULL,
                    at INTEGER NOT NULL, PRIMARY KEY (board, window, player)) STRICT, WITHOUT ROWID;
CREATE INDEX bests_by_score ON bests (board, window, score DESC, at);
"""
BEST = """
INSERT INTO bests VALUES (1, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET score = excluded.score, at = excluded.at
WHERE excluded.score > score
"""


class Tables:
    """A file that is written as ours is: WAL, FULL, a checkpoint each 500 pages."""

    def __init__(self, path: pathlib.Path) -> None:
        self._path = path
        self._chance = random.Random(11)
        database = self._open()
        database.executescript(SCHEMA)
        database.close()

    def _open(self) -> sqlite3.Connection:
        database = sqlite3.connect(self._path, isolation_level=None)
        database.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 500; PRAGMA cache_size = -512"
        )
        return database

    def fill(self, count: int) -> None:
        """So many results."""
        self.written(1_000, count // 1_000)

    def written(self, group: int, times: int) -> float:
        """Bytes for each of so many results that come in such groups, the last checkpoint included."""
        database = self._open()
        before = disk.written("self")
        for _ in range(times):
            database.execute("BEGIN IMMEDIATE")
            for _ in range(group):
                self._submit(database)
            database.execute("COMMIT")
        # The last connection empties the WAL into the file.
        database.close()
        return (disk.written("self") - before) / (group * times)

    def _submit(self, database: sqlite3.Connection) -> None:
        key, player, score = uuid.UUID(int=self._chance.getrandbits(128)), self._chance.randrange(PLAYERS), self._chance.randrange(10**6)
        now = int(time.time())
        database.execute("INSERT INTO results VALUES (?, 1, ?, ?, ?)", (str(key), player, score, now))
        for window in WINDOWS:
            database.execute(BEST, (window, player, score, now))
