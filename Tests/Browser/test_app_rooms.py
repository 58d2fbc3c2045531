"""A further room of the app is one module: its tabs, its pages and its addresses stand in no list."""

import json

import pytest

import worlds
from app_hands import open_app, row, until
from measures import wait_until
from pages import languages
from test_layout import fits

ROOM = """
import { el, setText } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { tabSign } from "/app/signs.js";

function makeGames(root, app) {
    const words = el("p");
    root.append(words, el("a", { href: "/app#games/orbit", text: "Orbit" }));
    return { update() { setText(words, `${t("games.none")} ${app.regionName("eu")}`); } };
}

function makeDuels(root) {
    let entered = 0;
    const words = el("p");
    root.append(words);
    return { update() { setText(words, `entered ${entered}`); }, enter() { entered += 1; }, get trust() { return { kind: "old", at: 0 }; } };
}

export const room = {
    name: "play", place: 2, sign: () => tabSign("M4 4 H20 V20 H4 Z"),
    tabs: [
        { name: "games", sign: () => tabSign("M4 4 H20 V20 H4 Z"), make: makeGames, isBeside: true },
        { name: "duels", sign: () => tabSign("M4 4 L20 20"), make: makeDuels, badge: () => ({ count: 2, words: t("duels.waiting") }) },
    ],
    pages: [{ kind: "game", tab: "games", besides: ["games"],
        of: ({ hash }) => (/^#games\\/[a-z]+$/.test(hash) ? { key: hash.slice(7) } : null),
        make: (app, { key }) => ({ root: el("article", {}, el("h2", { text: `Board of ${key}` })), title: `Board of ${key}` }) }],
};
"""
WORDS = {"room.play": ["Play", "Gry"], "tab.games": ["Games", "Gry"], "tab.duels": ["Duels", "Pojedynki"],
         "games.none": ["No game yet.", "Jeszcze nie ma gier."], "duels.waiting": ["2 to answer", "2 czekają"]}


@pytest.fixture
def furnished(home):
    """An appliance with a second room: one more module in the app's folder, and its words."""
    site = home(worlds.all_up())
    site.files["/app/sampleroom.js"] = ROOM.encode()
    for place, (tag, body) in enumerate(languages().items()):
        body["words"] |= {key: words[place] for key, words in WORDS.items()}
        site.files[f"/assets/{tag}.json"] = json.dumps(body).encode()
    return site


def tabs(page) -> list[str]:
    return page.locator("#tabs [role=tab]:visible .tab-words").all_inner_texts()


def enter(page, name: str):
    page.get_by_role("radiogroup", name="Room").get_by_role("radio", name=name).check(force=True)


def test_one_room_has_no_switch(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    assert page.locator("#rooms").is_hidden()
    assert tabs(page) == ["Watched", "All realms", "Maps", "Settings"]


def test_a_sample_room_has_its_tabs_and_pages(furnished, visit):
    page = open_app(visit, furnished, width=600)
    assert page.get_by_role("radio", name="Realms").is_checked()
    enter(page, "Play")
    assert tabs(page) == ["Games", "Duels"]
    assert page.locator("#panel-games p").inner_text() == "No game yet. Europe"
    assert page.title() == "Games · Watchpost" and page.url.endswith("/app#games")
    assert page.get_by_role("tab", name="2 to answer").locator(".badge").inner_text() == "2"
    page.get_by_role("link", name="Orbit").click()
    page.get_by_role("heading", name="Board of orbit").wait_for()
    assert page.url.endswith("/app#games/orbit") and page.title() == "Board of orbit"
    page.locator("#back").click()
    wait_until(page, "() => location.hash === '#games'")
    page.get_by_role("tab", name="Games").focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "() => document.querySelector('#panel-duels p')?.textContent === 'entered 1'")
    page.keyboard.press("ArrowRight")
    wait_until(page, "() => location.hash === '#games'")


def test_each_room_remembers_its_tab(furnished, visit):
    page = open_app(visit, furnished, width=600)
    page.locator("#tab-maps").click()
    enter(page, "Play")
    page.locator("#tab-duels").click()
    enter(page, "Realms")
    assert page.locator("#panel-maps").is_visible() and tabs(page)[0] == "Watched"
    enter(page, "Play")
    assert page.locator("#panel-duels").is_visible()
    page.go_back()
    wait_until(page, "() => !document.querySelector('#panel-maps').hidden")
    assert page.get_by_role("radio", name="Realms").is_checked()


def test_an_address_of_the_room_opens_it(furnished, visit):
    page = visit(f"{furnished.url}/app#games/orbit", width=1280, height=800, expect="#detail h2")
    assert page.get_by_role("heading", name="Board of orbit").is_visible()
    assert page.locator("#panel-games").is_visible(), "beside its page on a desk"
    assert page.get_by_role("radio", name="Play").is_checked()


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_switch_fits(furnished, visit, locale):
    page = open_app(visit, furnished, locale=locale)
    page.wait_for_selector("#rooms:not([hidden])")
    assert page.locator("#rooms .room-words").first.is_visible() == (locale == "en-GB"), "at 390 px there is room for English"
    fits(page)


def test_the_room_is_kept_for_when_there_is_no_connection(furnished, visit):
    page = open_app(visit, furnished, noisy=True)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    until(lambda: page.evaluate("caches.match('/app/sampleroom.js').then((one) => one !== undefined)"))
    furnished.break_link()
    page.goto(f"{furnished.url}/app#duels")
    page.wait_for_selector("#panel-duels:not([hidden])")


def test_a_room_that_fails_leaves_the_others(furnished, visit):
    furnished.files["/app/sampleroom.js"] = b"this is not a module {"
    page = open_app(visit, furnished, noisy=True)
    page.locator("#tab-realms").click()
    row(page, "Kazzak").wait_for()
    assert page.locator("#rooms").is_hidden()
