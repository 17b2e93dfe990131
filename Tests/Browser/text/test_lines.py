"""Ends of lines, as shown and as copied: soft hyphens, tabs, spaces, newlines, numbers."""

import json

import pytest

from chats import write_texts
from measuring import MEASURE, plain
from site_model import anchor

SHY, NBSP, ZWSP, WJ = "\u00ad", "\u00a0", "\u200b", "\u2060"
LONG = SHY.join("Donau dampf schiff fahrts gesell schafts kapitäns mützen fabrik besitzer tochter".split())
TEXTS = {
    "hyphens": f"Die {LONG} kam vorbei",
    "one word": LONG,
    "tabs": "a\tb\tc\n\tindented\n12345678\tnext",
    "spaces": "two  and   three" + " " * 60 + "spaces that hang at the end of a line",
    "lines": "one\n\n\nfour\n  indented",
    "no break": f"a distance of 1{NBSP}000{NBSP}km, word{WJ}joiner and zero{ZWSP}width" * 2,
    "numbers": "the pier at 12 km is closed from 2026-05-01 until 12 May and costs 1 000 000 € or $ 20 a day at 10 pm",
}


@pytest.fixture(scope="module")
def chat(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lines")
    source = write_texts(folder / "lines.json", {name.replace(" ", "-"): text for name, text in TEXTS.items()})
    return program.export(source, folder / "site"), {
        row["id"]: next(item for item in row["items"] if item["box"] == "text") for row in program.plan(source).messages}


@pytest.fixture
def page(browser, chat):
    browser.goto(plain(chat[0].pages()[0]))
    return browser


# The right edge of what each line shows, hyphens counted, from the box's left edge; and the text as it is copied.
SHOWN = """(id, MEASURE) => {
  const box = document.getElementById(id).querySelector('[data-box=text]'), left = box.getBoundingClientRect().left;
  const lines = MEASURE.lines(box).map(line => MEASURE.extent(line, left));
  const hyphens = [...box.querySelectorAll('i.h')].map(hyphen => {
    const area = hyphen.getBoundingClientRect();
    return [area.top, area.right - left, area.width];
  });
  return {ends: lines.map(line => line.x + line.width), hyphens, copied: MEASURE.copied(box)};
}""".replace("(id, MEASURE) => {", f"id => {{ const MEASURE = {MEASURE};")


def test_what_is_copied_is_what_was_written(page):
    for name, text in TEXTS.items():
        assert page.evaluate(SHOWN, anchor(name.replace(" ", "-")))["copied"] == text


def test_a_hyphen_shows_where_a_line_ends_at_a_soft_one(chat, page):
    for name in ("hyphens", "one-word"):
        planned = chat[1][name]["lines"]
        at = [number for number, line in enumerate(planned) if line["ending"] == "hyphen"]
        found = page.evaluate(SHOWN, anchor(name))
        assert len(at) >= 2 and len(found["hyphens"]) == len(at)
        for number, (_, right, width) in zip(at, found["hyphens"]):
            assert width > 4
            assert right == pytest.approx(planned[number]["width"], abs=0.5)
            assert planned[number]["text"].endswith(SHY)


def test_tabs_reach_to_the_planned_stops(chat, page):
    found = page.evaluate(SHOWN, anchor("tabs"))
    assert found["ends"] == pytest.approx([line["width"] for line in chat[1]["tabs"]["lines"]], abs=0.5)


# Words of many widths, so that tabs begin at all distances from a stop, in lines of one face, of several, of code, from right to left,
# and that wrap elsewhere on large screens.
WORDS = "a it was ok differ fjord from wanna affluent show tomorrow i1 WiFi 日本 né ли".split()
TABBED = {
    **{f"latin-{number}": "\t".join(WORDS[(number * 7 + column * 3) % len(WORDS)] for column in range(4)) for number in range(16)},
    **{f"code-{number}": "```\n" + "\n".join("\t".join(WORDS[(number * 5 + line + column * 3) % 11] for column in range(4)) for line in range(3))
       + "\n```" for number in range(4)},
    "table": "Name\tAmount\tDate\nBen\t12.50\t3 May\nAnna-Maria\t7\t4 May\n\t\tboth\t\n",
    "long": "\t".join(WORDS * 4), "bold": "so **bold\tand** *soft\tand* \tnone\t\t`code\there`",
    "hebrew": "שלום\tעולם\tאב 12\t34 גד\nמילה\t\tab", "mixed": "see שלום 12\t34 אב\tthen", "arabic": "مرحبا\tكلمة\tabc",
    "emoji": "🔥\tx\t🔥🔥\ty", "empty": "\t", "links": "https://example.org/a\tb\thttps://example.com/c\td",
}


@pytest.fixture(scope="module")
def tabbed(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("tabbed")
    source = folder / "tabbed.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "tabbed", "title": "Tabs", "timeZone": "UTC", "locale": "en",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
        "messages": [{"id": name, "from": "ab"[number % 2], "at": f"2026-05-01T10:{number:02d}:00Z", "text": text,
                      **({} if name.startswith(("code", "bold")) else {"markup": "plain"})}
                     for number, (name, text) in enumerate(TABBED.items())]}, ensure_ascii=False), encoding="utf-8")
    return program.export(source, folder / "site"), source


# For each text of a message the distance from its first to its last letter on each line, and the text as it is copied.
REACH = """(wide, MEASURE) => Object.fromEntries([...document.querySelectorAll('article[id]')].map(row => [row.id, {
  boxes: [...row.querySelectorAll('[data-box^=text], [data-box^=code]')].map(box => MEASURE.lines(box).map(
    line => { const {width, wrapped} = MEASURE.extent(line, 0); return [width, wrapped]; })),
  copied: [...row.querySelectorAll('[data-box^=text], [data-box^=code]')].map(box => MEASURE.copied(box)).join('\\n')}]))""".replace(
    "(wide, MEASURE) => ", f"wide => {{ const MEASURE = {MEASURE}; return ") + "; }"


@pytest.mark.parametrize("wide", [False, True], ids=["narrow", "wide"])
def test_findings_D5_every_tab_is_as_wide_as_planned(program, tabbed, browser, wide):
    site, source = tabbed
    browser.resize(1300 if wide else 390, 844)
    browser.goto(plain(site.pages()[0]))
    found = browser.evaluate(REACH, wide)
    # Large screens enlarge the whole page.
    scale = browser.evaluate("z => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16", 0)
    for row in program.plan(source, *(["--wide"] if wide else [])).messages:
        shown = found[anchor(row["id"])]
        planned = [item for item in row["items"] if item["box"].split(".")[0] in ("text", "code")]
        assert len(planned) == len(shown["boxes"])
        for item, lines in zip(planned, shown["boxes"]):
            assert len(item["lines"]) == len(lines), row["id"]
            for line, (width, wrapped) in zip(item["lines"], lines):
                # A line that ends or begins with a tab is measured by its letters.
                if line["text"] == line["text"].strip() and line["text"]:
                    # Each run of letters is rounded by each browser in its own way; tabs add nothing to that.
                    assert width / scale == pytest.approx(line["width"], abs=0.5 if wide else 0.05), (row["id"], line)
                    assert not wrapped


def test_findings_D5_tabs_are_copied(tabbed, browser):
    browser.goto(plain(tabbed[0].pages()[0]))
    found = browser.evaluate(REACH, False)
    for name in ("latin-3", "table", "hebrew", "long", "emoji"):
        assert found[anchor(name)]["copied"].rstrip() == TABBED[name].rstrip()


def test_findings_D5_a_page_that_flows_has_plain_tabs(tabbed, browser):
    page = tabbed[0].pages()[0]
    browser.goto(plain(page))
    browser.evaluate("void localStorage.setItem('chatexport size', 150)")
    try:
        browser.goto(page)
        browser.wait_until("document.querySelector('html.flow.app section.flowing .tab')")
        tabs = browser.evaluate("""[...document.querySelectorAll('section.flowing .tab')].map(tab => {
          const style = getComputedStyle(tab);
          return [parseFloat(style.paddingInlineStart), style.tabSize];
        })""")
    finally:
        browser.evaluate("void localStorage.setItem('chatexport size', 100)")
    assert len(tabs) > 40 and {tuple(tab) for tab in tabs} == {(0, "4")}


def test_lines_end_where_they_should(chat):
    plan = chat[1]
    assert [line["text"] for line in plan["lines"]["lines"]] == TEXTS["lines"].split("\n")
    assert max(line["width"] for line in plan["spaces"]["lines"]) <= 273
    joined = [line["text"].strip() for line in plan["numbers"]["lines"]]
    for whole in ("12 km", "2026-05-01", "12 May", "1 000 000 €", "$ 20", "10 pm"):
        assert any(whole in line for line in joined), whole
    for line in plan["no-break"]["lines"]:
        assert not line["text"].endswith((NBSP, WJ)) and not line["text"].startswith((NBSP, WJ))


# Letters that are shaped together with what a line could end before: kerning that goes to the second of two, a vowel on a space, and
# jamo, of which any number are one cluster.
SHAPED = {
    "arabic-quotes": 'x "محمد".', "arabic-then-latin": 'see محمد", T. 7.1 and (محمد): "T."', "burmese": "သီးသန့်ကြည့်ရှုခြင်း", "burmese-words":
    "ကွန်ရက်ချိတ်ဆက်မှုကို စစ်ဆေးပါ။ ပြန်လည်ကြိုးစားပါ။ သန့်ကြ သန့်ခြ ဘာသာစကားများ", "tibetan": "མགཏ ོགས་པའི་", "tibetan-words": "བཀྲ་ཤིས་བདེ་ལེགས། ཁྱེད་རང་ ོ ཏ ི ོ",
    "hebrew-digits": "גרסה (74.11) חדשה [117]", "hebrew-numbers": "מספר 1711 ו-(4711, 1177)", "hebrew-quotes": '"שלום", he said ("שלום").', "hebrew-in-latin":
    'say "שלום". T. 71 Yo (שלום 7.11) To', "jamo": "\u1112" * 40, "jamo-syllables": "\u1112\u1161\u11ab" * 30, "hindi": "क ि ा ख", "javanese": "ꦲꦏ꧀ꦱꦫꦗꦮ ꦲꦺ",
}


def test_findings_D8_letters_shaped_across_breaks_are_as_wide_as_planned(program, browser, tmp_path):
    source = tmp_path / "shaped.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "shaped", "title": "Shaped", "timeZone": "UTC", "locale": "en", "markup": "plain",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
        "messages": [{"id": name, "from": "ab"[number % 2], "at": f"2026-05-01T10:{number:02d}:00Z", "text": text}
                     for number, (name, text) in enumerate(SHAPED.items())]}, ensure_ascii=False), encoding="utf-8")
    browser.goto(plain(program.export(source, tmp_path / "site").pages()[0]))
    found = browser.evaluate(REACH, False)
    for row in program.plan(source).messages:
        item = next(item for item in row["items"] if item["box"] == "text")
        lines = found[anchor(row["id"])]["boxes"][0]
        assert len(lines) == len(item["lines"])
        for line, (width, wrapped) in zip(item["lines"], lines):
            assert width == pytest.approx(line["width"], abs=0.15) and not wrapped and width < 280, (row["id"], line, width)
        assert found[anchor(row["id"])]["copied"] == SHAPED[row["id"]]


def test_findings_B5_every_separator_ends_a_line(program, browser, tmp_path):
    texts = {"nel": "one\u0085two", "line": "one\u2028two", "paragraph": "one\u2029two\u2028three\nfour", "hebrew": "שלום\u2028עולם",
             "list": "- one\u2028two\n- three", "code": "```\none\u2028two\n```"}
    source = tmp_path / "separators.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "separators", "title": "A\u2028B", "timeZone": "UTC", "locale": "en",
        "participants": [{"id": "a", "name": "Ann\u2028Lee"}, {"id": "b", "name": "Ben"}],
        "messages": [{"id": name, "from": "ab"[number % 2], "at": f"2026-05-01T10:{number:02d}:00Z", "text": text,
                      **({"replyTo": "line"} if name == "code" else {})}
                     for number, (name, text) in enumerate(texts.items())]}, ensure_ascii=False), encoding="utf-8")
    site = program.export(source, tmp_path / "site")
    browser.goto(plain(site.pages()[0]))
    shown = browser.evaluate("wide => [...document.querySelectorAll('article')].map(row => row.textContent).join()", False)
    assert not {"\u2424", "\u2028", "\u2029", "\u0085"} & set(shown)
    found = browser.evaluate(REACH, False)
    counts = {name: [len(box) for box in found[anchor(name)]["boxes"]] for name in texts}
    assert counts == {"nel": [2], "line": [2], "paragraph": [4], "hebrew": [2], "list": [2, 1], "code": [2]}
    tops = """wide => [...document.querySelectorAll('[data-box^=text], [data-box^=code]')].map(box => {
      const range = new Range(); range.selectNodeContents(box);
      return new Set([...range.getClientRects()].filter(area => area.width).map(area => Math.round(area.top / 4))).size; })"""
    assert browser.evaluate(tops, False) == [2, 2, 4, 2, 2, 1, 2]
