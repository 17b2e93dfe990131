"""Exports of one chat become one conversation, and of two chats never."""

import base64
import json
import re
import sqlite3
import struct
import zipfile
import zlib

import pytest
from conftest import ROOT

FIXTURES = ROOT / "Tests" / "ChatImportTests" / "Fixtures"


def png(red, green, blue):
    """A picture of 8 by 8 px in one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes((red, green, blue)) * 8 for _ in range(8))
    head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


RED, BLUE, GREEN = png(255, 0, 0), png(0, 0, 255), png(0, 255, 0)


class Row:
    def __init__(self, markup, folder):
        self.markup = markup
        label = re.search(r'aria-label="([^"]*)"', markup.split(">", 1)[0])
        self.sender = re.sub(r"[\u2066-\u2069\u200e\u200f]", "", label[1]) if label else ""
        self.text = re.sub(r"[\u2066-\u2069\u200e\u200f]", "", re.sub(r"<[^>]+>", "\n", markup)).replace("\u00a0", " ")
        times = re.findall(r'datetime="([^"]*)"', markup)
        self.time = times[-1] if times else ""
        names = re.findall(r'(?:src|href)="([^"#?]*media/[^"#?]*)"', markup)
        self.files = {(folder / name).resolve().read_bytes() for name in names if (folder / name).is_file()}


def run(program, tmp_path, *inputs, options=("--time-zone", "UTC"), name="site"):
    """Exports and returns the conversations, each as its title and rows, and the report's findings by their codes."""
    site, report = tmp_path / name, tmp_path / f"{name}.json"
    result = program.run(*inputs, "--out", site, "--report", report, "--force", *options)
    assert result.returncode == 0, result.stderr
    document = json.loads(report.read_text())
    findings = {}
    for finding in document["findings"]:
        findings.setdefault(finding["code"], []).append(finding["message"])
    chats = []
    for entry in document["conversations"]:
        folder = site / entry["id"]
        pages = sorted((page for page in folder.glob("*.html") if page.stem.isdigit()), key=lambda page: int(page.stem))
        rows = [
            Row(markup, folder) for page in pages
            for markup in re.findall(r"<article.*?</article>", page.read_text(encoding="utf-8"), re.S)]
        chats.append((entry["title"], rows))
    return chats, findings


def only(chats):
    assert len(chats) == 1, [title for title, _ in chats]
    return chats[0][1]


def one(rows, words):
    found = [row for row in rows if words in row.text]
    assert len(found) == 1, f"{len(found)} rows say {words!r}"
    return found[0]


def write(path, text, **files):
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(text, bytes):
        path.write_bytes(text)
    else:
        path.write_text(text, encoding="utf-8")
    return path


def whatsapp(folder, title, lines, **files):
    write(folder / f"WhatsApp Chat with {title}.txt", "\n".join(lines) + "\n")
    for name, data in files.items():
        write(folder / name.replace("__", "."), data)
    return folder


def both(program, tmp_path, one_input, other, **settings):
    """Exports two inputs in both orders, and returns the conversations, which must be the same."""
    first, findings = run(program, tmp_path, one_input, other, name="ab", **settings)
    second, _ = run(program, tmp_path, other, one_input, name="ba", **settings)
    def words(chats):
        return sorted((title, [(row.sender, row.time, row.text) for row in rows]) for title, rows in chats)
    assert words(first) == words(second)
    return first, findings


# Files of joined exports


def test_two_whatsapp_exports_have_their_own_files(program, tmp_path):
    january = whatsapp(tmp_path / "january", "Ida", [
        "05/01/2026, 10:00 - Bo: Map.png (file attached)", "05/01/2026, 10:02 - Ida: the first one",
        "15/01/2026, 10:01 - Bo: see you at the pier"], Map__png=RED)
    february = whatsapp(tmp_path / "february", "Ida", [
        "15/01/2026, 10:01 - Bo: see you at the pier", "16/02/2026, 10:00 - Bo: Map.png (file attached)",
        "16/02/2026, 10:02 - Ida: the second one"], Map__png=BLUE)
    march = whatsapp(tmp_path / "march", "Ida", [
        "16/02/2026, 10:02 - Ida: the second one", "17/03/2026, 10:00 - Bo: Map.png (file attached)"], Map__png=GREEN)
    chats, _ = run(program, tmp_path, march, january, february)
    files = [row.files for row in only(chats) if row.files]
    assert files == [{RED}, {BLUE}, {GREEN}]


def test_zips_have_their_own_files(program, tmp_path):
    inputs = []
    for month, day, colour in (("01", "05", RED), ("02", "16", BLUE)):
        path = tmp_path / month / "WhatsApp Chat - Ida.zip"
        path.parent.mkdir()
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("_chat.txt", f"[{day}/{month}/2026, 10:00:00] Bo: \u200e<attached: 00000002-PHOTO.png>\r\n"
                                          f"[{day}/{month}/2026, 10:02:00] Ida: thanks for {month}\r\n")
            archive.writestr("00000002-PHOTO.png", colour)
        inputs.append(path)
    chats, _ = both(program, tmp_path, *inputs)
    assert [row.files for row in only(chats) if row.files] == [{RED}, {BLUE}]


def test_the_copy_that_has_the_file_wins(program, tmp_path):
    lines = ["05/01/2026, 10:00 - Bo: Map.png (file attached)", "05/01/2026, 10:02 - Ida: the red one"]
    old = whatsapp(tmp_path / "old", "Ida", lines, Map__png=RED)
    new = whatsapp(tmp_path / "new", "Ida", [
        "05/01/2026, 10:00 - Bo: <Media omitted>", lines[1], "16/02/2026, 10:00 - Ida: later"])
    chats, _ = both(program, tmp_path, old, new)
    rows = only(chats)
    assert len(rows) == 3 and rows[0].files == {RED}


def telegram(folder, chat, messages, **files):
    write(folder / "result.json", json.dumps({
        "name": "Trip", "type": "private_group", "id": chat, "messages": [
            {"id": number, "type": "message", "date": f"2026-05-{number:02d}T10:00:00",
             "date_unixtime": str(1777629600 + 86400 * (number - 1)), "from": "Ana", "from_id": "user1", "text": text, **more}
            for number, text, more in messages]}))
    for name, data in files.items():
        write(folder / "photos" / name.replace("__", "."), data)
    return folder


def test_two_telegram_exports_have_their_own_files(program, tmp_path):
    picture = {"photo": "photos/photo_1.png", "width": 8, "height": 8}
    old = telegram(tmp_path / "old", 7, [(1, "first", picture), (2, "between", {})], photo_1__png=RED)
    new = telegram(tmp_path / "new", 7, [(2, "between", {}), (3, "second", picture)], photo_1__png=BLUE)
    chats, _ = both(program, tmp_path, old, new)
    rows = only(chats)
    assert [row.files for row in rows] == [{RED}, set(), {BLUE}]


def test_a_missing_file_is_that_of_the_older_export(program, tmp_path):
    picture = {"photo": "photos/photo_1.png", "width": 8, "height": 8}
    old = telegram(tmp_path / "old", 7, [(1, "first", picture)], photo_1__png=RED)
    new = telegram(tmp_path / "new", 7, [(1, "first", picture), (3, "second", {})])
    chats, findings = both(program, tmp_path, old, new)
    assert only(chats)[0].files == {RED} and "missing-file" not in findings


def discord(path, messages, channel="1200000000000000077"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path = path.parent / f"Rowers - Text - {path.name} [{channel}].json"
    write(path, json.dumps({
        "guild": {"id": "1", "name": "Rowers"},
        "channel": {"id": channel, "type": "GuildTextChat", "category": "Text", "name": "boats", "topic": None},
        "dateRange": {"after": None, "before": None}, "messages": [
            {"id": str(1300000000000000000 + number), "type": "Default", "timestamp": f"2026-02-{number:02d}T10:00:00+00:00",
             "timestampEdited": None, "isPinned": False, "content": text, "author": {
                 "id": "11", "name": "mara", "discriminator": "0000", "nickname": "Mara", "isBot": False, "avatarUrl": ""},
             "attachments": [], "embeds": [], "reactions": [], "mentions": [], **more}
            for number, text, more in messages], "messageCount": len(messages)}))
    return path


def test_two_discord_exports_have_their_own_files_and_avatars(program, tmp_path):
    def picture(number):
        return {"attachments": [{"id": str(number), "url": "boats_Files/a.png", "fileName": "a.png", "fileSizeBytes": 80}]}
    old = discord(tmp_path / "old" / "boats", [(1, "first", picture(1)), (2, "between", {})])
    new = discord(tmp_path / "new" / "boats", [(2, "between", {}), (3, "second", picture(3))])
    write(tmp_path / "old" / "boats_Files" / "a.png", RED)
    write(tmp_path / "new" / "boats_Files" / "a.png", BLUE)
    chats, _ = both(program, tmp_path, old, new)
    assert [row.files for row in only(chats)] == [{RED}, set(), {BLUE}]


def meta(folder, box, thread, messages, title="Zoë", app="facebook"):
    def text(words):
        return words.encode("utf-8").decode("latin-1")
    path = folder / f"your_{app}_activity" / "messages" / box / thread / "message_1.json"
    write(path, json.dumps({
        "participants": [{"name": text(title)}, {"name": "Kai Holm"}], "title": text(title), "is_still_participant": True,
        "thread_path": f"{box}/{thread}", "magic_words": [], "messages": [
            {"sender_name": text(sender), "timestamp_ms": time, **({"content": text(words)} if words else {}), **more}
            for time, sender, words, more in sorted(messages, key=lambda message: -message[0])]}))
    return folder


def test_pictures_of_the_second_zip_are_found_if_the_first_has_none(program, tmp_path):
    uris = [f"your_facebook_activity/messages/inbox/{thread}/photos/1.png" for thread in ("zoe_101", "ana_102")]
    for thread, uri, title in (("zoe_101", uris[0], "Zoë"), ("ana_102", uris[1], "Ana")):
        meta(tmp_path / "first", "inbox", thread, [
            (1700000100000, title, "look", {"photos": [{"uri": uri, "creation_timestamp": 1700000100}]}),
            (1700000200000, "Kai Holm", "fine", {})], title)
    for uri, colour in zip(uris, (RED, BLUE)):
        write(tmp_path / "second" / uri, colour)
    zips = []
    for name in ("first", "second"):
        path = tmp_path / f"facebook-{name}.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for file in sorted((tmp_path / name).rglob("*.*")):
                archive.write(file, file.relative_to(tmp_path / name))
        zips.append(path)
    chats, _ = run(program, tmp_path, *zips, options=("--me", "Kai Holm", "--time-zone", "UTC"))
    pictures = {title: one(rows, "look").files for title, rows in chats}
    assert pictures == {"Zoë": {RED}, "Ana": {BLUE}}


# Two chats of one name


def test_two_whatsapp_groups_of_one_name_stay_apart(program, tmp_path):
    def group(folder, day, founder, *lines):
        return whatsapp(tmp_path / folder, "Crew", [
            f"{day}, 10:00 - Messages and calls are end-to-end encrypted. Only people in this chat can read them.",
            f'{day}, 10:00 - {founder} created group "Crew"', *lines])
    old = group("old", "02/03/2021", "Opa", "02/03/2021, 10:05 - Opa: Ahoy all", "14/03/2021, 10:06 - Bo: Hi")
    new = group("new", "05/01/2026", "Bo", "05/01/2026, 10:05 - Bo: A new one", "15/01/2026, 10:06 - Ida: Lunch?")
    chats, findings = both(program, tmp_path, old, new)
    assert len(chats) == 2 and all(title == "Crew" for title, _ in chats)
    assert "--join 'Crew=Crew'" in findings["namesakes"][0]
    joined, _ = run(program, tmp_path, old, new, options=("--join", "Crew=Crew", "--time-zone", "UTC"))
    assert [words for words in ("Ahoy all", "Lunch?") if one(only(joined), words)] == ["Ahoy all", "Lunch?"]


def test_private_chats_with_two_people_of_one_name(program, tmp_path):
    first = whatsapp(tmp_path / "first", "Ann", [
        "01/05/2026, 10:00 - Ann: how is the boat", "03/05/2026, 10:00 - Me: dry at last", "20/05/2026, 10:00 - Ann: good"])
    second = whatsapp(tmp_path / "second", "Ann", [
        "02/05/2026, 11:00 - Ann: the report is due", "04/05/2026, 11:00 - Me: on Monday", "25/05/2026, 11:00 - Ann: fine"])
    chats, findings = both(program, tmp_path, first, second)
    assert sorted(len(rows) for _, rows in chats) == [3, 3] and "nothing in common" in findings["namesakes"][0]


def test_exports_of_one_chat_without_an_overlap_are_joined(program, tmp_path):
    january = whatsapp(tmp_path / "january", "Ann", ["13/01/2026, 10:00 - Ann: frost", "14/01/2026, 10:00 - Me: indeed"])
    march = whatsapp(tmp_path / "march", "Ann", ["13/03/2026, 10:00 - Ann: thaw", "14/03/2026, 10:00 - Me: at last"])
    chats, findings = both(program, tmp_path, january, march)
    assert len(only(chats)) == 4 and "namesakes" not in findings


def test_groups_without_a_common_person_stay_apart(program, tmp_path):
    one_group = whatsapp(tmp_path / "one", "Crew", ["13/01/2026, 10:00 - Ann: frost", "14/01/2026, 10:00 - Bo: indeed"])
    other = whatsapp(tmp_path / "other", "Crew", ["13/03/2026, 10:00 - Cy: thaw", "14/03/2026, 10:00 - Dov: at last"])
    chats, findings = both(program, tmp_path, one_group, other)
    assert len(chats) == 2 and "nobody speaks in both" in findings["namesakes"][0]


def test_join_says_that_it_found_nothing(program, tmp_path):
    source = whatsapp(tmp_path / "one", "Crew", ["13/01/2026, 10:00 - Ann: frost", "14/01/2026, 10:00 - Bo: indeed"])
    _, findings = run(program, tmp_path, source, options=("--join", "Crew=Crow"))
    assert "Crew=Crow" in findings["unknown-join"][0]
    assert program.run(source, "--out", tmp_path / "x", "--join", "Crew").returncode == 2


TEXTS = {
    "line": lambda title, lines: f"[LINE] Chat history with {title}\nSaved on: 2026/05/30 12:00\n\n" + "".join(
        f"2026/05/{day:02d}({'FSSMTWT'[(day - 1) % 7]}un)\n".replace("un)", {0: "ri)", 1: "at)", 2: "un)", 3: "on)", 4: "ue)", 5: "ed)", 6: "hu)"}[(day - 1) % 7])
        + f"{time}\t{name}\t{text}\n\n" for day, time, name, text in lines),
    "kakaotalk": lambda title, lines: f"KakaoTalk Chats with {title}\nDate Saved : 2026-05-30 12:00\n\n" + "".join(
        f"May {day}, 2026 at {time} AM, {name} : {text}\n" for day, time, name, text in lines),
}


@pytest.mark.parametrize("kind", TEXTS)
def test_other_text_formats_ask_for_proof(program, tmp_path, kind):
    def export(name, title, *lines):
        return write(tmp_path / name / f"{title}.txt", TEXTS[kind](title, lines))
    first = export("first", "Ann", (1, "10:00", "Ann", "how is the boat"), (3, "10:00", "Kim", "dry"), (20, "10:00", "Ann", "good"))
    second = export("second", "Ann", (2, "11:00", "Ann", "the report is due"), (4, "11:00", "Kim", "on Monday"), (25, "11:00", "Ann", "fine"))
    later = export("later", "Ann", (20, "10:00", "Ann", "good"), (28, "10:00", "Kim", "bye"))
    chats, findings = both(program, tmp_path, first, second)
    assert sorted(len(rows) for _, rows in chats) == [3, 3], [(title, [row.text for row in rows]) for title, rows in chats]
    assert "namesakes" in findings
    chats, _ = run(program, tmp_path, later, second, first, name="three")
    assert sorted(len(rows) for _, rows in chats) == [3, 4]
    assert {row.time[:10] for _, rows in chats if len(rows) == 4 for row in rows} == {"2026-05-01", "2026-05-03", "2026-05-20", "2026-05-28"}


def telegram_page(folder, title, messages):
    rows = "".join(
        f'<div class="message default clearfix" id="message{number}"><div class="body">'
        f'<div class="pull_right date details" title="{day:02d}.01.2026 {time} UTC+00:00">{time[:5]}</div>'
        f'<div class="from_name">\n{name} \n</div>{media}<div class="text">\n{text}\n</div></div></div>\n'
        for number, day, time, name, text, media in messages)
    write(folder / "messages.html", f"""<!DOCTYPE html>
<html>
 <head>
  <meta charset="utf-8"/>
<title>Exported Data</title>
  <link href="css/style.css" rel="stylesheet"/>
 </head>
 <body onload="CheckLocation();">
  <div class="page_wrap">
   <div class="page_header"><div class="content"><div class="text bold">
{title} 
     </div></div></div>
   <div class="page_body chat_page">
    <div class="history">
{rows}
    </div>
   </div>
  </div>
 </body>
</html>
""")
    return folder


def photo(name):
    return (f'<div class="media_wrap clearfix"><a class="photo_wrap clearfix pull_left" href="photos/{name}">'
            f'<img class="photo" src="photos/{name}" style="width: 8px; height: 8px"/></a></div>')


def test_telegram_pages_of_two_groups_of_one_name(program, tmp_path):
    first = telegram_page(tmp_path / "first", "Club", [
        (1, 5, "10:00:00", "Ana", "one of the first club", ""), (2, 5, "10:01:00", "Ben", "two of the first club", "")])
    second = telegram_page(tmp_path / "second", "Club", [
        (1, 5, "15:00:00", "Cleo", "one of the other club", ""), (2, 6, "15:01:00", "Dov", "two of the other club", ""),
        (3, 6, "15:02:00", "Cleo", "three of the other club", "")])
    # A later export of the first group, with a picture of the same name as one of the older export.
    later = telegram_page(tmp_path / "later", "Club", [
        (2, 5, "10:01:00", "Ben", "two of the first club", ""), (3, 9, "10:00:00", "Ana", "with a picture", photo("photo_1.jpg"))])
    older = telegram_page(tmp_path / "older", "Club", [
        (1, 5, "10:00:00", "Ana", "one of the first club", photo("photo_1.jpg"))])
    write(later / "photos" / "photo_1.jpg", RED)
    write(older / "photos" / "photo_1.jpg", BLUE)
    chats, findings = both(program, tmp_path, first, second)
    assert sorted(len(rows) for _, rows in chats) == [2, 3] and "number" in findings["namesakes"][0]
    chats, _ = run(program, tmp_path, second, later, first, name="three")
    assert sorted(len(rows) for _, rows in chats) == [3, 3]
    chats, _ = both(program, tmp_path, later, older)
    assert [row.files for row in only(chats)] == [{BLUE}, set(), {RED}]


# Messages that were edited, deleted, moved or doubled


def test_edited_and_deleted_between_two_exports(program, tmp_path):
    old = whatsapp(tmp_path / "old", "Ida", [
        "05/01/2026, 10:00 - Bo: Shall we row on Sunday?", "15/01/2026, 10:05 - Ida: a secret word",
        "15/01/2026, 10:06 - Bo: teh tide turns at noon", "15/01/2026, 10:06 - Bo: bring oars", "15/01/2026, 10:07 - Ida: Map.png (file attached)"],
        Map__png=RED)
    new = whatsapp(tmp_path / "new", "Ida", [
        "05/01/2026, 10:00 - Bo: Shall we row on Sunday?", "15/01/2026, 10:05 - Ida: This message was deleted",
        "15/01/2026, 10:06 - Bo: the tide turns at noon <This message was edited>", "15/01/2026, 10:06 - Bo: bring oars",
        "15/01/2026, 10:07 - Ida: This message was deleted"])
    chats, _ = both(program, tmp_path, old, new)
    rows = only(chats)
    assert len(rows) == 5
    assert "Deleted" in one(rows, "a secret word").text
    edited = one(rows, "the tide turns at noon")
    assert "teh tide" in edited.text and "dited" in edited.text
    assert rows[-1].files == {RED} and "Deleted" in rows[-1].text


def test_line_messages_that_were_unsent(program, tmp_path):
    old = write(tmp_path / "old" / "a.txt", TEXTS["kakaotalk"]("Ann", [
        (1, "10:00", "Ann", "how is the boat"), (3, "10:00", "Kim", "a secret word"), (20, "10:00", "Ann", "good")]))
    new = write(tmp_path / "new" / "a.txt", TEXTS["kakaotalk"]("Ann", [
        (1, "10:00", "Ann", "how is the boat"), (3, "10:00", "Kim", "This message was deleted."), (20, "10:00", "Ann", "good")]))
    chats, _ = both(program, tmp_path, old, new)
    rows = only(chats)
    assert len(rows) == 3 and "Deleted" in one(rows, "a secret word").text


def test_edits_and_deletions_of_messages_with_ids(program, tmp_path):
    old = discord(tmp_path / "old" / "boats", [(1, "teh first", {}), (2, "second", {}), (3, "third", {})])
    new = discord(tmp_path / "new" / "boats", [
        (1, "the first", {"timestampEdited": "2026-02-01T10:09:00+00:00"}), (2, "second", {}), (4, "fourth", {})])
    chats, findings = both(program, tmp_path, old, new)
    rows = only(chats)
    assert len(rows) == 4 and "teh first" in one(rows, "the first").text
    assert "1 messages are new in a later one, 2 were known, 1 of these differ, and 1 are in an older one only" in findings["merged"][0]


def test_an_instagram_edit_is_no_second_message(program, tmp_path):
    start = 1721734400000
    for language, word in (("en", "edited"), ("de", "bearbeitet"), ("ja", "編集済み"), ("fr", "modifié")):
        source = meta(tmp_path / language, "inbox", "zoe_17849", [
            (start, "Zoë", "How did you come?", {}), (start + 90_000, "Kai Holm", "By the nihgt ferry", {}),
            (start + 100_000, "Kai Holm", "ok", {}), (start + 114_000, "Kai Holm", f"By the night ferry ({word})", {}),
            (start + 150_000, "Kai Holm", f"By the night ferry, really ({word})", {}),
            (start + 3_000_000, "Kai Holm", "No pair (edited)", {})], app="instagram")
        chats, _ = run(program, tmp_path, source, name=f"site-{language}", options=("--me", "Kai Holm", "--time-zone", "UTC"))
        rows = only(chats)
        assert len(rows) == 4, [row.text for row in rows]
        edited = one(rows, "By the night ferry, really")
        assert "By the nihgt ferry" in edited.text and f"({word})" not in edited.text and "dited" in edited.text
        assert edited.time == "2024-07-23T11:34:50Z"
        assert one(rows, "No pair (edited)")


@pytest.mark.parametrize("box", ["archived_threads", "message_requests", "filtered_threads", "e2ee_cutover"])
def test_a_thread_that_changed_its_box(program, tmp_path, box):
    messages = [(1700000100000, "Zoë", "at nine?", {}), (1700000200000, "Kai Holm", "see you", {})]
    old = meta(tmp_path / "2024", "inbox", "zoe_101", messages)
    new = meta(tmp_path / "2026", box, "zoe_101", [*messages, (1700000900000, "Kai Holm", "later", {})])
    other = meta(tmp_path / "2026", box, "zoe_102", [(1700000300000, "Zoë", "another Zoë", {})])
    assert other == new
    chats, _ = both(program, tmp_path, old, new, options=("--me", "Kai Holm", "--time-zone", "UTC"))
    assert sorted(len(rows) for _, rows in chats) == [1, 3]


def sms(path, *messages):
    return write(path, "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses>\n" + "\n".join(messages) + "\n</smses>\n")


def text(date, body, address="+16505550123", **more):
    facts = "".join(f' {name}="{value}"' for name, value in more.items())
    return f'<sms address="{address}" date="{date}" type="{more.get("kind", 1)}" body="{body}" contact_name="Pia"{facts} />'


def test_sms_that_a_restore_doubled(program, tmp_path):
    def mms(data, name="p.png", date=1735700120000, words=True):
        part = f'data="{base64.b64encode(data).decode()}"' if data else 'text="null"'
        body = '<part ct="text/plain" text="look at this" />' if words else ""
        return (f'<mms date="{date}" msg_box="1" address="+16505550123" m_type="132"><parts>{body}'
                f'<part ct="image/png" name="{name}" {part} /></parts><addrs><addr address="+16505550123" type="137" /></addrs></mms>')
    source = sms(
        tmp_path / "sms.xml", text(1735700000123, "exact twice"), text(1735700000123, "exact twice"),
        text(1735700010123, "twice, other fields"), text(1735700010123, "twice, other fields", "6505550123", read=0),
        text(1735700020723, "rounded down"), text(1735700020000, "rounded down"),
        text(1735700030723, "rounded up"), text(1735700031000, "rounded up"),
        text(1735700040100, "ok"), text(1735700040900, "ok"),
        mms(None), mms(RED), mms(BLUE, "a.png", 1735700200000, False), mms(GREEN, "b.png", 1735700200000, False))
    chats, findings = run(program, tmp_path, source)
    rows = only(chats)
    for words in ("exact twice", "twice, other fields", "rounded down", "rounded up", "look at this"):
        assert one(rows, words)
    assert len([row for row in rows if "\nok\n" in row.text]) == 2
    assert one(rows, "look at this").files == {RED}
    assert [row.files for row in rows[-2:]] == [{BLUE}, {GREEN}]
    assert "5 messages" in findings["doubled"][0]


def test_sms_of_two_programs(program, tmp_path):
    first = sms(tmp_path / "a.xml", text(1735700000123, "one"), text(1735700010723, "two"))
    second = sms(tmp_path / "b.xml", text(1735700000000, "one"), text(1735700011000, "two"), text(1735700020000, "three"))
    chats, _ = both(program, tmp_path, first, second)
    assert len(only(chats)) == 3


def chat_db(path, *, title=None, second_people=("+12025550122", "+12025550111")):
    database = sqlite3.connect(path)
    database.executescript("""
      CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE, text TEXT, handle_id INTEGER DEFAULT 0,
        service TEXT, date INTEGER, is_from_me INTEGER DEFAULT 0, item_type INTEGER DEFAULT 0, group_title TEXT,
        group_action_type INTEGER DEFAULT 0, associated_message_guid TEXT, associated_message_type INTEGER DEFAULT 0);
      CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT, service TEXT);
      CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, guid TEXT, style INTEGER, chat_identifier TEXT, service_name TEXT,
        display_name TEXT, group_id TEXT);
      CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
      CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
      CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY, guid TEXT, filename TEXT);
      CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER);""")
    people = [(1, "+12025550111", "SMS"), (2, "+12025550122", "SMS"), *(
        (3 + index, number, "RCS") for index, number in enumerate(second_people))]
    database.executemany("INSERT INTO handle VALUES (?, ?, ?)", people)
    database.executemany("INSERT INTO chat VALUES (?, ?, 43, ?, ?, ?, ?)", [
        (1, "SMS;+;chat100", "chat100", "SMS", None, "GA"), (2, "RCS;+;chat200", "chat200", "RCS", title, "GB")])
    database.executemany("INSERT INTO chat_handle_join VALUES (?, ?)", [(1 if key < 3 else 2, key) for key, _, _ in people])
    for key, (chat, handle, words) in enumerate([(1, 1, "kayaks?"), (1, 2, "yes"), (2, 3, "now with RCS"), (2, 4, "same people")], 1):
        database.execute("INSERT INTO message (guid, text, handle_id, service, date) VALUES (?, ?, ?, 'SMS', ?)",
                         (f"G{key}", words, handle, 700000000000000000 + key * 60000000000))
        database.execute("INSERT INTO chat_message_join VALUES (?, ?)", (chat, key))
    database.commit()
    database.close()
    return path


def test_a_group_that_went_from_sms_to_rcs(program, tmp_path):
    chats, findings = run(program, tmp_path, chat_db(tmp_path / "chat.db"))
    assert [word for word in ("kayaks?", "same people") if one(only(chats), word)] and len(only(chats)) == 4
    assert "unknown-owner" not in findings
    for name, changes in (("named.db", {"title": "Trip"}), ("others.db", {"second_people": ("+12025550122", "+12025550199")})):
        chats, _ = run(program, tmp_path, chat_db(tmp_path / name, **changes), name=f"site-{name}")
        assert len(chats) == 2, name


# Webhooks


def test_a_webhook_speaks_under_the_name_at_the_message(program, tmp_path):
    def author(name, identifier="777", bot=True):
        return {"author": {"id": identifier, "name": name, "discriminator": "0000", "nickname": name, "isBot": bot, "avatarUrl": ""}}
    quoting = {"type": "Reply", "reference": {"messageId": str(1300000000000000000 + 2), "channelId": "1200000000000000077"}}
    source = discord(tmp_path / "a" / "boats", [
        (1, "I am Luna", author("Luna")), (2, "and I am Sol", author("Sol")), (3, "hello both", {}),
        (4, "again Luna", author("Luna")), (5, "an answer", quoting)])
    chats, _ = run(program, tmp_path, source)
    rows = only(chats)
    assert [row.sender for row in rows] == ["Luna", "Sol", "Mara", "Luna", "Mara"]
    assert "Sol" in rows[-1].text and "Luna" not in rows[-1].text


def test_webhooks_in_csv_text_and_html(program, tmp_path):
    table = write(tmp_path / "csv" / "Rowers - Text - boats [1200000000000000078].csv", "\n".join([
        "AuthorID,Author,Date,Content,Attachments,Reactions",
        *(f'"{key}","{name}","2026-02-0{day}T10:00:00.0000000+00:00","{words}","",""' for day, key, name, words in (
            (1, "777", "Luna", "I am Luna"), (2, "777", "Sol", "and I am Sol"), (3, "11", "mara", "hello"), (4, "777", "Luna", "again")))]))
    line = "=" * 62
    words = write(tmp_path / "txt" / "Rowers - Text - boats [1200000000000000079].txt",
                  f"{line}\nGuild: Rowers\nChannel: Text / boats\n{line}\n\n" + "".join(
                      f"[0{day}-Feb-26 10:00 AM] {name}\n{text}\n\n" for day, name, text in (
                          (1, "Luna", "I am Luna"), (2, "Sol", "and I am Sol"), (3, "mara", "hello"), (4, "Luna", "again")))
                  + f"\n{line}\nExported 4 message(s)\n{line}\n")
    groups = "".join(
        f'<div class="chatlog__message-group"><div id="chatlog__message-container-{1300000000000000000 + day}" '
        f'class="chatlog__message-container" data-message-id="{1300000000000000000 + day}"><div class="chatlog__message">'
        f'<div class="chatlog__message-primary"><div class="chatlog__header"><span class="chatlog__author" title="{name}" '
        f'data-user-id="{key}">{name}</span>{tag}<span class="chatlog__timestamp" title="2026-02-0{day}">'
        f'<a href="#">02/0{day}/2026 10:00 AM</a></span></div>'
        f'<div class="chatlog__content chatlog__markdown"><span class="chatlog__markdown-preserve">{text}</span></div>'
        "</div></div></div></div>\n"
        for day, key, name, text, tag in (
            (1, "777", "Luna", "I am Luna", '<span class="chatlog__author-tag">BOT</span>'),
            (2, "777", "Sol", "and I am Sol", '<span class="chatlog__author-tag">BOT</span>'), (3, "11", "mara", "hello", ""),
            (4, "777", "Luna", "again", '<span class="chatlog__author-tag">BOT</span>')))
    page = write(tmp_path / "html" / "Rowers - Text - boats [1200000000000000080].html",
                 '<!DOCTYPE html><html><head><title>Rowers - boats</title></head><body><div class="preamble"><div '
                 'class="preamble__entries-container"><div class="preamble__entry">Rowers</div><div class="preamble__entry">Text / boats'
                 f'</div></div></div><div class="chatlog">{groups}</div><div class="postamble"><div class="postamble__entry">'
                 "Exported 4 message(s)</div></div></body></html>")
    for source in (table, words, page):
        chats, _ = run(program, tmp_path, source, name=source.suffix)
        assert [row.sender for row in only(chats)] == ["Luna", "Sol", "mara", "Luna"], source.suffix


# Parts and numbers


def test_parts_of_a_channel_are_no_copies_of_each_other(program, tmp_path):
    name = "Rowers - Text - boats [1200000000000000078]"
    head = "AuthorID,Author,Date,Content,Attachments,Reactions"
    def part(times):
        return "\n".join([head, *(f'"11","mara","{time}","ok","",""' for time in times)])
    at = "2026-02-01T10:00:00.0000000+00:00"
    first = write(tmp_path / "csv" / f"{name}.csv", part([at, at]))
    second = write(tmp_path / "csv" / f"{name} [part 2].csv", part([at, "2026-02-02T10:00:00.0000000+00:00"]))
    chats, findings = both(program, tmp_path, first, second)
    assert len(only(chats)) == 4 and "merged" not in findings
    # A later export of the channel has the same messages, in one file.
    later = write(tmp_path / "later" / f"{name}.csv", part([at, at, at, "2026-02-02T10:00:00.0000000+00:00"]))
    chats, findings = run(program, tmp_path, first, second, later, name="later-site")
    assert len(only(chats)) == 4
    assert "is in 2 exports: 0 messages are new in a later one, 4 were known, 0 of these differ, and 0 are in an older one only" in findings["merged"][0]


def test_the_note_counts_each_message_once(program, tmp_path):
    exports = [
        discord(tmp_path / str(first) / "boats", [(day, f"day {day}", {}) for day in range(first, first + 4)])
        for first in (1, 4, 7)]
    chats, findings = run(program, tmp_path, *exports)
    assert len(only(chats)) == 10
    assert "is in 3 exports: 6 messages are new in a later one, 2 were known, 0 of these differ, and 6 are in an older one only" in findings["merged"][0]


def test_found_house_9_1_voters_of_joined_exports_keep_their_votes(program, tmp_path):
    def chat(name, people, number, by):
        return write(tmp_path / name, json.dumps({
            "format": "chatexport/1", "id": "crew", "title": "Crew",
            "participants": [{"id": key, "name": key.title()} for key in people], "messages": [
                {"id": f"m{number}", "from": people[0], "at": f"2026-05-0{number}T10:00:00Z", "poll": {
                    "question": f"Day {number}?", "options": [{"text": "Yes", "votes": 1, "by": [by]}]}}]}))
    first = chat("a.json", ["ann", "bo"], 1, "bo")
    second = chat("b.json", ["cy", "bo", "ann"], 2, "bo")
    site = tmp_path / "site"
    assert program.run(first, second, "--out", site).returncode == 0
    page = next(site.glob("*/1.html")).read_text(encoding="utf-8")
    rows = re.findall(r"<article.*?</article>", page, re.S)
    assert len(rows) == 2 and all("Bo" in row and "Cy" not in row.split("Day", 1)[1] for row in rows)


# More of the kinds


def test_a_photo_deleted_on_the_phone_takes_no_other_photo_with_it(program, tmp_path):
    """Two photos of one minute without words, of which the newer export lacks the first."""
    lines = ["05/01/2026, 10:00 - Bo: IMG-20260105-WA0001.png (file attached)", "05/01/2026, 10:00 - Bo: IMG-20260105-WA0002.png (file attached)"]
    end = "15/01/2026, 10:00 - Ida: fine"
    old = whatsapp(tmp_path / "old", "Ida", [*lines, end], **{"IMG-20260105-WA0001__png": RED, "IMG-20260105-WA0002__png": BLUE})
    new = whatsapp(tmp_path / "new", "Ida", [lines[1], end], **{"IMG-20260105-WA0002__png": BLUE})
    third = whatsapp(tmp_path / "third", "Ida", ["05/01/2026, 10:00 - Bo: <Media omitted>"] * 2 + [end])
    chats, _ = both(program, tmp_path, old, new)
    pictures = set().union(*(row.files for row in only(chats)))
    assert pictures == {RED, BLUE} and len(only(chats)) == 2 + 1
    chats, _ = run(program, tmp_path, third, new, old, name="three")
    assert set().union(*(row.files for row in only(chats))) == {RED, BLUE}


def test_and_3_two_phones_with_other_names(program, tmp_path):
    """Each phone has its own files and names; one message was edited, one deleted, before the second export."""
    words = ["we row at nine on Sunday", "bring the long oars please", "the gate code is 4711", "nobody forgets the cake"]
    mine = whatsapp(tmp_path / "mine", "Bo", [
        *(f"{5 + day:02d}/05/2026, 10:0{day} - {'Bo' if day % 2 else 'Ann'}: {text}" for day, text in enumerate(words)),
        "14/05/2026, 10:00 - Bo: Plan.png (file attached)", "14/05/2026, 10:01 - Bo: a secret word",
        "14/05/2026, 10:02 - Bo: teh end of it"], Plan__png=RED)
    other = tmp_path / "other" / "WhatsApp Chat - Annie"
    write(other / "_chat.txt", "".join([
        *(f"[{5 + day:02d}/05/2026, 10:0{day}:20] {'Bodo' if day % 2 else 'Annie'}: {text}\r\n" for day, text in enumerate(words)),
        "\u200e[14/05/2026, 10:00:20] Bodo: \u200e<attached: 00000007-Plan.png>\r\n",
        "\u200e[14/05/2026, 10:01:20] Bodo: \u200eYou deleted this message.\r\n",
        "[14/05/2026, 10:02:20] Bodo: the end of it \u200e<This message was edited>\r\n",
        "\u200e[20/05/2026, 10:00:20] Annie: \u200e<attached: 00000008-Plan.png>\r\n"]))
    write(other / "00000007-Plan.png", RED)
    write(other / "00000008-Plan.png", BLUE)
    chats, _ = run(program, tmp_path, mine, other)
    rows = only(chats)
    assert len(rows) == 8 and {row.sender for row in rows} == {"Ann", "Bo"}
    assert [row.files for row in rows if row.files] == [{RED}, {BLUE}]
    assert "Deleted" in one(rows, "a secret word").text and "teh end" in one(rows, "the end of it").text


def test_a_line_message_that_was_unsent(program, tmp_path):
    lines = [(1, "10:00", "Ann", "how is the boat"), (3, "10:00", "Kim", "a secret word"), (20, "10:00", "Ann", "good")]
    old = write(tmp_path / "old" / "a.txt", TEXTS["line"]("Ann", lines))
    changed = TEXTS["line"]("Ann", [*lines, (21, "10:00", "Kim", "later")]).replace("\tKim\ta secret word", "\t\tKim unsent a message.")
    changed = changed.replace("\thow is the boat\n", "\thow is the boat\n10:00\tKim\tdry\n")
    new = write(tmp_path / "new" / "a.txt", changed)
    chats, _ = both(program, tmp_path, old, new)
    rows = only(chats)
    assert len(rows) == 5 and "Deleted" in one(rows, "a secret word").text


def test_many_exports_in_linear_time(program, tmp_path):
    """A hundred exports of one chat, and fifty chats of one name, in no more than a few seconds."""
    inputs = [
        whatsapp(tmp_path / f"month{month}", "Ann", [
            f"{day:02d}/{month % 12 + 1:02d}/{2010 + month // 12}, 10:00 - {'Ann' if day % 2 else 'Me'}: {month} {day}"
            for day in range(1, 29)]) for month in range(100)]
    inputs += [
        whatsapp(tmp_path / f"crew{number}", "Crew", [
            f"{day:02d}/01/2026, {number // 6:02d}:{number % 6}0 - {name} {number}: {number} {name} {day}"
            for day, name in ((1, "Bo"), (15, "Cy"), (28, "Bo"))]) for number in range(50)]
    chats, _ = run(program, tmp_path, *inputs)
    assert sorted(len(rows) for _, rows in chats) == [3] * 50 + [2800]


# Pictures, orders and times that joining lost


def test_pictures_of_one_time_are_all_shown(program, tmp_path):
    """Pictures without words, sent at one time: only equal ones are copies, however many there are, and in a second backup too."""
    pictures = [png(number, 2 * number, 255 - number) for number in range(70)]

    def backup(name, data):
        return sms(tmp_path / name / "sms.xml", *(
            f'<mms date="1735700200000" msg_box="1" address="+16505550123" m_type="132"><parts><part ct="image/png" name="p.png" '
            f'data="{base64.b64encode(picture).decode()}" /></parts></mms>' for picture in data))
    chats, _ = both(program, tmp_path, backup("one", pictures), backup("two", [*pictures[:3], GREEN]))
    rows = only(chats)
    assert len(rows) == 71 and set().union(*(row.files for row in rows)) == {*pictures, GREEN}


def test_messages_without_a_time_are_no_copies(program, tmp_path):
    undated = text("unknown", "no date")
    first = sms(tmp_path / "a.xml", text(1735700000123, "one"), undated, undated)
    chats, _ = run(program, tmp_path, first)
    assert [row.text.count("no date") for row in only(chats)] == [0, 1, 1]
    # What two exports have is shown once: as often as the one that has it most.
    second = sms(tmp_path / "b.xml", text(1735700000123, "one"), undated, undated, undated, text(1735700020000, "two"))
    chats, _ = both(program, tmp_path, first, second)
    assert sum("no date" in row.text for row in only(chats)) == 3 and len(only(chats)) == 5


def test_own_emoji_of_joined_channels_are_those_of_their_export(program, tmp_path):
    def channel(name, number, picture):
        emoji = [{"id": "99", "name": "boat", "code": "boat", "isAnimated": False, "imageUrl": "boats_Files/boat.png"}]
        path = discord(tmp_path / name / name, [(number, f"{name} :boat: sails", {"inlineEmojis": emoji})], channel=f"12000000000000000{number}")
        write(tmp_path / name / "boats_Files" / "boat.png", picture)
        return path
    first, second = channel("north", 11, RED), channel("south", 12, BLUE)
    chats, _ = run(program, tmp_path, first, second, options=("--time-zone", "UTC", "--join", f"{first}={second}"))
    rows = only(chats)
    assert one(rows, "north").files == {RED} and one(rows, "south").files == {BLUE}


def sticker_database(folder, chat, person, picture):
    """A conversation of Messages whose one message has a sticker as a reaction."""
    path = chat_db(write(folder / "Attachments" / "aa" / "sticker.png", picture).parents[2] / "chat.db")
    database = sqlite3.connect(path)
    database.executescript("DELETE FROM chat; DELETE FROM chat_message_join; DELETE FROM chat_handle_join; DELETE FROM message; DELETE FROM handle;")
    database.execute("INSERT INTO handle VALUES (1, ?, 'iMessage')", (person,))
    database.execute("INSERT INTO chat VALUES (1, ?, 45, ?, 'iMessage', NULL, NULL)", (f"iMessage;-;{person}", person))
    database.execute("INSERT INTO chat_handle_join VALUES (1, 1)")
    for guid, words, target, kind in ((f"M{chat}", f"words of {chat}", None, 0), (f"S{chat}", None, f"p:0/M{chat}", 2007)):
        row = database.execute(
            "INSERT INTO message (guid, text, handle_id, service, date, associated_message_guid, associated_message_type) "
            "VALUES (?, ?, 1, 'iMessage', ?, ?, ?)", (guid, words, 700000000000000000 + (chat * 3600 + kind) * 10**9, target, kind)).lastrowid
        database.execute("INSERT INTO chat_message_join VALUES (1, ?)", (row,))
    database.execute("INSERT INTO attachment VALUES (1, 'a', '~/Library/Messages/Attachments/aa/sticker.png')")
    database.execute("INSERT INTO message_attachment_join VALUES (?, 1)", (row,))
    database.commit()
    database.close()
    return folder


@pytest.mark.parametrize("is_chosen", [False, True], ids=["one-person", "chosen"])
def test_stickers_on_messages_of_joined_exports_are_those_of_their_export(program, tmp_path, is_chosen):
    """In one conversation of two exports, and in two that the user joins."""
    first = sticker_database(tmp_path / "first", 1, "+12025550111", RED)
    second = sticker_database(tmp_path / "second", 2, "+12025550122" if is_chosen else "+12025550111", BLUE)
    options = ["--time-zone", "UTC", *(["--join", "+12025550111=+12025550122"] if is_chosen else [])]
    chats, _ = run(program, tmp_path, first, second, options=options)
    rows = only(chats)
    assert one(rows, "words of 1").files == {RED} and one(rows, "words of 2").files == {BLUE}


def test_joined_exports_in_their_own_order_keep_their_times(program, tmp_path):
    """With --keep-order a message stays behind one that a wrong clock put later, and is shown with its own time."""
    words = ["we row at nine on Sunday", "bring the long oars please", "the gate code is 4711", "nobody forgets the cake"]

    def phone(name, ann, bo, *more):
        return whatsapp(tmp_path / name, bo, [
            *(f"{5 + day:02d}/05/2026, 10:0{day} - {bo if day % 2 else ann}: {line}" for day, line in enumerate(words)), *more])
    one_phone = phone("one", "Ann", "Bo", "20/05/2026, 10:00 - Ann: the clock is wrong", "19/05/2026, 10:00 - Bo: the clock is right")
    other = phone("other", "Annie", "Bodo")
    for name, inputs in (("ab", [one_phone, other]), ("ba", [other, one_phone])):
        chats, _ = run(program, tmp_path, *inputs, options=("--time-zone", "UTC", "--keep-order"), name=name)
        rows = only(chats)
        assert [row.time[:10] for row in rows[-2:]] == ["2026-05-20", "2026-05-19"]
        assert "is right" in rows[-1].text


def test_conversations_of_one_name_are_told_in_the_order_of_the_inputs(program, tmp_path):
    """Each of two exports has six chats, and for each name two chats stay apart."""
    names = ["Ada", "Bea", "Cleo", "Dora", "Edda", "Fay"]
    inputs = [tmp_path / "one", tmp_path / "two"]
    for month, folder in enumerate(inputs):
        for number, name in enumerate(names, 1):
            telegram_page(folder / "chats" / f"chat_{number}", name, [
                (line, line + month, f"1{month}:00:00", person, f"{folder.name} {name} {line}", "") for line, person in ((1, name), (9, f"Kim {month}"))])
    for attempt in range(3):
        _, findings = run(program, tmp_path, *inputs, name=f"site{attempt}")
        assert [re.search(r"called '(\w+)'", note)[1] for note in findings["namesakes"]] == names


# Phone numbers


def spoken(chats, *words):
    """The titles of the chats that have the words, one for each of `words`."""
    return [title for word in words for title, rows in chats if any(word in row.text for row in rows)]


@pytest.mark.parametrize("addresses", [
    ("+491701234567", "+431701234567"), ("+12125550199", "+13125550199"), ("+442125550199", "0012125550199")])
def test_numbers_of_different_countries_or_areas_are_different_people(program, tmp_path, addresses):
    def message(date, words, address, name):
        return text(date, words, address).replace("Pia", name)
    source = sms(
        tmp_path / "sms.xml", message(1735700000000, "from bob", addresses[0], "Bob"),
        message(1735700060000, "from eve", addresses[1], "Eve"))
    chats, _ = run(program, tmp_path, source)
    assert spoken(chats, "from bob", "from eve") == ["Bob", "Eve"]
    names = write(tmp_path / "names.csv", f"{addresses[0]},Bob Real\n{addresses[1]},Eve Real\n")
    chats, _ = run(program, tmp_path, source, options=("--alias", names, "--time-zone", "UTC"), name="named")
    assert spoken(chats, "from bob", "from eve") == ["Bob Real", "Eve Real"]


@pytest.mark.parametrize("written, international", [
    ("0170 1234567", "+491701234567"), ("(0)170-123 45 67", "+49 (0)170 1234567"), ("2125550199", "+12125550199"),
    ("12125550199", "+1 212 555 0199"), ("2125550199", "12125550199"), ("8 912 345-67-89", "+79123456789"),
    ("12345678", "+4712345678")])
@pytest.mark.parametrize("files", [1, 2])
def test_a_spelling_without_the_code_is_the_only_number_dialled_in_this_way(program, tmp_path, written, international, files):
    messages = [text(1735700000000, "first", written), text(1735700060000, "second", international)]
    sources = [sms(tmp_path / "a.xml", *messages)] if files == 1 else [
        sms(tmp_path / "a.xml", messages[0]), sms(tmp_path / "b.xml", messages[1])]
    chats, _ = run(program, tmp_path, *sources)
    assert len(only(chats)) == 2


def test_a_spelling_without_the_code_that_two_numbers_share_is_a_number_of_its_own(program, tmp_path):
    addresses = ["0170 1234567", "+491701234567", "+431701234567", "50199", "+12125550199"]
    source = sms(tmp_path / "sms.xml", *(
        text(1735700000000 + number, f"number {number}", address).replace("Pia", f"Person {number}")
        for number, address in enumerate(addresses)))
    chats, _ = run(program, tmp_path, source)
    assert sorted(len(rows) for _, rows in chats) == [1] * 5


# Proof


def two_anns(tmp_path, *common):
    """Two chats called Ann, each with its beginning, and with lines in common."""
    def lines(day, *own):
        return [f"{day}/01/2026, 09:00 - Messages and calls are end-to-end encrypted. No one outside of this chat can read them.",
                *own, *common]
    return (
        whatsapp(tmp_path / "a", "Ann", lines(25, "25/01/2026, 09:10 - Ann: hello one", "25/01/2026, 09:20 - Ann: one more thing")),
        whatsapp(tmp_path / "b", "Ann", lines(24, "25/01/2026, 09:11 - Ann: hello other", "25/01/2026, 09:21 - Ann: very other")))


@pytest.mark.parametrize("common", [
    ["25/01/2026, 10:02 - Bob: hi"], [f"25/01/2026, 10:{minute:02d} - Bob: ok" for minute in range(2)]])
def test_short_texts_in_common_do_not_make_two_chats_one(program, tmp_path, common):
    chats, findings = both(program, tmp_path, *two_anns(tmp_path, *common))
    assert [len(rows) for _, rows in chats] == [4 + len(common) - 1] * 2 and "merged" not in findings
    assert "each has a beginning" in findings["namesakes"][0] or "nothing in common" in findings["namesakes"][0]


def test_one_text_of_two_people_does_not_make_two_groups_one(program, tmp_path):
    groups = [whatsapp(tmp_path / name, "Family", [
        f"01/01/2026, 00:0{minute} - Ann: {name} first", f"01/01/2026, 00:02 - {wisher}: Happy new year everyone!",
        f"01/01/2026, 00:0{minute + 4} - Bob: {name} last"]) for name, minute, wisher in (("one", 0, "Ann"), ("two", 1, "Bob"))]
    chats, findings = both(program, tmp_path, *groups)
    assert [len(rows) for _, rows in chats] == [3, 3] and "namesakes" in findings


def test_exports_of_short_texts_are_joined_if_most_of_both_are_equal(program, tmp_path):
    shared = [f"14/01/2026, 10:{minute:02d} - {('Ann', 'Me')[minute % 2]}: {word}" for minute, word in enumerate(["hi", "yes", "ok", "bye"])]
    old = whatsapp(tmp_path / "old", "Ann", ["13/01/2026, 10:00 - Ann: yo", *shared])
    new = whatsapp(tmp_path / "new", "Ann", [*shared, "15/01/2026, 10:00 - Me: so"])
    chats, _ = both(program, tmp_path, old, new)
    assert len(only(chats)) == 6


def test_the_note_of_a_chosen_join_says_that_the_user_chose_it(program, tmp_path):
    ann = whatsapp(tmp_path / "a", "Ann", ["13/01/2026, 10:00 - Ann: frost", "14/01/2026, 10:00 - Me: indeed"])
    annie = whatsapp(tmp_path / "b", "Annie", ["13/01/2026, 11:00 - Ann: thaw", "14/01/2026, 11:00 - Me: at last"])
    chats, findings = run(program, tmp_path, ann, annie, options=("--join", "Ann=Annie", "--time-zone", "UTC"))
    assert len(only(chats)) == 4
    assert "--join" in findings["merged"][0] and "name alone" not in findings["merged"][0]


# Titles


def chatgpt(path, title, *turns):
    nodes = {"r": {"id": "r", "message": None, "parent": None, "children": ["0"]}}
    for number, (time, words) in enumerate(turns):
        nodes[str(number)] = {
            "id": str(number), "parent": str(number - 1) if number else "r",
            "children": [str(number + 1)] if number + 1 < len(turns) else [], "message": {
                "id": f"m{number}", "author": {"role": ("user", "assistant")[number % 2], "name": None, "metadata": {}},
                "create_time": time, "content": {"content_type": "text", "parts": [words]}, "status": "finished_successfully",
                "end_turn": True, "weight": 1.0, "metadata": {}, "recipient": "all"}}
    return write(path / "conversations.json", json.dumps([{
        "title": title, "create_time": turns[0][0], "update_time": turns[-1][0], "mapping": nodes, "current_node": str(len(turns) - 1),
        "conversation_id": "e91f0f76-4c60-4290-a909-a84fb2f90db5", "id": "e91f0f76-4c60-4290-a909-a84fb2f90db5"}])).parent


def claude(path, title, *turns):
    return write(path / "conversations.json", json.dumps([{
        "uuid": "0b7e1f0a-1111-4222-8333-444455556666", "name": title, "created_at": "2026-01-01T10:00:00Z",
        "updated_at": "2026-01-01T10:00:00Z", "account": {"uuid": "a"}, "chat_messages": [
            {"uuid": f"m{number}", "text": words, "content": [{"type": "text", "text": words}],
             "sender": ("human", "assistant")[number % 2], "created_at": f"2026-01-{time:02d}T10:00:00Z",
             "updated_at": f"2026-01-{time:02d}T10:00:00Z", "attachments": [], "files": []}
            for number, (time, words) in enumerate(turns)]}])).parent


@pytest.mark.parametrize("kind", ["chatgpt", "claude", "meta", "discord"])
def test_a_renamed_chat_has_the_title_of_the_newest_export(program, tmp_path, kind):
    if kind in ("chatgpt", "claude"):
        make, turns = {"chatgpt": (chatgpt, [(1768834800, "the question"), (1768834805, "the answer"), (1768920000, "once more")]),
                       "claude": (claude, [(1, "the question"), (2, "the answer"), (9, "once more")])}[kind]
        old, new = make(tmp_path / "old", "Old words", *turns[:2]), make(tmp_path / "new", "New words", *turns)
    elif kind == "meta":
        messages = [(1700000100000, "Zoë", "the question", {}), (1700000900000, "Kai Holm", "once more", {})]
        old = meta(tmp_path / "old", "inbox", "zoe_101", messages[:1], "Old words")
        new = meta(tmp_path / "new", "inbox", "zoe_101", messages, "New words")
    else:
        old, new = discord(tmp_path / "old" / "a", [(1, "the question", {})]), discord(tmp_path / "new" / "a", [(1, "the question", {}), (2, "once more", {})])
        for path, title in ((old, "old-words"), (new, "new-words")):
            path.write_text(path.read_text().replace('"name": "boats"', f'"name": "{title}"'))
    chats, findings = both(program, tmp_path, new, old)
    title = chats[0][0]
    assert len(chats) == 1 and "new" in title.lower() and "old" not in title.lower(), title
    assert re.search("old.words", findings["merged"][0].lower()), findings["merged"]


# Files of one name


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_a_later_one_of_its_name_wrote_over_is_kept(program, tmp_path, packed):
    old = whatsapp(tmp_path / "old", "Ida", [
        "24/01/2026, 09:58 - Ida: where do we go", "25/01/2026, 10:00 - Bo: Plan.png (file attached)"], Plan__png=RED)
    new = whatsapp(tmp_path / "new", "Ida", [
        "24/01/2026, 09:58 - Ida: where do we go", "25/01/2026, 10:00 - Bo: Plan.png (file attached)",
        "26/01/2026, 10:00 - Bo: Plan.png (file attached)"], Plan__png=BLUE)
    if packed:
        for folder in (old, new):
            with zipfile.ZipFile(tmp_path / f"{folder.name}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for file in sorted(folder.iterdir()):
                    archive.write(file, file.name)
        old, new = tmp_path / "old.zip", tmp_path / "new.zip"
    chats, findings = both(program, tmp_path, old, new)
    assert [row.files for row in only(chats)][1:] == [{RED}, {BLUE}]
    assert "Plan.png" in findings["merged"][0]


def test_files_that_differ_for_no_visible_reason_are_told(program, tmp_path):
    lines = ["24/01/2026, 09:58 - Ida: where do we go", "25/01/2026, 10:00 - Bo: Plan.png (file attached)"]
    old = whatsapp(tmp_path / "old", "Ida", lines, Plan__png=RED)
    new = whatsapp(tmp_path / "new", "Ida", [*lines, "27/01/2026, 10:00 - Ida: nice"], Plan__png=BLUE)
    chats, findings = both(program, tmp_path, old, new)
    assert only(chats)[1].files == {BLUE} and "such as 'Plan.png', differ between the exports" in findings["merged"][0]


def test_files_that_agree_are_not_mentioned(program, tmp_path):
    lines = ["24/01/2026, 09:58 - Ida: where do we go", "25/01/2026, 10:00 - Bo: Plan.png (file attached)"]
    old = whatsapp(tmp_path / "old", "Ida", lines, Plan__png=RED)
    new = whatsapp(tmp_path / "new", "Ida", [*lines, "27/01/2026, 10:00 - Ida: nice"], Plan__png=RED)
    _, findings = both(program, tmp_path, old, new)
    assert "Plan.png" not in findings["merged"][0]
