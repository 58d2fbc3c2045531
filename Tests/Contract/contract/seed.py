"""Where generated requests begin: by chance, or where WATCHPOST_SEED says."""

from __future__ import annotations

import os

from harness.effort import rounds, seed_of

SEED = seed_of("generated requests")
EXAMPLES = int(os.environ.get("WATCHPOST_EXAMPLES") or rounds(15, most=100))
"""For each operation and world."""
