#!/usr/bin/env python3
"""Times `chatexport convert`: messages for each second of CPU time of the whole command.

    Benchmarks/convert.py [--count 200000] [--rounds 3] [--as FORM] [FORMAT...]

Inputs are generated: a group chat with replies, reactions and Markdown (`generate.py`), and exports of other formats, which are
converted to records first. The goal of 150,000 messages a second is for chatexport/1, whose files are read in place. "memory" is the
peak of the process's private memory (RssAnon).
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

from Exports import FORMATS
from run import BENCH, Run

HERE = Path(__file__).resolve().parent
GOAL = 150_000


def generated(folder: Path, count: int) -> Path:
    path = folder / "chat.jsonl"
    subprocess.run([sys.executable, HERE / "generate.py", "--jsonl", "--count", str(count), "--seed", "1", "--out", path], check=True)
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formats", nargs="*", choices=[[], "chatexport", *FORMATS], metavar="FORMAT")
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--as", dest="form", default="chatexport", metavar="FORM", help="a form of output, or all")
    arguments = parser.parse_args()
    root = BENCH / "convert"
    print(f"{'form':11} {'format':11} {'CPU':>8} {'messages/s':>11} {'memory':>8} {'file':>8}")
    is_slow = False
    forms = ["chatexport", "text", "markdown", "chatlab", "rsmf"] if arguments.form == "all" else [arguments.form]
    for form, name in ((form, name) for form in forms for name in arguments.formats or ["chatexport", "whatsapp", "telegram"]):
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        source = (generated if name == "chatexport" else FORMATS[name][0])(root, arguments.count)
        out = root / "out" / "chat.jsonl"
        out.parent.mkdir()
        runs = [Run(["convert", source, "--out", out, "--as", form, "--quiet"]) for _ in range(arguments.rounds)]
        failed = next((run for run in runs if run.code), None)
        if failed:
            sys.exit(f"{name}: {failed.reason}")
        cpu, memory = min(run.cpu for run in runs), max(run.private for run in runs)
        rate = arguments.count / cpu
        print(f"{form:11} {name:11} {cpu:6.2f} s {rate:11,.0f} {memory / 1024:5.0f} MB {out.stat().st_size / 1e6:5.0f} MB")
        is_slow |= form == name == "chatexport" and rate < GOAL
    shutil.rmtree(root, ignore_errors=True)
    if is_slow:
        print(f"fewer than {GOAL:,} messages a second")
    return is_slow


sys.exit(main())
