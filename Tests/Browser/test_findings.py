"""What exports of real chats showed to be wrong on the pages or on the command line, by the names the faults were given."""

import html
import json
import re
from pathlib import Path

import pytest


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
    assert 'data-box="name"' not in rows(site)
    assert "--me" not in errors


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
