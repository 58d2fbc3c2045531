"""Looking into backups and state folders with Python's SQLite, and cutting commands off in the middle."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from harness.appliance import binary
from harness.waiting import PATIENCE

def key_pair() -> bytes:
    """A key pair for Web Push, as the state folder holds it."""
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(encoding, form, serialization.NoEncryption())


def unpack(archive: Path) -> dict[str, bytes]:
    """The files in a backup, by name, each compared with its digest."""
    with closing(sqlite3.connect(f"file:{archive}?mode=ro", uri=True)) as database:
        files = dict(database.execute("SELECT name, data FROM sqlar"))
        digests = dict(database.execute("SELECT name, sha256 FROM checks"))
    digests.pop("about", None)
    assert {name: hashlib.sha256(data).digest() for name, data in files.items()} == digests
    return files


def mark(state_db: Path, text: str) -> None:
    """Writes something into a state that tells it from others."""
    with closing(sqlite3.connect(state_db)) as database, database:
        database.execute("CREATE TABLE IF NOT EXISTS marks (text TEXT)")
        database.execute("INSERT INTO marks VALUES (?)", (text,))


def marks(state_db: Path) -> list[str]:
    """What was written by `mark`; the database has to be whole."""
    with closing(sqlite3.connect(state_db)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [row[0] for row in database.execute("SELECT text FROM marks ORDER BY rowid")]


@dataclass(frozen=True)
class Box:
    """A state folder with settings that need no outside world."""

    folder: Path

    @property
    def state(self) -> Path:
        """The state folder."""
        return self.folder / "state"

    @property
    def config(self) -> Path:
        """The settings."""
        return self.folder / "watchpost.toml"

    def write(self) -> Box:
        """Writes the settings."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.config.write_text(
            f'[server]\nlisten = "127.0.0.1:0"\n[state]\ndirectory = "{self.state}"\n'
            '[realms]\nregions = ["us"]\n[network]\nprobes = ["http://127.0.0.1:9/", "http://127.0.0.2:9/"]\n'
            "[status_page]\nenabled = false\n",
            encoding="utf-8",
        )
        return self

    def copy(self, folder: Path) -> Box:
        """Another box with the same state."""
        shutil.copytree(self.state, folder / "state")
        return Box(folder).write()

    def command(self, *words: str | Path, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
        """Runs a command of the product with these settings; `before` is what starts it."""
        return subprocess.run(
            [*before, binary(), *map(str, words), "--config", str(self.config)],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )

    def killed_at(self, call: str, count: int, *words: str | Path) -> bool:
        """Runs a command and kills it with its n-th system call of a kind; false if it ended before."""
        strace = ("strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={call}")
        done = self.command(*words, before=(*strace, "-e", f"inject={call}:signal=KILL:when={count}"))
        assert done.returncode in (0, 137, -9), done.stderr
        return done.returncode != 0
