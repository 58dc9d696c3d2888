"""What a player answered, and what to say when that is no move."""

from collections.abc import Iterator
from inspect import isgenerator
from operator import index
from reprlib import repr as short_repr
from typing import Any

from tictactoe_widget.rules.errors import IllegalMoveError
from tictactoe_widget.rules.game import Game


class PlayerError(ValueError):
    """A player raised or answered what is no legal move; `str` says who and what."""


def describe_player(player: object) -> str:
    """Name a player: its `name`, its function's name, or its type's.

    >>> def my_bot(game): return game.legal_moves[0]
    >>> describe_player(my_bot)
    'my_bot'
    """
    for attribute in ("name", "__name__"):
        name = getattr(player, attribute, None)
        if isinstance(name, str) and name:
            return name
    return type(player).__name__


def check_move(game: Game, answer: object, who: str | None = None) -> int:
    """Return the cell a player answered.

    Parameters
    ----------
    game : Game
        The game the player was asked about.
    answer : object
        What came back: an int, or what ``operator.index`` makes one of.
    who : str, optional
        What to call the player; by default the mark and no more.

    Raises
    ------
    PlayerError
        When the answer is no legal move; the message says who, what and why.

    Examples
    --------
    >>> check_move(Game(), 4)
    4
    >>> check_move(Game().play(4), 4, "my_bot")
    Traceback (most recent call last):
        ...
    tictactoe_widget.players.calling.PlayerError: Player O (my_bot) answered cell 4, \
position 5: Position already taken
    """
    name = _called(game, who)
    count = game.rules.cell_count
    try:
        if isinstance(answer, bool):
            raise TypeError
        cell = index(answer)  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - an answer's __index__ is a stranger's code
        raise PlayerError(
            f"{name} answered {short_repr(answer)}: "
            f"a move is a cell, an int from 0 to {count - 1}"
        ) from None
    if cell in game.legal_moves:
        return cell
    if not 0 <= cell < count:
        raise PlayerError(
            f"{name} answered cell {short_repr(cell)}: cells go from 0 to {count - 1}"
        )
    try:
        game.play(cell)
    except IllegalMoveError as error:
        reason = str(error)
    raise PlayerError(f"{name} answered cell {cell}, position {cell + 1}: {reason}")


def player_raised(game: Game, error: BaseException, who: str | None = None) -> PlayerError:
    """Return what to say of a player that raised.

    >>> str(player_raised(Game(), ZeroDivisionError("division by zero"), "my_bot"))
    'Player X (my_bot) raised ZeroDivisionError: division by zero'
    """
    try:
        said = str(error)
    except Exception:  # noqa: BLE001 - an error's __str__ is a stranger's code
        said = ""
    kind = type(error).__name__
    return PlayerError(f"{_called(game, who)} raised {kind}{': ' if said else ''}{said[:200]}")


def think(player: Any, game: Game) -> Iterator[object]:
    """Let any player think, one slice at a time.

    The protocol of players: a player is called with a game. What it returns is
    its move; or, when that is a generator, each value it yields is a better
    answer (None for "not yet"), and what it returns, or else yielded last, is
    the move. A player with a method `think` is asked by that one: it is the
    same search, to be run in slices.

    Yields
    ------
    object
        Answers as they come, unchecked; the last one is the move.

    Examples
    --------
    >>> def hesitant(game):
    ...     yield 0
    ...     yield 4
    >>> list(think(hesitant, Game()))
    [0, 4]
    >>> list(think(lambda game: 8, Game()))
    [8]
    """
    by_steps = getattr(player, "think", None)
    answer = player(game) if by_steps is None else by_steps(game)
    if not isgenerator(answer):
        yield answer
        return
    returned = yield from answer
    if returned is not None:
        yield returned


def choose_move(player: Any, game: Game, who: str | None = None) -> int:
    """Let a player think to the end and return the cell it chose.

    Raises
    ------
    PlayerError
        When it raises or its answer is no legal move.

    Examples
    --------
    >>> choose_move(lambda game: game.legal_moves[-1], Game())
    8
    """
    who = describe_player(player) if who is None else who
    answer: object = None
    try:
        for answer in think(player, game):  # noqa: B007 - the last one counts
            pass
    except Exception as error:
        raise player_raised(game, error, who) from error
    return check_move(game, answer, who)


def _called(game: Game, who: str | None) -> str:
    mark = f"Player {game.current_player}"
    return f"{mark} ({who})" if who else mark
