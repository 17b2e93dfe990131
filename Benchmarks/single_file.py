#!/usr/bin/env python3
"""Measures sites of one file: the file's size, the time until it can be read and to jump to its middle, and memory.

    Benchmarks/single_file.py [--messages 2000 5000 10000 20000] [--megabytes 5 20 50]

By numbers of messages without pictures, and by megabytes of photos of about 200 kB in 1,000 messages. Times are from the start of
loading from disk to the reader's window, and to the middle message, in both browsers; the least of three rounds. "memory" is what the
process of Chromium's tab holds (RssAnon) more than with an empty page.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path

from run import BENCH, ROOT, Run, generated

sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from chromium import Chromium  # noqa: E402
from firefox import Firefox  # noqa: E402
from media import picture  # noqa: E402
from window import READY, run as run_in  # noqa: E402

ROUNDS = 3
JUMP = """
  const start = performance.now(), id = given[0];
  location.hash = id;
  await until(() => document.getElementById(id) && isInSight(document.getElementById(id)));
  return (performance.now() - start) / 1000;
"""


def photos(folder: Path, megabytes: int) -> Path:
    """A conversation of 1,000 messages, of which some have photos."""
    pick = random.Random(1)
    (folder / "media").mkdir(parents=True, exist_ok=True)
    messages, size, number = [], 0, 0
    while size < megabytes * 1_000_000:
        data = picture(pick, 200_000)
        (folder / "media" / f"{number}.png").write_bytes(data)
        size += len(data)
        number += 1
    for index in range(1000):
        message = {"id": str(index), "from": "ab"[index % 2], "at": f"2026-05-{index // 60 + 1:02}T10:{index % 60:02}:00Z",
                   "text": f"Message {index}"}
        if index * number // 1000 != (index + 1) * number // 1000:
            message["attachments"] = [{"path": f"media/{index * number // 1000}.png"}]
        messages.append(message)
    chat = folder / "chat.json"
    chat.write_text(json.dumps({"format": "chatexport/1", "title": "Photos", "timeZone": "UTC", "messages": messages,
                                "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]}))
    return chat


def private_megabytes() -> float:
    """The private memory of the largest process that draws a page."""
    most = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (process / "cmdline").read_bytes():
                fields = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
                most = max(most, int(fields["RssAnon"].split()[0]))
        except (OSError, KeyError):
            continue
    return most / 1024


def opened(browser, file: Path, middle: str) -> tuple:
    start = time.monotonic()
    browser.goto(file)
    browser.wait_until(READY, 120)
    seconds = time.monotonic() - start
    return seconds, run_in(browser, JUMP, middle)


def measure(name: str, source: Path, middle: str, folder: Path) -> None:
    file = folder / "chat.html"
    run = Run([source, "--single-file", file, "--quiet", "--force"])
    if run.code:
        print(f"{name:>16}  {run.reason}")
        return
    chromium, firefox, memory = [], [], []
    for _ in range(ROUNDS):
        with Chromium() as browser, browser.page() as page:
            empty = private_megabytes()
            chromium.append(opened(page, file, middle))
            memory.append(private_megabytes() - empty)
        with Firefox() as browser:
            firefox.append(opened(browser, file, middle))
    least = [f"{min(column):6.2f} s" for rounds in (chromium, firefox) for column in zip(*rounds)]
    print(f"{name:>16} {file.stat().st_size / 1e6:6.1f} MB {run.cpu:6.2f} s {run.private / 1024:5.0f} MB  {'  '.join(least)}  {min(memory):5.0f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, nargs="*", default=[2000, 5000, 10_000, 20_000])
    parser.add_argument("--megabytes", type=int, nargs="*", default=[5, 20, 50])
    options = parser.parse_args()
    folder = BENCH / "single-file"
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{'':>16} {'file':>9} {'CPU':>8} {'memory':>8}  Chromium: read, jump  Firefox: read, jump     memory")
    for count in options.messages:
        measure(f"{count:,} messages", generated(count), f"m-{count // 2}", folder)
    for megabytes in options.megabytes:
        measure(f"{megabytes} MB of photos", photos(folder / str(megabytes), megabytes), "m-500", folder)


if __name__ == "__main__":
    main()
