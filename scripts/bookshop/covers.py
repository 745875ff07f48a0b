#!/usr/bin/env python3
"""Makes the covers of the books, one for each genre, as PNG images in covers.lua: `covers.py > covers.lua`."""

import struct
import zlib

WIDTH, HEIGHT = 16, 24

GENRES = {
    "FANTASY": (94, 53, 177),
    "MYSTERY": (55, 71, 79),
    "ROMANCE": (216, 27, 96),
    "SCIENCE_FICTION": (2, 119, 189),
    "THRILLER": (183, 28, 28),
    "WESTERNS": (141, 110, 99),
}


def pixel(x, y, color):
    """A dark spine at the left, two light lines for the title, the color of the genre elsewhere."""
    if x < 2:
        return tuple(part // 2 for part in color)
    if 4 <= x < 14 and y in (5, 8):
        return (255, 255, 255)
    return color


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(color):
    rows = b"".join(
        b"\0" + b"".join(bytes(pixel(x, y, color)) for x in range(WIDTH)) for y in range(HEIGHT)
    )
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    )


def main():
    print("-- The covers of the books by genre. Made by covers.py.\n")
    print("return {")
    for genre, color in GENRES.items():
        digits = png(color).hex()
        print(f"  {genre} = (\"\\z")
        for start in range(0, len(digits), 50):
            line = digits[start : start + 50]
            print("    " + "".join("\\x" + line[at : at + 2] for at in range(0, len(line), 2)) + "\\z")
        print("    \"),")
    print("}")


main()
