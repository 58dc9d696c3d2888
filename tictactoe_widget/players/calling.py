"""Functions that call players, and functions that check players and their answers."""

import reprlib
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from copy import copy
from inspect import (
    isasyncgen,
    isasyncgenfunction,
    iscoroutine,
    iscoroutinefunction,
    isgenerator,
)
from itertools import count
from operator import index
from typing import Any, Final, final

from tictactoe_widget.rules.game import Game, fault_of_rules
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.texts import ENGLISH, in_language
from tictactoe_widget.validation import (
    describe_error,
    error_message,
    one_line_repr,
    printable_name,
    type_name,
    visible,
)


@final
class Resignation:
    """Type of the constant `RESIGN`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "RESIGN"

    def __reduce__(self) -> str:
        # Pickle by name, so that copies and unpickled values are the same object.
        return "RESIGN"


RESIGN: Final = Resignation()
"""Value that a player returns to resign.

A resignation isn't a move, so the position does not change. The opponent wins the game.

>>> from tictactoe_widget import play_match
>>> print(play_match("random", lambda game: RESIGN, games=2))
player    games  won  drawn  lost  score
random        2    2      0     0   1.00
<lambda>      2    0      0     2   0.00
Player O (<lambda>) resigned
Player X (<lambda>) resigned
"""


# Names of players for display.


def describe_player(player: object) -> str:
    """Return the display name of a player.

    The name is the player's attribute `name` or, if there is none, the name of the player's
    function or class.

    Parameters
    ----------
    player : object
        Any player. Attributes that raise an exception or aren't text are ignored.

    Returns
    -------
    str
        Name with at most 40 printable characters (see `printable_name`).

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
        except BaseException:  # noqa: BLE001, S112 - a player's property can raise anything
            continue
        if name:
            return name
    return "player"


def named_after_player(player: object, function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a player in a function that has the player's display name."""
    function.__name__ = function.__qualname__ = describe_player(player)
    return function


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names in the same order, with numbers added to make repeated names distinct.

    >>> distinct_names(["ada", "ada", "bob", "ada"])
    ('ada', 'ada 2', 'bob', 'ada 3')
    """
    given = list(names)
    distinct: list[str] = []
    for name in given:
        numbered = (f"{name} {number}" for number in count(2))
        fresh = (new for new in numbered if new not in given and new not in distinct)
        distinct.append(next(fresh) if name in distinct else name)
    return tuple(distinct)


Player = Callable[[Game], object]
"""Function that takes a game and returns a move, `RESIGN` or a generator of answers."""

_END = object()


class PlayerError(ValueError):
    """Error raised if a player raises an exception or makes an illegal move."""


class ResignedError(PlayerError):
    """Error raised if a player resigns, that is, returns `RESIGN` instead of a move."""


class AnswerError(ValueError):
    """Error for a player's answer that is not a legal move.

    If a player gets its moves from other code, the player can raise this error for a bad
    answer. The message shows the answer and explains why it isn't a legal move. The message of
    `PlayerError` repeats this text after the word "answered".
    """


def check_player(player: object) -> None:
    """Check that an object can be used as a player. If the check fails, raise an error.

    Parameters
    ----------
    player : object
        Object to check.

    Raises
    ------
    TypeError
        If `player` is not callable, is a class, or is an ``async def`` function.
    ValueError
        If reading an attribute of `player`, comparing `player` with ``==`` or calling
        ``repr(player)`` raises an exception. The message names the attribute and the exception.

    Examples
    --------
    >>> async def my_bot(game): return 4
    >>> check_player(my_bot)
    Traceback (most recent call last):
        ...
    TypeError: player must be a plain function, not the async my_bot: define it without async
    """
    if not callable(player):
        raise TypeError(f"player must be a function that takes a game, not {_brief(player)}")
    if issubclass(type(player), type):
        name = describe_player(player)
        raise TypeError(f"player must be an object, not the class {name}: write {name}()")
    for what, use in _USES.items():
        try:
            use(player)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            who = describe_player(player)
            raise ValueError(
                f"player must not raise an error, but {what} of {who} raised "
                f"{describe_error(error)}"
            ) from error
    if any(map(_is_async, (player, type(player).__call__, getattr(player, "think", None)))):
        raise TypeError(
            f"player must be a plain function, not the async {describe_player(player)}: "
            "define it without async"
        )


# Ways in which the package uses a player without calling it, by attribute.
_USES: dict[str, Callable[[Any], object]] = {
    "__class__": lambda player: player.__class__,
    "name": lambda player: getattr(player, "name", None),
    "think": lambda player: getattr(player, "think", None),
    "__eq__": lambda player: bool(player == "human"),
    "__repr__": repr,
}


def check_move(game: Game, answer: object, who: str | None = None) -> int:
    """Convert a player's answer to a legal move. If the conversion fails, raise an error.

    `ResignedError` is a subclass of `PlayerError`. If you handle resignations differently from
    forfeits, catch `ResignedError` first.

    Parameters
    ----------
    game : Game
        Game in which the player had to move.
    answer : object
        The player's answer: an int, or a value that ``operator.index`` converts to an int.
    who : str, optional
        Name of the player for the error message. By default, the message mentions only the
        player's mark.

    Raises
    ------
    ResignedError
        If the answer is `RESIGN`.
    PlayerError
        If the answer is not a legal move. The message shows the player, the answer and the
        reason.

    Examples
    --------
    >>> check_move(Game(), 4)
    4
    >>> check_move(Game().play(4), 4, "my_bot")
    Traceback (most recent call last):
        ...
    tictactoe_widget.players.calling.PlayerError: Player O (my_bot) answered cell 4: \
Position already taken
    """
    name = name_mover(game, who)
    if answer is RESIGN:
        raise ResignedError(f"{name} resigned")
    rules = game.rules
    last = rules.action_count - 1
    cell = _as_cell(answer)
    if cell is None:
        if iscoroutine(answer):
            answer.close()  # otherwise Python warns that the coroutine was never awaited
        if iscoroutine(answer) or isasyncgen(answer):
            kind = "a coroutine" if iscoroutine(answer) else "an async generator"
            raise PlayerError(f"{name} answered {kind}: define the player without async")
        raise PlayerError(f"{name} answered {_brief(answer)}: {_describe_moves(rules)}")
    if cell in game.legal_moves:
        return cell
    if not 0 <= cell <= last:
        raise PlayerError(f"{name} answered {_brief(cell)}: {_describe_moves(rules)}")
    kind = "move" if rules.choices or rules.can_slide else "cell"
    reason = rules.refusal(game.state, cell)
    raise PlayerError(f"{name} answered {kind} {cell}: {error_message(reason)}")


def _describe_moves(rules: Rules) -> str:
    """Describe which integers are moves under the given rules, for an error message."""
    last = rules.action_count - 1
    if rules.can_slide:
        return "move must be one of game.legal_moves"
    if not rules.choices:
        return f"cell must be an int from 0 to {last}"
    first, second = rules.choices[:2]
    return (
        f"move must be an int from 0 to {last} (cell for {first}, "
        f"cell + {rules.cell_count} for {second}{', and so on' if rules.choices[2:] else ''})"
    )


def player_raised(game: Game, error: BaseException, who: str | None = None) -> PlayerError:
    """Turn an exception raised by a player into a `PlayerError`, unless it already is one.

    >>> str(player_raised(Game(), ZeroDivisionError("division by zero"), "my_bot"))
    'Player X (my_bot) raised ZeroDivisionError: division by zero'
    """
    return error if isinstance(error, PlayerError) else _fault(game, error, who)


def think(
    player: Any, game: Game, who: str | None = None, opened: list[Any] | None = None
) -> Generator[object, None, None]:
    """Call a player and yield its answers one by one. The last answer is the move.

    A player takes a game and returns a move or a generator. The generator yields better and
    better answers, or None for "not yet". The move is the generator's return value or, if there
    is none, its last answer. If the player has a `think` method, this method is called instead
    of the player. The method must return a generator.

    Parameters
    ----------
    player : player
        Player to move.
    game : Game
        Game in which the player must move.
    who : str, optional
        Name of the player for error messages. The default is the player's own name.
    opened : list, optional
        List to which the player's generator is added, if the player returns a generator. If you
        interrupt this function with an exception, you might have to close the player's
        generator as well.

    Yields
    ------
    object
        The player's answer, which is not checked yet. The last answer is the move.

    Raises
    ------
    PlayerError
        If the player raises an exception, including SystemExit, CancelledError and
        GeneratorExit.
    RulesError
        If the game's rules, rather than the player, caused the error.
    KeyboardInterrupt
        If you press Ctrl-C, or if the player itself raises KeyboardInterrupt.

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
    opened = [] if opened is None else opened
    answers = _answers(player, game, opened)
    try:
        while True:
            answer = _next(answers, player, game, who)
            if answer is _END:
                return
            yield answer
            if not opened:
                return  # the player returned a plain answer
    finally:
        _close(answers)


def choose_move(player: Any, game: Game, who: str | None = None) -> int:
    """Call a player and return its move.

    There is no time limit. Only Ctrl-C stops a player that never answers.

    Raises
    ------
    ResignedError
        If the player resigns.
    PlayerError
        If the player raises an exception or answers with an illegal move.
    RulesError, KeyboardInterrupt
        For the same reasons as in `think`.

    Examples
    --------
    >>> choose_move(lambda game: game.legal_moves[-1], Game())
    8
    """
    who = describe_player(player) if who is None else who
    answer: object = None
    for better in think(player, game, who):
        answer = better
    return check_move(game, answer, who)


def _answers(player: Any, game: Game, opened: list[Any]) -> Generator[object, None, None]:
    """Yield a player's answers. The player's exceptions are passed on unchanged."""
    game = copy(game)  # a player that writes to private fields harms only its own copy
    by_steps = getattr(player, "think", None)
    answer = by_steps(game) if callable(by_steps) else player(game)
    if not isgenerator(answer):
        yield answer
        return
    opened.append(answer)
    returned = yield from answer
    if returned is not None:
        yield returned


def _next(answers: Iterator[object], player: object, game: Game, who: str | None) -> object:
    """Return a player's next answer, or `_END` after the last answer."""
    try:
        return next(answers, _END)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        blamed = fault_of_rules(game.rules, game.state, error)
        if blamed is not None:
            raise blamed from error
        name = describe_player(player) if who is None else who
        # Convert even a PlayerError, because it describes another player that this player
        # called.
        raise _fault(game, error, name) from error


def _fault(game: Game, error: BaseException, who: str | None) -> PlayerError:
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        error = error.__cause__  # Python wraps a StopIteration that leaves a generator
    if isinstance(error, AnswerError):
        return PlayerError(f"{name_mover(game, who)} answered {error_message(error)}")
    return PlayerError(f"{name_mover(game, who)} raised {describe_error(error)}")


def _close(answers: Generator[object, None, None]) -> None:
    """Close a player's generator that is no longer needed, and ignore its exceptions."""
    with suppress(BaseException):
        answers.close()


def _as_cell(answer: object) -> int | None:
    """Convert an answer to an int, or return None if it isn't an integer."""
    try:
        return None if isinstance(answer, bool) else index(answer)  # type: ignore[arg-type]
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - an answer's __index__ can raise anything
        return None


def _is_async(function: object) -> bool:
    return iscoroutinefunction(function) or isasyncgenfunction(function)


def name_mover(game: Game, who: str | None = None) -> str:
    """Return an English phrase that identifies the player to move, for use in errors.

    >>> name_mover(Game(), "my_bot"), name_mover(Game("wild"), "my_bot")
    ('Player X (my_bot)', 'First (my_bot)')
    """
    with in_language(ENGLISH):
        name = game.rules.player_names[game.current_player]
    return f"{name} ({who})" if who else name


_LONGEST_ANSWER = 200  # maximum length of an answer in a message


class _ShortRepr(reprlib.Repr):
    """Formatter for short ``repr`` texts of nested values, without object addresses."""

    def repr_instance(self, x: object, level: int) -> str:  # noqa: ARG002 - required by the base class
        return one_line_repr(x)


def _brief(thing: object) -> str:
    """Return a short ``repr`` text for a value, even if its ``repr`` raises an exception."""
    try:
        return visible(_ShortRepr().repr(thing), _LONGEST_ANSWER)
    except BaseException:  # noqa: BLE001 - an answer's __repr__ can raise anything
        return f"a value of type {type_name(type(thing))}"
