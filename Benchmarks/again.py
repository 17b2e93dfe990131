#!/usr/bin/env python3
"""Times exporting a conversation again: unchanged, and with messages added at its end.

    Benchmarks/again.py [--count 1000000] [--more 1000]

The generated conversation has replies, and an attachment in every 250th message, so that every page has two. The added
messages use characters and an emoji that the conversation had not, and the first of them reply to messages before them.
Shares are of a fresh export of the same messages. Exits with an error if the result differs from that fresh export in any
byte, or if a page changed other than the last ones.
"""

import argparse
import json
import random
import shutil
import sys
from datetime import datetime, timedelta
from pathlib import Path

from media import picture
from run import BENCH, Run, generated

FOLDER = BENCH / "again"
MESSAGES_PER_ATTACHMENT = 250
# Greek, Armenian, Georgian and an owl: the generator has none of them.
NEW_TEXTS = ["καλημέρα σε όλους", "Բարի լույս", "დილა მშვიდობისა", "🦉"]


def write(count: int, more: int) -> tuple:
    """Writes the conversation and the one that has grown; returns their paths."""
    source, grown = FOLDER / "chat.json", FOLDER / "grown.json"
    pick = random.Random(1)
    (FOLDER / "media").mkdir(parents=True)
    early = []
    # The generator writes a message a line, between a line with the header and one with the end.
    with generated(count).open(encoding="utf-8") as lines, source.open("w", encoding="utf-8") as chat, \
            grown.open("w", encoding="utf-8") as longer:
        for number, line in enumerate(lines):
            if line.startswith("]"):
                chat.write(line)
                longer.write("".join(f",\n{json.dumps(message, ensure_ascii=False)}" for message in added(early, last, count)))
                longer.write("\n" + line)
                break
            if number and number % MESSAGES_PER_ATTACHMENT == 0:
                name = f"media/{number}.png"
                (FOLDER / name).write_bytes(picture(pick, 2_000))
                end = line.rstrip("\n").endswith(",")
                message = json.loads(line.rstrip(",\n"))
                if message.get("kind") is None:
                    message["attachments"] = [{"path": name}]
                line = json.dumps(message, ensure_ascii=False) + (",\n" if end else "\n")
            if 0 < number <= more:
                early.append(json.loads(line.rstrip(",\n")))
            if number == count:
                last = json.loads(line.rstrip(",\n"))["at"]
            chat.write(line)
            longer.write(line.rstrip("\n") if number == count else line)
    return source, grown


def added(early: list, last: str, count: int) -> list:
    """The first messages of the conversation once more, a minute apart, some with new characters."""
    start = datetime.fromisoformat(last.replace("Z", "+00:00"))
    for number, message in enumerate(early):
        message.pop("replyTo", None)
        message["id"] = f"added{number}"
        message["at"] = (start + timedelta(minutes=number + 1)).strftime("%Y-%m-%dT%H:%M:%SZ")
        if "text" in message and number < len(NEW_TEXTS):
            message["text"] = NEW_TEXTS[number]
            message["replyTo"] = str(count - number)
    return early


def export(source: Path, site: Path, *options) -> tuple:
    report = FOLDER / "report.json"
    done = Run([source, "--out", site, "--quiet", "--report", report, *options])
    if done.code != 0:
        sys.exit(done.errors)
    return done, json.loads(report.read_text(encoding="utf-8"))


def modified(site: Path) -> dict:
    """The modification time of every numbered page, by its number."""
    return {int(path.stem): path.stat().st_mtime_ns for path in site.glob("*/*.html") if path.stem.isdigit()}


def differences(one: Path, other: Path) -> list:
    names = [{str(path.relative_to(site)) for path in site.rglob("*") if path.is_file()} for site in (one, other)]
    return sorted((names[0] ^ names[1]) | {
        name for name in names[0] & names[1] if (one / name).read_bytes() != (other / name).read_bytes()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--more", type=int, default=1_000)
    options = parser.parse_args()
    shutil.rmtree(FOLDER, ignore_errors=True)
    source, grown = write(options.count, options.more)
    site, fresh = FOLDER / "site", FOLDER / "fresh"
    steps = [("first export", export(source, site))]
    pages = modified(site)
    steps.append(("unchanged", export(source, site)))
    if modified(site) != pages:
        sys.exit("pages changed although no message did")
    steps.append((f"{options.more:,} messages more", export(grown, site)))
    changed = sorted(number for number, time in modified(site).items() if pages.get(number) != time)
    steps.append(("those afresh", export(grown, fresh)))
    whole = steps[-1][1][0]
    print(f"{options.count:,} messages, of which {options.count // MESSAGES_PER_ATTACHMENT:,} have an attachment")
    print(f"{'export':<24} {'pages laid out':>15} {'reused':>8} {'wall s':>8} {'share':>6} {'CPU s':>8} {'share':>6} {'MiB':>6}")
    for name, (run, report) in steps:
        print(f"{name:<24} {report['laidOut']['pages']:>15,} {report['kept']['pages']:>8,} {run.wall:>8.2f} "
              f"{run.wall / whole.wall:>6.0%} {run.cpu:>8.2f} {run.cpu / whole.cpu:>6.0%} {run.private / 1024:>6.0f}")
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    records = [site / "reuse.bin", *site.glob("*/reuse/*.bin")]
    print(f"records for the next export: {sum(path.stat().st_size for path in records):,} of {size:,} bytes")
    print(f"pages that changed with {options.more:,} messages more: {', '.join(map(str, changed))} of {len(modified(site)):,}")
    found = differences(site, fresh)
    if found:
        sys.exit(f"the site differs from a fresh export in {len(found)} files: {', '.join(found[:5])}")
    print("the same bytes as a fresh export")
    # The last page of before is filled, and the one before it learns that another follows.
    if changed[0] < max(pages) - 1:
        sys.exit("a page changed that is not one of the last")
    shutil.rmtree(FOLDER)


if __name__ == "__main__":
    main()
