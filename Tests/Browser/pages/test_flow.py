"""Readers' font settings that change the lines: lines wrap again, rows grow, and nothing is cut."""

import pytest

from chromium import Chromium
from conftest import ROOT
from window import OVERLAPS, READY, TARGET, open_window, press, run

# Texts that stick out of their bubble or the window.
LOST = """
  const lost = [], wide = innerWidth;
  for (const text of document.querySelectorAll('main article > :is(p, pre, time), main .day')) {
    if (!text.checkVisibility()) continue;
    const box = (text.closest('article') ?? text.parentNode).getBoundingClientRect(), range = new Range();
    range.selectNodeContents(text);
    for (const part of range.getClientRects())
      if (part.width && (part.left < -1 || part.right > wide + 1 || part.top < box.top - 4 || part.bottom > box.bottom + 4
        || part.left < box.left - 2 || part.right > box.right + 2))
        lost.push([text.textContent.slice(0, 40), [part.left, part.right, part.top - box.top, box.bottom - part.bottom].map(Math.round).join()]);
  }
  if (document.documentElement.scrollWidth > wide) lost.push(['scrolls sideways', document.documentElement.scrollWidth]);
  return [document.documentElement.className, lost.slice(0, 5), document.querySelectorAll('main article').length];
"""


def opened(browser, path):
    browser.goto(path)
    browser.wait_until("document.readyState === 'complete' && /flow|app/.test(document.documentElement.className)")
    return run(browser, "await document.fonts.ready; await frames(3);" + LOST)


@pytest.mark.parametrize("name, value", [
    ("font.minimum-size.x-western", 22), ("browser.display.use_document_fonts", 0)], ids=["minimum size", "own fonts"])
def test_firefox_s_own_settings_lose_nothing(firefox, example_site, group_site, name, value):
    firefox.in_chrome("Services.prefs.setIntPref(arguments[0], arguments[1])", name, value)
    try:
        firefox.resize(390, 844)
        for path in (example_site.pages()[0], group_site.pages()[1]):
            state, lost, many = opened(firefox, path)
            assert lost == [] and many > 20, state
    finally:
        firefox.in_chrome("Services.prefs.clearUserPref(arguments[0])", name)


def test_a_minimum_size_in_chromium_loses_nothing(example_site, group_site):
    with Chromium("--blink-settings=minimumFontSize=22") as browser, browser.page() as page:
        for path in (example_site.pages()[0], group_site.pages()[1]):
            state, lost, many = opened(page, path)
            assert lost == [] and many > 20, state


def test_ordinary_settings_keep_the_lines(browser, example_site):
    browser.goto(example_site.pages()[0])
    browser.wait_until(READY)


# Controls of an ordinary page, which one that flows must have too.
FURNITURE = """
  const shown = selector => [...document.querySelectorAll(selector)].filter(element => element.checkVisibility() && element.getBoundingClientRect().width > 5).length;
  const isPainted = (element, pseudo) => !/, 0\\)$|transparent/.test(getComputedStyle(element, pseudo).backgroundColor);
  const bubbles = [...document.querySelectorAll('article:is(.in, .out):not(.bare, .notice)')];
  return {
    controls: ['search', 'scheme', 'size'].map(name => shown(`[data-act=${name}]`)),
    timeline: shown('.timeline'), avatars: shown('article .avatar'), times: shown('article time'),
    bare: bubbles.filter(row => !row.querySelector('.bubble') || !isPainted(row.querySelector('.bubble'), '::before')).map(row => row.id),
  };
"""


@pytest.fixture(scope="module")
def blocks_site(program, tmp_path_factory):
    return program.export(ROOT / "Tests" / "Browser" / "Fixtures" / "blocks.json", tmp_path_factory.mktemp("blocks") / "site")


def set_size(browser, path, percent):
    browser.goto(path)
    browser.evaluate(f"void localStorage.setItem('chatexport size', {percent})")
    browser.goto("about:blank")


@pytest.fixture
def large_text(browser, group_site):
    """A tab in which text is 150 % large, and afterwards as large as before."""
    set_size(browser, group_site.pages()[0], 150)
    yield browser
    set_size(browser, group_site.pages()[0], 100)


@pytest.mark.parametrize("width, percent", [(390, 115), (390, 200), (320, 200)])
def test_larger_text_keeps_every_look_and_control(browser, example_site, group_site, blocks_site, width, percent):
    browser.resize(width, 844)
    for path in (example_site.pages()[0], blocks_site.pages()[0], group_site.pages()[1]):
        set_size(browser, path, percent)
        open_window(browser, path.as_uri())
        run(browser, "await settled(); await until(() => !document.querySelector('.timeline').hidden)")
        state, lost, many = run(browser, LOST)
        assert "flow" in state and lost == [] and many
        assert run(browser, OVERLAPS + "return overlaps()") == []
        seen = run(browser, FURNITURE)
        assert seen["controls"] == [1, 1, 1] and seen["timeline"] == 1 and seen["bare"] == [] and seen["times"] > many / 3
        assert seen["avatars"] or path == blocks_site.pages()[0]
    set_size(browser, path, 100)
    browser.resize(390, 844)


def test_nothing_moves_while_rows_that_flow_come_and_go(large_text, group_site):
    """Over the edges of pages, downwards and upwards: what is on the screen moves as far as was scrolled."""
    open_window(large_text, f"{group_site.pages()[1].as_uri()}#m-900")
    for step in (700, -700):
        moved = run(large_text, """
          await settled(); await new Promise(done => setTimeout(done, 600));
          const wrong = [];
          for (let i = 0; i < 25; i++) {
            const before = new Map(visible().map(row => [row, topOf(row)])), from = scrollY;
            scrollBy({top: given[0], behavior: 'instant'});
            const by = scrollY - from;
            await frames(3);
            for (const [row, top] of before) if (row.isConnected && Math.abs(topOf(row) - top + by) > 1.5 && Math.abs(topOf(row) - top + given[0]) > 1.5)
              wrong.push([i, row.id, topOf(row) - top, by]);
            await until(isCovered);
          }
          return [wrong.slice(0, 4), visible()[0].id, rows().length];
        """, step)
        assert moved[0] == [] and moved[2] <= 550, moved


def test_jumps_are_exact_where_text_flows(large_text, group_site):
    open_window(large_text, group_site.pages()[0].as_uri())
    for message in (1700, 40, 1203, 1204):
        top, wanted = run(large_text, f"""
          location.hash = '#m-' + given[0];
          await until(() => document.getElementById('m-' + given[0])?.matches('.target'));
          await settled();
          return [topOf(document.getElementById('m-' + given[0])), {TARGET}];
        """, message)
        assert abs(top - wanted) <= 1.5, message
    press(large_text, "End")
    run(large_text, "await until(() => visible().some(row => row.dataset.i === '1999')); await settled()")
    assert run(large_text, "return scrollY + innerHeight >= document.documentElement.scrollHeight - 2")
    press(large_text, "Home")
    run(large_text, "await until(() => visible().some(row => row.dataset.i === '0')); await settled()")
    assert run(large_text, "return document.querySelector('[data-i=\"0\"]').getBoundingClientRect().top < 300")
