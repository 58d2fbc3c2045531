"""The picture of lamps and button."""

from __future__ import annotations

from header import LAMPS
from parts import WIDTH, Header, contact, led, resistor
from svg import INK, Drawing


def lamps() -> str:
    drawing = Drawing(
        WIDTH, 790, "Lamps and button",
        "Each LED: GPIO line, resistor, long leg, short leg to ground. One LED the other way round, between 3.3 V and "
        "its line. A button between its line and ground.",
    )
    header = Header(drawing, 370, 96, LAMPS)
    wires = {wire.pin: wire for wire in LAMPS}
    rail, bends = 24, {11: 270, 13: 256, 15: 256}
    header.wire(wires[9], (284, header.place(9)[1]), (284, 70), (rail, 70), (rail, 290))
    for pin, shade, ohms, label, level in (
        (11, "#63dcb9", "220 Ω", "pair: green (best: blue-green)", 140),
        (13, "#ffb199", "470 Ω", "pair: red (best: amber)", 215),
        (15, "#ffe08a", "470 Ω", "a lamp of one LED", 290),
    ):
        y = header.place(pin)[1]
        header.wire(wires[pin], (bends[pin], y), (bends[pin], level), (rail, level))
        resistor(drawing, 180, level, ohms)
        led(drawing, 90, level, shade)
        drawing.dot(rail, level, 5, INK)
        drawing.text(38, level - 34, label, font_size=13)
    level = 420
    header.wire(wires[17], (256, header.place(17)[1]), (256, 352), (rail, 352), (rail, level), (180, level))
    header.wire(wires[29], (256, header.place(29)[1]), (256, level), (190, level))
    resistor(drawing, 180, level, "470 Ω")
    led(drawing, 90, level, "#ffe08a", right=True)
    drawing.text(38, level - 34, "lit by a low line: active_low = true")
    level = header.place(37)[1]
    header.wire(wires[37], (150, level))
    ground = header.place(39)[1]
    header.wire(wires[39], (256, ground), (256, ground + 18), (60, ground + 18), (60, level), (90, level))
    contact(drawing, 90, level)
    contact(drawing, 150, level)
    drawing.stroke([(92, level - 16), (148, level - 16)], INK, 4)
    drawing.stroke([(120, level - 16), (120, level - 30)], INK, 4)
    drawing.text(120, level - 40, "push button", "middle")
    drawing.lines(
        18, 694,
        "+ is an LED's long leg, – the short one, on the flat side.",
        "470 Ω: red, amber, yellow. 220 Ω: blue-green, blue, white.",
        "That is 2 to 3 mA each. On which side of the LED the",
        "resistor stands does not matter, nor which GND you take.",
    )
    return drawing.finished()
