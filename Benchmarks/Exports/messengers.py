"""Exports of messengers and of chats of teams that are JSON."""

import csv
import json
import zipfile
from pathlib import Path

from .common import NAMES, Message, chats, messages


def write_lines(path: Path, values) -> None:
    with path.open("w", encoding="utf-8") as file:
        for value in values:
            file.write(json.dumps(value, ensure_ascii=False) + "\n")


def chatexport(folder: Path, count: int) -> Path:
    path = folder / "trip.jsonl"

    def entries():
        yield {"format": "chatexport/1", "title": "Trip",
               "participants": [{"id": str(sender), "name": name} for sender, name in enumerate(NAMES)]}
        for message in messages(count):
            entry = {"id": str(message.number), "from": str(message.sender), "at": message.utc, "text": message.text}
            if message.reply:
                entry["replyTo"] = str(message.reply.number)
            if message.reactions:
                entry["reactions"] = [{"emoji": emoji, "by": [str(sender)]} for emoji, sender in message.reactions]
            if message.file:
                entry["attachments"] = [{"kind": "file", "path": message.file}]
            yield entry

    write_lines(path, entries())
    return path


def telegram(folder: Path, count: int) -> Path:
    path = folder / "result.json"

    def entry(message: Message) -> dict:
        entry = {"id": message.number + 1, "type": "message", "date": f"{message.at:%Y-%m-%dT%H:%M:%S}",
                 "date_unixtime": str(int(message.at.timestamp())), "from": message.name, "from_id": f"user{message.sender}"}
        if message.reply:
            entry["reply_to_message_id"] = message.reply.number + 1
        if message.file:
            entry |= {"file": f"files/{message.file}", "file_name": message.file, "mime_type": "image/jpeg", "width": 800, "height": 600}
        entry |= {"text": message.text, "text_entities": [{"type": "plain", "text": message.text}]}
        if message.reactions:
            entry["reactions"] = [
                {"type": "emoji", "count": 1, "emoji": emoji,
                 "recent": [{"from": NAMES[sender], "from_id": f"user{sender}", "date": f"{message.at:%Y-%m-%dT%H:%M:%S}"}]}
                for emoji, sender in message.reactions]
        return entry

    path.write_text(json.dumps(
        {"name": "Trip", "type": "private_group", "id": 1234, "messages": [entry(message) for message in messages(count)]},
        indent=1, ensure_ascii=False), encoding="utf-8")
    return path


def meta(folder: Path, count: int, app: str) -> Path:
    """Ten threads, newest first."""
    def latin(text: str) -> str:
        return text.encode().decode("latin-1")

    for chat, part in chats(count, max(1, count // 10)):
        thread = folder / f"your_{app}_activity/messages/inbox/trip_{chat}"
        thread.mkdir(parents=True)
        entries = []
        for message in part[::-1]:
            entry = {"sender_name": message.name, "timestamp_ms": message.milliseconds, "content": latin(message.text),
                     "is_geoblocked_for_viewer": False}
            if message.reactions:
                entry["reactions"] = [{"reaction": latin(emoji), "actor": NAMES[sender]} for emoji, sender in message.reactions]
            if message.file:
                entry["photos"] = [{"uri": f"your_{app}_activity/{message.file}", "creation_timestamp": message.milliseconds // 1000}]
            entries.append(entry)
        (thread / "message_1.json").write_text(json.dumps({
            "participants": [{"name": name} for name in NAMES], "messages": entries, "title": f"Trip {chat}",
            "is_still_participant": True, "thread_path": f"inbox/trip_{chat}", "magic_words": []}, indent=2))
    return folder


def messenger(folder: Path, count: int) -> Path:
    return meta(folder, count, "facebook")


def instagram(folder: Path, count: int) -> Path:
    return meta(folder, count, "instagram")


def chatlab(folder: Path, count: int) -> Path:
    path = folder / "trip.jsonl"

    def entries():
        yield {"_type": "header", "chatlab": {"version": "0.0.2", "exportedAt": 1}, "meta": {"name": "Trip", "platform": "qq", "type": "group"}}
        for sender, name in enumerate(NAMES):
            yield {"_type": "member", "platformId": str(sender), "accountName": name}
        for message in messages(count):
            entry = {"_type": "message", "sender": str(message.sender), "accountName": message.name,
                     "timestamp": message.milliseconds // 1000, "type": 1 if message.file else 0,
                     "content": "[图片]" if message.file else message.text, "platformMessageId": str(message.number)}
            yield entry | {"replyToMessageId": str(message.reply.number)} if message.reply else entry

    write_lines(path, entries())
    return path


def signal(folder: Path, count: int) -> Path:
    """The plain export of Signal Desktop: a hundred chats at a time."""
    def entries():
        yield {"version": "1", "backupTimeMs": "1767225600000", "mediaRootBackupKey": "", "currentAppVersion": "Signal-Desktop 7.90.0"}
        yield {"account": {"givenName": "Ann", "familyName": ""}}
        yield {"recipient": {"id": "1", "self": {}}}
        for chat in range(100):
            key = str(chat + 10)
            yield {"recipient": {"id": key, "contact": {"e164": f"155501044{chat:02}", "profileGivenName": f"Bo {chat}"}}}
            yield {"chat": {"id": key, "recipientId": key}}
        for message in messages(count):
            key = str(message.number // 100 % 100 + 10)
            sent = str(message.milliseconds)
            content = {"text": {"body": message.text}}
            if message.reply:
                content["quote"] = {"targetSentTimestamp": str(message.reply.milliseconds),
                                    "authorId": key if message.reply.sender else "1", "text": {"body": message.reply.text}}
            if message.reactions:
                content["reactions"] = [{"emoji": emoji, "authorId": "1" if sender else key, "sentTimestamp": sent, "sortOrder": "1"}
                                        for emoji, sender in message.reactions]
            if message.file:
                content["attachments"] = [{"pointer": {"contentType": "image/jpeg", "fileName": message.file, "width": 8, "height": 6}}]
            direction = (
                {"outgoing": {"sendStatus": [{"recipientId": key, "timestamp": sent, "read": {"sealedSender": True}}]}}
                if message.sender == 0 else {"incoming": {"dateReceived": sent, "dateServerSent": sent, "read": True}})
            yield {"chatItem": {"chatId": key, "authorId": key if message.sender else "1", "dateSent": sent, **direction,
                                "standardMessage": content}}

    write_lines(folder / "main.jsonl", entries())
    return folder


def signalexport(folder: Path, count: int) -> Path:
    for chat, part in chats(count, 1000):
        (folder / f"Trip {chat}").mkdir()
        write_lines(folder / f"Trip {chat}/data.json", (
            {"date": f"{message.at:%Y-%m-%dT%H:%M:%S.123000}", "sender": message.name, "body": message.text + "  ",
             "quote": f"> {message.reply.text}\n\n" if message.reply else "", "sticker": None,
             "reactions": [[NAMES[sender], emoji] for emoji, sender in message.reactions],
             "attachments": [{"name": message.file, "path": f"media/{message.file}"}] if message.file else [],
             "deleted": False, "call": False, "missed": False} for message in part))
    return folder


def signalmarkdown(folder: Path, count: int) -> Path:
    """What signal-export wrote before it wrote JSON."""
    for chat, part in chats(count, 1000):
        (folder / f"Trip {chat}").mkdir()
        with (folder / f"Trip {chat}/chat.md").open("w", encoding="utf-8") as file:
            for message in part:
                text = f"![{message.file}](./media/{message.file})" if message.file else message.text
                reactions = ", ".join(f"{NAMES[sender]}: {emoji}" for emoji, sender in message.reactions)
                file.write(f"[{message.at:%Y-%m-%d, %H:%M:%S}] {message.name}: {text}  \n" + (f"(- {reactions} -)  \n" if reactions else ""))
    return folder


def sigtop(folder: Path, count: int) -> Path:
    for chat, part in chats(count, max(1, count // 10)):
        lines = [json.dumps({
            "timestamp": message.milliseconds, "id": str(message.number), "conversationId": f"c{chat}", "received_at": message.number,
            "sent_at": message.milliseconds, "sourceServiceId": f"id-{message.sender}", "type": "incoming", "schemaVersion": 14,
            "body": message.text,
            "attachments": [{"contentType": "image/jpeg", "fileName": message.file, "size": 9}] if message.file else [],
            "reactions": [{"emoji": emoji, "fromId": f"id-{sender}", "targetTimestamp": message.milliseconds,
                           "timestamp": message.milliseconds} for emoji, sender in message.reactions],
            **({"quote": {"id": message.reply.milliseconds, "authorAci": f"id-{message.reply.sender}", "text": message.reply.text,
                          "attachments": []}} if message.reply else {})}, ensure_ascii=False) for message in part]
        (folder / f"Trip {chat} (AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA{chat:02}).json").write_text(
            "[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    return folder


def discord(folder: Path, count: int) -> Path:
    """Ten channels of a server by DiscordChatExporter."""
    def person(sender: int) -> dict:
        return {"id": str(sender), "name": NAMES[sender].lower(), "discriminator": "0000", "nickname": NAMES[sender], "color": None,
                "isBot": False, "roles": [{"id": "7", "name": "Crew", "color": "#ff0000", "position": 2}],
                "avatarUrl": f"https://cdn.discordapp.com/avatars/{sender}/1.png?size=512"}

    def entry(message: Message) -> dict:
        entry = {
            "id": str(message.snowflake), "type": "Reply" if message.reply else "Default", "timestamp": message.iso,
            "timestampEdited": None, "callEndedTimestamp": None, "isPinned": False, "content": message.text,
            "author": person(message.sender),
            "attachments": [{"id": "1", "url": f"https://cdn.discordapp.com/attachments/1/{message.number}/{message.file}?ex=1",
                             "fileName": message.file, "fileSizeBytes": 1234}] if message.file else [],
            "embeds": [], "stickers": [],
            "reactions": [{"emoji": {"id": "", "name": emoji, "code": "a", "isAnimated": False, "imageUrl": "https://x.example/a.svg"},
                           "count": 1, "users": [person(sender)]} for emoji, sender in message.reactions],
            "mentions": [], "inlineEmojis": []}
        if message.reply:
            entry["reference"] = {"messageId": str(message.reply.snowflake), "channelId": "1", "guildId": "9"}
        return entry

    for chat, part in chats(count, max(1, count // 10)):
        document = {
            "guild": {"id": "9", "name": "Guild", "iconUrl": ""},
            "channel": {"id": str(chat), "type": "GuildTextChat", "categoryId": "2", "category": "Text", "name": f"room-{chat}", "topic": None},
            "dateRange": {"after": None, "before": None}, "exportedAt": "2026-05-01T03:04:05+00:00",
            "messages": [entry(message) for message in part], "messageCount": len(part)}
        (folder / f"Guild - Text - room-{chat} [{chat}].json").write_text(
            json.dumps(document, indent=2, ensure_ascii=False), encoding="utf-8")
    return folder


def discordcsv(folder: Path, count: int) -> Path:
    path = folder / "Guild - Text - general [1].csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, quoting=csv.QUOTE_ALL)
        file.write("AuthorID,Author,Date,Content,Attachments,Reactions\n")
        for message in messages(count):
            rows.writerow([message.sender, message.name, message.iso, message.text, message.file or "",
                           ",".join(f"{emoji} (1)" for emoji, _ in message.reactions)])
    return path


def discordpackage(folder: Path, count: int) -> Path:
    """Ten channels, all messages of the package's owner, newest first."""
    (folder / "Account").mkdir()
    (folder / "Account/user.json").write_text(json.dumps({"id": "1", "username": "ann"}))
    titles = {}
    for chat, part in chats(count, max(1, count // 10)):
        channel = str(10 ** 17 + chat)
        titles[channel] = f"room {chat}"
        directory = folder / f"Messages/c{channel}"
        directory.mkdir(parents=True)
        (directory / "channel.json").write_text(json.dumps({"id": channel, "type": "GUILD_TEXT", "name": titles[channel]}))
        (directory / "messages.json").write_text(json.dumps([
            {"ID": message.snowflake, "Timestamp": f"{message.at:%Y-%m-%d %H:%M:%S}", "Contents": message.text,
             "Attachments": f"https://cdn.discordapp.com/attachments/1/{message.number}/{message.file}" if message.file else ""}
            for message in part[::-1]], ensure_ascii=False), encoding="utf-8")
    (folder / "Messages/index.json").write_text(json.dumps(titles))
    return folder


SLACK_EMOJI = {"👍": "+1", "😂": "joy", "🎉": "tada"}


def slack_time(message: Message) -> str:
    """The time of a message, which is its id as well."""
    return f"{message.milliseconds // 1000}.{message.number % 1000000:06d}"


def slack_entry(message: Message) -> dict:
    entry = {"client_msg_id": f"c{message.number}", "type": "message", "text": message.text, "user": f"U{message.sender}", "team": "T1",
             "ts": slack_time(message),
             "blocks": [{"type": "rich_text", "block_id": "b", "elements": [
                 {"type": "rich_text_section", "elements": [{"type": "text", "text": message.text}]}]}]}
    if message.reply:
        entry["thread_ts"] = slack_time(message.reply)
    if message.reactions:
        entry["reactions"] = [{"name": SLACK_EMOJI[emoji], "users": [f"U{sender}"], "count": 1} for emoji, sender in message.reactions]
    if message.file:
        entry["files"] = [{"id": f"F{message.number}", "name": message.file, "title": message.file, "mimetype": "image/jpeg", "size": 9,
                           "filetype": "jpg", "mode": "hosted", "url_private": f"https://files.slack.com/{message.file}?t=xoxe-1"}]
    return entry


SLACK_USERS = [{"id": f"U{sender}", "name": name.lower(), "profile": {"real_name": name}} for sender, name in enumerate(NAMES)]


def slack(folder: Path, count: int) -> Path:
    """A workspace's export: ten channels with a file for each day."""
    path = folder / "export.zip"
    channels, days = [], {}
    for chat, part in chats(count, max(1, count // 10)):
        channels.append({"id": f"C{chat}", "name": f"room-{chat}", "created": 1, "creator": "U0", "members": ["U0", "U1", "U2"]})
        for message in part:
            days.setdefault(f"room-{chat}/{message.at:%Y-%m-%d}.json", []).append(slack_entry(message))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("users.json", json.dumps(SLACK_USERS))
        archive.writestr("channels.json", json.dumps(channels))
        for name, entries in days.items():
            archive.writestr(name, json.dumps(entries, indent=4))
    return path


def mattermost(folder: Path, count: int) -> Path:
    def entries():
        yield "version", 1
        yield "team", {"name": "trip", "display_name": "Trip", "type": "O"}
        for chat in range(10):
            yield "channel", {"team": "trip", "name": f"room-{chat}", "display_name": f"Room {chat}", "type": "O", "header": "", "purpose": ""}
        for name in NAMES:
            yield "user", {"username": name.lower(), "email": f"{name}@example.org", "nickname": "", "first_name": name, "last_name": ""}
        for message in messages(count):
            yield "post", {
                "team": "trip", "channel": f"room-{message.number * 10 // count}", "user": message.name.lower(), "message": message.text,
                "create_at": message.milliseconds, "replies": None,
                "attachments": [{"path": f"data/{message.file}"}] if message.file else None,
                "reactions": [{"user": NAMES[sender].lower(), "create_at": message.milliseconds, "emoji_name": SLACK_EMOJI[emoji]}
                              for emoji, sender in message.reactions] or None}

    write_lines(folder / "import.jsonl", ({"type": kind, kind: value} for kind, value in entries()))
    return folder / "import.jsonl"


def smsimportexport(folder: Path, count: int) -> Path:
    """A hundred conversations at a time, each message a line whose values are all texts."""
    path = folder / "messages.ndjson"
    with path.open("w", encoding="utf-8") as file:
        for message in messages(count):
            file.write(json.dumps({
                "_id": str(message.number), "thread_id": str(message.number % 100), "address": f"+155501044{message.number % 100:02}",
                "date": str(message.milliseconds), "date_sent": "0", "read": "1", "status": "-1", "type": str(1 + message.number % 2),
                "body": message.text, "sub_id": "1", "seen": "1", "__display_name": f"{message.name} {message.number % 100}"},
                ensure_ascii=False) + "\n")
    return path


def fossify(folder: Path, count: int) -> Path:
    path = folder / "messages_20240601_120000.json"
    with path.open("w", encoding="utf-8") as file:
        json.dump([{
            "subscriptionId": 1, "address": f"+155501044{message.number % 100:02}", "body": message.text, "date": message.milliseconds,
            "dateSent": 0, "locked": 0, "protocol": None, "read": 1, "status": -1, "type": 1 + message.number % 2,
            "serviceCenter": None, "backupType": "sms"} for message in messages(count)], file, ensure_ascii=False)
    return path


MAKERS = (chatexport, telegram, messenger, instagram, chatlab, signal, signalexport, signalmarkdown, sigtop, discord, discordcsv,
          discordpackage, slack, mattermost, smsimportexport, fossify)
