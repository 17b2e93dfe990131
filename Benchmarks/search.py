#!/usr/bin/env python3
"""Measures the search: the size of its index, its share of an export's time, and the time to first results.

    Benchmarks/search.py [--count 1000000] [--rounds 5] [--no-export]

The size is compared with that of the messages' texts. Times are medians of several rounds in Chromium, from disk: once in a
newly opened page (cold) and again in the same page (warm). The bytes read until then are counted over HTTP. `--no-export`
uses the site of the last run.
"""

import argparse
import json
import shutil
import statistics
import sys
from pathlib import Path

from run import BENCH, ROOT, best_run, generated

sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from chromium import Chromium  # noqa: E402
from window import READY, Served, run as run_in  # noqa: E402

# Common words, parts of words, several words, a phrase, scripts without spaces, words that do not occur, and filters: a
# pair of words and a sender or kind.
QUERIES = [
    "the", "thanks", "hard", "gram", "lumarne", "the morning", "thanks tomorrow", "dinner later", "works now please",
    "gramo berlu", '"will be"', "朋友", "朋友 电影", "示不在", "พรุ่งนี้", "ขอบคุณ ครับ", "пойдём", "привет завтра",
    "12345", "no such words", ("thanks", "by3"), ("thanks", "photo"), ("", "link"), ("", "by5"), ("tomorrow morning", "by2"),
]
FIRST = """
  await settled();
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(9999);
  const panel = document.querySelector('#search'), list = panel.querySelector('ol');
  const told = panel.querySelector('[role=status]');
  const found = () => until(() => list.children.length || told.textContent === told.dataset.nothing);
  const [words, choice] = [given[0]].flat();
  const start = performance.now();
  let begun = start;
  panel.querySelector('input').value = choice ? '\ufffc' : words;
  document.querySelector('[data-act=search]').click();
  if (choice) {
    await until(() => panel.querySelector('select').options.length > 1 && told.textContent === told.dataset.nothing);
    panel.querySelector('input').value = words;
    for (const select of panel.querySelectorAll('select'))
      if ([...select.options].some(option => option.value === choice)) select.value = choice;
    list.replaceChildren();
    told.textContent = '';
    begun = performance.now();
    search();
  }
  await found();
  const cold = performance.now() - begun;
  const entries = performance.getEntriesByType('resource');
  const read = entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  begun = performance.now();
  list.replaceChildren();
  told.textContent = '';
  search();
  await found();
  return [cold, performance.now() - begun, read, entries.length, entries.filter(entry => /\\d[.]html/.test(entry.name)).length];
"""


def export(source: Path, name: str, *options) -> tuple:
    site = BENCH / name
    return site, best_run(source, site, 1, list(options))


def measured(where: str, browser: Chromium, query) -> list:
    with browser.page() as page:
        page.goto(f"{where}#messages")
        page.wait_until(READY)
        return run_in(page, FIRST, query)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--no-export", action="store_true")
    options = parser.parse_args()
    BENCH.mkdir(parents=True, exist_ok=True)
    source = generated(options.count)
    with source.open(encoding="utf-8") as file:
        text = sum(len(message.get("text", "").encode()) for message in json.load(file)["messages"])
    runs = []
    if not options.no_export:
        without, plain = export(source, "search-without", "--no-search")
        shutil.rmtree(without)
        runs = [("without", plain), ("with", export(source, "search-with")[1])]
    site = BENCH / "search-with"
    pages = next(path.parent for path in site.glob("*/1.html"))
    files = [*pages.glob("map/[sgw]*.js")]
    index = sum(file.stat().st_size for file in files)
    print(f"texts {text:,} B, index {index:,} B in {len(files)} files: {index / text:.1%}")
    for name, done in runs:
        print(f"{name:8} {done.wall:6.1f} s wall {done.cpu:6.1f} s CPU {done.private / 1024:6.0f} MB private")
    last = max(int(path.stem) for path in pages.glob("*.html") if path.stem.isdigit())
    with Chromium() as browser, Served(site) as address:
        print(f"{'query':24} {'cold':>6} {'warm':>6} {'read':>11} {'files':>6} {'pages':>6}"
              "   ms from the disk, until the first result; bytes over HTTP")
        for query in QUERIES:
            times = [measured((pages / f"{last}.html").as_uri(), browser, query) for _ in range(options.rounds)]
            cold, warm = (statistics.median(time[index] for time in times) for index in (0, 1))
            *_, read, requests, rows = measured(f"{address}/{pages.name}/{last}.html", browser, query)
            print(f"{' '.join([query] if isinstance(query, str) else query):24} {cold:6.0f} {warm:6.0f} {read:11,} {requests:6} {rows:6}", flush=True)


main()
