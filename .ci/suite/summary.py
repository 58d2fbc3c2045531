"""The end of a run: what ran and how long, what is slow, what was skipped, and what failed with its last words."""

from __future__ import annotations

import re

from running import Result, say

SLOWEST = 15
LAST = 60
#: Lines of a stage in which its runner tells what failed.
MOST = 40
# «✘ Test plain() failed after 0.5 seconds with 1 issue.», «FAILED Tests/a.py::test_b[x] - AssertionError: …», «ERROR Tests/…»
_FAILED = re.compile(r"✘ Test (?!run with)(.+?)(?: with \d+ test cases?)? failed after |^(?:FAILED|ERROR) (.+?)(?: - .*)?$")


def tell(results: list[Result], seconds: float, allowed: dict[str, str], chance: dict[str, str], again: str = "make {}") -> bool:
    """Prints it; whether all is well.

    `allowed`: parts of the words of skips that may be. `chance`: the variables that repeat what was left to chance; `again`: the
    command that runs a stage once more, with its name in braces.
    """
    say("\n== summary")
    slow = sorted(((time, test, one.stage.name) for one in results for time, test in one.reading.times), reverse=True)
    for time, test, stage in slow[:SLOWEST]:
        say(f"slow: {time:7.1f} s  {stage}: {test[:150]}")
    unexpected = _skips(results, allowed)
    # Tests that were run by hand with a seed of their own tell it; all others have that of the run.
    seeds = sorted({seed for one in results for seed in one.reading.seeds} | {chance["WATCHPOST_SEED"]})
    say(f"seeds: {' '.join(seeds)}")
    failed = [one for one in results if not one.passed]
    for one in failed:
        say(f"\n== {one.stage.name} failed: {one.status}; its last lines:")
        for line in one.tail[-LAST:]:
            say(line)
    # Once more what failed, in short: it may stand far from the end of a stage's output.
    for one in failed:
        for line in dict.fromkeys(one.reading.problems[:MOST]):
            say(f"{one.stage.name}: {line[:300]}")
    for one in failed:
        # What installs is in no table, and leaves nothing to chance.
        say(f"{one.stage.name} again: {one.stage.run if one.stage.is_install else f'{_words(chance)} {again.format(one.stage.name)}'}")
    say("")
    for one in results:
        said = one.reading.closing if one.passed else f"FAILED: {one.status}  {one.reading.closing}"
        say(f"{one.stage.name:18} {one.seconds:6.0f} s {one.computed:6.0f} s of CPU  {said}")
    say(f"{'all, by the clock':18} {seconds:6.0f} s  {_words(chance)}")
    for line in unexpected:
        say(f"skipped without leave (`.ci/stages.toml` lists those that have it): {line}")
    return not failed and not unexpected


def _words(chance: dict[str, str]) -> str:
    return " ".join(f"{name}={value}" for name, value in chance.items())


def failures(result: Result, allowed: dict[str, str]) -> list[str]:
    """What failed in a stage, each once: tests, how it ended where its runner named none, and skips that may not be."""
    named = dict.fromkeys(found[1] or found[2] for line in result.reading.problems if (found := _FAILED.search(line)))
    failed = [] if result.passed else [*named] or [result.status]
    skipped = [f"skipped without leave: {line}" for line in _unexpected(result, allowed)]
    return [f"{result.stage.name}: {what}" for what in [*failed, *skipped]]


def _skips(results: list[Result], allowed: dict[str, str]) -> list[str]:
    """Says which tests were skipped; those that may not be."""
    for one in results:
        for line in dict.fromkeys(one.reading.skipped):
            say(f"skipped: {one.reading.skipped.count(line)} x  {one.stage.name}: {line[:180]}")
    return [f"{one.stage.name}: {line}" for one in results for line in _unexpected(one, allowed)]


def _unexpected(result: Result, allowed: dict[str, str]) -> list[str]:
    """Skips of a stage that may not be, each once."""
    return [line for line in dict.fromkeys(result.reading.skipped) if not any(part in line for part in allowed)]
