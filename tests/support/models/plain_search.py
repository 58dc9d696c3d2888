"""A plain search to the end, for comparison with the package's analyses."""

from collections.abc import Callable, Hashable

from tictactoe_widget import Analysis, Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import State


def judge_all(rules: Rules) -> Callable[[State], tuple[int, int]]:
    """Return a function from a state to (value, plies) for the player to move.

    Values are 1, 0, -1. Terminal states are worth what their result says.
    """
    known: dict[Hashable, tuple[int, int]] = {}

    def judge(state: State) -> tuple[int, int]:
        return known.get(state.key) or search(state)

    def search(state: State) -> tuple[int, int]:
        if state.result is not None:
            side = 1 if state.result == state.to_move else -1
            found = 0 if state.result == "draw" else side, 0
        else:
            following = [rules.advance(state, cell) for cell in state.legal_moves]
            # Look up the table here, because a call to `judge` takes most of the time.
            replies = [known.get(after.key) or search(after) for after in following]
            best = max([-value for value, _ in replies])
            lengths = [1 + plies for value, plies in replies if -value == best]
            found = best, max(lengths) if best < 0 else min(lengths)
        known[state.key] = found
        return found

    return judge


WORD = {1: "win", 0: "draw", -1: "loss"}


def check_exact(found: Analysis, game: Game, judge: Callable[[State], tuple[int, int]]) -> None:
    """Check every value in an analysis and its variation with `judge_all`."""
    value, plies = judge(game.state)
    assert (found.value, found.remoteness, found.exact) == (WORD[value], plies, True)
    assert tuple(found.moves) == game.legal_moves
    for cell, move in found.moves.items():
        after, left = judge(game.play(cell).state)
        assert (move.value, move.remoteness) == (WORD[-after], left + 1), (game, cell)
    end = game
    for cell in found.principal_variation:
        end = end.play(cell)
    assert end.is_over
    assert len(found.principal_variation) == plies
    assert list(found.best_moves) == [
        cell
        for cell, move in found.moves.items()
        if move.value == found.value and (value == 0 or move.remoteness == plies)
    ]
