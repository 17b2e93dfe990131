#!/usr/bin/env python3
"""Exports one long conversation and many short ones with Dask: to a folder while a worker is killed, and to an object store.

    Benchmarks/scale_out.py [--count 1000000] [--chats 2000] [--shards 8] [--workers N]

Prints a table of seconds, and fails if a site differs from the one of a single run by a byte.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from run import BENCH, BINARY, ROOT

sys.path.insert(0, str(ROOT / "docs" / "scale-out"))
WORK = BENCH / "scale-out"
WORDS = "the pier was closed so we walked back along the river tonight maybe bring it fine".split()


def short_chats(folder: Path, count: int) -> Path:
    pick = random.Random(1)
    folder.mkdir(parents=True)
    for chat in range(count):
        messages = [
            {"text": " ".join(pick.choices(WORDS, k=8)), "from": "ab"[number % 2], "id": str(number), "at": f"2026-01-01T00:{number:02}:00Z"}
            for number in range(40)]
        (folder / f"{chat}.json").write_text(json.dumps({
            "format": "chatexport/1", "title": f"Chat {chat}", "timeZone": "UTC",
            "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}], "messages": messages}))
    return folder


def single(source: Path, out: Path) -> tuple:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run([BINARY, source, "--out", out, "--quiet"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - started, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def is_equal(one: Path, other: Path) -> bool:
    return subprocess.run(["diff", "-rq", one, other], stdout=subprocess.DEVNULL).returncode == 0


def kill_a_worker(client, out: Path) -> None:
    """Kills a worker's process once some pages are written."""
    victim = list(client.run(os.getpid).values())[0]

    def wait():
        while sum(1 for _ in out.glob("*/*.html")) < 20:
            time.sleep(0.01)
        os.kill(victim, signal.SIGKILL)
        print(f"a worker was killed", file=sys.stderr)
    threading.Thread(target=wait, daemon=True).start()


class Server:
    """A server like S3, which keeps its files in memory."""

    def __enter__(self):
        os.environ.update(AWS_ACCESS_KEY_ID="a", AWS_SECRET_ACCESS_KEY="b", AWS_DEFAULT_REGION="us-east-1")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "moto.server", "-p", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        self.settings = {"client_kwargs": {"endpoint_url": f"http://127.0.0.1:{port}"}}
        import fsspec
        self.files = fsspec.filesystem("s3", **self.settings)
        self.files.mkdir("bucket")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def fetch(self, prefix: str, folder: Path) -> Path:
        for name in self.files.find(prefix):
            target = folder / name[len(prefix) + 1:]
            target.parent.mkdir(parents=True, exist_ok=True)
            self.files.get_file(name, str(target))
        return folder


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--chats", type=int, default=2000)
    parser.add_argument("--shards", type=int, default=8)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    given = parser.parse_args()
    import dask
    import dask_export
    import distributed
    dask.config.set({"distributed.scheduler.allowed-failures": 20})
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    long = WORK / "long.json"
    subprocess.run([sys.executable, ROOT / "Benchmarks" / "generate.py", "--count", str(given.count), "--out", long], check=True)
    sources = {f"1 × {given.count:,}": long, f"{given.chats:,} × 40": short_chats(WORK / "short", given.chats)}
    print(f"Dask {distributed.__version__}, {given.workers} workers, {given.shards} shards\n")
    print("| messages | site | one run | plan | shards | merge | equal |")
    print("|---|---|---:|---:|---:|---:|---|")
    failed = False
    # The workers' processes take the server's credentials from this one's environment.
    with Server() as store, distributed.LocalCluster(
            n_workers=given.workers, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, \
            distributed.Client(cluster) as client:
        for number, (name, source) in enumerate(sources.items()):
            one, out = WORK / f"one-{number}", WORK / f"site-{number}"
            wall, cpu = single(source, one)
            kill_a_worker(client, out)
            plans = WORK / f"plan-{number}"
            for kind in ("folder, a worker killed", "object store"):
                plans.mkdir()
                address, settings = (str(out), {}) if kind.startswith("folder") else (f"s3://bucket/{number}", store.settings)
                seconds = dask_export.export(
                    client, str(BINARY), [source], [], given.shards, address, plans, settings,
                    lambda words: print(words, file=sys.stderr))
                site = out if kind.startswith("folder") else store.fetch(f"bucket/{number}", WORK / f"fetched-{number}")
                equal = is_equal(one, site)
                failed |= not equal
                print(f"| {name} | {kind} | {wall:.1f} s ({cpu:.1f} CPU-s) | " +
                      " | ".join(f"{seconds[stage]:.1f} s" for stage in ("plan", "shards", "merge")) + f" | {'yes' if equal else 'NO'} |", flush=True)
                shutil.rmtree(plans)
                shutil.rmtree(site, ignore_errors=True)
            shutil.rmtree(one)
    shutil.rmtree(WORK)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
