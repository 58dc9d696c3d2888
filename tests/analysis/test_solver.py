from itertools import chain, islice

import pytest

from tests.support.models.plain_search import check_exact, judge_all
from tests.support.models.positions import random_games
from tictactoe_widget import MNK, Game, analyze
from tictactoe_widget.analysis.mnk.proofs import LineProver, prover, root_value, solve
from tictactoe_widget.analysis.registry import is_solvable

LONG = {(3, 4, 4), (4, 3, 3)}
"""Boards that take long. Quicker tests use similar ones: turned, or with a smaller k."""

SMALL = [
    MNK(rows, columns, k, misere)
    for rows, columns, k in [
        (1, 9, 3), (2, 4, 2), (2, 5, 3), (2, 5, 4), (3, 3, 2), (3, 3, 3),
        (3, 4, 3), (4, 3, 3), (3, 4, 4), (4, 3, 2), (1, 4, 1),
    ]
    for misere in (False, True)
]  # fmt: skip


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(rules, marks=[pytest.mark.long] if is_long else [])
        for rules in SMALL
        for is_long in [(rules.rows, rules.columns, rules.k) in LONG]
    ],
    ids=repr,
)
def test_values_match_plain_search(rules):
    judge = judge_all(rules)
    known = prover(rules)
    for game in random_games(rules, 25, seed=3):
        *_, found = solve(rules, game.state, known)
        check_exact(found, game, judge)


@pytest.mark.parametrize("misere", [False, True])
def test_proofs_within_ply_limit(misere):
    checked = 0
    for rules in SMALL:
        if rules.misere != misere or rules.cell_count > 10:
            continue
        judge = judge_all(rules)
        known = prover(rules)
        for game in random_games(rules, 60, seed=11):
            at = game.state.own, game.state.other
            value, plies = judge(game.state)
            for limit in range(rules.cell_count + 1):
                within = plies <= limit
                assert known.wins(*at, limit) == (value == 1 and within)
                assert known.loses(*at, limit) == (value == -1 and within)
                checked += 2
            assert known.wins(*at) == (value == 1)
            assert known.loses(*at) == (value == -1)
    assert checked > 5000


@pytest.mark.parametrize(("size", "plies"), [((4, 4, 3), 5), ((4, 3, 3), 7), ((3, 4, 3), 7)])
def test_published_wins(size, plies):
    found = analyze(Game(MNK(*size)))
    assert (found.value, found.remoteness, found.exact) == ("win", plies, True)


DRAWS = [(4, 4, 4), (5, 4, 4), (4, 5, 4), (6, 4, 4), (4, 6, 4), (5, 5, 4), (5, 5, 5)]


@pytest.mark.parametrize(
    ("size", "misere", "value"),
    [
        *((size, False, "draw") for size in DRAWS),
        *((size, False, "win") for size in [(6, 5, 4), (5, 6, 4)]),
        *((size, True, "loss") for size in [(4, 3, 3), (3, 4, 3), (4, 4, 3)]),
        ((4, 4, 4), True, "draw"),
    ],
)
def test_published_results(size, misere, value):
    assert root_value(MNK(*size, misere=misere)) == value


@pytest.mark.parametrize(
    "feature", ["without_supersets", "_can_be_paired", "_reduced", "_potential", "fixing"]
)
def test_pruning_keeps_results(monkeypatch, feature):
    plainly = {
        "without_supersets": lambda lines: lines,
        "_can_be_paired": lambda *_: False,
        "_reduced": lambda moves, *_: moves,
        "fixing": lambda *_: (),
    }
    boards = [MNK(3, 4, 3), MNK(2, 5, 3), MNK(3, 3, 3, misere=True)]
    games = [list(random_games(rules, 60, seed=5)) for rules in boards]
    saved = [answers(rules, few) for rules, few in zip(boards, games, strict=True)]
    if feature == "_potential":  # so high that the bound never prunes
        monkeypatch.setattr(LineProver, "_potential", lambda _, lines: len(lines) << 40)
    else:
        monkeypatch.setattr(f"tictactoe_widget.analysis.mnk.proofs.{feature}", plainly[feature])
    slow = [answers(rules, few) for rules, few in zip(boards, games, strict=True)]
    assert slow == saved
    assert len(set(chain(*saved))) > 2


def answers(rules, games):
    known = prover(rules)
    positions = ((game.state.own, game.state.other) for game in games)
    return [(known.wins(*at), known.loses(*at), known.wins(*at, 5)) for at in positions]


def test_solver_yields_slices():
    rules = MNK(5, 4, 4)
    steps = solve(rules, Game(rules).play(0).state, prover(rules))
    reports = list(steps)
    assert len(reports) > 2
    assert reports[-1].exact
    assert reports[-1].value == "draw"


def test_forced_wins_in_gomoku():
    # X has an open three. After a fourth mark at either end, O can stop only one fifth.
    rules = MNK(15, 15, 5)
    game = Game(rules, moves=(112, 0, 113, 14, 114, 210))
    found = next(found for found in solve(rules, game.state) if found.value is not None)
    assert (found.value, found.remoteness) == ("win", 3)
    assert found.best_moves == (111, 115)
    # O has an open three. X must stop one end or lose.
    threatened = Game(rules, moves=(0, 112, 14, 113, 210, 114))
    *_, last = islice(solve(rules, threatened.state), 40)
    assert set(last.best_moves) <= {110, 111, 115, 116}
    assert sum(move.value == "loss" for move in last.moves.values()) > 5


def test_which_rules_can_be_solved():
    assert is_solvable(MNK(5, 4, 4))
    assert is_solvable(MNK(4, 4, 4, misere=True))
    assert not is_solvable(MNK(4, 4, 3, misere=True))
    assert not is_solvable(MNK(15, 15, 5))
