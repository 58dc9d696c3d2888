"""Game records as text, with the players' names, the date and the result."""

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import fill
from typing import Any, Self, get_args

from tictactoe_widget.serialization import Serializable
from tictactoe_widget.validation import brief, check_choice, check_kind, check_name

from .errors import IllegalMoveError, InvalidInputError
from .game import Game, as_game
from .links import name_of_saved_rules
from .notation import name_moves, parse_position
from .state import MARKS, Result

_RESULTS = tuple(one for kind in get_args(Result) for one in get_args(kind) or (None,))
_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_TAGS = ("Rules", "X", "O", "Date", "Start", "Result")
_BYTE_ORDER_MARK = "\ufeff"  # character that some editors put at the start of a file
_WIDTH = 80  # maximum number of characters in a line of moves


@dataclass(frozen=True, slots=True)
class GameRecord(Serializable):
    """Immutable record of a game, with the players' names, the date and the result.

    As text, a record resembles PGN, a format for chess games. The text has one line for each
    fact, and then lists the names of the squares played.

    Parameters
    ----------
    game : Game
        Game to record, finished or not.
    x, o : str, default ""
        Names of the players, or ``""`` if they are unknown.
    date : datetime.date, optional
        Date of the game.
    result : {"X", "O", "draw"}, optional
        Result of the game. Pass a result only if a player resigned or both players agreed to a
        draw. By default, the position determines the result.

    Raises
    ------
    TypeError
        If an argument has the wrong type.
    ValueError
        If a player's name isn't allowed on a board, or if `result` differs from the result
        of a finished game.

    Examples
    --------
    >>> from tictactoe_widget import Game, GameRecord
    >>> record = GameRecord(Game.from_moves("5 1 9"), x="Ada", o="Grace", result="X")
    >>> print(record.to_text())
    [Rules "standard"]
    [X "Ada"]
    [O "Grace"]
    [Result "X"]
    <BLANKLINE>
    5 1 9
    >>> GameRecord.from_text(record.to_text()) == record
    True
    """

    _keys = ("game=game.to_dict", "x", "o", "date=_date_text", "result")

    game: Game
    """Recorded game."""
    x: str = ""
    """Name of the player who plays X, or ``""`` if it is unknown."""
    o: str = ""
    """Name of the player who plays O, or ``""`` if it is unknown."""
    date: dt.date | None = None
    """Date of the game, or None if it is unknown."""
    result: Result = None
    """Winner of the game, ``"draw"``, or None if the game isn't over."""

    def __post_init__(self) -> None:
        as_game(self.game)
        for mark, name in (("x", self.x), ("o", self.o)):
            if check_kind(name, mark, str):
                object.__setattr__(self, mark, check_name(name, mark))
        # Refuse a datetime, because it also has a time.
        if self.date is not None and type(self.date) is not dt.date:
            raise TypeError(f"date must be a datetime.date, not {brief(self.date)}")
        check_choice(self.result, "result", _RESULTS)
        ended = self.game.result
        if self.result is None:
            object.__setattr__(self, "result", ended)
        elif ended not in (None, self.result):
            raise ValueError(
                f"result must be {ended!r}, as the moves show, not {self.result!r}"
            )

    @property
    def _date_text(self) -> str:
        return "" if self.date is None else self.date.isoformat()

    def to_text(self) -> str:
        """Return the record as text that `from_text` can read.

        Raises
        ------
        ValueError
            If `find_rules` can't read the name of the rules.
        """
        game = self.game
        rules = name_of_saved_rules(game.rules)
        values = (rules, self.x, self.o, self._date_text, game.start, self.result)
        facts = [
            f'[{tag} "{_escape(value)}"]'
            for tag, value in zip(_TAGS, values, strict=True)
            if value
        ]
        names = name_moves(game.moves, game.rules, game.at(0).state)
        moves = fill(" ".join(names), _WIDTH, break_on_hyphens=False)
        return "\n".join([*facts, "", moves]).rstrip()

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Return the record that a text describes.

        Parameters
        ----------
        text : str
            Text from `to_text`. You can pass untrusted text, because every value is checked.

        Raises
        ------
        TypeError
            If `text` is not a str.
        ValueError
            If the text is damaged. The message describes the problem.
        """
        check_kind(text, "text", str)
        facts: dict[str, str] = {}
        names: list[str] = []
        lines = text.removeprefix(_BYTE_ORDER_MARK).splitlines()
        for line in filter(None, map(str.strip, lines)):
            if line.startswith("["):
                _read_fact(line, facts)
            else:
                names += line.split()
        return cls(
            _read_game(facts, names),
            facts.get("X", ""),
            facts.get("O", ""),
            _read_date(facts),
            _read_result(facts),
        )


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _read_fact(line: str, facts: dict[str, str]) -> None:
    """Read the fact in a line such as ``[X "Ada"]``, and add it to `facts`."""
    read = _TAG.fullmatch(line)
    if read is None:
        raise ValueError(f'each fact must look like [X "Ada"], not {brief(line)}')
    tag = check_choice(read[1], "each tag", _TAGS)
    if tag in facts:
        raise ValueError(f"{tag} must be given only once: remove {brief(line)}")
    facts[tag] = re.sub(r"\\(.)", r"\1", read[2])


def _read_result(facts: Mapping[str, str]) -> Any:
    if "Result" not in facts:
        return None
    return check_choice(facts["Result"], "Result", (*MARKS, "draw"))


def _read_date(facts: Mapping[str, str]) -> dt.date | None:
    if "Date" not in facts:
        return None
    text = facts["Date"]
    try:
        date = dt.date.fromisoformat(text)
    except ValueError:
        date = None
    if date is None or date.isoformat() != text:  # `fromisoformat` also reads 20261128
        raise ValueError(f"Date must be like 2026-11-28, not {brief(text)}")
    return date


def _read_game(facts: Mapping[str, str], names: list[str]) -> Game:
    rules = facts.get("Rules", "standard")
    game = Game.from_text(facts["Start"], rules) if "Start" in facts else Game(rules)
    for number, name in enumerate(names, start=1):
        try:
            game = game.play(parse_position(name, game))
        except (InvalidInputError, IllegalMoveError) as error:
            raise ValueError(f"move {number} ({brief(name)}) must be legal: {error}") from None
    return game
