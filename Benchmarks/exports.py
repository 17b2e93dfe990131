"""Makers of generated exports, one for each format, for the benchmark of reading.

Each writes an export of `count` messages into `folder` and returns the path to name to the program.
"""

import base64
import csv
import json
import plistlib
import random
import sqlite3
import zipfile
from datetime import datetime, timedelta, timezone
from html import escape
from pathlib import Path

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


def chatexport(folder: Path, count: int) -> Path:
    path = folder / "trip.json"
    with path.open("w", encoding="utf-8") as file:
        people = [{"id": str(sender), "name": name} for sender, name in enumerate(NAMES)]
        file.write(f'{{"format": "chatexport/1", "title": "Trip", "participants": {json.dumps(people)}, "messages": [\n')
        for number, sender, at, text in messages(count):
            entry = {"id": str(number), "from": str(sender), "at": at.strftime("%Y-%m-%dT%H:%M:%SZ"), "text": text}
            file.write(("" if number == 0 else ",\n") + json.dumps(entry, ensure_ascii=False))
        file.write("\n]}\n")
    return path


def telegram(folder: Path, count: int) -> Path:
    path = folder / "result.json"
    document = {"name": "Trip", "type": "private_group", "id": 1234, "messages": [
        {"id": number + 1, "type": "message", "date": at.strftime("%Y-%m-%dT%H:%M:%S"), "date_unixtime": str(int(at.timestamp())),
         "from": NAMES[sender], "from_id": f"user{sender}", "text": text, "text_entities": [{"type": "plain", "text": text}]}
        for number, sender, at, text in messages(count)]}
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8")
    return path


def irc(folder: Path, count: int) -> Path:
    path = folder / "irc.libera.#trip.weechatlog"
    with path.open("w", encoding="utf-8") as file:
        for _, sender, at, text in messages(count):
            file.write(f"{at:%Y-%m-%d %H:%M:%S}\t{NAMES[sender]}\t{text}\n")
    return path


def colloquy(folder: Path, count: int) -> Path:
    path = folder / "trip.colloquyTranscript"
    with path.open("w", encoding="utf-8") as file:
        file.write(f'<?xml version="1.0" encoding="UTF-8"?>\n<log began="{START:%Y-%m-%d %H:%M:%S} +0000" '
                   'source="irc://irc.example.org/%23trip">\n')
        for number, sender, at, text in messages(count):
            file.write(
                f'  <envelope>\n    <sender hostmask="{sender}@host.example" identifier="{NAMES[sender]}">{NAMES[sender]}</sender>\n'
                f'    <message id="A{number}" received="{at:%Y-%m-%d %H:%M:%S} +0000">{escape(text)}</message>\n  </envelope>\n')
        file.write("</log>\n")
    return path


def mattermost(folder: Path, count: int) -> Path:
    path = folder / "import.jsonl"
    with path.open("w", encoding="utf-8") as file:
        def line(kind: str, value) -> None:
            file.write(json.dumps({"type": kind, kind: value}, ensure_ascii=False) + "\n")

        line("version", 1)
        line("team", {"name": "trip", "display_name": "Trip", "type": "O"})
        line("channel", {"team": "trip", "name": "square", "display_name": "Square", "type": "O", "header": "", "purpose": ""})
        for name in NAMES:
            line("user", {"username": name.lower(), "email": f"{name}@example.org", "nickname": "", "first_name": name, "last_name": ""})
        for _, sender, at, text in messages(count):
            line("post", {"team": "trip", "channel": "square", "user": NAMES[sender].lower(), "message": text,
                          "create_at": milliseconds(at), "reactions": None, "replies": None})
    return path


def discordpackage(folder: Path, count: int) -> Path:
    """Channels of 10,000 messages, all of the package's owner, newest first."""
    everything = list(messages(count))
    (folder / "Account").mkdir()
    (folder / "Account/user.json").write_text(json.dumps({"id": "1", "username": "ann"}))
    titles = {}
    for part in range(0, count, 10_000):
        channel = str(100_000_000_000_000_000 + part)
        titles[channel] = f"channel {part}"
        place = folder / f"Messages/c{channel}"
        place.mkdir(parents=True)
        (place / "channel.json").write_text(json.dumps({"id": channel, "type": "GUILD_TEXT", "name": titles[channel]}))
        (place / "messages.json").write_text(json.dumps([
            {"ID": 10 ** 17 + number, "Timestamp": f"{at:%Y-%m-%d %H:%M:%S}", "Contents": text, "Attachments": ""}
            for number, _, at, text in everything[part:part + 10_000][::-1]], ensure_ascii=False), encoding="utf-8")
    (folder / "Messages/index.json").write_text(json.dumps(titles))
    return folder


def claudeai(folder: Path, count: int) -> Path:
    """Conversations of 100 messages."""
    everything = list(messages(count))
    conversations = []
    for part in range(0, count, 100):
        turns = [
            {"uuid": f"00000000-0000-4000-8000-{number:012d}", "text": text, "sender": "assistant" if number % 2 else "human",
             "content": [{"start_timestamp": iso(at), "stop_timestamp": iso(at), "type": "text", "text": text, "citations": []}],
             "created_at": iso(at), "updated_at": iso(at), "attachments": [], "files": []}
            for number, _, at, text in everything[part:part + 100]]
        conversations.append({
            "uuid": f"10000000-0000-4000-8000-{part:012d}", "name": f"Conversation {part}", "created_at": turns[0]["created_at"],
            "updated_at": turns[-1]["created_at"], "account": {"uuid": "a"}, "chat_messages": turns})
    (folder / "conversations.json").write_text(json.dumps(conversations, ensure_ascii=False), encoding="utf-8")
    (folder / "users.json").write_text(json.dumps([{"uuid": "a", "full_name": "Ann", "email_address": "ann@example.org"}]))
    return folder


def openai(folder: Path, count: int) -> Path:
    """A conversation of 100 messages a line."""
    path = folder / "chats.jsonl"
    everything = list(messages(count))
    with path.open("w", encoding="utf-8") as file:
        for part in range(0, count, 100):
            turns = [{"role": "assistant" if number % 2 else "user", "content": text}
                     for number, _, _, text in everything[part:part + 100]]
            file.write(json.dumps({"messages": turns}, ensure_ascii=False) + "\n")
    return path


def codex(folder: Path, count: int) -> Path:
    """Sessions of 1,000 messages, each written as an item and as an event."""
    everything = list(messages(count))
    day = folder / "sessions/2026/01/12"
    day.mkdir(parents=True)
    for part in range(0, count, 1000):
        session = f"00000000-0000-4000-8000-{part:012d}"
        with (day / f"rollout-2026-01-12T09-30-00-{session}.jsonl").open("w", encoding="utf-8") as file:
            def line(kind: str, at: datetime, payload: dict) -> None:
                file.write(json.dumps({"timestamp": at.strftime("%Y-%m-%dT%H:%M:%S.000Z"), "type": kind, "payload": payload},
                                      ensure_ascii=False) + "\n")

            line("session_meta", everything[part][2], {"id": session, "timestamp": iso(everything[part][2]), "cwd": "/home/sam"})
            for number, _, at, text in everything[part:part + 1000]:
                role, kind = ("assistant", "output_text") if number % 2 else ("user", "input_text")
                line("response_item", at, {"type": "message", "role": role, "content": [{"type": kind, "text": text}]})
                line("event_msg", at, {"type": "agent_message" if number % 2 else "user_message", "message": text})
    return folder


def geminihtml(folder: Path, count: int) -> Path:
    """The page of Takeout, newest first; an activity is a prompt and its answer."""
    everything = list(messages(count))
    cell = '<div class="content-cell mdl-cell mdl-cell--'
    path = folder / "MyActivity.html"
    with path.open("w", encoding="utf-8") as file:
        file.write('<html><head><title>My Activity History</title><style type="text/css">.mdl-grid{display:flex}</style></head>'
                   '<body><div class="mdl-grid">')
        for number in range(0, count - 1, 2)[::-1]:
            at = everything[number][2]
            file.write(
                '<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid"><div class="header-cell '
                'mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">Gemini Apps<br></p></div>'
                f'{cell}6-col mdl-typography--body-1">Prompted&nbsp;{escape(everything[number][3])}<br>'
                f'{at:%b} {at.day}, {at:%Y, %I:%M:%S %p} UTC<br><p>{escape(everything[number + 1][3])} <strong>so</strong>.</p></div>'
                f'{cell}6-col mdl-typography--body-1 mdl-typography--text-right"></div>{cell}12-col mdl-typography--caption">'
                '<b>Products:</b><br>&emsp;Gemini Apps<br></div></div></div>\n')
        file.write("</div></body></html>")
    return path


def picture(size: int) -> bytes:
    """A JPEG of 1 × 1 px with `size` bytes behind its end, which programs pass over."""
    pixel = bytes.fromhex(
        "ffd8ffe000104a46494600010100000100010000ffdb004300" + "01" * 64 + "ffc0000b080001000101011100ffc40014000100000000000000"
        "00000000000000000000000009ffc40014100100000000000000000000000000000000ffda0008010100003f0054dfffd9")
    return pixel + random.Random(size).randbytes(size)


def mms(folder: Path, count: int) -> Path:
    """One message in a hundred has a picture of 200 kB, and one in all a video of 40 MB, in one attribute each."""
    path = folder / "sms-20240601120000.xml"
    small, large = (base64.b64encode(picture(size)).decode() for size in (200_000, 40_000_000))
    with path.open("w", encoding="utf-8") as file:
        file.write(f"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"{count}\" type=\"full\">\n")
        for number, sender, at, text in messages(count):
            head = f'address="+1555010447{sender}" date="{milliseconds(at)}" read="1" contact_name="{NAMES[sender]}"'
            if number % 100 != 50:
                file.write(f'  <sms protocol="0" {head} type="{1 + number % 2}" body="{escape(text)}" />\n')
                continue
            data, kind = (large, "video/mp4") if number == 550 else (small, "image/jpeg")
            file.write(
                f'  <mms {head} msg_box="1" ct_t="application/vnd.wap.multipart.related" sub="null">\n    <parts>\n'
                f'      <part seq="0" ct="{kind}" name="null" chset="null" cd="null" fn="null" cid="null" cl="{number}" text="null" '
                f'data="{data}" />\n      <part seq="0" ct="text/plain" name="null" text="{escape(text)}" />\n    </parts>\n  </mms>\n')
        file.write("</smses>\n")
    return path


FORMATS = {
    # The maker of an export, and the goal in messages a second: 100,000 for text, 60,000 for everything else.
    "chatexport": (chatexport, 60_000), "telegram": (telegram, 60_000), "telegramhtml": (telegramhtml, 60_000),
    "whatsapp": (whatsapp, 100_000), "line": (line, 100_000), "kakaotalk": (kakaotalk, 100_000), "meta": (meta, 60_000),
    "metahtml": (metahtml, 60_000), "chatlab": (chatlab, 60_000), "signal": (signal, 60_000), "signalexport": (signalexport, 60_000),
    "sigtop": (sigtop, 60_000), "sms": (sms, 60_000), "mms": (mms, 60_000), "irc": (irc, 100_000), "colloquy": (colloquy, 60_000),
    "imessage": (imessage, 60_000), "discord": (discord, 60_000), "discordpackage": (discordpackage, 60_000),
    "slack": (slack, 60_000), "mattermost": (mattermost, 60_000), "chatgpt": (chatgpt, 60_000), "claudeai": (claudeai, 60_000),
    "openai": (openai, 60_000), "claudecode": (claudecode, 60_000), "codex": (codex, 60_000), "geminicli": (geminicli, 60_000),
    "gemini": (gemini, 60_000), "geminihtml": (geminihtml, 60_000), "copilot": (copilot, 60_000),
}
