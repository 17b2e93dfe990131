"""Exports made as the apps make them, with what must come out: `../shared/data/made` and `made-2`.

Each case has an `expected.json`, and the data has the programs that compare a site with it (`check.py`, `check_more.py`).
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import BINARY, SHARED

MADE = SHARED / "made"

# Formats whose expectations hold tools, branches, embeds and hidden texts: `check_more.py` compares these too.
MORE = {
    "chatgpt", "claude-ai", "claude-code", "codex", "discord", "discord-package", "gemini-cli", "google-chat", "llamacpp",
    "matrix", "mattermost", "openai", "openwebui", "rocketchat", "slack", "teams", "zulip", "fossify", "sms-ndjson",
    "aistudio", "claude-stream-json", "copilot-cli", "cursor", "deepseek", "grok", "imazing", "librechat", "lmstudio",
    "opencode", "google-voice", "hangouts", "linkedin", "quassel", "qce", "rsmf", "snapchat", "tdl", "thelounge", "tiktok", "whatsapp-db",
    "x-twitter", "skype", "threema", "viber",
}
# Formats that are not read yet. Their cases must be refused, not read as another format.
NOT_READ: set[str] = set()

CASES = sorted(path.parent for folder in (MADE, SHARED / "made-2") for path in folder.glob("*/*/expected.json"))


MADE_AND_READ = [case for case in CASES if case.parent.name not in NOT_READ]


def format_of(case) -> str:
    """The format that a made export is of."""
    return case.parent.name


def name(case) -> str | None:
    """The case's folders. Without cases, pytest asks for a name of none and skips the test."""
    return f"{case.parent.name}/{case.name}" if isinstance(case, Path) else None


def test_the_made_exports_are_there():
    if not CASES:
        pytest.skip("made – ../shared/data not present")
    assert len({case.parent.name for case in CASES}) >= 30


@pytest.mark.sweep(kind=format_of)
@pytest.mark.parametrize("case", MADE_AND_READ, ids=name)
def test_a_made_export_gives_what_is_expected(case):
    check = MADE / ("check_more.py" if case.parent.name in MORE else "check.py")
    result = subprocess.run(
        [sys.executable, check, "--run", BINARY, case], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, f"{result.stdout}\n{result.stderr}"


@pytest.mark.parametrize("case", [case for case in CASES if case.parent.name in NOT_READ], ids=name)
def test_an_export_that_is_not_read_is_refused(case, program, tmp_path):
    source = json.loads((case / "expected.json").read_text())["source"]
    result = program.run(case / source, "--out", tmp_path / "site", "--quiet")
    assert result.returncode == 3 and re.search(r"unknown format|cannot be read|contains no conversation", result.stderr), result.stderr
    assert not (tmp_path / "site").exists()
