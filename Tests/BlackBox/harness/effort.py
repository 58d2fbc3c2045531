"""How long what is left to chance goes on, and where it begins."""

from __future__ import annotations

import os
import random

EFFORT = int(os.environ.get("WATCHPOST_EFFORT") or 1)
"""1 in the gate, 20 where all is run."""


def rounds(base: int, most: int) -> int:
    """So many at an effort of 1; no more than what would still prove something."""
    return min(base * EFFORT, most)


def seed_of(name: str) -> int:
    """Where a test's chance begins: by WATCHPOST_SEED, else anywhere. It is said, so that a failure can be looked at again."""
    seed = int(os.environ.get("WATCHPOST_SEED") or random.SystemRandom().randrange(1 << 32))
    print(f"{name}: WATCHPOST_SEED={seed}")
    return seed
