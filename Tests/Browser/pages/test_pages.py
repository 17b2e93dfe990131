"""Browsers show the plan: every item at its position, every line as wide as measured."""

from pathlib import Path
from typing import NamedTuple

import pytest

from chromium import Chromium
from conftest import ROOT, opened_window
from measuring import MEASURE, measure, plain
from site_model import anchor

# Chromium lays out on 1/64 px and the writer rounds once, so a position may be one step off; Firefox uses 1/60 px.
PLACE = {"chromium": 1 / 64 + 0.001, "firefox": 1 / 60 + 1 / 64 + 0.001}
LINE_WIDTH = 0.5
# The font size of code, in px.
CODE_SIZE = 13
# All faces of a line share its box.
TEXT_HEIGHT = 0.05
# Slack of a text box beyond its lines, for machines whose hinting widens text.
SLACK = 16.0
BLOCKS = ROOT / "Tests" / "Browser" / "Fixtures" / "blocks.json"
CONTROLS = ROOT / "Tests" / "Browser" / "Fixtures" / "controls.json"


@pytest.fixture(params=["example", "group", "controls", "blocks"])
def chat(request):
    """A site and its plan."""
    return request.getfixturevalue(f"{request.param}_site"), request.getfixturevalue(f"{request.param}_plan")


@pytest.fixture(params=["chromium", "firefox", "chromium without script"])
def phone(request, window_size):
    """A browser, also one that runs no scripts: (name, page)."""
    name = request.param.split()[0]
    with opened_window(request, name, window_size) as page:
        if "without" in request.param:
            page.disable_script()
        yield name, page


@pytest.fixture(scope="session")
def controls_site(program):
    """Texts with control characters and line separators, which pages show as pictures."""
    return program.shared_site(CONTROLS)


@pytest.fixture(scope="session")
def controls_plan(program):
    return program.plan(CONTROLS)


@pytest.fixture(scope="session")
def blocks_site(program):
    """Lists with long numbers, deep ones, and lists and quotations that run from right to left."""
    return program.shared_site(BLOCKS)


@pytest.fixture(scope="session")
def blocks_plan(program):
    return program.plan(BLOCKS)


class Shown(NamedTuple):
    """A page as a browser shows it."""
    path: Path
    # Classes of the root once everything is loaded.
    classes: str
    # Rows with their items and lines.
    rows: list
    sections: list
    # Bubbles of the drawings, by sections; and the rows' own ones.
    bubbles: list
    own_bubbles: list
    # Number of drawings to be seen.
    drawings: int


# The box of each row's own bubble, which may reach out of it for a tail.
OWN_BUBBLES = """[...document.querySelectorAll('article[data-i]')].map(row => {
  const drawn = getComputedStyle(row, '::before'), number = name => parseFloat(drawn[name]);
  if (drawn.content === 'none') return [row.id, null];
  return [row.id, [number('left'), number('top'), number('width') + number('marginLeft') + number('marginRight'),
                   number('height') + number('marginTop') + number('marginBottom')]];
})"""
DRAWINGS = "[...document.querySelectorAll('section > svg')].filter(svg => svg.checkVisibility()).length"
SHOWN = {}


def shown_pages(page, site, name) -> list:
    """The pages of a conversation in a browser, loaded once for all tests that only look."""
    key = (name, getattr(page, "script_disabled", False), site.folder, page.evaluate("innerWidth"))
    if key not in SHOWN:
        SHOWN[key] = [shown(page, path) for path in site.pages()]
    return SHOWN[key]


def shown(page, path) -> Shown:
    page.goto(plain(path))
    classes = page.evaluate("document.documentElement.className")
    own, drawings = page.evaluate(OWN_BUBBLES), page.evaluate(DRAWINGS)
    rows = measure(page)
    return Shown(path, classes, rows, page.evaluate(f"{MEASURE}.sections()"), page.evaluate(f"{MEASURE}.bubbles()"), own, drawings)


def measured_pages(page, site, name):
    """The rows of each page as the browser shows them, with the page's number."""
    return [(number, shown.rows) for number, shown in enumerate(shown_pages(page, site, name), 1)]


def report(problems: list) -> None:
    assert not problems, f"{len(problems)} differ from the plan, first:\n" + "\n".join(problems[:12])


def test_the_laid_out_lines_hold(chat, phone):
    """The page's script lets text flow freely when lines do not fit; with ordinary settings they all do."""
    site, _ = chat
    name, page = phone
    for shown in shown_pages(page, site, name):
        assert "flow" not in shown.classes, shown.path.name
    page.goto(plain(site.conversations[0] / "index.html"))
    assert "flow" not in page.evaluate("document.documentElement.className")


def test_every_row_is_there_in_order_and_as_high_as_planned(chat, phone):
    site, plan = chat
    name, page = phone
    problems = []
    assert len(site.pages()) == plan.page_count
    for number, rows in measured_pages(page, site, name):
        planned = plan.page(number)
        assert len(rows) == len(planned), f"page {number}: {len(rows)} rows, planned {len(planned)}"
        for row, expected in zip(rows, planned):
            where = f"page {number}, {expected['kind']} {expected.get('id')}"
            if expected["kind"] != "day":
                if row["id"] != anchor(expected["id"]) or row["index"] != str(expected["index"]):
                    problems.append(f"{where}: found #{row['id']} data-i={row['index']}")
            if abs(row["height"] - expected["height"]) > PLACE[name]:
                problems.append(f"{where}: height {row['height']}, planned {expected['height']}")
            top = row["y"] - rows[0]["y"]
            if abs(top - (expected["y"] - planned[0]["y"])) > (0.002 if name == "chromium" else 0.5):
                problems.append(f"{where}: y {top}, planned {expected['y'] - planned[0]['y']}")
    report(problems)


def test_row_1_every_part_is_at_its_planned_position(chat, phone):
    site, plan = chat
    name, page = phone
    near = PLACE[name]
    problems, compared = [], 0
    for number, rows in measured_pages(page, site, name):
        for row, expected in zip(rows, plan.page(number)):
            found = {box["box"]: box for box in row["boxes"]}
            for item in expected["items"]:
                where = f"page {number}, {expected.get('id')} {item['box']}"
                box = found.pop(item["box"], None)
                if box is None:
                    # Bubbles are drawn by the section's SVG, which has its own test.
                    if not item["box"].startswith("bubble"):
                        problems.append(f"{where}: not on the page")
                    continue
                compared += 1
                x, y, width, height = box["rect"]
                if item.get("lines"):
                    # A text box may have slack or fit its line; positions of lines are checked separately.
                    before, after = item["x"] - x, x + width - item["x"] - item["width"]
                    sideways = -near <= before <= SLACK and -LINE_WIDTH <= after <= SLACK
                    high = abs(height - item["height"]) <= TEXT_HEIGHT * len(item["lines"])
                else:
                    sideways = abs(x - item["x"]) <= near and abs(width - item["width"]) <= near
                    high = abs(height - item["height"]) <= near
                if not sideways or not high or abs(y - item["y"]) > near:
                    problems.append(f"{where}: {box['rect']}, planned "
                                    f"{[item['x'], item['y'], item['width'], item['height']]}")
            problems += [f"page {number}, {expected.get('id')}: {name} is not in the plan" for name in found]
    assert compared > 0
    report(problems)


def test_row_1_every_line_is_as_wide_as_measured_and_not_broken_again(chat, phone):
    site, plan = chat
    name, page = phone
    problems, far, exact, count = [], [], 0, 0
    for number, rows in measured_pages(page, site, name):
        for row, expected in zip(rows, plan.page(number)):
            found = {box["box"]: box for box in row["boxes"]}
            for item in expected["items"]:
                if not item.get("lines") or item["box"] not in found:
                    continue
                where = f"page {number}, {expected.get('id')} {item['box']}"
                lines = found[item["box"]]["lines"]
                if [line["text"].rstrip() for line in lines] != [line["text"].rstrip() for line in item["lines"]]:
                    problems.append(f"{where}: lines {[line['text'] for line in lines]}, planned "
                                    f"{[line['text'] for line in item['lines']]}")
                    continue
                before = "newline"
                for line, planned in zip(lines, item["lines"]):
                    # Code that wraps goes on two columns further right.
                    if item["role"] == "code" and before != "newline":
                        line["x"] -= 1.2 * CODE_SIZE
                    before = planned["ending"]
                    count += 1
                    error = abs(line["width"] - planned["width"])
                    exact += error <= 1 / 64 + 0.001
                    if error > LINE_WIDTH:
                        far.append(f"{where}: {line['text']!r} is {line['width']:.3f} wide, "
                                   f"planned {planned['width']}")
                    if abs(error_of_start(line, item, found[item["box"]]["align"])) > LINE_WIDTH:
                        problems.append(f"{where}: {line['text']!r} starts at {line['x']:.3f}, the part at {item['x']}")
                    if line["wrapped"]:
                        problems.append(f"{where}: the browser broke {line['text']!r} again")
    report(problems)
    assert count > 0
    if name == "chromium":
        report(far)
        # In wide columns Chromium rounds one line of ideographs in five to the next 1/64 px.
        assert exact >= 0.978 * count, f"only {exact} of {count} lines within 1/64 px"
    else:
        # Firefox rounds every glyph to 1/60 px, so long lines of many glyphs may drift further.
        assert len(far) <= 0.005 * count, f"{len(far)} of {count} lines, first:\n" + "\n".join(far[:12])


def error_of_start(line: dict, item: dict, align: str) -> float:
    """Returns the distance of a line from the starting edge of its item, or from the middle if it is centred."""
    if line["width"] == 0:
        return 0
    if align == "center":
        return line["x"] + line["width"] / 2 - item["x"] - item["width"] / 2
    if item["direction"] == "rtl":
        return line["x"] + line["width"] - item["x"] - item["width"]
    return line["x"] - item["x"]


def test_row_1_every_bubble_is_drawn_at_its_planned_position(chat, page):
    site, plan = chat
    problems, compared = [], 0
    for number, shown in enumerate(shown_pages(page, site, "chromium"), 1):
        drawn = [box for section in shown.bubbles for box in section]
        planned = [(row, found, item) for row, found in zip(plan.page(number), shown.rows) for item in row["items"]
                   if item["box"].startswith("bubble")]
        assert len(drawn) == len(planned), f"page {number}: {len(drawn)} drawn, {len(planned)} planned"
        # Paths may be grouped by colour, so both are compared from top to bottom.
        drawn.sort(key=lambda box: (box[1] + box[3] / 2))
        planned.sort(key=lambda entry: entry[1]["y"] + entry[2]["y"] + entry[2]["height"] / 2)
        for (x, y, width, height), (row, found, item) in zip(drawn, planned):
            compared += 1
            x -= found["x"]
            top = found["y"]
            inside = x <= item["x"] + 0.05 and x + width >= item["x"] + item["width"] - 0.05
            one_side = min(abs(x - item["x"]), abs(x + width - item["x"] - item["width"])) < 0.05
            if abs(y - top - item["y"]) > 0.05 or abs(height - item["height"]) > 0.05 or not inside or not one_side:
                problems.append(f"page {number}, {row.get('id')}: drawn {[x, y - top, width, height]}, planned "
                                f"{[item['x'], item['y'], item['width'], item['height']]}")
    assert compared > 0
    report(problems)


def test_row_16_no_two_bubbles_overlap(chat, page):
    site, _ = chat
    for shown in shown_pages(page, site, "chromium"):
        boxes = sorted((box for section in shown.bubbles for box in section), key=lambda box: box[1])
        for above, below in zip(boxes, boxes[1:]):
            assert above[1] + above[3] <= below[1] + 0.05, f"{shown.path.name}: {above} and {below}"


def test_sections_are_exactly_as_high_as_their_rows_and_say_so(chat, page):
    site, _ = chat
    for shown in shown_pages(page, site, "chromium"):
        assert shown.sections
        for section in shown.sections:
            assert section["height"] == pytest.approx(section["rows"], abs=0.01), f"{shown.path.name}: {section}"
            intrinsic = float(section["intrinsic"].replace("auto", "").strip().removesuffix("px"))
            assert intrinsic == pytest.approx(section["height"], abs=0.02), f"{shown.path.name}: {section}"
            assert section["count"] <= 25
        for above, below in zip(shown.sections, shown.sections[1:]):
            assert above["top"] + above["height"] == pytest.approx(below["top"], abs=0.02)
                # A day's heading carries the index of the message after it.
            assert int(above["last"]) <= int(below["first"])


def test_the_page_s_height_does_not_depend_on_what_has_been_scrolled_into_view_or_on_fonts(chat, chromium):
    site, _ = chat
    with chromium.page() as page:
        # The window is as high as all pages.
        page.disable_script()
        for path in site.pages():
            page.goto(plain(path), settled=False)
            height = "document.documentElement.scrollHeight"
            at_load = page.evaluate(height)
            page.settle()
            assert page.evaluate(height) == at_load
            page.evaluate(f"{MEASURE}.renderAll()")
            assert page.evaluate(height) == at_load


@pytest.mark.parametrize("scrollbars", [False, True], ids=["overlay bars", "classic bars"])
def test_nothing_reaches_beyond_the_side_of_the_page(chat, chromium, scrollbars):
    site, _ = chat
    with chromium.page(scrollbars=scrollbars) as page:
        page.goto(plain(site.pages()[0]))
        for width in [*range(320, 471, 10), 600, 800, 1280, 1920]:
            page.resize(width, 844)
            assert page.evaluate(f"{MEASURE}.overflow()") == {"scroll": 0, "body": 0}, f"at {width} px"
        page.goto(site.conversations[0] / "index.html")
        for width in (320, 390, 470, 1280):
            page.resize(width, 844)
            assert page.evaluate(f"{MEASURE}.overflow()") == {"scroll": 0, "body": 0}, f"the front at {width} px"


@pytest.mark.sweep(kind=lambda chat: chat)
@pytest.mark.parametrize("width", [320, 360, 375, 393, 412, 430, 470, 1280])
def test_row_8_no_line_is_broken_again_at_other_widths(chat, chromium, width):
    site, _ = chat
    with chromium.page(width=width) as page:
        page.goto(plain(site.pages()[0]))
        broken = [line["text"] for row in measure(page) for box in row["boxes"]
                  for line in box["lines"] if line["wrapped"]]
    assert broken == []


def test_the_articles_of_all_pages_are_the_messages_in_order(chat):
    site, plan = chat
    found = [(int(element.attributes["data-i"]), element.attributes["id"]) for path in site.pages()
             for element in site.markup(path).all("article")]
    assert found == [(row["index"], anchor(row["id"])) for row in plan.messages]
    assert [index for index, _ in found] == sorted(index for index, _ in found)


def test_printing_keeps_every_message_whole(example_site, page, tmp_path):
    """In print, rows are not cut at the end of a sheet: each row may not be broken."""
    page.goto(plain(example_site.pages()[0]))
    page.emulate("print")
    values = page.evaluate(f"[...new Set({MEASURE}.rows().map(row => getComputedStyle(row).breakInside))]")
    assert values == ["avoid"]
    pdf = page.pdf(tmp_path / "page.pdf")
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page/") + pdf.count(b"/Type /Page ") >= 1


def test_assistive_technology_meets_every_message_once_and_in_order(example_site, example_plan):
    """As if a screen reader were running: Chromium then renders sections far off screen too."""
    with Chromium("--force-renderer-accessibility") as browser, browser.page() as page:
        page.goto(plain(example_site.pages()[0]))
        tree = page.accessibility_tree()
    planned = [row for row in example_plan.page(1) if row["kind"] != "day"]
    assert sum(role == "article" for role, _ in tree) == len(planned)
    spoken = "".join(name for role, name in tree if role == "StaticText")
    offset = 0
    for row in planned:
        for item in row["items"]:
            if item["what"] != "text" or item["role"] != "body":
                continue
            words = [word for line in item["lines"] for word in line["text"].split() if word.isascii()]
            for word in words:
                offset = spoken.find(word, offset)
                assert offset >= 0, f"{word!r} of message {row.get('id')} is not spoken, or out of order"


@pytest.mark.parametrize("feature", [
    {"prefers_color_scheme": "dark"}, {"forced_colors": "active"}, {"prefers_reduced_motion": "reduce"}])
def test_reader_settings_do_not_move_anything(example_site, page, feature):
    page.goto(plain(example_site.pages()[0]))
    before = measure(page)
    page.emulate(**feature)
    assert measure(page) == before


def test_text_can_be_read_on_its_ground_in_light_and_dark(example_site, page):
    """WCAG 2.2 §1.4.3: at least 4.5 : 1 for text; measured between each text's colour and its bubble's fill."""
    for scheme in ("light", "dark"):
        page.emulate(prefers_color_scheme=scheme)
        page.goto(plain(example_site.pages()[0]))
        pairs = page.evaluate("""(() => {
          const found = {};
          const fills = [...document.querySelectorAll('main section > svg path')].map(path =>
            [path, getComputedStyle(path).fill]);
          for (const box of document.querySelectorAll('[data-box^=text]')) {
            box.closest('section').style.contentVisibility = 'visible';
            const area = box.getBoundingClientRect();
            const x = area.left + area.width / 2, y = area.top + area.height / 2;
            const hit = fills.find(([path]) => {
              const point = new DOMPoint(x, y).matrixTransform(path.getScreenCTM().inverse());
              return path.isPointInFill(point);
            });
            const colour = getComputedStyle(box).color;
            if (hit) found[colour + '|' + hit[1]] = [colour, hit[1]];
          }
          return Object.values(found);
        })()""")
        assert pairs, "no text on a bubble found"
        for text, ground in pairs:
            assert contrast(text, ground) >= 4.5, f"{scheme}: {text} on {ground}"


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two CSS colours (WCAG 2.2)."""
    def luminance(colour: str) -> float:
        channels = [float(part) / 255 for part in colour[colour.index("(") + 1: -1].split(",")[:3]]
        red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
                            for value in channels)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
