"""Hints during a game: a comment on the last move, and highlights for the next move.

The board shows the proved value of every best move and, if there is room, of other moves.
"""

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf
from time import perf_counter

from tictactoe_widget.drawing.svg import win_percent
from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.rules.state import opponent
from tictactoe_widget.texts import _, join_sentences

from .analyze import analyze_in_slices
from .explain import EXPLAIN_SECONDS, MadeMove, look_into
from .registry import family_analysis, is_solvable
from .sentences import ALIKE, CLEARLY, Names
from .values import Analyses, Analysis, MoveValue, Slices, Value, search_within, until_settled

# Maximum number of proved moves to mark with a value, unless more moves are best.
_MOST_MARKED = 25

FEW = 5
"""Maximum number of moves to mark with a value if the position's value is not proved."""

DEEP = 40_000
"""Number of positions to search before a hint can say that all moves look equally good.

In gomoku, this number corresponds to a search of at least six plies. A search of this size
takes half a second in a notebook and about two seconds in a browser. A shorter search can rate
two moves as equal, although the opponent's third reply would show that one of the moves is
worse.
"""

_HOPELESS = 1  # up to this win probability in %, no move is highlighted as best


@dataclass(frozen=True, slots=True)
class Highlights:
    """Moves to highlight as hints in a position."""

    analysis: Analysis
    """Analysis of the position."""
    marked: frozenset[int]
    """Cells where the board shows the value of a move."""
    best: frozenset[int]
    """Cells to highlight as best moves. If there are too many best moves, the set is empty."""
    threats: frozenset[int]
    """Cells where the player can win at once, or where the opponent could win next."""
    remark: str = ""
    """Sentence that explains why no move is highlighted as best, or an empty string."""

    @property
    def drawn(self) -> Analysis:
        """Return the analysis, restricted to moves that the board should show."""
        moves = self.analysis.moves
        return replace(
            self.analysis,
            moves={cell: move for cell, move in moves.items() if cell in self.marked},
            best_moves=tuple(cell for cell in moves if cell in self.best),
            compared=tuple(c for c in self.analysis.compared if c in self.marked),
        )


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints for a game. Some of the hints might not have been computed yet."""

    game: Game
    """Game to which the hints apply."""
    comment: str = ""
    """Comment on the last move, or an empty string before the first move."""
    highlights: Highlights | None = None
    """Highlights for the next move, or None if they aren't available yet."""
    is_final: bool = True
    """True if the hints are final, or False if better hints can follow."""


def hints_in_slices(
    before: Game | None,
    game: Game,
    *,
    seconds: float,
    interval: float,
    names: Names | None = None,
) -> Generator[Hints | None, None, None]:
    """Compute hints in time slices: a comment on the last move, and moves to highlight.

    Parameters
    ----------
    before : Game or None
        Game before the last move, or None if no move has been made.
    game : Game
        Game to compute hints for.
    seconds : float
        Time limit in seconds for analyzing the moves if the rules cannot be solved. If the
        rules can be solved, the analysis continues until everything in the hints is proved.
    interval : float
        Minimum time between successive hints, in seconds.
    names : Names, optional
        Names of the players. The default names are X and O.

    Yields
    ------
    Hints or None
        Hints that improve as the search goes on. The generator yields the first hints at once
        and the best hints last. At each pause in the work, it yields None.
    """
    work = _Work(game, names or Names.of(game.rules))
    if game.is_over:
        yield from work.look_back(before)
        yield Hints(game, work.comment_on(None))
        return
    analyses = until_settled(analyze_in_slices(game))
    is_quick = is_solvable(game.rules)
    known = next(analyses)
    yield work.make(known)
    better = search_within(analyses, seconds=inf if is_quick else EXPLAIN_SECONDS)
    known = yield from work.improve(known, better, interval)
    yield work.make(known)
    yield from work.look_back(before)
    if not is_quick:
        yield work.make(known)
        better = search_within(analyses, seconds=seconds)
        known = yield from work.improve(known, better, interval)
    yield work.make(known)


@dataclass
class _Work:
    """Data for computing the hints for one game."""

    game: Game  # game that the hints are about
    names: Names  # names for the players and squares
    made: MadeMove | None = None  # last move, once the position before that move is analyzed
    marked: frozenset[int] = field(default_factory=frozenset)  # cells that last showed a value

    def make(self, known: Analysis) -> Hints:
        """Return hints based on an analysis of the game."""
        comment = self.comment_on(known)
        hints = make_hints(self.game, known, comment, earlier=self.marked, names=self.names)
        if hints.highlights is not None:
            self.marked = hints.highlights.marked
        return hints

    def look_back(self, before: Game | None) -> Slices[None]:
        """Analyze what a comment on the last move needs, except for the current position."""
        if before is not None and self.game.last_move is not None:
            self.made = yield from look_into(
                before, self.game.last_move, seconds=EXPLAIN_SECONDS
            )

    def comment_on(self, known: Analysis | None) -> str:
        """Return an explanation of the last move, or ``""`` if there is no last move."""
        return "" if self.made is None else self.made.explain(known, self.names)

    def improve(
        self, known: Analysis, better: Analyses, interval: float
    ) -> Generator[Hints | None, None, Analysis]:
        """Run a search to the end and return its last analysis.

        The generator yields hints based on the newest analysis every `interval` seconds. At all
        other pauses, the generator yields None.
        """
        made_at = perf_counter()
        for following in better:
            known = following
            now = perf_counter()
            is_due = now >= made_at + interval
            if is_due:
                made_at = now
            yield self.make(known) if is_due else None
        return known


def make_hints(
    game: Game,
    known: Analysis,
    comment: str,
    *,
    earlier: Iterable[int] = (),
    names: Names | None = None,
) -> Hints:
    """Return hints that combine an analysis of a game with a comment on its last move.

    For `earlier` and `names`, see `find_highlights`.
    """
    highlights = find_highlights(game, known, earlier=earlier, names=names)
    # The comment might already give the value of all moves.
    is_new = highlights.remark not in comment
    said = join_sentences(comment, highlights.remark) if is_new else comment
    return Hints(game, said, highlights)


def find_highlights(
    game: Game,
    analysis: Analysis,
    *,
    earlier: Iterable[int] = (),
    names: Names | None = None,
) -> Highlights:
    """Choose the moves to highlight, based on an analysis of the game.

    Parameters
    ----------
    game : Game
        Unfinished game.
    analysis : Analysis
        Analysis of the game.
    earlier : iterable of int, default ()
        Cells highlighted after an earlier analysis. If several moves are equally good, these
        cells stay highlighted.
    names : Names, optional
        Names of the players. The default names are X and O.

    Examples
    --------
    >>> from tictactoe_widget import analyze
    >>> game = Game("4x4", moves=(0, 12, 1, 13, 2))   # X threatens cell 3
    >>> found = find_highlights(game, analyze(game))
    >>> len(found.marked), found.best, found.threats
    (11, frozenset({3}), frozenset({3}))
    """
    threats = _find_threats(game)
    if analysis.value is not None:
        players = (names or Names.of(game.rules)).players
        return _point_out_proved(analysis, analysis.value, threats, players[analysis.player])
    found = _point_out_estimates(game.rules, analysis, frozenset(earlier), threats)
    if not found.remark and analysis.error > ALIKE and game.last_move is None:
        return replace(found, remark=_("It's too early to compare the moves."))
    return found


def _point_out_proved(
    analysis: Analysis, value: Value, threats: frozenset[int], player: str
) -> Highlights:
    """Choose the moves to highlight when the position's value is proved."""
    best = frozenset(analysis.best_moves)
    marked = threats | best
    # If there is only one legal move, there is nothing to compare it with.
    if len(best) == len(analysis.moves) > 1:
        remark = {
            "win": _("{player} wins with any move.", player=player),
            "draw": _("{player} draws with any move.", player=player),
            "loss": _("{player} loses with any move.", player=player),
        }[value]
        return Highlights(analysis, marked, frozenset(), threats, remark)
    known = _list_best({c: move for c, move in analysis.moves.items() if move.value})
    return Highlights(analysis, marked | known, best, threats)


def _point_out_estimates(
    rules: Rules, analysis: Analysis, earlier: frozenset[int], threats: frozenset[int]
) -> Highlights:
    """Choose the moves to highlight when the position's value is not proved.

    The board shows the values of the comparable moves with the highest win probabilities, at
    most ``FEW``. The best of these moves are highlighted. To break ties, the search's preferred
    moves come first, then moves highlighted earlier, then moves near the middle.
    """
    moves = analysis.moves
    told = _worth_telling(analysis)
    hopeful = [c for c in analysis.comparable if c in told and moves[c].value != "loss"]
    percents = {cell: win_percent(moves[cell].score) for cell in hopeful}
    preferred = frozenset(analysis.best_moves)
    rank = {
        cell: (-percents[cell], cell not in preferred, cell not in earlier, aside)
        for cell, aside in _distances(rules, hopeful).items()
    }
    few = sorted(hopeful, key=rank.__getitem__)[:FEW]
    best = frozenset(cell for cell in hopeful if percents[cell] == percents[few[0]])
    # If win probabilities are equal, the search's preferred move comes first, because it was
    # searched most.
    best = best & preferred or best
    if len(best) > FEW:
        best = frozenset()
    remark = ""
    if hopeful and len(moves) > 1:
        lost = sum(move.value == "loss" for move in moves.values())
        scores = [moves[cell].score for cell in hopeful]
        is_alike = not lost and max(scores) - min(scores) < CLEARLY
        if is_alike and analysis.node_count >= DEEP:
            best, remark = frozenset(), _("The marked moves look equally good.")
        # If all other moves are proved to lose, the moves that might not lose are best, even if
        # they look bad. If there is only one such move, it is best as soon as any other move is
        # proved to lose.
        elif lost + len(hopeful) < len(moves) or not lost:
            is_equal = len(set(percents.values())) == 1 and not (lost and len(hopeful) == 1)
            if is_equal or percents[few[0]] <= _HOPELESS:
                best = frozenset()
    return Highlights(analysis, threats.union(few), best, threats, remark)


def _distances(rules: Rules, moves: Iterable[int]) -> dict[int, int]:
    """Return four times the squared distance of each move from the centre of the board."""
    layout = rules.layout
    places = {cell: divmod(at, layout.columns) for at, cell in enumerate(layout.cells)}
    found: dict[int, int] = {}
    for move in moves:
        row, column = places[rules.cell_of(move)]
        found[move] = (2 * row + 1 - layout.rows) ** 2 + (2 * column + 1 - layout.columns) ** 2
    return found


def _worth_telling(analysis: Analysis) -> frozenset[int]:
    """Return all moves with a proved value or a sufficiently reliable estimate."""
    is_early = analysis.error > ALIKE
    return frozenset(
        cell for cell, move in analysis.moves.items() if move.value or not is_early
    )


def _list_best(moves: Mapping[int, MoveValue]) -> frozenset[int]:
    """Return the best proved moves, up to the number that a board can show.

    All moves with the best rank are included. For each lower rank, the result includes either
    all moves of that rank or none.
    """
    found: set[int] = set()
    for rank in sorted({_rank(move) for move in moves.values()}, reverse=True):
        equals = {cell for cell, move in moves.items() if _rank(move) == rank}
        if found and len(found) + len(equals) > _MOST_MARKED:
            break
        found |= equals
    return frozenset(found)


def _rank(move: MoveValue) -> tuple[float, int]:
    """Return the rank of a move. All draws have the same rank."""
    return (0.0, 0) if move.value == "draw" else move.rank


def _find_threats(game: Game) -> frozenset[int]:
    """Return the cells where the player can win now or the opponent threatens to win."""
    rules, state = game.rules, game.state
    family = family_analysis(rules)
    rival = opponent(state.to_move)
    return frozenset(
        (*family.winning_moves(rules, state), *family.threats(rules, state, rival))
    )
