"""The stages of the tests, as `.ci/stages.toml` declares them, and which of them a run has."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / ".ci" / "stages.toml"
#: The gate is in both.
TIERS = ("gate", "check")
#: Seconds. Tests of pytest tell what they are at half a minute earlier (`faulthandler_timeout` in Tests/pytest.ini).
NAMED_AFTER = 270


@dataclass(frozen=True)
class Stage:
    """One step of the tests."""

    name: str
    tier: str
    #: What it alone protects.
    protects: str
    #: A line for bash, run in the project's folder.
    run: str
    #: Seconds that it may take on a busy machine; after them it is ended and has failed.
    limit: int
    #: Seconds that it takes on two quiet cores.
    usual: int
    #: What `.ci/dependencies` has to have installed.
    installs: tuple[str, ...] = ()
    #: Stages that have to have succeeded.
    needs: tuple[str, ...] = ()
    #: Stages that name the same group run beside each other.
    group: str = ""
    #: Seconds without a word after which it hangs, whatever time is left. 0: it may be silent as long as it may run.
    silence: int = 300
    #: How many times as long it, its silence and each test of it may take where WATCHPOST_EFFORT is more than 1; 1 where that
    #: lengthens nothing.
    longer: int = 1

    @property
    def test_limit(self) -> int:
        """Seconds that one test of pytest may take: a tenth less than the silence, so that the test names itself first."""
        return (self.silence or self.limit) * 9 // 10

    @property
    def named_after(self) -> int:
        """Seconds after which a test of Swift that is still under way is named: within five minutes, however long it may take."""
        return min(self.test_limit, NAMED_AFTER)

    def at(self, effort: int) -> Stage:
        """The stage with the time that it has at that effort."""
        if effort <= 1 or self.longer == 1:
            return self
        return replace(self, limit=self.limit * self.longer, silence=self.silence * self.longer, longer=1)

    @property
    def is_build(self) -> bool:
        """Whether it compiles, so that a crash of the package manager is no verdict."""
        return self.name.endswith("build") or self.name == "packages"

    @property
    def is_install(self) -> bool:
        """Whether it installs, in this terminal: sudo may ask for a password. Past its limit it is asked to end, and does so by itself."""
        return self.name.startswith("install-")


class TableFault(Exception):
    """The table makes no sense; the text says where."""


def read(path: Path = TABLE) -> list[Stage]:
    """All stages, in the order in which they run."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    stages = []
    for row in document["stage"]:
        row = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        try:
            stages.append(Stage(**row))
        except TypeError as fault:
            raise TableFault(f"{path.name}, stage {row.get('name')}: {fault}") from None
    _check(stages, path)
    return stages


def _check(stages: list[Stage], path: Path) -> None:
    seen: dict[str, str] = {}
    for stage in stages:
        # What runs beside it has not succeeded yet.
        unknown = [name for name in stage.needs if name not in seen or (stage.group and seen[name] == stage.group)]
        if stage.name in seen or unknown or stage.tier not in TIERS:
            raise TableFault(f"{path.name}, stage {stage.name}: its name, its tier or what it needs ({unknown})")
        seen[stage.name] = stage.group


def allowed_skips(path: Path = TABLE) -> dict[str, str]:
    """Parts of the lines by which runners tell of a skipped test that may be, and why."""
    return tomllib.loads(path.read_text(encoding="utf-8")).get("skips", {})


def chosen(stages: list[Stage], tier: str, begin: str = "") -> list[Stage]:
    """The stages of a run: of the gate, or all, from one on."""
    run = [stage for stage in stages if stage.tier == "gate" or tier == "check"]
    if not begin:
        return run
    names = [stage.name for stage in run]
    if begin not in names:
        raise TableFault(f"no stage is called {begin}; there are: {' '.join(names)}")
    # With what they need: whoever goes on may have mended something, and nothing is tested that was compiled before.
    return with_needs(run, names[names.index(begin) :])


def with_needs(stages: list[Stage], names: list[str]) -> list[Stage]:
    """The named stages and what they need, in their order."""
    by_name = {stage.name: stage for stage in stages}
    wanted: set[str] = set()

    def add(name: str) -> None:
        if name not in by_name:
            raise TableFault(f"no stage is called {name}; there are: {' '.join(by_name)}")
        if name not in wanted:
            wanted.add(name)
            for need in by_name[name].needs:
                add(need)

    for name in names:
        add(name)
    return [stage for stage in stages if stage.name in wanted]


def groups(stages: list[Stage]) -> list[list[Stage]]:
    """What runs at one time, one after the other."""
    found: list[list[Stage]] = []
    for stage in stages:
        if found and stage.group and found[-1][0].group == stage.group:
            found[-1].append(stage)
        else:
            found.append([stage])
    return found
