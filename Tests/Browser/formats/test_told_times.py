"""Times and names that exports tell beside the texts of messages: of earlier versions, of reactions, of people."""

import html
import json
import re

import pytest


def write(folder, name, content):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return path


@pytest.fixture
def export(program, tmp_path):
    """Exports sources; returns the text of the pages and the report."""
    def run(*sources, code=0):
        out, report = tmp_path / "site", tmp_path / "report.json"
        result = program.run(*sources, "--out", out, "--report", report, "--time-zone", "UTC", "--locale", "en-US")
        assert result.returncode == code, result.stderr
        if code != 0:
            return result.stderr, {}
        pages = [page.read_text(encoding="utf-8") for page in sorted(out.rglob("*.html")) if page.stem.isdigit()]
        text = " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)) for page in pages)
        text = re.sub(r"[\u2066-\u2069]", "", text)
        return re.sub(r"\s+", " ", text), json.loads(report.read_text())
    return run


START = 1770000000000
MINUTE = 60_000


def signal_backup(folder, *items):
    records = [
        {"version": "1", "backupTimeMs": str(START)}, {"account": {"givenName": "Mira", "accountSettings": {}}},
        {"recipient": {"id": "1", "self": {}}},
        {"recipient": {"id": "2", "contact": {"aci": "AAAAAAAAAAAAAAAAAAAAAQ==", "profileGivenName": "Robin", "registered": {}}}},
        {"chat": {"id": "1", "recipientId": "2"}},
        *({"chatItem": {"chatId": "1", "authorId": "2", **item}} for item in items)]
    name = "signal-backup-2026-02-03-04-05-06"
    write(folder, f"{name}/main.jsonl", "".join(json.dumps(record) + "\n" for record in records))
    write(folder, f"{name}/metadata.json", {"version": 1})
    return folder / name


def signal_text(minute, words, **members):
    return {"dateSent": str(START + minute * MINUTE), "incoming": {"dateReceived": str(START + minute * MINUTE + 1)},
            "standardMessage": {"text": {"body": words}, **members}}


def test_an_earlier_text_lasts_until_the_next_one_was_written(export, tmp_path):
    # START is 2:40 AM.
    message = {**signal_text(30, "version three"), "revisions": [
        {"chatId": "1", "authorId": "2", **signal_text(0, "version one")},
        {"chatId": "1", "authorId": "2", **signal_text(10, "version two")}]}
    text, _ = export(signal_backup(tmp_path, message))
    assert re.search(r"Until 2:50 AM version one Until 3:10 AM version two", text.replace("\u202f", " "))
    assert "Until 2:40" not in text.replace("\u202f", " ")


def test_a_contact_shows_each_of_its_names(export, tmp_path):
    name = {"givenName": "Al", "nickname": "Tidy"}
    contact = {"dateSent": str(START), "incoming": {"dateReceived": str(START + 1)}, "contactMessage": {
        "contact": {"name": name, "organization": "Harbour Office", "number": [{"value": "+123456789"}]}}}
    text, _ = export(signal_backup(tmp_path, contact, signal_text(1, "hello")))
    assert all(words in text for words in ["Al", "Tidy", "Harbour Office", "+123456789"])


def test_a_reaction_without_a_time_has_none(export, tmp_path):
    message = signal_text(1, "hello", reactions=[{"emoji": "\U0001f44d", "authorId": "1", "sentTimestamp": "0", "sortOrder": "1"}])
    export(signal_backup(tmp_path, message))
    pages = "".join(page.read_text() for page in (tmp_path / "site").rglob("1.html"))
    assert "\U0001f44d" in pages and "1970" not in pages


def test_a_new_name_is_told_with_the_old_one(export, tmp_path):
    change = {"dateSent": str(START), "directionless": {},
              "updateMessage": {"profileChange": {"previousName": "Rob", "newName": "Robin"}}}
    text, report = export(signal_backup(tmp_path, change, signal_text(1, "hello")))
    assert "Rob is now known as Robin" in text
    assert not any("previousName" in row["path"] for row in report["account"])


def test_the_time_of_a_reaction_is_told(export, tmp_path):
    message = signal_text(0, "hello", reactions=[{"emoji": "👍", "authorId": "2", "sentTimestamp": str(START + 5 * MINUTE), "sortOrder": "1"}])
    _, report = export(signal_backup(tmp_path, message))
    rows = {row["path"]: row.get("rule") for row in report["account"]}
    assert "chatItem.standardMessage.reactions[].sentTimestamp" not in rows
    assert rows["chatItem.standardMessage.reactions[].sortOrder"] == "bookkeeping"
    pages = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "site").rglob("*.html"))
    assert re.search(r"Robin · 2:45[\s\u202f]AM", html.unescape(pages))
