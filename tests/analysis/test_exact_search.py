from collections import Counter
from itertools import count, islice
from random import Random

import pytest

from tests.support.models.drop_rules import Drop
from tests.support.models.plain_search import WORD, check_exact, judge_all
from tests.support.models.positions import OUTER_ULTIMATE, ULTIMATE, late_game, open_cells
from tictactoe_widget import MNK, Game, PlainRules, Variant, analyze, find_rules
from tictactoe_widget.analysis import exact_search, values
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.exact_search import ExactSearch, shared_table
from tictactoe_widget.analysis.registry import family_analysis


@pytest.mark.parametrize("rules", OUTER_ULTIMATE, ids=lambda rules: rules.name)
@pytest.mark.parametrize("left", [5, 8, 11])
def test_late_ultimate_values(rules, left):
    random = Random(left)
    known = Counter()
    for _ in range(40 if left < 10 else 8):
        game = late_game(rules, random, left, left)
        *_, found = analyze_in_slices(game)
        judge = judge_all(rules)
        check_exact(found, game, judge)
        known.update(move.value for move in found.moves.values())
    assert len(known) > 1


@pytest.mark.parametrize("rules", OUTER_ULTIMATE, ids=lambda rules: rules.name)
def test_ultimate_proved_with_14_cells_left(rules):
    random = Random(2)
    for _ in range(4):
        game = late_game(rules, random, 14, 14)
        found = analyze(game, seconds=600)
        assert found.exact
        assert found.remoteness is not None
        assert family_analysis(rules).open_cells(rules, game.state) == open_cells(game)


class CornersOnly(PlainRules):
    """Three in a row on a 3x4 board. X must begin in a corner."""

    rows, columns, k = 3, 4, 3

    def legal_moves(self, position):
        return position.free if position.move_count else (0, 3, 8, 11)


def test_visit_limit_ignores_clock(monkeypatch):
    hours = count(step=3600)
    for module in (exact_search, values):
        monkeypatch.setattr(module, "perf_counter", lambda: next(hours))
    few = analyze(Game(CornersOnly()), visits=5)
    assert (few.value, few.exact, few.node_count) == (None, False, 5)
    found = analyze(Game(CornersOnly()), visits=100_000)
    # On 3x4k3, X wins from every cell except the ends of the middle row.
    assert [move.value for move in found.moves.values()] == ["win"] * 4


def test_stopped_search_claims_only_proofs(monkeypatch):
    monkeypatch.setattr(exact_search, "SLICE_SECONDS", -1.0)
    open_moves = 0
    random = Random(5)
    for rules in ULTIMATE:
        for _ in range(8):
            game = late_game(rules, random, 9, 9)
            judge = judge_all(rules)
            for found in islice(analyze_in_slices(game), 20):
                for cell, move in found.moves.items():
                    after, length = judge(game.play(cell).state)
                    assert move.value in (None, WORD[-after])
                    assert move.remoteness in (None, length + 1)
                    open_moves += move.value is None
                    assert move.value is not None or -1 < move.score < 1
                value, plies = judge(game.state)
                assert found.value in (None, WORD[value])
                assert found.remoteness in (None, plies)
                assert found.exact == all(m.value is not None for m in found.moves.values())
    assert open_moves > 100


def test_gomoku_endgame_is_proved():
    # Rows of pairs, where every other row is shifted by two. So no five in a row is possible.
    text = [(("XXOO" if row % 2 == 0 else "OOXX") * 4)[:15] for row in range(15)]
    text[14] = "." * 7 + text[14][7:]
    game = Game.from_text("/".join(text), MNK(15, 15, 5))
    *_, found = analyze_in_slices(game)
    assert found.exact
    judge = judge_all(game.rules)
    value, plies = judge(game.state)
    assert (found.value, found.remoteness) == (WORD[value], plies)


@pytest.mark.parametrize(
    "name",
    [
        *("standard", "misere", "misere-4x3k3", "falling-3x4k3"),
        *("wild", "misere-wild-3x3k3", "wild-2x4k3"),
    ],
)
def test_first_move_values(name):
    rules = find_rules(name)
    search = ExactSearch(rules, rules.initial_state, {}, table=shared_table(rules))
    *_, found = search.run_in_slices()
    check_exact(found, Game(rules), judge_all(rules))


def test_searches_share_table():
    rules = Drop(3, 5, 3)
    table = shared_table(rules)
    first = ExactSearch(rules, rules.initial_state, {}, table=table)
    *_, found = first.run_in_slices()
    again = ExactSearch(rules, rules.initial_state, {}, table=shared_table(rules))
    *_, known = again.run_in_slices()
    assert known.moves == found.moves
    assert again.visit_count == 0 < first.visit_count


@pytest.mark.parametrize("visits", [1, 40, 700, 5_000])
def test_visit_limit_independent_of_pauses(visits, monkeypatch):
    rules = Drop(4, 4, 4)

    def search():
        one = ExactSearch(rules, rules.initial_state, {}, visits=visits)
        *_, found = one.run_in_slices()
        return found, one.visit_count

    at_once = search()
    monkeypatch.setattr(exact_search, "SLICE_SECONDS", -1.0)
    assert search() == at_once
    found, count = at_once
    assert (count, found.value, found.exact) == (visits, None, False)


def test_partial_proofs_are_correct():
    rules = Variant(3, 4, 3, marks="chosen")
    *_, whole = ExactSearch(rules, rules.initial_state, {}).run_in_slices()
    assert whole.exact
    for visits in (5, 20, 100):
        *_, part = ExactSearch(rules, rules.initial_state, {}, visits=visits).run_in_slices()
        for move, known in part.moves.items():
            assert known.value in (None, whole.moves[move].value)
            assert known.remoteness in (None, whole.moves[move].remoteness)


def test_full_table_is_replaced(monkeypatch):
    rules = Drop(3, 3, 2)
    table = shared_table(rules)
    assert shared_table(rules) is table
    table.bounds[1] = (0, 0)
    monkeypatch.setattr(exact_search, "_MOST_KEPT", 0)
    assert shared_table(rules) is not table
    assert shared_table(rules).bounds == {}
