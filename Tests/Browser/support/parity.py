"""Sets the strings of the shared data in a browser, with the lines that the engine gave them.

`swift test --filter BrowserComparison` writes the engine's plans and its subset fonts. The page made of them has, for
each string, one block of the planned width that the browser breaks by itself, and one with the plan's lines. It uses the
pages' style sheet and line breaks, so the result applies to pages.
"""

import base64
import html
import json
import math
import os
import subprocess
from pathlib import Path

from public_files import style_sheet

ROOT = Path(__file__).resolve().parents[3]
BUNDLE = ROOT / ".build" / "debug" / "chatexportPackageTests.xctest"
STRINGS = ("text", "strings", "strings.json")
WIDTHS = [200, 300, 420, 0]

STYLE = """
html { font-size: 16px }
.rows { width: auto; font: 16px/20px f0 }
.rows p { margin: 0; overflow-wrap: anywhere; tab-size: 4 }
.rows p.lines { width: 9999px }
.e { font-size: 16px }
"""

# For each string: where the browser ends the lines by itself; for each planned line its width and the tops and bottoms
# of its runs, seen from the line; and the height of the planned lines together.
MEASURE = """() => {
  const range = new Range();
  const ends = box => {
    const result = [];
    let bottom = null, at = 0;
    const walk = node => {
      if (node.nodeType === Node.TEXT_NODE) {
        for (let i = 0; i < node.length; i++, at++) {
          range.setStart(node, i);
          range.setEnd(node, i + 1);
          const boxes = range.getClientRects();
          if (!boxes.length) continue;
          const low = boxes[boxes.length - 1].bottom;
          if (bottom !== null && low > bottom + 10) result.push(at);
          bottom = Math.max(bottom ?? low, low);
        }
      } else if (node.className === 'e') {
        const low = node.getBoundingClientRect().bottom;
        if (bottom !== null && low > bottom + 10) result.push(at);
        bottom = Math.max(bottom ?? low, low);
        at += +node.dataset.units;
      } else node.childNodes.forEach(walk);
    };
    walk(box);
    return result;
  };
  return [...document.querySelectorAll('.string')].map(string => {
    const own = string.querySelector('.own');
    const planned = string.querySelector('.lines');
    const top = planned.getBoundingClientRect().top;
    return [own ? ends(own) : null, [...planned.querySelectorAll('.line')].map((line, number) => {
      const runs = [...line.children].map(run => run.getBoundingClientRect()).filter(run => run.width > 0);
      return [line.getBoundingClientRect().width, [...new Set(runs.map(
        run => `${(run.top - top - 20 * number).toFixed(3)} ${(run.bottom - top - 20 * number).toFixed(3)}`))]];
    }), planned.getBoundingClientRect().height];
  });
}"""


class Comparison:
    """The plans, and pages made of them."""

    def __init__(self, strings: Path, folder: Path):
        self.folder = folder
        # `CHATEXPORT_SHARED` is where the strings were found, beside this checkout or elsewhere.
        environment = {**os.environ, "TEXT_COMPARISON": str(folder), "CHATEXPORT_SHARED": str(strings.parents[3])}
        command = ["swift", "test", "--skip-build", "--filter", "BrowserComparison"]
        result = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
        if result.returncode:
            raise RuntimeError(f"no plans; run `make debug` first\n{result.stdout}{result.stderr}")
        self.plans = json.loads((folder / "plans.json").read_text(encoding="utf-8"))
        self.faces = (folder / "faces.txt").read_text(encoding="utf-8")
        (folder / "chat.css").write_bytes(style_sheet())

    def page(self, width: int) -> Path:
        """The page for one of the widths."""
        parts = ["<!doctype html><meta charset=utf-8><link rel=stylesheet href=chat.css><style>", STYLE]
        for path in sorted(self.folder.glob("*.font")):
            data = base64.b64encode(path.read_bytes()).decode()
            parts.append(f"@font-face{{font-family:f{path.stem};src:url(data:font/otf;base64,{data})}}")
        parts.append("</style><main class=rows>")
        for plan in self.plans:
            direction = "rtl" if plan["isRightToLeft"] else "ltr"
            tags = f'dir={direction} lang="{plan["language"]}"'
            units = plan["text"].encode("utf-16-le")
            lines = plan["lines"][WIDTHS.index(width)]
            tabs = plan["tabs"][WIDTHS.index(width)]
            parts.append("<div class=string>")
            if width:
                parts.append(f'<p class=own style="width:{width}px" {tags}>{self.spans(plan, units, 0, len(units) // 2)}</p>')
            parts.append(f"<p class=lines {tags}>")
            for line, following in zip(lines, [*lines[1:], None]):
                content = self.spans(plan, units, line["start"], line["contentEnd"], tabs)
                if line["ending"] == "hyphen":
                    content += '<i class=h></i>'
                spaces = self.spans(plan, units, line["contentEnd"], line["end"], tabs)
                end = "<br>" if line["ending"] == "newline" else "<i></i>" if following else ""
                parts.append(f"<span class=line>{content}</span>{spaces}{end}")
            parts.append("</p></div>")
        path = self.folder / f"{width}.html"
        path.write_text("".join(parts), encoding="utf-8")
        return path

    @staticmethod
    def spans(plan: dict, units: bytes, start: int, end: int, tabs: list = ()) -> str:
        """Part of a text; its tabs are as wide as planned if their widths are given, otherwise the browser's."""
        parts, at, tab = [], 0, 0
        for run in plan["runs"]:
            tab += run["isTab"]
            first, last = max(at, start), min(run["end"], end)
            at = run["end"]
            if first >= last:
                continue
            text = html.escape(units[first * 2:last * 2].decode("utf-16-le"))
            if run["isEmoji"]:
                parts.append(f"<img class=e alt data-units={last - first}>")
            elif run["isTab"] and tabs:
                parts.append(f'<span class=tab style="--t:{math.ceil(tabs[tab - 1] * 625) / 10000}rem">\t</span>')
            else:
                kerning = ";font-kerning:none" if run["isUnkerned"] else ""
                parts.append(f'<span style="font-family:f{run["face"]}{kerning}">{text}</span>')
        return "".join(parts)
