"""A board in a page of another origin, from a real appliance, which WATCHPOST_BINARY names: it shows rows, knows who plays, and reads nothing else."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from harness.device import ask

from measures import PATIENCE, PATIENT, two_answers, wait_until
from test_sdk_on_appliance import NAMES, SHOTS, box, pytestmark, until_told  # noqa: F401 (fixtures)

#: A game's page: a frame, and what it hears from it.
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>A game</title><style>body { margin: 0; background: #888 } iframe { border: 0; width: 100%; height: 420px; display: block }</style>
<iframe src="ADDRESS" sandbox="SANDBOX"></iframe>
<script>window.heard = []; addEventListener("message", ({ data, origin }) => heard.push([data, origin]));
window.say = (data) => document.querySelector("iframe").contentWindow.postMessage(data, "*");</script></html>"""
ICON = (Path(__file__).resolve().parents[2] / "Sources/Appliance/Web/app/badge-96.png").read_bytes()
#: A page that an attacker frames beside the board, and that talks to it.
SIBLING = """<!doctype html><script>addEventListener("message", ({ data }) => parent.frames[0].postMessage(data, "*"));</script>"""


class Site:
    """Where the game's page lies: another origin than the box."""

    def __init__(self) -> None:
        self.files = files = {"/sibling": SIBLING}

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:  # noqa: N802
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write(files.get(self.path, "").encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def embed(box, browser):  # noqa: F811
    """Opens a game's page with a board in a frame."""
    site, opened = Site(), []

    def go(query="", *, width=390, height=844, board="level-1", sandbox=None, **options):
        context = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB", timezone_id="Europe/Warsaw", **options)
        opened.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        context.add_init_script(PATIENT)
        page = context.new_page()
        page.complaints, page.asked = [], []
        page.on("console", lambda m: page.complaints.append(m.text) if m.type in ("error", "warning") and "favicon" not in m.text else None)
        page.on("pageerror", lambda e: page.complaints.append(f"uncaught: {e}"))
        page.on("response", lambda r: page.asked.append((r.url.removeprefix(box.base), r.status)))
        text = PAGE.replace("ADDRESS", f"{box.base}/embed/snake/{board}{query}")
        site.files["/"] = text.replace(' sandbox="SANDBOX"', "" if sandbox is None else f' sandbox="{sandbox}"')
        page.goto(site.url)
        page.board = page.frames[1]
        page.board.wait_for_load_state()
        return page

    go.site = site
    yield go
    for context in opened:
        context.close()
    site.server.shutdown()


def rows(page):
    return [text.split("\n") for text in page.board.locator(".rows > li").all_inner_texts()]


def shoot(page, name):
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"embed-{name}.png"))


def put(box, path, body, kind):  # noqa: F811
    return ask(box.base, "PUT", path, body, Authorization=f"Bearer {box.owner_key}", Content_Type=kind)


def test_a_page_of_another_origin_shows_the_board_and_its_tabs(embed):
    page = embed("?window=week,day,all")
    assert rows(page)[0] == ["1", "Zażółć", "10000"] and len(rows(page)) == 10
    written = page.board.locator(".rows").inner_html().strip()
    page.board.get_by_role("link", name="Today").click()
    wait_until(page.board, "() => !document.querySelector('[aria-busy]')")
    assert len(rows(page)) == 10
    assert page.board.get_by_role("link", name="Today").get_attribute("aria-current") == "true"
    assert page.board.get_by_role("link", name="Week").get_attribute("aria-current") is None
    drawn = page.board.locator(".rows").inner_html().strip()
    assert drawn == written.replace("\n", ""), "the script draws what the appliance writes"
    assert page.board.url.endswith("?window=week,day,all"), "tabs do not load the page again"
    assert page.evaluate("heard.every(([data, origin]) => data.watchpost === 'height' && data.height > 300 && origin === 'null')")
    assert page.complaints == []


def test_it_is_read_without_javascript_and_its_tabs_are_links(embed):
    page = embed("?window=all,week", java_script_enabled=False)
    assert rows(page)[0] == ["1", "Zażółć", "10000"]
    page.board.get_by_role("link", name="Week").click()
    page.board.wait_for_url("**shown=week")
    assert rows(page)[0] == ["1", "Zażółć", "10000"]
    assert "As of the time this page was opened." in page.board.locator("main").inner_text()


def test_the_first_key_that_the_page_around_says_is_the_player(box, embed):  # noqa: F811
    page = embed("?limit=5")
    me, other = box.players[8], box.players[1]
    for junk in ("null", "'player'", "{ watchpost: 'player' }", "{ watchpost: 'player', token: ['x'] }", "{ watchpost: 'player', token: 'x' }"):
        page.evaluate(f"say({junk})")
    token = f"{me.id}.{me.secret}"
    page.evaluate("(token) => say({ watchpost: 'player', token })", token)
    page.board.wait_for_selector(".own")
    assert [row[1] for row in rows(page)] == [NAMES[6], NAMES[7], f"{NAMES[8]} You", NAMES[9], NAMES[10]]
    page.evaluate("(token) => say({ watchpost: 'player', token })", other.bearer.removeprefix("Bearer "))
    page.board.get_by_role("button", name="Top").click()
    wait_until(page.board, "() => document.querySelectorAll('.rows > li').length === 6")
    assert rows(page)[0][1] == NAMES[0] and rows(page)[5] == ["9", f"{NAMES[8]} You", "4400"], "who is further down stays in sight"
    assert page.board.locator(".own").count() == 1
    page.board.get_by_role("button", name="Around you").click()
    wait_until(page.board, "() => document.querySelectorAll('.rows > li').length === 5")
    text = page.board.content()
    assert token not in text and token.split(".")[1] not in text
    assert page.complaints == []


def test_an_app_whose_web_view_it_is_says_who_plays(box, embed, browser):  # noqa: F811
    """The page itself is what is open; the app's words come from that very page."""
    page = browser.new_page(locale="en-GB")
    page.set_default_timeout(PATIENCE * 1000)
    page.add_init_script(PATIENT)
    page.goto(f"{box.base}/embed/snake/level-1?limit=5")
    assert page.locator(".rows > li").count() == 5 and page.locator(".own").count() == 0
    page.evaluate("(token) => window.postMessage({ watchpost: 'player', token }, '*')", box.players[8].bearer.removeprefix("Bearer "))
    page.wait_for_selector(".own")
    assert page.locator(".own .name bdi").inner_text() == NAMES[8]
    page.close()


def test_nobody_but_the_page_around_it_says_who_plays(box, embed):  # noqa: F811
    page = embed()
    token = box.players[3].bearer.removeprefix("Bearer ")
    page.evaluate("""() => new Promise((done) => {
        const frame = Object.assign(document.createElement("iframe"), { src: "/sibling", onload: done });
        document.body.append(frame);
    })""")
    page.evaluate("(token) => frames[1].postMessage({ watchpost: 'player', token }, '*')", token)
    two_answers(page.board, 500)
    assert page.board.locator(".own").count() == 0 and not [one for one in page.asked if "/me" in one[0]]


def test_a_key_that_nobody_knows_leaves_the_board_and_says_so(embed):
    page = embed()
    page.evaluate("(token) => say({ watchpost: 'player', token })", "A" * 22 + "." + "B" * 43)
    wait_until(page.board, "() => document.querySelector('.note').textContent.startsWith('Not shown: ')")
    wait_until(page.board, "() => !document.querySelector('[aria-busy]')")
    assert len(rows(page)) == 10 and page.board.locator(".note").is_visible()
    assert page.board.get_by_role("button").count() == 0


#: What somebody who could run something in the board's page would try: none of it may give anything.
ATTEMPTS = {
    "origin": "self.origin",
    "localStorage": "localStorage.getItem('watchpost')",
    "sessionStorage": "sessionStorage.length",
    "cookie": "document.cookie",
    "indexedDB": "new Promise((done, fail) => { const r = indexedDB.open('x'); r.onsuccess = () => done('open'); r.onerror = () => fail(r.error); })",
    "caches": "caches.keys()",
    "worker": "navigator.serviceWorker.getRegistrations().then((all) => all.length)",
    "register": "navigator.serviceWorker.register('/app/worker.js').then(() => 'registered')",
    "top": "top.location.href",
    "parent": "parent.document.body.innerHTML",
    "popup": "open('/app').document.title",
    "elsewhere": "fetch('SITE/').then(() => 'sent')",
    "a socket": "new Promise((done, fail) => { const s = new WebSocket('SITE/'.replace('http', 'ws')); s.onopen = () => done('open'); s.onerror = () => fail(Error()); })",
    "the app, with what the browser knows": "fetch('/app', { credentials: 'include' }).then((answer) => answer.text())",
    "navigate the top": "(top.location = '/app', 'gone')",
}


def test_the_page_reads_nothing_of_the_app_and_sends_nothing_elsewhere(box, embed):  # noqa: F811
    page = embed()
    # The app's own storage, in the same browser.
    app = page.context.new_page()
    app.goto(f"{box.base}/app")
    app.evaluate("localStorage.setItem('watchpost', 'a secret')")
    came = {}
    for name, code in ATTEMPTS.items():
        code = code.replace("SITE", embed.site.url)
        came[name] = page.board.evaluate(f"async () => {{ try {{ return await ({code}); }} catch (error) {{ return 'no: ' + error.name; }} }}")
    assert came.pop("origin") == "null"
    assert {name: text for name, text in came.items() if not str(text).startswith("no: ")} == {}, came
    # It may ask the box what is public, without any credential.
    asked = page.board.evaluate("""async () => Promise.all(['/v1/me', '/v1/developers/me', '/v1/admin/contact', '/v1/admin/devices'].map(
        async (one) => [one, (await fetch(one)).status]))""")
    assert [status for _, status in asked] == [401] * 4, asked
    # The app's own files are anybody's, and have nothing of this browser in them.
    assert page.board.evaluate("fetch('/app').then((answer) => answer.text())") == box.get("/app").body.decode()
    two_answers(page.board)
    before = len(page.asked)
    # A frame of the app, and one that may be, which is loaded after it.
    page.board.evaluate("""() => new Promise((done) => {
        const [frame, after] = [1, 2].map(() => document.createElement("iframe"));
        frame.src = "/app";
        Object.assign(after, { srcdoc: "after", onload: done });
        document.body.append(frame, after);
    })""")
    two_answers(page.board)
    framed = page.board.evaluate("""() => {
        try { return document.querySelector("iframe").contentDocument?.title ?? "closed"; } catch { return "closed"; }
    }""")
    assert framed == "closed"
    assert not [one for one in page.asked[before:] if one[0].startswith("/app")], "the frame was never asked for"
    image = page.board.evaluate("""(url) => new Promise((done) => {
        const image = new Image(); image.onload = () => done("loaded"); image.onerror = () => done("refused"); image.src = url; })""",
        f"{embed.site.url}/spy.png")
    assert image == "refused"
    assert page.url.startswith(embed.site.url)


def test_other_pages_of_the_box_show_nothing_in_a_frame(box, embed):  # noqa: F811
    page = embed()
    for path in ("/", "/app", "/widget"):
        refused = box.get(path).headers["Content-Security-Policy"]
        assert "frame-ancestors 'self'" in refused, path
    page.evaluate("(url) => { document.querySelector('iframe').src = url; }", f"{box.base}/app")
    until_told(page, lambda: any("frame-ancestors" in text for text in page.complaints))


def test_a_theme_is_followed(box, embed):  # noqa: F811
    page = embed("?background=%23330066&color=white&accent=rgb(255,220,0)&fontSize=20&radius=4px")
    style = page.board.evaluate("""() => { const body = getComputedStyle(document.body);
        return [body.backgroundColor, body.color, body.fontSize, getComputedStyle(document.querySelector('.tab')).borderTopLeftRadius]; }""")
    assert style == ["rgb(51, 0, 102)", "rgb(255, 255, 255)", "20px", "4px"]
    page.evaluate("(token) => say({ watchpost: 'player', token })", box.players[4].bearer.removeprefix("Bearer "))
    page.board.wait_for_selector(".own")
    shoot(page, "themed")
    assert page.complaints == []


def test_a_refusal_is_a_page_with_words(embed):
    page = embed("?background=nocolour&color=white")
    assert "“nocolour” is not a colour" in page.board.locator("main").inner_text()
    shoot(page, "refused")


def test_a_games_own_style_sheet_takes_the_place_of_ours(box, embed):  # noqa: F811
    sheet = b".row { color: rgb(1, 2, 3) } .board { background: url(/v1/games/snake/background) } .own { color: rgb(9, 9, 9) }"
    assert put(box, "/v1/admin/games/snake/style", sheet, "text/css").status == 204
    picture = (Path(__file__).resolve().parents[2] / "Sources/Appliance/Web/app/badge-96.png").read_bytes()
    stored = put(box, "/v1/admin/games/snake/background", picture, "image/png")
    assert stored.status == 204, stored
    page = embed()
    assert page.board.evaluate("getComputedStyle(document.querySelector('.row')).color") == "rgb(1, 2, 3)"
    until_told(page, lambda: ("/v1/games/snake/background", 200) in page.asked)
    assert not [one for one in page.asked if one[0].endswith("embed.css")]
    refused = put(box, "/v1/admin/games/snake/style", b"@import url(//spy.test/x.css);", "text/css")
    assert refused.status == 422 and json.loads(refused.body)["code"] == "style-refused"
    assert page.complaints == []


def test_a_box_that_is_off_is_said_with_the_time(box, embed):  # noqa: F811
    page = embed()
    box.kill()
    page.board.get_by_role("link", name="Week").click()
    page.board.wait_for_selector(".note:not([hidden])")
    assert page.board.locator(".note").inner_text() in ("No connection. Trying again.", "Loading…")
    wait_until(page.board, "() => document.querySelector('.note').textContent === 'No connection. Trying again.'")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("form", "width", "height"), [("phone", 320, 720), ("desktop", 1280, 900)])
def test_it_fits(box, embed, form, width, height, scheme):  # noqa: F811
    page = embed("?language=pl" if scheme == "dark" else "", width=width, height=height, color_scheme=scheme)
    page.evaluate("(token) => say({ watchpost: 'player', token })", box.players[5].bearer.removeprefix("Bearer "))
    page.board.wait_for_selector(".own")
    shoot(page, f"{form}-{scheme}")
    assert page.board.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.board.evaluate("[...document.querySelectorAll('.tab, .view')].map((one) => one.getBoundingClientRect().height)")
    assert len(sizes) == 5 and min(sizes) >= 44


@pytest.fixture
def promoted(box):  # noqa: F811
    """Two games that their developer promotes, for as long as a test lasts."""
    games = ((1, "Worm"), (2, "A game with a long name that has to break somewhere"))
    for place, name in games:
        game = f"/v1/admin/games/promoted-{place}"
        body = json.dumps({"version": 0, "name": name}).encode()
        assert put(box, game, body, "application/json").status == 201
        assert put(box, f"{game}/icon", ICON, "image/png").status == 204
        assert put(box, f"{game}/promotion", json.dumps({"place": place}).encode(), "application/json").status == 200
    yield
    for place, name in games:
        gone = ask(box.base, "DELETE", f"/v1/admin/games/promoted-{place}", {"name": name}, Authorization=f"Bearer {box.owner_key}")
        assert gone.status == 204


@pytest.mark.parametrize("width", [320, 900])
def test_a_promoted_game_opens_in_a_page_of_its_own_that_knows_nothing_of_the_frame(box, embed, promoted, width):  # noqa: F811
    page = embed("?window=week&language=pl&limit=3", width=width)
    card = page.board.get_by_role("link", name="Worm")
    assert page.board.get_by_role("heading", name="Inne gry").is_visible()
    assert page.board.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wait_until(page.board, "() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    assert all(box["height"] >= 44 for box in (one.bounding_box() for one in page.board.locator(".other").all()))
    shoot(page, f"promoted-{width}")
    with page.context.expect_page() as opened:
        card.click()
    other = opened.value
    other.wait_for_url(f"{box.base}/games/**")
    assert other.url == f"{box.base}/games/promoted-1?lang=pl" and other.evaluate("opener") is None
    assert other.evaluate("[origin, typeof localStorage.length]") == [box.base, "number"], "it is a page as any other"
    assert page.url.startswith(embed.site.url) and page.complaints == []
