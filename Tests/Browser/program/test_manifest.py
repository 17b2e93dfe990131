"""MANIFEST: every file of a site with its SHA-256, as `sha256sum -c` reads it."""

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import EXAMPLE

SUPPORT = EXAMPLE.with_name("support.jsonl")
RECORD = re.compile(r"(assets/)?reuse\.bin|[^/]+/reuse/\d+\.bin")


def listed(site: Path) -> dict:
    """Path to digest of each line, after checking the form of the lines and their order."""
    text = (site / "MANIFEST").read_bytes()
    lines = text.split(b"\n")
    assert lines.pop() == b"" and all(re.fullmatch(rb"[0-9a-f]{64}  [ -\[\]-~]+", line) for line in lines)
    paths = [line[66:] for line in lines]
    assert paths == sorted(set(paths))
    return {line[66:].decode(): line[:64].decode() for line in lines}


def assert_covers(site: Path, foreign=()) -> None:
    """Every file has its line, and every line its file."""
    files = {str(path.relative_to(site)) for path in site.rglob("*") if path.is_file() or path.is_symlink()}
    expected = {name for name in files - {"MANIFEST", "MANIFEST.sig"} - set(foreign) if not RECORD.fullmatch(name)}
    assert listed(site) == {name: hashlib.sha256((site / name).read_bytes()).hexdigest() for name in expected}


@pytest.mark.parametrize("options", [[], ["--no-search"], ["--link"], ["--copy"], ["--page-size", "10"]], ids=str)
@pytest.mark.parametrize("sources", [[EXAMPLE], [EXAMPLE, SUPPORT]], ids=["one", "several"])
def test_the_manifest_has_every_file_of_a_site(program, tmp_path, sources, options):
    site = tmp_path / "site"
    assert program.run(*sources, "--out", site, *options).returncode == 0
    assert_covers(site)
    if shutil.which("sha256sum"):
        assert subprocess.run(["sha256sum", "--quiet", "-c", "MANIFEST"], cwd=site).returncode == 0
    fresh = (site / "MANIFEST").read_bytes()
    for more in (["--jobs", "1"], ["--jobs", "8", "--fresh"]):
        assert program.run(*sources, "--out", site, *options, *more).returncode == 0
        assert (site / "MANIFEST").read_bytes() == fresh


def test_an_export_again_of_other_messages_lists_what_it_reuses_too(program, generate, tmp_path):
    site = tmp_path / "site"
    chat = generate(400, 3)
    program.export(chat, site, "--page-size", "50")
    longer = tmp_path / chat.name
    longer.write_text(generate(450, 3).read_text())
    program.export(longer, site, "--page-size", "50", "--force")
    assert_covers(site)
    program.export(longer, tmp_path / "fresh", "--page-size", "50")
    assert (site / "MANIFEST").read_bytes() == (tmp_path / "fresh/MANIFEST").read_bytes()


def test_foreign_files_stay_and_are_not_listed(program, tmp_path):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    theirs = {"CNAME": b"x", "lisbon-2026/notes.txt": b"mine", "lisbon-2026/reuse/notes.txt": b"mine too", "media/reuse/1.txt": b"a"}
    for name, content in theirs.items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_bytes(content)
    program.export(EXAMPLE, site)
    assert {name: (site / name).read_bytes() for name in theirs} == theirs
    assert_covers(site, theirs)


def test_a_signature_stays_as_long_as_the_manifest_is_unchanged(program, tmp_path):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    names = ["MANIFEST.sig", "MANIFEST.tsr", "MANIFEST.sig.tsr"]
    for name in names:
        (site / name).write_bytes(name.encode())
    program.export(EXAMPLE, site)
    assert all((site / name).read_bytes() == name.encode() for name in names)
    (site / "MANIFEST.tsr").unlink()
    (site / "MANIFEST.tsr").symlink_to("/etc/hostname")
    program.export(EXAMPLE, site)
    assert not (site / "MANIFEST.tsr").is_symlink()
    program.export(EXAMPLE, site, "--page-size", "40")
    assert not any((site / name).exists() for name in names)


def test_a_site_of_a_version_with_another_list_keeps_foreign_files(program, tmp_path):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    paths = sorted(str(path.relative_to(site)) for path in site.rglob("*") if path.is_file() and path.name != "MANIFEST")
    (site / "MANIFEST").unlink()
    (site / "assets/files.txt").write_text("\n".join(paths) + "\n")
    (site / "lisbon-2026/notes.txt").write_text("mine")
    program.export(EXAMPLE, site)
    assert not (site / "assets/files.txt").exists() and (site / "lisbon-2026/notes.txt").read_text() == "mine"
    assert_covers(site, ["lisbon-2026/notes.txt"])


@pytest.mark.parametrize("name", ["a\nb.txt", "a\\b.txt", "a\x7f.txt"])
def test_a_static_file_that_no_line_can_name_is_refused(program, tmp_path, name):
    (tmp_path / "public").mkdir()
    (tmp_path / "public" / name).write_text("x")
    result = program.run(EXAMPLE, "--out", tmp_path / "site", "--public", tmp_path / "public")
    assert result.returncode == 4 and "rename it" in result.stderr
    assert not (tmp_path / "site").exists()
