from functools import cache
from itertools import islice
from math import perm
from random import Random

import pytest

from tests.support.models.naive_sliding import NaiveSliding
from tests.support.models.naive_vanishing import NaiveVanishing
from tictactoe_widget import (
    Game,
    Variant,
    analyze,
    census,
    compare_rules,
    explain,
    player,
    review,
)
from tictactoe_widget.analysis import registry
from tictactoe_widget.analysis.registry import is_solvable, may_be_solvable
from tictactoe_widget.analysis.review import find_decisive_mistake
from tictactoe_widget.classroom import exact_result, puzzles

VALUES = {1: "win", -1: "loss", 0: "draw"}


@cache
def solved(naive):
    return naive.solve()


def position_of(state):
    """Return a state's position in the naive program's form."""
    return state.order[::-1][1::2][::-1], state.order[::-1][::2][::-1]


def worth_of(naive, position):
    """Return the value and the distance to the end (None for a draw)."""
    value, plies = solved(naive).get(("", position), (0, None))
    return VALUES[value], plies


def check(naive, game):
    """Compare a game's value and its moves' values with the naive program."""
    found = analyze(game)
    assert found.exact
    position = position_of(game.state)
    assert (found.value, found.remoteness) == worth_of(naive, position)
    for cell, move in found.moves.items():
        value, plies = worth_of(naive, naive.after(position, cell))
        opposite = {"win": "loss", "loss": "win", "draw": "draw"}[value]
        assert (move.value, move.remoteness) == (opposite, None if plies is None else plies + 1)


def random_positions(rules, seed):
    """Yield unfinished positions from random games, without their history."""
    random = Random(seed)
    while True:
        game = Game(rules)
        while not game.is_over:
            yield Game.from_text(game.to_text(), rules)
            game = game.play(random.choice(game.legal_moves))


@pytest.mark.parametrize(
    ("size", "options"),
    [
        ((3, 3, 3), {"keep": 3}),
        ((3, 3, 3), {"keep": 3, "misere": True}),
        ((2, 4, 3), {"keep": 3, "torus": True}),
        ((1, 7, 3), {"keep": 3}),
    ],
    ids=str,
)
def test_vanishing_values_match_naive(size, options):
    rules, naive = Variant(*size, **options), NaiveVanishing(*size, **options)
    assert is_solvable(rules)
    check(naive, Game(rules))
    for game in islice(random_positions(rules, 3), 400):
        check(naive, game)


@pytest.mark.parametrize(
    ("name", "naive"),
    [
        ("three-mens-morris", NaiveSliding(3)),
        ("tapatan", NaiveSliding(3, "long")),
        ("achi", NaiveSliding(4, "long")),
        ("picaria", NaiveSliding(3, "all", closed=True)),
        ("morris4-closed", NaiveSliding(4, closed=True)),
    ],
)
def test_sliding_values_match_naive(name, naive):
    solved = naive.solve()
    opposite = {"win": "loss", "loss": "win", "draw": "draw"}
    checked = set()
    for position in Random(4).sample(sorted(solved), 300):
        if naive.outcome(position):
            continue
        board, player, left = position
        rows = [board[:3], board[3:6], board[6:], *([] if left else player)]
        found = analyze(Game.from_text("/".join(rows), name))
        assert found.exact
        assert (found.value, found.remoteness) == solved[position]
        checked.add(found.value)
        for (source, target), after in naive.after(position):
            move = found.moves[9 * (source or 0) + target]
            value, plies = solved[after]
            expected = (opposite[value], None if plies is None else plies + 1)
            assert (move.value, move.remoteness) == expected
    assert checked >= {"win", "loss"}  # achi has no draws


def test_three_mens_morris_published_values():
    # H. E. Dudeney, The Canterbury Puzzles, 1907, no. 110: the first player wins from the
    # centre. Without it, the best opening is a corner, and the game is a draw.
    values = {
        cell: move.value for cell, move in analyze(Game("three-mens-morris")).moves.items()
    }
    assert values[4] == "win"
    assert {values[cell] for cell in (0, 2, 6, 8)} == {"draw"}
    assert {values[cell] for cell in (1, 3, 5, 7)} == {"loss"}


def test_explain_and_review_slides():
    moves = "7 8 1 4 9 6 1-2 6-3 2-5 3-6 5-2 8-5"
    game = Game.from_moves(moves, "three-mens-morris")
    assert explain(game.at(10), 1 + 4 * 9) == (  # X's only possible move
        "X was already losing and had no other move. O wins with 8-5."
    )
    assert str(find_decisive_mistake(game, review(game))) == (
        "On move 9, X could have drawn by playing 9-6 instead of 2-5."
    )


def test_infinite_tic_tac_toe_solved():
    analysis = analyze(Game("infinite"))
    assert (analysis.value, analysis.remoteness) == ("win", 13)
    assert analysis.best_moves == (1, 3, 5, 7)
    assert {move.value for at, move in analysis.moves.items() if at % 2 == 0} == {"draw"}
    line = Game("infinite", analysis.principal_variation)
    assert (line.winner, line.move_count) == ("X", 13)


def shortest_cycle(naive, position):
    """Return the shortest moves back to this position on which nobody wins."""
    waiting = [(position, ())]
    seen = set()
    for at, moves in waiting:  # the list grows during the loop
        for cell in naive.moves(at):
            after = naive.after(at, cell)
            if after == position and len(moves) % 2:  # with the same player to move
                return (*moves, cell)
            if (after, len(moves) % 2) not in seen and naive.outcome(after) is None:
                seen.add((after, len(moves) % 2))
                waiting.append((after, (*moves, cell)))
    return ()


def test_repetition_history_changes_values():
    # A third occurrence is a draw, so earlier positions can turn a win into a draw.
    options = {"keep": 2, "misere": True}
    rules, naive = Variant(1, 6, 2, **options), NaiveVanishing(1, 6, 2, **options)
    changed = tried = 0
    for start in islice(random_positions(rules, 7), 200):
        around = shortest_cycle(naive, position_of(start.state))
        if start.vanishing is None or not around or tried > 12:
            continue
        tried += 1
        game = start
        nodes = [(game.current_player, position_of(game.state))]
        for cell in (*around, *around[:-1]):
            game = game.play(cell)
            nodes.append((game.current_player, position_of(game.state)))
            player, position = nodes[-1]
            draws = {node for node in nodes if nodes.count(node) == 2}
            after = {at: naive.after(position, at) for at in naive.moves(position)}
            rival = "XO"[player == "X"]
            worth = naive.solve([(rival, one) for one in after.values()], draws)
            found = analyze(game)
            for at, move in found.moves.items():
                value, plies = worth.get((rival, after[at]), (0, None))
                assert move.value == VALUES[-value]
                if value:
                    assert move.remoteness == plies + 1
            changed += found.value != analyze(Game.from_text(game.to_text(), rules)).value
    assert changed


def test_perfect_wins_and_never_loses():
    perfect = {mark: player("perfect", seed=1) for mark in "XO"}
    random = player("random", seed=3)
    for mark in "XO":
        game = Game("infinite")
        while not game.is_over:
            game = game.play((perfect[mark] if game.current_player == mark else random)(game))
        assert game.winner == mark
    game = Game("infinite")
    while not game.is_over:
        game = game.play(perfect[game.current_player](game))
    assert (game.winner, game.move_count) == ("X", 13)


def test_explain_and_review_infinite():
    game = Game("infinite", (4, 1, 0, 2, 8))
    assert explain(Game("infinite"), 4) == (
        "X's move gives away the win. X could have won at 2, 4, 6 or 8. "
        "O must answer at 1, 3, 7 or 9."
    )
    moves = review(game)
    assert (moves[0].verdict, moves[0].best.value, moves[0].played.value) == (
        "worse",
        "win",
        "draw",
    )


def test_puzzles_keep_mark_ages():
    found = puzzles("infinite", "win", plies=3, count=2)
    assert len(found) == 2
    naive = NaiveVanishing(3, 3, 3, 3)
    for puzzle in found:
        assert worth_of(naive, position_of(puzzle.game.state)) == ("win", 3)
        assert puzzle.game.moves == ()


def test_position_budget(monkeypatch):
    monkeypatch.setattr(registry, "_trials", {})
    monkeypatch.setattr(registry, "MOST_TRIED_POSITIONS", 2000)
    monkeypatch.setattr(registry, "_MOST_REPEATING_MOVES", 10_000_000)
    rules = Variant(3, 4, 3, keep=3)
    assert (is_solvable(rules), may_be_solvable(rules)) == (False, True)
    found = analyze(Game(rules), visits=10_000)
    assert (found.value, found.exact) == (None, False)
    assert (is_solvable(rules), may_be_solvable(rules)) == (False, False)
    # An immediate win needs no solver.
    game = Game.from_text("X1X3.X5/O2.../..O4O6", rules)
    assert analyze(game, visits=10_000).moves[2].value == "win"


def test_budget_covers_nine_cells():
    # Only a board with all its marks, at most eight, occurs with either player to move.
    orders = [perm(9, count) for count in range(9)]
    assert sum(orders) + orders[-1] <= registry.MOST_POSITIONS


def test_endless_games_not_counted():
    with pytest.raises(ValueError, match="rules must not let positions repeat"):
        census("infinite")
    (found,) = compare_rules("infinite", seed=1).rules
    assert (found.winner.value, found.plies.value, found.positions.value) == ("first", 13, None)
    with pytest.raises(ValueError, match="rules must not let positions repeat"):
        exact_result("random", "random", "infinite")
