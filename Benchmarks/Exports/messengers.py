"""Exports of messengers and of chats of teams that are JSON."""

import csv
import json
import sqlite3
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


def teams(folder: Path, count: int) -> Path:
    """Ten chats, as Graph returns them, newest first."""
    people = [{"application": None, "user": {"@odata.type": "#microsoft.graph.teamworkUserIdentity", "id": f"user-{index}",
                                             "displayName": name, "userIdentityType": "aadUser"}} for index, name in enumerate(NAMES)]

    def value(message) -> dict:
        text = message.text.replace("&", "&amp;").replace("<", "&lt;")
        number, answered = str(message.milliseconds), message.reply and str(message.reply.milliseconds)
        attachments = [{"id": answered, "contentType": "messageReference", "content": json.dumps({
            "messageId": answered, "messagePreview": message.reply.text, "messageSender": people[message.reply.sender]})}] if answered else []
        if message.file:
            attachments.append({"id": "f", "contentType": "reference", "contentUrl": f"https://example.org/{message.file}", "name": message.file})
        body = "".join(f'<attachment id="{attachment["id"]}"></attachment>' for attachment in attachments) + f"<p>{text}</p>"
        return {"id": number, "replyToId": None, "etag": number, "messageType": "message", "createdDateTime": message.utc,
                "lastModifiedDateTime": message.utc, "lastEditedDateTime": None, "deletedDateTime": None, "subject": None, "summary": None,
                "chatId": f"19:{message.number * 10 // count}@thread.v2", "importance": "normal", "locale": "en-us", "webUrl": None,
                "channelIdentity": None, "eventDetail": None, "from": people[message.sender],
                "body": {"contentType": "html", "content": body}, "attachments": attachments, "mentions": [],
                "reactions": [{"reactionType": emoji, "displayName": "Like", "createdDateTime": message.utc, "user": people[sender]}
                              for emoji, sender in message.reactions], "messageHistory": []}

    path = folder / "messages.json"
    path.write_text(json.dumps({"@odata.context": "…", "value": [value(message) for message in messages(count)][::-1]}, ensure_ascii=False))
    return path


def googlechat(folder: Path, count: int) -> Path:
    """Ten spaces; times are sentences."""
    people = [{"name": name, "email": f"{name.lower()}@example.org", "user_type": "Human"} for name in NAMES]
    for chat, part in chats(count, max(1, count // 10)):
        space = folder / "Google Chat" / "Groups" / f"Space S{chat}"
        space.mkdir(parents=True)
        (space / "group_info.json").write_text(json.dumps({"name": f"Trip {chat}", "members": people}))
        entries = []
        for message in part:
            hour = message.at.hour % 12 or 12
            entry = {
                "creator": people[message.sender],
                "created_date": f"{message.at:%A, %B} {message.at.day}, {message.at.year} at {hour}:{message.at:%M:%S} {message.at:%p} UTC",
                "text": message.text, "topic_id": f"T{message.number}", "message_id": f"S{chat}/T{message.number}/T{message.number}"}
            if message.reply:
                entry["quoted_message_metadata"] = {"creator": people[message.reply.sender], "text": message.reply.text}
            if message.reactions:
                entry["reactions"] = [{"emoji": {"unicode": emoji}, "reactor_emails": [people[sender]["email"]]}
                                      for emoji, sender in message.reactions]
            if message.file:
                entry["attached_files"] = [{"original_name": message.file, "export_name": f"File-{message.file}"}]
            entries.append(entry)
        (space / "messages.json").write_text(json.dumps({"messages": entries}, ensure_ascii=False, indent=2))
    return folder / "Google Chat"


def hangouts(folder: Path, count: int) -> Path:
    ids = [{"gaia_id": str(index), "chat_id": str(index)} for index in range(3)]
    conversations = []
    for chat, part in chats(count, max(1, count // 10)):
        conversations.append({
            "conversation": {"conversation_id": {"id": f"C{chat}"}, "conversation": {
                "id": {"id": f"C{chat}"}, "type": "GROUP", "name": f"Trip {chat}",
                "self_conversation_state": {"self_read_state": {"participant_id": ids[0]}},
                "participant_data": [{"id": id, "fallback_name": name} for id, name in zip(ids, NAMES)]}},
            "events": [{
                "conversation_id": {"id": f"C{chat}"}, "sender_id": ids[message.sender], "timestamp": str(message.milliseconds * 1000),
                "self_event_state": {"user_id": ids[0], "client_generated_id": "1", "notification_level": "RING"},
                "chat_message": {"message_content": {"segment": [{"type": "TEXT", "text": message.text}]}},
                "event_id": message.uuid, "advances_sort_timestamp": True, "event_otr": "ON_THE_RECORD",
                "delivery_medium": {"medium_type": "BABEL_MEDIUM"}, "event_type": "REGULAR_CHAT_MESSAGE"} for message in part]})
    (folder / "Hangouts.json").write_text(json.dumps({"conversations": conversations}, ensure_ascii=False, indent=1))
    return folder / "Hangouts.json"


def matrix(folder: Path, count: int) -> Path:
    """A room; one message in three has HTML."""
    def event(message) -> dict:
        content = {"msgtype": "m.text", "body": message.text}
        if message.number % 3 == 0:
            html = message.text.replace("&", "&amp;").replace("<", "&lt;")
            content |= {"format": "org.matrix.custom.html", "formatted_body": f"<strong>{html}</strong> and more"}
        if message.file:
            content = {"msgtype": "m.image", "body": message.file, "url": "mxc://example.org/a", "info": {"mimetype": "image/jpeg"}}
        if message.reply:
            content["m.relates_to"] = {"m.in_reply_to": {"event_id": f"${message.reply.uuid}"}}
        return {"type": "m.room.message", "sender": f"@{message.name.lower()}:example.org", "content": content,
                "origin_server_ts": message.milliseconds, "event_id": f"${message.uuid}", "room_id": "!r:example.org",
                "unsigned": {"age": 1}}

    path = folder / "export.json"
    path.write_text(json.dumps({"room_name": "Trip", "room_creator": "Ann", "topic": "", "export_date": "1/1/2024", "exported_by": "Ann",
                                "messages": [event(message) for message in messages(count)]}, ensure_ascii=False, indent=2))
    return path


def zulip(folder: Path, count: int) -> Path:
    """A topic, in lists of a thousand messages each, whose HTML has a style in one of three."""
    people = [{"id": index + 1, "full_name": name, "email": f"{name}@example.org"} for index, name in enumerate(NAMES)]
    (folder / "realm.json").write_text(json.dumps({
        "zerver_userprofile": people, "zerver_stream": [{"id": 1, "name": "trip"}],
        "zerver_recipient": [{"id": 1, "type": 2, "type_id": 1}], "zerver_subscription": [], "zerver_realmemoji": []}))
    for part, entries in chats(count, 1000):
        rows, reactions = [], []
        for message in entries:
            html = message.text.replace("&", "&amp;").replace("<", "&lt;")
            html = f"<p><strong>{html}</strong> and</p>" if message.number % 3 == 0 else f"<p>{html}</p>"
            rows.append({"id": message.number, "sender": message.sender + 1, "recipient": 1, "realm": 2, "subject": "plans",
                         "date_sent": message.milliseconds / 1000, "edit_history": None, "last_edit_time": None,
                         "content": message.text, "rendered_content": html})
            reactions += [{"user_profile": sender + 1, "message": message.number, "emoji_name": "tada", "emoji_code": f"{ord(emoji):x}",
                           "reaction_type": "unicode_emoji"} for emoji, sender in message.reactions]
        (folder / f"messages-{part + 1:06}.json").write_text(json.dumps(
            {"zerver_message": rows, "zerver_usermessage": [], "zerver_reaction": reactions}, ensure_ascii=False))
    return folder


def rocketchat(folder: Path, count: int) -> Path:
    write_lines(folder / "general.json", (
        {"msg": message.text, "username": message.name.lower(), "ts": message.utc,
         **({"attachments": [{"type": "file", "title": message.file, "url": f"assets/{message.file}"}]} if message.file else {})}
        for message in messages(count)))
    return folder / "general.json"


def snapchat(folder: Path, count: int) -> Path:
    """Ten chats, newest first."""
    path = folder / "chat_history.json"
    path.write_text(json.dumps({f"friend{chat}": [{
        "From": message.name.lower(), "Media Type": "MEDIA" if message.file else "TEXT", "Created": f"{message.at:%Y-%m-%d %H:%M:%S} UTC",
        "Content": None if message.file else message.text, "Conversation Title": None, "IsSender": message.sender == 0,
        "Created(microseconds)": message.milliseconds, "IsSaved": True, "Media IDs": f"b~{message.number}" if message.file else ""}
        for message in reversed(part)] for chat, part in chats(count, max(1, count // 10))}, ensure_ascii=False, indent=2))
    return path


def twitter(folder: Path, count: int) -> Path:
    """Ten groups, newest first."""
    items = [{"dmConversation": {"conversationId": f"{chat}", "messages": [{"messageCreate": {
        "id": str(message.snowflake), "senderId": str(message.sender), "text": message.text, "createdAt": message.utc,
        "mediaUrls": [f"https://ton.twitter.com/dm/1/1/{message.file}"] if message.file else [], "urls": [],
        "reactions": [{"senderId": str(sender), "reactionKey": "like", "eventId": "1", "createdAt": message.utc}
                      for _, sender in message.reactions], "editHistory": []}} for message in reversed(part)]}}
        for chat, part in chats(count, max(1, count // 10))]
    path = folder / "direct-messages-group.js"
    path.write_text("window.YTD.direct_messages_group.part0 = " + json.dumps(items, ensure_ascii=False, indent=2))
    return path


def linkedin(folder: Path, count: int) -> Path:
    """A hundred messages a conversation, newest first."""
    path = folder / "messages.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["CONVERSATION ID", "CONVERSATION TITLE", "FROM", "SENDER PROFILE URL", "TO", "RECIPIENT PROFILE URLS", "DATE", "SUBJECT",
                        "CONTENT", "FOLDER", "ATTACHMENTS"])
        for message in reversed(list(messages(count))):
            address = f"https://www.linkedin.com/in/{message.name.lower()}"
            table.writerow([f"2-{message.number // 100}", "", message.name, address, "Ann", "https://www.linkedin.com/in/ann",
                            f"{message.at:%Y-%m-%d %H:%M:%S} UTC", "", message.text, "INBOX", ""])
    return path


def tiktok(folder: Path, count: int) -> Path:
    path = folder / "user_data_tiktok.json"
    path.write_text(json.dumps({
        "Profile": {"Profile Information": {"ProfileMap": {"userName": "Ann"}}},
        "Direct Message": {"Direct Messages": {"ChatHistory": {f"Chat History with friend{chat}:": [
            {"Date": f"{message.at:%Y-%m-%d %H:%M:%S}", "From": message.name, "Content": message.text} for message in part]
            for chat, part in chats(count, max(1, count // 10))}}}}, ensure_ascii=False, indent=1))
    return path


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


def tdl(folder: Path, count: int) -> Path:
    path = folder / "tdl-export.json"
    records = [{"id": message.number + 1, "type": "message", "file": message.file or "", "date": message.milliseconds // 1000,
                "text": message.text} for message in messages(count)]
    path.write_text(json.dumps({"id": 1, "messages": records[::-1]}, ensure_ascii=False), encoding="utf-8")
    return path


def qce(folder: Path, count: int) -> Path:
    path = folder / "group_775997135_20260101_120000.json"
    records = []
    for message in messages(count):
        elements = [{"type": "text", "data": {"text": message.text}}]
        if message.reply:
            elements.insert(0, {"type": "reply", "data": {"referencedMessageId": str(message.reply.number), "content": message.reply.text}})
        records.append({
            "id": str(message.number), "timestamp": message.milliseconds, "sender": {"uid": f"u_{message.name}", "name": message.name},
            "type": "text", "content": {"text": message.text, "elements": elements, "resources": [], "mentions": []},
            "recalled": False, "system": False})
    path.write_text(json.dumps({
        "metadata": {"name": "QQChatExporter"}, "chatInfo": {"name": "Weekend", "type": "group", "selfUid": "u_Ann"}, "statistics": {},
        "messages": records}, ensure_ascii=False), encoding="utf-8")
    return path


def imazing(folder: Path, count: int) -> Path:
    path = folder / "Messages - Bo.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow("Chat Session,Message Date,Delivered Date,Read Date,Service,Type,Sender ID,Sender Name,Status,Replying to,Subject,Text,"
                       "Attachment,Attachment type".split(","))
        for message in messages(count):
            own = message.sender == 0
            table.writerow(["Bo", message.at.strftime("%Y-%m-%d %H:%M:%S"), "", "", "iMessage", "Outgoing" if own else "Incoming",
                            "" if own else f"+1555010{message.sender:03}", "" if own else message.name, "Read", "", "", message.text,
                            message.file or "", ""])
    return path


def rsmf(folder: Path, count: int) -> Path:
    """The manifest of a zip that was unpacked."""
    path = folder / "rsmf_manifest.json"
    events = [{
        "type": "message", "id": str(message.number), "conversation": "c", "participant": message.name, "timestamp": message.utc,
        "body": message.text, "parent": str(message.reply.number) if message.reply else "",
        "reactions": [{"value": emoji, "count": 1, "participants": [NAMES[index]]} for emoji, index in message.reactions]}
        for message in messages(count)]
    path.write_text(json.dumps({
        "version": "2.0.0", "participants": [{"id": name, "display": name} for name in NAMES],
        "conversations": [{"id": "c", "platform": "slack", "display": "Trip", "participants": NAMES}], "events": events},
        ensure_ascii=False), encoding="utf-8")
    return path


TABLE = ["message_id", "sent_at", "room", "sender", "body", "reply_to", "attachment", "mood"]


def table_rows(count: int):
    """The rows of a table in no known format."""
    for message in messages(count):
        yield [message.number + 1, message.utc, f"Room {message.number * 10 // count}", message.name, message.text,
               message.reply.number + 1 if message.reply else None, message.file, "calm"]


def write_map(folder: Path, *more: str) -> None:
    (folder / "chatexport.map").write_text("\n".join([
        "id = message_id", "at = sent_at", "chat = room", "from = sender", "text = body", "reply-to = reply_to", "file = attachment", *more]))


def tablecsv(folder: Path, count: int) -> Path:
    write_map(folder)
    with (folder / "messages.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(TABLE)
        writer.writerows(table_rows(count))
    return folder


def tablelines(folder: Path, count: int) -> Path:
    """Senders and texts are in objects."""
    (folder / "chatexport.map").write_text(
        "id=id\nat=sent_at\nchat=room\nfrom=user.name\ntext=content.body\nreply-to=reply_to\nfile=content.file\n")
    write_lines(folder / "messages.jsonl", (
        {"id": row[0], "sent_at": row[1], "room": row[2], "user": {"name": row[3], "mood": row[7]}, "reply_to": row[5],
         "content": {"body": row[4], "file": row[6]}} for row in table_rows(count)))
    return folder


def tabledatabase(folder: Path, count: int) -> Path:
    write_map(folder, "table = message")
    database = sqlite3.connect(folder / "app.db")
    database.execute(f"CREATE TABLE message ({', '.join(TABLE)})")
    database.executemany(f"INSERT INTO message VALUES ({', '.join('?' * len(TABLE))})", table_rows(count))
    database.commit()
    database.close()
    return folder


def skype(folder: Path, count: int) -> Path:
    """Ten groups; one text in seven has a quotation, one in three a style."""
    ids = [f"8:live:{name.lower()}" for name in NAMES]

    def value(message, chat: str) -> dict:
        text = message.text.replace("&", "&amp;").replace("<", "&lt;")
        if message.number % 3 == 0:
            text = f'<b raw_pre="*" raw_post="*">{text}</b> and'
        if message.reply:
            other = message.reply
            text = (f'<quote author="live:{other.name.lower()}" authorname="{other.name}" timestamp="1" conversation="{chat}" '
                    f'messageid="{other.milliseconds}"><legacyquote>[1] {other.name}: </legacyquote>{other.text}<legacyquote>\n\n'
                    f"&lt;&lt;&lt; </legacyquote></quote>{text}")
        kind = "RichText"
        if message.file:
            kind, text = "RichText/UriObject", (
                f'<URIObject uri="https://example.org/0-{message.number}" type="Picture.1" doc_id="0-{message.number}">To view this shared '
                f'photo, go to: x<OriginalName v="{message.file}"></OriginalName></URIObject>')
        emotions = [{"key": "heart", "users": [{"mri": ids[sender], "time": message.milliseconds, "value": "1"}]}
                    for _, sender in message.reactions]
        return {"id": str(message.milliseconds), "displayName": message.name, "originalarrivaltime": message.utc, "messagetype": kind,
                "version": message.milliseconds, "content": text, "conversationid": chat, "from": ids[message.sender],
                "properties": {"emotions": emotions} if emotions else None, "amsreferences": None}

    conversations = []
    for chat, part in chats(count, max(1, count // 10)):
        key = f"19:{chat}@thread.skype"
        conversations.append({"id": key, "displayName": f"Trip {chat}", "version": 1, "properties": None, "threadProperties": None,
                              "MessageList": [value(message, key) for message in part][::-1]})
    (folder / "messages.json").write_text(json.dumps(
        {"userId": ids[0], "exportDate": "2025-04-06T20:55", "conversations": conversations}, ensure_ascii=False))
    return folder


MAKERS = (chatexport, telegram, messenger, instagram, chatlab, signal, signalexport, signalmarkdown, sigtop, discord, discordcsv,
          discordpackage, slack, mattermost, teams, googlechat, hangouts, matrix, zulip, rocketchat, snapchat,
          twitter, linkedin, tiktok, smsimportexport, fossify, tdl, qce, imazing, rsmf,
          tablecsv, tablelines, tabledatabase, skype)
