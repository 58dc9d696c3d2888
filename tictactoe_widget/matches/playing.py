"""One game between two players, played in slices and within a time limit."""

from collections.abc import Generator, Iterator, Mapping
from typing import NamedTuple

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.rules import Mark, Result, opponent

from ..players.builtin import NamedPlayer
from ..players.calling import Player, PlayerError, ResignedError, check_move, think
from .limits import TimeLimit, TimeUpError

_END = object()

_CLOSING_SECONDS = 0.5
"""Time that a search has to clean up once its time is over, in seconds."""


class Outcome(NamedTuple):
    """End of a game. Immutable."""

    game: Game
    """The game as it ended, or as it stood when a player resigned or made a fault."""
    result: Result
    """``"X"``, ``"O"`` or ``"draw"``; a player who resigns or makes a fault loses."""
    fault: str | None = None
    """Fault that ended the game, as a sentence; None where there was none."""
    resignation: str | None = None
    """Resignation that ended the game, as a sentence; None where there was none."""


def play_in_slices(
    game: Game,
    seats: Mapping[Mark, Player],
    names: Mapping[Mark, str],
    seconds: float,
    limit: TimeLimit,
) -> Generator[Game, None, Outcome]:
    """Play a game to its end, or until a player resigns or makes a fault.

    Parameters
    ----------
    game : Game
        Game to begin from.
    seats, names : mapping
        The players and their names, by mark.
    seconds : float
        Time for each move, ``inf`` for no limit.
    limit : TimeLimit
        Time limit of the thread in which the slices run.

    Yields
    ------
    Game
        The game after each slice: one answer of a player.
    """
    while not game.is_over:
        mark = game.current_player
        try:
            cell = yield from _choose(seats[mark], game, names[mark], seconds, limit)
        except ResignedError as error:
            return Outcome(game, opponent(mark), resignation=str(error))
        except PlayerError as error:
            return Outcome(game, opponent(mark), str(error))
        game = game.play(cell)
        yield game
    return Outcome(game, game.result)


def _choose(
    player: Player, game: Game, who: str, seconds: float, limit: TimeLimit
) -> Generator[Game, None, int]:
    """Ask a player for its move; return the cell of its last answer in time."""
    if type(player) is NamedPlayer or seconds == float("inf"):
        answer: object = None
        for answer in think(player, game, who):  # noqa: B007 - the last one counts
            yield game
        return check_move(game, answer, who)
    return (yield from _choose_in_time(player, game, who, seconds, limit))


def _choose_in_time(
    player: Player, game: Game, who: str, seconds: float, limit: TimeLimit
) -> Generator[Game, None, int]:
    answers = think(player, game, who)
    answer: object = None
    latest: object = None  # of those that are not "not yet"
    following: object = None
    limit.allow(seconds)
    try:
        while (following := _next_in_time(answers, limit)) is not _END:
            if limit.is_over:
                break
            answer = following
            latest = latest if answer is None else answer
            yield game
    finally:
        if following is not _END:
            _close_in_time(answers, limit)
    if following is _END:
        return check_move(game, answer, who)
    if latest is None:
        mark = game.current_player
        raise PlayerError(f"Player {mark} ({who}) took longer than {seconds:g} s for a move")
    return check_move(game, latest, who)


def _next_in_time(answers: Iterator[object], limit: TimeLimit) -> object:
    """Return the next answer, `_END` after the last, None where the time was over first."""
    try:
        limit.start()
        try:
            return next(answers, _END)
        finally:
            limit.end()
    except (PlayerError, TimeUpError):
        limit.end()  # an alarm may have come in the middle of the first
        if limit.is_over:
            return None
        raise


def _close_in_time(answers: Generator[object, None, None], limit: TimeLimit) -> None:
    """End a search; what it does then has a time limit too."""
    limit.allow(_CLOSING_SECONDS)
    try:
        limit.start()
        try:
            answers.close()
        finally:
            limit.end()
    except TimeUpError:
        limit.end()
