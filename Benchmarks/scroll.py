#!/usr/bin/env python3
"""Measures scrolling through a long conversation: frames, long tasks, and where the main thread's time goes.

    Benchmarks/scroll.py [--count 1000000] [--pages 50] [--steps 100,300,1200]

Chromium opens a page from disk and, once it has settled, scrolls by a fixed number of px per frame until the rows of `--pages`
pages have passed or 160 s are over. A long task takes more than 50 ms; `busy` counts those that had the processor that long,
according to Chromium's trace, while the others waited for it. The shares are Chromium's counters for the main thread, per
frame; headless Chromium draws a frame every 16.7 ms. Memory is the renderer's in MB: `peak` the most that it had resident, `after`
what it has resident 5 s later, and `live` that after a garbage collection. Behind each of these two stands what is private
(RssAnon), which Chromium's task manager shows; the rest is Chromium's code and libraries, which all programs share.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from run import BENCH, ROOT, best_run, generated

sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from chromium import Chromium  # noqa: E402
from window import open_window, run as run_in  # noqa: E402

# Scrolls until a row or for a while: a call to the browser may take 90 s.
SCROLL = """
  const [step, row] = given, tasks = [], gaps = [];
  // On a busy machine there may be no row yet.
  const index = () => Number(visible()[0]?.dataset.i ?? 0);
  new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration)))
    .observe({type: 'longtask'});
  const start = performance.now();
  let last = start;
  // Reading the position forces a layout, so only every 50th frame does.
  while (last - start < 40000 && (gaps.length % 50 || index() < row)) {
    scrollBy({top: step, behavior: 'instant'});
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  await settled();
  return [gaps, tasks, index()];
"""
COUNTERS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")


class TracingChromium(Chromium):
    """A browser that records how long the tasks of its main threads had the processor."""

    def __init__(self):
        self.finished = []
        super().__init__()

    def receive(self, message: dict) -> None:
        if message.get("method") == "Tracing.tracingComplete":
            self.finished.append(message["params"]["stream"])
        super().receive(message)

    def trace(self) -> None:
        self.send("Tracing.start", {"transferMode": "ReturnAsStream", "traceConfig": {"includedCategories": ["toplevel"]}})

    def processor_times(self) -> list:
        """Of every task since the start, in ms."""
        self.send("Tracing.end")
        stream = self.wait(lambda: self.finished.pop() if self.finished else None, "the trace", 60)
        parts = []
        while not parts or not part["eof"]:
            part = self.send("IO.read", {"handle": stream, "size": 1 << 20})
            parts.append(part["data"])
        events = json.loads("".join(parts))["traceEvents"]
        mains = {(event["pid"], event["tid"]) for event in events
                 if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"}
        return [event["tdur"] / 1000 for event in events
                if event["name"].endswith("RunTask") and (event["pid"], event["tid"]) in mains and "tdur" in event]


def renderers(browser) -> list:
    return [Path("/proc", str(process["id"])) for process in browser.send("SystemInfo.getProcessInfo")["processInfo"]
            if process["type"] == "renderer"]


def forget_peaks(browser) -> None:
    for process in renderers(browser):
        (process / "clear_refs").write_text("5")


def memory(browser, field: str) -> float:
    """The largest renderer's, in MB."""
    lines = [line for process in renderers(browser) for line in (process / "status").read_text().splitlines()]
    return max(int(line.split()[1]) for line in lines if line.startswith(field)) / 1024


def counters(page) -> list:
    found = {metric["name"]: metric["value"] for metric in page.send("Performance.getMetrics")["metrics"]}
    return [found[name] for name in COUNTERS]


def scroll(page, step: int, pages: int) -> tuple:
    """Scrolls for 160 s at most. Returns the times of frames, sorted, and of long tasks in ms, and the number of rows passed."""
    gaps, tasks = [], []
    first = row = run_in(page, "return Number(visible()[0].dataset.i)")
    for _ in range(4):
        more, late, row = run_in(page, SCROLL, step, first + pages * 500)
        gaps += more
        tasks += late
        if row >= first + pages * 500:
            break
    return sorted(gaps), tasks, row - first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--steps", default="100,300,1200")
    options = parser.parse_args()
    BENCH.mkdir(parents=True, exist_ok=True)
    site = BENCH / "scroll"
    best_run(generated(options.count), site, 1, [])
    pages = next(path.parent for path in site.glob("*/1.html"))
    middle = options.count // 1000
    print("   step frames  rows    p50    p95  long  worst  busy   per frame: script  style layout    all   peak after private  live private")
    with TracingChromium() as browser:
        for step in map(int, options.steps.split(",")):
            with browser.page() as page:
                open_window(page, pages / f"{middle}.html")
                page.send("Performance.enable")
                before = counters(page)
                forget_peaks(browser)
                browser.trace()
                gaps, tasks, rows = scroll(page, step, options.pages)
                frames = len(gaps)
                half, most = gaps[frames // 2], gaps[frames * 95 // 100]
                busy = sum(time > 50 for time in browser.processor_times())
                spent = [(after - start) / frames * 1000 for start, after in zip(before, counters(page))]
                peak = memory(browser, "VmHWM")
                time.sleep(5)
                after = memory(browser, "VmRSS"), memory(browser, "RssAnon")
                page.send("HeapProfiler.collectGarbage")
                time.sleep(1)
                live = memory(browser, "VmRSS"), memory(browser, "RssAnon")
                print(f"{step:7} {frames:6} {rows:5} {half:6.1f} {most:6.1f} {len(tasks):5} {max(tasks, default=0):6.0f} {busy:5}   {'':10} "
                      + " ".join(f"{value:6.2f}" for value in spent)
                      + f" {peak:6.0f} {after[0]:5.0f} {after[1]:7.0f} {live[0]:5.0f} {live[1]:7.0f}", flush=True)


main()
