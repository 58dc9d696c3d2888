"""The oracle that decides about the gallery."""

import pytest

from tests.support.gallery.judged import WRONG_MODULES
from tests.support.oracle.positions import positions

pytestmark = pytest.mark.slow


def test_oracle_has_all_positions():
    # Published: 5,478 positions, of which X has won 626, O has won 316, and 16 are draws.
    every = positions()
    assert len(every) == 5478
    assert [sum(p.winner == mark for p in every) for mark in ("X", "O")] == [626, 316]
    assert sum(p.is_draw for p in every) == 16
    assert (every[0].value, every[0].visits) == (0, 549_946)


def test_most_diagnoses_have_an_example():
    told = {(module.wrong[0], module.diagnosis) for module in WRONG_MODULES if module.diagnosis}
    assert len(told) > 60
