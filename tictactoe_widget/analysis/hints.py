"""Hints: a comment on the last move, values of the next ones, and which are pointed out.

Few moves are pointed out on a large board, so that it is not full of signs.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from math import inf
from time import perf_counter

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.marks import opponent

from .analyze import analyze_in_slices
from .explain import EXPLAIN_SECONDS, explain_in_slices
from .registry import family_analysis, is_solvable
from .sentences import call_players
from .slices import Slices, search_within
from .values import Analyses, Analysis, MoveValue, Value, until_settled

SMALL_BOARD = 9
"""Largest number of cells of a board on which every move is marked."""

FEW = 5
"""Largest number of moves that are marked for their value alone, equal ones aside."""

ALIKE = 0.1
"""Least difference of two estimates, each from -1 to 1, that tells moves apart.

On an empty board of gomoku the estimates of all moves lie closer together than
this, and no player of the game would tell its central cells apart.
"""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The moves of a position that hints point out."""

    analysis: Analysis
    """Analysis of the position."""
    marked: frozenset[int]
    """Cells whose values are drawn: all on a small board, elsewhere a few."""
    best: frozenset[int]
    """Cells marked as best; none where no few of the moves stand out."""
    threats: frozenset[int]
    """Cells that win at once, or where the opponent would."""
    remark: str = ""
    """Sentence that tells why no move stands out on a large board; mostly empty."""

    @property
    def drawn(self) -> Analysis:
        """The part of the analysis that a picture shows: marked and best moves alone."""
        moves = self.analysis.moves
        return replace(
            self.analysis,
            moves={cell: move for cell, move in moves.items() if cell in self.marked},
            best_moves=tuple(cell for cell in moves if cell in self.best),
        )


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints on one game, as far as they are worked out."""

    game: Game
    """Game that the hints are about."""
    comment: str = ""
    """Comment on the last move; empty where no move was made."""
    highlights: Highlights | None = None
    """Values of the next moves, and which are pointed out; None where there are none."""
    is_final: bool = True
    """False while better ones are still being worked out."""


def hints_in_slices(
    before: Game | None, game: Game, *, seconds: float, interval: float
) -> Generator[Hints | None, None, None]:
    """Work out the hints on a game: a comment on its last move, values of the next ones.

    Parameters
    ----------
    before : Game or None
        The game before its last move, None where no move was made.
    game : Game
        Game to give hints on.
    seconds : float
        Time limit for the values of moves where the rules cannot be solved. Elsewhere
        the analysis goes on until all that hints tell is proved.
    interval : float
        Least time between two hints that are made of better and better analyses,
        in seconds.

    Yields
    ------
    Hints or None
        Better and better hints, the last ones the best; None for a pause.
    """
    if game.is_over:
        yield Hints(game, (yield from _comment_on(before, game, None)))
        return
    analyses = until_settled(analyze_in_slices(game))
    is_quick = is_solvable(game.rules)
    known = next(analyses)
    better = search_within(analyses, seconds=inf if is_quick else EXPLAIN_SECONDS)
    known = yield from _improve(game, known, better, "", interval)
    yield make_hints(game, known, "")
    comment = yield from _comment_on(before, game, known)
    if not is_quick:
        better = search_within(analyses, seconds=seconds)
        known = yield from _improve(game, known, better, comment, interval)
    yield make_hints(game, known, comment)


def make_hints(game: Game, known: Analysis, comment: str) -> Hints:
    """Make hints of an analysis of a game and a comment on its last move."""
    highlights = find_highlights(game, known)
    said = call_players(f"{comment} {highlights.remark}".strip(), game.rules)
    return Hints(game, said, highlights)


def _comment_on(before: Game | None, game: Game, known: Analysis | None) -> Slices[str]:
    """Explain the last move of a game, whose analysis may be known; ``""`` without one."""
    if before is None or game.last_move is None:
        return ""
    subject = f"{before.current_player}'s last move"
    return (yield from explain_in_slices(before, game.last_move, reply=known, subject=subject))


def _improve(
    game: Game, known: Analysis, better: Analyses, comment: str, interval: float
) -> Generator[Hints | None, None, Analysis]:
    """Take better and better analyses and return the last one.

    Yields hints made of them every `interval` seconds, and None for a pause elsewhere.
    """
    made_at = perf_counter()
    for following in better:
        known = following
        now = perf_counter()
        is_due = now >= made_at + interval
        if is_due:
            made_at = now
        yield make_hints(game, known, comment) if is_due else None
    return known


def find_highlights(game: Game, analysis: Analysis) -> Highlights:
    """Choose the moves of an analyzed game that hints point out.

    Parameters
    ----------
    game : Game
        An unfinished game.
    analysis : Analysis
        Analysis of this game.

    Examples
    --------
    >>> from tictactoe_widget import analyze
    >>> game = Game("4x4", moves=(0, 12, 1, 13, 2))   # X threatens cell 3
    >>> found = find_highlights(game, analyze(game))
    >>> found.marked, found.best, found.threats
    (frozenset({3}), frozenset({3}), frozenset({3}))
    """
    moves = analysis.moves
    best = moves[analysis.best_moves[0]]
    top = _look_like_the_best(analysis)
    # One legal move is the best one; it is not like any other.
    are_alike = len(top) == len(moves) > 1
    threats = _find_threats(game)
    if game.rules.cell_count <= SMALL_BOARD:
        return Highlights(
            analysis, frozenset(moves), frozenset() if are_alike else top, threats
        )
    if are_alike:
        return Highlights(analysis, threats, frozenset(), threats, _describe_alike(best.value))
    few = _list_few(moves)
    if best.value is None and len(top) > FEW:
        remark = "" if few else "Many moves look alike."
        return Highlights(analysis, few | threats, frozenset(), threats, remark)
    return Highlights(analysis, few | top | threats, top, threats)


def _look_like_the_best(analysis: Analysis) -> frozenset[int]:
    """Return the best moves, with those whose estimates are nearly as high or higher."""
    best = analysis.moves[analysis.best_moves[0]]
    alike = set(analysis.best_moves)
    if best.value is None:
        alike |= {
            cell
            for cell, move in analysis.moves.items()
            if move.value is None and best.score - move.score < ALIKE
        }
    return frozenset(alike)


def _list_few(moves: Mapping[int, MoveValue]) -> frozenset[int]:
    """Return the best few moves; moves of equal rank are taken together or not at all.

    Of proved moves all of the best rank are taken, however many they are.
    """
    few: set[int] = set()
    for rank in sorted({_rank(move) for move in moves.values()}, reverse=True):
        equals = {cell for cell, move in moves.items() if _rank(move) == rank}
        are_proved = all(moves[cell].value is not None for cell in equals)
        if len(few) + len(equals) > FEW and (few or not are_proved):
            break
        few |= equals
    return frozenset(few)


def _rank(move: MoveValue) -> tuple[float, int]:
    """Return the rank of a move; all draws rank alike, however long they take."""
    return (0.0, 0) if move.value == "draw" else move.rank


def _find_threats(game: Game) -> frozenset[int]:
    """Return the cells that win at once, and those where the opponent would win next."""
    rules, state = game.rules, game.state
    family = family_analysis(rules)
    rival = opponent(state.to_move)
    return frozenset(
        (*family.winning_moves(rules, state), *family.threats(rules, state, rival))
    )


def _describe_alike(value: Value | None) -> str:
    if value is None:
        return "No move looks better than another."
    verb = {"win": "wins", "draw": "draws", "loss": "loses"}[value]
    return f"Every move {verb}."
