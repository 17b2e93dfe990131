"""Equal input and options give equal bytes, whatever the machine, the clock and the number of cores."""

import json
import os
import shutil
import subprocess

import pytest

from conftest import EXAMPLE, ROOT
from site_model import Site


def assert_same(one: Site, other: Site) -> None:
    a, b = one.bytes_by_name(), other.bytes_by_name()
    assert sorted(a) == sorted(b)
    different = [name for name in a if a[name] != b[name]]
    assert different == []


@pytest.fixture(scope="module")
def source(generate):
    """3,000 messages: enough pages for every worker to have several."""
    return generate(3000, 7)


@pytest.fixture(scope="module")
def reference(program, source, tmp_path_factory) -> Site:
    return program.export(source, tmp_path_factory.mktemp("reference") / "site", "--page-size", "100", "--jobs", "1")


@pytest.mark.parametrize("jobs", [1, 2, 3, 16])
def test_row_5_any_number_of_jobs_writes_the_same_site(program, source, reference, tmp_path, jobs):
    assert_same(reference, program.export(source, tmp_path / "site", "--page-size", "100", "--jobs", str(jobs)))


def test_conversations_that_are_written_side_by_side_are_the_same_as_one_after_the_other(program, source, tmp_path):
    """Short conversations and a long one, two with the same name, and a file that several share."""
    (tmp_path / "photo.txt").write_text("a file")
    sources = []
    for chat in range(24):
        messages = [{"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-01T{number // 60:02d}:{number % 60:02d}:00Z",
                     "text": f"Message {number} of {chat}"} for number in range(chat * 7)]
        messages.append({"id": "file", "from": "a", "at": "2026-05-02T00:00:00Z", "attachments": [{"kind": "file", "path": path}
                         for path in ("photo.txt", f"gone {chat}.txt")]})
        sources.append(tmp_path / f"{chat}.json")
        sources[-1].write_text(json.dumps({
            "format": "chatexport/1", "title": f"Chat {chat // 2}", "timeZone": "UTC", "messages": messages,
            "locale": ["en", "de", "ar"][chat % 3], "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]}))
    sources.insert(9, source)
    told = []
    for jobs in ("1", "2", "8"):
        report = tmp_path / f"report {jobs}.json"
        result = program.run(*sources, "--out", tmp_path / f"site {jobs}", "--page-size", "50", "--jobs", jobs, "--report", report)
        assert result.returncode == 0, result.stderr
        found = json.loads(report.read_text())
        told.append((Site(tmp_path / f"site {jobs}"), found["media"], found["findings"], found["conversations"]))
    for other in told[1:]:
        assert_same(told[0][0], other[0])
        assert told[0][1:] == other[1:]
    assert len(told[0][3]) == 25 and told[0][1]["stored"] == 1


def test_files_and_those_that_are_missing_are_told_alike_by_any_number_of_jobs(program, tmp_path):
    """Pages made in parallel ask for their files in any order; some files occur twice, some are missing."""
    (tmp_path / "here.txt").write_text("a file")
    (tmp_path / "again.txt").write_text("a file")
    messages = [{"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-01T{number // 60:02d}:{number % 60:02d}:00Z",
                 "attachments": [{"kind": "file", "path": ["here.txt", "again.txt", f"gone {number}.txt"][number % 3]}],
                 **({"replyTo": str(number * 7 % max(1, number))} if number else {})} for number in range(600)]
    source = tmp_path / "chat.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "files", "title": "Files", "timeZone": "UTC", "messages": messages,
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}]}))
    told = []
    for jobs in ("1", "8"):
        report = tmp_path / f"{jobs}.json"
        site = program.export(source, tmp_path / f"site{jobs}", "--page-size", "10", "--jobs", jobs, "--report", report)
        found = json.loads(report.read_text())
        told.append((site, found["media"], found["findings"]))
    assert_same(told[0][0], told[1][0])
    assert told[0][1:] == told[1][1:]
    assert told[0][1] == {"missing": 200, "stored": 1} and len(told[0][2]) == 200


@pytest.mark.parametrize("environment", [
    {"TZ": "Asia/Tokyo"}, {"TZ": "America/St_Johns", "LANG": "C", "LC_ALL": "C"},
    {"LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"}, {"LC_ALL": "ar_EG.UTF-8"},
    {"SWIFT_DETERMINISTIC_HASHING": "1"}, {"HOME": "/nonexistent", "USER": "nobody", "COLUMNS": "20"}],
    ids=lambda environment: " ".join(f"{name}={value}" for name, value in environment.items()))
def test_the_environment_does_not_show(program, source, reference, tmp_path, environment):
    site = program.export(source, tmp_path / "site", "--page-size", "100", environment=environment)
    assert_same(reference, site)


def test_the_folder_it_is_run_from_and_the_way_paths_are_written_do_not_show(program, tmp_path, example_site):
    (tmp_path / "elsewhere").mkdir()
    relative = os.path.relpath(EXAMPLE, tmp_path / "elsewhere")
    program.export(relative, "site", folder=tmp_path / "elsewhere")
    assert_same(example_site, Site(tmp_path / "elsewhere" / "site"))


def test_exporting_over_an_older_site_gives_the_same_as_anew(program, generate, tmp_path, example_site):
    program.export(generate(2000, 1), tmp_path / "site")
    assert_same(example_site, program.export(EXAMPLE, tmp_path / "site", "--force"))


def test_json_and_json_lines_of_the_same_conversation_give_the_same_pages(program, generate, tmp_path):
    one = program.export(generate(700, 3), tmp_path / "one")
    other = program.export(generate(700, 3, "--jsonl"), tmp_path / "other")
    pages = [{path.name: path.read_bytes() for path in site.pages()} for site in (one, other)]
    assert pages[0] == pages[1] and len(pages[0]) == 2


def test_row_12_pages_do_not_depend_on_the_page_size(group_chat, program, tmp_path):
    """Paging never adds, moves or removes a row: all rows of all pages are the same for any page size.

    Only the forms of ideographs may differ, which follow from the texts near by on the page: the faces have the same widths.
    """
    def rows(size: str) -> list:
        return [without_faces({name: value for name, value in row.items() if name not in ("page", "y")})
                for row in program.plan(group_chat, "--page-size", size).rows]
    assert rows("500") == rows("137")


def without_faces(value):
    if isinstance(value, dict):
        return {name: without_faces(part) for name, part in value.items() if name != "face"}
    return [without_faces(part) for part in value] if isinstance(value, list) else value


def test_the_program_works_alone_without_its_checkout(program, tmp_path, example_site):
    """The binary contains templates, styles and fonts; an empty folder mounted over the checkout hides it."""
    binary = tmp_path / "elsewhere" / "chatexport"
    binary.parent.mkdir()
    shutil.copy2(program.binary, binary)
    shutil.copytree(EXAMPLE.parent, tmp_path / "input")
    hide = ["unshare", "--mount", "--map-root-user", "sh", "-c",
            'mount -t tmpfs none "$0" && exec "$@"', str(ROOT)]
    if subprocess.run([*hide, "true"], capture_output=True).returncode != 0:
        pytest.skip("folders cannot be hidden here (unshare is not allowed)")
    listing = subprocess.run([*hide, "ls", "-A", str(ROOT)], capture_output=True, text=True)
    assert listing.stdout == ""
    result = subprocess.run(
        [*hide, str(binary), str(tmp_path / "input" / EXAMPLE.name), "--out", str(tmp_path / "site")],
        capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert_same(example_site, Site(tmp_path / "site"))
