"""Measuring what a page shows; the functions that run in it are in `measure.js`."""

from pathlib import Path

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def measure(page) -> list:
    """Every row with its parts and lines, once everything is rendered and has its fonts.

    A section far off screen asks for its fonts only when it is rendered.
    """
    page.evaluate(f"{MEASURE}.renderAll()")
    page.settle()
    return page.evaluate(f"{MEASURE}.measure()")


def plain(path) -> str:
    """The address of a page by itself, without the window that brings in other pages."""
    return path.as_uri() + "?plain"
