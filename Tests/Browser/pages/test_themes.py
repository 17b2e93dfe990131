"""Theme files: colours and numbers change layout and style sheet together, and mistakes are reported."""

import hashlib
import json

import pytest

import test_pages
from conftest import EXAMPLE
from measuring import measure
from window import open_window, run

THEME = """
// Differences from slate.
{
  theme: "chatexport-theme/1",
  extends: "slate",
  metrics: {
    sideMargin: 20, cornerRadius: 14, bubbleInsets: { top: 10, right: 18, bottom: 12, left: 16 }, tail: 9, avatar: 26,
    avatarGap: 12, textShare: 0.7, rowGap: 17, groupGap: 6.5, quoteBar: 5, pillPadding: { left: 20 },
  },
  text: {
    body: { fontSize: 18, lineHeight: 26 }, time: { fontSize: 13, lineHeight: 16 }, day: { weight: "regular" },
    initials: { fontSize: 10, lineHeight: 12 }, reaction: { fontSize: 15, lineHeight: 19 },
  },
  colours: { light: { outgoing: "#063", outgoingInk: "#fefefe" }, dark: { incoming: "#123456" } },
}
"""
# A theme without space around texts: every length that others are derived from is 0.
CLOSE = """
{
  theme: "chatexport-theme/1",
  extends: "standard",
  metrics: {
    sideMargin: 0, avatarGap: 0, bubbleInsets: { top: 0, right: 0, bottom: 0, left: 0 }, cornerRadius: 0, tail: 0,
    quotePadding: { top: 0, right: 0, bottom: 0, left: 0 }, groupGap: 0,
  },
}
"""


@pytest.fixture(scope="module")
def theme(tmp_path_factory):
    path = tmp_path_factory.mktemp("theme") / "mine.json"
    path.write_text(THEME, encoding="utf-8")
    return path


@pytest.fixture(scope="module", params=["file", "close", "slate", "paper", "dense"])
def chat(request, program, theme, tmp_path_factory):
    """The example in a theme: a site and its plan."""
    choice = theme if request.param == "file" else request.param
    if choice == "close":
        choice = tmp_path_factory.mktemp("close") / "close.json"
        choice.write_text(CLOSE, encoding="utf-8")
    site = program.export(EXAMPLE, tmp_path_factory.mktemp("themed") / "site", "--theme", choice)
    return site, program.plan(EXAMPLE, "--theme", choice)


@pytest.fixture(params=["chromium"])
def phone(request, page):
    yield request.param, page


# The tests of test_pages.py, with these themes.
test_the_laid_out_lines_hold = test_pages.test_the_laid_out_lines_hold
test_every_row_is_there_in_order_and_as_high_as_planned = \
    test_pages.test_every_row_is_there_in_order_and_as_high_as_planned
test_row_1_every_part_is_at_its_planned_position = test_pages.test_row_1_every_part_is_at_its_planned_position
test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again = \
    test_pages.test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again
test_row_1_every_bubble_is_drawn_at_its_planned_position = test_pages.test_row_1_every_bubble_is_drawn_at_its_planned_position
test_row_16_no_two_bubbles_overlap = test_pages.test_row_16_no_two_bubbles_overlap


@pytest.fixture(scope="module")
def site(program, theme, tmp_path_factory):
    return program.export(EXAMPLE, tmp_path_factory.mktemp("mine") / "site", "--theme", theme)


def fill(page, side: str) -> str:
    return page.evaluate(f"getComputedStyle(document.querySelector('section > svg path.{side}')).fill")


def test_a_colour_of_the_file_is_on_the_page(site, page):
    page.goto(site.pages()[0])
    assert fill(page, "out") == "rgb(0, 102, 51)"
    text = "document.querySelector('article.out > p')"
    assert page.evaluate(f"getComputedStyle({text}).color") == "rgb(254, 254, 254)"
    page.emulate(prefers_color_scheme="dark")
    page.goto(site.pages()[0])
    assert fill(page, "in") == "rgb(18, 52, 86)"


def test_on_paper_the_colours_for_print_hold_whatever_the_screen_shows(site, page):
    page.emulate("print", prefers_color_scheme="dark", prefers_contrast="more")
    page.goto(site.pages()[0])
    page_ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert page_ground == "rgb(255, 255, 255)"


def test_readers_who_ask_for_contrast_get_it(program, tmp_path, page):
    site = program.export(EXAMPLE, tmp_path / "site")
    for scheme, ground in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(0, 0, 0)")):
        page.emulate(prefers_color_scheme=scheme, prefers_contrast="more")
        page.goto(site.pages()[0])
        assert page.evaluate("getComputedStyle(document.querySelector('main').closest('.column') "
                             "?? document.querySelector('.column')).backgroundColor") == ground


def test_numbers_reach_what_layout_does_not_place(site, page):
    page.goto(site.pages()[0])
    size = "getComputedStyle(document.querySelector('article.out > p')).{}"
    assert page.evaluate(size.format("fontSize")) == "18px"
    assert page.evaluate(size.format("lineHeight")) == "26px"
    assert measure(page)[0]["height"] > 0


def test_the_manifest_names_the_theme_and_the_hashes_of_its_files(program, site, theme, tmp_path):
    options = json.loads((site.folder / "export.json").read_text())["options"]
    assert options["theme"] == "slate"
    assert options["themeFiles"] == [hashlib.sha256(theme.read_bytes()).hexdigest()]
    plain = program.export(EXAMPLE, tmp_path / "site", "--theme", "paper")
    options = json.loads((plain.folder / "export.json").read_text())["options"]
    assert options["theme"] == "paper" and "themeFiles" not in options
    assert str(theme) not in (site.folder / "export.json").read_text()
    assert not (plain.folder / "assets" / "themes").exists()


def test_a_theme_of_the_public_folder_is_found_by_name(program, tmp_path, theme):
    folder = tmp_path / "public" / "themes"
    folder.mkdir(parents=True)
    (folder / "house.json").write_bytes(theme.read_bytes())
    site = program.export(EXAMPLE, tmp_path / "site", "--theme", "house", "--public", tmp_path / "public")
    assert "#006633" in (site.folder / "assets" / "theme.css").read_text()
    assert not (site.folder / "assets" / "themes").exists()


@pytest.mark.parametrize("members, told", [
    ('colours: { dark: { incomming: "#fff" } }', "colours.dark.incomming: unknown key; did you mean 'incoming'?"),
    ('colours: { light: { page: "red}body{display:none" } }', "colours.light.page: is 'red}body{display:none'"),
    ("metrics: { tail: -1 }", "metrics.tail: is -1; expected a number of px from 0 to 24"),
    ("extends: 'mine.json'", "extends: extends itself"),
    ("metrics: {", "it is not JSON"),
], ids=["spelling", "colour", "range", "circle", "syntax"])
@pytest.mark.parametrize("command", ["export", "inspect"])
def test_a_mistake_is_wrong_usage_and_told_with_file_and_key(program, tmp_path, members, told, command):
    path = tmp_path / "mine.json"
    path.write_text(f'{{ theme: "chatexport-theme/1", {members} }}')
    more = ["--out", tmp_path / "site"] if command == "export" else []
    result = program.run(command, EXAMPLE, "--theme", path, *more)
    assert result.returncode == 2, result.stderr
    assert str(path) in result.stderr and told in result.stderr and result.stdout == ""
    assert not (tmp_path / "site").exists()


def test_what_is_no_file_is_not_waited_for(program, tmp_path):
    import os
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", tmp_path, "/dev/zero", tmp_path / "none.json"):
        result = program.run(EXAMPLE, "--out", tmp_path / "site", "--theme", path, timeout=20)
        assert result.returncode == 2 and "cannot be read" in result.stderr


def test_a_theme_file_in_the_way_of_the_site_is_kept(program, tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "mine.json").write_text(THEME)
    result = program.run(EXAMPLE, "--out", folder, "--theme", folder / "mine.json", "--force")
    assert result.returncode != 0
    assert (folder / "mine.json").read_text() == THEME


@pytest.fixture(scope="module")
def channel(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("channel")
    logs = folder / "logs" / "2017"
    logs.mkdir(parents=True)
    (logs / "2017-01-01").write_text("".join(f"[21:{minute:02}] {line}\n" for minute, line in enumerate([
        "<dalek> a commit of which the words take several lines on a phone and more than one beside a column of names",
        "<dalek> and one more", "*** brrt joined", "<brrt> okay", "<brrt> so", "<a_name_that_is_too_long> hello", "*** brrt left"])), encoding="utf-8")
    return program.export(folder / "logs", folder / "site", "--time-zone", "UTC")


CHANNEL = """
  const box = element => { const range = new Range(); range.selectNodeContents(element); return range.getClientRects()[0]; };
  return [...document.querySelectorAll('main article')].map(row => Object.fromEntries(
    ['.t-name', 'time', '[data-box=text]', '.t-notice'].map(part => [part, row.querySelector(part)]).filter(([, found]) => found)
      .map(([part, found]) => { const {left, right, top, bottom} = box(found); return [part.replace(/.*[.=-]([a-z]+)\\]?$/, '$1'), {left, right, top, bottom}]; })));
"""


@pytest.mark.parametrize("width", [390, 1280])
def test_a_channel_has_a_column_of_names_on_large_screens(browser, channel, width):
    browser.resize(width, 844)
    open_window(browser, channel.pages()[0])
    rows = run(browser, CHANNEL)
    browser.resize(390, 844)
    texts = [row["text"]["left"] for row in rows if "text" in row]
    assert len(texts) == 5 and max(texts) - min(texts) < 1.5
    # Notices start where texts do.
    assert [row["notice"]["left"] for row in rows if "notice" in row] == pytest.approx([texts[0]] * 2, abs=1.5)
    named = [row for row in rows if "name" in row]
    assert len(named) == 3
    for row in named[:2]:
        name, time, text = row["name"], row["time"], row["text"]
        if width == 390:
            assert name["bottom"] <= text["top"] + 1 and name["left"] == pytest.approx(text["left"], abs=1.5)
        else:
            assert name["right"] < time["left"] < time["right"] < text["left"]
            assert abs(name["top"] + name["bottom"] - text["top"] - text["bottom"]) < 5
    if width == 1280:
        # At the right edge of their column; a longer one stands above.
        assert named[0]["name"]["right"] == pytest.approx(named[1]["name"]["right"], abs=1.5)
    assert named[2]["name"]["bottom"] <= named[2]["text"]["top"] + 1
