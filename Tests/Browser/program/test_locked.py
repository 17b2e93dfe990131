"""Locked sites: what stands in the open, what opens with the password, in both browsers, and what does not."""

import base64
import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT
from planting import found
from window import Served, run

WORD = "tram 28 boa noite"
PAGE = "1/1.html"


def lock(program, out: Path, *sources, password: str = WORD, options=()) -> Path:
    result = program.run(*sources, "--out", out, "--password", *options, environment={"CHATEXPORT_PASSWORD": password})
    assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
    return out


@pytest.fixture(scope="module")
def locked(program, tmp_path_factory, generate) -> Path:
    """The example and a conversation of three pages."""
    return lock(program, tmp_path_factory.mktemp("locked") / "site", EXAMPLE, generate(1200, 4))


@pytest.fixture(scope="module")
def single(program, tmp_path_factory) -> Path:
    return lock(program, tmp_path_factory.mktemp("locked") / "site", EXAMPLE)


def type_in(browser, word: str) -> None:
    browser.evaluate(f"void (document.querySelector('#password').value = {json.dumps(word)}, document.querySelector('form').requestSubmit())")


def unlock(browser, address, word: str = WORD) -> None:
    """Opens the site, and waits for the first page that is shown."""
    browser.goto("about:blank")
    browser.goto(address)
    type_in(browser, word)
    browser.wait_until("document.querySelector('iframe') && location.hash && document.title !== 'Locked conversations'")


def inside(browser, body: str):
    """Runs the body of an async function over the frame's document, which is of the same origin where the site is served."""
    return run(browser, """{
      const shown = window.frames[0], {document, location, history} = shown, all = (selector) => [...document.querySelectorAll(selector)];
      %s }""" % body)


def test_file_names_are_numbers(locked):
    names = [str(path.relative_to(locked)) for path in locked.rglob("*") if path.is_file()]
    own = re.compile(r"(index|0|0-\d+|\d+/(\d+|index|0-\d+))\.html|data/\d+\.js|MANIFEST|export\.json|assets/[a-z]+\.(js|css)|assets/fonts/LICENSE-\w+\.txt")
    assert [name for name in names if not own.fullmatch(name)] == []
    assert len([name for name in names if name.startswith("data/")]) > 60


def test_nothing_of_the_conversation_stands_in_the_open(locked, example_site):
    """Every word of the example's messages, names and files that the program's own files do not have."""
    texts = " ".join(re.findall(r'"(?:text|name|title|caption|alt|path)": "((?:[^"\\]|\\.)*)"', EXAMPLE.read_text(encoding="utf-8")))
    own = b" ".join(path.read_bytes() for path in (ROOT / "Public").rglob("*") if path.is_file()).decode("utf-8", "replace").lower()
    words = {word for word in re.findall(r"\w{5,}", texts) if word.lower() not in own}
    assert len(words) > 100 and {"Joaquim", "Lisboa"} & words
    seen = found(locked, words)
    # A million random letters have some short words.
    assert {word: files for word, files in seen.items() if len(word) > 8 or any(not name.startswith("data/") for name in files)} == {}
    # The search finds such words where they are.
    assert len(found(example_site.folder, list(words)[:40])) > 10
    emoji = {path.stem for path in (example_site.folder / "assets" / "emoji").iterdir()}
    media = {path.stem for path in (example_site.folder / "media").iterdir()}
    names = " ".join(str(path) for path in locked.rglob("*"))
    assert emoji and media and not [name for name in emoji | media if name in names]


def test_sizes_tell_little(locked):
    sizes = set()
    for path in (locked / "data").iterdir():
        size = len(base64.b64decode(re.search(r'"(.*)"', path.read_text())[1])) - 28
        step = max(1, 1 << (size - 1).bit_length() - 3)
        assert size >= 1024 and size % step == 0, f"{path.name}: {size}"
        sizes.add(size)
    assert len(sizes) < len(list((locked / "data").iterdir())) / 2


def test_a_locked_site_is_ours_and_checked(program, locked, tmp_path, single):
    assert program.run("verify", locked).returncode == 0
    assert subprocess.run(["sha256sum", "-c", "--quiet", "MANIFEST"], cwd=locked).returncode == 0
    again = tmp_path / "again"
    lock(program, again, EXAMPLE)
    before = {path.relative_to(again): path.read_bytes() for path in again.rglob("*") if path.is_file()}
    lock(program, again, EXAMPLE)
    after = {path.relative_to(again): path.read_bytes() for path in again.rglob("*") if path.is_file()}
    assert before.keys() == after.keys()
    # Each run has a key of its own.
    assert all(before[path] != after[path] for path in before if path.parts[0] == "data")
    assert "cannot be compared" in program.run("verify", again, EXAMPLE).stdout


def test_a_page_looks_as_in_an_ordinary_site(chromium, program, single, example_site):
    pictures = []
    for address in (f"{(single / 'index.html').as_uri()}#{PAGE}", example_site.pages()[0]):
        with chromium.page() as page:
            if isinstance(address, str):
                unlock(page, address)
            else:
                page.goto(address)
            page.settle()
            end = time.monotonic() + 10
            while not pictures or page.screenshot() != pictures[0]:
                before = page.screenshot()
                time.sleep(0.7)
                if not pictures and page.screenshot() == before or time.monotonic() > end:
                    break
            pictures.append(page.screenshot())
    assert pictures[0] == pictures[1]


def test_the_password_is_typed_once_from_disk(browser, single):
    """Pages from disk cannot be looked into, but tell the shell what they show."""
    unlock(browser, single / "index.html")
    assert browser.evaluate("[location.hash, document.title]") == ["#0.html", "Lisbon trip 🇵🇹🥧"]
    for target, title in (("1/1.html#m-60", "Lisbon trip"), ("1/index.html", "Lisbon trip"), ("1/0-4.html", "")):
        browser.evaluate(f"void (document.querySelector('iframe').src = '{target}')")
        browser.wait_until(f"location.hash === '#{target}' && document.title.includes('{title}')")


def test_a_wrong_password_opens_nothing(browser, single):
    browser.goto("about:blank")
    browser.goto(single / "index.html")
    for word in ("tram", "", WORD + " "):
        type_in(browser, word)
        browser.wait_until("document.querySelector('[role=status]').textContent === 'This is not the password.'")
        browser.evaluate("void (document.querySelector('[role=status]').textContent = '')")
    assert browser.evaluate("document.querySelectorAll('iframe').length") == 0
    type_in(browser, WORD)
    browser.wait_until("document.querySelector('iframe') && document.title.includes('Lisbon')")


def test_a_page_opened_by_itself_asks_first_and_then_shows_its_message(browser, single):
    browser.goto("about:blank")
    browser.goto(f"{(single / PAGE).as_uri()}#m-60")
    browser.wait_until("location.pathname.endsWith('/index.html') && document.querySelector('#password')")
    type_in(browser, WORD)
    browser.wait_until("location.hash === '#1/1.html#m-60' && document.title.includes('Lisbon')")


def test_without_scripts_a_sentence_says_so(chromium, single):
    for path in ("index.html", PAGE):
        with chromium.page() as page:
            page.disable_script()
            page.goto(single / path)
            assert page.evaluate("document.body.innerText").strip() == "Scripts are needed to open these conversations."


def test_damage_is_not_called_a_wrong_password(chromium, program, tmp_path):
    site = lock(program, tmp_path / "site", EXAMPLE)
    for path in (site / "data").iterdir():
        text = path.read_text()
        if path.name != "0.js":
            path.write_text(text[:60] + ("A" if text[60] != "A" else "B") + text[61:])
    with chromium.page() as page:
        page.goto(site / "index.html")
        type_in(page, WORD)
        page.wait_until("document.querySelector('[role=status]').textContent === 'A file of this site is missing or damaged.'")


def test_files_cannot_be_exchanged(chromium, program, tmp_path):
    site = lock(program, tmp_path / "site", EXAMPLE)
    parts = sorted((site / "data").iterdir(), key=lambda path: int(path.stem))[1:]
    texts = [path.read_text() for path in parts]
    for path, text in zip(parts, texts[1:] + texts[:1]):
        path.write_text(re.sub(r"^lockedPart\(\d+", f"lockedPart({path.stem}", text))
    with chromium.page() as page:
        page.goto(site / "index.html")
        type_in(page, WORD)
        page.wait_until("document.querySelector('[role=status]').textContent === 'A file of this site is missing or damaged.'")


@pytest.fixture
def served(locked):
    with Served(locked) as address:
        yield address


def test_pages_follow_one_another_and_jumps_find_them(chromium, served):
    with chromium.page() as page:
        unlock(page, f"{served}/index.html#2/1.html")
        rows = inside(page, """
          await until(() => document.documentElement.matches('.app'));
          location.hash = 'm-1100';
          await until(() => document.getElementById('m-1100'));
          const row = document.getElementById('m-1100');
          await until(() => row.getBoundingClientRect().top > 0 && row.getBoundingClientRect().top < innerHeight);
          return [row.closest('section').dataset.page, document.querySelectorAll('iframe').length];
        """)
        assert rows == ["3", 0]
        assert page.console() == [] and page.blocked() == []
        assert [url for url in page.requests() if re.search(r"/media/|/map/|/emoji/|/fonts/.*woff|theme\.css", url)] == []


def test_search_viewer_person_and_files_open(browser, served):
    unlock(browser, f"{served}/index.html#{PAGE}")
    seen = inside(browser, """
      await until(() => document.documentElement.matches('.app'));
      document.querySelector('[data-act=search]').click();
      const field = document.querySelector('#search input');
      await until(() => document.querySelector('#search').open);
      field.value = 'tram'; field.dispatchEvent(new shown.Event('input', {bubbles: true}));
      await until(() => document.querySelector('#search ol a'), 'a hit');
      const thumb = document.querySelector('#search ol img.thumb');
      await until(() => thumb.naturalWidth > 0, 'its picture');
      document.querySelector('#search ol a').click();
      await until(() => all('main a.picture img').some((image) => image.naturalWidth > 0), 'a picture');
      all('main a.picture').find((link) => link.getBoundingClientRect().top > 0).click();
      await until(() => document.querySelector('#picture[open] .slide:not([inert]) img')?.naturalWidth > 0, 'the viewer');
      await until(() => document.querySelector('#picture [data-do=save]').href.startsWith('blob:'), 'the file to save');
      const counter = document.querySelector('#picture .counter').textContent;
      document.querySelector('#picture [data-do=close]').click();
      await until(() => !document.querySelector('#picture').open);
      shown.scrollTo(0, 0);
      await until(() => document.querySelector('main .t-name')?.getBoundingClientRect().top > 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
      document.querySelector('main .t-name').click();
      await until(() => document.querySelector('#person[open]'), 'a person');
      return [counter, all('main img.avatar').every((image) => !image.getAttribute('src') || image.src.startsWith('blob:'))];
    """)
    assert seen[0].endswith(" of 8") and seen[1]


def test_a_recording_plays(chromium, served):
    with chromium.page() as page:
        unlock(page, f"{served}/index.html#1/1.html")
        inside(page, """
          await until(() => document.documentElement.matches('.app'));
          const row = () => document.querySelector('.sound');
          for (let y = 0; !row() && y < 40000; y += 500) { shown.scrollTo(0, y); await new Promise((resolve) => setTimeout(resolve, 100)); }
          row().scrollIntoView({block: 'center'});
          await new Promise((resolve) => setTimeout(resolve, 300));
          row().querySelector('.play').click();
          await until(() => row().classList.contains('on'), 'sound');
        """)


def test_fronts_lead_to_one_another(chromium, served):
    with chromium.page() as page:
        unlock(page, f"{served}/index.html")
        for what, step in (
                ("the list's first chat", "all('.chats a')[0].click()"),
                ("its overview", "document.querySelector('.heading a').click()"),
                ("its gallery", "[...document.querySelectorAll('.asides a')].find(({href}) => /0-\\d+.html$/.test(href)).click()"),
                ("the overview again", "document.querySelector('.bar-inner > .button').click()")):
            before = page.evaluate("location.hash")
            inside(page, step)
            page.wait_until(f"location.hash !== {json.dumps(before)}", 10)
        assert re.fullmatch(r"#\d+/index.html", page.evaluate("location.hash"))
        # Leaving a page ends what it was asking for.
        assert page.console() == [] and [reason for _, reason in page.blocked() if "ABORTED" not in reason] == []


def test_search_over_all_finds(chromium, served):
    with chromium.page(1280, 800) as page:
        unlock(page, f"{served}/index.html")
        assert inside(page, """
          await until(() => document.querySelector('.chats-pane input'));
          const field = document.querySelector('.chats-pane input');
          field.value = 'Joaquim'; field.dispatchEvent(new shown.Event('input', {bubbles: true}));
          await until(() => document.querySelector('.list-hits .hit'), 'a hit');
          return /Joaquim/.test(document.querySelector('.list-hits').textContent);
        """)


def test_links_out_of_the_site_open_in_a_tab_of_their_own(chromium, served):
    with chromium.page() as page:
        unlock(page, f"{served}/index.html#{PAGE}")
        assert inside(page, """
          await until(() => document.documentElement.matches('.app'));
          for (let y = 0; !document.querySelector('main a[href^=https]') && y < 40000; y += 500) { shown.scrollTo(0, y); await new Promise((resolve) => setTimeout(resolve, 100)); }
          const link = document.querySelector('main a[href^=https]');
          document.addEventListener('click', (event) => event.preventDefault());
          link.dispatchEvent(new shown.MouseEvent('click', {bubbles: true, cancelable: true}));
          return [link.target, link.rel];
        """) == ["_blank", "noopener noreferrer"]


def answer(program, folder: Path, *lines) -> tuple:
    """Runs the program on a terminal, and types the lines when it asks."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.pop("CHATEXPORT_PASSWORD", None)
        os.execv(program.binary, [str(program.binary), str(EXAMPLE), "--out", "site", "--password"])
    shown, asked, end = b"", list(zip((b"invent one): ", b"Again: "), lines)), time.monotonic() + 60
    while time.monotonic() < end:
        if select.select([terminal], [], [], 0.5)[0]:
            try:
                read = os.read(terminal, 4096)
            except OSError:
                break
            if not read:
                break
            shown += read
        if asked and asked[0][0] in shown:
            os.write(terminal, asked.pop(0)[1].encode() + b"\n")
    else:
        os.kill(child, signal.SIGKILL)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode(errors="replace")


def test_the_terminal_is_asked_twice(program, tmp_path):
    code, shown = answer(program, tmp_path, "a b c d", "a b c d")
    assert code == 0 and "a b c d" not in shown and (tmp_path / "site" / "index.html").exists()
    code, shown = answer(program, tmp_path, "a b c d", "a b c")
    assert code == 2 and "differ" in shown


def test_an_empty_answer_invents_a_password(program, chromium, tmp_path):
    code, shown = answer(program, tmp_path, "")
    word = re.search(r"the password is: ([a-z]{4}(?:-[a-z]{4}){5})\r?\n", shown)[1]
    assert code == 0
    with chromium.page() as page:
        page.goto(tmp_path / "site" / "index.html")
        type_in(page, word)
        page.wait_until("document.querySelector('iframe')")


def test_without_a_terminal_it_says_what_to_do(program, tmp_path):
    result = subprocess.run([program.binary, EXAMPLE, "--out", tmp_path / "site", "--password"], stdin=subprocess.DEVNULL, capture_output=True,
                            text=True, start_new_session=True, env={key: value for key, value in os.environ.items() if key != "CHATEXPORT_PASSWORD"})
    assert result.returncode == 2 and "CHATEXPORT_PASSWORD" in result.stderr and not (tmp_path / "site").exists()


@pytest.mark.parametrize("arguments", [("--out", "chat.pdf"), ("--single-file", "chat.html")])
def test_one_file_has_no_password(program, tmp_path, arguments):
    result = program.run(EXAMPLE, *arguments, "--password", environment={"CHATEXPORT_PASSWORD": WORD}, folder=tmp_path)
    assert result.returncode == 2 and "--password" in result.stderr and list(tmp_path.iterdir()) == []


def test_a_failed_run_leaves_the_site_as_it_was(program, tmp_path):
    site = lock(program, tmp_path / "site", EXAMPLE)
    before = (site / "MANIFEST").read_bytes()
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": "chatexport/1", "messages": [')
    result = program.run(bad, "--out", site, "--password", environment={"CHATEXPORT_PASSWORD": WORD})
    assert result.returncode == 3 and (site / "MANIFEST").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
