"""More requests at once than Python sends on a busy machine: by curl."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

from harness.waiting import PATIENCE, wait_until


@dataclass(frozen=True)
class Answer:
    """What one of them was told."""

    status: int
    retry_after: str
    body: str


def flooded(address: str, folder: Path) -> list[Answer]:
    """What a crowd of one network behind a tunnel is told, until it is told to come later; `{number}` differs for each."""
    answers: list[Answer] = []

    def is_refused() -> bool:
        answers.extend(_flood(address, folder))
        return 429 in {answer.status for answer in answers}

    wait_until(is_refused, "a crowd that is refused")
    return answers


def _flood(address: str, folder: Path, count: int = 500) -> list[Answer]:
    crowd = "next\n".join(
        f'url = "{address.format(number=number)}"\nheader = "X-Forwarded-For: 203.0.113.{number % 250}"\n'
        f'output = "{folder}/{number}"\nwrite-out = "%{{http_code}} {number} %header{{retry-after}}\\n"\n'
        for number in range(count)
    )
    words = ["curl", "-s", "-Z", "--parallel-max", "12", "-K", "-"]
    done = subprocess.run(words, input=crowd, capture_output=True, text=True, timeout=PATIENCE, check=True)
    lines = [line.split() for line in done.stdout.splitlines()]
    return [
        Answer(int(status), " ".join(later), (folder / number).read_text(encoding="utf-8"))
        for status, number, *later in lines
    ]
