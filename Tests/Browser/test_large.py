"""The second layout, of windows at least 1200 px wide: everything at its planned place there too, and one text for both."""

import json

import pytest

import test_folds
import test_pages
from conftest import EXAMPLE
from measuring import plain
from test_folds import turns  # noqa: F401
from test_pages import CONTROLS
from window import READY, open_window, run

# The column is shown as wide as it is laid out, so that a px of the plan is one of the window.
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


@pytest.fixture(params=["chromium", "firefox", "chromium without script"])
def phone(request):
    """No phone here: a window of 1280 × 800."""
    if request.param == "firefox":
        firefox = request.getfixturevalue("firefox")
        firefox.resize(1280, 800)
        yield "firefox", firefox
    else:
        with request.getfixturevalue("chromium").page(1280, 800) as page:
            page.disable_script("without" in request.param)
            yield "chromium", page


@pytest.fixture
def page(chromium):
    with chromium.page(1280, 800) as page:
        yield page


@pytest.fixture(params=["chromium", "firefox"])
def browser(request, chromium):
    if request.param == "firefox":
        firefox = request.getfixturevalue("firefox")
        firefox.resize(1280, 800)
        yield firefox
        firefox.resize(390, 844)
    else:
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


# The pages are held against the plan as on small screens.
test_the_laid_out_lines_hold = test_pages.test_the_laid_out_lines_hold
test_every_row_is_there_in_order_and_as_high_as_planned = \
    test_pages.test_every_row_is_there_in_order_and_as_high_as_planned
test_row_1_every_part_is_at_its_planned_place = test_pages.test_row_1_every_part_is_at_its_planned_place
test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again = \
    test_pages.test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again
test_row_1_every_bubble_is_drawn_at_its_planned_place = test_pages.test_row_1_every_bubble_is_drawn_at_its_planned_place
test_row_16_no_two_bubbles_overlap = test_pages.test_row_16_no_two_bubbles_overlap
test_sections_are_exactly_as_high_as_their_rows_and_say_so = \
    test_pages.test_sections_are_exactly_as_high_as_their_rows_and_say_so
test_closed_everything_stands_as_planned = test_folds.test_closed_everything_stands_as_planned
test_opening_moves_what_follows_by_what_was_planned_and_closing_moves_it_back = \
    test_folds.test_opening_moves_what_follows_by_what_was_planned_and_closing_moves_it_back
test_with_everything_open_nothing_overlaps_and_bubbles_go_with_their_rows = \
    test_folds.test_with_everything_open_nothing_overlaps_and_bubbles_go_with_their_rows
test_every_folded_line_is_as_wide_as_measured_and_not_broken_again = \
    test_folds.test_every_folded_line_is_as_wide_as_measured_and_not_broken_again


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
    """The row that is read stays where it was, whichever way; the layout is the one of the size."""
    browser.resize(1280, 800)
    open_window(browser, example.pages()[0])
    wide = run(browser, PLACES)
    run(browser, "scrollTo(0, 2400); await settled()")
    row = run(browser, "return rows().find(row => row.getBoundingClientRect().bottom > 3.5 * 16 * scale()).id")
    top = "return topOf(document.getElementById(given[0])) / scale()"
    stood = run(browser, top, row)
    before = 1280
    for width in (1100, 1280, 390, 1000, 1280):
        browser.evaluate("document.body.classList.add('before')")
        browser.resize(width, 800)
        # Another layout is a page of its own.
        if (width < 1200) != (before < 1200):
            browser.wait_until("document.body?.classList.contains('before') === false")
        browser.wait_until(READY)
        run(browser, "await settled()")
        assert run(browser, top, row) == pytest.approx(stood, abs=0.5), width
        assert (run(browser, PLACES) == wide) == (width == 1280)
        before = width
