"""Conversion of typed squares to cells."""

import pytest

from tests.support.models.drop_rules import Drop
from tictactoe_widget import (
    MNK,
    Game,
    InvalidInputError,
    OutOfBoardError,
    find_rules,
    parse_position,
    position_name,
)

STANDARD_GAME = Game()
WIDE_GAME = Game(MNK(rows=3, columns=5, k=3))
LARGE_GAME = Game(MNK(rows=19, columns=19, k=5))


def test_cell_names_round_trip():
    boards = ["standard", "4x5k3", "1x9k3", "1x1k1", "gomoku", "19x19k5", "ultimate"]
    for rules in [*map(find_rules, boards), Drop()]:
        names = [position_name(cell, rules) for cell in range(rules.cell_count)]
        assert [parse_position(name, rules) for name in names] == list(range(len(names)))


def test_board_given_as_game_rules_or_name():
    for board in (Game("4x4"), MNK(4, 4, 4), "4x4"):
        assert position_name(5, board) == "b2"
        assert parse_position("b2", board) == 5
    assert (position_name(4), parse_position("5")) == ("5", 4)
    with pytest.raises(ValueError, match="no rules are called 'chess'"):
        position_name(0, "chess")
    with pytest.raises(TypeError, match="rules must be standard, "):
        parse_position("1", None)


@pytest.mark.parametrize(
    ("game", "text", "cell"),
    [
        *[(STANDARD_GAME, text, 4) for text in ("5", " 5 ", "5\n", "+5", "05")],
        (Game(moves=(4,)), "5", 4),
        (WIDE_GAME, "15", 14),
        (WIDE_GAME, "e1", 4),
        (WIDE_GAME, "a2", 5),
        (WIDE_GAME, "E3", 14),
        (WIDE_GAME, " b3 ", 11),
        (WIDE_GAME, "b03", 11),
        (LARGE_GAME, "s19", 360),
        (LARGE_GAME, "361", 360),
    ],
)
def test_numbers_and_coordinates(game, text, cell):
    assert parse_position(text, game) == cell


@pytest.mark.parametrize(
    ("game", "texts", "names"),
    [
        (STANDARD_GAME, ["0", "10", "-1", "9" * 5000, "-" + "9" * 5000], "1-9"),
        (WIDE_GAME, ["f1", "a4", "a0", "z9", "16", "0"], "a1-e3"),
        (LARGE_GAME, ["t1", "a20", "362"], "a1-s19"),
    ],
)
def test_square_off_board_refused(game, texts, names):
    for text in texts:
        with pytest.raises(OutOfBoardError) as refused:
            parse_position(text, game)
        assert str(refused.value) == f"Invalid position: choose {names}"


@pytest.mark.parametrize("cell", [-1, 9, 10**30])
def test_cell_out_of_range_refused(cell):
    with pytest.raises(ValueError, match=f"^cell must be from 0 to 8, not {cell}$"):
        position_name(cell, Game())


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "a", "five", "5.0", "5 5", "1e1", "b2", "\N{ARABIC-INDIC DIGIT FIVE}", "²"),
        *("\N{CIRCLED DIGIT FIVE}", "0x5", "--5", "5_0"),
    ],
)
def test_non_number_refused(text):
    with pytest.raises(InvalidInputError) as refused:
        parse_position(text, STANDARD_GAME)
    assert str(refused.value) == "Invalid input: enter a number 1-9"


@pytest.mark.parametrize("text", ["", "a", "1a", "aa1", "a111", "a-1", "á1", "a1 b1"])
def test_unreadable_square_refused(text):
    with pytest.raises(InvalidInputError) as refused:
        parse_position(text, WIDE_GAME)
    assert str(refused.value) == "Invalid input: enter a coordinate a1-e3"


def test_3x3_accepts_only_numbers():
    with pytest.raises(InvalidInputError):
        parse_position("a1", Game(MNK(rows=1, columns=9, k=3)))
    assert parse_position("a1", Game(MNK(rows=1, columns=10, k=3))) == 0
