"""What an analysis looks like at the end of a notebook cell."""

from tests.support.models.html_reader import read_table
from tictactoe_widget import Analysis, Game, MoveValue, analyze


def test_an_analysis_is_a_table_of_its_moves_with_the_best_first():
    table = read_table(analyze(Game.from_text("XX./OO./..."))._repr_html_())
    assert table.caption == "X to move: win in 1 ply"
    assert table.columns == ["Cell, from 0", "Value", "Plies", "Choice"]
    assert table.rows[0] == ["2", "win", "1", "best"]
    # X blocks the row in the middle, O the one on top, X the diagonal from 3 to 7.
    assert table.rows[1][:2] == ["5", "draw"]
    # After any other move O completes the row in the middle.
    assert table.rows[2:] == [[cell, "loss", "2", ""] for cell in ("6", "7", "8")]


def test_a_finished_game_has_a_table_without_rows():
    table = read_table(analyze(Game(moves=(0, 3, 1, 4, 2)))._repr_html_())
    assert table.caption == "The game is over: loss for O"
    assert table.rows == []


def test_estimates_are_chances_and_a_long_list_says_what_it_leaves_out():
    moves = {cell: MoveValue(None, None, cell / 100) for cell in range(50)}
    known = Analysis("X", None, None, 0.49, moves, (49,), (), exact=False)
    table = read_table(known._repr_html_())
    assert table.caption == "X to move: about 75 % (30 of 50 moves)"
    assert table.rows[0] == ["49", "about 75 %", "", "best"]
    assert table.rows[1] == ["48", "about 74 %", "", ""]
    assert len(table.rows) == 30


def test_the_plain_text_of_an_analysis_stays_its_repr():
    known = analyze(Game())
    assert repr(known).startswith("Analysis(player='X', value='draw'")


def test_an_analysis_is_printed_as_lines_of_its_moves_with_the_best_first():
    assert str(analyze(Game.from_text("XX./OO./..."))) == (
        "X to move: win in 1 ply\n"
        "Cell, from 0  Value  Plies  Choice\n"
        "2             win    1      best\n"
        "5             draw   5\n"
        "6             loss   2\n"
        "7             loss   2\n"
        "8             loss   2"
    )
    assert str(analyze(Game(moves=(0, 3, 1, 4, 2)))) == "The game is over: loss for O"


def test_an_analysis_of_a_large_board_fits_a_screen():
    text = str(analyze(Game("gomoku"), seconds=0.1))
    assert len(text.splitlines()) == 14
    assert max(map(len, text.splitlines())) < 60
    assert "(12 of 225 moves)" in text
