"""The pictures of an overview: days, people over time, cover, first and last, facts; counted again here from the messages."""

import json
import math
import random
import re
from collections import Counter, defaultdict
from datetime import date, datetime, timedelta, timezone
from statistics import median
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest

from test_overview import PIXEL, conversation, export
from window import run

ZONE = ZoneInfo("Europe/Berlin")
START = datetime(2023, 3, 1, 9, 40, 7, tzinfo=timezone.utc)
PEOPLE = [("ida", "Ida Sommer"), ("mum", "Mum"), ("jonas", "Jonas"), ("rosa", "Grandma Rosa"), ("noor", "Noor نور"), ("max", "Max <b>")]


def chat(count: int, months: int, people=PEOPLE, photos: int = 0, seed: int = 3, weights=None) -> list:
    """Messages of some people over some months, with replies, photos and reactions; `noor` comes late, `max` leaves early."""
    draw = random.Random(seed)
    days = sorted(draw.choices([day for day in range(int(months * 30.4)) if not 300 <= day < 309], k=count))
    times = sorted(START + timedelta(days=day, seconds=int(draw.expovariate(1 / 6000)) % 50_000) for day in days)
    pictures, messages = set(draw.sample(range(1, count - 1), photos)), []
    for number, time in enumerate(times):
        day, one = (time - START).days, draw.choices(people, weights or [len(people) - i for i in range(len(people))], k=1)[0]
        who = people[0] if one[0] == "noor" and day < 200 or one[0] == "max" and day > 500 else one
        message = {"id": f"x{number}", "from": who[0], "at": time.isoformat().replace("+00:00", "Z")}
        if number in pictures:
            message["attachments"] = [{"kind": "image", "path": f"p{number}.png"}]
            if draw.random() < 0.5:
                message["reactions"] = [{"emoji": "❤️", "count": draw.randrange(1, 9)}]
        else:
            message["text"] = f"message {number}"
        if messages and draw.random() < 0.1:
            message["replyTo"] = f"x{max(0, number - draw.randrange(1, 40))}"
        messages.append(message)
    return messages


def made(program, folder, messages: list, people=PEOPLE, *options, **more):
    folder.mkdir(exist_ok=True)
    for message in messages:
        for attachment in message.get("attachments", []):
            # A comment in the picture makes each a file of its own.
            (folder / attachment["path"]).write_bytes(PIXEL + attachment["path"].encode())
    data = conversation(messages, participants=[{"id": key, "name": name} for key, name in people], timeZone="Europe/Berlin", **more)
    return export(program, folder, data, *options).conversations[0]


@pytest.fixture(scope="module")
def family(program, tmp_path_factory):
    messages = chat(6000, 31, photos=90)
    return made(program, tmp_path_factory.mktemp("family"), messages, PEOPLE, "--page-size", "200"), messages


def local(message: dict) -> datetime:
    return datetime.fromisoformat(message["at"].replace("Z", "+00:00")).astimezone(ZONE)


def day_name(day: date) -> str:
    return f"{day.day} {day:%b} {day.year}".replace("Sep ", "Sept ")


def target(href: str) -> str:
    return unquote(href.split("#m-")[1])


def check_links(folder, page: str = "index.html") -> int:
    """Every link of the page leads to a file, and to an element of it if it has a fragment. Returns their number."""
    hrefs = re.findall(r'<a [^>]*?href="([^"]*)"', (folder / page).read_text(encoding="utf-8"))
    files = {}
    for href in hrefs:
        name, _, fragment = href.partition("#")
        path = (folder / (unquote(name) or page)).resolve()
        files[path] = files.get(path) or path.read_text(encoding="utf-8")
        assert not fragment or fragment == "search" or f'id="{unquote(fragment)}"' in files[path], href
    return len(hrefs)


DAYS = """return [...document.querySelectorAll('.days g a')].map(link => [link.getAttribute('href'),
  link.querySelector('title').textContent, Number(link.querySelector('path').getAttribute('class').slice(4))])"""
MONTHS = "return [...document.querySelectorAll('.days > a')].map(link => [link.getAttribute('href'), link.getAttribute('aria-label')])"


def test_each_day_has_its_tint_and_leads_to_its_first_message(browser, family):
    folder, messages = family
    browser.goto(folder / "index.html")
    counts, firsts = Counter(local(message).date() for message in messages), {}
    for message in messages:
        firsts.setdefault(local(message).date(), message["id"])
    values = sorted(counts.values())
    high = max(4, values[math.ceil(0.95 * len(values)) - 1])
    tint = {day: 1 + sum(count > limit for limit in (high / 8, 3 * high / 8, 3 * high / 4)) for day, count in counts.items()}
    found = run(browser, DAYS)
    assert [(target(href), title, tint) for href, title, tint in found] == [
        (firsts[day], f"{day_name(day)}: {counts[day]}", tint[day]) for day in sorted(counts)]
    assert {tint for _, _, tint in found} == {1, 2, 3, 4}
    # Days without messages are drawn from the first to the last one with some.
    empty = run(browser, "return [...document.querySelectorAll('.days g > .tint0')].map(path => path.getAttribute('d').match(/M/g).length)")
    assert sum(empty) == (max(counts) - min(counts)).days + 1 - len(counts)
    assert run(browser, "return document.querySelector('.key').innerText.trim().replace(/\\s+/g, ' ')") == f"0 {math.floor(3 * high / 4) + 1}+ a day"
    tops = sorted(counts, key=lambda day: (-counts[day], day))[:3]
    assert run(browser, "return [...document.querySelectorAll('.tops a')].map(link => link.textContent)") == [
        f"{day_name(day)} {counts[day]}" for day in tops]
    assert run(browser, "return document.querySelectorAll('.days .top').length") == 3


def test_each_month_leads_to_its_first_message_and_is_a_stop_of_the_keyboard(browser, family):
    folder, messages = family
    browser.goto(folder / "index.html")
    firsts, counts = {}, Counter()
    for message in messages:
        month = local(message).strftime("%B %Y")
        firsts.setdefault(month, message["id"])
        counts[month] += 1
    expected = [(firsts[month], f"{month}: {counts[month]} messages") for month in firsts]
    assert [(target(href), name) for href, name in run(browser, MONTHS)] == expected
    assert run(browser, "return [...document.querySelectorAll('svg a')].filter(link => link.tabIndex >= 0).length") == len(expected)
    # The same months are in a list.
    listed = run(browser, "return [...document.querySelectorAll('#months li a')].map(link => [link.getAttribute('href'), link.querySelector('span').textContent])")
    assert [(target(href), int(count)) for href, count in listed] == [(firsts[month], counts[month]) for month in firsts]


def test_every_link_leads_to_what_it_names(family):
    folder, messages = family
    days = len({local(message).date() for message in messages})
    assert check_links(folder) > days + 2 * 31
    assert check_links(folder.parent) > days


def edges(path: str) -> tuple:
    """The points of a band's upper edge, and the control points of each of its curves."""
    start, curves = re.fullmatch(r"M0 ([\d.]+)c([-\d. ]+)V230H0z", path).groups()
    numbers = [float(number) for number in curves.split()]
    points, controls, (x, y) = [(0.0, float(start))], [], (0.0, float(start))
    for at in range(0, len(numbers), 6):
        controls.append([y + numbers[at + 1], y + numbers[at + 3]])
        x, y = x + numbers[at + 4], y + numbers[at + 5]
        points.append((x, y))
    return points, controls


def test_the_bands_are_the_counts_of_people_by_month(browser, family):
    folder, messages = family
    browser.goto(folder / "index.html")
    totals = Counter(message["from"] for message in messages)
    order = sorted(totals, key=lambda key: (-totals[key], [name for name, _ in PEOPLE].index(key)))
    months = sorted({(local(message).year, local(message).month) for message in messages})
    table = {key: Counter((local(message).year, local(message).month) for message in messages if message["from"] == key) for key in order}
    most = max(sum(table[key][month] for key in order) for month in months)
    paths = run(browser, "return [...document.querySelectorAll('.ribbon')].map(path => path.getAttribute('d'))")[::-1]
    assert len(paths) == len(order) and len(months) == 31
    for rank, path in enumerate(paths):
        points, controls = edges(path)
        expected = [230 - 226 * sum(table[key][month] for key in order[:rank + 1]) / most for month in months]
        assert [y for _, y in points[1:-1]] == pytest.approx(expected, abs=0.06)
        assert [x for x, _ in points] == pytest.approx([0, *((step + 0.5) * 640 / 31 for step in range(31)), 640], abs=0.06)
        # Nowhere above or below the counts.
        for (_, one), (_, other), between in zip(points, points[1:], controls):
            assert all(min(one, other) - 0.11 <= y <= max(one, other) + 0.11 for y in between)
    names = dict(PEOPLE)
    assert run(browser, "return [...document.querySelectorAll('.legend li')].map(item => item.innerText)") == [names[key] for key in order]
    firsts = {}
    for message in messages:
        firsts.setdefault((local(message).year, local(message).month), message["id"])
    links = run(browser, "return [...document.querySelectorAll('.band a')].map(link => [link.getAttribute('href'), link.textContent])")
    assert [(target(href), title) for href, title in links] == [
        (firsts[month], f"{date(*month, 1):%B %Y}: {sum(table[key][month] for key in order)}") for month in months]


def facts_of(messages: list) -> dict:
    """The facts as the mock-ups define them."""
    by_id, answers, openers, before = {message["id"]: message for message in messages}, [], Counter(), None
    for message in messages:
        pause = (local(message) - local(before)).total_seconds() if before else None
        if before is None or pause >= 6 * 3600:
            openers[message["from"]] += 1
        if "replyTo" in message:
            asked = by_id[message["replyTo"]]
            if asked["from"] != message["from"]:
                answers.append((local(message) - local(asked)).total_seconds())
        elif before and before["from"] != message["from"] and pause <= 1800:
            answers.append(pause)
        before = message
    soon = [seconds for seconds in answers if 0 <= seconds <= 24 * 3600]
    return {"openers": openers, "answers": len(soon), "median": median(soon)}


NOTES = """return [...document.querySelectorAll('.notes li')].map(item => {
  const small = item.querySelector('small'), detail = small.textContent;
  return [item.textContent.trim().replace(detail, ''), detail, item.querySelector('a')?.getAttribute('href') ?? '']})"""


def test_the_facts_are_those_of_the_messages(browser, family):
    folder, messages = family
    browser.goto(folder / "index.html")
    notes = {title: (detail.replace("\u2009", " "), href) for title, detail, href in run(browser, NOTES)}
    facts, days = facts_of(messages), sorted({local(message).date() for message in messages})
    counts = Counter(local(message).date() for message in messages)
    firsts = {}
    for message in messages:
        firsts.setdefault(local(message).date(), message["id"])
    busiest = min(counts, key=lambda day: (-counts[day], day))
    assert target(notes[f"Busiest day: {counts[busiest]} messages"][1]) == firsts[busiest]
    gap, after = max(((later - day).days - 1, later) for day, later in zip(days, days[1:]))
    assert gap == 9 and target(notes["Longest silence: 9 days"][1]) == firsts[after]
    opener = facts["openers"].most_common(1)[0]
    detail, href = notes[f"{dict(PEOPLE)[opener[0]]} speaks first"]
    assert detail == f"after {opener[1]} of {facts['openers'].total()} silences of six hours or more" and href == ""
    seconds = facts["median"]
    words = f"{int(seconds)} seconds" if seconds < 120 else f"{round(seconds / 60)} minutes"
    assert notes[f"Typical time to an answer: {words}"][0] == f"half of {facts['answers']:,} came sooner"
    photos = Counter(local(message).strftime("%B %Y") for message in messages if "attachments" in message)
    best = next(month for month in photos if photos[month] == max(photos.values()))
    assert notes[f"Most photos: {best}"][0] == f"{photos[best]} of 90"
    first = next(message["id"] for message in messages if "attachments" in message and local(message).strftime("%B %Y") == best)
    assert target(notes[f"Most photos: {best}"][1]) == first


def test_times_without_seconds_are_no_measure_of_seconds(browser, program, tmp_path):
    messages = [{"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-{number // 20 + 1:02d}T10:{number % 20:02d}:00Z", "text": "x"}
                for number in range(60)]
    for message in messages:
        message["at"] = message["at"].replace(f":{int(message['id']) % 20:02d}:", f":{int(message['id']) % 20 // 4:02d}:")
    folder = export(program, tmp_path, conversation(messages)).conversations[0]
    browser.goto(folder / "index.html")
    assert "Typical time to an answer: under 1 minute" in [title for title, _, _ in run(browser, NOTES)]


def test_the_cover_has_the_photo_with_most_reactions_of_each_part(browser, family):
    folder, messages = family
    photos = [message for message in messages if "attachments" in message]
    parts = defaultdict(list)
    for index, message in enumerate(photos):
        parts[index * 13 // len(photos)].append(message)
    best = [max(part, key=lambda message: sum(reaction["count"] for reaction in message.get("reactions", []))) for part in parts.values()]
    browser.goto(folder / "index.html")
    shown = run(browser, "return [...document.querySelectorAll('.collage a')].map(link => [link.getAttribute('href'), link.querySelector('img').alt, link.checkVisibility()])")
    assert [target(href) for href, _, _ in shown] == [message["id"] for message in best]
    assert shown[0][1] == f"Photo · {dict(PEOPLE)[best[0]['from']]} · {day_name(local(best[0]).date())}"
    assert sum(visible for _, _, visible in shown) == (8 if run(browser, "return innerWidth") < 900 else 13)


@pytest.mark.parametrize("count", [0, 1, 5, 8, 12])
def test_few_photos_make_full_rows(browser, program, tmp_path, count):
    folder = made(program, tmp_path, chat(40, 3, photos=count))
    browser.goto(folder / "index.html")
    shown = run(browser, "return [...document.querySelectorAll('.collage li')].map(item => { const box = item.getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]; })")
    assert len(shown) == min(count, 8)
    if shown:
        left, top, right, bottom = (pick(box[side] for box in shown) for side, pick in enumerate((min, min, max, max)))
        area = sum((box[2] - box[0]) * (box[3] - box[1]) for box in shown)
        assert area == pytest.approx((right - left) * (bottom - top), rel=0.04)


def test_people_have_the_days_in_which_they_wrote(browser, family):
    folder, messages = family
    browser.goto(folder / "index.html")
    days = defaultdict(list)
    for message in messages:
        days[message["from"]].append(local(message).date())
    first, last = local(messages[0]).date(), local(messages[-1]).date()
    found = {name: (many, span.replace("\u2009", " ")) for name, many, span in run(browser, """
      return [...document.querySelectorAll('.people li')].map(item => [item.querySelector('.who').innerText.trim(),
        item.querySelector('.many').innerText.replace(/\\s+/g, ' '), item.lastElementChild.matches('small') ? item.lastElementChild.textContent : ''])""")}
    for key, name in PEOPLE:
        many, span = found[name]
        share = len(days[key]) * 100 / len(messages)
        assert many == f"{len(days[key]):,} {int(share + 0.5)}%"
        late, early = (days[key][0] - first).days > 30, (last - days[key][-1]).days > 30
        expected = {(False, False): "from first to last", (True, False): f"from {day_name(days[key][0])}",
                    (False, True): f"until {day_name(days[key][-1])}"}[late, early]
        assert span == expected
    assert {key for key, _ in PEOPLE if found[dict(PEOPLE)[key]][1] != "from first to last"} == {"noor", "max"}


def test_the_first_and_last_text_stand_in_bubbles(browser, program, tmp_path):
    messages = [{"id": "1", "from": "a", "at": "2026-01-02T10:00:00Z", "attachments": [{"kind": "image", "path": "gone.png"}]},
                {"id": "2", "from": "b", "at": "2026-01-03T10:00:00Z", "text": "**Hello** <b>"},
                {"id": "3", "from": "a", "at": "2026-03-04T10:00:00Z", "attachments": [{"kind": "image", "path": "gone.png"}], "text": "a caption"},
                {"id": "4", "from": "a", "at": "2026-03-05T10:00:00Z", "system": {"kind": "left"}}]
    folder = export(program, tmp_path, conversation(messages, text="markdown", participants=[
        {"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}])).conversations[0]
    browser.goto(folder / "index.html")
    found = run(browser, """return [...document.querySelectorAll('.quoted')].map(link => [link.getAttribute('href'), link.matches('.mine'),
      link.querySelector('.when').textContent, link.querySelector('.words bdi').textContent, link.querySelector('time').textContent])""")
    assert found == [["1.html#m-2", False, "The first message · 3 Jan 2026", "Hello <b>", "10:00"],
                     ["1.html#m-3", True, "The last message · 4 Mar 2026", "a caption", "10:00"]]
    assert "isMe" not in (folder / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("first, last, words", [
    ("2026-04-20", "2026-05-03", "2 messages · 1 person · 20 April – 3 May 2026"),
    ("2026-04-20", "2026-05-20", "2 messages by 1 person in 2 months, 20 April – 20 May 2026"),
    ("2025-05-21", "2026-05-20", "2 messages by 1 person in 1 year, 21 May 2025 – 20 May 2026"),
    ("2023-03-01", "2025-09-28", "2 messages by 1 person in 2 years and 7 months, 1 March 2023 – 28 September 2025")])
def test_the_sentence_says_how_long(browser, program, tmp_path, first, last, words):
    messages = [{"id": day, "from": "a", "at": f"{day}T10:00:00Z", "text": "x"} for day in (first, last)]
    folder = export(program, tmp_path, conversation(messages)).conversations[0]
    browser.goto(folder / "index.html")
    assert run(browser, "return document.querySelector('.sentence').innerText.replaceAll('\\u2009', ' ')") == words


# Extremes

@pytest.fixture(scope="module")
def extremes(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("extremes")
    crowd = [(f"p{number}", f"Person {number}") for number in range(30)]
    long = [message for message in chat(3000, 142, photos=20) if not message["at"].startswith("2027")]
    crowded = chat(900, 20, crowd)
    return {
        "one": made(program, folder / "one", chat(3, 1)[:1]),
        "long": made(program, folder / "long", long),
        "crowd": made(program, folder / "crowd", crowded, crowd),
        "bot": made(program, folder / "bot", chat(900, 12, weights=[95, 2, 1, 1, 1, 0])),
        "day": made(program, folder / "day", chat(30, 0.04)),
    }, long, len({message["from"] for message in crowded})


def test_one_message_is_only_its_bubble(browser, extremes):
    browser.goto(extremes[0]["one"] / "index.html")
    assert run(browser, "return [document.querySelectorAll('.days, .band, .collage, .notes').length, document.querySelectorAll('.quoted').length]") == [0, 1]
    assert run(browser, "return document.querySelector('.sentence').innerText") == f"1 message · 1 person · {local(chat(3, 1)[0]):%-d %B %Y}"
    assert check_links(extremes[0]["one"]) > 3


def test_twelve_years_are_links_by_month_and_quarters(browser, extremes):
    folders, messages, _ = extremes
    browser.goto(folders["long"] / "index.html")
    assert run(browser, "return [document.querySelectorAll('.year').length, document.querySelectorAll('.days g a').length]") == [12, 0]
    months = {(local(message).year, local(message).month) for message in messages}
    assert run(browser, "return document.querySelectorAll('.days > a').length") == len(months)
    quarters = {(year, (month - 1) // 3) for year, month in months}
    assert run(browser, "return document.querySelectorAll('.band a').length") == len(quarters)
    assert "no messages" in run(browser, "return document.querySelectorAll('.year')[4].innerText")
    assert check_links(folders["long"]) > len(months) * 2
    assert (folders["long"] / "index.html").stat().st_size < 160_000
    # On phones a year is a row of weeks until it is opened.
    wide = run(browser, "return innerWidth") >= 900
    shown = run(browser, "return [...document.querySelectorAll('.days')].filter(days => days.checkVisibility({contentVisibilityAuto: true, visibilityProperty: true})).length")
    weeks = run(browser, "return [...document.querySelectorAll('.weeks')].filter(weeks => weeks.checkVisibility()).length")
    assert (shown, weeks) == ((12, 0) if wide else (0, 11))


def test_seven_people_are_told_apart_and_the_others_together(browser, extremes):
    browser.goto(extremes[0]["crowd"] / "index.html")
    assert run(browser, "return [...document.querySelectorAll('.legend li')].map(item => item.innerText)")[-1] == f"{extremes[2] - 7} other people"
    assert run(browser, "return [document.querySelectorAll('.legend li').length, document.querySelectorAll('.ribbon').length, document.querySelectorAll('.ribbon.rest').length]") == [8, 8, 1]


def test_one_person_alone_still_has_a_band(browser, extremes):
    browser.goto(extremes[0]["bot"] / "index.html")
    assert run(browser, "return document.querySelectorAll('.ribbon').length") == 5
    percents = run(browser, "return [...document.querySelectorAll('.many small')].map(part => part.textContent)")
    assert percents[0] in ("94%", "95%", "96%") and percents[-2:] == ["<1%", "0%"] or percents[-2] == "1%"


def test_dates_at_the_ends_of_time_make_no_endless_overview(browser, program, tmp_path):
    times = ["0001-01-01T00:00:00Z", *(f"{year}-06-01T00:00:00Z" for year in range(1500, 2500, 3)), "9999-12-31T23:59:59Z"]
    folder = made(program, tmp_path, [{"id": str(number), "from": "ida", "at": time, "text": "x"} for number, time in enumerate(times)])
    browser.goto(folder / "index.html")
    years, bars = run(browser, "return [document.querySelectorAll('.year').length, document.querySelectorAll('.band a').length]")
    assert years == 60 and 0 < bars <= 240 and (folder / "index.html").stat().st_size < 500_000


@pytest.mark.parametrize("kind", ["one", "long", "crowd", "bot", "day", "family"])
def test_an_overview_is_one_sheet_of_paper(page, extremes, family, tmp_path, kind):
    page.goto({**extremes[0], "family": family[0]}[kind] / "index.html")
    page.pdf(tmp_path / "overview.pdf")
    pdf = (tmp_path / "overview.pdf").read_bytes()
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12][.\d]*\]", pdf)


def test_without_scripts_the_overview_is_whole(page, family):
    folder, messages = family
    page.disable_script()
    page.goto(folder / "index.html")
    days = len({local(message).date() for message in messages})
    assert page.evaluate("[document.querySelectorAll('.days g a').length, document.querySelectorAll('.band a').length]") == [days, 31]
    hidden = page.evaluate("[...document.querySelectorAll('.sights > .panel, .beside > .panel')].filter(part => !part.checkVisibility()).map(part => part.id)")
    assert hidden == ["print"]


@pytest.mark.parametrize("width", [320, 390, 820, 1280, 1920])
def test_nothing_is_wider_than_the_window(chromium, extremes, family, width):
    with chromium.page(width, 900) as page:
        for folder in [*extremes[0].values(), family[0]]:
            page.goto(folder / "index.html")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, folder


def test_right_to_left_time_runs_from_the_right_and_its_words_are_not_mirrored(browser, program, tmp_path):
    folder = made(program, tmp_path, chat(300, 20), PEOPLE, "--locale", "ar-EG")
    browser.goto(folder / "index.html")
    days, months, bands, steps = run(browser, """
      const lefts = (selector) => [...document.querySelectorAll(selector)].map(item => item.getBoundingClientRect().left);
      const year = document.querySelectorAll('.days')[1];
      return [[...year.querySelectorAll('g a')].map(item => item.getBoundingClientRect().left),
        [...year.querySelectorAll(':scope > a')].map(item => item.getBoundingClientRect().left), lefts('.band a'), lefts('.ticks li')]""")
    for lefts in (days, months, bands):
        assert lefts == sorted(lefts, reverse=True) and len(set(lefts)) > 8
    assert steps == sorted(steps, reverse=True)
    assert run(browser, """return [...document.querySelectorAll('.days, .band, .days text, .band text')]
      .filter(part => part.checkVisibility() && !getComputedStyle(part).transform.startsWith('matrix(-1')).length""") == 0


def test_a_finger_meets_the_month_and_a_mouse_the_day(chromium, family):
    where = """(() => { const path = document.querySelectorAll('.days')[1].querySelector('g a path'), box = path.getBoundingClientRect();
      scrollTo(0, scrollY + box.top - 300); const now = path.getBoundingClientRect();
      return document.elementFromPoint(now.left + now.width / 2, now.top + now.height / 2).closest('a').matches('g a') })()"""
    with chromium.page(1280, 800) as page:
        page.goto(family[0] / "index.html")
        assert page.evaluate(where) is True
    with chromium.page(1280, 800) as page:
        page.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
        page.goto(family[0] / "index.html")
        assert page.evaluate(where) is (not page.evaluate("matchMedia('(pointer: coarse)').matches"))


def test_an_overview_made_again_counts_anew_what_far_messages_changed(program, tmp_path):
    """An answer's time depends on a message of an earlier page, which alone changes."""
    messages = [{"id": str(number), "from": "ab"[number % 2], "at": (START + timedelta(seconds=40 * number)).isoformat(), "text": f"text {number}"}
                for number in range(200)]
    for number in range(120, 200):
        messages[number]["replyTo"] = str(number - 101)
    site = export(program, tmp_path, conversation(messages), "--page-size", "50")
    front = (site.conversations[0] / "index.html").read_bytes()
    for number in range(100):
        messages[number]["at"] = (START - timedelta(hours=5) + timedelta(seconds=40 * number)).isoformat()
    (tmp_path / "chat.json").write_text(json.dumps(conversation(messages)), encoding="utf-8")
    again = program.export(tmp_path / "chat.json", tmp_path / "site", "--force", "--page-size", "50")
    fresh = program.export(tmp_path / "chat.json", tmp_path / "fresh", "--page-size", "50")
    assert (again.conversations[0] / "index.html").read_bytes() == (fresh.conversations[0] / "index.html").read_bytes() != front
