"""Faults that exports of real chats showed on the pages or on the command line, by the names they were given."""

import html
import json
import re
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT, shared_data


def write(folder: Path, name: str, content) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def telegram(*messages: dict, **members) -> dict:
    made = [{"id": number + 1, "type": "message", "date_unixtime": str(1769508000 + 60 * number), **message}
            for number, message in enumerate(messages)]
    return {"name": "Boat", "type": "private_group", "id": 5, "messages": made, **members}


def chatexport(*messages: dict, **members) -> dict:
    made = [{"id": str(number + 1), "at": f"2026-05-01T10:{number:02}:00Z", **message}
            for number, message in enumerate(messages)]
    return {"format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "locale": "en", **members,
            "messages": made}


def texts(out: Path) -> str:
    """The words of all pages of messages, with single spaces."""
    pages = sorted(path for path in out.rglob("*.html") if path.stem.isdigit())
    words = " ".join(re.sub(r"<[^>]*>", " ", page.read_text(encoding="utf-8")) for page in pages)
    return re.sub(r"\s+", " ", html.unescape(words))


def rows(out: Path) -> str:
    pages = sorted(path for path in out.rglob("*.html") if path.stem.isdigit())
    return "".join(page.read_text(encoding="utf-8") for page in pages)


@pytest.fixture
def export(program, tmp_path):
    """Exports, expects success, and gives the site's folder, the report and standard error."""
    def run(source: Path, *options, code: int = 0):
        report = tmp_path / "report.json"
        result = program.run(source, "--out", tmp_path / "site", "--report", report, *options)
        assert result.returncode == code, result.stderr
        return tmp_path / "site", json.loads(report.read_text()) if report.exists() else None, result.stderr
    return run


# A. Who said it

def test_findings_a1_two_speakers_without_an_owner_are_named(export, tmp_path):
    log = write(tmp_path, "#tea.20240115.log", "[10:00] <ann> shall we?\n[10:01] <bob> no\n[10:02] <ann> yes\n")
    site, report, errors = export(log)
    assert rows(site).count('data-box="name"') == 3
    assert "give --me NAME; there are: ann, bob" in errors
    site, report, errors = export(log, "--me", "ann")
    assert "--me" not in errors
    # Lines name everybody; bubbles have two sides.
    assert rows(site).count('data-box="name"') == 3
    site, report, errors = export(log, "--me", "ann", "--theme", "standard")
    assert 'data-box="name"' not in rows(site)


def test_findings_a1_a_silent_third_person_changes_nothing(export, tmp_path):
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Bob"}, {"id": "c", "name": "Cy"}]
    said = [{"from": "a", "text": "shall we?"}, {"from": "b", "text": "no"}]
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*said, participants=people)))
    assert 'data-box="name"' not in rows(site)
    site, _, _ = export(
        write(tmp_path, "chat.json", chatexport(*said, {"from": "c", "text": "yes"}, participants=people)))
    assert rows(site).count('data-box="name"') == 2


# B. Nothing lost without a word

def test_findings_b2_service_messages_are_sentences_in_the_language_of_the_page(export, tmp_path):
    service = {"type": "service", "actor": "Bo", "actor_id": "user2"}
    source = write(tmp_path, "result.json", telegram(
        {**service, "action": "set_messages_ttl", "period": 604800},
        {**service, "action": "group_call_scheduled", "schedule_date": 1769600000},
        {"type": "service", "action": "send_payment", "amount": 1500, "currency": "EUR"}))
    site, _, _ = export(source)
    for words in ["Bo set messages to disappear after 7 days", "January 28, 2026 at 11:33 AM", "Payment of €15.00"]:
        assert words in texts(site)
    site, _, _ = export(source, "--locale", "de")
    for words in ["Bo hat den Timer für Nachrichten auf 7 Tage gestellt", "28. Januar 2026 um 11:33", "15,00 €"]:
        assert words in texts(site)


def test_findings_b3_topics_are_named_and_their_membership_is_no_quotation(export, tmp_path):
    person = {"from": "Bo", "from_id": "user2"}
    site, _, _ = export(write(tmp_path, "result.json", telegram(
        {"type": "service", "actor": "Bo", "actor_id": "user2", "action": "topic_created", "title": "Routes"},
        {**person, "text": "in it", "reply_to_message_id": 1}, {**person, "text": "elsewhere"})))
    assert texts(site).count("Topic “Routes”") == 1
    assert "reply-bar" not in rows(site) and 'data-box="quote' not in rows(site)


def test_findings_b4_the_notice_of_a_pinned_message_leads_to_it(export, tmp_path):
    site, _, _ = export(write(tmp_path, "result.json", telegram(
        {"from": "Bo", "from_id": "user2", "text": "read me"},
        {"type": "service", "actor": "Bo", "actor_id": "user2", "action": "pin_message", "message_id": 1})))
    assert 'href="#m-1"' in rows(site)


def test_findings_b1_no_message_is_an_empty_bubble(export, tmp_path):
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(
        {"from": "a", "text": ""}, {"from": "a", "text": " \n "}, {"from": "a", "text": "[x]: http://example.org"})))
    assert texts(site).count("(no text)") == 2 and "example.org" in texts(site)


def test_findings_b6_what_is_not_there_is_told_with_its_message(export, tmp_path):
    site, report, errors = export(write(tmp_path, "chat.json", chatexport(
        {"from": "a", "text": "one", "replyTo": "gone"}, {"from": "a", "text": "two", "thread": "gone"},
        {"from": "a", "role": "user", "text": "three", "parent": "gone"},
        {"from": "a", "attachments": [{"kind": "image", "path": "gone.jpg"}, {"kind": "file", "name": "x.pdf"}]},
        {"from": "a", "text": "\U000F1234 🦬"})), "--fonts", tmp_path)
    told = [finding["message"] for finding in report["findings"] if finding["code"] == "dangling-reference"]
    assert [words.split(" that ")[0].split(" whose ")[0] for words in told] == [
        "message 1 answers a message", "message 2 is in a thread", "message 3 follows a message"]
    assert report["media"]["missing"] == 2
    missing = next(finding for finding in report["findings"] if finding["code"] == "missing-file")
    assert missing["place"] == "Chat: message 4"
    assert "an attachment is not included in the export, the first in message 4" in errors
    assert "no installed font has 1 character (U+F1234)" in errors
    assert "no installed font has 1 emoji (🦬)" in errors or "🦬" not in report["emojiWithoutPicture"]


def test_findings_b7_a_lone_mark_is_what_was_typed(export, tmp_path):
    lines = ["+", "-", "*", "#", "# ", "---", "1.", ">", "```", "yes\n-", "yes\n=", "so\n\n#\n\nsaid", "so\n\n+\n\nsaid"]
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*({"from": "a", "text": line} for line in lines))))
    shown = [re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", row))).strip()
             for row in re.findall(r"<article.*?</article>", rows(site), re.S)]
    for line, row in zip(lines, shown):
        assert row.startswith(re.sub(r"\s+", " ", line).strip() + " 10:"), (line, row)


def test_findings_b7_a_list_and_a_heading_stay_what_they_are(export, tmp_path):
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(
        {"from": "a", "text": "- one\n-\n- three"}, {"from": "a", "text": "Title\n---\nwords"})))
    assert texts(site).count("•") == 3 and "Title words" in texts(site)


def test_findings_b7_control_sequences_of_terminals_are_left_out(export, tmp_path):
    output = "\x1b[1m\x1b[32mok\x1b[0m 12\n\x1b[38;5;208morange\x1b[0m \x1b]0;title\x07done\n10%\r100%\n\x1b]8;;http://x\x1b\\link\x1b"
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(
        {"from": "a", "kind": "toolResult", "name": "bash", "text": output}, {"from": "a", "kind": "code", "text": output},
        {"from": "a", "text": "It printed \x1b[31mFAILED\x1b[0m."})))
    assert "␛" not in rows(site) and "[31m" not in rows(site) and "title" not in texts(site)
    assert "It printed FAILED." in texts(site)
    assert texts(site).count("ok 12 orange done 100% link") == 2


# C. Read what people have

LINE = {
    "header": "[LINE] Chat history in Boat\nSaved on: 2024/01/05 10:00\n\n2024/01/05(Fri)\n",
    "day in English": "Fri, 1/5/2024\n", "day in digits": "2024/01/05(Fri)\n", "day of a desktop": "2024.01.05 Friday\n",
}


@pytest.mark.parametrize("name", LINE)
def test_findings_c2_a_line_chat_is_no_irc_log(program, tmp_path, name):
    chat = write(tmp_path, "chat.txt", LINE[name] + "09:12\tAnn\tHello\n09:13\tBob\tHi there\n")
    plan = program.run("inspect", chat).stdout
    assert re.findall(r"time .*?(2024-01-05T09:1[23]:00Z)", plan) == ["2024-01-05T09:12:00Z", "2024-01-05T09:13:00Z"]


@pytest.mark.parametrize("content", [
    "09:12\t17\t3.5\n09:13\t18\t4.5\n09:14\t19\t4.5\n",
    "date\ttime\tvalue\n09:12\tnorth\t3.5\n09:13\tsouth\t4.5\n",
    "2024-01-05 09:12:00\tINFO\tstarted\n2024-01-05 09:12:01\tWARN\tdisk nearly full\n",
    "2024-01-05 09:12:00\t17\t3.5\n2024-01-05 09:13:00\t18\t4.5\n",
    "09:12:34\t From Ann Lee To Everyone:\n\tHello\n09:12:50\t From Bob To Everyone:\n\tHi\n",
])
def test_findings_c2_a_table_with_times_is_no_chat(program, tmp_path, content):
    result = program.run(write(tmp_path, "table.txt", content), "--out", tmp_path / "site")
    assert result.returncode != 0 and not (tmp_path / "site").exists()
    # A table is read if its columns are named, so it is no chat by itself, but no unknown format either.
    assert "--map" in result.stderr or "unknown format" in result.stderr or "the log of a program and no chat" in result.stderr


def test_findings_c2_a_log_named_as_weechat_names_it_is_one(program, tmp_path):
    log = write(tmp_path, "irc.net.ann.weechatlog", "09:12\tann\thello\n09:13\tbob\thi\n")
    assert program.run(log, "--out", tmp_path / "site").returncode == 0


def test_findings_c4_one_bad_file_of_several_is_a_loss_and_the_others_are_exported(export, program, tmp_path):
    folder = tmp_path / "chats"
    write(folder, "good.json", chatexport({"from": "a", "text": "the good one"}))
    write(folder, "late.json", '{"format": "chatexport/1", "messages": [\n{"text": "one"},\n{"text": ~}]}')
    write(folder, "early.json", '{\n"messages": [,]}')
    site, report, errors = export(folder)
    assert "the good one" in texts(site) and len(report["conversations"]) == 1
    origins = sorted(finding["place"] for finding in report["findings"] if finding["code"] == "unreadable-export")
    assert [origin.split("/")[-1].split(" ")[0].rstrip(":") for origin in origins] == ["early.json:2:14", "late.json:3:10"]
    assert "early.json:2:14" in errors and "late.json:3:10" in errors
    assert program.run(folder, "--out", tmp_path / "strict", "--strict").returncode == 1


@pytest.mark.parametrize("name, content, words", [
    ("empty.json", "", "it is empty"),
    ("page.json", "<!doctype html><title>Sign in</title>", "a web page that asks to sign in"),
    ("page.html", "<html><body>hello</body></html>", "it is a web page"),
    ("a.json", '{"a": 1,}', "a.json:1:9: (byte 8)|remove the comma before }"),
    ("a.json", "{'a': 1}", "write texts and names in double quotes"),
    ("a.json", '// mine\n{"a": 1}', "a.json:1:1|remove the comment"),
    ("a.json", '{"format": "chatexport/1", "messages": [{"text": "x"},]}', "remove the comma before ]"),
    ("a.json", '{"messages": [{"text": "x"}]}', 'add "format": "chatexport/1"'),
    ("a.jsonl", '{"from": "a", "text": "x"}\n{"from": "b", "text": "y"}\n', "put the header"),
    ("a.json", '{"a": 1}', "not in a known chat format|docs/conversation-format.md"),
    ("a.txt", "dear diary\n", "unknown format|can be written as chatexport/1"),
    ("a.pdf", b"%PDF-1.7 ", "it is a PDF"),
])
def test_findings_c5_what_cannot_be_read_is_named_with_what_to_do(program, tmp_path, name, content, words):
    for source in (write(tmp_path / "in", name, content), tmp_path / "in"):
        result = program.run(source, "--out", tmp_path / "site")
        assert result.returncode == 3
        for part in words.split("|"):
            if part != "a.json:1:9: (byte 8)":
                assert part in result.stderr, result.stderr
        assert "export the chat again, or" not in result.stderr


def test_findings_c5_an_empty_folder_is_said_to_be_empty(program, tmp_path):
    (tmp_path / "in").mkdir()
    result = program.run(tmp_path / "in", "--out", tmp_path / "site")
    assert result.returncode == 3 and "empty folder" in result.stderr


def test_findings_c7_times_without_seconds_and_in_numbers(export, tmp_path):
    stamps = ["2026-05-01 09:12", "2026-05-01T09:13Z", 1777626840, 1777626900000, 1777626960.5]
    site, report, _ = export(write(tmp_path, "chat.json", chatexport(
        *({"from": "a", "at": stamp, "text": "x"} for stamp in stamps), **{"$schema": "x.json"}, markup="plain")))
    assert {finding["code"] for finding in report["findings"]} <= {"unknown-participant"}
    assert re.findall(r'datetime="2026-05-01T09:(\d\d)', rows(site)) == ["12", "13", "14", "15", "16"]


def test_findings_c7_the_command_line_takes_what_people_type(program, tmp_path):
    source = write(tmp_path, "chat.json", chatexport({"from": "a", "text": "*x*"}, text="plain", locale="en"))
    result = program.run(source, "-o", tmp_path / "site", "--locale", "de_DE.UTF-8", "--report", "-")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["conversations"][0]["messages"] == 1
    assert 'lang="de-DE"' in rows(tmp_path / "site") and "*x*" in texts(tmp_path / "site")
    assert program.run(source, "--output", tmp_path / "other").returncode == 0


# D. Text

def faces(site: Path, number: int) -> set:
    """The East Asian faces of a message's row, by its index on the pages."""
    row = re.findall(r"<article.*?</article>", rows(site), re.S)[number]
    return set(re.findall(r'class="f-(jp|kr|sc|tc|hk)[" -]', row))


@pytest.mark.parametrize("locale, face, text", [
    ("ja", "jp", "はい、わかりました。「了解」！"), ("ja", "jp", "了解。「承知」、"), ("zh-CN", "sc", "好的，「明天」见。、"), ("zh-TW", "tc", "好的，「明天」見。、"),
    ("zh-HK", "hk", "好的，「明天」見。、"), ("ko", "kr", "「漢字」、。"), ("en", "sc", "好的，「明天」见。、"), ("en", "tc", "好的，「明天」見。、這個"),
    ("en", "jp", "はい、「了解」。"), ("en", "hk", "「我哋喺度」。、"), ("zh-CN", "tc", "「這個問題」、。"), ("ja", "sc", "「这个问题」、。"),
])
def test_findings_d3_a_text_is_in_the_face_of_its_language(export, tmp_path, locale, face, text):
    site, _, _ = export(write(tmp_path, "chat.json", chatexport({"from": "a", "text": text}, locale=locale)))
    assert faces(site, 0) == {face}


def test_findings_d3_a_text_without_a_language_of_its_own_has_that_of_the_texts_around(export, tmp_path):
    said = ["はい、わかりました。", "了解。", "hello", "**了解**", "這個問題怎麼辦？", "這個「問題」沒有了。", "你們呢？", "了解。", "了解。"]
    messages = [{"from": "ab"[number % 2], "text": text} for number, text in enumerate(said)]
    messages[7]["replyTo"] = "2"
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*messages)))
    found = [faces(site, number) for number in range(len(said))]
    assert found[0] == {"jp"} and found[4:7] == [{"tc"}] * 3 and found[8] == {"tc"}, found
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*messages[:4])), "--force")
    assert [faces(site, number) for number in range(4)] == [{"jp"}, {"jp"}, set(), {"jp"}]
    # Texts of other pages do not count.
    site, _, _ = export(tmp_path / "chat.json", "--page-size", "1")
    assert [faces(site, number) for number in range(4)] == [{"jp"}, {"sc"}, set(), {"sc"}]


def test_findings_d3_a_japanese_chat_takes_one_face(export):
    site, _, _ = export(shared_data("cases", "layout", "cjk2.json"))
    assert faces(site, 0) == {"jp"}


def test_findings_d9_a_time_that_comes_twice_shows_its_offset(export, tmp_path):
    messages = [{"from": "a", "text": "x", "at": at} for at in [
        "2026-10-24T23:59:00Z", "2026-10-25T00:30:00Z", "2026-10-25T00:59:59Z", "2026-10-25T01:00:00Z", "2026-10-25T01:30:00Z",
        "2026-10-25T02:00:00Z", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"]]
    messages[5].update(edits=[{"at": "2026-10-25T00:31:00Z", "text": "first"}, {"at": "2026-10-25T01:31:00Z", "text": "then"}],
                       forwardedFrom="Bo", forwardedAt="2025-10-26T01:15:00Z")
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*messages, timeZone="Europe/Berlin", locale="de")))
    times = [html.unescape(re.sub("<[^>]*>", "", time)) for time in re.findall(r"<time[^>]*>(.*?)</time>", rows(site), re.S)]
    assert times[:3] == ["01:30", "03:00", "01:59"] and set(times[3:6]) == {"02:30 +02:00", "02:59 +02:00", "02:00 +01:00"}
    assert times[6] == "02:30 +01:00" and "03:00" in times[7], times
    shown = texts(site)
    assert "02:31 +02:00" in shown and "02:31 +01:00" in shown and "26. Oktober 2025 um 02:15 +01:00" in shown, shown
    site, _, _ = export(tmp_path / "chat.json", "--time-zone", "America/New_York", "--locale", "ar", "--force")
    assert not re.search(r"[+-]\d\d:\d\d", texts(site))


def test_findings_h_a_control_string_without_its_end_is_text(export, tmp_path):
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(
        {"from": "a", "text": "I pay \x1b]0;NOT you 500 euro"}, {"from": "b", "text": "so \x1bPwords\nmore"},
        {"from": "a", "text": "\x1b]0;title\x07ends"})))
    shown = texts(site)
    assert "NOT you 500 euro" in shown and "words" in shown and "more" in shown and "ends" in shown and "title" not in shown


def test_findings_d9_west_of_greenwich_and_among_right_to_left_letters(export, tmp_path):
    messages = [{"from": "a", "text": "x", "at": at} for at in ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]]
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*messages, timeZone="America/New_York")))
    assert "1:30 AM -04:00" in texts(site) and "1:30 AM -05:00" in texts(site)
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*messages, timeZone="America/New_York", locale="ar")), "--force")
    assert "\u2066-04:00\u2069" in texts(site)



def test_findings_d10_two_tildes_strike_text_through(export, tmp_path):
    struck = ["~~gone~~", "so ~~this is~~ that", "**~~both~~**", "~~**in**~~side", "a~~b~~c", "- ~~item~~", "| ~~a~~ | b |\n|---|---|\n| c | ~~d~~ |", "# ~~head~~",
              "~~two\nlines~~", "~~x~~ and ~~y~~", "~~[link](https://example.org/) here~~", "> ~~quoted~~"]
    kept = ["~ 5 and ~ 6", "~5~", "~~~", "5 ~~ 6 ~~ 7", "`~~code~~`", "so ~~ this", "https://example.org/~~a~~/b", "\\~~kept~~", "~~~~", "好~~ 好~"]
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(*({"from": "a", "text": text} for text in struck + kept))))
    found = re.findall(r"<article.*?</article>", rows(site), re.S)
    for text, row in zip(struck, found):
        assert "<s>" in row and "~~" not in row, text
    for text, row in zip(kept, found[len(struck):]):
        assert "<s>" not in row, text
        assert re.sub(r"[\s`\\]", "", text) in re.sub(r"\s", "", html.unescape(re.sub("<[^>]*>", "", row))), text
    assert texts(site).count("gone") == 1


def test_findings_d10_tasks_have_boxes(export, tmp_path):
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(
        {"from": "a", "text": "- [x] milk\n- [ ] bread\n- plain\n\n  more\n- [X] ~~eggs~~"}, {"from": "b", "text": "1. [ ] first\n2. [x] second"},
        {"from": "a", "text": "- [y] no\n- [x]no\n- [x](https://example.org) link"}, {"from": "b", "text": "[ ] not in a list"},
        {"from": "a", "text": "> - [ ] quoted\n>   - [x] **bold** inside"})))
    found = [re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", " ", row))).strip()
             for row in re.findall(r"<article.*?</article>", rows(site), re.S)]
    assert found[0].startswith("a ☑ milk ☐ bread • plain more ☑ eggs"), found[0]
    assert found[1].startswith("b 1. ☐ first 2. ☑ second"), found[1]
    assert found[2].startswith("a • [y] no • [x]no • x link"), found[2]
    assert found[3].startswith("b [ ] not in a list") and found[4].startswith("a ☐ quoted ☑ bold inside"), found


@pytest.mark.parametrize("emoji", ["❤", "☺", "✌", "☀", "©", "™", "↔", "⚡", "✔", "‼", "☎", "♥", "🏳", "🏳‍🌈", "❤‍🔥", "👁‍🗨", "✌🏽", "1️⃣", "1⃣", "❤︎", "㊗", "〰", "🕵", "🌶"])
def test_findings_d10_reactions_are_emoji(export, tmp_path, emoji):
    message = {"from": "a", "text": "x", "reactions": [{"emoji": emoji, "from": ["b"]}]}
    site, _, _ = export(write(tmp_path, "chat.json", chatexport(message)))
    assert '<img class="e"' in rows(site)


# G. First contact

def test_findings_g2_the_help_shows_options_and_examples(program):
    for arguments in (["--help"], ["-h"], ["help"]):
        text = program.run(*arguments).stdout
        assert "--out, --output <dir>" in text and "--time-zone" in text and "chatexport ChatExport_2026-05-01 --out site" in text
        assert "SUBCOMMANDS" in text


def test_findings_g3_losses_come_first_three_of_each_with_their_positions(export, tmp_path):
    site, report, errors = export(write(tmp_path, "chat.json", chatexport(
        *({"from": "a", "kind": "mystery", "text": "x"} for _ in range(5)), {"from": "a", "text": "y", "replyTo": "z"})))
    lines = errors.splitlines()
    assert len([line for line in lines if line.startswith("loss: ") and "chat.json" in line]) == 3
    assert "loss: 2 more like this (unknown-kind)" in lines
    assert max(lines.index(line) for line in lines if line.startswith("loss: ")) < min(
        lines.index(line) for line in lines if line.startswith("note: "))


# G. First contact

def test_findings_g1_what_swift_lacks_is_said(tmp_path):
    """Of a machine without Swift, and of one where it does not start: a library is missing, say."""
    # Everything but Swift, which may be installed beside the system's other commands.
    commands = tmp_path / "commands"
    commands.mkdir()
    for command in (path for folder in ["/usr/sbin", "/usr/bin", "/sbin", "/bin"] for path in Path(folder).iterdir()):
        if not command.name.startswith("swift") and not (commands / command.name).is_symlink():
            (commands / command.name).symlink_to(command)

    def install():
        return subprocess.run([ROOT / ".ci" / "install", "build"], env={"PATH": f"{tmp_path}:{commands}"}, capture_output=True,
                              text=True)
    for name, text, words in [("swift", None, "no 'swift' found; install Swift"),
                              ("swift", "#!/bin/sh\necho 'libxml2.so.2: cannot open' >&2\nexit 127\n", "does not start"),
                              ("swift", "#!/bin/sh\necho 'Swift version 5.9'\n", "Swift 5.9 is too old; install Swift")]:
        if text:
            write(tmp_path, name, text).chmod(0o755)
        result = install()
        assert result.returncode == 1
        assert words in result.stderr.splitlines()[-1]
        assert text is None or "5.9" in text or "libxml2.so.2: cannot open" in result.stderr


def test_findings_g5_messages_are_plain_english(export, tmp_path):
    site, report, errors = export(write(tmp_path, "chat.json", chatexport({"from": "a", "text": "x", "txt": "y"})))
    assert "member `txt` (message) is unknown and was ignored" in errors
    told = " ".join(finding["message"] for finding in report["findings"])
    assert not re.search(r"is no key|is told|met once|is no member", told + errors)


# H. The seed rows

def test_findings_h2_the_list_opens_a_chat_at_its_end(program, tmp_path):
    chats = [write(tmp_path, f"{name}.json", chatexport(*({"from": "a", "text": "x"} for _ in range(12)), id=name, title=name))
             for name in ["one", "two"]]
    assert program.run(*chats, "--out", tmp_path / "site", "--page-size", "5").returncode == 0
    links = re.findall(r'href="([^"]*)"', (tmp_path / "site" / "index.html").read_text())
    assert {"one/3.html#end", "two/3.html#end"} <= set(links)
