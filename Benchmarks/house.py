#!/usr/bin/env python3
"""Counts how the sources are kept: sizes, comments, names, and defaults written more than once.

    Benchmarks/house.py [--since REVISION] [--list]

Prints figures only; there are no limits and the exit code is 0. `--list` names the occurrences behind each count.
`--since` counts the commits after a revision instead of the last fifty.

Swift is read by a scanner that separates code from comments and strings, so that braces in strings do not count. A
function's length runs from its `func`, `init` or `subscript` to its closing brace, as `wc -l` counts.
"""

import argparse
import gzip
import re
import statistics
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Browser" / "support"))

from public_files import script  # noqa: E402

# A nested block comment or a multi-line string is taken as a whole; a line's string ends at its line.
TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)"""
    r'''|(?P<string>(?P<hashes>\#*)"""(?:.|\n)*?"""(?P=hashes)|\#"[^\n]*?"\#|"(?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*")'''
)
# Words that are rare or usual in comments of native writers, with how often GRDB (18497b6) and typst (a51e028) have them in
# 10,000 words of comments.
WORDS = (
    ("behind", r"behind", 0, 0.3),
    ("stand(s)", r"stands?", 0, 0.1),
    ("tell(s), told", r"tells?|told", 0.9, 0.7),
    ("that of, those of", r"that of|those of", 0.1, 0.6),
    ("indicates whether", r"indicates whether", 0.1, 0.7),
    ("because", r"because", 9.0, 15.4),
    ("for example, such as", r"for example|such as", 65, 7.6),
)
OPENERS = ("What ", "Whether ", "How ", "Where ", "Which ", "The same ", "The same,", "The same.")
DECLARATION = re.compile(r"^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s+(?!import\b|extension\b)(?:\w+(?:\(set\))?\s+)*?"
                         r"(?:var|let|func|init|struct|class|enum|protocol|actor|typealias|case|subscript)\b")
TYPE = re.compile(r"\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)")
# Names that a protocol of the standard library asks for in each type that has it.
REQUIRED_NAMES = {"CodingKeys", "Element", "Index", "Iterator", "Body"}


class Source:
    """One Swift file, with its comments and strings blanked out in `code`, line by line as in the file."""

    def __init__(self, path: Path):
        self.path = path.relative_to(ROOT)
        self.text = path.read_text(encoding="utf-8")
        self.comments = []
        self.code = TOKEN.sub(self.blank, self.text)
        self.lines = self.text.splitlines()

    def blank(self, found: re.Match) -> str:
        if found["comment"]:
            self.comments.append(found[0])
        return re.sub(r"[^\n]", " ", found[0])

    def line(self, offset: int) -> int:
        return self.text.count("\n", 0, offset) + 1

    def doc_comments(self):
        """Yields the line and the text of each run of lines that begin with `///`."""
        start = None
        for number, line in enumerate([*self.lines, ""]):
            is_doc = line.lstrip().startswith("///")
            if is_doc and start is None:
                start = number
            elif not is_doc and start is not None:
                yield start + 1, " ".join(line.strip()[3:].strip() for line in self.lines[start:number])
                start = None

    def functions(self):
        """Yields name, line, length in lines and number of parameters of each function that has a body."""
        for found in re.finditer(r"\b(?:func\s+([^\s(<]+)|(init)[?!]?|(subscript))\s*(?=[(<])", self.code):
            opening = self.code.find("(", found.end())
            if self.code[found.end()] == "<":
                opening = self.code.find("(", self.closing(found.end(), "<", ">"))
            # `self.init(` and `.init(` are calls.
            if opening < 0 or self.code[:found.start()].rstrip().endswith("."):
                continue
            end = self.closing(opening, "(", ")")
            brace = re.compile(r"[^{}=;]*?\{").match(self.code, end)
            head = self.code[end:brace.end()] if brace else ""
            # A requirement of a protocol has no body: the next declaration comes before any brace.
            if not brace or re.search(r"\b(?:func|init|var|let|subscript|case|static|public|associatedtype)\b", head):
                continue
            last = self.closing(brace.end() - 1, "{", "}")
            name = found[1] or found[2] or found[3]
            yield name, self.line(found.start()), self.code.count("\n", found.start(), last) + 1, self.parameters(opening, end)

    def closing(self, start: int, left: str, right: str) -> int:
        """The offset behind the bracket that closes the one at `start`."""
        depth = 0
        for offset in range(start, len(self.code)):
            character = self.code[offset]
            # The arrow of a closure's type closes no bracket.
            if character == right and self.code[offset - 1:offset + 1] != "->":
                depth -= 1
                if depth == 0:
                    return offset + 1
            elif character == left:
                depth += 1
        return len(self.code)

    def parameters(self, opening: int, end: int) -> int:
        inner = self.code[opening + 1:end - 1]
        if not inner.strip():
            return 0
        depth = count = 0
        for character in inner.replace("->", "  "):
            depth += (character in "([{<") - (character in ")]}>")
            count += character == "," and depth == 0
        return count + 1 - inner.rstrip().endswith(",")


class Report:
    """Prints a figure a line and, if asked for, what is behind it."""

    def __init__(self, lists: bool):
        self.lists = lists

    def figure(self, name: str, value, occurrences=()) -> None:
        print(f"{name:<66} {value}")
        if self.lists:
            for occurrence in occurrences:
                print(f"    {occurrence}")


def swift(folder: str) -> list:
    return [Source(path) for path in sorted((ROOT / folder).rglob("*.swift"))]


def sizes(report: Report, name: str, sources: list) -> None:
    report.figure(f"{name}: lines of Swift", f"{sum(len(source.lines) for source in sources):,} in {len(sources)} files")
    folders = Counter(source.path.parent for source in sources)
    large = [f"{folder}: {count}" for folder, count in folders.most_common() if count > 15]
    report.figure(f"{name}: folders with more than 15 files", len(large), large)
    functions = [(length, parameters, f"{source.path}:{line} {called}: {length} lines, {parameters} parameters")
                 for source in sources for called, line, length, parameters in source.functions()]
    lengths = sorted(length for length, _, _ in functions)
    p99 = lengths[min(len(lengths) - 1, len(lengths) * 99 // 100)]
    report.figure(f"{name}: function lengths, median / p99 / max",
                  f"{statistics.median_low(lengths)} / {p99} / {lengths[-1]} of {len(lengths):,}",
                  [text for _, _, text in sorted(functions, reverse=True)[:5]])
    wide = sorted(((parameters, text) for _, parameters, text in functions if parameters > 5), reverse=True)
    makers = [text for _, text in wide if " init: " in text]
    report.figure(f"{name}: functions / initializers with more than 5 parameters",
                  f"{len(wide) - len(makers)} / {len(makers)}", [text for _, text in wide])


def comments(report: Report, name: str, sources: list) -> None:
    docs = [(f"{source.path}:{line} {text[:70]}", text) for source in sources for line, text in source.doc_comments()]
    opened = [where for where, text in docs if text.startswith(OPENERS)]
    report.figure(f"{name}: doc comments that open with What, Whether, How …",
                  f"{len(opened) / max(1, len(docs)):.1%} ({len(opened)} of {len(docs):,})", opened)
    in_code = sum(1 for source in sources for comment in source.comments if not comment.startswith("///"))
    report.figure(f"{name}: lines of comments that are no doc comments", in_code)
    bare = []
    for source in sources:
        code = source.code.splitlines()
        for number, line in enumerate(code):
            if DECLARATION.match(line) and not is_documented(source.lines, number):
                bare.append(f"{source.path}:{number + 1} {source.lines[number].strip()[:80]}")
    report.figure(f"{name}: public declarations without a doc comment", len(bare), bare)


def is_documented(lines: list, number: int) -> bool:
    """True if a doc comment stands above a declaration, attributes between them left out."""
    number -= 1
    while number >= 0 and re.match(r"\s*((@\w+(\([^)]*\))?\s*)+|#if .*)$", lines[number]):
        number -= 1
    return number >= 0 and lines[number].lstrip().startswith("///")


def places(report: Report, name: str, sources: list) -> None:
    names, words = [], []
    for source in sources:
        for found in re.finditer(r"\b\w+\b", source.code):
            humps = re.findall(r"[A-Z]?[a-z]+", found[0])
            if any(hump.lower() in ("place", "places") for hump in humps):
                names.append(f"{source.path}:{source.line(found.start())} {found[0]}")
        for comment in source.comments:
            words += [f"{source.path} {comment.strip()[:90]}" for _ in re.findall(r"\bplaces?\b", comment, re.IGNORECASE)]
    report.figure(f"{name}: `place` in names / in comments", f"{len(names)} / {len(words)}", names + words)


def words(report: Report, name: str, sources: list) -> None:
    # Joined, because a line may end between "for" and "example".
    texts = [(source.path, " ".join(word for comment in source.comments for word in comment.strip("/*").split()))
             for source in sources]
    total = sum(len(re.findall(r"[A-Za-z][\w'’-]*", text)) for _, text in texts)
    for called, pattern, grdb, typst in WORDS:
        found = [f"{path} … {text[max(0, match.start() - 40):match.end() + 40]} …" for path, text in texts
                 for match in re.finditer(rf"\b(?:{pattern})\b", text, re.IGNORECASE)]
        report.figure(f"{name}: “{called}” in 10,000 words of comments",
                      f"{len(found) * 1e4 / max(1, total):.1f} (GRDB {grdb:g}, typst {typst:g})", found)


def types(report: Report, sources: list) -> None:
    declared, outer = defaultdict(list), Counter()
    for source in sources:
        for found in TYPE.finditer(source.code):
            declared[found[1]].append(f"{source.path}:{source.line(found.start())}")
            before = source.code[:found.start()]
            outer[found[1]] += before.count("{") == before.count("}")
    twice = sorted((name, where) for name, where in declared.items() if len(where) > 1 and name not in REQUIRED_NAMES)
    report.figure("Sources: type names declared more than once / outside other types",
                  f"{len(twice)} / {sum(1 for name, _ in twice if outer[name] > 1)}",
                  [f"{name}: {', '.join(where)}" for name, where in twice])


def boundaries(report: Report, sources: list) -> None:
    files = [str(source.path) for source in sources if re.search(r"\bunsafe\b", source.code)]
    report.figure("Sources: files that contain `unsafe`", len(files), files)
    modules = {path.name for path in (ROOT / "Sources").iterdir() if re.match(r"C[A-Z]", path.name)} - {"ChatModel", "ChatImport"}
    importing = defaultdict(list)
    for source in sources:
        for found in re.finditer(r"^(?:@\w+ |public |private )*import (\w+)", source.code, re.MULTILINE):
            if found[1] in modules:
                importing[found[1]].append(str(source.path))
    several = {module: files for module, files in sorted(importing.items()) if len(files) > 1}
    report.figure("Sources: C modules imported by more than one file", f"{len(several)} of {len(importing)}",
                  [f"{module}: {', '.join(files)}" for module, files in several.items()])
    system = [str(source.path) for source in sources if re.search(r"import (?:Glibc|Musl|Darwin)\b", source.code)]
    report.figure("Sources: files that import the system's C library", len(system), system)


def commits(report: Report, since: str) -> None:
    chosen = [f"{since}..HEAD"] if since else ["-50", "HEAD"]
    log = subprocess.run(["git", "log", "--no-merges", "--format=%h%x1f%s%x1f%b%x1e", *chosen], cwd=ROOT, check=True,
                         capture_output=True, text=True).stdout
    found = [entry.strip("\n").split("\x1f") for entry in log.split("\x1e") if entry.strip("\n")]
    long = [f"{entry[0]} {entry[1]}" for entry in found if len(entry[1]) > 72]
    bare = [f"{entry[0]} {entry[1]}" for entry in found if not entry[2].strip()]
    name = f"since {since}" if since else "the last 50"
    report.figure(f"Commits, {name}: subjects longer than 72 characters", f"{len(long)} of {len(found)}", long)
    report.figure(f"Commits, {name}: without a body", f"{len(bare)} of {len(found)}", bare)


def defaults(report: Report, sources: list) -> None:
    """Counts the declarations that give the page size its default: in the pipeline, the command line and the scripts."""
    size = next(found[1] for source in sources if source.path.name == "ExportOptions.swift"
                for found in re.finditer(r"var pageSize = (\d+)", source.code))
    written = [f"{source.path}:{source.line(found.start())} {found[0]}" for source in sources
               for found in re.finditer(rf"\bpageSize(?:: \w+)? = {size}\b", source.code)
               if source.path.parts[1] in ("ExportPipeline", "chatexport", "SiteWriter")]
    for path in sorted((ROOT / "Public" / "scripts").rglob("*.js")):
        written += [f"{path.relative_to(ROOT)}: {found[0]}" for found in
                    re.finditer(rf"(?i)\bpage_?size = {size}\b", path.read_text(encoding="utf-8"))]
    report.figure(f"The default page size, {size}, is written", "once" if len(written) == 1 else f"{len(written)} times", written)


def scripts(report: Report) -> None:
    """Weighs the scripts that an opened page loads, as a site has them (`SiteScript`) and as a server sends them."""
    written = sent = 0
    for name in ("chat", "reader"):
        lines = [line.lstrip(" ") for line in script(name).split("\n")]
        code = "".join(f"{line}\n" for line in lines if line and not line.startswith("//")).encode("utf-8")
        written += len(code)
        sent += len(gzip.compress(code, 9))
    report.figure("chat.js and reader.js in a site, as written / compressed", f"{written:,} / {sent:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", help="count the commits after this revision")
    parser.add_argument("--list", action="store_true", help="name the occurrences behind each count")
    options = parser.parse_args()
    report = Report(options.list)
    sources, test_sources = swift("Sources"), swift("Tests")
    for name, files in (("Sources", sources), ("Tests", test_sources)):
        sizes(report, name, files)
        comments(report, name, files)
        places(report, name, files)
    words(report, "Sources", sources)
    types(report, sources)
    boundaries(report, sources)
    scripts(report)
    defaults(report, sources)
    commits(report, options.since)


if __name__ == "__main__":
    main()
