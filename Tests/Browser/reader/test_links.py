"""Navigation: every link has a target, with and without scripts, from disk."""

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from contract import NEXT, PREVIOUS
from site_model import anchor


@pytest.fixture(params=["example_site", "group_site"])
def site(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(params=[False, True], ids=["script on", "script off"])
def reader(request, chromium):
    """A tab with scripts on or off; everything here must work without them."""
    with chromium.page() as page:
        page.disable_script(request.param)
        yield page


def test_every_link_and_resource_leads_to_a_file_and_an_id_of_the_site(site):
    dead = []
    root = site.folder.resolve()
    for path in site.html_files:
        for file, fragment, element in site.links(path):
            target = file / "index.html" if file.is_dir() else file
            if root not in target.parents:
                dead.append(f"{path.name}: {element} leads out of the site")
            elif not target.is_file():
                dead.append(f"{path.name}: {element} leads to no file")
            elif element.tag == "a" and file.is_dir():
                dead.append(f"{path.name}: {element} leads to a folder, which file: shows as a list")
            elif fragment and element.tag != "use" and fragment not in site.markup(target).ids:
                dead.append(f"{path.name}: {element} leads to no id")
    assert not dead, f"{len(dead)} dead links, first:\n" + "\n".join(dead[:10])


def test_no_id_occurs_twice_on_a_page(site):
    for path in site.html_files:
        assert site.markup(path).duplicates == [], path.name


def test_every_page_has_a_language_a_title_and_a_heading(site):
    for path in site.html_files:
        markup = site.markup(path)
        assert markup.all("html")[0].attributes.get("lang")
        assert markup.all("title")[0].text.strip()
        assert len(markup.all("h1")) == 1 and len(markup.all("main")) == 1, path.name


def test_previous_and_next_lead_through_all_pages_and_the_ends_are_linked(site):
    pages = site.pages()
    for index, path in enumerate(pages):
        targets = {}
        for file, _, element in site.links(path):
            for relation in (element.attributes.get("rel") or "").split():
                targets.setdefault(relation, set()).add(file)
        assert targets.get("prev", set()) == ({pages[index - 1].resolve()} if index > 0 else set()), path.name
        after = {pages[index + 1].resolve()} if index + 1 < len(pages) else set()
        assert targets.get("next", set()) == after, path.name
        linked = {file for file, _, element in site.links(path) if element.tag == "a"}
        if index > 0:
            assert pages[0].resolve() in linked, f"{path.name} has no link to the first page"
        if index + 1 < len(pages):
            last = path.with_name("last.html").resolve()
            assert last in linked, f"{path.name} has no link to the last page"
            assert pages[-1].resolve() in {file for file, _, _ in site.links(last)}
            assert f"0; url={pages[-1].name}" in last.read_text(encoding="utf-8")


def test_the_front_links_every_page_and_the_site_links_every_front(site):
    for conversation in site.conversations:
        linked = {file for file, _, _ in site.links(conversation / "index.html")}
        assert {path.resolve() for path in site.pages(conversation)} <= linked
    reached, todo = set(), [(site / "index.html").resolve()]
    while todo:
        path = todo.pop()
        if path not in reached:
            reached.add(path)
            todo += [file for file, _, element in site.links(path) if file.suffix == ".html" and file.is_file()]
    assert {path.resolve() for path in site.html_files} == reached


@pytest.fixture(scope="module")
def long_chat(tmp_path_factory) -> Path:
    """A message every 19 hours for 14 months, in a zone whose months begin on other UTC days."""
    start = datetime(2025, 1, 1, 12, tzinfo=timezone.utc)
    path = tmp_path_factory.mktemp("months") / "months.json"
    path.write_text(json.dumps({
        "format": "chatexport/1", "id": "months", "title": "Months", "timeZone": "Pacific/Auckland", "locale": "en",
        "participants": [{"id": "a", "name": "Ann"}],
        "messages": [{"id": f"n{number}", "from": "a", "text": f"message {number}",
                      "at": (start + number * timedelta(hours=19)).strftime("%Y-%m-%dT%H:%M:%SZ")}
                     for number in range(540)]}), encoding="utf-8")
    return path


def test_the_front_has_a_link_to_the_first_message_of_every_month(program, long_chat, tmp_path):
    source = json.loads(long_chat.read_text(encoding="utf-8"))
    site = program.export(long_chat, tmp_path / "site", "--page-size", "100")
    zone = ZoneInfo(source["timeZone"])
    firsts = {}
    for message in source["messages"]:
        local = datetime.fromisoformat(message["at"].replace("Z", "+00:00")).astimezone(zone)
        firsts.setdefault((local.year, local.month), anchor(message["id"]))
    assert len(firsts) >= 14
    front = site.conversations[0] / "index.html"
    reached = {first_article_from(site.markup(file), fragment) for file, fragment, element in site.links(front)
               if element.tag == "a" and file.is_file() and file.suffix == ".html"}
    assert set(firsts.values()) <= reached


def first_article_from(markup, fragment: str):
    """The id of the first article at or after the element a link leads to."""
    seen = not fragment
    for element in markup.elements:
        seen = seen or element.attributes.get("id") == fragment
        if seen and element.tag == "article":
            return element.attributes["id"]
    return None


def test_walking_by_next_and_back_by_previous_shows_each_page(group_site, page):
    # With scripts the pages are one column, so there is nothing to turn.
    page.disable_script()
    pages = group_site.pages()
    page.goto(pages[0])
    for path in pages[1:]:
        page.click(NEXT)
        page.wait_until(f"location.pathname.endsWith('/{path.name}') && document.readyState == 'complete'")
    for path in reversed(pages[:-1]):
        page.click(PREVIOUS)
        page.wait_until(f"location.pathname.endsWith('/{path.name}') && document.readyState == 'complete'")


def in_view(identifier: str) -> str:
    """Returns an expression that is true if the message begins in the window and below the sticky header."""
    return (f"(() => {{ const box = document.getElementById({json.dumps(identifier)})?.getBoundingClientRect();"
            " const bar = [...document.querySelectorAll('header')].filter(header =>"
            " ['fixed', 'sticky'].includes(getComputedStyle(header).position));"
            " const top = Math.max(0, ...bar.map(header => header.getBoundingClientRect().bottom));"
            " return box && box.top >= top - 1 && box.top < innerHeight - 20 })()")


def test_a_permalink_opens_with_its_message_in_view(group_site, group_plan, reader):
    rows = group_plan.messages
    for row in rows[3:: len(rows) // 12]:
        path = group_site.pages()[row["page"] - 1]
        reader.goto("about:blank")
        reader.goto(f"{path.as_uri()}#{anchor(row['id'])}")
        reader.wait_until(in_view(anchor(row["id"])))


def test_every_reply_links_what_it_answers_forward_and_back_and_across_pages(group_site, group_chat, group_plan):
    page_of = {row["id"]: row["page"] for row in group_plan.messages}
    source = json.loads(group_chat.read_text(encoding="utf-8"))
    pages = [path.resolve() for path in group_site.pages()]
    links = {}
    for path in pages:
        current = None
        by_element = {id(element): (file, fragment) for file, fragment, element in group_site.links(path)}
        for element in group_site.markup(path).elements:
            if element.tag == "article":
                current = element.attributes["id"]
            elif element.tag == "a" and id(element) in by_element:
                links.setdefault(current, set()).add(by_element[id(element)])
    kinds = set()
    for message in source["messages"]:
        target = message.get("replyTo")
        if target is None:
            continue
        expected = (pages[page_of[target] - 1], anchor(target))
        assert expected in links.get(anchor(message["id"]), set()), f"message {message['id']} does not link {target}"
        crossing = "same page" if page_of[target] == page_of[message["id"]] else "other page"
        kinds.add((crossing, "forward" if int(target) > int(message["id"]) else "back"))
    assert {("same page", "back"), ("other page", "back"), ("same page", "forward")} <= kinds


def test_a_click_on_a_quote_shows_the_answered_message(group_site, group_chat, group_plan, reader):
    page_of = {row["id"]: row["page"] for row in group_plan.messages}
    source = json.loads(group_chat.read_text(encoding="utf-8"))
    replies = [message for message in source["messages"] if "replyTo" in message]
    across = next(message for message in replies if page_of[message["replyTo"]] < page_of[message["id"]])
    forward = next(message for message in replies if int(message["replyTo"]) > int(message["id"]))
    for message in (across, forward):
        reader.goto(group_site.pages()[page_of[message["id"]] - 1])
        target = anchor(message["replyTo"])
        reader.click(f"article#{anchor(message['id'])} a[href$='#{target}']")
        reader.wait_until(f"document.readyState == 'complete' && {in_view(target)}")


def test_the_keyboard_reaches_the_links_of_the_page(example_site, page):
    page.goto(example_site.pages()[0])
    for _ in range(12):
        page.key("Tab", "Tab", 9)
        if page.evaluate("document.activeElement?.matches('a[href], button')"):
            return
    pytest.fail("twelve presses of Tab met no link")
