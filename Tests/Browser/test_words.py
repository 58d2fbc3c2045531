"""The words files: one a language, complete, all in use, and nothing said outside of them."""

import html
import json
import re
import subprocess
from pathlib import Path

import pytest

from pages import WEB, languages

SWIFT = Path(__file__).resolve().parents[2] / "Sources"
CODE = ("shared", "status", "app", "worker", "widget", "scripts", "embed", "site", "pages")
LANGUAGES = languages()
ENGLISH = LANGUAGES["en"]["words"]
#: Rows of which a language may leave a value out: some say less than English, or nothing beside the appliance's words.
FREE = ("region.full.", "crowd.", "population.", "refusal.", "why.")


def forms(value) -> list[str]:
    return [value] if isinstance(value, str) else list(value.values())


def places(value) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", " ".join(forms(value))))


def sources() -> dict[str, str]:
    return {path.name: path.read_text() for folder in CODE for path in sorted((WEB / folder).iterdir())
            if path.suffix in (".js", ".html", ".webmanifest")}


def test_there_are_english_and_polish():
    assert {"en", "pl"} <= set(LANGUAGES)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_words_file_says_which_language_it_is(tag):
    assert LANGUAGES[tag]["language"].keys() == {"tag", "locale", "name", "plural", "twelveHourRegions"}
    assert LANGUAGES[tag]["language"]["tag"] == tag and LANGUAGES[tag]["language"]["locale"].split("-")[0] == tag
    assert LANGUAGES[tag].keys() == {"language", "words"}


@pytest.mark.parametrize("tag", LANGUAGES)
def test_no_key_stands_twice(tag):
    def unique(pairs):
        assert len(pairs) == len(dict(pairs)), [key for key, _ in pairs]
        return dict(pairs)

    json.loads((WEB / "words" / f"{tag}.json").read_text(), object_pairs_hook=unique)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_key_has_words_in_every_language_with_the_same_places(tag):
    words = LANGUAGES[tag]["words"]
    assert list(words) == list(ENGLISH), "the same keys, in the same order"
    for key, value in words.items():
        assert all(text.strip() for text in forms(value)), key
        # A letter has lines, and nothing else has.
        text = "".join(forms(value))
        assert not re.search(r"[\x00-\x1f]", text.replace("\n", "") if re.fullmatch(r"mail\.\w+\.text", key) else text), key
        # One language writes "one phone" where another counts, or says a total where another does not.
        counts = {"count", "total"}
        assert places(value) - counts == places(ENGLISH[key]) - counts or key.startswith(FREE), key


@pytest.mark.parametrize("tag", LANGUAGES)
def test_counts_have_every_form_that_their_language_needs(tag):
    locale = LANGUAGES[tag]["language"]["locale"]
    code = f"""const rules = new Intl.PluralRules({json.dumps(locale)});
        console.log(JSON.stringify([...new Set(Array.from({{ length: 201 }}, (_, count) => rules.select(count)))]))"""
    needed = set(json.loads(subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True).stdout))
    for key, value in LANGUAGES[tag]["words"].items():
        if isinstance(ENGLISH[key], dict):
            assert isinstance(value, dict) or len(needed) == 1, f"{key}: a count needs forms"
        if isinstance(value, dict):
            # `other` stands in for the forms that do not differ from it; `few` always does.
            assert "other" in value and value.keys() <= needed | {"other"}, key
            assert needed & {"one", "few"} <= value.keys() or len(set(forms(value))) == 1, key


def test_every_word_that_is_asked_for_is_there_and_none_is_idle():
    code = "\n".join(sources().values())
    named = set(re.findall(r'\bt\("([\w.]+)"', code)) | set(re.findall(r'data-t(?:-label)?="([\w.]+)"', code))
    named |= set(re.findall(r'"\{([a-z]+\.\w+)\}"', code))
    assert named - set(ENGLISH) == set(), "asked for, and there are no such words"
    phrases = (SWIFT / "Core" / "Notices" / "Languages" / "NoticePhrase.swift").read_text()
    said = set(re.findall(r'case \w+ = "(notice\.[\w.]+)"', phrases))
    calendars = (SWIFT / "Core" / "Rotations" / "Calendar" / "CalendarPhrase.swift").read_text()
    said |= set(re.findall(r'case \w+ = "(calendar\.[\w.]+)"', calendars))
    embedded = (SWIFT / "Arena" / "Routes" / "EmbedWords.swift").read_text()
    said |= set(re.findall(r'case \w+ = "(embed\.[\w.]+)"', embedded))
    site = (SWIFT / "Arena" / "Site" / "SitePhrase.swift").read_text()
    said |= set(re.findall(r'case \w+ = "(site\.[\w.]+)"', site))
    manual = (SWIFT / "Appliance" / "Manual" / "Manual.swift").read_text()
    said |= set(re.findall(r'text\("(manual\.\w+)"\)', manual))
    letters = (SWIFT / "Arena" / "Letters" / "LetterKind.swift").read_text().partition("    var life")[0]
    said |= {f"mail.{kind}.{part}" for kind in re.findall(r"^    case (\w+)$", letters, re.M) for part in ("subject", "text")}
    assert said - set(ENGLISH) == set(), "the appliance would have no words"
    asked = named | said | set(re.findall(r'"([a-z]+\.[A-Za-z0-9.]+)"', code))
    families = set(re.findall(r"`([a-z]+\.[A-Za-z.]*)\$\{", code))
    idle = {key for key in ENGLISH if key not in asked and not key.startswith(tuple(families))}
    assert idle == set(), "nobody says these"


@pytest.mark.parametrize("tag", LANGUAGES)
def test_notices_count_as_the_pages_do(tag):
    """The pages ask the browser which form a count takes, the appliance goes by the rule that the file names."""
    said = LANGUAGES[tag]["language"]
    code = f"""const form = (locale) => {{ const rules = new Intl.PluralRules(locale);
        return Array.from({{ length: 201 }}, (_, count) => rules.select(count)).join(); }};
        console.log(form({json.dumps(said["locale"])}) === form({json.dumps(said["plural"])}))"""
    assert subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True).stdout.strip() == "true"


#: Strings that are no words for people: looked at one by one.
NO_WORDS = re.compile(
    r"^(?:[MLHVQAZmlhvqaz0-9 .,+-]+|(?:[\w-]+ )*[\w-]*[a-z]-[\w-]+(?: [\w-]+)*|[A-Z][a-z]+-[A-Z][a-z]+|(?:[0-9a-f]{10} ?)+|"
    r"Bearer .*|(?:line|chip|strip|bar|card|board|contours|row|icon|icon arrow|line dashed|card mode|card table|cards modes|mode-now|"
    r"realm|light)\b.*)$")
ALLOWED = {"Authorization", "Accept", "Bearer", "result bad", "field grows", "Date", "PushManager", "Notification", "Watchpost",
           "MacIntel", "English", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", "xMaxYMid slice", "no-cache", "SELECT", "HTTP 404",
           "HTTP 410", "HTTP 429", "HTTP 401", "HTTP 403", "HTTP 400", "the clock is not set yet", "the host is inside a private network",
           "expired before it was sent", "application/json", "noopener noreferrer", "mon tue wed thu fri", "sat sun", "xMidYMid meet",
           "If-None-Match", "ETag", "Infinity"}
#: The appliance's own sentences, by which ours are found.
FOUND_BY = {
    "deadnotices.js": r"const causes = \{.*?\n\};", "glyphs.js": r"const ascii = \[.*?\n\]",
}


def literals(code: str) -> list[str]:
    """The strings of a module without imports and comments; of templates, what stands between the values."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", code, flags=re.S)
    code = re.sub(r'^import [^;]*;|^\s*(?:if|return)?\s*/.*?/[a-z]*\.test', "", code, flags=re.M)
    found = re.findall(r'"((?:[^"\\\n]|\\.)*)"', code)
    for template in re.findall(r"`([^`]*)`", code):
        found += re.split(r"\$\{[^}]*\}", template)
    return [text.strip() for text in found]


def is_spoken(text: str) -> bool:
    """Whether a person would read it: two words, or one that begins a sentence."""
    if text in ALLOWED or NO_WORDS.match(text) or "/" in text or re.fullmatch(r"[A-Z][A-Za-z]*(Token|Topic|ToToken|Id|Priority)", text):
        return False
    return bool(re.search(r"[A-Za-zÀ-ž]{2,} [A-Za-zÀ-ž]{2,}", text) or re.fullmatch(r"[A-Z][a-z]{2,}[.!?…]?", text))


@pytest.mark.parametrize("name", [name for name in sources() if name.endswith(".js")])
def test_nothing_is_said_outside_the_words_files(name):
    code = sources()[name]
    if name in FOUND_BY:
        code, count = re.subn(FOUND_BY[name], "", code, flags=re.S)
        assert count > 0
    assert [text for text in literals(code) if is_spoken(text)] == []


@pytest.mark.parametrize("name", ["app.html", "index.html", "widget.html", "frame.html", "about.html", "developers.html"])
def test_the_pages_mark_every_text_that_they_come_with(name):
    page = re.sub(r"<head>.*?</head>|<noscript>.*?</noscript>|<!--.*?-->|\[\[.*?\]\]|<pre.*?</pre>", "", sources()[name], flags=re.S)
    texts = [(tag, " ".join(text.split())) for tag, text in re.findall(r"<([^<>]*)>([^<>]*[A-Za-z][^<>]*)", page)]
    names = {"Watchpost", "Apex Legends"}
    assert [text for tag, text in texts if "data-t=" not in tag and text not in names] == []
    for tag in re.findall(r"<[^<>]*(?:aria-label|title|placeholder|alt)=\"[^\"<>][^<>]*>", page):
        assert "data-t-label=" in tag, tag
    # Until its words have come, a page says the same in English.
    marked = [(re.search(r'data-t="([\w.]+)"', tag)[1], text) for tag, text in texts if "data-t=" in tag]
    labels = [(key, label) for label, key in re.findall(r'aria-label="([^"]*)"[^<>]*data-t-label="([\w.]+)"', page)]
    assert len(marked) > 3
    for key, text in marked + labels:
        assert html.unescape(text) == ENGLISH[key], key


def test_the_check_sees_what_it_is_for():
    assert is_spoken("Loading…") and is_spoken("Nothing was sent") and is_spoken("Zapisz nazwę")
    assert not is_spoken("list-note small") and not is_spoken("Authorization") and not is_spoken("M12 2 21.5 12.5")
