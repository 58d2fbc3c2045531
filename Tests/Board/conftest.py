"""One boot for all tests: card, emulator and simulator. `make board-test` builds the package and the card before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.simulator import Simulator

from emulator.board import Board
from emulator.machine import CARD, Machine

_BOARD = pytest.StashKey[Board]()


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Board]:
    """The running board; everything in the simulated world is up."""
    if not CARD.exists():
        pytest.exit(f"no card at {CARD}: make board-test builds it", returncode=4)
    folder = tmp_path_factory.mktemp("board")
    simulator = Simulator(folder / "secrets")
    machine = Machine()
    try:
        board = Board(machine.boot(), simulator, folder)
        request.config.stash[_BOARD] = board
        yield board
    finally:
        machine.close()
        simulator.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What has a board of its own begins, while no other one computes."""
    items.sort(key=lambda item: "board" in getattr(item, "fixturenames", ()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Adds what the service said to the report of a failed test."""
    report = yield
    board = item.config.stash.get(_BOARD, None)
    if report.failed and board is not None and "board" in getattr(item, "fixturenames", ()):
        try:
            report.sections.append(("journal of the service", board.journal()[-6000:]))
        except (OSError, AssertionError) as error:
            report.sections.append(("journal of the service", f"cannot be had: {error}"))
    return report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What was measured, at the end of the run."""
    reports = [report for found in ("passed", "failed") for report in terminalreporter.getreports(found)]
    measured = {name: value for report in reports for name, value in report.user_properties}
    if measured:
        terminalreporter.section("measured on the emulated board")
        for name, value in measured.items():
            terminalreporter.write_line(f"{name}: {value}")
