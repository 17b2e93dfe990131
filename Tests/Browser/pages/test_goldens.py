"""The plans and pages of the examples, byte for byte: any change of the layout shows here.

Fonts come from the checkout, so every machine gives the same result. `GOLDEN=accept` rewrites the goldens.
"""

import difflib
import os
import shutil

import pytest

from conftest import EXAMPLE, ROOT

GOLDENS = ROOT / "Tests" / "Browser" / "Goldens"
TURNS = ROOT / "docs" / "examples" / "support.jsonl"
FONTS = ROOT / "Tests" / "TestSupport" / "Fonts"


def expect_golden(name: str, found: str, described=lambda golden: "") -> None:
    """`described` gives the difference from a golden in words, if there is something better than lines."""
    path = GOLDENS / name
    if os.environ.get("GOLDEN") == "accept":
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert path.exists(), f"{name} has no golden: run with GOLDEN=accept and read what it writes"
    golden = path.read_text(encoding="utf-8")
    difference = list(difflib.unified_diff(
        golden.splitlines(), found.splitlines(), "golden", "found", lineterm="", n=1))
    assert not difference, f"{name} differs; GOLDEN=accept if that is meant\n{described(golden)}" + "\n".join(difference[:60])


def differences(program, site, page: str, folder):
    """Returns a function that compares a golden of a page with the page in a site, by messages and not by lines."""
    def described(golden: str) -> str:
        shutil.copytree(site.folder, folder)
        (folder / page).unlink()
        (folder / page).write_text(golden, encoding="utf-8")
        return program.run("diff", folder, site.folder).stdout + "\n"
    return described


def test_the_plan_of_the_example(program):
    result = program.run("inspect", EXAMPLE, "--fonts", FONTS)
    assert result.returncode == 0, result.stderr
    expect_golden("lisbon.plan.txt", result.stdout)


def test_the_turns_of_the_other_example(program, tmp_path):
    """Parts of LLM turns and branches: what is folded away is in the plan and on the page."""
    result = program.run("inspect", TURNS, "--fonts", FONTS)
    assert result.returncode == 0, result.stderr
    expect_golden("support.plan.txt", result.stdout)
    site = program.export(TURNS, tmp_path / "site", "--fonts", FONTS)
    expect_golden("support.1.html", (site.folder / "support-4711" / "1.html").read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", ["lisbon-2026/1.html", "lisbon-2026/index.html", "index.html"])
def test_the_pages_of_the_example(program, tmp_path, page):
    site = program.export(EXAMPLE, tmp_path / "site", "--fonts", FONTS)
    expect_golden("lisbon." + page.replace("/", "."), (site.folder / page).read_text(encoding="utf-8"),
                  differences(program, site, page, tmp_path / "golden"))


def test_a_page_that_differs_from_its_golden_is_described_by_its_messages(program, tmp_path):
    page = "lisbon-2026/1.html"
    site = program.export(EXAMPLE, tmp_path / "site", "--fonts", FONTS)
    golden = (site.folder / page).read_text(encoding="utf-8").replace("Translation?", "Pardon?")
    assert "text: [-Pardon-]{+Translation+}?" in differences(program, site, page, tmp_path / "golden")(golden)


def test_the_style_of_the_example(program, tmp_path):
    site = program.export(EXAMPLE, tmp_path / "site", "--fonts", FONTS)
    expect_golden("lisbon.theme.css", (site.folder / "assets" / "theme.css").read_text(encoding="utf-8"))
