"""Where generated requests begin: by chance, or where WATCHPOST_SEED says."""

from __future__ import annotations

import os
import random

SEED = int(os.environ.get("WATCHPOST_SEED") or random.SystemRandom().randrange(1 << 32))
EXAMPLES = int(os.environ.get("WATCHPOST_EXAMPLES") or 40)
"""For each operation and world; the whole takes a minute and a half."""
