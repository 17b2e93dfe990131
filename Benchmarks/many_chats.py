#!/usr/bin/env python3
"""Times exports of many conversations: CPU time, memory and files a conversation.

    Benchmarks/many_chats.py [CASE...] [--rounds 1] [--jobs N] [--limit 600]

The cases are 1000, 5000, 20000 and 50000, as many files of chatexport/1 with 40 messages each; `openai`, 25,000 conversations
of 4 messages in one file of JSON Lines; `chatgpt`, an account of 3,000 chats; and `sms`, a backup of 20 MB with 500. Sites are
written to memory (/dev/shm) if it has room, because a disk's queue is none of the program's. A run that exceeds `--limit`
seconds is stopped and shown as such. Figures are from the run with the least CPU time. "peak" is the resident size
(ru_maxrss), "memory" the private part of it. "again" is an export into the finished site.
"""

import argparse
import json
import os
import random
import shutil
import sys
from html import escape
from pathlib import Path

from Exports import FORMATS
from Exports.common import chats, role, turns
from Exports.messengers import write_lines
from run import BENCH, BINARY, Run, made, site_folder

WORDS = "the pier was closed so we walked back along the river tonight maybe bring it fine".split()
MESSAGES = 40
# Bytes of a site for each conversation, generously.
ROOM = 150_000


def separate(folder: Path, count: int) -> Path:
    """Writes a file of chatexport/1 for each conversation."""
    pick = random.Random(1)
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]
    for chat in range(count):
        messages = [
            {"text": " ".join(pick.choices(WORDS, k=8)), "from": "ab"[number % 2], "id": str(number),
             "at": f"2026-01-01T00:{number:02}:00Z"} for number in range(MESSAGES)]
        (folder / f"{chat}.json").write_text(json.dumps({
            "format": "chatexport/1", "title": f"Chat {chat}", "timeZone": "UTC", "participants": people, "messages": messages}))
    return folder


def openai(folder: Path, count: int) -> Path:
    path = folder / "chats.jsonl"
    write_lines(path, (
        {"messages": [{"role": role(turn), "content": turn.text} for turn in part]} for _, part in turns(count * 4, 4)))
    return path


def chatgpt(folder: Path, count: int) -> Path:
    """26 messages in each chat make 49 MB of 3,000 chats."""
    return FORMATS["chatgpt"][0](folder, count * 26, 26)


def sms(folder: Path, count: int) -> Path:
    lines = [
        f'  <sms protocol="0" address="+155501{chat:05}" date="{message.milliseconds}" type="{1 + message.number % 2}" '
        f'subject="null" body="{escape(message.text)}" read="1" status="-1" locked="0" contact_name="Person {chat}" />\n'
        for chat, part in chats(count * 200, 200) for message in part]
    path = folder / "sms.xml"
    path.write_text(f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"{len(lines)}\">\n"
                    f"{''.join(lines)}</smses>\n", encoding="utf-8")
    return path


CASES = {
    "1000": (separate, 1000), "5000": (separate, 5000), "20000": (separate, 20_000), "50000": (separate, 50_000),
    "openai": (openai, 25_000), "chatgpt": (chatgpt, 3000), "sms": (sms, 500)}


def source_of(case: str) -> Path:
    """Returns the case's input, made on first use."""
    maker, count = CASES[case]
    folder = BENCH / "many" / case
    marker = folder.with_suffix(".made")
    if not marker.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        marker.write_text(str(made(maker, folder, count)))
    return Path(marker.read_text())


def row(name: str, run: Run, count: int, files: str) -> str:
    return (f"{name:<12} {run.wall:7.1f} {run.cpu:7.1f} {run.cpu / count * 1000:7.2f} {run.system / count * 1000:7.2f} "
            f"{run.peak / 1024:7.0f} {run.private / 1024:7.0f} {files:>7}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", choices=[[], *CASES], metavar="CASE")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="passed on to chatexport")
    parser.add_argument("--limit", type=float, default=600, metavar="SECONDS")
    options = parser.parse_args()
    if not BINARY.exists():
        sys.exit(f"{BINARY.name} is not built: run `make release`")
    print("case          wall s   CPU s   ms/chat  system    peak  memory   files")
    for case in options.cases or CASES:
        source, count = source_of(case), CASES[case][1]
        site = site_folder(ROOM * count)
        arguments = [source, "--out", site, "--quiet", *(["--jobs", options.jobs] if options.jobs else [])]
        best, again = None, None
        for _ in range(options.rounds):
            shutil.rmtree(site, ignore_errors=True)
            run = Run(arguments, limit=options.limit)
            if run.code != 0:
                print(f"{case:<12} stopped after {run.wall:.0f} s with {run.peak / 1024:.0f} MB: {run.errors.strip()[:100]}")
                break
            best = run if best is None or run.cpu < best.cpu else best
        else:
            files = sum(len(names) for _, _, names in os.walk(site))
            print(row(case, best, count, f"{files / count:.2f}"), flush=True)
            again = Run(arguments, limit=options.limit)
            print(row("  again", again, count, ""), flush=True)
        shutil.rmtree(site, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
