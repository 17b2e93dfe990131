"""The command line: exit codes, messages, and a site that is complete or untouched."""

import json
import os
import re
import signal
import subprocess
import time

import pytest

from conftest import EXAMPLE
from site_model import Site


def message(**members) -> dict:
    """A message that says hello; a member that is None is left out."""
    given = {"id": "1", "from": "a", "at": "2026-05-01T10:00:00Z", "text": "hello", **members}
    return {name: value for name, value in given.items() if value is not None}


@pytest.fixture
def conversation(tmp_path):
    """Writes a conversation and gives its path."""
    def write(*messages: dict, name: str = "chat.json", **header):
        path = tmp_path / name
        path.write_text(json.dumps({
            "format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "locale": "en",
            "participants": [{"id": "a", "name": "Ann"}], **header, "messages": list(messages)}), encoding="utf-8")
        return path
    return write


# Saying what it is

def test_version_and_help_are_results(program):
    version = program.run("--version")
    assert version.returncode == 0 and re.fullmatch(r"[0-9.]+( \(\w+(-changed)?\))?", version.stdout.strip()) and version.stderr == ""
    for arguments in (["--help"], ["export", "--help"], ["inspect", "--help"], ["formats", "--help"]):
        result = program.run(*arguments)
        assert result.returncode == 0 and result.stderr == "" and "USAGE" in result.stdout


def test_the_program_needs_no_swift_where_it_runs(program):
    libraries = subprocess.run(["ldd", program.binary], capture_output=True, text=True, check=True).stdout
    assert "libc.so" in libraries
    assert "swift" not in libraries.lower() and "Foundation" not in libraries


def test_the_help_names_every_option(program):
    text = program.run("export", "--help").stdout
    for option in ("out me alias time-zone date-order locale page-size width theme templates public fonts from to participant jobs force"
                   " strict quiet report no-search").split():
        assert f"--{option}" in text


def test_formats_lists_what_can_be_read(program):
    result = program.run("formats")
    assert result.returncode == 0 and "chatexport/1" in result.stdout and "IRC" in result.stdout


# Wrong usage is 2, wrong input 3, wrong output 4

@pytest.mark.parametrize("arguments", [
    ["--no-such-option"], ["INPUT"], ["INPUT", "--out"], ["INPUT", "--out", "OUT", "--jobs", "0"],
    ["INPUT", "--out", "OUT", "--jobs", "many"], ["INPUT", "--out", "OUT", "--page-size", "-1"],
    ["INPUT", "--out", "OUT", "--from", "yesterday"], ["INPUT", "--out", "OUT", "--from", "2026-02-30"],
    ["INPUT", "--out", "OUT", "--theme", "no-such-theme"], ["INPUT", "--out", "OUT", "--date-order", "dym"],
    ["INPUT", "--out", "OUT", "--time-zone", "Mars/Olympus"], ["INPUT", "--out", "OUT", "--alias", "no-such-file.vcf"],
    ["INPUT", "--out", "OUT", "--me", "Nobody At All"], ["INPUT", "--out", "OUT", "--participant", "Nobody At All"],
    ["inspect"], ["inspect", "INPUT", "--message", "no such id"]], ids=" ".join)
def test_wrong_usage_is_2_and_says_what_is_wrong(program, tmp_path, arguments):
    filled = [str(EXAMPLE) if word == "INPUT" else str(tmp_path / "site") if word == "OUT" else word
              for word in arguments]
    result = program.run(*filled)
    assert result.returncode == 2, result.stderr
    assert result.stdout == "" and len(result.stderr.strip()) > 20
    assert not (tmp_path / "site").exists()


def test_names_of_an_address_book_and_mistakes_in_it(program, tmp_path):
    chat = tmp_path / "chat.json"
    chat.write_text('{"format":"chatexport/1","title":"+351 912 345 678","participants":[],"messages":'
                    '[{"from":"+351912345678","text":"hello"},{"from":"me","text":"hi"}]}', encoding="utf-8")
    cards, lines = tmp_path / "a.vcf", tmp_path / "b.csv"
    cards.write_text("BEGIN:VCARD\nFN:Ana Reis\nTEL:912 345 678\nEND:VCARD\n", encoding="utf-8")
    lines.write_text("id,name\nme,Tom\n", encoding="utf-8")
    result = program.run(chat, "--alias", cards, "--alias", lines, "--me", "Tom", "--out", tmp_path / "site")
    assert result.returncode == 0, result.stderr
    page = next((tmp_path / "site").glob("*/1.html")).read_text(encoding="utf-8")
    assert "Ana Reis" in page and "351" not in page
    lines.write_text("me,Tom\nnobody\n", encoding="utf-8")
    result = program.run(chat, "--alias", lines, "--out", tmp_path / "site")
    assert result.returncode == 2 and f"{lines}:2: expected an id, a comma and a name" in result.stderr


def test_a_wrong_option_is_named(program, tmp_path):
    result = program.run(EXAMPLE, "--out", tmp_path / "site", "--pagesize", "10")
    assert result.returncode == 2 and "--pagesize" in result.stderr and "--page-size" in result.stderr


BROKEN = {
    "missing": None,
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "not json": b"{ this is not json",
    "cut off": b'{"format":"chatexport/1","id":"x","title":"x","participants":[],"messages":[{"id":"1","text":"hel',
    "other json": b'{"name":"package","version":"1.0.0"}',
    "wrong version": b'{"format":"chatexport/9","messages":[]}',
    "a comma too many": b'{"format":"chatexport/1","messages":[{"id":"1","text":"x"},]}',
    "wrong utf-8 in a name": b'{"format":"chatexport/1","title":"\xff\xfe","messages":[{"id":"1","text":',
}


@pytest.mark.parametrize("name", BROKEN)
def test_input_that_cannot_be_read_is_3_and_the_message_names_the_file(program, tmp_path, name):
    path = tmp_path / "broken.json"
    if BROKEN[name] is not None:
        path.write_bytes(BROKEN[name])
    result = program.run(path, "--out", tmp_path / "site")
    assert result.returncode == 3, result.stderr
    assert "broken.json" in result.stderr and result.stdout == ""
    assert "fatal" not in result.stderr.lower() and "Swift" not in result.stderr
    assert [entry.name for entry in tmp_path.iterdir() if entry != path] == []


def test_a_mistake_in_json_is_named_with_its_place_what_was_expected_and_what_to_do(program, tmp_path):
    path = tmp_path / "broken.json"
    path.write_text('{"format": "chatexport/1",\n "messages": [\n  {"id": "1", "text" "x"}\n]}')
    result = program.run(path, "--out", tmp_path / "site")
    assert result.returncode == 3
    assert "broken.json" in result.stderr and "3" in result.stderr and ":" in result.stderr
    assert "expected" in result.stderr


def test_a_folder_without_anything_readable_is_3(program, tmp_path):
    (tmp_path / "input").mkdir()
    result = program.run(tmp_path / "input", "--out", tmp_path / "site")
    assert result.returncode == 3 and "input" in result.stderr


def test_a_place_that_cannot_be_written_is_4(program, tmp_path):
    (tmp_path / "file").write_text("a file")
    result = program.run(EXAMPLE, "--out", tmp_path / "file" / "site")
    assert result.returncode == 4 and "file" in result.stderr


def test_a_folder_that_is_no_site_of_ours_is_left_alone_without_force(program, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "thesis.txt").write_text("do not lose this")
    result = program.run(EXAMPLE, "--out", site)
    assert result.returncode == 4
    # Losses, and another way first.
    assert re.search("'thesis.txt'.* choose another folder .*--force would delete it", result.stderr)
    assert [path.name for path in site.iterdir()] == ["thesis.txt"]
    assert program.run(EXAMPLE, "--out", site, "--force").returncode == 0
    assert not (site / "thesis.txt").exists() and (site / "index.html").exists()


def test_an_empty_folder_may_be_written_to(program, tmp_path):
    (tmp_path / "site").mkdir()
    program.export(EXAMPLE, tmp_path / "site")


def test_the_input_s_own_folder_is_no_place_for_the_site(program, conversation, tmp_path):
    path = conversation(message())
    before = path.read_bytes()
    assert program.run(path, "--out", tmp_path).returncode != 0
    assert path.read_bytes() == before
    assert program.run(path, "--out", path).returncode != 0
    assert path.read_bytes() == before


def test_a_place_that_holds_what_is_read_is_refused_even_with_force(program, conversation, tmp_path):
    path = conversation(message())
    inner = tmp_path / "inner"
    (inner / "deep").mkdir(parents=True)
    held = inner / "deep" / "chat.json"
    held.write_bytes(path.read_bytes())
    fonts = inner / "fonts"
    fonts.mkdir()
    for arguments in ([held, "--out", inner], [path, "--out", inner, "--fonts", fonts]):
        result = program.run(*arguments, "--force")
        assert result.returncode == 4 and "an input of this run" in result.stderr
    program.export(path, tmp_path / "site")
    (tmp_path / "site" / "chat.json").write_bytes(path.read_bytes())
    result = program.run(tmp_path / "site" / "chat.json", "--out", tmp_path / "site")
    assert result.returncode == 4 and "an input of this run" in result.stderr
    assert held.read_bytes() == path.read_bytes() == (tmp_path / "site" / "chat.json").read_bytes()


def test_a_place_that_is_no_folder_is_refused_before_anything_is_done(program, conversation, tmp_path):
    path = conversation(message())
    (tmp_path / "file").write_text("x")
    (tmp_path / "link").symlink_to("nowhere")
    for out, word in (("file/site", "is a file"), ("file/a/b", "could not be created"), ("link", "does not exist")):
        result = program.run(path, "--out", tmp_path / out)
        assert result.returncode == 4 and word in result.stderr and "NSCocoa" not in result.stderr, result.stderr
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["chat.json", "file", "link"]


@pytest.mark.parametrize("content, word", [
    (b"", "is empty"), (b"PK\x03\x04rest", "truncated")], ids=["empty", "zip"])
def test_a_file_that_plainly_is_something_else_is_called_that(program, tmp_path, content, word):
    path = tmp_path / "chat.json"
    path.write_bytes(content)
    result = program.run(path, "--out", tmp_path / "site")
    assert result.returncode == 3 and word in result.stderr and "chat.json" in result.stderr


@pytest.mark.parametrize("arguments, word", [
    (["--locale", "xx-invalid"], "xx-invalid"), (["--locale", ""], "en-GB"), (["--fonts", "no-such-folder"], "no-such"),
    (["--from", "2026-05-02", "--to", "2026-05-01"], "2026-05-02")], ids=lambda value: str(value))
def test_options_that_cannot_be_meant_are_wrong_usage(program, conversation, tmp_path, arguments, word):
    result = program.run(conversation(message()), "--out", tmp_path / "site", *arguments)
    assert result.returncode == 2 and word in result.stderr
    assert not (tmp_path / "site").exists()


def test_pipes_and_broken_files_among_the_fonts_are_passed_over(program, conversation, tmp_path):
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    os.mkfifo(fonts / "a.ttf")
    (fonts / "b.ttf").write_bytes(b"\0\1\0\0\xff\xff" + bytes(range(256)))
    (fonts / "c.otf").write_bytes(b"")
    (fonts / "d.ttc").write_bytes(b"ttcf\0\1\0\0\xff\xff\xff\xff")
    program.export(conversation(message(text="ไทย 日本語 العربية")), tmp_path / "site", "--fonts", fonts)


def test_a_report_that_cannot_be_written_is_found_out_before_the_export(program, conversation, tmp_path):
    path = conversation(message())
    before = path.read_bytes()
    for report, code in ((tmp_path / "no" / "r.json", 4), (tmp_path, 4), (path, 2), ("", 2)):
        result = program.run(path, "--out", tmp_path / "site", "--report", report)
        assert result.returncode == code and "report" in result.stderr, result.stderr
        assert not (tmp_path / "site").exists() and path.read_bytes() == before
    program.export(path, tmp_path / "site", "--report", tmp_path / "site" / "r.json")
    assert json.loads((tmp_path / "site" / "r.json").read_text())["losses"] == 0


@pytest.mark.parametrize("name", [
    "index.html", "export.json", "Export.JSON", "chats.js", "reuse.bin", "MANIFEST", "MANIFEST.sig", "media", "assets", "assets/chat.css", "chat/1.html", "new/report.json"])
def test_a_report_replaces_no_file_of_the_site(program, conversation, tmp_path, name):
    path, site = conversation(message()), tmp_path / "site"
    (tmp_path / "link").symlink_to(tmp_path)
    for report in (site / name, tmp_path / "link" / "site" / name):
        result = program.run(path, "--out", site, "--report", report)
        assert result.returncode == 2 and "--report names" in result.stderr, result.stderr
        assert not site.exists()
    before = program.export(path, site).bytes_by_name()
    code = program.run(path, "--out", site, "--report", tmp_path / "link" / "site" / name).returncode
    # An existing folder is refused as one.
    assert code == (4 if (site / name).is_dir() else 2) and Site(site).bytes_by_name() == before


def test_a_report_takes_no_name_of_the_path_of_the_site(program, conversation, tmp_path):
    for report in (tmp_path / "new", tmp_path / "new" / "site"):
        result = program.run(conversation(message()), "--out", tmp_path / "new" / "site", "--report", report)
        assert result.returncode == 2 and not (tmp_path / "new").exists()


def test_the_summary_counts_in_plain_words(program, conversation, tmp_path):
    one = program.run(conversation(message()), "--out", tmp_path / "one").stderr
    assert one.startswith("1 message on 1 page in ")
    twice = conversation(message(), message(kind="nonsense"), name="twice.json")
    text = program.run(twice, "--out", tmp_path / "two", "--page-size", "1").stderr
    assert text.startswith("2 messages on 2 pages in ")
    assert "1 message part could not be shown in full" in text and "1 warning;" in text


def test_messages_cannot_steer_the_terminal(program, conversation, tmp_path):
    path = conversation(message(), participants=[{"id": "a", "name": "Ann\x1b[31m\x07\u202egpj"}])
    result = program.run(path, "--out", tmp_path / "site", "--me", "nobody")
    assert result.returncode == 2 and "Ann" in result.stderr
    assert not set("\x1b\x07\u202e") & set(result.stderr)


def test_a_person_need_not_be_in_every_conversation(program, conversation, tmp_path):
    ann = conversation(message(), name="ann.json", id="ann")
    bo = conversation(message(**{"from": "b"}), name="bo.json", id="bo", participants=[{"id": "b", "name": "Bo"}])
    for option in ("--me", "--participant"):
        report = tmp_path / "report.json"
        result = program.run(ann, bo, "--out", tmp_path / "site", option, "Bo", "--report", report)
        assert result.returncode == 0, result.stderr
        counts = [part["messages"] for part in json.loads(report.read_text())["conversations"]]
        assert counts == ([1, 1] if option == "--me" else [0, 1])
        result = program.run(ann, bo, "--out", tmp_path / "none", option, "Cy")
        assert result.returncode == 2 and "'Cy'" in result.stderr and "Ann, Bo" in result.stderr


def test_an_export_without_messages_says_why(program, conversation, tmp_path):
    path = conversation(message())
    result = program.run(path, "--out", tmp_path / "site", "--from", "2030-01-01")
    assert result.returncode == 0 and "none matches --from" in result.stderr
    result = program.run(conversation(name="none.json"), "--out", tmp_path / "empty")
    assert result.returncode == 0 and "it has none" in result.stderr


def test_an_unknown_language_of_the_source_is_a_warning(program, conversation, tmp_path):
    report = tmp_path / "report.json"
    program.export(conversation(message(), locale="xx-invalid"), tmp_path / "site", "--report", report)
    assert json.loads(report.read_text())["findingCounts"] == {"unknown-locale": 1}


def test_a_site_inside_the_folder_that_is_read_is_not_read_again(program, tmp_path):
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "2026-05-01.log").write_text("[10:00] <ann> hello\n[10:01] <bo> hi\n")
    first = program.run(logs, "--out", logs / "site")
    again = program.run(logs, "--out", logs / "site")
    assert first.returncode == again.returncode == 0 and "left out" not in first.stderr + again.stderr


def test_paths_with_spaces_quotes_and_other_scripts_work(program, tmp_path, conversation):
    folder = tmp_path / "my chats, 'quoted' – 聊天"
    folder.mkdir()
    path = conversation(message())
    path.rename(folder / "the chat.json")
    site = program.export(folder / "the chat.json", folder / "the site")
    assert len(site.pages()) == 1


# Output when all is well

def test_an_export_prints_its_summary_to_standard_error_only(program, tmp_path):
    result = program.run(EXAMPLE, "--out", tmp_path / "site")
    assert result.returncode == 0 and result.stdout == ""
    assert "messages" in result.stderr and "index.html" in result.stderr and "\r" not in result.stderr


def test_quiet_says_nothing(program, tmp_path):
    result = program.run(EXAMPLE, "--out", tmp_path / "site", "--quiet")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")


def test_a_message_that_cannot_be_shown_in_full_is_1_with_strict_and_0_without(program, conversation, tmp_path):
    path = conversation(message(), message(id="2", kind="hologram", text="seen from all sides"))
    assert program.run(path, "--out", tmp_path / "site").returncode == 0
    result = program.run(path, "--out", tmp_path / "strict", "--strict")
    assert result.returncode == 1
    page = Site(tmp_path / "site").markup(tmp_path / "site" / "chat" / "1.html")
    assert "seen from all sides" in page.text and "hologram" in page.text


def test_the_report_tells_what_was_done(program, conversation, tmp_path):
    path = conversation(
        message(), message(id="2"), message(id="3", kind="poll", text=None, poll={"question": "?", "options": [{"text": "yes", "votes": 1}]}),
        message(id="4", kind="hologram"))
    program.export(path, tmp_path / "site", "--report", tmp_path / "report.json")
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["kinds"]["text"] == 2 and report["kinds"]["poll"] == 1
    assert sum(report["kinds"].values()) == 4
    assert report["losses"] == 1
    assert [font["face"] for font in report["fonts"]] and all(font["bytes"] > 0 for font in report["fonts"])
    assert report["seconds"] and all(value >= 0 for value in report["seconds"].values())
    conversation, = report["conversations"]
    assert conversation["messages"] == 4 and conversation["pages"] == 1 and conversation["timeZone"] == "UTC"
    assert any("hologram" in finding["message"] for finding in report["findings"])


def test_inspect_prints_the_plan_of_one_message_or_of_all(program):
    everything = program.run("inspect", EXAMPLE)
    assert everything.returncode == 0 and everything.stderr == "" and everything.stdout
    plan = program.plan(EXAMPLE)
    row = plan.messages[0]
    one = program.plan(EXAMPLE, "--message", row["id"])
    assert [found["id"] for found in one.rows] == [row["id"]]
    assert one.rows[0]["items"] == row["items"]


def test_row_7_inspect_lists_what_stands_at_a_position(program, example_plan):
    rows = example_plan.page(1)
    for top, bottom in [(0, 1), (480, 900), (700, 701), (100, 5000)]:
        at = f"{top}:{bottom}" if bottom > top + 1 else str(top)
        found = program.plan(EXAMPLE, "--at", at).rows
        assert found == [row for row in rows if row["y"] < bottom and row["y"] + row["height"] > top] != []
    assert program.plan(EXAMPLE, "--page-size", "10", "--page", "2", "--at", "0").rows[0]["page"] == 2
    for wrong in (["--at", "x"], ["--at", "5:5"], ["--at", "-1"], ["--at", "1:2:3"], ["--at", "99999999999999999999"],
                  ["--page", "1"], ["--page", "0", "--at", "1"], ["--page", "99", "--at", "1"], ["--at", "90000000"],
                  ["--at", "1", "--message", "1"]):
        result = program.run("inspect", EXAMPLE, *wrong)
        assert result.returncode == 2 and result.stderr and not result.stdout, wrong


@pytest.mark.parametrize("file, message, about, because", [
    ("lisbon.json", "91", "group start", "the marker of unread messages stands between the two"),
    ("lisbon.json", "90", "group end", "the marker of unread messages stands between the two"),
    ("lisbon.json", "2", "group start", "a notice stands alone"),
    ("support.jsonl", "b5b", "group start", "a message on another branch is folded away and stands alone"),
    ("support.jsonl", "b5", "group end", "a message on another branch is folded away and stands alone"),
])
def test_inspect_says_why_a_group_ends(program, file, message, about, because):
    result = program.run("inspect", EXAMPLE.parent / file, "--message", message, "--json")
    reasons = {reason["about"]: reason for reason in json.loads(result.stdout)["reasons"]}
    assert reasons[about]["value"] == "yes" and reasons[about]["because"] == because
    width = reasons.get("bubble width")
    assert width is None or not any(word in width["because"] for word in ("part, line", "part, unread"))


def test_inspect_explains_the_lines_of_what_is_folded_away(program):
    result = program.run("inspect", EXAMPLE.parent / "support.jsonl", "--message", "b1")
    assert "folded detail line 1: " in result.stdout and "the next word does not fit" in result.stdout


# Inputs at the edges

def test_a_conversation_without_messages_is_a_site(program, conversation, tmp_path):
    site = program.export(conversation(), tmp_path / "site")
    assert (site / "index.html").is_file()


def test_a_duplicate_id_is_made_unique_and_told(program, conversation, tmp_path):
    path = conversation(message(), message(), message())
    result = program.run(path, "--out", tmp_path / "site", "--report", tmp_path / "report.json")
    assert result.returncode == 0
    markup = Site(tmp_path / "site").markup(tmp_path / "site" / "chat" / "1.html")
    assert len(markup.all("article")) == 3 and markup.duplicates == []
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert any("duplicate" in code for code in report["findingCounts"])


def test_several_inputs_become_one_site_with_a_list(program, generate, tmp_path):
    result = program.run(EXAMPLE, generate(700, 3), "--out", tmp_path / "site")
    assert result.returncode == 0, result.stderr
    site = Site(tmp_path / "site")
    assert len(site.conversations) == 2
    linked = {file for file, _, _ in site.links(site / "index.html")}
    for conversation in site.conversations:
        assert {(conversation / "index.html").resolve(), site.pages(conversation)[-1].resolve()} & linked


def test_days_can_be_chosen(program, generate, tmp_path):
    source = generate(2000, 1)
    days = sorted({entry["at"][:10] for entry in json.loads(source.read_text(encoding="utf-8"))["messages"]})
    first, last = days[2], days[4]
    plan = program.plan(source, "--from", first, "--to", last, "--time-zone", "UTC")
    assert [row["date"] for row in plan.rows if row["kind"] == "day"] == [
        day for day in days if first <= day <= last]


# Being stopped

def start(program, source, site, *options):
    return subprocess.Popen(
        [str(program.binary), str(source), "--out", str(site), *options], stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        # A shell starts background jobs with SIGINT ignored, and children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def neighbours(site) -> set:
    return {entry.name for entry in site.parent.iterdir()} - {site.name}


@pytest.mark.parametrize("when", ["at once", "while it builds", "late"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_a_stopped_export_leaves_the_existing_site_as_it_was(program, generate, tmp_path, number, when):
    site = tmp_path / "site"
    before = program.export(EXAMPLE, site).bytes_by_name()
    source = generate(100_000, 1)
    process = start(program, source, site, "--force")
    try:
        # The new site grows beside the old one; "late" is when it has most of its pages.
        wanted = {"at once": 0, "while it builds": 1, "late": 120}[when]
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            built = sum(1 for name in neighbours(site) for path in (tmp_path / name).rglob("*.html"))
            if built >= wanted:
                break
        assert process.poll() is None, "the export ended before it could be stopped"
        process.send_signal(number)
        code = process.wait(30)
    finally:
        process.kill()
        process.wait()
        process.stderr.close()
    assert code == -number or code in (128 + number, 130, 143)
    assert Site(site).bytes_by_name() == before
    if number != signal.SIGKILL:
        assert neighbours(site) == set(), "a stopped export cleans up"
    # And the next export works, whatever was left behind.
    program.export(EXAMPLE, site, "--force")
    assert Site(site).bytes_by_name() == before


def test_a_failed_export_leaves_the_existing_site_as_it_was(program, tmp_path):
    site = tmp_path / "site"
    before = program.export(EXAMPLE, site).bytes_by_name()
    broken = tmp_path / "broken.json"
    broken.write_bytes(b'{"format":"chatexport/1","id":"x","title":"x","messages":[' +
                       b'{"id":"1","text":"hello"},' * 5000 + b"{")
    assert program.run(broken, "--out", site).returncode == 3
    assert Site(site).bytes_by_name() == before
    assert neighbours(site) == {"broken.json"}


def test_a_reader_that_goes_away_does_not_hurt(program, generate):
    """`chatexport inspect … | head` ends quietly."""
    process = subprocess.Popen(
        [str(program.binary), "inspect", str(generate(2000, 1)), "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    process.stdout.read(100)
    process.stdout.close()
    errors = process.stderr.read()
    assert process.wait(60) in (0, -signal.SIGPIPE, 128 + signal.SIGPIPE)
    assert errors == b""
    process.stderr.close()


def test_no_file_of_the_site_can_be_run_and_all_can_be_read(program, tmp_path):
    program.export(EXAMPLE, tmp_path / "site")
    for path in (tmp_path / "site").rglob("*"):
        mode = path.stat().st_mode & 0o777
        assert mode & 0o400 and (path.is_dir() or not mode & 0o111), oct(mode)
    umask = os.umask(0)
    os.umask(umask)
    assert (tmp_path / "site").stat().st_mode & 0o777 == 0o777 & ~umask


@pytest.mark.parametrize("given, meant", [
    ("ana", "Ana Sousa"), ("sousa", "Ana Sousa"), ("Kenij", "Kenji 健二"), ("ANA SOUSA", "Ana Sousa"), ("Samr", "Samir سمير"), ("zz", None)])
def test_a_misspelt_name_is_answered_with_the_one_that_was_meant(program, tmp_path, given, meant):
    source = tmp_path / "chat.json"
    chat = json.loads(EXAMPLE.read_text())
    # Ids are accepted as names.
    numbers = {person["id"]: f"p{number}" for number, person in enumerate(chat["participants"])}
    text = json.dumps({"format": "chatexport/1", "id": "x", "title": "x", "participants": [
        {"id": numbers[person["id"]], "name": person["name"]} for person in chat["participants"]],
        "messages": [{"id": numbers[person["id"]], "from": numbers[person["id"]], "text": "Hi"} for person in chat["participants"]]})
    source.write_text(text)
    result = program.run(source, "--out", tmp_path / "site", "--me", given)
    assert result.returncode == 2
    found = re.search("did you mean '(.*?)'", result.stderr)
    assert (found and found[1]) == meant, result.stderr


@pytest.mark.parametrize("arguments, hint", [
    (["--me", "Ana", "Sousa", "--out", "site"], "--me 'Ana Sousa'"),
    (["--out", "my", "site"], "--out 'my site'"),
    (["--me", "Ana", "nowhere.json", "--out", "site"], None),
    (["--me", "Ana", "other", "--out", "site"], None)])
def test_a_value_without_its_quotes_is_recognized(program, tmp_path, arguments, hint):
    (tmp_path / "other").mkdir()
    result = program.run(EXAMPLE, *arguments, folder=tmp_path)
    assert result.returncode != 0
    assert ("needs quotes" in result.stderr) == (hint is not None)
    assert hint is None or hint in result.stderr
    assert not (tmp_path / "my").exists()


def test_the_program_alone_says_how_it_is_used(program):
    result = program.run()
    assert result.returncode == 0 and result.stderr == ""
    assert "--out site" in result.stdout and "chatexport help" in result.stdout and result.stdout.count("\n") < 20


def test_one_note_about_the_zone_of_several_inputs(program, tmp_path):
    folders = [tmp_path / name for name in "abcde"]
    for folder in folders:
        folder.mkdir()
        (folder / "2024-01-10.log").write_text("[10:00] <ann> hi\n")
    result = program.run(*folders, "--out", tmp_path / "site")
    assert result.returncode == 0
    notes = [line for line in result.stderr.splitlines() if "--time-zone" in line]
    assert len(notes) == 1 and " and 4 more: " in notes[0], notes
