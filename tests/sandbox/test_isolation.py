"""Isolation of students' code from the calling process."""

import pickle
from copy import deepcopy

import pytest

from tictactoe_widget.sandbox.isolation import quick_deepcopy

ROW = ["X", None, 1]
LOOP: list = [ROW]
LOOP.append(LOOP)
SAMPLES = {
    "rows": [["X", "O", None], [None, 1, True], []],
    "one row three times": [ROW] * 3,
    "rows used elsewhere": {"rows": [ROW, ["O"]], "first": ROW, "last": [[ROW], ROW]},
    "rows of rows": [[[1], [2]], [[3]]],
    "rows and marks": [ROW, None],
    "rows of tuples": [[(ROW, ROW)], []],
    "a list in itself": LOOP,
}


# A pickle also shows which lists are the same object.
@pytest.mark.parametrize("name", SAMPLES)
def test_quick_deepcopy_equals_deepcopy(name):
    usual = deepcopy(SAMPLES[name])
    with quick_deepcopy():
        quick = deepcopy(SAMPLES[name])
    assert pickle.dumps(quick) == pickle.dumps(usual)
    assert quick is not SAMPLES[name]
    assert not isinstance(quick, list) or quick[0] is not SAMPLES[name][0]
