"""The arena over the binary: games and boards by the owner's commands, players by games and phones, and what is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from harness.appliance import Appliance, command
from harness.clock import NOON
from harness.device import Phone, ask, is_problem
from harness.disk import SmallDisk
from harness.settings import UNLIMITED, merged, settings_for, toml
from harness.simulator import Simulator
from harness.waiting import wait_until

ON = {"enabled": True}


class Game(Phone):
    """An installation of a game: its credential has the form of a phone's."""

    def join(self, name: str | None = None, game: str = "snake", body: object | None = None, **headers: str) -> Any:
        """Makes itself known."""
        wanted = body if body is not None else {} if name is None else {"name": name}
        return self.ask("PUT", f"/v1/games/{game}/installs/{self.id}", wanted, **headers)

    def me(self, method: str = "GET", body: object | None = None) -> Any:
        """Its player."""
        return self.ask(method, "/v1/me", body)


def game(appliance: Appliance, *words: str):
    return command("game", *words, "--config", str(appliance.settings))


def faults(appliance: Appliance) -> dict[str, str]:
    return {fault["code"]: fault["words"] for fault in appliance.get_json("/v1/panel")["faults"]}


def begin(
    launch: Callable[..., Appliance],
    tunnel: dict[str, str] | None = None,
    panel: dict[str, Any] | None = None,
    server: dict[str, Any] | None = None,
    zone: str = NOON,
    **arena: Any,
) -> Appliance:
    """An appliance with a game."""
    more = {name: table for name, table in (("tunnel", tunnel), ("panel", panel), ("server", server)) if table is not None}
    appliance = launch(("us",), fresh=False, devices=UNLIMITED, arena=ON | arena, **more)
    added = game(appliance, "add", "snake", "name=Snake", f"zone={zone}")
    assert added.returncode == 0, added.stderr
    return appliance


def test_it_leaves_no_trace_while_it_is_off(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    appliance = launch(("us",), fresh=False)
    assert Game(appliance).join("Ola").status == 404
    assert Game(appliance).me().status == 404
    assert appliance.get("/sdk/watchpost.js").status == 404
    refused = game(appliance, "list")
    assert refused.returncode == 1 and "does not do that with its games" in refused.stderr
    assert "/v1/me" not in appliance.get_json("/openapi.json")["paths"]
    assert not list((tmp_path / "state").glob("arena*"))


def test_games_and_boards_by_commands(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    board = game(appliance, "board", "snake", "level-1", "name=Level 1", "format=time", "order=less", "windows=day,week")
    assert board.returncode == 0, board.stderr
    assert board.stdout == "level-1: Level 1, order=less operator=best format=time windows=day,week\n"
    changed = game(appliance, "board", "snake", "level-1", "low=0", "hold=-5", "unit=s")
    assert changed.stdout.endswith("format=time unit=s low=0 hold=-5 windows=day,week\n"), changed.stderr
    listed = game(appliance, "list").stdout
    assert listed.startswith(f"snake: Snake, zone {NOON}\n  level-1: Level 1, ")
    turned = game(appliance, "board", "snake", "level-1", "order=more")
    assert turned.returncode == 1 and "order: can change only with a new season" in turned.stderr
    assert game(appliance, "add", "snake", "name=Snake 2").stdout.startswith(f"snake: Snake 2, zone {NOON}")
    assert "closed since" in game(appliance, "close", "snake").stdout
    assert is_problem(Game(appliance).join(), 410)


@pytest.mark.parametrize(("words", "code"), [
    ((), 64), (("sell",), 64), (("list", "x"), 64), (("add",), 64), (("add", "a", "colour=red"), 64),
    (("add", "a", "name=x", "name=y"), 64), (("board", "snake"), 64), (("board", "snake", "b", "low"), 64),
    (("add", "Ä"), 64), (("close", "a/../b"), 64), (("add", "a", "zone=Mars/Base"), 1), (("close", "chess"), 1), (("board", "chess", "b"), 1),
    (("board", "snake", "b", "low=1.5"), 1), (("board", "snake", "b", "low=9223372036854775808"), 1),
    (("board", "snake", "b", "order=up"), 1), (("board", "snake", "b", "low=2", "high=1"), 1),
    (("board", "snake", "b", "windows=hour"), 1),
])  # fmt: skip
def test_commands_that_make_no_sense_say_so(arena: Appliance, words: tuple[str, ...], code: int) -> None:
    refused = game(arena, *words)
    assert refused.returncode == code and refused.stderr.strip(), refused.stdout
    assert [line for line in game(arena, "list").stdout.splitlines() if line[0] != " "] == [
        f"snake: Snake, zone {NOON}"
    ]


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Appliance]:
    """One appliance for all who only look, or are refused."""
    folder = tmp_path_factory.mktemp("arena")
    simulator = Simulator(folder / "secrets")
    changes = {"arena": ON, "devices": UNLIMITED}
    config = folder / "watchpost.toml"
    config.write_text(toml(merged(settings_for(simulator, folder / "state", ("us",)), changes)), encoding="utf-8")
    appliance = Appliance(config, folder / "watchpost.log").start()
    assert game(appliance, "add", "snake", "name=Snake", f"zone={NOON}").returncode == 0
    yield appliance
    appliance.close()
    simulator.close()


def test_a_player_over_a_restart(launch: Callable[..., Appliance]) -> None:
    """Quick registration and quick edit by a game (S5 S6, G1 P2)."""
    appliance = begin(launch)
    ola = Game(appliance)
    first = ola.join("Żółć")
    assert first.status == 201 and first.json["player"]["name"] == "Żółć" and "nameChange" not in first.json
    assert ola.join("other").json["player"] == first.json["player"]
    renamed = ola.me("PUT", {"version": 1, "name": "Ola"})
    assert renamed.status == 200 and renamed.json["version"] == 2
    appliance.kill()
    appliance.start()
    assert ola.me().json == renamed.json
    assert ola.join().status == 200
    assert is_problem(ola.me("PUT", {"version": 1, "name": "Ala"}), 409)
    taken = Game(appliance).join("0LA")
    assert taken.status == 201 and taken.json["nameChange"] == "taken" and taken.json["player"]["name"] == "0LA-2"


def test_what_a_phone_has_already_of_itself_is_not_sent_again(arena: Appliance) -> None:
    phone = Phone(arena).registered()
    phone.ask("GET", "/v1/me")
    for path in ("/v1/me", "/v1/me/games", "/v1/me/installs"):
        first = phone.ask("GET", path)
        again = phone.ask("GET", path, If_None_Match=first.headers["ETag"])
        assert again.status == 304 and not again.body and again.headers["Cache-Control"] == "private, no-cache", path


def test_backups_bring_it_along(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    appliance = begin(launch)
    ola = Game(appliance)
    player = ola.join("Ola").json["player"]
    phone = Phone(appliance).registered()
    person = phone.ask("GET", "/v1/me").json
    file = tmp_path / "box.backup"
    made = command("backup", str(file), "--config", str(appliance.config))
    assert made.returncode == 0 and "arena.db" in made.stdout, made.stderr
    appliance.stop()
    for path in (tmp_path / "state").glob("*.db*"):
        path.unlink()
    restored = command("restore", str(file), "--config", str(appliance.config))
    assert restored.returncode == 0, restored.stderr
    appliance.start()
    assert ola.me().json == player
    assert phone.ask("GET", "/v1/me").json == person


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_a_lost_file_closes_the_arena_and_is_not_begun_anew(launch: Callable[..., Appliance], tmp_path: Path, how: str) -> None:
    appliance = begin(launch)
    ola = Game(appliance)
    player = ola.join("Ola").json["player"]
    backup = tmp_path / "box.backup"
    assert command("backup", str(backup), "--config", str(appliance.config)).returncode == 0
    appliance.stop()
    for path in (tmp_path / "state").glob("arena.db*"):
        path.unlink()
    if how == "empty":
        (tmp_path / "state" / "arena.db").touch()
    for _ in range(2):
        appliance.start()
        refused = ola.me()
        assert is_problem(refused, 503) and refused.json["code"] == "arena-closed"
        wait_until(lambda: "E34" in faults(appliance), "the fault")
        words = faults(appliance)["E34"]
        assert words.startswith("arena.db: is ") and "watchpost restore" in words and "watchpost new-state" in words
        assert appliance.get("/v1/regions").status == 200
        appliance.stop()
    made = command("backup", str(tmp_path / f"{how}.backup"), "--config", str(appliance.config))
    assert made.returncode == 0 and "arena.db is not in it: " in made.stdout, made.stdout + made.stderr
    restored = command("restore", str(backup), "--config", str(appliance.config))
    assert restored.returncode == 0, restored.stderr
    appliance.start()
    assert ola.me().json == player
    assert "E34" not in faults(appliance)


def test_its_owner_lets_a_lost_arena_begin_again(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    appliance = begin(launch)
    assert Game(appliance).join("Ola").status == 201
    appliance.stop()
    for path in (tmp_path / "state").glob("arena.db*"):
        path.unlink()
    done = command("new-state", "--config", str(appliance.config))
    assert done.returncode == 0 and "arena.db is lost: a new one begins when it is needed" in done.stdout, done.stderr
    appliance.start()
    assert game(appliance, "list").stdout == "there is no game\n"
    assert game(appliance, "add", "snake").returncode == 0
    assert Game(appliance).join("Ola").json["player"]["name"] == "Ola"


def test_it_is_switched_off_and_on_with_its_file(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    ola = Game(appliance)
    player = ola.join("Ola").json["player"]
    text = appliance.config.read_text(encoding="utf-8")
    assert "enabled = true" in text
    for is_on in (False, True):
        appliance.stop()
        words = text if is_on else text.replace("enabled = true", "enabled = false")
        appliance.config.write_text(words, encoding="utf-8")
        appliance.start()
    assert ola.me().json == player


def test_nobody_plays_with_another_secret(arena: Appliance) -> None:
    ola, thief = Game(arena), Game(arena)
    assert ola.join().status == 201
    thief.id = ola.id
    assert is_problem(thief.join(), 401)
    assert is_problem(thief.me(), 401)
    stranger = Game(arena)
    assert is_problem(stranger.me(), 401)
    assert is_problem(stranger.ask("PUT", f"/v1/games/snake/installs/{ola.id}", {}), 403)
    assert is_problem(stranger.ask("GET", "/v1/admin/games"), 401)
    assert is_problem(Phone(arena).registered().ask("PUT", "/v1/admin/games/x", {"version": 0, "name": "X"}), 403)
    assert is_problem(ask(arena.base, "PUT", f"/v1/games/snake/installs/{ola.id}", {}), 401)


@pytest.mark.parametrize(("slug", "status"), [
    ("chess", 404), ("Snake", 404), ("snake%00", 404), ("%2e%2e", 404), ("x" * 500, 404), ("'; DROP TABLE games;--", 404),
])  # fmt: skip
def test_unknown_games(arena: Appliance, slug: str, status: int) -> None:
    refused = Game(arena).join(game=quote(slug, safe="%"))
    assert refused.status in (status, 400) and refused.json["status"] == refused.status
    assert Game(arena).join().status == 201


@pytest.mark.parametrize("name", [
    "", " ", "x" * 21, "ż" * 100, "a\u202eb", "a\u200bb", "\u0301", "a\nb", "p\u0430ypal", "<b>", "admin", "\U0001d400da",
])  # fmt: skip
def test_names_that_nobody_may_have(arena: Appliance, name: str) -> None:
    new = Game(arena)
    joined = new.join(name)
    assert joined.status == 201 and joined.json["nameChange"] == "notAllowed"
    assert joined.json["player"]["name"].startswith("Player-")
    refused = new.me("PUT", {"version": 1, "name": name})
    assert is_problem(refused, 400) and refused.json["code"] == "name-not-allowed"
    assert new.me().json == joined.json["player"]


@pytest.mark.parametrize(("name", "shown"), [
    ("佐々木", "佐々木"), ("Rəşad", "Rəşad"), ("علی۱۲", "علی۱۲"), ("ㅋㅋㅋ", "ㅋㅋㅋ"), ("O’Brien", "O'Brien"), ("中村\u3000太郎", "中村 太郎"),
    ("علی\u200cرضا", "علی\u200cرضا"),
])  # fmt: skip
def test_names_of_people_stay(arena: Appliance, name: str, shown: str) -> None:
    """As they are written, or as they are meant."""
    new = Game(arena)
    joined = new.join(name)
    assert joined.status == 201 and joined.json["player"]["name"] == shown and "nameChange" not in joined.json
    renamed = new.me("PUT", {"version": 1, "name": f"{name}7"})
    assert renamed.status == 200 and renamed.json["name"] == f"{shown}7"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"name":1}', b'{"name":"x"' + b" " * 2_000 + b"}", b"[" * 900])
def test_bodies_that_are_none(arena: Appliance, body: bytes) -> None:
    new = Game(arena)
    assert new.join(body=body).status in (400, 413)
    assert is_problem(new.me(), 401), "nobody was stored"


def test_a_phone_is_a_player_and_ends_as_one(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    """One is in by opening the app (P1)."""
    appliance = begin(launch)
    phone = Phone(appliance).registered()
    player = phone.ask("GET", "/v1/me").json
    assert player["guest"] is False and player["name"] == f"Player-{player['code']}"
    assert phone.ask("GET", "/v1/me").json == player
    assert phone.ask("PUT", "/v1/me", {"version": 1, "name": "Zosia"}).status == 200
    assert phone.ask("DELETE").status == 204
    assert is_problem(phone.ask("GET", "/v1/me"), 401)

    def players() -> int:
        with sqlite3.connect(f"file:{tmp_path}/state/arena.db?mode=ro", uri=True) as file:
            return file.execute("SELECT count(*) FROM players").fetchone()[0]

    wait_until(lambda: players() == 0, "the end of the player")
    assert Game(appliance).join("Zosia").json["player"]["name"] == "Zosia"


def test_floods_are_limited_by_game_and_installation(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch, registrations_per_hour=5, max_players=7)
    players = [Game(appliance) for _ in range(5)]
    assert [player.join().status for player in players] == [201] * 5
    refused = Game(appliance).join()
    assert is_problem(refused, 429) and int(refused.headers["Retry-After"]) > 60
    assert players[0].join().status == 200
    assert game(appliance, "add", "chess").returncode == 0
    assert [Game(appliance).join(game="chess").status for _ in range(3)] == [201, 201, 503]
    # It may ask 120 times at once, and two more each second.
    wait_until(lambda: 429 in {players[1].me().status for _ in range(200)}, "a limit to what one asks")
    assert players[2].me().status == 200


def test_a_full_disk_closes_the_arena_alone(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    disk = SmallDisk(tmp_path / "state")
    try:
        appliance = begin(launch, registrations_per_hour=1_000_000)
        known = Game(appliance)
        assert known.join("Ola").status == 201
        disk.fill()
        # What is left of the write-ahead log takes a few rows.
        refused = next(answer for answer in (Game(appliance).join() for _ in range(2_000)) if answer.status != 201)
        assert is_problem(refused, 503) and refused.json["code"] == "arena-closed"
        wait_until(lambda: "E34" in faults(appliance), "the fault")
        assert faults(appliance)["E34"].startswith("arena.db: ")
        assert appliance.get("/v1/regions").status == 200
        disk.free()
        wait_until(lambda: "E34" not in faults(appliance), "the end of the fault")
        assert Game(appliance).join().status == 201
        assert known.me().json["name"] == "Ola"
    finally:
        disk.close()
