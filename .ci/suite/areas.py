"""The tests of one area: what a developer runs while at work, against the debug binary."""

from __future__ import annotations

import contextlib
import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from running import KEPT, end_children
from table import ROOT, TABLE, Stage, TableFault, read

_SUITE = re.compile(r"^(?:[^ \n/].* )?(?:struct|class|actor|enum|extension) (\w+)", re.MULTILINE)
#: Keep all cores busy beside the tests that are shaken.
_BURNERS = 4


def names(path: Path = TABLE) -> list[str]:
    """All areas."""
    return sorted(tomllib.loads(path.read_text(encoding="utf-8"))["areas"])


def swift_files(area: str, path: Path = TABLE) -> list[Path]:
    """The files of its Swift tests; of a folder that another area has a part of, only what lies in it itself."""
    areas = tomllib.loads(path.read_text(encoding="utf-8"))["areas"]
    taken = {folder for one in areas.values() for folder in one["swift"]}
    found: list[Path] = []
    for folder in _row(area, areas)["swift"]:
        is_shared = any(other.startswith(folder + "/") for other in taken)
        found += sorted((ROOT / folder).glob("*.swift") if is_shared else (ROOT / folder).rglob("*.swift"))
    return found


def python_files(area: str, path: Path = TABLE) -> list[Path]:
    """The files of its black-box and browser tests."""
    areas = tomllib.loads(path.read_text(encoding="utf-8"))["areas"]
    folder = ROOT / "Tests" / "BlackBox"
    return sorted({file.resolve() for name in _row(area, areas)["python"] for file in folder.glob(f"{name}.py")})


def _row(area: str, areas: dict[str, dict[str, list[str]]]) -> dict[str, list[str]]:
    if area not in areas:
        raise TableFault(f"no area is called {area}; there are: {' '.join(sorted(areas))}")
    return areas[area]


def swift_filter(area: str) -> str:
    """A pattern for `swift test --filter`: its suites by name, since SwiftPM knows no files."""
    suites: dict[str, set[str]] = {}
    for file in swift_files(area):
        text = file.read_text(encoding="utf-8")
        if "@Test" in text:
            module = file.relative_to(ROOT / "Tests").parts[0]
            suites.setdefault(module, set()).update(_SUITE.findall(text))
    parts = [f"{module}\\.({'|'.join(sorted(found))})/" for module, found in sorted(suites.items())]
    return "|".join(parts)


def stages(area: str) -> list[Stage]:
    """The stages of an area: the debug build, its Swift tests, and the others against that build.

    What the gate has under the same name is declared there; the area has its own choice of tests, and the debug binary.
    """
    gate = {stage.name: stage for stage in read()}
    found = [gate["debug-build"]]
    if chosen := swift_filter(area):
        run = f"$SWIFT test --skip-build --disable-xctest --scratch-path .build/tests --experimental-maximum-parallelization-width 6 --filter '{chosen}'"
        found.append(replace(gate["unit"], run=run))
    # pytest ignores `--ignore-glob` for files that are named, WebKit is not installed here, and the debug binary is not hardened.
    if files := [file for file in python_files(area) if not file.stem.endswith("_webkit") and file.stem != "test_hardening"]:
        if any(file.name.startswith("test_client_") for file in files):
            found.append(gate["client"])
        listed = " ".join(str(file.relative_to(ROOT)) for file in files)
        run = (
            "export WATCHPOST_BINARY=$PWD/.build/tests/debug/watchpost; "
            f"python -m pytest -q -n 4 --dist worksteal -m 'not slow and not matrix' {listed}"
        )
        needs = tuple(stage.name for stage in builds(found))
        installs = ("test", "browser") if any(file.parent.name == "Browser" for file in files) else ("test",)
        found.append(replace(gate["blackbox"], run=run, installs=installs, needs=needs))
    return found


def builds(stages: list[Stage]) -> list[Stage]:
    """Of an area's stages those that build what the tests need."""
    return [stage for stage in stages if stage.name in ("debug-build", "client")]


def tests(stages: list[Stage]) -> list[Stage]:
    """Of an area's stages those that can be run again and again once all is built."""
    return [replace(stage, needs=()) for stage in stages if stage not in builds(stages)]


@contextlib.contextmanager
def busy() -> Iterator[None]:
    """Processes that compute as long as this holds."""
    burners = [subprocess.Popen(["bash", "-c", "while :; do :; done"]) for _ in range(_BURNERS)]
    KEPT.update(one.pid for one in burners)
    try:
        yield
    finally:
        KEPT.difference_update(one.pid for one in burners)
        end_children()
