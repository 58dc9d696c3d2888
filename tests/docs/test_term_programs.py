"""Statements in lessons 7, 8 and 10 of the twelve-lesson course, and in their solutions."""

import re
from fractions import Fraction
from functools import cache
from math import inf

from tests.support.models import nine_cells as nine
from tests.support.models.nine_cells import following, is_over, minimax, utility
from tests.support.scenes.term_pages import TERM, boards_of, people


def values(marks):
    return {cell: minimax(after) for cell, after in following(marks).items()}


def tree(marks, path=()):
    """Yield all nodes in the game tree: the path of moves and the position."""
    yield path, marks
    for cell, after in following(marks).items():
        yield from tree(after, (*path, cell))


# 7. Minimax


def test_minimax_lesson_positions():
    lost, drawn, won, small, large = boards_of(7)
    assert (is_over(lost), is_over(drawn), is_over(won)) == (True, True, False)
    assert (minimax(lost), minimax(drawn), minimax(won)) == (-1, 0, 1)
    assert {lost[0], lost[4], lost[8]} == {"O"}
    assert values(won) == {9: 1}
    assert values(small) == {1: 0, 2: -1}
    assert is_over(following(small)[2])
    assert len(list(tree(small))) == 4
    assert values(large) == {2: 0, 4: -1, 6: 1}
    assert {path: minimax(marks) for path, marks in tree(large) if len(path) == 2} == {
        (2, 4): 1,
        (2, 6): 0,
        (4, 2): -1,
        (4, 6): 0,
    }
    nodes = [path for path, _ in tree(large)]
    assert len(nodes) == 11
    assert [path for path in nodes if len(path) == 3] == [(2, 4, 6), (2, 6, 4), (4, 6, 2)]
    assert people(nine.threats(large, "X")) == [6]


# 8. Alpha-beta


def alpha_beta(node, children, worth, alpha, beta, *, of_x, seen):
    """Run alpha-beta on any tree and record the visited nodes."""
    seen.append(node)
    if not children(node):
        return worth(node)
    for child in children(node):
        value = alpha_beta(child, children, worth, alpha, beta, of_x=not of_x, seen=seen)
        alpha, beta = (max(alpha, value), beta) if of_x else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return alpha if of_x else beta


def search_table(rows, alpha=-inf, beta=inf):
    """Return a table's value and the answers that alpha-beta visits in each row."""
    seen = []

    def children(node):
        if len(node) == 2:
            return []
        return [(*node, at) for at in range(len(rows[node[0]] if node else rows))]

    def worth(node):
        return rows[node[0]][node[1]]

    value = alpha_beta((), children, worth, alpha, beta, of_x=True, seen=seen)
    return value, [
        [rows[move][answer] for move, answer in (n for n in seen if len(n) == 2) if move == row]
        for row in range(len(rows))
    ]


def search_position(marks, step, alpha, beta):
    """Return a position's value with X to move, and the visited paths."""
    nodes, seen = dict(tree(marks)), []

    def children(path):
        return [(*path, cell) for cell in following(nodes[path])][::step]

    def worth(path):
        return utility(nodes[path])

    return alpha_beta((), children, worth, alpha, beta, of_x=True, seen=seen), seen


def table_of(number, columns):
    """Return the rows without headings in a page's table with this many columns."""
    text = (TERM / f"lesson-{number:02}.md").read_text()
    rows = [row.strip(" |").split(" | ") for row in re.findall(r"(?m)^ +\|.*\|$", text)]
    return [row for row in rows[2:] if len(row) == columns]


def test_alpha_beta_table():
    rows = [[int(value) for value in row[1:]] for row in table_of(8, 4)]
    assert rows == [[5, 8, 6], [3, 1, 7], [9, 2, 4]]
    assert search_table(rows) == (5, [[5, 8, 6], [3], [9, 2]])
    assert max(map(min, rows)) == min(rows[0]) == 5
    assert min(rows[1]) == 1  # alpha-beta returns beta there: 3
    seen = []
    assert (
        alpha_beta(
            "B", lambda n: [] if n != "B" else [3, 1, 7], int, 5, inf, of_x=False, seen=seen
        )
        == 3
    )
    assert seen == ["B", 3]


def test_alpha_beta_on_lesson_7_tree():
    (marks,) = boards_of(8)
    assert marks == boards_of(7)[-1]
    nodes = [path for path, _ in tree(marks)]
    assert len(nodes) == 11
    value, seen = search_position(marks, 1, -inf, inf)
    assert (value, len(seen)) == (1, 9)
    assert [path for path in nodes if path not in seen] == [(4, 6), (4, 6, 2)]
    value, seen = search_position(marks, -1, -inf, inf)
    assert (value, len(seen)) == (1, 8)
    assert [path for path in nodes if path not in seen] == [(2, 4), (2, 4, 6), (4, 2)]
    assert [len(search_position(marks, step, -1, 1)[1]) for step in (1, -1)] == [9, 2]


# 10. Chance and proof


@cache
def expected(marks):
    """Return X's mean result if both players move at random."""
    after = following(marks).values()
    return sum(map(expected, after)) / len(after) if after else Fraction(utility(marks))


def test_three_moves_in_lesson_10():
    (marks,) = boards_of(10)
    after = following(marks)
    assert nine.mover(marks) == "X"
    assert values(marks) == {1: 0, 6: -1, 7: -1}
    means = {cell: expected(board) for cell, board in after.items()}
    assert means == {1: Fraction(1, 2), 6: Fraction(-1, 2), 7: 0}
    assert people(nine.threats(marks, "O")) == [1]
    assert utility(following(after[7])[1]) == -1
    assert people(nine.threats(following(after[7])[6], "X")) == [1]
    assert {cell: expected(board) for cell, board in following(after[1]).items()} == {
        6: 1,
        7: 0,
    }
