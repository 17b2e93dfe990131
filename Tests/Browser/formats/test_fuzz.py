"""A few damaged exports of every format, as `make fuzz` makes many: each ends with a site or an error."""

import sys

import pytest

from conftest import BINARY, ROOT

sys.path.insert(0, str(ROOT / "Benchmarks"))

import fuzz  # noqa: E402


@pytest.mark.parametrize("name", fuzz.formats())
def test_damaged_exports_end_with_a_site_or_an_error(name):
    number, failures = fuzz.fuzz(name, 12, 0, seed=7, binary=BINARY)
    assert number == 12 and failures == []
