"""The status page says each thing once, in words of its own, by the clock of who reads it."""

import json
import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

import bodies as b
import worlds
from app_hands import shows, until
from measures import two_answers
from pages import WEB

#: Where the program says why a source of realms is not fresh.
WRITERS = ["Appliance/Upstream/BattleNet/AccessTokens.swift", "Appliance/Upstream/BattleNet/BattleNetSource.swift",
           "Appliance/Upstream/BattleNet/BattleNetSource+Requests.swift", "Appliance/Upstream/BattleNet/BattleNetSource+Walk.swift",
           "Appliance/Upstream/HTTPExchange.swift", "Appliance/Upstream/StatusPage/StatusPageSource.swift", "Appliance/Realms/RealmPolling.swift",
           "Core/Realms/SourceFreshness.swift"]
LANGUAGES = {"en": "en-GB", "pl": "pl-PL"}
#: What the appliance writes, and what is said of it in both languages.
REASONS = [
    ("Battle.net eu/classic answered HTTP 503", "Blizzard’s service does not answer (503).", "Serwis Blizzarda nie odpowiada (503)."),
    ("Battle.net eu/retail answered HTTP 403 for the namespace dynamic-eu: wrong namespace, or the client has no access",
     "Blizzard’s service refuses to answer (403).", "Serwis Blizzarda odmawia odpowiedzi (403)."),
    ("Battle.net eu/retail refuses a new access token (HTTP 401)", "Blizzard’s service refuses to answer (401).",
     "Serwis Blizzarda odmawia odpowiedzi (401)."),
    ("Battle.net eu/retail answered HTTP 429: too many requests", "Blizzard’s service was asked too often.",
     "Serwis Blizzarda pytano zbyt często."),
    ("oauth.battle.net refuses the client id abc (HTTP 401): check client_id and client_secret_file; China needs credentials of its own",
     "Blizzard refuses the box’s client id.", "Blizzard odrzuca identyfikator klienta urządzenia."),
    ("Battle.net eu/retail: no complete answer within 10 s", "Blizzard’s service does not answer in time.",
     "Serwis Blizzarda nie odpowiada na czas."),
    ("Battle.net eu/retail: no connection (Could not resolve host)", "Blizzard’s service cannot be reached.",
     "Nie można połączyć się z serwisem Blizzarda."),
    ("Battle.net eu/retail answered something that is not a list of realms: it is not valid JSON",
     "Blizzard’s service gave an answer that makes no sense.", "Serwis Blizzarda odpowiedział czymś, co nie ma sensu."),
    ("Battle.net eu/retail answered pages that do not fit together", "Blizzard’s service gave an answer that makes no sense.",
     "Serwis Blizzarda odpowiedział czymś, co nie ma sensu."),
    ("no poll of eu/retail has finished since then", "Blizzard’s service was not asked since then.",
     "Od tego czasu nie pytano serwisu Blizzarda."),
    ("eu/retail has not been polled since the start", "Blizzard’s service was not asked since then.",
     "Od tego czasu nie pytano serwisu Blizzarda."),
    ("not set up: the settings have no Battle.net client for China", "The settings have no Battle.net client for it yet.",
     "W ustawieniach nie ma jeszcze klienta Battle.net."),
    ("not set up: without a Battle.net client eu/retail is read from Blizzard's status page, and it refuses to be asked (HTTP 403)",
     "Blizzard’s status page, which is read where there is no Battle.net client, refuses to be asked.",
     "Strona stanu Blizzarda, czytana bez klienta Battle.net, odmawia odpowiedzi."),
    ("the moon stands wrong", "Blizzard’s service gave no usable answer.", "Serwis Blizzarda nie dał użytecznej odpowiedzi."),
]


def written() -> list[str]:
    """The reasons in the sources of the program, 503 in the place of whatever they fill in."""
    found = []
    for name in WRITERS:
        code = (WEB.parents[1] / name).read_text(encoding="utf-8")
        code = re.sub(r'\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)', "503", re.sub(r"^\s*//.*$", "", code, flags=re.M))
        code = re.sub(r'"\s*\+\s*"', "", code)
        found += re.findall(r'(?:fault\(|PollFault\(\s*description:|because:|return|case [^"\n]*:|default:|case 403:)\s*"([^"\n]* [^"\n]*)"', code)
    # Who speaks, and what each of the others says.
    return [one for one in found if not re.fullmatch(r"(Battle.net |Blizzard's status page )?503:? 503", one)]


def test_reasons_of_the_list_above_are_those_of_the_program():
    patterns = [re.escape(one).replace("503", ".+") for one in written()]
    assert len(patterns) > 15
    # The last one is of nobody.
    assert [reason for reason, *_ in REASONS[:-1] if not any(re.search(one, reason) for one in patterns)] == []


def test_the_page_has_words_for_each_reason_of_the_program(serve, visit):
    page = visit(serve(worlds.all_up()).url)
    said = page.evaluate("""async (all) => { const { reasonOf } = await import('/assets/reasons.js'); return all.map(reasonOf); }""", written())
    assert [reason for reason, words in zip(written(), said, strict=True) if words == REASONS[-1][1]] == []


def clock_of(stamp: str) -> str:
    return datetime.fromisoformat(stamp).astimezone(ZoneInfo(b.ZONE)).strftime("%H:%M")


@pytest.mark.parametrize("tag", LANGUAGES)
def test_each_reason_of_the_appliance_has_words_in_both_languages(serve, visit, tag):
    page = visit(serve(worlds.all_up()).url, locale=LANGUAGES[tag])
    said = page.evaluate("""async (all) => { const { reasonOf } = await import('/assets/reasons.js'); return all.map(reasonOf); }""",
                         [one for one, _, _ in REASONS])
    assert said == [{"en": english, "pl": polish}[tag] for _, english, polish in REASONS]


@pytest.mark.parametrize("tag, words", [("en", "No network since"), ("pl", "Brak sieci od")])
def test_that_there_is_no_network_is_said_once(serve, visit, tag, words):
    page = visit(serve(worlds.no_network()).url, 1280, 900, locale=LANGUAGES[tag])
    page.locator("#verdict-notes", has_text=words).wait_for()
    said = page.locator("#verdict").inner_text() + page.locator("#realms").inner_text()
    assert said.count(words) == 1, said


def test_sources_that_suffer_from_the_same_are_named_together(serve, visit):
    world = worlds.all_up()
    since = b.stamp(b.now() - b.timedelta(minutes=31))
    for key in (("eu", "retail"), ("kr", "retail"), ("us", "classic")):
        world.freshness[key] = {"state": "stale", "since": since, "reason": f"Battle.net {key[0]}/{key[1]} answered HTTP 503"}
    page = visit(serve(world).url)
    wanted = f"Americas Classic, Europe, Korea: Stale since {clock_of(since)}. Blizzard’s service does not answer (503)."
    until(lambda: page.locator("#verdict-notes li").all_inner_texts() == [wanted])
    assert page.locator(".trust:visible").all_inner_texts() == [f"Stale since {clock_of(since)}"] * 3


def test_a_lost_connection_is_not_said_in_each_cell(serve, visit):
    site = serve(worlds.some_down())
    page = visit(site.url, noisy=True)
    page.locator(".region[data-region=kr] .trust").wait_for()
    site.break_link()
    page.wait_for_selector("#lost:not([hidden])")
    until(lambda: page.locator(".flavour[data-look=fresh]").count() == 0)
    assert page.locator(".trust:visible").count() == 0


@pytest.mark.parametrize("tag, words", [("en", "Blizzard’s service gave no usable answer."), ("pl", "Serwis Blizzarda nie dał użytecznej odpowiedzi.")])
def test_what_nobody_foresaw_is_one_sentence_with_the_raw_text_under_the_pointer(serve, visit, tag, words):
    world = worlds.all_up()
    raw = "Battle.net kr/retail <b>hums</b>"
    world.freshness["kr", "retail"] = {"state": "stale", "since": b.stamp(b.now()), "reason": raw}
    page = visit(serve(world).url, locale=LANGUAGES[tag])
    note = page.locator("#verdict-notes li", has_text=words)
    note.wait_for()
    assert note.get_attribute("title") == raw and page.locator(".region[data-region=kr] .trust").get_attribute("title") == raw
    assert "hums" not in page.locator("body").inner_text()


@pytest.mark.parametrize("tag, words", [("en", "100 % up of the 0.6 h that are known"), ("pl", "dostępność 100 % ze znanych 0,6 h")])
def test_a_day_of_which_nothing_is_known_has_no_share_beside_its_bar(serve, visit, tag, words):
    world = worlds.all_up()
    world.source("kr", b.realms("kr", 18), segments=[("unknown", 0, 23.4, 0), ("up", 23.4, 24, 0)])
    page = visit(serve(world).url, locale=LANGUAGES[tag])
    korea = page.locator(".region[data-region=kr] .flavour")
    korea.locator(".bar").first.wait_for(state="attached")
    assert words in korea.locator(".strip").get_attribute("aria-label")
    assert korea.locator(".meta").inner_text() == ""
    shows(page.locator(".region[data-region=tw] .meta"), "100 %")


def test_lamps_go_by_the_clock_of_who_reads_them(serve, visit):
    world = worlds.some_down()
    since = world.panel["lamps"][0]["says"][0]["since"]
    page = visit(serve(world).url, locale="en-US")
    written = page.evaluate("(at) => import('/assets/time.js').then((time) => time.clockText(Date.parse(at)))", since)
    shows(page.locator(".lamp-words").first, f"Down since {written}")
    assert page.locator(".lcd-caption").inner_text() == "Display 20×4 · box time"


def test_what_a_lamp_says_is_short_and_its_reason_is_under_the_pointer(serve, visit):
    world = worlds.all_up()
    reason = "Battle.net eu/classic answered HTTP 503"
    world.panel["lamps"][0] |= {"words": f"stale since 15:29: {reason}", "says": [{"key": "stale", "reason": reason}]}
    page = visit(serve(world).url)
    shows(page.locator(".lamp-words").first, "Stale")
    assert page.locator(".lamp-words").first.get_attribute("title") == reason


def test_a_lamp_whose_facts_are_not_known_here_says_what_the_appliance_wrote(serve, visit):
    world = worlds.all_up()
    world.panel["lamps"][0] |= {"words": "Something new", "says": [{"key": "later", "count": 3, "total": 4}]}
    shows(visit(serve(world).url).locator(".lamp-words").first, "Something new")


@pytest.mark.parametrize("tag, words", [("en", "the box cannot be reached"), ("pl", "urządzenie jest nieosiągalne")])
def test_the_browsers_own_words_for_a_failure_are_not_shown(serve, visit, tag, words):
    site = serve(worlds.all_up())
    page = visit(site.url, locale=LANGUAGES[tag], noisy=True)
    page.locator(".region[data-region=eu] .bar").first.wait_for(state="attached")
    site.break_link()
    page.locator(".region[data-region=eu] summary").first.click()
    page.locator(".list-note", has_text=words).wait_for()
    assert "fetch" not in page.locator("body").inner_text().lower()


def test_what_broke_a_part_of_the_page_is_under_the_pointer(serve, visit):
    site = serve(worlds.all_up())
    site.files["/assets/panel.js"] = b"throw new Error('the bulb is loose');"
    page = visit(site.url, noisy=True)
    shows(page.locator("#panel-note"), "This part of the page failed. The rest still works.")
    assert page.locator("#panel-note").get_attribute("title") == "the bulb is loose"


def days_of_realms(world: worlds.World):
    """Kazzak was down in the night, and a while ago; four more went down together, and five in the evening before."""
    quiet = [("up", 0, 20, 0), ("down", 20, 20.5, 1), ("up", 20.5, 22, 0), ("down", 22, 22.5, 5), ("up", 22.5, 23, 0),
             ("down", 23, 23.5, 1), ("up", 23.5, 24, 0)]
    world.source("eu", b.realms("eu", 40), segments=quiet, uptime=0.95)
    many = [("up", 0, 22, 0), ("down", 22, 22.5, 1), ("up", 22.5, 24, 0)]
    world.days["eu", "retail", "eu-realm-0"] = {24: [("up", 0, 20, 0), ("down", 20, 20.5, 1), ("up", 20.5, 24, 0)]}
    world.days["eu", "retail", "eu-realm-1"] = {24: [("up", 0, 23, 0), ("down", 23, 23.5, 1), ("up", 23.5, 24, 0)]}
    for number in range(2, 7):
        world.days["eu", "retail", f"eu-realm-{number}"] = {24: many}


def latest(page) -> list[str]:
    return [line.split("\n")[-1] for line in page.locator("#latest li").all_inner_texts()]


def test_after_a_reload_the_latest_names_realms_as_live_news_do(serve, visit):
    world = worlds.World()
    days_of_realms(world)
    page = visit(serve(world).url)
    wanted = ["Ревущий фьорд, Europe, is up again", "Ревущий фьорд, Europe, is down", "5 realms up again, Europe", "5 realms down, Europe",
              "Kazzak, Europe, is up again", "Kazzak, Europe, is down"]
    until(lambda: latest(page) == wanted, what=f"{latest(page)}")


def test_a_turn_that_was_told_live_is_not_told_again_from_the_history(serve, visit):
    world = worlds.all_up()
    site = serve(world)
    page = visit(site.url)
    until(lambda: site.streams)
    at = b.stamp(b.now())
    world.source("eu", b.realms("eu", 40), segments=[("up", 0, 23.99, 0), ("down", 23.99, 24, 2)])
    for number in (0, 1):
        world.days["eu", "retail", f"eu-realm-{number}"] = {24: [("up", 0, 23.99, 0), ("down", 23.99, 24, 1)]}
        world.realms["eu", "retail"][number].update(state="down", since=at)
    site.emit("realm", {"region": "eu", "id": "retail/eu-realm-0", "name": "Kazzak", "change": "down", "at": at})
    wanted = ["Kazzak, Europe, is down", "Ревущий фьорд, Europe, is down"]
    until(lambda: sorted(latest(page)) == wanted, what=f"{latest(page)}")
    two_answers(page)
    assert sorted(latest(page)) == wanted


COLOURS = """() => { const ground = (css) => getComputedStyle(document.querySelector(css)).backgroundColor;
    return { region: ground('.region[data-region=eu]'), down: ground('.realm.down'), up: ground('.realm.up') }; }"""


def test_an_opened_region_tints_only_what_is_down(serve, visit):
    page = visit(serve(worlds.some_down()).url)
    closed = page.evaluate("() => getComputedStyle(document.querySelector('.region[data-region=eu]')).backgroundColor")
    page.locator(".region[data-region=eu] summary").first.click()
    page.locator(".realm.up").first.wait_for()
    found = page.evaluate(COLOURS)
    clear = "rgba(0, 0, 0, 0)"
    assert found == {"region": clear, "down": closed, "up": clear} and closed != clear, found


def test_the_sign_of_what_is_not_known_is_not_red_beside_what_is_down(serve, visit):
    world = worlds.evening()
    world.freshness["eu", "classic"] = {"state": "stale", "since": b.stamp(b.now())}
    page = visit(serve(world).url)
    signs = page.locator(".region[data-region=eu] .sign").evaluate_all("all => all.map(one => getComputedStyle(one).color)")
    assert signs[0] != signs[1] == page.locator(".age").first.evaluate("one => getComputedStyle(one).color")


def test_the_rows_of_an_opened_region_lead_to_their_pages(serve, visit):
    page = visit(serve(worlds.some_down()).url)
    page.locator(".region[data-region=eu] summary").first.click()
    row = page.get_by_role("link", name="Twisting Nether")
    row.wait_for()
    assert row.get_attribute("href") == "/realms/eu/retail/eu-realm-3"
    assert row.bounding_box()["height"] >= 44


def test_who_is_on_a_row_by_keyboard_stays_there_when_the_list_is_new(serve, visit):
    site = serve(worlds.some_down())
    page = visit(site.url)
    page.locator(".region[data-region=eu] summary").first.click()
    page.get_by_role("link", name="Twisting Nether").focus()
    until(lambda: site.streams)
    site.world.realms["eu", "retail"][9].update(state="down")
    site.emit("realm", {"region": "eu", "id": "retail/eu-realm-9", "name": "Realm 009", "change": "down"})
    page.locator(".realm.down", has_text="Realm 009").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('href')") == "/realms/eu/retail/eu-realm-3"


ORIGINS = [
    ("battlenet", None, "Realm data: Blizzard’s Battle.net API. Map data: published schedules."),
    ("status-page", None, "Realm data: Blizzard’s status page, unofficial. Map data: published schedules."),
    ("demonstration", b.upstream(), "Realm data: a made-up story for a demonstration. Map data: published schedules and Apex Legends Status."),
    ("of-the-future", None, "Map data: published schedules."),
]


@pytest.mark.parametrize("name, upstream, words", ORIGINS)
def test_the_foot_names_the_sources_that_are_read(serve, visit, name, upstream, words):
    world = worlds.all_up()
    world.origin = {"name": name, "official": name == "battlenet"}
    listed, _ = b.rotations(*world.modes)
    world.overrides["/v1/rotations"] = json.loads(json.dumps(listed)) | ({"upstream": upstream} if upstream else {})
    page = visit(serve(world).url)
    shows(page.locator("#origins"), words)
    assert ("apexlegendsstatus" in page.content()) == bool(upstream)
