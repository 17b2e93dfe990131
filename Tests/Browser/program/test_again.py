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
        self.program.export(source, self.site.folder, "--report", report, "--force", *options)
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
    # A page's neighbour decides where its last group ends.
    (lambda chat: changed(chat, 250, **{"from": chat["messages"][249]["from"]}), {"5", "6"}),
    (lambda chat: changed(chat, 250, **{"from": chat["messages"][249]["from"]}, at=chat["messages"][249]["at"]), {"5", "6"}),
], ids=["text", "sender", "time", "reaction", "status", "edit", "kind", "first of a page", "both"])
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


def pages(first: int, last: int = 10) -> set:
    return {str(number) for number in range(first, last + 1)}


# Changes of a conversation whose message 10 answers "gone", which nobody sent; and the pages that are new then.
CHANGES = {
    "nothing": (lambda chat: chat, set()),
    "messages at the end": (more, pages(10, 11)),
    "a message": (lambda chat: changed(chat, 60, text="other words"), {"2"}),
    "the message behind a page": (lambda chat: changed(chat, 100, text="other words"), {"2", "3"}),
    "a message fewer": (lambda chat: {**chat, "messages": chat["messages"][:60] + chat["messages"][61:]}, pages(2)),
    "a missing message comes": (lambda chat: more(chat, id="gone"), {"1", *pages(10, 11)}),
    "an answer to a message far in front": (lambda chat: more(chat, replyTo="m20"), pages(10, 11)),
    "an answer to one that is behind": (lambda chat: changed(chat, 170, replyTo="m410"), {"4"}),
    "another target": (lambda chat: changed(chat, 10, replyTo="m410"), {"1"}),
    "an id is there twice": (lambda chat: more(chat, id="m20"), pages(10, 11)),
    "a message has no id": (lambda chat: more(chat, id=""), pages(10, 11)),
    "an answer in a thread": (lambda chat: more(chat, thread="m20"), {"1", *pages(10, 11)}),
    "a branch": (lambda chat: more(changed(chat, 21, parent="m20"), parent="m20"), {"1", *pages(10, 11)}),
    "somebody new": (lambda chat: more(chat, **{"from": "dora"}), pages(10, 11)),
    "another title": (lambda chat: {**chat, "title": "Once more"}, pages(1)),
    "another name": (lambda chat: {**chat, "participants": [{"id": "ana", "name": "Anna"}, *chat["participants"][1:]]}, pages(1)),
    "another zone": (lambda chat: {**chat, "timeZone": "Asia/Kolkata"}, pages(1)),
    "other markup": (lambda chat: {**chat, "text": "plain"}, pages(1)),
    "an old message at the end": (lambda chat: more(chat, at=chat["messages"][180]["at"]), pages(4, 11)),
}


@pytest.mark.parametrize("change, new", CHANGES.values(), ids=CHANGES)
def test_row_2_a_change_lays_out_the_pages_that_may_show_it(again, chat, change, new):
    chat = changed(chat, 10, replyTo="gone")
    chat = changed(chat, 20, text="*plain* or not")
    again.export(chat, *SIZE)
    assert again.export(change(chat), *SIZE)["new"] == new
    # And back.
    again.export(chat, *SIZE)


def test_row_2_messages_without_ids_have_the_anchors_they_had(again, chat):
    bare = {**chat, "messages": [{name: value for name, value in message.items() if name != "id"} for message in chat["messages"]]}
    grown = more(bare)
    for message in grown["messages"]:
        message.pop("id", None)
    again.export(bare, *SIZE)
    assert again.export(grown, *SIZE)["new"] == pages(10, 11)
    # Some have one now.
    assert again.export(more(bare), *SIZE)["new"] == pages(10, 11)
    # The anchor that was made up for the 21st message.
    assert again.export(more(bare, id="n21"), *SIZE)["new"] == {"1", "11"}


def test_row_2_a_page_that_answers_a_later_message_shows_it_as_it_is(again, chat):
    chat = changed(chat, 170, replyTo="m410")
    again.export(chat, *SIZE)
    assert again.export(changed(chat, 410, text="other words"), *SIZE)["new"] == {"4", "9"}
    again.export(chat, *SIZE)
    # On another page, and then gone.
    moved = {**chat, "messages": [*chat["messages"][:380], *more(chat, 60)["messages"][500:], *chat["messages"][380:]]}
    for message in moved["messages"][380:440]:
        message["at"] = chat["messages"][379]["at"]
    assert again.export(moved, *SIZE)["new"] == {"4", *pages(8, 12)}
    again.export(chat, *SIZE)
    assert again.export({**chat, "messages": chat["messages"][:410] + chat["messages"][411:]}, *SIZE)["new"] == {"4", "9", "10"}


PICTURES = sorted((ROOT / "Tests" / "MediaProbeTests" / "Fixtures").glob("*.png"))[:2]


@pytest.mark.parametrize("members", [
    {"kind": "image", "attachments": [{"path": "picture.png"}]},
    {"reactions": [{"emoji": "x", "image": "picture.png", "by": ["bo"]}]},
    {"kind": "linkPreview", "linkPreview": {"url": "https://example.org", "image": {"path": "picture.png"}}},
    {"kind": "video", "attachments": [{"path": "film.mp4", "poster": "picture.png"}]},
], ids=["image", "reaction", "preview", "poster"])
def test_row_2_a_page_is_laid_out_again_when_a_file_it_shows_changed(again, chat, members):
    assert len(PICTURES) == 2
    chat = changed(chat, 110, **members)
    picture = again.folder / "picture.png"
    (again.folder / "film.mp4").write_bytes(b"\0\0\0\x18ftypisom" + b"\0" * 40)
    shutil.copy(PICTURES[0], picture)
    again.export(chat, *SIZE)
    assert again.export(chat, *SIZE)["new"] == set()
    # The time alone is nothing.
    os.utime(picture, (1, 1))
    assert again.export(chat, *SIZE)["new"] == set()
    # Without another name, size or time than before.
    shutil.copy(PICTURES[1], picture)
    os.utime(picture, (1, 1))
    assert again.export(chat, *SIZE)["new"] == {"3"}
    picture.unlink()
    assert again.export(chat, *SIZE)["new"] == {"3"}
    shutil.copy(PICTURES[0], picture)
    assert again.export(chat, *SIZE)["new"] == {"3"}


def test_row_2_a_sticker_at_a_pages_edge_belongs_to_the_page_beside_it(again, chat):
    """A group goes on behind a sticker only if there is a picture of it."""
    for number, beside in ((100, "2"), (149, "4")):
        with_sticker = changed(chat, number, kind="sticker", text="", attachments=[{"path": "sticker.png"}])
        shutil.copy(PICTURES[0], again.folder / "sticker.png")
        again.export(with_sticker, *SIZE)
        (again.folder / "sticker.png").unlink()
        assert again.export(with_sticker, *SIZE)["new"] == {"3", beside}


def test_row_2_the_searchs_files_for_groups_of_pages_stay_where_no_page_of_theirs_changed(again, chat):
    """250 pages are a group of 128 and one of 122."""
    size = ["--page-size", "2"]

    def files() -> dict:
        return {path.name: path.stat().st_ino for path in again.site.folder.rglob("map/w*.js")}

    again.export(chat, *size)
    first = files()
    assert {name.split("-")[0] for name in first} == {"w0", "w1"}
    # No change, one more page, a page of the first group changed, pages fewer, and none of the last group.
    again.export(chat, *size)
    assert files() == first
    again.export(more(chat), *size)
    assert {name for name in files() if files()[name] == first[name]} >= {name for name in first if name.startswith("w0")}
    again.export(changed(chat, 30, text="entirely other words"), *size)
    again.export({**chat, "messages": chat["messages"][:300]}, *size)
    again.export({**chat, "messages": chat["messages"][:200]}, *size)
    again.export(chat, *size)
    # A damaged one is made again, from what is known of the pages.
    damaged = sorted(again.site.folder.rglob("map/w0-*.js"))[3]
    damaged.write_bytes(damaged.read_bytes().replace(b"|", b"#", 1))
    assert again.export(chat, *size)["laidOut"]["pages"] == 0


def test_row_2_the_target_of_a_reply_measures_the_pages_of_both(again, chat):
    replying = changed(chat, 480, replyTo="m10")
    again.export(chat, *SIZE)
    assert again.export(replying, *SIZE)["new"] == {"10"}
    answered = changed(replying, 10, text="what was answered")
    assert again.export(answered, *SIZE)["new"] == {"1", "10"}
    assert again.export(changed(answered, 11, text="another"), *SIZE)["new"] == {"1"}


def test_row_2_a_name_measures_no_page_before_its_owner_came(again, chat):
    """Dora's first message is on page 5."""
    other = {**chat, "participants": [*chat["participants"], {"id": "dora", "name": "Dora"}]}
    other = changed(other, 225, **{"from": "dora"})
    again.export(other, *SIZE)
    renamed = {**other, "participants": [*chat["participants"], {"id": "dora", "name": "Dana"}]}
    assert again.export(renamed, *SIZE)["new"] == pages(5)


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


@pytest.mark.parametrize("damage", [
    lambda record: record.unlink(),
    lambda record: record.write_bytes(record.read_bytes()[:-1]),
    lambda record: record.write_bytes(record.read_bytes()[:-1] + b"x"),
    lambda record: record.symlink_to(record.rename(record.parents[3] / "sound.bin")),
], ids=["gone", "cut", "changed", "link"])
def test_row_2_a_damaged_record_of_pages_is_as_if_it_were_not_there(again, chat, damage):
    """A file has the records of eight pages."""
    again.export(chat, *SIZE)
    damage(again.site.conversations[0] / "reuse" / "1.bin")
    assert again.export(chat, *SIZE)["new"] == pages(1, 8)


def edited(chat: dict, dice: random.Random, count: int, folder) -> dict:
    """The conversation after some edits: a message comes, goes, moves, says or answers something else; a file or a name changes."""
    messages, people = [dict(message) for message in chat["messages"]], [dict(person) for person in chat["participants"]]
    for _ in range(count):
        index, other = dice.randrange(len(messages)), dice.randrange(len(messages))
        match dice.randrange(7):
            case 0: messages.insert(index, {**messages[other], "id": f"new-{dice.random()}"})
            case 1: messages.pop(index)
            case 2: messages[index], messages[other] = messages[other], messages[index]
            case 3: messages[index]["text"] = messages[other].get("text", "nothing")
            case 4: messages[index]["replyTo"] = messages[other].get("id", "gone")
            case 5: shutil.copy(dice.choice(PICTURES), folder / f"picture{dice.randrange(3)}.png")
            case 6: people[-1]["name"] = f"Somebody {dice.randrange(3)}"
    return {**chat, "messages": messages, "participants": people}


@pytest.mark.parametrize("seed", [1, 2])
def test_row_2_random_edits_are_what_a_fresh_export_gives(again, group_chat, seed):
    """Twenty rounds each; messages of every kind, with attachments, markup, emoji and writing in several directions. `export`
    compares."""
    dice = random.Random(seed)
    chat = json.loads(group_chat.read_text(encoding="utf-8"))
    chat["messages"] = chat["messages"][:400]
    for number in range(3):
        shutil.copy(PICTURES[0], again.folder / f"picture{number}.png")
        chat["messages"][60 + 100 * number].update(kind="image", attachments=[{"path": f"picture{number}.png"}])
    # Named last, by one of the last messages: another name for them is not on the pages before.
    chat["participants"].append({"id": "late", "name": "Somebody"})
    chat["messages"][350]["from"] = "late"
    rounds, reused = 20, 0
    for _ in range(rounds):
        done = again.export(chat, "--page-size", "30")
        reused += done["laidOut"]["pages"] > 0 and done["kept"]["pages"] > 0
        chat = edited(chat, dice, dice.randrange(5), again.folder)
    # Most edits leave some pages as they are.
    assert reused > rounds // 3


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
    notes = again.site / "reuse.bin"
    sound = notes.read_bytes()
    for content in (b"", b"\0" * 100, sound[:-1], sound[:200], sound + b"x", sound.replace(b"reuse/1", b"reuse/0")):
        notes.write_bytes(content)
        assert again.export(chat, *SIZE)["kept"]["pages"] == 0
    notes.unlink()
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0
    notes.unlink()
    notes.mkdir()
    assert again.export(chat, *SIZE)["kept"]["pages"] == 0


def test_faces_are_cut_again_for_what_changed(again, chat):
    """The record of an export's faces is enough to keep a page; to lay one out, to ship a face or a picture it cuts them."""
    chat = changed(chat, 7, text="日本のかな שלום नमस्ते 🔥👍🏽")
    again.export(chat, *SIZE)
    fonts = again.site.folder / "assets" / "fonts"
    page_of(again, 3).unlink()
    next(fonts.glob("inter-semibold-*")).unlink()
    with open(sorted((again.site.folder / "assets" / "emoji").iterdir())[0], "ab") as file:
        file.write(b"mine")
    assert again.export(chat, *SIZE)["new"] == {"3"}
    # Known characters in other words, and then one that no face had: the other pages do not depend on it.
    assert again.export(changed(chat, 225, text="other words"), *SIZE)["new"] == {"5"}
    assert again.export(changed(chat, 225, text="Ω"), *SIZE)["new"] == {"5"}


def test_a_damaged_record_of_the_faces_is_made_again(again, chat):
    again.export(chat, *SIZE)
    record = again.site.folder / "assets" / "reuse.bin"
    sound = record.read_bytes()
    for content in (b"", sound[:-1], sound[:1] + b"0" + sound[2:], sound + b"x"):
        record.write_bytes(content)
        assert again.export(chat, *SIZE)["laidOut"]["pages"] == 0
        assert record.read_bytes() == sound
    record.unlink()
    record.mkdir()
    assert again.export(chat, *SIZE)["laidOut"]["pages"] == 0


def test_fonts_that_came_or_changed_are_chosen_anew(again, chat, tmp_path):
    """Faces are chosen by the characters that fonts have, and those of a font in place of another are looked at.

    Pages depend on the fonts there are to choose from, so each change of these lays all of them out again."""
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    chat = changed(chat, 7, text="שלום")
    options = [*SIZE, "--fonts", fonts]
    assert again.export(chat, *options)["charactersWithoutFace"]
    assert again.export(chat, *options)["laidOut"]["pages"] == 0
    # In the order of their names a font without these characters, and then one that has them in its place.
    public = ROOT / "Public" / "fonts"
    shutil.copy(public / "JetBrainsMono-Regular.ttf", fonts / "face.ttf")
    done = again.export(chat, *options)
    assert done["kept"]["pages"] == 0 and done["charactersWithoutFace"]
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
    # Each letter's advance is one unit more or less; the table's entry says checksum, offset and length.
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
    (again.site.conversations[0] / "map" / "s0.js").write_text('location.protocol=="file:"&&chatexport("s0","x")\n')
    assert again.export(chat, *SIZE)["new"] == set()


def test_flipped_bits_anywhere_in_the_notes_change_nothing(program, again, chat, tmp_path):
    chat = {**chat, "messages": chat["messages"][:60]}
    again.export(chat, *SIZE)
    expected, notes = again.site.bytes_by_name(), again.site / "reuse.bin"
    dice = random.Random(7)
    for round in range(40):
        content = bytearray(expected["reuse.bin"])
        content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
        if round % 2:
            # The sum is right again: what stands in the notes is still looked at.
            content[-64:] = hashlib.sha256(content[:-64]).hexdigest().encode()
        notes.write_bytes(content)
        result = program.run(tmp_path / "chat.json", "--out", again.site.folder, *SIZE, "--quiet")
        assert result.returncode == 0, result.stderr
        found = again.site.bytes_by_name()
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
