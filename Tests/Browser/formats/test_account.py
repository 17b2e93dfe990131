"""Nothing of an export disappears without a word: each text is on a page or in the report's account.

The fixtures and the made exports are read here by `account.py`, without the program.
"""

import base64
import json
import re
import resource
import shutil
import sqlite3
import xml.etree.ElementTree as tree
from pathlib import Path

import pytest

from account import unexplained
from conftest import SHARED
from test_formats import MADE_AND_READ, format_of as made_format, name as made_name

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
    # The program that wrote the file; a value that the event's sentence does without; a person named by words in the page's language.
    "chatexport": ["generator", "details.name", "participants[].name"],
    "chatgpt": ["**.content.parts[]"],  # marks of citations and of letters
    "chatlab": ["messages[].content"],  # labels of kinds: [Image: …]
    "claudeai": ["[].chat_messages[].text", "[].docs[].content"],  # tags of artifacts; projects are a note
    "claudecode": ["<user>.message.content", "<assistant>.message.content[].text", "<system>.content"],  # caveats are a note
    "codex": ["<response_item>.payload.content[].text"],  # instructions are a note
    "colloquy": ["event/message", "span@class", "span@style"],
    "copilot": ["requests[].response[].pastTenseMessage.value"],  # a link with the file's name
    "discord": ["messages[].content", "**Url", "**url", "column Date"],
    "discordpackage": ["*", "[].Attachments"],
    "gemini": ["[].safeHtmlItem[].html", "[].subtitles[].name", "[].header", "[].title"],
    "geminicli": ["history[].parts[].text", "<user>.content[].text", "[].parts[].text", "[].message"],
    "googlechat": ["**.created_date", "**.deleted_date", "**.updated_date"],  # dates in words, shown as the page writes dates
    "hangouts": ["**.link_target"],
    "imessage": ["message.text", "attachment.filename", "attachment.transfer_name", "chat.display_name", "ZABCDRECORD.ZORGANIZATION"],
    "kakaotalk": ["column Message"],  # words for photos and stickers
    "mattermost": ["**.path", "<direct_post>.direct_post.message"],
    "meta": ["messages[].content", "messages[].text", "messages[].files[].uri"],  # notices; downloads write UTF-8 as Latin-1
    "matrix": ["**.body", "**.formatted_body"],  # HTML, and the answered message's words
    "rocketchat": ["**msg", "msg", "**.title_link"],  # Markdown, empty links
    "signal": ["message.body", "body"],
    "skype": ["**.content"],  # elements, and words for older programs
    "slack": ["[].blocks[].text", "[].blocks[].text.text", "[].text"],  # Markdown and names of emoji
    "table": ["data.items[].when"],  # times in a form of their own
    "telegram": ["messages[].contact_vcard"],  # the app's words for a file that the export lacks
    # Names in place of numbers, status updates.
    "whatsapp": ["message.text_data", "ZWAMESSAGE.ZTEXT", "ZWAMEDIAITEM.ZVCARDNAME", "messages.data", "message_ui_elements.element_content", "*.messages.*.data"],
    "zulip": ["[].content", "messages[].content", "zerver_message[].rendered_content", "zerver_message[].content", "zerver_message[].edit_history", "zerver_submessage[].content"],
    "cursor": ["message.content[].text", "cursorDiskKV.value"],  # what the program adds is a note, a damaged value a loss
    "opencode": ["[].content"],  # lists of tasks are a note
    "openwebui": ["[].chat.history.messages.*.content"],  # elements that the program writes into texts
    "quassel": ["backlog.message"],  # codes of styles; sentences about topics
    "thelounge": ["messages.msg(json).text"],
}
# Formats of made exports whose fixtures have another name.
FORMATS = {"claude-ai": "claudeai", "claude-code": "claudecode", "copilot-cli": "copilotcli", "gemini-cli": "geminicli", "google-chat": "googlechat",
           "google-voice": "googlevoice", "whatsapp-db": "whatsapp", "x-twitter": "twitter"}


def explain(program, source, name, *options):
    run = program.shared(source, "--time-zone", "UTC", *options)
    assert run.returncode in (0, 1), run.stderr
    site, report = run.site.folder, run.report
    known = [{"path": path} for path in OTHER_WORDS.get(FORMATS.get(name, name), [])]
    lost = [entry for entry in unexplained(site, [str(source)], report["account"] + known) if entry[0] not in ("line", "html text")]
    return "\n".join(f"{path}: {count} texts such as {example!r}" for path, count, example in lost)


def name(source) -> str | None:
    return f"{source.parent.parent.name}/{source.parent.name}/{source.name}" if isinstance(source, Path) else None


def format_of(source) -> str:
    """The format that a fixture is of."""
    return source.parent.parent.name


@pytest.mark.sweep(kind=format_of)
@pytest.mark.parametrize("source", INPUTS, ids=name)
def test_every_text_of_a_fixture_is_shown_or_accounted_for(program, source):
    assert explain(program, source, format_of(source)) == ""


@pytest.mark.sweep(kind=made_format)
@pytest.mark.parametrize("case", MADE_AND_READ, ids=made_name)
def test_every_text_of_a_made_export_is_shown_or_accounted_for(program, case):
    expected = json.loads((case / "expected.json").read_text())
    source = (case / expected["source"]).resolve()
    assert explain(program, source, case.parent.name, *expected.get("run", [])) == ""


@pytest.mark.sweep(kind=format_of)
@pytest.mark.parametrize("source", INPUTS, ids=name)
def test_a_fixture_has_no_unknown_words(program, source):
    run = program.shared(source, "--time-zone", "UTC")
    assert run.returncode in (0, 1), run.stderr
    unknown = [row["path"] for row in run.report["account"] if row["state"] == "unknown" and row["texts"]]
    assert unknown == [] and "unknown-text" not in run.report["findingCounts"], run.stderr


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


@pytest.mark.sweep(kind=format_of)
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



def test_a_member_in_the_json_of_a_database_is_reported(program, tmp_path):
    """slackdump keeps what Slack's servers answer as JSON in rows."""
    folder = Path(shutil.copytree(FIXTURES / "slack" / "archive" / "export", tmp_path / "export"))
    database = sqlite3.connect(folder / "slackdump.sqlite")
    rows = database.execute("select rowid, data from message").fetchall()
    for number, data in rows:
        text = data.decode() if isinstance(data, bytes) else data
        try:
            changed = json.dumps(with_novelty(json.loads(text)))
        except ValueError:
            continue
        database.execute("update message set data = ? where rowid = ?", (changed.encode() if isinstance(data, bytes) else changed, number))
    database.commit()
    database.close()
    _, report, result = exported(program, folder, tmp_path)
    found = {row["path"]: row for row in report["account"] if row["path"].endswith("novelty")}
    assert found["[].novelty"]["state"] == "unknown" and 0 < found["[].novelty"]["texts"] <= len(rows), result.stderr
    assert "unknown-text" in report["findingCounts"]

def test_unknown_words_are_a_warning_and_strict_fails(program, tmp_path):
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


@pytest.mark.parametrize("options, code", [(["--theme", "nonsense"], 2), (["--locale", "xx-yy"], 2), (["--me", "Cy"], 2), ([], 0)],
                         ids=lambda value: value[0] if isinstance(value, list) and value else None)
def test_a_check_refuses_what_an_export_refuses(program, tmp_path, options, code):
    source = tmp_path / "chat.json"
    source.write_text(chat({"id": "1", "from": "a", "text": "Low"}))
    assert program.run("check", source, *options).returncode == code
    assert program.run(source, "--out", tmp_path / "site", *options).returncode == code


# What a check and a report both have.
SHARED_MEMBERS = ("account", "findingCounts", "findings", "losses", "warningCount")


def assert_equal_findings(program, source, folder, *options):
    """Compares a check with an export. Returns its result."""
    export = program.run(source, "--out", folder / "site", "--report", folder / "report.json", "--strict", *options)
    result = program.run("check", source, "--json", "--strict", *options)
    assert result.returncode == export.returncode, export.stderr + result.stderr
    report, found = json.loads((folder / "report.json").read_text()), json.loads(result.stdout)
    for name in SHARED_MEMBERS:
        assert found[name] == report[name], name
    for one, other in zip(found["conversations"], report["conversations"], strict=True):
        for name in ("title", "format", "messages", "kinds", "first", "last"):
            assert one.get(name) == other.get(name)
        assert (len(one["people"]), one["timeZone"]["value"]) == (other["participants"], other["timeZone"])
    return found


@pytest.mark.sweep(kind=made_format)
@pytest.mark.parametrize("case", MADE_AND_READ, ids=made_name)
def test_a_check_finds_what_an_export_finds(program, tmp_path, case):
    expected = json.loads((case / "expected.json").read_text())
    assert_equal_findings(program, (case / expected["source"]).resolve(), tmp_path, *expected.get("run", []))


def test_a_check_misses_no_file(program, tmp_path):
    folder = tmp_path / "WhatsApp Chat with Ann"
    folder.mkdir()
    (folder / "WhatsApp Chat with Ann.txt").write_text(
        "25/01/2026, 10:00 - Ann: here.png (file attached)\n25/01/2026, 10:01 - Ann: IMG-1.jpg (file attached)\n"
        "25/01/2026, 10:02 - Bo: IMG-2.jpg (file attached)\n25/01/2026, 10:03 - Bo: Hi\n", encoding="utf-8")
    (folder / "here.png").write_bytes(PICTURE)
    (folder / "IMG-2.jpg").write_bytes(b"\xff\xd8\xff\xe0 is no picture")
    found = assert_equal_findings(program, folder, tmp_path)
    assert found["losses"] == found["findingCounts"]["missing-file"] == 2
    assert program.run("check", folder, "--strict").returncode == 1
    lines = program.run("check", folder).stdout.splitlines()
    assert "account: every part of the input is shown as it is" not in lines and "2 losses, 0 warnings" in lines
    assert any(line.startswith("loss: ") and "'IMG-1.jpg' is not in the export's folder" in line for line in lines)
    # Files of messages that are not asked for are not looked for.
    assert assert_equal_findings(program, folder, tmp_path, "--from", "2030-01-01")["losses"] == 0


def test_a_check_looks_for_pictures_of_people_reactions_and_films(program, tmp_path):
    source = tmp_path / "chat.json"
    source.write_text(chat(
        {"id": "1", "from": "a", "text": "Low", "reactions": [{"emoji": "wave", "image": "wave.png", "by": ["a"]}]},
        {"id": "2", "from": "a", "attachments": [{"kind": "video", "path": "film.mp4", "poster": "still.jpg"}]},
        participants=[{"id": "a", "name": "Ana", "avatar": "ana.png"}, {"id": "b", "name": "Bo", "avatar": "bo.png"}]))
    (tmp_path / "bo.png").write_bytes(PICTURE)
    found = assert_equal_findings(program, source, tmp_path)
    assert sorted(re.search("'(.*?)'", finding["message"])[1] for finding in found["findings"] if finding["code"] == "missing-file") == [
        "ana.png", "film.mp4", "still.jpg", "wave.png"]


def test_a_check_counts_equal_photos_once(program, tmp_path):
    photo = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(64)
    source = tmp_path / "chat.json"
    source.write_text(chat(*({"id": name, "from": "a", "attachments": [{"kind": "image", "path": f"{name}.heic"}]} for name in "xyz")))
    for name, content in (("x", photo), ("y", photo), ("z", photo + b"z")):
        (tmp_path / f"{name}.heic").write_bytes(content)
    found = assert_equal_findings(program, source, tmp_path)
    assert any(finding["message"].startswith("2 photos are HEIC files") for finding in found["findings"])


def test_a_check_claims_of_a_conversation_only_what_holds_for_it(program, tmp_path):
    source = tmp_path / "chat.json"
    source.write_text(chat({"id": "1", "from": "a", "at": "2026-05-01T10:00:00Z", "text": "Low"}))
    folder = tmp_path / "WhatsApp Chat with Bo"
    folder.mkdir()
    (folder / "_chat.txt").write_text("[13/02/2024, 21:05:33] Bo: Hi\n", encoding="utf-8")
    result = program.run("check", source, folder, "--json", "--me", "Bo")
    own, other = json.loads(result.stdout)["conversations"]
    assert own["me"] == {"evidence": "nobody in this conversation is called 'Bo'"} and other["me"] == {"value": "Bo", "evidence": "--me"}
    for conversation in (own, other):
        assert conversation["timeZone"]["evidence"].startswith("assumed where the export gives times without a zone")


# A check as people see it.


def check(program, source, *options):
    """The result of a check as JSON."""
    result = program.run("check", source, "--json", *options)
    assert result.returncode in (0, 1), result.stderr
    return json.loads(result.stdout)


def chat(*messages, **members):
    """A file of our own format with one person, `a`."""
    return json.dumps({"format": "chatexport/1", "title": "Tides", "participants": [{"id": "a", "name": "Ana"}],
                       "messages": list(messages), **members})


def test_names_cannot_control_the_terminal_of_a_check(program, tmp_path):
    name = "Ana\x1b[2J\nloss: all of it\u202egnp\x9b1m"
    source = tmp_path / "chat.json"
    source.write_text(chat({"id": "1", "from": "a", "text": "Low"}, title="Tides\x1b]0;x\x07\nloss: everything",
                           participants=[{"id": "a", "name": name}]))
    result = program.run("check", source, "--me", name)
    assert result.returncode == 0, result.stderr
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", result.stdout)
    lines = result.stdout.splitlines()
    assert "Tides␛]0;x␇␊loss: everything [chatexport]" in lines
    assert not [line for line in lines if line.startswith("loss:")]
    assert any(line.startswith("  people: Ana␛[2J␊loss: all of it<U+202E>gnp<U+009B>1m (1)") for line in lines)


def test_a_name_begins_no_line_of_a_summary(program, tmp_path):
    source = tmp_path / "chat.json"
    source.write_text(chat({"id": "1", "from": "a", "text": "Low"}, {"id": "2", "from": "b", "text": "High"}, participants=[
        {"id": "a", "name": "Ana\nwarning: the site is broken"}, {"id": "b", "name": "Bo"}]))
    _, _, result = exported(program, source, tmp_path)
    assert "Ana␊warning: the site is broken" in result.stderr
    assert not [line for line in result.stderr.splitlines() if line.startswith("warning:")]


def test_sequences_of_terminals_that_are_not_shown_are_reported(program, tmp_path):
    source = tmp_path / "chat.json"
    source.write_text(chat({"id": "1", "from": "a", "text": "\x1b[31mred\x1b[0m"}, {"id": "2", "from": "a", "text": "plain"},
                           {"id": "3", "from": "a", "kind": "toolResult", "text": "10 %\r20 %"}))
    _, report, _ = exported(program, source, tmp_path)
    found = [finding for finding in report["findings"] if finding["code"] == "terminal-text"]
    assert report["findingCounts"]["terminal-text"] == 2 and [finding["severity"] for finding in found] == ["note", "note"]
    assert "[0]" in found[0]["place"] and "[2]" in found[1]["place"] and "overwrote" in found[1]["message"]


LINKS = [
    ({"text": "[one](javascript:alert(1)) [two](other.html) [three](ftp://x.org/a) [four](https://x.org) <javascript:2> [a][b]\n\n[b]: data:text/html,x",
      "markup": "markdown"}, {"javascript:", "relative", "ftp:", "data:"}),
    ({"text": "| a | b |\n| - | - |\n| [x](javascript:1) | y |", "markup": "markdown"}, {"javascript:"}),
    ({"text": "[![](cat.png)](https://user:word@x.org/)", "markup": "markdown"}, {"not well-formed"}),
    ({"text": "one two", "spans": [{"start": 0, "end": 3, "style": "link", "url": "JavaScript:alert(1)"}]}, {"javascript:"}),
    ({"text": "javascript:1", "spans": [{"start": 0, "end": 12, "style": "link", "url": "javascript:1"}]}, set()),
    ({"linkPreview": {"url": "javascript:1", "title": "x"}}, {"javascript:"}),
    ({"text": "see javascript:1, a/b.html and https://x.org, [x] (y) and `[a](b)`", "markup": "markdown"}, set()),
]


@pytest.mark.parametrize("output", ["site", "chat.pdf", "convert"])
def test_links_that_pages_do_not_follow_are_in_the_account(program, tmp_path, output):
    for message, kinds in LINKS:
        source, report = tmp_path / "chat.json", tmp_path / "report.json"
        source.write_text(chat({"id": "1", "from": "a", **message}))
        out = ["convert", source, "--out", tmp_path / "c.txt"] if output == "convert" else [source, "--out", tmp_path / output]
        result = program.run(*out, "--report", report)
        assert result.returncode == 0, result.stderr
        rows = [row for row in json.loads(report.read_text())["account"] if row["path"].startswith("link")]
        assert {row["path"][6:-1] for row in rows} == kinds, message
        assert all((row["state"], row["rule"], row["records"], row["format"]) == ("left-out", "refused-link", 1, "chatexport") for row in rows)


def turn(number, role, text, parent):
    return {"id": number, "parent": parent, "children": [], "message": text and {
        "id": number, "author": {"role": role}, "create_time": 1.7e9 + int(number), "metadata": {},
        "content": {"content_type": "text", "parts": [text]}}}


def test_a_check_names_people_as_the_pages_do(program, tmp_path):
    turns = [turn("0", "", None, None), turn("1", "user", "When is low tide?", "0"), turn("2", "assistant", "At nine.", "1")]
    source = tmp_path / "conversations.json"
    source.write_text(json.dumps([{"title": "Tides", "conversation_id": "c1", "create_time": 1.7e9, "current_node": "2",
                                   "mapping": {turn["id"]: turn for turn in turns}}]))
    people = [person["name"] for person in check(program, source, "--locale", "de")["conversations"][0]["people"]]
    assert people == ["Nutzer", "ChatGPT"]
    site, _, _ = exported(program, source, tmp_path, "--locale", "de")
    page = (site / "c1" / "1.html").read_text()
    assert all(name in page for name in people)


PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


def unread_files(report):
    return {row["path"]: (row["records"], row["example"]["file"].rpartition("/")[2])
            for row in report["account"] if row["path"].startswith("file ")}


def test_files_that_are_shown_are_not_unread(program, tmp_path):
    folder = tmp_path / "Tides"
    folder.mkdir()
    for name in ("face", "reaction", "poster", "photo", "preview", "unused"):
        (folder / f"{name}.png").write_bytes(PICTURE + name.encode())
    (folder / "film.mp4").write_bytes(b"\0\0\0\x18ftypisom\0\0\0\0isomiso2")
    (folder / "chat.json").write_text(chat(
        {"id": "1", "from": "a", "text": "Low", "reactions": [{"emoji": "wave", "count": 1, "image": "reaction.png"}]},
        {"id": "2", "from": "a", "kind": "media", "attachments": [
            {"kind": "image", "path": "photo.png"}, {"kind": "video", "path": "film.mp4", "poster": "poster.png"}]},
        {"id": "3", "from": "a", "text": "this one",
         "linkPreview": {"url": "https://tides.example", "title": "Tides", "image": {"path": "preview.png"}}},
        participants=[{"id": "a", "name": "Ana", "avatar": "face.png"}]))
    assert unread_files(check(program, folder)) == {"file *.png": (1, "unused.png")}


def test_own_emoji_and_pictures_of_reactions_are_not_unread(program, tmp_path):
    folder = tmp_path / "Harbour"
    folder.mkdir()
    for name in ("face", "wave", "blob", "unused"):
        (folder / f"{name}.png").write_bytes(PICTURE + name.encode())
    message = {
        "id": "5", "type": "Default", "timestamp": "2024-01-01T00:00:00+00:00", "content": "hi :wave_boat:",
        "author": {"id": "9", "name": "Ana", "isBot": False, "avatarUrl": "face.png"}, "attachments": [], "embeds": [], "mentions": [],
        "reactions": [{"emoji": {"id": "7", "name": "blob", "imageUrl": "blob.png"}, "count": 1}],
        "inlineEmojis": [{"id": "8", "name": "wave_boat", "imageUrl": "wave.png"}]}
    (folder / "chat.json").write_text(json.dumps({
        "guild": {"id": "0", "name": "Harbour"}, "channel": {"id": "1", "type": "GuildTextChat", "name": "pier"},
        "dateRange": {"after": None, "before": None}, "messages": [message], "messageCount": 1}))
    assert unread_files(check(program, folder)) == {"file *.png": (1, "unused.png")}


def test_empty_values_of_a_table_are_not_counted(program, tmp_path):
    source = tmp_path / "chat.db"
    shutil.copy(FIXTURES / "imessage" / "oldest" / "chat.db", source)
    database = sqlite3.connect(source)
    database.execute("alter table message add column novelty")
    rows = [row[0] for row in database.execute("select rowid from message order by rowid limit 4")]
    for row, value in zip(rows, [b"", "", b"\0 \xff", "a b"]):
        database.execute("update message set novelty = ? where rowid = ?", (value, row))
    database.commit()
    database.close()
    counts = [(row["records"], row["texts"]) for row in check(program, source)["account"] if row["path"] == "message.novelty"]
    assert len(rows) == 4 and counts == [(2, 1)]


# Hostile inputs.


def test_paths_have_few_steps(program, tmp_path):
    deep = "words of a person"
    for level in range(300):
        deep = {"deeper": deep} if level % 2 else [deep]
    source = tmp_path / "chat.json"
    source.write_text(chat({"id": "1", "from": "a", "text": "Low", "extra": deep}))
    row, = check(program, source)["account"]
    assert (row["records"], row["texts"]) == (1, 1)
    assert row["path"].startswith("messages[].extra.deeper[].deeper[]") and row["path"].endswith(".**")
    assert len(row["path"]) < 400


def test_names_of_any_length_make_short_paths(program, tmp_path):
    source = tmp_path / "sms.xml"
    source.write_text(f"""<?xml version='1.0' encoding='UTF-8'?>
<smses count="1"><sms address="+1555" date="1700000000000" type="1" body="Low" {'n' * 5000}="words of a person" /></smses>""")
    row, = [row for row in check(program, source)["account"] if row["texts"]]
    assert row["path"].startswith("sms@nnnn") and len(row["path"]) <= 400


def test_the_number_of_shapes_is_bounded(program, tmp_path):
    def name(number):
        return "".join(chr(97 + number // 26 ** place % 26) for place in range(4))

    def tree(number, depth):
        return {name(number * 11 + child): tree(number * 11 + child, depth - 1) for child in range(10)} if depth else [["a b"]]

    source = tmp_path / "chat.json"
    source.write_text(chat({"id": "1", "from": "a", "text": "Low", "extra": tree(1, 4)}))
    rows = check(program, source)["account"]
    assert len(rows) <= 5001 and sum(row["texts"] for row in rows) == 10_000


def test_kinds_of_records_are_names_and_never_words(program, tmp_path):
    records = [
        {"type": "version", "version": 1}, {"type": "team", "team": {"name": "t", "display_name": "T", "type": "O"}},
        {"type": "channel", "channel": {"team": "t", "name": "c", "display_name": "C", "type": "O"}}, {"type": "user", "user": {"username": "ana"}},
        {"type": "post", "post": {"team": "t", "channel": "c", "user": "ana", "message": "hi", "create_at": 1700000000000}},
        {"type": "tide.table_v2", "novelty": "a b"}]
    records += [{"type": f"words of a person {number} " * 20, "novelty": "a b"} for number in range(300)]
    records += [{"type": f"kind{number}", "novelty": "a b"} for number in range(300)]
    source = tmp_path / "export.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    rows = {row["path"]: row["records"] for row in check(program, source)["account"] if row["path"].endswith(".novelty")}
    assert rows["<tide.table_v2>.novelty"] == 1 and rows["<*>.novelty"] > 300
    assert sum(rows.values()) == 601 and len(rows) < 70 and not any("words" in path for path in rows)


def test_all_kinds_of_elements_are_counted(program, tmp_path):
    attributes = " ".join(f'novelty{number}="a b"' for number in range(3000))
    source = tmp_path / "sms.xml"
    source.write_text(f"""<?xml version='1.0' encoding='UTF-8'?>
<smses count="1"><sms address="+1555" date="1700000000000" type="1" body="Low" {attributes} /></smses>""")
    rows = {row["path"]: row["texts"] for row in check(program, source)["account"] if row["texts"]}
    assert sum(rows.values()) == 3000 and rows["**"] > 0


def test_positions_of_many_broken_elements_take_one_pass(program, tmp_path):
    # A file of one line: 200,000 broken elements took 37 s of CPU time when each looked for its line from the beginning.
    message = {"id": "5", "type": "Default", "timestamp": "2024-01-01T00:00:00+00:00", "content": "hi",
               "author": {"id": "9", "name": "Ana"}, "attachments": [], "embeds": [], "mentions": [], "reactions": []}
    head = json.dumps({"guild": {"id": "0", "name": "H"}, "channel": {"id": "1", "type": "GuildTextChat", "name": "pier"},
                       "dateRange": {}, "messages": []})[:-2]
    source = tmp_path / "chat.json"
    source.write_text(head + json.dumps(message) + ",{x}" * 200_000 + "]}")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    report = check(program, source)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 15
    assert report["losses"] == 200_000
    places = [finding["place"] for finding in report["findings"] if finding["code"] == "malformed-element"]
    assert f":1:{len(head + json.dumps(message)) + 3}: messages[1]" in places[0]


def test_positions_of_broken_lines_are_right(program, tmp_path):
    source = tmp_path / "chat.jsonl"
    head = json.dumps({"format": "chatexport/1", "title": "T", "participants": [{"id": "a", "name": "Ana"}]})
    lines = [head] + [json.dumps({"id": str(number), "from": "a", "text": "x" * (number % 50)}) for number in range(5000)]
    lines[1234] = lines[4321] = "{x}"
    source.write_text("\n".join(lines) + "\n")
    report = check(program, source)
    places = [finding["place"] for finding in report["findings"] if finding["code"] == "malformed-line"]
    assert [":1235:2" in places[0], ":4322:2" in places[1]] == [True, True]


def test_words_of_an_unsent_message_are_left_out_by_a_rule(program, tmp_path):
    def message(sender, text, second, **members):
        return {"isUnsent": False, "media": [], "reactions": [], "senderName": sender, "text": text, "timestamp": 1770000000000 + second * 1000, "type": "text", **members}
    source = tmp_path / "Bo_1.json"
    source.write_text(json.dumps({"participants": ["Ann", "Bo"], "threadName": "Bo", "messages": [
        message("Ann", "Is the kiln on?", 0), message("Bo", "oops wrong chat", 1, isUnsent=True)]}))
    site, report, _ = exported(program, source, tmp_path)
    assert not any("oops" in page.read_text() for page in site.rglob("*.html"))
    rows = {row["path"]: row for row in report["account"]}
    assert rows["messages[].text"]["rule"] == "deleted" and rows["messages[].text"]["records"] == 1


@pytest.mark.sweep(kind=format_of)
@pytest.mark.parametrize("source", [source for source in INPUTS if source.parents[1].name in ("imessage", "signal", "claudecode", "sms", "geminicli")], ids=name)
def test_members_that_apps_write_into_every_record_are_named_by_a_rule(program, source):
    run = program.shared(source, "--time-zone", "UTC")
    unknown = [row["path"] for row in run.report["account"] if row["state"] == "unknown" and not row["path"].startswith("file ")]
    assert len(unknown) <= 6, unknown


TIMES = {
    "snapchat/old/chat_history.json": r'"Created": "([^"]*)"', "teams/page/channel.json": r'"createdDateTime": "([^"]*)"',
    "hangouts/takeout/Hangouts": r'"timestamp": "([^"]*)"', "rocketchat/data/data": r'"ts": "([^"]*)"',
    "tiktok/2022/user_data.json": r'"Date": "([^"]*)"', "twitter/archive/archive": r'"createdAt" ?: ?"([^"]*)"',
    "googlechat/takeout/Google Chat": r'"created_date": "([^"]*)"', "linkedin/download/Basic": r'(?m)^(?:[^,\n]*,){6}(2\d\d\d-[^,\n]*)',
}


@pytest.mark.parametrize("name", TIMES)
def test_a_time_that_cannot_be_read_is_a_warning(program, tmp_path, name):
    source = FIXTURES / name
    if not source.exists():
        source = next(path for path in (FIXTURES / name).parent.iterdir() if path.is_dir())
    copy = tmp_path / source.name
    if source.is_dir():
        shutil.copytree(source, copy)
    else:
        (tmp_path / "input").mkdir()
        copy = Path(shutil.copy(source, tmp_path / "input"))
    for path in [copy] if copy.is_file() else sorted(copy.rglob("*")):
        text = path.read_text(encoding="utf-8") if path.suffix in (".json", ".js", ".csv") else ""
        if found := re.search(TIMES[name], text):
            path.write_text(f"{text[:found.start(1)]}some day{text[found.end(1):]}", encoding="utf-8")
    before = check(program, source)["findingCounts"].get("no-time", 0)
    after = [finding["message"] for finding in check(program, copy)["findings"] if finding["code"] == "no-time"]
    assert len(after) > before and any("`some day`" in message for message in after)


def test_the_recipients_of_a_table_are_in_the_account(program):
    rows = {row["path"]: row.get("rule") for row in program.shared(FIXTURES / "linkedin/download/Basic", "--time-zone", "UTC").report["account"]}
    assert {rows[f"column {name}"] for name in ("TO", "CONVERSATION ID", "SENDER PROFILE URL")} == {"duplicate", "bookkeeping", "other-name"}


def test_the_content_of_an_attachment_of_an_unknown_type_is_shown(program, tmp_path):
    """Cards of apps come as JSON in a text; others may come as words."""
    user = {"user": {"id": "u-1", "displayName": "Oda Wren"}}
    attachments = [{"id": "1", "contentType": "application/vnd.example.note", "contentUrl": None, "content": "words of a note", "name": "Note"},
                   {"id": "2", "contentType": "reference", "contentUrl": "https://example.org/plan.pdf", "content": "words beside a file", "name": "plan.pdf"}]
    source = tmp_path / "chat.json"
    source.write_text(json.dumps({"@odata.context": "https://graph.microsoft.com/v1.0/$metadata#chats('19:abc')/messages", "value": [
        {"id": "1", "messageType": "message", "createdDateTime": "2024-01-01T10:00:00Z", "chatId": "19:abc", "from": user, "importance": "normal",
         "body": {"contentType": "text", "content": "see"}, "attachments": attachments}]}))
    site, _, result = exported(program, source, tmp_path)
    page = next(site.glob("*/1.html")).read_text()
    assert all(words in page for words in ("words of a note", "words beside a file", "Note", "plan.pdf")), result.stderr
