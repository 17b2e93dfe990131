"""Printing a range of days: exactly its messages, in order, each once."""

import re
import shutil
import subprocess

import pytest

from public_files import script
from window import READY, run

# Replaces the browser's print dialog: records the call and waits.
INSTEAD = "\nwindow.print = () => { document.documentElement.dataset.prints = Number(document.documentElement.dataset.prints ?? 0) + 1 };\n"

PRINT = """
const [first, last] = document.querySelectorAll('#print input'), root = document.documentElement;
[first.value, last.value] = given;
root.dataset.prints = 0;
document.querySelector('#print button').click();
const told = document.querySelector('#print [role=status]');
await until(() => root.dataset.prints > 0 || told.textContent === told.dataset.failed, 'printed');
"""
SEEN = "return [...document.querySelectorAll('#paper article')].map(row => Number(row.dataset.i))"


@pytest.fixture(scope="module")
def site(program, generate, tmp_path_factory):
    public = tmp_path_factory.mktemp("public")
    (public / "print.js").write_text(script("print") + INSTEAD, encoding="utf-8")
    return program.export(generate(10_000, 1), tmp_path_factory.mktemp("print") / "site", "--public", public, "--page-size", "50", "--time-zone", "UTC")


def days_of(site) -> list:
    """The day of each message, by the headings of all pages."""
    days, day = [], None
    for path in site.pages():
        for kind, value in re.findall(r'<(h2|article)[^>]*?(?:data-day|data-i)="([^"]+)"', path.read_text(encoding="utf-8")):
            if kind == "h2":
                day = value
            else:
                days.append(day)
    return days


def test_a_range_of_days_is_gathered_once_and_in_order(browser, site):
    days = days_of(site)
    assert len(days) == 10_000 and all(days)
    browser.goto(site.conversations[0] / "index.html")
    for first, last in [(days[4000], days[4100]), (days[9900], ""), ("", days[60]), (days[777], days[777]), ("2001-01-01", "2001-12-31")]:
        seen = run(browser, PRINT + SEEN, first, last)
        assert seen == [index for index, day in enumerate(days) if (first or "0") <= day <= (last or "9")], (first, last)
    # A day heading belongs to messages that are there.
    run(browser, PRINT, days[4000], days[4100])
    assert run(browser, "return [...document.querySelectorAll('#paper .day')].map(day => day.dataset.day)") == sorted(
        {day for day in days if days[4000] <= day <= days[4100]})
    run(browser, "dispatchEvent(new Event('afterprint')); await frames(2)")
    assert run(browser, SEEN) == []


def test_only_what_was_gathered_is_on_paper(page, site, tmp_path):
    days = days_of(site)
    page.goto(site.conversations[0] / "index.html")
    assert page.evaluate("getComputedStyle(document.querySelector('#paper')).visibility") == "hidden"
    seen = run(page, PRINT + SEEN, days[4000], days[4100])
    page.pdf(tmp_path / "range.pdf")
    sheets = len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "range.pdf").read_bytes()))
    assert len(seen) / 25 < sheets < len(seen)
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", "-raw", tmp_path / "range.pdf", "-"], capture_output=True, text=True, check=True).stdout
        numbers, texts = zip(*(sheet.partition("\n")[::2] for sheet in text.split("\f") if sheet))
        assert numbers == tuple(f"{number} / {sheets}" for number in range(1, sheets + 1))
        text = "\n".join(texts)
        words = re.sub(r"\s", "", text)
        assert words.startswith("Generatedconversation") and "Innumbers" not in words
        expected = run(page, "return [...document.querySelectorAll('#paper article')].filter(row => row.querySelector('time')).length")
        assert len(re.findall(r"\d\d:\d\d", text)) >= expected


@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_is_printed_in_one_column_as_wide_as_the_paper(chromium, example_site, tmp_path, width):
    """The messages in the document of an opened page, as the browser's own command prints them."""
    with chromium.page(width, 844) as page:
        page.goto(example_site.pages()[0])
        page.wait_until(READY)
        run(page, "await document.fonts.ready")
        page.pdf(tmp_path / "page.pdf")
        page.send("Emulation.setEmulatedMedia", {"media": "print"})
        seen = run(page, """
          const {right} = document.querySelector('.rows').getBoundingClientRect();
          const boxOf = row => { const {top, bottom} = row.getBoundingClientRect(); return [top, bottom] };
          const texts = [...document.querySelectorAll('article.out:not(.bare) > p')].map(text => text.getBoundingClientRect().right);
          const boxes = [...document.querySelectorAll('main article, main .day')].map(boxOf);
          return [right / scale(), Math.max(...texts) / scale(), boxes.filter(([top], index) => index && top < boxes[index - 1][1] - 1).length];
        """)
        page.send("Emulation.setEmulatedMedia", {"media": ""})
    assert seen[0] > width and seen[0] - 45 < seen[1] <= seen[0] and seen[2] == 0
    sheets = len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "page.pdf").read_bytes()))
    assert sheets <= 11, "13 in the layout of phones"
    if shutil.which("pdftotext"):
        text = subprocess.run(["pdftotext", "-raw", tmp_path / "page.pdf", "-"], capture_output=True, text=True, check=True).stdout
        assert [sheet.partition("\n")[0] for sheet in text.split("\f") if sheet] == [f"{number} / {sheets}" for number in range(1, sheets + 1)]


def test_a_page_that_is_missing_is_told_and_nothing_is_printed(page, site, tmp_path):
    shutil.copytree(site.folder, tmp_path / "site", ignore=shutil.ignore_patterns("80.html"))
    page.goto(tmp_path / "site" / site.conversations[0].name / "index.html")
    days = days_of(site)
    run(page, PRINT, days[3900], days[4050])
    assert page.evaluate("document.documentElement.dataset.prints") == "0"
    assert page.evaluate("document.querySelector('#print [role=status]').textContent") == "Not all pages could be read"


def test_without_script_nothing_offers_to_print(page, site):
    page.disable_script()
    page.goto(site.conversations[0] / "index.html")
    assert page.evaluate("getComputedStyle(document.querySelector('#print')).display") == "none"
    page.disable_script(False)
