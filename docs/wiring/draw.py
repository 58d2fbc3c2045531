"""Draws the wiring pictures of the manual: `python3 docs/wiring/draw.py`."""

from __future__ import annotations

from pathlib import Path

from backpack import backpack
from header import BACKPACK, LAMPS, PARALLEL, PINS, RESERVED, SHIFTER
from lamps import lamps
from parallel import parallel
from parts import PITCH, WIDTH, Header, colour
from svg import FAINT, INK, SUPPLY, Drawing

FOLDER = Path(__file__).resolve().parents[1] / "images"


def header_pins() -> str:
    drawing = Drawing(
        WIDTH, 680, "The header, and what goes where",
        "All 40 pins with their names, and what this manual wires to each.",
    )
    uses = {wire.pin: f"display {wire.end}" for wire in PARALLEL if wire.setting}
    uses |= {wire.pin: wire.end if wire.end == "button" else f"lamp, {wire.end}" for wire in LAMPS if wire.setting}
    uses |= {wire.pin: f"display {wire.end}" for wire in BACKPACK if wire.name not in SUPPLY}
    used = LAMPS + PARALLEL + BACKPACK + [wire for wire in SHIFTER if wire.name in SUPPLY]
    header = Header(drawing, (WIDTH - PITCH) / 2, 96, used)
    for pin, name in PINS.items():
        x, y = header.place(pin)
        side, anchor = (-1, "end") if pin % 2 else (1, "start")
        wire = next((wire for wire in used if wire.pin == pin), None)
        shade = colour(wire) if wire else SUPPLY.get(name, FAINT)
        drawing.text(x + side * 28, y + 4.5, name, anchor, font_weight="bold", fill=shade)
        use = uses.get(pin) or RESERVED.get(name, "")
        drawing.text(x + side * 88, y + 4.5, use, anchor, fill=INK if pin in uses else FAINT)
    return drawing.finished()


PICTURES = {
    "wiring-header": header_pins,
    "wiring-lamps": lamps,
    "wiring-display-i2c": backpack,
    "wiring-display-parallel": parallel,
}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), encoding="utf-8")
