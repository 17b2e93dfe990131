"""The page's script under hostile hands: what other pages of the origin store, frame or include does no harm."""

import json

import pytest

from test_window import count, long_site  # noqa: F401
from window import READY, Served, open_window, run


def remember(browser, page, entries: dict) -> None:
    """Stores entries as another page of the origin would, and leaves the page."""
    browser.goto(page)
    browser.evaluate(f"""(() => {{ localStorage.clear();
        for (const [key, value] of Object.entries({json.dumps(entries)})) localStorage.setItem(key, value); }})()""")
    browser.goto("about:blank")


HOSTILE = {
    "sizes": {"chatexport size": '"large"', "size": "large"},
    "no size": {"chatexport size": "0", "size": "0"},
    "endless size": {"chatexport size": "1e999"},
    "a scheme of two words": {"chatexport scheme": '"dark blue"', "scheme": "dark blue"},
    "a scheme that is no text": {"chatexport scheme": '{"light": 1}'},
    "no JSON": {"chatexport size": "{", "chatexport scheme": "<b>"},
}


@pytest.mark.parametrize("case", HOSTILE)
def test_findings_F1_what_is_stored_is_not_trusted(browser, long_site, case):  # noqa: F811
    page = long_site.conversations[0] / "1.html"
    remember(browser, page, HOSTILE[case])
    browser.goto(page)
    # A column that is wider than the screen flows and has no window.
    browser.wait_until(f"{READY} || document.documentElement.classList.contains('flow')")
    size, scheme = browser.evaluate(
        "[parseFloat(getComputedStyle(document.documentElement).fontSize), document.documentElement.className]")
    assert 8 <= size <= 48 and "system" in scheme.split(), (size, scheme)
    assert run(browser, "return visible().length") > 0
    browser.evaluate("localStorage.clear()")


@pytest.mark.parametrize("position", ['{"id": 7}', '{"id": "m-1", "page": 1e9}', '{"id": "m-1", "page": 1, "top": "x"}', "[]", '"x"'])
def test_findings_F1_a_stored_position_is_not_trusted(browser, long_site, position):  # noqa: F811
    page = long_site.conversations[0] / "1.html"
    browser.goto(page)
    browser.evaluate(f"localStorage.setItem('chatexport ' + location.pathname, {json.dumps(position)})")
    # Leaving a page stores its position, so the entry is made again from a page without a column.
    browser.goto(long_site.folder / "index.html")
    browser.evaluate(f"""localStorage.setItem('chatexport {json.dumps(page.as_uri()[7:])[1:-1]}', {json.dumps(position)})""")
    browser.goto(page)
    browser.wait_until(READY)
    run(browser, "await settled()")
    assert run(browser, "return visible().length") > 0
    browser.evaluate("localStorage.clear()")


@pytest.mark.parametrize("search", ["?00&x", "?00&5", "?999&5", "?130&x", "?130&5&y"])
def test_findings_F1_an_address_can_not_blank_a_page(browser, long_site, search):  # noqa: F811
    browser.goto("about:blank")
    browser.goto(long_site.conversations[0].as_uri() + f"/1.html{search}#m-3")
    browser.wait_until("document.documentElement && document.querySelector('main')")
    size = browser.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    assert 7 <= size <= 48, size


INTRUDER = """<!DOCTYPE html><title>none</title><script>
parent.postMessage('<section data-page="2"><article>intruder</article></section>', "*");
for (const token of ["", "1-2-3-4", null, undefined]) parent.postMessage([token, "<section><article>intruder</article></section>"], "*");
</script>"""


@pytest.fixture
def inside(chromium):
    """A tab whose tests may look into the script's modules; Firefox's driver does not see them."""
    with chromium.page() as page:
        yield page


def test_findings_F2_a_frame_without_the_token_gives_no_rows(inside, long_site, tmp_path):  # noqa: F811
    """Another local page takes the place of the hidden frame, as a page that frames this one can."""
    browser = inside
    intruder = tmp_path / "intruder.html"
    intruder.write_text(INTRUDER)
    open_window(browser, long_site.conversations[0] / "1.html")
    found = run(browser, """
      const [address] = given;
      const append = document.body.append.bind(document.body);
      let replaced = 0;
      document.body.append = (frame) => { if (frame.localName === "iframe") { frame.src = address; replaced++; } append(frame); };
      PageLoader.pages.delete(9);
      const loading = PageLoader.load(9).then((sections) => sections.length, () => "refused");
      await new Promise((resolve) => setTimeout(resolve, 500));
      return [replaced, PageLoader.pages.has(9), document.body.textContent.includes("intruder")];
    """, intruder.as_uri())
    assert found[0] > 0 and not found[1] and not found[2], found


def test_findings_F2_only_sections_are_taken(inside, long_site, tmp_path):  # noqa: F811
    browser = inside
    forger = tmp_path / "forger.html"
    forger.write_text("""<!DOCTYPE html><script>
      const token = location.search.match(/rows=([\\d-]+)/)[1];
      parent.postMessage([token, '<img src="x" onerror="parent.hit = 1">'], "*");
      parent.postMessage([token, '<form><section></section></form>'], "*");
      parent.postMessage([token], "*");
    </script>""")
    open_window(browser, long_site.conversations[0] / "1.html")
    found = run(browser, """
      const [address] = given;
      const append = document.body.append.bind(document.body);
      document.body.append = (frame) => {
        if (frame.localName === "iframe") frame.src = address + frame.src.slice(frame.src.indexOf("?"));
        append(frame);
      };
      await Scripts.loadAsset("frames");
      return (await PageFrames.receive(9)).childElementCount;
    """, forger.as_uri())
    assert found == 0


THIEF = """<!DOCTYPE html><title>thief</title><script>
window.taken = []; window.chatexport = (...data) => taken.push(data);
</script>{}<script>onload = () => document.title = JSON.stringify(taken)</script>"""


def test_findings_F3_on_the_web_no_other_site_can_read_the_map_as_a_script(browser, long_site, tmp_path):  # noqa: F811
    folder = long_site.conversations[0]
    names = [path.name for path in sorted((folder / "map").iterdir())][:20]
    assert "all.js" in names and "s.js" in [path.name for path in (folder / "map").iterdir()]
    with Served(long_site.folder) as address, Served(tmp_path) as other:
        (tmp_path / "thief.html").write_text(THIEF.format(
            "".join(f'<script src="{address}/{folder.name}/map/{name}"></script>' for name in [*names, "s.js"])))
        browser.goto(f"{other}/thief.html")
        browser.wait_until("document.title !== 'thief'")
        assert browser.evaluate("document.title") == "[]"


def test_findings_F3_the_page_itself_reads_it_there(browser, long_site):  # noqa: F811
    with Served(long_site.folder) as address:
        open_window(browser, f"{address}/{long_site.conversations[0].name}/1.html")
        assert run(browser, "return visible().length") > 0


def test_findings_F3_the_search_reads_it_there(inside, long_site):  # noqa: F811
    with Served(long_site.folder) as address:
        open_window(inside, f"{address}/{long_site.conversations[0].name}/1.html")
        assert run(inside, """
          await Scripts.loadAsset("terms");
          await SearchIndex.open();
          return [PageMap.pages > 1, SearchIndex.rules.word.test("a"), Object.keys(MapFiles.contents).length > 1];
        """) == [True, True, True]
