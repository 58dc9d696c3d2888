"""What a position is worth: one question for every family of rules."""

from time import perf_counter
from typing import Any

from tictactoe_widget.rules.base import State
from tictactoe_widget.rules.game import Game

from .families import family_of
from .tree_search import TreeSearch
from .values import Analyses, Analysis, finished

DEFAULT_SECONDS = 1.0
"""Time limit of an analysis of rules that cannot be solved, in seconds, when none is given."""


def analyze_in_slices(game: Game, *, seed: int | None = None) -> Analyses:
    """Analyze step by step.

    Parameters
    ----------
    game : Game
        What to analyze.
    seed : int, optional
        Fixes the random choices of a search that makes any.

    Returns
    -------
    iterator of Analysis
        What is known so far, every 10 milliseconds or so, until nothing more
        can be found out. A host takes the latest one whenever it likes.
    """
    rules, state = game.rules, game.state
    if state.result is not None:
        return iter((_ended(state),))
    return family_of(rules).analyze_in_slices(rules, state, seed)


def _ended(state: State) -> Analysis:
    mover = state.to_move
    return finished(
        mover,
        "draw" if state.result == "draw" else "win" if state.result == mover else "loss",
    )


def tree_search(game: Game, seed: int | None = None) -> TreeSearch[Any]:
    """Return a tree search of an unfinished game, not yet begun.

    Examples
    --------
    >>> from tictactoe_widget import Game, Ultimate
    >>> tree = tree_search(Game(Ultimate()))
    >>> tree.run(1000)
    >>> tree.evaluations >= 1000
    True
    """
    return family_of(game.rules).tree_search(game.rules, game.state, seed)


def analyze(game: Game, seconds: float | None = None) -> Analysis:
    """Return what perfect play makes of a game and of each legal move.

    Parameters
    ----------
    game : Game
        What to analyze. On a finished game the value is that of the player
        whose turn it would be.
    seconds : float, optional
        When to stop at the latest. By default there is no limit on rules that
        can be solved (those "perfect" plays) and 1 second on others.

    Returns
    -------
    Analysis
        With ``exact=False`` where the time ran out before everything was
        proved; values that are None then come with an estimate.

    Examples
    --------
    >>> from tictactoe_widget import Game, analyze
    >>> a = analyze(Game().play(0).play(8))       # X in a corner, O opposite
    >>> a.value, a.remoteness, a.best_moves
    ('win', 5, (2, 6))
    >>> a.moves[4].value, a.moves[4].remoteness   # the centre gives it away
    ('draw', 7)
    """
    if seconds is None and not family_of(game.rules).is_solvable(game.rules):
        seconds = DEFAULT_SECONDS
    end = float("inf") if seconds is None else perf_counter() + seconds
    answers = analyze_in_slices(game)
    answer = next(answers)
    for answer in answers:  # noqa: B007 - the last one counts
        if perf_counter() >= end:
            break
    return answer
