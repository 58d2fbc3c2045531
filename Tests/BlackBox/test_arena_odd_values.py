"""Values in `arena.db` that no box ever stored: a bad card, a hand-made backup. None of them ends the box, or fills its memory."""

from __future__ import annotations

import random
import shutil
import signal
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from harness.appliance import Appliance, command
from harness.crowd import Crowd, code, gathered
from harness.effort import rounds, seed_of
from harness.waiting import wait_until
from test_arena_injection import PAGES, arena_calls

NUMBERS = (-(2**63), -(2**53) - 1, -(2**32), -1, 0, 1, 7, 2**31, 2**32, 2**53, 2**62, 2**63 - 1)
TEXTS = ("", "x", "<script>alert(1)</script>", "\x1b[2J", "\u202eevil", "2026-99-99", "-1", "9" * 400, "ą" * 70_000, "a\nb", "day day")
BYTES = (b"", b"\0", b"\xff" * 16, b"\xff" * 400, b"\x80" * 15_010, b"\1" * 70_000)
#: Bytes of memory that are the process's own: far from what a sound file takes, far from what a small machine has.
MEMORY = 400 << 20

#: Rows of the larger file, and bytes beside them: tables of so many rows are not read through when it is opened.
ROWS, FILLER = 600, 17 << 20
#: Results of each of them that wait to be put together: as soon as there are ten thousand in all, the box begins with that.
WAITING, MOST_WAITING = 17, 10_000
#: A crowd of players with everything that players have, and orders that are over.
MANY = f"""
CREATE TEMP TABLE n AS WITH RECURSIVE r (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < {ROWS}) SELECT i FROM r;
INSERT INTO players (id, code, name, folded, version, created_at, updated_at) SELECT 1000 + i, 'many' || i, 'Many ' || i, 'many ' || i, 1, 0, 0 FROM n;
INSERT INTO installs (id, install, secret, player, game, registered_at)
    SELECT 1000 + i, 'many' || i, zeroblob(32), 1000 + i, (SELECT id FROM games WHERE slug = 'snake'), 0 FROM n;
INSERT INTO results (key, install, board, score, at, state)
    SELECT randomblob(16), 1000 + i, (SELECT board FROM results LIMIT 1), i, (SELECT at FROM results LIMIT 1), 0 FROM n;
INSERT INTO standings (board, season, install, score, seq, last, count, recent)
    SELECT board, 0, install, score, seq, seq, 1, NULL FROM results WHERE install > 1000;
UPDATE folded SET seq = (SELECT max(seq) FROM results);
INSERT INTO results (key, install, board, score, at, state)
    SELECT randomblob(16), 1000 + n.i, (SELECT board FROM results LIMIT 1), n.i, (SELECT at FROM results LIMIT 1), 0
    FROM n JOIN n AS times ON times.i <= {WAITING};
INSERT INTO archives (id, board, span, period, start, ends, ascending, operator, count)
    SELECT 1000 + i, (SELECT board FROM results LIMIT 1), 'day', 'd' || i, i * 86400, i * 86400 + 86400, 0, 'best', 1 FROM n;
INSERT INTO archive_chunks SELECT 1000 + i, 0, x'01010a' FROM n;
INSERT INTO archive_places SELECT 1000 + i, 1, x'010102' FROM n;
INSERT INTO duels (code, board, creator, opponent, seconds, state, created_at, answer_by, started_at, ends_at, started_seq, key, version)
    SELECT 'many' || i, (SELECT board FROM results LIMIT 1), 1000 + i, (SELECT min(id) FROM players), 3600, 1, 0, 0, 0, 4000000000, 0, randomblob(16), 1 FROM n;
INSERT INTO friends (low, high, inviter, type, at) SELECT (SELECT min(id) FROM players), 1000 + i, 1000 + i, 2, 0 FROM n;
INSERT INTO news (person, kind, subject, word, at, expires_at) SELECT 1, 'decided', 's' || i, 'won', 0, 4000000000 FROM n;
INSERT INTO moderation_audit (game, at, actor, act, count, detail) SELECT 1, 0, 'the owner', 'hid', 1, '' FROM n;
INSERT INTO probe VALUES (zeroblob({FILLER}));
"""


class World:
    """A box with everybody who asks for something, whose arena is put back before each change."""

    def __init__(self, launch: Callable[..., Appliance], folder: Path, is_large: bool) -> None:
        self.crowd = gathered(launch)
        self.state, self.kept = folder / "state", folder / "kept.db"
        self.appliance = self.crowd.appliance
        self._fill()
        self.appliance.stop()
        with closing(self.database()) as file:
            file.executescript(MANY if is_large else "")
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copyfile(self.state / "arena.db", self.kept)

    def _fill(self) -> None:
        """What the crowd does not have by itself."""
        crowd, (one, other) = self.crowd, self.crowd.friends
        for path, body in (("/seasons", {"season": 0}), ("/seasons", {"season": 1})):
            assert crowd.own("POST", f"/v1/admin/games/snake/boards/level-1{path}", body).status in (200, 201)
        quick = {"version": 0, "name": "Quick", "pace": 5, "windows": ["week"]}
        assert crowd.own("PUT", "/v1/admin/games/snake/boards/quick", quick).status == 201
        assert one.ask("POST", "/v1/games/snake/boards/quick/results", {"score": 1}, Idempotency_Key=str(uuid.uuid4())).status == 201
        for score in (3, 9):
            sent = one.ask("POST", "/v1/games/snake/boards/level-1/results", {"score": score}, Idempotency_Key=str(uuid.uuid4()))
            assert sent.status == 201, sent.body
        wish = {"player": code(other), "game": "snake", "board": "level-1", "seconds": 7_200}
        duel = one.ask("POST", "/v1/me/duels", wish, Idempotency_Key=str(uuid.uuid4()))
        assert duel.status == 201, duel.body
        assert other.ask("POST", f"/v1/me/duels/{duel.json['duel']}/accept").status == 200
        assert crowd.own("PUT", f"/v1/admin/games/snake/bans/{crowd.guest_code}", {"note": "n"}).status == 200
        assert crowd.own("POST", "/v1/admin/games/snake/hidings", {"board": "level-1", "above": 8}).status in (200, 201, 202)

    def database(self) -> sqlite3.Connection:
        file = sqlite3.connect(self.state / "arena.db", isolation_level=None)
        file.execute("PRAGMA ignore_check_constraints = ON")
        return file

    def columns(self) -> Iterator[tuple[str, str, str]]:
        """Of tables with rows: table, column, type."""
        with closing(self.database()) as file:
            for (table,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").fetchall():
                if table not in ("migrations", "probe") and file.execute(f"SELECT 1 FROM {table}").fetchone():
                    yield from ((table, column[1], column[2]) for column in file.execute(f"PRAGMA table_info({table})").fetchall())

    def change(self, table: str, column: str, value: object, is_all: bool) -> str:
        """One value of the first row, or of all, in the file as it was kept."""
        for end in ("", "-wal", "-shm"):
            (self.state / f"arena.db{end}").unlink(missing_ok=True)
        shutil.copyfile(self.kept, self.state / "arena.db")
        with closing(self.database()) as file:
            key = [row[1] for row in sorted(file.execute(f"PRAGMA table_info({table})"), key=lambda row: row[5]) if row[5]] or ["rowid"]
            names = ", ".join(key)
            some = "" if is_all else f" WHERE ({names}) IN (SELECT {names} FROM {table} LIMIT 1)"
            try:
                file.execute(f"UPDATE OR IGNORE {table} SET {column} = ?{some}", (value,))
            except sqlite3.IntegrityError:
                pass
        return f"{table}.{column} = {value!r:.40}{' everywhere' if is_all else ''}"

    def lives(self) -> None:
        """Starts, is asked for everything that only reads and for a result, and ends when it is told to."""
        crowd = self.crowd
        self.appliance.start()
        players = (*crowd.friends, crowd.guest)
        for call in [call for call in arena_calls() if call.method == "GET"]:
            # Signing in again may be what does not work.
            crowd.uses = 0
            for who in players if call.security == "device" else players[:1]:
                path = crowd.path(call, who)
                for query in self.queries() if path.endswith("/boards/level-1") else ("",):
                    crowd.send(call, path + query, None, who)
        for page in PAGES:
            crowd.ask("GET", page)
        for board in ("level-1", "quick"):
            for who in players:
                who.ask("POST", f"/v1/games/snake/boards/{board}/results", {"score": 11}, Idempotency_Key=str(uuid.uuid4()))
        wait_until(self.is_put_together, "results are put together, or the panel says why they are not")
        assert self.appliance.get("/v1/hash").status == 200
        assert resident(self.appliance) < MEMORY
        process = self.appliance.process
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


    def queries(self) -> list[str]:
        """Of a board: what runs, and each order of it that is over."""
        listed = self.crowd.ask("GET", "/v1/games/snake/boards/level-1/seasons")
        over = listed.json["over"] if listed.status == 200 else []
        periods = [f"?window={one['window']}&period={one['period']}" for one in over[:4]]
        return ["", "?window=day", "?around=me", *periods, *(f"{period}&around=me&limit=2" for period in periods)]

    def is_put_together(self) -> bool:
        """What the box does by itself as soon as it has opened the file."""
        if any(fault["code"] == "E34" for fault in self.appliance.get_json("/v1/panel")["faults"]):
            return True
        with closing(sqlite3.connect(self.state / "arena.db")) as file:
            [(waiting,)] = file.execute("SELECT ifnull((SELECT max(seq) FROM results) - (SELECT seq FROM folded), 0)").fetchall()
        return int(waiting) < MOST_WAITING


def resident(appliance: Appliance) -> int:
    """Bytes that the process holds."""
    status = Path(f"/proc/{appliance.process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("RssAnon:")[2].split()[0]) << 10


def cases(world: World, share: str, count: int) -> list[tuple[str, str, object, bool]]:
    """So many of all changes, whichever chance takes."""
    kinds = {"INTEGER": NUMBERS, "TEXT": TEXTS, "BLOB": BYTES}
    found = [
        (table, column, value, is_all)
        for table, column, kind in world.columns()
        for value in (None, *kinds[kind])
        for is_all in (False, True)
    ]
    random.Random(f"{seed_of('odd values')} {share}").shuffle(found)
    return found[:count]


@pytest.mark.waits
@pytest.mark.parametrize("share", range(4))
@pytest.mark.parametrize("size", ["small", "large"])
def test_no_value_in_its_file_ends_the_box(launch: Callable[..., Appliance], tmp_path: Path, size: str, share: int) -> None:
    """A small file is read through when it is opened, of a large one only what steers the rest."""
    world = World(launch, tmp_path, size == "large")
    # These ended it once.
    known = [
        ("results", "seq", 2**63 - 1, False),
        ("boards", "decimals", 2**32, True),
        ("archives", "count", 2**63 - 1, True),
        ("archive_chunks", "part", 2**63 - 1, True),
        ("standings", "count", 2**63 - 1, True),
        ("results", "at", -(2**63), True),
    ]
    for table, column, value, is_all in [*known[share::4], *cases(world, f"{size} {share}", rounds(12, 200))]:
        words = world.change(table, column, value, is_all)
        try:
            world.lives()
        except Exception as fault:
            fault.add_note(words)
            raise


@pytest.mark.waits
@pytest.mark.parametrize("share", range(2))
def test_no_value_of_a_backup_ends_the_box(launch: Callable[..., Appliance], tmp_path: Path, share: int) -> None:
    """It is refused, or what is restored runs."""
    world = World(launch, tmp_path, False)
    refused = 0
    for number, (table, column, value, is_all) in enumerate(cases(world, f"backup {share}", rounds(12, 200))):
        words = world.change(table, column, value, is_all)
        archive = tmp_path / f"{number}.backup"
        done = command("backup", str(archive), "--config", str(world.appliance.config))
        assert done.returncode == 0, (words, done.stderr)
        shutil.copyfile(world.kept, world.state / "arena.db")
        done = command("restore", str(archive), "--config", str(world.appliance.config))
        assert done.returncode in (0, 1), (words, done.stderr)
        refused += done.returncode
        archive.unlink()
        try:
            world.lives()
        except Exception as fault:
            fault.add_note(f"{words}, restored: {done.returncode == 0}")
            raise
        for aside in world.state.glob("before-restore-*"):
            shutil.rmtree(aside)
    assert refused > 0, "no change of a backup was odd"
