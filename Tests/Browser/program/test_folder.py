"""The site's folder: what other people put there survives, and so do its owner, mode, inode and place in a mount."""

import json
import os
import random
import shutil
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

from conftest import EXAMPLE

SUPPORT = EXAMPLE.with_name("support.jsonl")


def tree(folder: Path, skip=()) -> dict:
    """Every file, link and folder below `folder` by its path, without work folders of exports."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if name.split("/")[0].startswith(".chatexport-") or name in skip:
            continue
        found[name] = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
    return found


@pytest.fixture
def fresh(program, tmp_path):
    """Exports into a new folder and gives its tree."""
    def export(*sources, name="fresh"):
        result = program.run(*sources, "--out", tmp_path / name)
        assert result.returncode == 0, result.stderr
        return tree(tmp_path / name)
    return export


def strangers(site: Path) -> dict:
    """Puts what people put into sites there, at the top and deep inside, and gives it by path."""
    files = {
        ".git/config": b"[core]\n", ".git/objects/ab/cd": bytes(range(256)), ".htaccess": b"Require valid-user\n",
        "CNAME": b"chat.example.org\n", "notes/read me.txt": "für später\n".encode(),
        "lisbon-2026/notes.txt": b"inside a conversation\n", "assets/own/logo.svg": b"<svg/>", "media/.keep": b"",
    }
    for name, content in files.items():
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (site / "notes/run.sh").write_bytes(b"#!/bin/sh\n")
    (site / "notes/run.sh").chmod(0o750)
    (site / "latest").symlink_to("lisbon-2026/1.html")
    (site / "lisbon-2026/dangling").symlink_to("nowhere")
    return {name: content for name, content in tree(site).items()
            if name in files or name in ("notes/run.sh", "latest", "lisbon-2026/dangling")}


def test_findings_E1_what_others_put_into_the_folder_survives(program, tmp_path, fresh):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    theirs = strangers(site)
    assert len(theirs) == 11
    times = {name: (site / name).lstat().st_mtime_ns for name in theirs}
    inode = site.stat().st_ino
    # One conversation again, another beside it, and the first one gone.
    for sources in ([EXAMPLE], [EXAMPLE, SUPPORT], [SUPPORT]):
        # A conversation that goes is not lost without a word.
        force = ["--force"] if sources == [SUPPORT] else []
        assert program.run(*sources, "--out", site, *force).returncode == 0
        now = tree(site)
        assert {name: now.get(name) for name in theirs} == theirs
        assert {name: (site / name).lstat().st_mtime_ns for name in theirs} == times
        assert (site / "notes/run.sh").stat().st_mode & 0o777 == 0o750
        folders = {str(parent) for name in theirs for parent in Path(name).parents}
        rest = {name: content for name, content in now.items() if name not in theirs and name not in folders}
        made = fresh(*sources, name=f"fresh{len(sources)}{sources[-1].stem}")
        assert rest == {name: content for name, content in made.items() if name not in folders}
        assert not [name for name in os.listdir(site) if name.startswith(".chatexport-")]
        assert site.stat().st_ino == inode, "the folder itself stays"


def test_findings_E1_a_site_of_an_older_version_keeps_foreign_files_too(program, tmp_path):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    (site / "MANIFEST").unlink()
    (site / "CNAME").write_bytes(b"x")
    (site / ".git").mkdir()
    program.export(EXAMPLE, site)
    assert (site / "CNAME").read_bytes() == b"x" and (site / ".git").is_dir()
    assert (site / "MANIFEST").is_file()


def test_findings_E1_a_name_that_both_want_is_refused_and_nothing_changes(program, tmp_path):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    (site / "support-4711").mkdir()
    (site / "support-4711/index.html").write_bytes(b"mine")
    before = tree(site)
    result = program.run(EXAMPLE, SUPPORT, "--out", site)
    assert result.returncode == 4 and "support-4711" in result.stderr and "move it" in result.stderr
    assert tree(site) == before


@pytest.mark.parametrize("name", ["media", "MANIFEST", "lisbon-2026/1.html"])
def test_findings_E1_a_file_of_the_site_that_became_something_else_is_replaced(program, tmp_path, name):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    before = tree(site)
    shutil.rmtree(site / name) if (site / name).is_dir() else (site / name).unlink()
    (site / name).symlink_to("/nowhere") if name == "media" else (site / name).mkdir()
    (site / "CNAME").write_bytes(b"mine")
    program.export(EXAMPLE, site)
    assert tree(site) == {**before, "CNAME": b"mine"}


def test_findings_E1_what_cannot_be_carried_over_is_refused_before_any_work(program, tmp_path):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    os.mkfifo(site / "lisbon-2026/pipe")
    before = sorted(str(path) for path in site.rglob("*"))
    result = program.run(tmp_path / "is-not-there.json", "--out", site)
    assert result.returncode == 3
    result = program.run(EXAMPLE, "--out", site)
    assert result.returncode == 4 and "pipe" in result.stderr and "Traceback" not in result.stderr
    assert sorted(str(path) for path in site.rglob("*")) == before
    # At the top nothing has to be carried: the folder stays.
    os.rename(site / "lisbon-2026/pipe", site / "pipe")
    assert program.run(EXAMPLE, "--out", site).returncode == 0
    assert stat.S_ISFIFO((site / "pipe").lstat().st_mode)


@pytest.mark.parametrize("mode", [0o700, 0o750, 0o2770, 0o755])
def test_findings_E2_the_folder_s_mode_stays(program, tmp_path, mode):
    site = tmp_path / "site"
    site.mkdir()
    site.chmod(mode)
    for _ in range(2):
        program.export(EXAMPLE, site)
        assert stat.S_IMODE(site.stat().st_mode) == mode


def test_findings_E2_attributes_and_owner_stay(program, tmp_path):
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    try:
        os.setxattr(site, "user.note", b"private")
        has_attributes = True
    except OSError:
        has_attributes = False
    if os.geteuid() == 0:
        os.chown(site, 1234, 2345)
    # An access list as setfacl writes it: version 2, then tag, permissions and id of each entry (acl(5)).
    entries = [(1, 7, -1), (2, 5, 1234), (4, 0, -1), (16, 5, -1), (32, 0, -1)]
    acl = b"\x02\0\0\0" + b"".join(
        tag.to_bytes(2, "little") + bits.to_bytes(2, "little") + (who & 0xFFFFFFFF).to_bytes(4, "little")
        for tag, bits, who in entries)
    try:
        os.setxattr(site, "system.posix_acl_access", acl)
        has_list = True
    except OSError:
        has_list = False
    wanted = site.stat()
    program.export(EXAMPLE, site)
    found = site.stat()
    assert (found.st_uid, found.st_gid, found.st_mode) == (wanted.st_uid, wanted.st_gid, wanted.st_mode)
    if has_attributes:
        assert os.getxattr(site, "user.note") == b"private"
    if has_list:
        assert os.getxattr(site, "system.posix_acl_access") == acl


def as_other_user():
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to act as a user who may not write in the folder above")
def test_findings_E3_the_folder_above_need_not_be_writable(program, tmp_path):
    above = Path("/var/tmp") / f"chatexport-test-{os.getpid()}"
    try:
        site = above / "site"
        site.mkdir(parents=True)
        os.chown(site, 65534, 65534)
        binary = above / "chatexport"
        shutil.copy(program.binary, binary)
        shutil.copytree(EXAMPLE.parent, above / "examples")
        for path in [above, binary, *above.rglob("*")]:
            path.chmod(path.stat().st_mode | 0o055)
        inode = site.stat().st_ino
        for count in (1, 2):
            result = subprocess.run(
                [binary, above / "examples/lisbon.json", "--out", site], preexec_fn=as_other_user, capture_output=True)
            assert result.returncode == 0, result.stderr
            assert site.stat().st_ino == inode and site.stat().st_uid == 65534
            assert {"index.html", "lisbon-2026"} <= set(os.listdir(site))
            assert not [name for name in os.listdir(site) if name.startswith(".")]
    finally:
        shutil.rmtree(above, ignore_errors=True)


def in_mounts(*commands: str) -> subprocess.CompletedProcess:
    """Runs shell commands among mounts of their own, which end with them."""
    return subprocess.run(["unshare", "-m", "sh", "-ec", "\n".join(commands)], capture_output=True, text=True)


@pytest.mark.skipif(in_mounts("mount -t tmpfs none /mnt").returncode != 0, reason="may not mount here")
@pytest.mark.parametrize("kind", ["bind mount", "file system", "source of a bind mount"])
def test_findings_E3_mounts_show_the_new_site(program, tmp_path, kind):
    for name in ("real", "site", "view"):
        (tmp_path / name).mkdir()
    mount, seen = {
        "bind mount": (f"mount --bind {tmp_path}/real {tmp_path}/site", "real"),
        "file system": (f"mount -t tmpfs none {tmp_path}/site", "site"),
        "source of a bind mount": (f"mount --bind {tmp_path}/site {tmp_path}/view", "view"),
    }[kind]
    export = f"{program.binary} {EXAMPLE} --out {tmp_path}/site"
    result = in_mounts(
        mount, export, f"echo mine >{tmp_path}/site/CNAME", export, f"{export} --force", f"ls -A {tmp_path}/{seen}")
    assert result.returncode == 0, result.stderr
    names = result.stdout.split()
    assert {"index.html", "lisbon-2026", "CNAME"} <= set(names)
    assert not [name for name in names if name.startswith(".")]


@pytest.mark.skipif(in_mounts("mount -t tmpfs none /mnt").returncode != 0, reason="may not mount here")
def test_findings_E3_an_exchange_that_fails_in_the_middle_is_undone(program, tmp_path):
    """An entry of the site is a mount, which cannot change places with another; entries before it have by then."""
    site = tmp_path / "site"
    program.export(EXAMPLE, site)
    (site / "CNAME").write_bytes(b"mine")
    before = tree(site)
    shutil.copytree(site / "media", tmp_path / "media")
    result = in_mounts(
        f"mount --bind {tmp_path}/media {site}/media",
        f"{program.binary} {EXAMPLE} {SUPPORT} --out {site} && exit 9", "code=$?", f"ls -A {site}", "exit $code")
    assert result.returncode == 4, result
    assert "media" in result.stderr
    assert tree(site) == before and not [name for name in result.stdout.split() if name.startswith(".")]


def test_findings_E3_killed_at_any_moment_the_site_is_whole(program, generate, tmp_path):
    """In the mode in which entries are exchanged one by one inside the folder."""
    site = tmp_path / "site"
    small, large = generate(1000, 1), generate(3000, 2)
    trees = []
    for source in (large, small):
        assert program.run(source, "--out", site, "--force").returncode == 0
        (site / "CNAME").write_bytes(b"mine")
        trees.append(tree(site))
    # The shortest time that each has taken: on a busy machine one run says little.
    durations = {}
    for source in (small, large):
        start = time.monotonic()
        assert program.run(source, "--out", site, "--force").returncode == 0
        durations[source] = time.monotonic() - start
    assert tree(site) == trees[0]
    moments = random.Random(30)
    interrupted = 0
    for round_ in range(100):
        source = (small, large)[round_ % 2]
        start = time.monotonic()
        process = subprocess.Popen(
            [program.binary, source, "--out", site, "--force", "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            process.wait(timeout=moments.uniform(0, durations[source]))
            durations[source] = min(durations[source], time.monotonic() - start)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        interrupted += process.wait() == -signal.SIGKILL
        assert tree(site) in trees
    assert interrupted > 50, durations
    # Files that the dead runs left are gone after the next one.
    assert program.run(small, "--out", site, "--force").returncode == 0
    assert tree(site) == trees[1]
    assert sorted(name for name in os.listdir(site) if name.startswith(".")) == []


@pytest.mark.parametrize("step", range(4))
def test_findings_E3_a_half_finished_exchange_is_finished_by_the_next_run(program, tmp_path, step):
    """A run killed between two steps of the exchange, made by hand from its journal."""
    site, other = tmp_path / "site", tmp_path / "other"
    program.export(EXAMPLE, site)
    (site / "CNAME").write_bytes(b"mine")
    program.run(EXAMPLE, SUPPORT, "--out", other)
    expected = tree(other)
    work = site / ".chatexport-99999-0"
    (work / "old").mkdir(parents=True)
    os.rename(other, work / "site")
    names = sorted(os.listdir(work / "site"))
    lines = [f"install {(work / 'site' / name).stat().st_ino} {name}" for name in names]
    (work / "journal").write_text("\n".join(lines) + "\nend\n")
    for name in names[:step]:
        if (site / name).exists():
            os.rename(site / name, work / "old" / name)
        os.rename(work / "site" / name, site / name)
    # A run that fails on its input has finished the exchange all the same.
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({"format": "chatexport/1", "id": "x", "title": "x"})[:-1])
    assert program.run(broken, "--out", site).returncode == 3
    now = tree(site)
    if work.exists():  # the input was refused before the folder was looked at
        assert program.run(EXAMPLE, SUPPORT, "--out", site).returncode == 0
        now = tree(site)
    assert now == {**expected, "CNAME": b"mine"}
    assert not work.exists()
