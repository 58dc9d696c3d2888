"""Calls of players, with checks of each player and of its answers."""

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
from unicodedata import category

from tictactoe_widget.rules.game import Game, fault_of_rules
from tictactoe_widget.rules.notation import position_name
from tictactoe_widget.rules.rules import Rules
from tictactoe_widget.validation import (
    brief,
    describe_error,
    error_message,
    one_line_repr,
    type_name,
    visible,
)

# Answer of a player to resign the game.


@final
class Resignation:
    """Type of `RESIGN`, its only value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "RESIGN"

    def __reduce__(self) -> str:
        # A single name, so copies and values from another process are the same object.
        return "RESIGN"


RESIGN: Final = Resignation()
"""Answer of a player to resign instead of making a move.

A resignation isn't a move. The game stays as it is, and counts as a win for the opponent.

>>> from tictactoe_widget import play_match
>>> print(play_match("random", lambda game: RESIGN, games=2))
player    games  won  drawn  lost  score
random        2    2      0     0   1.00
<lambda>      2    0      0     2   0.00
Player O (<lambda>) resigned
Player X (<lambda>) resigned
"""


# Names of players: finding, checking and distinguishing them for display.

LONGEST_NAME = 40
"""Maximum length of a name, in characters."""

_JOINERS = "\u200c\u200d"
# Invisible, but parts of Persian and Hindi words and of many emoji.

_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0")
# Drawn as blanks, although Unicode classifies them as letters, symbols or unassigned.


def check_player_name(name: object, what: str = "the name") -> str:
    r"""Return a name with tidy white space, or raise ValueError if it cannot be shown.

    Parameters
    ----------
    name : object
        Name to check.
    what : str, default "the name"
        Start of the error message, such as ``"the name of X"``.

    Returns
    -------
    str
        The name, without white space at its ends and with single spaces inside.

    Raises
    ------
    ValueError
        If `name` is not a str, is invisible, or is longer than `LONGEST_NAME` characters.
        Also if it contains a control character, a character that changes the direction of
        writing, or half a surrogate pair.

    Examples
    --------
    >>> check_player_name(" Ada   Lovelace ")
    'Ada Lovelace'
    >>> check_player_name("Ada\u202e", "the name of X")
    Traceback (most recent call last):
        ...
    ValueError: the name of X holds a control character (U+202E): 'Ada\u202e'
    """
    if not isinstance(name, str):
        raise ValueError(f"{what} must be a str, not {brief(name)}")  # noqa: TRY004 - one error for all that is wrong with names
    tidy = _tidy(name)
    reason = _name_fault(tidy)
    if reason:
        raise ValueError(f"{what} {reason}: {reprlib.repr(str.__str__(name))}")
    return tidy


def printable_name(text: str) -> str:
    r"""Return `text` as a printable name, or ``""`` if nothing is visible.

    Replace characters that names cannot contain, and shorten a long name.

    >>> printable_name("bot\u202etob") == "bot\ufffdtob"
    True
    >>> printable_name("a" * 50)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    replaced = "\N{REPLACEMENT CHARACTER}"
    name = "".join(replaced if _refusal(char) else char for char in _tidy(text))
    if len(name) > LONGEST_NAME:
        name = f"{name[: LONGEST_NAME - 1]}…"
    return name if any(map(_is_visible, name)) else ""


def describe_player(player: object) -> str:
    """Return the display name for a player: its `name`, its function's or its type's.

    Parameters
    ----------
    player : object
        Any player. Attributes that raise or are not text are skipped, so there is always a
        name.

    Returns
    -------
    str
        At most 40 printable characters (see `printable_name`).

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
        except BaseException:  # noqa: BLE001, S112 - a property of a player may raise anything
            continue
        if name:
            return name
    return "player"


def named_after_player(player: object, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with the name of the player that it calls."""
    function.__name__ = function.__qualname__ = describe_player(player)
    return function


def distinct_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names, with numbers added to repeated ones.

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


def _tidy(name: str) -> str:
    return " ".join(str.split(name))


def _name_fault(name: str) -> str:
    """Return the reason to refuse a tidy name, or ``""``."""
    for char in name:
        refusal = _refusal(char)
        if refusal:
            return f"holds {refusal} (U+{ord(char):04X})"
    if not any(map(_is_visible, name)):
        return "shows nothing"
    return f"is longer than {LONGEST_NAME} characters" if len(name) > LONGEST_NAME else ""


def _refusal(char: str) -> str:
    """Return the kind of a forbidden character, or ``""`` if it is allowed."""
    kind = category(char)
    if kind == "Cs":
        return "half a surrogate pair"
    if kind in ("Cc", "Cf", "Zl", "Zp") and char not in _JOINERS:
        return "a control character"
    return ""


def _is_visible(char: str) -> bool:
    """Return whether a character is visible by itself: not a space, accent or joiner."""
    return category(char)[0] not in "MZ" and char not in _JOINERS and char not in _BLANK


Player = Callable[[Game], object]
"""Function of a game that returns a cell or `RESIGN`, or a generator of better answers."""

_END = object()


class PlayerError(ValueError):
    """Fault of a player: an exception that it raised, or an illegal move."""


class ResignedError(PlayerError):
    """Resignation: a player answered `RESIGN` instead of making a move."""


class AnswerError(ValueError):
    """Answer of a player that cannot be read as a legal move.

    A player that calls other code for its moves raises this error. Its message shows the
    answer and the reason for refusing it. `PlayerError` repeats the message after
    "answered".
    """


def check_player(player: object) -> None:
    """Raise an error unless an object can be used as a player.

    Parameters
    ----------
    player : object
        Object to check.

    Raises
    ------
    TypeError
        If `player` cannot be called, is a class, or is an ``async def``.
    ValueError
        If one of its attributes, its ``==`` or its ``repr`` raises. The message names the
        attribute and the exception.

    Examples
    --------
    >>> async def my_bot(game): return 4
    >>> check_player(my_bot)
    Traceback (most recent call last):
        ...
    TypeError: my_bot is async: a player must be a plain function (def, not async def)
    """
    if not callable(player):
        raise TypeError(f"a player must be a function of a game, not {_brief(player)}")
    if issubclass(type(player), type):
        name = describe_player(player)
        raise TypeError(f"{name} is a class: a player is an object of it, such as {name}()")
    for what, use in _USES.items():
        try:
            use(player)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            who = describe_player(player)
            raise ValueError(
                f"{who} cannot be a player: its {what} raised {describe_error(error)}"
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
# Uses of a player in addition to calling it, by the part that is used.


def check_move(game: Game, answer: object, who: str | None = None) -> int:
    """Return the answer of a player as a cell, or raise an error for an illegal move.

    Code that plays games catches `ResignedError` before `PlayerError`. If a course's code
    calls a built-in player, the course sees this error.

    Parameters
    ----------
    game : Game
        The game in which the player had to move.
    answer : object
        Answer of the player: an int, or a value that ``operator.index`` converts to one.
    who : str, optional
        Name of the player in the message. By default the message only has the mark.

    Raises
    ------
    ResignedError
        If the answer is `RESIGN`.
    PlayerError
        If the answer is not a legal move. The message gives the player, the answer and the
        reason.

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
    name = name_mover(game, who)
    if answer is RESIGN:
        raise ResignedError(f"{name} resigned")
    rules = game.rules
    last = rules.action_count - 1
    cell = _as_cell(answer)
    if cell is None:
        if iscoroutine(answer):
            answer.close()  # otherwise Python warns that nobody awaited it
        if iscoroutine(answer) or isasyncgen(answer):
            kind = "a coroutine" if iscoroutine(answer) else "an async generator"
            raise PlayerError(
                f"{name} answered {kind}: a player must be a plain function, not async def"
            )
        raise PlayerError(
            f"{name} answered {_brief(answer)}: a move is {_describe_moves(rules)}"
        )
    if cell in game.legal_moves:
        return cell
    kind = "move" if rules.chooses_mark else "cell"
    if not 0 <= cell <= last:
        raise PlayerError(f"{name} answered {kind} {_brief(cell)}: {kind}s go from 0 to {last}")
    position = position_name(cell, game)
    reason = rules.refusal(game.state, cell)
    raise PlayerError(
        f"{name} answered {kind} {cell}, position {position}: {error_message(reason)}"
    )


def _describe_moves(rules: Rules) -> str:
    """Describe the integers that are moves."""
    last = rules.action_count - 1
    if not rules.chooses_mark:
        return f"a cell, an int from 0 to {last}"
    return f"an int from 0 to {last}, a cell for X and a cell + {rules.cell_count} for O"


def player_raised(game: Game, error: BaseException, who: str | None = None) -> PlayerError:
    """Return an exception of a player as `PlayerError`, unchanged if it is one.

    >>> str(player_raised(Game(), ZeroDivisionError("division by zero"), "my_bot"))
    'Player X (my_bot) raised ZeroDivisionError: division by zero'
    """
    return error if isinstance(error, PlayerError) else _fault(game, error, who)


def think(
    player: Any, game: Game, who: str | None = None, opened: list[Any] | None = None
) -> Generator[object, None, None]:
    """Call a player for its move and yield its answers, one in each slice.

    A player is called with a game and returns its move, or a generator. A generator yields
    better and better answers (None for "not yet"). Its move is its return value, or
    otherwise its last answer. If a player has a method `think`, that method is called, which
    does the same search in slices.

    Parameters
    ----------
    player : player
        Player to move.
    game : Game
        The game to move in.
    who : str, optional
        Name of the player in errors. By default its own name.
    opened : list, optional
        List to which the generator of the player is added, if there is one. If you stop this
        generator with an exception, you may have to close the player's generator too.

    Yields
    ------
    object
        Unchecked answers as they come. The last one is the move.

    Raises
    ------
    PlayerError
        If the player raises any exception, including those of ``sys.exit()``,
        CancelledError and GeneratorExit.
    RulesError
        If the rules of the game are at fault, not the player.
    KeyboardInterrupt
        If a person presses Ctrl-C, or the player raises this itself.

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
                return  # answer of a player that isn't a generator
    finally:
        _close(answers)


def choose_move(player: Any, game: Game, who: str | None = None) -> int:
    """Call a player for its move and return the chosen cell.

    The move has no time limit. Only Ctrl-C stops a player that never ends.

    Raises
    ------
    ResignedError
        If the player resigns.
    PlayerError
        If the player raises or its answer is not a legal move.
    RulesError, KeyboardInterrupt
        As in `think`.

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
    """Yield the answers of a player, without changing its exceptions."""
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
    """Return the next answer or `_END`, and turn an exception into a `PlayerError`."""
    try:
        return next(answers, _END)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        blamed = fault_of_rules(game.rules, game.state, error)
        if blamed is not None:
            raise blamed from error
        name = describe_player(player) if who is None else who
        # Also a PlayerError, because it is about another player that this one called.
        raise _fault(game, error, name) from error


def _fault(game: Game, error: BaseException, who: str | None) -> PlayerError:
    if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
        error = error.__cause__  # Python wraps a StopIteration that leaves a generator
    if isinstance(error, AnswerError):
        return PlayerError(f"{name_mover(game, who)} answered {error_message(error)}")
    return PlayerError(f"{name_mover(game, who)} raised {describe_error(error)}")


def _close(answers: Generator[object, None, None]) -> None:
    """Close an unneeded search, and ignore the exceptions of the player."""
    with suppress(BaseException):
        answers.close()


def _as_cell(answer: object) -> int | None:
    """Return an answer as an int, or None if it is not one."""
    try:
        return None if isinstance(answer, bool) else index(answer)  # type: ignore[arg-type]
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - the __index__ of an answer may raise anything
        return None


def _is_async(function: object) -> bool:
    return iscoroutinefunction(function) or isasyncgenfunction(function)


def name_mover(game: Game, who: str | None = None) -> str:
    """Return the phrase for the player to move in messages, with the name if given.

    >>> name_mover(Game(), "my_bot"), name_mover(Game("wild"), "my_bot")
    ('Player X (my_bot)', 'First (my_bot)')
    """
    name = game.rules.player_names[game.current_player]
    return f"{name} ({who})" if who else name


_LONGEST_ANSWER = 200  # maximum length of an answer in a message


class _ShortRepr(reprlib.Repr):
    """Short `repr` of nested values, with objects shown without addresses."""

    def repr_instance(self, x: object, level: int) -> str:  # noqa: ARG002 - of the base class
        return one_line_repr(x)


def _brief(thing: object) -> str:
    """Return a short `repr` that never raises."""
    try:
        return visible(_ShortRepr().repr(thing), _LONGEST_ANSWER)
    except BaseException:  # noqa: BLE001 - the __repr__ of an answer may raise anything
        return f"a value of type {type_name(type(thing))}"
