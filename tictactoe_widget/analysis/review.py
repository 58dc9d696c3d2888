"""Game reviews that compare each move with the best move."""

import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Literal, Self

from tictactoe_widget.drawing.charts import PlottedMove, draw_evaluation_chart
from tictactoe_widget.drawing.markup import TextDisplay, escape, text_table
from tictactoe_widget.drawing.svg import describe_drawn_value
from tictactoe_widget.rules.game import Game, as_game, list_plies
from tictactoe_widget.rules.state import Mark, opponent, players_alternate
from tictactoe_widget.sandbox.progress import Progress, show_progress
from tictactoe_widget.serialization import Serializable, as_json_value
from tictactoe_widget.texts import _, join_sentences, localized, ngettext
from tictactoe_widget.validation import as_seconds, as_seed

from .analyze import analyze_briefly
from .sentences import ALIKE, Names
from .values import (
    Analysis,
    MoveValue,
    MoveValues,
    best_of,
    length_of,
    proved,
    run_timed,
    value_for,
    value_of,
)


@dataclass(frozen=True, slots=True)
class ReviewedMove(Serializable):
    """Move in a reviewed game, compared with the best move in the same position."""

    _keys = (
        *("ply", "player", "cell", "verdict", "best", "played"),
        *("estimated_loss", "best_moves", "better"),
    )

    ply: int
    """Number of moves made before this move."""
    player: Mark
    """Player who made the move."""
    cell: int
    """Cell of the move, or one of `Game.legal_moves` if players choose the mark."""
    best: MoveValue
    """Value of the best move for the player. Fields that aren't known for certain are None."""
    played: MoveValue
    """Value of the move that was played, for the player who made it."""
    best_moves: tuple[int, ...]
    """Best moves found by the analysis (see `Analysis.best_moves`)."""
    better: tuple[int, ...] = ()
    """Moves that are proved to be better, if the played move is a proved mistake."""

    @property
    def estimated_loss(self) -> float:
        """Estimate for the best move minus the estimate for the played move, from 0 to 2.

        If either value is proved, the result is 0.
        """
        if self.best.value is not None or self.played.value is not None:
            return 0.0
        return max(0.0, self.best.score - self.played.score)

    @property
    def verdict(self) -> Literal["best", "slower", "worse", "unknown"]:
        """Verdict on the move: ``"best"``, ``"slower"``, ``"worse"`` or ``"unknown"``.

        - "best": no move was better (all draws count as equal).
        - "slower": the move kept the result, but it delayed the win or hastened the loss.
        - "worse": the move made the result worse, for example by turning a win into a draw.
        - "unknown": the verdict depends on a value or length that the analysis doesn't know.
        """
        best, played = self.best, self.played
        if best.value is None or played.value is None:
            return "unknown"
        if best.value != played.value:
            return "worse"
        if best.value == "draw":
            return "best"
        if best.remoteness is None or played.remoteness is None:
            return "unknown"
        return "best" if played.remoteness == best.remoteness else "slower"

    @property
    def lead(self) -> float:
        """Evaluation for X after the move, for a chart.

        The evaluation is 1 if X has won, -1 if O has won, and 0 for a draw. If a win for X is
        proved, the evaluation ranges from 0.4 to 1, with higher values for quicker wins. If a
        win for O is proved, the evaluation ranges from -1 to -0.4. If nothing is proved, the
        evaluation is the estimate.
        """
        ahead = self.played.score if self.player == "X" else -self.played.score
        if self.played.value is None:
            return ahead
        plies = self.played.remoteness
        return ahead * (0.4 if plies is None else 0.4 + 1.8 / (plies + 2))


_NAMED = 4  # maximum number of better moves to name
# Function that returns the names of moves in the position before a move.
_NamesAt = Callable[[ReviewedMove], Names]

_MOVE = "\0"  # placeholder for the move, at which `_DecisiveMistake` splits the sentence


@dataclass(frozen=True, slots=True)
class _DecisiveMistake:
    """Immutable description of the decisive mistake in a game. ``str`` joins its parts."""

    before: str  # text before the mention of the move, possibly empty
    move: str = ""  # mention of the move, possibly empty
    after: str = ""  # text after the mention
    # Number of the mentioned move, counted from 1, or None if no move is mentioned.
    ply: int | None = None

    @localized
    def __str__(self) -> str:
        return f"{self.before}{self.move}{self.after}"


def find_decisive_mistake(
    game: Game,
    moves: Sequence[ReviewedMove],
    winner: Mark | None = None,
    names: Names | None = None,
) -> _DecisiveMistake:
    """Describe the decisive mistake in a finished game, based only on proved values.

    Parameters
    ----------
    game : Game
        Game that is over, possibly because a player resigned.
    moves : sequence of ReviewedMove
        Reviews of all moves in the game.
    winner : {"X", "O"}, optional
        Winner of a game that the loser resigned. By default, the winner of `game`.
    names : Names, optional
        Names of the players, and which player to address as "you", if any. By default, the
        names are X and O.

    Returns
    -------
    DecisiveMistake
        Text that numbers the moves from 1 and uses the same cell names as `position_name`. For
        a game without moves, the text is empty.

    Examples
    --------
    >>> from tictactoe_widget import review
    >>> game = Game(moves=(0, 5, 4, 8, 2, 1, 6))
    >>> str(find_decisive_mistake(game, review(game)))
    'On move 2, O could have drawn by playing 5 instead of 6.'
    """
    if not moves:
        return _DecisiveMistake("")
    default = names or Names.of(game.rules)

    def names_at(move: ReviewedMove) -> Names:
        return default.at(game.at(move.ply))

    winner = winner or game.winner
    if winner is None:
        text, ply = _tell_draw(moves, names_at)
    else:
        text, ply = _tell_loss(moves, winner, names_at)
    text = join_sentences(text, _tell_unproved(moves, winner, names_at))
    if ply is None:
        return _DecisiveMistake(text)
    before, _place, after = text.partition(_MOVE)
    return _DecisiveMistake(before, _("move {number}", number=ply), after, ply)


def _tell_loss(
    moves: Sequence[ReviewedMove], winner: Mark, names_at: _NamesAt
) -> tuple[str, int | None]:
    """Describe the losing move. From then on, the winner always had a proved win.

    The function returns the text and, if the text mentions a move, the number of this move.
    """
    loser = opponent(winner)
    at = len(moves)
    while at and moves[at - 1].played.value == (
        "win" if moves[at - 1].player == winner else "loss"
    ):
        at -= 1
    if at == len(moves):
        return "", None
    move = moves[at]
    names = names_at(move)
    if move.verdict == "worse":
        return _tell_mistake(move, names)
    slots = {"player": names.players[loser], "square": names.square(move.cell), "move": _MOVE}
    is_you = loser == names.you
    if move.best.value is None:
        if is_you:
            return _("After {move} at {square}, you were certain to lose.", **slots), at + 1
        return _("After {move} at {square}, {player} was certain to lose.", **slots), at + 1
    if is_you:
        return _("Nobody made a mistake. You were losing from the start."), None
    return _("Nobody made a mistake. {player} was losing from the start.", **slots), None


def _tell_draw(moves: Sequence[ReviewedMove], names_at: _NamesAt) -> tuple[str, int | None]:
    """Describe the last mistake in a drawn game, if there was one."""
    mistakes = [move for move in moves if move.verdict == "worse"]
    given_away = [move for move in mistakes if move.played.value == "draw"]
    if given_away:
        return _tell_mistake(given_away[-1], names_at(given_away[-1]))
    if mistakes:
        return _tell_risk(mistakes[-1], names_at(mistakes[-1]))
    if all(move.best.value == move.played.value is not None for move in moves):
        return _("Nobody made a mistake."), None
    return _("No move has been proved to be a mistake."), None


def _tell_mistake(move: ReviewedMove, names: Names) -> tuple[str, int]:
    """Describe a move that gave away a win or a draw."""
    few = move.better if len(move.better) <= _NAMED else move.better[:1]
    template = {
        (True, "win"): _(
            "On {move}, you could have won by playing {squares} instead of {square}."
        ),
        (True, "draw"): _(
            "On {move}, you could have drawn by playing {squares} instead of {square}."
        ),
        (False, "win"): _(
            "On {move}, {player} could have won by playing {squares} instead of {square}."
        ),
        (False, "draw"): _(
            "On {move}, {player} could have drawn by playing {squares} instead of {square}."
        ),
    }[move.player == names.you, move.best.value or ""]
    text = template.format(
        move=_MOVE,
        player=names.players[move.player],
        squares=names.squares(few),
        square=names.square(move.cell),
    )
    others = _("Other moves would have worked too.") if few != move.better else ""
    return join_sentences(text, others), move.ply + 1


def _tell_risk(move: ReviewedMove, names: Names) -> tuple[str, int]:
    """Describe a losing mistake that the opponent did not exploit."""
    rival = opponent(move.player)
    slots = {
        "player": names.players[move.player],
        "square": names.square(move.cell),
        "squares": names.squares(move.better[:_NAMED]),
        "move": _MOVE,
    }
    if move.player == names.you:
        risk = _(
            "On {move}, you risked losing by playing {square} instead of {squares}.", **slots
        )
    else:
        risk = _(
            "On {move}, {player} risked losing by playing {square} instead of {squares}.",
            **slots,
        )
    if rival == names.you:
        unused = _("You missed this chance.")
    else:
        unused = _("{player} missed this chance.", player=names.players[rival])
    return join_sentences(risk, unused), move.ply + 1


def _tell_unproved(
    moves: Sequence[ReviewedMove], winner: Mark | None, names_at: _NamesAt
) -> str:
    """Describe how many opening moves are unproved, and which move probably cost the most."""
    first = list(
        takewhile(lambda move: move.best.value is None and move.played.value is None, moves)
    )
    if not first:
        return ""
    if len(first) == len(moves):
        told = _("Nothing has been proved about this game.")
    else:
        told = ngettext(
            "Nothing has been proved about the first move.",
            "Nothing has been proved about the first {count} moves.",
            len(first),
        )
    suspects = [move for move in first if move.player != winner]
    worst = max(suspects, key=lambda move: move.estimated_loss, default=first[0])
    if worst.estimated_loss < ALIKE:
        return told
    names = names_at(worst)
    slots = {
        "player": names.players[worst.player],
        "number": worst.ply + 1,
        "square": names.square(worst.cell),
        "better": names.square(worst.best_moves[0]),
    }
    if worst.player == names.you:
        cost = _(
            "Your costliest move was probably move {number}. "
            "Playing {better} looked better than playing {square}.",
            **slots,
        )
    else:
        cost = _(
            "{player}'s costliest move was probably move {number}. "
            "Playing {better} looked better than playing {square}.",
            **slots,
        )
    return join_sentences(told, cost)


_ROWS = 20  # maximum number of moves in a review as text, so that it fits a screen


class GameReview(TextDisplay, tuple[ReviewedMove, ...]):  # noqa: SLOT001 - tuples allow no slots
    """Review of a game, as a tuple that compares each move with the best move.

    The moves are in the order of play. In a notebook, the review appears as a picture of the
    decisive mistake and a chart of the evaluation. ``print`` shows a table.

    Examples
    --------
    >>> from tictactoe_widget import review
    >>> print(review(Game(moves=(0, 1, 4, 8))))
    Move  Player  Square  Value
    1     X       1       draw
    2     O       2       loss in 3  mistake
    3     X       5       win in 3
    4     O       9       loss in 2
    """

    game: Game
    """Game that was reviewed."""

    def __new__(cls, moves: Iterable[ReviewedMove], game: Game) -> Self:
        """Create a review of `game` from its reviewed moves."""
        made = super().__new__(cls, moves)
        made.game = game
        return made

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.game

    def to_dict(self) -> dict[str, Any]:
        """Return the review as a JSON-serializable dict.

        The key ``moves`` contains a list of dicts, one for each `ReviewedMove`.
        """
        return {"moves": as_json_value(tuple(self))}

    def to_records(self) -> list[dict[str, Any]]:
        """Return a list of flat dicts, one for each move, for use in a data frame.

        Examples
        --------
        >>> from tictactoe_widget import Game, review
        >>> review(Game(moves=(0, 5))).to_records()[1]["verdict"]
        'worse'
        """
        keys = ("ply", "player", "cell", "verdict", "best", "played", "estimated_loss")
        return [
            {
                **{key: getattr(move, key) for key in keys},
                "best": move.best.value,
                "played": move.played.value,
            }
            for move in self
        ]

    @localized
    def __str__(self) -> str:
        """Return the decisive mistake, if any, and a text table of the moves.

        In a long game, the table contains only the last mistakes.
        """
        names = Names.of(self.game.rules).players
        rows = [
            (move.ply + 1, names[move.player], plotted.cell, value, word)
            for move, plotted in zip(self, self._plot(), strict=True)
            for value, _sign in [describe_drawn_value(plotted.value)]
            for word in [_("mistake") if plotted.is_mistake else ""]
        ]
        if len(rows) > _ROWS:
            rows = [row for row in rows if row[-1]][-_ROWS:]
        heading = (_("Move"), _("Player"), _("Square"), _("Value"), "")
        table = text_table([heading, *rows]) if rows else ""
        return "\n".join(filter(None, [str(self._find_decisive_mistake()), table]))

    def _find_decisive_mistake(self) -> _DecisiveMistake:
        # In an unfinished game, it is not known yet whether a mistake was decisive.
        return find_decisive_mistake(self.game, self if self.game.is_over else ())

    @localized
    def _repr_html_(self) -> str:
        """Return HTML for notebooks: the decisive mistake on a board, and a chart."""
        game = self.game
        point = self._find_decisive_mistake()
        turn = None if point.ply is None else self[point.ply - 1]
        shown = game if turn is None else game.at(turn.ply)
        board = shown.to_svg(values=None if turn is None else _Turn.of(turn))
        caption = game.message if turn is None else _("Before move {number}", number=point.ply)
        course = draw_evaluation_chart(_("Who was winning, move by move"), self._plot())
        figures = "".join(
            f'<figure style="margin:0">{picture}{words}</figure>'
            for picture, words in (
                (board, f"<figcaption>{escape(caption)}</figcaption>"),
                (course, ""),
            )
        )
        told = f"<p>{escape(point)}</p>" if str(point) else ""
        return f'{told}<div style="display:flex;flex-wrap:wrap;gap:1.5em">{figures}</div>'

    def _plot(self) -> list[PlottedMove]:
        alternate = players_alternate(self.game.state)
        return [
            PlottedMove(
                mark=move.player,
                cell=before.move_name(move.cell),
                evaluation=move.lead,
                value=move.played
                if alternate or move.played.remoteness == 1
                else replace(move.played, remoteness=None),
                is_mistake=move.verdict == "worse",
            )
            for move, before in zip(self, list_plies(self.game), strict=False)
        ]


@dataclass(frozen=True, slots=True)
class _Turn:
    """Values of a mistake and of better moves, in the form that the drawing function needs."""

    moves: Mapping[int, MoveValue]
    best_moves: tuple[int, ...]

    @classmethod
    def of(cls, move: ReviewedMove) -> Self:
        better = dict.fromkeys(move.better, move.best)
        return cls({move.cell: move.played, **better}, move.better)


_REVIEW_SECONDS = 0.25  # time limit in seconds for one position, if the rules cannot be solved


def review(
    game: Game,
    *,
    seconds: float = _REVIEW_SECONDS,
    seed: int | None = None,
    progress: bool | Progress | None = None,
) -> GameReview:
    """Compare each move in a game with the best move that was available.

    Parameters
    ----------
    game : Game
        Game to review, finished or not.
    seconds : float, default 0.25
        Average time limit in seconds for each move, if the rules cannot be solved. If a value
        isn't proved in time, the review uses an estimate.
    seed : int, optional
        Seed for any random numbers that the search uses.
    progress : bool or callable, optional
        True to show a progress bar on standard error (with tqdm if it is installed), or False
        to hide it. By default, a progress bar appears after one second in a terminal and after
        ten seconds in a notebook. You can also pass a function that is called as
        ``progress(done, total)``.

    Returns
    -------
    GameReview
        Tuple with one `ReviewedMove` for each move in ``game.moves``, in the same order.

    Raises
    ------
    TypeError
        If `game` is not a `Game`, `seconds` is not a number, `seed` is not an int, or
        `progress` has another type.
    ValueError
        If `seconds` is not greater than 0.

    Examples
    --------
    >>> from tictactoe_widget import Game
    >>> lost = review(Game(moves=(0, 5, 4, 8, 2, 1, 6)))
    >>> [(move.ply, move.player, move.best.value, move.played.value)
    ...  for move in lost if move.verdict == "worse"]
    [(1, 'O', 'draw', 'loss')]
    """
    limit = as_seconds(seconds) * (len(as_game(game).moves) + 1)
    found = review_in_slices(game, seconds=limit, seed=as_seed(seed))
    reviewed: tuple[ReviewedMove, ...] = ()
    with show_progress(progress, "moves", sys.stderr) as show:
        for moves in found:
            reviewed = reviewed if moves is None else moves
            show(len(reviewed), len(game.moves))
    return GameReview(reviewed, game)


def review_in_slices(
    game: Game, *, seconds: float, seed: int | None = None
) -> Generator[tuple[ReviewedMove, ...] | None, None, None]:
    """Review a game in time slices, from the last move backwards.

    The last positions are the easiest to solve. Once a position is solved, the value of the
    move that led to it is known as well.

    Parameters
    ----------
    game : Game
        Game to review, finished or not.
    seconds : float
        Total time limit in seconds for all moves, if the rules cannot be solved. If a position
        takes less than its share of the time, the time left is shared among earlier positions.
    seed : int, optional
        Seed for any random numbers that the search uses.

    Yields
    ------
    tuple of ReviewedMove or None
        After each review of a move, all moves reviewed so far, in the order of play. At each
        pause in the work, the generator yields None.
    """
    games = list_plies(game)
    following, spent = yield from run_timed(
        analyze_briefly(game, seconds=seconds / len(games), seed=seed)
    )
    moves: tuple[ReviewedMove, ...] = ()
    yield moves
    for ply in reversed(range(len(game.moves))):
        seconds -= spent
        known, spent = yield from run_timed(
            analyze_briefly(games[ply], seconds=seconds / (ply + 1), seed=seed)
        )
        known = _knowing(known, game.moves[ply], following)
        moves = (_compare(known, ply, game.moves[ply]), *moves)
        yield moves
        following = known


def _knowing(known: Analysis, cell: int, following: Analysis) -> Analysis:
    """Add a move's value to an analysis, given an analysis of the position after the move."""
    if known.moves[cell].value is not None or following.value is None:
        return known
    left = following.remoteness
    move = proved(
        value_for(known.player, following.value, following.player),
        None if left is None else left + 1,
    )
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
    """Return the certain parts of the best move's value, for comparison with `played`."""
    value = value_of(known.moves)
    if value is None:
        # Another move might win, but a proved draw is better than a loss.
        has_draw = any(move.value == "draw" for move in known.moves.values())
        if has_draw and played.value == "loss":
            return proved("draw", None)
        return MoveValue(None, None, known.score)
    plies = known.remoteness
    if plies is None and value == "win" and played.remoteness is not None:
        # A quicker win of known length is enough, even if it isn't the quickest.
        quicker = [
            move.remoteness
            for move in known.moves.values()
            if move.value == "win" and move.remoteness is not None
        ]
        plies = min((p for p in quicker if p < played.remoteness), default=None)
    return proved(value, plies)
