"""The status page in the language of the person: chosen as the app chooses, complete, and within the screen."""

import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

import bodies as b
import worlds
from app_hands import open_app, setting, shows, until
from measures import two_answers, wait_until
from pages import languages
from test_app_words import only_english
from test_layout import fits

POLISH = {"locale": "pl-PL"}
#: Everything that a person sees, hears or finds under the pointer, but for the names that the owner gave.
SAID = """() => { const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [document.title];
    while (walker.nextNode()) {
        if (!walker.currentNode.parentElement.closest('noscript, script, .lamp-name')) texts.push(walker.currentNode.data.trim());
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        for (const node of document.querySelectorAll(`[${name}]`)) texts.push(node.getAttribute(name));
    }
    return texts.filter(Boolean); }"""


def clock_of(stamp: str) -> str:
    """An instant of a body as the tests' browser writes it: of a moment that is counted a second time the minute may be another one."""
    return datetime.fromisoformat(stamp).astimezone(ZoneInfo(b.ZONE)).strftime("%H:%M")


def test_a_polish_browser_gets_polish(serve, visit):
    world = worlds.evening()
    since = clock_of(world.realms["eu", "retail"][0]["since"])
    page = visit(serve(world).url, 1280, 840, **POLISH)
    page.locator("#verdict-notes", has_text="Kazzak").wait_for()
    assert page.evaluate("document.documentElement.lang") == "pl"
    shows(page.locator("h1"), "Nie działają 2 z 638 serwerów.")
    assert page.title() == "Nie działają 2 z 638 serwerów. · Watchpost"
    until(lambda: page.locator("#verdict-notes").inner_text().strip() == f"Chromaggus i Kazzak, Europa, od {since}. Wszystko inne działa.")
    europe = page.locator(".region[data-region=eu] .flavour").first
    shows(europe.locator(".headline"), "Nie działają 2 z 267")
    assert page.locator(".table-head").inner_text().split("\n") == ["Region", "Retail, ostatnie 24 godziny", "Classic, ostatnie 24 godziny"]
    # Every part of the page loads on its own, and what happened is told by name once the names have come.
    until(lambda: page.locator("#link-words").inner_text().startswith("Na żywo, stan z "))
    until(lambda: page.locator("#latest li").first.inner_text().split("\n")[-1] == "Nie działają: Chromaggus i jeszcze 1")
    until(lambda: page.locator(".lamp-words").all_inner_texts() == ["Nie działa", "Działa: wszystkie (6)"])
    past = "Europa Retail, ostatnie 24 godziny: dostępność 91,3 %"
    until(lambda: page.locator(".strip").first.get_attribute("aria-label").startswith(past))
    assert page.get_by_role("navigation", name="Części tej strony i aplikacja").is_visible()
    europe.locator("summary").click()
    europe.get_by_label("Znajdź serwer").fill("kazzak")
    shows(europe.locator(".list-note"), "1 z 267 serwerów")
    shows(europe.locator(".realm-state"), f"nie działa od {since}")


@pytest.mark.parametrize("world", [worlds.evening, worlds.some_down, worlds.region_down, worlds.no_network, worlds.waiting, worlds.new,
                                   worlds.all_up])
def test_no_english_word_is_left(serve, visit, world):
    site = serve(world())
    page = visit(site.url, **POLISH)
    page.wait_for_selector("#verdict:not([data-words])")
    for summary in page.locator(".realm-list > summary").all()[:2]:
        summary.click()
    until(lambda: site.streams)
    for change in ("down", "locked", "vanished"):
        site.emit("realm", {"region": "eu", "id": "retail/x", "name": "Zangarmarsh", "change": change, "at": b.stamp(b.now())})
    wait_until(page, "() => document.querySelector('#latest').textContent.includes('Zangarmarsh')")
    assert only_english() & set(page.evaluate(SAID)) == set()
    assert not [text for text in page.evaluate(SAID) if "region." in text or "undefined" in text or "{" in text]


@pytest.mark.parametrize("width", [320, 390, 768])
@pytest.mark.parametrize("world", [worlds.some_down, worlds.evening])
def test_polish_fits_a_phone(serve, visit, world, width):
    page = visit(serve(world()).url, width, 740, **POLISH)
    page.wait_for_selector("#latest li")
    fits(page)


@pytest.mark.parametrize("count, words", [
    (1, "Nie działa 1 z 340 serwerów."), (2, "Nie działają 2 z 340 serwerów."), (5, "Nie działa 5 z 340 serwerów."),
    (12, "Nie działa 12 z 340 serwerów."), (22, "Nie działają 22 z 340 serwerów.")])
def test_the_verdict_takes_the_polish_forms(serve, visit, count, words):
    world = worlds.World()
    listed = b.realms("eu", 340)
    for one in listed[:count]:
        one.update(state="down", since=b.stamp(b.now()))
    world.source("eu", listed)
    shows(visit(serve(world).url, **POLISH).locator("h1"), words)


SINCE = {"since": b.stamp(b.now() - timedelta(minutes=50))}
LAMPS = [
    ([{"key": "down", "count": 3, "total": 340}], "Nie działa: 3 z 340"),
    ([{"key": "up", "count": 6, "total": 6}], "Działa: wszystkie (6)"),
    ([{"key": "up", "count": 1, "total": 1}], "Działa"),
    ([{"key": "down", "count": 1, "total": 1, **SINCE}], "Nie działa od {since}"),
    ([{"key": "down", "count": 2, "total": 9}, {"key": "queue", "count": 1, "total": 9}], "Nie działa: 2 z 9, kolejka: 1 z 9"),
    ([{"key": "stale", **SINCE, "reason": "it has answered 503"}], "Nieaktualne od {since}"),
    ([{"key": "stale"}], "Nieaktualne"),
    ([{"key": "noNetwork", **SINCE}], "Brak sieci od {since}"),
    ([{"key": "quiet"}, {"key": "up", "count": 6, "total": 6}], "Cisza nocna; działa: wszystkie (6)"),
    ([{"key": "maintenance", "count": 2, "total": 2}], "Przerwa techniczna: wszystkie (2)"),
    ([{"key": "fault", "code": "E11", "reason": "GPIO17 is used"}], "Usterka E11"),
    ([{"key": "fault", "code": "E99", "reason": "of a later release"}], "Usterka E99"),
    ([{"key": "waiting"}], "Czekam na dane"), ([{"key": "later", "count": 3, "total": 4}], "Something new"), ([], "Something new")]


@pytest.mark.parametrize("says, words", LAMPS)
def test_lamps_say_it_in_polish(serve, visit, says, words):
    world = worlds.all_up()
    world.panel["lamps"][0] |= {"words": "Something new", "says": says}
    page = visit(serve(world).url, **POLISH)
    shows(page.locator(".lamp-words").first, words.format(since=page.evaluate(
        "() => import('/assets/time.js').then((time) => time.clockText(Date.parse('%s')))" % SINCE["since"])))


@pytest.mark.parametrize("code, words", [
    ("E01", "Usterka E01 na karcie urządzenia nie da się zapisać (the disk refuses: full)"),
    ("E35", "Usterka E35 w arenie kończy się miejsce (the disk refuses: full)"),
    ("E99", "Usterka E99 the disk refuses: full")])
def test_faults_say_in_polish_what_they_mean(serve, visit, code, words):
    world = worlds.all_up()
    world.panel["faults"] = [{"code": code, "words": "the disk refuses: full"}]
    assert visit(serve(world).url, **POLISH).locator(".faults li").inner_text() == words
    assert visit(serve(world).url).locator(".faults li").inner_text() == ENGLISH.format(code)


ENGLISH = "Fault {} the disk refuses: full"


def test_what_is_not_fresh_says_why_in_polish(serve, visit):
    world = worlds.some_down()
    since = clock_of(world.freshness["kr", "retail"]["since"])
    page = visit(serve(world).url, **POLISH)
    shows(page.locator(".region[data-region=kr] .trust"), f"Nieaktualne od {since}")
    said = f"Korea: Nieaktualne od {since}. Serwis Blizzarda nie odpowiada (503)."
    page.locator("#verdict-notes li", has_text=said).wait_for()


def test_the_choice_that_was_made_in_the_app_counts_here_too(home, visit):
    site = home(worlds.all_up())
    page = open_app(visit, site, noisy=True)
    setting(page, "language")
    page.get_by_role("radio", name="Polski").click()
    page.wait_for_selector("html[lang=pl]")
    page.goto(site.url)
    page.wait_for_selector(".flavour")
    assert page.evaluate("document.documentElement.lang") == "pl"
    shows(page.locator("h1"), "Wszystkie serwery działają.")


def pseudo(tag: str, locale: str, name: str) -> dict:
    """English between brackets: what stands without them was not asked of the file."""
    def marked(row):
        return f"⟦{row}⟧" if isinstance(row, str) else {form: marked(text) for form, text in row.items()}

    english = languages()["en"]
    return {"language": english["language"] | {"tag": tag, "locale": locale, "name": name},
            "words": {key: marked(row) for key, row in english["words"].items()}}


def test_a_third_language_is_one_file(home, visit):
    site = home(worlds.all_up())
    site.files["/assets/de.json"] = json.dumps(pseudo("de", "de-DE", "Deutsch")).encode()
    page = visit(site.url, locale="de-AT")
    assert page.evaluate("document.documentElement.lang") == "de"
    shows(page.locator("h1"), "⟦Every realm is up.⟧")
    english = {text for row in languages()["en"]["words"].values() for text in ([row] if isinstance(row, str) else row.values())}
    assert {text for text in english if " " in text and "{" not in text} & set(page.evaluate(SAID)) == set()
    app = open_app(visit, site, locale="de-AT")
    app.get_by_role("tab", name="⟦Settings⟧").wait_for()
    setting(app, "language")
    assert app.locator("#detail .choice").all_inner_texts() == ["⟦Same as this phone⟧", "English", "Polski", "Deutsch"]
    assert app.evaluate("fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")["lang"] == "de"


def test_words_that_do_not_come_are_asked_for_again(serve, visit):
    site = serve(worlds.all_up())
    site.statuses["/assets/en.json"] = 503
    page = visit(site.url, expect="#verdict", noisy=True)
    two_answers(page)
    assert page.locator(".flavour").count() == 0
    del site.statuses["/assets/en.json"]
    page.wait_for_selector(".flavour")
    shows(page.locator("h1"), "Every realm is up.")
