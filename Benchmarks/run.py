"""A run of a program and what it took, and what an export wrote; for the other benchmarks."""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / ".build" / "bench"
BINARY = Path(os.environ.get("CHATEXPORT_BIN", ROOT / ".build" / "release" / "chatexport"))
SHARED = Path(os.environ.get("CHATEXPORT_SHARED", ROOT.parent / "shared"))
MEMORY_DISK = Path("/dev/shm")
GZIP_SAMPLE = 100


class Run:
    """One finished run of the program, or of another; it is stopped after `limit` seconds.

    `peak` is the resident size in kB, which includes mapped inputs; `private` the part without files (RssAnon), every 2 ms.
    """

    def __init__(self, arguments: list, binary: Path = BINARY, limit: float = float("inf"), **how):
        errors = tempfile.TemporaryFile()
        start = time.monotonic()
        process = subprocess.Popen([str(binary), *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=errors, **how)
        self.private = 0
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            self.private = max(self.private, private_kilobytes(process.pid))
            if time.monotonic() - start > limit:
                process.kill()
            time.sleep(0.002)
        self.wall = time.monotonic() - start
        self.user, self.system, self.peak = usage.ru_utime, usage.ru_stime, usage.ru_maxrss
        self.code = os.waitstatus_to_exitcode(status)
        process.returncode = self.code
        errors.seek(0)
        self.errors = errors.read(10_000).decode(errors="replace")
        errors.close()

    @property
    def cpu(self) -> float:
        return self.user + self.system

    @property
    def reason(self) -> str:
        """The last line that a failed run wrote to standard error."""
        return (self.errors.strip().splitlines() or [f"exit code {self.code}"])[-1]


def timed(what: str, *arguments, code: int = 0) -> tuple:
    """Runs the program and prints its CPU time, peak memory and time. Returns its standard output, the CPU seconds and the peak in MB.

    Forked from a small process, because the peak (ru_maxrss) includes the parent's.
    """
    with tempfile.TemporaryFile() as output:
        start, child = time.time(), os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.execv(BINARY, [str(BINARY), *map(str, arguments)])
        _, status, usage = os.wait4(child, 0)
        if os.waitstatus_to_exitcode(status) != code:
            sys.exit(f"{what}: exit code {os.waitstatus_to_exitcode(status)}")
        cpu, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024
        print(f"{what:22} {cpu:6.2f} s CPU  {peak:5} MB  {time.time() - start:6.1f} s", flush=True)
        output.seek(0)
        return output.read().decode(), cpu, peak


def private_kilobytes(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            return next((int(line.split()[1]) for line in file if line.startswith("RssAnon:")), 0)
    except OSError:
        return 0


def generated(count: int) -> Path:
    path = BENCH / f"generated-{count}.json"
    if not path.exists():
        BENCH.mkdir(parents=True, exist_ok=True)
        temporary = path.with_suffix(".part")
        subprocess.run(
            [sys.executable, str(ROOT / "Benchmarks" / "generate.py"), "--count", str(count), "--out", temporary],
            check=True)
        temporary.rename(path)
    return path


def best_run(source: Path, site: Path, runs: int, options: list) -> Run:
    best = None
    for _ in range(runs):
        shutil.rmtree(site, ignore_errors=True)
        run = Run([source, "--out", site, "--quiet", *options])
        if run.code != 0:
            sys.exit(f"chatexport failed with exit code {run.code} on {source.name}:\n{run.errors}")
        if best is None or run.cpu < best.cpu:
            best = run
    return best


def page_sizes(files: list) -> tuple:
    """Returns the bytes of all pages among `files`, uncompressed and with gzip; the latter is estimated from an even sample."""
    pages = sorted(path for path in files if path.suffix == ".html" and path.stem.isdigit())
    raw = sum(path.stat().st_size for path in pages)
    bytes_sampled, bytes_packed = 0, 0
    for path in pages[:: max(1, len(pages) // GZIP_SAMPLE)]:
        data = path.read_bytes()
        bytes_sampled += len(data)
        bytes_packed += len(gzip.compress(data, 6))
    return raw, raw * bytes_packed / max(1, bytes_sampled)


def files_in(path: Path) -> list:
    return [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]


def size(files: list) -> int:
    return sum(file.stat().st_size for file in files)


def remove(path: Path) -> None:
    if path.is_file():
        path.unlink()
    shutil.rmtree(path, ignore_errors=True)


def site_folder(room: int) -> Path:
    """Returns a folder in memory if it has twice the room, because a disk's queue is none of the program's."""
    is_roomy = MEMORY_DISK.is_dir() and shutil.disk_usage(MEMORY_DISK).free > 2 * room
    return (MEMORY_DISK if is_roomy else BENCH) / f"chatexport-site-{os.getpid()}"


def made(maker, *arguments):
    """Returns the result of a maker of inputs, run in a process of its own: the peak of a parent counts as its children's."""
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        return pool.submit(maker, *arguments).result()
