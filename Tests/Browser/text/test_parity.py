"""Browsers still agree with the record of lines that unit tests compare the engine with.

`GOLDEN=accept` rewrites the record. It holds no text, since the strings are outside data under their own licence.
"""

import os
import re

import pytest

from conftest import ROOT, shared_data
from parity import BUNDLE, MEASURE, STRINGS, WIDTHS, Comparison

RECORD = ROOT / "Tests" / "TextLayoutTests" / "browser-lines.txt"
HEAD = """\
What browsers make of the lines of ../shared/data/text/strings: written by Tests/Browser/text/test_parity.py, read by
BrowserReplayTests. A row for each string: its number, a hash of its text, then for each width ({widths}; 0: no limit)
where Chromium ends the lines by itself ("=": as the engine does) and, for each of the engine's lines, where it ends and
its width in 1/64 px in Chromium and in 1/60 px in Firefox. Offsets count UTF-16 units.
{browsers}
faces {faces}
"""


@pytest.fixture(scope="module")
def comparison(tmp_path_factory):
    strings = shared_data(*STRINGS)
    if not BUNDLE.exists():
        pytest.skip("no debug build, whose tests write the plans: run `make debug`")
    return Comparison(strings, tmp_path_factory.mktemp("parity"))


@pytest.fixture(scope="module")
def measured(comparison, chromium, firefox):
    """For each browser and width, the result of `MEASURE` for each string."""
    result = {}
    with chromium.page(1000, 800) as page:
        firefox.resize(1000, 800)
        for name, browser in (("chromium", page), ("firefox", firefox)):
            for width in WIDTHS:
                browser.goto(comparison.page(width))
                result[name, width] = browser.evaluate(f"({MEASURE})()")
    return result


def whole(value: float, unit: int) -> int:
    """Returns a width in whole units of browser layout, which loses nothing."""
    number = round(value * unit)
    assert abs(value * unit - number) < 0.02, f"{value} px is no multiple of 1/{unit} px"
    return number


def record(comparison, measured, browsers) -> str:
    rows = [HEAD.format(widths=", ".join(map(str, WIDTHS)), browsers=browsers, faces=comparison.faces)]
    for number, plan in enumerate(comparison.plans):
        fields = [str(plan["id"]), plan["hash"]]
        for column, width in enumerate(WIDTHS):
            lines = plan["lines"][column]
            ends, chromium = measured["chromium", width][number][:2]
            firefox = measured["firefox", width][number][1]
            same = ends is None or ends == [line["end"] for line in lines[:-1]]
            fields.append(" ".join(["=" if same else ",".join(map(str, ends)), *(
                f"{line['end']}:{whole(a[0], 64)}:{whole(b[0], 60)}"
                for line, a, b in zip(lines, chromium, firefox, strict=True))]))
        rows.append("\t".join(fields) + "\n")
    return "".join(rows)


def test_the_browsers_agree_with_the_record(comparison, measured, chromium, firefox):
    browsers = f"{chromium.version}, {firefox.version}"
    now = record(comparison, measured, browsers)
    if os.environ.get("GOLDEN") == "accept":
        RECORD.write_text(now, encoding="utf-8")
        return
    then = RECORD.read_text(encoding="utf-8")
    if re.findall(r"/(\d+)", then.splitlines()[4]) != re.findall(r"/(\d+)", browsers):
        pytest.skip(f"recorded with {then.splitlines()[4]}, here are {browsers}")
    if then.splitlines()[5] != now.splitlines()[5]:
        pytest.skip("recorded with other fonts")
    # Updates of a version change nothing but the line that names it.
    different = [f"- {a}\n+ {b}" for a, b in zip(then.splitlines()[5:], now.splitlines()[5:]) if a != b]
    assert not different and len(then.splitlines()) == len(now.splitlines()), (
        f"{len(different)} strings differ from the record; look at them, then GOLDEN=accept\n" + "\n".join(different[:5]))


@pytest.mark.parametrize("name", ["chromium", "firefox"])
def test_all_faces_of_a_line_share_one_box(comparison, measured, name):
    """Mixed fonts and emoji included: every run from the line's top to its bottom, every line 20 px high."""
    problems = []
    for width in WIDTHS:
        for plan, (_, lines, height) in zip(comparison.plans, measured[name, width]):
            if height != 20 * len(lines) or any(spans not in ([], ["0.000 20.000"]) for _, spans in lines):
                problems.append(f"string {plan['id']} at {width} px: {height} px, {[spans for _, spans in lines]}")
    assert not problems, f"{len(problems)}, first:\n" + "\n".join(problems[:8])
