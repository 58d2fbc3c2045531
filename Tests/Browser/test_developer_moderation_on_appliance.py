"""What developers do about results and players on their page: judging, hiding many with a look before, undoing, banning, and the audit."""

import csv
import json
import re

import pytest

import measures
from app_hands import Late, caught_up, until
from developer_hands import (  # noqa: F401 (fixtures)
    Player, as_developer, at_home, developer, error_of, fill, leads, open_part, press, sure, with_game,
)
from site_scene import box, pytestmark  # noqa: F401 (fixtures)
from test_layout import fits
from test_site_on_appliance import MISTAKES
from test_status_words import POLISH

PARTS = ("", "boards", "boards/level", "new-board", "keys", "look", "results", "hide", "bans", "audit")


def test_a_flagged_result_is_judged(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    player = Player(box, game, "Zosia")
    player.send("level", 500)
    assert player.send("level", 20_000)["status"] == 201
    page.get_by_role("navigation", name="Parts of the account").get_by_role("link", name="Games").click()
    page.reload()
    page.locator(".figures a", has_text="1").click()
    page.get_by_text("Better than the board’s limit: on hold.").wait_for()
    assert page.locator(".state-word").inner_text() == "on hold"
    press(page, re.compile(r"^Accept 20\D?000, Zosia"))
    page.get_by_text("Accepted; it counts.").wait_for()
    assert page.locator(".state-word").inner_text() == "counts"
    assert page.evaluate("document.activeElement.textContent") == "Hide", "the keyboard goes on with what can be done now"
    best = lambda: box.get_json(f"/v1/games/{game}/boards/level")["rows"][0]["score"]  # noqa: E731
    until(lambda: best() == 20_000)
    press(page, re.compile(r"^Hide 20\D?000, Zosia"))
    page.get_by_text("Hidden; it does not count.").wait_for()
    until(lambda: best() == 500)
    hidden = page.get_by_role("link", name="Hidden", exact=True)
    hidden.click()
    # This link is drawn with the rows; others stood there before.
    hidden.and_(page.locator("[aria-current=true]")).wait_for()
    page.locator(".sessions li").first.wait_for()
    assert page.locator(".sessions li").count() == 1
    page.get_by_role("link", name="Activity log").click()
    page.locator(".sessions li >> nth=1").wait_for()
    acts = page.locator(".sessions li").all_inner_texts()
    assert ["Hid a result", "Accepted a result"] == [one.split("\n")[0] for one in acts] and acts[0].endswith("you")


def test_all_results_come_as_a_file(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    player = Player(box, game, "Halina")
    for score in (500, 20_000):
        player.send("level", score)
    open_part(box, page, game, "results")
    with page.expect_download() as found:
        press(page, "For spreadsheets (CSV)")
    assert found.value.suggested_filename == f"{game}-results.csv"
    with open(found.value.path(), encoding="utf-8", newline="") as file:
        assert [(row["name"], row["score"], row["state"]) for row in csv.DictReader(file)] == [("Halina", "500", "counts"), ("Halina", "20000", "held")]
    page.get_by_text("The file is in your downloads.").wait_for()
    with page.expect_download() as found:
        press(page, "For programs (JSON)")
    with open(found.value.path(), encoding="utf-8") as file:
        assert [one["score"] for one in json.load(file)] == [500, 20_000]


def test_many_are_hidden_after_a_preview_and_given_back(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level", "other")
    for name, score in (("Ania", 100), ("Jan", 200), ("Cheat", 9000)):
        Player(box, game, name).send("level", score)
    open_part(box, page, game, "hide")
    press(page, "Preview")
    assert error_of(page, "Player’s code") == "Enter a player, a time or a score."
    fill(page, {"Scores above": "150"})
    press(page, "Preview")
    assert error_of(page, "Scores above").startswith("Scores can be compared only within one board")
    page.get_by_label("On which board").select_option("Level")
    press(page, "Preview")
    page.get_by_role("heading", name="What hiding would do").wait_for()
    told = page.locator(".outcome").inner_text()
    assert "2 results of 2 players." in told and "Cheat (9" in told and "Ania (100)" in told
    leads(box, game, "level", "Cheat", "Jan", "Ania")  # A look changes nothing.
    fill(page, {"Scores above": "250"})
    assert page.locator(".outcome").inner_text() == "", "that was said of another selection"
    press(page, "Preview")
    page.get_by_text("1 result of 1 player.").wait_for()
    press(page, "Hide them")
    row = page.locator(".sessions li", has_text="No. 1: 1 result")
    row.get_by_text(re.compile("can be undone until")).wait_for()
    leads(box, game, "level", "Jan", "Ania")
    with page.expect_response("**/undo") as answer:
        sure(page, "Undo")
    # The box answers after three seconds at the latest, also where it is not done by then.
    if answer.value.json()["state"] == "undone":
        page.get_by_text("Undone; the results count again.").wait_for()
    row.get_by_text(re.compile("· undone$")).wait_for()
    leads(box, game, "level", "Cheat", "Jan", "Ania")
    fill(page, {"Player’s code": "nobody0000", "Scores above": ""})
    press(page, "Preview")
    assert error_of(page, "Player’s code") == "No player has this code."


def test_results_of_a_time_span_are_hidden(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    Player(box, game, "Ewa").send("level", 100)
    open_part(box, page, game, "hide")
    fill(page, {"Sent since": "2020-01-02T00:00", "Sent before": "2020-01-01T00:00"})
    press(page, "Preview")
    assert error_of(page, "Sent before") == "This must be after the beginning."
    fill(page, {"Sent before": "2020-01-03T00:00"})
    press(page, "Preview")
    page.get_by_text("Nothing matches, or all of it is already hidden.").wait_for()
    fill(page, {"Sent before": ""})
    press(page, "Preview")
    press(page, "Hide them")
    leads(box, game, "level")


def test_a_player_is_banned_and_let_back(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    player = Player(box, game, "Flyer")
    player.send("level", 20_000)
    open_part(box, page, game, "results")
    page.get_by_role("link", name="Ban Flyer").click()
    page.get_by_label("Player’s code").wait_for()
    assert page.get_by_label("Player’s code").input_value() == player.code
    fill(page, {"Note (optional)": "flies through walls"})
    press(page, "Ban the player")
    page.locator(".sessions li", has_text="flies through walls").wait_for()
    assert player.send("level", 1)["status"] == 403
    press(page, "Lift the ban on Flyer")
    page.get_by_text("The ban is lifted.").wait_for()
    assert player.send("level", 1)["status"] == 201
    fill(page, {"Player’s code": "nobody0000"})
    press(page, "Ban the player")
    assert error_of(page, "Player’s code") == "No player has this code."
    stranger = Player(box, "snake", "Elsewhere")
    fill(page, {"Player’s code": stranger.code})
    press(page, "Ban the player")
    assert error_of(page, "Player’s code") == "This player has never played the game."
    page.get_by_role("link", name="Activity log").click()
    page.locator(".sessions li", has_text="Lifted a ban").wait_for()
    assert f"Player {player.code} (Flyer)" in page.locator(".sessions li", has_text="Banned a player").inner_text()


def test_an_answer_from_before_a_ban_was_lifted_does_not_bring_it_back(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    for name in ("Skipper", "Digger"):
        ban = as_developer(box, page, "PUT", f"/{game}/bans/{Player(box, game, name).code}", {})
        assert ban.status in (200, 201, 204), ban.body
    open_part(box, page, game, "bans")
    page.get_by_role("button", name="Lift the ban on Digger").wait_for()
    late = Late(page, "/bans$")
    press(page, "Lift the ban on Skipper")
    late.asked()
    press(page, "Lift the ban on Digger")
    none = page.get_by_text("Nobody is banned.")
    none.wait_for()
    late.come()
    caught_up(page)
    assert none.is_visible() and page.get_by_role("button", name="Lift the ban on").count() == 0


def test_a_session_that_is_over_leads_back_to_the_door(box, developer):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level")
    open_part(box, page, game, "bans")
    page.evaluate("sessionStorage.setItem('watchpost.developer', `session.${'A'.repeat(22)}.${'B'.repeat(43)}`)")
    page.get_by_role("link", name="Boards", exact=True).click()
    page.get_by_text("Your session is over; sign in again.").wait_for()
    assert as_developer(box, page, "GET", "").status == 401


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_parts_fit_can_be_read_and_have_names(box, developer, scheme):  # noqa: F811
    page = developer
    at_home(page)
    game = with_game(box, page, "level", name="Donaudampfschifffahrtsgesellschaftskapitän")
    Player(box, game, "Maximilian-Alexander").send("level", 2_000_000)
    page.emulate_media(color_scheme=scheme)
    for part in PARTS:
        open_part(box, page, game, *part.split("/"))
        assert page.evaluate(measures.CONTRAST)["poor"] == [] and page.evaluate(MISTAKES) == [], part
        if scheme == "light" and "board" not in part:
            fits(page)
            page.evaluate("document.documentElement.style.fontSize = ''")
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate(measures.OVERFLOW) == {"scroll": 0, "culprits": []}, part


def test_a_game_and_its_board_are_made_in_polish(box, developer, visit):  # noqa: F811
    at_home(developer)
    credential = developer.evaluate("sessionStorage.getItem('watchpost.developer')")
    enter = f"sessionStorage.setItem('watchpost.developer', '{credential}')"
    page = visit(f"{box.base}/developers", 390, 844, expect="#office .panel h2", noisy=True, scripts=[enter], **POLISH)
    page.get_by_role("link", name="Dodaj grę").click()
    game = f"pl-{developer.email[4:12]}"
    fill(page, {"Nazwa": "Wąż", "Nazwa w adresach": game, "Cena": "4,99"})
    press(page, "Dodaj grę")
    assert error_of(page, "Waluta") == "Podaj trzema literami walutę ceny."
    fill(page, {"Waluta": "PLN"})
    page.get_by_label("Gatunek").select_option("Zręcznościowa")
    press(page, "Dodaj grę")
    page.get_by_text("Gra dodana. Teraz potrzebuje tabeli.").wait_for()
    page.get_by_role("link", name="Dodaj tabelę").click()
    fill(page, {"Nazwa": "Poziom 1", "Nazwa w adresach": "poziom-1", "Wstrzymaj wyniki lepsze niż": "1000"})
    press(page, "Dodaj tabelę")
    page.get_by_text("Tabela dodana.").wait_for()
    page.get_by_role("link", name="Klucze").click()
    press(page, "Utwórz pierwszy klucz")
    page.get_by_text("Zapisz oba: widać je tylko ten jeden raz.").wait_for()
    Player(box, game, "Gżegżółka").send("poziom-1", 5000)
    page.get_by_role("link", name="Wyniki").click()
    page.get_by_text("Lepszy niż granica tabeli: czeka.").wait_for()
    press(page, re.compile("^Przyjmij .*Gżegżółka"))
    page.get_by_text("Przyjęty; liczy się.").wait_for()
    leads(box, game, "poziom-1", "Gżegżółka")
    page.get_by_role("link", name="Co zrobiono").click()
    page.get_by_text("Przyjęto wynik").wait_for()
    assert page.evaluate(measures.OVERFLOW) == {"scroll": 0, "culprits": []}
