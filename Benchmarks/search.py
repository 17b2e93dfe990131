#!/usr/bin/env python3
"""What the search costs and how fast it is: its index's size, its share of an export, and its first results.

    Benchmarks/search.py [--count 1000000]

The size is compared with that of the messages' texts. First results are timed in Chromium, from the disk, each in a
page opened afresh (cold), and once more in the same page (warm); what is read is counted over HTTP.
"""

import argparse
import json
import shutil
import sys
from pathlib import Path

from run import BENCH, ROOT, Run, generated

sys.path.insert(0, str(ROOT / "Tests" / "Browser"))

from chromium import Chromium  # noqa: E402
from window import READY, Served, run as run_in  # noqa: E402

QUERIES = ["the", "thanks", "hard", "gram", "朋友", "пойдём", "示不在", "12345"]
FIRST = """
  await settled();
  performance.clearResourceTimings();
  const panel = document.querySelector('#search'), list = panel.querySelector('ol');
  const told = panel.querySelector('[role=status]');
  const found = () => until(() => list.children.length || told.textContent === told.dataset.nothing);
  panel.querySelector('input').value = given[0];
  let start = performance.now();
  document.querySelector('[data-act=search]').click();
  await found();
  const cold = performance.now() - start;
  await frames(30);
  const read = performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.encodedBodySize, 0);
  start = performance.now();
  search();
  await found();
  return [cold, performance.now() - start, read];
"""


def export(source: Path, name: str, *options) -> tuple:
    site = BENCH / name
    shutil.rmtree(site, ignore_errors=True)
    done = Run([source, "--out", site, "--quiet", *options])
    if done.code != 0:
        sys.exit(done.errors)
    return site, done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    BENCH.mkdir(parents=True, exist_ok=True)
    source = generated(parser.parse_args().count)
    with source.open(encoding="utf-8") as file:
        text = sum(len(message.get("text", "").encode()) for message in json.load(file)["messages"])
    without, plain = export(source, "search-without", "--no-search")
    shutil.rmtree(without)
    site, searched = export(source, "search-with")
    pages = next(path.parent for path in site.glob("*/1.html"))
    files = [*pages.glob("map/s*.js"), *pages.glob("map/g*.js")]
    index = sum(file.stat().st_size for file in files)
    print(f"texts {text:,} B, index {index:,} B in {len(files)} files: {index / text:.1%}")
    for name, done in (("without", plain), ("with", searched)):
        print(f"{name:8} {done.wall:6.1f} s wall {done.cpu:6.1f} s CPU {done.private / 1024:6.0f} MB private")
    last = max(int(path.stem) for path in pages.glob("*.html") if path.stem.isdigit())
    with Chromium() as browser, Served(site) as address:
        print(f"{'query':10} {'cold':>8} {'warm':>8} {'read':>11}   ms from the disk, bytes over HTTP")
        for query in QUERIES:
            figures = []
            for where in ((pages / f"{last}.html").as_uri(), f"{address}/{pages.name}/{last}.html"):
                with browser.page() as page:
                    page.goto(f"{where}#messages")
                    page.wait_until(READY)
                    figures.append(run_in(page, FIRST, query))
            print(f"{query:10} {figures[0][0]:8.0f} {figures[0][1]:8.0f} {figures[1][2]:11,.0f}")


main()
