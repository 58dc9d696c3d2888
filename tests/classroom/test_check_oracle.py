"""The oracle that the gallery is held against: it finds false what is false."""

import pytest

from tests.support.gallery.judged import WRONG_MODULES
from tests.support.oracle.contracts import BY_NAME
from tests.support.oracle.meanings import MEANINGS, meanings_of
from tests.support.oracle.oracle import Oracle
from tests.support.oracle.positions import positions

pytestmark = pytest.mark.slow

TOLD = [
    (module, module.wrong[0])
    for module in WRONG_MODULES
    if module.contract in BY_NAME
    and len(module.wrong) == 1
    and module.diagnosis in MEANINGS.get((module.wrong[0], "legal"), {})
]
"""Modules whose misconception is known, by hand, and the function that is wrong."""
EVERY = [p for p in positions() if p.is_draw or p.marks < 2] + list(positions()[::12])
LATE = [p for p in positions() if p.marks > 4 and not p.is_over][::6]


def test_the_positions_are_all_there_are():
    # Published counts: 5,478 positions, 958 finished: 626 won by X, 316 by O, 16 drawn.
    every = positions()
    assert len(every) == 5478
    assert [sum(p.winner == mark for p in every) for mark in ("X", "O")] == [626, 316]
    assert sum(p.is_draw for p in every) == 16
    assert (every[0].value, every[0].visits) == (0, 549_946)


def test_enough_sentences_are_tried():
    assert len({(role, module.diagnosis) for module, role in TOLD}) > 60


@pytest.mark.parametrize(
    ("module", "role"), TOLD, ids=lambda one: getattr(one, "name", str(one))
)
def test_of_all_sentences_the_one_that_is_so_holds(module, role):
    wanted = LATE if role == "minimax" else EVERY
    answers = Oracle(module.source, module.contract, module.wrong, wanted).answers(
        role, "legal"
    )
    holds = {text for text, meaning in MEANINGS[role, "legal"].items() if meaning(answers)}
    assert module.diagnosis in holds
    # Few others can hold too: all answers of a constant are something else than numbers wanted.
    assert len(holds) <= 2, holds


@pytest.mark.parametrize(
    ("said", "count"),
    [
        ("always puts X", 1),
        ("always puts X, and does not refuse a cell that is taken", 2),
        ("always puts X or always puts O, and refuses no illegal move", 3),
        ("makes the move on the board it was given, and returns another board", 1),
        ("always puts X, and", None),
        ("plays chess", None),
    ],
)
def test_joined_sentences_are_told_apart(said, count):
    found = meanings_of("result", said)
    assert (found and len(found)) == count
