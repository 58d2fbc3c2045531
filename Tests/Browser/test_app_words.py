"""The app's words: one table in English and Polish, nothing said outside of it, and a Polish app that fits."""

import json
import re
import subprocess
from pathlib import Path

import pytest

import bodies as b
import worlds
from app_hands import MAPS, REALMS, SETTINGS, WATCHED, go, open_app, ready, row, setting, until
from app_server import APP
from fixture_server import WEB
from test_app_admin import DEAD, phone
from test_layout import fits

TABLES = {"sharedwords.js": WEB, "wordsbox.js": APP, "wordsmaps.js": APP, "wordsrealms.js": APP, "wordssettings.js": APP,
          "wordsscreens.js": APP, "wordscodes.js": APP}
#: Spoken by the status page alone, in English.
STATUS_PAGE = {"flavour.js", "lamps.js", "latest.js", "lcd.js", "live.js", "net.js", "panel.js", "places.js", "realmlist.js", "regions.js", "section.js",
               "verdict.js", "watchpost.js", "glyphs.js"}
POLISH = {"locale": "pl-PL"}


def table() -> dict[str, list]:
    """Every row of every table; a key in two tables would hide one of them."""
    rows: list[tuple[str, list]] = []
    for name, folder in TABLES.items():
        code = f"import * as words from {json.dumps((folder / name).as_uri())}; console.log(JSON.stringify(Object.values(words)[0]))"
        done = subprocess.run(["node", "--input-type=module", "-e", code], capture_output=True, text=True, check=True)
        rows += json.loads(done.stdout).items()
    assert len(rows) == len(dict(rows)), "a key stands there twice"
    return dict(rows)


@pytest.fixture(scope="module")
def words() -> dict[str, list]:
    return table()


def modules() -> list[Path]:
    """The modules that speak to a person, but for the tables."""
    shared = [path for path in WEB.glob("*.js") if path.name not in STATUS_PAGE]
    return [path for path in [*shared, *APP.glob("*.js")] if path.name not in TABLES and path.name != "wordsworker.js"]


def forms(value) -> list[str]:
    return [value] if isinstance(value, str) else list(value.values())


def test_every_row_has_both_languages_with_the_same_places(words):
    for key, row in words.items():
        assert len(row) == 2, key
        english, polish = (forms(one) for one in row)
        assert all(text.strip() for text in english + polish), key
        places = [set(re.findall(r"\{(\w+)\}", " ".join(one))) for one in (english, polish)]
        # English writes "one phone" where Polish may count, and the other way round.
        assert places[0] - {"count"} == places[1] - {"count"} or key.startswith(("region.", "population.", "refusal.")), key


def test_polish_counts_have_every_form_they_need(words):
    for key, (english, polish) in words.items():
        assert isinstance(english, str) or isinstance(polish, (str, dict)), key
        if isinstance(english, dict):
            assert isinstance(polish, dict) and {"one", "other"} <= polish.keys(), key
            # `few` may only be left out where the words do not differ.
            assert "few" in polish or key in {"find.some"}, key


def test_every_word_that_is_asked_for_is_there_and_none_is_idle(words):
    code = "\n".join(path.read_text() for path in [*modules(), *APP.glob("*.html")])
    asked = set(re.findall(r'"([a-z]+\.[A-Za-z0-9.]+)"', code)) | set(re.findall(r'\bt\("(\w+)"', code))
    families = set(re.findall(r"`([a-z]+\.[A-Za-z.]*)\$\{", code))
    missing = {key for key in re.findall(r'\bt\("([\w.]+)"', code) if key not in words}
    missing |= {key for key in re.findall(r'data-t(?:-label)?="([\w.]+)"', code) if key not in words}
    assert missing == set()
    idle = {key for key in words if key not in asked and not key.startswith(tuple(families))}
    assert idle == set()


#: Strings that are no words for people: looked at one by one.
NO_WORDS = re.compile(
    r"^(?:[MLHVQAZmlhvqaz0-9 .,+-]+|(?:[\w-]+ )*[\w-]*[a-z]-[\w-]+(?: [\w-]+)*|[A-Z][a-z]+-[A-Z][a-z]+|"
    r"Bearer .*|(?:line|chip|strip|card|board|bar|contours|row|icon|icon arrow|line dashed|card mode|cards modes|mode-now)\b.*)$")
ALLOWED = {"Authorization", "Accept", "Bearer", "result bad", "field grows", "Date", "PushManager", "Notification", "Watchpost", "MacIntel", "English", "Polski",
           "ArrowLeft", "ArrowRight", "Home", "End", "Enter", "xMaxYMid slice", "no-cache", "SELECT", "HTTP 404", "HTTP 410",
           "HTTP 429", "HTTP 401", "HTTP 403", "HTTP 400", "the clock is not set yet", "the host is inside a private network",
           "expired before it was sent", "application/json", "noopener noreferrer", "mon tue wed thu fri", "sat sun"}


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


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.name)
def test_nothing_is_said_outside_the_tables(path):
    code = path.read_text()
    if path.name == "deadnotices.js":  # The push services' own reasons are names, not words.
        code = re.sub(r"const causes = \{.*?\n\};", "", code, flags=re.S)
    assert [text for text in literals(code) if is_spoken(text)] == []


@pytest.mark.parametrize("name", ["app.html", "realm.html"])
def test_the_pages_mark_every_text_that_they_come_with(name):
    page = (APP / name).read_text()
    page = re.sub(r"<head>.*?</head>|<noscript>.*?</noscript>|<!--.*?-->", "", page, flags=re.S)
    bare = []
    for tag, text in re.findall(r"<([^<>]*)>([^<>]*[A-Za-z][^<>]*)", page):
        if "data-t=" not in tag and text.strip() != "Watchpost":
            bare.append(text.strip())
    assert bare == []
    for tag in re.findall(r"<[^<>]*aria-label=[^<>]*>", page):
        assert "data-t-label=" in tag, tag


def test_the_check_sees_what_it_is_for():
    assert is_spoken("Loading…") and is_spoken("Nothing was sent") and is_spoken("Zapisz nazwę")
    assert not is_spoken("list-note small") and not is_spoken("Authorization") and not is_spoken("M12 2 21.5 12.5")


# In the browser.

def furnished(site):
    """An administrator with something in every list."""
    people = site.people
    people.others = [phone(7, administrator=True, push={"kind": "apns", "state": "disabled", "reason": "Unregistered"}), phone(8)]
    people.dead = [{"id": number, "device": "7" * 22, "channel": "apns", "at": b.stamp(b.now()), "title": f"Kazzak {number}",
                    "reason": reason} for number, (reason, _) in enumerate(DEAD)]
    people.changed = {"name": "Przedpokój na górze", "quietHours": {"on": True, "from": "23:00", "to": "07:00"}}
    people.notices = [{"id": 2, "at": b.stamp(b.now()), "title": "Kazzak nie działa", "body": "Europa",
                       "link": "/realms/eu/retail/kazzak", "state": "sent", "reason": None}]
    site.device["administrator"] = True
    site.device["linkedDevices"] = 3


@pytest.mark.parametrize("tab", [WATCHED, REALMS, MAPS, SETTINGS])
def test_polish_fits(home, visit, tab):
    page = open_app(visit, site := home(worlds.troubled()), width=320, height=568, **POLISH)
    until(lambda: site.people.devices)
    furnished(site)
    page.reload()
    go(page, tab)
    page.wait_for_selector({MAPS: "#panel-maps .mode", SETTINGS: "#panel-settings a[href='/app#settings/box']"}.get(tab, "#tab-watched"))
    fits(page)


@pytest.mark.parametrize("key", ["phone", "linked", "language", "notifications", "told", "alerts", "quiet", "notices", "pair", "box",
                                 "panel", "phones", "undelivered", "about"])
def test_every_page_of_settings_fits_in_polish(home, visit, key):
    page = open_app(visit, site := home(worlds.troubled()), width=320, height=568, **POLISH)
    until(lambda: site.people.devices)
    furnished(site)
    page.goto(f"{site.url}/app#settings/{key}")
    page.reload()
    page.wait_for_selector("#detail .sheet:visible")
    if key == "alerts":
        page.locator("#detail button.strong:not([disabled])").click()
    page.wait_for_timeout(300)
    fits(page)


def test_polish_is_what_a_polish_browser_gets(home, visit):
    page = ready(open_app(visit, home(worlds.troubled()), **POLISH))
    assert page.evaluate("document.documentElement.lang") == "pl"
    assert [one.inner_text() for one in page.get_by_role("tab").all()] == ["Obserwowane", "Wszystkie serwery", "Mapy", "Ustawienia"]
    assert page.title() == "Wszystkie serwery · Watchpost"
    heads = page.locator("#panel-realms .group h2").all_inner_texts()
    assert heads == ["3 nie działają", "337 działa"]
    assert "Nie działa od" in row(page, "Kazzak").inner_text()
    assert page.evaluate("document.querySelector('link[rel=manifest]').href").endswith("/app/watchpost.pl.webmanifest")


@pytest.mark.parametrize("languages, expected", [
    (["pl"], "pl"), (["pl-PL", "en"], "pl"), (["de-DE", "pl-PL"], "pl"), (["en-GB", "pl"], "en"), (["de-DE"], "en"), (["szl", "csb"], "en"), ([], "en")])
def test_the_first_language_that_is_spoken_is_chosen(home, visit, languages, expected):
    script = f"Object.defineProperty(Navigator.prototype, 'languages', {{ get: () => {json.dumps(languages)} }});"
    page = open_app(visit, home(worlds.all_up()), scripts=[script])
    assert page.evaluate("document.documentElement.lang") == expected


def test_a_choice_stays_on_the_phone_and_notices_follow_it(home, visit):
    site = home(worlds.all_up())
    # The app is loaded anew for another language, whatever it is asking for at that moment.
    page = open_app(visit, site, noisy=True)
    setting(page, "language")
    page.get_by_role("radio", name="Polski").click()
    page.wait_for_selector("html[lang=pl]")
    until(lambda: site.device.get("locale") == "pl")
    page.get_by_role("heading", name="Język", exact=True).wait_for()
    assert page.get_by_role("radio", name="Polski").is_checked()
    page.get_by_role("radio", name="Jak w telefonie").click()
    page.wait_for_selector("html[lang=en]")
    until(lambda: site.device["locale"] == "en-GB")
    assert page.evaluate("localStorage.getItem('watchpost.language')") is None


COUNTS = [(1, "1 serwer"), (2, "2 serwery"), (5, "5 serwerów"), (12, "12 serwerów"), (22, "22 serwery"), (112, "112 serwerów"),
          (1234, "1234 serwery")]


def test_counts_take_the_polish_forms(home, visit):
    page = open_app(visit, home(worlds.all_up()), **POLISH)
    said = page.evaluate("""async (counts) => {
        const { t } = await import('/assets/words.js');
        return counts.map((count) => t('realms', { count })); }""", [count for count, _ in COUNTS])
    assert [text.replace("\u00a0", "") for text in said] == [text for _, text in COUNTS]


def test_the_page_of_a_realm_speaks_polish_too(home, visit):
    site = home(worlds.troubled())
    page = visit(f"{site.url}/realms/eu/retail/eu-realm-0", width=320, height=568, expect=".past rect", **POLISH)
    assert page.get_by_role("button", name="Obserwuj", exact=True).is_visible()
    assert page.get_by_role("button", name="Powiadom raz, gdy wróci").is_visible()
    assert page.get_by_role("heading", name="Ostatnie 24 godziny").is_visible()
    assert "Trwa już 50 min" in page.locator("#detail").inner_text()
    fits(page)


def test_no_english_word_of_the_table_is_left_on_a_polish_screen(home, visit, words):
    page = open_app(visit, site := home(worlds.troubled()), **POLISH)
    until(lambda: site.people.devices)
    furnished(site)
    page.reload()
    english = {text for row in words.values() for text in forms(row[0]) if text not in forms(row[1]) and len(text) > 3 and "{" not in text}
    for tab in (WATCHED, REALMS, MAPS, SETTINGS):
        go(page, tab)
        page.wait_for_timeout(400)
        seen = page.evaluate("""() => { const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const texts = []; while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
            return [...texts, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)]; }""")
        assert english & set(seen) == set(), tab
