"""Fixtures: a simulated Battle.net and an appliance that polls it.

They need the built binary: WATCHPOST_BINARY, or the release build. What it said is shown when a test
fails.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.appliance import Appliance, binary
from harness.settings import REGIONS, merged, settings_for, toml
from harness.shares import in_shares
from harness.simulator import Simulator

Launch = Callable[..., Appliance]
_OUTPUT = pytest.StashKey[list[Path]]()


@pytest.fixture(scope="session", autouse=True)
def the_binary_is_there() -> None:
    """One clear error instead of many puzzling ones."""
    if not os.access(binary(), os.X_OK):
        pytest.exit(f"no binary at {binary()}: build it, or set WATCHPOST_BINARY", returncode=4)


@pytest.fixture
def simulator(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Simulator]:
    """A simulator in which everything is up; options of its command line may be its parameter."""
    simulator = Simulator(tmp_path / "secrets", *getattr(request, "param", ()))
    yield simulator
    simulator.close()


@pytest.fixture
def configure(simulator: Simulator, tmp_path: Path) -> Callable[..., Path]:
    """Writes a configuration: ``configure(regions=("us",), battlenet={"timeout": "9s"})``."""

    def write(regions: tuple[str, ...] = REGIONS, **changes: Any) -> Path:
        path = tmp_path / "watchpost.toml"
        settings = settings_for(simulator, tmp_path / "state", regions)
        path.write_text(toml(merged(settings, changes)), encoding="utf-8")
        return path

    return write


@pytest.fixture
def launch(
    configure: Callable[..., Path], tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Launch]:
    """Starts an appliance; with ``fresh=True`` (default) waits until every region is fresh."""
    started: list[Appliance] = []
    output = tmp_path / "watchpost.log"
    request.node.stash.setdefault(_OUTPUT, []).append(output)

    def start(
        regions: tuple[str, ...] = REGIONS,
        fresh: bool = True,
        environment: dict[str, str] | None = None,
        **changes: Any,
    ) -> Appliance:
        appliance = Appliance(configure(regions, **changes), output, **(environment or {}))
        started.append(appliance)
        appliance.start()
        if fresh:
            appliance.await_fresh(*regions)
        return appliance

    yield start
    for appliance in started:
        appliance.close()


@pytest.fixture(scope="module")
def appliance(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Appliance]:
    """One appliance for all tests of a module that only read: us and eu, everything up and fresh."""
    folder = tmp_path_factory.mktemp("shared")
    simulator = Simulator(folder / "secrets")
    config = folder / "watchpost.toml"
    config.write_text(toml(settings_for(simulator, folder / "state", ("us", "eu"))), encoding="utf-8")
    appliance = Appliance(config, folder / "watchpost.log").start()
    appliance.await_fresh("us", "eu")
    yield appliance
    appliance.close()
    simulator.close()


@pytest.fixture
def tunnel(appliance: Appliance) -> str:
    """Where tunnels come in, at the appliance of the module."""
    return appliance.tunnel


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those marked `waits` first, in each process's share; after what other plugins leave out."""
    waiting = [item for item in items if item.get_closest_marker("waits")]
    others = [item for item in items if not item.get_closest_marker("waits")]
    items[:] = in_shares(waiting, others, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Adds what the appliance said to the report of a failed test."""
    report = yield
    if report.failed:
        shared = item.funcargs.get("appliance") if isinstance(item, pytest.Function) else None
        for path in item.stash.get(_OUTPUT, []) + ([shared.output] if shared else []):
            if path.exists():
                text = path.read_text(encoding="utf-8", errors="replace")
                report.sections.append((f"output of the appliance ({path.name})", text[-20_000:]))
    return report
