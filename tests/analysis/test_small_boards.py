"""Winning probabilities for a small board in ultimate, by its marks."""

import subprocess
import sys
from itertools import product
from pathlib import Path

from tests.support.models import nine_cells as nine
from tictactoe_widget.analysis import ultimate as small_boards
from tictactoe_widget.analysis import ultimate_fit
from tictactoe_widget.analysis.ultimate import FULL, number_contents, won_chances

CONTENTS = list(map("".join, product(".XO", repeat=9)))


def is_open(content):
    return nine.result(content) is None


def masks(content):
    return [sum(1 << at for at in range(9) if content[at] == mark) for mark in "XO"]


def test_symmetric_contents_share_number():
    numbers = number_contents()
    seen = {}
    for content in filter(is_open, CONTENTS):
        own, other = masks(content)
        number = numbers.pop(own | other << 9)
        assert seen.setdefault(min(nine.images(content)), number) == number
    assert not numbers
    assert sorted(seen.values()) == list(range(len(seen)))


def test_decided_board_probability():
    for content in CONTENTS:
        if is_open(content):
            continue
        x, o = masks(content)
        won, lost = (nine.has_line(content, mark) for mark in "XO")
        if won != lost:
            assert (won_chances(x, o), won_chances(o, x)) == ((won,) * 3, (not won,) * 3)
        elif x | o == FULL and not won:
            assert won_chances(x, o) == won_chances(o, x) == (0, 0, 0)


def test_open_board_probability():
    for content in filter(is_open, CONTENTS):
        own, other = masks(content)
        assert all(0 <= reading < 1 for reading in won_chances(own, other))
    # With two in a row and the third cell free, the player to move wins the board.
    elsewhere, by_me, by_you = won_chances(0b011, 0)
    assert by_me > elsewhere > by_you
    one, none, other = (won_chances(*marks)[0] for marks in ((1, 0), (0, 0), (0, 1)))
    assert elsewhere > one > none > other
    # An opponent's mark blocks the row: X . O is worth less than X . .
    assert won_chances(0b001, 0b100)[0] < won_chances(0b001, 0)[0]
    # Every line has marks from both players: X O X / X O O / O X . is a draw, whoever moves.
    assert max(won_chances(0b010_001_101, 0b001_110_010)) < 0.1


def test_fitted_values_loaded_on_first_use():
    assert Path(ultimate_fit.__file__).stat().st_size <= 50_000
    assert len(small_boards.b85decode(ultimate_fit.CHANCES)) == 3 * len(
        set(number_contents().values())
    )
    script = (
        "import tictactoe_widget.analysis.analyze as analyze;"
        "from tictactoe_widget import Game, Ultimate;"
        "from tictactoe_widget.analysis import ultimate as boards;"
        "print(boards._fitted.cache_info().currsize);"
        "next(analyze.analyze_in_slices(Game(Ultimate())));"
        "print(boards._fitted.cache_info().currsize)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "1"]
