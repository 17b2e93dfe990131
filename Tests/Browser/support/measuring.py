"""Measures a page in a browser, with the functions of `measure.js`."""

from pathlib import Path

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def measure(page) -> list:
    """Returns every row with its items and lines, once everything is rendered and fonts are loaded.

    A section far off screen asks for its fonts only when it is rendered.
    """
    page.evaluate(f"{MEASURE}.renderAll()")
    page.settle()
    return page.evaluate(f"{MEASURE}.measure()")


def plain(path) -> str:
    """Returns the address of a page alone, without the scrolling column that adds other pages."""
    return path.as_uri() + "?plain"
