"""Files saved as programs save them: replaced as a whole, or emptied and written in two pieces."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from pathlib import Path

HELD = 1.9
"""Seconds: what holds still for less is never taken for a new file; the appliance wants two looks, two seconds apart."""


def save(path: Path, text: str, chance: random.Random, meanwhile: Callable[[], None] = lambda: None) -> bool:
    """Writes a text in one of these ways; False if the halves lay apart for so long that the first may have counted.

    `meanwhile` is called while half of it lies there, and must hold as if nothing was written.
    """
    if chance.random() < 0.5:
        draft = path.with_suffix(".draft")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
        return True
    # Between two modes the half is a good file that lacks one.
    borders = [index for index in range(1, len(text)) if text.startswith("[[mode]]", index)]
    cut = chance.choice([*borders, *borders, chance.randrange(1, len(text))])
    pause = chance.uniform(0.2, 1.5)
    print(f"{path.name}: {cut} of {len(text)} characters for {pause:.2f} s")
    begin = time.monotonic()
    with path.open("w", encoding="utf-8") as file:
        file.write(text[:cut])
        file.flush()
        while time.monotonic() - begin < pause:
            try:
                meanwhile()
            except AssertionError:
                # A machine that stood still meanwhile says nothing.
                if time.monotonic() - begin < HELD:
                    raise
            time.sleep(0.05)
        file.write(text[cut:])
    return time.monotonic() - begin < HELD
