"""Fixtures for the classroom tests."""

import sys

import pytest


@pytest.fixture(scope="module")
def without_numpy():
    """Hide NumPy if another test has loaded it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, "numpy", raising=False)
        yield
