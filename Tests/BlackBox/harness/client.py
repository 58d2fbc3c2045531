"""Processes of an app, by the driver of Tests/ClientPackage: `make client` builds it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from harness.waiting import PATIENCE

_WHOLE = 3 * PATIENCE
"""For a whole process, which may ask for many things one after the other."""

_REPOSITORY = Path(__file__).resolve().parents[3]


def driver() -> str:
    """The program: WATCHPOST_DRIVER, else what `make client` built."""
    path = os.environ.get("WATCHPOST_DRIVER") or str(_REPOSITORY / ".build" / "client" / "debug" / "Driver")
    assert os.access(path, os.X_OK), f"no driver at {path}: run `make client`, or set WATCHPOST_DRIVER"
    return path


class App:
    """An app on one device: its folder, and where it believes the appliance to be."""

    def __init__(self, folder: Path, base: str) -> None:
        self.folder = folder
        self.base = base

    def start(self, *arguments: str, before: Sequence[str] = ()) -> subprocess.Popen[str]:
        """A process of the app, with its own memory; `before` are the words of a program that runs it."""
        command = [*before, driver(), self.base, str(self.folder), *arguments]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run(self, *arguments: str) -> list[dict[str, Any]]:
        """The lines of a process that must succeed."""
        return finished(self.start(*arguments))

    def refused(self, *arguments: str) -> str:
        """The kind of the error of a process that must fail."""
        process = self.start(*arguments)
        output, errors = process.communicate(timeout=_WHOLE)
        assert process.returncode == 1, (output, errors)
        return json.loads(output.splitlines()[-1])["kind"]

    def refresh(self, *modes: str, command: str = "refresh") -> dict[str, dict[str, Any]]:
        """What the app knows of maps, by mode."""
        return {line["key"]: line for line in self.run(command, *modes)}

    @property
    def credentials(self) -> dict[str, str]:
        """The credentials as they lie in the folder, by appliance."""
        kept = json.loads((self.folder / "credentials.json").read_text(encoding="utf-8"))
        return {appliance: entry["current"] for appliance, entry in kept["appliances"].items()}

    @property
    def credential(self) -> tuple[str, str]:
        """Id and bearer at the only appliance that this app has met."""
        [text] = self.credentials.values()
        return text.split(".")[0], f"Bearer {text}"


def finished(process: subprocess.Popen[str]) -> list[dict[str, Any]]:
    """The lines of a process that must succeed."""
    output, errors = process.communicate(timeout=_WHOLE)
    assert process.returncode == 0, (process.args, output[-2_000:], errors[-2_000:])
    return [json.loads(line) for line in output.splitlines()]
