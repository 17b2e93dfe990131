"""Statistics and gallery of a conversation, in both browsers and without scripts."""

import json
import random
import re
from collections import Counter
from datetime import datetime, timedelta, timezone

import pytest

from conftest import EXAMPLE
from window import READY, run

START = datetime(2025, 11, 3, tzinfo=timezone.utc)  # a Monday
PIXEL = bytes.fromhex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000"
                      "0500010d0a2db40000000049454e44ae426082")


def conversation(messages: list, **more) -> dict:
    return {"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "locale": "en-GB", "text": "plain",
            "participants": [{"id": "a", "name": "Ann <b>"}, {"id": "b", "name": "Ben"}],
            "messages": messages, **more}


def export(program, folder, data: dict, *options):
    folder.mkdir(exist_ok=True)
    (folder / "chat.json").write_text(json.dumps(data), encoding="utf-8")
    return program.export(folder / "chat.json", folder / "site", *options)


def at(**later) -> str:
    return (START + timedelta(**later)).isoformat().replace("+00:00", "Z")


@pytest.fixture(scope="module")
def counted(program, tmp_path_factory):
    """Three hundred messages over seven months, one of which has none, and when each was written."""
    times = [timedelta(days=day, hours=(day * 7 + turn) % 24) for day in range(180) if not 57 <= day < 89
             for turn in range(1 + day % 3)]
    messages = [{"id": str(number), "from": "ab"[number % 3 == 0], "at": at(seconds=time.total_seconds()), "text": "x"}
                for number, time in enumerate(times)]
    site = export(program, tmp_path_factory.mktemp("counted"), conversation(messages))
    return site.conversations[0], [START + time for time in times]


TABLES = """return [...document.querySelectorAll('table')].map(table => [...table.rows].map(row =>
  [...row.cells].map(cell => cell.textContent)))"""
FACTS = "return Object.fromEntries([...document.querySelectorAll('.facts div')].map(fact => [fact.children[0].textContent, fact.children[1].textContent.trim()]))"


def test_the_statistics_count_every_message_once(browser, counted):
    folder, times = counted
    browser.goto(folder / "statistics.html")
    months, week = run(browser, TABLES)
    expected = Counter(time.strftime("%B %Y") for time in times)
    assert [name for name, _ in months] == ["November 2025", "December 2025", "January 2026", "February 2026", "March 2026", "April 2026", "May 2026"]
    assert {name: int(count) for name, count in months if count != "0"} == expected
    hours = Counter((time.weekday(), time.hour) for time in times)
    assert week[0] == ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    assert [[int(count) for count in row[1:]] for row in week[1:]] == [
        [hours[day, hour] for day in range(7)] for hour in range(24)]


def test_the_figures_are_those_of_the_messages(browser, counted):
    folder, times = counted
    browser.goto(folder / "statistics.html")
    facts = {label: fact.replace("\u2009", " ") for label, fact in run(browser, FACTS).items()}
    days = Counter(time.date() for time in times)
    busiest = min(day for day in days if days[day] == max(days.values()))
    assert facts["Busiest day"] == f"{max(days.values())} messages {busiest.strftime('%A, %-d %B %Y')}"
    assert facts["Messages a day, on average"] == str((len(times) * 10 + 90) // 180 / 10)
    assert facts["Most days in a row"].startswith("91 days")
    assert facts["Longest silence"] == "32 days 30 December 2025 – 30 January 2026"


def test_hours_and_days_are_those_of_the_display_zone_whatever_the_order(program, page, counted, tmp_path):
    folder, times = counted
    data = json.loads((folder.parent.parent / "chat.json").read_text(encoding="utf-8"))
    random.Random(1).shuffle(data["messages"])
    site = export(program, tmp_path, data)
    assert (site.conversations[0] / "statistics.html").read_bytes() == (folder / "statistics.html").read_bytes()
    site = program.export(tmp_path / "chat.json", tmp_path / "tokyo", "--time-zone", "Asia/Tokyo")
    page.goto(site.conversations[0] / "statistics.html")
    _, week = run(page, TABLES)
    hours = Counter((time.weekday(), time.hour) for time in (time + timedelta(hours=9) for time in times))
    assert [[int(count) for count in row[1:]] for row in week[1:]] == [[hours[day, hour] for day in range(7)] for hour in range(24)]


def test_the_charts_show_what_their_tables_say(browser, counted):
    folder, _ = counted
    browser.goto(folder / "statistics.html")
    bars, shown = run(browser, """
      const bars = [...document.querySelectorAll('.plot rect')];
      return [bars.map(bar => bar.getBoundingClientRect()).map(box => [box.x, box.height]),
        [...document.querySelector('table').rows].map(row => Number(row.cells[1].textContent))]""")
    most = max(shown)
    highest = max(height for _, height in bars)
    assert [height for _, height in bars] == pytest.approx([count / most * highest for count in shown], abs=1)
    assert [x for x, _ in bars] == sorted(x for x, _ in bars)
    empty, strength = run(browser, """
      const cells = [...document.querySelectorAll('.week rect')];
      return [cells.filter(cell => cell.matches('.none')).map(cell => cell.textContent),
        cells.filter(cell => !cell.matches('.none')).map(cell => [Number(cell.textContent.split(': ')[1]), parseFloat(cell.getAttribute('fill-opacity'))])]""")
    assert all(text.endswith(": 0") for text in empty) and len(empty) + len(strength) == 168
    assert all((one[0] < other[0]) == (one[1] < other[1]) for one in strength for other in strength)


def test_a_page_from_right_to_left_has_its_first_month_at_the_right(browser, program, counted, tmp_path):
    folder, _ = counted
    site = program.export(folder.parent.parent / "chat.json", tmp_path / "site", "--locale", "ar-EG")
    browser.goto(site.conversations[0] / "statistics.html")
    lefts = run(browser, "return [...document.querySelectorAll('.plot rect, .plot li:first-child')].map(item => item.getBoundingClientRect().x)")
    assert lefts[:-1] == sorted(lefts[:-1], reverse=True)
    assert lefts[-1] > 195
    # In Egypt weeks begin on Saturdays.
    assert run(browser, "return document.querySelector('.of-days li').textContent") == run(
        browser, "return new Intl.DateTimeFormat('ar-EG', {weekday: 'short', timeZone: 'UTC'}).format(0 + 2 * 864e5)")


def test_hostile_times_and_many_people_make_no_endless_statistics(program, browser, tmp_path):
    people = [{"id": f"p{number}", "name": f"<i>{number}"} for number in range(3000)]
    messages = [{"id": str(number), "from": f"p{number}", "at": time, "text": "x"} for number, time in enumerate(
        ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", *[at(minutes=number) for number in range(2998)]])]
    site = export(program, tmp_path, conversation(messages, participants=people))
    path = site.conversations[0] / "statistics.html"
    browser.goto(path)
    bars, rows, many = run(browser, """return [document.querySelectorAll('.plot rect').length,
      document.querySelector('table').rows.length, document.querySelectorAll('.people li').length]""")
    assert rows <= 240 and bars <= rows and many == 1000
    assert "<i>" not in path.read_text(encoding="utf-8")


def test_a_conversation_without_times_has_the_statistics_of_its_people_alone(program, page, tmp_path):
    (tmp_path / "log").mkdir()
    site = export(program, tmp_path, conversation([{"id": "1", "from": "a", "text": "x"}]))
    page.goto(site.conversations[0] / "statistics.html")
    assert run(page, "return [document.querySelectorAll('.plot').length, document.querySelectorAll('.people li').length]") == [0, 2]
    empty = export(program, tmp_path / "empty", conversation([]))
    front = next(path for path in empty.html_files if path.parent != empty.folder)
    assert not list(empty.folder.rglob("statistics.html")) and "statistics.html" not in front.read_text(encoding="utf-8")


def test_the_statistics_fit_a_sheet(page, counted, tmp_path):
    folder, _ = counted
    page.goto(folder / "statistics.html")
    page.pdf(tmp_path / "statistics.pdf")
    assert len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "statistics.pdf").read_bytes())) <= 2


# The gallery.

@pytest.fixture(scope="module")
def album(program, tmp_path_factory):
    """Pictures in 450 messages over three months, with other files and view-once pictures among them."""
    folder = tmp_path_factory.mktemp("album")
    (folder / "media").mkdir()
    for number in range(7):
        # One picture with different comments in it, so that each is a separate file.
        (folder / "media" / f"{number}.png").write_bytes(PIXEL + bytes([number]))
    (folder / "media" / "note.txt").write_text("x")
    (folder / "media" / "custard.webm").write_bytes((EXAMPLE.parent / "media" / "custard.webm").read_bytes())

    def image(number: int, **more) -> dict:
        return {"kind": "image", "path": f"media/{number % 7}.png", **more}
    messages = [{"id": str(number), "from": "ab"[number % 2], "at": at(hours=number * 4),
                 "attachments": [image(number, alt=f"no. {number} <b>")]} for number in range(450)]
    messages[3]["viewOnce"] = True
    messages[4]["attachments"] = [{"kind": "image", "path": "media/none.png"}]
    messages[5]["attachments"] = [{"kind": "file", "path": "media/note.txt"}]
    messages[6]["attachments"] = [{"kind": "sticker", "path": "media/1.png"}]
    messages[7]["attachments"] = [image(1), image(2)]
    messages[8]["attachments"] = [{"kind": "video", "path": "media/custard.webm"}]
    messages[9]["attachments"] = [{"kind": "video", "path": "media/custard.webm", "poster": "media/1.png"}]
    messages[10]["attachments"] = [image(3, spoiler=True)]
    site = export(program, folder, conversation(messages))
    shown = [message["id"] for message in messages for _ in message["attachments"] if int(message["id"]) not in (3, 4, 5, 6, 10)]
    return site.conversations[0], shown


def galleries(folder) -> list:
    return sorted(folder.glob("gallery-*.html"), key=lambda path: int(path.stem.split("-")[1]))


def test_the_gallery_has_every_picture_once_the_newest_first(browser, album):
    folder, expected = album
    assert [path.name for path in galleries(folder)] == ["gallery-1.html"]
    browser.goto(galleries(folder)[0])
    assert run(browser, "return [...document.querySelectorAll('section .tile')].map(link => link.hash.slice(3))") == expected[::-1]
    heads = run(browser, "return [...document.querySelectorAll('section > h2')].map(title => title.textContent)")
    assert [head.rsplit(" ", 1)[0] for head in heads] == ["January 2026", "December 2025", "November 2025"]
    assert sum(int(head.rsplit(" ", 1)[1]) for head in heads) == len(expected)
    # Four messages have no photo, one has two.
    browser.goto(folder / "index.html")
    assert run(browser, "return document.querySelector('.sentence span').textContent").startswith("447 photos")


def test_a_date_stands_behind_a_name_of_any_direction(program, browser, tmp_path):
    messages = [{"id": "1", "from": "a", "at": at(hours=1), "text": "see https://example.org/tiles"}]
    site = export(program, tmp_path, conversation(messages, participants=[{"id": "a", "name": "Samir سمير"}, {"id": "b", "name": "Bo"}]))
    browser.goto(site.conversations[0] / "links-1.html")
    assert run(browser, """
      const [name, date] = document.querySelector('.of').childNodes, range = new Range();
      range.selectNodeContents(date);
      return [name.textContent, range.getBoundingClientRect().left >= name.getBoundingClientRect().right - 1];
    """) == ["Samir سمير", True]


def test_a_tile_leads_to_its_message(page, album):
    folder, expected = album
    page.disable_script()
    page.goto(galleries(folder)[0])
    tiles = page.evaluate("""[...document.querySelectorAll('section .tile')].map(tile => [tile.href, tile.querySelector('img')?.src ?? null,
      tile.ariaLabel, Boolean(tile.querySelector('svg'))])""")
    page.disable_script(False)
    for (message, picture, label, isFilm), identifier in zip(tiles, expected[::-1]):
        assert message.endswith(f"{folder.name}/1.html#m-{identifier}")
        assert isFilm == (identifier in ("8", "9"))
        assert (picture is None) == (identifier == "8")
        if picture:
            assert (folder.parent / "media" / picture.rsplit("/", 1)[1]).is_file()
        if identifier not in ("7", "8", "9"):
            assert label.startswith(f"no. {identifier} <b>, ") and label.endswith(("2025", "2026"))


def test_rows_of_tiles_are_full_before_their_pictures_are_there(browser, album):
    folder, _ = album
    browser.goto(galleries(folder)[0])
    sections = run(browser, """return [...document.querySelectorAll('section')].map(section => {
      const list = section.querySelector('.tiles').getBoundingClientRect();
      return [list.left, list.right, [...section.querySelectorAll('.tile')].map(tile => tile.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.height])] })""")
    for left, right, boxes in sections:
        assert {round(height) for *_, height in boxes} == {round(boxes[0][3])}
        for top in {round(top) for _, top, _, _ in boxes}:
            row = [box for box in boxes if round(box[1]) == top]
            assert min(box[0] for box in row) == pytest.approx(left, abs=1) and max(box[2] for box in row) == pytest.approx(right, abs=1)


def test_a_conversation_without_pictures_has_no_gallery(counted):
    folder, _ = counted
    assert not galleries(folder)
    assert "gallery" not in (folder / "index.html").read_text(encoding="utf-8")
    assert 'href="statistics.html"' in (folder / "index.html").read_text(encoding="utf-8")
