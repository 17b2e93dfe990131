"""The rules of time zones: which edition they are of, and where the user keeps newer ones."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEM = Path("/usr/share/zoneinfo")
# A zone that is on summer time for all of 2026, and one that no database has.
RULES = """Zone America/Vancouver -8:00 - PST 2026 Mar 8 2:00
\t\t\t-7:00 - PDT
Zone Atlantic/Nowhere 5:30 - +0530
"""


def chat(folder: Path, zone: str) -> Path:
    path = folder / "chat.json"
    path.write_text(json.dumps({
        "format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": zone, "locale": "en-GB",
        "messages": [{"id": "1", "from": "a", "at": "2026-12-01T12:00:00Z", "text": "noon"}]}))
    return path


def shown(site: Path) -> str:
    return re.search(r"\b\d\d:\d\d\b", re.sub(r"<[^>]*>", " ", (site / "chat/1.html").read_text(encoding="utf-8").split("<article", 1)[1]))[0]


@pytest.fixture
def rules(tmp_path):
    if not shutil.which("zic"):
        pytest.skip("there is no zic")
    (tmp_path / "rules").write_text(RULES)
    subprocess.run(["zic", "-d", tmp_path / "zones", tmp_path / "rules"], check=True)
    return tmp_path / "zones"


def test_export_json_names_the_edition_of_the_rules(program, tmp_path):
    site = program.export(chat(tmp_path, "Europe/Berlin"), tmp_path / "site")
    edition = json.loads((site.folder / "export.json").read_text())["timeZoneRules"]
    assert re.fullmatch(r"20\d\d[a-z]+", edition)
    if (SYSTEM / "tzdata.zi").is_file():
        assert edition >= (SYSTEM / "tzdata.zi").read_text().split("\n", 1)[0].removeprefix("# version ")


def test_the_rules_in_TZDIR_count(program, tmp_path, rules):
    source, site = chat(tmp_path, "America/Vancouver"), tmp_path / "site"
    program.export(source, site)
    assert shown(site) == "04:00"
    # Exported again: pages of other rules are not kept.
    program.export(source, site, environment={"TZDIR": str(rules)})
    assert shown(site) == "05:00"
    (rules / "tzdata.zi").write_text("# version 2099z\n")
    program.export(source, site, environment={"TZDIR": str(rules)})
    assert shown(site) == "05:00"
    assert json.loads((site / "export.json").read_text())["timeZoneRules"] == "2099z"
    program.export(source, site)
    assert shown(site) == "04:00"


def test_a_zone_that_only_TZDIR_has(program, tmp_path, rules):
    source = chat(tmp_path, "UTC")
    program.export(source, tmp_path / "site", "--time-zone", "Atlantic/Nowhere", environment={"TZDIR": str(rules)})
    assert shown(tmp_path / "site") == "17:30"
    result = program.run(source, "--out", tmp_path / "other", "--time-zone", "Atlantic/Nowhere")
    assert result.returncode == 2


@pytest.mark.parametrize("folder", ["", "/nonexistent", "/dev/null"])
def test_a_TZDIR_without_rules_changes_nothing(program, tmp_path, folder):
    program.export(chat(tmp_path, "Europe/Berlin"), tmp_path / "site", environment={"TZDIR": folder})
    assert shown(tmp_path / "site") == "13:00"


@pytest.mark.parametrize("name", ["../secret", "/etc/localtime", "..", "zones/../../secret"])
def test_a_name_of_a_zone_is_no_path_out_of_TZDIR(program, tmp_path, rules, name):
    shutil.copy(rules / "Atlantic/Nowhere", tmp_path / "secret")
    result = program.run(chat(tmp_path, "UTC"), "--out", tmp_path / "site", "--time-zone", name, environment={"TZDIR": str(rules)})
    assert result.returncode == 2
