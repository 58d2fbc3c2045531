"""Games that are promoted beside those of the evening, and the icons that games have."""

import struct
import zlib

from play_rules import board

SHOP = "https://store.example.org/lantern?from=box"


def icon(ground: tuple[int, int, int], light: tuple[int, int, int], side: int = 96) -> bytes:
    """A PNG picture: a disc of one colour on another one."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    def colour(x: int, y: int) -> bytes:
        return bytes(light if (2 * x - side) ** 2 + (2 * y - side) ** 2 < (0.6 * side) ** 2 else ground)

    rows = b"".join(b"\0" + b"".join(colour(x, y) for x in range(side)) for y in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))


ORBIT = icon((38, 52, 92), (240, 193, 92))
LANTERN = icon((94, 38, 70), (255, 226, 170))


def promote(arena):
    """Two games that nobody plays yet, and one that everybody plays."""
    arena.game("lantern", "Lantern Keeper", board("lights", "Lights"), description="Light the lamps before dawn")
    arena.game("tidal", "Tidal", board("waves", "Waves"))
    arena.front("orbit", ORBIT, promoted=True, genre="arcade")
    arena.front("lantern", LANTERN, promoted=True, genre="platformer", price=1499, currency="PLN", shop=SHOP)
    arena.front("tidal", promoted=True, genre="puzzle", price=0)
    return arena
