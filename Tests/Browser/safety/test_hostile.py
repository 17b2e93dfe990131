"""Chat content stays text: attacks through every field, opened in a browser with and without the policy."""

import re
import shutil
import time
import unicodedata
from html.parser import HTMLParser
from pathlib import Path

import pytest

from conftest import ROOT, SHARED
from contract import ATTRIBUTE_PREFIXES, ATTRIBUTES, ELEMENTS, SCHEMES
from make_hostile import SECRET, corpus_payloads, own_payloads, write, write_attachments, write_titles
from measuring import MEASURE
from site_model import Site, anchor

POLICY_ELEMENT = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
ADDRESSES = {"href", "src", "srcset", "poster", "action", "formaction", "data"}
ACTIVE = {".svg", ".svgz", ".html", ".htm", ".xhtml", ".xht", ".xml", ".xsl", ".xslt", ".mht", ".mhtml", ".shtml", ".js",
          ".hta", ".hxt", ".pdf.html", ".rdf", ".xsd", ".wsdl", ".vml"}


@pytest.fixture(scope="module", params=["plain", "markdown"])
def hostile(request, program, tmp_path_factory):
    """A site of attacks, and the texts that must appear on it unchanged."""
    folder = tmp_path_factory.mktemp(f"hostile-{request.param}")
    own = own_payloads()
    if SHARED.is_dir():
        payloads = own + corpus_payloads(SHARED)
    else:
        print("SKIPPED: public attack corpora – ../shared/data not present")
        payloads = own
    texts = write(folder / "hostile.json", payloads, own, request.param)
    site = program.export(folder / "hostile.json", folder / "site", "--quiet")
    return site, texts if request.param == "plain" else {}


@pytest.fixture(scope="module")
def attachments(program, tmp_path_factory) -> Site:
    folder = tmp_path_factory.mktemp("attachments")
    source = write_attachments(folder / "input", SHARED)
    return program.export(source, folder / "site", "--quiet", timeout=120)


@pytest.fixture(scope="module")
def titles(program, tmp_path_factory) -> Site:
    """Many conversations, each with an attack as title, id, locale and participant."""
    folder = tmp_path_factory.mktemp("titles")
    sources = write_titles(folder, own_payloads())
    result = program.run(*sources, "--out", folder / "site", "--quiet")
    assert result.returncode == 0, result.stderr
    return Site(folder / "site")


def without_policy(site: Site, folder: Path) -> Site:
    """A copy of the site whose pages have lost their policy: escaping alone must hold."""
    shutil.copytree(site.folder, folder / "bare")
    bare = Site(folder / "bare")
    for path in bare.html_files:
        source, count = POLICY_ELEMENT.subn("", path.read_text(encoding="utf-8"))
        assert count == 1, path
        path.write_text(source, encoding="utf-8")
    return bare


def suspects(page) -> list:
    """Returns elements and attributes outside the contract, at a moment without the scrolling column's hidden frames.

    Pages send their rows from these; they come when rows are wanted, and go when that is done."""
    look = f"""(...lists) => document.querySelector('body > iframe[hidden][src*=".html?rows="]')
      ? null : ({MEASURE}).suspects(...lists)"""
    for _ in range(100):
        found = page.evaluate(look, sorted(ELEMENTS), sorted(ATTRIBUTES), list(ATTRIBUTE_PREFIXES))
        if found is not None:
            return found
        time.sleep(0.1)
    return ["the window's frames stay"]


def file_addresses(source: str) -> set:
    """Returns the values of attributes of a page's source that are absolute addresses of files."""
    found = set()

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            found.update(
                value for name, value in attributes
                if name in ADDRESSES and value and value.strip().lower().startswith("file:"))

    Reader().feed(source)
    return found


def inspect(page, site: Site, paths: list = None) -> list:
    """Opens pages of a site, every page by default, and returns everything that violates the contract."""
    problems = []
    root = site.folder.resolve().as_uri() + "/"
    for path in site.html_files if paths is None else paths:
        where = str(path.relative_to(site.folder))
        if path.name == "last.html":
            # It redirects at once; `HostileTextTests` checks its markup.
            continue
        page.goto(path.resolve())
        found = suspects(page)
        problems += [f"{where}: dialog {text!r}" for text in page.dialogs()]
        # The browser's own buttons for videos have pictures in `data:` addresses, which are not the page's.
        source = path.read_text(encoding="utf-8")
        problems += [f"{where}: asked for {url[:100]}" for url in page.requests()
                     if not url.startswith(root) and not (url.startswith("data:image/") and url not in source)]
        problems += [f"{where}: {line[:200]}" for line in page.console()]
        problems += [f"{where}: is now {url}" for url in [page.evaluate("location.href")] if not url.startswith(root)]
        problems += [f"{where}: {one}" for one in found]
        in_source = file_addresses(source)
        problems += [f"{where}: {written[:80]!r} in the source" for written in in_source]
        for name, written, scheme, resolved in page.evaluate(f"{MEASURE}.addresses()"):
            # Scripts write whole addresses of the site's own files; the page's source has none.
            inside = scheme == "file" and resolved.startswith(root) and written not in in_source
            if not inside and not (name == "href" and scheme in SCHEMES):
                problems.append(f"{where}: {name}={written[:80]!r} ({scheme})")
    return problems


def none_of(problems: list) -> None:
    assert not problems, f"{len(problems)} problems, first:\n" + "\n".join(problems[:15])


def test_attacks_in_every_field_do_nothing(hostile, page):
    site, _ = hostile
    none_of(inspect(page, site))


def test_attacks_do_nothing_without_the_policy_either(hostile, page, tmp_path):
    site, _ = hostile
    none_of(inspect(page, without_policy(site, tmp_path)))


def readable(text: str) -> str:
    """A text with one kind of line end, and without control characters, which pages show as their pictures."""
    text = re.sub("\r\n|[\r\x85\u2028\u2029]", "\n", text)
    return "".join(
        c for c in text if c in "\n\t" or not ("\u2400" <= c <= "\u2426")
        and unicodedata.category(c) not in ("Cc", "Cs", "Zl", "Zp")).strip()


def test_an_attack_can_be_read_as_it_was_written(hostile, page):
    site, texts = hostile
    shown = {}
    for path in site.pages():
        page.goto(path)
        shown.update(page.evaluate(f"{MEASURE}.articles()"))
    lost = [f"{identifier}: {text!r} is {shown.get(anchor(identifier))!r}" for identifier, text in texts.items()
            # Colours of terminals are no text (findings B7).
            if readable(re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)) not in readable(shown.get(anchor(identifier), ""))]
    none_of(lost)


def test_no_file_of_the_site_has_a_name_that_could_do_harm(hostile, titles, attachments):
    for site in (hostile[0], titles, attachments):
        for path in site.folder.rglob("*"):
            name = path.name
            assert not path.is_symlink() and len(name.encode()) <= 255
            assert not re.search(r"[\x00-\x1f\x7f<>:\"\\|?*'`&%#]", name), name
            assert not name.startswith((".", "-")) and name == name.strip() and not name.endswith("."), name
            assert name.split(".")[0].upper() not in ("CON", "PRN", "AUX", "NUL"), name


PARTS = 8


@pytest.mark.sweep(kind=lambda policy: policy)
@pytest.mark.parametrize("policy", ["with the policy", "without it"])
@pytest.mark.parametrize("part", range(PARTS))
def test_titles_ids_and_languages_of_conversations_do_nothing(titles, page, tmp_path, part, policy):
    """The list, which has all titles, and the pages of every eighth conversation."""
    assert len(titles.conversations) == len(own_payloads())
    site = titles if policy == "with the policy" else without_policy(titles, tmp_path)
    folders = site.conversations[part::PARTS]
    none_of(inspect(page, site, [path for path in site.html_files if path.parent in folders or path.parent == site.folder]))


def test_every_page_of_conversations_with_such_titles_is_in_a_part(titles):
    assert {path.parent for path in titles.html_files} == {titles.folder, *titles.conversations}


def test_attachments_do_nothing(attachments, page, tmp_path):
    none_of(inspect(page, attachments))
    none_of(inspect(page, without_policy(attachments, tmp_path)))


def test_nothing_outside_the_input_s_folder_gets_into_the_site(attachments):
    for path in attachments.folder.rglob("*"):
        if path.is_file():
            assert SECRET.encode() not in path.read_bytes(), path


def test_no_link_opens_an_attachment_that_runs(attachments):
    """A page or a drawing opened by itself runs its script, without our policy."""
    for path in attachments.html_files:
        for file, _, element in attachments.links(path):
            if "media" in file.parts[len(attachments.folder.resolve().parts):] and element.tag != "img":
                assert file.suffix.lower() not in ACTIVE, element


FIXTURES = ROOT / "Tests" / "ChatImportTests" / "Fixtures"
NUMBER = re.compile(r'([:\[,]\s*)("-?\d+"|-?\d+(?:\.\d+)?)(?=\s*[,\]}])')


@pytest.mark.parametrize("extreme", [str(-2 ** 63), str(2 ** 63 - 1), "-1", "0", "0.5", "1e308", "-1e308", "1" + 40 * "0"])
@pytest.mark.parametrize("name", ["chatexport/every-kind/every-kind.json", "telegram/every-kind/input/result.json"])
def test_numbers_of_any_size_are_shown_left_out_or_refused(program, tmp_path, name, extreme):
    """One number in eight at a time, as a file with a wrong one may be refused whole."""
    source = (FIXTURES / name).read_text(encoding="utf-8")
    exported = 0
    for turn in range(8):
        numbers = iter(range(10 ** 6))

        def changed(match) -> str:
            if next(numbers) % 8 != turn:
                return match[0]
            return match[1] + (f'"{extreme}"' if match[2].startswith('"') else extreme)

        (tmp_path / "chat.json").write_text(NUMBER.sub(changed, source), encoding="utf-8")
        result = program.run(tmp_path / "chat.json", "--out", tmp_path / "site", "--force", "--quiet")
        assert result.returncode in (0, 3), f"{turn}: {result.returncode}\n{result.stderr}"
        exported += result.returncode == 0
    assert exported > 0
