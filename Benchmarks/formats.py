#!/usr/bin/env python3
"""Times how fast exports of each format are read: generated exports of 100,000 messages.

    Benchmarks/formats.py [--count 100000] [--rounds 3] [FORMAT...]

"reading" is the program's stage in which an export is recognised and its messages are converted (`seconds.opening` of the
report), which runs on one thread; the goal is 100,000 messages a second for text and 60,000 for JSON, SQLite and XML. "memory"
is the peak of the process's private memory (RssAnon) during the whole export, "input" the size of the export. The figures are
those of the fastest of `--rounds`. chatexport/1, Telegram's JSON and IRC logs are read while pages are written and have no such
stage of their own; `make bench` measures them.
"""

import argparse
import csv
import json
import plistlib
import random
import shutil
import sqlite3
import sys
import zipfile
from datetime import datetime, timedelta, timezone
from html import escape
from pathlib import Path

from run import BENCH, BINARY, Run

WORDS = """the I you to a and it is that of in we for on have was not be at this so but with just do they are can all me my if
what as there no or one get like up out about know go now your when then think time from how see good would will""".split()
NAMES = ["Ann", "Bo", "Cleo"]
START = datetime(2024, 1, 1, tzinfo=timezone.utc)


def messages(count: int):
    """Yields a number, the sender's index, the time and a text of each message."""
    pick = random.Random(5)
    for number in range(count):
        text = " ".join(pick.choices(WORDS, k=1 + int(pick.expovariate(1 / 9))))
        yield number, pick.randrange(3), START + timedelta(seconds=40 * number), text + pick.choice(["", "", "!", " 👍"])


def iso(at: datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "+00:00"


def milliseconds(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def whatsapp(folder: Path, count: int) -> Path:
    path = folder / "WhatsApp Chat with Trip.txt"
    with path.open("w", encoding="utf-8") as file:
        file.write("1/1/24, 00:00 - Messages and calls are end-to-end encrypted.\n")
        for _, sender, at, text in messages(count):
            file.write(f"{at.month}/{at.day}/{at:%y, %H:%M} - {NAMES[sender]}: {text}\n")
    return path


def line(folder: Path, count: int) -> Path:
    path = folder / "[LINE] Chat with Trip.txt"
    with path.open("w", encoding="utf-8") as file:
        file.write("[LINE] Chat history in Trip\nSaved on: 2024/06/01, 12:00\n")
        day = None
        for _, sender, at, text in messages(count):
            if at.date() != day:
                day = at.date()
                file.write(f"\n{day:%a, %m/%d/%Y}\n")
            file.write(f"{at:%I:%M %p}\t{NAMES[sender]}\t{text}\n")
    return path


def kakaotalk(folder: Path, count: int) -> Path:
    path = folder / "KakaoTalk_Chat_Trip_2024-08-01-11-29-00.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        rows = csv.writer(file, quoting=csv.QUOTE_NONNUMERIC)
        file.write("Date,User,Message\n")
        for _, sender, at, text in messages(count):
            rows.writerow([f"{at:%Y-%m-%d %H:%M:%S}", NAMES[sender], text])
    return path


def meta(folder: Path, count: int) -> Path:
    thread = folder / "your_activity_across_facebook/messages/inbox/trip_123"
    thread.mkdir(parents=True)
    newest_first = list(messages(count))[::-1]
    for part in range(0, count, 10_000):
        document = {
            "participants": [{"name": name} for name in NAMES],
            "messages": [
                {"sender_name": NAMES[sender], "timestamp_ms": milliseconds(at),
                 "content": text.encode().decode("latin-1"), "is_geoblocked_for_viewer": False}
                for _, sender, at, text in newest_first[part:part + 10_000]],
            "title": "Trip", "is_still_participant": True, "thread_path": "inbox/trip_123", "magic_words": []}
        (thread / f"message_{part // 10_000 + 1}.json").write_text(json.dumps(document, indent=2))
    return folder


def metahtml(folder: Path, count: int) -> Path:
    """Instagram's pages of 10,000 messages, newest first."""
    thread = folder / "your_instagram_activity/messages/inbox/trip_123"
    thread.mkdir(parents=True)
    newest_first = list(messages(count))[::-1]
    for part in range(0, count, 10_000):
        blocks = [
            f'<div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder"><h2 class="_3-95 _2pim _a6-h _a6-i">{NAMES[sender]}</h2>'
            f'<div class="_3-95 _a6-p"><div><div></div><div>{escape(text)}</div><div></div><div></div></div></div>'
            f'<div class="_3-94 _a6-o">{at:%b %d, %Y %I:%M:%S %p}</div></div>' for _, sender, at, text in newest_first[part:part + 10_000]]
        (thread / f"message_{part // 10_000 + 1}.html").write_text(
            '<html><head><title>Trip</title><style>._a6-g{}._a6-p{}</style></head><body><main class="_a706" role="main">'
            + "".join(blocks) + "</main></body></html>", encoding="utf-8")
    return folder


def discord(folder: Path, count: int) -> Path:
    path = folder / "Guild - general [1].json"
    document = {
        "guild": {"id": "9", "name": "Guild", "iconUrl": ""},
        "channel": {"id": "1", "type": "GuildTextChat", "categoryId": "2", "category": "Text", "name": "general", "topic": None},
        "dateRange": {"after": None, "before": None}, "exportedAt": "2026-05-01T03:04:05+00:00",
        "messages": [
            {"id": str(10 ** 17 + number), "type": "Default", "timestamp": iso(at), "timestampEdited": None,
             "callEndedTimestamp": None, "isPinned": False, "content": text,
             "author": {"id": str(sender), "name": NAMES[sender], "discriminator": "0000", "nickname": NAMES[sender],
                        "color": None, "isBot": False, "roles": [], "avatarUrl": ""},
             "attachments": [], "embeds": [], "stickers": [], "reactions": [], "mentions": [], "inlineEmojis": []}
            for number, sender, at, text in messages(count)],
        "messageCount": count}
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False), encoding="utf-8")
    return path


def slack(folder: Path, count: int) -> Path:
    path = folder / "export.zip"
    days: dict = {}
    for number, sender, at, text in messages(count):
        days.setdefault(f"{at:%Y-%m-%d}", []).append(
            {"client_msg_id": f"c{number}", "type": "message", "text": text, "user": f"U{sender}", "team": "T1",
             "ts": f"{int(at.timestamp())}.{number % 1000000:06d}",
             "blocks": [{"type": "rich_text", "block_id": "b", "elements": [
                 {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}]}]})
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("users.json", json.dumps(
            [{"id": f"U{index}", "name": name.lower(), "profile": {"real_name": name}} for index, name in enumerate(NAMES)]))
        archive.writestr("channels.json", json.dumps(
            [{"id": "C1", "name": "general", "created": 1, "creator": "U0", "members": ["U0", "U1", "U2"]}]))
        for day, entries in days.items():
            archive.writestr(f"general/{day}.json", json.dumps(entries, indent=4))
    return path


def signal(folder: Path, count: int) -> Path:
    path = folder / "main.jsonl"
    lines = [
        {"version": "1", "backupTimeMs": "1767225600000", "mediaRootBackupKey": "", "currentAppVersion": "Signal-Desktop 7.90.0"},
        {"account": {"givenName": "Ann", "familyName": ""}}, {"recipient": {"id": "1", "self": {}}},
        {"recipient": {"id": "4", "contact": {"e164": "15550104477", "profileGivenName": "Bo"}}},
        {"chat": {"id": "1", "recipientId": "4"}}]
    for _, sender, at, text in messages(count):
        sent = str(milliseconds(at))
        direction = (
            {"outgoing": {"sendStatus": [{"recipientId": "4", "timestamp": sent, "read": {"sealedSender": True}}]}} if sender == 0
            else {"incoming": {"dateReceived": sent, "dateServerSent": sent, "read": True}})
        lines.append({"chatItem": {
            "chatId": "1", "authorId": "1" if sender == 0 else "4", "dateSent": sent, **direction,
            "standardMessage": {"text": {"body": text}}}})
    with path.open("w", encoding="utf-8") as file:
        for entry in lines:
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
    return folder


def sms(folder: Path, count: int) -> Path:
    path = folder / "sms-20240601120000.xml"
    with path.open("w", encoding="utf-8") as file:
        file.write(f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"{count}\" type=\"full\">\n")
        for number, sender, at, text in messages(count):
            file.write(
                f'  <sms protocol="0" address="+1555010447{sender}" date="{milliseconds(at)}" type="{1 + number % 2}" '
                f'subject="null" body="{escape(text)}" toa="null" sc_toa="null" service_center="null" read="1" status="-1" '
                f'locked="0" date_sent="0" sub_id="1" readable_date="" contact_name="{NAMES[sender]}" />\n')
        file.write("</smses>\n")
    return path


def telegramhtml(folder: Path, count: int) -> Path:
    """Telegram Desktop begins a new file every 1,000 messages."""
    head = ('<!DOCTYPE html>\n<html>\n <head>\n  <meta charset="utf-8"/>\n<title>Exported Data</title>\n'
            '  <meta content="width=device-width, initial-scale=1.0" name="viewport"/>\n'
            '  <link href="css/style.css" rel="stylesheet"/>\n  <script src="js/script.js" type="text/javascript">\n  </script>\n'
            ' </head>\n <body onload="CheckLocation();">\n  <div class="page_wrap">\n   <div class="page_header">\n'
            '    <div class="content">\n     <div class="text bold">\nTrip\n     </div>\n    </div>\n   </div>\n'
            '   <div class="page_body chat_page">\n    <div class="history">\n')
    everything = list(messages(count))
    for part in range(0, count, 1000):
        body = []
        for number, sender, at, text in everything[part:part + 1000]:
            body.append(
                f'     <div class="message default clearfix" id="message{number + 1}">\n      <div class="pull_left userpic_wrap">\n'
                f'       <div class="userpic userpic{sender + 1}" style="width: 42px; height: 42px">\n'
                f'        <div class="initials" style="line-height: 42px">\n{NAMES[sender][0]}\n        </div>\n       </div>\n'
                f'      </div>\n      <div class="body">\n       <div class="pull_right date details" '
                f'title="{at:%d.%m.%Y %H:%M:%S} UTC+00:00">\n{at:%H:%M}\n       </div>\n       <div class="from_name">\n'
                f'{NAMES[sender]}\n       </div>\n       <div class="text">\n{escape(text)}\n       </div>\n      </div>\n     </div>\n')
        name = "messages.html" if part == 0 else f"messages{part // 1000 + 1}.html"
        (folder / name).write_text(
            head + "".join(body) + "    </div>\n   </div>\n  </div>\n </body>\n</html>\n", encoding="utf-8")
    return folder


def chatlab(folder: Path, count: int) -> Path:
    path = folder / "trip.jsonl"
    with path.open("w", encoding="utf-8") as file:
        def line(value: dict) -> None:
            file.write(json.dumps(value, ensure_ascii=False) + "\n")

        line({"_type": "header", "chatlab": {"version": "0.0.2", "exportedAt": 1}, "meta": {"name": "Trip", "platform": "qq", "type": "group"}})
        for sender, name in enumerate(NAMES):
            line({"_type": "member", "platformId": str(sender), "accountName": name})
        for number, sender, at, text in messages(count):
            line({"_type": "message", "sender": str(sender), "accountName": NAMES[sender], "timestamp": int(at.timestamp()), "type": 0,
                  "content": text, "platformMessageId": str(number)})
    return path


def signalexport(folder: Path, count: int) -> Path:
    chat = folder / "Trip"
    chat.mkdir()
    with (chat / "data.json").open("w", encoding="utf-8") as file:
        for _, sender, at, text in messages(count):
            file.write(json.dumps({
                "date": f"{at:%Y-%m-%dT%H:%M:%S.123000}", "sender": NAMES[sender], "body": text + "  ", "quote": "", "sticker": None,
                "reactions": [], "attachments": [], "deleted": False, "call": False, "missed": False}, ensure_ascii=False) + "\n")
    return folder


def sigtop(folder: Path, count: int) -> Path:
    path = folder / "Trip (AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA).json"
    lines = [
        json.dumps({
            "timestamp": milliseconds(at), "id": str(number), "conversationId": "c", "received_at": number, "sent_at": milliseconds(at),
            "sourceServiceId": f"id-{sender}", "type": "incoming", "schemaVersion": 14, "body": text, "attachments": [], "reactions": []},
            ensure_ascii=False) for number, sender, at, text in messages(count)]
    path.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    return path


def chatgpt(folder: Path, count: int) -> Path:
    """Conversations of 100 messages."""
    everything = list(messages(count))
    conversations = []
    for part in range(0, count, 100):
        root = f"root-{part}"
        mapping = {root: {"id": root, "message": None, "parent": None, "children": []}}
        parent = root
        for number, _, at, text in everything[part:part + 100]:
            role = "assistant" if number % 2 else "user"
            key = f"m-{number}"
            mapping[parent]["children"].append(key)
            mapping[key] = {"id": key, "parent": parent, "children": [], "message": {
                "id": key, "author": {"role": role, "name": None, "metadata": {}}, "create_time": at.timestamp(),
                "update_time": None, "content": {"content_type": "text", "parts": [text]}, "status": "finished_successfully",
                "end_turn": True, "weight": 1.0, "metadata": {"model_slug": "gpt-4o"} if number % 2 else {}, "recipient": "all"}}
            parent = key
        conversations.append({
            "title": f"Conversation {part}", "create_time": everything[part][2].timestamp(),
            "update_time": everything[part][2].timestamp(), "mapping": mapping, "moderation_results": [], "current_node": parent,
            "conversation_id": f"conversation-{part}", "id": f"conversation-{part}"})
    (folder / "conversations.json").write_text(json.dumps(conversations, ensure_ascii=False), encoding="utf-8")
    return folder


def claudecode(folder: Path, count: int) -> Path:
    session = "4e159819-57d4-439e-9773-4b39658c2feb"
    project = folder / "projects/-home-sam-trip"
    project.mkdir(parents=True)
    with (project / f"{session}.jsonl").open("w", encoding="utf-8") as file:
        parent = None
        for number, _, at, text in messages(count):
            role = "assistant" if number % 2 else "user"
            key = f"00000000-0000-4000-8000-{number:012d}"
            content = [{"type": "text", "text": text}] if number % 2 else text
            entry = {"parentUuid": parent, "isSidechain": False, "userType": "external", "cwd": "/home/sam/trip",
                     "sessionId": session, "version": "2.0.1", "gitBranch": "main", "type": role,
                     "message": {"role": role, "content": content}, "uuid": key,
                     "timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.000Z")}
            if number % 2:
                entry["message"].update(
                    id=f"msg_{number}", type="message", model="claude-sonnet-4", stop_reason="end_turn", usage={})
            file.write(json.dumps(entry, ensure_ascii=False) + "\n")
            parent = key
    return folder / "projects"


def geminicli(folder: Path, count: int) -> Path:
    """Sessions of 1,000 messages, each answer written twice as the program does."""
    everything = list(messages(count))
    chats = folder / "3f2a/chats"
    chats.mkdir(parents=True)
    for part in range(0, count, 1000):
        session = f"{part:08x}-0000-4000-8000-000000000000"
        with (chats / f"session-{part:08x}.jsonl").open("w", encoding="utf-8") as file:
            start = everything[part][2].strftime("%Y-%m-%dT%H:%M:%S.000Z")
            print(json.dumps({"sessionId": session, "projectHash": "3f2a", "startTime": start, "lastUpdated": start}), file=file)
            for number, _, at, text in everything[part:part + 1000]:
                entry = {"id": f"00000000-0000-4000-8000-{number:012d}", "timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                         "type": "gemini" if number % 2 else "user", "content": text if number % 2 else [{"text": text}]}
                if number % 2:
                    entry |= {"thoughts": [], "model": "gemini-2.5-pro"}
                    print(json.dumps(entry, ensure_ascii=False), file=file)
                    entry |= {"tokens": {"input": 100, "output": 20, "cached": 0, "total": 120}}
                print(json.dumps(entry, ensure_ascii=False), file=file)
    return folder


def gemini(folder: Path, count: int) -> Path:
    records = []
    everything = list(messages(count))
    for number in range(0, count - 1, 2):
        at = everything[number][2]
        records.append({"header": "Gemini Apps", "title": f"Prompted {everything[number][3]}",
                        "time": at.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "products": ["Gemini Apps"],
                        "activityControls": ["Gemini Apps Activity"],
                        "safeHtmlItem": [{"html": f"<p>{escape(everything[number + 1][3])} <strong>so</strong>.</p>"}]})
    path = folder / "MyActivity.json"
    path.write_text(json.dumps(records[::-1], ensure_ascii=False, indent=2), encoding="utf-8")
    return path


def copilot(folder: Path, count: int) -> Path:
    """Chats of 100 messages."""
    everything = list(messages(count))
    chats = folder / "chatSessions"
    chats.mkdir()
    for part in range(0, count, 100):
        requests = []
        for number in range(part, min(part + 100, count - 1), 2):
            requests.append({
                "requestId": f"request_{number}", "message": {"text": everything[number][3], "parts": []},
                "variableData": {"variables": []}, "response": [{"value": everything[number + 1][3], "supportThemeIcons": False}],
                "responseId": f"response_{number}", "timestamp": milliseconds(everything[number][2]),
                "modelId": "copilot/gpt-4.1", "result": {"timings": {"totalElapsed": 1000}}})
        chat = {"version": 3, "responderUsername": "GitHub Copilot", "initialLocation": "panel", "requests": requests,
                "sessionId": f"chat-{part}", "creationDate": milliseconds(everything[part][2])}
        (chats / f"chat-{part}.json").write_text(json.dumps(chat, ensure_ascii=False), encoding="utf-8")
    return chats


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


def imessage(folder: Path, count: int) -> Path:
    path = folder / "chat.db"
    database = sqlite3.connect(path)
    database.executescript("""
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
        INSERT INTO handle (id, service) VALUES ('+15550104477', 'iMessage'), ('cleo@example.org', 'iMessage');
        INSERT INTO chat (guid, style, chat_identifier, service_name, display_name) VALUES ('iMessage;+;chat1', 43, 'chat1', 'iMessage', 'Trip');
        INSERT INTO chat_handle_join VALUES (1, 1), (1, 2);
    """)
    base = datetime(2001, 1, 1, tzinfo=timezone.utc)
    for number, sender, at, text in messages(count):
        date = int((at - base).total_seconds()) * 1_000_000_000
        database.execute(
            "INSERT INTO message (guid, attributedBody, message_summary_info, handle_id, service, date, is_from_me, is_finished)"
            " VALUES (?, ?, ?, ?, 'iMessage', ?, ?, 1)",
            (f"{number:08X}-0000-4000-8000-000000000000", attributed(text), SUMMARY, sender, date, int(sender == 0)))
        database.execute("INSERT INTO chat_message_join VALUES (1, ?, ?)", (number + 1, date))
    database.commit()
    database.close()
    return path


FORMATS = {
    # The format's maker, and the goal in messages a second.
    "whatsapp": (whatsapp, 100_000), "line": (line, 100_000), "kakaotalk": (kakaotalk, 100_000), "meta": (meta, 60_000), "metahtml": (metahtml, 60_000),
    "imessage": (imessage, 60_000), "chatgpt": (chatgpt, 60_000), "discord": (discord, 60_000), "slack": (slack, 60_000),
    "signal": (signal, 60_000), "chatlab": (chatlab, 60_000), "signalexport": (signalexport, 60_000), "sigtop": (sigtop, 60_000),
    "sms": (sms, 60_000), "telegramhtml": (telegramhtml, 60_000), "claudecode": (claudecode, 60_000),
    "geminicli": (geminicli, 60_000), "gemini": (gemini, 60_000), "copilot": (copilot, 60_000),
}


def size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else sum(file.stat().st_size for file in path.rglob("*") if file.is_file())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("formats", nargs="*", default=list(FORMATS), choices=[[], *FORMATS], metavar="FORMAT")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    root = BENCH / "formats"
    print(f"{'format':14} {'input':>9} {'reading':>9} {'messages/s':>11} {'goal':>9} {'memory':>8} {'shown':>9}")
    is_slow = False
    for name in arguments.formats or FORMATS:
        maker, goal = FORMATS[name]
        folder = root / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source = maker(folder, arguments.count)
        best, memory, shown = None, 0, 0
        for _ in range(arguments.rounds):
            report = root / "report.json"
            run = Run([source, "--out", root / "site", "--time-zone", "UTC", "--jobs", "1", "--fresh", "--quiet",
                       "--report", report])
            if run.code != 0:
                print(f"{name:14} failed with exit code {run.code}: {run.errors.strip()[:160]}")
                break
            found = json.loads(report.read_text())
            seconds = found["seconds"]["opening"]
            if best is None or seconds < best:
                best, memory, shown = seconds, run.private, sum(found["kinds"].values())
            shutil.rmtree(root / "site")
        if best is None:
            is_slow = True
            continue
        rate = arguments.count / best
        is_slow = is_slow or rate < goal
        print(f"{name:14} {size(source) / 1e6:6.1f} MB {best:7.3f} s {rate:11,.0f} {goal:9,} {memory / 1024:5.0f} MB {shown:9,}")
        shutil.rmtree(folder)
    return int(is_slow)


if __name__ == "__main__":
    sys.exit(main())
