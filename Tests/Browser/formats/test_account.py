"""Nothing of an export disappears without a word: each text is on a page or in the report's account.

The fixtures and the made exports are read here by `account.py`, without the program.
"""

import json
import re
import shutil
import sqlite3
import xml.etree.ElementTree as tree
from pathlib import Path

import pytest

from account import unexplained
from conftest import SHARED
from test_formats import CASES, NOT_READ

FIXTURES = Path(__file__).parents[2] / "ChatImportTests" / "Fixtures"
INPUTS = sorted(
    source for case in FIXTURES.glob("*/*/") if case.is_dir() for source in case.iterdir()
    if source.name not in ("expected.txt", "FACTS.md", "SOURCE.txt", "make.py") and not source.name.startswith("."))


def exported(program, source, folder, *options):
    """The site and the report of an export."""
    site, report = folder / "site", folder / "report.json"
    result = program.run(source, "--out", site, "--report", report, "--time-zone", "UTC", *options)
    assert result.returncode in (0, 1), result.stderr
    return site, json.loads(report.read_text()), result


# Texts that are on the pages in other words, or are reported by a note or a loss of their own. Text logs and pages in HTML are full of
# such words; what becomes of their lines is in the fixtures' expected texts.
OTHER_WORDS = {
    "chatgpt": ["**.content.parts[]"],  # marks of citations and of letters
    "chatlab": ["messages[].content"],  # labels of kinds: [Image: …]
    "claudeai": ["[].chat_messages[].text", "[].docs[].content"],  # tags of artifacts; projects are a note
    "claude-ai": ["[].chat_messages[].text", "[].docs[].content"],
    "claudecode": ["<user>.message.content", "<assistant>.message.content[].text", "<system>.content"],  # caveats are a note
    "claude-code": ["<user>.message.content", "<system>.content"],
    "codex": ["<response_item>.payload.content[].text"],  # instructions are a note
    "colloquy": ["event/message", "span@class", "span@style"],
    "copilot": ["requests[].response[].pastTenseMessage.value"],  # a link with the file's name
    "discord": ["messages[].content", "**Url", "**url", "column Date"],
    "discordpackage": ["*", "[].Attachments"],
    "gemini": ["[].safeHtmlItem[].html", "[].subtitles[].name", "[].header", "[].title"],
    "geminicli": ["history[].parts[].text", "<user>.content[].text", "[].parts[].text", "[].message"],
    "gemini-cli": ["[].message"],
    "imessage": ["message.text", "attachment.filename", "attachment.transfer_name", "chat.display_name", "ZABCDRECORD.ZORGANIZATION"],
    "kakaotalk": ["column Message"],  # words for photos and stickers
    "mattermost": ["**.path", "<direct_post>.direct_post.message"],
    "meta": ["messages[].content", "messages[].text", "messages[].files[].uri"],  # notices; downloads write UTF-8 as Latin-1
    "signal": ["message.body", "body"],
    "slack": ["[].blocks[].text", "[].blocks[].text.text", "[].text"],  # Markdown and names of emoji
    "telegram": ["messages[].contact_vcard"],
}


def explain(program, source, name, folder, *options):
    site, report, _ = exported(program, source, folder, *options)
    known = [{"path": path} for path in OTHER_WORDS.get(name, [])]
    lost = [entry for entry in unexplained(site, [str(source)], report["account"] + known) if entry[0] not in ("line", "html text")]
    return "\n".join(f"{path}: {count} texts such as {example!r}" for path, count, example in lost)


def name(source) -> str | None:
    return f"{source.parent.parent.name}/{source.parent.name}/{source.name}" if isinstance(source, Path) else None


@pytest.mark.parametrize("source", INPUTS, ids=name)
def test_every_text_of_a_fixture_is_shown_or_accounted_for(program, tmp_path, source):
    assert explain(program, source, source.parent.parent.name, tmp_path) == ""


@pytest.mark.parametrize("case", [case for case in CASES if case.parent.name not in NOT_READ], ids=lambda case: f"{case.parent.name}/{case.name}" if isinstance(case, Path) else None)
def test_every_text_of_a_made_export_is_shown_or_accounted_for(program, tmp_path, case):
    expected = json.loads((case / "expected.json").read_text())
    source = (case / expected["source"]).resolve()
    assert explain(program, source, case.parent.name, tmp_path, *expected.get("run", [])) == ""


@pytest.mark.parametrize("source", INPUTS, ids=name)
def test_a_fixture_has_no_unknown_words(program, tmp_path, source):
    _, report, result = exported(program, source, tmp_path)
    unknown = [row["path"] for row in report["account"] if row["state"] == "unknown" and row["texts"]]
    assert unknown == [] and "unknown-text" not in report["findingCounts"], result.stderr


# A member that no app writes, at every level of every record.

WORDS = "novelty words ünknown"


def with_novelty(value):
    if isinstance(value, dict):
        return {**{key: with_novelty(member) for key, member in value.items()}, "novelty": WORDS}
    return [with_novelty(element) for element in value] if isinstance(value, list) else value


# Objects whose names are data.
MAPS = {"emoji.json", "index.json", "conversation_asset_file_names.json"}


def changed_json(text, has_lines):
    """The file with the member in each object; None if it is not JSON."""
    prefix = re.match(r"\s*window\.[\w.$\[\]\"']+\s*=\s*", text)
    head, body = (text[:prefix.end()], text[prefix.end():]) if prefix else ("", text)
    try:
        value = json.loads(body)
        return head + json.dumps(with_novelty(value), ensure_ascii=False) if isinstance(value, (dict, list)) else None
    except ValueError:
        if not has_lines:
            return None
    lines, found = [], False
    for line in text.splitlines():
        try:
            value = json.loads(line)
            found = found or isinstance(value, dict)
            line = json.dumps(with_novelty(value), ensure_ascii=False)
        except ValueError:
            pass
        lines.append(line)
    return "\n".join(lines) + "\n" if found else None


def add_novelty(folder):
    """Changes the files of a folder; returns how many."""
    count = 0
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.is_symlink():
            continue
        data = path.read_bytes()
        if data[:16] == b"SQLite format 3\0":
            count += changed_database(path)
        elif path.suffix == ".xml":
            count += changed_xml(path)
        elif path.suffix in (".json", ".jsonl", ".js") and path.name not in MAPS:
            try:
                changed = changed_json(data.decode("utf-8"), path.suffix == ".jsonl")
            except UnicodeDecodeError:
                continue
            if changed is not None:
                path.write_text(changed)
                count += 1
    return count


def changed_database(path):
    if (path.parent / (path.name + "-wal")).exists():
        return 0
    database = sqlite3.connect(path)
    try:
        tables = [row[0] for row in database.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")]
        for table in tables:
            database.execute(f'alter table "{table}" add column novelty text')
            database.execute(f'update "{table}" set novelty = ?', (WORDS,))
        database.commit()
        return 1
    except sqlite3.DatabaseError:
        return 0
    finally:
        database.close()


def changed_xml(path):
    try:
        document = tree.parse(path)
    except tree.ParseError:
        return 0
    for element in document.iter():
        element.set("novelty", WORDS)
    document.write(path, encoding="utf-8")
    return 1


@pytest.mark.parametrize("source", [source for source in INPUTS if source.is_dir() or source.suffix in (".json", ".jsonl", ".xml", ".db", ".sqlite")], ids=name)
def test_a_member_of_a_newer_version_is_reported(program, tmp_path, source):
    copy = tmp_path / source.name
    if source.is_dir():
        shutil.copytree(source, copy)
    else:
        (tmp_path / "input").mkdir()
        copy = Path(shutil.copy(source, tmp_path / "input"))
    if add_novelty(copy if copy.is_dir() else copy.parent) == 0:
        pytest.skip("no JSON, XML or SQLite in this fixture")
    site, report, result = exported(program, copy, tmp_path)
    # A file that nobody reads is listed as such.
    listed = any(row["path"] == "file *.json" for row in report["account"])
    lost = [entry for entry in unexplained(site, [str(copy)], report["account"])
            if "novelty" in entry[0] and not (listed and entry[0] == "novelty")]
    assert lost == [], result.stderr


def test_found_T1_unknown_words_are_a_warning_and_strict_fails(program, tmp_path):
    chat = {"format": "chatexport/1", "title": "Tides", "participants": [{"id": "a", "name": "Ana"}], "messages": [
        {"id": "1", "from": "a", "at": "2026-05-01T09:00:00Z", "text": "Low", "footnote": "at the old pier"},
        {"id": "2", "from": "a", "at": "2026-05-01T09:01:00Z", "text": "High", "poll": {"question": "?", "options": [{"text": "x", "aside": "näh"}]}, "kind": "poll"}]}
    source = tmp_path / "chat.json"
    source.write_text(json.dumps(chat))
    _, report, result = exported(program, source, tmp_path, "--strict")
    rows = {row["path"]: row for row in report["account"]}
    assert result.returncode == 1
    assert {path: row["state"] for path, row in rows.items()} == {
        "messages[].footnote": "unknown", "messages[].poll.options[].aside": "unknown"}
    assert rows["messages[].footnote"]["texts"] == 1 and rows["messages[].footnote"]["records"] == 1
    assert source.read_bytes()[rows["messages[].footnote"]["example"]["offset"]:].startswith(b"at the old pier")
    assert "2 members of chatexport that chatexport does not know hold text" in result.stderr
    # The check says the same, and writes nothing.
    before = sorted(tmp_path.rglob("*"))
    check = program.run("check", source, "--json", "--strict")
    assert check.returncode == 1 and json.loads(check.stdout)["account"] == report["account"]
    assert program.run("check", source).returncode == 0 and sorted(tmp_path.rglob("*")) == before


def test_a_check_says_what_options_are_taken_to_be(program, tmp_path):
    folder = tmp_path / "WhatsApp Chat with Ana"
    folder.mkdir()
    (folder / "_chat.txt").write_text(
        "[13/02/2024, 21:05:33] Ana: Hi\n[13/02/2024, 21:06:00] Bo: Hello\n", encoding="utf-8")
    text = program.run("check", folder)
    assert text.returncode == 0
    assert "[whatsapp]" in text.stdout and "2 messages, 2024-02-13" in text.stdout
    assert "people: " in text.stdout and "time zone: UTC (assumed" in text.stdout and "order of dates: dmy" in text.stdout
    data = json.loads(program.run("check", folder, "--json", "--me", "Bo", "--time-zone", "Europe/Lisbon").stdout)
    chat = data["conversations"][0]
    assert chat["me"] == {"value": "Bo", "evidence": "--me"}
    assert chat["timeZone"] == {"value": "Europe/Lisbon", "evidence": "--time-zone"}
    assert chat["kinds"] == {"text": 2} and [person["messages"] for person in chat["people"]] == [1, 1]


def test_a_check_ends_like_an_export(program, tmp_path):
    (tmp_path / "odd.txt").write_text("no chat\n")
    for arguments, code in ((["odd.txt"], 3), (["absent"], 3), ([], 2)):
        assert program.run("check", *arguments, folder=tmp_path).returncode == code
