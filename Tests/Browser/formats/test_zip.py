"""Zips are read like the folders they were made from, and hostile ones do no harm."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT, shared_data
from make_hostile import dot as png
from site_model import Site

sys.path.insert(0, str(ROOT / "Tests" / "ZipTests" / "Fixtures"))

import hostile_zips as zips  # noqa: E402


def chat(*messages: dict, **header) -> str:
    """A conversation; its person has a picture."""
    given = [{"id": str(number), "from": "a", "at": "2026-05-01T10:00:00Z", **message}
             for number, message in enumerate(messages, 1)]
    return json.dumps({
        "format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "locale": "en",
        "participants": [{"id": "a", "name": "Ann", "avatar": "media/ann.png"}], **header, "messages": given})


def picture(path: str, kind: str = "image") -> dict:
    return {"attachments": [{"kind": kind, "path": path}]}


CHAT = chat({"text": "hello"}, picture("media/pier.png"), picture("media/notes.pdf", "file"))
MEDIA = {"media/ann.png": png(), "media/pier.png": png() + b"pier", "media/notes.pdf": b"%PDF-1.4 notes"}

TELEGRAM = {
    "name": "Trip", "type": "private_group", "id": 77, "messages": [
        {"id": 1, "type": "message", "date": "2026-05-01T10:00:00", "date_unixtime": "1777626000", "from": "Ana",
         "from_id": "user100", "photo": "photos/photo_1.png", "width": 1, "height": 1, "text": "look"},
        {"id": 2, "type": "message", "date": "2026-05-01T10:00:10", "date_unixtime": "1777626010", "from": "Bo",
         "from_id": "user200", "file": "files/v.pdf", "mime_type": "application/pdf", "text": "read"}]}
PHOTOS = {"photos/photo_1.png": png(), "files/v.pdf": b"%PDF-1.4 v"}
LOG = "[10:00] <ann> hello\n[10:01] <bo> hi\n[10:02] * ann waves\n[10:03] <cy> all\n"

# The files of an export of each format, as they lie in a folder.
EXPORTS = {
    "chatexport": {"lisbon.json": CHAT, **MEDIA},
    "chatexport lines": {"lisbon.jsonl": '{"format":"chatexport/1","id":"l","title":"Lines"}\n'
                         '{"id":"1","from":"a","at":"2026-05-01T10:00:00Z","text":"hello"}\n'
                         '{"id":"2","from":"a","at":"2026-05-01T10:00:00Z","attachments":'
                         '[{"kind":"image","path":"media/pier.png"}]}\n', **MEDIA},
    "two conversations": {"ann.json": CHAT, "bo.json": CHAT.replace('"id": "chat"', '"id": "bo"'), **MEDIA},
    "one Telegram chat": {"result.json": json.dumps(TELEGRAM), **PHOTOS},
    "a Telegram account": {
        "result.json": json.dumps({"about": "", "personal_information": {"user_id": 100}, "chats": {
            "about": "", "list": [TELEGRAM, {**TELEGRAM, "id": 78, "name": "Tea"}]}}), **PHOTOS},
    "IRC logs": {
        "#tea-2024-03-02.log": LOG, "#tea-2024-03-03.log": LOG, "#cake_20231231.log": LOG, "notes.txt": "no log\n"},
    "IRC logs in folders": {
        f"{user}/{net}/#tea/2024-10-2{day}.log": LOG for user in ("ann", "bo") for net in ("x", "y")
        for day in (6, 7)},
    # Members are larger than the part that detection reads, and are read more than once.
    "long logs": {f"#tea-2024-03-0{day}.log": LOG * 9000 for day in (2, 3)},
}


def write(folder: Path, files: dict) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def pack(path: Path, files: dict, inside: str = "", **options) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, content in files.items():
            archive.writestr(inside + name, content)
    return path


def pages(site: Path) -> dict:
    """Returns all files of a site except the hashes of its inputs."""
    found = Site(site).bytes_by_name()
    del found["MANIFEST"]
    manifest = json.loads(found.pop("export.json"))
    del manifest["inputs"]
    return {**found, "export.json": manifest}


# Zips of good will

@pytest.mark.sweep(kind=lambda name: name, share=3)
@pytest.mark.parametrize("inside", ["", "export/", "2026/May/export/"], ids=["at the root", "in it", "deep"])
@pytest.mark.parametrize("name", EXPORTS)
def test_a_zip_gives_the_site_of_its_folder(program, tmp_path, name, inside):
    if inside == "2026/May/export/" and "IRC" in name:
        pytest.skip("the folders are part of what a log is called")
    folder = write(tmp_path / "export", EXPORTS[name])
    zipped = pack(tmp_path / "export.zip", EXPORTS[name], inside)
    expected = program.export(folder, tmp_path / "unpacked") and pages(tmp_path / "unpacked")
    report = tmp_path / "report.json"
    program.export(zipped, tmp_path / "zipped", "--report", report)
    assert pages(tmp_path / "zipped") == expected
    done = json.loads(report.read_text())
    assert done["media"]["missing"] == 0
    if "media/pier.png" in EXPORTS[name] or "photos/photo_1.png" in EXPORTS[name]:
        assert done["media"]["stored"] > 0 and list((tmp_path / "zipped" / "media").iterdir())


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2])
def test_the_way_of_packing_does_not_show(program, tmp_path, method):
    folder = write(tmp_path / "export", EXPORTS["chatexport"])
    with zipfile.ZipFile(tmp_path / "export.zip", "w", method) as archive:
        for path in folder.rglob("*"):
            # Python writes folders too, and with `force_zip64` the larger format.
            archive.write(path, path.relative_to(tmp_path))
        with archive.open("export/large", "w", force_zip64=True) as large:
            large.write(b"large")
    program.export(folder / "lisbon.json", tmp_path / "unpacked")
    program.export(tmp_path / "export.zip", tmp_path / "zipped")
    assert pages(tmp_path / "zipped") == pages(tmp_path / "unpacked")


def test_what_is_packed_along_does_not_matter(program, tmp_path):
    zipped = pack(tmp_path / "a.zip", {
        "README.txt": "read me", "export/README.html": "<p>x", **{f"export/{k}": v for k, v in
                                                                 EXPORTS["chatexport"].items()},
        "__MACOSX/export/._lisbon.json": b"\0\5\x16\7", "export/.DS_Store": b"\0\0\0\1", "export/inner.zip": b"PK\3\4\0",
        "video.mp4": bytes(5000), "export/empty.txt": ""})
    program.export(zipped, tmp_path / "zipped")
    program.export(write(tmp_path / "export", EXPORTS["chatexport"]) / "lisbon.json", tmp_path / "unpacked")
    assert pages(tmp_path / "zipped") == pages(tmp_path / "unpacked")


def test_the_input_s_hash_is_that_of_the_zip(program, tmp_path):
    import hashlib
    zipped = pack(tmp_path / "a.zip", EXPORTS["chatexport"], "a/")
    program.export(zipped, tmp_path / "site")
    manifest = json.loads((tmp_path / "site" / "export.json").read_text())
    assert manifest["inputs"] == [hashlib.sha256(zipped.read_bytes()).hexdigest()]


def test_the_name_of_the_file_does_not_matter(program, tmp_path):
    zipped = pack(tmp_path / "chat.json", EXPORTS["one Telegram chat"])
    program.export(zipped, tmp_path / "site")


def test_a_plan_of_a_zip_is_that_of_its_folder(program, tmp_path):
    folder = write(tmp_path / "export", EXPORTS["chatexport"])
    zipped = pack(tmp_path / "export.zip", EXPORTS["chatexport"], "export/")
    assert program.run("inspect", zipped, "--json").stdout == program.run("inspect", folder / "lisbon.json",
                                                                        "--json").stdout
    assert program.run("inspect", zipped, "--message", "2").returncode == 0


def test_a_zip_beside_other_inputs(program, tmp_path):
    zipped = pack(tmp_path / "a.zip", EXPORTS["one Telegram chat"], "a/")
    result = program.run(zipped, EXAMPLE, "--out", tmp_path / "site")
    assert result.returncode == 0 and "2 conversations" in result.stderr, result.stderr


def test_real_logs_give_the_same_site(program, tmp_path):
    logs = shared_data("chats", "irc", "ubuntu")
    shutil.copytree(logs, tmp_path / "ubuntu")
    zipped = shutil.make_archive(str(tmp_path / "ubuntu"), "zip", tmp_path, "ubuntu")
    program.export(tmp_path / "ubuntu", tmp_path / "unpacked")
    program.export(zipped, tmp_path / "zipped")
    assert pages(tmp_path / "zipped") == pages(tmp_path / "unpacked")


# Zips that cannot be read are 3, with the member, what is wrong and what to do; an existing site stays

GOOD = zips.packed(("chat.json", CHAT))
UNREADABLE = {
    "signature only": (b"PK\3\4rest", "", "zip archive is truncated"),
    "cut off": (GOOD[:-30], "", "truncated or damaged"),
    "half": (GOOD[:len(GOOD) // 2], "", "truncated or damaged"),
    "empty": (zips.packed(), "", "archive is empty"),
    "folders only": (zips.packed(("a/", ""), ("a/b/", "")), "", "archive is empty"),
    "hidden only": (zips.packed((".a", "x"), ("__MACOSX/._b", "x")), "", "archive is empty"),
    "encrypted": (zips.encrypted(GOOD, "chat.json"), "/chat.json", "encrypted"),
    "encrypted with AES": (zips.encrypted_as_winzip_does("chat.json", CHAT), "/chat.json", "encrypted"),
    "checksum": (zips.with_wrong_checksum(GOOD, "chat.json"), "/chat.json", "CRC"),
    "says less": (zips.saying_size(GOOD, "chat.json", 10), "/chat.json", "larger than the 10 bytes"),
    "says more": (zips.saying_size(GOOD, "chat.json", len(CHAT) + 1), "/chat.json", "damaged"),
    "says 4 GB": (zips.saying_size(GOOD, "chat.json", 0xfffffff0), "/chat.json", "damaged"),
    **{f"method {number}": (zips.by_method(GOOD, "chat.json", number), "/chat.json", f"method {number}")
       for number in (1, 6, 9, 93, 98)},
    "broken data": (GOOD.replace(GOOD[60:90], b"\xff" * 30), "/chat.json", "damaged"),
    "no chat": (zips.packed(("a.txt", "hello"), ("b/c.json", "{}")), "", "unknown format"),
    "zip in a zip in a zip": (zips.packed(("outer.zip", zips.packed(("inner.zip", GOOD)))), "", "an archive in an archive of an archive"),
    "only hostile names": (zips.packed(*zips.hostile_members(CHAT.encode())), "", "archive is empty"),
    "chat that is a link": (zips.packed((zips.member("chat.json", mode=0o120777), CHAT)), "", "archive is empty"),
    "broken JSON": (zips.packed(("a/chat.json", CHAT[:-9])), "/a/chat.json:1:", "expected"),
    "600 texts": (zips.packed(*((f"{n}.txt", "x") for n in range(600))), "", "unknown format"),
    "too deep": (zips.packed(("1/2/3/4/5/6/7/8/chat.json", CHAT)), "", "unknown format"),
}


def test_a_zip_in_a_zip_and_a_text_in_utf_16_are_read(program, tmp_path):
    for name, data in (("twice", zips.packed(("a/inner.zip", GOOD), ("notes.txt", "x"))),
                       ("wide", zips.packed(("chat.json", CHAT.encode("utf-16"))))):
        (tmp_path / f"{name}.zip").write_bytes(data)
        result = program.run(tmp_path / f"{name}.zip", "--out", tmp_path / name)
        assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("command", ["export", "inspect"])
@pytest.mark.parametrize("name", UNREADABLE)
def test_a_zip_that_cannot_be_read_is_3_and_says_why(program, tmp_path, name, command):
    data, member, word = UNREADABLE[name]
    path = tmp_path / "takeout.zip"
    path.write_bytes(data)
    site = tmp_path / "site"
    (site / "kept").mkdir(parents=True)
    (site / "export.json").write_text('{"generator": "chatexport"}')
    result = program.run(command, path, *(["--out", site] if command == "export" else []))
    assert result.returncode == 3, result.stderr
    assert f"takeout.zip{member}" in result.stderr and word in result.stderr, result.stderr
    assert ";" in result.stderr and "fatal" not in result.stderr.lower() and result.stdout == ""
    assert sorted(entry.name for entry in site.iterdir()) == ["export.json", "kept"]
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["site", "takeout.zip"]


def test_outside_archives_that_lead_out_are_harmless(program, tmp_path):
    for name in ("zip-slip.zip", "zip-slip-win.zip"):
        archive = shared_data("conformance", "zip-slip") / name
        inner = tmp_path / "a" / "b"
        inner.mkdir(parents=True, exist_ok=True)
        copy = inner / name
        # Zips without a chat; with a chat beside the other files, the chat is read and the rest ignored.
        copy.write_bytes(archive.read_bytes())
        assert program.run(copy, "--out", inner / "site").returncode == 3
        with zipfile.ZipFile(copy, "a") as added:
            added.writestr("chat.json", CHAT)
        report = tmp_path / "report.json"
        program.export(copy, inner / "site", "--report", report)
        assert json.loads(report.read_text())["findingCounts"]["odd-member"] == 1
        shutil.rmtree(inner)
    assert not Path("/tmp/evil.txt").exists()
    assert [path for path in tmp_path.rglob("*") if "evil" in path.name] == []


# A zip with a chat that can be read

def findings(report: Path, code: str) -> list:
    return [finding for finding in json.loads(report.read_text())["findings"] if finding["code"] == code]


def test_hostile_members_beside_a_chat_are_left_out_and_told(program, tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    path = inner / "takeout.zip"
    path.write_bytes(zips.packed(("chat.json", CHAT), *zips.hostile_members(), *MEDIA.items()))
    report = tmp_path / "report.json"
    program.export(path, inner / "site", "--report", report)
    told = " ".join(finding["message"] for finding in findings(report, "odd-member"))
    for word in ("'..'", "absolute", "drive", "link", "64 folders", "'../up.txt'", "takeout.zip"):
        assert word in told or word == "takeout.zip"
    assert sorted(entry.name for entry in tmp_path.rglob("*") if "site" not in str(entry)) == [
        "a", "b", "report.json", "takeout.zip"]
    assert not Path("/absolute.txt").exists()


@pytest.mark.parametrize("path", [
    "../up.png", "/media/pier.png", "media/../../up.png", "..\\up.png", "C:\\media\\pier.png", "/etc/passwd", "link.png",
    "media", ".hidden.png", "media/pier.png/x", "", "media/none.png", "a\0b"])
def test_an_attachment_s_path_never_leaves_the_zip(program, tmp_path, path):
    (tmp_path / "up.png").write_bytes(png())
    (tmp_path / "in").mkdir()
    zipped = tmp_path / "in" / "takeout.zip"
    zipped.write_bytes(zips.packed(
        ("e/chat.json", chat(picture(path))), ("up.png", png()), ("../up.png", png()), ("e/.hidden.png", png()),
        (zips.member("e/link.png", mode=0o120777), "../../up.png"), *((f"e/{k}", v) for k, v in MEDIA.items())))
    report = tmp_path / "report.json"
    program.export(zipped, tmp_path / "site", "--report", report)
    done = json.loads(report.read_text())
    assert done["media"]["stored"] == 1, "the avatar alone"
    assert path == "" or done["media"]["missing"] == 1


ATTACHMENTS = {
    "encrypted": (zips.encrypted, "encrypted"), "checksum": (zips.with_wrong_checksum, "CRC"),
    "deflate64": (lambda data, name: zips.by_method(data, name, 9), "deflate64"),
    "says less": (lambda data, name: zips.saying_size(data, name, 10), "larger than the 10 bytes"),
    "says more": (lambda data, name: zips.saying_size(data, name, 99), "damaged"),
    "bomb": (lambda data, name: zips.saying_size(data, name, 0xfffffff0), "more than the"),
}


@pytest.mark.parametrize("name", ATTACHMENTS)
def test_an_attachment_that_cannot_be_unpacked_is_a_card_and_told(program, tmp_path, name):
    damage, word = ATTACHMENTS[name]
    data = zips.packed(("c.json", chat({"text": "hello"}, picture("x.png"), picture("media/pier.png"))),
                       *MEDIA.items(), ("x.png", png()))
    path = tmp_path / "takeout.zip"
    path.write_bytes(damage(data, "x.png"))
    report = tmp_path / "report.json"
    site = program.export(path, tmp_path / "site", "--report", report)
    told = findings(report, "missing-file")
    assert len(told) == 1 and word in told[0]["message"] and "x.png" in told[0]["message"]
    assert json.loads(report.read_text())["media"] == {"missing": 1, "stored": 2}
    assert len(site.markup(site.pages(site.conversations[0])[0]).all("article")) == 3
    result = program.run(path, "--out", tmp_path / "site", "--strict")
    assert result.returncode == 1


def test_names_are_found_in_the_forms_other_systems_write(program, tmp_path):
    names = {"media/caf\u00e9.png": "media/cafe\u0301.png", "Media/Pier.PNG": "media/pier.png",
             "media/win.png": "media\\win.png", "media\\back.png": "media/back.png"}
    path = tmp_path / "takeout.zip"
    path.write_bytes(zips.packed(("chat.json", chat(*map(picture, names), participants=[])),
                                 *((name, png() + name.encode()) for name in names.values())))
    report = tmp_path / "report.json"
    program.export(path, tmp_path / "site", "--report", report)
    assert json.loads(report.read_text())["media"] == {"missing": 0, "stored": 4}


def test_names_of_code_page_437_are_found(program, tmp_path):
    data = zips.renamed(zips.packed(("chat.json", chat(picture("caf\u00e9.png"), participants=[])), ("cafX.png", png())),
                        b"cafX.png", b"caf\x82.png")
    path = tmp_path / "takeout.zip"
    path.write_bytes(data)
    report = tmp_path / "report.json"
    program.export(path, tmp_path / "site", "--report", report)
    assert json.loads(report.read_text())["media"] == {"missing": 0, "stored": 1}


def test_of_members_of_one_name_the_last_counts(program, tmp_path):
    path = tmp_path / "takeout.zip"
    path.write_bytes(zips.packed(("chat.json", "{}"), ("chat.json", CHAT), ("chat.json/x", "x"), *MEDIA.items())
                     .replace(b"chat.json/x", b"chat_json/x"))
    report = tmp_path / "report.json"
    program.export(path, tmp_path / "site", "--report", report)
    assert "more than once" in findings(report, "odd-member")[0]["message"]


def test_a_chat_that_cannot_be_read_beside_one_that_can_is_told(program, tmp_path):
    path = tmp_path / "takeout.zip"
    path.write_bytes(zips.encrypted(zips.packed(("one.json", CHAT), ("two.json", CHAT)), "two.json"))
    report = tmp_path / "report.json"
    program.export(path, tmp_path / "site", "--report", report)
    assert "encrypted" in findings(report, "unreadable-file")[0]["message"]


# Bombs

def limited(program, path: Path, site: Path, disk: int = 2 << 30) -> subprocess.CompletedProcess:
    """Runs with bounds on how much a file may hold, and a folder of its own for what is unpacked."""
    import resource
    return subprocess.run(
        [str(program.binary), str(path), "--out", str(site)], capture_output=True, encoding="utf-8", timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (disk, disk)))


def test_a_bomb_is_refused_before_it_is_unpacked(program, tmp_path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("chat.json", "w") as out:
            out.write(CHAT.encode())
            for _ in range(300):
                out.write(b" " * (1 << 20))
    assert path.stat().st_size < 1 << 20
    result = limited(program, path, tmp_path / "site", disk=1 << 20)
    assert result.returncode == 3 and "allowed for an archive" in result.stderr, result.stderr
    assert not (tmp_path / "site").exists()


def test_many_files_that_grow_are_a_bomb_together(program, tmp_path):
    path = tmp_path / "bomb.zip"
    log = LOG.encode() * (60 << 14)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for day in range(1, 8):
            archive.writestr(f"#tea-2024-03-0{day}.log", log)
    assert len(log) < 256 << 20 < 7 * len(log)
    result = program.run(path, "--out", tmp_path / "site")
    assert result.returncode == 3 and "allowed for an archive" in result.stderr, result.stderr


@pytest.mark.parametrize("count, code", [(100_000, "known format"), (1_000_000, "1000000 members")])
def test_very_many_empty_members_end_soon(program, tmp_path, count, code):
    path = tmp_path / "many.zip"
    path.write_bytes(zips.with_empty_members(count))
    result = program.run(path, "--out", tmp_path / "site", timeout=60)
    assert result.returncode == 3 and code in result.stderr, result.stderr


def test_a_long_chat_that_says_the_same_again_is_no_bomb(program, tmp_path):
    path = pack(tmp_path / "a.zip", {"chat.json": chat(*({"text": "hello"} for _ in range(100_000)))})
    program.export(path, tmp_path / "site")


# Nothing stays behind

def open_files(process: int) -> list:
    """Returns the files a running process has open; it may close one while this looks."""
    names = []
    try:
        for link in Path(f"/proc/{process}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                names.append(os.readlink(link))
    except FileNotFoundError:
        pass
    return names


def size_of(path: Path) -> int:
    """The size of a file, 0 when it is gone."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def test_unpacked_files_have_no_names(program, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder)}
    path = pack(tmp_path / "a.zip", {"chat.json": chat(*({"text": f"hello {n}"} for n in range(150_000)))})
    for number in (None, signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        process = subprocess.Popen(
            [str(program.binary), str(path), "--out", str(tmp_path / "site")], stderr=subprocess.DEVNULL,
            env=environment, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        opened, number_sent = False, None
        end = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < end:
            opened = opened or any(str(folder) in file for file in open_files(process.pid))
            # A file has its name for a moment, while it is still empty.
            assert all(size_of(entry) == 0 for entry in folder.iterdir())
            if opened and number:
                process.send_signal(number)
                number_sent, number = number, None
                process.wait(30)
        assert opened, "TMPDIR is where files are unpacked"
        # If the program is killed while a file still has a name, an empty file remains.
        left = list(folder.iterdir())
        assert left == [] or number_sent == signal.SIGKILL and all(size_of(entry) == 0 for entry in left)
        for entry in left:
            entry.unlink()
    program.run(tmp_path / "a.zip", "--out", tmp_path / "site", environment={"TMPDIR": str(tmp_path / "none")})


def test_a_full_disk_is_said(program, tmp_path):
    import resource
    path = pack(tmp_path / "a.zip", {"chat.json": chat(*({"text": f"hello {n}"} for n in range(50_000)))})

    def bound():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    result = subprocess.run([str(program.binary), str(path), "--out", str(tmp_path / "site")], capture_output=True,
                            encoding="utf-8", preexec_fn=bound)
    assert result.returncode == 3 and "cannot unpack it" in result.stderr and "TMPDIR" in result.stderr
    assert not (tmp_path / "site").exists()
