"""The first article of the Universal Declaration of Human Rights, in every available language."""

import json
import zipfile

import pytest

from chats import write_texts
from conftest import shared_data
from measuring import MEASURE, measure, plain
from site_model import anchor

# Chromium lays out on 1/64 px, and each run of a line may round by one step. Tibetan letters are kerned across break
# opportunities, which the engine does not see: at most 2 px of a line, in at most 1 % of all.
LINE_WIDTH = 0.5
WIDEST_DIFFERENCE = 2.0


def first_article(text: str) -> str:
    """The block of a heading and a long line that follows the preamble, the longest of the beginning."""
    blocks, block = [], []
    for line in [*text.splitlines(), ""]:
        if line.strip():
            block.append(line.strip())
        elif block:
            blocks.append(block)
            block = []
    after = next((index for index, block in enumerate(blocks) if len(block) >= 6), 0)
    for block in [*blocks[after + 1:], *blocks]:
        if 2 <= len(block) <= 4 and len(max(block, key=len)) > 25:
            return max(block, key=len)
    return max((line for block in blocks for line in block), key=len, default="")


@pytest.fixture(scope="module")
def articles() -> dict:
    with zipfile.ZipFile(shared_data("text", "udhr2", "udhr2.zip")) as archive:
        texts = {name.split("/")[-1][:-4]: first_article(archive.read(name).decode("utf-8"))
                 for name in sorted(archive.namelist()) if name.endswith(".txt")}
    return {name: text for name, text in texts.items() if text}


@pytest.fixture(scope="module")
def chat(program, articles, tmp_path_factory):
    """One message for each language's article: (site, plan, report)."""
    folder = tmp_path_factory.mktemp("udhr")
    source = write_texts(folder / "udhr.json", articles, title="Article 1")
    report = folder / "report.json"
    site = program.export(source, folder / "site", "--report", report)
    return site, program.plan(source), json.loads(report.read_text(encoding="utf-8"))


def test_every_language_is_there(articles):
    assert len(articles) > 370
    assert all(len(text) > 20 for text in articles.values())


def test_no_character_is_without_a_face_that_noto_has(chat):
    """Only characters that no installed Noto face has may fall back to the reader's fonts."""
    _, plan, report = chat
    fallen = {item["text"][0] for row in plan.messages for item in row["items"]
              for run in item.get("runs") or [] if run["face"] == "browser"}
    assert bool(fallen) == bool(report["charactersWithoutFace"])
    assert len(report["charactersWithoutFace"]) <= 3, report["charactersWithoutFace"]


def test_every_line_is_as_wide_as_planned_and_inside_its_bubble(chat, chromium):
    site, plan, _ = chat
    problems, differing, lines = [], [], 0
    with chromium.page() as page:
        page.goto(plain(site.pages()[0]))
        assert "flow" not in page.evaluate("document.documentElement.className")
        rows = [row for row in measure(page) if row["id"]]
    for row, expected in zip(rows, plan.messages):
        assert row["id"] == anchor(expected["id"])
        planned = next(item for item in expected["items"] if item["box"] in ("text", "text.0"))
        bubble = next(item for item in expected["items"] if item["box"] == "bubble")
        shown = next(box for box in row["boxes"] if box["box"] == planned["box"])
        uses_browser_font = any(run["face"] == "browser" for run in planned["runs"])
        if len(shown["lines"]) != len(planned["lines"]):
            problems.append(f"{expected['id']}: {len(shown['lines'])} lines, planned {len(planned['lines'])}")
            continue
        for found, line in zip(shown["lines"], planned["lines"]):
            lines += 1
            difference = abs(found["width"] - line["width"])
            if difference > LINE_WIDTH and not uses_browser_font:
                said = f"{expected['id']}: {found['width']} px, planned {line['width']}: {line['text']!r}"
                (differing if difference <= WIDEST_DIFFERENCE else problems).append(said)
            if found["x"] < bubble["x"] - 0.1 or found["x"] + found["width"] > bubble["x"] + bubble["width"] + 0.1:
                problems.append(f"{expected['id']}: out of its bubble: {line['text']!r}")
            if found["wrapped"]:
                problems.append(f"{expected['id']}: broken again: {line['text']!r}")
    assert lines > 2000
    assert len(differing) <= lines / 100, "\n".join(differing)
    assert not problems, f"{len(problems)} of {lines} lines, first:\n" + "\n".join(problems[:15])


def test_every_face_is_loaded(chat, chromium):
    site, _, _ = chat
    with chromium.page() as page:
        page.goto(site.pages()[0])
        page.evaluate(f"{MEASURE}.renderAll()")
        page.settle()
        failed = page.evaluate("[...document.fonts].filter(face => face.status === 'error').map(face => face.family)")
    assert failed == []
