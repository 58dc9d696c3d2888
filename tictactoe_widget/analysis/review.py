"""Review of a game: each of its moves compared with the best one."""

from collections.abc import Generator
from dataclasses import replace

from tictactoe_widget.rules.game import Game, as_game, list_plies
from tictactoe_widget.validation.arguments import as_seconds

from .analyze import analyze_briefly
from .game_review import GameReview
from .reviewed_move import ReviewedMove
from .slices import run_timed
from .values import (
    OPPOSITE,
    Analysis,
    MoveValue,
    MoveValues,
    best_of,
    length_of,
    proved,
    value_of,
)

REVIEW_SECONDS = 0.25
"""Time limit for one position whose rules cannot be solved, in seconds."""


def review(game: Game, *, seconds: float = REVIEW_SECONDS) -> GameReview:
    """Compare each move of a game with the best one available.

    Parameters
    ----------
    game : Game
        A game, finished or not.
    seconds : float, default 0.25
        Time limit for one move, on average, where the rules cannot be solved;
        values not proved by then are estimates.

    Returns
    -------
    GameReview
        A tuple with one `ReviewedMove` for each of ``game.moves``, in order.

    Raises
    ------
    TypeError
        When `game` is no `Game`, or `seconds` is not a number.
    ValueError
        When `seconds` is not above 0.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> lost = review(Game(moves=(0, 5, 4, 8, 2, 1, 6)))
    >>> [(move.ply, move.player, move.best.value, move.played.value)
    ...  for move in lost if move.verdict == "worse"]
    [(1, 'O', 'draw', 'loss')]
    """
    limit = as_seconds(seconds) * (len(as_game(game).moves) + 1)
    found = review_in_slices(game, seconds=limit)
    *_, moves = (moves for moves in found if moves is not None)
    return GameReview(moves, game)


def review_in_slices(
    game: Game, *, seconds: float
) -> Generator[tuple[ReviewedMove, ...] | None, None, None]:
    """Compare the moves of a game with the best ones, in slices and the last move first.

    Late positions are the easiest to prove, and what is proved of a position is
    proved of the move that led to it.

    Parameters
    ----------
    game : Game
        A game, finished or not.
    seconds : float
        Time limit for all moves together where the rules cannot be solved. What one
        position does not need is left to the earlier ones.

    Yields
    ------
    tuple of ReviewedMove or None
        The moves reviewed so far, in the order of play, each time after another one;
        None for a pause.
    """
    games = list_plies(game)
    following, spent = yield from run_timed(analyze_briefly(game, seconds=seconds / len(games)))
    moves: tuple[ReviewedMove, ...] = ()
    yield moves
    for ply in reversed(range(len(game.moves))):
        seconds -= spent
        known, spent = yield from run_timed(
            analyze_briefly(games[ply], seconds=seconds / (ply + 1))
        )
        known = _knowing(known, game.moves[ply], following)
        moves = (_compare(known, ply, game.moves[ply]), *moves)
        yield moves
        following = known


def _knowing(known: Analysis, cell: int, following: Analysis) -> Analysis:
    """Return an analysis with a move valued by the analysis of the position after it."""
    if known.moves[cell].value is not None or following.value is None:
        return known
    left = following.remoteness
    move = proved(OPPOSITE[following.value], None if left is None else left + 1)
    moves = MoveValues.of({**known.moves, cell: move})
    best = best_of(moves)
    if known.value is not None:
        return replace(known, moves=moves)
    return replace(
        known,
        value=value_of(moves),
        remoteness=length_of(moves),
        score=moves[best[0]].score,
        moves=moves,
        best_moves=best,
    )


def _compare(known: Analysis, ply: int, cell: int) -> ReviewedMove:
    played = known.moves[cell]
    best = best_for_certain(known, played)
    better: tuple[int, ...] = ()
    if played.value is not None and best.value not in (None, played.value):
        better = tuple(one for one, move in known.moves.items() if move.value == best.value)
    return ReviewedMove(ply, known.player, cell, best, played, known.best_moves, better)


def best_for_certain(known: Analysis, played: MoveValue) -> MoveValue:
    """Return the value of the best move, as far as `played` can be compared with it."""
    value = value_of(known.moves)
    if value is None:
        # Another move may win; but a draw that is proved is better than a loss.
        has_draw = any(move.value == "draw" for move in known.moves.values())
        if has_draw and played.value == "loss":
            return proved("draw", None)
        return MoveValue(None, None, known.score)
    plies = known.remoteness
    if plies is None and value == "win" and played.remoteness is not None:
        # A quicker win of known length is enough, be it the quickest or not.
        quicker = [
            move.remoteness
            for move in known.moves.values()
            if move.value == "win" and move.remoteness is not None
        ]
        plies = min((p for p in quicker if p < played.remoteness), default=None)
    return proved(value, plies)
