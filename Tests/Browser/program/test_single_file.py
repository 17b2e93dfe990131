"""A site in one file: all of it inside, without scripts and with them, in both browsers; and what is refused."""

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT
from window import READY, run

HOSTILE = ROOT / "Tests" / "Browser" / "Fixtures" / "hostile.json"
# The address of a picture that the style sheet shows.
NO_PICTURE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"


def write(program, source: Path, file: Path, *options) -> Path:
    result = program.run(source, "--single-file", file, *options)
    assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
    return file


@pytest.fixture(scope="module")
def example(program, tmp_path_factory) -> Path:
    return write(program, EXAMPLE, tmp_path_factory.mktemp("single") / "chat.html")


@pytest.fixture
def opened(browser, example):
    browser.goto(example)
    browser.wait_until(READY)
    return browser


def policy(markup: str) -> str:
    return re.search(r'Content-Security-Policy" content="([^"]*)"', markup)[1]


def test_the_policy_allows_nothing_but_what_is_in_the_file(example):
    markup = example.read_text(encoding="utf-8")
    allowed = dict(part.split(" ", 1) for part in policy(markup).split("; "))
    assert allowed.pop("style-src-attr") == "'unsafe-inline'"
    scripts, styles = allowed.pop("script-src").split(), allowed.pop("style-src").split()
    assert allowed == {"default-src": "'none'", "img-src": "data:", "media-src": "data:", "font-src": "data:",
                       "base-uri": "'none'", "form-action": "'none'"}

    def hashes(pattern: str) -> list:
        return [f"'sha256-{base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()}'"
                for code in re.findall(pattern, markup, re.S)]
    assert sorted(scripts) == sorted(hashes(r'<script(?: type="text/plain")? data-path="[^"]*">(.*?)</script>'))
    assert sorted(styles) == sorted(hashes(r"<style[^>]*>(.*?)</style>"))


def test_the_file_asks_for_nothing(chromium, example):
    with chromium.page() as page:
        page.goto(example)
        page.wait_until(READY)
        run(page, "scrollTo(0, 1e6); await settled(); scrollTo(0, 0); await settled()")
        assert [url for url in page.requests() if not url.startswith(("data:", "file:"))] == []
        assert [url for url in page.requests() if url.startswith("file:")] == [example.as_uri()]
        assert page.blocked() == [] and page.console() == []


def test_without_scripts_all_texts_and_pictures_are_there(chromium, example, example_site):
    texts = "[...document.querySelectorAll('main article p, main article pre')].map(part => part.textContent)"
    pictures = """[...document.querySelectorAll('main article img')].filter(image => !image.complete || !image.checkVisibility()
        || image.src.startsWith('data:image/svg') && getComputedStyle(image).content === 'normal').length"""
    found = []
    for path in (example, example_site.pages()[0]):
        with chromium.page() as page:
            page.disable_script()
            page.goto(path)
            found.append(page.evaluate(texts))
            page.evaluate("[...document.images].forEach(image => image.loading = 'eager')")
            page.wait_until(f"{pictures} === 0")
    assert found[0] == found[1] and len(found[0]) > 100


def test_a_picture_is_in_the_file_once(example, example_site):
    markup = example.read_text(encoding="utf-8")
    pictures = [path for path in (example_site.folder / "media").iterdir() if path.suffix in (".jpg", ".png", ".gif")]
    assert pictures
    posters = set(re.findall(r'poster="\.\./media/([^"]*)"', example_site.pages()[0].read_text(encoding="utf-8")))
    counts = {path.name: markup.count(base64.b64encode(path.read_bytes()).decode()) for path in pictures if path.name not in posters}
    assert set(counts.values()) == {1}, counts
    # Both ways occur.
    assert markup.count(NO_PICTURE) > 3 and re.search(r'<img[^>]* src="data:image/(jpeg|png);base64', markup)


def test_pictures_are_seen(opened):
    sizes = run(opened, """
      scrollTo(0, 1e6); await settled();
      const pictures = document.querySelectorAll('main article .picture img, main img.avatar, main img.e');
      return [...pictures].map(image => [image.offsetWidth, image.offsetHeight]);
    """)
    assert len(sizes) > 3 and all(width > 10 and height > 10 for width, height in sizes)


def test_search_finds_and_leads_to_a_message(opened):
    found = run(opened, """
      document.querySelector('[data-act=search]').click();
      await until(() => document.querySelector('#search').open);
      const field = document.querySelector('#search input');
      field.value = 'tram'; field.dispatchEvent(new Event('input', {bubbles: true}));
      await until(() => document.querySelector('#search ol a'));
      const link = document.querySelector('#search ol a');
      const id = decodeURIComponent(link.hash.slice(1));
      link.click();
      await until(() => document.getElementById(id) && isInSight(document.getElementById(id)));
      return [link.getAttribute('href').startsWith('#m-'), location.hash === '#' + encodeURIComponent(id), /tram/i.test(document.getElementById(id).textContent)];
    """)
    assert found == [True, True, True]


VIEWER = """
  const shown = () => document.querySelector('#picture[open] .slide:not([inert]) :is(img, video)');
  const isSeen = () => shown() && (shown().naturalWidth > 10 || shown().readyState > 0);
"""


def test_the_viewer_shows_every_picture_and_saves_it(opened):
    found = run(opened, VIEWER + """
      scrollTo(0, 1e6); await settled();
      const link = [...document.querySelectorAll('main a.picture')].at(-1);
      link.click();
      await until(isSeen, 'a picture');
      const seen = [];
      for (let turns = 0; turns < 20; turns++) {
        await until(isSeen, 'a picture');
        seen.push([document.querySelector('#picture .counter').textContent, document.querySelector('#picture [data-do=save]').href.slice(0, 11)]);
        const before = document.querySelector('#picture [data-do=before]');
        if (before.hidden) break;
        before.click();
        await frames(4);
      }
      return [...new Map(seen)];
    """)
    assert len(found) == 7 and {start for _, start in found} <= {"data:image/", "data:video/"}


def test_fronts_lie_over_the_messages_and_lead_back(opened):
    found = run(opened, """
      const front = document.getElementById('p-index');
      const isOpen = () => front.checkVisibility();
      const before = isOpen();
      document.querySelector('.bar .heading a').click();
      await until(isOpen, 'the front');
      const link = [...front.querySelectorAll('.grid a')].at(-1), id = decodeURIComponent(link.hash.slice(1));
      link.click();
      await until(() => !isOpen(), 'the messages');
      await until(() => document.getElementById(id) && isInSight(document.getElementById(id)), 'the month');
      history.back();
      await until(isOpen, 'the front again');
      front.querySelector('.way-out').click();
      await until(() => !isOpen(), 'the messages again');
      return [before, id];
    """)
    assert found[0] is False and found[1].startswith("m-")


def test_a_tile_of_the_gallery_opens_large_and_leads_to_its_message(opened):
    found = run(opened, VIEWER + """
      location.hash = 'p-gallery-1';
      const tile = document.querySelectorAll('#p-gallery-1 .tile')[2];
      await until(() => tile.checkVisibility());
      tile.click();
      await until(isSeen, 'a picture');
      const counter = document.querySelector('#picture .counter').textContent;
      document.querySelector('#picture [data-do=show]').click();
      await until(() => !tile.checkVisibility(), 'the messages');
      const id = decodeURIComponent(tile.hash.slice(1));
      await until(() => document.getElementById(id) && isInSight(document.getElementById(id)), 'the message');
      return counter;
    """)
    assert found.startswith("3 ")


@pytest.mark.parametrize("front", ["p-index", "p-gallery-1", "p-files-1", "p-links-1", "p-voice-1", "p-statistics"])
def test_fronts_are_seen_without_scripts(chromium, example, front):
    with chromium.page(1280, 800) as page:
        page.disable_script()
        page.goto(f"{example.as_uri()}#{front}")
        visible = f"document.getElementById('{front}').checkVisibility()"
        assert page.evaluate(f"[{visible}, document.querySelectorAll('.inside').length, document.documentElement.scrollWidth <= innerWidth]") == [True, 6, True]
        assert page.evaluate(f"document.querySelector('#{front} .sheet').innerText.length") > 40


def test_every_link_leads_into_the_file_or_out_of_the_site(example):
    markup = example.read_text(encoding="utf-8")
    body = re.sub(r"<script.*?</script>", "", markup[markup.index("<body"):], flags=re.S)
    ids = set(re.findall(r'\bid="([^"]*)"', body)) | {"!", "search"}
    assert len(re.findall(r'\bid="([^"]*)"', body)) == len(set(re.findall(r'\bid="([^"]*)"', body)))
    addresses = re.findall(r'<a [^>]*?href="([^"]*)"', body)
    assert len(addresses) > 50
    for address in addresses:
        if address.startswith("#"):
            assert address[1:] in ids, address
        else:
            assert address.startswith(("https:", "mailto:", "tel:", "geo:", "data:")), address[:80]
    assert not re.search(r'(?:src|poster)="(?!data:)', body)


def test_a_file_and_a_recording_are_there(opened):
    found = run(opened, """
      const links = [...document.querySelectorAll('a[download][data-of]')];
      for (const link of links) { link.addEventListener('click', event => event.preventDefault()); link.click(); }
      return links.map(({href, download}) => [href.slice(0, 5), download]);
    """)
    assert ["data:", "packing-list.txt"] in found and {start for start, _ in found} == {"data:"}
    assert run(opened, """
      const players = [...document.querySelectorAll('audio, video')];
      return players.length > 2 && players.every(({src}) => src.startsWith('data:'));
    """)


def test_a_person_and_the_pane_have_their_pictures(chromium, example):
    with chromium.page(1600, 900) as page:
        page.goto(example)
        page.wait_until("document.querySelector('.pane.details')")
        run(page, """
          const pane = document.querySelector('.pane.details');
          await until(() => pane.querySelectorAll('img').length >= 8);
          await until(() => [...pane.querySelectorAll('img')].every(image => image.naturalWidth > 0));
          pane.querySelector('.people button').click();
          await until(() => document.querySelector('dialog[open] img.face')?.naturalWidth > 0);
        """)
        assert page.console() == [] and page.blocked() == []


def test_the_text_grows_where_one_reads(opened):
    """Above a size, the page opens itself again."""
    run(opened, "document.querySelector('#m-60').scrollIntoView(); await settled()")
    for _ in range(3):
        opened.wait_until(READY)
        before = opened.evaluate("document.documentElement.style.getPropertyValue('--text')")
        opened.evaluate("void document.querySelector('[data-act=size]').click()")
        opened.wait_until(f"document.documentElement?.matches('.app') && document.documentElement.style.getPropertyValue('--text') !== '{before}'")
    assert run(opened, "await settled(); return visible().some(row => Math.abs(row.id.slice(2) - 60) < 6)")
    opened.evaluate("localStorage.clear()")


def test_two_files_of_a_folder_have_their_own_position(program, chromium, tmp_path, example, generate):
    first, second = tmp_path / "one.html", tmp_path / "two.html"
    first.write_bytes(example.read_bytes())
    write(program, generate(300, 3), second)
    with chromium.page() as page:
        page.goto(first)
        page.wait_until(READY)
        run(page, "scrollTo(0, 4000); await settled(); history.replaceState(null, ''); dispatchEvent(new Event('pagehide'))")
        page.goto(second)
        page.wait_until(READY)
        assert run(page, "await settled(); return visible()[0].dataset.i") == "0"
        page.goto(first)
        page.wait_until(READY)
        assert int(run(page, "await settled(); return visible()[0].dataset.i")) > 10


def test_hostile_words_stay_words(program, browser, tmp_path):
    texts = json.loads(HOSTILE.read_text(encoding="utf-8")) + [
        "</script><b>", "<!--", "</style>", "\u2028</SCRIPT >", '<main class="sheet"></main>', "<body>", '<a href="../index.html">']
    people = [{"id": str(number), "name": text[:200]} for number, text in enumerate(texts)]
    messages = [{"id": text[:80] or "none", "from": str(number), "at": f"2026-01-01T{number // 60:02}:{number % 60:02}:00Z", "text": text}
                for number, text in enumerate(texts)]
    messages = list({message["id"]: message for message in messages}.values())
    source = {"format": "chatexport/1", "id": "</script>", "title": "</title></script><b>x</b>", "participants": people, "messages": messages}
    path = tmp_path / "hostile.json"
    path.write_text(json.dumps(source), encoding="utf-8")
    file = write(program, path, tmp_path / "hostile.html")
    browser.goto(file)
    browser.wait_until(READY)
    found = run(browser, "return [document.querySelectorAll('main b:not([class])').length, document.title, document.querySelectorAll('body').length, typeof owned]")
    assert found[2:] == [1, "undefined"]
    site = program.export(path, tmp_path / "site")
    scripts = re.findall(r"<script[^>]*>", file.read_text(encoding="utf-8"))
    assert all(re.fullmatch(r'<script(?: type="[a-z/]+")? data-path="[^"<>]*">', script) for script in scripts)
    browser.goto(site.pages()[0])
    browser.wait_until(READY)
    assert found[:1] == run(browser, "return [document.querySelectorAll('main b:not([class])').length]")


def test_a_long_chat_jumps_to_its_middle(program, browser, tmp_path, generate):
    file = write(program, generate(2000, 1), tmp_path / "chat.html")
    browser.goto(file)
    browser.wait_until(READY)
    found = run(browser, """
      await settled();
      location.hash = 'm-1000';
      await until(() => document.getElementById('m-1000') && isInSight(document.getElementById('m-1000')));
      return rows().length;
    """)
    assert found <= 700


def test_the_same_input_gives_the_same_bytes(program, tmp_path, example):
    again = write(program, EXAMPLE, tmp_path / "again.html", "--jobs", "1")
    assert again.read_bytes() == example.read_bytes()
    assert program.run(EXAMPLE, "--single-file", again).returncode == 0, "a file of ours is replaced"


def refused(program, file: Path, *arguments) -> str:
    result = program.run(*arguments, "--single-file", file)
    assert result.returncode in (2, 4), result.stderr
    return result.stderr


def test_a_file_of_something_else_stays(program, tmp_path):
    file = tmp_path / "notes.html"
    file.write_text("<p>mine</p>")
    assert "that chatexport did not write" in refused(program, file, EXAMPLE)
    assert file.read_text() == "<p>mine</p>"
    assert program.run(EXAMPLE, "--single-file", file, "--force").returncode == 0


def test_several_conversations_are_refused(program, tmp_path, generate):
    assert "the input has 2" in refused(program, tmp_path / "chat.html", EXAMPLE, generate(300, 3))
    assert list(tmp_path.iterdir()) == []


def test_no_messages_are_refused(program, tmp_path):
    assert "no messages" in refused(program, tmp_path / "chat.html", EXAMPLE, "--from", "2030-01-01")
    assert list(tmp_path.iterdir()) == []


def test_too_many_messages_are_refused(program, tmp_path, generate):
    assert "at most 20000" in refused(program, tmp_path / "chat.html", generate(20001, 1))
    assert list(tmp_path.iterdir()) == []


def test_too_many_pictures_are_refused_and_an_existing_file_stays(program, tmp_path, example):
    large = tmp_path / "film.mp4"
    large.write_bytes(bytes(51_000_000))
    source = tmp_path / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "id": "c", "title": "C", "participants": [{"id": "a", "name": "Ann"}],
                                  "messages": [{"id": "1", "from": "a", "at": "2026-01-01T00:00:00Z", "attachments": [{"path": "film.mp4"}]}]}))
    file = tmp_path / "chat.html"
    file.write_bytes(example.read_bytes())
    assert "at most 50 MB" in refused(program, file, source)
    assert file.read_bytes() == example.read_bytes()


@pytest.mark.parametrize("option", [("--out", "site"), ("--page-size", "50"), ("--bates", "A"), ("--court",), ("--fresh",), ("--link",)])
def test_options_of_other_outputs_are_refused(program, tmp_path, option):
    assert "does not go with --single-file" in refused(program, tmp_path / "chat.html", EXAMPLE, *option)


def test_no_output_at_all_is_refused_as_before(program):
    result = program.run(EXAMPLE)
    assert result.returncode == 2 and "Missing expected argument '--out <dir>'" in result.stderr


def test_redacted_words_are_not_in_the_file(program, tmp_path, example):
    rules = tmp_path / "rules.txt"
    rules.write_text("word: Joaquim\n")
    assert b"Joaquim" in example.read_bytes()
    file = write(program, EXAMPLE, tmp_path / "chat.html", "--redact", rules)
    assert b"joaquim" not in file.read_bytes().lower()
