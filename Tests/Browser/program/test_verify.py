"""`chatexport verify`: changes of a site, and of the inputs it was made of, are found and named."""

import json
import os
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT
from test_manifest import RECORD

SUPPORT = EXAMPLE.with_name("support.jsonl")
FIXTURES = ROOT / "Tests/ChatImportTests/Fixtures"
# `make test-all` has a thousand of each, `make test` a few tests with so many.
FLIPS, EDITS, FLIP_PART, EDIT_PART = 1000, 1000, 25, 5


def verify(program, *arguments, code=None, environment=None) -> dict:
    """The result as JSON."""
    result = program.run("verify", *arguments, "--json", environment=environment)
    assert result.returncode in ((0, 1) if code is None else (code,)), f"exit code {result.returncode}\n{result.stderr}{result.stdout}"
    found = json.loads(result.stdout)
    assert result.returncode == (1 if found["findings"] else 0)
    return found


@pytest.fixture(scope="module")
def site(program, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("verified") / "site"
    assert program.run(EXAMPLE, SUPPORT, "--out", folder, "--page-size", "40").returncode == 0
    return folder


@pytest.mark.parametrize("options", [[], ["--no-search"], ["--no-links"], ["--theme", "dense"], ["--page-size", "7"], ["--time-zone", "Asia/Tokyo"],
                                     ["--locale", "de"], ["--width", "500"], ["--me", "Kenji 健二"], ["--from", "2026-04-25"], ["--keep-order"]],
                         ids=" ".join)
def test_a_site_is_good_and_made_of_its_inputs_whatever_the_options(program, tmp_path, options):
    assert program.run(EXAMPLE, SUPPORT, "--out", tmp_path / "site", *options).returncode == 0
    found = verify(program, tmp_path / "site", EXAMPLE, SUPPORT, environment={"LANG": "ja_JP.UTF-8", "TZ": "Asia/Tokyo"})
    assert found["findings"] == [] and found["comparison"]["equalPages"] == found["pages"] > 0


def test_the_clock_of_the_environment_is_stated_where_a_page_shows_it(program, tmp_path):
    chat = {"format": "chatexport/1", "title": "Chat", "messages": [{"from": "a", "at": "2026-05-01T13:00:00Z", "text": "x"}],
            "participants": [{"id": "a", "name": "Ann"}]}
    (tmp_path / "chat.json").write_text(json.dumps(chat))
    program.export(tmp_path / "chat.json", tmp_path / "site", environment={"LC_ALL": "de_DE.UTF-8"})
    stated = json.loads((tmp_path / "site/export.json").read_text())
    assert stated["options"]["environmentLocale"] and stated["site"][0]["timeZone"] == "UTC" and stated["attachments"] == 0
    assert verify(program, tmp_path / "site", tmp_path / "chat.json", environment={"LC_ALL": "en_US.UTF-8"})["findings"] == []


def test_options_that_name_files_are_asked_for(program, tmp_path):
    (tmp_path / "theme.json").write_text('{theme: "chatexport-theme/1", extends: "standard", metrics: {cornerRadius: 12}}')
    (tmp_path / "names.csv").write_text("kenji,Ken\n")
    options = ["--theme", tmp_path / "theme.json", "--alias", tmp_path / "names.csv"]
    program.export(EXAMPLE, tmp_path / "site", *options)
    for missing, given in (("--theme", options[2:]), ("--alias", options[:2])):
        result = program.run("verify", tmp_path / "site", EXAMPLE, *given)
        assert result.returncode == 2 and missing in result.stderr
    assert verify(program, tmp_path / "site", EXAMPLE, *options)["findings"] == []
    assert str(tmp_path) not in (tmp_path / "site/export.json").read_text()


def change(site: Path, pick: random.Random) -> str:
    """Changes one thing of the site at random. Returns the path to be named, and what was done."""
    files = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file())
    files = [name for name in files if not RECORD.fullmatch(name)]
    kinds = sorted({Path(name).suffix + name.split("/")[0] for name in files})
    kind = pick.choice(kinds)
    name = pick.choice([name for name in files if Path(name).suffix + name.split("/")[0] == kind])
    path, what = site / name, pick.choice(["flip"] * 12 + ["cut", "grow", "remove", "rename", "swap", "link", "foreign", "folder", "empty", "pipe"])
    if what in ("rename", "link", "remove", "swap", "folder", "pipe") and name == "MANIFEST":
        what = "flip"
    if what == "flip" and path.stat().st_size == 0:
        what = "grow"
    if what == "flip":
        content = bytearray(path.read_bytes())
        content[pick.randrange(len(content))] ^= 1 << pick.randrange(8)
        path.unlink()
        path.write_bytes(content)
    elif what in ("cut", "grow", "empty"):
        content = path.read_bytes()
        content = content[:pick.randrange(len(content))] if what == "cut" and content else b"" if what == "empty" and content else content + b"\n"
        path.unlink()
        path.write_bytes(content)
    elif what == "remove":
        path.unlink()
    elif what == "rename":
        path.rename(path.with_name("x" + path.name))
    elif what == "swap":
        other = site / pick.choice([other for other in files if (site / other).read_bytes() != path.read_bytes() and other != "MANIFEST"])
        mine, theirs = path.read_bytes(), other.read_bytes()
        for file, content in ((path, theirs), (other, mine)):
            file.unlink()
            file.write_bytes(content)
    elif what == "link":
        path.rename(site.parent / "elsewhere")
        path.symlink_to(site.parent / "elsewhere")
    elif what == "folder":
        path.unlink()
        path.mkdir()
    elif what == "pipe":
        path.unlink()
        os.mkfifo(path)
    else:
        path = path.with_name(pick.choice(["foreign.html", "ä\udcff.txt", "MANIFEST.asc", "reuse.txt"]))
        path.write_bytes(b"")
        name = os.fsencode(path.relative_to(site)).decode("utf-8", "replace")
    return name, what


@pytest.mark.sweep(share=20)
@pytest.mark.parametrize("part", range(FLIPS // FLIP_PART))
def test_every_change_of_a_file_is_found_and_named(program, site, tmp_path, part):
    pick, copy = random.Random(part), tmp_path / "site"
    for number in range(FLIP_PART):
        subprocess.run(["cp", "-al", site, copy], check=True)
        name, what = change(copy, pick)
        found = verify(program, copy, code=1)
        # Whoever changes the list changes what it says of a file.
        named = {finding["file"] for finding in found["findings"]}
        assert name in named or name == "MANIFEST" and named, f"{what} {name}: {found['findings']}"
        assert name == "MANIFEST" or len(found["findings"]) <= 4, f"{what} {name}: {found['findings']}"
        shutil.rmtree(copy)
        (tmp_path / "elsewhere").unlink(missing_ok=True)


def relist(site: Path) -> None:
    """Writes the manifest anew, as a forger would."""
    names = [name for name in (site / "MANIFEST").read_text().splitlines()]
    lines = []
    for line in names:
        path = site / line[66:]
        if path.is_file():
            lines.append(subprocess.run(["sha256sum", path], capture_output=True, text=True, check=True).stdout[:64] + "  " + line[66:])
    (site / "MANIFEST").unlink()
    (site / "MANIFEST").write_text("".join(line + "\n" for line in lines))


@pytest.mark.parametrize("old, new, kind", [
    (rb'href="#m-20"', b'href="#m-nothing"', "dead-link"),
    (rb'src="\.\./assets/chat\.js"', b'src="../assets/none.js"', "dead-link"),
    (rb'href="index\.html"', b'href="../../index.html"', "dead-link"),
    (rb'<article id="m-3".*?</article>', b"", "count"),
    (rb'<article id="m-17"', b'<article id="m-x"', "dead-link"),
], ids=["message", "file", "outside", "message gone", "pinned message"])
def test_a_forger_s_own_list_does_not_hide_what_no_longer_fits(program, site, tmp_path, old, new, kind):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    page = copy / "lisbon-2026/1.html"
    content = re.sub(old, new, page.read_bytes(), count=1)
    assert content != page.read_bytes()
    page.write_bytes(content)
    relist(copy)
    found = verify(program, copy, code=1)
    assert kind in {finding["kind"] for finding in found["findings"]}
    # And it is not what the export gives.
    found = verify(program, copy, EXAMPLE, SUPPORT, code=1)
    assert "lisbon-2026/1.html" in {finding["file"] for finding in found["findings"] if finding["kind"] not in ("dead-link", "count")}


@pytest.mark.parametrize("old, new", [
    ('"Lisbon trip', '"Bonn trip'), (",97,", ",98,"), ('"97"', '"98"'), ('"97 messages"', '"79 messages"'), ('"lisbon-2026",3,', '"lisbon-2026",4,'),
    ('"lisbon-2026"', '"lisbon-2027"'), ("[", "{"),
], ids=["title", "count", "shown count", "words", "pages", "folder", "no list"])
def test_a_forged_list_of_conversations_is_found(program, site, tmp_path, old, new):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    content = (copy / "chats.js").read_text()
    assert old in content
    (copy / "chats.js").unlink()
    (copy / "chats.js").write_text(content.replace(old, new, 1))
    relist(copy)
    assert "chats.js" in {finding["file"] for finding in verify(program, copy, code=1)["findings"]}


def test_a_hostile_list_of_conversations_does_no_harm(program, site, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    head = 'location.protocol=="file:"&&chatexport("chats",'
    for content in ["", "[" * 100_000, head + "[" * 100_000 + ")", head + '{"files":9e99,"chats":[]})', head + '{"files":-1,"chats":[[1]]})', "\0" * 10_000,
                    head + '{"files":4000000,"chats":[["../..",-1,"",' + '"",0,"","","","",' + '-9,"' + "9" * 4000 + '","\\u0660"]]})']:
        (copy / "chats.js").unlink()
        (copy / "chats.js").write_text(content)
        relist(copy)
        assert {finding["kind"] for finding in verify(program, copy, code=1)["findings"]} == {"count"}, content[:99]


def test_a_title_that_is_changed_everywhere_but_in_pages_is_found(program, site, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    for name in ("chats.js", "export.json", "index.html"):
        content = (copy / name).read_text().replace("Lisbon trip", "Bonn trip")
        (copy / name).unlink()
        (copy / name).write_text(content)
    relist(copy)
    assert [finding["file"] for finding in verify(program, copy, code=1)["findings"]] == ["lisbon-2026/1.html"]


def test_a_site_without_its_list_is_found(program, site, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (copy / "chats.js").unlink()
    relist(copy)
    (copy / "MANIFEST").write_text("".join(line for line in (copy / "MANIFEST").open() if not line.endswith("  chats.js\n")))
    assert "chats.js" in {finding["file"] for finding in verify(program, copy, code=1)["findings"]}


def test_odd_titles_are_no_findings(program, tmp_path):
    titles = ["A<b>&amp;\"'", "  two  spaces ", "שלום \u2067x\u2069", "a\u0007b\nc\u0085d\u2028e", "e\u0301", "x" * 3000, "\u200f", "🇵🇹🥧", "", "1,234"]
    for number, title in enumerate(titles):
        (tmp_path / f"{number}.json").write_text(json.dumps({
            "format": "chatexport/1", "id": f"chat{number}", "title": title, "participants": [{"id": "a", "name": "<b>\u0000\u202e"}],
            "messages": [{"from": "a", "text": "x"}] * (number % 3)}))
    program.export(tmp_path, tmp_path / "site", "--locale", "ar")
    assert verify(program, tmp_path / "site", code=0)["conversations"] == len(titles)


@pytest.mark.parametrize("address", ["../../index.html", "/about.html", "../../../x.css"])
def test_templates_of_one_s_own_may_link_out_of_the_site(program, tmp_path, address):
    (tmp_path / "templates").mkdir()
    page = (ROOT / "Templates/page.mustache").read_text()
    (tmp_path / "templates/page.mustache").write_text(page.replace("<header", f'<p><a href="{address}">Home</a></p>\n<header', 1))
    program.export(EXAMPLE, tmp_path / "site", "--templates", tmp_path / "templates")
    assert f'href="{address}"' in (tmp_path / "site/lisbon-2026/1.html").read_text()
    assert verify(program, tmp_path / "site", code=0)["findings"] == []
    # A link into the site that finds nothing stays a dead link.
    (tmp_path / "templates/page.mustache").write_text(page.replace("<header", '<p><a href="none.html">x</a></p>\n<header', 1))
    program.export(EXAMPLE, tmp_path / "site", "--templates", tmp_path / "templates")
    assert set(verify(program, tmp_path / "site", code=1)["findingCounts"]) == {"dead-link"}


def test_the_folder_of_a_killed_run_goes_with_the_next(program, generate, tmp_path):
    source, temporary = generate(60_000, 1), tmp_path / "temporary"
    temporary.mkdir()
    program.export(source, tmp_path / "site")
    process = subprocess.Popen([program.binary, "verify", tmp_path / "site", source], env={**os.environ, "TMPDIR": str(temporary)},
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not list(temporary.glob("chatexport-verify-*/*")) and process.poll() is None:
        pass
    process.kill()
    process.wait()
    assert list(temporary.glob("chatexport-verify-*"))
    (temporary / "chatexport-verify-other").write_text("mine")
    verify(program, tmp_path / "site", source, code=0, environment={"TMPDIR": str(temporary)})
    assert [path.name for path in temporary.iterdir()] == ["chatexport-verify-other"]


def test_a_hostile_list_does_no_harm(program, site, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    (tmp_path / "secret").write_text("x")
    for line in ["../secret", "/etc/passwd", "a//b", "a/./b", "", "a\tb", "x" * 5000, "\udcff", "MANIFEST", "lisbon-2026/reuse/1.bin"]:
        (copy / "MANIFEST").write_bytes(b"0" * 64 + b"  " + line.encode("utf-8", "surrogateescape") + b"\n")
        found = verify(program, copy, code=1)
        assert found["findings"][0]["file"] == "MANIFEST" and found["files"] == 0
    for content in [b"", b"\n" * 100_000, b"\0" * 100_000, os.urandom(100_000), b"a" * 1_000_000]:
        (copy / "MANIFEST").write_bytes(content)
        assert verify(program, copy, code=1)["findingCounts"]
    (copy / "MANIFEST").unlink()
    (copy / "MANIFEST").symlink_to("/dev/zero")
    assert verify(program, copy, code=1)["findings"][0]["kind"] == "manifest"


def test_a_hostile_export_json_does_no_harm(program, site, tmp_path):
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    stated = json.loads((copy / "export.json").read_text())
    for change in [{"pageSize": 2 ** 62}, {"pageSize": -1}, {"width": 2 ** 62}, {"theme": "../../etc/passwd"}, {"timeZone": "../../x"},
                   {"joins": ["=", "a"]}, {"from": "99999999999999999999-1-1"}, {"charset": "\0"}, {"locale": "x" * 10000}]:
        hostile = {**stated, "options": {**stated["options"], **change}}
        (copy / "export.json").write_text(json.dumps(hostile))
        result = program.run("verify", copy, EXAMPLE, SUPPORT)
        assert result.returncode in (1, 2), f"{change}: {result.returncode} {result.stderr}"
    for content in ["[" * 100_000, "{}", "null", "\0", json.dumps({**stated, "site": [{**stated["site"][0], "id": "../.."}]})]:
        (copy / "export.json").write_text(content)
        assert program.run("verify", copy, EXAMPLE, SUPPORT).returncode in (1, 2)


def test_what_is_no_site_is_wrong_usage(program, tmp_path):
    (tmp_path / "file").write_text("x")
    (tmp_path / "empty").mkdir()
    for name in ("file", "empty", "none"):
        result = program.run("verify", tmp_path / name)
        assert result.returncode == 2 and name in result.stderr


def test_an_input_that_cannot_be_read_is_one(program, site, tmp_path):
    assert program.run("verify", site, tmp_path / "none.json", environment={"TMPDIR": str(tmp_path)}).returncode == 3
    assert not list(tmp_path.glob("chatexport-verify-*"))


def words(pick: random.Random, count: int) -> str:
    return " ".join(pick.choice("pier river tonight maybe bring closed back fine walk along harbour".split()) for _ in range(count))


def messages(pick: random.Random) -> list:
    """Forty messages: person, minute, text. Some texts are equal."""
    return [(pick.choice(["Ann", "Ben", "Cleo"]), number * 7 + pick.randrange(5), words(pick, pick.choice([1, 5, 20]))) for number in range(40)]


def clock(minute: int) -> str:
    return f"{10 + minute // 60:02}:{minute % 60:02}"


def write_chatexport(chat: list, path: Path) -> Path:
    (path := path.with_suffix(".json")).write_text(json.dumps({
        "format": "chatexport/1", "title": "Chat", "timeZone": "UTC", "participants": [{"id": name, "name": name} for name in ("Ann", "Ben", "Cleo")],
        "messages": [{"from": name, "at": f"2026-05-01T{clock(minute)}:00Z", "text": text} for name, minute, text in chat]}))
    return path


def write_whatsapp(chat: list, path: Path) -> Path:
    (path := path.with_name("WhatsApp Chat with Ben.txt")).write_text(
        "".join(f"01/05/2026, {clock(minute)} - {name}: {text}\n" for name, minute, text in chat))
    return path


def write_telegram(chat: list, path: Path) -> Path:
    (path := path.with_name("result.json")).write_text(json.dumps({
        "name": "Chat", "type": "private_group", "id": 1, "messages": [
            {"id": number + 1, "type": "message", "date": f"2026-05-01T{clock(minute)}:00", "date_unixtime": str(1777629600 + minute * 60),
             "from": name, "from_id": f"user{name}", "text": text, "text_entities": [{"type": "plain", "text": text}]}
            for number, (name, minute, text) in enumerate(chat)]}))
    return path


def write_irc(chat: list, path: Path) -> Path:
    (path := path.with_name("#chat.log")).write_text(
        "--- Log opened Fri May 01 10:00:00 2026\n" + "".join(f"{clock(minute)} <{name}> {text}\n" for name, minute, text in chat))
    return path


WRITERS = {"chatexport": write_chatexport, "whatsapp": write_whatsapp, "telegram": write_telegram, "irc": write_irc}


def edit(chat: list, pick: random.Random) -> tuple:
    """An edited copy of the chat, the texts of which one has to be named, and what was done."""
    chat, number = list(chat), pick.randrange(len(chat) - 1)
    name, minute, text = chat[number]
    what = pick.choice(["word", "time", "sender", "delete", "insert", "swap"])
    if what == "word":
        changed = text.split()
        changed[pick.randrange(len(changed))] = "never"
        chat[number] = (name, minute, " ".join(changed))
    elif what == "time":
        # One minute at most, so that no other message is passed.
        chat[number] = (name, minute + 1, text)
    elif what == "sender":
        chat[number] = (pick.choice([other for other in ("Ann", "Ben", "Cleo") if other != name]), minute, text)
    elif what == "delete":
        del chat[number]
    elif what == "insert":
        chat.insert(number, (name, minute, words(pick, 8)))
    else:
        # Two messages change places in the list but not in time: who said what.
        other = chat[number + 1]
        if other[0] == name and other[2] == text:
            return edit(chat, pick)
        chat[number], chat[number + 1] = (other[0], minute, other[2]), (name, other[1], text)
    return chat, number, what


@pytest.mark.sweep(share=50, kind=lambda name: name)
@pytest.mark.parametrize("part", range(EDITS // EDIT_PART // len(WRITERS)))
@pytest.mark.parametrize("name", WRITERS)
def test_every_edit_of_an_input_is_found_and_named(program, tmp_path, name, part):
    pick = random.Random(f"{name} {part}")
    for number in range(EDIT_PART):
        folder = tmp_path / str(number)
        folder.mkdir()
        chat = messages(pick)
        edited, place, what = edit(chat, pick)
        source = WRITERS[name](chat, folder / "chat")
        program.export(source, folder / "site", "--page-size", "15", "--no-search", "--time-zone", "UTC")
        WRITERS[name](edited, folder / "chat")
        found = verify(program, folder / "site", source, code=1)
        kinds = {finding["kind"] for finding in found["findings"]}
        assert "input" in kinds
        named = [finding for finding in found["findings"] if "message" in finding]
        where = f"{what} at {place}: {named}"
        expected = {"delete": {"not-in-inputs"}, "insert": {"not-in-site"}}.get(what, {"changed-message", "moved-message", "not-in-site", "not-in-inputs"})
        assert named and {finding["kind"] for finding in named} <= expected, where
        assert len(named) <= (4 if what == "swap" else 2), where
        times = {finding["message"].get("time", "")[11:16] for finding in named}
        assert clock((edited if what == "insert" else chat)[place][1]) in times, where
        for finding in named:
            assert finding["file"].endswith(".html") and finding["message"]["id"].startswith("m-")
            assert finding["message"].get("sender") in ("Ann", "Ben", "Cleo"), where
        shutil.rmtree(folder)


def test_a_deleted_message_does_not_make_later_pages_differ_in_content(program, generate, tmp_path):
    chat = json.loads(generate(2000, 5).read_text())
    (tmp_path / "chat.json").write_text(json.dumps(chat))
    program.export(tmp_path / "chat.json", tmp_path / "site", "--page-size", "100")
    gone = chat["messages"].pop(901)
    (tmp_path / "chat.json").write_text(json.dumps(chat))
    found = verify(program, tmp_path / "site", tmp_path / "chat.json", code=1)
    named = [finding for finding in found["findings"] if "message" in finding]
    assert found["comparison"]["equalPages"] in (8, 9)
    assert [finding["kind"] for finding in named][:1] == ["not-in-inputs"], named
    assert named[0]["message"]["id"] == f"m-{gone['id']}" and len(named) <= 3, named


def test_a_site_of_another_version_is_compared_by_its_messages(program, tmp_path):
    program.export(EXAMPLE, tmp_path / "site")
    for file in [tmp_path / "site/export.json", *(tmp_path / "site").rglob("*.html")]:
        content = file.read_text()
        file.unlink()
        file.write_text(content.replace('"version" : "', '"version" : "9.').replace("--h:66", "--h:67"))
    stated = json.loads((tmp_path / "site/export.json").read_text())
    for page in stated["site"][0]["pages"]:
        page["sha256"] = subprocess.run(["sha256sum", tmp_path / "site/lisbon-2026" / page["file"]], capture_output=True, text=True).stdout[:64]
    (tmp_path / "site/export.json").write_text(json.dumps(stated))
    relist(tmp_path / "site")
    assert verify(program, tmp_path / "site")["findings"] == []
    found = verify(program, tmp_path / "site", EXAMPLE)
    assert found["findings"] == [] and found["comparison"]["otherVersion"].startswith("9.")
    result = program.run("verify", tmp_path / "site", EXAMPLE)
    assert "not the layout" in result.stdout
