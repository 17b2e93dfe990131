"""The harness itself: it detects the problems that other tests rely on it to detect. Needs browsers, not the program."""

import hashlib
import os
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chromium import BrowserError, Chromium, FramesStandStill, NoAnswer
from conftest import ROOT
from measuring import MEASURE, measure
from once import Once
from site_model import Markup, anchor, style_values
from snapshots import difference, read_png


@pytest.fixture
def html(tmp_path):
    def write(body: str, name: str = "page.html"):
        path = tmp_path / name
        path.write_text(f"<!doctype html><meta charset=utf-8><title>t</title>{body}", encoding="utf-8")
        return path
    return write


def test_a_request_to_elsewhere_is_recorded_also_when_it_is_blocked(page, html):
    csp = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">'
    picture = '<img src="http://elsewhere.invalid/x.png">'
    page.goto(html(picture))
    assert "http://elsewhere.invalid/x.png" in page.requests()
    page.goto(html(csp + picture))
    assert ("http://elsewhere.invalid/x.png", "csp") in page.blocked()
    assert any("Content Security Policy" in line for line in page.console())


@pytest.mark.parametrize("body", [
    "<script>alert('x')</script>", "<img src=nowhere onerror=\"alert('x')\">",
    "<iframe src=\"javascript:alert('x')\"></iframe>", "<svg onload=\"alert('x')\"></svg>"])
def test_a_dialog_is_recorded_and_answered(page, html, body):
    page.goto(html(body))
    page.wait_until("true")
    assert page.dialogs() == ["x"]


def test_an_exception_is_recorded(page, html):
    page.goto(html("<script>undefinedFunction()</script>"))
    assert any("undefinedFunction is not defined" in line for line in page.console())


def test_the_record_starts_anew_with_each_page(page, html):
    page.goto(html("<script>alert(1)</script>"))
    page.goto(html("quiet", "other.html"))
    assert page.dialogs() == [] and page.console() == []


def test_without_script_nothing_runs_and_questions_are_still_answered(page, html):
    page.disable_script()
    page.goto(html("<p>before</p><script>document.body.textContent = 'after'</script>"))
    assert page.evaluate("document.body.textContent").startswith("before")


def test_a_waiting_condition_that_never_comes_fails_in_time(page, html):
    page.goto(html(""))
    with pytest.raises(BrowserError, match="never true"):
        page.wait_until("false", deadline=0.2)


def test_viewport_and_media_are_exact(page, html):
    page.goto(html("<div style='height: 3000px'></div>"))
    assert page.evaluate("[innerWidth, innerHeight, document.documentElement.clientWidth]") == [390, 844, 390]
    page.emulate(prefers_color_scheme="dark", forced_colors="active", prefers_reduced_motion="reduce")
    assert page.evaluate("['(prefers-color-scheme: dark)', '(forced-colors: active)',"
                         " '(prefers-reduced-motion: reduce)'].map(query => matchMedia(query).matches)") == [True] * 3
    page.emulate("print")
    assert page.evaluate("matchMedia('print').matches")


def test_classic_scroll_bars_take_their_room(chromium, html):
    with chromium.page(scrollbars=True) as page:
        page.goto(html("<div style='height: 3000px'></div>"))
        assert page.evaluate("document.documentElement.clientWidth") == 375


def test_a_click_and_a_copy_are_real(page, html):
    page.goto(html("<button onclick='document.title = event.isTrusted'>b</button>"))
    page.click("button")
    assert page.evaluate("document.title") == "true"


def test_lines_are_measured_between_soft_breaks(page, html):
    page.goto(html(
        "<style>body { font: 20px/30px monospace } i:empty::after { content: '\\a'; content: '\\a' / '' }"
        " p { white-space: pre-wrap; margin: 0 }</style>"
        "<main><section><article data-i=0 style='height:90px'><p data-box=text>ab <i></i><b>cdef</b>g<br>h  i</p>"
        "</article></section></main>"))
    row, = measure(page)
    text, = row["boxes"]
    assert [line["text"] for line in text["lines"]] == ["ab ", "cdefg", "h  i"]
    widths = [line["width"] for line in text["lines"]]
    assert widths[1] == pytest.approx(widths[0] / 2 * 5, abs=0.1) and widths[2] == pytest.approx(widths[0] * 2, abs=0.1)


def test_a_page_that_is_too_wide_is_seen(page, html):
    page.goto(html("<div style='width: 391px'>x</div><style>body { margin: 0 }</style>"))
    assert page.evaluate(f"{MEASURE}.overflow()")["scroll"] == 1


def test_the_boxes_of_drawn_bubbles_are_found(page, html):
    page.goto(html(
        "<style>body { margin: 0 } section { position: relative } svg { position: absolute; inset: 0 }</style>"
        "<main><section style='height: 50px'><svg width=390 height=50 viewBox='0 0 390 50'>"
        "<path d='M10 5h20v10h-20zM100 20h50v25h-50z'/><path d='m0 30m10 5a5 5 0 0110 0 5 5 0 01-10 0zm-10 5'/>"
        "</svg></section></main>"))
    boxes, = page.evaluate(f"{MEASURE}.bubbles()")
    assert boxes[:2] == [[10, 5, 20, 10], [100, 20, 50, 25]]
    assert boxes[2:] == [[pytest.approx(value, abs=0.01) for value in (10, 30, 10, 10)]]


def test_printing_and_the_accessibility_tree_work(page, html):
    page.goto(html("<h1>Title</h1><p>said</p>"))
    assert page.pdf().startswith(b"%PDF")
    assert ("heading", "Title") in page.accessibility_tree()


def test_pictures_are_read_and_compared(page, html):
    page.goto(html("<body style='margin:0; background:#fff'>"))
    white = read_png(page.screenshot())
    page.goto(html("<body style='margin:0; background:#fff'><div style='width:39px; height:10px; background:#000'>"))
    other = read_png(page.screenshot())
    assert (white.width, white.height) == (390, 844)
    assert difference(white, white) == 0
    assert difference(white, other) == 390


def test_a_closed_browser_leaves_no_process():
    browser = Chromium()
    session = browser.pid
    assert living(session)
    browser.close()
    end = time.monotonic() + 10
    while living(session) and time.monotonic() < end:
        time.sleep(0.02)
    assert living(session) == []


def living(session: int) -> list:
    """Processes of a session that have not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, owner = stat.read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue
        if int(owner) == session and state != "Z":
            found.append(stat.parent.name)
    return found


def test_firefox_keeps_the_rules_for_local_files(firefox, html):
    html("<p>other</p>", "other.html")
    firefox.goto(html("<script>fetch('other.html').then(() => document.title = 'read',"
                      " () => document.title = 'refused')</script>"))
    firefox.evaluate_async("setTimeout(function again() { document.title == 't' ? setTimeout(again, 20) : done(1) })")
    assert firefox.evaluate("document.title") == "refused"


def test_a_tab_whose_frames_stand_still_is_told_from_one_whose_script_hangs(page, html, monkeypatch):
    monkeypatch.setattr("chromium.FRAME", 2.0)
    page.goto(html("<p>still</p>"))
    page.evaluate("void (window.requestAnimationFrame = () => 0)")
    with pytest.raises(FramesStandStill):
        page.evaluate("new Promise(requestAnimationFrame)", wait=True, deadline=1)
    with pytest.raises(FramesStandStill):
        page.wait_until("false", 1)
    page.goto(html("<p>busy</p>", "busy.html"))
    with pytest.raises(BrowserError, match="never true"):
        page.wait_until("false", 1)
    with pytest.raises(NoAnswer):
        page.evaluate("while (true);", deadline=1)


def test_a_test_is_run_again_for_frames_that_stand_still_and_for_nothing_else(tmp_path):
    """The switches of `make browser`, on a test of each kind that fails once."""
    (tmp_path / "test_again.py").write_text(f"""
import sys
sys.path.insert(0, {str(ROOT / "Tests" / "Browser" / "support")!r})
from chromium import BrowserError, FramesStandStill
runs = []
def test_still():
    runs.append(1)
    if len(runs) == 1: raise FramesStandStill("no frame")
def test_wrong():
    raise BrowserError("never true: FramesStandStill")
""", encoding="utf-8")
    switches = re.search(r"^AGAIN := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1]
    output = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", *switches.split(), str(tmp_path)],
        capture_output=True, encoding="utf-8").stdout
    assert "1 failed, 1 passed, 1 rerun" in output, output


def run_sweep(folder, *switches: str) -> tuple:
    """Runs a sweep of 3 kinds of 12 inputs in 2 browsers, and 5 tests that are none. Returns what ran, and what pytest printed."""
    folder.mkdir(exist_ok=True)
    (folder / "conftest.py").write_text(
        f"import sys\nsys.path.insert(0, {str(ROOT / 'Tests' / 'Browser' / 'support')!r})\npytest_plugins = ['sweeps']\n")
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_sweep.py").write_text("""
import pytest
@pytest.mark.sweep(kind=lambda name: name[0])
@pytest.mark.parametrize("name", [kind + str(number) for kind in "abc" for number in range(12)])
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_many(name, browser): pass
@pytest.mark.sweep
@pytest.mark.parametrize("name", [])
def test_without_data(name): pass
@pytest.mark.parametrize("number", range(5))
def test_others(number): pass
""", encoding="utf-8")
    output = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", "--strict-markers", *switches, str(folder)],
        capture_output=True, encoding="utf-8", env={**os.environ, "PYTEST_XDIST_AUTO_NUM_WORKERS": "2"}).stdout
    assert "1 skipped" in output, output
    return set(re.findall(r"(test_many\[[^\]]*\]|test_others\[\d\])", output)), output


def test_a_sample_of_a_sweep_has_every_kind_and_says_what_it_leaves_out(tmp_path):
    found, output = run_sweep(tmp_path / "sweep", "--sweeps=sample", "--sweep-seed=one")
    assert "sweeps: 18 of 72 tests; 54 left out (seed one; `make test-all` runs all)" in output
    assert "--sweeps=sample --sweep-seed=one" in output.split("PASSED")[0]
    many = [name for name in found if "many" in name]
    kinds = Counter((name.split("[")[1].split("-")[0], name.split("-")[1][0]) for name in many)
    assert len(found) - len(many) == 5
    assert kinds == {(browser, kind): 3 for browser in ("chromium", "firefox") for kind in "abc"}
    assert run_sweep(tmp_path / "sweep", "--sweeps=sample", "--sweep-seed=one", "-n2")[0] == found
    assert "54 left out (seed one" in run_sweep(tmp_path / "sweep", "--sweeps=sample", "--sweep-seed=one", "-n2")[1]


def test_samples_of_many_commits_are_the_whole_sweep(tmp_path):
    everything, output = run_sweep(tmp_path / "sweep")
    assert len(everything) == 77 and "sweeps: 72 of 72 tests" in output and "left out" not in output
    seen = set()
    for word in range(30):
        seen |= run_sweep(tmp_path / "sweep", "--sweeps=sample", f"--sweep-seed={word}")[0]
        if seen == everything:
            break
    assert seen == everything


def test_a_folder_is_made_once(tmp_path):
    """Also if the first attempt fails, and for other threads that ask meanwhile."""
    once, made = Once(tmp_path), []

    def make(folder):
        made.append(folder)
        (folder / "part").touch(exist_ok=False)
        if len(made) == 1:
            raise ValueError("not this time")
        (folder / "whole").write_text("x" * 100_000)

    with pytest.raises(ValueError):
        once(("a", 1), make)
    with ThreadPoolExecutor(8) as pool:
        sizes = list(pool.map(lambda _: (once(("a", 1), make) / "whole").stat().st_size, range(8)))
    assert sizes == [100_000] * 8 and len(made) == 2
    assert once(("a", 2), make) != once(("a", 1), make)


def test_firefox_takes_a_phone_s_width(firefox, html):
    firefox.goto(html("<p>narrow</p>"))
    firefox.resize(390, 844)
    assert firefox.evaluate("[innerWidth, innerHeight]") == [390, 844]


def test_markup_is_read_with_ids_text_and_duplicates():
    markup = Markup("<main><p id=a>one<br>two<i></i> three</p><p id=a><img alt=x></main>")
    assert markup.text == "one\ntwo threex" and markup.duplicates == ["a"]
    assert markup.all("p")[0].text == "one\ntwo three"


def test_the_id_of_a_message_has_no_white_space():
    assert anchor("a b~c\n") == "m-a~20b~7Ec~0A"


def test_a_hidden_url_in_a_style_is_found():
    assert "url(x)" in style_values(r"top:1px;background:u\72l(x)")
    assert "url(x)" in style_values("background:u/* */rl(x)")


def test_the_generator_gives_the_same_bytes_everywhere():
    output = subprocess.run(
        [sys.executable, str(ROOT / "Benchmarks" / "generate.py"), "--count", "2000", "--seed", "1"],
        check=True, capture_output=True).stdout
    assert hashlib.sha256(output).hexdigest() == GENERATED_DIGEST


GENERATED_DIGEST = "4146733f507eeac044379f7a0b3d4322e44b08255691492fec5581e05be639b2"
