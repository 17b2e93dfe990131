#!/usr/bin/env python3
"""Takes pictures of exported pages to look at: `make screenshots`.

They go to .build/screenshots; pictures in the README go to docs/images, as do the pictures of the themes and of
`diff`.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "support"))

from chromium import Chromium  # noqa: E402
from conftest import BINARY, EXAMPLE, ROOT, SHARED, Program  # noqa: E402
from window import open_window, run  # noqa: E402

OUT = ROOT / ".build" / "screenshots"
IMAGES = ROOT / "docs" / "images"
THEMES = ("standard", "slate", "paper", "dense")
SIZES = {"phone": (390, 844), "desktop": (1280, 800)}
# Opens the search, and looks for words.
SEARCH = """
  document.querySelector('[data-act=search]').click();
  await until(() => document.querySelector('#search[open] input'));
  const field = document.querySelector('#search input');
  field.value = given[0];
  field.dispatchEvent(new Event('input', {bubbles: true}));
  await until(() => document.querySelectorAll('#search ol li').length > 2, 'hits');
  await frames(30);
"""


def take(browser, site, name: str) -> None:
    pages = site.pages()
    shots = {"first": pages[0], "last": pages[-1], "front": site.conversations[0] / "index.html",
             **{name: site.conversations[0] / f"{name}.html" for name in ("statistics", "gallery-1")
                if (site.conversations[0] / f"{name}.html").exists()}}
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            with browser.page(width, height) as page:
                page.emulate(prefers_color_scheme=scheme)
                for part, path in shots.items():
                    page.goto(path)
                    if part == "last":
                        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
                        page.settle()
                    page.screenshot(OUT / f"{name}-{part}-{size}-{scheme}.png")
    with browser.page() as page:
        page.goto(pages[0])
        page.pdf(OUT / f"{name}-print.pdf")
    if shutil.which("pdftoppm"):
        subprocess.run(
            ["pdftoppm", "-png", "-r", "60", "-l", "3", str(OUT / f"{name}-print.pdf"), str(OUT / f"{name}-print")],
            check=True)


def take_gallery(browser, sites: dict) -> None:
    """The pictures of docs/themes.md: the same messages in each theme, light and dark."""
    for theme, site in sites.items():
        for scheme in ("light", "dark"):
            with browser.page(430, 620) as page:
                page.emulate(prefers_color_scheme=scheme)
                page.goto(site.pages()[0])
                page.screenshot(IMAGES / f"theme-{theme}-{scheme}.png")


def take_reader(browser, site) -> None:
    """The pictures of the README: a search, the gallery and the overview of the example."""
    folder = site.conversations[0]
    with browser.page(390, 700) as page:
        page.resize(390, 700, scale=2)
        open_window(page, site.pages()[0])
        run(page, SEARCH, "lisbon")
        page.settle()
        page.screenshot(IMAGES / "search.png")
        for name, file in (("gallery", "gallery-1.html"), ("overview", "index.html")):
            page.goto(folder / file)
            page.screenshot(IMAGES / f"{name}.png")


def take_differences(browser, program) -> None:
    """The picture of docs/comparing.md: an edited copy of the example beside it."""
    chat = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    messages = {message["id"]: message for message in chat["messages"]}
    messages["59"]["text"] = messages["59"]["text"].replace("8 pm", "nine pm")
    messages["34"].setdefault("reactions", []).append({"emoji": "🔥", "by": ["kenji"]})
    chat["messages"].remove(messages["15"])
    folder = OUT / "differences"
    folder.mkdir()
    (folder / "media").symlink_to(EXAMPLE.parent / "media")
    (folder / "lisbon.json").write_text(json.dumps(chat, ensure_ascii=False), encoding="utf-8")
    program.run("diff", EXAMPLE, folder / "lisbon.json", "--html", folder / "pages")
    for size, (width, height) in SIZES.items():
        for scheme in ("light", "dark"):
            with browser.page(width, height) as page:
                page.emulate(prefers_color_scheme=scheme)
                page.goto(folder / "pages" / "index.html")
                page.screenshot(OUT / f"differences-{size}-{scheme}.png")
    with browser.page(900, 760) as page:
        page.goto(folder / "pages" / "index.html")
        page.screenshot(IMAGES / "differences.png")


def main() -> None:
    if not BINARY.is_file():
        sys.exit("the program is not built: run `make release`")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    program = Program(BINARY)
    with Chromium() as browser:
        site = program.export(EXAMPLE, OUT / "sites" / "example")
        take(browser, site, "example")
        IMAGES.mkdir(parents=True, exist_ok=True)
        themes = {theme: program.export(EXAMPLE, OUT / "sites" / theme, "--theme", theme) for theme in THEMES}
        for theme in THEMES[1:]:
            take(browser, themes[theme], theme)
        take_gallery(browser, themes)
        with browser.page(430, 860) as page:
            page.resize(430, 860, scale=2)
            page.goto(site.pages()[0])
            page.screenshot(IMAGES / "example.png")
        take_reader(browser, site)
        take_differences(browser, program)
        logs = SHARED / "chats" / "irc" / "moarvm"
        if logs.is_dir():
            take(browser, program.export(logs, OUT / "sites" / "moarvm", "--time-zone", "UTC"), "moarvm")
        else:
            print("SKIPPED: pictures of the IRC logs – ../shared/data not present")
    print(f"{len(list(OUT.glob('*.png')))} pictures in {OUT.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
