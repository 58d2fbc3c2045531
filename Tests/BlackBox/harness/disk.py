"""A disk of its own for a state folder, which can be filled and made read-only."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from harness.waiting import PATIENCE

_AS_ROOT = Path(__file__).resolve().parents[3] / ".ci" / "as-root"


class SmallDisk:
    """Two megabytes in memory, mounted at a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._mount("-t", "tmpfs", "-o", f"size=2m,mode=700,uid={os.geteuid()}", "tmpfs")

    def fill(self) -> None:
        """Not a byte more fits."""
        with self._stone.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\0" * 4096)
            except OSError:
                return

    def free(self) -> None:
        """There is room again."""
        self._stone.unlink(missing_ok=True)

    def read_only(self, is_on: bool) -> None:
        """As a kernel does it that found something wrong with a card."""
        self._mount("-o", f"remount,{'ro' if is_on else 'rw'}")

    def close(self) -> None:
        """Takes it away, whoever still uses it."""
        subprocess.run([_AS_ROOT, "umount", "--lazy", self.folder], check=True, timeout=PATIENCE)

    @property
    def _stone(self) -> Path:
        return self.folder / "filled"

    def _mount(self, *arguments: str) -> None:
        subprocess.run([_AS_ROOT, "mount", *arguments, self.folder], check=True, timeout=PATIENCE)
