"""Ends of lines, as shown and as copied: soft hyphens, tabs, spaces, newlines, numbers."""

import json

import pytest

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
    source = folder / "lines.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "lines", "title": "Lines", "timeZone": "UTC", "locale": "en", "text": "plain",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
        "messages": [{"id": name.replace(" ", "-"), "from": "ab"[number % 2], "at": f"2026-05-01T10:{number:02d}:00Z",
                      "text": text} for number, (name, text) in enumerate(TEXTS.items())]}, ensure_ascii=False),
        encoding="utf-8")
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


def test_lines_end_where_they_should(chat):
    plan = chat[1]
    assert [line["text"] for line in plan["lines"]["lines"]] == TEXTS["lines"].split("\n")
    assert max(line["width"] for line in plan["spaces"]["lines"]) <= 273
    joined = [line["text"].strip() for line in plan["numbers"]["lines"]]
    for whole in ("12 km", "2026-05-01", "12 May", "1 000 000 €", "$ 20", "10 pm"):
        assert any(whole in line for line in joined), whole
    for line in plan["no-break"]["lines"]:
        assert not line["text"].endswith((NBSP, WJ)) and not line["text"].startswith((NBSP, WJ))
