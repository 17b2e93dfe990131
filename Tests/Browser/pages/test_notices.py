"""Runs of notices: one line that opens them, exact in both states, with every notice at its own address."""

import json

import pytest

from window import READY, open_window, run

EVENTS = ["memberJoined", "memberLeft"]


@pytest.fixture(scope="module")
def site(program, tmp_path_factory):
    """Three days of talk, with runs of 2, 5 and 40 notices and one that goes on over midnight and over a page's end."""
    folder = tmp_path_factory.mktemp("notices")
    people = [{"id": name, "name": name.title()} for name in ("ven", "pyrimidine", "brrt", "lizmat", "nwc")]
    messages, number = [], 0

    def add(minutes, **content):
        nonlocal number
        number += 1
        day, minute = divmod(minutes, 1440)
        messages.append({"id": str(number), "at": f"2026-05-0{1 + day}T{minute // 60:02}:{minute % 60:02}:00Z", **content})

    minute = 0
    for count in (2, 5, 40, 30, 30):
        for index in range(count):
            add(minute, kind="system", event=EVENTS[index % 2 if count == 40 else 0], by=people[index % 5]["id"])
            minute += 3 if count == 30 else 1
        for index in range(20):
            add(minute, **{"from": people[index % 2]["id"]}, text=f"message {number} with some words to fill its line")
            minute += 15
    source = folder / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "title": "#notices", "timeZone": "UTC",
                                  "participants": people, "messages": messages}), encoding="utf-8")
    return program.export(source, folder / "site", "--page-size", "100")


LINES = "return [...document.querySelectorAll('.run > summary')].map(line => line.textContent.trim())"


def test_a_run_of_three_or_more_is_one_line_that_names_people_and_counts(browser, site):
    open_window(browser, site.pages()[0])
    lines = run(browser, LINES)
    assert lines[0] == "Ven, Pyrimidine and 3 others joined · 5 events"
    assert lines[1] == "Ven and 4 others joined and left · 40 events"
    rows = run(browser, "return rows().map(row => [row.id, Number(row.dataset.i)])")
    assert [index for _, index in rows] == list(range(rows[0][1], rows[0][1] + len(rows)))
    # Two notices stay as they are.
    assert run(browser, "return rows().slice(0, 2).every(row => row.checkVisibility() && !row.closest('.run'))")


TO_THE_PAGES_END = """
  const own = () => [...document.querySelectorAll('main section:not([data-page])')].at(-1);
  await until(() => own());
  own().scrollIntoView({block: 'end', behavior: 'instant'});
  await until(() => document.querySelector('main section[data-page]'));
  await settled();
"""

# Distances of sections from the heights that they state for this state and from one another, over the page's end.
EXACT = """
  const [isOpen, isLarge] = given, names = isOpen ? (isLarge ? ['--P', '--Z'] : ['--O']) : (isLarge ? ['--Z'] : []);
  const sections = [...document.querySelectorAll('main section')], boxes = sections.map(section => section.getBoundingClientRect());
  const stated = section => parseFloat(names.map(name => section.style.getPropertyValue(name)).find(Boolean) ?? section.style.height);
  return [sections.length, ...sections.map((section, index) => Math.abs(boxes[index].height / scale() - stated(section) * 16)),
          ...boxes.slice(1).map((box, index) => Math.abs(box.top - boxes[index].bottom))];
"""


@pytest.mark.parametrize("width", [390, 1280])
def test_both_states_are_as_high_as_the_map_says(browser, site, width):
    browser.resize(width, 844)
    open_window(browser, site.pages()[0])
    run(browser, TO_THE_PAGES_END)
    count, *errors = run(browser, EXACT, False, width > 900)
    assert count > 3 and max(errors) < 0.1
    shown = "return rows().filter(row => row.checkVisibility()).length"
    folded = run(browser, shown)
    try:
        browser.evaluate("document.body.classList.add('before')")
        run(browser, "document.querySelector('[data-act=notices]').click()")
        browser.wait_until("document.body?.classList.contains('before') === false && " + READY)
        run(browser, TO_THE_PAGES_END)
        assert run(browser, shown) >= folded + 45
        count, *errors = run(browser, EXACT, True, width > 900)
        assert count > 3 and max(errors) < 0.1
        assert run(browser, "return document.querySelector('[data-act=notices]').getAttribute('aria-pressed')") == "true"
    finally:
        browser.evaluate("localStorage.clear()")
        browser.resize(390, 844)


def test_a_link_to_a_folded_notice_opens_its_run_and_keys_step_over_closed_ones(browser, site):
    open_window(browser, site.pages()[0])
    hidden = run(browser, "return document.querySelectorAll('.run')[1].querySelectorAll('article')[7].id")
    run(browser, "location.hash = given[0]; await until(() => document.querySelector('.target')?.id === given[0]); await settled()", hidden)
    assert run(browser, "const row = document.getElementById(given[0]); return row.checkVisibility() && isInSight(row)", hidden)
    run(browser, "document.querySelectorAll('.run').forEach(run => run.open = false); await frames(4); scrollTo(0, 0); await settled()")
    seen = run(browser, """
      const seen = [];
      for (let presses = 0; presses < 24; presses++) {
        const before = document.activeElement;
        before.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', bubbles: true}));
        // The first key loads a script.
        await until(() => document.activeElement !== before, 'a step');
        seen.push(document.activeElement.dataset.i);
      }
      return seen;
    """)
    # The five notices from 22 on are a closed run.
    assert [int(index) for index in seen] == [*range(22), 27, 28]


def test_without_script_the_line_opens_the_notices(page, site):
    page.disable_script()
    page.goto(site.pages()[0])
    heights = ("(() => { const run = document.querySelector('.run'), last = document.querySelectorAll('article'); run.open = given;"
               " return last[last.length - 1].getBoundingClientRect().bottom })()")
    closed, opened = (page.evaluate(heights.replace("given", state)) for state in ("false", "true"))
    notices = page.evaluate("[...document.querySelector('.run').querySelectorAll('article')]"
                            ".reduce((sum, row) => sum + row.getBoundingClientRect().height, 0)")
    assert notices > 100 and opened - closed == pytest.approx(notices, abs=0.1)
