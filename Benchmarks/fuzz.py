#!/usr/bin/env python3
"""Damages the fixtures of all formats and expects an export or an error of each, never a signal, a hang or a leftover.

    Benchmarks/fuzz.py [--seconds 600] [--rounds N] [--seed 1] [FORMAT...]

Each round takes a fixture of the format (`Tests/ChatImportTests/Fixtures/FORMAT/CASE`), damages one of its files in one to four
ways (bytes changed, pieces cut out, doubled, moved between files, values replaced by hostile ones, archived and cut off), and
exports it. The same seed gives the same rounds. A round fails if the program ends by a signal or with a code other than 0, 1
and 3, runs longer than a minute, says nothing about an error, or leaves anything beside the site; its input is kept in
`.build/fuzz` and its command printed. Formats without an own time run for `--seconds` each, or for `--rounds` rounds.
"""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIXTURES = ROOT / "Tests" / "ChatImportTests" / "Fixtures"
BINARY = ROOT / ".build" / "release" / "chatexport"
FONTS = ROOT / "Tests" / "TestSupport" / "Fonts"
KEPT = ROOT / ".build" / "fuzz"

VALUES = [
    b"null", b"true", b"-1", b"0", b"99999999999999999999999", b"1e999", b"-9223372036854775808", b"18446744073709551615", b'""',
    b"[]", b"{}", b'"\\ud800"', b'"\\u0000"', b"[" * 600, b'{"a":' * 600, b"NaN", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n\n",
    b"<script>alert(1)</script>", b"../../etc/passwd", b"file:///etc/passwd", b"javascript:alert(1)", b"<![CDATA[", b"<!ENTITY a 'b'>",
    b"&#0;", b"&#x110000;", b"99/99/9999", b"0000-00-00T00:00:00Z", b"31/02/2024", b"24:60:61", "\u202e\u2066".encode(),
    "👩\u200d👩\u200d👧".encode() * 40, "e\u0301".encode() * 300, b"A" * 70_000, b'"', b"'", b",", b"\t",
]


def damaged(data: bytes, pick: random.Random, others: list) -> bytes:
    """Returns `data` with one to four faults. `others` are files to take pieces from."""
    for _ in range(pick.randint(1, 4)):
        start = pick.randrange(len(data) + 1)
        count = min(len(data) - start, pick.choice([1, 2, 8, 64, 512, 4096]))
        fault = pick.randrange(9)
        if fault == 0:
            data = data[:start]
        elif fault == 1:
            data = data[:start] + data[start + count:]
        elif fault == 2:
            data = data[:start] + data[start: start + count] * pick.randint(2, 5) + data[start + count:]
        elif fault == 3 and data:
            changed = bytearray(data)
            for _ in range(pick.choice([1, 3, 20])):
                changed[pick.randrange(len(changed))] = pick.randrange(256)
            data = bytes(changed)
        elif fault == 4:
            other = pick.choice(others)
            piece = pick.randrange(len(other) + 1)
            data = data[:start] + other[piece: piece + count] + data[start:]
        elif fault == 5:
            data = data[:start] + pick.choice(VALUES) + data[start:]
        else:
            # A value of JSON, XML, CSV or a log gives way: from one separator to the next.
            ends = [data.find(mark, start) for mark in (b":", b",", b'"', b">", b"\n", b" ")]
            first = min((end for end in ends if end >= 0), default=start)
            rest = [data.find(mark, first + 1) for mark in (b",", b'"', b"<", b"\n", b"}", b" ")]
            last = min((end for end in rest if end >= 0), default=first)
            data = data[: first + 1] + pick.choice(VALUES) + data[last:]
    return data


def make(case: Path, folder: Path, pick: random.Random, others: list) -> Path:
    """Copies an input of a case into `folder` with one file damaged. Returns its path."""
    inputs = sorted(path for path in case.iterdir() if path.name != "expected.txt" and not path.name.startswith("."))
    source = pick.choice(inputs)
    target = folder / source.name
    shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    files = sorted(path for path in target.rglob("*") if path.is_file()) if target.is_dir() else [target]
    victim = pick.choice(files)
    victim.write_bytes(damaged(victim.read_bytes(), pick, others))
    if pick.random() < 0.15:
        kind = pick.choice(["zip", "gztar"])
        packed = Path(shutil.make_archive(str(folder / "packed"), kind, folder, target.name))
        shutil.rmtree(target) if target.is_dir() else target.unlink()
        if pick.random() < 0.5:
            packed.write_bytes(damaged(packed.read_bytes(), pick, others))
        return packed
    return target


def complaint(binary: Path, source: Path, site: Path) -> str:
    """Exports `source`. Returns a sentence about what must not happen, or an empty text."""
    before = {path.name for path in site.parent.iterdir()}
    try:
        result = subprocess.run(
            [binary, source, "--out", site, "--fonts", FONTS, "--quiet"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        return "it ran longer than a minute"
    said = result.stderr.decode(errors="replace").strip()
    if result.returncode not in (0, 1, 3):
        return f"it ended with {result.returncode}: {said[-300:]}"
    if result.returncode == 0 and not (site / "index.html").is_file():
        return "it succeeded and wrote no site"
    if result.returncode != 0 and not said:
        return f"it ended with {result.returncode} and said nothing"
    left = {path.name for path in site.parent.iterdir()} - before - ({site.name} if result.returncode == 0 else set())
    return f"it left {sorted(left)}" if left else ""


def fuzz(name: str, rounds, seconds: float, seed: int, binary: Path = BINARY) -> tuple:
    """Runs rounds of one format until `rounds` or `seconds` are over. Returns their number and the failures."""
    cases = sorted(path for path in (FIXTURES / name).iterdir() if (path / "expected.txt").is_file())
    others = [path.read_bytes() for path in sorted(FIXTURES.rglob("*")) if path.is_file() and path.stat().st_size < 200_000]
    failures, number, end = [], 0, time.monotonic() + seconds
    while number < rounds if rounds else time.monotonic() < end:
        pick = random.Random(f"{seed} {name} {number}")
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            (Path(folder) / "in").mkdir()
            source = make(pick.choice(cases), Path(folder) / "in", pick, others)
            words = complaint(binary, source, Path(folder) / "site")
            if words:
                kept = KEPT / f"{name}-{seed}-{number}"
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(Path(folder) / "in", kept)
                failures.append(f"{kept.relative_to(ROOT)}/{source.name}: {words}")
        number += 1
    return number, failures


def formats() -> list:
    """The formats that have fixtures."""
    return sorted(path.name for path in FIXTURES.iterdir() if path.is_dir())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("formats", nargs="*", metavar="FORMAT")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", type=Path, default=BINARY)
    options = parser.parse_args()
    failed = False
    for name in options.formats or formats():
        number, failures = fuzz(name, options.rounds, options.seconds, options.seed, options.binary)
        print(f"{name}: {number} damaged exports, {len(failures)} failures", flush=True)
        for failure in failures:
            print(f"  {failure}", flush=True)
        failed = failed or bool(failures)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
