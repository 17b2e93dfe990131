#!/usr/bin/env python3
"""What exporting again costs: the same conversation once more, and with 1,000 messages more at its end.

    Benchmarks/again.py [--count 1000000] [--more 1000]

Shares are of a fresh export of the same messages. The sites are compared byte for byte.
"""

import argparse
import json
import shutil
import sys
from datetime import datetime, timedelta

from run import BENCH, Run, generated


def grown(source, count: int, more: int):
    """The conversation with its own early messages once more at its end, a minute apart."""
    path = BENCH / f"generated-{count}-and-{more}.json"
    if path.exists():
        return path
    chat = json.loads(source.read_text(encoding="utf-8"))
    last = datetime.fromisoformat(chat["messages"][-1]["at"].replace("Z", "+00:00"))
    for number in range(more):
        message = {**chat["messages"][number], "id": f"more{number}"}
        message.pop("replyTo", None)
        message["at"] = (last + timedelta(minutes=number + 1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        chat["messages"].append(message)
    path.write_text(json.dumps(chat, ensure_ascii=False), encoding="utf-8")
    return path


def export(source, site, *options) -> tuple:
    report = BENCH / "again.json"
    done = Run([source, "--out", site, "--quiet", "--report", report, *options])
    if done.code != 0:
        sys.exit(done.errors)
    return done, json.loads(report.read_text(encoding="utf-8"))


def same(one, other) -> bool:
    names = [sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()) for site in (one, other)]
    return names[0] == names[1] and all((one / name).read_bytes() == (other / name).read_bytes() for name in names[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--more", type=int, default=1_000)
    options = parser.parse_args()
    BENCH.mkdir(parents=True, exist_ok=True)
    source = generated(options.count)
    longer = grown(source, options.count, options.more)
    site, fresh = BENCH / "again-site", BENCH / "again-fresh"
    for folder in (site, fresh):
        shutil.rmtree(folder, ignore_errors=True)
    steps = [("first", export(source, site)), ("the same again", export(source, site)),
             (f"{options.more:,} messages more", export(longer, site)), ("those afresh", export(longer, fresh))]
    whole = steps[-1][1][0]
    print(f"{options.count:,} messages; {'pages laid out':>41} {'kept':>8} {'wall s':>8} {'share':>6} {'CPU s':>8} {'share':>6}")
    for name, (run, report) in steps:
        print(f"{name:<40} {report['laidOut']['pages']:>21,} {report['kept']['pages']:>8,} {run.wall:>8.2f} "
              f"{run.wall / whole.wall:>6.0%} {run.cpu:>8.2f} {run.cpu / whole.cpu:>6.0%}")
    pages = sum(1 for path in site.rglob("*") if path.is_file())
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"kept.bin: {(site / 'kept.bin').stat().st_size:,} of {size:,} bytes in {pages:,} files")
    if not same(site, fresh):
        sys.exit("the site differs from a fresh export")
    print("the same bytes as a fresh export")
    for folder in (site, fresh):
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
