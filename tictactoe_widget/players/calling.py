"""Calls of players: checks of what is given as one, and of what it answers."""

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from inspect import (
    isasyncgen,
    isasyncgenfunction,
    iscoroutine,
    iscoroutinefunction,
    isgenerator,
)
from operator import index
from reprlib import repr as short_repr
from typing import Any

from tictactoe_widget.rules.game import Game
from tictactoe_widget.rules.notation import position_name

from .names import printable_name

Player = Callable[[Game], object]
"""A function of a game that returns a cell, or a generator of better and better cells."""

_LONGEST_TEXT = 200
# How much is shown of what an exception says, in characters.

_END = object()


class PlayerError(ValueError):
    """A fault of a player, which raised or answered no legal move; `str` says who and what."""


def describe_player(player: object) -> str:
    """Return the name to show for a player: its `name`, its function's or its type's.

    Parameters
    ----------
    player : object
        Any player. Attributes that raise or are not text are passed over, so
        there is always a name.

    Returns
    -------
    str
        At most 40 characters, all of which can be shown, see `printable_name`.

    Examples
    --------
    >>> def my_bot(game): return game.legal_moves[0]
    >>> describe_player(my_bot)
    'my_bot'
    """
    kind = type(player)
    for owner, attribute in ((player, "name"), (player, "__name__"), (kind, "__name__")):
        try:
            name = printable_name(str.__str__(getattr(owner, attribute)))
        except BaseException:  # noqa: BLE001, S112 - a property of a player is anyone's code
            continue
        if name:
            return name
    return "player"


def check_player(player: object) -> None:
    """Refuse what cannot play, before it has a seat.

    Parameters
    ----------
    player : object
        What was given as a player.

    Raises
    ------
    TypeError
        When `player` cannot be called, or is an ``async def``.
    ValueError
        When one of its attributes, its ``==`` or its `repr` raises; the message
        says which and what.

    Examples
    --------
    >>> async def my_bot(game): return 4
    >>> check_player(my_bot)
    Traceback (most recent call last):
        ...
    TypeError: my_bot is async: a player must be a plain function (def, not async def)
    """
    if not callable(player):
        raise TypeError(f"a player must be a function of a game, not {_shown(player)}")
    for what, use in _USES.items():
        try:
            use(player)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            who = describe_player(player)
            raise ValueError(
                f"{who} cannot be a player: its {what} raised {_said(error)}"
            ) from error
    if any(map(_is_async, (player, type(player).__call__, getattr(player, "think", None)))):
        raise TypeError(
            f"{describe_player(player)} is async: "
            "a player must be a plain function (def, not async def)"
        )


_USES: dict[str, Callable[[Any], object]] = {
    "__class__": lambda player: player.__class__,
    "name": lambda player: getattr(player, "name", None),
    "think": lambda player: getattr(player, "think", None),
    "__eq__": lambda player: bool(player == "human"),
    "__repr__": repr,
}
# What others do with a player besides calling it, by the part of it that is used.


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
        When the answer is not a legal move; the message says who, what and why.

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
    cell = _as_cell(answer)
    if cell is None:
        if iscoroutine(answer):
            answer.close()  # or Python warns that nobody awaited it
        if iscoroutine(answer) or isasyncgen(answer):
            kind = "a coroutine" if iscoroutine(answer) else "an async generator"
            raise PlayerError(
                f"{name} answered {kind}: a player must be a plain function, not async def"
            )
        raise PlayerError(
            f"{name} answered {_shown(answer)}: a move is a cell, an int from 0 to {count - 1}"
        )
    if cell in game.legal_moves:
        return cell
    if not 0 <= cell < count:
        raise PlayerError(
            f"{name} answered cell {_shown(cell)}: cells go from 0 to {count - 1}"
        )
    position = position_name(cell, game)
    reason = game.rules.refusal(game.state, cell)
    raise PlayerError(f"{name} answered cell {cell}, position {position}: {reason}")


def player_raised(game: Game, error: BaseException, who: str | None = None) -> PlayerError:
    """Return the error that says what a player raised; a `PlayerError` is one already.

    >>> str(player_raised(Game(), ZeroDivisionError("division by zero"), "my_bot"))
    'Player X (my_bot) raised ZeroDivisionError: division by zero'
    """
    return error if isinstance(error, PlayerError) else _fault(game, error, who)


def think(player: Any, game: Game, who: str | None = None) -> Iterator[object]:
    """Let any player think, one slice at a time.

    The protocol of players: a player is called with a game. What it returns is
    its move; or, when that is a generator, each value it yields is a better
    answer (None for "not yet"), and what it returns, or else yielded last, is
    the move. A player with a method `think` is asked by that one: it is the
    same search, to be run in slices.

    Parameters
    ----------
    player : player
        Who is to move.
    game : Game
        The game to move in.
    who : str, optional
        What to call the player in errors; by default as `describe_player` does.

    Yields
    ------
    object
        Answers as they come, unchecked; the last one is the move.

    Raises
    ------
    PlayerError
        In place of whatever the player raises, ``sys.exit()``, CancelledError
        and GeneratorExit included: the fault of a player stops nobody else.
    KeyboardInterrupt
        As it is: nobody can tell whether the player raised it or a person who
        pressed Ctrl-C, and that person must be obeyed.

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
    answers = _answers(player, game)
    try:
        while (answer := _next(answers, player, game, who)) is not _END:
            yield answer
    finally:
        _close(answers)


def choose_move(player: Any, game: Game, who: str | None = None) -> int:
    """Let a player think to the end and return the cell it chose.

    There is no time limit: a player that never ends is stopped by Ctrl-C alone.

    Raises
    ------
    PlayerError
        When it raises or its answer is not a legal move.
    KeyboardInterrupt
        As `think`.

    Examples
    --------
    >>> choose_move(lambda game: game.legal_moves[-1], Game())
    8
    """
    who = describe_player(player) if who is None else who
    answer: object = None
    for answer in think(player, game, who):  # noqa: B007 - the last one counts
        pass
    return check_move(game, answer, who)


def _answers(player: Any, game: Game) -> Generator[object, None, None]:
    """Yield what a player answers; what it raises comes out as it is."""
    by_steps = getattr(player, "think", None)
    answer = by_steps(game) if callable(by_steps) else player(game)
    if not isgenerator(answer):
        yield answer
        return
    returned = yield from answer
    if returned is not None:
        yield returned


def _next(answers: Iterator[object], player: object, game: Game, who: str | None) -> object:
    """Return the next answer, or `_END`; what the player raises becomes a `PlayerError`."""
    try:
        return next(answers, _END)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        name = describe_player(player) if who is None else who
        # Also a PlayerError: it speaks of a player that this one asked.
        raise _fault(game, error, name) from error


def _fault(game: Game, error: BaseException, who: str | None) -> PlayerError:
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        error = error.__cause__  # Python's disguise for one that leaves a generator
    return PlayerError(f"{_called(game, who)} raised {_said(error)}")


def _close(answers: Generator[object, None, None]) -> None:
    """End a search that is not wanted any more; what a player raises then concerns nobody."""
    with suppress(BaseException):
        answers.close()


def _as_cell(answer: object) -> int | None:
    """Return an answer as an int, None where it is not one."""
    try:
        return None if isinstance(answer, bool) else index(answer)  # type: ignore[arg-type]
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the __index__ of an answer is anyone's code
        return None


def _is_async(function: object) -> bool:
    return iscoroutinefunction(function) or isasyncgenfunction(function)


def _called(game: Game, who: str | None) -> str:
    mark = f"Player {game.current_player}"
    return f"{mark} ({who})" if who else mark


def _said(error: BaseException) -> str:
    """Return the type of an exception and what it says, as text that can be sent."""
    try:
        said = _sendable(str(error)[:_LONGEST_TEXT])
    except BaseException:  # noqa: BLE001 - the __str__ of an exception is anyone's code
        said = ""
    return f"{type(error).__name__}{': ' if said else ''}{said}"


def _shown(thing: object) -> str:
    """Return a short `repr` that never raises, as text that can be sent."""
    try:
        return _sendable(short_repr(thing))
    except BaseException:  # noqa: BLE001 - the __repr__ of an answer is anyone's code
        return f"a value of type {type(thing).__name__}"


def _sendable(text: str) -> str:
    """Escape halves of surrogate pairs, which no file, terminal or message can hold."""
    return text.encode(errors="backslashreplace").decode()
