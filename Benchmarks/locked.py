#!/usr/bin/env python3
"""Measures a locked site of a long conversation: the export, and in both browsers from disk the password, and a jump into the middle.

    Benchmarks/locked.py [--count 1000000] [--rounds 3]

Times are wall clock: from the password's last key to the first page, and from asking the frame for a message of the middle to its being
shown, least of the rounds. The goal is a jump within a second for 1,000,000 messages.
"""

import argparse
import json
import os
import shutil
import sys
import time
from pathlib import Path

from run import BENCH, ROOT, Run, generated

sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from chromium import Chromium  # noqa: E402
from firefox import Firefox  # noqa: E402

PASSWORD = "a long word of the bench"


def wait(browser, expression: str) -> None:
    browser.wait_until(expression, 120)


def measure(browser, site: Path, count: int) -> tuple:
    browser.goto("about:blank")
    browser.goto(f"{(site / 'index.html').as_uri()}#1/1.html")
    start = time.monotonic()
    browser.evaluate(f"void (document.querySelector('#password').value = {json.dumps(PASSWORD)}, document.querySelector('form').requestSubmit())")
    wait(browser, "document.querySelector('iframe') && document.title !== 'Locked conversations'")
    opened = time.monotonic() - start
    page, message = count // 2 // 500 + 1, count // 2 + 100
    start = time.monotonic()
    browser.evaluate(f"void (document.querySelector('iframe').src = '1/{page}.html#m-{message}')")
    wait(browser, f"location.hash === '#1/{page}.html#m-{message}'")
    return opened, time.monotonic() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    site = BENCH / "locked"
    shutil.rmtree(site, ignore_errors=True)
    run = Run([generated(options.count), "--out", site, "--password", "--quiet"], env={**os.environ, "CHATEXPORT_PASSWORD": PASSWORD})
    if run.code:
        sys.exit(run.errors)
    size = sum(path.stat().st_size for path in site.rglob("*") if path.is_file())
    print(f"{options.count:,} messages: {run.cpu:.1f} CPU-s, {run.private / 1024:.0f} MB, a site of {size / 1e6:.0f} MB")
    for name, make in (("Chromium", Chromium), ("Firefox", Firefox)):
        times = []
        for _ in range(options.rounds):
            with make() as browser:
                if name == "Chromium":
                    with browser.page() as page:
                        times.append(measure(page, site, options.count))
                else:
                    times.append(measure(browser, site, options.count))
        opened, jumped = (min(column) for column in zip(*times))
        print(f"{name:9} password to first page {opened:.2f} s, jump to the middle {jumped:.2f} s")


if __name__ == "__main__":
    main()
