"""A Debian 13 system in a folder, in which packages are installed, upgraded and removed for real."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
_AS_ROOT = REPOSITORY / ".ci" / "as-root"
_STUBS = "/run/stubs"
_PATH = f"{_STUBS}:/usr/sbin:/usr/bin:/sbin:/bin"
# Answers like systemd where the service is enabled and running, and notes what it was asked.
_STUB = """#!/bin/sh
echo "${0##*/} $*" >>/run/calls
case "$*" in *is-enabled*) echo enabled ;; esac
exit 0
"""


def build(name: str, packages: list[str]) -> Path:
    """The folder of a system with these packages, made once for each list."""
    command = [".ci/debian", name, "trixie", "amd64", "minbase", ",".join(packages)]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE, text=True, timeout=900)
    return REPOSITORY / done.stdout.strip()


@dataclass(frozen=True)
class DebianRoot:
    """One such system. Nothing outside of its folder is touched."""

    folder: Path

    def copy(self, folder: Path) -> DebianRoot:
        """A system of its own that starts as this one is now."""
        subprocess.run([_AS_ROOT, "cp", "-a", "--reflink=auto", self.folder, folder], check=True, timeout=300)
        return DebianRoot(folder)

    def remove(self) -> None:
        """Deletes the folder."""
        subprocess.run([_AS_ROOT, "rm", "-rf", "--one-file-system", self.folder], check=True, timeout=300)

    def attempt(self, *command: str, timeout: float = 240) -> subprocess.CompletedProcess[str]:
        """Runs a command in the system, as root, and returns what came of it; both outputs are in `stdout`."""
        variables = [f"PATH={_PATH}", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"]
        folder = str(self.folder.relative_to(REPOSITORY))
        return subprocess.run(
            [".ci/inside", folder, "--", "/usr/bin/env", *variables, *command],
            cwd=REPOSITORY,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=timeout,
        )

    def run(self, *command: str, timeout: float = 240) -> str:
        """What a command that must succeed prints."""
        done = self.attempt(*command, timeout=timeout)
        assert done.returncode == 0, f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}"
        return done.stdout

    def install(self, package: Path, *options: str) -> str:
        """Installs a .deb as a person does."""
        return self.run("apt-get", "install", "--yes", *options, inside(package))

    def exists(self, path: str) -> bool:
        """Whether there is a file or folder."""
        return self.attempt("test", "-e", path).returncode == 0

    def read(self, path: str) -> str:
        """A file's text."""
        return self.run("cat", path)

    def write(self, path: str, text: str) -> None:
        """Replaces a file's text and keeps owner and mode."""
        self.run("/bin/sh", "-euc", 'printf %s "$2" >"$1"', "write", path, text)

    def modes(self, *paths: str) -> list[str]:
        """Mode, owner and group of each path."""
        return self.run("stat", "--format=%a %U:%G", *paths).splitlines()

    def version(self) -> str | None:
        """The version of the package that is installed, whole."""
        done = self.attempt("dpkg-query", "-W", "-f=${db:Status-Abbrev}${Version}", "watchpost")
        state, _, version = done.stdout.strip().partition(" ")
        return version if done.returncode == 0 and state == "ii" else None

    def pretend_to_run_systemd(self) -> None:
        """From now on maintainer scripts believe that systemd runs; what they ask of it is in `calls`."""
        self.run("mkdir", "-p", "/run/systemd/system", _STUBS)
        for name in ("systemctl", "udevadm", "modprobe"):
            self.write(f"{_STUBS}/{name}", _STUB)
            self.run("chmod", "755", f"{_STUBS}/{name}")
        # apt gives dpkg a path of its own.
        self.write("/etc/apt/apt.conf.d/stubs", f'DPkg::Path "{_PATH}";\n')

    def calls(self) -> list[str]:
        """What systemd, udev and the kernel were asked to do since the last look."""
        text = self.read("/run/calls") if self.exists("/run/calls") else ""
        self.run("rm", "-f", "/run/calls")
        lines = [re.sub(r"--(quiet|system) ", "", line) for line in text.splitlines()]
        return [line for line in lines if " is-" not in line]


def inside(path: Path) -> str:
    """Where a file of the project is seen from inside a system."""
    return f"/source/{path.relative_to(REPOSITORY)}"
