"""A folder for all that tests write while they run. When the run is over it goes, with what is still mounted in it."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from table import ROOT

#: Where the folders of runs that failed are noted, a line each: the next run removes them.
KEPT = ROOT / ".build" / "stages" / "kept-folders"
#: Short, because the paths of sockets in it may have 107 characters at most.
_PREFIX = "wp-"
#: Characters of the folder for temporary files that leave room for such paths.
LONGEST = 40


def make() -> Path:
    """A new folder; in /tmp where the usual place has a long name."""
    usual = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=usual if len(usual) <= LONGEST else "/tmp"))


@contextlib.contextmanager
def of_builds() -> Iterator[Path]:
    """The folder that builds of all clones share while one of them runs: SwiftPM's locks lie in it, and the empty folders that it leaves."""
    place = Path(tempfile.gettempdir()) / f"wp-builds-{os.getuid()}"
    held = _shared(place)
    try:
        yield place
    finally:
        # The last one to leave removes it.
        with contextlib.suppress(BlockingIOError):
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove(place)
        os.close(held)


def _shared(place: Path) -> int:
    """The folder, made and open, so locked that nothing removes it."""
    while True:
        with contextlib.suppress(FileExistsError):
            place.mkdir(mode=0o700)
        held = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        fcntl.flock(held, fcntl.LOCK_SH)
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(held), place.stat()):
                return held
        # What was opened was removed before it was locked.
        os.close(held)


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
    # A Debian folder whose building was killed.
    for part in (ROOT / ".debian").glob("*.part"):
        subprocess.run([ROOT / ".ci" / "as-root", "rm", "-rf", "--one-file-system", part])


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
