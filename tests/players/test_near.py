"""Moves near marks and along growing lines on large boards."""

import pytest

from tictactoe_widget import MNK, Game
from tictactoe_widget.players.ladder import along_lines, near_marks
from tictactoe_widget.rules.names import find_rules


def near(game):
    return list(near_marks(game.rules, game.state, game.legal_moves))


def growing(game):
    return along_lines(game.rules, game.state, game.legal_moves)


@pytest.mark.parametrize(
    ("rules", "cells"),
    [
        ("4x4", [5, 6, 9, 10]),
        ("6x6k5", [row * 6 + column for row in range(1, 5) for column in range(1, 5)]),
        ("1x9k3", [2, 3, 4, 5, 6]),
        # Marks fall, so all moves are in the lowest row.
        ("connect4", [37, 38, 39]),
    ],
)
def test_empty_board_offers_its_middle_half(rules, cells):
    assert near(Game(rules)) == cells


def test_all_moves_if_none_is_near():
    far = Game(MNK(1, 9, 3), moves=(0,))
    assert list(near_marks(far.rules, far.state, (4, 8))) == [4, 8]


@pytest.mark.parametrize("rules", ["ultimate", "cube3", "qubic"])
def test_boards_in_parts(rules):
    game = Game(rules)
    assert near(game) == list(game.legal_moves)
    game = game.play(0)
    assert near(game) == list(game.legal_moves)


def test_longest_own_line_grows():
    # X has an open three in the first row, and O has one in the last row.
    threes = Game("gomoku", moves=(5, 215, 6, 216, 7, 217))
    assert set(growing(threes)) == {3, 4, 8, 9}
    # Now O is to move, and X has four.
    assert set(growing(threes.play(8))) == {4, 9}


def test_blocked_lines_do_not_grow():
    # X has 0, 1 and 2 in a row of six where four win; O has 3, and no two in line.
    assert growing(Game(MNK(6, 6, 4), moves=(0, 3, 1, 35, 2, 20))) == []


@pytest.mark.parametrize("rules", ["misere-6x6k4", "notakto", "order-and-chaos"])
def test_rules_without_growing_lines(rules):
    game = Game(find_rules(rules))
    for _ in range(3):
        game = game.play(game.legal_moves[0])
    assert growing(game) == []


def test_bent_lines_grow():
    # Cells 0 and 5 in the first row are neighbours on a torus. 4 and 1 extend their line.
    assert {4, 1} <= set(growing(Game("torus-6x6k4", moves=(0, 14, 5, 28))))
    # Cells 0 and 9 in a cube are above each other.
    assert growing(Game("cube3", moves=(0, 1, 9, 5))) == [18]


def test_won_small_board_has_no_growing_lines():
    # X has won the first board, which stays open, and must play there again. O has two marks
    # in its second row, with cell 5 free.
    moves = (36, 4, 37, 9, 0, 3, 29, 18, 1, 14, 51, 54, 2, 22, 43, 63)
    game = Game("ultimate-open", moves=moves)
    assert (game.small_boards[0], game.legal_moves) == ("X", (5, 6, 7, 8))
    assert growing(game) == []
