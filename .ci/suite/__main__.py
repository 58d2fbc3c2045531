"""Runs the tests by their stages (`.ci/stages.toml`).

    python3 .ci/suite test                 the gate, what CI runs
    python3 .ci/suite check [FROM]         all of it; from a stage on
    python3 .ci/suite run STAGE…           these, after what they need
    python3 .ci/suite area AREA            the tests of an area, against the debug binary
    python3 .ci/suite shake AREA [TIMES]   the same 20 times, beside processes that keep all cores busy
    python3 .ci/suite list                 the table, for docs/testing.md

WATCHPOST_SEED and WATCHPOST_EFFORT may be set; the end of a run says with which of them it was run.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable

import areas
import running
import temporary
from running import Result, adopt_orphans, end_children, run_beside, say
from summary import failures, tell
from table import ROOT, Stage, TableFault, allowed_skips, chosen, groups, read, with_needs

#: How long property tests, random walks, kills and fuzzing go on: 1 in the gate.
_EFFORT = {"gate": "1", "check": "20"}
#: Ctrl-C, a closed terminal, and `kill`.
_ENDS = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
_ended_by: list[int] = []


def commit() -> str:
    """The commit that lies here; empty with changes on top of it, or without git."""
    told = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True)
    return head() if told.returncode == 0 and not told.stdout.strip() else ""


def head() -> str:
    """The commit on which this stands, changed or not; empty without git."""
    told = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return told.stdout.strip() if told.returncode == 0 else ""


def seed(tier: str) -> int:
    """Where all chance of a run begins. In the gate the same numbers for the same commit: a failure is found again."""
    return int(hashlib.sha256(head().encode()).hexdigest()[:8], 16) if tier == "gate" else secrets.randbelow(1 << 32)


def environment(tier: str) -> dict[str, str]:
    """What all stages of a run are told."""
    told = dict(os.environ)
    told.setdefault("SWIFT", "swift")
    told["WATCHPOST_EFFORT"] = told.get("WATCHPOST_EFFORT") or _EFFORT[tier]
    if not told["WATCHPOST_EFFORT"].isdecimal():
        raise TableFault(f"WATCHPOST_EFFORT={told['WATCHPOST_EFFORT']}: how far tests go is a whole number, 1 in the gate and 20 in make check")
    told["WATCHPOST_PYTHON"] = str(ROOT / ".venv" / "bin" / "python")
    told["PATH"] = f"{ROOT / '.venv' / 'bin'}:{told['PATH']}"
    told["WATCHPOST_SEED"] = told.get("WATCHPOST_SEED") or str(seed(tier))
    # Where nothing compiled is kept, each process of pytest compiles all tests, and each stand-in itself.
    told.pop("PYTHONDONTWRITEBYTECODE", None)
    return told


def run(stages: list[Stage], tier: str, again: str = "make {}", results: list[Result] | None = None) -> bool:
    """Runs stages and tells of them; whether all is well.

    `again`: what a person types to run one of them once more, with its name in braces. `results`: gets how each ended.
    """
    begun, told = time.monotonic(), environment(tier)
    folder, is_kept = temporary.make(), False
    results = [] if results is None else results
    chance = {name: told[name] for name in ("WATCHPOST_EFFORT", "WATCHPOST_SEED")}
    stages = [stage.at(int(told["WATCHPOST_EFFORT"])) for stage in stages]
    say(" ".join(f"{name}={value}" for name, value in chance.items()))
    try:
        lacking = install(stages, told, results)
        for group in groups(stages):
            ready = []
            for stage in group:
                if why := missing(stage, results, lacking):
                    results.append(Result(stage, f"not begun, because {why}"))
                else:
                    ready.append(stage)
            if ready:
                # SwiftPM's locks lie in the usual folder, so that other builds heed them.
                results += run_beside(ready, told if any(one.is_build for one in ready) else told | {"TMPDIR": str(folder)})
        passed = tell(results, time.monotonic() - begun, allowed_skips(), chance, again)
        is_kept = not passed and any(folder.iterdir())
        return passed
    except KeyboardInterrupt:
        # After hours, the stages that were over are of interest.
        if results:
            tell(results, time.monotonic() - begun, allowed_skips(), chance, again)
        raise
    finally:
        end_children()
        temporary.remove_left_by_compilers()
        if is_kept:
            temporary.keep(folder)
            say(f"what the tests wrote: {folder} (until the next run)")
        else:
            temporary.remove(folder)


def prepare() -> None:
    """Nothing that runs from now on escapes; what earlier runs left goes."""
    adopt_orphans()
    temporary.remove_kept()


def until_ended(work: Callable[[], int]) -> int:
    """What `work` comes to; where somebody ends it, nothing of it is left."""
    for number in _ENDS:
        # Under nohup a closed terminal ends nothing.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)
    try:
        return work()
    except KeyboardInterrupt:
        end_children()
        with contextlib.suppress(OSError):
            say("\nended by Ctrl-C; nothing of it runs on")
        return 130


def _end(number: int, _: object) -> None:
    """Once: a second Ctrl-C waits for the same end."""
    if not _ended_by:
        _ended_by.append(number)
        raise KeyboardInterrupt


def install(stages: list[Stage], told: dict[str, str], results: list[Result]) -> set[str]:
    """Installs all that is missing, before anything runs; what could not be."""
    lacking = set()
    for what in dict.fromkeys(name for stage in stages for name in stage.installs):
        [result] = run_beside([Stage(f"install-{what}", "gate", "", f".ci/dependencies {what}", 3600, 60, silence=0)], told)
        if not result.passed:
            lacking.add(what)
            results.append(result)
    return lacking


def missing(stage: Stage, results: list[Result], lacking: set[str]) -> str:
    """Why a stage cannot begin; empty where it can."""
    failed = [one.stage.name for one in results if not one.passed and one.stage.name in stage.needs]
    wanted = [what for what in stage.installs if what in lacking]
    return ", ".join([f"{name} failed" for name in failed] + [f"what {what} needs could not be installed" for what in wanted])


def shake(area: str, times: int) -> bool:
    """Runs an area's tests again and again on a machine that has too much to do; tells what failed, in how many rounds."""
    stages, again = areas.stages(area), f"make shake AREA={area}"
    builds, tests = areas.builds(stages), areas.tests(stages)
    if not run(builds, "gate", again):
        return False
    passed, seen = True, Counter()
    with areas.busy():
        for number in range(1, times + 1):
            say(f"\n== round {number} of {times}")
            results: list[Result] = []
            passed = run(tests, "gate", again, results) and passed
            keep_logs(results, number)
            seen.update(line for one in results for line in failures(one, allowed_skips()))
    say(f"\n== {times} rounds of {area}, beside processes that keep all cores busy: {len(seen) or 'no'} failures")
    for line, count in seen.most_common():
        say(f"{count} of {times}: {line}")
    return passed


def rounds_of(text: str) -> int:
    """How many rounds a person asks for."""
    if not text.isdecimal() or int(text) < 1:
        raise TableFault(f"{text}: the rounds of a shake are a whole number, 1 at least; 20 unless it is said")
    return int(text)


def keep_logs(results: list[Result], number: int) -> None:
    """Keeps what the stages of a round said in which something failed, which the next round would write over."""
    for one in results:
        log = running.LOGS / f"{one.stage.name}.log"
        if failures(one, allowed_skips()) and log.exists():
            shutil.copy(log, running.LOGS / f"shake-{number}-{log.name}")


def table(stages: list[Stage]) -> int:
    """Prints it as docs/testing.md has it."""
    for stage in stages:
        print(f"| `{stage.name}` | {stage.protects} | {stage.tier} | {stage.usual} | {stage.limit} |")
    return 0


def main(words: list[str]) -> int:
    """The exit code."""
    stages, tier, again = read(), "gate", "make {}"
    match words:
        case ["list"]:
            return table(stages)
        case ["shake", area, *times] if len(times) < 2:
            rounds = rounds_of(*times or ["20"])
            prepare()
            return 0 if shake(area, rounds) else 1
        case ["area", area]:
            wanted, again = areas.stages(area), f"make test AREA={area}"
        case ["test"]:
            wanted = chosen(stages, tier)
        case ["check", *begin] if len(begin) < 2:
            tier, wanted = "check", chosen(stages, "check", *begin)
        case ["run", *names] if names:
            wanted = with_needs(stages, names)
        case _:
            print(__doc__, file=sys.stderr)
            return 64
    prepare()
    before = commit()
    passed = run(wanted, tier, again)
    if passed and before and words in (["test"], ["check"]) and before == commit():
        (ROOT / ".build").mkdir(exist_ok=True)
        with (ROOT / ".build" / "passed").open("a", encoding="utf-8") as file:
            file.write(f"{before} make {words[0]} WATCHPOST_EFFORT={environment(tier)['WATCHPOST_EFFORT']}\n")
    return 0 if passed else 1


if __name__ == "__main__":
    try:
        sys.exit(until_ended(lambda: main(sys.argv[1:])))
    except TableFault as fault:
        sys.exit(f"error: {fault}")
