"""Shared by all whole-program and browser tests: the program, exports of it, and the two browsers."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

# Helpers and tests are found by their bare names, whatever folder they are in.
HERE = Path(__file__).parent
sys.path[:0] = map(str, [HERE, *sorted(folder for folder in HERE.iterdir() if any(folder.glob("*.py")))])

from chromium import Chromium  # noqa: E402
from firefox import Firefox  # noqa: E402
from once import Once  # noqa: E402
from site_model import Plan, Site  # noqa: E402

pytest_plugins = ["sweeps"]

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("CHATEXPORT_BIN") or ROOT / ".build" / "release" / "chatexport").absolute()
PHONE = (390, 844)
EXAMPLE = ROOT / "docs" / "examples" / "lisbon.json"
SHARED = Path(os.environ.get("CHATEXPORT_SHARED") or ROOT.parent / "shared") / "data"


# How many of a program's tests take as long as one of a browser's, about.
BROWSER_COST = 6
BROWSERS = {"chromium", "firefox", "browser", "page", "phone"}


def pytest_collection_modifyitems(session, config, items):
    # Files that take long go first if several workers share them, so that none of them is left running alone at the end.
    cost = Counter()
    for item in items:
        cost[item.path] += BROWSER_COST if not BROWSERS.isdisjoint(item.fixturenames) else 1
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: (-cost[item.path], item.path))
    if any("program" in item.fixturenames for item in items) and not BINARY.is_file():
        pytest.exit(f"the program is not built: no file {BINARY}; run `make release`", returncode=3)


class Run(NamedTuple):
    """An export that tests share: they only look at it."""
    site: Site
    report: dict
    returncode: int
    stderr: str


class Program:
    """The built `chatexport`, run as a user runs it."""

    def __init__(self, binary: Path, once: Once = None):
        self.binary, self.once = binary, once

    def run(self, *arguments, environment: dict = None, folder: Path = None, timeout: float = 600, work: int = None):
        """Runs the program to its end without checking anything. Returns code, standard output and standard error.

        A run that takes more than `work` seconds of the processor's time is ended by the system (code -SIGXCPU). Unlike a time on the
        clock, this does not grow with what else the machine does."""
        limit = ["prlimit", f"--cpu={work}"] if work and shutil.which("prlimit") else []
        return subprocess.run(
            [*limit, str(self.binary), *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout,
            env={**os.environ, **(environment or {})}, cwd=folder, encoding="utf-8", errors="replace")

    def export(self, source: Path, out: Path, *options, **settings) -> Site:
        """Exports and expects success."""
        result = self.run(source, "--out", out, *options, **settings)
        assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
        return Site(out)

    def shared(self, source: Path, *options) -> Run:
        """The export of a source with these options, run once for all tests, of which none may change the source or the site."""
        def make(folder):
            result = self.run(source, "--out", folder / "site", "--report", folder / "report.json", *options)
            (folder / "result.json").write_text(json.dumps([result.returncode, result.stderr]))
        folder = self.once(("export", source, *options), make)
        report = folder / "report.json"
        return Run(Site(folder / "site"), json.loads(report.read_text(encoding="utf-8")) if report.exists() else {},
                   *json.loads((folder / "result.json").read_text()))

    def shared_site(self, source: Path, *options) -> Site:
        """The site of a shared export that succeeds."""
        run = self.shared(source, *options)
        assert run.returncode == 0, f"exit code {run.returncode}\n{run.stderr}"
        return run.site

    def plan(self, source: Path, *options) -> Plan:
        result = self.run("inspect", source, "--json", *options)
        assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
        return Plan(result.stdout)


@pytest.fixture(scope="session")
def once(tmp_path_factory) -> Once:
    """Makes a folder once for all tests of all workers."""
    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "once"
    folder.mkdir(exist_ok=True)
    return Once(folder)


@pytest.fixture(scope="session")
def program(once) -> Program:
    return Program(BINARY, once)


@pytest.fixture(scope="session")
def chromium():
    with Chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def firefox():
    with Firefox() as browser:
        yield browser


@pytest.fixture
def window_size() -> tuple:
    """The size of a browser's window in CSS px. Files about other windows have their own."""
    return PHONE


@contextmanager
def opened_window(request, name: str, size: tuple):
    """A tab of `size` in the browser of that name. Firefox has one tab, which is as large as a phone for all other tests."""
    if name == "firefox":
        firefox = request.getfixturevalue("firefox")
        firefox.resize(*size)
        yield firefox
        if size != PHONE:
            firefox.resize(*PHONE)
    else:
        with request.getfixturevalue("chromium").page(*size) as page:
            yield page


@pytest.fixture(params=["chromium", "firefox"])
def browser(request, window_size):
    """A tab in each of the two browsers."""
    with opened_window(request, request.param, window_size) as tab:
        yield tab


@pytest.fixture
def page(chromium):
    """A tab of 390 × 844 without scroll bars, as on a phone."""
    with chromium.page() as page:
        yield page


@pytest.fixture(scope="session")
def example_site(program) -> Site:
    """The example conversation, exported. It may not be changed."""
    return program.shared_site(EXAMPLE)


@pytest.fixture(scope="session")
def example_plan(program) -> Plan:
    return program.plan(EXAMPLE)


@pytest.fixture(scope="session")
def generate(once):
    """Writes a seeded conversation once for each set of options: `generate(count, seed)`."""
    def make(count: int, seed: int = 1, *options) -> Path:
        name = f"{'-'.join(map(str, (count, seed, *options)))}.json"
        command = [sys.executable, str(ROOT / "Benchmarks" / "generate.py"), "--count", str(count), "--seed", str(seed), *options]
        return once(("generate", name), lambda folder: subprocess.run([*command, "--out", str(folder / name)], check=True)) / name
    return make


@pytest.fixture(scope="session")
def group_chat(generate) -> Path:
    """2,000 messages of six people in many scripts: four pages."""
    return generate(2000, 1)


@pytest.fixture(scope="session")
def group_site(program, group_chat) -> Site:
    return program.shared_site(group_chat)


@pytest.fixture(scope="session")
def group_plan(program, group_chat) -> Plan:
    return program.plan(group_chat)


def shared_data(*parts: str) -> Path:
    """Returns the path of outside data beside the checkout; skips the test if it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{'/'.join(parts)} – ../shared/data not present")
    return path
