#!/usr/bin/env python3
"""Times exports of generated conversations and prints one table, as Markdown.

    Benchmarks/bench.py [GROUP...] [--counts 10000,100000,1000000] [--runs 2] [--jobs N] [--quick]

The groups are `own`, files of chatexport/1, beside `jq -c .` where it is installed; `chats`, 1,000 conversations of 40 messages;
`media`, 1,000 attachments; `formats`, 100,000 messages of each other format; and, only if it is named, `peers`: programs from PyPI
that make pages of chats, and chatexport with the same files (peers.py). `--quick` tries this script with little of everything.

Figures are from the run with the least CPU time of `--runs`. "a CPU s" are messages in each second of CPU time, "reading" the
same for the stage in which another format is converted. "peak" is the resident size (ru_maxrss), which includes the mapped
input, "beyond" what exceeds it. "page" and "gzip" are bytes of pages for each message.
"""

import argparse
import json
import os
import shutil
import sys
from pathlib import Path

import media
import peers
from Exports import FORMATS
from many_chats import MESSAGES, separate
from run import BENCH, BINARY, SHARED, Run, files_in, generated, made, page_sizes, remove, site_folder, size

HEADINGS = ["case", "messages", "wall s", "CPU s", "a CPU s", "reading", "peak MiB", "beyond", "files", "MB", "page", "gzip"]
WIDTHS = [46, *(max(8, len(heading)) for heading in HEADINGS[1:])]
FOLDER = BENCH / f"table-{os.getpid()}"
REPORT = FOLDER / "report.json"
# Bytes of a site for each message, generously.
ROOM = 1_000
ATTACHMENT = 60_000
# Seconds until a peer is stopped.
LIMIT = 300


def show(cells: list) -> None:
    padded = [cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(zip(cells, WIDTHS))]
    print(f"| {' | '.join(padded)} |", flush=True)


def show_run(name: str, count: int, run: Run, source: Path, written: list, reading: float = 0) -> None:
    raw, packed = page_sizes(written)
    beyond = run.peak / 1024 - size(files_in(source)) / 2**20
    show([
        name, f"{count:,}", f"{run.wall:.2f}", f"{run.cpu:.2f}", f"{count / run.cpu:,.0f}", f"{count / reading:,.0f}" if reading else "",
        f"{run.peak / 1024:.0f}", f"{beyond:.0f}", *([f"{len(written):,}", f"{size(written) / 1e6:.1f}"] if written else ["", ""]),
        *([f"{raw / count:.0f}", f"{packed / count:.0f}"] if raw else ["", ""])])


def show_failure(name: str, count: int, reason: str) -> None:
    show([f"{name}: {reason[:100].replace('|', '/')}", f"{count:,}", *[""] * (len(HEADINGS) - 2)])


class Bench:
    def __init__(self, runs: int, jobs: int | None):
        self.runs = runs
        self.options = ["--quiet", "--report", REPORT, *(["--jobs", jobs] if jobs else [])]
        self.has_failed = False

    def export(self, name: str, count: int, source: Path, *options, room: int = 0, again: bool = False, is_converted: bool = False):
        """Shows an export, and with `again` another into the finished site. With a count of 0, the report has the number of messages."""
        site = site_folder(ROOM * count + room)
        arguments = [source, "--out", site, "--time-zone", "UTC", *self.options, *options]
        try:
            run = self.best(arguments, site)
            if run.code:
                self.has_failed = True
                return show_failure(name, count, run.reason)
            report = json.loads(REPORT.read_text(encoding="utf-8"))
            count = count or sum(report["kinds"].values())
            show_run(name, count, run, source, files_in(site), report["cpuSeconds"]["opening"] if is_converted else 0)
            if again:
                show_run("– again, unchanged", count, Run(arguments), source, files_in(site))
        finally:
            remove(site)

    def peer(self, peer: peers.Peer, count: int, source: Path) -> None:
        output = site_folder(ROOM * count)
        try:
            peer.install()
            run = self.best(peer.arguments(source, output), output, binary=sys.executable, limit=LIMIT, **peer.surroundings(FOLDER))
            reason = f"stopped after {LIMIT} s" if run.wall >= LIMIT else run.reason
            written = files_in(output)
            if run.code or not written:
                return show_failure(peer.title, count, reason if run.code else "wrote nothing")
            show_run(peer.title, count, run, source, written)
        except peers.NotInstalled as error:
            show_failure(peer.title, count, str(error))
        finally:
            remove(output)

    def best(self, arguments: list, output: Path, **how) -> Run:
        """The run with the least CPU time, each into an empty folder, or the first that failed."""
        best = None
        for _ in range(self.runs):
            remove(output)
            output.mkdir(parents=True)
            run = Run(arguments, **how)
            if run.code:
                return run
            best = run if best is None or run.cpu < best.cpu else best
        return best


def run_own(bench: Bench, counts: list, amount: int) -> None:
    for count in counts:
        source = generated(count)
        bench.export("own JSON", count, source, again=count == counts[-1])
        if shutil.which("jq"):
            show_run("– jq -c .", count, bench.best(["-c", ".", source], FOLDER / "none", binary="jq"), source, [])
    bench.export("own JSON, --no-search", counts[-1], source, "--no-search")
    logs = SHARED / "data" / "chats" / "irc" / "moarvm"
    if logs.is_dir():
        bench.export("IRC logs of #moarvm", 0, logs)


def run_chats(bench: Bench, counts: list, amount: int) -> None:
    count = amount // 100
    folder = new_folder("chats")
    bench.export(f"{count:,} chats of {MESSAGES}", count * MESSAGES, made(separate, folder, count), room=150_000 * count, again=True)


def run_media(bench: Bench, counts: list, amount: int) -> None:
    count = amount // 100
    folder = new_folder("media")
    made(media.make, folder, count, ATTACHMENT)
    # The room is for copies of the attachments.
    bench.export(f"{count:,} attachments", count, folder / "chat.json", room=2 * ATTACHMENT * count)
    shutil.rmtree(folder)


def run_formats(bench: Bench, counts: list, amount: int) -> None:
    for name, (maker, _) in FORMATS.items():
        if name == "chatexport":
            continue
        folder = new_folder(name)
        bench.export(name, amount, made(maker, folder, amount), is_converted=True)
        shutil.rmtree(folder)


def run_peers(bench: Bench, counts: list, amount: int) -> None:
    for format, maker in peers.MAKERS.items():
        for count in (amount // 10, amount):
            folder = new_folder(format)
            source = made(maker, folder, count)
            bench.export(f"{format}, chatexport", count, source)
            for peer in peers.PEERS:
                if peer.format == format:
                    bench.peer(peer, count, source)
            shutil.rmtree(folder)


GROUPS = {"own": run_own, "chats": run_chats, "media": run_media, "formats": run_formats, "peers": run_peers}


def new_folder(name: str) -> Path:
    folder = FOLDER / name
    remove(folder)
    folder.mkdir(parents=True)
    return folder


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("groups", nargs="*", choices=[[], *GROUPS], metavar="GROUP")
    parser.add_argument("--counts", help="messages of chatexport/1 files, separated by commas")
    parser.add_argument("--runs", type=int, help="runs of each; the best counts")
    parser.add_argument("--jobs", type=int, help="passed on to chatexport")
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args()
    if not BINARY.exists():
        sys.exit(f"{BINARY.name} is not built: run `make release`")
    FOLDER.mkdir(parents=True, exist_ok=True)
    counts = options.counts or ("500" if options.quick else "10000,100000,1000000")
    bench = Bench(options.runs or (1 if options.quick else 2), options.jobs)
    show(HEADINGS)
    show(["-" * WIDTHS[0], *("-" * (width - 1) + ":" for width in WIDTHS[1:])])
    for group in options.groups or [name for name in GROUPS if name != "peers"]:
        GROUPS[group](bench, [int(count) for count in counts.split(",")], 500 if options.quick else 100_000)
    remove(FOLDER)
    return int(bench.has_failed)


if __name__ == "__main__":
    sys.exit(main())
