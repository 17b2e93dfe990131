"""Words, times, people and pictures that exports of messengers lost, by the names of the items that describe them."""

import html
import json
import re
import sqlite3
import struct
import zlib
from pathlib import Path

import pytest


def png(width=6, height=6, grey=128) -> bytes:
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes([grey]) * width for _ in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def write(folder: Path, name: str, content) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


class Exported:
    """The pages of messages and the report of an export."""

    def __init__(self, out: Path, report: dict):
        self.out, self.report = out, report
        pages = sorted(path for path in out.rglob("*.html") if path.stem.isdigit())
        self.pages = "".join(page.read_text(encoding="utf-8") for page in pages)
        self.titles = sorted(self.title(page) for page in out.glob("*/1.html"))
        self.codes = {finding["code"] for finding in report.get("findings", [])}

    @staticmethod
    def title(page: Path) -> str:
        return html.unescape(re.search(r"<title>(.*?)</title>", page.read_text(encoding="utf-8"), re.S)[1])

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", self.pages)))

    def row(self, words: str) -> str:
        """The source of the only message with these words."""
        rows = [row for row in re.findall(r"<article.*?</article>", self.pages, re.S) if words in html.unescape(row)]
        assert len(rows) == 1, f"{len(rows)} messages have {words!r}"
        return rows[0]

    def time(self, words: str) -> str:
        return re.search(r'datetime="([^"]*)"', self.row(words))[1]

    def is_own(self, words: str) -> bool:
        return "out" in re.search(r'class="([^"]*)"', self.row(words))[1].split()

    def pictures(self, words: str) -> dict:
        """The files of emoji in a message, by their texts for copying."""
        found = re.findall(r'<img class="e"[^>]* alt="([^"]*)"[^>]* src="([^"]*)"', self.row(words))
        folder = next(self.out.glob("*/1.html")).parent
        return {html.unescape(alt): (folder / html.unescape(path)).read_bytes() for alt, path in found}


@pytest.fixture
def export(program, tmp_path):
    def run(*sources, options=("--time-zone", "UTC"), code=0) -> Exported:
        out, report = tmp_path / "site", tmp_path / "report.json"
        result = program.run(*sources, "--out", out, "--report", report, "--force", *options)
        assert result.returncode == code, result.stderr
        return Exported(out, json.loads(report.read_text()))
    return run


# Exports beside others in one folder

TELEGRAM = {"name": "Boat", "type": "private_group", "id": 5, "messages": [
    {"id": 1, "type": "message", "date_unixtime": "1777800000", "from": "Ola", "from_id": "user7", "text": "Words of Telegram"}]}
WHATSAPP = "".join(f"[03/05/2026, 09:2{n}:00] {who}: {words}\n" for n, (who, words) in enumerate(
    [("Ann", "Words of WhatsApp"), ("Ben", "Fine"), ("Ann", "Good")]))
CLAUDE = [{"uuid": "c1", "name": "Tides", "created_at": "2026-05-03T09:00:00Z", "updated_at": "2026-05-03T09:00:00Z",
           "account": {"uuid": "a"}, "chat_messages": [
               {"uuid": "m1", "sender": "human", "text": "Words of Claude", "created_at": "2026-05-03T09:00:00Z",
                "content": [{"type": "text", "text": "Words of Claude"}]}]}]


def test_exports_beside_a_result_json_are_read(export, tmp_path):
    folder = tmp_path / "saved"
    write(folder, "result.json", TELEGRAM)
    write(folder, "files/result.json", TELEGRAM)  # A file that somebody sent.
    write(folder, "mum.json", {**TELEGRAM, "name": "Mum", "type": "personal_chat", "id": 6, "messages": [
        {**TELEGRAM["messages"][0], "text": "Words of another chat"}]})
    write(folder, "WhatsApp Chat with Ann.txt", WHATSAPP)
    write(folder, "conversations.json", CLAUDE)
    write(folder, "more/Ben/_chat.txt", WHATSAPP.replace("Words of WhatsApp", "Words of a folder"))
    write(folder, "remarks.txt", "Nothing that anybody said.\n")
    site = export(folder)
    for words in ("Words of Telegram", "Words of WhatsApp", "Words of another chat", "Words of Claude", "Words of a folder"):
        assert site.text.count(words) == 1, words
    assert "remarks.txt" in json.dumps(site.report)


def test_exports_beside_other_claimed_folders_are_read(export, tmp_path):
    folder = tmp_path / "saved"
    write(folder, "conversations.json", CLAUDE)
    write(folder, "WhatsApp Chat with Ann.txt", WHATSAPP)
    site = export(folder)
    assert "Words of Claude" in site.text and "Words of WhatsApp" in site.text


def test_pages_beside_a_result_json_are_told(export, tmp_path):
    folder = tmp_path / "saved"
    write(folder, "result.json", TELEGRAM)
    write(folder, "messages.html", telegram_page("Boat", [("Ola", "Words of Telegram", "03.05.2026 09:20:00 UTC+00:00")]))
    site = export(folder)
    assert site.text.count("Words of Telegram") == 1 and "second-copy" in site.codes


# Edits that were reactions, owners, mentions

def telegram_message(number, text, edited=None, reacted=(), **members):
    def local(second):
        return f"2026-05-03T11:{20 + second // 60:02}:{second % 60:02}"
    message = {"id": number, "type": "message", "date": local(0), "date_unixtime": "1777800000", "from": "Ola",
               "from_id": "user777", "text": text, **members}
    if edited is not None:
        message |= {"edited": local(edited), "edited_unixtime": str(1777800000 + edited)}
    if reacted:
        message["reactions"] = [{"type": "emoji", "count": len(reacted), "emoji": "👍", "recent": [
            {"from": "Me", "from_id": "user9", "date": local(second)} for second in reacted]}]
    return message


def test_a_reaction_is_no_edit(export, tmp_path):
    # The local times are two hours ahead, whatever --time-zone says.
    source = write(tmp_path, "result.json", {"name": "Ola", "type": "personal_chat", "id": 777, "messages": [
        telegram_message(1, "reacted once", 30, [30]), telegram_message(2, "reacted twice", 90, [30, 90]),
        telegram_message(3, "a second later", 31, [30]), telegram_message(4, "edited before", 20, [60]),
        telegram_message(5, "edited alone", 40), telegram_message(6, "edited after", 300, [60]),
        telegram_message(7, "reacted alone", None, [60])]})
    for zone in ("UTC", "Europe/Berlin", "Asia/Kolkata"):
        site = export(source, options=("--time-zone", zone))
        edited = {words: "edited" in re.sub(r"<p.*?</p>|aria-label=\"[^\"]*\"", "", site.row(words), flags=re.S) for words in (
            "reacted once", "reacted twice", "a second later", "edited before", "edited alone", "edited after", "reacted alone")}
        assert edited == {"reacted once": False, "reacted twice": False, "a second later": False, "edited before": True,
                          "edited alone": True, "edited after": True, "reacted alone": False}, zone


def telegram_page(title, messages, services=()):
    def message(number, name, text, date):
        return (f'<div class="message default clearfix" id="message{number}"><div class="body">'
                f'<div class="pull_right date details" title="{date}">09:20</div><div class="from_name">{name}</div>'
                f'<div class="text">{text}</div></div></div>')
    rows = [f'<div class="message service" id="message{n + 90}"><div class="body details">{text}</div></div>'
            for n, text in enumerate(services)]
    rows += [message(n + 1, *facts) for n, facts in enumerate(messages)]
    return ('<!DOCTYPE html><html><head><meta charset="utf-8"><title>Exported Data</title></head><body><div class="page_wrap">'
            f'<div class="page_header"><div class="content"><div class="text bold">{title}</div></div></div>'
            '<div class="page_body chat_page"><div class="history">' + "".join(rows) + "</div></div></div></body></html>")


@pytest.mark.parametrize("title, services, own", [
    ("Tarn", [], "mine"), ("Tarn", ["Tarn pinned this message"], "mine"),
    ("Tarn", ["Uli created group «Tarn» with members Tarn"], None), ("Tarn", ["Somebody joined group by link from Group"], None),
    ("Channel", [], None)])
def test_owner_of_a_chat_of_two_in_telegram_html(export, tmp_path, title, services, own):
    write(tmp_path, "ChatExport/messages.html", telegram_page(title, [
        ("Tarn", "theirs", "31.01.2026 23:50:00 UTC+05:30"), ("Uli", "mine", "31.01.2026 23:55:00 UTC+05:30")], services))
    site = export(tmp_path / "ChatExport")
    assert [words for words in ("theirs", "mine") if site.is_own(words)] == ([own] if own else [])
    assert site.time("mine") == "2026-01-31T18:25:00Z"


def slack(folder: Path, *messages, second_channel=()):
    write(folder, "users.json", [{"id": "U1", "name": "ada", "profile": {"display_name": "Ada"}}])
    write(folder, "channels.json", [{"id": "C1", "name": "bakery"}, {"id": "C2", "name": "oven"}])
    for name, given in (("bakery", messages), ("oven", second_channel)):
        days = [{"type": "message", "ts": f"17408232{number:02}.000100", "user": "U1", **message}
                for number, message in enumerate(given)]
        write(folder, f"{name}/2025-03-01.json", days)
    return folder


def test_a_mention_of_a_slack_guest_has_their_name(export, tmp_path):
    guest = {"user": "U0GUEST", "user_profile": {"display_name": "lea", "real_name": "Lea B"}}
    folder = slack(
        tmp_path / "export",
        {"text": "Ask <@U0GUEST> before", "reactions": [{"name": "wave", "users": ["U0OTHER"], "count": 1}]},
        {**guest, "text": "Here I am"},
        {"text": "in blocks", "blocks": [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
            {"type": "text", "text": "block for "}, {"type": "user", "user_id": "U0OTHER"}]}]}]},
        {"text": "Nobody knows <@U0GONE>"},
        second_channel=[{"user": "U0OTHER", "user_profile": {"display_name": "", "real_name": "Otto B"}, "text": "Elsewhere"}])
    site = export(folder)
    assert "Ask @lea before" in site.text.replace(" <i></i>", "") and "@U0GUEST" not in site.text
    assert "block for @Otto B" in site.text and "Otto B" in site.row("Ask ")
    assert "@U0GONE" in site.text


# Names of zones

def meta_page(*times):
    rows = "".join(f'<div class="_a6-g"><div class="_a6-h">Nina</div><div class="_a6-p"><div>words {n}</div></div>'
                   f'<div class="_a6-o">{time}</div></div>' for n, time in enumerate(times))
    return f"<html><head><title>Nina</title></head><body>{rows}</body></html>"


@pytest.mark.parametrize("time, zone, expected, code", [
    ("Freitag, 5. Januar 2018 um 09:12 MEZ", "America/New_York", "2018-01-05T08:12:00Z", None),
    ("Freitag, 6. Juli 2018 um 09:12 MESZ", "UTC", "2018-07-06T07:12:00Z", None),
    ("5 January 2018 at 09:12 JST", "UTC", "2018-01-05T00:12:00Z", None),
    ("5 de janeiro de 2018 09:12 BRT", "UTC", "2018-01-05T12:12:00Z", None),
    ("5 janvier 2018 09:12 HNE", "UTC", "2018-01-05T14:12:00Z", None),
    ("5 January 2018 at 09:12 UTC-03:30", "UTC", "2018-01-05T12:42:00Z", None),
    # London has summer time in July alone, so that it is Dhaka's in January.
    ("6 July 2018 at 09:12 BST", "UTC", "2018-07-06T08:12:00Z", "assumed-zone-name"),
    ("5 January 2018 at 09:12 BST", "UTC", "2018-01-05T03:12:00Z", None),
    ("6 July 2018 at 09:12 BST", "Asia/Dhaka", "2018-07-06T03:12:00Z", None),
    ("6 July 2018 at 09:12 BST", "Europe/London", "2018-07-06T08:12:00Z", None),
    ("5 January 2018 at 09:12 IST", "Asia/Kolkata", "2018-01-05T03:42:00Z", None),
    ("5 January 2018 at 09:12 IST", "Asia/Jerusalem", "2018-01-05T07:12:00Z", None),
    ("6 July 2018 at 09:12 IST", "Europe/Dublin", "2018-07-06T08:12:00Z", None),
    ("5 January 2018 at 09:12 IST", "UTC", "2018-01-05T03:42:00Z", "assumed-zone-name"),
    ("5 January 2018 at 09:12 CST", "Asia/Shanghai", "2018-01-05T01:12:00Z", None),
    ("5 January 2018 at 09:12 CST", "America/Chicago", "2018-01-05T15:12:00Z", None),
    ("2018年1月5日 09:12 CST", "UTC", "2018-01-05T01:12:00Z", None),
    ("5 January 2013 at 09:12 MSK", "UTC", "2013-01-05T05:12:00Z", None),
    ("5 January 2018 at 09:12 MSK", "UTC", "2018-01-05T06:12:00Z", None),
    ("5 January 2018 at 09:12 QQQT", "Asia/Kolkata", "2018-01-05T03:42:00Z", "unknown-zone"),
    ("Jan 05, 2018 9:12 PM", "UTC", "2018-01-05T21:12:00Z", None),
])
def test_names_of_zones_in_metas_pages(export, tmp_path, time, zone, expected, code):
    folder = tmp_path / "your_facebook_activity" / "messages" / "inbox" / "nina_1"
    write(folder, "message_1.html", meta_page(time))
    site = export(tmp_path / "your_facebook_activity", options=("--time-zone", zone))
    assert site.time("words 0") == expected
    assert site.codes & {"assumed-zone-name", "unknown-zone"} == ({code} if code else set())


def test_an_unknown_zone_is_named_once(export, tmp_path):
    folder = tmp_path / "your_facebook_activity" / "messages" / "inbox" / "nina_1"
    write(folder, "message_1.html", meta_page(*[f"5 January 2018 at 09:1{n} QQQT" for n in range(5)]))
    site = export(tmp_path / "your_facebook_activity")
    told = [finding for finding in site.report["findings"] if finding["code"] == "unknown-zone"]
    assert len(told) == 1 and "QQQT" in told[0]["message"]


def test_the_same_names_in_my_activity(export, tmp_path):
    def cell(time, words):
        return ('<div class="outer-cell"><div class="header-cell"><p class="mdl-typography--title">Gemini Apps<br></p></div>'
                f'<div class="content-cell mdl-typography--body-1">Prompted {words}<br>{time}<br><p>An answer.</p></div></div>')
    source = write(tmp_path, "MyActivity.html", "<html><head><title>My Activity</title></head><body>" + cell(
        "5 Jan 2026, 09:12:00 MEZ", "one") + cell("5 Jan 2026, 09:12:00 IST", "two") + cell(
        "5 Jan 2026, 09:12:00 QQQT", "three") + "</body></html>")
    site = export(source, options=("--time-zone", "Asia/Jerusalem"))
    assert [site.time(f"{words}<") for words in ("one", "two", "three")] == [
        "2026-01-05T08:12:00Z", "2026-01-05T07:12:00Z", "2026-01-05T07:12:00Z"]
    assert "unknown-zone" in site.codes


# Signal: contacts without a name

@pytest.mark.parametrize("contact, title", [
    ({"name": {}, "number": [{"value": "+4915550010"}]}, "+4915550010"),
    ({"name": {"givenName": "", "familyName": " "}, "organization": "", "number": [{"value": "+4915550010"}]}, "+4915550010"),
    ({"name": {"givenName": ""}, "organization": "Boat Yard", "number": [{"value": "+4915550010"}]}, "Boat Yard"),
    ({"email": [{"value": "yard@example.org"}]}, "yard@example.org")])
def test_found_26_a_contact_without_a_name_is_called_by_its_number(export, tmp_path, contact, title):
    lines = [{"version": "1", "backupTimeMs": "1781297330000"}, {"account": {"givenName": "Mira"}},
             {"recipient": {"id": "1", "self": {}}},
             {"recipient": {"id": "2", "contact": {"aci": "AAAAAAAAAAAAAAAAAAAAAQ==", "profileGivenName": "Otto"}}},
             {"chat": {"id": "9", "recipientId": "2"}},
             {"chatItem": {"chatId": "9", "authorId": "2", "dateSent": "1715983208711", "incoming": {},
                           "contactMessage": {"contact": contact}}},
             {"chatItem": {"chatId": "9", "authorId": "1", "dateSent": "1715983210000", "outgoing": {},
                           "standardMessage": {"text": {"body": "Thanks"}}}}]
    write(tmp_path, "signal-backup-2026-06-12-20-48-50/main.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    site = export(tmp_path / "signal-backup-2026-06-12-20-48-50")
    assert re.findall(r'class="t-card-title[^>]*>([^<]*)<', site.row(title.split()[0]))[:1] == [title]
    assert "?" not in re.findall(r">([^<]+)<", site.row(title.split()[0]))


# A server's own emoji as pictures

def discord(tmp_path, *contents, emoji):
    author = {"id": "11", "name": "mara", "nickname": "Mara", "isBot": False, "roles": []}
    return write(tmp_path, "Rowers - tide [12].json", {
        "guild": {"id": "1", "name": "Rowers"}, "channel": {"id": "12", "type": "GuildTextChat", "name": "tide"},
        "messages": [{"id": str(130 + n), "type": "Default", "timestamp": f"2026-02-01T10:0{n}:00+00:00", "content": content,
                      "author": author, "attachments": [], "embeds": [], "stickers": [], "reactions": [], "mentions": [],
                      "inlineEmojis": emoji} for n, content in enumerate(contents)]})


EMOJI = [{"id": "99", "name": "wave_boat", "code": "wave_boat", "isAnimated": False, "imageUrl": "tide.json_Files/boat.png"},
         {"id": "98", "name": "_odd_", "code": "_odd_", "isAnimated": False, "imageUrl": "tide.json_Files/odd.png"},
         {"id": "97", "name": "far", "code": "far", "isAnimated": False, "imageUrl": "https://cdn.example/far.png"},
         {"id": "96", "name": "lost", "code": "lost", "isAnimated": False, "imageUrl": "tide.json_Files/lost.png"}]


def test_own_emoji_of_discord_are_pictures(export, tmp_path):
    boat, odd = png(), png(9, 3, 40)
    write(tmp_path, "tide.json_Files/boat.png", boat)
    write(tmp_path, "tide.json_Files/odd.png", odd)
    source = discord(
        tmp_path, "one :wave_boat: two", "bold **:wave_boat:** three", "code `:wave_boat:` four",
        "odd :_odd_::wave_boat: five", "names :far: :lost: :none: six", "https://example.org/:wave_boat:/seven",
        "raw <:wave_boat:99> eight", emoji=EMOJI)
    site = export(source)
    assert site.pictures("one ") == {":wave_boat:": boat}
    assert ":wave_boat:" not in re.sub(r"<[^>]*>", "", site.row("one "))
    assert re.search(r"<strong><img class=\"e\"", site.row(" three"))
    assert site.pictures(" four") == {} and ":wave_boat:" in re.sub(r"<[^>]*>", "", site.row(" four"))
    assert site.pictures(" five") == {":_odd_:": odd, ":wave_boat:": boat}
    assert site.pictures(" six") == {} and "names :far: :lost: :none: six" in site.text
    assert site.pictures("seven") == {}
    assert site.pictures(" eight") == {":wave_boat:": boat}


def test_own_emoji_alone_are_big(export, tmp_path):
    write(tmp_path, "tide.json_Files/boat.png", png())
    write(tmp_path, "tide.json_Files/odd.png", png(9, 3))
    site = export(discord(tmp_path, ":wave_boat:", ":wave_boat: 🛶 :_odd_:", ":wave_boat: hi",
                          ":wave_boat::wave_boat::wave_boat::wave_boat:", ":lost:", emoji=EMOJI))
    rows = re.findall(r"<article.*?</article>", site.pages, re.S)
    assert [bool(re.search("t-big-emoji", row)) for row in rows] == [True, True, False, False, False]


def test_a_picture_of_an_emoji_is_as_wide_as_planned(program, chromium, tmp_path):
    write(tmp_path, "tide.json_Files/boat.png", png(40, 90))
    write(tmp_path, "tide.json_Files/odd.png", png(9, 3))
    words = "the boats :wave_boat: of the harbour:wave_boat::_odd_: went out early, "
    source = discord(tmp_path, words * 5, ":wave_boat:" * 40, "Ahoi :wave_boat: שלום :wave_boat: עולם", "# Head :wave_boat:", emoji=EMOJI)
    out = tmp_path / "site"
    assert program.run(source, "--out", out, "--time-zone", "UTC").returncode == 0
    plan = program.plan(source)
    planned = [item for row in plan.rows for item in row["items"] if item.get("lines") and ":wave_boat:" in item["text"]]
    assert [run["face"] for item in planned for run in item["runs"]].count("emoji") >= 50
    with chromium.page(390, 844) as page:
        page.goto(next(out.glob("*/1.html")).as_uri())
        shown = page.evaluate("""[...document.querySelectorAll("p, .t-heading")].filter((p) => p.querySelector("img.e")).map((p) => {
            const tops = new Set([...p.querySelectorAll("img.e")].map((image) => Math.round(image.getBoundingClientRect().top)));
            return [p.scrollWidth <= Math.ceil(p.clientWidth) + 1, tops.size];
        })""")
    assert shown and all(fits for fits, _ in shown)
    emoji_lines = [sum(1 for line in item["lines"] if re.search(r":\w+:", line["text"])) for item in planned]
    assert [lines for _, lines in shown] == emoji_lines


def test_own_emoji_of_discords_pages_are_pictures(export, tmp_path):
    boat = png()
    write(tmp_path, "tide.html_Files/boat.png", boat)
    message = ('<div class="chatlog__message-group"><div id="chatlog__message-container-130" class="chatlog__message-container" '
               'data-message-id="130"><div class="chatlog__message"><div class="chatlog__message-primary"><div class="chatlog__header">'
               '<span class="chatlog__author" title="mara" data-user-id="11">Mara</span> <span class="chatlog__timestamp" '
               'title="Sunday, 1 February 2026 10:00">01/02/2026 10:00</span></div><div class="chatlog__content chatlog__markdown">'
               '<span class="chatlog__markdown-preserve">one <img loading="lazy" class="chatlog__emoji " alt="wave_boat" '
               'title="wave_boat" src="tide.html_Files/boat.png"> two</span></div></div></div></div></div>')
    source = write(tmp_path, "tide.html", (
        '<!DOCTYPE html><html lang="en"><head><title>Rowers - tide</title><meta charset="utf-8"></head><body><div class="preamble">'
        '<div class="preamble__entries-container"><div class="preamble__entry">Rowers</div><div class="preamble__entry">Text / tide'
        f'</div></div></div><div class="chatlog">{message}</div></body></html>'))
    assert export(source).pictures("one ") == {":wave_boat:": boat}


def test_own_emoji_of_slack_are_pictures(export, tmp_path):
    boat = png()
    folder = slack(
        tmp_path / "export", {"text": "one :wave_boat: two", "reactions": [{"name": "wave_boat", "users": ["U1"], "count": 1}]},
        {"text": "three", "blocks": [{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [
            {"type": "text", "text": "block "}, {"type": "emoji", "name": "wave_boat"}]}]}]},
        {"text": "code `:wave_boat:` four"}, {"text": "alias :tub: five, :wave: six"})
    write(folder, "emojis/wave_boat.png", boat)
    write(folder, "emoji.json", {"wave_boat": "https://emoji.example/boat.png", "tub": "alias:wave_boat"})
    site = export(folder)
    assert site.pictures("one ") == {":wave_boat:": boat} and 'class="custom"' in site.row("one ")
    assert site.pictures("block ") == {":wave_boat:": boat}
    assert site.pictures(" four") == {}
    assert site.pictures("alias ")[":tub:"] == boat


def test_own_emoji_of_mattermost_are_pictures(export, tmp_path):
    boat = png()
    write(tmp_path, "data/emoji/boat.png", boat)
    lines = [{"type": "version", "version": 1}, {"type": "emoji", "emoji": {"name": "wave_boat", "image": "emoji/boat.png"}},
             {"type": "channel", "channel": {"team": "t", "name": "tide", "display_name": "Tide", "type": "O"}},
             {"type": "user", "user": {"username": "mara"}},
             {"type": "post", "post": {"team": "t", "channel": "tide", "user": "mara", "create_at": 1770000000000,
                                       "message": "one **:wave_boat:** two\n\n| a | b |\n|---|---|\n| x :wave_boat: | y |"}},
             {"type": "post", "post": {"team": "t", "channel": "tide", "user": "mara", "create_at": 1770000001000,
                                       "message": "code `:wave_boat:` three"}}]
    source = write(tmp_path, "export.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    site = export(source)
    assert site.pictures("one ") == {":wave_boat:": boat}
    assert site.pictures(" three") == {}


# Edits of Instagram

def test_reactions_to_both_versions_of_an_edited_message_are_kept(export, tmp_path):
    def heart(*names):
        return [{"reaction": "❤".encode().decode("latin-1"), "actor": name} for name in names]
    path = "your_instagram_activity/messages/inbox/boat_101/message_1.json"
    write(tmp_path / "export", path, {
        "participants": [{"name": name} for name in ("Zoe", "Kai Holm", "Ana Reis", "Bea Lund")], "title": "Boat", "is_still_participant": True,
        "thread_path": "inbox/boat_101", "magic_words": [], "messages": [
            {"sender_name": "Zoe", "timestamp_ms": 1721734590000, "content": "By the night ferry, really (edited)", "reactions": heart("Ana Reis")},
            {"sender_name": "Zoe", "timestamp_ms": 1721734490000, "content": "By the nihgt ferry, really", "reactions": heart("Bea Lund", "Ana Reis")},
            {"sender_name": "Kai Holm", "timestamp_ms": 1721734390000, "content": "How?"}]})
    site = export(tmp_path / "export")
    row = site.row("By the night ferry")
    assert 'title="Ana Reis, Bea Lund"' in row and re.search(r'data-box="reaction.0"[^>]*><img [^>]*> 2</p>', row)


# Parts that the apps' formats do not know

def unknown_paths(site) -> set:
    return {row["path"] for row in site.report["account"] if row["state"] == "unknown" and row["texts"]}


def test_what_a_page_of_telegram_has_besides_its_messages_is_in_the_account(export, tmp_path):
    page = telegram_page("Tarn", [("Tarn", "theirs", "31.01.2026 23:50:00"), ("Uli", 'mine <span class="note" title="words at the pointer">x</span>',
                                                                                "31.01.2026 23:55:00")])
    inner = '<div class="around"><div class="message default" id="message8"><div class="body"><div class="from_name">Uli</div>' \
        '<div class="text">wrapped</div></div></div></div><a class="pagination block_link" href="messages2.html">Next messages</a>'
    write(tmp_path, "ChatExport/messages.html", page.replace(
        '<div class="history">', '<div class="history"><div class="brandnewtop">words at the top</div>' + inner))
    site = export(tmp_path / "ChatExport")
    assert unknown_paths(site) == {"div.brandnewtop", "span.note@title"}
    assert site.row("wrapped") and site.row("theirs")


def test_all_texts_of_an_unknown_card_of_telegram_are_shown(export, tmp_path):
    card = ('<div class="media_wrap clearfix"><div class="media clearfix media_brandnew"><div class="body"><div class="title bold">Heading</div>'
            '<div class="description">What it is</div><div class="brandnew">words within</div></div></div></div>')
    page = telegram_page("Tarn", [("Tarn", "theirs", "31.01.2026 23:50:00")])
    write(tmp_path, "ChatExport/messages.html", page.replace('<div class="text">theirs</div>', card))
    site = export(tmp_path / "ChatExport")
    assert all(words in site.text for words in ("Heading", "What it is", "words within")) and unknown_paths(site) == set()


def test_the_texts_of_an_unknown_part_of_slacks_rich_text_are_shown(export, tmp_path):
    folder = slack(tmp_path / "export", {"text": "hello", "blocks": [{"type": "rich_text", "elements": [
        {"type": "rich_text_section", "elements": [{"type": "text", "text": "known words"}]},
        {"type": "rich_text_brand_new", "elements": [{"type": "text", "text": "words within"}]}]}]})
    site = export(folder)
    assert "known words" in site.text and "words within" in site.text and "unknown-block" in site.codes


def discord_people(tmp_path, *messages):
    """A channel of messages: type, content, id and name of the author, and the nickname."""
    return write(tmp_path, "Rowers - tide [12].json", {
        "guild": {"id": "1", "name": "Rowers"}, "channel": {"id": "12", "type": "GuildTextChat", "name": "tide"},
        "messages": [{"id": str(130 + n), "type": kind, "timestamp": f"2026-02-01T10:0{n}:00+00:00", "content": content,
                      "author": {"id": number, "name": name, "nickname": nick, "isBot": False, "roles": []}, "attachments": [], "embeds": [],
                      "stickers": [], "reactions": [], "mentions": [], "inlineEmojis": []}
                     for n, (kind, content, number, name, nick) in enumerate(messages)]})


def test_the_words_of_an_unknown_type_of_discord_stay_as_written(export, tmp_path):
    site = export(discord_people(
        tmp_path, ("Default", "hi", "7", "ann", "Ann"), ("ScheduledEvent", "NASA Launch Party Today.", "7", "ann", "Ann"),
        ("RecipientAdd", "Added a recipient.", "7", "ann", "Ann")))
    assert "NASA Launch Party Today." in site.text and "added a recipient" in site.text
    assert site.report["findingCounts"]["unknown-kind"] == 1


def test_the_name_of_an_account_of_discord_names_the_owner(export, program, tmp_path):
    source = discord_people(tmp_path, ("Default", "one", "7", "ann", "Captain"), ("Default", "two", "8", "bob", "Captain"),
                            ("Default", "three", "9", "cid", "Cook"))
    site = export(source, options=("--time-zone", "UTC", "--me", "bob", "--theme", "standard"))
    assert site.is_own("two") and not site.is_own("one")
    result = program.run(source, "--out", tmp_path / "other", "--me", "dan")
    assert result.returncode == 2 and "participants: Captain (7), Captain (8), Cook" in result.stderr


def test_cells_beyond_the_head_of_discords_table_are_in_the_account(export, tmp_path):
    write(tmp_path, "tide.csv", 'AuthorID,Author,Date,Content,Attachments,Reactions\n'
          '"7","ann","2026-02-01T10:00:00+00:00","one","","","words beyond","more words"\n')
    site = export(tmp_path / "tide.csv")
    assert unknown_paths(site) == {"column (beyond the head)"}


def test_the_text_of_a_layout_alone_is_left_out_of_an_mms(export, tmp_path):
    write(tmp_path, "sms.xml", '<?xml version="1.0"?><smses count="1"><mms date="1769335380000" msg_box="1" address="+491701"><parts>'
          '<part ct="text/plain" text="hello"/><part ct="brand/new" name="x.bin" text="words within" data="aGVsbG8="/>'
          '<part ct="application/smil" text="&lt;smil&gt; layout&lt;/smil&gt;"/></parts></mms></smses>')
    site = export(tmp_path / "sms.xml")
    rows = {(row["state"], row.get("rule")): row["records"] for row in site.report["account"] if row["path"] == "part@text"}
    assert rows == {("unknown", None): 1, ("left-out", "machine-text"): 1}


@pytest.mark.parametrize("source", ["chat.db", ""])
def test_a_database_without_its_end_is_damaged(program, tmp_path, source):
    folder = tmp_path / "saved"
    folder.mkdir()
    database = sqlite3.connect(folder / "chat.db")
    database.execute("create table message (ROWID integer primary key, text text)")
    database.executemany("insert into message (text) values (?)", [("a long text " * 50,)] * 200)
    database.commit()
    database.close()
    whole = (folder / "chat.db").read_bytes()
    (folder / "chat.db").write_bytes(whole[:len(whole) // 2])
    result = program.run(folder / source, "--out", tmp_path / "site")
    assert result.returncode == 3 and "chat.db cannot be read: it is a damaged database" in result.stderr


def test_the_owner_of_signals_export_is_known_if_they_wrote_nothing(export, tmp_path):
    frames = [
        {"version": "1", "backupTimeMs": "1767225600000"}, {"account": {"givenName": "Lena"}}, {"recipient": {"id": "1", "self": {}}},
        {"recipient": {"id": "4", "contact": {"e164": "15550104477", "profileGivenName": "Robin"}}},
        {"recipient": {"id": "5", "contact": {"e164": "15550104478", "profileGivenName": "Priya"}}},
        {"recipient": {"id": "6", "group": {"masterKey": "AAAA", "snapshot": {"title": {"title": "Boat"}}}}}, {"chat": {"id": "1", "recipientId": "6"}},
        *({"chatItem": {"chatId": "1", "authorId": author, "dateSent": f"17672256{author}0000", "incoming": {"dateReceived": "1767225600001"},
                        "standardMessage": {"text": {"body": "words"}}}} for author in ("4", "5"))]
    write(tmp_path, "export/main.jsonl", "".join(json.dumps(frame) + "\n" for frame in frames))
    site = export(tmp_path / "export")
    assert "unknown-owner" not in site.codes
