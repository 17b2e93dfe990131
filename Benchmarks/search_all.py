#!/usr/bin/env python3
"""Measures the search of all conversations: the cost of its index, and the time to the first and to all hits.

    Benchmarks/search_all.py [--chats 1000] [--messages 40] [--rounds 3] [--no-export]

Generated conversations, of which 30 have a word that no other has. Times are medians of several rounds in Chromium, from disk
and from a server, each in a newly opened list, from the start of the search (0.15 s after the last key) to the first hit and to the
end. "files" are the files of conversations that were read. `--no-export` uses the site of the last run.

The goals for 1,000 conversations are 0.3 s to the first hit, 1.5 s to all, and 0.5 s to "nothing found".
"""

import argparse
import json
import shutil
import statistics
import sys
from pathlib import Path

from run import BENCH, ROOT, Run, generated

sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from chromium import Chromium  # noqa: E402
from window import Served, run as run_in  # noqa: E402

RARE, HAVING = "quillwort", 30
QUERIES = [RARE, RARE[:6], RARE[2:7], f"{RARE} the", "the", "朋友", "xyzzyq", "no such words"]
SEARCH = """
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(99999);
  const loaded = [];
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) for (const { src } of addedNodes) if (src) loaded.push(src);
  }).observe(document, {childList: true, subtree: true});
  const field = document.querySelector('.chats-pane input'), hits = document.querySelector('.list-hits');
  field.value = given[0];
  field.dispatchEvent(new Event('input', {bubbles: true}));
  const start = performance.now() + 150;
  await until(() => hits.querySelector('.hit, .nothing'));
  const first = performance.now() - start;
  // Hits of fifty conversations are enough until the list is scrolled.
  await until(() => !hits.querySelector('h2 .many').textContent || hits.querySelectorAll('h3').length >= 50);
  const all = performance.now() - start;
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name);
  const files = new Set([...loaded, ...fetched].filter(name => /chat-[^/]*[/](map|[0-9]+[.]html)/.test(name)));
  return [first, all, files.size, hits.querySelectorAll('h3').length];
"""


def source(chats: int, messages: int) -> Path:
    folder = BENCH / "search-all" / f"{chats}-{messages}"
    if folder.exists():
        return folder
    whole = json.loads(generated(chats * messages).read_text(encoding="utf-8"))
    temporary = folder.with_suffix(".part")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    every = max(1, chats // HAVING)
    for number in range(chats):
        part = whole["messages"][number * messages:(number + 1) * messages]
        known = {message["id"] for message in part}
        for message in part:
            if message.get("replyTo") not in known:
                message.pop("replyTo", None)
        if number % every == 0 and number // every < HAVING:
            part[len(part) // 2]["text"] = f"a {RARE} by the river"
        chat = {**whole, "id": f"chat-{number}", "title": f"Chat {number}", "messages": part}
        (temporary / f"{number}.json").write_text(json.dumps(chat), encoding="utf-8")
    temporary.rename(folder)
    return folder


def export(folder: Path, site: Path, *options) -> Run:
    shutil.rmtree(site, ignore_errors=True)
    run = Run([folder, "--out", site, "--quiet", *options])
    if run.code:
        sys.exit(run.errors)
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chats", type=int, default=1000)
    parser.add_argument("--messages", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-export", action="store_true")
    options = parser.parse_args()
    BENCH.mkdir(parents=True, exist_ok=True)
    site = BENCH / "search-all" / "site"
    if not options.no_export:
        folder = source(options.chats, options.messages)
        for name, extra in (("without an index", ["--no-search"]), ("with", [])):
            run = export(folder, site, *extra)
            print(f"{name:16} {run.wall:6.1f} s wall {run.cpu:6.1f} s CPU {run.private / 1024:6.0f} MB private")
    files = sorted((site / "assets" / "search").glob("*.js"))
    sizes = [file.stat().st_size for file in files]
    print(f"index of all: {sum(sizes):,} B in {len(files)} files, the largest {max(sizes):,} B")
    with Chromium() as browser, Served(site) as address:
        print(f"{'query':20} {'disk: first':>11} {'all':>6} {'server: first':>14} {'all':>6}   chats  files   (ms)")
        for query in QUERIES:
            rows = []
            for where in (site.as_uri(), address):
                times = []
                for _ in range(options.rounds):
                    with browser.page() as page:
                        page.goto(f"{where}/index.html")
                        page.wait_until("document.querySelector('.chats-pane input')")
                        times.append(run_in(page, SEARCH, query))
                rows.append([statistics.median(column) for column in zip(*times)])
            (first, all_hits, files_read, chats), (first_served, all_served, *_) = rows
            print(f"{query:20} {first:11.0f} {all_hits:6.0f} {first_served:14.0f} {all_served:6.0f} {chats:7.0f} {files_read:6.0f}",
                  flush=True)


main()
