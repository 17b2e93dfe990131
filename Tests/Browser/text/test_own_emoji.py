"""A chat's own emoji are pictures wherever a message's words are shown, and as wide as planned."""

import json
import re
import struct
import zlib

import pytest

from measuring import MEASURE


def picture(width: int = 8, height: int = 8) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + b"\x30\x80\xd0" * width) * height
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(
        b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


EMOJI = [{"id": str(90 + n), "name": name, "code": name, "isAnimated": False, "imageUrl": f"tide.json_Files/{name}.png"}
         for n, name in enumerate(["wave_boat", "oar"])]
WORDS = "the boats :wave_boat: of the harbour:oar::wave_boat: went out early and came back late, "
EMBED = {"title": "Races :oar: today", "url": "https://example.org/", "timestamp": None, "color": None, "images": [], "fields": [
    {"name": "First :wave_boat:", "value": WORDS * 2, "isInline": False}], "inlineEmojis": EMOJI,
    "description": "see https://example.org/:wave_boat:/seven or <:wave_boat:90>"}


def discord(folder, *messages):
    author = {"id": "11", "name": "mara", "nickname": "Mara", "isBot": False, "roles": []}
    for emoji in EMOJI:
        path = folder / emoji["imageUrl"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture())
    path = folder / "Rowers - tide [12].json"
    path.write_text(json.dumps({
        "guild": {"id": "1", "name": "Rowers"}, "channel": {"id": "12", "type": "GuildTextChat", "name": "tide"},
        "messages": [{"id": str(130 + n), "type": "Default", "timestamp": f"2026-02-01T10:{n:02d}:00+00:00", "content": "",
                      "author": author, "attachments": [], "embeds": [], "stickers": [], "reactions": [], "mentions": [],
                      "inlineEmojis": EMOJI, **message} for n, message in enumerate(messages)]}), encoding="utf-8")
    return path


def rows(site) -> dict:
    page = site.pages()[0].read_text(encoding="utf-8")
    return {name: row for row, name in re.findall(r'(<article id="m-(\d+)".*?</article>)', page, re.S)}


def pictures(row: str, role: str) -> list:
    return [alt for text in re.findall(rf'<(?:p|span)[^>]* class="t-{role}[^>]*>(.*?)</(?:p|strong)>', row, re.S)
            for alt in re.findall(r'<img class="e"[^>]* alt="([^"]*)"', text)]


def test_own_emoji_in_cards_are_pictures(program, tmp_path):
    """Also those whose names only the card has; addresses stay as they are."""
    site = program.export(discord(tmp_path, {"content": "no emoji here", "embeds": [EMBED]}), tmp_path / "site")
    row = rows(site)["130"]
    assert pictures(row, "card-title") == [":oar:"]
    assert pictures(row, "card-text") == [":wave_boat:"] * 2 + [":wave_boat:", ":oar:", ":wave_boat:"] * 2
    assert "https://example.org/:wave_boat:/seven" in re.sub(r"<[^>]*>", "", row)


def test_own_emoji_in_earlier_versions_are_pictures(program, tmp_path):
    first = discord(tmp_path / "old", {"content": "before :oar: and :wave_boat:"})
    then = discord(tmp_path / "new", {
        "content": "after :oar: and :wave_boat:", "timestampEdited": "2026-02-01T11:00:00+00:00"})
    site = program.export(first, tmp_path / "site", then)
    row = rows(site)["130"]
    assert "before" in row and "after" in row
    assert pictures(row, "card-text") == [":oar:", ":wave_boat:"]


def test_own_emoji_in_a_quotation_stay_readable_names(program, tmp_path):
    """It is one line, cut where it is too long."""
    site = program.export(discord(tmp_path, {"content": "one :oar: two"}, {
        "content": "yes :oar:", "type": "Reply", "reference": {"messageId": "130", "channelId": "12", "guildId": "1"}}), tmp_path / "site")
    row = rows(site)["131"]
    quoted = re.search(r'<p class="t-quote"[^>]*>(.*?)</p>', row, re.S)[1]
    assert quoted == "one :oar: two" and row.count('<img class="e"') == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_own_emoji_in_cards_are_as_wide_as_planned(program, browser, tmp_path, width):
    source = discord(tmp_path, {"content": WORDS, "embeds": [EMBED]})
    site = program.export(source, tmp_path / "site")
    browser.resize(width, 844)
    browser.goto(site.pages()[0].as_uri() + "?plain")
    found = browser.evaluate(f"""(() => {{
      const M = {MEASURE};
      M.renderAll();
      return [...document.querySelectorAll("p")].filter((text) => text.querySelector("img.e")).map((text) => {{
        const tops = new Set([...text.querySelectorAll("img.e")].map((image) => Math.round(image.getBoundingClientRect().top)));
        const style = getComputedStyle(text), lines = M.lines(text);
        const height = Math.round(text.getBoundingClientRect().height / parseFloat(style.lineHeight));
        return [text.className, lines.some((line) => line.wrapped), lines.length, height, tops.size];
      }});
    }})()""")
    assert [name for name, *_ in found] == ["", "t-card-title", "t-card-text"]
    assert not any(wrapped for _, wrapped, *_ in found) and all(lines == height for _, _, lines, height, _ in found)
    if width == 390:
        planned = [item for row in program.plan(source).page(1) for item in row["items"]
                   if any(run["face"] == "emoji" for run in item.get("runs", []))]
        assert [len(item["lines"]) for item in planned] == [lines for _, _, lines, *_ in found]
