"""Two years of public channel logs: every line is on a page, once, in order, under its day and sender."""

import re
from collections import Counter

import pytest

from conftest import shared_data

LINE = re.compile(r"^\[(\d\d):(\d\d)\] (.*)$")
SAID = re.compile(r"^<([^>]*)> ?(.*)$", re.S)
CONTROL = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|[\x02\x04\x0f\x11\x16\x1d\x1e\x1f]")


def counted(logs) -> list:
    """An independent reading of the logs: (date, time, kind, nick, text) of every entry, in order."""
    entries = []
    for path in sorted(logs.glob("*/*")):
        for line in path.read_bytes().split(b"\n"):
            match = LINE.match(line.decode("utf-8", "replace").rstrip("\r"))
            if not match:
                continue
            hour, minute, rest = match.groups()
            said = SAID.match(rest)
            if said:
                kind, nick, text = "said", said[1], said[2]
            elif rest.startswith("*** "):
                kind, nick, text = "event", rest[4:].split(" ")[0], rest[4:]
            elif rest.startswith("* "):
                kind, nick, text = "action", rest[2:].split(" ")[0], rest[2:].partition(" ")[2]
            else:
                kind, nick, text = "other", "", rest
            entries.append((path.name[:10], f"{hour}:{minute}", kind, nick, text))
    return entries


@pytest.fixture(scope="module")
def logs():
    return shared_data("chats", "irc", "moarvm", "moarvm")


@pytest.fixture(scope="module")
def entries(logs):
    return counted(logs)


@pytest.fixture(scope="module")
def site(program, logs, tmp_path_factory):
    return program.export(logs, tmp_path_factory.mktemp("irc") / "site", "--time-zone", "UTC")


@pytest.fixture(scope="module")
def rows(site) -> list:
    """(kind, day, time, name, text) of every row of all pages, taken from the markup alone."""
    pattern = re.compile(
        r'<article id="[^"]*" data-i="(\d+)" class="([^"]*)"(?: aria-label="([^"]*)")?|data-day="([^"]*)"'
        r'|<time datetime="([^"]*)"')
    found, day = [], None
    for path in site.pages(site.conversations[0]):
        for index, classes, name, date, time in pattern.findall(path.read_text(encoding="utf-8")):
            if date:
                day = date
            elif time:
                found[-1]["time"] = time
            else:
                found.append({"index": int(index), "class": classes, "name": name, "day": day, "time": None})
    return found


def test_the_logs_are_one_conversation(site):
    assert len(site.conversations) == 1


def test_every_entry_is_an_article_and_nothing_else_is(rows, entries):
    assert len(entries) > 100_000
    assert len(rows) == len(entries)
    assert [row["index"] for row in rows] == list(range(rows[0]["index"], rows[0]["index"] + len(rows)))


def test_every_entry_stands_under_its_day(rows, entries):
    wrong = [(row, entry) for row, entry in zip(rows, entries) if row["day"] != entry[0]]
    assert wrong[:5] == []


def test_every_entry_has_its_time(rows, entries):
    wrong = [(row, entry) for row, entry in zip(rows, entries)
             if row["time"] and row["time"][11:16] != entry[1]]
    assert wrong[:5] == [] and sum(row["time"] is not None for row in rows) > 10_000


def test_every_text_has_its_nick_in_order(rows, entries):
    pairs = [(row["name"], entry[3]) for row, entry in zip(rows, entries) if entry[2] == "said"]
    wrong = [(shown, nick) for shown, nick in pairs if unescaped(shown) != nick]
    assert wrong[:5] == []
    assert Counter(nick for _, nick in pairs).most_common(1)[0][1] > 1000


def unescaped(text: str) -> str:
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


def test_every_day_has_one_heading(site, entries):
    dates = []
    for path in site.pages():
        dates += re.findall(r'data-day="([^"]*)"', path.read_text(encoding="utf-8"))
    assert dates == sorted(set(dates)) == sorted({entry[0] for entry in entries})


def test_what_was_said_is_on_the_page(site, entries):
    """Every hundredth text is in the article with its index."""
    articles = {}
    for path in site.pages():
        for part in path.read_text(encoding="utf-8").split("<article ")[1:]:
            articles[len(articles)] = part
    lost = []
    for index in range(0, len(entries), 100):
        text = CONTROL.sub("", entries[index][4])
        words = [word for word in re.findall(r"[A-Za-z]{3,}", text)]
        plain = unescaped(re.sub(r"<[^>]*>", "", articles[index]))
        lost += [(index, word) for word in words if entries[index][2] == "said" and word not in plain]
    assert lost[:5] == []
