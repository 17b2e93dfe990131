#!/usr/bin/env python3
"""Compares a page in the browser with the same messages as flowing text.

    Benchmarks/paint.py [--rounds 11] [--step 300] [--no-firefox]

The flowing page has the same texts, names, times, quotes and reactions, the same faces and sizes, and bubbles made by CSS: a
rounded box around each message, as wide as its text. Both pages are loaded from disk without scripts, in turn. Chromium
reports how long its main thread worked until two frames were drawn after loading, and while the whole page was scrolled
through at a fixed number of px per frame. Ratios are medians over the rounds; "loading messages" subtracts the cost of the
same page without messages. Firefox reports no such times, so there it is the time until the second frame after loading. The
page with its scripts, as a reader opens it, is measured too.
"""

import argparse
import re
import shutil
import statistics
import sys
from pathlib import Path

from run import BENCH, ROOT, best_run, generated

sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from chromium import Chromium  # noqa: E402
from firefox import Firefox  # noqa: E402

FOLDER = BENCH / "paint"
FLOW = """
<style>
:root { --text: 1; --sans: ui, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace }
body { margin: 0; font: 1rem/1.25rem var(--sans) }
main { width: min(100%, 24.375rem); margin: 0 auto; padding: 3.5rem .6875rem; overflow-wrap: break-word;
  background: var(--wall) }
article { display: flex; position: relative; margin: .1875rem 0 .125rem 2.375rem }
article.out { justify-content: flex-end }
article.notice, .day { justify-content: center; margin: .25rem 0; text-align: center; font-size: .8125rem }
article > div { max-width: 85%; padding: .5rem .75rem; color: var(--incoming-ink); background: var(--incoming);
  border-radius: 1.125rem 1.125rem 1.125rem .3125rem }
article.out > div { color: var(--outgoing-ink); background: var(--outgoing); border-radius: 1.125rem 1.125rem .3125rem }
p, pre { margin: 0; white-space: pre-wrap }
blockquote { margin: 0; padding-left: .5rem; border-left: .1875rem solid }
time { display: block; text-align: end; font-size: .6875rem; line-height: 1rem; white-space: pre }
.avatar { position: absolute; bottom: 0; left: -2.375rem; width: 2rem; height: 2rem; border-radius: 50%; text-align: center;
  font-size: .8125rem; line-height: 2rem }
.t-reaction { display: inline-block; margin: .25rem .25rem 0 0; padding: .125rem .375rem; border-radius: .75rem;
  background: var(--page) }
</style>
"""
WAIT = "(async () => { await document.fonts.ready; for (let n = 0; n < 2; n++) await new Promise(requestAnimationFrame) })()"
SCROLL = """(async () => {
  const gaps = [], frame = () => new Promise(requestAnimationFrame);
  let last = await frame();
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
    scrollBy({top: STEP, behavior: 'instant'});
    const now = await frame();
    gaps.push(now - last);
    last = now;
  }
  return gaps.sort((one, other) => one - other)[Math.floor(gaps.length * 0.95)] ?? 0;
})()"""
LONG = "window.long = []; new PerformanceObserver(list => long.push(...list.getEntries().map(entry => entry.duration)))" \
       ".observe({type: 'longtask', buffered: true})"


def plain(page: str) -> str:
    """The page without scripts."""
    return re.sub(r"<script[^>]*></script>", "", page)


def flowing(page: str) -> str:
    """The page's messages as flowing text."""
    def article(match) -> str:
        kind, inside = match.groups()
        inside = re.sub(r"<([ib])( class=\"\w\")?></\1>", "", inside)
        # The avatar comes last.
        inside, _, avatar = re.sub(r"(?=<(span|img) class=\"avatar)", "\0", inside).partition("\0")
        # Elements that only draw or link are positioned and have no text.
        inside = re.sub(r"<(span|a) class=\"(?:reaction|quote|quote-bar|jump)[^>]*></\1>", "", inside)
        inside = re.sub(r"(<p class=\"t-quote-name\".*?</p>)?(<p class=\"t-quote\".*?</p>)", r"<blockquote>\1\2</blockquote>", inside)
        return f"<article class=\"{kind}\">{avatar}<div>{inside}</div></article>"

    head, rest = plain(page).split("<main", 1)
    rows = re.sub(r"<svg aria-hidden.*?</svg>|</?section[^>]*>|<div class=\"of-day\">|</div>", "", rest.split("</main>")[0], flags=re.S)
    rows = re.sub(r"<article [^>]*class=\"(\w+)[^>]*>(.*?)</article>", article, rows, flags=re.S)
    rows = re.sub(r" (style|data-\w+)=\"[^\"]*\"", "", rows)
    # The style sheet of positioned rows does not apply to this page.
    head = re.sub(r"<link rel=\"stylesheet\" href=\"../assets/chat.css\">|<meta http-equiv[^>]*>", "", head)
    head = re.sub(r"<header.*</header>", "", head, flags=re.S)
    return f"{head.replace('</head>', FLOW + '</head>')}<main{rows}</main></body></html>"


def texts(page: str) -> list:
    """Returns the texts of a page's messages."""
    rows = page.split("<main")[1].split("</main>")[0]
    found = re.findall(r"<(?:p|pre)\b(?! class=\"t-reaction).*?</p(?:re)?>", rows, re.S)
    return [re.sub(r"<[^>]*>", "", text) for text in found]


def written(count: int) -> list:
    """Exports a generated conversation and writes four variants of a page from its middle; returns their paths.

    The variants: without scripts, as flowing text, without its messages, and unchanged.
    """
    site = FOLDER / str(count)
    best_run(generated(count), site, 1, [])
    pages = next(path.parent for path in site.glob("*/1.html"))
    page = (pages / f"{count // 1000}.html").read_text(encoding="utf-8")
    found = []
    empty = re.sub("(<main[^>]*>).*</main>", r"\1</main>", plain(page), flags=re.S)
    for name, text in (("absolute", plain(page)), ("flow", flowing(page)), ("empty", empty), ("scripts", page)):
        found.append(pages / f"{name}.html")
        found[-1].write_text(text, encoding="utf-8")
    original = texts(page)
    assert len(original) > 400 and original == texts(flowing(page)), "the pages differ in text"
    return found


class Measured:
    """One page in Chromium: ms of the main thread for loading and scrolling, the slowest frames, tasks over 50 ms."""

    def __init__(self, browser: Chromium, path: Path, step: int):
        with browser.page() as page:
            page.send("Performance.enable")
            page.send("Page.addScriptToEvaluateOnNewDocument", {"source": LONG})
            page.goto("about:blank")
            before = self.work(page)
            page.goto(path, settled=False)
            page.evaluate(WAIT, wait=True)
            loaded = self.work(page)
            self.elements = page.evaluate("document.querySelectorAll('main *').length")
            start = self.work(page)
            self.loading, self.style, self.layout = (after - known for after, known in zip(loaded, before))
            # With scripts the column has no end, because rows of other pages are loaded.
            self.frame = 0 if path.stem == "scripts" else page.evaluate(SCROLL.replace("STEP", str(step)), wait=True)
            self.scrolling = self.work(page)[0] - start[0]
            self.long = page.evaluate("window.long.length")

    @staticmethod
    def work(page) -> list:
        found = {metric["name"]: metric["value"] for metric in page.send("Performance.getMetrics")["metrics"]}
        return [found[name] * 1000 for name in ("TaskDuration", "RecalcStyleDuration", "LayoutDuration")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--step", type=int, default=300)
    parser.add_argument("--no-firefox", action="store_true")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    pages = {count: written(count) for count in (10_000, 1_000_000)}
    print("messages page       KB  elements  loading  style layout  scrolling  p95 frame  long tasks   medians, ms of the main thread")
    with Chromium() as browser:
        found = {path: [] for paths in pages.values() for path in paths}
        for turn in range(options.rounds + 1):
            for path in sorted(found, reverse=turn % 2 == 1):
                measured = Measured(browser, path, options.step)
                # The first round fills caches.
                if turn:
                    found[path].append(measured)

    def median(path: Path, name: str) -> float:
        return statistics.median(getattr(one, name) for one in found[path])

    for count, paths in pages.items():
        for path in paths:
            print(f"{count:8} {path.stem:9} {path.stat().st_size // 1000:4} {median(path, 'elements'):9} {median(path, 'loading'):8.1f}"
                  f" {median(path, 'style'):6.1f} {median(path, 'layout'):6.1f} {median(path, 'scrolling'):10.1f}"
                  f" {median(path, 'frame'):10.1f} {max(one.long for one in found[path]):11}", flush=True)
        rounds = list(zip(*(found[path] for path in paths)))
        for name, ratios in (
                ("loading", [one.loading / other.loading for one, other, _, _ in rounds]),
                ("loading messages", [(one.loading - empty.loading) / (other.loading - empty.loading) for one, other, empty, _ in rounds]),
                ("scrolling", [one.scrolling / other.scrolling for one, other, _, _ in rounds]),
                ("loading with scripts", [scripts.loading / other.loading for _, other, _, scripts in rounds])):
            print(f"{count:8} {name}, absolute against flow: {statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")
    ratios = [large.loading / small.loading for large, small in zip(found[pages[1_000_000][0]], found[pages[10_000][0]])]
    print(f"loading a page of 1,000,000 messages against one of 10,000: {statistics.median(ratios):.3f}")
    if not options.no_firefox:
        with Firefox() as browser:
            times = {path: [] for path in pages[1_000_000][:2]}
            for turn in range(options.rounds + 1):
                for path in times:
                    browser.goto(path)
                    times[path].append(browser.evaluate_async(f"{WAIT}.then(() => done(performance.now()))"))
        one, other = (statistics.median(times[path][1:]) for path in times)
        print(f"Firefox, until the second frame after loading: absolute {one:.0f} ms, flow {other:.0f} ms")
    shutil.rmtree(FOLDER)


if __name__ == "__main__":
    main()
