"""The end of a run: what ran and how long, what is slow, what was skipped, and what failed with its last words."""

from __future__ import annotations

from running import Result, say

SLOWEST = 15
LAST = 60
#: Lines of a stage in which its runner tells what failed.
MOST = 40


def tell(results: list[Result], seconds: float, allowed: dict[str, str]) -> bool:
    """Prints it; whether all is well."""
    say("\n== summary")
    slow = sorted(((time, test, one.stage.name) for one in results for time, test in one.reading.times), reverse=True)
    for time, test, stage in slow[:SLOWEST]:
        say(f"slow: {time:7.1f} s  {stage}: {test[:150]}")
    unexpected = _skips(results, allowed)
    seeds = sorted({seed for one in results for seed in one.reading.seeds})
    if seeds:
        say(f"seeds: {' '.join(seeds[:20])}{' …' if len(seeds) > 20 else ''} (all of them stand in .build/stages)")
    failed = [one for one in results if not one.passed]
    for one in failed:
        say(f"\n== {one.stage.name} failed: {one.status}; its last lines:")
        for line in one.tail[-LAST:]:
            say(line)
    # Once more what failed, in short: it may stand far from the end of a stage's output.
    for one in failed:
        for line in dict.fromkeys(one.reading.problems[:MOST]):
            say(f"{one.stage.name}: {line[:300]}")
    say("")
    for one in results:
        said = one.reading.closing if one.passed else f"FAILED: {one.status}  {one.reading.closing}"
        say(f"{one.stage.name:18} {one.seconds:6.0f} s {one.computed:6.0f} s of CPU  {said}")
    say(f"{'all, by the clock':18} {seconds:6.0f} s")
    for line in unexpected:
        say(f"skipped without leave (`.ci/stages.toml` lists those that have it): {line}")
    return not failed and not unexpected


def _skips(results: list[Result], allowed: dict[str, str]) -> list[str]:
    """Says which tests were skipped; those that may not be."""
    unexpected: list[str] = []
    for one in results:
        for line in dict.fromkeys(one.reading.skipped):
            say(f"skipped: {one.reading.skipped.count(line)} x  {one.stage.name}: {line[:180]}")
            if not any(part in line for part in allowed):
                unexpected.append(f"{one.stage.name}: {line}")
    return unexpected
