"""What is told to people is plain English and Polish of today: phrases that were mended once do not come back."""

import json
import re
from pathlib import Path

import pytest

from pages import languages
from test_words import forms

ROOT = Path(__file__).resolve().parents[2]

#: What nobody would write on a button, with what it is now.
ODD = {
    "take administration": "Remove admin rights", "which one is it?": "Blink the box", "what i am told": "What to notify me about",
    "counts already": "in effect now", "one of both": "one of them", "longer than it was true": "Outdated before it could be sent",
    "eyes cannot be turned": "Your list cannot be changed now", "administers the": "can manage", "goes its own way": "keeps its own copy",
    "take the script": "Copy the script", "it is right without": "it works without", "change it nevertheless": "Apply anyway",
    "who is shown": "Players to show", "of which time": "Period", "you are told once": "You will be notified once",
    "alerts reach nobody": "alerts are not sent", "left in peace": "no notices are sent", "whom to turn to": "a contact address",
    "sends no letters": "sends no email", "a letter with": "an email with", "code of the letter": "Code from the email",
    "code stands": "the code is on", "stands there twice": "is given twice", "stands behind": "is shown after",
    "what it answers is none": "its answer makes no sense", "this is none": "this one is wrong", "is none of": "is not one of",
    "is no command": "is not a command", "is no option": "is not an option",
    "small letters": "lowercase letters", "is no score": "is not a possible score", "no email address such": "not an email address such",
    "is no picture that": "cannot be read", "elsewhere meanwhile": "elsewhere in the meantime", "shown this once": "shown only this once",
    "begin anew": "start over", "begins anew": "starts over", "look what it does": "See what it does", "counts nobody": "tracks nobody",
    "somebody is called so": "this name is taken", "be called so": "this name is reserved", "many ask at once": "Too many requests at once",
    "password of the account, or no longer": "the account's password",
    "waiting for the first": "Waiting for data", "split ended": "Schedule ended", "is over since": "maintenance over since",
    "places up since": "up by 3 since Monday", "those phones of this person": "all your phones", "are yours to change": "it can change",
    "as of when this": "As of the time", "and comes when it answers": "and appears once it answers", "show which one it is": "blink",
    "register with this invitation any more": "this invitation can no longer be used", "no queue any more": "no longer has a queue",
    "known any more": "no longer known", "off the promoted ones": "removed from the promoted games", "was taken out later": "was removed later",
    "days: none": "the list is empty", "is of no list of": "does not belong to this list", "is yours, or no longer": "or it has ended",
    "is none any more": "is no longer valid", "sends a letter": "sends an email", "sends letters": "sends email", "the letter has eight": "the email has eight",
}
ODD_IN_POLISH = ["ma rację także", "weź skrypt", "w twoim telefonie", "które to urządzenie", "kod z listu", "nie wysyła listów"]


def english() -> dict[str, str]:
    """Every English text of the words files by its key."""
    return {key: " ".join(forms(row)) for key, row in languages()["en"]["words"].items()}


def pages() -> dict[str, str]:
    """Pages of the manual for those who have a box, and what the pages say until their words have come."""
    names = ["install", "app", "tunnel", "notifications", "trouble", "configuration", "backup", "calendar", "widgets", "rotations", "hardware",
             "games", "developers", "protocol", "api", "realms", "client", "service"]
    found = [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / f"docs/{name}.md" for name in names), ROOT / "image/package/watchpost.1"]
    found += sorted((ROOT / "Sources").rglob("*.docc/*.md"))
    found += sorted((ROOT / "Sources/Appliance/Web").rglob("*.html"))
    return {str(path.relative_to(ROOT)): re.sub(r"Sources/Appliance\S*", "", path.read_text()) for path in found}


def literals() -> dict[str, str]:
    """The sentences of the program: problems, commands, settings, the log. Words that belong together stand on several lines."""
    found = {}
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        code = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
        code = re.sub(r'"\s*\+\s*"', "", code)
        texts = re.findall(r'"""(.*?)"""', code, flags=re.S) + re.findall(r'"((?:[^"\\\n]|\\.)*)"', code)
        found[str(path.relative_to(ROOT))] = "\n".join(re.sub(r"\\\(\w+[^)]*\)", "…", text) for text in texts if " " in text)
    return found


def odd(texts: dict[str, str], phrases) -> list[str]:
    return [f"{where}: {phrase}" for where, text in texts.items() for phrase in phrases if phrase in " ".join(text.lower().split())]


@pytest.mark.parametrize("texts", [english, pages, literals])
def test_what_people_read_is_said_as_people_say_it(texts):
    assert odd(texts(), ODD) == []


def test_polish_is_said_as_poles_say_it():
    assert odd({key: " ".join(forms(row)) for key, row in languages()["pl"]["words"].items()}, ODD_IN_POLISH) == []


@pytest.mark.parametrize("texts", [english, pages, literals])
def test_what_stands_at_home_is_a_box_and_nothing_else(texts):
    # The name of a box is made from these words, so that another one would be another box.
    found = {where: text.replace("watchpost appliance …", "") for where, text in texts().items()}
    assert [where for where, text in found.items() if re.search(r"\bappliances?\b", text, flags=re.I)] == []


def test_the_descriptions_of_the_api_speak_of_a_box():
    for path in sorted((ROOT / "Sources").glob("**/OpenAPI/*.json")):
        said = re.findall(r'"(?:summary|description)": ("(?:[^"\\]|\\.)*")', path.read_text())
        assert [text for text in map(json.loads, said) if "appliance" in text.lower()] == [], path.name
