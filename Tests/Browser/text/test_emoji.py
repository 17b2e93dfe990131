"""Every emoji of Unicode's own list is one picture of the right size, and nothing more is shipped."""

import json
import re

import pytest

from conftest import shared_data
from measuring import MEASURE, plain
from site_model import anchor

# The version of Unicode's emoji that Debian 12's Noto Color Emoji covers.
NEWEST = 15.0

SHOWN = """(() => {
  %s.renderAll();
  // They load as they come near the screen.
  for (const image of document.images) image.loading = 'eager';
  return Promise.all([...document.images].map(image => image.decode().catch(() => null))).then(() =>
    Object.fromEntries([...document.querySelectorAll('article')].map(article => {
      const text = article.querySelector('[data-box=text]'), unit = parseFloat(getComputedStyle(text).fontSize);
      return [article.id, [...text.querySelectorAll('.e')].map(emoji => {
        const box = emoji.getBoundingClientRect();
        return [emoji.alt ?? null, emoji.complete && emoji.naturalWidth > 0, box.width / unit, box.height / unit,
          decodeURIComponent((emoji.getAttribute('src') ?? '').split('/').pop())];
      })];
    })));
})()""" % MEASURE


def listed() -> list:
    """(emoji, status, version) of each line of emoji-test.txt."""
    found = []
    for line in shared_data("conformance", "emoji-17.0", "emoji-test.txt").read_text(encoding="utf-8").splitlines():
        match = re.match(r"([0-9A-F ]+?)\s*; ([\w-]+)\s*# \S+ E(\d+\.\d+)", line)
        if match:
            found.append(("".join(chr(int(code, 16)) for code in match[1].split()), match[2], float(match[3])))
    return found


def conversation(texts: list) -> str:
    return json.dumps({
        "format": "chatexport/1", "id": "emoji", "title": "Emoji", "timeZone": "UTC", "locale": "en", "text": "plain",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
        "messages": [{"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-01T{number // 360:02d}:{number // 6 % 60:02d}:00Z",
                      "text": text} for number, text in enumerate(texts)]}, ensure_ascii=False)


@pytest.fixture(scope="module")
def site(program, tmp_path_factory):
    """Each emoji of the list in a message of its own, between two letters."""
    folder = tmp_path_factory.mktemp("emoji")
    source = folder / "emoji.json"
    source.write_text(conversation([f"a{emoji}b" for emoji, _, _ in listed()]), encoding="utf-8")
    return program.export(source, folder / "site", "--page-size", "1500")


@pytest.fixture(scope="module")
def shown(site, chromium):
    """Returns [alternative, loaded, width and height in em, file] for each emoji of each message."""
    found = {}
    with chromium.page() as page:
        for path in site.pages():
            page.goto(plain(path))
            found.update(page.evaluate(SHOWN, wait=True))
    return found


def test_every_sequence_is_one_picture_of_the_right_size(shown):
    problems = []
    for number, (emoji, status, version) in enumerate(listed()):
        found = shown[anchor(str(number))]
        # A single character without a selector that is text by default stays text (UTS #51).
        expected = 0 if status == "unqualified" and len(emoji) == 1 else 1
        if version > NEWEST:
            continue
        fits = len(found) == expected and all(
            alternative == emoji and loaded and abs(width - 1.25) < 0.01 and abs(height - 1.25) < 0.01
            for alternative, loaded, width, height, _ in found)
        if not fits:
            problems.append(f"{status} {emoji} {[f'{ord(c):X}' for c in emoji]}: {found}")
    assert not problems, f"{len(problems)} are not one picture, first:\n" + "\n".join(problems[:12])


def test_sequences_newer_than_the_font_are_their_parts(shown):
    """Emoji show as whole pictures or as boxes of the same size, never cut or doubled."""
    newer = [(number, emoji) for number, (emoji, _, version) in enumerate(listed()) if version > NEWEST]
    assert len(newer) > 100
    for number, emoji in newer:
        found = shown[anchor(str(number))]
        assert found and all(abs(width - 1.25) < 0.01 for _, _, width, _, _ in found), emoji
        assert len(found) <= len(emoji), emoji


def test_exactly_the_files_in_use_are_shipped(site, shown):
    used = {file for emoji in shown.values() for *_, file in emoji if file}
    assert {path.name for path in (site / "assets" / "emoji").iterdir()} == used


def test_spellings_of_one_emoji_share_a_file(shown):
    files = {}
    for number, (emoji, _, version) in enumerate(listed()):
        for *_, file in shown[anchor(str(number))] if version <= NEWEST else []:
            files.setdefault(emoji.replace("\ufe0f", ""), set()).add(file)
    assert len(files) > 3600
    assert [emoji for emoji, names in files.items() if len(names) > 1] == []


BIG = ["🎉", "👍🏽 🔥", "❤️❤️❤️", "👩‍🚀", "1️⃣"]


@pytest.fixture(scope="module")
def big(program, tmp_path_factory):
    folder = tmp_path_factory.mktemp("big")
    source = folder / "big.json"
    source.write_text(conversation(BIG + ["🎉🎉🎉🎉", "🎉 yes"]), encoding="utf-8")
    return program.export(source, folder / "site"), program.plan(source)


@pytest.mark.parametrize("width,height", [(390, 844), (1280, 800)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_one_to_three_emoji_are_large_and_without_a_bubble(big, chromium, width, height, scheme):
    site, plan = big
    with chromium.page(width, height) as page:
        page.emulate(prefers_color_scheme=scheme)
        page.goto(plain(site.pages()[0]))
        rows = page.evaluate("""[...document.querySelectorAll('article')].map(article => {
          const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
          const box = article.getBoundingClientRect();
          return {bare: article.matches('.bare'), right: article.matches('.out'),
            emoji: [...article.querySelectorAll('.e')].map(emoji => {
              const at = emoji.getBoundingClientRect();
              return [at.left - box.left, at.right - box.left, at.height].map(value => value / unit);
            })};
        })""")
    planned = plan.messages
    for row, expected, text in zip(rows, planned, BIG + [None, None]):
        assert row["bare"] == (text is not None)
        assert any(item["box"] == "bubble" for item in expected["items"]) == (text is None)
        if text is None:
            continue
        assert all(abs(size - 50) < 0.1 for _, _, size in row["emoji"])
        edge = max(right for _, right, _ in row["emoji"]) if row["right"] else min(left for left, _, _ in row["emoji"])
        assert abs(edge - (379 if row["right"] else 11)) < 1.1
    assert sum(row["bare"] for row in rows) == len(BIG)


def test_big_emoji_are_copied_as_they_were_written(big, chromium):
    site, _ = big
    with chromium.page() as page:
        page.goto(plain(site.pages()[0]))
        found = page.evaluate(f"[...document.querySelectorAll('[data-box=text]')].map(box => {MEASURE}.copied(box))")
    assert found[:len(BIG)] == BIG
