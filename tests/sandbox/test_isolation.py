"""Isolation of students' code from the process that calls it."""

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


# A pickle shows which lists are the same.
@pytest.mark.parametrize("name", SAMPLES)
def test_a_quick_deep_copy_is_the_same_as_a_usual_one(name):
    usual = deepcopy(SAMPLES[name])
    with quick_deepcopy():
        quick = deepcopy(SAMPLES[name])
    assert pickle.dumps(quick) == pickle.dumps(usual)
    assert quick is not SAMPLES[name]
    assert not isinstance(quick, list) or quick[0] is not SAMPLES[name][0]
