"""docs/games.md, as somebody follows it: every block is run, and answers what the page shows; its tables are true."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import time
import tomllib
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from harness.appliance import Appliance, Reply, binary
from harness.waiting import PATIENCE
from test_arena_games import begin, game
from test_arena_results import Player, player
from test_developer_games import picture

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "games.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)
#: What differs each time: instants, and codes of players in brackets.
DIFFERS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|(?<=\()[a-z0-9]{10}(?=\))")


@dataclass
class Step:
    """A block for a shell, and what the page shows of its output: lines of JSON, or text."""

    script: str
    answers: list[Any] = field(default_factory=list)
    printed: str | None = None


def steps() -> list[Step]:
    """All blocks for a shell, in their order; what is shown stands below each."""
    found: list[Step] = []
    for kind, text in BLOCKS:
        if kind == "sh":
            found.append(Step(text))
        elif kind == "json":
            found[-1].answers.append(json.loads(text))
        elif kind == "text":
            found[-1].printed = text
    return found


def shape(value: Any) -> Any:
    """What is there, without what differs each time: names of members, kinds, and how many there are."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    return [shape(item) for item in value] if isinstance(value, list) else type(value).__name__


def rows(title: str) -> list[list[str]]:
    """The cells of the tables of a section."""
    section = PAGE.split(f"\n## {title}")[1].split("\n## ")[0]
    return [line.strip("| ").split(" | ") for line in section.split("\n") if line.startswith("| ")]


def test_every_block_of_the_page_does_what_it_says(launch: Callable[..., Appliance], tmp_path: Path) -> None:
    kinds = [kind for kind, _ in BLOCKS]
    assert kinds.count("sh") >= 16 and kinds[:3] == ["toml", "sh", "sh"]
    appliance = launch(("us",), fresh=False, **tomllib.loads(BLOCKS[0][1]))
    (tmp_path / "board.css").write_text(".row { color: #f0c15c; }", encoding="utf-8")
    (tmp_path / "sky.png").write_bytes(picture())
    # The box of the page is called otherwise and lies elsewhere, and its commands are run by its owner.
    script = f'set -euo pipefail\nsudo() {{ "$@"; }}\nwatchpost() {{ {shlex.quote(str(binary()))} "$@" --config {shlex.quote(str(appliance.settings))}; }}\n'
    all_steps = steps()
    for step in all_steps:
        here = step.script.replace("http://watchpost.local:8080", appliance.base)
        script += here.replace("/var/lib/watchpost/", f"{tmp_path}/state/") + 'printf "\\n\\x1e"\n'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=3 * PATIENCE, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    outputs = done.stdout.split("\x1e")[:-1]
    assert len(outputs) == len(all_steps)
    assert "snake: Snake, zone Europe/Warsaw" in outputs[0] and "level-1: Level 1" in outputs[0]
    for step, output in zip(all_steps, outputs, strict=True):
        if step.answers:
            lines = output.strip().split("\n")
            assert [shape(json.loads(line)) for line in lines] == [shape(answer) for answer in step.answers], output
        if step.printed is not None:
            assert DIFFERS.sub("…", output.strip()) == DIFFERS.sub("…", step.printed.strip())
    [late] = [json.loads(output)["results"] for step, output in zip(all_steps, outputs, strict=True) if '"achieved"' in step.script]
    assert late[0]["status"] == 201 and late[0]["result"]["standings"][0]["position"] == 1
    assert appliance.get("/v1/games/snake/background").body == picture()
    assert "style.css?v=" in appliance.get("/embed/snake/level-1").body.decode()
    taken_along = json.loads((tmp_path / "player.json").read_text(encoding="utf-8"))
    assert {one["score"] for one in taken_along["results"]} == {9250, 120}


def test_the_packing_of_the_page_orders_as_it_says() -> None:
    [block] = [text for kind, text in BLOCKS if kind == "js" and "const pack" in text]
    check = """
    const games = [[0, 999999], [0, 0], [11, 0], [12, 755], [12, 754], [12, 0], [999, 999999], [999, 0]];
    const scores = games.map((one) => pack(...one));
    const same = scores.every((score, place) => [unpack(score).waves, unpack(score).seconds].join() === games[place].join());
    const rises = scores.every((score, place) => place === 0 || score > scores[place - 1]);
    console.log(JSON.stringify({ same, rises, last: scores.at(-1), shown: pack(12, 754), cut: [pack(1000, -5), pack(-1, 1e9), pack(12, 753.6)] }));
    """
    done = subprocess.run(["node", "-e", block + check], capture_output=True, text=True, timeout=PATIENCE, check=True)
    [printed] = [step.printed for step in steps() if "WAVES" in step.script]
    found = json.loads(done.stdout)
    assert printed and f"{found['shown']} is wave 12 in 754 s" in printed
    assert found == {"same": True, "rises": True, "last": 999_999_999, "shown": 12_999_245, "cut": [999_999_999, 0, 12_999_245]}


def test_scores_are_written_as_the_tables_say(launch: Callable[..., Appliance]) -> None:
    arena = begin(launch)
    ola = player(arena, "Ola")
    tables = rows("2. Boards") + rows("4. Two numbers")
    examples = [(row[place], *row[place + 1:place + 3]) for row in tables for place, cell in enumerate(row) if cell.startswith("`format=")]
    assert len(examples) == 9
    for number, (words, score, text) in enumerate(examples):
        added = game(arena, "board", "snake", f"b{number}", *words.split("`")[1].split(" "))
        assert added.returncode == 0, (words, added.stderr)
        sent = ola.send(int(score), board=f"b{number}")
        assert sent.status == 201 and sent.json["scoreText"] == text.strip("`"), words


def mistakes() -> set[tuple[int, str]]:
    """Statuses with their codes as the last section names them."""
    return {(int(status), code) for row in rows("14. Common") for status, code in re.findall(r"(\d{3}) `([a-z-]+)`", row[0])}


@pytest.fixture
def shut(launch: Callable[..., Appliance]) -> Appliance:
    """An appliance with a game of each kind: open, closed, for its own server, and with signatures."""
    arena = begin(launch)
    for words in (
        ("board", "snake", "level-1", "low=0", "high=100"), ("add", "closed"), ("board", "closed", "b"), ("add", "ladder", "submissions=server"),
        ("board", "ladder", "b"), ("add", "seal", "submissions=signed"), ("board", "seal", "b"),
    ):
        done = game(arena, *words)
        assert done.returncode == 0, done.stderr
    return arena


def test_the_table_of_mistakes_says_what_the_box_answers(shut: Appliance) -> None:
    seen: set[tuple[int, str]] = set()

    def note(reply: Reply) -> None:
        """Keeps how it was refused."""
        assert reply.status >= 400, reply.body
        seen.add((reply.status, reply.json.get("code", "")))

    def elsewhere(slug: str, **fields: str) -> Reply:
        """A result for another game, of somebody who plays that."""
        one = Player(shut)
        assert one.join("Jan", game=slug).status == 201
        if slug == "closed":
            assert game(shut, "close", slug).returncode == 0
        return one.ask("POST", f"/v1/games/{slug}/boards/b/results", {"score": 1}, Idempotency_Key=str(uuid.uuid4()), **fields)

    ola, key = player(shut, "Ola"), str(uuid.uuid4())
    path = "/v1/games/snake/boards/level-1/results"
    assert ola.send(50, key=key).status == 201
    note(ola.ask("POST", path, {"score": 1}))
    note(ola.send(51, key=key))
    note(ola.send(101))
    note(Player(shut).send(1))
    thief = Player(shut)
    thief.id = ola.id
    note(thief.join("Ola"))
    note(ola.ask("POST", "/v1/games/ladder/boards/b/results", {"score": 1}, Idempotency_Key=str(uuid.uuid4())))
    phone = Player(shut)
    assert phone.register().status == 201
    note(phone.join("Ola"))
    for slug in ("ladder", "seal", "closed"):
        note(elsewhere(slug))
    note(elsewhere("seal", Watchpost_Signature=f"v=1,t={int(time.time())},s={'0' * 64}"))
    assert game(shut, "ban", "snake", ola.me().json["code"]).returncode == 0
    note(ola.send(60))
    note(shut.get("/v1/games/snake/boards/level-1?cursor=AAAA"))
    # A window that is over while somebody reads on has a test of its own, because that takes a midnight.
    assert seen == mistakes() - {(410, "window-over")}, seen
    for body, kind, status in ((b'{"score":1}', "text/plain", 415), (b'{"score":1' + b" " * 4_000 + b"}", "application/json", 413),
                               (b'{"score":9250.0}', "application/json", 400), (b'{"score":"9250"}', "application/json", 400)):
        refused = ola.ask("POST", path, body, Idempotency_Key=str(uuid.uuid4()), Content_Type=kind)
        assert refused.status == status and any(row[0].startswith(str(status)) for row in rows("14. Common")), refused.body
