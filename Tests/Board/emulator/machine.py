"""QEMU's Raspberry Pi 3 as a process, with our card in it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

from harness.ports import reserved_port
from harness.waiting import PATIENCE, wait_until

from emulator.guest import Guest
from emulator.monitor import Monitor
from emulator.recorder import Recorder

_REPOSITORY = Path(__file__).resolve().parents[3]
_BOARD = _REPOSITORY / ".build" / "board"
CARD = _BOARD / "card.img"
_INSIDE = "/source/.build/board"
"""The same folder, as the emulator sees it from its Debian 13 folder."""

_TRACED = ("memory_region_ops_write", "i2c_send", "i2c_event")
_KEPT = ("bcm2835_gpio", "i2c_", "qemu-system")
"""The emulator traces every register of every device; only these lines are kept."""

_KERNEL = (
    *("root=/dev/mmcblk0", "rw", "console=ttyS1,115200", "quiet", "systemd.unit=multi-user.target"),
    # As many processors for programs as the machine underneath may spare. All four are started: one that is not waits in a
    # loop, and the emulator computes that loop for ever.
    "isolcpus=2,3",
    # What a headless box can do without.
    *(f"systemd.mask={unit}" for unit in ("dev-hugepages.mount", "sys-kernel-tracing.mount", "systemd-logind.service")),
)

BACKPACK = 0x27
"""Where an expander answers. The emulator has none; its memory chip takes any byte just the same."""

BOOT = 240.0
"""Seconds that a start may take on a busy machine; a quiet one needs a quarter."""


class Machine:
    """One emulated board from power-on to power-off; it never writes to the card's image."""

    def __init__(self, card: Path = CARD, has_cable: bool = True) -> None:
        """`card` is an image in the board's folder; without a cable there is no way to run commands either."""
        self._card = card
        self._folder = Path(tempfile.mkdtemp(prefix="run-", dir=_BOARD))
        self._ports = {name: reserved_port("the emulator is told what to forward before it begins") for name in ("commands", "http")}
        self.http = f"http://127.0.0.1:{self._ports['http']}"
        self.guest = Guest(self._ports["commands"])
        self._process = subprocess.Popen(
            [str(_REPOSITORY / ".ci" / "inside"), ".debian/qemu", "--", *self._arguments()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._filter = subprocess.Popen(
            ["grep", "--line-buffered", "-F", *(word for kept in _KEPT for word in ("-e", kept))],
            stdin=self._process.stderr,
            stdout=subprocess.PIPE,
        )
        self.recorder = Recorder(self._filter.stdout)
        self.monitor = Monitor(self._folder / "monitor")
        if not has_cable:
            wait_until(lambda: (self._folder / "monitor").exists(), "the emulator's monitor")
            self.monitor.cable(False)

    def boot(self) -> Machine:
        """Waits until systemd says that everything is started."""
        wait_until(self._is_up, f"the board is up; its console said: {self.console()[-500:]}", timeout=BOOT)
        return self

    def console(self) -> str:
        """What kernel and systemd wrote on the serial line."""
        path = self._folder / "console"
        return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""

    def close(self) -> None:
        """Takes the power away."""
        try:
            self.monitor.execute("quit")
            self._process.wait(PATIENCE)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait(PATIENCE)
        self._filter.wait(PATIENCE)
        self.recorder.save(_BOARD / "last-trace")
        shutil.copy(self._folder / "console", _BOARD / "last-console")
        shutil.rmtree(self._folder)

    def _is_up(self) -> bool:
        assert self._process.poll() is None, f"the emulator has ended: {self.recorder.complaints}"
        return self.guest.answers() and self.guest.run("systemctl is-system-running --wait || :") != ""

    def _arguments(self) -> list[str]:
        here = f"{_INSIDE}/{self._folder.name}"
        forwards = ",".join(
            f"hostfwd=tcp:127.0.0.1:{self._ports[name]}-:{port}"
            for name, port in (("commands", 2222), ("http", 8080))
        )
        return [
            "/usr/bin/qemu-system-aarch64",
            *("-M", "raspi3b", "-m", "1G", "-display", "none", "-nodefaults", "-no-reboot"),
            *("-accel", "tcg,tb-size=512"),
            *("-kernel", f"{_INSIDE}/vmlinuz", "-initrd", f"{_INSIDE}/initrd.img"),
            *("-dtb", f"{_INSIDE}/board.dtb", "-append", " ".join(_KERNEL)),
            *("-drive", f"if=sd,format=raw,file={_INSIDE}/{self._card.name},snapshot=on"),
            *("-netdev", f"user,id=net,{forwards}", "-device", "usb-net,netdev=net,id=nic"),
            *("-device", f"at24c-eeprom,bus=i2c-bus.1,address={BACKPACK},rom-size=256"),
            # The second serial line is the small UART, the Pi's console.
            *("-serial", "null", "-serial", f"file:{here}/console"),
            *("-qmp", f"unix:{here}/monitor,server=on,wait=off"),
            *("-msg", "timestamp=on"),
            *(word for event in _TRACED for word in ("-trace", event)),
        ]
