#!/usr/bin/env python3
"""Writes the databases of these fixtures: python3 make.py, in this folder. All people and texts are invented."""
import base64
import hashlib
import json
import os
import plistlib
import shutil
import sqlite3
import struct

START = 700_000_000  # seconds since 2001: 2023-03-08
MESSAGE = """guid TEXT UNIQUE, text TEXT, handle_id INTEGER DEFAULT 0, subject TEXT, attributedBody BLOB, service TEXT,
 error INTEGER DEFAULT 0, date INTEGER, date_read INTEGER DEFAULT 0, date_delivered INTEGER DEFAULT 0,
 is_delivered INTEGER DEFAULT 0, is_from_me INTEGER DEFAULT 0, is_sent INTEGER DEFAULT 0, item_type INTEGER DEFAULT 0,
 other_handle INTEGER DEFAULT 0, group_title TEXT, group_action_type INTEGER DEFAULT 0, share_status INTEGER DEFAULT 0,
 associated_message_guid TEXT, associated_message_type INTEGER DEFAULT 0, balloon_bundle_id TEXT, payload_data BLOB,
 expressive_send_style_id TEXT, is_audio_message INTEGER DEFAULT 0, message_summary_info BLOB,
 thread_originator_guid TEXT, thread_originator_part TEXT, date_retracted INTEGER DEFAULT 0, date_edited INTEGER DEFAULT 0,
 associated_message_emoji TEXT, reply_to_guid TEXT, destination_caller_id TEXT, schedule_type INTEGER DEFAULT 0"""
SCHEMA = f"""
CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, {MESSAGE});
CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT, service TEXT, person_centric_id TEXT);
CREATE TABLE chat (ROWID INTEGER PRIMARY KEY, guid TEXT, style INTEGER, chat_identifier TEXT, service_name TEXT,
 display_name TEXT, group_id TEXT);
CREATE TABLE attachment (ROWID INTEGER PRIMARY KEY, guid TEXT, filename TEXT, uti TEXT, mime_type TEXT,
 transfer_name TEXT, total_bytes INTEGER DEFAULT 0, is_sticker INTEGER DEFAULT 0, hide_attachment INTEGER DEFAULT 0);
CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER, PRIMARY KEY (chat_id, message_id));
CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
CREATE TABLE message_attachment_join (message_id INTEGER, attachment_id INTEGER);
CREATE TABLE chat_recoverable_message_join (chat_id INTEGER, message_id INTEGER, PRIMARY KEY (chat_id, message_id));
"""
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000"
                    "1f15c4890000000d49444154789c63f8cfc0f01f00050001ff5a1d2a6c0000000049454e44ae426082")


class Archive:
    """Writes a typedstream: texts, classes and objects are numbered as they come and then referred to."""

    def __init__(self):
        self.out, self.texts, self.numbers, self.count = bytearray(b"\x04\x0bstreamtyped\x81\xe8\x03"), {}, {}, 0

    def integer(self, n):
        if -110 <= n <= 127:
            self.out += struct.pack("b", n)
        elif -32768 <= n <= 32767:
            self.out += b"\x81" + struct.pack("<h", n)
        else:
            self.out += b"\x82" + struct.pack("<i", n)

    def length(self, n):
        self.out += bytes([n]) if n < 128 else b"\x81" + struct.pack("<H", n) if n < 65536 else b"\x82" + struct.pack("<I", n)

    def text(self, word):
        if word in self.texts:
            return self.integer(self.texts[word] - 110)
        self.texts[word] = len(self.texts)
        self.out += b"\x84"
        self.length(len(word))
        self.out += word.encode()

    def begin(self, *classes):
        """An object: classes are (name, version), the object's own first."""
        self.text("@")
        self.out += b"\x84"
        self.count += 1
        for name, version in classes:
            if name in self.numbers:
                return self.integer(self.numbers[name] - 110)
            self.numbers[name] = self.count
            self.count += 1
            self.out += b"\x84"
            self.text(name)
            self.integer(version)
        self.out += b"\x85"

    def end(self):
        self.out += b"\x86"

    def string(self, text):
        self.begin(("NSString", 1), ("NSObject", 0))
        self.raw(text)
        self.end()

    def raw(self, text):
        self.text("+")
        self.length(len(text.encode()))
        self.out += text.encode()

    def number(self, n):
        self.begin(("NSNumber", 0), ("NSValue", 0), ("NSObject", 0))
        self.text("*")
        if "i*" in self.numbers:
            self.integer(self.numbers["i*"] - 110)
        else:
            self.numbers["i*"] = self.count
            self.count += 1
            self.out += b"\x84"
            self.text("i")
        self.text("i")
        self.integer(n)
        self.end()


def body(*runs):
    """attributedBody of runs: (text, part, {attribute: value})."""
    a = Archive()
    a.begin(("NSMutableAttributedString", 0), ("NSAttributedString", 0), ("NSObject", 0))
    a.begin(("NSMutableString", 1), ("NSString", 1), ("NSObject", 0))
    a.raw("".join(r[0] for r in runs))
    a.end()
    known = []
    for text, part, attributes in runs:
        attributes = {"__kIMMessagePartAttributeName": part, **attributes}
        a.text("iI")
        new = attributes not in known
        if new:
            known.append(attributes)
        a.integer(known.index(attributes) + 1)
        a.length(len(text.encode("utf-16-le")) // 2)
        if new:
            a.begin(("NSDictionary", 0), ("NSObject", 0))
            a.text("i")
            a.integer(len(attributes))
            for key, value in attributes.items():
                a.string(key)
                if isinstance(value, int):
                    a.number(value)
                elif key == "__kIMLinkAttributeName":
                    a.begin(("NSURL", 0), ("NSObject", 0))
                    a.text("c")
                    a.out += b"\0"
                    a.string(value)
                    a.end()
                else:
                    a.string(value)
            a.end()
    a.end()
    return bytes(a.out)


def keyed(root):
    """A keyed archive of a tree of dictionaries; ("url", text) is an address."""
    objects = ["$null"]

    def add(value):
        index = len(objects)
        objects.append(None)
        if isinstance(value, dict) and value.get("plain"):
            objects[index] = {k: add(v) for k, v in value.items() if k != "plain"}
        elif isinstance(value, dict):
            objects[index] = {"NS.keys": [add(k) for k in value], "NS.objects": [add(v) for v in value.values()]}
        elif isinstance(value, list):
            objects[index] = {"NS.objects": [add(v) for v in value]}
        elif isinstance(value, tuple):
            objects[index] = {"NS.base": plistlib.UID(0), "NS.relative": add(value[1])}
        else:
            objects[index] = value
        return plistlib.UID(index)

    top = add(root)
    return plistlib.dumps({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": top}, "$objects": objects},
                          fmt=plistlib.FMT_BINARY)


def app(name, url, summary=None, **layout):
    return keyed({"an": name, "ldtext": summary or "", "layoutClass": "MSMessageTemplateLayout", "URL": ("url", url),
                  "userInfo": {k.replace("_", "-"): v for k, v in layout.items()}})


def translated(*texts, keys=str):
    """The translations of a message's parts; their numbers are texts or numbers."""
    parts = {keys(part): {keys(0): [{"translatedText": text, "translationLanguage": "en", "sourceLanguage": "pt"}]}
             for part, text in enumerate(texts)}
    return plistlib.dumps({"amc": 0, "ust": True, "tmp": keyed(parts)}, fmt=plistlib.FMT_BINARY)


def summary(edits={}, retracted=(), parts=1):
    info = {"amc": 0, "ust": True, "otr": {str(p): {"lo": 0, "le": 3} for p in range(parts)}}
    if edits:
        info["ec"] = {str(p): [{"t": body((t, p, {})), "d": float(START + s)} for t, s in v] for p, v in edits.items()}
    if retracted:
        info["rp"] = list(retracted)
    return plistlib.dumps(info, fmt=plistlib.FMT_BINARY)


class Database:
    def __init__(self, path, nano=True, encoding="UTF-8"):
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        if os.path.exists(path):
            os.remove(path)
        self.db, self.factor, self.count, self.files = sqlite3.connect(path), 10**9 if nano else 1, 0, 0
        self.db.execute("PRAGMA page_size = 512")
        self.db.execute(f"PRAGMA encoding = '{encoding}'")
        self.db.executescript(SCHEMA)

    def chat(self, row, guid, style, identifier, title=None, group=None, members=()):
        self.db.execute("INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?)",
                        (row, guid, style, identifier, guid.split(";")[0], title, group))
        for m in members:
            self.db.execute("INSERT INTO chat_handle_join VALUES (?, ?)", (row, m))

    def handle(self, row, address, service="iMessage", person=None):
        self.db.execute("INSERT INTO handle VALUES (?, ?, ?, ?)", (row, address, service, person))

    def message(self, chat, sender=0, text=None, at=None, join="chat_message_join", **columns):
        """A message; sender 0 is the owner."""
        self.count += 1
        values = {"guid": f"G{self.count:03}", "text": text, "handle_id": sender, "is_from_me": int(sender == 0),
                  "date": (START + (60 * self.count if at is None else at)) * self.factor, "service": "iMessage", **columns}
        for name in ("date_read", "date_delivered", "date_edited", "date_retracted"):
            if name in values:
                values[name] = (START + values[name]) * self.factor
        cursor = self.db.execute(
            f"INSERT INTO message ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values()))
        if chat:
            self.db.execute(f"INSERT INTO {join} (chat_id, message_id) VALUES (?, ?)", (chat, cursor.lastrowid))
        self.row = cursor.lastrowid
        return values["guid"]

    def file(self, filename, mime, guid=None, **columns):
        self.files += 1
        values = {"guid": guid or f"F{self.files}", "filename": filename, "mime_type": mime,
                  "transfer_name": filename and filename.split("/")[-1], **columns}
        cursor = self.db.execute(
            f"INSERT INTO attachment ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", list(values.values()))
        self.db.execute("INSERT INTO message_attachment_join VALUES (?, ?)", (self.row, cursor.lastrowid))

    def close(self):
        self.db.commit()
        self.db.close()


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(content)


def mac(folder):
    d = Database(f"{folder}/chat.db")
    d.handle(1, "+12025550111")
    d.handle(2, "odette@example.com", person="P1")
    d.handle(3, "+12025550122", "SMS", person="P1")
    d.handle(4, "+12025550133", "RCS")
    # One person: by iMessage, SMS and RCS, and from two addresses.
    d.chat(1, "any;-;odette@example.com", 45, "odette@example.com", members=[2])
    d.chat(2, "SMS;-;+12025550122", 45, "+12025550122", members=[3])
    d.chat(3, "iMessage;+;chat77", 43, "chat77", "Old name", "GR1", [1, 2, 4])
    d.chat(4, "SMS;+;chat78", 43, "chat78", "Kite club 🪁", "GR1", [1, 3, 4])

    hello = d.message(1, 2, None, attributedBody=body(("Hello ", 0, {}), ("you", 0, {"__kIMTextBoldAttributeName": 1}),
                                                      (" é👍 ", 0, {}), ("both", 0, {"__kIMTextItalicAttributeName": 1, "__kIMTextUnderlineAttributeName": 1})))
    d.message(2, 3, "by text message", service="SMS")
    d.message(1, 0, None, attributedBody=body(("see example.org/x", 0, {"__kIMLinkAttributeName": "http://example.org/x"})),
              is_delivered=1, date_delivered=200, date_read=300, thread_originator_guid=hello, thread_originator_part="0:0:5")
    d.message(1, 0, "Liked “Hello you”", associated_message_guid=f"p:0/{hello}", associated_message_type=2001)
    d.message(1, 0, "Reacted 🥳 to “Hello you”", associated_message_guid=f"p:0/{hello}", associated_message_type=2006, associated_message_emoji="🥳")
    d.message(1, 2, "Loved “see example.org/x”", associated_message_guid="p:0/G003", associated_message_type=2000)
    d.message(1, 2, "Removed a heart", associated_message_guid="p:0/G003", associated_message_type=3000)
    d.message(1, 2, None, associated_message_guid="p:0/G003", associated_message_type=2007)
    d.file("~/Library/Messages/StickerCache/star.png", "image/png", is_sticker=1)
    d.message(1, 2, None, attributedBody=body(("\ufffc", 0, {"__kIMFileTransferGUIDAttributeName": "F3"}), ("first", 1, {}),
                                              ("\ufffc", 2, {"__kIMFileTransferGUIDAttributeName": "F2"}), ("second", 3, {})))
    d.file("~/Library/Messages/Attachments/aa/10/F2/b.png", "image/png", "F2", total_bytes=len(PNG))
    d.file("/Users/o/Library/Messages/Attachments/aa/11/F3/a.png", "image/png", "F3")
    d.message(1, 2, None, attributedBody=body(("\ufffc", 0, {})), associated_message_guid="p:0/G003", associated_message_type=1000)
    d.file("~/Library/Messages/Attachments/aa/12/F4/s.png", "image/png", is_sticker=1)
    d.message(1, 0, "loud", expressive_send_style_id="com.apple.MobileSMS.expressivesend.loud")
    d.message(1, 2, "a secret", expressive_send_style_id="com.apple.MobileSMS.expressivesend.invisibleink")
    d.message(1, 2, "words", subject="Subject")
    d.message(1, 0, "lost", error=22)
    d.message(1, 0, None, attributedBody=body(("Version three", 0, {})), date_edited=1000,
              message_summary_info=summary({0: [("Version one", 900), ("Version two", 930), ("Version three", 1000)]}))
    d.message(1, 2, None, date_edited=1100, message_summary_info=summary(retracted=[0]))
    d.message(1, 2, None, attributedBody=body(("what is left", 0, {})), date_edited=1150, message_summary_info=summary(retracted=[1], parts=2))
    d.message(1, 2, "https://example.org/tram", balloon_bundle_id="com.apple.messages.URLBalloonProvider",
              payload_data=keyed({"plain": 1, "richLinkMetadata": {
                  "plain": 1, "URL": ("url", "https://example.org/tram"), "originalURL": ("url", "https://example.org/tram"), "title": "Tram 28",
                  "summary": "Timetable", "image": {"plain": 1, "richLinkImageAttachmentSubstituteIndex": 0}}}))
    d.file("~/Library/Messages/Attachments/aa/13/F5/x.pluginPayloadAttachment", None, hide_attachment=1)
    d.message(1, 2, "https://music.example.org/1", balloon_bundle_id="com.apple.messages.URLBalloonProvider",
              payload_data=keyed({"plain": 1, "richLinkMetadata": {
                  "plain": 1, "originalURL": ("url", "https://music.example.org/1"),
                  "specialization": {"plain": 1, "name": "Song 1", "artist": "The Kites", "album": "Wind"}}}))
    d.message(1, 0, "\ufffd", balloon_bundle_id="com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.PassbookUIService.PeerPaymentMessagesExtension",
              payload_data=app("Apple\u00a0Pay", "data:x", "Sent $12 with Apple Pay.", caption="Apple Cash", subcaption="$12 Payment"))
    d.message(1, 2, "\ufffd", balloon_bundle_id="com.apple.messages.MSMessageExtensionBalloonPlugin:ABC:com.example.tables.ext",
              payload_data=app("Tables", "https://example.org/book/1", caption="Rusty Grill", subcaption="For 4 people"))
    d.message(1, 2, "\ufffd", balloon_bundle_id="com.apple.Handwriting.HandwritingProvider")
    d.message(1, 2, None, attributedBody=body(("\ufffc", 0, {})), is_audio_message=1)
    d.file("~/Library/Messages/Attachments/aa/14/F6/Audio Message.caf", None, uti="com.apple.coreaudio-format")
    d.message(1, 2, None, attributedBody=body(("\ufffc", 0, {})), is_audio_message=1)
    d.message(1, 2, "\ufffc")
    d.file("~/Library/Messages/Attachments/aa/15/F7/Odette.vcf", "text/vcard")
    d.message(1, 2, "\ufffc")
    d.file("~/Library/Messages/Attachments/aa/16/F8/CL.loc.vcf", "text/x-vlocation")
    d.message(1, 2, "\ufffc")
    d.file(None, "image/jpeg", transfer_name="IMG_9.jpeg")
    d.message(1, 2, None)
    d.message(1, 2, None, attributedBody=b"\x04\x0bstreamtyped\x81\xe8\x03\x84\x01@\x84\x84\x84\x08NSString\x01\x94\x84\x01+\x0bbroken body\x86\x84")
    d.message(1, 2, "gone soon", join="chat_recoverable_message_join")
    d.message(1, 2, "not here any more", thread_originator_guid="NOT-HERE")

    d.message(3, 1, item_type=2, group_title="Kite club 🪁")
    d.message(3, 0, item_type=1, other_handle=4)
    d.message(3, 1, item_type=1, group_action_type=1, other_handle=4)
    d.message(3, 4, item_type=3)
    d.message(3, 1, item_type=3, group_action_type=1)
    d.message(3, 1, item_type=4)
    d.message(3, 1, item_type=99, group_action_type=7)
    d.message(4, 4, "by RCS", service="RCS")
    d.message(3, 1, None, attributedBody=body(("Hi ", 0, {}), ("Odette", 0, {"__kIMMentionConfirmedMention": "odette@example.com"}), ("!", 0, {})))
    d.message(3, 0, "tomorrow then", schedule_type=2, destination_caller_id="+12025550199")
    d.message(0, 1, "in no chat")
    d.message(0, 99, "of nobody", is_from_me=0)
    d.close()
    for path in ("aa/10/F2/b.png", "aa/11/F3/a.png", "aa/12/F4/s.png", "aa/13/F5/x.pluginPayloadAttachment"):
        write(f"{folder}/Attachments/{path}", PNG)
    write(f"{folder}/Attachments/aa/15/F7/Odette.vcf",
          "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Quill;Odette;;;\r\nFN:Odette\r\n  Quill\r\nitem1.TEL;type=CELL:+1 (202) 555-0122\r\nEMAIL:odette@example.com\r\nEND:VCARD\r\n".encode())
    write(f"{folder}/Attachments/aa/16/F8/CL.loc.vcf",
          "BEGIN:VCARD\r\nVERSION:3.0\r\nN:;Current Location;;;\r\nitem1.URL;type=pref:http://maps.apple.com/?ll=38.6916\\,-9.216&q=38.6916\\,-9.216\r\nEND:VCARD\r\n".encode())

    path = f"{folder}/AddressBook-v22.abcddb"
    if os.path.exists(path):
        os.remove(path)
    c = sqlite3.connect(path)
    c.executescript("""PRAGMA page_size = 512;
    CREATE TABLE ZABCDRECORD (Z_PK INTEGER PRIMARY KEY, ZFIRSTNAME VARCHAR, ZLASTNAME VARCHAR, ZORGANIZATION VARCHAR, ZNICKNAME VARCHAR);
    CREATE TABLE ZABCDPHONENUMBER (Z_PK INTEGER PRIMARY KEY, ZOWNER INTEGER, ZFULLNUMBER VARCHAR);
    CREATE TABLE ZABCDEMAILADDRESS (Z_PK INTEGER PRIMARY KEY, ZOWNER INTEGER, ZADDRESS VARCHAR);
    INSERT INTO ZABCDRECORD VALUES (1, 'Odette', 'Quill', NULL, NULL), (2, NULL, NULL, 'Kite Shop', NULL), (3, 'Same', 'Digits', NULL, NULL), (4, 'Owen', NULL, NULL, NULL);
    INSERT INTO ZABCDPHONENUMBER VALUES (1, 1, '(202) 555-0122'), (2, 2, '202-555-0133'), (3, 3, '+44 2025550133'), (4, 4, '+12025550199');
    INSERT INTO ZABCDEMAILADDRESS VALUES (1, 1, 'Odette@Example.com');""")
    c.commit()
    c.close()


def backup(folder):
    """An iPhone's, with times in seconds as old ones have them."""
    shutil.rmtree(folder, ignore_errors=True)

    def path(domain):
        name = hashlib.sha1(domain.encode()).hexdigest()
        return f"{folder}/{name[:2]}/{name}"

    d = Database(path("HomeDomain-Library/SMS/sms.db"), nano=False)
    d.handle(1, "+12025550144", "SMS")
    d.chat(1, "SMS;-;+12025550144", 45, "+12025550144", members=[1])
    d.message(1, 1, "from a phone", service="SMS")
    d.message(1, 1, "\ufffc")
    d.file("~/Library/SMS/Attachments/0a/10/X/IMG_1.png", "image/png")
    d.message(1, 0, "\ufffcmine, at the path of the phone itself")
    d.file("/var/mobile/Library/SMS/Attachments/0a/11/Y/IMG_2.png", "image/png")
    d.close()
    write(path("MediaDomain-Library/SMS/Attachments/0a/10/X/IMG_1.png"), PNG)
    write(path("MediaDomain-Library/SMS/Attachments/0a/11/Y/IMG_2.png"), PNG)
    c = path("HomeDomain-Library/AddressBook/AddressBook.sqlitedb")
    os.makedirs(os.path.dirname(c), exist_ok=True)
    c = sqlite3.connect(c)
    c.executescript("""PRAGMA page_size = 512;
    CREATE TABLE ABPerson (ROWID INTEGER PRIMARY KEY, First TEXT, Last TEXT, Organization TEXT, Nickname TEXT);
    CREATE TABLE ABMultiValue (UID INTEGER PRIMARY KEY, record_id INTEGER, property INTEGER, value TEXT);
    INSERT INTO ABPerson VALUES (7, 'Ravi', NULL, NULL, NULL);
    INSERT INTO ABMultiValue VALUES (1, 7, 3, '+1 202-555-0144');""")
    c.commit()
    c.close()
    write(f"{folder}/Manifest.plist", plistlib.dumps({"IsEncrypted": False}, fmt=plistlib.FMT_BINARY))


def oldest(path):
    """macOS 10.12 and before: fewer columns, no reactions' emoji, times in seconds."""
    if os.path.exists(path):
        os.remove(path)
    db = sqlite3.connect(path)
    db.executescript("""PRAGMA page_size = 512;
    CREATE TABLE message (ROWID INTEGER PRIMARY KEY AUTOINCREMENT, guid TEXT UNIQUE NOT NULL, text TEXT, handle_id INTEGER DEFAULT 0,
     service TEXT, error INTEGER DEFAULT 0, date INTEGER, is_from_me INTEGER DEFAULT 0, item_type INTEGER DEFAULT 0);
    CREATE TABLE handle (ROWID INTEGER PRIMARY KEY, id TEXT NOT NULL, service TEXT NOT NULL);
    CREATE TABLE chat_message_join (chat_id INTEGER, message_id INTEGER);
    CREATE TABLE chat_handle_join (chat_id INTEGER, handle_id INTEGER);
    INSERT INTO handle VALUES (1, 'nils@example.com', 'iMessage'), (2, 'ida@example.com', 'iMessage');
    INSERT INTO chat_handle_join VALUES (1, 1), (2, 1), (2, 2);
    INSERT INTO message (guid, text, handle_id, service, date, is_from_me) VALUES ('A', 'the oldest', 1, 'iMessage', 300000000, 0),
     ('B', 'mine', 1, 'iMessage', 300000060, 1), ('C', 'to both', 2, 'iMessage', 300000120, 0), ('D', 'not a number', 'trash', 'iMessage', 300000180, 0);
    INSERT INTO chat_message_join VALUES (1, 1), (1, 2), (2, 3), (2, 4);""")
    db.commit()
    db.close()


POLLS = "com.apple.messages.MSMessageExtensionBalloonPlugin:0000000000:com.apple.messages.Polls"


def poll(**item):
    code = base64.b64encode(json.dumps({"version": 1, "item": item}).encode()).decode()
    return {"balloon_bundle_id": POLLS, "payload_data": app("Polls", f"data:,{code}?src=p&c=2", "Sent a poll")}


def choices(*texts):
    return [{"optionIdentifier": f"O-{t}", "text": t, "attributedText": t, "canBeEdited": False} for t in texts]


def votes(*texts):
    return poll(votes=[{"voteOptionIdentifier": f"O-{t}", "participantHandle": "+12025550111"} for t in texts])


def utf16(path):
    """A database whose texts are in UTF-16, as SQLite allows, with messages that were translated."""
    d = Database(path, encoding="UTF-16be")
    d.handle(1, "rosa@example.com")
    d.chat(1, "any;-;rosa@example.com", 45, "rosa@example.com", members=[1])
    d.message(1, 1, "Olá, João 🪁", message_summary_info=translated("Hello, João 🪁"))
    d.message(1, 1, None, attributedBody=body(("Até ", 0, {}), ("logo", 0, {"__kIMTextBoldAttributeName": 1}), ("\ufffc", 1, {}), ("Beijos", 2, {})),
              message_summary_info=translated("See you", "", "Kisses", keys=int))
    d.message(1, 0, "Tchau", expressive_send_style_id="com.apple.MobileSMS.expressivesend.invisibleink",
              message_summary_info=translated("Bye"))
    d.message(1, 0, "sem", message_summary_info=plistlib.dumps({"tmp": b"bplist00 no archive"}, fmt=plistlib.FMT_BINARY))
    d.close()


def newest(folder):
    """macOS 26: polls, transcripts, emoji as pictures, and what earlier versions have in rows that are seldom seen."""
    shutil.rmtree(folder, ignore_errors=True)
    d = Database(f"{folder}/chat.db")
    d.db.execute("ALTER TABLE message ADD COLUMN share_direction INTEGER DEFAULT 0")
    d.db.execute("ALTER TABLE attachment ADD COLUMN emoji_image_short_description TEXT")
    d.handle(1, "+12025550111")
    d.handle(2, "odette@example.com")
    d.handle(3, "+12025550122")
    d.chat(1, "any;-;+12025550111", 45, "+12025550111", members=[1])
    d.chat(2, "any;+;chat900", 43, "chat900", "Crew", "GR-1", [1, 2, 3])

    # A poll with a choice that was added, a changed vote, a vote by way of the addition, one taken back, and one on no poll.
    lunch = d.message(2, 1, "\ufffd", **poll(title="Lunch?", orderedPollOptions=choices("Soup", "Rice")))
    d.message(2, 1, " ", associated_message_type=4000, associated_message_guid=lunch, **votes("Soup"))
    added = d.message(2, 2, "\ufffd", associated_message_type=2, associated_message_guid=lunch,
                      **poll(title="", orderedPollOptions=choices("Soup", "Rice", "Tacos")))
    d.message(2, 2, " ", associated_message_type=4000, associated_message_guid=added, **votes("Soup", "Tacos"))
    d.message(2, 0, " ", associated_message_type=4000, associated_message_guid=f"p:0/{added}", **votes("Tacos"))
    d.message(2, 1, " ", associated_message_type=4000, associated_message_guid=added, **votes("Rice"))
    d.message(2, 3, " ", associated_message_type=4000, associated_message_guid=lunch, **votes("Rice"))
    d.message(2, 3, " ", associated_message_type=4000, associated_message_guid=lunch, **votes())
    d.message(2, 3, " ", associated_message_type=4000, associated_message_guid="NOT-HERE", **votes("Rice"))
    d.message(2, 1, "\ufffd", balloon_bundle_id=POLLS, payload_data=app("Polls", "data:,not%20JSON", "Sent a poll"))

    d.message(2, 3, item_type=1, other_handle=3)  # another number
    d.message(2, 1, item_type=1, other_handle=0)  # the owner is added
    d.message(2, 1, item_type=1, group_action_type=1, other_handle=0)  # and removed
    d.message(2, 1, item_type=3, group_action_type=4)
    d.message(1, 1, item_type=4, other_handle=1, share_direction=0)  # the owner shares
    d.message(1, 1, item_type=4, other_handle=1, share_direction=1)
    d.message(1, 1, item_type=4, other_handle=1, share_direction=1, share_status=1)

    d.message(1, 1, None, is_audio_message=1, attributedBody=body(
        ("\ufffc", 0, {"__kIMFileTransferGUIDAttributeName": "V1", "IMAudioTranscription": "Bring the kite tomorrow"})))
    d.file("~/Library/Messages/Attachments/aa/1/V1/Audio Message.caf", None, "V1", uti="com.apple.coreaudio-format")
    d.message(1, 1, None, attributedBody=body(
        ("look ", 0, {}), ("\ufffc", 0, {"__kIMEmojiImageAttributeName": 1, "__kIMFileTransferGUIDAttributeName": "E1"}), ("nice", 0, {})))
    d.file("~/Library/Messages/Attachments/aa/2/E1/e.heic", "image/heic", "E1", is_sticker=1, emoji_image_short_description="a cat with a kite")
    d.message(1, 1, "\ufffd", balloon_bundle_id="com.apple.messages.MSMessageExtensionBalloonPlugin:ABC:com.example.stickers.ext")
    d.file("~/Library/Messages/Attachments/aa/3/S1/s.png", "image/png", "S1", is_sticker=1)
    d.message(1, 1, "\ufffd", balloon_bundle_id="com.apple.DigitalTouchBalloonProvider", payload_data=b"\x08\x01")
    d.file("~/Library/Messages/Attachments/aa/4/D1/x.pluginPayloadAttachment", None, "D1")
    tap = d.message(1, 0, None, date_edited=1500, date_retracted=1500, message_summary_info=summary(
        {0: [("not for", 1400), ("your eyes", 1450)]}, retracted=[0]))
    d.message(1, 1, "Reacted", associated_message_guid=f"p:0/{tap}", associated_message_type=2006, associated_message_emoji="\U0001fae8")
    d.message(1, 0, "Reacted", associated_message_guid=f"p:0/{tap}", associated_message_type=2009)
    d.message(1, 1, None, attributedBody=body(("https://example.org/kites", 0, {"__kIMLinkAttributeName": "https://example.org/kites"})),
              payload_data=keyed({"plain": 1, "richLinkMetadata": {
                  "plain": 1, "originalURL": ("url", "https://example.org/kites"), "title": "Kites"}}))
    # Two of three parts are in Recently Deleted: one a text, one a file.
    d.message(1, 1, None, attributedBody=body(("what is left of three", 1, {})))
    d.db.execute("""CREATE TABLE recoverable_message_part (chat_id INTEGER, message_id INTEGER, part_index INTEGER,
     delete_date INTEGER, part_text BLOB NOT NULL, ck_sync_state INTEGER DEFAULT 0, PRIMARY KEY (chat_id, message_id, part_index))""")
    for part, text in ((0, "the first of three"), (2, "\ufffc")):
        d.db.execute("INSERT INTO recoverable_message_part VALUES (1, ?, ?, ?, ?, 0)",
                     (d.row, part, START * 10**9, body((text, part, {}))))
    d.close()
    write(f"{folder}/Attachments/aa/3/S1/s.png", PNG)


def unmerged(folder):
    """The later half of the messages is only in the -wal, as while Messages is running."""
    shutil.rmtree(folder, ignore_errors=True)
    d = Database("wal.db")
    d.handle(1, "+12025550155")
    d.chat(1, "iMessage;-;+12025550155", 45, "+12025550155", members=[1])
    d.message(1, 1, "merged")
    d.db.commit()
    d.db.execute("PRAGMA journal_mode = WAL")
    d.message(1, 0, "not merged yet")
    d.db.commit()
    for end in ("", "-wal"):
        with open("wal.db" + end, "rb") as f:
            write(f"{folder}/chat.db{end}", f.read())
    d.close()
    os.remove("wal.db")


def damaged(path):
    """A page with messages is overwritten, and a page with a long text."""
    d = Database(path)
    d.handle(1, "+12025550166")
    d.chat(1, "iMessage;-;+12025550166", 45, "+12025550166", members=[1])
    for n in range(40):
        d.message(1, n % 2, f"message {n}" if n != 30 else "long " * 300 + "end of it")
    d.close()
    with open(path, "rb") as f:
        pages = bytearray(f.read())
    for word in (b"message 12", b"end of it"):
        start = pages.index(word) // 512 * 512
        pages[start:start + 512] = b"\xff" * 512
    write(path, pages)


if __name__ == "__main__":
    mac("mac/Messages")
    backup("backup/00008030-00000000000000AA")
    os.makedirs("oldest", exist_ok=True)
    oldest("oldest/chat.db")
    newest("newest/Messages")
    unmerged("unmerged/Messages")
    damaged("damaged/chat.db")
    os.makedirs("utf16", exist_ok=True)
    utf16("utf16/chat.db")
