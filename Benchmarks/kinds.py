#!/usr/bin/env python3
"""Times exports of chats in which every message is of one kind, which the generated mix has rarely or not at all.

    Benchmarks/kinds.py [--count 40000] [--rounds 3]

Plain texts come first, for comparison. Each figure is the least of the rounds.
"""

import argparse
import datetime
import json
import random
import shutil
import sys
from pathlib import Path

from run import BENCH, BINARY, Run

WORDS = "the pier was closed so we walked back along the river tonight maybe bring it fine".split()
PEOPLE = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]
CONVERSATIONS = 1000


def words(pick: random.Random, count: int = 8) -> str:
    return " ".join(pick.choice(WORDS) for _ in range(count))


KINDS = {
    "texts": lambda pick, number: {"text": words(pick)},
    "answers": lambda pick, number: {"text": words(pick), "replyTo": str(max(0, number - 3))},
    "threads of ten": lambda pick, number: {"text": words(pick), "thread": str(number // 10 * 10)},
    "with reactions": lambda pick, number: {"text": words(pick), "reactions": [{"emoji": "👍", "by": ["a", "b"]}]},
    "edited": lambda pick, number: {"text": words(pick), "edits": [{"text": words(pick)}]},
    "with links": lambda pick, number: {"text": f"{words(pick, 3)} https://example.org/a/b?c=d {words(pick, 3)}"},
    "Markdown": lambda pick, number: {"text": f"**{words(pick, 2)}** _{words(pick, 2)}_ `{words(pick, 1)}`"},
    "tables": lambda pick, number: {"text": f"| a | b |\n|---|---|\n| {words(pick, 2)} | {words(pick, 2)} |"},
    "Arabic": lambda pick, number: {"text": "مرحبا كيف حالك اليوم هل تريد الذهاب إلى السوق غدا صباحا"},
    "Han": lambda pick, number: {"text": "今天下午我们去河边散步吧天气很好"},
    "emoji": lambda pick, number: {"text": pick.choice(["😀", "👍🏽", "👨‍👩‍👧", "ok 😂 yes"])},
    "events": lambda pick, number: {"kind": "system", "event": "join"},
    "deleted": lambda pick, number: {"kind": "deleted"},
    "calls": lambda pick, number: {"kind": "call", "call": {"medium": "audio", "duration": 65}},
    "pictures not there": lambda pick, number: {
        "text": words(pick, 3), "attachments": [{"kind": "image", "name": "a.jpg", "absence": "not included"}]},
    "contacts": lambda pick, number: {"kind": "contact", "contact": {"name": "Ann", "phones": ["123"]}},
    "locations": lambda pick, number: {"kind": "location", "location": {"latitude": 1.5, "longitude": 2.5, "name": "Pier"}},
    "polls": lambda pick, number: {"kind": "poll", "poll": {"question": words(pick, 4), "options": [
        {"text": words(pick, 2), "votes": votes} for votes in (3, 5)]}},
    "previews": lambda pick, number: {"kind": "linkPreview", "text": words(pick, 3), "linkPreview": {
        "url": "https://example.org/x", "title": words(pick, 3), "summary": words(pick, 9)}},
    "tool calls": lambda pick, number: {"kind": "toolCall", "name": "run", "text": words(pick, 20)},
    "unknown kinds": lambda pick, number: {"kind": "hologram", "text": words(pick, 4)},
}


def write(path: Path, title: str, messages: list, people: list = PEOPLE) -> Path:
    start = datetime.datetime(2026, 1, 1)
    for number, message in enumerate(messages):
        message.setdefault("from", "ab"[number % 2])
        at = start + datetime.timedelta(seconds=40 * number)
        message.update(id=str(number), at=f"{at.isoformat()}Z")
    path.write_text(json.dumps({
        "format": "chatexport/1", "title": title, "timeZone": "UTC", "participants": people, "messages": messages}),
        encoding="utf-8")
    return path


def inputs(folder: Path, count: int):
    """Yields each case's name and files, written one case at a time to save disk space."""
    for name, make in KINDS.items():
        pick = random.Random(1)
        yield name, [write(folder / "chat.json", name, [make(pick, number) for number in range(count)])]
    pick = random.Random(1)
    people = [{"id": f"p{number}", "name": f"Person {number}"} for number in range(count)]
    yield "as many people", [write(folder / "chat.json", "People", [
        {"from": person["id"], "text": words(pick)} for person in people], people)]
    yield f"{CONVERSATIONS:,} conversations", [
        write(folder / f"{number}.json", f"Chat {number}", [{"text": words(pick)} for _ in range(count // CONVERSATIONS)])
        for number in range(CONVERSATIONS)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40_000, help="messages of each kind")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    if not BINARY.exists():
        sys.exit(f"{BINARY.name} is not built: run `make release`")
    folder = BENCH / "kinds"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    print(f"{options.count:,} messages        wall s    CPU s  µs of CPU time a message")
    for name, files in inputs(folder, options.count):
        runs = []
        for _ in range(options.rounds):
            shutil.rmtree(folder / "site", ignore_errors=True)
            runs.append(Run([*files, "--out", folder / "site", "--quiet"]))
            if runs[-1].code != 0:
                sys.exit(runs[-1].errors)
        wall, cpu = min(run.wall for run in runs), min(run.cpu for run in runs)
        print(f"{name:<22} {wall:7.2f}  {cpu:7.2f}  {cpu / options.count * 1e6:7.1f}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
