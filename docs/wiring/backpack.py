"""The picture of a display behind an I2C backpack."""

from __future__ import annotations

from header import BACKPACK, SHIFTER
from parts import SIGNALS, WIDTH, Header, colour, connector, glass
from svg import FAINT, Drawing


def backpack() -> str:
    drawing = Drawing(
        WIDTH, 900, "Display with an I2C backpack",
        "VCC to pin 2 (5 V), GND to pin 6, SDA to pin 3 and SCL to pin 5: straight when the backpack has no pull-up "
        "resistors to 5 V, else through a level shifter.",
    )
    header = Header(drawing, 346, 120, BACKPACK)
    wires = {wire.end: wire for wire in BACKPACK}
    pins = connector(drawing, 128, 150, ["GND", "VCC", "SDA", "SCL"], 42, 56)
    edge = 184
    for end, lane, top, bend in (("GND", 426, 53, 206), ("VCC", 412, 76, 220)):
        start, stop, shade = header.place(wires[end].pin)[1], pins[end][1], colour(wires[end])
        drawing.wire([(385, start), (lane, start), (lane, top), (bend, top), (bend, stop), (edge, stop)], shade)
        drawing.pill(270, top, wires[end].name, shade, 50)
    for end, bend in (("SDA", 234), ("SCL", 248)):
        header.wire(wires[end], (bend, header.place(wires[end].pin)[1]), (bend, pins[end][1]), (edge, pins[end][1]))
    drawing.box(18, 126, 110, 174, "#1763b6", "#0c3d73")
    for row, words in enumerate(("backpack", "PCF8574")):
        drawing.text(73, 154 + row * 20, words, "middle", fill="#fff")
    drawing.dot(73, 224, 15, "#0c3d73", "#fff")
    drawing.stroke([(64, 224), (82, 224)], "#fff", 2.5)
    drawing.text(73, 262, "contrast", "middle", fill="#fff")
    drawing.text(73, 280, "screw", "middle", fill="#fff")
    glass(drawing, 18, 322, ("Storm Point", "until 18:30  42m"))
    drawing.lines(
        18, 438,
        "Most backpacks pull SDA and SCL up",
        "to 5 V; the Pi's pins bear 3.3 V.",
        "Either take these two resistors off",
        "the backpack (beside the connector,",
        "marked 472 or 103) and wire it as",
        "above: the Pi has its own.",
        "Or wire a level shifter, as below.",
    )
    shifter(drawing, 724)
    return drawing.finished()


def shifter(drawing: Drawing, y: float) -> None:
    """The level shifter between the Pi's pins, by their labels, and the backpack."""
    drawing.text(18, y - 30, "With a level shifter (BSS138)", font_size=15, font_weight="bold")
    sides = (("LV", "HV", "VCC"), ("LV1", "HV1", "SDA"), ("LV2", "HV2", "SCL"), ("GND", "GND", "GND"))
    wires = {wire.end: wire for wire in SHIFTER}
    low = connector(drawing, 150, y + 10, [side[0] for side in sides], 38, 50)
    high = connector(drawing, 200, y + 10, [side[1] for side in sides], 38, 50)
    end = connector(drawing, 352, y + 10, [side[2] for side in sides], 38, 70)
    for left, right, far in sides:
        middle = low[left][1]
        shade = SIGNALS.get(far) or colour(wires[left])
        drawing.wire([(100, middle), (149, middle)], shade)
        drawing.pill(66, middle, f"{wires[left].name} – pin {wires[left].pin}", shade, 98)
        supply = wires["HV"] if right == "HV" else None
        shade = colour(supply) if supply else shade
        drawing.wire([(251, high[right][1]), (351, end[far][1])], shade)
        if supply:
            drawing.pill(301, high[right][1], f"{supply.name} – pin {supply.pin}", shade, 84)
    drawing.text(387, y + 162, "backpack", "middle", fill=FAINT)
    drawing.text(66, y + 162, "Pi", "middle", fill=FAINT)
