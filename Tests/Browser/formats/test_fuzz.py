"""A few damaged exports of every format, as `make fuzz` makes many: each ends with a site or an error."""

import sys

import pytest

from conftest import BINARY, ROOT

sys.path.insert(0, str(ROOT / "Benchmarks"))

import fuzz  # noqa: E402


@pytest.mark.sweep(kind=lambda name: name)
@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("name", fuzz.formats())
def test_damaged_exports_end_with_a_site_or_an_error(name, part):
    number, failures = fuzz.fuzz(name, 3, 0, seed=7 + part, binary=BINARY)
    assert number == 3 and failures == []
