"""Letters share a baseline in both browsers, whatever faces and emoji a line mixes."""

import json

import pytest

from conftest import shared_data
from measuring import MEASURE, plain
from parity import STRINGS

# Browsers lay out on 1/64 and 1/60 px and the writer rounds once.
NEAR = 1 / 64 + 1 / 60 + 0.001

# For each text item its position and height, and for each of its lines the baselines of its pieces of text, relative to
# the item's top. The position of an empty inline block shows a baseline.
BASELINES = """() => {
  const measure = MEASURE;
  document.querySelectorAll('main section').forEach(section => section.style.contentVisibility = 'visible');
  const boxes = [...document.querySelectorAll('article[data-i] [data-box]')].filter(
    box => box.textContent.trim() && !box.querySelector('[data-box]'));
  const found = boxes.map(box => {
    box.style.whiteSpace = 'pre';
    return measure.lines(box).map(line => line.filter(([node]) => node.nodeType === Node.TEXT_NODE).map(([node, start]) =>
      [node, start]));
  });
  const probes = found.map(lines => lines.map(line => line.reverse().map(([node, start]) => {
    const probe = document.createElement('span');
    probe.style.cssText = 'display: inline-block; width: 0; height: 0; position: static';
    const after = start > 0 ? node.splitText(start) : node;
    after.before(probe);
    return probe;
  })));
  return boxes.map((box, number) => {
    const rect = box.getBoundingClientRect(), row = box.closest('article');
    return { row: row.id, box: box.dataset.box, height: rect.height, y: rect.top - row.getBoundingClientRect().top,
      lines: probes[number].map(line => line.map(probe => probe.getBoundingClientRect().bottom - rect.top)) };
  });
}""".replace("MEASURE", MEASURE, 1)


@pytest.fixture(scope="module")
def strings_site(program, tmp_path_factory):
    """The strings of all scripts as one conversation."""
    folder = tmp_path_factory.mktemp("strings")
    strings = json.loads(shared_data(*STRINGS).read_text(encoding="utf-8"))
    source = folder / "strings.json"
    source.write_text(json.dumps({
        "format": "chatexport/1", "id": "strings", "title": "Strings", "timeZone": "UTC", "locale": "en", "text": "plain",
        "participants": [{"id": "a", "name": "Ann", "isMe": True}, {"id": "b", "name": "Ben"}],
        "messages": [{"id": str(string["id"]), "from": "ab"[number % 2],
                      "at": f"2026-05-01T{number // 60 % 24:02d}:{number % 60:02d}:00Z", "text": string["text"]}
                     for number, string in enumerate(strings)]}), encoding="utf-8")
    return program.export(source, folder / "site")


@pytest.fixture(scope="module")
def baselines(chromium, firefox):
    """Runs `BASELINES` on each page of a site in a browser, once."""
    known = {}

    def find(name: str, site) -> list:
        if (name, site.folder) not in known:
            result = []
            for path in site.pages():
                if name == "firefox":
                    firefox.resize(390, 844)
                    firefox.goto(plain(path))
                    result += firefox.evaluate(f"({BASELINES})()")
                else:
                    with chromium.page() as page:
                        page.goto(plain(path))
                        result += page.evaluate(f"({BASELINES})()")
            known[name, site.folder] = result
        return known[name, site.folder]
    return find


@pytest.fixture(params=["example", "strings"])
def site(request):
    return request.getfixturevalue(f"{request.param}_site")


@pytest.mark.parametrize("name", ["chromium", "firefox"])
def test_a_line_has_one_baseline(site, baselines, name):
    problems = []
    for part in baselines(name, site):
        for number, line in enumerate(part["lines"]):
            if line and max(line) - min(line) > 0.001:
                problems.append(f"{part['row']} {part['box']} line {number}: {line}")
    assert not problems, f"{len(problems)}, first:\n" + "\n".join(problems[:8])


def test_baselines_and_boxes_are_the_same_in_both_browsers(site, baselines):
    problems, count = [], 0
    for a, b in zip(baselines("chromium", site), baselines("firefox", site), strict=True):
        assert (a["row"], a["box"], len(a["lines"])) == (b["row"], b["box"], len(b["lines"]))
        count += 1
        far = [f"{name} {a[name]:.3f}, {b[name]:.3f}" for name in ("y", "height") if abs(a[name] - b[name]) > NEAR]
        far += [f"line {number} {one}, {other}" for number, (one, other) in enumerate(zip(a["lines"], b["lines"]))
                if len(one) != len(other) or any(abs(x - y) > NEAR for x, y in zip(one, other))]
        if far:
            problems.append(f"{a['row']} {a['box']}: {'; '.join(far)}")
    assert count > 50
    assert not problems, f"{len(problems)} of {count} parts, first:\n" + "\n".join(problems[:30])
