"""What is copied from messages with paragraphs, lists and tables, and their texts as written, in both browsers."""

import json
import re
import shutil
import time

import pytest

from chats import write_texts
from chromium import PATIENCE
from measuring import MEASURE, measure
from site_model import anchor
from test_text import CLIPBOARD, COPY
from window import READY, open_window, run

ANSWER = """Warm the kiln first.

Then close the lid.

1. Open the gas
2. Light the *burner*
   - watch the [flame](https://example.org/)
   - keep it blue

Never leave it alone.

| Cone | | Degrees |
|---|---|---:|
| 6 | | 1222 |
| 10 | `a|b` | 1285 |

```
one
two
```

> - quoted item

The end."""
LINES = [
    "Warm the kiln first.", "Then close the lid.", "1. Open the gas", "2. Light the burner", "• watch the flame", "• keep it blue",
    "Never leave it alone.", "Cone\t\tDegrees", "6\t\t1222", "10\ta|b\t1285", "one", "two", "• quoted item", "The end."]


@pytest.fixture(scope="module")
def answers(program, tmp_path_factory):
    """A conversation of two equal answers between short messages, and the same pages without their scripts: (site, folder)."""
    folder = tmp_path_factory.mktemp("copying")
    source = write_texts(folder / "answers.json", {
        "q": "How do I fire it?", "a": ANSWER, "thanks": "Thanks!", "b": ANSWER}, text="markdown")
    site = program.export(source, folder / "site")
    bare = folder / "bare"
    shutil.copytree(site.folder, bare)
    for page in bare.rglob("*.html"):
        page.write_text(re.sub(r"<script[^>]*></script>\n?", "", page.read_text()))
    return site, bare / site.conversations[0].name / "1.html"


SELECT = """((from, first, to, last) => {
  const find = (id, words, way) => {
    const walker = document.createTreeWalker(document.getElementById(id), NodeFilter.SHOW_TEXT), found = [];
    while (walker.nextNode()) if (walker.currentNode.data.includes(words)) found.push(walker.currentNode);
    return found.at(way);
  };
  const start = find(from, first, 0), end = find(to, last, -1);
  getSelection().setBaseAndExtent(start, start.data.indexOf(first), end, end.data.lastIndexOf(last) + last.length);
})"""


def select(browser, *where) -> None:
    browser.evaluate(f"void {SELECT}({', '.join(map(json.dumps, where))})")


def copied(browser, chromium) -> list:
    """What the browser's own copy command puts into the clipboard, as lines without empty ones."""
    if hasattr(browser, "in_chrome"):
        browser.in_chrome(COPY)
        end = time.monotonic() + PATIENCE
        while (text := browser.in_chrome(CLIPBOARD)) is None:
            assert time.monotonic() < end, "nothing was copied"
            time.sleep(0.02)
    else:
        browser.key("c", "KeyC", 67, modifiers=2, commands=["copy"])
        with chromium.page() as target:
            target.goto("data:text/html,<textarea autofocus></textarea>")
            target.evaluate("document.querySelector('textarea').focus()")
            target.key("v", "KeyV", 86, modifiers=2, commands=["paste"])
            text = target.evaluate("document.querySelector('textarea').value")
    return [line.rstrip(" ") for line in text.replace("\u00a0", " ").replace("\r", "").split("\n") if line.strip()]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("way", ["with scripts", "plain", "without scripts"])
def test_a_part_of_an_answer_is_copied_in_lines(answers, browser, chromium, way, width):
    site, bare = answers
    browser.resize(width, 844)
    if way == "with scripts":
        open_window(browser, site.pages()[0])
    else:
        browser.goto(bare if way == "without scripts" else site.pages()[0].as_uri() + "?plain")
    select(browser, anchor("a"), "Warm", anchor("a"), "The end.")
    assert copied(browser, chromium) == LINES
    select(browser, anchor("a"), "the gas", anchor("a"), "6")
    assert copied(browser, chromium)[:5] == ["the gas", *LINES[3:7]]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("way", ["plain", "without scripts"])
def test_several_messages_are_copied_in_lines_without_scripts(answers, browser, chromium, way, width):
    site, bare = answers
    browser.resize(width, 844)
    browser.goto(bare if way == "without scripts" else site.pages()[0].as_uri() + "?plain")
    select(browser, anchor("q"), "How", anchor("b"), "The end.")
    lines = [line for line in copied(browser, chromium) if not re.fullmatch(r"\d+:\d\d [AP]M|Ann|Ben|[AB]", line)]
    assert lines == ["How do I fire it?", *LINES, "Thanks!", *LINES]


COPIED_TEXT = """
  const end = performance.now() + 90000;
  let event;
  do {
    event = new ClipboardEvent('copy', {clipboardData: new DataTransfer(), bubbles: true, cancelable: true});
    document.dispatchEvent(event);
    await frame();
  } while (!event.defaultPrevented && performance.now() < end);
  return event.clipboardData.getData('text/plain');
"""


@pytest.mark.parametrize("size", [100, 200])
def test_several_messages_are_copied_in_lines_with_who_and_when(answers, browser, size):
    """Also where text flows, and the rows are built anew."""
    site, _ = answers
    browser.resize(390, 844)
    browser.goto(site.pages()[0])
    browser.evaluate(f"void localStorage.setItem('chatexport size', {size})")
    try:
        open_window(browser, site.pages()[0])
        assert ("flow" in browser.evaluate("document.documentElement.className")) == (size > 100)
        select(browser, anchor("q"), "How", anchor("b"), "The end.")
        text = run(browser, COPIED_TEXT)
        lines = [re.sub(r"^\[[^\]]*\] \w+: ", "", line) for line in text.split("\n") if line]
        assert lines == ["How do I fire it?", *LINES, "Thanks!", *LINES]
        assert text.startswith("[2026-05-01 ") and text.count("] Ben: ") == 2
        if size > 100:
            select(browser, anchor("a"), "Warm", anchor("a"), "The end.")
            assert [line for line in run(browser, COPIED_TEXT).split("\n") if line] == LINES
    finally:
        browser.evaluate("localStorage.clear()")


def test_lists_and_tables_have_roles(answers, page):
    """Case 35: a screen reader goes through rows and cells, and hears a list's items with their marks."""
    page.goto(answers[0].pages()[0].as_uri() + "?plain")
    tree = page.accessibility_tree()
    roles = [role for role, _ in tree]
    assert roles.count("table") == 2 and roles.count("row") == 6 and roles.count("columnheader") == 6 and roles.count("cell") == 12
    assert roles.count("list") >= 4 and roles.count("listitem") == 10
    assert page.evaluate(f"""[...document.querySelectorAll('#{anchor("a")} [role=listitem]')].map(item => item.textContent)""") == [
        "1. Open the gas", "2. Light the burner", "• watch the flame", "• keep it blue", "• quoted item"]


@pytest.mark.parametrize("width", [1280, 390])
def test_lists_and_tables_stand_where_they_were_planned(answers, program, browser, width):
    """Whatever elements they are in, in Firefox in a line."""
    browser.resize(width, 844)
    browser.goto(answers[0].pages()[0].as_uri() + "?plain")
    plan = program.plan(answers[0].folder.parent / "answers.json").page(1)
    rows = {row["id"]: row for row in measure(browser) if row["id"]}
    seen = 0
    for row in plan:
        if row["kind"] != "message":
            continue
        shown = {box["box"]: box for box in rows[anchor(row["id"])]["boxes"]}
        for item in row["items"]:
            if item["what"] != "text" or width > 900 and item["box"].startswith("text"):
                continue
            if width < 900:
                scale = browser.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") / 16
                x, y, _, height = (value / scale for value in shown[item["box"]]["rect"])
                assert y == pytest.approx(item["y"], abs=0.1) and height == pytest.approx(item["height"], abs=0.1), item
                assert abs(x - item["x"]) < 0.1 or item["box"].startswith(("name", "time")), (item, x)
            assert not any(line["wrapped"] for line in shown[item["box"]]["lines"]), item
            seen += 1
    assert seen > 20


# Lists in quotations, in folds and from right to left.

LISTS = {
    "quoted": "Read this:\n\n> - one\n> - two\n>   1. three\n>\n> after\n\nend",
    "first": "- - inner\n- 1. numbered\n- [ ] open\n- [x] done",
    "rtl": "- שלום עולם\n- טוב\n  1. אחת\n\n> - מצוטט\n> - עוד\n\nסוף",
    "long": "\n".join(f"{n}. item number {n} with some words to say about the kiln" for n in range(1, 70)) + "\n\n> - q1\n> - q2"}
LISTED = {
    "quoted": ["Read this:", "• one", "• two", "1. three", "after", "end"],
    "first": ["• • inner", "• 1. numbered", "☐ open", "☑ done"],
    "rtl": ["• שלום עולם", "• טוב", "1. אחת", "• מצוטט", "• עוד", "סוף"],
    "long": [*(f"{n}. item number {n} with some words to say about the kiln" for n in range(1, 70)), "• q1", "• q2"]}


@pytest.fixture(scope="module")
def lists(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    return program.export(write_texts(folder / "lists.json", LISTS, text="markdown"), folder / "site")


def test_lists_in_quotations_are_one_list(lists, page):
    """Whatever stands beside them, and with the outer of two markers first."""
    page.goto(lists.pages()[0].as_uri() + "?plain")
    found = page.evaluate("""Object.fromEntries([...document.querySelectorAll("article")].map((row) => [row.id,
      [...row.querySelectorAll("[role=list]")].map((list) => [...list.children].map((item) => [item.role, item.textContent]))]))""")
    found = {name: [[(role, text.replace("\u200f", "")) for role, text in items] for items in found[anchor(name)]] for name in LISTS}
    assert {role for items in found.values() for list_ in items for role, _ in list_} == {"listitem"}
    texts = {name: [[text for _, text in items] for items in lists] for name, lists in found.items()}
    assert texts["quoted"] == [LISTED["quoted"][1:4]]
    assert texts["first"] == [LISTED["first"]]
    assert texts["rtl"] == [LISTED["rtl"][:5]]
    assert sum(texts["long"], []) == LISTED["long"]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("way", ["with scripts", "plain"])
def test_lists_are_copied_in_lines(lists, browser, chromium, way, width):
    browser.resize(width, 844)
    if way == "with scripts":
        open_window(browser, lists.pages()[0])
    else:
        browser.goto(lists.pages()[0].as_uri() + "?plain")
    for name, lines in LISTED.items():
        if name == "long":
            browser.evaluate(f"void (document.querySelector('#{anchor(name)} details').open = true)")
        first, last = lines[0].split()[-1], lines[-1].split()[-1]
        select(browser, anchor(name), first, anchor(name), last)
        found = [line.replace("\u200f", "") for line in copied(browser, chromium)]
        assert found == [first, *lines[1:]], name


@pytest.mark.parametrize("width", [1280, 390])
def test_bars_stand_beside_their_lists(lists, browser, width):
    browser.resize(width, 844)
    browser.goto(lists.pages()[0].as_uri() + "?plain")
    browser.evaluate(f"{MEASURE}.renderAll()")
    for name in ("quoted", "rtl"):
        bars, texts = browser.evaluate(f"""["[data-box^=quote-bar]", "[data-box^=text]"].map((boxes) =>
          [...document.querySelectorAll("#{anchor(name)} " + boxes)].map((box) => {{
            const {{left, right, top, bottom}} = box.getBoundingClientRect();
            return [box.dataset.box.split(".")[1], left, right, top, bottom];
          }}))""")
        texts = {int(number): box for number, *box in texts}
        assert len(bars) == {"quoted": 4, "rtl": 2}[name]
        for number, left, right, top, bottom in bars:
            of = texts[int(number) // 32]
            assert top < of[2] + 1 and bottom > of[3] - 1, (name, number)
            assert left > of[1] if name == "rtl" else right < of[0], (name, number)


# Tables with many columns.

WIDE_TABLE = "\n".join(["| Sediment | Temperature | Atmosphere | Manufacturer | Description | Observation |", "|---|---|---|---|---|---|"] + [
    f"| Stoneware | approximately {n} | neutralisation | manufacturing | underfired | unacceptable |" for n in range(3)])
SHORT_TABLE = "| a | b | c | d | e | f |\n|---|---|---|---|---|---|\n| 1 | 2 | 3 | 4 | 5 | 6 |"


@pytest.mark.parametrize("width", [1280, 390, 320])
def test_words_of_a_table_with_many_columns_stay_whole(program, browser, tmp_path, width):
    """A table whose words have no room beside each other is a list of pairs, and one of short words a table."""
    source = write_texts(tmp_path / "tables.json", {"wide": WIDE_TABLE, "short": SHORT_TABLE, "both": "before\n\n" + WIDE_TABLE}, text="markdown")
    site = program.export(source, tmp_path / "site")
    browser.resize(width, 844)
    browser.goto(site.pages()[0].as_uri() + "?plain")
    found = browser.evaluate(f"""(() => {{
      const M = {MEASURE};
      M.renderAll();
      return Object.fromEntries([...document.querySelectorAll("article")].map((row) => [row.id,
        [...row.querySelectorAll("[role=row]")].map((line) => [...line.children].map((cell) => {{
          const range = new Range(), tops = [];
          for (const [word] of [...cell.textContent.matchAll(/\\S+/g)].map((word) => [word])) {{
            const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {{
              const start = walker.currentNode.data.indexOf(word[0]);
              if (start < 0) continue;
              range.setStart(walker.currentNode, start);
              range.setEnd(walker.currentNode, start + word[0].length);
              tops.push(new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size);
              break;
            }}
          }}
          return [cell.textContent, tops.length, Math.max(...tops)];
        }}))]));
    }})()""")
    assert [len(line) for line in found[anchor("wide")]] == [2] * 18
    assert [line[0][0] for line in found[anchor("wide")][:6]] == WIDE_TABLE.split("\n")[0].strip("| ").split(" | ")
    assert [len(line) for line in found[anchor("short")]] == [6, 6]
    for name in ("wide", "short", "both"):
        for text, words, most in sum(found[anchor(name)], []):
            assert words == len(text.split()) and most == 1, (name, text)


# A tab at the end of a line hangs.

TABBED = {
    "two": "bread and milk\t\nok", "end": "eggs\t", "many": "flour\t\t\t\nsugar\t \t\nsalt", "blank": "one\n\t\t\ntwo",
    "soft": "a list of things to buy for tomorrow:\tbread,\tmilk,\teggs,\tflour,\tsugar,\tsalt and pepper\t\nand more",
    "inner": "a\tb\t\nc\td\t", "long": "a line that is about as wide as bubbles can be\t\nok", "bold": "x\t\nsome **bold**\t\ny"}


@pytest.mark.parametrize("width", [1280, 390])
def test_a_tab_at_the_end_of_a_line_hangs(program, tmp_path, browser, width):
    source = write_texts(tmp_path / "tabs.json", TABBED)
    site = program.export(source, tmp_path / "site")
    browser.resize(width, 844)
    browser.goto(site.pages()[0].as_uri() + "?plain")
    found = browser.evaluate(f"""(() => {{
      const M = {MEASURE};
      M.renderAll();
      return [...document.querySelectorAll('article')].map(row => {{
        const text = row.querySelector('[data-box=text]'), lines = M.lines(text).map(line => M.extent(line, 0));
        const range = new Range(), style = getComputedStyle(text);
        range.selectNodeContents(text);
        const end = Math.max(...[...range.getClientRects()].map(box => box.bottom));
        return [row.id, lines.length, Math.round((end - text.getBoundingClientRect().top) / parseFloat(style.lineHeight)),
          lines.some(line => line.wrapped), text.scrollWidth <= text.clientWidth + 1, M.copied(text)];
      }});
    }})()""")
    for identifier, planned, shown, wrapped, fits, text in found:
        assert not wrapped and shown <= planned and fits, (identifier, planned, shown)
        assert text == TABBED[identifier.removeprefix("m-")], identifier
    assert {name: lines for name, lines, *_ in found}[anchor("two")] == 2


# Emphasis beside punctuation of Chinese, Japanese and Korean (commonmark-spec issue 650).

EMPHASIS = {
    "**この釉薬は流れません（This glaze does not run）。**この粘土": "<b>この釉薬は流れません（This glaze does not run）。</b>この粘土",
    "含**「重点」**内容": "含<b>「重点」</b>内容", "**不变。**源码": "<b>不变。</b>源码", "是**“取出”模式**。": "是<b>“取出”模式</b>。",
    "源**\"x\"**式": "源<b>\"x\"</b>式", "*（斜）。*句": "<i>（斜）。</i>句", "***（粗斜）***体": "<i><b>（粗斜）</b></i>体",
    "**마크다운(Markdown)**은": "<b>마크다운(Markdown)</b>은", "**注意：**x": "<b>注意：</b>x", "我**这个`a*b`**吗": "我<b>这个<code>a*b</code></b>吗",
    "**ｶﾅ｡**ｶ": "<b>ｶﾅ｡</b>ｶ", "> **注：**先\n>**（后）**说": "<b>注：</b>先\n<b>（后）</b>说", "~~删（x）。~~字 字~~\"x\"~~字": "<s>删（x）。</s>字 字<s>\"x\"</s>字",
    "葛\U000E0100**(x)**字": "葛\U000E0100<b>(x)</b>字", "**[链接](https://example.org/)**后": "<b>链接</b>后",
    # As they were.
    "`源**（码）**式`": "<code>源**（码）**式</code>", "\\*\\*（不）\\*\\*是": "**（不）**是", "a**\"b\"**c": "a**\"b\"**c", "2**3 和": "2**3 和",
    "a**“b”**c": "a**“b”**c", "字 ** 字 ** 字": "字 ** 字 ** 字", "\uF8F2**（x）。**字": "\uF8F2**（x）。**字", "__init__（x）": "<b>init</b>（x）",
}


def test_emphasis_stands_beside_any_punctuation_in_chinese_japanese_and_korean(program, tmp_path):
    texts = {str(number): text for number, text in enumerate(EMPHASIS)}
    site = program.export(write_texts(tmp_path / "cjk.json", texts, text="markdown"), tmp_path / "site")
    page = site.pages()[0].read_text()
    for number, (text, expected) in enumerate(EMPHASIS.items()):
        row = re.search(rf'<article id="m-{number}" .*?</article>', page, re.S)[0]
        shown = re.search(r'<p [^>]*data-box="text(?:\.0)?"[^>]*>(.*?)</p>', row, re.S)[1]
        shown = re.sub(r"<([ib])( class=\"\w\")?></\1>|</?a\b[^>]*>|<span[^>]*>|</span>", "", shown)
        shown = shown.replace("strong>", "b>").replace("em>", "i>").replace("<br>", "\n").replace("&quot;", '"')
        assert shown == expected, text


# Tables, of which GFM would drop cells.

TABLES = {
    "| a | b |\n|---|---|\n| 1 | 2 | 3 |": [["a", "b"], ["1", "2 | 3"]],
    "| a | b |\n|---|---|\n| `x|y` | 2 |": [["a", "b"], ["x|y", "2"]],
    "| `x|y` | b |\n|---|---|\n| 1 | 2 |": [["x|y", "b"], ["1", "2"]],
    "| a | b |\n|---|---|\n| `x\\|y` | ``p|`q`` |": [["a", "b"], ["x|y", "p|`q"]],
    "| a | b |\n|---|---|\n| `x | y` |": [["a", "b"], ["`x", "y`"]],
    "| a |\n|---|\n|" + "|".join(map(str, range(70))) + "|": [["a"], [" | ".join(map(str, range(70)))]],
}


def test_no_cell_of_a_table_is_dropped(program, tmp_path):
    texts = {str(number): text for number, text in enumerate(TABLES)}
    site = program.export(write_texts(tmp_path / "tables.json", texts, text="markdown"), tmp_path / "site")
    page = site.pages()[0].read_text()
    for number, (text, expected) in enumerate(TABLES.items()):
        row = re.search(rf'<article id="m-{number}" .*?</article>', page, re.S)[0]
        cells = [[re.sub(r"<[^>]*>", "", cell) for cell in line.split("\t")]
                 for line in re.findall(r'<div role="row">(.*?)</div>', row, re.S)]
        assert cells == expected, text
