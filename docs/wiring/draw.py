"""Draws the wiring pictures of the manual: `python3 docs/wiring/draw.py`."""

from __future__ import annotations

from html import escape
from pathlib import Path

from header import BACKPACK, LAMPS, PARALLEL, PINS, Wire

FOLDER = Path(__file__).resolve().parents[1] / "images"
PITCH = 26
INK, FAINT, PAPER, BOARD = "#1d2733", "#8a94a0", "#fbfaf6", "#12633f"
COLOURS = {
    "5V": "#c62828", "3V3": "#e07b00", "GND": "#1d2733", "green +": "#0a8f6a", "red +": "#c2410c", "single +": "#8a6d00",
    "button": "#6a3fb5", "SDA": "#1763b6", "SCL": "#8a6d00", "RS": "#6a3fb5", "E": "#0a8f6a", "D4": "#1763b6",
    "D5": "#0d7f9c", "D6": "#8a6d00", "D7": "#a3347a", "backlight": "#c2410c",
}


class Drawing:
    """An SVG that grows by shapes; coordinates are pixels."""

    def __init__(self, width: int, height: int, title: str, description: str) -> None:
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'aria-labelledby="t d" font-family="DejaVu Sans, Verdana, sans-serif" font-size="14" fill="{INK}">',
            f'<title id="t">{escape(title)}</title><desc id="d">{escape(description)}</desc>',
            f'<rect width="{width}" height="{height}" rx="12" fill="{PAPER}"/>',
            f'<text x="24" y="36" font-size="20" font-weight="bold">{escape(title)}</text>',
        ]
        self.top: list[str] = []
        """What lies over every wire."""

    def text(self, x: float, y: float, words: str, anchor: str = "start", **style: object) -> None:
        more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
        self.top.append(f'<text x="{x}" y="{y}" text-anchor="{anchor}"{more}>{escape(words)}</text>')

    def box(self, x: float, y: float, width: float, height: float, fill: str, stroke: str = INK, radius: int = 6) -> None:
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{fill}" stroke="{stroke}"/>'
        )

    def dot(self, x: float, y: float, radius: float, fill: str, stroke: str = "none") -> None:
        self.top.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{stroke}"/>')

    def line(self, points: list[tuple[float, float]], colour: str, width: float = 3) -> None:
        """A wire with a light edge, so that one that passes over another stays apart from it."""
        path = "M" + " L".join(f"{x} {y}" for x, y in points)
        for stroke, size in ((PAPER, width + 4), (colour, width)):
            self.parts.append(
                f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{size}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )

    def finished(self) -> str:
        return "\n".join([*self.parts, *self.top, "</svg>"]) + "\n"


def colour(wire: Wire) -> str:
    return COLOURS.get(wire.end) or COLOURS.get(wire.name, INK)


class Header:
    """The 40 pins, pin 1 at the top left: the board lies with its USB sockets towards you."""

    def __init__(self, drawing: Drawing, x: float, y: float, used: list[Wire]) -> None:
        self.x, self.y = x, y
        wires = {wire.pin: wire for wire in used}
        drawing.box(x - 20, y - 20, PITCH + 40, PITCH * 19 + 40, BOARD, BOARD, 10)
        for pin, name in PINS.items():
            px, py = self.place(pin)
            wire = wires.get(pin)
            drawing.dot(px, py, 10, colour(wire) if wire else "#d8c27a", "#0b3d27")
            drawing.text(px, py + 3.5, str(pin), "middle", font_size=10, fill="#fff" if wire else "#3b3413")
            if not wire:
                continue
            side = -1 if pin % 2 else 1
            drawing.text(
                px + side * 26, py - 6, wire.name, "end" if side < 0 else "start", font_size=12, font_weight="bold",
                fill=colour(wire), paint_order="stroke", stroke=PAPER, stroke_width=4,
            )
        drawing.text(x + PITCH / 2, y - 30, "SD card end", "middle", font_size=12, fill=FAINT)
        drawing.text(x + PITCH / 2, y + PITCH * 19 + 40, "USB end", "middle", font_size=12, fill=FAINT)

    def place(self, pin: int) -> tuple[float, float]:
        return self.x + (PITCH if pin % 2 == 0 else 0), self.y + PITCH * ((pin - 1) // 2)


def resistor(drawing: Drawing, x: float, y: float, ohms: str) -> None:
    drawing.box(x - 24, y - 8, 48, 16, "#e9d8b4", "#7a6231", 4)
    drawing.text(x, y + 4.5, ohms, "middle", font_size=11)


def led(drawing: Drawing, x: float, y: float, shade: str, label: str) -> None:
    """Current flows from right to left: the flat side, the short leg, is towards ground."""
    drawing.parts.append(f'<path d="M{x + 13} {y - 13} L{x - 13} {y} L{x + 13} {y + 13} Z" fill="{shade}" stroke="{INK}"/>')
    drawing.line([(x - 13, y - 13), (x - 13, y + 13)], INK, 2.5)
    drawing.text(x, y - 20, label, "middle", font_size=13)


def lamps() -> str:
    drawing = Drawing(
        720, 690, "Lamps and button",
        "Each LED: GPIO line, resistor of 470 ohms, long leg, short leg to ground. Button between GPIO26 and ground.",
    )
    header = Header(drawing, 590, 110, LAMPS)
    rail = 90
    for wire, shade, label, level in (
        (LAMPS[1], "#7fe3c4", "green (better: blue-green)", 180),
        (LAMPS[2], "#ffb199", "red (better: amber)", 260),
        (LAMPS[3], "#ffe08a", "a lamp of one LED", 340),
    ):
        x, y = header.place(wire.pin)
        bend = 486 - (wire.pin - 11) * 9
        drawing.line([(x - 10, y), (bend, y), (bend, level), (rail, level)], colour(wire))
        resistor(drawing, 370, level, "470 Ω")
        led(drawing, 220, level, shade, label)
        drawing.dot(rail, level, 4, INK)
    x, y = header.place(9)
    drawing.line([(x - 10, y), (508, y), (508, 90), (rail, 90), (rail, 340)], INK)
    drawing.text(rail + 8, 84, "GND", font_size=12, font_weight="bold")
    button, ground = header.place(37), header.place(39)
    level, other = button[1], ground[1] + 20
    drawing.line([(button[0] - 10, level), (270, level)], COLOURS["button"])
    drawing.line([(ground[0] - 10, ground[1]), (520, ground[1]), (520, other), (170, other), (170, level), (190, level)], INK)
    drawing.dot(196, level, 6, PAPER, INK)
    drawing.dot(264, level, 6, PAPER, INK)
    drawing.line([(200, level - 18), (260, level - 18)], INK, 3)
    drawing.line([(230, level - 18), (230, level - 34)], INK, 3)
    drawing.text(230, level - 42, "push button (optional)", "middle", font_size=13)
    for row, words in enumerate((
        "Long leg of each LED to its resistor, short leg (flat side) to GND.",
        "470 Ω at 3.3 V is 2 to 3 mA: bright enough, and far below the pin's 16 mA.",
    )):
        drawing.text(60, 420 + row * 22, words, font_size=13)
    return drawing.finished()


def display_body(drawing: Drawing, x: float, y: float, rows: tuple[str, ...]) -> None:
    drawing.box(x, y, 250, 104, "#14532d", "#0b3d27", 8)
    drawing.box(x + 16, y + 18, 218, 68, "#b7d66b", "#0b3d27", 4)
    for row, words in enumerate(rows):
        drawing.text(x + 28, y + 47 + row * 26, words, font_family="DejaVu Sans Mono, monospace", font_size=18)


def connector(drawing: Drawing, x: float, y: float, names: list[str], gap: float) -> dict[str, tuple[float, float]]:
    """A column of pins, from the top, with their names on the right."""
    places = {}
    drawing.box(x - 14, y - 16, 28, gap * (len(names) - 1) + 32, "#1c2430", "#1c2430", 6)
    for index, name in enumerate(names):
        place = (x, y + index * gap)
        drawing.dot(*place, 7, "#d8c27a")
        drawing.text(x + 22, place[1] + 5, name, font_size=13)
        places[name.split(" ")[-1] if name[0].isdigit() else name] = place
    return places


def backpack() -> str:
    drawing = Drawing(
        720, 690, "Display with an I2C backpack",
        "SDA to pin 3, SCL to pin 5, VCC to pin 4 (5 V) and GND to pin 6, through a level shifter where the backpack "
        "pulls SDA and SCL to 5 V.",
    )
    header = Header(drawing, 140, 138, BACKPACK)
    pins = connector(drawing, 440, 190, ["GND", "VCC", "SDA", "SCL"], 44)
    order = {"GND": 0, "VCC": 1, "SDA": 2, "SCL": 3}
    for wire in BACKPACK:
        x, y = header.place(wire.pin)
        end = pins[wire.end]
        if wire.pin % 2:  # from the left column around the top of the header
            lane, top = (36, 70) if wire.end == "SCL" else (52, 84)
            right = 236 if wire.end == "SCL" else 250
            drawing.line([(x - 10, y), (lane, y), (lane, top), (right, top), (right, end[1]), (end[0] - 12, end[1])],
                         colour(wire))
        else:
            bend = 296 - order[wire.end] * 16
            drawing.line([(x + 10, y), (bend, y), (bend, end[1]), (end[0] - 12, end[1])], colour(wire))
        drawing.text(316, end[1] - 8, f"{wire.end} – pin {wire.pin}", font_size=12, fill=colour(wire))
    drawing.box(500, 170, 180, 170, "#1763b6", "#0c3d73", 8)
    for row, words in enumerate(("PCF8574", "backpack", "0x27 or 0x3f")):
        drawing.text(610, 215 + row * 24, words, "middle", fill="#fff", font_size=14)
    drawing.dot(610, 310, 14, "#0c3d73", "#fff")
    drawing.line([(602, 310), (618, 310)], "#fff", 2)
    drawing.text(590, 364, "contrast: turn until the text shows", "middle", font_size=12)
    display_body(drawing, 420, 400, ("Storm Point", "until 18:30  42m"))
    for row, words in enumerate((
        "Many backpacks pull SDA and SCL up to 5 V; the Pi's pins bear 3.3 V.",
        "Take off the two pull-up resistors (often marked 472 or 103)",
        "beside the connector, or put a level shifter between.",
    )):
        drawing.text(236, 560 + row * 22, words, font_size=13)
    return drawing.finished()


def parallel() -> str:
    drawing = Drawing(
        720, 720, "Display on six GPIO lines",
        "VSS to ground, VDD to 5 V, contrast from a potentiometer, RW to ground, RS, E and D4 to D7 to GPIO lines, "
        "the backlight through a transistor.",
    )
    header = Header(drawing, 80, 140, PARALLEL)
    names = ["1 VSS", "2 VDD", "3 VO", "4 RS", "5 R/W", "6 E", "7 D0", "8 D1", "9 D2", "10 D3", "11 D4", "12 D5",
             "13 D6", "14 D7", "15 A", "16 K"]
    pins = connector(drawing, 470, 120, names, 32)
    ground, supply = 250, 234
    drawing.line([(header.place(6)[0] + 10, header.place(6)[1]), (ground, header.place(6)[1]), (ground, pins["VSS"][1]),
                  (458, pins["VSS"][1])], INK)
    drawing.line([(header.place(2)[0] + 10, header.place(2)[1]), (supply, header.place(2)[1]), (supply, pins["VDD"][1]),
                  (458, pins["VDD"][1])], COLOURS["5V"])
    drawing.line([(440, pins["VSS"][1]), (440, pins["R/W"][1]), (458, pins["R/W"][1])], INK)
    drawing.dot(440, pins["VSS"][1], 4, INK)
    for index, wire in enumerate(wire for wire in PARALLEL if wire.setting and wire.end != "backlight"):
        x, y = header.place(wire.pin)
        end = pins[wire.end]
        bend = (270 + index * 22) if end[1] < y else (400 - index * 22)
        drawing.line([(x + 10, y), (bend, y), (bend, end[1]), (458, end[1])], colour(wire))
    drawing.box(560, pins["VO"][1] - 22, 130, 44, "#e9eef5", INK)
    drawing.text(625, pins["VO"][1] - 3, "10 kΩ contrast,", "middle", font_size=12)
    drawing.text(625, pins["VO"][1] + 13, "between 5 V and GND", "middle", font_size=10.5)
    drawing.line([(545, pins["VO"][1]), (560, pins["VO"][1])], INK, 2)
    back = PARALLEL[-1]
    x, y = header.place(back.pin)
    low = 680
    drawing.line([(x + 10, y), (150, y), (150, low), (330, low)], colour(back))
    resistor(drawing, 250, low, "1 kΩ")
    drawing.box(330, low - 24, 130, 48, "#e9eef5", INK)
    drawing.text(395, low - 4, "NPN transistor", "middle", font_size=12)
    drawing.text(395, low + 13, "(2N2222): base", "middle", font_size=11)
    drawing.line([(430, low - 24), (430, pins["K"][1]), (458, pins["K"][1])], INK)
    drawing.text(545, pins["A"][1] + 4, "A: 5 V through 100 Ω", font_size=12)
    drawing.text(545, pins["K"][1] + 4, "K: collector; emitter: GND", font_size=12)
    drawing.text(545, pins["R/W"][1] + 4, "R/W: always to GND", font_size=12, font_weight="bold")
    drawing.text(545, pins["D0"][1] + 4, "D0 to D3: not connected", font_size=12, fill=FAINT)
    return drawing.finished()


PICTURES = {"wiring-lamps": lamps, "wiring-display-i2c": backpack, "wiring-display-parallel": parallel}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(draw(), encoding="utf-8")
