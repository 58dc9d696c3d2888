"""Every claim in `explain` and every verdict in `review` is true.

A plain search finds the truth. See tests/support/models/explanations.py for how the tests read
a sentence.
"""

import re
from collections import Counter
from itertools import islice
from random import Random

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.explanations import Oracle, check_explanation, check_verdict
from tests.support.models.positions import (
    OUTER_ULTIMATE,
    ULTIMATE,
    every_position,
    late_game,
    play_on,
)
from tictactoe_widget import MNK, Game, Variant, explain, review
from tictactoe_widget.analysis import exact_search
from tictactoe_widget.analysis import explain as explaining
from tictactoe_widget.analysis import registry as families
from tictactoe_widget.analysis import review as reviewing
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.review import find_decisive_mistake

pytestmark = pytest.mark.slow

SIZES = [(1, 7, 3), (2, 4, 2), (2, 5, 3), (3, 3, 2), (3, 3, 3), (4, 3, 3), (3, 4, 4)]
BOARDS = [
    MNK(rows, columns, k, misere) for rows, columns, k in SIZES for misere in (False, True)
] + [
    Variant(3, 4, 3, drop=True),
    Variant(3, 3, 3, torus=True),
    Variant(4, 3, 3, torus=True),
    Drop(3, 3, 3),
    Drop(4, 3, 4),
]
NOT_KNOWN = {
    *("Estimate", "too early", "for example", "move draws."),
    *("with best play", "already losing."),
}
"""Phrases for uncertainty, which a text about a solved position must not contain."""

AMPLE = 600.0
"""Time limit in seconds. These searches end long before it."""


def check_move(oracle, game, cell, known=True):
    """Check the explanation and the verdict for a move. Return the explanation."""
    text = explain(game, cell, seconds=AMPLE)
    check_explanation(oracle, game, cell, text)
    (move,) = review(Game.from_text(str(game), game.rules, (cell,)), seconds=AMPLE)
    verdict = check_verdict(oracle, game, cell, move)
    if known:
        assert verdict != "unknown"
        assert not any(words in text for words in NOT_KNOWN), text
    return text


@pytest.mark.parametrize("misere", [False, True])
def test_explain_true_for_every_3x3_move(misere):
    rules = MNK(3, 3, 3, misere)
    oracle = Oracle(rules)
    moves = [(game, cell) for game in every_position(rules) for cell in game.legal_moves]
    assert len(moves) == 16167
    for game, cell in moves:
        text = explain(game, cell)
        check_explanation(oracle, game, cell, text)
        assert not any(words in text for words in NOT_KNOWN), text


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: rules.name)
def test_explain_true_on_small_boards(rules):
    oracle = Oracle(rules)
    random = Random(rules.name)
    # If marks fall, each position has fewer moves, so take more positions.
    texts = [
        text
        for _ in range(25 * rules.cell_count // len(Game(rules).legal_moves))
        for game in [late_game(rules, random, 2, 9 if rules.cell_count < 12 else 7)]
        for text in [check_move(oracle, game, cell) for cell in game.legal_moves]
    ]
    assert len(texts) > 100


# Quick: fewer positions, and only the two rule sets that differ in both options.
@pytest.mark.parametrize(
    ("rules", "count"),
    [
        (ULTIMATE[0], 250),
        (ULTIMATE[3], 350),
        *(pytest.param(rules, 500, marks=pytest.mark.long) for rules in ULTIMATE),
    ],
    ids=str,
)
def test_explain_true_in_late_ultimate(rules, count):
    random = Random(rules.name)
    told = Counter()
    for _ in range(count):
        game = late_game(rules, random, 3, 9)
        oracle = Oracle(rules)
        for cell in game.legal_moves[:2]:
            text = check_move(oracle, game, cell)
            told.update(
                word for word in ("wins at", "could have", "already losing") if word in text
            )
    assert min(told.values()) > 50
    assert len(told) == 3


def stop_after(slices):
    def analyze_briefly(game, *, seconds, seed=None):
        del seconds, seed
        yield from ()
        *_, known = islice(analyze_in_slices(game, seed=1), slices)
        return known

    return analyze_briefly


def grow_to(evaluations):
    def analyze_briefly(game, *, seconds, seed=None):
        del seconds, seed
        yield from ()
        if game.is_over:
            return next(analyze_in_slices(game))
        tree = families.family_analysis(game.rules).tree_search(game.rules, game.state, seed=1)
        tree.run(evaluations)
        return tree.report()

    return analyze_briefly


def know_only(analyze_briefly, monkeypatch):
    """Make `explain` and `review` use only this analysis."""
    # With a negative slice time, each slice does a fixed amount of work.
    monkeypatch.setattr(exact_search, "SLICE_SECONDS", -1.0)
    monkeypatch.setattr(explaining, "analyze_briefly", analyze_briefly)
    monkeypatch.setattr(reviewing, "analyze_briefly", analyze_briefly)


@pytest.mark.parametrize(
    ("begin", "count"),
    [
        (stop_after, 1),
        (stop_after, 3),
        (grow_to, 1),
        pytest.param(grow_to, 30, marks=pytest.mark.long),
        (grow_to, 200),
    ],
)
@pytest.mark.parametrize(
    "rules", [*OUTER_ULTIMATE, Drop(3, 4, 3)], ids=lambda rules: rules.name
)
def test_unproved_claims_not_made(rules, begin, count, monkeypatch):
    know_only(begin(count), monkeypatch)
    random = Random(count)
    texts = []
    for _ in range(40):
        game = late_game(rules, random, 6, 9)
        oracle = Oracle(rules)
        texts += [check_move(oracle, game, cell, known=False) for cell in game.legal_moves[:3]]
    assert any(words in text for words in NOT_KNOWN for text in texts)
    if begin is grow_to:
        assert any("Estimate" in text for text in texts)
        assert any("wins at" in text for text in texts)


def test_unproved_claims_not_made_in_review(monkeypatch):
    rules = ULTIMATE[0]
    know_only(grow_to(30), monkeypatch)
    random = Random(9)
    verdicts: Counter = Counter()
    lost = 0
    for _ in range(40):
        late = late_game(rules, random, 7, 9)
        game = play_on(Game.from_text(str(late), rules), random)
        oracle = Oracle(rules)
        moves = review(game)
        for move in moves:
            at = game.at(move.ply)
            verdicts[check_verdict(oracle, at, move.cell, move)] += 1
            values = oracle.moves(at)
            assert all(values[cell][0] == move.best.value for cell in move.better)
        point = str(find_decisive_mistake(game, moves))
        told = re.match(r"After move (\d+) at \S+, (\w) was certain to lose", point)
        if told:
            lost += 1
            after = game.at(int(told[1]))
            expected = "loss" if after.current_player == told[2] else "win"
            assert after.is_over or oracle.value(after)[0] == expected
    assert verdicts["unknown"] > 5
    assert verdicts["worse"] > 5
    assert lost > 1
