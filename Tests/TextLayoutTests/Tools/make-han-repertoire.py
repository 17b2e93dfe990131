#!/usr/bin/env python3
"""Prints Sources/Fonts/Language/HanRepertoire+Table.swift: which national character sets have each ideograph.

The sets are those of Python's codecs: JIS X 0208, KS X 1001, GB 2312, Big5, and Big5 with the Hong Kong supplement.

    python3 make-han-repertoire.py > ../../../Sources/Fonts/Language/HanRepertoire+Table.swift
"""

# In the order of `EastAsianLanguage`, the first in the lowest bit.
SETS = ["iso2022_jp", "euc_kr", "gb2312", "big5", "big5hkscs"]
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
HEAD = """/// The table of ``HanRepertoire``, made by `Tests/TextLayoutTests/Tools/make-han-repertoire.py`.
extension HanRepertoire {
  /// A digit in base 32 for each of U+4E00…U+9FFF: the bit of each ``EastAsianLanguage`` whose national set has the ideograph
  /// (JIS X 0208, KS X 1001, GB 2312, Big5, Big5 with HKSCS).
  static let table: StaticString = \"\"\""""


def has(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
        return True
    except UnicodeEncodeError:
        return False


digits = "".join(DIGITS[sum(has(chr(value), name) << bit for bit, name in enumerate(SETS))]
                 for value in range(0x4E00, 0xA000))
print(HEAD)
for start in range(0, len(digits), 104):
    print("    " + digits[start:start + 104] + ("\\" if start + 104 < len(digits) else ""))
print('    """\n}')
