"""Functions that analyze a game under any rules."""

from math import inf
from typing import Any

from tictactoe_widget.rules.game import Game, as_game
from tictactoe_widget.rules.state import State
from tictactoe_widget.validation import as_seconds, as_seed, check_int

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
"""Default time limit for an analysis, in seconds, if the rules cannot be solved."""


def analyze_in_slices(game: Game, *, seed: int | None = None) -> Analyses:
    """Analyze a game in short time slices, and return an iterator of improving results.

    Parameters
    ----------
    game : Game
        Game to analyze.
    seed : int, optional
        Seed for any random numbers that the search uses.

    Returns
    -------
    iterator of Analysis
        Better and better analyses, about one every 10 milliseconds, until the search has found
        everything it can. You can stop iterating at any time.
    """
    rules, state = game.rules, game.state
    if state.result is not None:
        return iter((_ended(state),))
    return family_analysis(rules).analyze_in_slices(rules, state, seed=seed)


def choose_in_slices(game: Game, *, seed: int | None = None) -> Analyses:
    """Analyze an unfinished game in time slices, and stop once the best move is found."""
    rules = game.rules
    return family_analysis(rules).choose_in_slices(rules, game.state, seed=seed)


def _ended(state: State) -> Analysis:
    mover = state.to_move
    return finished(
        mover, "draw" if state.result == "draw" else "win" if state.result == mover else "loss"
    )


def analyze_briefly(game: Game, *, seconds: float, seed: int | None = None) -> Slices[Analysis]:
    """Analyze a game in time slices, for at most `seconds` if the rules cannot be solved.

    The analysis stops as soon as it knows the values of all moves and the lengths of all wins
    and losses.
    """
    answers = until_settled(analyze_in_slices(game, seed=seed))
    limit = inf if is_solvable(game.rules) else seconds
    return (yield from last_search_within(answers, seconds=limit))


def tree_search(game: Game, *, seed: int | None = None) -> TreeSearch[Any]:
    """Return a new Monte Carlo tree search for an unfinished game.

    Examples
    --------
    >>> from tictactoe_widget import Game, Ultimate
    >>> tree = tree_search(Game(Ultimate()))
    >>> tree.run(1000)
    >>> tree.evaluation_count >= 1000
    True
    """
    return family_analysis(game.rules).tree_search(game.rules, game.state, seed=seed)


def analyze(
    game: Game,
    *,
    seconds: float | None = None,
    visits: int | None = None,
    seed: int | None = None,
) -> Analysis:
    """Return the value of a game and of each legal move under perfect play.

    Parameters
    ----------
    game : Game
        Game to analyze. If the game is over, the value is for the player who would move next.
    seconds : float, optional
        Time limit in seconds. By default, there is no limit for rules that the player "perfect"
        can solve. For other rules, the default is 1 second.
    visits : int, optional
        Maximum number of positions to visit, instead of a time limit. With this limit, the
        search makes no estimates, so the result is the same on every computer. If the rules can
        be solved, the search ignores the limit and solves the position.
    seed : int, optional
        Seed for any random numbers that the search uses. The estimates also depend on the
        computer's speed. For the same result everywhere, use `visits`.

    Returns
    -------
    Analysis
        Value of the game and of each legal move. If the search reached its limit before it
        proved all values, ``exact`` is False. In that case, the score of an unproved move is an
        estimate, or 0 if you set `visits`.

    Raises
    ------
    TypeError
        If `game` is not a `Game`, if `seconds` is not a number, or if `visits` or `seed` is not
        an int.
    ValueError
        If `seconds` or `visits` is not greater than 0, or if both are given.

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
    seed = as_seed(seed)
    if visits is not None:
        if seconds is not None:
            raise ValueError("seconds must be None if visits is given: use only one limit")
        return _prove(game, check_int(visits, "visits", 1))
    if seconds is None:
        limit = inf if is_solvable(rules) else DEFAULT_SECONDS
    else:
        limit = as_seconds(seconds)
    return run_to_end(last_search_within(analyze_in_slices(game, seed=seed), seconds=limit))


def _prove(game: Game, visits: int) -> Analysis:
    """Analyze a game by proofs alone, in a search limited by `visits`."""
    rules, state = game.rules, game.state
    if state.result is not None:
        return _ended(state)
    *_, found = family_analysis(rules).solve_in_slices(rules, state, visits=visits)
    return found
