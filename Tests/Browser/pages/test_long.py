"""Long texts: the beginning is shown, and "Read more" opens the rest under it."""

import pytest

import test_folds
import test_pages
from chats import write_chat, write_texts
from conftest import ROOT
from test_code import phone  # noqa: F401
from test_search import ASK
from window import open_window, run

SENTENCES = "The ferry leaves at nine. Nobody knows if it is on time, so let us be early! Is that too early for you? "
ARABIC = "تغادر العبّارة في التاسعة. لا أحد يعرف إن كانت في موعدها، فلنكن مبكرين! هل هذا مبكر جدًا؟ "
CHINESE = "渡轮九点出发。没有人知道它是否准时，所以我们早点去吧！这对你来说太早了吗？"
LIST = "## What to take\n\n" + "\n".join(f"{number}. Item **{number}** of the list, {SENTENCES}" for number in range(1, 30))
LINES = "\n".join(f"Line {number} of a poem that nobody asked for" for number in range(60))
LINK = "https://example.org/" + "a-part-of-a-long-address/" * 100
CODE = "Look:\n\n```swift\n" + "\n".join(f"let a{number} = {number}" for number in range(40)) + "\n```\n\n" + SENTENCES * 30

TEXTS = {
    "plain": SENTENCES * 25, "own": SENTENCES * 25, "arabic": ARABIC * 30, "chinese": CHINESE * 60, "list": LIST,
    "lines": LINES, "link": f"{LINK} {SENTENCES * 3}", "code": CODE, "spoiler": f"||{SENTENCES * 30}||",
    "short": SENTENCES * 18, "word": "x" * 3_000, "few": "'" * 2_010, "emoji": "🎉" * 2_100,
}


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    messages = []
    for number, (name, text) in enumerate(TEXTS.items()):
        messages.append({"id": name, "from": "me" if name in ("own", "lines") else "bo", "text": text,
                         "at": f"2026-05-01T10:{number:02d}:00Z"})
        messages.append({"id": f"{name}-after", "from": "me", "text": "Ok.", "at": f"2026-05-01T10:{number:02d}:30Z"})
    messages += [
        {"id": "answer", "from": "bo", "role": "assistant", "text": SENTENCES * 25, "at": "2026-05-01T11:00:00Z"},
        {"id": "edited", "from": "bo", "text": SENTENCES * 25, "at": "2026-05-01T11:01:00Z", "replyTo": "plain",
         "edits": [{"at": "2026-05-01T11:02:00Z", "text": "Shorter."}], "reactions": [{"emoji": "👍", "by": ["me"]}]},
        {"id": "caption", "from": "me", "text": SENTENCES * 25, "at": "2026-05-01T11:03:00Z",
         "attachments": [{"kind": "image", "path": "none.jpg", "width": 400, "height": 300}]},
    ]
    return write_chat(
        tmp_path_factory.mktemp("long") / "long.json", messages, text="markdown",
        participants=[{"id": "me", "name": "Me", "isMe": True}, {"id": "bo", "name": "Bo"}])


@pytest.fixture(scope="module")
def site(program, long, tmp_path_factory):
    return program.export(long, tmp_path_factory.mktemp("long-site") / "site")


@pytest.fixture(scope="module")
def plan(program, long):
    return program.plan(long)


@pytest.fixture
def chat(site, plan):
    return site, plan


test_every_row_is_there_in_order_and_as_high_as_planned = \
    test_pages.test_every_row_is_there_in_order_and_as_high_as_planned
test_row_1_every_part_is_at_its_planned_position = test_pages.test_row_1_every_part_is_at_its_planned_position
test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again = \
    test_pages.test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again
test_closed_everything_stands_as_planned = test_folds.test_closed_everything_stands_as_planned
test_opening_moves_what_follows_by_what_was_planned_and_closing_moves_it_back = \
    test_folds.test_opening_moves_what_follows_by_what_was_planned_and_closing_moves_it_back
test_every_folded_line_is_as_wide_as_measured_and_not_broken_again = \
    test_folds.test_every_folded_line_is_as_wide_as_measured_and_not_broken_again
test_a_fold_opens_by_click_and_by_key_without_script = test_folds.test_a_fold_opens_by_click_and_by_key_without_script
test_print_shows_everything_open = test_folds.test_print_shows_everything_open
test_the_page_opens_folds_on_any_width = test_folds.test_the_page_opens_folds_on_any_width

FOLDED = ("plain", "own", "arabic", "chinese", "list", "lines", "code", "spoiler", "edited", "caption")


def row_of(plan, message: str) -> dict:
    return next(row for row in plan.rows if row.get("id") == message)


def rest_of(plan, message: str) -> dict | None:
    return next((item for item in row_of(plan, message)["items"] if item["box"] == "unfold"), None)


def lines_of(items: list) -> list[str]:
    """The lines of texts, without words of the program."""
    return [line["text"] for item in items if item["box"].startswith("text") for line in item["lines"]]


def test_texts_over_2000_characters_are_folded_but_not_answers_and_no_word_is_cut(plan):
    assert [name for name in (*TEXTS, "answer", "edited", "caption") if rest_of(plan, name)] == list(FOLDED)


@pytest.mark.parametrize("message", ["plain", "arabic", "chinese", "lines"])
def test_the_beginning_has_up_to_20_lines_and_the_rest_goes_on_with_it(plan, message):
    head, rest = lines_of(row_of(plan, message)["items"]), lines_of(rest_of(plan, message)["folded"])
    assert 12 <= len(head) <= 20 and len(rest) >= 10
    assert "".join(head + rest).replace(" ", "").replace("\n", "") == TEXTS[message].replace(" ", "").replace("\n", "")
    if message in ("plain", "arabic", "chinese"):
        assert head[-1].rstrip()[-1] in ".!?。！？؟", "the beginning does not end with a sentence"


def test_a_list_is_cut_between_its_items(plan):
    rest = rest_of(plan, "list")["folded"]
    assert rest[1]["box"].startswith(("ordinal", "text")) and any(
        item["box"].startswith("ordinal") and item["text"] == "5." for item in rest)


def test_the_rest_is_as_wide_as_the_bubble(plan):
    for message in FOLDED:
        bubble = next(item for item in row_of(plan, message)["items"] if item["box"] == "bubble")
        ground = rest_of(plan, message)["folded"][0]
        assert ground["width"] <= bubble["width"] + 1 and abs(ground["x"] - bubble["x"]) <= 24, message


# Of a message: the words that are shown, and where those that close the rest are.
WORDS = """
const row = document.getElementById('m-' + given[0]), details = row.querySelector('.rest');
const isShown = element => element.checkVisibility({ contentVisibilityAuto: false, visibilityProperty: true });
const words = () => [...row.querySelectorAll('p')].filter(isShown).map(part => part.textContent).filter(text => /^Read/.test(text));
const summary = details.querySelector(':scope > summary');
"""


def test_read_more_becomes_read_less_at_the_end(browser, site):
    open_window(browser, site.pages()[0])
    for message in ("plain", "list", "caption"):
        closed, opened, off = run(browser, f"""{WORDS}
          row.scrollIntoView();
          const closed = words();
          summary.click();
          await frames(3);
          const less = row.querySelector('[data-folded="less"]').getBoundingClientRect(), box = summary.getBoundingClientRect();
          return [closed, words(), box.top - less.top];
        """, message)
        assert closed == ["Read more"] and opened == ["Read less"] and abs(off) < 1, message


def test_closing_from_its_end_leads_back_to_the_message(browser, site):
    open_window(browser, site.pages()[0])
    top, below = run(browser, f"""{WORDS}
      summary.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true }}));
      await until(() => document.querySelector('script[src$="rest.js"]'), 'rest.js');
      await frames(5);
      summary.click();
      await frames(3);
      summary.scrollIntoView({{ block: 'center' }});
      await settled();
      summary.click();
      await settled();
      await frames(3);
      return [row.getBoundingClientRect().top, innerHeight];
    """, "chinese")
    assert 0 < top < below / 2


@pytest.mark.parametrize("size", [100, 200])
def test_at_320_px_and_in_large_text_it_opens_and_closes(chromium, site, size):
    with chromium.page(320, 700) as page:
        page.goto(site.pages()[0])
        page.evaluate(f"localStorage.setItem('chatexport size', {size})")
        open_window(page, site.pages()[0])
        closed, opened, again, overflow = run(page, f"""{WORDS}
          row.scrollIntoView();
          const closed = words();
          summary.click();
          await settled();
          const opened = words();
          summary.click();
          await settled();
          return [closed, opened, words(), document.documentElement.scrollWidth - innerWidth];
        """, "plain")
        page.evaluate("localStorage.clear()")
    assert (closed, opened, again) == (["Read more"], ["Read less"], ["Read more"]) and overflow <= 0


def test_a_copy_has_the_folded_rest_too(browser, site):
    open_window(browser, site.pages()[0])
    copied = run(browser, """
      const row = document.getElementById('m-plain');
      getSelection().selectAllChildren(row);
      await until(() => document.querySelector('script[src$="selection.js"]'), 'selection.js');
      await frames(5);
      const event = new ClipboardEvent('copy', {clipboardData: new DataTransfer(), bubbles: true, cancelable: true});
      document.dispatchEvent(event);
      return event.clipboardData.getData('text/plain');
    """)
    assert copied.strip() == TEXTS["plain"].strip()


def test_a_hit_in_the_rest_is_unfolded_and_brought_to_the_screen(chromium, program, tmp_path):
    path = write_chat(tmp_path / "hit.json", [
        {"id": "1", "from": "b", "text": SENTENCES * 60 + " Zanzibar " + SENTENCES, "at": "2026-05-01T10:00:00Z"},
        *({"id": f"{number}", "from": "b", "text": "Ok.", "at": "2026-05-01T11:00:00Z"} for number in range(2, 30))])
    site = program.export(path, tmp_path / "site")
    with chromium.page(390, 844) as page:
        open_window(page, site.pages()[0])
        top, height = run(page, """
          document.querySelector('[data-act=search]').click();
          await until(() => document.querySelector('#search[open]'), 'the panel');
          const field = document.querySelector('#search input');
          field.value = 'zanzibar';
          field.dispatchEvent(new Event('input', { bubbles: true }));
          await until(() => document.querySelector('#search li a'), 'a hit');
          document.querySelector('#search li a').click();
          await until(() => document.querySelector('#m-1 .rest[open]'), 'unfolded');
          await settled();
          const range = new Range(), walker = document.createTreeWalker(document.querySelector('#m-1 .folded'), NodeFilter.SHOW_TEXT);
          for (let node; (node = walker.nextNode());) if (node.data.includes('Zanzibar')) range.selectNode(node);
          await until(() => range.getBoundingClientRect().top < innerHeight, 'brought in');
          return [range.getBoundingClientRect().top, innerHeight];
        """)
    assert 0 < top < height


@pytest.mark.parametrize("name", ["plain", "chinese"])
def test_a_phrase_over_the_cut_is_found(browser, program, tmp_path, name):
    """In words with a space at the cut and in a script without; a phrase over the end of a paragraph is none."""
    path = write_texts(tmp_path / "cut.json", {f"{number}": TEXTS[name] if number % 2 else "Ok." for number in range(40)})
    site = program.export(path, tmp_path / "site", "--page-size", "10")
    open_window(browser, site.pages()[-1])
    phrase, found, reversed_found = run(browser, ASK + """
      const before = document.querySelector('article:has(> .rest) > p:not([class])').textContent;
      const behind = document.querySelector('.rest .folded > p:not([class])').textContent;
      const glue = given[0] === 'plain' ? ' ' : '', [end, start] = given[0] === 'plain'
        ? [before.split(' ').slice(-2).join(' '), behind.split(' ').slice(0, 2).join(' ')] : [before.slice(-3), behind.slice(0, 3)];
      return [`${end}${glue}${start}`, await ask({text: `"${end}${glue}${start}"`}), await ask({text: `"${start}${glue}${glue}${end}"`})];
    """, name)
    assert phrase in TEXTS[name]
    assert found == [f"{number}" for number in range(39, 0, -2)] and not reversed_found
