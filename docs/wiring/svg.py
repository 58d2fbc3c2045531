"""A picture that grows by shapes, written as SVG by hand: text, so that a change of it can be read."""

from __future__ import annotations

from html import escape

Point = tuple[float, float]

INK, FAINT, PAPER = "#1d2733", "#5d6874", "#fbfaf6"
SUPPLY = {"5V": "#b3201f", "3V3": "#b35900", "GND": INK}
"""Colours of wires that carry the supply; white text on them can be read."""


class Drawing:
    """Coordinates are pixels at the size in which the picture is narrow enough for a phone."""

    def __init__(self, width: int, height: int, title: str, description: str) -> None:
        self._head = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-labelledby="t d" font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" '
            f'fill="{INK}">',
            f'<title id="t">{escape(title)}</title><desc id="d">{escape(description)}</desc>',
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="12" fill="{PAPER}" '
            'stroke="#c9c5b8"/>',
        ]
        self._parts: list[str] = []
        self._top: list[str] = []
        """What lies over every wire."""
        self.text(18, 31, title, font_size=18, font_weight="bold")

    def text(self, x: float, y: float, words: str, anchor: str = "start", **style: object) -> None:
        more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
        self._top.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>{escape(words)}</text>')

    def lines(self, x: float, y: float, *rows: str) -> None:
        """A note of several rows."""
        for index, row in enumerate(rows):
            self.text(x, y + index * 19, row)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, stroke: str = INK, **style: object
    ) -> None:
        more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in {"rx": 6, **style}.items())
        self._parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" stroke="{stroke}"{more}/>'
        )

    def pill(self, x: float, y: float, words: str, fill: str, width: float = 56) -> None:
        """A label that sits on a wire, around a point."""
        self._top.append(
            f'<rect x="{x - width / 2:g}" y="{y - 9:g}" width="{width:g}" height="18" rx="9" fill="{fill}"/>'
        )
        self.text(x, y + 4.5, words, "middle", font_size=12, font_weight="bold", fill="#fff")

    def dot(self, x: float, y: float, radius: float, fill: str, stroke: str = "none") -> None:
        self._top.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}"/>')

    def shape(self, points: list[Point], fill: str, stroke: str = INK, width: float = 1.5) -> None:
        """A filled outline."""
        self._parts.append(
            f'<path d="{_path(points)} Z" fill="{fill}" stroke="{stroke}" stroke-width="{width:g}" '
            'stroke-linejoin="round"/>'
        )

    def wire(self, points: list[Point], colour: str, width: float = 3.5) -> None:
        """With a light edge, so that a wire that passes over another stays apart from it."""
        for stroke, size in ((PAPER, width + 4), (colour, width)):
            self._parts.append(
                f'<path d="{_path(points)}" fill="none" stroke="{stroke}" stroke-width="{size:g}" '
                'stroke-linejoin="round" stroke-linecap="round"/>'
            )

    def stroke(self, points: list[Point], colour: str = INK, width: float = 2) -> None:
        """A line of a symbol, over everything."""
        self._top.append(
            f'<path d="{_path(points)}" fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round"/>'
        )

    def finished(self) -> str:
        return "\n".join([*self._head, *self._parts, *self._top, "</svg>"]) + "\n"


def _path(points: list[Point]) -> str:
    return "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
