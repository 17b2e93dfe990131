#!/usr/bin/env python3
"""Times how fast exports of each format are read: generated exports of 100,000 messages.

    Benchmarks/formats.py [--count 100000] [--rounds 3] [--against BINARY] [FORMAT...]

"reading" is the CPU time of the stage in which an export is recognised and its messages are converted (`cpuSeconds.opening` of
the report), which runs on one thread; the goal is 100,000 messages a second for text and 60,000 for JSON, SQLite, XML and HTML.
A file of chatexport/1 has no such stage: it is read while messages are counted, and the time of both is given
(`cpuSeconds.reading`). "memory" is the peak of the process's private memory (RssAnon) during the whole export, "input" the
size of the export. The figures are the least of `--rounds`; for memory, the most.

With `--against` each round also runs another binary, in turn, and the table has the median of the rounds' ratios: the cost of
what was changed since.
"""

import argparse
import json
import shutil
import statistics
import sys
from pathlib import Path

from Exports import FORMATS
from run import BENCH, BINARY, Run, files_in, size

# Kilobytes.
MEMORY_GOAL = 64_000

# Formats whose files are read in place, without being converted first.
DIRECT = ("chatexport",)


def reading(name: str, source: Path, root: Path, binary: Path = BINARY) -> tuple:
    """Exports once. Returns the run, the report, and the CPU seconds of reading; these are None if it failed."""
    report = root / "report.json"
    run = Run([source, "--out", root / "site", "--time-zone", "UTC", "--jobs", "1", "--fresh", "--quiet", "--report", report],
              binary)
    if run.code != 0:
        return run, None, None
    found = json.loads(report.read_text())
    shutil.rmtree(root / "site")
    stages = ("opening", "reading") if name in DIRECT else ("opening",)
    return run, found, sum(found["cpuSeconds"][stage] for stage in stages)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formats", nargs="*", choices=[[], *FORMATS], metavar="FORMAT")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--against", type=Path, metavar="BINARY")
    arguments = parser.parse_args()
    root = BENCH / "formats"
    print(f"{'format':16} {'input':>9} {'reading':>9} {'messages/s':>11} {'goal':>9} {'MB/s':>6} {'memory':>8} {'shown':>9}"
          + (f" {'against':>8}" if arguments.against else ""))
    is_slow = False
    for name in arguments.formats or FORMATS:
        maker, goal = FORMATS[name]
        folder = root / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source = maker(folder, arguments.count)
        best, memory, shown, ratios = None, 0, 0, []
        for number in range(arguments.rounds):
            if arguments.against and number % 2:
                _, _, other = reading(name, source, root, arguments.against)
            run, found, seconds = reading(name, source, root)
            if seconds is None:
                print(f"{name:16} failed with exit code {run.code}: {run.errors.strip()[:160]}")
                break
            if arguments.against and number % 2 == 0:
                _, _, other = reading(name, source, root, arguments.against)
            if arguments.against and other:
                ratios.append(seconds / other)
            best = seconds if best is None else min(best, seconds)
            memory, shown = max(memory, run.private), sum(found["kinds"].values())
        if best is None:
            is_slow = True
            continue
        rate = arguments.count / best
        is_slow = is_slow or rate < goal or memory > MEMORY_GOAL
        megabytes = size(files_in(source)) / 1e6
        print(f"{name:16} {megabytes:6.1f} MB {best:7.3f} s {rate:11,.0f} {goal:9,} {megabytes / best:6.0f} {memory / 1024:5.0f} MB "
              f"{shown:9,}" + (f" {statistics.median(ratios):8.3f}" if ratios else ""), flush=True)
        shutil.rmtree(folder)
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main())
