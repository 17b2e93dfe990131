"""Inputs that shrink while they are read, and systems that give too little: a message and an exit code, never a signal or a hang."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from conftest import BINARY, EXAMPLE, ROOT


@pytest.fixture(scope="module")
def long_chat(tmp_path_factory):
    path = tmp_path_factory.mktemp("starved") / "long.json"
    subprocess.run(
        [sys.executable, ROOT / "Benchmarks" / "generate.py", "--count", "60000", "--seed", "3", "--out", path], check=True)
    return path


def cut_while_running(source, site, seconds: float, *options) -> subprocess.CompletedProcess:
    """Exports `source` and cuts it to a third after `seconds`."""
    run = subprocess.Popen(
        [BINARY, source, "--out", site, "--jobs", "2", "--fresh", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(seconds)
    os.truncate(source, source.stat().st_size // 3)
    out, errors = run.communicate(timeout=120)
    return subprocess.CompletedProcess(run.args, run.returncode, out, errors)


@pytest.mark.parametrize("seconds", [0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6])
def test_findings_E4_an_input_that_shrinks_is_an_error_and_no_signal(long_chat, tmp_path, seconds):
    source = tmp_path / "chat.json"
    source.write_bytes(long_chat.read_bytes())
    result = cut_while_running(source, tmp_path / "site", seconds)
    assert result.returncode in (0, 3), (result.returncode, result.stderr)
    if result.returncode == 3:
        assert not (tmp_path / "site").exists()
        assert sorted(path.name for path in tmp_path.iterdir()) == ["chat.json"]


def test_findings_E4_the_message_says_that_the_file_was_cut(long_chat, tmp_path):
    """Tried until a cut falls into the run: how fast a machine is decides when that is."""
    for seconds in (0.1, 0.05, 0.2, 0.3, 0.02, 0.5):
        source = tmp_path / "chat.json"
        source.write_bytes(long_chat.read_bytes())
        result = cut_while_running(source, tmp_path / "site", seconds, "--force")
        if "cut off while it was read" in result.stderr:
            assert result.returncode == 3 and "chat.json" in result.stderr
            return
    pytest.fail(f"no cut was noticed; the last run ended with {result.returncode}: {result.stderr}")


def limited(limits: dict, *arguments) -> subprocess.CompletedProcess:
    """Runs the program with these limits of the system."""
    def lower():
        for what, most in limits.items():
            resource.setrlimit(what, (most, most))
    return subprocess.run(
        [BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, preexec_fn=lower)


@pytest.mark.parametrize("bytes_", [150_000_000, 200_000_000])
def test_findings_E5_too_little_memory_is_said(tmp_path, bytes_):
    result = limited({resource.RLIMIT_AS: bytes_}, EXAMPLE, "--out", tmp_path / "site")
    # The loader may fail before the program begins.
    assert result.returncode in (4, 127) and result.stderr.strip(), (result.returncode, result.stderr)
    assert "memory" in result.stderr or "cannot allocate" in result.stderr.lower() or "map segment" in result.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("files", [4, 6, 8, 12, 16, 31])
def test_findings_E5_too_few_open_files_are_said(tmp_path, files):
    result = limited({resource.RLIMIT_NOFILE: files}, EXAMPLE, "--out", tmp_path / "site")
    assert result.returncode in (4, 127), (result.returncode, result.stderr)
    assert "open files" in result.stderr or "shared object" in result.stderr, result.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can run the program as another user, whose threads are limited")
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_findings_E5_too_few_threads_are_said(threads):
    """Root's threads are not limited, so the program runs as nobody, from a folder that nobody can read."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        os.chmod(folder, 0o755)
        program = shutil.copy(BINARY, Path(folder) / "chatexport")
        source = shutil.copy(EXAMPLE, folder)
        result = subprocess.run(
            [program, source, "--out", Path(folder) / "site"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
            user=65534, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NPROC, (threads, threads)))
    assert result.returncode == 4 and "threads" in result.stderr, (result.returncode, result.stderr)


@pytest.mark.parametrize("arguments", [
    ["--version"], ["--help"], ["formats"], ["inspect", EXAMPLE], ["inspect", EXAMPLE, "--json"]], ids=lambda a: a[0])
def test_findings_E6_a_result_that_cannot_be_written_is_an_error(arguments):
    with open("/dev/full", "w") as full:
        result = subprocess.run([BINARY, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert result.returncode == 4 and "standard output" in result.stderr, (result.returncode, result.stderr)


@pytest.mark.parametrize("arguments", [["formats"], ["inspect", EXAMPLE]], ids=lambda a: a[0])
def test_findings_E6_a_reader_that_went_away_is_no_error(arguments):
    run = subprocess.Popen([BINARY, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    run.stdout.close()
    errors = run.stderr.read()
    assert run.wait(60) in (0, -signal.SIGPIPE), errors


def with_a_film(folder, size: int) -> Path:
    """A conversation with a film of `size` bytes, all but the first and the last of which are a hole."""
    folder.mkdir()
    with open(folder / "film.mp4", "wb") as film:
        film.write(b"\0\0\0\x18ftypisom\0\0\0\0isomiso2")
        film.seek(size - 1)
        film.write(b"\1")
    source = folder / "chat.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "film", "title": "Film", "timeZone": "UTC", "messages": [
            {"id": "1", "at": "2026-05-01T10:00:00Z", "attachments": [{"kind": "video", "path": "film.mp4"}]}]}))
    return source


@pytest.mark.parametrize("options", [[], ["--copy"]], ids=lambda options: "".join(options) or "default")
def test_findings_E6_a_file_with_holes_keeps_them(tmp_path, options):
    source = with_a_film(tmp_path / "export", 256 << 20)
    original = (source.parent / "film.mp4").stat()
    if original.st_blocks * 512 > 1 << 20:
        pytest.skip("this file system has no holes")
    subprocess.run([BINARY, source, "--out", tmp_path / "site", *options], check=True, capture_output=True)
    (copy,) = (tmp_path / "site" / "media").iterdir()
    assert copy.stat().st_size == 256 << 20 and copy.stat().st_blocks * 512 < 1 << 20
    assert copy.read_bytes()[:16] == b"\0\0\0\x18ftypisom\0\0\0\0" and copy.read_bytes()[-1] == 1


@pytest.mark.parametrize("seconds", [0.4, 1.5])
def test_findings_E6_a_signal_does_not_wait_for_the_attachment_in_hand(tmp_path, seconds):
    source = with_a_film(tmp_path / "export", 60 << 30)
    process = subprocess.Popen([BINARY, source, "--out", tmp_path / "site"], stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    assert process.poll() is None, "60 GB cannot be read so soon"
    process.send_signal(signal.SIGTERM)
    # In processor's time, since others use the machine too: reading on to the end would take far more.
    began = sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13])) / os.sysconf("SC_CLK_TCK")
    _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGTERM
    assert used.ru_utime + used.ru_stime - began < 5
    assert [path.name for path in tmp_path.iterdir()] == ["export"]
