"""Sites of many conversations: the files of each, and the list of all in pages and parts."""

import json
import re

import pytest

from test_search import ASK
from window import open_window, run

COUNT = 1203
FIELD = """const field = document.querySelector('.chats-pane input');
  field.value = given[0];
  field.dispatchEvent(new Event('input', {bubbles: true}));"""
SHOWN = "return [...document.querySelectorAll('.chats .chat')].filter(link => link.checkVisibility()).map(link => link.dataset.folder)"


def chat(number: int) -> dict:
    # The first conversation of the list has the latest message.
    at = f"2026-01-{28 - number // 60:02d}T00:{59 - number % 60:02d}:00Z"
    return {"format": "chatexport/1", "id": f"c{number}", "title": f"Chat number {number:04}", "timeZone": "UTC",
            "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
            "messages": [{"id": str(index), "from": "ab"[index % 2], "text": f"word{index} of boat{number}", "at": at}
                         for index in range(3)]}


@pytest.fixture(scope="module")
def many(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("many")
    for number in range(COUNT):
        (folder / f"{number}.json").write_text(json.dumps(chat(number)), encoding="utf-8")
    return program.export(folder, folder.with_name(folder.name + "-site"))


def test_a_small_conversation_has_few_files(many):
    folder = many / "c7"
    assert sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()) == [
        "1.html", "index.html", "map/all.js", "people.css", "statistics.html"]
    # The records for the next export are in a file for each 64 conversations.
    assert len(list((many / "assets" / "reuse").iterdir())) == -(-COUNT // 64)


def test_another_export_reuses_the_pages_of_small_conversations(program, tmp_path):
    source, site, report = tmp_path / "chats", tmp_path / "site", tmp_path / "report.json"
    source.mkdir()
    for number in range(200):
        (source / f"{number:03}.json").write_text(json.dumps(chat(number)), encoding="utf-8")

    def export() -> int:
        program.export(source, site, "--report", report)
        return json.loads(report.read_text())["laidOut"]["pages"]

    def files() -> dict:
        return {path.relative_to(site): path.read_bytes() for path in site.rglob("*") if path.is_file()}

    assert export() == 200
    expected = files()
    assert export() == 0 and files() == expected
    # The second file has the records of 64 conversations.
    record = site / "assets" / "reuse" / "2.bin"
    record.write_bytes(record.read_bytes().replace(b"c70", b"c71", 1))
    assert export() == 64 and files() == expected
    # A conversation before all others moves them to other records.
    (source / "-.json").write_text(json.dumps(chat(300)), encoding="utf-8")
    assert export() == 1
    (source / "199.json").write_text(json.dumps({**chat(199), "title": "Another"}), encoding="utf-8")
    assert export() == 1


def test_the_list_is_in_pages_that_lead_on_without_scripts(many):
    folders = []
    for number in range(1, 8):
        page = many.markup(many / ("index.html" if number == 1 else f"list-{number}.html"))
        folders += [link.attributes["data-folder"] for link in page.all("a", class_="chat")]
        links = {link.attributes["href"] for link in page.all("a") if "data-folder" not in link.attributes}
        assert (f"list-{number + 1}.html" in links) == (number < 7)
        assert ("index.html" in links) == (number > 1)
    assert folders == [f"c{number}" for number in range(COUNT)]
    assert not (many / "list-8.html").exists()
    parts = [(many / name).read_text(encoding="utf-8") for name in ("chats.js", "chats-1.js")]
    assert [len(re.findall(r"^\[", part, re.MULTILINE)) for part in parts] == [1000, COUNT - 1000]
    assert '"files":1' in parts[0] and not (many / "chats-2.js").exists()


def test_the_list_grows_while_it_is_scrolled_and_finds_conversations_of_all_parts(many, browser):
    browser.goto(many / "index.html")
    browser.wait_until("document.querySelector('.chats-pane input')")
    assert run(browser, SHOWN)[:2] == ["c0", "c1"]
    assert run(browser, "return document.querySelectorAll('.chats li').length") == 200
    assert run(browser, "return document.querySelector('.pager')") is None
    run(browser, FIELD + "await until(() => document.querySelectorAll('.chats li').length === 1)", "NUMBER 1201")
    assert run(browser, SHOWN) == ["c1201"]
    run(browser, FIELD + "await until(() => document.querySelectorAll('.chats li').length > 1)", "")
    run(browser, """await until(() => {
      scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'});
      document.querySelector('.chats-pane').scrollTop = 1e9;
      return document.querySelectorAll('.chats li').length === given[0];
    })""", COUNT)
    assert run(browser, "return [...document.querySelectorAll('.chats .chat')].map(link => link.dataset.folder)") == [
        f"c{number}" for number in range(COUNT)]


def test_words_of_all_conversations_are_sought_in_as_many_as_are_looked_at(many, browser):
    browser.goto(many / "index.html")
    browser.wait_until("document.querySelector('.chats-pane input')")
    count = "document.querySelectorAll('.list-hits h3').length"
    run(browser, FIELD + f"await until(() => {count} >= 50); await frames(60)", "word1")
    assert 50 <= run(browser, f"return {count}") < 60
    assert run(browser, "return document.querySelector('.list-hits .many').textContent").endswith(f" / {COUNT}")
    run(browser, f"document.querySelector('.list-hits').lastElementChild.scrollIntoView(); await until(() => {count} >= 100)")


def test_a_conversation_of_a_later_part_of_the_list_is_found(many, browser):
    browser.goto(many / "index.html")
    browser.wait_until("document.querySelector('.chats-pane input')")
    run(browser, FIELD + "await until(() => document.querySelectorAll('.list-hits h3').length === 4)", "boat120")
    titles = run(browser, "return [...document.querySelectorAll('.list-hits h3')].map(title => title.textContent)")
    assert titles == [f"Chat number {number:04}" for number in (120, 1200, 1201, 1202)]


def test_a_small_conversation_is_searched_without_another_file(many, browser):
    open_window(browser, many / "c7" / "1.html")
    for text, expected in [("word1", ["1"]), ("ord", ["2", "1", "0"]), ("boat7 word2", ["2"]), ("boat8", [])]:
        assert run(browser, ASK + "return await ask({text: given[0]})", text) == expected, text


@pytest.mark.parametrize("number", [7, 700, 1201])
def test_beside_a_page_the_list_shows_the_own_conversation(many, browser, number):
    browser.resize(1400, 800)
    open_window(browser, many / f"c{number}" / "1.html")
    run(browser, "await until(() => document.querySelector('.chats-pane .chat')); await frames(30)")
    assert run(browser, """
      const own = document.querySelector('.chats [aria-current]'), pane = document.querySelector('.chats-pane');
      const box = own?.getBoundingClientRect(), room = pane.getBoundingClientRect();
      return [own?.dataset.folder, box?.top >= room.top && box?.bottom <= room.bottom];
    """) == [f"c{number}", True]


def test_the_list_beside_a_page_grows_upwards_without_moving(many, browser):
    browser.resize(1400, 800)
    open_window(browser, many / "c700" / "1.html")
    run(browser, "await until(() => document.querySelector('.chats-pane .chat[aria-current]')); await frames(30)")
    assert run(browser, """
      const pane = document.querySelector('.chats-pane'), list = document.querySelector('.chats'), before = list.firstElementChild;
      const own = list.querySelector('[aria-current]'), heightOf = () => own.getBoundingClientRect().top;
      const distances = [];
      for (let step = 0; step < 400 && list.firstElementChild === before; step++) {
        const top = heightOf(), scroll = pane.scrollTop;
        pane.scrollTop = scroll - 100;
        await frames(2);
        distances.push(Math.round(heightOf() - top));
      }
      return [list.firstElementChild !== before, distances.every(distance => distance === 100)];
    """) == [True, True]
    run(browser, """const pane = document.querySelector('.chats-pane'), list = document.querySelector('.chats');
      await until(() => {
        pane.scrollTop = 0;
        return list.firstElementChild.firstElementChild.dataset.folder === 'c0';
      })""")
    folders = run(browser, "return [...document.querySelectorAll('.chats .chat')].map(link => link.dataset.folder)")
    assert folders == [f"c{number}" for number in range(len(folders))] and len(folders) > 700
