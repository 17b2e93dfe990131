"""Accepted pictures of pages, compared with a small tolerance.

`GOLDEN=accept python3 -m pytest Tests/Browser/pages/test_pictures.py` accepts the current pictures; `git diff` is the review.
"""

import pytest

from conftest import EXAMPLE
from snapshots import GOLDENS, accept, accepting, difference, read_png, recorded_major
from window import READY

# The pictures depend on rasterisation, so a few pixels at the edges of letters may differ between machines.
ALLOWED_SHARE = 0.002

VIEWS = {
    "example-light": {"scheme": "light"},
    "example-dark": {"scheme": "dark"},
    "example-wide": {"scheme": "light", "width": 1280, "height": 800},
    "example-forced-colours": {"scheme": "light", "forced": True},
    "front-light": {"scheme": "light", "front": True},
}


@pytest.mark.parametrize("name", VIEWS)
def test_the_page_looks_as_accepted(example_site, chromium, name, tmp_path):
    view = VIEWS[name]
    with chromium.page(view.get("width", 390), view.get("height", 844)) as page:
        features = {"prefers_color_scheme": view["scheme"]}
        if view.get("forced"):
            features["forced_colors"] = "active"
        page.emulate(**features)
        page.goto(example_site.conversations[0] / "index.html" if view.get("front") else example_site.pages()[0])
        if not view.get("front"):
            page.wait_until(READY)
            page.settle()
        data = page.screenshot()
    if accepting():
        accept(f"{name}.png", data, chromium.major)
        return
    if recorded_major() != str(chromium.major):
        pytest.skip(f"the accepted pictures are of Chromium {recorded_major() or 'none'}, this is {chromium.major}")
    golden = GOLDENS / f"{name}.png"
    assert golden.is_file(), f"no accepted picture {golden.name}; accept one with GOLDEN=accept"
    found, expected = read_png(data), read_png(golden.read_bytes())
    different = difference(found, expected)
    if different > ALLOWED_SHARE * expected.width * expected.height:
        kept = GOLDENS.parent / "Failures"
        kept.mkdir(exist_ok=True)
        (kept / f"{name}.png").write_bytes(data)
        pytest.fail(f"{different} pixels differ; the picture is in {kept.relative_to(GOLDENS.parents[2])}")


def test_bubbles_drawn_by_rows_look_like_those_drawn_by_the_section(example_site, chromium):
    """In print a row draws its own bubble, which must match the screen's except for tails and edges."""
    with chromium.page() as page:
        page.goto(example_site.pages()[0])
        page.emulate("print")
        box = page.evaluate(
            "(() => { for (const row of document.querySelectorAll('article.in, article.out')) {"
            " const drawn = getComputedStyle(row, '::before'); if (drawn.content != 'none')"
            " return [drawn.position, drawn.inset, getComputedStyle(row).getPropertyValue('--b')] }"
            " return null })()")
        assert box is not None, "no row draws its bubble in print"
        hidden = page.evaluate(
            "[...document.querySelectorAll('main section > svg')].every(svg => getComputedStyle(svg).display == 'none')")
        assert hidden, "the section's drawing would stay behind when rows move apart in print"


def boxes_of_texts(page):
    """Left edge, top and bottom of the first text, or card, that went out, and of the first that came in."""
    return [page.evaluate(f"(() => {{ const box = document.querySelector('article.{side} p[data-box=text], article.{side} .card')"
                          ".getBoundingClientRect(); return [box.left, box.top, box.bottom].map(Math.round) })()")
            for side in ("out", "in")]


def test_bubbles_stay_with_their_texts_when_a_fold_is_open_on_a_large_screen(program, chromium, tmp_path):
    """With forced colours each row draws its own bubble behind its text, and no strip of the drawing is shown."""
    site = program.export(EXAMPLE.parent / "support.jsonl", tmp_path / "site")
    with chromium.page(1280, 800) as page:
        page.goto(site.pages()[0])
        page.wait_until(READY)
        page.settle()
        views = [(read_png(page.screenshot()), boxes_of_texts(page))]
        page.evaluate("document.querySelector('.rows details').open = true")
        page.settle()
        views.append((read_png(page.screenshot()), boxes_of_texts(page)))
        strips = page.evaluate("[...document.querySelectorAll('svg.strip')].map(strip => strip.getBoundingClientRect().width)")
    assert len(strips) > 2 and not any(strips)
    for side in (0, 1):
        colours = []
        for view, boxes in views:
            left, top, bottom = boxes[side]
            line = (top + bottom) // 2
            colours.append([bytes(view.rows[line][3 * x:3 * x + 3]) for x in (left - 6, left - 40)])
        assert colours[0] == colours[1] and colours[0][0] != colours[0][1]
