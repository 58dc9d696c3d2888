"""Lessons 9, 11 and 12 of the term and its project: what is said there is so."""

import re
from functools import cache

from tests.docs.test_term import SOLUTIONS, TERM, part, people
from tests.docs.test_term_programs import boards_of, following, is_over, minimax, utility
from tests.support.models import nine_cells as nine

EMPTY = "." * 9


def text_of(name):
    """A page of the term in one line."""
    return " ".join((TERM / f"{name}.md").read_text().split())


def answers(heading):
    """The solutions under a heading, each in one line, by the number of the task."""
    tasks = re.split(r"(?m)^(\d+)\. ", part(SOLUTIONS, heading))
    return {
        int(number): " ".join(text.split())
        for number, text in zip(tasks[1::2], tasks[2::2], strict=True)
    }


# 9. When the tree is too big


def estimate(marks):
    """The marks of X in lines without O, less those of O in lines without X."""
    total = 0
    for line in nine.LINES:
        there = "".join(marks[cell] for cell in line)
        total += there.count("X") * ("O" not in there) - there.count("O") * ("X" not in there)
    return total


@cache
def search(marks, depth):
    """What a search to a depth finds a position worth."""
    if is_over(marks):
        return 100 * utility(marks)
    if depth == 0:
        return estimate(marks)
    best = max if nine.mover(marks) == "X" else min
    return best(search(after, depth - 1) for after in following(marks).values())


def by_depth(marks, depth):
    """What a search to a depth finds each move worth."""
    return {cell: search(after, depth - 1) for cell, after in following(marks).items()}


def test_how_many_positions_are_at_the_depth_limit():
    paths = [()]
    for count in (16, 240, 3360):
        paths = [(*path, cell) for path in paths for cell in range(16) if cell not in path]
        assert len(paths) == count
    # No game is over so early: four marks of X take seven plies.
    assert "16 · 15 · 14 = 3,360" in answers("9. When the tree is too big")[1]


def test_the_evaluation_of_first_moves_and_answers():
    first = by_depth(EMPTY, 1)
    assert [
        {first[cell] for cell in cells} for cells in ((1, 3, 7, 9), (2, 4, 6, 8), (5,))
    ] == [
        {3},
        {2},
        {4},
    ]
    centre = by_depth(nine.put(EMPTY, 4), 1)
    assert {centre[cell] for cell in (1, 3, 7, 9)} == {1}
    assert {centre[cell] for cell in (2, 4, 6, 8)} == {2}
    assert by_depth(EMPTY, 2) == {1: -1, 2: -2, 3: -1, 4: -2, 5: 1, 6: -2, 7: -1, 8: -2, 9: -1}
    for cell in (0, 1):  # O's answer is the centre, and no other
        after = by_depth(nine.put(EMPTY, cell), 1)
        assert [other for other in after if after[other] == min(after.values())] == [5]
    assert {minimax(after) for after in following(EMPTY).values()} == {0}
    # A finished game is further from 0 than any estimate: at most 8 lines of 2 marks.
    assert 100 > 8 * 2


def test_the_horizon_on_nine_cells():
    marks, loud = boards_of(9)
    found = by_depth(marks, 1)
    assert found == {1: -1, 2: 0, 5: -2, 6: 1, 7: -1, 8: 0}
    played = following(marks)[5]
    assert [cell for cell in following(played) if minimax(following(played)[cell]) == 1] == [7]
    forked = following(played)[7]
    assert people(nine.threats(forked, "X")) == [1, 8]
    assert nine.threats(forked, "O") == []
    assert people(nine.threats(nine.put(played, 0), "O")) == [7]  # the line 3, 5, 7
    for depth in (1, 2, 3):
        assert 5 in [
            cell
            for cell, value in by_depth(marks, depth).items()
            if value == min(by_depth(marks, depth).values())
        ]
    deep = by_depth(marks, 4)
    assert [cell for cell in deep if deep[cell] < 100] == [1]
    assert by_depth(loud, 1)  # not over
    assert (people(nine.threats(loud, "X")), nine.threats(loud, "O")) == ([1, 8], [])
    assert (estimate(loud), minimax(loud)) == (2, 1)
    assert {minimax(after) for after in following(loud).values()} == {1}
