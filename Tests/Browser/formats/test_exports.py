"""Rare forms of exports: what is read of each, by the program's own plan."""

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

EXPORTS = Path(__file__).parents[1] / "Fixtures" / "exports"
FIXTURES = Path(__file__).parents[2] / "ChatImportTests" / "Fixtures"


def zipped(folder, path, prefix=""):
    """A zip at `path` of what is in `folder`, below `prefix`."""
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(file for file in folder.rglob("*") if file.is_file()):
            archive.write(file, prefix + str(file.relative_to(folder)))
    return path


def exported(program, source, folder, *options):
    """The report of an export of `source`, and the text of its pages."""
    result = program.run(source, "--out", folder / "site", "--report", folder / "report.json", "--quiet", *options)
    assert result.returncode == 0, result.stderr
    pages = "".join(page.read_text() for page in sorted((folder / "site").rglob("*.html")))
    return json.loads((folder / "report.json").read_text()), pages


def plan(program, name):
    result = program.run("inspect", EXPORTS / name)
    assert result.returncode == 0, result.stderr
    return result.stdout


def times(text):
    return re.findall(r"time .*?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)", text)


def test_dates_without_a_year_have_that_of_the_messages_before(program):
    assert times(plan(program, "whatsapp/android-2014/WhatsApp Chat with Ana.txt")) == [
        "2013-11-24T22:35:00Z", "2013-12-31T23:59:00Z", "2014-01-05T09:12:00Z", "2014-03-15T22:00:00Z", "2014-08-02T22:00:00Z"]


def test_a_text_in_utf_16_is_read(program):
    text = plan(program, "whatsapp/utf-16/_chat.txt")
    assert times(text) == ["2024-01-05T09:12:05Z", "2024-01-25T21:05:33Z"]
    assert '"привет"' in text and '"second line' in text


@pytest.mark.parametrize("name, words", [
    ("openai/response/response.json", ["Be brief.", "How **high** is the tide?", "Searched the web · used tide", "hologram", "Tides"]),
    ("openai/items/items.json", ["a.txt", "Used code_interpreter", "print(1)", "No."]),
    ("chatgpt/canvas/conversations.json", ["Longer", "It goes.", "Tool: canmore.update_textdoc"])])
def test_what_assistants_wrote_is_read(program, name, words):
    text = plan(program, name)
    assert [word for word in words if word not in text] == []


@pytest.mark.parametrize("prefix", ["", "export/", "sent/export/"])
def test_a_zip_around_a_signal_export_keeps_its_media(program, tmp_path, prefix):
    source = zipped(FIXTURES / "signal/desktop/export", tmp_path / "signal.zip", prefix)
    report, _ = exported(program, source, tmp_path)
    assert [entry for entry in report["findings"] if "not in the export's folder" in entry["message"]] == []
    assert list((tmp_path / "site").rglob("*.png"))


@pytest.mark.parametrize("prefix", ["", "out/", "sent/out/"])
def test_a_zip_of_signal_export_keeps_its_stickers(program, tmp_path, prefix):
    source = zipped(FIXTURES / "signal/signal-export/export", tmp_path / "chats.zip", prefix)
    report, _ = exported(program, source, tmp_path)
    assert [entry for entry in report["findings"] if "not in the export's folder" in entry["message"]] == []


def test_two_snapshots_of_signal_are_joined(program, tmp_path):
    shutil.copytree(FIXTURES / "signal/desktop/export", tmp_path / "export")
    old = next((tmp_path / "export").glob("signal-backup-*/main.jsonl"))
    frames = [json.loads(line) for line in old.read_text().splitlines() if line.endswith("}")]
    # Each snapshot of Signal Desktop numbers people and chats anew.
    numbers = {"1": "7", "2": "5", "3": "2", "4": "11", "9": "3"}

    def renumbered(value, key=None):
        if isinstance(value, dict):
            return {name: renumbered(member, name) for name, member in value.items()}
        if isinstance(value, list):
            return [renumbered(element, key) for element in value]
        return numbers.get(value, value) if key in ("id", "recipientId", "authorId", "chatId", "voterId") else value

    for frame in frames:
        if "group" in frame.get("recipient", {}):
            frame["recipient"]["group"]["masterKey"] = "c2VjcmV0IG9mIHRoZSBncm91cA=="
    old.write_text("\n".join(map(json.dumps, frames)))
    new = tmp_path / "export/signal-backup-2026-03-01-00-00-00/main.jsonl"
    new.parent.mkdir()
    frames = renumbered(frames) + [{"chatItem": {
        "chatId": "3", "authorId": "5", "dateSent": "1772000000000", "incoming": {},
        "standardMessage": {"text": {"body": "the newest of all"}}}}]
    new.write_text("\n".join(map(json.dumps, frames)))
    report, pages = exported(program, tmp_path / "export", tmp_path)
    [note] = [entry["message"] for entry in report["findings"] if entry["code"] == "merged"]
    assert "1 messages are new in a later one, 13 were known, 0 of these differ" in note
    assert pages.count("the newest of all") >= 1 and "c2VjcmV0" not in pages


@pytest.mark.parametrize("change", [str, lambda text: re.sub(" +$", "", text, flags=re.M), lambda text: text.replace("\n", "\r\n")])
def test_the_markdown_of_signal_export_is_read_alone(program, tmp_path, change):
    source = FIXTURES / "signal/signal-export-markdown/export/Alice/chat.md"
    copy = tmp_path / "Alice" / "chat.md"
    copy.parent.mkdir()
    copy.write_bytes(change(source.read_text()).encode())
    text = program.run("inspect", copy, "--time-zone", "UTC").stdout
    assert len(re.findall(r'incoming from "Alice"', text)) == 4 and len(re.findall("outgoing from \"Me\"", text)) == 3


OLD = "[2019-12-24, 12:23] Jane Doe: Hello John!\n[2020-01-17, 21:49] John Doe: Hello\nJane!\n"


def test_old_markdown_of_signal_export_is_known_by_its_heads(program, tmp_path):
    """Threema's have no name at each, and those of iPhones have seconds."""
    source = tmp_path / "Jane.txt"
    source.write_text(OLD)
    text = program.run("inspect", source, "--time-zone", "UTC").stdout
    assert re.findall('incoming from "(.*?)"', text) == ["Jane Doe", "John Doe"] and all(
        line in text for line in ('"Hello John!"', '"Hello"', '"Jane!"'))
    for other in (OLD + "[2020-01-17, 21:50] https://example.org/1.jpg\n", OLD.split("\n")[0] + "\n"):
        source.write_text(other)
        assert program.run("inspect", source).returncode == 3


def test_other_first_prompts_leave_no_note_of_a_missing_message(program, tmp_path):
    def node(parent, role=None, text=""):
        content = {"content_type": "text", "parts": [text]}
        message = {"author": {"role": role}, "create_time": 1700000000, "content": content} if role else None
        return {"parent": parent, "message": message}

    mapping = {
        "root": node(None), "q1": node("root", "user", "How high?"), "a1": node("q1", "assistant", "Two metres."),
        "q2": node("root", "user", "How deep?"), "a2": node("q2", "assistant", "One metre.")}
    (tmp_path / "conversations.json").write_text(json.dumps([{
        "title": "Tide", "conversation_id": "c1", "create_time": 1700000000, "current_node": "a2", "mapping": mapping}]))
    report, _ = exported(program, tmp_path / "conversations.json", tmp_path)
    assert [entry for entry in report["findings"] if entry["code"] == "dangling-reference"] == []


# The sessions and exports of lines, by the fixtures that have one of each kind of record.
LINES = [
    "claudecode/newer", "codex/session", "geminicli/lines", "signal/desktop", "signal/signal-export", "copilot/log", "openai/tools",
    "chatlab/private-lines"]


def copied(case, folder, change):
    """A copy of a fixture whose files of JSON lines are changed. `change` gets a list of lines."""
    [source] = [path for path in (FIXTURES / case).iterdir() if path.name not in ("expected.txt", "FACTS.md")][:1]
    copy = folder / source.name
    shutil.copytree(source, copy) if source.is_dir() else shutil.copy(source, copy)
    for file in [copy] if copy.is_file() else sorted(copy.rglob("*.json*")):
        if file.suffix in (".jsonl", ".json") and "stickers" not in str(file):
            file.write_bytes(change(file.read_bytes()))
    return copy


def messages(program, source):
    """The texts of a plan's messages: what it shows, without where."""
    result = program.run("inspect", source, "--time-zone", "UTC")
    assert result.returncode == 0, result.stderr
    return [line for line in result.stdout.splitlines() if line.startswith("    ")]


def unchanged(program, once, case):
    """The same of a fixture as it is."""
    def make(folder):
        (folder / "messages.json").write_text(json.dumps(messages(program, copied(case, folder, bytes))))
    return json.loads((once(("messages", case), make) / "messages.json").read_text())


@pytest.mark.sweep(kind=lambda case: case)
@pytest.mark.parametrize("case", LINES + ["claudecode/broken", "codex/broken", "openai/cut"])
@pytest.mark.parametrize("change", [
    lambda text: text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    lambda text: b"\xef\xbb\xbf" + text,
    lambda text: b"\n\n" + text + b"\n\n",
    lambda text: text.rstrip(b"\n")], ids=["CRLF", "BOM", "blank lines", "no last line end"])
def test_line_ends_and_marks_around_a_text_change_nothing(program, once, tmp_path, case, change):
    (tmp_path / "changed").mkdir()
    expected = unchanged(program, once, case)
    assert messages(program, copied(case, tmp_path / "changed", change)) == expected


def odd(record, value):
    """A record whose members all have another type, the first level and the second."""
    return {
        name: {inner: value for inner in member} if isinstance(member, dict) else value for name, member in record.items()}


RECORDS = {
    "cut": lambda record: json.dumps(record)[:-2],
    "no JSON": lambda record: "broken {",
    "empty object": lambda record: "{}",
    "list": lambda record: "[]",
    "null": lambda record: "null",
    "text": lambda record: '"text"',
    "number": lambda record: "5",
    "unknown kind": lambda record: json.dumps({**record, "type": "brand-new", "kind": 77, "id": "odd", "uuid": "odd"}),
    "numbers": lambda record: json.dumps(odd(record, -1)),
    "lists": lambda record: json.dumps(odd(record, [[]])),
    "nulls": lambda record: json.dumps(odd(record, None)),
    "objects": lambda record: json.dumps(odd(record, {})),
    "texts": lambda record: json.dumps(odd(record, "")),
}


@pytest.mark.sweep(kind=lambda case: case)
@pytest.mark.parametrize("case", LINES)
@pytest.mark.parametrize("name", RECORDS)
def test_a_bad_record_costs_one_record(program, once, tmp_path, case, name):
    def change(text):
        # A bad record behind each of the first ten, so that all kinds are met, and none of these is lost.
        lines = text.decode().splitlines()
        result = []
        for number, line in enumerate(lines):
            result.append(line)
            if 0 < number < 10 and line.startswith("{") and line.endswith("}"):
                result.append(RECORDS[name](json.loads(line)))
        return "\n".join(result).encode()

    (tmp_path / "changed").mkdir()
    texts = [line.split(' end "')[-1] for line in unchanged(program, once, case) if ' end "' in line]
    shown = "\n".join(messages(program, copied(case, tmp_path / "changed", change)))
    lost = [text for text in texts if text not in shown]
    assert len(lost) <= len(texts) // 5, lost


@pytest.mark.parametrize("case", LINES)
def test_what_is_before_a_cut_is_shown(program, tmp_path, case):
    (tmp_path / "cut").mkdir()
    assert messages(program, copied(case, tmp_path / "cut", lambda text: text[:len(text) * 2 // 3]))


@pytest.mark.parametrize("case", LINES)
def test_an_empty_file_is_said_to_be_one(program, tmp_path, case):
    copy = copied(case, tmp_path, lambda text: b"")
    result = program.run(copy, "--out", tmp_path / "site", "--quiet")
    assert result.returncode == 3 and re.search(r"empty|unknown format|contains no", result.stderr), result.stderr


def test_chunks_of_slackdump_are_read_from_a_folder_a_zip_and_one_file(program, tmp_path):
    folder = FIXTURES / "slack" / "chunks" / "export"
    for name in ("folder", "zip", "file"):
        (tmp_path / name).mkdir()
    report, pages = exported(program, folder, tmp_path / "folder")
    assert {item["title"] for item in report["conversations"]} == {"Ben Ode", "firing", "shelf", "odds"}
    assert "@Ben Ode" in pages and re.search(r'class="avatar [^>]*src="\.\./media/', pages)
    again, _ = exported(program, zipped(folder, tmp_path / "slack.zip"), tmp_path / "zip")
    assert [item["messages"] for item in again["conversations"]] == [item["messages"] for item in report["conversations"]]
    alone, _ = exported(program, folder / "D0BEN2222.json.gz", tmp_path / "file")
    assert len(alone["conversations"]) == 1


def test_all_that_gemini_cli_keeps_of_a_project_is_found(program, tmp_path):
    """Checkpoints lie beside the folder of sessions, and sessions of agents in folders of their own there."""
    fixtures, project = FIXTURES / "geminicli", tmp_path / "tmp" / "4f6a"
    [session] = (fixtures / "json").glob("session-*")
    [checkpoint] = (fixtures / "checkpoint").glob("checkpoint-*")
    parent = json.loads(session.read_text())
    agent = {**parent, "sessionId": "agent-1", "kind": "subagent", "summary": "Look it up"}
    nested = project / "chats" / parent["sessionId"]
    nested.mkdir(parents=True)
    shutil.copy(session, project / "chats")
    shutil.copy(checkpoint, project)
    (nested / "agent-1.json").write_text(json.dumps(agent))
    report, _ = exported(program, tmp_path / "tmp", tmp_path)
    titles = [item["title"] for item in report["conversations"]]
    assert len(titles) == 3 and {"Agent: Look it up", "glaze plan"} <= set(titles)


def test_steps_of_runs_go_into_the_conversation_of_their_thread(program, tmp_path):
    lines = (FIXTURES / "openai" / "steps" / "thread_7.jsonl").read_text().splitlines()
    objects = [json.loads(line) for line in lines]
    (tmp_path / "thread").mkdir()
    for name, kind in [("steps.json", "thread.run.step"), ("talk.json", "thread.message")]:
        data = [value for value in objects if value["object"] == kind]
        (tmp_path / "thread" / name).write_text(json.dumps({"object": "list", "data": data, "has_more": False}))
    report, _ = exported(program, tmp_path / "thread", tmp_path)
    assert [item["title"] for item in report["conversations"]] == ["talk"]
    talk = (tmp_path / "site/talk/1.html").read_text()
    assert talk.index("How many kilns") < talk.index("kiln_state") < talk.index("Plot attached")
