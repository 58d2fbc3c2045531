"""What is drawn more than once: the header, resistors, LEDs, connectors."""

from __future__ import annotations

from header import PINS, Wire
from svg import FAINT, INK, PAPER, SUPPLY, Drawing, Point

WIDTH = 440
"""Of every picture: text can be read on a phone, which shows all of it."""
PITCH = 27
BOARD, GOLD = "#12633f", "#d8c27a"
SIGNALS = {
    "green": "#0a7a5a", "red": "#b3261e", "single": "#7a5d00", "low line": "#1763b6", "button": "#6a3fb5",
    "SDA": "#1763b6", "SCL": "#7a5d00", "RS": "#6a3fb5", "E": "#0a7a5a", "D4": "#1763b6", "D5": "#0b6f88",
    "D6": "#7a5d00", "D7": "#a3347a", "backlight": "#a8400a",
}


def colour(wire: Wire) -> str:
    return SUPPLY.get(wire.name) or SIGNALS[wire.end]


class Header:
    """The 40 pins, pin 1 at the top left: the board lies with its USB sockets towards you."""

    def __init__(self, drawing: Drawing, x: float, y: float, used: list[Wire]) -> None:
        self._drawing, self._x, self._y = drawing, x, y
        wires = {wire.pin: wire for wire in used}
        drawing.box(x - 20, y - 20, PITCH + 40, PITCH * 19 + 40, BOARD, BOARD, rx=10)
        for pin in PINS:
            wire = wires.get(pin)
            px, py = self.place(pin)
            drawing.dot(px, py, 11.5, colour(wire) if wire else GOLD, "#0b3d27")
            shade = "#fff" if wire else "#3b3413"
            drawing.text(px, py + 4, str(pin), "middle", font_size=11, font_weight="bold", fill=shade)
        drawing.text(x + PITCH / 2, y + PITCH * 19 + 36, "USB sockets", "middle", fill=FAINT)
        drawing.text(x + PITCH / 2, y - 27, "SD card", "middle", fill=FAINT)

    def place(self, pin: int) -> Point:
        return self._x + (0 if pin % 2 else PITCH), self._y + PITCH * ((pin - 1) // 2)

    def wire(self, wire: Wire, *points: Point) -> None:
        """From the pin straight out of its side of the board, then through the points; it bears its name."""
        x, y = self.place(wire.pin)
        side = -1 if wire.pin % 2 else 1
        self._drawing.wire([(x + side * 12, y), *points], colour(wire))
        self._drawing.pill(x + side * 52, y, wire.name, colour(wire))


def resistor(drawing: Drawing, x: float, y: float, ohms: str) -> None:
    drawing.box(x - 29, y - 9, 58, 18, "#ecdcb8", "#7a6231", rx=4)
    drawing.text(x, y + 4.5, ohms, "middle", font_size=12)


def led(drawing: Drawing, x: float, y: float, shade: str, right: bool = False) -> None:
    """An LED whose current flows to the left, or to the right; the bar is the short leg, on the flat side."""
    way = 1 if right else -1
    drawing.shape([(x - way * 12, y - 13), (x + way * 12, y), (x - way * 12, y + 13)], shade)
    drawing.stroke([(x + way * 12, y - 13), (x + way * 12, y + 13)], INK, 3)
    for start in (-5, 4):
        tip = (x + start + 9, y - 27)
        drawing.stroke([(x + start, y - 17), tip], INK, 1.5)
        drawing.stroke([(tip[0] - 5, tip[1]), tip, (tip[0], tip[1] + 5)], INK, 1.5)
    drawing.text(x - way * 22, y + 18, "+", "middle", font_weight="bold")
    drawing.text(x + way * 22, y + 18, "–", "middle", font_weight="bold")


def connector(drawing: Drawing, x: float, y: float, names: list[str], gap: float, width: float) -> dict[str, Point]:
    """A column of contacts with their names inside; answers with the middle of each, by its name's last word."""
    drawing.box(x, y - 20, width, gap * (len(names) - 1) + 40, "#1c2430", "#1c2430")
    places = {}
    for index, name in enumerate(names):
        middle = y + index * gap
        drawing.text(x + width / 2, middle + 4.5, name, "middle", fill="#fff")
        places[name.split()[-1]] = (x + width / 2, middle)
    return places


def glass(drawing: Drawing, x: float, y: float, rows: tuple[str, ...]) -> None:
    """A display that shows something."""
    drawing.box(x, y, 212, 34 + 22 * len(rows), "#14532d", "#0b3d27", rx=8)
    drawing.box(x + 11, y + 11, 190, 12 + 22 * len(rows), "#b7d66b", "#0b3d27", rx=4)
    for row, words in enumerate(rows):
        drawing.text(x + 20, y + 33 + row * 22, words, font_family="DejaVu Sans Mono, monospace", font_size=16)


def contact(drawing: Drawing, x: float, y: float) -> None:
    drawing.dot(x, y, 6, PAPER, INK)
