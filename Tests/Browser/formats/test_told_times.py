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


def snapshot(folder, name, *items):
    path = signal_backup(folder, *items)
    return path.rename(folder / name)


def revision(minute, words):
    return {"chatId": "1", "authorId": "2", **signal_text(minute, words)}


@pytest.mark.parametrize("reverse", [False, True])
def test_a_message_edited_between_two_exports_appears_once_where_it_was_written(export, tmp_path, reverse):
    """Each edit has a time of its own; the newest one says how the message reads, whichever export is given first."""
    between = signal_text(5, "said in between")
    older = snapshot(tmp_path, "signal-backup-a", {**signal_text(2, "text two"), "revisions": [revision(0, "text one")]}, between)
    newer = snapshot(tmp_path, "signal-backup-b", between, {
        **signal_text(10, "text three"), "revisions": [revision(0, "text one"), revision(2, "text two")]})
    sources = [older, newer]
    text, _ = export(*(reversed(sources) if reverse else sources))
    page = (tmp_path / "site").rglob("1.html")
    rows = re.findall(r'<article id="m-.*?</article>', "".join(path.read_text() for path in page), re.S)
    assert len(rows) == 2 and "text three" in rows[0] and "in between" in rows[1]
    assert [text.count(words) for words in ("text one", "text two", "text three", "said in between")] == [1, 1, 1, 1]


@pytest.mark.parametrize("sent", [0, 2, 10])
def test_a_quotation_of_any_text_of_an_edited_message_leads_to_it(export, tmp_path, sent):
    quote = {"targetSentTimestamp": str(START + sent * MINUTE), "authorId": "2", "text": {"body": "as it was then"}}
    edited = {**signal_text(10, "text three"), "revisions": [revision(0, "text one"), revision(2, "text two")]}
    export(signal_backup(tmp_path, signal_text(4, "an answer", quote=quote), edited))
    page = "".join(path.read_text(encoding="utf-8") for path in (tmp_path / "site").rglob("1.html"))
    target = re.findall(r'<article id="m-([^"]*)"', page)[-1]
    assert f'href="#m-{target}"' in page.split("an answer")[0].split("as it was then")[0]


def test_an_edited_message_that_was_deleted_later_appears_once(export, tmp_path):
    """Once deleted, it has the time of its last text alone."""
    edited = {**signal_text(5, "text two"), "revisions": [revision(0, "text one")]}
    deleted = {"dateSent": str(START + 5 * MINUTE), "incoming": {"dateReceived": str(START + 1)}, "remoteDeletedMessage": {}}
    older = snapshot(tmp_path, "signal-backup-a", edited, signal_text(2, "said in between"))
    newer = snapshot(tmp_path, "signal-backup-b", signal_text(2, "said in between"), deleted, signal_text(20, "the end"))
    text, _ = export(older, newer)
    assert re.search(r"said in between.*Deleted message text two.*text one.*the end", text) and text.count("Deleted message") == 1
