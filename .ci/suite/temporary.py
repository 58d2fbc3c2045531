"""A folder for all that tests write while they run. When the run is over it goes, with what is still mounted in it."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from table import ROOT

#: Where the folders of runs that failed are noted, a line each: whoever runs the tests next removes them.
KEPT = ROOT / ".build" / "stages" / "kept-folders"
#: Short, because the paths of sockets in it may have 107 characters at most.
_PREFIX = "wp-"


def make() -> Path:
    """A new folder."""
    return Path(tempfile.mkdtemp(prefix=_PREFIX))


def keep(folder: Path) -> None:
    """Leaves it for whoever looks into a failure, with nothing mounted in it."""
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
    # Some tests lock folders; whoever is not root could not remove those.
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
