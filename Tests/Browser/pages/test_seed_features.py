"""Features that chat layouts are expected to have, by their rows in Tests/README.md, which also names the tests of the
other rows."""

import json
import os
import re
import resource
import subprocess

import pytest

from conftest import ROOT, shared_data
from firefox import Firefox
from measuring import MEASURE
from parity import BUNDLE
from site_model import Site, anchor


def chat(messages: list, **head) -> str:
    """Messages of two people, a minute apart; a message that is a string is its text."""
    return json.dumps({
        "format": "chatexport/1", "id": "rows", "title": "Rows", "timeZone": "UTC", "locale": "en", "text": "markdown",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}, {"id": "c", "name": "Cy"}],
        **head,
        "messages": [{"id": f"n{number}", "from": "abc"[number % 3], "at": f"2026-05-{1 + number // 20:02d}T10:{number % 60:02d}:00Z",
                      **({"text": message} if isinstance(message, str) else message)}
                     for number, message in enumerate(messages)]}, ensure_ascii=False)


@pytest.fixture
def export(program, tmp_path):
    def make(messages: list, *options, **head):
        source = tmp_path / "chat.json"
        source.write_text(chat(messages, **head), encoding="utf-8")
        return program.export(source, tmp_path / "site", *options)
    return make


@pytest.mark.parametrize("scale", [1, 2, 3])
def test_row_4_no_scale_cuts_a_text(example_site, chromium, scale):
    with chromium.page() as page:
        page.resize(390, 844, scale=scale)
        for path in example_site.pages():
            page.goto(path)
            cut = page.evaluate("""(() => { %s.renderAll();
                return [...document.querySelectorAll('.rows p, .rows time')].filter(text => {
                  const line = parseFloat(getComputedStyle(text).lineHeight);
                  return text.scrollHeight > text.clientHeight + line / 2 && getComputedStyle(text).display != 'inline';
                }).map(text => text.textContent) })()""" % MEASURE)
            assert cut == []


def test_row_17_broken_pictures_cost_at_most_50_ms_each_and_a_place_of_their_own(program, tmp_path):
    folder = shared_data("conformance", "images-pillow")
    pictures = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "SOURCE.txt")
    assert len(pictures) >= 20
    media = tmp_path / "media"
    media.mkdir()
    for picture in pictures:
        (media / picture.name).write_bytes(picture.read_bytes())
    whole = tmp_path / "whole.json"
    whole.write_text(chat([{"attachments": [{"kind": "image", "path": f"media/{path.name}"}]} for path in pictures]))
    plain = tmp_path / "plain.json"
    plain.write_text(chat(["a picture"] * len(pictures)))

    def best(source) -> float:
        """Seconds of the processor's time."""
        times = []
        for number in range(3):
            start = resource.getrusage(resource.RUSAGE_CHILDREN)
            program.export(source, tmp_path / f"site-{source.stem}-{number}")
            end = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(end.ru_utime + end.ru_stime - start.ru_utime - start.ru_stime)
        return min(times)
    assert (best(whole) - best(plain)) / len(pictures) <= 0.05
    # Whatever is wrong with a picture, its card has one size, with or without a link to the file.
    sizes = {True: set(), False: set()}
    for row in program.plan(whole).messages:
        boxes = {item["box"].split(".")[0]: item for item in row["items"]}
        if "image" not in boxes:
            sizes["jump" in boxes].add((boxes["bubble"]["width"], boxes["bubble"]["height"]))
    assert len(sizes[True]) == len(sizes[False]) == 1, sizes


def link_texts() -> list:
    """Lines that hold links of all kinds: the cases of UTS #58, and some that are broken over lines."""
    cases = shared_data("conformance", "uts58-linkification-17.0", "LinkDetectionTest.txt").read_text(encoding="utf-8")
    lines = [line.replace("⸠", "").replace("⸡", "") for line in cases.splitlines() if line and not line.startswith("#")]
    return lines[::4] + [
        "see https://example.org/a/very/long/path?with=query&and=more&and=yet-more-of-it#fragment now",
        "**[words](https://a.example)** and [bank.example](https://evil.example), call +351 210 000 000",
        "שלום www.example.org/נתיב עולם, mail somebody.with.a.long.name+tag@subdomain.of.a.long.domain.example.com"]


def test_row_20_links_or_none_everything_stands_at_the_same_position(program, tmp_path, browser):
    messages = link_texts() + [
        {"contact": {"name": "Marta", "phones": ["+351 210 000 000"], "emails": ["marta@example.com"]}},
        {"location": {"latitude": 38.6916, "longitude": -9.216, "name": "Torre"}},
        {"linkPreview": {"url": "https://example.org/tram", "title": "Tram 28"}, "text": "https://example.org"}]
    source = tmp_path / "links.json"
    source.write_text(chat(messages), encoding="utf-8")
    found = []
    for name, options in (("with", []), ("without", ["--no-links"])):
        site = program.export(source, tmp_path / name, *options)
        parts = []
        for path in site.pages():
            browser.goto(path.as_uri() + "?plain")
            # Sections request their fonts when they first come into view.
            browser.evaluate(f"{MEASURE}.renderAll()")
            browser.settle()
            parts.append(browser.evaluate("""(() => {
              const out = [...document.querySelectorAll('.rows a[href]')].filter(a => !/^(#|\\d+\\.html)/.test(a.getAttribute('href'))).length;
              const boxes = [...document.querySelectorAll('article [data-box]:not(a)')].map(part => {
                const box = part.getBoundingClientRect(), range = document.createRange();
                range.selectNodeContents(part);
                const lines = new Map();
                for (const r of range.getClientRects()) if (r.width) {
                  const line = lines.get(Math.round(r.bottom)) ?? [r.left, r.right];
                  lines.set(Math.round(r.bottom), [Math.min(line[0], r.left), Math.max(line[1], r.right)]);
                }
                return [part.dataset.box, box.left, box.top, box.width, box.height, [...lines]];
              });
              return [out, boxes] })()"""))
        found.append(parts)
    assert sum(page[0] for page in found[0]) > 80 and sum(page[0] for page in found[1]) == 0
    for with_links, without in zip(*found):
        assert with_links[1] == without[1]


def test_row_21_a_kind_in_one_file_and_one_line_stands_in_the_page_as_it_was_laid_out(tmp_path, browser):
    """The site is written by a unit test that adds the kind, `ExportPipelineTests/SampleKind.swift`."""
    if not BUNDLE.exists():
        pytest.skip("no debug build, whose test writes the site: run `make debug`")
    result = subprocess.run(
        ["swift", "test", "--skip-build", "--filter", "SampleKindTests"], cwd=ROOT, capture_output=True, text=True,
        env={**os.environ, "SAMPLE_KIND_SITE": str(tmp_path / "site")})
    assert result.returncode == 0, result.stdout + result.stderr
    browser.goto(Site(tmp_path / "site").pages()[0])
    boxes = browser.evaluate("""(() => { %s.renderAll();
      return [...document.querySelectorAll('#m-1 [data-box^=card], #m-1 [data-box^=label], #m-1 [data-box=fact]')].map(part => {
        const box = part.getBoundingClientRect();
        return [part.dataset.box, part.textContent, box.left, box.top, box.right, box.bottom];
      }) })()""" % MEASURE)
    assert [(name, text) for name, text, *_ in boxes] == [
        ("card.0", ""), ("label.0", "4"), ("card.1", ""), ("label.1", "6"), ("card.2", ""), ("label.2", "1"), ("fact", "Threw 11")]
    for (_, _, left, top, right, bottom), (_, _, l, t, r, b) in zip(boxes[:6:2], boxes[1:6:2]):
        assert left < l and top <= t and r < right and b <= bottom + .5 and abs((l - left) - (right - r)) < 2
    assert all(box[5] <= boxes[6][3] + .5 for box in boxes[:6])


LOW = '{ theme: "chatexport-theme/1", metrics: { shortChat: "bottom" } }'


@pytest.mark.parametrize("script", [True, False], ids=["script on", "script off"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desktop"])
def test_row_29_a_short_chat_stands_at_the_bottom_where_the_theme_says_so(export, tmp_path, browser, size, script):
    theme = tmp_path / "low.json5"
    theme.write_text(LOW, encoding="utf-8")
    site = export(["hello", "and *hello*", "a message of so many words that they stand on two lines, or even on three"], "--theme", theme)
    browser.resize(*size)
    if isinstance(browser, Firefox):
        # Scripts cannot be disabled in this browser; `?plain` keeps them from joining pages.
        browser.goto(site.pages()[0].as_uri() + ("" if script else "?plain"))
    else:
        browser.disable_script(not script)
        browser.goto(site.pages()[0])
    rows, foot, bar = browser.evaluate("""['.rows', '.foot', '.bar'].map(name => {
      const box = document.querySelector(name).getBoundingClientRect(); return [box.top, box.bottom]; })""")
    assert abs(foot[1] - size[1]) <= 1 and abs(rows[1] - foot[0]) <= 1 and rows[0] > bar[1] + 200
    assert browser.evaluate("document.documentElement.scrollHeight <= innerHeight")
    # A chat that does not fit begins under the bar.
    long = export([f"message {number}" for number in range(60)], "--theme", theme)
    browser.goto(long.pages()[0].as_uri() + "?plain")
    assert browser.evaluate("document.querySelector('.rows').getBoundingClientRect().top - document.querySelector('.bar').getBoundingClientRect().bottom") < 20


def test_row_29_a_jump_in_a_short_chat_at_the_bottom_shows_the_message(export, tmp_path, page):
    theme = tmp_path / "low.json5"
    theme.write_text(LOW, encoding="utf-8")
    site = export(["one", "two", "three"], "--theme", theme)
    page.goto(site.pages()[0].as_uri() + "#m-n2")
    top, bottom, bar, window = page.evaluate("""(async () => {
      await new Promise(done => setTimeout(done, 500));
      const box = document.getElementById('m-n2').getBoundingClientRect();
      return [box.top, box.bottom, document.querySelector('.bar').getBoundingClientRect().bottom, innerHeight] })()""", wait=True)
    assert bar <= top and bottom <= window


def test_row_29_a_short_chat_has_no_scroll_bar(export, chromium):
    site = export(["hello"])
    for width, height in ((390, 844), (1280, 800)):
        with chromium.page(width, height, scrollbars=True) as page:
            page.goto(site.pages()[0])
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


@pytest.mark.parametrize("script", [True, False], ids=["script on", "script off"])
def test_row_31_a_day_s_heading_is_pinned_under_the_bar_and_the_next_pushes_it(export, chromium, script):
    site = export([f"message {number}" for number in range(120)])
    with chromium.page() as page:
        page.disable_script(not script)
        # In the window a pill replaces the headings (`test_reader.py`).
        page.goto(site.pages()[0].as_uri() + "?plain")
        # Expected: at the pinned position, unless the end of its day is nearer.
        worst = page.evaluate("""(() => {
          %s.renderAll();
          const bar = document.querySelector('.bar').getBoundingClientRect().bottom;
          let worst = 0, pinned = 0;
          for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += 7) {
            scrollTo({top: y, behavior: 'instant'});
            for (const day of document.querySelectorAll('.of-day')) {
              const box = day.getBoundingClientRect(), title = day.querySelector('h2.day');
              if (!title) continue;
              const style = getComputedStyle(title), at = title.getBoundingClientRect();
              const top = parseFloat(style.top);
              const expected = Math.max(box.top, Math.min(top, box.bottom - at.height));
              worst = Math.max(worst, Math.abs(at.top - expected));
              if (at.top == top && box.top < top) pinned += 1;
            }
          }
          return [worst, pinned, bar];
        })()""" % MEASURE)
        assert worst[0] <= 0.5 and worst[1] > 20


def test_a_spoiler_hides_all_that_is_in_it_until_asked_and_moves_nothing(program, tmp_path, browser):
    person = {"type": "message", "from": "Bo", "from_id": "user2"}
    entities = ["it was ", {"type": "spoiler", "text": "the butler 🎉 with https://example.org/rope"}]
    (tmp_path / "result.json").write_text(json.dumps({"name": "X", "type": "personal_chat", "id": 1, "messages": [
        {"id": 1, "date_unixtime": "1777629600", "text": entities, **person},
        {"id": 2, "date_unixtime": "1777629700", "text": "no!", "reply_to_message_id": 1, **person}]}))
    site = program.export(tmp_path / "result.json", tmp_path / "site")
    browser.goto(site.pages()[0])
    look = """(() => {
      const spoiler = document.querySelector('.spoiler'), inside = [...spoiler.querySelectorAll('a, .e')];
      return [getComputedStyle(spoiler).color, inside.map(part => getComputedStyle(part).opacity), inside.length,
        [...document.querySelectorAll('article :is(p, p *, time)')].map(part => part.getBoundingClientRect()).map(box => [box.left, box.top, box.width, box.height])];
    })()"""
    colour, opacities, count, unmoved = browser.evaluate(look)
    assert colour == "rgba(0, 0, 0, 0)" and count == 2 and set(opacities) == {"0"}
    browser.evaluate("document.querySelector('.spoiler').focus()")
    shown, opacities, _, moved = browser.evaluate(look)
    assert shown != colour and set(opacities) == {"1"} and moved == unmoved
    # The quote above the reply shows no more than the message does.
    quote = browser.evaluate("document.querySelector('[data-box=quote-text]').textContent")
    assert quote == "it was …"


def test_a_picture_that_is_a_spoiler_is_veiled_until_asked(program, tmp_path, browser):
    person = {"type": "message", "from": "Bo", "from_id": "user2", "text": ""}
    (tmp_path / "photos").mkdir()
    for name in ("a", "b"):
        (tmp_path / "photos" / f"{name}.jpg").write_bytes((ROOT / "docs" / "examples" / "media" / "tram.jpg").read_bytes() + name.encode())
    (tmp_path / "result.json").write_text(json.dumps({"name": "X", "type": "personal_chat", "id": 1, "messages": [
        {"id": 1, "date_unixtime": "1777629600", "photo": "photos/a.jpg", "media_spoiler": True, **person},
        {"id": 2, "date_unixtime": "1777629700", "photo": "photos/b.jpg", "media_spoiler": False, **person}]}))
    site = program.export(tmp_path / "result.json", tmp_path / "site")
    browser.goto(site.pages()[0])
    look = "[...document.querySelectorAll('.picture img')].map(picture => getComputedStyle(picture).filter)"
    veiled, plain = browser.evaluate(look)
    assert "blur(" in veiled and plain == "none"
    browser.evaluate("document.querySelector('.picture').focus({ focusVisible: true })")
    assert browser.evaluate(look) == ["none", "none"]
    gallery = (site.conversations[0] / "gallery-1.html").read_text(encoding="utf-8")
    assert len(re.findall(r'class="tile\b', gallery)) == 1


@pytest.mark.parametrize("status", ["failed", "sent"])
def test_row_22_a_failed_message_shows_its_mark_and_its_bubble_is_as_wide_as_ever(program, tmp_path, page, status):
    source = tmp_path / "chat.json"
    source.write_text(chat([
        {"text": "hello there", "status": status}, {"text": "hello there", "from": "a", "at": "2026-05-01T10:00:30Z"}]))
    site = program.export(source, tmp_path / "site")
    page.goto(site.pages()[0])
    widths = [item["width"] for row in program.plan(source).messages for item in row["items"] if item["box"] == "bubble"]
    marks = page.evaluate("[...document.querySelectorAll('article [data-box=status]')].map(mark => mark.getBoundingClientRect().width > 8)")
    assert marks == [True]
    if status == "failed":
        assert widths[0] == widths[1]


def test_row_35_without_script_all_is_there_in_order_and_on_paper(export, program, chromium, tmp_path):
    texts = [f"message {number} of many" for number in range(130)]
    site = export(texts, "--page-size", "50")
    seen = []
    with chromium.page() as page:
        page.disable_script()
        page.goto(site.pages()[0])
        while True:
            seen += page.evaluate("[...document.querySelectorAll('article')].map(row => [row.textContent, row.getBoundingClientRect().top])")
            page.emulate(media="print")
            assert page.evaluate("[...document.querySelectorAll('article')].every(row => row.getBoundingClientRect().height > 10 && row.checkVisibility())")
            page.emulate()
            following = page.evaluate("document.querySelector('a[rel=next]')?.href")
            if not following:
                break
            page.goto(following)
    assert [re.search(r"message \d+ of many", text)[0] for text, _ in seen] == texts
    for start in (0, 50, 100):
        tops = [top for _, top in seen[start:start + 50]]
        assert tops == sorted(tops) and len(set(tops)) == len(tops)


def test_row_32_a_title_of_many_words_moves_no_message(export, program, tmp_path, page):
    site = export(["one", "two"], title="A title that is so long that it cannot stand on one line of a phone " * 3)
    page.goto(site.pages()[0])
    long = page.evaluate("document.querySelector('.rows').getBoundingClientRect().height")
    page.goto(program.export(_short(tmp_path), tmp_path / "short").pages()[0])
    assert page.evaluate("document.querySelector('.rows').getBoundingClientRect().height") == long
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _short(tmp_path):
    source = tmp_path / "short.json"
    source.write_text(chat(["one", "two"]))
    return source


def test_a_link_that_leads_elsewhere_says_so_and_others_do_not(export, page):
    site = export(["https://pаypal.com", "[bank.example.com](https://evil.example.org)", "https://example.com",
                   "https://münchen.de"])
    page.goto(site.pages()[0])
    page.evaluate("%s.renderAll()" % MEASURE)
    assert page.evaluate("[...document.querySelectorAll('.odd')].map(odd => [odd.title, odd.querySelector('a').hostname])") == [
        ["xn--pypal-4ve.com", "xn--pypal-4ve.com"], ["evil.example.org", "evil.example.org"]]
    waves = page.evaluate("[...document.querySelectorAll('.rows p a')].map(a => getComputedStyle(a).textDecorationStyle)")
    assert waves == ["wavy", "wavy", "solid", "solid"]
    assert page.evaluate("document.querySelectorAll('.rows p a')[3].hostname") == "xn--mnchen-3ya.de"


TABLE = """| Day | Where | € |
|:---|:---:|---:|
| Monday | Alfama, and then the castle on its hill with a very long walk in between | 12.50 |
| Tuesday | **Belém** | 1,140 |"""


def test_the_cells_of_a_table_stand_in_columns_and_rows(export, program, tmp_path, browser):
    site = export([TABLE, TABLE, "| a | b | c | d | e | f | g | h |\n|-|-|-|-|-|-|-|-|\n| 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 |"])
    browser.goto(site.pages()[0])
    browser.evaluate("%s.renderAll()" % MEASURE)
    rows = browser.evaluate("""[...document.querySelectorAll('article')].slice(0, 2).map(article => {
      const base = article.getBoundingClientRect();
      return [...article.querySelectorAll('[data-box^=cell]:not([data-box^=cell-rule])')].map(cell => {
        const box = cell.getBoundingClientRect();
        return [cell.textContent, box.left - base.left, box.top - base.top, box.right - base.left, box.bottom - base.top];
      }) })""")
    for cells in rows:
        assert [cell[0] for cell in cells][:6] == ["Day", "Where", "€", "Monday", "Alfama, and then the castle on its hill with a very long walk in between", "12.50"]
        for first in range(9):
            for second in range(first + 1, 9):
                (_, l1, t1, r1, b1), (_, l2, t2, r2, b2) = cells[first], cells[second]
                assert l1 >= r2 - 1 or l2 >= r1 - 1 or t1 >= b2 - 1 or t2 >= b1 - 1, (cells[first], cells[second])
        for column in range(3):
            later = [cells[row * 3 + column] for row in range(3)]
            assert max(cell[1] for cell in later) < min(cell[3] for cell in later)
    assert browser.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("locale, words", [
    ("de-DE", ["Verpasster Anruf", "Ann hat Ben hinzugefügt", "Gelöschte Nachricht", "2 Stimmen", "Nachrichten"]),
    ("fr", ["Appel manqué", "Ann a ajouté Ben", "Message supprimé", "2 votes", "Messages"]),
    ("ja", ["不在着信", "AnnさんがBenさんを追加しました", "削除されたメッセージ", "2票", "メッセージ"]),
    ("ar", ["مكالمة فائتة", "أضاف \u2068Ann\u2069 العضو \u2068Ben\u2069", "رسالة محذوفة", "صوتان", "الرسائل"]),
    ("nl", ["Gemiste oproep", "Ann heeft Ben toegevoegd", "Verwijderd bericht", "2 stemmen", "Berichten"]),
    # A language without phrases.
    ("fi", ["Missed call", "Ann added Ben", "Deleted message", "2 votes", "Messages"]),
])
def test_the_program_speaks_the_language_of_the_pages(export, locale, words):
    site = export([
        {"kind": "call", "call": {"medium": "audio", "outcome": "missed"}},
        {"kind": "system", "event": "memberAdded", "by": "a", "targets": ["b"]}, {"kind": "deleted"},
        {"kind": "poll", "poll": {"question": "?", "options": [{"text": "x", "votes": 2}]}}], "--locale", locale)
    text = "".join(re.sub("<[^>]*>", "", path.read_text(encoding="utf-8")) for path in site.html_files)
    for word in words:
        assert word in text, word


def test_inspect_explains_one_message(program, tmp_path):
    source = tmp_path / "chat.json"
    source.write_text(chat(["hello", {"text": "and again, with so many words that there are two lines of them or more",
                                      "from": "b"}, {"text": "last", "from": "b"}, {"text": "me too", "from": "c"}]), encoding="utf-8")
    text = program.run("inspect", source, "--message", "n1").stdout
    why = text[text.index("\nwhy\n"):]
    for reason in ("side: incoming", "group start: yes – the two have different senders", "name: shown", "avatar: none",
                   "tail: none – a bubble of its group stands directly below", "text line 1:", "font: Inter-Regular"):
        assert reason in why, why
    plan = json.loads(program.run("inspect", source, "--message", "n1", "--json").stdout)
    about = {reason["about"]: reason for reason in plan["reasons"]}
    assert about["avatar"]["value"] == "none" and about["gap"]["because"] == "it starts a group (rowGap)"
    assert len(plan["rows"]) == 1
