"""The app in Polish: it fits, counts as Poles count, and leaves no English word of the words files on the screen."""

import json
import re
import tomllib
from pathlib import Path

import pytest

import bodies as b
import worlds
from app_hands import MAPS, REALMS, SETTINGS, WATCHED, go, open_app, ready, row, setting, settled, until
from app_people import CODE, PUBLIC
from pages import languages
from test_app_admin import DEAD, phone
from test_layout import fits
from test_words import forms

POLISH = {"locale": "pl-PL"}
#: What each tab shows of a phone that is an administrator and watches nothing.
SHOWN = {WATCHED: ".first", REALMS: ".row", MAPS: ".mode", SETTINGS: "a[href='/app#settings/box']"}
#: The schedule that the appliance brings along; its names are said as they are.
SCHEDULE = Path(__file__).resolve().parents[2] / "Sources/Appliance/Configuration/schedule.toml"


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


def only_english() -> set[str]:
    """The English texts that are not Polish, too, and that no schedule gives as a name: a mode of a game is `Casual` in every language.

    Languages name themselves where one is chosen.
    """
    english, polish = (languages()[tag]["words"] for tag in ("en", "pl"))
    texts = {text for key in english for text in forms(english[key]) if text not in forms(polish[key]) and len(text) > 3 and "{" not in text}
    return texts - {one["language"]["name"] for one in languages().values()} - {mode["name"] for mode in tomllib.loads(SCHEDULE.read_text())["mode"]}


@pytest.mark.parametrize("tab", [WATCHED, REALMS, MAPS, SETTINGS])
def test_polish_fits(home, visit, tab):
    page = open_app(visit, site := home(worlds.some_down()), width=320, height=568, **POLISH)
    until(lambda: site.people.devices)
    furnished(site)
    page.reload()
    go(page, tab)
    page.locator(f"#panel-{tab} {SHOWN[tab]}").first.wait_for()
    settled(site)
    fits(page)


@pytest.mark.matrix
@pytest.mark.parametrize("key", ["phone", "linked", "language", "notifications", "told", "alerts", "quiet", "notices", "pair", "box",
                                 "panel", "phones", "undelivered", "developers", "about"])
def test_every_page_of_settings_fits_in_polish(home, visit, key):
    page = open_app(visit, site := home(worlds.some_down()), width=320, height=568, **POLISH)
    until(lambda: site.people.devices)
    furnished(site)
    page.goto(f"{site.url}/app#settings/{key}")
    page.reload()
    page.wait_for_selector("#detail .sheet:visible")
    if key == "alerts":
        page.locator("#detail button.strong:not([disabled])").click()
    settled(site)
    fits(page)


@pytest.mark.parametrize("way", ["insecure", "homescreen", "linked"])
def test_the_ways_to_another_address_fit_in_polish(home, visit, way):
    from conftest import PLAIN
    from test_app_notices import IPHONE

    site = home(worlds.all_up())
    site.people.public = site.people.about["publicURL"] = PUBLIC
    base = site.url.replace("127.0.0.1", PLAIN) if way == "insecure" else site.url
    agent = {"user_agent": IPHONE} if way == "homescreen" else {}
    page = visit(f"{base}/app#settings/{'linked' if way == 'linked' else 'notifications'}", width=320, height=568,
                 expect="#detail .sheet:visible", **agent, **POLISH)
    button = {"insecure": "Przejdź na watch.example.org", "homescreen": "Pokaż kod dla nowej aplikacji", "linked": "Pokaż kod"}[way]
    page.get_by_role("button", name=button).wait_for()
    if way != "insecure":
        page.get_by_role("button", name=button).click()
        page.locator(f"output:has-text('{CODE}')").wait_for()
    settled(site)
    fits(page)


def test_polish_is_what_a_polish_browser_gets(home, visit):
    page = ready(open_app(visit, home(worlds.some_down()), **POLISH))
    assert page.evaluate("document.documentElement.lang") == "pl"
    assert [one.inner_text() for one in page.get_by_role("tab").all()] == ["Obserwowane", "Wszystkie", "Mapy", "Ustawienia"]
    assert page.title() == "Wszystkie · Watchpost"
    heads = page.locator("#panel-realms .group h2").all_inner_texts()
    assert heads == ["3 nie działają", "337 działa"]
    assert "Nie działa od" in row(page, "Kazzak").inner_text()
    assert page.evaluate("document.querySelector('link[rel=manifest]').href").endswith("/app/watchpost.pl.webmanifest")


@pytest.mark.parametrize("languages, expected", [
    (["pl"], "pl"), (["pl-PL", "en"], "pl"), (["de-DE", "pl-PL"], "pl"), (["en-GB", "pl"], "en"), (["de-DE"], "en"), (["szl", "csb"], "en"), ([], "en"),
    # As some systems hand their own locale on.
    (["pl_PL"], "pl"), (["pl@euro"], "pl"), (["en-US@posix"], "en")])
def test_the_first_language_that_is_spoken_is_chosen(home, visit, languages, expected):
    script = f"Object.defineProperty(Navigator.prototype, 'languages', {{ get: () => {json.dumps(languages)} }});"
    page = open_app(visit, home(worlds.all_up()), scripts=[script])
    assert page.evaluate("document.documentElement.lang") == expected


def test_a_choice_stays_on_the_phone_and_notices_follow_it(home, visit):
    site = home(worlds.all_up())
    # The app is loaded again for another language, whatever it is asking for at that moment.
    page = open_app(visit, site, noisy=True)
    # A phone that is still being registered would be told the old language after the new one.
    until(lambda: site.people.devices)
    settled(site)
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


def test_the_languages_of_realms_are_said_in_polish(home, visit):
    page = ready(open_app(visit, home(worlds.some_down()), **POLISH))
    assert "angielski" in row(page, "Kazzak").inner_text() and "English" not in row(page, "Kazzak").inner_text()
    page.get_by_role("searchbox", name="Znajdź serwer").fill("kazzak angielski")
    until(lambda: page.locator("#panel-realms .row:visible").count() == 1)


def test_counts_take_the_polish_forms(home, visit):
    page = open_app(visit, home(worlds.all_up()), **POLISH)
    said = page.evaluate("""async (counts) => {
        const { t } = await import('/assets/words.js');
        return counts.map((count) => t('realms', { count })); }""", [count for count, _ in COUNTS])
    assert [text.replace("\u00a0", "") for text in said] == [text for _, text in COUNTS]


def test_the_page_of_a_realm_speaks_polish_too(home, visit):
    begun = b.now()
    site = home(worlds.some_down())
    page = visit(f"{site.url}/realms/eu/retail/eu-realm-0", width=320, height=568, expect=".past rect", **POLISH)
    assert page.get_by_role("button", name="Obserwuj", exact=True).is_visible()
    assert page.get_by_role("button", name="Powiadom raz, gdy wróci").is_visible()
    assert page.get_by_role("heading", name="Ostatnie 24 godziny").is_visible()
    lasts = int(re.search(r"Trwa już (\d+) min", page.locator("#detail").inner_text())[1])
    assert 50 <= lasts <= 50 + (b.now() - begun).total_seconds() / 60 + 1
    fits(page)


def test_no_english_word_is_left_on_a_polish_screen(home, visit):
    page = open_app(visit, site := home(worlds.some_down()), **POLISH)
    until(lambda: site.people.devices)
    furnished(site)
    page.reload()
    english = only_english()
    for tab in (WATCHED, REALMS, MAPS, SETTINGS):
        go(page, tab)
        page.locator(f"#panel-{tab} {SHOWN[tab]}").first.wait_for()
        settled(site)
        seen = page.evaluate("""() => { const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            const texts = []; while (walker.nextNode()) texts.push(walker.currentNode.data.trim());
            return [...texts, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel)]; }""")
        assert english & set(seen) == set(), tab
