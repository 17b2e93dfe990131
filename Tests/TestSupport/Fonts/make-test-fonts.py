#!/usr/bin/env python3
"""Makes the fonts of this folder; needs fontTools and Debian's fonts-noto-core, -cjk, -color-emoji and fonts-inter-variable.

    python3 make-test-fonts.py
"""
import os

from fontTools import subset
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

HERE = os.path.dirname(os.path.abspath(__file__))
NOTO = "/usr/share/fonts/truetype/noto/"
INTER = "/usr/share/fonts/truetype/inter-vf/Inter-roman.var.ttf"
CJK = "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"

COMMON = [0x20, 0xA0, 0x200C, 0x200D, 0x25CC]
HAN = (
    "一二三四五六七八九十百千万円年月日時分今昨明毎週春夏秋冬朝昼夜天気雨雪風人男女子供友達家族父母兄弟姉妹"
    "私君彼何誰会社学校先生学生電話手紙写真映画音楽本店駅道車飛行機旅行東京都大阪京都日本中国語英文字漢我们"
    "你他她是的在有不了这那就和说要去来看吃喝好多少大小新旧高低長短早遅元気楽思言書読見聞食飲買売作使待持行出"
    "入帰始終開閉上下左右前後内外間国地水火木金土山川海空花犬猫魚鳥米茶酒肉野菜果物色赤青白黒汉字话语们这么样"
)
EMOJI = ["😀", "🎉", "👍", "👍🏽", "❤️", "👨‍👩‍👧", "🏳️‍🌈", "🇩🇪", "1️⃣", "☺️", "🔥"]


def cut(source, target, scalars, index=0, layout="*"):
    options = subset.Options()
    options.font_number = index
    options.layout_features = [layout]
    options.hinting = False
    options.name_IDs = ["*"]
    options.notdef_outline = True
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=scalars)
    subsetter.subset(font)
    subset.save_font(font, os.path.join(HERE, target), options)


def one_em():
    """Every glyph is one em wide, so that a line's width is the number of its letters."""
    scalars = list(range(0x20, 0x7F)) + [0xA0, 0xAD, 0xE9, 0x2026, 0x2060, 0x200B]
    scalars += list(range(0x5D0, 0x5EB)) + [ord(c) for c in "一二三四五六七八九十日本語中文。、「」あいうアイウ"]
    names = [".notdef"] + [f"u{scalar:04X}" for scalar in scalars]
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0)); pen.lineTo((100, 700)); pen.lineTo((900, 700)); pen.lineTo((900, 0)); pen.closePath()
    box, empty = pen.glyph(), TTGlyphPen(None).glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({scalar: f"u{scalar:04X}" for scalar in scalars})
    builder.setupGlyf({name: empty if name in ("u0020", "u00A0") else box for name in names})
    builder.setupHorizontalMetrics({name: (1000, 0) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "One Em", "styleName": "Regular", "psName": "OneEm-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, fsType=0)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    builder.save(os.path.join(HERE, "one-em.ttf"))


def boxes(scalars, name):
    """A font of boxes one em wide, for the given characters."""
    names = [".notdef"] + [f"u{scalar:04X}" for scalar in scalars]
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0)); pen.lineTo((100, 700)); pen.lineTo((900, 700)); pen.lineTo((900, 0)); pen.closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({scalar: f"u{scalar:04X}" for scalar in scalars})
    builder.setupGlyf({name: pen.glyph() for name in names})
    builder.setupHorizontalMetrics({name: (500 if name == ".notdef" else 1000, 100) for name in names})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": name, "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200, fsType=0)
    builder.setupPost()
    builder.font["head"].created = builder.font["head"].modified = 0
    return builder


def variable():
    """Capital letters of a variable Inter at the code points of Shavian letters, which no other font here has."""
    cut(INTER, "Variable[wght].ttf", [ord(c) for c in "HAMBURG"], layout="kern")
    path = os.path.join(HERE, "Variable[wght].ttf")
    font = TTFont(path)
    table = CmapSubtable.newSubtable(12)
    table.platformID, table.platEncID, table.language = 3, 10, 0
    table.cmap = {0x10450 + number: name for number, (_, name) in enumerate(sorted(font.getBestCmap().items()))}
    font["cmap"].tables = [table]
    for name in font["name"].names:
        name.string = "Variable"
    font.save(path)


def collection():
    """Two faces in one file: Old Italic letters, and Ugaritic ones."""
    fonts = TTCollection()
    fonts.fonts = [boxes(range(0x10300, 0x1031F), "First").font, boxes(range(0x10380, 0x1039E), "Second").font]
    fonts.save(os.path.join(HERE, "Collection.ttc"))


def main():
    one_em()
    variable()
    collection()
    cut(NOTO + "NotoSansHebrew-Regular.ttf", "NotoSansHebrew-Regular.ttf", COMMON + list(range(0x591, 0x5F5)))
    arabic = [0x60C, 0x61B, 0x61F, *range(0x620, 0x656), *range(0x660, 0x66E), 0x670, 0x671, 0x67E, 0x686, 0x698,
              0x6A9, 0x6AF, 0x6CC, *range(0x6F0, 0x6FA)]
    cut(NOTO + "NotoSansArabic-Regular.ttf", "NotoSansArabic-Regular.ttf", COMMON + arabic)
    cut(NOTO + "NotoSansDevanagari-Regular.ttf", "NotoSansDevanagari-Regular.ttf", COMMON + list(range(0x900, 0x980)))
    cut(NOTO + "NotoSansThai-Regular.ttf", "NotoSansThai-Regular.ttf", COMMON + list(range(0xE00, 0xE5C)))
    cut(CJK, "NotoSansCJKjp-Regular.otf",
        [*range(0x3000, 0x3100), *range(0xFF01, 0xFF60), *map(ord, HAN)], index=0)
    cut(NOTO + "NotoColorEmoji.ttf", "NotoColorEmoji.ttf", sorted({ord(c) for e in EMOJI for c in e}))


main()
