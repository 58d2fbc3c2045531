"""A developer's games on the page of developers: added, changed, closed and opened again."""

from app_hands import until
from developer_hands import (  # noqa: F401 (fixtures)
    Player, as_developer, at_home, developer, error_of, fill, in_sight, open_part, press, sure, with_game,
)
from site_scene import box, pytestmark  # noqa: F401 (fixtures)


def test_a_game_is_added_and_what_is_wrong_is_said_beside_its_entry(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    page.get_by_text("You have no game yet.").wait_for()
    page.get_by_role("link", name="Add a game").click()
    until(lambda: in_sight(page) == "Add a game")
    press(page, "Add a game")
    assert error_of(page, "Name") == "This is required."
    fill(page, {"Name": "Snake II", "Name in addresses": "Snake 2", "Price": "4.995", "Where to get it": "http://example.org"})
    press(page, "Add a game")
    assert error_of(page, "Name in addresses").startswith("1 to 32 lowercase letters")
    assert error_of(page, "Price") == "A price such as 4.99, from 0 to 100,000." and error_of(page, "Where to get it").startswith("Enter an address that starts with https://")
    fill(page, {"Name in addresses": "snake", "Price": "4.99", "Currency": "eur", "Where to get it": "https://example.org/snake"})
    press(page, "Add a game")
    page.get_by_text("Another game already has this name; choose a different one.").wait_for()
    game = f"own-{page.email[4:12]}"
    fill(page, {"Name in addresses": game, "Description": "Apples.\nAnd walls.", "Time zone": "Europe/Warsaw"})
    page.get_by_label("Genre").select_option("Arcade")
    page.get_by_label("Who may send results").select_option("Clients that sign with the key")
    press(page, "Add a game")
    page.get_by_text("Game added. It needs a board now.").wait_for()
    kept = as_developer(box, page, "GET", "").json["games"][0]
    assert (kept["price"], kept["currency"], kept["genre"], kept["submissions"]) == (499, "EUR", "arcade", "signed")
    page.get_by_role("link", name="Games", exact=True).last.click()
    page.locator(".figures").wait_for()
    assert page.locator(".figures dd").all_inner_texts() == ["0", "0", "0", "0"]


def test_where_the_system_names_no_zone_that_a_clock_knows_a_new_game_has_utc(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    page.evaluate("""() => { const real = Intl.DateTimeFormat.prototype.resolvedOptions;
        Intl.DateTimeFormat.prototype.resolvedOptions = function () { return { ...real.call(this), timeZone: 'Etc/Unknown' }; }; }""")
    page.get_by_role("link", name="Add a game").click()
    until(lambda: in_sight(page) == "Add a game")
    assert page.get_by_label("Time zone").input_value() == "UTC"


def test_a_change_that_came_first_is_told_and_nothing_that_was_typed_is_lost(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page)
    open_part(box, page, game)
    fill(page, {"Description": "My own words"})
    assert as_developer(box, page, "PUT", f"/{game}", {"version": 1, "name": "Snake III", "zone": "UTC"}).status == 200
    press(page, "Save", exact=True)
    page.get_by_text("The game was changed elsewhere in the meantime.").wait_for()
    assert page.get_by_label("Description").input_value() == "My own words"
    told = page.locator(".clash li").all_inner_texts()
    assert "Name: Snake III" in told and "Time zone: UTC" in told and "Description: nothing" in told
    press(page, "Save", exact=True)
    page.get_by_text("Saved.").wait_for()
    kept = as_developer(box, page, "GET", "").json["games"][0]
    assert (kept["name"], kept["description"], kept["zone"]) == ("Snake II", "My own words", "Europe/Warsaw")


def test_a_game_is_closed_and_opened_again(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    player = Player(box, game, "Ola")
    open_part(box, page, game)
    press(page, "Close the game", exact=True)
    assert in_sight(page) == "No, keep it", "the first key press does nothing that cannot be taken back"
    press(page, "No, keep it")
    assert player.send("level", 1)["status"] == 201
    sure(page, "Close the game")
    page.get_by_text("The game is closed.").wait_for()
    assert player.send("level", 2)["status"] == 410
    press(page, "Open again", exact=True)
    page.get_by_text("The game is open again.").wait_for()
    assert player.send("level", 2)["status"] == 201


def test_games_of_others_are_not_there(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    open_part(box, page, "snake")
    page.get_by_text("You have no game with this name.").wait_for()
    page.goto(f"{box.base}/developers#games/%E0%A4%A")
    page.get_by_text("You have no game yet.").wait_for()


def test_a_game_is_deleted_for_good_by_its_name(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    player = Player(box, game, "Ola")
    player.send("level", 5)
    open_part(box, page, game)
    press(page, "Delete the game for good")
    assert error_of(page, "Type “Snake II” to delete it") == "This is required."
    fill(page, {"Type “Snake II” to delete it": "Snake"})
    press(page, "Delete the game for good")
    page.get_by_text("The game is called “Snake II”: type that.").wait_for()
    fill(page, {"Type “Snake II” to delete it": "Snake II"})
    press(page, "Delete the game for good")
    page.get_by_text("The game was deleted.").wait_for()
    page.get_by_text("You have no game yet.").wait_for()
    assert as_developer(box, page, "GET", "").json["games"] == []
    until(lambda: page.request.get(f"{box.base}/v1/games/{game}/boards/level").status == 404)
