"""Buttons of every page: colour scheme and text size; the menu of months, the timeline's names, and printing."""

import re

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


def test_the_menu_has_all_months_and_leads_to_each(browser, group_site):
    open_window(browser, group_site.pages()[0].as_uri())
    count, first, said = run(browser, """
      await until(() => DayIndex.months.length);
      const menu = document.querySelector('.months');
      menu.open = true;
      await until(() => menu.querySelector('li button span'));
      const buttons = [...menu.querySelectorAll('li button')].filter(button => button.querySelector('span'));
      const month = DayIndex.months.at(-1);
      buttons.at(-1).click();
      await until(() => document.querySelector(`[data-i="${month.first}"]`)?.matches('.target'));
      return [buttons.length, DayIndex.months.length, menu.open];
    """)
    assert count == first and said is False


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
