"""What the runners' lines say: which tests ran how long, which were skipped, which are under way, and how it ended."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

# A test may print a part of a line, so that the runner's words stand behind it.
# Swift Testing: «✔ Test "…" passed after 0.1 seconds.», «✔ Test "…" with 3 test cases passed after …», «◇ Test "…" started.»
_SWIFT_ENDED = re.compile(r'[✔✘] Test (?!run with |case )(.+?)(?: with \d+ test cases?)? (?:passed|failed) after ([0-9.]+) seconds')
_SWIFT_STARTED = re.compile(r"◇ Test (?!case |run )(.+?) started\.$")
_SWIFT_SKIPPED = re.compile(r"➜ (?:Test|Suite) (.+?) skipped(?:: (.*))?$")
_SWIFT_NOISE = re.compile(r"^(?:◇ |✔ (?:Test|Suite) |✔ Test case|◇ Test case)|Test case passing")
# pytest: «1.23s call     Tests/…::test_…», «SKIPPED [2] Tests/…:12: reason»
_PYTEST_TIME = re.compile(r"^([0-9.]+)s (call|setup|teardown) +(\S.*)$")
_PYTEST_SKIPPED = re.compile(r"^SKIPPED \[(\d+)\] (.*)$")
_CLOSING = re.compile(r"Test run with|\d+ passed|^Build .*complete|: kept$")
#: What a runner says of a failure itself, wherever in its output it stands.
_PROBLEM = re.compile(r"✘ Test .* (?:recorded an issue|failed after)|^(?:FAILED |ERROR |E   \S)|\berror: ")
#: So many tests may run at once.
_FEW = 12
_SEED = re.compile(r"WATCHPOST_SEED[= ](\d+)")


@dataclass
class Reading:
    """What a stage has said so far."""

    times: list[tuple[float, str]] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    seeds: list[str] = field(default_factory=list)
    #: When each began.
    under_way: dict[str, float] = field(default_factory=dict)
    #: Tests that began while many did: their times are mostly those of others, for which they waited.
    crowded: set[str] = field(default_factory=set)
    #: Tests that `hanging` has told.
    named: set[str] = field(default_factory=set)
    problems: list[str] = field(default_factory=list)
    closing: str = ""
    last: str = ""

    def hanging(self, before: float) -> list[str]:
        """Tests under way since before that moment, each once. With more of them at once, they wait for each other."""
        old = [test for test, begun in self.under_way.items() if begun < before]
        new = [test for test in old if test not in self.named] if len(old) <= _FEW else []
        self.named.update(new)
        return new

    def take(self, line: str, now: float = 0) -> bool:
        """Reads a line that was said at `now`, seconds of a clock that only goes on; whether it is worth showing."""
        line = line.rstrip()
        self.last = line or self.last
        if found := _SWIFT_STARTED.search(line):
            self.under_way[found[1]] = now
            if len(self.under_way) > _FEW:
                self.crowded.update(self.under_way)
        elif found := _SWIFT_ENDED.search(line):
            self.under_way.pop(found[1], None)
            if found[1] not in self.crowded:
                self.times.append((float(found[2]), found[1]))
        elif found := _SWIFT_SKIPPED.search(line):
            self.skipped.append(f"{found[1]}: {found[2]}")
        elif found := _PYTEST_TIME.match(line):
            self.times.append((float(found[1]), f"{found[3]} ({found[2]})"))
        elif found := _PYTEST_SKIPPED.match(line):
            self.skipped.extend([found[2]] * int(found[1]))
        if _PROBLEM.search(line):
            self.problems.append(line)
        if _CLOSING.search(line):
            self.closing = line
        if found := _SEED.search(line):
            self.seeds.append(found[1])
        return not _SWIFT_NOISE.search(line)
