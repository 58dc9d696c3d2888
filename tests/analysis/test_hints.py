"""Which moves hints point out: all on nine cells, a few on larger boards; when they end."""

from math import inf
from random import Random

import pytest

from tests.support.models.explanations import Oracle
from tictactoe_widget import MNK, Analysis, Game, Ultimate, analyze
from tictactoe_widget.analysis import exact_search
from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.hints import find_highlights, hints_in_slices
from tictactoe_widget.analysis.registry import is_solvable
from tictactoe_widget.analysis.values import MoveValue, MoveValues, best_of, proved

# Eight cells are left, three of which may be played: every one of them draws.
DRAWN = (
    *(68, 48, 31, 41, 50, 47, 23, 49, 37, 13, 38, 26, 74, 22, 43, 64, 15, 54, 6, 56),
    *(21, 29, 19, 11, 18, 7, 63, 4, 44, 76, 36, 2, 24, 58, 73, 16, 65, 67, 45, 0),
    *(1, 12, 27, 8, 80, 72, 14, 53, 75, 28, 9, 46, 17, 77, 51, 60, 32, 52, 69, 30, 34),
)


def highlight(game):
    """Highlights where the rules are solved, else those of the first estimates."""
    is_quick = is_solvable(game.rules)
    return find_highlights(game, analyze(game) if is_quick else next(analyze_in_slices(game)))


def estimated(game, scores, default=-0.5):
    """Analysis in which each move is worth a score; a str for a proved value."""
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
    return Analysis(game.current_player, None, None, top, moves, best, best, exact=False)


def test_on_nine_cells_every_move_is_marked_and_the_best_are_best():
    found = highlight(Game(moves=(0,)))
    assert found.marked == set(range(1, 9))
    assert (found.best, found.threats, found.remark) == ({4}, set(), "")


@pytest.mark.parametrize("misere", [False, True])
def test_of_moves_that_are_alike_none_is_best_and_else_the_best_are(misere):
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
        # All draws are alike, however long they last.
        worth = {
            cell: "draw" if value == "draw" else (value, plies)
            for cell, (value, plies) in oracle.moves(game).items()
        }
        are_alike = len(set(worth.values())) == 1 < len(worth)
        found = find_highlights(game, analyze(game))
        assert (found.best == set()) == are_alike
        if not are_alike:
            assert found.best == set(analyze(game).best_moves)
        seen.add(are_alike)
    assert seen == {True, False}


def test_the_one_move_there_is_is_best():
    game = Game(moves=(0, 1, 2, 4, 3, 5, 7, 6))
    assert highlight(game).best == {8}


def test_what_wins_at_once_and_what_blocks_is_a_threat():
    # X completes the top row at cell 2, O the middle row at cell 5.
    game = Game.from_text("XX./OO./...")
    assert highlight(game).threats == {2, 5}


def test_on_sixteen_cells_the_block_is_marked_and_the_moves_that_lose_are_not():
    game = Game("4x4", moves=(0, 12, 1, 13, 2))
    found = highlight(game)
    assert found.marked == found.best == found.threats == {3}


def test_an_empty_board_of_sixteen_cells_is_not_marked_and_says_why():
    found = highlight(Game("4x4"))
    assert (found.marked, found.best, found.remark) == (set(), set(), "Every move draws.")
    assert (found.drawn.moves, found.drawn.best_moves) == ({}, ())


@pytest.mark.parametrize("moves", [(), (112,)])
def test_at_the_beginning_of_gomoku_no_move_stands_out(moves):
    found = highlight(Game("gomoku", moves))
    assert (found.marked, found.best) == (set(), set())
    assert found.remark == "No move looks better than another."


def test_the_ends_of_an_open_three_stand_out_in_gomoku():
    # X holds three in row 8; O must come to one of their ends.
    game = Game("gomoku", moves=(112, 97, 113, 98, 114))
    found = highlight(game)
    assert {111, 115} <= found.best <= found.marked
    assert len(found.marked) <= 8


def test_a_four_in_gomoku_is_a_threat_whatever_else_there_is():
    game = Game("gomoku", moves=(112, 97, 113, 98, 114, 111, 115, 0))
    # X wins at 116; O, at 111, closed the other end.
    assert highlight(game).threats == {116}
    assert highlight(game).best == {116}


def test_a_win_at_once_is_a_threat_in_ultimate():
    random = Random(1)
    found = 0
    while found < 5:
        game = Game(Ultimate())
        while not game.is_over:
            before, game = game, game.play(random.choice(game.legal_moves))
        if game.winner is None:
            continue
        found += 1
        threats = highlight(before).threats
        assert threats == {c for c in before.legal_moves if before.play(c).winner}


BOARD = Game(MNK(5, 5, 4))


@pytest.mark.parametrize(
    ("scores", "marked", "best"),
    [
        # Two that look alike are both best; the next three are marked as well.
        (
            {0: 0.50, 1: 0.45, 2: 0.3, 3: 0.2, 4: 0.1, 5: 0.0},
            {0, 1, 2, 3, 4},
            {0, 1},
        ),
        # Six look like the best one: none of them is.
        (
            {cell: 0.5 - cell / 100 for cell in range(6)},
            {0, 1, 2, 3, 4},
            set(),
        ),
        # Equal moves are marked together or not at all.
        ({0: 0.5, 1: 0.3, 2: 0.1, 3: 0.1, 4: 0.1, 5: 0.1}, {0, 1}, {0}),
        # A proved win is best, and no estimate is like it.
        ({0: "win", 1: 0.99}, {0, 1}, {0}),
    ],
)
def test_of_estimates_a_few_are_marked_and_those_that_stand_out_are_best(scores, marked, best):
    found = find_highlights(BOARD, estimated(BOARD, scores))
    assert (found.marked, found.best) == (marked, best)


def test_where_many_moves_are_equal_and_only_estimated_none_is_marked():
    found = find_highlights(BOARD, estimated(BOARD, dict.fromkeys(range(6), 0.2)))
    assert (found.marked, found.best) == (set(), set())
    assert found.remark == "Many moves look alike."


def test_of_proved_moves_all_of_the_best_are_marked_however_many():
    scores = {cell: "draw" if cell < 10 else "loss" for cell in range(25)}
    known = estimated(BOARD, scores)
    found = find_highlights(BOARD, known)
    assert found.marked == set(range(10))


def test_a_picture_shows_what_is_marked_and_no_more():
    game = Game("4x4", moves=(0, 12, 1, 13, 2))
    known = analyze(game)
    drawn = find_highlights(game, known).drawn
    assert drawn.moves == {3: known.moves[3]}
    assert "Moves: draw" in game.to_svg(values=drawn)
    assert "Best: d1." in game.to_svg(values=drawn)
    alike = find_highlights(Game(), analyze(Game())).drawn
    assert "Best:" not in Game().to_svg(values=alike)


def test_hints_on_a_late_position_do_not_wait_for_the_lengths_of_draws(monkeypatch):
    # The clock is always past the end of a slice: each is a fixed piece of work.
    monkeypatch.setattr(exact_search, "SLICE_SECONDS", -1.0)
    game = Game(Ultimate(), DRAWN)
    everything = list(analyze_in_slices(game))
    steps = list(hints_in_slices(None, game, seconds=inf, interval=0.3))
    assert len(steps) < len(everything) / 2
    assert steps[-1].comment == "Every move draws."
    known = steps[-1].highlights.analysis
    assert {(move.value, move.remoteness) for move in known.moves.values()} == {("draw", None)}
    assert {(move.value, move.remoteness) for move in everything[-1].moves.values()} != {
        ("draw", None)
    }


def test_hints_where_nothing_can_be_proved_stop_when_their_time_is_spent():
    *_, last = hints_in_slices(None, Game(Ultimate()), seconds=0.0, interval=0.3)
    known = last.highlights.analysis
    assert len(known.moves) == 81
    assert not known.exact
