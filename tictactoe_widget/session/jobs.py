"""Jobs of a table: which it needs, and how their answers are applied."""

import logging
from abc import abstractmethod
from collections.abc import Generator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace
from inspect import isgenerator
from typing import Any, Self

from tictactoe_widget.analysis.hints import Hints, hints_in_slices
from tictactoe_widget.analysis.review import ReviewedMove, review_in_slices
from tictactoe_widget.analysis.values import Analysis
from tictactoe_widget.players.builtin import UnsolvedError
from tictactoe_widget.players.calling import ResignedError, check_move, player_raised, think
from tictactoe_widget.rules.errors import RulesError
from tictactoe_widget.rules.game import Game
from tictactoe_widget.validation import describe_error

from .rules_preview import RulesPreview, solve_preview
from .scheduler import TELL_SECONDS, Job, PlayerJob, find_running_loop
from .table import Pace, Review, Seat, Table

TABLE_HINT_SECONDS = 2.0
"""Time spent on the values of moves where they cannot be proved, in seconds."""

TABLE_REVIEW_SECONDS = 3.5
"""Time spent on the review of a round whose rules cannot be solved, in seconds."""

WATCHING_SECONDS = 0.6
"""Pause before each move where only players play, so that people can follow, in seconds."""

PACE_FACTORS: Mapping[Pace, float] = {"slow": 3.0, "normal": 1.0, "fast": 0.2}
"""Factor of that pause, by pace."""

WAITING = (
    "No event loop runs here: the computer players of this board move until a person is to "
    "move, before the call returns. Ctrl+C stops them. For a move at a time, play on a Game: "
    'game = game.play(player("expert")(game))'
)
"""Words for people who wait for players in a plain session."""

_log = logging.getLogger(__name__)


class SeatJob(PlayerJob[Table]):
    """Job that asks the player of a seat; who called hears of an interrupt."""

    @property
    def interrupt(self) -> KeyboardInterrupt | None:
        """Interrupt by which a person ended the job; None without one."""
        return self._error if isinstance(self._error, KeyboardInterrupt) else None


class MoveJob(SeatJob):
    """Job that chooses a move for the player whose turn it is.

    Parameters
    ----------
    seat : Seat
        Seat of the player.
    game : Game
        The game to move in.
    delay : float
        Pause before the first slice where an event loop runs, in seconds.
    """

    def __init__(self, seat: Seat, game: Game, delay: float) -> None:
        super().__init__(think(seat.player, game, seat.name), delay)
        self._game = game
        self._seat = seat
        self._cell: int | None = None  # none where the player resigns

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job of the player to move; None when a person is to move."""
        mark = table.thinking
        if mark is None:
            return None
        waits = table.is_without_people and not table.watching.is_paused
        delay = WATCHING_SECONDS * PACE_FACTORS[table.watching.pace] if waits else 0.0
        return cls(table.seats[mark], table.game, delay)

    def is_wanted(self, table: Table) -> bool:
        """Return whether the same player still chooses a move in the same game."""
        mark = table.thinking
        return mark is not None and table.game is self._game and table.seats[mark] is self._seat

    @property
    def waiting(self) -> tuple[str, int, int]:
        """Words for people who wait where no event loop runs, moves so far and at most."""
        return WAITING, self._game.move_count, self._game.rules.cell_count

    def apply(self, table: Table) -> Table:
        """Return the table after the move, resignation, failure or end of the player."""
        if self.was_interrupted:
            return table.after_player_stopped()
        try:
            if self._error is not None:
                return self._after_error(table, self._error)
            if self._cell is None:
                return table.after_player_resigned()
            return table.after_player_moved(self._cell)
        except RulesError as error:
            return table.after_rules_failed(str(error))

    def _after_error(self, table: Table, error: BaseException) -> Table:
        if isinstance(error, RulesError):
            raise error
        if self._seat.is_named and isinstance(error.__cause__, UnsolvedError):
            return table.after_player_gave_up()
        return table.after_player_failed(str(player_raised(self._game, error, self._seat.name)))

    def _run_slice(self) -> bool:
        is_over = super()._run_slice()
        if is_over:
            # Here and not in `apply`: reading an answer may run code of the player.
            with suppress(ResignedError):
                self._cell = check_move(self._game, self._answer, self._seat.name)
        return is_over


class LearningJob(SeatJob):
    """Job that tells a player which learns of a round that has ended.

    Parameters
    ----------
    told : tuple of Seat and Game
        Seat of the player, and the game as it ended; one that is not over was resigned
        by the player to move.
    """

    def __init__(self, told: tuple[Seat, Game]) -> None:
        self._told = told
        self._seat, game = told
        super().__init__(_learn(self._seat.player, game))

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job of the first player that is to be told; None without any."""
        return cls(table.untold[0]) if table.untold and not table.is_closed else None

    def is_wanted(self, table: Table) -> bool:
        """Return whether the player is still to be told."""
        is_next = bool(table.untold) and table.untold[0] is self._told
        return is_next and not table.is_closed

    def apply(self, table: Table) -> Table:
        """Return the table on which the player has been told, with a notice of its error."""
        if self._error is None:
            return table.after_telling()
        problem = "it was stopped" if self.was_interrupted else describe_error(self._error)
        return table.after_telling(f"{self._seat.name} could not learn: {problem}")


def _learn(player: Any, game: Game) -> Generator[None, None, None]:
    """Have a player learn from a game; it may do so in slices, as a generator."""
    learning = player.learn(copy(game))
    if isgenerator(learning):
        yield from learning


class AnalysisJob(Job[Table]):
    """Job whose answers are shown while better ones are worked out, now and then.

    Its generator yields None for a pause without a new answer.
    """

    def __init__(self, game: Game, steps: Generator[Any, None, None]) -> None:
        super().__init__(steps)
        self._game = game
        self._is_over = False
        self._is_new = False

    @property
    def has_news(self) -> bool:
        """True when there is a new answer; without an event loop the last one alone counts."""
        return self._is_new and not self._is_over and find_running_loop() is not None

    def run(self) -> bool:
        """Run for one slice of time; log an error, which ends the job."""
        self._is_over = super().run()
        if isinstance(self._error, RulesError):
            _log.error("%s", self._error)
        elif self._error is not None:
            _log.error("%s failed", type(self).__name__, exc_info=self._error)
        return self._is_over

    def apply(self, table: Table) -> Table:
        """Return the table with what is known so far, or at the end of the job."""
        self._is_new = False
        return self._show(table)

    @abstractmethod
    def _show(self, table: Table) -> Table:
        """Return the table with the answer; with an empty one where there is none."""

    def _take(self, answer: Any) -> None:
        if answer is not None:
            self._answer, self._is_new = answer, True


class HintsJob(AnalysisJob):
    """Job that works out the hints on the shown game.

    Parameters
    ----------
    before : Game or None
        The game before its last move; None where no move was made.
    game : Game
        The game that is shown.
    """

    def __init__(self, before: Game | None, game: Game) -> None:
        super().__init__(game, hints_for_table(before, game))

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job on the shown game; None when hints are off or already known."""
        if not table.wants_hints:
            return None
        ply = table.shown_ply
        return cls(table.games[ply - 1] if ply else None, table.shown)

    def is_wanted(self, table: Table) -> bool:
        """Return whether hints on the same game are still to be worked out."""
        return table.shown is self._game and table.wants_hints

    def _show(self, table: Table) -> Table:
        hints = self._answer or Hints(self._game)
        return table.with_new_hints(replace(hints, is_final=self._is_over))


class ReviewJob(AnalysisJob):
    """Job that reviews a round that is over.

    Parameters
    ----------
    game : Game
        The game of the round.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game, review_for_table(game))

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job on the round; None while it goes on or when it is reviewed."""
        return cls(table.game) if table.wants_review else None

    def is_wanted(self, table: Table) -> bool:
        """Return whether the same round is still to be reviewed."""
        return table.game is self._game and table.wants_review

    def _show(self, table: Table) -> Table:
        return table.with_review(Review(self._answer or (), is_final=self._is_over))


class PreviewJob(AnalysisJob):
    """Job that works out who wins with best play by the rules that are tried out.

    Parameters
    ----------
    preview : RulesPreview
        The rules.
    """

    def __init__(self, preview: RulesPreview) -> None:
        # Of a copy: what it works out goes with it.
        game = Game(copy(preview.rules))
        super().__init__(game, solve_preview(game.rules))

    @classmethod
    def find(cls, table: Table) -> Self | None:
        """Return the job on the rules that are tried out; None without any, or when known."""
        preview = table.preview
        return cls(preview) if preview is not None and table.wants_preview else None

    def is_wanted(self, table: Table) -> bool:
        """Return whether the same rules are still tried out."""
        preview = table.preview
        return preview is not None and preview.rules == self._game.rules and table.wants_preview

    def _show(self, table: Table) -> Table:
        preview = table.preview
        if preview is None:
            return table
        found: Analysis | None = self._answer
        if found is not None:
            preview = replace(preview, value=found.value, remoteness=found.remoteness)
        return table.with_preview(replace(preview, is_final=self._is_over))


TABLE_JOBS: tuple[type[Job[Table]], ...] = (
    LearningJob,
    MoveJob,
    HintsJob,
    ReviewJob,
    PreviewJob,
)
"""Kinds of jobs, the most urgent first."""


def hints_for_table(before: Game | None, game: Game) -> Generator[Hints | None, None, None]:
    """Work out the hints on a game, given the one before its last move."""
    return hints_in_slices(before, game, seconds=TABLE_HINT_SECONDS, interval=TELL_SECONDS)


def review_for_table(game: Game) -> Generator[tuple[ReviewedMove, ...] | None, None, None]:
    """Compare each move of a game with the best one available; the last tuple counts."""
    return review_in_slices(game, seconds=TABLE_REVIEW_SECONDS)
