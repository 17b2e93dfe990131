#!/usr/bin/env python3
"""Times the release build on generated conversations and prints one table.

    Benchmarks/run.py [--counts 500,100000,1000000] [--runs 3] [--jobs N]

Figures are from the run with the least CPU time of `--runs`. Inputs stay in .build/bench for the next run. "memory" is the
peak of the process's private memory (RssAnon, sampled every 2 ms); "peak" is the resident size, which includes the mapped
input.
"""

import argparse
import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / ".build" / "bench"
BINARY = Path(os.environ.get("CHATEXPORT_BIN", ROOT / ".build" / "release" / "chatexport"))
SHARED = Path(os.environ.get("CHATEXPORT_SHARED", ROOT.parent / "shared"))
GZIP_SAMPLE = 100


class Run:
    """One finished run of the program; it is stopped after `limit` seconds."""

    def __init__(self, arguments: list, binary: Path = BINARY, limit: float = float("inf")):
        errors = tempfile.TemporaryFile()
        start = time.monotonic()
        process = subprocess.Popen([str(binary), *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=errors)
        self.private = 0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            self.private = max(self.private, private_kilobytes(process.pid))
            if time.monotonic() - start > limit:
                process.kill()
            time.sleep(0.002)
        self.wall = time.monotonic() - start
        self.user, self.system, self.peak = usage.ru_utime, usage.ru_stime, usage.ru_maxrss
        self.code = os.waitstatus_to_exitcode(status)
        process.returncode = self.code
        errors.seek(0)
        self.errors = errors.read(10_000).decode(errors="replace")
        errors.close()

    @property
    def cpu(self) -> float:
        return self.user + self.system


def private_kilobytes(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("RssAnon:")), 0)
    except OSError:
        return 0


def generated(count: int) -> Path:
    path = BENCH / f"generated-{count}.json"
    if not path.exists():
        temporary = path.with_suffix(".part")
        subprocess.run(
            [sys.executable, str(ROOT / "Benchmarks" / "generate.py"), "--count", str(count), "--out", temporary],
            check=True)
        temporary.rename(path)
    return path


def best_run(source: Path, site: Path, runs: int, options: list) -> Run:
    best = None
    for _ in range(runs):
        shutil.rmtree(site, ignore_errors=True)
        run = Run([source, "--out", site, "--quiet", *options])
        if run.code != 0:
            sys.exit(f"chatexport failed with exit code {run.code} on {source.name}:\n{run.errors}")
        if best is None or run.cpu < best.cpu:
            best = run
    return best


def page_sizes(site: Path) -> tuple:
    """Returns the bytes of all pages, uncompressed and with gzip; the latter is estimated from an even sample."""
    pages = sorted(path for path in site.rglob("*.html") if path.stem.isdigit())
    raw = sum(path.stat().st_size for path in pages)
    sample = pages[:: max(1, len(pages) // GZIP_SAMPLE)]
    sampled = [path.read_bytes() for path in sample]
    share = sum(len(gzip.compress(data, 6)) for data in sampled) / max(1, sum(map(len, sampled)))
    return raw, raw * share


def input_size(source: Path) -> int:
    files = [source] if source.is_file() else [path for path in source.rglob("*") if path.is_file()]
    return sum(path.stat().st_size for path in files)


def count_messages(site: Path) -> int:
    return sum(
        page.read_bytes().count(b"<article ") for page in site.rglob("*.html") if page.stem.isdigit())


def measure(name: str, source: Path, runs: int, options: list) -> list:
    site = BENCH / "site"
    run = best_run(source, site, runs, options)
    messages = count_messages(site)
    raw, packed = page_sizes(site)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    shutil.rmtree(site)
    return [
        name, f"{messages:,}", f"{run.wall:.2f}", f"{run.cpu:.2f}", f"{run.system:.2f}",
        f"{messages / run.wall:,.0f}", f"{messages / run.cpu:,.0f}", f"{run.peak / 1024:.0f}",
        f"{run.peak / 1024 - input_size(source) / 2**20:.0f}", f"{run.private / 1024:.0f}",
        f"{size / 1e6:.1f}", f"{raw / max(1, messages):.0f}", f"{packed / max(1, messages):.0f}",
    ]


HEADINGS = [
    "input", "messages", "wall s", "CPU s", "system s", "messages/s", "per CPU s", "peak MiB", "less input",
    "memory MiB", "site MB", "B/message", "gzip"]


def show(rows: list) -> None:
    widths = [max(len(row[column]) for row in [HEADINGS, *rows]) for column in range(len(HEADINGS))]
    for number, row in enumerate([HEADINGS, *rows]):
        cells = [cell.ljust(width) if column == 0 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths))]
        print("| " + " | ".join(cells) + " |")
        if number == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--counts", default="500,100000,1000000", help="sizes to generate, comma separated")
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the best counts (3)")
    parser.add_argument("--jobs", type=int, help="passed on to chatexport")
    options = parser.parse_args()
    if not BINARY.exists():
        sys.exit(f"{BINARY.name} is not built: run `make release`")
    BENCH.mkdir(parents=True, exist_ok=True)
    passed = ["--jobs", options.jobs] if options.jobs else []
    rows = [
        measure(f"generated {int(count):,}", generated(int(count)), options.runs, passed)
        for count in options.counts.split(",")]
    logs = SHARED / "data" / "chats" / "irc" / "moarvm"
    if logs.is_dir():
        rows.append(measure("#moarvm logs", logs, options.runs, [*passed, "--time-zone", "UTC"]))
    else:
        print("SKIPPED: the IRC logs – ../shared/data not present", file=sys.stderr)
    show(rows)


if __name__ == "__main__":
    main()
