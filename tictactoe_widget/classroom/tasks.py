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
    rules, mover = game.rules, game.current_player
    threats = family_analysis(rules).threats
    value, best = analysis.value, analysis.best_moves
    wins_at_once = value == "win" and analysis.remoteness == 1
    keeping = [cell for cell, move in analysis.moves.items() if move.value == value]
    found: Sequence[int] = ()
    if task == "win" and value == "win":
        found = best
    elif task == "draw" and value == "draw":
        found = _only(keeping)
    elif task == "misere":
        found = _only([cell for cell, move in analysis.moves.items() if move.value != "loss"])
    elif task == "keep" and value != "loss":  # nothing can be kept of a lost position
        found = keeping
    elif task == "fork" and value == "win" and not wins_at_once:
        after = {cell: game.play(cell).state for cell in keeping}
        found = [cell for cell in keeping if len(threats(rules, after[cell], mover)) > 1]
    elif task == "block" and not wins_at_once:
        found = _only(threats(rules, game.state, opponent(mover)))
    return tuple(sorted(found))


def _only(cells: Sequence[int]) -> Sequence[int]:
    """Return the cells if there is only one."""
    return cells if len(cells) == 1 else ()


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
