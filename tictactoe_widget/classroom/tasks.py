"""Tasks that a position can set, and the moves that solve them, by the analysis."""

from collections.abc import Sequence
from typing import Literal

from tictactoe_widget.analysis.registry import family_analysis
from tictactoe_widget.analysis.sentences import call_players
from tictactoe_widget.analysis.values import Analysis
from tictactoe_widget.drawing.svg import winner_moves
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.state import opponent

PuzzleKind = Literal["win", "draw", "fork", "block", "misere"]
"""Kind of a puzzle.

``"win"``: win as quickly as possible. ``"draw"``: where nobody can win by force, the one
move that does not lose. ``"fork"``: make two threats at once, and win. ``"block"``: stop the
one threat of the opponent. ``"misere"``, for rules in which a line loses: the one move that
does not lose.
"""

Task = Literal[PuzzleKind, "keep"]
"""Kind of a task that the analysis judges: one of a puzzle, or ``"keep"``: make any move
that keeps what the position is worth."""


def find_solutions(game: Game, task: Task, analysis: Analysis) -> tuple[int, ...]:
    """Return the moves that solve a task, ascending; none where it is no such task.

    Parameters
    ----------
    game : Game
        Position, which is not over.
    task : str
        Kind of the task.
    analysis : Analysis
        Exact analysis of the position.
    """
    return tuple(sorted(_SOLUTIONS[task](game, analysis)))


def describe_task(game: Game, task: Task, analysis: Analysis) -> str:
    """Return the task as a sentence, such as ``"X to move: win at once."``."""
    mover = game.current_player
    own = winner_moves("win", analysis.remoteness or 1)
    how = "at once" if own == 1 else f"in {own} moves"
    told = {
        "win": f"{mover} to move: win {how}.",
        "draw": f"{mover} to move: find the one move that does not lose.",
        "fork": f"{mover} to move: make two threats at once, and win.",
        "block": f"{mover} to move: stop {opponent(mover)}'s threat.",
        "misere": f"{mover} to move, and a line loses: find the one move that does not.",
        "keep": f"{mover} to move: keep the {analysis.value}.",
    }
    return call_players(told[task], game.rules)


def _quickest_wins(_game: Game, analysis: Analysis) -> Sequence[int]:
    return analysis.best_moves if analysis.value == "win" else ()


def _only_draw(_game: Game, analysis: Analysis) -> Sequence[int]:
    if analysis.value != "draw":
        return ()
    draws = [cell for cell, move in analysis.moves.items() if move.value == "draw"]
    return draws if len(draws) == 1 else ()


def _forks(game: Game, analysis: Analysis) -> Sequence[int]:
    mover = game.current_player
    if analysis.value != "win" or analysis.remoteness == 1:
        return ()
    family = family_analysis(game.rules)
    wins = [cell for cell, move in analysis.moves.items() if move.value == "win"]
    return [
        cell
        for cell in wins
        if len(family.threats(game.rules, game.play(cell).state, mover)) > 1
    ]


def _blocks(game: Game, analysis: Analysis) -> Sequence[int]:
    if analysis.value == "win" and analysis.remoteness == 1:
        return ()
    rival = opponent(game.current_player)
    threats = family_analysis(game.rules).threats(game.rules, game.state, rival)
    return threats if len(threats) == 1 else ()


def _only_safe(_game: Game, analysis: Analysis) -> Sequence[int]:
    safe = [cell for cell, move in analysis.moves.items() if move.value != "loss"]
    return safe if len(safe) == 1 else ()


def _keeping(_game: Game, analysis: Analysis) -> Sequence[int]:
    # Of a lost position nothing can be kept.
    if analysis.value == "loss":
        return ()
    return [cell for cell, move in analysis.moves.items() if move.value == analysis.value]


_SOLUTIONS = {
    "win": _quickest_wins,
    "draw": _only_draw,
    "fork": _forks,
    "block": _blocks,
    "misere": _only_safe,
    "keep": _keeping,
}
"""Function that returns the solutions of a position, by kind of task."""
