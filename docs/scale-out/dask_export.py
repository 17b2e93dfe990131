#!/usr/bin/env python3
"""Exports a site with Dask: plans it, writes its shards on the workers, and merges them.

    dask_export.py --shards 8 --out site chats.json [--workers 2] [--scheduler tcp://host:8786] [--work DIR] [-- plan options]

Without `--scheduler`, processes on this machine are the workers. `--out` is a folder that all workers see, or the address of an
object store that fsspec knows, such as s3://bucket/site: each worker then writes its shard to a folder of its own and copies the
files. The inputs have the same paths on all machines. Works with distributed 2022.12 (Debian 12) and newer.

A shard is one process, so what it writes is the same wherever and however often it runs. A worker that dies takes its process with
it where `setpriv` is there (Linux); elsewhere the process ends by itself, and harms nothing.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import dask
import fsspec
from distributed import Client, KilledWorker, LocalCluster, as_completed

#: Runs of a shard before the export gives up; finished shards are kept.
TRIES = 4


def run(program: str, *arguments) -> None:
    """Runs chatexport; its error is the exception's text. The process ends with its worker."""
    guard = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    result = subprocess.run([*guard, program, *map(str, arguments), "--quiet"], stderr=subprocess.PIPE, text=True)
    if result.returncode:
        raise RuntimeError(f"chatexport {arguments[0]}: exit code {result.returncode}: {result.stderr.strip()[-2000:]}")


class Store:
    """The place of the site: a folder that all workers see, or an object store."""

    def __init__(self, address: str, options: dict):
        self.address, self.options = address, options
        self.files, self.root = fsspec.core.url_to_fs(address, **options)
        protocol = self.files.protocol
        self.is_folder = "file" in ([protocol] if isinstance(protocol, str) else protocol)

    def __reduce__(self):
        return (Store, (self.address, self.options))

    def put(self, folder: Path, skip=lambda name: False) -> None:
        """Copies the files below a folder, those named shard-* last: a shard is complete when its file is there.

        File by file, because fsspec's put of a folder into one that exists nests it.
        """
        names = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
        for name in sorted(names, key=lambda name: name.startswith("shard-")):
            if not skip(name):
                self.files.put_file(str(folder / name), f"{self.root}/{name}")

    def get(self, names: list, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            self.files.get_file(f"{self.root}/{name}", str(folder / name))

    def remove(self, names: list) -> None:
        for name in names:
            self.files.rm_file(f"{self.root}/{name}")


def is_private(name: str) -> bool:
    """Files of a shard's own folder that no other process needs."""
    return name == "shard-plan" or name.startswith(".unfinished")


def write_shard(program: str, plan: Path, shard: int, count: int, store: Store) -> tuple:
    """Writes a shard on a worker. Returns its number and seconds."""
    started = time.monotonic()
    arguments = ["export", "--plan", plan, "--shard", f"{shard}/{count}", "--jobs", 1]
    if store.is_folder:
        run(program, *arguments, "--out", store.root)
    else:
        with tempfile.TemporaryDirectory() as folder:
            run(program, *arguments, "--out", folder)
            store.put(Path(folder), is_private)
    return shard, time.monotonic() - started


def merge(program: str, plan: Path, count: int, store: Store) -> float:
    started = time.monotonic()
    if store.is_folder:
        run(program, "merge", "--plan", plan, "--out", store.root)
    else:
        shards = [f"shard-{number}" for number in range(1, count + 1)]
        with tempfile.TemporaryDirectory() as folder:
            store.get(shards, Path(folder))
            run(program, "merge", "--plan", plan, "--out", folder)
            store.put(Path(folder))
        store.remove(shards)
    return time.monotonic() - started


def write_shards(client: Client, program: str, plan: Path, count: int, store: Store, say) -> None:
    """Has the workers write all shards. One whose worker dies is tried again, whatever the scheduler's own limit is."""
    def submit(shard: int, tries: int):
        # A new name for each try: Dask remembers failed ones.
        return client.submit(write_shard, program, plan, shard, count, store, key=f"shard-{shard}-{tries}", pure=False)
    pending = {submit(shard, 1): (shard, 1) for shard in range(1, count + 1)}
    running = as_completed(pending)
    for future in running:
        shard, tries = pending.pop(future)
        try:
            _, seconds = future.result()
            say(f"shard {shard}/{count}: {seconds:.1f} s")
        except (KilledWorker, RuntimeError, OSError) as error:
            if tries == TRIES or "exit code 2" in str(error) or "exit code 3" in str(error):
                raise
            say(f"shard {shard}/{count} failed and is tried again: {error}")
            again = submit(shard, tries + 1)
            pending[again] = (shard, tries + 1)
            running.add(again)


def export(client: Client, program: str, inputs: list, options: list, count: int, out: str, work: Path, settings: dict,
           say=lambda words: None) -> dict:
    """Plans, writes and merges. `work` is a folder that all workers see, for the plan. Returns seconds by stage."""
    store, plan, seconds = Store(out, settings), work / "plan", {}
    started = time.monotonic()
    client.submit(run, program, "plan", *inputs, "--shards", count, "--plan", plan, *options, pure=False).result()
    seconds["plan"] = time.monotonic() - started
    started = time.monotonic()
    write_shards(client, program, plan, count, store, say)
    seconds["shards"] = time.monotonic() - started
    seconds["merge"] = client.submit(merge, program, plan, count, store, pure=False).result()
    return seconds


def main() -> None:
    arguments = sys.argv[1:]
    options = arguments[arguments.index("--") + 1:] if "--" in arguments else []
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--shards", type=int, required=True)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--scheduler")
    parser.add_argument("--work")
    parser.add_argument("--program", default=shutil.which("chatexport") or "chatexport")
    parser.add_argument("--endpoint", help="the address of an S3-compatible server other than Amazon's")
    given = parser.parse_args(arguments[:len(arguments) - len(options) - 1] if options else arguments)
    settings = {"client_kwargs": {"endpoint_url": given.endpoint}} if given.endpoint else {}
    # A worker is taken from a shard by the system, not by the shard's fault, so the scheduler's limit of three is no help.
    dask.config.set({"distributed.scheduler.allowed-failures": 20})
    cluster = None if given.scheduler else LocalCluster(
        n_workers=given.workers, threads_per_worker=1, processes=True, dashboard_address=None)
    with Client(given.scheduler or cluster) as client, tempfile.TemporaryDirectory(dir=given.work) as work:
        inputs = [Path(path).resolve() for path in given.inputs]
        out = given.out if "://" in given.out else str(Path(given.out).resolve())
        seconds = export(client, given.program, inputs, options, given.shards, out, Path(work), settings,
                         lambda words: print(words, file=sys.stderr))
        print("  ".join(f"{stage} {spent:.1f} s" for stage, spent in seconds.items()))
    if cluster:
        cluster.close()


if __name__ == "__main__":
    main()
