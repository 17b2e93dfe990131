#!/usr/bin/env python3
"""Times a PDF of generated messages against Chromium printing the site's pages to PDF, in one run: CPU time and peak memory.

    Benchmarks/paper.py [--count 10000] [--pages 2]

Chromium prints one page of 500 messages at a time; `--pages` of them are printed, evenly spread, and the time is scaled to all. Its start is
part of it, because each page is a run. Fails if the PDF takes more than 4 s, more than 0.06 of Chromium's time, or more than 64 MB.
"""

import argparse
import ctypes
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BINARY = Path(os.environ.get("CHATEXPORT_BIN") or HERE.parent / ".build/release/chatexport")
MOST_SECONDS, MOST_SHARE, MOST_MEGABYTES = 4.0, 0.06, 64


def timed(*command) -> tuple:
    """CPU seconds of a command with all its descendants, and the peak memory of the largest process in MB.

    Run in a process that becomes the parent of descendants whose own parents end: a browser does not wait for its helpers."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
        result = subprocess.run(list(map(str, command)), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                break
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        os.write(writer, json.dumps([result.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024]).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        code, seconds, megabytes = json.load(answer)
    os.waitpid(child, 0)
    if code != 0:
        sys.exit(f"{command[0]}: exit code {code}")
    return seconds, megabytes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--pages", type=int, default=2)
    options = parser.parse_args()
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium") or sys.exit("no Chromium; run .ci/install test")
    with tempfile.TemporaryDirectory(dir=HERE.parent / ".build") as name:
        folder = Path(name)
        chat, paper, site = folder / "chat.json", folder / "chat.pdf", folder / "site"
        subprocess.run([sys.executable, HERE / "generate.py", "--count", str(options.count), "--seed", "7", "--out", chat], check=True)
        seconds, megabytes = min(timed(BINARY, chat, "--out", paper, "--quiet") for _ in range(3))
        subprocess.run(["qpdf", "--check", paper], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([BINARY, chat, "--out", site, "--quiet"], check=True)
        pages = sorted((path for path in site.glob("*/[0-9]*.html")), key=lambda path: int(path.stem))
        chosen = pages[::max(1, len(pages) // options.pages)][:options.pages]
        printed, size = 0.0, 0
        for page in chosen:
            taken, _ = timed(chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--print-to-pdf={folder / 'page.pdf'}", page.as_uri())
            printed += taken
            size += (folder / "page.pdf").stat().st_size
        whole = printed / len(chosen) * len(pages)
        print(f"{options.count} messages: {seconds:.2f} s CPU, {megabytes:.0f} MB, {paper.stat().st_size / 1e6:.2f} MB of PDF")
        print(f"Chromium, {len(chosen)} of {len(pages)} pages: {printed / len(chosen):.2f} s CPU and {size / len(chosen) / 1e6:.2f} MB each; all {whole:.1f} s")
        print(f"share of Chromium's time: {seconds / whole:.3f}")
        failed = [words for words, isFailed in (
            (f"more than {MOST_SECONDS} s", seconds > MOST_SECONDS * options.count / 10_000),
            (f"more than {MOST_SHARE} of Chromium's time", seconds / whole > MOST_SHARE),
            (f"more than {MOST_MEGABYTES} MB", megabytes > MOST_MEGABYTES)) if isFailed]
        if failed:
            sys.exit("; ".join(failed))


main()
