#!/usr/bin/env python3
"""Checks that CPU time grows linearly with the number of messages: 100,000 against 10,000.

    Benchmarks/linear.py [--counts 10000,100000] [--limit 12] [--runs 3]

Exits with code 1 if the ratio exceeds the limit (12 for ten times the messages).
"""

import argparse
import shutil
import subprocess
import sys

from run import BENCH, BINARY, ROOT, best_run


def least_cpu(count: int, runs: int) -> float:
    source = BENCH / f"linear-{count}.json"
    if not source.is_file():
        BENCH.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [sys.executable, str(ROOT / "Benchmarks" / "generate.py"), "--count", str(count), "--seed", "1",
             "--out", str(source)], check=True)
    site = BENCH / f"linear-{count}-site"
    least = best_run(source, site, runs, []).cpu
    shutil.rmtree(site, ignore_errors=True)
    return least


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--counts", default="10000,100000")
    parser.add_argument("--limit", type=float, default=12)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    if not BINARY.is_file():
        sys.exit("the program is not built: run `make release`")
    few, many = (int(count) for count in options.counts.split(","))
    first, second = least_cpu(few, options.runs), least_cpu(many, options.runs)
    print(f"{few:,} messages: {first:.3f} s CPU; {many:,}: {second:.3f} s; ratio {second / first:.2f}, limit {options.limit}")
    sys.exit(second / first > options.limit)


if __name__ == "__main__":
    main()
