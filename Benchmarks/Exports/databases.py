"""Exports that are SQLite."""

import json
import plistlib
import sqlite3
from datetime import datetime, timezone
from pathlib import Path

from .common import chats, messages
from .messengers import SLACK_USERS, slack_entry


def attributed(text: str) -> bytes:
    """The body of a message as Messages archives it since macOS 13, which leaves the column `text` empty."""
    def length(number: int) -> bytes:
        return bytes([number]) if number < 128 else b"\x81" + number.to_bytes(2, "little")
    string = text.encode()
    return (b"\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@\x84\x84\x84\x12NSAttributedString\0\x84\x84\x08NSObject\0\x85\x92\x84\x84\x84"
            b"\x08NSString\x01\x94\x84\x01+" + length(len(string)) + string + b"\x86\x84\x02iI\x01"
            + length(len(text.encode("utf-16-le")) // 2) + b"\x92\x84\x84\x84\x0cNSDictionary\0\x94\x84\x01i\x01\x92\x84\x96\x96\x1d"
            b"__kIMMessagePartAttributeName\x86\x92\x84\x84\x84\x08NSNumber\0\x84\x84\x07NSValue\0\x94\x84\x01*\x84\x99\x99\0\x86\x86\x86")


SUMMARY = plistlib.dumps({"amc": 0, "ust": True}, fmt=plistlib.FMT_BINARY)


def insert(database: sqlite3.Connection, table: str, **values) -> None:
    database.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values()))


IMESSAGE_TABLES = """
    CREATE TABLE _SqliteDatabaseProperties (key TEXT, value TEXT, UNIQUE(key));
    CREATE TABLE handle (ROWID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, id TEXT NOT NULL, country TEXT, service TEXT NOT NULL,
        uncanonicalized_id TEXT, person_centric_id TEXT);
    CREATE TABLE chat (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, style INTEGER, state INTEGER,
        account_id TEXT, properties BLOB, chat_identifier TEXT, service_name TEXT, room_name TEXT, account_login TEXT,
        is_archived INTEGER DEFAULT 0, last_addressed_handle TEXT, display_name TEXT, group_id TEXT);
    CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, created_date INTEGER DEFAULT 0,
        start_date INTEGER DEFAULT 0, filename TEXT, uti TEXT, mime_type TEXT, transfer_state INTEGER DEFAULT 0,
        is_outgoing INTEGER DEFAULT 0, user_info BLOB, transfer_name TEXT, total_bytes INTEGER DEFAULT 0,
        is_sticker INTEGER DEFAULT 0, hide_attachment INTEGER DEFAULT 0);
    CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, replace INTEGER DEFAULT 0,
        service_center TEXT, handle_id INTEGER DEFAULT 0, subject TEXT, country TEXT, attributedBody BLOB, version INTEGER DEFAULT 0,
        type INTEGER DEFAULT 0, service TEXT, account TEXT, account_guid TEXT, error INTEGER DEFAULT 0, date INTEGER,
        date_read INTEGER, date_delivered INTEGER, is_delivered INTEGER DEFAULT 0, is_finished INTEGER DEFAULT 0,
        is_emote INTEGER DEFAULT 0, is_from_me INTEGER DEFAULT 0, is_empty INTEGER DEFAULT 0, is_read INTEGER DEFAULT 0,
        is_sent INTEGER DEFAULT 0, cache_has_attachments INTEGER DEFAULT 0, item_type INTEGER DEFAULT 0,
        other_handle INTEGER DEFAULT 0, group_title TEXT, group_action_type INTEGER DEFAULT 0,
        associated_message_guid TEXT, associated_message_type INTEGER DEFAULT 0, balloon_bundle_id TEXT, payload_data BLOB,
        expressive_send_style_id TEXT, message_summary_info BLOB, reply_to_guid TEXT, thread_originator_guid TEXT,
        thread_originator_part TEXT, date_retracted INTEGER DEFAULT 0, date_edited INTEGER DEFAULT 0);
    CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER, message_date INTEGER DEFAULT 0,
        PRIMARY KEY (chat_id, message_id));
    CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER, UNIQUE(chat_id, handle_id));
    CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER, UNIQUE(message_id, attachment_id));
"""


def imessage(folder: Path, count: int) -> Path:
    """A hundred chats of two people; a reaction is a row of its own."""
    path = folder / "chat.db"
    database = sqlite3.connect(path)
    database.executescript(IMESSAGE_TABLES)
    insert(database, "handle", id="+15550104477", service="iMessage")
    insert(database, "handle", id="cleo@example.org", service="iMessage")
    base = datetime(2001, 1, 1, tzinfo=timezone.utc)
    row = 0

    def add(chat: int, message, **values) -> None:
        nonlocal row
        row += 1
        date = int((message.at - base).total_seconds()) * 1_000_000_000
        insert(database, "message", ROWID=row, service="iMessage", date=date, is_finished=1, **values)
        insert(database, "chat_message_join", chat_id=chat + 1, message_id=row, message_date=date)

    for chat, part in chats(count, max(100, count // 100)):
        insert(database, "chat", guid=f"iMessage;+;chat{chat}", style=43, chat_identifier=f"chat{chat}", service_name="iMessage",
               display_name=f"Trip {chat}")
        for handle in (1, 2):
            insert(database, "chat_handle_join", chat_id=chat + 1, handle_id=handle)
        for message in part:
            answered = message.reply and message.reply.uuid
            add(chat, message, guid=message.uuid, attributedBody=attributed(message.text), message_summary_info=SUMMARY,
                handle_id=message.sender, is_from_me=int(message.sender == 0), thread_originator_guid=answered,
                thread_originator_part=answered and "0:0:1", cache_has_attachments=int(message.file is not None))
            if message.file:
                insert(database, "attachment", ROWID=row, guid=f"at_0_{message.uuid}", filename=f"~/Library/Messages/Attachments/{message.file}",
                       mime_type="image/jpeg", transfer_name=message.file, total_bytes=1234)
                insert(database, "message_attachment_join", message_id=row, attachment_id=row)
            for _, sender in message.reactions:
                add(chat, message, guid=f"{sender + 1}{message.uuid[1:]}", handle_id=sender,
                    is_from_me=int(sender == 0), associated_message_guid=f"p:0/{message.uuid}", associated_message_type=2001)
    database.commit()
    database.close()
    return path


SIGNAL_TABLES = """
    CREATE TABLE message (_id INTEGER PRIMARY KEY AUTOINCREMENT, date_sent INTEGER NOT NULL, date_received INTEGER NOT NULL,
        date_server INTEGER DEFAULT -1, thread_id INTEGER NOT NULL, from_recipient_id INTEGER NOT NULL, from_device_id INTEGER,
        to_recipient_id INTEGER NOT NULL, type INTEGER NOT NULL, body TEXT, read INTEGER DEFAULT 0,
        has_delivery_receipt INTEGER DEFAULT 0, has_read_receipt INTEGER DEFAULT 0, viewed INTEGER DEFAULT 0,
        expires_in INTEGER DEFAULT 0, quote_id INTEGER DEFAULT 0, quote_author INTEGER DEFAULT 0, quote_body TEXT DEFAULT NULL,
        shared_contacts TEXT DEFAULT NULL, link_previews TEXT DEFAULT NULL, view_once INTEGER DEFAULT 0, deleted_by INTEGER DEFAULT 0,
        message_ranges BLOB DEFAULT NULL, story_type INTEGER DEFAULT 0, scheduled_date INTEGER DEFAULT -1,
        latest_revision_id INTEGER DEFAULT NULL, original_message_id INTEGER DEFAULT NULL, message_extras BLOB DEFAULT NULL,
        pinned_until INTEGER DEFAULT 0);
    CREATE TABLE thread (_id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, recipient_id INTEGER NOT NULL UNIQUE);
    CREATE TABLE recipient (_id INTEGER PRIMARY KEY AUTOINCREMENT, type INTEGER DEFAULT 0, e164 TEXT UNIQUE, aci TEXT UNIQUE,
        group_id TEXT UNIQUE, profile_joined_name TEXT, system_joined_name TEXT, nickname_joined_name TEXT);
    CREATE TABLE groups (_id INTEGER PRIMARY KEY, group_id TEXT NOT NULL UNIQUE, recipient_id INTEGER NOT NULL UNIQUE, title TEXT);
    CREATE TABLE attachment (_id INTEGER PRIMARY KEY AUTOINCREMENT, message_id INTEGER, content_type TEXT, transfer_state INTEGER,
        data_size INTEGER, file_name TEXT, voice_note INTEGER DEFAULT 0, borderless INTEGER DEFAULT 0, video_gif INTEGER DEFAULT 0,
        quote INTEGER DEFAULT 0, width INTEGER DEFAULT 0, height INTEGER DEFAULT 0, caption TEXT, sticker_pack_id TEXT,
        sticker_id INTEGER DEFAULT -1, sticker_emoji STRING, display_order INTEGER DEFAULT 0);
    CREATE TABLE reaction (_id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL, author_id INTEGER NOT NULL, emoji TEXT NOT NULL,
        date_sent INTEGER NOT NULL, date_received INTEGER NOT NULL);
    CREATE TABLE mention (_id INTEGER PRIMARY KEY AUTOINCREMENT, thread_id INTEGER, message_id INTEGER, recipient_id INTEGER,
        range_start INTEGER, range_length INTEGER);
"""


def signalandroid(folder: Path, count: int) -> Path:
    """A decrypted backup: a hundred chats at a time."""
    database = sqlite3.connect(folder / "database.sqlite")
    database.executescript(SIGNAL_TABLES)
    insert(database, "recipient", _id=1, e164="+15550000000", profile_joined_name="Ann")
    for chat in range(100):
        insert(database, "recipient", _id=chat + 2, e164=f"+1555010447{chat:02}", profile_joined_name=f"Bo {chat}")
        insert(database, "thread", _id=chat + 1, recipient_id=chat + 2)
    for message in messages(count):
        chat = message.number // 100 % 100
        people = (1, chat + 2) if message.sender == 0 else (chat + 2, 1)
        quote = {
            "quote_id": message.reply.milliseconds, "quote_author": 1 if message.reply.sender == 0 else chat + 2,
            "quote_body": message.reply.text} if message.reply else {}
        insert(database, "message", _id=message.number + 1, date_sent=message.milliseconds, date_received=message.milliseconds + 5,
               thread_id=chat + 1, from_recipient_id=people[0], to_recipient_id=people[1],
               type=10485783 if message.sender == 0 else 10485780, body=message.text, has_read_receipt=1, **quote)
        for emoji, sender in message.reactions:
            insert(database, "reaction", message_id=message.number + 1, author_id=1 if sender == 0 else chat + 2, emoji=emoji, date_sent=0,
                   date_received=0)
        if message.file:
            insert(database, "attachment", message_id=message.number + 1, content_type="image/jpeg", transfer_state=0, data_size=9,
                   file_name=message.file, width=8, height=6)
    database.commit()
    database.close()
    (folder / "Header.sbf").write_text("HEADER")
    return folder


SLACKDUMP_TABLES = """
    CREATE TABLE SESSION (ID INTEGER PRIMARY KEY, MODE TEXT NOT NULL);
    CREATE TABLE CHUNK (ID INTEGER PRIMARY KEY, UNIX_TS INTEGER NOT NULL, SESSION_ID INTEGER NOT NULL, TYPE_ID SMALLINT NOT NULL);
    CREATE TABLE MESSAGE (ID INTEGER NOT NULL, CHUNK_ID INTEGER NOT NULL, CHANNEL_ID TEXT NOT NULL, TS TEXT NOT NULL, PARENT_ID INTEGER,
        THREAD_TS TEXT, IDX INTEGER NOT NULL, TXT TEXT, DATA BLOB NOT NULL, PRIMARY KEY (ID, CHUNK_ID));
    CREATE TABLE CHANNEL (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, NAME TEXT, IDX INTEGER NOT NULL, DATA BLOB NOT NULL,
        PRIMARY KEY (ID, CHUNK_ID));
    CREATE TABLE S_USER (ID TEXT NOT NULL, CHUNK_ID INTEGER NOT NULL, IDX INTEGER NOT NULL, USERNAME TEXT NOT NULL, DATA BLOB NOT NULL,
        PRIMARY KEY (ID, CHUNK_ID));
"""


def slackdump(folder: Path, count: int) -> Path:
    """The database of slackdump: ten channels."""
    database = sqlite3.connect(folder / "slackdump.sqlite")
    database.executescript(SLACKDUMP_TABLES)
    for index, user in enumerate(SLACK_USERS):
        insert(database, "S_USER", ID=user["id"], CHUNK_ID=1, IDX=index, USERNAME=user["name"], DATA=json.dumps(user).encode())
    for chat, part in chats(count, max(1, count // 10)):
        channel = {"id": f"C{chat}", "name": f"room-{chat}", "is_channel": True}
        insert(database, "CHANNEL", ID=channel["id"], CHUNK_ID=1, NAME=channel["name"], IDX=chat, DATA=json.dumps(channel).encode())
        for message in part:
            entry = slack_entry(message)
            insert(database, "MESSAGE", ID=message.number, CHUNK_ID=2, CHANNEL_ID=channel["id"], TS=entry["ts"],
                   THREAD_TS=entry.get("thread_ts"), IDX=message.number, TXT=message.text, DATA=json.dumps(entry).encode())
    database.commit()
    database.close()
    return folder


WHATSAPP_TABLES = """
    CREATE TABLE jid (_id INTEGER PRIMARY KEY AUTOINCREMENT, user TEXT NOT NULL, server TEXT NOT NULL, type INTEGER, raw_string TEXT);
    CREATE TABLE chat (_id INTEGER PRIMARY KEY AUTOINCREMENT, jid_row_id INTEGER UNIQUE, subject TEXT, archived INTEGER);
    CREATE TABLE message (_id INTEGER PRIMARY KEY AUTOINCREMENT, chat_row_id INTEGER NOT NULL, from_me INTEGER NOT NULL, key_id TEXT NOT NULL,
        sender_jid_row_id INTEGER, status INTEGER, origination_flags INTEGER, timestamp INTEGER, received_timestamp INTEGER,
        message_type INTEGER, text_data TEXT, starred INTEGER, sort_id INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE message_media (message_row_id INTEGER PRIMARY KEY, chat_row_id INTEGER, file_path TEXT, mime_type TEXT, width INTEGER,
        height INTEGER, file_length INTEGER, media_name TEXT, media_caption TEXT, media_duration INTEGER, file_hash TEXT);
    CREATE TABLE message_quoted (message_row_id INTEGER PRIMARY KEY, chat_row_id INTEGER, parent_message_chat_row_id INTEGER,
        from_me INTEGER, sender_jid_row_id INTEGER, key_id TEXT, text_data TEXT);
    CREATE TABLE message_add_on (_id INTEGER PRIMARY KEY AUTOINCREMENT, chat_row_id INTEGER, from_me INTEGER, sender_jid_row_id INTEGER,
        parent_message_row_id INTEGER, timestamp INTEGER, message_add_on_type INTEGER);
    CREATE TABLE message_add_on_reaction (message_add_on_row_id INTEGER PRIMARY KEY, reaction TEXT, sender_timestamp INTEGER);
"""


def whatsappandroid(folder: Path, count: int) -> Path:
    """Android's database: a hundred groups of two people and the owner."""
    path = folder / "msgstore.db"
    database = sqlite3.connect(path)
    database.executescript(WHATSAPP_TABLES)
    for row in (1, 2):
        insert(database, "jid", _id=row, user=f"1555010447{row}", server="s.whatsapp.net", type=0, raw_string=f"1555010447{row}@s.whatsapp.net")
    for chat, part in chats(count, max(100, count // 100)):
        insert(database, "jid", _id=chat + 3, user=f"1203630000000{chat}", server="g.us", type=1, raw_string=f"1203630000000{chat}@g.us")
        insert(database, "chat", _id=chat + 1, jid_row_id=chat + 3, subject=f"Trip {chat}", archived=0)
        for message in part:
            row = message.number + 1
            insert(database, "message", _id=row, chat_row_id=chat + 1, from_me=int(message.sender == 0), key_id=f"3EB0{message.number:016}",
                   sender_jid_row_id=message.sender, status=13, timestamp=message.milliseconds, received_timestamp=message.milliseconds,
                   message_type=1 if message.file else 0, text_data=message.text, sort_id=row)
            if message.file:
                insert(database, "message_media", message_row_id=row, chat_row_id=chat + 1, file_path=f"Media/{message.file}",
                       mime_type="image/jpeg", width=8, height=6, file_length=9)
            if message.reply:
                insert(database, "message_quoted", message_row_id=row, chat_row_id=chat + 1, parent_message_chat_row_id=chat + 1,
                       from_me=int(message.reply.sender == 0), sender_jid_row_id=message.reply.sender,
                       key_id=f"3EB0{message.reply.number:016}", text_data=message.reply.text)
            for emoji, sender in message.reactions:
                added = database.execute(
                    "INSERT INTO message_add_on (from_me, sender_jid_row_id, parent_message_row_id, message_add_on_type) VALUES (?, ?, ?, 56)",
                    (int(sender == 0), sender, row)).lastrowid
                insert(database, "message_add_on_reaction", message_add_on_row_id=added, reaction=emoji, sender_timestamp=message.milliseconds)
    database.commit()
    database.close()
    return path


def thelounge(folder: Path, count: int) -> Path:
    path = folder / "ann.sqlite3"
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE options (name TEXT, value TEXT);
        CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, network TEXT, channel TEXT, time INTEGER, type TEXT, msg TEXT);
        """)
    database.executemany("INSERT INTO messages (network, channel, time, type, msg) VALUES ('n', '#a', ?, 'message', ?)", [
        (message.milliseconds, json.dumps({"from": {"mode": "", "nick": message.name}, "text": message.text, "self": message.sender == 0,
                                           "highlight": False, "users": []}, ensure_ascii=False)) for message in messages(count)])
    database.commit()
    database.close()
    return path


def quassel(folder: Path, count: int) -> Path:
    path = folder / "quassel-storage.sqlite"
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE network (networkid INTEGER PRIMARY KEY, userid INTEGER, networkname TEXT);
        CREATE TABLE buffer (bufferid INTEGER PRIMARY KEY, userid INTEGER, networkid INTEGER, buffername TEXT, buffertype INTEGER);
        CREATE TABLE sender (senderid INTEGER PRIMARY KEY, sender TEXT);
        CREATE TABLE backlog (messageid INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER, bufferid INTEGER, type INTEGER, flags INTEGER,
                              senderid INTEGER, senderprefixes TEXT, message TEXT);
        INSERT INTO network VALUES (1, 1, 'Example');
        INSERT INTO buffer VALUES (1, 1, 1, '#a', 2);
        INSERT INTO sender VALUES (0, 'Ann!a@h'), (1, 'Bo!b@h'), (2, 'Cleo!c@h');
        """)
    database.executemany("INSERT INTO backlog (time, bufferid, type, flags, senderid, message) VALUES (?, 1, 1, ?, ?, ?)", [
        (message.milliseconds, int(message.sender == 0), message.sender, message.text) for message in messages(count)])
    database.commit()
    database.close()
    return path


def viber(folder: Path, count: int) -> Path:
    """The database of the program for computers: ten groups."""
    path = folder / "viber.db"
    database = sqlite3.connect(path)
    database.executescript("""
        CREATE TABLE Contact (ContactID INTEGER PRIMARY KEY, Name TEXT, ClientName TEXT, Number TEXT);
        CREATE TABLE ChatInfo (ChatID INTEGER PRIMARY KEY, Name TEXT);
        CREATE TABLE ChatRelation (ChatID INTEGER, ContactID INTEGER);
        CREATE TABLE Events (EventID INTEGER PRIMARY KEY, TimeStamp INTEGER, Direction INTEGER, Type INTEGER, ContactID INTEGER, ChatID INTEGER);
        CREATE TABLE Messages (EventID INTEGER PRIMARY KEY, Type INTEGER, Status INTEGER, Body TEXT, PayloadPath TEXT, Info TEXT);
        INSERT INTO Contact VALUES (1, NULL, 'Ann', '+1'), (2, 'Bo', NULL, '+2'), (3, 'Cleo', NULL, '+3');
        """)
    for chat, part in chats(count, max(1, count // 10)):
        database.execute("INSERT INTO ChatInfo VALUES (?, ?)", (chat, f"Trip {chat}"))
        for message in part:
            row = message.number + 1
            insert(database, "Events", EventID=row, TimeStamp=message.milliseconds, Direction=int(message.sender == 0), Type=1,
                   ContactID=message.sender + 1, ChatID=chat)
            insert(database, "Messages", EventID=row, Type=2 if message.file else 1, Status=0, Body=message.text,
                   Info=json.dumps({"fileInfo": {"FileName": message.file, "FileSize": 9}}) if message.file else "{}")
    database.commit()
    database.close()
    return path


MAKERS = (imessage, signalandroid, slackdump, whatsappandroid, thelounge, quassel, viber)
