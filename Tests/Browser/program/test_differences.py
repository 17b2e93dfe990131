"""`chatexport diff`: what differs between two chats is found, named, and said once if all messages have it."""

import copy
import json
import os
import random
import re
import shutil
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT

FIXTURES = ROOT / "Tests/ChatImportTests/Fixtures"
SUPPORT = EXAMPLE.with_name("support.jsonl")


def diff(program, *arguments, code=None, environment=None) -> dict:
    """The result as JSON."""
    result = program.run("diff", *arguments, "--json", environment=environment)
    assert result.returncode in ((0, 1) if code is None else (code,)), f"exit code {result.returncode}\n{result.stderr}{result.stdout}"
    found = json.loads(result.stdout)
    assert result.returncode == (1 if found["isDifferent"] else 0)
    assert found["isDifferent"] == bool(found["differences"] or [common for common in found["uniform"] if common["kind"] != "version"])
    return found


def text(program, *arguments, code=1) -> str:
    result = program.run("diff", *arguments)
    assert result.returncode == code, f"exit code {result.returncode}\n{result.stderr}{result.stdout}"
    return result.stdout


def kinds(found: dict, level: str = "semantic") -> list:
    """The kinds and ids of the differences of a level."""
    levels = {"semantic": ("conversation", "added", "removed", "changed", "moved", "attachment"), "layout": ("frame", "pages"),
              "style": ("classes", "property", "file")}
    return [(one["kind"], (one.get("old") or one.get("new") or {}).get("id", "").removeprefix("m-")) for one in found["differences"]
            if one["kind"] in levels[level]]


class Chats:
    """Variants of a chat as files and as sites."""

    def __init__(self, program, folder: Path, source: Path = EXAMPLE):
        self.program, self.folder, self.count = program, folder, 0
        (folder / "media").symlink_to(source.parent / "media")
        self.chat = json.loads(source.read_text(encoding="utf-8"))

    def write(self, change=None, chat: dict = None) -> Path:
        """The chat after `change`, as a file."""
        chat = copy.deepcopy(chat or self.chat)
        if change:
            chat = change(chat) or chat
        self.count += 1
        path = self.folder / f"chat-{self.count}.json"
        path.write_text(json.dumps(chat, ensure_ascii=False), encoding="utf-8")
        return path

    def site(self, change=None, *options, chat: dict = None) -> Path:
        """The chat after `change`, as a site."""
        path = self.write(change, chat)
        self.program.export(path, path.with_suffix(""), *options)
        return path.with_suffix("")


@pytest.fixture
def chats(program, tmp_path):
    return Chats(program, tmp_path)


def message(chat: dict, id: str) -> dict:
    return next(one for one in chat["messages"] if one["id"] == id)


@pytest.mark.parametrize("source", [EXAMPLE, SUPPORT, FIXTURES / "chatexport/every-kind/every-kind.json",
                                    *sorted(path for path in FIXTURES.glob("*/*") if path.is_dir() and path.parent.name != "chatexport")[::6]],
                         ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_chat_is_equal_to_itself_as_site_input_and_plan(program, tmp_path, source):
    program.export(source, tmp_path / "site", "--page-size", "20")
    shutil.copytree(tmp_path / "site", tmp_path / "copy")
    found = diff(program, tmp_path / "site", tmp_path / "copy", code=0)
    assert found["differences"] == [] and found["uniform"] == []
    assert all(one["equal"] == one["old"] == one["new"] > 0 for one in found["conversations"])
    assert "same: nothing differs" in text(program, tmp_path / "site", tmp_path / "copy", code=0)
    diff(program, tmp_path / "site", source, code=0)
    plan = program.run("inspect", source, "--json")
    if plan.returncode == 0:
        (tmp_path / "plan.json").write_text(plan.stdout)
        diff(program, tmp_path / "plan.json", source, code=0)


def reword(chat):
    message(chat, "59")["text"] = message(chat, "59")["text"].replace("8 pm", "nine pm")


def delay(chat):
    message(chat, "59")["at"] = message(chat, "59")["at"].replace(":50", ":55")


def hand_over(chat):
    message(chat, "59")["from"] = "kenji"


def react(chat):
    message(chat, "34").setdefault("reactions", []).append({"emoji": "🔥", "by": ["kenji"]})


def delete(chat):
    chat["messages"].remove(message(chat, "15"))


def insert(chat):
    chat["messages"].insert(5, {"id": "new", "from": "kenji", "at": message(chat, "5")["at"], "text": "Brand new"})


def emphasise(chat):
    message(chat, "11")["text"] = "**" + message(chat, "11")["text"] + "**"


@pytest.mark.parametrize("change, kind, id, what", [
    (reword, "changed", "59", "text"), (delay, "changed", "59", "time"), (hand_over, "changed", "59", "sender"),
    (react, "changed", "34", "reaction"), (delete, "removed", "15", "text"), (insert, "added", "new", "text"),
    (emphasise, "changed", "11", "formatting")], ids=lambda value: getattr(value, "__name__", None))
def test_each_change_of_a_message_is_named_in_sites_inputs_and_the_other_way_round(program, chats, change, kind, id, what):
    old, new = chats.site(), chats.site(change)
    opposite = {"added": "removed", "removed": "added"}.get(kind, kind)
    for one, other, expected in ((old, new, kind), (new, old, opposite), (old.with_suffix(".json"), new.with_suffix(".json"), kind),
                                 (old, new.with_suffix(".json"), kind)):
        found = diff(program, one, other, "--only", "semantic", code=1)
        assert kinds(found) == [(expected, id)], found["differences"]
        changes = found["differences"][0]["changes"]
        assert changes[0]["what"] == what, changes
        assert len(text(program, one, other, "--only", "semantic").splitlines()) <= 24


def test_words_are_marked_one_by_one(program, chats):
    found = diff(program, chats.site(), chats.site(reword))
    words = found["differences"][0]["changes"][0]["words"]
    assert [(part["side"], part["text"]) for part in words if part["side"] != "both"] == [("old", "8"), ("new", "nine")]
    assert "closes at [-8-]{+nine+} pm" in text(program, chats.site(), chats.site(reword))


def test_marks_of_direction_do_no_harm_and_are_seen_where_they_changed(program, chats):
    def without_event(chat):
        chat["messages"] = [one for one in chat["messages"] if one["id"] != "2"]

    shown = text(program, chats.site(), chats.site(without_event), "--only", "semantic")
    # The isolates around a name in Arabic are ours; they end in the line.
    assert "\u2068Samir سمير\u2069" in shown and "\ufffd" not in shown and "<U+" not in shown
    def words(old):
        def change(chat):
            message(chat, "3")["text"] = old
        return change
    shown = text(program, chats.site(words("see \u2068abc\u2069 here")), chats.site(words("see \u202eabc \u2068 here")), "--only", "semantic")
    assert "<U+2068>" in shown and "<U+202E>" in shown and not re.search("[\u202a-\u202e\u2066-\u2069\ufffd]", shown)


def later(seconds: int):
    def change(chat):
        for one in chat["messages"]:
            one["at"] = (datetime.fromisoformat(one["at"]) + timedelta(seconds=seconds)).isoformat()
    return change


def renamed(chat):
    next(one for one in chat["participants"] if one["id"] == "kenji")["name"] = "Ken"


def without_seconds(chat):
    for one in chat["messages"]:
        one["at"] = datetime.fromisoformat(one["at"]).replace(second=0).isoformat()


@pytest.mark.parametrize("change, options, kind", [
    (later(3600), [], "time"), (later(-86400), [], "time"), (renamed, [], "name"), (without_seconds, [], "precision"),
    (None, ["--time-zone", "Asia/Tokyo"], "zone"), (None, ["--locale", "de"], "language"), (None, ["--me", "Kenji 健二"], "side")],
    ids=["hour", "day", "name", "precision", "zone", "language", "side"])
def test_what_all_messages_have_in_common_is_said_once_and_the_rest_is_named(program, chats, change, options, kind):
    def both(chat):
        (change or (lambda chat: None))(chat)
        reword(chat)
    found = diff(program, chats.site(), chats.site(both, *options), "--only", "semantic", code=1)
    assert kind in {common["kind"] for common in found["uniform"]}
    assert len(found["uniform"]) <= 3, found["uniform"]
    assert kinds(found) == [("changed", "59")], found["differences"]
    if kind == "time":
        assert found["uniform"][0]["seconds"] in (3600, -86400)
        assert re.search(r"all times differ by [+-]\d+ s \(9\d messages\)", text(program, chats.site(), chats.site(both), "--only", "semantic"))


def test_a_person_who_did_not_become_another_everywhere_is_named_message_by_message(program, chats):
    def some(chat):
        for id in ("13", "59", "62"):
            message(chat, id)["from"] = "kenji"
    found = diff(program, chats.site(), chats.site(some), "--only", "semantic")
    assert kinds(found) == [("changed", "13"), ("changed", "59"), ("changed", "62")] and found["uniform"] == []


def plain(count: int, words=lambda number: f"message number {number} of the chat", ids: bool = True) -> dict:
    return {"format": "chatexport/1", "id": "plain", "title": "Plain", "timeZone": "UTC", "participants": [{"id": name, "name": name} for name in ("Ann", "Ben")],
            "messages": [{**({"id": f"k{number}"} if ids else {}), "from": ("Ann", "Ben")[number % 2], "text": words(number),
                          "at": (datetime(2026, 5, 1, 10) + timedelta(minutes=number)).isoformat() + "Z"} for number in range(count)]}


@pytest.mark.parametrize("ids", [True, False], ids=["ids", "positions"])
def test_a_message_inserted_or_deleted_early_is_one_difference_though_all_pages_begin_elsewhere(program, chats, ids):
    chat = plain(300, ids=ids)

    def early(chat):
        del chat["messages"][20]
        chat["messages"].insert(3, {"id": "new", "from": "Ann", "at": chat["messages"][3]["at"], "text": "Something else entirely"})
        chat["messages"][250]["text"] = "message number 250 of this chat"
    options = ["--page-size", "10", "--no-search"]
    found = diff(program, chats.site(None, *options, chat=chat), chats.site(early, *options, chat=chat), "--only", "semantic")
    assert [kind for kind, _ in kinds(found)] == ["added", "removed", "changed"], found["differences"]
    assert [one.get("new", one.get("old"))["index"] for one in found["differences"]] == [3, 20, 250]
    assert found["conversations"][0]["equal"] == 298


def test_a_year_prepended_or_cut_off_is_added_and_nothing_else(program, chats):
    chat = plain(1500)
    first = {**chat, "messages": chat["messages"][900:]}
    found = diff(program, chats.site(chat=first), chats.site(chat=chat), "--only", "semantic")
    assert found["counts"] == {"added": 900} and found["conversations"][0]["equal"] == 600


def test_a_message_elsewhere_among_the_others_is_moved(program, chats):
    def move(chat):
        chat["messages"].insert(40, chat["messages"].pop(5))
    options = ["--keep-order"]
    for chat in (plain(60), plain(60, ids=False)):
        found = diff(program, chats.site(None, *options, chat=chat), chats.site(move, *options, chat=chat), "--only", "semantic")
        assert [kind for kind, _ in kinds(found)] == ["moved"], found["differences"]
        assert (found["differences"][0]["old"]["index"], found["differences"][0]["new"]["index"]) == (5, 40)


def test_conversations_are_paired_by_id_or_title_and_those_of_one_side_are_named(program, chats):
    one, other = chats.write(chat=plain(5)), chats.write(chat={**plain(7), "id": "other", "title": "Other"})
    program.export(one, chats.folder / "one")
    both = program.run(one, other, "--out", chats.folder / "both")
    assert both.returncode == 0
    found = diff(program, chats.folder / "one", chats.folder / "both", "--only", "semantic")
    assert [(kind["kind"], kind["changes"][0].get("new")) for kind in found["differences"]] == [("conversation", "Other (7 messages)")]
    renamed = chats.site(lambda chat: {**chat, "id": "third", "title": "Plain as day"}, chat=plain(5))
    found = diff(program, chats.folder / "one", renamed, "--only", "semantic")
    assert [change["what"] for one in found["differences"] for change in one["changes"]] == ["title"]


def test_layout_and_style_are_told_apart_and_told_in_px_and_by_name(program, chats):
    (chats.folder / "theme.json").write_text(
        '{theme: "chatexport-theme/1", extends: "standard", metrics: {cornerRadius: 12}, colours: {light: {outgoing: "#7a1fa2"}}}')
    old, new, wide = chats.site(), chats.site(None, "--theme", chats.folder / "theme.json"), chats.site(None, "--width", "420")
    found = diff(program, old, new)
    assert kinds(found) == []
    sheets = {change["what"].split()[-1]: (change["old"], change["new"]) for one in found["differences"] if one["kind"] == "property" for change in one["changes"]}
    assert any(new == "#7a1fa2" for _, new in sheets.values()), sheets
    found = diff(program, old, wide)
    assert kinds(found) == [] and kinds(found, "layout")
    widths = [change for one in found["differences"] if one["kind"] == "frame" for change in one["changes"]]
    assert all(change["by"] == pytest.approx(float(change["new"]) - float(change["old"]), abs=0.021) for change in widths if change.get("by") and "line" not in change["what"])
    assert kinds(diff(program, old, wide, "--only", "style"), "layout") == []
    assert diff(program, old, wide, "--only", "semantic", code=0)["differences"] == []


def test_plans_have_the_position_and_size_of_every_item(program, chats):
    old, new = chats.write(), chats.write(reword)
    (chats.folder / "old.plan").write_text(program.run("inspect", old, "--json").stdout)
    (chats.folder / "wide.plan").write_text(program.run("inspect", old, "--json", "--width", "420").stdout)
    found = diff(program, chats.folder / "old.plan", chats.folder / "wide.plan", "--only", "layout")
    assert {"what": "column width", "old": "390", "new": "420", "by": 30} in found["differences"][-1]["changes"]
    found = diff(program, chats.folder / "old.plan", new, "--only", "semantic")
    assert kinds(found) == [("changed", "59")]
    assert program.run("diff", chats.folder / "old.plan", chats.site()).returncode == 2


def test_an_attachment_that_one_side_lacks_is_named(program, chats, tmp_path):
    whole, less = tmp_path / "whole", tmp_path / "less"
    program.export(EXAMPLE, whole)
    shutil.copytree(whole, less)
    picture = next((less / "media").glob("*.jpg"))
    picture.unlink()
    for sides, change in (((whole, less), {"old": "present"}), ((less, whole), {"new": "present"}), ((less, EXAMPLE), {"new": "present"})):
        found = diff(program, *sides, code=1)
        assert [(one["kind"], one["file"], one["changes"]) for one in found["differences"]] == [
            ("attachment", f"media/{picture.name}", [{"what": "file", **change}])]
    # With another message changed, the manifest says that the file belongs to the site.
    page = whole / "lisbon-2026" / "1.html"
    page.write_text(page.read_text(encoding="utf-8").replace("The bakery closes", "The museum closes").replace("Moving on.", "Let's go."), encoding="utf-8")
    assert {kind for kind, _ in kinds(diff(program, whole, less, code=1))} == {"changed", "attachment"}


def test_plans_have_emphasis_lines_and_days(program, chats):
    def plan(change, name):
        path = chats.folder / name
        path.write_text(program.run("inspect", chats.write(change), "--json").stdout)
        return path

    def strong(chat):
        text = message(chat, "3")["text"]
        assert "*actually*" in text
        message(chat, "3")["text"] = text.replace("*actually*", "**actually**")

    old = plan(None, "old.plan")
    for new in (plan(strong, "strong.plan"), chats.write(strong)):
        [one] = diff(program, old, new, code=1)["differences"]
        assert (one["kind"], one["new"]["id"], one["changes"][0]["what"]) == ("changed", "3", "formatting")
    document = json.loads(old.read_text())

    def forged(change, name):
        rows = copy.deepcopy(document)
        change(rows["rows"])
        path = chats.folder / name
        path.write_text(json.dumps(rows))
        return path

    def text_of(row):
        return next(item for item in row["items"] if item.get("role") == "body" and len(item["lines"]) > 1)

    def broken(rows):
        row = next(row for row in rows if row.get("id") == "3")
        text_of(row)["lines"][0]["end"] -= 3

    def other_day(rows):
        next(row for row in rows if row["kind"] == "day")["items"][1]["text"] = "Another day"

    [one] = diff(program, old, forged(broken, "broken.plan"), "--only", "layout", code=1)["differences"]
    assert one["changes"][0]["what"] == "text line 1 end" and one["changes"][0]["by"] == -3
    days = diff(program, old, forged(other_day, "day.plan"), code=1)["differences"]
    first = [row for row in document["rows"]]
    ends = [number for number, row in enumerate(first) if row["kind"] == "day"]
    assert len(days) == ends[1] - ends[0] - 1 and {one["changes"][0]["what"] for one in days} == {"day"}

    def endless(rows):
        rows[3]["items"][0]["x"] = 1e308
    result = program.run("diff", old, forged(endless, "endless.plan"), "--json")
    assert result.returncode == 3 and "row 3 has a length beyond" in result.stderr


def test_help_knows_each_command(program):
    commands = re.findall(r"^  (\w+)  ", program.run("help").stdout.split("SUBCOMMANDS:")[1], re.M)
    assert {"diff", "verify", "convert"} <= set(commands)
    for command in commands:
        result = program.run("help", command)
        assert result.returncode == 0 and result.stdout.startswith(("OVERVIEW:", command.upper())), command


def test_wrong_usage_and_what_cannot_be_read(program, chats):
    site = chats.site()
    for arguments, code in ((["none", site], 3), ([site], 2), ([site, site, "--only", "words"], 2), ([site, site, "--jobs", "0"], 2)):
        result = program.run("diff", *arguments, environment={"TMPDIR": str(chats.folder)})
        assert result.returncode == code and result.stderr, arguments
    (chats.folder / "text").write_text("x")
    assert program.run("diff", site, chats.folder / "text", environment={"TMPDIR": str(chats.folder)}).returncode == 3
    assert not list(chats.folder.glob("chatexport-diff-*"))


def test_the_result_is_the_same_every_time(program, chats):
    def many(chat):
        for one in chat["messages"][::3]:
            one["text"] = "other " + one.get("text", "")
        for one in chat["messages"][::7]:
            one["from"] = "kenji"
        random.Random(1).shuffle(chat["messages"])
    old, new = chats.site(), chats.site(many, "--keep-order")
    for options in ([], ["--json"]):
        assert len({program.run("diff", old, new, *options).stdout for _ in range(4)}) == 1


@pytest.fixture(scope="module")
def site(program, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("compared") / "site"
    assert program.run(EXAMPLE, SUPPORT, "--out", folder, "--page-size", "40").returncode == 0
    return folder


@pytest.mark.parametrize("part", range(3))
def test_every_change_of_the_markup_of_a_message_is_found_whatever_the_lists_say(program, site, tmp_path, part):
    """The digests in MANIFEST and export.json are left as they were: nothing relies on them."""
    pick = random.Random(part)
    shutil.copytree(site, tmp_path / "site")
    pages = sorted((tmp_path / "site").glob("*/[0-9].html"))
    for _ in range(15):
        page = pick.choice(pages)
        whole = page.read_bytes()
        row = pick.choice(list(re.finditer(rb'<article id="[^"]*" data-i="\d+" (.*?)</article>', whole, re.DOTALL)))
        # Numbers of pages and ids of other messages differ between two exports.
        links = [found.span() for found in re.finditer(rb'href="(?!\.\./media)[^":]*"', whole)]
        offset = pick.choice([place for place in range(row.start(1), row.end(1)) if not any(start <= place < end for start, end in links)])
        changed = bytearray(whole)
        changed[offset] ^= 1 << pick.randrange(7)
        page.write_bytes(changed)
        found = diff(program, site, tmp_path / "site", code=1)
        named = {(one.get("new") or one.get("old") or {}).get("id") for one in found["differences"]}
        assert len(found["differences"]) <= 4 and re.search(rb'id="([^"]*)"', row.group())[1].decode() in named, changed[offset - 60:offset + 20]
        page.write_bytes(whole)


HOSTILE_PAGES = [b"", b"\0" * 100_000, b"<article " * 50_000, b'<article id="m-1" data-i="' * 20_000, b"<" * 200_000, b'"' * 200_000,
                 b'<article id="m-1" data-i="0" class="in">' + b'<p data-box="text">' * 50_000 + b"</p>" * 50_000 + b"</article>",
                 b'<article id="m-1" data-i="0" class="in">' + b"<p>x</b>" * 50_000 + b"</article>",
                 b'<article id="m-1" data-i="99999999999999999999" style="--h:1e999;--n:nan;left:infrem;top:9e307rem">x</article>',
                 b'<article id="m-1" data-i="0" class="in"><p data-box="text">' + b"ab " * 200_000 + b"</p></article>",
                 b'<article id="m-1" data-i="0">&amp' * 20_000, b'<article id="m-1" data-i="0" class="in"><time datetime="2026-99-99T99:99:99Z"></article>' * 5000,
                 b'<article id="m-1" data-i="0"><p data-box="reaction.0">1 2 3</p><p data-box="chip."></p></article>' * 5000]


@pytest.mark.parametrize("number", range(len(HOSTILE_PAGES)))
def test_a_hostile_page_does_no_harm(program, site, tmp_path, number):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (copy / "lisbon-2026/1.html").write_bytes(HOSTILE_PAGES[number])
    for sides in ([site, copy], [copy, site], [copy, copy]):
        for options in (["--json"], ["--html", tmp_path / "pages"]):
            result = program.run("diff", *sides, *options, work=60)
            assert result.returncode == (0 if sides == [copy, copy] else 1), f"{result.returncode} {result.stderr}"


def test_what_is_in_the_place_of_a_page_is_not_opened_and_is_reported(program, site, tmp_path):
    copy, secret = tmp_path / "site", tmp_path / "secret.html"
    secret.write_bytes((site / "lisbon-2026/1.html").read_bytes().replace(b"Graca", b"secret words"))
    for make, words in ((lambda path: path.symlink_to(secret), "link"), (os.mkfifo, "not a regular file"), (Path.mkdir, "not a regular file"),
                        (lambda path: path.symlink_to("/dev/zero"), "link"), (lambda path: None, "missing")):
        shutil.copytree(site, copy)
        (copy / "lisbon-2026/1.html").unlink()
        make(copy / "lisbon-2026/1.html")
        result = program.run("diff", site, copy, timeout=60)
        assert result.returncode == 1 and words in result.stdout and "secret" not in result.stdout
        subprocess.run(["rm", "-r", copy], check=True)


def test_a_hostile_export_json_or_plan_does_no_harm(program, site, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (tmp_path / "elsewhere").mkdir()
    shutil.copy(site / "lisbon-2026/1.html", tmp_path / "elsewhere/1.html")
    stated = json.loads((copy / "export.json").read_text())
    chat = stated["site"][0]
    for hostile in [{"id": "../elsewhere"}, {"id": "/etc", "pages": [{**chat["pages"][0], "file": "passwd"}]}, {"id": ".."}, {"id": ""},
                    {"pages": [{**chat["pages"][0], "file": "../../elsewhere/1.html"}]}, {"messages": 2 ** 62}, {"title": "\x1b[2J" + "x" * 100_000},
                    {"pages": [{**chat["pages"][0], "height": 2 ** 62}] * 9}, {"pages": chat["pages"] * 500}, {"timeZone": "\x1b]0;x\x07"}]:
        (copy / "export.json").write_text(json.dumps({**stated, "site": [{**chat, **hostile}]}))
        result = program.run("diff", site, copy, work=60)
        assert result.returncode == 1, f"{hostile}: {result.returncode} {result.stderr}"
        assert "\x1b" not in result.stdout and "root:" not in result.stdout
        if "elsewhere" in json.dumps(hostile):
            assert "removed" in result.stdout or "conversation" in result.stdout
        assert program.run("diff", copy, EXAMPLE, work=60).returncode in (1, 2)
    plan = tmp_path / "plan.json"
    for content in ['{"rows":[' * 10_000, '{"rows":[]}', '{"rows":[],"width":1e308}', '{"rows":[{"kind":"message","index":-1,"page":99999999999,"y":1,"height":1,"items":[]}],"width":1}',
                    '{"rows":[{"kind":"message","index":0,"page":1,"y":1e308,"height":-1e308,"items":' + '[{"box":"fold","what":"fold","x":0,"y":0,"width":0,"height":0,"folded":' * 400
                    + "[" + "]" + "}]" * 400 + '}],"width":1}', '{"rows":[' + "\0" * 1000]:
        plan.write_text(content)
        assert program.run("diff", plan, EXAMPLE, work=60).returncode in (1, 3), content[:80]


def test_pages_of_differences_have_the_words_and_nothing_of_a_stranger_s_markup(program, chats, tmp_path):
    attack = '"><script>alert(1)</script><img src=x onerror=alert(1)> \u202e & <style>'

    def hostile(chat):
        message(chat, "59")["text"] = attack
        message(chat, "15")["text"] = "harmless"
        chat["participants"][1]["name"] = attack
    old, new = chats.site(), chats.site(hostile)
    page = new / "lisbon-2026/1.html"
    page.write_bytes(re.sub(rb'(<article id="m-11".*?)(</article>)', rb"\1<script>alert(2)</script><iframe src='https://example.org'></iframe>\2", page.read_bytes(), count=1))
    result = program.run("diff", old, new, "--html", tmp_path / "pages")
    assert result.returncode == 1 and "\u202e" not in result.stdout
    files = sorted(path.name for path in (tmp_path / "pages").iterdir())
    assert files == ["MANIFEST", "diff.css", "export.json", "index.html"]
    shown = (tmp_path / "pages/index.html").read_text()
    assert "default-src 'none'" in shown and "&lt;script&gt;alert(1)" in shown
    tags = set(re.findall(r"</?([a-z0-9]+)", shown))
    assert tags <= {"html", "head", "meta", "title", "link", "body", "header", "h1", "h2", "h3", "h4", "dl", "div", "dt", "dd", "span", "code", "ul", "li", "b", "bdi",
                    "main", "article", "section", "p", "del", "ins", "mark", "table", "thead", "tbody", "tr", "th", "td", "nav", "a"}, tags
    assert not re.search(r"\son\w+=|\ssrc=|style=", re.sub(r">[^<]*<", "><", shown))
    # Again in the same folder, and not over somebody's files.
    assert program.run("diff", old, new, "--html", tmp_path / "pages").returncode == 1
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter.txt").write_text("x")
    assert program.run("diff", old, new, "--html", tmp_path / "mine").returncode == 4
    assert program.run("diff", old, new, "--html", old).returncode == 4
    assert (tmp_path / "mine/letter.txt").read_text() == "x" and (old / "lisbon-2026/1.html").exists()


def test_time_does_not_grow_with_the_square_of_messages(program, chats):
    """Chats in which everything is alike or nothing is: for each, four times as many messages take about four times as long."""
    for words, others in ((lambda number: "ok", lambda number: "ok" if number % 50 else "no"), (lambda number: f"a{number}", lambda number: f"b{number}"),
                          (lambda number: f"a{number}", lambda number: f"a{number ^ 1}")):
        spent = []
        for count in (2000, 8000):
            sites = [chats.site(None, "--no-search", chat=plain(count, words)), chats.site(None, "--no-search", chat=plain(count, others))]
            before = os.times()
            assert program.run("diff", *sites).returncode == 1
            after = os.times()
            spent.append(after.children_user - before.children_user)
        assert spent[1] < 8 * spent[0] + 1, spent


def recipe(language: str) -> str:
    """The code of a recipe in the document."""
    return re.search(rf"```{language}\n(.*?)```", (ROOT / "docs/snapshots.md").read_text(encoding="utf-8"), re.DOTALL)[1]


@pytest.fixture
def recipe_folder(program, chats) -> Path:
    """A folder with a chat, and the program found by its name."""
    shutil.copy(chats.write(), chats.folder / "chat.json")
    (chats.folder / "bin").mkdir()
    (chats.folder / "bin/chatexport").symlink_to(program.binary)
    return chats.folder


def run_recipe(folder: Path, *command, accept: bool = False) -> subprocess.CompletedProcess:
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", **({"ACCEPT": "1"} if accept else {})}
    return subprocess.run([*map(str, command)], cwd=folder, env=environment, capture_output=True, text=True)


def check_recipe(folder: Path, *command) -> None:
    """A recipe accepts a snapshot, passes with the chat, and fails with the words that changed."""
    accepted = run_recipe(folder, *command, accept=True)
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr
    assert json.loads((folder / "expected.json").read_text())["rows"]
    assert run_recipe(folder, *command).returncode == 0
    chat = json.loads((folder / "chat.json").read_text())
    reword(chat)
    (folder / "chat.json").write_text(json.dumps(chat))
    failed = run_recipe(folder, *command)
    assert failed.returncode != 0 and "[-8-]{+nine+}" in failed.stdout + failed.stderr, failed.stdout + failed.stderr


def test_the_recipe_for_a_shell(recipe_folder):
    (recipe_folder / "snapshot.sh").write_text(recipe("sh"))
    check_recipe(recipe_folder, "sh", "snapshot.sh", "expected.json", "chat.json")
    assert (recipe_folder / "differences/index.html").exists()


def test_the_recipe_for_pytest(recipe_folder):
    (recipe_folder / "test_recipe.py").write_text(recipe("python"))
    check_recipe(recipe_folder, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_recipe.py")


def test_the_recipe_for_swift_testing(recipe_folder):
    if not shutil.which("swift"):
        pytest.skip("swift is not installed, which the recipe for Swift Testing needs")
    (recipe_folder / "Package.swift").write_text(
        '// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: "Recipe", targets: [.testTarget(name: "RecipeTests")])\n')
    (recipe_folder / "Tests/RecipeTests").mkdir(parents=True)
    (recipe_folder / "Tests/RecipeTests/RecipeTests.swift").write_text(recipe("swift"))
    check_recipe(recipe_folder, "swift", "test", "--disable-xctest")


def test_the_list_of_changed_messages_for_other_tools(program, chats, tmp_path):
    if not shutil.which("jq"):
        pytest.skip("jq is not installed")
    command = re.search(r"`jq -r '(.*?)'`", (ROOT / "docs/snapshots.md").read_text(encoding="utf-8"))[1]
    found = program.run("diff", chats.site(), chats.site(reword), "--json").stdout
    assert subprocess.run(["jq", "-r", command], input=found, capture_output=True, text=True).stdout == "m-59\n"
