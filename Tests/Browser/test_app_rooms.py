"""A further room of the app is one module: its tabs, its pages and its addresses stand in no list."""

import json

import pytest

import worlds
from app_hands import open_app, row, until
from measures import wait_until
from pages import languages
from play_scene import games
from test_layout import fits

ROOM = """
import { el, setText } from "/assets/dom.js";
import { t } from "/assets/words.js";
import { tabSign } from "/app/signs.js";

function makeBeds(root, app) {
    const words = el("p");
    root.append(words, el("a", { href: "/app#beds/orbit", text: "Orbit" }));
    return { update() { setText(words, `${t("beds.none")} ${app.regionName("eu")}`); } };
}

function makeTools(root) {
    let entered = 0;
    const words = el("p");
    root.append(words);
    return { update() { setText(words, `entered ${entered}`); }, enter() { entered += 1; }, get trust() { return { kind: "old", at: 0 }; } };
}

export const room = {
    name: "garden", place: 3, sign: () => tabSign("M4 4 H20 V20 H4 Z"),
    tabs: [
        { name: "beds", sign: () => tabSign("M4 4 H20 V20 H4 Z"), make: makeBeds, isBeside: true },
        { name: "tools", sign: () => tabSign("M4 4 L20 20"), make: makeTools, badge: () => ({ count: 2, words: t("tools.waiting") }) },
    ],
    pages: [{ kind: "game", tab: "beds", besides: ["beds"],
        of: ({ hash }) => (/^#beds\\/[a-z]+$/.test(hash) ? { key: hash.slice(6) } : null),
        make: (app, { key }) => ({ root: el("article", {}, el("h2", { text: `Board of ${key}` })), title: `Board of ${key}` }) }],
};
"""
WORDS = {"room.garden": ["Garden", "Ogród"], "tab.beds": ["Beds", "Grządki"], "tab.tools": ["Tools", "Narzędzia"],
         "beds.none": ["No bed yet.", "Jeszcze nie ma grządek."], "tools.waiting": ["2 to answer", "2 czekają"]}


@pytest.fixture
def furnished(home):
    """An appliance with a second room: one more module in the app's folder, and its words."""
    return furnish(home(worlds.all_up()))


@pytest.fixture
def crowded(arena):
    """An appliance with three rooms: it has games, and one more module."""
    site = arena(worlds.all_up())
    games(site.arena)
    return furnish(site)


def furnish(site):
    site.files["/app/sampleroom.js"] = ROOM.encode()
    for place, (tag, body) in enumerate(languages().items()):
        mine = body["words"] | {key: words[place] for key, words in WORDS.items()}
        site.files[f"/assets/{tag}.json"] = json.dumps({**body, "words": mine}).encode()
    return site


def tabs(page) -> list[str]:
    return page.locator("#tabs [role=tab]:visible .tab-words").all_inner_texts()


def stands_at(page, part: str):
    """Waits for an address as the page has it: Playwright hears of it a little later."""
    wait_until(page, "part => location.pathname === '/app' && location.hash === part", part)


def enter(page, name: str):
    page.get_by_role("radiogroup", name="Room").get_by_role("radio", name=name).check(force=True)


def test_one_room_has_no_switch(home, visit):
    page = open_app(visit, home(worlds.all_up()))
    assert page.locator("#rooms").is_hidden()
    assert tabs(page) == ["Watched", "All realms", "Maps", "Settings"]


def test_a_sample_room_has_its_tabs_and_pages(furnished, visit):
    page = open_app(visit, furnished, width=600)
    assert page.get_by_role("radio", name="Realms").is_checked()
    enter(page, "Garden")
    assert tabs(page) == ["Beds", "Tools"]
    assert page.locator("#panel-beds p").inner_text() == "No bed yet. Europe"
    stands_at(page, "#beds")
    assert page.title() == "Beds · Watchpost"
    assert page.get_by_role("tab", name="2 to answer").locator(".badge").inner_text() == "2"
    page.get_by_role("link", name="Orbit").click()
    page.get_by_role("heading", name="Board of orbit").wait_for()
    stands_at(page, "#beds/orbit")
    assert page.title() == "Board of orbit"
    page.locator("#back").click()
    stands_at(page, "#beds")
    page.get_by_role("tab", name="Beds").focus()
    page.keyboard.press("ArrowRight")
    wait_until(page, "() => document.querySelector('#panel-tools p')?.textContent === 'entered 1'")
    page.keyboard.press("ArrowRight")
    stands_at(page, "#beds")


def test_each_room_remembers_its_tab(furnished, visit):
    page = open_app(visit, furnished, width=600)
    page.locator("#tab-maps").click()
    enter(page, "Garden")
    page.locator("#tab-tools").click()
    enter(page, "Realms")
    assert page.locator("#panel-maps").is_visible() and tabs(page)[0] == "Watched"
    enter(page, "Garden")
    assert page.locator("#panel-tools").is_visible()
    page.go_back()
    wait_until(page, "() => !document.querySelector('#panel-maps').hidden")
    assert page.get_by_role("radio", name="Realms").is_checked()


def test_an_address_of_the_room_opens_it(furnished, visit):
    page = visit(f"{furnished.url}/app#beds/orbit", width=1280, height=800, expect="#detail h2")
    assert page.get_by_role("heading", name="Board of orbit").is_visible()
    assert page.locator("#panel-beds").is_visible(), "beside its page on a desk"
    assert page.get_by_role("radio", name="Garden").is_checked()


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_switch_fits(furnished, visit, locale):
    page = open_app(visit, furnished, locale=locale)
    page.wait_for_selector("#rooms:not([hidden])")
    assert page.locator("#rooms .room-words").first.is_visible() == (locale == "en-GB"), "at 390 px there is room for English"
    fits(page)


def rooms(page) -> list[str]:
    return page.locator("#rooms label:not([hidden]) input").evaluate_all("all => all.map(one => one.ariaLabel)")


def test_three_rooms_stand_in_their_order_and_each_remembers_its_tab(crowded, visit):
    page = open_app(visit, crowded, width=600)
    until(lambda: rooms(page) == ["Realms", "Play", "Garden"], what=f"the switch has {rooms(page)}")
    left = {"Realms": "maps", "Play": "friends", "Garden": "tools"}
    for name, tab in left.items():
        enter(page, name)
        page.locator(f"#tab-{tab}").click()
        page.wait_for_selector(f"#panel-{tab}:not([hidden])")
    for name, tab in reversed(left.items()):
        enter(page, name)
        page.wait_for_selector(f"#panel-{tab}:not([hidden])")
        assert page.get_by_role("radio", name=name).is_checked()
        assert len(tabs(page)) == {"Realms": 4, "Play": 4, "Garden": 2}[name]


@pytest.mark.parametrize("locale", ["en-GB", "pl-PL"])
def test_the_switch_of_three_fits(crowded, visit, locale):
    page = open_app(visit, crowded, locale=locale)
    until(lambda: len(rooms(page)) == 3)
    fits(page)
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({"width": 320, "height": 568})
    names = {"en-GB": ["Realms", "Play", "Garden"], "pl-PL": ["Serwery", "Gry", "Ogród"]}[locale]
    assert rooms(page) == names
    for name in names:
        box = page.locator("#rooms label").nth(names.index(name)).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 320, name


@pytest.mark.worker
def test_the_room_is_kept_for_when_there_is_no_connection(furnished, visit):
    page = open_app(visit, furnished, noisy=True)
    wait_until(page, "() => navigator.serviceWorker.controller !== null")
    until(lambda: page.evaluate("caches.match(document.querySelector('script[type=module]').src).then((one) => one !== undefined)"))
    furnished.break_link()
    page.goto(f"{furnished.url}/app#tools")
    # Another part of the same address loads nothing.
    page.reload()
    page.wait_for_selector("#panel-tools:not([hidden])")


def test_a_room_that_fails_leaves_the_others(furnished, visit):
    furnished.files["/app/sampleroom.js"] = b"throw new Error('broken');"
    page = open_app(visit, furnished, noisy=True)
    page.locator("#tab-realms").click()
    row(page, "Kazzak").wait_for()
    assert page.locator("#rooms").is_hidden()
