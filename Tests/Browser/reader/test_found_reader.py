"""What was found in the reader: the colour scheme from the disk, the months' menu, first taps, people, tables on phones."""

import re
import shutil

import pytest

from chats import write_chat, write_texts
from conftest import EXAMPLE
from site_model import anchor
from window import Served, open_window, run


@pytest.fixture(scope="module")
def several(program, tmp_path_factory):
    """Two conversations, of which one has four months."""
    folder = tmp_path_factory.mktemp("several")
    months = write_chat(folder / "months.json", [
        {"id": str(number), "from": "abc"[number % 3], "at": f"2026-{number // 40 + 1:02d}-{number % 28 + 1:02d}T10:00:00Z",
         "text": f"message {number} that takes a line or two of the page, so that a month is higher than the window"}
        for number in range(160)], participants=[
            {"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}, {"id": "c", "name": "Cem"}])
    other = write_texts(folder / "other.json", {"1": "Hello", "2": "Goodbye"})
    result = program.run(months, other, "--out", folder / "site")
    assert result.returncode == 0, result.stderr
    return folder / "site"


SCHEME = "document.documentElement.className.match(/system|light|dark/)[0]"


def follow(browser, selector: str, page: str) -> None:
    browser.evaluate(f"document.querySelector({selector!r}).click()")
    browser.wait_until(f"location.pathname.endsWith({page!r}) && document.readyState === 'complete'")
    browser.settle()


def test_the_colour_scheme_goes_with_the_reader_from_the_disk(browser, several):
    """Case 33: Firefox remembers it for each file from the disk, so links carry it."""
    page = several / "months" / "1.html"
    browser.goto(page)
    browser.evaluate("localStorage.clear()")
    open_window(browser, page)
    run(browser, "document.querySelector('[data-act=scheme]').click(); await until(() => document.documentElement.matches('.dark'))")
    follow(browser, "a[href='../index.html']", "/site/index.html")
    assert browser.evaluate(SCHEME) == "dark" and browser.evaluate("location.search") == ""
    follow(browser, ".chat[data-folder=other]", "other/1.html")
    assert browser.evaluate(SCHEME) == "dark"
    follow(browser, "h1 a", "other/index.html")
    assert browser.evaluate(SCHEME) == "dark"
    follow(browser, "a[href$='statistics.html']", "statistics.html")
    assert browser.evaluate(SCHEME) == "dark"
    # What is chosen later wins, also over what an earlier page remembers.
    browser.evaluate("document.querySelector('[data-tool=scheme]').click()")
    assert browser.evaluate(SCHEME) == "light"
    follow(browser, "a[href='index.html']", "other/index.html")
    assert browser.evaluate(SCHEME) == "light"
    browser.evaluate("localStorage.clear()")


def test_links_carry_nothing_on_the_web(browser, several):
    with Served(several) as address:
        page = f"{address}/months/1.html"
        open_window(browser, page)
        run(browser, "document.querySelector('[data-act=scheme]').click(); await until(() => document.documentElement.matches('.dark'))")
        run(browser, "for (const link of document.links) link.addEventListener('click', (event) => event.preventDefault());"
                     "document.querySelector(\"a[href='../index.html']\").click()")
        assert "?" not in browser.evaluate("[...document.links].map((link) => link.href).join()")
        # Nor does an address choose.
        browser.evaluate("localStorage.clear()")
        browser.goto(f"{page}?dark")
        assert browser.evaluate(SCHEME) == "system"


@pytest.mark.parametrize("search", ["?01&1", "?50&1", "?00&1", "?49&1", "?999&1", "?86&1"])
def test_an_address_gives_text_no_size_that_the_reader_has_not(browser, several, search):
    browser.goto("about:blank")
    browser.goto(f"{(several / 'months' / '1.html').as_uri()}{search}")
    browser.wait_until("document.documentElement && document.querySelector('main')")
    assert browser.evaluate("document.documentElement.style.getPropertyValue('--text')") == "1"


def test_the_menu_marks_the_month_in_sight(browser, several):
    open_window(browser, several / "months" / "1.html")
    for number, name in ((90, "March 2026"), (10, "January 2026")):
        marked = run(browser, f"""
          const row = document.getElementById({anchor(str(number))!r});
          row.scrollIntoView({{block: 'start', behavior: 'instant'}});
          await settled();
          document.querySelector('.months').open = true;
          await until(() => document.querySelector('.months [aria-current]'));
          return document.querySelector('.months [aria-current]').textContent;
        """)
        assert marked.startswith(name)
        browser.goto("about:blank")
        open_window(browser, several / "months" / "1.html")


@pytest.mark.parametrize("part, shown", [(".t-name", "#person[open]"), ("time", ".hint:not([hidden])")])
def test_a_first_tap_is_kept_until_its_script_has_come(browser, several, part, shown):
    """A click without any pointer before it: nothing has asked for the script."""
    open_window(browser, several / "months" / "1.html")
    assert not browser.evaluate("Boolean(document.querySelector('script[src*=details]'))")
    run(browser, f"near({part!r})[0].click(); await until(() => document.querySelector({shown!r}), 'an answer')")


def test_two_quick_clicks_on_a_person_load_each_script_once(browser, several):
    for front in ("index.html", "statistics.html"):
        browser.goto(several / "months" / front)
        errors = run(browser, """
          const failures = [];
          addEventListener('error', (event) => failures.push(event.message));
          const [button] = document.querySelectorAll('.people button');
          button.click();
          button.click();
          await until(() => document.querySelector('#person')?.open);
          await frames(10);
          const names = [...document.scripts].map((script) => script.src);
          return [...failures, ...names.filter((name, index) => names.indexOf(name) !== index),
            ...document.querySelectorAll('#person ~ #person')].map(String);
        """)
        assert errors == []


def test_words_in_tables_stay_whole_where_they_fit(program, tmp_path):
    table = ("| Glaze | Cone | Surface | Colour | Atmosphere | Runs |\n|---|---|---|---|---|---|\n"
             "| Tenmoku | 10 | glossy | brown | reduction | no |\n| Shino | 9 | satin | white | reduction | a bit |")
    five = "| a | b | c | d | Temperature |\n|---|---|---|---|---|\n| one two three four five | 1 | 2 | 3 | 4 |"
    source = write_texts(tmp_path / "tables.json", {"five": five, "six": table}, text="markdown")
    rows = {row["id"]: row for row in program.plan(source).page(1) if row["kind"] == "message"}
    for item in rows["five"]["items"]:
        if item["box"].startswith("cell") and item.get("lines"):
            assert all(line["ending"] != "emergency" for line in item["lines"]), item["text"]
    broken = [item["text"] for item in rows["six"]["items"] if item["box"].startswith("cell") and item.get("lines")
              and any(line["ending"] == "emergency" for line in item["lines"])]
    assert not broken, broken


# The viewer's picture

def test_the_viewers_picture_says_who_sent_it_and_when(program, browser, tmp_path):
    shutil.copyfile(EXAMPLE.parent / "media" / "tram.jpg", tmp_path / "tram.jpg")
    source = write_chat(tmp_path / "photos.json", [
        {"id": "1", "from": "b", "at": "2026-05-01T10:00:00Z", "text": "Look", "attachments": [{"kind": "image", "path": "tram.jpg"}]}])
    site = program.export(source, tmp_path / "site")
    open_window(browser, site.pages()[0])
    name = run(browser, f"""
      document.querySelector("#{anchor('1')} a.picture").click();
      const picture = () => document.querySelector("#picture[open] .slide:not([inert]) > img");
      await until(picture);
      return picture().alt;
    """)
    assert re.fullmatch(r"Photo, Ben, .*2026.*10:00.*", name), name


# The buttons of rows

BUTTONS = """
  const faults = [];
  for (const row of near('article:not(.notice)').filter(row => topOf(row) > 60)) {
    row.dispatchEvent(new PointerEvent('pointerover', {bubbles: true}));
    await until(() => row.querySelector('#link') && (!given[0].includes(row.id) || row.querySelector('#to-thread')), 'buttons of ' + row.id);
    const timeline = document.querySelector('.timeline').getBoundingClientRect();
    const column = document.querySelector('.column').getBoundingClientRect();
    const boxes = [...row.querySelectorAll(':scope > :is(#link, #to-thread)')].map(button => button.getBoundingClientRect());
    for (const box of boxes) {
      const isFree = box.left >= column.left && box.right <= Math.min(column.right, innerWidth) && (box.right <= timeline.left || box.left >= timeline.right);
      if (!isFree) faults.push([row.id, box.left, box.right].join());
    }
    if (boxes.length > 1 && boxes[0].left < boxes[1].right && boxes[1].left < boxes[0].right) faults.push(row.id + ': one over the other');
  }
  return faults;
"""


@pytest.mark.parametrize("theme", ["dense", "standard"])
@pytest.mark.parametrize("size", [(390, 844), (320, 568), (920, 700)])
def test_buttons_of_rows_are_in_the_window_beside_the_timeline(program, browser, tmp_path, theme, size):
    line = "as wide as the column can be, and then some more words to fill it "
    source = write_chat(tmp_path / "wide.json", [
        {"id": "1", "from": "b", "at": "2026-05-01T10:00:00Z", "text": line * 2},
        {"id": "2", "from": "a", "at": "2026-05-01T10:01:00Z", "text": line * 2, "replyTo": "1"},
        {"id": "3", "from": "b", "at": "2026-05-01T10:02:00Z", "text": "short", "replyTo": "1"},
        {"id": "4", "from": "b", "at": "2026-05-01T10:02:00Z", "text": line * 3}])
    site = program.export(source, tmp_path / "site", "--theme", theme)
    browser.resize(*size)
    open_window(browser, site.pages()[0])
    browser.wait_until("document.querySelector('.timeline')")
    assert run(browser, BUTTONS, [anchor(number) for number in "123"]) == []

# Groups at the ends of pages

@pytest.mark.parametrize("theme, expected", [("dense", ["20", "30"]), ("standard", ["30"])])
def test_the_first_line_of_a_page_has_its_senders_name(program, tmp_path, theme, expected):
    """A page is also opened by a link, read without scripts, or printed. Where bubbles tell who speaks, pages change no group."""
    source = write_chat(tmp_path / "long.json", [
        {"id": str(number), "from": "b" if number < 30 else "c", "at": f"2026-05-01T10:00:{number:02d}Z", "text": f"message {number}"}
        for number in range(40)])
    rows = program.plan(source, "--theme", theme, "--page-size", "20").page(2)
    named = [row["id"] for row in rows if any(item["box"] == "name" for item in row.get("items", []))]
    assert named == expected


# Low windows, as at a zoom of 400 %

def test_bars_leave_low_windows_and_come_back(browser, several):
    browser.resize(320, 256)
    open_window(browser, several / "months" / "1.html")
    heights = run(browser, """
      const bar = document.querySelector('.bar');
      const covered = () => Math.max(0, bar.getBoundingClientRect().bottom);
      const by = async (distance, isThere) => {
        scrollBy({top: distance, behavior: 'instant'});
        await frames(4);
        await until(() => isThere(covered()), 'the bar after a scroll by ' + distance);
        return covered();
      };
      await until(() => document.querySelector('script[src$="low.js"]'));
      await frames(10);
      const seen = [await by(600, bottom => bottom === 0), await by(-40, bottom => bottom > 30), await by(40, bottom => bottom === 0)];
      document.querySelector('[data-act=search]').focus({focusVisible: true});
      await until(() => covered() > 30, 'the bar for the keyboard');
      return seen;
    """)
    assert heights[0] == heights[2] == 0
    # A message that a link leads to is in sight.
    open_window(browser, f"{(several / 'months' / '1.html').as_uri()}#{anchor('80')}")
    browser.wait_until("document.querySelector('.no-bar')")
    run(browser, f"""
      const row = document.getElementById({anchor('80')!r});
      await until(() => document.querySelector('.bar').getBoundingClientRect().bottom <= 0 && topOf(row) >= 0 && topOf(row) < 100, 'the message');
    """)


def test_bars_of_high_windows_stay(browser, several):
    open_window(browser, several / "months" / "1.html")
    assert run(browser, "scrollBy({top: 900, behavior: 'instant'}); await frames(20); return topOf(document.querySelector('.bar'))") == 0


def test_bars_of_low_windows_leave_without_scripts(chromium, several):
    with chromium.page(320, 256) as page:
        page.disable_script()
        page.goto(several / "months" / "1.html")
        page.send("Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 100, "y": 100, "deltaX": 0, "deltaY": 900})
        page.disable_script(False)
        page.wait_until("scrollY > 100 && document.querySelector('.bar').getBoundingClientRect().bottom < 0")


# Readers see days, not pages

def test_pages_are_called_by_their_days(program, browser, page, tmp_path):
    source = write_chat(tmp_path / "days.json", [
        {"id": str(number), "from": "b", "at": f"2026-05-{number // 4 + 1:02d}T10:00:00Z", "text": f"message {number}"}
        for number in range(40)], locale="en-GB")
    folder = program.export(source, tmp_path / "site", "--page-size", "10").conversations[0]
    open_window(browser, folder / "2.html")
    assert run(browser, "return document.title") == "Days – 3–5 May 2026"
    assert "11" not in run(browser, "return document.querySelector('.foot').innerText")
    browser.goto(folder / "index.html")
    assert run(browser, "return document.querySelector('.sentence').innerText") == "40 messages · 1 person · 1–10 May 2026"
    assert run(browser, "return document.querySelector('main').innerText.match(/page|\\\\b2–/i)") is None
    # Without scripts the pages are there, by their days.
    page.disable_script()
    page.goto(folder / "index.html")
    links = page.evaluate("[...document.querySelectorAll('.unscripted a')].map(link => link.checkVisibility() && link.textContent)")
    assert links == ["1–3 May 2026", "3–5 May 2026", "6–8 May 2026", "8–10 May 2026"]


# For screen readers

def test_reactions_say_their_people_in_words_and_rows_are_named_with_their_times(program, browser, page, tmp_path):
    source = write_chat(tmp_path / "said.json", [
        {"id": "1", "from": "b", "at": "2026-05-01T10:00:00Z", "text": "Lunch?", "reactions": [{"emoji": "👍", "by": ["a", "b"]}]},
        {"id": "2", "from": "a", "at": "2026-05-01T10:05:00Z", "text": "Yes"},
        {"id": "3", "kind": "system", "event": "joined", "by": "b", "at": "2026-05-01T10:06:00Z"}], locale="en-GB")
    site = program.export(source, tmp_path / "site")
    open_window(browser, site.pages()[0])
    names = run(browser, "return [...document.querySelectorAll('article')].map(row => row.ariaLabel)")
    assert names == ["Ben, 10:00", "Ann, 10:05", None]
    # Copies have the people of reactions neither from the selection nor from the row.
    assert "Ben" not in run(browser, f"""
      getSelection().selectAllChildren(document.getElementById({anchor('1')!r}));
      return getSelection().toString().replace(document.querySelector('.t-name')?.textContent ?? '', '');
    """)
    page.disable_script()
    page.goto(site.pages()[0])
    tree = page.accessibility_tree()
    assert [node for node in tree if "image" in str(node).lower() and "Ann" in str(node)] == []
    assert any("Ann, Ben" in str(node) for node in tree), tree


# People who are only known by their numbers

def test_telephone_numbers_have_different_avatars(program, browser, tmp_path):
    numbers = ["+1 555 010-7777", "\u202a+1 (555) 010-8888\u202c", "+15550109999, +15550101234", "7 of 9", "1984"]
    people = [{"id": str(number), "name": name} for number, name in enumerate(numbers)]
    source = write_chat(tmp_path / "numbers.json", [
        {"id": str(number), "from": str(number), "at": "2026-05-01T10:00:00Z", "text": "Hi"} for number in range(len(numbers))],
        participants=[*people, {"id": "me", "name": "Me", "isMe": True}])
    site = program.export(source, tmp_path / "site")
    open_window(browser, site.pages()[0])
    shown = run(browser, "return [...document.querySelectorAll('article .avatar')].map(avatar => avatar.textContent)")
    assert shown == ["77", "88", "34", "79", "1"]


def test_years_have_the_digits_of_the_language(program, tmp_path):
    source = write_chat(tmp_path / "years.json", [
        {"id": str(year), "from": "b", "at": f"{year}-05-01T10:00:00Z", "text": "مرحبا"} for year in (2024, 2025)], locale="ar-EG")
    folder = program.export(source, tmp_path / "site").conversations[0]
    years = re.findall("<h3>([^ <]*)", (folder / "index.html").read_text(encoding="utf-8"))
    assert years == ["٢٠٢٤", "٢٠٢٥"] * 2


def test_help_on_keys_leaves_the_room_of_a_narrow_bar_to_the_title(browser, several):
    shown = "return document.querySelector('.turn [data-act=keys]').checkVisibility()"
    for width, is_shown in ((390, False), (1280, True)):
        browser.resize(width, 800)
        open_window(browser, several / "months" / "1.html")
        assert run(browser, shown) is is_shown
    browser.resize(390, 844)
    open_window(browser, several / "months" / "1.html")
    run(browser, "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '?', bubbles: true}));"
                 "await until(() => document.querySelector('#keys').open)")
