"""Claims about positions and games in the twelve-lesson course."""

import re
import textwrap
from ast import literal_eval
from functools import cache
from itertools import product

import pytest

from tests.support.models import nine_cells as nine
from tests.support.models.naive_rules import NaiveUltimate
from tests.support.models.naive_variants import NaiveVariant, worths
from tests.support.scenes.term_pages import SOLUTIONS, TERM, boards, part, people


def page(number):
    return (TERM / f"lesson-{number:02}.md").read_text()


def marks_of(number):
    return [marks for marks, _ in boards(page(number))]


def solution(heading, task):
    """Return the answer to a task, in one line."""
    answers = re.split(r"(?m)^\d\. ", part(SOLUTIONS, heading))
    return " ".join(answers[task].split())


def is_won(marks):
    return nine.has_line(marks, "X") or nine.has_line(marks, "O")


def value(marks, cell, *, misere=False):
    """Return a move's value for the player who makes it. Cells count from 1."""
    return nine.moves(marks, misere=misere)[cell - 1][0]


def of_value(marks, least, *, misere=False):
    return [
        cell for cell in people(nine.free(marks)) if value(marks, cell, misere=misere) >= least
    ]


@cache
def reachable():
    """Return all positions in games that follow the rules, including final positions."""
    found, queue = {"." * 9}, ["." * 9]
    for marks in queue:
        if not is_won(marks):
            after = {nine.put(marks, cell) for cell in nine.free(marks)} - found
            found |= after
            queue += sorted(after)
    return found


# 1. The rules of a game


def test_rules_lesson_solutions():
    first, second = marks_of(1)
    assert not is_won(first)
    assert nine.mover(first) == "X"
    assert (first.count("X"), first.count("O")) == (2, 2)
    assert people(nine.threats(second, "O")) == [6]
    assert people(nine.threats(second, "X")) == [8]


def test_impossible_boards():
    listed = dict(re.findall(r"\((.)\) `([XO.]{3} / [XO.]{3} / [XO.]{3})`", page(1)))
    assert list(listed) == list("abcde")
    texts = {letter: text.replace(" / ", "") for letter, text in listed.items()}
    assert [letter for letter, marks in texts.items() if marks not in reachable()] == list(
        "bcd"
    )
    last = texts["e"]
    assert not is_won(last[:4] + "." + last[5:])
    assert sum(all(last[cell] == "X" for cell in line) for line in nine.LINES) == 2
    for cell in (0, 2, 6, 8):  # the last X was in the centre
        assert is_won(last[:cell] + "." + last[cell + 1 :])


# 3. Openings and symmetry


def equal_moves(marks):
    """Return groups of cells that are equal moves under symmetry."""
    groups = {}
    for cell in nine.free(marks):
        groups.setdefault(min(nine.images(nine.put(marks, cell))), []).append(cell + 1)
    return sorted(groups.values())


def test_symmetry_lesson_solutions():
    side, first, second, third, corners, beside = marks_of(3)
    assert equal_moves(side) == [[1, 3], [4, 6], [5], [7, 9], [8]]
    assert nine.moved(first, nine.TURN) == second
    assert nine.TURN[0] == 2  # square 1 goes to 3
    assert nine.TURN[5] == 7  # square 6 goes to 8
    assert third not in set(nine.images(first))
    assert of_value(corners, 0) == [2, 4, 6, 8]
    assert equal_moves(corners) == [[2, 4, 6, 8], [3, 7]]
    for cell, other in ((3, 7), (7, 3)):
        after = nine.put(corners, cell - 1)
        assert people(nine.threats(after, "O")) == [other]
        assert people(nine.forks(after, "X")) == [other]
    after = nine.put(nine.put(corners, 2), 6)
    assert people(nine.threats(after, "X")) == [4, 8]
    assert nine.threats(after, "O") == []
    assert of_value(beside, 1) == [4, 5, 7]
    after = nine.put(beside, 4)
    assert people(nine.threats(after, "X")) == [9]
    after = nine.put(after, 8)
    assert people(nine.forks(after, "X")) == [4, 7]
    assert nine.threats(after, "O") == []
    for cell, lines in (
        (4, {7, 6}),
        (7, {4, 3}),
    ):  # the third cells in the named lines
        assert set(people(nine.threats(nine.put(after, cell - 1), "X"))) == lines
    assert equal_moves("O...X....") == [[2, 4], [3, 7], [6, 8], [9]]


def test_position_counts_after_three_moves():
    sizes = [
        len({min(nine.images(marks)) for marks in reachable() if 9 - marks.count(".") == moves})
        for moves in range(4)
    ]
    assert sizes == [1, 3, 12, 38]
    assert "there are 38 positions after three moves" in SOLUTIONS


# 4. One rule changed

TORUS = NaiveVariant(3, 3, 3, torus=True)


def lines(rules):
    full = ("X",) * (rules.rows * rules.columns)
    return {tuple(sorted(people(line))) for line in rules.lines_of(full, "X")}


def test_misere_solutions():
    first, second, _ = marks_of(4)
    assert people(nine.threats(first, "X")) == [2, 7]
    assert people(nine.free(first)) == [2, 4, 7]
    assert value(first, 4, misere=True) == -1
    after = nine.put(nine.put(first, 3), 1)
    assert not is_won(after)
    assert people(nine.free(after)) == people(nine.threats(after, "X")) == [7]
    assert of_value(second, 1, misere=True) == of_value(second, 0, misere=True) == [1]
    after = nine.put(second, 0)
    assert people(nine.free(after)) == [2, 6, 8]
    assert people(nine.threats(after, "X")) == [6, 8]
    after = nine.put(nine.put(after, 1), 7)
    assert not is_won(after)
    assert people(nine.free(after)) == people(nine.threats(after, "X")) == [6]


def test_torus_solutions():
    marks = marks_of(4)[2]
    assert nine.threats(marks, "X") == []
    assert people(nine.threats(marks, "O")) == [7]
    assert of_value(marks, 0) == [7]
    board = tuple(None if mark == "." else mark for mark in marks)
    at_once = [cell + 1 for (cell, _), found in worths(TORUS, board).items() if found == (1, 1)]
    assert at_once == [8]


# 5. Nine boards in one


CELLS = {
    f"{'abcdefghi'[column]}{row + 1}": 27 * (row // 3)
    + 9 * (column // 3)
    + 3 * (row % 3)
    + column % 3
    for row, column in product(range(9), repeat=2)
}
NAMES = {cell: name for name, cell in CELLS.items()}


def after(*moves):
    """Return the game after these moves."""
    game = NaiveUltimate("closed", "draw")
    for move in moves:
        game.play(CELLS[move])
    return game


def board_winning_moves(*moves):
    """Return the next moves that win a small board."""
    cells = after(*moves).legal
    return [NAMES[cell] for cell in cells if after(*moves, NAMES[cell]).owners[cell // 9]]


def test_target_boards():
    told = re.findall(
        r"(\w\d): board (\d),(?: sends)? to (\d)", solution("5. Nine boards in one", 1)
    )
    assert [cell for cell, _, _ in told] == ["a1", "e5", "i3", "d8", "h6"]
    for cell, board, sent in told:
        assert [int(board) - 1, int(sent) - 1] == [*divmod(CELLS[cell], 9)]
        assert re.search(rf"\b{cell}\b", part(page(5), "Tasks"))
    told = set(re.findall(r"\b[a-i]\d", solution("5. Nine boards in one", 2)))
    assert told == {cell for cell, number in CELLS.items() if number % 9 == 6}
    assert NAMES[40] == "e5"


def test_first_illegal_move():
    written = re.search(r"3\. ((?:[XO] \w\d(?:, )?)+)\.", page(5))[1].split(", ")
    moves = [move.split()[1] for move in written]
    wrong = next(
        at for at, move in enumerate(moves) if CELLS[move] not in after(*moves[:at]).legal
    )
    assert written[wrong] == "X d6"
    assert CELLS["d6"] // 9 + 1 == 5
    assert CELLS[moves[wrong - 1]] % 9 + 1 == 4
    named = {NAMES[cell] for cell in after(*moves[:wrong]).legal}
    assert named == {column + row for column, row in product("abc", "456")}


def test_big_board_solution():
    moves = ["i3", "i7", "g3", "c7", "g2", "a4", "b3", "f9", "g7", "a3", "b9", "f7"]
    assert all(CELLS[move] in after(*moves[:at]).legal for at, move in enumerate(moves))
    game = after(*moves)
    block = re.search(r"(?s)```text\n(.*?)```", page(5))[1]
    rows = [row.split() for row in block.split("\n") if row.strip()]
    assert [[mark or "." for mark in row] for row in game.grid] == rows
    assert [board + 1 for board in game.open_boards] == [3]
    assert board_winning_moves(*moves) == ["g1", "h3"]
    for cell, sent, answers in (("g1", 1, []), ("h3", 8, ["f8"])):
        assert [board + 1 for board in after(*moves, cell).open_boards] == [sent]
        assert board_winning_moves(*moves, cell) == answers
    assert game.small(0).count("O") == 1


def test_free_choice_after_five_moves():
    """X must win a board with its third move, so O has to send X back to it each time."""

    def search(moves):
        game = after(*moves)
        if len(moves) == 5:
            if len(game.open_boards) > 1:
                found.append([CELLS[move] for move in moves])
            return
        for cell in game.legal:
            if len(moves) % 2 == 0 or cell % 9 == CELLS[moves[0]] // 9:
                search([*moves, NAMES[cell]])

    found = []
    search([])
    told = re.search(r"One such game is (.*?)[.]", solution("5. Nine boards in one", 5))[1]
    assert [CELLS[move.split()[1]] for move in told.split(", ")] in found
    assert {moves[4] // 9 == moves[4] % 9 for moves in found} == {True}


# 6. A game in four functions


def code(number):
    """Return the Python code blocks on a page."""
    return [
        textwrap.dedent(block)
        for block in re.findall(r"(?s) *```python\n(.*?)```", page(number))
    ]


def cells_of(marks):
    return [None if mark == "." else mark for mark in marks]


def player(board):
    return "X" if board.count("X") == board.count("O") else "O"


def test_board_list_and_turn_conditions():
    (marks,) = marks_of(6)
    told = re.findall(r"`([^`]*)`", solution("6. A game in four functions", 1))
    answers = [cells_of(marks), nine.mover(marks), nine.free(marks), None]
    assert not is_won(marks)
    assert [literal_eval(text) for text in told] == answers
    conditions = re.findall(r"- \((.)\) `(board.*)`", page(6))
    assert [letter for letter, _ in conditions] == list("abcd")
    for letter, condition in conditions:
        for marks in reachable():
            if not is_won(marks) and "." in marks:
                said = eval(condition, {"board": cells_of(marks)})  # noqa: S307 - our own page
                assert (said == (nine.mover(marks) == "X")) == (letter != "d")


def test_faulty_winner_checks_only_first_line():
    names = {"LINES": nine.LINES}
    exec(code(6)[0], names)  # noqa: S102 - of our own page
    wrong = set()
    for marks in reachable():
        known = next((mark for mark in "XO" if nine.has_line(marks, mark)), None)
        top = marks[0] if marks[0] != "." and len(set(marks[:3])) == 1 else None
        assert names["winner"](cells_of(marks)) == top
        if top != known:
            wrong.add(marks)
    least = min(9 - marks.count(".") for marks in wrong)
    assert least == 5
    assert all(marks.count("X") == 3 for marks in wrong if 9 - marks.count(".") == least)


def test_program_output(capsys):
    exec(code(6)[1], {"player": player})  # noqa: S102 - of our own page
    assert capsys.readouterr().out == "7 O X\n"
    careful = code(6)[1].replace("    board[move]", "    board = board.copy()\n    board[move]")
    exec(careful, {"player": player})  # noqa: S102 - of our own page
    assert capsys.readouterr().out == "8 X None\n"
    assert "`7 O X`" in SOLUTIONS
    assert "`8 X None`" in SOLUTIONS


@pytest.mark.parametrize("is_mended", [False, True])
def test_shallow_copy_shares_rows(is_mended):
    (mended,) = re.findall(r"`(new = .*?)`", solution("6. A game in four functions", 5))
    text, names = code(6)[2], {}
    assert "new = board.copy()" in text
    exec(text.replace("new = board.copy()", mended) if is_mended else text, names)  # noqa: S102 - of our own page
    board = [[None] * 3 for _ in range(3)]
    after = names["result"](board, 1, 2, "X")
    assert after[1][2] == "X"
    assert board[1][2] == (None if is_mended else "X")
