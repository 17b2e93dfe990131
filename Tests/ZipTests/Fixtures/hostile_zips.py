"""Zips for tests: good ones, and such as attackers, broken downloads and odd programs make.

`python3 hostile_zips.py` writes the fixtures beside it anew; the whole-program tests make theirs with the same functions.
"""

import io
import struct
import zipfile
from pathlib import Path

DAY = (2026, 5, 1, 10, 0, 0)


def member(name: str, method: int = zipfile.ZIP_DEFLATED, mode: int = 0o100644) -> zipfile.ZipInfo:
    """What is said of a member; `name` is written as it stands."""
    info = zipfile.ZipInfo("x", DAY)
    info.filename, info.compress_type, info.external_attr, info.create_system = name, method, mode << 16, 3
    return info


def packed(*members, before: bytes = b"") -> bytes:
    """A zip of (name or ZipInfo, content) pairs, in that order, behind other bytes."""
    file = io.BytesIO()
    file.write(before)
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in members:
            info = name if isinstance(name, zipfile.ZipInfo) else member(name)
            with archive.open(info, "w") as out:
                out.write(content if isinstance(content, bytes) else content.encode())
    return file.getvalue()


def headers(data: bytes, name: str):
    """The offsets of a member's two headers, each with the shift of its fields against the local one."""
    encoded = name.encode()
    for mark, length, shift in ((b"PK\3\4", 30, 0), (b"PK\1\2", 46, 2)):
        offset = data.find(mark)
        while offset >= 0:
            if data[offset + length:offset + length + len(encoded)] == encoded:
                yield offset, shift
            offset = data.find(mark, offset + 1)


def patched(data: bytes, name: str, at: int, value: bytes, only_directory: bool = False) -> bytes:
    """The zip with `value` written at the local header's offset `at` in the headers of `name`."""
    changed = bytearray(data)
    for offset, shift in headers(data, name):
        if shift or not only_directory:
            changed[offset + shift + at:offset + shift + at + len(value)] = value
    return bytes(changed)


def encrypted(data: bytes, name: str) -> bytes:
    return patched(data, name, 6, b"\1\0")


def encrypted_as_winzip_does(name: str, content: str) -> bytes:
    """A zip whose member is said to be encrypted with AES-256."""
    info = member(name)
    info.extra = struct.pack("<HHH2sBH", 0x9901, 7, 2, b"AE", 3, 8)
    return by_method(encrypted(packed((info, content)), name), name, 99)


def by_method(data: bytes, name: str, method: int) -> bytes:
    return patched(data, name, 8, struct.pack("<H", method))


def with_wrong_checksum(data: bytes, name: str) -> bytes:
    return patched(data, name, 14, b"\xde\xad\xbe\xef")


def saying_size(data: bytes, name: str, size: int) -> bytes:
    return patched(data, name, 22, struct.pack("<I", size))


def renamed(data: bytes, old: bytes, new: bytes) -> bytes:
    """The zip with the bytes of a name replaced by as many others, and said to be in code page 437."""
    assert len(old) == len(new)
    return data.replace(old, new)


def with_empty_members(count: int) -> bytes:
    """A zip of `count` empty members that share one header, in the larger format."""
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 0, 0, 0x21, 0, 0, 0, 1, 0) + b"a"
    entry = struct.Struct("<4sHHHHHHIIIHHHHHII")
    directory = b"".join(
        entry.pack(b"PK\1\2", 20, 20, 0, 0, 0, 0x21, 0, 0, 0, len(name), 0, 0, 0, 0, 0, 0) + name
        for name in (b"%d" % number for number in range(count)))
    end = len(local) + len(directory)
    return b"".join([
        local, directory,
        struct.pack("<4sQHHIIQQQQ", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(directory), len(local)),
        struct.pack("<4sIQI", b"PK\6\7", 0, end, 1),
        struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0xffff, 0xffff, 0xffffffff, 0xffffffff, 0)])


def hostile_members(content: bytes = b"hostile") -> list:
    """Members whose names or kinds could do harm to who unpacks them."""
    return [(name, content) for name in (
        "../up.txt", "a/../../up.txt", "/absolute.txt", "C:\\drive.txt", "c:drive.txt", "\\\\server\\share.txt",
        "..\\up.txt", "/", ".", "/".join("d" * 70) + "/deep.txt",
        member("link", mode=0o120777), member("pipe", mode=0o010644), member("device", mode=0o020644))]


def fixtures() -> dict:
    plain = packed(("a.txt", "alpha"))
    with_larger_format = io.BytesIO()
    with zipfile.ZipFile(with_larger_format, "w") as archive:
        with archive.open(member("a.txt"), "w", force_zip64=True) as out:
            out.write(b"alpha")
    return {
        "tree": packed(
            ("b.txt", "beta"), ("sub/", ""), ("sub/a-b/c.txt", "gamma"), ("sub/a/c.txt", "delta"), ("sub/a0.txt", ""),
            ("sub\\win\\d.txt", "epsilon"), ("./dot/./e.txt", "zeta"), (".hidden", "x"), ("sub/.git/config", "x"),
            ("__MACOSX/._b.txt", "x"), ("B.TXT", "capital")),
        "hostile": packed(("good.txt", "good"), *hostile_members()),
        "doubled": packed(
            ("twice.txt", "first"), ("clash", "file"), ("clash/in.txt", "in"), ("twice.txt", "second")),
        "encrypted": encrypted(plain, "a.txt"),
        "aes": encrypted_as_winzip_does("a.txt", "alpha"),
        "deflate64": by_method(plain, "a.txt", 9),
        "checksum": with_wrong_checksum(plain, "a.txt"),
        "says-less": saying_size(packed(("a.txt", "alpha" * 1000)), "a.txt", 10),
        "says-more": saying_size(plain, "a.txt", 10),
        "says-much": saying_size(plain, "a.txt", 0xfffffff0),
        "truncated": packed(("a.txt", "alpha" * 1000))[:-30],
        "cut-short": packed(("a.txt", "alpha"))[:40],
        "one-of-several": packed(("a.txt", "alpha"), before=b"PK\7\x08"),
        "empty": packed(),
        "code-page": renamed(packed(("cafX.txt", "coffee")), b"cafX", b"caf\x82"),
        "zero-in-name": renamed(packed(("a.txtX.exe", "alpha")), b"txtX", b"txt\0"),
        "zero-in-utf-8-name": patched(
            renamed(packed(("a.txtX.exe", "alpha")), b"txtX", b"txt\0"), "a.txt", 6, b"\0\x08"),
        "larger-format": with_larger_format.getvalue(),
        "stored": packed((member("a.txt", zipfile.ZIP_STORED), "alpha")),
        "bzip2": packed((member("a.txt", zipfile.ZIP_BZIP2), "alpha")),
        "lzma": packed((member("a.txt", zipfile.ZIP_LZMA), "alpha")),
        "zip-in-zip": packed(("inner.zip", plain)),
    }


if __name__ == "__main__":
    for name, data in fixtures().items():
        Path(__file__).with_name(name + ".zip").write_bytes(data)
