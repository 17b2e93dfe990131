"""Sweeps: tests over many inputs. `make test` runs a sample of them, which changes with the commit, and `make test-all` all.

A sample has at least one test of every kind. What is left out is counted and printed, with the seed that gives the same sample again.
"""

import hashlib
import inspect
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

# One test of so many is in a sample.
SHARE = 4
# Parameters whose every value stays in a sample, whatever test has them.
ALWAYS = ("browser", "phone")
counts = {"sample": 0, "all": 0}


def pytest_addoption(parser):
    group = parser.getgroup("sweeps")
    group.addoption("--sweeps", choices=["all", "sample"], default="all", help="run all tests marked `sweep`, or a sample of each kind")
    group.addoption("--sweep-seed", metavar="WORD", help="the word that chooses the sample; default: the commit's hash")


def pytest_configure(config):
    config.addinivalue_line("markers", "sweep(kind, share): one of many tests alike, of which a sample has one in `share` and at least "
                            "one of each `kind`, a function of the test's parameters")


def seed(config) -> str:
    """Returns the word that chooses the sample: the one asked for, else the commit's hash, else always the same."""
    if config.option.sweep_seed is None:
        command = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short=12", "HEAD"]
        try:
            found = subprocess.run(command, capture_output=True, text=True).stdout.strip()
        except OSError:
            found = ""
        config.option.sweep_seed = found or "no-commit"
    return config.option.sweep_seed


def kind_of(item, mark) -> tuple:
    """Returns what tests of a sweep have in common, so that one of them is in every sample."""
    parameters = item.callspec.params
    always = tuple(parameters[name] for name in ALWAYS if isinstance(parameters.get(name), str))
    kind = mark.kwargs.get("kind")
    own = kind(*(parameters[name] for name in inspect.signature(kind).parameters)) if kind else None
    return (item.path, item.originalname, always, own)


def rank(item, word: str) -> bytes:
    """Returns a random number of the test's parameters: tests with the same ones are chosen together, and share what they export."""
    return hashlib.sha256(f"{word} {item.nodeid.partition('[')[2]}".encode()).digest()


def pytest_collection_modifyitems(config, items):
    """Leaves out the tests of sweeps that are not in the sample."""
    groups = defaultdict(list)
    for item in items:
        mark = item.get_closest_marker("sweep")
        # Without its data, a sweep is one test that reports that it is skipped.
        if mark and hasattr(item, "callspec") and not item.get_closest_marker("skip"):
            groups[kind_of(item, mark)].append((item, mark.kwargs.get("share", SHARE)))
    counts["all"] = counts["sample"] = sum(map(len, groups.values()))
    if config.option.sweeps == "all":
        return
    word, left = seed(config), set()
    for group in groups.values():
        order = sorted((item for item, _ in group), key=lambda item: rank(item, word))
        left.update(order[-(-len(order) // group[0][1]):])
    counts["sample"] -= len(left)
    config.hook.pytest_deselected(items=[item for item in items if item in left])
    items[:] = [item for item in items if item not in left]


# Workers tell the process that prints.

def pytest_sessionstart(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and session.config.option.sweeps == "sample":
        reporter.write_line(f"sweeps: a sample; the same one again with --sweeps=sample --sweep-seed={seed(session.config)}")


def pytest_sessionfinish(session):
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["sweeps"] = counts


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node):
    # All workers collect the same tests.
    counts.update(getattr(node, "workeroutput", {}).get("sweeps", {}))


def pytest_terminal_summary(terminalreporter, config):
    if counts["all"]:
        left = counts["all"] - counts["sample"]
        rest = f"; {left} left out (seed {seed(config)}; `make test-all` runs all)" if left else ""
        terminalreporter.write_line(f"sweeps: {counts['sample']} of {counts['all']} tests{rest}")
