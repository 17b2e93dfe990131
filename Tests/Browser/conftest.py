"""Shared by all whole-program and browser tests: the program, exports of it, and the two browsers."""

import os
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import pytest

# Helpers and tests are found by their bare names, whatever folder they are in.
HERE = Path(__file__).parent
sys.path[:0] = map(str, [HERE, *sorted(folder for folder in HERE.iterdir() if any(folder.glob("*.py")))])

from chromium import Chromium  # noqa: E402
from firefox import Firefox  # noqa: E402
from site_model import Plan, Site  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("CHATEXPORT_BIN") or ROOT / ".build" / "release" / "chatexport").absolute()
PHONE = (390, 844)
EXAMPLE = ROOT / "docs" / "examples" / "lisbon.json"
SHARED = Path(os.environ.get("CHATEXPORT_SHARED") or ROOT.parent / "shared") / "data"


def pytest_collection_modifyitems(session, config, items):
    # Large files go first if several workers share them, so that none of them is left running alone at the end.
    count = Counter(item.path for item in items)
    if "PYTEST_XDIST_WORKER" in os.environ:
        items.sort(key=lambda item: (-count[item.path], item.path))
    if any("program" in item.fixturenames for item in items) and not BINARY.is_file():
        pytest.exit(f"the program is not built: no file {BINARY}; run `make release`", returncode=3)


class Program:
    """The built `chatexport`, run as a user runs it."""

    def __init__(self, binary: Path):
        self.binary = binary

    def run(self, *arguments, environment: dict = None, folder: Path = None, timeout: float = 300):
        """Runs the program to its end without checking anything. Returns code, standard output and standard error."""
        return subprocess.run(
            [str(self.binary), *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, timeout=timeout,
            env={**os.environ, **(environment or {})}, cwd=folder, encoding="utf-8", errors="replace")

    def export(self, source: Path, out: Path, *options, **settings) -> Site:
        """Exports and expects success."""
        result = self.run(source, "--out", out, *options, **settings)
        assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
        return Site(out)

    def plan(self, source: Path, *options) -> Plan:
        result = self.run("inspect", source, "--json", *options)
        assert result.returncode == 0, f"exit code {result.returncode}\n{result.stderr}"
        return Plan(result.stdout)


@pytest.fixture(scope="session")
def program() -> Program:
    return Program(BINARY)


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
def example_site(program, tmp_path_factory) -> Site:
    """The example conversation, exported."""
    return program.export(EXAMPLE, tmp_path_factory.mktemp("example") / "site")


@pytest.fixture(scope="session")
def example_plan(program) -> Plan:
    return program.plan(EXAMPLE)


@pytest.fixture(scope="session")
def generate(tmp_path_factory):
    """Writes a seeded conversation once for each set of options: `generate(count, seed)`."""
    folder, written = tmp_path_factory.mktemp("generated"), {}

    def make(count: int, seed: int = 1, *options) -> Path:
        key = (count, seed, *options)
        if key not in written:
            path = folder / f"{'-'.join(map(str, key))}.json"
            subprocess.run(
                [sys.executable, str(ROOT / "Benchmarks" / "generate.py"), "--count", str(count), "--seed", str(seed),
                 "--out", str(path), *options], check=True)
            written[key] = path
        return written[key]
    return make


@pytest.fixture(scope="session")
def group_chat(generate) -> Path:
    """2,000 messages of six people in many scripts: four pages."""
    return generate(2000, 1)


@pytest.fixture(scope="session")
def group_site(program, group_chat, tmp_path_factory) -> Site:
    return program.export(group_chat, tmp_path_factory.mktemp("group") / "site")


@pytest.fixture(scope="session")
def group_plan(program, group_chat) -> Plan:
    return program.plan(group_chat)


def shared_data(*parts: str) -> Path:
    """Returns the path of outside data beside the checkout; skips the test if it is absent."""
    path = SHARED.joinpath(*parts)
    if not path.exists():
        pytest.skip(f"{'/'.join(parts)} – ../shared/data not present")
    return path
