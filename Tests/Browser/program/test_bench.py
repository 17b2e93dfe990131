"""`make bench` prints a table of all its cases."""

import os
import re
import subprocess
import sys

from conftest import BINARY, ROOT

sys.path.insert(0, str(ROOT / "Benchmarks"))

from Exports import FORMATS  # noqa: E402


def test_the_table_has_a_row_for_every_case(tmp_path):
    done = subprocess.run(
        [sys.executable, ROOT / "Benchmarks" / "bench.py", "--quick", "--counts", "300"], capture_output=True, text=True,
        env={**os.environ, "CHATEXPORT_BIN": str(BINARY), "CHATEXPORT_SHARED": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    headings, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in done.stdout.splitlines())
    assert all(len(row) == len(headings) for row in rows)
    cases = {row[0]: dict(zip(headings, row)) for row in rows}
    assert {"own JSON", "own JSON, --no-search", "5 chats of 40", "5 attachments", *FORMATS} - {"chatexport"} <= cases.keys()
    assert cases["own JSON"]["messages"] == "300" and cases["5 chats of 40"]["messages"] == "200"
    for name, case in cases.items():
        filled = ["wall s", "CPU s", "a CPU s", "peak MiB", *([] if "jq" in name else ["files", "MB", "page", "gzip"])]
        assert all(re.fullmatch(r"[\d,.]+", case[heading]) for heading in filled), (name, case)


def test_a_case_that_fails_is_a_row_that_says_so(tmp_path):
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho 'no such luck' >&2\nexit 3\n")
    program.chmod(0o755)
    done = subprocess.run(
        [sys.executable, ROOT / "Benchmarks" / "bench.py", "media", "chats", "--quick"], capture_output=True, text=True,
        env={**os.environ, "CHATEXPORT_BIN": str(program)})
    assert done.returncode == 1
    assert [line.split("|")[1].strip() for line in done.stdout.splitlines()[2:]] == [
        "5 attachments: no such luck", "5 chats of 40: no such luck"]
