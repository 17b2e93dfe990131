"""Actions of a reader in the window: jumps, history, timeline, dates, keys, pictures, links, copies."""

import json
import random
import re
import shutil
from datetime import date, timedelta

import pytest

from public_files import SCRIPTS, script
from site_model import Site
from test_window import EXACT, count, long_site, low_site, middle, pages  # noqa: F401
from window import COPIED, READY, TARGET, drag, open_window, press, run

ARRIVED = "await until(() => document.getElementById(given[0])?.matches('.target'), given[0]); await settled();"
PLACE = f"""{ARRIVED} const row = document.getElementById(given[0]);
  return [topOf(row) - {TARGET}, scrollY + innerHeight >= document.documentElement.scrollHeight - 1,
    row === document.activeElement]"""


@pytest.fixture
def base(long_site):  # noqa: F811
    return long_site.conversations[0].as_uri()


def test_an_id_of_any_page_is_found_and_brought_into_view(browser, pages, count):  # noqa: F811
    """The address names a page that does not have it: the map knows where it is."""
    pick = random.Random(4)
    browser.goto("about:blank")
    open_window(browser, f"{pages}/1.html#m-{pick.randrange(5000, 9000)}")
    for identifier in [1, 501, 500, count * 500 - 500, *(pick.randrange(1, count * 500 - 500) for _ in range(8))]:
        browser.evaluate(f"void (location.hash = '#m-{identifier}')")
        off, _, has_focus = run(browser, PLACE, f"m-{identifier}")
        # Above the first message there is its day alone.
        assert identifier == 1 or abs(off) <= EXACT, identifier
        assert has_focus
    browser.evaluate("void (location.hash = '#m-none-such')")
    assert run(browser, "await frames(10); return visible().length") > 0


def test_the_last_row_can_reach_the_top(browser, pages, count):  # noqa: F811
    open_window(browser, f"{pages}/2.html")
    press(browser, "G")
    run(browser, "await until(() => rows().at(-1).matches('.target')); await settled()")
    assert run(browser, f"return topOf(rows().at(-1)) - {TARGET}") == pytest.approx(0, abs=EXACT)
    press(browser, "g")
    run(browser, "await until(() => document.querySelector('[data-i=\"0\"]')?.matches('.target')); await settled()")
    press(browser, "End")
    run(browser, "await until(() => Number(visible()[0]?.dataset.i) > 500); await settled()")
    # The room below the last row was for the jump alone.
    assert run(browser, "return rows().at(-1).getBoundingClientRect().bottom") > 600


def test_answers_lead_to_what_they_answer_and_back(browser, pages, count):  # noqa: F811
    open_window(browser, f"{pages}/{middle(count)}.html")
    link, row, target = run(browser, """
      const here = document.querySelector('main').dataset.page;
      const far = [...document.querySelectorAll('main section:not([data-page]) a.jump')]
        .filter(link => /#m-/.test(link.getAttribute('href')));
      const link = far.find(link => /^\\d+\\.html/.test(link.getAttribute('href'))) ?? far[0];
      const row = link.closest('article');
      row.scrollIntoView({block: 'center', behavior: 'instant'});
      await frames(3);
      return [topOf(row), row.id, decodeURIComponent(link.hash.slice(1))];
    """)
    run(browser, """document.getElementById(given[0]).querySelector('a.jump[href*="#m-"]').click()""", row)
    off, _, has_focus = run(browser, PLACE, target)
    assert abs(off) <= EXACT and has_focus
    run(browser, "history.back(); await until(() => document.getElementById(given[0]), 'back'); await settled()", row)
    assert run(browser, "return topOf(document.getElementById(given[0]))", row) == pytest.approx(link, abs=EXACT)
    run(browser, "history.forward()")
    run(browser, f"await until(() => Math.abs(topOf(document.getElementById(given[0]) ?? document.body) - {TARGET}) < 0.6); ", target)


def test_back_and_forward_return_exactly(browser, pages, count):  # noqa: F811
    """Three jumps by hand with scrolling after each, three times back, three times forward."""
    open_window(browser, f"{pages}/2.html")
    pick = random.Random(5)
    positions = []
    for _ in range(4):
        positions.append(run(browser, """
          scrollBy({top: 137 + given[0], behavior: 'instant'});
          await settled();
          // Once scrolling has ended the position is in the history.
          await until(() => history.state?.id && Math.abs(history.state.top / 64 * scale() - topOf(document.getElementById(history.state.id))) < 0.1);
          const row = visible()[2];
          return [row.id, topOf(row)];
        """, pick.randrange(300)))
        if len(positions) < 4:
            target = f"m-{pick.randrange(1, (count - 1) * 500)}"
            run(browser, f"location.hash = '#' + given[0]; {ARRIVED}", target)
    back = "await until(() => { const row = document.getElementById(given[0]);" \
           " return row && Math.abs(topOf(row) - given[1]) <= 0.5 }, 'at its position')"
    for position in reversed(positions[:-1]):
        run(browser, f"history.back(); {back}", *position)
    for position in positions[1:]:
        run(browser, f"history.forward(); {back}", *position)


def test_reload_and_opening_again_restore_the_position(browser, pages, count):  # noqa: F811
    url = f"{pages}/{middle(count)}.html"
    open_window(browser, url)
    run(browser, "location.hash = '#m-1234'; " + ARRIVED.replace("given[0]", "'m-1234'"))
    position = run(browser, """
      scrollBy({top: 61, behavior: 'instant'});
      await settled();
      await until(() => history.state?.id && Math.abs(history.state.top / 64 * scale() - topOf(document.getElementById(history.state.id))) < 0.1);
      const row = visible()[1];
      return [row.id, topOf(row)];
    """)
    if hasattr(browser, "act"):
        browser.send("WebDriver:Refresh")
    else:
        browser.events.clear()
        browser.send("Page.reload")
        browser.wait_event("Page.loadEventFired")
    again = "await until(() => { const row = document.getElementById(given[0]);" \
            " return row && Math.abs(topOf(row) - given[1]) <= 0.5 }, 'at its position')"
    browser.wait_until(READY)
    run(browser, again, *position)
    browser.goto("about:blank")
    browser.goto(url)
    browser.wait_until(READY)
    run(browser, again, *position)


def test_the_timeline_leads_to_the_day_it_says(browser, base, count):
    open_window(browser, f"{base}/2.html")
    box = run(browser, "const box = document.querySelector('.timeline').getBoundingClientRect();"
                       "return [box.left + box.width / 2, box.top, box.height]")
    for share in (0.2, 0.55, 0.97):
        drag(browser, (box[0], box[1] + 5), (box[0], box[1] + box[2] * 0.4), (box[0], box[1] + box[2] * share))
        said, index, first, day = run(browser, """
          const slider = document.querySelector('.timeline');
          await until(() => visible().some(row => Math.abs(Number(row.dataset.i) - slider.ariaValueNow) < 3));
          await settled();
          const first = visible().find(row => row.getBoundingClientRect().bottom > 3.5 * 16 * scale());
          return [slider.ariaValueText, Number(slider.ariaValueNow), Number(first.dataset.i),
            document.querySelector('.now span').textContent];
        """)
        assert abs(index - first) <= 3
        assert day.replace(",", "") == said.replace(",", "") or not day
    run(browser, "document.querySelector('.timeline').focus()")
    before = run(browser, "return Number(document.querySelector('.timeline').ariaValueNow)")
    press(browser, "ArrowUp")
    run(browser, "await until(() => Number(document.querySelector('.timeline').ariaValueNow) < given[0]); await settled()", before)


def test_the_day_in_sight_is_the_one_of_its_messages(browser, base, count, long_site):  # noqa: F811
    """At many positions, also where a day began far above; and the next day's heading pushes it out."""
    days = long_days(long_site)
    open_window(browser, f"{base}/{middle(count)}.html")
    pick, shown = random.Random(6), 0
    for _ in range(12):
        text, index, hidden = run(browser, """
          location.hash = '#m-' + given[0];
          await until(() => document.getElementById('m-' + given[0])?.matches('.target'));
          scrollBy({top: 300, behavior: 'instant'});
          await settled();
          const first = visible().find(row => row.getBoundingClientRect().bottom > 3.5 * 16 * scale());
          const pill = document.querySelector('.now');
          return [pill.textContent, Number(first.dataset.i), pill.hidden];
        """, pick.randrange((count - 1) * 500) + 1)
        if hidden:
            continue
        shown += 1
        day = next(day for day, start in reversed(days) if start <= index)
        assert str(day.day) in text and str(day.year) in text and day.strftime("%B") in text
    assert shown >= 8
    start = next(start for _, start in days if start > 600)
    overlap = run(browser, """
      location.hash = '#m-' + (given[0] + 1);
      await until(() => document.querySelector(`[data-i="${given[0]}"]`)?.matches('.target'));
      const heading = document.querySelector(`[data-before="${given[0]}"]`), pill = document.querySelector('.now');
      let overlap = 0;
      for (let i = 0; i < 40; i++) {
        scrollBy({top: -3, behavior: 'instant'});
        await frames(2);
        const one = pill.getBoundingClientRect(), other = heading.getBoundingClientRect();
        if (!pill.hidden && getComputedStyle(heading).visibility === 'visible')
          overlap = Math.max(overlap, Math.min(one.bottom - other.top, other.bottom - one.top));
      }
      return overlap;
    """, start)
    # While scripts and scrolling are a frame apart.
    assert overlap <= 4


def long_days(site: Site) -> list:
    """The days of a conversation with their first messages, from the map's files."""
    days, day, index = [], 0, 0
    for path in sorted((site.conversations[0] / "map").glob("[0-9]*.js"), key=lambda path: int(path.stem)):
        text = path.read_text()
        steps = json.loads(text[text.index(",") + 1: text.rindex(")")])["days"]
        day = index = 0
        for step in range(0, len(steps), 2):
            day, index = day + steps[step], index + steps[step + 1]
            days.append((date(1970, 1, 1) + timedelta(day), index))
    return days


OPEN_CALENDAR = """
const calendar = document.getElementById('calendar');
document.querySelector('[data-act=calendar]').click();
await until(() => calendar.open && calendar.contains(document.activeElement) && calendar.querySelector('td button'), 'calendar');
"""


def test_fields_of_dates_are_made_when_they_are_asked_for(browser, base, count):
    """A browser makes a calendar for each, which a page that opens need not wait for."""
    open_window(browser, f"{base}/{middle(count)}.html")
    dates = "return [...document.querySelectorAll('dialog input')].map(input => input.type)"
    assert run(browser, dates) == ["text", "search", "text", "text"]
    run(browser, OPEN_CALENDAR + "calendar.close()")
    assert run(browser, dates) == ["date", "search", "text", "text"]
    run(browser, "document.querySelector('[data-act=search]').click(); await until(() => document.querySelector('#search').open)")
    assert run(browser, dates) == ["date", "search", "date", "date"]


def test_a_date_leads_to_its_first_message(browser, base, count, long_site):  # noqa: F811
    days = long_days(long_site)
    open_window(browser, f"{base}/{middle(count)}.html")
    for day, start in (days[1], days[-1], days[len(days) // 2]):
        run(browser, OPEN_CALENDAR + """
          const input = document.getElementById('date');
          input.value = given[0];
          input.dispatchEvent(new Event('change', {bubbles: true}));
          await until(() => document.querySelector(`[data-i="${given[1]}"]`)?.matches('.target'));
        """, day.isoformat(), start)
    # A day without messages leads to the next that has some.
    empty = days[-1][0] + timedelta(90)
    run(browser, OPEN_CALENDAR + """
      const input = document.getElementById('date');
      input.value = given[0];
      input.dispatchEvent(new Event('change', {bubbles: true}));
      await until(() => document.querySelector(`[data-i="${given[1]}"]`)?.matches('.target'));
    """, empty.isoformat(), count * 500 - 1)


def test_the_calendar_marks_the_days_that_have_messages(browser, base, count, long_site):  # noqa: F811
    """Month by month, with keys alone: what is marked is what the map has, and a day leads to its first message."""
    days = long_days(long_site)
    starts = {}
    for day, start in days:
        starts.setdefault(day, start)
    months = sorted({(day.year, day.month) for day in starts})
    open_window(browser, f"{base}/{middle(count)}.html")
    month = run(browser, OPEN_CALENDAR + """
      const here = document.activeElement;
      if (!here.matches('[aria-current=date]')) throw new Error('the day in sight has the focus: ' + here.outerHTML);
      return Number(here.dataset.day);
    """)
    here = date(1970, 1, 1) + timedelta(month)
    marked = "return [...document.querySelectorAll('#calendar .some')].map(button => [Number(button.dataset.day), button.ariaLabel])"
    for way, key in ((-1, "PageUp"), (1, "PageDown"), (1, "PageDown")):
        before = run(browser, "return document.activeElement.dataset.day")
        press(browser, key)
        run(browser, "await until(() => document.activeElement.dataset.day !== given[0]); await frames(2)", before)
        shown = date(1970, 1, 1) + timedelta(int(run(browser, "return Number(document.activeElement.dataset.day)")))
        assert (shown.year, shown.month) == ((here.year * 12 + here.month - 1 + way) // 12, (here.month - 1 + way) % 12 + 1)
        here = shown
        found = {date(1970, 1, 1) + timedelta(day): label for day, label in run(browser, marked)}
        assert found.keys() == {day for day in starts if (day.year, day.month) == (here.year, here.month)}
        for day, label in found.items():
            later = [start for start in starts.values() if start > starts[day]]
            assert day.strftime("%B") in label and (not later or label.endswith(f": {min(later) - starts[day]}"))
    for key, years in (("PageUp", -1), ("PageDown", 1)):
        before = date(1970, 1, 1) + timedelta(int(run(browser, "return Number(document.activeElement.dataset.day)")))
        press(browser, key, shift=True)
        # No further than the conversation's own months, and its last days where a month is shorter.
        there = min(max((before.year + years, before.month), months[0]), months[-1])
        run(browser, "await until(() => document.activeElement.dataset.day !== given[0]); await frames(2)", str((before - date(1970, 1, 1)).days))
        shown = date(1970, 1, 1) + timedelta(int(run(browser, "return Number(document.activeElement.dataset.day)")))
        assert (shown.year, shown.month) == there
    for key, step in (("ArrowLeft", -1), ("ArrowUp", -7), ("ArrowRight", 1), ("ArrowDown", 7)):
        before = run(browser, "return Number(document.activeElement.dataset.day)")
        press(browser, key)
        run(browser, "await until(() => Number(document.activeElement.dataset.day) === given[0], given[0])", before + step)
    press(browser, "Home")
    run(browser, "await until(() => document.activeElement.parentElement === document.activeElement.closest('tr').querySelector('td:has(button)'))")
    press(browser, "PageDown")
    run(browser, "await frames(4)")
    press(browser, "Escape")
    run(browser, "await until(() => !document.getElementById('calendar').open)")
    target = next(day for day in reversed(starts) if (day.year, day.month) == months[len(months) // 3])
    run(browser, OPEN_CALENDAR + """
      const turn = [...calendar.querySelectorAll('[data-months]')];
      const shown = () => Number(calendar.querySelector('td button').dataset.day);
      while (shown() !== given[0]) {
        const before = shown();
        turn[before < given[0] ? 1 : 0].click();
        await until(() => shown() !== before, 'another month');
      }
      calendar.querySelector(`[data-day="${given[1]}"]`).click();
      await until(() => document.querySelector(`[data-i="${given[2]}"]`)?.matches('.target'));
    """, (target.replace(day=1) - date(1970, 1, 1)).days, (target - date(1970, 1, 1)).days, starts[target])


def test_the_calendar_s_weeks_and_digits_are_the_language_s(browser, program, tmp_path):
    messages = [{"id": str(number), "from": "a", "at": f"2026-0{month}-{day:02}T12:00:00Z", "text": "x"}
                for number, (month, day) in enumerate([(3, 1), (3, 31), (5, 9)])]
    for language, first, digit, left in (("en-US", 0, "1", -1), ("de", 1, "1", -1), ("ar-EG", 6, "١", 1)):
        source = tmp_path / f"{language}.json"
        source.write_text(json.dumps({
            "format": "chatexport/1", "id": "days", "title": "Days", "timeZone": "UTC", "locale": language,
            "participants": [{"id": "a", "name": "Ana"}], "messages": messages}), encoding="utf-8")
        site = program.export(source, tmp_path / language)
        open_window(browser, site.pages()[0])
        week, numeral, disabled = run(browser, OPEN_CALENDAR + """
          const cells = [...calendar.querySelectorAll('tbody tr:first-child td')];
          const turns = [...calendar.querySelectorAll('[data-months]')];
          return [cells.findIndex(cell => cell.firstElementChild), calendar.querySelector('td button').textContent,
            turns.map(turn => turn.disabled)];
        """)
        # The 1st of March 2026 is a Sunday.
        assert (week + first) % 7 == 0 and numeral == digit and disabled == [True, False], language
        before = run(browser, "return Number(document.activeElement.dataset.day)")
        press(browser, "ArrowDown")
        run(browser, "await until(() => Number(document.activeElement.dataset.day) === given[0])", before + 7)
        press(browser, "ArrowLeft")
        run(browser, "await until(() => Number(document.activeElement.dataset.day) === given[0])", before + 7 + left)


# The row under the bar, where it stands in px of the layout, and whether its text is where the engine has it.
IN_SIGHT = """
const inSight = () => { const row = visible().find(row => row.getBoundingClientRect().bottom > 3.5 * 16 * scale() + 1);
  return [row.id, topOf(row) / scale()] };
"""
CUT = """
const cut = () => [...document.querySelectorAll('main article')].filter(row => {
  const box = row.getBoundingClientRect();
  return [...row.querySelectorAll(':scope > p:not([class])')].some(text => {
    const range = new Range();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some(part => part.left < -0.5 || part.right > innerWidth + 0.5 ||
      part.bottom > box.bottom + 2 || part.top < box.top - 2);
  });
}).map(row => row.id);
"""


def test_the_text_s_size_is_exact_and_the_position_stays(browser, pages, count):  # noqa: F811
    """By keys, in a window that is wide enough: everything scales, and the row that is read stays where it is."""
    browser.resize(1000, 844)
    open_window(browser, f"{pages}/{middle(count)}.html#m-{(middle(count) - 1) * 500 + 200}")
    before = run(browser, IN_SIGHT + "scrollBy({top: 61, behavior: 'instant'}); await settled(); return [...inSight(), scale()]")
    for key, size in (("+", 115), ("+", 130), ("+", 150), ("-", 130), ("-", 115), ("-", 100), ("-", 85)):
        press(browser, key)
        after = run(browser, IN_SIGHT + """
          await until(() => Math.abs(scale() / given[0] - given[1]) < 0.001, given[1]);
          await settled();
          return [...inSight(), document.documentElement.className];
        """, before[2], size / 100)
        assert after[0] == before[0] and abs(after[1] - before[1]) * before[2] * size / 100 <= EXACT and after[2] == "system app"
        assert run(browser, CUT + "return cut()") == []
    open_window(browser, f"{pages}/{middle(count)}.html")
    assert run(browser, "return scale()") == pytest.approx(before[2] * 0.85, abs=0.001)
    press(browser, "+")
    run(browser, "await until(() => Math.abs(scale() - given[0]) < 0.001)", before[2])
    browser.resize(390, 844)


def test_larger_text_than_fits_flows_and_the_position_stays(browser, pages, count):  # noqa: F811
    """On a phone: the lines wrap anew, nothing is cut, and the row that is read stays where it is, there and back."""
    open_window(browser, f"{pages}/{middle(count)}.html#m-{(middle(count) - 1) * 500 + 200}")
    row, top = run(browser, IN_SIGHT + "scrollBy({top: 61, behavior: 'instant'}); await settled(); return inSight()")
    button = "document.querySelector('[data-act=size]').click()"
    for size in (115, 130, 150, 175, 200):
        browser.evaluate(f"void setTimeout(() => {button})")
        browser.wait_until(f"document.documentElement?.matches('.flow.app') && document.documentElement.style.getPropertyValue('--text') === '{size / 100:g}'")
        run(browser, "await settled()")
        now = run(browser, "return topOf(document.getElementById(given[0])) / scale()", row)
        # Browsers scroll by whole px of the screen.
        assert abs(now - top) <= EXACT * 2, size
        assert run(browser, CUT + "return cut()") == []
        assert run(browser, "return document.documentElement.scrollWidth") <= 390
    # Opened again for lines that fit.
    browser.evaluate(f"[document.body.classList.add('before'), setTimeout(() => {button})]")
    browser.wait_until(f"document.body?.classList.contains('before') === false && {READY}")
    run(browser, "await settled()")
    now, size = run(browser, "return [topOf(document.getElementById(given[0])), scale()]", row)
    assert size == pytest.approx(0.85) and abs(now - top * 0.85) <= EXACT
    assert run(browser, CUT + "return cut()") == []
    run(browser, f"{button}; await until(() => Math.abs(scale() - 1) < 0.001); await settled()")
    now = run(browser, "return topOf(document.getElementById(given[0]))", row)
    assert abs(now - top) <= EXACT * 2


def test_a_large_screen_has_a_wider_column_and_longer_lines(browser, pages, count):  # noqa: F811
    """Each bubble comes along with its text, also in a page that was brought in; test_large.py has the exact positions."""
    lefts = """
      const column = document.querySelector('.column').getBoundingClientRect(), unit = scale() * 16;
      const some = [...document.querySelectorAll('main section:not([data-page]) article:is(.in, .out):not(.bare)')].slice(100, 150);
      const texts = some.map(row => { const text = row.querySelector('p:not([class])')?.getBoundingClientRect();
        return text && [row.id, row.matches('.out'), (text.left - column.left) / unit, (column.right - text.right) / unit,
                        row.getBoundingClientRect().height / unit] }).filter(Boolean);
      return [column.width / unit, texts];
    """
    seen = []
    for width in (899, 1280):
        browser.resize(width, 800)
        open_window(browser, f"{pages}/{middle(count)}.html#m-{(middle(count) - 1) * 500 + 225}")
        seen.append(run(browser, lefts))
    browser.resize(390, 844)
    (narrow, texts), (wide, wider) = seen
    assert wide - narrow == pytest.approx(15.625, abs=0.01)
    assert {isOut for _, isOut, *_ in texts} == {True, False}
    assert sum(row[-1] for row in wider) < 0.95 * sum(row[-1] for row in texts)
    for (row, isOut, left, right, _), (other, _, moved, room, _) in zip(texts, wider, strict=True):
        assert row == other
        # At the same left edge, or as near to the right one but for the room that texts have to spare.
        assert abs(room - right) < 0.5 if isOut else moved == pytest.approx(left, abs=0.02), row


def test_keys_walk_through_the_messages_and_help_is_there(browser, base, count):
    open_window(browser, f"{base}/{middle(count)}.html")
    press(browser, "j")
    # What keys do comes with the first of them.
    first = int(run(browser, "const index = () => document.activeElement.dataset.i; await until(index, 'a row'); return index()"))
    for _ in range(12):
        press(browser, "j")
    assert int(run(browser, "return document.activeElement.dataset.i")) == first + 12
    for _ in range(14):
        press(browser, "k")
    # The page before comes first.
    box = run(browser, """
      await until(() => document.activeElement.dataset.i == given[0], 'two rows before the page');
      await settled();
      const box = document.activeElement.getBoundingClientRect();
      return [box.top, box.bottom];
    """, first - 2)
    assert box[1] > 56 and box[0] < 844
    press(browser, "?")
    assert run(browser, "return document.getElementById('keys').open")
    press(browser, "Escape")
    run(browser, "await until(() => !document.getElementById('keys').open)")
    before = run(browser, "return scrollY")
    press(browser, "PageDown")
    run(browser, "await until(() => scrollY > given[0] + 300)", before)


# The button's script comes when it is first pressed.
SWITCH = """
const before = document.documentElement.className;
document.querySelector('[data-act=scheme]').click();
await until(() => document.documentElement.className !== before, 'another scheme');
"""


def test_the_scheme_is_switched_and_remembered(browser, base):
    open_window(browser, f"{base}/2.html")
    ground = "return getComputedStyle(document.documentElement).getPropertyValue('--wall')"
    system = run(browser, ground)
    seen = [system]
    for _ in range(3):
        run(browser, SWITCH)
        seen.append(run(browser, ground))
    assert len(set(seen)) == 2 and seen[3] == system and seen[1] != seen[2]
    for name, colour in [("dark", seen[1]), ("light", seen[2])]:
        run(browser, SWITCH)
        open_window(browser, f"{base}/2.html")
        assert name in run(browser, "return document.documentElement.className").split()
        assert run(browser, ground) == colour
    run(browser, SWITCH)


def test_what_is_pressed_while_its_script_is_still_coming_is_not_lost(browser, base):
    """Twice in one go, before any script can come: two steps of the text's size, two schemes, one search with each sender once."""
    browser.resize(1300, 844)
    open_window(browser, f"{base}/2.html")
    size, scheme, senders = run(browser, """
      const before = scale(), press = name => document.querySelector(`[data-act=${name}]`).click();
      press('size');
      press('size');
      await until(() => Math.abs(scale() / before - 1.3) < 0.001, 'two steps');
      press('scheme');
      press('scheme');
      await until(() => document.documentElement.matches('.light'), 'dark, then light');
      press('search');
      press('search');
      const names = () => [...document.querySelectorAll('#search select:first-of-type option')].map(option => option.text);
      await until(() => names().length > 1, 'senders');
      await frames(4);
      const result = [scale() / before, document.documentElement.className, names()];
      document.querySelector('#search').close();
      press('scheme');
      for (const key of '--') document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
      await until(() => Math.abs(scale() / before - 1) < 0.001 && document.documentElement.matches('.system'), 'as it was');
      return result;
    """)
    assert size == pytest.approx(1.3, abs=0.001) and "light" in scheme.split() and len(senders) == len(set(senders)) > 2
    browser.resize(390, 844)


def test_a_script_that_did_not_come_is_asked_for_again(browser, example_site, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(example_site.folder, folder)
    script = folder / "assets" / "scheme.js"
    open_window(browser, folder / example_site.conversations[0].name / "1.html")
    script.rename(folder / "away.js")
    run(browser, """
      document.querySelector('[data-act=scheme]').click();
      const script = document.querySelector('script[src*="scheme"]');
      await new Promise(done => script.addEventListener('error', done));
    """)
    (folder / "away.js").rename(script)
    run(browser, "document.querySelector('[data-act=scheme]').click(); await until(() => document.documentElement.matches('.dark'));"
                 "localStorage.clear()")


def test_several_messages_are_copied_with_who_and_when(browser, base):
    open_window(browser, f"{base}/2.html")
    text, names, times, words = run(browser, COPIED + """
      const seen = rows().filter(row => row.querySelector(':scope > p:not([class])')).slice(3, 6);
      const body = row => row.querySelector(':scope > p:not([class])');
      getSelection().setBaseAndExtent(seen[0], 0, body(seen[2]), body(seen[2]).childNodes.length);
      const event = await copied();
      return [event.clipboardData.getData('text/plain'), seen.map(row => row.sender),
        seen.map(row => row.querySelector('time').textContent), seen.map(row => body(row).textContent)];
    """)
    assert len(text.splitlines()) >= 3
    for name, time, said in zip(names, times, words):
        assert f" {time}] {name}: " in text
        assert said.split("\n")[0][:30] in text
    single = run(browser, """
      const row = rows().find(row => row.querySelector(':scope > p:not([class])'));
      getSelection().selectAllChildren(row.querySelector(':scope > p:not([class])'));
      const event = new ClipboardEvent('copy', {clipboardData: new DataTransfer(), bubbles: true, cancelable: true});
      document.dispatchEvent(event);
      return event.defaultPrevented;
    """)
    assert not single


def test_a_link_to_a_message_is_copied_and_opens_it(page, base, count):
    page.browser.send("Browser.grantPermissions", {
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"], "browserContextId": page.context})
    open_window(page, f"{base}/{middle(count)}.html#m-{middle(count) * 500 - 20}")
    press(page, "c")
    page.wait_until("document.querySelector('.said').textContent")
    address = page.evaluate("navigator.clipboard.readText()", wait=True)
    assert address == f"{base}/{middle(count)}.html#m-{middle(count) * 500 - 20}"


def test_pictures_open_above_the_page(browser, example_site):
    """They are turned with the arrows, said in words, and closing leads back to the one that was seen last."""
    open_window(browser, example_site.pages()[0])
    links = run(browser, "return [...document.querySelectorAll('.rows a.picture')].map(link => [link.href, link.querySelector('img').alt])")
    assert len(links) > 2
    shown = """const shown = () => { const box = document.getElementById('picture'), image = box?.querySelector('.slide:not([inert]) > img');
      return [Boolean(box?.open), image && [image.src, image.alt]] };
      const open = (source, words) => until(() => { const [isOpen, image] = shown();
        // After the words, who sent it and when.
        return isOpen && image?.[0] === source && image[1].startsWith(`${words}, `); }, JSON.stringify(shown()));"""
    run(browser, shown + "document.querySelector('.rows a.picture').click(); await open(...given)", *links[0])
    for key, index in [("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)]:
        press(browser, key)
        run(browser, shown + "await open(...given)", *links[index])
    press(browser, "Escape")
    run(browser, "await until(() => !document.getElementById('picture').open && document.activeElement.matches('.rows a.picture'))")
    assert run(browser, "return location.href").startswith(example_site.pages()[0].as_uri())
    run(browser, shown + "document.activeElement.click(); await until(() => shown()[0])")
    run(browser, "document.querySelector('#picture [data-do=close]').click()")
    assert run(browser, shown + "return shown()")[0] is False


def test_no_script_has_a_name_of_another_s():
    """Whatever is named outside of all braces, in all scripts, as any of them may share a page."""
    seen = {}
    for file in SCRIPTS:
        for line in script(file).splitlines():
            if named := re.match(r"(?:const|let|var|class|(?:async )?function\*?) (?:[{\[]([^}\]]*)[}\]]|(\w+))(.*)", line):
                others = re.findall(r", (\w+) = ", named[3]) if line.startswith(("const", "let")) else []
                for name in re.findall(r"\w+(?= *(?:[,=]|$))", named[1] or "") + [named[2]] * bool(named[2]) + others:
                    assert seen.setdefault(name, file) == file, (name, file, seen[name])
    assert {"Flow", "abs", "textSize", "rootStyle", "Keyboard"} <= seen.keys() and len(seen) > 40


@pytest.mark.parametrize("turned", [False, True])
def test_all_that_can_be_asked_for_can_be_asked_for_in_one_visit(page, long_site, turned):  # noqa: F811
    """The scripts that come later share one scope: none may have a name of another's."""
    # Left out are those of other pages, and the one that comes before a window opens or not at all.
    names = [name for name in SCRIPTS if name not in ("chat", "reader", "print", "list", "pins", "tools", "flow")]
    open_window(page, long_site.pages()[1])
    run(page, "for (const name of given[0]) await Scripts.loadAsset(name)", names[::-1] if turned else names)
    assert not page.console()
    run(page, """
      for (const name of ['search', 'calendar', 'search']) {
        Actions.run(name);
        await until(() => document.querySelector(`#${name}[open]`), name);
        await frames(2);
        document.querySelector('dialog[open]').close();
      }
    """)
    assert not page.console()
