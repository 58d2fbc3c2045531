"""Friends over the binary: three people, one of them an outsider; what each sees, and what nobody is told."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from harness.appliance import Appliance
from harness.device import Phone, ask, is_problem
from harness.settings import TUNNEL
from test_arena_boards import BOARD, read
from test_arena_games import begin, game
from test_arena_results import Player


@pytest.fixture
def arena(launch: Callable[..., Appliance]) -> Appliance:
    appliance = begin(launch, registrations_per_hour=1_000)
    for board in ("level-1", "level-2"):
        added = game(appliance, "board", "snake", board, f"name={board}", "windows=day,week,month")
        assert added.returncode == 0, added.stderr
    return appliance


class Person(Player):
    """An installation whose player has a code."""

    code = ""

    def want(self, other: Person | str, method: str = "PUT", what: str = "friends") -> Any:
        return self.ask(method, f"/v1/me/{what}/{other if isinstance(other, str) else other.code}")

    def unwant(self, other: Person | str) -> Any:
        return self.want(other, "DELETE")

    def block(self, other: Person | str, method: str = "PUT") -> Any:
        return self.want(other, method, "blocks")

    def relation(self, other: Person) -> str:
        """Said by the other one's page, to whom this one is known."""
        seen = self.ask("GET", f"/v1/players/{other.code}")
        assert seen.status == 200, seen.body
        return seen.json["relation"]

    def lists(self) -> tuple[list[str], list[tuple[str, int]], list[str], list[str]]:
        """Names of friends, of who invited and who was invited, and of the blocked."""
        friends = self.ask("GET", "/v1/me/friends").json["friends"]
        invitations = self.ask("GET", "/v1/me/invitations").json
        assert all(one["type"] == 1 for one in invitations["sent"])
        return (
            [one["player"]["name"] for one in friends],
            [(one["player"]["name"], one["type"]) for one in invitations["received"]],
            [one["player"]["name"] for one in invitations["sent"]],
            [one["name"] for one in self.ask("GET", "/v1/me/blocks").json["players"]],
        )


def people(arena: Appliance, *names: str) -> list[Person]:
    found = []
    for name in names:
        one = Person(arena)
        joined = one.join(name)
        assert joined.status == 201, joined.body
        one.code = joined.json["player"]["code"]
        found.append(one)
    return found


def befriend(one: Person, other: Person) -> None:
    assert one.want(other).json["relation"] == "sent"
    assert other.want(one).json == {"player": {"code": one.code, "name": one.ask("GET", "/v1/me").json["name"]}, "relation": "friend"}


EVENTS = {
    "want": ("PUT", "friends"), "unwant": ("DELETE", "friends"), "block": ("PUT", "blocks"), "unblock": ("DELETE", "blocks"),
}
#: What both are to each other (m: by me, t: by them): 1 invited, 2 friends, 3 declined, `+` asked once more, `/` blocked by; and what each of
#: the two sees then.
SEEN = {
    "0": ("none", "none"), "1m": ("sent", "received"), "1t": ("received", "sent"), "2m": ("friend", "friend"), "2t": ("friend", "friend"),
    "3m": ("none", "received"), "3m+": ("sent", "received"), "3t": ("received", "none"), "3t+": ("received", "sent"),
    "0/m": ("blocked", "none"), "3t/m": ("blocked", "none"), "3t+/m": ("blocked", "sent"), "3m/m": ("blocked", "none"),
    "0/t": ("none", "blocked"), "3m/t": ("none", "blocked"), "3m+/t": ("sent", "blocked"), "3t/t": ("none", "blocked"),
    "0/mt": ("blocked", "blocked"), "3m/mt": ("blocked", "blocked"), "3t/mt": ("blocked", "blocked"),
}  # fmt: skip
#: Each state, what was done before it (by me: m, by them: t), and what comes of my want, unwant, block and unblock; None: 409.
TABLE = [
    ("0", "", "1m", "0", "0/m", "0"), ("1m", "m+", "1m", "0", "0/m", "1m"), ("1t", "t+", "2t", "3t", "3t/m", "1t"),
    ("2m", "m+t+", "2m", "0", "0/m", "2m"), ("2t", "t+m+", "2t", "0", "0/m", "2t"),
    ("3m", "m+t-", "3m+", "3m", "3m/m", "3m"), ("3m+", "m+t-m+", "3m+", "3m", "3m/m", "3m+"),
    ("3t", "t+m-", "2t", "3t", "3t/m", "3t"), ("3t+", "t+m-t+", "2t", "3t+", "3t+/m", "3t+"),
    ("0/m", "m!", None, "0/m", "0/m", "0"), ("3t/m", "t+m-m!", None, "3t/m", "3t/m", "3t"), ("3t/m", "t+m!", None, "3t/m", "3t/m", "3t"),
    ("3t+/m", "t+m-t+m!", None, "3t+/m", "3t+/m", "3t+"), ("3m/m", "m+t-m!", None, "3m/m", "3m/m", "3m"),
    ("0/t", "t!", "3m+/t", "0/t", "0/mt", "0/t"), ("3m/t", "m+t-t!", "3m+/t", "3m/t", "3m/mt", "3m/t"),
    ("3m+/t", "m+t-m+t!", "3m+/t", "3m/t", "3m/mt", "3m+/t"), ("3t/t", "t+m-t!", "3m+/t", "3t/t", "3t/mt", "3t/t"),
    ("0/mt", "m!t!", None, "0/mt", "0/mt", "0/t"), ("3m/mt", "m+t-m!t!", None, "3m/mt", "3m/mt", "3m/t"),
    ("3t/mt", "t+m-m!t!", None, "3t/mt", "3t/mt", "3t/t"),
]  # fmt: skip
DOES = {"+": "want", "-": "unwant", "!": "block"}


def test_every_action_in_every_state_and_an_outsider_sees_nothing_of_it(arena: Appliance) -> None:
    assert {row[0] for row in TABLE} == set(SEEN)
    for number, (state, before, *outcomes) in enumerate(TABLE):
        # One for each state: an installation asks so often a minute and no more.
        [outsider] = people(arena, f"Ewa {number}")
        for event, after in zip(EVENTS, outcomes, strict=True):
            case = (state, before, event)
            ola, jan = people(arena, f"Ola {event} {number}", f"Jan {event} {number}")
            for who, what in zip(before[::2], before[1::2], strict=True):
                one, other = (ola, jan) if who == "m" else (jan, ola)
                assert one.want(other, *EVENTS[DOES[what]]).status == 200, case
            assert (ola.relation(jan), jan.relation(ola)) == SEEN[state], case
            done = ola.want(jan, *EVENTS[event])
            mine, theirs = SEEN[after or state]
            if after is None:
                assert is_problem(done, 409) and done.json["code"] == "blocked-by-me", case
            else:
                assert done.status == 200 and done.json["relation"] == mine and done.json["player"]["code"] == jan.code, case
                assert ola.want(jan, *EVENTS[event]).json == done.json, case
            assert (ola.relation(jan), jan.relation(ola)) == (mine, theirs), case
            assert bool(ola.lists()[0]) == bool(jan.lists()[0]) == (mine == "friend"), case
            for one in (ola, jan):
                assert outsider.relation(one) == "none" and is_problem(outsider.ask("GET", f"/v1/me/friends/{one.code}"), 404), case
        assert outsider.lists() == ([], [], [], []) and outsider.relation(outsider) == "me"


def test_all_friends_are_on_the_board_unless_a_limit_is_said(arena: Appliance, tmp_path: Path) -> None:
    ola, *others = people(arena, "Ola", *(f"Pal {number}" for number in range(120)))
    for score, one in enumerate((ola, *others)):
        assert one.send(score).status == 201
    arena.stop()
    with closing(sqlite3.connect(tmp_path / "state" / "arena.db")) as file, file:
        file.execute("""INSERT INTO friends (low, high, inviter, type, at) SELECT ola.id, pal.id, ola.id, 2, 0 FROM players AS ola, players AS pal
                        WHERE ola.name = 'Ola' AND pal.name LIKE 'Pal %'""")
    arena.start()
    board = ola.ask("GET", f"{BOARD}/me?scope=friends").json
    assert [row["position"] for row in board["rows"]] == list(range(1, 122)) and board["own"]["position"] == board["total"] == 121
    assert not {"next", "previous"} & set(board)


def test_lists_have_the_types_of_the_seed_and_tags(arena: Appliance) -> None:
    ola, jan, ewa, kai = people(arena, "Ola", "Jan", "Ewa", "Kai")
    for other in (jan, ewa):
        assert ola.want(other).status == 200
    assert kai.want(ola).status == 200
    befriend(jan, kai)
    assert jan.lists() == (["Kai"], [("Ola", 1)], [], [])
    waiting = jan.ask("GET", "/v1/me/waiting")
    assert waiting.json == {"invitations": 1, "duels": 0, "running": 0}
    tags = {path: jan.ask("GET", f"/v1/me/{path}").headers["ETag"] for path in ("friends", "invitations", "blocks", "waiting")}
    for path, tag in tags.items():
        kept = jan.ask("GET", f"/v1/me/{path}", If_None_Match=tag)
        assert kept.status == 304 and not kept.body and kept.headers["Cache-Control"] == "private, no-cache", path
    assert jan.unwant(ola).json["relation"] == "received"
    assert jan.lists() == (["Kai"], [("Ola", 3)], [], [])
    assert jan.ask("GET", "/v1/me/waiting", If_None_Match=tags["waiting"]).json["invitations"] == 0
    assert jan.ask("GET", "/v1/me/invitations", If_None_Match=tags["invitations"]).status == 200
    assert ola.lists() == ([], [("Kai", 1)], ["Ewa"], [])
    assert ola.want(jan).json["relation"] == "sent"
    assert set(ola.lists()[2]) == {"Ewa", "Jan"} and jan.lists()[1] == [("Ola", 3)]
    assert jan.want(ola).json["relation"] == "friend", "declining is revoked"
    assert jan.lists() == (["Kai", "Ola"], [], [], []) and jan.ask("GET", "/v1/me/friends").json["friends"][0]["since"]
    assert ewa.block(ola).json["relation"] == "blocked"
    assert ewa.lists() == ([], [], [], ["Ola"]) and "Ewa" not in ola.lists()[2]
    arena.kill()
    arena.start()
    assert jan.lists() == (["Kai", "Ola"], [], [], []) and ewa.lists()[3] == ["Ola"]


def test_search_finds_by_folded_name_and_says_what_each_is(arena: Appliance) -> None:
    ola, olaf, olafur, anna = people(arena, "Ola", "Olaf", "Olafur", "Anna")

    def found(who: Person, name: str) -> list[tuple[str, str]]:
        answer = who.ask("GET", f"/v1/players?name={quote(name)}")
        assert answer.status == 200, answer.body
        return [(one["player"]["name"], one["relation"]) for one in answer.json["players"]]

    befriend(anna, olaf)
    assert found(anna, "0LA") == [("Ola", "none"), ("Olaf", "friend"), ("Olafur", "none")]
    assert found(anna, "ol") == [] and found(anna, "anna") == [("Anna", "me")]
    assert olafur.block(anna).status == 200
    assert found(anna, "olafur") == [] and found(olafur, "anna") == [] and found(ola, "anna") == [("Anna", "none")]
    for bad in ("", "?name=", f"?name={'a' * 21}", f"?name={'%CC%81' * 300}", "?name=%00", "?name=a&name=b"):
        assert is_problem(anna.ask("GET", f"/v1/players{bad}"), 400), bad
    assert found(anna, "\u0301" * 200) == []
    statuses = [ola.ask("GET", "/v1/players?name=anna").status for _ in range(40)]
    assert statuses[0] == 200 and statuses[-1] == 429


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_what_cannot_be_is_said_and_stored_nowhere(arena: Appliance, method: str, tmp_path: Path) -> None:
    ola, jan = people(arena, "Ola", "Jan")
    removed = people(arena, "Ewa")[0]
    owner = f"Bearer {arena.owner_key}"
    assert ask(arena.base, "DELETE", f"/v1/admin/players/{removed.code}", Authorization=owner).status == 200
    for what in ("friends", "blocks"):
        own = ola.want(ola, method, what)
        assert is_problem(own, 422) and own.json["code"] == "self"
        for code in ("nobody", removed.code, "x" * 400, "%F0%9F%98%80"):
            assert is_problem(ola.want(code, method, what), 404), (what, code)
        assert ask(arena.base, method, f"/v1/me/{what}/{jan.code}").status == 401
        stranger = Phone(arena)
        assert stranger.ask(method, f"/v1/me/{what}/{jan.code}").status == 401
    assert removed.ask("GET", "/v1/me/friends").status == 401
    for bad in (removed.code, ola.code, jan.code, "nobody"):
        assert is_problem(ola.ask("GET", f"/v1/me/friends/{bad}"), 404)
    arena.stop()
    with closing(sqlite3.connect(tmp_path / "state" / "arena.db")) as file:
        assert file.execute("SELECT (SELECT count(*) FROM friends), (SELECT count(*) FROM news)").fetchone() == (0, 0)


def test_the_51st_invitation_and_the_501st_friend(arena: Appliance, tmp_path: Path) -> None:
    ola, jan, ewa = people(arena, "Ola", "Jan", "Ewa")
    assert jan.want(ewa).status == 200

    def fill(count: int, kind: int) -> None:
        """Gives Ola so many friends or invitations."""
        arena.stop()
        with closing(sqlite3.connect(tmp_path / "state" / "arena.db")) as file, file:
            file.execute("DELETE FROM friends WHERE low = 1 AND high > 100")
            file.executemany(
                "INSERT OR IGNORE INTO players (id, code, name, folded, version, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 0, 0)",
                [(number, f"code{number}", f"name{number}", f"name{number}") for number in range(101, 601)],
            )
            file.executemany("INSERT INTO friends (low, high, inviter, type, at) VALUES (1, ?, 1, ?, 0)",
                             [(number, kind) for number in range(101, 101 + count)])  # fmt: skip
        arena.start()

    fill(50, 1)
    full = ola.want(jan)
    assert is_problem(full, 409) and full.json["code"] == "invitations-full"
    assert jan.lists()[1] == [] and len(ola.lists()[2]) == 50
    assert ola.unwant("code101").status == 200
    assert ola.want(jan).json["relation"] == "sent"
    fill(500, 2)
    full = jan.want(ola)
    assert is_problem(full, 409) and full.json["code"] == "friends-full"
    assert jan.relation(ola) == "received" and ola.relation(jan) == "sent"
    for other in (ewa, jan):
        assert other.want(ola).status in (200, 409)
    full = ola.want(ewa)
    assert is_problem(full, 409) and full.json["code"] == "friends-full"
    assert len(ola.lists()[0]) == 500 and "Ewa" not in ola.lists()[0]
    board = ola.ask("GET", f"{BOARD}/me?scope=friends")
    assert board.status == 200 and board.json["rows"] == []
    assert ola.unwant("code101").status == 200
    assert ola.want(ewa).json["relation"] == "friend"


def test_wants_are_limited_and_one_player_is_not_asked_for_ever(arena: Appliance) -> None:
    ola, jan, ewa = people(arena, "Ola", "Jan", "Ewa")
    statuses = [ola.want(jan).status for _ in range(25)]
    assert statuses == [200] * 20 + [429] * 5
    assert ola.want(ewa).status == 200
    statuses = [ola.want(f"code{number}").status for number in range(60)]
    assert statuses[0] == 404 and statuses[-1] == 429
    assert ola.unwant(jan).status == 200, "what takes back goes on"
    assert jan.want(ewa).status == 200, "and so do others"


def test_strangers_of_one_network_outside_share_their_wants(launch: Callable[..., Appliance]) -> None:
    arena = begin(launch, registrations_per_hour=1_000, tunnel=TUNNEL)
    crowd = people(arena, *(f"Crowd {chr(97 + number)}" for number in range(6)))
    target = people(arena, "Ewa")[0]
    statuses, begun = [], time.monotonic()
    for number in range(50):
        for place, one in enumerate(crowd):
            address = f"203.0.113.{place + 1}"
            path = f"/v1/me/friends/none{number}"
            statuses.append(one.ask("PUT", path, base=arena.tunnel, X_Forwarded_For=address).status)
    # One comes back in fifteen seconds.
    most = 240 + (time.monotonic() - begun) / 15 + 1
    assert set(statuses) == {404, 429} and 230 <= statuses.count(404) <= most, statuses.count(404)
    other = crowd[0].ask("PUT", f"/v1/me/friends/{target.code}", base=arena.tunnel, X_Forwarded_For="198.51.100.1")
    assert other.status == 200
    assert crowd[1].want(target).status == 200, "at home nobody is counted with neighbours"


def test_a_board_of_friends_in_every_window_and_archive(arena: Appliance) -> None:
    names = ["Ola", "Jan", "Ewa", "Kai", "Lea"]
    ola, jan, ewa, kai, lea = everybody = people(arena, *names)
    season = f"/v1/admin{BOARD.removeprefix('/v1')}/seasons"
    owner = f"Bearer {arena.owner_key}"
    assert ask(arena.base, "POST", season, {"season": 0}, Authorization=owner).status == 201
    for one, score in zip(everybody, (50, 70, 50, 90, 50), strict=True):
        assert one.send(score).status == 201
    for friend in (jan, ewa, lea):
        befriend(ola, friend)
    assert kai.want(ola).status == 200, "an invitation is no friendship"

    def rows(page: Any) -> list[tuple[str, int, int, int, int]]:
        assert page.status == 200, page.body
        return [(row["player"]["name"], row["position"], row["rank"], row["overall"], row["score"]) for row in page.json["rows"]]

    order = [("Jan", 1, 1, 2, 70), ("Ola", 2, 2, 3, 50), ("Ewa", 3, 2, 4, 50), ("Lea", 4, 2, 5, 50)]
    for window in ("all", "season", "day", "week", "month"):
        page = ola.ask("GET", f"{BOARD}/me?scope=friends&window={window}")
        assert rows(page) == order, window
        assert (page.json["scope"], page.json["total"], page.json["own"]["position"]) == ("friends", 4, 2)
        assert [(row["isMe"], row["isFriend"]) for row in page.json["rows"]] == [(False, True), (True, False), (False, True), (False, True)]
        assert "next" not in page.json and "previous" not in page.json and page.json["rows"][0]["at"]
        if window != "all":
            same = ola.ask("GET", f"{BOARD}/me?scope=friends&window={window}&period={page.json['period']}")
            assert rows(same) == order
    assert rows(ola.ask("GET", f"{BOARD}/me?scope=friends&limit=2")) == order[1:3]
    tag = ola.ask("GET", f"{BOARD}/me?scope=friends").headers["ETag"]
    assert ola.ask("GET", f"{BOARD}/me?scope=friends", If_None_Match=tag).status == 304
    assert ask(arena.base, "POST", season, {"season": 1}, Authorization=owner).status == 201
    assert ewa.send(95).status == 201
    assert rows(ola.ask("GET", f"{BOARD}/me?scope=friends&window=season&period=1")) == order
    assert [row[0] for row in rows(ola.ask("GET", f"{BOARD}/me?scope=friends&window=season"))] == ["Ewa"]
    assert rows(ola.ask("GET", f"{BOARD}/me?scope=friends"))[0] == ("Ewa", 1, 1, 1, 95)
    assert rows(kai.ask("GET", f"{BOARD}/me?scope=friends")) == [("Kai", 1, 1, 2, 90)]
    assert jan.unwant(ola).status == 200
    assert "Jan" not in [row[0] for row in rows(ola.ask("GET", f"{BOARD}/me?scope=friends"))]
    mine = ola.ask("GET", f"{BOARD}/me")
    assert "scope" not in mine.json and {(row["player"]["name"], row["isMe"], row["isFriend"]) for row in mine.json["rows"]} == {
        ("Ola", True, False), ("Jan", False, False), ("Ewa", False, True), ("Kai", False, False), ("Lea", False, True),
    }
    around = ola.ask("GET", f"{BOARD}/around/{ewa.code}").json
    assert around["own"]["isFriend"] and "isMe" not in read(arena, f"{BOARD}/around/{ewa.code}").json["own"]
    for bad, status in (
        ("scope=foes", 400), ("scope=friends&window=hour", 400), ("scope=friends&limit=0", 400), ("scope=friends&limit=501", 400),
        ("scope=friends&window=season&period=9", 404), ("scope=friends&window=day&period=x", 404), ("scope=friends&window=all&period=1", 404),
    ):  # fmt: skip
        assert is_problem(ola.ask("GET", f"{BOARD}/me?{bad}"), status), bad
    assert is_problem(ola.ask("GET", "/v1/games/snake/boards/level-9/me?scope=friends"), 404)


def test_a_friends_page_has_both_places_newest_results_and_duels(arena: Appliance, tmp_path: Path) -> None:
    ola, jan, ewa = people(arena, "Ola", "Jan", "Ewa")
    befriend(ola, jan)
    empty = ola.ask("GET", f"/v1/me/friends/{jan.code}")
    assert empty.json["games"] == empty.json["newest"] == [] and empty.json["duels"] == {"won": 0, "drawn": 0, "lost": 0}
    for score in range(12):
        assert jan.send(score).status == 201
    assert jan.send(2**62, board="level-2").status == 201
    assert ola.ask("GET", f"/v1/me/friends/{jan.code}").json["games"] == [], "only one plays"
    for one, score in ((ola, 5), (ewa, 30)):
        assert one.send(score).status == 201
    page = ola.ask("GET", f"/v1/me/friends/{jan.code}").json
    [snake] = page["games"]
    first, second = snake["boards"]
    assert first["mine"] == {"position": 3, "total": 3, "score": 5, "scoreText": "5"}
    assert first["theirs"] == {"position": 2, "total": 3, "score": 11, "scoreText": "11"}
    assert "mine" not in second and second["theirs"]["exact"] == str(2**62)
    assert [one["score"] for one in page["newest"]] == [2**62, *range(11, 2, -1)]
    assert page["newest"][1]["board"] == "level-1" and page["newest"][1]["boardName"] == "level-1" and page["newest"][1]["at"]
    assert page["player"] == {"code": jan.code, "name": "Jan"} and page["since"]
    hidden = f"/v1/admin/games/snake/results/{13}/hide"
    assert ask(arena.base, "POST", hidden, Authorization=f"Bearer {arena.owner_key}").status == 200
    assert ola.ask("GET", f"/v1/me/friends/{jan.code}").json["newest"][0]["score"] == 11, "only what counts"
    arena.stop()
    with closing(sqlite3.connect(tmp_path / "state" / "arena.db")) as file, file:
        for number, (creator, opponent, outcome) in enumerate(((1, 2, 0), (2, 1, 0), (2, 1, 1), (1, 2, 2), (1, 2, 3), (1, 3, 0))):
            file.execute(
                "INSERT INTO duels (code, board, creator, opponent, seconds, state, outcome, reason, created_at, answer_by, started_at,"
                " ends_at, over_at, key, version) VALUES (?1, 1, ?2, ?3, 3600, 2, ?4, 'better', ?5, ?5, ?5, ?5, ?5, ?6, 1)",
                (f"d{number}", creator, opponent, outcome, int(time.time()) - 4_000, bytes([number] * 16)),
            )
    arena.start()
    page = ola.ask("GET", f"/v1/me/friends/{jan.code}")
    assert page.json["duels"] == {"won": 2, "drawn": 1, "lost": 1}
    assert jan.ask("GET", f"/v1/me/friends/{ola.code}").json["duels"] == {"won": 1, "drawn": 1, "lost": 2}
    assert ola.ask("GET", f"/v1/me/friends/{jan.code}", If_None_Match=page.headers["ETag"]).status == 304
    assert is_problem(ewa.ask("GET", f"/v1/me/friends/{jan.code}"), 404)


def test_a_players_page_says_what_the_player_is_to_whom_the_appliance_knows(arena: Appliance) -> None:
    ola, jan = people(arena, "Ola", "Jan")
    path = f"/v1/players/{jan.code}"
    public = read(arena, path)
    assert set(public.json) == {"code", "name", "since"} and public.headers["Cache-Control"] == "no-cache"
    assert ola.want(jan).status == 200
    arena.stop()
    arena.start()
    seen = ola.ask("GET", path)
    assert seen.json["relation"] == "sent" and seen.headers["Cache-Control"] == "private, no-cache", "also right after a start"
    phone = Phone(arena).registered()
    assert "relation" not in phone.ask("GET", path).json, "it never played"
    assert phone.ask("GET", "/v1/me").status == 200
    assert phone.ask("GET", path).json["relation"] == "none"
    assert phone.ask("PUT", f"/v1/me/friends/{jan.code}").json["relation"] == "sent"
    wrong = Phone(arena)
    assert wrong.ask("GET", path).json == public.json, "who is unknown reads as everybody does"
