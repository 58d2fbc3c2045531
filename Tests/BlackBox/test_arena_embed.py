"""Boards as pages for frames and web views, over the binary: who may frame what, what is refused, and the manual's own lines."""

from __future__ import annotations

import contextlib
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from harness.appliance import Appliance, Reply
from harness.device import ask, is_problem
from harness.settings import UNLIMITED
from harness.waiting import PATIENCE

from test_arena_games import Game, begin, game

ROOT = Path(__file__).resolve().parents[2]
PAGE = "/embed/snake/level-1"
#: It is nobody, runs what comes from the box, and opens other games in pages of their own.
SANDBOX = "frame-ancestors *; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox"
PICTURE = (ROOT / "Sources/Appliance/Web/app/badge-96.png").read_bytes()
#: What somebody may try to put into a page by its address.
INJECTIONS = ("</style><script>alert(1)</script>", "red;}body{display:none", "url(//spy.test)", '"><img src=x>', "expression(alert(1))", "\\72 ed", "")


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Iterator[Appliance]:
    """An appliance with a board and a player on it."""
    appliance = begin(launch)
    assert game(appliance, "board", "snake", "level-1", "name=Level 1", "windows=day,week").returncode == 0
    ola = Game(appliance)
    assert ola.join("Żółć").status == 201
    sent = {"results": [{"key": "0197e0a2-7c1f-7e42-9d5b-000000000001", "board": "level-1", "score": 9250}]}
    assert ola.ask("POST", "/v1/games/snake/results", sent).json["results"][0]["status"] == 201
    yield appliance


def own(appliance: Appliance, method: str, path: str, body: bytes | None = None, kind: str = "text/css") -> Reply:
    fields = {"Authorization": f"Bearer {appliance.owner_key}", "Content_Type": kind}
    return ask(appliance.base, method, f"/v1/admin/games{path}", body, **fields)


def test_a_page_is_there_for_everybody_and_framed_by_anybody(arena: Appliance) -> None:
    page = arena.get(PAGE)
    assert page.status == 200 and "<bdi>Żółć</bdi>" in page.body.decode() and ">9250</span>" in page.body.decode()
    policy = page.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; ") and policy.endswith(SANDBOX)
    assert "unsafe" not in policy and "http" not in policy
    again = arena.get(PAGE, If_None_Match=page.headers["ETag"])
    assert again.status == 304 and again.headers["Content-Security-Policy"] == policy
    for file in re.findall(r'(?:src|href)="(/[^"]+)"', page.body.decode()):
        got = arena.get(file)
        assert got.status == 200 and got.headers["Access-Control-Allow-Origin"] == "*", file
        assert got.headers["X-Content-Type-Options"] == "nosniff", file
    for other in ("/", "/app", "/widget"):
        assert "frame-ancestors 'self'" in arena.get(other).headers["Content-Security-Policy"], other


def test_no_value_of_an_address_becomes_markup_or_style(arena: Appliance) -> None:
    names = ("background", "color", "soft", "line", "accent", "own", "image", "font", "fontSize", "radius", "window", "shown", "limit",
             "language", "title")  # fmt: skip
    for text in INJECTIONS:
        quoted = "".join(f"%{byte:02x}" for byte in text.encode())
        for name in (*names, quoted or "x"):
            page = arena.get(f"{PAGE}?{name}={quoted}")
            assert page.status == 400, (name, text)
            assert "<script" not in page.body.decode() and "<img" not in page.body.decode(), (name, text)
            assert page.headers["Content-Security-Policy"].endswith(SANDBOX), (name, text)
            assert is_problem(arena.get(f"{PAGE}/theme.css?{name}={quoted}"), 400), (name, text)


def test_what_a_game_brings_along_is_kept_over_a_restart_and_in_nobody_elses_way(arena: Appliance) -> None:
    sheet = "/* Żółć */ .row { background: url(/v1/games/snake/background) }".encode()
    assert own(arena, "PUT", "/snake/style", sheet).status == 204
    assert own(arena, "PUT", "/snake/background", PICTURE, "image/png").status == 204
    arena.kill()
    arena.start()
    [link] = re.findall(r'"(/embed/snake/level-1/style\.css\?v=\w+)"', arena.get(PAGE).body.decode())
    assert arena.get(link).body == sheet
    background = arena.get("/v1/games/snake/background")
    assert background.status == 200 and background.headers.get_content_type() == "image/png"
    assert background.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    for bad in (b"@import 'x';", b".a{background:url(//spy.test)}", b"</style>", b".a{width:expression(1)}", b"\xff", b""):
        assert own(arena, "PUT", "/snake/style", bad).status in (400, 422), bad
    assert own(arena, "PUT", "/snake/style", b" " * 32_769).status == 413
    assert own(arena, "PUT", "/snake/background", b"GIF89a", "image/png").status == 422
    for size in (65_537, 10_000_000):
        # Who is told so by its length alone may be cut off while it still sends.
        with contextlib.suppress(ConnectionResetError):
            too_large = own(arena, "PUT", "/snake/background", PICTURE + bytes(size - len(PICTURE)), "image/png")
            assert is_problem(too_large, 413), size
    assert arena.get("/v1/games/snake/background").body == background.body
    assert arena.get(link).body == sheet
    stranger = Game(arena)
    assert stranger.join("Ala").status == 201
    for method, path in (("PUT", "style"), ("DELETE", "style"), ("PUT", "background"), ("DELETE", "background")):
        refused = stranger.ask(method, f"/v1/admin/games/snake/{path}", b".a{}" if method == "PUT" else None, Content_Type="text/css")
        assert refused.status in (401, 403), (method, path)
    for path in ("style", "background"):
        assert own(arena, "DELETE", f"/snake/{path}").status == 204
    assert arena.get(link).status == 404 and arena.get("/v1/games/snake/background").status == 404


def test_the_manuals_lines_for_a_look_of_ones_own(arena: Appliance, tmp_path: Path) -> None:
    [block] = re.findall(r"^```sh\n(OWNER=.*?)^```$", (ROOT / "docs/games.md").read_text(encoding="utf-8"), re.M | re.S)
    (tmp_path / "board.css").write_text(".row { color: red }")
    (tmp_path / "sky.png").write_bytes(PICTURE)
    before = f'set -euo pipefail\nBASE={arena.base}\nsudo() {{ echo {arena.owner_key}; }}\n'
    done = subprocess.run(["bash", "-c", before + block], capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout == "", done.stdout + done.stderr
    assert "style.css?v=" in arena.get(PAGE).body.decode() and arena.get("/v1/games/snake/background").body


def test_it_is_not_there_while_the_arena_is_off(launch: Callable[..., Appliance]) -> None:
    appliance = launch(("us",), fresh=False, devices=UNLIMITED)
    assert appliance.get(PAGE).status == 404 and appliance.get("/v1/games/snake/background").status == 404


def test_promoted_games_stand_below_a_board_unless_its_game_wants_none(arena: Appliance) -> None:
    """A developer promotes a game in those of others (G3)."""
    assert "/games/" not in arena.get(PAGE).body.decode(), "nobody promotes anything"
    for number in range(1, 6):
        assert game(arena, "add", f"worm-{number}", f"name=Worm <{number}>").returncode == 0
    for number in (1, 2, 3):
        assert game(arena, "promote", f"worm-{number}", f"place={number}").returncode == 0
    assert game(arena, "promote", "snake", "pin=pinned").returncode == 0
    page = arena.get(f"{PAGE}?language=pl").body.decode()
    assert re.findall(r'href="(/games/[^"]+)" target="_blank" rel="noopener noreferrer"', page) == [
        f"/games/worm-{number}?lang=pl" for number in (1, 2, 3)
    ]
    assert "<h2 class=\"more-title\">Inne gry</h2>" in page and "<bdi>Worm &lt;1&gt;</bdi>" in page
    assert "/games/" not in arena.get(f"{PAGE}?games=no").body.decode()
    assert game(arena, "close", "worm-1").returncode == 0
    assert "worm-1" not in arena.get(f"{PAGE}?language=pl").body.decode()
