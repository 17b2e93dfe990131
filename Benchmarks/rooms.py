#!/usr/bin/env python3
"""Checks that no format knows another one, and that the kit knows none: `make lint`.

A format is a folder of `Sources/…Formats` with a file `<folder>Format.swift`. It may name types of its own, of the kit, and of
the other folders of its target, such as `Markdown`, which formats share. Exits with 1 and names each line that does otherwise.
"""

import re
import sys
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "Sources"
# Comments and strings, whose words are no names of types.
UNREAD = re.compile(r'//[^\n]*|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"')
TYPE = re.compile(r"^(?:(?!private|fileprivate)[\w@()]+ )*(?:struct|class|enum|protocol|actor|typealias) (\w+)", re.M)


def code(path: Path) -> str:
    return UNREAD.sub(lambda match: "\n" * match.group().count("\n"), path.read_text(encoding="utf-8"))


def folders() -> list[Path]:
    kinds = SOURCES.glob("*Formats/*/")
    return sorted(kinds) + [SOURCES / "ImportKit"]


def main() -> int:
    files = {folder: {path: code(path) for path in sorted(folder.rglob("*.swift"))} for folder in folders()}
    types = {folder: {name for text in texts.values() for name in TYPE.findall(text)} for folder, texts in files.items()}
    formats = [folder for folder in files if (folder / f"{folder.name}Format.swift").exists()]
    problems = []
    for folder, texts in files.items():
        owners = {name: other for other in formats if other != folder for name in types[other] - types[folder]}
        for path, text in texts.items():
            for number, line in enumerate(text.split("\n"), 1):
                for name in sorted(owners.keys() & set(re.findall(r"\w+", line))):
                    position = f"{path.relative_to(SOURCES.parent)}:{number}"
                    problems.append(f"{position}: {folder.name} names {name} of {owners[name].name}; move what both need to the kit")
    print("\n".join(problems) if problems else f"{len(formats)} formats, none of which knows another one")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
