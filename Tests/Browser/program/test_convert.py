"""`chatexport convert`: what was read, as files for other programs. Read back, chatexport/1 makes the same site, for every format."""

import json
import os
import re
import shutil
import subprocess
import warnings
import zipfile
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT, SHARED

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)
    import jsonschema

FIXTURES = ROOT / "Tests" / "ChatImportTests" / "Fixtures"
EXPORTS = ROOT / "Tests" / "Browser" / "Fixtures" / "exports"
SCHEMA = json.loads((ROOT / "docs" / "chatexport-1.schema.json").read_text(encoding="utf-8"))
# The files of a site by which the next export recognises unchanged pages of the input.
OF_THE_INPUT = re.compile(r"(.*/)?reuse(\.bin|/.*)")


def fixtures() -> list:
    """The input of each case of the formats' conformance tests: a file or folder beside what it must give."""
    return [path for path in sorted(FIXTURES.glob("*/*/*"))
            if path.name not in ("expected.txt", "__pycache__") and path.suffix != ".md"]


def shared_inputs() -> list:
    """Exports as apps write them, and situations that people reported."""
    made = [case.parent / json.loads(case.read_text(encoding="utf-8"))["source"]
            for folder in ("made", "made-2") for case in sorted(SHARED.glob(f"{folder}/*/*/expected.json"))]
    cases = [*SHARED.glob("cases/*/*input*"), *SHARED.glob("cases/messengers/*/"), *SHARED.glob("cases/assistants/*/")]
    return made + sorted(SHARED.glob("chats/*/*/")) + sorted(cases)


def name(path) -> str | None:
    return "/".join(path.parts[-3:]) if isinstance(path, Path) else None


def comparable(site: Path) -> dict:
    """The bytes of a site's files, without what records the bytes of the input: its digest in `export.json`, and `reuse` files."""
    files = {str(path.relative_to(site)): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}
    record = json.loads(files["export.json"])
    record.pop("inputs")
    files["export.json"] = json.dumps(record, indent=1).encode()
    files["MANIFEST"] = re.sub(rb"\w+(?=  export.json)", b"", files["MANIFEST"])
    return {path: data for path, data in files.items() if not OF_THE_INPUT.fullmatch(path)}


def files_of(folder: Path) -> dict:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def differing(one: dict, other: dict) -> list:
    """The names of files that only one folder has, or whose bytes differ."""
    return sorted(path for path in one.keys() | other.keys() if one.get(path) != other.get(path))


def convert(program, source, out, *options, code: int = 0, **settings):
    result = program.run("convert", source, "--out", out, "--quiet", *options, **settings)
    assert result.returncode == code, f"exit code {result.returncode}\n{result.stderr}"
    return result


def round_trip(program, source: Path, folder: Path) -> bool:
    """Compares the site of `source` with the site of its conversion. Returns false if `source` is no export."""
    first = program.run(source, "--out", folder / "first", "--quiet")
    if first.returncode == 3:
        assert program.run("convert", source, "--out", f"{folder}/chats/", "--quiet").returncode == 3
        return False
    assert first.returncode == 0, first.stderr
    convert(program, source, f"{folder}/chats/")
    program.export(folder / "chats", folder / "second", "--quiet")
    assert differing(comparable(folder / "first"), comparable(folder / "second")) == []
    convert(program, folder / "chats", f"{folder}/again/")
    assert differing(files_of(folder / "chats"), files_of(folder / "again")) == []
    return True


@pytest.mark.sweep(kind=lambda source: source.parts[-3])
@pytest.mark.parametrize("source", fixtures() + sorted(EXPORTS.glob("*/*")), ids=name)
def test_a_converted_fixture_makes_the_same_site_and_fits_the_schema(source, program, tmp_path):
    assert round_trip(program, source, tmp_path)
    found = [error for path in sorted((tmp_path / "chats").glob("*.jsonl")) for error in schema_errors(path)]
    assert found == []


@pytest.mark.sweep(kind=lambda source: source.relative_to(SHARED).parts[:2])
@pytest.mark.parametrize("source", shared_inputs(), ids=name)
def test_a_converted_export_makes_the_same_site(source, program, tmp_path):
    if not round_trip(program, source, tmp_path):
        pytest.skip("not an export that is read")


def test_all_formats_have_fixtures():
    formats = {path.parts[-3] for path in fixtures()}
    assert formats >= {path.name for path in FIXTURES.iterdir() if path.is_dir()} and len(formats) > 25


def schema_errors(path: Path) -> list:
    header, *messages = lines(path)
    definition = {"$schema": SCHEMA["$schema"], "$defs": SCHEMA["$defs"], "$ref": "#/$defs/message"}
    validator = jsonschema.Draft202012Validator(definition)
    errors = list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(header))
    errors += [error for message in messages for error in validator.iter_errors(message)]
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in errors]


def lines(path: Path) -> list:
    # Not `splitlines`, for which other characters end lines too.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def chat(folder: Path, messages: list, title: str = "Harbour", **header) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{title.lower()}.json"
    people = [{"id": "a", "name": "Ana", "isMe": True}, {"id": "b", "name": "Bo"}]
    path.write_text(json.dumps({"format": "chatexport/1", "title": title, "participants": people, **header, "messages": messages}))
    return path


def test_options_that_are_read_stay_in_the_file(program, tmp_path):
    """The site of a conversion needs none of the options that the conversion had."""
    options = ["--me", "Kenji 健二", "--time-zone", "Asia/Tokyo", "--locale", "pt-PT", "--from", "2026-04-21", "--to", "2026-05-02"]
    program.export(EXAMPLE, tmp_path / "first", *options)
    convert(program, EXAMPLE, tmp_path / "chat.jsonl", *options)
    program.export(tmp_path / "chat.jsonl", tmp_path / "second")
    found = differing(comparable(tmp_path / "first"), comparable(tmp_path / "second"))
    # `export.json` has the options.
    assert found == ["export.json"]


def test_a_kept_order_stays(program, tmp_path):
    messages = [{"id": str(number), "from": "a", "at": f"2026-05-01T10:0{9 - number}:00Z", "text": f"{number}"} for number in range(5)]
    source = chat(tmp_path, messages)
    convert(program, source, tmp_path / "kept.jsonl", "--keep-order")
    convert(program, source, tmp_path / "sorted.jsonl")
    header, *kept = lines(tmp_path / "kept.jsonl")
    assert header["order"] == "given" and [message["id"] for message in kept] == ["0", "1", "2", "3", "4"]
    header, *by_time = lines(tmp_path / "sorted.jsonl")
    assert "order" not in header and [message["id"] for message in by_time] == ["4", "3", "2", "1", "0"]


def test_the_example_keeps_what_people_wrote(program, tmp_path):
    """The values of the source are in the file, not only what pages show."""
    convert(program, EXAMPLE, tmp_path / "chat.jsonl")
    header, *messages = lines(tmp_path / "chat.jsonl")
    source = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    assert header["generator"] == "chatexport" and header["title"] == source["title"] and header["id"] == source["id"]
    assert [person["id"] for person in header["participants"]][:len(source["participants"])] == \
        [person["id"] for person in source["participants"]]
    texts = {message["id"]: message.get("text") for message in messages}
    assert len(messages) == len(source["messages"])
    for message in source["messages"]:
        if "id" in message:
            assert texts[message["id"]] == message.get("text"), message
    # Each attachment is a copy under its own name.
    paths = [file["path"] for message in messages for file in message.get("attachments", [])]
    assert "chat-media/pier.jpg" in paths
    assert (tmp_path / "chat-media" / "pier.jpg").read_bytes() == (EXAMPLE.parent / "media" / "pier.jpg").read_bytes()


def test_every_text_is_valid_json(program, tmp_path):
    odd = ['"quoted" \\ back', "tab\tline\nreturn\rbell\u0007nul\u0000", "\u2028\u2029 🎉 \ufeff", "</script>", "\x7f\x80\x9f", "ж" * 5000]
    source = chat(tmp_path, [{"id": f"{number}\"\\", "from": "a", "text": text} for number, text in enumerate(odd)], markup="plain")
    convert(program, source, tmp_path / "chat.jsonl")
    assert [message["text"] for message in lines(tmp_path / "chat.jsonl")[1:]] == odd
    assert round_trip(program, source, tmp_path / "trip")


@pytest.mark.parametrize("at", [
    "0000-01-01T00:00:00Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", -99_999_999_999_999])
def test_every_time_is_read_back(program, tmp_path, at):
    source = chat(tmp_path, [{"id": "1", "from": "a", "text": "then", "at": at}])
    convert(program, source, tmp_path / "one.jsonl")
    convert(program, tmp_path / "one.jsonl", tmp_path / "two.jsonl")
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert lines(tmp_path / "one.jsonl")[1]["at"] == at


# Files and folders

def test_several_conversations_are_files_of_a_folder_in_their_order(program, tmp_path):
    sources = [chat(tmp_path / "in", [{"from": "a", "text": title}], title) for title in ("Zinc", "Amber", "Moss")]
    convert(program, sources[0], f"{tmp_path}/out/", *sources[1:])
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["amber.jsonl", "moss.jsonl", "zinc.jsonl"]
    assert [lines(tmp_path / "out" / f"{title}.jsonl")[0]["number"] for title in ("zinc", "amber", "moss")] == [1, 2, 3]
    result = convert(program, sources[0], tmp_path / "out.jsonl", *sources[1:], code=2)
    assert "3 conversations" in result.stderr and not (tmp_path / "out.jsonl").exists()


def test_conversations_that_share_a_name_stay_apart(program, tmp_path):
    """Two conversations with one id of a file's name are two; two files with one id of their own are one."""
    for folder in ("one", "two"):
        (tmp_path / "in" / folder).mkdir(parents=True)
        (tmp_path / "in" / folder / "#tea.log").write_text(f"[2026-05-01 10:00:00] <ana> {folder}\n[2026-05-01 10:01:00] <bo> yes\n")
    sources = [tmp_path / "in" / folder / "#tea.log" for folder in ("one", "two")]
    program.export(sources[0], tmp_path / "first", sources[1])
    convert(program, sources[0], f"{tmp_path}/chats/", sources[1])
    program.export(tmp_path / "chats", tmp_path / "second")
    assert differing(comparable(tmp_path / "first"), comparable(tmp_path / "second")) == []


def test_files_of_one_name_are_kept_apart(program, tmp_path):
    messages = []
    for folder in ("one", "two", "three"):
        (tmp_path / "in" / folder).mkdir(parents=True)
        (tmp_path / "in" / folder / ("a.TXT" if folder == "two" else "a.txt")).write_text(folder)
        messages.append({"from": "a", "attachments": [{"path": f"{folder}/{'a.TXT' if folder == 'two' else 'a.txt'}"}]})
    convert(program, chat(tmp_path / "in", messages), tmp_path / "chat.jsonl")
    paths = [message["attachments"][0]["path"] for message in lines(tmp_path / "chat.jsonl")[1:]]
    assert paths == ["chat-media/a.txt", "chat-media/2/a.TXT", "chat-media/3/a.txt"]
    assert [(tmp_path / path).read_text() for path in paths] == ["one", "two", "three"]


def test_a_missing_file_is_not_taken_from_beside_the_output(program, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "taxes.txt").write_text("secret")
    source = chat(tmp_path / "in", [{"from": "a", "attachments": [{"path": path}]} for path in ("taxes.txt", "../out/taxes.txt", "chat.jsonl")])
    convert(program, source, tmp_path / "out" / "chat.jsonl")
    program.export(tmp_path / "out" / "chat.jsonl", tmp_path / "site")
    assert not (tmp_path / "site" / "media").exists()
    assert round_trip(program, source, tmp_path / "trip")


def test_files_keep_odd_names(program, tmp_path):
    names = ["what?.pdf", "con.txt", "back\\slash.txt", "and:b.bin", "end.", "ж" * 120 + ".txt", "line\nbreak.txt", "a<b>&\"c\".txt"]
    (tmp_path / "in").mkdir()
    for name in names:
        (tmp_path / "in" / name).write_text(name)
    source = chat(tmp_path / "in", [{"from": "a", "attachments": [{"path": name}]} for name in names])
    convert(program, source, f"{tmp_path}/out/")
    stored = {path.name for path in (tmp_path / "out" / "media").iterdir()}
    assert stored == {name.split("\\")[-1] for name in names}
    assert round_trip(program, source, tmp_path / "trip")


def test_a_name_that_no_system_allows_is_cut(program, tmp_path):
    archive = tmp_path / "chat.zip"
    name = "x" * 400 + ".txt"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.write(chat(tmp_path / "in", [{"from": "a", "attachments": [{"path": name}]}]), "chat.json")
        packed.writestr(name, "long")
    convert(program, archive, tmp_path / "chat.jsonl")
    file = lines(tmp_path / "chat.jsonl")[1]["attachments"][0]
    assert (tmp_path / file["path"]).read_text() == "long" and file["name"] == name


def test_what_chatexport_did_not_write_is_replaced_only_with_force(program, tmp_path):
    out = tmp_path / "chat.jsonl"
    out.write_text('{"format":"chatexport/1"}\n')
    assert "--force" in convert(program, EXAMPLE, out, code=4).stderr and out.read_text() == '{"format":"chatexport/1"}\n'
    convert(program, EXAMPLE, out, "--force")
    # Its own files are replaced.
    convert(program, EXAMPLE, out)
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    assert "--force" in convert(program, EXAMPLE, folder, code=4).stderr and (folder / "notes.txt").exists()
    (tmp_path / "other-media").mkdir()
    (tmp_path / "other-media" / "mine").write_text("mine")
    convert(program, EXAMPLE, tmp_path / "other.jsonl", code=4)
    assert (tmp_path / "other-media" / "mine").exists() and not (tmp_path / "other.jsonl").exists()


def test_a_second_conversion_leaves_nothing_of_the_first(program, tmp_path):
    source = chat(tmp_path / "in", [{"from": "a", "text": "no files"}], "Moss")
    for out in (tmp_path / "out.jsonl", tmp_path / "out"):
        convert(program, EXAMPLE, out)
        convert(program, source, out)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "out", "out.jsonl"]
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["moss.jsonl"]


def test_a_failed_run_leaves_the_earlier_output(program, tmp_path):
    """Files may have only so many bytes, which fails like a full disk."""
    for out in (tmp_path / "chat.jsonl", tmp_path / "chats"):
        convert(program, EXAMPLE, out)
        before = files_of(tmp_path)
        result = subprocess.run(
            ["prlimit", "--fsize=20000", program.binary, "convert", EXAMPLE, "--copy", "--out", out], capture_output=True, text=True)
        assert result.returncode == 4 and "free space" in result.stderr, result.stderr
        assert differing(before, files_of(tmp_path)) == []


def test_an_input_is_never_replaced(program, tmp_path):
    source = chat(tmp_path / "in", [{"from": "a", "text": "mine"}])
    before = files_of(tmp_path)
    for out in (source, tmp_path / "in"):
        result = program.run("convert", source, "--out", out, "--as", "chatexport", "--force", "--quiet")
        assert result.returncode == 4 and "input" in result.stderr, result.stderr
    assert differing(before, files_of(tmp_path)) == []


def test_attachments_can_be_links(program, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("a")
    source = chat(tmp_path / "in", [{"from": "a", "attachments": [{"path": "a.txt"}]}])
    convert(program, source, f"{tmp_path}/out/", "--link")
    assert (tmp_path / "out" / "media" / "a.txt").samefile(tmp_path / "in" / "a.txt")


def test_a_file_that_cannot_be_read_is_a_loss(program, tmp_path):
    source = chat(tmp_path / "in", [{"from": "a", "attachments": [{"path": "gone.pdf"}]}])
    report = tmp_path / "report.json"
    convert(program, source, tmp_path / "chat.jsonl", "--report", report)
    found = json.loads(report.read_text())
    assert found["findingCounts"] == {"missing-file": 1} and found["media"] == {"missing": 1, "stored": 0}
    assert found["conversations"][0]["messages"] == 1
    convert(program, source, tmp_path / "chat.jsonl", "--strict", code=1)


def test_files_of_a_zip_are_copied(program, tmp_path):
    archive = tmp_path / "chat.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in [EXAMPLE, *(EXAMPLE.parent / "media").iterdir()]:
            packed.write(path, path.relative_to(EXAMPLE.parent))
    convert(program, archive, tmp_path / "zip" / "chat.jsonl")
    convert(program, EXAMPLE, tmp_path / "plain" / "chat.jsonl")
    assert differing(files_of(tmp_path / "zip"), files_of(tmp_path / "plain")) == []


@pytest.mark.parametrize("arguments, words", [
    (["--out", "chat.docx"], "--as chatexport"), (["--out", "chat.jsonl", "--as", "pdf"], "--as is 'pdf'"),
    (["--out", ""], "--out is empty"), ([], "--out"), (["--out", "chat.jsonl", "--from", "May"], "--from")])
def test_wrong_usage_is_explained(program, tmp_path, arguments, words):
    result = program.run("convert", EXAMPLE, *arguments, folder=tmp_path)
    assert result.returncode == 2 and words in result.stderr, result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("form, file", [("chatexport", "c.jsonl"), ("text", "c.txt"), ("markdown", "c.md"), ("chatlab", "c.json")])
def test_standard_output_has_what_a_file_has(program, tmp_path, form, file):
    source = chat(tmp_path, [{"id": "1", "from": "a", "at": "2026-05-01T09:00:00Z", "text": "Höhe *now*"}, {"id": "2", "from": "b", "text": "Low"}])
    convert(program, source, tmp_path / file, "--as", form)
    result = convert(program, source, "-", "--as", form, folder=tmp_path)
    assert result.stdout == (tmp_path / file).read_text(encoding="utf-8") and result.stderr == ""
    assert not (tmp_path / "-").exists()


def test_attachments_are_not_beside_standard_output_and_that_is_said(program, tmp_path):
    result = program.run("convert", EXAMPLE, "--out", "-", "--report", tmp_path / "report.json", folder=tmp_path)
    found = json.loads((tmp_path / "report.json").read_text())
    assert result.returncode == 0 and found["findingCounts"]["unwritten-files"] == 1 and "files" in result.stderr
    assert found["media"] == {"missing": 0, "stored": 0}
    # The paths are the export's, so that the text beside it is read back with its files.
    beside = tmp_path / "beside"
    shutil.copytree(EXAMPLE.parent, beside)
    (beside / "again.jsonl").write_text(result.stdout, encoding="utf-8")
    program.export(beside / "again.jsonl", tmp_path / "again")
    program.export(EXAMPLE, tmp_path / "first")
    assert differing(comparable(tmp_path / "first"), comparable(tmp_path / "again")) == []


@pytest.mark.parametrize("arguments, words", [
    (["--as", "rsmf"], "rsmf"), (["--report", "-"], "--report"), (["--split", "day", "--as", "rsmf"], "rsmf"), ([EXAMPLE.with_name("support.jsonl")], "one file")])
def test_what_standard_output_cannot_have_is_refused(program, tmp_path, arguments, words):
    result = program.run("convert", EXAMPLE, *arguments, "--out", "-", folder=tmp_path)
    assert result.returncode == 2 and words in result.stderr and result.stdout == "", result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", [[EXAMPLE, "--out", "-"], [EXAMPLE, "--single-file", "-"], ["diff", EXAMPLE, EXAMPLE, "--html", "-"]])
def test_other_outputs_are_not_called_like_standard_output(program, tmp_path, arguments):
    result = program.run(*arguments, folder=tmp_path)
    assert result.returncode == 2 and "standard output" in result.stderr, result.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_run_leaves_nothing(program, tmp_path, generate):
    process = subprocess.Popen(
        [program.binary, "convert", generate(100_000, 1), "--out", tmp_path / "chat.jsonl", "--progress", "json"],
        stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        if '"stage":"pages"' in line:
            break
    process.terminate()
    process.communicate()
    assert process.returncode == -15 and list(tmp_path.iterdir()) == []
