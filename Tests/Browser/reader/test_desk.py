"""Large windows: text of the size of desktop programs, and details beside the messages where there is room."""

import pytest

from window import open_window, run

READY = "await until(() => document.querySelector('.pane.details'));"


@pytest.mark.parametrize("width, size, column", [(820, 19.28, 470), (900, 16, 640), (1280, 16, 640), (1920, 16, 640)])
def test_text_is_as_large_as_laid_out_from_900_px(browser, example_site, width, size, column):
    browser.resize(width, 900)
    open_window(browser, example_site.pages()[0])
    seen = run(browser, "return [parseFloat(getComputedStyle(document.documentElement).fontSize),"
                        " document.querySelector('.column').getBoundingClientRect().width]")
    browser.resize(390, 844)
    assert seen == [pytest.approx(size, abs=0.01), pytest.approx(column, abs=0.1)]


def test_details_stand_beside_the_messages_and_nothing_covers_another(browser, example_site):
    browser.resize(1920, 1000)
    open_window(browser, example_site.pages()[0])
    pane, column, pill, bar, pins = run(browser, READY + """
      scrollTo(0, 1000); await settled(); await until(() => document.querySelector('.pins'));
      return ['.pane.details', '.column', '.now', '.bar-inner', '.pins'].map(selector => {
        const box = document.querySelector(selector).getBoundingClientRect(); return [box.left, box.right, box.top, box.height] });
    """)
    assert pane[1] - pane[0] == pytest.approx(320, abs=20) and column[1] < pane[0]
    middle = (column[0] + column[1]) / 2
    assert sum(bar[:2]) / 2 == pytest.approx(middle, abs=1) and sum(pill[:2]) / 2 == pytest.approx(middle, abs=9)
    assert pins[:2] == pytest.approx(column[:2], abs=1)
    # The pane stays in sight.
    assert run(browser, "scrollTo(0, 2000); await settled(); return document.querySelector('.pane').getBoundingClientRect().top") \
        == pytest.approx(pane[2], abs=1)
    tiles = run(browser, """
      const tiles = () => [...document.querySelectorAll('.details .tile img')];
      await until(() => tiles().length && tiles().every(image => image.complete));
      return tiles().map(image => image.naturalWidth);
    """)
    assert len(tiles) > 3 and all(width > 0 for width in tiles)
    assert run(browser, """
      document.querySelector('.details .tile').click();
      await until(() => document.querySelector('#picture[open]'));
      return document.querySelector('#picture').open;
    """)
    browser.resize(390, 844)


def test_a_press_on_a_person_of_the_pane_tells_about_them(browser, example_site):
    browser.resize(1920, 1000)
    open_window(browser, example_site.pages()[0])
    name, shown = run(browser, READY + """
      await until(() => document.querySelector('.details .people button'));
      const person = document.querySelector('.details .people button');
      person.click();
      await until(() => document.querySelector('#person[open]'));
      return [person.querySelector('.who').textContent, document.querySelector('#person h2').textContent];
    """)
    browser.resize(390, 844)
    assert name == shown


def test_without_room_there_are_no_details(browser, example_site):
    browser.resize(1280, 800)
    open_window(browser, example_site.pages()[0])
    assert run(browser, "await frames(20); const pane = document.querySelector('.pane.details');"
                        " return !pane || !pane.checkVisibility()")
    assert run(browser, "return getComputedStyle(document.documentElement).getPropertyValue('--details-width').trim()") == "0px"
    browser.resize(390, 844)


def test_statistics_use_the_window(browser, example_site):
    browser.resize(1920, 1000)
    browser.goto(example_site.conversations[0] / "statistics.html")
    lefts = run(browser, "return [...document.querySelectorAll('.panel')].map(panel => Math.round(panel.getBoundingClientRect().left))")
    browser.resize(390, 844)
    assert len(set(lefts)) == 2
