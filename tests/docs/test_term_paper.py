"""The lesson without a computer: claims about the programs on paper."""

import re

from tests.support.models import nine_cells as nine
from tests.support.scenes.term_pages import PAPER, SOLUTIONS, part, people
from tictactoe_widget.classroom import paper_sheet

SOLUTION = part(SOLUTIONS, "The intelligent piece of paper")
LISTS = [
    [int(square) - 1 for square in written.split(",")]
    for written in re.findall(r"(?:\d,\s+){8}\d", SOLUTION)
]


def short_program(marks, squares):
    """Win, block, or take the first free square in a list."""
    me = nine.mover(marks)
    open_ends = nine.threats(marks, me) or nine.threats(marks, nine.other(me))
    return min(open_ends) if open_ends else next(one for one in squares if marks[one] == ".")


def program_for_o(marks, squares):
    """The program for O in the solutions, line by line."""
    crosses = [cell for cell in range(9) if marks[cell] == "X"]
    if not nine.threats(marks, "O") and not nine.threats(marks, "X"):
        if marks[4] == "O" and crosses in ([0, 8], [2, 6]):
            return 1
        for corner in (0, 2, 6, 8):
            in_row = any(cell // 3 == corner // 3 for cell in crosses)
            in_column = any(cell % 3 == corner % 3 for cell in crosses)
            if marks[corner] == "." and in_row and in_column:
                return corner
    return short_program(marks, squares)


def lost_games(program, me, squares):
    """Return the moves in all games that the program loses, against every reply."""
    lost, queue = [], [("." * 9, [])]
    for marks, moves in queue:
        if nine.has_line(marks, nine.other(me)):
            lost.append(people(moves))
        elif not nine.is_over(marks):
            is_mine = nine.mover(marks) == me
            cells = [program(marks, squares)] if is_mine else nine.free(marks)
            queue += [(nine.put(marks, cell), [*moves, cell]) for cell in cells]
    return lost


def test_paper_1_loses_as_stated():
    moves = [1, 2, 3, 7, 4, 8, 5, 9]
    assert moves in lost_games(short_program, "X", range(9))
    assert "plays 1, 3, 4 and 5. O plays 2, 7, 8 and 9, and wins with 7, 8, 9" in SOLUTION
    assert "against O's moves 2, 7, 8 and 9" in PAPER.read_text("utf-8")


def test_winning_comes_before_blocking():
    marks = "XX.OO...."
    assert people(nine.threats(marks, "X")) == [3]
    assert people(nine.threats(marks, "O")) == [6]


def test_solution_programs_never_lose():
    centre_first, corners_first, of_o = LISTS
    assert lost_games(short_program, "X", centre_first) == []
    assert lost_games(short_program, "X", corners_first) == []
    assert lost_games(program_for_o, "O", of_o) == []
    assert [1, 5, 9, 3, 7, 4, 8] in lost_games(short_program, "O", centre_first)


def test_matchbox_counts():
    machine, menace = paper_sheet("hexapawn").to_html(), paper_sheet("menace").to_html()
    assert machine.count("<figure>") == 1 + 19  # the first shows the start of a game
    assert menace.count("<figure>") == 304
    text = " ".join(PAPER.read_text("utf-8").split())
    assert "needs 19 matchboxes, and MENACE needs 304" in text
