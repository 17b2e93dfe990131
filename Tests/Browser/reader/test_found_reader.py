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
