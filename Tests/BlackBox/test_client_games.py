"""The client library's part for games against the real appliance: the first score, a player's ways, and kills of both."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.appliance import Appliance
from harness.client import App, driver
from harness.device import ask
from harness.effort import rounds, seed_of
from harness.ports import free_port
from harness.waiting import PATIENCE, wait_until
from test_arena_games import begin, game

KILLS = int(os.environ.get("WATCHPOST_KILLS") or rounds(16, most=160))


def fixed() -> dict[str, str]:
    """`[server]` of a box that has its address again after a restart: the game knows that one."""
    return {"listen": f"127.0.0.1:{free_port()}"}


def board(appliance: Appliance, name: str, *words: str) -> None:
    added = game(appliance, "board", "snake", name, f"name={name}", *words)
    assert added.returncode == 0, added.stderr


class Player(App):
    """A game on somebody's device."""

    def __init__(self, folder: Path, base: str, name: str) -> None:
        super().__init__(folder, base)
        self.name = name

    def do(self, *words: str) -> dict[str, Any]:
        return self.run("game", self.name, *words)[-1]

    def refusal(self, *words: str) -> str:
        return self.refused("game", self.name, *words)

    def play(self, first: int, log: Path) -> subprocess.Popen[str]:
        return self.start("game", self.name, "play", "sum", str(first), str(log))


def test_the_first_score_of_the_manual_is_on_the_board(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    arena = begin(launch)
    board(arena, "level-1", "windows=day,week")
    program = Path(driver()).with_name("FirstScore")
    home = {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    for _ in range(2):
        done = subprocess.run([program, arena.base], env=os.environ | home, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert (done.returncode, done.stdout) == (0, "1 Ola 9250\n"), done.stderr


def test_a_player_has_boards_friends_and_duels(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    arena = begin(launch)
    board(arena, "level-1", "windows=week")
    ola, jan = (Player(tmp_path / name, arena.base, name) for name in ("Ola", "Jan"))
    assert ola.do("submit", "level-1", "10") == {"position": "1"}
    assert jan.do("submit", "level-1", "12") == {"position": "1"}
    assert ola.do("board", "level-1", "me", "week") == {"rows": "1 Jan 12,2 Ola 10 me", "total": "2", "own": "Ola"}
    assert ola.do("board", "level-1")["rows"] == "1 Jan 12,2 Ola 10 me"
    assert ola.refusal("submit", "no-board", "1") == "refused"
    assert ola.do("rename", "Olga") == {"name": "Olga"}
    assert ola.do("me")["known"] == "Olga" and ola.refusal("rename", "Jan") == "name-taken"
    codes = [one.do("me")["code"] for one in (ola, jan)]
    assert ola.do("befriend", codes[1]) == {"relation": "sent"}
    assert jan.do("badges") == {"invitations": "1", "duels": "0"}
    assert jan.do("befriend", codes[0]) == {"relation": "friend"}
    assert ola.do("friends") == {"names": "Jan"} and ola.do("find", "Jan") == {"players": "Jan friend"}
    assert jan.do("board", "level-1", "friends")["rows"] == "1 Jan 12 me,2 Olga 10 friend"
    asked = ola.do("challenge", codes[1], "level-1")
    assert asked["state"] == "waiting" and jan.do("accept", asked["duel"])["state"] == "running"
    assert ola.do("giveUp", asked["duel"])["outcome"] == "lost"
    assert ola.do("giveUp", asked["duel"])["outcome"] == "lost", "said again it is done, as where the first answer was lost"
    again = jan.do("rematch", asked["duel"])
    assert jan.do("cancel", again["duel"])["outcome"] == "void" == jan.do("cancel", again["duel"])["outcome"]
    assert ola.refusal("decline", again["duel"]) == "duel-state"
    assert asked["duel"] in ola.do("duels", "archive")["duels"]
    assert jan.do("unfriend", codes[0]) == {"relation": "none"}
    code = ola.do("code")["code"]
    assert jan.do("join", code, "preview") == {"name": "Olga"} and jan.do("me")["name"] == "Jan"
    assert jan.do("join", code) == {"name": "Olga"} and jan.do("me")["name"] == "Olga"


def test_what_was_played_without_a_box_arrives_once_it_is_there(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    arena = begin(launch, server=fixed())
    board(arena, "level-1")
    ola = Player(tmp_path / "game", arena.base, "Ola")
    arena.kill()
    assert [ola.do("submit", "level-1", str(score)) for score in (3, 5)] == [{"position": "waits"}] * 2
    assert ola.do("waiting") == {"count": "2"}
    arena.start()
    assert ola.do("submit", "level-1", "4") == {"position": "1"}
    assert ola.do("waiting") == {"count": "0"} and ola.do("board", "level-1", "me")["rows"] == "1 Ola 5 me"


def taken(appliance: Appliance) -> list[int]:
    """The scores of all results that the appliance has."""
    scores: list[int] = []
    before = ""
    while True:
        path = f"/v1/admin/games/snake/results?limit=100{before}"
        page = ask(appliance.base, "GET", path, Authorization=f"Bearer {appliance.owner_key}").json
        scores += [one["score"] for one in page["results"]]
        if "next" not in page:
            return scores
        before = f"&before={page['next']}"


def test_two_processes_of_a_game_and_the_box_are_killed_in_turn_and_the_board_is_the_model(
    launch: Callable[..., Appliance], tmp_path: Path
) -> None:
    dice = random.Random(seed_of("games and box"))
    arena = begin(launch, server=fixed())
    board(arena, "sum", "operator=sum")
    ola = Player(tmp_path / "game", arena.base, "Ola")
    log = tmp_path / "log"
    first = iter(range(0, 10**9, 10_000))
    playing = [ola.play(next(first), log) for _ in range(2)]

    def kept() -> set[int]:
        lines = [line.split() for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []
        return {int(number) for word, number in lines if word == "kept"}

    for _ in range(KILLS):
        before = len(kept())
        time.sleep(dice.uniform(0.1, 0.8))
        wait_until(lambda before=before: len(kept()) > before, "one more result")
        if dice.random() < 0.4:
            arena.kill()
            time.sleep(dice.uniform(0, 0.3))
            arena.start()
        else:
            place = dice.randrange(2)
            assert playing[place].poll() is None, playing[place].communicate()
            playing[place].kill()
            playing[place].communicate(timeout=PATIENCE)
            playing[place] = ola.play(next(first), log)
    for process in playing:
        process.kill()
        process.communicate(timeout=PATIENCE)
    wait_until(lambda: arena.get("/v1/games").status == 200, "the box is there again")
    score = int(ola.do("drain", "sum")["score"])
    lines = [line.split() for line in log.read_text(encoding="utf-8").splitlines()]
    begun = {int(number) for word, number in lines if word == "begun"}
    there = taken(arena)
    print(len(there), "results of", len(begun))
    assert len(there) == len(set(there)), "none counts twice"
    assert kept() <= set(there) <= begun, (kept() - set(there), set(there) - begun)
    assert score == sum(there) and len(kept()) >= KILLS
