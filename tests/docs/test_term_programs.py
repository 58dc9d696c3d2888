"""The lessons on programs that play: what their tasks and solutions say is so."""

import re
from itertools import permutations
from math import inf

from tests.support.models import nine_cells as nine
from tests.support.models.nine_search import all_positions, following, is_over, minimax, utility
from tests.support.scenes.term_pages import TERM, boards_of, people


def values(marks):
    return {cell: minimax(after) for cell, after in following(marks).items()}


def tree(marks, path=()):
    """The nodes of the whole tree: the moves that lead to each, and its position."""
    yield path, marks
    for cell, after in following(marks).items():
        yield from tree(after, (*path, cell))


# 7. Minimax


def test_finished_games_and_small_trees():
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


def test_most_positions_of_a_tree():
    for empty, most in ((3, 16), (4, 65)):
        orders = {
            order[:length] for order in permutations(range(empty)) for length in range(10)
        }
        assert len(orders) == most
        there = [marks for marks in all_positions() if marks.count(".") == empty]
        assert max(len(list(tree(marks))) for marks in there) == most


def test_what_is_false_about_values():
    assert minimax("." * 9) == 0
    assert minimax("XO.......") == 1
    forked = 0
    for marks in all_positions():
        if is_over(marks):
            continue
        without = nine.mover(marks) == "O" and not nine.threats(marks, "O")
        if without and len(nine.threats(marks, "X")) > 1:
            forked += 1
            assert minimax(marks) == 1
        # X by minimax, O anyhow: the value never falls.
        after = following(marks).values()
        if nine.mover(marks) == "X":
            assert max(map(minimax, after)) == minimax(marks)
        else:
            assert min(map(minimax, after)) == minimax(marks)
    assert forked


# 8. Alpha-beta


def alpha_beta(node, children, worth, alpha, beta, *, of_x, seen):
    """Alpha-beta on any tree, noting the nodes that it looks at."""
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
    """The value of a table of answers, and the answers that are tried, row by row."""
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


def look_at(marks, step, alpha, beta):
    """The value of a position with X to move, and the paths that alpha-beta looks at."""
    nodes, seen = dict(tree(marks)), []

    def children(path):
        return [(*path, cell) for cell in following(nodes[path])][::step]

    def worth(path):
        return utility(nodes[path])

    return alpha_beta((), children, worth, alpha, beta, of_x=True, seen=seen), seen


def table_of(number, columns):
    """The rows of the table of a page that has so many columns, without its headings."""
    text = (TERM / f"lesson-{number:02}.md").read_text()
    rows = [row.strip(" |").split(" | ") for row in re.findall(r"(?m)^ +\|.*\|$", text)]
    return [row for row in rows[2:] if len(row) == columns]


def test_the_table_of_alpha_beta():
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


def test_what_alpha_beta_looks_at_in_the_tree_of_lesson_7():
    (marks,) = boards_of(8)
    assert marks == boards_of(7)[-1]
    nodes = [path for path, _ in tree(marks)]
    assert len(nodes) == 11
    value, seen = look_at(marks, 1, -inf, inf)
    assert (value, len(seen)) == (1, 9)
    assert [path for path in nodes if path not in seen] == [(4, 6), (4, 6, 2)]
    value, seen = look_at(marks, -1, -inf, inf)
    assert (value, len(seen)) == (1, 8)
    assert [path for path in nodes if path not in seen] == [(2, 4), (2, 4, 6), (4, 2)]
    assert [len(look_at(marks, step, -1, 1)[1]) for step in (1, -1)] == [9, 2]


def test_the_least_number_of_answers():
    counts = set()
    for order in permutations(range(6)):  # two moves with three answers, every order
        rows = [order[:3], order[3:]]
        value, tried = search_table(rows)
        assert value == max(map(min, rows))
        number = sum(map(len, tried))
        counts.add(number)
        assert (number == 4) == (order[3] < min(order[:3]))
    assert min(counts) == 3 + 1
    # With a third move: all answers to the first, and the first answer to each of the others.
    least = 9
    for order in permutations(range(9), 5):
        rest = [value for value in range(9) if value not in order]
        rows = [order[:3], (order[3], *rest[:2]), (order[4], *rest[2:])]
        number = sum(map(len, search_table(rows)[1]))
        least = min(least, number)
        assert (number == 5) == (max(order[3:]) < min(order[:3]))
    assert least == 5
