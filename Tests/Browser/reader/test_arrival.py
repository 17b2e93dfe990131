"""Arriving in a conversation: at its end or where the reader was, from the list or the overview; ways to the latest message and back."""

import json
import shutil

import pytest

from window import READY, open_window, press, run

END = "const { bottom } = document.querySelector('main').getBoundingClientRect(); return bottom <= innerHeight + 2"
# Also while another document is on its way.
OPENED = f"document.documentElement && {READY}"
ROOMY = (1280, 800)


def chat(name: str, count: int, *, title: str = "", start: int = 1, said: str = "message", **extra) -> dict:
    return {"format": "chatexport/1", "id": name, "title": title or name, "timeZone": "UTC",
            "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}, {"id": "c", "name": "דנה"}],
            "messages": [{"id": str(number), "from": "abc"[number % 3], "text": f"{said} {number} of {name}",
                          "at": f"2026-05-{start + number // 1440:02d}T{number // 60 % 24:02d}:{number % 60:02d}:00Z", **extra}
                         for number in range(count)]}


@pytest.fixture(scope="module")
def export(program, tmp_path_factory):
    def make(*chats: dict, options=("--page-size", "100"), folder=None):
        folder = folder or tmp_path_factory.mktemp("arrival")
        for each in chats:
            (folder / f"{each['id']}.json").write_text(json.dumps(each), encoding="utf-8")
        return program.export(folder, folder.with_name(folder.name + "-site"), "--force", *options)
    return make


@pytest.fixture(scope="module")
def one(export):
    first = chat("one", 450)
    first["messages"][7]["pinned"] = first["messages"][320]["pinned"] = True
    first["messages"][440]["replyTo"] = "12"
    return export(first)


@pytest.fixture(scope="module")
def several(export):
    return export(chat("early", 30, start=1), chat("late", 450, start=9, title="Late <b>evening</b>"), chat("middle", 5, start=5, title="שיחה"),
                  chat("empty", 0))


def test_the_overview_is_the_front_of_a_site_of_one_conversation(one, page):
    page.goto(one / "index.html")
    links = page.evaluate("[...document.querySelectorAll('a')].filter(link => link.checkVisibility()).map(link => link.getAttribute('href'))")
    assert {"one/5.html#end", "one/1.html#messages", "one/5.html#search", "one/statistics.html", "one/index.html#print"} <= set(links)
    page.evaluate("document.querySelector('.way.primary').click()")
    page.wait_until(OPENED)
    run(page, "await settled()")
    assert run(page, END)
    page.evaluate("document.querySelector('.bar a').click()")
    page.wait_until("location.pathname.endsWith('-site/index.html')")


def test_the_latest_messages_are_a_press_away_and_so_is_the_way_back(one, browser):
    open_window(browser, one.pages()[1])
    run(browser, "await until(() => !document.querySelector('#latest').hidden)")
    size = run(browser, "const { width, height } = document.querySelector('#latest').getBoundingClientRect(); return [width, height]")
    assert min(size) >= 44
    before = run(browser, "const row = visible()[2]; return [row.id, topOf(row)]")
    run(browser, "document.querySelector('#latest').click(); await until(() => rows().at(-1)?.dataset.i === '449'); await settled()")
    assert run(browser, END) and run(browser, "return document.querySelector('#latest').hidden")
    run(browser, "document.querySelector('#back').click(); await until(() => document.getElementById(given[0])); await settled()", before[0])
    assert abs(run(browser, "return topOf(document.getElementById(given[0]))", before[0]) - before[1]) < 2
    run(browser, "await until(() => document.querySelector('#back').hidden)")


def test_nothing_covers_the_last_message(one, browser):
    open_window(browser, one.pages()[-1].as_uri() + "#end")
    run(browser, "await settled()")
    assert run(browser, """
      const { left, right, top, bottom } = rows().at(-1).getBoundingClientRect();
      return [left + 20, (left + right) / 2, right - 20].map(x => document.elementFromPoint(x, (top + bottom) / 2)?.closest('button'))
    """) == [None] * 3


def test_a_jump_to_an_answered_message_offers_the_way_back(one, browser):
    open_window(browser, one.pages()[-1].as_uri() + "#m-440")
    before = run(browser, "return topOf(document.getElementById('m-440'))")
    run(browser, """document.querySelector('#m-440 a.jump').click();
      await until(() => document.querySelector('#m-12.target') && !document.querySelector('#back').hidden); await settled()""")
    run(browser, "document.querySelector('#back').click(); await until(() => document.getElementById('m-440')); await settled()")
    assert abs(run(browser, "return topOf(document.getElementById('m-440'))") - before) < 2


def test_an_address_of_a_message_that_is_not_there_says_so(one, browser):
    browser.goto(one.pages()[0].as_uri() + "#m-nobody")
    browser.wait_until(READY)
    run(browser, "await until(() => document.querySelector('.said.shown'))")
    assert "not in this conversation" in run(browser, "return document.querySelector('.said').textContent")


def test_the_list_opens_a_conversation_at_its_end_and_later_where_it_was_left(several, page):
    page.goto(several / "index.html")
    page.wait_until("document.querySelector('.chats-pane input')")
    page.evaluate("document.querySelector('a[data-folder=late]').click()")
    page.wait_until("location.pathname.endsWith('/late/5.html')")
    page.wait_until(OPENED)
    run(page, "await settled()")
    assert run(page, END)
    run(page, "scrollBy({top: -9000, behavior: 'instant'}); await settled(); dispatchEvent(new Event('scrollend'))")
    seen = run(page, "const row = visible()[3]; return [row.id, topOf(row)]")
    page.goto(several / "index.html")
    page.wait_until("document.querySelector('.chats-pane input')")
    page.evaluate("document.querySelector('a[data-folder=late]').click()")
    page.wait_until(OPENED)
    run(page, "await until(() => document.getElementById(given[0])); await settled()", seen[0])
    assert abs(run(page, "return topOf(document.getElementById(given[0]))", seen[0]) - seen[1]) < 2


def test_what_is_new_since_the_last_visit_is_marked(program, page, tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    for count in (40, 300):
        for each in (chat("grows", count), chat("other", 3)):
            (source / f"{each['id']}.json").write_text(json.dumps(each), encoding="utf-8")
        site = program.export(source, tmp_path / "site", "--page-size", "100")
        page.goto(site / "index.html")
        page.wait_until("document.querySelector('.chats-pane input')")
        if count == 300:
            assert page.evaluate("document.querySelector('a[data-folder=grows] .new').textContent") == "260"
        page.evaluate("document.querySelector('a[data-folder=grows]').click()")
        page.wait_until(OPENED)
        run(page, "await settled(); dispatchEvent(new Event('pagehide'))")
    run(page, "await until(() => document.querySelector('[data-i=\"40\"] .fresh')); await settled()")
    assert 0 < run(page, "return topOf(document.querySelector('[data-i=\"40\"]'))") < 600


def test_pinned_messages_are_in_a_bar(one, browser):
    open_window(browser, one.pages()[-1].as_uri() + "#end")
    run(browser, "await until(() => document.querySelector('.pins a'))")
    assert run(browser, "return document.querySelector('.pins a span').textContent") == "message 320 of one"
    run(browser, "document.querySelector('.pins a').click(); await until(() => document.querySelector('#m-320.target')); await settled()")
    assert run(browser, "return document.querySelector('.pins a span').textContent") == "message 7 of one"
    # The row stands below the bar.
    assert run(browser, "return topOf(document.querySelector('#m-320')) > document.querySelector('.pins').getBoundingClientRect().bottom")
    run(browser, "document.querySelector('.pins button').click()")
    assert run(browser, "return document.querySelectorAll('#pins[open] li').length") == 2


def test_the_list_is_in_the_order_of_the_last_messages(several, page):
    page.disable_script()
    page.goto(several / "index.html")
    page.disable_script(False)
    rows = [element.attributes["data-folder"] for element in several.markup(several / "index.html").all("a", class_="chat")]
    assert rows == ["late", "middle", "early", "empty"]
    text = several.markup(several / "index.html").text
    assert "Late <b>evening</b>" in text and "You: message 447" not in text and "דנה: message 449 of late" in text.replace("  ", " ")
    assert "450 messages" in text and "May 9, 2026" in text


def test_the_field_filters_the_list_and_finds_messages_in_all_conversations(several, browser):
    browser.goto(several / "index.html")
    browser.wait_until("document.querySelector('.chats-pane input')")
    run(browser, """const field = document.querySelector('.chats-pane input');
      field.value = 'EVEN'; field.dispatchEvent(new Event('input', {bubbles: true}));""")
    shown = "return [...document.querySelectorAll('.chat')].filter(link => link.checkVisibility()).map(link => link.dataset.folder)"
    assert run(browser, shown) == ["late"]
    run(browser, """const field = document.querySelector('.chats-pane input');
      field.value = 'message 4'; field.dispatchEvent(new Event('input', {bubbles: true}));
      await until(() => document.querySelectorAll('.list-hits h3').length === 3 && !document.querySelector('.list-hits h2 .many').textContent)""")
    hits = run(browser, "return [...document.querySelectorAll('.list-hits .hit')].map(link => link.getAttribute('href'))")
    assert hits[0] == "late/5.html#m-449" and "middle/1.html#m-4" in hits and "early/1.html#m-24" in hits
    assert run(browser, "return document.querySelector('.more-hits').getAttribute('href')") == "late/5.html#search=message%204"


FIND = """
  const find = async text => {
    const field = document.querySelector('.chats-pane input');
    field.value = text;
    field.dispatchEvent(new Event('input', {bubbles: true}));
    // The last search's line goes as this one begins.
    const before = document.querySelector('.list-hits h2');
    await until(() => { const line = document.querySelector('.list-hits h2');
      return line !== before && line && !line.querySelector('.many').textContent; }, text);
    const texts = selector => [...document.querySelectorAll('.list-hits ' + selector)].map(part => part.textContent);
    return [texts('.hit .line'), texts('.nothing')];
  };
"""


def test_what_cannot_be_read_is_looked_up_in_the_pages_or_told(several, program, browser, tmp_path):
    def find(folder, text: str) -> list:
        browser.goto(folder / "index.html")
        browser.wait_until("document.querySelector('.chats-pane input')")
        return run(browser, FIND + "return find(given[0])", text)

    hits, nothing = find(several.folder, "essage 4")
    assert len(hits) == 7 and not nothing
    shutil.copytree(several.folder, tmp_path / "site")
    files = [path for path in (tmp_path / "site" / "late").glob("map/[sgw][0-9]*.js")]
    for path in files:
        path.unlink()
    assert len(files) > 2 and find(tmp_path / "site", "essage 4") == [hits, []]
    (tmp_path / "site" / "late" / "5.html").unlink()
    others, told = find(tmp_path / "site", "essage 4")
    assert [others[0], others[3:]] == ["message 394 of late", hits[3:]]
    assert told == ["Pages that could not be read: 1"]
    # Without the rules for words nothing can be looked for: all pages of the conversation count.
    (tmp_path / "site" / "late" / "map" / "s.js").unlink()
    others, told = find(tmp_path / "site", "essage 4")
    assert others == hits[3:] and told == ["Pages that could not be read: 5"]


def test_emoji_and_lines_of_all_conversations_are_found_as_they_are(export, browser):
    written = chat("written", 1)
    written["messages"][0]["text"] = "up up and away 🎈 over the hills\nfirst line\nsecond line " + "and on " * 40
    site = export(written, chat("other", 1))
    browser.goto(site / "index.html")
    browser.wait_until("document.querySelector('.chats-pane input')")
    assert run(browser, "return document.querySelectorAll('.list-hits .hit').length") == 0
    assert len(run(browser, FIND + "return find(given[0])", "🎈")[0]) == 1
    hits, _ = run(browser, FIND + "return find(given[0])", '"away 🎈 over"')
    assert hits[0].startswith("up up and away 🎈 over the hills\nfirst line\nsecond line and on") and hits[0].endswith(" …")
    assert run(browser, FIND + "return find(given[0])", "linesecond") == [[], ["Nothing found"]]


def test_the_list_stands_beside_the_messages_on_large_screens(several, chromium):
    with chromium.page(*ROOMY) as page:
        open_window(page, several.pages(several / "late")[0])
        run(page, "await until(() => document.querySelector('.pane.list .chat[aria-current]'))")
        boxes = run(page, """const box = selector => { const { left, right } = document.querySelector(selector).getBoundingClientRect(); return [left, right] };
          return ['.pane.list', '.column', '.bar-inner'].map(box)""")
        assert boxes[0][1] <= boxes[1][0] and boxes[0][1] <= boxes[2][0] and boxes[0][1] - boxes[0][0] >= 200
        assert page.evaluate("document.querySelector('.chats-pane .who b') === null")
        page.evaluate("document.querySelector('.chats-pane a[data-folder=middle]').click()")
        page.wait_until("location.pathname.endsWith('/middle/1.html')")
        page.wait_until("document.querySelector('.pane.list .chat[aria-current]')?.dataset.folder === 'middle'")


def test_a_site_of_one_conversation_has_no_list_beside_it(one, chromium):
    with chromium.page(*ROOMY) as page:
        open_window(page, one.pages()[0])
        run(page, "await frames(10)")
        assert not page.evaluate("document.querySelector('.pane')") and not page.console()


def test_pages_know_nothing_of_other_conversations(export, several):
    alone = export(chat("late", 450, start=9, title="Late <b>evening</b>"))
    for path in alone.pages():
        assert path.read_bytes() == (several / "late" / path.name).read_bytes(), path.name


def test_a_thousand_conversations_are_quick(program, chromium, tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    for number in range(1000):
        (source / f"{number}.json").write_text(json.dumps(chat(f"c{number}", 2, start=1 + number % 28)), encoding="utf-8")
    site = program.export(source, tmp_path / "site")
    with chromium.page() as page:
        page.goto(site / "index.html")
        page.wait_until("document.querySelector('.chats-pane input')")
        # The time that the page's thread works, whatever else the machine does.
        page.send("Performance.enable", {"timeDomain": "threadTicks"})

        def worked() -> float:
            return next(entry["value"] for entry in page.send("Performance.getMetrics")["metrics"] if entry["name"] == "TaskDuration")
        worst = 0
        for words in ("c", "c9", "c99", "c999", ""):
            before = worked()
            run(page, """
              const field = document.querySelector('.chats-pane input');
              field.value = given[0];
              field.dispatchEvent(new Event('input', {bubbles: true}));
              document.body.offsetHeight;
            """, words)
            worst = max(worst, worked() - before)
            run(page, "await frames(2)")
        print(f"\nfiltering 1,000 conversations: {worst * 1000:.1f} ms")
        # About 50 ms; ten times that is a list that freezes.
        assert 0 < worst < 0.5
    shutil.rmtree(tmp_path)


def test_keys_go_through_the_list(several, browser):
    browser.goto(several / "index.html")
    browser.wait_until("document.querySelector('.chats-pane input')")
    press(browser, "/")
    assert browser.evaluate("document.activeElement.matches('.chats-pane input')")
    press(browser, "ArrowDown")
    press(browser, "ArrowDown")
    assert browser.evaluate("document.activeElement.dataset.folder") == "middle"
