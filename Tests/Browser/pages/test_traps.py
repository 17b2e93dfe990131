"""Traps that browsers have for such pages, each met once: what other tests do not come across. See the list in README.md."""

import json
import re
import shutil
import time
from pathlib import Path

import pytest

from chromium import PATIENCE, Chromium
from measuring import plain
from public_files import SCRIPTS, STYLES, script
from site_model import anchor
from test_flow import LOST
from test_window import EXACT, count, long_site, low_site, middle, pages  # noqa: F401
from window import COPIED, READY, TARGET, Served, open_window, press, run

SCRIPT = script("chat")


# Loading

FRAMED = """<!DOCTYPE html><title>none</title><iframe src="{}"></iframe>
<script>addEventListener("message", ({{data}}) => document.title = data[0] + (data[1]?.slice(0, 5) ?? "")); onload = () => document.body.className = "loaded"</script>"""


def test_a_page_gives_its_rows_to_its_parent_under_file_alone(browser, example_site, tmp_path):
    site = example_site.conversations[0]
    parent = tmp_path / "parent.html"
    parent.write_text(FRAMED.format(f"{site.as_uri()}/1.html?rows=1-2-3-4"), encoding="utf-8")
    browser.goto(parent)
    browser.wait_until("document.title.startsWith('1-2-3-4')")
    # Over HTTP anybody may ask with `fetch` who may at all; on its own, nobody is told and no window begins.
    copy = Path(shutil.copytree(example_site.folder, tmp_path / "site"))
    with Served(copy) as address:
        (copy / "parent.html").write_text(FRAMED.format(f"{address}/{site.name}/1.html?rows=1-2-3-4"), encoding="utf-8")
        browser.goto(f"{address}/parent.html")
        browser.wait_until("document.body.className === 'loaded'")
        run(browser, "await frames(10)")
        assert browser.evaluate("document.title") == "none"
    browser.goto(f"{site.as_uri()}/1.html?rows=1-2-3-4")
    run(browser, "await frames(10)")
    assert not browser.evaluate(READY)


def test_what_is_asked_for_twice_comes_once_and_for_both(browser, long_site, count):  # noqa: F811
    """Two jumps into one page, and a third that overtakes them, before any of it is there."""
    with Served(long_site.folder) as address:
        open_window(browser, f"{address}/{long_site.conversations[0].name}/{count}.html")
        asked = run(browser, """
          performance.clearResourceTimings();
          performance.setResourceTimingBufferSize(9999);
          for (const id of ['m-2101', 'm-2102', 'm-2103']) location.hash = id;
          await until(() => document.getElementById('m-2103')?.matches('.target'));
          await settled();
          return performance.getEntriesByType('resource').map(entry => entry.name.split('/').slice(-2).join('/')).filter(name => /[.](html|js)$/.test(name));
        """)
    assert any(name.endswith("/5.html") for name in asked) and len(asked) == len(set(asked)), ' '.join(asked)
    assert run(browser, "return document.querySelectorAll('iframe').length") == 0


def test_scripts_are_as_files_of_the_disk_may_be(example_site):
    """No modules, no integrity, nothing of another file's drawings: browsers refuse all of that from the disk."""
    for path in example_site.html_files:
        for element in example_site.markup(path).elements:
            if element.tag in ("script", "link"):
                assert not {"integrity", "crossorigin"} & element.attributes.keys() and element.attributes.get("type") != "module"
            if element.tag == "use":
                assert element.attributes["href"].startswith("#")
    for path in STYLES:
        assert not re.search(r"(mask|clip-path|filter)[\w-]*:[^;]*url\((?!#)|unicode-bidi:\s*plaintext", path.read_text(encoding="utf-8"))
    for name in SCRIPTS:
        assert not re.search(r"\bimport\b|new Worker|XMLHttpRequest|\beval\b", re.sub(r"//.*", "", script(name)))


def test_inline_script_does_not_run_in_firefox_either(firefox, example_site, tmp_path):
    shutil.copytree(example_site.folder, tmp_path / "site")
    path = tmp_path / "site" / example_site.pages()[0].relative_to(example_site.folder)
    source = path.read_text(encoding="utf-8")
    path.write_text(source.replace("</main>", "<script>document.title = 'ran'</script><img src=x onerror=\"document.title = 'ran'\"></main>"), encoding="utf-8")
    title = re.search("<title>(.*?)</title>", source)[1]
    firefox.goto(plain(path))
    assert firefox.evaluate("document.title") != "ran" and title


def test_each_conversation_remembers_its_own_position(browser, long_site, group_site):  # noqa: F811
    """Chromium has one storage for all files of a disk."""
    found = []
    for site, identifier in ((long_site, "m-700"), (group_site, "m-800")):
        url = site.conversations[0].as_uri() + "/2.html"
        open_window(browser, f"{url}#{identifier}")
        run(browser, "await until(() => document.getElementById(given[0])?.matches('.target')); await settled()", identifier)
        found.append((url, identifier, run(browser, "return topOf(document.getElementById(given[0]))", identifier)))
    for url, identifier, top in found:
        browser.goto("about:blank")
        browser.goto(url)
        browser.wait_until(READY)
        run(browser, "await until(() => Math.abs(topOf(document.getElementById(given[0]) ?? document.body) - given[1]) <= 0.5, given[0])", identifier, top)


# The window

def test_the_scroller_is_never_higher_than_browsers_can_lay_out(browser, low_site, count):  # noqa: F811
    """Firefox lets a box collapse that is too high; both lose precision long before."""
    assert "MAX_HEIGHT = 4e6" in SCRIPT
    open_window(browser, f"{low_site.conversations[0].as_uri()}/{middle(count)}.html")
    for key in ("Home", "End"):
        press(browser, key)
        run(browser, "await settled()")
        high, lowest, base = run(browser, """
          const main = document.querySelector('main'), top = main.getBoundingClientRect().top;
          const sections = [...main.querySelectorAll('section')].map(section => parseFloat(section.style.top));
          return [main.getBoundingClientRect().height, Math.max(...sections.map(Math.abs)), parseFloat(main.lastElementChild.style.top)];
        """)
        assert high <= 2e5 and lowest <= 3e5
        # Fractions of a px would add up in Firefox.
        assert base == round(base)


@pytest.mark.parametrize("scale", [1, 3])
def test_browsers_show_the_scroller_as_high_as_it_is(firefox, scale, tmp_path):
    """On a screen with three dots for a px, Chromium's limit is a third; an emulated screen does not show that."""
    path = tmp_path / "high.html"
    path.write_text(f"<!DOCTYPE html><div style='height: {4e6 + 2e5:.0f}px'></div><p>end</p>", encoding="utf-8")
    size = "[document.querySelector('div').getBoundingClientRect().height, document.documentElement.scrollHeight > 4.2e6]"
    if scale == 1:
        firefox.goto(path)
        assert firefox.evaluate(size) == [4.2e6, True]
    with Chromium(f"--force-device-scale-factor={scale}") as browser, browser.page() as page:
        page.send("Emulation.clearDeviceMetricsOverride")
        page.goto(path)
        assert page.evaluate("devicePixelRatio") == scale
        assert page.evaluate(size) == [4.2e6, True]


def test_a_px_near_the_ends_is_a_px(browser, low_site, count):  # noqa: F811
    """The thumb is to scale; rows near the first and last message move as far as one scrolls all the same."""
    open_window(browser, f"{low_site.conversations[0].as_uri()}/{middle(count)}.html")
    for key, side in (("Home", 1), ("End", -1)):
        press(browser, key)
        run(browser, "await settled()")
        worst = run(browser, """
          let worst = 0;
          for (const step of [1, 1, 2, 3, 40, -40, 7, -6, -1]) {
            const row = visible()[2], top = topOf(row);
            scrollBy({top: given[0] * step, behavior: 'instant'});
            await settled();
            worst = Math.max(worst, Math.abs(topOf(row) - top + given[0] * step));
          }
          return worst;
        """, side)
        assert worst <= EXACT, key


def test_find_in_page_is_no_move_of_the_thumb(browser, low_site, count):  # noqa: F811
    """It scrolls as far at once; what it found stays where it was found."""
    open_window(browser, f"{low_site.conversations[0].as_uri()}/{middle(count)}.html")
    words, identifier = run(browser, """
      const far = rows().filter(row => topOf(row) > 4 * innerHeight && row.querySelector('p:not([class])'));
      // Words that are said once, in a line.
      for (const row of far.reverse()) {
        const words = row.querySelector('p:not([class])').firstChild?.data?.trim() ?? '';
        if (words.length > 12 && /^[a-z ]+$/i.test(words) && document.querySelector('main').textContent.split(words).length === 2) return [words, row.id];
      }
    """)
    assert browser.evaluate("words => { getSelection().removeAllRanges(); return window.find(words, true) }", words)
    run(browser, """
      await settled();
      const box = getSelection().getRangeAt(0).getBoundingClientRect(), row = document.getElementById(given[0]);
      if (!row.contains(getSelection().anchorNode)) throw new Error('another one was found');
      if (box.bottom < 0 || box.top > innerHeight) throw new Error(`${box.top}`);
    """, identifier)


def test_a_jump_is_exact_though_the_browser_ends_it_a_px_off(browser, pages, count):  # noqa: F811
    """As Firefox does where a position is large; it says so in the scroll event."""
    open_window(browser, f"{pages}/{middle(count)}.html")
    for identifier in ((middle(count) - 1) * 500 + 200, 700):
        off = run(browser, f"""
          const scroll = window.scrollTo.bind(window);
          window.scrollTo = move => {{ scroll(move); queueMicrotask(() => scroll({{top: scrollY - 1, behavior: 'instant'}})) }};
          location.hash = '#' + given[0];
          await until(() => document.querySelector('.target')?.id === given[0], given[0]);
          await settled();
          window.scrollTo = scroll;
          return topOf(document.getElementById(given[0])) - {TARGET};
        """, f"m-{identifier}")
        assert abs(off) <= EXACT, identifier


def test_smooth_scrolling_reaches_where_it_goes(browser, pages, count):  # noqa: F811
    """Whatever comes in meanwhile: a timer that moves the scroller while it moves would stop it in Firefox."""
    # Near the page's first row, so that the page before comes while it is scrolled to.
    open_window(browser, f"{pages}/{middle(count)}.html#m-{(middle(count) - 1) * 500 + 20}")
    for distance in (-2600, 2600):
        moved = run(browser, """
          const row = visible()[1], top = topOf(row), ended = new Promise(done => addEventListener('scrollend', done, {once: true}));
          scrollBy({top: given[0], behavior: 'smooth'});
          await until(() => Math.abs(topOf(row) - top) > 1, 'begun');
          // Its last px take as long as a busy machine takes for them.
          await ended;
          await settled();
          return topOf(row) - top;
        """, distance)
        assert moved == pytest.approx(-distance, abs=EXACT)


def test_another_page_and_back_keeps_the_position(browser, pages, count):  # noqa: F811
    open_window(browser, f"{pages}/{middle(count)}.html")
    identifier, top = run(browser, """
      scrollBy({top: -4321, behavior: 'instant'});
      await settled();
      const row = visible()[2];
      return [row.id, topOf(row)];
    """)
    browser.goto(f"{pages}/index.html")
    browser.evaluate("void setTimeout(() => history.back())")
    browser.wait_until(f"document.querySelector('main') && {READY}")
    run(browser, "await until(() => Math.abs(topOf(document.getElementById(given[0]) ?? document.body) - given[1]) <= 0.5, given[0])", identifier, top)


# Drawing

def test_nothing_of_a_drawing_is_cut_by_its_section(example_site, group_site, page):
    """A section that is not rendered while off the screen cuts what sticks out of it: bubbles' tails stay inside."""
    for path in (example_site.pages()[0], group_site.pages()[0]):
        page.goto(plain(path))
        cut = run(page, """
          const cut = [];
          for (const section of document.querySelectorAll('main section')) {
            section.scrollIntoView({behavior: 'instant'});
            await frame();
            const box = section.getBoundingClientRect();
            for (const path of section.querySelectorAll(':scope > svg path')) {
              const drawn = path.getBoundingClientRect();
              if (drawn.width && (drawn.top < box.top - 0.5 || drawn.bottom > box.bottom + 0.5 || drawn.left < box.left - 0.5 || drawn.right > box.right + 0.5))
                cut.push([section.dataset.first, drawn.top - box.top, box.bottom - drawn.bottom, drawn.left - box.left, box.right - drawn.right]);
            }
          }
          return cut;
        """)
        assert cut == []


def test_bubbles_have_borders_where_colours_are_the_reader_s(page, example_site):
    page.emulate(forced_colors="active")
    page.goto(plain(example_site.pages()[0]))
    styles = page.evaluate("""['in', 'out'].map(side => {
      const style = getComputedStyle(document.querySelector(`.rows article.${side}:not(.bare, .notice)`), '::before');
      return `${style.borderTopWidth} ${style.borderTopStyle}`;
    })""")
    assert styles == ["1px solid", "3px double"]


@pytest.mark.parametrize("switch", [
    "--font-render-hinting=full", "--blink-settings=defaultFontSize=24", "--force-device-scale-factor=1.1"], ids=lambda switch: switch.split("=")[-2][-7:] + switch.split("=")[-1])
def test_another_machine_s_text_is_inside_its_bubble(switch, example_site, group_site):
    """Hinting makes text up to 0.8 % wider; the default size is another matter; each box has room for that."""
    with Chromium(switch) as browser, browser.page() as page:
        for path in (example_site.pages()[0], group_site.pages()[1]):
            page.goto(path)
            page.wait_until(READY)
            state, lost, many = run(page, "await document.fonts.ready; await frames(3);" + LOST)
            assert "flow" not in state and lost == [] and many > 20, state


# The zoom that Firefox gives to each page it loads, of all or of text alone.
ZOOM = """
  Services.prefs.setBoolPref('browser.zoom.full', arguments[0]);
  window.zoomForTests = 0;
  Cc['@mozilla.org/content-pref/service;1'].getService(Ci.nsIContentPrefService2).setGlobal(
    'browser.content.full-zoom', arguments[1], null, {handleCompletion() { window.zoomForTests = 1 }});
"""


def set_zoom(firefox, of_all: bool, zoom: float) -> None:
    firefox.in_chrome(ZOOM, of_all, zoom)
    end = time.monotonic() + PATIENCE
    while not firefox.in_chrome("return window.zoomForTests"):
        assert time.monotonic() < end, "the zoom was not set"
        time.sleep(0.02)


@pytest.mark.parametrize("of_all, zoom, width, flows", [(True, 1.1, 800, False), (True, 2, 1000, False), (False, 1.5, 800, False),
                                                        (False, 1.5, 390, True)])
def test_firefox_s_zoom_loses_nothing(firefox, example_site, of_all, zoom, width, flows):
    """Larger text alone is a larger column, which flows where it is wider than the window."""
    firefox.resize(width, 844)
    set_zoom(firefox, of_all, zoom)
    try:
        firefox.goto(example_site.pages()[0])
        firefox.wait_until("document.readyState === 'complete' && /flow|app/.test(document.documentElement.className)")
        state, lost, many = run(firefox, "await document.fonts.ready; await frames(3);" + LOST)
        ratio, size = firefox.evaluate("[devicePixelRatio, parseFloat(getComputedStyle(document.querySelector('.rows article > p')).fontSize)]")
        assert ratio == pytest.approx(zoom if of_all else 1, abs=0.02) and (of_all or size > 17)
        assert ("flow" in state.split()) == flows and lost == [] and many > 20
    finally:
        set_zoom(firefox, True, 1)
        firefox.goto("about:blank")
        firefox.resize(390, 844)


# Text

def test_hard_line_breaks_are_elements(example_site, group_site, page):
    """Firefox's copies as markup lose a newline character."""
    breaks = 0
    for path in (example_site.pages()[0], group_site.pages()[0]):
        page.goto(plain(path))
        found, some = page.evaluate("""(() => {
          const texts = [...document.querySelectorAll('.rows article > p:not([class])')];
          return [texts.filter(text => /[\\n\\r\\u2028]/.test(text.textContent)).map(text => text.outerHTML), texts.filter(text => text.querySelector('br')).length];
        })()""")
        assert found == []
        breaks += some
    assert breaks > 3


def test_two_clicks_select_a_word_and_three_the_whole_message(page, example_site):
    """Also over our own line breaks."""
    page.goto(plain(example_site.pages()[0]))
    x, y, text = page.evaluate("""(() => {
      const text = [...document.querySelectorAll('.rows article > p:not([class])')]
        .find(text => !text.querySelector(':scope > :not(i)') && text.querySelectorAll('i').length > 1);
      text.scrollIntoView({block: 'center', behavior: 'instant'});
      const box = text.getBoundingClientRect();
      return [box.x + 12, box.y + 10, text.textContent];
    })()""")
    for clicks in (1, 2, 3):
        for kind in ("mousePressed", "mouseReleased"):
            page.send("Input.dispatchMouseEvent", {"type": kind, "x": x, "y": y, "button": "left", "clickCount": clicks})
        selected = page.evaluate("getSelection().toString()").strip()
        if clicks == 2:
            assert selected and selected in text.split(" ")[0]
    assert selected == text.strip()


def test_all_that_is_live_can_be_copied(browser, pages, count):  # noqa: F811
    """Firefox leaves out of a selection's own text what is not rendered; what is copied has it all."""
    open_window(browser, f"{pages}/{middle(count)}.html")
    copied, said, ranges = run(browser, COPIED + """
      const body = row => row.querySelector(':scope > p:not([class])'), all = rows().filter(body);
      getSelection().setBaseAndExtent(all[0], 0, body(all.at(-1)), body(all.at(-1)).childNodes.length);
      const event = await copied();
      return [event.clipboardData.getData('text/plain'), all.map(row => body(row).firstChild?.data ?? ''), getSelection().rangeCount];
    """)
    assert len(said) > 300
    offset = 0
    for words in said:
        offset = copied.find(words, offset)
        assert offset >= 0, (words, ranges, copied.find(words))


# On which side of the letter before it each comma stands, in the lines and in one line that is never broken.
SIDES = """id => {
  const text = document.getElementById(id).querySelector('[data-box=text]'), whole = text.cloneNode(true);
  for (const line of whole.querySelectorAll('i')) line.remove();
  Object.assign(whole.style, {whiteSpace: 'nowrap', width: 'max-content'});
  text.after(whole);
  const edges = part => {
    const found = [], walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode());)
      for (let offset = 0; offset < node.length; offset++) {
        const range = new Range();
        range.setStart(node, offset);
        range.setEnd(node, offset + 1);
        found.push([node.data[offset], range.getBoundingClientRect().left]);
      }
    return found;
  };
  const sides = part => edges(part).flatMap(([sign, left], index, all) => sign === ',' ? [Math.sign(left - all[index - 1][1])] : []);
  const both = [sides(text), sides(whole)];
  whole.remove();
  return both;
}"""


def test_marks_at_a_line_s_end_stay_on_their_side(browser, program, tmp_path):
    """A soft break ends the paragraph for the browser: a comma between two words of the other direction would change sides."""
    texts = {"ltr": "Yes " + "".join(f"{'ab' * (number % 3)} שלום, " for number in range(60)),
             "rtl": "כן " + "".join(f"{'אב' * (number % 3)} word, " for number in range(60))}
    source = tmp_path / "sides.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "sides", "title": "Sides", "timeZone": "UTC", "text": "plain",
        "participants": [{"id": "a", "name": "Ann"}],
        "messages": [{"id": side, "from": "a", "at": "2026-05-01T10:00:00Z", "text": text.strip()} for side, text in texts.items()]}), encoding="utf-8")
    browser.goto(plain(program.export(source, tmp_path / "site").pages()[0]))
    for side in texts:
        broken, whole = browser.evaluate(SIDES, anchor(side))
        assert broken == whole and set(whole[:-1]) == {-1, 1}
