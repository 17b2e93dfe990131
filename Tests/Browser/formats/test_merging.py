"""Several exports of one conversation become one, and an export with fewer messages does not replace a site without a question."""

import base64
import json
import re
from pathlib import Path

import pytest

FIXTURES = Path(__file__).parents[2] / "ChatImportTests" / "Fixtures"


def chat(path, numbers, title="Trip", identifier="trip", **changes):
    """A conversation with a message for each number; `changes` replace texts, by number."""
    messages = [
        {"id": f"m{number}", "from": "ab"[number % 2], "at": f"2026-05-{number + 1:02d}T10:00:00Z",
         "text": changes.get(f"m{number}", f"message {number}"), **({"replyTo": f"m{number - 1}"} if number % 3 == 2 else {})}
        for number in numbers]
    path.write_text(json.dumps({
        "format": "chatexport/1", "id": identifier, "title": title, "participants": [
            {"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Bo"}], "messages": messages}))
    return path


def telegram(path, numbers, chat_id=77):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"name": "Trip", "type": "private_group", "id": chat_id, "messages": [
        {"id": number, "type": "message", "date": f"2026-05-{number + 1:02d}T10:00:00",
         "date_unixtime": str(1777629600 + 86400 * number), "from": "Ana", "from_id": "user1", "text": f"message {number}"}
        for number in numbers]}))
    return path


def test_two_exports_of_a_conversation_become_one(program, tmp_path):
    may, june = chat(tmp_path / "may.json", range(8)), chat(tmp_path / "june.json", range(5, 12), m6="changed")
    result = program.run(may, june, "--out", tmp_path / "site", "--report", tmp_path / "r.json")
    assert result.returncode == 0, result.stderr
    report = json.loads((tmp_path / "r.json").read_text())
    assert [entry["messages"] for entry in report["conversations"]] == [12]
    assert "4 messages are new in a later one, 3 were known, 1 of these differ, and 5 are in an older one only" in result.stderr + json.dumps(report)
    page = (tmp_path / "site" / "trip" / "1.html").read_text()
    assert "changed" in page and ">message 6<" not in page
    assert all(f">message {number}<" in page for number in (0, 5, 7, 11))


def test_the_order_of_the_inputs_does_not_matter(program, tmp_path):
    may, june = chat(tmp_path / "may.json", range(8)), chat(tmp_path / "june.json", range(5, 12), m6="changed")
    pages = []
    for name, inputs in (("one", (may, june)), ("two", (june, may))):
        assert program.run(*inputs, "--out", tmp_path / name).returncode == 0
        pages.append((tmp_path / name / "trip" / "1.html").read_bytes())
    assert pages[0] == pages[1]


def test_conversations_with_other_ids_stay_apart(program, tmp_path):
    one = chat(tmp_path / "one.json", range(3))
    two = chat(tmp_path / "two.json", range(3), identifier="other")
    assert program.run(one, two, "--out", tmp_path / "site").returncode == 0
    assert (tmp_path / "site" / "trip").is_dir() and (tmp_path / "site" / "other").is_dir()


def test_logs_of_single_days_are_one_conversation(program, tmp_path):
    folder = tmp_path / "tea"
    folder.mkdir()
    for day in (2, 1, 3):
        lines = [f"[10:0{minute}] <{nick}> day {day}, line {minute}" for minute, nick in enumerate(["ann", "bo", "ann"])]
        (folder / f"2024-05-0{day}.log").write_text("\n".join(lines) + "\n", encoding="utf-8")
    days = [folder / f"2024-05-0{day}.log" for day in (3, 1, 2, 1)]
    other = tmp_path / "milk.log"
    other.write_text("[10:00] <ann> milk\n[10:01] <bo> and sugar\n[10:02] <ann> yes\n", encoding="utf-8")
    whole = program.export(folder, tmp_path / "whole")
    assert program.run(*days, "--out", tmp_path / "days").returncode == 0
    page = (tmp_path / "days" / "tea" / "1.html").read_text(encoding="utf-8")
    assert page == (whole.folder / "tea" / "1.html").read_text(encoding="utf-8") and page.count("<article") == 9
    assert program.run(*days, other, "--out", tmp_path / "two").returncode == 0
    assert (tmp_path / "two" / "tea" / "1.html").is_file() and (tmp_path / "two" / "milk" / "1.html").is_file()


def test_two_telegram_exports_of_a_chat_become_one(program, tmp_path):
    may, june = telegram(tmp_path / "may" / "result.json", range(1, 6)), telegram(tmp_path / "june" / "result.json", range(4, 9))
    result = program.run(may, june, "--out", tmp_path / "site", "--report", tmp_path / "r.json")
    assert result.returncode == 0, result.stderr
    assert [entry["messages"] for entry in json.loads((tmp_path / "r.json").read_text())["conversations"]] == [8]


REFUSED = [
    ("fewer messages", range(5), "at least 5 messages"),
    ("as many, but later ones", range(3, 13), "those before 2026-05-04"),
    ("as many, but earlier ones", [-1, *range(9)], "those after"),
]


@pytest.mark.parametrize("what, numbers, said", REFUSED, ids=[case[0] for case in REFUSED])
def test_findings_E8_a_shorter_export_does_not_replace_a_site(program, tmp_path, what, numbers, said):
    site = tmp_path / "site"
    program.export(chat(tmp_path / "all.json", range(10)), site)
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    messages = [number for number in numbers if number >= 0]
    short = chat(tmp_path / "short.json", messages)
    if -1 in numbers:
        document = json.loads(short.read_text())
        document["messages"].insert(0, {"id": "early", "from": "a", "at": "2026-04-01T10:00:00Z", "text": "early"})
        short.write_text(json.dumps(document))
    result = program.run(short, "--out", site)
    assert result.returncode == 4 and said in result.stderr and "--force" in result.stderr, result.stderr
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before
    assert program.run(short, "--out", site, "--force").returncode == 0


def test_findings_E8_the_older_export_beside_it_is_enough(program, tmp_path):
    site = tmp_path / "site"
    old = chat(tmp_path / "old.json", range(10))
    program.export(old, site)
    result = program.run(old, chat(tmp_path / "new.json", range(6, 14)), "--out", site)
    assert result.returncode == 0, result.stderr
    assert json.loads((site / "export.json").read_text())["site"][0]["messages"] == 14


def test_findings_E8_a_conversation_that_is_missing_is_named(program, tmp_path):
    site = tmp_path / "site"
    one, two = chat(tmp_path / "one.json", range(3)), chat(tmp_path / "two.json", range(4), "Work", "work")
    assert program.run(one, two, "--out", site).returncode == 0
    result = program.run(one, "--out", site)
    assert result.returncode == 4 and "4 of 'Work'" in result.stderr, result.stderr


def test_findings_E8_a_part_that_is_asked_for_replaces_the_site(program, tmp_path):
    site = tmp_path / "site"
    source = chat(tmp_path / "all.json", range(10))
    program.export(source, site)
    assert program.run(source, "--out", site, "--from", "2026-05-05").returncode == 0


def test_findings_E8_another_zone_is_no_loss(program, tmp_path):
    site = tmp_path / "site"
    source = chat(tmp_path / "all.json", range(10))
    source.write_text(source.read_text().replace("10:00:00Z", "10:00:00"))
    program.export(source, site)
    assert program.run(source, "--out", site, "--time-zone", "America/New_York").returncode == 0


def test_the_order_of_the_input_can_be_kept(program, tmp_path):
    """Two phones an hour apart: the order of the file is that of the talk."""
    chat = {"format": "chatexport/1", "id": "c", "title": "C", "timeZone": "UTC", "messages": [
        {"id": "a", "from": "ann", "at": "2026-05-01T11:00:00Z", "text": "tea?"},
        {"id": "b", "from": "bo", "at": "2026-05-01T10:00:10Z", "text": "yes"},
        {"id": "c", "from": "ann", "at": "2026-05-01T11:01:00Z", "text": "now?"}]}
    log = ("1/15/24, 11:00 - Ann: tea?\n1/15/24, 10:00 - Bo: yes\n1/15/24, 11:01 - Ann: now?\n1/16/24, 11:02 - Bo: yes\n")
    (tmp_path / "c.json").write_text(json.dumps(chat), encoding="utf-8")
    (tmp_path / "WhatsApp Chat with Bo.txt").write_text(log, encoding="utf-8")
    for name, kept in (("c.json", ["tea?", "yes", "now?"]), ("WhatsApp Chat with Bo.txt", ["tea?", "yes", "now?", "yes"])):
        texts = []
        for options in ([], ["--keep-order"]):
            site = program.export(tmp_path / name, tmp_path / "site", "--force", *options)
            (page,) = [path for path in site.folder.rglob("1.html")]
            texts.append(re.findall(r">(tea\?|yes|now\?)<", page.read_text(encoding="utf-8")))
        assert texts == [["yes", "tea?", *kept[2:]], kept], name


def test_two_telegram_exports_with_kinds_of_their_own_become_one(program, tmp_path):
    files = [telegram(tmp_path / name / "result.json", range(1, 4)) for name in ("may", "june")]
    for path in files:
        chat = json.loads(path.read_text())
        chat["messages"][0]["invoice_information"] = {"title": "Tent", "description": "for two", "amount": 1200, "currency": "EUR"}
        path.write_text(json.dumps(chat))
    result = program.run(*files, "--out", tmp_path / "site")
    assert result.returncode == 0, result.stderr
    page = next((tmp_path / "site").glob("*/1.html")).read_text()
    assert page.count(">Tent<") == 1 and "message 3" in page


IOS = """[05/03/2026, 09:12:05] Ana: hello
[05/03/2026, 09:12:40] Bo: hello
[13/03/2026, 10:00:00] Ana: last
"""
ANDROID = """05/03/2026, 09:12 - Ana: hello
05/03/2026, 09:12 - Bo: hello
13/03/2026, 10:00 - Ana: last
14/03/2026, 11:30 - Bo: newer
"""


def test_whatsapp_of_two_phones_with_and_without_seconds_becomes_one(program, tmp_path):
    (tmp_path / "WhatsApp Chat - Trip").mkdir()
    (tmp_path / "WhatsApp Chat - Trip" / "_chat.txt").write_text(IOS)
    (tmp_path / "WhatsApp Chat with Trip.txt").write_text(ANDROID)
    inputs = [tmp_path / "WhatsApp Chat - Trip", tmp_path / "WhatsApp Chat with Trip.txt"]
    result = program.run(*inputs, "--out", tmp_path / "site", "--report", tmp_path / "r.json")
    assert result.returncode == 0, result.stderr
    assert [entry["messages"] for entry in json.loads((tmp_path / "r.json").read_text())["conversations"]] == [4]
    assert "1 messages are new in a later one, 3 were known, 0 of these differ, and 0 are in an older one only" in result.stderr


def test_an_export_in_a_folder_beside_another_is_found(program, tmp_path):
    inputs = tmp_path / "Downloads"
    (inputs / "old" / "WhatsApp Chat - Cy").mkdir(parents=True)
    (inputs / "old" / "WhatsApp Chat - Cy" / "_chat.txt").write_text(IOS)
    (inputs / "WhatsApp Chat with Trip.txt").write_text(ANDROID)
    result = program.run(inputs, "--out", tmp_path / "site", "--report", tmp_path / "r.json")
    assert result.returncode == 0, result.stderr
    report = json.loads((tmp_path / "r.json").read_text())
    assert sorted(entry["messages"] for entry in report["conversations"]) == [3, 4]


def signal_frames(path):
    """A plain export of the account whose decrypted backup of Android is the fixture `signal/android`: four messages of it, and one newer."""
    start, account = 1770000000000, base64.b64encode(bytes(range(17, 33))).decode()
    frames = [
        {"version": "1", "backupTimeMs": str(start)}, {"account": {"givenName": "Mira", "familyName": "Sand"}},
        {"recipient": {"id": "1", "self": {}}},
        {"recipient": {"id": "2", "contact": {"aci": account, "systemGivenName": "Otto", "systemFamilyName": "Reis"}}},
        {"recipient": {"id": "4", "group": {
            "masterKey": base64.b64encode(b"a secret of thirty-two bytes, yes").decode(), "snapshot": {"title": {"title": "Rowers"}}}}},
        {"chat": {"id": "7", "recipientId": "2"}}, {"chat": {"id": "8", "recipientId": "4"}}]
    for chat, author, after, text in (
            ("7", "2", 0, "bold and @Mira"), ("7", "1", 1000, "yes"), ("7", "2", 13000, "x" * 50), ("7", "2", 99000, "newer"),
            ("8", "2", 24000, "in a group")):
        frames.append({"chatItem": {
            "chatId": chat, "authorId": author, "dateSent": str(start + after), "outgoing" if author == "1" else "incoming": {},
            "standardMessage": {"text": {"body": text}}}})
    path.write_text("".join(json.dumps(frame) + "\n" for frame in frames), encoding="utf-8")
    return path


def test_a_backup_of_signal_for_android_joins_the_plain_export(program, tmp_path):
    backup, plain = FIXTURES / "signal/android/export", signal_frames(tmp_path / "main.jsonl")
    pages = []
    for name, inputs in (("one", (backup, plain)), ("two", (plain, backup))):
        result = program.run(*inputs, "--out", tmp_path / name, "--report", tmp_path / "r.json")
        assert result.returncode == 0, result.stderr
        report = json.loads((tmp_path / "r.json").read_text())
        # The backup alone has 16 and 7.
        assert [(entry["title"], entry["messages"]) for entry in report["conversations"]] == [("Otto Reis", 17), ("Rowers", 7)]
        pages.append([path.read_text(encoding="utf-8") for path in sorted((tmp_path / name).glob("*/1.html"))])
    assert pages[0] == pages[1]
    assert all(pages[0][0].count(text) == 1 for text in (">newer<", ">yes<")) and pages[0][1].count(">in a group<") == 1
