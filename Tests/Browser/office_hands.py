"""What somebody does with the page of developers in any language, by its words; and what of it was left in English."""

import re
import uuid

from developer_hands import PASSWORD
from pages import languages
from site_scene import noon
from test_app_edits_on_appliance import pairing_code
from test_app_words import only_english
from test_status_words import SAID
from test_words import forms


class Office:
    """The page in one language. What stands on it is asked for by its words, and kept in `seen`."""

    def __init__(self, page, words):
        self.page, self.words, self.seen = page, words, set()

    def fill(self, **texts):
        for key, text in texts.items():
            self.entry(f"dev.{key}").fill(text)

    def entry(self, key):
        return self.page.get_by_label(self.words[key], exact=True).and_(self.page.locator("#office :is(input, select, textarea)"))

    def press(self, key, role="button", within="#office"):
        self.look()
        self.page.locator(within).get_by_role(role, name=self.words[key], exact=True).first.click()

    def turn(self, key, parts="gameParts"):
        """To another part, of the game or of the account."""
        way = f'nav[aria-label="{self.words[f"dev.{parts}"]}"]'
        self.press(key, "link", way)
        self.page.locator(f"{way} [aria-current=true]", has_text=self.words[key]).wait_for()
        self.page.get_by_text(self.words["dev.loading"], exact=True).first.wait_for(state="detached")
        self.look()

    def hears(self, key, **values):
        """Waits for words, which stand there as a sentence."""
        text = self.words[key].format(**values)
        self.page.get_by_text(text[0].upper() + text[1:].removesuffix(".") + ".", exact=True).first.wait_for()
        self.look()

    def look(self):
        self.seen |= set(self.page.evaluate(SAID))


def invited(box, visit, words, locale) -> str:
    """An administrator pairs a phone and makes an invitation on it; answers its link."""
    phone = visit(f"{box.base}/app#settings/pair", 390, 844, expect="#detail .code-form", noisy=True, locale=locale)
    phone.locator("#detail .code-form input").fill(pairing_code(box))
    phone.locator("#detail .code-form button").click()
    phone.locator("#detail .code-form").wait_for(state="hidden")
    phone.goto(f"{box.base}/app#settings/developers")
    phone.get_by_label(words["invites.note"], exact=True).fill("Ola")
    phone.get_by_role("button", name=words["invites.make"], exact=True).click()
    link = phone.locator("#detail .link-address[href]")
    link.wait_for()
    return link.get_attribute("href")


def register(office):
    office.fill(firstName="Ola", lastName="Nowak", email=f"ola-{uuid.uuid4().hex[:8]}@example.org", newPassword=PASSWORD)
    office.press("dev.register")
    office.page.locator(".codes li >> nth=7").wait_for()
    office.press("dev.haveThem")
    office.page.get_by_role("heading", name=office.words["dev.games"], exact=True).wait_for()


def add_game(office, name, slug):
    office.press("dev.addGame", "link")
    # No day is over between a result and the figures that count it.
    office.fill(gameName=name, slug=slug, zone=noon())
    office.entry("dev.genre").select_option(label=office.words["site.genre.arcade"])
    office.press("dev.addGame")
    office.hears("dev.gameAdded")


def add_board(office, name, slug):
    office.press("dev.addBoard", "link")
    office.fill(boardName=name, slug=slug)
    office.entry("dev.window.week").check()
    office.press("dev.addBoard")
    office.hears("dev.boardAdded")


def see_a_key_once(office):
    office.turn("dev.keys")
    office.press("dev.firstKey")
    codes = office.page.locator(".shown-once code")
    codes.first.wait_for()
    key, server = codes.all_inner_texts()
    assert re.fullmatch("[0-9a-f]{64}", key) and server.startswith("server.")
    office.press("dev.haveKeys")
    office.page.reload()
    office.hears("dev.keyVersion", version=2)
    assert key not in office.page.content() and server not in office.page.content()


def choose_look(office, sheet):
    office.turn("dev.look")
    office.entry("dev.style").fill(sheet)
    office.press("dev.sendStyle")
    office.hears("dev.styleSent")


def figures(office) -> list[str]:
    """Players, results of today and of thirty days, and what waits, of the only game."""
    office.turn("dev.games", "parts")
    office.page.locator(".figures").wait_for()
    return office.page.locator(".figures dd").all_inner_texts()


def turn_every_page(office):
    """All parts of the only game, and then of the account."""
    office.page.locator("#office .own-games a").first.click()
    for key in ("game", "boards", "keys", "look", "results", "hideMany", "bans", "audit"):
        office.turn(f"dev.{key}")
    for key in ("account", "password", "codes", "sessions", "leave"):
        office.turn(f"dev.{key}", "parts")


def plain(text) -> str:
    """Without what a place makes of words: a sentence, or an addition in brackets."""
    return text.strip(" ().").casefold()


def left_in_english(seen) -> set[str]:
    """What is said as English says it and Polish does not, also with names and numbers in it, or behind a colon."""
    english, polish = ([form for row in languages()[tag]["words"].values() for form in forms(row)] for tag in ("en", "pl"))
    exact = {plain(text) for text in only_english()} - {plain(text) for text in polish}
    shapes = {text for text in english if "{" in text and len(re.findall("[a-z]", re.sub(r"\{\w+\}", "", text))) > 3} - set(polish)
    known = [re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(plain(text)))) for text in shapes]
    pieces = {piece for text in seen for piece in (text, *re.split(": | · ", text))}
    return {piece for piece in pieces if plain(piece) in exact or any(one.fullmatch(plain(piece)) for one in known)}
