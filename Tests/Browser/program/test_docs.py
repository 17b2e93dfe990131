"""The documents name only files, types, commands and options that exist, and their example is the program's output."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from conftest import ROOT
from public_files import SCRIPTS, script

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "Tests/README.md", *(
    str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md")))]
FOLDERS = ("Sources", "Tests", "Public", "Templates", "docs", "Benchmarks", ".ci")
# Capitalised words in backticks that are no types of ours: of C, the Unicode standard, the browser and the allocator.
FOREIGN = {"RssAnon", "Mutex", "Sendable", "Equatable", "Hashable", "Swift", "Failures"}


@pytest.fixture(scope="module")
def repository() -> dict:
    """The names that documents may use: paths, file names, types, targets of the Makefile, options."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.splitlines()
    files = [path for path in listed if (ROOT / path).is_file()]
    swift = "\n".join((ROOT / path).read_text(encoding="utf-8") for path in files if path.endswith(".swift"))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    scripts = "\n".join(map(script, SCRIPTS))
    targets = {found for found in re.findall(r'(?:library|tests|system)\(\s*"(\w+)"', (ROOT / "Package.swift").read_text())}
    return {
        "paths": {parent.as_posix() for path in files for parent in [Path(path), *Path(path).parents]},
        "names": {name for path in files for name in Path(path).parts},
        "types": targets | set(re.findall(r"\b(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)", swift))
        | set(re.findall(r"^(?:const|class) ([A-Z]\w*)", scripts, re.MULTILINE)),
        "make": set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE)),
        "options": set(re.findall(r"--[\w-]+", makefile)) | options(swift),
    }


def options(swift: str) -> set:
    """The options of the program: those with a name of their own, and the properties that name the others."""
    named = {f"--{name}" for name in re.findall(r'customLong\("([\w-]+)"', swift)}
    properties = re.findall(r"@(?:Option|Flag|Argument)\b[^{}]*?\bvar (\w+)", swift)
    cases = re.findall(r"^\s*case (\w+)$", swift, re.MULTILINE)
    dashed = {"--" + re.sub(r"([A-Z])", lambda found: "-" + found[1].lower(), name) for name in properties + cases}
    return named | dashed | {"--version", "--help"}


def mistakes(text: str, repository: dict, folder: Path = ROOT) -> list:
    """The things a document names that are not there."""
    found = []
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    for quoted in re.findall(r"`([^`\n]+)`", prose):
        path = re.sub(r"[:#].*", "", quoted).rstrip("/")
        if re.match(rf"(?:{'|'.join(map(re.escape, FOLDERS))})/", path) and not re.search(r"[<…{ ]", path):
            if not (list(ROOT.glob(path)) if "*" in path else path in repository["paths"]):
                found.append(f"no such path: {quoted}")
        elif re.fullmatch(r"[\w+-]+\.(?:swift|py|mustache|c|cpp)", path):
            if path not in repository["names"]:
                found.append(f"no such file: {quoted}")
        elif re.fullmatch(r"[A-Z]\w*[a-z]\w*(?:\.\w+)?", quoted):
            name = quoted.split(".")[0]
            if name not in repository["types"] | repository["names"] | FOREIGN:
                found.append(f"no such type: {quoted}")
    for target in re.findall(r"(?:`|^    )make ([a-z][\w-]*)", text, re.MULTILINE):
        if target not in repository["make"]:
            found.append(f"no such command: make {target}")
    for line in re.findall(r"^    (?:zcat .*\| )?chatexport .*$", text, re.MULTILINE):
        found += [f"no such option: {option}" for option in re.findall(r"(?<= )--[a-z][\w-]*", line.split("#")[0])
                  if option not in repository["options"]]
    headings = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
                for heading in re.findall(r"^#+ (.*)$", prose, re.MULTILINE)}
    for link in re.findall(r"\]\(([^)\s]+)\)", prose):
        address, _, fragment = link.partition("#")
        if "://" in link:
            continue
        if address and not (folder / address).exists():
            found.append(f"no such file: {link}")
        if not address and fragment not in headings:
            found.append(f"no such heading: {link}")
    return found


@pytest.mark.parametrize("document", DOCUMENTS)
def test_documents_name_what_exists(repository, document):
    path = ROOT / document
    assert mistakes(path.read_text(encoding="utf-8"), repository, path.parent) == []


def test_mistakes_are_found(repository):
    text = """# A heading
`Sources/Nowhere/File.swift`, `Missing.swift`, `NoSuchType`, `NoSuchType.member`, `make nothing`, [a](docs/none.md), [b](#no)

    make nothing-either
    chatexport chat.json --out site --no-such
"""
    assert mistakes(text, repository) == [
        "no such path: Sources/Nowhere/File.swift", "no such file: Missing.swift", "no such type: NoSuchType",
        "no such type: NoSuchType.member", "no such command: make nothing", "no such command: make nothing-either",
        "no such option: --no-such", "no such file: docs/none.md", "no such heading: #no"]
    assert mistakes("`Sources/chatexport`, `Exporter.swift`, `Frame`, `make test`, [a](#b)\n\n## b\n", repository) == []


def test_the_example_of_the_architecture_is_what_the_program_prints():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    goldens = ROOT / "Tests" / "Browser" / "Goldens"
    section = text.split("## One message, step by step")[1].split("\n## ")[0]
    blocks = [re.sub(r"^   ", "", block, flags=re.MULTILINE).strip("\n")
              for block in re.findall(r"```\w*\n(.*?)```", section, re.DOTALL)]
    message, plan, markup = (block.rstrip() for block in blocks)
    assert message in (ROOT / "docs" / "examples" / "lisbon.json").read_text(encoding="utf-8")
    assert plan in (goldens / "lisbon.plan.txt").read_text(encoding="utf-8")
    # The golden is made with the fonts of the tests, which have no picture of the flag.
    flag = r'<img class="e"[^>]*alt="🇵🇹"[^>]*>'
    assert re.search(flag, markup)
    page = (goldens / "lisbon.lisbon-2026.1.html").read_text(encoding="utf-8")
    assert re.sub(flag, '<span class="e">🇵🇹</span>', markup) in page


def test_every_option_is_in_the_document_about_them(program):
    help_text = program.run("export", "--help").stdout
    usage = (ROOT / "docs" / "usage.md").read_text(encoding="utf-8")
    missing = [option for option in re.findall(r"^  (--[\w-]+)", help_text, re.MULTILINE) if option not in usage]
    assert missing == ["--version"] or missing == []


# Pages in docs/formats that are not named after the format, and those of several formats.
FORMAT_PAGES = {"chatexport": "../conversation-format", "claudeai": "claude-ai", "claudecode": "claude-code", "geminicli": "gemini-cli",
                "discordpackage": "discord"}


def format_table(listed: str) -> str:
    """The table of docs/formats.md from what `chatexport formats` prints."""
    rows = ["| export of | in full | partly | not there |", "|---|---|---|---|"]
    for block in listed.strip().split("\n\n"):
        head, *lines = block.split("\n")
        key, name = head.split(" – ", 1)
        page = (ROOT / "docs" / "formats" / f"{FORMAT_PAGES.get(key, key)}.md").resolve().relative_to(ROOT / "docs")
        cells = {"yes": [], "partly": [], "no": []}
        for line in lines:
            amount, capability = line.strip().split("\t")
            cells[amount].append(capability.split(": ")[0])
        rows.append("| " + " | ".join([f"[{name}]({page})", *("; ".join(cells[amount]) for amount in cells)]) + " |")
    return "\n".join(rows)


def test_the_table_of_formats_is_what_the_program_says(program):
    """`GOLDEN=accept` writes it anew."""
    path = ROOT / "docs" / "formats.md"
    text = path.read_text(encoding="utf-8")
    found = re.search(r"(?<=\n\n)\| export of .*?(?=\n\n)", text, re.DOTALL)
    expected = format_table(program.run("formats").stdout)
    if os.environ.get("GOLDEN") == "accept":
        path.write_text(text.replace(found[0], expected), encoding="utf-8")
        found = [expected]
    assert found[0] == expected


def test_the_readme_and_the_document_about_exporting_name_every_format():
    pages = {path.stem for path in (ROOT / "docs" / "formats").glob("*.md")}
    for document, folder in (("README.md", "docs/formats/"), ("docs/exporting.md", "formats/")):
        named = set(re.findall(rf"\]\({folder}([\w-]+)\.md\)", (ROOT / document).read_text(encoding="utf-8")))
        # Some pages are about files that no app exports by itself.
        assert pages - named <= ({"openai", "telegramhtml"} if document != "README.md" else set()), document


def test_the_document_about_templates_names_every_variable():
    text = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
    table = text.split("<!-- variables -->")[1].split("\n\n")[0]
    named = set(re.findall(r"`(\w+)`", table)) | {"title", "language", "dateLanguage", "direction"}
    for template in (ROOT / "Templates").glob("*.mustache"):
        source = template.read_text(encoding="utf-8")
        used = {name for name in re.findall(r"\{\{[#^/]?\s*([A-Za-z.]+)\s*\}\}", source) if not name.startswith("phrase.")}
        assert used - named - {"."} == set(), template.name
        assert f"`{template.name}`" in table


def test_every_document_is_in_the_list_of_documents():
    listed = set(re.findall(r"\]\(([\w.-]+\.md)\)", (ROOT / "docs" / "README.md").read_text(encoding="utf-8")))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"} == listed


def test_the_readme_shows_the_reader_and_names_the_system_first():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Linux" in text[:400]
    for name in ("example", "search", "gallery", "overview"):
        assert f"docs/images/{name}.png" in text and (ROOT / "docs" / "images" / f"{name}.png").stat().st_size > 10_000
    # Nobody calls an export by the name of a file inside of it.
    assert "result.json" not in text
