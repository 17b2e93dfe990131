"""The manual page, the completions and the help are made from the commands; they name every option and nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from conftest import EXAMPLE, ROOT

SHELLS = ("bash", "zsh", "fish")


@pytest.fixture(scope="module")
def commands(program) -> dict:
    """The long options of each command."""
    root = json.loads(program.run("--experimental-dump-help").stdout)["command"]
    return {command["commandName"]: {name["name"] for argument in command["arguments"] if argument["shouldDisplay"]
                                     for name in argument.get("names", []) if name["kind"] == "long"}
            for command in root["subcommands"]}


@pytest.fixture(scope="module")
def manual(program, tmp_path_factory):
    path = tmp_path_factory.mktemp("manual") / "chatexport.1"
    path.write_text(subprocess.run(
        [sys.executable, ROOT / ".ci" / "manual.py", program.binary], check=True, capture_output=True, encoding="utf-8",
        env={**os.environ, "SOURCE_DATE_EPOCH": "1767225600"}).stdout, encoding="utf-8")
    return path


def test_the_manual_names_every_option_and_command_and_is_well_formed(commands, manual):
    found = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", manual], capture_output=True, text=True)
    assert found.stdout == ""
    text = subprocess.run(["mandoc", "-T", "utf8", manual], check=True, capture_output=True, encoding="utf-8").stdout
    text = re.sub(r".\x08", "", text)
    assert "2026-01-01" in text and "0 " in text
    for command, options in commands.items():
        assert f"chatexport {command}" in text
        assert [option for option in sorted(options) if f"--{option}" not in text] == []
    said = set(re.findall(r"--([a-z][a-z-]*)", text))
    assert said <= set().union(*commands.values())
    for heading in ("EXAMPLES", "Usual options", "EXIT STATUS", "FORMATS", "THEMES", "PRIVACY"):
        assert re.search(rf"^ *{heading}$", text, re.MULTILINE), heading


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_parse_and_name_every_option(program, commands, tmp_path, shell):
    script = tmp_path / "completions"
    script.write_text(program.run("--generate-completion-script", shell).stdout, encoding="utf-8")
    assert shutil.which(shell), f"{shell} is not installed; run .ci/install test"
    parsed = subprocess.run([shell, "-n", script], capture_output=True, text=True)
    assert (parsed.returncode, parsed.stderr) == (0, "")
    text = script.read_text(encoding="utf-8")
    for command, options in commands.items():
        assert command in text
        assert [option for option in sorted(options) if option not in text] == []


def completed_by_bash(script, line, folder) -> set:
    asked = f"""source {script}
COMP_WORDS=({line} ''); [[ {line!r} == *\\  ]] || unset 'COMP_WORDS[-1]'
COMP_CWORD=$(({'${#COMP_WORDS[@]}'} - 1)); COMP_LINE={line!r}; COMP_POINT=${{#COMP_LINE}}
_chatexport chatexport "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD - 1]}}"; printf '%s\\n' "${{COMPREPLY[@]}}" """
    ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, cwd=folder)
    return set(ran.stdout.split())


def completed_by_fish(script, line, folder) -> set:
    asked = ["fish", "--no-config", "-c", f"source {script}; complete -C {line!r}"]
    ran = subprocess.run(asked, capture_output=True, text=True, cwd=folder)
    return {offered.split("\t")[0].rstrip("/") for offered in ran.stdout.splitlines()}


def completed_by_zsh(script, line, folder) -> set:
    """The words that zsh lists: its completion works in an interactive shell only, so one is started on a terminal."""
    (folder / ".functions").mkdir(exist_ok=True)
    shutil.copy(script, folder / ".functions" / "_chatexport")
    asked = f"""zpty -b zsh zsh -f -i; zpty -w zsh "PS1=; stty cols 400; autoload -U compinit; fpath=($PWD/.functions \\$fpath)"
zpty -w zsh "compinit -u -D; zstyle ':completion:*' list-prompt ''; setopt list_ambiguous; bindkey '^I' list-choices; echo READY''NOW"
zpty -r zsh said '*READYNOW*'; zpty -w -n zsh $'{line}\t'; sleep 1; zpty -w -n zsh $'\\C-u'; zpty -w zsh "echo END''NOW"
zpty -r zsh said '*ENDNOW*'; print -r -- $said; zpty -d zsh"""
    ran = subprocess.run(["zsh", "-f", "-c", "zmodload zsh/zpty; " + asked], capture_output=True, text=True, cwd=folder, timeout=60)
    said = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", ran.stdout).replace(line, " ")
    return {word.rstrip("/") for word in said.split()}


@pytest.mark.parametrize("shell", SHELLS)
def test_completions_of_arguments(program, tmp_path, shell):
    script = tmp_path / "completions"
    script.write_text(program.run("--generate-completion-script", shell).stdout, encoding="utf-8")
    folder = tmp_path / "home"
    (folder / "results").mkdir(parents=True)
    (folder / "result.json").touch()
    completed = {"bash": completed_by_bash, "fish": completed_by_fish, "zsh": completed_by_zsh}[shell]

    assert {"--time-zone", "--theme"} <= completed(script, "chatexport export --t", folder)
    first = completed(script, "chatexport ", folder)
    assert {"export", "inspect", "formats", "help", "result.json", "results"} <= first
    # The command `export` is meant where none is named.
    assert {"result.json", "results"} <= completed(script, "chatexport result.json ", folder)
    assert "export" not in completed(script, "chatexport result.json ", folder)
    assert {"--time-zone", "--theme"} <= completed(script, "chatexport result.json --t", folder)
    assert {"dmy", "mdy", "ymd"} <= completed(script, "chatexport result.json --date-order ", folder)
    assert {"slate", "standard"} <= completed(script, "chatexport inspect result.json --theme s", folder)
    folders = completed(script, "chatexport result.json --out ", folder)
    assert "results" in folders and "result.json" not in folders
    assert {"export", "inspect", "themes", "exit-codes"} <= completed(script, "chatexport help ", folder)


def test_help_begins_with_three_examples_and_the_usual_options(program):
    text = program.run("--help").stdout
    assert program.run("-h").stdout == text and program.run("help").stdout == text
    first = text[:text.index("USAGE:")]
    assert len(re.findall(r"^  chatexport ", first, re.MULTILINE)) == 3
    usual = text[text.index("USUAL OPTIONS:"):text.index("\nOPTIONS:")]
    assert re.findall(r"--[a-z-]+(?= <| *\w)", usual)
    for option in ("out", "me", "time-zone", "locale", "theme", "from", "to"):
        assert f"--{option}" in usual
    assert "inspect" in text and "chatexport help TOPIC" in text


def test_help_on_topics(program):
    codes = program.run("help", "exit-codes").stdout
    source = (ROOT / "Sources" / "chatexport" / "ChatExportCommand.swift").read_text(encoding="utf-8")
    table = re.findall(r"^/// \| (\S+(?: \+ n)?) \|", source, re.MULTILINE)[1:]
    assert re.findall(r"^  (\d+(?: \+ n)?)  ", codes, re.MULTILINE) == table
    themes = program.run("help", "themes").stdout
    for theme in (ROOT / "Public" / "themes").glob("*.json"):
        assert f"  {theme.stem} " in themes
    formats = program.run("help", "formats").stdout
    for name in re.findall(r"^\S+ – (.*)$", program.run("formats").stdout, re.MULTILINE):
        assert f"  {name}\n" in formats
    assert "Content Security" in program.run("help", "privacy").stdout
    for topic in ("formats", "themes", "exit-codes", "privacy"):
        assert max(map(len, program.run("help", topic).stdout.splitlines())) <= 80
    unknown = program.run("help", "nothing")
    assert unknown.returncode == 2 and unknown.stdout == "" and "exit-codes" in unknown.stderr
    assert program.run("help", "inspect").stdout == program.run("inspect", "--help").stdout


def test_the_version_is_that_of_the_changelog_and_names_the_commit(program):
    said = program.run("--version").stdout.strip()
    assert re.fullmatch(r"\d+\.\d+\.\d+( \([0-9a-f]{10}(-changed)?\))?", said)
    source = (ROOT / "Sources" / "ExportPipeline" / "ChatExportVersion.swift").read_text(encoding="utf-8")
    assert f'"{said.split()[0]}"' in source
    assert f"## {said.split()[0]}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_what_is_installed_runs_and_is_removed_without_a_trace(program, tmp_path):
    """Files of others in the same folders stay as they are."""
    prefix = tmp_path / "usr"
    others = prefix / "share" / "man" / "man1" / "other.1"
    others.parent.mkdir(parents=True)
    others.write_text("other")

    def stage(*arguments):
        subprocess.run([ROOT / ".ci" / "stage", *arguments, prefix], check=True,
                       env={**os.environ, "CHATEXPORT_BIN": str(program.binary)})

    def files():
        return {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}

    stage()
    assert files() >= {
        "bin/chatexport", "share/man/man1/chatexport.1", "share/bash-completion/completions/chatexport",
        "share/zsh/site-functions/_chatexport", "share/fish/vendor_completions.d/chatexport.fish",
        "share/doc/chatexport/LICENSE", "share/doc/chatexport/licences/LICENSE-Inter.txt"}
    result = subprocess.run([prefix / "bin" / "chatexport", EXAMPLE, "--out", tmp_path / "site"], capture_output=True, text=True,
                            cwd=tmp_path)
    assert result.returncode == 0 and "97 messages on 1 page" in result.stderr + result.stdout
    stage("--remove")
    assert files() == {str(others.relative_to(prefix))}
