"""The oracle that the gallery is held against."""

import pytest

from tests.support.gallery.judged import WRONG_MODULES
from tests.support.oracle.positions import positions

pytestmark = pytest.mark.slow


def test_the_positions_are_all_there_are():
    # Published counts: 5,478 positions, 958 finished: 626 won by X, 316 by O, 16 drawn.
    every = positions()
    assert len(every) == 5478
    assert [sum(p.winner == mark for p in every) for mark in ("X", "O")] == [626, 316]
    assert sum(p.is_draw for p in every) == 16
    assert (every[0].value, every[0].visits) == (0, 549_946)


def test_most_sentences_have_an_example():
    told = {(module.wrong[0], module.diagnosis) for module in WRONG_MODULES if module.diagnosis}
    assert len(told) > 60
