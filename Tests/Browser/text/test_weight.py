"""The size of a page's fonts, and the cost of subsetting and compressing them. Prints its figures; run with `-s`."""

import json
import os
import random
import subprocess
import zipfile

import pytest

from conftest import shared_data

LATIN = """the pier was closed so we walked back along the river Alfama tonight maybe I'll bring it “it's ok” – yes … naïve café
Ärger über Straßen señor garçon where when 12:30 at 5 € or £3.50 #1 (really?) Quick jumps fox vexed zebra; Who? Yes! OK & so on""".split()
CYRILLIC = "привет как дела сегодня мы идём гулять вдоль реки потому что хорошая погода ещё объём щука цирк фьорд юг эхо".split()
ARABIC = "مرحبا كيف حالك اليوم هل تريد الذهاب إلى السوق غدا صباحا نعم شكرا جزيلا ظهر ضوء خبز ثلج ذئب".split()
# A thousand of the 3,755 characters of GB 2312's first level, the common ones.
HAN = [bytes([0xB0 + number // 94, 0xA1 + number % 94]).decode("gb2312") for number in range(0, 3000, 3)]


def messages(words: list, joiner: str, count: int = 500, length: int = 40) -> list:
    pick = random.Random(1)
    texts = []
    for number in range(count):
        text = words[number % len(words)]
        while len(text) < length:
            text += joiner + pick.choice(words)
        texts.append(text)
    return texts


@pytest.fixture(scope="module")
def export(program, tmp_path_factory):
    """Exports texts; returns the bytes of each font shipped and the CPU seconds of the run."""
    def run(name: str, texts: list, locale: str = "en"):
        folder = tmp_path_factory.mktemp(name)
        source = folder / "chat.json"
        source.write_text(json.dumps({
            "format": "chatexport/1", "id": name, "title": name, "timeZone": "UTC", "locale": locale, "text": "plain",
            "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
            "messages": [{"id": str(number), "from": "ab"[number % 2], "at": f"2026-05-01T{number // 60:02d}:{number % 60:02d}:00Z",
                          "text": text} for number, text in enumerate(texts)]}, ensure_ascii=False), encoding="utf-8")
        process = subprocess.Popen([str(program.binary), str(source), "--out", str(folder / "site"), "--quiet"])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        fonts = {path.name: path.stat().st_size for path in (folder / "site" / "assets" / "fonts").glob("*.woff2")}
        return fonts, usage.ru_utime + usage.ru_stime
    return run


def test_fonts_of_a_latin_page(export):
    fonts, _ = export("latin", messages(LATIN, " "))
    print(f"\nfonts of 500 Latin messages: {sum(fonts.values()):,} B {fonts}")
    assert sum(fonts.values()) <= 20 * 1024


def test_fonts_of_a_chinese_page(export):
    """As many different characters as 500 real messages have, 979: those of the Declaration first."""
    with zipfile.ZipFile(shared_data("text", "udhr2", "udhr2.zip")) as archive:
        text = archive.read("udhr2/cmn_hans.txt").decode("utf-8")
    real = sorted({character for character in text if "\u4e00" <= character <= "\u9fff"})
    words = (real + [character for character in HAN if character not in real])[:979]
    texts = messages(words, "", length=21)
    fonts, _ = export("chinese", texts)
    print(f"\nfonts of 500 Chinese messages: {sum(fonts.values()):,} B {fonts}")
    assert sum(fonts.values()) <= 180_000
    # The words of Chinese pages are 312 more characters, 128 of which no message has, in both weights: 69 kB.
    fonts, _ = export("chinese-words", texts, locale="zh-CN")
    print(f"\nfonts with the words of Chinese pages: {sum(fonts.values()):,} B {fonts}")
    assert sum(fonts.values()) <= 250_000


def test_time_for_four_scripts(export):
    """Returns the least of three runs, minus the cost of as many messages in plain ASCII."""
    plain = [word for word in LATIN if word.isascii()]
    chinese = ["".join(HAN[number * 8:number * 8 + 8]) for number in range(125)]
    texts = [text for row in zip(*(messages(words, " ", 125) for words in (LATIN, CYRILLIC, ARABIC)), chinese) for text in row]
    base = min(export("ascii", messages(plain, " "))[1] for _ in range(3))
    fonts, cost = min((export("scripts", texts) for _ in range(3)), key=lambda run: run[1])
    print(f"\nfonts of four scripts: {cost - base:.3f} s CPU beyond {base:.3f} s, {sum(fonts.values()):,} B {fonts}")
    assert cost - base <= 0.3
