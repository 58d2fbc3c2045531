"""What the codes of the character generator look like (datasheet, tables 4 and 5), as Unicode."""

from __future__ import annotations

GLYPHS = 0xE000
"""The eight characters of CGRAM become this private character and the seven after it."""

_A00 = {0x5C: "¥", 0x7E: "→", 0x7F: "←", 0xE0: "α", 0xE1: "ä", 0xE2: "ß", 0xE3: "ε", 0xE4: "µ", 0xE5: "σ"}
_A00 |= {0xE6: "ρ", 0xE8: "√", 0xEC: "¢", 0xEE: "ñ", 0xEF: "ö", 0xF2: "θ", 0xF3: "∞", 0xF4: "Ω", 0xF5: "ü"}
_A00 |= {0xF6: "Σ", 0xF7: "π", 0xFA: "千", 0xFB: "万", 0xFC: "円", 0xFD: "÷", 0xFF: "█"}


def a00(code: int) -> str:
    """The Japanese ROM."""
    if code < 0x10:
        return chr(GLYPHS + code % 8)
    if code in _A00:
        return _A00[code]
    if 0x20 <= code < 0x7E:
        return chr(code)
    if 0xA1 <= code <= 0xDF:
        return {0xDE: "゛", 0xDF: "°", 0xA5: "·"}.get(code) or chr(0xFF61 + code - 0xA1)
    return "\N{REPLACEMENT CHARACTER}"


def a02(code: int) -> str:
    """The European ROM; its upper half is Latin-1 from 0xC0 on."""
    if code < 0x10:
        return chr(GLYPHS + code % 8)
    if 0x20 <= code < 0x7F or 0xC0 <= code <= 0xFF:
        return chr(code)
    return {0xB0: "°", 0xB5: "µ", 0xA7: "§"}.get(code, "\N{REPLACEMENT CHARACTER}")
