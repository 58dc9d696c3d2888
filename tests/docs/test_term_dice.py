"""Dice against proof: what the notebook dice and lesson 10 say of positions and of chance.

All of it is worked out here, on boards that are texts, with fractions where nothing is random.
What the notebook says of random games is shown here with other random numbers.
"""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from math import log, sqrt
from random import Random

from tests.support.models import nine_cells as nine
from tests.support.models.nine_search import all_positions, is_over, minimax, utility
from tests.support.scenes.scripts import ROOT

TRAP = "X...O...X"
EDGES = (1, 3, 5, 7)


def following(marks):
    """The position after each move, by its cell, counted from 0."""
    return {} if is_over(marks) else {cell: nine.put(marks, cell) for cell in nine.free(marks)}


@cache
def expected(marks):
    """Mean result for X where all moves are made by chance."""
    after = following(marks)
    if not after:
        return Fraction(utility(marks))
    return sum(map(expected, after.values()), Fraction(0)) / len(after)


def for_mover(marks, value):
    """The value of each move for the player who makes it."""
    sign = 1 if nine.mover(marks) == "X" else -1
    return {cell: sign * value(after) for cell, after in following(marks).items()}


@cache
def shares(marks):
    """Probabilities of a win of X, a draw and a win of O by chance."""
    after = following(marks)
    if not after:
        return tuple(int(utility(marks) == value) for value in (1, 0, -1))
    found = [shares(one) for one in after.values()]
    return tuple(sum(map(Fraction, column)) / len(after) for column in zip(*found, strict=True))


def is_trap(marks):
    if is_over(marks):
        return False
    means, values = for_mover(marks, expected), for_mover(marks, minimax)
    best = [cell for cell in means if means[cell] == max(means.values())]
    return max(values.values()) > -1 and all(values[cell] == -1 for cell in best)


# The notebook


def test_the_mean_of_random_play_is_known():
    assert expected("." * 9) == Fraction(187, 630)
    assert f"{float(expected('.' * 9)):.3f}" == "0.297"


def test_by_chance_a_corner_is_better_in_the_trap_and_by_proof_it_loses():
    assert for_mover(TRAP, expected) == {
        cell: Fraction(1, 10) if cell in EDGES else Fraction(1, 6) for cell in (*EDGES, 2, 6)
    }
    assert for_mover(TRAP, minimax) == dict.fromkeys(EDGES, 0) | {2: -1, 6: -1}
    for corner, answer in ((2, 6), (6, 2)):
        after = nine.put(TRAP, corner)
        assert nine.threats(after, "O") == [answer]
        values = for_mover(after, minimax)
        assert values == dict.fromkeys(values, -1) | {answer: 1}
        assert len(values) == 5
        assert len(nine.threats(nine.put(after, answer), "X")) == 2


def test_minimax_visits_so_many_positions_from_the_trap():
    def size(marks):
        return 1 + sum(map(size, following(marks).values()))

    assert size(TRAP) == 1053


def test_the_traps_have_three_marks_and_are_of_six_kinds():
    traps = [marks for marks in all_positions() if is_trap(marks)]
    assert {marks.count(".") for marks in traps} == {6}
    turned = (6, 3, 0, 7, 4, 1, 8, 5, 2)
    mirrored = (2, 1, 0, 5, 4, 3, 8, 7, 6)

    def kind(marks):
        forms = []
        for form in (marks, "".join(marks[cell] for cell in mirrored)):
            for _ in range(4):
                forms.append(form)
                form = "".join(form[cell] for cell in turned)  # noqa: PLW2901 - turned on
        return min(forms)

    kinds = Counter(map(kind, traps))
    assert len(traps) == 38
    assert kinds[kind(TRAP)] == 2
    said = ("X...OX...", "X.O....X.", "OX..X....", "O....X.X.", ".X.X.O...")
    assert set(kinds) == {kind(TRAP), *map(kind, said)}
    assert len(kinds) == 6
    assert for_mover("X...OX...", minimax) == {1: 0, 2: 0, 3: -1, 6: -1, 7: 0, 8: 0}


def flat(marks, share, chance):
    """The move of flat Monte Carlo search, whose playouts are drawn from their true shares."""
    sign = 1 if nine.mover(marks) == "X" else -1
    totals = {
        cell: sign * sum(chance.choices((1, 0, -1), map(float, shares(after)), k=share))
        for cell, after in following(marks).items()
    }
    return max(totals, key=lambda cell: (totals[cell], chance.random()))


def test_the_more_games_flat_search_has_the_more_often_it_is_wrong():
    chance = Random(5)
    few, many = (
        sum(flat(TRAP, share, chance) in EDGES for _ in range(100)) for share in (4, 1024)
    )
    assert few > 50
    assert many < 15


def ucb1(visits, total, all_visits):
    return total / visits + 1.4 * sqrt(log(all_visits) / visits)


def test_the_sums_of_ucb1():
    sums = {b: (ucb1(10, 6, 10 + b), ucb1(b, 0.2 * b, 10 + b)) for b in (2, 3, 4, 5)}
    assert [a < b for a, b in sums.values()] == [True, True, True, False]
    assert [round(number, 2) for number in sums[2]] == [1.3, 1.76]
    assert [round(number, 2) for number in sums[5]] == [1.33, 1.23]


class Node:
    """A node of a tree that is searched by UCB1."""

    def __init__(self, marks):
        self.marks = marks
        self.visits = 0
        self.total = 0
        self.children = {}

    def visit(self, chance):
        """Play a game through this node; return its result for X."""
        after = following(self.marks)
        untried = [cell for cell in after if cell not in self.children]
        if not after:
            result = utility(self.marks)
        elif untried:
            cell = chance.choice(untried)
            child = self.children[cell] = Node(after[cell])
            marks = child.marks
            while not is_over(marks):
                marks = nine.put(marks, chance.choice(nine.free(marks)))
            result = utility(marks)
            child.count(result)
        else:
            result = max(
                self.children.values(),
                key=lambda child: ucb1(child.visits, child.total, self.visits),
            ).visit(chance)
        self.count(result)
        return result

    def count(self, result):
        self.visits += 1
        self.total += -result if nine.mover(self.marks) == "X" else result

    @property
    def favourite(self):
        return max(self.children, key=lambda cell: self.children[cell].visits)


def grown(games, seed):
    root, chance = Node(TRAP), Random(seed)
    for _ in range(games):
        root.visit(chance)
    return root


def test_the_tree_finds_what_flat_search_does_not_and_comes_near_from_above():
    for seed in range(100, 110):
        root = grown(1536, seed)
        assert root.favourite in EDGES
        best = root.children[root.favourite]
        assert 0 < best.total / best.visits < 0.12
        # The answer that refutes a corner is the one visited most.
        assert root.children[2].favourite == 6
        assert root.children[2].total < 0
    assert sum(grown(24, seed).favourite in EDGES for seed in range(50)) < 48


# The lesson


def test_the_widths_of_task_1():
    wins, losses, games = 60, 25, 100
    mean = (wins - losses) / games
    assert mean == 0.35
    half = 1.96 * sqrt(((wins + losses) / games - mean**2) / games)
    assert round(2 * half, 2) == 0.33
    assert [round(games * (0.33 / width) ** 2) for width in (0.11, 0.033)] == [900, 10_000]


def test_the_three_moves_of_task_2():
    page = (ROOT / "docs/term/lesson-10.md").read_text()
    (rows,) = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    marks = "".join(rows.split())
    assert nine.mover(marks) == "X"
    values, means = for_mover(marks, minimax), for_mover(marks, expected)
    assert {cell + 1: value for cell, value in values.items()} == {1: 0, 6: -1, 7: -1}
    halves = {1: Fraction(1, 2), 6: Fraction(-1, 2), 7: 0}
    assert {cell + 1: mean for cell, mean in means.items()} == halves
    assert nine.threats(marks, "O") == [0]
    at_seven = following(nine.put(marks, 6))
    assert utility(at_seven[0]) == -1
    assert nine.threats(at_seven[5], "X") == [0]
    assert for_mover(nine.put(marks, 0), expected) == {5: -1, 6: 0}


def test_the_sums_of_task_3():
    moves = {"A": (60, 30), "B": (30, 12), "C": (10, 1)}
    assert sum(visits for visits, _ in moves.values()) == 100
    assert round(log(100), 2) == 4.61
    more = {move: 1.4 * sqrt(4.61 / visits) for move, (visits, _) in moves.items()}
    assert {move: round(term, 2) for move, term in more.items()} == {
        "A": 0.39,
        "B": 0.55,
        "C": 0.95,
    }
    sums = {move: round(ucb1(*seen, 100), 2) for move, seen in moves.items()}
    assert sums == {"A": 0.89, "B": 0.95, "C": 1.05}


def test_the_nodes_of_task_4():
    nodes = {"root": (10, -2), "A": (6, 3), "B": (4, -1), "a": (3, -1), "b": (2, -1)}
    # Each visit of a node but the first went on to a child, so these numbers can be.
    assert nodes["A"][0] + nodes["B"][0] == nodes["root"][0]
    assert nodes["a"][0] + nodes["b"][0] + 1 == nodes["A"][0]
    for_maker = {"root": 1, "A": -1, "a": 1, "new": -1}  # O has won
    after = {
        node: tuple(map(sum, zip(nodes.get(node, (0, 0)), (1, result), strict=True)))
        for node, result in for_maker.items()
    }
    assert after == {"root": (11, -1), "A": (7, 2), "a": (4, 0), "new": (1, -1)}
