"""Games of developers over the binary: their own alone, shown among others, promoted, and fed by a server of their own."""

from __future__ import annotations

import struct
import uuid
import zlib
from collections.abc import Callable
from typing import Any

from harness.appliance import Appliance, Reply
from harness.device import Phone, ask, is_problem
from harness.settings import UNLIMITED

PASSWORD = "correct horse battery"


class Developer:
    """Somebody who writes games."""

    def __init__(self, appliance: Appliance, name: str) -> None:
        self.appliance = appliance
        body = {"email": f"{name}@example.org", "password": PASSWORD, "firstName": name, "lastName": "N"}
        reply = ask(appliance.base, "POST", "/v1/developers", body)
        assert reply.status == 201, reply.body
        self.session = reply.json["credential"]

    def ask(self, method: str, path: str = "", body: object | None = None, **fields: str) -> Reply:
        """A request about their games."""
        path = f"/v1/developers/games{path}"
        return ask(self.appliance.base, method, path, body, Authorization=f"Bearer {self.session}", **fields)

    def put(self, path: str, **body: Any) -> Reply:
        """Adds or changes something."""
        return self.ask("PUT", path, {"version": 0, "name": "Snake"} | body)


def begin(launch: Callable[..., Appliance]) -> Appliance:
    """An appliance that takes every developer."""
    arena = {"enabled": True, "developers": "open"}
    return launch(("us",), fresh=False, devices=UNLIMITED, arena=arena)


def picture(shade: int = 7) -> bytes:
    """A PNG of one grey point."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    point = zlib.compress(bytes((0, shade)))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", point) + chunk(b"IEND", b"")


def listed(appliance: Appliance, query: str = "") -> list[str]:
    """Names in paths of the public list."""
    reply = ask(appliance.base, "GET", f"/v1/games{query}")
    assert reply.status == 200, reply.body
    return [game["game"] for game in reply.json["games"]]


def test_a_developer_has_games_of_their_own_and_nobody_elses(launch: Callable[..., Appliance]) -> None:
    """Added, and looked through with what is played there (D4 D5)."""
    appliance = begin(launch)
    ola, jan = Developer(appliance, "ola"), Developer(appliance, "jan")
    assert ola.put("/snake").status == 201
    assert ola.put("/snake/boards/level-1", windows=["day"]).status == 201
    season = ola.ask("POST", "/snake/boards/level-1/seasons", {"season": 0})
    assert season.status == 201 and season.json["season"]["number"] == 1
    [game] = ola.ask("GET").json["games"]
    assert game["figures"] == {"players": 0, "today": 0, "month": 0, "flagged": 0}
    assert jan.ask("GET").json["games"] == []
    taken = jan.put("/snake")
    assert is_problem(taken, 409) and taken.json["code"] == "game-taken" and "current" not in taken.json
    owner = f"Bearer {appliance.owner_key}"
    assert ask(appliance.base, "POST", "/v1/admin/games/snake/close", Authorization=owner).status == 200
    [game] = ola.ask("GET").json["games"]
    assert game["name"] == "Snake" and game["version"] == 2 and game["keyVersion"] == 1 and "closedAt" in game


def test_what_a_developer_changes_of_a_game_is_shown_everywhere_at_once(launch: Callable[..., Appliance]) -> None:
    """A game and its board are edited, closed and opened again (D6)."""
    appliance = begin(launch)
    ola = Developer(appliance, "ola")
    assert ola.put("/snake", genre="arcade", description="Eat apples.").status == 201
    assert ola.put("/snake/boards/level-1", windows=["day"]).status == 201
    said = {"name": "Wąż", "genre": "puzzle", "description": "Nie jedz siebie.", "zone": "Europe/Warsaw"}
    changed = ola.put("/snake", version=1, **said)
    assert changed.status == 200 and changed.json["version"] == 2 and said.items() <= changed.json.items()
    late = ola.put("/snake", version=1, name="Late")
    assert is_problem(late, 409) and late.json["current"]["name"] == "Wąż"
    board = ola.put("/snake/boards/level-1", version=1, name="Poziom 1", windows=["day", "week"], high=100)
    assert board.status == 200 and board.json["version"] == 2 and board.json["high"] == 100
    appliance.kill()
    appliance.start()
    [own] = ola.ask("GET").json["games"]
    shown = ask(appliance.base, "GET", "/v1/games/snake").json
    for game in (own, shown):
        assert said.items() <= game.items() and game["boards"][0]["name"] == "Poziom 1"
    page = appliance.get("/games/snake").body.decode()
    assert "Wąż" in page and "Nie jedz siebie." in page and "Poziom 1" in page and "Eat apples." not in page
    player = Phone(appliance)
    join = ("PUT", f"/v1/games/snake/installs/{player.id}", {"name": "Ann"})
    assert ola.ask("POST", "/snake/close").status == 200 and is_problem(player.ask(*join), 410)
    assert ola.put("/snake", version=3, **said).status == 200 and player.ask(*join).status == 201


def test_a_changed_password_ends_the_sessions_that_reach_games(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    ola = Developer(appliance, "ola")
    assert ola.put("/snake").status == 201
    assert ola.ask("GET").status == 200
    change = {"password": PASSWORD, "newPassword": "another horse battery"}
    bearer = f"Bearer {ola.session}"
    changed = ask(appliance.base, "PUT", "/v1/developers/me/password", change, Authorization=bearer)
    assert changed.status == 201
    for method, path, body in (("GET", "", None), ("PUT", "/snake", {"version": 1, "name": "S"})):
        assert is_problem(ola.ask(method, path, body), 401)
    ola.session = changed.json["credential"]
    assert [game["version"] for game in ola.ask("GET").json["games"]] == [1]


def test_games_say_what_they_are_and_three_of_a_developer_are_promoted(launch: Callable[..., Appliance]) -> None:
    """Promoted games stand before all others (D7)."""
    appliance = begin(launch)
    ola, jan = Developer(appliance, "ola"), Developer(appliance, "jan")
    for number in range(1, 5):
        assert ola.put(f"/g{number}", genre="puzzle").status == 201
    snake = jan.put("/snake", name="Żółty Wąż", genre="arcade", price=499, currency="EUR", shop="https://shop.example.org/s")
    assert snake.status == 201 and snake.json["price"] == 499
    for bad in ({"price": -1, "currency": "EUR"}, {"price": 5}, {"currency": "EUR"}, {"shop": "http://a.example"}):
        refused = jan.put("/snake", **({"version": 1} | bad))
        assert is_problem(refused, 400) and any(word in refused.json["detail"] for word in bad)
    assert listed(appliance) == ["g1", "g2", "g3", "g4", "snake"]
    assert listed(appliance, "?genre=arcade") == ["snake"] == listed(appliance, "?q=w%C4%85%C5%BC")
    assert is_problem(ask(appliance.base, "GET", "/v1/games?genre=none"), 400)
    first = ask(appliance.base, "GET", "/v1/games?limit=3").json
    assert [game["game"] for game in first["games"]] == ["g1", "g2", "g3"]
    assert listed(appliance, f"?limit=3&cursor={first['next']}") == ["g4", "snake"]
    for number, place in ((1, 2), (2, 1), (3, 1)):
        assert ola.ask("PUT", f"/g{number}/promotion", {"place": place}).status == 200
    fourth = ola.ask("PUT", "/g4/promotion", {"place": 1})
    assert is_problem(fourth, 422) and "g1, g2, g3" in fourth.json["detail"]
    assert sorted(listed(appliance)[:2]) == ["g2", "g3"] and listed(appliance)[2:] == ["g1", "g4", "snake"]
    owner = f"Bearer {appliance.owner_key}"
    path = "/v1/admin/games/{}/promotion"
    for slug, pin in (("snake", "pinned"), ("g1", "removed")):
        pinned = ask(appliance.base, "PUT", path.format(slug), {"pin": pin}, Authorization=owner)
        assert pinned.status == 200 and pinned.json["pin"] == pin
    assert listed(appliance)[0] == "snake" and listed(appliance)[3:] == ["g1", "g4"]
    site = ask(appliance.base, "GET", "/games?lang=en").body.decode()
    shown = [card.split("?")[0] for card in site.split('game-card" href="/games/')[1:]]
    assert shown == listed(appliance) and site.index('id="promoted"') < site.index('id="all"')
    only = ask(appliance.base, "GET", "/games?lang=pl&genre=arcade").body.decode()
    assert only.count("game-card") == 1 and "Zręcznościowa" in only
    page = ask(appliance.base, "GET", "/games/snake?lang=pl").body.decode()
    assert "4,99 EUR" in page and 'href="https://shop.example.org/s" rel="noopener noreferrer nofollow ugc"' in page
    assert is_problem(jan.ask("PUT", "/snake/promotion", {"pin": "pinned"}), 403)
    assert jan.ask("DELETE", "/snake/promotion").json["pin"] == "pinned"


def test_a_developer_moderates_a_game_of_their_own_and_leaves_players_to_the_owner(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    ola, jan = Developer(appliance, "ola"), Developer(appliance, "jan")
    player = Phone(appliance)
    for developer, slug in ((ola, "snake"), (jan, "chess")):
        assert developer.put(f"/{slug}").status == 201 and developer.put(f"/{slug}/boards/b").status == 201
    new = player.ask("PUT", f"/v1/games/snake/installs/{player.id}", {"name": "Ann"})
    code = new.json["player"]["code"]
    sent = player.ask("POST", "/v1/games/snake/boards/b/results", {"score": 7}, Idempotency_Key=str(uuid.uuid4()))
    assert sent.status == 201

    def scores() -> list[int]:
        return [row["score"] for row in ask(appliance.base, "GET", "/v1/games/snake/boards/b").json["rows"]]

    # The other developer has no such result: neither by its number nor by its player.
    assert is_problem(jan.ask("POST", "/chess/results/1/hide"), 404)
    assert is_problem(jan.ask("POST", "/chess/hidings", {"player": code}), 422) and scores() == [7]
    assert is_problem(jan.ask("PUT", f"/chess/bans/{code}", {}), 404)
    assert jan.ask("GET", "/chess/results").json["results"] == []
    hidden = ola.ask("POST", "/snake/hidings", {"player": code})
    assert hidden.status == 201 and scores() == []
    assert ola.ask("POST", f"/snake/hidings/{hidden.json['hiding']}/undo").status == 200 and scores() == [7]
    assert ola.ask("PUT", f"/snake/bans/{code}", {"note": "a bot"}).status == 200
    banned = player.ask("POST", "/v1/games/snake/boards/b/results", {"score": 8}, Idempotency_Key=str(uuid.uuid4()))
    assert is_problem(banned, 403) and banned.json["code"] == "player-banned"
    acts = ola.ask("GET", "/snake/audit").json["entries"]
    assert len(acts) == 3 and all(act["by"].startswith("developer ") for act in acts)
    for method, body in (("PUT", {"name": "X"}), ("DELETE", None)):
        reply = ask(appliance.base, method, f"/v1/admin/players/{code}", body, Authorization=f"Bearer {ola.session}")
        assert reply.status in (401, 403) and player.ask("GET", "/v1/me").json["name"] == "Ann"


def test_icons_and_pictures_are_checked_and_served_by_their_bytes(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    ola = Developer(appliance, "ola")
    assert ola.put("/snake").status == 201
    for kind, shade in (("icon", 1), ("picture", 2)):
        path = f"/snake/{kind}"
        for bad, status in ((b"GIF89a", 422), (picture()[:40], 422), (b"x" * 70_000, 413)):
            assert ola.ask("PUT", path, bad, Content_Type="image/png").status == status
        assert ola.ask("PUT", path, picture(shade), Content_Type="image/jpeg").status == 422
        assert ola.ask("PUT", path, picture(shade), Content_Type="image/png").status == 204
        address = ask(appliance.base, "GET", "/v1/games/snake").json[kind]
        assert ask(appliance.base, "GET", address).body == picture(shade)
        site = "/games" if kind == "icon" else "/games/snake"
        assert f'src="{address}"' in ask(appliance.base, "GET", site).body.decode()
        assert ola.ask("DELETE", path).status == 204
        assert kind not in ask(appliance.base, "GET", "/v1/games/snake").json
        assert is_problem(ask(appliance.base, "GET", address), 404)


def test_a_game_that_takes_results_from_its_server_alone(launch: Callable[..., Appliance]) -> None:
    appliance = begin(launch)
    ola = Developer(appliance, "ola")
    assert ola.put("/snake", submissions="server").status == 201
    assert ola.put("/pong").status == 201
    for slug in ("snake", "pong"):
        assert ola.put(f"/{slug}/boards/b").status == 201
    keys = ola.ask("POST", "/snake/keys", {"keyVersion": 1}).json
    player = Phone(appliance)
    new = player.ask("PUT", f"/v1/games/snake/installs/{player.id}", {"name": "Ann"})
    code = new.json["player"]["code"]
    path = "/v1/games/snake/boards/b/results"
    own = player.ask("POST", path, {"score": 7}, Idempotency_Key=str(uuid.uuid4()))
    assert is_problem(own, 403) and own.json["code"] == "server-only"
    entry = {"key": str(uuid.uuid4()), "player": code, "board": "b", "score": 9_250}

    def send(bearer: str, *entries: object, game: str = "snake") -> Reply:
        path = f"/v1/games/{game}/server/results"
        return ask(appliance.base, "POST", path, {"results": list(entries)}, Authorization=f"Bearer {bearer}")

    wrong = entry | {"player": "k7m2p9x4qa", "key": str(uuid.uuid4())}
    other = entry | {"score": 1}
    unread = entry | {"score": "5", "key": str(uuid.uuid4())}
    sent = send(keys["serverKey"], entry, entry, wrong, other, unread, 7)
    assert sent.status == 200, sent.body
    assert [one["status"] for one in sent.json["results"]] == [201, 200, 404, 422, 400, 400]
    [row] = ask(appliance.base, "GET", "/v1/games/snake/boards/b").json["rows"]
    assert row["player"]["code"] == code and row["score"] == 9_250
    forged = keys["serverKey"][:-1] + ("E" if keys["serverKey"].endswith("A") else "A")
    for bearer in (keys["key"], ola.session, f"{player.id}.{player.secret}", forged, "server.x.y"):
        assert send(bearer, entry).status == 401, bearer
    assert is_problem(send(keys["serverKey"], entry, game="pong"), 403)
    for body in ([], [entry] * 51):
        assert is_problem(send(keys["serverKey"], *body), 400)
    second = ola.ask("POST", "/snake/keys", {"keyVersion": 2}).json
    assert send(keys["serverKey"], entry).status == 200, "the one before goes on for a week"
    third = ola.ask("POST", "/snake/keys", {"keyVersion": 3}).json
    assert send(keys["serverKey"], entry).status == 401
    assert send(second["serverKey"], entry).status == 200 and send(third["serverKey"], entry).status == 200
