#!/usr/bin/env python3
"""Writes the tables of the link detector from the data they come from.

    Tests/RichTextTests/Tools/make-link-tables.py UTS58_FOLDER TLDS_YML OUTPUT_FOLDER

UTS58_FOLDER  holds LinkTerm.txt and LinkBracket.txt of UTS #58 (Unicode License v3)
TLDS_YML      is conformance/tlds.yml of twitter-text (Apache-2.0), one address per top-level domain
"""
import pathlib
import re
import sys

CLASSES = {"Hard": 0, "Include": 1, "Soft": 2, "Open": 3, "Close": 4}


def ranges(path):
    for line in path.read_text("utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            first, value = (part.strip() for part in line.split(";"))
            start, _, end = first.partition("..")
            yield int(start, 16), int(end or start, 16), value


def rows(items, indent):
    line = indent
    for item in items:
        if len(line) + len(item) + 1 > 108:
            yield line.rstrip()
            line = indent
        line += item + " "
    yield line.rstrip()


def link_term(folder):
    boundaries, next_point, last = [], 0, None
    for start, end, value in sorted(ranges(folder / "LinkTerm.txt")):
        if start > next_point and last != "Hard":
            boundaries.append(next_point << 3 | CLASSES["Hard"])
            last = "Hard"
        if value != last:
            boundaries.append(start << 3 | CLASSES[value])
        next_point, last = end + 1, value
    boundaries.append(next_point << 3 | CLASSES["Hard"])
    brackets = [(close, int(opened, 16)) for close, _, opened in sorted(ranges(folder / "LinkBracket.txt"))]
    return "\n".join([
        "/// The properties Link_Term and Link_Bracket of UTS #58 version 17.0.",
        "///",
        "/// Made by `Tests/RichTextTests/Tools/make-link-tables.py` from LinkTerm.txt and LinkBracket.txt, © 2025 Unicode, Inc.,",
        "/// under the Unicode License v3 (docs/licences/Unicode-3.0.txt).",
        "enum LinkTermTable {",
        "  /// The code points at which the value changes: code point × 8 + the raw value of `LinkTerm`, sorted.",
        "  static let boundaries: [UInt32] = [",
        *rows([f"{b:#x}," for b in boundaries], "    "),
        "  ]",
        "  /// Closing brackets, sorted; the bracket that opens each has the same index in `openers`.",
        "  static let closers: [UInt32] = [",
        *rows([f"{c:#x}," for c, _ in brackets], "    "),
        "  ]",
        "  static let openers: [UInt32] = [",
        *rows([f"{o:#x}," for _, o in brackets], "    "),
        "  ]",
        "}", ""])


def top_level_domains(path):
    names = set()
    for name in re.findall(r"text: .*twitter\.(\S+)", path.read_text("utf-8")):
        name = name.strip("'\"").lower()
        names.add(name)
        if not name.isascii():
            names.add("xn--" + name.encode("punycode").decode("ascii"))
    names = sorted(names, key=lambda name: name.encode("utf-8"))
    return "\n".join([
        "/// The top-level domains of the Internet, for hosts written without a scheme.",
        "///",
        "/// Made by `Tests/RichTextTests/Tools/make-link-tables.py` from the conformance data of twitter-text (Twitter, Inc., Apache-2.0,",
        "/// docs/licences/Apache-2.0.txt, https://github.com/twitter/twitter-text), which lists IANA's root zone of 2021;",
        "/// names that are not ASCII stand in both their forms.",
        "enum TopLevelDomainList {",
        "  /// Lower-case names in byte order, each followed by one white-space character.",
        "  static let names = \"\"\"",
        *rows(names, "    "),
        "    \"\"\"",
        "}", ""])


def main():
    uts58, tlds, output = (pathlib.Path(argument) for argument in sys.argv[1:])
    (output / "LinkTermTable.swift").write_text(link_term(uts58), "utf-8")
    (output / "TopLevelDomainList.swift").write_text(top_level_domains(tlds), "utf-8")


main()
