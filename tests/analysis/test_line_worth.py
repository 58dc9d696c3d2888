"""What rows of marks are worth."""

from itertools import pairwise

import pytest

from tictactoe_widget.analysis.mnk import fitted
from tictactoe_widget.analysis.mnk.patterns import line_pattern, row_worth


def test_every_row_of_five_without_a_line_has_a_fitted_worth():
    assert fitted.K == 5
    seen = set()
    for length in range(5, 10):
        for own in range(1 << length):
            if "11111" in f"{own:b}":
                continue
            row_worth(5, length, own)
            seen |= {
                line_pattern(5, length, own, first)
                for first in range(length - 4)
                if own >> first & 0b11111
            }
    assert seen <= fitted.VALUES.keys()


@pytest.mark.parametrize("waits", [0, 1])
def test_rows_are_worth_more_with_more_marks_and_with_room(waits):
    rows = [0b000010000, 0b000110000, 0b000111000]
    worths = [row_worth(5, 9, own)[waits] for own in rows]
    assert all(less < more for less, more in pairwise(worths))
    # Three in a row beside a mark of the opponent or the edge, and in the open.
    assert row_worth(5, 6, 0b000111)[waits] < row_worth(5, 9, 0b000111000)[waits]


def test_a_row_is_worth_the_same_in_a_mirror():
    for own in range(1, 1 << 8):
        if "11111" not in f"{own:b}":
            assert row_worth(5, 8, own) == row_worth(5, 8, int(f"{own:08b}"[::-1], 2))
