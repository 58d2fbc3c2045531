"""What a developer does with the page of developers, as functions."""

import re
import uuid

import pytest
from harness.device import Phone, ask

from app_hands import until
from site_scene import run

PASSWORD, OTHER = "zażółć gęślą jaźń", "another horse battery"


@pytest.fixture
def developer(box, visit):
    """Somebody who registered just now, before the codes of the account."""
    email = f"ola-{uuid.uuid4().hex[:8]}@example.org"
    code = re.search(r"invitation=(\S+)", run(box, "invite"))[1]
    page = visit(f"{box.base}/developers#register/{code}", expect="#office form", noisy=True,
                 permissions=["clipboard-read", "clipboard-write"])
    assert page.get_by_label("Invitation").input_value() == code and page.url.endswith("#register"), "it is not in the history"
    fill(page, {"First name": "Ola", "Last name": "Nowak", "Email address": email, "New password": PASSWORD})
    page.get_by_role("button", name="Register").click()
    page.locator(".codes li >> nth=7").wait_for()
    page.email = email
    return page


def fill(page, values):
    for label, value in values.items():
        page.get_by_label(label, exact=True).fill(value)


def sign_in(page, email, password):
    fill(page, {"Email address": email, "Password": password})
    page.get_by_role("button", name="Sign in").click()


def at_home(page):
    page.get_by_role("button", name="I have them").click()
    page.get_by_role("heading", name="Games").wait_for()


def part(page, name):
    page.get_by_role("navigation", name="Parts of the account").get_by_role("link", name=name, exact=True).click()
    page.locator(".panel h2", has_text=name).wait_for()


def as_developer(box, page, method, path, body=None, **headers):
    """A request of whoever is signed in on the page, past the page: about their games."""
    credential = page.evaluate("sessionStorage.getItem('watchpost.developer')")
    return ask(box.base, method, f"/v1/developers/games{path}", body, Authorization=f"Bearer {credential}", **headers)


def with_game(box, page, *boards, **more):
    """A game of their own with some boards, made past the page; answers its name in paths."""
    game = f"g-{uuid.uuid4().hex[:8]}"
    assert as_developer(box, page, "PUT", f"/{game}", {"version": 0, "name": "Snake II", "zone": "Europe/Warsaw"} | more).status == 201
    for board in boards:
        assert as_developer(box, page, "PUT", f"/{game}/boards/{board}", {"version": 0, "name": board.title(), "holdAbove": 10_000}).status == 201
    return game


def open_part(box, page, game, *parts):
    """A part of a game by its address, with all that is asked for; what stood there before is none of it."""
    page.evaluate("document.querySelectorAll('#office > *').forEach((one) => { one.dataset.before = ''; })")
    page.goto(f"{box.base}/developers#{'/'.join(['games', game, *parts])}")
    shown = page.locator("#office > .office-part:not([data-before])")
    shown.locator(".game-head").wait_for()
    shown.locator(".panel h2").first.wait_for()
    shown.get_by_text("Loading…", exact=True).first.wait_for(state="detached")


class Player(Phone):
    """Somebody who plays a game."""

    def __init__(self, box, game, name):
        super().__init__(box)
        self.game = game
        said = self.ask("PUT", f"/v1/games/{game}/installs/{self.id}", {"name": name})
        assert said.status == 201, said.body
        self.code = said.json["player"]["code"]

    def send(self, board, score):
        """Sends a result; answers what became of it."""
        body = {"results": [{"key": str(uuid.uuid4()), "board": board, "score": score}]}
        said = self.ask("POST", f"/v1/games/{self.game}/results", body)
        return said.json["results"][0] if said.status == 200 else {"status": said.status}


def leaders(box, game, board):
    """The names on a board, in their order."""
    return [row["player"]["name"] for row in box.get_json(f"/v1/games/{game}/boards/{board}")["rows"]]


def leads(box, game, board, *names):
    """Waits until a board has these names: the first page of one is given out for a moment after another result came."""
    until(lambda: leaders(box, game, board) == list(names), what=f"{names} on the board")


def press(page, name, scope=None, **more):
    (scope or page.locator("#office")).get_by_role("button", name=name, **more).click()


def sure(page, name):
    """Presses a button that asks once more, and says yes."""
    press(page, name, exact=True)
    press(page, f"Yes: {name}")


def error_of(page, label):
    """What stands beside an entry as its mistake, as a reader hears it."""
    entry = page.get_by_label(label, exact=True)
    entry.and_(page.locator("[aria-invalid=true]")).wait_for()
    return page.locator(f"#{entry.get_attribute('aria-describedby').split()[0]}").inner_text()


def in_sight(page):
    return page.evaluate("document.activeElement.textContent")
