"""Right-to-left text: directions, isolates, and controls that must not reach beyond their element."""

import json
import re

import pytest

from measuring import MEASURE, measure, plain
from site_model import anchor

RLO, RLI, PDI, LRO = "\u202e", "\u2067", "\u2069", "\u202d"
MESSAGES = [
    ("a", "שלום לכולם! מי בא מחר?"),
    ("b", "أنا قادم إن شاء الله (ربما متأخرًا)."),
    ("a", "הקישור הוא https://example.org/דף/ ואז עוד מילה"),
    ("b", "see שלום (עולם) and 12:30, ok?"),
    ("a", "مرحبًا @Bo شكرًا"),
    ("b", f"{RLO}an override that nobody closes"),
    ("a", f"{RLI}an isolate that nobody closes"),
    ("b", "plain after them (1)"),
    ("a", "משפט ארוך בעברית שצריך להישבר לכמה שורות, עם https://example.org/a/b?c=d באמצע שלו, ועוד (סוגריים) בסוף."),
]


@pytest.fixture(scope="module")
def chat(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("bidi")
    source = folder / "bidi.json"
    messages = [{"id": str(number), "from": sender, "at": f"2026-05-01T10:{number:02d}:00Z", "text": text}
                for number, (sender, text) in enumerate(MESSAGES)]
    messages += [
        {"id": "notice", "kind": "system", "event": "memberAdded", "by": "h", "targets": ["b"], "at": "2026-05-01T11:00:00Z"},
        {"id": "evil", "kind": "system", "event": "memberAdded", "by": "e", "targets": ["b"], "at": "2026-05-01T11:01:00Z"},
        {"id": "reply", "from": "b", "replyTo": "0", "text": "yes", "at": "2026-05-01T11:02:00Z"},
        {"id": "name", "from": "e", "text": "hi", "at": "2026-05-01T11:03:00Z"},
    ]
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "bidi", "title": "עברית", "timeZone": "UTC", "locale": "en", "text": "plain",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Bo"}, {"id": "h", "name": "דנה (ד)"},
                         {"id": "e", "name": f"Eve{PDI}{RLO}"}],
        "messages": messages}, ensure_ascii=False), encoding="utf-8")
    return program.export(source, folder / "site"), program.plan(source)


@pytest.fixture
def page(browser, chat):
    browser.goto(plain(chat[0].pages()[0]))
    return browser


# The visual order of a part's text: the left edge of each character, by its index in the text.
EDGES = """(id, box) => {
  const part = document.getElementById(id).querySelector(`[data-box="${box}"]`), found = [];
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (let offset = 0; offset < node.length; offset++) {
      const range = new Range();
      range.setStart(node, offset);
      range.setEnd(node, offset + 1);
      const area = range.getBoundingClientRect();
      found.push([node.data[offset], area.left, area.top]);
    }
  return found;
}"""


def visual(page, identifier: str, box: str = "text") -> str:
    """The characters of the first line of a part from left to right."""
    edges = page.evaluate(EDGES, anchor(identifier), box)
    top = min(area[2] for area in edges if area[0].strip())
    line = [area for area in edges if abs(area[2] - top) < 8]
    return "".join(character for character, _, _ in sorted(line, key=lambda area: area[1]))


def test_the_first_strong_letter_decides_the_direction(chat):
    _, plan = chat
    found = {row["id"]: next(item["direction"] for item in row["items"] if item["box"] == "text")
             for row in plan.messages if row["id"].isdigit()}
    assert found == {"0": "rtl", "1": "rtl", "2": "rtl", "3": "ltr", "4": "rtl", "5": "ltr", "6": "ltr", "7": "ltr", "8": "rtl"}


def test_every_line_is_as_wide_as_planned(chat, page):
    _, plan = chat
    rows = {row["id"]: row for row in measure(page)}
    for expected in plan.messages:
        boxes = {box["box"]: box for box in rows[anchor(expected["id"])]["boxes"]}
        for item in expected["items"]:
            if item["what"] != "text":
                continue
            widths = [line["width"] for line in boxes[item["box"]]["lines"]]
            assert widths == pytest.approx([line["width"] for line in item["lines"]], abs=0.5), expected["id"]


def test_an_address_in_hebrew_reads_from_left_to_right(page):
    shown = visual(page, "2")
    assert "https://example.org/" in shown
    assert shown.index("https") < shown.index("example")


def test_brackets_are_mirrored_and_stay_around_their_words(page):
    shown = visual(page, "3")
    # Seen from the left: "see (olam) shalom and …", each bracket on its own side of the word.
    assert shown.startswith("see ")
    first, second = sorted([shown.index("("), shown.index(")")])
    assert "".join(reversed(shown[first + 1:second])).strip("()") == "עולם"


def test_a_mention_is_isolated(page):
    assert "Bo" in visual(page, "4").replace("@", "")


def test_controls_nobody_closes_end_with_their_message(page):
    assert visual(page, "7").strip() == "plain after them (1)"
    times = page.evaluate("[...document.querySelectorAll('time')].map(time => time.textContent)")
    assert len(times) > 8 and all(re.fullmatch(r"1[01]:\d\d AM", time) for time in times)


def test_names_in_sentences_do_not_reorder_them(page):
    plain = str.maketrans("", "", "\u2068\u2069")
    assert visual(page, "notice", "notice").translate(plain).endswith(" added Bo")
    assert visual(page, "evil", "notice").translate(plain) == "Eve added Bo"
    assert visual(page, "reply", "quote-name") == "Ann"


def test_the_copied_text_is_in_logical_order(chat, page):
    for number, (_, text) in enumerate(MESSAGES):
        found = page.evaluate(f"id => {MEASURE}.copied(document.getElementById(id).querySelector('[data-box=text]'))",
                              anchor(str(number)))
        assert found == text
