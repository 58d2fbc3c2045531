"""Keeps what the emulator traces, while it runs."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import IO

from harness.waiting import PATIENCE

from decoder.trace import BusByte, BusEvent, RegisterWrite, parse

Record = RegisterWrite | BusByte | BusEvent


class Recorder:
    """Reads the trace in a thread; what it has is there to be read at any time."""

    def __init__(self, source: IO[bytes]) -> None:
        self._lock = threading.Lock()
        self._records: list[Record] = []
        self._lines: list[str] = []
        self.complaints: list[str] = []
        self._thread = threading.Thread(target=self._read, args=(source,), daemon=True)
        self._thread.start()

    def records(self, after: int = 0) -> list[Record]:
        """Everything after the first so many, in the order in which it happened.

        The emulator writes the trace while it holds the lock of its devices: the order is true.
        """
        with self._lock:
            return self._records[after:]

    def save(self, path: Path) -> None:
        """Writes all lines, for a person to look at."""
        self._thread.join(PATIENCE)
        path.write_text("".join(self._lines), encoding="utf-8")

    def _read(self, source: IO[bytes]) -> None:
        for raw in source:
            line = raw.decode("utf-8", "replace")
            record = parse(line)
            with self._lock:
                self._lines.append(line)
                if record is not None:
                    self._records.append(record)
                elif "qemu-system" in line:
                    self.complaints.append(line)
