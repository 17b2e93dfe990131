"""Makes a website of the documents: .build/docs/index.html. No scripts, nothing from elsewhere.

The pages lie as the documents do, so their links only change their endings. The menu is the list of docs/README.md.
"""

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / ".build" / "docs"

STYLE = """
:root { color-scheme: light dark; --text: #1d2126; --soft: #59636e; --line: #d9dee3; --ground: #fff; --raised: #f4f6f8; --link: #0a5cc2 }
@media (prefers-color-scheme: dark) {
  :root { --text: #e3e7eb; --soft: #9aa5b1; --line: #353c44; --ground: #15181c; --raised: #1e2328; --link: #7db6ff }
}
* { box-sizing: border-box }
body { margin: 0; color: var(--text); background: var(--ground); font: 1rem/1.6 system-ui, sans-serif }
a { color: var(--link); text-underline-offset: .15em }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; background: var(--ground); padding: .5rem }
.page { display: grid; grid-template-columns: minmax(0, 1fr); max-width: 76rem; margin: auto; padding: 0 1.25rem 4rem }
main { min-width: 0; max-width: 48rem; overflow-wrap: break-word }
main img { max-width: min(100%, 30rem); max-height: 38rem; width: auto; height: auto; border-radius: .6rem; border: 1px solid var(--line) }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 2rem 0 1rem }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2.4rem 0 .8rem; padding-top: .8rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.1rem; margin: 1.8rem 0 .5rem }
code { font: .875em/1.5 ui-monospace, monospace; background: var(--raised); padding: .1em .3em; border-radius: .25em }
pre { background: var(--raised); padding: .9rem 1rem; border-radius: .5rem; overflow-x: auto }
pre code { padding: 0; background: none }
.table { overflow-x: auto; margin: 1rem 0 }
table { border-collapse: collapse; font-size: .92rem; line-height: 1.45 }
th, td { text-align: start; vertical-align: top; padding: .45rem .7rem .45rem 0; border-bottom: 1px solid var(--line); min-width: 6rem }
th { color: var(--soft); font-weight: 600 }
th:empty { padding: 0 }
nav { font-size: .94rem; padding: 1.2rem 0; border-bottom: 1px solid var(--line) }
nav p { margin: 0 0 .6rem; font-weight: 650 }
nav h2 { all: unset; display: block; color: var(--soft); font-size: .82rem; margin-top: .9rem }
nav ul { list-style: none; margin: .2rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 .9rem }
nav li a { display: inline-block; padding: .22rem 0; text-decoration: none }
nav a[aria-current] { color: var(--text); font-weight: 600 }
@media (min-width: 60rem) {
  .page { grid-template-columns: 13rem minmax(0, 1fr); gap: 3rem }
  nav { border: 0; position: sticky; top: 0; max-height: 100vh; overflow-y: auto; align-self: start; padding-top: 2rem }
  nav ul { display: block }
}
@media print { nav, .skip { display: none } .page { display: block } }
"""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="{root}style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<div class="page">
<nav aria-label="Documents">
<p><a href="{root}index.html"{current}>chatexport</a></p>
{menu}</nav>
<main id="main">
{content}</main>
</div>
</body>
</html>
"""


def page_of(document: Path) -> Path:
    """The path of a document's page in the site: README.md of a folder is its index.html."""
    return document.with_name("index.html" if document.name == "README.md" else document.stem + ".html")


def menu() -> list:
    """The headings of docs/README.md with the documents under each."""
    text = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    return [(heading, re.findall(r"^- \[([\w.-]+)\]\([\w.-]+\): ([^,;:\n]*)", body, re.MULTILINE))
            for heading, body in re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", text, re.MULTILINE)]


def short(name: str) -> str:
    """The name of a document in the menu."""
    return {"SECURITY.md": "Security"}.get(name, name.removesuffix(".md").replace("-", " ").capitalize())


def written_menu(page: Path, root: str) -> str:
    parts = []
    for heading, documents in menu():
        items = "".join(
            '<li><a href="{}"{}>{}</a></li>\n'.format(
                root + str(target), ' aria-current="page"' if target == page else "", html.escape(short(name)))
            for name, _ in documents for target in [page_of(Path("docs") / name)])
        parts.append(f"<h2>{html.escape(heading)}</h2>\n<ul>\n{items}</ul>\n")
    return "".join(parts)


def slug(heading: str) -> str:
    plain = html.unescape(re.sub(r"<[^>]*>", "", heading))
    return re.sub(r"[^\w -]", "", plain.lower()).replace(" ", "-")


def content_of(document: Path, documents: set) -> str:
    made = subprocess.run(["cmark-gfm", "-e", "table", "-e", "strikethrough", ROOT / document], check=True, capture_output=True,
                          encoding="utf-8").stdout
    made = re.sub(r"<h([1-6])>(.*?)</h\1>", lambda found: f'<h{found[1]} id="{slug(found[2])}">{found[2]}</h{found[1]}>', made)
    made = re.sub(r"<table>.*?</table>", lambda found: f'<div class="table" role="group" aria-label="Table" tabindex="0">{found[0]}</div>',
                  made, flags=re.DOTALL)

    def link(found) -> str:
        address, mark, fragment = html.unescape(found[1]).partition("#")
        if "://" in address or not address:
            return found[0]
        target = Path(os.path.normpath(document.parent / address))
        if target in documents:
            address = os.path.relpath(page_of(target), document.parent)
        elif not (ROOT / target).is_file():
            sys.exit(f"{document}: no such file: {address}")
        return f'href="{html.escape(address + mark + fragment)}"'

    return re.sub(r'href="([^"]*)"', link, made)


def main() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    files = [Path(name) for name in listed if (ROOT / name).is_file()]
    # Fixtures are exports, and some exports are Markdown.
    documents = {name for name in files if name.suffix == ".md" and name.parts[0] in ("docs", "Tests") and "Fixtures" not in name.parts
                 or name.name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md") and len(name.parts) == 1}
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    (OUT / "style.css").write_text(STYLE.lstrip(), encoding="utf-8")
    for document in sorted(documents):
        page = page_of(document)
        root = os.path.relpath(".", document.parent) + "/"
        content = content_of(document, documents)
        title = html.unescape(re.sub(r"<[^>]*>", "", re.search(r"<h1[^>]*>(.*?)</h1>", content)[1]))
        (OUT / page).parent.mkdir(parents=True, exist_ok=True)
        (OUT / page).write_text(PAGE.format(
            title=html.escape(title if title == "chatexport" else f"{title} – chatexport"), root=root, menu=written_menu(page, root),
            current=' aria-current="page"' if page == Path("index.html") else "", content=content), encoding="utf-8")
    for name in files:
        if name not in documents and (name.parts[0] == "docs" or name.name == "LICENSE"):
            (OUT / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, OUT / name)
    print(f"{len(documents)} pages: open {(OUT / 'index.html').relative_to(ROOT)}")


main()
