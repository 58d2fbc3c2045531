"""The site over the binary: what it is, the games, a game with its boards, and the page of developers, read as without JavaScript."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness.appliance import Appliance, Reply
from harness.clock import NOON
from harness.device import ask, is_problem
from harness.flood import flooded
from harness.settings import TUNNEL, UNLIMITED, merged, settings_for, toml
from harness.simulator import Simulator

from test_arena_games import ON, Game, begin, game

PAGES = ("/about", "/games", "/games/snake", "/developers")
MARKUP = "<script>alert(1)</script>\"'&"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Appliance]:
    """An appliance with three games; 120 players on a board of one of them."""
    folder = tmp_path_factory.mktemp("site")
    simulator = Simulator(folder / "secrets")
    changes = {"arena": ON, "devices": UNLIMITED}
    config = folder / "watchpost.toml"
    config.write_text(toml(merged(settings_for(simulator, folder / "state", ("us",)), changes)), encoding="utf-8")
    appliance = Appliance(config, folder / "watchpost.log").start()
    for words in (
        ("add", "snake", "name=Snake", f"zone={NOON}", "description=Eat apples.\nNot yourself."),
        ("board", "snake", "level-1", "name=Level 1", "windows=day,week,month"), ("board", "snake", "level-2", "name=Level 2", "order=less"),
        ("season", "snake", "level-1"), ("add", "orbit", "name=Żółw & Orbit"), ("add", "markup", f"name={MARKUP}", f"description={MARKUP}"),
        ("board", "markup", "b", f"name={MARKUP}"),
    ):
        done = game(appliance, *words)
        assert done.returncode == 0, done.stderr
    for number in range(120):
        player = Game(appliance)
        assert player.join(f"Player {number:03}").status == 201
        result = {"key": f"0197e0a2-7c1f-7e42-9d5b-{number:012x}", "board": "level-1", "score": 1000 + 10 * number}
        assert player.ask("POST", "/v1/games/snake/results", {"results": [result]}).json["results"][0]["status"] == 201
    yield appliance
    appliance.close()
    simulator.close()


def text(reply: Reply) -> str:
    return reply.body.decode()


def links(reply: Reply, words: str) -> list[str]:
    """The addresses of links with these words."""
    found = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', text(reply), re.S)
    return [html.unescape(address) for address, inside in found if words in re.sub("<[^>]*>", "", inside)]


def names(reply: Reply) -> list[str]:
    return re.findall(r'<span class="name"><bdi>(.*?)</bdi>', text(reply))


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_whole_strict_and_kept_for_a_moment(site: Appliance, path: str) -> None:
    page = site.get(path)
    assert page.status == 200 and page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert page.headers["Content-Security-Policy"] == POLICY
    assert page.headers["X-Content-Type-Options"] == "nosniff" and page.headers["Referrer-Policy"] == "no-referrer"
    assert "Set-Cookie" not in page.headers
    body = text(page)
    assert body.count("<h1") == 1 and "[[" not in body and "data-t" not in body and "site." not in re.sub("<head>.*?</head>", "", body, flags=re.S)
    assert not re.search(r" style=|<style| on[a-z]+=|javascript:", body)
    assert body.count("<script") == (1 if path in ("/developers", "/about") else 0)
    again = site.get(path, If_None_Match=page.headers["ETag"])
    assert again.status == 304 and again.headers["Content-Security-Policy"] == POLICY and again.body == b""
    head = ask(site.base, "HEAD", path)
    assert head.status == 200 and head.body == b"" and head.headers["Content-Length"] == str(len(page.body))
    for file in set(re.findall(r'(?:src|href)="(/[^"]+)"', body)):
        assert site.get(html.unescape(file).partition("#")[0]).status == 200, file


@pytest.mark.parametrize("path", PAGES)
def test_the_browser_says_the_language_unless_the_address_does(site: Appliance, path: str) -> None:
    for accepted, tag in (("pl", "pl"), ("pl-PL,pl;q=0.9,en;q=0.8", "pl"), ("en;q=0.3, PL;q=0.7", "pl"), ("de,fr;q=0.5", "en"), ("pl;q=0", "en"),
                          ("*", "en"), (";;,q=,pl;q=x", "en"), ("x" * 4000 + ",pl", "en")):
        page = site.get(path, Accept_Language=accepted)
        assert f'<html lang="{tag}">' in text(page) and page.headers["Content-Language"] == tag, accepted
        assert page.headers["Cache-Control"].startswith("private, max-age=")
        assert "Accept-Language" in ", ".join(page.headers.get_all("Vary"))
    said = site.get(f"{path}?lang=pl", Accept_Language="en")
    assert '<html lang="pl">' in text(said) and said.headers["Cache-Control"].startswith("public, max-age=")
    assert "Accept-Language" not in ", ".join(said.headers.get_all("Vary", []))
    own = [one for one in re.findall(r'href="(/(?:about|games|developers)[^"]*)"', text(said)) if "lang=en" not in one]
    assert own and all("lang=pl" in one for one in own), "the language stays"
    assert site.get(f"{path}?lang=xx", Accept_Language="pl").headers["Content-Language"] == "pl"
    assert site.get(f"{path}?utm_source=mail").status == 200, "what others write into addresses does no harm"


def test_what_this_is_and_what_it_can_do_is_read_before_anything_is_played(site: Appliance) -> None:
    """A guest looks round the site (G2)."""
    told = []
    for tag, words in (("en", ("See the games", "Add a board to your game")), ("pl", ("Zobacz gry", "Dodaj tabelę do swojej gry"))):
        page = site.get(f"/about?lang={tag}")
        functions = re.findall(r"<h3[^>]*>([^<]+)</h3>\s*<p[^>]*>([^<]+)</p>", text(page))
        assert len({name for name, _ in functions}) == len(functions) >= 10 and all(len(what) > 30 for _, what in functions)
        told.append(functions)
        for name, path in zip(words, ("/games", "/developers"), strict=True):
            [address] = links(page, name)
            assert address.split("?")[0] == path and site.get(address).status == 200
    assert len(told[0]) == len(told[1]) and all(one != other for one, other in zip(*told, strict=True))


def test_games_are_listed_and_found_whatever_the_case_and_accents(site: Appliance) -> None:
    listed = site.get("/games")
    assert [re.sub("<.*?>", "", one) for one in re.findall(r'<span class="game-name">(.*?)</span>', text(listed))] == [
        html.escape(MARKUP).replace("&#x27;", "&#39;"), "Snake", "Żółw &amp; Orbit"]
    assert "<p class=\"description\"" not in text(listed) and "Not yourself" not in text(listed), "one line of it"
    for query, found in (("SNA", ["Snake"]), ("zolw%20orb", []), ("%C5%BC%C3%B3%C5%82w", ["Żółw &amp; Orbit"]), ("ORBIT", ["Żółw &amp; Orbit"]),
                         ("zo%C5%82w", ["Żółw &amp; Orbit"]), ("chess", [])):
        page = site.get(f"/games?q={query}")
        assert re.findall(r'<span class="game-name"><bdi>(.*?)</bdi>', text(page)) == found, query
        assert "noindex" in text(page)
    assert "No matching game." in text(site.get("/games?q=chess")) and "Nie ma takiej gry." in text(site.get("/games?q=chess&lang=pl"))
    assert site.get("/games?page=2").status == 200 and site.get("/games?page=0").status == 400


def test_nothing_that_anybody_wrote_becomes_markup(site: Appliance) -> None:
    quoted = "".join(f"%{byte:02x}" for byte in MARKUP.encode())
    for path in ("/games", f"/games?q={quoted}", f"/games?genre={quoted}", "/games/markup", f"/games/markup?board={quoted}",
                 f"/games/markup?window={quoted}", f"/games/markup?window=day&period={quoted}", f"/games/markup?cursor={quoted}",
                 f"/games?lang={quoted}", f"/games/{quoted}"):
        page = site.get(path)
        body = text(page)
        assert page.status in (200, 400, 404) and page.headers["Content-Security-Policy"] == POLICY, path
        assert "<script" not in body and body.count("<html") == 1, path
        if page.status != 200:
            assert "This page cannot be shown" in body and page.headers["Cache-Control"] == "no-store", path
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;" in text(site.get("/games/markup"))


def test_a_board_is_read_page_by_page_and_leaves_nobody_out(site: Appliance) -> None:
    page = site.get("/games/snake")
    assert "Eat apples.\nNot yourself." in text(page) and "Players: 120" in text(page) and "1–50 of 120" in text(page)
    everybody, pages = names(page), 1
    while more := links(page, "Next"):
        page = site.get(more[0])
        assert page.status == 200 and "noindex" in text(page)
        everybody += names(page)
        pages += 1
    assert pages == 3 and everybody == [f"Player {number:03}" for number in reversed(range(120))]
    assert "101–120 of 120" in text(page) and not links(page, "Next")
    before = site.get(links(page, "Previous")[0])
    assert names(before) == everybody[50:100]
    assert names(site.get(links(before, "From the top")[0])) == everybody[:50]


def test_boards_and_windows_are_links(site: Appliance) -> None:
    page = site.get("/games/snake?lang=pl")
    assert links(page, "Tydzień") == ["/games/snake?window=week&lang=pl"] and links(page, "Level 2") == ["/games/snake?board=level-2&lang=pl"]
    week = site.get(links(page, "Tydzień")[0])
    assert len(names(week)) == 50 and re.search(r"order-facts\">[^<]*20\d\d · do \d+ \w+ 20\d\d, 00:00 · Gracze: 120", text(week)), text(week)
    assert "Sezon 1" in text(site.get(links(page, "Sezon")[0]))
    other = site.get(links(page, "Level 2")[0])
    assert "Nikt tu jeszcze nie grał." in text(other) and not links(other, "Tydzień"), "that one has no windows"
    assert "Im mniej, tym lepiej." in text(other)


def test_a_season_that_is_over_stays_to_be_read(site: Appliance) -> None:
    assert game(site, "season", "snake", "level-1").returncode == 0
    page = site.get("/games/snake?window=season")
    assert "Season 2" in text(page) and names(page) == []
    [earlier] = links(page, "Season 1")
    archived = site.get(earlier)
    assert names(archived)[0] == "Player 119" and "<strong>over</strong>" in text(archived) and "1–50 of 120" in text(archived)
    following = site.get(links(archived, "Next")[0])
    assert names(following)[0] == "Player 069" and links(following, "Show the current one") == ["/games/snake?window=season"]


@pytest.mark.parametrize(("query", "status"), [
    ("board=level-9", 404), ("window=hour", 400), ("board=level-2&window=day", 404), ("window=day&period=2001-01-01", 404),
    ("cursor=AAAA", 400), ("window=day&window=week", 400),
])  # fmt: skip
def test_what_is_not_there_is_said_on_a_page(site: Appliance, query: str, status: int) -> None:
    page = site.get(f"/games/snake?{query}", Accept_Language="pl")
    assert page.status == status, text(page)
    if "window=day&window" not in query:
        assert page.headers["Content-Type"].startswith("text/html") and "Tej strony nie można pokazać" in text(page)
    missing = site.get("/games/chess")
    assert missing.status == 404 and "There is no such game" in text(missing)


def test_nothing_of_it_is_there_while_the_arena_is_off(launch: Callable[..., Appliance]) -> None:
    appliance = launch(("us",), fresh=False)
    for path in PAGES:
        assert is_problem(appliance.get(path), 404), path
        assert path.replace("snake", "{game}") not in appliance.get_json("/openapi.json")["paths"]


def test_strangers_outside_share_what_pages_cost_and_home_does_not(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    arena = begin(launch, tunnel=TUNNEL)
    answers = flooded(f"{arena.tunnel}/games?q=a{{number}}", tmp_path)
    # 503: the places for games are taken.
    assert {200, 429} <= {answer.status for answer in answers} <= {200, 429, 503}
    refused = [answer for answer in answers if answer.status == 429]
    assert {answer.retry_after for answer in refused} == {"1"}
    assert "Too many requests at once." in refused[0].body
    # With a tunnel a program of this machine may be a proxy: only the owner's key tells it from one.
    home = {"Authorization": f"Bearer {arena.owner_key}"}
    assert [arena.get(path, **home).status for path in ("/games", "/about", "/developers", "/games/snake")] == [200] * 4
