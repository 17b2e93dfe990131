"""Collapsed content: it opens without scripts, moves what follows by the planned height, and closes without a trace."""

import json

import pytest

from chats import write_chat
from measuring import MEASURE, measure
from site_model import anchor
from test_pages import LINE_WIDTH, PLACE, report
from window import TARGET, open_window, run

TEXT = "A long line of thought that has to be broken somewhere, as it is wider than any bubble may ever be. "


@pytest.fixture(scope="module")
def turns(tmp_path_factory):
    """Turns with thinking, tools, earlier texts and branches, on both sides, over several sections and a midnight."""
    messages = []

    def add(identifier: str, sender: str, text: str, **members) -> None:
        number = len(messages)
        day, minute = 1 + number // 40, number % 40
        messages.append({"id": identifier, "from": sender, "at": f"2026-05-{day:02d}T10:{minute:02d}:00Z", "text": text,
                         **members})

    previous = None
    for turn in range(12):
        question = f"q{turn}"
        add(question, "me", f"Question {turn}? " + TEXT * (turn % 3), role="user", parent=previous,
            edits=[{"at": "2026-05-01T10:50:00Z", "text": f"Qestion {turn}? " + TEXT},
                   {"at": "2026-05-09T10:55:00Z", "text": ""}] if turn % 3 == 0 else [])
        add(f"t{turn}", "bot", TEXT * 3 + "\n\nאבג " + TEXT, kind="thinking", role="assistant", parent=question)
        # Words between the steps: neighbouring steps would be one line (test_steps.py).
        add(f"u{turn}", "bot", "Let me look.", role="assistant", parent=f"t{turn}")
        add(f"c{turn}", "bot", '{\n\t"city": "Lisbon",\n\t"days": 2\n}', kind="toolCall", name="weather", parent=f"u{turn}")
        add(f"v{turn}", "bot", "It is warm.", role="assistant", parent=f"c{turn}")
        add(f"r{turn}", "bot", "17 °C " * 60, kind="toolResult", name="weather", parent=f"v{turn}")
        for branch in range(turn % 3 + 1):
            add(f"a{turn}-{branch}", "bot", f"Answer {turn}, branch {branch}. 🎉", role="assistant", model="m",
                parent=f"r{turn}", edits=[{"text": "Anser"}] if branch == 0 and turn == 2 else [],
                steps=[{"kind": "thinking", "text": TEXT * 2}, {"kind": "toolCall", "name": "weather", "text": "17 °C"}]
                if turn % 4 == 1 else [])
        previous = f"a{turn}-{turn % 3}"
    return write_chat(
        tmp_path_factory.mktemp("turns") / "turns.json", messages,
        participants=[{"id": "me", "name": "Me", "isMe": True}, {"id": "bot", "name": "Bot"}])


@pytest.fixture(scope="module")
def site(program, turns, tmp_path_factory):
    return program.export(turns, tmp_path_factory.mktemp("turns-site") / "site")


@pytest.fixture(scope="module")
def plan(program, turns):
    return program.plan(turns)


def folds(row: dict) -> list:
    return [item for item in row["items"] if item["what"] == "fold"]


# Opens or closes what is folded in a row, as a click on it does.
CLICK = """(id, number) => document.getElementById(id)
    .querySelectorAll(':scope > details > summary')[number].click()"""

# Of the strips that are shown: where each is, and what of the section's drawing it shows; and the row behind it.
STRIPS = """() => [...document.querySelectorAll('main section')].flatMap(section =>
  [...section.querySelectorAll(':scope > svg, svg.strip')].filter(svg => svg.getBoundingClientRect().height > 0).map(svg => {
    const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
    const rows = [...section.querySelectorAll('article, h2')];
    const next = rows.find(row => svg.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING);
    return { first: section.dataset.first, strip: svg.classList.contains('strip'), top: box.top + scrollY, left: box.left,
             scale: box.width / view.width, from: view.y, drawn: svg.getScreenCTM().f + scrollY, next: next?.id ?? '',
             rowTop: next?.getBoundingClientRect().top + scrollY };
  }))"""


def test_there_is_something_to_open(plan):
    assert sum(len(folds(row)) for row in plan.rows) > 40
    assert any(len(item["folded"]) > 1 and any(inner["what"] == "fold" for inner in item["folded"])
               for row in plan.rows for item in folds(row)), "nothing is folded inside another branch"


def test_closed_everything_stands_as_planned(site, plan, browser):
    browser.goto(site.pages()[0])
    rows = measure(browser)
    top = rows[0]["y"]
    off = [f"{row['id']}: {row['y'] - top} {row['height']}, planned {planned['y']} {planned['height']}"
           for row, planned in zip(rows, plan.page(1))
           if abs(row["y"] - top - planned["y"]) > 0.5 or abs(row["height"] - planned["height"]) > 0.02]
    report(off)
    shown = browser.evaluate("[...document.querySelectorAll('.folded')].filter(box => box.checkVisibility("
                             "{contentVisibilityAuto: false}) && box.getClientRects().length).length")
    assert shown == 0


def test_opening_moves_what_follows_by_what_was_planned_and_closing_moves_it_back(site, plan, browser):
    browser.goto(site.pages()[0])
    before = measure(browser)
    planned = plan.page(1)
    problems = []
    for opened in [index for index, row in enumerate(planned) if folds(row)][::5]:
        fold = folds(planned[opened])[0]
        identifier = anchor(planned[opened]["id"])
        browser.evaluate(f"(...list) => ({CLICK})(...list)", identifier, 0)
        after = measure(browser)
        for number, (old, new) in enumerate(zip(before, after)):
            moved = fold["opens"] if number > opened else 0
            grown = fold["opens"] if number == opened else 0
            if abs(new["y"] - old["y"] - moved) > 0.5 or abs(new["height"] - old["height"] - grown) > 0.5:
                problems.append(f"{identifier} opened, row {number}: {new['y'] - old['y']} down, planned {moved}; "
                                f"{new['height'] - old['height']} taller, planned {grown}")
            if number > opened and new["boxes"] != old["boxes"]:
                problems.append(f"{identifier} opened: the inside of row {number} changed")
        browser.evaluate(f"(...list) => ({CLICK})(...list)", identifier, 0)
        if measure(browser) != before:
            problems.append(f"{identifier} closed: not as before")
    report(problems)


def test_with_everything_open_nothing_overlaps_and_bubbles_go_with_their_rows(site, plan, browser):
    browser.goto(site.pages()[0])
    browser.evaluate("document.querySelectorAll('main details').forEach(details => details.open = true)")
    rows = measure(browser)
    report([f"{above['id']} ends at {above['y'] + above['height']}, {below['id']} begins at {below['y']}"
            for above, below in zip(rows, rows[1:]) if above["y"] + above["height"] > below["y"] + 0.05])
    strips = browser.evaluate(f"({STRIPS})()")
    assert sum(strip["strip"] for strip in strips) > 20
    by_id = {anchor(row["id"]): row for row in plan.rows if row.get("id")}
    sections, problems = {}, []
    top = 0
    for row in plan.page(1):
        sections.setdefault(row["index"], top)
        top += row["height"]
    for strip in strips:
        planned = by_id.get(strip["next"])
        y = sections[int(strip["first"])]
        drawn = strip["drawn"] + strip["from"] * strip["scale"]
        if abs(strip["top"] - strip["rowTop"]) > 0.02 or abs(drawn - strip["top"]) > 0.05:
            problems.append(f"{strip}: not at its row")
        elif abs(strip["scale"] - 1) > 0.001 or planned and abs(planned["y"] - y - strip["from"]) > 0.02:
            problems.append(f"{strip}: shows another part of the drawing than that of its row")
    report(problems)


def test_every_folded_line_is_as_wide_as_measured_and_not_broken_again(site, plan, browser, request):
    name = "firefox" if "firefox" in request.node.name else "chromium"
    browser.goto(site.pages()[0])
    browser.evaluate("document.querySelectorAll('main details').forEach(details => details.open = true)")
    measure(browser)
    found = browser.evaluate("""(() => { const m = (""" + MEASURE + """);
      return [...document.querySelectorAll('.folded')].map(block => {
        const origin = block.getBoundingClientRect();
        return { height: parseFloat(getComputedStyle(block).paddingTop), parts: Object.fromEntries(
          [...block.querySelectorAll('[data-folded]')].filter(box => box.parentElement.closest('.folded') === block).map(box => {
            const rect = box.getBoundingClientRect();
            return [box.dataset.folded, { x: rect.left - origin.left, y: rect.top - origin.top, width: rect.width,
              height: rect.height, lines: m.lines(box).map(line => m.extent(line, origin.left)) }];
          })) };
      }) })()""")

    def blocks(items):
        """All folded blocks in the order of the page."""
        for item in items:
            if item["what"] == "fold":
                yield item
                yield from blocks(item["folded"])
    planned = [block for row in plan.page(1) for block in blocks(row["items"])]
    assert len(found) == len(planned)
    problems, count = [], 0
    for block, expected in zip(found, planned):
        if abs(block["height"] - expected["opens"]) > 0.02:
            problems.append(f"{expected['text']}: {block['height']} tall, planned {expected['opens']}")
        for item in expected["folded"]:
            part = block["parts"].pop(item["box"], None)
            if item["what"] == "bubble":
                continue
            where = f"{expected['text']}, {item['box']}"
            if part is None:
                problems.append(f"{where}: not on the page")
                continue
            if abs(part["y"] - item["y"]) > PLACE[name] or not -0.02 <= item["x"] - part["x"] <= 16:
                problems.append(f"{where}: at {part['x']}, {part['y']}, planned {item['x']}, {item['y']}")
            for line, wanted in zip(part["lines"], item.get("lines") or []):
                count += 1
                # A tab ends at a tab stop, so its width is not that of its glyph.
                if line["text"].rstrip() != wanted["text"].rstrip() or line["wrapped"] or (
                        abs(line["width"] - wanted["width"]) > LINE_WIDTH and name == "chromium"):
                    problems.append(f"{where}: {line}, planned {wanted['text']!r} {wanted['width']}")
        problems += [f"{expected['text']}: {box} is not in the plan" for box in block["parts"]]
    assert count > 100
    report(problems)


def test_a_fold_opens_by_click_and_by_key_without_script(site, plan, page):
    page.disable_script()
    page.goto(site.pages()[0])
    row = next(row for row in plan.page(1) if folds(row))
    selector = f"#{anchor(row['id'])} summary"
    is_open = f"document.querySelector('{selector}').parentElement.open"
    page.click(selector)
    assert page.evaluate(is_open)
    page.evaluate(f"document.querySelector('{selector}').focus()")
    page.key(" ", "Space", 32)
    assert not page.evaluate(is_open)


def test_print_shows_everything_open(site, page):
    page.goto(site.pages()[0])
    page.emulate("print")
    measure(page)
    heights = page.evaluate("[...document.querySelectorAll('.folded')].map(box => box.getBoundingClientRect().height)")
    assert heights and min(heights) > 10
    rows = measure(page)
    report([f"{above['id']} and {below['id']} overlap" for above, below in zip(rows, rows[1:])
            if above["y"] + above["height"] > below["y"] + 0.05])
    drawn = page.evaluate("""[...document.querySelectorAll('article.folds:not(.bare)')].map(row => [row.id,
      parseFloat(getComputedStyle(row, '::before').height), parseFloat(getComputedStyle(row).paddingTop)])""")
    report([f"{name}: its bubble is drawn {height} tall, the row without what opens is {whole}"
            for name, height, whole in drawn if not 0 < height <= whole])


def test_every_text_of_every_branch_is_on_the_page_once(site, turns):
    source = site.pages()[0].read_text(encoding="utf-8")
    for message in json.loads(turns.read_text(encoding="utf-8"))["messages"]:
        if message["id"].startswith("a"):
            assert source.count(message["text"].removesuffix(" 🎉")) == 1, message["id"]


def test_a_link_to_any_message_leads_to_its_planned_position(site, plan, browser):
    for row in plan.messages[::9]:
        browser.goto(site.pages()[0].as_uri() + "#" + anchor(row["id"]))
        top = browser.evaluate(f"document.getElementById({json.dumps(anchor(row['id']))}).getBoundingClientRect().top")
        assert -1 < top < 844, row["id"]


def test_alternatives_are_linked_with_each_other(site, plan):
    markup = site.markup(site.pages()[0])
    jumps = [element for element in markup.all("a") if "branch" in (element.attributes.get("aria-label") or "")]
    assert jumps and all(element.attributes["href"][1:] in markup.ids for element in jumps)
    shown = {row["id"] for row in plan.messages if not any(item["box"] == "notice" for item in row["items"])}
    # Of the alternatives the one that leads to the latest message is shown.
    assert {"a1-1", "a2-2", "a11-2"} <= shown and not {"a1-0", "a2-0", "a2-1", "a11-0"} & shown


def test_the_page_opens_folds_on_any_width(site, chromium):
    for width in (320, 470, 1280):
        with chromium.page(width, 800) as page:
            page.goto(site.pages()[0])
            page.evaluate("document.querySelectorAll('main details').forEach(details => details.open = true)")
            rows = measure(page)
            assert page.evaluate(f"{MEASURE}.overflow().scroll") <= 0
            report([f"{width}: {above['id']} and {below['id']} overlap" for above, below in zip(rows, rows[1:])
                    if above["y"] + above["height"] > below["y"] + 0.05])


# Gaps between live sections, and overlaps of rows of a section, in px.
SEAMS = """
const sections = [...document.querySelectorAll('main section')];
const seams = sections.slice(1).map((section, index) => topOf(section) - sections[index].getBoundingClientRect().bottom);
return { seams, end: document.documentElement.scrollHeight - scrollY - sections.at(-1).getBoundingClientRect().bottom };
"""


def test_the_window_makes_room_for_what_is_folded_out(program, turns, tmp_path_factory, browser):
    """Across several pages, sections keep touching, jumps stay exact, and closing leaves no trace."""
    site = program.export(turns, tmp_path_factory.mktemp("turns-window") / "site", "--page-size", "40")
    open_window(browser, site.pages()[0])
    run(browser, "document.querySelector('main section details').scrollIntoView(); await settled();")
    before = run(browser, SEAMS)
    jump = f"""
        location.hash = '#' + given[0];
        await until(() => document.getElementById(given[0])?.matches('.target') , 'marked');
        await settled();
        return topOf(document.getElementById(given[0])) - {TARGET};"""
    for _ in range(2):
        run(browser, """
            for (const details of document.querySelectorAll('main details')) details.open = true;
            await frames(4); await settled();""")
        opened = run(browser, SEAMS)
        assert max(map(abs, opened["seams"])) <= 0.5
        for identifier in ("q3", "a11-2", "q6", "t1"):
            assert abs(run(browser, jump, anchor(identifier))) <= 0.5, identifier
            assert max(map(abs, run(browser, SEAMS)["seams"]), default=0) <= 0.5
        run(browser, """
            scrollTo(0, 1e7); await settled();
            if (!isInSight(rows().at(-1))) throw new Error('the end is out of reach');
            scrollTo(0, 0); await settled();
            if (!isInSight(rows()[0])) throw new Error('the start is out of reach');
            for (const details of document.querySelectorAll('main details[open]')) details.open = false;
            await frames(4); await settled();""")
        assert max(map(abs, run(browser, SEAMS)["seams"]), default=0) <= 0.5
    assert max(map(abs, before["seams"]), default=0) <= 0.5
