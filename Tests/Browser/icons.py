"""Draws the app's PNG icons from its SVG ones: `python icons.py`; small palettes, because they are part of the executable."""

import struct
import zlib
from pathlib import Path

from playwright.sync_api import sync_playwright

from conftest import CHROMIUM

WEB = Path(__file__).resolve().parents[2] / "Sources" / "Appliance" / "Web"
BADGE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<path d="M6 33 Q32 7 58 33 Q32 59 6 33 Z" fill="none" stroke="#fff" stroke-width="6" stroke-linejoin="round"/>
<circle cx="32" cy="33" r="11" fill="#fff"/></svg>"""
#: Steps of each channel: smooth edges need no more.
STEPS = 6


def rows(png: bytes) -> tuple[int, list[bytes]]:
    """Width and the RGBA rows of an 8 bit PNG without interlacing, as Chromium writes it."""
    width, _, _, kind = struct.unpack(">IIBB", png[16:26])
    size = {2: 3, 6: 4}[kind]
    place, packed = 8, b""
    while place < len(png):
        length, name = struct.unpack(">I4s", png[place:place + 8])
        packed += png[place + 8:place + 8 + length] if name == b"IDAT" else b""
        place += 12 + length
    data, before, result = zlib.decompress(packed), bytes(width * size), []
    for start in range(0, len(data), width * size + 1):
        before = unfilter(data[start], data[start + 1:start + 1 + width * size], before, size)
        result.append(before)
    if size == 3:
        result = [b"".join(row[x:x + 3] + b"\xff" for x in range(0, len(row), 3)) for row in result]
    return width, result


def unfilter(kind: int, line: bytes, above: bytes, size: int) -> bytes:
    """PNG (ISO/IEC 15948) §9."""
    out = bytearray(line)
    for x in range(len(out)):
        left, up, corner = (out[x - size] if x >= size else 0), above[x], (above[x - size] if x >= size else 0)
        guess = left + up - corner
        paeth = min((left, up, corner), key=lambda v: abs(guess - v))
        out[x] = (out[x] + [0, left, up, (left + up) // 2, paeth][kind]) % 256
    return bytes(out)


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def small(png: bytes) -> bytes:
    """The same picture with a palette."""
    width, lines = rows(png)
    step = 255 / STEPS
    coarse = [[tuple(round(round(v / step) * step) for v in line[x:x + 4]) for x in range(0, len(line), 4)] for line in lines]
    colours = sorted({one if one[3] else (0, 0, 0, 0) for line in coarse for one in line}, key=lambda c: c[3])
    assert len(colours) <= 256, len(colours)
    index = {colour: number for number, colour in enumerate(colours)}
    body = b"".join(b"\0" + bytes(index[one if one[3] else (0, 0, 0, 0)] for one in line) for line in coarse)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, len(lines), 8, 3, 0, 0, 0))
            + chunk(b"PLTE", b"".join(bytes(c[:3]) for c in colours)) + chunk(b"tRNS", bytes(c[3] for c in colours))
            + chunk(b"IDAT", zlib.compress(body, 9)) + chunk(b"IEND", b""))


def main():
    plain, full = (WEB / "shared" / "favicon.svg").read_text(), (WEB / "install" / "icon-maskable.svg").read_text()
    wanted = [("icon-192", plain, 192), ("icon-512", plain, 512), ("icon-maskable-512", full, 512),
              ("touch-icon-180", full, 180), ("badge-96", BADGE, 96)]
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, drawing, size in wanted:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>*{{margin:0}}svg{{display:block;width:{size}px;height:{size}px}}</style>{drawing}")
            found = [folder for folder in ("app", "install") if (WEB / folder / f"{name}.png").exists()]
            (WEB / found[0] / f"{name}.png").write_bytes(small(page.screenshot(omit_background=True)))
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
