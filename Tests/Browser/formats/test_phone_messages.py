"""Whose messages are whose in exports of SMS Import / Export and Fossify, which do not say whose phone it is."""

import json

import pytest

ME, ANN, BEN, DAN = "+15550109999", "+15550100001", "+15550100002", "+15550100004"
TOKEN = "insert-address-token"
START = 1717200000


class Phone:
    """An export of SMS Import / Export in the making."""

    def __init__(self):
        self.lines = []

    def sms(self, address, text, box=1, thread="1"):
        record = {"_id": str(len(self.lines)), "thread_id": thread, "date": str((START + 60 * len(self.lines)) * 1000),
                  "type": str(box), "body": text, "read": "1"}
        self.lines.append({**record, **({"address": address} if address else {})})

    def mms(self, sender, recipients, text=None, box=1, thread="1", parts=None):
        part = {"ct": "text/plain", "text": text}
        record = {"_id": str(len(self.lines)), "thread_id": thread, "date": str(START + 60 * len(self.lines)), "msg_box": str(box),
                  "__recipient_addresses": [{"address": address, "type": "151"} for address in recipients],
                  "__parts": parts or [part]}
        self.lines.append({**record, **({"__sender_address": {"address": sender, "type": "137"}} if sender else {})})

    def write(self, folder, name="phone"):
        path = folder / name / "messages.ndjson"
        path.parent.mkdir(parents=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in self.lines))
        return path.parent


def chats(program, tmp_path, *exports) -> dict:
    """Titles of the conversations, with their numbers of messages."""
    result = program.run(*exports, "--out", tmp_path / "site", "--quiet", "--report", tmp_path / "report.json")
    assert result.returncode == 0, result.stderr
    return {chat["title"]: chat["messages"] for chat in json.loads((tmp_path / "report.json").read_text())["conversations"]}


def report(tmp_path) -> dict:
    return json.loads((tmp_path / "report.json").read_text())


def pages(tmp_path) -> str:
    return "".join(path.read_text() for path in (tmp_path / "site").rglob("1.html"))


def test_threads_of_two_phones_with_one_number_are_not_mixed(program, tmp_path):
    old, new = Phone(), Phone()
    old.mms(TOKEN, [ANN], "From the old phone", box=2, thread="7")
    new.mms(BEN, [ME, DAN], "Hello both", thread="7")
    new.mms(TOKEN, [BEN, DAN], "Hello", box=2, thread="7")
    new.sms(DAN, "Only for you", thread="8")
    found = chats(program, tmp_path, old.write(tmp_path, "old"), new.write(tmp_path, "new"))
    assert found == {ANN: 1, f"{BEN}, {DAN}": 2, DAN: 1}


def test_nobody_who_wrote_to_the_owner_is_the_owner(program, tmp_path):
    # A phone that does not list its own number among the recipients.
    phone = Phone()
    phone.mms(ANN, [BEN], "To the group", thread="3")
    phone.mms(BEN, [ANN], "Me too", thread="3")
    phone.sms(ANN, "Ann here", thread="1")
    phone.sms(BEN, "Ben here", thread="2")
    assert chats(program, tmp_path, phone.write(tmp_path)) == {f"{ANN}, {BEN}": 2, ANN: 1, BEN: 1}


def test_the_sender_of_an_own_message_is_the_owner(program, tmp_path):
    phone = Phone()
    phone.sms(ANN, "Hi", thread="1")
    phone.mms(ME, [ANN], "With my number", box=2, thread="1")
    assert chats(program, tmp_path, phone.write(tmp_path)) == {ANN: 2}


def test_a_draft_without_an_address_stays_in_its_thread(program, tmp_path):
    phone = Phone()
    phone.sms(ANN, "Hi", thread="1")
    phone.sms(BEN, "Hello", thread="2")
    phone.sms(None, "A draft to Ann", box=3, thread="1")
    phone.sms(None, "A draft to Ben", box=3, thread="2")
    assert chats(program, tmp_path, phone.write(tmp_path)) == {ANN: 2, BEN: 2}


def test_a_sender_who_is_not_named_is_not_invented(program, tmp_path):
    phone = Phone()
    phone.mms(None, [ANN, BEN, ME], "Who wrote this?", thread="3")
    phone.mms(TOKEN, [ANN, BEN], "A sent one", box=2, thread="3")
    assert chats(program, tmp_path, phone.write(tmp_path)) == {f"{ANN}, {BEN}": 2}
    assert report(tmp_path)["findingCounts"]["no-sender"] == 1
    assert TOKEN not in pages(tmp_path)


@pytest.mark.parametrize("type, words", [
    ("text/plain; charset=utf-8", "Words with a charset"), ("text/html", "Words of HTML"), ("application/vnd.rcs", "Words for a program")])
def test_words_of_other_types_of_text_are_shown(type, words, program, tmp_path):
    phone = Phone()
    phone.mms(ANN, [ME], parts=[{"ct": type, "text": words}])
    assert chats(program, tmp_path, phone.write(tmp_path)) == {ANN: 1}
    assert words in pages(tmp_path)


def test_a_contact_card_in_a_text_is_a_contact(program, tmp_path):
    phone = Phone()
    phone.mms(ANN, [ME], parts=[{"ct": "text/x-vcard", "text": "BEGIN:VCARD\r\nFN:Zora Quill\r\nTEL:+15550107777\r\nEND:VCARD\r\n"}])
    chats(program, tmp_path, phone.write(tmp_path))
    assert "Zora Quill" in pages(tmp_path) and report(tmp_path)["kinds"] == {"contact": 1}


def test_a_text_whose_file_is_missing_is_reported(program, tmp_path):
    phone = Phone()
    phone.mms(ANN, [ME], parts=[{"ct": "text/plain", "_data": "/data/app_parts/PART_1_gone.txt"}])
    chats(program, tmp_path, phone.write(tmp_path))
    assert report(tmp_path)["findingCounts"].get("missing-file") == 1, report(tmp_path)["findingCounts"]


def test_a_group_of_fossify_is_one_without_the_owner(program, tmp_path):
    def mms(box, sender, recipients, text):
        return {"date": START + box, "messageBox": box, "backupType": "mms",
                "addresses": [{"address": sender, "type": 137}] + [{"address": address, "type": 151} for address in recipients],
                "parts": [{"contentType": "text/plain", "text": text, "data": text}]}

    path = tmp_path / "messages.json"
    path.write_text(json.dumps([mms(1, ANN, [ME, BEN], "Hello"), mms(2, TOKEN, [ANN, BEN], "Hi")]))
    assert chats(program, tmp_path, path) == {f"{ANN}, {BEN}": 2}


def test_two_who_may_be_the_owner_are_both_people_in_every_run(program, tmp_path):
    phone = Phone()
    phone.mms(ANN, [BEN, DAN], "To two of us", thread="3")
    phone.mms(TOKEN, [ANN, BEN], "Without one", box=2, thread="4")
    phone.mms(TOKEN, [ANN, DAN], "Without the other", box=2, thread="5")
    source = phone.write(tmp_path)
    found = set()
    for number in range(8):
        report = tmp_path / f"{number}.json"
        program.run(source, "--out", tmp_path / f"site{number}", "--quiet", "--report", report)
        found.add(tuple(chat["title"] for chat in json.loads(report.read_text())["conversations"]))
    assert found == {(f"{ANN}, {BEN}, {DAN}", f"{ANN}, {BEN}", f"{ANN}, {DAN}")}
