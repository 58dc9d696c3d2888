"""Hints: which moves they highlight, and when the search for them stops."""

import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random

import pytest

from tests.support.models.explanations import Oracle
from tictactoe_widget import MNK, Analysis, Game, Ultimate, analyze
from tictactoe_widget.analysis import exact_search, hints
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.explain import look_into
from tictactoe_widget.analysis.hints import DEEP, find_highlights, hints_in_slices
from tictactoe_widget.analysis.registry import is_solvable
from tictactoe_widget.analysis.values import (
    MoveValue,
    MoveValues,
    best_of,
    proved,
    run_to_end,
    value_of,
)

# Eight cells are left. Three of them are legal, and each of these moves draws.
DRAWN = (
    *(68, 48, 31, 41, 50, 47, 23, 49, 37, 13, 38, 26, 74, 22, 43, 64, 15, 54, 6, 56),
    *(21, 29, 19, 11, 18, 7, 63, 4, 44, 76, 36, 2, 24, 58, 73, 16, 65, 67, 45, 0),
    *(1, 12, 27, 8, 80, 72, 14, 53, 75, 28, 9, 46, 17, 77, 51, 60, 32, 52, 69, 30, 34),
)


def highlight(game):
    """Return the highlights from an exact analysis, or from the first estimates."""
    is_quick = is_solvable(game.rules)
    return find_highlights(game, analyze(game) if is_quick else next(analyze_in_slices(game)))


def estimated(game, scores, default=-0.5):
    """Return an analysis with these scores. A str stands for a proved value."""
    moves = MoveValues.of(
        {
            cell: proved(score, None)
            if isinstance(score, str)
            else MoveValue(None, None, score)
            for cell in game.legal_moves
            for score in [scores.get(cell, default)]
        }
    )
    best = best_of(moves)[:1]
    top = moves[best[0]].score
    value = value_of(moves)
    return Analysis(game.current_player, value, None, top, moves, best, best, exact=False)


@pytest.mark.parametrize("misere", [False, True])
def test_3x3_best_moves(misere):
    rules = MNK(3, 3, 3, misere)
    oracle = Oracle(rules)
    random = Random(misere)
    seen = set()
    for _ in range(300):
        game = Game(rules)
        for _ in range(random.randint(0, 7)):
            if not game.is_over:
                game = game.play(random.choice(game.legal_moves))
        if game.is_over:
            continue
        # All draws count as equal, however many plies they last.
        values = {
            cell: "draw" if value == "draw" else (value, plies)
            for cell, (value, plies) in oracle.moves(game).items()
        }
        are_alike = len(set(values.values())) == 1 < len(values)
        found = find_highlights(game, analyze(game))
        assert (found.best == set()) == are_alike
        if not are_alike:
            assert found.best == set(analyze(game).best_moves)
        seen.add(are_alike)
    assert seen == {True, False}


def test_threats_and_best_moves_highlighted():
    assert highlight(Game(moves=(0, 1, 2, 4, 3, 5, 7, 6))).best == {8}  # the only move
    # X could complete the top row at cell 2, and O the middle row at cell 5.
    assert highlight(Game.from_text("XX./OO./...")).threats == {2, 5}
    found = highlight(Game("4x4", moves=(0, 12, 1, 13, 2)))
    assert found.best == found.threats == {3}


@pytest.mark.parametrize("size", [3, 4, 6])
def test_all_squares_marked_if_all_moves_draw(size):
    game = Game(MNK(size, size, size))
    known = estimated(game, {}, default="draw")
    found = find_highlights(game, replace(known, best_moves=game.legal_moves))
    assert found.marked == set(game.legal_moves)
    assert (found.best, found.remark) == (set(), "X draws with any move.")


def test_losing_moves_marked_if_few():
    assert len(highlight(Game("4x4", moves=(0, 12, 1, 13, 2))).marked) == 11
    # If two moves win, 47 drawing moves are too many to mark.
    board = Game(MNK(7, 7, 4))
    scores = {3: "win", 4: "win"}
    assert find_highlights(board, estimated(board, scores, default="draw")).marked == {3, 4}


@pytest.mark.parametrize("moves", [(), (0,), (14, 112), (0, 224, 14)])
@pytest.mark.parametrize("slices", [1, 20])
def test_gomoku_openings_marked(moves, slices):
    game = Game("gomoku", moves)
    *_, known = islice(analyze_in_slices(game), slices)
    found = find_highlights(game, known)
    assert 3 <= len(found.marked) <= 5
    # The middle of the board, from e5 to k11.
    assert all(4 <= place <= 10 for cell in found.marked for place in divmod(cell, 15))
    assert found.remark == ""


def test_open_three_ends_marked():
    # X has an open three in row 8. O must play at one of its ends.
    found = highlight(Game("gomoku", moves=(112, 97, 113, 98, 114)))
    assert {111, 115} <= found.marked
    assert found.best
    assert found.best <= {111, 115}
    assert len(found.marked) <= 8


BOARD = Game(MNK(5, 5, 4))


@pytest.mark.parametrize(
    ("scores", "marked", "best"),
    [
        # As percentages: 75, 72, 65, 60, 55 and 50.
        ({0: 0.50, 1: 0.45, 2: 0.3, 3: 0.2, 4: 0.1, 5: 0.0}, {0, 1, 2, 3, 4}, {0}),
        # 75%, 75% and 74%. The higher score is best although both show 75%.
        ({0: 0.498, 1: 0.502, 2: 0.48}, {0, 1, 2}, {1}),
        # A proved win is best. Estimates aren't marked next to it.
        ({0: "win", 1: 0.99}, {0, *range(2, 25)}, {0}),
        # A proved draw counts as 50%. A proved loss isn't marked.
        ({0: "draw", 1: -0.2, 2: "loss", 3: 0.2}, {0, 1, 3}, {3}),
        ({0: "draw", 1: -0.2, 2: "loss"}, {0, 1}, {0}),
        # A move that isn't proved to lose is best, however low its estimate is.
        ({0: -0.9}, {0}, {0}),
        ({0: -0.99}, {0}, {0}),
    ],
)
def test_marked_estimates(scores, marked, best):
    found = find_highlights(BOARD, estimated(BOARD, scores, default="loss"))
    assert (found.marked, found.best, found.remark) == (marked, best, "")


def test_only_searched_moves_compared():
    # The other moves have the same score, but it's only a bound.
    known = replace(estimated(BOARD, {7: 0.3, 8: 0.1}, default=0.3), compared=(6, 7, 8))
    found = find_highlights(BOARD, known)
    assert (found.marked, found.best) == ({6, 7, 8}, {6, 7})
    drawn = found.drawn
    assert (set(drawn.moves), drawn.compared) == ({6, 7, 8}, (6, 7, 8))
    # Proved moves can be compared as well.
    known = replace(estimated(BOARD, {7: 0.3, 20: "draw"}, default=0.3), compared=(6, 7, 8))
    assert find_highlights(BOARD, known).marked == {6, 7, 8, 20}
    assert known.comparable == (6, 7, 8, 20)
    # If all compared moves are proved, every legal move counts.
    known = replace(estimated(BOARD, {7: "loss"}, default=0.3), compared=(7,))
    assert known.comparable == BOARD.legal_moves


def test_no_best_move_if_all_look_lost():
    # Of 25 moves, 20 are proved to lose. Three of the others were searched.
    lost = dict.fromkeys(range(5, 25), "loss")
    for score, best in ((-0.9, {0}), (-0.98, set())):
        known = estimated(BOARD, {**lost, 0: score, 1: score - 0.01, 2: -0.99}, default=-0.99)
        found = find_highlights(BOARD, replace(known, compared=(0, 1, 2)))
        assert (found.marked, found.best) == ({0, 1, 2}, best)
    # There is no best move if all are equal. A single move that isn't lost is best.
    for compared, best in (((0, 1, 2), set()), ((1,), {1})):
        known = replace(estimated(BOARD, lost, default=0.3), compared=compared)
        found = find_highlights(BOARD, known)
        assert (found.marked, found.best) == (set(compared), best)


def test_marks_are_stable():
    known = estimated(BOARD, {0: 0.4}, default=0.2)
    found = find_highlights(BOARD, known, earlier={11, 12, 13, 24})
    assert found.marked == {0, 11, 12, 13, 24}
    assert find_highlights(BOARD, known, earlier=found.marked).marked == found.marked
    # A higher percentage justifies a change.
    known = estimated(BOARD, {0: 0.4, 1: 0.4, 2: 0.4}, default=0.2)
    later = find_highlights(BOARD, known, earlier=found.marked)
    assert len(later.marked & found.marked) == 3
    assert {0, 1, 2} <= later.marked


@pytest.mark.parametrize(
    ("gap", "node_count", "is_said"),
    [(0.04, DEEP, True), (0.04, DEEP - 1, False), (0.06, DEEP, False), (0.0, DEEP, True)],
)
def test_remark_if_no_move_is_better(gap, node_count, is_said):
    scores = {6: 0.1 + gap, 7: 0.1, 8: 0.1}
    known = replace(
        estimated(BOARD, scores, default=-0.9), compared=(6, 7, 8), node_count=node_count
    )
    found = find_highlights(BOARD, known)
    assert found.marked == {6, 7, 8}
    assert bool(found.remark) == is_said
    assert found.best == (frozenset() if is_said else {6})


def test_no_hints_after_few_random_games():
    game = Game("connect4")
    first = next(analyze_in_slices(game))
    found = find_highlights(game, first)
    assert (first.error, found.marked, found.best) == (1.0, set(), set())
    assert found.remark == "It's too early to compare the moves."
    # With 7 moves, 100 games for each move leave an error of 0.1.
    surer = next(known for known in analyze_in_slices(game) if known.node_count >= 700)
    assert len(find_highlights(game, surer).marked) == 5


def test_comment_after_few_random_games():
    game = Game("connect4")
    made = run_to_end(look_into(game, 38, seconds=0.01))
    first = next(analyze_in_slices(made.after))
    assert made.explain(first) == "It's too early to tell who is ahead after X's move."
    surer = next(known for known in analyze_in_slices(made.after) if known.node_count >= 700)
    assert made.explain(surer).startswith("Estimate: the game looks ")


def near_marks(game):
    """Yield the legal moves within two cells of a mark, or of the centre at the start."""
    marks = [divmod(cell, 15) for cell in game.moves or (112,)]
    for cell in game.legal_moves:
        row, column = divmod(cell, 15)
        if any(max(abs(row - r), abs(column - c)) < 3 for r, c in marks):
            yield cell


def positions(name, count, plies):
    """Yield pairs of games before and after a random move near other marks."""
    random = Random(name)
    for _ in range(count):
        game = Game(name)
        for _ in range(random.randint(1, plies)):
            near = list(near_marks(game)) if name == "gomoku" else game.legal_moves
            following = game.play(random.choice(near))
            if following.is_over:
                break
            before, game = game, following
        yield before, game


def first_confident_hints(before, game):
    """Return the first hints whose comment no longer says "too early"."""
    steps = hints_in_slices(before, game, seconds=inf, interval=0.0)
    commented = (step for step in steps if step and step.comment)
    return islice((step for step in commented if "too early" not in step.comment), 4)


@pytest.mark.parametrize(
    ("name", "count", "plies"),
    [("gomoku", 60, 14), ("ultimate", 60, 40), ("6x6k4", 40, 8), ("connect4", 5, 12)],
)
def test_comment_agrees_with_values(name, count, plies, monkeypatch):
    monkeypatch.setattr(hints, "EXPLAIN_SECONDS", 0.0)
    sides = Counter()
    for before, game in positions(name, count, plies):
        mover = game.current_player
        for step in first_confident_hints(before, game):
            said = re.search(
                r"looks (even|better for ([XO])) after ([XO])'s move\. "
                r"\3's chance of winning is about (\d+)%",
                step.comment,
            )
            if not said:
                continue
            # The comment is about the player who moved last.
            assert said[3] == before.current_player
            of_mover = 100 - int(said[4])
            drawn = step.highlights.drawn
            best = max(50 + 50 * move.score for move in drawn.moves.values())
            assert abs(of_mover - best) <= 1
            if said[1] == "even":
                assert 45 < of_mover < 55
            else:
                assert (of_mover >= 55) == (said[2] == mover)
                assert not 45 < of_mover < 55
            sides[said[2]] += 1
            stars = [50 + 50 * drawn.moves[cell].score for cell in step.highlights.best]
            assert all(abs(star - best) <= 1 for star in stars)
    assert sides.total() > count, sides
    assert len(sides) > 1


def test_all_proved_best_moves_marked():
    scores = {cell: "draw" if cell < 10 else "loss" for cell in range(25)}
    assert find_highlights(BOARD, estimated(BOARD, scores)).marked == set(range(25))


def test_hints_in_picture():
    game = Game("4x4", moves=(0, 12, 1, 13, 2))
    known = analyze(game)
    drawn = find_highlights(game, known).drawn
    assert drawn.moves == known.moves
    assert "Draw: d1." in game.to_svg(values=drawn)
    assert "Best: d1." in game.to_svg(values=drawn)
    alike = find_highlights(Game(), analyze(Game())).drawn
    assert "Best:" not in Game().to_svg(values=alike)


def test_hints_skip_draw_lengths(monkeypatch):
    # With a negative slice time, each slice does a fixed amount of work.
    monkeypatch.setattr(exact_search, "SLICE_SECONDS", -1.0)
    game = Game(Ultimate(), DRAWN)
    everything = list(analyze_in_slices(game))
    steps = list(hints_in_slices(None, game, seconds=inf, interval=0.3))
    assert len(steps) < len(everything) / 2
    assert steps[-1].comment == "O draws with any move."
    known = steps[-1].highlights.analysis
    assert {(move.value, move.remoteness) for move in known.moves.values()} == {("draw", None)}
    assert {(move.value, move.remoteness) for move in everything[-1].moves.values()} != {
        ("draw", None)
    }


def test_hints_without_time():
    *_, last = hints_in_slices(None, Game(Ultimate()), seconds=0.0, interval=0.3)
    known = last.highlights.analysis
    assert len(known.moves) == 81
    assert not known.exact
