#!/usr/bin/env python3
"""Times an export with 10,000 attachments against `cp -r` of their folder: with shared blocks, copied, and linked.

    Benchmarks/media.py [--count 10000] [--mean 60000] [--rounds 5]

All files are different and in the page cache. `cp -r` and the exports take turns; each figure is the least of the rounds.
`none` is the same conversation without attachments, so the difference from it is their cost.
"""

import argparse
import json
import random
import shutil
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

from run import BENCH, BINARY, Run


def picture(pick: random.Random, size: int) -> bytes:
    """Returns a PNG of about `size` bytes; those after its end are random."""
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", pick.randrange(50, 4000), pick.randrange(50, 3000), 8, 0, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0")) + chunk(b"IEND", b"")
            + pick.randbytes(size))


def make(folder: Path, count: int, mean: int) -> int:
    """Writes the attachments, and a conversation with and one without them; returns the size of all attachments in bytes."""
    pick = random.Random(1)
    (folder / "media").mkdir(parents=True)
    size = 0
    messages = []
    for number in range(count):
        data = picture(pick, pick.randrange(mean // 10, mean * 19 // 10))
        size += len(data)
        (folder / "media" / f"{number}.png").write_bytes(data)
        at = f"2026-05-{number // 1440 % 28 + 1:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00Z"
        messages.append({"id": str(number), "from": "ab"[number % 2], "at": at, "text": f"Picture {number}"})
    chat = {"format": "chatexport/1", "title": "Pictures", "timeZone": "UTC",
            "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]}
    (folder / "none.json").write_text(json.dumps({**chat, "messages": messages}), encoding="utf-8")
    for number, message in enumerate(messages):
        message["attachments"] = [{"path": f"media/{number}.png"}]
    (folder / "chat.json").write_text(json.dumps({**chat, "messages": messages}), encoding="utf-8")
    return size


def export(folder: Path, name: str, *options) -> float:
    site = folder / "site"
    shutil.rmtree(site, ignore_errors=True)
    run = Run([folder / name, "--out", site, "--quiet", *options])
    if run.code != 0:
        sys.exit(run.errors)
    return run.wall


def copy(folder: Path) -> float:
    to = folder / "copy"
    shutil.rmtree(to, ignore_errors=True)
    start = time.monotonic()
    subprocess.run(["cp", "-r", folder / "media", to], check=True)
    return time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--mean", type=int, default=60_000, help="bytes of a file, on average")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    if not BINARY.exists():
        sys.exit(f"{BINARY.name} is not built: run `make release`")
    folder = BENCH / "media"
    shutil.rmtree(folder, ignore_errors=True)
    size = make(folder, options.count, options.mean)
    cases = {
        "cp -r": lambda: copy(folder), "none": lambda: export(folder, "none.json"),
        "shared": lambda: export(folder, "chat.json"), "--copy": lambda: export(folder, "chat.json", "--copy"),
        "--link": lambda: export(folder, "chat.json", "--link")}
    best = {name: min(times) for name, times in zip(
        cases, zip(*([case() for case in cases.values()] for _ in range(options.rounds))))}
    stored = len(list((folder / "site").glob("media/*")))
    print(f"{options.count:,} attachments, {size / 1e6:.0f} MB, {stored:,} files in the site")
    for name, seconds in best.items():
        speed = "" if name == "none" else f"  {size / 1e6 / seconds:6.0f} MB/s  {best['cp -r'] / seconds:5.0%} of cp -r's speed"
        print(f"{name:8} {seconds:6.2f} s{speed}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
