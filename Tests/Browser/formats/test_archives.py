"""Archives other than zips (tar, compressed tar, compressed files) are read like the folders they were made from."""

import bz2
import gzip
import io
import json
import lzma
import tarfile

import pytest

from make_hostile import dot as png
from test_zip import CHAT, MEDIA, write

FILES = {"lisbon.json": CHAT, **MEDIA}


def tar(files: dict, mode: str = "w", prefix: str = "", kind: bytes = tarfile.REGTYPE) -> bytes:
    """A tar archive of `files`, by path."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:
        for path, content in files.items():
            content = content.encode() if isinstance(content, str) else content
            member = tarfile.TarInfo(prefix + path)
            member.type = kind
            if kind == tarfile.REGTYPE:
                member.size = len(content)
            else:
                member.linkname = "/etc/passwd"
            archive.addfile(member, io.BytesIO(content) if kind == tarfile.REGTYPE else None)
    return data.getvalue()


ARCHIVES = {
    "trip.tar": tar(FILES),
    "trip.tar.gz": tar(FILES, "w:gz"),
    "trip.tgz": tar(FILES, "w:gz", prefix="trip/"),
    "trip.tar.bz2": tar(FILES, "w:bz2"),
    "trip.tar.xz": tar(FILES, "w:xz"),
}


@pytest.fixture(scope="module")
def expected(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("archives")
    site = program.export(write(folder / "trip", FILES), folder / "site")
    return pages(site)


def pages(site) -> dict:
    """The bytes of all files but `export.json`, which names the input, and the manifest."""
    return {name: content for name, content in site.bytes_by_name().items() if name not in ("export.json", "MANIFEST")}


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_gives_the_site_of_its_folder(program, tmp_path, expected, name):
    (tmp_path / name).write_bytes(ARCHIVES[name])
    site = program.export(tmp_path / name, tmp_path / "site")
    assert pages(site) == expected


@pytest.mark.parametrize("name", ["trip.tar.gz", "trip.tar"])
def test_archives_in_a_folder_are_found(program, tmp_path, expected, name):
    (tmp_path / "downloads").mkdir()
    (tmp_path / "downloads" / name).write_bytes(ARCHIVES[name])
    (tmp_path / "downloads" / "readme.txt").write_text("nothing\n")
    site = program.export(tmp_path / "downloads", tmp_path / "site")
    assert pages(site) == expected


@pytest.mark.parametrize("name, pack", [
    ("chat.json.gz", gzip.compress), ("chat.json.bz2", bz2.compress), ("chat.json.xz", lzma.compress)])
def test_a_compressed_file_is_read_like_the_file(program, tmp_path, name, pack):
    (tmp_path / name).write_bytes(pack(CHAT.encode()))
    site = program.export(tmp_path / name, tmp_path / "site")
    assert len(site.conversations) == 1


DAMAGED = {
    "cut.tar.gz": (ARCHIVES["trip.tar.gz"][:200], "damaged in the archive"),
    "junk.tar.xz": (b"\xfd7zXZ\0" + b"junk" * 40, "damaged in the archive"),
    "empty.tar.gz": (tar({}, "w:gz"), "is empty"),
    "bomb.json.gz": (gzip.compress(b"[1]" * 100_000_000, 1), "allowed for an archive"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_archive_is_refused_with_its_reason(program, tmp_path, name):
    content, words = DAMAGED[name]
    (tmp_path / name).write_bytes(content)
    result = program.run(tmp_path / name, "--out", tmp_path / "site")
    assert result.returncode == 3 and name in result.stderr and words in result.stderr, result.stderr
    assert not (tmp_path / "site").exists()


def test_members_outside_the_folder_and_links_are_left_out(program, tmp_path):
    hostile = json.loads(CHAT)
    (tmp_path / "evil.tar").write_bytes(tar({"lisbon.json": CHAT, "../evil.json": json.dumps(hostile), "/abs.json": CHAT}))
    site = program.export(tmp_path / "evil.tar", tmp_path / "site")
    assert len(site.conversations) == 1
    (tmp_path / "links.tar").write_bytes(tar({"lisbon.json": ""}, kind=tarfile.SYMTYPE))
    result = program.run(tmp_path / "links.tar", "--out", tmp_path / "other")
    assert result.returncode == 3, result.stderr


def test_a_picture_of_an_archive_is_copied(program, tmp_path):
    (tmp_path / "trip.tar").write_bytes(ARCHIVES["trip.tar"])
    site = program.export(tmp_path / "trip.tar", tmp_path / "site")
    assert png() + b"pier" in [path.read_bytes() for path in (site.folder / "media").iterdir()]
