"""m,n,k boards of every size, checked against a naive implementation."""

import pickle
import re
from dataclasses import FrozenInstanceError
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.models.naive_rules import NaiveGame
from tictactoe_widget import MNK, STANDARD, Game, GameOverError, IllegalMoveError, find_rules


@st.composite
def boards(draw, longest=19):
    rows, columns = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    k = draw(st.integers(1, min(max(rows, columns), 6)))
    return MNK(rows, columns, k, misere=draw(st.booleans()))


@st.composite
def playouts(draw, longest=7):
    """A randomly played game, finished or not, with the same game under naive rules."""
    rules = draw(boards(longest))
    game = Game(rules)
    twin = NaiveGame(rules.rows, rules.columns, rules.k, rules.misere)
    plies = draw(st.integers(0, rules.cell_count))
    order = draw(st.permutations(range(rules.cell_count)))
    for cell in order[:plies]:
        if twin.is_over:
            break
        game = game.play(cell)
        twin.play(cell)
    return game, twin


@settings(max_examples=300)
@given(playouts())
def test_games_match_naive_rules(played):
    game, twin = played
    assert list(game.legal_moves) == twin.legal
    for name in ("board", "is_over", "winner"):
        assert getattr(game, name) == getattr(twin, name)
    assert set(game.winning_lines) == twin.lines
    assert len(game.winning_lines) == len(twin.lines)
    assert game.is_draw == (twin.is_over and not twin.lines)
    assert game.move_count == len(game.moves)
    if not twin.is_over:
        assert game.current_player == twin.player


@settings(max_examples=100)
@given(playouts())
def test_text_repr_and_pickle_round_trip(played):
    game, _ = played
    read = Game.from_text(str(game), game.rules)
    for name in ("board", "key", "legal_moves", "result", "winning_lines"):
        assert getattr(read, name) == getattr(game, name)
    assert eval(repr(game)) == game  # noqa: S307
    assert eval(repr(read)) == read  # noqa: S307
    assert pickle.loads(pickle.dumps(read)) == read  # noqa: S301
    assert hash(eval(repr(game.rules))) == hash(game.rules)  # noqa: S307


@settings(max_examples=60)
@given(playouts(longest=4), st.integers(-3, 20))
def test_only_legal_moves_accepted(played, cell):
    game, twin = played
    if cell in twin.legal:
        assert game.play(cell).board[cell] == twin.player
    else:
        before = game.board
        with pytest.raises(IllegalMoveError):
            game.play(cell)
        assert game.board == before


@settings(max_examples=60)
@given(boards())
def test_line_count(rules):
    def runs(size, other):
        return max(size - rules.k + 1, 0) * other

    rows, columns, k = rules.rows, rules.columns, rules.k
    diagonals = 2 * max(rows - k + 1, 0) * max(columns - k + 1, 0)
    expected = runs(columns, rows) + runs(rows, columns) + diagonals
    assert len(rules.lines) == (rows * columns if k == 1 else expected)
    assert len(set(rules.lines)) == len(rules.lines)
    assert all(len(line) == k and list(line) == sorted(line) for line in rules.lines)


def test_pickle_omits_tables():
    game = Game(MNK(19, 19, 5), (180, 181))
    assert game.winning_lines == ()
    assert len(pickle.dumps(game)) < 1200


def test_five_in_a_row_in_each_direction():
    rules = MNK(rows=19, columns=19, k=5)
    for step in (1, 19, 20, 18):
        line = [9 * 19 + 9 + step * n for n in range(-2, 3)]
        replies = [0, 2, 4, 6]
        moves = [cell for pair in zip(line, replies, strict=False) for cell in pair]
        game = Game(rules, moves)
        assert game.status == "playing"
        game = game.play(line[4])
        assert game.winner == "X"
        assert game.winning_lines == (tuple(sorted(line)),)


def test_misere_line_loses():
    lost = Game("misere", (0, 3, 1, 4, 2))
    assert (lost.winner, lost.result, lost.current_player) == ("O", "O", "X")
    assert (lost.winning_lines, lost.legal_moves) == (((0, 1, 2),), ())
    assert lost.message == "Player O wins!"
    with pytest.raises(GameOverError, match=r"^Game is over\. Player O won!$"):
        lost.play(8)
    assert Game("misere", (0, 3, 1, 4, 8, 5)).winner == "X"
    assert Game("misere", (0, 1, 2, 4, 3, 5, 7, 6, 8)).is_draw


def test_fields_frozen_and_typed():
    with pytest.raises(FrozenInstanceError):
        STANDARD.k = 2
    for name, value in product(("rows", "columns", "k"), (True, 3.0, "3", None)):
        with pytest.raises(TypeError, match=f"^{name} must be an int, not {value!r}$"):
            MNK(**{"rows": 3, "columns": 3, "k": 3, name: value})
    for value in (1, 0, None, "yes"):
        with pytest.raises(TypeError, match=f"^misere must be True or False, not {value!r}$"):
            MNK(3, 3, 3, misere=value)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((3, 20, 3), "columns must be from 1 to 19, not 20"),
        ((3, 3, 0), "k must be from 1 to 3 (the longer side of the board), not 0"),
        ((3, 5, 6), "k must be from 1 to 5 (the longer side of the board), not 6"),
    ],
)
def test_size_out_of_range_refused(arguments, reason):
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}$"):
        MNK(*arguments)


def longest_run(board, rules, mark):
    """Return the length of the longest row with this mark in any direction."""
    at = {divmod(cell, rules.columns): board[cell] for cell in range(rules.cell_count)}
    longest = 0
    for row, column in at:
        for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 0
            while at.get((row + down * length, column + across * length)) == mark:
                length += 1
            longest = max(longest, length)
    return longest


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize(
    ("rows", "columns"),
    [(1, 1), (1, 2), (1, 4), (1, 5), (7, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3)],
)
def test_summary_on_longer_rows_and_draws(rows, columns, misere):
    for k in range(1, max(rows, columns) + 1):
        rules = MNK(rows, columns, k, misere)
        games = {Game(rules).key: Game(rules)}
        longer = drawn = False
        while games:
            after = [game.play(cell) for game in games.values() for cell in game.legal_moves]
            games = {game.key: game for game in after}
            ended = [game for game in games.values() if game.is_over]
            drawn = drawn or any(game.is_draw for game in ended)
            longer = longer or any(
                longest_run(game.board, rules, mark) > k for game in ended for mark in "XO"
            )
        assert ("A longer row counts too." in rules.summary) == longer
        assert ("A full board without a winning row is a draw." in rules.summary) == drawn


WINS, LOSES = (
    "The first player to get {} in a row wins.",
    "If you complete {} in a row, you lose.",
)
ALL_WAYS = " The row can go across, down or diagonally."
LONGER, DRAW = " A longer row counts too.", " A full board without a winning row is a draw."


@pytest.mark.parametrize(
    ("name", "title", "board", "ends"),
    [
        ("1x4k3", "1 × 4, 3 in a row", "is one row of 4 squares", WINS + DRAW),
        (
            "misere-5x1k2",
            "Misère 5 × 1, 2 in a row",
            "is one column of 5 squares",
            LOSES + LONGER + DRAW,
        ),
        (
            "2x4k3",
            "2 × 4, 3 in a row",
            "has 2 rows and 4 columns",
            f"{WINS} The row can only run from left to right.{LONGER}{DRAW}",
        ),
        (
            "4x2k4",
            "4 × 2, 4 in a row",
            "has 4 rows and 2 columns",
            f"{WINS} The row can only run from top to bottom.{DRAW}",
        ),
        ("misere", "Misère tic-tac-toe", "has 3 rows and 3 columns", LOSES + ALL_WAYS + DRAW),
        ("2x2k2", "2 × 2, 2 in a row", "has 2 rows and 2 columns", WINS + ALL_WAYS),
    ],
)
def test_board_title_and_summary(name, title, board, ends):
    rules = find_rules(name)
    assert rules.title == title
    ends = ends.format(rules.k)
    assert rules.summary == f"X and O take turns. X begins. The board {board}. {ends}"


@pytest.mark.parametrize(
    ("name", "title", "board", "verdict"),
    [
        ("1x1k1", "1 × 1", "has only one square", "wins"),
        ("misere-1x1k1", "Misère 1 × 1", "has only one square", "loses"),
        ("3x3k1", "3 × 3", "has 3 rows and 3 columns", "wins"),
        ("misere-1x3k1", "Misère 1 × 3", "is one row of 3 squares", "loses"),
    ],
)
def test_summary_if_one_mark_decides(name, title, board, verdict):
    rules = find_rules(name)
    assert rules.title == f"{title}, one mark decides"
    ends = f"The first move {verdict} the game."
    assert rules.summary == f"X begins. The board {board}. {ends}"
