"""The example as a newcomer sees it: exported with the fonts that `make demo` installs, and nothing else."""

import json
import os
import pwd
import re
import shutil
import subprocess

import pytest

from conftest import EXAMPLE, ROOT


def demo_fonts() -> list:
    """The font files of the Debian packages in the group `demo`."""
    listed = (ROOT / ".ci" / "packages.txt").read_text(encoding="utf-8").splitlines()
    packages = [line.split()[1] for line in listed if line.startswith("demo ")]
    assert packages
    if not shutil.which("dpkg"):
        pytest.skip("no dpkg: the fonts of the demo's packages are not known")
    files = subprocess.run(["dpkg", "--listfiles", *packages], check=True, capture_output=True, text=True).stdout
    return [path for path in files.splitlines() if path.endswith((".ttf", ".otf", ".ttc"))]


def test_findings_g4_the_demo_ends_without_a_loss_a_note_or_a_missing_character(program, tmp_path):
    fonts = tmp_path / "fonts"
    fonts.mkdir()
    for path in demo_fonts():
        (fonts / os.path.basename(path)).symlink_to(path)
    result = program.run(EXAMPLE, "--out", tmp_path / "site", "--fonts", fonts, "--report", tmp_path / "report.json")
    assert result.returncode == 0, result.stderr
    assert len(result.stderr.splitlines()) == 1 and result.stderr.startswith("97 messages on 1 page in "), result.stderr
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert (report["findings"], report["charactersWithoutFace"], report["emojiWithoutPicture"]) == ([], [], [])


def test_the_program_looks_where_the_demo_installs_its_fonts():
    """The test above gives the program its fonts; on a fresh machine it must find them."""
    source, = (path.read_text(encoding="utf-8") for path in (ROOT / "Sources").rglob("FontCatalog.swift"))
    looked = {f"/usr/share/fonts/{name}" for name in re.findall(r'"((?:true|open)type/\w+)"', source)}
    # The smaller of two fonts in a package is for programs that cannot open the other.
    installed = {os.path.dirname(path) for path in demo_fonts() if "fonts-droid-fallback/" not in path}
    assert installed and installed <= looked


def test_findings_g6_chromium_starts_for_any_user(tmp_path):
    """As root, as another user, and where user namespaces are off, as in containers."""
    if os.geteuid() != 0:
        pytest.skip("only root can run a browser as another user")
    home = tmp_path / "home"
    home.mkdir()
    nobody = pwd.getpwnam("nobody")
    for path in (home, *(parent for parent in home.parents if "pytest-of-" in str(parent))):
        path.chmod(0o755)
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    script = ROOT / "Tests" / "Browser" / "support" / "chromium.py"
    code = ("import importlib.util, sys; spec = importlib.util.spec_from_file_location('chromium', sys.argv[1]); "
            "module = importlib.util.module_from_spec(spec); spec.loader.exec_module(module)\n"
            "if sys.argv[2] == 'contained': module.shutil.which = "
            "lambda name, which=module.shutil.which: None if name == 'unshare' else which(name)\n"
            "with module.Chromium() as browser:\n  print(browser.major > 0)")
    for state in ("free", "contained"):
        result = subprocess.run(
            ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups", "/usr/bin/python3", "-c", code,
             str(script), state], env={**os.environ, "HOME": str(home), "TMPDIR": str(home)}, capture_output=True, text=True)
        assert result.stdout == "True\n", (state, result.stderr)
