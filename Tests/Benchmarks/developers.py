"""What developers and their games cost: sign-ins, and a board in a page of another site."""

from __future__ import annotations

import pathlib

import embedding
import signins
from arena import needing
from table import Row

TITLE = (
    "Sign-ins: one password is hashed at a time, and eight may wait; those who come meanwhile are told to come again. Beside it libxcrypt alone, "
    "called from Python with the same setting. The embedded board: a phone (headless Chromium, 390×844) opens a game's page, from another "
    "server, with a board in a frame, cold and again; its rival is the drawn document as one file without scripts behind nginx, compressed. "
    "Drawn: the frame with the last row is out, from the start of the board's own navigation."
)


def rows(binary: pathlib.Path, sim: dict, run: pathlib.Path) -> list[Row]:
    """Both; the simulators are asked for lamps alone."""
    return signins.rows(str(binary), run) + needing(["nginx"], "the embedded board", lambda: embedding.rows(str(binary), run))
