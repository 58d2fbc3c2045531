"""Polish by a native's ear: verbs that agree with their counts, and the words that people use."""

import pytest

import worlds
from app_hands import SETTINGS, go, open_app

POLISH = {"locale": "pl-PL"}
SAY = """async ([key, values]) => {
    const { t } = await import('/assets/words.js');
    return t(key, values).replaceAll('\\u00a0', '');
}"""


@pytest.fixture
def say(home, visit):
    """Says a row of the words in Polish."""
    page = open_app(visit, home(worlds.all_up()), **POLISH)
    return lambda key, **values: page.evaluate(SAY, [key, values])


def test_verbs_agree_with_their_counts(say):
    said = [say("link.count", count=count) for count in (1, 4, 5, 22)]
    assert said == ["Z twoich list korzysta 1 urządzenie.", "Z twoich list korzystają 4 urządzenia.",
                    "Z twoich list korzysta 5 urządzeń.", "Z twoich list korzystają 22 urządzenia."]
    said = [say("devices.count", count=count) for count in (1, 3, 12)]
    assert said == ["Zarejestrowany jest jeden telefon.", "Zarejestrowane są 3 telefony.", "Zarejestrowanych jest 12 telefonów."]
    said = [say("pair.wrong", count=count) for count in (1, 2, 5)]
    assert said == ["zły kod; została jedna próba", "zły kod; zostały 2 próby", "zły kod; zostało 5 prób"]


def test_population_is_low_or_high_as_players_say_it(say):
    words = ("low", "medium", "high", "full")
    assert [say(f"population.{word}") for word in words] == [
        "Niska", "Średnia", "Wysoka", "Pełna"]


def test_a_test_is_called_a_test(home, visit, say):
    assert say("notify.test") == say("devices.test") == "Wyślij test"
    assert "„Wyślij test”" in say("notify.enabled")
    page = open_app(visit, home(worlds.all_up()), **POLISH)
    go(page, SETTINGS)
    assert "próbę" not in page.locator("#panel-settings").inner_text()
