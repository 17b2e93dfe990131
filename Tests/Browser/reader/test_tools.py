"""Buttons of every page: colour scheme and text size; the menu of months, the timeline's names, and printing."""

import json
import re
from datetime import date, timedelta

import pytest

from chromium import Chromium
from window import open_window, run

GROUND = "return getComputedStyle(document.body).color"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_press_of_the_scheme_s_button_changes_what_one_sees(page, example_site, scheme):
    page.emulate(prefers_color_scheme=scheme)
    for path, button in ((example_site.pages()[0], "[data-act=scheme]"), (example_site.conversations[0] / "index.html", "[data-tool=scheme]"),
                         (example_site.conversations[0] / "statistics.html", "[data-tool=scheme]"), (example_site.folder / "index.html", "[data-tool=scheme]")):
        if not path.exists():
            continue
        page.goto(path)
        run(page, "localStorage.clear(); document.documentElement.className = document.documentElement.className.replace(/light|dark/, 'system')")
        if "act" in button:
            open_window(page, path.as_uri())
        before = run(page, GROUND)
        run(page, f"const before = document.documentElement.className; document.querySelector('{button}').click(); await until(() => document.documentElement.className !== before)")
        assert run(page, GROUND) != before, path.name
        run(page, "localStorage.clear()")


def test_text_of_pages_around_the_chat_grows(browser, example_site):
    for name in ("index.html", "statistics.html"):
        browser.goto(example_site.conversations[0] / name)
        sizes = run(browser, """
          const sizes = [scale()], button = document.querySelector('[data-tool=size]');
          for (let i = 0; i < 5; i++) { button.click(); await frames(1); sizes.push(scale()) }
          const wide = document.documentElement.scrollWidth;
          localStorage.clear();
          return [sizes.map(size => Math.round(100 * size / sizes[0])), wide <= innerWidth];
        """)
        assert sizes == [[100, 115, 130, 150, 175, 200], True], name


@pytest.fixture(scope="module")
def months_site(program, tmp_path_factory):
    """Forty messages over more than two years, twenty days from one to the next, and the first one of each month."""
    days = [date(2024, 1, 7) + timedelta(20 * number) for number in range(40)]
    messages = [{"id": str(number), "from": "a", "at": f"{day}T12:00:00Z", "text": "A word"} for number, day in enumerate(days)]
    source = tmp_path_factory.mktemp("months") / "months.json"
    source.write_text(json.dumps({"format": "chatexport/1", "id": "months", "title": "Months", "timeZone": "UTC", "locale": "en",
                                  "participants": [{"id": "a", "name": "Ann"}], "messages": messages}), encoding="utf-8")
    months = [(day.year, day.month) for day in days]
    return program.export(source, source.parent / "site", "--page-size", "7"), [months.index(month) for month in sorted(set(months))]


def test_the_menu_has_all_months_and_leads_to_each(browser, months_site):
    site, firsts = months_site
    assert len(firsts) == 26
    open_window(browser, site.pages()[0].as_uri())
    count, is_open = run(browser, """
      const menu = document.querySelector('.months'), buttons = () => [...menu.querySelectorAll('li button:has(span)')];
      menu.open = true;
      await until(() => buttons().length, 'months');
      for (const [index, first] of given[0].entries()) {
        menu.open = true;
        buttons()[index].click();
        await until(() => document.querySelector(`[data-i="${first}"]`)?.matches('.target'), `month ${index}`);
      }
      return [buttons().length, menu.open];
    """, firsts)
    assert count == len(firsts) and is_open is False


def test_the_timeline_names_years_or_months_and_what_is_under_the_pointer(page, group_site):
    page.resize(1280, 800)
    open_window(page, group_site.pages()[0].as_uri())
    names, tip = run(page, """
      await until(() => document.querySelector('.timeline span'));
      const slider = document.querySelector('.timeline'), box = slider.getBoundingClientRect();
      slider.dispatchEvent(new PointerEvent('pointermove', {clientX: box.left + 4, clientY: box.bottom - 1, bubbles: true}));
      return [[...slider.querySelectorAll('span')].map(label => label.textContent), slider.dataset.text];
    """)
    assert re.search(r"\d{4}", names[0]) and tip


def test_the_date_fades_when_scrolling_has_stopped_and_comes_back(browser, group_site):
    open_window(browser, f"{group_site.pages()[1].as_uri()}#m-700")
    seen = run(browser, """
      const pill = document.querySelector('.now'), opacity = () => Number(getComputedStyle(pill).opacity), seen = [];
      scrollBy({top: 300, behavior: 'instant'}); await frames(3);
      seen.push(opacity());
      await until(() => opacity() === 0);
      seen.push(document.querySelectorAll('.past').length);
      scrollBy({top: 10, behavior: 'instant'}); await frames(3);
      seen.push(opacity());
      return seen;
    """)
    assert seen == [1, 0, 1]


def test_buttons_of_the_bar_are_as_large_as_fingers(example_site):
    with Chromium("--touch-events=enabled", "--blink-settings=primaryPointerType=2,availablePointerTypes=2") as browser, browser.page() as page:
        open_window(page, example_site.pages()[0].as_uri())
        if not page.evaluate("matchMedia('(pointer: coarse)').matches"):
            pytest.skip("this Chromium does not say that fingers point")
        assert run(page, "return [...document.querySelectorAll('.bar .button')].filter(button => button.checkVisibility()).every(button => button.offsetWidth >= 44 && button.offsetHeight >= 44)")


def test_a_printed_chat_is_one_column_as_wide_as_the_paper(page, example_site):
    page.goto(example_site.conversations[0] / "index.html")
    run(page, """
      window.print = () => document.documentElement.classList.add('printed');
      document.querySelector('#print button').click();
      await until(() => document.documentElement.matches('.printed'));
    """)
    assert run(page, "return document.querySelectorAll('#paper article').length") == 97
    sheets = len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf()))
    print(f"\n97 messages on {sheets} sheets")
    # 13 in the layout's narrow column.
    assert sheets <= 11
