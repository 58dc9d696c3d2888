"""What a position is worth: one question for every family of rules."""

from random import Random
from time import perf_counter
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.mnk import MNK
from tictactoe_widget.rules.ultimate import Ultimate, UltimateState

from .mnk.solver import is_solvable, solve
from .tablebase import analyze_table
from .tree_search import Playouts, TreeSearch, grow_in_slices
from .ultimate_evaluator import BoardLeaves
from .values import Analysis, Steps, finished

DEFAULT_SECONDS = 1.0
"""How long rules that cannot be solved are analyzed when no one says."""


def analyze_in_slices(game: Game, *, seed: int | None = None) -> Steps:
    """Analyze step by step.

    Parameters
    ----------
    game : Game
        What to analyze.
    seed : int, optional
        Fixes the random choices of a search that makes any.

    Yields
    ------
    Analysis
        What is known so far, every 10 milliseconds or so, until nothing more
        can be found out. A host takes the latest one whenever it likes.
    """
    rules, state = game.rules, game.state
    if state.result is not None:
        mover = state.to_move
        yield finished(
            mover,
            "draw" if state.result == "draw" else "win" if state.result == mover else "loss",
        )
    elif isinstance(rules, MNK) and (rules.rows, rules.columns, rules.k) == (3, 3, 3):
        yield analyze_table(rules, state)
    elif isinstance(rules, MNK):
        yield from solve(rules, state)
    else:
        yield from grow_in_slices(tree_search(game, seed))


def tree_search(game: Game, seed: int | None = None) -> TreeSearch[Any]:
    """Return a tree search of an unfinished game, not yet begun.

    Ultimate has leaves of its own; every other family is searched with random
    playouts.

    Examples
    --------
    >>> from tictactoe_widget import Game, Ultimate
    >>> tree = tree_search(Game(Ultimate()))
    >>> tree.run(1000)
    >>> tree.evaluations >= 1000
    True
    """
    if isinstance(game.rules, Ultimate):
        assert isinstance(game.state, UltimateState)  # noqa: S101 - the state of these rules
        return TreeSearch(BoardLeaves(game.rules), game.state)
    return TreeSearch(Playouts(game.rules, Random(seed)), game.state)


def analyze(game: Game, seconds: float | None = None) -> Analysis:
    """Say what perfect play makes of a game and of each legal move.

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
    if seconds is None and not is_solvable(game.rules):
        seconds = DEFAULT_SECONDS
    end = float("inf") if seconds is None else perf_counter() + seconds
    steps = analyze_in_slices(game)
    answer = next(steps)
    for answer in steps:  # noqa: B007 - the last one counts
        if perf_counter() >= end:
            break
    return answer
