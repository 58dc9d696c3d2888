"""Analysis of a game by any rules."""

from math import inf
from typing import Any

from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.state import State
from tictactoe_widget.validation import as_seconds

from .registry import family_analysis, is_solvable
from .tree_search import TreeSearch
from .values import (
    Analyses,
    Analysis,
    Slices,
    finished,
    last_search_within,
    run_to_end,
    until_settled,
)

DEFAULT_SECONDS = 1.0
"""Default time limit in seconds for an analysis of rules that cannot be solved."""


def analyze_in_slices(game: Game, *, seed: int | None = None) -> Analyses:
    """Analyze a game in slices.

    Parameters
    ----------
    game : Game
        The game to analyze.
    seed : int, optional
        Seed of the random numbers of a search that uses any.

    Returns
    -------
    iterator of Analysis
        Better and better analyses, about one every 10 milliseconds, until nothing more can
        be found. You can stop after any of them.
    """
    rules, state = game.rules, game.state
    if state.result is not None:
        return iter((_ended(state),))
    return family_analysis(rules).analyze_in_slices(rules, state, seed=seed)


def choose_in_slices(game: Game, *, seed: int | None = None) -> Analyses:
    """Analyze an unfinished game as `analyze_in_slices` does, but only for the best move."""
    rules = game.rules
    return family_analysis(rules).choose_in_slices(rules, game.state, seed=seed)


def _ended(state: State) -> Analysis:
    """Return the analysis of a finished position."""
    mover = state.to_move
    return finished(
        mover, "draw" if state.result == "draw" else "win" if state.result == mover else "loss"
    )


def analyze_briefly(game: Game, *, seconds: float) -> Slices[Analysis]:
    """Analyze a game in slices, for `seconds` if the rules cannot be solved.

    Stop earlier if the values of all moves and the lengths of wins and losses are known.
    """
    answers = until_settled(analyze_in_slices(game))
    limit = inf if is_solvable(game.rules) else seconds
    return (yield from last_search_within(answers, seconds=limit))


def tree_search(game: Game, *, seed: int | None = None) -> TreeSearch[Any]:
    """Return a new tree search of an unfinished game.

    Examples
    --------
    >>> from tictactoe_widget import Game, Ultimate
    >>> tree = tree_search(Game(Ultimate()))
    >>> tree.run(1000)
    >>> tree.evaluation_count >= 1000
    True
    """
    return family_analysis(game.rules).tree_search(game.rules, game.state, seed=seed)


def analyze(game: Game, *, seconds: float | None = None) -> Analysis:
    """Return the value of a game under perfect play, and of each of its legal moves.

    Parameters
    ----------
    game : Game
        The game to analyze. For a finished game the value is for the player who would be
        next.
    seconds : float, optional
        Time limit, by default none for rules that can be solved (those that the player
        "perfect" plays), and 1 second for others.

    Returns
    -------
    Analysis
        With ``exact=False`` if time ran out before everything was proved. Values that are
        None then have an estimate.

    Raises
    ------
    TypeError
        If `game` is not a `Game`, or `seconds` is not a number.
    ValueError
        If `seconds` is not above 0.

    Examples
    --------
    >>> from tictactoe_widget import Game, analyze
    >>> a = analyze(Game().play(0).play(8))       # X in a corner, O opposite
    >>> a.value, a.remoteness, a.best_moves
    ('win', 5, (2, 6))
    >>> a.moves[4].value, a.moves[4].remoteness   # the centre gives the win away
    ('draw', 7)
    """
    rules = as_game(game).rules
    if seconds is None:
        limit = inf if is_solvable(rules) else DEFAULT_SECONDS
    else:
        limit = as_seconds(seconds)
    return run_to_end(last_search_within(analyze_in_slices(game), seconds=limit))
