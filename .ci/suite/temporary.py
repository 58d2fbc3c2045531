"""A folder for all that tests write while they run. When the run is over it goes, with what is still mounted in it."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
from pathlib import Path

from table import ROOT

#: Where the folders of runs that failed are noted, a line each: the next run removes them.
KEPT = ROOT / ".build" / "stages" / "kept-folders"
#: Short, because the paths of sockets in it may have 107 characters at most.
_PREFIX = "wp-"
#: Characters of the folder for temporary files that leave room for such paths.
LONGEST = 40
_COMPILERS = {"swift-build", "swift-test", "swift-package", "swift-run", "swiftc", "swift-frontend", "swift-driver"}


def make() -> Path:
    """A new folder; in /tmp where the usual place has a long name."""
    usual = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=usual if len(usual) <= LONGEST else "/tmp"))


def remove_left_by_compilers(processes: Path = Path("/proc")) -> None:
    """Takes away the folders that SwiftPM forgets in the usual place, five to ten for each build, with an empty file in each.

    They lie beside its locks, which all builds of a machine share. Those of a build that still runs look the same for a moment:
    while there is one, all stay, and go after the next.
    """
    if any(_comm(process) in _COMPILERS for process in processes.glob("[0-9]*")):
        return
    for folder in Path(tempfile.gettempdir()).glob("TemporaryDirectory.*"):
        with contextlib.suppress(OSError):
            if folder.lstat().st_uid == os.getuid() and {one.name for one in folder.iterdir()} <= {".keep-directory"}:
                (folder / ".keep-directory").unlink(missing_ok=True)
                folder.rmdir()


def _comm(process: Path) -> str:
    """The name of a process; empty once it has ended."""
    try:
        return (process / "comm").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def keep(folder: Path) -> None:
    """Leaves it, so that a failure can be looked into, with nothing mounted in it."""
    unmount(folder)
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    with KEPT.open("a", encoding="utf-8") as file:
        file.write(f"{folder}\n")


def remove_kept() -> None:
    """What earlier runs left."""
    if KEPT.exists():
        for line in KEPT.read_text(encoding="utf-8").splitlines():
            if Path(line).name.startswith(_PREFIX):
                remove(Path(line))
        KEPT.unlink(missing_ok=True)


def remove(folder: Path) -> None:
    """Takes away mounts in it, then the folder; never what is mounted."""
    unmount(folder)
    # Some tests lock folders; only root could remove those as they are.
    subprocess.run(["chmod", "-R", "u+rwX", folder], stderr=subprocess.DEVNULL)
    subprocess.run(["rm", "-rf", "--one-file-system", folder])


def unmount(folder: Path) -> None:
    """Takes away what is mounted in it."""
    for place in reversed(mounted(folder)):
        subprocess.run([ROOT / ".ci" / "as-root", "umount", "--lazy", place])


def mounted(folder: Path, table: Path = Path("/proc/self/mountinfo")) -> list[str]:
    """What is mounted below a folder, in the order in which it was."""
    places = [line.split()[4] for line in table.read_text(encoding="utf-8").splitlines()]
    # The kernel writes a space as \040.
    named = [re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), place) for place in places]
    return [place for place in named if place.startswith(f"{folder.resolve()}/")]
