"""The layout for windows of 900 px and more: every item at its planned position, one text for both layouts."""

import json

import pytest

import test_folds
import test_pages
from conftest import EXAMPLE
from measuring import measure, plain
from site_model import anchor
from snapshots import read_png
from test_folds import turns  # noqa: F401
from test_pages import CONTROLS, phone, report, shown_pages  # noqa: F401
from window import open_window, resize_across, run

# The column is shown at the width of its layout, so a px of the plan is a px of the window.
THEME = '{ theme: "chatexport-theme/1", extends: "%s", metrics: { shownWidth: 390 } }'


@pytest.fixture(scope="module")
def themed(program, tmp_path_factory):
    """The site of a conversation and its plan for large screens: `themed(source)`."""
    def make(source, look="standard"):
        folder = tmp_path_factory.mktemp("large")
        theme = folder / "theme.json"
        theme.write_text(THEME % look, encoding="utf-8")
        return (program.export(source, folder / "site", "--theme", theme),
                program.plan(source, "--theme", theme, "--wide"))
    return make


@pytest.fixture(scope="module", params=["example", "slate", "group", "controls"])
def chat(request, themed):
    if request.param == "slate":
        return themed(EXAMPLE, "slate")
    sources = {"example": lambda: EXAMPLE, "group": lambda: request.getfixturevalue("group_chat"), "controls": lambda: CONTROLS}
    return themed(sources[request.param]())


@pytest.fixture
def window_size() -> tuple:
    return 1280, 800


@pytest.fixture
def page(chromium):
    with chromium.page(1280, 800) as page:
        yield page


@pytest.fixture(scope="module")
def folded(themed, turns):  # noqa: F811
    return themed(turns)


@pytest.fixture(scope="module")
def site(folded):
    return folded[0]


@pytest.fixture(scope="module")
def plan(folded):
    return folded[1]


# The tests of test_pages.py, for large windows.
test_the_laid_out_lines_hold = test_pages.test_the_laid_out_lines_hold
test_every_row_is_there_in_order_and_as_high_as_planned = \
    test_pages.test_every_row_is_there_in_order_and_as_high_as_planned
test_row_1_every_part_is_at_its_planned_position = test_pages.test_row_1_every_part_is_at_its_planned_position
test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again = \
    test_pages.test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again
test_sections_are_exactly_as_high_as_their_rows_and_say_so = \
    test_pages.test_sections_are_exactly_as_high_as_their_rows_and_say_so
test_closed_everything_stands_as_planned = test_folds.test_closed_everything_stands_as_planned
test_opening_moves_what_follows_by_what_was_planned_and_closing_moves_it_back = \
    test_folds.test_opening_moves_what_follows_by_what_was_planned_and_closing_moves_it_back
test_every_folded_line_is_as_wide_as_measured_and_not_broken_again = \
    test_folds.test_every_folded_line_is_as_wide_as_measured_and_not_broken_again


def test_row_1_every_bubble_is_drawn_at_its_planned_position(chat, phone):
    site, plan = chat
    name, page = phone
    problems, compared = [], 0
    for number, shown in enumerate(shown_pages(page, site, name), 1):
        drawn = dict(shown.own_bubbles)
        assert shown.drawings == 0
        for row in plan.page(number):
            planned = [item for item in row["items"] if item["box"] == "bubble"]
            box = drawn.get(anchor(row["id"])) if row["kind"] != "day" else None
            if bool(box) != bool(planned):
                problems.append(f"{row.get('id')}: drawn {box}, planned {planned}")
            elif box:
                compared += 1
                if box != pytest.approx([planned[0][name] for name in ("x", "y", "width", "height")], abs=0.05):
                    problems.append(f"{row['id']}: drawn {box}, planned {planned[0]}")
    assert compared > 3
    report(problems)


def pictures(chromium, site, scheme: str, width: int, rows: list) -> dict:
    """The pixels of the bubbles of rows that have one geometry for both layouts, by the rows' ids."""
    found = {}
    with chromium.page(width, 800) as page:
        page.emulate(prefers_color_scheme=scheme)
        page.goto(plain(site.pages()[0]))
        for row in rows:
            bubble = next(item for item in row["items"] if item["box"] == "bubble")
            x, y, is_same = page.evaluate(
                f"(() => {{ const row = document.getElementById({json.dumps(anchor(row['id']))}); row.scrollIntoView({{block: 'center'}});"
                " const box = row.getBoundingClientRect(); return [box.left + row.clientLeft, box.top, !/--[XYWHEL]:/.test(row.outerHTML)] })()")
            if not is_same:
                continue
            page.settle()
            left, top = round(x + bubble["x"]) - 9, round(y + bubble["y"]) - 2
            found[row["id"]] = read_png(page.screenshot(
                clip=(left, top, int(bubble["width"]) + 18, int(bubble["height"]) + 4))).rows
    return found


def test_a_row_s_own_bubble_looks_like_the_drawing_s(themed, chromium):
    """Corners, tail and outline of a message that has the same geometry in both layouts but is drawn differently."""
    site, plan = themed(EXAMPLE)
    rows = [row for row in plan.rows if row["kind"] == "message" and row["height"] < 70
            and any(item["box"] == "bubble" for item in row["items"])]
    compared = 0
    for scheme in ("light", "dark"):
        drawn, own = [pictures(chromium, site, scheme, width, rows[:24]) for width in (898, 1280)]
        for identifier in drawn.keys() & own.keys():
            compared += 1
            differences = [abs(a - b) for one, other in zip(drawn[identifier], own[identifier]) for a, b in zip(one, other)]
            far = sum(difference > 48 for difference in differences)
            assert sum(differences) / len(differences) < 1 and far < 40, (identifier, scheme, far)
    assert compared > 6


def test_with_everything_open_nothing_overlaps_and_no_strip_stands_in_for_rows(site, browser):
    browser.goto(site.pages()[0])
    browser.evaluate("document.querySelectorAll('main details').forEach(details => details.open = true)")
    rows = measure(browser)
    report([f"{above['id']} ends at {above['y'] + above['height']}, {below['id']} begins at {below['y']}"
            for above, below in zip(rows, rows[1:]) if above["y"] + above["height"] > below["y"] + 0.05])
    assert browser.evaluate("[...document.querySelectorAll('svg.strip, section > svg')].filter(svg => svg.checkVisibility()).length") == 0
    # A collapsed message has its bubble in the drawing of this layout.
    folded = browser.evaluate("[...document.querySelectorAll('.folded')].map(block => [...block.querySelectorAll(':scope > svg')]"
                              ".map(svg => svg.checkVisibility())).filter(list => list.length)")
    assert len(folded) > 3 and all(sum(shown) == 1 and shown[-1] for shown in folded)


def test_lines_are_longer_and_fewer_and_the_text_is_there_once(themed, example_plan):
    site, plan = themed(EXAMPLE)
    narrow, wide = ([item for row in one.rows for item in row["items"] if item.get("role") == "body"]
                    for one in (example_plan, plan))
    assert [item["text"] for item in narrow] == [item["text"] for item in wide]
    lines = [sum(len(item["lines"]) for item in one) for one in (narrow, wide)]
    assert lines[1] < 0.85 * lines[0]
    assert max(line["width"] for item in wide for line in item["lines"]) > 380
    text = "".join(site.markup(path).text for path in site.pages())
    for item in wide:
        if len(item["lines"]) > 2 and "\n" not in item["text"] and item["runs"] == []:
            assert text.count(item["text"]) == 1, item["text"]


@pytest.fixture(scope="module")
def example(program, tmp_path_factory):
    return program.export(EXAMPLE, tmp_path_factory.mktemp("example") / "site")


# Of each message in sight: its name and its texts' lines, from the column's own edge, in rem.
PLACES = """
  const column = document.querySelector('.column').getBoundingClientRect(), unit = scale() * 16;
  return [...document.querySelectorAll('article')].flatMap(row => [...row.querySelectorAll('p:not([class])')].map(text => {
    const range = new Range(); range.selectNodeContents(text);
    return [row.id, Math.round(range.getBoundingClientRect().height / unit * 100)] }));
"""


def test_a_window_that_grows_or_shrinks_changes_the_layout_and_stays_where_it_was(browser, example):
    """Resizing in either direction keeps the current row in position and applies the layout for the size."""
    browser.resize(1280, 800)
    open_window(browser, example.pages()[0])
    wide = run(browser, PLACES)
    run(browser, "scrollTo(0, 2400); await settled()")
    row = run(browser, "return rows().find(row => row.getBoundingClientRect().bottom > 3.5 * 16 * scale()).id")
    top = "return topOf(document.getElementById(given[0])) / scale()"
    stood = run(browser, top, row)
    before = 1280
    for width in (899, 1280, 390, 800, 1280):
        if (width < 900) != (before < 900):
            resize_across(browser, width, 800)
        else:
            browser.resize(width, 800)
            run(browser, "await settled()")
        assert run(browser, top, row) == pytest.approx(stood, abs=0.5), width
        assert (run(browser, PLACES) == wide) == (width == 1280)
        before = width
