"""Blocks of code and the steps of assistants: wide, with a header, wrapped with marks, folded where long."""

import json

import pytest

import test_pages
from conftest import ROOT
from window import open_window, run

CODE = ROOT / "Tests" / "Browser" / "Fixtures" / "code.jsonl"


@pytest.fixture(scope="module")
def site(program, tmp_path_factory):
    return program.export(CODE, tmp_path_factory.mktemp("code") / "site")


@pytest.fixture(scope="module")
def plan(program):
    return program.plan(CODE)


@pytest.fixture
def chat(site, plan):
    return site, plan


@pytest.fixture
def phone(request, browser):
    return request.node.callspec.params["browser"], browser


test_every_row_is_there_in_order_and_as_high_as_planned = \
    test_pages.test_every_row_is_there_in_order_and_as_high_as_planned
test_row_1_every_part_is_at_its_planned_position = test_pages.test_row_1_every_part_is_at_its_planned_position
test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again = \
    test_pages.test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again


def item(plan, message: str, box: str) -> dict:
    row = next(row for row in plan.rows if row.get("id") == message)
    return next(item for item in row["items"] if item["box"] == box)


def test_an_answer_is_as_wide_as_the_column_and_code_in_any_message_too(plan):
    margins = 22
    for message in ("5", "6"):
        assert item(plan, message, "bubble")["width"] > 390 - margins - 20


def test_code_has_a_header_and_is_folded_over_twenty_lines(plan):
    assert item(plan, "5", "language.1")["text"] == "Swift"
    assert len(item(plan, "5", "code.1")["lines"]) <= 12
    fold = item(plan, "5", "unfold.1")
    assert fold["text"] == "12 more lines" and any(part["box"].startswith("code") for part in fold["folded"])
    row = next(row for row in plan.rows if row.get("id") == "5")
    assert [part["box"] for part in row["items"] if part["box"].startswith("copy")][0] == "copy.1"


def test_a_step_is_one_line_without_a_time(plan):
    row = next(row for row in plan.rows if row.get("id") == "2")
    assert not any(part["what"] == "time" for part in row["items"])
    assert row["height"] < 40 and item(plan, "2", "step.0")["text"] == "Thinking · 2 lines"


def test_copy_takes_the_folded_lines_as_they_were_written(browser, site):
    source = json.loads(CODE.read_text(encoding="utf-8").splitlines()[3])["text"]
    code = source.split("```")[1].removeprefix("swift\n").removesuffix("\n")
    open_window(browser, site.pages()[0])
    copied = run(browser, """
      let copied;
      Object.defineProperty(navigator, 'clipboard', {value: {writeText: async text => { copied = text }}, configurable: true});
      document.querySelector('[data-box="copy.1"]').click();
      await until(() => copied !== undefined);
      return copied;
    """)
    assert copied == code
