"""The module for games in front of a real appliance, which WATCHPOST_BINARY names: a page of another origin plays, and shows the board."""

import os
import re
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from harness.appliance import Appliance, command
from harness.device import Phone, ask
from harness.ports import reserved_port
from harness.settings import UNLIMITED, merged, settings_for, toml
from harness.simulator import Simulator

from app_hands import until
from conftest import PLAIN
from measures import PATIENCE, PATIENT, two_answers, wait_until
from pages import sdk
from site_scene import noon

pytestmark = pytest.mark.appliance
SHOTS = os.environ.get("WATCHPOST_SHOTS")
NAMES = ["Zażółć", "Kestrel_9", "Ola", "Ben Nevis", "Łukasz", "Maximilian-Alexander", "Q", "Night Owl", "Sir Losealot", "Jagna", "Wren", "Pi"]
#: A game's page. Its policy allows itself and its box, and nothing inline.
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src BOX; img-src 'self'">
<link rel="stylesheet" href="/game.css"><script type="module" src="/game.js"></script><main><h1>Snake</h1><div id="board"></div></main></html>"""
GAME = """import { connect, Refusal } from "/watchpost.js";
Object.assign(window, { connect, Refusal });
window.arena = connect({ url: "BOX", game: "snake", name: "Zofia" });
window.ready = true;"""
STYLE = """body { margin: 0; font: 18px serif; background: #ececec; color: #111 } main { padding: 8px; max-width: 34rem; margin: auto }
.mine { display: flex; gap: 1em; padding: 4px; background: rgb(1, 2, 3); color: rgb(250, 250, 250) } @media (prefers-color-scheme: dark)
{ body { background: #000; color: #eee } }"""


class Game(Phone):
    """Another player."""

    def play(self, name: str, score: int):
        assert self.ask("PUT", f"/v1/games/snake/installs/{self.id}", {"name": name}).status == 201
        body = {"results": [{"key": f"0197e0a2-7c1f-7e42-9d5b-{score:012x}", "board": "level-1", "score": score}]}
        assert self.ask("POST", "/v1/games/snake/results", body).json["results"][0]["status"] == 201
        return self


class Site:
    """Where the game's page lies: another origin than the box."""

    def __init__(self, box: str) -> None:
        self.files = files = {"/": (PAGE, "text/html"), "/game.js": (GAME, "text/javascript"), "/game.css": (STYLE, "text/css"),
                              "/watchpost.js": (sdk(), "text/javascript")}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # noqa: N802
                text, kind = files.get(self.path, ("", "image/png"))
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.end_headers()
                self.wfile.write(text.replace("BOX", box).encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def box(tmp_path):
    """A box with a game, its board and twelve players on it."""
    simulator = Simulator(tmp_path / "secrets")
    changes = {"devices": UNLIMITED, "arena": {"enabled": True}, "server": {"listen": f"127.0.0.1:{reserved_port('pages find the box again after a restart')}"}}
    config = tmp_path / "watchpost.toml"
    config.write_text(toml(merged(settings_for(simulator, tmp_path / "state", ("us",)), changes)), encoding="utf-8")
    running = Appliance(config, tmp_path / "watchpost.log").start()
    until(lambda: running.get("/v1/games").status == 200)
    for words in (("add", "snake", "name=Snake", f"zone={noon()}"),
                  ("board", "snake", "level-1", "name=Level 1", "windows=day,week", "high=100000")):
        added = command("game", *words, "--config", str(running.config))
        assert added.returncode == 0, added.stderr
    running.players = [Game(running).play(name, 10_000 - 700 * place) for place, name in enumerate(NAMES)]
    yield running
    running.close()
    simulator.close()


@pytest.fixture
def play(box, browser):
    """Opens the game's page."""
    site, opened = Site(box.base), []

    def go(width=390, height=844, host="localhost", **options):
        context = browser.new_context(viewport={"width": width, "height": height}, locale=options.pop("locale", "en-GB"),
                                      timezone_id="Europe/Warsaw", **options)
        opened.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(PATIENT)
        page = context.new_page()
        page.complaints, page.asked = [], []
        page.on("console", lambda m: page.complaints.append(m.text) if m.type in ("error", "warning") and "favicon" not in m.text else None)
        page.on("pageerror", lambda e: page.complaints.append(f"uncaught: {e}"))
        page.on("response", lambda r: r.url.endswith("?barrier") or page.asked.append((r.request.method, r.url.removeprefix(box.base), r.status)))
        page.goto(site.url.replace("localhost", host))
        wait_until(page, "() => window.ready")
        return page

    go.files = site.files
    yield go
    for context in opened:
        context.close()
    site.server.shutdown()


def mount(page, options="{ board: 'level-1', title: 'Level 1', window: ['week', 'day', 'all'], limit: 10 }"):
    page.evaluate(f"() => {{ window.board = arena.mountBoard(document.querySelector('#board'), {options}); }}")


def says(page, text):
    wait_until(page, "(text) => document.querySelector('#board > div').shadowRoot.textContent.includes(text)", text)


def two_of_the_box(page, due):
    """The barrier of `two_answers`; the page of a game may ask its box alone."""
    two_answers(page, due, page.evaluate("arena.wire.url") + "/v1/hash")


def until_told(page, check):
    """Waits for something that the browser tells beside its answers: it is heard while the page is asked for something."""
    end = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < end, "it did not happen in time"
        page.wait_for_timeout(30)


def never_by_itself(play):
    """A board that is seen is asked for every 20 seconds: a test that counts may take longer."""
    text, kind = play.files["/watchpost.js"]
    assert text.count("const pace = 20_000;") == 1
    play.files["/watchpost.js"] = (text.replace("const pace = 20_000;", "const pace = 3_600_000;"), kind)


def shoot(page, name):
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))


def rows(page):
    return [text.split("\n") for text in page.locator("#board li").all_inner_texts()]


def test_a_page_of_another_origin_plays_and_sees_itself_on_the_board(box, play):
    page = play()
    mount(page)
    page.wait_for_selector("#board li >> nth=9")
    assert rows(page)[0] == ["1", "Zażółć", "10000"]
    assert page.locator("#board li[aria-current]").count() == 0
    said = page.evaluate("arena.submit('level-1', 9700, { extra: 'seed 7' })")
    assert said["state"] == "counts" and said["standings"][0]["position"] == 2
    page.wait_for_selector("#board li[aria-current]")
    assert rows(page)[1] == ["2", "Zofia You", "9700"]
    page.get_by_role("button", name="Today").click()
    page.wait_for_selector("#board li[aria-current]")
    assert page.get_by_role("button", name="Today").get_attribute("aria-pressed") == "true"
    assert page.evaluate("localStorage.length") == 3, "nothing waits: the player's key and name, and which box it is"
    assert page.complaints == []


def test_a_refusal_has_the_words_of_the_box(play):
    page = play()
    page.evaluate("arena.register()")
    words = page.evaluate("""arena.submit('level-1', 100001)
        .catch((problem) => [problem instanceof Refusal, problem.status, problem.message])""")
    assert words == [True, 422, "score: the board takes none above 100000"]
    assert page.evaluate("arena.waiting") == 0


def test_the_own_result_is_there_at_once_also_where_the_board_is_a_moment_older(box, play):
    """Boards are written ten times a second at most, and another result follows."""
    assert command("game", "board", "snake", "level-2", "name=Level 2", "--config", str(box.config)).returncode == 0
    never_by_itself(play)
    page = play()
    page.evaluate("arena.register()")
    mount(page, "{ board: 'level-1' }")
    page.wait_for_selector("#board li >> nth=9")
    before, late = box.get("/v1/games/snake/boards/level-1?window=all&limit=10").body, []

    def older(route):
        late.append(route.request.url)
        if len(late) > 2:
            route.continue_()
        else:
            route.fulfill(body=before, content_type="application/json", headers={"Access-Control-Allow-Origin": "*"})

    page.route("**/v1/games/snake/boards/level-1?**", older)
    page.evaluate("Promise.all([arena.submit('level-1', 9700), arena.submit('level-2', 1)])")
    page.wait_for_selector("#board li[aria-current]")
    assert rows(page)[1] == ["2", "Zofia You", "9700"] and len(late) == 3
    two_of_the_box(page, 1500)
    assert len(late) == 3, "and no more is asked than that"
    assert page.complaints == []


#: What another tab writes is seen a second and a half later: as if tabs were processes of a busy machine.
LATE = """const read = Storage.prototype.getItem, write = Storage.prototype.setItem, own = new Map(), hidden = (name) => name.endsWith(":player");
let since = null;
Storage.prototype.setItem = function (name, text) {
    since ??= Date.now();
    own.set(name, text);
    write.call(this, name, text);
};
Storage.prototype.getItem = function (name) {
    if (hidden(name) && own.has(name)) return own.get(name);
    return hidden(name) && (since === null || Date.now() < since + 1500) ? null : read.call(this, name);
};"""


@pytest.mark.parametrize(("host", "late"), [("localhost", False), (PLAIN, False), (PLAIN, True)])
def test_two_tabs_that_begin_at_once_are_one_player(box, play, host, late):
    """With locks, which browsers have on localhost and https, and without."""
    page = play(host=host)
    if late:
        page.context.add_init_script(LATE)
        page.reload()
        wait_until(page, "() => window.ready")
    tabs = [page, *(page.context.new_page() for _ in range(3))]
    for tab in tabs[1:]:
        tab.goto(page.url)
        wait_until(tab, "() => window.ready")
    assert page.evaluate("Boolean(navigator.locks)") is (host == "localhost")
    begin = page.evaluate("Date.now()") + 500
    for tab in tabs:
        tab.evaluate("(at) => { window.code = new Promise((resolve) => { setTimeout(resolve, at - Date.now()); }).then(() => arena.register()); }", begin)
    assert len({tab.evaluate("code.then((player) => player.code)") for tab in tabs}) == 1
    assert len({tab.evaluate("Object.keys(localStorage).filter((name) => name.endsWith(':player')).map((name) => localStorage[name]).join()")
                for tab in tabs}) == 1


def test_a_game_that_the_box_does_not_know_says_so_and_stops(play):
    page = play()
    page.evaluate("""() => {
        window.typo = connect({ url: arena.wire.url, game: 'snek' });
        typo.addEventListener('stopped', ({ detail }) => { window.why = [detail.error.status, detail.error.message, detail.count]; });
    }""")
    assert page.evaluate("typo.submit('level-1', 5)") is None
    assert page.evaluate("why") == [404, "there is no game of this name", 1]
    until_told(page, lambda: any("/games/snek/" in path and status == 404 for _, path, status in page.asked))
    asked = len(page.asked)
    page.evaluate("typo.queue.wake()")
    two_of_the_box(page, 1500)
    assert len(page.asked) == asked and page.evaluate("[typo.waiting, typo.stopped.status]") == [1, 404]
    said = [text for text in page.complaints if "snek" in text and "no game" in text]
    assert len(said) == 1


def test_results_of_a_box_that_is_off_arrive_with_the_next_page(box, play):
    page = play()
    mount(page)
    page.wait_for_selector("#board li >> nth=9")
    box.kill()
    assert page.evaluate("Promise.all([arena.submit('level-1', 9800), arena.submit('level-1', 9900)])") == [None, None]
    page.evaluate("board.refresh()")
    says(page, "No connection. As of ")
    assert len(rows(page)) == 10, "what was there stays"
    shoot(page, "offline")
    page.evaluate("localStorage.setItem('closed', '1')")
    page.goto("about:blank")
    box.start()
    page.go_back()
    wait_until(page, "() => window.ready && arena.waiting === 0")
    mount(page)
    page.wait_for_selector("#board li[aria-current] >> text=9900")
    assert rows(page)[1] == ["2", "Zofia You", "9900"]


def test_a_board_looks_as_its_game_wants(play):
    """Colours and background of a board (S2 S3)."""
    page = play()
    page.evaluate("arena.submit('level-1', 9700)")
    mount(page, """{ board: 'level-1', theme: { background: 'rebeccapurple', color: '#ffffff', accent: 'rgb(255 220 0)', fontSize: 20, radius: '4px' },
                     around: true, limit: 5 }""")
    page.wait_for_selector("#board li[aria-current]")
    style = page.evaluate("""() => { const style = getComputedStyle(document.querySelector('#board > div').shadowRoot.querySelector('.board'));
        return [style.backgroundColor, style.color, style.fontSize, style.borderTopLeftRadius]; }""")
    assert style == ["rgb(102, 51, 153)", "rgb(255, 255, 255)", "20px", "4px"]
    shoot(page, "themed")
    for value in ("url(https://spy.test)", "no-such-colour", "inherit", "red;"):
        update = "(value) => { try { board.update({ theme: { background: value } }); } catch (problem) { return problem.message; } }"
        assert "takes no" in page.evaluate(update, value)
    page.evaluate("board.update({ theme: { background: 'white', color: 'black' }, language: 'pl_PL.UTF-8' })")
    says(page, "Ty")
    assert page.complaints == []


def test_rows_are_the_games_own_and_names_stay_text(play):
    """A look that is the game's own altogether (S4)."""
    page = play()
    mount(page, """{ board: 'level-1', limit: 3, row(entry) {
        const node = document.createElement('p');
        node.className = 'mine';
        node.append(`${entry.position}: ${entry.player.name}`);
        return node;
    } }""")
    page.wait_for_selector("#board .mine >> nth=2")
    assert page.locator("#board .mine").all_inner_texts() == ["1: Zażółć", "2: Kestrel_9", "3: Ola"]
    colour = page.evaluate("getComputedStyle(document.querySelector('.mine')).backgroundColor")
    assert colour == "rgb(1, 2, 3)", "the game's style sheet reaches them"
    assert page.locator("#board [role=listitem]").count() == 3
    page.evaluate("board.update({ row: () => { throw new Error('a mistake'); } })")
    page.wait_for_selector("#board li >> nth=2")
    page.route("**/v1/games/snake/boards/**", lambda route: route.fulfill(
        json={"game": "snake", "board": "level-1", "window": "all", "total": 1, "rows": [
            {"position": 1, "rank": 1, "player": {"code": "x", "name": "<img src=x onerror=window.hit=1>"}, "score": 1, "scoreText": "<b>1</b>"}]},
        headers={"Access-Control-Allow-Origin": "*"}))
    page.evaluate("board.update({ row: null, limit: 4 })")
    says(page, "<img")
    assert rows(page) == [["1", "<img src=x onerror=window.hit=1>", "<b>1</b>"]]
    assert page.locator("#board img").count() == 0 and page.evaluate("window.hit") is None


def test_a_new_name_is_on_the_board_at_once(play):
    never_by_itself(play)
    page = play()
    page.evaluate("arena.submit('level-1', 9700)")
    mount(page, "{ board: 'level-1' }")
    page.wait_for_selector("#board li[aria-current]")
    assert rows(page)[1] == ["2", "Zofia You", "9700"]
    page.evaluate("arena.rename('Zosia')")
    says(page, "Zosia")
    assert rows(page)[1] == ["2", "Zosia You", "9700"]
    assert page.complaints == []


def test_the_key_of_the_player_is_that_of_who_is_known_by_then(box, play):
    page = play()
    token = page.evaluate("arena.token()")
    assert ask(box.base, "GET", "/v1/me", Authorization=f"Bearer {token}").json["name"] == "Zofia"
    assert page.evaluate("arena.token()") == token


def test_a_board_is_asked_for_only_while_it_is_seen_and_not_sent_twice(box, play):
    never_by_itself(play)
    page = play()
    page.evaluate("document.querySelector('#board').style.marginTop = '3000px'")
    mount(page, "{ board: 'level-1' }")
    two_of_the_box(page, 300)
    asked = lambda: [one for one in page.asked if "/boards/" in one[1]]  # noqa: E731
    assert asked() == []
    page.locator("#board").scroll_into_view_if_needed()
    page.wait_for_selector("#board li >> nth=9")
    until_told(page, lambda: len(asked()) == 1)
    # The second answer is compressed, and has another tag than the first.
    page.evaluate("board.refresh()")
    until_told(page, lambda: len(asked()) == 2)
    before = served(box)
    page.evaluate("board.refresh()")
    until(lambda: served(box) > before)
    page.evaluate("board.close()")
    assert page.locator("#board > div").count() == 0
    page.evaluate("arena.submit('level-1', 1)")
    assert page.complaints == []


def served(box) -> int:
    """How many answers about the board said that it is the same."""
    text = box.get("/metrics").body.decode()
    return sum(int(line.split()[-1]) for line in text.splitlines()
               if line.startswith('watchpost_http_requests_total{route="/v1/games/{game}/boards/{board}",status="3xx"'))


def test_a_game_signs_its_results_where_they_are_asked_for(box, play):
    assert command("game", "add", "snake", "signed=yes", "--config", str(box.config)).returncode == 0
    shown = command("game", "key", "snake", "--config", str(box.config)).stdout
    sign = {"key": re.search(r"[0-9a-f]{64}", shown)[0], "version": 1}
    page = play()
    page.evaluate("arena.register()")
    page.evaluate("arena.addEventListener('waiting', ({ detail }) => { window.why = detail.error.code; })")
    assert page.evaluate("arena.submit('level-1', 9700)") is None
    assert page.evaluate("why") == "signature-missing"
    page.evaluate("(sign) => { arena.sign = { ...sign, key: '2'.repeat(64) }; arena.queue.wake(); }", sign)
    wait_until(page, "() => why === 'signature-wrong'")
    page.evaluate("(sign) => { arena.sign = sign; arena.queue.wake(); }", sign)
    wait_until(page, "() => arena.waiting === 0")
    assert page.evaluate("arena.submit('level-1', 9800)")["standings"][0]["position"] == 2


def test_friends_and_duels_by_codes(box, play):
    page = play()
    friend = box.players[2]
    mine = page.evaluate("arena.register()")["code"]
    theirs = friend.ask("GET", "/v1/me").json["code"]
    assert page.evaluate("(code) => arena.befriend(code)", theirs)["relation"] == "sent"
    assert friend.ask("PUT", f"/v1/me/friends/{mine}").json["relation"] == "friend"
    assert [one["player"]["name"] for one in page.evaluate("arena.friends()")["friends"]] == ["Ola"]
    duel = page.evaluate("(code) => arena.challenge(code, 'level-1', { seconds: 3600, goal: 9999 })", theirs)
    assert duel["state"] == "waiting"
    assert friend.ask("POST", f"/v1/me/duels/{duel['duel']}/accept").status == 200
    page.evaluate("arena.submit('level-1', 10001)")
    archive = page.evaluate("arena.duels('archive')")["duels"]
    assert [(one["duel"], one["outcome"]) for one in archive] == [(duel["duel"], "won")]
    mount(page, "{ board: 'level-1', friends: true }")
    page.wait_for_selector("#board li >> nth=1")
    assert rows(page) == [["1", "Zofia You", "10001"], ["2", "Ola friend", "8600"]]
    assert page.evaluate("arena.rename('Zofia B')")["name"] == "Zofia B"
    taken = page.evaluate("arena.rename('Wren').catch((problem) => [problem.status, problem.code, problem.current.name])")
    assert taken == [409, "name-taken", "Zofia B"]
    pages = page.evaluate("""async () => {
        const sizes = [];
        for await (const one of arena.pages('level-1', { limit: 5 })) sizes.push(one.rows.length);
        return sizes;
    }""")
    assert pages == [5, 5, 3]
    assert page.evaluate("arena.join('AAAAAAAA').catch((problem) => problem.code)") == "code-unknown"


def test_every_function_for_friends_and_duels_asks_the_box(box, play):
    """Those that no other test calls: a wrong path in one would be seen by players alone."""
    page, friend = play(), box.players[2]
    page.evaluate("arena.submit('level-1', 9700)")
    mine, theirs = page.evaluate("arena.player.code"), friend.ask("GET", "/v1/me").json["code"]
    do = lambda words, value=None: page.evaluate(f"(value) => arena.{words}", value)  # noqa: E731
    theirs_does = lambda method, path, body=None, **fields: friend.ask(method, f"/v1/me/{path}", body, **fields).json  # noqa: E731
    assert [one["player"]["code"] for one in do("findPlayers('Ola')")["players"]] == [theirs]
    assert theirs_does("PUT", f"friends/{mine}")["relation"] == "sent"
    assert [one["player"]["name"] for one in do("invitations()")["received"]] == ["Ola"] and do("badges()")["invitations"] == 1
    assert do("befriend(value)", theirs)["relation"] == "friend" and do("friend(value)", theirs)["player"]["name"] == "Ola"
    asked = {"player": mine, "game": "snake", "board": "level-1", "seconds": 3600}
    first, second = (theirs_does("POST", "duels", asked, Idempotency_Key=str(uuid.uuid4()))["duel"] for _ in range(2))
    assert do("badges()")["duels"] == 2 and {one["duel"] for one in do("duels('waiting')")["duels"]} == {first, second}
    assert do("decline(value)", first)["state"] == "over" and do("accept(value)", second)["state"] == "running"
    assert do("duel(value)", second)["state"] == "running" and do("giveUp(value)", second)["outcome"] == "lost"
    again = do("rematch(value)", second)
    assert again["state"] == "waiting" and do("cancel(value)", again["duel"])["state"] == "over"
    assert do("games()")["games"][0]["game"] == "snake" and [one["score"] for one in do("results('level-1')")["boards"][0]["best"]] == [9700]
    assert do("seasons('level-1')")["running"] and len(do("makeCode()")["code"]) == 8
    assert do("unfriend(value)", theirs)["relation"] == "none" and do("block(value)", theirs)["relation"] == "blocked"
    assert [one["name"] for one in do("blocks()")["players"]] == ["Ola"] and do("unblock(value)", theirs)["relation"] == "none"
    assert page.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("form", "width", "height"), [("phone", 320, 720), ("desktop", 1280, 900)])
def test_it_fits(play, form, width, height, scheme):
    page = play(width, height, color_scheme=scheme, locale="pl-PL" if scheme == "dark" else "en-GB")
    page.evaluate("arena.submit('level-1', 9700)")
    mount(page)
    page.wait_for_selector("#board li[aria-current]")
    shoot(page, f"{form}-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.evaluate("""() => [...document.querySelector('#board > div').shadowRoot.querySelectorAll('button')]
        .map((button) => button.getBoundingClientRect().height)""")
    assert len(sizes) == 3 and min(sizes) >= 44
