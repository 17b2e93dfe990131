"""Plans, shards and merges: N shards make byte for byte the site of one run, and whatever is wrong is named."""

import filecmp
import json
import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import BINARY, ROOT

FIXTURES = ROOT / "Tests" / "ChatImportTests" / "Fixtures"


def bytes_of(site: Path) -> dict:
    return {str(path.relative_to(site)): path.read_bytes() for path in sorted(site.rglob("*")) if path.is_file()}


def assert_equal(one: Path, other: Path):
    """The same files with the same bytes, and no other folder."""
    assert sorted(str(path.relative_to(one)) for path in one.rglob("*")) == \
        sorted(str(path.relative_to(other)) for path in other.rglob("*"))
    for path in one.rglob("*"):
        if path.is_file():
            assert filecmp.cmp(path, other / path.relative_to(one), shallow=False), path


class Shards:
    """The runs of a plan in a folder."""

    def __init__(self, program, folder: Path):
        self.program, self.folder = program, folder
        self.plan, self.site = folder / "plan", folder / "sharded"

    def run(self, *arguments, code: int = 0):
        result = self.program.run(*arguments)
        assert result.returncode == code, (arguments, result.returncode, result.stderr)
        return result

    def make_plan(self, *arguments, shards: int, code: int = 0):
        self.count = shards
        return self.run("plan", *arguments, "--shards", shards, "--plan", self.plan, code=code)

    def shard(self, number: int, *arguments, code: int = 0):
        return self.run("export", *arguments, "--plan", self.plan, "--shard", f"{number}/{self.count}", "--out", self.site, code=code)

    def merge(self, *arguments, code: int = 0):
        return self.run("merge", *arguments, "--plan", self.plan, "--out", self.site, code=code)

    def all(self, seed: int = 1):
        numbers = list(range(1, self.count + 1))
        random.Random(seed).shuffle(numbers)
        for number in numbers:
            self.shard(number)
        self.merge()


@pytest.fixture
def shards(program, tmp_path):
    return Shards(program, tmp_path)


@pytest.fixture(scope="module")
def long_chat(generate):
    return generate(6000, 7)


@pytest.fixture(scope="module")
def long_site(program, long_chat):
    return program.shared_site(long_chat, "--page-size", "50").folder


@pytest.mark.parametrize("count", [1, 2, 7])
def test_shards_of_a_long_conversation_make_the_site_of_one_run(shards, long_chat, long_site, count):
    shards.make_plan(long_chat, "--page-size", "50", shards=count)
    shards.all(seed=count)
    assert_equal(long_site, shards.site)


@pytest.fixture(scope="module")
def mixed(tmp_path_factory, long_chat):
    """A long conversation and many short ones; two of them have one name, one has no messages."""
    folder = tmp_path_factory.mktemp("mixed") / "chats"
    folder.mkdir()
    shutil.copy(long_chat, folder)
    for number in range(40):
        messages = [{"from": "ab"[index % 2], "text": f"Nachricht {index} von {number} 你好"[:20 + number], "at": f"2026-03-{number % 28 + 1:02}T10:{index:02}:00Z"}
                    for index in range(number)]
        (folder / f"{number:02}.json").write_text(json.dumps(
            {"format": "chatexport/1", "title": f"Chat {number // 2}", "timeZone": "UTC",
             "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Bén"}], "messages": messages}))
    return folder


@pytest.mark.parametrize("count", [2, 7])
def test_shards_of_many_conversations_make_the_site_of_one_run(program, shards, mixed, count):
    options = ("--page-size", "40", "--locale", "de", "--me", "Ann", "--theme", "slate", "--no-links")
    one = program.export(mixed, shards.folder / "one", *options).folder
    shards.make_plan(mixed, *options, shards=count)
    shards.all(seed=count)
    assert_equal(one, shards.site)


def test_parts_of_a_plan_make_the_plan_of_one_run(shards, mixed):
    whole = shards.folder / "whole"
    shards.run("plan", mixed, "--shards", "3", "--plan", whole)
    for number in (2, 3, 1):
        shards.run("plan", mixed, "--shards", "3", "--plan", shards.plan, "--part", f"{number}/3")
    missing = shards.plan / "part-2.json"
    missing.rename(shards.folder / "aside")
    assert "part 2 of 3" in shards.run("plan", "--join", shards.plan, code=3).stderr
    (shards.folder / "aside").rename(missing)
    shards.run("plan", "--join", shards.plan)
    one, other = (json.loads((folder / "plan.json").read_text()) for folder in (whole, shards.plan))
    assert one["shards"] == other["shards"] and one["texts"] == other["texts"] and one["fonts"] == other["fonts"]
    shards.count = 3
    shards.all()
    assert (shards.site / "export.json").exists()


def test_plans_have_the_same_bytes_in_each_run(shards, mixed):
    for folder in ("one", "two"):
        shards.run("plan", mixed, "--shards", "3", "--plan", shards.folder / folder)
    assert_equal(shards.folder / "one", shards.folder / "two")


FORMATS = ["whatsapp/android", "telegramhtml", "discord", "slack", "signal/desktop", "claudecode", "imessage", "chatgpt", "meta"]


@pytest.mark.parametrize("name", FORMATS)
def test_shards_of_other_formats_make_the_site_of_one_run(program, shards, name):
    """Formats that are converted, with attachments, threads, branches and conversations that are sorted."""
    source = FIXTURES / name
    if not source.exists():
        source = FIXTURES / name.split("/")[0]
    one = shards.folder / "one"
    if program.run(source, "--out", one, "--page-size", "4").returncode:
        pytest.fail(f"{name} is no export")
    shards.make_plan(source, "--page-size", "4", shards=3)
    shards.all()
    assert_equal(one, shards.site)


def test_a_shard_that_was_killed_is_run_again(shards, long_chat, long_site):
    shards.make_plan(long_chat, "--page-size", "50", shards=2)
    run = subprocess.Popen(
        [BINARY, "export", "--plan", shards.plan, "--shard", "1/2", "--out", shards.site, "--jobs", "1", "--quiet"])
    while run.poll() is None and not any(shards.site.glob("*/3.html")):
        time.sleep(0.002)
    run.send_signal(signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL, "the shard was finished before it could be killed"
    assert not (shards.site / "shard-1").exists()
    shards.shard(2)
    kept = (shards.site / "shard-2").read_bytes()
    assert "shard-1" in shards.merge(code=3).stderr
    shards.shard(1)
    shards.shard(1)
    assert (shards.site / "shard-2").read_bytes() == kept
    shards.merge()
    assert_equal(long_site, shards.site)


def test_the_merge_reads_no_page(shards, long_chat, long_site):
    """The pages may be in an object store: only the files of the shards are there."""
    shards.make_plan(long_chat, "--page-size", "50", shards=2)
    shards.shard(1)
    shards.shard(2)
    elsewhere = shards.folder / "elsewhere"
    shards.site.rename(elsewhere)
    shards.site.mkdir()
    for number in (1, 2):
        shutil.copy(elsewhere / f"shard-{number}", shards.site)
    shards.merge()
    for path in ("shard-1", "shard-2", "shard-plan"):
        (elsewhere / path).unlink()
    shutil.rmtree(elsewhere / ".unfinished", ignore_errors=True)
    shutil.copytree(shards.site, elsewhere, dirs_exist_ok=True)
    assert_equal(long_site, elsewhere)


def test_a_moved_input_is_named_again(shards, long_chat, long_site):
    source = shards.folder / "a" / "long.json"
    source.parent.mkdir()
    shutil.copy(long_chat, source)
    shards.make_plan(source, "--page-size", "50", shards=1)
    moved = shards.folder / "b" / "long.json"
    source.parent.rename(moved.parent)
    assert "long.json" in shards.shard(1, code=3).stderr
    shards.shard(1, moved)
    shards.merge(moved)
    assert_equal(long_site, shards.site)


def changed(path: Path, old: bytes, new: bytes):
    content = path.read_bytes()
    assert content.count(old) >= 1
    path.write_bytes(content.replace(old, new, 1))


def test_an_input_that_changed_since_the_plan_is_named(shards, long_chat):
    source = shards.folder / "chat.json"
    shutil.copy(long_chat, source)
    shards.make_plan(source, "--page-size", "50", shards=2)
    content = bytearray(source.read_bytes())
    position = content.index(b'"', content.rindex(b'"text":') + len(b'"text":')) + 1
    content[position] = ord("Q") if content[position] != ord("Q") else ord("R")
    source.write_bytes(content)
    shards.shard(1)
    error = shards.shard(2, code=3).stderr
    assert "page 120" in error and "changed since the plan" in error
    assert not (shards.site / "shard-2").exists() and (shards.site / "shard-1").exists()
    shutil.copy(long_chat, source)
    shards.shard(2)
    changed(source, b"2", b"3")
    assert "chat.json changed since the plan" in shards.merge(code=3).stderr
    shutil.copy(long_chat, source)
    shards.merge()


def test_a_shorter_input_is_named(shards, mixed):
    folder = shards.folder / "chats"
    shutil.copytree(mixed, folder)
    shards.make_plan(folder, shards=2)
    (folder / "39.json").unlink()
    assert "plan again" in shards.shard(2, code=3).stderr


@pytest.mark.parametrize("member, value, words", [
    ("format", "chatexport-plan/9", "chatexport-plan/9"),
    ("version", "9.9.9", "9.9.9"),
    ("program", "0" * 64, "another build"),
    ("setup", "0" * 64, "fonts, theme, templates"),
])
def test_a_plan_of_another_program_is_refused(shards, long_chat, member, value, words):
    shards.make_plan(long_chat, shards=1)
    path = shards.plan / "plan.json"
    plan = json.loads(path.read_text())
    plan["heading"][member] = value
    path.write_text(json.dumps(plan))
    assert words in shards.shard(1, code=3).stderr
    assert words in shards.merge(code=3).stderr
    assert not shards.site.exists()


@pytest.mark.parametrize("name", ["plan.json", "texts.bin", "fonts.bin", "surveys-1.bin"])
def test_a_damaged_plan_is_named(shards, long_chat, name):
    shards.make_plan(long_chat, shards=1)
    path = shards.plan / name
    content = path.read_bytes()
    path.write_bytes(content[:len(content) // 2])
    assert name in shards.shard(1, code=3).stderr
    path.unlink()
    assert name in shards.shard(1, code=3).stderr


def test_missing_foreign_and_damaged_shards_are_named(shards, long_chat, long_site):
    shards.make_plan(long_chat, "--page-size", "50", shards=3)
    other = Shards(shards.program, shards.folder / "other")
    other.make_plan(long_chat, "--page-size", "60", shards=3)
    for number in (1, 2, 3):
        shards.shard(number)
        other.shard(number)
    good = shards.site / "shard-2"
    content = good.read_bytes()
    good.unlink()
    assert "lacks shard-2" in shards.merge(code=3).stderr
    shutil.copy(other.site / "shard-2", good)
    assert "shard-2 is no shard of the plan" in shards.merge(code=3).stderr
    shutil.copy(shards.site / "shard-3", good)
    assert "shard-2 is no shard of the plan" in shards.merge(code=3).stderr
    pick = random.Random(4)
    for _ in range(20):
        flipped = bytearray(content)
        flipped[pick.randrange(len(flipped))] ^= 1 << pick.randrange(8)
        good.write_bytes(flipped)
        assert "shard-2" in shards.merge(code=3).stderr
        good.write_bytes(content[:pick.randrange(len(content))])
        assert "shard-2" in shards.merge(code=3).stderr
    good.write_bytes(content)
    shards.merge()
    assert_equal(long_site, shards.site)


def test_folders_with_other_content_are_refused(shards, long_chat, long_site):
    shards.make_plan(long_chat, "--page-size", "50", shards=1)
    shards.site.mkdir()
    (shards.site / "letter.txt").write_text("mine")
    assert "other files" in shards.shard(1, code=4).stderr
    assert [path.name for path in shards.site.iterdir()] == ["letter.txt"]
    (shards.site / "letter.txt").unlink()
    other = Shards(shards.program, shards.folder)
    other.plan = shards.folder / "other-plan"
    other.make_plan(long_chat, "--page-size", "60", shards=1)
    shards.shard(1)
    assert "another plan" in other.shard(1, code=4).stderr
    shards.merge()
    assert "other files" in shards.shard(1, code=4).stderr
    assert_equal(long_site, shards.site)


def test_a_full_disk_leaves_finished_shards_usable(shards, long_chat, long_site):
    """Files may have only so many bytes, which fails like a full disk."""
    shards.make_plan(long_chat, "--page-size", "50", shards=2)
    shards.shard(1)
    result = subprocess.run(
        ["prlimit", "--fsize=40000", str(BINARY), "export", "--plan", shards.plan, "--shard", "2/2", "--out", shards.site],
        capture_output=True, text=True)
    assert result.returncode == 4 and "written" in result.stderr, result.stderr
    assert not (shards.site / "shard-2").exists()
    shards.shard(2)
    result = subprocess.run(
        ["prlimit", "--fsize=40000", str(BINARY), "merge", "--plan", shards.plan, "--out", shards.site],
        capture_output=True, text=True)
    assert result.returncode == 4, result.stderr
    shards.merge()
    assert_equal(long_site, shards.site)


def test_wrong_usage_is_explained(shards, long_chat):
    assert "--shards is missing" in shards.run("plan", long_chat, "--plan", shards.plan, code=2).stderr
    assert "--plan is missing" in shards.run("plan", long_chat, "--shards", "2", code=2).stderr
    shards.make_plan(long_chat, shards=2)
    assert "needs --shard" in shards.run("export", "--plan", shards.plan, "--out", shards.site, code=2).stderr
    assert "needs --plan" in shards.run("export", long_chat, "--shard", "1/2", "--out", shards.site, code=2).stderr
    assert "3/2" in shards.run("export", "--plan", shards.plan, "--shard", "3/2", "--out", shards.site, code=2).stderr
    assert "has 2 shards" in shards.run("export", "--plan", shards.plan, "--shard", "1/3", "--out", shards.site, code=2).stderr
    assert "come from the plan" in shards.shard(1, "--me", "Ann", code=2).stderr
    assert "no part-1.json" in shards.run("plan", "--join", shards.folder, code=3).stderr
    assert "no plan.json" in shards.run("merge", "--plan", shards.folder, "--out", shards.site, code=3).stderr
    other = shards.folder / "letters"
    other.mkdir()
    (other / "plan.txt").write_text("mine")
    assert "other files" in shards.run("plan", long_chat, "--shards", "1", "--plan", other, code=4).stderr
    inside = shards.run("plan", long_chat, "--shards", "1", "--plan", long_chat.parent, code=4).stderr
    assert long_chat.name in inside


def small(path: Path, *, texts=("one", "two"), **header) -> Path:
    """Writes a conversation without a title of its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"format": "chatexport/1", **header, "messages": [
        {"id": str(number), "from": "bo", "at": f"2026-01-01T10:{number:02}:00Z", "text": text} for number, text in enumerate(texts)]}))
    return path


def test_an_input_with_another_title_is_refused(shards):
    source = small(shards.folder / "first.json")
    shards.make_plan(source, shards=1)
    assert "'first' was planned" in shards.shard(1, source.rename(shards.folder / "second.json"), code=3).stderr


def test_other_numbers_of_conversations_are_refused(shards):
    one, two = small(shards.folder / "a.json"), small(shards.folder / "b.json", texts=("three",))
    shards.make_plan(one, two, "--join", f"{one}={two}", shards=1)
    moved = [shutil.copy(path, shards.folder / f"moved-{path.name}") for path in (one, two)]
    assert "2 conversations, and had 1" in shards.shard(1, *moved, code=3).stderr


def test_names_that_changed_are_refused(shards):
    source, names = small(shards.folder / "a.json"), shards.folder / "names.csv"
    names.write_text("bo,Robert\n")
    shards.make_plan(source, "--alias", names, shards=1)
    names.write_text("bo,Eve\n")
    assert "--alias" in shards.shard(1, code=3).stderr


@pytest.mark.parametrize("name", ["shard-1", "shard-2", "shard-plan"])
def test_conversations_named_like_shards_are_exported(program, shards, name):
    source = small(shards.folder / "chats" / "a.json", id=name).parent
    small(source / "b.json", id="other")
    one = program.export(source, shards.folder / "one").folder
    shards.make_plan(source, shards=2)
    shards.all()
    assert_equal(one, shards.site)


def test_an_attachment_of_a_run_that_was_repeated_is_removed(program, shards):
    picture = shards.folder / "in" / "a.png"
    source = small(shards.folder / "in" / "a.json")
    chat = json.loads(source.read_text())
    chat["messages"][0]["attachments"] = [{"kind": "file", "path": "a.png"}]
    source.write_text(json.dumps(chat))
    picture.write_bytes(b"one")
    one = program.export(source, shards.folder / "one").folder
    shards.make_plan(source, shards=1)
    picture.write_bytes(b"other")
    shards.shard(1)
    picture.write_bytes(b"one")
    shards.shard(1)
    shards.merge()
    assert_equal(one, shards.site)


@pytest.mark.parametrize("link", ["media", "a", ".unfinished"])
def test_links_in_the_folder_are_not_followed(shards, link):
    source = small(shards.folder / "in" / "a.json", id="a")
    chat = json.loads(source.read_text())
    chat["messages"][0]["attachments"] = [{"kind": "file", "path": "p.png"}]
    (source.parent / "p.png").write_bytes(b"picture")
    source.write_text(json.dumps(chat))
    shards.make_plan(source, shards=1)
    shards.shard(1)
    outside = shards.folder / "outside"
    outside.mkdir()
    shutil.rmtree(shards.site / link, ignore_errors=True)
    (shards.site / link).symlink_to(outside)
    assert str(shards.site / link) in shards.shard(1, code=4).stderr
    assert not any(outside.iterdir())


def test_edited_plans_are_damaged_plans(shards, mixed):
    shards.make_plan(mixed, "--page-size", "40", shards=3)
    path = shards.plan / "plan.json"
    plan = json.loads(path.read_text())

    def edited(change) -> dict:
        other = json.loads(json.dumps(plan))
        change(other)
        return other

    def set_piece(name, value):
        return lambda plan: plan["shards"][0][0].__setitem__(name, value)
    changes = [set_piece(name, value) for name in ("conversation", "first", "last") for value in (-1, 0, 100_001, 2 ** 62, -2 ** 63)
               if (name, value) != ("conversation", 0)]
    changes += [lambda plan: plan.__setitem__("shards", []), lambda plan: plan.__setitem__("sources", []),
                lambda plan: plan.__setitem__("conversations", []), lambda plan: plan["conversations"].reverse(),
                lambda plan: plan["conversations"].append(plan["conversations"][0])]
    changes += [lambda plan, number=number: plan["conversations"][1].__setitem__("messages", number)
                for number in (0, -1, 3 * 10 ** 9, 10 ** 12, 2 ** 62)]
    changes += [lambda plan, name=name: plan["conversations"][0].__setitem__("folder", name)
                for name in ("../x", "a/b", "assets", "media", ".unfinished", "", plan["conversations"][1]["folder"])]
    changes += [lambda plan, number=number: plan["heading"].__setitem__("shardCount", number) for number in (0, -1, 4, 2 ** 62)]
    for change in changes:
        path.write_text(json.dumps(edited(change)))
        results = [shards.program.run("export", "--plan", shards.plan, "--shard", f"{number}/3", "--out", shards.folder / "out")
                   for number in (1, 2, 3)]
        assert all(result.returncode in (0, 2, 3) for result in results), results
        assert any(result.returncode for result in results), edited(change)
        shutil.rmtree(shards.folder / "out", ignore_errors=True)
    part = shards.plan / "part-1.json"
    for count in (0, -1, 10_000_000, 2 ** 62):
        part.write_text(json.dumps({**json.loads(part.read_text()), "count": count}))
        shards.run("plan", "--join", shards.plan, code=3)


def test_pipes_are_not_opened(shards):
    source = small(shards.folder / "a.json")
    shards.make_plan(source, shards=1)
    shards.site.mkdir()
    os.mkfifo(shards.site / "shard-1")
    assert "fewer pages than the plan" in shards.merge(code=3).stderr
    (shards.plan / "plan.json").unlink()
    os.mkfifo(shards.plan / "plan.json")
    assert "plan.json" in shards.shard(1, code=3).stderr


def test_a_merge_that_was_ended_is_repeated(shards, long_chat, long_site):
    shards.make_plan(long_chat, "--page-size", "50", shards=2)
    shards.shard(1)
    shards.shard(2)
    kept = {name: (shards.site / name).read_bytes() for name in ("shard-1", "shard-2", "shard-plan")}
    shards.merge()
    for name, content in kept.items():
        (shards.site / name).write_bytes(content)
    shards.merge()
    assert_equal(long_site, shards.site)
    assert "complete" in shards.merge(code=4).stderr
