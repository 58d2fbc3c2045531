"""The module for games and a real appliance, both killed while they work: what was written down is on the board, once."""

import json
import os
import random
import subprocess
import time
from pathlib import Path

from harness.appliance import command
from harness.effort import rounds, seed_of

from app_hands import until
from measures import PATIENCE
from test_sdk import HERE, built  # noqa: F401 (fixture)
from test_sdk_on_appliance import box, pytestmark  # noqa: F401 (fixtures)

KILLS = rounds(12, most=60)


def game(module: Path, base: str, folder: Path, mode: str, dice: random.Random) -> subprocess.Popen[str]:
    words = ["node", "player.mjs", base, str(folder), mode, str(dice.randrange(1 << 32))]
    return subprocess.Popen(words, cwd=HERE, text=True, stdout=subprocess.PIPE,
                            env=os.environ | {"WATCHPOST_SDK": str(module)})


def stored(folder: Path) -> dict[str, Path]:
    """The results that stood in the storage at any time, by their keys."""
    files = [*(folder / "items").glob("*%3Aresult%3A*"), *(folder / "done").glob("*%3Aresult%3A*")]
    # Each once: from before the box was known there is a copy under the name of its address.
    return {file.name.split("%3A")[-1]: file for file in files}


def written(folder: Path) -> list[int]:
    """Their scores."""
    return [int(json.loads(file.read_text())["score"]) for file in stored(folder).values()]


def test_games_and_box_are_killed_in_turn_and_the_board_is_the_model(box, built, tmp_path):  # noqa: F811
    seed = seed_of("games and box")
    dice, folder = random.Random(seed), tmp_path / "phone"
    assert command("game", "board", "snake", "sum", "name=Sum", "operator=sum", "--config", str(box.config)).returncode == 0
    playing = game(built / "watchpost.mjs", box.base, folder, "play", dice)
    for _ in range(KILLS):
        # A game that is killed before it has begun is no player; how long it takes to begin says how fast the machine is.
        before = len(stored(folder))
        until(lambda before=before: len(stored(folder)) > before, what="the game wrote nothing down")
        time.sleep(dice.uniform(0.1, 0.6))
        if dice.random() < 0.5:
            box.kill()
            time.sleep(dice.uniform(0, 0.2))
            box.start()
        else:
            playing.kill()
            playing.wait(PATIENCE)
            playing = game(built / "watchpost.mjs", box.base, folder, "play", dice)
    playing.kill()
    playing.wait(PATIENCE)
    until(lambda: box.get("/v1/games").status == 200)
    done = game(built / "watchpost.mjs", box.base, folder, "drain", dice)
    said = done.communicate()[0].split("\n")
    scores = written(folder)
    print(len(scores), "results")
    assert said[1] == str(sum(scores)) and len(scores) >= KILLS
