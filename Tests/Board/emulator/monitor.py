"""QEMU's machine protocol: plugging things in and out."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

from harness.waiting import PATIENCE, wait_until

BUS = "i2c-bus.1"
"""The bus of the pin header, /dev/i2c-1."""


class Monitor:
    """The emulator's monitor; for one thread."""

    def __init__(self, path: Path) -> None:
        wait_until(path.exists, "the emulator's monitor")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(str(path))
        self._replies = self._socket.makefile("r", encoding="utf-8")
        self._replies.readline()
        self.execute("qmp_capabilities")

    def execute(self, command: str, **arguments: Any) -> Any:
        """Runs a command; AssertionError with the emulator's reason when it refuses."""
        message = json.dumps({"execute": command, "arguments": arguments})
        self._socket.sendall(message.encode() + b"\n")
        while line := self._replies.readline():
            reply = json.loads(line)
            if "event" in reply:
                continue
            assert "return" in reply, f"{message}: {reply}"
            return reply["return"]
        raise AssertionError(f"the emulator has hung up after {message}")

    def cable(self, plugged: bool) -> None:
        """The network cable."""
        self.execute("set_link", name="net", up=plugged)

    def levels(self) -> int:
        """GPLEV0 and GPLEV1: the levels of the lines 0 to 53, as a meter on the pins would see them."""
        said = self.execute("human-monitor-command", **{"command-line": "xp /2wx 0x3f200034"})
        low, high = said.split(":")[1].split()
        return int(high, 16) << 32 | int(low, 16)
