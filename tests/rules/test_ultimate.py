"""Ultimate: hand-made positions, published counts, and a naive implementation."""

import pickle
import random
import re
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.models.naive_rules import NaiveUltimate
from tests.support.models.positions import ULTIMATE
from tests.support.scenes.rounds import FOUR_BOARDS_EACH, THREE_BOARDS_TO_FIVE
from tictactoe_widget import Game, GameOverError, Ultimate, WrongBoardError

CLOSED, OPEN = Ultimate(), Ultimate(won_boards="open")
X_WINS_BOARD_1 = (0, 8, 74, 18, 1, 9, 2)
"""X takes the first row of board 1 and so sends O to board 3."""

O_IS_SENT_TO_BOARD_1 = (*X_WINS_BOARD_1, 22, 36)

THREE_BOARDS_LEFT = (
    *(7, 64, 10, 15, 56, 22, 40, 39, 27, 2, 25, 70, 71, 80, 77, 53, 75, 32, 45, 8, 72, 3, 31),
    *(38, 21, 33, 57, 35, 74, 19, 11, 18, 1, 13, 37, 12, 30, 34, 69, 60, 55, 17, 79, 68, 52),
    *(66, 54, 5, 49, 41, 50, 51, 67, 42, 73, 14, 47, 24, 48),
)
"""O may play in boards 3, 5 and 8 only."""

TWO_BIG_LINES = (
    *(59, 50, 52, 64, 16, 63, 2, 21, 35, 80, 76, 44, 72, 3, 31, 36, 8, 79, 71, 73, 17, 77, 48),
    *(30, 29, 19, 11, 20, 24, 61, 68, 53, 78, 55, 14, 46, 75, 34, 65, 22, 40, 41, 49, 39, 27),
    *(4, 43, 25, 7, 37, 57, 62, 60, 54, 5, 51, 58),
)
"""X, having boards 1, 2, 4, 8 and 9, wins board 7 and so a column and a row of boards."""


@st.composite
def playouts(draw, whole=False):
    """A randomly played game, finished or not, with the same game under naive rules."""
    rules = draw(st.sampled_from(ULTIMATE))
    game, twin = Game(rules), NaiveUltimate(rules.won_boards, rules.tie)
    choose = random.Random(draw(st.integers(0, 2**32))).choice
    plies = 81 if whole else draw(st.integers(0, 81))
    while game.legal_moves and game.move_count < plies:
        cell = choose(game.legal_moves)
        game = game.play(cell)
        twin.play(cell)
    return game, twin


def count_lines_of_play(game, depth):
    if depth == 0:
        return 1
    return sum(count_lines_of_play(game.play(cell), depth - 1) for cell in game.legal_moves)


def test_published_four_ply_counts():
    counts = [count_lines_of_play(Game(CLOSED), depth) for depth in (1, 2, 3, 4)]
    assert counts == [81, 720, 6_336, 55_080]


@settings(max_examples=150)
@given(playouts())
def test_games_match_naive_rules(played):
    game, twin = played
    assert game.board == twin.board
    assert list(game.legal_moves) == twin.legal
    assert list(game.open_boards) == twin.open_boards
    assert game.small_boards == twin.small_boards
    assert game.result == twin.result
    assert game.move_count == twin.count
    if twin.result is None:
        assert game.current_player == twin.player


@settings(max_examples=60)
@given(playouts(whole=True))
def test_finished_games_match_naive_rules(played):
    game, twin = played
    assert game.is_over
    assert game.result == twin.result
    assert game.small_boards == twin.small_boards
    assert game.open_boards == ()
    by_line = game.winner is not None and twin.has_line(twin.owners, game.winner)
    assert bool(game.winning_lines) == by_line
    for line in game.winning_lines:
        boards = sorted({cell // 9 for cell in line})
        assert "".join(map(str, boards)) in NaiveUltimate.LINES
        assert list(line) == sorted(line)
        assert all(game.board[cell] == game.winner for cell in line)
        for board in boards:
            places = [cell % 9 for cell in line if cell // 9 == board]
            assert twin.has_line([at in places for at in range(9)], mark=True)


@settings(max_examples=150)
@given(playouts())
def test_text_repr_and_pickle_round_trip(played):
    game, _ = played
    read = Game.from_text(str(game), game.rules)
    names = ("board", "key", "legal_moves", "open_boards", "small_boards", "result")
    for name in (*names, "winning_lines"):
        assert getattr(read, name) == getattr(game, name)
    assert str(read) == str(game)
    assert "\n" not in game.to_text()
    for copied in (
        Game.from_text(game.to_text(), game.rules),
        eval(repr(read)),  # noqa: S307
        pickle.loads(pickle.dumps(read)),  # noqa: S301
    ):
        assert (copied, copied.key) == (read, game.key)
    assert eval(repr(game)) == game  # noqa: S307
    assert pickle.loads(pickle.dumps(game)).key == game.key  # noqa: S301


@pytest.mark.parametrize(
    ("moves", "boards"),
    [
        ((4,), "5"),
        (O_IS_SENT_TO_BOARD_1, "2, 3, 4, 5, 6, 7, 8 or 9"),
        (THREE_BOARDS_LEFT, "3, 5 or 8"),
    ],
)
def test_move_in_wrong_board_refused(moves, boards):
    game = Game(CLOSED, moves)
    with pytest.raises(WrongBoardError) as refused:
        game.play(next(cell for cell in range(9) if game.board[cell] is None))
    assert str(refused.value) == f"Play in board {boards}"


@pytest.mark.parametrize(
    ("moves", "counts", "by_most_boards", "message"),
    [
        (THREE_BOARDS_TO_FIVE, (3, 5), "O", "Player O wins!"),
        (FOUR_BOARDS_EACH, (4, 4), "draw", "It's a draw!"),
    ],
)
def test_result_without_big_line(moves, counts, by_most_boards, message):
    drawn = Game(CLOSED, moves)
    assert tuple(map(drawn.small_boards.count, "XO")) == counts
    assert drawn.is_draw
    counted = Game(Ultimate(tie="most-boards"), moves)
    assert (counted.result, counted.message) == (by_most_boards, message)
    assert counted.winning_lines == ()
    with pytest.raises(GameOverError, match=r"^Game is over\. "):
        counted.play(counted.board.index(None))


def test_big_line_wins():
    game = Game(CLOSED, TWO_BIG_LINES)
    assert game.winner == "X"
    assert game.legal_moves == ()
    assert game.open_boards == ()
    assert game.winning_lines == (
        (57, 58, 59, 65, 68, 71, 72, 75, 78),
        (2, 5, 8, 27, 31, 35, 57, 58, 59),
    )


def test_position_text():
    assert str(Game(CLOSED, O_IS_SENT_TO_BOARD_1)) == (
        "X X X   O . .   O . .\n"
        ". . .   . . .   . O .\n"
        ". . O   . . .   . . .\n"
        "\n"
        ". . .   X . .   . . .\n"
        ". . .   . . .   . . .\n"
        ". . .   . . .   . . .\n"
        "\n"
        ". . .   . . .   . . X\n"
        ". . .   . . .   . . .\n"
        ". . .   . . .   . . .\n"
        "\n"
        "Won boards: X 1\n"
        "Next board: any"
    )
    assert str(Game(CLOSED).play(4)).endswith(". . .\n\nNext board: 5")
    assert "Next board" not in str(Game(CLOSED, TWO_BIG_LINES))


def grid(*notes, **rows):
    """Return a position as text. All rows except the given ones (r1 to r9) are empty."""
    return "/".join([*(rows.get(f"r{number}", "." * 9) for number in range(1, 10)), *notes])


ENDED = {"r1": "X" * 9, "r4": "OO.OO.OO."}
NO_ONE_MOVE = {
    "r1": "X" * 9,
    "r2": "O........",
    "r3": "...O.....",
    "r4": "OO.OO.OO.",
    "r5": "..O..O..O",
    "r6": "OO.OO.OO.",
    "r7": "X" * 9,
}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            ".../.../...",
            "text must have 9 rows of 9 cells, with / or a line break between rows, not ",
        ),
        (grid(r1="XX......."), "X has 2 marks and O has 0: X can have at most one more"),
        (
            grid("Hello", r1="X........"),
            "after the grid, each line must look like 'Won boards: X 1, O 5' or 'Next board",
        ),
        (grid(r2=".X......."), "text must give the next board, such as Next board: 5"),
        (
            grid("Next board: 3", r2=".X......."),
            "the next board cannot be 3, because no move by X leads there",
        ),
        (grid("Next board: 5"), "the next board cannot be 5, because no move by O leads there"),
        (
            grid("Next board: 1", r1="O........", r2=".X......."),
            "O has too few marks in board 5 (0), given the moves by X that lead there (1)",
        ),
        (grid("Won boards: X 1"), "X cannot have won board 1 without a line there"),
        (
            grid("Next board: any", r1="XXX......", r2="OOO......"),
            "both players have a line in board 1, but the first line closes it",
        ),
        (
            grid("Next board: any", r1="XXX...OO.", r3="XXXOO.OO."),
            "no single move can complete the lines in board 1, but the first line",
        ),
        (
            grid("Next board: 1", r1="XXXO..O..", r3="..O......", r7="........X"),
            "the next board must be an open board, not board 1",
        ),
        (
            grid(r1="X" * 9, r4="O" * 9),
            "X and O both have a row, but the first row ends the game",
        ),
        (
            grid(**ENDED, r8="OO.O....."),
            "X has a row, so O can't have moved after it",
        ),
        (
            grid(**NO_ONE_MOVE),
            "No single move can complete all these rows",
        ),
        (
            grid("Next board: 1", **ENDED, r8="OO......."),
            "text must not give a next board: the game is over",
        ),
    ],
)
def test_unreachable_texts_refused(text, reason):
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        Game.from_text(text, CLOSED)


def test_first_line_wins_open_board():
    text = str(Game(OPEN, (*O_IS_SENT_TO_BOARD_1, 6, 54, 7)))
    reason = "both players have a line in board 1: add its winner, such as Won boards: X 1"
    with pytest.raises(ValueError, match=f"^{reason}$"):
        Game.from_text(text.replace("Won boards: X 1\n", ""), OPEN)
    other = Game.from_text(text.replace("X 1", "O 1"), OPEN)
    assert other.small_boards[0] == "O"
    assert other.key != Game.from_text(text, OPEN).key
    text = str(Game(CLOSED, X_WINS_BOARD_1))
    silent = text.replace("Won boards: X 1\n", "")
    assert Game.from_text(silent, CLOSED) == Game.from_text(text, CLOSED)


def test_rules_frozen_and_rebuilt():
    for rules in ULTIMATE:
        assert eval(repr(rules)) == rules  # noqa: S307
        assert pickle.loads(pickle.dumps(rules)) == rules  # noqa: S301
    assert len({hash(rules) for rules in ULTIMATE}) == 4
    with pytest.raises(FrozenInstanceError):
        CLOSED.tie = "most-boards"


@pytest.mark.parametrize("wrong", [True, ["open"], None])
def test_invalid_options_refused(wrong):
    reason = f"must be 'closed' or 'open', not {wrong!r}"
    with pytest.raises(ValueError, match=f"^won_boards {re.escape(reason)}$"):
        Ultimate(won_boards=wrong)
