"""The furniture around the texts of messages: names, chips, cards, pills, tails, and the column itself.

By the names of the faults that exports of real chats showed."""

import json
import re
import struct
import time
import zlib
from pathlib import Path

import pytest

from chromium import Chromium
from conftest import EXAMPLE, ROOT
from public_files import SCRIPTS, script
from window import OVERLAPS, READY, resize_across, run


def chat(*messages: dict, **members) -> str:
    """Messages a minute apart; two people unless `members` says other."""
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]
    made = [{"id": str(number + 1), "from": "ab"[number % 2], "at": f"2026-05-01T10:{number % 60:02}:00Z", **message}
            for number, message in enumerate(messages)]
    return json.dumps({"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "locale": "en",
                       "participants": people, **members, "messages": made}, ensure_ascii=False)


@pytest.fixture
def export(program, tmp_path):
    def make(text: str, *options):
        source = tmp_path / "chat.json"
        source.write_text(text, encoding="utf-8")
        return program.export(source, tmp_path / "site", *options)
    return make


# D7. Scroll bars that take room

WORDS = "a message that is so long that its bubble is as wide as bubbles may be"
UNDER_THE_BAR = """
  const wide = document.documentElement.clientWidth, rights = [...document.querySelectorAll('main .out > p')]
    .map(text => text.getBoundingClientRect().right);
  return [document.documentElement.className, Math.max(...rights) < wide - 8, document.documentElement.scrollWidth <= wide,
    Math.abs(document.querySelector('main').getBoundingClientRect().width - Math.min(wide, 470)) < 1, wide < innerWidth];
"""


@pytest.fixture(params=["chromium", "firefox"])
def barred(request, chromium):
    """A tab whose scroll bar takes room of the window."""
    if request.param == "firefox":
        firefox = request.getfixturevalue("firefox")
        firefox.show_scrollbars()
        yield firefox
        firefox.show_scrollbars(False)
    else:
        with chromium.page(scrollbars=True) as page:
            yield page


@pytest.mark.parametrize("width", [340, 400, 478, 500])
def test_findings_d7_nothing_lies_under_a_scroll_bar(export, barred, width):
    site = export(chat(*({"text": WORDS} for _ in range(40))))
    barred.resize(width, 700)
    barred.goto(site.pages()[0])
    barred.wait_until(READY)
    states = [run(barred, UNDER_THE_BAR)]
    for other in (width + 400, width):
        if width + 400 >= 900:
            resize_across(barred, other, 700)
        else:
            barred.resize(other, 700)
            run(barred, "await settled()")
    for name, *holds in [*states, run(barred, UNDER_THE_BAR)]:
        assert "flow" not in name and holds == [True] * 4, (name, holds)


# D6. Words from outside

SENTENCE = "an answer that nobody could be expected to read to its end because it goes on and on without any need"
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2


def long_words(text: str) -> str:
    """A message of each kind with this text wherever a text from outside may stand."""
    picture = [{"kind": "image", "path": "tram.jpg"}]
    messages = [
        {"text": "hello", "status": text}, {"text": "👍", "status": text},
        {"text": "hello", "status": text, "pinned": True, "expiresAfter": 604800, "editedAt": "2026-05-01T10:09:00Z"},
        {"attachments": picture, "status": text, "pinned": True, "expiresAfter": 604800},
        {"attachments": [{**picture[0], "kind": "sticker"}], "status": text},
        {"attachments": picture, "text": text, "model": text, "status": "failed"},
        {"poll": {"question": text, "options": [{"text": text, "votes": 2, "by": ["b"]}, {"text": "x", "votes": 123456789}]}},
        {"text": f"# {text}\n\n1. {text}\n\n> {text}"}, {"text": "reply", "replyTo": "1"},
        {"text": "react", "reactions": [{"emoji": f":{text}:", "count": 3}, {"emoji": "👍", "count": 12345678901}]},
        {"contact": {"name": text, "phones": [text], "emails": [f"{text}@example.com"]}},
        {"location": {"latitude": 1, "longitude": 2, "name": text, "address": text}}, {"call": {"medium": text, "outcome": text}},
        {"text": "", "linkPreview": {"url": f"https://{text.replace(' ', '-')}.example.org/x", "title": text, "summary": text}},
        {"kind": "code", "text": text}, {"event": "titleChanged", "by": "b", "text": text}, {"event": text, "by": "b"},
        {"kind": "deleted", "by": "b", "deletedAt": "2026-05-01T10:09:00Z"}, {"kind": "toolCall", "name": text, "text": text},
        {"text": "x", "role": text, "model": text, "forwardedFrom": text}, {"kind": "unsupported", "name": text, "text": text},
        {"kind": f"new {text}", "facts": {text: text}},
        {"kind": "invoice", "facts": {"title": text, "amount": text, "currency": text, "description": text}},
        {"attachments": [{"kind": "file", "name": f"{text}.pdf", "absence": text}]},
        {"text": f"| {text} | b |\n|---|---|\n| {text} | {text} |"},
        {"text": f"now {text}", "edits": [{"at": "2026-05-01T10:09:00Z", "text": text}]}]
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": text}, {"id": "c", "name": text[::-1]}]
    return chat(*({"from": "abca"[number % 4], **message} for number, message in enumerate(messages)), participants=people,
                title=text)


def strays(plan, width: int) -> list:
    """Items outside of their bubble, or of their row where they have none."""
    found = []
    for row in plan.rows:
        boxes = {item["box"]: item for item in row["items"]}
        for item in row["items"]:
            beside = item["box"] in ("bubble", "name", "avatar") or item["box"] == "status" and row["id"] == "6"
            around = None if beside else boxes.get("bubble")
            left, right = (around["x"], around["x"] + around["width"]) if around else (0, width)
            if item["x"] < left - 0.02 or item["x"] + item["width"] > right + 0.02:
                found.append((row.get("id"), item["box"], item["x"], item["width"], left, right))
    return found


@pytest.fixture(params=[SENTENCE, WORD], ids=["a sentence", "a word"])
def talkative(request, program, tmp_path):
    (tmp_path / "tram.jpg").write_bytes((EXAMPLE.parent / "media" / "tram.jpg").read_bytes())
    source = tmp_path / "chat.json"
    source.write_text(long_words(request.param), encoding="utf-8")
    return source, request.param


def test_findings_d6_no_text_from_outside_leaves_its_bubble(program, talkative):
    assert strays(program.plan(talkative[0]), 390) == []


def test_findings_d6_what_is_cut_says_the_whole_in_its_title(program, talkative, tmp_path, browser):
    source, text = talkative
    site = program.export(source, tmp_path / "site")
    browser.goto(site.pages()[0])
    cut = browser.evaluate("""[...document.querySelectorAll('main :is(p, time)')].filter(text => /…/.test(text.textContent)
      && !text.matches('.t-quote')).map(text => [text.className, text.querySelector('[title]')?.title ?? ''])""")
    starts = [text[:50], text[:50].replace(" ", "-"), text[::-1][:50]]
    assert len(cut) >= 8 and [found for found in cut if not any(start in found[1] for start in starts)] == []
    wide = browser.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1]
    title = browser.evaluate("document.querySelector('h1').title")
    assert title == text


# H5. Tails and headings

def tails(program, tmp_path, *messages) -> list:
    source = tmp_path / "chat.json"
    source.write_text(chat(*({"from": "b", "at": f"2026-05-01T10:00:{number:02}Z", **message}
                             for number, message in enumerate(messages))), encoding="utf-8")
    return [next((item["tail"] for item in row["items"] if item["box"] == "bubble"), None)
            for row in program.plan(source).messages]


def test_findings_h5_a_group_has_one_tail(program, tmp_path):
    hello, thumb = {"text": "hello"}, {"text": "👍"}
    assert tails(program, tmp_path, hello, thumb, hello) == [0, None, 6]
    assert tails(program, tmp_path, hello, hello, thumb) == [0, 0, None]
    assert tails(program, tmp_path, hello, thumb, thumb, hello, {**hello, "from": "a"}) == [0, None, None, 6, 6]


def test_findings_h5_a_day_in_large_letters_takes_another_line(export, program, tmp_path, browser):
    theme = tmp_path / "large.json5"
    theme.write_text('{ theme: "chatexport-theme/1", text: { day: { fontSize: 40, lineHeight: 48 } } }')
    site = export(chat({"text": "hello", "at": "2026-09-23T10:00:00Z"}), "--theme", theme)
    browser.goto(site.pages()[0])
    text, lines, middle, row = browser.evaluate("""(() => { const day = document.querySelector('main .t-day'), range = new Range();
      range.selectNodeContents(day);
      const boxes = [...range.getClientRects()].filter(box => box.width > 1), row = day.parentNode.getBoundingClientRect();
      return [day.textContent, new Set(boxes.map(box => box.top)).size,
        boxes.map(box => box.left + box.width / 2 - row.left - row.width / 2), [row.left, row.right]] })()""")
    assert text == "Wednesday, September 23, 2026" and lines >= 2
    assert all(abs(off) < 1 for off in middle), middle


# D8. Small and odd things

@pytest.mark.parametrize("width", [390, 1280])
def test_findings_d8_the_lines_of_a_notice_are_centred(export, browser, width):
    browser.resize(width, 844)
    site = export(chat({"event": "titleChanged", "by": "b", "text": "a title that is long enough to need three lines, as it is "
                        "about all that has been said of the boat, the pier and the mooring, محمد"}))
    browser.goto(site.pages()[0])
    copied = browser.evaluate("document.querySelector('main .t-notice').textContent")
    assert "that is long enough to need three lines, as it is about all that has been said of the boat, the pier" in copied
    middles = browser.evaluate("""(() => { const text = document.querySelector('main .t-notice'), range = new Range(), lines = new Map();
      range.selectNodeContents(text);
      const pill = text.parentNode.querySelector('.pill').getBoundingClientRect();
      for (const box of range.getClientRects()) if (box.width > .5) {
        const key = Math.floor(((box.top + box.bottom) / 2 - pill.top) / 17), line = lines.get(key) ?? [box.left, box.right];
        lines.set(key, [Math.min(line[0], box.left), Math.max(line[1], box.right)]);
      }
      return [...lines.values()].map(([left, right]) => (left + right - pill.left - pill.right) / 2) })()""")
    assert len(middles) > 1 and all(abs(off) < 1 for off in middles), middles


@pytest.mark.parametrize("size", [(1, 1), (900, 20), (20, 900)])
def test_findings_d8_low_stickers_keep_their_time_in_their_row(program, tmp_path, size):
    (tmp_path / "s.png").write_bytes(png(*size))
    source = tmp_path / "chat.json"
    source.write_text(chat({"from": "b", "text": "before"}, {"attachments": [{"kind": "sticker", "path": "s.png"}]}))
    row = program.plan(source).messages[1]
    for item in row["items"]:
        assert item["y"] >= 0 and item["y"] + item["height"] <= row["height"], (item, row["height"])
    assert all(item["height"] >= 1 and item["width"] >= 1 for item in row["items"])


def png(width: int, height: int) -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x20\x60\xa0" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("sender", ["a", "b"])
def test_findings_d8_a_photo_that_ends_a_group_has_no_tail_beside_it(program, tmp_path, sender):
    """Also findings H6. With a caption, or a time under it, the bubble ends as others do."""
    (tmp_path / "p.png").write_bytes(png(400, 300))
    (tmp_path / "small.png").write_bytes(png(30, 10))
    picture, small = ({"from": sender, "attachments": [{"kind": "image", "path": name}]} for name in ("p.png", "small.png"))
    found = tails(program, tmp_path, picture)
    assert found == [0]
    assert tails(program, tmp_path, {**picture, "text": "a caption"}) == [6]
    assert tails(program, tmp_path, small) == [6]
    assert tails(program, tmp_path, {"from": sender, "attachments": picture["attachments"] * 3}) == [0]


@pytest.mark.parametrize("text", ["- one\n- ________\n- three", "- one\n-\n- three", "1. a\n2. ***\n3. ```\n   ```\n4.\n   -\n5. x"])
def test_findings_d8_items_of_a_list_do_not_overlap(program, tmp_path, text):
    source = tmp_path / "chat.json"
    source.write_text(chat({"text": text}))
    markers = [item for item in program.plan(source).messages[0]["items"] if item["box"].startswith(("marker", "ordinal"))]
    tops = sorted(item["y"] for item in markers)
    assert len(tops) >= 3 and all(low - high >= 20 or low == high for high, low in zip(tops, tops[1:])), tops


@pytest.mark.parametrize("name, initials", [
    ("Ben محمد", "B"), ("محمد Ben", "م"), ("Ann Lee", "AL"), ("Анна Lee", "А"), ("山田 はなこ", "山は"), ("Ann 2", "A2"),
    ("Δημήτρης Π.", "ΔΠ")])
def test_findings_d8_initials_are_of_one_script(export, name, initials):
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": name}, {"id": "c", "name": "Cy"}]
    site = export(chat({"from": "b", "text": "hello"}, {"from": "c", "text": "hi"}, participants=people))
    found = [element.text for element in site.markup(site.pages()[0]).all("span")
             if "avatar" in element.attributes.get("class", "").split()]
    assert found[0] == initials


# D2. Furniture of right-to-left texts

ARABIC = {"question": "متى نلتقي؟", "options": [{"text": "الساعة الثامنة", "votes": 3}, {"text": "21:00", "votes": 1}]}


@pytest.fixture
def arabic(program, tmp_path):
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "محمد بن عبد الله"}, {"id": "c", "name": "Cy"}]
    source = tmp_path / "chat.json"
    source.write_text(chat(
        {"from": "b", "text": "هل نلتقي يوم الجمعة القادم عند المقهى القديم قرب المحطة؟"},
        {"from": "c", "text": "yes, and with so many words that the bubble is wide, wider than the quotation", "replyTo": "1"},
        {"from": "b", "poll": ARABIC}, {"from": "b", "text": "نعم", "replyTo": "2"},
        {"from": "b", "attachments": [{"kind": "file", "name": "محضر.pdf", "byteCount": 123456}]},
        {"from": "c", "contact": {"name": "مرتا", "phones": ["+351 210 000 000"]}}, {"from": "b", "text": "لا"},
        {"from": "c", "text": "no"}, {"from": "b", "text": "👍"},
        {"from": "a", "call": {"medium": "video", "duration": 754}}, participants=people, locale="ar-EG"), encoding="utf-8")
    return [{item["box"]: item for item in row["items"]} for row in program.plan(source).messages]


def right(item: dict) -> float:
    return item["x"] + item["width"]


def test_findings_d2_bars_of_a_poll_grow_from_the_right(arabic):
    poll = arabic[2]
    for number in (0, 1):
        assert right(poll[f"bar.{number}"]) == right(poll[f"track.{number}"])
        assert poll[f"bar.{number}"]["x"] > poll[f"track.{number}"]["x"]
        assert right(poll[f"share.{number}"]) < poll[f"detail.{number}"]["x"]
        assert abs(right(poll[f"detail.{number}"]) - right(poll["label"])) < 0.02
    share = poll["share.0"]["lines"][0]["text"]
    assert share == "\u200f٣ · ٧٥٪" and poll["share.0"]["direction"] == "rtl"


def test_findings_d2_the_bar_of_a_quotation_is_where_its_text_begins(arabic):
    quote = arabic[1]
    assert abs(right(quote["quote-bar"]) - right(quote["quote"])) < 0.02
    assert right(quote["quote-text"]) < quote["quote-bar"]["x"]
    answer = arabic[3]
    assert answer["quote-bar"]["x"] == answer["quote"]["x"] and answer["quote-text"]["x"] > right(answer["quote-bar"])


def test_findings_d2_names_begin_where_texts_of_their_direction_do(arabic):
    name, bubble = arabic[0]["name"], arabic[0]["bubble"]
    assert abs(right(name) - right(bubble) + 12) < 0.02
    assert arabic[1]["name"]["x"] == arabic[1]["bubble"]["x"] + 12
    # One that is wider than its bubble begins at the bubble's left.
    assert arabic[6]["name"]["x"] >= arabic[6]["bubble"]["x"] + 12


def test_findings_d2_cards_are_mirrored_and_have_the_digits_of_the_language(arabic):
    file, contact, call = ({box.split(".")[0]: item for box, item in arabic[row].items()} for row in (4, 5, 9))
    for card in (file, contact):
        assert right(card["label"]) < card["icon"]["x"] and right(card["icon"]) == right(card["card"]) - 8
    assert "١٢٣" in file["fact"]["lines"][0]["text"] and "١٢:٣٤" in call["fact"]["lines"][0]["text"]


# H7. What the plan says

def test_findings_h7_the_plan_has_radii_and_tails(program, tmp_path):
    (tmp_path / "p.png").write_bytes(png(400, 300))
    source = tmp_path / "chat.json"
    source.write_text(chat({"from": "b", "text": "one"}, {"from": "b", "text": "two", "at": "2026-05-01T10:00:20Z"},
                           {"from": "a", "attachments": [{"kind": "image", "path": "p.png"}]}))
    one, two, photo = ([item for item in row["items"] if "radii" in item] for row in program.plan(source).messages)
    assert (one[0]["radii"], one[0]["tail"]) == ([18, 18, 18, 5], 0)
    assert (two[0]["radii"], two[0]["tail"]) == ([5, 18, 18, 18], 6)
    assert [item["radii"] for item in photo] == [[18, 18, 18, 18]] * 2 and "tail" not in photo[1]


# D4. Readers' minimum sizes, and missing faces

CLASHES = OVERLAPS + """
  const {documentElement: root} = document;
  return [root.classList.contains('flow'), overlaps(), root.scrollWidth <= innerWidth];
"""
MINIMUM = ROOT / "Tests" / "Browser" / "Fixtures" / "minimum.json"


def flowed(browser, expected) -> list:
    """What `CLASHES` gives once it is as expected, or after ten seconds: a page says first that its rows flow, and then loads the script that arranges them."""
    deadline = time.monotonic() + 10
    while (found := run(browser, CLASHES)) != expected and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


@pytest.mark.parametrize("size", [13, 14, 16])
def test_findings_d4_a_minimum_size_in_chromium_lets_the_page_flow(program, tmp_path, example_site, size):
    site = program.export(MINIMUM, tmp_path / "site")
    with Chromium(f"--blink-settings=minimumFontSize={size}") as browser, browser.page() as page:
        for path in (site.pages()[0], example_site.pages()[0]):
            page.goto(path)
            page.wait_until("document.documentElement.matches('.flow, .app')")
            assert flowed(page, [True, [], True]) == [True, [], True]


@pytest.mark.parametrize("size", [13, 14, 16])
def test_findings_d4_a_minimum_size_in_firefox_lets_the_page_flow(program, tmp_path, firefox, example_site, size):
    site = program.export(MINIMUM, tmp_path / "site")
    firefox.resize(390, 844)
    firefox.in_chrome("Services.prefs.setIntPref('font.minimum-size.x-western', arguments[0])", size)
    try:
        for path in (site.pages()[0], example_site.pages()[0]):
            firefox.goto(path)
            firefox.wait_until("document.documentElement.matches('.flow, .app')")
            assert flowed(firefox, [True, [], True]) == [True, [], True]
    finally:
        firefox.in_chrome("Services.prefs.clearUserPref('font.minimum-size.x-western')")


def test_findings_d4_a_small_minimum_size_changes_nothing(program, tmp_path):
    site = program.export(MINIMUM, tmp_path / "site")
    with Chromium("--blink-settings=minimumFontSize=10") as browser, browser.page() as page:
        page.goto(site.pages()[0])
        page.wait_until(READY)
        assert run(page, CLASHES)[1] == []


@pytest.mark.parametrize("is_missing", [True, False])
def test_findings_d4_a_page_whose_faces_are_missing_flows(export, browser, is_missing):
    site = export(chat(*({"text": "هل نلتقي يوم الجمعة القادم عند المقهى القديم قرب المحطة؟"} for _ in range(5)), locale="ar"))
    faces = [path for path in (site.folder / "assets" / "fonts").iterdir() if "inter" not in path.name.lower()]
    assert faces
    if is_missing:
        for path in faces:
            path.unlink()
    browser.goto(site.pages()[0])
    browser.wait_until("document.documentElement.matches('.flow, .app')")
    assert flowed(browser, [is_missing, [], True]) == [is_missing, [], True]


# A6. Colours of people

def people_chat(count: int, messages: int = 3) -> str:
    people = [{"id": f"p{number}", "name": f"Person {number}"} for number in range(count)]
    said = [{"from": f"p{number}", "text": "hello", "at": f"2026-05-01T{10 + turn:02}:{number:02}:00Z"}
            for turn in range(messages) for number in range(count)]
    answers = [{"from": f"p{number}", "text": "hi", "replyTo": str(count - number), "at": f"2026-05-02T10:{number:02}:00Z"}
               for number in range(count)]
    return chat(*said, *answers, participants=people)


COLOURS = """
  const found = {}, add = (name, kind, colour) => ((found[name] ??= {})[kind] ??= colour);
  for (const row of document.querySelectorAll('main article')) {
    const style = (selector, property) => { const part = row.querySelector(selector); return part && getComputedStyle(part)[property] };
    const name = row.sender ?? row.getAttribute('aria-label'), quoted = row.querySelector('.t-quote-name')?.textContent;
    add(name, 'name', style('.t-name', 'color')); add(name, 'avatar', style('.avatar', 'backgroundColor'));
    if (quoted) { add(quoted, 'quoted', style('.t-quote-name', 'color')); add(quoted, 'bar', style('.quote-bar', 'backgroundColor')); }
  }
  return found;
"""


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one: str, other: str) -> float:
    lower, higher = sorted((luminance(one), luminance(other)))
    return (higher + 0.05) / (lower + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("count", [2, 8])
def test_findings_a6_no_two_of_the_first_eight_people_have_the_same_colour(export, page, count, scheme):
    site = export(people_chat(count))
    page.emulate(prefers_color_scheme=scheme)
    page.goto(site.pages()[0].as_uri() + "?plain")
    found = run(page, COLOURS)
    assert len(found) == count
    for kind in ("name", "avatar", "quoted", "bar"):
        assert len({colours[kind] for colours in found.values()}) == count, (kind, found)
    grounds = run(page, """return ['main', '.quote'].map(part => getComputedStyle(document.querySelector(part)).backgroundColor)
      .concat(getComputedStyle(document.querySelector('.column')).backgroundColor)""")
    for colours in found.values():
        assert colours["name"] == colours["quoted"] == colours["bar"]
        assert contrast(colours["name"], grounds[2]) >= 4.5 and contrast(colours["quoted"], grounds[1]) >= 4.5
        assert contrast(colours["avatar"], "255 255 255") >= 4.5
    page.goto(site.conversations[0] / "index.html")
    faces = run(page, "return [...document.querySelectorAll('.face')].map(face => getComputedStyle(face).backgroundColor)")
    assert len(set(faces)) == count


def test_findings_a6_a_page_is_the_same_whoever_comes_later(program, tmp_path):
    """Colours are in a file beside the pages."""
    first = json.loads(people_chat(3))
    more = json.loads(people_chat(3))
    more["participants"].append({"id": "new", "name": "New"})
    more["messages"] += [{"id": f"n{number}", "from": "new", "text": "me", "at": f"2026-06-01T10:{number:02}:00Z"} for number in range(20)]
    sites = []
    for name, content in (("one", first), ("two", more)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
        sites.append(program.export(tmp_path / f"{name}.json", tmp_path / name, "--page-size", "4"))
    pages = [[path.read_bytes() for path in site.pages()[:2]] for site in sites]
    assert pages[0] == pages[1]
    sheets = [(site.conversations[0] / "people.css").read_text() for site in sites]
    assert sheets[0] != sheets[1] and all(len(sheet.splitlines()) == number for sheet, number in zip(sheets, (3, 4)))


# H3. The key of the layout

def test_findings_h3_a_theme_that_changes_a_colour_lays_no_row_out_again(program, tmp_path):
    source, out = tmp_path / "chat.json", tmp_path / "site"
    source.write_text(chat(*({"text": f"message {number}"} for number in range(30))))
    theme = tmp_path / "mine.json5"

    def laid_out(content: str) -> int:
        theme.write_text(content)
        report = tmp_path / "report.json"
        result = program.run(source, "--out", out, "--page-size", "5", "--theme", theme, "--report", report)
        assert result.returncode == 0, result.stderr
        return json.loads(report.read_text())["laidOut"]["pages"]
    assert laid_out('{ theme: "chatexport-theme/1", colours: { light: { outgoing: "#246" } } }') == 6
    before = (out / "chat" / "1.html").read_bytes()
    assert laid_out('{ theme: "chatexport-theme/1", colours: { light: { outgoing: "#642" } } }') == 0
    assert "#664422" in (out / "assets" / "theme.css").read_text() and (out / "chat" / "1.html").read_bytes() == before
    assert laid_out('{ theme: "chatexport-theme/1", metrics: { tail: 4 } }') == 6


# H1. Pinned days

PINNED = """((step, days) => {
  const bar = document.querySelector('.bar').getBoundingClientRect().bottom, missing = [], wrong = [];
  const isInSight = (element) => { const box = element.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight };
  for (let y = 0; y < document.documentElement.scrollHeight - innerHeight; y += step) {
    scrollTo({ top: y, behavior: 'instant' });
    const row = [...document.querySelectorAll('main section')].filter(isInSight).flatMap(section => [...section.querySelectorAll('article')])
      .findLast(row => row.getBoundingClientRect().top < bar && row.getBoundingClientRect().bottom > bar + 60);
    if (!row) continue;
    const pills = [...document.querySelectorAll('main .t-day')].filter(pill => pill.checkVisibility()).filter(pill => {
      const box = pill.getBoundingClientRect();
      return box.top >= bar - 4 && box.bottom <= bar + 60 && box.height > 4;
    }).map(pill => pill.textContent);
    const day = days[Number(row.dataset.i)];
    if (!pills.length) missing.push(y);
    else if (!pills.some(text => text.includes(day))) wrong.push([y, day, pills]);
  }
  return [missing, wrong.slice(0, 5)];
})"""


@pytest.fixture(scope="module")
def long_days(program, tmp_path_factory):
    """A day of 130 messages, one of three, one of 200, on two pages; and each message's day."""
    made, days = [], []
    for day, count in ((1, 130), (2, 3), (3, 200)):
        for number in range(count):
            made.append({"text": f"message {number} of a day, with words enough for a second line of it", "from": "ab"[number // 2 % 2],
                         "at": f"2026-05-{day:02}T{8 + number // 60:02}:{number % 60:02}:00Z"})
            days.append(f"May {day}, 2026")
    folder = tmp_path_factory.mktemp("days")
    (folder / "chat.json").write_text(chat(*made))
    return program.export(folder / "chat.json", folder / "site", "--page-size", "200"), days


def expect_pinned(browser, days) -> None:
    missing, wrong = browser.evaluate(f"{PINNED}(173, {json.dumps(days)})")
    assert (missing, wrong) == ([], [])


@pytest.mark.parametrize("width", [390, 1280])
def test_findings_h1_a_heading_is_pinned_as_long_as_its_day_is_on_the_screen(long_days, browser, width):
    site, days = long_days
    browser.resize(width, 844)
    for path in site.pages():
        browser.goto(path.as_uri() + "?plain")
        browser.wait_until("document.documentElement.matches('.plain')")
        expect_pinned(browser, days)


def test_findings_h1_without_script(long_days, page):
    site, days = long_days
    page.disable_script()
    for path in site.pages():
        page.goto(path)
        expect_pinned(page, days)


def test_findings_h1_on_flowing_pages(long_days, firefox):
    site, days = long_days
    firefox.resize(390, 844)
    firefox.in_chrome("Services.prefs.setIntPref('font.minimum-size.x-western', 16)")
    try:
        firefox.goto(site.pages()[0].as_uri() + "?plain")
        firefox.wait_until("document.documentElement.matches('.flow.plain')")
        expect_pinned(firefox, days)
    finally:
        firefox.in_chrome("Services.prefs.clearUserPref('font.minimum-size.x-western')")


# H4. The window at rest

def test_findings_h4_an_opened_page_and_its_neighbours_are_at_most_500_rows(group_site, browser):
    for target in ("messages", "end", "m-501", "m-520", "m-1000"):
        browser.goto("about:blank")
        browser.goto(group_site.pages()[1].as_uri() + f"#{target}")
        browser.wait_until(READY)
        live = run(browser, "await settled(); await new Promise(done => setTimeout(done, 900)); await settled(); return rows().length")
        assert live <= 500, (target, live)


# H6. Drawings

SVG = '<svg xmlns="http://www.w3.org/2000/svg" {}><rect width="50" height="50" fill="#2060a0"/></svg>'


def test_findings_h6_a_drawing_that_can_do_nothing_is_a_picture(program, tmp_path, browser):
    """One that has scripts, links or things from elsewhere is a file, as is a HEIC photo, which no browser but one shows."""
    files = {"sized.svg": SVG.format('width="120" height="80"'), "boxed.svg": SVG.format('viewBox="0 0 48 24"'),
             "script.svg": SVG.format('onload="alert(1)"'), "far.svg": SVG.format("").replace("<rect", '<use href="http://x.example/a.svg#b"/><rect')}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "photo.heic").write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64))
    source = tmp_path / "chat.json"
    source.write_text(chat(*({"attachments": [{"kind": "image", "path": name, "width": 640, "height": 480}]} for name in [*files, "photo.heic"])))
    plan = program.plan(source)
    pictures = [[(item["width"], item["height"]) for item in row["items"] if item["what"] == "image"] for row in plan.messages]
    assert pictures == [[(120, 80)], [(48, 24)], [], [], []]
    report = tmp_path / "report.json"
    site = program.export(source, tmp_path / "site", "--report", report)
    assert sorted(path.suffix for path in (site.folder / "media").iterdir()) == [".heic", ".svg", ".svg", ".txt", ".txt"]
    notes = [entry["message"] for entry in json.loads(report.read_text())["findings"] if entry["code"] == "heic-photo"]
    assert len(notes) == 1 and notes[0].startswith("1 photo is a HEIC file"), notes
    browser.goto(site.pages()[0])
    browser.wait_until("[...document.querySelectorAll('.picture img')].every(picture => picture.complete)")
    assert browser.evaluate("[...document.querySelectorAll('.picture img')].map(picture => picture.naturalWidth > 0)") == [True, True]


# Classes

# Classes of rows that scripts and templates use in the same meaning: the words of a day, the control of a recording, and a sender's
# name and avatar, which a thread draws as the chat does.
SHARED_CLASSES = {"t-day", "player", "t-name", "avatar", "hidden"}


def test_no_class_of_rows_has_another_meaning_around_them(program, example_site, tmp_path):
    """Rules for rows would otherwise apply to furniture, and the other way round."""
    kinds = program.export(ROOT / "Tests/ChatImportTests/Fixtures/chatexport/every-kind/every-kind.json", tmp_path / "site")
    rows = set()
    for path in [*example_site.pages(), *kinds.pages()]:
        content = re.search(r"<section.*</section>", path.read_text(encoding="utf-8"), re.DOTALL)[0]
        rows |= {name for names in re.findall(r'<[^>]* class="([^"]*)"', content) for name in names.split()}
    assert {"avatar", "bare", "picture", "reaction", "status"} <= rows
    templates = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "Templates").glob("*.mustache"))
    scripts = "\n".join(script(name) for name in SCRIPTS if name != "flow")
    around = re.findall(r'class="([^"{]*)', templates) + re.findall(
        r'className: ["`]([^"`$]*)|classList\.(?:add|toggle|replace)\("([\w-]+)"', scripts)
    names = {name for found in around for part in ([found] if isinstance(found, str) else found) for name in part.split()}
    assert {"sheet", "tile", "hits"} <= names
    assert rows & names <= SHARED_CLASSES
