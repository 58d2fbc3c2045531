"""The room Play in front of a real appliance, which WATCHPOST_BINARY names: two phones, each with a game that plays for it."""

import re
import uuid

import pytest
from harness.appliance import Appliance, command
from harness.device import Phone
from harness.ports import reserved_port
from harness.settings import UNLIMITED, merged, settings_for, toml
from harness.simulator import Simulator

from app_hands import HIDE, until
from play_scene import DUELS, FRIENDS, GAMES, PROFILE, open_play, tab
from site_scene import noon
from test_play_profile import PNG

pytestmark = pytest.mark.appliance


class Game(Phone):
    """An installation of a game: it says a code of the app and plays for its player from then on."""

    def begin(self, name: str):
        assert self.ask("PUT", f"/v1/games/orbit/installs/{self.id}", {"name": name}).status == 201
        return self

    def join(self, code: str):
        answer = self.ask("POST", "/v1/me/join", {"code": code})
        assert answer.status == 200, answer.json
        return answer.json

    def send(self, score: int):
        answer = self.ask("POST", "/v1/games/orbit/boards/endless/results", {"score": score}, Idempotency_Key=str(uuid.uuid4()))
        assert answer.status == 201, answer.json


@pytest.fixture
def appliance(tmp_path):
    """One of a region, with a game and its board."""
    simulator = Simulator(tmp_path / "secrets")
    changes = {"devices": UNLIMITED, "arena": {"enabled": True}, "server": {"listen": f"127.0.0.1:{reserved_port('the app finds the box again after a restart')}"}}
    settings = merged(settings_for(simulator, tmp_path / "state", ("us",)), changes)
    config = tmp_path / "watchpost.toml"
    config.write_text(toml(settings), encoding="utf-8")
    running = Appliance(config, tmp_path / "watchpost.log")
    running.start()
    until(lambda: running.get("/v1/games").status == 200)
    for words in (("add", "orbit", "name=Orbit Drift", f"zone={noon()}"), ("board", "orbit", "endless", "name=Endless", "windows=day,week,month")):
        added = command("game", *words, "--config", str(running.config))
        assert added.returncode == 0, added.stderr
    yield running
    running.close()
    simulator.close()


def named(visit, appliance, name: str):
    """A phone in the room Play, whose player has a name."""
    page = open_play(visit, _Site(appliance), "profile/name", noisy=True)
    field = page.get_by_label("Your name, as others see it")
    until(lambda: field.input_value() != "")
    field.fill(name)
    page.get_by_role("button", name="Save name").click()
    page.get_by_text("Saved. Every board shows the new name.").wait_for()
    return page


class _Site:
    """What `open_play` asks of a stand-in."""

    def __init__(self, appliance):
        self.url = appliance.base


def joined(page, appliance, name: str) -> Game:
    """A game that said the code of the phone."""
    tab(page, PROFILE).locator("a[href='/app#profile/code']").click()
    page.get_by_role("button", name="Show a code").click()
    page.locator(".big-code:not(:empty)").wait_for()
    game = Game(appliance).begin(f"{name} guest")
    assert game.join(page.locator(".big-code").inner_text())["player"]["name"] == name
    return game


def refresh(page):
    page.locator("#as-of").click()


@pytest.fixture
def both(appliance, visit):
    """Two people with a phone and a game each: Ola and Jan."""
    pages = {name: named(visit, appliance, name) for name in ("Ola", "Jan")}
    return {name: (page, joined(page, appliance, name)) for name, page in pages.items()}


def befriend(both):
    ola, jan = both["Ola"][0], both["Jan"][0]
    tab(ola, FRIENDS)
    ola.get_by_label("Find a player").fill("jan")
    ola.get_by_role("button", name="Invite Jan").click()
    ola.locator(".player-search .player-row", has_text="invited").wait_for()
    tab(jan, FRIENDS)
    refresh(jan)
    jan.get_by_role("button", name="Accept Ola").click()
    jan.get_by_text("1 friend", exact=True).wait_for()


def test_a_game_plays_for_the_phone_and_its_board_shows_both(both):
    for name, score in (("Ola", 4100), ("Jan", 3900)):
        both[name][1].send(score)
    page = both["Ola"][0]
    row = tab(page, GAMES).locator(".game-row", has_text="Orbit Drift")
    refresh(page)
    row.locator(".big-place", has_text="1").wait_for()
    until(lambda: "4,100" in row.inner_text() and "of 2" in row.inner_text())
    assert page.get_by_text("change since Monday").is_hidden(), "nobody was there on Monday"
    row.locator("a").click()
    page.locator(".board-row.me").wait_for()
    assert page.locator(".board-row .player-name").all_inner_texts() == ["You", "Jan"]
    page.get_by_role("radio", name="Week").check(force=True)
    page.locator(".board-row.me").wait_for()
    befriend(both)
    page.goto(page.url.split("#")[0] + "#games/orbit/endless")
    page.get_by_role("radio", name="Friends", exact=True).check(force=True)
    until(lambda: page.locator(".board-row").count() == 2)


def test_friends_challenge_each_other_and_every_score_counts(both):
    befriend(both)
    (ola, ola_game), (jan, jan_game) = both["Ola"], both["Jan"]
    tab(ola, DUELS).get_by_role("link", name="Challenge a friend").click()
    ola.get_by_label("Goal (optional)").fill("5000")
    ola.locator("#detail").get_by_role("button", name="Challenge", exact=True).click()
    ola.get_by_text("You challenged Jan").wait_for()
    tab(jan, GAMES)
    refresh(jan)
    jan.get_by_text("Ola challenges you").wait_for()
    jan.get_by_role("link", name="Answer").click()
    jan.get_by_role("button", name="Accept the challenge of Ola, Orbit Drift").click()
    jan.locator("#detail").get_by_text("Nobody has played yet").wait_for()
    ola_game.send(4100)
    jan_game.send(4350)
    refresh(jan)
    jan.locator("#detail").get_by_text("250 ahead").wait_for()
    ola_game.send(5000)
    refresh(ola)
    ola.locator("#detail").get_by_text("You won: 5,000 to 4,350").wait_for()
    tab(jan, DUELS).get_by_role("radio", name="Archive").check(force=True)
    jan.get_by_text("You lost: 4,350 to 5,000").wait_for()
    tab(jan, FRIENDS).get_by_role("link", name="Ola").click()
    until(lambda: jan.locator(".tally.lost").inner_text().startswith("1"))


def test_the_code_of_another_phone_says_to_link_them_first(appliance, visit):
    ola, jan = named(visit, appliance, "Ola"), named(visit, appliance, "Jan")
    tab(ola, PROFILE).locator("a[href='/app#profile/code']").click()
    ola.get_by_role("button", name="Show a code").click()
    ola.locator(".big-code:not(:empty)").wait_for()
    tab(jan, PROFILE).locator("a[href='/app#profile/join']").click()
    jan.get_by_label("Code", exact=True).fill(ola.locator(".big-code").inner_text())
    jan.get_by_role("button", name="See what it does").click()
    jan.locator("#detail .result").get_by_text("They belong to phones that are not linked; link the phones first.").wait_for()


def test_a_picture_codes_and_the_end_of_a_player(both):
    page, game = both["Ola"]
    tab(page, PROFILE).locator("a[href='/app#profile/picture']").click()
    page.locator("#detail input[type=file]").set_input_files({"name": "me.png", "mimeType": "image/png", "buffer": PNG})
    page.locator("#detail .avatar-disc img").wait_for()
    tab(page, PROFILE).locator("a[href='/app#profile/recovery']").click()
    page.get_by_role("button", name="Make new codes").click()
    until(lambda: page.locator(".recovery-codes li").count() == 8)
    tab(page, PROFILE).locator("a[href='/app#profile/installs']").click()
    page.get_by_role("button", name="Separate Orbit Drift").click()
    page.locator("dialog[open]").get_by_role("button", name="Separate").click()
    page.get_by_text("It plays as Ola guest again.").wait_for()
    assert game.ask("GET", "/v1/me").json["name"] == "Ola guest"
    tab(page, PROFILE).locator("a[href='/app#profile/delete']").click()
    page.get_by_role("button", name="Delete this player").click()
    page.get_by_label("Type Ola to continue").fill("Ola")
    page.get_by_role("button", name="Delete for good").click()
    page.get_by_text("No games yet. Open one that uses Watchpost and you are in.").wait_for()


def test_lists_with_nothing_on_them_say_what_to_do_next(appliance, visit):
    page = named(visit, appliance, "Ola")
    tab(page, FRIENDS).get_by_text("No friends yet. Find someone by name or show your invite link.").wait_for()
    page.locator("#panel-friends").get_by_role("link", name="Show my invite link").wait_for()
    for part, words in (("Running", "No duels running."), ("Waiting", "No challenges waiting for an answer."), ("Archive", "No finished duels yet.")):
        tab(page, DUELS).get_by_role("radio", name=part).check(force=True)
        page.get_by_text(words).wait_for()
        page.locator("#panel-duels").get_by_role("link", name="Challenge a friend").wait_for()
    tab(page, GAMES).get_by_text("No games yet. Open one that uses Watchpost and you are in.").wait_for()
    tab(page, PROFILE).locator("a[href='/app#profile/installs']").click()
    page.get_by_text("No game plays for you yet. Show a code, and enter it in a game that uses Watchpost.").wait_for()


def seen_again(page):
    page.evaluate(HIDE, True)
    page.evaluate(HIDE, False)


@pytest.mark.worker
def test_an_appliance_that_is_gone_leaves_what_it_said_last_with_its_age(appliance, visit):
    page = named(visit, appliance, "Ola")
    joined(page, appliance, "Ola").send(4100)
    row = tab(page, GAMES).locator(".game-row", has_text="4,100")
    refresh(page)
    row.wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    appliance.kill()
    strip = page.locator("#strip:not([hidden]) #strip-words", has_text=re.compile(r"^The box cannot be reached\. As of (\w+ )?\d\d:\d\d\.$"))

    def is_said() -> bool:
        seen_again(page)
        return strip.count() == 1

    until(is_said, what="that it is gone")
    until(lambda: row.is_visible() and page.locator(".as-of.stale").count() == 1)
    page.reload()
    strip.wait_for()
    row.wait_for()
    appliance.start()
    until(lambda: seen_again(page) or page.locator("#strip").is_hidden(), what="that it is back")
    until(lambda: page.locator(".as-of.stale").count() == 0 and row.is_visible())
