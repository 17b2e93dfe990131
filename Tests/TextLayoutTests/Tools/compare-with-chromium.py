#!/usr/bin/env python3
"""Compares the engine's lines and widths with Chromium's, string by string, at 16 px in 300 px.

    python3 compare-with-chromium.py ../shared/data/text/strings/strings.json

Run from the package's root after `swift build --build-tests`. Lines: the places where Chromium wraps the same runs.
Widths: each of the engine's lines set in Chromium.
"""
import base64
import collections
import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

STYLE = """
body{margin:0;font:16px/20px c0;font-kerning:normal;text-spacing-trim:space-all;text-autospace:no-autospace;
font-synthesis:none;text-rendering:geometricPrecision}
.b{width:300px;white-space:pre-wrap;overflow-wrap:anywhere}
.w{white-space:pre;display:table}
.w>div{white-space:pre;width:max-content}
i{display:inline-block;width:1.25em;height:1em}
"""
SCRIPT = """
document.fonts.ready.then(() => {
  const out = [];
  for (const box of document.querySelectorAll('.b')) {
    const ends = [];
    let top = null, at = 0;
    const range = document.createRange();
    const leaves = [];
    (function walk(n) {
      if (n.nodeType == 3) leaves.push(n);
      else if (n.tagName == 'I') leaves.push(n);
      else n.childNodes.forEach(walk);
    })(box);
    for (const leaf of leaves) {
      if (leaf.nodeType != 3) {
        const t = leaf.getBoundingClientRect().bottom;
        if (top !== null && t > top + 10) ends.push(at);
        top = t;
        at += +leaf.dataset.n;
        continue;
      }
      for (let i = 0; i < leaf.length; i++, at++) {
        range.setStart(leaf, i); range.setEnd(leaf, i + 1);
        const rects = range.getClientRects();
        if (!rects.length) continue;
        const t = rects[rects.length - 1].bottom;
        if (top !== null && t > top + 10) ends.push(at);
        top = Math.max(top ?? t, t);
      }
    }
    const widths = [...box.nextSibling.children].map(l => Math.round(l.getBoundingClientRect().width * 64));
    out.push([ends, widths]);
  }
  document.body.textContent = 'BEGIN' + JSON.stringify(out) + 'END';
});
"""


def spans(runs):
    parts = []
    for run in runs:
        if run["isEmoji"]:
            parts.append(f'<i data-n={len(run["text"].encode("utf-16-le")) // 2}></i>')
        else:
            parts.append(f'<span style="font-family:c{run["face"]}">{html.escape(run["text"])}</span>')
    return "".join(parts)


def main():
    folder = tempfile.mkdtemp()
    shutil.copy(sys.argv[1], folder + "/strings.json")
    environment = dict(os.environ, TEXT_COMPARISON=folder)
    command = ["swift", "test", "--skip-build", "--filter", "BrowserComparison"]
    log = subprocess.run(command, env=environment, capture_output=True, text=True)
    print("\n".join(line for line in log.stdout.splitlines() if line.startswith(("face", "missing"))))
    plans = json.load(open(folder + "/plans.json"))
    page = ["<!doctype html><meta charset=utf-8><style>", STYLE]
    for name in os.listdir(folder):
        if name.endswith(".font"):
            data = base64.b64encode(open(f"{folder}/{name}", "rb").read()).decode()
            page.append(f"@font-face{{font-family:c{name[:-5]};src:url(data:font/otf;base64,{data})}}")
    page.append("</style><body>")
    for plan in plans:
        direction = "rtl" if plan["isRightToLeft"] else "ltr"
        lines = "".join(f"<div>{spans(line['runs'])}</div>" for line in plan["lines"])
        page.append(f'<div class=b dir={direction}>{spans(plan["runs"])}</div><div class=w dir={direction}>{lines}</div>')
    page.append(f"<script>{SCRIPT}</script>")
    open(folder + "/page.html", "w").write("".join(page))
    dom = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=600000", "--dump-dom",
         "file://" + folder + "/page.html"], capture_output=True, text=True).stdout
    results = json.loads(re.search(r"BEGIN(.*?)END", dom, re.S).group(1))
    report(plans, results)


def report(plans, results):
    table = collections.defaultdict(collections.Counter)
    examples = []
    for plan, (ends, widths) in zip(plans, results):
        ours = [line["end"] for line in plan["lines"][:-1]]
        for row in (table[plan["script"]], table["all"]):
            row["strings"] += 1
            row["same breaks"] += ours == ends
            for line, width in zip(plan["lines"], widths):
                off = abs(line["width"] - width)
                row["lines"] += 1
                row["same"] += off == 0
                row["within 1"] += off <= 1
                row["within 32"] += off <= 32
        off = max((abs(line["width"] - width) for line, width in zip(plan["lines"], widths)), default=0)
        if ours != ends or off > 1:
            examples.append((plan["id"], plan["script"], ours, ends, off, [line["content"] for line in plan["lines"]]))
    print(f"{'':12} strings  same breaks   lines  same width  ≤1/64 px  ≤1/2 px")
    for name, row in sorted(table.items()):
        share = lambda key, of: f"{100 * row[key] / max(1, row[of]):8.2f} %"
        print(f"{name:12} {row['strings']:7}  {share('same breaks', 'strings')} {row['lines']:8} {share('same', 'lines')}"
              f" {share('within 1', 'lines')} {share('within 32', 'lines')}")
    with open("/tmp/comparison-examples.txt", "w") as file:
        for example in examples:
            print(*example, file=file)


main()
