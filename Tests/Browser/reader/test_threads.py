"""Threads: a button at messages that answers join, and the list of them, drawn as in the chat."""

import json

import pytest

from chats import write_chat
from window import open_window, run

LONG = 500
# Of rows that the list keeps.
MOST = 400
PAGE_SIZE = 60


@pytest.fixture(scope="module")
def conversation(tmp_path_factory):
    """A thread of five messages with others between them, one of `LONG` on several pages, a topic, and a thread by root."""
    people, messages = ("ana", "bo", "cy"), []

    def add(identifier: str, **members) -> None:
        number = len(messages)
        messages.append({"id": identifier, "from": people[number % 3], "text": f"Message {identifier}",
                         "at": f"2026-05-{1 + number // 60:02d}T10:{number % 60:02d}:00Z", **members})

    for identifier, answered in (("a", None), ("x", None), ("b", "a"), ("y", "x"), ("c", "b"), ("alone", None), ("d", "a"), ("e", "c")):
        add(identifier, **({"replyTo": answered} if answered else {}))
    for identifier in ("t0", "t1", "t2"):
        add(identifier, **({"thread": "t0"} if identifier != "t0" else {}))
    for number in range(LONG):
        add(f"l{number}", **({"replyTo": f"l{number - 1}"} if number else {}))
        if number % 10 == 0:
            add(f"other{number}")
    path = tmp_path_factory.mktemp("threads") / "threads.json"
    path.write_text(json.dumps({
        "format": "chatexport/1", "id": "threads", "title": "Threads", "timeZone": "UTC", "locale": "en-GB",
        "participants": [{"id": "ana", "name": "Ana", "isMe": True}, {"id": "bo", "name": "Bo"}, {"id": "cy", "name": "Cy"}],
        "messages": messages}), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def site(program, conversation, tmp_path_factory):
    return program.export(conversation, tmp_path_factory.mktemp("threads-site") / "site", "--page-size", str(PAGE_SIZE))


# Points at a row, and returns the button's name, or nothing after a while.
POINT = """
async function point(id) {
  document.getElementById('m-' + id).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  await frames(3);
  await new Promise(resolve => setTimeout(resolve, 400));
  return document.querySelector(`#m-${id} > button#to-thread`)?.ariaLabel ?? '';
}
const open = async id => {
  await point(id);
  document.querySelector(`#m-${id} > button#to-thread`).click();
  await until(() => document.querySelector('#thread[open] li'), 'the thread');
};
const listed = () => [...document.querySelectorAll('#thread li')].map(item => item.querySelector('article > p:not([class])').textContent);
"""


def test_messages_of_threads_have_a_button_and_no_others(browser, site):
    open_window(browser, site.pages()[0])
    found = run(browser, POINT + "return [await point('b'), await point('alone'), await point('a'), await point('y'), await point('t1')];")
    assert found == ["Thread: 4 replies", "", "Thread: 4 replies", "Thread: 1 reply", "Thread: 2 replies"]


def test_the_list_has_all_messages_in_order_and_a_press_leads_to_one(browser, site):
    open_window(browser, site.pages()[0])
    shown, count, target, closed = run(browser, POINT + """
      await open('c');
      await until(() => document.querySelectorAll('#thread li').length === 5, 'all five');
      const shown = listed(), count = document.querySelector('#thread .count').textContent;
      document.querySelector('#thread li:first-child .to-message').click();
      await until(() => document.querySelector('#m-a.target'), 'the message');
      return [shown, count, document.querySelector('.target').id, !document.querySelector('#thread[open]')];
    """)
    assert shown == [f"Message {name}" for name in "abcde"] and count == "4 replies"
    assert target == "m-a" and closed


def test_rows_look_as_in_the_chat(browser, site):
    open_window(browser, site.pages()[0])
    chat, copy = run(browser, POINT + """
      await open('b');
      await until(() => document.querySelectorAll('#thread li').length === 5, 'all five');
      const sizes = row => [...row.querySelectorAll(':scope > p:not(.t-name)')].map(part => {
        const { width, height } = part.getBoundingClientRect();
        return [part.textContent, Math.round(width), Math.round(height)];
      });
      const copy = [...document.querySelectorAll('#thread article')].find(row => row.dataset.i === document.getElementById('m-b').dataset.i);
      const bubble = getComputedStyle(copy, '::before');
      if (bubble.content === 'none' || !parseFloat(bubble.width)) throw new Error('no bubble');
      if (document.querySelectorAll('#thread [id]').length > 1) throw new Error('ids twice');
      return [sizes(document.getElementById('m-b')), sizes(copy)];
    """)
    assert chat == copy


def test_a_long_thread_opens_at_its_message_and_comes_bit_by_bit(browser, site):
    """Nothing on the screen moves when rows come at its beginning or leave at its end."""
    open_window(browser, site.pages()[2])
    first, most, moved, whole = run(browser, POINT + """
      const own = [...document.querySelectorAll('main article')].find(row => /^m-l/.test(row.id)).id.slice(2);
      await open(own);
      await settled();
      const items = () => [...document.querySelectorAll('#thread li')], list = document.querySelector('#thread ol');
      const first = items().length, seen = new Set();
      let most = 0, moved = 0;
      const read = edge => {
        for (const text of listed()) seen.add(text);
        most = Math.max(most, items().length);
        list.scrollTop = edge;
      };
      for (const toEnd of [true, false]) {
        for (let still = 0, before = ''; still < 20; await new Promise(resolve => setTimeout(resolve, 20))) {
          read(toEnd ? list.scrollHeight : 0);
          const [item] = items().slice(toEnd ? -1 : 0), top = item.getBoundingClientRect().top, count = items().length;
          await frames(2);
          if (item.isConnected && items().length > count) moved = Math.max(moved, Math.abs(item.getBoundingClientRect().top - top));
          const now = listed().at(toEnd ? -1 : 0);
          still = now === before ? still + 1 : 0;
          before = now;
        }
      }
      return [first, most, moved, [...seen]];
    """)
    assert first < 120 and most <= MOST
    assert moved < 30, moved
    assert sorted(whole) == sorted(f"Message l{number}" for number in range(LONG))


def test_groups_have_a_day_a_name_and_an_avatar_as_in_the_chat(browser, site):
    open_window(browser, site.pages()[0])
    days, heads, avatars, styles = run(browser, POINT + """
      await open('b');
      await until(() => document.querySelectorAll('#thread li').length === 5, 'all five');
      const items = [...document.querySelectorAll('#thread li')], person = element => element && [...element.classList].find(name => /^u/.test(name));
      const styleOf = element => { const { color, fontFamily, fontSize } = getComputedStyle(element); return [color, fontFamily, fontSize] };
      return [
        items.map(item => item.querySelector(':scope > .t-day')?.textContent ?? ''),
        items.map(item => item.querySelector(':scope > .head')?.textContent ?? ''),
        items.map(item => person(item.querySelector(':scope > .avatar')) ?? ''),
        ['main .t-name', '#thread .head'].map(name => styleOf([...document.querySelectorAll(name)].find(({ textContent }) => textContent === 'Cy'))),
      ];
    """)
    # Those of one sender are a group, and one's own have neither name nor avatar.
    assert days == ["Friday, 1 May 2026", "", "", "", ""]
    assert heads == ["", "Cy", "Bo", "", "Bo"]
    assert [bool(avatar) for avatar in avatars] == [bool(head) for head in heads]
    assert styles[0] == styles[1]


@pytest.mark.parametrize("theme", ["standard", "dense"])
def test_hostile_names_stay_text(browser, program, tmp_path, theme):
    name = "<img src=x onerror=alert(1)>\u202e\"'&amp;" + "x" * 300
    path = write_chat(
        tmp_path / "names.json",
        [{"id": "0", "from": "b", "at": "2026-05-01T10:00:00Z", "text": "Hi"},
         {"id": "1", "from": "c", "at": "2026-05-01T10:05:00Z", "text": "Hi", "replyTo": "0"}],
        participants=[{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": name}, {"id": "c", "name": "__proto__"}])
    site = program.export(path, tmp_path / "site", "--theme", theme)
    open_window(browser, site.pages()[0])
    names, images, overflow = run(browser, POINT + """
      await open('0');
      await until(() => document.querySelectorAll('#thread li').length === 2, 'both');
      const list = document.querySelector('#thread ol');
      return [[...list.querySelectorAll('.head bdi')].map(name => name.textContent), list.querySelectorAll('img').length, list.scrollWidth - list.clientWidth];
    """)
    assert names[1] == "__proto__" and names[0].startswith("<img src=x") and images == 0 and overflow <= 0


def test_back_closes_the_list_and_the_focus_returns(browser, site):
    open_window(browser, site.pages()[0])
    assert run(browser, POINT + """
      await open('b');
      if (!document.activeElement.matches('#thread a')) throw new Error('the focus is not in the list');
      history.back();
      await until(() => !document.querySelector('#thread[open]'), 'closed');
      await until(() => document.activeElement.matches('#to-thread, article'), 'the focus');
      return document.activeElement.id;
    """) == "to-thread"


def test_a_conversation_without_answers_has_no_files_of_threads(program, tmp_path):
    path = tmp_path / "plain.json"
    path.write_text(json.dumps({
        "format": "chatexport/1", "title": "Plain", "participants": [{"id": "bo", "name": "Bo"}],
        "messages": [{"id": "1", "from": "bo", "text": "Hi", "at": "2026-05-01T10:00:00Z"}]}), encoding="utf-8")
    site = program.export(path, tmp_path / "site")
    folder = site.conversations[0] / "map"
    assert not list(folder.glob("t*.js")) and "threads" not in (folder / "all.js").read_text()


def test_topics_do_not_join_their_messages(program, tmp_path):
    messages = [{"id": 1, "type": "service", "date": "2026-05-01T10:00:00", "date_unixtime": "1777629600", "actor": "Bo",
                 "actor_id": "user1", "action": "topic_created", "title": "Boats", "text": "", "text_entities": []}]
    messages += [{"id": number, "type": "message", "date": f"2026-05-01T10:0{number}:00", "date_unixtime": str(1777629600 + number * 60),
                  "from": "Bo", "from_id": "user1", "reply_to_message_id": 1, "text": "Hi", "text_entities": [{"type": "plain", "text": "Hi"}]}
                 for number in range(2, 6)]
    (tmp_path / "result.json").write_text(json.dumps(
        {"name": "Forum", "type": "private_supergroup", "id": 1, "messages": messages}), encoding="utf-8")
    site = program.export(tmp_path / "result.json", tmp_path / "site")
    assert not list((site.conversations[0] / "map").glob("t*.js"))


# The fault: a time over the line before, "In a thread" in each row, and "4 replies" that jumped

GROUP = """
  document.querySelector('[data-box="way.2"]').click();
  await until(() => document.querySelectorAll('#thread[open] li').length === 5, 'the thread');
  await frames(5);
  const items = [...document.querySelectorAll('#thread li')];
  const boxOf = (item, selector) => item.querySelector(selector)?.getBoundingClientRect();
  return items.map(item => {
    const text = boxOf(item, 'article > [data-box=text]'), time = boxOf(item, 'article > time');
    return { text: item.querySelector('article').textContent, isFirst: item.matches('.first'), isBeside: time.right <= text.left,
      isInLine: time.top >= text.top - 2 && time.top < text.top + 12, gap: text.top - item.getBoundingClientRect().top,
      isOver: items.some(other => other !== item && [...other.querySelectorAll('article > p')].some(line => {
        const box = line.getBoundingClientRect();
        return time.width && box.left < time.right && time.left < box.right && box.top < time.bottom - 2 && time.top < box.bottom - 2;
      })) };
  });
"""


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("theme", ["dense", "standard"])
def test_the_number_of_answers_opens_their_thread_whose_lines_have_their_own_times(program, browser, tmp_path, theme, size):
    source = write_chat(tmp_path / "kiln.json", [
        {"id": "0", "from": "b", "at": "2026-05-01T10:00:00Z", "text": "Shall we fire the kiln on Saturday?"},
        {"id": "1", "from": "c", "at": "2026-05-01T10:01:00Z", "text": "Something else"},
        *({"id": str(number), "from": "c" if number > 3 else "a", "at": f"2026-05-01T1{number}:30:00Z", "text": f"Answer {number}", "thread": "0"}
          for number in range(2, 6))], participants=[
              {"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}, {"id": "c", "name": "Cem"}], locale="en-GB")
    site = program.export(source, tmp_path / "site", "--theme", theme)
    browser.resize(*size)
    open_window(browser, site.pages()[0])
    address = browser.evaluate("location.href")
    rows = run(browser, GROUP)
    assert browser.evaluate("location.href") == address
    assert not any(row["isOver"] for row in rows), rows
    assert "In a thread" not in "".join(row["text"] for row in rows)
    # Lines after the one that is left out take its room.
    assert all(row["gap"] < (16 if not row["isFirst"] else 90) for row in rows), rows
    assert [row["isFirst"] for row in rows] == [True, True, False, True, False]
    if theme == "dense":
        assert all(row["isBeside"] and row["isInLine"] for row in rows if not row["isFirst"]), rows
