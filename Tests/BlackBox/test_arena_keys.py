"""Keys of games over the binary: shown, replaced, kept in backups, lost, and what they are made from."""

from __future__ import annotations

import re
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance, command
from harness.backups import unpack
from harness.device import Phone, ask, is_problem
from harness.settings import UNLIMITED
from harness.signing import game_key, signature
from harness.waiting import wait_until


def game(appliance: Appliance, *words: str):
    return command("game", *words, "--config", str(appliance.settings))


def begin(launch: Callable[..., Appliance]) -> Appliance:
    """An appliance with a game."""
    appliance = launch(("us",), fresh=False, devices=UNLIMITED, arena={"enabled": True})
    added = game(appliance, "add", "snake", "name=Snake")
    assert added.returncode == 0, added.stderr
    return appliance


def key(appliance: Appliance, *words: str) -> dict[str, str]:
    """What `watchpost game key` prints."""
    done = game(appliance, "key", "snake", *words)
    assert done.returncode == 0, done.stderr
    lines = dict(line.split("=", 1) for line in done.stdout.splitlines())
    # That of the game's own server has tests of its own.
    assert re.fullmatch(r"server\.[\w-]{22}\.[\w-]{43}", lines.pop("server_key"))
    return lines


def admin(appliance: Appliance, method: str, path: str, body: object | None = None) -> Any:
    return ask(appliance.base, method, path, body, Authorization=f"Bearer {appliance.owner_key}")


def test_a_key_follows_from_the_file_and_is_stored_nowhere(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    appliance = begin(launch)
    file = tmp_path / "state" / "arena-key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = file.read_text(encoding="ascii").strip()
    assert re.fullmatch("[0-9a-f]{64}", secret)
    with closing(sqlite3.connect(f"file:{tmp_path}/state/arena.db?mode=ro", uri=True)) as database:
        [(row,)] = database.execute("SELECT id FROM games").fetchall()
    first = key(appliance)
    assert first == {"version": "1", "key": game_key(secret, row, "snake", 1)}
    second = key(appliance, "rotate")
    assert second["version"] == "2" and second["key"] == game_key(secret, row, "snake", 2)
    assert second["old_until"].endswith("Z") and key(appliance) == second
    appliance.stop()
    stored = b"".join(path.read_bytes() for path in (tmp_path / "state").glob("arena.db*"))
    log = (appliance.output).read_bytes()
    for word in (secret, first["key"], second["key"]):
        assert word.encode() not in stored + log


def test_the_route_makes_one_key_for_a_request_that_is_sent_twice(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    path = "/v1/admin/games/snake/keys"
    made = admin(appliance, "POST", path, {"keyVersion": 1})
    assert made.status == 201 and made.headers["Cache-Control"] == "no-store"
    again = admin(appliance, "POST", path, {"keyVersion": 1})
    assert is_problem(again, 409) and again.json["current"]["keyVersion"] == 2
    assert key(appliance) == {"version": "2", "key": made.json["key"], "old_until": made.json["oldKeyUntil"]}
    assert is_problem(Phone(appliance).registered().ask("POST", path, {"keyVersion": 2}), 403)
    assert is_problem(ask(appliance.base, "GET", path), 401)
    assert is_problem(ask(appliance.base, "POST", path, {"keyVersion": 2}), 401)
    assert is_problem(admin(appliance, "GET", "/v1/admin/games/chess/keys"), 404)
    for body in (b"", b"{", b"[]", {"keyVersion": "2"}, {"keyVersion": 2.5}, {}, b" " * 2_000):
        assert admin(appliance, "POST", path, body).status in (400, 413)
    assert key(appliance)["version"] == "2"


@pytest.mark.parametrize(("words", "code"), [
    (("key",), 64), (("key", "snake", "turn"), 64), (("key", "snake", "rotate", "rotate"), 64), (("key", "Ä"), 64),
    (("key", "chess"), 1), (("key", "chess", "rotate"), 1), (("add", "snake", "signed=perhaps"), 1),
])  # fmt: skip
def test_commands_that_make_no_sense_say_so(launch: Callable[..., Appliance], words: tuple[str, ...], code: int) -> None:
    appliance = begin(launch)
    refused = game(appliance, *words)
    assert refused.returncode == code and refused.stderr.strip(), refused.stdout
    assert key(appliance)["version"] == "1"


def test_whether_a_game_signs_stays_until_it_is_said_otherwise(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    assert game(appliance, "add", "snake", "signed=yes").stdout == "snake: Snake, zone UTC, signed\n"
    assert game(appliance, "add", "snake", "name=Snake 2").stdout == "snake: Snake 2, zone UTC, signed\n"
    assert game(appliance, "add", "snake", "signed=no").stdout == "snake: Snake 2, zone UTC\n"


def test_backups_bring_it_along_and_a_lost_one_is_told(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    appliance = begin(launch)
    first = key(appliance)
    file, backup = tmp_path / "state" / "arena-key", tmp_path / "box.backup"
    secret = file.read_bytes()
    assert command("backup", str(backup), "--config", str(appliance.config)).returncode == 0
    assert unpack(backup)["arena-key"] == secret
    appliance.stop()
    file.unlink()
    appliance.start()
    assert key(appliance)["key"] != first["key"] and file.read_bytes() != secret
    assert "the keys of all games are void" in appliance.output.read_text(encoding="utf-8")
    appliance.stop()
    restored = command("restore", str(backup), "--config", str(appliance.config))
    assert restored.returncode == 0 and "arena-key" in restored.stdout, restored.stderr
    appliance.start()
    assert key(appliance) == first and stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_damaged_key_closes_the_arena_alone_until_it_is_mended(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    appliance = begin(launch)
    first = key(appliance)
    appliance.stop()
    file = tmp_path / "state" / "arena-key"
    secret = file.read_bytes()
    file.write_bytes(b"no key\n")
    appliance.start()

    def faults() -> dict[str, str]:
        return {fault["code"]: fault["words"] for fault in appliance.get_json("/v1/panel")["faults"]}

    wait_until(lambda: "E34" in faults(), "the fault")
    assert "arena-key" in faults()["E34"]
    assert game(appliance, "key", "snake").returncode == 1
    assert appliance.get("/v1/regions").status == 200 and file.read_bytes() == b"no key\n"
    file.write_bytes(secret)
    wait_until(lambda: "E34" not in faults(), "the end of the fault")
    assert key(appliance) == first


def test_the_reference_signs_as_the_manual_says() -> None:
    """The same request and bytes as in the Swift tests."""
    signed = signature(
        "2" * 64,
        2,
        "POST",
        "/v1/games/snake/boards/level-1/results",
        "A" * 21 + "1",
        1_764_504_000,
        b'{"score":120}',
        "01935f3c-7a00-7000-8000-000000000001",
    )
    manual = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    assert signed in manual
