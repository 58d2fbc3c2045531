"""Icons of games, and the games that are promoted below those that one plays."""

import pytest
from contract.document import DOCUMENT

from app_hands import settled, until
from measures import CONTRAST
from pages import languages
from play_promoted import LANTERN, SHOP, icon, promote
from play_scene import DUELS, GAMES, evening, furnished, open_play
from test_play_layout import ALL, fits_everywhere
from test_play_trust import FAST

CARDS = "#panel-games .promoted-card"
HEADINGS = "#panel-games h2:visible"
READ = ["Lantern Keeper Platformer · PLN 14.99 Get it at store.example.org", "Tidal Puzzle · Free About this game"]


def read(page) -> list[str]:
    page.locator(CARDS).first.wait_for()
    return [" ".join(one.inner_text().split()) for one in page.locator(CARDS).all()]


def row(page, name: str):
    """The row or the card of a game."""
    return page.locator("#panel-games li", has=page.get_by_text(name, exact=True))


def saying(**facts):
    """A promoted game says this of itself."""
    def ready(arena):
        promote(arena)
        arena.games["lantern"] |= facts
    return ready


def retold(site, page, every: list[dict]):
    """The promoted game says one thing after the other of itself; each time with another name, by which the page shows that it knows."""
    first = dict(site.arena.games["lantern"])
    for number, facts in enumerate(every):
        name = f"Lantern {number}"
        site.arena.games["lantern"] = {**first, **facts, "name": name}
        refresh(page)
        row(page, name).wait_for()
        settled(site)
        yield facts, name


def refresh(page):
    page.locator("#as-of").click()


def test_a_game_has_its_icon_and_one_without_has_its_sign(arena, visit):
    site, page = furnished(arena, visit, ready=promote)
    image = row(page, "Orbit Drift").locator(".game-sign img")
    assert image.get_attribute("src") == site.arena.games["orbit"]["icon"] and image.get_attribute("alt") == ""
    until(lambda: image.evaluate("n => n.naturalWidth") == 96)
    assert image.bounding_box()["width"] == image.bounding_box()["height"] == 48
    plain = row(page, "Beetle Rally")
    assert plain.locator("svg.figure").count() == 1 and plain.locator("img").count() == 0


def test_another_icon_takes_the_place_of_the_first_and_without_one_the_sign_is_back(arena, visit):
    site, page = furnished(arena, visit, ready=promote)
    first = row(page, "Orbit Drift").locator("img").get_attribute("src")
    other = site.arena.front("orbit", LANTERN)["icon"]
    assert other != first
    refresh(page)
    page.locator(f"#panel-games img[src='{other}']").first.wait_for()
    del site.arena.games["orbit"]["icon"]
    refresh(page)
    row(page, "Orbit Drift").locator("svg.figure").wait_for()


@pytest.mark.parametrize("address, sign", [("games/orbit/endless", "#detail .board-head .game-sign"), (DUELS, ".duel-card .duel-head .game-sign"),
                                           ("profile/installs", "#detail .install-rows .game-sign")], ids=lambda one: one.split("/")[0])
def test_a_game_has_the_same_icon_wherever_it_is_shown(arena, visit, address, sign):
    site, page = furnished(arena, visit, address, ready=promote)
    page.locator(f"{sign} img[src='{site.arena.games['orbit']['icon']}']").first.wait_for()


def test_games_in_common_with_a_friend_have_their_icons(arena, visit):
    site, page = furnished(arena, visit, "friends", ready=promote)
    page.get_by_role("link", name="Kestrel_9").click()
    page.locator(f"#detail .common-head img[src='{site.arena.games['orbit']['icon']}']").wait_for()


def test_promoted_games_that_one_does_not_play_are_cards_below_the_own_ones(arena, visit):
    _, page = furnished(arena, visit, ready=promote)
    assert read(page) == READ
    assert page.locator(HEADINGS).all_inner_texts() == ["You play", "Promoted", "Other games"]
    assert page.locator("#panel-games .game-row .player-name").all_inner_texts() == ["Orbit Drift", "Beetle Rally", "Night Parcel", "Tile Harbour"]
    assert row(page, "Lantern Keeper").locator("img").count() == 1 and row(page, "Tidal").locator("svg.figure").count() == 1
    row(page, "Lantern Keeper").get_by_role("link", name="Lantern Keeper Platformer").click()
    page.locator("#detail .board-head", has_text="Lantern Keeper").wait_for()


def test_a_card_leads_to_the_shop_or_to_the_page_of_the_game(arena, visit):
    _, page = furnished(arena, visit, ready=promote)
    ways = {"Get it at store.example.org, Lantern Keeper": SHOP, "About this game, Tidal": "/games/tidal"}
    for name, address in ways.items():
        link = page.locator(CARDS).get_by_role("link", name=name, exact=True)
        assert link.get_attribute("href") == address
        assert link.get_attribute("rel") == "noopener noreferrer" and link.get_attribute("target") == "_blank"


def test_nothing_is_promoted_and_nothing_is_shown_of_it(arena, visit):
    def only_own(arena):
        arena.front("orbit", promoted=True)

    _, page = furnished(arena, visit, ready=only_own)
    page.locator("#panel-games .game-row").first.wait_for()
    assert page.locator(HEADINGS).all_inner_texts() == ["You play", "Other games"] and page.locator(CARDS).count() == 0


def test_a_game_that_is_closed_is_not_promoted(arena, visit):
    _, page = furnished(arena, visit, ready=saying(closedAt="2026-11-01T10:00:00Z"))
    assert read(page) == READ[1:]


def test_who_plays_nothing_yet_sees_what_is_promoted(arena, visit):
    site = evening(arena)
    promote(site.arena)
    page = open_play(visit, site)
    assert [one.split(" ")[0] for one in read(page)] == ["Orbit", "Lantern", "Tidal"]
    assert page.locator(HEADINGS).all_inner_texts() == ["Promoted", "Other games"]


def test_a_game_that_one_begins_to_play_moves_to_the_own_ones(arena, visit):
    site, page = furnished(arena, visit, ready=promote)
    assert read(page) == READ
    site.arena.submit(site.mine, "lantern", "lights", 12)
    refresh(page)
    page.locator("#panel-games .game-row", has_text="Lantern Keeper").wait_for()
    assert read(page) == READ[1:]


SHOPS = ["javascript:alert(1)", "http://store.example.org/", "data:text/html,<b>x</b>", "//evil.example/", "/app", "https://", "blob:https://evil.example/x",
         "https://store.example.org@evil.example/", "https://user:word@store.example.org/", " ", 42, {"href": SHOP}, [SHOP]]


def test_what_is_no_address_of_a_shop_never_becomes_a_link(arena, visit):
    site, page = furnished(arena, visit, ready=promote)
    for facts, name in retold(site, page, [{"shop": shop} for shop in SHOPS]):
        assert read(page)[0] == f"{name} Platformer · PLN 14.99 About this game", facts
        links = row(page, name).locator("a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
        assert links == ["/app#games/lantern", "/games/lantern"], facts


ICONS = ["https://evil.example/a.png", "//evil.example/a.png", "javascript:alert(1)", "data:image/png;base64,AAAA", "/v1/me", f"/v1/pictures/{'a' * 63}",
         f"/v1/pictures/{'A' * 64}", f"/v1/pictures/../me?{'a' * 52}", f"/v1/pictures/{'a' * 64}?x", 7, [f"/v1/pictures/{'a' * 64}"]]


def test_what_is_no_picture_of_the_appliance_is_never_asked_for(arena, visit):
    site, page = furnished(arena, visit, ready=saying(icon=None))
    for facts, name in retold(site, page, [{"icon": address} for address in ICONS]):
        assert row(page, name).locator("svg.figure").count() == 1 and row(page, name).locator("img").count() == 0, facts
    assert {one for one in site.requests if one.startswith("/v1/pictures/")} == {site.arena.games["orbit"]["icon"]}


ODD = [({"genre": "__proto__"}, "PLN 14.99"), ({"genre": "rolePlaying"}, "Role-playing · PLN 14.99"), ({"genre": {"x": 1}}, "PLN 14.99"), ({"price": -1}, "Platformer"),
       ({"price": "0"}, "Platformer"), ({"price": 1.5}, "Platformer"), ({"price": 1e300}, "Platformer"), ({"currency": "zł"}, "Platformer"),
       ({"currency": None}, "Platformer"), ({"price": 0, "currency": None}, "Platformer · Free"), ({"price": 499, "currency": "EUR"}, "Platformer · €4.99"),
       ({"genre": None, "price": None}, "")]


def test_a_genre_or_price_that_nobody_understands_is_left_out(arena, visit):
    site, page = furnished(arena, visit, ready=promote)
    for (facts, name), (_, said) in zip(retold(site, page, [facts for facts, _ in ODD]), ODD, strict=True):
        assert read(page)[0] == " ".join(f"{name} {said} Get it at store.example.org".split()), facts


def test_names_are_text_and_an_odd_name_in_paths_leads_nowhere_else(arena, visit):
    name = "<img src=x onerror=alert(1)>"

    def odd(arena):
        promote(arena)
        arena.games["../../app"] = {**arena.games.pop("lantern"), "game": "../../app", "name": name, "shop": None}

    _, page = furnished(arena, visit, ready=odd)
    card = page.locator(CARDS, has_text="onerror")
    assert card.locator(".player-name").inner_text() == name
    links = card.locator("a").evaluate_all("all => all.map((one) => one.getAttribute('href'))")
    assert links == ["/app#games/..%2F..%2Fapp"]


def test_they_are_asked_for_again_by_etag_and_cards_stay_where_nothing_changed(arena, visit):
    site, page = furnished(arena, visit, ready=promote, scripts=[FAST])
    assert read(page) == READ
    card = page.locator(CARDS, has_text="Lantern Keeper")
    card.evaluate("n => { n.isTheSame = true; }")
    until(lambda: site.answers.count(("/v1/games", 304)) >= 3, what="asked again, and nothing new was sent")
    site.arena.front("harbour", icon((20, 60, 60), (255, 255, 255)), promoted=True)
    page.locator(CARDS, has_text="Tile Harbour").wait_for()
    assert card.evaluate("n => n.isTheSame") is True
    for game in site.arena.games.values():
        game["promoted"] = False
    page.locator(CARDS).first.wait_for(state="detached")
    assert page.locator(HEADINGS).all_inner_texts() == ["You play", "Other games"]


def test_without_the_appliance_the_last_state_is_shown_and_signs_stand_for_icons(arena, visit):
    site, page = furnished(arena, visit, ready=promote, noisy=True)
    assert read(page) == READ
    settled(site)
    page.goto("about:blank")
    site.refusals = {("GET", "/v1/"): (503, "busy", 1)}
    page.goto(f"{site.url}/app#games")
    assert read(page) == READ
    page.locator("#strip:not([hidden])").wait_for()
    assert read(page) == READ
    for name in ("Orbit Drift", "Lantern Keeper"):
        row(page, name).locator("svg.figure").wait_for()


def test_no_game_is_promoted_before_it_is_known_what_one_plays(arena, visit):
    site = evening(arena)
    promote(site.arena)
    played = site.hold("/v1/me/games")
    page = open_play(visit, site)
    page.locator("#panel-games .game-row").first.wait_for()
    assert page.locator(CARDS).count() == 0
    played.set()
    page.locator(CARDS).first.wait_for()


def test_in_polish(arena, visit):
    _, page = furnished(arena, visit, ready=promote, locale="pl-PL")
    assert read(page) == ["Lantern Keeper Platformowa · 14,99 zł Do pobrania: store.example.org", "Tidal Logiczna · Za darmo O tej grze"]
    assert page.locator(HEADINGS).all_inner_texts() == ["Grasz w", "Polecane", "Inne gry"]


@pytest.mark.parametrize("tag", languages())
def test_every_genre_of_the_api_has_words(tag):
    genres = DOCUMENT["components"]["schemas"]["PublicGameBody"]["properties"]["genre"]["enum"]
    said = {key.removeprefix("site.genre.") for key in languages()[tag]["words"] if key.startswith("site.genre.")}
    assert said == set(genres)


def long(arena):
    promote(arena)
    arena.games["lantern"]["name"] = "Donaudampfschifffahrtsgesellschaftskapitän"
    arena.games["lantern"]["shop"] = f"https://{'a-rather-long-name-of-a-shop.' * 4}example.org/"


def test_cards_fit_with_long_names_too(arena, visit):
    _, page = furnished(arena, visit, ready=long, locale="pl-PL")
    page.locator(CARDS).first.wait_for()
    page.evaluate(ALL)
    fits_everywhere(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cards_have_enough_contrast(arena, visit, scheme):
    _, page = furnished(arena, visit, ready=promote, color_scheme=scheme)
    page.locator(CARDS).first.wait_for()
    page.evaluate(ALL)
    measured = page.evaluate(CONTRAST)
    assert measured["seen"] > 10 and measured["poor"] == []
