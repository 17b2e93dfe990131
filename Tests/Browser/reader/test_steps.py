"""The steps of an agent's turn: one line that says what was done and how it ended, rows that open, changes in colours, tasks as a list."""

import json

import pytest

from window import open_window, run


class Session:
    """Entries as Claude Code writes them."""

    def __init__(self):
        self.lines, self.calls, self.seconds = [], 0, 0

    def add(self, kind: str, content, seconds: int = 4, **more) -> None:
        self.seconds += seconds
        self.lines.append({
            "type": kind, "uuid": f"u{len(self.lines):03}", "parentUuid": self.lines[-1]["uuid"] if self.lines else None,
            "sessionId": "5e550000-0000-4000-8000-000000000001", "isSidechain": False, "message": {"role": kind, "content": content},
            "timestamp": f"2026-04-03T09:{self.seconds // 60:02}:{self.seconds % 60:02}Z", **more})

    def use(self, tool: str, given: dict, result: str, failed: bool = False, **details) -> None:
        self.calls += 1
        self.add("assistant", [{"type": "tool_use", "id": f"t{self.calls}", "name": tool, "input": given}])
        self.add("user", [{"type": "tool_result", "tool_use_id": f"t{self.calls}", "content": result, "is_error": failed}], **details)

    def write(self, path):
        path.write_text("\n".join(map(json.dumps, self.lines)) + "\n", encoding="utf-8")
        return path


def tides() -> Session:
    session = Session()
    session.add("user", "The tide table is an hour off. Fix it.")
    session.add("assistant", [{"type": "thinking", "thinking": "The clock changes.\nProbably the zone.", "signature": "x"}])
    session.use("Glob", {"pattern": "**/*.py"}, "harmonic.py\ntable.py")
    for name in ("harmonic", "table", "test_table"):
        session.use("Read", {"file_path": f"/w/src/{name}.py"}, "one\ntwo\nthree")
    session.use("Bash", {"command": "cd /w && python -m pytest -q", "description": "Run the tests"}, "F....F\n2 failed, 4 passed in 8.71 s", True)
    session.use("TodoWrite", {"todos": [
        {"content": "Find the change", "status": "completed", "activeForm": "Finding"},
        {"content": "Fix <table.py>", "status": "in_progress", "activeForm": "Fixing"},
        {"content": "Write a test", "status": "pending", "activeForm": "Writing"}]}, "ok")
    old, new = "def clock(s):\n    moment = at(s)\n    return moment", "def clock(s):\n    moment = at(s, zone)\n    return moment"
    session.use("Edit", {"file_path": "/w/src/table.py", "old_string": old, "new_string": new}, "The file has been updated.", toolUseResult={
        "filePath": "/w/src/table.py", "structuredPatch": [{"oldStart": 57, "oldLines": 3, "newStart": 57, "newLines": 3, "lines": [
            " def clock(s):", "-    moment = at(s)", "+    moment = at(s, zone)", "     return moment"]}]})
    session.use("Edit", {"file_path": "/w/test_table.py", "old_string": "# end", "new_string": "def test():\n    pass\n# end"}, "ok")
    session.use("Bash", {"command": "python -m pytest -q"}, ".......\n7 passed in 7.02 s")
    session.add("assistant", [{"type": "text", "text": "It takes the machine’s zone."}])
    session.add("user", "Push it.", 60)
    session.use("Bash", {"command": "git push"}, "fatal: no remote", True)
    session.add("assistant", [{"type": "text", "text": "There is no remote."}])
    return session


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return tides().write(tmp_path_factory.mktemp("steps") / "tides.jsonl")


@pytest.fixture(scope="module")
def site(program, source):
    return program.export(source, source.parent / "site")


def test_one_line_says_what_was_done_and_how_it_ended(browser, site):
    open_window(browser, site.pages()[0])
    line = run(browser, "return document.querySelector('.steps > summary').textContent.replace(/[\\u2066-\\u2069]/g, '').trim()")
    assert line == "Looked for **/*.py · read 3 files · ran tests: 2 failed · planned tasks · edited 2 files +3 −1 · ran tests: 7 passed · 1:16"
    assert run(browser, "return [...document.querySelectorAll('.steps > summary .failed')].map(part => part.textContent)") == ["2 failed"]
    assert run(browser, "return document.querySelector('.steps > summary .status').getAttribute('aria-label') ?? document.querySelector('.steps > summary .status').textContent") == "succeeded"
    # No names of tools, and no results by themselves.
    text = run(browser, "return document.querySelector('main').innerText")
    assert not any(word in text for word in ("Tool", "TodoWrite", "Bash"))


def test_a_call_and_its_result_are_one_row(browser, site):
    open_window(browser, site.pages()[0])
    rows = run(browser, """
      const run = document.querySelector('.steps');
      run.open = true; await frames(5);
      return [...run.querySelectorAll('article')].map(row => [row.getBoundingClientRect().height / scale(), row.innerText.replace(/[\\u2066-\\u2069]/g, '').split(/\\n+/).filter(Boolean)]);
    """)
    shown = [(round(height), words) for height, words in rows if words]
    assert {height for height, _ in shown} == {44}
    assert [words[0] for _, words in shown] == [
        "Thinking", "Looked for **/*.py", "Read harmonic.py", "Read table.py", "Read test_table.py", "Ran tests", "Planned tasks",
        "Edited table.py", "Edited test_table.py", "Ran tests"]
    assert [words[1] for _, words in shown[1:6]] == ["2 lines", "3 lines", "3 lines", "3 lines", "2 failed"]
    assert all(height == 0 for height, words in rows if not words) and len(rows) == 19
    # Each message is found by its address all the same.
    assert run(browser, "return document.querySelectorAll('.steps article[id]').length") == 19


def test_a_single_step_opens_at_once(browser, site):
    open_window(browser, site.pages()[0])
    found = run(browser, """
      const row = [...document.querySelectorAll('article')].find(row => row.innerText.includes('git push'));
      const before = row.innerText; row.querySelector('details').open = true; await frames(3);
      return [Boolean(row.closest('.run')), before.replace(/[\\u2066-\\u2069]/g, '').trim().split('\\n')[0], row.innerText.includes('fatal: no remote'), row.querySelector('.failed').textContent]""")
    assert found == [False, "Ran git push: failed · 0:08", True, "failed"]


def test_a_change_has_its_numbers_and_is_copied_without_them(browser, site):
    open_window(browser, site.pages()[0])
    run(browser, "document.querySelector('.steps').open = true; for (const fold of document.querySelectorAll('.steps details')) fold.open = true; await frames(5)")
    change = run(browser, """
      const code = document.querySelector('del').closest('pre');
      return [code.innerText.split('\\n'), [...code.querySelectorAll('del, ins')].map(line => [line.tagName, line.textContent]),
        getComputedStyle(code.querySelector('.gutter')).userSelect]""")
    assert change == [["57   def clock(s):", "58 -     moment = at(s)", "58 +     moment = at(s, zone)", "59       return moment"],
                      [["DEL", "58 -     moment = at(s)"], ["INS", "58 +     moment = at(s, zone)"]], "none"]
    # Without a patch the numbers are unknown.
    assert run(browser, "return [...document.querySelectorAll('ins')].map(line => line.textContent)")[1:] == ["+ def test():", "+     pass"]


def test_tasks_are_a_list(browser, site):
    open_window(browser, site.pages()[0])
    tasks = run(browser, """
      const row = [...document.querySelectorAll('.steps article')].find(row => row.textContent.includes('Planned'));
      row.closest('.steps').open = true; row.querySelector('details').open = true; await frames(3);
      return [...row.querySelectorAll('.folded p')].find(part => part.innerText.includes('✓')).innerText.split('\\n')""")
    assert tasks == ["✓ Find the change", "→ Fix <table.py>", "○ Write a test"]


def test_sections_are_as_high_as_their_rows(site, browser):
    open_window(browser, site.pages()[0])
    assert run(browser, """return [...document.querySelectorAll('main section')].map(section => {
      const rows = [...section.querySelectorAll('article, .run, .day')].filter(row => !row.parentElement.closest('.run'));
      return Math.abs(rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0) - section.getBoundingClientRect().height) < 1 })""") == [True]


def test_words_in_results_are_found_and_shown(browser, site):
    open_window(browser, site.pages()[0])
    run(browser, """
      document.querySelector('[data-act=search]').click();
      await until(() => document.querySelector('#search[open] input'));
      const field = document.querySelector('#search input');
      field.value = 'remote'; field.dispatchEvent(new Event('input', {bubbles: true}));
      await until(() => document.querySelectorAll('#search ol li').length >= 2, 'hits');
    """)


def test_it_can_be_read_without_scripts_in_every_language(program, source, chromium, tmp_path):
    for language in ("ar", "de", "ja", "ru"):
        site = program.export(source, tmp_path / language, "--locale", language)
        with chromium.page(320, 800) as page:
            page.disable_script()
            page.goto(site.pages()[0])
            assert page.evaluate("document.querySelector('.steps > summary .t-card-text').textContent.length") > 40
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
