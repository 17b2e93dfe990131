"""Input from a pipe is read like a file."""

import io
import os
import signal
import subprocess
import threading
import time
import zipfile

import pytest

from conftest import EXAMPLE
from site_model import Site
from test_determinism import assert_same


def run(program, source: str, site, stdin=subprocess.DEVNULL, data: bytes = None):
    settings = {"stdin": stdin} if data is None else {"input": data}
    return subprocess.run([str(program.binary), source, "--out", str(site), "--quiet"], capture_output=True, timeout=60,
                          cwd=EXAMPLE.parent, **settings)


def test_standard_input_gives_the_site_that_the_file_gives(program, tmp_path, example_site):
    """Paths in piped input are relative to the working directory."""
    result = run(program, "-", tmp_path / "site", data=EXAMPLE.read_bytes())
    assert result.returncode == 0, result.stderr
    assert_same(example_site, Site(tmp_path / "site"))
    with EXAMPLE.open("rb") as file:
        assert run(program, "-", tmp_path / "again", stdin=file).returncode == 0
    assert_same(example_site, Site(tmp_path / "again"))


def test_a_pipe_of_the_disk_is_read_whenever_it_comes(program, tmp_path, example_site):
    """The writer starts late, writes in pieces, and pauses in the middle."""
    pipe, data = tmp_path / "pipe", EXAMPLE.read_bytes()
    os.mkfifo(pipe)

    def write():
        time.sleep(0.3)
        with pipe.open("wb") as end:
            end.write(data[:1000])
            end.flush()
            time.sleep(0.3)
            end.write(data[1000:])
    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    result = run(program, str(pipe), tmp_path / "site")
    writer.join(10)
    assert result.returncode == 0, result.stderr
    assert_same(example_site, Site(tmp_path / "site"))


def test_the_pipe_of_a_command(program, tmp_path, example_site):
    result = subprocess.run(
        ["bash", "-c", '"$0" <(gzip -c "$1" | zcat) --out "$2" --quiet', str(program.binary), str(EXAMPLE), str(tmp_path / "site")],
        capture_output=True, timeout=60, stdin=subprocess.DEVNULL, cwd=EXAMPLE.parent)
    assert result.returncode == 0, result.stderr
    assert_same(example_site, Site(tmp_path / "site"))


@pytest.mark.parametrize("data, word", [
    (b"", "it is empty"), (b"{", "unknown format"), (b"\0" * 100_000, "binary data"), ("zip", "save it to a file")],
    ids=["nothing", "a brace", "zeros", "a zip"])
def test_what_is_no_conversation_is_told_and_nothing_is_written(program, tmp_path, data, word):
    if data == "zip":
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.write(EXAMPLE, "chat.json")
        data = packed.getvalue()
    result = run(program, "-", tmp_path / "site", data=data)
    assert result.returncode == 3 and word in result.stderr.decode() and "standard input" in result.stderr.decode()
    assert not (tmp_path / "site").exists()


def test_what_is_neither_file_nor_pipe_is_refused(program, tmp_path):
    for source in ("/dev/zero", "-"):
        result = run(program, source, tmp_path / "site")
        assert result.returncode == 3 and "save the export to a file" in result.stderr.decode()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_waiting_for_a_pipe_can_be_stopped(program, tmp_path, number):
    os.mkfifo(tmp_path / "pipe")
    process = subprocess.Popen(
        [str(program.binary), str(tmp_path / "pipe"), "--out", str(tmp_path / "site")], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    time.sleep(1)
    assert process.poll() is None, "it did not wait"
    process.send_signal(number)
    assert process.wait(10) in (-number, 128 + number)
    assert {entry.name for entry in tmp_path.iterdir()} == {"pipe"}


def exporting_to_a_pipe(program, folder):
    """An export whose site is complete and whose report nobody reads yet."""
    os.mkfifo(folder / "pipe")
    process = subprocess.Popen(
        [str(program.binary), str(EXAMPLE), "--out", str(folder / "site"), "--report", str(folder / "pipe"), "--quiet"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    end = time.monotonic() + 60
    while not (folder / "site" / "export.json").exists() and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.5)
    return process


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_waiting_for_the_reader_of_a_report_can_be_stopped(program, tmp_path, number):
    process = exporting_to_a_pipe(program, tmp_path)
    try:
        assert process.poll() is None, "it did not wait"
        process.send_signal(number)
        assert process.wait(10) in (-number, 128 + number)
    finally:
        process.kill()
        process.wait()
    assert (tmp_path / "site" / "index.html").exists()


def test_a_report_waits_for_its_reader(program, tmp_path):
    process = exporting_to_a_pipe(program, tmp_path)
    assert b'"findings"' in (tmp_path / "pipe").read_bytes()
    assert process.wait(10) == 0


def test_a_long_conversation_through_a_pipe_takes_little_memory(program, generate, tmp_path):
    """100,000 messages, 16 MB: less than half of that more than from the file, whose bytes count too where they are mapped."""
    source = generate(100_000, 1)
    peaks = []
    for name, stdin in ((str(source), subprocess.DEVNULL), ("-", subprocess.PIPE)):
        process = subprocess.Popen([str(program.binary), name, "--out", str(tmp_path / "site"), "--quiet"], stdin=stdin)
        if stdin == subprocess.PIPE:
            with process.stdin as end:
                end.write(source.read_bytes())
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        peaks.append(usage.ru_maxrss * 1024)
    assert peaks[1] - peaks[0] < source.stat().st_size / 2, peaks
