#!/usr/bin/env python3
"""Measures scrolling through the gallery of a conversation with 10,000 photos, as on a phone.

    Benchmarks/gallery.py [--photos 10000] [--steps 30,120,600] [--slower 4]

Chromium opens the gallery's first page from disk, 390 px wide, by touch, and with a processor that is slowed down four times. It
scrolls by a fixed number of px per frame to the end of the page, or for 20 s. Headless Chromium draws a frame every 16.7 ms, so
a median of 16.7 is 60 frames a second; `late` is the part of frames that took more than 20 ms, a long task takes more than
50 ms. `work` is the main thread's own time per frame in ms: it has to stay below 16.7 whatever else the machine does. Then one of the
people is chosen, which makes all rows anew.
"""

import argparse
import json
import struct
import sys
import zlib
from pathlib import Path

from run import BENCH, ROOT, best_run

sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from chromium import Chromium  # noqa: E402

SCROLL = """(async step => {
  const frame = () => new Promise(requestAnimationFrame), tasks = [], gaps = [];
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({type: 'longtask'});
  scrollTo(0, 0);
  for (let wait = 0; wait < 60; wait++) await frame();
  tasks.length = 0;
  const start = performance.now();
  let last = await frame();
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 1 && last - start < 20000) {
    scrollBy({top: step, behavior: 'instant'});
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  return [gaps.sort((one, other) => one - other), tasks, Math.round(scrollY)];
})"""
CHOOSE = """(async () => {
  const start = performance.now();
  document.querySelectorAll('.chip.person')[0].click();
  document.body.offsetHeight;
  const spent = performance.now() - start;
  return [spent, document.querySelectorAll('section li:not([hidden])').length];
})()"""


def picture(number: int) -> bytes:
    """A PNG of 1024 × 768 with a colour of its own."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    width, height = ((1024, 768), (768, 1024), (1024, 512))[number % 3]
    rows = b"".join(b"\0" + bytes(((number * 37 + y // 4) % 256, (number * 91) % 256, (y // 3) % 256)) * width for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def photos(folder: Path, count: int) -> Path:
    """Writes a conversation of six people with so many photos over eight years."""
    (folder / "media").mkdir(parents=True, exist_ok=True)
    pictures = [picture(number) for number in range(24)]
    messages = []
    for number in range(count):
        # The same pictures with a number at their end, so that each is a file of its own.
        (folder / "media" / f"{number}.png").write_bytes(pictures[number * 7 % 24] + struct.pack(">I", number))
        day = number * 2900 // count
        messages.append({"id": str(number), "from": "abcdef"[number * number % 6], "attachments": [{"kind": "image", "path": f"media/{number}.png"}],
                         "at": f"{2018 + day // 365}-{day % 365 // 31 + 1:02}-{day % 28 + 1:02}T{number % 24:02}:00:00Z"})
    messages.sort(key=lambda message: message["at"])
    source = folder / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "id": "photos", "title": "Photos", "timeZone": "UTC", "locale": "en",
                                  "participants": [{"id": key, "name": key.upper()} for key in "abcdef"], "messages": messages}))
    return source


def work(page) -> float:
    """The seconds that the main thread has worked."""
    return next(metric["value"] for metric in page.send("Performance.getMetrics")["metrics"] if metric["name"] == "TaskDuration")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=int, default=10_000)
    parser.add_argument("--steps", default="30,120,600")
    parser.add_argument("--slower", type=int, default=4)
    options = parser.parse_args()
    site = BENCH / "gallery"
    best_run(photos(BENCH / f"photos-{options.photos}", options.photos), site, 1, [])
    folder = next(site.glob("*/gallery-1.html")).parent
    pages = sorted(folder.glob("gallery-*.html"))
    print(f"{len(pages)} pages, the largest {max(page.stat().st_size for page in pages) / 1000:.0f} kB; {options.slower} times slower")
    print("   step frames     px    p50    p95    max  late  long  worst   work")
    with Chromium() as browser, browser.page(390, 844) as page:
        page.resize(390, 844, scale=2, mobile=True)
        page.send("Emulation.setCPUThrottlingRate", {"rate": options.slower})
        page.goto(folder / "gallery-1.html")
        page.send("Performance.enable", {"timeDomain": "threadTicks"})
        for step in map(int, options.steps.split(",")):
            before = work(page)
            gaps, tasks, end = page.evaluate(f"{SCROLL}({step})", wait=True)
            print(f"{step:7} {len(gaps):6} {end:6} {gaps[len(gaps) // 2]:6.1f} {gaps[len(gaps) * 95 // 100]:6.1f} {gaps[-1]:6.1f}"
                  f" {100 * sum(gap > 20 for gap in gaps) / len(gaps):4.1f}% {len(tasks):4} {max(tasks, default=0):6.0f}"
                  f" {1000 * (work(page) - before) / (len(gaps) + 60):6.1f}", flush=True)
        spent, left = page.evaluate(CHOOSE, wait=True)
        print(f"choosing a person: {spent:.0f} ms, {left} pictures left")


main()
