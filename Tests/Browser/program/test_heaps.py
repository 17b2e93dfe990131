"""Large amounts of odd characters: an export takes time linear in their number, and none crashes it."""

import itertools
import json
import random

import pytest

# Characters that make layout, links, bidi, search and markup look further than usual.
PIECES = [
    *"a1 -./:@#*_~`[]()<>!&|\\\"',;=+?%$^{}\n\t", "\u00ad", "\u200b", "\u200d", "\u200e", "\u200f", "\u202a", "\u202b", "\u202c",
    "\u202e", "\u2066", "\u2067", "\u2069", "\u0301", "\u064b", "\u05d0", "\u0627", "\u0628", "\u0915", "\u094d", "\u093f",
    "\u0e01", "\u0e33", "\u1780", "\u17d2", "\u1000", "\u1031", "\u6f22", "\u3042", "\u3001", "\u300c", "\u300d", "\U0001f600",
    "\U0001f468", "\U0001f3fd", "\U0001f1f5", "\ufe0f", "\u20e3", "\u00df", "\u0130", "\ufb01", "\u3000", "\u00a0", "\u2060",
    "\ufeff", "\uac00", "\u1100", "\u1161", "\U000e0061", "\u2028", "\u0085", "\u0000", "\u001b", "\ufffc", "\ufdd0", "\U0010ffff",
    "http://", "https://x.de/", "http://[", "http://[::1]", "http://u:p@h.de", "ftp://", "www.", "a@b.de", ".com", "mailto:",
    "tel:+49", "magnet:?", "+49 170 1234567", "xn--a", "%41", "```", "~~~", "**", "||", "~~", "- ", "1. ", "> ", "# ", "| ",
    "---", "<b>", "<!--", "![", "](", "[a]", "\\[", "$$", "@a", "#a", "12:30", "1,000", "5 km", "\r\n", "&#65;", "&#x0;", "&lt;",
    "[x](http://a.de)", "|a|b|\n|-|-|\n"]
# A prefix and the pattern that is repeated after it.
HEAPS = [
    ("", "a\u00ad"), ("a" * 30, "\u00ad"), ("\tx\t", "\u200e\u200b\u200f\u200b"), ("\tx\t", "\u0301\u200b\u05b0\u200b"),
    ("\u05d0", "---\u202a\u2060:"), ("", "~~\u200f"), ("", "\ufeff;"), ("\u064b", "[1,000\u300d"), ("", "," * 30 + "\u200f"),
    ("\u05d0", "("), ("\u05d0", "([\u300c{"), ("\u05d0", "(]"), ("", "\u0301"), ("", "\u200d"), ("", "\u2066"), ("", "\u202e\u2066"),
    ("", "http://"), ("", "http://["), ("", "a."), ("", "a@"), ("", "[a]("), ("", "`a``"), ("", "*a "), ("", "<a "), ("", "> "),
    ("", "\U0001f468\u200d"), ("", "\U0001f1f5"), ("", "\u093f"), ("", "\u1100"), ("", "1,"), ("", "a\t"), ("", "abcdefghij" * 8 + "-")]
LENGTH = 1_000_000


def export(program, folder, texts: list, markup: str = "plain", work: int = 60):
    """Exports a chat of these texts; fails if the export fails or takes far too long."""
    messages = [{"id": str(number), "from": "ab"[number % 3 == 0], "at": "2026-01-01T00:00:00Z", "text": text}
                for number, text in enumerate(texts)]
    source = folder / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "text": markup, "title": "Heaps", "messages": messages,
                                  "participants": [{"id": "a", "name": "A"}, {"id": "b", "name": "B", "isMe": True}]}))
    result = program.run(source, "--out", folder / "site", "--quiet", work=work)
    assert result.returncode == 0, result.stderr


@pytest.mark.sweep
@pytest.mark.parametrize("start, unit", HEAPS, ids=[ascii(unit)[1:20] for _, unit in HEAPS])
def test_a_heap_takes_time_with_its_length(program, tmp_path, start, unit):
    """Each takes a second or two. With quadratic time some took minutes, and some an hour."""
    export(program, tmp_path, [start + unit * (LENGTH // len(unit))])


@pytest.mark.parametrize("start, unit", [("", "|a|b|\n|-|-|\n|x|y|\n\n"), ("", "-|-\n"), ("|a|b|\n|-|-|\n", "\t<![CDATA[")],
                         ids=["tables", "rows of dashes", "tabs in a cell"])
def test_a_heap_in_markdown_takes_time_with_its_length(program, tmp_path, start, unit):
    """Each takes a second or two, and took more than a minute."""
    export(program, tmp_path, [start + unit * (LENGTH // len(unit))], "markdown")


SPANS = 15_000
HEAPS_OF_SPANS = {
    "nested": [("bold", number, 2 * SPANS - number) for number in range(SPANS)],
    "crossing": [(("bold", "italic")[number % 2], number, number + SPANS) for number in range(SPANS)],
    "links": [("link", number, 2 * SPANS - number) for number in range(SPANS)],
    "quotes in styles": [("blockquote", 2 * number, 2 * number + 1) for number in range(SPANS)]
    + [("italic", number, 2 * SPANS - number) for number in range(SPANS // 2)],
    "items": [("item", 2 * number, 2 * number + 1) for number in range(SPANS)],
    "blocks in blocks": [("codeBlock", number, 2 * SPANS - number) for number in range(SPANS)]}


@pytest.mark.parametrize("command", ["export", "convert"])
@pytest.mark.parametrize("spans", HEAPS_OF_SPANS.values(), ids=HEAPS_OF_SPANS)
def test_a_heap_of_spans_takes_time_with_its_length(program, tmp_path, spans, command):
    """Each takes less than a second. Quotes in styles took ten."""
    text = {"text": "word " * (2 * SPANS // 5),
            "spans": [{"style": style, "start": start, "end": end, "url": "https://a.example/", "depth": 100} for style, start, end in spans]}
    source = tmp_path / "chat.json"
    source.write_text(json.dumps({"format": "chatexport/1", "messages": [{"from": "a", **text}]}))
    result = program.run(command, source, "--out", tmp_path / "out.jsonl" if command == "convert" else tmp_path / "site", "--quiet", work=20)
    assert result.returncode == 0, result.stderr


def colliding_words() -> list:
    """Returns words whose 32-bit FNV-1a hashes have the same 20 low bits."""
    letters, prime, low = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", 0x0100_0193, (1 << 20) - 1
    inverse = pow(prime, -1, 1 << 20)
    # Keyed by the hash that is needed before the last four letters.
    endings = {}
    for word in itertools.product(letters, repeat=4):
        state = 0
        for byte in reversed(word):
            state = (state * inverse & low) ^ byte
        endings.setdefault(state, []).append(bytes(word))
    found = []
    for word in itertools.product(letters, repeat=4):
        state = 0x811C_9DC5
        for byte in word:
            state = (state ^ byte) * prime & 0xFFFF_FFFF
        found += [(bytes(word) + ending).decode() for ending in endings.get(state & low, [])]
    return found


def test_words_chosen_to_collide_are_words_like_others(program, tmp_path):
    """200,000 of them took 44 seconds while hash tables were not seeded, and take 2 now."""
    words = colliding_words()
    assert len(words) > 150_000
    random.Random(1).shuffle(words)
    export(program, tmp_path, [" ".join(words[start:start + 400]) for start in range(0, len(words), 400)], work=20)


@pytest.mark.parametrize("markup", ["plain", "markdown"])
def test_texts_of_odd_pieces_are_exported(program, tmp_path, markup):
    """None of 20,000 random texts crashes the program."""
    chance = random.Random(7)
    export(program, tmp_path, ["".join(chance.choices(PIECES, k=chance.choice([1, 2, 3, 4, 6, 10, 20, 40])))
                               for _ in range(20_000)], markup)
