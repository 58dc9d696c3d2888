"""A player at work on one game, a slice at a time, so that nothing else has to wait."""

from collections.abc import Generator
from time import perf_counter

from .players.bots import Player, PlayerError, check_answer
from .rules.game import Game

SLICE = 0.03
"""Seconds a player may think before others get their turn."""


class Thought:
    """What one player makes of one game.

    A player that answers at once is done with its first slice. One that
    returns a generator is asked for the next, better answer until it has no
    more; the last one counts.

    Parameters
    ----------
    player : callable
        Takes a game, returns a cell or a generator of cells.
    game : Game
        The game to move in.
    """

    def __init__(self, player: Player, game: Game) -> None:
        self.game = game
        self._player = player
        self._steps: Generator[object, None, object] | None = None
        self._answer: object = None
        self._error: BaseException | None = None

    def run(self, seconds: float = SLICE) -> bool:
        """Think for about `seconds`; return whether the answer stands."""
        try:
            return self._step_until(perf_counter() + seconds)
        except (Exception, KeyboardInterrupt, SystemExit) as error:  # noqa: BLE001 - a student's code may raise anything
            self._error = error
            return True

    def _step_until(self, deadline: float) -> bool:
        if self._steps is None:
            answer = self._player(self.game)
            if not isinstance(answer, Generator):
                self._answer = answer
                return True
            self._steps = answer
        while perf_counter() < deadline:
            try:
                self._answer = next(self._steps)
            except StopIteration as end:
                if end.value is not None:
                    self._answer = end.value
                return True
        return False

    def cell(self) -> int:
        """Return the move that was found.

        Raises
        ------
        PlayerError
            When the player raised, or what it answered is no legal move.
        """
        if self._error is not None:
            kind = type(self._error).__name__
            raise PlayerError(f"raised {kind}: {self._error}") from self._error
        return check_answer(self.game, self._answer)

    def close(self) -> None:
        """End a search that is no longer wanted."""
        if self._steps is not None:
            self._steps.close()
