"""The cost of opening a page, and its look without fonts."""

import re
import shutil
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from conftest import shared_data
from measuring import MEASURE, plain
from window import READY, point, run


def counted(page) -> dict:
    return {metric["name"]: metric["value"] for metric in page.send("Performance.getMetrics")["metrics"]}


@pytest.mark.parametrize("fragment", ["", "#m-{}"], ids=["its beginning", "a message near its end"])
def test_only_sections_in_sight_are_laid_out(chromium, group_site, fragment):
    """A page has 20 sections; every section that a script measures takes one or two more layouts."""
    path = group_site.pages()[1]
    with chromium.page() as page:
        page.send("Performance.enable")
        before = counted(page)
        page.goto(path.as_uri() + fragment.format(980), settled=False)
        page.wait_until(READY)
        run(page, "await frames(2);")
        after = counted(page)
        assert page.evaluate("document.querySelectorAll('main section').length") >= 20
    assert 2 <= after["LayoutCount"] - before["LayoutCount"] <= 28, after["LayoutCount"]


WATCH = """
window.seen = {};
new MutationObserver(changes => {
  for (const { target, addedNodes } of changes) {
    if (target === document.documentElement && target.matches('.app')) seen.ready ??= performance.now();
    for (const node of addedNodes) if (node.localName === 'iframe') seen.asked ??= performance.now();
  }
}).observe(document, { subtree: true, childList: true, attributeFilter: ['class'] });
const form = Intl.DateTimeFormat;
// For the first day, and not for rows that come later.
Intl.DateTimeFormat = function (...given) { seen.dated ||= !document.querySelector('.now')?.textContent; return new form(...given); };
"""


@pytest.mark.parametrize("moves", ["", "scroll", "pointer"], ids=["a reader who stays", "a reader who scrolls", "a pointer that moves"])
def test_a_page_is_seen_before_others_are_asked_for(chromium, group_site, moves):
    """The page before is requested once the reader or a pointer moves, and the first day's words are in the page, since the browser takes 20 ms for
    its own."""
    page_file = group_site.pages()[1]
    day = re.search(r'class="now" data-date="([^"]+)"', page_file.read_text(encoding="utf-8"))[1]
    with chromium.page() as page:
        page.send("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        page.goto(page_file, settled=False)
        page.wait_until(READY)
        if moves == "scroll":
            run(page, "scrollBy({top: -40, behavior: 'instant'});")
        elif moves:
            point(page, 195, 500)
        page.wait_until("document.querySelector('.now').textContent")
        assert page.evaluate("document.querySelector('.now').textContent") == day
        assert not page.evaluate("seen.dated")
        if moves:
            page.wait_until("seen.asked && document.querySelector('main section[data-page]')")
        else:
            # Longer than until what the screen lacks is asked for.
            run(page, "await new Promise(done => setTimeout(done, 1000))")
            assert page.evaluate("!seen.asked")


@pytest.mark.parametrize("fragment", ["messages", "m-{}"], ids=["the page", "its first message"])
def test_rows_come_before_the_first_one_without_moving_it(browser, group_site, fragment):
    page_file = group_site.pages()[1]
    first = re.search(r'<article id="m-([^"]+)"', page_file.read_text(encoding="utf-8"))[1]
    browser.goto("about:blank")
    browser.goto(f"{page_file.as_uri()}#{fragment.format(first)}")
    browser.wait_until(READY)
    before, after, later = run(browser, """
      await frames(3);
      const row = document.getElementById('m-' + given[0]), before = topOf(row);
      if (document.querySelector('main section[data-page]')) throw new Error('the page before is there');
      scrollBy({top: -24, behavior: 'instant'});
      await frames(2);
      const after = topOf(row);
      await until(() => document.querySelector('main section[data-page]'), 'the page before');
      await settled();
      return [before, after, topOf(row)];
    """, first)
    assert abs(after - before - 24) <= 0.5 and abs(later - after) <= 0.5


def test_an_end_that_leaves_the_screen_open_has_the_page_behind_it(page, group_site):
    page_file = group_site.pages()[1]
    last = re.findall(r'<article id="([^"]+)"', page_file.read_text(encoding="utf-8"))[-1]
    page.goto(f"{page_file.as_uri()}#{last}")
    page.wait_until("document.querySelector('main section[data-page]')")


@pytest.fixture(params=["example", "Telegram", "10,000 generated messages"])
def opened_site(request, program, generate, example_site, tmp_path):
    if request.param == "example":
        return example_site
    is_telegram = request.param == "Telegram"
    source = shared_data("chats", "telegram", "tg-parser", "supergroup_with_topics.json") if is_telegram else generate(10_000, 1)
    return program.export(source, tmp_path / "site")


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desktop"])
def test_an_opened_page_moves_little_until_its_reader_does(chromium, opened_site, size):
    """At the beginning, the end, a message in the middle, and a later page's first row."""
    pages = opened_site.pages()
    middle = pages[len(pages) // 2]
    rows = re.findall(r'<article id="([^"]+)"', middle.read_text(encoding="utf-8"))
    ways = [(pages[0], "messages"), (middle, rows[len(rows) // 2]), (pages[-1], "end"), (middle, "messages"), (middle, rows[0])]
    for path, fragment in ways:
        with chromium.page(*size) as page:
            page.goto(f"{path.as_uri()}#{fragment}", settled=False)
            page.wait_until(READY)
            # Longer than until neighbours are asked for.
            run(page, "await settled(); await new Promise(done => setTimeout(done, 1500))")
            files = {Path(unquote(urlsplit(url).path)) for url in page.requests() if url.startswith("file:")}
        sizes = {file: file.stat().st_size for file in files}
        largest = [file.name for file in sorted(sizes, key=sizes.get, reverse=True)[:5]]
        print(f"\n{path.parent.name}/{path.name}#{fragment}: {sum(sizes.values()):,} B of {len(files)} files; {largest}")
        assert sum(sizes.values()) <= 600_000


def test_all_faces_of_a_page_are_there_for_printing(page, group_site):
    """Chromium does not wait for fonts, and does not print letters whose face is still loading."""
    page.goto(group_site.pages()[1])
    page.wait_until(READY)
    run(page, "await document.fonts.ready;")
    loaded = set(page.evaluate("[...document.fonts].filter(face => face.status === 'loaded').map(face => face.family)"))
    used = set(page.evaluate("[...document.querySelectorAll('main [class^=f]')].map(part => part.className)"))
    used = {name for name in used if re.fullmatch(r"f\d|f-[\w-]+", name)}
    assert len(used) > 8 and used | {"f0", "f2"} <= loaded


def test_without_its_fonts_text_has_faces_of_the_system(page, example_site, tmp_path):
    shutil.copytree(example_site.folder, tmp_path / "site")
    shutil.rmtree(tmp_path / "site" / "assets" / "fonts")
    page.goto(plain(tmp_path / "site" / example_site.pages()[0].relative_to(example_site.folder)))
    page.evaluate(f"{MEASURE}.renderAll()")
    # A page without its faces flows: its rows are built anew.
    page.wait_until("document.querySelector('html.flow.plain section.flowing strong .f2')")
    page.send("CSS.enable")
    document = page.send("DOM.getDocument")["root"]["nodeId"]
    for selector, kind in [(".flowing article p:not([class])", "Sans"), ("h1 > *", "Sans"), ("strong .f2", "Sans"), (".t-code", "Sans Mono")]:
        node = page.send("DOM.querySelector", {"nodeId": document, "selector": selector})["nodeId"]
        fonts = page.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
        most = max(fonts, key=lambda font: font["glyphCount"])
        assert most["familyName"] in {f"{maker} {kind}" for maker in ("Noto", "DejaVu", "Liberation")}, (selector, fonts)
