"""docs/games.md, as somebody follows it: every block is run, and answers what the page shows."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from harness.appliance import Appliance, binary
from harness.ports import free_port

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "games.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.M | re.S)


def shape(value: Any) -> Any:
    """What is there, without what differs each time: names of members, kinds, and how many there are."""
    if isinstance(value, dict):
        return {name: shape(member) for name, member in value.items()}
    return [shape(item) for item in value] if isinstance(value, list) else type(value).__name__


def test_every_block_of_the_page_does_what_it_says(launch: Callable[..., Appliance]) -> None:
    kinds = [kind for kind, _ in BLOCKS]
    assert kinds.count("sh") >= 7 and kinds[0] == "toml"
    appliance = launch(("us",), fresh=False, server={"listen": f"127.0.0.1:{free_port()}"}, **tomllib.loads(BLOCKS[0][1]))
    # The box of the page is called otherwise, and its commands are run by its owner.
    before = f'set -euo pipefail\nsudo() {{ "$@" --config {appliance.config}; }}\nwatchpost() {{ {binary()} "$@"; }}\n'
    script, shown = before, []
    for place, (kind, text) in enumerate(BLOCKS[1:], 1):
        if kind == "sh":
            script += text.replace("http://watchpost.local:8080", appliance.base) + 'printf "\\n\\x1e"\n'
            shown.append(json.loads(BLOCKS[place + 1][1]) if kinds[place + 1:place + 2] == ["json"] else None)
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    answers = done.stdout.split("\x1e")[:-1]
    assert len(answers) == len(shown)
    assert "snake: Snake, zone Europe/Warsaw" in answers[0] and "level-1: Level 1" in answers[0]
    for answer, expected in zip(answers, shown, strict=True):
        if expected is not None:
            assert shape(json.loads(answer)) == shape(expected), answer
    [late] = json.loads(answers[-1])["results"]
    assert late["status"] == 201 and late["result"]["standings"][0]["position"] == 1
