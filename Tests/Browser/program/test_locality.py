"""A page is made of its own messages and of what its conversation says, not of what else the export holds.

Which scripts, characters, emoji and conversations stand beside it, and what is written after it, must not show in its
bytes: then an export writes again only what has changed, and parts of one need not know of each other.
"""

import json
import random
import re

import pytest

#: Texts that could take each other's faces: Han characters with and without kana or hangul, symbols that several fonts have,
#: letters with marks, what no font has, emoji of one and of several characters.
TEXTS = [
    "Plain words, *some* of **them** `marked`", "né à Zürich, ế ǖ", "Привет, как дела?", "Γειά σου Κόσμε", "שלום עולם", "سلام دنیا ﷺ",
    "नमस्ते दुनिया", "สวัสดีชาวโลก", "ሰላም ልዑል", "გამარჯობა მსოფლიო", "Բարեւ աշխարհ", "வணக்கம் உலகம்", "ආයුබෝවන්", "ជំរាបសួរ",
    "骨 直 角 径 了解", "骨のかな 直角", "뼈 骨 직각 直角", "了解しました\n骨 直角\n\n- 径\n- かな", "| 骨 | かな |\n|---|---|\n| 直 | な |",
    "ひらがなだけ", "\u1112\u1161\u11ab\u1100\u1173\u11af \u1112\u1161 \ud55c\uae00", "한글 骨", "ｶﾀｶﾅ 骨", "骨 かな 뼈", "〒「角」、。", "【骨】かな",
    "① ② ★ → ⇒ ∑ √ ♪ ⌘ ☃ ☂ ♠", "**骨 太字 かな** *斜体 骨*", "`骨 コード`", "**นี่** *مرحبا* `שלום`", "𐌀𐌁 𐎀 𝔘 \U0010ffff",
    "👍 👍🏽 ❤ ❤️ ❤️‍🔥 👩‍👩‍👧 🇵🇹 🇯 1️⃣ 🧿‍🧿 ©", "🥧", "e\u0301 a\u0308 x\u0308 \u0301", "caf&eacute; &#x9aa8; &hearts; &#x1f525;",
    "[地図](https://ja.wikipedia.org/wiki/かな) 日本", "so\u00adft \u200b \u2009 \u2011 \u0007", "ភាសាខ្មែរ ಕನ್ನಡ മലയാളം తెలుగు",
]
NAMES = ["Ana", "éva ßen", "山田 たろう", "金 민수", "さくら", "健二", "יעל", "🌞 Lu", "दिव्या", "李雷"]


def chat(name: str, texts: list, *, names: list, seed: int = 0, **extra) -> dict:
    """A conversation of messages with these texts, some of them answers, reactions, files and notices."""
    draw = random.Random(seed)
    people = [{"id": str(index), "name": each, **({"isMe": True} if index == 0 else {})} for index, each in enumerate(names)]
    messages = []
    for number, text in enumerate(texts):
        message = {"id": f"{number}", "from": str(draw.randrange(len(names))), "at": f"2026-05-{1 + number // 60:02d}T09:{number % 60:02d}:00Z", "text": text}
        if number and draw.random() < 0.3:
            message["replyTo"] = str(draw.randrange(number))
        if draw.random() < 0.1:
            message["reactions"] = [{"emoji": draw.choice(["👍", "🔥", "🫶🏿"]), "from": [message["from"]]}]
        messages.append(message)
    return {"format": "chatexport/1", "id": name, "title": extra.pop("title", name), "timeZone": "UTC", "participants": people, "messages": messages, **extra}


def write(folder, chats: list) -> list:
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for each in chats:
        paths.append(folder / f"{each['id']}.json")
        paths[-1].write_text(json.dumps(each), encoding="utf-8")
    return paths


def export(program, sources: list, out, *options) -> dict:
    """The files of the site by name."""
    result = program.run(*sources, "--out", out, "--page-size", "20", *options)
    assert result.returncode == 0, result.stderr
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def pages(files: dict, folder: str) -> dict:
    found = {name: data for name, data in files.items() if name.startswith(folder + "/") and name.split("/")[1][:-5].isdigit()}
    assert found
    return found


def differing(one: dict, other: dict) -> list:
    return sorted(name for name in {*one, *other} if one.get(name) != other.get(name))


#: A conversation of its own, of each kind of text that neighbours could change.
SUBJECTS = {
    "latin": (["Hello there", "né à Zürich ①", "*soft* → **hard**", "👍🏽 ok"] * 12, ["Ana", "éva ßen"], {}),
    "han": (["骨 直 角", "了解", "〒「角」、。", "**骨** *直*", "→ ★ ①", "😀骨"] * 9, ["李雷", "健二"], {}),
    "han in Japanese": (["骨 直 角", "了解", "**骨** *直*", "1️⃣ 径"] * 12, ["健二", "Ana"], {"locale": "ja"}),
    "han in Hong Kong": (["骨 直 角", "了解", "**骨** *直*"] * 15, ["健二", "Ana"], {"locale": "zh-HK"}),
    "mixed": (TEXTS * 2, NAMES[:6], {"title": "山田 さんと"}),
}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_pages_are_the_same_alone_and_beside_twenty_others_in_other_scripts(program, tmp_path, subject):
    texts, names, extra = SUBJECTS[subject]
    own = chat("subject", texts, names=names, seed=5, **extra)
    draw = random.Random(subject)
    others = [chat(f"other {number}", draw.sample(TEXTS, 14) + [chr(draw.randrange(0x4E00, 0x9FFF)) * 3 for _ in range(5)],
                   names=draw.sample(NAMES, 3), seed=number, locale=draw.choice(["en", "ja", "ko", "zh-TW", "de", "ar"])) for number in range(20)]
    alone = export(program, write(tmp_path / "in", [own]), tmp_path / "alone")
    both = export(program, write(tmp_path / "in", others[:9] + [own] + others[9:]), tmp_path / "both")
    assert differing(pages(alone, "subject"), pages(both, "subject")) == []
    assert len(pages(alone, "subject")) >= 3


#: Names of files that tell of a whole conversation or of all of them, and are no pages of messages.
SHARED = ("assets/", "map/", "search/", "index.html", "last.html", "statistics.html", "gallery", "export.json", "MANIFEST", "kept", "reuse", "terms")


def test_a_message_with_characters_emoji_and_a_script_never_seen_changes_the_last_page_alone(program, tmp_path):
    texts = [text for text in TEXTS if text.isascii() or "骨" in text or "né" in text] * 9
    before = chat("growing", texts, names=["Ana", "健二"], seed=3)
    added = {"id": "new", "from": "0", "at": "2026-05-20T09:00:00Z", "text": "ꦲꦤ ᏣᎳᎩ **ქართული** *दीर्घ* `ༀ` 🪿🫎 1️⃣ ❤️‍🔥 鬱かな 뼈鬱 ﷽ ↯ \U0010fffe"}
    after = {**before, "messages": before["messages"] + [added]}
    first = export(program, write(tmp_path / "one", [before]), tmp_path / "before")
    second = export(program, write(tmp_path / "two", [after]), tmp_path / "after")
    last = max(int(name.split("/")[1][:-5]) for name in pages(second, "growing"))
    assert last > 5
    changed = [name for name in differing(first, second) if not name.removeprefix("growing/").startswith(SHARED)]
    assert changed in ([f"growing/{last}.html"], [f"growing/{last - 1}.html", f"growing/{last}.html"])
    assert differing(pages(first, "growing"), pages(second, "growing")) == changed


@pytest.mark.parametrize("seed", range(4))
def test_messages_of_odd_pieces_are_the_same_beside_any_others(program, tmp_path, seed):
    """Texts put together at random from pieces whose faces depend on what stands around them."""
    draw = random.Random(seed)
    pieces = [piece for text in TEXTS for piece in text.replace("\n", " \n ").split(" ")]
    marks = ["", "", "", "*", "**", "`", "||", "~~", "> ", "- ", "# "]

    def text():
        words = []
        for _ in range(draw.randrange(1, 9)):
            mark = draw.choice(marks)
            word = draw.choice(pieces)
            words.append(mark + word + ("" if mark.endswith(" ") else mark))
        return draw.choice([" ", "", "\n", "\n\n"]).join(words)

    own = chat("subject", [text() for _ in range(300)], names=draw.sample(NAMES, draw.randrange(2, 5)), seed=seed, title=draw.choice(NAMES))
    other = chat("other", [text() for _ in range(300)], names=NAMES, seed=seed + 1, locale=draw.choice(["ja", "ko", "zh-TW"]))
    alone = export(program, write(tmp_path / "in", [own]), tmp_path / "alone")
    both = export(program, write(tmp_path / "in", [other, own]), tmp_path / "both")
    assert differing(pages(alone, "subject"), pages(both, "subject")) == []


def test_no_page_names_a_file_that_changes_with_what_else_is_in_the_export(program, tmp_path):
    """Fonts are named by their content in the style sheet alone; emoji by their code points."""
    files = export(program, write(tmp_path / "in", [chat("a", TEXTS, names=NAMES)]), tmp_path / "site")
    fonts = [name.split("/")[-1] for name in files if name.startswith("assets/fonts/")]
    assert len(fonts) > 10
    for name, data in pages(files, "a").items():
        assert not [font for font in fonts if font.encode() in data], name
    sheet = files["assets/theme.css"].decode()
    classes = {part.split('"')[0] for data in pages(files, "a").values() for part in data.decode().split('<span class="f')[1:]} - {"b"}
    assert {"1", "2", "4", "-jp", "-sc", "-kr", "-arabic", "-thai-bold"} - classes == set()
    assert [each for each in sorted(classes) if f".f{each}{{font-family:f{each}," not in sheet] == []


@pytest.mark.parametrize("theme", ["standard", "dense"])
def test_a_notice_is_laid_out_alike_before_and_after_a_message(program, tmp_path, theme):
    """A page may begin with any row, so none may depend on rows before it that it does not join."""
    people = [{"id": "a", "name": "Ann"}, {"id": "b", "name": "Bot", "isMe": True}]
    notice = {"event": "titleChanged", "text": "the pier was closed so we walked back along the river and through the whole of the old town"}
    said = {"from": "a", "text": "Yes?"}
    answer = {"from": "b", "kind": "text", "text": "A long answer of an assistant. " * 12}
    rows = [notice, said, notice, answer, notice, said, answer, notice]
    source = tmp_path / "chat.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "title": "t", "timeZone": "UTC", "participants": people,
        "messages": [{**row, "id": str(index), "at": f"2026-05-01T{index:02}:00:00Z"} for index, row in enumerate(rows)]}))
    site = program.export(source, tmp_path / "site", "--theme", theme)
    markup = site.pages()[0].read_text(encoding="utf-8")
    notices = re.findall(r'<article [^>]*class="notice[^>]*style="([^"]*)">.*?(<p .*?</p>)', markup, re.DOTALL)
    assert len(notices) == 4 and len(set(notices)) == 1, notices
