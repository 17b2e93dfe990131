"""Exporting again into an earlier site: row 2, the layout cache. What comes out is always what a fresh export gives."""

import calendar
import hashlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time

import pytest

from conftest import EXAMPLE, ROOT
from site_model import Site
from test_determinism import assert_same

SIZE = ["--page-size", "50"]


class Again:
    """A conversation that is exported into one folder, again and again, and each time afresh into another."""

    def __init__(self, program, folder):
        self.program, self.folder, self.site = program, folder, Site(folder / "site")

    def export(self, chat, *options) -> dict:
        """Exports into the site, compares with a fresh export, and returns the report with the pages that are new."""
        source = chat
        if isinstance(chat, dict):
            source = self.folder / "chat.json"
            source.write_text(json.dumps(chat, ensure_ascii=False), encoding="utf-8")
        before = self.times()
        report = self.folder / "report.json"
        self.program.export(source, self.site.folder, "--report", report, *options)
        fresh = self.program.export(source, self.folder / "fresh", "--fresh", *options)
        assert_same(fresh, self.site)
        shutil.rmtree(fresh.folder)
        done, after = json.loads(report.read_text()), self.times()
        new = {name for name in after if after[name] != before.get(name)}
        assert len(new) == done["laidOut"]["pages"] and len(after) - len(new) == done["kept"]["pages"]
        return {**done, "new": new}

    def times(self) -> dict:
        """Inode and time of each page."""
        several = len(self.site.conversations) > 1
        return {f"{conversation.name}/{page.stem}" if several else page.stem: (page.stat().st_ino, page.stat().st_mtime_ns)
                for conversation in self.site.conversations for page in self.site.pages(conversation)}


@pytest.fixture
def again(program, tmp_path) -> Again:
    return Again(program, tmp_path)


@pytest.fixture(scope="module")
def chat() -> dict:
    """500 messages on ten pages of 50, of three people, over 25 days and two months.

    The first one needs each face of the fonts, so that no change brings another: that would change what all pages are set with.
    """
    start = 1_775_000_000
    every = {"kind": "poll", "poll": {"question": "a", "options": [{"text": "b", "votes": 1}]}, "reactions": [{"emoji": "+1", "by": ["bo"]}],
             "text": "*a* **b** `c`", "markup": "markdown", "edits": [{"text": "before"}]}
    return {
        "format": "chatexport/1", "id": "again", "title": "Again", "timeZone": "UTC", "locale": "en-GB",
        "participants": [{"id": name, "name": name.title()} for name in ("ana", "bo", "cy")],
        "messages": [
            {"id": f"m{number}", "from": ("ana", "bo", "cy")[number // 2 % 3], "text": f"word{number % 90} and number {number}",
             "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + number * 4320)), **(every if number == 0 else {})}
            for number in range(500)]}


def changed(chat: dict, number: int, **members) -> dict:
    messages = list(chat["messages"])
    messages[number] = {**messages[number], **members}
    return {**chat, "messages": messages}


@pytest.mark.parametrize("source", ["examples", "group", "telegram"])
def test_row_2_a_second_export_measures_no_row_and_writes_no_page(again, group_chat, source):
    if source == "telegram":
        sources = sorted((ROOT / "Tests" / "ChatImportTests" / "Fixtures").rglob("result.json"))[:1]
        assert sources
    else:
        sources = {"examples": sorted(EXAMPLE.parent.glob("*.json")), "group": [group_chat]}[source]
    for path in sources:
        first = again.export(path, *SIZE)
        second = again.export(path, *SIZE)
        assert second["laidOut"] == {"pages": 0, "rows": 0}, path.name
        assert second["kept"] == first["laidOut"] or first["kept"]["pages"] > 0
        assert first["laidOut"]["pages"] + first["kept"]["pages"] > 0
        shutil.rmtree(again.site.folder)


def test_row_2_fresh_lays_everything_out(again, chat):
    again.export(chat, *SIZE)
    assert again.export(chat, *SIZE, "--fresh")["kept"]["pages"] == 0


@pytest.mark.parametrize("change, pages", [
    # Message 225 is on page 5, 250 is the first of page 6.
    (lambda chat: changed(chat, 225, text="other words"), {"5"}),
    (lambda chat: changed(chat, 225, **{"from": "cy"}), {"5"}),
    (lambda chat: changed(chat, 225, at=chat["messages"][224]["at"]), {"5"}),
    (lambda chat: changed(chat, 225, reactions=[{"emoji": "+1", "by": ["bo"]}]), {"5"}),
    (lambda chat: changed(chat, 225, status="read"), {"5"}),
    (lambda chat: changed(chat, 225, edits=[{"text": "before"}]), {"5"}),
    (lambda chat: changed(chat, 225, kind="poll", poll={"question": "a", "options": [{"text": "b", "votes": 1}]}), {"5"}),
    # Its neighbour on the page before ends a group or not.
    (lambda chat: changed(chat, 250, **{"from": chat["messages"][249]["from"]}), {"6"}),
    (lambda chat: changed(chat, 250, **{"from": chat["messages"][249]["from"]}, at=chat["messages"][249]["at"]), {"5", "6"}),
], ids=["text", "sender", "time", "reaction", "status", "edit", "kind", "no neighbour", "neighbour"])
def test_row_2_a_changed_message_measures_the_pages_that_show_it(again, chat, change, pages):
    again.export(chat, *SIZE)
    done = again.export(change(chat), *SIZE)
    assert done["new"] == pages
    assert done["laidOut"]["rows"] < 60 * len(pages)


def more(chat: dict, count: int = 3, **members) -> dict:
    """The conversation with some messages more, the last of them with these members."""
    last = calendar.timegm(time.strptime(chat["messages"][-1]["at"], "%Y-%m-%dT%H:%M:%SZ"))
    added = [{"id": f"x{number}", "from": "bo", "text": "more words", "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(last + 60 * (number + 1)))}
             for number in range(count)]
    return {**chat, "messages": [*chat["messages"], *added[:-1], {**added[-1], **members}]}


def test_row_2_pages_in_front_of_new_messages_are_not_even_read(again, chat):
    """All but the last, which has no message behind it."""
    again.export(chat, *SIZE)
    assert again.export(chat, *SIZE)["unreadPages"] == 9
    done = again.export(more(chat), *SIZE)
    assert done["unreadPages"] == 9 and done["new"] == {"10", "11"}
    # However it is written down.
    (again.folder / "indented.json").write_text(json.dumps(more(chat, 60), indent=2), encoding="utf-8")
    done = again.export(again.folder / "indented.json", *SIZE)
    assert done["unreadPages"] == 10 and done["new"] == {"11", "12"}


# What is changed of a conversation whose message 10 answers "gone", which nobody sent; and how many pages are not read.
BEHIND = {
    "a message far in front": (lambda chat: changed(chat, 60, text="other words"), 1),
    "the message behind a page": (lambda chat: changed(chat, 100, text="other words"), 1),
    "a message fewer": (lambda chat: {**chat, "messages": chat["messages"][:60] + chat["messages"][61:]}, 1),
    "a missing message comes": (lambda chat: more(chat, id="gone"), 8),
    "an answer to a message far in front": (lambda chat: more(chat, replyTo="m20"), 9),
    "an answer to one that is behind": (lambda chat: changed(chat, 170, replyTo="m400"), 3),
    "an id is there twice": (lambda chat: more(chat, id="m20"), 0),
    "a message has no id": (lambda chat: more(chat, id=""), 0),
    "an answer in a thread": (lambda chat: more(chat, thread="m20"), 0),
    "a branch": (lambda chat: more(changed(chat, 21, parent="m20"), parent="m20"), 0),
    "somebody new": (lambda chat: more(chat, **{"from": "dora"}), 0),
    "another title": (lambda chat: {**chat, "title": "Once more"}, 0),
    "another name": (lambda chat: {**chat, "participants": [{"id": "ana", "name": "Anna"}, *chat["participants"][1:]]}, 0),
    "another zone": (lambda chat: {**chat, "timeZone": "Asia/Kolkata"}, 0),
    "other markup": (lambda chat: {**chat, "text": "plain"}, 0),
    "an old message at the end": (lambda chat: more(chat, at=chat["messages"][180]["at"]), 3),
}


@pytest.mark.parametrize("change, unread", BEHIND.values(), ids=BEHIND)
def test_row_2_a_page_is_read_again_when_something_anywhere_may_change_it(again, chat, change, unread):
    chat = changed(chat, 10, replyTo="gone")
    chat = changed(chat, 20, text="*plain* or not")
    again.export(chat, *SIZE)
    done = again.export(change(chat), *SIZE)
    assert done["unreadPages"] == unread
    # And back.
    again.export(chat, *SIZE)


def test_row_2_where_no_message_has_an_id_pages_are_not_read_again_either(again, chat):
    bare = {**chat, "messages": [{name: value for name, value in message.items() if name != "id"} for message in chat["messages"]]}
    grown = more(bare)
    for message in grown["messages"]:
        message.pop("id", None)
    again.export(bare, *SIZE)
    assert again.export(grown, *SIZE)["unreadPages"] == 9
    # Some have one now.
    assert again.export(more(bare), *SIZE)["unreadPages"] == 0
    # The anchor that was made up for the 21st message.
    again.export(more(bare, id="n21"), *SIZE)


def test_row_2_a_page_that_answers_a_later_message_is_read_again_when_that_is_shown_otherwise(again, chat):
    chat = changed(chat, 170, replyTo="m400")
    again.export(chat, *SIZE)
    assert again.export(chat, *SIZE)["unreadPages"] == 9
    done = again.export(changed(chat, 400, text="other words"), *SIZE)
    assert done["unreadPages"] == 6 and done["new"] == {"4", "9"}
    again.export(chat, *SIZE)
    # On another page, and then gone.
    moved = {**chat, "messages": [*chat["messages"][:380], *more(chat, 60)["messages"][500:], *chat["messages"][380:]]}
    for message in moved["messages"][380:440]:
        message["at"] = chat["messages"][379]["at"]
    done = again.export(moved, *SIZE)
    assert done["unreadPages"] == 6 and "4" in done["new"]
    again.export(chat, *SIZE)
    done = again.export({**chat, "messages": chat["messages"][:400] + chat["messages"][401:]}, *SIZE)
    assert done["unreadPages"] == 6 and "4" in done["new"]


def test_row_2_a_page_with_a_picture_is_read_again(again, chat):
    """As the picture may have changed."""
    pictures = sorted((ROOT / "Tests" / "MediaProbeTests" / "Fixtures").glob("*.png"))[:2]
    assert len(pictures) == 2
    chat = changed(chat, 110, kind="image", attachments=[{"path": "picture.png"}])
    shutil.copy(pictures[0], again.folder / "picture.png")
    again.export(chat, *SIZE)
    assert again.export(chat, *SIZE)["unreadPages"] == 8
    shutil.copy(pictures[1], again.folder / "picture.png")
    done = again.export(chat, *SIZE)
    assert done["unreadPages"] == 8 and done["new"] == {"3"}


def test_row_2_the_searchs_files_for_groups_of_pages_stay_where_no_page_of_theirs_changed(again, chat):
    """250 pages are a group of 128 and one of 122."""
    size = ["--page-size", "2"]

    def files() -> dict:
        return {path.name: path.stat().st_ino for path in again.site.folder.rglob("map/w*.js")}

    again.export(chat, *size)
    first = files()
    assert {name.split("-")[0] for name in first} == {"w0", "w1"}
    # The same, one more page, a page of the first group changed, pages fewer, and none of the last group.
    again.export(chat, *size)
    assert files() == first
    again.export(more(chat), *size)
    assert {name for name in files() if files()[name] == first[name]} >= {name for name in first if name.startswith("w0")}
    again.export(changed(chat, 30, text="entirely other words"), *size)
    again.export({**chat, "messages": chat["messages"][:300]}, *size)
    again.export({**chat, "messages": chat["messages"][:200]}, *size)
    again.export(chat, *size)
    # A damaged one is made again, and the pages that only it told of.
    damaged = sorted(again.site.folder.rglob("map/w0-*.js"))[3]
    damaged.write_bytes(damaged.read_bytes().replace(b"|", b"#", 1))
    assert again.export(chat, *size)["laidOut"]["pages"] > 100


def test_row_2_the_target_of_a_reply_measures_the_pages_of_both(again, chat):
    replying = changed(chat, 480, replyTo="m10")
    again.export(chat, *SIZE)
    assert again.export(replying, *SIZE)["new"] == {"10"}
    answered = changed(replying, 10, text="what was answered")
    assert again.export(answered, *SIZE)["new"] == {"1", "10"}
    assert again.export(changed(answered, 11, text="another"), *SIZE)["new"] == {"1"}


def test_row_2_a_name_measures_the_pages_of_whom_it_names(again, chat):
    """Dora's only message is on page 5."""
    other = {**chat, "participants": [*chat["participants"], {"id": "dora", "name": "Dora"}]}
    other = changed(other, 225, **{"from": "dora"})
    again.export(other, *SIZE)
    renamed = {**other, "participants": [*chat["participants"], {"id": "dora", "name": "Dana"}]}
    assert again.export(renamed, *SIZE)["new"] == {"5"}


@pytest.mark.parametrize("options", [
    ["--width", "360"], ["--theme", "slate"], ["--locale", "de"], ["--time-zone", "Asia/Tokyo"], ["--me", "Ana"],
    ["--no-links"], ["--no-search"], ["--from", "2026-04-03"], ["--participant", "Bo"]], ids=" ".join)
def test_row_2_another_option_measures_everything(again, chat, options):
    again.export(chat, *SIZE)
    assert again.export(chat, *SIZE, *options)["kept"]["pages"] == 0
    # And back.
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0


def test_row_2_other_page_sizes_fonts_and_templates_measure_everything(again, chat, tmp_path):
    again.export(chat, *SIZE)
    assert again.export(chat, "--page-size", "49")["kept"]["pages"] == 0
    (tmp_path / "fonts").mkdir()
    again.export(chat, *SIZE)
    # Another character changes the face, and so possibly the page.
    assert again.export(changed(chat, 3, text="Ω"), *SIZE, "--fonts", tmp_path / "fonts")["kept"]["pages"] == 0
    again.export(chat, *SIZE)
    templates = tmp_path / "templates"
    templates.mkdir()
    page = (ROOT / "Templates" / "page.mustache").read_text(encoding="utf-8")
    (templates / "page.mustache").write_text(page.replace('<p class="now"', '<p class="now"  '), encoding="utf-8")
    assert again.export(chat, *SIZE, "--templates", templates)["kept"]["pages"] == 0
    assert again.export(chat, *SIZE, "--templates", templates)["laidOut"]["pages"] == 0


@pytest.fixture(scope="module")
def long_chat(chat) -> dict:
    """1,200 messages on 24 pages: runs of three by one person, ten minutes between runs; each day begins with a run.

    The first one needs each face, as in `chat`; message 700 answers 300, and 900 answers 301.
    """
    start = 1_775_001_600
    messages = [{"id": f"m{number}", "from": ("ana", "bo", "cy")[number // 3 % 3], "text": f"word{number % 90} and number {number}",
                 "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + number // 3 * 600 + number % 3 * 30))}
                for number in range(1_200)]
    messages[0] = {**messages[0], **{key: value for key, value in chat["messages"][0].items() if key not in messages[0]}, "text": chat["messages"][0]["text"]}
    messages[700]["replyTo"], messages[900]["replyTo"] = "m300", "m301"
    return {**chat, "messages": messages}


def at(chat: dict, number: int, seconds: int) -> dict:
    """The member that a message has whose time is so much later."""
    known = calendar.timegm(time.strptime(chat["messages"][number]["at"], "%Y-%m-%dT%H:%M:%SZ"))
    return {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(known + seconds))}


@pytest.mark.parametrize("change, rows", [
    # Messages 600, 601 and 602 are a group.
    (lambda chat: changed(chat, 601, text="other words"), 1),
    (lambda chat: changed(chat, 601, text="other words that go on and on until the bubble is higher than it was before, by far"), 1),
    (lambda chat: changed(chat, 601, reactions=[{"emoji": "+1", "by": ["bo"]}]), 1),
    (lambda chat: changed(chat, 601, edits=[{"text": "before"}]), 1),
    (lambda chat: changed(chat, 601, status="read"), 1),
    (lambda chat: changed(chat, 601, kind="poll", poll={"question": "a", "options": [{"text": "b", "votes": 1}]}), 1),
    # Still of its group, and no longer.
    (lambda chat: changed(chat, 601, **at(chat, 601, 20)), 1),
    (lambda chat: changed(chat, 602, **at(chat, 602, 200)), 2),
    # Of another person: each of the three is a group now.
    (lambda chat: changed(chat, 601, **{"from": "bo" if chat["messages"][601]["from"] == "ana" else "ana"}), 3),
    # 300 is quoted by 700; 299 and 301 do not show it.
    (lambda chat: changed(chat, 300, text="what was answered"), 2),
    # The first message of a day, whose separator stays.
    (lambda chat: changed(chat, 432, text="good morning"), 1),
    # A message that leaves its group, or comes into it; all that follow have another place.
    (lambda chat: {**chat, "messages": chat["messages"][:601] + chat["messages"][602:]}, 0),
    (lambda chat: {**chat, "messages": chat["messages"][:602] + chat["messages"][603:]}, 1),
    (lambda chat: {**chat, "messages": [*chat["messages"][:602], {**chat["messages"][601], "id": "new"}, *chat["messages"][602:]]}, 1),
    (lambda chat: {**chat, "title": "Another title"}, 0),
], ids=["text", "height", "reaction", "edit", "status", "kind", "time", "time over the border", "sender", "quoted", "first of a day",
        "gone", "last of a group gone", "new", "title"])
def test_row_2_a_change_measures_exactly_the_rows_that_show_it(again, long_chat, change, rows):
    first = again.export(long_chat, *SIZE)
    done = again.export(change(long_chat), *SIZE)
    assert done["laidOut"]["rows"] == rows
    assert done["laidOut"]["rows"] + done["kept"]["rows"] == \
        first["laidOut"]["rows"] + done["conversations"][0]["messages"] - len(long_chat["messages"])


def test_row_2_a_number_of_the_theme_measures_every_row(again, long_chat, tmp_path):
    first = again.export(long_chat, *SIZE)
    theme = tmp_path / "theme.json"
    theme.write_text(json.dumps({"theme": "chatexport-theme/1", "extends": "standard", "metrics": {"rowGap": 11}}), encoding="utf-8")
    done = again.export(long_chat, *SIZE, "--theme", theme)
    assert done["kept"]["rows"] == 0 and done["laidOut"]["rows"] == first["laidOut"]["rows"]
    assert again.export(changed(long_chat, 601, text="other words"), *SIZE, "--theme", theme)["laidOut"]["rows"] == 1


def test_row_2_rows_with_pictures_of_control_characters_are_taken_over(again, long_chat):
    first = changed(changed(long_chat, 610, text="a\x07b"), 611, text="a\u2407b")
    again.export(first, *SIZE)
    assert again.export(changed(first, 601, text="other words"), *SIZE)["laidOut"]["rows"] == 1


def test_row_2_rows_of_a_page_that_somebody_changed_are_laid_out(again, long_chat):
    again.export(long_chat, *SIZE)
    text = page_of(again, 13).read_text(encoding="utf-8")
    page_of(again, 13).write_text(text.replace("word", "ward", 1), encoding="utf-8")
    assert again.export(changed(long_chat, 601, text="other words"), *SIZE)["laidOut"]["rows"] >= 50


@pytest.mark.parametrize("damage", [
    lambda notes: notes.unlink(),
    lambda notes: notes.write_bytes(notes.read_bytes()[:-1]),
    lambda notes: notes.write_bytes(notes.read_bytes()[:-1] + b"x"),
    lambda notes: (notes.rename(notes.parent / "sound.bin"), notes.symlink_to("sound.bin")),
], ids=["gone", "cut", "changed", "link"])
def test_row_2_damaged_notes_of_rows_are_as_if_they_were_not_there(again, long_chat, damage):
    again.export(long_chat, *SIZE)
    damage(again.site.conversations[0] / "kept" / "1.bin")
    # The pages have to have sound notes again, so they are laid out: 32 have theirs in one file.
    assert again.export(long_chat, *SIZE)["laidOut"]["pages"] == min(32, len(long_chat["messages"]) // 50)
    damage(again.site.conversations[0] / "kept" / "1.bin")
    assert again.export(changed(long_chat, 601, text="other words"), *SIZE)["laidOut"]["rows"] >= 50


def edited(messages: list, dice: random.Random, count: int) -> list:
    """The messages after some edits: one comes, goes, moves, or says something else."""
    messages = [dict(message) for message in messages]
    for _ in range(count):
        place, other = dice.randrange(len(messages)), dice.randrange(len(messages))
        match dice.randrange(4):
            case 0: messages.insert(place, {**messages[other], "id": f"new-{dice.random()}"})
            case 1: messages.pop(place)
            case 2: messages[place], messages[other] = messages[other], messages[place]
            case 3: messages[place]["text"] = messages[other].get("text", "nothing")
    return messages


@pytest.mark.parametrize("seed", [1, 2])
def test_row_2_random_edits_are_what_a_fresh_export_gives(again, group_chat, seed):
    """Twenty rounds each; messages of every kind, with markup, emoji and writing in several directions. `export` compares."""
    dice = random.Random(seed)
    chat = json.loads(group_chat.read_text(encoding="utf-8"))
    chat["messages"] = chat["messages"][:400]
    rounds = 20
    kept = 0
    for _ in range(rounds):
        done = again.export(chat, "--page-size", "30")
        kept += done["laidOut"]["pages"] > 0 and done["laidOut"]["rows"] < 40
        chat = {**chat, "messages": edited(chat["messages"], dice, dice.randrange(5))}
    # Most edits leave all faces as they are, so that it was rows that were taken over.
    assert kept > rounds // 3


def test_messages_at_the_end_in_front_and_gone(again, chat):
    again.export({**chat, "messages": chat["messages"][:420]}, *SIZE)
    assert again.export(chat, *SIZE)["new"] == {"9", "10"}
    assert again.export({**chat, "messages": chat["messages"][:430]}, *SIZE)["new"] == {"9"}
    assert again.export({**chat, "messages": chat["messages"][1:430]}, *SIZE)["kept"]["pages"] == 0
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0
    # An unread marker and a thread are where they are, and nowhere else.
    thread = changed(chat, 480, thread="m10")
    assert again.export(thread, *SIZE)["new"] == {"1", "10"}


def test_several_conversations_are_kept_each(again, chat, tmp_path):
    sources = []
    for name in ("one", "two"):
        sources.append(tmp_path / f"{name}.json")
        sources[-1].write_text(json.dumps({**chat, "id": name}), encoding="utf-8")
    again.program.export(sources[0], again.site.folder, sources[1], *SIZE)
    sources[1].write_text(json.dumps({**changed(chat, 225, text="x"), "id": "two"}), encoding="utf-8")
    report = tmp_path / "report.json"
    again.program.export(sources[0], again.site.folder, sources[1], *SIZE, "--report", report)
    assert json.loads(report.read_text())["laidOut"]["pages"] == 1
    assert_same(again.program.export(sources[0], tmp_path / "fresh", sources[1], *SIZE), again.site)


def page_of(again: Again, number: int):
    return again.site.pages()[number - 1]


def test_a_page_that_somebody_changed_is_written_again(again, chat):
    again.export(chat, *SIZE)
    with open(page_of(again, 3), "a") as file:
        file.write("mine")
    text = page_of(again, 4).read_text(encoding="utf-8")
    page_of(again, 4).write_text(text.replace("word", "ward", 1), encoding="utf-8")
    page_of(again, 5).unlink()
    assert again.export(chat, *SIZE)["new"] == {"3", "4", "5"}


@pytest.mark.parametrize("make", [os.symlink, os.link, lambda target, path: os.mkfifo(path), lambda target, path: os.mkdir(path)],
                         ids=["symlink", "hard link", "pipe", "folder"])
def test_only_files_of_the_site_are_kept(again, chat, tmp_path, make):
    again.export(chat, *SIZE)
    diary = tmp_path / "diary.txt"
    diary.write_text("dear")
    page_of(again, 2).unlink()
    make(diary, again.site.conversations[0] / "2.html")
    assert again.export(chat, *SIZE)["new"] == {"2"}
    assert diary.read_text() == "dear" and not page_of(again, 2).is_symlink()


def test_a_folder_that_is_a_link_is_not_followed(again, chat, tmp_path):
    again.export(chat, *SIZE)
    folder = again.site.conversations[0]
    folder.rename(tmp_path / "moved")
    folder.symlink_to(tmp_path / "moved")
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0
    assert len(list((tmp_path / "moved").glob("[0-9]*.html"))) == 10


def test_damaged_notes_are_as_if_they_were_not_there(again, chat):
    again.export(chat, *SIZE)
    notes = again.site / "kept.bin"
    sound = notes.read_bytes()
    for content in (b"", b"\0" * 100, sound[:-1], sound[:200], sound + b"x", sound.replace(b"kept/1", b"kept/0")):
        notes.write_bytes(content)
        assert again.export(chat, *SIZE)["kept"]["pages"] == 0
    notes.unlink()
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0
    notes.unlink()
    notes.mkdir()
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0


def test_faces_are_cut_again_for_what_changed(again, chat):
    """What an export knows of its faces is enough to keep a page; to lay one out, to ship a face or a picture it cuts them."""
    chat = changed(chat, 7, text="日本のかな שלום नमस्ते 🔥👍🏽")
    again.export(chat, *SIZE)
    fonts = again.site.folder / "assets" / "fonts"
    page_of(again, 3).unlink()
    next(fonts.glob("inter-semibold-*")).unlink()
    with open(sorted((again.site.folder / "assets" / "emoji").iterdir())[0], "ab") as file:
        file.write(b"mine")
    assert again.export(chat, *SIZE)["new"] == {"3"}
    # The same characters in other words, and then another one.
    assert again.export(changed(chat, 225, text="other words"), *SIZE)["new"] == {"5"}
    assert again.export(changed(chat, 225, text="Ω"), *SIZE)["kept"]["pages"] == 0


def test_a_damaged_record_of_the_faces_is_made_again(again, chat):
    again.export(chat, *SIZE)
    record = again.site.folder / "assets" / "kept.bin"
    sound = record.read_bytes()
    for content in (b"", sound[:-1], sound[:1] + b"0" + sound[2:], sound + b"x"):
        record.write_bytes(content)
        assert again.export(chat, *SIZE)["laidOut"]["pages"] == 0
        assert record.read_bytes() == sound
    record.unlink()
    record.mkdir()
    assert again.export(chat, *SIZE)["laidOut"]["pages"] == 0


def test_fonts_that_came_or_changed_are_chosen_anew(again, chat, tmp_path):
    """Faces are chosen by the characters that fonts have, and those of a font in place of another are looked at."""
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    chat = changed(chat, 7, text="שלום")
    options = [*SIZE, "--fonts", fonts]
    assert again.export(chat, *options)["charactersWithoutFace"]
    assert again.export(chat, *options)["laidOut"]["pages"] == 0
    # In the order of their names a font without these characters, and then one that has them in its place.
    public = ROOT / "Public" / "fonts"
    shutil.copy(public / "JetBrainsMono-Regular.ttf", fonts / "face.ttf")
    assert again.export(chat, *options)["laidOut"]["pages"] == 0
    hebrew = next((ROOT / "Tests" / "TestSupport" / "Fonts").glob("*Hebrew*"))
    shutil.copy(hebrew, fonts / "face.ttf")
    assert again.export(chat, *options)["charactersWithoutFace"] == []
    assert again.export(chat, *options)["laidOut"]["pages"] == 0


def test_a_font_whose_table_of_contents_hides_a_change_is_cut_afresh(again, chat, tmp_path):
    """A font that somebody drew in, and whose checksums they left: what was cut from it is not what it was."""
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    font = fonts / "face.ttf"
    shutil.copy(next((ROOT / "Tests" / "TestSupport" / "Fonts").glob("*Hebrew*")), font)
    chat = changed(chat, 7, text="שלום")
    options = [*SIZE, "--fonts", fonts]
    again.export(chat, *options)
    content = bytearray(font.read_bytes())
    # Each letter's advance is one unit more or less; the table's entry says checksum, place and length.
    entry = content.index(b"hmtx")
    start, length = (int.from_bytes(content[at:at + 4], "big") for at in (entry + 8, entry + 12))
    for at in range(start + 1, start + length, 4):
        content[at] ^= 1
    font.write_bytes(content)
    # Nothing is laid out, so nothing is cut.
    assert again.program.run(tmp_path / "chat.json", "--out", again.site.folder, "--quiet", *options).returncode == 0
    assert again.export(changed(chat, 225, text="other words"), *options)["kept"]["pages"] == 0


def test_a_damaged_index_of_the_search_is_made_again(again, chat):
    again.export(chat, *SIZE)
    (again.site.conversations[0] / "map" / "s0.js").write_text('chatexport("s0","x")\n')
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0


def test_flipped_bits_anywhere_in_the_notes_change_nothing(program, again, chat, tmp_path):
    chat = {**chat, "messages": chat["messages"][:60]}
    again.export(chat, *SIZE)
    expected, notes = again.site.bytes_by_name(), again.site / "kept.bin"
    dice = random.Random(7)
    for round in range(40):
        content = bytearray(expected["kept.bin"])
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        if round % 2:
            # The sum is right again: what stands in the notes is still looked at.
            content[-64:] = hashlib.sha256(content[:-64]).hexdigest().encode()
        notes.write_bytes(content)
        result = program.run(tmp_path / "chat.json", "--out", again.site.folder, *SIZE, "--quiet")
        assert result.returncode == 0, result.stderr
        found = again.site.bytes_by_name()
        if round % 2:
            # One wrong bit in notes that seem whole may change what the front and the map say of a page, its dates and
            # its height; and no page.
            pages = [name for name in expected if re.search(r"/\d+\.html$", name)]
            assert pages and [found[name] for name in pages] == [expected[name] for name in pages]
        else:
            assert found == expected


def test_a_killed_export_leaves_what_can_be_kept(again, chat, generate, tmp_path):
    again.export(chat, *SIZE)
    before = again.site.bytes_by_name()
    process = subprocess.Popen(
        [str(again.program.binary), str(generate(100_000, 1)), "--out", str(again.site.folder), "--quiet"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.5)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert again.site.bytes_by_name() == before
    assert again.export(chat, *SIZE)["laidOut"]["pages"] == 0
