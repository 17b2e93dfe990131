"""PNG pictures: reading them without a library, comparing them, and keeping accepted ones.

`GOLDEN=accept` rewrites the accepted pictures. They belong to one major version of Chromium, named in
`Goldens/chromium.txt`; with any other version the comparison reports that it is skipped.
"""

import os
import struct
import zlib
from pathlib import Path
from typing import NamedTuple

GOLDENS = Path(__file__).parents[1] / "Goldens"


class Picture(NamedTuple):
    width: int
    height: int
    # Rows of RGB bytes.
    rows: list


def read_png(data: bytes) -> Picture:
    """An 8-bit RGB or RGBA picture without interlacing, as browsers write them; alpha is dropped."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG file")
    offset, packed, width, height, channels = 8, b"", 0, 0, 0
    while offset < len(data):
        length, kind = struct.unpack(">I4s", data[offset: offset + 8])
        body = data[offset + 8: offset + 8 + length]
        offset += length + 12
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if depth != 8 or colour not in (2, 6) or interlaced:
                raise ValueError("not an 8-bit RGB or RGBA PNG file")
            channels = 3 if colour == 2 else 4
        elif kind == b"IDAT":
            packed += body
    raw = zlib.decompress(packed)
    stride = width * channels
    rows, above = [], bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        row = unfiltered(raw[start], bytearray(raw[start + 1: start + 1 + stride]), above, channels)
        above = row
        rows.append(bytes(row) if channels == 3 else without_alpha(row))
    return Picture(width, height, rows)


def without_alpha(row: bytes) -> bytes:
    result = bytearray(len(row) // 4 * 3)
    result[0::3], result[1::3], result[2::3] = row[0::4], row[1::4], row[2::4]
    return bytes(result)


def unfiltered(kind: int, row: bytearray, above: bytes, step: int) -> bytearray:
    """A row of a PNG file with its filter undone (PNG specification §9.2)."""
    if kind == 1:
        for i in range(step, len(row)):
            row[i] = (row[i] + row[i - step]) & 255
    elif kind == 2:
        for i in range(len(row)):
            row[i] = (row[i] + above[i]) & 255
    elif kind == 3:
        for i in range(len(row)):
            row[i] = (row[i] + ((row[i - step] if i >= step else 0) + above[i]) // 2) & 255
    elif kind == 4:
        for i in range(len(row)):
            a, b, c = (row[i - step] if i >= step else 0), above[i], (above[i - step] if i >= step else 0)
            pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
            row[i] = (row[i] + (a if pa <= pb and pa <= pc else b if pb <= pc else c)) & 255
    return row


def difference(a: Picture, b: Picture, tolerance: int = 24) -> int:
    """Returns the number of pixels that differ by more than `tolerance` in a channel; all of them if the sizes differ."""
    if (a.width, a.height) != (b.width, b.height):
        return max(a.width * a.height, b.width * b.height)
    count = 0
    for one, other in zip(a.rows, b.rows):
        if one == other:
            continue
        for i in range(0, len(one), 3):
            if (abs(one[i] - other[i]) > tolerance or abs(one[i + 1] - other[i + 1]) > tolerance
                    or abs(one[i + 2] - other[i + 2]) > tolerance):
                count += 1
    return count


def accepting() -> bool:
    return os.environ.get("GOLDEN") == "accept"


def recorded_major() -> str:
    path = GOLDENS / "chromium.txt"
    return path.read_text().strip() if path.exists() else ""


def accept(name: str, data: bytes, major: int) -> None:
    GOLDENS.mkdir(exist_ok=True)
    (GOLDENS / name).write_bytes(data)
    (GOLDENS / "chromium.txt").write_text(f"{major}\n")
