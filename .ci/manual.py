"""Writes the manual page of chatexport from what the program says of itself.

usage: manual.py PROGRAM > chatexport.1

Options and commands come from `--experimental-dump-help`, the texts from `chatexport help TOPIC`. The date is that of SOURCE_DATE_EPOCH.
"""

import json
import os
import re
import subprocess
import sys
import time

TOPICS = {"EXIT STATUS": "exit-codes", "FORMATS": "formats", "THEMES": "themes", "REDACTING": "redacting", "PRIVACY": "privacy"}


def said(program: str, *arguments: str) -> str:
    return subprocess.run([program, *arguments], check=True, capture_output=True, encoding="utf-8").stdout


def escaped(text: str) -> str:
    """Text that roff takes as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return re.sub(r"^\.", r"\\&.", text, flags=re.MULTILINE)


def names(argument: dict) -> str:
    """The names of an option in bold, and its value in italics."""
    value = escaped(argument.get("valueName", ""))
    if argument["kind"] == "positional":
        return f"\\fI{value}\\fR" + (" ..." if argument["isRepeating"] else "")
    spelt = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    shown = ", ".join(f"\\fB{escaped(name)}\\fR" for name in spelt)
    return shown if argument["kind"] == "flag" else f"{shown} \\fI{value}\\fR"


def entry(argument: dict) -> str:
    text = escaped(argument.get("abstract", ""))
    if argument.get("defaultValue"):
        text += f" (default: {escaped(argument['defaultValue'])})"
    return f".TP\n{names(argument)}\n{text}\n"


def shown(command: dict) -> list:
    return [argument for argument in command["arguments"] if argument["shouldDisplay"]]


def options(command: dict) -> str:
    """The arguments of a command: the usual ones, then the others."""
    usual, others = [], []
    for argument in shown(command):
        (usual if argument.get("sectionTitle") or argument["kind"] == "positional" else others).append(argument)
    return (".SS Usual options\n" + "".join(map(entry, usual)) + ".SS Further options\n" + "".join(map(entry, others)))


def prose(text: str) -> str:
    """Paragraphs; those with indented lines keep their lines."""
    result = []
    for paragraph in text.strip("\n").split("\n\n"):
        lines = paragraph.split("\n")
        kept = any(line.startswith("  ") for line in lines)
        result.append((".nf\n" if kept else "") + escaped(paragraph) + ("\n.fi" if kept else ""))
    return "\n.PP\n".join(result) + "\n"


def commands(root: dict) -> str:
    known = {argument["preferredName"]["name"] for argument in shown(root["subcommands"][0]) if "preferredName" in argument}
    result = ""
    for command in root["subcommands"]:
        if command["commandName"] == "help":
            result += f".SS chatexport help\nShow the help of a command, or a text on a topic: {escaped(', '.join(TOPICS.values()))}.\n"
            continue
        result += f".SS chatexport {command['commandName']}\n{escaped(command['abstract'])}\n"
        if command["commandName"] == root["defaultSubcommand"]:
            result += "This is meant where no command is named.\n"
            continue
        own = [argument for argument in shown(command) if argument.get("preferredName", {}).get("name") not in known
               and argument["valueName"] != "inputs"]
        if command["commandName"] in ("check", "inspect"):
            result += "It takes the options above that concern reading and layout, and these:\n"
        if command["commandName"] in ("verify", "diff"):
            result += "It takes the options \\-\\-alias, \\-\\-join, \\-\\-theme, \\-\\-templates, \\-\\-public, \\-\\-fonts and \\-\\-jobs above, and these:\n"
        result += "".join(map(entry, own))
    return result


def main() -> None:
    program = sys.argv[1]
    root = json.loads(said(program, "--experimental-dump-help"))["command"]
    export = root["subcommands"][0]
    version = said(program, "--version").split()[0]
    date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())))
    page = f""".TH CHATEXPORT 1 {date} "chatexport {version}" "User Commands"
.SH NAME
chatexport \\- {escaped(root['abstract'][0].lower() + root['abstract'][1:].rstrip('.'))}
.SH SYNOPSIS
.B chatexport
.I input
\\&...
.B \\-\\-out
.I dir
.RI [ options ]
.br
.B chatexport check
.I input
\\&...
.RI [ options ]
.br
.B chatexport verify
.I site
.RI [ input ...]
.RI [ options ]
.br
.B chatexport diff
.I old new
.RI [ options ]
.br
.B chatexport inspect
.I input
\\&...
.RI [ options ]
.br
.B chatexport formats
.br
.B chatexport help
.RI [ command | topic ]
.SH DESCRIPTION
Open
.I index.html
in the folder that it writes. The site needs no server, no network and no script.
.SH EXAMPLES
{prose(export['discussion'].split(':', 1)[1])}.SH OPTIONS
{options(export)}.SH COMMANDS
{commands(root)}"""
    for heading, topic in TOPICS.items():
        page += f".SH {heading}\n" + prose(said(program, "help", topic).split("\n", 1)[1])
    sys.stdout.write(page)


main()
