"""A slow card under an appliance (`slowsync.c`): how long each of its syncs takes."""

from __future__ import annotations

from pathlib import Path

from harness.preload import library


class SlowSyncs:
    """The syncs of a process that is started with its `environment`; as fast as they are until something else is said."""

    def __init__(self, file: Path, seed: int = 1) -> None:
        """`seed`: by it delays follow one another; any number."""
        self._file = file
        # Chance that goes on from 0 stays there.
        self._file.write_bytes(bytes(16) + (seed or 1).to_bytes(8, "little"))

    @property
    def environment(self) -> dict[str, str]:
        return {"LD_PRELOAD": str(library("slowsync")), "SYNC_FILE": str(self._file)}

    def take(self, least: float, most: float | None = None) -> None:
        """From now on each takes so many seconds longer, or between so many."""
        with self._file.open("r+b", buffering=0) as file:
            for seconds in (least, least if most is None else most):
                file.write(round(seconds * 1_000_000).to_bytes(8, "little"))
