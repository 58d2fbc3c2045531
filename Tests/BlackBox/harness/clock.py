"""An appliance's clock that a test moves (`clock.c`)."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from harness.preload import library


NOON = f"Etc/GMT{datetime.now(UTC).hour - 12:+d}"
"""A zone in which it was noon a moment ago: no day, week or month ends there while tests run."""


class Clock:
    """What time of day an appliance reads that is started with its `environment`; its other clocks go on as they are."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._file.write_bytes(bytes(8))

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(library("clock")), "CLOCK_FILE": str(self._file)}

    def read(self, time: datetime) -> None:
        """Now it is this time there, and goes on."""
        offset = round((time - datetime.now(UTC)).total_seconds() * 1_000)
        with self._file.open("r+b", buffering=0) as file:
            file.write(offset.to_bytes(8, "little", signed=True))
