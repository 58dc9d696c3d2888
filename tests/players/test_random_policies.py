"""Wins, blocks and moves on large boards by "beginner" and "casual"."""

from math import sqrt
from random import Random

import pytest

from tests.support.models.nine_cells import free, mover, other, threats
from tictactoe_widget import Game, play_match, player

SEEDS = range(400)
# X has an open three in the middle, and O has the two upper corners. It's O's turn. After O
# takes a third corner, it's X's turn.
THREE = Game("gomoku", moves=(111, 0, 112, 14, 113))
ENDS = {109, 110, 114, 115}


def child(seed):
    """Return a player that wins with probability 3/4 and blocks with probability 1/2.

    Otherwise, it takes the centre, or a corner if the centre is taken, or any cell.
    """
    chance = Random(seed)

    def play(game):
        board = "".join(mark or "." for mark in game.board)
        mark = mover(board)
        own, others = threats(board, mark), threats(board, other(mark))
        if own and chance.random() < 3 / 4:
            return chance.choice(own)
        if others and chance.random() < 1 / 2:
            return chance.choice(others)
        if board[4] == ".":
            return 4
        corners = [cell for cell in (0, 2, 6, 8) if board[cell] == "."]
        return chance.choice(corners or free(board))

    return play


def share(name, game, cells):
    """Return the share of seeds with which a player plays one of the cells."""
    return sum(player(name, seed=seed)(game) in cells for seed in SEEDS) / len(SEEDS)


def by_chance(chance, count=400):
    """Return an expected share with a tolerance of four standard deviations."""
    return pytest.approx(chance, abs=4 * sqrt(chance * (1 - chance) / count))


def apart(rules, one, two):
    """Return the distance between two cells, in straight or diagonal steps."""
    (a, b), (c, d) = (divmod(cell, rules.layout.columns) for cell in (one, two))
    return max(abs(a - c), abs(b - d))


def test_beginner_wins_and_blocks():
    # X has 0 and 1, O 3 and 4; five cells are free, and one of them wins.
    assert share("beginner", Game(moves=(0, 3, 1, 4)), {2}) == by_chance(3 / 4 + 1 / 4 / 5)
    # X threatens cell 2, O nothing; of six free cells one blocks.
    assert share("beginner", Game(moves=(0, 8, 1)), {2}) == by_chance(1 / 2 + 1 / 2 / 6)


def test_beginner_against_a_child():
    # A separate program that weights all games by their probabilities gives 0.5319.
    match = play_match(child(seed=1), player("beginner", seed=2), games=1000)
    assert match.win_count(match.names[0]) / 1000 == by_chance(0.5319, 1000)


@pytest.mark.parametrize("name", ["beginner", "casual"])
def test_moves_on_a_large_board(name):
    for seed in range(5):
        bot, game = player(name, seed=seed), Game("gomoku")
        while not game.is_over:
            cell = bot(game)
            row, column = divmod(cell, 15)
            assert (
                any(apart(game.rules, cell, mark) <= 2 for mark in game.moves)
                if game.moves
                else (4 <= row <= 10 and 4 <= column <= 10)
            )
            game = game.play(cell)


@pytest.mark.parametrize("name", ["beginner", "casual"])
def test_answers_to_open_threes(name):
    # Otherwise they play anywhere near: 32 cells around the three and 8 at each corner.
    assert share(name, THREE, ENDS) == by_chance(1 / 2 + 1 / 2 * 4 / 48)
    assert share(name, THREE.play(210), ENDS) == by_chance(1 / 2 + 1 / 2 * 4 / 56)


def test_beginner_and_fours():
    four = THREE.play(210).play(114)
    assert share("casual", four, {110, 115}) == 1
    # It blocks, extends a line or plays nearby: 36 cells around the four, 8 at each corner.
    assert share("beginner", four, {110, 115}) == by_chance(3 / 4 + 1 / 4 * 2 / 60)


@pytest.mark.parametrize("name", ["beginner", "casual"])
def test_wins_and_blocks_in_ultimate(name):
    # X has cells 36 and 37 in the middle board, where X is to move in `own` and O in `others`.
    # Seven of its cells are free.
    own = Game("ultimate", moves=(36, 4, 37, 13))
    others = Game("ultimate", moves=(36, 4, 37, 11, 22))
    assert own.legal_moves == others.legal_moves == (38, 39, 40, 41, 42, 43, 44)
    for game in (own, others):
        assert share(name, game, {38}) == by_chance(1 / 2 + 1 / 2 / 7)


@pytest.mark.parametrize("name", ["beginner", "casual"])
def test_any_move_is_possible_on_25_cells(name):
    assert {player(name, seed=seed)(Game("5x5")) for seed in SEEDS} == set(range(25))
