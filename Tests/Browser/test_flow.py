"""Readers' font settings that change the lines: lines wrap again, rows grow, and nothing is cut."""

import pytest

from chromium import Chromium
from window import READY, run

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
