"""What people type, read as cells."""

import pytest

from tictactoe_widget import MNK, Game, InvalidInputError, OutOfBoardError, parse_position

STANDARD_GAME = Game()
WIDE_GAME = Game(MNK(rows=3, columns=5, k=3))
LARGE_GAME = Game(MNK(rows=19, columns=19, k=5))


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
    assert str(refused.value) == "Invalid position: choose 1-15"


@pytest.mark.parametrize("text", ["", "a", "1a", "aa1", "a111", "a-1", "á1", "a1 b1"])
def test_what_is_neither_number_nor_coordinate_is_refused(text):
    with pytest.raises(InvalidInputError) as refused:
        parse_position(text, WIDE_GAME)
    assert str(refused.value) == "Invalid input: enter a number 1-15"


def test_the_largest_board_goes_from_a1_to_s19():
    assert parse_position("a1", LARGE_GAME) == 0
    assert parse_position("s19", LARGE_GAME) == 360
    assert parse_position("361", LARGE_GAME) == 360
    with pytest.raises(OutOfBoardError, match=r"^Invalid position: choose 1-361$"):
        parse_position("t1", LARGE_GAME)


def test_nine_cells_go_by_numbers_alone_whatever_their_shape():
    with pytest.raises(InvalidInputError):
        parse_position("a1", Game(MNK(rows=1, columns=9, k=3)))
    assert parse_position("a1", Game(MNK(rows=1, columns=10, k=3))) == 0
