"""A player at work on one game, a slice at a time, so that nothing else has to wait."""

from time import perf_counter
from typing import Any

from .players.answers import check_answer, describe_player, player_raised, think
from .rules.game import Game

SLICE = 0.03
"""Seconds a player may think before others get their turn."""


class Thought:
    """What one player makes of one game.

    Parameters
    ----------
    player : callable
        Any player, see `think`.
    game : Game
        The game to move in.
    """

    def __init__(self, player: Any, game: Game) -> None:
        self.game = game
        self._who = describe_player(player)
        self._steps = think(player, game)
        self._answer: object = None
        self._error: BaseException | None = None

    def run(self) -> bool:
        """Think for a slice of time; return whether that was the end of it.

        A player that answers in one piece takes as long as it takes.
        """
        deadline = perf_counter() + SLICE
        try:
            for answer in self._steps:
                self._answer = answer
                if perf_counter() >= deadline:
                    return False
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
        return check_answer(self.game, self._answer, self._who)
