"""What people type, read as cells."""

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


def test_the_name_of_a_cell_is_read_as_that_cell_on_every_board():
    boards = ["standard", "4x5k3", "1x9k3", "1x1k1", "gomoku", "19x19k5", "ultimate"]
    for rules in [*map(find_rules, boards), Drop()]:
        names = [position_name(cell, rules) for cell in range(rules.cell_count)]
        assert [parse_position(name, rules) for name in names] == list(range(len(names)))


def test_the_board_may_be_given_as_a_game_as_rules_or_by_name():
    for board in (Game("4x4"), MNK(4, 4, 4), "4x4"):
        assert position_name(5, board) == "b2"
        assert parse_position("b2", board) == 5
    assert (position_name(4), parse_position("5")) == ("5", 4)
    with pytest.raises(ValueError, match="no rules are called 'chess'"):
        position_name(0, "chess")
    with pytest.raises(TypeError, match="rules must be standard, "):
        parse_position("1", None)


@pytest.mark.parametrize("cell", [-1, 9, 10**30])
def test_only_cells_of_the_board_have_a_name(cell):
    with pytest.raises(ValueError, match=f"^cell must be from 0 to 8, not {cell}$"):
        position_name(cell, Game())


@pytest.mark.parametrize("cell", [None, True, "4", 4.0])
def test_a_cell_that_is_no_integer_has_no_name(cell):
    with pytest.raises(TypeError) as refused:
        position_name(cell, Game("4x4"))
    assert str(refused.value) == f"cell must be an int, not {cell!r}"


@pytest.mark.parametrize("text", [None, 5, b"5", True])
def test_only_a_text_is_parsed(text):
    with pytest.raises(TypeError) as refused:
        parse_position(text, Game())
    assert str(refused.value) == f"text must be a str, not {text!r}"


@pytest.mark.parametrize("position", range(1, 10))
def test_each_position_is_one_more_than_its_cell(position):
    assert parse_position(str(position), STANDARD_GAME) == position - 1


@pytest.mark.parametrize("text", [" 5 ", "5\n", "+5", "05"])
def test_a_number_may_be_typed_untidily(text):
    assert parse_position(text, STANDARD_GAME) == 4


@pytest.mark.parametrize("text", ["0", "10", "-1", "99", "9" * 5000, "-" + "9" * 5000])
def test_a_number_that_is_no_cell_is_refused(text):
    with pytest.raises(OutOfBoardError) as refused:
        parse_position(text, STANDARD_GAME)
    assert str(refused.value) == "Invalid position: choose 1-9"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "a",
        "five",
        "5.0",
        "5 5",
        "1e1",
        "b2",
        "\N{ARABIC-INDIC DIGIT FIVE}",
        "²",
        "\N{CIRCLED DIGIT FIVE}",
        "0x5",
        "--5",
        "5_0",
    ],
)
def test_what_is_not_a_number_is_refused(text):
    with pytest.raises(InvalidInputError) as refused:
        parse_position(text, STANDARD_GAME)
    assert str(refused.value) == "Invalid input: enter a number 1-9"


def test_whether_the_cell_may_be_played_is_not_asked_here():
    assert parse_position("5", Game(moves=(4,))) == 4
    assert parse_position("5", Game(moves=(0, 3, 1, 4, 2))) == 4


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("1", 0),
        ("15", 14),
        ("a1", 0),
        ("e1", 4),
        ("a2", 5),
        ("b3", 11),
        ("E3", 14),
        (" b3 ", 11),
        ("b03", 11),
    ],
)
def test_above_nine_cells_a_coordinate_is_column_then_row(text, cell):
    assert parse_position(text, WIDE_GAME) == cell


@pytest.mark.parametrize("text", ["f1", "a4", "a0", "z9", "16", "0"])
def test_a_coordinate_off_the_board_is_refused(text):
    with pytest.raises(OutOfBoardError) as refused:
        parse_position(text, WIDE_GAME)
    assert str(refused.value) == "Invalid position: choose a1-e3"


@pytest.mark.parametrize("text", ["", "a", "1a", "aa1", "a111", "a-1", "á1", "a1 b1"])
def test_what_is_neither_number_nor_coordinate_is_refused(text):
    with pytest.raises(InvalidInputError) as refused:
        parse_position(text, WIDE_GAME)
    assert str(refused.value) == "Invalid input: enter a coordinate a1-e3"


def test_the_largest_board_goes_from_a1_to_s19():
    assert parse_position("a1", LARGE_GAME) == 0
    assert parse_position("s19", LARGE_GAME) == 360
    assert parse_position("361", LARGE_GAME) == 360
    with pytest.raises(OutOfBoardError, match=r"^Invalid position: choose a1-s19$"):
        parse_position("t1", LARGE_GAME)


def test_nine_cells_go_by_numbers_alone_whatever_their_shape():
    with pytest.raises(InvalidInputError):
        parse_position("a1", Game(MNK(rows=1, columns=9, k=3)))
    assert parse_position("a1", Game(MNK(rows=1, columns=10, k=3))) == 0
