"""Where generated requests begin: by chance, or where WATCHPOST_SEED says."""

from __future__ import annotations

from harness.effort import rounds, seed_of

SEED = seed_of("generated requests")
EXAMPLES = rounds(5, most=100)
"""For each operation and world, beside the borders of each parameter, which are sent whatever this is."""
