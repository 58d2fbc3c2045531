"""What a schedule file says, and which map it means at an instant: worked out here, not by our code."""

from __future__ import annotations

import time

HEAD = """\
source = "{name}"
[maps]
KC = "Kings Canyon"
OL = "Olympus"
SP = "Storm Point"
BM = "Broken Moon"
XX = "A map of next season"
"""


def stamp(instant: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(instant))


class Truth:
    """What is published of one mode: maps of some minutes each, from an anchor on, perhaps with an end."""

    def __init__(self, codes: str, minutes: int, anchor: int, end: int | None = None, name: str = "") -> None:
        self.codes, self.minutes, self.anchor, self.end = codes.split(), minutes, anchor, end
        self.name = name
        """Lines of the file that name a takeover; they move no map."""

    def table(self) -> str:
        cycle = ", ".join(f'{{ map = "{code}", minutes = {self.minutes} }}' for code in self.codes)
        end = f"to = {stamp(self.end)}\n" if self.end else ""
        return f"[[mode.schedule]]\n{end}{self.name}anchor = {stamp(self.anchor)}\ncycle = [{cycle}]\n"

    def map_at(self, instant: int) -> str | None:
        if self.end and instant >= self.end:
            return None
        return self.codes[(instant - self.anchor) // (self.minutes * 60) % len(self.codes)]
