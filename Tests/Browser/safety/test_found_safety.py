"""What was found in November 2026 about safety, and about files that crashes and old habits leave."""

import gzip
import io
import json
import os
import shutil
import sqlite3
import subprocess
import time
import zipfile
import zlib
from pathlib import Path

import pytest

from conftest import ROOT
from site_model import Site
from test_zip import CHAT, LOG

SECRET = "words from outside the export"
CARD = f"BEGIN:VCARD\nVERSION:3.0\nFN:{SECRET}\nTEL:+351 999 111 222\nEND:VCARD\n"
# The first bytes of a journal that SQLite takes for an unfinished one, and nothing that it could undo.
JOURNAL = bytes.fromhex("d9d505f920a163d7") + bytes(504)


def exported(program, source: Path, site: Path, *options, code: int = 0, folder: Path = None) -> tuple:
    """Exports with a report. Returns the text of all pages, and the findings by their codes."""
    report = site.with_suffix(".json")
    result = program.run(source, "--out", site, "--report", report, *options, folder=folder, timeout=120)
    assert result.returncode == code, result.stderr
    found = {}
    if report.exists():
        for finding in json.loads(report.read_text())["findings"]:
            found.setdefault(finding["code"], []).append(finding)
    pages = "".join(path.read_text() for path in sorted(site.rglob("*.html"))) if site.exists() else ""
    return pages, found, result.stderr


# Databases

def messages(path: Path, *texts: str, more: str = "", wal: bool = False) -> sqlite3.Connection:
    """A database of Messages with one chat."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(path)
    if wal:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA wal_autocheckpoint=0")
    database.executescript(f"""
        CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE, text TEXT, handle_id INTEGER,
            date INTEGER, is_from_me INTEGER DEFAULT 0, service TEXT, item_type INTEGER DEFAULT 0);
        CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT, service TEXT);
        CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, guid TEXT, style INTEGER, chat_identifier TEXT, service_name TEXT,
            display_name TEXT);
        CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY, guid TEXT, filename TEXT, mime_type TEXT, transfer_name TEXT,
            total_bytes INTEGER);
        CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
        CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
        CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER);
        INSERT INTO handle VALUES (1, '+351999000111', 'iMessage');
        INSERT INTO chat VALUES (1, 'iMessage;-;+351999000111', 45, '+351999000111', 'iMessage', NULL);
        INSERT INTO chat_handle_join VALUES (1, 1);
        {more}""")
    for text in texts:
        add(database, text)
    database.commit()
    return database


def add(database: sqlite3.Connection, text: str) -> None:
    row = database.execute(
        "INSERT INTO message (guid, text, handle_id, date, service) VALUES (hex(randomblob(8)), ?, 1, "
        "600000000000000000 + 1000000000 * (SELECT count(*) FROM message), 'iMessage')", (text,)).lastrowid
    database.execute("INSERT INTO chat_message_join VALUES (1, ?)", (row,))


def slackdump(path: Path) -> None:
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE SESSION (ID INTEGER); CREATE TABLE CHUNK (ID INTEGER);
        CREATE TABLE S_USER (ID TEXT, CHUNK_ID INTEGER, IDX INTEGER, DATA BLOB);
        CREATE TABLE CHANNEL (ID TEXT, CHUNK_ID INTEGER, IDX INTEGER, DATA BLOB);
        CREATE TABLE MESSAGE (ID INTEGER, CHUNK_ID INTEGER, CHANNEL_ID TEXT, TS TEXT, DATA BLOB);""")
    database.execute("INSERT INTO CHANNEL VALUES ('C1', 1, 0, ?)", (json.dumps({"id": "C1", "name": "tea", "is_channel": True}),))
    database.execute("INSERT INTO MESSAGE VALUES (1, 1, 'C1', '1767603600.000100', ?)", (json.dumps(
        {"type": "message", "user": "U1", "ts": "1767603600.000100", "text": "hello there"}),))
    database.commit()


@pytest.mark.parametrize("kind", ["file", "folder", "zip", "slackdump"])
@pytest.mark.parametrize("command", ["export", "inspect"])
def test_a_rollback_journal_is_neither_read_nor_removed(program, tmp_path, kind, command):
    victim = tmp_path / "victim.txt"
    victim.write_text("mine")
    folder = tmp_path / "export"
    name = "slackdump.sqlite" if kind == "slackdump" else "chat.db"
    if kind == "slackdump":
        folder.mkdir()
        slackdump(folder / name)
    else:
        messages(folder / name, "hello there").close()
    journal = folder / f"{name}-journal"
    journal.write_bytes(JOURNAL + str(victim).encode())
    source = folder / name if kind in ("file", "slackdump") else folder
    if kind == "zip":
        source = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", folder))
    before = sorted((path.name, path.read_bytes()) for path in folder.iterdir())
    if command == "inspect":
        result = program.run("inspect", source, "--json")
        assert result.returncode == 0, result.stderr
    else:
        pages, found, _ = exported(program, source, tmp_path / "site")
        assert "hello there" in pages
        assert "open the database once with its program" in found["unfinished-changes"][0]["message"]
        assert found["unfinished-changes"][0]["severity"] == "loss"
    assert victim.read_text() == "mine"
    assert sorted((path.name, path.read_bytes()) for path in folder.iterdir()) == before


def test_the_loss_of_a_journal_is_in_the_summary(program, tmp_path):
    messages(tmp_path / "chat.db", "hello there").close()
    (tmp_path / "chat.db-journal").write_bytes(JOURNAL)
    assert program.run(tmp_path / "chat.db", "--out", tmp_path / "site", "--strict").returncode == 1
    (tmp_path / "chat.db-journal").write_bytes(b"")
    assert program.run(tmp_path / "chat.db", "--out", tmp_path / "site", "--strict").returncode == 0


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_unmerged_changes_are_still_read(program, tmp_path, kind):
    folder = tmp_path / "export"
    live = messages(tmp_path / "live" / "chat.db", "merged", wal=True)
    live.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for number in range(300):
        add(live, f"unmerged {number}")
    live.commit()
    folder.mkdir()
    for name in ("chat.db", "chat.db-wal"):
        shutil.copy(tmp_path / "live" / name, folder / name)
    live.close()
    source = folder if kind == "folder" else Path(shutil.make_archive(str(tmp_path / "packed"), "zip", folder))
    pages, found, _ = exported(program, source, tmp_path / "site")
    assert "merged" in pages and "unmerged 299" in pages and not {"unread-changes", "unfinished-changes"} & set(found)
    assert sorted(path.name for path in folder.iterdir()) == ["chat.db", "chat.db-wal"]


def test_changes_that_are_a_link_are_a_loss(program, tmp_path):
    messages(tmp_path / "export" / "chat.db", "hello there").close()
    (tmp_path / "outside").write_text(SECRET)
    (tmp_path / "export/chat.db-wal").symlink_to(tmp_path / "outside")
    pages, found, _ = exported(program, tmp_path / "export/chat.db", tmp_path / "site")
    assert "hello there" in pages and "newest messages" in found["unread-changes"][0]["message"]


def test_no_copy_of_a_database_has_a_name(program, tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    messages(tmp_path / "chat.db", *(f"hello {number}" for number in range(3000))).close()
    process = subprocess.Popen(
        [str(program.binary), str(tmp_path / "chat.db"), "--out", str(tmp_path / "site")], stderr=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(temporary)})
    names = set()
    end = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end:
        names |= set(os.listdir(temporary))
    assert process.wait() == 0
    assert not [name for name in names if not name.startswith("chatexport-") or (temporary / name).exists()], names
    assert not any((temporary / name).is_dir() for name in names)


def test_words_on_odd_tables_are_ours(program, tmp_path):
    database = messages(tmp_path / "chat.db", "hello there")
    database.executescript("""
        CREATE TABLE other (guid TEXT PRIMARY KEY, text TEXT, handle_id INTEGER, date INTEGER, is_from_me INTEGER, service TEXT,
            item_type INTEGER) WITHOUT ROWID;
        DROP TABLE message; ALTER TABLE other RENAME TO message;""")
    database.close()
    result = program.run(tmp_path / "chat.db", "--out", tmp_path / "site")
    assert "no such" not in result.stderr and "ROWID" not in result.stderr, result.stderr
    if result.returncode:
        assert "its tables are not those that its program makes" in result.stderr


# Files outside the export

def telegram(card: str) -> str:
    return json.dumps({"name": "Ann", "type": "personal_chat", "id": 1, "messages": [
        {"id": 1, "type": "message", "date": "2026-05-01T10:00:00", "date_unixtime": "1777626000", "from": "Ann",
         "from_id": "user1", "text": "", "contact_information": {"first_name": "Bo", "last_name": "", "phone_number": "1"},
         "contact_vcard": card}]})


def telegram_html(card: str) -> str:
    return f"""<!DOCTYPE html><html><head><meta charset="utf-8"/><title>Exported Data</title></head><body>
      <div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold"> Ann </div></div></div>
      <div class="page_body chat_page"><div class="history">
      <div class="message default clearfix" id="message1"><div class="pull_left userpic_wrap"></div><div class="body">
      <div class="pull_right date details" title="01.05.2026 10:00:00 UTC+01:00">10:00</div>
      <div class="from_name"> Ann </div><div class="media_wrap clearfix">
      <a class="media clearfix pull_left block_link media_contact" href="{card}"><div class="fill pull_left"></div>
      <div class="body"><div class="title bold"> Bo </div><div class="status details"> 1 </div></div></a>
      </div></div></div></div></div></div></body></html>"""


# In the last path the slash and the accent behind it are one character, and two names for the system.
OUTSIDE = ["../card.vcf", "{absolute}", "contacts/../../card.vcf", "link.vcf", "linked/card.vcf", "linked/\u0301card.vcf"]


@pytest.fixture
def card_outside(tmp_path):
    """An export's folder with links that lead to a card beside it."""
    for name in ("card.vcf", "\u0301card.vcf"):
        (tmp_path / name).write_text(CARD)
    folder = tmp_path / "export"
    (folder / "contacts").mkdir(parents=True)
    (folder / "link.vcf").symlink_to("../card.vcf")
    (folder / "linked").symlink_to(tmp_path)
    return folder


@pytest.mark.parametrize("path", OUTSIDE)
@pytest.mark.parametrize("name, write", [("result.json", telegram), ("messages.html", telegram_html)], ids=["json", "html"])
def test_a_card_outside_the_export_is_not_read(program, tmp_path, card_outside, name, write, path):
    (card_outside / name).write_text(write(path.format(absolute=tmp_path / "card.vcf")))
    pages, found, _ = exported(program, card_outside, tmp_path / "site")
    assert "Bo" in pages and SECRET not in pages and "999 111 222" not in pages
    # In HTML, `..` in the link of a card is taken off, as some versions write it.
    assert write is telegram_html and path.startswith("..") or found["refused-file"][0]["severity"] == "loss"


def test_a_card_inside_is_read_and_so_is_a_link_to_one(program, tmp_path, card_outside):
    (card_outside / "contacts/bo.vcf").write_text(CARD.replace(SECRET, "Bo Diaz"))
    (card_outside / "inner.vcf").symlink_to("contacts/bo.vcf")
    for number, path in enumerate(("contacts/bo.vcf", "inner.vcf")):
        (card_outside / "result.json").write_text(telegram(path))
        pages, found, _ = exported(program, card_outside, tmp_path / f"site{number}")
        refused = [Path(finding["message"].split(" is not read")[0]).name for finding in found["refused-file"]]
        assert "999 111 222" in pages and refused == ["link.vcf", "linked"]


@pytest.mark.parametrize("kind", ["link", "folder", "broken", "pipe"])
@pytest.mark.parametrize("beside", [True, False])
def test_links_and_pipes_in_a_folder_are_told(program, tmp_path, kind, beside):
    folder = tmp_path / "chats"
    folder.mkdir()
    (tmp_path / "outside").mkdir()
    outside = tmp_path / "outside" / "WhatsApp Chat with Eve.txt"
    outside.write_text(f"25/01/2026, 10:00 - Eve: {SECRET}\n25/01/2026, 10:02 - Bob: hi\n")
    odd = folder / "WhatsApp Chat with Eve.txt"
    if kind == "pipe":
        os.mkfifo(odd)
    else:
        odd.symlink_to({"link": outside, "folder": outside.parent, "broken": tmp_path / "nothing"}[kind])
    if beside:
        (folder / "WhatsApp Chat with Ann.txt").write_text("25/01/2026, 10:00 - Ann: hello one\n25/01/2026, 10:02 - Bob: hi\n")
        pages, found, _ = exported(program, folder, tmp_path / "site")
        assert "hello one" in pages and SECRET not in pages
        assert [odd.name in finding["message"] for finding in found["refused-file"]] == [True]
    else:
        _, _, words = exported(program, folder, tmp_path / "site", code=3)
        assert odd.name in words and "empty folder" not in words


@pytest.mark.parametrize("beside", [True, False])
def test_an_archive_in_an_archive_of_an_archive_is_told(program, tmp_path, beside):
    def packed(files):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            for name, content in files.items():
                archive.writestr(name, content)
        return data.getvalue()
    chat = "25/01/2026, 10:00 - Ann: hello one\n25/01/2026, 10:02 - Bob: hi\n"
    files = {"b.zip": packed({"c.zip": packed({"WhatsApp Chat with Eve.txt": chat})})}
    if beside:
        files["other.zip"] = packed({"WhatsApp Chat with Ann.txt": chat})
    source = tmp_path / "a.zip"
    source.write_bytes(packed(files))
    _, found, words = exported(program, source, tmp_path / "site", code=0 if beside else 3)
    told = found["nested-archive"][0]["message"] if beside else words
    assert "a.zip/b.zip/c.zip" in told and "an archive in an archive of an archive" in told


def test_attachments_of_messages_do_not_leave_the_export(program, tmp_path):
    (tmp_path / "card.vcf").write_text(CARD)
    (tmp_path / "export/Attachments").mkdir(parents=True)
    database = messages(tmp_path / "export/chat.db", "look", more="""
        INSERT INTO attachment VALUES (1, 'a', '~/Library/Messages/Attachments/../../card.vcf', 'text/vcard', 'card.vcf', 9);
        INSERT INTO message_attachment_join VALUES (1, 1);""")
    database.close()
    pages, found, _ = exported(program, tmp_path / "export", tmp_path / "site")
    assert SECRET not in pages and "look" in pages
    assert {"refused-file", "missing-file"} & set(found)


def test_a_contact_of_whatsapp_that_is_a_link_is_not_read(program, tmp_path, card_outside):
    (card_outside / "_chat.txt").write_text(
        "[01/05/2026, 10:00:00] Ann: hello\n[01/05/2026, 10:01:00] Bo: \u200e<attached: link.vcf>\n"
        "[01/05/2026, 10:02:00] Ann: thanks\n")
    pages, found, _ = exported(program, card_outside, tmp_path / "site")
    assert "thanks" in pages and SECRET not in pages and "999 111 222" not in pages
    assert found["refused-file"]


def test_the_folder_above_is_not_searched_for_what_an_export_names(program, tmp_path):
    """A chat of signal-export has its stickers in a folder beside it, and nothing else there is of the export."""
    folder = tmp_path / "chats" / "Ann"
    folder.mkdir(parents=True)
    (tmp_path / "chats/private.png").write_bytes(b"\x89PNG\r\n\x1a\n" + SECRET.encode())
    (folder / "data.json").write_text(json.dumps(
        {"date": "2026-05-01T10:00:00", "sender": "Ann", "body": "look", "quote": "", "sticker": None, "reactions": [],
         "attachments": [{"name": "private.png", "path": "private.png"}]}) + "\n")
    result = program.run(folder, "--out", tmp_path / "site")
    if result.returncode == 0:
        assert not any(SECRET.encode() in path.read_bytes() for path in (tmp_path / "site").rglob("*") if path.is_file())


@pytest.mark.parametrize("name, write", [("result.json", telegram), ("messages.html", telegram_html)], ids=["json", "html"])
def test_a_pipe_in_place_of_a_card_is_not_waited_for(program, tmp_path, name, write):
    os.mkfifo(tmp_path / "card.vcf")
    (tmp_path / name).write_text(write("card.vcf"))
    pages, found, _ = exported(program, tmp_path, tmp_path.parent / f"{tmp_path.name}-site")
    assert "Bo" in pages and "not a file" in found["refused-file"][0]["message"]


def test_a_pipe_in_place_of_a_side_file_is_not_waited_for(program, tmp_path):
    folder = tmp_path / "export"
    for inner in ("one", "two"):
        (folder / inner).mkdir(parents=True)
    (folder / "one/chat.json").write_text(CHAT)
    os.mkfifo(folder / "two/export.json")
    os.mkfifo(folder / "two/pipe.json")
    pages, _, _ = exported(program, folder, tmp_path / "site")
    assert "hello" in pages


# Archives

def zipped(files: dict, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["zip", "folder"])
def test_archives_in_an_archive_have_one_allowance(program, tmp_path, kind):
    """Each of them would be allowed to unpack 256 MiB by itself, and together they fill a disk."""
    bomb = gzip.compress(b"[1]\n" * (40 << 20), 1)
    inner = {f"{number}.json.gz": bomb for number in range(2)}
    if kind == "zip":
        source = tmp_path / "a.zip"
        source.write_bytes(zipped({**inner, "chat.json": CHAT}))
    else:
        source = tmp_path / "a"
        source.mkdir()
        (source / "chat.json").write_text(CHAT)
        for name, content in inner.items():
            (source / name).write_bytes(zipped({f"b{name}": content}))
    pages, found, _ = exported(program, source, tmp_path / "site")
    assert "hello" in pages
    refused = [finding for finding in found["unreadable-file"] if "allowed for an archive" in finding["message"]]
    assert len(refused) == 1, found


def test_an_archive_of_refused_files_is_not_called_empty(program, tmp_path):
    path = tmp_path / "a.zip"
    path.write_bytes(zipped({"../chat.json": CHAT}))
    result = program.run(path, "--out", tmp_path / "site")
    assert result.returncode == 3 and "'..'" in result.stderr and "../chat.json" in result.stderr, result.stderr


@pytest.mark.parametrize("name", ["a.log", "a.zip", "notes.txt"])
def test_a_stored_zip_among_logs_is_read_as_a_zip(program, tmp_path, name):
    folder = tmp_path / "logs"
    folder.mkdir()
    for day in range(1, 4):
        (folder / f"#tea-2024-03-0{day}.log").write_text(LOG)
    (folder / name).write_bytes(zipped({"#coffee-2024-03-01.log": LOG.replace("hello", "espresso")}, zipfile.ZIP_STORED))
    pages, found, _ = exported(program, folder, tmp_path / "site")
    assert "PK\x03" not in pages and "\u2403" not in pages
    if name == "a.zip":
        assert "espresso" in pages
    else:
        assert "espresso" in pages or name in json.dumps(found)


def test_a_stored_zip_beside_a_whatsapp_chat_is_no_chat(program, tmp_path):
    chat = "[01/05/2026, 10:00:00] Ann: {}\n[01/05/2026, 10:01:00] Bo: hi\n[01/05/2026, 10:02:00] Ann: bye\n"
    (tmp_path / "export").mkdir()
    (tmp_path / "export/_chat.txt").write_text(chat.format("hello there"))
    (tmp_path / "export/other.zip").write_bytes(zipped({"_chat.txt": chat.format("other words")}, zipfile.ZIP_STORED))
    pages, _, _ = exported(program, tmp_path / "export", tmp_path / "site")
    assert "hello there" in pages and "other words" in pages and "PK" not in pages


def seven_zip(codec: bytes) -> bytes:
    """A 7z archive whose one file is packed with the codec of that number (7zFormat.txt of 7-Zip)."""
    packed = b"not what the codec writes"
    number = bytes([len(codec)]) + codec
    header = (b"\x01\x04" + b"\x06\x00\x01\x09" + bytes([len(packed)]) + b"\x00"
              + b"\x07\x0b\x01\x00\x01" + number + b"\x0c\x40\x00"
              + b"\x08\x00\x00" + b"\x05\x01\x11\x09\x00" + "a.t".encode("utf-16le") + b"\x00\x00" + b"\x00\x00")
    start = (len(packed).to_bytes(8, "little") + len(header).to_bytes(8, "little")
             + zlib.crc32(header).to_bytes(4, "little"))
    return b"7z\xbc\xaf\x27\x1c\x00\x04" + zlib.crc32(start).to_bytes(4, "little") + start + packed + header


@pytest.mark.parametrize("codec, name", [(b"\x04\xf7\x11\x01", "Zstandard"), (b"\x04\xf7\x11\x02", "Brotli")])
def test_a_7z_of_another_codec_is_not_called_damaged(program, tmp_path, codec, name):
    (tmp_path / "a.7z").write_bytes(seven_zip(codec))
    result = program.run(tmp_path / "a.7z", "--out", tmp_path / "site")
    assert result.returncode == 3 and name in result.stderr and "damaged" not in result.stderr, result.stderr
    assert "unpack the archive" in result.stderr


def zstandard_zip(text: str, damage: int = 0) -> bytes:
    """A zip whose one file is packed with Zstandard (APPNOTE 4.4.5: 93); its last bytes may be damaged."""
    if not shutil.which("zstd"):
        pytest.skip("zstd is not installed")
    packed = subprocess.run(["zstd", "-c"], input=text.encode(), capture_output=True, check=True).stdout
    packed = packed[:len(packed) - damage] + bytes(damage)
    name, size, crc = b"chat.json", len(text.encode()), zlib.crc32(text.encode())
    facts = ((63).to_bytes(2, "little") + b"\0\0" + (93).to_bytes(2, "little") + b"\0\0\x21\x5c" + crc.to_bytes(4, "little")
             + len(packed).to_bytes(4, "little") + size.to_bytes(4, "little") + len(name).to_bytes(2, "little") + b"\0\0")
    local = b"PK\x03\x04" + facts + name + packed
    central = b"PK\x01\x02" + (63).to_bytes(2, "little") + facts + bytes(2 + 2 + 2 + 4 + 4) + name
    end = (b"PK\x05\x06" + bytes(4) + b"\1\0\1\0" + len(central).to_bytes(4, "little") + len(local).to_bytes(4, "little")
           + b"\0\0")
    return local + central + end


def test_a_zip_with_zstandard_is_read(program, tmp_path):
    (tmp_path / "a.zip").write_bytes(zstandard_zip(CHAT))
    pages, _, _ = exported(program, tmp_path / "a.zip", tmp_path / "site")
    assert "hello" in pages


def test_a_zip_with_zstandard_that_is_not_unpacked_says_why(program, tmp_path):
    """A damaged one, and one that unpacks to more than is allowed."""
    (tmp_path / "damaged.zip").write_bytes(zstandard_zip(CHAT, damage=20))
    (tmp_path / "bomb.zip").write_bytes(zstandard_zip("[1]\n" * (80 << 20)))
    for name, words in (("damaged", "damaged in the archive"), ("bomb", "allowed for an archive")):
        result = program.run(tmp_path / f"{name}.zip", "--out", tmp_path / "site")
        assert result.returncode == 3 and "zstd" in result.stderr and words in result.stderr, result.stderr


# The search for exports

def thread(folder: Path, text: str) -> None:
    """A conversation of a download from Facebook."""
    folder /= "your_activity/messages/inbox/zoe_1"
    folder.mkdir(parents=True)
    (folder / "message_1.json").write_text(json.dumps({
        "participants": [{"name": "Zoe"}, {"name": "Kai"}], "title": "Zoe", "thread_path": "inbox/zoe_1", "magic_words": [],
        "messages": [{"sender_name": "Zoe", "timestamp_ms": 1700000000000, "content": text}]}))


def test_a_folder_with_the_name_of_an_archive_is_searched_once(program, tmp_path):
    """By its name it is no part of the export that it makes of the folder around it."""
    thread(tmp_path / "export" / "facebook.zip", "words from Zoe")
    pages, _, _ = exported(program, tmp_path / "export", tmp_path / "site")
    assert "words from Zoe" in pages


def test_folders_that_are_too_deep_are_told(program, tmp_path):
    folder = tmp_path / "export"
    folder.mkdir()
    (folder / "deep.zip").write_bytes(zipped({"a/b/c/d/chat.json": CHAT}))
    (folder / "chat.json").write_text(CHAT)
    _, found, _ = exported(program, folder, tmp_path / "site")
    assert [("deep.zip" in finding["message"], finding["severity"]) for finding in found["deep-folder"]] == [(True, "note")]


# Zeros

def session(*texts: str, name: str = "s1") -> list:
    """The lines of a session of Claude Code."""
    lines, parent = [], None
    for number, text in enumerate(texts):
        entry = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": "/x", "sessionId": name,
                 "version": "2.0.0", "type": "user" if number % 2 == 0 else "assistant",
                 "message": {"role": "user", "content": text} if number % 2 == 0 else
                 {"role": "assistant", "model": "m", "id": f"m{number}", "type": "message",
                  "content": [{"type": "text", "text": text}]},
                 "uuid": f"{name}-{number}", "timestamp": f"2026-05-01T10:00:{number:02}.000Z"}
        parent = entry["uuid"]
        lines.append(json.dumps(entry).encode())
    return lines


PADDED = {
    "a last line of zeros": lambda lines: b"\n".join(lines) + b"\n" + bytes(900),
    "zeros after a record": lambda lines: lines[0] + b"\n" + lines[1] + bytes(900) + b"\n" + b"\n".join(lines[2:]) + b"\n",
    "zeros before a record": lambda lines: lines[0] + b"\n" + bytes(3) + lines[1] + b"\n" + b"\n".join(lines[2:]) + b"\n",
    "zeros between two records": lambda lines: lines[0] + bytes(4096) + b"\n".join(lines[1:]) + b"\n",
    "zeros at the start": lambda lines: bytes(700) + b"\n".join(lines) + b"\n",
}


@pytest.mark.parametrize("case", PADDED)
@pytest.mark.parametrize("kind", ["file", "folder", "two in a folder", "zip"])
def test_zeros_around_records_are_nothing(program, tmp_path, case, kind):
    texts = ("first prompt", "first answer", "second prompt", "second answer")
    folder = tmp_path / "sessions"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(PADDED[case](session(*texts)))
    if kind == "two in a folder":
        (folder / "b.jsonl").write_bytes(b"\n".join(session("other prompt", "other answer", name="s2")) + b"\n")
    source = folder / "a.jsonl" if kind == "file" else folder
    if kind == "zip":
        source = Path(shutil.make_archive(str(tmp_path / "packed"), "zip", folder))
    pages, found, _ = exported(program, source, tmp_path / "site")
    for text in texts:
        assert text in pages, text
    assert "\u2400" not in pages and not {"malformed-line", "unknown-entry"} & set(found)
    assert len(found["padding"]) == 1 and found["padding"][0]["severity"] == "note"


def test_a_file_of_zeros_is_told(program, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / "chat.json").write_text(CHAT)
    (folder / "lost.json").write_bytes(bytes(5000))
    pages, found, _ = exported(program, folder, tmp_path / "site")
    assert "hello" in pages and "lost.json" in found["blank-file"][0]["message"]


@pytest.mark.parametrize("name, before, after", [
    ("_chat.txt", "[01/05/2026, 10:00:00] Ann: hello\n[01/05/2026, 10:01:00] Bo: hi\n", "[01/05/2026, 10:02:00] Ann: bye\n"),
    ("#tea.log", "[2024-05-01 10:00:00] <ann> hello\n[2024-05-01 10:01:00] <bo> hi\n", "[2024-05-01 10:02:00] <ann> bye\n"),
])
def test_zeros_in_text_logs_are_nothing(program, tmp_path, name, before, after):
    for number, content in enumerate((before + after + "\0" * 64, before + "\0" * 64 + after, before[:-1] + "\0" * 64 + after)):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}/{name}").write_text(content)
        pages, found, _ = exported(program, tmp_path / f"{number}", tmp_path / f"site{number}")
        assert "\u2400" not in pages and len(found["padding"]) == 1
        assert pages.count('class="') and all(word in pages for word in ("hello", "hi", "bye"))


def test_a_whole_document_may_end_in_zeros(program, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a/chat.json").write_bytes(CHAT.encode() + bytes(512))
    pages, found, _ = exported(program, tmp_path / "a", tmp_path / "site")
    assert "hello" in pages and len(found["padding"]) == 1


def test_a_record_after_one_that_was_cut_is_shown(program, tmp_path):
    lines = session("first prompt", "first answer", "second prompt", "second answer")
    (tmp_path / "a.jsonl").write_bytes(lines[0] + b"\n" + lines[1][:150] + lines[2] + b"\n" + lines[3] + b"\n")
    pages, found, _ = exported(program, tmp_path / "a.jsonl", tmp_path / "site")
    assert "second prompt" in pages and "second answer" in pages and len(found["malformed-line"]) == 1
    (tmp_path / "b.jsonl").write_bytes(lines[0] + lines[1] + b"\n" + b"\n".join(lines[2:]) + b"\n")
    pages, found, _ = exported(program, tmp_path / "b.jsonl", tmp_path / "other")
    assert "first answer" in pages and "malformed-line" not in found


# Names

def titles(site: Path) -> list:
    """The titles of a site's conversations."""
    return [Site(site).markup(folder / "1.html").all("title")[0].text for folder in Site(site).conversations]


def test_a_chat_has_the_name_of_the_folder_that_one_is_in(program, tmp_path):
    folder = tmp_path / "Trip to Porto"
    folder.mkdir()
    (folder / "_chat.txt").write_text(
        "[01/05/2026, 10:00:00] Ann: hello\n[01/05/2026, 10:01:00] Bo: hi\n[01/05/2026, 10:02:00] Cy: bye\n")
    for number, given in enumerate(("_chat.txt", "./_chat.txt", ".", "../Trip to Porto/_chat.txt")):
        exported(program, given, tmp_path / f"site{number}", folder=folder)
        title = titles(tmp_path / f"site{number}")[0]
        assert title not in (".", "..", ""), given
        if number:
            assert title == first, given
        first = title


def test_logs_get_their_channel_from_the_folder_that_one_is_in(program, tmp_path):
    folder = tmp_path / "#tea"
    folder.mkdir()
    (folder / "2024-03-01.log").write_text(LOG)
    exported(program, "2024-03-01.log", tmp_path / "site", folder=folder)
    assert "tea" in titles(tmp_path / "site")[0]


@pytest.mark.parametrize("word", ["export", "inspect", "formats", "help"])
def test_an_input_may_be_called_like_a_command(program, tmp_path, word):
    (tmp_path / word).mkdir()
    (tmp_path / word / "chat.json").write_text(CHAT)
    result = program.run(word, "--out", "site", folder=tmp_path)
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "site/export.json").exists()
    # The command is what it was.
    assert program.run("formats", folder=tmp_path).returncode == 0
    assert program.run("export", f"{word}/chat.json", "--out", "other", folder=tmp_path).returncode == 0
    assert program.run("help", "export", folder=tmp_path).stdout.startswith("OVERVIEW")


# The site's folder

@pytest.mark.parametrize("attack", ["slash", "up", "link"])
def test_the_journal_of_a_stranger_moves_nothing(program, tmp_path, attack):
    site = tmp_path / "site"
    (tmp_path / "chat.json").write_text(CHAT)
    exported(program, tmp_path / "chat.json", site)
    diary = tmp_path / "home" / "diary.txt"
    diary.parent.mkdir()
    diary.write_text("dear")
    work = site / ".chatexport-99999-0"
    (work / "old").mkdir(parents=True)
    (work / "site").mkdir()
    inode = diary.stat().st_ino
    if attack == "link":
        (work / "site").rmdir()
        (work / "site").symlink_to(diary.parent)
    name = {"slash": "../home/diary.txt", "up": "..", "link": "diary.txt"}[attack]
    (work / "journal").write_text(f"retire {inode} {name}\ninstall {inode} {name}\nretire {inode} x/../../home/diary.txt\n")
    result = program.run(tmp_path / "chat.json", "--out", site)
    assert diary.read_text() == "dear", result.stderr
    assert not (site / "diary.txt").exists()


def test_a_journal_that_is_a_pipe_is_not_waited_for(program, tmp_path):
    (tmp_path / "chat.json").write_text(CHAT)
    exported(program, tmp_path / "chat.json", tmp_path / "site")
    work = tmp_path / "site/.chatexport-99999-0"
    (work / "old").mkdir(parents=True)
    (work / "site").mkdir()
    os.mkfifo(work / "journal")
    result = program.run(tmp_path / "chat.json", "--out", tmp_path / "site", timeout=60)
    assert result.returncode == 4 and "journal" in result.stderr, result.stderr


# Documents

def test_documents_say_what_a_site_has(program):
    hosting = (ROOT / "docs/hosting.md").read_text()
    assert "nosniff" in hosting and "EXIF" in hosting and "name of\nits file or folder" in hosting
    words = program.run("help", "privacy").stdout
    assert "They have no names" in words and "where they were" in words
