"""Attachments are stored in a site once: as copies, or as hard links to the user's files."""

import json
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from conftest import EXAMPLE
from site_model import Site
from test_determinism import assert_same

MEDIA = EXAMPLE.parent / "media"


def chat(folder: Path, copies: int = 1) -> Path:
    """A conversation whose messages show each picture of the example, under several names."""
    (folder / "media").mkdir(parents=True)
    messages = []
    for picture in sorted(path for path in MEDIA.iterdir() if path.suffix in (".jpg", ".png")):
        for number in range(copies):
            name = f"{number}-{picture.name}"
            shutil.copyfile(picture, folder / "media" / name)
            messages.append({"id": str(len(messages)), "from": "a", "attachments": [{"path": f"media/{name}"}],
                             "at": f"2026-05-01T{len(messages) // 60:02d}:{len(messages) % 60:02d}:00Z"})
    assert messages
    source = folder / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "title": "Pictures", "timeZone": "UTC",
                                  "participants": [{"id": "a", "name": "Ann"}], "messages": messages}), encoding="utf-8")
    return source


def export(program, source: Path, site: Path, *options) -> subprocess.CompletedProcess:
    return subprocess.run([str(program.binary), str(source), "--out", str(site), "--quiet", *options], capture_output=True,
                          timeout=60, text=True)


def inodes(folder: Path) -> set:
    return {path.stat().st_ino for path in folder.iterdir()}


def test_links_are_the_same_files_and_copies_are_not(program, tmp_path):
    source = chat(tmp_path / "chat")
    sites = {}
    for way in ((), ("--copy",), ("--link",)):
        site = tmp_path / "-".join(["site", *way])
        result = export(program, source, site, *way)
        assert result.returncode == 0, result.stderr
        sites[way] = Site(site)
        same = inodes(site / "media") & inodes(source.parent / "media")
        assert len(same) == (len(list((site / "media").iterdir())) if way == ("--link",) else 0)
    assert_same(sites[()], sites[("--copy",)])
    assert_same(sites[()], sites[("--link",)])


def test_a_picture_of_many_names_is_stored_once_by_any_number_of_jobs(program, tmp_path):
    source = chat(tmp_path / "chat", copies=8)
    for jobs in ("1", "8"):
        result = export(program, source, tmp_path / jobs, "--jobs", jobs, "--page-size", "4", "--report", str(tmp_path / f"{jobs}.json"))
        assert result.returncode == 0, result.stderr
    assert_same(Site(tmp_path / "1"), Site(tmp_path / "8"))
    contents = {path.read_bytes() for path in (source.parent / "media").iterdir()}
    assert len(list((tmp_path / "8" / "media").iterdir())) == len(contents)
    counts = [json.loads((tmp_path / f"{jobs}.json").read_text())["media"] for jobs in ("1", "8")]
    assert counts[0] == counts[1] and counts[0]["stored"] == len(contents)


def test_what_cannot_be_linked_is_copied(program, tmp_path):
    """A member of a zip has no name to link, and a file on another file system cannot be linked."""
    source = chat(tmp_path / "chat")
    packed = tmp_path / "chat.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in [source, *(source.parent / "media").iterdir()]:
            archive.write(path, path.relative_to(source.parent))
    result = export(program, packed, tmp_path / "zipped", "--link")
    assert result.returncode == 0, result.stderr
    for path in (tmp_path / "zipped" / "media").iterdir():
        assert path.stat().st_mode & 0o777 == 0o644 and path.stat().st_nlink == 1
    elsewhere = Path("/dev/shm")
    if not elsewhere.is_dir() or elsewhere.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second file system")
    site = elsewhere / f"chatexport-{os.getpid()}"
    try:
        result = export(program, source, site, "--link")
        assert result.returncode == 0, result.stderr
        assert {path.read_bytes() for path in (site / "media").iterdir()} == \
            {path.read_bytes() for path in (source.parent / "media").iterdir()}
    finally:
        shutil.rmtree(site, ignore_errors=True)


def test_one_way_at_a_time(program, tmp_path):
    result = export(program, chat(tmp_path / "chat"), tmp_path / "site", "--link", "--copy")
    assert result.returncode == 2 and "--copy" in result.stderr and "--link" in result.stderr
    assert not (tmp_path / "site").exists()


def test_a_gallery_has_everything_in_order_however_much_there_is(program, tmp_path):
    """450 links and 300 pictures: three pages of links, one of pictures, two files of the list that the viewer reads."""
    source = chat(tmp_path / "chat")
    exported = json.loads(source.read_text(encoding="utf-8"))
    picture = exported["messages"][0]["attachments"][0]["path"]
    exported["messages"] = [
        {"id": str(number), "from": "a", "at": f"2026-05-{number // 60 + 1:02d}T10:{number % 60:02d}:00Z",
         "text": f"https://example.org/{'a' * (number % 90)}/{number}",
         **({"attachments": [{"kind": "image", "path": picture, "alt": f"picture {number}"}]} if number % 3 else {})}
        for number in range(450)]
    source.write_text(json.dumps(exported), encoding="utf-8")
    result = export(program, source, tmp_path / "site")
    assert result.returncode == 0, result.stderr
    folder = next(path for path in (tmp_path / "site").iterdir() if (path / "map").is_dir())
    assert sorted(path.name for path in folder.glob("*-*.html")) == [
        "gallery-1.html", "links-1.html", "links-2.html", "links-3.html"]

    def found(pattern: str, *names: str) -> list:
        return [int(number) for name in names for number in re.findall(pattern, (folder / name).read_text(encoding="utf-8"))]

    links = found(r'href="https://example\.org/a*/(\d+)"', "links-1.html", "links-2.html", "links-3.html")
    assert links == list(range(450))[::-1]
    pictures = [number for number in range(450) if number % 3]
    assert found(r'aria-label="picture (\d+),', "gallery-1.html") == pictures[::-1]
    assert found(r'"picture (\d+)"', "map/media0.js", "map/media1.js") == pictures
    # The conversation has one page, so small files of its map are part of `all.js`.
    overview = json.loads(re.search(r"\{.*\}", (folder / "map/all.js").read_text(encoding="utf-8"), re.DOTALL)[0])
    index = overview["files"]["media"]
    assert (index["count"], index["size"]) == (300, 256)
    assert index["firsts"] == [pictures[0], pictures[256]]


def test_a_full_disk_is_an_error_and_no_lost_attachment(program, tmp_path):
    """Files may have only so many bytes, which fails like a full disk; the site that was there stays."""
    source = chat(tmp_path / "chat")
    exported = json.loads(source.read_text(encoding="utf-8"))
    exported["messages"][0]["attachments"] = [{"kind": "file", "path": "film.bin"}]
    source.write_text(json.dumps(exported), encoding="utf-8")
    (source.parent / "film.bin").write_bytes(bytes(range(256)) * 8192)
    assert export(program, source, tmp_path / "site").returncode == 0
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*")}
    result = subprocess.run(
        ["prlimit", "--fsize=1000000", program.binary, source, "--out", tmp_path / "site", "--copy", "--fresh"],
        capture_output=True, text=True)
    assert result.returncode == 4 and "written" in result.stderr, result.stderr
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "site").rglob("*")} == before
