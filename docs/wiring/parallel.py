"""The picture of a display on GPIO lines."""

from __future__ import annotations

from header import PARALLEL, Wire
from parts import WIDTH, Header, connector, resistor
from svg import FAINT, INK, SUPPLY, Drawing, Point


def parallel() -> str:
    drawing = Drawing(
        WIDTH, 800, "Display on six GPIO lines",
        "VSS and R/W to ground, VDD to 5 V, contrast from a potentiometer, RS, E and D4 to D7 to GPIO lines, the "
        "backlight through a transistor.",
    )
    header = Header(drawing, 56, 112, PARALLEL)
    names = "VSS VDD VO RS R/W E D0 D1 D2 D3 D4 D5 D6 D7 A K".split()
    pins = connector(
        drawing, 256, 112, [f"{number} {name}" for number, name in enumerate(names, start=1)], 30, 62
    )
    left, right = 255, 319
    wires = {wire.end: wire for wire in PARALLEL}
    x, y = header.place(wires["VSS"].pin)
    ground = pins["VSS"][1]
    drawing.wire([(x - 12, y), (20, y), (20, 66), (236, 66), (236, ground), (left, ground)], INK)
    drawing.pill(150, 66, wires["VSS"].name, INK)
    bends = {"VDD": 200, "RS": 182, "R/W": 200, "E": 218, "D4": 218, "D5": 192, "D6": 192, "D7": 218}
    for end, bend in bends.items():
        wire = wires[end]
        header.wire(wire, (bend, header.place(wire.pin)[1]), (bend, pins[end][1]), (left, pins[end][1]))
    contrast(drawing, right, pins["VDD"][1], pins["VO"][1])
    drawing.text(right + 10, pins["R/W"][1] + 9, "always", font_weight="bold")
    drawing.text(right + 10, pins["R/W"][1] + 27, "to ground", font_weight="bold")
    drawing.text(right + 10, (pins["D1"][1] + pins["D2"][1]) / 2 + 5, "D0 to D3: free", fill=FAINT)
    y = pins["A"][1]
    drawing.wire([(right, y), (410, y)], SUPPLY["5V"])
    resistor(drawing, 358, y, "100 Ω")
    drawing.pill(410, y, "5V", SUPPLY["5V"], 40)
    backlight(drawing, header, wires["backlight"], (right, pins["K"][1]))
    drawing.lines(
        18, 724,
        "The same label is the same wire: 5V is pin 2 or 4, GND any.",
        "Which leg of the transistor is which: look at its data sheet.",
        "A light that is always on: K to GND, and no transistor.",
    )
    return drawing.finished()


def contrast(drawing: Drawing, x: float, supply: float, wiper: float) -> None:
    """A potentiometer between 5 V and ground, whose middle sets the contrast."""
    middle = 372
    low = 2 * wiper - supply
    drawing.wire([(x, supply), (middle, supply), (middle, wiper - 14)], SUPPLY["5V"])
    drawing.wire([(x, wiper), (middle - 12, wiper)], FAINT)
    drawing.wire([(middle, wiper + 14), (middle, low + 8)], INK)
    drawing.box(middle - 8, wiper - 18, 16, 36, "#ecdcb8", "#7a6231", rx=3)
    drawing.shape([(middle - 18, wiper - 6), (middle - 8, wiper), (middle - 18, wiper + 6)], FAINT, FAINT)
    drawing.pill(middle, low + 12, "GND", INK, 46)
    drawing.text(middle + 14, wiper + 1, "10 kΩ", font_size=12)
    drawing.text(x + 14, supply - 12, "contrast")


def backlight(drawing: Drawing, header: Header, wire: Wire, cathode: Point) -> None:
    """An NPN transistor that lets the backlight's current go to ground while the line is high."""
    y = header.place(wire.pin)[1] + 30
    base, leg = 350, 372
    header.wire(wire, (182, header.place(wire.pin)[1]), (182, y), (base, y))
    resistor(drawing, 236, y, "1 kΩ")
    drawing.wire([cathode, (leg, cathode[1]), (leg, y - 18)], FAINT)
    drawing.wire([(leg, y + 18), (leg, y + 40)], INK)
    drawing.stroke([(base, y - 15), (base, y + 15)], INK, 4)
    drawing.stroke([(base, y - 7), (leg, y - 18)], INK, 2.5)
    drawing.stroke([(base, y + 7), (leg, y + 18)], INK, 2.5)
    drawing.shape([(leg, y + 18), (leg - 10, y + 17), (leg - 5, y + 8)], INK)
    drawing.pill(leg, y + 44, "GND", INK, 46)
    for words, dx, dy in (("B", -12, -8), ("C", 16, -12), ("E", 16, 22)):
        drawing.text((base if words == "B" else leg - 6) + dx, y + dy, words, "middle", font_size=12, fill=FAINT)
    drawing.text(leg + 8, y + 1, "NPN", font_size=12)
