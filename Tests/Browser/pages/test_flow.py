"""Readers' font settings that change the lines: lines wrap again, rows grow, and nothing is cut."""

import json

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
  const isPainted = element => ['::before', '::after'].some(pseudo => !/, 0\\)$|transparent/.test(getComputedStyle(element, pseudo).backgroundColor));
  const bubbles = [...document.querySelectorAll('article:is(.in, .out):not(.bare, .notice)')];
  return {
    controls: ['search', 'scheme', 'size'].map(name => shown(`[data-act=${name}]`)),
    timeline: shown('.timeline'), avatars: shown('article .avatar'), times: shown('article time'),
    bare: bubbles.filter(row => !row.querySelector('.bubble') || !isPainted(row.querySelector('.bubble'))).map(row => row.id),
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


# Tails of rows, and where those of bubbles are drawn: [id, side, whether its ground and line have the tail's outline].
TAILS = """
  return [...document.querySelectorAll('article:is(.in, .out):not(.bare, .notice)')].filter(row => row.checkVisibility()).map(row => {
    const bubble = row.querySelector('.bubble'), styles = ['::before', '::after'].map(layer => getComputedStyle(bubble, layer));
    return {
      id: row.id, hasTail: row.matches('.t'), isOut: row.matches('.out'),
      drawn: styles.map(style => style.content !== 'none' && style.clipPath.startsWith('polygon')),
      turned: styles.map(style => style.transform.startsWith('matrix(-1')), ground: styles[1].backgroundColor,
      border: parseFloat(styles[0].borderTopWidth),
    };
  });
"""


def test_larger_text_keeps_tails(browser, example_site):
    path = example_site.pages()[0]
    set_size(browser, path, 150)
    try:
        open_window(browser, f"{path.as_uri()}#m-21")
        bubbles = run(browser, TAILS)
        assert {bubble["isOut"] for bubble in bubbles if bubble["hasTail"]} == {True, False}
        assert [bubble["id"] for bubble in bubbles if bubble["drawn"] != [bubble["hasTail"]] * 2] == []
        assert [bubble["id"] for bubble in bubbles
                if bubble["hasTail"] and bubble["turned"] != [bubble["isOut"]] * 2] == []
        if hasattr(browser, "emulate"):
            browser.emulate(forced_colors="active")
            assert {(bubble["isOut"], bubble["border"]) for bubble in run(browser, TAILS)} == {(False, 1), (True, 3)}
    finally:
        set_size(browser, path, 100)


def test_larger_text_keeps_the_layout_of_what_is_not_text(browser, program, tmp_path):
    """Albums are as wide as in the layout, reactions wrap as one, lists are indented, own messages keep to their edge."""
    (tmp_path / "looks.json").write_text(json.dumps({
        "format": "chatexport/1", "id": "looks", "title": "A title that takes two lines on a phone", "text": "markdown",
        "participants": [{"id": "me", "name": "Ana", "isMe": True}, {"id": "ken", "name": "Kenji"}], "messages": [
            {"id": name, "from": sender, "at": f"2026-04-20T19:{10 + 10 * index}:00Z", **parts}
            for index, (name, sender, parts) in enumerate([
                ("album", "ken", {"text": "three", "attachments": [
                    {"kind": "image", "path": f"photo_{number}.jpg"} for number in (1, 2, 3)]}),
                ("many", "ken", {"text": "with many", "reactions": [
                    {"emoji": emoji, "count": count} for emoji, count in zip("👍😂🔥🙏🎉😢😡👏🤔", range(9, 0, -1))]}),
                ("list", "ken", {"text": "Two points:\n\n- one\n  - two"}),
                ("code", "ken", {"text": "```swift\nlet one = 1\nlet two = 2\nlet three = 3\n```"}),
                ("link", "ken", {"text": "https://example.org/a/very/long/path/that/ends"}),
                ("lost", "me", {"text": "lost", "status": "failed"}),
            ])]}), encoding="utf-8")
    site = program.export(tmp_path / "looks.json", tmp_path / "site")
    set_size(browser, site.pages()[0], 150)
    browser.resize(390, 1600)
    open_window(browser, site.pages()[0])
    seen = run(browser, """
      const row = id => document.getElementById('m-' + id), box = element => element.getBoundingClientRect();
      const [tile, icon, name] = ['.missing', '.icon', '.t-card-fact'].map(part => box(row('album').querySelector(part)));
      const chips = [...row('many').querySelectorAll('.reaction')].map(chip => Math.round(box(chip).top));
      const items = [...row('list').querySelectorAll('[data-box^=marker]')].map(box), texts = [...row('list').querySelectorAll('p')].map(box);
      const title = document.querySelector('.heading h1');
      return {
        tile: tile.width, isUnder: name.top >= icon.bottom - 1 && name.bottom <= tile.bottom + 1,
        rows: [...new Set(chips)].map(top => chips.filter(other => other === top).length),
        indent: items[1].left - items[0].left, gap: texts[2].left - items[0].right,
        end: box(row('lost')).right - box(row('lost').querySelector('.bubble')).right,
        copy: box(row('code').querySelector('.copy')).width,
        parts: row('link').querySelectorAll('a wbr').length,
        title: [box(title).height / parseFloat(getComputedStyle(title).lineHeight), title.scrollWidth <= title.clientWidth],
      };
    """)
    browser.resize(390, 844)
    set_size(browser, site.pages()[0], 100)
    assert seen["tile"] == pytest.approx(84, abs=1) and seen["isUnder"]
    # Every line but the last is full.
    assert len(set(seen["rows"][:-1])) <= 2 and min(seen["rows"][:-1]) >= 3
    assert 20 < seen["indent"] < 40 and seen["gap"] > 3
    assert seen["end"] == pytest.approx(11, abs=1)
    assert seen["copy"] > 10 and seen["parts"] >= 5
    assert seen["title"][1] and seen["title"][0] > 1.5


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
