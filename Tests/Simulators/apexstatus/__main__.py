"""Lets ``python3 Tests/Simulators/apexstatus`` and ``python3 -m apexstatus`` start the stand-in."""

import sys
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from apexstatus.command import main  # noqa: E402

main()
