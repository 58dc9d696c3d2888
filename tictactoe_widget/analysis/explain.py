"""Why a move was good or bad, in words, and where a game was lost."""

from collections.abc import Generator
from dataclasses import dataclass
from time import perf_counter
from typing import Literal, TypeVar

from tictactoe_widget.rules.base import Mark, opponent
from tictactoe_widget.rules.game import Game

from .analyze import analyze_in_slices
from .families import family_of, is_solvable
from .values import Analysis, MoveValue

_SECONDS = 0.25

_Answer = TypeVar("_Answer")
_Steps = Generator[None, None, _Answer]
"""Work that pauses every 10 milliseconds or so, and returns its answer."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move of a game, held against the best there was."""

    ply: int
    """How many moves of the game came before it."""
    player: Mark
    """Who made it."""
    cell: int
    """Where."""
    best: MoveValue
    """What the best move was worth to the player."""
    played: MoveValue
    """What the move made was worth to the player."""
    best_moves: tuple[int, ...]
    """The moves that were best."""

    @property
    def verdict(self) -> Literal["best", "slower", "worse", "unknown"]:
        """How the move compares.

        "worse" where it gave a result away (a win for a draw, say), "slower"
        where it kept the result but the win took longer or the loss came
        sooner, "unknown" where a value is only estimated.
        """
        if self.best.value is None or self.played.value is None:
            return "unknown"
        if self.best.value != self.played.value:
            return "worse"
        return "best" if self.cell in self.best_moves else "slower"


def review(game: Game, seconds: float = _SECONDS) -> list[ReviewedMove]:
    """Hold every move of a game against the best there was.

    Parameters
    ----------
    game : Game
        Finished or not.
    seconds : float, default 0.25
        How long one position may take where its rules cannot be solved; values
        not proved by then are estimates.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> lost = review(Game(moves=(0, 5, 4, 8, 2, 1, 6)))
    >>> [(move.ply, move.player, move.best.value, move.played.value)
    ...  for move in lost if move.verdict == "worse"]
    [(1, 'O', 'draw', 'loss')]
    """
    return _finish(review_in_slices(game, seconds))


def review_in_slices(game: Game, seconds: float = _SECONDS) -> _Steps[list[ReviewedMove]]:
    """Do what `review` does in steps that a host can run one by one."""
    reviewed = []
    at = game.at(0)
    for ply, cell in enumerate(game.moves):
        known = yield from _analyze(at, seconds)
        best = known.moves[known.best_moves[0]]
        reviewed.append(
            ReviewedMove(
                ply, at.current_player, cell, best, known.moves[cell], known.best_moves
            )
        )
        at = at.play(cell)
    return reviewed


def explain(game: Game, cell: int, seconds: float = _SECONDS) -> str:
    """Say why a move is good or bad, in a sentence or two.

    Everything said is read off the analyses before and after the move.

    Parameters
    ----------
    game : Game
        The game before the move.
    cell : int
        The move, a legal one. In the text it goes by its number, from 1.
    seconds : float, default 0.25
        How long one position may take where its rules cannot be solved.

    Raises
    ------
    IllegalMoveError
        When the move is refused.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> explain(Game(moves=(0, 4, 8)), 2)
    'That loses: 2, 4, 6 or 8 would have drawn. X plays 7 and then wins at 4 or 8.'
    >>> explain(Game(moves=(0, 5)), 2)
    'X wins in 4 more plies. O must block at 2; X then wins with 5 or 7.'
    """
    return _finish(explain_in_slices(game, cell, seconds))


def explain_in_slices(game: Game, cell: int, seconds: float = _SECONDS) -> _Steps[str]:
    """Do what `explain` does in steps that a host can run one by one."""
    after = game.play(cell)
    mover = game.current_player
    if after.is_over:
        return _ended(after, mover)
    before = yield from _analyze(game, seconds)
    reply = yield from _analyze(after, seconds)
    made = before.moves[cell]
    if made.value is None and reply.value is None:
        return _estimated(before, cell, mover)
    verdict = _verdict(before, cell, mover)
    reason = yield from _reason(after, mover, made, reply, seconds)
    return f"{verdict} {reason}".strip()


def _analyze(game: Game, seconds: float) -> _Steps[Analysis]:
    end = float("inf") if is_solvable(game.rules) else perf_counter() + seconds
    steps = analyze_in_slices(game)
    answer = next(steps)
    for answer in steps:  # noqa: B007 - the last one counts
        if perf_counter() >= end:
            break
        yield
    return answer


def _finish(steps: _Steps[_Answer]) -> _Answer:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            answer: _Answer = end.value
            return answer


def _ended(game: Game, mover: Mark) -> str:
    if game.is_draw:
        return "That is the last move: a draw."
    if game.winner == mover:
        return f"{mover} wins with that move."
    return f"{mover} completes a line and loses."


def _verdict(  # noqa: PLR0911 - one for each thing to be said
    before: Analysis, cell: int, mover: Mark
) -> str:
    """Compare the move with the best there was."""
    made = before.moves[cell]
    best = before.moves[before.best_moves[0]]
    others = _list(before.best_moves)
    if made.value is None or best.value is None:
        return ""
    if made.value != best.value:
        had = "won" if best.value == "win" else "drawn"
        gave = "That loses" if made.value == "loss" else "That gives the win away"
        return f"{gave}: {others} would have {had}."
    alone = sum(move.value == made.value for move in before.moves.values()) == 1
    if made.value == "draw":
        if alone and len(before.moves) > 1:
            return "The only move that does not lose."
        if all(move.value == "draw" for move in before.moves.values()):
            return "A draw, as with every move here."
        return "That keeps the draw."
    if made.value == "win":
        if cell in before.best_moves:
            return f"{mover} wins{_within(made)}."
        return f"{mover} still wins{_within(made)}, but {others} would have been quicker."
    if cell in before.best_moves:
        return f"{mover} was lost already; no move holds out longer than this one."
    return f"{mover} was lost already; {others} would have held out longer."


def _within(move: MoveValue) -> str:
    if move.remoteness is None:
        return " with best play"
    left = move.remoteness - 1
    return f" in {left} more {'ply' if left == 1 else 'plies'}"


def _reason(  # noqa: PLR0911 (as above)
    after: Game, mover: Mark, made: MoveValue, reply: Analysis, seconds: float
) -> _Steps[str]:
    """Say what the move threatens, or what it lets the opponent do."""
    rival = opponent(mover)
    if reply.value == "win":
        cells = reply.best_moves
        if reply.remoteness == 1:
            return f"{rival} wins at {_list(cells)}."
        threats = _threats(after.play(cells[0]), rival)
        if len(threats) > 1:
            return f"{rival} plays {cells[0] + 1} and then wins at {_list(threats)}."
        return f"{rival} wins with {_list(cells)}."
    threats = _threats(after, mover)
    if len(threats) > 1:
        return f"{mover} threatens {_list(threats, 'and')}, and {rival} can block only one."
    if len(threats) == 1:
        forced = f"{rival} must block at {threats[0] + 1}"
        blocked = after.play(threats[0])
        if made.value == "win" and not blocked.is_over:
            following = yield from _analyze(blocked, seconds)
            if following.value == "win":
                way = "at" if following.remoteness == 1 else "with"
                return f"{forced}; {mover} then wins {way} {_list(following.best_moves)}."
        return f"{forced}."
    holding = [cell for cell, move in reply.moves.items() if move.value == reply.value]
    if reply.value == "draw" and len(holding) < len(reply.moves):
        return f"{rival} must answer at {_list(holding)}, or loses."
    return ""


def _estimated(before: Analysis, cell: int, mover: Mark) -> str:
    """Say what a search thinks, and that it has not proved it."""
    score = before.moves[cell].score
    side = (
        "even" if abs(score) < 0.1 else f"better for {mover if score > 0 else opponent(mover)}"
    )
    text = f"Estimate: the game looks {side} after this move ({score:+.2f} for {mover})."
    if cell not in before.best_moves:
        best = before.moves[before.best_moves[0]].score
        if best - score > 0.05:
            text += f" The search prefers {_list(before.best_moves)} ({best:+.2f})."
    return text


def _threats(game: Game, player: Mark) -> list[int]:
    return family_of(game.rules).threats(game.rules, game.state, player)


def _list(cells: tuple[int, ...] | list[int], word: str = "or") -> str:
    """Write positions as people do.

    >>> _list((2, 6, 8))
    '3, 7 or 9'
    """
    *first, last = [str(cell + 1) for cell in sorted(cells)]
    return f"{', '.join(first)} {word} {last}" if first else last
