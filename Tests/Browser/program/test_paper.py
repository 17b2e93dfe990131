"""PDFs: what pypdf and pdftotext read out of them, their structure, links and pictures, and what an export does to files.

qpdf checks every file that these tests make.
"""

import hashlib
import html
import io
import json
import re
import shutil
import subprocess
import unicodedata
import zlib
from pathlib import Path

import pytest

from conftest import EXAMPLE, ROOT, shared_data

pypdf = pytest.importorskip("pypdf", reason="python3-pypdf is not installed; run .ci/install test")
pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("qpdf", "pdftotext", "pdftoppm"))), reason="no qpdf or no pdftotext; run .ci/install test")

BIDI = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


# The points of a CSS px on a sheet (PaperSheet).
SCALE = 0.625


def shown(text: str) -> str:
    """A text as it is compared: composed, and without marks that only arrange it."""
    return unicodedata.normalize("NFC", text.translate(BIDI))


def checked(path: Path) -> Path:
    """The file, which qpdf finds no fault with."""
    result = subprocess.run(["qpdf", "--check", "--check-linearization", path], capture_output=True, text=True)
    assert "No syntax or stream encoding errors" in result.stdout + result.stderr, result.stdout + result.stderr
    assert "WARNING" not in result.stderr, result.stderr
    return path


def exported(program, source: Path, folder: Path, *options) -> Path:
    out = folder / "chat.pdf"
    result = program.run(source, "--out", out, *options)
    assert result.returncode == 0, result.stderr
    return checked(out)


def chat(folder: Path, *texts, **members) -> Path:
    """A conversation of two people with these texts, or with messages."""
    source = folder / "chat.json"
    messages = [{"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-01T{9 + number // 60:02}:{number % 60:02}:00Z",
                 **(text if isinstance(text, dict) else {"text": text})} for number, text in enumerate(texts)]
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "chat", "title": "Chat", "timeZone": "UTC", "text": "plain", "locale": "en-GB",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Bo"}], "messages": messages, **members}))
    return source


def read(path: Path) -> list[str]:
    """The text of each page as pypdf reads it."""
    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


def poppler(path: Path, *options) -> str:
    # With -bbox-layout, poppler 22.12 writes the emoji of a title as two surrogates of three bytes each.
    return subprocess.run(
        ["pdftotext", *options, path, "-"], check=True, capture_output=True, encoding="utf-8", errors="surrogatepass").stdout


def objects(path: Path) -> dict:
    """All objects, with streams decoded, as qpdf prints them."""
    printed = subprocess.run(["qpdf", "--json=2", "--json-stream-data=none", path], check=True, capture_output=True, text=True).stdout
    return json.loads(printed)["qpdf"][1]


def elements(path: Path) -> list[dict]:
    """The structure elements, in the order of the tree."""
    reader = pypdf.PdfReader(path)
    found = []

    def visit(element, depth):
        element = element.get_object()
        if isinstance(element, list):
            for kid in element:
                visit(kid, depth)
        elif isinstance(element, dict) and "/S" in element:
            found.append({"type": element["/S"], "depth": depth, **{key: element[key] for key in ("/Alt", "/T") if key in element}})
            if "/K" in element:
                visit(element["/K"], depth + 1)

    visit(reader.trailer["/Root"]["/StructTreeRoot"]["/K"], 0)
    return found


# The eleven lines that six readers were compared with. A text of its own is a message each.
LINES = {
    "ligature and accents": "Official office: re\u0301sume\u0301 naïve",
    "Arabic": "مرحبا كيف حالك اليوم",
    "lam-alef": "سلام لا لأن الآن",
    "vowel marks": "مُحَمَّدٌ كِتَابٌ",
    "Arabic around Latin": "قال Hello ثم ذهب",
    "Hebrew": "שלום לכולם",
    "Hebrew with brackets and digits": "שלום (עולם) 123 [אב]",
    "English around Hebrew": "They said שלום (עולם) today",
    "Japanese": "こんにちは世界、元気ですか。",
    "Devanagari": "नमस्ते दुनिया किताब",
    "Thai": "สวัสดีชาวโลก น้ำดี",
}
# Lines that pdftotext cannot give: it decides once for a page which way it reads, and moves vowel marks.
NOT_IN_PDFTOTEXT = {"vowel marks", "Hebrew with brackets and digits", "English around Hebrew", "Arabic around Latin"}


@pytest.mark.parametrize("name", LINES)
def test_copied_text_comes_out_in_reading_order(program, tmp_path, name):
    path = exported(program, chat(tmp_path, LINES[name]), tmp_path)
    assert shown(LINES[name]) in shown("\n".join(read(path)))
    if name not in NOT_IN_PDFTOTEXT:
        assert shown(LINES[name]) in shown(poppler(path))


def test_all_lines_in_one_chat_come_out_in_the_order_of_messages(program, tmp_path):
    text = shown("\n".join(read(exported(program, chat(tmp_path, *LINES.values()), tmp_path))))
    positions = [text.find(shown(line)) for line in LINES.values()]
    assert -1 not in positions and positions == sorted(positions)


@pytest.mark.parametrize("emoji", ["🎉", "👍🏽", "👩‍👩‍👧‍👦", "🇵🇹", "1️⃣"])
def test_emoji_are_pictures_and_text(program, tmp_path, emoji):
    path = exported(program, chat(tmp_path, f"before {emoji} after"), tmp_path)
    for text in (read(path)[0], poppler(path)):
        assert f"before {emoji} after".replace("\ufe0f", "") in shown(text).replace("\ufe0f", "")
    assert any(item.get("value", item.get("stream", {}).get("dict", {})).get("/Subtype") == "/Image"
               for item in objects(path).values() if isinstance(item, dict)
               and isinstance(item.get("value", item.get("stream", {}).get("dict", {})), dict))


def test_the_joiners_of_a_text_are_copied(program, tmp_path):
    text = "می\u200cخواهم"
    assert text in "\n".join(read(exported(program, chat(tmp_path, text), tmp_path)))


def test_wrapped_lines_keep_their_words_apart(program, tmp_path):
    words = " ".join(f"word{number}" for number in range(200))
    path = exported(program, chat(tmp_path, words), tmp_path)
    assert words in " ".join(read(path)[0].split())
    assert words in " ".join(poppler(path).split())


@pytest.fixture(scope="module")
def example(program, tmp_path_factory) -> Path:
    return exported(program, EXAMPLE, tmp_path_factory.mktemp("paper"))


def test_every_text_of_the_example_is_on_paper(example, example_plan):
    text = re.sub(r"\s+", "", shown("".join(read(example))))
    missing = []
    for row in example_plan.rows:
        for item in row.get("items", []):
            words = re.sub(r"\s+", "", shown(item.get("text") or ""))
            if words and words not in text:
                missing.append(words)
    assert missing == []


def test_lines_are_those_of_large_screens(program, example):
    """Each line of plain words of the wide layout is at one height of a sheet, as wide, and as far from its side of the column."""
    words = [(html.unescape(word), float(left) / SCALE, float(top), float(right) / SCALE) for left, top, right, word in re.findall(
        r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)".*?>(.*?)</word>', poppler(example, "-bbox"))]
    margins, lines = {"incoming": [], "outgoing": []}, 0
    for row, item in ((row, item) for row in program.plan(EXAMPLE, "--wide").rows for item in row.get("items", [])):
        for line in item.get("lines", []) if item.get("role") == "body" else []:
            sought = line["text"].split()
            if len(sought) < 2 or not all(re.fullmatch(r"[\x21-\x7e]+", word) for word in sought):
                continue
            lines += 1
            spans = [(words[at][1], words[at + len(sought) - 1][3]) for at in range(len(words) - len(sought) + 1)
                     if [word for word, *_ in words[at:at + len(sought)]] == sought and len({top for _, _, top, _ in words[at:at + len(sought)]}) == 1]
            found = [left - item["x"] for left, right in spans if abs(right - left - line["width"]) < 1]
            assert found, line["text"]
            margins[row["side"]].append(found)
    # A text may be there twice, as a message and in a quotation of it.
    assert lines > 30 and all(any(abs(margin - found[0][0]) < 1 for margin in of_line) for found in margins.values() for of_line in found), margins


def test_title_language_outline_and_page_numbers(example):
    reader = pypdf.PdfReader(example)
    catalogue = reader.trailer["/Root"]
    assert reader.metadata.title == "Lisbon trip 🇵🇹🥧" and catalogue["/Lang"] == "en-GB"
    assert catalogue["/ViewerPreferences"]["/DisplayDocTitle"] and catalogue["/MarkInfo"]["/Marked"]
    assert "CreationDate" not in str(reader.metadata)
    months = [item for item in reader.outline if not isinstance(item, list)]
    days = [item for item in reader.outline if isinstance(item, list)]
    assert [month.title for month in months] == ["April 2026", "May 2026"]
    assert len(days) == 2 and all("2026" in day.title for month in days for day in month)
    pages = len(reader.pages)
    for number, page in enumerate(reader.pages, 1):
        text = page.extract_text()
        assert f"{number} of {pages}" in text and "Lisbon trip" in text


def test_headings_figures_links_lists_and_tables_are_tagged(program, tmp_path):
    tall = ROOT / "Tests/ChatImportTests/Fixtures/chatexport/every-kind"
    source = next(tall.glob("*.json"))
    found = elements(exported(program, source, tmp_path))
    types = [element["type"] for element in found]
    assert types[0] == "/Document" and types[1:3] == ["/Sect", "/H1"]
    assert {"/H2", "/P", "/Figure", "/Link"} <= set(types)
    assert all(element.get("/Alt") for element in found if element["type"] == "/Figure")
    levels = [int(kind[2]) for kind in types if re.fullmatch("/H[1-6]", kind)]
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))


def test_lists_and_tables_of_markdown(program, tmp_path):
    text = "# Head\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```py\nx = 1\n```"
    types = [element["type"] for element in elements(exported(program, chat(tmp_path, text, text="markdown"), tmp_path))]
    assert types.count("/LI") == 2 and types.count("/Lbl") == 2 and types.count("/LBody") == 2
    assert types.count("/TR") == 2 and types.count("/TH") == 2 and types.count("/TD") == 2
    assert "/H3" in types and "/Code" in types


def test_links_lead_where_the_site_lets_them(program, tmp_path):
    text = "see https://example.org/a?b=1 and [this](javascript:alert(1)) or mailto:ann@example.org"
    path = exported(program, chat(tmp_path, text, text="markdown"), tmp_path)
    addresses = [annotation.get_object()["/A"]["/URI"] for page in pypdf.PdfReader(path).pages for annotation in page.get("/Annots", [])]
    assert "https://example.org/a?b=1" in addresses
    assert all(address.startswith(("https:", "mailto:")) for address in addresses)
    bare = exported(program, tmp_path / "chat.json", tmp_path, "--no-links")
    assert not any("/Annots" in page for page in pypdf.PdfReader(bare).pages)


def test_quotes_lead_to_their_messages(program, tmp_path):
    messages = [{"text": f"message {number}"} for number in range(120)]
    messages[110]["replyTo"] = "3"
    path = exported(program, chat(tmp_path, *messages), tmp_path)
    reader = pypdf.PdfReader(path)
    jumps = [annotation.get_object() for page in reader.pages for annotation in page.get("/Annots", [])]
    assert len(jumps) == 1
    target = jumps[0]["/Dest"].get_object()[0].get_object()
    assert "message 3 " in next(page for page in reader.pages if page == target).extract_text()


def photo(kind: str, size=(120, 80)) -> bytes:
    image = pytest.importorskip("PIL.Image").new("RGBA" if kind in ("PNG", "WEBP") else "RGB", size, (200, 30, 60, 128)[:4 if kind in ("PNG", "WEBP") else 3])
    file = io.BytesIO()
    image.save(file, kind)
    return file.getvalue()


def test_a_jpeg_is_embedded_as_it_is(program, tmp_path):
    media = next(path for path in (ROOT / "docs/examples").rglob("*.jpg"))
    (tmp_path / "photo.jpg").write_bytes(media.read_bytes())
    source = chat(tmp_path, {"attachments": [{"kind": "image", "path": "photo.jpg", "alt": "a photo"}]})
    path = exported(program, source, tmp_path)
    assert media.read_bytes() in path.read_bytes()
    assert [element["/Alt"] for element in elements(path) if element["type"] == "/Figure"] == ["a photo"]


def test_broken_and_missing_pictures_are_tiles(program, tmp_path):
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0" + b"\0" * 40
    for name, content in (("cut.png", png), ("cut.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF" + b"\0" * 30), ("empty.webp", b"RIFF\x10\0\0\0WEBP")):
        (tmp_path / name).write_bytes(content)
    names = ["cut.png", "cut.jpg", "empty.webp", "gone.png"]
    exported(program, chat(tmp_path, *[{"attachments": [{"kind": "image", "path": name}]} for name in names]), tmp_path)


PICTURES = {"jpg": EXAMPLE.parent / "media/pier.jpg", "png": EXAMPLE.parent / "media/azulejo.png"}


def whole(kind: str) -> bytes:
    return PICTURES[kind].read_bytes()


def flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 0x10]) + content[middle + 1:]


def segment(marker: int, content: bytes) -> bytes:
    return bytes([0xFF, marker]) + (len(content) + 2).to_bytes(2, "big") + content


DAMAGE = {
    "half.jpg": lambda: whole("jpg")[:len(whole("jpg")) // 2], "end.jpg": lambda: whole("jpg")[:-2], "last.jpg": lambda: whole("jpg")[:-1],
    "zeros.jpg": lambda: whole("jpg")[:-500] + bytes(500),
    # The small picture in the EXIF block ends before the photo does.
    "preview.jpg": lambda: b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + whole("jpg")[:20_000] + b"\xff\xd9") + whole("jpg")[2:-2],
    "half.png": lambda: whole("png")[:len(whole("png")) // 2], "end.png": lambda: whole("png")[:-12], "flipped.png": lambda: flipped(whole("png")),
    "cut.webp": lambda: (ROOT / "Tests/MediaProbeTests/Fixtures/lossy.webp").read_bytes()[:-12],
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_picture_is_a_box_and_in_the_report(program, tmp_path, name):
    content = DAMAGE[name]()
    (tmp_path / name).write_bytes(content)
    source, report = chat(tmp_path, {"attachments": [{"kind": "image", "path": name}]}), tmp_path / "report.json"
    path = exported(program, source, tmp_path, "--report", report)
    assert not drawn(path) and content not in path.read_bytes()
    found = json.loads(report.read_text())
    assert found["media"]["missing"] == 1 and found["losses"] == 1
    words = [finding["message"] for finding in found["findings"] if finding["code"] == "missing-file"]
    assert len(words) == 1 and name in words[0] and "cut short or damaged" in words[0]
    assert program.run(source, "--out", tmp_path / "again.pdf", "--strict").returncode == 1


def drawn(path: Path) -> int:
    """The number of pictures in a PDF, without masks of opacity."""
    dictionaries = [item.get("stream", {}).get("dict", {}) for item in objects(path).values() if isinstance(item, dict)]
    masks = {one["/SMask"] for one in dictionaries if "/SMask" in one}
    return sum(one.get("/Subtype") == "/Image" for one in dictionaries) - len(masks)


def test_whole_pictures_are_drawn_whatever_else_is_in_them(program, tmp_path):
    jpeg = whole("jpg")
    pictures = {
        "a.jpg": jpeg + b"more" * 100, "b.jpg": b"\xff\xd8" + segment(0xE1, b"Exif\0\0" + jpeg[:20_000]) + jpeg[2:],
        "c.jpg": b"\xff\xd8" + segment(0xFE, b"x") + b"\xff\xff" + segment(0xFE, b"")[1:] + jpeg[2:], "d.png": whole("png") + b"x"}
    for name, content in pictures.items():
        (tmp_path / name).write_bytes(content)
    source = chat(tmp_path, *[{"attachments": [{"kind": "image", "path": name}]} for name in pictures])
    path = exported(program, source, tmp_path, "--report", tmp_path / "report.json")
    assert json.loads((tmp_path / "report.json").read_text())["losses"] == 0
    assert drawn(path) == len(pictures)


def png(width: int, height: int) -> bytes:
    """A transparent picture."""
    def chunk(kind: bytes, content: bytes) -> bytes:
        return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x06\0\0\0"
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes((width * 4 + 1) * height), 1)) + chunk(b"IEND", b"")


def test_pictures_that_a_pdf_cannot_have_are_in_the_report(program, tmp_path):
    (tmp_path / "drawing.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path d="M0 0h20v20z"/></svg>')
    (tmp_path / "large.png").write_bytes(png(5000, 5000))
    source = chat(tmp_path, *[{"attachments": [{"kind": "image", "path": name}]} for name in ("drawing.svg", "large.png")])
    exported(program, source, tmp_path, "--report", tmp_path / "report.json")
    words = {finding["message"] for finding in json.loads((tmp_path / "report.json").read_text())["findings"] if finding["code"] == "missing-file"}
    assert any("drawing.svg" in text and "of a kind" in text for text in words) and any("large.png" in text and "24 million" in text for text in words)


def test_the_bytes_are_the_same_each_time(program, tmp_path):
    (tmp_path / "again").mkdir()
    one, other = exported(program, EXAMPLE, tmp_path), exported(program, EXAMPLE, tmp_path / "again", "--jobs", "1")
    assert one.read_bytes() == other.read_bytes()
    assert str(tmp_path).encode() not in one.read_bytes()


def test_paper_formats(program, tmp_path):
    for name, size in (("a4", (595.276, 841.89)), ("letter", (612, 792))):
        path = exported(program, chat(tmp_path, "Hello"), tmp_path, "--paper", name)
        box = pypdf.PdfReader(path).pages[0].mediabox
        assert (float(box.width), float(box.height)) == size


def test_messages_are_numbered_in_the_margin(program, tmp_path):
    source = chat(tmp_path, *[f"text {number}" for number in range(70)])
    text = "\n".join(read(exported(program, source, tmp_path, "--bates", "LIS-")))
    assert re.findall(r"LIS-\d{6}", text) == [f"LIS-{number:06}" for number in range(1, 71)]


def test_long_prefixes_of_numbers_have_a_wide_margin(program, tmp_path):
    """Numbers are between the edge that printers leave white and the column, and cover nothing."""
    prefix = "SMITH-v-JONES-2026-CV-"
    path = exported(program, EXAMPLE, tmp_path, "--bates", prefix)
    words = re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', poppler(path, "-bbox"))
    numbers = [word for word in words if word[4].startswith(prefix)]
    assert len(numbers) == 97
    column = min(float(word[0]) for word in words if not word[4].startswith(prefix))
    assert all(20 <= float(number[0]) and float(number[2]) <= column for number in numbers)


def test_long_texts_and_code_are_not_folded(program, tmp_path):
    words = " ".join(f"word{number}" for number in range(900))
    code = "```swift\n" + "\n".join(f"let number{number} = {number}" for number in range(150)) + "\n```"
    text = " ".join(" ".join(read(exported(program, chat(tmp_path, words, code), tmp_path))).split())
    assert "more lines" not in text and "Read more" not in text
    # Footers of sheets come between lines.
    assert re.findall(r"word\d+", text) == words.split() and re.findall(r"number\d+", text) == [f"number{number}" for number in range(150)]
    assert len(re.findall(r"09:0[01]", text)) == 2


def test_names_are_whole_where_the_line_has_room(program, tmp_path):
    fits, long = "Bartholomew Featherstonehaugh-Cholmondeley the Third", "Bartholomew " + "of Upper Lanfair " * 12 + "junior"
    people = [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": fits}, {"id": "c", "name": long}]
    texts = [{"id": id, "from": id, "at": "2026-05-01T09:00:00Z", "text": f"Hello {id}"} for id in "bc"]
    path = exported(program, chat(tmp_path, participants=people, messages=texts), tmp_path)
    before = " ".join(poppler(path).split("Hello b")[0].split())
    assert before.endswith(f"{fits} BT"), before  # with the initials of the picture
    # The other one would reach beyond the sheet.
    words = re.findall(r'<word xMin="[\d.]+" yMin="[\d.]+" xMax="([\d.]+)"', poppler(path, "-bbox"))
    assert max(map(float, words)) < 595 - 40


def test_rows_stay_whole_and_long_ones_are_divided_between_lines(program, tmp_path):
    long = "\n".join(f"line {number:04}" for number in range(400))
    path = exported(program, chat(tmp_path, *["short"] * 30, long, *["after"] * 30), tmp_path)
    pages = read(path)
    assert len(pages) > 3
    numbers = [int(number) for page in pages for number in re.findall(r"line (\d{4})", page)]
    assert numbers == list(range(400))


def test_a_sheet_that_begins_within_a_day_names_it(program, tmp_path):
    pages = read(exported(program, chat(tmp_path, *[f"text {number}" for number in range(150)]), tmp_path))
    assert len(pages) > 2 and all("1 May 2026" in page for page in pages[1:])


def test_several_conversations_are_parts_of_the_outline(program, tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
        chat(tmp_path / name, f"text of {name}", title=f"Chat {name}", id=name)
    out = tmp_path / "chat.pdf"
    result = program.run(tmp_path / "a/chat.json", tmp_path / "b/chat.json", "--out", out)
    assert result.returncode == 0, result.stderr
    reader = pypdf.PdfReader(checked(out))
    assert [item.title for item in reader.outline if not isinstance(item, list)] == ["Chat a", "Chat b"]
    assert len(reader.pages) == 2


HOSTILE = [
    "\x00\x01\x07\x1b[31m\x7f", "(((\\)))\\\\(", "<</JS(app.alert(1))>>", "endstream endobj %%EOF", "\u202e\u2066\u2067abc\u2069",
    "\ud7ff\ue000\ufffd\uffff", "a" * 20_000, "e\u0301" + "\u0301" * 3_000, "\u200d" * 2_000, "لا" * 3_000, "\u1100" * 500,
    "\U0010ffff\U000e0001", "👩‍👩‍👧‍👦" * 300, "\t\t\ta\tb", "\r\n\r\n\u2028\u2029", "ﷺ" * 500, "क्" * 2_000, "\ufeff", "x\u00ad" * 500,
]


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_texts_are_only_texts(program, tmp_path, number):
    text = HOSTILE[number]
    source = chat(tmp_path, text, {"text": "after", "replyTo": "0"}, title=text[:200] or "x",
                  participants=[{"id": "a", "name": text[:200], "isMe": True}, {"id": "b", "name": "Bo"}])
    out = tmp_path / "chat.pdf"
    result = program.run(source, "--out", out, work=60)
    assert result.returncode == 0, result.stderr
    catalogue = json.dumps(objects(checked(out)))
    assert "/JavaScript" not in catalogue and "/Launch" not in catalogue and "/OpenAction" not in catalogue
    assert "after" in "\n".join(read(out))


def test_only_files_of_ours_are_replaced(program, tmp_path):
    source, out = chat(tmp_path, "Hello"), tmp_path / "chat.pdf"
    for content in (b"%PDF-1.4\nof somebody", b"", b"text"):
        out.write_bytes(content)
        result = program.run(source, "--out", out)
        assert result.returncode == 4 and "did not write" in result.stderr and out.read_bytes() == content
    assert program.run(source, "--out", out, "--force").returncode == 0
    first = checked(out).read_bytes()
    assert program.run(chat(tmp_path, "Changed"), "--out", out).returncode == 0
    assert out.read_bytes() != first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chat.json", "chat.pdf"]


def test_wrong_usage(program, tmp_path):
    source = chat(tmp_path, "Hello")
    folder = tmp_path / "folder.pdf"
    folder.mkdir()
    cases = [
        (["--out", folder], 4, "is a folder"), (["--out", tmp_path / "no/chat.pdf"], 4, "does not exist"),
        (["--out", tmp_path / "a.pdf", "--paper", "a5"], 2, "a4 or letter"),
        (["--out", tmp_path / "a.pdf", "--bates", "a b"], 2, "--bates"),
        (["--out", tmp_path / "a.pdf", "--no-search"], 2, "for a site"),
        (["--out", tmp_path / "site", "--paper", "a4"], 2, "ends in .pdf"),
        (["--out", tmp_path / "site", "--bates", "A"], 2, "ends in .pdf"),
    ]
    for arguments, code, words in cases:
        result = program.run(source, *arguments)
        assert result.returncode == code and words in result.stderr, (arguments, result)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chat.json", "folder.pdf"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_an_error_and_leaves_nothing(program, tmp_path):
    source = chat(tmp_path, *["Hello"] * 2_000)
    out = tmp_path / "chat.pdf"
    result = subprocess.run(["prlimit", "--fsize=20000", program.binary, source, "--out", out], capture_output=True, text=True)
    assert result.returncode == 4 and "could not be written" in result.stderr, result
    assert sorted(path.name for path in tmp_path.iterdir()) == ["chat.json"]


def test_real_sessions_with_code_are_on_paper(program, tmp_path):
    folder = shared_data("chats", "claude-code", "claude-code-log")
    source = next(folder.rglob("*.jsonl"))
    path = exported(program, source, tmp_path)
    assert len(pypdf.PdfReader(path).pages) > 0


def test_a_court_gets_a_cover_and_an_index(program, tmp_path):
    media = next(path for path in (ROOT / "docs/examples").rglob("*.jpg"))
    (tmp_path / "photo.jpg").write_bytes(media.read_bytes())
    source = chat(tmp_path, "Hello", {"attachments": [{"kind": "image", "path": "photo.jpg"}]})
    path = exported(program, source, tmp_path, "--court", "--bates", "LIS-", "--time-zone", "Europe/Lisbon")
    pages = read(path)
    cover, index = " ".join(pages[0].split()), " ".join(pages[-1].split())
    for words in ("Chat", "Ann (a) · 1 message", "Bo (b) · 1 message", "Europe/Lisbon", "UTC+01:00", "2026-05-01T09:00:00Z",
                  "chat.json", hashlib.sha256(source.read_bytes()).hexdigest(), "--bates LIS-"):
        assert words in cover, words
    assert "photo.jpg" in index and hashlib.sha256(media.read_bytes()).hexdigest() in index
    assert str(tmp_path) not in "".join(pages)
    assert len(pages) == 3 and "LIS-000002" in pages[1]
    summary = program.run(source, "--out", tmp_path / "again.pdf", "--court").stderr
    assert summary.startswith("2 messages on 3 sheets"), summary
