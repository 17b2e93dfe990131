#!/usr/bin/env python3
"""Writes the pictures of these tests, a few bytes each, beside itself. Standard library only."""
import pathlib
import struct
import zlib

HERE = pathlib.Path(__file__).parent


def chunk(kind, data=b""):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, extra=b""):
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + bytes(min(width, 64)) for _ in range(min(height, 64))))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", rows) + chunk(b"IEND")


def segment(marker, data):
    return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data


def exif(orientation, order):
    sign = "<" if order == b"II" else ">"
    entry = struct.pack(sign + "HHIHH", 0x0112, 3, 1, orientation, 0)
    return b"Exif\0\0" + order + struct.pack(sign + "HIH", 42, 8, 1) + entry + struct.pack(sign + "I", 0)


def jpeg(width, height, *before):
    """Headers of a grey baseline JPEG, without image data: what says its size."""
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    return (b"\xff\xd8" + b"".join(before) + segment(0xDB, b"\0" + bytes([1] * 64)) + segment(0xC0, frame)
            + segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\0\xff\xd9")


def gif(width, height, frames):
    image = b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0) + b"\x02\x02\x44\x01\x00"
    control = b"\x21\xf9\x04\x00\x0a\x00\x00\x00"
    return (b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6)
            + (control + image) * frames + b"\x3b")


def riff(*chunks):
    body = b"".join(kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) & 1) for kind, data in chunks)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def vp8(width, height):
    """The frame header of a lossy key frame (RFC 6386 §9.1) with one empty partition."""
    tag = 0 | 1 << 4 | 10 << 5
    return struct.pack("<I", tag)[:3] + b"\x9d\x01\x2a" + struct.pack("<HH", width, height) + bytes(20)


def vp8l(width, height):
    return b"\x2f" + struct.pack("<I", (width - 1) | (height - 1) << 14) + bytes(8)


def vp8x(width, height, flags):
    return struct.pack("<I", flags) + struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]


def frame(width, height):
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    image = vp8l(width, height)
    data = b"VP8L" + struct.pack("<I", len(image)) + image + b"\0" * (len(image) & 1)
    return bytes(6) + size + struct.pack("<I", 100)[:3] + b"\0" + data


def main():
    files = {
        "1x1.png": png(1, 1),
        "moving.png": png(3, 2, chunk(b"acTL", struct.pack(">II", 2, 0))),
        "truncated.png": png(3, 2)[:20],
        "zero.png": png(0, 5),
        "huge.png": png(70_000, 10),
        "many-pixels.png": png(20_000, 20_000),
        "plain.jpg": jpeg(3, 2),
        "exif-broken.jpg": jpeg(3, 2, segment(0xE1, b"Exif\0\0MM\0*\xff\xff\xff\xff")),
        "exif-nine.jpg": jpeg(3, 2, segment(0xE1, exif(9, b"II"))),
        "truncated.jpg": jpeg(3, 2)[:30],
        "late-frame.jpg": jpeg(3, 2, *[segment(0xE2, bytes(24_000))] * 3),
        "still.gif": gif(3, 2, 1),
        "moving.gif": gif(3, 2, 2),
        "truncated.gif": gif(3, 2, 1)[:8],
        "lossy.webp": riff((b"VP8 ", vp8(3, 2))),
        "lossless.webp": riff((b"VP8L", vp8l(3, 2))),
        "extended.webp": riff((b"VP8X", vp8x(3, 2, 0)), (b"VP8 ", vp8(3, 2))),
        "moving.webp": riff((b"VP8X", vp8x(3, 2, 2)), (b"ANIM", bytes(6)), (b"ANMF", frame(3, 2)), (b"ANMF", frame(3, 2))),
        "truncated.webp": riff((b"VP8L", vp8l(3, 2)))[:18],
        "picture.svg": b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>\n',
        "svg-called.png": b'\xef\xbb\xbf <!-- x --> <SVG onload="alert(1)">',
        "html-called.jpg": b"<!doctype html><script>alert(1)</script>",
        "video.mp4": b"\0\0\0\x18ftypisom\0\0\x02\0isomiso2",
        "voice.ogg": b"OggS\0\x02" + bytes(20),
        "empty.png": b"",
        "words.txt": b"plain words\n",
    }
    for orientation in range(1, 9):
        order = b"II" if orientation % 2 else b"MM"
        files[f"orientation-{orientation}.jpg"] = jpeg(3, 2, segment(0xE1, exif(orientation, order)))
    for name, data in files.items():
        (HERE / name).write_bytes(data)


main()
