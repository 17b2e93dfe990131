"""Text is copied as written and found across line breaks, in both browsers."""

import time

import pytest

from chats import write_texts
from chromium import PATIENCE
from measuring import MEASURE, plain
from site_model import anchor, copied_text

TEXTS = [
    "one short line",
    "a longer text that needs several lines because it says more than fits into one of them, twice over indeed",
    "two  spaces,   three spaces, and a line that is long enough to be broken somewhere near  two spaces again",
    "first line\nsecond line\n\nfourth line after an empty one",
    "https://example.org/a/rather/long/path/that/has/to/be/broken?with=some&query=values&and=more#fragment",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "这是一个比较长的中文句子，它需要分成好几行才能放进气泡里面，复制的时候不应该多出任何换行符。",
    "هذه جملة عربية طويلة بما يكفي لتحتاج إلى أكثر من سطر واحد، مع كلمة English في وسطها.",
    "משפט ארוך בעברית שצריך להישבר לכמה שורות, עם מספר 12345 ומילה latin באמצע שלו.",
    "both ways: שלום (hello) عالم 123 «و» \u200fa mark\u200e, in a line that is long enough to be broken more than once",
    "ภาษาไทยไม่มีช่องว่างระหว่างคำ บรรทัดจึงต้องตัดด้วยพจนานุกรม และเมื่อคัดลอกแล้วต้องไม่มีอะไรเกินมาหรือขาดหายไป",
    "မြန်မာစာ နှင့် ភាសាខ្មែរ และ ພາສາລາວ हिन्दी में भी लिखते हैं, சில சமயம் தமிழிலும்",
    "family 👨‍👩‍👧‍👦 and flags 🇵🇹 🏳️‍🌈 in a text that goes over the end of the first line 🎉",
    "tab\tand no-break space and soft­hyphen in one",
    "<b>not bold</b> &amp; &lt;not decoded&gt; \"quoted\" 'single'",
]


@pytest.fixture(scope="module")
def chat(program, tmp_path_factory):
    """A plain-text conversation of the texts above: (site, texts by anchor)."""
    folder = tmp_path_factory.mktemp("text")
    source = write_texts(folder / "texts.json", {str(number): text for number, text in enumerate(TEXTS)})
    return program.export(source, folder / "site"), {anchor(str(number)): text for number, text in enumerate(TEXTS)}


SELECT = """(id) => {
  const box = document.getElementById(id).querySelector('[data-box=text]');
  box.scrollIntoView({block: 'center', behavior: 'instant'});
  const range = new Range();
  range.selectNodeContents(box);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  return [getSelection().toString(), [...box.querySelectorAll('img')].map(image => image.alt)];
}"""


def without_emoji(text: str, alternatives: list) -> str:
    """Emoji are pictures: copied as their text alternative, but absent from the text of a selection."""
    for alternative in alternatives:
        text = text.replace(alternative, "", 1)
    return text


@pytest.mark.parametrize("width", [1280, 390])
def test_a_selected_message_is_the_text_that_was_written(chat, browser, width):
    site, texts = chat
    browser.resize(width, 844)
    browser.goto(plain(site.pages()[0]))
    for identifier, text in texts.items():
        selected, alternatives = browser.evaluate(SELECT, identifier)
        assert selected in (text, without_emoji(text, alternatives)), identifier


@pytest.mark.parametrize("width", [1280, 390])
def test_a_copied_message_is_the_text_that_was_written(chat, chromium, width):
    """Through the browser's own copy command and clipboard."""
    site, texts = chat
    with chromium.page(width, 844) as page, chromium.page() as target:
        page.goto(plain(site.pages()[0]))
        for identifier, text in texts.items():
            page.evaluate(SELECT, identifier)
            page.key("c", "KeyC", 67, modifiers=2, commands=["copy"])
            target.goto("data:text/html,<textarea autofocus></textarea>")
            target.evaluate("document.querySelector('textarea').focus()")
            target.key("v", "KeyV", 86, modifiers=2, commands=["paste"])
            pasted = target.evaluate("document.querySelector('textarea').value")
            # A no-break space is copied as a space by browsers.
            assert pasted.replace("\u00a0", " ") == text.replace("\u00a0", " "), identifier


# Copies in Firefox's own window and reads the clipboard once it is filled.
COPY = """
  const clipboard = Services.clipboard;
  clipboard.emptyClipboard(clipboard.kGlobalClipboard);
  gBrowser.selectedBrowser.focus();
  goDoCommand('cmd_copy');
"""
CLIPBOARD = """
  const clipboard = Services.clipboard;
  if (!clipboard.hasDataMatchingFlavors(['text/plain'], clipboard.kGlobalClipboard)) return null;
  const transferable = Cc['@mozilla.org/widget/transferable;1'].createInstance(Ci.nsITransferable);
  transferable.init(null);
  transferable.addDataFlavor('text/plain');
  clipboard.getData(transferable, clipboard.kGlobalClipboard);
  const data = {};
  transferable.getTransferData('text/plain', data);
  return data.value.QueryInterface(Ci.nsISupportsString).data;
"""


@pytest.mark.parametrize("width", [1280, 390])
def test_a_message_copied_in_firefox_is_the_text_that_was_written(chat, firefox, width):
    site, texts = chat
    firefox.resize(width, 844)
    firefox.goto(plain(site.pages()[0]))
    for identifier, text in texts.items():
        firefox.evaluate(SELECT, identifier)
        firefox.in_chrome(COPY)
        end = time.monotonic() + PATIENCE
        while (copied := firefox.in_chrome(CLIPBOARD)) is None:
            assert time.monotonic() < end, f"{identifier}: nothing was copied"
            time.sleep(0.02)
        assert copied.replace("\u00a0", " ") == text.replace("\u00a0", " "), identifier


def test_the_copied_text_is_the_planned_text(program, example_site, example_plan, page):
    page.goto(plain(example_site.pages()[0]))
    for row in example_plan.page(1):
        if row["kind"] == "day":
            continue
        found = page.evaluate(
            f"id => Object.fromEntries([...document.getElementById(id).querySelectorAll('[data-box]')].map("
            f"box => [box.dataset.box, {MEASURE}.copied(box)]))", anchor(row["id"]))
        for item in row["items"]:
            if item["what"] == "text":
                assert found[item["box"]] == copied_text(item), row["id"]


@pytest.mark.parametrize("width", [1280, 390])
def test_find_in_page_crosses_soft_breaks(chat, browser, width):
    site, texts = chat
    browser.resize(width, 844)
    browser.goto(plain(site.pages()[0]))
    assert "flow" not in browser.evaluate("document.documentElement.className"), "the page gave up the laid-out lines"
    crossing = browser.evaluate(f"""(() => {{
      const found = [];
      for (const box of document.querySelectorAll('[data-box=text]')) {{
        const lines = {MEASURE}.lines(box).map(line => {MEASURE}.extent(line, 0).text);
        const next = box.querySelector('br') ? '' : lines[1];
        if (next) found.push([box.closest('article').id,
          lines[0].trimEnd().split(' ').at(-1).slice(-8) + lines[0].match(/ *$/)[0] + next.split(' ')[0].slice(0, 8)]);
      }}
      return found;
    }})()""")
    assert len(crossing) >= 3
    for identifier, needle in crossing:
        if not needle.isascii():
            continue
        hit = browser.evaluate(
            "needle => { getSelection().removeAllRanges();"
            " return window.find(needle, true, false, true) ? getSelection().toString() : null }", needle)
        assert hit == needle, identifier


def test_find_in_page_sees_sections_far_off_screen(group_site, group_plan, chromium):
    with chromium.page() as page:
        page.goto(plain(group_site.pages()[0]))
        row = next(row for row in reversed(group_plan.page(1)) if row["kind"] == "message" and any(
            item["box"] == "text" and len(item["lines"][0]["text"]) > 20 and item["lines"][0]["text"].isascii()
            for item in row["items"]))
        line = next(item for item in row["items"] if item["box"] == "text")["lines"][0]["text"].strip()
        assert page.evaluate("needle => window.find(needle, true)", line)
        page.wait_until(
            "(() => { const box = getSelection().getRangeAt(0).getBoundingClientRect();"
            " return box.top >= 0 && box.bottom <= innerHeight })()")
