"""Lets ``python3 Tests/Simulators/push`` and ``python3 -m push`` start the stand-in."""

import sys
from pathlib import Path

if not __package__:
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from push.command import main  # noqa: E402

main()
