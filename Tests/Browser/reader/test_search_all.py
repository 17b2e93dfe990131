"""The search of all conversations: one index says which have the words, and only these are opened."""

import json
import shutil

import pytest

from test_arrival import FIND, chat
from window import Served, run

# Files of conversations that were asked for, as scripts, as frames or over HTTP, by their folders.
WATCH = """
  const asked = [];
  new MutationObserver(changes => {
    for (const { addedNodes } of changes) for (const { src } of addedNodes) if (src) asked.push(src);
  }).observe(document, {childList: true, subtree: true});
  performance.clearResourceTimings();
  performance.setResourceTimingBufferSize(9999);
"""
FOUND = """
  const [lines, nothing] = await find(given[0]);
  const hits = document.querySelector('.list-hits');
  const groups = [...hits.querySelectorAll('h3')].map(title => [title.textContent,
    [...title.parentNode.querySelectorAll('a.hit')].map(link => link.getAttribute('href'))]);
  for (const { name } of performance.getEntriesByType('resource')) asked.push(name);
  const read = asked.map(address => /[/]([^/]+)[/](?:map[/]|[0-9]+[.]html)/.exec(address)?.[1]).filter(Boolean);
  return { lines, nothing, groups, opened: [...new Set(read)].sort() };
"""
LIST = "document.querySelector('.chats-pane input')"


def say(each: dict, number: int, text: str) -> dict:
    each["messages"][number]["text"] = text
    return each


@pytest.fixture(scope="module")
def chats() -> list:
    """Twelve conversations, the later the number, the later the last message; two of several pages."""
    made = [chat(f"c{number}", 250 if number in (4, 9) else 6, start=1 + 2 * number, title=f"Chat {number} & co") for number in range(12)]
    for number in (2, 4, 7):
        say(made[number], 3, "the quillwort grows by the river")
    say(made[8], 1, "quills only")
    say(made[5], 2, "明天一起去看电影吧")
    say(made[9], 200, "电影院在哪里")
    say(made[6], 0, "Überlingen am See")
    say(made[10], 4, "한국어를 배워요")
    return made


@pytest.fixture(scope="module")
def site(program, chats, tmp_path_factory):
    folder = tmp_path_factory.mktemp("all")
    for each in [*chats, chat("empty", 0)]:
        (folder / f"{each['id']}.json").write_text(json.dumps(each), encoding="utf-8")
    return program.export(folder, folder.with_name(folder.name + "-site"), "--page-size", "100")


def search(browser, front, text: str) -> dict:
    browser.goto("about:blank")
    browser.goto(front)
    browser.wait_until(LIST)
    return run(browser, WATCH + FIND + FOUND, text)


@pytest.mark.parametrize("text, expected", [
    ("quillwort", ["c7", "c4", "c2"]), ("quillw", ["c7", "c4", "c2"]), ("quill", ["c8", "c7", "c4", "c2"]), ("llwor", ["c7", "c4", "c2"]),
    ('"quill"', []), ("quillwort river", ["c7", "c4", "c2"]), ("电影", ["c9", "c5"]), ("看电影", ["c5"]), ("uberling", ["c6"]),
    ("한국", ["c10"]), ("quillwort 电影", []), ("no such words", []), ("xyzzy", [])])
def test_only_conversations_that_have_all_words_are_opened(site, browser, text, expected):
    found = search(browser, site / "index.html", text)
    assert [group[0] for group in found["groups"]] == [f"Chat {name[1:]} & co" for name in expected]
    assert [group[1][0].split("/")[0] for group in found["groups"]] == expected
    assert found["opened"] == sorted(expected)
    assert found["nothing"] == ([] if expected else ["Nothing found"])


def test_a_server_s_site_is_searched_in_the_same_way(site, browser):
    with Served(site.folder) as address:
        for text, expected in (("quillw", ["c7", "c4", "c2"]), ("电影", ["c9", "c5"]), ("xyzzy", [])):
            found = search(browser, f"{address}/index.html", text)
            assert [group[1][0].split("/")[0] for group in found["groups"]] == expected
            assert found["opened"] == sorted(expected)


def test_hits_lead_to_their_messages(site, browser):
    found = search(browser, site / "index.html", "quillwort")
    assert found["groups"] == [[f"Chat {number} & co", [f"c{number}/1.html#m-3"]] for number in (7, 4, 2)]
    assert found["lines"] == ["the quillwort grows by the river"] * 3


def test_words_that_are_in_different_messages_are_not_found(site, browser):
    # Conversation 8 has both words, though in two messages.
    assert search(browser, site / "index.html", "quills message")["nothing"] == ["Nothing found"]


def test_every_search_finds_what_a_look_at_all_messages_finds(site, chats, browser):
    browser.goto(site / "index.html")
    browser.wait_until(LIST)
    for text in ("message 24", "of c1", "essage 5", "river", "e c", "the 3"):
        parts = text.upper().split()
        expected = [each["id"] for each in reversed(chats)
                    if any(all(part in message["text"].upper() for part in parts) for message in each["messages"])]
        found = run(browser, WATCH + FIND + FOUND, text)
        assert [group[1][0].split("/")[0] for group in found["groups"]] == expected, text


@pytest.mark.parametrize("missing", ["s.js", "s0.js", "g0.js"])
def test_without_a_file_of_the_index_all_conversations_are_opened(site, browser, tmp_path, missing):
    shutil.copytree(site.folder, tmp_path / "site")
    (tmp_path / "site" / "assets" / "search" / missing).unlink()
    found = search(browser, tmp_path / "site" / "index.html", "quillw")
    assert [group[1][0].split("/")[0] for group in found["groups"]] == ["c7", "c4", "c2"]
    assert found["opened"] == sorted(f"c{number}" for number in range(12))
    assert found["nothing"] == []


def test_a_later_search_finds_everything_though_the_one_before_was_not_finished(site, browser):
    browser.goto(site / "index.html")
    browser.wait_until(LIST)
    lines, nothing = run(browser, FIND + """
      const field = document.querySelector('.chats-pane input');
      await find('quillwort');
      for (const text of ['mes', 'messa', 'messag']) {
        field.value = text;
        field.dispatchEvent(new Event('input', {bubbles: true}));
        await until(() => document.querySelector('.list-hits h3'));
      }
      return find('message 0');
    """)
    assert not nothing and len(lines) >= 10


def files(site) -> dict:
    return {str(path.relative_to(site.folder)): path.read_bytes() for path in site.folder.rglob("*") if path.is_file()}


def test_the_index_depends_neither_on_the_number_of_jobs_nor_on_earlier_exports(program, chats, tmp_path):
    source = tmp_path / "in"
    source.mkdir()

    def put(*some):
        for each in some:
            (source / f"{each['id']}.json").write_text(json.dumps(each), encoding="utf-8")
    put(*chats[:11])
    again = program.export(source, tmp_path / "site", "--page-size", "100", "--jobs", "2")
    folder = again.folder / "assets" / "search"
    assert {path.name for path in folder.iterdir()} >= {"s.js", "s0.js", "g0.js"}
    put(chats[11], say(json.loads(json.dumps(chats[3])), 2, "heather"))
    program.export(source, again.folder, "--page-size", "100", "--jobs", "2")
    fresh = program.export(source, tmp_path / "fresh", "--page-size", "100", "--jobs", "1")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        path.name: path.read_bytes() for path in (fresh.folder / "assets" / "search").iterdir()}
    assert any(b"HEATHER" in path.read_bytes() for path in folder.iterdir())


def test_sites_of_one_conversation_or_without_search_have_no_index_of_all(program, chats, tmp_path):
    for name, some, options in (("one", chats[:1], []), ("without", chats[:3], ["--no-search"])):
        source = tmp_path / name
        source.mkdir()
        for each in some:
            (source / f"{each['id']}.json").write_text(json.dumps(each), encoding="utf-8")
        site = program.export(source, tmp_path / f"{name}-site", *options)
        assert not (site.folder / "assets" / "search").exists()


BACK = """
  await until(() => document.querySelector('.list-hits .hit'), 'the hits');
  const pane = document.querySelector('.chats-pane'), scroller = getComputedStyle(pane).overflowY === 'auto' ? pane : document.scrollingElement;
"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("way", ["back", "arrow"])
def test_words_hits_and_position_are_there_again_after_a_hit(site, browser, size, way):
    browser.resize(*size)
    search(browser, site / "index.html", "message")
    run(browser, BACK + "await until(() => document.querySelectorAll('.list-hits .hit').length > 20); scroller.scrollTop = 900;"
                        "await until(() => scroller.scrollTop > 800); await frames(5);"
                        "const hit = [...document.querySelectorAll('.hit')].find(hit => hit.getBoundingClientRect().top > 300); setTimeout(() => hit.click(), 400)")
    browser.wait_until("document.body?.matches('.conversation') && document.readyState === 'complete'")
    action = "history.back()" if way == "back" else "document.querySelector('.bar a.button').click()"
    browser.evaluate(f"void setTimeout(() => {action}, 300)")
    browser.wait_until("document.body?.matches('.list-front') && document.readyState === 'complete'")
    assert run(browser, BACK + "return document.querySelector('.chats-pane input').value") == "message"
    # Beside messages the list has a position of its own, which the arrow leads on with.
    if way == "back" or size[0] < 1024:
        assert abs(run(browser, BACK + "await until(() => scroller.scrollTop > 800, 'the position'); return scroller.scrollTop") - 900) < 60
