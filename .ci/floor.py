"""Lets a library of a newer system run with an older glibc.

usage: floor.py LIBRARY FLOOR

A library says which versions of glibc's symbols it needs, and the loader refuses it where one is missing. The functions in PROVIDED are the
program's own (Sources/CLibc/random.c), so what is said about them is changed to a version that is old enough. Any other function that
needs a newer glibc ends this with exit code 1.
"""

import struct
import sys

PROVIDED = {"arc4random_buf"}


def number(version: bytes) -> tuple:
    return tuple(int(part) for part in version.removeprefix(b"GLIBC_").split(b"."))


def main() -> None:
    path, floor = sys.argv[1], number(sys.argv[2].encode())
    data = bytearray(open(path, "rb").read())
    assert data[:6] == b"\x7fELF\x02\x01", "not an ELF file of 64 bits, little-endian"

    # Sections by type: SHT_DYNSYM 11, SHT_GNU_verneed 0x6ffffffe, SHT_GNU_versym 0x6fffffff; each names its strings by its link.
    start, = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, start + size * index) for index in range(count)]
    sections = {header[1]: header for header in headers}
    needed, symbols, versions = (sections.get(kind) for kind in (0x6FFFFFFE, 11, 0x6FFFFFFF))
    if needed is None:
        return
    strings = headers[needed[6]][4]

    def string(offset: int) -> bytes:
        return bytes(data[strings + offset:data.index(b"\0", strings + offset)])

    # vernaux: hash, flags, number in .gnu.version, name, distance to the next.
    entry = needed[4]
    for _ in range(needed[7]):
        _, parts, _, first, following = struct.unpack_from("<HHIII", data, entry)
        found, at = [], entry + first
        for _ in range(parts):
            hashed, _, index, name, step = struct.unpack_from("<IHHII", data, at)
            if string(name).startswith(b"GLIBC_2"):
                found.append((number(string(name)), at, hashed, index, name))
            at += step
        old = [one for one in found if one[0] <= floor]
        for version, at, _, index, _ in (one for one in found if one[0] > floor):
            users = {string(struct.unpack_from("<I", data, symbols[4] + 24 * symbol)[0]).decode()
                     for symbol in range(versions[5] // 2) if struct.unpack_from("<H", data, versions[4] + 2 * symbol)[0] == index}
            if not users <= PROVIDED or not old:
                sys.exit(f"{path}: needs glibc {'.'.join(map(str, version))} for {', '.join(sorted(users))}")
            _, _, hashed, _, name = max(old)
            struct.pack_into("<I", data, at, hashed)
            struct.pack_into("<I", data, at + 8, name)
        entry += following
    open(path, "wb").write(data)


main()
