#!/usr/bin/env python3
"""Measures where Chromium may break a line between two printable ASCII characters.

Every pair of 0x21...0x7E is put into a box 1 px wide, in several contexts; the pair breaks if its second
character lies on another line. Prints Sources/TextLayout/ASCIIBreaks+Table.swift; run it again for a new
browser version and compare.

    python3 measure-ascii-breaks.py > ../../../Sources/TextLayout/ASCIIBreakTable.swift
"""
import json
import re
import subprocess
import sys
import tempfile

CHROMIUM = "chromium"
PAGE = """<!doctype html><meta charset=utf-8>
<style>div{width:1px;white-space:pre-wrap;overflow-wrap:normal;font:16px monospace}</style>
<body><script>
const contexts = CONTEXTS;
const out = [];
const box = document.createElement('div');
document.body.append(box);
function broken(text, at) {
  box.textContent = text;
  const r = document.createRange(), n = box.firstChild;
  r.setStart(n, at - 1); r.setEnd(n, at);
  const a = r.getClientRects()[0].top;
  r.setStart(n, at); r.setEnd(n, at + 1);
  const c = r.getClientRects();
  return c[c.length - 1].top > a ? '1' : '0';
}
for (const [before, after] of contexts) {
  let bits = '';
  for (let a = 0x21; a < 0x7F; a++) for (let b = 0x21; b < 0x7F; b++)
    bits += broken(before + String.fromCharCode(a, b) + after, before.length + 1);
  out.push(bits);
}
let hyphen = '';
for (let c = 0x20; c < 0x7F; c++)
  hyphen += broken('x' + String.fromCharCode(c) + '-1x', 3);
out.push(hyphen);
const pre = document.createElement('pre');
pre.id = 'out';
pre.textContent = 'BEGIN' + JSON.stringify(out) + 'END';
document.body.replaceChildren(pre);
</script>"""


def measured(contexts):
    with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
        page.write(PAGE.replace("CONTEXTS", json.dumps(contexts)))
        page.flush()
        dom = subprocess.run(
            [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--timeout=120000", "--dump-dom", "file://" + page.name],
            capture_output=True, text=True, check=True).stdout
    return json.loads(re.search(r"BEGIN(.*?)END", dom, re.S).group(1))


def main():
    version = re.search(r"\d+\.[\d.]+", subprocess.run(
        [CHROMIUM, "--version"], capture_output=True, text=True).stdout).group(0)
    contexts = [["x", "x"], ["1", "1"], ["x ", " x"], ["(", ")"], ["x", "1"], ["1", "x"], ["-", "-"]]
    *tables, hyphen = measured(contexts)
    base = tables[0]
    for context, table in zip(contexts, tables):
        differing = {}
        for i, (p, q) in enumerate(zip(base, table)):
            if p != q:
                differing.setdefault(chr(0x21 + i // 94), []).append(chr(0x21 + i % 94))
        print(f"context {context}: differs from the first in {differing}", file=sys.stderr)
    allowing = "".join(chr(0x20 + i) for i, bit in enumerate(hyphen) if bit == "1")
    print(f"a hyphen before a digit breaks after: {allowing!r}", file=sys.stderr)
    rows = []
    for row in range(94):
        bits = base[row * 94:(row + 1) * 94]
        value = sum(1 << i for i, bit in enumerate(bits) if bit == "1")
        rows.append((value & (1 << 64) - 1, value >> 64))
    print(f"""/// Where a line may break between two printable ASCII characters, as measured in Chromium {version}.
///
/// Made by `Tests/TextLayoutTests/Tools/measure-ascii-breaks.py`. Row: the character before, from `!`; bit: the
/// character after, from `!`, in two words of 64. A hyphen before a digit depends on what stands before the
/// hyphen; ``ASCIIBreaks`` decides that pair by itself.
enum ASCIIBreakTable {{
  static let rows: [(UInt64, UInt64)] = [""")
    for row, (low, high) in enumerate(rows):
        print(f"    (0x{low:016x}, 0x{high:08x}),  // {chr(0x21 + row)}")
    print("  ]\n}")


main()
