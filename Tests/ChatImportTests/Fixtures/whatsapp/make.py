#!/usr/bin/env python3
"""Writes the databases of these fixtures: python3 make.py, in this folder. All people and texts are invented."""
import json
import shutil
import sqlite3
from pathlib import Path

HERE = Path(__file__).resolve().parent
START = 1_700_000_000_000
PNG = bytes.fromhex("89504e470d0a1a0a0000000d4948445200000001000000010806000000"
                    "1f15c4890000000d49444154789c63f8cfc0f01f00050001ff5a1d2a6c0000000049454e44ae426082")
CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:{0}\nTEL:+1 555 010 44{1}\nEND:VCARD"

ANDROID = """
CREATE TABLE jid (_id INTEGER PRIMARY KEY, user TEXT, server TEXT, type INTEGER, raw_string TEXT);
CREATE TABLE jid_map (lid_row_id INTEGER PRIMARY KEY, jid_row_id INTEGER);
CREATE TABLE chat (_id INTEGER PRIMARY KEY, jid_row_id INTEGER, subject TEXT, archived INTEGER);
CREATE TABLE message (_id INTEGER PRIMARY KEY, chat_row_id INTEGER, from_me INTEGER DEFAULT 0, key_id TEXT,
 sender_jid_row_id INTEGER, status INTEGER DEFAULT 0, timestamp INTEGER, received_timestamp INTEGER, message_type INTEGER DEFAULT 0,
 text_data TEXT, origination_flags INTEGER DEFAULT 0, sort_id INTEGER);
CREATE TABLE message_media (message_row_id INTEGER PRIMARY KEY, file_path TEXT, mime_type TEXT, media_name TEXT, media_caption TEXT,
 file_length INTEGER, width INTEGER, height INTEGER, media_duration INTEGER, media_key BLOB);
CREATE TABLE message_quoted (message_row_id INTEGER PRIMARY KEY, chat_row_id INTEGER, parent_message_chat_row_id INTEGER, from_me INTEGER,
 sender_jid_row_id INTEGER, key_id TEXT, text_data TEXT);
CREATE TABLE message_location (message_row_id INTEGER PRIMARY KEY, latitude REAL, longitude REAL, place_name TEXT, place_address TEXT);
CREATE TABLE message_vcard (_id INTEGER PRIMARY KEY, message_row_id INTEGER, vcard TEXT);
CREATE TABLE message_edit_info (message_row_id INTEGER PRIMARY KEY, original_key_id TEXT, edited_timestamp INTEGER, sender_timestamp INTEGER);
CREATE TABLE message_revoked (message_row_id INTEGER PRIMARY KEY, revoked_key_id TEXT, admin_jid_row_id INTEGER, revoke_timestamp INTEGER);
CREATE TABLE message_system (message_row_id INTEGER PRIMARY KEY, action_type INTEGER);
CREATE TABLE message_system_group (message_row_id INTEGER PRIMARY KEY, is_me_joined INTEGER);
CREATE TABLE message_system_chat_participant (message_row_id INTEGER, user_jid_row_id INTEGER);
CREATE TABLE message_system_number_change (message_row_id INTEGER PRIMARY KEY, old_jid_row_id INTEGER, new_jid_row_id INTEGER);
CREATE TABLE message_system_block_contact (message_row_id INTEGER PRIMARY KEY, is_blocked INTEGER);
CREATE TABLE message_ephemeral_setting (message_row_id INTEGER PRIMARY KEY, setting_duration INTEGER);
CREATE TABLE message_add_on (_id INTEGER PRIMARY KEY, parent_message_row_id INTEGER, from_me INTEGER DEFAULT 0, sender_jid_row_id INTEGER);
CREATE TABLE message_add_on_reaction (message_add_on_row_id INTEGER PRIMARY KEY, reaction TEXT, sender_timestamp INTEGER);
CREATE TABLE message_add_on_poll_vote_selected_option (message_add_on_row_id INTEGER, message_poll_option_id INTEGER);
CREATE TABLE message_poll_option (_id INTEGER PRIMARY KEY, message_row_id INTEGER, option_name TEXT, vote_total INTEGER);
CREATE TABLE message_association (_id INTEGER PRIMARY KEY, child_message_row_id INTEGER, parent_message_row_id INTEGER, association_type INTEGER);
CREATE TABLE message_product (message_row_id INTEGER PRIMARY KEY, title TEXT, description TEXT, currency_code TEXT, amount_1000 INTEGER);
CREATE TABLE message_order (message_row_id INTEGER PRIMARY KEY, order_title TEXT, item_count INTEGER, message TEXT, currency_code TEXT,
 total_amount_1000 INTEGER);
CREATE TABLE message_ui_elements (message_row_id INTEGER PRIMARY KEY, element_content TEXT);
CREATE TABLE message_group_invite (message_row_id INTEGER PRIMARY KEY, group_name TEXT);
CREATE TABLE missed_call_logs (_id INTEGER PRIMARY KEY, message_row_id INTEGER, video_call INTEGER);
CREATE TABLE call_log (_id INTEGER PRIMARY KEY, jid_row_id INTEGER, from_me INTEGER, call_id TEXT, timestamp INTEGER, video_call INTEGER,
 duration INTEGER, call_result INTEGER, group_jid_row_id INTEGER DEFAULT 0);
CREATE TABLE props (_id INTEGER PRIMARY KEY, key TEXT, value TEXT);
"""


class Database:
    """Inserts rows into tables; messages get the next row, key and minute."""

    def __init__(self, path: Path, schema: str):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        self.connection = sqlite3.connect(path)
        self.connection.executescript(schema)
        self.row = 0

    def add(self, table: str, **values):
        names = ", ".join(values)
        self.connection.execute(f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' * len(values))})", list(values.values()))

    def message(self, chat: int, text=None, type=0, **values) -> int:
        self.row += 1
        values.setdefault("key_id", f"KEY{self.row:02}")
        self.add("message", _id=self.row, chat_row_id=chat, text_data=text, message_type=type, sort_id=self.row,
                 timestamp=START + 60_000 * self.row, **values)
        return self.row

    def close(self):
        self.connection.commit()
        self.connection.execute("VACUUM")
        self.connection.close()


def android() -> None:
    folder = HERE / "android-database" / "WhatsApp"
    shutil.rmtree(folder, ignore_errors=True)
    db = Database(folder / "Databases" / "msgstore.db", ANDROID)
    ids = ["15550104401@s.whatsapp.net", "15550104402@s.whatsapp.net", "120363000000000001@g.us", "91000000000001@lid",
           "status@broadcast", "15550104400@s.whatsapp.net", "15550104403@s.whatsapp.net"]
    for row, raw in enumerate(ids, 1):
        user, server = raw.split("@")
        db.add("jid", _id=row, user=user, server=server, type=0, raw_string=raw)
    db.add("jid_map", lid_row_id=4, jid_row_id=2)
    for row, (jid, subject) in enumerate([(1, None), (3, "Allotment"), (5, None), (4, None)], 1):
        db.add("chat", _id=row, jid_row_id=jid, subject=subject, archived=0)
    db.add("props", key="user_push_name", value="Edda")
    db.add("message", _id=500, chat_row_id=1, key_id="-1", timestamp=0)
    # A chat of two, with a call that has no message.
    first = db.message(1, "Seeds are *here*, @15550104402", from_me=1, status=13)
    db.message(1, None, 1, status=0)
    db.add("message_media", message_row_id=db.row, file_path="Media/WhatsApp Images/IMG-1.png", mime_type="image/png", width=1, height=1,
           media_caption=None, media_key=b"secret")
    db.message(1, "Which ones?")
    db.add("message_quoted", message_row_id=db.row, chat_row_id=1, parent_message_chat_row_id=1, from_me=1, sender_jid_row_id=0,
           key_id="KEY01", text_data="Seeds are *here*")
    edited = db.message(1, "The beans, and the *peas*", from_me=1, status=5)
    db.add("message_edit_info", message_row_id=edited, original_key_id="OLD04", edited_timestamp=START + 250_000, sender_timestamp=0)
    db.message(1, "Good")
    db.add("message_quoted", message_row_id=db.row, chat_row_id=1, parent_message_chat_row_id=1, from_me=1, sender_jid_row_id=0,
           key_id="KEY04", text_data="The beans")
    db.message(1, "See what I wrote there")
    db.add("message_quoted", message_row_id=db.row, chat_row_id=1, parent_message_chat_row_id=2, from_me=0, sender_jid_row_id=2,
           key_id="OTHER", text_data="Dig on Sunday")
    db.message(1, None, 90)
    db.message(1, None, 10)
    db.add("missed_call_logs", message_row_id=db.row, video_call=1)
    for number, (minute, video, duration, result) in enumerate([(7, 1, 65, 5), (9.5, 0, 0, 4), (300, 0, 0, 2)]):
        db.add("call_log", jid_row_id=1, from_me=number, call_id=f"call:{number}", timestamp=START + int(60_000 * minute),
               video_call=video, duration=duration, call_result=result)
    db.message(1, None, 42)
    db.message(1, None, 11)
    db.message(1, "Two people", 14)
    for name, number in (("Ivo Lark", "10"), ("Ute Finch", "11")):
        db.add("message_vcard", message_row_id=db.row, vcard=CARD.format(name, number))
    db.message(1, None, 16)
    db.add("message_location", message_row_id=db.row, latitude=52.5, longitude=13.25, place_name="Gate", place_address="Hill Road 1")
    db.message(1, None, 7)
    db.add("message_system", message_row_id=db.row, action_type=58)
    db.add("message_system_block_contact", message_row_id=db.row, is_blocked=0)
    db.message(1, "86400", 7)
    db.add("message_system", message_row_id=db.row, action_type=56)
    db.add("message_ephemeral_setting", message_row_id=db.row, setting_duration=86_400)
    db.message(1, None, 23)
    db.add("message_product", message_row_id=db.row, title="Spade", description="Ash handle", currency_code="EUR", amount_1000=24_500)
    db.message(1, None, 44)
    db.add("message_order", message_row_id=db.row, order_title="Edda", item_count=2, message="Before May", currency_code="EUR",
           total_amount_1000=49_000)
    db.message(1, None, 24)
    db.add("message_group_invite", message_row_id=db.row, group_name="Water rota")
    db.message(1, None, 45)
    db.add("message_ui_elements", message_row_id=db.row, element_content=json.dumps({"title": "Offer", "description": "Half price"}))
    db.message(1, None, 777)
    db.message(1, "forwarded words", 0, origination_flags=1)
    # A group, with a person who has two ids.
    db.message(2, "Allotment", 7, from_me=1, status=6, sender_jid_row_id=1)
    db.add("message_system", message_row_id=db.row, action_type=11)
    db.message(2, None, 7, from_me=1, status=6, sender_jid_row_id=1)
    db.add("message_system", message_row_id=db.row, action_type=12)
    db.add("message_system_group", message_row_id=db.row, is_me_joined=1)
    db.add("message_system_chat_participant", message_row_id=db.row, user_jid_row_id=6)
    db.message(2, None, 7, from_me=1, status=6, sender_jid_row_id=1)
    db.add("message_system", message_row_id=db.row, action_type=15)
    db.add("message_system_chat_participant", message_row_id=db.row, user_jid_row_id=4)
    db.message(2, None, 7, status=6)
    db.add("message_system", message_row_id=db.row, action_type=10)
    db.add("message_system_number_change", message_row_id=db.row, old_jid_row_id=7, new_jid_row_id=2)
    db.message(2, None, 7, from_me=1, status=6)
    db.add("message_system", message_row_id=db.row, action_type=4711)
    poll = db.message(2, "Dig when?", 66, sender_jid_row_id=4)
    for option, (name, votes) in enumerate([("Sunday", 2), ("Never", 0)], 1):
        db.add("message_poll_option", _id=option, message_row_id=poll, option_name=name, vote_total=votes)
    for add_on, (mine, sender) in enumerate([(1, None), (0, 2)], 1):
        db.add("message_add_on", _id=add_on, parent_message_row_id=poll, from_me=mine, sender_jid_row_id=sender)
        db.add("message_add_on_poll_vote_selected_option", message_add_on_row_id=add_on, message_poll_option_id=1)
    album = db.message(2, None, 99, sender_jid_row_id=2)
    pictures = [db.message(2, caption, 1, sender_jid_row_id=2) for caption in ("Bed one", None)]
    for number, picture in enumerate(pictures):
        db.add("message_media", message_row_id=picture, file_path=f"Media/WhatsApp Images/IMG-{number + 1}.png", mime_type="image/png")
        db.add("message_association", child_message_row_id=picture, parent_message_row_id=album, association_type=2)
    db.message(2, "Lovely", from_me=1, status=4)
    db.add("message_quoted", message_row_id=db.row, chat_row_id=2, parent_message_chat_row_id=2, from_me=0, sender_jid_row_id=4,
           key_id=f"KEY{pictures[1]:02}", text_data=None)
    for add_on, (row, mine, sender, emoji) in enumerate(
            [(pictures[1], 0, 1, "🌱"), (db.row, 0, 1, "👍"), (db.row, 0, 1, "❤️"), (db.row, 0, 2, "👍"), (db.row, 0, 2, "")], 3):
        db.add("message_add_on", _id=add_on, parent_message_row_id=row, from_me=mine, sender_jid_row_id=sender)
        db.add("message_add_on_reaction", message_add_on_row_id=add_on, reaction=emoji, sender_timestamp=START + add_on)
    db.message(2, None, 15, sender_jid_row_id=4)
    db.add("message_revoked", message_row_id=db.row, revoked_key_id="GONE", admin_jid_row_id=1, revoke_timestamp=START)
    db.message(3, "a story", sender_jid_row_id=1)
    # The second id of a person is the same chat as the first.
    db.message(4, "By the other id", from_me=0)
    db.close()
    people = Database(folder / "Databases" / "wa.db", """
        CREATE TABLE wa_contacts (_id INTEGER PRIMARY KEY, jid TEXT, display_name TEXT, wa_name TEXT, number TEXT);
        CREATE TABLE wa_vnames (_id INTEGER PRIMARY KEY, jid TEXT, verified_name TEXT);""")
    people.add("wa_contacts", jid=ids[0], display_name="Oda Wren", wa_name="oda")
    people.add("wa_contacts", jid=ids[1], display_name=None, wa_name="Tove")
    people.close()
    for name in ("IMG-1.png", "IMG-2.png"):
        path = folder / "Media" / "WhatsApp Images" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(PNG)


def old_android() -> None:
    db = Database(HERE / "android-2018-database" / "msgstore.db", """
        CREATE TABLE chat_list (_id INTEGER PRIMARY KEY, key_remote_jid TEXT, subject TEXT);
        CREATE TABLE messages (_id INTEGER PRIMARY KEY, key_remote_jid TEXT, key_from_me INTEGER, key_id TEXT, status INTEGER, data TEXT,
         timestamp INTEGER, media_wa_type TEXT, media_size INTEGER, media_name TEXT, media_caption TEXT, media_mime_type TEXT,
         media_duration INTEGER, latitude REAL, longitude REAL, remote_resource TEXT, edit_version INTEGER, quoted_row_id INTEGER);
        CREATE TABLE messages_quotes (_id INTEGER PRIMARY KEY, key_remote_jid TEXT, key_from_me INTEGER, key_id TEXT, data TEXT,
         remote_resource TEXT);""")
    group, person = "15550104401-1500000000@g.us", "15550104401@s.whatsapp.net"
    db.add("chat_list", key_remote_jid=group, subject="Choir")
    rows = [
        dict(key_remote_jid="-1", key_from_me=0, key_id="-1"),
        dict(key_remote_jid=group, key_from_me=1, key_id="A1", status=6, media_size=11, data="Choir", remote_resource=person),
        dict(key_remote_jid=group, key_from_me=0, key_id="A2", data="Tenors first", remote_resource=person),
        dict(key_remote_jid=group, key_from_me=1, key_id="A3", status=13, data="Yes", quoted_row_id=1),
        dict(key_remote_jid=person, key_from_me=0, key_id="A4", media_wa_type="1", media_mime_type="image/jpeg", media_caption="The hall",
             media_name="hall.jpg"),
        dict(key_remote_jid=person, key_from_me=0, key_id="A5", media_wa_type="5", latitude=48.25, longitude=16.5),
        dict(key_remote_jid=person, key_from_me=0, key_id="A6", media_wa_type="4", media_name="Ivo Lark", data=CARD.format("Ivo Lark", "10")),
        dict(key_remote_jid=person, key_from_me=0, key_id="A7", media_wa_type="0", edit_version=7),
    ]
    for number, row in enumerate(rows):
        db.add("messages", _id=number + 1, timestamp=START + 60_000 * number, **({"media_wa_type": "0"} | row))
    db.add("messages_quotes", _id=1, key_remote_jid=group, key_from_me=0, key_id="A2", data="Tenors first", remote_resource=person)
    db.close()


def field(number: int, value) -> bytes:
    """A field of Protocol Buffers: a number, or bytes of less than 128."""
    if isinstance(value, int):
        out = bytes([number << 3])
        while value > 127:
            out, value = out + bytes([value & 127 | 128]), value >> 7
        return out + bytes([value])
    value = value.encode() if isinstance(value, str) else value
    return bytes([number << 3 | 2, len(value)]) + value


def ios() -> None:
    folder = HERE / "ios-database" / "shared"
    shutil.rmtree(folder, ignore_errors=True)
    db = Database(folder / "ChatStorage.sqlite", """
        CREATE TABLE ZWACHATSESSION (Z_PK INTEGER PRIMARY KEY, ZCONTACTJID VARCHAR, ZPARTNERNAME VARCHAR);
        CREATE TABLE ZWAGROUPMEMBER (Z_PK INTEGER PRIMARY KEY, ZMEMBERJID VARCHAR, ZCONTACTNAME VARCHAR, ZCHATSESSION INTEGER);
        CREATE TABLE ZWAPROFILEPUSHNAME (Z_PK INTEGER PRIMARY KEY, ZJID VARCHAR, ZPUSHNAME VARCHAR);
        CREATE TABLE ZWAMESSAGE (Z_PK INTEGER PRIMARY KEY, ZCHATSESSION INTEGER, ZGROUPMEMBER INTEGER, ZISFROMME INTEGER,
         ZMESSAGEDATE TIMESTAMP, ZMESSAGETYPE INTEGER, ZGROUPEVENTTYPE INTEGER, ZTEXT VARCHAR, ZSTANZAID VARCHAR, ZFROMJID VARCHAR,
         ZFLAGS INTEGER, ZMESSAGESTATUS INTEGER, ZPARENTMESSAGE INTEGER, ZSORT INTEGER);
        CREATE TABLE ZWAMEDIAITEM (Z_PK INTEGER PRIMARY KEY, ZMESSAGE INTEGER, ZMEDIALOCALPATH VARCHAR, ZTITLE VARCHAR, ZVCARDSTRING VARCHAR,
         ZVCARDNAME VARCHAR, ZMEDIAURL VARCHAR, ZLATITUDE FLOAT, ZLONGITUDE FLOAT, ZMOVIEDURATION INTEGER, ZFILESIZE INTEGER,
         ZMETADATA BLOB);
        CREATE TABLE ZWAMESSAGEINFO (Z_PK INTEGER PRIMARY KEY, ZMESSAGE INTEGER, ZRECEIPTINFO BLOB);""")
    person, other, group = "15550104401@s.whatsapp.net", "15550104402@s.whatsapp.net", "120363000000000001@g.us"
    for row, (jid, name) in enumerate([(person, "\u200eOda Wren"), (group, "Allotment"), (f"{other.split('@')[0]}@status", "Tove")], 1):
        db.add("ZWACHATSESSION", Z_PK=row, ZCONTACTJID=jid, ZPARTNERNAME=name)
    db.add("ZWAGROUPMEMBER", Z_PK=1, ZMEMBERJID=person, ZCONTACTNAME="Oda Wren", ZCHATSESSION=2)
    db.add("ZWAGROUPMEMBER", Z_PK=2, ZMEMBERJID=other, ZCONTACTNAME="+1 555 010 4402", ZCHATSESSION=2)
    db.add("ZWAPROFILEPUSHNAME", ZJID=other, ZPUSHNAME="Tove")
    # Chat, member, the owner's, type, event, text, other columns.
    rows = [
        (1, None, 1, 0, 0, "Seeds are here", {"ZMESSAGESTATUS": 8, "ZSTANZAID": "3EB0AAAAAAAAAAAAAAAAAAAA"}),
        (1, None, 0, 0, 0, "Which ones?", {}),
        (1, None, 0, 8, 0, "The list", {}),
        (1, None, 0, 46, 0, "Dig when?", {}),
        (1, None, 0, 10, 1, None, {}),
        (1, None, 0, 10, 2, None, {}),
        (1, None, 0, 7, 0, "https://example.org/beans", {"ZFLAGS": 0x80}),
        (1, None, 1, 4, 0, None, {}),
        (1, None, 0, 99, 0, "Odd", {}),
        (2, 1, 0, 6, 12, "Allotment", {}),
        (2, 1, 0, 6, 2, other, {}),
        (2, 2, 0, 6, 4711, "5", {}),
        (2, 2, 0, 1, 0, None, {}),
        (2, None, 1, 0, 0, "Lovely", {"ZPARENTMESSAGE": 13}),
        (2, 1, 0, 14, 0, None, {}),
        (3, None, 0, 0, 0, "a story", {}),
        (None, None, 0, 0, 0, "Without a chat", {"ZFROMJID": other}),
        (None, None, 0, 0, 0, "Without anything", {}),
    ]
    for row, (chat, member, mine, type, event, text, more) in enumerate(rows, 1):
        values = {"ZSTANZAID": f"3EB0{row:016}", "ZFROMJID": group if chat == 2 else person, "ZFLAGS": 0}
        if chat is None:
            values["ZFROMJID"] = None
        db.add("ZWAMESSAGE", Z_PK=row, ZCHATSESSION=chat, ZGROUPMEMBER=member, ZISFROMME=mine, ZMESSAGEDATE=720_000_000.5 + 60 * row,
               ZMESSAGETYPE=type, ZGROUPEVENTTYPE=event, ZTEXT=text, ZSORT=row, **(values | more))
    # The answer names the message by the beginning of its id.
    db.add("ZWAMEDIAITEM", ZMESSAGE=2, ZMETADATA=field(5, "3EB0AAAAAAAAAAAAA"))
    db.add("ZWAMEDIAITEM", ZMESSAGE=3, ZTITLE="Beans.pdf", ZMEDIALOCALPATH="Media/a/Beans.pdf", ZVCARDSTRING="application/pdf", ZFILESIZE=9)
    db.add("ZWAMEDIAITEM", ZMESSAGE=7, ZTITLE="All about beans", ZMEDIAURL="https://example.org/beans")
    db.add("ZWAMEDIAITEM", ZMESSAGE=8, ZVCARDNAME="Ivo Lark_$!<Name-Separator>!$_Ute Finch",
           ZVCARDSTRING=CARD.format("Ivo Lark", "10") + "_$!<VCard-Separator>!$_" + CARD.format("Ute Finch", "11"))
    db.add("ZWAMEDIAITEM", ZMESSAGE=13, ZTITLE="Bed one", ZMEDIALOCALPATH="Media/a/bed.png", ZVCARDSTRING="image/png")
    theirs = field(1, field(1, "X") + field(2, person) + field(3, "👍") + field(4, START))
    mine = field(2, field(1, "Y") + field(2, "🌱") + field(3, START))
    db.add("ZWAMESSAGEINFO", ZMESSAGE=13, ZRECEIPTINFO=field(1, 1) + field(7, theirs + mine))
    db.close()
    path = folder / "Message" / "Media" / "a" / "bed.png"
    path.parent.mkdir(parents=True)
    path.write_bytes(PNG)


def exporter() -> None:
    def message(number: int, **values) -> dict:
        return {"from_me": False, "timestamp": START / 1000 + 60 * number, "time": "10:00", "media": False, "key_id": f"K{number}",
                "meta": False, "data": None, "sender": None, "safe": False, "mime": None, "message_type": 0,
                "received_timestamp": "2023/11/14 23:13", "read_timestamp": None, "reply": None, "quoted_data": None, "caption": None,
                "thumb": None, "sticker": False, "reactions": {}} | values

    def chat(name, messages) -> dict:
        return {"name": name, "type": "ios", "my_avatar": None, "their_avatar": None, "their_avatar_thumb": None, "status": None,
                "media_base": "", "messages": {str(number): value for number, value in enumerate(messages, 1)}}

    group = [
        message(1, meta=True, message_type=6, data="Oda Wren created the group"),
        message(2, sender="Oda Wren", data="One line<br>and another", reactions={"You": "🌱", "Tove": "👍"}),
        message(3, from_me=True, data="Yes", reply="K2", quoted_data="One line"),
        message(4, sender="Tove", media=True, message_type=15, sticker=True, data="media/hat.webp", mime="image/webp"),
        message(5, sender="Tove", media=True, meta=True, message_type=1, data="The media is missing", mime="media"),
        message(6, sender="Tove", meta=True, message_type=14, data="Message deleted"),
        message(7, sender="Tove", meta=True, message_type=5, data="Location shared: (52.5, 13.25)"),
        message(8, sender="Tove", message_type=46),
        message(9, sender="Tove", media=True, meta=True, message_type=4, mime="text/x-vcard", data="vCards/ivo.vcf"),
        "no object",
    ]
    path = HERE / "exporter-json" / "result.json"
    path.parent.mkdir(exist_ok=True)
    text = json.dumps({"120363000000000001@g.us": chat("Allotment", group), "15550104403@s.whatsapp.net": chat(None, [message(1, data="Hello")])})
    path.write_text(text + "\n")
    # The second chat is cut off.
    path = HERE / "exporter-broken" / "result.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text[: text.rindex('"timestamp"')])


if __name__ == "__main__":
    android()
    old_android()
    ios()
    exporter()
