"""The gallery: months the newest first, full rows, filters, the rail, this day in other years; with scripts and without."""

import json
import re
import struct
import zlib

import pytest

from window import run

PEOPLE = [("a", "Ann Ode"), ("b", "Ben"), ("c", "Maximiliane Hohenstein-Sommerfeld")]
YEARS = {2024: (1, 40), 2025: (2, 35), 2026: (1, 20)}


def png(width: int, height: int, number: int) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes((number * 40 % 256, 120, 180)) * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def film() -> bytes:
    from conftest import EXAMPLE
    return (EXAMPLE.parent / "media" / "custard.webm").read_bytes()


def write(folder, count: int, language: str = "en", months: int = 20, **more):
    """`count` pictures, every ninth a film, by three people over some months; six on the 5th of March of two years."""
    (folder / "media").mkdir(parents=True)
    (folder / "media" / "film.webm").write_bytes(film())
    messages = []
    for number in range(count):
        width, height = ((40, 30), (30, 40), (60, 30))[number % 3]
        month = number * months // count
        at = f"{2024 + month // 12}-{month % 12 + 1:02}-{number % 27 + 1:02}T1{number % 10}:00:00Z"
        file = {"kind": "video", "path": "media/film.webm", "duration": 65} if number % 9 == 4 else \
               {"kind": "image", "path": f"media/{number}.png"}
        if file["kind"] == "image":
            (folder / "media" / f"{number}.png").write_bytes(png(width, height, number) + struct.pack(">I", number))
        messages.append({"id": str(number), "from": "aabc"[number % 4], "at": at, "attachments": [file]})
    messages.sort(key=lambda message: message["at"])
    source = folder / "chat.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "chat", "title": "Family", "timeZone": "UTC", "locale": language, **more,
        "participants": [{"id": key, "name": name} for key, name in PEOPLE], "messages": messages}), encoding="utf-8")
    return source


@pytest.fixture(scope="module")
def site(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("gallery")
    return program.export(write(folder / "chat", 150), folder / "site")


@pytest.fixture(scope="module")
def gallery(site):
    return site.conversations[0] / "gallery-1.html"


# In each section, rows of tiles: where the list begins and ends, and where each row does.
ROWS = """
  const shelves = [...document.querySelectorAll('.shelf section:not([hidden])')].map(section => {
    const list = section.querySelector('.tiles').getBoundingClientRect(), found = {};
    for (const tile of section.querySelectorAll('li:not([hidden])')) {
      const { left, right, top } = tile.getBoundingClientRect(), row = found[Math.round(top)] ??= [Infinity, 0];
      row[0] = Math.min(row[0], left); row[1] = Math.max(row[1], right);
    }
    return [list.left, list.right, Object.values(found)];
  });
"""
HOLES = ROWS + "return shelves.flatMap(([left, right, lines]) => lines.filter(row => Math.abs(row[0] - left) > 1 || Math.abs(row[1] - right) > 1))"


def test_months_come_the_newest_first_and_have_three_pictures_or_more(page, gallery):
    page.goto(gallery)
    heads = page.evaluate("[...document.querySelectorAll('.shelf section > h2')].map(head => head.textContent)")
    assert heads[0].startswith("August 2025 ") and heads[-1].startswith("January 2024 ")
    assert min(int(head.rsplit(" ", 1)[1]) for head in heads) >= 3


@pytest.mark.parametrize("width", [320, 390, 820, 1280, 1920])
def test_rows_have_no_holes_and_nothing_is_wider_than_the_window(chromium, gallery, width):
    with chromium.page(width, 800) as page:
        page.goto(gallery)
        assert run(page, HOLES) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # A section has its height before it is drawn.
        planned = run(page, """return [...document.querySelectorAll('.shelf section')].map(section =>
          [parseFloat(getComputedStyle(section).containIntrinsicBlockSize), section.getBoundingClientRect().height])""")
        assert all(plan == pytest.approx(height, abs=2) for plan, height in planned if plan)


def test_kinds_and_people_are_chosen_together(browser, gallery):
    browser.goto(gallery)
    chips = run(browser, "return [...document.querySelectorAll('.choices .chip')].map(chip => [chip.tagName, chip.innerText.replace(/\\s+/g, ' ').trim(), chip.ariaPressed])")
    names = [name for _, name, _ in chips]
    assert {tag for tag, *_ in chips} == {"BUTTON"}
    assert names[0] == "Photos 133" and names[1] == "Videos 17" and names[2].endswith("Ann Ode 76")
    assert [pressed for *_, pressed in chips] == ["true", "true", "false", "false", "false"]
    seen = "document.querySelectorAll('.shelf section li:not([hidden])').length"
    run(browser, "document.querySelectorAll('.choices .chip')[0].click()")
    assert browser.evaluate(seen) == 17 and run(browser, HOLES) == []
    run(browser, "document.querySelectorAll('.choices .chip')[2].click()")
    both = browser.evaluate(seen)
    assert 0 < both < 17 and run(browser, HOLES) == []
    # Each chip says how many it has of what the others leave.
    assert run(browser, "return document.querySelector('[data-kind=\"1\"] i').textContent") == str(both)
    assert run(browser, "return document.querySelector('.shelf [role=status]').textContent") == f"{both} of 150"
    heads = run(browser, "return [...document.querySelectorAll('.shelf section:not([hidden]) h2 small')].map(count => Number(count.textContent))")
    assert sum(heads) == both and 0 not in heads
    # The viewer goes through what is left.
    run(browser, "document.querySelector('.shelf section li:not([hidden]) .tile').click();"
                 f"await until(() => document.querySelector('#picture .counter')?.textContent === '1 of {both}')")
    run(browser, "document.querySelector('#picture [data-do=close]').click(); await until(() => !document.querySelector('#picture').open)")
    # Nothing chosen is everything.
    run(browser, "document.querySelectorAll('.choices .chip')[2].click(); document.querySelectorAll('.choices .chip')[1].click()")
    assert browser.evaluate(seen) == 150


def test_films_say_how_long_they_are(page, gallery):
    page.goto(gallery)
    assert set(page.evaluate("[...document.querySelectorAll('.shelf section .tile > i')].map(mark => mark.textContent)")) == {"1:05"}
    page.wait_until("document.querySelector('.shelf .tile > video')?.readyState > 0")


def test_heads_stick_under_the_bars(browser, gallery):
    browser.goto(gallery)
    found = run(browser, """
      scrollTo(0, 700); await frames(5);
      const under = document.querySelector('.gallery-top').getBoundingClientRect().bottom;
      const head = [...document.querySelectorAll('.shelf h2')].find(head => head.closest('section').getBoundingClientRect().bottom > under + 60);
      return [under, head.getBoundingClientRect().top, document.elementFromPoint(30, under + 20).closest('h2') === head]""")
    assert found[1] == pytest.approx(found[0], abs=1) and found[2]


def test_the_rail_leads_to_months_and_says_which_is_seen(chromium, gallery):
    with chromium.page(1280, 800) as page:
        page.goto(gallery)
        assert page.evaluate("[...document.querySelectorAll('.rail .year')].map(year => year.textContent)") == ["2025", "2024"]
        assert page.evaluate("document.querySelector('.rail ul ul').innerText").split()[:2] == ["August", "7"]
        run(page, """
          const way = [...document.querySelectorAll('.rail ul ul a')].find(way => way.innerText.startsWith('May'));
          way.click(); await frames(10);
          await until(() => way.ariaCurrent === 'true', 'the month in sight');
          const top = document.querySelector('.gallery-top').getBoundingClientRect().bottom;
          await until(() => Math.abs(document.querySelector(way.hash).getBoundingClientRect().top - top) < 2, 'its section');
        """)


def test_on_phones_the_rail_is_dragged(chromium, gallery):
    with chromium.page(390, 844) as page:
        page.goto(gallery)
        strokes = page.evaluate("[...document.querySelectorAll('.rail ul ul a')].map(way => way.getBoundingClientRect()).map(box => [box.left, box.top])")
        assert all(left > 340 for left, _ in strokes)
        assert min(page.evaluate("[...document.querySelectorAll('.rail > ul > li')].map(year => year.getBoundingClientRect().height)")) >= 44

        def point(kind: str, y: float) -> None:
            page.send("Input.dispatchMouseEvent", {"type": kind, "x": 370, "y": y, "button": "left", "buttons": 1, "clickCount": 1})
        point("mousePressed", strokes[2][1])
        point("mouseMoved", strokes[6][1])
        page.wait_until("!document.querySelector('.flag').hidden && document.querySelector('.flag').textContent === 'February 2025'")
        point("mouseReleased", strokes[6][1])
        page.wait_until("document.querySelector('.flag').hidden")
        seen = page.evaluate("document.elementFromPoint(60, document.querySelector('.gallery-top').getBoundingClientRect().bottom + 20).textContent")
        assert seen.startswith("February 2025")


def test_this_day_in_other_years_opens_its_pictures(program, page, tmp_path):
    source = write(tmp_path / "chat", 30)
    chat = json.loads(source.read_text(encoding="utf-8"))
    for message, at in zip(chat["messages"][-4:], ("2025-08-20T10:00:00Z", "2025-08-20T11:00:00Z", "2025-08-21T10:00:00Z", "2026-08-20T10:00:00Z")):
        message["at"] = at
    source.write_text(json.dumps(chat), encoding="utf-8")
    site = program.export(source, tmp_path / "site")
    page.disable_script()
    page.goto(site.conversations[0] / "gallery-1.html")
    assert page.evaluate("document.querySelector('.this-day summary').innerText").split("\n") == ["August 20 in other years", "2025: 2"]
    assert page.evaluate("document.querySelectorAll('.this-day li').length") == 2
    page.disable_script(False)
    page.goto(site.conversations[0] / "gallery-1.html")
    run(page, "document.querySelector('.this-day').open = true; document.querySelector('.this-day .tile').click();"
              "await until(() => document.querySelector('#picture .counter')?.textContent === '3 of 30')")


def test_everything_is_there_without_scripts(page, gallery):
    page.disable_script()
    page.goto(gallery)
    shown = page.evaluate("[...document.querySelectorAll('.chips .chip')].filter(chip => chip.checkVisibility()).map(chip => [chip.tagName, chip.getAttribute('href')])")
    assert shown == [["A", "gallery-1.html"]] + [["A", "index.html#people"]] * 3
    assert page.evaluate("document.querySelectorAll('.shelf section .tile[href*=\"#m-\"]').length") == 150
    assert page.evaluate("[...document.querySelectorAll('.rail a')].every(link => document.querySelector(link.hash))")
    page.disable_script(False)


def test_many_pictures_are_on_pages_of_whole_years(program, page, tmp_path):
    site = program.export(write(tmp_path / "chat", 2600, months=40), tmp_path / "site")
    files = sorted(site.conversations[0].glob("gallery-*.html"))
    counts = [len(re.findall('<a class="tile"', re.sub('<details.*?</details>', '', file.read_text(encoding="utf-8"), flags=re.S))) for file in files]
    assert sum(counts) == 2600 and counts == [1040, 780, 780]
    assert max(file.stat().st_size for file in files) < 520_000
    page.goto(files[0])
    years = page.evaluate("[...document.querySelectorAll('.rail .year')].map(year => [year.textContent, year.getAttribute('href')])")
    assert [year for year, _ in years] == ["2027", "2026", "2025", "2024"] and years[-1][1] == "gallery-3.html#y2024"
    page.evaluate("document.querySelectorAll('.rail .year')[3].click()")
    page.wait_until("location.pathname.endsWith('gallery-3.html') && document.readyState === 'complete'")
    run(page, "document.querySelector('section .tile').click();"
              f"await until(() => document.querySelector('#picture .counter')?.textContent === '1,821 of 2,600')")


def test_it_is_mirrored_in_hebrew(program, chromium, tmp_path):
    site = program.export(write(tmp_path / "chat", 40, language="he"), tmp_path / "site")
    for width in (390, 1280):
        with chromium.page(width, 800) as page:
            page.goto(site.conversations[0] / "gallery-1.html")
            rail, shelf = page.evaluate("['.rail', '.shelf'].map(part => document.querySelector(part).getBoundingClientRect().left)")
            assert (rail < shelf) == (width == 390)
            assert run(page, HOLES) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_keyboard_reaches_chips_months_and_tiles(page, gallery):
    page.goto(gallery)
    order = page.evaluate("""[...document.querySelectorAll('a[href], button, summary')].filter(part => part.checkVisibility() && part.tabIndex >= 0)
      .map(part => part.closest('.bar, .chips, .rail, .shelf').className)""")
    assert [name for index, name in enumerate(order) if name != order[index - 1] or not index] == ["bar", "chips", "rail", "shelf"]
    run(page, "document.querySelector('.shelf section .tile').focus()")
    page.key("Enter", "Enter", 13)
    page.wait_until("document.querySelector('#picture')?.open")


def test_it_is_told_as_lists_under_heads(page, gallery):
    page.goto(gallery)
    tree = page.accessibility_tree()
    words = json.dumps(tree)
    assert "August 2025" in words and re.search(r"Video, 1:05, (Ann Ode|Ben|Maximiliane[^,]*), ", words)


def test_fingers_have_44_px(chromium, gallery):
    with chromium.page(390, 844) as page:
        page.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        page.goto(gallery)
        small = page.evaluate("""[...document.querySelectorAll('.bar a, .bar button, .chip, .rail .year, .this-day > summary')].filter(part => part.checkVisibility())
          .map(part => [part.className, part.matches('.year') ? part.parentElement.getBoundingClientRect().height : part.getBoundingClientRect().height]).filter(([, height]) => height < 44)""")
        assert small == []
