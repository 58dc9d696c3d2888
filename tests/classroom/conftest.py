"""What the tests of the classroom share."""

import sys

import pytest


@pytest.fixture(scope="module")
def without_numpy():
    """A program that has not loaded NumPy, whatever other tests have."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delitem(sys.modules, "numpy", raising=False)
        yield
