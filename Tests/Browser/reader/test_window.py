"""The window of 10,000 messages: rows come and go while one scrolls, and nothing on the screen moves by itself.

`WINDOW_SITE` names the folder of an exported conversation to look at instead (`make window-million`).
"""

import gzip
import os
import random
import shutil
import time
from pathlib import Path

import pytest

from public_files import SCRIPTS, script
from site_model import Plan, Site, anchor
from window import READY, TARGET, Served, open_window, point, press, run, wheel

MOST, BATCH = 500, 50
EXACT = 0.5
# Lines of chat.js: how high the scroller is, and is for tests.
HEIGHTS = {"MAX_HEIGHT = 4e6;": "MAX_HEIGHT = 2e5;", "EXACT_ENDS = 1e5;": "EXACT_ENDS = 2e4;"}
ROUNDS = int(os.environ.get("WINDOW_ROUNDS", "600"))
TICKS = int(os.environ.get("WINDOW_TICKS", "300"))


@pytest.fixture(scope="session")
def long_site(program, generate) -> Site:
    if "WINDOW_SITE" in os.environ:
        return Site(Path(os.environ["WINDOW_SITE"]))
    return program.shared_site(generate(10_000, 1))


@pytest.fixture(scope="session")
def long_plan(program, generate) -> Plan:
    if "WINDOW_SITE" in os.environ:
        pytest.skip("the plan of that site is not at hand")
    return program.plan(generate(10_000, 1))


@pytest.fixture(scope="session")
def low_site(program, generate, once) -> Site:
    """The long site with a scroller of 200,000 px, so that the conversation is several times higher than it."""
    source = script("chat")
    for line, lower in HEIGHTS.items():
        assert source.count(line) == 1
        source = source.replace(line, lower)
    public = once(("low scroller",), lambda folder: (folder / "chat.js").write_text(source, encoding="utf-8"))
    return program.shared_site(generate(10_000, 1), "--public", public)


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.sweep(share=2)) for name in ("file", "low scroller")])
def pages(request, long_site):
    """The address of the conversation's pages: from the disk, also where the scroller is too low for all of them. A sample has one of
    these for each test and browser."""
    site = request.getfixturevalue("low_site") if "low" in request.param else long_site
    return site.conversations[0].as_uri()


@pytest.fixture
def served(long_site):
    """The pages' address on a server."""
    with Served(long_site.folder) as address:
        yield f"{address}/{long_site.conversations[0].name}"


@pytest.fixture
def count(long_site) -> int:
    return len(long_site.pages())


def middle(count: int) -> int:
    return count // 2


def test_a_move_brings_the_neighbours_of_an_opened_page_and_moves_nothing_else(browser, pages, count):
    number = middle(count)
    # From the first frame on, the first row is where it will be.
    browser.goto(f"{pages}/{number}.html")
    before = run(browser, "return rows().find(row => !row.closest('section[data-page]')).id")
    browser.wait_until(READY)
    # Two: where the scroller is millions of px high, Firefox may move by less than it is told.
    run(browser, "scrollBy({top: -2, behavior: 'instant'});"
        "await until(() => document.querySelector(`section[data-page='${given[0]}']`))", number - 1)
    run(browser, "await settled()")
    live, first = run(browser, "return [rows().length, topOf(document.getElementById(given[0]))]", before)
    assert MOST - BATCH < live <= MOST
    # As without script, but for the way to the page before, which is no longer there.
    assert 56 <= first <= 121


def test_nothing_moves_while_rows_come_and_go(browser, pages, count):
    """Upwards and downwards past the edges of pages, by steps of all sizes, in one frame each."""
    open_window(browser, f"{pages}/{middle(count)}.html")
    pick = random.Random(1)
    steps = [pick.choice((-1, 1)) * pick.choice((40, 300, 900, 2500)) for _ in range(40)] + [-900] * 40 + [900] * 40
    worst, most, batches = run(browser, """
      let worst = 0, most = 0, last = rows().length, batches = new Set();
      for (const step of given[0]) {
        const seen = visible(), tops = seen.map(topOf), before = scrollY;
        scrollTo({top: before + step, behavior: 'instant'});
        // The script's work before the next frame is drawn, and in it.
        await frames(2);
        const moved = scrollY - before;
        seen.forEach((row, index) => {
          // Rebasing moves the scroller and the rows together.
          if (row.isConnected) worst = Math.max(worst, Math.abs(topOf(row) - tops[index] + step));
        });
        most = Math.max(most, rows().length);
      }
      return [worst, most, 0];
    """, steps)
    assert worst <= EXACT
    assert most <= MOST + BATCH


def test_what_arrives_is_a_little_work_at_a_time(browser, pages, count):
    """A page is parsed section by section, and the window looks at itself once for it and once for each scroll."""
    open_window(browser, f"{pages}/{middle(count)}.html")
    parsed, looks, scrolls, came = run(browser, """
      const parsed = [], parse = DOMParser.prototype.parseFromString;
      DOMParser.prototype.parseFromString = function (markup, type) {
        parsed.push(markup.length);
        return parse.call(this, markup, type);
      };
      let looks = 0, scrolls = 0;
      document.documentElement.addEventListener('viewchange', () => looks++);
      addEventListener('scroll', () => scrolls++, true);
      const before = new Set(rows().map(row => row.closest('section').page));
      for (let i = 0; i < 80; i++) { scrollBy({top: 1500, behavior: 'instant'}); await frame(); }
      await settled();
      const came = new Set(rows().map(row => row.closest('section').page)).difference(before).size;
      return [parsed, looks, scrolls, came];
    """)
    assert came > 0 and len(parsed) > 20 * came
    assert max(parsed) < 100_000
    # Scrolls come to rest, and the map and each page that comes is looked at.
    assert looks <= scrolls + 20 + 2 * len([length for length in parsed if not length])


def test_a_server_s_pages_are_one_window_too(browser, served, count):
    open_window(browser, f"{served}/{middle(count)}.html")
    worst = run(browser, """
      let worst = 0;
      for (let i = 0; i < 30; i++) {
        const seen = visible(), tops = seen.map(topOf);
        scrollBy({top: -1500, behavior: 'instant'});
        await frames(2);
        seen.forEach((row, index) => {
          if (row.isConnected) worst = Math.max(worst, Math.abs(topOf(row) - tops[index] - 1500)) });
      }
      await settled();
      return worst;
    """)
    assert worst <= EXACT
    run(browser, """
      location.hash = '#m-' + given[0];
      await until(() => document.getElementById('m-' + given[0])?.matches('.target'));
    """, (count - 2) * 500)


def test_row_7_what_is_on_the_screen_is_what_the_plan_has_there(browser, pages, count, long_plan):
    """Random positions: the rows that the window finds, and those that trying every row of the plan finds."""
    rows, top = [], 0
    for row in long_plan.rows:
        rows.append((row, top))
        top += row["height"]
    messages = {row["index"]: (row, top) for row, top in rows if "index" in row}
    choose = random.Random(7)
    open_window(browser, f"{pages}/{middle(count)}.html")
    for index in choose.sample(sorted(messages), 12):
        first, offset, high, unit, seen = run(browser, """
          location.hash = given[0];
          await until(() => document.getElementById(given[0].slice(1)), given[0]);
          await settled();
          scrollBy(0, given[1]);
          await settled();
          const seen = visible().filter(row => { const box = row.getBoundingClientRect();
            return box.bottom > 1 && box.top < innerHeight - 1 });
          return [Number(seen[0].dataset.i), topOf(seen[0]), innerHeight, scale(), seen.map(row => Number(row.dataset.i))];
        """, "#" + anchor(messages[index][0]["id"]), choose.randrange(-3000, 3000))
        above = messages[first][1] * unit - offset
        expected = [row["index"] for row, top in messages.values()
                    if (top + row["height"]) * unit > above + 1 and top * unit < above + high - 1]
        assert seen == expected


def test_at_most_500_messages_are_live_wherever_one_goes(browser, pages, count):
    open_window(browser, f"{pages}/1.html")
    pick = random.Random(2)
    most = 0
    for _ in range(12):
        index = pick.randrange((count - 1) * 500)
        live = run(browser, """
          let most = 0;
          location.hash = '#m-' + given[0];
          await until(() => document.getElementById('m-' + given[0])?.matches('.target'), 'm-' + given[0]);
          for (const step of [-5000, -5000, 15000, 15000]) {
            scrollBy({top: step, behavior: 'instant'});
            await frames(2);
            most = Math.max(most, rows().length);
          }
          await settled();
          return [most, rows().length];
        """, index + 1)
        assert live[1] <= MOST
        most = max(most, *live)
    assert most <= MOST + BATCH


def test_pages_that_one_passed_are_forgotten(page, pages, count):
    """Also those of which only some rows were shown, which are the rule when one scrolls fast: all of them stayed in memory."""
    open_window(page, f"{pages}/1.html")
    for number in range(3, count, 3):
        run(page, "location.hash = given[0]; await until(() => document.getElementById(given[0])?.matches('.target')); await settled()",
            f"m-{(number - 1) * 500 + 250}")
    held = run(page, "scrollBy({top: 9, behavior: 'instant'}); await settled(); return [...PageLoader.pages.keys()]")
    assert number in held and set(held) <= {number - 1, number, number + 1}


def test_rows_are_in_order_without_gaps_and_as_high_as_planned(browser, pages, count):
    """At random positions, the live rows are consecutive messages and stand where the pages before them end."""
    open_window(browser, f"{pages}/{middle(count)}.html")
    pick = random.Random(3)
    for _ in range(8):
        result = run(browser, """
          location.hash = '#m-' + given[0];
          await until(() => document.getElementById('m-' + given[0])?.matches('.target'));
          await settled();
          const all = rows().map(row => Number(row.dataset.i));
          const sections = [...document.querySelectorAll('main section')].map(s => s.getBoundingClientRect());
          let gap = 0;
          for (let i = 1; i < sections.length; i++) gap = Math.max(gap, Math.abs(sections[i].top - sections[i - 1].bottom));
          return [all, gap];
        """, pick.randrange((count - 1) * 500) + 1)
        indices, gap = result
        assert indices == list(range(indices[0], indices[0] + len(indices)))
        assert gap <= 0.1


@pytest.mark.serial
def test_a_fast_wheel_meets_no_blank_and_never_goes_back(browser, pages, count):
    """Real wheel events, upwards over several pages: each frame is looked at. The page's neighbours are there by then.

    Two a frame, 48,000 px a second, as fast as a wheel that spins freely: some twenty that come while Firefox is busy
    become one scroll of many screens, which is what moving the scroller's thumb looks like.
    """
    open_window(browser, f"{pages}/{middle(count)}.html")
    point(browser, 195, 500)
    run(browser, """
      let still = 0;
      await until(() => document.querySelector('main section[data-page]'), 'the page before');
      await until(() => (still = document.querySelector('iframe') ? 0 : still + 1) > 30, 'the neighbours');
      window.log = {reverse: 0, blank: 0, frames: 0, stop: false};
      (async () => { let row, top;
        while (!log.stop) { await frame();
          // Rebasing moves the scroller, never the rows.
          if (row?.isConnected && topOf(row) < top - 0.5) log.reverse++;
          if (!isCovered()) log.blank++;
          log.frames++;
          row = visible()[0]; top = row && topOf(row);
        } })();
    """)
    for tick in range(min(TICKS, (middle(count) - 2) * 90)):
        wheel(browser, -400)
        if tick % 2:
            run(browser, "await frame()")
    run(browser, "await settled()")
    log = run(browser, "log.stop = true; return [log.reverse, log.blank, log.frames]")
    assert log[0] == 0 and log[2] > 10
    print(f"\n{log[2]} frames, {log[1]} with something blank")
    # The low scroller comes to its ends while the wheel turns, and leaps to pages that are still to be read.
    assert log[1] <= (log[2] * 0.01 if "/low" not in pages else max(4, log[2] * 0.15))
    indices = run(browser, "return visible().map(row => Number(row.dataset.i))")
    assert indices and indices[0] < (middle(count) - 1) * 500


@pytest.mark.serial
def test_a_fling_keeps_its_speed_while_rows_come(chromium, pages, count):
    """A finger's fling in Chromium: momentum goes on, no frame goes back, no row jumps."""
    with chromium.page() as page:
        page.resize(390, 844, 2, mobile=True)
        page.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        open_window(page, f"{pages}/{middle(count)}.html")
        run(page, """
          window.log = {steps: [], stop: false};
          (async () => { let row, top; while (!log.stop) { await frame();
            if (row?.isConnected) log.steps.push(topOf(row) - top);
            row = visible().at(-1); top = row && topOf(row) } })();
        """)
        for _ in range(5):
            # The finger's speed is told, not taken from how soon a busy machine sends what comes next.
            moves = [("touchMove", [{"x": 190, "y": y}]) for y in range(200, 800, 75)]
            start = time.time()
            for number, (kind, points) in enumerate([("touchStart", [{"x": 190, "y": 150}]), *moves, ("touchEnd", [])]):
                page.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": start + number * 0.01})
        run(page, "await settled()")
        steps = run(page, "log.stop = true; return log.steps")
        assert sum(steps) > 3000
        assert min(steps) >= -EXACT


def test_the_anchor_survives_every_trimming(browser, pages, count):
    """Random moves with tall and short rows: all rows on the screen are still there, and where they were."""
    open_window(browser, f"{pages}/{middle(count)}.html")
    lost, worst = run(browser, """
      let lost = 0, worst = 0, seed = 7;
      const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
      for (let round = 0; round < given[0]; round++) {
        const step = Math.round((random() - 0.5) * 1600), before = scrollY;
        const keep = visible().filter(row => { const top = topOf(row) - step;
          return top < innerHeight && top + row.offsetHeight > 0 });
        const tops = keep.map(topOf);
        // A px right behind a scroll of the script's own is what Firefox adds to it (test_traps.py).
        if (Math.abs(step) < 2) continue;
        scrollTo({top: before + step, behavior: 'instant'});
        if (scrollY !== before + step) continue;
        // The event is the browser's own; it is sent early so that many moves fit into the test's time.
        dispatchEvent(new Event('scroll'));
        for (let i = 0; i < keep.length; i++) {
          if (!keep[i].isConnected) lost++;
          else worst = Math.max(worst, Math.abs(topOf(keep[i]) - tops[i] + step));
        }
        if (round % 50 === 0) await frame();
      }
      return [lost, worst];
    """, ROUNDS)
    assert lost == 0
    assert worst <= EXACT


def test_the_ends_can_be_reached_by_scrolling_keys_and_links(browser, pages, count):
    open_window(browser, f"{pages}/{middle(count)}.html")
    press(browser, "Home")
    run(browser, "await until(() => document.querySelector('[data-i=\"0\"]') && scrollY === 0); await settled()")
    press(browser, "End")
    run(browser, "await until(() => Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight) < 1"
                 " && !document.querySelector('[data-i=\"0\"]')); await settled()")
    last = run(browser, "return rows().at(-1).getBoundingClientRect().bottom")
    assert last <= 844
    open_window(browser, f"{pages}/{count}.html#end")
    assert run(browser, "return Math.abs(scrollY + innerHeight - document.documentElement.scrollHeight)") < 1


def test_the_end_stays_the_end_and_a_pixel_above_it_does_not(browser, pages, count):
    open_window(browser, f"{pages}/{count}.html#end")
    # Pages that arrive between a resize and its event, at any time.
    run(browser, "window.arriving = setInterval(() => dispatchEvent(new Event('scroll')))")
    for height in (700, 844, 600, 844):
        browser.resize(390, height)
        # The page hears of its size in a frame of its own.
        run(browser, "await frames(4); await until(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 0.5)")
    run(browser, "clearInterval(arriving); scrollBy({top: -1, behavior: 'instant'}); await frames(2)")
    before = run(browser, "return topOf(visible()[2])"), run(browser, "return visible()[2].id")
    browser.resize(390, 800)
    run(browser, "await frames(3)")
    assert run(browser, "return topOf(document.getElementById(given[0]))", before[1]) == pytest.approx(before[0], abs=EXACT)
    browser.resize(390, 844)


def test_row_8_another_width_shows_the_same_row(browser, pages, count):
    open_window(browser, f"{pages}/{middle(count)}.html#m-{(middle(count) - 1) * 500 + 250}")
    for width in (470, 320, 390):
        browser.resize(width, 844)
        run(browser, "await settled()")
        seen = run(browser, "return visible().filter(row => row.getBoundingClientRect().bottom > 3.5 * 16 * scale()).map(row => [row.id, topOf(row) / scale()])")
        first = seen[0]
        if width == 470:
            start = first
        assert first[0] == start[0] and first[1] == pytest.approx(start[1], abs=EXACT * 2)


def test_what_is_selected_stays_while_one_scrolls_on(browser, pages, count):
    open_window(browser, f"{pages}/{middle(count)}.html")
    words = run(browser, """
      const seen = visible().filter(row => row.querySelector('p')), selection = getSelection();
      selection.setBaseAndExtent(seen[0].querySelector('p'), 0, seen.at(-1).querySelector('p'), 1);
      const words = selection.toString();
      for (let i = 0; i < 40; i++) { scrollBy({top: 1500, behavior: 'instant'}); await frames(2) }
      await settled();
      return [words, selection.toString(), seen.every(row => row.isConnected)];
    """)
    assert words[0] and words[1] == words[0] and words[2]


def test_the_scroller_s_thumb_leads_everywhere(browser, low_site):
    """Taking the thumb somewhere else shows what is there to scale, and small moves stay exact."""
    base = low_site.conversations[0].as_uri()
    open_window(browser, f"{base}/10.html")
    for share in (0.05, 0.5, 0.93, 0.3):
        index = run(browser, """
          const high = document.documentElement.scrollHeight - innerHeight;
          scrollTo({top: Math.round(high * given[0]), behavior: 'instant'});
          await frames(2);
          await settled();
          await until(() => Math.abs(scrollY / high - given[0]) < 0.03, 'the thumb is truthful');
          return Number(visible()[0].dataset.i);
        """, share)
        expected = {0.05: (0, 900), 0.5: (4300, 5700), 0.93: (8800, 10000), 0.3: (2000, 3500)}[share]
        assert expected[0] <= index <= expected[1], f"{share}: {index}"


def test_a_page_that_is_missing_leaves_the_rest_usable(browser, long_site, tmp_path, count):
    folder = tmp_path / "site"
    shutil.copytree(long_site.folder, folder, ignore=shutil.ignore_patterns("9.html"))
    base = (folder / long_site.conversations[0].name).as_uri()
    open_window(browser, f"{base}/10.html#m-4750")
    run(browser, "for (let i = 0; i < 10; i++) { scrollBy({top: 3000, behavior: 'instant'}); await frames(2) } await settled()")
    assert run(browser, "return visible().length") > 0


def test_without_the_map_the_page_is_as_without_script(browser, long_site, tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(long_site.folder, folder, ignore=shutil.ignore_patterns("map"))
    path = folder / long_site.conversations[0].name / "2.html"
    browser.goto(path)
    run(browser, "await frames(10)")
    assert not browser.evaluate(READY)
    assert run(browser, "return [rows().length, getComputedStyle(document.querySelector('.more')).display]") == [500, "block"]


def test_scripts_stay_small(long_site):
    """The scripts that a page runs as it opens, as servers send them; search comes when it is first asked for, and only fronts print."""
    files = {path.name: path.read_bytes() for path in (long_site.folder / "assets").glob("*.js")
             if not path.name.startswith("dialogs-")}
    assert files.keys() == {f"{name}.js" for name in SCRIPTS}
    opening = sum(len(gzip.compress(files.pop(name), 9)) for name in ("chat.js", "reader.js"))
    sizes = {name: len(source) for name, source in files.items()}
    searching, printing = sum(map(sizes.pop, ("search.js", "terms.js", "hits.js"))), sizes.pop("print.js")
    print(f"\nscripts: {opening:,} B compressed, search: {searching:,} B, print: {printing:,} B, asked for: {sizes}")
    assert opening <= 14_000 and searching <= 26 * 1024 and printing <= 3 * 1024
    # Scripts that lay rows out anew, for larger text alone.
    assert sizes.pop("flow.js") <= 21 * 1024
    # Each of the others comes by itself, when it is first used.
    assert max(sizes.values()) <= 12 * 1024


# The sections that are live, as they are but for what jumps and the pointer leave: their markup, and where they stand.
LIVE = """
const sections = () => [...document.querySelectorAll('main section')];
const cleaned = section => {
  const copy = section.cloneNode(true);
  copy.style.top = '';
  for (const button of copy.querySelectorAll('#link')) button.remove();
  for (const row of copy.querySelectorAll('[tabindex="-1"]')) { row.removeAttribute('tabindex'); row.classList.remove('target') }
  // Roles and titles are given when something is first pointed at (details.js).
  for (const part of copy.querySelectorAll('.t-name, .reaction, time'))
    for (const name of ['role', 'tabindex', 'title', 'aria-label', 'data-who']) part.removeAttribute(name);
  return copy.outerHTML.replaceAll(' class=""', '');
};
const live = () => Object.fromEntries(sections().map(section => [section.dataset.first, [cleaned(section), topOf(section)]]));
"""


def test_row_27_however_one_came_here_it_is_as_if_one_had_opened_it_here(browser, pages, count):
    """Random walks against a fresh start: the same markup at the same position; rows that stay are the same nodes."""
    pick = random.Random(27)
    url = f"{pages}/{middle(count)}.html"
    for _ in range(3):
        open_window(browser, url)
        steps = []
        for _ in range(12):
            kind = pick.choice(["scroll", "scroll", "leap", "jump", "near"])
            steps.append({
                "scroll": pick.randrange(-2500, 2500), "leap": pick.choice([-1, 1]) * pick.randrange(9_000, 60_000),
                "jump": f"#m-{pick.randrange(1, (count - 1) * 500)}",
                "near": f"#m-{(middle(count) - 1) * 500 + pick.randrange(500)}"}[kind])
        renewed, broken, here, offset, walked = run(browser, LIVE + """
          let renewed = 0, broken = 0;
          for (const step of given[0]) {
            const before = new Map(rows().map(row => [row.id, row]));
            if (typeof step === 'number') scrollBy({top: step, behavior: 'instant'});
            else {
              location.hash = step;
              await until(() => document.getElementById(step.slice(1))?.matches('.target'), step);
            }
            await settled();
            // A row that a jump leaves focused would be held on to.
            document.activeElement.blur();
            renewed += rows().filter(row => before.has(row.id) && before.get(row.id) !== row).length;
            const indices = rows().map(row => Number(row.dataset.i));
            broken += indices.filter((index, order) => order && index !== indices[order - 1] + 1).length;
          }
          const row = visible()[1] ?? visible()[0];
          return [renewed, broken, row.id, topOf(row), live()];
        """, steps)
        assert renewed == 0 and broken == 0
        open_window(browser, f"{url}#{here}")
        fresh = run(browser, LIVE + """
          await until(() => document.getElementById(given[0])?.matches('.target'));
          await settled();
          scrollBy({top: topOf(document.getElementById(given[0])) - given[1], behavior: 'instant'});
          await settled();
          return live();
        """, here, offset)
        both = walked.keys() & fresh.keys()
        # A window's reach depends on the way; rows on the screen and about a screen around it are in both.
        assert len(both) >= 2
        for first in both:
            assert walked[first][0] == fresh[first][0], first
        moved = [walked[first][1] - fresh[first][1] for first in both]
        assert max(map(abs, moved)) <= EXACT
