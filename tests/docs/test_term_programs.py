"""The lessons on programs that play: what their tasks and solutions say is so."""

from functools import cache
from itertools import permutations

from tests.docs.test_term import TERM, boards, people
from tests.support.models import nine_cells as nine


def boards_of(number):
    """The boards on the page of a lesson."""
    return [marks for marks, _ in boards((TERM / f"lesson-{number:02}.md").read_text())]


def is_over(marks):
    return "." not in marks or nine.has_line(marks, "X") or nine.has_line(marks, "O")


def utility(marks):
    return nine.has_line(marks, "X") - nine.has_line(marks, "O")


def following(marks):
    """The position after each move, by its cell, counted from 1."""
    free = [] if is_over(marks) else nine.free(marks)
    return {cell + 1: nine.put(marks, cell) for cell in free}


@cache
def minimax(marks):
    """What a position is worth to X."""
    if is_over(marks):
        return utility(marks)
    best = max if nine.mover(marks) == "X" else min
    return best(map(minimax, following(marks).values()))


def values(marks):
    return {cell: minimax(after) for cell, after in following(marks).items()}


def tree(marks, path=()):
    """The nodes of the whole tree: the moves that lead to each, and its position."""
    yield path, marks
    for cell, after in following(marks).items():
        yield from tree(after, (*path, cell))


def all_positions():
    found, queue = set(), ["." * 9]
    for marks in queue:
        if marks not in found:
            found.add(marks)
            queue += following(marks).values()
    return found


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
