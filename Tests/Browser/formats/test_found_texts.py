"""Text exports and logs: who said what, and when, where lines look like those of another kind."""

import html
import json
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

MARKS = dict.fromkeys([0x200E, 0x200F, 0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF])
LRM = "\u200e"
JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300" + "08" * 64
    + "ffc0000b080001000101011100ffc40014000100000000000000000000000000000000ffc40014100100000000000000000000000000000000"
    + "ffda0008010100003f00d2cf20ffd9")


@dataclass
class Row:
    sender: str
    text: str
    time: str
    is_notice: bool
    is_out: bool
    markup: str


class Export:
    """The result of a run: exit code, standard error, report, and the rows of all pages."""

    def __init__(self, result, folder: Path, report: Path):
        self.code, self.err = result.returncode, result.stderr
        self.report = json.loads(report.read_text()) if report.exists() else {}
        self.rows = []
        pages = [path for path in folder.rglob("*.html") if path.stem.isdigit()]
        for page in sorted(pages, key=lambda path: (path.parent.name, int(path.stem))):
            for part in page.read_text(encoding="utf-8").split("<article ")[1:]:
                part = part.split("</article>")[0]
                head = part.split(">")[0]
                if 'id="m-' not in head:
                    continue
                classes = re.search(r'class="([^"]*)"', head)[1].split()
                label = re.search(r'aria-label="([^"]*)"', head)
                times = re.findall(r'<time datetime="([^"]*)"', part)
                words = re.sub(r"<time .*?</time>|<script.*?</script>|<svg.*?</svg>", "", part.partition(">")[2], flags=re.S)
                words = html.unescape(re.sub(r"<[^>]*>", "\n", words.replace("<br>", "\n"))).translate(MARKS)
                words = re.sub(r"[ \u00a0\u202f\u00ad]+", " ", words)
                self.rows.append(Row(
                    html.unescape(label[1]).translate(MARKS).strip() if label else "",
                    re.sub(r"\s*\n\s*", "\n", words).strip(), times[-1] if times else "", "notice" in classes,
                    "out" in classes, part))
        self.messages = [row for row in self.rows if not row.is_notice]
        self.notices = [row for row in self.rows if row.is_notice]
        self.people = {row.sender for row in self.messages}
        self.titles = [conversation.get("title") for conversation in self.report.get("conversations", [])]
        self.findings = {finding["code"]: finding for finding in self.report.get("findings", [])}

    def one(self, words: str) -> Row:
        found = [row for row in self.messages if words in row.text]
        assert len(found) == 1, f"{len(found)} messages say {words!r}: {[row.text for row in self.rows]}"
        return found[0]


@pytest.fixture
def export(program, tmp_path):
    """Writes the files of an input, exports it, and reads the pages."""
    runs = count()

    def run(files: dict, *options, source: str = None, code: int = 0, zone: str = "UTC") -> Export:
        home = tmp_path / str(next(runs))
        folder = home / "input"
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        report = home / "report.json"
        result = program.run(folder / (source or next(iter(files))), "--out", home / "site", "--report", report,
                             *(["--time-zone", zone] if zone else []), *options)
        assert result.returncode == code, result.stderr
        return Export(result, home / "site", report)
    return run


# A line behind a bare line feed in a text whose messages end with CR LF

def test_pasted_heads_of_an_iphone_are_text(export):
    text = ("[20-01-22 10:00:00] Bob: Look what she wrote:\n[19-01-22 09:00:00] Eve: Never\n[19-01-22 09:01:00] Eve: ask Cid\r\n"
            "[20-01-22 10:01:00] Alice: Hm\r\n[20-01-22 10:02:00] Bob: The tide\nturns\r\n[23-01-22 10:01:00] Alice: Thanks\r\n")
    site = export({"_chat.txt": text})
    assert site.people == {"Bob", "Alice"} and len(site.messages) == 4
    row = site.one("Look what she wrote")
    assert "Never" in row.text and "ask Cid" in row.text and row.time == "2022-01-20T10:00:00Z"
    assert "pasted-messages" in site.findings


def test_a_text_of_two_endings_put_together_keeps_its_messages(export):
    first = "".join(f"[20-01-22 {10 + i // 60}:{i % 60:02}:00] Bob: number {i}\n" for i in range(300))
    second = "".join(f"[21-01-22 10:{i:02}:00] Alice: answer {i}\r\n" for i in range(5))
    site = export({"_chat.txt": first + second})
    assert len(site.messages) == 305


def test_a_text_of_line_feeds_is_as_before(export):
    text = "[20-01-22 10:00:00] Bob: one\r\n[20-01-22 10:01:00] Alice: two\r\n[20-01-22 10:02:00] Bob: three\r\n"
    assert len(export({"_chat.txt": text}).messages) == 3
    assert len(export({"b/_chat.txt": text.replace("\r", "")}).messages) == 3


def test_pasted_lines_of_kakaotalk_and_line_are_text(export):
    kakao = ("김민지 님과 카카오톡 대화\r\n저장한 날짜 : 2025-01-02 10:00:00\r\n\r\n2025년 1월 1일 오전 9:00\r\n"
             "2025년 1월 1일 오전 9:00, 김민지 : 이것 봐\n2024년 1월 1일 오전 8:00, 이브 : 아니야\r\n2025년 1월 1일 오전 9:05, 회원님 : 응\r\n")
    site = export({"KakaoTalkChats.txt": kakao})
    assert "이브" not in site.people and "아니야" in site.one("이것 봐").text
    line = ("[LINE] Chat with Bea\r\nSaved on: 2025/01/20 10:00\r\n\r\n2025/01/19(Sun)\r\n10:00\tBea\tlook\n"
            "09:00\tEve\tnever\r\n10:05\tBea\twell\r\n")
    site = export({"b/[LINE] Chat with Bea.txt": line})
    assert site.people == {"Bea"} and "never" in site.one("look").text


# Logs of other programs are not WhatsApp's

SIGTOP = """2025-06-22 05:58 Otto Reis: Is the boat back?
2025-06-22 06:00 You: [1 attachment]
2025-06-22 06:01 You: [reply to Otto Reis on 2025-06-22 05:58] Yes
since last night
2025-06-22 06:02 Otto Reis: [2 attachments] Look: both
2025-06-22 06:03 Otto Reis: [call-history message]
2025-06-23 07:00 You: [reply to Otto Reis on 2025-06-22 06:02, edited, 1 attachment] Nice one
2025-06-23 07:01 You: [not a fact] kept
"""


def test_sigtops_short_text_is_read(export):
    site = export({"Otto Reis (+4915550001).txt": SIGTOP})
    assert site.titles == ["Otto Reis"]
    assert site.one("Is the boat back?").sender == "Otto Reis" and not site.one("Is the boat back?").is_out
    answer = site.one("since last night")
    assert answer.is_out and "Yes" in answer.text and "reply to" not in answer.text and "Otto Reis" in answer.text
    assert site.one("Look: both").sender == "Otto Reis"
    edited = site.one("Nice one")
    assert "edited" in edited.markup and "[" not in edited.text
    assert "[not a fact] kept" in site.one("not a fact").text
    assert len(site.rows) == 7
    assert site.one("Is the boat back?").time == "2025-06-22T05:58:00Z"


def test_a_plain_log_is_refused_by_name(export):
    log = "2025-06-22 05:58 Otto: the tide: high\n2025-06-22 05:59 Ann: yes: now\n2025-06-22 06:10 Otto: go\n"
    site = export({"harbour.txt": log}, code=3)
    assert "a time and a name" in site.err and "-f json" in site.err


@pytest.mark.parametrize("log", [
    "2024-01-15 10:00:00 INFO app - Started: ok\n2024-01-15 10:00:01 WARN app - Slow: disk\n2024-01-15 10:00:02 INFO app - Done: ok\n",
    "[2024-01-15 10:00:00] INFO: Starting\n[2024-01-15 10:00:01] local.ERROR: No disk\n[2024-01-15 10:00:02] INFO: Done\n",
    "2024-01-15 10:00:00 - app - INFO - Started: ok\n2024-01-15 10:00:01 - app - ERROR - Broken: ok\n",
    "Jan 15 10:00:00 host sshd[12]: Accepted key: yes\nJan 15 10:00:01 host cron[13]: job: done\nJan 15 10:00:02 host sshd[14]: x: y\n",
])
def test_the_log_of_a_program_is_refused_by_name(export, log):
    site = export({"server.txt": log}, code=3)
    assert "the log of a program" in site.err


def test_text_copied_from_telegram_is_refused_by_name(export):
    site = export({"messages.txt": "[15.01.2024 10:00] Ann: hi\n[15.01.2024 10:01] Bob: yo\n"}, code=3)
    assert "Telegram" in site.err


@pytest.mark.parametrize("text", [
    "[30/01/2024 à 09:22] Ann: Salut\n[30/01/2024 à 09:23] Moi: WhatsApp est en panne\n[30/01/2024 à 13:30] Ann: oui\n",
    "[30.1.2024, 09:22] Jörg: Gut\n[30.1.2024, 16:39] Ich: Keine Ahnung\nfrag Robin\n[30.1.2024, 20:19] Jörg: Stühle\n",
])
def test_threemas_text_is_read_as_such(export, text):
    site = export({"messages.txt": text})
    assert len(site.messages) == 3 and site.messages[0].time.startswith("2024-01-30T09:22")


def test_known_words_behind_the_time_are_part_of_the_head(export):
    site = export({"_chat.txt": "24.11.16, 22:35:22 Uhr: Ann: hello: you\n24.11.16, 22:36:22 Uhr: Bob: yes\n"})
    assert site.people == {"Ann", "Bob"} and site.one("hello: you").time == "2016-11-24T22:35:22Z"


# Files and names as older and other versions write them

@pytest.mark.parametrize("tag", ["<\u200eattached>", "<attached>", "<angehängt>", "\u200e<adjunto>", "<dołączone>"])
def test_a_name_before_the_tag_is_a_picture(export, tag):
    name = "2013-09-04-PHOTO-00000011.jpg"
    text = f"04.09.13, 18:26:38: Beat: {name} {tag}\n04.09.13, 18:27:24: Beat: hello\n17.09.13, 12:50:55: Tilda: fine\n"
    site = export({"Rowing/_chat.txt": text, f"Rowing/{name}": JPEG}, source="Rowing")
    row = next(row for row in site.messages if row.time == "2013-09-04T18:26:38Z")
    assert "<img" in row.markup and tag.strip(LRM + "<>") not in row.text and "edited" not in row.text
    assert row.sender == "Beat"


def test_a_document_before_the_tag_is_a_file(export):
    text = ("[04.09.13, 18:26:38] Beat: Plan of the boat.pdf <attached>\n[04.09.13, 18:27:24] Tilda: lost.pdf <attached>\n"
            "[04.09.13, 18:28:24] Tilda: write <attached> below\n")
    site = export({"Rowing/_chat.txt": text, "Rowing/Plan of the boat.pdf": b"%PDF-1.4\n"}, source="Rowing")
    assert "<attached>" not in site.one("Plan of the boat").text and "<attached>" not in site.one("lost").text
    assert "write <attached> below" in site.one("write").text


def test_a_name_without_a_blank_behind_the_colon_is_a_person(export):
    text = ("[2026/8/14 07:31:12] 小雨: 早☀\n[2026/8/14 07:31:40] 阿强:早\n[2026/8/14 07:32:01] 小雨: How is the boat?\n"
            "[2026/8/14 07:32:40] 阿强:Leaking: again\n[2026/8/15 11:00:00] 阿强:Fixed it\n[2026/8/15 11:01:00] 阿强:12:30?\n"
            "[2026/8/15 11:02:00] 小雨: Good\n")
    site = export({"_chat.txt": text})
    assert site.people == {"小雨", "阿强"} and not site.notices
    assert "Leaking: again" in site.one("Leaking").text and site.one("12:30?").sender == "阿强"


def test_a_colon_of_full_width_ends_a_name(export):
    text = "".join(f"[2026/8/14 07:3{i}:12] {name}{words}\n" for i, (name, words) in enumerate(
        [("小雨：", "早"), ("阿强：", "早"), ("小雨：", "船呢"), ("阿强：", "漏水"), ("小雨：", "好"), ("阿强：", "走")]))
    site = export({"WhatsApp Chat - 阿强/_chat.txt": "[2026/8/14 07:30:00] 小雨: 喂\n" + text})
    assert site.people == {"小雨", "阿强"} and len(site.messages) == 7


def test_too_few_such_lines_are_named(export):
    text = "[2026/8/14 07:31:12] 小雨: 早\n[2026/8/14 07:31:40] 阿强:早\n[2026/8/14 07:32:01] 小雨: How?\n"
    site = export({"_chat.txt": text})
    assert "阿强" in site.people or "阿强" in site.findings["colon-without-blank"]["message"]


# Only a notice is written in the chat's name

@pytest.mark.parametrize("line", [
    f"{LRM}[03/01/2025, 10:00:00] Rob: {LRM}<attached: 00000001-PHOTO-2025-01-03-10-00-00.jpg>",
    f"[03/01/2025, 10:00:00] Rob: {LRM}image omitted",
    f"[03/01/2025, 10:00:00] Rob: {LRM}Missed voice call",
    f"[03/01/2025, 10:00:00] Rob: {LRM}This message was deleted.",
    f"[03/01/2025, 10:00:00] Rob: {LRM}Location: https://maps.google.com/?q=48.1,11.5",
    f"{LRM}[03/01/2025, 10:00:00] Rob: {LRM}POLL:\nTea?\n{LRM}OPTION: Yes (1 vote)\n{LRM}OPTION: No (0 votes)",
])
def test_what_somebody_sent_does_not_name_the_chat(export, line):
    text = line + "\n[03/01/2025, 10:01:00] Ava: nice\n[13/01/2025, 10:01:00] Rob: see you\n"
    site = export({"Desktop copy/_chat.txt": text}, source="Desktop copy")
    assert site.titles == ["Desktop copy"]
    assert not any(row.is_out for row in site.messages) and "unknown-owner" in site.findings


@pytest.mark.parametrize("words", [
    "Messages and calls are end-to-end encrypted. Only people in this chat can read, listen to, or share them.",
    "Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.",
])
def test_a_notice_names_the_chat(export, words):
    text = (f"[03/01/2025, 10:00:00] Ava: {LRM}{words}\n[03/01/2025, 10:01:00] Ava: nice\n"
            "[13/01/2025, 10:01:00] Rob: see you\n")
    site = export({"Desktop copy/_chat.txt": text}, source="Desktop copy")
    assert site.titles == ["Ava"] and site.one("see you").is_out


# Texts of KakaoTalk and LINE, and lines of IRC clients

@pytest.mark.parametrize("head", ["Talk_2025.10.23 11:44-1.txt\n", ""])
def test_kakaotalk_of_an_iphone_has_no_title(export, head):
    text = (head + "저장한 날짜 : 2025. 10. 24. 오전 11:44\n\n2025년 10월 23일 목요일\n2025. 10. 23. 오전 11:44, 김민지 : 안녕\n"
            "2025. 10. 23. 오후 1:05, 회원님 : 응\n")
    site = export({"Talk_2025.10.23 11:44-1.txt": text})
    assert site.titles == ["김민지"]
    assert site.one("안녕").time == "2025-10-23T11:44:00Z" and site.one("응").is_out


KAKAO = ("김민지 님과 카카오톡 대화\r\n저장한 날짜 : 2025-01-02 10:00:00\r\n\r\n--------------- 2025년 1월 1일 수요일 ---------------\r\n"
         "[김민지] [오전 9:00] 안녕하세요 반갑습니다\r\n[이준호] [오후 9:05] 네 안녕하세요\r\n")
LINE_JA = ("[LINE] 佐藤 花子とのトーク履歴\r\n保存日時：2024/01/06 10:00\r\n\r\n2024/01/05(金)\r\n10:20\t佐藤 花子\tおはようございます\r\n"
           "10:21\t山田\tおはよう\r\n")


@pytest.mark.parametrize("options", [[], ["--charset", "cp949"]])
def test_kakaotalk_in_a_korean_encoding(export, options):
    site = export({"KakaoTalk.txt": KAKAO.encode("cp949")}, *options)
    assert site.titles == ["김민지"] and site.one("반갑습니다").sender == "김민지"
    assert site.one("네 안녕하세요").time == "2025-01-01T21:05:00Z"
    assert "text-encoding" in site.findings


@pytest.mark.parametrize("options", [[], ["--charset", "shift_jis"]])
def test_line_in_a_japanese_encoding(export, options):
    site = export({"line.txt": LINE_JA.encode("cp932")}, *options)
    assert site.titles == ["佐藤 花子"] and site.one("ございます").sender == "佐藤 花子"
    assert site.one("ございます").time == "2024-01-05T10:20:00Z"


def test_line_in_other_encodings(export):
    thai = "[LINE] แชทกับ สมชาย\r\nบันทึกเมื่อ: 2024/07/12 10:00\r\n\r\nพฤ. 11/07/2024\r\n10:20\tสมชาย\tสวัสดีครับ\r\n"
    assert export({"a.txt": thai.encode("cp874")}).one("สวัสดีครับ").sender == "สมชาย"
    chinese = "[LINE] 與林小明的聊天\r\n儲存日期：2024/01/06 10:00\r\n\r\n2024/01/05（五）\r\n上午10:20\t林小明\t早安你好嗎\r\n"
    assert export({"b.txt": chinese.encode("big5")}).one("早安你好嗎").sender == "林小明"


def test_whatsapp_in_an_encoding_that_is_named(export):
    text = "05.01.24, 09:12 - Анна: Привет\n05.01.24, 09:13 - Боря: Да\n"
    site = export({"chat.txt": text.encode("cp1251")}, "--charset", "windows-1251")
    assert site.people == {"Анна", "Боря"}


def test_line_of_two_messages(export):
    site = export({"talk.txt": "2024.01.05 Friday\n10:20 Ann hello\n10:21 Bob hi there\n"})
    assert site.people == {"Ann", "Bob"} and site.one("hi there").time == "2024-01-05T10:21:00Z"
    site = export({"b/[LINE] Chat with Bea.txt": "2024/01/05(金)\n10:20\tBea\thello\n"})
    assert site.one("hello").sender == "Bea"


def test_old_lines_of_the_lounge_are_events(export):
    log = ("[2017-01-05 10:00:00] * ann (~ann@host.example) join\n[2017-01-05 10:00:01] <ann> hello\n"
           "[2017-01-05 10:00:02] * bob (~bob@host.example) part bye all\n[2017-01-05 10:00:03] * cy (~cy@host.example) quit Ping timeout\n"
           "[2017-01-05 10:00:04] * ann nick annie\n[2017-01-05 10:00:05] * annie mode +o bob\n[2017-01-05 10:00:06] * annie waves\n")
    site = export({"#tea.log": log})
    assert [row.sender for row in site.messages] == ["ann", "annie"]
    assert len(site.notices) == 5
    assert "bye all" in site.notices[1].text and "Ping timeout" in site.notices[2].text and "annie" in site.notices[3].text


def test_lines_of_mirc_itself_are_nobodys(export):
    lines = ["Attempting to rejoin channel #tea", "Rejoined channel #tea", "Retrieving #tea modes...", "Topic is 'tea'",
             "You were kicked from #tea by ann (out)", "Disconnected", "No topic is set", "Unable to connect to server"]
    log = "Session Start: Mon Jan 15 10:00:00 2024\n" + "".join(f"[10:0{i}] * {line}\n" for i, line in enumerate(lines))
    site = export({"#tea.log": log + "[10:09] <ann> hello\n[10:10] * ann waves\n"})
    assert site.people == {"ann"} and len(site.messages) == 2 and len(site.notices) == len(lines)


# Dates without a year

def test_a_log_without_a_year_shows_its_times(export):
    log = "Jan 15 10:00:00 <ann>\thello\nDec 31 23:59:00 <bob>\thi\nJan 01 00:01:00 <ann>\tnew year\n"
    site = export({"#tea.log": log})
    assert site.one("hello").time.endswith("-01-15T10:00:00Z")
    assert site.one("hi").time[5:] == "12-31T23:59:00Z" and site.one("new year").time[5:] == "01-01T00:01:00Z"
    assert int(site.one("new year").time[:4]) == int(site.one("hi").time[:4]) + 1
    assert "assumed-year" in site.findings


def test_the_year_of_a_folder_is_taken(export):
    site = export({"2024/#tea.log": "Jan 15 10:00:00 <ann>\thello\nJan 15 10:01:00 <bob>\thi\n"})
    assert site.one("hello").time == "2024-01-15T10:00:00Z" and "assumed-year" not in site.findings


def test_whatsapp_without_a_year_shows_its_times(export):
    site = export({"chat.txt": "5 Jan, 21:05 - Ann: hi\n5 Jan, 21:06 - Bob: yo\n"})
    assert site.one("hi").time == "2014-01-05T21:05:00Z" and "assumed-year" in site.findings


# The half of the day

HALVES = [
    ("15/1/26, 3:04 ਬਾ.ਦੁ. - Ann: hi", "15:04"), ("15/1/26, 3:04 ਪੂ.ਦੁ. - Ann: hi", "03:04"),
    ("15/1/26, 3:04 ಅಪರಾಹ್ನ - Ann: hi", "15:04"), ("15/1/26, 3:04 p.m. - Ann: hi", "15:04"),
    ("15/1/26, 3:04 da tarde - Ann: hi", "15:04"), ("15/1/26, 12:04 da manhã - Ann: hi", "00:04"),
    ("15/1/26, 下晝3:04 - Ann: hi", "15:04"), ("15/1/26, 3:04 nachm. - Ann: hi", "15:04"),
    ("15/1/26, 9:04 रात - Ann: hi", "21:04"), ("15/1/26, 2:04 रात - Ann: hi", "02:04"),
    ("[15/1/26, 3:04:05\u202fਬਾ.ਦੁ.] Ann: hi", "15:04"), ("[15/1/26, 3:04:05 d. n.] Ann: hi", None),
]


@pytest.mark.parametrize("line, clock", [half for half in HALVES if half[1]])
def test_the_half_of_the_day_is_known(export, line, clock):
    site = export({"chat.txt": line + "\n" + line.replace("hi", "again") + "\n"}, "--date-order", "dmy")
    assert site.one("hi").time[11:16] == clock and "unknown-day-half" not in site.findings


def test_a_word_that_is_not_known_is_named_once(export):
    text = "15/1/26, 3:04 Qa - Ann: hi\n15/1/26, 3:05 Zu - Bob: yo\n16/1/26, 4:05 Zu - Bob: well\n"
    site = export({"chat.txt": text})
    assert site.people == {"Ann", "Bob"}
    finding = site.findings["unknown-day-half"]
    assert "'Qa'" in finding["message"] and "'Zu'" in finding["message"] and finding.get("count", 1) == 1


def test_a_word_before_the_time_that_is_not_known_is_named(export):
    site = export({"chat.txt": "15/1/26, Qa 3:04 - Ann: hi\n15/1/26, Zu 3:05 - Bob: yo\n16/1/26, Zu 4:05 - Bob: well\n"})
    assert len(site.messages) == 3 and "'Zu'" in site.findings["unknown-day-half"]["message"]


def test_a_clock_of_24_hours_needs_no_word(export):
    text = ("15/1/26, 3:04 Qa - Ann: hi\n15/1/26, 15:05 Qa - Bob: yo\n16/1/26, 4:05 Qa - Bob: well\n"
            "16/1/26, 4:06 Qa - Ann: <Media omitted>\n")
    site = export({"chat.txt": text})
    assert len(site.messages) == 4 and "unknown-day-half" not in site.findings


def test_line_and_kakaotalk_name_unknown_words_too(export):
    site = export({"a/[LINE] Chat with Bea.txt":
                   "[LINE] Chat with Bea\nSaved on: 2025/01/20 10:00\n\n2025/01/19(Sun)\nQa 3:04\tBea\tlook\n3:05 Zu\tBea\twell\n"})
    assert len(site.messages) == 2 and "'Qa'" in site.findings["unknown-day-half"]["message"]
    site = export({"b/KakaoTalkChats.txt": "김민지 님과 카카오톡 대화\n저장한 날짜 : 2025-01-02 10:00:00\n\n2025년 1월 1일 Qa 9:00, 김민지 : 응\n"
                                           "2025년 1월 1일 Qa 9:01, 이브 : 어\n"})
    assert len(site.messages) == 2 and "'Qa'" in site.findings["unknown-day-half"]["message"]


# ZNC's playback

PLAYBACK = """**** BEGIN LOGGING AT Mon Jan 15 10:00:00 2024

Jan 15 10:00:00 *\tNow talking on #tea
Jan 15 10:00:01 <***>\tBuffer Playback...
Jan 15 10:00:01 <ann>\t[23:50:12] good night
Jan 15 10:00:01 <bob>\t[09:31:40] yes
Jan 15 10:00:01 <***>\tPlayback Complete.
Jan 15 10:02:00 <ann>\thello cy
Jan 15 10:02:20 <ann>\t[not a time] kept
Jan 15 10:02:30 <ann>\tsame
Jan 15 10:02:31 <ann>\tsame
**** ENDING LOGGING AT Mon Jan 15 11:00:00 2024

**** BEGIN LOGGING AT Mon Jan 15 12:00:00 2024

Jan 15 12:00:01 <***>\tBuffer Playback...
Jan 15 12:00:01 <bob>\t[09:31:40] yes
Jan 15 12:00:01 <ann>\t[10:02:01] hello cy
Jan 15 12:00:01 <ann>\t[10:02:30] same
Jan 15 12:00:01 <ann>\t[10:02:31] same
Jan 15 12:00:01 <ann>\t[11:30:00] anybody?
Jan 15 12:00:01 <*buffextras>\t[11:31:00] dee!~dee@host.example joined
Jan 15 12:00:01 <***>\tPlayback Complete.
Jan 15 12:00:09 <cy>\tback
"""


def test_a_playback_of_znc_is_shown_once_at_its_times(export):
    site = export({"#tea.log": PLAYBACK})
    assert site.people == {"ann", "bob", "cy"} and "***" not in {row.sender for row in site.rows}
    assert site.one("good night").time == "2024-01-14T23:50:12Z"
    assert site.one("yes").time == "2024-01-15T09:31:40Z" and "[" not in site.one("yes").text
    assert site.one("hello cy").time == "2024-01-15T10:02:00Z"
    assert site.one("anybody?").time == "2024-01-15T11:30:00Z"
    assert "[not a time] kept" in site.one("not a time").text
    assert len([row for row in site.messages if "same" in row.text]) == 2
    assert any("dee" in row.text for row in site.notices)
    assert site.findings["repeated-lines"]["message"].startswith("4 lines")


OPEN_PLAYBACK = """**** BEGIN LOGGING AT Mon Jan 15 10:00:00 2024

Jan 15 09:59:40 <ann>\tyes
Jan 15 10:00:01 <***>\tBuffer Playback...
Jan 15 10:00:01 <bob>\t[09:31:40] early
Jan 15 10:00:20 <ann>\tyes
Jan 15 12:30:00 <ann>\tsame
Jan 15 12:30:20 <ann>\tsame
Jan 15 12:31:00 <ann>\t[09:31:40] quoted
"""


def test_a_playback_without_its_last_line_ends_by_itself(export):
    site = export({"2024/#tea.log": OPEN_PLAYBACK})
    assert site.one("early").time == "2024-01-15T09:31:40Z"
    assert [sum(word in row.text for row in site.messages) for word in ("yes", "same")] == [2, 2]
    assert site.one("quoted").time == "2024-01-15T12:31:00Z" and "[09:31:40] quoted" in site.one("quoted").text
    assert "repeated-lines" not in site.findings


def test_lines_of_earlier_files_are_repeated_once(export):
    def day(number, *lines):
        return f"2024/#tea_2024-01-{number}.log", "".join(f"[10:{n:02}:00] {line}\n" for n, line in enumerate(lines))
    first = day(15, "<ann> low tide", "<bob> high tide")
    others = [day(number, "<***> Buffer Playback...", "<ann> [10:00:00] low tide", "<ann> [23:00:00] at night",
                  "<***> Playback Complete.", "<bob> well") for number in (16, 17)]
    site = export(dict([first, *others]), source="2024")
    assert [row.time for row in site.messages if "high tide" in row.text] == ["2024-01-15T10:01:00Z"]
    assert sum("at night" in row.text for row in site.messages) == 2
    assert site.findings["repeated-lines"]["message"].startswith("1 line")


# Marks on signs: a colon or a blank and the mark behind it are one character

def test_a_mark_behind_a_colon_stays_with_its_text(export):
    text = "2025-06-22 05:58 Otto Reis: [edited] Is it back?\n2025-06-22 06:10 Otto Reis: \u0301x: y\n2025-06-22 06:11 Otto Reis:\u0301z\n"
    site = export({"Ann Lo (+4915550001).txt": text})
    assert site.people == {"Otto Reis"} and "\u0301x: y" in site.one("x: y").text and "\u0301z" in site.one("z").text
    kakao = ("김민지 님과 카카오톡 대화\n저장한 날짜 : 2025-01-02 10:00:00\n\n2025년 1월 1일 오전 9:00, 이브 : \u0301x\n"
             "2025년 1월 1일 오전 9:05, 회원님 : 응\n")
    site = export({"b/KakaoTalkChats.txt": kakao})
    assert "이브" in site.people and any("\u0301x" in row.text for row in site.messages)


def test_a_text_of_sigtop_that_begins_with_a_bar_is_no_version(export):
    chat = ("Conversation: Robin Vale (+1555)\n\nFrom: Robin Vale (+1555)\nType: incoming\nSent: Tue, 2 Jan 2024 10:00:00 +0100\n\n"
            "| Sent: a bar\n| second\n")
    assert "| Sent: a bar" in export({"Robin Vale (+1555).txt": chat}).one("second").text


# Discord's text as the exporter writes it on Windows

DISCORD = """==============================================================
Guild: Hikers
Channel: Text / trails
Topic: Meet at 3:00
==============================================================

[05-Jan-24 03:04 PM] ann
see the {map}

{Reactions}
👍 (2)

[05-Jan-24 03:05 PM] bob
fine

==============================================================
Exported 2 message(s)
==============================================================
"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_discords_text_is_read_with_either_line_ending(export, end):
    site = export({"trails.txt": DISCORD.replace("\n", end)})
    assert site.people == {"ann", "bob"} and "👍" in site.one("see the {map}").markup
    assert site.one("fine").text and not any("Exported" in row.text for row in site.rows)


def test_a_heading_of_discord_that_is_cut_takes_no_messages(export):
    head, _, rest = DISCORD.partition("Topic: Meet at 3:00\n" + "=" * 62 + "\n")
    site = export({"trails.txt": head + rest})
    assert len(site.messages) == 2


@pytest.mark.parametrize("word", ["Qa", "ਬਾ.ਦੁ."])
def test_an_unknown_half_of_the_day_is_named_in_discords_text(export, word):
    site = export({"trails.txt": DISCORD.replace("PM", word)})
    assert ("unknown-day-half" in site.findings) == (word == "Qa")
    assert site.one("fine").time[11:16] == ("03:05" if word == "Qa" else "15:05")


def test_an_unknown_half_of_the_day_in_discords_table_is_a_warning(export):
    table = ("AuthorID,Author,Date,Content,Attachments,Reactions\n\"1\",\"ann#1\",\"02-Jul-18 08:51 PM\",\"one\",\"\",\"\"\n"
             "\"1\",\"ann#1\",\"02-Jul-18 08:52 Qa\",\"two\",\"\",\"\"\n")
    site = export({"trails.csv": table})
    assert site.one("one").time == "2018-07-02T20:51:00Z" and "unknown-date" in site.findings


# The account of lines

def lines(site) -> dict:
    """The rows of lines, by state and rule: their number, and the number of the first line."""
    return {(row["state"], row.get("rule")): (row["records"], row["example"]["line"])
            for row in site.report["account"] if row["path"] == "line"}


FIXTURES = Path(__file__).parents[2] / "ChatImportTests" / "Fixtures"
TEXTS = sorted(path for pattern in ("whatsapp/*/*.txt", "whatsapp/*/*/*.txt", "line/*/*.txt", "kakaotalk/*/*.txt", "irc/*/*.*log", "irc/*/input",
                                    "signal/signal-export-markdown/*", "discord/transcript/*.txt")
               for path in FIXTURES.glob(pattern) if path.name not in ("expected.txt", "SOURCE.txt"))


@pytest.mark.parametrize("source", TEXTS, ids=lambda path: f"{path.parent.parent.name}-{path.parent.name}-{path.name}")
def test_a_text_as_its_app_writes_it_has_no_unknown_line(program, tmp_path, source):
    result = program.run(source, "--out", tmp_path / "site", "--report", tmp_path / "report.json", "--time-zone", "UTC")
    assert result.returncode == 0, result.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    assert not [row for row in report["account"] if row["path"] == "line" and row["state"] == "unknown"]


def test_lines_that_are_no_messages_are_in_the_account(export):
    site = export({"[LINE] Chat with Bea.txt": "[LINE] Chat with Bea\nSaved on: 2025/01/20 10:00\n\n2025/01/19(Sun)\n10:00\tBea\tlook\nbelow\n\n"
                                               "2025/01/20(Mon)\n10:05\tBea\twell\n"})
    assert lines(site) == {("left-out", "furniture"): (2, 1), ("left-out", "bookkeeping"): (2, 4)}
    site = export({"b/KakaoTalkChats.txt": "김민지 님과 카카오톡 대화\n저장한 날짜 : 2025-01-02 10:00:00\n\n2025년 1월 1일 오전 9:00\n"
                                           "2025년 1월 1일 오전 9:00, 김민지 : 응\nzwei\n"})
    assert lines(site) == {("left-out", "furniture"): (2, 1), ("left-out", "bookkeeping"): (1, 4)}
    site = export({"trails.txt": DISCORD})
    assert lines(site) == {("left-out", "furniture"): (7, 1), ("left-out", "surroundings"): (1, 4)}
    site = export({"c/#tea.log": PLAYBACK})
    assert lines(site) == {("left-out", "bookkeeping"): (3, 1), ("left-out", "duplicate"): (4, 17)}


def test_a_line_that_belongs_to_no_message_is_in_the_account(export):
    text = "the rest of something\n" + "".join(f"15/01/24, 10:0{n} - {who}: hello\n" for n, who in enumerate(("Ann", "Bob", "Ann", "Bob")))
    assert lines(export({"chat.txt": text})) == {("card", None): (1, 1)}
    log = "--- Log opened Mon Jan 15 10:00:00 2024\n10:00 <ann> hello\n10:01 <bob> hi\n!! strange words\n10:02 <ann> bye\n"
    site = export({"b/#tea.log": log})
    assert lines(site) == {("left-out", "bookkeeping"): (1, 1), ("card", None): (1, 4)}
    assert site.findings["irc-line"]["severity"] == "loss"


def test_a_fact_of_sigtop_that_nobody_knows_is_in_the_account_with_its_line(export):
    chat = ("Conversation: Robin Vale (+1555)\n\nFrom: Robin Vale (+1555)\nType: incoming\nSent: Tue, 2 Jan 2024 10:00:00 +0100\n"
            "Mood: very glad\n\nHello there\n")
    site = export({"Robin Vale (+1555).txt": chat})
    assert lines(site) == {("left-out", "furniture"): (1, 1), ("unknown", None): (1, 6)}
    assert "unknown-text" in site.findings and "Hello there" in site.messages[0].text
    export({"b/Robin Vale (+1555).txt": chat}, "--strict", code=1)


@pytest.mark.parametrize("mark", ["", "\u200e"])
def test_files_are_no_part_of_a_name(export, mark):
    text = "".join(f"[25/01/2026, 10:0{n}:00] Ann: {mark}<attached: {n}.png>\n" for n in range(4)) + "[25/01/2026, 10:05:00] Ann: Hi\n"
    assert export({"_chat.txt": text}).people == {"Ann"}


# Heads of another phone in WhatsApp's texts

PASTED = "25/01/2026, 10:00 - Ann: look what Eve wrote:\n[24.01.26, 09:00:00] Eve: I quit\n[24.01.26, 09:01:00] Eve: really\n25/01/2026, 10:02 - Bob: wow\n"


def android(first, count, day="25/01/2026"):
    return "".join(f"{day}, {10 + n // 60}:{n % 60:02} - {'Ann' if n % 2 else 'Bob'}: number {n}\n" for n in range(first, first + count))


def iphone(first, count, day="25.01.26", names=("Ann", "Bob")):
    return "".join(f"[{day}, {10 + n // 60}:{n % 60:02}:00] {names[n % 2]}: number {n}\n" for n in range(first, first + count))


@pytest.mark.parametrize("text, times", [
    (PASTED, {"look what": "10:00", "wow": "10:02"}),
    # More lines of the other style than of the file's own.
    (android(0, 2) + iphone(0, 5, "24.01.26", ("Eve", "Max")) + android(2, 1), {"number 2": "10:02"}),
    (iphone(0, 2) + android(0, 5, "24/01/2026").replace("Ann", "Eve").replace("Bob", "Max") + iphone(2, 1), {"number 2": "10:02"}),
    # A long run at the end that is older, and one that has other people.
    (android(0, 3) + iphone(3, 12, "24.01.26"), {"number 0": "10:00"}),
    (android(0, 3) + iphone(3, 12, "26.01.26", ("Eve", "Max")), {"number 0": "10:00"}),
])
def test_heads_of_another_phone_are_text_that_somebody_pasted(export, text, times):
    site = export({"WhatsApp Chat with Ann.txt": text})
    assert site.people == {"Ann", "Bob"} and site.findings["pasted-messages"]["severity"] == "note"
    for words, time in times.items():
        assert [row.time[:16] for row in site.messages if words in row.text][-1] == f"2026-01-25T{time}"
    assert lines(site) == {}


def test_an_export_behind_another_is_read_with_a_warning(export):
    site = export({"WhatsApp Chat with Ann.txt": android(0, 20) + iphone(20, 15)})
    assert len(site.messages) == 35 and site.people == {"Ann", "Bob"}
    warning = site.findings["joined-exports"]
    assert warning["severity"] == "warning" and warning["place"].endswith(":21")
    # The style of the first one is pasted text behind the second.
    pasted = android(0, 2, "24/01/2026").replace("Ann", "Eve").replace("Bob", "Max")
    site = export({"b/WhatsApp Chat with Ann.txt": android(0, 20) + iphone(20, 15) + pasted})
    assert len(site.messages) == 35 and "Eve" not in site.people and "pasted-messages" in site.findings


def test_the_rest_of_a_file_that_began_with_one_line_is_an_export(export):
    site = export({"WhatsApp Chat with Ann.txt": android(0, 1) + iphone(1, 12, "24.01.26", ("Eve", "Max"))})
    assert len(site.messages) == 13 and site.people == {"Bob", "Eve", "Max"} and "joined-exports" in site.findings


def test_more_lines_than_a_message_holds_are_an_export(export):
    site = export({"WhatsApp Chat with Ann.txt": android(0, 20) + "".join(iphone(n % 60, 1, "24.01.26") for n in range(1200))})
    assert len(site.messages) == 1220 and "joined-exports" in site.findings


@pytest.mark.parametrize("text", [
    # One half of the day is known and the other is not; `a la` and `a las`; dates with and without a year.
    "15/1/26, 9:04 AM - Ann: one\n15/1/26, 3:04 Qa - Bob: two\n15/1/26, 3:05 Qa - Ann: three\n",
    "15/1/26 a las 13:04 - Ann: one\n15/1/26 a la 14:04 - Bob: two\n15/1/26 a las 15:04 - Ann: three\n",
    "5 de dez. de 2013 21:05 - Ann: one\n5 de jan. 21:05 - Bob: two\n6 de jan. 21:05 - Ann: three\n",
])
def test_heads_of_one_phone_are_of_one_style(export, text):
    site = export({"WhatsApp Chat with Ann.txt": text})
    assert len(site.messages) == 3 and site.people == {"Ann", "Bob"}


# Columns of KakaoTalk that are not known

def test_a_table_of_kakaotalk_with_another_column_is_read(export):
    table = 'Date,User,Message,Mood\n2026-01-24 10:00:00,"Ann","hi, all","very glad"\n2026-01-24 10:01:00,"Bob","well","","words beyond"\n'
    site = export({"KakaoTalk_Chat_Ann_2026-01-25-10-00-00.csv": table})
    assert site.one("hi, all").sender == "Ann" and site.one("well").sender == "Bob"
    rows = {row["path"]: (row["state"], row["texts"]) for row in site.report["account"]}
    assert rows == {"column Mood": ("unknown", 1), "column (beyond the head)": ("unknown", 1)}
