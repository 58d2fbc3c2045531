"""A real appliance, which WATCHPOST_BINARY names, with games, players and developers for the pages of the site."""

import time
import uuid

import pytest
from harness.appliance import Appliance, command
from harness.device import Phone
from harness.settings import UNLIMITED, merged, settings_for, toml
from harness.simulator import Simulator

from app_hands import until

pytestmark = pytest.mark.appliance
PAGES = ("/about", "/games", "/games/snake", "/games/snake?board=sprint", "/games/chess", "/developers")
NAMES = ["Zażółć", "Kestrel_9", "Ola", "Ben Nevis", "Łukasz", "Maximilian-Alexander", "Q", "Night Owl", "Sir Losealot", "Jagna", "Wren", "Pi"]


def noon() -> str:
    """A zone in which it is about noon, so that no day or week is over between two steps of a test."""
    return f"Etc/GMT{time.gmtime().tm_hour - 12:+d}"


GAMES = [
    ("add", "snake", "name=Snake", f"zone={noon()}",
     "description=Eat the apples, and neither the wall nor yourself.\nArrow keys or a swipe; the game gets faster with each apple."),
    ("board", "snake", "endless", "name=Endless", "windows=day,week,month"), ("season", "snake", "endless"),
    ("board", "snake", "sprint", "name=Sprint, ten apples", "format=time", "order=less"),
    ("add", "orbit", "name=Orbit Drift", "description=One button, one planet, and a little too much speed."), ("board", "orbit", "all", "name=All"),
    ("add", "blocks", "name=Donaudampfschifffahrtsgesellschaftskapitän", "description=A puzzle with a long name."), ("board", "blocks", "b", "name=B"),
    ("add", "night", "name=Nightfall"),
]


class Game(Phone):
    """Somebody who plays."""

    def play(self, name: str, **scores: int):
        assert self.ask("PUT", f"/v1/games/snake/installs/{self.id}", {"name": name}).status == 201
        for board, score in scores.items():
            body = {"results": [{"key": str(uuid.uuid4()), "board": board, "score": score}]}
            assert self.ask("POST", "/v1/games/snake/results", body).json["results"][0]["status"] == 201
        return self


def run(box: Appliance, *words: str) -> str:
    done = command(*words, "--config", str(box.settings))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """A box with four games; on the board of one are 62 players."""
    folder = tmp_path_factory.mktemp("site")
    simulator = Simulator(folder / "secrets")
    changes = {"devices": UNLIMITED, "arena": {"enabled": True}}
    config = folder / "watchpost.toml"
    config.write_text(toml(merged(settings_for(simulator, folder / "state", ("us",)), changes)), encoding="utf-8")
    running = Appliance(config, folder / "watchpost.log").start()
    until(lambda: running.get("/v1/games").status == 200)
    for words in GAMES:
        run(running, "game", *words)
    for place in range(62):
        name = NAMES[place] if place < len(NAMES) else f"Player {place}"
        scores = {"endless": 52_010 - 730 * place} | ({"sprint": 41_250 + 1_310 * place} if place < 7 else {})
        Game(running).play(name, **scores)
    run(running, "game", "season", "snake", "endless")
    yield running
    running.close()
    simulator.close()
