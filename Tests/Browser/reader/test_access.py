"""Accessibility: axe-core finds nothing, narrow and enlarged pages lose nothing, focus is visible, print is complete."""

import json
import re
import shutil
import subprocess

import pytest

from conftest import ROOT
from window import READY, open_window, press, run

AXE = ROOT / ".build" / "axe" / "axe_playwright_python" / "axe.min.js"
KINDS = ["list", "front", "statistics", "gallery", "page", "page without script", "window", "keys", "picture", "search", "calendar", "flow"]


@pytest.fixture(scope="module")
def several(program, group_chat, tmp_path_factory):
    """A site of two conversations, so that it has a list."""
    from conftest import EXAMPLE
    out = tmp_path_factory.mktemp("several") / "site"
    result = program.run(EXAMPLE, group_chat, "--out", out)
    assert result.returncode == 0, result.stderr
    return out


def show(page, site, kind: str) -> None:
    lisbon = next(path for path in sorted(site.iterdir()) if path.name.startswith("lisbon"))
    group = next(path.parent for path in sorted(site.glob("*/2.html")))
    page.goto({"list": site / "index.html", "front": lisbon / "index.html", "statistics": group / "statistics.html",
               "gallery": lisbon / "gallery-1.html", "page without script": lisbon / "1.html"}.get(
        kind, group / "2.html" if kind == "window" else lisbon / "1.html"))
    if kind in ("page", "window", "keys", "picture", "search", "calendar"):
        page.wait_until(READY)
        run(page, "await settled()")
    if kind == "window":
        run(page, "scrollBy({top: 2000, behavior: 'instant'}); await settled()")
    if kind == "statistics":
        run(page, "for (const table of document.querySelectorAll('details')) table.open = true")
    if kind == "keys":
        press(page, "?")
    if kind == "search":
        press(page, "/")
        run(page, """await until(() => document.querySelector('#search select').options.length > 1);
          const field = document.querySelector('#search input');
          field.value = 'the';
          field.dispatchEvent(new Event('input', {bubbles: true}));
          await until(() => document.querySelector('#search ol a'))""")
    if kind == "picture":
        run(page, "document.querySelector('.rows a.picture').click(); await until(() => document.querySelector('#picture[open] .counter')?.textContent)")
    if kind == "calendar":
        run(page, "document.querySelector('[data-act=calendar]').click(); await until(() => document.querySelector('#calendar .some'))")
    if kind == "flow":
        page.evaluate("void localStorage.setItem('chatexport size', 150)")
        page.goto(lisbon / "1.html")
        page.wait_until("document.querySelector('html.flow section.flowing')")
        page.evaluate("void localStorage.removeItem('chatexport size')")


def violations(page) -> list:
    """Returns what axe-core finds on the page as it is."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    return page.evaluate("""(async () => {
      const options = {resultTypes: ['violations']};
      return (await axe.run(document, options)).violations.map(violation =>
        violation.id + ': ' + violation.help + ' ' + violation.nodes.slice(0, 3).map(node => node.target + ' ' +
          node.failureSummary).join(' | '));
    })()""", wait=True, deadline=120)


@pytest.mark.sweep(kind=lambda kind: kind, share=2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_nothing(several, page, kind, scheme):
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run `.ci/install test`")
    page.emulate(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    if kind == "page without script":
        # axe is a script itself, so only the page's own scripts are blocked.
        page.send("Network.setBlockedURLs", {"urls": ["*chat.js", "*reader.js", "*search.js"]})
    show(page, several, kind)
    assert violations(page) == []


@pytest.fixture(scope="module")
def furnished(program, tmp_path_factory):
    """A site of three conversations, one of which has pins, recordings, notices in a row, replies, reactions and pictures."""
    folder = tmp_path_factory.mktemp("furnished")
    for name in ("song.wav", "tram.jpg"):
        shutil.copy(ROOT / "docs" / "examples" / "media" / name, folder)
    names = {"a": "Ann", "b": "Ben", "c": "דנה", "d": "Chloé"}
    people = [{"id": key, "name": name, "isMe": key == "a"} for key, name in names.items()]
    messages = [{"id": str(number), "from": "abcd"[number % 4], "at": f"2026-05-{number // 40 + 1:02}T10:{number % 40:02}:00Z",
                 "text": f"message {number}"} for number in range(320)]
    messages[5]["pinned"] = messages[300]["pinned"] = True
    messages[301]["replyTo"] = "12"
    messages[302]["reactions"] = [{"emoji": "👍", "by": ["b", "c"]}, {"emoji": "🎉", "by": ["a"]}]
    messages[303] = {**messages[303], "text": "", "attachments": [{"kind": "voice", "path": "song.wav", "duration": 20, "waveform": [40, 90] * 20}]}
    messages[304] = {**messages[304], "attachments": [{"kind": "image", "path": "tram.jpg", "alt": "The pier"}]}
    for number in range(306, 311):
        messages[number] = {"id": str(number), "at": messages[number]["at"], "kind": "system", "event": "joined", "by": "b"}
    chats = {"one": messages, "two": messages[:30], "שלוש": messages[:5]}
    for title, those in chats.items():
        (folder / f"{len(those)}.json").write_text(json.dumps({
            "format": "chatexport/1", "id": str(len(those)), "title": title, "timeZone": "UTC", "locale": "en", "participants": people,
            "messages": those}), encoding="utf-8")
    return program.export(folder, folder.with_name("furnished-site"), "--page-size", "100")


FURNITURE = {
    "bar of pins": "await until(() => document.querySelector('.pins a'))",
    "all pins": "await until(() => document.querySelector('.pins button')); document.querySelector('.pins button').click();"
                "await until(() => document.querySelector('#pins[open] li'))",
    "player": "await until(() => document.querySelector('#m-303 .sound .play')); document.querySelector('#m-303 .play').click(); await frames(5)",
    "notices": "document.querySelector('.run > summary').click(); await settled()",
    "person": "near('.t-name')[0].dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));"
              "await until(() => document.querySelector('.t-name[role=button]')); document.querySelector('.t-name[role=button]').click();"
              "await until(() => document.querySelector('#person[open]'))",
    "thread": "document.getElementById('m-301').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));"
              "await until(() => document.querySelector('#to-thread')); document.querySelector('#to-thread').click();"
              "await until(() => document.querySelectorAll('#thread[open] li').length === 2)",
    "list and details": "await until(() => document.querySelector('.pane.details') && document.querySelector('.pane.list .chat'))",
}


@pytest.mark.sweep(kind=lambda kind: kind, share=2)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", FURNITURE)
def test_axe_finds_nothing_in_furniture_that_comes_on_demand(furnished, page, kind, scheme):
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run `.ci/install test`")
    page.emulate(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    page.resize(1920 if kind == "list and details" else 390, 1000)
    long = next(path.parent for path in sorted(furnished.folder.glob("*/4.html")))
    open_window(page, (long / "4.html").as_uri() + "#m-301")
    run(page, "await settled();" + FURNITURE[kind])
    assert violations(page) == []


@pytest.mark.sweep(kind=lambda kind: kind)
@pytest.mark.parametrize("kind", ["list", "front", "statistics", "gallery", "window", "keys", "calendar"])
@pytest.mark.parametrize("width, scale", [(320, 1), (640, 2), (320, 4), (1280, 1)], ids=["320 px", "200 %", "400 %", "1280 px"])
def test_nothing_is_lost_when_narrow_or_enlarged(several, page, kind, width, scale):
    """Enlarging by 400 % leaves 320 CSS px of 1,280."""
    page.resize(width, 844 if scale < 4 else 256, scale)
    show(page, several, kind)
    lost = run(page, """
      const wide = document.documentElement.clientWidth, lost = [];
      // Not lost: the inside of a strip that is scrolled by itself, as it is in sight.
      const inStrip = element => {
        for (let box = element.parentElement; box; box = box.parentElement)
          if (getComputedStyle(box).overflowX === 'auto' && box.scrollWidth > box.clientWidth) return true;
        return false;
      };
      for (const element of document.querySelectorAll('body *')) {
        if (element.closest('svg, .timeline, .hidden, .skip, section') || !element.checkVisibility() || inStrip(element)) continue;
        const box = element.getBoundingClientRect();
        if (box.width && (box.right > wide + 1 || box.left < -1)) lost.push(element.tagName + '.' + element.className);
      }
      if (document.documentElement.scrollWidth > wide) lost.push('scrolls sideways');
      return lost;
    """)
    assert lost == []


def test_focus_is_seen_on_everything_the_keyboard_reaches(several, page):
    show(page, several, "window")
    seen = set()
    for _ in range(14):
        press(page, "Tab")
        name, outline = run(page, "const element = document.activeElement, style = getComputedStyle(element);"
                                  "return [element.tagName + '.' + element.className, style.outlineStyle + ' ' + style.outlineWidth]")
        seen.add(name)
        if not name.startswith("BODY"):
            assert not outline.startswith("none") and not outline.endswith(" 0px"), name
    assert len(seen) >= 4


def test_forced_colours_show_where_one_is_on_the_timeline(several, page):
    page.emulate(forced_colors="active")
    show(page, several, "window")
    ground, mark = run(page, "const slider = document.querySelector('.timeline');"
                             "return [getComputedStyle(document.body).backgroundColor, getComputedStyle(slider, '::before').backgroundColor]")
    assert ground != mark


@pytest.mark.parametrize("paper", [(8.27, 11.69), (8.5, 11)], ids=["A4", "Letter"])
def test_what_is_live_is_printed_in_order_and_whole(several, page, paper, tmp_path):
    show(page, several, "window")
    expected = run(page, "return rows().filter(row => row.querySelector(':scope > p:not([class])')).map(row => row.querySelector('time')?.textContent)")
    answer = page.send("Page.printToPDF", {"paperWidth": paper[0], "paperHeight": paper[1], "printBackground": True}, 180)
    import base64
    path = tmp_path / "page.pdf"
    path.write_bytes(base64.b64decode(answer["data"]))
    sheets = len(re.findall(rb"/Type\s*/Page\b", path.read_bytes()))
    assert 10 < sheets < 200
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", "-raw", path, "-"], capture_output=True, text=True, check=True).stdout
        times = re.findall(r"\b\d\d:\d\d\b", text)
        assert len([time for time in expected if time]) <= len(times)
    # Buttons and bars are not printed.
    page.emulate("print")
    assert run(page, "return ['.now', '.timeline', '#link', '.turn'].filter(name => getComputedStyle(document.querySelector(name)).display !== 'none')") == []


def test_names_of_both_directions_begin_at_one_edge(furnished, page):
    """A name from right to left stands after its face, not at the row's other end."""
    page.resize(1920, 1000)
    long = next(path.parent for path in sorted(furnished.folder.glob("*/4.html")))
    open_window(page, (long / "4.html").as_uri())
    starts = """return [...document.querySelectorAll('.people .who')].map(name => {
      const range = new Range(); range.selectNodeContents(name); return range.getBoundingClientRect().left });"""
    beside = run(page, "await until(() => document.querySelectorAll('.details .who').length === 4);" + starts)
    page.goto(long / "index.html")
    for found in (beside, run(page, starts)):
        assert len(found) == 4 and max(found) - min(found) < 3, found
