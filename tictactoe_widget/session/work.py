"""Work on one game, a slice at a time, so that nothing else has to wait."""

from collections.abc import Generator, Iterator
from time import perf_counter
from typing import Any

from tictactoe_widget.analysis.analyze import analyze_in_slices
from tictactoe_widget.analysis.explain import explain_in_slices
from tictactoe_widget.analysis.families import is_solvable
from tictactoe_widget.analysis.review import ReviewedMove, review_in_slices
from tictactoe_widget.analysis.values import Analysis
from tictactoe_widget.players.calling import check_move, describe_player, player_raised, think
from tictactoe_widget.rules.game import Game

SLICE = 0.03
"""Seconds of work before others get their turn."""

HINT_SECONDS = 2.0
"""How long the values of moves are worked out where they cannot be proved."""


class Work:
    """Something to find out about one game, by steps that get closer.

    Parameters
    ----------
    game : Game
        The game in question.
    steps : iterator
        Better and better answers; the last one counts.
    """

    def __init__(self, game: Game, steps: Iterator[Any]) -> None:
        self.game = game
        self.answer: Any = None
        """The best answer so far."""
        self._steps = steps

    def run(self) -> bool:
        """Work for a slice of time; return whether that was the end of it.

        A step that takes longer than the slice takes as long as it takes.
        """
        deadline = perf_counter() + SLICE
        for answer in self._steps:
            self.answer = answer
            if perf_counter() >= deadline:
                return False
        return True


class Thought(Work):
    """What one player makes of one game.

    Parameters
    ----------
    player : callable
        Any player, see `think`.
    game : Game
        The game to move in.
    """

    def __init__(self, player: Any, game: Game) -> None:
        super().__init__(game, think(player, game))
        self._who = describe_player(player)
        self._error: BaseException | None = None

    def run(self) -> bool:
        """Think for a slice of time; what the player raises ends it."""
        try:
            return super().run()
        except (Exception, KeyboardInterrupt, SystemExit) as error:  # noqa: BLE001 - a student's code may raise anything
            self._error = error
            return True

    def cell(self) -> int:
        """Return the move that was found.

        Raises
        ------
        PlayerError
            When the player raised, or what it answered is no legal move.
        """
        if self._error is not None:
            raise player_raised(self.game, self._error, self._who) from self._error
        return check_move(self.game, self.answer, self._who)


def hints_for(
    before: Game | None, game: Game
) -> Generator[tuple[str, Analysis | None] | None, None, None]:
    """Work out what a board with hints says of a game.

    Parameters
    ----------
    before : Game or None
        The game before its last move, None where no move was made.
    game : Game
        The game in question.

    Yields
    ------
    (str, Analysis or None) or None
        What to say of the last move, and what is known of the next one; None
        before the first can be said. The analysis goes on until all is proved
        or `HINT_SECONDS` have been spent.
    """
    comment = ""
    if before is not None and game.last_move is not None:
        comment = yield from explain_in_slices(before, game.last_move)
    if game.is_over:
        yield comment, None
        return
    spent = 0.0
    steps = analyze_in_slices(game)
    while spent < HINT_SECONDS or is_solvable(game.rules):
        begun = perf_counter()
        analysis = next(steps, None)
        if analysis is None:
            return
        spent += perf_counter() - begun
        yield comment, analysis


def review_of(game: Game) -> Generator[list[ReviewedMove] | None, None, None]:
    """Hold the moves of a game against the best there were; the last list counts."""
    yield (yield from review_in_slices(game))
