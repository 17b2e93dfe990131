"""A single huge text takes memory in proportion, and what measuring it takes is given back before it is written."""

import os
import random
import subprocess

import pytest

from chats import write_texts

MEGABYTE = 1_000_000


def words(length: int) -> str:
    """Seeded words in one paragraph."""
    rng = random.Random(5)
    some = "the boats of harbour went out early with nets and came back late but glad for weather was fine that morning".split()
    return " ".join(rng.choice(some) for _ in range(length // 5))[:length]


def peak(program, folder, text: str) -> int:
    """The most memory in bytes that exporting a text takes."""
    source = write_texts(folder / "long.json", {"long": text})
    process = subprocess.Popen(
        [str(program.binary), str(source), "--out", str(folder / "site"), "--quiet"], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.stderr.read()
    process.stderr.close()
    return usage.ru_maxrss * 1024


@pytest.mark.parametrize("end, most", [("", 33), (" שלום", 75)], ids=["simple", "taken apart"])
def test_a_huge_text_takes_memory_in_proportion(program, tmp_path, end, most):
    """Texts of plain words are measured in one pass; beside another direction, each character is taken apart."""
    peaks = []
    for count in (1, 4):
        folder = tmp_path / str(count)
        folder.mkdir()
        peaks.append(peak(program, folder, words(count * MEGABYTE) + end))
    assert (peaks[1] - peaks[0]) / 3 < most * MEGABYTE, peaks
