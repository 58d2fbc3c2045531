"""The table of results, and the page of the manual that it becomes: a section for each part, made when it last ran."""

from __future__ import annotations

import datetime
import os
import pathlib
import platform
import re
import statistics
import time
from dataclasses import dataclass

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "benchmarks.md"
HEAD = ["| what | ours | rival | ratio | budget | met |", "|---|---|---|---|---|---|"]


@dataclass
class Row:
    """One line of the table."""

    what: str
    ours: str
    rival: str = ""
    ratio: str = ""
    budget: str = ""
    met: bool | None = None

    def cells(self) -> list[str]:
        met = "" if self.met is None else "yes" if self.met else "NO"
        return [self.what, self.ours, self.rival, self.ratio, self.budget, met]


def spread(values: list[float], unit: str = "", digits: int = 0) -> str:
    """Median and range."""
    low, middle, high = min(values), statistics.median(values), max(values)
    return f"{middle:,.{digits}f} ({low:,.{digits}f}–{high:,.{digits}f}){unit}"


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of them do not exceed."""
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def busy() -> float:
    """How much of the machine others use at the moment, 0 to 1, watched for two seconds."""
    def ticks() -> tuple[int, int]:
        fields = [int(word) for word in pathlib.Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
        return fields[3] + fields[4], sum(fields[:8])

    idle, total = ticks()
    time.sleep(2)
    later, whole = ticks()
    return 1 - (later - idle) / max(1, whole - total)


def write(part: str, title: str, rows: list[Row], before: float, after: float) -> None:
    """Replaces the part's section of the page; `before` and `after` it `busy` said so much."""
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    section = [
        f"## {part}",
        "",
        title,
        "",
        f"{datetime.date.today()}, {model[1] if model else platform.machine()}, {os.cpu_count()} cores, Linux "
        f"{platform.release()}; other work took {before:.0%} of the machine before it began, {after:.0%} after it ended.",
        "",
        *HEAD,
        *("| " + " | ".join(row.cells()) + " |" for row in rows),
        "",
    ]
    kept = re.split(r"^(?=## )", PAGE.read_text(encoding="utf-8") if PAGE.exists() else "", flags=re.M)
    sections = {text.splitlines()[0]: text.rstrip() + "\n" for text in kept if text.startswith("## ")}
    sections[section[0]] = "\n".join(section)
    top = [
        "# Benchmarks",
        "",
        "Made by `make bench`; a part of it by `make bench PART=push`. Median (lowest–highest) of the rounds; ours and the",
        "rival alternate in one run. Budgets are ratios where there is a rival: this machine is not yours.",
        "",
    ]
    PAGE.write_text("\n".join(top) + "\n" + "\n".join(sections.values()), encoding="utf-8")
    print(f"written to docs/{PAGE.name}, {section[0][3:]}", flush=True)
