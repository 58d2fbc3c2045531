"""What a command prints into a terminal, and QR codes in it, read by an independent decoder (zbar)."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

from harness.appliance import binary
from harness.waiting import PATIENCE

_COLOURS = "\x1b[38;5;16;48;5;231m"
_UPPER = {"█", "▀"}
_LOWER = {"█", "▄"}


def in_terminal(*words: str) -> str:
    """The output of a command that believes to have a terminal."""
    parent, child = pty.openpty()
    process = subprocess.Popen([binary(), *words], stdin=child, stdout=child, stderr=child)
    os.close(child)
    output = b""
    while True:
        try:
            piece = os.read(parent, 65536)
        except OSError:  # EIO: nobody writes any more
            break
        if not piece:
            break
        output += piece
    os.close(parent)
    process.wait(PATIENCE)
    return output.decode("utf-8").replace("\r\n", "\n")


def picture(text: str) -> list[list[bool]]:
    """The squares of the QR code in an output, dark ones true, with the quiet zone; plain ones are on a dark screen."""
    lines = text.split("look at this:\n\n")[1].split("\n\n")[0].splitlines()
    coloured = lines[0].startswith(_COLOURS)
    rows: list[list[bool]] = []
    for line in lines:
        assert line.startswith(_COLOURS) == coloured and line.endswith("\x1b[0m") == coloured
        squares = re.sub(r"\x1b\[[0-9;]*m", "", line)
        rows += [[(square in half) == coloured for square in squares] for half in (_UPPER, _LOWER)]
    assert len({len(row) for row in rows}) == 1
    return rows


def squares(picture: bytes) -> list[list[bool]]:
    """The squares of an SVG, drawn as its path says."""
    text = picture.decode()
    [side] = re.findall(r'viewBox="0 0 (\d+) \1"', text)
    rows = [[False] * int(side) for _ in range(int(side))]
    for column, row, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", text):
        rows[int(row)][int(column) : int(column) + int(run)] = [True] * int(run)
    return rows


def decode(squares: list[list[bool]], folder: Path, scale: int = 5) -> str:
    """What a phone would read: zbar's answer to a picture of the squares."""
    width = max(map(len, squares)) * scale
    lines = [
        b"".join((b"\x00" if dark else b"\xff") * scale for dark in row).ljust(width, b"\xff") for row in squares
    ]
    image = folder / "code.pgm"
    image.write_bytes(b"P5 %d %d 255\n" % (width, len(lines) * scale) + b"".join(line * scale for line in lines))
    done = subprocess.run(["zbarimg", "--quiet", "--raw", str(image)], capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, f"no code is found: {done.stderr}"
    return done.stdout.rstrip("\n")
